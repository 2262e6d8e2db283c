/* SPDX-License-Identifier: MIT
 *
 * Unrolling of loops that end after a known number of rounds.
 *
 * Problem.  `for (i = 0; i < 40; i++) sum += x[i];` keeps `x` an array and
 * `sum` a sum over it; forty lines with constant indices are forty variables,
 * and what is left has no loop at all.
 *
 * Counting.  The loop is executed with what is constant and nothing else: a
 * value is a constant or unknown, a branch on an unknown goes both ways.  Round
 * by round, the PHIs of the header get the values that come along the back
 * edges that can be taken.  When none can, the rounds are counted.  Exits in
 * the middle do not matter: an unrolled loop may be left early, too.
 *
 * Unrolling.  Every round is a copy of the loop's blocks, whose back edges
 * lead to the next copy's header.  Those of the last lead to UNSUPPORTED: if
 * we had miscounted, nothing wrong could be claimed.  A value of the loop that
 * is used behind it goes through a local in memory, which pass_memory turns
 * into PHIs again.  Constants are folded by pass_clean afterwards.
 *
 * Inputs.  Copies keep site and context, so inputs are asked for at the same
 * places in the same order; for that order to be seen later, no copy of an
 * input may be dropped (INST_COUNTED).
 *
 * Bounded (pass_unroll_copies).  Copies of all functions whose loops, however
 * often they go round, are unrolled a given number of times; going round once
 * more ends the execution (STOP).  So the copies do less than the program, and
 * what they do, it does.
 *
 * Inner loops first; an inner loop whose rounds depend on the outer one's
 * counter follows when the outer one has been unrolled.  The cost is that of
 * the result, which the caller limits. */
#include "pass/unroll_int.h"

static const Block *block_at(const Unroller *u, uint32_t b) {
  return &u->f->blocks.at[b];
}

static Inst *inst_at(const Unroller *u, uint32_t b, uint32_t i) {
  return &u->f->insts.at[u->f->blocks.at[b].insts.at[i]];
}

/* ---- counting ---- */

/* One round: constants, and where control can go. */
typedef struct Round {
  Val *value;       /* inst -> constant, or none */
  uint8_t *reached; /* block */
  uint32_t *choice; /* block -> the only successor, or ANALYSIS_NONE */
} Round;

/* A round evaluates that many instructions at most, in all loops together. */
enum { MOST_EVALUATED = 20000000 };

static Val constant_of(const Round *round, Val v) {
  if (val_is_none(v) || val_is_const(v)) return v;
  return round->value[val_index(v)];
}

static bool goes(const Unroller *u, const Round *round, uint32_t from,
                 uint32_t to) {
  if (!u->inside[from] || !round->reached[from]) return false;
  return round->choice[from] == ANALYSIS_NONE || round->choice[from] == to;
}

typedef enum From { FROM_OUTSIDE, FROM_ROUND } From;

/* What comes along the edges that can be taken: one constant, or none. */
static Val phi_value(const Unroller *u, const Round *round, const Inst *phi,
                     uint32_t block, From side) {
  Val common = {0};
  bool first = true;
  for (uint32_t k = 0; k < phi->n_ops; k++) {
    uint32_t from = phi->blocks[k].id;
    bool comes =
        side == FROM_OUTSIDE ? !u->inside[from] : goes(u, round, from, block);
    if (!comes) continue;
    Val v = constant_of(round, phi->ops[k]);
    if (val_is_none(v) || !val_is_const(v)) return (Val){0};
    if (!first && v.id != common.id) return (Val){0};
    common = v;
    first = false;
  }
  return common;
}

static Val evaluate(const Unroller *u, const Round *round, const Inst *inst) {
  enum { MOST_OPS = 4 };
  if (inst->op == OP_PHI || inst->n_ops == 0 || inst->n_ops > MOST_OPS ||
      !inst->type.id)
    return (Val){0};
  Val ops[MOST_OPS];
  Inst known = *inst;
  for (uint32_t k = 0; k < inst->n_ops; k++) {
    Val v = constant_of(round, inst->ops[k]);
    ops[k] = val_is_none(v) ? inst->ops[k] : v;
  }
  known.ops = ops;
  Val folded = fold_inst(u->p, u->f, &known);
  return constant_of(round, folded);
}

