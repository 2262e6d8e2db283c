/* SPDX-License-Identifier: MIT
 *
 * The structural engine as the scan's. */
#include "scan/checker.h"

static void prepare(Program *program, const ScanSettings *settings) {
  require(settings->checks >> SCAN_CHECK_COUNT == 0);
  uint32_t kinds = 0;
  unsigned objects = 0;
  for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++) {
    if (!(settings->checks >> i & 1)) continue;
    objects |= scan_check_objects((ScanCheck)i);
    kinds |= scan_check_kinds((ScanCheck)i);
  }
  kinds &= ~(1u << PROPERTY_VALID_DEREF | 1u << PROPERTY_VALID_FREE |
             1u << PROPERTY_VALID_MEMTRACK | 1u << PROPERTY_VALID_INIT |
             1u << PROPERTY_NO_OVERFLOW);
  PassResult result = sites_prepare(program, kinds, objects);
  require(result.status == PASS_OK);
}

static void *open_sites(Program *program, const ScanSettings *settings,
                        Mem *mem) {
  require(settings->budget > 0);
  SiteOptions options = SITE_DEFAULTS;
  options.params = settings->params;
  options.memory = settings->memory;
  options.expansion = settings->expansion;
  options.smt = settings->smt;
  options.work = (uint64_t)(settings->budget * SITE_WORK_A_SECOND);
  options.unroll = settings->unroll;
  options.api = settings->api;
  return sites_new(mem, program, &options);
}

static void begin(void *state) {
  sites_unroll(state);
}

static void close_sites(void *state) {
  sites_free(state);
}

static const Effects *effects(void *state) {
  return sites_effects(state);
}

static uint64_t global_facts(void *state, GlobalId global) {
  return sites_global_facts(state, global);
}

static uint64_t type_facts(void *state, TypeId type) {
  return sites_struct_facts(state, type);
}

static uint64_t member_facts(void *state, TypeId type, uint64_t index) {
  return sites_member_facts(state, type, index);
}

static uint64_t function_facts(void *state, FuncId func, SiteSide side) {
  return sites_function_facts(state, func, side);
}

static SitePointer pointer(void *state, FuncId func, uint32_t inst,
                           uint32_t operand) {
  return sites_pointer(state, func, inst, operand);
}

static bool freed(void *state, FuncId func, uint32_t index, SitePointer *out) {
  return sites_freed(state, func, index, out);
}

static bool inside(void *state, uint32_t whole, uint32_t part) {
  return sites_inside(state, whole, part);
}

static uint32_t count(void *state, FuncId func) {
  return sites_count(state, func);
}

static void check(void *state, FuncId func, uint32_t first, SiteSink *sink,
                  void *context) {
  sites_check(state, func, first, NULL, sink, context);
}

static const SiteUse *uses(void *state, uint32_t *n) {
  return sites_uses(state, n);
}

static const ScanEngine engine = {.name = "structural",
                                  .prepare = prepare,
                                  .open = open_sites,
                                  .begin = begin,
                                  .close = close_sites,
                                  .effects = effects,
                                  .global = global_facts,
                                  .type = type_facts,
                                  .member = member_facts,
                                  .function = function_facts,
                                  .pointer = pointer,
                                  .freed = freed,
                                  .inside = inside,
                                  .count = count,
                                  .check = check,
                                  .uses = uses};

const ScanEngine *scan_structural(void) {
  return &engine;
}
