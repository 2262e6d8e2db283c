/* SPDX-License-Identifier: MIT
 *
 * stdio.h: input.  What comes from outside is any value.  The scanf family
 * reads its format to know what it stores: each conversion may be the one that
 * fails, everything before it got any value of its type.  Positional and
 * allocating conversions (%1$d, %ms) are not supported.
 *
 * Reading may fail after some bytes have come.  Then the room for them has any
 * contents (C11 7.21.7.2p3). */
#include "model.h"

void __cutpoint_stream_used(FILE *from); /* streams.c */
/* world.c */
int __cutpoint_world_character(int c, const FILE *from);
int __cutpoint_world_back(int result, int c, const FILE *to);
char *__cutpoint_world_line(char *line, int room, const FILE *from);
size_t __cutpoint_world_block(size_t done, char *to, size_t bytes, size_t count,
                              const FILE *from);
long __cutpoint_world_delimited(long length, char *line, int end,
                                const FILE *from);
int __cutpoint_world_scanned(int matched, const FILE *from);
long __cutpoint_world_received(long result, int file);

_Noreturn void __cutpoint_unsupported_scanf_format(void);
void *realloc(void *object, size_t bytes);
_Noreturn void __cutpoint_unsupported_getdelim_without_a_line(void);

/* ---- bytes and lines ------------------------------------------------------- */

static int any_byte(const FILE *from) {
  int c = model_choice() ? EOF : __cutpoint_nondet_uchar();
  return __cutpoint_world_character(c, from);
}
int getchar(void) {
  return any_byte(NULL);
}
int getc(FILE *from) {
  __cutpoint_stream_used(from);
  return any_byte(from);
}
int _IO_getc(FILE *from) {
  __cutpoint_stream_used(from);
  return any_byte(from);
}
int fgetc(FILE *from) {
  __cutpoint_stream_used(from);
  return any_byte(from);
}
int getchar_unlocked(void) {
  return any_byte(NULL);
}
int getc_unlocked(FILE *from) {
  __cutpoint_stream_used(from);
  return any_byte(from);
}
int fgetc_unlocked(FILE *from) {
  __cutpoint_stream_used(from);
  return any_byte(from);
}
int ungetc(int c, FILE *from) {
  int result;
  __cutpoint_stream_used(from);
  result = model_choice() || c == EOF ? EOF : (unsigned char)c;
  return __cutpoint_world_back(result, c, from);
}
/* At least one byte has come if there is room for one; what lies behind the
 * terminator is not written. */
char *fgets(char *to, int room, FILE *from) {
  size_t length;
  __cutpoint_stream_used(from);
  if (room <= 0) return NULL;
  if (model_choice()) {
    model_perhaps_some(to, (size_t)room);
    return __cutpoint_world_line(NULL, room, from);
  }
  length = room == 1 ? 0 : 1 + model_upto((size_t)room - 2);
  model_stored(to, (size_t)room, length + 1);
  to[length] = 0;
  return __cutpoint_world_line(to, room, from);
}
char *gets(char *to) {
  if (model_choice()) {
    if (model_choice()) __cutpoint_havoc_object(to);
    return NULL;
  }
  model_any_string_unbounded(to);
  return to;
}

/* Room for a line of getdelim, made with malloc; 0: there is none. */
static int make_room(char **line, size_t *room, size_t least) {
  size_t bytes = __cutpoint_nondet_size_t();
  char *more;
  __cutpoint_assume(least <= bytes && bytes <= (size_t)-1 / 4);
  more = realloc(*line, bytes);
  if (!more) return 0;
  *line = more;
  *room = bytes;
  return 1;
}
/* At least one byte comes, or none; there may be room for it then as well. */
ssize_t getdelim(char **line, size_t *room, int end, FILE *from) {
  size_t length = 1 + model_upto((size_t)-1 / 8);
  __cutpoint_stream_used(from);
  if (!line || !room) __cutpoint_unsupported_getdelim_without_a_line();
  if (model_choice()) {
    if (!*line && model_choice()) (void)make_room(line, room, 1);
    if (*line) model_perhaps_some(*line, *room);
    (void)__cutpoint_world_line(NULL, 2, from);
    return -1;
  }
  if ((!*line || *room <= length) && !make_room(line, room, length + 1))
    return -1;
  model_stored(*line, length + 1, length + 1);
  (*line)[length] = 0;
  return __cutpoint_world_delimited((long)length, *line, end, from);
}
ssize_t __getdelim(char **line, size_t *room, int end, FILE *from) {
  return getdelim(line, room, end, from);
}
ssize_t getline(char **line, size_t *room, FILE *from) {
  return getdelim(line, room, '\n', from);
}
size_t fread(void *to, size_t size, size_t count, FILE *from) {
  size_t done = model_upto(count);
  __cutpoint_stream_used(from);
  model_stored(to, size * count, size * done);
  if (size == 0) return 0;
  return __cutpoint_world_block(done, to, size, count, from);
}
ssize_t read(int from, void *to, size_t bytes) {
  return __cutpoint_world_received(model_receive(to, bytes), from);
}

/* ---- scanf ------------------------------------------------------------------ */

/* Bytes of what an integer conversion with this length modifier stores. */
static size_t int_size(int length) {
  switch (length) {
  case 'H': return 1; /* hh */
  case 'h': return 2;
  case 'l':
  case 'z':
  case 't': return sizeof(long);
  case 'q': return 8; /* ll, j, L */
  default: return 4;
  }
}

