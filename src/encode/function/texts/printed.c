/* SPDX-License-Identifier: MIT
 *
 * Room for what sprintf writes, by a constant format.
 *
 * Each conversion has a least and a most length: a plain number its digits, a
 * text its own length, what is not known one and any.  If there is no room for
 * the sum of the least, it is violated; if there is room for the most, or both
 * are the same, it is decided. */
#include "encode/function/texts/texts.h"
#include "ir/format.h"

enum { NUMBER_MOST = 72, DOUBLE_MOST = 330 }; /* with flags, up to %f */

/* Lengths of one conversion, or of a whole text. */
typedef struct Span {
  Term least;
  Term most; /* none: not known */
  bool is_exact;
} Span;

typedef struct Printing {
  Question *q;
  TermStore *store;
  uint32_t width; /* of a length */
  const Inst *inst;
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

static Span span_of_text(const Printing *p, const Conversion *c, Term text) {
  Term length = texts_length(p->q, text);
  bool is_limited = c->precision >= 0;
  Term limit = number(p, is_limited ? (uint64_t)c->precision : 0);
  if (!length.id)
    return (Span){number(p, 0), is_limited ? limit : TERM_NONE, false};
  if (is_limited)
    length =
        term_ite(p->store, term_ult(p->store, limit, length), limit, length);
  return exactly(length);
}

/* Of a conversion with this argument; its width makes it longer. */
static Span span_of(const Printing *p, const Conversion *c, Val arg) {
  EncExec *x = p->q->run->x;
  TypeId type = prog_val_type(x->enc.program, p->q->run->f, arg);
  bool is_pointer = exec_is_pointer(p->q->run, type);
  bool is_integer = prog_type(x->enc.program, type)->kind == TYPE_INT;
  Span span = {number(p, 0), TERM_NONE, false};
  if (c->kind == 's' && is_pointer && !c->length)
    span = span_of_text(p, c, exec_operand(p->q->run, arg));
  else if (c->kind == 'c' && !c->length)
    span = exactly(number(p, 1));
  else if (memchr("diouxX", c->kind, 6) && is_integer)
    span = span_of_number(p, c, exec_operand(p->q->run, arg));
  else if (memchr("eEfFgG", c->kind, 6) && c->precision <= 6 &&
           c->precision != FORMAT_STAR && c->length != 'q')
    span = (Span){number(p, 1), number(p, DOUBLE_MOST), false};
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

/* The text with its end; false: the format is not known, or the arguments do
 * not fit it. */
static bool measure(const Printing *p, Span *sum) {
  const Program *program = p->q->run->x->enc.program;
  const char *text = prog_literal(program, p->inst->ops[1]);
  Format format;
  if (!text || !format_parse(&format, FORMAT_PRINT, text, strlen(text)))
    return false;
  *sum = exactly(number(p, format.n_literal + (uint64_t)1));
  uint32_t next = 2;
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
  Printing p = {q, x->enc.store, x->enc.program->pointer_bits, inst};
  Span sum;
  if (!measure(&p, &sum)) return valid_open(q, ENC_LEAF_SIZE);
  Term good = texts_fit(q, inst->ops[0], sum.least);
  if (sum.is_exact) return good;
  good = term_and(p.store, good, valid_open(q, ENC_LEAF_SIZE));
  return sum.most.id
             ? term_or(p.store, texts_fit(q, inst->ops[0], sum.most), good)
             : good;
}
