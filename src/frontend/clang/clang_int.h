/* SPDX-License-Identifier: MIT
 *
 * Compiler jobs, and where things are: shared by the files of this room. */
#ifndef FRONTEND_CLANG_CLANG_INT_H
#define FRONTEND_CLANG_CLANG_INT_H

#include "frontend/clang/clang.h"

/* Which functions are inline only: inline.c. */
typedef enum FeInline { FE_INLINE_GNU89, FE_INLINE_C99 } FeInline;

typedef struct FeJob {
  const char *input;     /* the user's name for it */
  const char *source;    /* what is compiled: `input`, or a copy of it */
  const char *directory; /* of `input`, when `source` is a copy */
  const char *output;
  FeOrigin origin; /* models are compiled without the user's flags */
  /* Flags, ended by NULL, instead of that which silences warnings; or NULL. */
  const char *const *warnings;
  const char *read;   /* where the names of the files read go; or NULL */
  const FeUnit *unit; /* its own flags and directory; NULL: those of all */
  FeInline inlines;
  bool lacks_body; /* of one of them */
  FeCompiler compiler;
  ChildEnd end;
  struct {
    bool overflow, undefined; /* in constant expressions */
    bool unsequenced;         /* operands */
  } said;                     /* among its warnings */
  bool has_comma_member;      /* commas.c */
  bool asks_for_checks, leaves_checks_out;
} FeJob;

/* Runs the jobs, setup->cores at a time.  False: `diag` says why. */
BASE_MUST_USE bool fe_run_jobs(const FeCompile *setup, FeJob *jobs, uint32_t n,
                               FeDiag *diag);

/* ---- installation.c ---- */

/* The directory with models/BITS and runtime/BITS.  NULL: `diag` says where it
 * was looked for. */
const char *fe_home(Arena *texts, int bits, FeDiag *diag);

const char *fe_chosen_models(void); /* CUTPOINT_MODELS; NULL: not set */

/* A compiler that the user chose must be clang of the right version. */
BASE_MUST_USE bool fe_check_compiler(FeDiag *diag);

/* The file that is run quicker in place of `compiler`; NULL: there is none. */
const char *fe_quick_compiler(Arena *texts, const FeCompile *setup,
                              const char *compiler);

void fe_tell_no_compiler(FeDiag *diag, const char *why);

/* ---- inline.c ---- */

FeInline fe_first_inline(const FeCompile *setup, uint32_t n_inputs);

/* Does a file of the program's say `inline` of what is not static? */
bool fe_may_be_inline(Mem *mem, const FeJob *job);

/* Did the user say the rule? */
bool fe_inline_is_chosen(const FeCompile *setup);

/* Which definitions a file lacks, by one rule and by the other? */
typedef struct FeBodies {
  bool in_first, in_other;
} FeBodies;

/* Of `job`, which is one of these, and of `other`, the same file by the other
 * rule.  False: one cannot be read. */
BASE_MUST_USE bool fe_compare_bodies(Mem *mem, const FeJob *jobs, uint32_t n,
                                     const FeJob *job, const char *other,
                                     FeBodies *missing);

/* ---- explain.c, source.c, pragmas.c, commas.c ---- */

/* Tells the user why a job failed, and what can be done. */
void fe_explain_failure(FeDiag *diag, const FeCompile *setup, const FeJob *job,
                        const char *compiler, const char *said);

/* Sets job->source: the input itself, or a copy without line markers.  False:
 * `diag` says why. */
BASE_MUST_USE bool fe_choose_source(FeJob *job, Arena *texts,
                                    const FeCompile *setup, FeDiag *diag);

/* Does `look` find something in a file of the compiler's list, which begins
 * with `source`, or can one not be read?  `look` may change the text. */
typedef bool FeLook(void *context, Text *text);
bool fe_any_file_read(Mem *mem, const char *list, const char *source,
                      FeLook *look, void *context);
/* ... in a file of the program's, not of the system's? */
bool fe_any_own_file_read(Mem *mem, const char *list, const char *source,
                          FeLook *look, void *context);

/* What files say to the compiler about warnings and checks. */
typedef struct FeSays {
  bool hides_warnings;  /* switches off a warning about constants */
  bool asks_for_checks; /* asks whether there are checks */
  bool leaves_checks_out;
  bool divides_by_minus_one;
} FeSays;

/* What the files of the compiler's list, which begins with `source`, may say.
 * One that cannot be read may say anything. */
FeSays fe_files_say(Mem *mem, const char *list, const char *source);

/* Is a member of a comma expression used in such a file? */
bool fe_has_comma_member(Mem *mem, const char *list, const char *source);

#endif
