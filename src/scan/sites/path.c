/* SPDX-License-Identifier: MIT
 *
 * A violation explained: the path from the entry of the root to the check, and
 * the values it was chosen for.
 *
 * The path is read off the model: exactly those blocks are on it whose guard is
 * true.  Calls are followed where they were looked into; in others, any path
 * through will do. */
#include "scan/sites/sites_int.h"

enum { STEPS_MOST = 400, HEX_FROM = 1 << 16 };

typedef struct Path {
  Session *session;
  Vec(SiteStep) steps;
  Map visited;                        /* activation << 32 | block */
  uint32_t end_activation, end_block; /* the violated check */
} Path;

static bool is_true(Session *session, Term t) {
  assert(!t.id || term_is_bool(session->store, t));
  return t.id && struct_value(session->engine, t).bits != 0;
}

static void add_step(Path *path, SiteStep step) {
  assert(step.func.id < path->session->sites->program->funcs.n);
  step.func = path->session->sites->original[step.func.id];
  if (path->steps.n >= STEPS_MOST && step.kind != SITE_STEP_CHECK) return;
  VEC_PUSH(path->session->sites->mem, &path->steps, step);
}

/* May the value of the term be told?  If not, session->loose says so. */
static bool is_settled(Session *session, Term t) {
  assert(t.id != 0);
  if (struct_is_settled(session->engine, t)) return true;
  for (uint32_t i = 0; i < session->open.n; i++)
    if (term_same(session->open.at[i], t)) return false;
  if (!session->loose.id) session->loose = t;
  return false;
}

/* ---- the path ---- */

/* Where the walk is in an activation. */
typedef struct Place {
  uint32_t activation;
  uint32_t block; /* current */
  uint32_t inst;  /* next in it */
} Place;

/* The way that the condition at the end of the block has in the model, of the
 * two; not known: the first.  What is behind an `if` is reached both ways, so
 * that its guard does not tell. */
static uint32_t chosen_way(Path *path, uint32_t activation, const Inst *end) {
  Session *session = path->session;
  if (end->op != OP_CONDBR || !val_is_local(end->ops[0])) return 0;
  Term condition =
      enc_exec_value(session->exec, activation, val_index(end->ops[0]));
  assert(end->n_blocks == 2);
  return condition.id && !struct_value(session->engine, condition).bits;
}

/* Where the model goes from a block; UINT32_MAX: nowhere that is followed. */
static uint32_t next_block(Path *path, uint32_t activation, uint32_t block) {
  Session *session = path->session;
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  const Function *f = prog_func(session->sites->program, act->func);
  const Inst *end = prog_terminator(f, (BlockId){block});
  uint32_t first = chosen_way(path, activation, end);
  assert(block < f->blocks.n);
  for (uint32_t i = 0; i < end->n_blocks; i++) {
    uint32_t to = end->blocks[(i + first) % end->n_blocks].id;
    uint64_t key = (uint64_t)activation << 32 | to;
    if (map_find(&path->visited, key) ||
        !is_true(session, act->block_guards[to]))
      continue;
    map_put(&path->visited, key, 1);
    return to;
  }
  return UINT32_MAX;
}

static void add_branch(Path *path, uint32_t activation, uint32_t block,
                       uint32_t to) {
  const EncActivation *act =
      enc_exec_activation(path->session->exec, activation);
  const Function *f = prog_func(path->session->sites->program, act->func);
  const Inst *end = prog_terminator(f, (BlockId){block});
  /* not what people look at */
  bool is_check = sites_is_library(path->session->sites, act->func) ||
                  (end->flags & INST_MODEL) != 0;
  for (uint32_t i = 0; i < end->n_blocks; i++)
    is_check |= prog_terminator(f, end->blocks[i])->op == OP_ERROR;
  if (end->op == OP_BR || is_check) return;
  Term condition = val_is_local(end->ops[0])
                       ? enc_exec_value(path->session->exec, activation,
                                        val_index(end->ops[0]))
                       : TERM_NONE;
  if (condition.id && !is_settled(path->session, condition)) return;
  const char *text = end->op == OP_SWITCH      ? "this case is taken"
                     : end->blocks[0].id == to ? "the condition is true"
                                               : "the condition is false";
  add_step(path,
           (SiteStep){SITE_STEP_BRANCH, act->func, end->loc, act->depth, text});
}

