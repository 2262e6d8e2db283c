/* SPDX-License-Identifier: MIT
 *
 * What the files of the intrinsic functions share: intrinsics.c has the table,
 * the others have meanings. */
#ifndef FRONTEND_READ_INTRINSICS_H
#define FRONTEND_READ_INTRINSICS_H

#include "frontend/read/reader.h"

typedef struct IntrinsicRow IntrinsicRow;

/* One call: its operands are in `ops`; the result has type `type`. */
typedef struct IntrinsicUse {
  LLVMValueRef call;
  const IntrinsicRow *row;
  const char *name;
  Val ops[8];
  uint32_t n_ops;
  TypeId type;
} IntrinsicUse;

/* The value of the call; none: it has none, or is unsupported. */
typedef Val IntrinsicMeaning(Reader *r, const IntrinsicUse *use);

struct IntrinsicRow {
  const char *name; /* behind "llvm."; a suffix ".type" may follow */
  IntrinsicMeaning *meaning;
  int64_t extra;                       /* for the meaning to read */
  enum { WHOLE, ELEMENTWISE } vectors; /* lane by lane? */
};

/* ---- intrinsics_integer.c ---- */

IntrinsicMeaning rd_min_max, rd_absolute, rd_three_way, rd_with_overflow,
    rd_saturating, rd_byte_swap, rd_bit_reverse, rd_population,
    rd_leading_zeros, rd_trailing_zeros, rd_funnel_shift;
/* A number of the same type as `like`. */
Val rd_number_like(Reader *r, Val like, uint64_t value);

/* ---- intrinsics_float.c ---- */

IntrinsicMeaning rd_float_math, rd_multiply_add, rd_round_to_int,
    rd_float_class;

#endif
