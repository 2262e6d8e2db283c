/* SPDX-License-Identifier: MIT
 *
 * Running the C compiler: from the user's files and the library models to files
 * of LLVM bitcode. */
#ifndef FRONTEND_CLANG_H
#define FRONTEND_CLANG_H

#include "base/base.h"
#include "frontend/frontend.h"

typedef struct FeCompile {
  Mem *mem;
  const char *temp_dir;     /* for the bitcode; removed by its owner */
  int bits;                 /* data model: 32 or 64 */
  uint32_t cores;           /* compilers at a time, >= 1 */
  const char *const *flags; /* the user's flags for the compiler */
  uint32_t n_flags;
} FeCompile;

/* The files to read; owns the paths. */
typedef struct FeFiles {
  Arena texts;
  Vec(FeInput) list; /* the user's files in their order, then the models */
} FeFiles;

void fe_files_init(FeFiles *files, Mem *mem);
void fe_files_done(FeFiles *files);

/* Compiles C (.c, .i), passes LLVM files (.ll, .bc) through, and adds them to
 * `files`.  False: `diag` tells the user what is wrong and what to do; its
 * first message is the short reason.  True: it may hold notes. */
BASE_MUST_USE bool fe_compile(FeFiles *files, const FeCompile *setup,
                              const char *const *inputs, uint32_t n_inputs,
                              FeDiag *diag);

/* Adds the library models for the data model to `files`: those compiled when
 * the tool was built, else compiled now.  False as above. */
BASE_MUST_USE bool fe_add_models(FeFiles *files, const FeCompile *setup,
                                 FeDiag *diag);

/* For the property no-overflow: records overflows of operations on constants,
 * which the compiler folds, in the program's ledger as "under". */
void fe_note_folded_overflows(Program *program, const FeCompile *setup,
                              const char *const *inputs, uint32_t n_inputs);

/* Appends the user's modules as LLVM assembly.  False as above. */
BASE_MUST_USE bool fe_print_modules(Text *out, const FeFiles *files,
                                    FeDiag *diag);

#endif
