/* SPDX-License-Identifier: MIT
 *
 * What is to be checked.  Read from a .prp file or the command line by
 * frontend/, turned into ERROR instructions by pass_property. */
#ifndef IR_PROPERTY_H
#define IR_PROPERTY_H

#include "base/base.h"

/* name on the command line and in verdicts, what it means */
#define PROG_PROPERTIES(X)                                                     \
  X(UNREACH_CALL, "unreach-call", "no error function is called")               \
  X(ASSERTION, "assertion", "no assert fails")                                 \
  X(NULL_DEREF, "null-deref", "no NULL pointer is dereferenced")               \
  X(VALID_DEREF, "valid-deref", "every access stays in a live object")         \
  X(VALID_FREE, "valid-free", "only live heap objects are freed, once")        \
  X(VALID_MEMTRACK, "valid-memtrack", "no heap object is lost")                \
  X(VALID_MEMCLEANUP, "valid-memcleanup", "all is freed at the end")           \
  X(VALID_INIT, "valid-init", "only what was written is read")                 \
  X(NO_OVERFLOW, "no-overflow", "no signed operation overflows")               \
  X(NO_DIV_ZERO, "no-div-by-zero", "no division by zero")                      \
  X(NO_BAD_SHIFT, "no-bad-shift", "shift amounts are below the width")         \
  X(TERMINATION, "termination", "every execution ends")                        \
  X(NO_DATA_RACE, "no-data-race", "no data race")

typedef enum PropertyKind {
#define X(name, text, help) PROPERTY_##name,
  PROG_PROPERTIES(X)
#undef X
      PROPERTY_COUNT
} PropertyKind;

/* Only there a violation counts, and only while a variable of the program has a
 * value: what a witness says (witness/witness.h). */
typedef struct PropertyTarget {
  const char *file;
  uint32_t first_line, first_col, last_line, last_col;
  const char *counter; /* a global of type unsigned int, */
  uint32_t count;      /* and its value */
  const char *flag;    /* another one, set during calls of library functions */
} PropertyTarget;

typedef struct Property {
  uint32_t kinds;    /* set of 1u << PropertyKind */
  const char *entry; /* function where the program starts: "main" */
  /* unreach-call: NULL means reach_error and __VERIFIER_error; a name means
   * calls of that function only (where these two stand for each other). */
  const char *error_function;
  const char *error_label; /* a C label instead, or NULL */
  /* What a signed overflow does that is not itself checked for: it wraps, or
   * the user grants that there is none (a premise in the ledger). */
  enum { OVERFLOW_WRAPS, OVERFLOW_ASSUMED_AWAY } overflow;
  /* What becomes of a run that uses a dead object, or frees what is none, where
   * that is not itself checked for: it is not judged; or, if another question
   * of the same run asks about it, it ends there (a premise). */
  enum { DEAD_UNJUDGED, DEAD_ENDS } dead;
  const PropertyTarget *target; /* or NULL: everywhere */
  /* Who asks which objects live: those kinds that do, or others, too
   * (pass/objects). */
  enum { LIVES_BY_KIND, LIVES_ASKED } lives;
} Property;

/* What the program itself says is an error: the default. */
enum {
  PROPERTY_OWN_ERRORS = 1u << PROPERTY_UNREACH_CALL | 1u << PROPERTY_ASSERTION
};

/* Is it the function that a failing assert calls? */
bool prog_is_assert(const char *function);
/* What a call of the function violates; PROPERTY_COUNT: nothing. */
PropertyKind prog_property_of_call(const Property *property,
                                   const char *function);
/* Is it about objects and their lifetimes? */
bool prog_property_is_memory(const Property *property);
/* Does a bad access end a run, because somebody else asks about it? */
bool prog_property_ends_at_bad_access(const Property *property);
const char *prog_property_name(PropertyKind kind);
const char *prog_property_help(PropertyKind kind);    /* "no data race" */
PropertyKind prog_property_by_name(const char *name); /* COUNT: unknown */

#endif
