/* SPDX-License-Identifier: MIT
 *
 * Small questions about LLVM modules, for those who work on them. */
#ifndef FRONTEND_MODULE_H
#define FRONTEND_MODULE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* Is the function a library model's?  It is from now on. */
bool fe_is_model(LLVMValueRef function);
void fe_mark_model(LLVMValueRef function);
/* Is it the model of realloc?  What it allocates has the contents, perhaps the
 * address of the object it frees. */
bool fe_is_realloc(LLVMValueRef function);
/* What an alias stands for, as far as it is plain. */
LLVMValueRef fe_strip_alias(LLVMValueRef value);
bool fe_is_pointer(LLVMValueRef value);
/* Is it an address inside of what its first operand points to, as an
 * instruction or a constant? */
bool fe_is_gep(LLVMValueRef value);
/* The last step of a GEP into a struct: which field of which, or NULL. */
LLVMTypeRef fe_gep_field(LLVMValueRef gep, uint64_t *field);
/* Is the local or global only loaded and stored?  Then nobody has its address.
 */
bool fe_is_plain(LLVMValueRef variable);
/* A global has contents from the start.  Do they stay initialised?  In one that
 * is a pointer only pointers are stored, which were read before. */
bool fe_keeps_contents(LLVMValueRef global);
/* The module in a file, NULL if it is no bitcode, of which nothing is said. */
LLVMModuleRef fe_load_bitcode(LLVMContextRef context, const char *path);
/* The module's function of this name; declared with this type if there is
 * none. */
LLVMValueRef fe_function(LLVMModuleRef module, const char *name,
                         LLVMTypeRef type);
/* A call of a function of this name, without arguments, in front of the
 * instruction and at its position: a mark that the reader understands. */
void fe_mark_before(LLVMValueRef instruction, const char *name);
/* Constructor functions (GCC's attribute) run before main: each in turn, those
 * with a lower priority number first, in the order of the table among equals.
 */
void fe_each_constructor(LLVMModuleRef module,
                         void (*visit)(LLVMValueRef function, void *context),
                         void *context);
/* The constant text an operand points to, with its length; or NULL. */
const char *fe_constant_text(LLVMValueRef operand, size_t *n);
/* The scope around a lexical block, or NULL when it is none. */
LLVMMetadataRef fe_scope_around(LLVMContextRef context, LLVMMetadataRef scope);

/* What a failed check traps with: clang's numbers for signed operations that
 * overflow, these for the others (checks.h). */
enum { FE_BAD_DIVISOR = 103, FE_BAD_AMOUNT = 120 };

#endif
