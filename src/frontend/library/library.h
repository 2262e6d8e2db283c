/* SPDX-License-Identifier: MIT
 *
 * What is known of the C library's functions by their names. */
#ifndef FRONTEND_LIBRARY_LIBRARY_H
#define FRONTEND_LIBRARY_LIBRARY_H

#include "base/base.h"

#include <llvm-c/Core.h>

/* ---- library.c ---- */

typedef enum FeLibrary {
  FE_LIBRARY_UNKNOWN,  /* not the C library's, or any result is all it has */
  FE_LIBRARY_COMPUTED, /* its result follows from its arguments */
  FE_LIBRARY_POINTERS, /* more effect, by way of pointers */
  FE_LIBRARY_GLOBAL    /* more effect in any case */
} FeLibrary;

/* Is the name a word of the rows?  " one two ", " three ", NULL */
bool fe_is_listed(const char *const *rows, const char *name);
/* What a function of this name does beyond its result. */
FeLibrary fe_library(const char *name);
/* Some names are common: is a call with that few arguments one of a function
 * of the program's own? */
bool fe_is_own(const char *name, uint32_t n_args);
/* What a function without a body would need that is not supported; or NULL. */
const char *fe_unsupported(const char *name);
/* Is the function used otherwise than to be called by name? */
bool fe_is_taken(LLVMValueRef function);
/* Before the models are linked: calls of printf, scanf and their like with
 * constant formats become calls of models of each conversion. */
typedef enum FeMemory { FE_MEMORY_IS_TRUSTED, FE_MEMORY_IS_CHECKED } FeMemory;

/* From now on the module's functions without a body are what fe_library says;
 * those whose address is taken get a body that is not supported, where accesses
 * are checked also those that read memory. */
void fe_refuse_library(LLVMModuleRef module, FeMemory memory);
bool fe_library_is_known(LLVMModuleRef module);

/* ---- open.c ---- */

/* After promotion to SSA: calls of models whose answer is open get the twin
 * that has one answer, where the caller cannot tell the difference. */
void fe_narrow_models(LLVMModuleRef module, FeMemory memory, Mem *mem);

/* ---- format.c ---- */

/* A function without a body whose name is this and that of one of the library:
 * its result is its first argument; in an executable the others are given to
 * the library's. */
#define FE_REAL "__cutpoint_real_"

/* Functions whose call is not supported, because of what comes behind: words
 * with underscores between them; or a text as it is. */
#define FE_UNSUPPORTED "__cutpoint_unsupported_"
#define FE_REFUSED     "__cutpoint_refused_"
/* A function of models/world.c: its result is its first argument, or there is
 * none; its body is for executables only, and so are variables of this name. */
#define FE_WORLD "__cutpoint_world"
/* Called with 1 and 0 around the models that stand for such a function: in an
 * executable they store nothing in between, since the real one will. */
#define FE_DRY "__cutpoint_confirm_dry"

void fe_read_formats(LLVMModuleRef user, FeMemory memory);

/* ---- ends.c ---- */

/* Before the models are linked, for units of a code base: calls that end the
 * program if their argument says so. */
void fe_follow_ends(LLVMModuleRef units);

/* ---- errno.c ---- */

/* Before the models are linked: errno changes where the library sets it. */
void fe_follow_errno(LLVMModuleRef user);
/* The same for units of a code base: reads of errno behind calls are any. */
void fe_forget_errno(Mem *mem, LLVMModuleRef units);

/* A function without a model that writes what pointers behind its arguments
 * lead to (writes.c). */
bool fe_fills_behind(const char *name);
/* A function without a model that reads memory (readers.c). */
bool fe_is_reader(const char *name);

/* The parameters that a function without a body reads as texts and does nothing
 * else with: a set of 1u << parameter (names.c). */
uint32_t fe_only_reads(LLVMValueRef function);

/* Before any call is replaced: marks the loads whose value the program does not
 * take (unread.c). */
void fe_note_unread(LLVMModuleRef module);
bool fe_is_unread(LLVMValueRef load);

#endif
