/* SPDX-License-Identifier: MIT
 *
 * dd_mbt [--seconds=N] [--seed=N] [--out=FILE] | --replay=FILE | --shrink=FILE
 *
 * The model-based tester of src/dd; see tests/unit/trace.h. */
#include "unit/dd/mbt.h"

int main(int argc, char **argv) {
  return trace_main(&dd_trace, argc, argv);
}
