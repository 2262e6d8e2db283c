/* SPDX-License-Identifier: MIT
 *
 * Guards about objects, function by function.
 *
 * Use after free is asked about where a free, by the function itself or by what
 * it calls, may come before, of pointers that have to do with what is freed; of
 * accesses, and of pointers that are passed on.
 * Frees are asked about at calls of the library's. */
#include "pass/objects/objects_int.h"
#include "pass/pass_int.h"

bool is_new_question(Guarding *g, ValidKind kind, Val about) {
  assert(!val_is_none(about));
  uint64_t key =
      hash_mix((uint64_t)about.id << 4 | (uint64_t)kind, g->was_freed);
  if (map_get(&g->checked, key, 0) == g->edit.opened.id + 1) return false;
  map_put(&g->checked, key, g->edit.opened.id + 1);
  return true;
}

void guard_valid(Guarding *g, ValidKind kind, const Val *ops, uint32_t n,
                 const char *property, const char *message) {
  assert(n >= 1 && *property && *message);
  Program *p = g->edit.program;
  TypeId bit = prog_type_int(p, 1);
  uint32_t asked = edit_add(&g->edit, OP_VALID, bit, ops, n, NULL, 0);
  g->edit.f->insts.at[asked].imm = kind;
  if (g->is_at_most) g->edit.f->insts.at[asked].flags |= INST_AT_MOST;
  Val wrong = edit_op2(&g->edit, OP_XOR, bit, val_local(asked),
                       prog_const_u64(p, bit, 1));
  edit_guard(&g->edit, wrong, property, message);
}

/* ---- freed objects ---- */

static const Inst *load_at(const Function *f, Val v) {
  if (!val_is_local(v)) return NULL;
  const Inst *inst = &f->insts.at[val_index(v)];
  return inst->op == OP_LOAD ? inst : NULL;
}

/* What the library was given to find a place in. */
static void add_searched(const Guarding *g, AddressRoots *roots) {
  const Function *f = g->edit.f;
  for (uint32_t i = 0; i < roots->n; i++) {
    if (!val_is_local(roots->at[i])) continue;
    const Inst *inst = &f->insts.at[val_index(roots->at[i])];
    bool chooses = inst->op == OP_PHI || inst->op == OP_SELECT;
    if (!chooses && !library_gives_back(g->edit.program, inst)) continue;
    for (uint32_t k = inst->op != OP_PHI; k < inst->n_ops; k++)
      if (val_is_local(inst->ops[k])) prog_add_root(roots, f, inst->ops[k]);
  }
}

bool name_the_same(const Inst *a, const Inst *b) {
  assert(b->op == OP_LOAD && (a->op == OP_LOAD || a->op == OP_STORE));
  return (a->aux.id && a->aux.id == b->aux.id && a->imm == b->imm) ||
         val_same(a->ops[a->op == OP_STORE], b->ops[0]);
}

/* Is it loaded from where the function has stored what it frees? */
static bool is_kept_copy(const Guarding *g, const Inst *load) {
  for (uint32_t i = 0; i < g->n_copies; i++)
    if (name_the_same(&g->edit.f->insts.at[g->copies[i]], load)) return true;
  return false;
}

/* May the pointer be what was freed, or lead to it or from it: the same value,
 * a place in it, the same member of some struct, loaded from the same place, or
 * read through what was freed? */
static bool is_related(const Guarding *g, Val pointer) {
  const Function *f = g->edit.f;
  AddressRoots roots;
  find_roots(&roots, f, pointer);
  add_searched(g, &roots);
  if (g->freed.overflow || roots.overflow) return true;
  for (uint32_t i = 0; i < roots.n; i++)
    for (uint32_t k = 0; k < g->freed.n; k++) {
      Val freed = g->freed.at[k], at = roots.at[i];
      const Inst *a = load_at(f, freed), *b = load_at(f, at);
      if (val_same(freed, at) || (a && b && name_the_same(a, b)) ||
          (b && is_kept_copy(g, b)))
        return true;
      for (uint32_t depth = 0; depth < 3 && b; depth++) {
        at = prog_address_root(f, b->ops[0]);
        if (val_same(freed, at)) return true;
        b = load_at(f, at);
      }
    }
  return false;
}

