/* SPDX-License-Identifier: MIT
 *
 * A violation told to people: the way from the entry of the root to the check,
 * and the values it was chosen for.
 *
 * The way is read off the model: exactly those blocks are on it whose guard is
 * true.  Calls are followed where they were looked into; in others, any way
 * through will do. */
#include "scan/sites/sites_int.h"

enum { STEPS_MOST = 400 };

typedef struct Story {
  Session *session;
  Vec(SiteStep) steps;
  Map told;                           /* activation << 32 | block */
  uint32_t end_activation, end_block; /* the violated check */
} Story;

static bool is_true(Session *session, Term t) {
  return t.id && struct_value(session->engine, t).bits != 0;
}

static void add_step(Story *story, SiteStep step) {
  step.func = story->session->sites->original[step.func.id];
  if (story->steps.n >= STEPS_MOST && step.kind != SITE_STEP_CHECK) return;
  VEC_PUSH(story->session->sites->mem, &story->steps, step);
}

/* ---- the way ---- */

/* An activation that is being told. */
typedef struct Telling {
  uint32_t activation;
  uint32_t block; /* current */
  uint32_t inst;  /* next in it */
} Telling;

/* Where the model goes from a block; UINT32_MAX: nowhere that is followed. */
static uint32_t next_block(Story *story, uint32_t activation, uint32_t block) {
  Session *session = story->session;
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  const Function *f = prog_func(session->sites->program, act->func);
  const Inst *end = prog_terminator(f, (BlockId){block});
  for (uint32_t i = 0; i < end->n_blocks; i++) {
    uint32_t to = end->blocks[i].id;
    uint64_t key = (uint64_t)activation << 32 | to;
    if (map_find(&story->told, key) || !is_true(session, act->block_guards[to]))
      continue;
    map_put(&story->told, key, 1);
    return to;
  }
  return UINT32_MAX;
}

static void tell_branch(Story *story, const EncActivation *act, uint32_t block,
                        uint32_t to) {
  const Function *f = prog_func(story->session->sites->program, act->func);
  const Inst *end = prog_terminator(f, (BlockId){block});
  bool is_check = false;
  for (uint32_t i = 0; i < end->n_blocks; i++)
    is_check |= prog_terminator(f, end->blocks[i])->op == OP_ERROR;
  if (end->op == OP_BR || is_check) return;
  const char *text = end->op == OP_SWITCH      ? "this case is taken"
                     : end->blocks[0].id == to ? "the condition is true"
                                               : "the condition is false";
  add_step(story,
           (SiteStep){SITE_STEP_BRANCH, act->func, end->loc, act->depth, text});
}

/* The call is followed if it was looked into, or leads to the check. */
static bool follow_call(Story *story, const Telling *at, uint32_t inst,
                        Telling *callee) {
  Session *session = story->session;
  uint32_t made = enc_exec_find_call(session->exec, at->activation, inst);
  if (made == UINT32_MAX) return false;
  const EncActivation *act = enc_exec_activation(session->exec, made);
  if (act->state != ENC_ACT_EXECUTED) return false;
  const Function *f =
      prog_func(session->sites->program,
                enc_exec_activation(session->exec, at->activation)->func);
  add_step(story, (SiteStep){SITE_STEP_CALL, act->func, f->insts.at[inst].loc,
                             act->depth, ""});
  *callee = (Telling){.activation = made};
  return true;
}

static bool is_end(const Story *story, const Telling *at) {
  return at->activation == story->end_activation &&
         at->block == story->end_block;
}

/* One block of one activation, up to its next call; true: go on with a
 * callee. */
static bool tell_block(Story *story, Telling *at, Telling *callee) {
  Session *session = story->session;
  const EncActivation *act = enc_exec_activation(session->exec, at->activation);
  const Function *f = prog_func(session->sites->program, act->func);
  const Block *b = &f->blocks.at[at->block];
  while (at->inst < b->insts.n) {
    uint32_t inst = b->insts.at[at->inst++];
    if (f->insts.at[inst].op == OP_CALL && follow_call(story, at, inst, callee))
      return true;
  }
  return false;
}

