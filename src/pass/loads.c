/* SPDX-License-Identifier: MIT
 *
 * Loads whose value is at hand.
 *
 * Problem.  `if (a[i] > m) m = a[i];` loads the same cell twice.  An array
 * knows that both give the same value; what is put in the place of an array
 * (over/cells.c) may not.
 *
 * Idea.  Value numbering over the dominator tree.  Two instructions without
 * side effects and with equal operands compute the same value; a load computes
 * the same as an earlier load or store of the same address when the memory in
 * its region has the same *version*.  A region's version changes at whatever
 * may write to it, and where paths with different versions meet; a loop that
 * does not write keeps the version it was entered with.
 *
 * A repeated division traps where the first one did, so it may go, too.  Inputs
 * and phis are left alone.  One pass over the blocks in reverse post-order; of
 * each hash only the newest few candidates are looked at.  Exact. */
#include "analysis/analysis.h"
#include "pass/pass.h"
#include "pass/edit.h"

enum { MOST_VERSIONS = 4000000, MOST_CANDIDATES = 8 };

typedef struct Known {
  uint32_t inst, block;
  uint32_t version; /* LOAD, STORE: of its region; else 0 */
  uint32_t next;    /* older one with the same hash + 1; 0: none */
} Known;

typedef struct Loads {
  Program *program;
  Mem *mem;
  Function *f;
  Cfg *cfg;
  DomTree *dominators;
  LoopForest *loops;
  uint32_t n_regions;
  uint32_t *versions; /* block * n_regions + region: at the block's end */
  uint32_t *now;      /* region -> version in the block at hand */
  uint32_t n_versions;
  uint8_t *writes; /* block * n_regions + region: the block may write */
  Map newest;      /* hash -> index in `known` + 1 */
  Vec(Known) known;
  Val *to; /* inst -> the value it repeats, or none */
  uint32_t n_replaced;
} Loads;

/* ---- versions ---- */

static void mark_writes(Loads *l, uint32_t b) {
  const Block *block = &l->f->blocks.at[b];
  uint8_t *row = l->writes + (size_t)b * l->n_regions;
  for (uint32_t i = 0; i < block->insts.n; i++) {
    const Inst *inst = &l->f->insts.at[block->insts.at[i]];
    if (inst->op == OP_CALL || inst->op == OP_ALLOCA || inst->op == OP_ALLOC)
      memset(row, 1, l->n_regions); /* fresh contents, or unknown effects */
    else if (prog_op_has(inst->op, 'W'))
      row[inst->region.id] = 1;
  }
}

static bool loop_writes(const Loads *l, const Loop *loop, uint32_t region) {
  for (uint32_t i = 0; i < loop->n_blocks; i++)
    if (l->writes[(size_t)loop->blocks[i] * l->n_regions + region]) return true;
  return false;
}

/* The outermost loop that has the block as its only entry, or NULL. */
static const Loop *loop_headed_by(const Loads *l, uint32_t b) {
  const Loop *found = NULL;
  for (uint32_t i = l->loops->loop_of[b]; i != ANALYSIS_NONE;
       i = l->loops->loops.at[i].parent) {
    const Loop *loop = &l->loops->loops.at[i];
    if (loop->kind == LOOP_NATURAL && loop->header == b) found = loop;
  }
  return found;
}

/* The version that all predecessors seen so far end with; 0: they differ.
 * Those not seen yet come back from the loop that `b` heads. */
static uint32_t version_at(const Loads *l, uint32_t b, uint32_t region) {
  assert(b != 0 && region < l->n_regions);
  const uint32_t *preds = rows_get(&l->cfg->preds, b);
  uint32_t version = 0;
  bool open = false;
  for (uint32_t i = 0; i < rows_size(&l->cfg->preds, b); i++) {
    uint32_t place = l->cfg->position[preds[i]];
    if (place == ANALYSIS_NONE) continue;
    if (place >= l->cfg->position[b]) {
      open = true;
      continue;
    }
    uint32_t here = l->versions[(size_t)preds[i] * l->n_regions + region];
    if (version && version != here) return 0;
    version = here;
  }
  const Loop *loop = open ? loop_headed_by(l, b) : NULL;
  if (open && (!loop || loop_writes(l, loop, region))) return 0;
  return version;
}

static void enter_block(Loads *l, uint32_t b) {
  for (uint32_t r = 0; r < l->n_regions; r++) {
    uint32_t version = b == 0 ? 0 : version_at(l, b, r);
    l->now[r] = version ? version : ++l->n_versions;
  }
}

static void leave_block(Loads *l, uint32_t b) {
  memcpy(l->versions + (size_t)b * l->n_regions, l->now,
         l->n_regions * sizeof *l->now);
}

/* ---- value numbers ---- */

static bool is_pure(const Inst *inst) {
  Op op = inst->op;
  if (inst->flags & INST_DISTANCE) return false; /* not for others to use */
  return prog_op_has(op, 'R') && !prog_op_has(op, 'S') &&
         !prog_op_has(op, 'M') && op != OP_PHI && op != OP_NONDET &&
         op != OP_PARAM && op != OP_VA_AREA;
}

/* A STORE stands for the LOAD that would read it back. */
static uint32_t n_keys(const Inst *inst) {
  return inst->op == OP_STORE ? 1 : inst->n_ops;
}

static Val key(const Inst *inst, uint32_t i) {
  return inst->ops[inst->op == OP_STORE ? 1 : i];
}

static TypeId result_type(const Loads *l, const Inst *inst) {
  if (inst->op != OP_STORE) return inst->type;
  return prog_val_type(l->program, l->f, inst->ops[0]);
}

