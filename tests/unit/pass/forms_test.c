/* SPDX-License-Identifier: MIT
 *
 * Normal forms: what has the same form has the same value, and what should have
 * the same has it. */
#include "unit/unit.h"
#include "base/base.h"
#include "pass/equal/forms.h"

enum { N_VALUES = 60, N_LEAVES = 4, N_ROUNDS = 8 };

typedef struct Value { /* a form with its values under several valuations */
  Form form;
  uint32_t width;
  uint64_t of[N_ROUNDS];
} Value;

static uint64_t draw(uint64_t *state, uint64_t below) {
  *state = hash_mix(*state, 1);
  return *state % below;
}

static uint64_t cut(uint64_t a, uint32_t width) {
  return a & (((uint64_t)1 << width) - 1);
}

static int64_t as_signed(uint64_t a, uint32_t width) {
  return a >> (width - 1) & 1 ? (int64_t)a - ((int64_t)1 << width) : (int64_t)a;
}

static uint64_t compute(Op op, uint32_t width, const uint64_t *a,
                        uint32_t from) {
  int64_t x = as_signed(a[0], from), y = as_signed(a[1], from);
  switch ((int)op) {
  case OP_ADD: return cut(a[0] + a[1], width);
  case OP_SUB: return cut(a[0] - a[1], width);
  case OP_MUL: return cut(a[0] * a[1], width);
  case OP_AND: return a[0] & a[1];
  case OP_OR: return a[0] | a[1];
  case OP_XOR: return a[0] ^ a[1];
  case OP_SHL: return a[1] < width ? cut(a[0] << a[1], width) : 0;
  case OP_UDIV: return a[1] ? a[0] / a[1] : 0;
  case OP_EQ: return a[0] == a[1];
  case OP_NE: return a[0] != a[1];
  case OP_ULT: return a[0] < a[1];
  case OP_ULE: return a[0] <= a[1];
  case OP_SLT: return x < y;
  case OP_SLE: return x <= y;
  case OP_ZEXT: return a[0];
  case OP_SEXT: return cut((uint64_t)x, width);
  case OP_TRUNC: return cut(a[0], width);
  case OP_SELECT: return a[0] ? a[1] : a[2];
  default: unreachable_case();
  }
}

static const Value *pick(const Value *values, uint32_t n, uint32_t width,
                         uint64_t *state) {
  for (;;) {
    const Value *v = &values[draw(state, n)];
    if (v->width == width) return v;
  }
}

static void make(Forms *forms, Value *out, Op op, uint32_t width,
                 const Value *const *ops, uint32_t n) {
  Form args[3] = {{0}, {0}, {0}};
  for (uint32_t i = 0; i < n; i++) args[i] = ops[i]->form;
  *out = (Value){form_op(forms, op, width, args, n), width, {0}};
  for (uint32_t k = 0; k < N_ROUNDS; k++) {
    uint64_t a[3] = {0, 0, 0};
    for (uint32_t i = 0; i < n; i++) a[i] = ops[i]->of[k];
    out->of[k] = compute(op, width, a, ops[0]->width);
  }
}

/* Leaves and constants of one bit, of `wide` bits and of one more. */
static uint32_t begin(Forms *forms, Value *values, uint32_t wide,
                      uint64_t *state) {
  uint32_t n = 0, widths[3] = {1, wide, wide + 1};
  for (uint32_t w = 0; w < 3; w++)
    for (uint32_t i = 0; i < 2 * N_LEAVES; i++) {
      Value *v = &values[n++];
      uint64_t constant = cut(draw(state, 1000), widths[w]);
      v->width = widths[w];
      v->form = i < N_LEAVES ? form_leaf(forms, v->width, n)
                             : form_const(forms, v->width, constant);
      for (uint32_t k = 0; k < N_ROUNDS; k++)
        v->of[k] = i < N_LEAVES ? cut(draw(state, 1000), v->width) : constant;
    }
  return n;
}

