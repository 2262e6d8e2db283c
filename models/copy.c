/* SPDX-License-Identifier: MIT
 *
 * string.h: the functions that copy and fill whole ranges.  The compiler turns
 * __builtin_memcpy and its like into single instructions of the program form;
 * the form's copy allows overlap. */
#include "model.h"

void *memcpy(void *to, const void *from, size_t bytes) {
  __builtin_memcpy(to, from, bytes);
  return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
  __builtin_memmove(to, from, bytes);
  return to;
}

void *mempcpy(void *to, const void *from, size_t bytes) {
  __builtin_memcpy(to, from, bytes);
  return (char *)to + bytes;
}

void *memset(void *to, int byte, size_t bytes) {
  __builtin_memset(to, byte, bytes);
  return to;
}

void bcopy(const void *from, void *to, size_t bytes) {
  __builtin_memmove(to, from, bytes);
}

void bzero(void *to, size_t bytes) {
  __builtin_memset(to, 0, bytes);
}

void explicit_bzero(void *to, size_t bytes) {
  __builtin_memset(to, 0, bytes);
}

/* The checked twins that _FORTIFY_SOURCE calls: the check is the program's own
 * abort on overflow. */
void *__memcpy_chk(void *to, const void *from, size_t bytes, size_t room) {
  if (bytes > room) __cutpoint_stop_abort();
  __builtin_memcpy(to, from, bytes);
  return to;
}

void *__memmove_chk(void *to, const void *from, size_t bytes, size_t room) {
  if (bytes > room) __cutpoint_stop_abort();
  __builtin_memmove(to, from, bytes);
  return to;
}

void *__memset_chk(void *to, int byte, size_t bytes, size_t room) {
  if (bytes > room) __cutpoint_stop_abort();
  __builtin_memset(to, byte, bytes);
  return to;
}
