/* SPDX-License-Identifier: MIT
 *
 * Check sites: every place of every function where something can go wrong, and
 * what the structural engine says about it.
 *
 *   Program -sites_prepare-> Program with checks -sites_new-> Sites
 *   Sites + function -sites_check-> one SiteResult per check of the function
 *
 * A function is the unit of work: its results depend on its own body, on those
 * of the functions it calls as far as they are looked into, on its callers
 * where they are asked about its parameters (sites_uses), on facts about the
 * whole program (sites_..._facts), and on the options; on nothing else.  Sites
 * is
 * read-only while functions are checked, so that processes may share one by
 * forking.  Nothing is kept between two functions: memory is bounded by the
 * largest. */
#ifndef SCAN_SITES_SITES_H
#define SCAN_SITES_SITES_H

#include "engine/structural/structural.h"
#include "analysis/effects.h"
#include "pass/objects/objects.h"
#include "pass/pass.h"
#include "ir/program.h"

typedef enum SiteParams {
  SITE_PARAMS_PRESUMED, /* not NULL, unless the function itself tests it or a
                           call in the program may pass NULL */
  SITE_PARAMS_ANY       /* every value is possible */
} SiteParams;

typedef enum SiteMemory {
  SITE_MEMORY_PRESUMED, /* fields of different structs are apart; a violation
                           is not believed that needs pointers of unknown origin
                           to overlap, or a number from memory that nobody
                           limits */
  SITE_MEMORY_TRUSTED,  /* and what is not decided may presume that pointers in
                           memory are not NULL where nobody looks */
  SITE_MEMORY_ANY       /* every content and every overlap is possible */
} SiteMemory;

/* Work is counted, not timed, so that results do not depend on the machine or
 * on what else it does: steps of the solvers, and terms that are made.  So many
 * take about a second of CPU time. */
enum { SITE_WORK_A_SECOND = 130000, SITE_TERMS_A_TICK = 8 };

typedef struct SiteOptions {
  SiteParams params;
  SiteMemory memory;
  StructExpansion expansion;
  SmtOptions smt;    /* of the solvers that are asked */
  uint64_t work;     /* ticks (Budget) per check; 0: no limit */
  uint32_t patience; /* StructOptions.patience */
  uint32_t unroll;   /* loops go round that often at most, where forgetting
                        them did not decide (sites_unroll); 0:
                        they are left before the second time */
  /* Functions that others may call, with anything: those whose name is a word
   * of this text; "": those that nothing in the program uses; NULL: none. */
  const char *api;
} SiteOptions;
#define SITE_DEFAULTS                                                          \
  ((SiteOptions){.work = 300 * (uint64_t)SITE_WORK_A_SECOND, .patience = 10})

typedef enum SiteStatus {
  SITE_PROVED,   /* cannot happen (under the premises, among them that there
                    are no other calls than those in the program) */
  SITE_VIOLATED, /* happens for the inputs in `values`, along `steps` */
  SITE_UNKNOWN,  /* `reason` */
  SITE_BOUNDED   /* cannot happen as long as loops go round no more often than
                    SiteOptions.unroll says: no proof */
} SiteStatus;

/* Why a result is unknown, for grouping; `reason` has the words.
 * name, what it depends on */
#define SITE_CAUSES(X)                                                         \
  X(NONE, "")                                                                  \
  X(LOOP, "what loops leave")                                                  \
  X(RECURSION, "calls that are recursive, or too deep to be looked into")      \
  X(MEMORY, "memory when the function is entered")                             \
  X(VARIABLE, "variables of callers, or global ones")                          \
  X(PARAM, "parameters")                                                       \
  X(EXTERN, "functions without a body, or called through pointers")            \
  X(ALIAS, "memory written in a way that is not followed")                     \
  X(OVERLAP, "pointers that happen to lead to the same memory")                \
  X(FLOAT, "floating-point numbers")                                           \
  X(OBJECT, "objects that pointers lead to")                                   \
  X(UNSUPPORTED, "constructs that are not supported")                          \
  X(BUDGET, "limits of work, time or memory")                                  \
  X(RUN, "violations that a run did not show")                                 \
  X(FAILURE, "failures of the checker itself")

typedef enum SiteCause {
#define X(name, text) SITE_CAUSE_##name,
  SITE_CAUSES(X)
#undef X
      SITE_CAUSE_COUNT
} SiteCause;

const char *site_cause_text(SiteCause cause);

