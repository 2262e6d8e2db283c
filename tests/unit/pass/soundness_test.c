/* SPDX-License-Identifier: MIT
 *
 * Points-to and regions against executions: random programs that pass pointers
 * through memory, integers, bytes and copies run in the interpreter; every
 * access must hit an object that points-to names, and a byte that is loaded or
 * stored must never be touched through two regions.  The same programs end
 * alike after pass_memory.
 */
#include "unit/pass/random_memory.h"

static uint64_t run_plain(Bench *b) {
  Interp *run = interp_new(&b->mem, b->p, (InterpOptions){.max_steps = 100000});
  InterpResult result = interp_run(run, interp_zeros());
  uint64_t value = result.end == INTERP_RETURNED ? result.value[0] : 98;
  interp_free(run);
  return value;
}

TEST(program_points_soundness) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  uint32_t accesses = 0;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    MemoryWatch w = {0};
    random_memory_text(&text, seed);
    bench_init(&w.bench, text_get(&text));
    CHECK_VALID(&w.bench);
    w.points = prog_points_new(w.bench.p);
    prog_points_validate(w.points);
    Regions *regions = prog_regions_new(w.bench.p, w.points);
    prog_regions_store(regions, w.bench.p);
    prog_regions_validate(regions);
    uint32_t n = prog_func(w.bench.p, w.bench.p->entry)->insts.n;
    w.values = MEM_ARRAY(&w.bench.mem, uint64_t, n);
    memory_watch_objects(&w);
    uint64_t before = memory_watch_run(&w);
    CHECK_INT(memory_watch_run(&w), before); /* copies against all accesses */
    accesses += w.n_accesses;
    CHECK_INT(w.n_missed, 0);
    MEM_FREE_ARRAY(&w.bench.mem, w.values, n);
    prog_regions_free(regions);
    prog_points_free(w.points);
    pass_memory(w.bench.p);
    CHECK_VALID(&w.bench);
    CHECK_INT(run_plain(&w.bench), before);
    bench_done(&w.bench);
  }
  CHECK(accesses > 10000);
  text_done(&text);
  mem_done(&mem);
}
