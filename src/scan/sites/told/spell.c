/* SPDX-License-Identifier: MIT
 *
 * Values as C would write them.
 *
 * The source says best what a condition is on (report/source).  Behind a macro
 * it does not: all that the macro does stands at the place of its call.  There
 * the program is spelled: variables by their names, places in memory by the C
 * type of what they are in (`l->head.first != NULL`).  What has no name, or
 * would be long, is not spelled. */
#include "scan/sites/sites_int.h"

#include "ir/address.h"

enum { SPELLED_MOST = 60, DEPTH_MOST = 6 };

typedef struct Speller {
  Sites *sites;
  const Program *p;
  const Function *f;
} Speller;

static bool spell(const Speller *s, Text *out, Val v, uint32_t depth,
                  CTypeId *type);

/* The variable that the value is given to (OP_DBG), or that is there. */
static VarId variable_of(const Function *f, Val v, Op how) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *dbg = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (dbg->op == how && val_same(dbg->ops[0], v)) return dbg->var;
    }
  return (VarId){0};
}

static bool put_variable(const Speller *s, Text *out, VarId var,
                         CTypeId *type) {
  if (!var.id || !*s->p->vars.at[var.id].name) return false;
  text_add(out, s->p->vars.at[var.id].name);
  *type = s->p->vars.at[var.id].type;
  return true;
}

static bool put_const(const Speller *s, Text *out, Val v) {
  assert(val_is_const(v));
  const Const *c = prog_const(s->p, v);
  uint64_t number;
  if (c->kind == CONST_FUNC) {
    text_add(out, sites_function(s->sites, c->func));
    return true;
  }
  if (c->kind != CONST_BITS || !prog_const_as_u64(s->p, v, &number))
    return false;
  const Type *type = prog_type(s->p, c->type);
  uint32_t unused = type->bits < 64 ? 64 - type->bits : 0;
  if (type->kind == TYPE_PTR && !number)
    text_add(out, "NULL");
  else
    text_printf(out, "%lld",
                (long long)((int64_t)(number << unused) >> unused));
  return true;
}

/* ---- places ---- */

/* What the address starts from: an object by its name, or a pointer (true in
 * `*is_behind`), with the C type of what is there. */
static bool put_root(const Speller *s, Text *out, const Address *address,
                     uint32_t depth, CTypeId *type, bool *is_behind) {
  *is_behind = false;
  if (address->global.id)
    return put_variable(s, out, prog_global(s->p, address->global)->var, type);
  VarId var = variable_of(s->f, address->root, OP_DBG_ADDR);
  if (var.id) return put_variable(s, out, var, type);
  *is_behind = true;
  CTypeId pointer = {0};
  if (!spell(s, out, address->root, depth, &pointer)) return false;
  *type = prog_ctype(s->p, pointer)->to;
  return prog_ctype(s->p, pointer)->kind == CTYPE_POINTER && type->id;
}

/* "p[i]": the elements are as large as what the pointer leads to. */
static bool is_element(const Speller *s, const Address *address, CTypeId to) {
  return address->n_terms == 1 &&
         (int64_t)prog_ctype(s->p, to)->size == address->terms[0].stride;
}

static bool put_index(const Speller *s, Text *out, const Address *address,
                      uint32_t depth) {
  assert(address->n_terms == 1);
  CTypeId unused;
  text_char(out, '[');
  if (!spell(s, out, address->terms[0].index, depth, &unused)) return false;
  text_char(out, ']');
  return true;
}

/* The path with the index in place of the zero that an address without it has
 * there: ".all[i].n". */
static bool put_indexed(const Speller *s, Text *out, const char *path,
                        const Address *address, uint32_t depth) {
  static const char first[] = "[0]";
  assert(address->n_terms == 1);
  const char *at = strstr(path, first);
  if (!at || strchr(at + 1, '[')) return false;
  text_add_n(out, path, (size_t)(at - path));
  if (!put_index(s, out, address, depth)) return false;
  text_add(out, at + strlen(first));
  return true;
}

