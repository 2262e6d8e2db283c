/* SPDX-License-Identifier: MIT
 *
 * What the files of this folder share. */
#ifndef SCAN_SITES_SITES_INT_H
#define SCAN_SITES_SITES_INT_H

#include "encode/function/function.h"
#include "ir/property.h"
#include "scan/sites/sites.h"

/* Calls of a function in the program, and those that compare its result with
 * NULL. */
typedef struct SiteResults {
  uint32_t calls, tests;
} SiteResults;

/* Functions that read a global pointer, and those that compare it with NULL;
 * the last of each, and of those that set it or free what it leads to. */
typedef struct SiteReads {
  uint32_t readers, testers;
  FuncId reader, tester, owner;
} SiteReads;

struct Sites {
  Mem *mem;
  Program *program;
  SiteOptions options;
  EncFacts *facts;
  Arena arena;         /* what the results of the last sites_check point to */
  uint32_t n_funcs;    /* without those that sites_unroll has made */
  FuncId *copy_of;     /* by function: with its loops unrolled; 0: none */
  FuncId *original;    /* by function: what it is a copy of, or itself */
  uint32_t n_original; /* ... with the unrolled ones */
  uint8_t *is_taken;   /* by function: its address is used beside calls */
  uint64_t *shown;     /* by function: parameters for which some call passes the
                          address of a variable; a set */
  SiteResults *results; /* by function */
  SiteReads *globals;   /* by global */
  Map member_of;        /* struct and member -> index in members */
  Vec(SiteReads) members;
  uint8_t *is_public; /* by function: others may call it, with anything */
  Vec(SiteUse) uses;  /* of the last sites_check */
  uint32_t *use_of;   /* by function: its place in these + 1; 0: none */
  bool tells_of_all;  /* all bodies among these may be told of */
};

/* Why a fault is believed though what loops leave decides whether its way is
 * taken. */
typedef enum SiteOpenly {
  OPENLY_NOT,
  OPENLY_TOLD,    /* the library's description, or the function itself, tells */
  OPENLY_GUESSED, /* nothing speaks against it: low confidence */
  OPENLY_SUPPOSED /* ... but the number must be one that there is (guess.c) */
} SiteOpenly;

/* One function executed, with its solver. */
enum { SITE_SMALL_MOST = 4 };

typedef struct Session {
  Sites *sites;
  FuncId func;
  EncLoops loops;
  TermStore *store;
  EncExec *exec;
  Struct *engine;
  uint64_t first_clauses; /* of the engine's first question; 0: none yet */
  uint32_t patience;      /* sites_hurry */
  bool is_early;          /* loops are left early: asked for little work */
  bool has_open_ways; /* what loops leave is believed to let ways be taken */
  SiteOpenly stance;  /* of the check that is asked about: why it is told
                         whatever the way there hangs on */
  SiteOpenly openly;  /* of the last question, if all that is open is what
                         loops leave: why the fault is told all the same */
  Map tried;      /* variables of loops that were looked at (learn.c) -> 1 */
  Budget *budget; /* of the question that is asked, or NULL */
  uint32_t activation; /* ... about a check of it */
  EncCheck check;
  uint32_t block; /* ... of the root, in which its check happens */
  Term question;  /* ... itself, before anything was taken out of it */
  Term avoided;   /* a variable of the first loop that the question was asked
                   without, or none */
  Term loose;     /* what is to be told of a violation and is not settled: the
                   first such, or none */
  TermList open;  /* ... that cannot be settled */
  bool is_far;    /* the violation needs numbers that are hardly met */
  bool is_empty;  /* it is about a copy or fill, of no bytes */
  Term small[SITE_SMALL_MOST]; /* numbers that nothing limits, for any small
                                  value of which the violation is there */
  uint32_t n_small;
} Session;

/* Is it a function of the library's, or a copy of one? */
static inline bool sites_is_library(const Sites *s, FuncId func) {
  return prog_is_library(s->program, func);
}

/* The results of this sites_check rest on it (SITE_USED_ flags). */
void sites_use(Sites *sites, FuncId func, unsigned how);
/* They tell places or names in its body, if that is looked into; none: perhaps
 * of any body that is. */
void sites_tell_of(Sites *sites, FuncId func);

/* ---- session.c ---- */

void sites_open(Session *session, Sites *sites, FuncId func, EncLoops loops,
                EncLives lives);
void sites_close(Session *session);
/* From now on, where an answer depends on something open, no more calls than so
 * many are looked into for a proof. */
