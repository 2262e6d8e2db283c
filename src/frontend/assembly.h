/* SPDX-License-Identifier: MIT
 *
 * Inline assembly: its operands, and whether it asks the environment. */
#ifndef FRONTEND_ASSEMBLY_H
#define FRONTEND_ASSEMBLY_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

enum { ASM_MOST_OPERANDS = 64 };

typedef struct AsmOperand {
  enum { ASM_OUT, ASM_OUT_MEMORY, ASM_IN, ASM_IN_MEMORY } kind;
  int tied;             /* ASM_IN: number of the output it shares, or -1 */
  bool may_be_register; /* outputs: "=rm" */
  uint32_t argument;    /* not ASM_OUT: argument of the call */
  uint32_t result;      /* ASM_OUT: field of the result */
} AsmOperand;

/* The operands in the order in which the text numbers them. */
typedef struct AsmShape {
  AsmOperand operands[ASM_MOST_OPERANDS];
  uint32_t n, n_results, n_arguments;
  bool clobbers_memory;
  bool understood;
} AsmShape;

AsmShape fe_asm_shape(LLVMValueRef call);
/* Is the call inline assembly that only asks the environment or tells it
 * something? */
bool fe_asm_is_outside(LLVMValueRef call);

#endif
