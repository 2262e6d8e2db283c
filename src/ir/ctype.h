/* SPDX-License-Identifier: MIT
 *
 * C types as the user wrote them, without qualifiers and typedefs.  They say
 * how values and places in memory are named for people; nothing else depends
 * on them. */
#ifndef IR_CTYPE_H
#define IR_CTYPE_H

#include "base/base.h"

typedef struct Program Program;

typedef enum CEncoding { /* how a C variable is shown to a user */
                         CENC_SIGNED,
                         CENC_UNSIGNED,
                         CENC_BOOL,
                         CENC_CHAR,
                         CENC_FLOAT,
                         CENC_POINTER,
                         CENC_OTHER /* aggregates, unions, unknown */
} CEncoding;

typedef struct CTypeId {
  uint32_t id;
} CTypeId; /* 0 is void, or not known */

typedef enum CTypeKind {
  CTYPE_VOID, /* or not known */
  CTYPE_NUMBER,
  CTYPE_ENUM,
  CTYPE_POINTER,
  CTYPE_ARRAY,
  CTYPE_STRUCT,
  CTYPE_UNION,
  CTYPE_FUNCTION
} CTypeKind;

/* A member of a struct or union, or a constant of an enumeration. */
typedef struct CMember {
  const char *name; /* "" for members without one */
  CTypeId type;
  int64_t at;    /* where it starts, in bits; the constant's value */
  uint32_t bits; /* of a bit-field; else 0 */
} CMember;

typedef struct CType {
  CTypeKind kind;
  const char *name;   /* "struct node", "unsigned int"; "" has none */
  CEncoding encoding; /* of numbers and enumerations */
  uint64_t size;      /* bytes; 0 unknown */
  CTypeId to;         /* POINTER, ARRAY: to or of what */
  uint64_t count;     /* ARRAY; 0 unknown */
  CMember *members;
  uint32_t n_members;
} CType;

/* Copies names and members. */
CTypeId prog_add_ctype(Program *program, CType type);
/* Gives a type that was added without them its members: a struct may contain
 * pointers to itself. */
void prog_set_cmembers(Program *program, CTypeId type, const CMember *members,
                       uint32_t n);
const CType *prog_ctype(const Program *program, CTypeId type);

/* The path from the start of a type to what is `offset` bytes behind it and
 * has `n` bytes (0: any) or the wanted type (0: any): ".a[3].b".  Gives the
 * type there. */
CTypeId prog_print_path(Text *out, const Program *p, CTypeId type,
                        uint64_t offset, uint64_t n, CTypeId wanted);

#endif
