/* SPDX-License-Identifier: MIT
 *
 * Runs that follow NULL.
 *
 * When accesses are not themselves the property, they are valid by premise,
 * and following NULL is like following any pointer to no known object: the run
 * goes on.  A proof of such a system holds whatever the access does, but no
 * run of this kind is a counterexample: on the machine it ends there.  With
 * ENC_NULL_ENDS each access brings the constraint that the pointer its address
 * was computed from (p for p->f and p[i]) is not NULL, for its block alone;
 * then an engine that found a counterexample of this kind finds a real one, or
 * none.
 *
 * Likewise an uninitialised pointer that nothing else can be: what it is
 * followed to is an object of its own.  Such objects have regions of their
 * own, and nothing keeps their addresses apart; so here each class of them gets
 * a window of addresses that no other object has, or replay would have to put
 * two of them at one place.
 *
 * If the pointer that the address was computed from has no term (it is not part
 * of the source location's state), the nearest value on the way to the address
 * takes its place: weaker, but also true. */
#include "encode/encode_int.h"
#include "ir/address.h"

enum {
  PAGE = 4096,
  PIECE_BITS = 16, /* replay moves pieces of this size, centred at multiples */
  WINDOW = 1 << 14,
  N_WINDOWS = 1 << 13
};

/* Is the value an address that can be no other than an object's? */
static bool is_never_null(const Enc *enc, Val root) {
  if (val_is_const(root))
    return prog_const(enc->program, root)->kind != CONST_BITS;
  const Inst *inst = &enc->f->insts.at[val_index(root)];
  return inst->op == OP_ALLOCA || inst->op == OP_ALLOC;
}

/* The value nearest to what address arithmetic started from that has a term;
 * none: the address is an object's. */
static Val find_root(const Frame *frame, Val pointer) {
  const Enc *enc = frame->enc;
  Val best = pointer, base;
  while (!val_is_none(base = prog_address_base(enc->f, pointer))) {
    pointer = base;
    if (val_is_const(pointer) || enc_has_value(frame, pointer)) best = pointer;
  }
  return is_never_null(enc, pointer) ? (Val){0} : best;
}

/* Inside the window of the class; the same one for two is no error, only a
 * chance less. */
static Term in_window(Enc *enc, Term at, uint32_t class) {
  uint32_t bits = enc->program->pointer_bits;
  uint64_t first = bits == 32 ? 0xD000 : (uint64_t)0x60000000;
  uint64_t start = (first + class % N_WINDOWS) << PIECE_BITS;
  Term offset = term_sub(enc->store, at, term_u64(enc->store, start, bits));
  return term_ult(enc->store, offset, term_u64(enc->store, WINDOW, bits));
}

void enc_assume_valid(Frame *frame, Val pointer) {
  Enc *enc = frame->enc;
  if (enc->options.nulls == ENC_NULL_GOES_ON) return;
  Val root = find_root(frame, pointer);
  if (val_is_none(root)) return;
  Term at = enc_value(frame, root);
  assert(term_width(enc->store, at) == enc->program->pointer_bits);
  if (map_find(frame->followed, at.id)) return;
  map_put(frame->followed, at.id, 1);
  uint32_t class = prog_points_private(enc->points, enc->func, root);
  Term page = term_u64(enc->store, PAGE, enc->program->pointer_bits);
  enc_assume(frame, class ? in_window(enc, at, class)
                          : term_ule(enc->store, page, at));
}
