/* SPDX-License-Identifier: MIT
 *
 * Guards about objects that a function does not know by name: those that a
 * pointer may lead to.  They ask VALID, which a symbolic execution answers
 * (encode/function/valid.c); for checks of single functions. */
#ifndef PASS_OBJECTS_OBJECTS_H
#define PASS_OBJECTS_OBJECTS_H

#include "ir/program.h"

/* What is asked; a set.  The property of the guards in brackets. */
enum {
  PASS_OBJECTS_BOUNDS = 1, /* is there room for the access (valid-deref)? */
  PASS_OBJECTS_LIVE = 2,   /* was it freed (use-after-free, freed-…)? */
  PASS_OBJECTS_FREE = 4,   /* may it be freed (valid-free)? */
  PASS_OBJECTS_INIT = 8,   /* was it written (valid-init)? */
  PASS_OBJECTS_NULL = 16,  /* is NULL passed to a library function that wants
                              an object (null-argument)? */
  PASS_OBJECTS_LEAK = 32,  /* is it lost when a function returns (leak)? */
  PASS_OBJECTS_SIZE = 64   /* does a size or an index overflow
                              (no-overflow)? */
};
#define PASS_USE_AFTER_FREE "use-after-free"
#define PASS_NULL_ARGUMENT  "null-argument"
/* Freed memory is passed to a function without a body: no run shows what that
 * does with it. */
#define PASS_FREED_ARGUMENT "freed-argument"
/* ... to one that hands it to such a one, or to the library: a run may show
 * it. */
#define PASS_FREED_ON "freed-handed-on"
/* The message of a check of room for a text whose length nobody knows. */
#define PASS_MAY_APPEND "write outside the object if the text is long enough"
/* ... in a part of an object, of which a run knows the whole. */
#define PASS_IN_PART "write outside the object or its member"
/* ... of what sprintf writes, which a run does not follow. */
#define PASS_PRINTS "sprintf() writes outside the object"
/* ... of a size by unsigned arithmetic, behind which a run goes on. */
#define PASS_ROUND_ADD "an addition that makes the size of an allocation wraps"
#define PASS_ROUND_MUL                                                         \
  "a multiplication that makes the size of an allocation wraps"
#define PASS_ROUND_SHL "a left shift that makes the size of an allocation wraps"
#define PASS_LEAK      "leak"
/* In a message: a line, counted from the first of the function. */
#define PASS_LINE "line +"

/* Does the function of the library make a number of a text, or by chance?  It
 * may be any that its type has. */
bool pass_makes_number(const char *name);

/* Calls through pointers that the program sets to nothing but functions that
 * allocate, or that free what they are given, become calls of these. */
void pass_hooks(Program *program);

/* Guards in all functions of the user's.  BOUNDS: where pass_bounds, which
 * comes before, says nothing and some object is in sight. */
void pass_objects(Program *program, unsigned asked);

#endif
