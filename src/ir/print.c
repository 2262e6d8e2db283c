/* SPDX-License-Identifier: MIT
 *
 * The program as text.
 *
 * Grammar, one item a line, `#` starts a comment:
 *
 *   pointer 64                     width of pointers; first
 *   entry @main
 *   sites 17                       sites given out
 *   file 0 = "dir/a.c"
 *   type t3 = i32 size=4 align=4
 *   type t4 = [10 x i32] size=40 align=4
 *   type t5 = struct node { i32 +0, ptr +8 } size=16 align=8
 *   type t6 = opaque FILE
 *   region 1 = cells known bits=32 name=g
 *   global $g t5 [external] [constant] size=16 align=8 [init="\01"]
 *          [8:$h+4 0:@f] [var=2] [!3]
 *   declare i32 @puts(ptr %1) [variadic] [model] [!3]
 *   define void @f(i32 %1 name=n !4) [variadic] [model] [type=1] [!3] {
 *   b0 entry:
 *     %2 = add nsw i32 %1, i32 -7 !5
 *     condbr %3, b1, b2 !6
 *   }
 *   loc 3 = 0:12:5 @main           file, line, column, C function
 *   var 2 = x "unsigned int" unsigned size=4 [type=1] [func=@f] [scope=3]
 *          [settled] [!4]
 *   ctype 3 = struct "struct s" other size=8 to=0 count=0 { "a" 1 0:0 }
 *   context 1 = parent=0 site=4 callee=@f [!4]
 *   error 0 = "unreach-call" "call of reach_error()" [!4]
 *   ledger over "reason" [!4]
 *
 * An instruction is `[%N =] op[.variant] flags [type] operands attributes`; it
 * has `%N =` and a type exactly when its type is not void.  Operands are %N, a
 * typed number (floats and wide integers in hexadecimal bits), $global+offset,
 * @function, or `none`; blocks are bN.  Attributes left out are zero (or none).
 * Aggregate types are named by their index (tN), scalars spelled out.  Names
 * stand bare when they look like C names (dots allowed), else in quotes;
 * bytes outside printable ASCII, `"` and `\` are \hh.
 *
 * Invariant: the printed numbers of instructions are their indices after
 * parsing.  So numbers are given in the order of the text: parameters, then
 * what the blocks list; instructions without result take a number as well. */
#include "ir/io.h"

/* ---- words ---- */

#define WORD_OF(words, index)                                                  \
  ((index) >= 0 && (index) < (int64_t)(sizeof(words) / sizeof *(words))        \
       ? (words)[index]                                                        \
       : NULL)

const char *prog_input_word(int64_t kind) {
  static const char *const words[] = {"verifier", "uninit", "extern", "undef",
                                      "asm"};
  return WORD_OF(words, kind);
}

