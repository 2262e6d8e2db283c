/* SPDX-License-Identifier: MIT
 *
 * Queries as text. */
#include "predabs/predabs.h"
#include "unit/unit.h"

TEST(predabs_text_round_trip) {
  Mem mem;
  mem_init(&mem, 0);
  TermStore *store = term_store_new(&mem);
  Term x = term_var(store, "x", sort_bv(8)),
       b = term_var(store, "b", sort_bool());
  Term parts[2] = {
      term_implies(store, b, term_ult(store, x, term_u64(store, 7, 8))), b};
  Term predicates[1] = {term_eq(store, x, term_u64(store, 3, 8))};
  Text text, problem;
  text_init(&text, &mem);
  text_init(&problem, &mem);
  predabs_print(&text, store, parts, 2, predicates, 1);
  TermList read_parts = {0}, read_predicates = {0};
  CHECK(predabs_parse(store, text_get(&text), &read_parts, &read_predicates,
                      &problem));
  CHECK_INT(read_parts.n, 2);
  CHECK_INT(read_predicates.n, 1);
  CHECK(term_same(read_parts.at[0], parts[0]));
  CHECK(term_same(read_predicates.at[0], predicates[0]));
  CHECK(!predabs_parse(store, "(check-sat)", &read_parts, &read_predicates,
                       &problem));
  CHECK(!predabs_parse(store,
                       "; abstraction query 1\n; parts 4\n; predicates 1\n",
                       &read_parts, &read_predicates, &problem));
  CHECK(strstr(text_get(&problem), "0 assertions instead of 4 + 1") != NULL);
  VEC_DONE(term_store_mem(store), &read_parts);
  VEC_DONE(term_store_mem(store), &read_predicates);
  text_done(&text);
  text_done(&problem);
  term_store_free(store);
  mem_done(&mem);
}
