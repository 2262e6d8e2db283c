/* SPDX-License-Identifier: MIT
 *
 * The entry function, specialised to the shapes that its memory can have. */
#ifndef PASS_SHAPE_SHAPE_H
#define PASS_SHAPE_SHAPE_H

#include "ir/program.h"

/* When objects in a row become one list. */
typedef enum ShapeFold {
  SHAPE_FOLD_NEVER,
  SHAPE_FOLD_ALIKE, /* if they hold the same constants */
  SHAPE_FOLD_ALL    /* whatever numbers they hold */
} ShapeFold;

typedef struct ShapeHow {
  uint32_t most_constants; /* values of numbers in one shape, at one place,
                              before they become variables */
  ShapeFold fold;
} ShapeHow;

/* Replaces the entry function by one without pointers, for proofs only: more
 * executions, never fewer.  Wants everything inlined, and VALID and END still
 * there; leaves none of them.  `*states`: how many it looked at.  False: there
 * are too many, the program is of no use any more. */
BASE_MUST_USE bool pass_shape(Program *program, ShapeHow how, uint32_t *states);
/* A quick look: are objects made on the heap, or asked about? */
bool pass_has_shapes(const Program *program);

#endif
