/* SPDX-License-Identifier: MIT
 *
 * Random programs in our own form, for comparing a program before and after a
 * pass. */
#ifndef TESTS_RANDOM_PROGRAM_H
#define TESTS_RANDOM_PROGRAM_H

#include "ir/program.h"

/* A valid program that is a function of `seed`: branches, loops (a few of them
 * endless), switches, arrays, locals, direct, recursive and pointer calls,
 * inputs, divisions that may trap, assumptions, stops and errors.  No address
 * is observed, and every access is in bounds, so what it does depends on its
 * inputs alone; with an even seed, the fresh contents of locals are such
 * inputs. */
Program *random_program(Mem *mem, uint64_t seed);

#endif
