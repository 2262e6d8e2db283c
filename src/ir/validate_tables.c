/* SPDX-License-Identifier: MIT
 *
 * Validation of tables: types, constants, globals, positions, errors. */
#include "ir/validate_int.h"

void validate_check_loc(Validator *v, LocId loc, const char *whose) {
  if (loc.id >= v->p->locs.n)
    validate_problem(v, "%s: no position %u", whose, loc.id);
}

static void check_func(Validator *v, FuncId func, const char *whose) {
  if (func.id >= v->p->funcs.n)
    validate_problem(v, "%s: no function %u", whose, func.id);
}

void validate_check_types(Validator *v) {
  for (uint32_t i = 0; i < v->p->types.n; i++) {
    const Type *type = &v->p->types.at[i];
    if ((type->kind == TYPE_ARRAY) && type->elem.id >= i)
      validate_problem(v, "type t%u: element comes later", i);
    if (type->kind == TYPE_PTR && type->bits != v->p->pointer_bits)
      validate_problem(v, "type t%u: pointer of %u bits", i, type->bits);
    if (type->align == 0 || (type->align & (type->align - 1)))
      validate_problem(v, "type t%u: alignment %u", i, type->align);
    for (uint32_t k = 0; k < type->n_fields; k++) {
      const Field *field = &type->fields[k];
      if (field->type.id >= i)
        validate_problem(v, "type t%u: field %u comes later", i, k);
      else if (field->offset > type->size ||
               v->p->types.at[field->type.id].size > type->size - field->offset)
        validate_problem(v, "type t%u: field %u outside", i, k);
    }
  }
}

void validate_check_consts(Validator *v) {
  const Program *p = v->p;
  for (uint32_t i = 0; i < p->consts.n; i++) {
    const Const *c = &p->consts.at[i];
    uint32_t bits = c->type.id < p->types.n ? p->types.at[c->type.id].bits : 0;
    if (!bits)
      validate_problem(v, "constant %u has no scalar type", i);
    else if (c->kind == CONST_BITS && bits % 64 &&
             c->words[BV_WORDS(bits) - 1] >> bits % 64)
      validate_problem(v, "constant %u has bits above its width", i);
    if (c->kind == CONST_GLOBAL &&
        (!c->global.id || c->global.id >= p->globals.n))
      validate_problem(v, "constant %u: no global %u", i, c->global.id);
    if (c->kind == CONST_FUNC && (!c->func.id || c->func.id >= p->funcs.n))
      validate_problem(v, "constant %u: no function %u", i, c->func.id);
  }
}

static void check_relocs(Validator *v, const Global *g) {
  const Program *p = v->p;
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    uint64_t bytes = p->pointer_bits / 8;
    if (g->size < bytes || r->offset > g->size - bytes)
      validate_problem(v, "$%s: address at %llu is outside", g->name,
                       (unsigned long long)r->offset);
    if (!r->global.id == !r->func.id || r->global.id >= p->globals.n ||
        r->func.id >= p->funcs.n)
      validate_problem(v, "$%s: address at %llu has no target", g->name,
                       (unsigned long long)r->offset);
  }
}

void validate_check_globals(Validator *v) {
  const Program *p = v->p;
  for (uint32_t i = 1; i < p->globals.n; i++) {
    const Global *g = &p->globals.at[i];
    if (g->type.id >= p->types.n) validate_problem(v, "$%s: no type", g->name);
    if (!g->align || (g->align & (g->align - 1)))
      validate_problem(v, "$%s: alignment %u", g->name, g->align);
    if (g->var.id && g->var.id >= p->vars.n)
      validate_problem(v, "$%s: no variable %u", g->name, g->var.id);
    validate_check_loc(v, g->loc, g->name);
    check_relocs(v, g);
  }
}

static void check_ctypes(Validator *v) {
  const Program *p = v->p;
  for (uint32_t i = 1; i < p->funcs.n; i++)
    if (p->funcs.at[i].returns.id >= p->ctypes.n)
      validate_problem(v, "@%s: no C type", p->funcs.at[i].name);
  for (uint32_t i = 0; i < p->ctypes.n; i++) {
    const CType *type = &p->ctypes.at[i];
    if (type->to.id >= p->ctypes.n)
      validate_problem(v, "C type %u: it is of none", i);
    for (uint32_t k = 0; k < type->n_members; k++)
      if (type->members[k].type.id >= p->ctypes.n)
        validate_problem(v, "C type %u: member %u has none", i, k);
  }
}

void validate_check_source(Validator *v) {
  const Program *p = v->p;
  check_ctypes(v);
  for (uint32_t i = 0; i < p->locs.n; i++) {
    if (p->locs.at[i].file != UINT32_MAX && p->locs.at[i].file >= p->files.n)
      validate_problem(v, "position %u: no file %u", i, p->locs.at[i].file);
    check_func(v, p->locs.at[i].func, "position");
  }
  for (uint32_t i = 1; i < p->vars.n; i++) {
    check_func(v, p->vars.at[i].func, p->vars.at[i].name);
    validate_check_loc(v, p->vars.at[i].decl, p->vars.at[i].name);
    if (p->vars.at[i].type.id >= p->ctypes.n)
      validate_problem(v, "variable %u: no C type", i);
    if (!prog_encoding_word(p->vars.at[i].encoding))
      validate_problem(v, "variable %u: no such encoding", i);
  }
  for (uint32_t i = 1; i < p->contexts.n; i++) {
    const Context *c = &p->contexts.at[i];
    if (c->parent >= i)
      validate_problem(v, "context %u: parent comes later", i);
    if (!c->site || c->site > p->n_sites)
      validate_problem(v, "context %u: no site %u", i, c->site);
    check_func(v, c->callee, "context");
    validate_check_loc(v, c->call, "context");
  }
}

void validate_check_verdict_tables(Validator *v) {
  const Program *p = v->p;
  for (uint32_t i = 0; i < p->errors.n; i++)
    validate_check_loc(v, p->errors.at[i].loc, "error");
  for (uint32_t i = 0; i < p->ledger.n; i++) {
    validate_check_loc(v, p->ledger.at[i].loc, "ledger");
    if (!prog_direction_word(p->ledger.at[i].direction))
      validate_problem(v, "ledger entry %u: no such direction", i);
  }
  for (uint32_t i = 1; i < p->regions.n; i++)
    if (!prog_region_word(p->regions.at[i].kind))
      validate_problem(v, "region %u: no such kind", i);
  if (!p->entry.id || p->entry.id >= p->funcs.n)
    validate_problem(v, "there is no entry function");
  else if (p->funcs.at[p->entry.id].state != FUNC_DEFINED)
    validate_problem(v, "the entry function has no body");
}
