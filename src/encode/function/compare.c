/* SPDX-License-Identifier: MIT
 *
 * Are two pointers equal?
 *
 * By their bits any two addresses may be.  But what leads to the start, or
 * inside, of a global, a function or a local of a call that has not returned is
 * apart from what leads to another one, and from all that was ever allocated
 * (C11 6.5.9p6).  So `if (p != here) free(p)` tells the heap from a buffer.
 * Two allocations may have the same address, one after the other, and a pointer
 * just behind an object may be the start of the next. */
#include "encode/function/exec_int.h"
#include "encode/function/memory_int.h"

enum { CHOICES_MOST = 16 };

typedef struct Comparison {
  const Run *run;
  uint32_t left; /* choices still to be looked at */
} Comparison;

static bool is_running(const Run *run, uint32_t maker) {
  uint32_t at = run->activation;
  while (at != 0 && at != maker) at = run->x->activations.at[at].parent;
  return at == maker;
}

/* Is it certain to live, at a place of its own? */
static bool is_fixed(const Run *run, const Object *object) {
  return !object->is_heap && !object->is_result &&
         (!object->is_session || is_running(run, object->maker));
}

/* Is the offset one of the object's own? */
static bool is_inside(const EncExec *x, const Object *object, int64_t offset) {
  uint64_t size;
  return offset == 0 || (offset > 0 && object->size.id &&
                         term_const_u64(x->enc.store, object->size, &size) &&
                         (uint64_t)offset < size);
}

/* The object that the address is in; NULL: in none, or it is not known. */
static const Object *found_at(const EncExec *x, Term address) {
  Base base = enc_base(x, address);
  const Object *object =
      base.is_object && base.is_exact ? enc_object_of(x, base.base) : NULL;
  return object && is_inside(x, object, base.offset) ? object : NULL;
}

static bool are_apart(const Run *run, Term a, Term b) {
  const Object *one = found_at(run->x, a), *other = found_at(run->x, b);
  if (!one || !other || one == other) return false;
  return (is_fixed(run, one) || is_fixed(run, other)) &&
         memory_objects_apart(run->x, one, other);
}

static Term equal(Comparison *c, Term a, Term b) {
  assert(a.id && b.id);
  TermStore *store = c->run->x->enc.store;
  for (int swapped = 0; swapped < 2 && c->left; swapped++) {
    if (term_kind(store, a) == TERM_ITE) {
      c->left--;
      Term yes = equal(c, term_child(store, a, 1), b);
      Term no = equal(c, term_child(store, a, 2), b);
      return term_ite(store, term_child(store, a, 0), yes, no);
    }
    Term other = a;
    a = b;
    b = other;
  }
  return are_apart(c->run, a, b) ? term_false() : term_eq(store, a, b);
}

Term exec_are_equal(const Run *run, Term a, Term b) {
  Comparison c = {run, CHOICES_MOST};
  return equal(&c, a, b);
}
