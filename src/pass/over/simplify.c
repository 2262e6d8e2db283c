/* SPDX-License-Identifier: MIT
 *
 * The passes of this room together, with what pays before and after each. */
#include "pass/over/over.h"

#include "pass/over/cells_int.h"
#include "pass/pass.h"

bool pass_can_simplify(const Program *p) {
  for (uint32_t r = 1; r < p->regions.n; r++)
    if (p->regions.at[r].kind == REGION_CELLS) return true;
  return parameters_occur(p);
}

/* Where loops without a part in the error are gone. */
static uint32_t jump(Program *p) {
  pass_ends(p);
  pass_clean(p);
  pass_slice_over(p);
  pass_clean(p);
  return pass_jump(p);
}

Simplified pass_simplify(Program *p, Simplify how) {
  Simplified done = {0};
  CellsChosen chosen;
  pass_memory(p);
  pass_loads(p);
  pass_clean(p);
  done.rooms = pass_rooms(p);
  if (pass_walks(p)) pass_clean(p);
  if (how.objects) done.fields = pass_heap(p, how.objects, how.once);
  if (done.fields) pass_memory(p);
  done.arrays = pass_cells(p, how.watch, &chosen);
  if (done.arrays) {
    pass_memory(p);
    pass_loads(p);
  }
  pass_clean(p);
  if (how.loops != LOOPS_WHOLE) done.splits = pass_split(p, &chosen);
  if (how.loops == LOOPS_JUMPED)
    done.jumps = jump(p);
  else
    done.bounds = pass_parameters(p);
  pass_clean(p);
  pass_slice(p);
  pass_clean(p);
  pass_check_valid(p, "simplify", PASS_CHECK_NONE);
  return done;
}
