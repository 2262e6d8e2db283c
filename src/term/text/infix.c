/* SPDX-License-Identifier: MIT
 *
 * Terms as people write them: C-like infix text.
 *
 * An explicit stack holds what is still to be written, pieces of text and
 * terms with the precedence of their surroundings, so depth costs no C stack.
 * A shared graph is written as a tree; the limit keeps that finite.
 * Constants are signed numbers, except beside unsigned operators, where they
 * carry a `u` and the other operand a cast. */
#include "term/term_int.h"

/* Precedence levels of C, loosest first. */
enum {
  PREC_COND,
  PREC_OR,
  PREC_AND,
  PREC_BITOR,
  PREC_BITXOR,
  PREC_BITAND,
  PREC_EQUAL,
  PREC_LESS,
  PREC_SHIFT,
  PREC_ADD,
  PREC_MUL,
  PREC_UNARY,
  PREC_ATOM
};

typedef enum Side { SIDE_ANY, SIDE_UNSIGNED } Side;

typedef struct Item {
  const char *text; /* or NULL: */
  Term term;
  uint8_t prec; /* of the surroundings: looser terms get parentheses */
  uint8_t side;
} Item;

typedef struct Infix {
  const TermStore *s;
  Text *out;
  Vec(Item) stack;
} Infix;

static void push_text(Infix *p, const char *text) {
  VEC_PUSH(p->s->mem, &p->stack, ((Item){.text = text}));
}

static void push_term(Infix *p, Term t, int prec, Side side) {
  assert(prec >= PREC_COND && prec <= PREC_ATOM);
  VEC_PUSH(p->s->mem, &p->stack,
           ((Item){.term = t, .prec = (uint8_t)prec, .side = (uint8_t)side}));
}

typedef struct Shape {
  const char *op; /* with blanks, or a prefix */
  int prec;
  Side side;
} Shape;

static Shape shape_of(TermKind kind) {
  switch ((int)kind) {
  case TERM_ADD: return (Shape){" + ", PREC_ADD, SIDE_ANY};
  case TERM_SUB: return (Shape){" - ", PREC_ADD, SIDE_ANY};
  case TERM_MUL: return (Shape){" * ", PREC_MUL, SIDE_ANY};
  case TERM_UDIV: return (Shape){" / ", PREC_MUL, SIDE_UNSIGNED};
  case TERM_SDIV: return (Shape){" / ", PREC_MUL, SIDE_ANY};
  case TERM_UREM: return (Shape){" % ", PREC_MUL, SIDE_UNSIGNED};
  case TERM_SREM: return (Shape){" % ", PREC_MUL, SIDE_ANY};
  case TERM_SHL: return (Shape){" << ", PREC_SHIFT, SIDE_ANY};
  case TERM_LSHR: return (Shape){" >> ", PREC_SHIFT, SIDE_UNSIGNED};
  case TERM_ASHR: return (Shape){" >> ", PREC_SHIFT, SIDE_ANY};
  case TERM_BVAND: return (Shape){" & ", PREC_BITAND, SIDE_ANY};
  case TERM_BVOR: return (Shape){" | ", PREC_BITOR, SIDE_ANY};
  case TERM_BVXOR: return (Shape){" ^ ", PREC_BITXOR, SIDE_ANY};
  case TERM_ULT: return (Shape){" < ", PREC_LESS, SIDE_UNSIGNED};
  case TERM_SLT: return (Shape){" < ", PREC_LESS, SIDE_ANY};
  case TERM_ULE: return (Shape){" <= ", PREC_LESS, SIDE_UNSIGNED};
  case TERM_SLE: return (Shape){" <= ", PREC_LESS, SIDE_ANY};
  case TERM_EQ: return (Shape){" == ", PREC_EQUAL, SIDE_ANY};
  case TERM_FP_EQ: return (Shape){" == ", PREC_EQUAL, SIDE_ANY};
  case TERM_FP_LT: return (Shape){" < ", PREC_LESS, SIDE_ANY};
  case TERM_FP_LE: return (Shape){" <= ", PREC_LESS, SIDE_ANY};
  default: return (Shape){NULL, PREC_ATOM, SIDE_ANY};
  }
}

/* Write "( left op right )"; everything is pushed in reverse. */
static void push_binary(Infix *p, Term a, const char *op, Term b, int prec,
                        int outside, Side side) {
  bool parens = prec < outside;
  if (parens) push_text(p, ")");
  push_term(p, b, prec + 1, side);
  push_text(p, op);
  push_term(p, a, prec, side);
  if (parens) push_text(p, "(");
}

/* kind(children), for what C has no operator for. */
static void push_call(Infix *p, Term t, const char *name) {
  push_text(p, ")");
  for (uint32_t i = term_n_children(p->s, t); i-- > 0;) {
    push_term(p, term_child(p->s, t, i), PREC_COND, SIDE_ANY);
    if (i > 0) push_text(p, ", ");
  }
  push_text(p, "(");
  push_text(p, name);
}

static void print_const(Infix *p, Term t, Side side) {
  const BvWord *words = term_const_words(p->s, t);
  uint32_t width = term_width(p->s, t);
  if (side == SIDE_UNSIGNED) {
    bv_print_unsigned(p->out, words, width);
    text_char(p->out, 'u');
  } else {
    bv_print_signed(p->out, words, width);
  }
}

