/* SPDX-License-Identifier: MIT
 *
 * Clang's own checks: code that is compiled with all of them, and of which a
 * view keeps some, is the code that is compiled with those alone. */
#include "unit/unit.h"
#include "frontend/clang/clang.h"
#include "ir/io.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct World {
  Mem mem;
  FeDiag diag;
  char dir[64], path[128];
  uint32_t n; /* compiled so far */
} World;

static void open_world(World *w, const char *source) {
  *w = (World){0};
  mem_init(&w->mem, 0);
  fe_diag_init(&w->diag, &w->mem);
  snprintf(w->dir, sizeof w->dir, "/tmp/cutpoint-test-XXXXXX");
  require(mkdtemp(w->dir) != NULL);
  snprintf(w->path, sizeof w->path, "%s/user.c", w->dir);
  require(file_write(w->path, source, strlen(source)));
}

static void close_world(World *w) {
  char command[128];
  fe_diag_done(&w->diag);
  mem_done(&w->mem);
  snprintf(command, sizeof command, "rm -rf %s", w->dir);
  CHECK_INT(system(command), 0);
}

static void compile(World *w, FeFiles *files, uint32_t checks, bool marks) {
  const char *inputs[] = {w->path};
  FeCompile setup = {.mem = &w->mem,
                     .temp_dir = w->dir,
                     .bits = 64,
                     .cores = 1,
                     .checks = checks,
                     .lives = marks ? FE_LIVES_MARKED : FE_LIVES_UNMARKED};
  fe_files_init(files, &w->mem);
  require(fe_compile(files, &setup, inputs, 1, &w->diag));
  w->n++;
}

/* The program as read, in text. */
static void print(World *w, Text *out, const FeFiles *files) {
  Program *p;
  text_init(out, &w->mem);
  require(
      fe_read_modules(&p, &w->mem, files->list.at, files->list.n, &w->diag));
  Text problems;
  text_init(&problems, &w->mem);
  if (!prog_validate(p, &problems))
    unit_fail(__FILE__, __LINE__, "%s", text_get(&problems));
  text_done(&problems);
  prog_print(out, p);
  prog_free(p);
}

/* Compiled with all checks and with `kept` alone: is it the same? */
static void compare(World *w, uint32_t kept) {
  FeFiles all, some, view;
  Text expected, got;
  compile(w, &some, kept, false);
  print(w, &expected, &some);
  compile(w, &all, FE_CHECK_SETS - 1, false);
  fe_files_init(&view, &w->mem);
  fe_files_view(&view, &all, (FeView){.checks = kept});
  print(w, &got, &view);
  CHECK_TEXT(text_get(&got), text_get(&expected));
  text_done(&expected);
  text_done(&got);
  fe_files_done(&view);
  fe_files_done(&all);
  fe_files_done(&some);
}

static const char arithmetic[] =
    "long seen;\n"
    "static int f(int a, int b, unsigned u, long l) {\n"
    "  int r = a / b + a % b;\n"
    "  r <<= b; r *= 3; r = -r; ++r; r += a << 3;\n"
    "  u = u << r >> 2; u /= 7; u %= b; l = l / 2 - l * a;\n"
    "  int q[2] = {a + b, a - b};\n"
    "  seen = a + (a > b ? a * b : a && b / a);\n"
    "  switch (r + 1) { case 1: r = q[a & 1] / b; break; default: a + b; }\n"
    "  while (r > a * 2) { if (r / a == 3) break; r = r - a; }\n"
    "  return r + (int)u + (int)l;\n"
    "}\n"
    "int main(void) { return f(1, 2, 3, 4) + (1 << 2) + 7 / 2; }\n";

TEST(checks_of_others_leave_nothing_behind) {
  World w;
  open_world(&w, arithmetic);
  for (uint32_t kept = 0; kept < FE_CHECK_SETS; kept++) compare(&w, kept);
  CHECK_INT(w.n, 2 * FE_CHECK_SETS);
  close_world(&w);
}

TEST(checks_on_constants_are_told_apart) {
  World w;
  open_world(&w, "int main(void) {\n"
                 "  int a = 2147483647 + 1, b = 1 / 0, c = 1 << 40;\n"
                 "  return a + b + c + (1 << 31) + -(-2147483647 - 1);\n"
                 "}\n");
  for (uint32_t kept = 0; kept < FE_CHECK_SETS; kept++) compare(&w, kept);
  close_world(&w);
}

/* ---- when locals die ---- */

static bool matter(const char *source) {
  World w;
  FeFiles files;
  open_world(&w, source);
  compile(&w, &files, FE_CHECK_SETS - 1, false);
  bool result = fe_lives_matter(&w.mem, files.list.at, files.list.n);
  fe_files_done(&files);
  close_world(&w);
  return result;
}

TEST(lives_matter_where_an_inner_block_has_memory) {
  CHECK(!matter("int main(void) { for (int i = 0; i < 3; i++) { int k = i; "
                "if (k > 2) return k; } int a[3]; a[0] = 1; return a[0]; }"));
  CHECK(matter("int *p; int main(void) { for (int i = 0; i < 3; i++) { "
               "int k; p = &k; } return *p; }"));
  CHECK(matter("int main(void) { if (1) { int a[3]; a[0] = 1; } return 0; }"));
  CHECK(matter("int *p; int main(void) { p = (int[]){1, 2}; return *p; }"));
  CHECK(matter("int main(int n, char **v) { int a[n]; a[0] = 1; return a[0]; "
               "}"));
  CHECK(matter("struct s { long a[9]; }; struct s *p; struct s f(void) { "
               "struct s x; p = &x; return x; } int main(void) { f(); }"));
  CHECK(matter("int *p; static inline __attribute__((always_inline)) void "
               "f(void) { int x; p = &x; } int main(void) { f(); return *p; "
               "}"));
}

TEST(a_file_that_asks_for_checks_is_known) {
  World w;
  FeFiles files;
  open_world(&w, "#if __has_feature(undefined_behavior_sanitizer)\n"
                 "int k;\n#endif\nint main(void) { return 0; }\n");
  compile(&w, &files, FE_CHECK_OVERFLOW, false);
  CHECK(files.asks_for_checks);
  fe_files_done(&files);
  close_world(&w);
  open_world(&w, "#include <stdlib.h>\nint main(void) { return 0; }\n");
  compile(&w, &files, FE_CHECK_OVERFLOW, true);
  CHECK(!files.asks_for_checks);
  fe_files_done(&files);
  close_world(&w);
}
