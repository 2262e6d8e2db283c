/* SPDX-License-Identifier: MIT
 *
 * Polynomials modulo 2^w.
 *
 * That (i + 1) * (i + 1) - (i + 1) and i * i - i + 2 * i are the same number is
 * beyond a SAT solver at 32 bits and plain to anyone who multiplies out.  So
 * terms made of sums, differences, products and shifts by constants are read as
 * polynomials with coefficients modulo 2^w over the other terms below them
 * (atoms), and written again in one fixed way: equal polynomials become equal
 * terms, and an equation is brought to one side, multiplied by an odd number so
 * that its first coefficient is a power of two.
 *
 * Different polynomials can be the same function modulo 2^w, since x * (x - 1)
 * is even.  We know the simplest case: 2^(w-1) * x * x is 2^(w-1) * x, so the
 * highest bit of a coefficient is taken from a product with a repeated factor
 * and given to the one without.
 *
 * Products too large (in degree or number of summands) become atoms.
 *
 * Cost: a product of polynomials costs the product of their lengths, at most
 * MOST_MONOS squared. */
#include "term/poly.h"

#include <stdlib.h>

enum { MOST_DEGREE = 4, MOST_MONOS = 64 };

typedef struct Mono {
  uint64_t factor;
  uint32_t n;
  Term at[MOST_DEGREE]; /* sorted */
} Mono;

typedef struct Poly {
  uint32_t width, n;
  const Mono *at; /* sorted by comes_first, none with factor 0 */
} Poly;

typedef enum Products { KEPT, FORGOTTEN, VIEWS } Products;

struct TermPolys {
  TermStore *store;
  Mem *mem;
  Arena arena;
  TermWalk walks[VIEWS];
  Map normal[VIEWS]; /* node -> Term.id of its rewriting */
  Map polys[VIEWS];  /* node of an arithmetic operator -> its Poly */
  Map variables;     /* product -> the variable that stands for it */
};

TermPolys *term_polys_new(TermStore *store) {
  Mem *mem = term_store_mem(store);
  TermPolys *p = MEM_NEW(mem, TermPolys);
  *p = (TermPolys){.store = store, .mem = mem};
  arena_init(&p->arena, mem);
  for (int v = 0; v < VIEWS; v++) {
    term_walk_init(&p->walks[v], store);
    map_init(&p->normal[v], mem);
    map_init(&p->polys[v], mem);
  }
  map_init(&p->variables, mem);
  return p;
}

void term_polys_free(TermPolys *p) {
  for (int v = 0; v < VIEWS; v++) {
    term_walk_done(&p->walks[v]);
    map_done(&p->normal[v]);
    map_done(&p->polys[v]);
  }
  map_done(&p->variables);
  arena_done(&p->arena);
  MEM_DELETE(p->mem, p);
}

/* ---- numbers modulo 2^w ---- */

static uint64_t cut(uint32_t width, uint64_t value) {
  assert(width >= 1 && width <= 64);
  return width == 64 ? value : value & (((uint64_t)1 << width) - 1);
}

/* 1 / odd, modulo 2^64, by Newton's method. */
static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (int i = 0; i < 6; i++) x *= 2 - odd * x;
  assert(odd * x == 1);
  return x;
}

/* ---- making polynomials ---- */

typedef struct Sum { /* under construction: unsorted, repeated */
  Mem *mem;
  uint32_t width;
  Vec(Mono) monos;
  bool too_large;
} Sum;

/* Higher degree first, then by the atoms' numbers. */
static int comes_first(const void *left, const void *right) {
  const Mono *a = left, *b = right;
  if (a->n != b->n) return a->n > b->n ? -1 : 1;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->at[i].id != b->at[i].id) return a->at[i].id < b->at[i].id ? -1 : 1;
  return 0;
}

static void add_mono(Sum *sum, const Mono *mono, uint64_t factor) {
  assert(mono->n <= MOST_DEGREE);
  Mono more = *mono;
  more.factor = cut(sum->width, mono->factor * factor);
  if (more.factor) VEC_PUSH(sum->mem, &sum->monos, more);
}

static void add_poly(Sum *sum, const Poly *poly, uint64_t factor) {
  assert(poly->n == 0 || poly->width == sum->width);
  for (uint32_t i = 0; i < poly->n; i++) add_mono(sum, &poly->at[i], factor);
}