void sites_hurry(Session *session, uint32_t patience);
/* Is it a global pointer that others look at before they use it? */
bool sites_is_looked_at(const Session *session, const EncLeaf *leaf);
/* What the address of the leaf's cell starts from. */
Term sites_home(Session *session, const EncLeaf *leaf);
/* Steps of work that making the session took. */
uint64_t sites_open_work(const Session *session);
/* Can the formula hold?  A zero that is not believed, a loop, and what is not
 * supported may be one way of several: there may be another one without it.
 * The formula comes to say what was asked at last. */
StructAnswer sites_solve(Session *session, Term *formula, Budget *budget);
/* The engine asked, with has_open_ways. */
StructAnswer sites_can_hold(Session *session, Term formula, Budget *budget);
/* What was found before is looked at once more, so that there is an assignment
 * again.  false: there is none now.  A question may meet a limit of the session
 * that it did not meet before, since more was expanded in between. */
bool sites_find_again(Session *session, Term formula);
#define SITE_LOST "a limit was met when the violation was looked at again"
/* Asks about one check of an activation, whose condition in the root's context
 * is `formula`; explains it if it can fail.  Counts what it takes in `outer`
 * (may be NULL), too. */
void sites_ask(Session *session, uint32_t activation, EncCheck check,
               Term formula, Budget *outer, SiteResult *result);
void sites_set_unknown(Session *session, const StructAnswer *answer,
                       SiteResult *result);

/* A solver for questions of the session, beside its own, with limits of
 * structural.h; 0: no limit. */
Struct *sites_new_engine(Session *session, uint32_t most_expansions,
                         uint32_t patience);
/* Axioms of variables have changed. */
void sites_renew(Session *session);

/* ---- learn.c ---- */

/* The last question of the session depends on what loops leave: learns what
 * their rounds keep.  true: that is more than was known. */
bool sites_learn(Session *session, Budget *budget);

/* ---- guess.c ---- */

/* Is the check about a number from outside that the function never looks at, or
 * a text that grows, and that is wrong as a rule then? */
bool sites_is_guess(const Session *session, EncCheck check);

/* ---- presume.c ---- */

void sites_set_proved(SiteResult *result);
/* Cannot the formula hold if data is as the program keeps it?  Then the result
 * is `proved`, and tells what it presumes. */
bool sites_presume(Session *session, Term formula, Budget *budget,
                   SiteResult *result);

/* ---- told/values.c ---- */

/* A variable of the violation just found, as it is told. */
typedef struct SiteTold {
  SiteValue value; /* .value is NULL: nothing is known of it */
  Term var;
  uint32_t activation, inst; /* where it is met; 0: where it is read */
  uint32_t later, at;        /* path.c: ... or else before this step, in this
                                activation */
  bool is_met;               /* ... it was */
  bool only_points;          /* a pointer that leads somewhere */
  bool is_answer;            /* the value is that of a call of the library */
} SiteTold;
typedef Vec(SiteTold) SiteTolds;

SiteTold sites_told(Session *session, const EncLeaf *leaf);
/* "result of fopen()", of a call of the library in which the variable arises,
 * where it stands; "errno" of what says that that has changed. */
SiteTold sites_library_told(Session *session, const EncLeaf *leaf,
                            uint32_t activation);
/* What that call has written to memory: it is told where the program reads it,
 * if it does. */
SiteTold sites_filled_told(Session *session, const EncLeaf *leaf,
                           uint32_t activation);
/* The call of a library function in which the variable arises, seen from the
 * program's own code; 0: it arises there. */
uint32_t sites_library_call(Session *session, const EncLeaf *leaf);
/* Is it a number that scanf or one of its like has read? */
bool sites_is_scanned(const Program *program, const EncLeaf *leaf);
/* The C variable that a value is first given to, or that is at the address;
 * NULL: none. */
const char *sites_variable(const Program *program, const Function *f,
                           Val value);
/* As the source calls it. */
const char *sites_function(Sites *sites, FuncId func);
const char *sites_global(Sites *sites, GlobalId global);
const char *sites_value_text(Session *session, Term t, bool is_pointer);
/* As the violation just found has it; 0 if it is wider than 64 bits. */
uint64_t sites_number(Session *session, Term t);
/* The object that the address is in, in the violation just found; or none. */
Term sites_object_of(Session *session, Term address);

/* ---- grounds.c ---- */

/* The variables that the violation just found rests on, what the check
 * compares first; and what of them is assumed. */
