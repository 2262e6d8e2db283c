/* SPDX-License-Identifier: MIT
 *
 * All properties of a run.
 *
 * A question is some properties that are decided together by one check: one of
 * them, or the words of a property file.  An inquiry holds the questions of a
 * run.  Each question sees the program as it is compiled with the compiler's
 * own checks that it needs and no others.  Then each is decided by itself
 * (check/), all at the same time. */
#ifndef ASK_ASK_H
#define ASK_ASK_H

#include "check/decide.h"
#include "frontend/clang/clang.h"
#include "report/answers.h"

enum { ASK_MOST = RACE_TASKS };

/* What is to be asked, in the order of the report. */
typedef struct AskPlan {
  uint32_t kinds[ASK_MOST]; /* of each question: set of 1u << PropertyKind */
  uint32_t warns;           /* set of those whose violation only warns */
  uint32_t n;
} AskPlan;

/* What is asked when nobody says anything: all that C programmers expect. */
AskPlan ask_all(void);
/* One question. */
AskPlan ask_together(uint32_t kinds);
/* Reads property names with commas between, a question each; "all" stands for
 * ask_all.  False: `problem` says which name is unknown. */
BASE_MUST_USE bool ask_named(AskPlan *out, const char *names, Text *problem);
/* Nothing is asked about it any more. */
void ask_drop(AskPlan *plan, PropertyKind kind);
/* All kinds that are asked about. */
uint32_t ask_kinds(const AskPlan *plan);

/* How a question looks at the files. */
FeView ask_view(uint32_t kinds);
enum { ASK_VIEWS = 4 * FE_CHECK_SETS };
uint32_t ask_view_number(FeView view); /* below ASK_VIEWS */

/* ---- a run ---- */

/* Stages of a question, each of which the caller may look at. */
typedef enum AskStage { ASK_READ, ASK_PASSED, ASK_ENCODED } AskStage;

typedef struct Question {
  Property property;
  const char *name; /* "valid-deref+valid-free" */
  enum { QUESTION_OPEN, QUESTION_ENDED } state;
  bool is_followed;  /* what is left of it was asked, if anything is */
  Settings settings; /* with files of its own to write */
  const FeFiles *files;
  Monitor monitor;
  SupLink link;       /* keeps what is sent */
  SupRecords records; /* ... here */
  Checker checker;
  Program *read;       /* until it becomes a snapshot */
  Snapshots snapshots; /* from ASK_PASSED on */
  System system;       /* from ASK_ENCODED on */
} Question;

typedef struct AskOrder {
  Mem *mem;
  const AskPlan *plan;
  const Property *property; /* what all share; its kinds are not used */
  const Settings *settings;
  const FeFiles *files; /* [0..ASK_VIEWS[: looked at so; those that a question
                           of the plan needs */
  RepRun report;        /* what reports start from */
  const SupLink *link;
  const RepStage *frontend; /* what it took: in the statistics of each */
  FeDiag *diag;
  int log_level;
  double started; /* clock_now() of the run, which the progress line counts from
                   */
  bool lists_sites; /* --all-sites */
  /* Called behind each stage of a question: false ends the run. */
  bool (*leave)(void *context, Question *question, AskStage stage);
  /* The front end cannot read the files: the end of the run. */
  void (*fail)(void *context);
  void *context;
} AskOrder;

/* Asks all questions and sends the answers over the link, each time one is
 * known; last, for a single question, what it sent itself.  The code is that of
 * the process.  False: a hook ended the run. */
BASE_MUST_USE bool ask_run(const AskOrder *order, ExitCode *code);

#endif
