/* SPDX-License-Identifier: MIT
 *
 * Witnesses of other runs, YAML format 2.0 and 2.1: reading them, and weaving
 * what they say into the text of the program.
 *
 * A woven copy is the user's program with observers in it: statements that only
 * look.  Lines and columns of everything else stay what they were; the
 * observers stand on lines of the witness file itself, so that the compiler's
 * messages about an expression point there.  Who may conclude what from a woven
 * program is said in cli/validate_command.c. */
#ifndef WITNESS_WITNESS_H
#define WITNESS_WITNESS_H

#include "ir/program.h"
#include "ir/property.h"
#include "witness/c_text.h"

typedef struct WitPlace {
  const char *file_name; /* as the witness has it */
  uint32_t line, col;    /* from 1; col 0: not given */
  uint32_t file;         /* which of the user's files; wit_match_files */
} WitPlace;

typedef enum WitType {
  WIT_ASSUMPTION,
  WIT_BRANCHING,
  WIT_FUNCTION_ENTER,
  WIT_FUNCTION_RETURN,
  WIT_TARGET,
  WIT_LOOP_INVARIANT,
  WIT_LOCATION_INVARIANT
} WitType;

/* One waypoint, or one invariant. */
typedef struct WitItem {
  WitType type;
  enum { WIT_FOLLOW, WIT_AVOID } action;
  WitPlace place;
  const char *value; /* the expression or the branch; "" where there is none */
  uint32_t segment;  /* [0..n_segments[; invariants: 0 */
  uint32_t line;     /* in the witness file, from 1 */
} WitItem;

typedef struct WitHash {
  const char *file, *hash;
  uint32_t index; /* which of the user's files; wit_match_files */
} WitHash;

typedef struct Witness {
  Mem *mem;
  Arena texts;
  const char *path;
  enum { WIT_VIOLATION, WIT_CORRECTNESS } kind;
  Vec(WitItem) items;
  uint32_t n_segments;
  Vec(WitHash) hashes;       /* of the input files; empty: it does not say */
  const char *specification; /* or NULL */
  const char *data_model;    /* or NULL */
} Witness;

void wit_init(Witness *witness, Mem *mem, const char *path);
void wit_done(Witness *witness);

/* read.c: parses the text of the file.  False: `problem` says where and what is
 * wrong, and what to do. */
BASE_MUST_USE bool wit_read(Witness *witness, const Text *text, Text *problem);
/* Finds the user's files by their names, or the last parts of them. */
BASE_MUST_USE bool wit_match_files(Witness *witness, const char *const *files,
                                   uint32_t n_files, Text *problem);
/* "assumption 'x == 1' at a.c:3:5 (w.yml:20)" */
void wit_print_item(Text *out, const Witness *witness, uint32_t item);

/* ---- weave.c ---- */

/* What observers do; the names are those of functions that the woven copy
 * declares. */
typedef enum WitMode {
  WIT_CLAIM,   /* an invariant that is false calls WIT_REFUTED */
  WIT_ASSUME,  /* an invariant that is false ends the run */
  WIT_RESTRICT /* runs that do not follow the waypoints end */
} WitMode;
#define WIT_REFUTED "__witness_refuted"
#define WIT_REACHED "__witness_reached"
#define WIT_SEGMENT "__witness_segment" /* waypoints followed so far */
#define WIT_FLAG    "__witness_flag"    /* see PropertyTarget */

typedef struct WitWeave {
  const Witness *witness;
  WitMode mode;
  uint32_t file;      /* which of the user's files, */
  const char *path;   /* and its name */
  const CText *c;     /* and its text */
  uint32_t announced; /* WIT_RESTRICT: following this segment's waypoint calls
                         WIT_REACHED; n_segments: none does */
} WitWeave;

/* Appends the woven copy.  False: `problem` says which item cannot stand where
 * the witness has it. */
BASE_MUST_USE bool wit_weave(Text *out, const WitWeave *weave, Text *problem);

/* The statement of the target, in the file's text `c`.  False: `problem`. */
BASE_MUST_USE bool wit_target(PropertyTarget *out, const Witness *witness,
                              const CText *c, const char *path, Text *problem);
/* The item of the target; `items.n`: there is none. */
uint32_t wit_target_item(const Witness *witness);

/* inspect.c: may what stands on the witness's lines do anything but look at
 * values that exist?  False: `problem` names the first that may end the run, or
 * whose memory may not exist. */
BASE_MUST_USE bool wit_inspect(const Program *program, const Witness *witness,
                               Text *problem);

#endif
