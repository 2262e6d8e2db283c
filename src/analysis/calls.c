/* SPDX-License-Identifier: MIT
 *
 * The call graph: which function calls which, an order with callees first, and
 * which functions may call themselves.
 *
 * Direct calls are read off; a call through a pointer reaches what points-to
 * says, or, without points-to, every function whose address is taken and which
 * fits the call (C11 6.5.2.2p9 makes the others undefined).  Components are
 * Tarjan's, which come out callees first.  Linear in calls and targets. */
#include "analysis/points.h"

/* ---- whose address is taken ---- */

static void note_operands(const Program *program, const Inst *inst,
                          uint8_t *taken) {
  for (uint32_t i = inst->op == OP_CALL; i < inst->n_ops; i++) {
    if (!val_is_const(inst->ops[i])) continue;
    const Const *c = prog_const(program, inst->ops[i]);
    if (c->kind == CONST_FUNC) taken[c->func.id] = 1;
  }
}

void prog_address_taken(const Program *program, uint8_t *taken) {
  for (uint32_t g = 1; g < program->globals.n; g++) {
    const Global *global = &program->globals.at[g];
    for (uint32_t r = 0; r < global->n_relocs; r++)
      if (global->relocs[r].func.id) taken[global->relocs[r].func.id] = 1;
  }
  for (uint32_t i = 1; i < program->funcs.n; i++) {
    const Function *f = &program->funcs.at[i];
    for (uint32_t b = 0; b < f->blocks.n; b++)
      for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++)
        note_operands(program, &f->insts.at[f->blocks.at[b].insts.at[k]],
                      taken);
  }
}

/* ---- targets of one call ---- */

/* Bytes that a value takes when it is passed: integers are promoted. */
static uint64_t passed_size(const Program *program, TypeId type) {
  enum { INT_BYTES = 4 };
  uint64_t size = prog_store_size(program, type);
  bool is_small =
      prog_type(program, type)->kind == TYPE_INT && size < INT_BYTES;
  return is_small ? INT_BYTES : size;
}

/* Do both travel the same way?  Floats travel apart from integers and
 * pointers; a pointer is as wide as a number before that is promoted. */
static bool are_alike(const Program *program, TypeId a, TypeId b) {
  TypeKind a_kind = prog_type(program, a)->kind;
  TypeKind b_kind = prog_type(program, b)->kind;
  if ((a_kind == TYPE_FLOAT) != (b_kind == TYPE_FLOAT)) return false;
  if (a_kind == b_kind)
    return passed_size(program, a) == passed_size(program, b);
  return prog_store_size(program, a) == prog_store_size(program, b);
}

bool prog_call_fits(const Program *program, const Function *f, const Inst *call,
                    FuncId callee) {
  require(call->op == OP_CALL);
  const Function *g = prog_func(program, callee);
  uint32_t n_args = call->n_ops - 1;
  if (n_args < g->n_params) return false;
  if (n_args > g->n_params && g->arity == FUNC_FIXED) return false;
  for (uint32_t i = 0; i < g->n_params; i++) {
    TypeId arg = prog_val_type(program, f, call->ops[i + 1]);
    if (!are_alike(program, arg, g->params[i])) return false;
  }
  if (call->type.id == 0) return true;
  return g->ret.id != 0 && are_alike(program, g->ret, call->type);
}

static const Inst *call_at(const Program *program, FuncId f, uint32_t inst) {
  require(inst < prog_func(program, f)->insts.n);
  const Inst *call = &prog_func(program, f)->insts.at[inst];
  require(call->op == OP_CALL && call->n_ops > 0);
  return call;
}

void prog_call_targets(const CallGraph *graph, const Program *program,
                       const PointsTo *points, FuncId f, uint32_t inst,
                       IndexVec *funcs) {
  require(graph->n_funcs == program->funcs.n);
  const Inst *call = call_at(program, f, inst);
  FuncId callee = prog_callee(program, call);
  if (callee.id) {
    VEC_PUSH(program->mem, funcs, callee.id);
    return;
  }
  if (points) {
    (void)prog_points_callees(points, f, inst, funcs);
    return;
  }
  const Function *in = prog_func(program, f);
  for (uint32_t g = 1; g < program->funcs.n; g++)
    if (graph->address_taken[g] &&
        prog_call_fits(program, in, call, (FuncId){g}))
      VEC_PUSH(program->mem, funcs, g);
}

