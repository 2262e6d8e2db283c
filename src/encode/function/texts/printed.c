/* SPDX-License-Identifier: MIT
 *
 * What sprintf and its like write, by a constant format.
 *
 * Each conversion has a least and a most length: a plain number its digits, a
 * text its own length, what is not known one and any.  If there is no room for
 * the sum of the least, it is violated; if there is room for the most, or both
 * are the same, it is decided.
 *
 * The same sums limit what the function returns: `snprintf(b, n, "%02x", *p)`
 * is 2 if *p is a byte.  That a text which nobody has measured ends in its
 * object is believed. */
#include "encode/function/texts/texts.h"
#include "ir/format.h"

enum {
  NUMBER_MOST = 72, /* with flags */
  DOUBLE_MOST = 330,
  EXPONENT_MOST = 8 /* of %e and %g, beside the digits: -1.e-308 */
};

/* Lengths of one conversion, or of a whole text. */
typedef struct Span {
  Term least;
  Term most; /* none: not known */
  bool is_exact;
} Span;

typedef struct Printing {
  Run *run;
  Question *q; /* about room; NULL: none is asked */
  TermStore *store;
  uint32_t width;  /* of a length */
  uint32_t number; /* of the instruction */
  const Inst *inst;
  uint32_t format; /* which operand that is */
  Term believed;   /* ... so that the most is right; or none */
} Printing;

static Term number(const Printing *p, uint64_t value) {
  return term_u64(p->store, value, p->width);
}

static Span exactly(Term length) {
  return (Span){length, length, true};
}

static Term larger(const Printing *p, Term a, Term b) {
  return term_ite(p->store, term_ult(p->store, a, b), b, a);
}

/* How many digits an unsigned number has. */
static Term digits(const Printing *p, Term value, uint64_t base) {
  uint32_t bits = term_width(p->store, value);
  uint64_t most = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
  Term length = number(p, 1);
  uint64_t n = 1;
  for (uint64_t power = base;; power *= base) {
    Term is_more =
        term_not(term_ult(p->store, value, term_u64(p->store, power, bits)));
    length = term_ite(p->store, is_more, number(p, ++n), length);
    if (power > most / base) return length;
  }
}

/* The digits of a plain number, which has the type of its length. */
static Span span_of_number(const Printing *p, const Conversion *c, Term value) {
  bool is_plain =
      !c->flagged && c->precision == FORMAT_NONE && memchr("diuxX", c->kind, 5);
  uint64_t wanted = c->precision > 0 ? (uint64_t)c->precision : 0;
  if (!is_plain)
    return (Span){number(p, wanted), number(p, NUMBER_MOST + wanted), false};
  uint32_t small = c->length == 'h' ? 16 : c->length == 'H' ? 8 : 0;
  if (small && small < term_width(p->store, value))
    value = term_extract(p->store, value, small - 1, 0);
  uint64_t base = c->kind == 'x' || c->kind == 'X' ? 16 : 10;
  if (c->kind != 'd' && c->kind != 'i') return exactly(digits(p, value, base));
  uint32_t bits = term_width(p->store, value);
  Term zero = term_u64(p->store, 0, bits);
  Term below = digits(p, term_sub(p->store, zero, value), base);
  Term length =
      term_ite(p->store, term_slt(p->store, value, zero),
               term_add(p->store, below, number(p, 1)), digits(p, value, base));
  return exactly(length);
}

/* A text that nobody has measured ends in its object: that is believed. */
static Span span_within(Printing *p, Term text) {
  assert(text.id);
  Span span = {number(p, 0), TERM_NONE, false};
  if (!p->q) span.most = texts_most(p->run, text);
  if (span.most.id && !p->believed.id)
    p->believed = texts_believed(p->run, p->number);
  return span;
}

/* Where nothing tells how long it is, it is supposed to be so long; or it is
 * longer. */
