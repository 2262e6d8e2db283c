/* SPDX-License-Identifier: MIT
 *
 * Passes: each takes a valid Program and leaves a valid Program.  What a pass
 * may change is its contract: unless said otherwise the same inputs reach the
 * same errors before and after (tests/unit/pass compares both with the
 * interpreter).  Passes never use undefined behaviour: a constant is folded
 * only to what the machine computes (docs/SEMANTICS.md).
 *
 * Their order is PASS_TABLE below. */
#ifndef PASS_PASS_H
#define PASS_PASS_H

#include "ir/program.h"
#include "ir/property.h"

typedef enum PassStatus {
  PASS_OK,
  PASS_UNSUPPORTED /* the request cannot be served; `message` says why */
} PassStatus;

typedef struct PassResult {
  PassStatus status;
  const char *message; /* in the program's arena; "" when OK */
} PassResult;

/* Right after reading: calls of functions without a body become inputs
 * (INPUT_EXTERN) and premises; such functions whose address is taken get a
 * body that returns an input.  The functions pass_property looks for stay
 * calls, and those in `host` (ended by NULL; or NULL), which the executor of
 * the program runs itself. */
void pass_externs(Program *program, const Property *property,
                  const char *const *host);

/* Turns the property into ERROR terminators with their ErrorSites.
 *
 * unreach-call: a call of an error function ends in ERROR at the call; the
 * body of the function becomes ERROR too, for calls through pointers.  Labels:
 * the block of the C label starts with ERROR.  A failing assert that is no
 * error ends the execution (STOP "assert").
 * no-overflow, no-div-by-zero, no-bad-shift, null-deref: a guard before each
 * operation that can fail.  Several properties at once are allowed.
 * With OVERFLOW_ASSUMED_AWAY and without no-overflow: an ASSUME before each
 * signed operation of the user's that can overflow, and a premise.
 * PASS_UNSUPPORTED (program untouched) names the properties we cannot check,
 * or the label that does not tell where it stands. */
BASE_MUST_USE PassResult pass_property(Program *program,
                                       const Property *property);

/* A guard (valid-deref) before each access whose bounds the function itself
 * tells; nothing about other accesses. */
void pass_bounds(Program *program);

/* What the argument vector of a main that looks at it points to. */
typedef enum PassArguments {
  PASS_ARGUMENTS_MADE, /* strings, made by PROG_START */
  PASS_ARGUMENTS_ANY   /* any memory: more behaviours, for proofs alone */
} PassArguments;

/* Makes `property->entry` the program's entry, without parameters: they become
 * fresh inputs (for main 1 <= argc < 2^18: a recorded premise).
 * PASS_UNSUPPORTED when there is no such function with a body. */
BASE_MUST_USE PassResult pass_entry(Program *program, const Property *property,
                                    PassArguments arguments);

/* Loads of globals that never change become constants, and all functions are
 * cleaned; how many loads.  Exact. */
uint32_t pass_settled(Program *program);

/* Afterwards every CALL has a constant callee, and the arguments agree in
 * number and type with the callee's parameters (variable arguments aside),
 * the result with its type.  A call through a pointer becomes a comparison
 * chain over the functions it may reach; none of them: an unknown function,
 * with any result and no effect (premise).  Calls whose arguments cannot be
 * adapted as the ABI would end in UNSUPPORTED. */
typedef enum PassStrangers { /* functions of another type than the call's, to
                                which only a pointer from unknown memory leads
                              */
                             PASS_STRANGERS_STAY,
                             PASS_STRANGERS_LEFT_OUT /* premise */
} PassStrangers;
void pass_resolve_calls(Program *program, PassStrangers strangers);

/* Recursion that is nothing but tail calls becomes loops; the number of
 * functions that changed.  Needs pass_resolve_calls. */
uint32_t pass_tails(Program *program);

typedef struct InlineOptions {
  uint32_t max_insts; /* per resulting function; a call that would lead beyond
                         stays a call */
  uint32_t max_recursive; /* the same for calls of recursive functions, which
                             end in UNSUPPORTED beyond; 0: they stay calls */
  const uint8_t *stays;   /* by function, 1: its calls stay calls, and so do all
                             in its body; or NULL */
} InlineOptions;
enum { PASS_INLINE_MOST = 500000 }; /* more is out of reach */
#define INLINE_DEFAULTS                                                        \
  ((InlineOptions){.max_insts = PASS_INLINE_MOST, .max_recursive = 6000})

