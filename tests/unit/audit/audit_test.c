/* SPDX-License-Identifier: MIT
 *
 * The audit of points-to, regions and forgetting.  What is right is accepted;
 * what is broken on purpose is refused, or no run can tell. */
#include "unit/ir/random_program.h"
#include "unit/pass/random_memory.h"
#include "analysis/points.h"
#include "audit/audit.h"
#include "pass/over/local_int.h"

/* ---- solutions that are broken at random ---- */

static Ref *some_ref(PointsTo *p, Rng *rng) {
  uint32_t first = rng_below(rng, p->n_values);
  for (uint32_t i = 0; i < p->n_values; i++) {
    Ref *ref = &p->refs[(first + i) % p->n_values];
    if (ref->node) return ref;
  }
  return &p->refs[first];
}

static Interval *some_interval(PointsTo *p, Rng *rng) {
  uint32_t first = rng_below(rng, p->nodes.n);
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    Node *node = &p->nodes.at[(first + i) % p->nodes.n];
    uint32_t n = node->cells.n + node->spans.n;
    if (!n) continue;
    uint32_t k = rng_below(rng, n);
    return k < node->cells.n ? &node->cells.at[k]
                             : &node->spans.at[k - node->cells.n];
  }
  return NULL;
}

/* One small fault. */
static void break_points(PointsTo *p, Rng *rng) {
  Interval *interval = some_interval(p, rng);
  Ref *ref = some_ref(p, rng);
  Node *node = &p->nodes.at[points_find(p, *ref).node];
  switch (rng_below(rng, 12)) {
  case 0: ref->node = 0; return;
  case 1: *ref = *some_ref(p, rng); return;
  case 2: ref->offset += 8; return;
  case 3: p->flags[ref - p->refs] = 0; return;
  case 4: interval->link = *some_ref(p, rng); return;
  case 5: interval->link.offset += 8; return;
  case 6: interval->flags = 0; return;
  case 7: interval->mixed = 0; return;
  case 8: node->stride *= 2; return;
  case 9: node->stride = 0; return;
  case 10: node->bits = 0; return;
  default: p->homes.at[rng_below(rng, p->homes.n)] = *some_ref(p, rng); return;
  }
}

/* What is accepted no run refutes; true: it was refused. */
static bool is_refused(MemoryWatch *w) {
  Text why;
  text_init(&why, &w->bench.mem);
  bool holds = audit_points(w->points, &why);
  CHECK(holds == (text_get(&why)[0] == 0));
  text_clear(&why);
  if (holds) {
    Regions *regions = prog_regions_new(w->bench.p, w->points);
    CHECK(audit_regions(w->points, regions, &why));
    CHECK_TEXT(text_get(&why), "");
    prog_regions_store(regions, w->bench.p);
    memory_watch_objects(w);
    (void)memory_watch_run(w);
    (void)memory_watch_run(w);
    CHECK_INT(w->n_missed, 0);
    prog_regions_free(regions);
  }
  text_done(&why);
  return !holds;
}

TEST(audit_points_broken) {
  enum { PROGRAMS = 40, FAULTS = 25 };
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  uint32_t refused = 0;
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
    random_memory_text(&text, seed);
    for (uint32_t fault = 0; fault <= FAULTS; fault++) {
      MemoryWatch w = {0};
      Rng rng = {seed * 1000 + fault};
      bench_init(&w.bench, text_get(&text));
      uint32_t n = prog_func(w.bench.p, w.bench.p->entry)->insts.n;
      w.values = MEM_ARRAY(&w.bench.mem, uint64_t, n);
      w.points = prog_points_new(w.bench.p);
      if (fault) break_points(w.points, &rng);
      bool gone = is_refused(&w);
      CHECK(fault || !gone);
      refused += gone;
      MEM_FREE_ARRAY(&w.bench.mem, w.values, n);
      prog_points_free(w.points);
      bench_done(&w.bench);
    }
  }
  CHECK(refused > PROGRAMS * FAULTS / 3);
  text_done(&text);
  mem_done(&mem);
}

/* ---- one fault each ---- */

static const char calls_text[] = "pointer 64\nentry @main\nsites 9\n"
                                 "type t1 = [32 x i8] size=32 align=1\n"
                                 "global $x i32 size=4 align=4\n"
                                 "global $y i32 size=4 align=4\n"
                                 "global $s t1 size=32 align=8\n"
                                 "global $t t1 size=32 align=8\n"
                                 "declare void @outside(ptr %1)\n"
                                 "define ptr @f(ptr %1) {\nb0:\n  ret %1\n}\n"
                                 "define ptr @g(ptr %1) {\nb0:\n  ret $y\n}\n"
                                 "define void @main(i64 %1) {\n"
                                 "b0:\n"
                                 "  store @f, $t\n"
                                 "  store @g, $t+8\n"
                                 "  store $x, $s\n"
                                 "  %2 = gep ptr $t, %1 stride=8\n"
                                 "  %3 = load ptr %2\n"
                                 "  %4 = load ptr $s\n"
                                 "  %5 = call ptr %3, %4 site=1\n"
                                 "  %6 = load i32 %5\n"
                                 "  %7 = alloca ptr imm=4 site=2\n"
                                 "  store i32 1, %7\n"
                                 "  %8 = load i32 %7\n"
                                 "  call @outside, $t site=3\n"
                                 "  ret\n"
                                 "}\n";