/* Only variables: nobody can have freed them. */
static bool is_never_freed(const Guarding *g, Val pointer) {
  AddressRoots roots;
  find_roots(&roots, g->edit.f, pointer);
  for (uint32_t i = 0; i < roots.n; i++) {
    Val root = roots.at[i];
    bool chooses = val_is_local(root) &&
                   (g->edit.f->insts.at[val_index(root)].op == OP_PHI ||
                    g->edit.f->insts.at[val_index(root)].op == OP_SELECT);
    if (!chooses && !is_variable(g->edit.program, g->edit.f, root) &&
        !val_is_const(root))
      return false;
  }
  return !roots.overflow;
}

static void guard_live(Guarding *g, Val pointer, const char *property,
                       const char *message) {
  assert(*property && *message);
  Val root = prog_address_root(g->edit.f, pointer);
  if (!g->was_freed || is_never_freed(g, pointer) || !is_related(g, pointer) ||
      !is_new_question(g, VALID_LIVE, root))
    return;
  guard_valid(g, VALID_LIVE, &root, 1, property, message);
}

static bool is_free(const char *name) {
  return name && (strcmp(name, "free") == 0 || strcmp(name, "realloc") == 0 ||
                  strcmp(name, "cfree") == 0);
}

static void guard_arguments(Guarding *g, const Inst *call) {
  Program *p = g->edit.program;
  FuncId callee = prog_callee(p, call);
  if (!callee.id || is_free(prog_func(p, callee)->name)) return;
  const char *message = arena_printf(
      &p->arena, "freed memory is passed to %s()", prog_func(p, callee)->name);
  bool is_run = prog_func(p, callee)->state == FUNC_DEFINED;
  for (uint32_t k = 1; k < call->n_ops; k++) {
    const char *property = !is_run ? PASS_FREED_ARGUMENT
                           : leaves_tree(g->facts, call, k)
                               ? PASS_FREED_ON
                               : PASS_USE_AFTER_FREE;
    TypeId type = prog_val_type(p, g->edit.f, call->ops[k]);
    if (prog_type(p, type)->kind == TYPE_PTR && !is_told_as_number(p, call, k))
      guard_live(g, call->ops[k], property, message);
  }
}

static void guard_read_of(Guarding *g, Val pointer) {
  guard_live(g, pointer, PASS_USE_AFTER_FREE, "read of freed memory");
}

static void guard_write_to(Guarding *g, Val pointer) {
  guard_live(g, pointer, PASS_USE_AFTER_FREE, "write to freed memory");
}

static void guard_use(Guarding *g, const Inst *inst) {
  switch ((int)inst->op) {
  case OP_LOAD: guard_read_of(g, inst->ops[0]); return;
  case OP_STORE: guard_write_to(g, inst->ops[1]); return;
  case OP_MEMCPY:
    guard_read_of(g, inst->ops[1]);
    guard_write_to(g, inst->ops[0]);
    return;
  case OP_MEMSET: guard_write_to(g, inst->ops[0]); return;
  case OP_CALL: guard_arguments(g, inst); return;
  default: return;
  }
}

static void guard_free(Guarding *g, const Inst *call) {
  if (!is_free(library_name(g->edit.program, call)) || call->n_ops < 2) return;
  bool is_doubtful = may_be_variable(g->facts, g->edit.f, call->ops[1]);
  guard_valid(g, is_doubtful ? VALID_HEAP : VALID_FREE, &call->ops[1], 1,
              prog_property_name(PROPERTY_VALID_FREE),
              g->was_freed ? "free of what was freed, or is no heap object"
                           : "free of what is no heap object");
}

/* ---- functions ---- */

