/* SPDX-License-Identifier: MIT
 *
 * Does arithmetic that decides a size or an index overflow?
 *
 * Most arithmetic that could overflow never does, and a program that counts too
 * far is seldom in danger.  A size is another matter: `malloc(w * h)` that went
 * round is too small for what is put into it.  So the question is asked of
 * operations whose result becomes a size or an index, by way of conversions,
 * further arithmetic and choices.  Sizes are what functions of the library that
 * allocate, fill, copy or read are given, and parameters that become one.  An
 * index asks about products and about sums of two unknowns, for one step from
 * an index is not what makes it wrong; and only if the function sees a number
 * from outside go into it, for rows times columns are everywhere.
 *
 * Signed arithmetic that overflows is undefined.  Unsigned arithmetic goes
 * round; that is a fault only in the size of an allocation, and only if what is
 * left is a size that there may be: then less is allocated than was meant.  It
 * is asked where the size is used, or handed on to a PHI, for programs look
 * whether it went round in between (`n = a + b; if (n < a) return NULL;`).
 *
 * Behind both the way goes on, with what the machine computes: what is done
 * with the wrong size is a question of its own, and not to be proved by this
 * one. */
#include "pass/objects/objects_int.h"
#include "pass/pass_int.h"

enum { DEPTH = 8 };

/* What a value decides; a set. */
enum { DECIDES_INDEX = 1, DECIDES_SIZE = 2, DECIDES_ALLOCATION = 4 };

static const LibraryRow allocators[] = {{1, " malloc valloc alloca "},
                                        {2, " realloc aligned_alloc memalign "},
                                        {3, " calloc "},
                                        {4, " posix_memalign "},
                                        {6, " reallocarray "}};

static const LibraryRow users[] = {
    {2, " strndup bzero snprintf vsnprintf fgets "},
    {4, " memcpy memmove memset memcmp mempcpy strncpy "
        "strncat strlcpy read write recv send pread "
        "pwrite wmemcpy wmemset "},
    {6, " fread fwrite "}};

/* What the call's operand decides. */
static unsigned decided_by_argument(const Facts *facts, const Inst *call,
                                    uint32_t operand) {
  assert(call->op == OP_CALL && operand > 0);
  uint32_t argument = operand - 1;
  FuncId callee = prog_callee(facts->program, call);
  const char *name = library_name(facts->program, call);
  if (!callee.id || argument >= 32) return 0;
  if (!name)
    return (facts->sizes[callee.id] >> argument & 1 ? DECIDES_SIZE : 0u) |
           (facts->allocations[callee.id] >> argument & 1 ? DECIDES_ALLOCATION
                                                          : 0u);
  if (library_arguments(allocators, sizeof allocators / sizeof *allocators,
                        name) >>
          argument &
      1)
    return DECIDES_SIZE | DECIDES_ALLOCATION;
  return library_arguments(users, sizeof users / sizeof *users, name) >>
                     argument &
                 1
             ? DECIDES_SIZE
             : 0;
}

typedef struct Marking {
  const Facts *facts;
  const Function *f;
  uint8_t *decides; /* by instruction */
  Vec(uint32_t) todo;
} Marking;

static void mark(Marking *m, Val v, unsigned decides) {
  if (!val_is_local(v) || !decides) return;
  uint32_t number = val_index(v);
  const Inst *inst = &m->f->insts.at[number];
  if ((m->decides[number] & decides) == decides ||
      prog_type(m->facts->program, inst->type)->kind != TYPE_INT)
    return;
  m->decides[number] |= (uint8_t)decides;
  VEC_PUSH(m->facts->program->mem, &m->todo, number);
}

/* Where sizes and indices are used. */
static void mark_uses(Marking *m, const Inst *inst) {
  assert(inst->op < OP_COUNT);
  switch ((int)inst->op) {
  case OP_GEP:
    if (inst->n_ops > 1) mark(m, inst->ops[1], DECIDES_INDEX);
    return;
  case OP_MEMCPY:
  case OP_MEMSET: mark(m, inst->ops[2], DECIDES_SIZE); return;
  case OP_ALLOC:
    mark(m, inst->ops[0], DECIDES_SIZE | DECIDES_ALLOCATION);
    return;
  case OP_CALL:
    for (uint32_t k = 1; k < inst->n_ops; k++)
      mark(m, inst->ops[k], decided_by_argument(m->facts, inst, k));
    return;
  default: return;
  }
}

