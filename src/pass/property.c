/* SPDX-License-Identifier: MIT
 *
 * From a property to ERROR terminators: afterwards every engine's question is
 * "is an ERROR reached?" and nothing else.
 *
 * Calls.  A direct call of an error function is cut: ERROR stands where the
 * call stood, with the call's position, and what followed is unreachable.  The
 * function's own body becomes a lone ERROR, for calls through pointers.
 *
 * Guards.  An operation that may break a rule of C gets a test in front of it
 * that leads to ERROR.  The tests are exact in machine arithmetic: sums and
 * products are formed once more at a width where they cannot wrap.  With a
 * constant operand the test is a plain comparison, which reads better in
 * invariants.  An operation in a library model (INST_MODEL) is not the
 * user's arithmetic and gets no arithmetic guard; accesses through NULL are
 * checked there too, because the pointer is the user's.
 *
 * C11: 6.5p5 (overflow), 6.5.5p5-6 (division), 6.5.7p3-4 (shifts), 6.5.3.2p4
 * (NULL).  Where overflow is no error but assumed away (--assume-no-overflow),
 * the same test becomes an ASSUME, and a premise.  p->f with p NULL is an
 * access through NULL though the address is not 0, so the test looks at the
 * pointer that address arithmetic starts from.
 */
#include "ir/address.h"
#include "pass/pass.h"
#include "pass/pass_int.h"
#include "pass/edit.h"

#include <ctype.h>

enum {
  SUPPORTED = PROPERTY_OWN_ERRORS | 1u << PROPERTY_NULL_DEREF |
              1u << PROPERTY_NO_OVERFLOW | 1u << PROPERTY_NO_DIV_ZERO |
              1u << PROPERTY_NO_BAD_SHIFT | 1u << PROPERTY_VALID_DEREF |
              1u << PROPERTY_VALID_FREE | 1u << PROPERTY_VALID_MEMTRACK |
              1u << PROPERTY_VALID_MEMCLEANUP | 1u << PROPERTY_VALID_INIT
};

/* Models of what a format reads (models/format.c), and of looks at streams
 * (models/streams.c). */
#define MODEL_READS  "__cutpoint_reads_"
#define MODEL_STREAM "__cutpoint_stream_"

static bool checks(const Property *property, PropertyKind kind) {
  return (property->kinds >> kind & 1) != 0;
}

/* ---- which functions end the execution ---- */

typedef enum Role { ROLE_NONE, ROLE_ERROR, ROLE_ASSERT_STOP } Role;

static Role role_of(const Property *property, const char *name) {
  if (prog_property_of_call(property, name) != PROPERTY_COUNT)
    return ROLE_ERROR;
  return prog_is_assert(name) ? ROLE_ASSERT_STOP : ROLE_NONE;
}

/* The text of a failing assertion, when the call passes it as a constant. */
static const char *assertion_text(const Program *p, const Inst *call) {
  if (call->n_ops < 2 || !val_is_const(call->ops[1])) return NULL;
  const Const *c = prog_const(p, call->ops[1]);
  if (c->kind != CONST_GLOBAL || c->offset != 0) return NULL;
  const Global *g = prog_global(p, c->global);
  if (g->kind != GLOBAL_CONSTANT || !g->init || g->n_relocs) return NULL;
  return memchr(g->init, 0, g->size) ? (const char *)g->init : NULL;
}

static const char *call_message(Program *p, const Inst *call,
                                const char *name) {
  if (!prog_is_assert(name))
    return arena_printf(&p->arena, "call of %s()", name);
  const char *text = call ? assertion_text(p, call) : NULL;
  return text && strcmp(name, "__assert_fail") == 0
             ? arena_printf(&p->arena, "assertion fails: %s", text)
             : "assertion fails";
}

static void end_by_call(Edit *edit, const Property *property, const Inst *call,
                        const char *name) {
  PropertyKind violated = prog_property_of_call(property, name);
  if (violated != PROPERTY_COUNT)
    edit_error(edit, prog_property_name(violated),
               call_message(edit->program, call, name));
  else
    edit_named(edit, OP_STOP, "assert");
}

