/* SPDX-License-Identifier: MIT
 *
 * A counterexample: a run that fails, as steps.  Where inputs came in, what
 * variables became, which functions were called, which way branches went, where
 * the error is and what is to be said of it.
 *
 * It is collected while the interpreter runs the program as it was read; of a
 * long run only the beginning and the end are.  Only the steps that the error
 * depends on matter (report/slice); of runs too long for that, those of which
 * the program still has something after slicing.  The others are shown on
 * request. */
#ifndef REPORT_TRACE_H
#define REPORT_TRACE_H

#include "report/slice/slice.h"
#include "report/trace/ink.h"
#include "report/values/values.h"

typedef enum RepStepKind {
  REP_STEP_INPUT,  /* an input that no variable takes at once */
  REP_STEP_ASSIGN, /* a variable or a part of one becomes a value */
  REP_STEP_BRANCH, /* which way a condition went */
  REP_STEP_CALL,   /* of a function of the user's, or of the library */
  REP_STEP_RETURN, /* of a value */
  REP_STEP_ERROR
} RepStepKind;

typedef struct RepStep {
  RepStepKind kind;
  LocId loc;
  uint32_t depth;     /* live activations above the entry */
  VarId var;          /* ASSIGN: of a whole variable; else 0 */
  const char *name;   /* of the variable or part; the condition as it is in the
                         source, "" if it cannot be quoted; the function */
  const char *value;  /* CALL: the arguments */
  const char *number; /* of whole integer variables, as digits; else "" */
  const char *note;   /* the input a value comes from, the call that gave it,
                         where an object was allocated; the error; "" */
  enum {
    REP_OWN_VALUE,
    REP_INPUT_VALUE,
    REP_ARGUMENTS, /* of main */
    REP_UNWRITTEN_VALUE
  } origin;       /* ASSIGN: comes from an
                     input at once, or was
                     never written? */
  bool aside;     /* a check that holds, or that the error tells of */
  bool matters;   /* the error depends on it */
  uint32_t event; /* of the slice */
} RepStep;

/* Something to know about the error. */
typedef struct RepNote {
  LocId loc; /* 0: no place */
  const char *text;
} RepNote;

/* A picture of memory: the variables of an activation, or an object. */
typedef struct RepBox {
  enum { REP_BOX_STACK, REP_BOX_HEAP, REP_BOX_FREED } kind;
  const char *name;
  uint64_t start;    /* heap objects: the address */
  uint32_t first, n; /* cells */
} RepBox;
typedef struct RepCell {
  const char *name, *value;
  uint32_t to; /* one more than the number of the box it points to; 0: none */
} RepCell;

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
  bool is_shortened;   /* rounds of loops were summed up (interp/jump.c) */
  Vec(LocId) calls;    /* that were open at the error, outermost first */
  Vec(RepNote) notes;  /* on the error */
  const char *line;    /* of the error, as it is in the source; "" unknown */
  Vec(RepBox) boxes;   /* memory at the error, if it has a part in it */
  Vec(RepCell) cells;  /* of those */
  Text reproduce;      /* how to see it again; may be empty */
  /* while collecting */
  RepMemory memory;
  RepSlice *slice;         /* NULL: the run is too long for one */
  Vec(uint64_t) arguments; /* addresses of main's, until the last one */
  Map told;                /* heap objects whose origin was noted */
  Map vars, places;        /* what matters without a slice */
  const Inst *input;       /* the newest input, if nothing came between */
  const Inst *branch;      /* the newest one, */
  FuncId branch_func;      /* and whose it is */
  uint64_t scanned;        /* where the newest text was read to, */
  uint32_t scan_event;     /* and what did it */
  uint32_t filled;         /* box */
  uint32_t depth;          /* of the newest instruction */
  LocId here;              /* newest position with a line */
  uint64_t at;             /* instructions so far */
} RepCounterexample;

void rep_counterexample_init(RepCounterexample *c, Mem *mem,
                             RepCounterexampleMode mode);
void rep_counterexample_done(RepCounterexample *c);

/* Says what matters where there is no slice: all that `sliced` has. */
void rep_counterexample_expect(RepCounterexample *c, const Program *sliced);
/* A run of the program begins, which is so many instructions long; what was
 * collected of an earlier one is forgotten. */
void rep_counterexample_begin(RepCounterexample *c, const Program *program,
                              uint64_t length);
/* The hook for the interpreter; the context is the counterexample, which has
 * begun. */
void rep_counterexample_hook(void *c, const InterpPlace *place,
                             const BvWord *value);
/* Behind the run, which ended in an error. */
void rep_counterexample_end(RepCounterexample *c, const Interp *run,
                            const InterpResult *result);

/* Is the step shown, in the mode that the user chose? */
bool rep_step_is_shown(const RepCounterexample *c, const RepStep *step);
/* "amount = 77", what one step does. */
void rep_step_text(Text *out, const RepStep *step);

/* A line of the source, under it where in it; of a column that it does not have
 * (0: unknown) the line alone. */
void rep_quote(Text *out, RepColours colours, const char *line, uint32_t number,
               uint32_t col);
/* The error under its line of the source, notes on it, then the steps:
 * "file.c:9:18  amount = 77  (__VERIFIER_nondet_int())" and so on. */
void rep_counterexample_text(Text *out, const RepCounterexample *c,
                             RepColours colours);

#endif