/* Equal products become one; gives whether something is left to do. */
static void merge(Sum *sum) {
  if (!sum->monos.n) return;
  qsort(sum->monos.at, sum->monos.n, sizeof(Mono), comes_first);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < sum->monos.n;) {
    Mono all = sum->monos.at[i++];
    for (; i < sum->monos.n && !comes_first(&all, &sum->monos.at[i]); i++)
      all.factor += sum->monos.at[i].factor;
    all.factor = cut(sum->width, all.factor);
    if (all.factor) sum->monos.at[kept++] = all;
  }
  sum->monos.n = kept;
}

/* Every factor once; false: that is how it is. */
static bool without_repetition(const Mono *mono, Mono *simple) {
  *simple = (Mono){0};
  for (uint32_t i = 0; i < mono->n; i++)
    if (i == 0 || !term_same(mono->at[i], mono->at[i - 1]))
      simple->at[simple->n++] = mono->at[i];
  return simple->n < mono->n;
}

/* 2^(w-1) * x * x = 2^(w-1) * x */
static void lower_top_bits(Sum *sum) {
  uint64_t top = (uint64_t)1 << (sum->width - 1);
  uint32_t n = sum->monos.n;
  for (uint32_t i = 0; i < n; i++) {
    Mono simple;
    if (!(sum->monos.at[i].factor & top)) continue;
    if (!without_repetition(&sum->monos.at[i], &simple)) continue;
    sum->monos.at[i].factor ^= top;
    simple.factor = top;
    VEC_PUSH(sum->mem, &sum->monos, simple);
  }
  merge(sum);
}

/* The polynomial, kept in the arena; NULL: it is too large. */
static const Poly *finish(TermPolys *p, Sum *sum) {
  merge(sum);
  lower_top_bits(sum);
  Poly *poly = NULL;
  if (!sum->too_large && sum->monos.n <= MOST_MONOS) {
    Mono *monos = ARENA_ARRAY(&p->arena, Mono, sum->monos.n + 1);
    for (uint32_t i = 0; i < sum->monos.n; i++) monos[i] = sum->monos.at[i];
    poly = ARENA_ARRAY(&p->arena, Poly, 1);
    for (uint32_t i = 1; i < sum->monos.n; i++)
      assert(comes_first(&monos[i - 1], &monos[i]) < 0);
    *poly = (Poly){sum->width, sum->monos.n, monos};
  }
  VEC_DONE(p->mem, &sum->monos);
  return poly;
}

static void multiply_monos(Sum *sum, const Mono *a, const Mono *b) {
  if (a->n + b->n > MOST_DEGREE) {
    sum->too_large = true;
    return;
  }
  Mono product = {.factor = a->factor * b->factor};
  for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
    bool left = k == b->n || (i < a->n && a->at[i].id < b->at[k].id);
    product.at[product.n++] = left ? a->at[i++] : b->at[k++];
  }
  assert(product.n == a->n + b->n);
  add_mono(sum, &product, 1);
}

static void add_product(Sum *sum, const Poly *a, const Poly *b) {
  for (uint32_t i = 0; i < a->n; i++)
    for (uint32_t k = 0; k < b->n && !sum->too_large; k++)
      multiply_monos(sum, &a->at[i], &b->at[k]);
}

/* ---- reading terms ---- */

static bool is_word(const TermStore *s, Term t) {
  Sort sort = term_sort(s, t);
  return sort_kind(sort) == SORT_BV && sort_width(sort) >= 2 &&
         sort_width(sort) <= 64;
}

static bool is_arithmetic(const TermStore *s, Term t) {
  uint64_t amount;
  if (!is_word(s, t)) return false;
  switch ((int)term_kind(s, t)) {
  case TERM_ADD:
  case TERM_SUB:
  case TERM_MUL:
  case TERM_NEG:
  case TERM_BVNOT: return true;
  case TERM_SHL:
    return term_const_u64(s, term_child(s, t, 1), &amount) &&
           amount < term_width(s, t);
  default: return false;
  }
}

static Term rewritten(const TermPolys *p, Products view, Term t) {
  Term r = {(uint32_t)map_get(&p->normal[view], term_node(t), 0)};
  require(r.id);
  return term_is_negated(t) ? term_not(r) : r;
}

/* An operand as a polynomial: its own, or an atom or number. */
static Poly operand(const TermPolys *p, Products view, Term t, Mono *room) {
  uint64_t found = map_get(&p->polys[view], term_node(t), 0);
  if (found) return *(const Poly *)(uintptr_t)found;
  Term atom = rewritten(p, view, t);
  *room = (Mono){.factor = 1, .n = 1, .at = {atom}};
  uint64_t value;
  if (term_const_u64(p->store, atom, &value)) *room = (Mono){.factor = value};
  return (Poly){term_width(p->store, t), room->factor != 0, room};
}

