/* SPDX-License-Identifier: MIT
 *
 * The source as the user wrote it: lines to show, and the conditions that
 * branches look at.
 *
 * A branch has one position, which clang chooses: the operator && or || for
 * what stands left of it; the first token behind "if (", and that of a
 * conditional expression, for the last operand of the condition; the keyword of
 * a loop (of `do` the end of the body) for all of the loop's condition.  The
 * operand is cut out of the tokens there.
 * Negations and parentheses around an operand are left out, for the branch is
 * on what stands inside.  Where it is not certain what a branch looks at,
 * nothing is quoted: behind macros, and where several branches have one
 * position. */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include "ir/program.h"

typedef struct RepToken {
  uint32_t at, n; /* bytes of the file */
} RepToken;

typedef struct RepSourceFile {
  Text text;            /* "" if it cannot be read */
  Vec(uint32_t) lines;  /* where they start */
  Vec(RepToken) tokens; /* without comments and directives */
} RepSourceFile;

typedef struct RepSource {
  Mem *mem;
  const Program *program;
  Map files; /* those read: number in the program -> index */
  Vec(RepSourceFile) read;
  Map crowded; /* places that several branches of a function have */
  Map names;   /* of variables and functions, by hash */
} RepSource;

void rep_source_init(RepSource *source, Mem *mem, const Program *program);
void rep_source_done(RepSource *source);

/* The file a position is in, read when it is asked for first; and where in its
 * text the position is.  NULL: that is not known. */
const RepSourceFile *rep_source_find(RepSource *source, LocId loc,
                                     uint32_t *offset);
/* Adds the line at a position, without its end; false: it is not known. */
bool rep_source_line(Text *out, RepSource *source, LocId loc);
/* Adds the condition that the branch there is on, in one line; false: it
 * cannot be said. */
bool rep_source_condition(Text *out, RepSource *source, LocId loc);

/* Adds what the load there reads, as it is written; false: it cannot be said.
 * `indices`: one more than how many of those behind it belong to it; 0: all. */
bool rep_source_expression(Text *out, RepSource *source, LocId loc,
                           uint32_t indices);

/* Adds what stands before the arguments of the call there, as it is written;
 * false: it cannot be said. */
bool rep_source_called(Text *out, RepSource *source, LocId loc);

/* Adds the call of a macro which begins there, with its arguments if they are
 * short; false: there is none. */
bool rep_source_macro(Text *out, RepSource *source, LocId loc);

/* A number for file, line and column. */
uint64_t rep_place_hash(const Program *program, LocId loc);
/* Is the branch no condition of the source, but a check of an operation there,
 * which ends the run if it fails? */
bool rep_is_check(const Program *program, const Function *f,
                  const Inst *branch);

#endif
