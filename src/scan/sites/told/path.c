/* SPDX-License-Identifier: MIT
 *
 * A violation explained: the path from the entry of the root to the check, and
 * on it, where they are met, the values it was chosen for.
 *
 * The path is read off the model: exactly those blocks are on it whose guard is
 * true.  Calls are followed where they were looked into; in others, any path
 * through will do. */
#include "scan/sites/sites_int.h"

enum { STEPS_MOST = 400, WALK_MOST = 100000 };

typedef struct Path {
  Session *session;
  SiteTolds *told;
  SiteTales tales;
  Map visited; /* activation << 32 | block */
  Map rounds;  /* activation << 32 | place of a branch -> how often */
  uint32_t end_activation, end_block; /* the violated check */
  uint32_t end_rounds;                /* how often it was come to */
} Path;

static bool is_true(Session *session, Term t) {
  assert(!t.id || term_is_bool(session->store, t));
  return t.id && struct_value(session->engine, t).bits != 0;
}

static void add_tale(Path *path, SiteTale tale) {
  assert(tale.step.func.id < path->session->sites->program->funcs.n);
  tale.step.func = path->session->sites->original[tale.step.func.id];
  if (path->tales.n >= STEPS_MOST && tale.step.kind != SITE_STEP_CHECK) return;
  VEC_PUSH(path->session->sites->mem, &path->tales, tale);
}

bool sites_is_settled(Session *session, Term t) {
  require(t.id != 0);
  if (struct_is_settled(session->engine, t)) return true;
  for (uint32_t i = 0; i < session->open.n; i++)
    if (term_same(session->open.at[i], t)) return false;
  if (!session->loose.id) session->loose = t;
  return false;
}

/* Where the walk is in an activation. */
typedef struct Place {
  uint32_t activation;
  uint32_t block; /* current */
  uint32_t inst;  /* next in it */
} Place;

static const Function *function_of(const Path *path, uint32_t activation) {
  const Session *session = path->session;
  return prog_func(session->sites->program,
                   enc_exec_activation(session->exec, activation)->func);
}

/* ---- values that are met ---- */

static SiteTale tale_of_value(const Path *path, SiteTold *told,
                              uint32_t activation) {
  const EncActivation *act =
      enc_exec_activation(path->session->exec, activation);
  told->is_met = true;
  return (SiteTale){.step = {.kind = SITE_STEP_VALUE,
                             .func = act->func,
                             .loc = told->value.loc,
                             .depth = act->depth,
                             .text = "",
                             .value = &told->value},
                    .activation = activation,
                    .told = told,
                    .on = told->var};
}

/* Is the variable what the load reads, of several that it may read? */
static bool reads(Session *session, uint32_t activation, uint32_t load,
                  Term var) {
  enum { CHOICES_MOST = 16 };
  TermStore *store = session->store;
  Term t = enc_exec_value(session->exec, activation, load);
  for (uint32_t left = CHOICES_MOST; t.id && left; left--) {
    if (term_same(t, var)) return true;
    if (term_is_var(store, t))
      t = struct_meaning(session->engine, t);
    else if (term_kind(store, t) == TERM_ITE)
      t = term_child(store, t,
                     is_true(session, term_child(store, t, 0)) ? 1 : 2);
    else
      break;
  }
  return false;
}

/* What the library has written is told as the program reads it. */
static void tell_read(const Path *path, const Place *at, uint32_t load,
                      SiteTold *told) {
  Session *session = path->session;
  const Function *f = function_of(path, at->activation);
  told->value.loc = f->insts.at[load].loc;
  told->value.words = sites_spell(session->sites, f, load);
  if (told->value.origin == SITE_VALUE_FILLED)
    told->value.value = sites_value_text(
        session, enc_exec_value(session->exec, at->activation, load),
        enc_exec_leaf(session->exec, told->var)->is_pointer);
}

/* Is that where the value is met?  What is in memory is met where it is read;
 * if no instruction does that alone, at the place that it has (told->later). */
static bool meets(const Path *path, const Place *at, uint32_t inst,
                  SiteTold *told) {
  if (told->inst)
    return told->activation == at->activation && told->inst == inst;
  const Inst *i = &function_of(path, at->activation)->insts.at[inst];
  if (i->op == OP_LOAD && told->value.origin != SITE_VALUE_NAMED &&
      reads(path->session, at->activation, inst, told->var)) {
    tell_read(path, at, inst, told);
    return true;
  }
  if (told->value.origin == SITE_VALUE_FILLED) return false;
  if (told->value.loc.id == i->loc.id && !told->later && i->op != OP_DBG &&
      i->op != OP_DBG_ADDR) {
    told->later = path->tales.n;
    told->at = at->activation;
  }
  return false;
}

