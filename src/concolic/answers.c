/* SPDX-License-Identifier: MIT
 *
 * What a run gets when it asks: the value that this run has for the input, or
 * the one by default.  Memory is made up when it is looked at first.  A run
 * that does nothing new for long, or that met no object, gets nothing more, and
 * ends. */
#include "concolic/concolic_int.h"

enum {
  MOST_STALE = 200, /* choices without any that is new */
  MOST_FILLED = 4096,
  MOST_HAVOC = 256
};

static uint64_t give(Shadow *s, uint32_t input) {
  assert(input < s->inputs->list.n);
  const uint64_t *other = map_find(&s->overrides, input);
  uint64_t value = other ? *other : inputs_default(s->inputs, input);
  if (!map_find(&s->given_index, input)) {
    map_put(&s->given_index, input, s->given.n);
    VEC_PUSH(s->mem, &s->given, ((Given){input, value}));
  }
  return value;
}

static uint32_t count_up(Shadow *s, const InterpPlace *place) {
  assert(place->site || place->inst);
  uint64_t key = hash_mix(place->site, place->chain);
  uint64_t nth = map_get(&s->counts, key, 0);
  map_put(&s->counts, key, nth + 1);
  return (uint32_t)nth;
}

static bool is_pointer(const Shadow *s, const Inst *inst) {
  return prog_type(s->program, inst->type)->kind == TYPE_PTR;
}

static bool give_next(void *context, const InterpPlace *place, uint32_t bits,
                      BvWord *value) {
  Shadow *s = context;
  memset(value, 0, BV_WORDS(bits) * sizeof *value);
  if (s->left || s->choices.n >= SHADOW_MOST_CHOICES || s->stale >= MOST_STALE)
    return false;
  uint32_t nth = count_up(s, place);
  if (bits > 64 || !place->site || !place->inst ||
      shadow_is_float(s, place->inst))
    return true;
  uint32_t input =
      inputs_get(s->inputs, (Input){.place = PLACE_VALUE,
                                    .site = place->site,
                                    .occurrence = nth,
                                    .chain = place->chain,
                                    .bits = bits,
                                    .is_pointer = is_pointer(s, place->inst)});
  value[0] = give(s, input);
  s->pending = s->inputs->list.at[input].var;
  s->asked = place->inst;
  return true;
}

/* Bytes of an object in words of 8. */
static void havoc(Shadow *s, const InterpPlace *place, uint32_t nth,
                  uint8_t *bytes, uint64_t n) {
  uint64_t to = interp_value(s->run, place->depth, place->inst->ops[0])[0];
  for (uint64_t at = 0; at + 8 <= n && n <= MOST_HAVOC; at += 8) {
    uint32_t input = inputs_get(s->inputs, (Input){.place = PLACE_OBJECT,
                                                   .site = place->site,
                                                   .occurrence = nth,
                                                   .chain = place->chain,
                                                   .at = at,
                                                   .bits = 64});
    uint64_t value = give(s, input);
    memcpy(bytes + at, &value, 8);
    shadow_set_bytes(s, to + at, s->inputs->list.at[input].var, 8);
  }
}

static void give_bytes(void *context, const InterpPlace *place, uint8_t *bytes,
                       uint64_t n) {
  Shadow *s = context;
  if (n) memset(bytes, 0, n);
  if (place->site) {
    uint32_t nth = count_up(s, place);
    if (place->inst && place->inst->op == OP_HAVOC && !s->left) {
      shadow_set_bytes(
          s, interp_value(s->run, place->depth, place->inst->ops[0])[0],
          TERM_NONE, n < MOST_FILLED ? n : MOST_FILLED);
      havoc(s, place, nth, bytes, n);
    }
    RunObject made = {.address = place->address,
                      .size = n,
                      .chain = place->chain,
                      .site = place->site,
                      .occurrence = nth};
    if (place->address) VEC_PUSH(s->mem, &s->objects, made);
  } else if (!place->inst) {
    RunObject made = {
        .address = place->address, .size = n, .chain = place->chain};
    VEC_PUSH(s->mem, &s->objects, made);
  } else if (!inputs_is_room(s->inputs, place->chain)) {
    if (!s->left) shadow_lead(s, place);
    s->left = true;
    interp_stop(s->run);
  }
}

InterpInputs shadow_inputs(Shadow *s) {
  return (InterpInputs){s, give_next, give_bytes};
}

static const RunObject *object_at(const Shadow *s, uint64_t address,
                                  uint64_t n) {
  for (uint32_t i = s->objects.n; i > 0; i--) {
    const RunObject *o = &s->objects.at[i - 1];
    if (address - o->address < o->size && n <= o->size - (address - o->address))
      return o;
  }
  return NULL;
}

void shadow_first(void *context, const InterpPlace *place, uint64_t address,
                  uint8_t *bytes, uint64_t n) {
  Shadow *s = context;
  assert(place->inst && place->inst->op == OP_LOAD);
  const RunObject *o = object_at(s, address, n);
  bool is_private = !o && inputs_is_room(s->inputs, address);
  shadow_set_bytes(s, address, TERM_NONE, n);
  if (n > 8 || (!o && !is_private) || shadow_is_float(s, place->inst)) return;
  Input named = {.place = !o        ? PLACE_PRIVATE
                          : o->site ? PLACE_OBJECT
                                    : PLACE_EXTERNAL,
                 .at = address - (o && o->site ? o->address : 0),
                 .bits = 8 * (uint32_t)n,
                 .is_pointer = is_pointer(s, place->inst)};
  if (o) {
    named.site = o->site;
    named.occurrence = o->occurrence;
    named.chain = o->chain;
  }
  uint32_t input = inputs_get(s->inputs, named);
  uint64_t value = give(s, input);
  memcpy(bytes, &value, n);
  shadow_set_bytes(s, address, s->inputs->list.at[input].var, n);
}
