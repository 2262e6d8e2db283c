/* SPDX-License-Identifier: MIT
 *
 * Abstraction queries as text. */
#include "predabs/predabs.h"

void predabs_print(Text *out, const TermStore *store, const Term *parts,
                   uint32_t n_parts, const Term *predicates, uint32_t n) {
  Mem *mem = term_store_mem(store);
  TermList all = {0};
  for (uint32_t i = 0; i < n_parts; i++) VEC_PUSH(mem, &all, parts[i]);
  for (uint32_t i = 0; i < n; i++) VEC_PUSH(mem, &all, predicates[i]);
  text_printf(out, "; abstraction query 1\n; parts %u\n; predicates %u\n",
              n_parts, n);
  term_print_script(out, store, all.at, all.n);
  VEC_DONE(mem, &all);
}

bool predabs_parse(TermStore *store, const char *text, TermList *parts,
                   TermList *predicates, Text *problem) {
  Mem *mem = term_store_mem(store);
  uint32_t n_parts, n;
  if (sscanf(text, "; abstraction query 1 ; parts %u ; predicates %u", &n_parts,
             &n) != 2) {
    text_add(problem, "it does not start like an abstraction query");
    return false;
  }
  TermScript script;
  term_script_init(&script, store);
  bool is_good = term_parse_script(store, text, &script);
  if (!is_good)
    text_printf(problem, "line %u: %s", script.error_line,
                text_get(&script.error));
  if (is_good && (uint64_t)n_parts + n != script.asserts.n) {
    text_printf(problem, "%u assertions instead of %u + %u", script.asserts.n,
                n_parts, n);
    is_good = false;
  }
  for (uint32_t i = 0; is_good && i < script.asserts.n; i++)
    VEC_PUSH(mem, i < n_parts ? parts : predicates, script.asserts.at[i]);
  term_script_done(&script, store);
  return is_good;
}
