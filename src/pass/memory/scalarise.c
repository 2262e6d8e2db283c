/* SPDX-License-Identifier: MIT
 *
 * Scalarise: memory that is really a variable becomes SSA values.
 *
 * Problem.  After inlining, most of a C program's memory is globals, fields of
 * objects that exist once, and locals whose address was passed to a callee that
 * is now inlined. In an array theory they are expensive; as values they cost
 * nothing.
 *
 * Idea.  A *variable* is one cell (offset, size) of
 *   (a) an ALLOCA whose address is used by loads and stores only, at constant
 *       offsets: the address is not known elsewhere, in any function, and each
 * use means the newest execution of the ALLOCA, also in a loop; (b) an object
 * that exists once, when its region is REGION_SCALAR and all accesses are in
 * the entry function, which is not called. For each we do what SSA construction
 * does [CFRWZ91]: phis at the iterated dominance frontier of the stores, only
 * where the variable is live, then a walk over the dominator tree that replaces
 * loads by the value at hand.  A variable starts with the global's initial
 * bytes, or fresh at the ALLOCA or ALLOC: a NONDET with its site and context
 * and the byte offset in `stride`.
 *
 * Pointers held in promoted variables become SSA values, too, so that points-to
 * sees them flow-sensitively; rounds repeat until nothing is found.  That
 * resolves chains like s->ctx->method one level at a round.
 *
 * Names: DBG instructions say the C variable's value at its stores and phis.
 * Where it is only a part of a global or local, or of what one pointer that
 * never changes points to, that becomes a C variable of the program: `s.n`.
 *
 * Not promoted: volatile accesses, accesses of different width, regions that
 * other functions (left by recursion) access too. */
#include "pass/memory/scalarise_int.h"
#include "audit/audit.h"

/* ---- names ---- */

static void note_names(Scalarise *s, uint32_t i, void *ctx) {
  (void)ctx;
  const Inst *inst = &s->f->insts.at[i];
  bool named = inst->op == OP_DBG_ADDR || inst->op == OP_DBG;
  if (!named || !val_is_local(inst->ops[0])) return;
  uint32_t value = val_index(inst->ops[0]);
  if (inst->op == OP_DBG_ADDR)
    s->addressed[value] = inst->var;
  else if (s->program->vars.at[inst->var.id].life == CVAR_SETTLED)
    s->pointed[value] = inst->var;
}

/* A part of what a variable is or points to as a variable by itself: `s.n`,
 * `p->n`; none if the types do not say. */
static VarId part_of(Scalarise *s, VarId whole, bool points,
                     const Variable *v) {
  Program *p = s->program;
  assert(whole.id && v->size > 0);
  CVar part = p->vars.at[whole.id];
  CTypeId type = points ? prog_ctype(p, part.type)->to : part.type;
  Text path, name;
  text_init(&path, s->mem);
  text_init(&name, s->mem);
  part.type = prog_print_path(&path, p, type, v->offset, v->size, (CTypeId){0});
  const CType *found = prog_ctype(p, part.type);
  bool is_member = text_get(&path)[0] == '.';
  text_printf(&name, "%s%s%s", part.name, points && is_member ? "->" : "",
              text_get(&path) + (points && is_member));
  part.name = text_get(&name);
  part.type_name = found->name;
  part.encoding = found->kind == CTYPE_POINTER ? CENC_POINTER : found->encoding;
  part.size = v->size;
  part.life = CVAR_CHANGES;
  bool good = part.type.id && path.n && found->size == v->size &&
              (is_member || !points);
  VarId var = good ? prog_add_var(p, part) : (VarId){0};
  text_done(&path);
  text_done(&name);
  return var;
}

static VarId cvar_of(Scalarise *s, const Variable *v) {
  const Program *p = s->program;
  VarId var =
      v->global.id ? prog_global(p, v->global)->var : s->addressed[v->inst];
  bool points = !var.id && v->inst && s->pointed[v->inst].id;
  if (points) var = s->pointed[v->inst];
  if (var.id == 0 ||
      (!points && !v->offset && p->vars.at[var.id].size == v->size))
    return var;
  return part_of(s, var, points, v);
}

/* ---- values ---- */

