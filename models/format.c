/* SPDX-License-Identifier: MIT
 *
 * Texts by a format that is known.
 *
 * src/frontend/library/print.c and scan.c read the constant formats of calls of
 * printf, scanf and their like, and put calls of these functions in their
 * place, one for each conversion.  Strings are read as far as C says (C11
 * 7.21.6.1p8); how long a text becomes is exact for strings, characters and
 * plain numbers; what it says is not.  A counterexample is run with the real
 * function (src/replay/bitcode/real.c).
 *
 * Where accesses are not the property, calls of __cutpoint_reads_ go
 * (src/pass/property.c): any length is their result then. */
#include "rough.h"

typedef __WCHAR_TYPE__ Wide;

enum { MOST = 0x7fffffff };

/* ---- what is read ---- */

size_t __cutpoint_reads_string(const char *s) {
  size_t n = 0;
  if (__cutpoint_rough()) return __cutpoint_rough_length(s);
  while (s[n]) n++;
  return n;
}

/* ... or none. */
size_t __cutpoint_reads_message(const char *s) {
  return s ? __cutpoint_reads_string(s) : 0;
}

/* %.5s; a negative precision is none. */
size_t __cutpoint_reads_upto(const char *s, int most) {
  size_t n = 0;
  if (most < 0) return __cutpoint_reads_string(s);
  if (__cutpoint_rough()) return __cutpoint_rough_upto(s, (size_t)most);
  while (n < (size_t)most && s[n]) n++;
  return n;
}

/* %ls: how many bytes they become depends on the locale. */
size_t __cutpoint_reads_wide(const Wide *s) {
  enum { MOST_BYTES = 16 };
  size_t n = 0;
  while (s[n]) n++;
  return model_upto(MOST_BYTES * n);
}

/* %.5ls: at most so many bytes, and each character becomes one or more; one
 * that the locale does not have ends it all. */
size_t __cutpoint_reads_wide_upto(const Wide *s, int most) {
  enum { PLAIN = 128 };
  size_t n = 0;
  if (most < 0) return __cutpoint_reads_wide(s);
  while (n < (size_t)most && s[n]) {
    if (s[n] >= PLAIN && model_choice()) break;
    n++;
  }
  return model_upto((size_t)most);
}

/* What lies between the first and the last byte is in the same object. */
void __cutpoint_reads_bytes(const void *at, size_t bytes) {
  const volatile char *p = at;
  if (bytes == 0) return;
  (void)p[0];
  (void)p[bytes - 1];
}

/* ---- how long a text is ---- */

size_t __cutpoint_text_unsigned(unsigned v) {
  return 1u + (v >= 10) + (v >= 100) + (v >= 1000) + (v >= 10000) +
         (v >= 100000) + (v >= 1000000) + (v >= 10000000) + (v >= 100000000) +
         (v >= 1000000000);
}

size_t __cutpoint_text_signed(int v) {
  return v < 0 ? 1 + __cutpoint_text_unsigned(0u - (unsigned)v)
               : __cutpoint_text_unsigned((unsigned)v);
}

size_t __cutpoint_text_hex(unsigned v) {
  return 1u + (v >> 4 != 0) + (v >> 8 != 0) + (v >> 12 != 0) + (v >> 16 != 0) +
         (v >> 20 != 0) + (v >> 24 != 0) + (v >> 28 != 0);
}

/* The same for 64 bits: each comparison is one digit more. */
size_t __cutpoint_text_unsigned_wide(unsigned long long v) {
  if (v < 1000000000u) return __cutpoint_text_unsigned((unsigned)v);
  return 10u + (v >= 10000000000u) + (v >= 100000000000u) +
         (v >= 1000000000000u) + (v >= 10000000000000u) +
         (v >= 100000000000000u) + (v >= 1000000000000000u) +
         (v >= 10000000000000000u) + (v >= 100000000000000000u) +
         (v >= 1000000000000000000u) + (v >= 10000000000000000000u);
}

size_t __cutpoint_text_signed_wide(long long v) {
  return v < 0 ? 1 + __cutpoint_text_unsigned_wide(0 - (unsigned long long)v)
               : __cutpoint_text_unsigned_wide((unsigned long long)v);
}