static void tell_way(Story *story) {
  Session *session = story->session;
  Mem *mem = session->sites->mem;
  Vec(Telling) stack = {0};
  VEC_PUSH(mem, &stack, ((Telling){.activation = 0}));
  for (uint32_t left = 100000; stack.n && left; left--) {
    Telling at = VEC_LAST(&stack), callee;
    bool deeper = tell_block(story, &at, &callee);
    VEC_LAST(&stack) = at;
    if (deeper) {
      VEC_PUSH(mem, &stack, callee);
      continue;
    }
    if (is_end(story, &at)) break;
    const EncActivation *act =
        enc_exec_activation(session->exec, at.activation);
    uint32_t to = next_block(story, at.activation, at.block);
    if (to == UINT32_MAX) {
      if (stack.n > 1)
        add_step(story,
                 (SiteStep){SITE_STEP_RETURN, act->func, {0}, act->depth, ""});
      stack.n--;
      continue;
    }
    tell_branch(story, act, at.block, to);
    VEC_LAST(&stack).block = to;
    VEC_LAST(&stack).inst = 0;
  }
  VEC_DONE(mem, &stack);
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

static const char *leaf_name(Session *session, const EncLeaf *leaf) {
  Sites *s = session->sites;
  const Program *p = s->program;
  const char *name = NULL;
  if (leaf->kind == ENC_LEAF_PARAM)
    name = variable_name(p, prog_func(p, leaf->func), leaf->inst);
  if (name) return arena_strdup(&s->arena, name);
  if (leaf->kind == ENC_LEAF_EXTERN && leaf->func.id)
    return arena_printf(&s->arena, "result of %s()",
                        prog_func(p, leaf->func)->name);
  return enc_leaf_text(leaf->kind);
}

static const char *value_text(Session *session, const EncLeaf *leaf) {
  Arena *arena = &session->sites->arena;
  TermValue value = struct_value(session->engine, leaf->var);
  if (sort_kind(value.sort) == SORT_BOOL) return value.bits ? "yes" : "no";
  uint32_t width = sort_width(value.sort);
  if (width > 64) return "...";
  if (leaf->is_pointer) return value.bits ? "not NULL" : "NULL";
  uint64_t sign = width < 64 ? ~(uint64_t)0 << (width - 1) : 0;
  int64_t number =
      (int64_t)(width < 64 && (value.bits & sign & -sign) ? value.bits | sign
                                                          : value.bits);
  return arena_printf(arena, "%lld", (long long)number);
}

static unsigned rests_on(const EncLeaf *leaf) {
  if (leaf->kind == ENC_LEAF_PARAM) return SITE_ON_PARAM;
  if (leaf->kind == ENC_LEAF_CONTEXT) return SITE_ON_MEMORY;
  return leaf->kind == ENC_LEAF_OBJECT ? 0 : SITE_ON_INPUT;
}

/* The pointer that is NULL, or else the last thing chosen. */
static bool is_better_culprit(Session *session, const EncLeaf *leaf) {
  TermValue value = struct_value(session->engine, leaf->var);
  return sort_kind(value.sort) == SORT_BV && sort_width(value.sort) <= 64 &&
         value.bits == 0 && (leaf->is_pointer || leaf->is_checked);
}

static bool is_told(const EncLeaf *leaf) {
  return leaf->kind == ENC_LEAF_PARAM || leaf->kind == ENC_LEAF_CONTEXT ||
         leaf->kind == ENC_LEAF_INPUT || leaf->kind == ENC_LEAF_UNINIT ||
         leaf->kind == ENC_LEAF_EXTERN || leaf->kind == ENC_LEAF_INDIRECT;
}

static void tell_values(Session *session, SiteResult *result) {
  Sites *s = session->sites;
  const TermList *support = struct_support(session->engine);
  SiteValue *values = ARENA_ARRAY(&s->arena, SiteValue, support->n + 1);
  uint32_t n = 0;
  result->rests_on = 0;
  for (uint32_t i = 0; i < support->n; i++) {
    const EncLeaf *leaf = enc_exec_leaf(session->exec, support->at[i]);
    if (!leaf || !is_told(leaf)) continue;
    values[n++] = (SiteValue){leaf_name(session, leaf),
                              value_text(session, leaf), leaf->loc};
    result->rests_on |= rests_on(leaf);
    if (!result->culprit.id || is_better_culprit(session, leaf))
      result->culprit = leaf->loc;
  }
  result->values = values;
  result->n_values = n;
}

/* ---- together ---- */

void sites_explain(Session *session, uint32_t activation, uint32_t block,
                   SiteResult *result) {
  Sites *s = session->sites;
  const Program *p = s->program;
  Story story = {
      .session = session, .end_activation = activation, .end_block = block};
  const Function *f = prog_func(p, session->func);
  map_init(&story.told, s->mem);
  add_step(&story, (SiteStep){SITE_STEP_ENTER, session->func, f->loc, 0, ""});
  tell_way(&story);
  const EncActivation *act = enc_exec_activation(session->exec, activation);
  add_step(&story, (SiteStep){SITE_STEP_CHECK, act->func,
                              p->errors.at[result->error].loc, act->depth,
                              p->errors.at[result->error].message});
  SiteStep *steps = ARENA_ARRAY(&s->arena, SiteStep, story.steps.n);
  memcpy(steps, story.steps.at, sizeof *steps * story.steps.n);
  result->steps = steps;
  result->n_steps = story.steps.n;
  VEC_DONE(s->mem, &story.steps);
  map_done(&story.told);
  tell_values(session, result);
}
