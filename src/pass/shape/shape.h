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
  SHAPE_FOLD_ALL,   /* whatever numbers they hold */
  SHAPE_FOLD_SINGLE /* also an object alone, if others like it became lists */
} ShapeFold;

typedef struct ShapeHow {
  uint32_t most_constants; /* values of numbers in one shape, at one place,
                              before they become variables */
  ShapeFold fold;
  uint32_t most_states; /* 0: very many */
} ShapeHow;

/* How objects became lists: of which type and size, by which links. */
typedef struct ShapeLink {
  TypeId type;
  int64_t size, next, prev, next_to, prev_to;
} ShapeLink;
typedef Vec(ShapeLink) ShapeLinks;

/* Replaces the entry function by one without pointers, for proofs only: more
 * executions, never fewer.  Wants everything inlined, and VALID and END still
 * there; leaves none of them.  `*states`: how many it looked at.  `*links`, to
 * be freed by the caller, grows: with SHAPE_FOLD_SINGLE, objects like those met
 * are lists from the start.  False: there are too many states, the program is
 * of no use any more. */
BASE_MUST_USE bool pass_shape(Program *program, ShapeHow how, ShapeLinks *links,
                              uint32_t *states);
/* A quick look: are objects made on the heap, or asked about? */
bool pass_has_shapes(const Program *program);

#endif
