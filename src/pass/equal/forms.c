/* SPDX-License-Identifier: MIT
 *
 * Normal forms of integer values.
 *
 * Problem.  A fold over an array whose cells were swapped gives what it gave
 * before, but it is computed in another order.  A solver has to find that out
 * case by case: sixty comparisons in another order are out of reach.
 *
 * Idea.  Sums, products, bitwise operations, minima and maxima do not depend on
 * order, so each of them is a sorted list of its operands with a constant.
 * Nodes are shared: equal forms have equal handles.
 *
 *   sum        k + t1 * x1 + t2 * x2 + ...  modulo 2^width
 *   product    x1^t1 * x2^t2 * ...          (a constant factor is the sum's)
 *   xor        k ^ x1 ^ x2 ^ ...            (twice is never)
 *   and, or, minimum, maximum               (twice is once)
 *
 * Choices become one of these where they can:
 *
 *   c ? s + x : s + y   is  s + (c ? x : y)     what both have is taken out
 *   x < y ? y : x       is  maximum of x and y  (minimum, unsigned)
 *
 * All comparisons are EQ, ULT and SLT; the rest are their negations, sums of
 * one bit.  A constant is a sum without operands.  All equations hold for all
 * values of the leaves, so equal forms are equal values.
 *
 * Cost: adding to a list takes its length; lists are at most MOST_PARTS long,
 * and all together MOST_TOTAL. */
#include "pass/equal/forms.h"

enum { MOST_PARTS = 600, MOST_TOTAL = 2000000 };

typedef enum FormKind {
  FORM_LEAF,
  FORM_APPLY, /* an operator on its operands, in order */
  FORM_SUM,   /* from here on lists */
  FORM_PRODUCT,
  FORM_AND,
  FORM_OR,
  FORM_XOR,
  FORM_SMIN,
  FORM_SMAX,
  FORM_UMIN,
  FORM_UMAX
} FormKind;

typedef struct FormPart {
  Form form;
  uint64_t times; /* how often it stands in a list; never 0 there */
} FormPart;

typedef struct FormNode {
  FormKind kind;
  Op op; /* APPLY */
  uint32_t width, n;
  uint64_t constant; /* of a list; LEAF: its number */
  const FormPart *parts;
  uint32_t next; /* of the same hash, or 0 */
} FormNode;

struct Forms {
  Mem *mem;
  Arena arena;
  Vec(FormNode) nodes; /* [0] unused */
  Map newest;          /* hash -> node */
  uint32_t n_parts;
  FormPart scratch[2 * MOST_PARTS];
};

Forms *forms_new(Mem *mem) {
  Forms *forms = mem_zalloc(mem, sizeof *forms);
  forms->mem = mem;
  arena_init(&forms->arena, mem);
  map_init(&forms->newest, mem);
  VEC_PUSH(mem, &forms->nodes, (FormNode){0});
  return forms;
}

void forms_free(Forms *forms) {
  VEC_DONE(forms->mem, &forms->nodes);
  map_done(&forms->newest);
  arena_done(&forms->arena);
  mem_free(forms->mem, forms, sizeof *forms);
}

/* ---- nodes ---- */

static const FormNode *node(const Forms *forms, Form a) {
  assert(a.id > 0 && a.id < forms->nodes.n);
  return &forms->nodes.at[a.id];
}

static uint64_t hash_of(const FormNode *a) {
  uint64_t hash = hash_mix((uint64_t)a->kind << 8 | a->op, a->width);
  hash = hash_mix(hash, a->constant);
  for (uint32_t i = 0; i < a->n; i++)
    hash = hash_mix(hash_mix(hash, a->parts[i].form.id), a->parts[i].times);
  return hash;
}

static bool is_equal(const FormNode *a, const FormNode *b) {
  if (a->kind != b->kind || a->op != b->op || a->width != b->width ||
      a->constant != b->constant || a->n != b->n)
    return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (!form_same(a->parts[i].form, b->parts[i].form) ||
        a->parts[i].times != b->parts[i].times)
      return false;
  return true;
}

static Form intern(Forms *forms, FormNode a) {
  assert(a.width >= 1 && a.width <= 64 && (a.n == 0 || a.parts));
  uint64_t hash = hash_of(&a);
  uint32_t newest = (uint32_t)map_get(&forms->newest, hash, 0);
  for (uint32_t i = newest; i; i = forms->nodes.at[i].next)
    if (is_equal(&forms->nodes.at[i], &a)) return (Form){i};
  if (a.n > MOST_PARTS || forms->n_parts + a.n > MOST_TOTAL) return (Form){0};
  forms->n_parts += a.n + 1;
  FormPart *parts = ARENA_ARRAY(&forms->arena, FormPart, a.n);
  for (uint32_t i = 0; i < a.n; i++) parts[i] = a.parts[i];
  a.parts = parts;
  a.next = newest;
  Form made = {forms->nodes.n};
  VEC_PUSH(forms->mem, &forms->nodes, a);
  map_put(&forms->newest, hash, made.id);
  return made;
}

