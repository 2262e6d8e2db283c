/* SPDX-License-Identifier: MIT
 *
 * All edges that leave one location, straight from SSA [GCS11 section 4.2].
 *
 * The region of a location is what control can reach from it without passing
 * another location: it has no cycle.  We walk its blocks in topological order
 * once.  A block's non-phi values are plain terms; at a join, phis and memory
 * slots whose value differs between the ways in become variables, assigned on
 * the ways.  Then there is one edge for each location at the region's rim; it
 * consists of the region's blocks that can reach that rim, and a last "block"
 * for the target, whose assignments give the target's state variables.
 *
 * Difference to the paper: assignments of SSA values are not equalities of the
 * formula but terms, so only phis and inputs cost variables.
 *
 * Carried values.  A value that is part of the source's state may be computed
 * anew inside the region on some ways (the location cuts a loop somewhere in
 * its middle).  Then which of the two is meant depends on the way; such a
 * value is treated like a memory slot.
 *
 * Cost: linear in the region, for each edge again for its own blocks. */
#include "encode/encode_int.h"

typedef struct Way { /* from the block at place `from` to node `to` */
  uint32_t from, to;
  Term guard;
  uint32_t next; /* the next way into `to`, or UINT32_MAX */
} Way;

typedef struct Walk {
  Enc *enc;
  uint32_t source;
  Arena scratch;
  Vec(uint32_t) order; /* region blocks, topological; [0] the source */
  Map place;           /* block -> place in order */
  Vec(Way) ways;       /* out of region blocks, by source block */
  Map into;            /* node -> first way << 32 | last way */
  TsBlock *blocks;     /* per place; `from` of steps are places */
  Term **slots_out;    /* per place: slots after the block */
  Map values, source_vars, carried;
  Map followed;          /* of the current block */
  uint32_t n_slots;      /* memory slots + carried values */
  Vec(uint32_t) targets; /* nodes at the rim, in order met */
} Walk;

Term enc_fresh(Frame *frame, const char *what, uint32_t number, Sort sort) {
  Enc *enc = frame->enc;
  char text[96];
  int n = snprintf(text, sizeof text, "%s%u@%u", what, number,
                   enc->loc_of[frame->source]);
  require(n > 0 && (size_t)n < sizeof text);
  Term existing = term_find_var(enc->store, text);
  return existing.id ? term_fresh(enc->store, text, sort)
                     : term_var(enc->store, text, sort);
}

/* ---- the region ---- */

static bool is_inside(const Enc *enc, uint32_t node) {
  return node < enc->f->blocks.n && !enc->kept[node];
}

/* Reverse postorder of the region, by an explicit stack. */
static void find_region(Walk *walk) {
  Enc *enc = walk->enc;
  Vec(uint64_t) stack = {0};
  Vec(uint32_t) post = {0};
  Map seen;
  map_init(&seen, enc->mem);
  VEC_PUSH(enc->mem, &stack,
           (uint64_t)walk->source << 32 | enc->graph.first[walk->source]);
  map_put(&seen, walk->source, 1);
  while (stack.n) {
    uint32_t b = (uint32_t)(VEC_LAST(&stack) >> 32);
    uint32_t i = (uint32_t)VEC_LAST(&stack);
    if (i == enc->graph.first[b + 1]) {
      VEC_PUSH(enc->mem, &post, b);
      stack.n--;
      continue;
    }
    VEC_LAST(&stack)++;
    uint32_t to = enc->graph.targets[i];
    if (!is_inside(enc, to) || map_find(&seen, to)) continue;
    map_put(&seen, to, 1);
    VEC_PUSH(enc->mem, &stack, (uint64_t)to << 32 | enc->graph.first[to]);
  }
  while (post.n) {
    uint32_t b = VEC_POP(&post);
    map_put(&walk->place, b, walk->order.n);
    VEC_PUSH(enc->mem, &walk->order, b);
  }
  assert(walk->order.at[0] == walk->source);
  map_done(&seen);
  VEC_DONE(enc->mem, &post);
  VEC_DONE(enc->mem, &stack);
}

