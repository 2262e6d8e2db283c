/* SPDX-License-Identifier: MIT
 *
 * Which values are made from addresses? */
#ifndef ENCODE_ADDRESS_FLOW_H
#define ENCODE_ADDRESS_FLOW_H

#include "encode/encode_int.h"

/* How much of an address a value is; the farther down, the less is harmless. */
typedef enum Made {
  MADE_OF_NONE,  /* of no address */
  MADE_ADDRESS,  /* an address in its object, or just behind */
  MADE_BY_SUM,   /* an address plus a number: it may be anywhere */
  MADE_OF_PIECES /* some bits of addresses, perhaps in another order */
} Made;

typedef struct AddressFlow AddressFlow;

/* Does the instruction look at addresses of its operands that stay where they
 * are?  Then its result may be any, and is as good as pieces of addresses. */
typedef bool LooksAtFixed(AddressFlow *flow, FuncId func, const Inst *inst);

AddressFlow *enc_address_flow_new(Enc *enc, LooksAtFixed *looks);
void enc_address_flow_free(AddressFlow *flow);
Enc *enc_address_flow_of(const AddressFlow *flow);
Made enc_made(const AddressFlow *flow, FuncId func, Val val);
/* Was the value computed from numbers, beyond those of the first and the last
 * page?  What comes from outside or from memory is no such number. */
bool enc_is_number(const AddressFlow *flow, FuncId func, Val val);
/* A constant of the first or the last page, where no object lies. */
bool enc_is_page_number(const Program *program, Val val);
/* The objects whose addresses the value is made from. */
void enc_objects_of(const AddressFlow *flow, FuncId func, Val val,
                    IndexVec *objects);

#endif