size_t __cutpoint_text_hex_wide(unsigned long long v) {
  unsigned high = (unsigned)(v >> 32);
  return high ? 8 + __cutpoint_text_hex(high) : __cutpoint_text_hex((unsigned)v);
}

size_t __cutpoint_text_any(size_t most) {
  return model_upto(most);
}

/* A width, which may be negative: then the text stands on the left. */
size_t __cutpoint_text_least(size_t length, int width) {
  size_t least = width < 0 ? 0 - (size_t)width : (size_t)width;
  return length < least ? least : length;
}

/* ---- where it goes ---- */

int __cutpoint_text_sent(void) {
  return model_any_length();
}

static int result(size_t length) {
  return length > MOST ? -1 : (int)length;
}

int __cutpoint_text_put(char *to, size_t length) {
  __cutpoint_havoc(to, length + 1);
  to[length] = 0;
  return result(length);
}

int __cutpoint_text_fit(char *to, size_t room, size_t length) {
  if (room > 0) {
    size_t kept = length < room ? length : room - 1;
    __cutpoint_havoc(to, kept + 1);
    to[kept] = 0;
  }
  return result(length);
}

/* Any characters in all of the room; negative if there was not enough. */
int __cutpoint_text_fit_wide(Wide *to, size_t room) {
  size_t kept;
  if (room == 0) return -1;
  kept = model_upto(room - 1);
  __cutpoint_havoc(to, room * sizeof(Wide));
  to[kept] = 0;
  return model_choice() ? -1 : (int)kept;
}

/* What a function without a model may do with memory it is given. */
void __cutpoint_writes(void *at) {
  if (at) __cutpoint_havoc_object(at);
}

void __cutpoint_writes_bytes(void *at, size_t bytes) {
  __cutpoint_havoc(at, bytes);
}

/* ... with all that it can reach from there, what it was given before, and its
 * own variables: unknown pointers lead to nothing else. */
void __cutpoint_writes_reached(void) {
  while (model_choice())
    *(unsigned char *)__cutpoint_nondet_size_t() = __cutpoint_nondet_uchar();
}

/* A character that the locale does not have, a number of no end. */
int __cutpoint_text_may_fail(int result) {
  return model_choice() ? -1 : result;
}

/* ---- scanf ---- */

/* Only in a counterexample: are these bytes what `kind` reads? */
void __cutpoint_confirm_text(const char *at, size_t bytes, int kind);

/* Does the conversion succeed, if those before it did? */
int __cutpoint_scan_goes_on(int before) {
  return before && model_choice();
}

void __cutpoint_scan_number(int now, void *to, size_t bytes) {
  if (now) __cutpoint_havoc(to, bytes);
}

/* %3d: at most so many characters, a sign among them; fewer than ten. */
void __cutpoint_scan_decimal(int now, int *to, unsigned width) {
  int most = 1, least = 1, value = __cutpoint_nondet_int();
  unsigned i;
  if (!now) return;
  for (i = 0; i < width; i++) least = most, most *= 10;
  __cutpoint_assume(value < most && value > -least);
  *to = value;
}

/* Room of which some bytes may have come. */
static void came_in_part(char *to, size_t bytes) {
  size_t some = __cutpoint_nondet_size_t();
  if (some <= bytes) __cutpoint_havoc(to, some);
}

void __cutpoint_scan_characters(int before, int now, char *to, size_t width) {
  if (now)
    __cutpoint_havoc(to, width);
  else if (before)
    came_in_part(to, width);
}

/* %s, %[...]: one character or more, and 0; width 0: any number of them. */
void __cutpoint_scan_text(int before, int now, char *to, size_t width,
                          int kind) {
  size_t length = __cutpoint_nondet_size_t(), limit = (size_t)-1 / 4;
  if (width > 0) limit = width;
  __cutpoint_assume(length >= 1 && length <= limit);
  if (now) {
    __cutpoint_havoc(to, length + 1);
    __cutpoint_confirm_text(to, length, kind);
    to[length] = 0;
  } else if (before) {
    came_in_part(to, length);
  }
}

int __cutpoint_scan_result(int matched) {
  return matched == 0 && model_choice() ? EOF : matched;
}
