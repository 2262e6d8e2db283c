/* SPDX-License-Identifier: MIT
 *
 * stdio.h: output.  The caller has evaluated the arguments; the text goes to a
 * world we do not look at.  The result is any int: the standard allows every
 * length, and a negative value when writing failed.  Functions that write text
 * into memory leave any string there, within the room they were given. */
#include "model.h"

void __cutpoint_stream_used(FILE *to); /* streams.c */

#define RESULT __cutpoint_nondet_int()

int printf(const char *format, ...) {
  return RESULT;
}
int vprintf(const char *format, va_list arguments) {
  return RESULT;
}
int fprintf(FILE *to, const char *format, ...) {
  __cutpoint_stream_used(to);
  return RESULT;
}
int vfprintf(FILE *to, const char *format, va_list arguments) {
  __cutpoint_stream_used(to);
  return RESULT;
}
int dprintf(int to, const char *format, ...) {
  return RESULT;
}
int __printf_chk(int flag, const char *format, ...) {
  return RESULT;
}
int __fprintf_chk(FILE *to, int flag, const char *format, ...) {
  __cutpoint_stream_used(to);
  return RESULT;
}
int puts(const char *s) {
  return RESULT;
}
int fputs(const char *s, FILE *to) {
  __cutpoint_stream_used(to);
  return RESULT;
}
void perror(const char *s) {
}
int fflush(FILE *file) {
  if (file) __cutpoint_stream_used(file); /* NULL: all of them */
  return model_choice() ? EOF : 0;
}

void __cutpoint_reads_bytes(const void *at, size_t bytes); /* format.c */

/* The byte that was written, or EOF. */
static int written(int c) {
  return -model_choice() | (unsigned char)c;
}
int putchar(int c) {
  return written(c);
}
int putc(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return written(c);
}
int _IO_putc(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return written(c);
}
int fputc(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return written(c);
}
size_t fwrite(const void *from, size_t size, size_t count, FILE *to) {
  __cutpoint_stream_used(to);
  __cutpoint_reads_bytes(from, size * count);
  return size == 0 ? 0 : model_upto(count);
}
ssize_t write(int to, const void *from, size_t bytes) {
  __cutpoint_reads_bytes(from, bytes);
  return model_choice() ? -1 : (ssize_t)model_upto(bytes);
}

/* ---- into memory ----------------------------------------------------------- */

int sprintf(char *to, const char *format, ...) {
  model_any_string_unbounded(to);
  return RESULT;
}
int vsprintf(char *to, const char *format, va_list arguments) {
  model_any_string_unbounded(to);
  return RESULT;
}
int snprintf(char *to, size_t room, const char *format, ...) {
  model_any_string(to, room);
  return RESULT;
}
int vsnprintf(char *to, size_t room, const char *format, va_list arguments) {
  model_any_string(to, room);
  return RESULT;
}
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  model_any_string_unbounded(to);
  return RESULT;
}
int __snprintf_chk(char *to, size_t room, int flag, size_t limit,
                   const char *format, ...) {
  if (room > limit) __cutpoint_stop_abort();
  model_any_string(to, room);
  return RESULT;
}

static int any_new_string(char **out) {
  size_t room = __cutpoint_nondet_size_t();
  __cutpoint_assume(room > 0 && room < (size_t)1 << 30);
  if (model_choice()) return -1;
  *out = __cutpoint_alloc(room);
  (*out)[room - 1] = 0;
  return (int)room - 1;
}
int asprintf(char **out, const char *format, ...) {
  return any_new_string(out);
}
int vasprintf(char **out, const char *format, va_list arguments) {
  return any_new_string(out);
}