static void decide(Unroller *u, Round *round, uint32_t b) {
  const Inst *end = flow_terminator(u->f, b);
  round->choice[b] = ANALYSIS_NONE;
  if (end->op != OP_CONDBR && end->op != OP_SWITCH) return;
  Val v = constant_of(round, end->ops[0]);
  uint64_t condition;
  if (val_is_none(v) || !prog_const_as_u64(u->p, v, &condition)) return;
  if (end->op == OP_CONDBR) {
    round->choice[b] = end->blocks[condition ? 0 : 1].id;
    return;
  }
  round->choice[b] = end->blocks[0].id;
  for (uint32_t k = 1; k < end->n_ops; k++)
    if (end->ops[k].id == v.id) round->choice[b] = end->blocks[k].id;
}

static bool is_reached(const Unroller *u, const Round *round, uint32_t b) {
  const uint32_t *preds = rows_get(&u->cfg->preds, b);
  for (uint32_t i = 0; i < rows_size(&u->cfg->preds, b); i++)
    if (goes(u, round, preds[i], b)) return true;
  return false;
}

/* The header of an inner loop: its PHIs have many values. */
static bool is_inner_header(const Unroller *u, uint32_t b) {
  uint32_t l = u->forest->loop_of[b];
  return b != u->loop->header && l != ANALYSIS_NONE && u->cfg->cutpoint[b];
}

static void run_block(Unroller *u, Round *round, uint32_t b) {
  bool header = b == u->loop->header, many = is_inner_header(u, b);
  for (uint32_t i = 0; i < block_at(u, b)->insts.n; i++) {
    uint32_t index = block_at(u, b)->insts.at[i];
    const Inst *inst = &u->f->insts.at[index];
    if (inst->op == OP_PHI && header) continue; /* set by the round before */
    if (inst->op == OP_PHI)
      round->value[index] =
          many ? (Val){0} : phi_value(u, round, inst, b, FROM_ROUND);
    else
      round->value[index] = evaluate(u, round, inst);
    u->evaluated++;
  }
  decide(u, round, b);
}

/* The header's PHIs, all at once, from outside or along the back edges. */
static void enter_header(Unroller *u, Round *round, From side) {
  const Block *header = block_at(u, u->loop->header);
  Val *next = MEM_ARRAY(u->p->mem, Val, header->insts.n);
  uint32_t n = 0;
  while (n < header->insts.n && inst_at(u, u->loop->header, n)->op == OP_PHI) {
    next[n] = phi_value(u, round, inst_at(u, u->loop->header, n),
                        u->loop->header, side);
    n++;
  }
  for (uint32_t i = 0; i < n; i++) round->value[header->insts.at[i]] = next[i];
  MEM_FREE_ARRAY(u->p->mem, next, header->insts.n);
}

/* The rounds the loop is entered for at most; 0: not known, or too many. */
static uint32_t count_rounds(Unroller *u, Round *round) {
  assert(u->total < u->max && u->size > 0);
  uint32_t header = u->loop->header, room = u->max - u->total;
  enter_header(u, round, FROM_OUTSIDE);
  for (uint32_t n = 1; (uint64_t)n * u->size <= room; n++) {
    for (uint32_t i = 0; i < u->loop->n_blocks; i++) {
      uint32_t b = u->loop->blocks[i];
      round->reached[b] = b == header || is_reached(u, round, b);
      if (round->reached[b]) run_block(u, round, b);
    }
    if (!is_reached(u, round, header)) return n;
    if (u->evaluated > MOST_EVALUATED) return 0;
    enter_header(u, round, FROM_ROUND);
    for (uint32_t i = 0; i < u->loop->n_blocks; i++)
      round->reached[u->loop->blocks[i]] = 0;
  }
  return 0;
}