/* Inlines calls, into the entry and into what stays called, within the size
 * limits; then drops the bodies of functions that nothing reachable names any
 * more.  Needs pass_resolve_calls.  Near-linear in the size of the result. */
void pass_inline(Program *program, const InlineOptions *options);

/* Folds constants and constant branches, removes unreachable blocks, dead
 * instructions and trivial phis, merges straight-line blocks. */
void pass_clean(Program *program);
void pass_clean_function(Program *program, FuncId func);

/* Where accesses are not what is checked: ENDs in the entry function become
 * guards of the accesses that may go to locals that are dead: there the run is
 * not judged, or ends; or, in programs for proofs, what is read there is
 * anything.  So it is for freed memory, unless the heap is not seen. */
typedef enum PassDead {
  PASS_DEAD_UNJUDGED,
  PASS_DEAD_ENDS,
  PASS_DEAD_ANYTHING
} PassDead;
void pass_dangling(Program *program, PassDead dead);
/* Did it leave a place where the run may not be judged, which a run by itself
 * does not notice? */
bool pass_is_dangling(const Program *program);
/* Puts plain instructions in the place of VALID and END: afterwards the
 * program keeps its own account of objects.  It finds at least the violations
 * that VALID finds.  Wants everything inlined. */
void pass_validity(Program *program);

/* Keeps what can influence whether an ERROR or UNSUPPORTED is reached; ends
 * paths early (STOP) that can reach neither.  Keeps assumptions and loops that
 * may not terminate. */
void pass_slice(Program *program);
/* The same with more behaviours: loops end, and divisions do not trap. */
void pass_slice_over(Program *program);

/* Unrolls loops of the entry function whose number of rounds follows from
 * constants, while it has at most `max_insts` instructions.  How many it did.
 * Their values may go through locals in memory: pass_memory should follow. */
typedef enum PassUnroll {
  PASS_UNROLL_ALL,
  PASS_UNROLL_MEMORY /* only loops that load or store, but allocate nothing:
                        their addresses become constants */
} PassUnroll;
uint32_t pass_unroll(Program *program, PassUnroll which, uint32_t max_insts);

/* Adds a copy of every defined function, its name with a suffix, that calls
 * the copies of others, and whose loops are unrolled `rounds` times: going
 * round once more ends in STOP.  Loops with several entries stay, and those
 * that would add more than `max_insts` instructions to a function.  What a
 * copy does, its function does, too. */
#define PASS_COPY_SUFFIX "#unrolled"
void pass_unroll_copies(Program *program, uint32_t rounds, uint32_t max_insts);

/* A new function that does what the other does, the suffix behind its name.  It
 * counts as the library's, so that nobody checks it a second time. */
FuncId pass_copy_function(Program *program, FuncId func, const char *suffix);
/* Calls of the first `n` functions go to their copies, where they have one. */
void pass_redirect_calls(Program *program, Function *f, const FuncId *copies,
                         uint32_t n);

/* Replaces every MEMCPY, MEMSET and HAVOC of constant length by loads and
 * stores of the cells that are accessed at all, where points-to knows them: a
 * struct assignment becomes one of its fields.  A HAVOC becomes NONDETs with
 * its site and context, the byte offset in `stride`. */
void pass_expand_mem(Program *program);

/* In the entry function, puts loops over cells in the place of MEMCPYs and
 * MEMSETs, of those that the encoder does not follow or of all.  How many.
 * pass_memory should follow.  Exact. */
typedef enum PassCopies { PASS_COPIES_LONG, PASS_COPIES_ALL } PassCopies;
uint32_t pass_copies(Program *program, PassCopies which);
/* Is there one that the encoder does not follow? */
bool pass_has_copies(const Program *program);

/* In the entry function, puts accesses of all their elements in the place of
 * accesses of small arrays at places that are not constant, where that takes
 * the array out of memory.  How many accesses.  pass_memory should follow.
 * Exact, for accesses inside of their objects. */
uint32_t pass_elements(Program *program);

/* In the entry function, puts constants in the place of comparisons of values
 * that are equal in whatever order they were computed, and one comparison in
 * the place of equal ones.  How many.  pass_clean should follow.  Exact. */
uint32_t pass_equal(Program *program);

/* Promotes memory to SSA values: locals whose address is only loaded from and
 * stored to, and, in the entry function, all regions that are REGION_SCALAR.
 * The number of variables promoted.  Fresh contents become NONDETs
 * (INPUT_UNINIT) with site and context of the ALLOCA or ALLOC and the byte
 * offset in `stride`; DBGs keep the names. */
