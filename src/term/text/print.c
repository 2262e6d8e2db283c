/* SPDX-License-Identifier: MIT
 *
 * SMT-LIB 2 text, linear in the graph.
 *
 * A node with two parents or more gets a name (a `let` in a term, a define-fun
 * in a script), and so does every node whose unnamed part would nest too deep
 * for other tools' parsers.  Names begin with more question marks than any
 * variable of the store, so they cannot clash.  What is between names is
 * written with an explicit stack.
 *
 * A linear atom is written as its widened bit-vector form, which every solver
 * understands, wrapped in an annotation that our parser turns back into the
 * atom:  (! (bvsle ...) :cutpoint-linear (cutpoint.le k c signed x ...)).
 * Bits of a float are written so that NaN has our canonical pattern.
 *
 * For other tools there is a plain form, which has nothing but the standard:
 * no annotations, and the bits of a float, for which it has no operator, are a
 * variable of their own that is asserted to convert to the float.
 */
#include "term/term_int.h"

#define MAX_NESTING 40u

typedef struct Piece {
  const char *text; /* or NULL: */
  Term term;
} Piece;

typedef struct Printer {
  const TermStore *s;
  Mem *mem;
  Text *out;
  bool plain;
  Map info; /* node -> NAMED | number, or nesting */
  Map bits; /* plain: node of a float's bits -> number of its variable */
  uint32_t n_names;
  uint32_t marks; /* question marks before a name */
  Vec(Piece) stack;
  Arena texts; /* pieces made for one print */
} Printer;

#define NAMED ((uint64_t)1 << 32)

/* ---- names ---- */

static void print_name(Printer *p, uint64_t number) {
  assert(number >= 1 && number <= p->n_names);
  for (uint32_t i = 0; i < p->marks; i++) text_char(p->out, '?');
  text_printf(p->out, "%u", (uint32_t)number);
}

static uint32_t count_marks(const TermStore *s) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < s->name_of.n; i++) {
    uint32_t n = (uint32_t)strspn(names_text(&s->names, i), "?");
    if (n > most) most = n;
  }
  return most + 1;
}

static bool is_simple_symbol(const char *name) {
  if (*name >= '0' && *name <= '9') return false;
  for (; *name; name++) {
    bool letter = (*name >= 'a' && *name <= 'z') ||
                  (*name >= 'A' && *name <= 'Z') ||
                  (*name >= '0' && *name <= '9');
    if (!letter && strchr("~!@$%^&*_-+=<>.?/", *name) == NULL) return false;
  }
  return true;
}

static const char *const reserved[] = {
    "true",   "false",  "let", "not", "or",     "xor",      "distinct", "par",
    "forall", "exists", "as",  "_",   "!",      "=>",       "RNE",      "RNA",
    "RTP",    "RTN",    "RTZ", "fp",  "signed", "unsigned",
};

bool smtlib_is_reserved(const char *name) {
  size_t n = strlen(name);
  while (n > 0 && name[n - 1] == ' ') n--;
  for (uint32_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
    if (strlen(reserved[i]) == n && strncmp(name, reserved[i], n) == 0)
      return true;
  for (int kind = 1; kind < TERM_N_KINDS; kind++) {
    const char *used = term_kind_smtlib((TermKind)kind);
    if (n > 0 && strlen(used) == n && strncmp(name, used, n) == 0) return true;
  }
  return false;
}

/* A variable called like an operator gets a blank behind its name, which the
 * reader takes away again; plain: every one, as others know other operators.
 * What starts with . or @ is reserved for solvers: a blank in front. */
static void print_var(Printer *p, const char *name) {
  if (p->plain && (*name == '.' || *name == '@'))
    text_printf(p->out, "| %s |", name);
  else if (p->plain || smtlib_is_reserved(name))
    text_printf(p->out, "|%s |", name);
  else if (is_simple_symbol(name))
    text_add(p->out, name);
  else
    text_printf(p->out, "|%s|", name);
}

/* ---- analysis: which nodes get names ---- */

static bool is_leaf(const TermStore *s, Term t) {
  return term_n_children(s, t) == 0 || term_fp_const_bits(s, t).id != 0;
}

static void count_parents(Printer *p, Term t) {
  uint64_t weight =
      term_is_linear(p->s, t) || node_kind(p->s, t) == TERM_FP_TO_BITS
          ? 2
          : 1; /* these write a child more than once */
  for (uint32_t i = 0; i < term_n_children(p->s, t); i++) {
    uint64_t *n = map_find(&p->info, term_node(term_child(p->s, t, i)));
    require(n != NULL);
    *n += weight;
  }
}

static uint64_t nesting_below(Printer *p, Term t) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < term_n_children(p->s, t); i++) {
    uint64_t n = map_get(&p->info, term_node(term_child(p->s, t, i)), 0);
    if ((n & NAMED) == 0 && n > most) most = n;
  }
  return most;
}