static Span span_supposed(Printing *p, Val arg) {
  Term length = p->q ? texts_supposed(p->q, p->inst->ops[0], arg) : TERM_NONE;
  return length.id ? (Span){length, TERM_NONE, false}
                   : span_within(p, exec_operand(p->run, arg));
}

static Span span_of_text(Printing *p, const Conversion *c, Val arg) {
  Term text = exec_operand(p->run, arg);
  Term length =
      p->q ? texts_length(p->q, text) : exec_string_length(p->run, text, 1);
  bool is_limited = c->precision >= 0;
  Term limit = number(p, is_limited ? (uint64_t)c->precision : 0);
  if (!length.id && is_limited) return (Span){number(p, 0), limit, false};
  if (!length.id) return span_supposed(p, arg);
  if (is_limited)
    length =
        term_ite(p->store, term_ult(p->store, limit, length), limit, length);
  return exactly(length);
}

/* A double: %f has all of its digits, others those of their precision. */
static Span span_of_float(const Printing *p, const Conversion *c) {
  assert(c->precision != FORMAT_STAR && c->length != 'q');
  bool is_all = c->kind == 'f' || c->kind == 'F';
  uint64_t digits = c->precision < 0 ? 6 : (uint64_t)c->precision;
  uint64_t most = is_all ? DOUBLE_MOST : EXPONENT_MOST + (digits ? digits : 1);
  return (Span){number(p, 1), number(p, most), false};
}

/* Of a conversion with this argument; its width makes it longer. */
static Span span_of(Printing *p, const Conversion *c, Val arg) {
  EncExec *x = p->run->x;
  TypeId type = prog_val_type(x->enc.program, p->run->f, arg);
  bool is_pointer = exec_is_pointer(p->run, type);
  bool is_integer = prog_type(x->enc.program, type)->kind == TYPE_INT;
  Span span = {number(p, 0), TERM_NONE, false};
  if (c->kind == 's' && is_pointer && !c->length)
    span = span_of_text(p, c, arg);
  else if (c->kind == 'c' && !c->length)
    span = exactly(number(p, 1));
  else if (memchr("diouxX", c->kind, 6) && is_integer)
    span = span_of_number(p, c, exec_operand(p->run, arg));
  else if (memchr("eEfFgG", c->kind, 6) && c->precision <= 6 &&
           c->precision != FORMAT_STAR && c->length != 'q')
    span = span_of_float(p, c);
  if (c->width > 0) {
    Term least = number(p, (uint64_t)c->width);
    span.least = larger(p, span.least, least);
    if (span.most.id) span.most = larger(p, span.most, least);
  }
  return span;
}

static void add_span(const Printing *p, Span *sum, Span span) {
  sum->least = term_add(p->store, sum->least, span.least);
  sum->most = sum->most.id && span.most.id
                  ? term_add(p->store, sum->most, span.most)
                  : TERM_NONE;
  sum->is_exact &= span.is_exact;
}

/* False: the format is not known. */
static bool read_format(const Printing *p, Format *format) {
  const Program *program = p->run->x->enc.program;
  assert(p->format < p->inst->n_ops);
  const char *text = prog_literal(program, p->inst->ops[p->format]);
  return text && format_parse(format, FORMAT_PRINT, text, strlen(text));
}

/* The text without its end; false: the format is not known, or the arguments
 * do not fit it. */
static bool measure(Printing *p, Span *sum) {
  Format format;
  if (!read_format(p, &format)) return false;
  *sum = exactly(number(p, format.n_literal));
  uint32_t next = p->format + 1;
  for (uint32_t i = 0; i < format.n; i++) {
    const Conversion *c = &format.at[i];
    bool has_star = c->width == FORMAT_STAR || c->precision == FORMAT_STAR;
    if (has_star || next >= p->inst->n_ops) return false;
    add_span(p, sum, span_of(p, c, p->inst->ops[next++]));
  }
  return true;
}

