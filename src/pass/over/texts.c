/* SPDX-License-Identifier: MIT
 *
 * Texts without loops.
 *
 * Problem.  strlen, strcmp, strtol, puts and their like walk along a text until
 * they meet its 0.  That they stay inside of the object needs an invariant of
 * each such loop, over the contents of memory: somewhere from here on there is
 * a 0.  And what strtol computes on its way is hard for every solver, although
 * most proofs take any number for its result.
 *
 * Idea.  In a program for proofs the models choose a place n of the text and
 * look at that byte alone (models/rough.c).  It must not lie behind the first
 * 0, or nothing would be proved.  Where the first 0 is we do not know, but we
 * know places that may hold one: where a byte was stored last at each STORE of
 * the program, where a fill with 0 ended, the last byte of a global.  Of each
 * of these places a that may lie in the same object it is assumed: if the byte
 * at a is 0 now, then n is no more than a - s, the distance from the text's
 * start.
 *
 * That is so for every a.  Let d = a - s, modulo the size of the address space.
 * If a is in the object of s and behind s, the loop meets the 0 at d or another
 * before, so it looks at no byte behind d.  Otherwise the object of s ends
 * before a is met, and so does the loop: by its 0, or by the first byte outside
 * of the object, which is not behind a either, and that look is the error.  So
 * n takes every value that the loop's index takes up to its end.  Where objects
 * lie does not matter for this, so it need not be known (INST_DISTANCE).
 *
 * The place of a STORE is a variable, set behind the STORE: no array and no
 * loop is left of all this but the look at a.
 *
 * Which places may lie in the same object is asked behind pass MEMORY, when
 * most pointers are values.  Until then a call stands for what is assumed, each
 * of a function of its own, for points-to would take all texts that one
 * function is given for one. */
#include "audit/audit.h"
#include "pass/edit.h"
#include "pass/over/over.h"
#include "pass/pass.h"

#define ROUGH_ZEROS PROG_ROUGH "_zeros"

enum {
  MOST_SITES = 12,   /* places that are asked about for one text */
  MOST_GLOBALS = 24, /* globals of these */
};

/* How likely a 0 stands there: the first are taken. */
typedef enum Likely { LIKELY_ZERO, LIKELY_FILL, LIKELY_ANY, N_LIKELY } Likely;

/* Where something is stored that may be the end of a text. */
typedef struct Site {
  uint32_t inst;
  Likely likely;
  IndexVec targets;
  Val variable; /* where it was stored last; none: nobody asks */
} Site;

/* A text that is walked along. */
typedef struct Walked {
  uint32_t call; /* of ROUGH_ZEROS */
  IndexVec sites;
  Vec(Val) globals; /* addresses of last bytes */
} Walked;

typedef struct Texts {
  Program *p;
  Mem *mem;
  FuncId func; /* the entry */
  Function *f;
  const PointsTo *points;
  Vec(Site) sites;
  Map site_of; /* instruction -> index of its site */
  Vec(Walked) walked;
  Map walked_of;
  Edit edit;
} Texts;

bool pass_has_texts(const Program *p) {
  FuncId rough = prog_find_function(p, PROG_ROUGH);
  return rough.id && prog_func(p, rough)->state == FUNC_DEFINED;
}

void pass_texts_begin(Program *p, uint8_t *stays) {
  require(pass_has_texts(p));
  Function *rough = prog_func(p, prog_find_function(p, PROG_ROUGH));
  for (uint32_t b = 0; b < rough->blocks.n; b++) {
    Inst *end = &rough->insts.at[VEC_LAST(&rough->blocks.at[b].insts)];
    require(end->op == OP_RET && end->n_ops == 1);
    end->ops[0] = prog_const_u64(p, rough->ret, 1);
  }
  FuncId zeros = prog_find_function(p, ROUGH_ZEROS);
  if (zeros.id) stays[zeros.id] = 1;
  prog_ledger(p, LEDGER_OVER, (LocId){0},
              "texts: functions of the library find any place in them, and any "
              "number");
}

