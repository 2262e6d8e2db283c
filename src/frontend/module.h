/* SPDX-License-Identifier: MIT
 *
 * Small questions about LLVM modules, for those who work on them. */
#ifndef FRONTEND_MODULE_H
#define FRONTEND_MODULE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Is the function a library model's?  It is from now on. */
bool fe_is_model(LLVMValueRef function);
void fe_mark_model(LLVMValueRef function);
/* Is it the model of realloc?  What it allocates has the contents, perhaps the
 * address of the object it frees. */
bool fe_is_realloc(LLVMValueRef function);
/* What an alias stands for, as far as it is plain. */
LLVMValueRef fe_strip_alias(LLVMValueRef value);

#endif