Term texts_room_for_printed(Question *q, const Inst *inst) {
  require(inst->imm == VALID_PRINTED && inst->n_ops >= 2);
  EncExec *x = q->run->x;
  Printing p = {.run = q->run,
                .q = q,
                .store = x->enc.store,
                .width = x->enc.program->pointer_bits,
                .number = q->number,
                .inst = inst,
                .format = 1};
  Span sum;
  if (!measure(&p, &sum)) return valid_open(q, ENC_LEAF_SIZE);
  add_span(&p, &sum, exactly(number(&p, 1))); /* its end */
  Term good = texts_fit(q, inst->ops[0], sum.least);
  if (sum.is_exact) return good;
  good = term_and(p.store, good, valid_open(q, ENC_LEAF_SIZE));
  return sum.most.id
             ? term_or(p.store, texts_fit(q, inst->ops[0], sum.most), good)
             : good;
}

/* ---- what is returned ---- */

/* Functions that print, which operand their format is, whether the text stays
 * in memory, so that nothing can fail but wide characters, and whether the
 * arguments are a list, which nobody measures. */
static const struct Printer {
  const char *name;
  uint32_t format;
  bool is_kept, is_list;
} printers[] = {
    {"printf", 1, false, false},        {"fprintf", 2, false, false},
    {"dprintf", 2, false, false},       {"sprintf", 2, true, false},
    {"snprintf", 3, true, false},       {"__sprintf_chk", 4, true, false},
    {"__snprintf_chk", 5, true, false}, {"vsprintf", 2, true, true},
    {"vsnprintf", 3, true, true}};

static const struct Printer *printer_of(const Function *callee) {
  for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
    if (callee->origin == FUNC_MODEL &&
        strcmp(printers[i].name, callee->name) == 0)
      return &printers[i];
  return NULL;
}

bool texts_prints(const Function *callee) {
  return printer_of(callee) != NULL;
}

bool texts_cuts(const Function *callee) {
  return printer_of(callee) != NULL && strstr(callee->name, "snprintf") != NULL;
}

/* Wide characters may have no narrow ones. */
static bool has_wide(const Format *format) {
  for (uint32_t i = 0; i < format->n; i++)
    if (format->at[i].length == 'l' && memchr("sc", format->at[i].kind, 2))
      return true;
  return false;
}

Term texts_printed(Run *run, uint32_t number, const Function *callee,
                   Term result) {
  require(texts_prints(callee));
  EncExec *x = run->x;
  const struct Printer *printer = printer_of(callee);
  Printing p = {.run = run,
                .store = x->enc.store,
                .width = x->enc.program->pointer_bits,
                .number = number,
                .inst = &run->f->insts.at[number],
                .format = printer->format};
  uint32_t bits = term_width(p.store, result);
  Format format;
  Span sum = {.least = TERM_NONE, .most = TERM_NONE};
  if (p.format >= p.inst->n_ops || bits > p.width || !read_format(&p, &format))
    return term_true();
  if (printer->is_list || !measure(&p, &sum))
    sum = (Span){term_u64(p.store, 0, p.width), TERM_NONE, false};
  Term length = term_sext(p.store, result, p.width);
  Term good = term_and(
      p.store, term_not(term_slt(p.store, result, term_u64(p.store, 0, bits))),
      term_not(term_ult(p.store, length, sum.least)));
  if (sum.most.id)
    good =
        term_and(p.store, good, term_not(term_ult(p.store, sum.most, length)));
  Term failed = term_eq(p.store, result, term_i64(p.store, -1, bits));
  bool is_kept = printer->is_kept && !has_wide(&format);
  if (is_kept && !sum.most.id && !p.believed.id) /* more than an int can tell */
    p.believed = texts_believed(run, number);
  if (!is_kept) good = term_or(p.store, good, failed);
  return p.believed.id ? term_or(p.store, good, term_not(p.believed)) : good;
}
