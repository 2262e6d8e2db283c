/* SPDX-License-Identifier: MIT
 *
 * Is a Program what program.h says it is?
 *
 * Three rounds per function, each one walk over its blocks:
 *   1. shape: listed instructions exist and are listed once, phis come first,
 *      the terminator comes last, targets exist;
 *   2. flow: predecessors, reachability, dominator tree;
 *   3. meaning: operands, types and tables of each instruction; phis against
 *      predecessors; definitions dominate uses.
 * A function that fails round 1 is not looked at further.
 *
 * Dominators: the iteration of Cooper, Harvey and Kennedy over reverse
 * postorder, then entry and exit numbers on the tree, so that "a dominates b"
 * is two comparisons.  Near-linear on the graphs of real programs; a walk with
 * its own stack everywhere, because depth is the user's.
 *
 * Decisions: code that cannot be reached must be well-typed, but its uses need
 * no dominating definition (as in LLVM).  A block may be empty only when
 * nothing leads to it.  A phi names the set of predecessors; where an edge is
 * doubled (a switch) its block may stand several times, with one value.
 * Nothing leads to the entry block.  A call may disagree with its callee's
 * signature, as C programs do; the interpreter says what that means. */
#include "ir/io.h"

enum { MOST_PROBLEMS = 50 };

typedef struct Validator {
  const Program *p;
  const Function *f;
  Text *out;
  uint32_t n_problems;
  uint32_t inst; /* being looked at; 0 none */
  /* of the function, in `scratch` */
  Arena scratch;
  uint32_t *home;     /* inst -> 1 + block that lists it */
  uint32_t *position; /* inst -> index in its block */
  uint32_t *first;    /* block -> start in preds; [n_blocks] end */
  uint32_t *preds;
  uint32_t *order; /* block -> reverse postorder number, or UINT32_MAX */
  uint32_t *rpo;   /* reachable blocks */
  uint32_t n_rpo;
  uint32_t *idom;       /* block -> block */
  uint32_t *pre, *post; /* block -> numbers on the dominator tree */
  uint32_t *stamp;      /* block -> last phi that named it, by inst */
  Val *stamp_val;
  uint32_t *case_stamp; /* constant -> last switch that used it */
  uint32_t n_switches;  /* seen so far */
} Validator;

BASE_PRINTF(2, 3)
static void problem(Validator *v, const char *format, ...) {
  if (v->n_problems++ >= MOST_PROBLEMS) return;
  if (v->f) text_printf(v->out, "@%s: ", v->f->name);
  if (v->inst) {
    const Inst *inst = &v->f->insts.at[v->inst];
    text_printf(v->out, "%%%u %s: ", v->inst,
                inst->op < OP_COUNT ? prog_op_name(inst->op) : "?");
  }
  char line[256];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  text_printf(v->out, "%s\n", line);
}

/* ---- tables ---- */

static void check_loc(Validator *v, LocId loc, const char *whose) {
  if (loc.id >= v->p->locs.n) problem(v, "%s: no position %u", whose, loc.id);
}

static void check_func(Validator *v, FuncId func, const char *whose) {
  if (func.id >= v->p->funcs.n)
    problem(v, "%s: no function %u", whose, func.id);
}

static void check_types(Validator *v) {
  for (uint32_t i = 0; i < v->p->types.n; i++) {
    const Type *type = &v->p->types.at[i];
    if ((type->kind == TYPE_ARRAY) && type->elem.id >= i)
      problem(v, "type t%u: element comes later", i);
    if (type->kind == TYPE_PTR && type->bits != v->p->pointer_bits)
      problem(v, "type t%u: pointer of %u bits", i, type->bits);
    if (type->align == 0 || (type->align & (type->align - 1)))
      problem(v, "type t%u: alignment %u", i, type->align);
    for (uint32_t k = 0; k < type->n_fields; k++) {
      const Field *field = &type->fields[k];
      if (field->type.id >= i)
        problem(v, "type t%u: field %u comes later", i, k);
      else if (field->offset > type->size ||
               v->p->types.at[field->type.id].size > type->size - field->offset)
        problem(v, "type t%u: field %u outside", i, k);
    }
  }
}

