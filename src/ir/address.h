/* SPDX-License-Identifier: MIT
 *
 * Addresses taken apart.
 *
 * Address arithmetic is a chain of GEPs.  Everything that asks where an access
 * goes takes the chain apart here:
 *
 *     address = root + offset + index[0] * stride[0] + ...
 *
 * On the machine this sum is computed modulo 2^(pointer width).  The members
 * below describe the sum without wrapping, and whether it may wrap at all. */
#ifndef IR_ADDRESS_H
#define IR_ADDRESS_H

#include "ir/program.h"
#include "num/integer.h"

/* Longer chains keep their inner part as the root. */
enum { ADDRESS_MOST_TERMS = 8 };

typedef struct AddressTerm {
  Val index;      /* a signed number, often a constant */
  int64_t stride; /* bytes */
  TypeId array;   /* the index chooses from this array; or none */
} AddressTerm;

typedef struct Address {
  Val root;        /* no GEP, unless there are too many terms */
  GlobalId global; /* the root is an address in this global; or none */
  int64_t start;   /* where in the global the root is */
  int64_t offset;  /* constant steps from the root on, modulo 2^64 */
  enum {
    ADDRESS_OFFSET_EXACT,
    ADDRESS_OFFSET_WRAPS
  } constant;                            /* did the offset leave 64 bits? */
  AddressTerm terms[ADDRESS_MOST_TERMS]; /* from the access to the root */
  uint32_t n_terms;
} Address;

typedef enum AddressSteps {
  ADDRESS_ALL_STEPS,     /* the whole chain */
  ADDRESS_CONSTANT_STEPS /* up to the first step with an index */
} AddressSteps;

/* Takes `pointer`, a value of `f`, apart. */
Address prog_address(const Program *program, const Function *f, Val pointer,
                     AddressSteps steps);

/* Moves terms whose index is a constant into the offset. */
void prog_address_fold(const Program *program, Address *address);

/* start + offset.  False: the sum does not fit 64 bits. */
bool prog_address_offset(const Address *address, int64_t *offset);

/* What an index can be by its type; one that was extended from a narrower type
 * is known to be small. */
IntegerRange prog_index_range(const Program *program, const Function *f,
                              Val index);
/* Can the sum leave the signed numbers of the pointer's width, where the index
 * of term i is in ranges[i]?  A range with low > high is empty. */
bool prog_address_may_wrap(const Program *program, const Address *address,
                           const IntegerRange *ranges);

/* What the last step of the chain started from; none: there is no step. */
Val prog_address_base(const Function *f, Val pointer);
/* What the whole chain started from, however long it is. */
Val prog_address_root(const Function *f, Val pointer);
/* Does it lead into a variable whose size the program says: a global one, or a
 * local one that is no array of variable length? */
bool prog_address_is_fixed(const Program *p, const Function *f, Val pointer);

/* What pointers started from, each once, as far as there is room. */
enum { ROOTS_MOST = 16 };
typedef struct AddressRoots {
  Val at[ROOTS_MOST];
  uint32_t n;
  bool overflow;
} AddressRoots;
void prog_add_root(AddressRoots *roots, const Function *f, Val pointer);

/* The bytes that a GEP adds, modulo 2^64.  False: they are not constant. */
bool prog_gep_constant(const Program *program, const Inst *gep, int64_t *bytes);

/* May what one of them names be missing?  The other is 0. */
bool prog_is_weak(const Program *p, GlobalId global, FuncId func);
/* Is the constant the address of something, which is there for sure? */
bool prog_const_is_address(const Program *p, Val v);

#endif