static void replace_body(Program *p, Function *f, const Property *property) {
  flow_drop_body(p, f);
  f->state = FUNC_DEFINED;
  Edit edit;
  edit_init(&edit, p, f);
  edit.at = edit_block(&edit, "entry");
  edit.loc = f->loc;
  end_by_call(&edit, property, NULL, f->name);
  edit_done(&edit);
}

/* ---- guards ---- */

typedef struct Guards {
  Edit edit;
  const Property *property;
  MemoryGuards memory;
  Map checked; /* pointer already tested for NULL -> block + 1 */
} Guards;

static TypeId bool_type(Edit *edit) {
  return prog_type_int(edit->program, 1);
}

static Val compare(Edit *edit, Op op, Val a, Val b) {
  return edit_op2(edit, op, bool_type(edit), a, b);
}

/* The least or greatest signed number of `bits` bits, at type `type`. */
static Val signed_limit(Edit *edit, TypeId type, uint32_t bits, Op which) {
  BvWord words[BV_MAX_WORDS] = {0};
  uint32_t to = prog_type(edit->program, type)->bits;
  require(bits <= to && to <= BV_MAX_WIDTH);
  words[(bits - 1) / 64] = (BvWord)1 << (bits - 1) % 64;
  if (which == OP_SLE) bv_not(words, words, bits); /* the greatest */
  bv_sext(words, to, words, bits);
  return prog_const_bits(edit->program, type, words);
}
#define LEAST(edit, type, bits)    signed_limit(edit, type, bits, OP_SLT)
#define GREATEST(edit, type, bits) signed_limit(edit, type, bits, OP_SLE)

/* a + c or a - c for a constant c: one comparison. */
static Val overflow_by_const(Edit *edit, TypeId type, uint32_t bits, Val a,
                             int64_t c, Op op) {
  Program *p = edit->program;
  require(bits >= 1 && bits <= 64);
  int64_t least = bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
  int64_t most = -(least + 1);
  if (c == 0) return (Val){0};
  if ((c > 0) == (op == OP_ADD)) { /* may exceed: a > most -+ c */
    int64_t bound = op == OP_ADD ? most - c : most + c;
    return compare(edit, OP_SLT, prog_const_i64(p, type, bound), a);
  }
  int64_t bound = op == OP_ADD ? least - c : least + c;
  return compare(edit, OP_SLT, a, prog_const_i64(p, type, bound));
}

/* Form the result without wrapping, compare with the range. */
static Val overflow_wide(Edit *edit, Op op, uint32_t bits, Val a, Val b) {
  Program *p = edit->program;
  TypeId wide = prog_type_int(p, op == OP_MUL ? 2 * bits : bits + 1);
  Val wa = edit_op1(edit, OP_SEXT, wide, a);
  Val wb = edit_op1(edit, OP_SEXT, wide, b);
  Val r = edit_op2(edit, op, wide, wa, wb);
  Val low = compare(edit, OP_SLT, r, LEAST(edit, wide, bits));
  Val high = compare(edit, OP_SLT, GREATEST(edit, wide, bits), r);
  return edit_op2(edit, OP_OR, bool_type(edit), low, high);
}

/* C11 6.5.7p4: a is negative, or a * 2^b is not representable. */
static Val overflow_shl(Edit *edit, TypeId type, uint32_t bits, Val a, Val b) {
  Val zero = prog_const_u64(edit->program, type, 0);
  Val negative = compare(edit, OP_SLT, a, zero);
  Val most = edit_op2(edit, OP_LSHR, type, GREATEST(edit, type, bits), b);
  Val large = compare(edit, OP_SLT, most, a);
  return edit_op2(edit, OP_OR, bool_type(edit), negative, large);
}

static Val overflow_div(Edit *edit, TypeId type, uint32_t bits, Val a, Val b) {
  Program *p = edit->program;
  Val ones = prog_const_i64(p, type, -1), least = LEAST(edit, type, bits);
  if (val_is_const(b) && !val_same(b, ones)) return (Val){0};
  if (val_is_const(a) && !val_same(a, least)) return (Val){0};
  return edit_op2(edit, OP_AND, bool_type(edit), compare(edit, OP_EQ, a, least),
                  compare(edit, OP_EQ, b, ones));
}