static void check_consts(Validator *v) {
  const Program *p = v->p;
  for (uint32_t i = 0; i < p->consts.n; i++) {
    const Const *c = &p->consts.at[i];
    uint32_t bits = c->type.id < p->types.n ? p->types.at[c->type.id].bits : 0;
    if (!bits)
      problem(v, "constant %u has no scalar type", i);
    else if (c->kind == CONST_BITS && bits % 64 &&
             c->words[BV_WORDS(bits) - 1] >> bits % 64)
      problem(v, "constant %u has bits above its width", i);
    if (c->kind == CONST_GLOBAL &&
        (!c->global.id || c->global.id >= p->globals.n))
      problem(v, "constant %u: no global %u", i, c->global.id);
    if (c->kind == CONST_FUNC && (!c->func.id || c->func.id >= p->funcs.n))
      problem(v, "constant %u: no function %u", i, c->func.id);
  }
}

static void check_relocs(Validator *v, const Global *g) {
  const Program *p = v->p;
  for (uint32_t i = 0; i < g->n_relocs; i++) {
    const Reloc *r = &g->relocs[i];
    uint64_t bytes = p->pointer_bits / 8;
    if (g->size < bytes || r->offset > g->size - bytes)
      problem(v, "$%s: address at %llu is outside", g->name,
              (unsigned long long)r->offset);
    if (!r->global.id == !r->func.id || r->global.id >= p->globals.n ||
        r->func.id >= p->funcs.n)
      problem(v, "$%s: address at %llu has no target", g->name,
              (unsigned long long)r->offset);
  }
}

static void check_globals(Validator *v) {
  const Program *p = v->p;
  for (uint32_t i = 1; i < p->globals.n; i++) {
    const Global *g = &p->globals.at[i];
    if (g->type.id >= p->types.n) problem(v, "$%s: no type", g->name);
    if (!g->align || (g->align & (g->align - 1)))
      problem(v, "$%s: alignment %u", g->name, g->align);
    if (g->var.id && g->var.id >= p->vars.n)
      problem(v, "$%s: no variable %u", g->name, g->var.id);
    check_loc(v, g->loc, g->name);
    check_relocs(v, g);
  }
}

static void check_source(Validator *v) {
  const Program *p = v->p;
  for (uint32_t i = 0; i < p->locs.n; i++) {
    if (p->locs.at[i].file != UINT32_MAX && p->locs.at[i].file >= p->files.n)
      problem(v, "position %u: no file %u", i, p->locs.at[i].file);
    check_func(v, p->locs.at[i].func, "position");
  }
  for (uint32_t i = 1; i < p->vars.n; i++) {
    check_func(v, p->vars.at[i].func, p->vars.at[i].name);
    check_loc(v, p->vars.at[i].decl, p->vars.at[i].name);
    if (!prog_encoding_word(p->vars.at[i].encoding))
      problem(v, "variable %u: no such encoding", i);
  }
  for (uint32_t i = 1; i < p->contexts.n; i++) {
    const Context *c = &p->contexts.at[i];
    if (c->parent >= i) problem(v, "context %u: parent comes later", i);
    if (!c->site || c->site > p->n_sites)
      problem(v, "context %u: no site %u", i, c->site);
    check_func(v, c->callee, "context");
    check_loc(v, c->call, "context");
  }
}