/* The operands that make the result, [*first, *end[. */
static void find_makers(const Inst *inst, uint32_t *first, uint32_t *end) {
  *first = inst->op == OP_SELECT;
  switch ((int)inst->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_AND:
  case OP_OR:
  case OP_PHI:
  case OP_SELECT: *end = inst->n_ops; return;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_UDIV:
  case OP_SDIV:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC: *end = 1; return;
  default: *end = *first; return;
  }
}

/* What the instruction makes its result of decides the same. */
static void mark_makers(Marking *m, const Inst *inst, unsigned decides) {
  assert(decides != 0);
  uint32_t first, end;
  find_makers(inst, &first, &end);
  for (uint32_t k = first; k < end; k++) mark(m, inst->ops[k], decides);
}

/* By instruction; the caller's. */
static uint8_t *find_deciding(const Facts *facts, const Function *f) {
  Mem *mem = facts->program->mem;
  Marking m = {
      .facts = facts, .f = f, .decides = MEM_ARRAY(mem, uint8_t, f->insts.n)};
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++)
      mark_uses(&m, &f->insts.at[f->blocks.at[b].insts.at[i]]);
  while (m.todo.n) {
    uint32_t number = VEC_POP(&m.todo);
    mark_makers(&m, &f->insts.at[number], m.decides[number]);
  }
  VEC_DONE(mem, &m.todo);
  return m.decides;
}

/* ---- parameters that become sizes ---- */

static bool note_parameters(Facts *facts, FuncId func) {
  const Function *f = prog_func(facts->program, func);
  uint8_t *decides = find_deciding(facts, f);
  uint64_t sizes = facts->sizes[func.id];
  uint64_t allocations = facts->allocations[func.id];
  for (uint32_t k = 0; k < f->n_params && k < 64; k++) {
    if (decides[k + 1] & DECIDES_SIZE)
      facts->sizes[func.id] |= (uint64_t)1 << k;
    if (decides[k + 1] & DECIDES_ALLOCATION)
      facts->allocations[func.id] |= (uint64_t)1 << k;
  }
  MEM_FREE_ARRAY(facts->program->mem, decides, f->insts.n);
  return sizes != facts->sizes[func.id] ||
         allocations != facts->allocations[func.id];
}

void find_sizes(Facts *facts) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < facts->n; i++) {
      const Function *f = &facts->program->funcs.at[i];
      if (f->state == FUNC_DEFINED && f->origin == FUNC_USER)
        changed |= note_parameters(facts, (FuncId){i});
    }
  }
}

/* ---- guards ---- */

void find_deciding_here(Guarding *g) {
  assert(!g->decides);
  Mem *mem = g->edit.program->mem;
  g->decides = find_deciding(g->facts, g->edit.f);
  g->asked_in = MEM_ARRAY(mem, uint32_t, g->n_insts);
  Cfg *cfg = prog_cfg_new(mem, g->edit.f);
  g->dominators = prog_dominators(cfg);
  prog_cfg_free(cfg);
}

void forget_deciding(Guarding *g) {
  assert(g->decides && g->asked_in);
  Mem *mem = g->edit.program->mem;
  MEM_FREE_ARRAY(mem, g->decides, g->n_insts);
  MEM_FREE_ARRAY(mem, g->asked_in, g->n_insts);
  prog_dom_free(g->dominators);
}

/* `i + 1`, where i may be what the loop has come to: as far as it counts. */
static bool is_count(const Function *f, const Inst *inst) {
  if (inst->op != OP_ADD && inst->op != OP_SUB) return false;
  for (uint32_t k = 0; k < 2; k++)
    if (val_is_const(inst->ops[k]) && val_is_local(inst->ops[1 - k]) &&
        f->insts.at[val_index(inst->ops[1 - k])].op == OP_PHI)
      return true;
  return false;
}

