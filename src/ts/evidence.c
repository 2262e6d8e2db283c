/* SPDX-License-Identifier: MIT
 *
 * Reading a trace off a model, and small helpers for proofs. */
#include "ts/evidence.h"

enum { MOST_BYTES = 1 << 16 }; /* of one piece of fresh memory */

void ts_trace_init(TsTrace *trace, Mem *mem) {
  *trace = (TsTrace){0};
  arena_init(&trace->arena, mem);
}

void ts_trace_done(TsTrace *trace) {
  VEC_DONE(trace->arena.mem, &trace->steps);
  VEC_DONE(trace->arena.mem, &trace->answers);
  arena_done(&trace->arena);
}

static const BvWord *keep_words(TsTrace *trace, const TermValue *value,
                                uint32_t bits) {
  assert(bits >= 1);
  BvWord *words = ARENA_ARRAY(&trace->arena, BvWord, BV_WORDS(bits));
  memcpy(words, term_value_words(value), sizeof *words * BV_WORDS(bits));
  return words;
}

static uint32_t value_bits(Sort sort) {
  return sort_kind(sort) == SORT_FLOAT ? sort_float_width(sort)
                                       : sort_width(sort);
}

/* Put the cell at `offset` of array `which` into the bytes. */
static void read_cell(const TsInput *input, uint32_t which, TermValue array,
                      uint64_t address, uint64_t offset, const TsModel *model,
                      uint32_t pointer_bits, uint8_t *bytes) {
  assert(which < input->n_arrays);
  TermValue index = term_value_u64(model->eval, address + offset, pointer_bits);
  TermValue cell = term_value_select(model->eval, array, index);
  const BvWord *words = term_value_words(&cell);
  for (uint32_t i = 0; i < input->cells[which]; i++)
    bytes[offset + i] |= (uint8_t)(words[i / 8] >> (i % 8 * 8));
}

/* Without a known layout every array contributes what is not zero. */
static void read_memory(const TsInput *input, const TsModel *model,
                        uint64_t address, uint32_t pointer_bits, uint8_t *bytes,
                        uint64_t n) {
  for (uint32_t which = 0; which < input->n_arrays; which++) {
    TermValue array = model->value(model->context, input->arrays[which]);
    uint32_t cell = input->cells[which];
    assert(cell > 0);
    for (uint64_t at = 0; at + cell <= n; at += input->owner ? 1 : cell)
      if (!input->owner || input->owner[at] == which + 1)
        read_cell(input, which, array, address, at, model, pointer_bits, bytes);
  }
}

/* Bytes that are in some array: 1. */
static const uint8_t *owned_bytes(TsTrace *trace, const TsInput *input,
                                  uint64_t n) {
  uint8_t *known = ARENA_ARRAY(&trace->arena, uint8_t, n);
  for (uint64_t at = 0; at < n; at++) {
    if (!input->owner[at]) continue;
    uint32_t cell = input->cells[input->owner[at] - 1];
    assert(input->owner[at] <= input->n_arrays);
    for (uint64_t i = at; i < n && i < at + cell; i++) known[i] = 1;
  }
  return known;
}

static void answer(TsTrace *trace, const TsInput *input, const TsModel *model) {
  TermValue value = model->value(model->context, input->value);
  uint32_t bits = value_bits(value.sort);
  TsAnswer got = {.kind = input->kind,
                  .inst = input->inst,
                  .site = input->site,
                  .context = input->context,
                  .bits = bits,
                  .words = keep_words(trace, &value, bits)};
  if (input->kind == TS_INPUT_LOAD) {
    TermValue address = model->value(model->context, input->address);
    assert(sort_kind(address.sort) == SORT_BV);
    got.address = term_value_words(&address)[0];
  }
  if (input->kind == TS_INPUT_MEMORY && input->size.id) {
    TermValue size = model->value(model->context, input->size);
    uint64_t n = term_value_words(&size)[0];
    got.n_bytes = n < MOST_BYTES ? n : MOST_BYTES;
    uint8_t *bytes = ARENA_ARRAY(&trace->arena, uint8_t, got.n_bytes);
    read_memory(input, model, got.words[0], bits, bytes, got.n_bytes);
    got.bytes = bytes;
    if (input->owner) got.known = owned_bytes(trace, input, got.n_bytes);
  }
  VEC_PUSH(trace->arena.mem, &trace->answers, got);
}

static bool model_holds(void *context, Term term) {
  const TsModel *model = context;
  return model->value(model->context, term).bits != 0;
}

bool ts_model_path(const Ts *ts, TsEdgeId edge, const TsModel *model,
                   TsPath *path) {
  return ts_path(ts, edge, model_holds, (void *)model, path);
}

bool ts_trace_add(TsTrace *trace, const Ts *ts, TsEdgeId id,
                  const TsModel *model) {
  TsPath path = {0};
  bool found = ts_model_path(ts, id, model, &path);
  if (found) {
    const TsEdge *edge = ts_edge(ts, id);
    uint32_t n = path.blocks.n - 1; /* the last one is the target's marker */
    assert(path.blocks.at[0] == 0 && path.blocks.at[n] == edge->n_blocks - 1);
    uint32_t *blocks = ARENA_ARRAY(&trace->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
      const TsBlock *block = &edge->blocks[path.blocks.at[i]];
      blocks[i] = block->block;
      for (uint32_t k = 0; k < block->n_inputs; k++)
        answer(trace, &block->inputs[k], model);
    }
    VEC_PUSH(trace->arena.mem, &trace->steps, ((TsTraceStep){id, blocks, n}));
  }
  ts_path_done(ts, &path);
  return found;
}

Term ts_proof_invariant(const TsProof *proof, TsLoc loc) {
  return loc.id < proof->invariants.n ? proof->invariants.at[loc.id]
                                      : term_true();
}

void ts_proof_print(Text *out, const Ts *ts, const TsProof *proof) {
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    Term invariant = ts_proof_invariant(proof, (TsLoc){l});
    if (term_is_true(invariant)) continue;
    text_printf(out, "%s: ", ts->locations.at[l].name);
    term_print_infix(out, ts->store, invariant, 2000);
    text_char(out, '\n');
  }
}