/* What a violation rests on, strongest first; a set. */
enum {
  SITE_ON_INPUT = 1,  /* results of functions documented to give such values */
  SITE_ON_PARAM = 2,  /* values of parameters of `root` */
  SITE_ON_MEMORY = 4, /* contents of memory when `root` is entered */
  /* ... and what the bad value itself (the pointer, index, divisor) is made of,
     not only the way there: */
  SITE_FAULT_ON_INPUT = 8,   /* a NULL */
  SITE_FAULT_ON_PARAM = 16,  /* where the program calls `root` */
  SITE_FAULT_ON_MEMORY = 32, /* also what unknown functions leave there */
  SITE_ON_FAR =
      64, /* numbers that are too large to be met (a sum goes round) */
  SITE_ALWAYS = 128, /* on nothing: the check fails whenever it is reached */
  SITE_ON_WAY = 256, /* that a way behind loops is taken, which is not shown */
  SITE_ON_PURPOSE = 512,  /* on a call of the library that fails, where an
                             assertion says that it does not */
  SITE_ON_HABIT = 1024,   /* on a NULL that is documented nowhere, and for which
                             most calls in the program look */
  SITE_ON_NOTHING = 2048, /* on a copy of no bytes */
  SITE_ON_ALL = 4095
};

/* What a value is.  All but the first two are read from memory at `loc`; what
 * the source says there names them better than `name`. */
typedef enum SiteOrigin {
  SITE_VALUE_NAMED,
  SITE_VALUE_PARAM, /* a parameter of the function where the path starts */
  SITE_VALUE_ENTRY, /* memory as it is when the path starts */
  SITE_VALUE_INPUT, /* memory that is nobody's state: errno */
  SITE_VALUE_LEFT,  /* what the call at `call` may have left there */
  SITE_VALUE_FILLED /* ... has written: it is one of the library */
} SiteOrigin;

typedef struct SiteValue {
  SiteOrigin origin;
  const char *name;   /* "p", "result of find()" */
  const char *words;  /* "l->head.n", as the program has it; NULL */
  const char *member; /* "member 'n' of a struct list"; NULL: none is known */
  const char *value;  /* "NULL", "0", "-7" */
  LocId loc;          /* where it is met */
  uint32_t indices; /* of those behind it, how many belong to it, + 1; 0: all */
  LocId call;       /* LEFT, FILLED */
  const char *callee; /* LEFT: its function; NULL: it is called by a pointer */
} SiteValue;

typedef enum SiteStepKind {
  SITE_STEP_ENTER,  /* of the function where the path starts */
  SITE_STEP_BRANCH, /* text: "taken" or "not taken" */
  SITE_STEP_CALL,
  SITE_STEP_VALUE, /* `value` is met */
  SITE_STEP_SAME,  /* two pointers are the same: `value`, `other` */
  SITE_STEP_CHECK  /* the last: the violated check */
} SiteStepKind;

/* What a step is for. */
typedef enum SiteWeight {
  SITE_FOR_FAULT, /* the fault itself */
  SITE_FOR_WAY,   /* to come there */
  SITE_FOR_REST   /* it does not matter, or it is far from both */
} SiteWeight;

typedef struct SiteStep {
  SiteStepKind kind;
  SiteWeight weight;
  FuncId func; /* where we are; CALL: which function is called */
  LocId loc;
  uint32_t depth;    /* calls deep */
  const char *text;  /* for people */
  const char *words; /* BRANCH: "'t != NULL' is true", as the program has it;
                        NULL */
  const SiteValue *value, *other;
  uint32_t round; /* BRANCH, CHECK: of a loop that goes round; 0: of none */
  LocId loop;     /* CHECK, with a round: where the loop begins */
} SiteStep;

/* What a violated check is about: a pointer, a divisor, an index. */
typedef struct SiteSubject {
  const char *names; /* of variables that hold it, a blank between them; "" */
  LocId read;        /* where it is read; none: it is not read */
  uint32_t indices;  /* as those of a value */
  const char *words; /* ... as the program has it; NULL */
  const char *call;  /* the function that returned it; NULL: none */
  const char *value; /* "NULL", "0"; NULL: it does not matter */
  const SiteValue *from; /* where that comes from; NULL: not from one place */
  bool is_made_of;       /* ... which is another value */
  const char *made; /* what was done to it before, at `at`: "freed"; NULL */
  LocId at;
  const char *detail; /* "has index 8 of 4 elements"; NULL: no more is known */
} SiteSubject;

/* Why freed memory that is passed out of the tree is not replayed. */
#define SITE_LEAVES_TREE "a function without a body is not run"
/* Why it says nothing that a run goes on behind such an access. */
#define SITE_INSIDE "a run does not tell members of an object apart"

/* What a proof may presume beside what the program keeps in its data
 * (SiteResult.presumes, encode/function/since.c). */
#define SITE_PRESUMES_LIVES                                                    \
  "what is read from memory or returned by a call was not freed before, and "  \
  "is not the object it is read from"