void sites_ground(Session *session, uint32_t activation, EncCheck check,
                  SiteTolds *told, SiteResult *result);

/* ---- told/tell.c ---- */

/* A step of the path, and what it is on. */
typedef struct SiteTale {
  SiteStep step;
  uint32_t activation; /* that it is in; CALL: that it leads to */
  Term on;             /* BRANCH: the condition; VALUE: the variable */
  SiteTold *told;      /* VALUE */
  bool frees;          /* CALL: what the check is about is freed there */
} SiteTale;
typedef Vec(SiteTale) SiteTales;

/* Steps and subject of the result: what of the path matters. */
void sites_tell(Session *session, uint32_t activation, EncCheck check,
                SiteTales *tales, SiteTolds *told, SiteResult *result);

/* ---- told/subject.c ---- */

/* What the check is about, once it is known which steps matter. */
SiteSubject sites_subject(Session *session, uint32_t activation, EncCheck check,
                          const SiteTales *tales, const SiteTolds *told);
/* Does the access of the violation just found leave an array, but not the
 * object that this is a part of, as far as that is known? */
bool sites_leaves_part(Session *session, uint32_t activation, EncCheck check);
/* SiteValue.indices of what the load reads, ... of a variable of memory. */
uint32_t sites_indices(const Program *program, const Function *f,
                       uint32_t load);
uint32_t sites_indices_of(const Session *session, const EncLeaf *leaf);
/* The address that it is, in the violation just found; 0: none. */
Term sites_subject_term(Session *session, uint32_t activation, EncCheck check);
uint64_t sites_subject_pointer(Session *session, uint32_t activation,
                               EncCheck check);

/* ---- parts.c ---- */

/* The conditions of the branches that lead into the block of the check: values
 * of its function.  How many there are, `most` at most. */
uint32_t sites_check_conditions(const Program *program, const Function *f,
                                EncCheck check, Val *out, uint32_t most);

typedef enum SiteParts {
  SITE_PARTS_INPUTS,  /* what calls were looked into for */
  SITE_PARTS_RESULTS, /* the results of these calls as well */
  SITE_PARTS_CHOSEN /* inputs, and pointers from the library; of values that are
                       one of several, those that the violation just found
                       chooses */
} SiteParts;

/* The variables that the check compares. */
void sites_check_parts(Session *session, uint32_t activation, EncCheck check,
                       TermList *parts, SiteParts wanted);

/* ---- belief.c ---- */

/* The block of the root in which the activation's check happens. */
uint32_t sites_block_in_root(const Session *session, uint32_t activation,
                             EncCheck check);

/* The engine has just found that the check can fail: is that to be believed?
 * If not, an answer that says why.  `formula` comes to say what is. */
StructAnswer sites_believe(Session *session, uint32_t activation,
                           EncCheck check, Term *formula, Budget *budget,
                           StructAnswer answer);
/* Puts numbers that are met every day in place of those that the violation just
 * found has, if it can; or session->is_far says that there are none.  false:
 * the violation was lost (SITE_LOST). */
bool sites_come_near(Session *session, Term *formula, Budget *budget);
/* Is it proved that the check fails whenever it is reached, in any state?  What
 * the engine has found before is lost. */
bool sites_always_fails(Session *session, uint32_t activation, EncCheck check,
                        Budget *budget);
/* Does the violation just found rest on the variable? */
bool sites_is_in_support(const Session *session, Term var);
/* Is it asked whether an object is live, or was written? */
bool sites_is_about_life(const Session *session, EncCheck check);
/* ... was freed? */
bool sites_is_about_death(const Session *session, EncCheck check);
/* A variable of these kinds (a set of 1u << EncLeafKind), a number that the
 * check itself compares, the root limits nowhere and the violation just found
 * rests on; or none. */
Term sites_unlimited(Session *session, uint32_t activation, EncCheck check,
                     uint32_t kinds);

/* Can the formula hold, whatever small number the variable is?  What the engine
 * has found is for one of these then, or as before. */
bool sites_fails_for_any(Session *session, EncCheck check, Term formula,
                         Term var, Budget *budget);

/* A pointer parameter of the root that is NULL in the violation just found,
 * though the root does not look whether it is; or none. */
Term sites_unshown(Session *session);

/* What the check is about; PROPERTY_COUNT: use after free. */
PropertyKind sites_about(const Session *session, EncCheck check);
/* Where sums and products are asked about: is it a number from outside?  Who
 * gives it may give any. */