static bool spell_place(const Speller *s, Text *out, Val pointer,
                        uint64_t bytes, uint32_t depth, CTypeId *type) {
  Address address = prog_address(s->p, s->f, pointer, ADDRESS_ALL_STEPS);
  prog_address_fold(s->p, &address);
  int64_t offset;
  bool is_behind;
  if (address.n_terms > 1 || !prog_address_offset(&address, &offset) ||
      offset < 0)
    return false;
  Text name, path;
  text_init(&name, s->sites->mem);
  text_init(&path, s->sites->mem);
  bool good = put_root(s, &name, &address, depth, type, &is_behind);
  bool is_outer = good && is_behind && is_element(s, &address, *type);
  if (is_outer) {
    good = put_index(s, &name, &address, depth);
    is_behind = false;
  }
  if (good)
    *type = prog_print_path(&path, s->p, *type, (uint64_t)offset, bytes,
                            (CTypeId){0});
  bool is_member = *text_get(&path) == '.';
  good &= type->id && (!is_behind || is_member || !path.n);
  if (good) {
    text_printf(out, is_behind && !is_member ? "*%s" : "%s", text_get(&name));
    if (is_behind && is_member) text_add(out, "->");
    const char *rest = text_get(&path) + (is_behind && is_member);
    if (address.n_terms && !is_outer)
      good = put_indexed(s, out, rest, &address, depth);
    else
      text_add(out, rest);
  }
  text_done(&name);
  text_done(&path);
  return good;
}

/* ---- values ---- */

static const char *sign_of(Op op) {
  switch ((int)op) {
  case OP_ADD: return "+";
  case OP_SUB: return "-";
  case OP_MUL: return "*";
  case OP_UDIV:
  case OP_SDIV: return "/";
  case OP_UREM:
  case OP_SREM: return "%";
  case OP_SHL: return "<<";
  case OP_LSHR:
  case OP_ASHR: return ">>";
  case OP_AND: return "&";
  case OP_OR: return "|";
  case OP_XOR: return "^";
  case OP_EQ: return "==";
  case OP_NE: return "!=";
  case OP_ULT:
  case OP_SLT: return "<";
  case OP_ULE:
  case OP_SLE: return "<=";
  default: return NULL;
  }
}

/* With the operands changed; "": it is not told so. */
static const char *sign_turned(Op op) {
  bool is_less = op == OP_ULT || op == OP_SLT;
  return is_less ? ">" : op == OP_ULE || op == OP_SLE ? ">=" : "";
}

/* Is there a sign outside of indices? */
static bool has_sign(const char *words) {
  uint32_t depth = 0;
  assert(words != NULL);
  for (; *words; words++) {
    depth += *words == '[';
    depth -= *words == ']';
    if (*words == ' ' && !depth) return true;
  }
  return false;
}

/* In brackets, if it has a sign of its own. */
static bool spell_operand(const Speller *s, Text *out, Val v, uint32_t depth) {
  Text words;
  CTypeId unused;
  text_init(&words, s->sites->mem);
  bool good = spell(s, &words, v, depth, &unused);
  if (good)
    text_printf(out, has_sign(text_get(&words)) ? "(%s)" : "%s",
                text_get(&words));
  text_done(&words);
  return good;
}

static bool spell_inst(const Speller *s, Text *out, const Inst *inst,
                       uint32_t depth, CTypeId *type) {
  switch ((int)inst->op) {
  case OP_LOAD:
    return spell_place(s, out, inst->ops[0], prog_store_size(s->p, inst->type),
                       depth, type);
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC: return spell(s, out, inst->ops[0], depth, type);
  case OP_CALL: {
    FuncId callee = prog_callee(s->p, inst);
    if (!callee.id) return false;
    text_printf(out, "%s()", sites_function(s->sites, callee));
    return true;
  }
  default: break;
  }
  const char *sign = sign_of(inst->op);
  bool is_turned = *sign_turned(inst->op) && val_is_const(inst->ops[0]);
  if (is_turned) sign = sign_turned(inst->op); /* "k > 3" for "3 < k" */
  if (!sign || !spell_operand(s, out, inst->ops[is_turned], depth))
    return false;
  text_printf(out, " %s ", sign);
  return spell_operand(s, out, inst->ops[!is_turned], depth);
}

