/* SPDX-License-Identifier: MIT
 *
 * The report to the user: the verdict line, what stands above it in the chosen
 * format, the statistics file.  Nothing here decides anything. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/base.h"
#include "base/json.h"
#include "ir/program.h"
#include "report/trace/trace.h"

typedef enum VerdictKind {
  VERDICT_TRUE,
  VERDICT_FALSE,
  VERDICT_UNKNOWN
} VerdictKind;

/* Why there is no verdict. */
typedef enum Cause {
  CAUSE_NONE,           /* there is one */
  CAUSE_TIME,           /* time or ticks are spent */
  CAUSE_NOT_APPLICABLE, /* there is nothing to work on */
  CAUSE_UNSUPPORTED,    /* a construct of the program */
  CAUSE_TOO_COARSE,     /* the program looked at has too many behaviours */
  CAUSE_EVIDENCE,       /* a claim that its evidence does not confirm */
  CAUSE_ENGINE,         /* the engine gives up */
  CAUSE_FILES,          /* something cannot be written */
  CAUSE_FRONTEND,       /* the program cannot be read */
  CAUSE_WITNESS,        /* what the witness says cannot be used */
  CAUSE_LIMIT,          /* the supervisor ended the worker */
  CAUSE_INTERNAL        /* an error of ours */
} Cause;

typedef struct Verdict {
  VerdictKind kind;
  ExitCode code;
  Cause cause;          /* VERDICT_UNKNOWN */
  const char *property; /* VERDICT_FALSE: the violated one; else "" */
  const char *reason;   /* VERDICT_UNKNOWN: why, one line; else "" */
} Verdict;

typedef enum RepFormat { REP_TEXT, REP_JSON, REP_SARIF } RepFormat;

/* What a proof says of one place of control. */
typedef struct RepInvariant {
  LocId loop;           /* the keyword of the C loop headed there; 0: none is */
  const char *place;    /* "loop at a.c:3:5" */
  const char *c;        /* what can be said of it in C, for people; or NULL */
  const char *portable; /* the same for tools that read C; or NULL */
  const char *text;     /* all of it, perhaps cut short */
} RepInvariant;

/* The proof summary: how the verdict was found and checked. */
typedef struct RepSummary {
  const char *engine;
  const char *backend; /* the engine's solver */
  uint32_t n_locations, n_edges;
  uint64_t depth, queries;
  const char *proof; /* what kind, for people; NULL: there is none */
  uint32_t k;        /* of an induction or unrolling; else 0 */
  const RepInvariant *invariants;
  uint32_t n_invariants;
  uint32_t n_obligations;  /* discharged */
  const char *checker;     /* the solver that did */
  const char *certificate; /* the directory written, or NULL */
} RepSummary;

/* What the output above the verdict line is made from. */
typedef struct RepRun {
  RepFormat format;
  enum { REP_ASSUMPTIONS_HIDDEN, REP_ASSUMPTIONS_LISTED } assumptions;
  /* The only property, or one of several: then premises and how to do it again
   * are told once for all. */
  enum { REP_ALONE, REP_AMONG } among;
  RepColours colours; /* of text */
  const char *version;
  const char *const *files; /* the user's input files */
  uint32_t n_files;
  const char *property; /* what was checked, as the user said it */
  int bits;             /* data model: 32 or 64 */
  const RepCounterexample *counterexample; /* NULL: there is none */
  const char *command;      /* what the user typed; NULL: not known */
  const Program *program;   /* for places; NULL: there is none */
  const Program *functions; /* the program with its functions as they were
                               written, for pictures; NULL: there is none */
  const LedgerEntry *ledger;
  uint32_t n_ledger;
  const RepSummary *summary; /* NULL: no engine was run */
} RepRun;

/* "VERDICT: unknown (timeout)\n"; line breaks in the reason become blanks. */
void rep_verdict_line(Text *out, const Verdict *verdict);
/* Ends the output: in text mode with that line; otherwise the document is all
 * of stdout, and the line goes to stderr. */
void rep_tell_verdict(Text *out, RepFormat format, const Verdict *verdict);
/* "unknown (timeout)", the same without prefix and newline. */
void rep_verdict_text(Text *out, const Verdict *verdict);
/* What is told of one property, for rep_document (answers.h): lines of text,
 * or members of a JSON object; may be nothing. */
