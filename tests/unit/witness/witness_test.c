/* SPDX-License-Identifier: MIT */
#include "unit/unit.h"
#include "witness/witness.h"

/* "LINE:COL" of each token that a statement may start with; with a '*' where it
 * is the body of something. */
static void list_starts(Text *out, Mem *mem, const char *text) {
  CText c;
  ctext_init(&c, mem, text, strlen(text));
  for (uint32_t i = 0; i < c.tokens.n; i++) {
    const CToken *t = &c.tokens.at[i];
    if (t->start == CSTART_NO) continue;
    text_printf(out, "%u:%u%s ", t->line, t->col,
                t->start == CSTART_AS_BODY ? "*" : "");
  }
  ctext_done(&c);
}

static void check_starts(const char *text, const char *want) {
  Mem mem;
  mem_init(&mem, 0);
  Text got;
  text_init(&got, &mem);
  list_starts(&got, &mem, text);
  CHECK_TEXT(text_get(&got), want);
  text_done(&got);
  mem_done(&mem);
}

TEST(witness_statements_start_where_c_says) {
  check_starts("int f(int x) { return x; }", "1:16 1:26 ");
  check_starts("struct s { int a; }; int a[] = {1, 2};", "");
  check_starts("int f() { if (a) b; else c; }", "1:11 1:18* 1:26* 1:29 ");
  check_starts("int f() { for (i = 0; i < 3; i++) x(); }", "1:11 1:35* 1:40 ");
  check_starts("int f() { do a; while (1); }", "1:11 1:14* 1:17 1:26* 1:28 ");
  check_starts("int f() { int a[] = {1, 2}; struct s { int b; } c; }",
               "1:11 1:29 1:52 ");
  check_starts("int f() { switch (a) { case 1: b; default: c; } }",
               "1:11 1:24 1:32* 1:35 1:44* 1:47 1:49 ");
  check_starts("int f() { x = ({ a; b; }); }", "1:11 1:18 1:21 1:24 1:28 ");
  check_starts("int f() { // ;\n  /* ; */ a(\";\", ';');\n#if {\n  b; }",
               "2:11 4:3 4:6 ");
  check_starts("int f() { x ? a : b; again: y; }", "1:11 1:22 1:29* 1:32 ");
}

TEST(witness_statement_around_a_token) {
  const char *text = "int f() {\n  if (a + b) x = y;\n  while (c) { z; }\n}";
  Mem mem;
  mem_init(&mem, 0);
  CText c;
  ctext_init(&c, &mem, text, strlen(text));
  uint32_t plus = ctext_at(&c, 2, 9), y = ctext_at(&c, 2, 18);
  CHECK(ctext_is(&c, plus, "+") && ctext_is(&c, y, "y"));
  CHECK(ctext_is(&c, ctext_statement(&c, plus), "if"));
  CHECK(ctext_is(&c, ctext_statement(&c, y), "x"));
  CHECK(ctext_is(&c, ctext_statement_end(&c, y), ";"));
  CHECK(ctext_is(&c, ctext_statement_end(&c, ctext_at(&c, 3, 3)), "{"));
  CHECK(ctext_at(&c, 2, 10) == CTEXT_NONE && ctext_at(&c, 9, 1) == CTEXT_NONE);
  CHECK(ctext_is(&c, ctext_before(&c, 2, 10), "+"));
  CHECK(ctext_before(&c, 1, 0) == CTEXT_NONE);
  ctext_done(&c);
  mem_done(&mem);
}

TEST(witness_text_of_any_bytes_is_read) {
  Mem mem;
  mem_init(&mem, 0);
  Rng rng = {7};
  static const char bytes[] = "(){}[];:#\"'/*\\\n ab1=,if do";
  for (uint32_t round = 0; round < unit_rounds(2000); round++) {
    char text[64];
    uint32_t n = rng_below(&rng, sizeof text - 1);
    for (uint32_t i = 0; i < n; i++)
      text[i] = bytes[rng_below(&rng, sizeof bytes - 1)];
    text[n] = 0;
    CText c;
    ctext_init(&c, &mem, text, n);
    for (uint32_t i = 0; i < c.tokens.n; i++) {
      const CToken *t = &c.tokens.at[i];
      CHECK(t->n > 0 && t->at + t->n <= n);
      CHECK(t->match == CTEXT_NONE || c.tokens.at[t->match].match == i);
      CHECK(ctext_at(&c, t->line, t->col) == i);
      (void)ctext_statement(&c, i);
      (void)ctext_behind_labels(&c, i);
    }
    ctext_done(&c);
  }
  mem_done(&mem);
}

