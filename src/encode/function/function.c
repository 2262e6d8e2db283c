/* SPDX-License-Identifier: MIT
 *
 * Functions as formulas, one by one: the facts that all of them share.
 *
 * Problem.  The checks of a large program are to be decided without inlining
 * it: one function at a time, with calls left open until their effect matters.
 *
 * Idea [BH07].  Execute the function symbolically, once, over its loop-free
 * part (exec.c): every value is a term over the parameters and the
 * memory at entry, joined by if-then-else where control flow joins.  A call
 * adds variables: its result, whether it returns, and each cell of memory read
 * afterwards that it may have written.  Asked what such a variable stands for,
 * execute the callee in the same way, on the terms of the arguments and the
 * caller's memory; equal arguments give equal terms, because terms are shared.
 *
 * Memory (memory.c) is a graph of versions; a read walks back to the
 * writes that may have made the cell, and only what is read becomes a formula.
 *
 * Where we differ from the paper.  A summary is instantiated by executing the
 * callee again, not by substitution: the cost is the same, and addresses in the
 * caller's terms settle most questions of aliasing at once.  Parameters may be
 * aliased (overlap.c), and loops are forgotten, not unrolled.
 *
 * What is forgotten is a variable of its own kind, so that an answer that rests
 * on it is not believed.
 *
 * Premises: accesses stay inside their object, are aligned to their size and
 * have the object's type (C11 6.5p7).  If the program never takes the address
 * of a global, no pointer holds it, and only the program writes the global.  A
 * function without a body writes only memory whose address it was given. */
#include "encode/function/function_int.h"
#include "ir/address.h"

enum { CACHE_MOST = 4 << 20 }; /* instructions of bodies kept */

/* ---- which addresses leave our sight ---- */

/* May the operand's value be kept somewhere by this use? */
static bool use_leaks(const Inst *inst, uint32_t operand) {
  switch ((int)inst->op) {
  case OP_LOAD:
  case OP_FREE:
  case OP_BEGIN:
  case OP_END:
  case OP_VALID:
  case OP_MEMSET:
  case OP_MEMCPY:
  case OP_HAVOC:
  case OP_DBG:
  case OP_DBG_ADDR:
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return false;
  case OP_STORE: return operand == 0;
  case OP_CALL: return operand != 0;
  default: return true;
  }
}

static bool leaks_by_result(const Inst *inst, uint32_t operand) {
  return inst->op == OP_GEP && operand == 0;
}

/* May memory be written by way of the operand, or does it leave our sight? */
static bool use_writes(const Inst *inst, uint32_t operand) {
  switch ((int)inst->op) {
  case OP_STORE: return true;
  case OP_MEMCPY:
  case OP_MEMSET:
  case OP_HAVOC: return operand == 0;
  default: return use_leaks(inst, operand);
  }
}

/* What only goes on from a choice, or round a loop, does what its uses do. */
static bool writes_by_result(const Inst *inst, uint32_t operand) {
  (void)operand;
  return inst->op == OP_GEP || inst->op == OP_PHI || inst->op == OP_SELECT;
}

/* What may happen to an address by its uses. */
typedef struct Fate {
  /* Is it the operand's if it is the result's, and only then? */
  bool (*is_by_result)(const Inst *inst, uint32_t operand);
  bool (*is_by_use)(const Inst *inst, uint32_t operand); /* ... else */
  uint8_t *globals; /* whose it is are marked; or NULL */
} Fate;

/* Gives the value the mark; is it new? */
static bool mark_value(const Program *p, const Fate *fate, Val val,
                       uint8_t *marks) {
  if (val_is_const(val)) {
    const Const *c = prog_const(p, val);
    if (c->kind == CONST_GLOBAL && fate->globals)
      fate->globals[c->global.id] = 1;
  }
  if (!val_is_local(val) || marks[val_index(val)]) return false;
  marks[val_index(val)] = 1;
  return true;
}

/* Backwards, so that a GEP is seen after its uses; repeated for loops. */
static bool mark_round(const Program *p, const Function *f, const Fate *fate,
                       uint8_t *marks) {
  bool changed = false;
  for (uint32_t b = f->blocks.n; b-- > 0;)
    for (uint32_t i = f->blocks.at[b].insts.n; i-- > 0;) {
      uint32_t number = f->blocks.at[b].insts.at[i];
      const Inst *inst = &f->insts.at[number];
      for (uint32_t k = 0; k < inst->n_ops; k++)
        if (fate->is_by_result(inst, k) ? marks[number]
                                        : fate->is_by_use(inst, k))
          changed |= mark_value(p, fate, inst->ops[k], marks);
    }
  return changed;
}

