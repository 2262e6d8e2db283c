/* SPDX-License-Identifier: MIT
 *
 * From a Program to a Ts: prune, choose locations, find their state, encode
 * what lies between.
 *
 * What cannot reach an error, or an unsupported construct, is pruned: paths
 * into it just end.  An instruction that ends the execution ends its block,
 * even in its middle.  A call that the passes left (recursion) is an
 * unsupported construct. */
#include "encode/encode_int.h"
#include "audit/audit.h"

const Inst *enc_block_end(const Enc *enc, uint32_t block, uint32_t *n_insts) {
  assert(block < enc->f->blocks.n);
  const Block *b = &enc->f->blocks.at[block];
  for (uint32_t i = 0; i < b->insts.n; i++) {
    const Inst *inst = &enc->f->insts.at[b->insts.at[i]];
    if (prog_op_has(inst->op, 'T') || inst->op == OP_CALL ||
        inst->op == OP_VA_AREA) {
      *n_insts = i;
      return inst;
    }
  }
  unreachable_case();
}

/* ---- the graph ---- */

static uint32_t sink_of(const Inst *end) {
  switch ((int)end->op) {
  case OP_ERROR: return SINK_ERROR;
  case OP_CALL:
  case OP_VA_AREA:
  case OP_UNSUPPORTED: return SINK_UNSUPPORTED;
  default: return SINK_EXIT;
  }
}

static bool is_branch(const Inst *end) {
  return end->op == OP_BR || end->op == OP_CONDBR || end->op == OP_SWITCH;
}

/* Backward from the sinks that matter, over reachable blocks. */
static void find_useful(Enc *enc) {
  uint32_t n = enc->f->blocks.n, n_insts;
  Vec(uint32_t) work = {0};
  for (uint32_t b = 0; b < n; b++) {
    if (!prog_cfg_reachable(enc->cfg, (BlockId){b})) continue;
    const Inst *end = enc_block_end(enc, b, &n_insts);
    if (is_branch(end)) continue;
    uint32_t sink = sink_of(end);
    if (sink == SINK_EXIT && enc->options.exits == ENC_DROP_EXITS) continue;
    enc->useful[n + sink] = enc->useful[b] = 1;
    VEC_PUSH(enc->mem, &work, b);
  }
  while (work.n) {
    uint32_t b = VEC_POP(&work);
    const uint32_t *preds = rows_get(&enc->cfg->preds, b);
    for (uint32_t i = 0; i < rows_size(&enc->cfg->preds, b); i++) {
      uint32_t p = preds[i];
      if (enc->useful[p] || !prog_cfg_reachable(enc->cfg, (BlockId){p}) ||
          !is_branch(enc_block_end(enc, p, &n_insts)))
        continue;
      enc->useful[p] = 1;
      VEC_PUSH(enc->mem, &work, p);
    }
  }
  VEC_DONE(enc->mem, &work);
  enc->useful[0] = 1;
}

static void make_graph(Enc *enc) {
  uint32_t n = enc->f->blocks.n, m = 0, n_insts;
  enc->n_targets = enc->cfg->succs.start[n] + n;
  enc->graph.n = enc->n_nodes;
  enc->graph.first = MEM_ARRAY(enc->mem, uint32_t, enc->n_nodes + 1);
  enc->graph.targets = MEM_ARRAY(enc->mem, uint32_t, enc->n_targets);
  for (uint32_t b = 0; b < enc->n_nodes; b++) {
    enc->graph.first[b] = m;
    if (b >= n || !enc->useful[b]) continue;
    const Inst *end = enc_block_end(enc, b, &n_insts);
    if (is_branch(end)) {
      const uint32_t *succs = rows_get(&enc->cfg->succs, b);
      for (uint32_t i = 0; i < rows_size(&enc->cfg->succs, b); i++)
        if (enc->useful[succs[i]]) enc->graph.targets[m++] = succs[i];
    } else if (enc->useful[n + sink_of(end)]) {
      enc->graph.targets[m++] = n + sink_of(end);
    }
  }
  require(m <= enc->n_targets);
  enc->graph.first[enc->n_nodes] = m;
}

/* ---- locations ---- */

static LocId block_position(const Enc *enc, uint32_t block) {
  const Block *b = &enc->f->blocks.at[block];
  if (b->loop.id) return b->loop;
  const Inst *first = enc_first_with_place(enc, block);
  return first ? first->loc : (LocId){0};
}

static void add_location(Enc *enc, uint32_t node) {
  static const char *const sinks[N_SINKS] = {"error", "unsupported", "exit"};
  static const TsKind kinds[N_SINKS] = {TS_ERROR, TS_UNSUPPORTED, TS_EXIT};
  uint32_t n = enc->f->blocks.n;
  TsLoc loc;
  if (node >= n) {
    loc = ts_add_location(enc->ts, kinds[node - n], sinks[node - n]);
  } else {
    Text name;
    text_init(&name, enc->mem);
    LocId at = block_position(enc, node);
    LocId loop = enc->f->blocks.at[node].loop;
    text_add(&name, node == 0 ? "entry" : loop.id ? "loop at " : "cut at ");
    if (node) prog_print_loc(&name, enc->program, at);
    if (node) text_printf(&name, " (block %u)", node);
    loc = ts_add_location(enc->ts, node == 0 ? TS_ENTRY : TS_CUT,
                          text_get(&name));
    enc->ts->locations.at[loc.id].position = at.id;
    enc->ts->locations.at[loc.id].loop = loop.id;
    text_done(&name);
  }
  enc->ts->locations.at[loc.id].block = node;
  enc->loc_of[node] = loc.id;
}