static void grow(Forms *forms, Value *values, uint32_t n, uint32_t wide,
                 uint64_t *state) {
  static const Op binary[] = {OP_ADD, OP_SUB, OP_MUL,  OP_AND, OP_OR,
                              OP_XOR, OP_SHL, OP_UDIV, OP_ADD, OP_ADD};
  const Value *ops[3];
  uint32_t what = (uint32_t)draw(state, 8);
  uint32_t width = what == 0 ? 1 : wide + (uint32_t)draw(state, 2);
  if (what < 2 || what > 5) { /* arithmetic */
    ops[0] = pick(values, n, width, state);
    ops[1] = pick(values, n, width, state);
    make(forms, &values[n], binary[draw(state, 10)], width, ops, 2);
  } else if (what < 4) {
    ops[0] = pick(values, n, width, state);
    ops[1] = pick(values, n, width, state);
    make(forms, &values[n], (Op)(OP_EQ + draw(state, 6)), 1, ops, 2);
  } else if (what == 4) {
    ops[0] = pick(values, n, 1, state);
    ops[1] = pick(values, n, width, state);
    ops[2] = pick(values, n, width, state);
    make(forms, &values[n], OP_SELECT, width, ops, 3);
  } else {
    bool grows = draw(state, 2);
    ops[0] = pick(values, n, grows ? wide : wide + 1, state);
    Op op = !grows ? OP_TRUNC : draw(state, 2) ? OP_SEXT : OP_ZEXT;
    make(forms, &values[n], op, grows ? wide + 1 : wide, ops, 1);
  }
}

TEST(forms_equal_forms_are_equal_values) {
  Mem mem;
  mem_init(&mem, 0);
  uint32_t met = 0;
  for (uint64_t seed = 1; seed <= 4000; seed++) {
    Forms *forms = forms_new(&mem);
    Value values[N_VALUES];
    uint64_t state = seed;
    uint32_t wide = 2 + (uint32_t)(seed % 4);
    uint32_t first = begin(forms, values, wide, &state);
    for (uint32_t n = first; n < N_VALUES; n++)
      grow(forms, values, n, wide, &state);
    for (uint32_t i = first; i < N_VALUES; i++)
      for (uint32_t k = 0; k < i; k++) {
        if (!form_same(values[i].form, values[k].form)) continue;
        met++;
        CHECK(values[i].width == values[k].width);
        for (uint32_t r = 0; r < N_ROUNDS; r++)
          CHECK(values[i].of[r] == values[k].of[r]);
      }
    forms_free(forms);
  }
  CHECK(met > 20000);
  mem_done(&mem);
}

/* x < y ? y : x, or s + (c ? 1 : -1), over leaves in an order. */
static Form fold(Forms *forms, bool is_max, uint32_t from, uint32_t step) {
  Form sum = form_const(forms, 32, 0);
  for (uint32_t i = 0; i < 50; i++) {
    Form leaf = form_leaf(forms, 32, (from + i * step) % 50);
    Form less[2] = {sum, leaf};
    Form one = form_const(forms, 32, 1);
    Form grown[2] = {sum, one}, parity[2] = {leaf, one};
    Form odd =
        form_op(forms, OP_EQ, 1,
                (Form[2]){form_op(forms, OP_AND, 32, parity, 2), one}, 2);
    Form choice[3] = {odd, form_op(forms, OP_SUB, 32, grown, 2),
                      form_op(forms, OP_ADD, 32, grown, 2)};
    if (is_max) {
      choice[0] = form_op(forms, OP_SLE, 1, less, 2);
      choice[1] = leaf;
      choice[2] = sum;
    }
    sum = form_op(forms, OP_SELECT, 32, choice, 3);
  }
  return sum;
}

TEST(forms_of_folds) {
  Mem mem;
  mem_init(&mem, 0);
  Forms *forms = forms_new(&mem);
  for (int is_max = 0; is_max < 2; is_max++) {
    Form plain = fold(forms, is_max, 0, 1);
    CHECK(form_same(plain, fold(forms, is_max, 7, 1)));
    CHECK(form_same(plain, fold(forms, is_max, 49, 49)));
    CHECK(!form_same(plain, fold(forms, is_max, 0, 5))); /* ten leaves */
  }
  forms_free(forms);
  mem_done(&mem);
}
