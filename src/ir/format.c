/* SPDX-License-Identifier: MIT
 *
 * Formats of printf and scanf (C11 7.21.6.1, 7.21.6.2), with what POSIX and
 * glibc add (%ms, %qd): what stands between the conversions, each conversion,
 * and what those of scanf store.
 *
 * A directive of scanf that fails ends the call.  The result counts the
 * conversions that stored something, so that an argument is filled if the
 * result is greater than the number of those before it.  %n counts for nothing:
 * it is stored if all before it went well, which is certain if one behind it
 * did, or if it stands right behind one that did.  White space never fails. */
#include "ir/format.h"

typedef struct Scanner {
  const char *at, *end;
  FormatOf of;
} Scanner;

static bool accept(Scanner *in, char c) {
  if (in->at >= in->end || *in->at != c) return false;
  in->at++;
  return true;
}

/* Digits, or a star; 0 is a number for a precision only.  False: the number is
 * too large for an int. */
static bool read_number(Scanner *in, int *out) {
  int64_t value = 0;
  *out = FORMAT_STAR;
  if (in->of == FORMAT_PRINT && accept(in, '*')) return true;
  *out = FORMAT_NONE;
  if (in->at >= in->end || *in->at < '0' || *in->at > '9') return true;
  for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++) {
    value = 10 * value + (*in->at - '0');
    if (value > INT32_MAX) return false;
  }
  *out = (int)value;
  return true;
}

static char read_length(Scanner *in) {
  if (accept(in, 'h')) return accept(in, 'h') ? 'H' : 'h';
  if (accept(in, 'l')) return accept(in, 'l') ? 'q' : 'l';
  if (accept(in, 'j') || accept(in, 'q') || accept(in, 'L')) return 'q';
  if (in->of == FORMAT_SCAN && accept(in, 'm')) return 'm';
  return accept(in, 'z') ? 'z' : accept(in, 't') ? 't' : 0;
}

/* The set of %[...]. */
static bool read_set(Scanner *in, Conversion *c) {
  const char *start = in->at;
  (void)accept(in, '^');
  (void)accept(in, ']');
  while (in->at < in->end && *in->at != ']') in->at++;
  c->is_line = in->at - start == 2 && start[0] == '^' && start[1] == '\n';
  return accept(in, ']');
}

/* Behind the percent sign. */
static bool read_conversion(Scanner *in, Conversion *c) {
  *c = (Conversion){.width = FORMAT_NONE, .precision = FORMAT_NONE};
  if (in->of == FORMAT_SCAN) c->skipped = accept(in, '*');
  for (; in->of == FORMAT_PRINT && in->at < in->end &&
         memchr("-+ #0", *in->at, 5);
       in->at++)
    c->flagged |= *in->at != '-' && *in->at != '0';
  if (!read_number(in, &c->width)) return false;
  if (in->of == FORMAT_PRINT && accept(in, '.')) {
    if (!read_number(in, &c->precision)) return false;
    if (c->precision == FORMAT_NONE) c->precision = 0;
  }
  c->length = read_length(in);
  if (in->at >= in->end) return false;
  c->kind = *in->at++;
  if (c->length == 'm' && !memchr("cs[", c->kind, 3)) return false;
  if (in->of == FORMAT_SCAN && c->kind == '[') return read_set(in, c);
  return (in->of == FORMAT_SCAN && c->kind == 'n') ||
         memchr("diouxXcspaAeEfFgG", c->kind, 17) != NULL;
}

bool format_parse(Format *format, FormatOf of, const char *text,
                  size_t length) {
  Scanner in = {text, text + length, of};
  bool is_next = true;
  uint32_t before = 0;
  *format = (Format){0};
  while (in.at < in.end) {
    char c = *in.at++;
    if (c != '%' || accept(&in, '%')) {
      bool is_blank = memchr(" \t\n\v\f\r", c, 6) != NULL;
      is_next &= is_blank;
      before += !is_blank;
      format->n_literal++;
      continue;
    }
    Conversion *now = &format->at[format->n];
    if (format->n == FORMAT_MOST || !read_conversion(&in, now)) return false;
    now->is_next = is_next;
    now->before = before;
    is_next = true;
    format->n++;
  }
  return true;
}

/* ---- what scanf stores ---- */

/* Bytes of a number with this length; 0: there is none. */
static int64_t number_bytes(char length, bool is_float, int64_t word) {
  switch (length) {
  case 0: return 4;
  case 'l': return is_float ? 8 : word;
  case 'H': return is_float ? 0 : 1;
  case 'h': return is_float ? 0 : 2;
  case 'q': return is_float ? 0 : 8;
  default: return is_float ? 0 : word;
  }
}

/* `bytes` 0: it is not understood. */
static FormatFill stored_by(const Conversion *c, int64_t word) {
  assert(c->kind && c->width != FORMAT_STAR);
  FormatFill fill = {.is_counted = c->kind != 'n'};
  bool is_text = c->kind == 's' || c->kind == '[';
  bool is_float = memchr("aefgAEFG", c->kind, 8) != NULL;
  int64_t width = c->width > 0 ? c->width : 0;
  if (c->length == 'm') {
    fill.bytes = word; /* where the text is that was allocated */
  } else if (is_text && !c->length) {
    fill.bytes = width ? width + 1 : -1;
    fill.surely = 2; /* a character, and the end */
  } else if (c->kind == 'c' && !c->length) {
    fill.bytes = width ? width : 1;
    fill.is_parted = width > 1;
  } else if (c->kind == 'p' && !c->length) {
    fill.bytes = word;
  } else if (is_float || memchr("diouxXn", c->kind, 7)) {
    fill.bytes = number_bytes(c->length, is_float, word);
  }
  if (!fill.surely) fill.surely = fill.bytes;
  return fill;
}

bool format_fills(FormatFills *out, const Format *format,
                  uint32_t pointer_bits) {
  require(format && pointer_bits % 8 == 0);
  uint32_t counted = 0, matched = 0;
  bool is_next = false; /* the last that counts was followed by space alone */
  out->n = 0;
  for (uint32_t i = 0; i < format->n; i++) {
    const Conversion *c = &format->at[i];
    FormatFill fill = stored_by(c, pointer_bits / 8);
    if (fill.bytes == 0) return false;
    is_next = is_next && c->is_next && !c->skipped;
    fill.least = c->before + matched;
    matched += c->kind != 'n'; /* each reads a character at least */
    if (c->skipped) continue;
    fill.before = counted;
    fill.is_next = !fill.is_counted && is_next;
    if (fill.is_counted) is_next = true, counted++;
    out->at[out->n++] = fill;
  }
  return true;
}

/* ---- where a format is ---- */

const char *prog_literal(const Program *program, Val text) {
  if (!val_is_const(text)) return NULL;
  const Const *constant = prog_const(program, text);
  if (constant->kind != CONST_GLOBAL || constant->offset < 0) return NULL;
  const Global *global = prog_global(program, constant->global);
  uint64_t at = (uint64_t)constant->offset;
  if (global->kind != GLOBAL_CONSTANT || global->state != GLOBAL_DEFINED ||
      global->n_relocs || at >= global->size)
    return NULL;
  if (!global->init) return "";
  const char *start = (const char *)global->init + at;
  return memchr(start, 0, global->size - at) ? start : NULL;
}