static size_t float_size(int length) {
  return length == 'q' ? sizeof(long double) : length == 'l' ? 8 : 4;
}

/* The length modifier at *format as one letter; advances. */
static int length_modifier(const char **format) {
  int c = **format;
  if (c == 'h' || c == 'l') {
    ++*format;
    if (**format != c) return c;
    ++*format;
    return c == 'h' ? 'H' : 'q';
  }
  if (c == 'z' || c == 't') {
    ++*format;
    return c;
  }
  if (c == 'j' || c == 'L' || c == 'q') {
    ++*format;
    return 'q';
  }
  return 0;
}

/* Past the closing bracket of a %[...] set. */
static const char *skip_set(const char *format) {
  if (*format == '^') format++;
  if (*format == ']') format++;
  while (*format && *format != ']') format++;
  if (!*format) __cutpoint_unsupported_scanf_format();
  return format + 1;
}

static void store_string(char *to, size_t width) {
  if (width == 0)
    model_any_string_unbounded(to);
  else
    model_any_string(to, width + 1);
}

/* Stores what the conversion `kind` stores. */
static void store(void *to, int kind, int length, size_t width) {
  switch (kind) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X': __cutpoint_havoc(to, int_size(length)); break;
  case 'a':
  case 'e':
  case 'f':
  case 'g':
  case 'E':
  case 'G': __cutpoint_havoc(to, float_size(length)); break;
  case 'p': __cutpoint_havoc(to, sizeof(void *)); break;
  case 'c': __cutpoint_havoc(to, width == 0 ? 1 : width); break;
  case 's':
  case '[': store_string(to, width); break;
  default: __cutpoint_unsupported_scanf_format();
  }
}

/* A text of which only some bytes came; numbers are stored at once. */
static void store_part(char *to, int kind, size_t width) {
  if (kind != 'c' && kind != 's' && kind != '[') return;
  if (model_choice()) return;
  if (width == 0 && kind != 'c')
    __cutpoint_havoc_object(to);
  else
    __cutpoint_havoc(to, width == 0 ? 1 : width + (kind != 'c'));
}

/* How many characters were read, which are `least` at least. */
static void store_count(void *to, int length, int least) {
  __cutpoint_havoc(to, int_size(length));
  if (length == 0) __cutpoint_assume(*(int *)to >= least);
}

static int is_blank(int c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static int scan_any(const char *format, va_list arguments) {
  int matched = 0, least = 0; /* characters */
  while (*format) {
    int kind, length, stores = 1;
    size_t width = 0;
    if (*format++ != '%') {
      least += !is_blank(format[-1]);
      continue;
    }
    if (*format == '%') {
      format++;
      least++;
      continue;
    }
    if (*format == '*') stores = 0, format++;
    for (; *format >= '0' && *format <= '9'; format++)
      width = width * 10 + (size_t)(*format - '0');
    length = length_modifier(&format);
    kind = *format++;
    if (kind == '[') format = skip_set(format);
    if (length == 'l' && (kind == 'c' || kind == 's' || kind == '['))
      __cutpoint_unsupported_scanf_format();
    if (model_choice()) {
      if (stores)
        store_part(__builtin_va_arg(arguments, char *), kind, width);
      return matched == 0 && model_choice() ? EOF : matched;
    }
    if (kind == 'n' && stores)
      store_count(__builtin_va_arg(arguments, void *), length, least);
    least += kind != 'n'; /* none matches nothing */
    if (!stores || kind == 'n') continue;
    store(__builtin_va_arg(arguments, void *), kind, length, width);
    matched++;
  }
  return matched == 0 && model_choice() ? EOF : matched;
}

/* From a stream; NULL is the standard input. */
static int scan(const FILE *from, const char *format, va_list arguments) {
  return __cutpoint_world_scanned(scan_any(format, arguments), from);
}

#define SCAN(matched)                                                          \
  int result;                                                                  \
  va_list arguments;                                                           \
  __builtin_va_start(arguments, format);                                       \
  result = matched;                                                            \
  __builtin_va_end(arguments);                                                 \
  return result

int scanf(const char *format, ...) {
  SCAN(scan(NULL, format, arguments));
}
int fscanf(FILE *from, const char *format, ...) {
  __cutpoint_stream_used(from);
  SCAN(scan(from, format, arguments));
}
int sscanf(const char *from, const char *format, ...) {
  SCAN(scan_any(format, arguments));
}
int __isoc99_scanf(const char *format, ...) {
  SCAN(scan(NULL, format, arguments));
}
int __isoc99_fscanf(FILE *from, const char *format, ...) {
  __cutpoint_stream_used(from);
  SCAN(scan(from, format, arguments));
}
int __isoc99_sscanf(const char *from, const char *format, ...) {
  SCAN(scan_any(format, arguments));
}
int vscanf(const char *format, va_list arguments) {
  return scan(NULL, format, arguments);
}
int vfscanf(FILE *from, const char *format, va_list arguments) {
  __cutpoint_stream_used(from);
  return scan(from, format, arguments);
}
int vsscanf(const char *from, const char *format, va_list arguments) {
  return scan_any(format, arguments);
}
int __isoc99_vscanf(const char *format, va_list arguments) {
  return scan(NULL, format, arguments);
}
int __isoc99_vfscanf(FILE *from, const char *format, va_list arguments) {
  __cutpoint_stream_used(from);
  return scan(from, format, arguments);
}
int __isoc99_vsscanf(const char *from, const char *format, va_list arguments) {
  return scan_any(format, arguments);
}