static void find_carried(Walk *walk) {
  Enc *enc = walk->enc;
  const TsLocation *loc =
      ts_location(enc->ts, (TsLoc){enc->loc_of[walk->source]});
  for (uint32_t i = 0; i < loc->n_vars; i++) {
    uint32_t value = loc->vars[i].value;
    if (value & ENC_MEMORY) continue;
    map_put(&walk->source_vars, value, loc->vars[i].now.id);
    uint32_t def = enc->def_block[value];
    assert(def < enc->f->blocks.n);
    if (def != walk->source && map_find(&walk->place, def))
      map_put(&walk->carried, value, walk->n_slots++);
  }
}

/* ---- ways out of a block ---- */

static void add_way(Walk *walk, uint32_t from, uint32_t to, Term guard) {
  Enc *enc = walk->enc;
  assert(from < walk->order.n && to < enc->n_nodes);
  assert(term_is_bool(enc->store, guard));
  if (!enc->useful[to]) return;
  uint32_t at = walk->ways.n;
  uint64_t *into = map_find(&walk->into, to);
  if (into) {
    Way *last = &walk->ways.at[(uint32_t)*into];
    if (last->from == from) {
      last->guard = term_or(enc->store, last->guard, guard);
      return;
    }
    last->next = at;
    *into = (*into & ~(uint64_t)UINT32_MAX) | at;
  } else {
    map_put(&walk->into, to, (uint64_t)at << 32 | at);
  }
  VEC_PUSH(enc->mem, &walk->ways, ((Way){from, to, guard, UINT32_MAX}));
}

/* What a switch compares with its cases. */
static Term switch_value(Frame *frame, const Inst *end) {
  const Enc *enc = frame->enc;
  uint32_t number = (uint32_t)(end - enc->f->insts.at);
  Term on = enc_value(frame, end->ops[0]);
  if (!enc->open || !enc->open[number]) return on;
  return enc_fresh(frame, "seen", number, term_sort(enc->store, on));
}

static void switch_ways(Walk *walk, Frame *frame, uint32_t from,
                        const Inst *end) {
  TermStore *store = walk->enc->store;
  Term on = switch_value(frame, end), none = term_true();
  for (uint32_t i = 1; i < end->n_ops; i++) {
    Term hit = term_eq(store, on, enc_value(frame, end->ops[i]));
    add_way(walk, from, end->blocks[i].id, hit);
    none = term_and(store, none, term_not(hit));
  }
  add_way(walk, from, end->blocks[0].id, none);
}

static void ways_of(Walk *walk, Frame *frame, uint32_t from, const Inst *end) {
  Enc *enc = walk->enc;
  uint32_t sinks = enc->f->blocks.n;
  switch ((int)end->op) {
  case OP_BR: add_way(walk, from, end->blocks[0].id, term_true()); return;
  case OP_CONDBR: {
    Term cond = enc_to_bool(enc, enc_value(frame, end->ops[0]));
    add_way(walk, from, end->blocks[0].id, cond);
    add_way(walk, from, end->blocks[1].id, term_not(cond));
    return;
  }
  case OP_SWITCH: switch_ways(walk, frame, from, end); return;
  case OP_ERROR: add_way(walk, from, sinks + SINK_ERROR, term_true()); return;
  case OP_CALL:
  case OP_VA_AREA:
  case OP_UNSUPPORTED:
    add_way(walk, from, sinks + SINK_UNSUPPORTED, term_true());
    return;
  default: add_way(walk, from, sinks + SINK_EXIT, term_true()); return;
  }
}

/* ---- joining ---- */

/* The value of a phi on the way from `pred`. */
static Term phi_from(Frame *frame, const Inst *phi, uint32_t pred) {
  for (uint32_t i = 0; i < phi->n_ops; i++)
    if (phi->blocks[i].id == pred) return enc_value(frame, phi->ops[i]);
  unreachable_case();
}

/* A frame that looks at the end of the block at `place`. */
static Frame frame_at(Walk *walk, uint32_t place) {
  return (Frame){.enc = walk->enc,
                 .source = walk->source,
                 .values = &walk->values,
                 .source_vars = &walk->source_vars,
                 .carried = &walk->carried,
                 .followed = &walk->followed,
                 .slots = walk->slots_out[place],
                 .constraint = term_true()};
}

typedef struct Join {
  Walk *walk;
  TsBlock *block;
  uint32_t node;
} Join;