static uint32_t rounds_of(Unroller *u) {
  Mem *mem = u->p->mem;
  uint32_t n_insts = u->f->insts.n, n_blocks = u->f->blocks.n;
  Round round = {MEM_ARRAY(mem, Val, n_insts),
                 MEM_ARRAY(mem, uint8_t, n_blocks),
                 MEM_ARRAY(mem, uint32_t, n_blocks)};
  uint32_t n = count_rounds(u, &round);
  MEM_FREE_ARRAY(mem, round.value, n_insts);
  MEM_FREE_ARRAY(mem, round.reached, n_blocks);
  MEM_FREE_ARRAY(mem, round.choice, n_blocks);
  return n;
}

/* ---- values used behind the loop ---- */

/* A PHI right behind the loop gets an operand for each copy instead. */
static bool is_exit_use(const Unroller *u, const Inst *user, uint32_t k) {
  return user->op == OP_PHI && u->inside[user->blocks[k].id];
}

static uint32_t place_of(const Unroller *u, uint32_t b, uint32_t index) {
  for (uint32_t i = 0; i < block_at(u, b)->insts.n; i++)
    if (block_at(u, b)->insts.at[i] == index) return i;
  unreachable_case();
}

static void insert_at(Unroller *u, uint32_t b, uint32_t place, uint32_t index) {
  Block *block = &u->f->blocks.at[b];
  assert(place < block->insts.n); /* the terminator stays last */
  VEC_PUSH(u->p->mem, &block->insts, index);
  memmove(block->insts.at + place + 1, block->insts.at + place,
          sizeof *block->insts.at * (block->insts.n - 1 - place));
  block->insts.at[place] = index;
}

/* A new instruction, in no block yet. */
static uint32_t make_inst(Unroller *u, Op op, TypeId type, Val a, Val b) {
  Inst inst = {.op = op, .type = type, .name = UINT32_MAX};
  inst.n_ops = (uint32_t)(!val_is_none(a)) + (uint32_t)(!val_is_none(b));
  inst.ops = ARENA_ARRAY(&u->p->arena, Val, 2);
  inst.ops[0] = a, inst.ops[1] = b;
  VEC_PUSH(u->p->mem, &u->f->insts, inst);
  return u->f->insts.n - 1;
}

/* The local that carries value `index` out of the loop. */
static Val spill(Unroller *u, uint32_t b, uint32_t index) {
  TypeId type = u->f->insts.at[index].type;
  uint32_t local =
      make_inst(u, OP_ALLOCA, prog_type_ptr(u->p), (Val){0}, (Val){0});
  Inst *made = &u->f->insts.at[local];
  made->imm = (int64_t)prog_store_size(u->p, type);
  made->aux = type;
  made->site = prog_new_site(u->p);
  uint32_t store =
      make_inst(u, OP_STORE, (TypeId){0}, val_local(index), val_local(local));
  uint32_t place = place_of(u, b, index) + 1;
  while (inst_at(u, b, place)->op == OP_PHI) place++;
  insert_at(u, b, place, store);
  insert_at(u, 0, 0, local);
  return val_local(local);
}

/* `*use` becomes a load right before the user, or, for a PHI, at the end of the
 * block that its operand comes from. */
static void reload(Unroller *u, uint32_t b, uint32_t user, uint32_t k,
                   Val local) {
  const Inst *inst = &u->f->insts.at[user];
  TypeId type = prog_val_type(u->p, u->f, inst->ops[k]);
  uint32_t load = make_inst(u, OP_LOAD, type, local, (Val){0});
  inst = &u->f->insts.at[user];
  if (inst->op == OP_PHI) {
    uint32_t from = inst->blocks[k].id;
    insert_at(u, from, block_at(u, from)->insts.n - 1, load);
  } else {
    insert_at(u, b, place_of(u, b, user), load);
  }
  inst->ops[k] = val_local(load);
}