/* ---- calls that stay ---- */

static bool is_zeros(const Program *p, const Inst *inst) {
  if (inst->op != OP_CALL) return false;
  FuncId callee = prog_callee(p, inst);
  return callee.id && text_starts_with(prog_func(p, callee)->name, ROUGH_ZEROS);
}

/* A function without effect, like the one that is called. */
static FuncId like_callee(Program *p, FuncId callee, uint32_t number) {
  const Function *old = prog_func(p, callee);
  const char *name = arena_printf(&p->arena, "%s.%u", ROUGH_ZEROS, number);
  FuncId made =
      prog_add_function(p, name, old->ret, old->params, old->n_params);
  Function *f = prog_func(p, made);
  f->state = FUNC_DEFINED;
  f->origin = FUNC_MODEL;
  BlockId block = prog_add_block(p, f, "");
  prog_append(p, f, block, OP_RET, (TypeId){0}, NULL, 0, NULL, 0);
  return made;
}

void pass_texts_apart(Program *p) {
  require(p->entry.id);
  uint32_t number = 0;
  for (uint32_t b = 0; b < prog_func(p, p->entry)->blocks.n; b++) {
    const Block *block = &prog_func(p, p->entry)->blocks.at[b];
    for (uint32_t i = 0; i < block->insts.n; i++) {
      uint32_t index = block->insts.at[i];
      Inst *inst = &prog_func(p, p->entry)->insts.at[index];
      if (!is_zeros(p, inst)) continue;
      FuncId own = like_callee(p, prog_callee(p, inst), number++);
      block = &prog_func(p, p->entry)->blocks.at[b]; /* functions moved */
      prog_func(p, p->entry)->insts.at[index].ops[0] = prog_const_func(p, own);
    }
  }
}

static void drop_callees(Program *p) {
  for (uint32_t f = 1; f < p->funcs.n; f++) {
    if (!text_starts_with(p->funcs.at[f].name, ROUGH_ZEROS)) continue;
    flow_drop_body(p, &p->funcs.at[f]);
    p->funcs.at[f].state = FUNC_DECLARED;
  }
}

/* ---- what may be the end of a text ---- */

static bool is_zero(const Texts *t, Val val) {
  uint64_t value;
  return val_is_const(val) && prog_const_as_u64(t->p, val, &value) &&
         value == 0;
}

/* The instruction as a site, or N_LIKELY. */
static Likely likely_of(const Texts *t, const Inst *inst) {
  if (inst->op == OP_MEMSET)
    return is_zero(t, inst->ops[1]) ? LIKELY_FILL : N_LIKELY;
  if (inst->op != OP_STORE || prog_val_bits(t->p, t->f, inst->ops[0]) != 8)
    return N_LIKELY;
  if (!val_is_const(inst->ops[0])) return LIKELY_ANY;
  return is_zero(t, inst->ops[0]) ? LIKELY_ZERO : N_LIKELY;
}

static Val target_of(const Inst *inst) {
  assert(inst->op == OP_STORE || inst->op == OP_MEMSET);
  return inst->ops[inst->op == OP_STORE ? 1 : 0];
}

static void collect(Texts *t, uint32_t index) {
  const Inst *inst = &t->f->insts.at[index];
  if (is_zeros(t->p, inst)) {
    map_put(&t->walked_of, index, t->walked.n);
    VEC_PUSH(t->mem, &t->walked, ((Walked){.call = index}));
    return;
  }
  Likely likely = likely_of(t, inst);
  if (likely == N_LIKELY) return;
  Site site = {.inst = index, .likely = likely};
  prog_points_targets(t->points, t->func, target_of(inst), &site.targets);
  map_put(&t->site_of, index, t->sites.n);
  VEC_PUSH(t->mem, &t->sites, site);
}