static bool has_constant(const Inst *inst) {
  return val_is_const(inst->ops[0]) || val_is_const(inst->ops[1]);
}

bool pass_makes_number(const char *name) {
  return text_lists(" arc4random atoi atol atoll lrand48 mrand48 rand rand_r "
                    "random strtoimax strtol strtoll strtoul strtoull "
                    "strtoumax wcstol wcstoll wcstoul wcstoull ",
                    name);
}

/* Does the function see where a number that may be anything comes from: a call
 * that makes it, or a variable that somebody may have filled? */
static bool is_from_outside(const Guarding *g, Val v) {
  const Program *p = g->edit.program;
  const Function *f = g->edit.f;
  if (!val_is_local(v)) return false;
  const Inst *inst = &f->insts.at[val_index(v)];
  const char *name = library_name(p, inst);
  if (inst->op == OP_LOAD)
    return is_variable(p, f, prog_address_root(f, inst->ops[0]));
  return name && pass_makes_number(name);
}

/* Is it made of such a number, as far as we look? */
static bool is_made_outside(const Guarding *g, const Inst *inst) {
  enum { SEEN_MOST = 32 };
  Val seen[SEEN_MOST];
  uint32_t n = 0, next = 0;
  for (;; inst = &g->edit.f->insts.at[val_index(seen[next++])]) {
    uint32_t first, end;
    find_makers(inst, &first, &end);
    for (uint32_t k = first; k < end && n < SEEN_MOST; k++) {
      bool is_new = val_is_local(inst->ops[k]);
      for (uint32_t i = 0; i < n; i++)
        is_new &= !val_same(seen[i], inst->ops[k]);
      if (is_new && is_from_outside(g, inst->ops[k])) return true;
      if (is_new) seen[n++] = inst->ops[k];
    }
    if (next == n) return false;
  }
}

/* Is it worth asking? */
static bool is_asked(const Guarding *g, const Inst *inst, unsigned decides) {
  bool is_sum = inst->op == OP_ADD || inst->op == OP_SUB;
  if (!decides || is_count(g->edit.f, inst)) return false;
  if (decides & DECIDES_SIZE) return true;
  return !(is_sum && has_constant(inst)) && is_made_outside(g, inst);
}

/* INST_AT_MOST: behind the fault the way goes on. */
static void guard_and_go_on(Guarding *g, Val wrong, const char *message) {
  Program *p = g->edit.program;
  TypeId bit = prog_type_int(p, 1);
  Val asked = edit_op2(&g->edit, OP_EQ, bit, wrong, prog_const_u64(p, bit, 1));
  g->edit.f->insts.at[val_index(asked)].flags |= INST_AT_MOST;
  edit_guard(&g->edit, asked, prog_property_name(PROPERTY_NO_OVERFLOW),
             message);
}

static void guard_signed(Guarding *g, const Inst *inst, unsigned decides) {
  if (inst->op == OP_SDIV || inst->op == OP_SREM || !pass_may_overflow(inst))
    return;
  Val wrong = pass_overflows(&g->edit, inst);
  if (val_is_none(wrong)) return;
  const char *message =
      arena_printf(&g->edit.program->arena, "%s that makes %s",
                   pass_overflow_message(inst->op),
                   decides & DECIDES_SIZE ? "a size" : "an index");
  guard_and_go_on(g, wrong, message);
}

/* ---- sizes of allocations ---- */

/* A constant, the length of a text, a narrow number made wide, or a sum of
 * these: nothing that is added to it makes a size go round. */
static bool is_modest(const Guarding *g, Val v, uint32_t depth) {
  const Function *f = g->edit.f;
  if (val_is_const(v)) return true;
  const Inst *inst = &f->insts.at[val_index(v)];
  const char *name = library_name(g->edit.program, inst);
  if (name) return text_lists(" strlen strnlen wcslen ", name);
  if (inst->op == OP_ZEXT) return true;
  return inst->op == OP_ADD && depth && is_modest(g, inst->ops[0], depth - 1) &&
         is_modest(g, inst->ops[1], depth - 1);
}