/* By instruction; the globals are marked as well. */
static uint8_t *find_marks(EncFacts *facts, const Function *f,
                           const Fate *fate) {
  uint8_t *marks = MEM_ARRAY(facts->mem, uint8_t, f->insts.n);
  assert(fate->is_by_result && fate->is_by_use);
  while (mark_round(facts->program, f, fate, marks)) continue;
  return marks;
}

static uint8_t *find_leaks(EncFacts *facts, const Function *f,
                           uint8_t *globals) {
  Fate leaks = {leaks_by_result, use_leaks, globals};
  return find_marks(facts, f, &leaks);
}

/* Pointers that may be written through, or leave our sight: the globals that
 * they lead to may change. */
static uint8_t *find_changed(EncFacts *facts, const Function *f) {
  Fate changes = {writes_by_result, use_writes, facts->global_written};
  return find_marks(facts, f, &changes);
}

static void find_global_leaks(EncFacts *facts) {
  const Program *p = facts->program;
  facts->global_leaks = MEM_ARRAY(facts->mem, uint8_t, p->globals.n);
  facts->global_written = MEM_ARRAY(facts->mem, uint8_t, p->globals.n);
  for (uint32_t g = 1; g < p->globals.n; g++)
    for (uint32_t i = 0; i < p->globals.at[g].n_relocs; i++) {
      uint32_t other = p->globals.at[g].relocs[i].global.id;
      facts->global_leaks[other] = facts->global_written[other] = 1;
    }
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    const Function *function = &p->funcs.at[f];
    if (function->state != FUNC_DEFINED) continue;
    uint8_t *changed = find_changed(facts, function);
    uint8_t *leaks = find_leaks(facts, function, facts->global_leaks);
    MEM_FREE_ARRAY(facts->mem, changed, function->insts.n);
    MEM_FREE_ARRAY(facts->mem, leaks, function->insts.n);
  }
}

/* ---- bodies ---- */

/* The condition of a check and, where it is "this or that", its parts. */
static void mark_guard(const Function *f, Val condition, uint8_t *is_guard) {
  while (val_is_local(condition)) {
    const Inst *inst = &f->insts.at[val_index(condition)];
    is_guard[val_index(condition)] = 1;
    if (inst->op != OP_OR) return;
    if (val_is_local(inst->ops[1])) is_guard[val_index(inst->ops[1])] = 1;
    condition = inst->ops[0];
  }
}

static void find_guards(const Function *f, uint8_t *is_guard) {
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (!f->blocks.at[b].insts.n) continue;
    uint32_t last = VEC_LAST(&f->blocks.at[b].insts);
    if (prog_effects_is_guard(f, last))
      mark_guard(f, f->insts.at[last].ops[0], is_guard);
  }
}

static Body *body_new(EncFacts *facts, const Function *f) {
  Mem *mem = facts->mem;
  Body *body = MEM_NEW(mem, Body);
  body->cfg = prog_cfg_new(mem, f);
  body->loops = prog_loops_new(body->cfg);
  body->dominators = prog_dominators(body->cfg);
  body->leaks = find_leaks(facts, f, NULL);
  body->is_guard = MEM_ARRAY(mem, uint8_t, f->insts.n);
  body->block_of = MEM_ARRAY(mem, uint32_t, f->insts.n);
  memset(body->block_of, 0xFF, sizeof *body->block_of * f->insts.n);
  find_guards(f, body->is_guard);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      body->block_of[f->blocks.at[b].insts.at[i]] = b;
  return body;
}

static void body_free(EncFacts *facts, Body *body, const Function *f) {
  Mem *mem = facts->mem;
  if (body->ranges) prog_ranges_free(body->ranges);
  prog_dom_free(body->dominators);
  prog_loops_free(body->loops);
  prog_cfg_free(body->cfg);
  MEM_FREE_ARRAY(mem, body->leaks, f->insts.n);
  MEM_FREE_ARRAY(mem, body->is_guard, f->insts.n);
  MEM_FREE_ARRAY(mem, body->block_of, f->insts.n);
  for (uint32_t i = 0; i < body->writes.n; i++)
    VEC_DONE(mem, &body->writes.at[i].insts);
  VEC_DONE(mem, &body->writes);
  VEC_DONE(mem, &body->typed);
  if (body->typed_first) {
    MEM_FREE_ARRAY(mem, body->typed_first, f->insts.n);
    MEM_FREE_ARRAY(mem, body->declared, f->insts.n);
  }
  MEM_DELETE(mem, body);
}

