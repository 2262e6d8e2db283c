/* SPDX-License-Identifier: MIT
 *
 * Formats of printf and scanf (C11 7.21.6.1, 7.21.6.2): what stands between the
 * conversions, and each conversion. */
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

/* Digits, or a star; 0 is a number for a precision only. */
static int read_number(Scanner *in) {
  enum { MOST = 100000 };
  int value = 0;
  if (in->of == FORMAT_PRINT && accept(in, '*')) return FORMAT_STAR;
  if (in->at >= in->end || *in->at < '0' || *in->at > '9') return FORMAT_NONE;
  for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++)
    if (value < MOST) value = 10 * value + (*in->at - '0');
  return value;
}

static char read_length(Scanner *in) {
  if (accept(in, 'h')) return accept(in, 'h') ? 'H' : 'h';
  if (accept(in, 'l')) return accept(in, 'l') ? 'q' : 'l';
  if (accept(in, 'j') || accept(in, 'q') || accept(in, 'L')) return 'q';
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
  c->width = read_number(in);
  if (in->of == FORMAT_PRINT && accept(in, '.')) {
    c->precision = read_number(in);
    if (c->precision == FORMAT_NONE) c->precision = 0;
  }
  c->length = read_length(in);
  if (in->at >= in->end) return false;
  c->kind = *in->at++;
  if (in->of == FORMAT_SCAN && c->kind == '[') return read_set(in, c);
  return memchr("diouxXcspaAeEfFgG%", c->kind, 18) != NULL;
}

bool format_parse(Format *format, FormatOf of, const char *text,
                  size_t length) {
  Scanner in = {text, text + length, of};
  *format = (Format){0};
  while (in.at < in.end) {
    if (*in.at++ != '%') {
      format->n_literal++;
      continue;
    }
    if (accept(&in, '%')) {
      format->n_literal++;
      continue;
    }
    if (format->n == FORMAT_MOST ||
        !read_conversion(&in, &format->at[format->n]) ||
        format->at[format->n].kind == '%')
      return false;
    format->n++;
  }
  return true;
}

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
