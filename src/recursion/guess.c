/* SPDX-License-Identifier: MIT
 *
 * Facts that might hold: templates over the slots of a contract.
 *
 * Constants are those of the recursive functions and of the entry, with their
 * negatives and neighbours 0 and 1.  Guards are the comparisons of a parameter
 * with a constant or another parameter that the function itself makes, and
 * their negations: it is there that its behaviour changes.  About what comes
 * out (the result, globals after) it is guessed, under each guard and none: it
 * equals a constant, or a sum of one or two of what came in and a constant; it
 * lies above or below a constant or something that came in.  About what comes
 * in: bounds, order.
 *
 * Most guesses are wrong; con_sample and the inference throw them out. */
#include "recursion/infer.h"

enum { MOST_CONSTANTS = 18, MOST_GUARDS = 6, MOST_FACTS = 6000 };

typedef struct Guesser {
  const Program *p;
  Mem *mem;
  Contract *contract;
  ConLevel level;
  uint64_t constants[MOST_CONSTANTS]; /* sign-extended */
  uint32_t n_constants;
  Atom guards[2 * MOST_GUARDS + 1]; /* [0]: none */
  uint32_t n_guards;
} Guesser;

/* ---- constants ---- */

static void add_constant(Guesser *g, uint64_t k) {
  for (uint32_t i = 0; i < g->n_constants; i++)
    if (g->constants[i] == k) return;
  if (g->n_constants < MOST_CONSTANTS) g->constants[g->n_constants++] = k;
}

static bool is_constant(const Program *p, Val v, uint64_t *k) {
  int64_t value;
  if (!val_is_const(v) || !prog_const_as_i64(p, v, &value)) return false;
  *k = (uint64_t)value;
  return true;
}

/* Its constants may be those of a contract. */
static bool may_matter(Op op) {
  return (op >= OP_ADD && op <= OP_SLE) || op == OP_CALL || op == OP_RET ||
         op == OP_PHI || op == OP_SELECT || op == OP_STORE;
}

static void add_constants_of(Guesser *g, const Function *f) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (!may_matter(inst->op)) continue;
      for (uint32_t o = 0; o < inst->n_ops; o++) {
        uint64_t k;
        if (!is_constant(g->p, inst->ops[o], &k)) continue;
        add_constant(g, k);
        add_constant(g, (uint64_t)0 - k);
      }
    }
}

/* ---- guards ---- */

static uint32_t slot_of_param(const Contract *contract, const Function *f,
                              Val v) {
  if (!val_is_local(v) || f->insts.at[val_index(v)].op != OP_PARAM)
    return UINT32_MAX;
  for (uint32_t i = 0; i < contract->n_before; i++)
    if (contract->slots[i].kind == SLOT_PARAM &&
        contract->slots[i].param + 1 == val_index(v))
      return i;
  return UINT32_MAX;
}

static void add_guard(Guesser *g, Atom atom) {
  assert(atom.kind != ATOM_NONE && atom.slot[0] < g->contract->n_before);
  for (uint32_t i = 1; i < g->n_guards; i++) {
    const Atom *old = &g->guards[i];
    if (old->kind == atom.kind && old->slot[0] == atom.slot[0] &&
        old->slot[1] == atom.slot[1] && old->n == atom.n && old->k == atom.k)
      return;
  }
  if (g->n_guards + 2 > sizeof g->guards / sizeof *g->guards) return;
  g->guards[g->n_guards++] = atom;
  atom.negated = true;
  g->guards[g->n_guards++] = atom;
}

/* parameter ? constant, as an atom without negation. */
static Atom guard_atom(Op op, uint32_t slot, uint64_t k) {
  Atom atom = {.n = 1, .slot = {(uint8_t)slot}, .factor = {1}, .k = k};
  switch ((int)op) {
  case OP_EQ:
  case OP_NE: atom.kind = ATOM_EQUAL; break;
  case OP_SLE: atom.kind = ATOM_MOST_S; break;
  case OP_SLT: atom.kind = ATOM_MOST_S, atom.k--; break;
  case OP_ULE: atom.kind = ATOM_MOST_U; break;
  case OP_ULT: atom.kind = ATOM_MOST_U, atom.k--; break;
  default: break;
  }
  return atom;
}

