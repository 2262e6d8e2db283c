/* SPDX-License-Identifier: MIT
 *
 * What can be asked of a run while it is on, and behind its end. */
#include "interp/interp_int.h"

uint32_t interp_depth(const Interp *run) {
  return run->stack.n ? run->stack.n - 1 : 0;
}

const Inst *interp_caller(const Interp *run, uint32_t depth) {
  require(depth >= 1 && depth < run->stack.n);
  return run->stack.at[depth].call->inst;
}

FuncId interp_function(const Interp *run, uint32_t depth) {
  require(depth < run->stack.n);
  return run->stack.at[depth].d->id;
}

uint64_t interp_global_address(const Interp *run, GlobalId global) {
  require(global.id && global.id < run->p->globals.n);
  return run->global_address[global.id];
}

uint64_t interp_func_address(const Interp *run, FuncId func) {
  require(func.id && func.id < run->p->funcs.n);
  return run->memory.func_base + 16 * (uint64_t)func.id;
}

const BvWord *interp_value(const Interp *run, uint32_t depth, Val value) {
  require(depth < run->stack.n && value.id && run->pool);
  if (val_is_const(value)) return run->pool + run->pool_at[val_index(value)];
  const Activation *at = &run->stack.at[depth];
  return run->words.at + at->base + at->d->slots[val_index(value)];
}

bool interp_read(Interp *run, uint64_t address, uint8_t *bytes, uint64_t n) {
  require(run->stack.n);
  return interp_load(run, NULL, address, bytes, n);
}
