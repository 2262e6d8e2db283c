/* SPDX-License-Identifier: MIT
 *
 * What an undecided check depends on: of which kind it is, in words, and where
 * it is met. */
#include "scan/sites/sites_int.h"

/* Is the cell in a global, or in a variable whose address a caller passes? */
static bool is_in_variable(Session *session, const EncLeaf *leaf) {
  Term home = sites_home(session, leaf);
  const EncLeaf *base = term_is_var(session->store, home)
                            ? enc_exec_leaf(session->exec, home)
                            : NULL;
  if (!base) return false;
  if (base->kind != ENC_LEAF_PARAM) return base->kind == ENC_LEAF_OBJECT;
  FuncId func = session->sites->original[session->func.id];
  return base->inst <= 64 &&
         (session->sites->shown[func.id] >> (base->inst - 1) & 1) != 0;
}

static SiteCause cause_of(Session *session, const EncLeaf *leaf) {
  switch (leaf->kind) {
  case ENC_LEAF_CONTEXT:
    return is_in_variable(session, leaf) ? SITE_CAUSE_VARIABLE
                                         : SITE_CAUSE_MEMORY;
  case ENC_LEAF_EXTERN:
  case ENC_LEAF_INDIRECT: return SITE_CAUSE_EXTERN;
  case ENC_LEAF_RESULT:
  case ENC_LEAF_RETURNS:
  case ENC_LEAF_EFFECT: return SITE_CAUSE_RECURSION;
  case ENC_LEAF_LOOP: return SITE_CAUSE_LOOP;
  case ENC_LEAF_OVERLAP: return SITE_CAUSE_OVERLAP;
  case ENC_LEAF_LOST: return SITE_CAUSE_ALIAS;
  case ENC_LEAF_FLOAT: return SITE_CAUSE_FLOAT;
  case ENC_LEAF_SIZE: return SITE_CAUSE_OBJECT;
  case ENC_LEAF_PARAM: return SITE_CAUSE_PARAM;
  case ENC_LEAF_INPUT:
  case ENC_LEAF_UNINIT:
  case ENC_LEAF_OBJECT:
  case ENC_LEAF_UNSUPPORTED: return SITE_CAUSE_UNSUPPORTED;
  }
  unreachable_case();
}

/* The function that a call passes on, or NULL. */
static const char *passed_function(const Program *p, const Inst *call) {
  for (uint32_t i = 1; i < call->n_ops; i++)
    if (val_is_const(call->ops[i]) &&
        prog_const(p, call->ops[i])->kind == CONST_FUNC)
      return prog_func(p, prog_const(p, call->ops[i])->func)->name;
  return NULL;
}

/* What a function of the library says that it does not support, or NULL. */
static const char *refusal_of(const Program *p, const EncLeaf *leaf) {
  const Function *f = prog_func(p, leaf->func);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    const Inst *end = prog_terminator(f, (BlockId){b});
    if (end->op == OP_UNSUPPORTED && end->loc.id == leaf->loc.id &&
        end->name != UINT32_MAX)
      return names_text(&p->names, end->name);
  }
  return NULL;
}

/* What a call leaves that nobody can follow. */
static void put_unsupported(const Session *session, const EncLeaf *leaf,
                            Text *out) {
  const Program *p = session->sites->program;
  const Inst *inst = &prog_func(p, leaf->func)->insts.at[leaf->inst];
  FuncId callee = inst->op == OP_CALL ? prog_callee(p, inst) : (FuncId){0};
  const char *passed = callee.id ? passed_function(p, inst) : NULL;
  const char *refusal = refusal_of(p, leaf);
  if (inst->op == OP_CALL && inst->flags & INST_LOSES)
    text_add(out, "memory behind a call that may come back a second time, or "
                  "that is not supported");
  else if (passed)
    text_printf(out, "what '%s' does, which is passed to '%s'", passed,
                prog_func(p, callee)->name);
  else if (leaf->inst && inst->op == OP_NONDET)
    text_add(out, "inline assembly");
  else if (refusal)
    text_add(out, refusal);
  else
    text_add(out, enc_leaf_text(leaf->kind));
}

static const char *reason_of(Session *session, const EncLeaf *leaf) {
  Sites *s = session->sites;
  Text text;
  text_init(&text, s->mem);
  text_add(&text, "depends on ");
  if (leaf->closed)
    text_add(&text, leaf->closed);
  else if (leaf->kind == ENC_LEAF_UNSUPPORTED)
    put_unsupported(session, leaf, &text);
  else
    text_add(&text, enc_leaf_text(leaf->kind));
  if (leaf->kind == ENC_LEAF_EXTERN && leaf->func.id)
    text_printf(&text, " '%s'", prog_func(s->program, leaf->func)->name);
  const char *reason = arena_strdup(&s->arena, text_get(&text));
  text_done(&text);
  assert(*reason != 0);
  return reason;
}

/* What joins at the head of a loop has no line of its own: the first in its
 * block that has one. */
static LocId leaf_place(const Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  const Program *p = s->program;
  if (prog_loc_get(p, leaf->loc)->line || !leaf->inst) return leaf->loc;
  FuncId func = enc_exec_activation(session->exec, leaf->activation)->func;
  const Function *f = prog_func(p, func);
  assert(leaf->inst < f->insts.n);
  uint32_t block = enc_block_of(s->facts, func, leaf->inst);
  for (uint32_t i = 0; block != UINT32_MAX && i < f->blocks.at[block].insts.n;
       i++) {
    LocId at = f->insts.at[f->blocks.at[block].insts.at[i]].loc;
    if (prog_loc_get(p, at)->line) return at;
  }
  return leaf->loc;
}

/* Where it is met, seen from the program's own code. */
static LocId open_place(const Session *session, const EncLeaf *leaf) {
  const Sites *s = session->sites;
  LocId loc = leaf_place(session, leaf);
  FuncId reader = prog_loc_get(s->program, loc)->func;
  uint32_t call = reader.id && sites_is_library(s, reader)
                      ? sites_outermost_call(session, leaf->activation)
                      : 0;
  return call ? sites_call_place(session, call) : loc;
}

/* Where the place is, and what it is found by. */
static void note_told(Session *session, const EncLeaf *leaf, LocId place) {
  Sites *s = session->sites;
  assert(leaf->var.id);
  sites_tell_of(s, prog_loc_get(s->program, place)->func);
  sites_tell_of(s, enc_exec_activation(session->exec, leaf->activation)->func);
}

void sites_set_unknown(Session *session, const StructAnswer *answer,
                       SiteResult *result) {
  assert(answer->open.id || answer->reason[0]);
  Term open = answer->open.id ? answer->open : answer->before;
  const EncLeaf *leaf = open.id ? enc_exec_leaf(session->exec, open) : NULL;
  result->status = SITE_UNKNOWN;
  result->cause = leaf ? cause_of(session, leaf) : SITE_CAUSE_BUDGET;
  result->open = leaf ? open_place(session, leaf) : (LocId){0};
  result->reason = leaf ? reason_of(session, leaf)
                        : arena_strdup(&session->sites->arena, answer->reason);
  if (leaf) note_told(session, leaf, result->open);
  assert(result->cause != SITE_CAUSE_NONE && result->reason[0]);
}
