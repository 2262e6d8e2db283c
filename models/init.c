/* SPDX-License-Identifier: MIT
 *
 * Which bytes of memory were written: the property valid-init.
 *
 * A shadow of the whole memory would double it.  But a violation needs one
 * byte that is read before it is written, so one byte is watched at a time:
 * whenever an object is made, any one of its bytes may be chosen.  It is fresh
 * until something is written there.  A copy of it is fresh, too, and may be
 * watched from then on in its place.  So every byte that was never written can
 * be the one that is watched, through any chain of copies, and nothing that was
 * written is ever taken for fresh.
 *
 * src/frontend/read/init.c calls these functions at each access.  Only they
 * compare addresses of different objects, by a distance that is then compared
 * with the size of one access: where the objects lie does not matter. */
#include "model.h"

/* to - from, to be compared with the size of what is at `from`. */
size_t __cutpoint_distance(const void *to, const void *from);
_Noreturn void __cutpoint_violates_valid_init(void);
/* Is it watched?  (Runs that track all bytes need not ask: interp/idle.c) */
unsigned char __cutpoint_nondet_watch(void);
_Noreturn void
__cutpoint_unsupported_bit_field_in_memory_that_is_not_initialised(void);
_Noreturn void
__cutpoint_unsupported_copy_of_what_is_not_initialised_is_given_away(void);

static char *watched;          /* the byte */
static unsigned char is_fresh; /* ... and it was not written yet */
static char *start;            /* of its object, */
static size_t length;          /* and the size of that; */
static unsigned char is_copy;  /* no: they are not known */
static size_t leaves;          /* it goes to another function, so (0: no), */
static size_t leaves_at;       /* at this offset of an aggregate */

unsigned char __cutpoint_init_covers(const void *at, size_t bytes) {
  return is_fresh && __cutpoint_distance(watched, at) < bytes;
}

/* A new object, or a local that is declared anew. */
void __cutpoint_init_born(void *at, size_t bytes) {
  if (bytes == 0 || !(__cutpoint_nondet_watch() & 1)) return;
  start = at;
  length = bytes;
  watched = (char *)at + model_upto(bytes - 1);
  is_fresh = 1;
  is_copy = 0;
}

void __cutpoint_init_written(void *at, size_t bytes) {
  if (__cutpoint_init_covers(at, bytes)) is_fresh = 0;
}

void __cutpoint_init_read(const void *at, size_t bytes) {
  if (__cutpoint_init_covers(at, bytes)) __cutpoint_violates_valid_init();
}

/* Of a local that is no memory. */
void __cutpoint_init_local(unsigned char is_written) {
  if (!is_written) __cutpoint_violates_valid_init();
}

void __cutpoint_init_watch(char *at) {
  watched = at;
  is_fresh = is_copy = 1;
}

/* One byte; was it fresh where it came from? */
void __cutpoint_init_moved(void *to, unsigned char was_fresh) {
  __cutpoint_init_written(to, 1);
  if (was_fresh && model_choice()) __cutpoint_init_watch(to);
}

void __cutpoint_init_copied(void *to, const void *from, size_t bytes) {
  unsigned char moves = __cutpoint_init_covers(from, bytes) && model_choice();
  if (moves)
    __cutpoint_init_watch((char *)to + __cutpoint_distance(watched, from));
  else
    __cutpoint_init_written(to, bytes);
}

/* An aggregate, or a part of one, is given to another function by value. */
void __cutpoint_init_given(const void *at, size_t bytes, size_t as,
                           size_t offset) {
  if (leaves == as) leaves = 0;
  if (!__cutpoint_init_covers(at, bytes) || !model_choice()) return;
  leaves = as;
  leaves_at = offset + __cutpoint_distance(watched, at);
}

/* ... and arrives there. */
void __cutpoint_init_arrived(void *at, size_t bytes, size_t as, size_t offset) {
  if (leaves == as && leaves_at - offset < bytes) {
    leaves = 0;
    __cutpoint_init_watch((char *)at + (leaves_at - offset));
  } else {
    __cutpoint_init_written(at, bytes);
  }
}

/* Some bits of it are written, the others kept. */
void __cutpoint_init_bits(void *at, size_t bytes) {
  if (__cutpoint_init_covers(at, bytes))
    __cutpoint_unsupported_bit_field_in_memory_that_is_not_initialised();
}

/* From there to the end of its object. */
void __cutpoint_init_rest(void *at) {
  if (!is_fresh) return;
  if (is_copy)
    __cutpoint_unsupported_copy_of_what_is_not_initialised_is_given_away();
  if (__cutpoint_distance(at, start) < length &&
      __cutpoint_distance(watched, at) < length)
    is_fresh = 0;
}

/* A function that is not looked into has the address. */
void __cutpoint_init_told(void *at) {
  if (!is_fresh) return;
  if (is_copy)
    __cutpoint_unsupported_copy_of_what_is_not_initialised_is_given_away();
  if (__cutpoint_distance(at, start) < length) is_fresh = 0;
}

void __cutpoint_init_dead(void *at) {
  if (!is_copy && __cutpoint_distance(at, start) < 1) is_fresh = 0;
}
