/* SPDX-License-Identifier: MIT
 *
 * Files that stay behind a verdict: --harness and --witness. */
#ifndef MAIN_KEEP_H
#define MAIN_KEEP_H

#include "main/judge.h"

/* How programs under check are compiled to run. */
FeCompile keep_native_setup(Run *run);
/* --harness: the files of a confirmed replay stay, and the story says how to
 * use them. */
void keep_harness(Judge *judge, Run *run);
/* --witness, for a verdict other than unknown. */
void keep_witness(Run *run, const EvVerdict *verdict);

#endif