bool pass_may_overflow(const Inst *inst) {
  if (inst->op == OP_SDIV || inst->op == OP_SREM) return true;
  return (inst->flags & INST_NSW) &&
         (inst->op == OP_ADD || inst->op == OP_SUB || inst->op == OP_MUL ||
          inst->op == OP_SHL);
}

Val pass_overflows(Edit *edit, const Inst *inst) {
  require(pass_may_overflow(inst));
  Program *p = edit->program;
  Op op = inst->op;
  TypeId type = inst->type;
  uint32_t bits = prog_type(p, type)->bits;
  Val a = inst->ops[0], b = inst->ops[1];
  int64_t c;
  if (op == OP_SDIV || op == OP_SREM)
    return overflow_div(edit, type, bits, a, b);
  if (op == OP_SHL) return overflow_shl(edit, type, bits, a, b);
  if (op == OP_ADD && val_is_const(a) && !val_is_const(b)) {
    Val swap = a;
    a = b;
    b = swap;
  }
  if (op != OP_MUL && bits <= 64 && prog_const_as_i64(p, b, &c))
    return overflow_by_const(edit, type, bits, a, c, op);
  if (op == OP_SUB && prog_const_as_i64(p, a, &c) && c == 0)
    return compare(edit, OP_EQ, b, LEAST(edit, type, bits)); /* -b */
  return overflow_wide(edit, op, bits, a, b);
}

const char *pass_overflow_message(Op op) {
  if (op == OP_ADD) return "signed overflow in an addition";
  if (op == OP_SUB) return "signed overflow in a subtraction";
  if (op == OP_MUL) return "signed overflow in a multiplication";
  if (op == OP_SHL) return "signed overflow in a left shift";
  return "signed overflow in a division";
}

/* The operation is only reached with operands for which it is exact. */
static void assume_no_overflow(Guards *g, Val cond) {
  Program *p = g->edit.program;
  Val holds =
      compare(&g->edit, OP_EQ, cond, prog_const_u64(p, bool_type(&g->edit), 0));
  edit_add(&g->edit, OP_ASSUME, (TypeId){0}, &holds, 1, NULL, 0);
  prog_ledger(p, LEDGER_PREMISE, (LocId){0},
              "signed arithmetic never overflows (--assume-no-overflow)");
}

static void guard_overflow(Guards *g, Inst inst) {
  if (!pass_may_overflow(&inst)) return;
  Val cond = pass_overflows(&g->edit, &inst);
  if (val_is_none(cond)) return;
  if (!checks(g->property, PROPERTY_NO_OVERFLOW))
    assume_no_overflow(g, cond);
  else
    edit_guard(&g->edit, cond, prog_property_name(PROPERTY_NO_OVERFLOW),
               pass_overflow_message(inst.op));
}

static void guard_division(Guards *g, Inst inst) {
  if (inst.op != OP_UDIV && inst.op != OP_SDIV && inst.op != OP_UREM &&
      inst.op != OP_SREM)
    return;
  Val zero = prog_const_u64(g->edit.program, inst.type, 0);
  if (val_is_const(inst.ops[1]) && !val_same(inst.ops[1], zero)) return;
  edit_guard(&g->edit, compare(&g->edit, OP_EQ, inst.ops[1], zero),
             prog_property_name(PROPERTY_NO_DIV_ZERO), "division by zero");
}

static void guard_shift(Guards *g, Inst inst) {
  if (inst.op != OP_SHL && inst.op != OP_LSHR && inst.op != OP_ASHR) return;
  Program *p = g->edit.program;
  uint32_t bits = prog_type(p, inst.type)->bits;
  uint64_t amount;
  if (prog_const_as_u64(p, inst.ops[1], &amount) && amount < bits) return;
  Val width = prog_const_u64(p, inst.type, bits);
  edit_guard(&g->edit, compare(&g->edit, OP_ULE, width, inst.ops[1]),
             prog_property_name(PROPERTY_NO_BAD_SHIFT),
             "shift by a negative amount or by the width or more");
}