uint32_t pass_scalarise(Program *program);

/* Both, and then fills Program.regions and Inst.region.  The number of
 * variables promoted. */
uint32_t pass_memory(Program *program);

/* In the entry function, replaces what computes a value that is at hand, loads
 * included; regions must be computed.  The number of instructions that are dead
 * now.  Exact. */
uint32_t pass_loads(Program *program);

/* Replaces every local operand v of `f` by `to[v]` where that is a value,
 * following chains; `to` has f->insts.n entries. */
void pass_replace_values(Function *f, Val *to);

/* ---- the pass manager -------------------------------------------------- */

typedef struct PassStat {
  const char *pass;
  uint64_t functions; /* with a body */
  uint64_t blocks;
  uint64_t insts; /* listed in blocks, debug instructions aside */
  double seconds;
} PassStat;

typedef enum PassCheck { PASS_CHECK_NONE, PASS_CHECK_VALID } PassCheck;
/* Ends the process with a message if the program is not valid.  Looks only
 * under PASS_CHECK_VALID, which validates points-to and regions of the program
 * as well, and in debug builds. */
void pass_check_valid(const Program *program, const char *pass,
                      PassCheck check);

/* What becomes of a program in which nothing is to be checked. */
typedef enum PassHarmless {
  PASS_HARMLESS_DROPPED, /* it ends at once */
  PASS_HARMLESS_KEPT,    /* someone else looks at it */
} PassHarmless;

typedef struct PassOptions {
  InlineOptions inlining;
  PassHarmless harmless;
  PassCheck check; /* validate after every pass (always in debug builds) */
  const char *const *host; /* as in pass_externs */
  PassArguments arguments;
} PassOptions;
#define PASS_DEFAULTS ((PassOptions){.inlining = INLINE_DEFAULTS})

/* The passes in their order: identifier, name in statistics, function in
 * run.c, which says why each stands where it does. */
#define PASS_TABLE(X)                                                          \
  X(EXTERNS, "externs", run_externs)                                           \
  X(PROPERTY, "property", run_property)                                        \
  X(ENTRY, "entry", run_entry)                                                 \
  X(SETTLED, "settled", run_settled)                                           \
  X(CALLS, "calls", run_calls)                                                 \
  X(TAILS, "tails", run_tails)                                                 \
  X(INLINE, "inline", run_inline)                                              \
  X(CLEAN, "clean", run_clean)                                                 \
  X(VALIDITY, "validity", run_validity)                                        \
  X(CLEAN_VALIDITY, "clean validity", run_clean)                               \
  X(MEMORY, "memory", run_memory)                                              \
  X(CLEAN_MEMORY, "clean memory", run_clean)                                   \
  X(UNROLL, "unroll", run_unroll)                                              \
  X(ELEMENTS, "elements", run_elements)                                        \
  X(EQUAL, "equal", run_equal)                                                 \
  X(SLICE, "slice", run_slice)                                                 \
  X(CLEAN_AGAIN, "clean again", run_clean)

typedef enum PassId {
#define X(id, name, run) PASS_ID_##id,
  PASS_TABLE(X)
#undef X
      PASS_ID_COUNT
} PassId;
#define PASS_ID_FIRST PASS_ID_EXTERNS
#define PASS_ID_LAST  PASS_ID_CLEAN_AGAIN

/* PASS_ID_COUNT: there is no pass of this name. */
PassId pass_find(const char *name);

/* What the passes did so far; {0} before the first. */
typedef struct PassRun {
  PassResult result;
  PassStat stats[PASS_ID_COUNT + 1]; /* [0] is the program as it came */
  uint32_t n_stats;
  PassId next; /* what a later call starts with; PASS_ID_COUNT: all are done */
  uint32_t promoted; /* variables of memory that are SSA values now */
  uint32_t unrolled; /* loops that pass UNROLL unrolled */
} PassRun;

/* Runs the passes from `first` to `last`, both included, until one cannot serve
 * the request (run->result).  A later call of the same run goes on with
 * run->next, on the same program: between two calls the caller may
 * keep a clone (prog_clone) and so start from there again. */
void pass_run(PassRun *run, Program *program, const Property *property,
              const PassOptions *options, PassId first, PassId last);
/* All of them. */
BASE_MUST_USE PassRun pass_run_all(Program *program, const Property *property,
                                   const PassOptions *options);

#endif
