/* SPDX-License-Identifier: MIT
 *
 * How long texts are, and whether there is room for them.
 *
 * The length of a text is read off memory, byte by byte, as long as these are
 * constants.  A text from outside may have any length that the system allows:
 * variables of the environment, arguments of the program (of main, and of
 * options: optarg), and a line that fgets reads, up to its limit.
 *
 * Such a length is a variable, one for each pointer.  If the same pointer is
 * asked about in other memory, the text may have been changed: it has the same
 * length if a further variable says so (which is believed), or any other.  So
 * what is proved holds for every text.
 *
 * A violation is only to be had where the program has not looked at the text
 * before (seen.c): who has called stat with it knows that it is no longer than
 * a path can be.
 *
 * Who takes a text apart with sscanf does not know how long its words are.  So
 * where nothing tells where it is from, it is supposed to have any length for
 * which its object has room (confidence is low then). */
#include "encode/function/texts/texts.h"

enum {
  STRING_MOST = 4096,
  GIVEN_MOST = 131071 /* Linux: MAX_ARG_STRLEN, with its end */
};

/* ---- as memory tells ---- */

/* The region that the cell of a variable is in; none: not known. */
RegionId texts_region(const EncExec *x, Term address, uint32_t bytes) {
  assert(address.id && bytes > 0);
  Base base = enc_base(x, address);
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  const EncLeaf *leaf = object ? enc_exec_leaf(x, object->var) : NULL;
  if (!object || !base.is_exact || base.offset < 0 || object->is_heap ||
      object->is_result)
    return (RegionId){0};
  uint32_t number = UINT32_MAX;
  if (object->global.id)
    number = prog_points_of_global(x->facts->points, object->global);
  else if (leaf && leaf->inst &&
           prog_rolled_inst(x->enc.program, leaf->func, leaf->inst) &&
           prog_func(x->enc.program, leaf->func)->insts.at[leaf->inst].op ==
               OP_ALLOCA)
    number = prog_points_of_inst(x->facts->points, leaf->func, leaf->inst);
  return number == UINT32_MAX ? (RegionId){0}
                              : prog_region_at(x->facts->regions, number,
                                               (uint64_t)base.offset, bytes);
}

Term exec_string_length(Run *run, Term t, uint32_t unit) {
  require(t.id != 0 && unit > 0);
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  uint32_t width = x->enc.program->pointer_bits;
  if (term_kind(store, t) == TERM_ITE) {
    Term yes = exec_string_length(run, term_child(store, t, 1), unit);
    Term no = yes.id ? exec_string_length(run, term_child(store, t, 2), unit)
                     : TERM_NONE;
    return no.id ? term_ite(store, term_child(store, t, 0), yes, no)
                 : TERM_NONE;
  }
  for (uint32_t i = 0; i < STRING_MOST; i++) {
    int64_t value;
    Term at = term_add(store, t, term_u64(store, (uint64_t)i * unit, width));
    Place cell = {
        .address = at, .bytes = unit, .region = texts_region(x, at, unit)};
    Term character = enc_read(x, run->version, cell);
    if (!term_is_const(store, character) ||
        !term_const_i64(store, character, &value))
      return TERM_NONE;
    if (value == 0) return term_u64(store, i, width);
  }
  return TERM_NONE;
}

/* ---- from outside ---- */

/* Is it a cell of the array that main is given? */
static bool is_argument(const EncExec *x, const EncLeaf *leaf) {
  const Function *root = prog_func(x->enc.program, x->activations.at[0].func);
  if (leaf->kind != ENC_LEAF_CONTEXT || !leaf->is_memory ||
      root->n_params < 2 || !prog_is_main(root))
    return false;
  Term home = x->places.at[leaf->place].address, next = home;
  for (; next.id; next = (Term){(uint32_t)map_get(&x->root_of, home.id, 0)})
    home = next;
  return term_same(home, x->states.at[0].args[1]);
}

/* Is it what getopt leaves of an option? */
static bool is_option(const EncExec *x, const EncLeaf *leaf) {
  if (!leaf->is_memory) return false;
  Base home = enc_base(x, x->places.at[leaf->place].address);
  const Object *object = home.is_object ? enc_object_of(x, home.base) : NULL;
  if (!object || !object->global.id || !home.is_exact || home.offset)
    return false;
  const Global *global = prog_global(x->enc.program, object->global);
  return global->state == GLOBAL_EXTERNAL &&
         strcmp(global->name, "optarg") == 0;
}