/* Which instructions of the loop are used behind it. */
static void spill_escaping(Unroller *u) {
  Mem *mem = u->p->mem;
  uint32_t n = u->f->insts.n;
  Val *local = MEM_ARRAY(mem, Val, n);
  uint32_t *home = MEM_ARRAY(mem, uint32_t, n);
  for (uint32_t i = 0; i < n; i++) home[i] = ANALYSIS_NONE;
  for (uint32_t i = 0; i < u->loop->n_blocks; i++) {
    uint32_t b = u->loop->blocks[i];
    for (uint32_t k = 0; k < block_at(u, b)->insts.n; k++)
      home[block_at(u, b)->insts.at[k]] = b;
  }
  for (uint32_t b = 0; b < u->f->blocks.n; b++) {
    if (u->inside[b]) continue;
    InstList users = {0}; /* loads are put between them */
    for (uint32_t i = 0; i < block_at(u, b)->insts.n; i++)
      VEC_PUSH(mem, &users, block_at(u, b)->insts.at[i]);
    for (uint32_t i = 0; i < users.n; i++)
      for (uint32_t k = 0; k < u->f->insts.at[users.at[i]].n_ops; k++) {
        const Inst *user = &u->f->insts.at[users.at[i]];
        Val v = user->ops[k];
        if (!val_is_local(v) || val_index(v) >= n ||
            home[val_index(v)] == ANALYSIS_NONE || is_exit_use(u, user, k))
          continue;
        uint32_t index = val_index(v);
        if (val_is_none(local[index]))
          local[index] = spill(u, home[index], index);
        reload(u, b, users.at[i], k, local[index]);
      }
    VEC_DONE(mem, &users);
  }
  MEM_FREE_ARRAY(mem, local, n);
  MEM_FREE_ARRAY(mem, home, n);
}

/* ---- copies ---- */

typedef struct Copies {
  uint32_t n;         /* rounds */
  uint32_t n_insts;   /* of the function before */
  uint32_t *ordinal;  /* inst -> number among the loop's, or ANALYSIS_NONE */
  uint32_t *number;   /* block -> number among the loop's */
  uint32_t per_round; /* instructions */
  uint32_t first_inst, first_block; /* of round 1; round 0 is the loop itself */
} Copies;

static uint32_t block_in(const Unroller *u, const Copies *c, uint32_t round,
                         uint32_t b) {
  assert(round < c->n);
  if (round == 0 || !u->inside[b]) return b;
  return c->first_block + (round - 1) * u->loop->n_blocks + c->number[b];
}

static Val value_in(const Copies *c, uint32_t round, Val v) {
  if (round == 0 || !val_is_local(v)) return v;
  uint32_t i = val_index(v);
  if (i >= c->n_insts || c->ordinal[i] == ANALYSIS_NONE) return v;
  return val_local(c->first_inst + (round - 1) * c->per_round + c->ordinal[i]);
}

static void number_loop(const Unroller *u, Copies *c) {
  for (uint32_t i = 0; i < c->n_insts; i++) c->ordinal[i] = ANALYSIS_NONE;
  for (uint32_t i = 0; i < u->loop->n_blocks; i++) {
    uint32_t b = u->loop->blocks[i];
    c->number[b] = i;
    for (uint32_t k = 0; k < block_at(u, b)->insts.n; k++)
      c->ordinal[block_at(u, b)->insts.at[k]] = c->per_round++;
  }
}

/* The instruction of round 0 as it is in `round`.  Edges to the header are set
 * by link_rounds. */
static Inst copy_inst(const Unroller *u, const Copies *c, uint32_t round,
                      const Inst *from) {
  Inst inst = *from;
  if (inst.n_ops) inst.ops = ARENA_ARRAY(&u->p->arena, Val, inst.n_ops);
  if (inst.n_blocks)
    inst.blocks = ARENA_ARRAY(&u->p->arena, BlockId, inst.n_blocks);
  for (uint32_t k = 0; k < inst.n_ops; k++)
    inst.ops[k] = value_in(c, round, from->ops[k]);
  for (uint32_t k = 0; k < inst.n_blocks; k++)
    inst.blocks[k].id = block_in(u, c, round, from->blocks[k].id);
  return inst;
}

static void count_inputs(Unroller *u) {
  for (uint32_t i = 0; i < u->loop->n_blocks; i++)
    for (uint32_t k = 0; k < block_at(u, u->loop->blocks[i])->insts.n; k++) {
      Inst *inst = inst_at(u, u->loop->blocks[i], k);
      if (inst->op == OP_NONDET) inst->flags |= INST_COUNTED;
    }
}