/* One check; strings and arrays live until the next sites_check. */
typedef struct SiteResult {
  FuncId func;    /* the function with the check */
  uint32_t error; /* index into Program.errors: property, message, place */
  FuncId root;    /* the function in whose context it was decided */
  SiteStatus status;
  SiteCause cause;
  const char *reason;   /* "" unless unknown; without the place, which is */
  LocId open;           /* SITE_UNKNOWN: where what it depends on is met */
  const char *presumes; /* SITE_PROVED: what has to hold of the program's data,
                           a line each; "" nothing */
  unsigned rests_on;    /* SITE_VIOLATED: SITE_ON_ flags */
  FuncId giver;  /* ... and who gives the NULL (SITE_ON_HABIT); or none */
  LocId culprit; /* SITE_VIOLATED: where the bad value comes from (a call,
                    a parameter's function, a load), for grouping */
  const SiteStep *steps;
  uint32_t n_steps;
  SiteSubject subject; /* SITE_VIOLATED */
  const char *plan;    /* SITE_VIOLATED: its replay plan (plan.c); else
                            NULL */
  enum { SITE_BY_SIMPLIFIER, SITE_BY_SOLVER } by;
  StructStats stats;
  uint64_t work;  /* ticks */
  double seconds; /* of CPU time, for the report */
} SiteResult;

typedef struct Sites Sites;

/* Attach the checks of `kinds` (a set of 1u << PropertyKind, as far as
 * pass_property knows them) and those about objects (a set of PASS_OBJECTS_
 * flags; BOUNDS: pass_bounds as well) to every function of a freshly read
 * program.  No entry function is needed. */
BASE_MUST_USE PassResult sites_prepare(Program *program, uint32_t kinds,
                                       unsigned objects);

/* Facts about all functions: calls, what each writes, which parameters may be
 * NULL.  Near-linear in the program.  Adds premises to the program's ledger. */
Sites *sites_new(Mem *mem, Program *program, const SiteOptions *options);
void sites_free(Sites *sites);

/* Adds copies of all functions with their loops unrolled to the program, for
 * SiteOptions.unroll: before the first check, when all that is asked about the
 * program itself was asked.  What is known of a function counts for its copy,
 * which is made of the function alone. */
void sites_unroll(Sites *sites);

/* Checks in the function: how many results sites_check will give. */
uint32_t sites_count(const Sites *sites, FuncId func);

/* What was found out about all functions; valid as long as `sites`. */
const Effects *sites_effects(const Sites *sites);

/* What is known of a function: by those who call it and do not look inside; and
 * of the states in which it is called. */
typedef enum SiteSide { SITE_FROM_OUTSIDE, SITE_AT_ENTRY } SiteSide;

/* ... about a function, a global (with ENC_GLOBAL_ flags), a struct, a member
 * of it: as numbers, which are the same where the same is known. */
uint64_t sites_function_facts(const Sites *sites, FuncId func, SiteSide side);
uint64_t sites_global_facts(const Sites *sites, GlobalId global);
uint64_t sites_struct_facts(const Sites *sites, TypeId type);
uint64_t sites_member_facts(const Sites *sites, TypeId type, uint64_t index);

/* ... about the object that a pointer leads to. */
typedef struct SitePointer {
  uint32_t class; /* of pointers that may lead to the same; 0: any */
  TypeId type;    /* a struct that starts there; 0: not known */
  uint32_t param; /* sites_freed: it is passed as this parameter, from 1; 0: it
                     is not; UINT32_MAX: anything is freed */
} SitePointer;
SitePointer sites_pointer(const Sites *sites, FuncId func, uint32_t inst,
                          uint32_t operand);
/* One that a call of the function may free, from 0; false: no more. */
bool sites_freed(const Sites *sites, FuncId func, uint32_t index,
                 SitePointer *out);
/* May pointers of one class lead into objects of the other? */
bool sites_inside(const Sites *sites, uint32_t whole, uint32_t part);

/* Called once per check, in the order of the error table. */
typedef void SiteSink(void *context, const SiteResult *result);
/* The checks of a function from number `first` on (those before it are known:
 * a process may have died on one).  `budget` is the caller's outer limit (may
 * be NULL): when it is spent, the remaining checks are unknown. */
void sites_check(Sites *sites, FuncId func, uint32_t first, Budget *budget,
                 SiteSink *sink, void *context);

/* What the results of the last sites_check were made of, beside the facts
 * above: bodies that were executed, what is known of functions at their entry,
 * and who calls them; places or names in bodies. */
enum {
  SITE_USED_BODY = 1,
  SITE_USED_ENTRY = 2,
  SITE_USED_CALLERS = 4,
  SITE_USED_LAYOUT = 8
};
typedef struct SiteUse {
  FuncId func;
  unsigned how; /* a set of SITE_USED_ flags */
} SiteUse;
/* Each function once, in the order they were met; valid until the next
 * sites_check. */
const SiteUse *sites_uses(const Sites *sites, uint32_t *n);

/* With more calls than this, nobody asks who calls a function. */
enum { SITE_CALLERS_MOST = 8 };

/* Same file, line and column. */
bool sites_is_same_place(const Program *program, LocId a, LocId b);

#endif