bool sites_is_any_number(Session *session, const EncLeaf *leaf);
/* Is it the value of volatile memory? */
bool sites_is_volatile(const Session *session, const EncLeaf *leaf);

/* ---- nulls.c ---- */

/* Is there a way from the one block of the root to the other, or are they the
 * same? */
bool sites_leads(const Session *session, uint32_t from, uint32_t to);
/* Takes a NULL that is not believed out of the formula: there may be another
 * one to be had.  Gives its variable, or none. */
Term sites_exclude_null(Session *session, uint32_t activation, EncCheck check,
                        Term *formula);
/* Is the parameter compared with NULL, but by macros alone? */
bool sites_is_tested_by_macro(const Session *session, const EncLeaf *leaf);
/* The address of an object that a NULL is computed from, rounded, say; or none:
 * it is not at such an address. */
Term sites_rounded(Session *session, uint32_t activation, EncCheck check);

/* ---- fault.c ---- */

/* Why the check may fail, in the assignment just found, whatever loops leave on
 * the way. */
SiteOpenly sites_fails_openly(Session *session, uint32_t activation,
                              EncCheck check);
/* Does the violation just found rest on the length of a text from outside? */
bool sites_rests_on_length(const Session *session);
/* ... and is it about room for that text? */
bool sites_is_too_long(Session *session, EncCheck check);
/* Does it rest on the length of one that is from nobody knows where? */
bool sites_is_supposed(const Session *session);
/* Is the check about what a function of the library writes by its description,
 * which no run shows? */
bool sites_is_told_by_library(const Session *session, EncCheck check);

/* Does the call of the root search a character of which the function shows
 * nothing else? */
bool sites_is_search_guessed(const Session *session, uint32_t call);

/* ---- doubt.c ---- */

/* Does the root use a pointer on every way from where it is NULL? */
bool sites_is_doubted(const Session *session, EncCheck check);
/* Why the NULL that it is about is told: a function gave it for which neither
 * the root looks nor who else sees the value. */
SiteOpenly sites_never_looked_at(const Session *session, EncCheck check);

/* ---- growth.c ---- */

/* Does an access leave its object, in the assignment just found, by an index
 * that a loop makes as large as its data wants? */
bool sites_outgrows(Session *session, uint32_t activation, EncCheck check);

/* ---- way.c ---- */

/* Of a NULL that is a constant of the program: is it one because of a state
 * that was assumed (constant.c)? */
unsigned sites_constant_on(Session *session, uint32_t activation,
                           EncCheck check);
/* ... and the result of a call of the root, of a function of the program: that
 * result; or NULL. */
const EncLeaf *sites_constant_result(Session *session, uint32_t activation,
                                     EncCheck check);

/* Of a violation just found, with the variables that its check compares, which
 * rests on `on`: SITE_FAULT_ flags for what decides the way there. */
unsigned sites_fault_on_way(Session *session, EncCheck check,
                            const TermList *parts, unsigned on);

/* ---- heap.c ---- */

/* Whether malloc and its like fail is settled by what the program expects. */
void heap_settle(Program *program);

/* ---- bytes.c ---- */

/* Of a NULL to or from which is copied: goes on with a violation in which there
 * is something to copy, if there is one; or session->is_empty says that there
 * is none.  false: the violation was lost by a limit. */
BASE_MUST_USE bool sites_prefer_bytes(Session *session, uint32_t activation,
                                      EncCheck check, Term *formula,
                                      Budget *budget);

/* ---- few.c ---- */

/* Comparisons with short texts take no loop from now on. */
void few_settle(Program *program);

/* ---- results.c ---- */

/* By instruction: does the function compare its value with NULL, by itself or
 * once it is stored? */
void results_find_tested(const Program *program, const Function *f,
                         uint8_t *tested);
/* ... or by who it passes it to; `looks` is that of results_looking. */
void results_find_looks(const Program *p, const uint64_t *looks,
                        const Function *f, uint8_t *tested);
/* By function: at which of the first 64 parameters it looks, or who it passes
 * them to.  The caller frees it. */
uint64_t *results_looking(const Program *p);

/* The value that a branch of the program's own compares with NULL in the block,
 * and the number of the side on which it is NULL; none: it compares none. */
Val results_tested_in(const Program *program, const Function *f, uint32_t block,
                      uint32_t *side);

