/* SPDX-License-Identifier: MIT
 *
 * Contracts: facts mean the same told and executed; what the program with
 * contracts in place of recursion does. */
#include "recursion/contract.h"
#include "interp/interp.h"
#include "unit/pass/pass_test.h"

/* down(a, b) is b, whatever a is; it counts its calls in `calls`. */
static const char recursion[] = "pointer 32\n"
                                "entry @main\n"
                                "sites 2\n"
                                "type t1 = i32 size=4 align=4\n"
                                "global $calls t1 size=4 align=4\n"
                                "define i32 @down(i32 %1, i32 %2) {\n"
                                "b0:\n"
                                "  %3 = load i32 $calls\n"
                                "  %4 = add i32 %3, i32 1\n"
                                "  store %4, $calls\n"
                                "  %6 = eq i1 %1, i32 0\n"
                                "  condbr %6, b1, b2\n"
                                "b1:\n"
                                "  ret %2\n"
                                "b2:\n"
                                "  %9 = sub i32 %1, i32 1\n"
                                "  %10 = call i32 @down, %9, %2 site=1\n"
                                "  ret %10\n"
                                "}\n"
                                "define i32 @main() {\n"
                                "b0:\n"
                                "  %1 = call i32 @down, i32 5, i32 7 site=2\n"
                                "  ret %1\n"
                                "}\n";

typedef struct Case {
  Bench bench;
  ContractSet set;
} Case;

static Contract *case_init(Case *c) {
  bench_init(&c->bench, recursion);
  contract_set_init(&c->set, &c->bench.mem);
  CHECK(contract_find(&c->set, c->bench.p, CONTRACT_VALUES));
  CHECK_INT(c->set.list.n, 1);
  return &c->set.list.at[0];
}

static void case_done(Case *c) {
  contract_set_done(&c->set);
  bench_done(&c->bench);
}

static InterpEnd run(Case *c, const uint64_t *inputs, uint32_t n) {
  Interp *interp = interp_new(&c->bench.mem, c->bench.p,
                              (InterpOptions){.max_steps = 10000});
  InterpList list = {inputs, n, 0};
  InterpResult result = interp_run(interp, interp_list(&list));
  interp_free(interp);
  return result.end;
}

TEST(contract_slots) {
  Case c;
  const Contract *contract = case_init(&c);
  static const SlotKind kinds[] = {SLOT_PARAM, SLOT_PARAM, SLOT_BEFORE,
                                   SLOT_RESULT, SLOT_AFTER};
  CHECK_INT(contract->n_slots, 5);
  CHECK_INT(contract->n_before, 3);
  for (uint32_t i = 0; i < 5; i++) CHECK_INT(contract->slots[i].kind, kinds[i]);
  CHECK_INT(c.set.written.n, 1);
  case_done(&c);
}

static Atom random_atom(Rng *rng, uint32_t n_slots, uint64_t small) {
  Atom atom = {.kind = (AtomKind)(ATOM_EQUAL + rng_below(rng, 7)),
               .negated = rng_below(rng, 2)};
  bool two = atom.kind >= ATOM_ORDERED_S;
  atom.n = (uint8_t)(two                       ? 2
                     : atom.kind == ATOM_EQUAL ? 1 + rng_below(rng, 3)
                                               : 1);
  for (uint32_t i = 0; i < 3; i++) {
    atom.slot[i] = (uint8_t)rng_below(rng, n_slots);
    atom.factor[i] =
        (int8_t)(atom.kind == ATOM_EQUAL ? rng_below(rng, 4) - 1 : 1);
  }
  atom.k = small;
  return atom;
}