Body *enc_body(EncFacts *facts, FuncId func) {
  const Function *f = prog_func(facts->program, func);
  require(f->state == FUNC_DEFINED);
  if (!facts->bodies[func.id]) {
    facts->bodies[func.id] = body_new(facts, f);
    facts->cached += f->insts.n;
  }
  return facts->bodies[func.id];
}

uint32_t enc_block_of(EncFacts *facts, FuncId func, uint32_t inst) {
  require(inst < prog_func(facts->program, func)->insts.n);
  return enc_body(facts, func)->block_of[inst];
}

static void drop_bodies(EncFacts *facts) {
  for (uint32_t f = 1; f < facts->n_bodies; f++) {
    if (!facts->bodies[f]) continue;
    body_free(facts, facts->bodies[f], prog_func(facts->program, (FuncId){f}));
    facts->bodies[f] = NULL;
  }
  facts->cached = 0;
}

void enc_trim_bodies(EncFacts *facts) {
  if (facts->cached > CACHE_MOST) drop_bodies(facts);
}

/* ---- what loops write ---- */

/* The loop whose head is the block.  With several entries, the outermost one
 * around it: more than needed, never less. */
const Loop *enc_loop_at(const Body *body, uint32_t block) {
  uint32_t at = body->loops->loop_of[block];
  if (at == ANALYSIS_NONE) return NULL;
  const Loop *loop = &body->loops->loops.at[at];
  if (loop->kind == LOOP_NATURAL && loop->header == block) return loop;
  while (loop->parent != ANALYSIS_NONE)
    loop = &body->loops->loops.at[loop->parent];
  return loop;
}

bool enc_is_in_loop(const Body *body, const Loop *loop, uint32_t block) {
  const LoopForest *forest = body->loops;
  if (block == UINT32_MAX) return false;
  uint32_t at = forest->loop_of[block];
  while (at != ANALYSIS_NONE && &forest->loops.at[at] != loop)
    at = forest->loops.at[at].parent;
  return at != ANALYSIS_NONE;
}

static bool may_write(Op op) {
  return prog_op_has(op, 'W') || op == OP_CALL || op == OP_FREE;
}

const LoopWrites *enc_loop_writes(EncFacts *facts, FuncId func,
                                  uint32_t block) {
  Body *body = enc_body(facts, func);
  const Function *f = prog_func(facts->program, func);
  require(block < f->blocks.n);
  for (uint32_t i = 0; i < body->writes.n; i++)
    if (body->writes.at[i].block == block) return &body->writes.at[i];
  LoopWrites writes = {.block = block};
  const Loop *loop = enc_loop_at(body, block);
  for (uint32_t b = 0; loop && b < loop->n_blocks; b++) {
    const Block *at = &f->blocks.at[loop->blocks[b]];
    for (uint32_t i = 0; i < at->insts.n; i++)
      if (may_write(f->insts.at[at->insts.at[i]].op))
        VEC_PUSH(facts->mem, &writes.insts, at->insts.at[i]);
  }
  VEC_PUSH(facts->mem, &body->writes, writes);
  return &VEC_LAST(&body->writes);
}

/* ---- who goes round ---- */

static bool has_loop(const EncFacts *facts, FuncId func) {
  Cfg *cfg = prog_cfg_new(facts->mem, prog_func(facts->program, func));
  bool found = false;
  for (uint32_t i = 0; i < cfg->n_order; i++)
    found |= cfg->cutpoint[cfg->order[i]] != 0;
  prog_cfg_free(cfg);
  return found;
}