typedef struct Solved {
  Bench bench;
  PointsTo *points;
  Regions *regions;
  Text why;
} Solved;

static void solve(Solved *x, const char *text) {
  bench_init(&x->bench, text);
  CHECK_VALID(&x->bench);
  x->points = prog_points_new(x->bench.p);
  x->regions = prog_regions_new(x->bench.p, x->points);
  text_init(&x->why, &x->bench.mem);
  CHECK(audit_points(x->points, &x->why));
  CHECK(audit_regions(x->points, x->regions, &x->why));
  CHECK_TEXT(text_get(&x->why), "");
}

static void solved_done(Solved *x) {
  text_done(&x->why);
  prog_regions_free(x->regions);
  prog_points_free(x->points);
  bench_done(&x->bench);
}

TEST(audit_call_misses_target) {
  Solved x;
  solve(&x, calls_text);
  uint32_t broken = 0;
  for (uint32_t c = 0; c < x.points->calls.n; c++) {
    IndexVec *bound = &x.points->calls.at[c].bound;
    if (bound->n < 2) continue;
    bound->n--;
    broken++;
  }
  CHECK_INT(broken, 1);
  CHECK(!audit_points(x.points, &x.why));
  CHECK(strstr(text_get(&x.why), "a call misses a target") != NULL);
  solved_done(&x);
}

TEST(audit_escape_missed) {
  Solved x;
  solve(&x, calls_text);
  /* told to a function without a body, and taken out of the unknown */
  uint32_t object = x.points->global_object[4], node = x.points->nodes.n;
  VEC_PUSH(x.points->mem, &x.points->nodes,
           ((Node){.parent = node, .first = object, .last = object}));
  x.points->homes.at[object] = (Ref){.node = node};
  CHECK(!audit_points(x.points, &x.why));
  solved_done(&x);
}

/* Accesses have the regions that points-to gives them. */
static void store_regions(Program *p) {
  PointsTo *points = audit_points_new(p);
  Regions *regions = audit_regions_new(p, points);
  prog_regions_store(regions, p);
  prog_regions_free(regions);
  prog_points_free(points);
}

/* Regions that were made before the solution said something else. */
TEST(audit_regions_stale) {
  for (uint32_t fault = 0; fault < 4; fault++) {
    Solved x;
    solve(&x, calls_text);
    uint32_t local = prog_points_n_objects(x.points) - 1;
    CHECK(x.points->objects.at[local].kind == OBJECT_ALLOCA);
    Ref home = points_find(x.points, x.points->homes.at[local]);
    Node *node = &x.points->nodes.at[home.node];
    MemObject *object = &x.points->objects.at[local];
    if (fault == 0) object->count = OBJECT_MANY;
    if (fault == 1) node->cells.at[0].mixed = 1;
    if (fault == 2) object->size = 3;
    if (fault == 3) node->stride = 4;
    CHECK(!audit_regions(x.points, x.regions, &x.why));
    solved_done(&x);
  }
}

/* ---- forgetting ---- */

static const char kept_text[] =
    "pointer 64\nentry @main\nsites 9\n"
    "error 0 = \"unreach-call\" \"e\" !0\n"
    "type t1 = [32 x i8] size=32 align=1\n"
    "global $s t1 size=32 align=8\n"
    "global $x i32 size=4 align=4\n"
    "define void @f(ptr %1) {\nb0:\n  store i32 1, %1\n  ret\n}\n"
    "define void @main(i64 %1) {\n"
    "b0:\n"
    "  %2 = gep ptr $s, %1 stride=4\n"
    "  store i32 0, %2\n"
    "  call @f, CALLED site=1\n"
    "  %3 = gep ptr $s, %1 stride=4\n"
    "  %4 = load i32 %3\n"
    "  %5 = eq i1 %4, i32 0\n"
    "  condbr %5, b1, b2\n"
    "b1:\n"
    "  ret\n"
    "b2:\n"
    "  error\n"
    "}\n";

static bool is_under(const Program *p) {
  bool under = false;
  for (uint32_t i = 0; i < p->ledger.n; i++)
    under |= p->ledger.at[i].direction == LEDGER_UNDER;
  return under;
}

/* The place in b0 of the first instruction of that kind. */
static uint32_t place_of(const Function *f, Op op) {
  uint32_t k = 0;
  while (f->insts.at[f->blocks.at[0].insts.at[k]].op != op) k++;
  return k;
}

static void take_out(Function *f, uint32_t place) {
  Block *block = &f->blocks.at[0];
  block->insts.n--;
  memmove(block->insts.at + place, block->insts.at + place + 1,
          (block->insts.n - place) * sizeof *block->insts.at);
}

