/* SPDX-License-Identifier: MIT
 *
 * The front end: from C text, LLVM assembly or bitcode to a Program.
 *
 * Two halves meet here.  clang/ runs the compiler as a child process and
 * yields files of bitcode; read/ loads these through the LLVM C API and
 * builds the Program.  No LLVM type appears in a header that other rooms see.
 */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "base/base.h"
#include "ir/program.h"

typedef enum FeOrigin {
  FE_USER,  /* the program under check */
  FE_MODEL, /* a library model shipped with the tool */
  FE_UNIT   /* of the program under check, and its `main` is one of several */
} FeOrigin;

/* Checks that clang puts into the code: does a signed operation overflow, is a
 * divisor 0, is the amount of a shift bad?  It alone knows which shift is
 * signed, and it computes operations on constants itself, also those that have
 * no result. */
enum { FE_CHECK_OVERFLOW = 1, FE_CHECK_DIVISION = 2, FE_CHECK_SHIFT = 4 };
enum { FE_CHECK_SETS = 8 };

/* One file of LLVM bitcode or LLVM assembly. */
typedef struct FeInput {
  const char *path; /* what to open */
  FeOrigin origin;
  /* 0, or files of another program, which stand together in the list: they see
   * what the others define, but what they define themselves is for each other
   * alone, whatever the others call theirs. */
  uint32_t guest;
  uint32_t made; /* checks that clang put in for us: a set of FE_CHECK_* */
  uint32_t kept; /* those of them that stay; the others vanish */
  enum { FE_INIT_UNSEEN, FE_INIT_MATTERS } init; /* what is never written */
  enum { FE_MEMORY_UNSEEN, FE_MEMORY_MATTERS } memory; /* accesses, objects */
  /* Calls of printf and its like: what their formats say, or calls. */
  enum { FE_FORMATS_READ, FE_FORMATS_CALLED } formats;
  /* Of models: malloc and its like return memory, or perhaps NULL. */
  enum { FE_MALLOC_SUCCEEDS, FE_MALLOC_MAY_FAIL } malloc;
} FeInput;

/* ---- diagnostics: messages for the user about the input ------------------ */

typedef struct FeMessage {
  const char *file; /* "" when unknown */
  uint32_t line;    /* 1.. ; 0 unknown */
  uint32_t col;     /* 1.. ; 0 unknown */
  const char *text; /* one or more lines, without a final newline */
} FeMessage;

/* Messages in the order they arose; owns its texts. */
typedef struct FeDiag {
  Arena texts;
  Vec(FeMessage) list;
} FeDiag;

void fe_diag_init(FeDiag *diag, Mem *mem);
void fe_diag_done(FeDiag *diag);
/* Adds one message; `file` may be NULL. */
void fe_diag_add(FeDiag *diag, const char *file, uint32_t line, uint32_t col,
                 const char *format, ...) BASE_PRINTF(5, 6);
/* Appends all messages, "file:line:col: text" each on lines of its own. */
void fe_diag_print(Text *out, const FeDiag *diag);

/* ---- reading ------------------------------------------------------------- */

/* Loads the files, links them (a user's definition wins over a model's; of the
 * models only what the program needs remains), makes uninitialised locals
 * explicit inputs, promotes locals to SSA, and converts the rest.  Calls of
 * functions without a body stay calls: see pass_externs.  The data model (32
 * or 64 bit) is the modules' own.  False: `diag` says why, *out is NULL. */
BASE_MUST_USE bool fe_read_modules(Program **out, Mem *mem,
                                   const FeInput *inputs, uint32_t n_inputs,
                                   FeDiag *diag);

/* Must we know when locals die that live in memory?  Not if all of them live as
 * long as their functions do.  The files are the user's, compiled without marks
 * of that. */
bool fe_lives_matter(Mem *mem, const FeInput *inputs, uint32_t n_inputs);

/* What the directory of a file of a code base begins with in its bitcode, so
 * that names of files stay whole. */
#define FE_ROOT "/."

#endif