static void push_assign(Join *join, uint32_t step, TsAssign assign) {
  TsStep *at = &join->block->steps[step];
  at->assigns[at->n_assigns++] = assign;
}

/* One value for the join of terms[0..n_steps[, as a variable if they differ. */
static Term join_terms(Join *join, const Term *terms, const char *what,
                       uint32_t number) {
  Walk *walk = join->walk;
  TsBlock *block = join->block;
  bool same = true;
  assert(block->n_steps > 0);
  for (uint32_t i = 1; i < block->n_steps; i++) {
    assert(sort_same(term_sort(walk->enc->store, terms[i]),
                     term_sort(walk->enc->store, terms[0])));
    same &= term_same(terms[i], terms[0]);
  }
  if (same) return terms[0];
  Frame frame = frame_at(walk, 0);
  Term var =
      enc_fresh(&frame, what, number, term_sort(walk->enc->store, terms[0]));
  for (uint32_t i = 0; i < block->n_steps; i++)
    push_assign(join, i, (TsAssign){var, terms[i]});
  return var;
}

static uint32_t count_phis(const Enc *enc, uint32_t block) {
  const Block *b = &enc->f->blocks.at[block];
  uint32_t n = 0;
  while (n < b->insts.n && enc->f->insts.at[b->insts.at[n]].op == OP_PHI) n++;
  return n;
}

static bool slot_matters(const Enc *enc, uint32_t node, uint32_t slot) {
  return slot >= enc->slots.n ||
         enc->slot_live[(size_t)node * enc->slots.n + slot];
}

/* Ways into the block: steps without assignments yet. */
static void collect_steps(Walk *walk, uint32_t node, TsBlock *block,
                          uint32_t room) {
  Arena *arena = &walk->enc->ts->arena;
  uint32_t first = (uint32_t)(map_get(&walk->into, node, 0) >> 32), n = 0;
  for (uint32_t i = first; i != UINT32_MAX; i = walk->ways.at[i].next) n++;
  block->steps = ARENA_ARRAY(arena, TsStep, n);
  for (uint32_t i = first; i != UINT32_MAX; i = walk->ways.at[i].next)
    block->steps[block->n_steps++] =
        (TsStep){.from = walk->ways.at[i].from,
                 .guard = walk->ways.at[i].guard,
                 .assigns = ARENA_ARRAY(arena, TsAssign, room)};
}

/* Phis first (all read the ends of predecessors), then slots. */
static void join_block(Walk *walk, uint32_t place, TsBlock *block,
                       Term *slots) {
  Enc *enc = walk->enc;
  uint32_t node = walk->order.at[place], n_phis = count_phis(enc, node);
  collect_steps(walk, node, block, n_phis + walk->n_slots);
  for (uint32_t i = 0; i < block->n_steps; i++) /* a cycle has a location */
    require(block->steps[i].from < place);
  Join join = {walk, block, node};
  Term *terms = ARENA_ARRAY(&walk->scratch, Term, block->n_steps);
  Term *phis = ARENA_ARRAY(&walk->scratch, Term, n_phis);
  for (uint32_t p = 0; p < n_phis; p++) {
    uint32_t number = enc->f->blocks.at[node].insts.at[p];
    for (uint32_t i = 0; i < block->n_steps; i++) {
      Frame frame = frame_at(walk, block->steps[i].from);
      terms[i] = phi_from(&frame, &enc->f->insts.at[number],
                          walk->order.at[block->steps[i].from]);
    }
    phis[p] = join_terms(&join, terms, "phi", number);
  }
  for (uint32_t s = 0; s < walk->n_slots; s++) {
    for (uint32_t i = 0; i < block->n_steps; i++)
      terms[i] = walk->slots_out[block->steps[i].from][s];
    slots[s] = slot_matters(enc, node, s)
                   ? join_terms(&join, terms, "mem", node * walk->n_slots + s)
                   : terms[0];
  }
  Frame frame = frame_at(walk, place);
  for (uint32_t p = 0; p < n_phis; p++)
    enc_define(&frame, enc->f->blocks.at[node].insts.at[p], phis[p]);
}

