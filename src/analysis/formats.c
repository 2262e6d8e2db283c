/* SPDX-License-Identifier: MIT
 *
 * Formats of scanf (C11 7.21.6.2), with what POSIX and glibc add: %m, %q.
 *
 * A directive that fails ends the call.  The result counts the conversions that
 * stored something, so that an argument is filled if the result is greater than
 * the number of those before it.  %n counts for nothing: it is stored if all
 * before it went well, which is certain if one behind it did, or if it stands
 * right behind one that did.  White space never fails. */
#include "analysis/formats.h"

#include <string.h>

/* Bytes of a number with this length modifier; 0: there is none. */
static int64_t number_bytes(const char *modifier, size_t n, bool is_float,
                            int64_t word) {
  if (n == 0) return 4;
  if (n == 2 && (modifier[0] != modifier[1] || !strchr("hl", *modifier)))
    return 0;
  if (is_float) return n == 1 && *modifier == 'l' ? 8 : 0;
  if (n == 2) return *modifier == 'h' ? 1 : 8;
  if (*modifier == 'h') return 2;
  return strchr("ltz", *modifier) ? word : *modifier == 'm' ? 0 : 8;
}

/* Behind the bracket that ends the set; NULL: there is none. */
static const char *set_end(const char *set) {
  if (*set == '^') set++;
  const char *end = *set ? strchr(set + 1, ']') : NULL;
  return end ? end + 1 : NULL;
}

/* What a conversion stores; `bytes` 0: it is not understood. */
static FormatFill stored_by(char kind, const char *modifier, size_t n,
                            int64_t width, int64_t word) {
  FormatFill fill = {.is_counted = kind != 'n'};
  bool is_text = kind == 's' || kind == '[';
  bool is_float = strchr("aefgAEFG", kind) != NULL;
  if ((is_text || kind == 'c') && n == 1 && *modifier == 'm') {
    fill.bytes = word; /* where the text is that was allocated */
  } else if (is_text && n == 0) {
    fill.bytes = width ? width + 1 : -1;
    fill.surely = 2; /* a character, and the end */
  } else if (kind == 'c' && n == 0) {
    fill.bytes = width ? width : 1;
    fill.is_parted = width > 1;
  } else if (kind == 'p' && n == 0) {
    fill.bytes = word;
  } else if (is_float || strchr("diouxXn", kind)) {
    fill.bytes = number_bytes(modifier, n, is_float, word);
  }
  if (!fill.surely) fill.surely = fill.bytes;
  return fill;
}

/* A directive behind its `%`; gives its end, or NULL: it is not understood. */
static const char *read_directive(const char *at, int64_t word,
                                  FormatFill *fill, bool *is_stored) {
  int64_t width = 0;
  *is_stored = *at != '*';
  if (!*is_stored) at++;
  for (; *at >= '0' && *at <= '9'; at++) {
    width = 10 * width + (*at - '0');
    if (width > INT32_MAX) return NULL;
  }
  const char *modifier = at;
  size_t n = strspn(at, "hljztLqm");
  char kind = at[n];
  if (!kind || n > 2) return NULL;
  *fill = stored_by(kind, modifier, n, width, word);
  at += n + 1;
  return fill->bytes == 0 ? NULL : kind == '[' ? set_end(at) : at;
}

bool prog_format_fills(FormatFills *out, const char *format,
                       uint32_t pointer_bits) {
  require(format && pointer_bits % 8 == 0);
  uint32_t counted = 0;
  bool is_next = false; /* the last that counts was followed by space alone */
  out->n = 0;
  while (*format) {
    char c = *format++;
    if (c != '%') {
      is_next &= strchr(" \t\n\v\f\r", c) != NULL;
      continue;
    }
    FormatFill fill;
    bool is_stored;
    if (*format == '%') {
      is_next = false;
      format++;
      continue;
    }
    format = read_directive(format, pointer_bits / 8, &fill, &is_stored);
    if (!format || out->n == FORMAT_FILLS_MOST) return false;
    if (!is_stored) {
      is_next = false;
      continue;
    }
    fill.before = counted;
    fill.is_next = !fill.is_counted && is_next;
    if (fill.is_counted) is_next = true, counted++;
    out->at[out->n++] = fill;
  }
  return true;
}
