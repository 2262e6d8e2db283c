/* SPDX-License-Identifier: MIT
 *
 * Terms as C expressions that a C compiler, or another checker, reads as the
 * same fact.
 *
 * Bits have no sign, C expressions do.  So every bit-vector is written for a
 * wanted *reading*: an expression of the C type of that width and sign, whose
 * value is the bits read that way.  Variables know their own sign and get a
 * cast when the other reading is wanted.  Arithmetic is written over unsigned
 * types of at least 32 bits, where it wraps as bits do, and cast back: so no
 * expression can overflow a signed type or fall to integer promotion.  Linear
 * atoms, which never wrap, are sums over a type wide enough for all values.
 *
 * Cells of memory have names as variables do.  What C cannot say this way
 * (whole arrays, floats, odd widths, shifts and divisions by what is not a
 * constant) makes the whole expression unsayable.
 *
 * An explicit stack holds what is still to be written; the limit bounds the
 * text of a shared graph. */
#include "term/term_int.h"

/* Surroundings: what may stand there without parentheses. */
enum { PREC_ANY, PREC_OR, PREC_AND, PREC_COMPARE, PREC_OPERAND };

typedef enum Reading { READ_BOOL, READ_UNSIGNED, READ_SIGNED } Reading;

typedef struct Item {
  const char *text; /* or NULL: */
  Term term;        /* or none: */
  Integer number;
  uint8_t reading, prec;
} Item;

typedef struct CWriter {
  const TermStore *s;
  Text *out;
  TermCName *name_of;
  void *context;
  TermCStyle style;
  Vec(Item) stack;
  enum { SAYABLE, UNSAYABLE } state;
} CWriter;

static void push_text(CWriter *w, const char *text) {
  VEC_PUSH(w->s->mem, &w->stack, ((Item){.text = text}));
}

static void push_term(CWriter *w, Term t, Reading reading, int prec) {
  assert((reading == READ_BOOL) == term_is_bool(w->s, t));
  VEC_PUSH(
      w->s->mem, &w->stack,
      ((Item){.term = t, .reading = (uint8_t)reading, .prec = (uint8_t)prec}));
}

static void push_number(CWriter *w, Integer number) {
  VEC_PUSH(w->s->mem, &w->stack, ((Item){.number = number}));
}

static void give_up(CWriter *w) {
  w->state = UNSAYABLE;
}

/* ---- types and numbers ---- */

/* The type of a width and sign as the prefix of a cast, or NULL. */
static const char *cast_to(uint32_t width, Reading reading) {
  bool is_signed = reading == READ_SIGNED;
  switch (width) {
  case 8: return is_signed ? "(signed char)" : "(unsigned char)";
  case 16: return is_signed ? "(short)" : "(unsigned short)";
  case 32: return is_signed ? "(int)" : "(unsigned int)";
  case 64: return is_signed ? "(long long)" : "(unsigned long long)";
  default: return NULL;
  }
}

static void print_number(CWriter *w, Term t, Reading reading) {
  uint32_t width = term_width(w->s, t);
  const char *suffix = width <= 32 ? "" : "LL";
  if (reading == READ_UNSIGNED) {
    uint64_t value;
    if (!term_const_u64(w->s, t, &value)) return give_up(w);
    text_printf(w->out, "%lluU%s", (unsigned long long)value, suffix);
    return;
  }
  int64_t value,
      int_min = width < 64 ? -((int64_t)1 << (width - 1)) : INT64_MIN;
  if (!term_const_i64(w->s, t, &value)) return give_up(w);
  if (value == int_min)
    text_printf(w->out, "(%lld%s - 1)", (long long)(value + 1), suffix);
  else if (value < 0)
    text_printf(w->out, "(%lld%s)", (long long)value, suffix);
  else
    text_printf(w->out, "%lld%s", (long long)value, suffix);
}

/* ---- bit-vectors ---- */

static void write_var(CWriter *w, Term t, Reading reading) {
  TermCSign sign;
  const char *name = w->name_of(w->context, t, &sign);
  if (!name) return give_up(w);
  bool same = (sign == TERM_C_SIGNED) == (reading == READ_SIGNED);
  if (!same) text_add(w->out, cast_to(term_width(w->s, t), reading));
  text_add(w->out, name);
}

/* Writes CAST(a op b), computed in an unsigned type of 32 bits or more. */
static void push_arithmetic(CWriter *w, Term t, const char *op,
                            Reading operands, Reading reading) {
  assert(operands != READ_BOOL && term_n_children(w->s, t) == 2);
  uint32_t width = term_width(w->s, t);
  const char *inner = width < 32 ? "(unsigned int)" : "";
  if (operands == READ_SIGNED) inner = "";
  push_text(w, ")");
  push_term(w, term_child(w->s, t, 1), operands, PREC_OPERAND);
  push_text(w, inner);
  push_text(w, op);
  push_term(w, term_child(w->s, t, 0), operands, PREC_OPERAND);
  push_text(w, inner);
  push_text(w, "(");
  if (width < 32 || reading != operands) push_text(w, cast_to(width, reading));
}