/* constant ? parameter. */
static Atom flipped_atom(Op op, uint32_t slot, uint64_t k) {
  Atom atom = guard_atom(op, slot, k);
  switch ((int)op) {
  case OP_SLE: atom.kind = ATOM_LEAST_S; break;
  case OP_SLT: atom.kind = ATOM_LEAST_S, atom.k = k + 1; break;
  case OP_ULE: atom.kind = ATOM_LEAST_U; break;
  case OP_ULT: atom.kind = ATOM_LEAST_U, atom.k = k + 1; break;
  default: break;
  }
  return atom;
}

/* left ? right, both parameters, perhaps negated. */
static Atom pair_atom(Op op, uint32_t left, uint32_t right) {
  bool is_strict = op == OP_SLT || op == OP_ULT;
  uint32_t first = is_strict ? right : left, second = is_strict ? left : right;
  Atom atom = {.kind = ATOM_EQUAL,
               .n = 2,
               .slot = {(uint8_t)first, (uint8_t)second},
               .factor = {1, -1}};
  if (op == OP_SLE || op == OP_SLT) atom.kind = ATOM_ORDERED_S;
  if (op == OP_ULE || op == OP_ULT) atom.kind = ATOM_ORDERED_U;
  if (atom.kind != ATOM_EQUAL) atom.factor[1] = 1;
  return atom;
}

static void add_guards(Guesser *g) {
  const Function *f = prog_func(g->p, g->contract->func);
  g->guards[0] = (Atom){0};
  g->n_guards = 1;
  if (g->level < CON_ALL) return;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op < OP_EQ || inst->op > OP_SLE) continue;
      uint64_t k;
      uint32_t left = slot_of_param(g->contract, f, inst->ops[0]);
      uint32_t right = slot_of_param(g->contract, f, inst->ops[1]);
      if (left != UINT32_MAX && is_constant(g->p, inst->ops[1], &k))
        add_guard(g, guard_atom(inst->op, left, k));
      if (right != UINT32_MAX && is_constant(g->p, inst->ops[0], &k))
        add_guard(g, flipped_atom(inst->op, right, k));
      if (left != UINT32_MAX && right != UINT32_MAX && left != right)
        add_guard(g, pair_atom(inst->op, left, right));
    }
}

/* ---- facts ---- */

static void add_fact(Guesser *g, FactPlace place, const Atom *guard,
                     Atom atom) {
  Fact fact = {.place = place, .guard = *guard, .atom = atom};
  assert(fact_is_valid(g->contract, &fact));
  if (g->level == CON_EQUALITIES &&
      (place == FACT_BEFORE || atom.kind != ATOM_EQUAL))
    return;
  if (g->level == CON_TABLES && place == FACT_AFTER && atom.kind != ATOM_EQUAL)
    return;
  if ((atom.k == 0 && atom.kind == ATOM_LEAST_U) ||
      (atom.k == UINT64_MAX && atom.kind == ATOM_MOST_U))
    return; /* always true */
  if (g->contract->facts.n < MOST_FACTS)
    VEC_PUSH(g->mem, &g->contract->facts, fact);
}

static bool same_width(const Guesser *g, uint32_t a, uint32_t b) {
  return g->contract->slots[a].bits == g->contract->slots[b].bits;
}

static Atom one_slot(AtomKind kind, uint32_t slot, uint64_t k) {
  return (Atom){.kind = kind,
                .n = 1,
                .slot = {(uint8_t)slot},
                .factor = {1, 1, 1},
                .k = k};
}

static void guess_bounds(Guesser *g, FactPlace place, const Atom *guard,
                         uint32_t slot) {
  for (uint32_t i = 0; i < g->n_constants; i++)
    for (AtomKind kind = ATOM_EQUAL; kind <= ATOM_LEAST_U; kind++)
      add_fact(g, place, guard, one_slot(kind, slot, g->constants[i]));
}

static void guess_order(Guesser *g, FactPlace place, const Atom *guard,
                        uint32_t a, uint32_t b) {
  for (AtomKind kind = ATOM_ORDERED_S; kind <= ATOM_ORDERED_U; kind++) {
    Atom atom = one_slot(kind, a, 0);
    atom.n = 2;
    atom.slot[1] = (uint8_t)b;
    add_fact(g, place, guard, atom);
    atom.slot[0] = (uint8_t)b;
    atom.slot[1] = (uint8_t)a;
    add_fact(g, place, guard, atom);
  }
}