#define HEAD(type)                                                             \
  "- entry_type: " type "\n  metadata: {format_version: '2.0'}\n  content:\n"

static bool weaves(const char *source, const char *yaml, WitMode mode,
                   Text *out) {
  Witness w;
  Text text, problem;
  CText c;
  const char *files[] = {"a.c"};
  text_init(&text, out->mem);
  text_init(&problem, out->mem);
  text_add(&text, yaml);
  wit_init(&w, out->mem, "w.yml");
  ctext_init(&c, out->mem, source, strlen(source));
  WitWeave weave = {.witness = &w, .mode = mode, .path = "a.c", .c = &c};
  bool good =
      wit_read(&w, &text, &problem) && wit_match_files(&w, files, 1, &problem);
  weave.announced = w.n_segments;
  good = good && wit_weave(out, &weave, &problem);
  CHECK(good == (problem.n == 0));
  ctext_done(&c);
  wit_done(&w);
  text_done(&text);
  text_done(&problem);
  return good;
}

TEST(witness_woven_text_keeps_lines_and_columns) {
  Mem mem;
  mem_init(&mem, 0);
  Text out;
  text_init(&out, &mem);
  CHECK(weaves("# 7 \"b.c\"\nint f(void) {\n  x = 1; y = 2; }\n",
               HEAD("invariant_set") "  - invariant: {type: location_invariant,"
                                     " value: 'x > 0', location: {file_name: "
                                     "a.c, line: 3, column: 10}}\n",
               WIT_ASSUME, &out));
  CHECK(strstr(text_get(&out), "\n#line 1 \"a.c\"\n\nint f(void)"));
  CHECK(strstr(text_get(&out), "\n#line 4 \"w.yml\"\n{ __cutpoint_assume("));
  CHECK(strstr(text_get(&out), "\n#line 3 \"a.c\"\n         y = 2; }\n"));
  text_done(&out);
  mem_done(&mem);
}

TEST(witness_expressions_stay_in_their_parentheses) {
  static const char *const bad[] = {
      "1) || (1",  "1; 2",     "({ 1; })", "x /* 1", "x // 1",      "a[1",
      "\"(\" > 0", "\\x == 1", "#",        "",       "__witness_v", "'"};
  static const char yaml[] =
      HEAD("violation_sequence") "  - segment: [{waypoint: {type: assumption, "
                                 "action: follow, location: {file_name: a.c, "
                                 "line: 1, column: 16}, constraint: {value: "
                                 "'%s'}}}]\n  - segment: [{waypoint: {type: "
                                 "target, action: follow, location: {file_name:"
                                 " a.c, line: 1}}}]\n";
  Mem mem;
  mem_init(&mem, 0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    Text out, text;
    text_init(&out, &mem);
    text_init(&text, &mem);
    text_printf(&text, yaml, strcmp(bad[i], "'") == 0 ? "''" : bad[i]);
    CHECK(!weaves("int f(void) {  x = 1; }", text_get(&text), WIT_RESTRICT,
                  &out));
    text_clear(&text);
    text_printf(&text, yaml, "(x > 1) && a[x] == ''a''");
    CHECK(
        weaves("int f(void) {  x = 1; }", text_get(&text), WIT_RESTRICT, &out));
    text_done(&out);
    text_done(&text);
  }
  mem_done(&mem);
}

TEST(witness_of_any_bytes_is_read_or_refused) {
  Mem mem;
  mem_init(&mem, 0);
  Rng rng = {11};
  static const char good[] =
      HEAD("violation_sequence") "  - segment:\n    - waypoint: {type: target, "
                                 "action: follow, location: {file_name: a.c, "
                                 "line: 1}}\n";
  for (uint32_t round = 0; round < unit_rounds(3000); round++) {
    char yaml[sizeof good];
    Text out;
    text_init(&out, &mem);
    memcpy(yaml, good, sizeof good);
    for (uint32_t i = rng_below(&rng, 4); i > 0; i--)
      yaml[rng_below(&rng, sizeof good - 1)] = (char)(1 + rng_below(&rng, 126));
    (void)weaves("int f(void) {  x = 1; }", yaml, WIT_RESTRICT, &out);
    text_done(&out);
  }
  mem_done(&mem);
}