void results_count(Sites *sites);
/* SiteOptions.api; copies are as public as what they are copies of. */
void results_find_public(Sites *sites);
/* Does the program call it, or hand out its address? */
bool sites_is_called(const Sites *sites, FuncId func);
/* What is taken for granted of the parameters of a function. */
SiteParams sites_params(const Sites *sites, FuncId func);
/* Is it left to others with what it is called? */
bool sites_is_anybodys(const Sites *sites, FuncId func);
/* Do callers take it for granted that the function does not return NULL? */
bool results_are_trusted(const Sites *sites, FuncId func);
/* Do most calls of the function (three or more) look whether the result is
 * NULL? */
bool results_are_looked_at(const Sites *sites, FuncId func);
/* Is it one of the library's that look for something in a text or table? */
bool results_is_search(const Sites *sites, FuncId func);
/* Is it one that reads its result off its arguments, or off chance? */
bool results_is_computed(const Sites *sites, FuncId func);
/* Does it make a number of a text, or by chance? */
bool results_are_numbers(const Sites *sites, FuncId func);
/* Does it write data to memory, which may be anything (`read`)? */
bool results_are_data(const Sites *sites, FuncId func);
/* Is it documented to return NULL, by C11 or POSIX? */
bool results_is_documented(const Sites *sites, FuncId func);
/* Is it likely that the function, one without a body, returns NULL? */
bool results_may_be_null(const Sites *sites, FuncId func);
/* ... for reasons of its own, which no caller can know? */
bool results_may_fail(Sites *sites, FuncId func);
/* ... that the global pointer is NULL, where a function does not look? */
bool results_global_is_null(const Sites *sites, GlobalId global);
/* ... that the member, a pointer, is? */
bool results_member_is_null(const Sites *sites, TypeId type, uint64_t member);

/* ---- callers.c ---- */

enum { CALLERS_KEPT = 8 };

/* Callers of a function, executed, for all its checks. */
typedef struct Callers {
  Sites *sites;
  Session sessions[CALLERS_KEPT];
  uint32_t n;
} Callers;

void callers_init(Callers *callers, Sites *sites);
void callers_done(Callers *callers);
/* Does the result, the last of the session, depend on what callers know? */
bool callers_know(Session *session, const SiteResult *result);
/* Asks the calls of the function about its check in the block.  True: the
 * result is theirs; false: nobody could tell. */
bool callers_ask(Callers *callers, FuncId func, uint32_t block, Budget *budget,
                 SiteResult *result);

/* ---- plan.c ---- */

/* The plan that says why no run shows such a fault; NULL: one may. */
const char *sites_no_run(const Session *session, const ErrorSite *error);

typedef enum SiteRunnable {
  SITE_RUNNABLE,     /* the engine's values are those of the plan */
  SITE_NOT_RUNNABLE, /* result->plan says why; the engine's values are lost */
  SITE_NEEDS_OVERLAP /* ... and the violation needs two pointers of unknown
                        origin to be related, though the program relates
                        none */
} SiteRunnable;

/* The replay plan of the violation that the engine has just found with this
 * formula, to result->plan: what a run needs, or why there can be none.  The
 * formula comes to say what the plan has. */
SiteRunnable sites_plan(Session *session, Term *formula, Budget *budget,
                        SiteResult *result);

/* ---- told/spell.c ---- */

/* What the load reads, as C would write it; NULL: it cannot be said. */
const char *sites_spell(Sites *sites, const Function *f, uint32_t load);
/* ... what is computed; */
const char *sites_spell_value(Sites *sites, const Function *f, Val v);
/* ... what the pointer leads to; */
const char *sites_spell_place(Sites *sites, const Function *f, Val pointer);
/* ... what is asked by a condition; `*is_turned`: it holds if that does not. */
const char *sites_spell_condition(Sites *sites, const Function *f,
                                  Val condition, bool *is_turned);

/* ---- told/path.c ---- */

/* May the value of the term be told?  If not, session->loose says so. */
bool sites_is_settled(Session *session, Term t);
/* Path and values of the violation that the engine has just found; `block` of
 * the activation is where it happens.  What hangs on calls that were not looked
 * into is left out, and session->loose tells of it. */
void sites_explain(Session *session, uint32_t activation, EncCheck check,
                   SiteResult *result);
/* What it is that a violation rests on which rests on the variable: SITE_ON_
 * flags. */
unsigned sites_rests_on(Session *session, const EncLeaf *leaf);
/* The call of the library by the program that the activation belongs to, or 0:
 * it is none of the library's. */
uint32_t sites_outermost_call(const Session *session, uint32_t activation);
/* Where an activation other than the root is called. */
LocId sites_call_place(const Session *session, uint32_t activation);

#endif