/* Both ascend. */
static bool have_common(const IndexVec *a, const IndexVec *b) {
  assert(a->n == 0 || a->at[0] <= a->at[a->n - 1]);
  for (uint32_t i = 0, k = 0; i < a->n && k < b->n;) {
    if (a->at[i] == b->at[k]) return true;
    if (a->at[i] < b->at[k])
      i++;
    else
      k++;
  }
  return false;
}

static void add_globals(Texts *t, Walked *w, const IndexVec *targets) {
  for (uint32_t i = 0; i < targets->n && w->globals.n < MOST_GLOBALS; i++) {
    const MemObject *object = prog_points_object(t->points, targets->at[i]);
    if (object->kind != OBJECT_GLOBAL || object->size == 0) continue;
    VEC_PUSH(
        t->mem, &w->globals,
        prog_const_global(t->p, object->global, (int64_t)object->size - 1));
  }
}

static void choose_sites(Texts *t, Walked *w) {
  assert(t->points && w->sites.n == 0 && w->globals.n == 0);
  IndexVec targets = {0};
  Val text = t->f->insts.at[w->call].ops[1];
  prog_points_targets(t->points, t->func, text, &targets);
  add_globals(t, w, &targets);
  for (int likely = 0; likely < N_LIKELY; likely++)
    for (uint32_t s = 0; s < t->sites.n && w->sites.n < MOST_SITES; s++)
      if (t->sites.at[s].likely == (Likely)likely &&
          have_common(&t->sites.at[s].targets, &targets))
        VEC_PUSH(t->mem, &w->sites, s);
  VEC_DONE(t->mem, &targets);
}

static void find(Texts *t) {
  PointsTo *points = audit_points_new(t->p);
  t->points = points;
  for (uint32_t b = 0; b < t->f->blocks.n; b++)
    for (uint32_t i = 0; i < t->f->blocks.at[b].insts.n; i++)
      collect(t, t->f->blocks.at[b].insts.at[i]);
  for (uint32_t i = 0; i < t->walked.n; i++) choose_sites(t, &t->walked.at[i]);
  prog_points_free(points);
  t->points = NULL;
}

/* ---- variables ---- */

static void add_variables(Texts *t) {
  TypeId ptr = prog_type_ptr(t->p);
  for (uint32_t i = 0; i < t->walked.n; i++)
    for (uint32_t k = 0; k < t->walked.at[i].sites.n; k++) {
      Site *site = &t->sites.at[t->walked.at[i].sites.at[k]];
      if (!val_is_none(site->variable)) continue;
      site->variable = edit_variable(&t->edit, ptr);
      edit_store(&t->edit, prog_const_u64(t->p, ptr, 0), site->variable);
    }
}

/* The last byte that it wrote. */
static Val place_of(Texts *t, const Inst *inst) {
  if (inst->op == OP_STORE) return inst->ops[1];
  Val length = inst->ops[2];
  if (prog_val_bits(t->p, t->f, length) < t->p->pointer_bits)
    length = edit_op1(&t->edit, OP_ZEXT,
                      prog_type_int(t->p, t->p->pointer_bits), length);
  uint32_t gep = edit_add(&t->edit, OP_GEP, prog_type_ptr(t->p),
                          (Val[]){inst->ops[0], length}, 2, NULL, 0);
  t->f->insts.at[gep].imm = -1;
  t->f->insts.at[gep].stride = 1;
  return val_local(gep);
}

static void note_site(Texts *t, uint32_t index) {
  uint64_t at = map_get(&t->site_of, index, UINT64_MAX);
  if (at == UINT64_MAX || val_is_none(t->sites.at[at].variable)) return;
  Inst inst = t->f->insts.at[index]; /* a copy: the vector grows */
  edit_like(&t->edit, index);
  edit_store(&t->edit, place_of(t, &inst), t->sites.at[at].variable);
}