static Op result_op(const Inst *inst) {
  return inst->op == OP_STORE ? OP_LOAD : inst->op;
}

static uint64_t hash_inst(const Loads *l, const Inst *inst, uint32_t version) {
  uint64_t hash = hash_mix((uint64_t)result_op(inst), version);
  hash = hash_mix(hash, result_type(l, inst).id);
  for (uint32_t i = 0; i < n_keys(inst); i++)
    hash = hash_mix(hash, key(inst, i).id);
  hash = hash_mix(hash, (uint64_t)inst->imm);
  return hash_mix(hash, (uint64_t)inst->stride);
}

static bool same_result(const Loads *l, const Inst *a, const Inst *b) {
  if (result_op(a) != result_op(b) ||
      result_type(l, a).id != result_type(l, b).id || n_keys(a) != n_keys(b) ||
      a->imm != b->imm || a->stride != b->stride)
    return false;
  for (uint32_t i = 0; i < n_keys(a); i++)
    if (!val_same(key(a, i), key(b, i))) return false;
  return true;
}

/* A value computed before that `inst` would compute again, or none. */
static Val at_hand(const Loads *l, const Inst *inst, uint64_t hash,
                   uint32_t version, uint32_t block) {
  uint32_t at = (uint32_t)map_get(&l->newest, hash, 0);
  for (int tries = 0; at && tries < MOST_CANDIDATES; tries++) {
    const Known *known = &l->known.at[at - 1];
    const Inst *other = &l->f->insts.at[known->inst];
    if (known->version == version && same_result(l, other, inst) &&
        prog_dominates(l->dominators, known->block, block))
      return other->op == OP_STORE ? other->ops[0] : val_local(known->inst);
    at = known->next;
  }
  return (Val){0};
}

static void remember(Loads *l, uint32_t index, uint64_t hash, uint32_t version,
                     uint32_t block) {
  uint32_t older = (uint32_t)map_get(&l->newest, hash, 0);
  VEC_PUSH(l->mem, &l->known, ((Known){index, block, version, older}));
  map_put(&l->newest, hash, l->known.n);
}

static bool is_followed(const Loads *l, const Inst *inst) {
  return !(inst->flags & INST_VOLATILE) && inst->region.id &&
         l->program->regions.at[inst->region.id].kind == REGION_CELLS;
}

static void visit(Loads *l, uint32_t index, uint32_t block) {
  Inst *inst = &l->f->insts.at[index];
  require(inst->region.id < l->n_regions); /* regions are not stale */
  for (uint32_t i = 0; i < inst->n_ops; i++)
    if (val_is_local(inst->ops[i]) &&
        !val_is_none(l->to[val_index(inst->ops[i])]))
      inst->ops[i] = l->to[val_index(inst->ops[i])];
  if (inst->op == OP_CALL || inst->op == OP_ALLOCA || inst->op == OP_ALLOC)
    for (uint32_t r = 0; r < l->n_regions; r++) l->now[r] = ++l->n_versions;
  if (prog_op_has(inst->op, 'W')) l->now[inst->region.id] = ++l->n_versions;
  bool memory = inst->op == OP_LOAD || inst->op == OP_STORE;
  if (memory ? !is_followed(l, inst) : !is_pure(inst)) return;
  uint32_t version = memory ? l->now[inst->region.id] : 0;
  uint64_t hash = hash_inst(l, inst, version);
  Val value =
      inst->op == OP_STORE ? (Val){0} : at_hand(l, inst, hash, version, block);
  if (val_is_none(value)) {
    remember(l, index, hash, version, block);
    return;
  }
  l->to[index] = value;
  l->n_replaced++;
}

/* ---- the pass ---- */

static void number_values(Loads *l) {
  for (uint32_t b = 0; b < l->f->blocks.n; b++) mark_writes(l, b);
  for (uint32_t i = 0; i < l->cfg->n_order; i++) {
    uint32_t b = l->cfg->order[i];
    enter_block(l, b);
    for (uint32_t k = 0; k < l->f->blocks.at[b].insts.n; k++)
      visit(l, l->f->blocks.at[b].insts.at[k], b);
    leave_block(l, b);
  }
  pass_replace_values(l->f, l->to);
}

uint32_t pass_loads(Program *program) {
  Mem *mem = program->mem;
  Function *f = prog_func(program, program->entry);
  uint32_t n_regions = program->regions.n, n_insts = f->insts.n;
  size_t n_cells = (size_t)f->blocks.n * n_regions;
  if (n_regions < 2 || n_cells > MOST_VERSIONS) return 0;
  Loads l = {.program = program, .mem = mem, .f = f, .n_regions = n_regions};
  l.cfg = prog_cfg_new(mem, f);
  l.dominators = prog_dominators(l.cfg);
  l.loops = prog_loops_new(l.cfg);
  l.versions = MEM_ARRAY(mem, uint32_t, n_cells);
  l.writes = MEM_ARRAY(mem, uint8_t, n_cells);
  l.now = MEM_ARRAY(mem, uint32_t, n_regions);
  l.to = MEM_ARRAY(mem, Val, n_insts);
  map_init(&l.newest, mem);
  number_values(&l);
  map_done(&l.newest);
  VEC_DONE(mem, &l.known);
  MEM_FREE_ARRAY(mem, l.to, n_insts);
  MEM_FREE_ARRAY(mem, l.now, n_regions);
  MEM_FREE_ARRAY(mem, l.writes, n_cells);
  MEM_FREE_ARRAY(mem, l.versions, n_cells);
  prog_loops_free(l.loops);
  prog_dom_free(l.dominators);
  prog_cfg_free(l.cfg);
  return l.n_replaced;
}