static bool never_null(const Program *p, const Function *f, Val root) {
  if (val_is_const(root)) return prog_const(p, root)->kind != CONST_BITS;
  return f->insts.at[val_index(root)].op == OP_ALLOCA;
}

static void guard_pointer(Guards *g, Val pointer, const char *message) {
  Program *p = g->edit.program;
  Val root = prog_address_root(g->edit.f, pointer);
  if (never_null(p, g->edit.f, root)) return;
  if (map_get(&g->checked, root.id, 0) == g->edit.opened.id + 1) return;
  map_put(&g->checked, root.id, g->edit.opened.id + 1);
  Val null = prog_const_u64(p, prog_type_ptr(p), 0);
  edit_guard(&g->edit, compare(&g->edit, OP_EQ, root, null),
             prog_property_name(PROPERTY_NULL_DEREF), message);
}

/* memcpy and memset of no bytes access nothing; C11 7.24.1p2 forbids NULL even
 * then, so they are guarded whatever the size. */
static void guard_null(Guards *g, Inst inst) {
  if (inst.op == OP_LOAD) guard_pointer(g, inst.ops[0], "read through NULL");
  if (inst.op == OP_STORE) guard_pointer(g, inst.ops[1], "write through NULL");
  if (inst.op == OP_MEMCPY || inst.op == OP_MEMSET)
    guard_pointer(g, inst.ops[0], "write through NULL");
  if (inst.op == OP_MEMCPY) guard_pointer(g, inst.ops[1], "read through NULL");
  if (inst.op == OP_CALL) guard_pointer(g, inst.ops[0], "call through NULL");
}

/* Arithmetic of a library model is its own business, but for functions that
 * are nothing but an operation on what they are given. */
static bool is_models_own(const Guards *g, const Inst *inst) {
  return inst->flags & INST_MODEL &&
         !text_starts_with(g->edit.f->name, PROG_OPERATION);
}

static void guard_inst(Guards *g, uint32_t index) {
  Inst inst = g->edit.f->insts.at[index]; /* a copy: the vector grows */
  const Property *property = g->property;
  edit_like(&g->edit, index);
  if (checks(property, PROPERTY_NULL_DEREF)) guard_null(g, inst);
  if (is_models_own(g, &inst)) return;
  if (checks(property, PROPERTY_NO_DIV_ZERO)) guard_division(g, inst);
  if (checks(property, PROPERTY_NO_BAD_SHIFT)) guard_shift(g, inst);
  if (checks(property, PROPERTY_NO_OVERFLOW) ||
      property->overflow == OVERFLOW_ASSUMED_AWAY)
    guard_overflow(g, inst);
}

/* ---- labels ---- */

static bool is_numbered(const char *name, const char *label) {
  size_t n = strlen(label);
  if (strncmp(name, label, n) != 0 || !name[n]) return false;
  for (name += n; *name; name++)
    if (!isdigit((unsigned char)*name)) return false;
  return true;
}

static bool has_variable(const Program *p, FuncId func, const char *name) {
  for (uint32_t v = 1; v < p->vars.n; v++)
    if (p->vars.at[v].func.id == func.id &&
        strcmp(p->vars.at[v].name, name) == 0)
      return true;
  return false;
}

/* The block of a C label.  The compiler names it as the label, or, when a
 * variable of the function has taken that name, with a number behind. */
static uint32_t label_block(const Program *p, FuncId func, const char *label) {
  const Function *f = prog_func(p, func);
  uint32_t found = UINT32_MAX;
  bool taken = has_variable(p, func, label);
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (f->blocks.at[b].name == UINT32_MAX) continue;
    const char *name = names_text(&p->names, f->blocks.at[b].name);
    if (strcmp(name, label) == 0) return b;
    if (taken && found == UINT32_MAX && is_numbered(name, label)) found = b;
  }
  return found;
}

static bool label_exists(const Program *p, const char *label) {
  for (uint32_t f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].origin == FUNC_USER &&
        label_block(p, (FuncId){f}, label) != UINT32_MAX)
      return true;
  return false;
}