/* ---- what is known of a place in a text ---- */

/* If that byte is 0 now, n is no more than its distance. */
static void assume_not_behind(Texts *t, Val text, Val n, Val place) {
  assert(prog_val_bits(t->p, t->f, n) == t->p->pointer_bits);
  Program *p = t->p;
  Edit *e = &t->edit;
  TypeId word = prog_type_int(p, p->pointer_bits);
  TypeId bit = prog_type_int(p, 1), byte = prog_type_int(p, 8);
  Val to = edit_op1(e, OP_PTRTOINT, word, place);
  Val from = edit_op1(e, OP_PTRTOINT, word, text);
  Val distance = edit_op2(e, OP_SUB, word, to, from);
  t->f->insts.at[val_index(distance)].flags |= INST_DISTANCE;
  Val behind = edit_op2(e, OP_ULT, bit, distance, n);
  Val null = prog_const_u64(p, prog_type_ptr(p), 0);
  Val is_there = edit_op2(e, OP_NE, bit, place, null);
  BlockId look = edit_block(e, ""), after = edit_block(e, "");
  edit_condbr(e, edit_op2(e, OP_AND, bit, behind, is_there), look, after);
  e->at = look;
  Val zero = prog_const_u64(p, byte, 0);
  edit_assume(e, edit_op2(e, OP_NE, bit, edit_load(e, byte, place), zero));
  edit_br(e, after);
  e->at = after;
}

static void expand(Texts *t, const Walked *w) {
  Inst call = t->f->insts.at[w->call];
  require(call.n_ops == 3);
  Val text = call.ops[1], n = call.ops[2];
  edit_like(&t->edit, w->call);
  for (uint32_t i = 0; i < w->globals.n; i++)
    assume_not_behind(t, text, n, w->globals.at[i]);
  for (uint32_t i = 0; i < w->sites.n; i++) {
    Val variable = t->sites.at[w->sites.at[i]].variable;
    Val place = edit_load(&t->edit, prog_type_ptr(t->p), variable);
    assume_not_behind(t, text, n, place);
  }
}

static void rewrite_block(Texts *t, uint32_t block) {
  InstList list = edit_open(&t->edit, (BlockId){block});
  if (block == 0) {
    edit_like(&t->edit, list.at[0]);
    add_variables(t);
  }
  for (uint32_t i = 0; i < list.n; i++) {
    uint64_t at = map_get(&t->walked_of, list.at[i], UINT64_MAX);
    if (at != UINT64_MAX) {
      expand(t, &t->walked.at[at]);
      continue;
    }
    edit_keep(&t->edit, list.at[i]);
    note_site(t, list.at[i]);
  }
  edit_close(&t->edit, &list);
}

static void texts_done(Texts *t) {
  for (uint32_t i = 0; i < t->sites.n; i++)
    VEC_DONE(t->mem, &t->sites.at[i].targets);
  for (uint32_t i = 0; i < t->walked.n; i++) {
    VEC_DONE(t->mem, &t->walked.at[i].sites);
    VEC_DONE(t->mem, &t->walked.at[i].globals);
  }
  VEC_DONE(t->mem, &t->sites);
  VEC_DONE(t->mem, &t->walked);
  map_done(&t->site_of);
  map_done(&t->walked_of);
}

uint32_t pass_texts(Program *p) {
  require(p->entry.id);
  Texts t = {
      .p = p, .mem = p->mem, .func = p->entry, .f = prog_func(p, p->entry)};
  map_init(&t.site_of, p->mem);
  map_init(&t.walked_of, p->mem);
  find(&t);
  uint32_t n = t.walked.n;
  edit_init(&t.edit, p, t.f);
  for (uint32_t b = 0, blocks = t.f->blocks.n; b < blocks; b++)
    rewrite_block(&t, b);
  edit_done(&t.edit);
  texts_done(&t);
  drop_callees(p);
  return n;
}