static void check_verdict_tables(Validator *v) {
  const Program *p = v->p;
  for (uint32_t i = 0; i < p->errors.n; i++)
    check_loc(v, p->errors.at[i].loc, "error");
  for (uint32_t i = 0; i < p->ledger.n; i++) {
    check_loc(v, p->ledger.at[i].loc, "ledger");
    if (!prog_direction_word(p->ledger.at[i].direction))
      problem(v, "ledger entry %u: no such direction", i);
  }
  for (uint32_t i = 1; i < p->regions.n; i++)
    if (!prog_region_word(p->regions.at[i].kind))
      problem(v, "region %u: no such kind", i);
  if (!p->entry.id || p->entry.id >= p->funcs.n)
    problem(v, "there is no entry function");
  else if (p->funcs.at[p->entry.id].state != FUNC_DEFINED)
    problem(v, "the entry function has no body");
}

/* ---- round 1: shape ---- */

static uint32_t want_blocks(const Inst *inst) {
  if (inst->op == OP_BR) return 1;
  if (inst->op == OP_CONDBR) return 2;
  if (inst->op == OP_PHI || inst->op == OP_SWITCH) return inst->n_ops;
  return 0;
}

static void check_inst_shape(Validator *v, const Inst *inst) {
  if (inst->op >= OP_COUNT || inst->op == OP_NONE || inst->op == OP_PARAM) {
    problem(v, "op %d cannot stand in a block", (int)inst->op);
    return;
  }
  int most = prog_op_most(inst->op);
  if ((int64_t)inst->n_ops < prog_op_least(inst->op) ||
      (most >= 0 && (int64_t)inst->n_ops > most))
    problem(v, "has %u operands", inst->n_ops);
  if (inst->n_blocks != want_blocks(inst))
    problem(v, "has %u blocks", inst->n_blocks);
  for (uint32_t i = 0; i < inst->n_blocks; i++) {
    uint32_t target = inst->blocks[i].id;
    if (target >= v->f->blocks.n)
      problem(v, "no block b%u", target);
    else if (prog_op_has(inst->op, 'T') && target == 0)
      problem(v, "leads to the entry block");
    else if (prog_op_has(inst->op, 'T') && !v->f->blocks.at[target].insts.n)
      problem(v, "leads to the empty block b%u", target);
  }
}

static void check_block_shape(Validator *v, uint32_t b) {
  const Block *block = &v->f->blocks.at[b];
  bool phis_may_come = true;
  if (block->name != UINT32_MAX && block->name >= v->p->names.list.n)
    problem(v, "b%u: no name %u", b, block->name);
  if (block->loop.id >= v->p->locs.n)
    problem(v, "b%u: no position %u", b, block->loop.id);
  for (uint32_t i = 0; i < block->insts.n; i++) {
    uint32_t index = block->insts.at[i];
    v->inst = 0;
    if (!index || index >= v->f->insts.n) {
      problem(v, "b%u lists no instruction %u", b, index);
      continue;
    }
    const Inst *inst = &v->f->insts.at[index];
    v->inst = index;
    if (v->home[index]) problem(v, "is listed twice");
    v->home[index] = b + 1;
    v->position[index] = i;
    check_inst_shape(v, inst);
    if (inst->op >= OP_COUNT) continue;
    if (inst->op == OP_PHI && !phis_may_come) problem(v, "is not first");
    phis_may_come = phis_may_come && inst->op == OP_PHI;
    bool last = i + 1 == block->insts.n;
    if (prog_op_has(inst->op, 'T') != last)
      problem(v,
              last ? "b%u does not end in a terminator"
                   : "stands before the end of b%u",
              b);
  }
  v->inst = 0;
}

static void check_params(Validator *v) {
  const Program *p = v->p;
  const Function *f = v->f;
  if (f->insts.n < 1 + f->n_params) {
    problem(v, "parameters are missing");
    return;
  }
  for (uint32_t i = 0; i < f->n_params; i++) {
    const Inst *inst = &f->insts.at[1 + i];
    v->home[1 + i] = 1;
    if (inst->op != OP_PARAM || inst->imm != i || inst->n_ops ||
        inst->type.id != f->params[i].id)
      problem(v, "parameter %u is not what the signature says", i);
    if (f->params[i].id >= p->types.n || !p->types.at[f->params[i].id].bits)
      problem(v, "parameter %u has no scalar type", i);
  }
}