/* Was a value told there? */
static bool meet_values(Path *path, const Place *at, uint32_t inst) {
  bool is_met = false;
  FuncId func = enc_exec_activation(path->session->exec, at->activation)->func;
  if (sites_is_library(path->session->sites, func)) return false;
  for (uint32_t i = 0; i < path->told->n; i++) {
    SiteTold *told = &path->told->at[i];
    if (told->is_met || !meets(path, at, inst, told)) continue;
    if (told->only_points) {
      told->is_met = true; /* nothing else is expected of a pointer */
      continue;
    }
    add_tale(path, tale_of_value(path, told, at->activation));
    is_met |= told->inst != 0;
  }
  return is_met;
}

static void insert_tale(Path *path, uint32_t at, SiteTale tale) {
  SiteTales *tales = &path->tales;
  assert(at <= tales->n);
  tale.step.func = path->session->sites->original[tale.step.func.id];
  VEC_PUSH(path->session->sites->mem, tales, tale);
  memmove(tales->at + at + 1, tales->at + at,
          sizeof tale * (tales->n - 1 - at));
  tales->at[at] = tale;
  for (uint32_t i = 0; i < path->told->n; i++)
    if (path->told->at[i].later >= at) path->told->at[i].later++;
}

/* What was not met in an instruction: parameters are there from the beginning.
 * A call that is not on the path tells nothing of it. */
static void insert_values(Path *path) {
  assert(path->tales.at[0].step.kind == SITE_STEP_ENTER);
  uint32_t entered = 1;
  for (uint32_t i = 0; i < path->told->n; i++) {
    SiteTold *told = &path->told->at[i];
    const EncLeaf *leaf = enc_exec_leaf(path->session->exec, told->var);
    if (told->is_met || told->only_points ||
        told->value.origin == SITE_VALUE_FILLED)
      continue;
    bool is_param = leaf && leaf->kind == ENC_LEAF_PARAM;
    if (told->inst && !is_param) continue;
    uint32_t at = told->later ? told->later : entered;
    entered += !told->later;
    insert_tale(path, at,
                tale_of_value(path, told, told->later ? told->at : 0));
  }
}

/* ---- the path ---- */

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

/* Another check than the one that is explained: the way goes on behind it. */
static bool is_passed(const Path *path, uint32_t activation, uint32_t block) {
  const Function *f = function_of(path, activation);
  return prog_terminator(f, (BlockId){block})->op == OP_ERROR &&
         (activation != path->end_activation || block != path->end_block);
}

/* Where the model goes from a block; UINT32_MAX: nowhere that is followed. */
static uint32_t next_block(Path *path, uint32_t activation, uint32_t block) {
  Session *session = path->session;
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  const Function *f = function_of(path, activation);
  const Inst *end = prog_terminator(f, (BlockId){block});
  uint32_t first = chosen_way(path, activation, end);
  assert(block < f->blocks.n);
  for (uint32_t i = 0; i < end->n_blocks; i++) {
    uint32_t to = end->blocks[(i + first) % end->n_blocks].id;
    uint64_t key = (uint64_t)activation << 32 | to;
    if (map_find(&path->visited, key) || is_passed(path, activation, to) ||
        !is_true(session, act->block_guards[to]))
      continue;
    map_put(&path->visited, key, 1);
    return to;
  }
  return UINT32_MAX;
}

/* How often the walk has come to that place of the activation, with now. */
static uint32_t count_round(Path *path, uint32_t activation, LocId loc) {
  assert(activation < enc_exec_n_activations(path->session->exec));
  uint64_t key = (uint64_t)activation << 32 | loc.id;
  uint32_t round = (uint32_t)map_get(&path->rounds, key, 0) + 1;
  map_put(&path->rounds, key, round);
  return round;
}

/* As guards have it. */
static Term truth_of(TermStore *store, Term condition) {
  if (!condition.id || term_is_bool(store, condition) ||
      term_width(store, condition) != 1)
    return condition;
  return term_eq(store, condition, term_u64(store, 1, 1));
}