static bool spell(const Speller *s, Text *out, Val v, uint32_t depth,
                  CTypeId *type) {
  *type = (CTypeId){0};
  if (!depth || out->n > SPELLED_MOST) return false;
  if (val_is_const(v)) return put_const(s, out, v);
  if (!val_is_local(v)) return false;
  VarId var = variable_of(s->f, v, OP_DBG);
  if (var.id) return put_variable(s, out, var, type);
  return spell_inst(s, out, &s->f->insts.at[val_index(v)], depth - 1, type);
}

/* ---- together ---- */

typedef bool SpellPart(const Speller *s, Text *out, Val v, uint32_t depth,
                       CTypeId *type);

/* What a load reads, whatever variable that is given to. */
static bool spell_read(const Speller *s, Text *out, Val v, uint32_t depth,
                       CTypeId *type) {
  const Inst *inst = &s->f->insts.at[val_index(v)];
  return inst->op == OP_LOAD && spell_inst(s, out, inst, depth, type);
}

static const char *spelled(Sites *sites, const Function *f, Val v,
                           SpellPart *part) {
  Speller s = {sites, sites->program, f};
  Text out;
  CTypeId unused;
  text_init(&out, sites->mem);
  bool good = part(&s, &out, v, DEPTH_MOST, &unused) && out.n <= SPELLED_MOST;
  const char *words = good ? arena_strdup(&sites->arena, text_get(&out)) : NULL;
  text_done(&out);
  return words;
}

const char *sites_spell(Sites *sites, const Function *f, uint32_t load) {
  require(load < f->insts.n);
  return spelled(sites, f, val_local(load), spell_read);
}

/* An operation, whatever variable its result is given to. */
static bool spell_made(const Speller *s, Text *out, Val v, uint32_t depth,
                       CTypeId *type) {
  return spell_inst(s, out, &s->f->insts.at[val_index(v)], depth, type);
}

const char *sites_spell_value(Sites *sites, const Function *f, Val v) {
  require(val_is_local(v));
  return spelled(sites, f, v, spell_made);
}

static bool spell_there(const Speller *s, Text *out, Val v, uint32_t depth,
                        CTypeId *type) {
  return spell_place(s, out, v, 0, depth, type);
}

const char *sites_spell_place(Sites *sites, const Function *f, Val pointer) {
  require(!val_is_none(pointer));
  return spelled(sites, f, pointer, spell_there);
}

static bool is_zero(const Program *p, Val v) {
  uint64_t number;
  return val_is_const(v) && prog_const_as_u64(p, v, &number) && number == 0;
}

/* What is compared with zero only to be a condition: a comparison, or bits; or
 * none. */
static Val asked_in(const Program *p, const Function *f, const Inst *inst) {
  if ((inst->op != OP_EQ && inst->op != OP_NE && inst->op != OP_XOR) ||
      !val_is_local(inst->ops[0]))
    return (Val){0};
  bool is_bit = prog_type(p, prog_val_type(p, f, inst->ops[0]))->bits == 1;
  if (inst->op == OP_XOR)
    return is_bit && val_is_const(inst->ops[1]) ? inst->ops[0] : (Val){0};
  if (!is_zero(p, inst->ops[1])) return (Val){0};
  const Inst *from = &f->insts.at[val_index(inst->ops[0])];
  while ((from->op == OP_ZEXT || from->op == OP_SEXT) &&
         val_is_local(from->ops[0]))
    from = &f->insts.at[val_index(from->ops[0])];
  bool is_asked = from->op == OP_AND || prog_op_has(from->op, 'C') ||
                  (from->type.id && prog_type(p, from->type)->bits == 1);
  return is_asked ? val_local((uint32_t)(from - f->insts.at)) : (Val){0};
}

const char *sites_spell_condition(Sites *sites, const Function *f, Val v,
                                  bool *is_turned) {
  const Program *p = sites->program;
  *is_turned = false;
  for (uint32_t left = DEPTH_MOST; left && val_is_local(v); left--) {
    const Inst *inst = &f->insts.at[val_index(v)];
    Val asked = asked_in(p, f, inst);
    if (val_is_none(asked)) break;
    *is_turned ^= inst->op != OP_NE;
    v = asked;
  }
  return val_is_local(v) ? spelled(sites, f, v, spell) : NULL;
}