/* Those that do it by themselves, and all that call them. */
static uint8_t *find_loopers(EncFacts *facts) {
  Vec(uint32_t) todo = {0};
  uint8_t *found = MEM_ARRAY(facts->mem, uint8_t, facts->n_funcs);
  for (uint32_t f = 1; f < facts->n_funcs; f++) {
    if (facts->program->funcs.at[f].state != FUNC_DEFINED ||
        !has_loop(facts, (FuncId){f}))
      continue;
    found[f] = 1;
    VEC_PUSH(facts->mem, &todo, f);
  }
  while (todo.n) {
    uint32_t f = VEC_POP(&todo);
    const uint32_t *callers = rows_get(&facts->calls->callers, f);
    for (uint32_t i = 0; i < rows_size(&facts->calls->callers, f); i++) {
      if (found[callers[i]]) continue;
      found[callers[i]] = 1;
      VEC_PUSH(facts->mem, &todo, callers[i]);
    }
  }
  VEC_DONE(facts->mem, &todo);
  return found;
}

static uint8_t *find_unsupported(const EncFacts *facts) {
  uint8_t *found = MEM_ARRAY(facts->mem, uint8_t, facts->n_funcs);
  for (uint32_t id = 1; id < facts->n_funcs; id++) {
    const Function *f = &facts->program->funcs.at[id];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
        found[id] |=
            f->insts.at[f->blocks.at[b].insts.at[i]].op == OP_UNSUPPORTED;
  }
  return found;
}

/* ---- who never returns ----
 *
 * Functions that never return: they end the execution, leave by longjmp or go
 * round for ever, on every way.
 *
 * A call of one is an end, whoever looks into it; so is whatever calls one on
 * every way.  The set grows until nothing changes, and starts empty: functions
 * that call each other without end are not in it, and need not be.
 *
 * A failed check is no return: a question about the caller is about executions
 * in which the checks of what it calls hold.  But where nothing else ends the
 * function it fails always, and its caller would be proved by that: such a one
 * is taken to return. */

typedef struct Ends {
  EncFacts *facts;
  const Function *f;
  Vec(uint32_t) todo; /* blocks */
  uint8_t *seen;
  bool returns;
  bool is_meant; /* there is an end that is no failed check */
} Ends;

static bool calls_end(const Ends *e, const Block *block) {
  for (uint32_t i = 0; i < block->insts.n; i++) {
    const Inst *inst = &e->f->insts.at[block->insts.at[i]];
    FuncId callee = inst->op == OP_CALL ? prog_callee(e->facts->program, inst)
                                        : (FuncId){0};
    if (callee.id && e->facts->never_returns[callee.id]) return true;
  }
  return false;
}

static void visit(Ends *e, uint32_t block) {
  if (e->seen[block]) return;
  e->seen[block] = 1;
  VEC_PUSH(e->facts->mem, &e->todo, block);
}

static void follow(Ends *e, uint32_t block) {
  const Inst *end = prog_terminator(e->f, (BlockId){block});
  if (calls_end(e, &e->f->blocks.at[block])) {
    e->is_meant = true;
    return;
  }
  e->returns |= end->op == OP_RET || end->op == OP_UNSUPPORTED;
  e->is_meant |= end->op == OP_STOP;
  for (uint32_t i = 0; i < end->n_blocks; i++) visit(e, end->blocks[i].id);
}

static bool ends(EncFacts *facts, FuncId func) {
  const Function *f = prog_func(facts->program, func);
  Ends e = {.facts = facts,
            .f = f,
            .seen = MEM_ARRAY(facts->mem, uint8_t, f->blocks.n)};
  visit(&e, 0);
  while (e.todo.n && !e.returns) {
    uint32_t block = VEC_POP(&e.todo);
    follow(&e, block);
  }
  VEC_DONE(facts->mem, &e.todo);
  MEM_FREE_ARRAY(facts->mem, e.seen, f->blocks.n);
  return !e.returns && (e.is_meant || has_loop(facts, func));
}

static void find_ends(EncFacts *facts) {
  facts->never_returns = MEM_ARRAY(facts->mem, uint8_t, facts->n_funcs);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t id = 1; id < facts->n_funcs; id++) {
      if (facts->program->funcs.at[id].state != FUNC_DEFINED ||
          facts->never_returns[id] || !ends(facts, (FuncId){id}))
        continue;
      facts->never_returns[id] = 1;
      changed = true;
    }
  }
}

/* ---- life ---- */

static UsualWorld usual_world(const EncFacts *facts) {
  return (UsualWorld){.mem = facts->mem,
                      .program = facts->program,
                      .effects = facts->effects,
                      .class_of = facts->structs.class_of,
                      .n_types = facts->structs.n,
                      .global_leaks = facts->global_leaks,
                      .global_written = facts->global_written};
}