/* A shift or division that is defined for every left operand: the right one is
 * a constant. */
static bool is_total(const CWriter *w, Term t, TermKind kind) {
  uint64_t by;
  if (!term_const_u64(w->s, term_child(w->s, t, 1), &by)) return false;
  uint32_t width = term_width(w->s, t);
  if (kind == TERM_SHL || kind == TERM_LSHR) return by < width;
  bool minus_one = by == UINT64_MAX >> (64 - width);
  return by != 0 && (kind == TERM_UDIV || kind == TERM_UREM || !minus_one);
}

static void push_operator(CWriter *w, Term t, Reading reading) {
  TermKind kind = node_kind(w->s, t);
  static const struct {
    TermKind kind;
    const char *op;
    Reading operands;
  } rows[] = {
      {TERM_ADD, " + ", READ_UNSIGNED},  {TERM_SUB, " - ", READ_UNSIGNED},
      {TERM_MUL, " * ", READ_UNSIGNED},  {TERM_BVAND, " & ", READ_UNSIGNED},
      {TERM_BVOR, " | ", READ_UNSIGNED}, {TERM_BVXOR, " ^ ", READ_UNSIGNED},
      {TERM_SHL, " << ", READ_UNSIGNED}, {TERM_LSHR, " >> ", READ_UNSIGNED},
      {TERM_UDIV, " / ", READ_UNSIGNED}, {TERM_UREM, " % ", READ_UNSIGNED},
      {TERM_SDIV, " / ", READ_SIGNED},   {TERM_SREM, " % ", READ_SIGNED}};
  enum { FIRST_PARTIAL = 6 };
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].kind != kind) continue;
    if (i >= FIRST_PARTIAL && !is_total(w, t, kind)) break;
    push_arithmetic(w, t, rows[i].op, rows[i].operands, reading);
    return;
  }
  give_up(w);
}

/* CAST(child), or a piece of it: extensions and extractions. */
static void push_cast(CWriter *w, Term t, Reading reading) {
  TermKind kind = node_kind(w->s, t);
  uint32_t low = kind == TERM_EXTRACT ? term_extract_low(w->s, t) : 0;
  push_text(w, ")");
  if (low) {
    push_number(w, low);
    push_text(w, " >> ");
  }
  push_term(w, term_child(w->s, t, 0),
            kind == TERM_SEXT ? READ_SIGNED : READ_UNSIGNED, PREC_OPERAND);
  push_text(w, "(");
  push_text(w, cast_to(term_width(w->s, t), reading));
}

static void push_unary(CWriter *w, Term t, const char *op, Reading reading) {
  uint32_t width = term_width(w->s, t);
  push_text(w, ")");
  push_term(w, term_child(w->s, t, 0), READ_UNSIGNED, PREC_OPERAND);
  push_text(w, width < 32 ? "(unsigned int)" : "");
  push_text(w, op);
  push_text(w, "(");
  push_text(w, cast_to(width, reading));
}

static void push_choice(CWriter *w, Term t, Reading reading) {
  push_text(w, ")");
  push_term(w, term_child(w->s, t, 2), reading, PREC_OPERAND);
  push_text(w, " : ");
  push_term(w, term_child(w->s, t, 1), reading, PREC_OPERAND);
  push_text(w, " ? ");
  push_term(w, term_child(w->s, t, 0), READ_BOOL, PREC_OPERAND);
  push_text(w, "(");
}

static void push_bits(CWriter *w, Term t, Reading reading) {
  TermKind kind = node_kind(w->s, t);
  if (!cast_to(term_width(w->s, t), reading)) return give_up(w);
  switch ((int)kind) {
  case TERM_VAR:
  case TERM_SELECT: write_var(w, t, reading); return;
  case TERM_CONST: print_number(w, t, reading); return;
  case TERM_ITE: push_choice(w, t, reading); return;
  case TERM_ZEXT:
  case TERM_SEXT:
  case TERM_EXTRACT: push_cast(w, t, reading); return;
  case TERM_NEG: push_unary(w, t, "-", reading); return;
  case TERM_BVNOT: push_unary(w, t, "~", reading); return;
  default: push_operator(w, t, reading); return;
  }
}

/* ---- linear atoms ---- */