static void copy_rounds(Unroller *u, Copies *c) {
  Mem *mem = u->p->mem;
  count_inputs(u);
  c->first_inst = u->f->insts.n;
  c->first_block = u->f->blocks.n;
  for (uint32_t round = 1; round < c->n; round++)
    for (uint32_t i = 0; i < u->loop->n_blocks; i++) {
      uint32_t from = u->loop->blocks[i];
      BlockId to = prog_add_block(u->p, u->f, "");
      u->f->blocks.at[to.id].name = block_at(u, from)->name;
      if (from != u->loop->header)
        u->f->blocks.at[to.id].loop = block_at(u, from)->loop;
      for (uint32_t k = 0; k < block_at(u, from)->insts.n; k++) {
        Inst inst = copy_inst(u, c, round, inst_at(u, from, k));
        VEC_PUSH(mem, &u->f->insts, inst);
        VEC_PUSH(mem, &u->f->blocks.at[to.id].insts, u->f->insts.n - 1);
      }
    }
  assert(u->f->insts.n == c->first_inst + (c->n - 1) * c->per_round);
  assert(u->f->blocks.n == c->first_block + (c->n - 1) * u->loop->n_blocks);
}

/* The PHIs of a round's header keep what comes from outside (round 0), or from
 * the round before. */
static void link_phis(Unroller *u, const Copies *c, uint32_t round) {
  uint32_t header = block_in(u, c, round, u->loop->header);
  for (uint32_t i = 0; i < block_at(u, header)->insts.n; i++) {
    Inst *phi = inst_at(u, header, i);
    if (phi->op != OP_PHI) break;
    const Inst *first = inst_at(u, u->loop->header, i);
    uint32_t n = 0;
    for (uint32_t k = 0; k < first->n_ops; k++) {
      bool back = u->inside[first->blocks[k].id];
      if (back != (round > 0)) continue;
      uint32_t from = round ? round - 1 : 0;
      Val v = value_in(c, from, first->ops[k]);
      uint32_t b = block_in(u, c, from, first->blocks[k].id);
      phi->ops[n] = v;
      phi->blocks[n++].id = b;
    }
    phi->n_ops = phi->n_blocks = n;
  }
}

static void link_rounds(Unroller *u, const Copies *c) {
  BlockId beyond = prog_add_block(u->p, u->f, "");
  Edit edit;
  edit_init(&edit, u->p, u->f);
  edit.at = beyond;
  edit_named(&edit, u->rounds ? OP_STOP : OP_UNSUPPORTED, "loop");
  VEC_DONE(u->p->mem, &edit.last);
  for (uint32_t round = c->n; round-- > 0;) {
    uint32_t next = round + 1 < c->n
                        ? block_in(u, c, round + 1, u->loop->header)
                        : beyond.id;
    uint32_t header = block_in(u, c, round, u->loop->header);
    for (uint32_t i = 0; i < u->loop->n_blocks; i++) {
      uint32_t b = block_in(u, c, round, u->loop->blocks[i]);
      Inst *end = inst_at(u, b, block_at(u, b)->insts.n - 1);
      for (uint32_t k = 0; k < end->n_blocks; k++)
        if (end->blocks[k].id == header) end->blocks[k].id = next;
    }
    link_phis(u, c, round);
  }
}

/* PHIs right behind the loop get what comes from each round. */
static void link_exits(Unroller *u, const Copies *c) {
  for (uint32_t b = 0; b < c->first_block; b++)
    for (uint32_t i = 0; !u->inside[b] && i < block_at(u, b)->insts.n; i++) {
      Inst *phi = inst_at(u, b, i);
      if (phi->op != OP_PHI) break;
      uint32_t n = 0, old = phi->n_ops;
      for (uint32_t k = 0; k < old; k++)
        n += u->inside[phi->blocks[k].id] ? c->n : 1;
      Val *ops = ARENA_ARRAY(&u->p->arena, Val, n);
      BlockId *blocks = ARENA_ARRAY(&u->p->arena, BlockId, n);
      n = 0;
      for (uint32_t k = 0; k < old; k++) {
        uint32_t times = u->inside[phi->blocks[k].id] ? c->n : 1;
        for (uint32_t round = 0; round < times; round++) {
          ops[n] = value_in(c, round, phi->ops[k]);
          blocks[n++].id = block_in(u, c, round, phi->blocks[k].id);
        }
      }
      phi->ops = ops;
      phi->blocks = blocks;
      phi->n_ops = phi->n_blocks = n;
    }
}