EncFacts *enc_facts_new(Mem *mem, const Program *program) {
  EncFacts *facts = MEM_NEW(mem, EncFacts);
  facts->mem = mem;
  facts->program = program;
  facts->points = prog_points_new(program);
  facts->regions = prog_regions_new(program, facts->points);
  facts->calls = prog_calls_new(program, facts->points);
  facts->effects = prog_effects_new(mem, program, facts->regions, facts->calls);
  facts->n_funcs = program->funcs.n;
  enc_structs_init(&facts->structs, program, mem);
  facts->bodies = MEM_ARRAY(mem, Body *, facts->n_funcs);
  facts->n_bodies = facts->n_funcs;
  find_global_leaks(facts);
  UsualWorld world = usual_world(facts);
  facts->usual = usual_new(&world);
  enc_copies_init(facts);
  enc_freed_init(facts);
  facts->may_loop = find_loopers(facts);
  facts->has_unsupported = find_unsupported(facts);
  find_ends(facts);
  return facts;
}

void enc_facts_keep(EncFacts *facts, const uint8_t *is_open) {
  require(!facts->kept);
  UsualWorld world = usual_world(facts);
  world.use = USUAL_FOR_PROOF;
  world.is_open = is_open;
  world.context = facts;
  world.leads_to = enc_leads_to;
  facts->kept = usual_new(&world);
}

void enc_facts_add_copies(EncFacts *facts) {
  assert(facts->n_bodies == facts->n_funcs);
  drop_bodies(facts);
  MEM_FREE_ARRAY(facts->mem, facts->bodies, facts->n_bodies);
  facts->n_bodies = facts->program->funcs.n;
  facts->bodies = MEM_ARRAY(facts->mem, Body *, facts->n_bodies);
  for (uint32_t f = facts->n_funcs; f < facts->n_bodies; f++)
    require(facts->program->funcs.at[f].rolled.id);
}

void enc_facts_free(EncFacts *facts) {
  Mem *mem = facts->mem;
  drop_bodies(facts);
  MEM_FREE_ARRAY(mem, facts->bodies, facts->n_bodies);
  enc_freed_done(facts);
  enc_copies_done(facts);
  MEM_FREE_ARRAY(mem, facts->may_loop, facts->n_funcs);
  MEM_FREE_ARRAY(mem, facts->has_unsupported, facts->n_funcs);
  MEM_FREE_ARRAY(mem, facts->never_returns, facts->n_funcs);
  MEM_FREE_ARRAY(mem, facts->global_leaks, facts->program->globals.n);
  MEM_FREE_ARRAY(mem, facts->global_written, facts->program->globals.n);
  usual_free(facts->usual);
  if (facts->kept) usual_free(facts->kept);
  enc_structs_done(&facts->structs);
  prog_effects_free(facts->effects);
  prog_calls_free(facts->calls);
  prog_regions_free(facts->regions);
  prog_points_free(facts->points);
  MEM_DELETE(mem, facts);
}

const Effects *enc_facts_effects(const EncFacts *facts) {
  return facts->effects;
}

const CallGraph *enc_facts_calls(const EncFacts *facts) {
  return facts->calls;
}

unsigned enc_facts_global(const EncFacts *facts, GlobalId global) {
  require(global.id && global.id < facts->program->globals.n);
  bool leaks = facts->global_leaks[global.id] != 0;
  bool is_constant =
      prog_global(facts->program, global)->kind == GLOBAL_CONSTANT ||
      !facts->global_written[global.id];
  return (leaks ? ENC_GLOBAL_LEAKS : 0u) |
         (is_constant ? ENC_GLOBAL_CONSTANT : 0u);
}

unsigned enc_facts_function(const EncFacts *facts, FuncId func) {
  require(func.id && func.id < facts->n_funcs);
  return (enc_may_free(facts, func) ? ENC_CALL_FREES : 0u) |
         (facts->may_loop[func.id] ? ENC_CALL_LOOPS : 0u) |
         (facts->has_unsupported[func.id] ? ENC_CALL_UNSUPPORTED : 0u) |
         (facts->never_returns[func.id] ? ENC_CALL_ENDS : 0u);
}

bool enc_facts_is_struct_known(const EncFacts *facts, TypeId type) {
  return type.id < facts->structs.n && facts->structs.class_of[type.id];
}