static uint32_t emit(Scalarise *s, Op op, TypeId type, Val operand,
                     const Inst *like) {
  uint32_t n = val_is_none(operand) ? 0 : 1;
  LocId loc = like ? like->loc : (LocId){0}; /* `like` may move */
  uint32_t context = like ? like->context : 0;
  uint32_t i = prog_new_inst(s->program, s->f, op, type, &operand, n, NULL, 0);
  s->f->insts.at[i].loc = loc;
  s->f->insts.at[i].context = context;
  VEC_PUSH(s->mem, &s->text, i);
  return i;
}

static Val cast(Scalarise *s, Op op, TypeId type, Val val, const Inst *like) {
  return val_local(emit(s, op, type, val, like));
}

/* The same bits as a value of another type of that width. */
static Val converted(Scalarise *s, Val val, TypeId type, const Inst *like) {
  Program *p = s->program;
  TypeId from = prog_val_type(p, s->f, val);
  if (from.id == type.id) return val;
  assert(prog_type(p, from)->bits == prog_type(p, type)->bits);
  TypeId bits = prog_type_int(p, prog_type(p, type)->bits);
  if (val_is_local(val)) { /* undo a cast rather than add one */
    const Inst *made = &s->f->insts.at[val_index(val)];
    bool turns = made->op == OP_PTRTOINT || made->op == OP_INTTOPTR ||
                 made->op == OP_BITCAST;
    if (turns && prog_val_type(p, s->f, made->ops[0]).id == type.id)
      return made->ops[0];
  }
  if (prog_type(p, from)->kind == TYPE_PTR)
    val = cast(s, OP_PTRTOINT, bits, val, like);
  else if (prog_type(p, from)->kind == TYPE_FLOAT)
    val = cast(s, OP_BITCAST, bits, val, like);
  if (prog_type(p, type)->kind == TYPE_PTR)
    return cast(s, OP_INTTOPTR, type, val, like);
  if (prog_type(p, type)->kind == TYPE_FLOAT)
    return cast(s, OP_BITCAST, type, val, like);
  return val;
}

/* What the global's cell holds at the start. */
static Val start_of_global(Scalarise *s, const Variable *v) {
  Program *p = s->program;
  const Global *g = prog_global(p, v->global);
  assert(v->offset + v->size <= g->size);
  for (uint32_t r = 0; r < g->n_relocs; r++) {
    const Reloc *reloc = &g->relocs[r];
    if (reloc->offset != v->offset) continue;
    Val address = reloc->func.id
                      ? prog_const_func(p, reloc->func)
                      : prog_const_global(p, reloc->global, reloc->addend);
    return converted(s, address, v->type, NULL);
  }
  uint32_t bits = prog_type(p, v->type)->bits;
  uint32_t n = BV_WORDS(bits);
  BvWord *words = MEM_ARRAY(s->mem, BvWord, n);
  for (uint64_t i = 0; i < v->size && g->init; i++)
    words[i / 8] |= (BvWord)g->init[v->offset + i] << (i % 8 * 8);
  if (bits % 64) words[n - 1] &= ((BvWord)1 << bits % 64) - 1;
  Val start = prog_const_bits(p, v->type, words);
  MEM_FREE_ARRAY(s->mem, words, n);
  return start;
}

/* Fresh contents, made by the ALLOCA or ALLOC `maker` (a copy: the table
 * grows). */
static Val fresh_value(Scalarise *s, const Variable *v, const Inst *maker) {
  uint32_t i = emit(s, OP_NONDET, v->type, (Val){0}, maker);
  Inst *inst = &s->f->insts.at[i];
  inst->imm = INPUT_UNINIT;
  inst->site = maker->site;
  inst->stride = (int64_t)v->offset;
  inst->name = maker->name;
  if (v->cvar.id)
    inst->name =
        names_add(&s->program->names, s->program->vars.at[v->cvar.id].name);
  return val_local(i);
}

static void set_current(Scalarise *s, uint32_t v, Val value, const Inst *like) {
  assert(prog_val_type(s->program, s->f, value).id ==
         s->variables.at[v].type.id);
  VEC_PUSH(s->mem, &s->log, ((Undo){v, s->current[v]}));
  s->current[v] = value;
  VarId cvar = s->variables.at[v].cvar;
  if (cvar.id == 0) return;
  uint32_t i = emit(s, OP_DBG, (TypeId){0}, value, like);
  s->f->insts.at[i].var = cvar;
}