/* The slot that a variable of the state stands for, which is no SSA value. */
static uint32_t slot_of_var(const Enc *enc, const TsVar *var) {
  uint32_t region = var->value - ENC_MEMORY;
  uint32_t slot = region ? enc->slot_of[region] : enc->heap_slot;
  require(slot < enc->slots.n);
  return slot;
}

/* The source's own slots: its state, or the program's start. */
static void source_slots(Walk *walk, Term *slots) {
  Enc *enc = walk->enc;
  const TsLocation *loc =
      ts_location(enc->ts, (TsLoc){enc->loc_of[walk->source]});
  for (uint32_t s = 0; s < enc->slots.n; s++)
    slots[s] = walk->source == 0 ? enc_slot_start(enc, s) : TERM_NONE;
  for (uint32_t i = 0; i < loc->n_vars; i++) {
    const TsVar *var = &loc->vars[i];
    if (var->value & ENC_MEMORY) {
      slots[slot_of_var(enc, var)] = var->now;
      continue;
    }
    const uint64_t *carried = map_find(&walk->carried, var->value);
    if (carried) slots[*carried] = var->now;
  }
  /* What is not live is never read, but stores still build on it. */
  for (uint32_t s = 0; s < enc->slots.n; s++)
    if (!slots[s].id)
      slots[s] = term_fresh(enc->store, "dead", enc->slots.at[s].sort);
}

static void encode_block(Walk *walk, uint32_t place) {
  Enc *enc = walk->enc;
  uint32_t node = walk->order.at[place], n_insts;
  TsBlock *block = &walk->blocks[place];
  Term *slots = ARENA_ARRAY(&walk->scratch, Term, walk->n_slots);
  walk->slots_out[place] = slots;
  block->block = node;
  Frame frame = frame_at(walk, place);
  if (place == 0) {
    block->visited = term_true();
    source_slots(walk, slots);
  } else {
    block->visited = enc_fresh(&frame, "at", node, sort_bool());
    join_block(walk, place, block, slots);
  }
  const Inst *end = enc_block_end(enc, node, &n_insts);
  map_clear(&walk->followed);
  for (uint32_t i = 0; i < n_insts; i++)
    enc_inst(&frame, enc->f->blocks.at[node].insts.at[i]);
  block->constraint = frame.constraint;
  block->n_inputs = frame.inputs.n;
  block->inputs = ARENA_ARRAY(&enc->ts->arena, TsInput, frame.inputs.n);
  if (frame.inputs.n)
    memcpy(block->inputs, frame.inputs.at,
           sizeof *block->inputs * frame.inputs.n);
  VEC_DONE(enc->mem, &frame.inputs);
  ways_of(walk, &frame, place, end);
}

/* ---- edges ---- */

/* The target's state on the way from `place`. */
static Term target_value(Walk *walk, uint32_t node, uint32_t place,
                         const TsVar *var) {
  Enc *enc = walk->enc;
  Frame frame = frame_at(walk, place);
  if (var->value & ENC_MEMORY) return frame.slots[slot_of_var(enc, var)];
  const Inst *inst = &enc->f->insts.at[var->value];
  if (inst->op == OP_PHI && enc->def_block[var->value] == node)
    return phi_from(&frame, inst, walk->order.at[place]);
  return enc_value(&frame, val_local(var->value));
}

static void target_block(Walk *walk, uint32_t node, TsBlock *block) {
  Enc *enc = walk->enc;
  const TsLocation *loc = ts_location(enc->ts, (TsLoc){enc->loc_of[node]});
  Frame frame = frame_at(walk, 0);
  block->visited = enc_fresh(&frame, "to", enc->loc_of[node], sort_bool());
  block->constraint = term_true();
  block->block = node;
  collect_steps(walk, node, block, loc->n_vars);
  Join join = {walk, block, node};
  for (uint32_t i = 0; i < block->n_steps; i++)
    for (uint32_t k = 0; k < loc->n_vars; k++)
      push_assign(&join, i,
                  (TsAssign){loc->vars[k].next,
                             target_value(walk, node, block->steps[i].from,
                                          &loc->vars[k])});
}

