/* SPDX-License-Identifier: MIT
 *
 * The table of C types. */
#include "ir/ctype.h"

#include "ir/program.h"

CTypeId prog_add_ctype(Program *p, CType type) {
  require(type.name && type.kind <= CTYPE_FUNCTION);
  type.name = arena_strdup(&p->arena, type.name);
  const CMember *members = type.members;
  uint32_t n = type.n_members;
  type.members = NULL;
  type.n_members = 0;
  VEC_PUSH(p->mem, &p->ctypes, type);
  CTypeId id = {p->ctypes.n - 1};
  prog_set_cmembers(p, id, members, n);
  return id;
}

void prog_set_cmembers(Program *p, CTypeId type, const CMember *members,
                       uint32_t n) {
  require(type.id && type.id < p->ctypes.n && (members || !n));
  CMember *own = ARENA_ARRAY(&p->arena, CMember, n);
  for (uint32_t i = 0; i < n; i++) {
    own[i] = members[i];
    own[i].name = arena_strdup(&p->arena, members[i].name);
  }
  p->ctypes.at[type.id].members = own;
  p->ctypes.at[type.id].n_members = n;
}

const CType *prog_ctype(const Program *p, CTypeId type) {
  require(type.id < p->ctypes.n);
  return &p->ctypes.at[type.id];
}
