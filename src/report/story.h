/* SPDX-License-Identifier: MIT
 *
 * The story of a run that fails: where inputs came in, what variables became,
 * which way branches went, where the error is.
 *
 * It is collected while the interpreter runs the program as it was read; of a
 * long run only beginning and end are.  Only
 * what the program still has after slicing matters for the error; the rest is
 * told on request. */
#ifndef REPORT_STORY_H
#define REPORT_STORY_H

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
  const char *name; /* of the variable or the input */
  const char *value;
  const char *note; /* the input a value comes from; the error; "" */
} RepStep;

typedef enum RepStoryMode { REP_STORY_SHORT, REP_STORY_FULL } RepStoryMode;

typedef struct RepStory {
  Mem *mem;
  Arena texts;
  RepStoryMode mode;
  const Program *program; /* as read; its positions */
  Vec(RepStep) steps;
  uint64_t length;     /* instructions of the run */
  uint64_t unseen;     /* instructions in the middle of a long run: not told */
  uint32_t seen_first; /* steps before those */
  Vec(LocId) calls;    /* that were open at the error, outermost first */
  Text reproduce;      /* how to see it again; may be empty */
  /* while collecting */
  Vec(uint64_t) arguments; /* addresses of main's, until they are told */
  Map vars, places;        /* what matters */
  Map locals;              /* ALLOCA -> C variable */
  const Inst *input;       /* the newest input, if nothing came between */
  LocId here;              /* newest position with a line */
  uint64_t at;             /* instructions so far */
} RepStory;

void rep_story_init(RepStory *story, Mem *mem, RepStoryMode mode);
void rep_story_done(RepStory *story);

/* Says what matters: all that `sliced` has. */
void rep_story_expect(RepStory *story, const Program *sliced);
/* A run of the program begins, which is so many instructions long; what an
 * earlier one told is forgotten. */
void rep_story_begin(RepStory *story, const Program *program, uint64_t length);
/* The hook for the interpreter; the context is the story, which has begun. */
void rep_story_hook(void *story, const InterpPlace *place, const BvWord *value);
/* Behind the run, which ended in an error. */
void rep_story_end(RepStory *story, const Interp *run,
                   const InterpResult *result);

/* "amount = 77", what one step does. */
void rep_step_text(Text *out, const RepStep *step);
/* "file.c:9:18  amount = 77  (__VERIFIER_nondet_int())" and so on. */
void rep_story_text(Text *out, const RepStory *story);
/* `"trace": [...]`, as a member of an object. */
void rep_story_json(Json *json, const RepStory *story);
/* `"codeFlows": [...]`, as a member of a SARIF result. */
void rep_story_sarif(Json *json, const RepStory *story);
/* Its last place, as a location; false: there is none. */
bool rep_story_sarif_end(Json *json, const RepStory *story);

#endif