/* ---- round 2: flow ---- */

/* The terminator of a block, NULL when it is empty. */
static const Inst *block_end(const Function *f, uint32_t b) {
  return f->blocks.at[b].insts.n ? prog_terminator(f, (BlockId){b}) : NULL;
}

static void find_preds(Validator *v) {
  const Function *f = v->f;
  uint32_t n = f->blocks.n, total = 0;
  v->first = ARENA_ARRAY(&v->scratch, uint32_t, n + 2);
  for (uint32_t b = 0; b < n; b++) {
    const Inst *end = block_end(f, b);
    for (uint32_t i = 0; end && i < end->n_blocks; i++, total++)
      v->first[end->blocks[i].id + 2]++;
  }
  v->preds = ARENA_ARRAY(&v->scratch, uint32_t, total + 1);
  for (uint32_t b = 2; b < n + 2; b++) v->first[b] += v->first[b - 1];
  for (uint32_t b = 0; b < n; b++) {
    const Inst *end = block_end(f, b);
    for (uint32_t i = 0; end && i < end->n_blocks; i++)
      v->preds[v->first[end->blocks[i].id + 1]++] = b;
  }
}

/* Reverse postorder by depth-first search with its own stack. */
static void find_order(Validator *v) {
  const Function *f = v->f;
  uint32_t n = f->blocks.n, depth = 0, left = n;
  uint32_t *stack = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  uint32_t *next = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  uint32_t *list = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  v->order = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  for (uint32_t b = 0; b < n; b++) v->order[b] = UINT32_MAX;
  stack[depth++] = 0;
  v->order[0] = 0;
  while (depth) {
    uint32_t b = stack[depth - 1];
    const Inst *end = block_end(f, b);
    if (end && next[b] < end->n_blocks) {
      uint32_t to = end->blocks[next[b]++].id;
      if (v->order[to] == UINT32_MAX) v->order[to] = 0, stack[depth++] = to;
    } else {
      list[--left] = b;
      depth--;
    }
  }
  v->rpo = list + left;
  v->n_rpo = n - left;
  for (uint32_t i = 0; i < v->n_rpo; i++) v->order[v->rpo[i]] = i;
}

static uint32_t intersect(const Validator *v, uint32_t a, uint32_t b) {
  while (a != b) {
    while (v->order[a] > v->order[b]) a = v->idom[a];
    while (v->order[b] > v->order[a]) b = v->idom[b];
  }
  return a;
}

static void find_dominators(Validator *v) {
  uint32_t n = v->f->blocks.n;
  v->idom = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  for (uint32_t b = 0; b < n; b++) v->idom[b] = UINT32_MAX;
  v->idom[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 1; i < v->n_rpo; i++) {
      uint32_t b = v->rpo[i], best = UINT32_MAX;
      for (uint32_t k = v->first[b]; k < v->first[b + 1]; k++) {
        uint32_t pred = v->preds[k];
        if (v->order[pred] == UINT32_MAX || v->idom[pred] == UINT32_MAX)
          continue;
        best = best == UINT32_MAX ? pred : intersect(v, pred, best);
      }
      if (v->idom[b] != best) v->idom[b] = best, changed = true;
    }
  }
}

/* Numbers on the dominator tree without walking it: subtree sizes bottom-up,
 * then each child takes the next free interval of its parent, top-down. */