const char *prog_fcmp_word(int64_t cmp) {
  static const char *const words[] = {
      "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
      "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
  return WORD_OF(words, cmp);
}

const char *prog_valid_word(int64_t kind) {
  static const char *const words[] = {
      "access", "write", "free",      "at_return",  "at_exit", "live",
      "init",   "gone",  "copy",      "append",     "member",  "printed",
      "word",   "heap",  "wide_copy", "wide_append"};
  assert(sizeof words / sizeof *words == VALID_WIDE_APPEND + 1);
  return WORD_OF(words, kind);
}

const char *prog_fmath_word(int64_t math) {
  static const char *const words[] = {"fabs",     "sqrt",  "floor",     "ceil",
                                      "trunc",    "round", "roundeven", "fma",
                                      "copysign", "fmin",  "fmax"};
  return WORD_OF(words, math);
}

const char *prog_flag_word(int64_t bit) {
  static const char *const words[] = {
      "nsw",     "volatile", "model", "dynamic",   "argument",
      "counted", "scoped",   "moves", "unchecked", "distance",
      "result",  "room",     "loses", "signed"};
  assert(1 << (sizeof words / sizeof *words - 1) == INST_SIGNED);
  return WORD_OF(words, bit);
}

const char *prog_encoding_word(int64_t encoding) {
  static const char *const words[] = {"signed", "unsigned", "bool", "char",
                                      "float",  "pointer",  "other"};
  return WORD_OF(words, encoding);
}

const char *prog_ctype_word(int64_t kind) {
  static const char *const words[] = {"void",  "number", "enum",  "pointer",
                                      "array", "struct", "union", "function"};
  return WORD_OF(words, kind);
}

const char *prog_direction_word(int64_t direction) {
  static const char *const words[] = {"over", "under", "premise", "model"};
  return WORD_OF(words, direction);
}

const char *prog_region_word(int64_t kind) {
  static const char *const words[] = {"scalar", "cells", "bytes"};
  return WORD_OF(words, kind);
}

/* ---- small pieces ---- */

static void print_u64(Text *out, uint64_t value) {
  char digits[24], *at = digits + sizeof digits;
  do *--at = (char)('0' + value % 10);
  while (value /= 10);
  text_add_n(out, at, (size_t)(digits + sizeof digits - at));
}

static void print_i64(Text *out, int64_t value) {
  if (value < 0) text_char(out, '-');
  print_u64(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static void print_quoted(Text *out, const char *bytes, size_t n) {
  static const char hex[] = "0123456789abcdef";
  text_char(out, '"');
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c >= 32 && c < 127 && c != '"' && c != '\\') {
      text_char(out, (char)c);
    } else {
      text_add_n(out, (char[]){'\\', hex[c >> 4], hex[c & 15]}, 3);
    }
  }
  text_char(out, '"');
}

static bool is_bare(const char *name) {
  if (!*name || (*name >= '0' && *name <= '9')) return false;
  for (; *name; name++)
    if (!(*name >= 'a' && *name <= 'z') && !(*name >= 'A' && *name <= 'Z') &&
        !(*name >= '0' && *name <= '9') && *name != '_' && *name != '.')
      return false;
  return true;
}

static void print_name(Text *out, const char *name) {
  if (!name) name = "";
  if (is_bare(name))
    text_add(out, name);
  else
    print_quoted(out, name, strlen(name));
}

static void print_func(Text *out, const Program *p, FuncId func) {
  text_char(out, '@');
  print_name(out, prog_func(p, func)->name);
}

static void print_global(Text *out, const Program *p, GlobalId global,
                         int64_t offset) {
  text_char(out, '$');
  print_name(out, prog_global(p, global)->name);
  if (offset > 0) text_char(out, '+');
  if (offset) print_i64(out, offset);
}

static void print_key(Text *out, const char *key, int64_t value) {
  if (!value) return;
  text_add(out, key);
  print_i64(out, value);
}

static void print_loc(Text *out, LocId loc) {
  print_key(out, " !", loc.id);
}

static void print_type(Text *out, const Program *p, TypeId id) {
  const Type *type = prog_type(p, id);
  switch (type->kind) {
  case TYPE_VOID: text_add(out, "void"); break;
  case TYPE_INT:
  case TYPE_FLOAT:
    text_char(out, type->kind == TYPE_INT ? 'i' : 'f');
    print_u64(out, type->bits);
    break;
  case TYPE_PTR: text_add(out, "ptr"); break;
  case TYPE_ARRAY:
  case TYPE_STRUCT:
  case TYPE_OPAQUE:
    text_char(out, 't');
    print_u64(out, id.id);
    break;
  }
}

static void print_bits(Text *out, const Type *type, const BvWord *words) {
  if (type->kind == TYPE_FLOAT || type->bits > 64) {
    uint32_t n = BV_WORDS(type->bits);
    while (n > 1 && !words[n - 1]) n--;
    text_printf(out, "0x%llx", (unsigned long long)words[--n]);
    while (n--) text_printf(out, "%016llx", (unsigned long long)words[n]);
  } else if (type->kind == TYPE_PTR || type->bits == 1) {
    print_u64(out, words[0]);
  } else {
    assert(type->bits > 0);
    uint64_t sign = (uint64_t)1 << (type->bits - 1);
    print_i64(out, (int64_t)((words[0] ^ sign) - sign));
  }
}

static void print_const(Text *out, const Program *p, const Const *c) {
  switch (c->kind) {
  case CONST_BITS:
    print_type(out, p, c->type);
    text_char(out, ' ');
    print_bits(out, prog_type(p, c->type), c->words);
    break;
  case CONST_GLOBAL: print_global(out, p, c->global, c->offset); break;
  case CONST_FUNC: print_func(out, p, c->func); break;
  }
}

/* ---- instructions ---- */

/* `numbers` gives the printed number of each instruction. */
typedef struct Printer {
  Text *out;
  const Program *p;
  const Function *f;
  const uint32_t *numbers;
} Printer;

static void print_local(const Printer *at, uint32_t inst) {
  assert(inst < at->f->insts.n);
  text_char(at->out, '%');
  print_u64(at->out, at->numbers[inst]);
}

static void print_val(const Printer *at, Val val) {
  if (val_is_none(val))
    text_add(at->out, "none");
  else if (val_is_const(val))
    print_const(at->out, at->p, prog_const(at->p, val));
  else
    print_local(at, val_index(val));
}

static const char *variant_word(const Inst *inst) {
  if (inst->op == OP_NONDET) return prog_input_word(inst->imm);
  if (inst->op == OP_FCMP) return prog_fcmp_word(inst->imm);
  if (inst->op == OP_FMATH) return prog_fmath_word(inst->imm);
  if (inst->op == OP_VALID) return prog_valid_word(inst->imm);
  return NULL;
}

static void print_attributes(const Printer *at, const Inst *inst) {
  Text *out = at->out;
  if (!variant_word(inst) && inst->op != OP_PARAM)
    print_key(out, " imm=", inst->imm);
  print_key(out, " stride=", inst->stride);
  if (inst->aux.id) {
    text_add(out, " aux=");
    print_type(out, at->p, inst->aux);
  }
  if (inst->name != UINT32_MAX) {
    text_add(out, " name=");
    print_name(out, names_text(&at->p->names, inst->name));
  }
  print_key(out, " var=", inst->var.id);
  print_key(out, " site=", inst->site);
  print_key(out, " context=", inst->context);
  print_key(out, " region=", inst->region.id);
  print_loc(out, inst->loc);
}

static void print_block_ref(Text *out, BlockId block) {
  text_char(out, 'b');
  print_u64(out, block.id);
}

/* PHI and SWITCH pair operands with blocks; the others list one, then the
 * other.  The parser sorts them apart by their looks. */
static void print_operands(const Printer *at, const Inst *inst) {
  Text *out = at->out;
  bool paired = inst->op == OP_PHI || inst->op == OP_SWITCH;
  uint32_t n_pairs = !paired                        ? 0
                     : inst->n_ops < inst->n_blocks ? inst->n_ops
                                                    : inst->n_blocks;
  const char *sep = " ";
  for (uint32_t i = 0; i < n_pairs; i++, sep = ", ") {
    text_add(out, sep);
    text_char(out, '[');
    print_val(at, inst->ops[i]);
    text_add(out, ", ");
    print_block_ref(out, inst->blocks[i]);
    text_char(out, ']');
  }
  for (uint32_t i = n_pairs; i < inst->n_ops; i++, sep = ", ") {
    text_add(out, sep);
    print_val(at, inst->ops[i]);
  }
  for (uint32_t i = n_pairs; i < inst->n_blocks; i++, sep = ", ") {
    text_add(out, sep);
    print_block_ref(out, inst->blocks[i]);
  }
}

static void print_inst(const Printer *at, uint32_t index) {
  const Inst *inst = &at->f->insts.at[index];
  Text *out = at->out;
  if (inst->type.id) {
    print_local(at, index);
    text_add(out, " = ");
  }
  text_add(out, prog_op_name(inst->op));
  if (variant_word(inst)) {
    text_char(out, '.');
    text_add(out, variant_word(inst));
  }
  for (int64_t i = 0; prog_flag_word(i); i++)
    if (inst->flags >> i & 1) text_printf(out, " %s", prog_flag_word(i));
  if (inst->type.id) {
    text_char(out, ' ');
    print_type(out, at->p, inst->type);
  }
  print_operands(at, inst);
  print_attributes(at, inst);
}

/* ---- functions ---- */

static void print_signature(const Printer *at) {
  const Function *f = at->f;
  Text *out = at->out;
  text_add(out, f->state == FUNC_DEFINED ? "define " : "declare ");
  print_type(out, at->p, f->ret);
  text_add(out, " @");
  print_name(out, f->name);
  text_char(out, '(');
  for (uint32_t i = 0; i < f->n_params; i++) {
    if (i) text_add(out, ", ");
    print_type(out, at->p, f->params[i]);
    text_char(out, ' ');
    print_local(at, 1 + i);
    print_attributes(at, &f->insts.at[1 + i]);
  }
  text_char(out, ')');
  if (f->arity == FUNC_VARIADIC) text_add(out, " variadic");
  if (f->origin == FUNC_MODEL) text_add(out, " model");
  print_key(out, " type=", f->returns.id);
  print_loc(out, f->loc);
}

static void print_body(const Printer *at) {
  Text *out = at->out;
  text_add(out, " {\n");
  for (uint32_t b = 0; b < at->f->blocks.n; b++) {
    const Block *block = &at->f->blocks.at[b];
    print_block_ref(out, (BlockId){b});
    if (block->name != UINT32_MAX) {
      text_char(out, ' ');
      print_name(out, names_text(&at->p->names, block->name));
    }
    text_char(out, ':');
    if (block->loop.id) {
      text_add(out, " loop");
      print_loc(out, block->loop);
    }
    text_char(out, '\n');
    for (uint32_t i = 0; i < block->insts.n; i++) {
      text_add(out, "  ");
      print_inst(at, block->insts.at[i]);
      text_char(out, '\n');
    }
  }
  text_char(out, '}');
}

void prog_print_function(Text *out, const Program *p, FuncId func) {
  const Function *f = prog_func(p, func);
  uint32_t n;
  uint32_t *numbers = prog_number_insts(p->mem, f, &n);
  Printer at = {out, p, f, numbers};
  print_signature(&at);
  if (f->state == FUNC_DEFINED) print_body(&at);
  text_char(out, '\n');
  MEM_FREE_ARRAY(p->mem, numbers, f->insts.n);
}

/* ---- tables ---- */

static void print_type_row(Text *out, const Program *p, TypeId id) {
  const Type *type = prog_type(p, id);
  text_printf(out, "type t%u = ", id.id);
  switch (type->kind) {
  case TYPE_VOID:
  case TYPE_INT:
  case TYPE_FLOAT:
  case TYPE_PTR: print_type(out, p, id); break;
  case TYPE_ARRAY:
    text_printf(out, "[%llu x ", (unsigned long long)type->count);
    print_type(out, p, type->elem);
    text_char(out, ']');
    break;
  case TYPE_STRUCT:
    text_add(out, "struct ");
    print_name(out, type->name);
    text_add(out, " {");
    for (uint32_t i = 0; i < type->n_fields; i++) {
      text_add(out, i ? ", " : " ");
      print_type(out, p, type->fields[i].type);
      text_add(out, " +");
      print_u64(out, type->fields[i].offset);
    }
    text_add(out, " }");
    break;
  case TYPE_OPAQUE:
    text_add(out, "opaque ");
    print_name(out, type->name);
    break;
  }
  text_printf(out, " size=%llu align=%u\n", (unsigned long long)type->size,
              type->align);
}

static void print_global_row(Text *out, const Program *p, GlobalId id) {
  const Global *g = prog_global(p, id);
  text_add(out, "global ");
  print_global(out, p, id, 0);
  text_char(out, ' ');
  print_type(out, p, g->type);
  if (g->state == GLOBAL_EXTERNAL) text_add(out, " external");
  if (g->kind == GLOBAL_CONSTANT) text_add(out, " constant");
  if (g->kind == GLOBAL_LABELS) text_add(out, " labels");
  if (g->kind == GLOBAL_OUTSIDE) text_add(out, " outside");
  text_printf(out, " size=%llu align=%u", (unsigned long long)g->size,
              g->align);
  if (g->init) {
    uint64_t n = g->size;
    while (n && !g->init[n - 1]) n--;
    text_add(out, " init=");
    print_quoted(out, (const char *)g->init, n);
  }
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    text_printf(out, " %llu:", (unsigned long long)r->offset);
    if (r->global.id) {
      print_global(out, p, r->global, r->addend);
    } else {
      print_func(out, p, r->func);
      if (r->addend > 0) text_char(out, '+');
      if (r->addend) print_i64(out, r->addend);
    }
  }
  print_key(out, " var=", g->var.id);
  print_loc(out, g->loc);
  text_char(out, '\n');
}

