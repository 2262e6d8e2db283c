/* SPDX-License-Identifier: MIT
 *
 * What the program has done with a text before it is asked how long it is.
 *
 * Calls and accesses by the same pointer, in the function that asks and in its
 * callers up to the root.  A call counts if it is met on every way to the
 * question; a walk along the text counts wherever it stands, for it may end the
 * program if the text is too long, unless it comes behind the question. */
#include "encode/function/texts/texts.h"

/* These tell nothing of the length, or tell it in a way that is followed. */
static const char harmless[] =
    " free fputs fprintf getenv perror printf puts secure_getenv snprintf "
    "sprintf stpcpy strcat strchr strcpy strdup strlen strncat strncpy strrchr "
    "strstr syslog warn warnx fgets ";

/* One activation on the way from the question to the root. */
typedef struct Way {
  EncExec *x;
  uint32_t activation;
  FuncId func;
  const Function *f;
  const Body *body;
  uint32_t inst; /* that asks, or calls the next one */
  uint32_t block;
  Term text;
  bool is_word; /* asked about a word of it */
} Way;

static Way way_at(EncExec *x, uint32_t activation, uint32_t inst, Term text) {
  FuncId func = x->activations.at[activation].func;
  const Body *body = enc_body(x->facts, func);
  return (Way){.x = x,
               .activation = activation,
               .func = func,
               .f = prog_func(x->enc.program, func),
               .body = body,
               .inst = inst,
               .block = body->block_of[inst],
               .text = text};
}

static bool is_text(const Way *way, Val v) {
  if (val_is_none(v)) return false;
  Term value = val_is_local(v)
                   ? enc_exec_value(way->x, way->activation, val_index(v))
                   : TERM_NONE;
  return value.id && term_same(value, way->text);
}

static bool is_harmless(const Way *way, const Inst *call) {
  const Program *p = way->x->enc.program;
  FuncId callee = prog_callee(p, call);
  if (!callee.id) return false;
  const Function *f = prog_func(p, callee);
  return f->origin != FUNC_USER && text_lists(harmless, f->name);
}

/* Does the PHI walk along something: is it its own start and some steps? */
static bool walks(const Way *way, uint32_t phi) {
  const Inst *inst = &way->f->insts.at[phi];
  assert(inst->op == OP_PHI);
  for (uint32_t i = 0; i < inst->n_ops; i++)
    if (val_same(prog_address_root(way->f, inst->ops[i]), val_local(phi)))
      return true;
  return false;
}

/* Does the instruction look at the text in a way that is not followed?  It is
 * met before the question on every way, or not. */
static bool looks(const Way *way, uint32_t number, bool is_before) {
  const Program *p = way->x->enc.program;
  const Inst *inst = &way->f->insts.at[number];
  if (inst->op == OP_CALL && is_before && !is_harmless(way, inst))
    for (uint32_t i = 1; i < inst->n_ops; i++)
      if (is_text(way, inst->ops[i])) return true;
  if (inst->op == OP_PHI && (!way->is_word || walks(way, number)))
    for (uint32_t i = 0; i < inst->n_ops; i++)
      if (is_text(way, inst->ops[i])) return true;
  if (inst->op != OP_LOAD) return false;
  Address address = prog_address(p, way->f, inst->ops[0], ADDRESS_ALL_STEPS);
  return address.n_terms > 0 && is_text(way, address.root);
}

static bool is_seen_on(const Way *way) {
  const Function *f = way->f;
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    bool is_before = prog_dominates(way->body->dominators, b, way->block);
    bool is_behind =
        !is_before && prog_dominates(way->body->dominators, way->block, b);
    for (uint32_t i = 0; !is_behind && i < f->blocks.at[b].insts.n; i++) {
      uint32_t number = f->blocks.at[b].insts.at[i];
      is_before &= number != way->inst;
      is_behind = number == way->inst;
      if (looks(way, number, is_before)) return true;
    }
  }
  return false;
}

bool texts_is_seen(const Question *q, Term t) {
  EncExec *x = q->run->x;
  uint32_t inst = q->number;
  for (uint32_t at = q->run->activation;;) {
    Way way = way_at(x, at, inst, t);
    way.is_word = q->run->f->insts.at[q->number].imm == VALID_WORD;
    if (is_seen_on(&way)) return true;
    if (at == 0) return false;
    inst = x->activations.at[at].call;
    at = x->activations.at[at].parent;
  }
}

uint32_t texts_line_at(const Question *q, Term t) {
  const Run *run = q->run;
  const Program *p = run->x->enc.program;
  Way way = way_at(run->x, run->activation, q->number, t);
  for (uint32_t b = 0; b < run->f->blocks.n; b++) {
    if (!prog_dominates(way.body->dominators, b, way.block)) continue;
    for (uint32_t i = 0; i < run->f->blocks.at[b].insts.n; i++) {
      uint32_t number = run->f->blocks.at[b].insts.at[i];
      const Inst *inst = &run->f->insts.at[number];
      if (number == q->number) break;
      if (inst->op != OP_CALL || inst->n_ops != 4 ||
          !is_text(&way, inst->ops[1]))
        continue;
      FuncId callee = prog_callee(p, inst);
      if (callee.id && prog_func(p, callee)->origin != FUNC_USER &&
          strcmp(prog_func(p, callee)->name, "fgets") == 0)
        return number;
    }
  }
  return 0;
}