/* A sum with a number below zero is a difference. */
static bool is_difference(const Program *p, const Inst *inst) {
  int64_t number;
  for (uint32_t k = 0; k < 2; k++)
    if (prog_const_as_i64(p, inst->ops[k], &number) && number < 0) return true;
  return false;
}

static bool may_go_round(const Guarding *g, const Inst *inst) {
  const Program *p = g->edit.program;
  if (inst->op != OP_ADD && inst->op != OP_MUL && inst->op != OP_SHL)
    return false;
  uint32_t bits = prog_type(p, inst->type)->bits;
  if (bits < 32 || bits > 64 || inst->flags & (INST_NSW | INST_ROOM) ||
      is_count(g->edit.f, inst))
    return false;
  return inst->op != OP_ADD ||
         (!is_difference(p, inst) && !(is_modest(g, inst->ops[0], DEPTH) &&
                                       is_modest(g, inst->ops[1], DEPTH)));
}

/* As wide as told; what was a signed number before stays one. */
static Val widened(Guarding *g, Val v, TypeId wide, bool is_signed) {
  const Function *f = g->edit.f;
  is_signed |= val_is_local(v) && f->insts.at[val_index(v)].op == OP_SEXT;
  return edit_op1(&g->edit, is_signed ? OP_SEXT : OP_ZEXT, wide, v);
}

/* i1: is the result another number than was meant, and one that a size may be?
 * A shift by too much is not asked about here. */
static Val went_round(Guarding *g, const Inst *inst) {
  Edit *edit = &g->edit;
  Program *p = edit->program;
  uint32_t bits = prog_type(p, inst->type)->bits;
  bool is_signed = (inst->flags & INST_SIGNED) != 0;
  TypeId bit = prog_type_int(p, 1), wide = prog_type_int(p, 2 * bits);
  Val a = widened(g, inst->ops[0], wide, is_signed);
  Val b = inst->op == OP_SHL ? edit_op1(edit, OP_ZEXT, wide, inst->ops[1])
                             : widened(g, inst->ops[1], wide, is_signed);
  Val meant = edit_op2(edit, inst->op, wide, a, b);
  Val made = edit_op2(edit, inst->op, inst->type, inst->ops[0], inst->ops[1]);
  Val most = prog_const_u64(p, inst->type, (uint64_t)1 << (bits - 2));
  Val differs =
      edit_op2(edit, OP_NE, bit, meant, widened(g, made, wide, is_signed));
  Val is_size = edit_op2(edit, OP_ULT, bit, made, most);
  Val wrong = edit_op2(edit, OP_AND, bit, differs, is_size);
  if (inst->op != OP_SHL || val_is_const(inst->ops[1])) return wrong;
  Val width = prog_const_u64(p, inst->type, bits);
  return edit_op2(edit, OP_AND, bit, wrong,
                  edit_op2(edit, OP_ULT, bit, inst->ops[1], width));
}

/* A value that a size is made of, and the condition under which it is; none:
 * always. */
typedef struct Maker {
  Val value;
  Val taken;
} Maker;

enum { MAKERS_MOST = 32 };

static Val both(Guarding *g, Val a, Val b) {
  if (val_is_none(a)) return b;
  return edit_op2(&g->edit, OP_AND, prog_type_int(g->edit.program, 1), a, b);
}

/* `cond`, or that it is false. */
static Val is_so(Guarding *g, Val cond, bool holds) {
  Program *p = g->edit.program;
  TypeId bit = prog_type_int(p, 1);
  return holds
             ? cond
             : edit_op2(&g->edit, OP_EQ, bit, cond, prog_const_u64(p, bit, 0));
}