static uint64_t cut(uint64_t value, uint32_t width) {
  assert(width >= 1 && width <= 64);
  return width == 64 ? value : value & (((uint64_t)1 << width) - 1);
}

static uint64_t sign_bit(uint32_t width) {
  return (uint64_t)1 << (width - 1);
}

Form form_leaf(Forms *forms, uint32_t width, uint32_t number) {
  return intern(
      forms, (FormNode){.kind = FORM_LEAF, .width = width, .constant = number});
}

Form form_const(Forms *forms, uint32_t width, uint64_t value) {
  return intern(forms, (FormNode){.kind = FORM_SUM,
                                  .width = width,
                                  .constant = cut(value, width)});
}

bool form_as_const(const Forms *forms, Form a, uint64_t *value) {
  const FormNode *at = node(forms, a);
  if (at->kind != FORM_SUM || at->n > 0) return false;
  *value = at->constant;
  return true;
}

/* ---- lists ---- */

typedef struct FormList {
  uint64_t constant;
  uint32_t n;
  const FormPart *parts;
} FormList;

/* The constant that changes nothing. */
static uint64_t neutral(FormKind kind, uint32_t width) {
  switch ((int)kind) {
  case FORM_PRODUCT: return 1;
  case FORM_AND:
  case FORM_UMIN: return cut(UINT64_MAX, width);
  case FORM_SMIN: return sign_bit(width) - 1;
  case FORM_SMAX: return sign_bit(width);
  default: return 0;
  }
}

/* Whatever else is in the list, it is that constant. */
static bool is_final(FormKind kind, uint32_t width, uint64_t constant) {
  switch ((int)kind) {
  case FORM_AND:
  case FORM_UMIN: return constant == 0;
  case FORM_OR:
  case FORM_UMAX: return constant == cut(UINT64_MAX, width);
  case FORM_SMIN: return constant == sign_bit(width);
  case FORM_SMAX: return constant == sign_bit(width) - 1;
  default: return false;
  }
}

static uint64_t join_constants(FormKind kind, uint32_t width, uint64_t a,
                               uint64_t b) {
  uint64_t sign = sign_bit(width);
  switch ((int)kind) {
  case FORM_SUM: return cut(a + b, width);
  case FORM_PRODUCT: return cut(a * b, width);
  case FORM_AND: return a & b;
  case FORM_OR: return a | b;
  case FORM_XOR: return a ^ b;
  case FORM_SMIN: return (a ^ sign) < (b ^ sign) ? a : b;
  case FORM_SMAX: return (a ^ sign) < (b ^ sign) ? b : a;
  case FORM_UMIN: return a < b ? a : b;
  case FORM_UMAX: return a < b ? b : a;
  default: unreachable_case();
  }
}

static uint64_t join_times(FormKind kind, uint32_t width, uint64_t a,
                           uint64_t b) {
  switch ((int)kind) {
  case FORM_SUM: return cut(a + b, width);
  case FORM_PRODUCT: return a + b;
  case FORM_XOR: return 0; /* both are 1 */
  default: return 1;
  }
}

/* The form as a list of that kind; `self` is room for one that is none. */
static FormList list_of(const Forms *forms, FormKind kind, const Form *form,
                        FormPart *self) {
  const FormNode *at = node(forms, *form);
  bool is_const = at->kind == FORM_SUM && at->n == 0;
  if (is_const || at->kind == kind)
    return (FormList){at->constant, at->n, at->parts};
  *self = (FormPart){*form, 1};
  return (FormList){neutral(kind, at->width), 1, self};
}

static Form form_scale(Forms *forms, Form a, uint64_t times);

/* A list that may be less than one. */
static Form finish(Forms *forms, FormKind kind, uint32_t width,
                   const FormList *list) {
  if (list->n == 0 || is_final(kind, width, list->constant))
    return form_const(forms, width, list->constant);
  if (kind == FORM_PRODUCT && list->constant != 1) {
    FormList rest = {1, list->n, list->parts};
    Form product = finish(forms, kind, width, &rest);
    return form_is_none(product) ? product
                                 : form_scale(forms, product, list->constant);
  }
  if (list->n == 1 && list->parts[0].times == 1 &&
      list->constant == neutral(kind, width))
    return list->parts[0].form;
  return intern(forms, (FormNode){.kind = kind,
                                  .width = width,
                                  .constant = list->constant,
                                  .n = list->n,
                                  .parts = list->parts});
}