/* The call is followed if it was looked into, or leads to the check. */
static bool follow_call(Path *path, const Place *at, uint32_t inst,
                        Place *callee) {
  Session *session = path->session;
  uint32_t made = enc_exec_find_call(session->exec, at->activation, inst);
  if (made == UINT32_MAX) return false;
  const EncActivation *act = enc_exec_activation(session->exec, made);
  if (act->state != ENC_ACT_EXECUTED) return false;
  FuncId caller = enc_exec_activation(session->exec, at->activation)->func;
  const Function *f = prog_func(session->sites->program, caller);
  if (!sites_is_library(session->sites, caller))
    add_step(path, (SiteStep){SITE_STEP_CALL, act->func, f->insts.at[inst].loc,
                              act->depth, ""});
  *callee = (Place){.activation = made};
  return true;
}

static bool is_end(const Path *path, const Place *at) {
  return at->activation == path->end_activation && at->block == path->end_block;
}

/* One block of one activation, up to its next call; true: go on with a
 * callee. */
static bool walk_block(Path *path, Place *at, Place *callee) {
  assert(at->activation < enc_exec_n_activations(path->session->exec));
  Session *session = path->session;
  const EncActivation *act = enc_exec_activation(session->exec, at->activation);
  const Function *f = prog_func(session->sites->program, act->func);
  const Block *b = &f->blocks.at[at->block];
  while (at->inst < b->insts.n) {
    uint32_t inst = b->insts.at[at->inst++];
    if (f->insts.at[inst].op == OP_CALL && follow_call(path, at, inst, callee))
      return true;
  }
  return false;
}

static void walk_path(Path *path) {
  Session *session = path->session;
  Mem *mem = session->sites->mem;
  Vec(Place) stack = {0};
  VEC_PUSH(mem, &stack, ((Place){.activation = 0}));
  for (uint32_t left = 100000; stack.n && left; left--) {
    Place at = VEC_LAST(&stack), callee;
    bool deeper = walk_block(path, &at, &callee);
    VEC_LAST(&stack) = at;
    if (deeper) {
      VEC_PUSH(mem, &stack, callee);
      continue;
    }
    if (is_end(path, &at)) break;
    const EncActivation *act =
        enc_exec_activation(session->exec, at.activation);
    uint32_t to = next_block(path, at.activation, at.block);
    if (to == UINT32_MAX) {
      if (stack.n > 1)
        add_step(path,
                 (SiteStep){SITE_STEP_RETURN, act->func, {0}, act->depth, ""});
      stack.n--;
      continue;
    }
    add_branch(path, at.activation, at.block, to);
    VEC_LAST(&stack).block = to;
    VEC_LAST(&stack).inst = 0;
  }
  VEC_DONE(mem, &stack);
  assert(path->steps.n <= STEPS_MOST + 1);
}

/* ---- values ---- */

/* The C variable that a value is first given to, or NULL. */
static const char *variable_name(const Program *p, const Function *f,
                                 uint32_t inst) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *dbg = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (dbg->op == OP_DBG && val_same(dbg->ops[0], val_local(inst)))
        return p->vars.at[dbg->var.id].name;
    }
  return NULL;
}

/* "display" of a cell in a global, "p" of one behind a parameter; NULL. */
static const char *home_name(Session *session, const EncLeaf *leaf) {
  const Program *p = session->sites->program;
  Term home = sites_home(session, leaf);
  const EncLeaf *base = term_is_var(session->store, home)
                            ? enc_exec_leaf(session->exec, home)
                            : NULL;
  if (!base) return NULL;
  if (base->kind == ENC_LEAF_PARAM)
    return variable_name(p, prog_func(p, base->func), base->inst);
  if (base->kind != ENC_LEAF_OBJECT) return NULL;
  GlobalId global = enc_exec_object(session->exec, home).global;
  return global.id ? prog_global(p, global)->name : NULL;
}