/* A negated term: the complementary operator, where there is one. */
static void push_negated(Infix *p, Term t, int outside) {
  const TermStore *s = p->s;
  TermKind kind = node_kind(s, t);
  Term a = TERM_NONE, b = TERM_NONE;
  if (term_n_children(s, t) == 2) {
    a = term_child(s, t, 0);
    b = term_child(s, t, 1);
  }
  if (kind == TERM_AND) {
    push_binary(p, term_not(a), " || ", term_not(b), PREC_OR, outside,
                SIDE_ANY);
  } else if (kind == TERM_EQ) {
    push_binary(p, a, " != ", b, PREC_EQUAL, outside, SIDE_ANY);
  } else if (kind == TERM_ULT || kind == TERM_SLT) {
    push_binary(p, b, " <= ", a, PREC_LESS, outside,
                kind == TERM_ULT ? SIDE_UNSIGNED : SIDE_ANY);
  } else {
    push_term(p, term_not(t), PREC_UNARY, SIDE_ANY);
    text_char(p->out, '!');
  }
}

static void push_ite(Infix *p, Term t, int outside) {
  bool parens = PREC_COND < outside;
  if (parens) push_text(p, ")");
  push_term(p, term_child(p->s, t, 2), PREC_COND, SIDE_ANY);
  push_text(p, " : ");
  push_term(p, term_child(p->s, t, 1), PREC_COND + 1, SIDE_ANY);
  push_text(p, " ? ");
  push_term(p, term_child(p->s, t, 0), PREC_OR, SIDE_ANY);
  if (parens) push_text(p, "(");
}

static void push_brackets(Infix *p, Term t) {
  TermKind kind = node_kind(p->s, t);
  push_text(p, kind == TERM_SELECT ? "]" : "}");
  if (kind == TERM_STORE) {
    push_term(p, term_child(p->s, t, 2), PREC_COND, SIDE_ANY);
    push_text(p, " := ");
  }
  push_term(p, term_child(p->s, t, 1), PREC_COND, SIDE_ANY);
  push_text(p, kind == TERM_SELECT ? "[" : "{");
  push_term(p, term_child(p->s, t, 0), PREC_ATOM, SIDE_ANY);
}

static void print_linear(Infix *p, Term t, int outside) {
  bool parens = PREC_LESS < outside;
  if (parens) text_char(p->out, '(');
  term_linear_print(p->out, p->s, t);
  if (parens) text_char(p->out, ')');
}

static void push_prefix(Infix *p, Term t) {
  TermKind kind = node_kind(p->s, t);
  push_term(p, term_child(p->s, t, 0), PREC_UNARY, SIDE_ANY);
  if (kind == TERM_BVNOT)
    text_char(p->out, '~');
  else if (kind == TERM_NEG)
    text_char(p->out, '-');
  else
    text_printf(p->out, "(%s%u)", kind == TERM_ZEXT ? "u" : "s",
                term_width(p->s, t));
}

static void push_positive(Infix *p, Term t, int outside, Side side) {
  const TermStore *s = p->s;
  TermKind kind = node_kind(s, t);
  Shape shape = shape_of(kind);
  if (kind == TERM_TRUE)
    text_char(p->out, '1');
  else if (kind == TERM_VAR)
    text_add(p->out, term_var_name(s, t));
  else if (kind == TERM_CONST)
    print_const(p, t, side);
  else if (kind == TERM_AND)
    push_binary(p, term_child(s, t, 0), " && ", term_child(s, t, 1), PREC_AND,
                outside, SIDE_ANY);
  else if (kind == TERM_ITE)
    push_ite(p, t, outside);
  else if (term_is_linear(s, t))
    print_linear(p, t, outside);
  else if (kind == TERM_SELECT || kind == TERM_STORE)
    push_brackets(p, t);
  else if (kind == TERM_BVNOT || kind == TERM_NEG || kind == TERM_ZEXT ||
           kind == TERM_SEXT)
    push_prefix(p, t);
  else if (kind == TERM_EXTRACT) {
    push_call(p, t, "");
    text_printf(p->out, "bits%u_%u", term_extract_high(s, t),
                term_extract_low(s, t));
  } else if (shape.op != NULL) {
    push_binary(p, term_child(s, t, 0), shape.op, term_child(s, t, 1),
                shape.prec, outside, shape.side);
  } else {
    push_call(p, t, term_kind_smtlib(kind));
  }
}

static void write_item(Infix *p, Item item) {
  const TermStore *s = p->s;
  if (item.text != NULL) {
    text_add(p->out, item.text);
  } else if (term_is_false(item.term)) {
    text_char(p->out, '0');
  } else if (term_is_negated(item.term) && !term_is_linear(s, item.term)) {
    push_negated(p, item.term, item.prec);
  } else if (item.side == SIDE_UNSIGNED && !term_is_const(s, item.term)) {
    text_add(p->out, "(unsigned)");
    push_term(p, item.term, PREC_UNARY, SIDE_ANY);
  } else {
    push_positive(p, item.term, item.prec, (Side)item.side);
  }
}

/* Recursion: a linear atom prints its terms through here with a small limit,
 * and an atom's term is a bit-vector, so atoms nest only below if-then-else;
 * the limit ends that. */
void term_print_infix(Text *out, const TermStore *s, Term t, uint32_t limit) {
  Infix p = {.s = s, .out = out};
  size_t start = out->n;
  push_term(&p, t, PREC_COND, SIDE_ANY);
  while (p.stack.n > 0 && (limit == 0 || out->n - start < limit))
    write_item(&p, VEC_POP(&p.stack));
  if (p.stack.n > 0) text_add(out, "...");
  VEC_DONE(s->mem, &p.stack);
}