/* Asks of the instruction, unless that was done on every way here. */
static void guard_round(Guarding *g, uint32_t number, Val taken) {
  Inst inst = g->edit.f->insts.at[number]; /* a copy: the vector grows */
  uint32_t here = g->edit.opened.id, before = g->asked_in[number];
  if (before && prog_dominates(g->dominators, before - 1, here)) return;
  if (val_is_none(taken)) g->asked_in[number] = here + 1;
  edit_like(&g->edit, number);
  guard_and_go_on(g, both(g, taken, went_round(g, &inst)),
                  inst.op == OP_ADD   ? PASS_ROUND_ADD
                  : inst.op == OP_MUL ? PASS_ROUND_MUL
                                      : PASS_ROUND_SHL);
}

static void add_maker(Maker *makers, uint32_t *n, Maker made) {
  bool is_new = val_is_local(made.value) && *n < MAKERS_MOST;
  for (uint32_t i = 0; i < *n && is_new; i++)
    is_new = !val_same(makers[i].value, made.value) ||
             !val_same(makers[i].taken, made.taken);
  if (is_new) makers[(*n)++] = made;
}

/* What the size is made of, as far as we look, and no further than to PHIs,
 * which have asked of their operands. */
static void guard_makers(Guarding *g, Maker size) {
  Maker makers[MAKERS_MOST];
  uint32_t n = 0, first, end;
  add_maker(makers, &n, size);
  for (uint32_t next = 0; next < n; next++) {
    Val taken = makers[next].taken;
    uint32_t number = val_index(makers[next].value);
    if (number >= g->n_insts) continue;
    Inst inst = g->edit.f->insts.at[number]; /* a copy: the vector grows */
    if (inst.op == OP_PHI) continue;
    if (may_go_round(g, &inst)) guard_round(g, number, taken);
    find_makers(&inst, &first, &end);
    for (uint32_t k = first; k < end; k++)
      add_maker(makers, &n,
                (Maker){inst.ops[k],
                        inst.op == OP_SELECT
                            ? both(g, taken, is_so(g, inst.ops[0], k == 1))
                            : taken});
  }
}

/* What the PHI is handed by the block that is rewritten; none: nothing. */
static Val handed_to(const Guarding *g, const Inst *phi) {
  assert(phi->op == OP_PHI);
  for (uint32_t i = 0; i < phi->n_ops; i++)
    if (phi->blocks[i].id == g->edit.opened.id) return phi->ops[i];
  return (Val){0};
}

/* The sizes that PHIs of the block are handed, if `taken`. */
static void guard_phis(Guarding *g, BlockId block, Val taken) {
  const Function *f = g->edit.f;
  for (uint32_t i = 0; i < f->blocks.at[block.id].insts.n; i++) {
    uint32_t number = f->blocks.at[block.id].insts.at[i];
    Inst phi = f->insts.at[number]; /* a copy: the vector grows */
    if (phi.op != OP_PHI) return;
    if (g->decides[number] & DECIDES_ALLOCATION)
      guard_makers(g, (Maker){handed_to(g, &phi), taken});
  }
}

/* Where a size of an allocation is used, or carried on. */
static void guard_allocations(Guarding *g, const Inst *inst) {
  assert(inst->op < OP_COUNT);
  if (inst->op == OP_ALLOC) guard_makers(g, (Maker){inst->ops[0], {0}});
  for (uint32_t k = 1; inst->op == OP_CALL && k < inst->n_ops; k++)
    if (decided_by_argument(g->facts, inst, k) & DECIDES_ALLOCATION)
      guard_makers(g, (Maker){inst->ops[k], {0}});
  bool is_choice =
      inst->op == OP_CONDBR && inst->blocks[0].id != inst->blocks[1].id;
  for (uint32_t k = 0; inst->op != OP_PHI && k < inst->n_blocks; k++)
    guard_phis(g, inst->blocks[k],
               is_choice ? is_so(g, inst->ops[0], k == 0) : (Val){0});
}

void guard_size(Guarding *g, uint32_t number) {
  Inst inst = g->edit.f->insts.at[number]; /* a copy: the vector grows */
  unsigned decides = g->decides[number];
  if (pass_may_overflow(&inst) && is_asked(g, &inst, decides))
    guard_signed(g, &inst, decides);
  guard_allocations(g, &inst);
}