static void unroll_loop(Unroller *u, uint32_t rounds) {
  assert(rounds > 0 && u->loop->kind == LOOP_NATURAL);
  Mem *mem = u->p->mem;
  spill_escaping(u);
  uint32_t n_blocks = u->f->blocks.n;
  Copies c = {.n = rounds, .n_insts = u->f->insts.n};
  c.ordinal = MEM_ARRAY(mem, uint32_t, c.n_insts);
  c.number = MEM_ARRAY(mem, uint32_t, n_blocks);
  number_loop(u, &c);
  u->f->blocks.at[u->loop->header].loop = (LocId){0};
  copy_rounds(u, &c);
  link_exits(u, &c);
  link_rounds(u, &c);
  MEM_FREE_ARRAY(mem, c.ordinal, c.n_insts);
  MEM_FREE_ARRAY(mem, c.number, n_blocks);
}

/* ---- all loops ---- */

static void look_at(Unroller *u, const Loop *loop) {
  u->loop = loop;
  u->size = 0;
  memset(u->inside, 0, u->f->blocks.n);
  for (uint32_t i = 0; i < loop->n_blocks; i++) {
    u->inside[loop->blocks[i]] = 1;
    u->size += block_at(u, loop->blocks[i])->insts.n;
  }
}

/* Does the loop load or store, and make no objects? */
static bool is_over_memory(const Unroller *u) {
  bool accesses = false;
  for (uint32_t i = 0; i < u->loop->n_blocks; i++)
    for (uint32_t k = 0; k < block_at(u, u->loop->blocks[i])->insts.n; k++) {
      Op op = inst_at(u, u->loop->blocks[i], k)->op;
      accesses |= op == OP_LOAD || op == OP_STORE;
      if (op == OP_ALLOCA || op == OP_ALLOC || op == OP_HAVOC || op == OP_CALL)
        return false;
    }
  return accesses;
}

/* Unrolls one loop, the innermost that can be. */
bool unroll_one(Unroller *u) {
  bool done = false;
  uint32_t n_blocks = u->f->blocks.n;
  u->total = prog_func_size(u->f);
  u->cfg = prog_cfg_new(u->p->mem, u->f);
  u->forest = prog_loops_new(u->cfg);
  u->inside = MEM_ARRAY(u->p->mem, uint8_t, n_blocks);
  for (uint32_t l = u->forest->loops.n;
       l-- > 0 && !done && u->total < u->max;) {
    if (u->forest->loops.at[l].kind != LOOP_NATURAL) continue;
    look_at(u, &u->forest->loops.at[l]);
    if (u->which == PASS_UNROLL_MEMORY && !is_over_memory(u)) continue;
    bool fits = (uint64_t)u->rounds * u->size <= u->max - u->total;
    uint32_t rounds = !u->rounds ? rounds_of(u) : fits ? u->rounds : 0;
    done = rounds > 0;
    if (done) unroll_loop(u, rounds);
  }
  MEM_FREE_ARRAY(u->p->mem, u->inside, n_blocks);
  prog_loops_free(u->forest);
  prog_cfg_free(u->cfg);
  return done;
}

uint32_t pass_unroll(Program *p, PassUnroll which, uint32_t max_insts) {
  require(p->entry.id);
  Unroller u = {
      .p = p, .f = prog_func(p, p->entry), .max = max_insts, .which = which};
  uint32_t n = 0;
  while (u.evaluated <= MOST_EVALUATED && unroll_one(&u)) {
    flow_remove_unreachable(p, u.f);
    pass_clean_function(p, p->entry);
    u.f = prog_func(p, p->entry);
    n++;
  }
  return n;
}