/* Two passes over the nodes in post-order: parents, then names. */
static void analyse(Printer *p, const Term *roots, uint32_t n,
                    TermList *order) {
  TermWalk walk;
  term_walk_init(&walk, p->s);
  for (uint32_t i = n; i-- > 0;) term_walk_push(&walk, roots[i]);
  for (Term t; (t = term_walk_next(&walk)).id != 0;) {
    VEC_PUSH(p->mem, order, t);
    map_put(&p->info, term_node(t), 0);
    count_parents(p, t);
  }
  term_walk_done(&walk);
  for (uint32_t i = 0; i < n; i++)
    *map_find(&p->info, term_node(roots[i])) += 1;
  for (uint32_t i = 0; i < order->n; i++) {
    Term t = order->at[i];
    uint64_t *info = map_find(&p->info, term_node(t));
    uint64_t parents = *info, depth = nesting_below(p, t) + 1;
    bool named = !is_leaf(p->s, t) && (parents > 1 || depth > MAX_NESTING);
    *info = named ? NAMED | ++p->n_names : depth;
  }
}

/* ---- expressions ---- */

static void push_text(Printer *p, const char *text) {
  VEC_PUSH(p->mem, &p->stack, ((Piece){.text = text}));
}

static void push_term(Printer *p, Term t) {
  VEC_PUSH(p->mem, &p->stack, ((Piece){.term = t}));
}

/* " a b ...)", pushed in reverse. */
static void push_children(Printer *p, Term t) {
  push_text(p, ")");
  for (uint32_t i = term_n_children(p->s, t); i-- > 0;) {
    push_term(p, term_child(p->s, t, i));
    push_text(p, " ");
  }
}

static void print_bits(Text *out, const BvWord *words, uint32_t width) {
  text_add(out, "#b");
  bv_print_binary(out, words, width);
}

static void print_const(Printer *p, Term t) {
  print_bits(p->out, term_const_words(p->s, t), term_width(p->s, t));
}

static const char *rounding_name(TermRounding mode) {
  switch (mode) {
  case TERM_RNE: return "RNE";
  case TERM_RNA: return "RNA";
  case TERM_RTP: return "RTP";
  case TERM_RTN: return "RTN";
  case TERM_RTZ: return "RTZ";
  }
  unreachable_case();
}

static const char *bits_text(Printer *p, const BvWord *words, uint32_t width) {
  Text text;
  text_init(&text, p->mem);
  print_bits(&text, words, width);
  const char *copy = arena_strdup(&p->texts, text_get(&text));
  text_done(&text);
  return copy;
}

static bool has_rounding(TermKind kind) {
  return (kind >= TERM_FP_ADD && kind <= TERM_FP_SQRT) ||
         kind == TERM_FP_ROUND || kind >= TERM_FP_TO_FP;
}

static void print_sorted_head(Printer *p, Term t, const char *name) {
  Sort sort = term_sort(p->s, t);
  if (sort_kind(sort) == SORT_FLOAT)
    text_printf(p->out, "((_ %s %u %u)", name, sort_exponent_bits(sort),
                sort_significand_bits(sort));
  else
    text_printf(p->out, "((_ %s %u)", name, sort_width(sort));
}