static uint64_t random_value(Rng *rng) {
  static const uint64_t edge[] = {0,          1,          2,         7,
                                  0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
  return edge[rng_below(rng, 7)];
}

/* The body of `down` runs once, for a = 0: it returns b, and one call more is
 * counted. */
TEST(contract_facts_mean_what_they_do) {
  Rng rng = {7};
  for (uint32_t round = 0; round < unit_rounds(400); round++) {
    Case c;
    Contract *contract = case_init(&c);
    bool before = rng_below(&rng, 3) == 0;
    uint32_t n = before ? contract->n_before : contract->n_slots;
    Fact fact = {.place = before ? FACT_BEFORE : FACT_AFTER,
                 .atom = random_atom(&rng, n, random_value(&rng))};
    if (rng_below(&rng, 2))
      fact.guard = random_atom(&rng, n, random_value(&rng));
    VEC_PUSH(&c.bench.mem, &contract->facts, fact);
    uint64_t b = random_value(&rng);
    /* The list gives zero for fresh memory: `calls` is 0 before. */
    uint64_t values[5] = {0, b, 0, b, 1};
    bool holds = fact_holds(contract, &fact, values);
    pass_contracts(c.bench.p, &c.set,
                   rng_below(&rng, 2) ? CONTRACT_PROVE : CONTRACT_INFER);
    CHECK_VALID(&c.bench);
    uint64_t inputs[] = {1, 0, b, 0, b, 0, b, 1};
    InterpEnd end = run(&c, inputs, 8);
    InterpEnd bad = before ? INTERP_ASSUME : INTERP_ERROR;
    /* The reported values are inputs, which the list gives in order. */
    if (holds) CHECK_INT(end, INTERP_STOP);
    if (!holds) CHECK_INT(end, bad);
    case_done(&c);
  }
}

/* In place of the call of main: any result that the contract allows. */
TEST(contract_stands_in_for_calls) {
  Case c;
  Contract *contract = case_init(&c);
  Fact fact = {
      .place = FACT_AFTER,
      .atom = {.kind = ATOM_EQUAL, .n = 2, .slot = {3, 1}, .factor = {1, -1}}};
  VEC_PUSH(&c.bench.mem, &contract->facts, fact);
  pass_contracts(c.bench.p, &c.set, CONTRACT_PROVE);
  CHECK_VALID(&c.bench);
  CHECK_INT(run(&c, (uint64_t[]){0, 7}, 2), INTERP_RETURNED);
  CHECK_INT(run(&c, (uint64_t[]){0, 8}, 2), INTERP_ASSUME);
  PassOptions options = PASS_DEFAULTS;
  Property property = {.kinds = 1u << PROPERTY_UNREACH_CALL, .entry = "main"};
  PassRun passes = {0};
  pass_run(&passes, c.bench.p, &property, &options, PASS_ID_INLINE,
           PASS_ID_LAST);
  CHECK_INT(passes.result.status, PASS_OK);
  CHECK_INT(bench_count(&c.bench, NULL, OP_CALL), 0);
  CHECK_INT(bench_count(&c.bench, NULL, OP_UNSUPPORTED), 0);
  case_done(&c);
}

/* A function that writes through a pointer, and one that main is part of. */
TEST(contract_refuses) {
  static const char *const texts[] = {
      "pointer 32\nentry @main\nsites 2\n"
      "define i32 @f(ptr %1) {\nb0:\n  store i32 1, %1\n"
      "  %3 = call i32 @f, %1 site=1\n  ret %3\n}\n"
      "define i32 @main() {\nb0:\n  %1 = alloca ptr imm=4 site=2\n"
      "  %2 = call i32 @f, %1 site=1\n  ret %2\n}\n",
      "pointer 32\nentry @main\nsites 1\n"
      "define i32 @main() {\nb0:\n  %1 = call i32 @main site=1\n  ret %1\n}\n",
      "pointer 32\nentry @main\nsites 1\n"
      "define i32 @main() {\nb0:\n  ret i32 0\n}\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Bench b;
    ContractSet set;
    bench_init(&b, texts[i]);
    contract_set_init(&set, &b.mem);
    CHECK(!contract_find(&set, b.p, CONTRACT_VALUES));
    contract_set_done(&set);
    bench_done(&b);
  }
}