/* Which places can reach the target, by its steps. */
static uint32_t mark_places(const Walk *walk, const TsBlock *target,
                            uint32_t *index) {
  uint8_t *in = ARENA_ARRAY((Arena *)&walk->scratch, uint8_t, walk->order.n);
  for (uint32_t i = 0; i < target->n_steps; i++) in[target->steps[i].from] = 1;
  for (uint32_t place = walk->order.n; place-- > 0;) {
    if (!in[place]) continue;
    const TsBlock *block = &walk->blocks[place];
    for (uint32_t i = 0; i < block->n_steps; i++) in[block->steps[i].from] = 1;
  }
  uint32_t n = 0;
  for (uint32_t place = 0; place < walk->order.n; place++)
    index[place] = in[place] ? n++ : UINT32_MAX;
  assert(index[0] == 0); /* every edge starts at the source */
  return n;
}

/* A copy whose steps count blocks of the edge, not places of the region. */
static TsBlock renumber(Walk *walk, const TsBlock *block,
                        const uint32_t *index) {
  TsBlock copy = *block;
  copy.steps = ARENA_ARRAY(&walk->enc->ts->arena, TsStep, block->n_steps);
  for (uint32_t i = 0; i < block->n_steps; i++) {
    copy.steps[i] = block->steps[i];
    copy.steps[i].from = index[block->steps[i].from];
  }
  return copy;
}

static void edge_to(Walk *walk, uint32_t node) {
  Enc *enc = walk->enc;
  ArenaMark mark = arena_mark(&walk->scratch);
  TsBlock target = {0};
  target_block(walk, node, &target);
  uint32_t *index = ARENA_ARRAY(&walk->scratch, uint32_t, walk->order.n);
  uint32_t n = mark_places(walk, &target, index);
  TsBlock *blocks = ARENA_ARRAY(&enc->ts->arena, TsBlock, n + 1);
  for (uint32_t place = 0; place < walk->order.n; place++)
    if (index[place] != UINT32_MAX)
      blocks[index[place]] = renumber(walk, &walk->blocks[place], index);
  blocks[n] = renumber(walk, &target, index);
  ts_add_edge(enc->ts, (TsLoc){enc->loc_of[walk->source]},
              (TsLoc){enc->loc_of[node]}, blocks, n + 1);
  arena_release(&walk->scratch, mark);
}

static void walk_init(Walk *walk, Enc *enc, uint32_t source) {
  *walk = (Walk){.enc = enc, .source = source, .n_slots = enc->slots.n};
  arena_init(&walk->scratch, enc->mem);
  map_init(&walk->place, enc->mem);
  map_init(&walk->into, enc->mem);
  map_init(&walk->values, enc->mem);
  map_init(&walk->source_vars, enc->mem);
  map_init(&walk->carried, enc->mem);
  map_init(&walk->followed, enc->mem);
}

static void walk_done(Walk *walk) {
  Mem *mem = walk->enc->mem;
  VEC_DONE(mem, &walk->order);
  VEC_DONE(mem, &walk->ways);
  VEC_DONE(mem, &walk->targets);
  map_done(&walk->place);
  map_done(&walk->into);
  map_done(&walk->values);
  map_done(&walk->source_vars);
  map_done(&walk->carried);
  map_done(&walk->followed);
  arena_done(&walk->scratch);
}

void enc_edges_from(Enc *enc, uint32_t source) {
  Walk walk;
  require(source < enc->f->blocks.n && enc->kept[source]);
  walk_init(&walk, enc, source);
  find_region(&walk);
  find_carried(&walk);
  walk.blocks = ARENA_ARRAY(&walk.scratch, TsBlock, walk.order.n);
  walk.slots_out = ARENA_ARRAY(&walk.scratch, Term *, walk.order.n);
  for (uint32_t place = 0; place < walk.order.n; place++)
    encode_block(&walk, place);
  Map met;
  map_init(&met, enc->mem);
  for (uint32_t i = 0; i < walk.ways.n; i++) {
    uint32_t to = walk.ways.at[i].to;
    if (is_inside(enc, to) || map_find(&met, to)) continue;
    map_put(&met, to, 1);
    VEC_PUSH(enc->mem, &walk.targets, to);
  }
  map_done(&met);
  for (uint32_t i = 0; i < walk.targets.n; i++)
    edge_to(&walk, walk.targets.at[i]);
  walk_done(&walk);
}
