/* SPDX-License-Identifier: MIT
 *
 * Texts of which nobody tells how long they are.
 *
 * Who copies a text to an array of a fixed size (`strcpy`, `strcat`, `%s` of
 * `sprintf`) must know that it is short enough.  Where the function does not
 * measure it, nor looks at it in another way (seen.c), and it is from a
 * parameter or from memory, or found in such a text, it is supposed to have any
 * length for which its own object has room.  That is a guess: a violation that
 * rests on it has low confidence, and nothing is proved by it. */
#include "encode/function/texts/texts.h"

enum { SUPPOSED_MOST = 131071 };

static const char measures[] =
    " memchr strcasecmp strchr strcmp strcspn strlen strncasecmp strncmp "
    "strnlen strspn wcslen ";

/* Is the array of a size that hangs on no text: a variable, or a member? */
static bool is_fixed(const Question *q, Val to) {
  return texts_member_room(q, to, false) ||
         prog_address_is_fixed(q->run->x->enc.program, q->run->f, to);
}

/* Are they the same pointer, or read from the same place as it is written? */
static bool is_same_text(const Function *f, Val a, Val b) {
  a = prog_address_root(f, a);
  b = prog_address_root(f, b);
  if (val_same(a, b) || !val_is_local(a) || !val_is_local(b))
    return val_same(a, b);
  const Inst *x = &f->insts.at[val_index(a)], *y = &f->insts.at[val_index(b)];
  return x->op == OP_LOAD && y->op == OP_LOAD && x->aux.id == y->aux.id &&
         x->imm == y->imm &&
         val_same(prog_address_root(f, x->ops[0]),
                  prog_address_root(f, y->ops[0]));
}

/* Does the function, anywhere, ask the library how long it is, or what it is?
 * A search that found the text itself tells nothing of it. */
static bool is_measured(const Question *q, Val text) {
  const Program *p = q->run->x->enc.program;
  const Function *f = q->run->f;
  for (uint32_t i = 1; i < f->insts.n; i++) {
    const Inst *call = &f->insts.at[i];
    FuncId callee = call->op == OP_CALL ? prog_callee(p, call) : (FuncId){0};
    if (!callee.id || prog_func(p, callee)->origin == FUNC_USER ||
        !text_lists(measures, prog_func(p, callee)->name))
      continue;
    for (uint32_t k = 1; k < call->n_ops; k++)
      if (is_same_text(f, call->ops[k], text)) return true;
  }
  return false;
}

/* Was it there before the function, or found in what was? */
static bool is_unknown(const EncExec *x, Base base) {
  const EncLeaf *leaf =
      term_is_var(x->enc.store, base.base) ? enc_exec_leaf(x, base.base) : NULL;
  if (!leaf || !leaf->is_pointer || base.is_object) return false;
  return leaf->kind == ENC_LEAF_PARAM ||
         (leaf->kind == ENC_LEAF_CONTEXT && leaf->is_memory) ||
         (leaf->kind == ENC_LEAF_RESULT && leaf->func.id &&
          prog_func(x->enc.program, leaf->func)->origin == FUNC_MODEL);
}

Term texts_supposed(Question *q, Val to, Val text) {
  Run *run = q->run;
  TermStore *store = run->x->enc.store;
  uint32_t width = run->x->enc.program->pointer_bits;
  Term from = exec_operand(run, text);
  Base base = enc_base(run->x, from);
  uint64_t room = texts_member_room(q, text, true);
  require(from.id != 0);
  if (!is_fixed(q, to) || is_measured(q, text) || texts_is_seen(q, from) ||
      !(room || is_unknown(run->x, base)))
    return TERM_NONE;
  uint64_t most = room ? room - 1 : SUPPOSED_MOST;
  Term length = texts_new_length(run, q->number, term_u64(store, most, width));
  VEC_LAST(&run->x->leaves).is_supposed = true;
  return length;
}