/* A variable without a value is not accessed validly here: any will do. */
static Val value_at_hand(Scalarise *s, uint32_t v) {
  if (!val_is_none(s->current[v])) return s->current[v];
  return prog_const_u64(s->program, s->variables.at[v].type, 0);
}

/* ---- phis ---- */

typedef struct Placing {
  uint32_t *live; /* block -> last variable + 1 live at its start */
  uint32_t *has;  /* block -> last variable + 1 with a phi there */
  Rows exposed;   /* variable -> blocks that read it before they write it */
  Rows written;   /* variable -> blocks that write it */
  IndexVec work;
} Placing;

/* Block `block` writes v; once. */
static void note_write(Scalarise *s, PairVec *written, uint32_t *last,
                       uint32_t v, uint32_t block) {
  if (last[v] == block + 1) return;
  last[v] = block + 1;
  VEC_PUSH(s->mem, written, row_pair(v, block));
}

static uint32_t first_made_by(const Scalarise *s, uint32_t inst) {
  return (uint32_t)map_get(&s->made_by, inst, ANALYSIS_NONE);
}

static void scan_block(Scalarise *s, uint32_t b, PairVec *exposed,
                       PairVec *written, uint32_t *read, uint32_t *write) {
  const Block *block = &s->f->blocks.at[b];
  for (uint32_t k = 0; k < block->insts.n; k++) {
    uint32_t i = block->insts.at[k], v = s->access[i];
    for (uint32_t w = first_made_by(s, i); w != ANALYSIS_NONE;
         w = s->variables.at[w].next)
      note_write(s, written, write, w, b);
    if (v == 0 || s->variables.at[v - 1].state == VARIABLE_BAD) continue;
    if (s->f->insts.at[i].op == OP_STORE)
      note_write(s, written, write, v - 1, b);
    else if (write[v - 1] != b + 1 && read[v - 1] != b + 1) {
      read[v - 1] = b + 1;
      VEC_PUSH(s->mem, exposed, row_pair(v - 1, b));
    }
  }
}

static void scan_blocks(Scalarise *s, Placing *p) {
  PairVec exposed = {0}, written = {0};
  uint32_t n = s->variables.n;
  uint32_t *read = MEM_ARRAY(s->mem, uint32_t, n);
  uint32_t *write = MEM_ARRAY(s->mem, uint32_t, n);
  for (uint32_t k = 0; k < s->cfg->n_order; k++)
    scan_block(s, s->cfg->order[k], &exposed, &written, read, write);
  p->exposed = prog_rows_from(s->mem, n, &exposed);
  p->written = prog_rows_from(s->mem, n, &written);
  VEC_DONE(s->mem, &exposed);
  VEC_DONE(s->mem, &written);
  MEM_FREE_ARRAY(s->mem, read, n);
  MEM_FREE_ARRAY(s->mem, write, n);
}

/* Marks the blocks at whose start the variable is live. */
static void mark_live(Scalarise *s, Placing *p, uint32_t v, uint32_t *writes) {
  const Cfg *cfg = s->cfg;
  for (uint32_t i = 0; i < rows_size(&p->written, v); i++)
    writes[rows_get(&p->written, v)[i]] = v + 1;
  VEC_CLEAR(&p->work);
  for (uint32_t i = 0; i < rows_size(&p->exposed, v); i++) {
    uint32_t b = rows_get(&p->exposed, v)[i];
    p->live[b] = v + 1;
    VEC_PUSH(s->mem, &p->work, b);
  }
  while (p->work.n) {
    uint32_t b = VEC_POP(&p->work);
    for (uint32_t i = 0; i < rows_size(&cfg->preds, b); i++) {
      uint32_t from = rows_get(&cfg->preds, b)[i];
      if (cfg->position[from] == ANALYSIS_NONE || p->live[from] == v + 1 ||
          writes[from] == v + 1)
        continue;
      p->live[from] = v + 1;
      VEC_PUSH(s->mem, &p->work, from);
    }
  }
}

