/* SPDX-License-Identifier: MIT
 *
 * A few seconds of the model-based tester; and a test of the tester. */
#include "unit/dd/mbt.h"
#include "unit/unit.h"

TEST(dd_mbt_random_traces) {
  CHECK_INT(trace_try(&dd_trace, unit_rounds(600), 5), 0);
}

TEST(dd_mbt_catches_a_lie) {
  Mem mem;
  mem_init(&mem, 0);
  Trace trace;
  CHECK(trace_parse(&trace, &dd_trace, &mem,
                    "dd-trace 0 0\nlabel 3 0 0\nlabel 1 0 0\nor 0 1 0\n"
                    "lie 2 0 0\nsift 0 0 0\nnot 1 0 0\n"));
  CHECK(!trace_run(&trace, TRACE_QUIET));
  trace_shrink(&trace);
  Text text;
  text_init(&text, &mem);
  trace_print(&text, &trace);
  CHECK_TEXT(text_get(&text), "dd-trace 0 0\nlie 2 0 0\n");
  text_done(&text);
  trace_done(&trace, &mem);
  mem_done(&mem);
}
