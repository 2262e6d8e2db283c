/* SPDX-License-Identifier: MIT
 *
 * Pairs for the check 'uninit', see bounds.c: as much is written as the result
 * says. */
#include <stdarg.h>
#include <stdio.h>

int sum_bad(const char *format, ...) {
  char room[256];
  int sum = 0;
  va_list list;
  va_start(list, format);
  int n = vsnprintf(room, sizeof room, format, list);
  va_end(list);
  if (n < 0 || n >= 250) return -1;
  for (int i = 0; i <= n + 1; i++) sum += room[i] > 31;
  return sum;
}
int sum_good(const char *format, ...) {
  char room[256];
  int sum = 0;
  va_list list;
  va_start(list, format);
  size_t n = (size_t)vsnprintf(room, sizeof room, format, list);
  va_end(list);
  if (n >= sizeof room) return -1;
  for (size_t i = 0; i <= n; i++) sum += room[i] > 31;
  return sum;
}
int cut_good(const char *name) {
  char room[16];
  int n = snprintf(room, sizeof room, "%s", name);
  return n < 0 ? 0 : n > 14 ? room[14] + room[7] : room[n];
}
int behind_bad(const char *name) {
  char room[16];
  int n = snprintf(room, sizeof room, "%s", name);
  return n > 14 ? 0 : room[n + 1];
}
