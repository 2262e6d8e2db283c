/* SPDX-License-Identifier: MIT
 *
 * From Program to Ts: what C means as formulas, stated once. */
#ifndef ENCODE_ENCODE_H
#define ENCODE_ENCODE_H

#include "encode/summary.h"
#include "ir/program.h"
#include "ts/ts.h"

typedef enum EncExits {
  ENC_DROP_EXITS, /* what cannot reach an error is left out */
  ENC_KEEP_EXITS
} EncExits;

/* What happens when a run dereferences NULL (access.c). */
typedef enum EncNulls {
  ENC_NULL_GOES_ON, /* it goes on, as with any pointer to no known object */
  ENC_NULL_ENDS     /* it ends: for the search of counterexamples */
} EncNulls;

/* What is known of the program's looks at addresses, where these are fixed
 * (ENC_NULL_ENDS). */
typedef enum EncLooks {
  ENC_LOOKS_MATTER,
  ENC_LOOKS_HARMLESS /* its only run was watched: nothing depends on them, nor
                        on where dead objects were */
} EncLooks;

typedef struct EncOptions {
  EncBlocks blocks;
  EncExits exits;
  EncNulls nulls;
  EncLooks looks;
} EncOptions;

/* The transition system of the program's entry function.  The program is as
 * the passes left it; a call that is still there (recursion) leads to an
 * "unsupported" location.  Computes the regions of memory anew.
 * TsVar.value: the instruction of an SSA value; ENC_MEMORY + region, or
 * ENC_MEMORY for the heap's end. */
Ts *enc_program(Mem *mem, TermStore *store, const Program *program,
                const EncOptions *options);

#define ENC_MEMORY (1u << 31)

/* What computes the result of an operation on two numbers, NE that of EQ;
 * TERM_NO_KIND: it is no such operation. */
TermKind enc_binary_kind(Op op);

#endif