static void number_dominators(Validator *v) {
  uint32_t n = v->f->blocks.n;
  v->pre = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  v->post = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  uint32_t *size = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  uint32_t *next = ARENA_ARRAY(&v->scratch, uint32_t, n + 1);
  for (uint32_t i = v->n_rpo; i-- > 1;)
    size[v->idom[v->rpo[i]]] += ++size[v->rpo[i]];
  v->post[0] = v->n_rpo;
  next[0] = 1;
  for (uint32_t i = 1; i < v->n_rpo; i++) {
    uint32_t b = v->rpo[i], up = v->idom[b];
    v->pre[b] = next[up];
    v->post[b] = next[up] += size[b];
    next[b] = v->pre[b] + 1;
  }
}

static bool block_dominates(const Validator *v, uint32_t a, uint32_t b) {
  return v->pre[a] <= v->pre[b] && v->post[b] <= v->post[a];
}

/* ---- round 3: meaning ---- */

static const Type *type_of(const Validator *v, Val val) {
  return prog_type(v->p, prog_val_type(v->p, v->f, val));
}

/* The operand exists and, where code is reachable, is defined before its use
 * at `position` of `block`. */
static bool check_operand(Validator *v, Val val, uint32_t block,
                          uint32_t position) {
  uint32_t index = val_index(val);
  if (val_is_none(val)) return problem(v, "operand is none"), false;
  if (val_is_const(val)) {
    if (index < v->p->consts.n) return true;
    return problem(v, "no constant %u", index), false;
  }
  if (index >= v->f->insts.n || !v->home[index])
    return problem(v, "uses %%%u, which no block lists", index), false;
  if (!v->f->insts.at[index].type.id)
    return problem(v, "uses %%%u, which has no result", index), false;
  if (index <= v->f->n_params || v->order[block] == UINT32_MAX) return true;
  uint32_t home = v->home[index] - 1;
  bool before = home == block ? v->position[index] < position
                              : v->order[home] != UINT32_MAX &&
                                    block_dominates(v, home, block);
  if (!before) problem(v, "%%%u does not dominate its use", index);
  return true;
}

static bool check_operands(Validator *v, const Inst *inst, uint32_t block,
                           uint32_t position) {
  bool good = true;
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    if (inst->op == OP_PHI) /* used at the end of the predecessor */
      good &= check_operand(v, inst->ops[i], inst->blocks[i].id, UINT32_MAX);
    else
      good &= check_operand(v, inst->ops[i], block, position);
  }
  return good;
}

static void check_phi(Validator *v, const Inst *phi, uint32_t block) {
  uint32_t named = 0, wanted = 0;
  for (uint32_t i = 0; i < phi->n_blocks; i++) {
    uint32_t from = phi->blocks[i].id;
    if (v->stamp[from] != v->inst) {
      v->stamp[from] = v->inst;
      v->stamp_val[from] = phi->ops[i];
      named++;
    } else if (!val_same(v->stamp_val[from], phi->ops[i])) {
      problem(v, "b%u comes with two values", from);
    }
  }
  for (uint32_t k = v->first[block]; k < v->first[block + 1]; k++) {
    uint32_t pred = v->preds[k];
    if (k > v->first[block] && v->preds[k - 1] == pred) continue;
    wanted++;
    if (v->stamp[pred] != v->inst)
      problem(v, "has no value for predecessor b%u", pred);
  }
  if (named > wanted) problem(v, "names a block that is no predecessor");
}

static void check_switch(Validator *v, const Inst *inst) {
  v->n_switches++;
  for (uint32_t i = 1; i < inst->n_ops; i++) {
    if (!val_is_const(inst->ops[i]) ||
        prog_const(v->p, inst->ops[i])->kind != CONST_BITS) {
      problem(v, "case %u is no number", i);
      continue;
    }
    if (prog_val_type(v->p, v->f, inst->ops[i]).id !=
        prog_val_type(v->p, v->f, inst->ops[0]).id)
      problem(v, "case %u has another type", i);
    uint32_t *stamp = &v->case_stamp[val_index(inst->ops[i])];
    if (*stamp == v->n_switches) problem(v, "case %u stands twice", i);
    *stamp = v->n_switches;
  }
}