/* slot == f1 * a (+ f2 * b) + k, for the constants. */
static void guess_sum(Guesser *g, const Atom *guard, uint32_t slot,
                      const uint32_t *from, const int8_t *factors, uint32_t n) {
  Atom atom = one_slot(ATOM_EQUAL, slot, 0);
  assert(1 + n <= CONTRACT_MOST_TERMS);
  for (uint32_t i = 0; i < n; i++) {
    atom.slot[1 + i] = (uint8_t)from[i];
    atom.factor[1 + i] = (int8_t)-factors[i];
  }
  atom.n = (uint8_t)(1 + n);
  for (uint32_t i = 0; i < g->n_constants; i++) {
    atom.k = g->constants[i];
    add_fact(g, FACT_AFTER, guard, atom);
  }
}

static void guess_result(Guesser *g, const Atom *guard, uint32_t slot) {
  static const int8_t ones[] = {1, -1, 2};
  uint32_t n = g->contract->n_slots;
  for (uint32_t a = 0; a < n; a++) {
    if (a == slot || !same_width(g, a, slot)) continue;
    if (a >= g->contract->n_before && a < slot) continue;
    guess_order(g, FACT_AFTER, guard, slot, a);
    for (uint32_t i = 0; i < 3; i++) guess_sum(g, guard, slot, &a, &ones[i], 1);
  }
}

static void guess_pairs(Guesser *g, const Atom *guard, uint32_t slot) {
  uint32_t n = g->contract->n_slots;
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a + 1; b < n; b++) {
      if (a == slot || b == slot || !same_width(g, a, slot) ||
          !same_width(g, b, slot))
        continue;
      uint32_t from[2] = {a, b};
      for (uint32_t signs = 0; signs < 3; signs++) {
        int8_t factors[2] = {signs == 1 ? -1 : 1, signs == 2 ? -1 : 1};
        guess_sum(g, guard, slot, from, factors, 2);
      }
    }
}

/* The least constant that the function compares the argument with. */
static bool find_base(const Guesser *g, uint32_t slot, int64_t *base) {
  bool found = false;
  for (uint32_t i = 1; i < g->n_guards; i++) {
    const Atom *guard = &g->guards[i];
    if (guard->slot[0] != slot || guard->n != 1) continue;
    if (!found || (int64_t)guard->k < *base) *base = (int64_t)guard->k;
    found = true;
  }
  return found;
}

static void guess_tables(Guesser *g) {
  for (uint32_t slot = 0; slot < g->contract->n_before; slot++) {
    int64_t base = 0;
    if (find_base(g, slot, &base))
      con_table_begin(g->contract, g->mem, slot, base);
  }
}

static void guess_contract(Guesser *g) {
  const Contract *contract = g->contract;
  add_guards(g);
  if (g->level == CON_TABLES) guess_tables(g);
  for (uint32_t a = 0; a < contract->n_before; a++) {
    guess_bounds(g, FACT_BEFORE, &g->guards[0], a);
    for (uint32_t b = a + 1; b < contract->n_before; b++)
      if (same_width(g, a, b)) guess_order(g, FACT_BEFORE, &g->guards[0], a, b);
  }
  for (uint32_t i = 0; i < g->n_guards; i++)
    for (uint32_t s = contract->n_before; s < contract->n_slots; s++) {
      guess_bounds(g, FACT_AFTER, &g->guards[i], s);
      guess_result(g, &g->guards[i], s);
    }
  if (g->level == CON_TABLES) return;
  for (uint32_t i = 0; i < g->n_guards; i++)
    for (uint32_t s = contract->n_before; s < contract->n_slots; s++)
      guess_pairs(g, &g->guards[i], s);
}

void con_guess(ContractSet *set, const Program *p, ConLevel level) {
  require(level < CON_LEVELS);
  Guesser g = {.p = p, .mem = set->mem, .level = level};
  add_constant(&g, 0);
  add_constant(&g, 1);
  for (uint32_t i = 0; i < set->list.n; i++)
    add_constants_of(&g, prog_func(p, set->list.at[i].func));
  add_constants_of(&g, prog_func(p, p->entry));
  for (uint32_t i = 0; i < set->list.n; i++) {
    g.contract = &set->list.at[i];
    require(!g.contract->facts.n);
    guess_contract(&g);
  }
}