bool prog_passes_function(const Program *p, const Inst *call) {
  require(call->op == OP_CALL);
  FuncId callee = prog_callee(p, call);
  if (callee.id && prog_func(p, callee)->state == FUNC_DEFINED) return false;
  for (uint32_t i = 1; i < call->n_ops; i++)
    if (val_is_const(call->ops[i]) &&
        prog_const(p, call->ops[i])->kind == CONST_FUNC)
      return true;
  return false;
}

/* ---- the graph ---- */

static void calls_of(const CallGraph *graph, const Program *program,
                     const PointsTo *points, uint32_t id, IndexVec *targets) {
  const Function *f = prog_func(program, (FuncId){id});
  VEC_CLEAR(targets);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t k = 0; k < f->blocks.at[b].insts.n; k++) {
      uint32_t inst = f->blocks.at[b].insts.at[k];
      if (f->insts.at[inst].op == OP_CALL)
        prog_call_targets(graph, program, points, (FuncId){id}, inst, targets);
    }
}

static void add_edges(CallGraph *graph, const Program *program,
                      const PointsTo *points) {
  uint32_t n = graph->n_funcs;
  PairVec out = {0}, in = {0};
  IndexVec targets = {0};
  uint32_t *last = MEM_ARRAY(graph->mem, uint32_t, n); /* last caller */
  for (uint32_t f = 1; f < n; f++) {
    calls_of(graph, program, points, f, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
      uint32_t g = targets.at[i];
      assert(g != 0 && g < n);
      if (last[g] == f) continue;
      last[g] = f;
      VEC_PUSH(graph->mem, &in, row_pair(g, f));
    }
  }
  graph->callers = prog_rows_from(graph->mem, n, &in);
  for (uint32_t g = 1; g < n; g++)
    for (uint32_t i = 0; i < rows_size(&graph->callers, g); i++)
      VEC_PUSH(graph->mem, &out, row_pair(rows_get(&graph->callers, g)[i], g));
  graph->callees = prog_rows_from(graph->mem, n, &out);
  MEM_FREE_ARRAY(graph->mem, last, n);
  VEC_DONE(graph->mem, &targets);
  VEC_DONE(graph->mem, &out);
  VEC_DONE(graph->mem, &in);
}

/* ---- components ---- */

typedef struct CallVisit {
  uint32_t func, next;
} CallVisit;

typedef struct CallSearch {
  CallGraph *graph;
  const Program *program;
  uint32_t *number, *low;
  uint8_t *on_stack;
  uint32_t clock, n_components;
  IndexVec stack;
  Vec(CallVisit) visits;
} CallSearch;

static void open_func(CallSearch *s, uint32_t f) {
  assert(s->number[f] == ANALYSIS_NONE && !s->on_stack[f]);
  Mem *mem = s->graph->mem;
  s->number[f] = s->low[f] = s->clock++;
  s->on_stack[f] = 1;
  VEC_PUSH(mem, &s->stack, f);
  VEC_PUSH(mem, &s->visits, ((CallVisit){f, 0}));
}

static bool calls_itself(const CallGraph *graph, uint32_t f) {
  for (uint32_t i = 0; i < rows_size(&graph->callees, f); i++)
    if (rows_get(&graph->callees, f)[i] == f) return true;
  return false;
}

static void close_func(CallSearch *s, uint32_t f) {
  CallGraph *graph = s->graph;
  if (s->low[f] != s->number[f]) return;
  bool single = VEC_LAST(&s->stack) == f;
  uint32_t g;
  do {
    g = VEC_POP(&s->stack);
    s->on_stack[g] = 0;
    assert(graph->component[g] == ANALYSIS_NONE);
    graph->component[g] = s->n_components;
    graph->recursive[g] = !single || calls_itself(graph, g);
    graph->bottom_up[graph->n_order++] = g;
  } while (g != f);
  s->n_components++;
}