/* What a call that was not looked into has left in memory. */
static const char *left_name(Session *session, const EncLeaf *leaf) {
  Sites *s = session->sites;
  const Function *f = prog_func(s->program, leaf->func);
  assert(leaf->is_memory && leaf->inst < f->insts.n);
  const Inst *inst = &f->insts.at[leaf->inst];
  FuncId callee =
      inst->op == OP_CALL ? prog_callee(s->program, inst) : (FuncId){0};
  const char *home = home_name(session, leaf);
  return arena_printf(
      &s->arena, "after %s%s, %s%s%s",
      callee.id ? prog_func(s->program, s->original[callee.id])->name
                : "a call by pointer",
      callee.id ? "()" : "", home ? "what is in '" : "a value in memory",
      home ? home : "", home ? "'" : "");
}

/* Is it a number that scanf or one of its like has read? */
static bool is_read(const Program *p, const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_INPUT && leaf->is_memory && leaf->inst &&
         prog_func(p, leaf->func)->insts.at[leaf->inst].op == OP_CALL;
}

static const char *leaf_name(Session *session, const EncLeaf *leaf) {
  Sites *s = session->sites;
  const Program *p = s->program;
  const char *name = NULL;
  if (leaf->is_length) return "length of the text";
  if (is_read(p, leaf)) return "the number read";
  if (leaf->is_memory &&
      (leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT))
    return left_name(session, leaf);
  if (leaf->kind == ENC_LEAF_PARAM)
    name = variable_name(p, prog_func(p, leaf->func), leaf->inst);
  if (name) return arena_strdup(&s->arena, name);
  if (leaf->kind == ENC_LEAF_PARAM)
    return arena_printf(&s->arena, "parameter %u", leaf->inst);
  if (leaf->kind == ENC_LEAF_EXTERN && leaf->func.id)
    return arena_printf(&s->arena, "result of %s()",
                        prog_func(p, leaf->func)->name);
  if (leaf->kind == ENC_LEAF_INDIRECT) return "result of a call by pointer";
  if (leaf->kind == ENC_LEAF_CONTEXT && leaf->is_memory)
    name = home_name(session, leaf);
  if (name) return arena_printf(&s->arena, "what is in '%s' on entry", name);
  if (leaf->kind == ENC_LEAF_CONTEXT) return "a value in memory on entry";
  return enc_leaf_text(leaf->kind);
}

/* The instruction that does nothing but take bits out of the other's value, for
 * the same expression; or itself. */
static uint32_t next_of_bits(const Program *p, const Function *f,
                             uint32_t inst) {
  uint32_t users = 0, found = inst;
  LocId loc = f->insts.at[inst].loc;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t at = f->blocks.at[b].insts.at[i];
      const Inst *user = &f->insts.at[at];
      for (uint32_t k = 0; k < user->n_ops; k++) {
        if (!val_same(user->ops[k], val_local(inst))) continue;
        users++;
        bool takes = user->op == OP_AND || user->op == OP_LSHR ||
                     user->op == OP_ASHR || user->op == OP_SHL;
        if (k == 0 && takes && user->loc.id == loc.id &&
            val_is_const(user->ops[1]) &&
            prog_const(p, user->ops[1])->kind == CONST_BITS)
          found = at;
      }
    }
  return users == 1 ? found : inst;
}

/* Of what a bit-field is read from: the value of the bit-field.  Others are
 * themselves. */
static Term value_read(Session *session, const EncLeaf *leaf) {
  const Program *p = session->sites->program;
  FuncId func = enc_exec_activation(session->exec, leaf->activation)->func;
  const Function *f = prog_func(p, func);
  if (!leaf->is_memory || leaf->is_pointer) return leaf->var;
  for (uint32_t i = 1; i < f->insts.n; i++) {
    if (f->insts.at[i].op != OP_LOAD || f->insts.at[i].loc.id != leaf->loc.id)
      continue;
    uint32_t at = i, next = next_of_bits(p, f, i);
    for (; next != at; next = next_of_bits(p, f, at)) at = next;
    Term value = at == i ? TERM_NONE
                         : enc_exec_value(session->exec, leaf->activation, at);
    return value.id ? value : leaf->var;
  }
  return leaf->var;
}