static void add_phi(Scalarise *s, uint32_t v, uint32_t block) {
  const Cfg *cfg = s->cfg;
  uint32_t n = rows_size(&cfg->preds, block);
  assert(n > 1); /* paths meet here */
  Val *ops = MEM_ARRAY(s->mem, Val, n);
  BlockId *from = MEM_ARRAY(s->mem, BlockId, n);
  for (uint32_t i = 0; i < n; i++) {
    from[i].id = rows_get(&cfg->preds, block)[i];
    ops[i] = prog_const_u64(s->program, s->variables.at[v].type, 0);
  }
  uint32_t phi = prog_new_inst(s->program, s->f, OP_PHI,
                               s->variables.at[v].type, ops, n, from, n);
  MEM_FREE_ARRAY(s->mem, ops, n);
  MEM_FREE_ARRAY(s->mem, from, n);
  VEC_PUSH(s->mem, &s->phis[block], row_pair(v, phi));
}

/* Phis of one variable: at the frontiers of its writes, and of the phis. */
static void place_variable(Scalarise *s, Placing *p, uint32_t v) {
  VEC_CLEAR(&p->work);
  for (uint32_t i = 0; i < rows_size(&p->written, v); i++)
    VEC_PUSH(s->mem, &p->work, rows_get(&p->written, v)[i]);
  if (s->variables.at[v].global.id) VEC_PUSH(s->mem, &p->work, 0);
  while (p->work.n) {
    uint32_t b = VEC_POP(&p->work);
    for (uint32_t i = 0; i < rows_size(&s->frontiers, b); i++) {
      uint32_t join = rows_get(&s->frontiers, b)[i];
      if (p->has[join] == v + 1 || p->live[join] != v + 1) continue;
      p->has[join] = v + 1;
      add_phi(s, v, join);
      VEC_PUSH(s->mem, &p->work, join);
    }
  }
}

static void place_phis(Scalarise *s) {
  Placing p = {0};
  uint32_t n = s->cfg->n_blocks;
  p.live = MEM_ARRAY(s->mem, uint32_t, n);
  p.has = MEM_ARRAY(s->mem, uint32_t, n);
  uint32_t *writes = MEM_ARRAY(s->mem, uint32_t, n);
  scan_blocks(s, &p);
  for (uint32_t v = 0; v < s->variables.n; v++) {
    if (s->variables.at[v].state == VARIABLE_BAD) continue;
    mark_live(s, &p, v, writes);
    place_variable(s, &p, v);
  }
  MEM_FREE_ARRAY(s->mem, p.live, n);
  MEM_FREE_ARRAY(s->mem, p.has, n);
  MEM_FREE_ARRAY(s->mem, writes, n);
  prog_rows_free(s->mem, &p.exposed);
  prog_rows_free(s->mem, &p.written);
  VEC_DONE(s->mem, &p.work);
}

/* ---- renaming ---- */

static void replace(Scalarise *s, uint32_t inst, Val by) {
  while (s->to.n <= inst) VEC_PUSH(s->mem, &s->to, ((Val){0}));
  s->to.at[inst] = by;
}

static void rewrite_access(Scalarise *s, uint32_t i, uint32_t v) {
  Inst inst = s->f->insts.at[i];
  if (inst.op == OP_STORE) {
    Val value = converted(s, inst.ops[0], s->variables.at[v].type, &inst);
    set_current(s, v, value, &inst);
  } else
    replace(s, i, converted(s, value_at_hand(s, v), inst.type, &inst));
}

static void start_variables(Scalarise *s, uint32_t i) {
  Inst inst = s->f->insts.at[i];
  for (uint32_t v = first_made_by(s, i); v != ANALYSIS_NONE;
       v = s->variables.at[v].next)
    set_current(s, v, fresh_value(s, &s->variables.at[v], &inst), &inst);
}

/* A DBG_ADDR says nothing more once the variable is a value. */
static bool is_stale_name(const Scalarise *s, const Inst *inst) {
  if (inst->op != OP_DBG_ADDR || !val_is_local(inst->ops[0])) return false;
  uint32_t v = first_made_by(s, val_index(inst->ops[0]));
  for (; v != ANALYSIS_NONE; v = s->variables.at[v].next)
    if (s->variables.at[v].cvar.id == inst->var.id) return true;
  return false;
}

