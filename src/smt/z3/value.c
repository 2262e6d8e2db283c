/* SPDX-License-Identifier: MIT
 *
 * Values of a Z3 model as our values: numerals, floats by their bits, arrays as
 * chains of stores on a constant array or as a function table.  Only what is
 * understood is given; anything else is "no value", which turns the answer into
 * unknown instead of a guess. */
#include "smt/z3/exact_int.h"

/* A float value by its bits; NaN canonical. */
static bool float_value(Z3 *z3, TermEval *eval, Z3_ast ast, Sort sort,
                        TermValue *value) {
  assert(sort_float_width(sort) <= 128);
  uint32_t width = sort_float_width(sort);
  BvWord words[2] = {0, 0};
  if (Z3_fpa_is_numeral_nan(z3->context, ast)) {
    z3_nan_words(sort, words);
    *value = term_value_float(eval, sort, words);
    return true;
  }
  Z3_ast bits = Z3_mk_fpa_to_ieee_bv(z3->context, ast);
  if (!bits) return false;
  Z3_inc_ref(z3->context, bits);
  Z3_ast number = z3_eval(z3, bits);
  Z3_dec_ref(z3->context, bits);
  if (!number) return false;
  bool is_number = z3_words(z3, number, words, width);
  z3_release(z3, number);
  if (is_number) *value = term_value_float(eval, sort, words);
  return is_number;
}

static bool word_value(Z3 *z3, TermEval *eval, Z3_ast ast, Sort sort,
                       TermValue *value) {
  uint32_t width = sort_width(sort);
  BvWord *words = MEM_ARRAY(z3->shared->mem, BvWord, BV_WORDS(width));
  bool is_number = z3_words(z3, ast, words, width);
  if (is_number) *value = term_value_bv(eval, words, width);
  MEM_FREE_ARRAY(z3->shared->mem, words, BV_WORDS(width));
  return is_number;
}

/* ---- arrays ---- */

static bool func_value(Z3 *z3, TermEval *eval, Z3_func_interp table, Sort sort,
                       TermValue *value) {
  assert(sort_kind(sort) == SORT_ARRAY);
  const TermStore *store = z3->shared->store;
  Sort index_sort = sort_index(store, sort),
       sort_of = sort_element(store, sort);
  TermValue element, index;
  Z3_ast other = Z3_func_interp_get_else(z3->context, table);
  if (!other || !z3_value_of(z3, eval, other, sort_of, &element)) return false;
  *value = term_value_const_array(eval, sort, element);
  unsigned n = Z3_func_interp_get_num_entries(z3->context, table);
  bool is_known = true;
  for (unsigned i = 0; i < n && is_known; i++) {
    Z3_func_entry entry = Z3_func_interp_get_entry(z3->context, table, i);
    Z3_func_entry_inc_ref(z3->context, entry);
    is_known =
        z3_value_of(z3, eval, Z3_func_entry_get_arg(z3->context, entry, 0),
                    index_sort, &index) &&
        z3_value_of(z3, eval, Z3_func_entry_get_value(z3->context, entry),
                    sort_of, &element);
    if (is_known) *value = term_value_store(eval, *value, index, element);
    Z3_func_entry_dec_ref(z3->context, entry);
  }
  return is_known;
}

static bool as_array_value(Z3 *z3, TermEval *eval, Z3_ast ast, Sort sort,
                           TermValue *value) {
  Z3_func_decl func = Z3_get_as_array_func_decl(z3->context, ast);
  if (!func) return false;
  Z3_func_interp table = Z3_model_get_func_interp(z3->context, z3->model, func);
  if (!table) return false;
  Z3_func_interp_inc_ref(z3->context, table);
  bool is_known = func_value(z3, eval, table, sort, value);
  Z3_func_interp_dec_ref(z3->context, table);
  return is_known;
}

static bool base_value(Z3 *z3, TermEval *eval, Z3_ast ast, Sort sort,
                       TermValue *value) {
  if (Z3_is_as_array(z3->context, ast))
    return as_array_value(z3, eval, ast, sort, value);
  Z3_app app = Z3_to_app(z3->context, ast);
  Z3_func_decl func = Z3_get_app_decl(z3->context, app);
  TermValue element;
  if (Z3_get_decl_kind(z3->context, func) != Z3_OP_CONST_ARRAY ||
      !z3_value_of(z3, eval, Z3_get_app_arg(z3->context, app, 0),
                   sort_element(z3->shared->store, sort), &element))
    return false;
  *value = term_value_const_array(eval, sort, element);
  return true;
}

static bool is_store(Z3 *z3, Z3_ast ast) {
  return Z3_get_ast_kind(z3->context, ast) == Z3_APP_AST &&
         Z3_get_decl_kind(
             z3->context,
             Z3_get_app_decl(z3->context, Z3_to_app(z3->context, ast))) ==
             Z3_OP_STORE;
}

/* Stores, outermost first, down to the base; then replayed on its value. */
static bool array_value(Z3 *z3, TermEval *eval, Z3_ast ast, Sort sort,
                        TermValue *value) {
  const TermStore *store = z3->shared->store;
  Mem *mem = z3->shared->mem;
  Vec(Z3_ast) stores = {0};
  for (; is_store(z3, ast);
       ast = Z3_get_app_arg(z3->context, Z3_to_app(z3->context, ast), 0))
    VEC_PUSH(mem, &stores, ast);
  bool is_known = Z3_get_ast_kind(z3->context, ast) == Z3_APP_AST &&
                  base_value(z3, eval, ast, sort, value);
  while (is_known && stores.n) {
    Z3_app app = Z3_to_app(z3->context, VEC_POP(&stores));
    TermValue index, element;
    is_known = z3_value_of(z3, eval, Z3_get_app_arg(z3->context, app, 1),
                           sort_index(store, sort), &index) &&
               z3_value_of(z3, eval, Z3_get_app_arg(z3->context, app, 2),
                           sort_element(store, sort), &element);
    if (is_known) *value = term_value_store(eval, *value, index, element);
  }
  VEC_DONE(mem, &stores);
  return is_known;
}

bool z3_value_of(Z3 *z3, TermEval *eval, Z3_ast ast, Sort sort,
                 TermValue *value) {
  require(z3->model && ast);
  switch (sort_kind(sort)) {
  case SORT_BOOL: {
    Z3_lbool truth = Z3_get_bool_value(z3->context, ast);
    *value = term_value_bool(truth == Z3_L_TRUE);
    return truth != Z3_L_UNDEF;
  }
  case SORT_BV: return word_value(z3, eval, ast, sort, value);
  case SORT_FLOAT: return float_value(z3, eval, ast, sort, value);
  case SORT_ARRAY: return array_value(z3, eval, ast, sort, value);
  }
  unreachable_case();
}
