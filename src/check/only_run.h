/* SPDX-License-Identifier: MIT
 *
 * The verdict on a program that has one run only, which ended without an
 * error. */
#ifndef CHECK_ONLY_RUN_H
#define CHECK_ONLY_RUN_H

#include "check/attempt.h"

/* `replay` says whether the compiled program agrees. */
EvVerdict only_run_judge(const EvReplay *replay, const Checker *checker,
                         const Task *task, const Snapshots *snapshots);

#endif