static bool is_from_outside(const EncExec *x, Term t) {
  const EncLeaf *leaf =
      term_is_var(x->enc.store, t) ? enc_exec_leaf(x, t) : NULL;
  if (!leaf || !leaf->is_pointer) return false;
  if (leaf->kind == ENC_LEAF_EXTERN && !leaf->is_memory && leaf->func.id)
    return text_lists(" getenv secure_getenv ",
                      prog_func(x->enc.program, leaf->func)->name);
  return is_argument(x, leaf) || is_option(x, leaf);
}

Term texts_new_length(Run *run, uint32_t number, Term most) {
  require(most.id != 0);
  EncExec *x = run->x;
  EncLeaf leaf = {.kind = ENC_LEAF_INPUT,
                  .activation = run->activation,
                  .inst = number,
                  .func = run->func,
                  .loc = run->f->insts.at[number].loc,
                  .is_length = true};
  Term length = enc_new_leaf(x, leaf, sort_bv(x->enc.program->pointer_bits));
  VEC_LAST(&x->leaves).axiom = term_not(term_ult(x->enc.store, most, length));
  return length;
}

Term texts_believed(Run *run, uint32_t number) {
  EncLeaf leaf = {.kind = ENC_LEAF_SIZE,
                  .activation = run->activation,
                  .inst = number,
                  .func = run->func,
                  .loc = run->f->insts.at[number].loc};
  return enc_new_leaf(run->x, leaf, sort_bool());
}

/* The length of what is at t, which is from outside. */
static Term given_length(Run *run, uint32_t number, Term t) {
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  Term most = term_u64(store, GIVEN_MOST, x->enc.program->pointer_bits);
  for (uint32_t i = 0; i < x->texts.n; i++) {
    EncText text = x->texts.at[i];
    if (!term_same(text.at, t)) continue;
    if (text.version == run->version) return text.length;
    Term same = texts_believed(run, number); /* the text as before */
    return term_ite(store, same, text.length,
                    texts_new_length(run, number, most));
  }
  EncText text = {.at = t,
                  .length = texts_new_length(run, number, most),
                  .version = run->version};
  VEC_PUSH(x->enc.mem, &x->texts, text);
  return text.length;
}

Term texts_strlen(Run *run, uint32_t number, Term t) {
  Term known = exec_string_length(run, t, 1);
  if (known.id || !is_from_outside(run->x, t)) return known;
  return given_length(run, number, t);
}

Term texts_most(Run *run, Term t) {
  assert(t.id);
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  Base base = enc_base(x, t);
  const Object *object = base.is_object ? enc_object_of(x, base.base) : NULL;
  Term size = object ? enc_object_size(x, object) : TERM_NONE;
  uint64_t before = (uint64_t)base.offset + 1; /* and the end */
  if (!size.id || !base.is_exact || base.offset < 0) return TERM_NONE;
  Term taken = term_u64(store, before, term_width(store, size));
  Term zero = term_u64(store, 0, term_width(store, size));
  return term_ite(store, term_ult(store, size, taken), zero,
                  term_sub(store, size, taken));
}

Term texts_is_within(Run *run, uint32_t number, Term t, Term length) {
  TermStore *store = run->x->enc.store;
  Term most = texts_most(run, t);
  if (!most.id) return term_true();
  assert(term_width(store, length) == term_width(store, most));
  return term_or(store, term_not(term_ult(store, most, length)),
                 term_not(texts_believed(run, number)));
}

/* Bytes of a character that the question is about. */
static uint32_t unit_of(const Question *q) {
  enum { WIDE_BYTES = 4 };
  int64_t kind = q->run->f->insts.at[q->number].imm;
  return kind == VALID_WIDE_COPY || kind == VALID_WIDE_APPEND ? WIDE_BYTES : 1;
}

/* What strlen said of the string before, on every way here; none: it was not
 * asked.  It may have changed since. */
static Term length_before(const Question *q, Term from) {
  const char *name = unit_of(q) > 1 ? "wcslen" : "strlen";
  const Run *run = q->run;
  const EncExec *x = run->x;
  for (uint32_t i = x->activations.n; i-- > 1;) {
    const EncActivation *act = &x->activations.at[i];
    const Function *f = prog_func(x->enc.program, act->func);
    if (act->parent == run->activation && f->origin == FUNC_MODEL &&
        strcmp(f->name, name) == 0 && x->states.at[i].n_args == 1 &&
        term_same(x->states.at[i].args[0], from) &&
        prog_dominates(run->body->dominators, run->body->block_of[act->call],
                       run->body->block_of[q->number]))
      return enc_exec_value(x, run->activation, act->call);
  }
  return TERM_NONE;
}