/* Bits of a signed type in which no partial sum of the atom can wrap. */
static uint32_t bits_of_sum(const CWriter *w, const TermLinear *atom) {
  Integer most = atom->bound < 0 ? -atom->bound : atom->bound;
  const Integer limit = (Integer)1 << 120;
  for (uint32_t i = 0; i < atom->n; i++) {
    Integer c = atom->at[i].coefficient;
    uint32_t width = term_width(w->s, atom->at[i].term);
    if (width > 64 || most > limit) return 256;
    if ((c < 0 ? -c : c) > limit >> width) return 256;
    most += (c < 0 ? -c : c) << width;
  }
  return most < (Integer)1 << 31 ? 32 : most < (Integer)1 << 62 ? 64 : 128;
}

static const char *relation(TermLinearOp op) {
  switch (op) {
  case TERM_LE: return " <= ";
  case TERM_EQUAL: return " == ";
  case TERM_UNEQUAL: return " != ";
  }
  unreachable_case();
}

/* +-x against a number: no sum, so no wider type is needed. */
static void push_bound(CWriter *w, const TermLinear *atom) {
  const TermMonomial *m = &atom->at[0];
  assert(atom->n == 1 && (m->coefficient == 1 || m->coefficient == -1));
  bool flipped = m->coefficient < 0;
  Integer bound = flipped ? -atom->bound : atom->bound;
  if (m->reading == TERM_UNSIGNED && bound <= INT32_MAX) push_text(w, "U");
  push_number(w, bound);
  push_text(w, flipped && atom->op == TERM_LE ? " >= " : relation(atom->op));
  push_term(w, m->term, m->reading == TERM_SIGNED ? READ_SIGNED : READ_UNSIGNED,
            PREC_OPERAND);
}

static void push_monomial(CWriter *w, const TermMonomial *m, const char *cast,
                          uint32_t position) {
  Integer c = m->coefficient, size = c < 0 ? -c : c;
  push_term(w, m->term, m->reading == TERM_SIGNED ? READ_SIGNED : READ_UNSIGNED,
            PREC_OPERAND);
  push_text(w, cast);
  if (size != 1) {
    push_text(w, " * ");
    push_number(w, size);
  }
  push_text(w, position == 0 ? c < 0 ? "-" : "" : c < 0 ? " - " : " + ");
}

static void push_linear(CWriter *w, Term t) {
  TermLinear atom;
  term_linear_get(w->s, t, &atom);
  Integer c = atom.n ? atom.at[0].coefficient : 0;
  if (atom.n == 1 && (c == 1 || c == -1)) return push_bound(w, &atom);
  uint32_t bits = bits_of_sum(w, &atom);
  if (bits > 128) return give_up(w);
  const char *cast = bits == 32   ? "(int)"
                     : bits == 64 ? "(long long)"
                                  : "(__int128)";
  if (w->style == TERM_C_BRIEF) cast = "";
  push_number(w, atom.bound);
  push_text(w, relation(atom.op));
  for (uint32_t i = atom.n; i-- > 0;) push_monomial(w, &atom.at[i], cast, i);
}

/* ---- Booleans ---- */

static bool prefers_signed(CWriter *w, Term t) {
  TermCSign sign = TERM_C_SIGNED;
  if (term_is_var(w->s, t) || node_kind(w->s, t) == TERM_SELECT)
    (void)w->name_of(w->context, t, &sign);
  return sign == TERM_C_SIGNED;
}

/* x * 2^k, or a number that 2^k divides: what its upper bits are the low bits
 * of; none: it is neither. */
static bool has_upper_only(const CWriter *w, Term t, uint32_t *k, Term *x,
                           uint64_t *number) {
  uint32_t width = term_width(w->s, t);
  uint64_t factor;
  *x = TERM_NONE;
  if (term_const_u64(w->s, t, number)) return true;
  if (node_kind(w->s, t) != TERM_MUL) return false;
  for (uint32_t i = 0; i < 2; i++) {
    if (!term_const_u64(w->s, term_child(w->s, t, i), &factor)) continue;
    if (factor < 2 || (factor & (factor - 1))) return false;
    *x = term_child(w->s, t, 1 - i);
    for (*k = 0; factor >> *k != 1;) ++*k;
    return *k < width;
  }
  return false;
}

static void push_low_bits(CWriter *w, Term x, uint64_t number, uint64_t mask) {
  if (!x.id) {
    push_text(w, "U");
    push_number(w, (Integer)number);
    return;
  }
  push_text(w, "U)");
  push_number(w, (Integer)mask);
  push_text(w, " & ");
  push_term(w, x, READ_UNSIGNED, PREC_OPERAND);
  push_text(w, "(");
}

