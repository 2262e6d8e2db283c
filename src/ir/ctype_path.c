/* SPDX-License-Identifier: MIT
 *
 * Parts of an object by name: `.next`, `[3].key`. */
#include "ir/ctype.h"
#include "ir/program.h"

/* Does [at..at + n[ lie in the member? */
static bool holds(const Program *p, const CMember *member, uint64_t at,
                  uint64_t n) {
  uint64_t start = (uint64_t)member->at / 8;
  uint64_t size = prog_ctype(p, member->type)->size;
  return !member->bits && at >= start && at - start < (size ? size : 1) &&
         n <= size - (at - start);
}

static const CMember *member_at(const Program *p, const CType *type,
                                uint64_t at, uint64_t n, CTypeId wanted) {
  const CMember *found = NULL;
  for (uint32_t i = 0; i < type->n_members; i++) {
    const CMember *member = &type->members[i];
    if (!holds(p, member, at, n)) continue;
    if (!found || member->type.id == wanted.id ||
        (prog_ctype(p, found->type)->size != n &&
         prog_ctype(p, member->type)->size == n))
      found = member;
  }
  return found;
}

CTypeId prog_print_path(Text *out, const Program *p, CTypeId id,
                        uint64_t offset, uint64_t n, CTypeId wanted) {
  enum { DEEPEST = 16 };
  for (int depth = 0; depth < DEEPEST; depth++) {
    const CType *type = prog_ctype(p, id);
    if (wanted.id && wanted.id == id.id && offset == 0) return id;
    if (!wanted.id && n && n == type->size && offset == 0 &&
        type->kind != CTYPE_ARRAY && type->n_members != 1)
      return id;
    if (type->kind == CTYPE_STRUCT || type->kind == CTYPE_UNION) {
      const CMember *m = member_at(p, type, offset, n, wanted);
      if (!m) return offset || n != type->size ? (CTypeId){0} : id;
      if (*m->name) text_printf(out, ".%s", m->name);
      offset -= (uint64_t)m->at / 8;
      id = m->type;
    } else if (type->kind == CTYPE_ARRAY) {
      uint64_t size = prog_ctype(p, type->to)->size;
      if (!size || (n == type->size && !wanted.id)) return id;
      text_printf(out, "[%llu]", (unsigned long long)(offset / size));
      offset %= size;
      id = type->to;
    } else {
      return offset || (n && n != type->size) ? (CTypeId){0} : id;
    }
  }
  return (CTypeId){0};
}