static void find_components(CallSearch *s, uint32_t root) {
  open_func(s, root);
  while (s->visits.n) {
    CallVisit *top = &VEC_LAST(&s->visits);
    uint32_t f = top->func;
    if (top->next == rows_size(&s->graph->callees, f)) {
      s->visits.n--;
      close_func(s, f);
      if (s->visits.n == 0) return;
      uint32_t above = VEC_LAST(&s->visits).func;
      if (s->low[f] < s->low[above]) s->low[above] = s->low[f];
      continue;
    }
    uint32_t g = rows_get(&s->graph->callees, f)[top->next++];
    if (s->program->funcs.at[g].state != FUNC_DEFINED) continue;
    if (s->number[g] == ANALYSIS_NONE)
      open_func(s, g);
    else if (s->on_stack[g] && s->number[g] < s->low[f])
      s->low[f] = s->number[g];
  }
}

static void add_components(CallGraph *graph, const Program *program) {
  Mem *mem = graph->mem;
  uint32_t n = graph->n_funcs;
  CallSearch s = {.graph = graph, .program = program};
  s.number = MEM_ARRAY(mem, uint32_t, n);
  s.low = MEM_ARRAY(mem, uint32_t, n);
  s.on_stack = MEM_ARRAY(mem, uint8_t, n);
  for (uint32_t f = 0; f < n; f++)
    s.number[f] = graph->component[f] = ANALYSIS_NONE;
  for (uint32_t f = 1; f < n; f++)
    if (program->funcs.at[f].state == FUNC_DEFINED &&
        s.number[f] == ANALYSIS_NONE)
      find_components(&s, f);
  assert(s.stack.n == 0);
  MEM_FREE_ARRAY(mem, s.number, n);
  MEM_FREE_ARRAY(mem, s.low, n);
  MEM_FREE_ARRAY(mem, s.on_stack, n);
  VEC_DONE(mem, &s.stack);
  VEC_DONE(mem, &s.visits);
}

static void add_reachable(CallGraph *graph, uint32_t entry) {
  IndexVec work = {0};
  if (entry == 0) return;
  graph->reachable[entry] = 1;
  VEC_PUSH(graph->mem, &work, entry);
  while (work.n) {
    uint32_t f = VEC_POP(&work);
    for (uint32_t i = 0; i < rows_size(&graph->callees, f); i++) {
      uint32_t g = rows_get(&graph->callees, f)[i];
      if (graph->reachable[g]) continue;
      graph->reachable[g] = 1;
      VEC_PUSH(graph->mem, &work, g);
    }
  }
  VEC_DONE(graph->mem, &work);
}

CallGraph *prog_calls_new(const Program *program, const PointsTo *points) {
  require(!points || points->program == program);
  Mem *mem = program->mem;
  uint32_t n = program->funcs.n;
  CallGraph *graph = MEM_NEW(mem, CallGraph);
  graph->mem = mem;
  graph->n_funcs = n;
  graph->bottom_up = MEM_ARRAY(mem, uint32_t, n);
  graph->component = MEM_ARRAY(mem, uint32_t, n);
  graph->recursive = MEM_ARRAY(mem, uint8_t, n);
  graph->reachable = MEM_ARRAY(mem, uint8_t, n);
  graph->address_taken = MEM_ARRAY(mem, uint8_t, n);
  prog_address_taken(program, graph->address_taken);
  add_edges(graph, program, points);
  add_components(graph, program);
  add_reachable(graph, program->entry.id);
  return graph;
}

void prog_calls_free(CallGraph *graph) {
  Mem *mem = graph->mem;
  uint32_t n = graph->n_funcs;
  prog_rows_free(mem, &graph->callees);
  prog_rows_free(mem, &graph->callers);
  MEM_FREE_ARRAY(mem, graph->bottom_up, n);
  MEM_FREE_ARRAY(mem, graph->component, n);
  MEM_FREE_ARRAY(mem, graph->recursive, n);
  MEM_FREE_ARRAY(mem, graph->reachable, n);
  MEM_FREE_ARRAY(mem, graph->address_taken, n);
  MEM_DELETE(mem, graph);
}

/* ---- copies ---- */

FuncId prog_rolled(const Program *p, FuncId func) {
  FuncId of = prog_func(p, func)->rolled;
  assert(!of.id || !prog_func(p, of)->rolled.id);
  return of.id ? of : func;
}

uint32_t prog_rolled_inst(const Program *p, FuncId func, uint32_t inst) {
  const Function *f = prog_func(p, func);
  require(inst < f->insts.n);
  return f->rolled.id ? f->insts.at[inst].rolled : inst;
}
