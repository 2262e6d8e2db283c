/* SPDX-License-Identifier: MIT
 *
 * printf, puts and putchar done by the host, so that the output of a program
 * run here can be compared with that of its compiled twin.
 *
 * A format is cut at its conversions; each is handed to the host's own printf
 * with the argument widened to what the rewritten conversion takes.  %n and
 * whatever is not known ends the output of that call. */
#include "interp/interp.h"

enum { MOST_TEXT = 1 << 20 };

static void add_string(InterpCall *call, uint64_t address, Text *out,
                       uint64_t most) {
  for (uint64_t i = 0; i < most && i < MOST_TEXT; i++) {
    uint8_t byte;
    if (!interp_read(call->run, address + i, &byte, 1) || !byte) return;
    text_char(out, (char)byte);
  }
}

/* ---- one conversion ---- */

typedef struct Conversion {
  char flags[8];
  int width, precision; /* -1: none */
  char length[3];       /* "", "hh", "h", "l", "ll", "z", "j", "t", "L" */
  char kind;            /* 'd', ... */
} Conversion;

typedef struct Printer {
  InterpCall *call;
  const Program *p;
  Text *out;
  uint32_t next; /* argument */
} Printer;

static const InterpArg *next_arg(Printer *at) {
  return at->next < at->call->n_args ? &at->call->args[at->next++] : NULL;
}

static uint32_t arg_bits(const Printer *at, const InterpArg *arg) {
  return prog_type(at->p, arg->type)->bits;
}

static int64_t arg_i64(Printer *at) {
  const InterpArg *arg = next_arg(at);
  if (!arg) return 0;
  BvWord wide[1];
  bv_sext(wide, 64, arg->words, arg_bits(at, arg));
  return (int64_t)wide[0];
}

static const char *read_count(Printer *at, const char *format, int *count) {
  if (*format == '*') {
    *count = (int)arg_i64(at);
    return format + 1;
  }
  for (*count = 0; *format >= '0' && *format <= '9'; format++)
    if (*count < MOST_TEXT) *count = *count * 10 + (*format - '0');
  return format;
}

static const char *read_conversion(Printer *at, const char *format,
                                   Conversion *c) {
  *c = (Conversion){.width = -1, .precision = -1};
  size_t n = 0;
  for (; *format && strchr("-+ #0", *format); format++)
    if (n < sizeof c->flags - 1) c->flags[n++] = *format;
  if (*format == '*' || (*format >= '1' && *format <= '9'))
    format = read_count(at, format, &c->width);
  if (*format == '.') format = read_count(at, format + 1, &c->precision);
  for (n = 0; *format && strchr("hlzjtL", *format); format++)
    if (n < sizeof c->length - 1) c->length[n++] = *format;
  c->kind = *format;
  return *format ? format + 1 : format;
}

/* "%", flags, width, precision, `length` and the kind. */
static void host_format(char *format, size_t size, const Conversion *c,
                        const char *length) {
  int n = snprintf(format, size, "%%%s", c->flags);
  if (c->width >= 0)
    n += snprintf(format + n, size - (size_t)n, "%d", c->width);
  if (c->precision >= 0)
    n += snprintf(format + n, size - (size_t)n, ".%d", c->precision);
  n += snprintf(format + n, size - (size_t)n, "%s%c", length, c->kind);
  require(n > 0 && (size_t)n < size);
}

/* The width in bits that the length modifier says. */
static uint32_t length_bits(const Printer *at, const Conversion *c) {
  if (strcmp(c->length, "hh") == 0) return 8;
  if (strcmp(c->length, "h") == 0) return 16;
  if (strcmp(c->length, "ll") == 0 || strcmp(c->length, "j") == 0) return 64;
  return *c->length ? at->p->pointer_bits : 32;
}