static void print_loc_row(Text *out, const Program *p, uint32_t id) {
  const SrcLoc *loc = &p->locs.at[id];
  text_printf(out, "loc %u = ", id);
  if (loc->file == UINT32_MAX)
    text_char(out, '?');
  else
    print_u64(out, loc->file);
  text_printf(out, ":%u:%u", loc->line, loc->col);
  if (loc->func.id) {
    text_char(out, ' ');
    print_func(out, p, loc->func);
  }
  text_char(out, '\n');
}

static void print_var_row(Text *out, const Program *p, uint32_t id) {
  const CVar *var = &p->vars.at[id];
  const char *encoding = prog_encoding_word(var->encoding);
  text_printf(out, "var %u = ", id);
  print_name(out, var->name);
  text_char(out, ' ');
  print_quoted(out, var->type_name, strlen(var->type_name));
  text_printf(out, " %s size=%llu", encoding ? encoding : "?",
              (unsigned long long)var->size);
  print_key(out, " type=", var->type.id);
  if (var->func.id) {
    text_add(out, " func=");
    print_func(out, p, var->func);
  }
  print_key(out, " scope=", var->scope_line);
  if (var->life == CVAR_SETTLED) text_add(out, " settled");
  print_loc(out, var->decl);
  text_char(out, '\n');
}

