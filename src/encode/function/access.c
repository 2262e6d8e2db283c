/* SPDX-License-Identifier: MIT
 *
 * Symbolic execution of loads, stores, ranges and allocations. */
#include "encode/function/exec_int.h"
#include "analysis/lengths.h"

static EncField field_of(const Run *run, const Inst *access) {
  if (run->x->options.memory == ENC_MEMORY_ANY) return (EncField){{0}, 0};
  return (EncField){access->aux, (uint32_t)access->imm};
}

static RegionId region_of(const Run *run, uint32_t number) {
  return prog_region_of(run->x->facts->regions, run->func, number);
}

void exec_load(Run *run, uint32_t number) {
  EncExec *x = run->x;
  const Inst *inst = &run->f->insts.at[number];
  uint32_t bits = exec_type_bits(run, inst->type);
  Place place = {.address = exec_operand(run, inst->ops[0]),
                 .is_load = true,
                 .bytes = (uint32_t)prog_store_size(x->enc.program, inst->type),
                 .region = region_of(run, number),
                 .field = field_of(run, inst),
                 .is_pointer =
                     prog_type(x->enc.program, inst->type)->kind == TYPE_PTR};
  if (inst->flags & INST_VOLATILE) {
    exec_define(run, number, exec_leaf(run, ENC_LEAF_INPUT, number));
    return;
  }
  x->reader = inst->loc;
  Term cell = enc_read(x, run->version, place);
  exec_define(run, number, term_resize_unsigned(x->enc.store, cell, bits));
  enc_note_left(x, run->activation, number, run->version);
}

void exec_store(Run *run, uint32_t number) {
  EncExec *x = run->x;
  const Inst *inst = &run->f->insts.at[number];
  TypeId type = prog_val_type(x->enc.program, run->f, inst->ops[0]);
  uint32_t bytes = (uint32_t)prog_store_size(x->enc.program, type);
  Term value = term_resize_unsigned(x->enc.store,
                                    exec_operand(run, inst->ops[0]), 8 * bytes);
  run->version =
      enc_new_version(x, (Version){.kind = VERSION_WRITE,
                                   .below = run->version,
                                   .address = exec_operand(run, inst->ops[1]),
                                   .value = value,
                                   .bytes = bytes,
                                   .is_pointer = exec_is_pointer(run, type),
                                   .region = region_of(run, number),
                                   .field = field_of(run, inst),
                                   .loc = inst->loc});
}

void exec_change_range(Run *run, uint32_t number) {
  EncExec *x = run->x;
  const Inst *inst = &run->f->insts.at[number];
  Version change = {.kind = inst->op == OP_MEMCPY   ? VERSION_COPY
                            : inst->op == OP_MEMSET ? VERSION_FILL
                                                    : VERSION_LOSE,
                    .below = run->version,
                    .address = exec_operand(run, inst->ops[0]),
                    .bytes = -1,
                    .region = region_of(run, number),
                    .activation = run->activation,
                    .inst = number,
                    .loc = inst->loc,
                    .leaf = ENC_LEAF_INPUT};
  Val length = prog_length(inst);
  int64_t bytes;
  if (!val_is_none(length) &&
      term_const_i64(x->enc.store, exec_operand(run, length), &bytes) &&
      bytes >= 0 && bytes < INT32_MAX)
    change.bytes = bytes; /* perhaps a constant in this context only */
  if (change.bytes == 0) return;
  if (inst->op != OP_HAVOC) change.value = exec_operand(run, inst->ops[1]);
  run->version = enc_new_version(x, change);
}

static Term allocated_size(Run *run, const Inst *inst) {
  TermStore *store = run->x->enc.store;
  uint32_t width = run->x->enc.program->pointer_bits;
  Term count = term_u64(store, 1, width);
  if (inst->n_ops)
    count = term_resize_unsigned(store, exec_operand(run, inst->ops[0]), width);
  if (inst->op == OP_ALLOC) return count;
  return term_mul(store, term_i64(store, inst->imm, width), count);
}

void exec_allocate(Run *run, uint32_t number) {
  EncExec *x = run->x;
  const Inst *inst = &run->f->insts.at[number];
  EncLeaf made = {.activation = run->activation,
                  .inst = number,
                  .func = run->func,
                  .loc = inst->loc};
  Object object = {.born = run->version,
                   .is_session = true,
                   .is_private = !run->body->leaks[number],
                   .is_heap = inst->op == OP_ALLOC,
                   .size = allocated_size(run, inst),
                   .maker = run->activation};
  exec_define(run, number, enc_new_object(x, made, object));
}

/* A block that is given back by a step from what the program knows it by
 * (`free((char *)p - sizeof(struct head))`) is gone under that name, too. */
void exec_free(Run *run, uint32_t number) {
  EncExec *x = run->x;
  const Inst *inst = &run->f->insts.at[number];
  Version freed = {.kind = VERSION_WRITE,
                   .below = run->version,
                   .address = exec_operand(run, inst->ops[0]),
                   .value = term_u64(x->enc.store, 1, 8),
                   .bytes = 1,
                   .region = {ENC_GHOST},
                   .freed =
                       enc_kind_at(x->facts, run->func, inst->ops[0], number),
                   .loc = inst->loc};
  Term start = exec_starts_of(run, number, freed.address);
  run->version = enc_new_version(x, freed);
  if (term_same(start, freed.address) ||
      (term_is_var(x->enc.store, start) &&
       term_same(start, enc_base(x, freed.address).base)))
    return; /* what has this base is gone with it */
  freed.below = run->version;
  freed.address = start;
  run->version = enc_new_version(x, freed);
}