/* "(name", "((_ name i)" and the rounding mode. */
static void print_head(Printer *p, Term t) {
  const TermStore *s = p->s;
  TermKind kind = node_kind(s, t);
  const char *name = term_kind_smtlib(kind);
  if (kind == TERM_EXTRACT) {
    text_printf(p->out, "((_ extract %u %u)", term_extract_high(s, t),
                term_extract_low(s, t));
  } else if (kind == TERM_ZEXT || kind == TERM_SEXT) {
    text_printf(p->out, "((_ %s %u)", name,
                term_width(s, t) - term_width(s, term_child(s, t, 0)));
  } else if (kind == TERM_CONST_ARRAY) {
    text_add(p->out, "((as const ");
    sort_print(p->out, s, term_sort(s, t));
    text_char(p->out, ')');
  } else if (kind == TERM_FP_FROM_BITS || kind >= TERM_FP_TO_FP) {
    print_sorted_head(p, t, name);
  } else {
    text_printf(p->out, "(%s", name);
  }
  if (has_rounding(kind))
    text_printf(p->out, " %s", rounding_name(term_rounding(s, t)));
}

static void push_bits_variable(Printer *p, Term t) {
  uint64_t number = map_get(&p->bits, term_node(t), 0);
  push_text(p, arena_printf(&p->texts, "%u", (uint32_t)number));
  for (uint32_t i = 0; i < p->marks; i++) push_text(p, "?");
}

/* (ite (fp.isNaN x) NaN-pattern (fp.to_ieee_bv x)); plain: the variable in
 * place of the operator. */
static void push_float_bits(Printer *p, Term t) {
  Term x = term_child(p->s, t, 0);
  Sort sort = term_sort(p->s, x);
  BvWord nan[BV_WORDS(128)];
  bv_set_ones(nan, sort_float_width(sort));
  fold_canonical_nan(sort, nan);
  push_text(p, p->plain ? ")" : "))");
  if (p->plain)
    push_bits_variable(p, t);
  else
    push_term(p, x);
  push_text(p, p->plain ? " " : " (fp.to_ieee_bv ");
  push_text(p, bits_text(p, nan, sort_float_width(sort)));
  push_text(p, ") ");
  push_term(p, x);
  text_add(p->out, "(ite (fp.isNaN ");
}

static const char *int_bits(Printer *p, Integer value, uint32_t width) {
  BvWord words[BV_MAX_WORDS];
  integer_words(value, words, width);
  return bits_text(p, words, width);
}

static const char *int_digits(Printer *p, Integer value) {
  Text text;
  text_init(&text, p->mem);
  integer_print(&text, value);
  const char *copy = arena_strdup(&p->texts, text_get(&text));
  text_done(&text);
  return copy;
}

/* " :cutpoint-linear (cutpoint.le k c signed x ...))" in reverse. */
static void push_linear_note(Printer *p, const TermLinear *atom) {
  push_text(p, "))");
  for (uint32_t i = atom->n; i-- > 0;) {
    const TermMonomial *m = &atom->at[i];
    push_term(p, m->term);
    push_text(p, m->reading == TERM_SIGNED ? " signed " : " unsigned ");
    push_text(p, int_digits(p, m->coefficient));
    push_text(p, " ");
  }
  push_text(p, int_digits(p, atom->bound));
  push_text(p, atom->op == TERM_LE ? " :cutpoint-linear (cutpoint.le "
                                   : " :cutpoint-linear (cutpoint.eq ");
}