/* "the switch takes the case of 3". */
static const char *case_text(Path *path, const Inst *end, Term on) {
  Session *session = path->session;
  Arena *arena = &session->sites->arena;
  if (!on.id) return "the switch takes this case";
  uint64_t number = sites_number(session, on), value;
  for (uint32_t i = 1; i < end->n_ops; i++)
    if (prog_const_as_u64(session->sites->program, end->ops[i], &value) &&
        value == number)
      return arena_printf(arena, "the switch takes the case of %s",
                          sites_value_text(session, on, false));
  return arena_printf(arena, "the switch takes its default case (%s)",
                      sites_value_text(session, on, false));
}

/* "'t != NULL' is true"; NULL: it cannot be said. */
static const char *spelled(Sites *sites, const Function *f, const Inst *end,
                           bool holds) {
  bool is_turned = false;
  const char *words =
      end->op == OP_CONDBR
          ? sites_spell_condition(sites, f, end->ops[0], &is_turned)
          : NULL;
  return words ? arena_printf(&sites->arena, "'%s' is %s", words,
                              holds != is_turned ? "true" : "false")
               : NULL;
}

static void add_branch(Path *path, uint32_t activation, uint32_t block,
                       uint32_t to) {
  const EncActivation *act =
      enc_exec_activation(path->session->exec, activation);
  const Program *p = path->session->sites->program;
  const Function *f = function_of(path, activation);
  const Inst *end = prog_terminator(f, (BlockId){block});
  /* not what people look at */
  bool is_check = sites_is_library(path->session->sites, act->func) ||
                  (end->flags & INST_MODEL) != 0;
  for (uint32_t i = 0; i < end->n_blocks; i++) {
    const Inst *error = prog_terminator(f, end->blocks[i]);
    if (error->op != OP_ERROR) continue;
    is_check |= p->errors.at[error->imm].loc.id == end->loc.id;
    path->end_rounds += activation == path->end_activation &&
                        error->imm == (int64_t)path->session->check.error;
  }
  if (end->op == OP_BR || is_check) return;
  Term condition = val_is_local(end->ops[0])
                       ? enc_exec_value(path->session->exec, activation,
                                        val_index(end->ops[0]))
                       : TERM_NONE;
  if (condition.id && !sites_is_settled(path->session, condition)) return;
  bool holds = end->blocks[0].id == to;
  const char *text = end->op == OP_SWITCH ? case_text(path, end, condition)
                     : holds              ? "the condition is true"
                                          : "the condition is false";
  add_tale(
      path,
      (SiteTale){.step = {.kind = SITE_STEP_BRANCH,
                          .func = act->func,
                          .loc = end->loc,
                          .depth = act->depth,
                          .text = text,
                          .words = spelled(path->session->sites, f, end, holds),
                          .round = count_round(path, activation, end->loc)},
                 .activation = activation,
                 .on = truth_of(path->session->store, condition)});
}

/* Is it a function that the library, or the tool, has for itself? */
static bool is_reserved(Sites *s, FuncId func) {
  return sites_is_library(s, func) &&
         text_starts_with(sites_function(s, func), "__");
}

/* The call is followed if it was looked into, or leads to the check.  What the
 * library gives need not be told twice. */
static bool follow_call(Path *path, const Place *at, uint32_t inst,
                        Place *callee, bool is_told) {
  Session *session = path->session;
  uint32_t made = enc_exec_find_call(session->exec, at->activation, inst);
  if (made == UINT32_MAX) return false;
  const EncActivation *act = enc_exec_activation(session->exec, made);
  if (act->state != ENC_ACT_EXECUTED) return false;
  FuncId caller = enc_exec_activation(session->exec, at->activation)->func;
  const Function *f = function_of(path, at->activation);
  if (!sites_is_library(session->sites, caller) && !is_told &&
      !is_reserved(session->sites, act->func))
    add_tale(path, (SiteTale){.step = {.kind = SITE_STEP_CALL,
                                       .func = act->func,
                                       .loc = f->insts.at[inst].loc,
                                       .depth = act->depth,
                                       .text = ""},
                              .activation = made});
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
  const Function *f = function_of(path, at->activation);
  const Block *b = &f->blocks.at[at->block];
  while (at->inst < b->insts.n) {
    uint32_t inst = b->insts.at[at->inst++];
    bool is_told = meet_values(path, at, inst);
    if (f->insts.at[inst].op == OP_CALL &&
        follow_call(path, at, inst, callee, is_told))
      return true;
  }
  return false;
}

