/* SPDX-License-Identifier: MIT
 *
 * Private to the writer of replay bitcode. */
#ifndef REPLAY_BITCODE_BITCODE_INT_H
#define REPLAY_BITCODE_BITCODE_INT_H

#include "frontend/read/reader.h"
#include "replay/bitcode/bitcode.h"

typedef struct Writer {
  Reader *r;
  const FeReplay *replay;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTypeRef none, i32, i64, pointer;
  LLVMValueRef value, pointer_value, fill, fill_object, alloc, realloc, at,
      error, check, argument, enter, leave, returning, life, object, access,
      freeing;
} Writer;

/* Before the names of all functions that the module defines, in the end. */
#define RW_PRIVATE "cp."

/* A call of one of the harness functions at the builder's place. */
LLVMValueRef rw_call(Writer *w, LLVMValueRef function, LLVMValueRef *args,
                     unsigned n);

/* A value of the type, asked for in front of the instruction. */
LLVMValueRef rw_ask_before(Writer *w, LLVMValueRef i, LLVMTypeRef type,
                           uint32_t site);

/* assembly.c: is it inline assembly that asks the environment? */
bool rw_is_text(LLVMValueRef instruction);
/* Its results, which are at the reader's places from `first` on, one behind the
 * other, are asked for; how many there are. */
uint32_t rw_replace_text(Writer *w, uint32_t first);
/* Those without results go. */
void rw_drop_texts(Writer *w);

/* driver.c: adds FE_DRIVER.  False: `diag` says why. */
BASE_MUST_USE bool fe_add_driver(LLVMModuleRef module, const FeDriver *driver,
                                 FeDiag *diag);

/* guards.c: tests in front of the operations that may violate the
 * property.  Before inputs are steered: what steering adds needs no test. */
void rw_add_guards(Writer *w);
/* What address arithmetic started from. */
LLVMValueRef rw_pointer_root(LLVMValueRef pointer);

/* memory.c: locals are reported to the harness, and it is asked before
 * accesses.  Needs the debug information. */
void rw_add_memory_guards(Writer *w);

/* hooks.c: has the module something that runs unasked?  `diag` says what. */
BASE_MUST_USE bool rw_runs_by_itself(const Writer *w, FeDiag *diag);
/* Calls them at the builder's place, in their order. */
void rw_call_constructors(Writer *w);
/* From now on nothing runs before the start or after the end. */
void rw_drop_hooks(Writer *w);

/* names.c: once all definitions have names of their own, the C library's
 * functions in place of models. */
void rw_take_real_functions(Writer *w);

/* real.c: calls of FE_REAL become calls of the library's own functions. */
void rw_call_real(Writer *w);
/* How a variable that is only declared starts; NULL: it stays the library's
 * own, which a real function looks at. */
LLVMValueRef rw_start_value(Writer *w, LLVMValueRef variable);

/* strip_ub.c: strip the attributes that would let the optimiser change what
 * the code does. */
void rw_strip_ub(Writer *w);

/* tables.c: the addresses of what the Program knows by number, n of them. */
void rw_add_table(Writer *w, const char *name, const Map *ids, uint32_t n);
/* The program's short texts, from which inputs may be made; then NULL. */
void rw_add_texts(Writer *w);

#endif