/* The union of two lists, both sorted. */
static Form join(Forms *forms, FormKind kind, uint32_t width, FormList a,
                 FormList b) {
  assert(kind >= FORM_SUM && kind <= FORM_UMAX);
  if (a.n + b.n > 2 * MOST_PARTS) return (Form){0};
  FormPart *out = forms->scratch;
  uint32_t n = 0, i = 0, j = 0;
  while (i < a.n || j < b.n) {
    bool from_a =
        j == b.n || (i < a.n && a.parts[i].form.id <= b.parts[j].form.id);
    bool from_b =
        i == a.n || (j < b.n && b.parts[j].form.id <= a.parts[i].form.id);
    FormPart part = from_a ? a.parts[i] : b.parts[j];
    if (from_a && from_b)
      part.times = join_times(kind, width, a.parts[i].times, b.parts[j].times);
    i += from_a;
    j += from_b;
    if (part.times) out[n++] = part;
  }
  FormList list = {join_constants(kind, width, a.constant, b.constant), n, out};
  return finish(forms, kind, width, &list);
}

static Form join_forms(Forms *forms, FormKind kind, Form a, Form b) {
  FormPart self[2];
  uint32_t width = node(forms, a)->width;
  assert(width == node(forms, b)->width);
  return join(forms, kind, width, list_of(forms, kind, &a, &self[0]),
              list_of(forms, kind, &b, &self[1]));
}

static Form form_scale(Forms *forms, Form a, uint64_t times) {
  FormPart self;
  uint32_t width = node(forms, a)->width, n = 0;
  FormList list = list_of(forms, FORM_SUM, &a, &self);
  for (uint32_t i = 0; i < list.n; i++) {
    FormPart part = {list.parts[i].form,
                     cut(list.parts[i].times * times, width)};
    if (part.times) forms->scratch[n++] = part;
  }
  FormList scaled = {cut(list.constant * times, width), n, forms->scratch};
  return finish(forms, FORM_SUM, width, &scaled);
}

static Form form_sub(Forms *forms, Form a, Form b) {
  Form minus = form_scale(forms, b, UINT64_MAX);
  return form_is_none(minus) ? minus : join_forms(forms, FORM_SUM, a, minus);
}

static Form form_product(Forms *forms, Form a, Form b) {
  uint64_t constant;
  if (form_as_const(forms, a, &constant)) return form_scale(forms, b, constant);
  if (form_as_const(forms, b, &constant)) return form_scale(forms, a, constant);
  return join_forms(forms, FORM_PRODUCT, a, b);
}

/* ---- operators ---- */

static Form apply(Forms *forms, Op op, uint32_t width, const Form *ops,
                  uint32_t n) {
  FormPart parts[3];
  assert(n <= 3);
  for (uint32_t i = 0; i < n; i++) parts[i] = (FormPart){ops[i], 0};
  return intern(forms, (FormNode){.kind = FORM_APPLY,
                                  .op = op,
                                  .width = width,
                                  .n = n,
                                  .parts = parts});
}

static Form negation(Forms *forms, Form a) {
  assert(form_is_none(a) || node(forms, a)->width == 1);
  return form_is_none(a)
             ? a
             : join_forms(forms, FORM_SUM, a, form_const(forms, 1, 1));
}

/* What it is the negation of, or none. */
static Form negated(const Forms *forms, Form a) {
  const FormNode *at = node(forms, a);
  bool is_negation = at->kind == FORM_SUM && at->width == 1 && at->n == 1;
  return is_negation ? at->parts[0].form : (Form){0};
}

static Form form_equal(Forms *forms, Form a, Form b) {
  uint64_t distance;
  Form difference = form_sub(forms, a, b);
  if (form_is_none(difference)) return difference;
  if (form_as_const(forms, difference, &distance))
    return form_const(forms, 1, distance == 0);
  Form ops[2] = {a.id < b.id ? a : b, a.id < b.id ? b : a};
  return apply(forms, OP_EQ, 1, ops, 2);
}

static Form form_less(Forms *forms, Op op, Form a, Form b) {
  assert(op == OP_SLT || op == OP_ULT);
  uint64_t low, high, sign = sign_bit(node(forms, a)->width);
  uint64_t flip = op == OP_SLT ? sign : 0;
  if (form_same(a, b)) return form_const(forms, 1, 0);
  if (form_as_const(forms, a, &low) && form_as_const(forms, b, &high))
    return form_const(forms, 1, (low ^ flip) < (high ^ flip));
  Form ops[2] = {a, b};
  return apply(forms, op, 1, ops, 2);
}