/* Members: name, type, where or which value, bits of a bit-field. */
static void print_ctype_row(Text *out, const Program *p, uint32_t id) {
  const CType *type = &p->ctypes.at[id];
  const char *kind = prog_ctype_word(type->kind);
  const char *encoding = prog_encoding_word(type->encoding);
  text_printf(out, "ctype %u = %s ", id, kind ? kind : "?");
  print_quoted(out, type->name, strlen(type->name));
  text_printf(out, " %s size=%llu to=%u count=%llu {",
              encoding ? encoding : "?", (unsigned long long)type->size,
              type->to.id, (unsigned long long)type->count);
  for (uint32_t i = 0; i < type->n_members; i++) {
    const CMember *m = &type->members[i];
    text_char(out, ' ');
    print_quoted(out, m->name, strlen(m->name));
    text_printf(out, " %u ", m->type.id);
    print_i64(out, m->at);
    text_printf(out, ":%u", m->bits);
  }
  text_add(out, " }\n");
}

static void print_context_row(Text *out, const Program *p, uint32_t id) {
  const Context *c = &p->contexts.at[id];
  text_printf(out, "context %u = parent=%u site=%u", id, c->parent, c->site);
  if (c->callee.id) {
    text_add(out, " callee=");
    print_func(out, p, c->callee);
  }
  print_loc(out, c->call);
  text_char(out, '\n');
}

