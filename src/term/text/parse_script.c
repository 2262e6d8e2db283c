/* SPDX-License-Identifier: MIT
 *
 * Reading SMT-LIB 2: the commands of a script.
 *
 * What is not understood is an error with its line; nothing is skipped but
 * set-logic, set-info, set-option, get-* and exit, which do not change the
 * meaning of the assertions. */
#include "term/text/parse_int.h"

/* ---- commands ---- */

static bool read_name(Parser *p, char **name) {
  if (!parse_expect(p, TOKEN_SYMBOL)) return false;
  *name = arena_strdup(&p->texts, parse_text(p));
  return true;
}

static bool read_no_arguments(Parser *p) {
  if (!parse_expect(p, TOKEN_OPEN) || !parse_next(p)) return false;
  if (p->kind == TOKEN_CLOSE) return true;
  return parse_fail(p, "unsupported: function with arguments");
}

static bool declare(Parser *p, bool with_arguments) {
  char *name = NULL;
  Sort sort;
  if (!read_name(p, &name) || (with_arguments && !read_no_arguments(p)) ||
      !parse_sort(p, &sort))
    return false;
  Term old = term_find_var(p->store, name);
  if (name[0] == 0 || strchr(name, '\\') != NULL)
    return parse_fail(p, "bad name |%s|", name);
  if (old.id != 0 && !sort_same(term_sort(p->store, old), sort))
    return parse_fail(p, "%s has another sort already", name);
  term_var(p->store, name, sort);
  return parse_expect(p, TOKEN_CLOSE);
}

static bool define(Parser *p, bool with_arguments) {
  char *name = NULL;
  Sort sort;
  Term t;
  if (!read_name(p, &name) || (with_arguments && !read_no_arguments(p)) ||
      !parse_sort(p, &sort) || !parse_read_term(p, &t))
    return false;
  if (!sort_same(term_sort(p->store, t), sort))
    return parse_fail(p, "the definition of %s has another sort", name);
  parse_bind(p, names_add(&p->symbols, name), t);
  return parse_expect(p, TOKEN_CLOSE);
}

static bool read_assert(Parser *p) {
  Term t;
  if (!parse_read_term(p, &t)) return false;
  if (!term_is_bool(p->store, t))
    return parse_fail(p, "the assertion is not Boolean");
  VEC_PUSH(p->mem, &p->script->asserts, t);
  return parse_expect(p, TOKEN_CLOSE);
}

static bool is_harmless(const Parser *p) {
  static const char *const names[] = {
      "set-logic", "set-info",       "set-option", "exit",
      "get-model", "get-unsat-core", "get-value",  "get-info"};
  for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (parse_is(p, names[i])) return true;
  return false;
}

static bool read_command(Parser *p) {
  if (!parse_expect(p, TOKEN_SYMBOL)) return false;
  if (parse_is(p, "declare-const")) return declare(p, false);
  if (parse_is(p, "declare-fun")) return declare(p, true);
  if (parse_is(p, "define-fun")) return define(p, true);
  if (parse_is(p, "define-const")) return define(p, false);
  if (parse_is(p, "assert")) return read_assert(p);
  if (is_harmless(p)) return parse_skip_to_close(p);
  if (!parse_is(p, "check-sat"))
    return parse_fail(p, "unsupported command %s", parse_text(p));
  p->script->n_checks++;
  return parse_expect(p, TOKEN_CLOSE);
}

static void parser_init(Parser *p, TermStore *store, const char *text,
                        TermScript *script) {
  *p = (Parser){.store = store,
                .mem = store->mem,
                .at = text,
                .line = 1,
                .script = script};
  text_init(&p->token, p->mem);
  names_init(&p->symbols, p->mem);
  arena_init(&p->texts, p->mem);
  script->error_line = 0;
}

static void parser_done(Parser *p) {
  text_done(&p->token);
  names_done(&p->symbols);
  arena_done(&p->texts);
  VEC_DONE(p->mem, &p->newest);
  VEC_DONE(p->mem, &p->bindings);
  VEC_DONE(p->mem, &p->values);
  VEC_DONE(p->mem, &p->frames);
  VEC_DONE(p->mem, &p->pending);
}

void term_script_init(TermScript *script, TermStore *store) {
  *script = (TermScript){0};
  text_init(&script->error, store->mem);
}

void term_script_done(TermScript *script, TermStore *store) {
  VEC_DONE(store->mem, &script->asserts);
  text_done(&script->error);
}

bool term_parse_script(TermStore *store, const char *text, TermScript *script) {
  Parser p;
  parser_init(&p, store, text, script);
  while (parse_next(&p) && p.kind != TOKEN_END) {
    if (p.kind != TOKEN_OPEN) parse_fail(&p, "command expected");
    if (p.failed || !read_command(&p)) break;
  }
  bool good = !p.failed;
  parser_done(&p);
  return good;
}

Term term_parse(TermStore *store, const char *text, TermScript *script) {
  Parser p;
  Term t = TERM_NONE;
  parser_init(&p, store, text, script);
  if (parse_read_term(&p, &t) && parse_next(&p) && p.kind != TOKEN_END)
    parse_fail(&p, "text behind the term");
  bool good = !p.failed;
  parser_done(&p);
  return good ? t : TERM_NONE;
}