/* (! (bvsle (bvadd (bvmul x c) ...) k) NOTE, in reverse. */
static void push_linear(Printer *p, Term t) {
  TermLinear atom;
  assert(!term_is_negated(t));
  term_linear_get(p->s, t, &atom);
  uint32_t width = linear_width(p->s, &atom);
  assert(atom.op == TERM_LE || atom.op == TERM_EQUAL);
  if (!p->plain) push_linear_note(p, &atom);
  push_text(p, ")");
  push_text(p, int_bits(p, atom.bound, width));
  push_text(p, " ");
  for (uint32_t i = atom.n; i-- > 0;) {
    const TermMonomial *m = &atom.at[i];
    if (i > 0) push_text(p, ")");
    push_text(p, ")");
    push_text(p, int_bits(p, m->coefficient, width));
    push_text(p, ") ");
    push_term(p, m->term);
    push_text(p, arena_printf(&p->texts, "(bvmul ((_ %s_extend %u) ",
                              m->reading == TERM_SIGNED ? "sign" : "zero",
                              width - term_width(p->s, m->term)));
    if (i > 0) push_text(p, " ");
  }
  for (uint32_t i = 1; i < atom.n; i++) push_text(p, "(bvadd ");
  push_text(p, atom.op == TERM_LE ? "(bvsle " : "(= ");
  if (!p->plain) push_text(p, "(! ");
}

/* !(!a & !b) is (or a b), !(a & !b) is (=> a b). */
static void push_negated_and(Printer *p, Term t) {
  assert(term_is_negated(t) && node_kind(p->s, t) == TERM_AND);
  Term a = term_child(p->s, t, 0), b = term_child(p->s, t, 1);
  if (term_is_negated(a) && !term_is_negated(b)) {
    Term swap = a;
    a = b;
    b = swap;
  }
  bool both = term_is_negated(a);
  push_text(p, ")");
  push_term(p, term_not(b));
  push_text(p, " ");
  push_term(p, both ? term_not(a) : a);
  push_text(p, both ? "(or " : "(=> ");
}

/* The term itself, also where it has a name. */
static void push_expression(Printer *p, Term t) {
  assert(!term_is_negated(t));
  TermKind kind = node_kind(p->s, t);
  if (kind == TERM_TRUE) {
    text_add(p->out, "true");
  } else if (kind == TERM_VAR) {
    print_var(p, term_var_name(p->s, t));
  } else if (kind == TERM_CONST) {
    print_const(p, t);
  } else if (kind == TERM_FP_TO_BITS) {
    push_float_bits(p, t);
  } else if (term_is_linear(p->s, t)) {
    push_linear(p, t);
  } else {
    push_children(p, t);
    print_head(p, t);
  }
}

static void write_piece(Printer *p, Piece piece) {
  if (piece.text != NULL) {
    text_add(p->out, piece.text);
    return;
  }
  Term t = piece.term;
  uint64_t info = map_get(&p->info, term_node(t), 0);
  bool named = (info & NAMED) != 0;
  if (term_is_false(t)) {
    text_add(p->out, "false");
  } else if (term_is_negated(t) && !named && node_kind(p->s, t) == TERM_AND &&
             (term_is_negated(term_child(p->s, t, 0)) ||
              term_is_negated(term_child(p->s, t, 1)))) {
    push_negated_and(p, t);
  } else if (term_is_negated(t)) {
    push_text(p, ")");
    push_term(p, term_not(t));
    text_add(p->out, "(not ");
  } else if (named) {
    print_name(p, info & ~NAMED);
  } else {
    push_expression(p, t);
  }
}

static void write_all(Printer *p) {
  while (p->stack.n > 0) write_piece(p, VEC_POP(&p->stack));
}

/* ---- whole texts ---- */

static void printer_init(Printer *p, Text *out, const TermStore *s) {
  *p = (Printer){.s = s, .mem = s->mem, .out = out, .marks = count_marks(s)};
  map_init(&p->info, p->mem);
  map_init(&p->bits, p->mem);
  arena_init(&p->texts, p->mem);
}

static void printer_done(Printer *p) {
  assert(p->stack.n == 0);
  map_done(&p->info);
  map_done(&p->bits);
  arena_done(&p->texts);
  VEC_DONE(p->mem, &p->stack);
}

void term_print(Text *out, const TermStore *s, Term t) {
  Printer p;
  TermList order = {0};
  printer_init(&p, out, s);
  analyse(&p, &t, 1, &order);
  for (uint32_t i = 0; i < order.n; i++) {
    uint64_t info = map_get(&p.info, term_node(order.at[i]), 0);
    if ((info & NAMED) == 0) continue;
    text_add(out, "(let ((");
    print_name(&p, info & ~NAMED);
    text_char(out, ' ');
    push_expression(&p, order.at[i]);
    write_all(&p);
    text_add(out, "))\n");
  }
  push_term(&p, t);
  write_all(&p);
  for (uint32_t i = 0; i < p.n_names; i++) text_char(out, ')');
  VEC_DONE(p.mem, &order);
  printer_done(&p);
}