/* What the function does to the program; the audit must say whether it may. */
static bool is_forgotten_wrongly(const char *called,
                                 void (*change)(Program *, Function *)) {
  Bench b;
  char text[1500];
  const char *at = strstr(kept_text, "CALLED");
  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - kept_text), kept_text,
           called, at + 6);
  bench_init(&b, text);
  CHECK_VALID(&b);
  store_regions(b.p);
  CHECK(!is_under(b.p));
  AuditForget *before = audit_forget_new(b.p);
  change(b.p, prog_func(b.p, b.p->entry));
  audit_forget_done(before, b.p);
  bool wrongly = is_under(b.p);
  bench_done(&b);
  return wrongly;
}

static void change_nothing(Program *p, Function *f) {
  (void)p;
  (void)f;
}

static void drop_store(Program *p, Function *f) {
  (void)p;
  take_out(f, place_of(f, OP_STORE));
}

static void drop_call(Program *p, Function *f) {
  (void)p;
  take_out(f, place_of(f, OP_CALL));
}

static void forget_load(Program *p, Function *f) {
  (void)p;
  Inst *load = &f->insts.at[f->blocks.at[0].insts.at[place_of(f, OP_LOAD)]];
  load->op = OP_NONDET;
  load->imm = INPUT_UNDEF;
  load->n_ops = 0;
}

static void forget_all(Program *p, Function *f) {
  forget_load(p, f);
  drop_store(p, f);
  drop_call(p, f);
}

static void drop_comparison(Program *p, Function *f) {
  (void)p;
  take_out(f, place_of(f, OP_EQ));
}

static void change_number(Program *p, Function *f) {
  (void)p;
  f->insts.at[f->blocks.at[0].insts.at[0]].imm = 4;
}

static void add_assumption(Program *p, Function *f) {
  uint32_t eq = f->blocks.at[0].insts.at[place_of(f, OP_EQ)];
  Val op = val_local(eq);
  uint32_t made = prog_new_inst(p, f, OP_ASSUME, (TypeId){0}, &op, 1, NULL, 0);
  uint32_t last = VEC_LAST(&f->blocks.at[0].insts);
  VEC_LAST(&f->blocks.at[0].insts) = made;
  VEC_PUSH(p->mem, &f->blocks.at[0].insts, last);
}

TEST(audit_forget_changes) {
  CHECK(!is_forgotten_wrongly("$x", change_nothing));
  CHECK(!is_forgotten_wrongly("$x", forget_load));
  CHECK(!is_forgotten_wrongly("$x", forget_all));
  CHECK(!is_forgotten_wrongly("$x", drop_call)); /* changes what nobody reads */
  CHECK(is_forgotten_wrongly("$s", drop_call));
  CHECK(is_forgotten_wrongly("$x", drop_store));
  CHECK(is_forgotten_wrongly("$x", drop_comparison));
  CHECK(is_forgotten_wrongly("$x", change_number));
  CHECK(is_forgotten_wrongly("$x", add_assumption));
}

TEST(audit_stub_with_error) {
  Bench b;
  bench_init(&b, "pointer 64\nentry @main\nsites 9\n"
                 "error 0 = \"unreach-call\" \"e\" !0\n"
                 "global $x i32 size=4 align=4\n"
                 "define void @g() {\nb0:\n  error\n}\n"
                 "define void @f() {\nb0:\n  call @g site=1\n  ret\n}\n"
                 "define void @main() {\n"
                 "b0:\n"
                 "  store i32 1, $x\n"
                 "  call @f site=2\n"
                 "  ret\n"
                 "}\n");
  store_regions(b.p);
  AuditForget *before = audit_forget_new(b.p);
  drop_call(b.p, prog_func(b.p, b.p->entry));
  audit_forget_done(before, b.p);
  CHECK(is_under(b.p));
  bench_done(&b);
}

/* A variable of which an access is left, here or in another function. */
TEST(audit_promoted_partly) {
  Bench b;
  bench_init(&b, "pointer 64\nentry @main\nsites 9\n"
                 "global $x i32 size=4 align=4\n"
                 "define void @f() {\nb0:\n  store i32 2, $x\n  ret\n}\n"
                 "define void @main() {\n"
                 "b0:\n"
                 "  store i32 1, $x\n"
                 "  call @f site=2\n"
                 "  ret\n"
                 "}\n");
  store_regions(b.p);
  AuditAccesses before = audit_accesses(b.p);
  audit_promoted(b.p, &before);
  CHECK(!is_under(b.p));
  before = audit_accesses(b.p);
  drop_store(b.p, prog_func(b.p, b.p->entry));
  audit_promoted(b.p, &before);
  CHECK(is_under(b.p));
  bench_done(&b);
}

/* ---- what is right ---- */

TEST(audit_random_programs) {
  enum { PROGRAMS = 300 };
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
    Mem mem;
    mem_init(&mem, 0);
    Program *p = random_program(&mem, seed);
    PointsTo *points = audit_points_new(p);
    prog_regions_free(audit_regions_new(p, points));
    prog_points_free(points);
    CHECK(!is_under(p));
    prog_free(p);
    mem_done(&mem);
  }
}