static void add_freed(Guarding *g, Val pointer) {
  AddressRoots roots;
  find_roots(&roots, g->edit.f, pointer);
  g->freed.overflow |= roots.overflow;
  for (uint32_t i = 0; i < roots.n; i++) {
    if (g->freed.n == ROOTS_MOST)
      g->freed.overflow = true;
    else
      g->freed.at[g->freed.n++] = roots.at[i];
  }
}

/* What the instruction frees, as far as it is given to it, or gives it back. */
static void note_freed(Guarding *g, uint32_t number) {
  const Program *p = g->edit.program;
  const Inst *inst = &g->edit.f->insts.at[number];
  for (uint32_t k = inst->op == OP_CALL; k < inst->n_ops; k++) {
    TypeId type = prog_val_type(p, g->edit.f, inst->ops[k]);
    if (prog_type(p, type)->kind == TYPE_PTR) add_freed(g, inst->ops[k]);
  }
  if (inst->op == OP_CALL && g->facts->returns_freed[prog_callee(p, inst).id])
    add_freed(g, val_local(number));
}

static void find_freed(Guarding *g) {
  const Function *f = g->edit.f;
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      uint32_t number = f->blocks.at[b].insts.at[i];
      if (frees(g->facts, &f->insts.at[number])) note_freed(g, number);
    }
}

/* Where the function puts pointers that it frees, too. */
static void find_copies(Guarding *g) {
  const Function *f = g->edit.f;
  for (uint32_t number = 1; g->freed.n && number < g->n_insts; number++) {
    const Inst *inst = &f->insts.at[number];
    if (inst->op != OP_STORE || !val_is_local(inst->ops[0])) continue;
    Val value = prog_address_root(f, inst->ops[0]);
    for (uint32_t k = 0; k < g->freed.n && g->n_copies < ROOTS_MOST; k++)
      if (val_same(g->freed.at[k], value)) {
        g->copies[g->n_copies++] = number;
        break;
      }
  }
}

/* The loop's header + 1, if its rounds end by plain branches alone. */
static uint32_t plain_round(const Function *f, const Loop *loop) {
  bool is_plain = loop->kind == LOOP_NATURAL;
  for (uint32_t i = 0; i < loop->n_blocks; i++) {
    const Inst *end = prog_terminator(f, (BlockId){loop->blocks[i]});
    for (uint32_t k = 0; k < end->n_blocks; k++)
      is_plain &= end->blocks[k].id != loop->header || end->op == OP_BR;
  }
  assert(loop->header < f->blocks.n);
  return is_plain ? loop->header + 1 : 0;
}

/* Blocks that a block with a free leads to, and those in loops. */
static void find_behind(Guarding *g) {
  const Function *f = g->edit.f;
  Cfg *cfg = prog_cfg_new(g->edit.program->mem, f);
  LoopForest *loops = prog_loops_new(cfg);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    uint32_t loop = loops->loop_of[b];
    g->in_loop[b] = loop != ANALYSIS_NONE;
    if (g->in_loop[b]) g->round_of[b] = plain_round(f, &loops->loops.at[loop]);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 0; b < f->blocks.n; b++) {
      bool after = g->is_behind[b] != 0;
      for (uint32_t i = 0; !after && i < f->blocks.at[b].insts.n; i++)
        after = frees(g->facts, &f->insts.at[f->blocks.at[b].insts.at[i]]);
      const Inst *end = prog_terminator(f, (BlockId){b});
      for (uint32_t i = 0; after && i < end->n_blocks; i++) {
        changed |= !g->is_behind[end->blocks[i].id];
        g->is_behind[end->blocks[i].id] = 1;
      }
    }
  }
  prog_loops_free(loops);
  prog_cfg_free(cfg);
}