/* A line that fgets reads has any length below its limit; how long it is now
 * must be known for a proof. */
static Term line_length(Question *q, uint32_t call) {
  Run *run = q->run;
  TermStore *store = run->x->enc.store;
  uint32_t width = run->x->enc.program->pointer_bits;
  const Inst *inst = &run->f->insts.at[call];
  Term limit = exec_operand(run, inst->ops[2]);
  assert(term_width(store, limit) <= width);
  Term is_empty =
      term_slt(store, limit, term_u64(store, 1, term_width(store, limit)));
  Term most = term_sub(store, term_sext(store, limit, width),
                       term_u64(store, 1, width));
  Term length = texts_new_length(
      run, call, term_ite(store, is_empty, term_u64(store, 0, width), most));
  return term_ite(
      store, texts_believed(run, q->number), length,
      texts_new_length(run, q->number, term_u64(store, GIVEN_MOST, width)));
}

Term texts_length(Question *q, Term t) {
  require(t.id != 0);
  Run *run = q->run;
  EncExec *x = run->x;
  TermStore *store = x->enc.store;
  if (term_kind(store, t) == TERM_ITE) {
    Term yes = texts_length(q, term_child(store, t, 1));
    Term no = yes.id ? texts_length(q, term_child(store, t, 2)) : TERM_NONE;
    return no.id ? term_ite(store, term_child(store, t, 0), yes, no)
                 : TERM_NONE;
  }
  uint32_t unit = unit_of(q);
  Term known = exec_string_length(run, t, unit);
  if (known.id || unit > 1) return known;
  if (is_from_outside(x, t))
    return texts_is_seen(q, t) ? TERM_NONE : given_length(run, q->number, t);
  uint32_t call = texts_line_at(q, t);
  return call && !texts_is_seen(q, t) ? line_length(q, call) : TERM_NONE;
}

/* ---- room ---- */

/* The array of characters at a distance in a struct, also in one inside of it:
 * so many bytes; 0: there is none.  One of few bytes at the end of a struct may
 * stand for more. */
static uint64_t characters_at(const Program *p, TypeId type, uint64_t at) {
  enum { FEW = 8 };
  bool is_last = true;
  while (type.id && prog_type(p, type)->kind == TYPE_STRUCT) {
    const Type *t = prog_type(p, type);
    uint32_t i = 0;
    while (i < t->n_fields &&
           (at < t->fields[i].offset ||
            at - t->fields[i].offset >= prog_type(p, t->fields[i].type)->size))
      i++;
    if (i == t->n_fields) return 0;
    is_last &= i + 1 == t->n_fields;
    at -= t->fields[i].offset;
    type = t->fields[i].type;
  }
  if (!type.id || at || prog_type(p, type)->kind != TYPE_ARRAY) return 0;
  const Type *array = prog_type(p, type);
  const Type *element = prog_type(p, array->elem);
  bool is_text = element->kind == TYPE_INT && element->bits == 8;
  return is_text && !(is_last && array->count < FEW) ? array->count : 0;
}

uint64_t texts_member_room(const Question *q, Val to, bool is_first) {
  const Run *run = q->run;
  EncExec *x = run->x;
  int64_t at = 0;
  while (val_is_local(to)) {
    const Inst *inst = &run->f->insts.at[val_index(to)];
    if (inst->op != OP_GEP || inst->n_ops != 1) break;
    at += inst->imm;
    to = inst->ops[0];
  }
  if ((!at && !is_first) || at < 0 || x->options.memory != ENC_MEMORY_PRESUMED)
    return 0;
  TypeId type = enc_leads_to(x->facts, run->func, to);
  return type.id ? characters_at(x->enc.program, type, (uint64_t)at) : 0;
}

Term texts_fit(Question *q, Val pointer, Term bytes) {
  assert(bytes.id != 0);
  TermStore *store = q->run->x->enc.store;
  uint32_t width = term_width(store, bytes);
  uint64_t room = texts_member_room(q, pointer, false);
  if (room)
    return term_not(term_ult(store, term_u64(store, room, width), bytes));
  return valid_room(q, exec_operand(q->run, pointer), term_u64(store, 0, width),
                    bytes);
}

/* Is there room for so many characters?  More of them than there are bytes at
 * all are too many anyway. */
