/* SPDX-License-Identifier: MIT
 *
 * Running the C compiler: from the user's files and the library models to files
 * of LLVM bitcode. */
#ifndef FRONTEND_CLANG_CLANG_H
#define FRONTEND_CLANG_CLANG_H

#include "base/base.h"
#include "frontend/frontend.h"
#include "process/command.h"

struct FeUnit;

typedef struct FeCompile {
  Mem *mem;
  const char *temp_dir;     /* for the bitcode; removed by its owner */
  int bits;                 /* data model: 32 or 64 */
  uint32_t cores;           /* compilers at a time, >= 1 */
  const char *const *flags; /* the user's flags for the compiler */
  uint32_t n_flags;
  const struct FeUnit *units; /* of each input how its build compiles it; or
                                 NULL */
  uint32_t checks; /* of clang's own, a set of FE_CHECK_*: they go into the
                      code of the user's files */
  enum { FE_LIVES_UNMARKED, FE_LIVES_MARKED } lives;   /* where locals die */
  enum { FE_CHECK_NO_MEMORY, FE_CHECK_MEMORY } memory; /* accesses matter */
  /* Whether an argument of __builtin_assume that has side effects is an error
   * of the user's files. */
  enum { FE_ANY_ASSUMPTIONS, FE_PURE_ASSUMPTIONS } assumptions;
  enum { FE_HAS_MEMORY, FE_LACKS_MEMORY } heap;     /* malloc may fail */
  enum { FE_RUNS_ALLOWED, FE_RUNS_FORBIDDEN } runs; /* of what was compiled */
} FeCompile;

/* The compiler: CUTPOINT_CLANG, or the one the tool was built for. */
const char *fe_compiler(void);

/* A compiler that runs. */
typedef struct FeCompiler {
  pid_t pid;
  int messages; /* a file in memory with what it says; -1: there is none */
} FeCompiler;

/* Starts a compiler; arguments[0] is its name, NULL ends them.  `directory`: it
 * runs in; NULL: in ours.  False with errno.  The caller waits for it, and
 * closes the messages. */
BASE_MUST_USE bool fe_start_compiler(FeCompiler *out, const FeCompile *setup,
                                     const char *const *arguments,
                                     const char *directory);

/* What becomes of a flag that a build has for its own compiler. */
typedef enum FeFlagUse {
  FE_FLAG_KEEP,             /* one word */
  FE_FLAG_KEEP_PAIR,        /* with the next word */
  FE_FLAG_KEEP_PATH,        /* the next word is a path */
  FE_FLAG_KEEP_JOINED_PATH, /* fe_joined_path */
  FE_FLAG_REFUSE, /* it changes what the code means, which is not followed */
  FE_FLAG_DROP,   /* it does not change what the code means */
  FE_FLAG_DROP_PAIR,
  FE_FLAG_32,
  FE_FLAG_64,
  FE_FLAG_UNKNOWN
} FeFlagUse;
FeFlagUse fe_flag_use(const char *flag);
/* "dir" of "-Idir", "-iquotedir" and their like; NULL: it is no such flag. */
const char *fe_joined_path(const char *flag);

/* Where clang finds headers of the kernel when it compiles for 32 bits: Debian
 * has them in the folder of the 64-bit machine.  The last place to look. */
#define FE_LAST_HEADERS_32 "-idirafter/usr/include/x86_64-linux-gnu"

/* Whether compiler and models are there, for a command that goes on when one
 * file of many cannot be compiled.  False: `diag` says what is missing. */
BASE_MUST_USE bool fe_check_installation(Mem *mem, int bits, FeDiag *diag);

/* Names of files. */
typedef Vec(const char *) FeNames;