static const char *value_text(Session *session, Term var, bool is_pointer) {
  Arena *arena = &session->sites->arena;
  TermValue value = struct_value(session->engine, var);
  if (sort_kind(value.sort) == SORT_BOOL) return value.bits ? "yes" : "no";
  uint32_t width = sort_width(value.sort);
  if (width > 64) return "...";
  if (is_pointer) return value.bits ? "not NULL" : "NULL";
  uint64_t sign = width < 64 ? ~(uint64_t)0 << (width - 1) : 0;
  int64_t number =
      (int64_t)(width < 64 && (value.bits & sign & -sign) ? value.bits | sign
                                                          : value.bits);
  if (number > HEX_FROM || number < -HEX_FROM)
    return arena_printf(arena, "%lld (0x%llx)", (long long)number,
                        (unsigned long long)value.bits);
  return arena_printf(arena, "%lld", (long long)number);
}

uint32_t sites_outermost_call(const Session *session, uint32_t activation) {
  uint32_t found = 0;
  require(session->exec != NULL);
  for (uint32_t at = activation; at != 0;
       at = enc_exec_activation(session->exec, at)->parent) {
    FuncId func = enc_exec_activation(session->exec, at)->func;
    if (!sites_is_library(session->sites, func)) break;
    found = at;
  }
  return found;
}

/* The call of a library function in which the variable arises, seen from the
 * program's own code; 0: it arises there. */
static uint32_t library_call(Session *session, const EncLeaf *leaf) {
  bool is_input = leaf->kind == ENC_LEAF_INPUT || leaf->kind == ENC_LEAF_EXTERN;
  return is_input ? sites_outermost_call(session, leaf->activation) : 0;
}

LocId sites_call_place(const Session *session, uint32_t activation) {
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  const EncActivation *caller = enc_exec_activation(session->exec, act->parent);
  return prog_func(session->sites->program, caller->func)
      ->insts.at[act->call]
      .loc;
}

/* "result of fopen()", at the call. */
static SiteValue library_value(Session *session, uint32_t activation) {
  Sites *s = session->sites;
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  FuncId func = s->original[act->func.id];
  bool is_pointer =
      prog_func(s->program, func)->ret.id &&
      prog_type(s->program, prog_func(s->program, func)->ret)->kind == TYPE_PTR;
  const char *name = prog_without_twin(prog_func(s->program, func)->name);
  return (SiteValue){.name = arena_printf(&s->arena, "result of %s()", name),
                     .value = act->result.id && is_settled(session, act->result)
                                  ? value_text(session, act->result, is_pointer)
                                  : "not known",
                     .loc = sites_call_place(session, activation)};
}

/* That a pointer is not NULL is no choice; what the library finds in a text, or
 * remembers from before, is as much an input as what it reads.  What a loop
 * leaves (does a search find something?) is as the data that it walks along. */
unsigned sites_rests_on(Session *session, const EncLeaf *leaf) {
  if (leaf->is_pointer && struct_value(session->engine, leaf->var).bits)
    return 0;
  if (leaf->kind == ENC_LEAF_PARAM) return SITE_ON_PARAM;
  if (leaf->is_supposed) return SITE_ON_MEMORY;
  if ((leaf->kind == ENC_LEAF_CONTEXT ||
       (leaf->kind == ENC_LEAF_LOOP && !leaf->is_exact)) &&
      !library_call(session, leaf))
    return SITE_ON_MEMORY;
  return leaf->kind == ENC_LEAF_OBJECT || leaf->is_exact ? 0 : SITE_ON_INPUT;
}

/* Of a variable that the bad value itself is made of: is it a state that was
 * assumed?  Who may call the function with anything decides its parameters;
 * what functions that nobody knows leave in memory is a state as well. */
static unsigned faults_on(Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  unsigned on = sites_rests_on(session, leaf);
  bool is_left = leaf->kind == ENC_LEAF_INDIRECT ||
                 (leaf->kind == ENC_LEAF_EXTERN && leaf->is_memory);
  bool is_anybodys = sites_is_anybodys(s, session->func);
  if (on & SITE_ON_PARAM) return is_anybodys ? 0 : SITE_FAULT_ON_PARAM;
  if (on & SITE_ON_MEMORY || (on && is_left))
    return s->options.memory == SITE_MEMORY_ANY ? 0 : SITE_FAULT_ON_MEMORY;
  return on && (leaf->is_pointer || is_read(s->program, leaf))
             ? SITE_FAULT_ON_INPUT
             : 0;
}

