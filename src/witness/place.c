/* SPDX-License-Identifier: MIT
 *
 * Places of a witness in the text of a program: which token an item means, and
 * which statement is the target.  An item without a column means the first
 * token of its line that fits its type. */
#include "witness/witness_int.h"

static bool is_keyword(const CText *c, uint32_t token) {
  static const char *const words[] = {"if",     "while",  "for", "switch",
                                      "return", "sizeof", "do",  "else"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (ctext_is(c, token, words[i])) return true;
  return false;
}

static bool ends_call(const CText *c, uint32_t token) {
  uint32_t open = c->tokens.at[token].match;
  return ctext_is(c, token, ")") && open != CTEXT_NONE && open > 0 &&
         c->tokens.at[open - 1].kind == CTOKEN_WORD && !is_keyword(c, open - 1);
}

bool wit_is_branch(const CText *c, uint32_t token) {
  return (ctext_is(c, token, "if") || ctext_is(c, token, "while") ||
          ctext_is(c, token, "for") || ctext_is(c, token, "switch")) &&
         ctext_is(c, token + 1, "(") &&
         c->tokens.at[token + 1].match != CTEXT_NONE;
}

static bool fits(const CText *c, WitType type, uint32_t token) {
  switch (type) {
  case WIT_ASSUMPTION:
  case WIT_LOCATION_INVARIANT: return c->tokens.at[token].start != CSTART_NO;
  case WIT_BRANCHING:
    return wit_is_branch(c, token) || ctext_is(c, token, "do");
  case WIT_LOOP_INVARIANT:
    return ctext_is(c, token, "do") ||
           (wit_is_branch(c, token) && !ctext_is(c, token, "if") &&
            !ctext_is(c, token, "switch"));
  case WIT_FUNCTION_ENTER:
  case WIT_FUNCTION_RETURN: return ends_call(c, token);
  case WIT_TARGET: return true;
  }
  unreachable_case();
}

const char *wit_expected(WitType type) {
  switch (type) {
  case WIT_ASSUMPTION:
  case WIT_LOCATION_INVARIANT: return "no statement starts there";
  case WIT_BRANCHING: return "no if, switch or loop is there";
  case WIT_LOOP_INVARIANT: return "no loop is there";
  case WIT_FUNCTION_ENTER:
  case WIT_FUNCTION_RETURN: return "no call of a named function ends there";
  case WIT_TARGET: return "nothing is there";
  }
  unreachable_case();
}

uint32_t wit_find_token(const CText *c, const WitItem *item) {
  const WitPlace *place = &item->place;
  require(place->line > 0);
  uint32_t token = place->col ? ctext_at(c, place->line, place->col)
                              : ctext_first_of(c, place->line);
  if (token == CTEXT_NONE) return token;
  if (place->col) return fits(c, item->type, token) ? token : CTEXT_NONE;
  for (; token < c->tokens.n && c->tokens.at[token].line == place->line;
       token++)
    if (fits(c, item->type, token)) return token;
  return CTEXT_NONE;
}

uint32_t wit_target_item(const Witness *witness) {
  uint32_t n = witness->items.n;
  return n && witness->items.at[n - 1].type == WIT_TARGET ? n - 1 : n;
}

bool wit_target(PropertyTarget *out, const Witness *witness, const CText *c,
                const char *path, Text *problem) {
  uint32_t item = wit_target_item(witness);
  require(item < witness->items.n);
  uint32_t token = wit_find_token(c, &witness->items.at[item]);
  if (token == CTEXT_NONE) {
    text_printf(problem, "%s: ", wit_expected(WIT_TARGET));
    wit_print_item(problem, witness, item);
    return false;
  }
  uint32_t end = ctext_statement_end(c, token);
  const CToken *first = &c->tokens.at[token];
  const CToken *last = &c->tokens.at[end == CTEXT_NONE ? c->tokens.n - 1 : end];
  require(witness->n_segments > 0 && first <= last);
  *out = (PropertyTarget){.file = path,
                          .first_line = first->line,
                          .first_col = first->col,
                          .last_line = last->line,
                          .last_col = last->col,
                          .counter = WIT_SEGMENT,
                          .flag = WIT_FLAG,
                          .count = witness->n_segments - 1};
  return true;
}