/* The formats are built above and match the one argument. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void print_integer(Printer *at, const Conversion *c) {
  char format[64];
  uint32_t bits = length_bits(at, c);
  BvWord value = (BvWord)arg_i64(at);
  bool is_signed = c->kind == 'd' || c->kind == 'i';
  bv_zext(&value, bits, &value, 64);
  if (is_signed)
    bv_sext(&value, 64, &value, bits);
  else
    bv_zext(&value, 64, &value, bits);
  host_format(format, sizeof format, c, "ll");
  text_printf(at->out, format, (long long)value);
}

static void print_float(Printer *at, const Conversion *c) {
  char format[64];
  const InterpArg *arg = next_arg(at);
  uint32_t bits = arg ? arg_bits(at, arg) : 0;
  if (bits == 80) {
    long double x = 0;
    memcpy(&x, arg->words, 10);
    host_format(format, sizeof format, c, "L");
    text_printf(at->out, format, x);
  } else {
    double x = 0;
    if (bits == 64) memcpy(&x, arg->words, 8);
    host_format(format, sizeof format, c, "");
    text_printf(at->out, format, x);
  }
}

static void print_string(Printer *at, const Conversion *c) {
  char format[64];
  Text text;
  text_init(&text, at->out->mem);
  uint64_t most = c->precision >= 0 ? (uint64_t)c->precision : MOST_TEXT;
  uint64_t mask = at->p->pointer_bits == 32 ? UINT32_MAX : UINT64_MAX;
  add_string(at->call, (uint64_t)arg_i64(at) & mask, &text, most);
  host_format(format, sizeof format, c, "");
  text_printf(at->out, format, text_get(&text));
  text_done(&text);
}

static void print_char(Printer *at, const Conversion *c) {
  char format[64];
  int value = (int)arg_i64(at) & 255;
  host_format(format, sizeof format, c, "");
  text_printf(at->out, format, value);
}

#pragma GCC diagnostic pop

static bool print_conversion(Printer *at, const Conversion *c) {
  if (c->width > MOST_TEXT || c->precision > MOST_TEXT) return false;
  if (!c->kind) return false;
  if (c->kind == '%')
    text_char(at->out, '%');
  else if (strchr("diuxXo", c->kind))
    print_integer(at, c);
  else if (strchr("aAeEfFgG", c->kind))
    print_float(at, c);
  else if (c->kind == 's')
    print_string(at, c);
  else if (c->kind == 'c')
    print_char(at, c);
  else
    return false;
  return true;
}

/* ---- the functions ---- */

static void host_printf(Printer *at) {
  Text format;
  Conversion c;
  text_init(&format, at->out->mem);
  const InterpArg *arg = next_arg(at);
  if (arg) add_string(at->call, arg->words[0], &format, MOST_TEXT);
  const char *next = text_get(&format);
  while (*next) {
    if (*next != '%') {
      text_char(at->out, *next++);
      continue;
    }
    next = read_conversion(at, next + 1, &c);
    if (!print_conversion(at, &c)) break;
  }
  text_done(&format);
}

static bool wants_output(void *ctx, const char *name) {
  (void)ctx;
  return strcmp(name, "printf") == 0 || strcmp(name, "puts") == 0 ||
         strcmp(name, "putchar") == 0;
}

static InterpCallOutcome call_output(void *ctx, InterpCall *call) {
  Text *out = ctx;
  if (!wants_output(NULL, call->name)) return INTERP_CALL_UNKNOWN;
  Printer at = {.call = call, .p = call->program, .out = out};
  size_t before = out->n;
  if (strcmp(call->name, "printf") == 0) {
    host_printf(&at);
  } else if (strcmp(call->name, "puts") == 0) {
    if (call->n_args) add_string(call, call->args[0].words[0], out, MOST_TEXT);
    text_char(out, '\n');
  } else {
    text_char(out, (char)arg_i64(&at));
  }
  uint32_t bits = prog_type(at.p, call->ret)->bits;
  if (bits) bv_set_u64(call->result, out->n - before, bits);
  if (bits && strcmp(call->name, "putchar") == 0)
    bv_set_u64(call->result, (uint8_t)out->text[out->n - 1], bits);
  return INTERP_CALL_DONE;
}

InterpHost interp_host_printf(Text *out) {
  require(out->mem);
  return (InterpHost){out, wants_output, call_output};
}