/* The pointer that is NULL, or else the last thing chosen. */
static bool is_better_culprit(Session *session, const EncLeaf *leaf) {
  TermValue value = struct_value(session->engine, leaf->var);
  return sort_kind(value.sort) == SORT_BV && sort_width(value.sort) <= 64 &&
         value.bits == 0 && (leaf->is_pointer || leaf->is_checked);
}

/* Is it memory that a function of the library is the first to read?  The
 * characters of a text are many, and have no name. */
static bool is_librarys_reading(const Session *session, const EncLeaf *leaf) {
  FuncId reader = prog_loc_get(session->sites->program, leaf->loc)->func;
  return leaf->kind == ENC_LEAF_CONTEXT && reader.id &&
         sites_is_library(session->sites, reader);
}

static bool is_told(const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_PARAM || leaf->kind == ENC_LEAF_CONTEXT ||
         leaf->kind == ENC_LEAF_INPUT || leaf->kind == ENC_LEAF_UNINIT ||
         leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT;
}

/* Who reads a finding wants to know first what the check itself compares, and
 * last that pointers lead somewhere. */
typedef enum ValueRank { RANK_COMPARED, RANK_CHOSEN, RANK_POINTS } ValueRank;

static ValueRank rank_of(Session *session, Term var, const TermList *compared) {
  const EncLeaf *leaf = enc_exec_leaf(session->exec, var);
  uint32_t call = library_call(session, leaf);
  Term told = call ? enc_exec_activation(session->exec, call)->result : var;
  if (call && told.id && struct_value(session->engine, told).bits == 0)
    return RANK_COMPARED; /* the library fails */
  for (uint32_t i = 0; i < compared->n; i++)
    if (term_same(compared->at[i], var)) return RANK_COMPARED;
  return leaf->is_pointer && struct_value(session->engine, var).bits
             ? RANK_POINTS
             : RANK_CHOSEN;
}

/* Values of one rank keep their order. */
static void sort_values(Session *session, uint32_t activation, EncCheck check,
                        SiteValue *values, const Term *of, uint32_t n) {
  Mem *mem = session->sites->mem;
  TermList compared = {0};
  Vec(SiteValue) sorted = {0};
  sites_check_parts(session, activation, check, &compared, SITE_PARTS_INPUTS);
  for (ValueRank rank = RANK_COMPARED; rank <= RANK_POINTS; rank++)
    for (uint32_t i = 0; i < n; i++)
      if (rank_of(session, of[i], &compared) == rank)
        VEC_PUSH(mem, &sorted, values[i]);
  assert(sorted.n == n);
  if (n) memcpy(values, sorted.at, sizeof *values * n);
  VEC_DONE(mem, &sorted);
  VEC_DONE(term_store_mem(session->store), &compared);
}

static void show_values(Session *session, uint32_t activation, EncCheck check,
                        SiteResult *result) {
  Sites *s = session->sites;
  const TermList *support = struct_support(session->engine);
  SiteValue *values = ARENA_ARRAY(&s->arena, SiteValue, support->n + 1);
  Term *of = ARENA_ARRAY(&s->arena, Term, support->n + 1);
  uint32_t n = 0;
  result->rests_on = 0;
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (!leaf || !is_told(leaf)) continue;
    uint32_t call = library_call(session, leaf);
    bool is_hidden = is_librarys_reading(session, leaf);
    if (!is_hidden) {
      of[n] = support->at[i];
      values[n++] =
          call ? library_value(session, call)
               : (SiteValue){leaf->kind == ENC_LEAF_CONTEXT ? SITE_VALUE_READ
                                                            : SITE_VALUE_NAMED,
                             leaf_name(session, leaf),
                             value_text(session, value_read(session, leaf),
                                        leaf->is_pointer),
                             leaf->loc};
    }
    result->rests_on |= sites_rests_on(session, leaf);
    if (is_hidden) continue;
    if (!result->culprit.id || is_better_culprit(session, leaf))
      result->culprit = call ? sites_call_place(session, call) : leaf->loc;
  }
  sort_values(session, activation, check, values, of, n);
  result->values = values;
  result->n_values = n;
}