/* What the operands and the result of an op must be: one letter each, result
 * first.  i integer, f float, p pointer, s any scalar, b i1, c i8, = the type
 * of the result, 1 the type of the first operand, n int or pointer, t int or
 * float, v void, . anything; the last letter repeats. */
static const char *signature(Op op) {
  switch (op) {
  case OP_NONDET: return "s";
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
  case OP_AND:
  case OP_OR:
  case OP_XOR: return "i==";
  case OP_EQ:
  case OP_NE:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE: return "bn1";
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT: return "ii";
  case OP_PTRTOINT: return "ip";
  case OP_INTTOPTR: return "pi";
  case OP_BITCAST: return "tt";
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FREM:
  case OP_FNEG:
  case OP_FMATH: return "f=";
  case OP_FCMP: return "bf1";
  case OP_FPTRUNC:
  case OP_FPEXT: return "ff";
  case OP_FPTOUI:
  case OP_FPTOSI: return "if";
  case OP_UITOFP:
  case OP_SITOFP: return "fi";
  case OP_SELECT: return "sb==";
  case OP_PHI: return "s=";
  case OP_GEP: return "ppi";
  case OP_ALLOCA:
  case OP_ALLOC: return "pi";
  case OP_FREE:
  case OP_BEGIN:
  case OP_END: return "vp";
  case OP_VALID: return "bpi";
  case OP_LOAD: return "sp";
  case OP_STORE: return "vsp";
  case OP_MEMCPY: return "vppi";
  case OP_MEMSET: return "vpci";
  case OP_HAVOC: return "vpi";
  case OP_CALL: return ".ps";
  case OP_VA_AREA: return "p";
  case OP_ASSUME: return "vb";
  case OP_DBG: return "vs";
  case OP_DBG_ADDR: return "vp";
  case OP_BR: return "v";
  case OP_CONDBR: return "vb";
  case OP_SWITCH: return "vi";
  case OP_RET: return "vs";
  case OP_STOP:
  case OP_ERROR:
  case OP_UNSUPPORTED: return "v";
  case OP_NONE:
  case OP_PARAM:
  case OP_COUNT: break;
  }
  return ".";
}

static bool letter_fits(const Validator *v, char letter, TypeId id,
                        const Inst *inst) {
  const Type *type = prog_type(v->p, id);
  switch (letter) {
  case 'i': return type->kind == TYPE_INT;
  case 'f': return type->kind == TYPE_FLOAT;
  case 'p': return type->kind == TYPE_PTR;
  case 's': return type->bits > 0;
  case 'b': return type->kind == TYPE_INT && type->bits == 1;
  case 'c': return type->kind == TYPE_INT && type->bits == 8;
  case 'n': return type->kind == TYPE_INT || type->kind == TYPE_PTR;
  case 't': return type->kind == TYPE_INT || type->kind == TYPE_FLOAT;
  case '=': return id.id == inst->type.id;
  case '1': return id.id == prog_val_type(v->p, v->f, inst->ops[0]).id;
  case 'v': return id.id == 0;
  default: return true;
  }
}

static void check_types_of(Validator *v, const Inst *inst) {
  const char *letter = signature(inst->op);
  if (!letter_fits(v, *letter, inst->type, inst))
    problem(v, "has a result of the wrong type");
  for (uint32_t i = 0; i < inst->n_ops; i++) {
    if (letter[1]) letter++;
    if (!letter_fits(v, *letter, prog_val_type(v->p, v->f, inst->ops[i]), inst))
      problem(v, "operand %u has the wrong type", i);
  }
}