static void cut_at_label(Edit *edit, const InstList *list, const char *label) {
  const Function *f = edit->f;
  edit_like(edit, list->at[0]);
  for (uint32_t i = 0; i < list->n && !edit->loc.id; i++)
    edit->loc = f->insts.at[list->at[i]].loc;
  edit_error(edit, prog_property_name(PROPERTY_UNREACH_CALL),
             arena_printf(&edit->program->arena, "label %s is reached", label));
  edit->at = edit_block(edit, "");
}

/* ---- checks that the compiler made ---- */

/* One that belongs to another property only ends the run. */
static void settle_error(Guards *g, uint32_t index) {
  Inst *inst = &g->edit.f->insts.at[index];
  if (inst->op != OP_ERROR) return;
  const char *found = g->edit.program->errors.at[inst->imm].property;
  for (int kind = 0; kind < PROPERTY_COUNT; kind++)
    if (checks(g->property, (PropertyKind)kind) &&
        strcmp(found, prog_property_name((PropertyKind)kind)) == 0)
      return;
  inst->op = OP_STOP;
  inst->imm = 0;
  inst->name = names_add(&g->edit.program->names, "abort");
}

/* ---- one function, all of them ---- */

/* Ends the block at a call of a function with a role; true if it was one. */
static bool cut_at_call(Guards *g, uint32_t index) {
  Inst call = g->edit.f->insts.at[index];
  FuncId callee = prog_callee(g->edit.program, &call);
  if (!callee.id) return false;
  const char *name = prog_func(g->edit.program, callee)->name;
  Role role = role_of(g->property, name);
  if (role == ROLE_NONE) return false;
  edit_like(&g->edit, index);
  if (role == ROLE_ASSERT_STOP) memory_guard_stop(&g->memory);
  end_by_call(&g->edit, g->property, &call, name);
  g->edit.at = edit_block(&g->edit, "");
  return true;
}

/* Blocks are being rewritten: all instructions are looked at. */
static bool is_used(const Function *f, uint32_t index) {
  for (uint32_t i = 1; i < f->insts.n; i++)
    for (uint32_t k = 0; k < f->insts.at[i].n_ops; k++)
      if (val_same(f->insts.at[i].ops[k], val_local(index))) return true;
  return false;
}

/* Is it a call of a model that looks only where that is the property? */
static bool is_idle_look(const Guards *g, const Inst *call) {
  static const uint32_t accesses =
      1u << PROPERTY_VALID_DEREF | 1u << PROPERTY_NULL_DEREF;
  FuncId callee = prog_callee(g->edit.program, call);
  uint32_t kinds = g->property->kinds;
  if (!callee.id) return false;
  const Function *f = prog_func(g->edit.program, callee);
  if (f->origin != FUNC_MODEL) return false;
  if (text_starts_with(f->name, MODEL_STREAM))
    return !(kinds & accesses) && g->property->lives == LIVES_BY_KIND;
  return text_starts_with(f->name, MODEL_READS) &&
         !(kinds & (accesses | 1u << PROPERTY_VALID_INIT));
}

/* What a text is made of is read only where reads matter; else its length is
 * any.  True: the call goes. */
static bool leave_reading(Guards *g, uint32_t index) {
  Program *p = g->edit.program;
  Inst *call = &g->edit.f->insts.at[index];
  if (!is_idle_look(g, call)) return false;
  const Function *f = prog_func(p, prog_callee(p, call));
  if (!call->type.id || !is_used(g->edit.f, index)) return true;
  prog_ledger(p, LEDGER_OVER, call->loc, "a text is of any length");
  call->op = OP_NONDET;
  call->n_ops = 0;
  call->imm = INPUT_EXTERN;
  call->name = names_add(&p->names, f->name);
  call->site = prog_new_site(p);
  return false;
}

static void property_block(Guards *g, BlockId block) {
  InstList list = edit_open(&g->edit, block);
  for (uint32_t i = 0; i < list.n; i++) {
    if (leave_reading(g, list.at[i])) continue;
    settle_error(g, list.at[i]);
    if (memory_is_idle(&g->memory, list.at[i])) continue;
    guard_inst(g, list.at[i]);
    memory_guard_before(&g->memory, list.at[i]);
    cut_at_call(g, list.at[i]); /* the call itself stays, unreachable */
    edit_keep(&g->edit, list.at[i]);
    memory_guard_behind(&g->memory, list.at[i]);
  }
  edit_close(&g->edit, &list);
}