static void index_values(Enc *enc) {
  enc->def_block = MEM_ARRAY(enc->mem, uint32_t, enc->f->insts.n);
  enc->var_of = MEM_ARRAY(enc->mem, uint32_t, enc->f->insts.n);
  enc->settled = MEM_ARRAY(enc->mem, uint32_t, enc->f->insts.n);
  memset(enc->def_block, 0xFF, sizeof *enc->def_block * enc->f->insts.n);
  for (uint32_t b = 0; b < enc->f->blocks.n; b++)
    for (uint32_t i = 0; i < enc->f->blocks.at[b].insts.n; i++) {
      uint32_t number = enc->f->blocks.at[b].insts.at[i];
      const Inst *inst = &enc->f->insts.at[number];
      assert(enc->def_block[number] == UINT32_MAX); /* in one place only */
      enc->def_block[number] = b;
      if (inst->op == OP_DBG && val_is_local(inst->ops[0]) &&
          !enc->var_of[val_index(inst->ops[0])])
        enc->var_of[val_index(inst->ops[0])] = inst->var.id;
      if (inst->op == OP_DBG) enc_note_name(enc, b, number);
    }
}

static void copy_ledger(Enc *enc) {
  for (uint32_t i = 0; i < enc->program->ledger.n; i++) {
    const LedgerEntry *entry = &enc->program->ledger.at[i];
    ts_ledger(enc->ts, entry->direction, entry->loc, entry->reason);
  }
}

static void add_premises(Enc *enc) {
  const char *reasons[POINTS_MOST_PREMISES];
  uint32_t n = prog_points_premises(enc->program, reasons);
  for (uint32_t i = 0; i < n; i++)
    ts_ledger(enc->ts, LEDGER_MODEL, (LocId){0}, reasons[i]);
}

/* What points-to and regions say is checked like any other claim. */
static void look_at_memory(Enc *enc) {
  enc->points = prog_points_new(enc->program);
  enc->regions = prog_regions_new(enc->program, enc->points);
  Text why;
  text_init(&why, enc->mem);
  text_add(&why, "what pointers lead to is not certain: ");
  if (!audit_points(enc->points, &why) ||
      !audit_regions(enc->points, enc->regions, &why))
    ts_ledger(enc->ts, LEDGER_UNDER, (LocId){0}, text_get(&why));
  text_done(&why);
}

static void enc_init(Enc *enc) {
  Mem *mem = enc->mem;
  enc->n_nodes = enc->f->blocks.n + N_SINKS;
  enc->cfg = prog_cfg_new(mem, enc->f);
  enc->loops = prog_loops_new(enc->cfg);
  look_at_memory(enc);
  enc->useful = MEM_ARRAY(mem, uint8_t, enc->n_nodes);
  enc->kept = MEM_ARRAY(mem, uint8_t, enc->n_nodes);
  enc->loc_of = MEM_ARRAY(mem, uint32_t, enc->n_nodes);
  index_values(enc);
  find_useful(enc);
  make_graph(enc);
  enc_choose(&enc->graph, enc->options.blocks, mem, enc->kept);
  for (uint32_t node = 0; node < enc->n_nodes; node++)
    if (enc->kept[node] && enc->useful[node]) add_location(enc, node);
  enc->ts->entry = (TsLoc){enc->loc_of[0]};
  require(ts_location(enc->ts, enc->ts->entry)->kind == TS_ENTRY);
  enc_memory_init(enc);
  enc->open = MEM_ARRAY(mem, uint8_t, enc->f->insts.n);
  enc_look_for_addresses(enc);
}

static void enc_done(Enc *enc) {
  Mem *mem = enc->mem;
  enc_memory_done(enc);
  MEM_FREE_ARRAY(mem, enc->graph.first, enc->n_nodes + 1);
  MEM_FREE_ARRAY(mem, enc->graph.targets, enc->n_targets);
  MEM_FREE_ARRAY(mem, enc->useful, enc->n_nodes);
  MEM_FREE_ARRAY(mem, enc->kept, enc->n_nodes);
  MEM_FREE_ARRAY(mem, enc->loc_of, enc->n_nodes);
  MEM_FREE_ARRAY(mem, enc->def_block, enc->f->insts.n);
  MEM_FREE_ARRAY(mem, enc->var_of, enc->f->insts.n);
  MEM_FREE_ARRAY(mem, enc->settled, enc->f->insts.n);
  MEM_FREE_ARRAY(mem, enc->open, enc->f->insts.n);
  if (enc->ranges) prog_ranges_free(enc->ranges);
  prog_regions_free(enc->regions);
  prog_points_free(enc->points);
  prog_loops_free(enc->loops);
  prog_cfg_free(enc->cfg);
}

Ts *enc_program(Mem *mem, TermStore *store, const Program *program,
                const EncOptions *options) {
  require(program->entry.id);
  Enc enc = {.mem = mem,
             .store = store,
             .program = program,
             .func = program->entry,
             .address = enc_address,
             .options = *options};
  enc.f = prog_func(program, program->entry);
  require(enc.f->n_params == 0 && enc.f->blocks.n);
  enc.ts = ts_new(mem, store);
  copy_ledger(&enc);
  add_premises(&enc);
  enc_init(&enc);
  enc_state_vars(&enc);
  for (uint32_t node = 0; node < enc.f->blocks.n; node++)
    if (enc.kept[node] && enc.useful[node]) enc_edges_from(&enc, node);
  enc_done(&enc);
  return enc.ts;
}