static void guard_inst(Guarding *g, uint32_t index) {
  Inst inst = g->edit.f->insts.at[index]; /* a copy: the vector grows */
  edit_like(&g->edit, index);
  if (inst.flags & INST_MODEL) return;
  if (g->asked & PASS_OBJECTS_INIT) {
    guard_init(g, &inst);
    guard_read(g, &inst);
  }
  if (g->asked & PASS_OBJECTS_LIVE) guard_use(g, &inst);
  if (g->asked & PASS_OBJECTS_FREE) guard_free(g, &inst);
  if (g->asked & PASS_OBJECTS_LEAK) guard_own(g, &inst);
  if (g->asked & PASS_OBJECTS_NULL) guard_nonnull(g, &inst);
  if (g->asked & PASS_OBJECTS_BOUNDS) guard_room(g, &inst);
  if (g->asked & PASS_OBJECTS_SIZE) guard_size(g, index);
  g->was_freed |= frees(g->facts, &inst);
}

static void guard_function(const Facts *facts, Function *f, unsigned asked) {
  assert(f->state == FUNC_DEFINED && f->origin == FUNC_USER);
  Program *p = facts->program;
  Guarding g = {.facts = facts,
                .asked = asked,
                .n_insts = f->insts.n,
                .n_blocks = f->blocks.n};
  edit_init(&g.edit, p, f);
  map_init(&g.checked, p->mem);
  g.is_behind = MEM_ARRAY(p->mem, uint8_t, g.n_blocks);
  g.in_loop = MEM_ARRAY(p->mem, uint8_t, g.n_blocks);
  g.round_of = MEM_ARRAY(p->mem, uint32_t, g.n_blocks);
  g.unwritten = MEM_ARRAY(p->mem, uint8_t, g.n_insts);
  g.is_plain = MEM_ARRAY(p->mem, uint8_t, g.n_insts);
  find_behind(&g);
  find_freed(&g);
  find_copies(&g);
  find_unwritten(&g);
  find_plain_locals(&g);
  if (asked & PASS_OBJECTS_BOUNDS) find_kept(&g);
  if (asked & PASS_OBJECTS_LEAK) find_own(&g);
  if (asked & PASS_OBJECTS_SIZE) find_deciding_here(&g);
  for (uint32_t block = 0; block < g.n_blocks; block++) {
    InstList list = edit_open(&g.edit, (BlockId){block});
    bool is_begun = false;
    g.block = block;
    g.was_freed = g.is_behind[block] != 0;
    if (block == 0) begin_own(&g);
    for (uint32_t i = 0; i < list.n; i++) {
      if (!is_begun && f->insts.at[list.at[i]].op != OP_PHI) {
        begin_round(&g);
        is_begun = true;
      }
      guard_inst(&g, list.at[i]);
      edit_keep(&g.edit, list.at[i]);
      note_own(&g, list.at[i]);
      if (asked & PASS_OBJECTS_INIT) guard_loaded(&g, &list, i);
    }
    edit_close(&g.edit, &list);
  }
  MEM_FREE_ARRAY(p->mem, g.is_behind, g.n_blocks);
  MEM_FREE_ARRAY(p->mem, g.in_loop, g.n_blocks);
  MEM_FREE_ARRAY(p->mem, g.round_of, g.n_blocks);
  MEM_FREE_ARRAY(p->mem, g.unwritten, g.n_insts);
  MEM_FREE_ARRAY(p->mem, g.is_plain, g.n_insts);
  if (g.decides) forget_deciding(&g);
  forget_own(&g);
  map_done(&g.checked);
  edit_done(&g.edit);
}

void pass_objects(Program *program, unsigned asked) {
  require(program->funcs.n > 0);
  Facts facts;
  facts_init(&facts, program);
  if (asked & PASS_OBJECTS_SIZE) find_sizes(&facts);
  for (uint32_t f = 1; f < facts.n; f++)
    if (program->funcs.at[f].state == FUNC_DEFINED &&
        program->funcs.at[f].origin == FUNC_USER)
      guard_function(&facts, &program->funcs.at[f], asked);
  facts_done(&facts);
}