/* NULL: too large. */
static const Poly *read_arithmetic(TermPolys *p, Products view, Term t) {
  const TermStore *s = p->store;
  assert(is_arithmetic(s, t));
  Mono room[2] = {{0}};
  Poly a = operand(p, view, term_child(s, t, 0), &room[0]), b = {0};
  if (term_n_children(s, t) == 2)
    b = operand(p, view, term_child(s, t, 1), &room[1]);
  Sum sum = {.mem = p->mem, .width = a.width};
  const Mono one = {.factor = 1};
  switch ((int)term_kind(s, t)) {
  case TERM_ADD: add_poly(&sum, &a, 1), add_poly(&sum, &b, 1); break;
  case TERM_SUB: add_poly(&sum, &a, 1), add_poly(&sum, &b, ~(uint64_t)0); break;
  case TERM_NEG: add_poly(&sum, &a, ~(uint64_t)0); break;
  case TERM_BVNOT: /* -a - 1 */
    add_poly(&sum, &a, ~(uint64_t)0);
    add_mono(&sum, &one, ~(uint64_t)0);
    break;
  case TERM_MUL: add_product(&sum, &a, &b); break;
  case TERM_SHL: /* by a number: is_arithmetic */
    add_poly(&sum, &a, (uint64_t)1 << (b.n ? b.at[0].factor : 0));
    break;
  default: unreachable_case();
  }
  return finish(p, &sum);
}

/* ---- writing terms ---- */

static Term write_product(TermPolys *p, Products view, const Mono *mono) {
  assert(mono->n >= 1);
  Term product = mono->at[0];
  for (uint32_t i = 1; i < mono->n; i++)
    product = term_mul(p->store, product, mono->at[i]);
  if (mono->n < 2 || view == KEPT) return product;
  uint64_t known = map_get(&p->variables, product.id, 0);
  if (known) return (Term){(uint32_t)known};
  Term var = term_fresh(p->store, "product", term_sort(p->store, product));
  map_put(&p->variables, product.id, var.id);
  return var;
}

/* factor * poly, without its constant unless asked for. */
static Term write_poly(TermPolys *p, Products view, const Poly *poly,
                       uint64_t factor, uint64_t *constant) {
  TermStore *s = p->store;
  Term sum = term_u64(s, 0, poly->width);
  *constant = 0;
  for (uint32_t i = 0; i < poly->n; i++) {
    const Mono *mono = &poly->at[i];
    uint64_t c = cut(poly->width, mono->factor * factor);
    if (mono->n == 0) *constant = c;
    if (mono->n == 0 || c == 0) continue;
    Term part = write_product(p, view, mono);
    sum = term_add(s, sum, term_mul(s, part, term_u64(s, c, poly->width)));
  }
  return sum;
}

static Term write_whole(TermPolys *p, Products view, const Poly *poly) {
  uint64_t constant;
  Term sum = write_poly(p, view, poly, 1, &constant);
  return term_add(p->store, sum, term_u64(p->store, constant, poly->width));
}

/* The odd number that makes the first factor a power of two. */
static uint64_t monic(const Poly *poly) {
  if (poly->n == 0 || poly->at[0].n == 0) return 1;
  uint64_t factor = poly->at[0].factor;
  assert(factor != 0);
  return inverse(factor >> __builtin_ctzll(factor));
}

/* left - right, NULL: too large or no words. */
static const Poly *difference(TermPolys *p, Products view, Term equation) {
  TermStore *s = p->store;
  if (term_kind(s, equation) != TERM_EQ) return NULL;
  Term left = term_child(s, equation, 0), right = term_child(s, equation, 1);
  if (!is_word(s, left)) return NULL;
  Mono room[2];
  Poly a = operand(p, view, left, &room[0]);
  Poly b = operand(p, view, right, &room[1]);
  Sum sum = {.mem = p->mem, .width = a.width};
  add_poly(&sum, &a, 1);
  add_poly(&sum, &b, ~(uint64_t)0);
  return finish(p, &sum);
}

static Term write_equation(TermPolys *p, Products view, const Poly *poly) {
  uint64_t constant;
  Term sum = write_poly(p, view, poly, monic(poly), &constant);
  Term right = term_u64(p->store, cut(poly->width, 0 - constant), poly->width);
  return term_eq(p->store, sum, right);
}

