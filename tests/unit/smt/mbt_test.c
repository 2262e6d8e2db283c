/* SPDX-License-Identifier: MIT
 *
 * A few seconds of the model-based tester; and a test of the tester: a
 * back end that lies must be caught, and the trace shrunk to the lie. */
#include "unit/smt/mbt.h"
#include "unit/unit.h"

TEST(smt_mbt_random_traces) {
  CHECK_INT(trace_try(&smt_trace, 40, 6), 0);
}

TEST(smt_mbt_catches_a_lie) {
  Mem mem;
  mem_init(&mem, 0);
  Trace trace;
  CHECK(trace_parse(&trace, &smt_trace, &mem,
                    "smt-trace 4 0\nadd 11 1 0\nact 0 0 0\nunder 5 2 0\n"
                    "check 20 2 1\nlie 0 0 0\nadd 14 1 0\nmin 0 0 0\n"
                    "check 30 1 0\nadd 16 2 0\n"));
  CHECK_INT(trace.steps.n, 9);
  CHECK(!trace_run(&trace, TRACE_QUIET));
  trace_shrink(&trace);
  Text text;
  text_init(&text, &mem);
  trace_print(&text, &trace);
  CHECK_TEXT(text_get(&text), "smt-trace 4 0\nlie 0 0 0\ncheck 30 1 0\n");
  text_done(&text);
  trace_done(&trace, &mem);
  mem_done(&mem);
}

/* Traces that once failed. */
TEST(smt_mbt_old_failures) {
  static const char *const traces[] = {
      /* a list moved while its element was being looked up */
      "smt-trace 8 2\nticks 799628 1 26\n",
      /* Z3 lost a formula when a check was cut off (RLIMIT_PER_TICK 300) */
      "smt-trace 64 0\nact 305255 1 52\nunder 799356 1 25\n"
      "check 283699 1 31\nticks 769993 3 37\ncheck 16108 3 11\n",
  };
  Mem mem;
  mem_init(&mem, 0);
  for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
    Trace trace;
    CHECK(trace_parse(&trace, &smt_trace, &mem, traces[i]));
    CHECK(trace_run(&trace, TRACE_LOUD));
    trace_done(&trace, &mem);
  }
  mem_done(&mem);
}