static void print_definition(Printer *p, Term t, uint64_t number) {
  text_add(p->out, "(define-fun ");
  print_name(p, number);
  text_add(p->out, " () ");
  sort_print(p->out, p->s, term_sort(p->s, t));
  text_char(p->out, ' ');
  push_expression(p, t);
  write_all(p);
  text_add(p->out, ")\n");
}

static void print_declaration(Printer *p, Term var) {
  assert(term_is_var(p->s, var));
  text_add(p->out, "(declare-const ");
  print_var(p, term_var_name(p->s, var));
  text_char(p->out, ' ');
  sort_print(p->out, p->s, term_sort(p->s, var));
  text_add(p->out, ")\n");
}

static void declare_float_bits(Printer *p, const TermList *order) {
  for (uint32_t i = 0; i < order->n; i++) {
    Term t = order->at[i];
    if (node_kind(p->s, t) != TERM_FP_TO_BITS) continue;
    map_put(&p->bits, term_node(t), ++p->n_names);
    text_add(p->out, "(declare-const ");
    print_name(p, p->n_names);
    text_printf(p->out, " (_ BitVec %u))\n", term_width(p->s, t));
  }
}

static void assert_float_bits(Printer *p, const TermList *order) {
  for (uint32_t i = 0; i < order->n; i++) {
    uint64_t number = map_get(&p->bits, term_node(order->at[i]), 0);
    if (number == 0) continue;
    Term x = term_child(p->s, order->at[i], 0);
    Sort sort = term_sort(p->s, x);
    text_printf(p->out, "(assert (= ((_ to_fp %u %u) ",
                sort_exponent_bits(sort), sort_significand_bits(sort));
    print_name(p, number);
    text_add(p->out, ") ");
    push_term(p, x);
    write_all(p);
    text_add(p->out, "))\n");
  }
}

static void print_script(Printer *p, const Term *asserts, uint32_t n) {
  const TermStore *s = p->s;
  Text *out = p->out;
  TermList order = {0};
  analyse(p, asserts, n, &order);
  bool floats = false;
  for (uint32_t i = 0; i < order.n; i++)
    floats |= sort_kind(term_sort(s, order.at[i])) == SORT_FLOAT;
  text_printf(out, "(set-logic %s)\n", floats ? "ALL" : "QF_ABV");
  for (uint32_t i = 0; i < order.n; i++)
    if (term_is_var(s, order.at[i])) print_declaration(p, order.at[i]);
  if (p->plain) declare_float_bits(p, &order);
  for (uint32_t i = 0; i < order.n; i++) {
    uint64_t info = map_get(&p->info, term_node(order.at[i]), 0);
    if (info & NAMED) print_definition(p, order.at[i], info & ~NAMED);
  }
  assert_float_bits(p, &order);
  for (uint32_t i = 0; i < n; i++) {
    text_add(out, "(assert ");
    push_term(p, asserts[i]);
    write_all(p);
    text_add(out, ")\n");
  }
  text_add(out, "(check-sat)\n");
  VEC_DONE(p->mem, &order);
}

void term_print_script(Text *out, const TermStore *s, const Term *asserts,
                       uint32_t n) {
  for (uint32_t i = 0; i < n; i++) require(term_is_bool(s, asserts[i]));
  Printer p;
  printer_init(&p, out, s);
  print_script(&p, asserts, n);
  printer_done(&p);
}

void term_print_plain_script(Text *out, const TermStore *s, const Term *asserts,
                             uint32_t n) {
  for (uint32_t i = 0; i < n; i++) require(term_is_bool(s, asserts[i]));
  Printer p;
  printer_init(&p, out, s);
  p.plain = true;
  print_script(&p, asserts, n);
  printer_done(&p);
}