static void walk_path(Path *path) {
  Session *session = path->session;
  Mem *mem = session->sites->mem;
  Vec(Place) stack = {0};
  VEC_PUSH(mem, &stack, ((Place){.activation = 0}));
  for (uint32_t left = WALK_MOST; stack.n && left; left--) {
    Place at = VEC_LAST(&stack), callee;
    bool deeper = walk_block(path, &at, &callee);
    VEC_LAST(&stack) = at;
    if (deeper) {
      VEC_PUSH(mem, &stack, callee);
      continue;
    }
    if (is_end(path, &at)) break;
    uint32_t to = next_block(path, at.activation, at.block);
    if (to == UINT32_MAX) {
      stack.n--;
      continue;
    }
    add_branch(path, at.activation, at.block, to);
    VEC_LAST(&stack).block = to;
    VEC_LAST(&stack).inst = 0;
  }
  VEC_DONE(mem, &stack);
  assert(path->tales.n <= STEPS_MOST + 1);
}

/* ---- loops ---- */

/* Where the loop around the place of the function begins; none: there is no
 * loop. */
static LocId loop_around(const Sites *s, FuncId func, LocId place) {
  const Function *f = prog_func(s->program, func);
  Cfg *cfg = prog_cfg_new(s->mem, f);
  LoopForest *loops = prog_loops_new(cfg);
  LocId found = {0};
  for (uint32_t b = 0; b < f->blocks.n && !found.id; b++)
    if (f->blocks.at[b].insts.n && loops->loop_of[b] != ANALYSIS_NONE &&
        prog_terminator(f, (BlockId){b})->loc.id == place.id)
      found = f->blocks.at[loops->loops.at[loops->loop_of[b]].header].loop;
  prog_loops_free(loops);
  prog_cfg_free(cfg);
  return found;
}

/* Who comes to a place once goes round no loop that matters. */
static void settle_rounds(Path *path) {
  assert(path->tales.n > 0);
  for (uint32_t i = 0; i < path->tales.n; i++) {
    SiteTale *tale = &path->tales.at[i];
    if (tale->step.kind != SITE_STEP_BRANCH) continue;
    uint64_t key = (uint64_t)tale->activation << 32 | tale->step.loc.id;
    if (map_get(&path->rounds, key, 0) < 2) tale->step.round = 0;
  }
}

static void add_check(Path *path) {
  assert(path->end_activation < enc_exec_n_activations(path->session->exec));
  const Sites *s = path->session->sites;
  const EncActivation *act =
      enc_exec_activation(path->session->exec, path->end_activation);
  const ErrorSite *error = &s->program->errors.at[path->session->check.error];
  SiteStep step = {.kind = SITE_STEP_CHECK,
                   .func = act->func,
                   .loc = error->loc,
                   .depth = act->depth,
                   .text = error->message};
  step.round = path->end_rounds;
  if (step.round > 1)
    step.loop = loop_around(s, s->original[act->func.id], error->loc);
  if (!step.loop.id) step.round = 0;
  add_tale(path, (SiteTale){.step = step, .activation = path->end_activation});
}

/* ---- together ---- */

void sites_explain(Session *session, uint32_t activation, EncCheck check,
                   SiteResult *result) {
  require(result->status == SITE_VIOLATED && check.error == result->error);
  Sites *s = session->sites;
  SiteTolds *told = ARENA_ARRAY(&s->arena, SiteTolds, 1);
  Path path = {.session = session,
               .told = told,
               .end_activation = activation,
               .end_block = check.block};
  const Function *f = prog_func(s->program, session->func);
  session->loose = TERM_NONE;
  sites_ground(session, activation, check, told, result);
  map_init(&path.visited, s->mem);
  map_init(&path.rounds, s->mem);
  add_tale(&path, (SiteTale){.step = {.kind = SITE_STEP_ENTER,
                                      .func = session->func,
                                      .loc = f->loc,
                                      .text = ""}});
  walk_path(&path);
  settle_rounds(&path);
  insert_values(&path);
  add_check(&path);
  sites_tell(session, activation, check, &path.tales, told, result);
  VEC_DONE(s->mem, &path.tales);
  VEC_DONE(s->mem, told);
  map_done(&path.visited);
  map_done(&path.rounds);
}