/* Rules that relate widths, which the letters cannot say. */
static void check_widths(Validator *v, const Inst *inst) {
  uint32_t to = prog_type(v->p, inst->type)->bits;
  uint32_t from = inst->n_ops ? type_of(v, inst->ops[0])->bits : 0;
  bool good = true;
  if (inst->op == OP_TRUNC || inst->op == OP_FPTRUNC) good = to < from;
  if (inst->op == OP_ZEXT || inst->op == OP_SEXT || inst->op == OP_FPEXT)
    good = to > from;
  if (inst->op == OP_BITCAST) good = to == from;
  if (!good) problem(v, "from %u to %u bits", from, to);
}

static uint32_t fmath_operands(int64_t math) {
  if (math == FMATH_FMA) return 3;
  if (math == FMATH_COPYSIGN || math == FMATH_FMIN || math == FMATH_FMAX)
    return 2;
  return 1;
}

static void check_imm(Validator *v, const Inst *inst) {
  bool good = true;
  if (inst->op == OP_NONDET) good = prog_input_word(inst->imm) != NULL;
  if (inst->op == OP_FCMP) good = prog_fcmp_word(inst->imm) != NULL;
  if (inst->op == OP_ALLOCA) good = inst->imm >= 0;
  if (inst->op == OP_UNSUPPORTED)
    good = inst->imm >= 0 && inst->imm <= UNSUPPORTED_RECURSION;
  if (inst->op == OP_ERROR)
    good = inst->imm >= 0 && inst->imm < (int64_t)v->p->errors.n;
  if (inst->op == OP_VALID)
    good = prog_valid_word(inst->imm) &&
           inst->n_ops == (inst->imm == VALID_ACCESS ? 3u
                           : inst->imm == VALID_FREE ? 1u
                                                     : 0u);
  if (inst->op == OP_FMATH)
    good =
        prog_fmath_word(inst->imm) && inst->n_ops == fmath_operands(inst->imm);
  if (!good) problem(v, "imm=%lld is out of range", (long long)inst->imm);
}

static void check_indices(Validator *v, const Inst *inst) {
  const Program *p = v->p;
  bool has_site = inst->op == OP_NONDET || inst->op == OP_CALL ||
                  inst->op == OP_ALLOC || inst->op == OP_ALLOCA ||
                  inst->op == OP_HAVOC;
  bool has_var = inst->op == OP_DBG || inst->op == OP_DBG_ADDR;
  if (inst->name != UINT32_MAX && inst->name >= p->names.list.n)
    problem(v, "no name %u", inst->name);
  if (inst->var.id >= p->vars.n || has_var != (inst->var.id != 0))
    problem(v, "variable %u", inst->var.id);
  if (inst->site > p->n_sites || has_site != (inst->site != 0))
    problem(v, "site %u", inst->site);
  if (inst->context >= p->contexts.n)
    problem(v, "no context %u", inst->context);
  if (inst->region.id && inst->region.id >= p->regions.n)
    problem(v, "no region %u", inst->region.id);
  if (inst->aux.id >= p->types.n) problem(v, "no type %u", inst->aux.id);
  check_loc(v, inst->loc, "instruction");
}

static void check_inst(Validator *v, uint32_t block, uint32_t position) {
  const Inst *inst = &v->f->insts.at[v->inst];
  check_indices(v, inst);
  if (inst->type.id >= v->p->types.n) {
    problem(v, "no type %u", inst->type.id);
    return;
  }
  if (!check_operands(v, inst, block, position)) return;
  check_types_of(v, inst);
  check_widths(v, inst);
  check_imm(v, inst);
  if (inst->op == OP_PHI) check_phi(v, inst, block);
  if (inst->op == OP_SWITCH) check_switch(v, inst);
  if (inst->op == OP_VA_AREA && v->f->arity != FUNC_VARIADIC)
    problem(v, "the function is not variadic");
  if (inst->op == OP_CALL && inst->type.id &&
      !prog_type(v->p, inst->type)->bits)
    problem(v, "result is no scalar");
  if (inst->op == OP_RET &&
      (inst->n_ops ? prog_val_type(v->p, v->f, inst->ops[0]).id : 0) !=
          v->f->ret.id)
    problem(v, "is not of the function's type");
}

