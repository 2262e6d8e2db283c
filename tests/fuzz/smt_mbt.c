/* SPDX-License-Identifier: MIT
 *
 * smt_mbt [--seconds=N] [--seed=N] [--out=FILE] | --replay=FILE | --shrink=FILE
 *
 * The model-based tester of src/smt; see tests/unit/trace.h. */
#include "unit/smt/mbt.h"

int main(int argc, char **argv) {
  return trace_main(&smt_trace, argc, argv);
}