static void print_region_row(Text *out, const Program *p, uint32_t id) {
  const Region *r = &p->regions.at[id];
  const char *kind = prog_region_word(r->kind);
  text_printf(out, "region %u = %s %s bits=%u name=", id, kind ? kind : "?",
              r->targets == REGION_KNOWN ? "known" : "unknown", r->cell_bits);
  print_name(out, r->name);
  text_char(out, '\n');
}

static void print_verdict_rows(Text *out, const Program *p) {
  for (uint32_t i = 0; i < p->errors.n; i++) {
    const ErrorSite *e = &p->errors.at[i];
    text_printf(out, "error %u = ", i);
    print_name(out, e->property);
    text_char(out, ' ');
    print_quoted(out, e->message, strlen(e->message));
    print_loc(out, e->loc);
    text_char(out, '\n');
  }
  for (uint32_t i = 0; i < p->ledger.n; i++) {
    const LedgerEntry *e = &p->ledger.at[i];
    const char *direction = prog_direction_word(e->direction);
    text_printf(out, "ledger %s ", direction ? direction : "?");
    print_quoted(out, e->reason, strlen(e->reason));
    print_loc(out, e->loc);
    text_char(out, '\n');
  }
}

static void print_head(Text *out, const Program *p) {
  text_printf(out, "pointer %u\n", p->pointer_bits);
  if (p->entry.id) {
    text_add(out, "entry ");
    print_func(out, p, p->entry);
    text_char(out, '\n');
  }
  text_printf(out, "sites %u\n", p->n_sites);
  for (uint32_t i = 0; i < p->files.n; i++) {
    text_printf(out, "file %u = ", i);
    print_quoted(out, p->files.at[i], strlen(p->files.at[i]));
    text_char(out, '\n');
  }
  for (uint32_t i = 1; i < p->types.n; i++) print_type_row(out, p, (TypeId){i});
  for (uint32_t i = 1; i < p->regions.n; i++) print_region_row(out, p, i);
}

void prog_print(Text *out, const Program *p) {
  print_head(out, p);
  for (uint32_t i = 1; i < p->globals.n; i++)
    print_global_row(out, p, (GlobalId){i});
  for (uint32_t i = 1; i < p->funcs.n; i++) {
    if (p->funcs.at[i].state == FUNC_DEFINED) text_char(out, '\n');
    prog_print_function(out, p, (FuncId){i});
  }
  if (p->funcs.n > 1) text_char(out, '\n');
  for (uint32_t i = 1; i < p->locs.n; i++) print_loc_row(out, p, i);
  for (uint32_t i = 1; i < p->ctypes.n; i++) print_ctype_row(out, p, i);
  for (uint32_t i = 1; i < p->vars.n; i++) print_var_row(out, p, i);
  for (uint32_t i = 1; i < p->contexts.n; i++) print_context_row(out, p, i);
  print_verdict_rows(out, p);
}