/* ---- functions ---- */

/* Types must be in range before anything asks for an operand's type. */
static bool check_result_types(Validator *v) {
  for (uint32_t i = 0; i < v->f->insts.n; i++)
    if (v->home[i] && v->f->insts.at[i].type.id >= v->p->types.n)
      return problem(v, "%%%u: no type %u", i, v->f->insts.at[i].type.id),
             false;
  return true;
}

static void check_body(Validator *v) {
  const Function *f = v->f;
  find_preds(v);
  find_order(v);
  find_dominators(v);
  number_dominators(v);
  v->stamp = ARENA_ARRAY(&v->scratch, uint32_t, f->blocks.n);
  v->stamp_val = ARENA_ARRAY(&v->scratch, Val, f->blocks.n);
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      v->inst = f->blocks.at[b].insts.at[i];
      check_inst(v, b, i);
    }
  v->inst = 0;
}

static void check_function(Validator *v, const Function *f) {
  v->f = f;
  uint32_t before = v->n_problems;
  ArenaMark mark = arena_mark(&v->scratch);
  v->home = ARENA_ARRAY(&v->scratch, uint32_t, f->insts.n + 1);
  v->position = ARENA_ARRAY(&v->scratch, uint32_t, f->insts.n + 1);
  check_loc(v, f->loc, "function");
  if (f->ret.id >= v->p->types.n ||
      (f->ret.id && !v->p->types.at[f->ret.id].bits))
    problem(v, "has a result that is no scalar");
  if (f->state == FUNC_DEFINED && (!f->blocks.n || !f->blocks.at[0].insts.n))
    problem(v, "has no entry block");
  if (f->state == FUNC_DECLARED && f->blocks.n)
    problem(v, "is declared but has blocks");
  check_params(v);
  for (uint32_t b = 0; b < f->blocks.n; b++) check_block_shape(v, b);
  v->inst = 0;
  if (v->n_problems == before && f->state == FUNC_DEFINED &&
      check_result_types(v))
    check_body(v);
  v->inst = 0;
  v->f = NULL;
  arena_release(&v->scratch, mark);
}

/* Names of functions, and those of globals, are unique: the text refers by
 * name. */
static void check_names(Validator *v) {
  Names funcs, globals;
  names_init(&funcs, v->p->mem);
  names_init(&globals, v->p->mem);
  for (uint32_t i = 1; i < v->p->funcs.n; i++) {
    const char *name = v->p->funcs.at[i].name;
    if (names_find(&funcs, name) != UINT32_MAX)
      problem(v, "@%s: name used twice", name);
    names_add(&funcs, name);
  }
  for (uint32_t i = 1; i < v->p->globals.n; i++) {
    const char *name = v->p->globals.at[i].name;
    if (names_find(&globals, name) != UINT32_MAX)
      problem(v, "$%s: name used twice", name);
    names_add(&globals, name);
  }
  names_done(&funcs);
  names_done(&globals);
}

bool prog_validate(const Program *p, Text *problems) {
  Validator v = {.p = p, .out = problems};
  arena_init(&v.scratch, p->mem);
  check_types(&v);
  check_consts(&v);
  check_globals(&v);
  check_source(&v);
  check_verdict_tables(&v);
  check_names(&v);
  uint32_t n_consts = p->consts.n;
  v.case_stamp = MEM_ARRAY(p->mem, uint32_t, n_consts);
  if (!v.n_problems)
    for (uint32_t i = 1; i < p->funcs.n; i++)
      check_function(&v, &p->funcs.at[i]);
  MEM_FREE_ARRAY(p->mem, v.case_stamp, n_consts);
  arena_done(&v.scratch);
  if (v.n_problems > MOST_PROBLEMS)
    text_printf(problems, "and %u more\n", v.n_problems - MOST_PROBLEMS);
  return v.n_problems == 0;
}