static Term characters_fit(Question *q, Val pointer, Term characters) {
  TermStore *store = q->run->x->enc.store;
  uint32_t width = term_width(store, characters), unit = unit_of(q);
  if (unit == 1) return texts_fit(q, pointer, characters);
  Term most = term_u64(store, UINT32_MAX / unit, width);
  Term bytes = term_mul(store, characters, term_u64(store, unit, width));
  return term_and(store, term_not(term_ult(store, most, characters)),
                  texts_fit(q, pointer, bytes));
}

/* The length of a text that memory does not tell was asked for: less room than
 * that is too little. */
static Term room_as_asked(Question *q, const Inst *inst) {
  EncExec *x = q->run->x;
  TermStore *store = x->enc.store;
  uint32_t width = x->enc.program->pointer_bits;
  Val to = inst->ops[0];
  Term length = length_before(q, exec_operand(q->run, inst->ops[1]));
  Term open = valid_open(q, ENC_LEAF_SIZE);
  if (!length.id) length = texts_supposed(q, to, inst->ops[1]);
  if (!length.id) return open;
  Term all = term_add(store, length, term_u64(store, 1, width));
  return term_and(store, characters_fit(q, to, all), open);
}

/* A word of a text of which nothing is known.  That there is room is never
 * proved by it. */
static Term room_for_word(Question *q, Val to, Term from) {
  assert(from.id && q->run->f->insts.at[q->number].imm == VALID_WORD);
  TermStore *store = q->run->x->enc.store;
  uint32_t width = q->run->x->enc.program->pointer_bits;
  Term open = valid_open(q, ENC_LEAF_SIZE), zero = term_u64(store, 0, width);
  if (texts_is_seen(q, from)) return open;
  Term length =
      texts_new_length(q->run, q->number, term_u64(store, GIVEN_MOST, width));
  VEC_LAST(&q->run->x->leaves).is_supposed = true;
  Term bytes = term_add(store, length, term_u64(store, 1, width));
  Term is_there = valid_room(q, from, zero, bytes);
  Term fits = term_or(store, texts_fit(q, to, bytes), term_not(is_there));
  return term_and(store, fits, open);
}

static Term room_for_string(Question *q, const Inst *inst, bool appends) {
  TermStore *store = q->run->x->enc.store;
  uint32_t width = q->run->x->enc.program->pointer_bits;
  Val to = inst->ops[0];
  Term length = texts_length(q, exec_operand(q->run, inst->ops[1]));
  if (!length.id && !appends) return room_as_asked(q, inst);
  Term before = appends ? texts_length(q, exec_operand(q->run, to))
                        : term_u64(store, 0, width);
  bool is_known = length.id && before.id;
  if (!length.id) length = texts_supposed(q, to, inst->ops[1]);
  if (!length.id) return valid_open(q, ENC_LEAF_SIZE);
  Term all = term_add(store, length, term_u64(store, 1, width));
  if (before.id) all = term_add(store, all, before);
  Term good = characters_fit(q, to, all);
  return is_known ? good : term_and(store, good, valid_open(q, ENC_LEAF_SIZE));
}

/* As much of the string as the limit says, and its end, behind what is there.
 * How long that is must be known for a proof. */
static Term room_for_limited(Question *q, Val to, Term limit, Term from) {
  TermStore *store = q->run->x->enc.store;
  uint32_t width = q->run->x->enc.program->pointer_bits;
  uint32_t unit = unit_of(q);
  Term length = exec_string_length(q->run, from, unit);
  Term before = exec_string_length(q->run, exec_operand(q->run, to), unit);
  Term most = !length.id ? limit
                         : term_ite(store, term_ult(store, limit, length),
                                    limit, length);
  Term all = term_add(store, most, term_u64(store, 1, width));
  if (before.id) all = term_add(store, all, before);
  /* the sum may wrap, then the limit alone is too much */
  Term good =
      term_and(store, characters_fit(q, to, most), characters_fit(q, to, all));
  return before.id ? good : term_and(store, good, valid_open(q, ENC_LEAF_SIZE));
}

Term texts_room(Question *q, const Inst *inst) {
  require(inst->op == OP_VALID && inst->n_ops >= 2);
  if (inst->imm == VALID_PRINTED) return texts_room_for_printed(q, inst);
  Val to = inst->ops[0];
  Term by = exec_operand(q->run, inst->ops[1]);
  if (inst->imm == VALID_WORD && !texts_length(q, by).id)
    return room_for_word(q, to, by);
  if (inst->n_ops == 3)
    return room_for_limited(q, to, by, exec_operand(q->run, inst->ops[2]));
  return room_for_string(
      q, inst, inst->imm == VALID_APPEND || inst->imm == VALID_WIDE_APPEND);
}
