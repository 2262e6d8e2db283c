/* SPDX-License-Identifier: MIT
 *
 * The validators of transition systems and diagrams find what is broken. */
#include "unit/unit.h"
#include "dd/dd_int.h"
#include "ts/ts.h"

typedef struct Fixture {
  Mem mem;
  TermStore *store;
  Ts *ts;
  TsLoc loop;
  Text problems;
} Fixture;

static void add_edge(Fixture *f, TsLoc from, TsLoc to, Term value) {
  TsBlock *blocks = ARENA_ARRAY(&f->ts->arena, TsBlock, 2);
  TsStep *step = ARENA_NEW(&f->ts->arena, TsStep);
  step->guard = term_true();
  step->n_assigns = value.id != 0;
  step->assigns = ARENA_NEW(&f->ts->arena, TsAssign);
  if (value.id)
    *step->assigns = (TsAssign){f->ts->locations.at[to.id].vars[0].next, value};
  blocks[0] = (TsBlock){.visited = term_true(), .constraint = term_true()};
  blocks[1] = (TsBlock){.visited = term_fresh(f->store, "here", sort_bool()),
                        .constraint = term_true(),
                        .steps = step,
                        .n_steps = 1};
  ts_add_edge(f->ts, from, to, blocks, 2);
}

/* x = 0; while (any) x = x + 1; error */
static void fixture_init(Fixture *f) {
  mem_init(&f->mem, 0);
  f->store = term_store_new(&f->mem);
  f->ts = ts_new(&f->mem, f->store);
  f->ts->entry = ts_add_location(f->ts, TS_ENTRY, "entry");
  f->loop = ts_add_location(f->ts, TS_CUT, "loop");
  TsLoc error = ts_add_location(f->ts, TS_ERROR, "error");
  TsVar *x = ARENA_NEW(&f->ts->arena, TsVar);
  *x = (TsVar){.now = term_var(f->store, "x", sort_bv(8)),
               .next = term_var(f->store, "x'", sort_bv(8)),
               .name = "x"};
  f->ts->locations.at[f->loop.id].vars = x;
  f->ts->locations.at[f->loop.id].n_vars = 1;
  Term one = term_u64(f->store, 1, 8);
  add_edge(f, f->ts->entry, f->loop, term_u64(f->store, 0, 8));
  add_edge(f, f->loop, f->loop, term_add(f->store, x->now, one));
  add_edge(f, f->loop, error, TERM_NONE);
  text_init(&f->problems, &f->mem);
}

static void fixture_done(Fixture *f) {
  text_done(&f->problems);
  ts_free(f->ts);
  term_store_validate(f->store);
  term_store_free(f->store);
  mem_done(&f->mem);
}

static void check_problem(Fixture *f, const char *part) {
  text_clear(&f->problems);
  bool is_valid = ts_validate(f->ts, &f->problems);
  CHECK_INT(is_valid, part == NULL);
  if (part && !strstr(text_get(&f->problems), part))
    unit_fail(__FILE__, __LINE__, "%s, not %s", text_get(&f->problems), part);
}

TEST(ts_validate_finds_problems) {
  Fixture f;
  fixture_init(&f);
  check_problem(&f, NULL);
  TsLocation *loop = &f.ts->locations.at[f.loop.id];
  TsBlock *last = &f.ts->edges.at[1].blocks[1];
  TsVar x = loop->vars[0];

  loop->kind = TS_ENTRY;
  check_problem(&f, "one entry");
  loop->kind = TS_CUT;
  loop->vars[0].next = x.now;
  check_problem(&f, "two owners");
  loop->vars[0].next = term_var(f.store, "wide", sort_bv(16));
  check_problem(&f, "two sorts");
  loop->vars[0].next = term_u64(f.store, 3, 8);
  check_problem(&f, "no variable");
  loop->vars[0] = x;

  last->steps[0].from = 1;
  check_problem(&f, "later block");
  last->steps[0].from = 0;
  last->steps[0].guard = x.now;
  check_problem(&f, "guard is not Boolean");
  last->steps[0].guard = term_true();
  last->constraint = x.now;
  check_problem(&f, "not Boolean");
  last->constraint = term_true();
  f.ts->edges.at[2].source = f.ts->entry;
  f.ts->edges.at[1].target = f.ts->entry;
  check_problem(&f, "another location's variable");
  f.ts->edges.at[1].target = f.loop;
  check_problem(&f, NULL);
  fixture_done(&f);
}

static void check_diagrams(DdStore *dd, Mem *mem, const char *part) {
  Text problems;
  text_init(&problems, mem);
  CHECK_INT(dd_validate(dd, &problems), part == NULL);
  if (part) CHECK(strstr(text_get(&problems), part) != NULL);
  text_done(&problems);
}

TEST(dd_validate_finds_problems) {
  Mem mem;
  mem_init(&mem, 0);
  DdStore *dd = dd_new(&mem);
  DdVar x = dd_add_var(dd), y = dd_add_var(dd);
  Dd both = dd_and(dd, dd_var(dd, x), dd_var(dd, y));
  dd_protect(dd, both);
  check_diagrams(dd, &mem, NULL);
  DdNode *node = &dd->nodes[both.id >> 1], right = *node;
  node->low = node->high;
  check_diagrams(dd, &mem, "equal sides");
  *node = right;
  node->label = (uint32_t)y.id + 1;
  check_diagrams(dd, &mem, "not above its sides");
  *node = right;
  node->label = DD_FREE;
  check_diagrams(dd, &mem, "was freed");
  *node = right;
  dd->n_live++;
  check_diagrams(dd, &mem, "nodes live");
  dd->n_live--;
  check_diagrams(dd, &mem, NULL);
  dd_free(dd);
  mem_done(&mem);
}