static void start_globals(Scalarise *s) {
  for (uint32_t v = 0; v < s->variables.n; v++) {
    const Variable *variable = &s->variables.at[v];
    if (variable->state == VARIABLE_BAD || !variable->global.id) continue;
    set_current(s, v, start_of_global(s, variable), NULL);
  }
}

/* Rebuilds the block's list of instructions. */
static void rewrite_block(Scalarise *s, uint32_t b) {
  Mem *mem = s->mem;
  uint32_t n = s->f->blocks.at[b].insts.n, k = 0;
  VEC_CLEAR(&s->text);
  for (uint32_t i = 0; i < s->phis[b].n; i++)
    VEC_PUSH(mem, &s->text, (uint32_t)s->phis[b].at[i]);
  for (; k < n; k++) {
    uint32_t i = s->f->blocks.at[b].insts.at[k];
    if (s->f->insts.at[i].op != OP_PHI) break;
    VEC_PUSH(mem, &s->text, i);
  }
  if (b == 0) start_globals(s);
  for (uint32_t i = 0; i < s->phis[b].n; i++)
    set_current(s, (uint32_t)(s->phis[b].at[i] >> 32),
                val_local((uint32_t)s->phis[b].at[i]), NULL);
  for (; k < n; k++) {
    uint32_t i = s->f->blocks.at[b].insts.at[k], v = s->access[i];
    if (v && s->variables.at[v - 1].state == VARIABLE_GOOD) {
      rewrite_access(s, i, v - 1);
      continue;
    }
    if (is_stale_name(s, &s->f->insts.at[i])) continue;
    VEC_PUSH(mem, &s->text, i);
    start_variables(s, i);
  }
  Block *block = &s->f->blocks.at[b];
  VEC_CLEAR(&block->insts);
  for (uint32_t i = 0; i < s->text.n; i++)
    VEC_PUSH(mem, &block->insts, s->text.at[i]);
}

static void feed_phis(Scalarise *s, uint32_t b) {
  for (uint32_t i = 0; i < rows_size(&s->cfg->succs, b); i++) {
    uint32_t to = rows_get(&s->cfg->succs, b)[i];
    for (uint32_t k = 0; k < s->phis[to].n; k++) {
      uint32_t v = (uint32_t)(s->phis[to].at[k] >> 32);
      Val value = value_at_hand(s, v);
      Inst *phi = &s->f->insts.at[(uint32_t)s->phis[to].at[k]];
      for (uint32_t j = 0; j < phi->n_blocks; j++)
        if (phi->blocks[j].id == b) phi->ops[j] = value;
    }
  }
}

static void rename_all(Scalarise *s) {
  Vec(Frame) stack = {0};
  VEC_PUSH(s->mem, &stack, ((Frame){0, ANALYSIS_NONE, 0}));
  while (stack.n) {
    Frame *top = &VEC_LAST(&stack);
    uint32_t b = top->block;
    if (top->next == ANALYSIS_NONE) {
      top->next = 0;
      rewrite_block(s, b);
      feed_phis(s, b);
    }
    if (top->next < rows_size(&s->dominators->children, b)) {
      uint32_t child = rows_get(&s->dominators->children, b)[top->next++];
      VEC_PUSH(s->mem, &stack, ((Frame){child, ANALYSIS_NONE, s->log.n}));
      continue;
    }
    while (s->log.n > top->undo) {
      Undo undo = VEC_POP(&s->log);
      s->current[undo.variable] = undo.value;
    }
    stack.n--;
  }
  assert(s->log.n == 0);
  VEC_DONE(s->mem, &stack);
}

/* ---- one function, one round ---- */

static void link_made(Scalarise *s) {
  for (uint32_t v = s->variables.n; v-- > 0;) {
    Variable *variable = &s->variables.at[v];
    variable->next = ANALYSIS_NONE;
    if (variable->state == VARIABLE_BAD) continue;
    s->promoted++;
    variable->cvar = cvar_of(s, variable);
    if (variable->inst == 0) continue;
    variable->next = first_made_by(s, variable->inst);
    map_put(&s->made_by, variable->inst, v);
  }
}

