/* SPDX-License-Identifier: MIT
 *
 * Which struct an access is written as, noted before files are linked: see
 * structs.c. */
#ifndef FRONTEND_STRUCTS_H
#define FRONTEND_STRUCTS_H

#include "ir/program.h"

#include <llvm-c/Core.h>

/* Before linking: notes which structs the module's accesses are of. */
void fe_note_structs(LLVMModuleRef module, Mem *mem);

/* What was noted of the instruction or variable; NULL: nothing. */
LLVMMetadataRef fe_struct_note(LLVMValueRef value);
/* A part of a note that is a note; NULL: it is none. */
LLVMMetadataRef fe_note_part(Mem *mem, LLVMContextRef context,
                             LLVMMetadataRef note, uint32_t index);
/* The name of the struct that a note describes, `*n` characters. */
const char *fe_note_name(Mem *mem, LLVMContextRef context, LLVMMetadataRef note,
                         uint32_t *n);

#endif
