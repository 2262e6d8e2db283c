/* SPDX-License-Identifier: MIT
 *
 * A counterexample: a run that fails, as steps.  Where inputs came in, what
 * variables became, which way branches went, where the error is.
 *
 * It is collected while the interpreter runs the program as it was read; of a
 * long run only the beginning and the end are.  Only what the program still has
 * after slicing matters for the error; the rest is reported on request. */
#ifndef REPORT_COUNTEREXAMPLE_H
#define REPORT_COUNTEREXAMPLE_H

#include "base/json.h"
#include "interp/interp.h"

typedef enum RepStepKind {
  REP_STEP_INPUT,  /* an input that no variable takes at once */
  REP_STEP_ASSIGN, /* a variable becomes a value */
  REP_STEP_BRANCH, /* which way a condition went */
  REP_STEP_ERROR
} RepStepKind;

typedef struct RepStep {
  RepStepKind kind;
  LocId loc;
  uint32_t depth;   /* live activations above the entry */
  VarId var;        /* ASSIGN */
  const char *name; /* of the variable or the input; the condition as it is in
                       the source, "" if it cannot be quoted */
  const char *value;
  char letter;      /* that the value stands for; 0: none */
  const char *note; /* the input a value comes from, the object an address is
                       of; the error; "" */
  bool aside;       /* a check that holds, or that the error tells of */
} RepStep;

typedef enum RepCounterexampleMode {
  REP_COUNTEREXAMPLE_SHORT,
  REP_COUNTEREXAMPLE_FULL
} RepCounterexampleMode;

typedef struct RepCounterexample {
  Mem *mem;
  Arena texts;
  RepCounterexampleMode mode;
  const Program *program; /* as read; its positions */
  Vec(RepStep) steps;
  uint64_t length;     /* instructions of the run */
  uint64_t unseen;     /* instructions left out in the middle of a long run */
  uint32_t seen_first; /* steps before those */
  Vec(LocId) calls;    /* that were open at the error, outermost first */
  const char *line;    /* of the error, as it is in the source; "" unknown */
  Text reproduce;      /* how to see it again; may be empty */
  /* while collecting */
  Vec(uint64_t) arguments; /* addresses of main's, until the last one */
  Map vars, places;        /* what matters */
  Map locals;              /* ALLOCA -> C variable */
  Map objects;             /* address -> what is there */
  const Inst *input;       /* the newest input, if nothing came between */
  LocId here;              /* newest position with a line */
  uint64_t at;             /* instructions so far */
} RepCounterexample;

void rep_counterexample_init(RepCounterexample *c, Mem *mem,
                             RepCounterexampleMode mode);
void rep_counterexample_done(RepCounterexample *c);

/* Says what matters: all that `sliced` has. */
void rep_counterexample_expect(RepCounterexample *c, const Program *sliced);
/* A run of the program begins, which is so many instructions long; what an
 * was collected of an earlier one is forgotten. */
void rep_counterexample_begin(RepCounterexample *c, const Program *program,
                              uint64_t length);
/* The hook for the interpreter; the context is the counterexample, which has
 * begun. */
void rep_counterexample_hook(void *c, const InterpPlace *place,
                             const BvWord *value);
/* Behind the run, which ended in an error. */
void rep_counterexample_end(RepCounterexample *c, const Interp *run,
                            const InterpResult *result);

/* "amount = 77", what one step does. */
void rep_step_text(Text *out, const RepStep *step);
/* The error under its line of the source, then the steps:
 * "file.c:9:18  amount = 77  (__VERIFIER_nondet_int())" and so on. */
void rep_counterexample_text(Text *out, const RepCounterexample *c);
/* `"trace": [...]`, as a member of an object. */
void rep_counterexample_json(Json *json, const RepCounterexample *c);
/* `"codeFlows": [...]`, as a member of a SARIF result. */
void rep_counterexample_sarif(Json *json, const RepCounterexample *c);
/* Its last place, as a location; false: there is none. */
bool rep_counterexample_sarif_end(Json *json, const RepCounterexample *c);

#endif