static void property_function(Program *p, FuncId func, const Property *property,
                              GlobalId blocks) {
  Function *f = prog_func(p, func);
  const char *label =
      f->origin == FUNC_USER && checks(property, PROPERTY_UNREACH_CALL)
          ? property->error_label
          : NULL;
  uint32_t labelled = label ? label_block(p, func, label) : UINT32_MAX;
  Guards g = {.property = property};
  edit_init(&g.edit, p, f);
  memory_guards_init(&g.memory, &g.edit, property, blocks);
  map_init(&g.checked, p->mem);
  for (uint32_t b = 0, n = f->blocks.n; b < n; b++) {
    if (b == labelled) {
      InstList list = edit_open(&g.edit, (BlockId){b});
      cut_at_label(&g.edit, &list, label);
      for (uint32_t i = 0; i < list.n; i++) edit_keep(&g.edit, list.at[i]);
      edit_close(&g.edit, &list);
    } else {
      property_block(&g, (BlockId){b});
    }
  }
  map_done(&g.checked);
  memory_guards_done(&g.memory);
  edit_done(&g.edit);
}

/* Does the block nothing but return?  Then a label at the end of its function
 * gave it the name, and every other return comes by as well. */
static bool only_returns(const Function *f, uint32_t block) {
  const Block *b = &f->blocks.at[block];
  for (uint32_t i = 0; i < b->insts.n; i++) {
    Op op = f->insts.at[b->insts.at[i]].op;
    if (op != OP_PHI && op != OP_RET) return false;
  }
  return true;
}

/* Why the label does not tell where it stands; NULL: it does. */
static const char *label_problem(Program *p, const char *label) {
  static const char *const compilers[] = {"entry", "cleanup", "cont", "trap",
                                          "unreachable"};
  if (!label_exists(p, label))
    return arena_printf(&p->arena, "label '%s' does not occur in code", label);
  for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
    if (strcmp(label, compilers[i]) == 0)
      return arena_printf(
          &p->arena,
          "label '%s': the compiler has this name, too; choose another", label);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    if (p->funcs.at[f].state != FUNC_DEFINED) continue;
    uint32_t block = label_block(p, (FuncId){f}, label);
    if (block != UINT32_MAX && only_returns(&p->funcs.at[f], block))
      return arena_printf(&p->arena,
                          "label '%s' stands at the end of a function, where "
                          "other returns come by; put a statement behind it",
                          label);
  }
  return NULL;
}

static PassResult unsupported_property(Program *p, const Property *property) {
  Text text;
  text_init(&text, p->mem);
  text_add(&text, "unsupported property:");
  for (int kind = 0; kind < PROPERTY_COUNT; kind++)
    if ((property->kinds & ~(uint32_t)SUPPORTED) >> kind & 1)
      text_printf(&text, " %s", prog_property_name((PropertyKind)kind));
  PassResult result = {PASS_UNSUPPORTED,
                       arena_strdup(&p->arena, text_get(&text))};
  text_done(&text);
  return result;
}

PassResult pass_property(Program *p, const Property *property) {
  if (property->kinds & ~(uint32_t)SUPPORTED)
    return unsupported_property(p, property);
  const char *label = property->error_label;
  const char *problem = label && checks(property, PROPERTY_UNREACH_CALL)
                            ? label_problem(p, label)
                            : NULL;
  if (problem) return (PassResult){PASS_UNSUPPORTED, problem};
  GlobalId blocks = memory_add_counter(p, property);
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    Role role = role_of(property, p->funcs.at[f].name);
    if (role != ROLE_NONE)
      replace_body(p, &p->funcs.at[f], property);
    else if (p->funcs.at[f].state == FUNC_DEFINED)
      property_function(p, (FuncId){f}, property, blocks);
  }
  if (property->target) target_select_errors(p, property->target);
  return (PassResult){PASS_OK, ""};
}