void rep_part(Text *out, const RepRun *run, const Verdict *verdict);
/* Every approximation and premise, a line each with its direction, the same
 * reason once. */
void rep_premises(Text *out, const RepRun *run);
/* What of such lines a proof rests on, as the paragraph "assumed:". */
void rep_premise_lines(Text *out, const char *lines);
/* What was checked and how, for people: a few lines, none when no engine was
 * run.  Premises are counted, the same reason once. */
void rep_summary_text(Text *out, const RepRun *run, const Verdict *verdict);
/* The same as members of a JSON object. */
void rep_summary_json(Json *json, const RepRun *run);
const char *rep_direction_name(Direction direction); /* "premise" */

/* ---- the counterexample ---- */

/* `"trace": [...], "notes": [...]`, as members of an object. */
void rep_counterexample_json(Json *json, const RepCounterexample *c);
/* `"codeFlows": [...]`, as a member of a SARIF result. */
void rep_counterexample_sarif(Json *json, const RepCounterexample *c);
/* Its last place, as a location; false: there is none. */
bool rep_counterexample_sarif_end(Json *json, const RepCounterexample *c);

/* ---- progress: one line on a terminal, rewritten; nothing elsewhere ---- */

typedef struct RepProgress {
  double start, last; /* clock_now() */
  bool shown;         /* there is a line to wipe away */
} RepProgress;

void rep_progress_init(RepProgress *progress);
void rep_progress(RepProgress *progress, const char *phase, uint32_t depth,
                  uint64_t queries);
/* The same for work of known size: a bar, and the time left. */
void rep_progress_part(RepProgress *progress, const char *phase,
                       const char *things, uint64_t done, uint64_t all);
void rep_progress_end(RepProgress *progress);
/* Wipes away a line that another process may have left. */
void rep_progress_wipe(void);

/* ---- statistics -----------------------------------------------------------
 */

typedef struct RepStage {
  const char *name;
  double wall, cpu; /* seconds */
} RepStage;
typedef struct RepCount {
  const char *name;
  uint64_t value;
} RepCount;

typedef struct RepLabel {
  const char *name, *value;
} RepLabel;

/* Owns copies of the names. */
typedef struct RepStats {
  Mem *mem;
  Arena names;
  Vec(RepLabel) labels; /* in order */
  Vec(RepStage) stages; /* in order */
  Vec(RepCount) counts; /* in order of first mention */
  const char *running;  /* the stage that is on its way; NULL: none */
} RepStats;

/* The whole run, as seen from outside. */
typedef struct RepUse {
  double wall, cpu;     /* seconds, of all processes */
  uint64_t peak_memory; /* bytes, of all processes together */
} RepUse;

void rep_stats_init(RepStats *stats, Mem *mem);
void rep_stats_done(RepStats *stats);
/* Says which stage is on its way, until rep_stats_stage says it ended. */
void rep_stats_begin(RepStats *stats, const char *name);
void rep_stats_stage(RepStats *stats, const char *name, double wall,
                     double cpu);
/* Sets a counter; a second mention replaces the first. */
void rep_stats_count(RepStats *stats, const char *name, uint64_t value);
/* Says something about the run in a word. */
void rep_stats_label(RepStats *stats, const char *name, const char *value);
/* The labels, `"stages": [...], "counts": {...}`, for json_members. */
void rep_stats_members(Text *out, const RepStats *stats);
/* The statistics file; `members` is the newest text from rep_stats_members, or
 * "". */
void rep_stats_file(Text *out, const Verdict *verdict, const RepUse *use,
                    const char *members);

/* ---- files ----------------------------------------------------------------
 */

/* Whether `path` can be written, found out without changing it.  False with
 * errno set. */
BASE_MUST_USE bool rep_can_write(const char *path);
/* Writes a whole file (devices, pipes and what links lead to are written in
 * place).  False with
 * errno set. */
BASE_MUST_USE bool rep_write_file(const char *path, const Text *text);

/* ---- talk: stderr, coloured on a terminal
 * ------------------------------------
 */

/* Those of stdout: on a terminal, unless the user wants none (no-color.org). */
RepColours rep_colours(void);

typedef enum RepTone { REP_NOTE, REP_WARNING, REP_ERROR } RepTone;
/* "cutpoint: error: ..." */
void rep_say(RepTone tone, const char *format, ...) BASE_PRINTF(2, 3);

#endif