/* The node with its children rewritten. */
static Term rebuild(TermPolys *p, Products view, Term t) {
  uint32_t n = term_n_children(p->store, t);
  if (n == 0) return t;
  Term *children = MEM_ARRAY(p->mem, Term, n);
  bool changed = false;
  for (uint32_t i = 0; i < n; i++) {
    Term child = term_child(p->store, t, i);
    children[i] = rewritten(p, view, child);
    changed |= !term_same(child, children[i]);
  }
  Term r = changed ? term_rebuild(p->store, t, children) : t;
  MEM_FREE_ARRAY(p->mem, children, n);
  return r;
}

static Term rewrite_node(TermPolys *p, Products view, Term t) {
  if (is_arithmetic(p->store, t)) {
    const Poly *poly = read_arithmetic(p, view, t);
    if (!poly) return rebuild(p, view, t);
    map_put(&p->polys[view], term_node(t), (uint64_t)(uintptr_t)poly);
    return write_whole(p, view, poly);
  }
  const Poly *poly = difference(p, view, t);
  return poly ? write_equation(p, view, poly) : rebuild(p, view, t);
}

static Term rewrite(TermPolys *p, Products view, Term root) {
  TermWalk *walk = &p->walks[view];
  term_walk_push(walk, root);
  for (Term t; (t = term_walk_next(walk)).id;)
    map_put(&p->normal[view], term_node(t), rewrite_node(p, view, t).id);
  return rewritten(p, view, root);
}

Term term_poly_normal(TermPolys *p, Term t) {
  return rewrite(p, KEPT, t);
}

Term term_poly_forget(TermPolys *p, Term t) {
  return rewrite(p, FORGOTTEN, t);
}

/* ---- solving ---- */

static bool mentions(TermPolys *p, Term t, Term var) {
  TermWalk walk;
  term_walk_init(&walk, p->store);
  term_walk_push(&walk, t);
  while (term_walk_next(&walk).id) continue;
  bool found = term_walk_has_seen(&walk, var);
  term_walk_done(&walk);
  return found;
}

/* Is monomial number `at` a variable times an odd number, and the variable
 * nowhere else? */
static bool is_solvable(TermPolys *p, const Poly *poly, uint32_t at) {
  const Mono *mono = &poly->at[at];
  if (mono->n != 1 || !(mono->factor & 1)) return false;
  if (!term_is_var(p->store, mono->at[0])) return false;
  for (uint32_t i = 0; i < poly->n; i++)
    for (uint32_t k = 0; k < poly->at[i].n; k++)
      if (i != at && mentions(p, poly->at[i].at[k], mono->at[0])) return false;
  return true;
}

/* The rest of the equation, by the factor of monomial number `at`. */
static Term solve_for(TermPolys *p, const Poly *poly, uint32_t at) {
  assert(at < poly->n && poly->at[at].factor & 1);
  Sum sum = {.mem = p->mem, .width = poly->width};
  Mono var = {.factor = 1, .n = 1, .at = {poly->at[at].at[0]}};
  add_poly(&sum, poly, 0 - inverse(poly->at[at].factor));
  add_mono(&sum, &var, 1);
  const Poly *rest = finish(p, &sum);
  return rest ? write_whole(p, KEPT, rest) : TERM_NONE;
}

Term term_poly_solve(TermPolys *p, Term equation, Term var) {
  require(term_is_bool(p->store, equation) && term_is_var(p->store, var));
  if (term_is_negated(equation)) return TERM_NONE;
  (void)term_poly_normal(p, equation);
  const Poly *poly = difference(p, KEPT, equation);
  for (uint32_t i = 0; poly && i < poly->n; i++)
    if (poly->at[i].n == 1 && term_same(poly->at[i].at[0], var) &&
        is_solvable(p, poly, i))
      return solve_for(p, poly, i);
  return TERM_NONE;
}

bool term_has_products(const TermStore *s, Term t) {
  TermWalk walk;
  term_walk_init(&walk, s);
  term_walk_push(&walk, t);
  bool found = false;
  for (Term n; !found && (n = term_walk_next(&walk)).id;)
    found = term_kind(s, n) == TERM_MUL &&
            !term_is_const(s, term_child(s, n, 0)) &&
            !term_is_const(s, term_child(s, n, 1));
  term_walk_done(&walk);
  return found;
}