/* x * 2^k == y * 2^k compares the low bits.  False: it is something else. */
static bool push_equal_low_bits(CWriter *w, Term a, Term b, const char *op) {
  uint32_t width = term_width(w->s, a), k[2] = {0};
  Term x[2];
  uint64_t number[2] = {0};
  if ((width != 32 && width != 64) ||
      !has_upper_only(w, a, &k[0], &x[0], &number[0]) ||
      !has_upper_only(w, b, &k[1], &x[1], &number[1]) ||
      (!x[0].id && !x[1].id) || (x[0].id && x[1].id && k[0] != k[1]))
    return false;
  uint32_t shift = x[0].id ? k[0] : k[1];
  uint64_t mask = UINT64_MAX >> (64 - width + shift);
  for (int i = 0; i < 2; i++)
    if (!x[i].id && number[i] & (((uint64_t)1 << shift) - 1)) return false;
  if (mask > INT32_MAX) return false;
  push_low_bits(w, x[1], number[1] >> shift, mask);
  push_text(w, op);
  push_low_bits(w, x[0], number[0] >> shift, mask);
  return true;
}

static void push_comparison(CWriter *w, Term t, TermKind kind) {
  Term a = term_child(w->s, t, 0), b = term_child(w->s, t, 1);
  bool no = term_is_negated(t);
  if (kind == TERM_EQ && !term_is_bool(w->s, a) &&
      push_equal_low_bits(w, a, b, no ? " != " : " == "))
    return;
  Reading reading = READ_UNSIGNED;
  if (kind == TERM_SLT || kind == TERM_SLE) reading = READ_SIGNED;
  if (kind == TERM_EQ && prefers_signed(w, a) && prefers_signed(w, b))
    reading = READ_SIGNED;
  if (term_is_bool(w->s, a)) reading = READ_BOOL;
  static const char *const words[] = {" < ", " <= ", " > ", " >= "};
  bool includes = kind == TERM_ULE || kind == TERM_SLE;
  int which = no ? includes ? 2 : 3 : includes;
  bool turned = node_kind(w->s, a) == TERM_CONST;
  if (turned) { /* x <= 5, not 5 >= x */
    Term first = a;
    a = b;
    b = first;
    which = (which + 2) % 4;
  }
  const char *op = words[which];
  if (kind == TERM_EQ) op = no ? " != " : " == ";
  push_term(w, b, reading, PREC_OPERAND);
  push_text(w, op);
  push_term(w, a, reading, PREC_OPERAND);
}

static void push_bool(CWriter *w, Item item) {
  Term t = item.term;
  TermKind kind = node_kind(w->s, t);
  bool no = term_is_negated(t), linear = term_is_linear(w->s, t);
  int own = kind == TERM_AND ? no ? PREC_OR : PREC_AND : PREC_COMPARE;
  if (kind == TERM_TRUE) {
    text_char(w->out, no ? '0' : '1');
    return;
  }
  if (own < item.prec) push_text(w, ")");
  if (kind == TERM_AND) {
    Term a = term_child(w->s, t, 0), b = term_child(w->s, t, 1);
    push_term(w, no ? term_not(b) : b, READ_BOOL, own);
    push_text(w, no ? " || " : " && ");
    push_term(w, no ? term_not(a) : a, READ_BOOL, own);
  } else if (linear) {
    push_linear(w, t);
  } else if (kind == TERM_EQ || kind == TERM_ULT || kind == TERM_SLT ||
             kind == TERM_ULE || kind == TERM_SLE) {
    push_comparison(w, t, kind);
  } else {
    give_up(w); /* a Boolean variable is no C variable */
  }
  if (own < item.prec) push_text(w, "(");
}

/* ---- all of it ---- */

static void print_integer(CWriter *w, Integer number) {
  if (number > INT64_MAX || number < -INT64_MAX) return give_up(w);
  bool wide = number > INT32_MAX || number < -INT32_MAX;
  text_printf(w->out, "%lld%s", (long long)number, wide ? "LL" : "");
}

static void write_item(CWriter *w, Item item) {
  if (item.text)
    text_add(w->out, item.text);
  else if (!item.term.id)
    print_integer(w, item.number);
  else if (term_is_bool(w->s, item.term))
    push_bool(w, item);
  else if (sort_kind(term_sort(w->s, item.term)) == SORT_BV)
    push_bits(w, item.term, (Reading)item.reading);
  else
    give_up(w);
}

bool term_print_c(Text *out, const TermStore *s, Term t, TermCStyle style,
                  TermCName *name_of, void *context, uint32_t limit) {
  require(term_is_bool(s, t));
  CWriter w = {.s = s,
               .out = out,
               .name_of = name_of,
               .context = context,
               .style = style};
  size_t start = out->n;
  push_term(&w, t, READ_BOOL, PREC_ANY);
  while (w.stack.n > 0 && w.state == SAYABLE && out->n - start < limit)
    write_item(&w, VEC_POP(&w.stack));
  bool said = w.stack.n == 0 && w.state == SAYABLE;
  if (!said) text_cut(out, start);
  VEC_DONE(s->mem, &w.stack);
  return said;
}