/* x < y ? y : x, and so on; SUM: it is none of these. */
static FormKind extreme_of(const Forms *forms, Form c, Form yes, Form no) {
  const FormNode *at = node(forms, c);
  bool is_signed = at->op == OP_SLT;
  if (at->kind != FORM_APPLY || (at->op != OP_ULT && !is_signed))
    return FORM_SUM;
  Form x = at->parts[0].form, y = at->parts[1].form;
  if (form_same(yes, y) && form_same(no, x))
    return is_signed ? FORM_SMAX : FORM_UMAX;
  if (form_same(yes, x) && form_same(no, y))
    return is_signed ? FORM_SMIN : FORM_UMIN;
  return FORM_SUM;
}

/* What both sums have, with the constant of the second. */
static Form common_sum(Forms *forms, Form a, Form b) {
  FormPart self[2];
  FormList one = list_of(forms, FORM_SUM, &a, &self[0]);
  FormList other = list_of(forms, FORM_SUM, &b, &self[1]);
  uint32_t n = 0, j = 0;
  for (uint32_t i = 0; i < one.n; i++) {
    while (j < other.n && other.parts[j].form.id < one.parts[i].form.id) j++;
    if (j < other.n && form_same(other.parts[j].form, one.parts[i].form) &&
        other.parts[j].times == one.parts[i].times)
      forms->scratch[n++] = one.parts[i];
  }
  FormList common = {other.constant, n, forms->scratch};
  return finish(forms, FORM_SUM, node(forms, a)->width, &common);
}

/* A choice of two that have nothing in common. */
static Form choose(Forms *forms, Form c, Form yes, Form no) {
  if (form_is_none(yes) || form_is_none(no)) return (Form){0};
  FormKind extreme = extreme_of(forms, c, yes, no);
  if (extreme != FORM_SUM) return join_forms(forms, extreme, yes, no);
  Form ops[3] = {c, yes, no};
  return apply(forms, OP_SELECT, node(forms, yes)->width, ops, 3);
}

static Form form_choice(Forms *forms, Form c, Form yes, Form no) {
  assert(node(forms, c)->width == 1);
  assert(node(forms, yes)->width == node(forms, no)->width);
  uint64_t truth;
  if (form_same(yes, no)) return yes;
  if (form_as_const(forms, c, &truth)) return truth ? yes : no;
  Form other = negated(forms, c);
  if (!form_is_none(other)) return form_choice(forms, other, no, yes);
  if (extreme_of(forms, c, yes, no) != FORM_SUM)
    return choose(forms, c, yes, no);
  Form common = common_sum(forms, yes, no);
  if (form_is_none(common)) return common;
  Form choice = choose(forms, c, form_sub(forms, yes, common),
                       form_sub(forms, no, common));
  return form_is_none(choice) ? choice
                              : join_forms(forms, FORM_SUM, common, choice);
}

/* A shift to the left by less than the width is a product. */
static Form form_shift(Forms *forms, uint32_t width, const Form *ops) {
  assert(node(forms, ops[0])->width == width);
  uint64_t by;
  if (form_as_const(forms, ops[1], &by) && by < width)
    return form_scale(forms, ops[0], (uint64_t)1 << by);
  return apply(forms, OP_SHL, width, ops, 2);
}

Form form_op(Forms *forms, Op op, uint32_t width, const Form *ops, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (form_is_none(ops[i])) return (Form){0};
  switch ((int)op) {
  case OP_ADD: return join_forms(forms, FORM_SUM, ops[0], ops[1]);
  case OP_SUB: return form_sub(forms, ops[0], ops[1]);
  case OP_MUL: return form_product(forms, ops[0], ops[1]);
  case OP_AND: return join_forms(forms, FORM_AND, ops[0], ops[1]);
  case OP_OR: return join_forms(forms, FORM_OR, ops[0], ops[1]);
  case OP_XOR: return join_forms(forms, FORM_XOR, ops[0], ops[1]);
  case OP_SHL: return form_shift(forms, width, ops);
  case OP_EQ: return form_equal(forms, ops[0], ops[1]);
  case OP_NE: return negation(forms, form_equal(forms, ops[0], ops[1]));
  case OP_ULT:
  case OP_SLT: return form_less(forms, op, ops[0], ops[1]);
  case OP_ULE: return negation(forms, form_less(forms, OP_ULT, ops[1], ops[0]));
  case OP_SLE: return negation(forms, form_less(forms, OP_SLT, ops[1], ops[0]));
  case OP_SELECT: return form_choice(forms, ops[0], ops[1], ops[2]);
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_LSHR:
  case OP_ASHR:
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT: return apply(forms, op, width, ops, n);
  default: return (Form){0};
  }
}
