/* SPDX-License-Identifier: MIT
 *
 * stdio.h: output.  The caller has evaluated the arguments; the text goes to a
 * world we do not look at.  The result is any length, or EOF when writing
 * failed.  Functions that write text into memory leave any string there, within
 * the room they were given. */
#include "model.h"

void __cutpoint_stream_used(FILE *to); /* streams.c */
/* world.c */
int __cutpoint_world_wrote(int result, const FILE *to);
long __cutpoint_world_sent(long result, int file);
int __cutpoint_world_puts(int result, const char *text);
int __cutpoint_world_fputs(int result);

/* ... written to a stream. */
static int any_sent(FILE *to) {
  __cutpoint_stream_used(to);
  return __cutpoint_world_wrote(model_any_length(), to);
}

int printf(const char *format, ...) {
  return model_any_length();
}
int vprintf(const char *format, va_list arguments) {
  return model_any_length();
}
int fprintf(FILE *to, const char *format, ...) {
  return any_sent(to);
}
int vfprintf(FILE *to, const char *format, va_list arguments) {
  return any_sent(to);
}
int dprintf(int to, const char *format, ...) {
  return model_any_length();
}
int __printf_chk(int flag, const char *format, ...) {
  return model_any_length();
}
int __fprintf_chk(FILE *to, int flag, const char *format, ...) {
  return any_sent(to);
}
int puts(const char *s) {
  return __cutpoint_world_puts(model_any_length(), s);
}
int fputs(const char *s, FILE *to) {
  return __cutpoint_world_fputs(any_sent(to));
}
void perror(const char *s) {
}
int fflush(FILE *file) {
  int result = model_choice() ? EOF : 0;
  if (!file) return result; /* all of them */
  __cutpoint_stream_used(file);
  return __cutpoint_world_wrote(result, file);
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
  return __cutpoint_world_wrote(written(c), to);
}
int _IO_putc(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return __cutpoint_world_wrote(written(c), to);
}
int fputc(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return __cutpoint_world_wrote(written(c), to);
}
/* Wide characters: the same, or WEOF. */
static int written_wide(int c) {
  return -model_choice() | c;
}
unsigned putwchar(int c) {
  return (unsigned)written_wide(c);
}
unsigned putwc(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return (unsigned)__cutpoint_world_wrote(written_wide(c), to);
}
unsigned fputwc(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return (unsigned)__cutpoint_world_wrote(written_wide(c), to);
}
int putchar_unlocked(int c) {
  return written(c);
}
int putc_unlocked(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return __cutpoint_world_wrote(written(c), to);
}
int fputc_unlocked(int c, FILE *to) {
  __cutpoint_stream_used(to);
  return __cutpoint_world_wrote(written(c), to);
}
size_t fwrite(const void *from, size_t size, size_t count, FILE *to) {
  size_t done = model_upto(count);
  __cutpoint_stream_used(to);
  __cutpoint_reads_bytes(from, size * count);
  if (size == 0) return 0;
  __cutpoint_world_wrote(done < count ? EOF : 0, to);
  return done;
}
ssize_t write(int to, const void *from, size_t bytes) {
  __cutpoint_reads_bytes(from, bytes);
  return __cutpoint_world_sent(
      model_choice() ? -1 : (ssize_t)model_upto(bytes), to);
}

/* ---- into memory ----------------------------------------------------------- */

/* What fits of a text of the length that is returned, and its end; if that
 * tells of a failure, any text. */
static int any_printed(char *to, size_t room) {
  int length = model_any_length();
  if (length >= 0)
    model_string_of(to, room, (size_t)length);
  else
    model_any_string(to, room);
  return length;
}

int sprintf(char *to, const char *format, ...) {
  model_any_string_unbounded(to);
  return model_any_length();
}
int vsprintf(char *to, const char *format, va_list arguments) {
  model_any_string_unbounded(to);
  return model_any_length();
}
int snprintf(char *to, size_t room, const char *format, ...) {
  return any_printed(to, room);
}
int vsnprintf(char *to, size_t room, const char *format, va_list arguments) {
  return any_printed(to, room);
}
int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  model_any_string_unbounded(to);
  return model_any_length();
}
int __snprintf_chk(char *to, size_t room, int flag, size_t limit,
                   const char *format, ...) {
  if (room > limit) __cutpoint_stop_abort();
  return any_printed(to, room);
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
