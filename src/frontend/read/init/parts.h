/* SPDX-License-Identifier: MIT
 *
 * Parts of a value that the compiler reads and writes as a whole. */
#ifndef FRONTEND_READ_INIT_PARTS_H
#define FRONTEND_READ_INIT_PARTS_H

#include "frontend/read/reader.h"

/* Is the load only made to write a bit-field, or a lane? */
bool fe_updates_bits(LLVMValueRef load);
bool fe_updates_lane(LLVMValueRef load);
/* Is one flag enough for the local?  Not for a vector: it is memory, as its
 * lanes are written one by one. */
bool fe_has_init_flag(LLVMValueRef alloca);
/* The bytes of a vector's lane; 0: it is no vector, or lanes are no bytes. */
unsigned fe_lane_bytes(LLVMTypeRef type);
/* The index of the lane that alone is written; NULL: all of it is. */
LLVMValueRef fe_lane_written(LLVMValueRef store);
/* What takes the one lane that is read; NULL: all of it is read. */
LLVMValueRef fe_lane_read(LLVMValueRef load);

#endif