/* The call gave the NULL that the fault is about. */
static void show_library_null(Session *session, uint32_t call,
                              SiteResult *result) {
  require(call != 0 && result->status == SITE_VIOLATED);
  SiteValue value = library_value(session, call);
  result->culprit = value.loc;
  for (uint32_t i = 0; i < result->n_values; i++)
    if (strcmp(result->values[i].name, value.name) == 0 &&
        result->values[i].loc.id == value.loc.id)
      return;
  SiteValue *values =
      ARENA_ARRAY(&session->sites->arena, SiteValue, result->n_values + 1);
  values[0] = value;
  memcpy(values + 1, result->values, sizeof *values * result->n_values);
  result->values = values;
  result->n_values++;
}

/* A search that finds nothing tells of the text it was given: if that is one
 * that was there at entry, its contents are assumed. */
static unsigned searches_on(Session *session, uint32_t call) {
  const Sites *s = session->sites;
  const TermList *support = struct_support(session->engine);
  FuncId func = enc_exec_activation(session->exec, call)->func;
  if (!results_is_search(s, func) || sites_is_anybodys(s, session->func))
    return 0;
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (leaf && leaf->is_memory && is_librarys_reading(session, leaf))
      return SITE_FAULT_ON_MEMORY;
  }
  return 0;
}

/* What the bad value itself is made of. */
static void show_fault(Session *session, uint32_t activation, EncCheck check,
                       SiteResult *result) {
  TermList parts = {0};
  if (!sites_is_about_life(session, check))
    sites_check_parts(session, activation, check, &parts, SITE_PARTS_CHOSEN);
  for (uint32_t i = 0; i < parts.n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, parts.at[i]);
    Term meaning = struct_meaning(session->engine, parts.at[i]);
    if (leaf && meaning.id && !struct_value(session->engine, meaning).bits) {
      uint32_t call = sites_outermost_call(session, leaf->activation);
      result->rests_on |= SITE_FAULT_ON_INPUT | searches_on(session, call);
      show_library_null(session, call, result);
    } else if (leaf && !meaning.id &&
               sites_is_in_support(session, parts.at[i])) {
      result->rests_on |= faults_on(session, leaf);
    }
  }
  if (sites_is_too_long(session, check) ||
      (sites_is_told_by_library(session, check) &&
       !(result->rests_on & SITE_ON_MEMORY)))
    result->rests_on |= SITE_FAULT_ON_INPUT;
  if (sites_is_supposed(session)) result->rests_on |= SITE_FAULT_ON_MEMORY;
  result->rests_on |=
      sites_fault_on_way(session, check, &parts, result->rests_on);
  VEC_DONE(term_store_mem(session->store), &parts);
}

/* ---- together ---- */

void sites_explain(Session *session, uint32_t activation, EncCheck check,
                   SiteResult *result) {
  require(result->status == SITE_VIOLATED && check.error == result->error);
  Sites *s = session->sites;
  const Program *p = s->program;
  Path path = {.session = session,
               .end_activation = activation,
               .end_block = check.block};
  const Function *f = prog_func(p, session->func);
  session->loose = TERM_NONE;
  map_init(&path.visited, s->mem);
  add_step(&path, (SiteStep){SITE_STEP_ENTER, session->func, f->loc, 0, ""});
  walk_path(&path);
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  add_step(&path, (SiteStep){SITE_STEP_CHECK, act->func,
                             p->errors.at[result->error].loc, act->depth,
                             p->errors.at[result->error].message});
  SiteStep *steps = ARENA_ARRAY(&s->arena, SiteStep, path.steps.n);
  memcpy(steps, path.steps.at, sizeof *steps * path.steps.n);
  result->steps = steps;
  result->n_steps = path.steps.n;
  VEC_DONE(s->mem, &path.steps);
  map_done(&path.visited);
  show_values(session, activation, check, result);
  show_fault(session, activation, check, result);
}
