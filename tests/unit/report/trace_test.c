/* SPDX-License-Identifier: MIT
 *
 * Counterexamples: which steps matter (report/slice), and how values and places
 * are written (report/values), on small programs that are run. */
#include "unit/unit.h"
#include "frontend/clang/clang.h"
#include "report/trace/trace.h"

#include <stdlib.h>

/* A run that ends in a signed overflow. */
typedef struct World {
  Mem mem;
  FeDiag diag;
  FeFiles files;
  char dir[64];
  Program *p;
  RepCounterexample c;
  Text text; /* as shown */
} World;

static void compile(World *w, const char *source) {
  char path[128];
  snprintf(w->dir, sizeof w->dir, "/tmp/cutpoint-test-XXXXXX");
  require(mkdtemp(w->dir) != NULL);
  snprintf(path, sizeof path, "%s/user.c", w->dir);
  require(file_write(path, source, strlen(source)));
  const char *inputs[] = {path};
  FeCompile setup = {.mem = &w->mem,
                     .temp_dir = w->dir,
                     .bits = 64,
                     .cores = 1,
                     .checks = FE_CHECK_OVERFLOW};
  require(fe_compile(&w->files, &setup, inputs, 1, &w->diag));
  require(fe_read_modules(&w->p, &w->mem, w->files.list.at, w->files.list.n,
                          &w->diag));
}

static void run(World *w, const uint64_t *values, uint32_t n) {
  InterpList list = {values, n, 0};
  InterpOptions options = {.trace = rep_counterexample_hook,
                           .trace_ctx = &w->c};
  rep_counterexample_begin(&w->c, w->p, 1000);
  Interp *interp = interp_new(&w->mem, w->p, options);
  InterpResult result = interp_run(interp, interp_list(&list));
  CHECK_INT(result.end, INTERP_ERROR);
  rep_counterexample_end(&w->c, interp, &result);
  interp_free(interp);
}

static void open_world(World *w, const char *source, uint64_t input,
                       RepCounterexampleMode mode) {
  *w = (World){0};
  mem_init(&w->mem, 0);
  fe_diag_init(&w->diag, &w->mem);
  fe_files_init(&w->files, &w->mem);
  text_init(&w->text, &w->mem);
  rep_counterexample_init(&w->c, &w->mem, mode);
  compile(w, source);
  run(w, (const uint64_t[]){input, input}, 2);
  rep_counterexample_text(&w->text, &w->c, REP_PLAIN);
}

static void close_world(World *w) {
  char command[128];
  rep_counterexample_done(&w->c);
  text_done(&w->text);
  prog_free(w->p);
  fe_files_done(&w->files);
  fe_diag_done(&w->diag);
  mem_done(&w->mem);
  snprintf(command, sizeof command, "rm -rf %s", w->dir);
  CHECK_INT(system(command), 0);
}

static bool says(const World *w, const char *words) {
  return strstr(text_get(&w->text), words) != NULL;
}

static void expect(const World *w, const char *words) {
  if (!says(w, words))
    unit_fail(__FILE__, __LINE__, "'%s' is missing in\n%s", words,
              text_get(&w->text));
}

static void expect_not(const World *w, const char *words) {
  if (says(w, words))
    unit_fail(__FILE__, __LINE__, "'%s' is in\n%s", words, text_get(&w->text));
}

/* The step that gives the variable its last value, or NULL. */
static const RepStep *last_step(const World *w, const char *name) {
  const RepStep *found = NULL;
  for (uint32_t i = 0; i < w->c.steps.n; i++)
    if (w->c.steps.at[i].kind == REP_STEP_ASSIGN &&
        strcmp(w->c.steps.at[i].name, name) == 0)
      found = &w->c.steps.at[i];
  return found;
}

/* ---- which steps matter ---- */

static const char calls[] = "extern int __VERIFIER_nondet_int(void);\n"
                            "static int twice(int n) { return n * 2; }\n"
                            "static int other(int k) { return k + 1; }\n"
                            "int main(void) {\n"
                            "  int unused = 3, big = __VERIFIER_nondet_int();\n"
                            "  unused = other(unused);\n"
                            "  for (int i = 0; i < 5; i++) unused += i;\n"
                            "  if (unused > 9) unused = 4;\n"
                            "  if (big > 5) big = twice(big);\n"
                            "  return big + unused;\n"
                            "}\n";