static void promote(Scalarise *s) {
  link_made(s);
  if (s->promoted == 0) return;
  s->dominators = prog_dominators(s->cfg);
  s->frontiers = prog_dom_frontiers(s->cfg, s->dominators);
  s->phis = mem_zalloc(s->mem, sizeof *s->phis * s->cfg->n_blocks);
  s->current = MEM_ARRAY(s->mem, Val, s->variables.n);
  place_phis(s);
  rename_all(s);
  while (s->to.n < s->f->insts.n) VEC_PUSH(s->mem, &s->to, ((Val){0}));
  pass_replace_values(s->f, s->to.at);
  for (uint32_t b = 0; b < s->cfg->n_blocks; b++) VEC_DONE(s->mem, &s->phis[b]);
  mem_free(s->mem, s->phis, sizeof *s->phis * s->cfg->n_blocks);
  MEM_FREE_ARRAY(s->mem, s->current, s->variables.n);
  prog_rows_free(s->mem, &s->frontiers);
  prog_dom_free(s->dominators);
}

/* Promotes what is found in the function; with `points` and `regions`, objects
 * that exist once, else locals.  The number of variables. */
static uint32_t scalarise(Program *program, FuncId id, const PointsTo *points,
                          const Regions *regions) {
  Scalarise s = {.program = program, .mem = program->mem, .id = id};
  s.f = prog_func(program, id);
  s.cfg = prog_cfg_new(s.mem, s.f);
  s.n_access = s.f->insts.n;
  s.access = MEM_ARRAY(s.mem, uint32_t, s.n_access);
  s.addressed = MEM_ARRAY(s.mem, VarId, s.n_access);
  map_init(&s.made_by, s.mem);
  s.pointed = MEM_ARRAY(s.mem, VarId, s.n_access);
  scalarise_for_reachable(&s, note_names, NULL);
  if (points)
    scalarise_find_once(&s, points, regions);
  else
    scalarise_find_locals(&s);
  promote(&s);
  prog_cfg_free(s.cfg);
  MEM_FREE_ARRAY(s.mem, s.access, s.n_access);
  MEM_FREE_ARRAY(s.mem, s.addressed, s.n_access);
  MEM_FREE_ARRAY(s.mem, s.pointed, s.n_access);
  map_done(&s.made_by);
  VEC_DONE(s.mem, &s.variables);
  VEC_DONE(s.mem, &s.log);
  VEC_DONE(s.mem, &s.to);
  VEC_DONE(s.mem, &s.text);
  return s.promoted;
}

static bool is_called(const Program *program, const PointsTo *points,
                      FuncId func) {
  CallGraph *calls = prog_calls_new(program, points);
  bool called = rows_size(&calls->callers, func.id) != 0;
  prog_calls_free(calls);
  return called;
}

static uint32_t scalarise_once(Program *program) {
  PointsTo *points = audit_points_new(program);
  Regions *regions = audit_regions_new(program, points);
  prog_regions_store(regions, program);
  uint32_t promoted = 0;
  if (!is_called(program, points, program->entry)) {
    AuditAccesses before = audit_accesses(program);
    promoted = scalarise(program, program->entry, points, regions);
    audit_promoted(program, &before);
  }
  prog_regions_free(regions);
  prog_points_free(points);
  return promoted;
}

static uint32_t scalarise_locals(Program *program) {
  uint32_t promoted = 0;
  for (uint32_t f = 1; f < program->funcs.n; f++)
    if (program->funcs.at[f].state == FUNC_DEFINED)
      promoted += scalarise(program, (FuncId){f}, NULL, NULL);
  return promoted;
}

uint32_t pass_scalarise(Program *program) {
  require(program->entry.id != 0);
  uint32_t total = 0, promoted;
  do {
    promoted = scalarise_locals(program);
    promoted += scalarise_once(program);
    total += promoted;
  } while (promoted);
  return total;
}

uint32_t pass_memory(Program *program) {
  require(program->entry.id != 0);
  pass_expand_mem(program);
  uint32_t promoted = pass_scalarise(program);
  PointsTo *points = audit_points_new(program);
  Regions *regions = audit_regions_new(program, points);
  prog_regions_store(regions, program);
  prog_regions_free(regions);
  prog_points_free(points);
  return promoted;
}