/* The files to read; owns the paths. */
typedef struct FeFiles {
  Arena texts;
  Vec(FeInput) list;    /* the user's files in their order, then the models */
  FeNames overflowing;  /* where a constant expression overflows */
  FeNames undefined;    /* where one divides by 0 or shifts too far */
  FeNames unmarked;     /* where a member of a comma expression is used
                         */
  FeNames unsequenced;  /* where one side effect meets another */
  FeNames bodiless;     /* where an inline function lost its body */
  FeNames unchecked;    /* compiled elsewhere, without our checks */
  FeNames other;        /* may be another with checks, or leave some out */
  bool asks_for_checks; /* a file may ask whether it is compiled with checks */
} FeFiles;

void fe_files_init(FeFiles *files, Mem *mem);
void fe_files_done(FeFiles *files);

/* How a property looks at files that were compiled. */
typedef struct FeView {
  uint32_t checks; /* of clang's that stay, a set of FE_CHECK_* */
  bool init;       /* reads of what was never written matter */
  bool memory;     /* accesses and objects matter */
} FeView;
/* The same files, looked at so; `files` is empty, and does not outlive `of`. */
void fe_files_view(FeFiles *files, const FeFiles *of, FeView view);

/* Compiles C (.c, .i), passes LLVM files (.ll, .bc) through, and adds them to
 * `files`.  False: `diag` says what is wrong and what to do; its
 * first message is the short reason.  True: it may hold notes. */
BASE_MUST_USE bool fe_compile(FeFiles *files, const FeCompile *setup,
                              const char *const *inputs, uint32_t n_inputs,
                              FeDiag *diag);

/* One file of a code base, compiled as its build does. */
typedef struct FeUnit {
  const char *source;       /* absolute */
  const char *directory;    /* where the build ran the compiler */
  const char *const *flags; /* for the compiler, clean: all are used */
  uint32_t n_flags;
  int bits;            /* 32 or 64 */
  const char *names;   /* the flag that says what names of files begin with;
                          NULL: nothing, they are told whole */
  const char *output;  /* bitcode */
  const char *depfile; /* gets what it was made of, as for make; or NULL */
  const char *problem; /* out: NULL, or why there is no bitcode */
  uint32_t line, col;  /* out: of the problem in its file; 0: unknown */
  const char *where;   /* out: the problem's file; "" unknown */
} FeUnit;

/* Compiles the units, setup->cores at a time; what cannot be compiled gets its
 * `problem` (in `texts`), the rest is not disturbed. */
void fe_compile_units(const FeCompile *setup, FeUnit *units, uint32_t n,
                      Arena *texts);

/* The global names of a bitcode file, for finding what belongs together:
 * lines "D name" (defined), "W name" (defined, gives way), "U name" (needed).
 * False: it cannot be read. */
BASE_MUST_USE bool fe_list_symbols(Text *out, const char *path);

/* Adds the library models for the data model to `files`: those compiled when
 * the tool was built, or the C files in CUTPOINT_MODELS.  False as above. */
BASE_MUST_USE bool fe_add_models(FeFiles *files, const FeCompile *setup,
                                 FeDiag *diag);

/* What runs a program many times ("guided") or once ("replay"): runtime/PART.c
 * as an object file.  NULL: `diag` says where it was looked for. */
const char *fe_runtime(Arena *texts, int bits, const char *part, FeDiag *diag);

/* For the property no-overflow: records in the program's ledger, as "under",
 * what the checks cannot see: constant initialisers that overflow, and files
 * that were compiled elsewhere. */
void fe_note_unseen_overflows(Program *program, const FeFiles *files);
/* The same for no-div-by-zero and no-bad-shift. */
void fe_note_unseen_operands(Program *program, const FeFiles *files);
/* For any property: orders that are open, inline functions whose body nobody
 * read. */
void fe_note_unseen_orders(Program *program, const FeFiles *files);
void fe_note_unseen_bodies(Program *program, const FeFiles *files);
/* For properties of accesses. */
void fe_note_unseen_deaths(Program *program, const FeFiles *files);

/* Appends the user's modules as LLVM assembly.  False as above. */
BASE_MUST_USE bool fe_print_modules(Text *out, const FeFiles *files,
                                    FeDiag *diag);

#endif
