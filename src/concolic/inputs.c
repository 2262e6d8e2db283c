/* SPDX-License-Identifier: MIT
 *
 * Inputs and their names, which are the same in all runs.
 *
 * A pointer that the environment makes leads by default to memory of its own:
 * the n-th such input to the n-th window of 64 KB in the room that no object
 * of a run has, to the middle of it, for drivers go from a member to the struct
 * around it.  Otherwise it is NULL or an error code of the last page: what else
 * it may be is left out. */
#include "concolic/concolic_int.h"

enum {
  WINDOW_BITS = 16,
  N_WINDOWS = 4000, /* of pointers; behind them those of numbers */
  N_NUMBERED = 90,
  ERRORS = 4095,
  PAGE = 4096
};

void inputs_init(Inputs *inputs, Mem *mem, TermStore *store,
                 const Program *program) {
  *inputs = (Inputs){.mem = mem, .store = store, .program = program};
  map_init(&inputs->index, mem);
  map_init(&inputs->by_var, mem);
}

void inputs_done(Inputs *inputs) {
  VEC_DONE(inputs->mem, &inputs->list);
  map_done(&inputs->index);
  map_done(&inputs->by_var);
}

static uint64_t name_of(const Input *input) {
  uint64_t hash = hash_mix((uint64_t)input->place << 8 | input->bits,
                           (uint64_t)input->site << 32 | input->occurrence);
  return hash_mix(hash_mix(hash, input->chain), input->at);
}

uint32_t inputs_get(Inputs *inputs, Input named) {
  require(named.bits >= 1 && named.bits <= 64);
  uint64_t name = name_of(&named);
  const uint64_t *known = map_find(&inputs->index, name);
  if (known) return (uint32_t)*known;
  uint32_t number = inputs->list.n;
  named.var = term_fresh(inputs->store, "in", sort_bv(named.bits));
  map_put(&inputs->index, name, number);
  map_put(&inputs->by_var, named.var.id, number);
  VEC_PUSH(inputs->mem, &inputs->list, named);
  return number;
}

static bool is_address(const Inputs *inputs, const Input *input) {
  return input->is_pointer && input->bits == inputs->program->pointer_bits;
}

static uint64_t window(const Inputs *inputs, uint32_t number) {
  assert(number < N_WINDOWS + N_NUMBERED);
  return interp_free_room(inputs->program) + ((uint64_t)number << WINDOW_BITS) +
         ((uint64_t)1 << (WINDOW_BITS - 1));
}

uint64_t inputs_default(const Inputs *inputs, uint32_t input) {
  assert(input < inputs->list.n);
  if (!is_address(inputs, &inputs->list.at[input])) return 0;
  return window(inputs, input % N_WINDOWS);
}

/* A number that is taken for a pointer gets a window, too. */
Term inputs_leads_somewhere(Inputs *inputs, Term address) {
  TermStore *store = inputs->store;
  uint32_t bits = inputs->program->pointer_bits;
  require(term_width(store, address) == bits);
  TermList vars = {0};
  bool is_pointer = false;
  uint32_t input = 0;
  term_vars(store, address, &vars);
  for (uint32_t i = 0; i < vars.n; i++) {
    input = (uint32_t)map_get(&inputs->by_var, vars.at[i].id, 0);
    is_pointer |= is_address(inputs, &inputs->list.at[input]);
  }
  VEC_DONE(term_store_mem(store), &vars);
  if (is_pointer) return term_ule(store, term_u64(store, PAGE, bits), address);
  uint64_t own = window(inputs, N_WINDOWS + input % N_NUMBERED);
  return term_eq(store, address, term_u64(store, own, bits));
}

Term inputs_domain(const Inputs *inputs, uint32_t input) {
  const Input *in = &inputs->list.at[input];
  TermStore *store = inputs->store;
  if (!is_address(inputs, in)) return term_true();
  Term own = term_u64(store, inputs_default(inputs, input), in->bits);
  Term null = term_u64(store, 0, in->bits);
  Term first = term_i64(store, -(int64_t)ERRORS, in->bits);
  return term_or(store,
                 term_or(store, term_eq(store, in->var, null),
                         term_eq(store, in->var, own)),
                 term_ule(store, first, in->var));
}

bool inputs_is_room(const Inputs *inputs, uint64_t address) {
  uint64_t size = (uint64_t)(N_WINDOWS + N_NUMBERED) << WINDOW_BITS;
  return address - interp_free_room(inputs->program) < size;
}