TEST(trace_has_what_the_error_depends_on) {
  World w;
  open_world(&w, calls, 2000000000, REP_COUNTEREXAMPLE_SHORT);
  expect(&w, "signed overflow in a multiplication");
  expect(&w, "big = 2000000000");
  expect(&w, "big > 5 is true");
  expect(&w, "twice(n = 2000000000)");
  expect_not(&w, "unused");
  expect_not(&w, "other");
  expect_not(&w, "i < 5");
  CHECK(last_step(&w, "big") && last_step(&w, "big")->matters);
  CHECK(last_step(&w, "unused") && !last_step(&w, "unused")->matters);
  CHECK_INT(w.c.calls.n, 1);
  close_world(&w);
}

TEST(trace_shows_all_on_request) {
  World w;
  open_world(&w, calls, 2000000000, REP_COUNTEREXAMPLE_FULL);
  expect(&w, "unused = 3");
  expect(&w, "other(k = 3)");
  expect(&w, "i < 5 is true");
  close_world(&w);
}

TEST(slice_follows_memory_and_branches) {
  World w;
  open_world(&w,
             "extern int __VERIFIER_nondet_int(void);\n"
             "int a[3], b[3];\n"
             "int main(void) {\n"
             "  int n = __VERIFIER_nondet_int(), k = 7;\n"
             "  int *p = a, *q = b;\n"
             "  q[1] = 5; p[1] = n; p[2] = 6;\n"
             "  if (k == 7) q[2] = 1;\n"
             "  if (p[1] > 0) p = &a[1];\n"
             "  return *p + 2147483647;\n"
             "}\n",
             1, REP_COUNTEREXAMPLE_SHORT);
  expect(&w, "n = 1");
  expect(&w, "a[1] = 1");
  expect(&w, "p[1] > 0 is true");
  expect_not(&w, "b[1] = 5"); /* another object */
  expect_not(&w, "a[2] = 6"); /* another cell */
  expect_not(&w, "k == 7");   /* decides nothing that is read */
  close_world(&w);
}

/* ---- how values are written ---- */

static CTypeId type_of(const World *w, const char *global) {
  GlobalId g = prog_find_global(w->p, global);
  require(g.id != 0);
  return w->p->vars.at[prog_global(w->p, g)->var.id].type;
}

TEST(values_are_written_by_their_types) {
  World w;
  open_world(&w,
             "extern int __VERIFIER_nondet_int(void);\n"
             "enum state { IDLE, RUNNING = 4 };\n"
             "struct item { int key; char tag; struct item *next; };\n"
             "struct pair { struct item one; int many[3]; } all;\n"
             "int main(void) {\n"
             "  enum state s = __VERIFIER_nondet_int() ? RUNNING : IDLE;\n"
             "  char c = 'x';\n"
             "  struct item *at = &all.one;\n"
             "  all.many[2] = __VERIFIER_nondet_int();\n"
             "  at->next = at; at->tag = c; at->key = s + 104;\n"
             "  return all.many[2] + at->next->key + at->next->tag;\n"
             "}\n",
             2147483647, REP_COUNTEREXAMPLE_SHORT);
  expect(&w, "s = RUNNING");
  expect(&w, "at = &all.one");
  expect(&w, "all.many[2] = 2147483647");
  expect(&w, "all.one.key = 108");
  expect_not(&w, "c = 'x'"); /* the first sum overflows */
  close_world(&w);
}

TEST(values_of_bytes_and_paths) {
  World w;
  open_world(&w,
             "struct item { int key; char tag[4]; } it[2];\n"
             "enum state { IDLE, RUNNING } s;\n"
             "char c; double d; _Bool yes;\n"
             "int main(void) { it[1].key = 2147483647;\n"
             "  return it[1].key + 1 + c + (int)d + yes + s; }\n",
             0, REP_COUNTEREXAMPLE_SHORT);
  static const struct {
    const char *global, *path;
    uint64_t offset, n;
  } paths[] = {{"it", "[1].key", 8, 4}, {"it", "[0].tag[3]", 7, 1}};
  static const struct {
    const char *global, *text;
    uint8_t bytes[8];
    uint64_t n;
  } values[] = {{"s", "RUNNING", {1}, 4},
                {"c", "'A'", {'A'}, 1},
                {"d", "1.0", {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}, 8}};
  Text out;
  text_init(&out, &w.mem);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    text_clear(&out);
    (void)prog_print_path(&out, w.p, type_of(&w, paths[i].global),
                          paths[i].offset, paths[i].n, (CTypeId){0});
    CHECK_TEXT(text_get(&out), paths[i].path);
  }
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    text_clear(&out);
    rep_print_value(&out, &w.c.memory, type_of(&w, values[i].global),
                    values[i].bytes, values[i].n);
    CHECK_TEXT(text_get(&out), values[i].text);
  }
  text_done(&out);
  close_world(&w);
}
