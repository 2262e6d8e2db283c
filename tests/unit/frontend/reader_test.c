/* SPDX-License-Identifier: MIT
 *
 * The reader on small programs: what each construct of C becomes. */
#include "unit/unit.h"
#include "frontend/clang/clang.h"
#include "ir/io.h"
#include "pass/pass.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct World {
  Mem mem;
  FeDiag diag;
  FeFiles files;
  char dir[64];
  Program *p; /* NULL: reading failed, see diag */
} World;

static void write_text(const char *path, const char *text) {
  require(file_write(path, text, strlen(text)));
}

/* Compiles and reads one user file and one model file (or NULL). */
static void open_world(World *w, int bits, const char *ending,
                       const char *source, const char *model) {
  mem_init(&w->mem, 0);
  fe_diag_init(&w->diag, &w->mem);
  fe_files_init(&w->files, &w->mem);
  snprintf(w->dir, sizeof w->dir, "/tmp/cutpoint-test-XXXXXX");
  require(mkdtemp(w->dir) != NULL);
  char user_path[128], model_path[128];
  snprintf(user_path, sizeof user_path, "%s/user.%s", w->dir, ending);
  snprintf(model_path, sizeof model_path, "%s/model.c", w->dir);
  write_text(user_path, source);
  const char *inputs[2] = {user_path, model_path};
  if (model) write_text(model_path, model);
  FeCompile setup = {
      .mem = &w->mem, .temp_dir = w->dir, .bits = bits, .cores = 1};
  require(fe_compile(&w->files, &setup, inputs, model ? 2 : 1, &w->diag));
  if (model) w->files.list.at[1].origin = FE_MODEL;
  w->p = NULL;
  bool good = fe_read_modules(&w->p, &w->mem, w->files.list.at, w->files.list.n,
                              &w->diag);
  require(good == (w->p != NULL));
  if (!good) return;
  Text problems;
  text_init(&problems, &w->mem);
  if (!prog_validate(w->p, &problems))
    unit_fail(__FILE__, __LINE__, "%s", text_get(&problems));
  text_done(&problems);
}

static void close_world(World *w) {
  char command[128];
  if (w->p) prog_free(w->p);
  fe_files_done(&w->files);
  fe_diag_done(&w->diag);
  mem_done(&w->mem);
  snprintf(command, sizeof command, "rm -rf %s", w->dir);
  CHECK_INT(system(command), 0);
}

static const Function *func(World *w, const char *name) {
  FuncId id = prog_find_function(w->p, name);
  require(id.id != 0);
  return prog_func(w->p, id);
}

/* The n-th listed instruction with that op, or NULL. */
static const Inst *find_op(const Function *f, Op op, uint32_t n) {
  for (uint32_t b = 0; b < f->blocks.n; b++)
    for (uint32_t i = 0; i < f->blocks.at[b].insts.n; i++) {
      const Inst *inst = &f->insts.at[f->blocks.at[b].insts.at[i]];
      if (inst->op == op && n-- == 0) return inst;
    }
  return NULL;
}

static uint32_t count_op(const Function *f, Op op) {
  uint32_t n = 0;
  while (find_op(f, op, n)) n++;
  return n;
}

static const char *name_of(World *w, const Inst *inst) {
  if (!inst) return "(no such instruction)";
  return inst->name == UINT32_MAX ? "" : names_text(&w->p->names, inst->name);
}

/* Does the printed function contain `piece`? */
static bool prints(World *w, const char *function, const char *piece) {
  Text out;
  text_init(&out, &w->mem);
  prog_print_function(&out, w->p, prog_find_function(w->p, function));
  bool found = strstr(text_get(&out), piece) != NULL;
  text_done(&out);
  return found;
}

static bool ledger_has(World *w, Direction direction, const char *piece) {
  for (uint32_t i = 0; i < w->p->ledger.n; i++)
    if (w->p->ledger.at[i].direction == direction &&
        strstr(w->p->ledger.at[i].reason, piece))
      return true;
  return false;
}

static const CVar *find_var(World *w, const char *name) {
  for (uint32_t i = 1; i < w->p->vars.n; i++)
    if (strcmp(w->p->vars.at[i].name, name) == 0) return &w->p->vars.at[i];
  return NULL;
}

TEST(reader_uninitialised_local_is_an_input) {
  World w;
  open_world(&w, 64, "c",
             "void err(void); int c(void);\n"
             "int main(void) { int x; if (c()) x = 1;\n"
             "  if (x != 1) err(); return 0; }\n",
             NULL);
  const Function *f = func(&w, "main");
  const Inst *input = find_op(f, OP_NONDET, 0);
  CHECK(input != NULL && input->imm == INPUT_UNINIT);
  CHECK_TEXT(name_of(&w, input), "x");
  CHECK_INT(count_op(f, OP_PHI), 1);
  CHECK_INT(count_op(f, OP_ALLOCA), 0);
  CHECK(prints(&w, "main", "call @err"));
  close_world(&w);
}

TEST(reader_keeps_dead_operations) {
  World w;
  open_world(&w, 64, "c",
             "int f(int a, int *p) { a + 1; *p; return 3 / a, 0; }\n"
             "int main(void) { return 0; }\n",
             NULL);
  const Function *f = func(&w, "f");
  CHECK_INT(count_op(f, OP_LOAD), 1);
  CHECK_INT(count_op(f, OP_SDIV), 1);
  const Inst *add = find_op(f, OP_ADD, 0);
  CHECK(add != NULL && (add->flags & INST_NSW));
  close_world(&w);
}

TEST(reader_debug_names_and_scopes) {
  World w;
  open_world(&w, 32, "c",
             "struct pair { int a, b; };\n"
             "unsigned long total; static struct pair *head;\n"
             "int f(unsigned char letter) {\n"
             "  static int calls; calls++;\n"
             "  {\n"
             "    const char *text = \"x\"; total += text[letter];\n"
             "  }\n"
             "  return head->b; }\n"
             "int main(void) { _Bool flag = 1; double d = 2; int a[3][4];\n"
             "  a[1][2] = flag; return f(a[1][2]) + (int)d; }\n",
             NULL);
  const CVar *text = find_var(&w, "text"), *flag = find_var(&w, "flag");
  CHECK(text != NULL && flag != NULL);
  CHECK_TEXT(text->type_name, "const char *");
  CHECK_INT(text->encoding, CENC_POINTER);
  CHECK_INT(text->scope_line, 5);
  CHECK_TEXT(prog_func(w.p, text->func)->name, "f");
  CHECK_INT(flag->encoding, CENC_BOOL);
  CHECK_INT(flag->scope_line, 9);
  CHECK_INT(find_var(&w, "letter")->encoding, CENC_CHAR);
  CHECK_INT(find_var(&w, "d")->encoding, CENC_FLOAT);
  CHECK_TEXT(find_var(&w, "a")->type_name, "int [3][4]");
  CHECK_TEXT(find_var(&w, "head")->type_name, "struct pair *");
  CHECK_INT(find_var(&w, "total")->func.id, 0);
  CHECK_INT(find_var(&w, "total")->encoding, CENC_UNSIGNED);
  CHECK_TEXT(prog_func(w.p, find_var(&w, "calls")->func)->name, "f");
  CHECK(prog_global(w.p, prog_find_global(w.p, "total"))->var.id != 0);
  CHECK_INT(w.p->pointer_bits, 32);
  close_world(&w);
}

TEST(reader_positions) {
  World w;
  open_world(&w, 64, "c", "\nint main(void) {\n  return *(int *)0; }\n", NULL);
  const Inst *load = find_op(func(&w, "main"), OP_LOAD, 0);
  const SrcLoc *at = prog_loc_get(w.p, load->loc);
  CHECK_INT(at->line, 3);
  CHECK_INT(at->col, 10);
  CHECK_TEXT(prog_func(w.p, at->func)->name, "main");
  CHECK(strstr(w.p->files.at[at->file], "user.c") != NULL);
  CHECK_INT(prog_loc_get(w.p, func(&w, "main")->loc)->line, 2);
  close_world(&w);
}

TEST(reader_labels_name_blocks) {
  World w;
  open_world(&w, 64, "c",
             "int main(int c, char **v) { if (c) goto ERROR; return 0;\n"
             "ERROR: return 1; }\n",
             NULL);
  CHECK(prints(&w, "main", "ERROR:"));
  close_world(&w);
}

TEST(reader_initialisers) {
  World w;
  open_world(&w, 32, "c",
             "struct s { char c; short h; int *p; double d; };\n"
             "int x[4] = {1, 2}; int f(int a) { return a; }\n"
             "struct s g = {'a', -2, &x[2], 1.5};\n"
             "int (*table[])(int) = {f, 0, f}; char text[8] = \"hi\";\n"
             "unsigned long number = (unsigned long)x + 3;\n"
             "int main(void) { return 0; }\n",
             NULL);
  const Global *g = prog_global(w.p, prog_find_global(w.p, "g"));
  CHECK_INT(g->size, 16);
  CHECK_INT(g->init[0], 'a');
  CHECK_INT(g->init[2], 0xfe);
  CHECK_INT(g->init[15], 0x3f);
  CHECK_INT(g->n_relocs, 1);
  CHECK_INT(g->relocs[0].offset, 4);
  CHECK_INT(g->relocs[0].addend, 8);
  CHECK_INT(g->relocs[0].global.id, prog_find_global(w.p, "x").id);
  const Global *table = prog_global(w.p, prog_find_global(w.p, "table"));
  CHECK_INT(table->n_relocs, 2);
  CHECK_INT(table->relocs[1].offset, 8);
  const Global *text = prog_global(w.p, prog_find_global(w.p, "text"));
  CHECK_INT(text->init[1], 'i');
  const Global *number = prog_global(w.p, prog_find_global(w.p, "number"));
  CHECK_INT(number->relocs[0].addend, 3);
  close_world(&w);
}

TEST(reader_addresses) {
  World w;
  open_world(&w, 64, "c",
             "struct s { int a; long b; }; struct s t[5];\n"
             "long get(int i) { return t[i].b; }\n"
             "long *fixed(void) { return &t[2].b; }\n"
             "int main(void) { return 0; }\n",
             NULL);
  const Inst *gep = find_op(func(&w, "get"), OP_GEP, 0);
  CHECK(gep != NULL && gep->n_ops == 2);
  CHECK_INT(gep->stride, 16);
  CHECK(prints(&w, "fixed", "$t+40"));
  close_world(&w);
}

TEST(reader_intrinsics_are_spelled_out) {
  World w;
  open_world(&w, 64, "c",
             "int f(int a, int b, unsigned c, double d) { int r;\n"
             "  if (__builtin_sadd_overflow(a, b, &r)) return 0;\n"
             "  r += __builtin_popcount(c) + __builtin_ctz(c);\n"
             "  r += __builtin_bswap32(c) + __builtin_rotateleft32(c, 3);\n"
             "  d = __builtin_floor(d) + __builtin_fabs(d);\n"
             "  if (__builtin_isnan(d)) __builtin_trap();\n"
             "  return r + (int)d; }\n"
             "int main(void) { return 0; }\n",
             NULL);
  const Function *f = func(&w, "f");
  CHECK_INT(count_op(f, OP_FMATH), 2);
  CHECK_TEXT(name_of(&w, find_op(f, OP_STOP, 0)), "abort");
  CHECK_INT(count_op(f, OP_UNSUPPORTED), 0);
  CHECK_INT(count_op(f, OP_CALL), 0);
  close_world(&w);
}

TEST(reader_varargs_both_models) {
  static const char source[] =
      "#include <stdarg.h>\n"
      "struct big { long a[3]; };\n"
      "int sum(int n, ...) { va_list v; va_start(v, n);\n"
      "  int t = va_arg(v, int); va_end(v); return t; }\n"
      "int main(void) { struct big b = {{1}}; return sum(1, 2, b, 3); }\n";
  for (int bits = 32; bits <= 64; bits += 32) {
    World w;
    open_world(&w, bits, "c", source, NULL);
    CHECK_INT(func(&w, "sum")->arity, FUNC_VARIADIC);
    CHECK_INT(count_op(func(&w, "sum"), OP_VA_AREA), 1);
    const Inst *call = find_op(func(&w, "main"), OP_CALL, 0);
    CHECK_INT(call->n_ops, 1 + 1 + 1 + 3 + 1);
    close_world(&w);
  }
}

TEST(reader_byval_is_copied) {
  World w;
  open_world(&w, 64, "c",
             "struct big { int a[10]; };\n"
             "int f(struct big b) { b.a[0] = 1; return b.a[1]; }\n"
             "int main(void) { static struct big g; return f(g); }\n",
             NULL);
  const Function *f = func(&w, "main");
  CHECK_INT(count_op(f, OP_ALLOCA), 1);
  CHECK_INT(count_op(f, OP_MEMCPY), 1);
  close_world(&w);
}

TEST(reader_computed_goto) {
  World w;
  open_world(&w, 64, "c",
             "int main(int c, char **v) { void *t[] = {&&a, &&b};\n"
             "  goto *t[c & 1]; a: return 1; b: return 2; }\n",
             NULL);
  const Inst *jump = find_op(func(&w, "main"), OP_SWITCH, 0);
  CHECK(jump != NULL && jump->n_ops == 3);
  CHECK_INT(count_op(func(&w, "main"), OP_UNSUPPORTED), 1);
  close_world(&w);
}

TEST(reader_unsupported_has_name_and_place) {
  World w;
  open_world(&w, 64, "c",
             "typedef unsigned long pthread_t;\n"
             "int pthread_create(pthread_t *, void *, void *(*)(void *), "
             "void *);\n"
             "int main(void) { pthread_t t;\n"
             "  pthread_create(&t, 0, 0, 0); return 0; }\n",
             NULL);
  const Inst *end = find_op(func(&w, "main"), OP_UNSUPPORTED, 0);
  CHECK_TEXT(name_of(&w, end), "threads");
  CHECK_INT(prog_loc_get(w.p, end->loc)->line, 4);
  CHECK_INT(count_op(func(&w, "main"), OP_RET), 0);
  close_world(&w);
}

TEST(reader_inline_assembly) {
  World w;
  open_world(&w, 64, "c",
             "int f(int x, int *p) { int y; __asm__(\"\" : \"+r\"(x));\n"
             "  __asm__ volatile(\"\" ::: \"memory\");\n"
             "  __asm__(\"movl %1, %0\" : \"=r\"(y) : \"r\"(x));\n"
             "  __asm__(\"incl %0\" : \"+m\"(*p)); return y; }\n"
             "int main(void) { return 0; }\n",
             NULL);
  const Function *f = func(&w, "f");
  CHECK_INT(count_op(f, OP_NONDET), 1);
  CHECK_INT(find_op(f, OP_NONDET, 0)->imm, INPUT_ASM);
  CHECK_INT(count_op(f, OP_HAVOC), 1);
  CHECK(ledger_has(&w, LEDGER_OVER, "inline assembly"));
  close_world(&w);
}

TEST(reader_aggregates_and_vectors_are_integers) {
  World w;
  open_world(&w, 64, "c",
             "typedef int v4 __attribute__((vector_size(16)));\n"
             "struct two { long a; double b; };\n"
             "v4 add(v4 a, v4 b) { return a + b; }\n"
             "struct two flip(struct two t) { t.a++; return t; }\n"
             "int main(void) { struct two t = {1, 2};\n"
             "  return (int)flip(t).a; }\n",
             NULL);
  CHECK_INT(count_op(func(&w, "add"), OP_ADD), 4);
  CHECK_INT(prog_type(w.p, func(&w, "add")->ret)->bits, 128);
  CHECK_INT(prog_type(w.p, func(&w, "flip")->ret)->bits, 128);
  close_world(&w);
}

TEST(reader_models_come_in_when_needed) {
  World w;
  open_world(&w, 64, "c",
             "void *malloc(unsigned long); int strange(int); int own(void);\n"
             "int own(void) { return 1; }\n"
             "int (*pointer)(int) = strange;\n"
             "int main(void) { return malloc(3) != 0 && own() && strange(2);\n"
             "}\n",
             "void *__cutpoint_alloc(unsigned long);\n"
             "void *malloc(unsigned long n) { return __cutpoint_alloc(n); }\n"
             "int own(void) { return 2; } int unused(void) { return 3; }\n");
  const Function *m = func(&w, "malloc");
  CHECK_INT(m->origin, FUNC_MODEL);
  CHECK_INT(count_op(m, OP_ALLOC), 1);
  CHECK(find_op(m, OP_ALLOC, 0)->flags & INST_MODEL);
  CHECK_INT(func(&w, "own")->origin, FUNC_USER);
  CHECK(prints(&w, "own", "ret i32 1"));
  CHECK_INT(prog_find_function(w.p, "unused").id, 0);
  CHECK_INT(func(&w, "strange")->state, FUNC_DECLARED);
  Property property = {.kinds = 1u << PROPERTY_UNREACH_CALL, .entry = "main"};
  pass_externs(w.p, &property, NULL);
  CHECK_INT(func(&w, "strange")->state, FUNC_DEFINED);
  CHECK(ledger_has(&w, LEDGER_PREMISE, "'strange' has no body"));
  CHECK(prints(&w, "main", "name=strange"));
  Text problems;
  text_init(&problems, &w.mem);
  CHECK(prog_validate(w.p, &problems));
  text_done(&problems);
  close_world(&w);
}

TEST(reader_error_functions_stay_calls) {
  World w;
  open_world(&w, 64, "c",
             "void reach_error(void); void mine(void); void other(void);\n"
             "int main(void) { reach_error(); mine(); other(); return 0; }\n",
             NULL);
  Property property = {.entry = "main", .error_function = "mine"};
  pass_externs(w.p, &property, NULL);
  CHECK_INT(count_op(func(&w, "main"), OP_CALL), 2);
  close_world(&w);
}

TEST(reader_multiply_add_by_machine) {
  World w;
  open_world(&w, 64, "c",
             "double plain(double a, double b) { return a * b + 1; }\n"
             "__attribute__((target(\"fma\"))) double\n"
             "fused(double a, double b) { return a * b + 1; }\n"
             "int main(void) { return plain(1, 2) == fused(1, 2); }\n",
             NULL);
  CHECK_INT(count_op(func(&w, "plain"), OP_FMATH), 0);
  CHECK_INT(count_op(func(&w, "plain"), OP_FMUL), 1);
  const Function *f = func(&w, "fused");
  CHECK_INT(count_op(f, OP_FMATH), 1);
  CHECK_INT(count_op(f, OP_FMUL), 1);
  CHECK_INT(count_op(f, OP_SELECT), 1);
  CHECK_INT(count_op(f, OP_NONDET), 1);
  close_world(&w);
}

TEST(reader_llvm_assembly_with_undef) {
  World w;
  open_world(
      &w, 64, "ll",
      "target datalayout = "
      "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:"
      "32:64-S128\"\n"
      "target triple = \"x86_64-pc-linux-gnu\"\n"
      "@g = global [2 x ptr] [ptr getelementptr (i8, ptr @g, i64 8), ptr null]\n"
      "define i32 @main(i32 %c, ptr %v) {\n"
      "entry:\n  br label %a\n"
      "dead:\n  %q = add i32 %q, 1\n  br label %a\n"
      "a:\n  %p = phi i32 [ undef, %entry ], [ %q, %dead ]\n"
      "  %s = insertvalue { i32, ptr } poison, i32 %p, 0\n"
      "  %t = insertvalue { i32, ptr } %s, ptr @g, 1\n"
      "  %e = extractvalue { i32, ptr } %t, 0\n"
      "  %f = freeze i32 %e\n"
      "  switch i32 %f, label %b [ i32 1, label %d\n i32 2, label %d ]\n"
      "b:\n  unreachable\n"
      "d:\n  %m = phi i32 [ ptrtoint (ptr @g to i32), %a ], "
      "[ ptrtoint (ptr @g to i32), %a ]\n"
      "  ret i32 %m\n}\n",
      NULL);
  const Function *f = func(&w, "main");
  CHECK_INT(f->blocks.n, 4);
  CHECK_INT(find_op(f, OP_NONDET, 0)->imm, INPUT_UNDEF);
  CHECK_INT(find_op(f, OP_PHI, 1)->n_ops, 1);
  CHECK_TEXT(name_of(&w, find_op(f, OP_STOP, 0)), "unreachable");
  CHECK_INT(prog_global(w.p, prog_find_global(w.p, "g"))->relocs[0].addend, 8);
  close_world(&w);
}

TEST(reader_constructors_run_before_main) {
  World w;
  open_world(
      &w, 64, "c",
      "int x; __attribute__((constructor(200))) void b(void) { x = 2; }\n"
      "__attribute__((constructor(101))) void a(void) { x = 1; }\n"
      "int main(void) { return x; }\n",
      NULL);
  const Function *f = func(&w, "main");
  CHECK_INT(count_op(f, OP_CALL), 2);
  FuncId first = prog_const(w.p, find_op(f, OP_CALL, 0)->ops[0])->func;
  CHECK_TEXT(prog_func(w.p, first)->name, "a");
  close_world(&w);
}

TEST(reader_deep_nesting) {
  World w;
  Text source;
  mem_init(&w.mem, 0);
  text_init(&source, &w.mem);
  text_add(&source, "int main(int x) { return ");
  for (int i = 0; i < 2000; i++) text_char(&source, '(');
  text_add(&source, "x");
  for (int i = 0; i < 2000; i++) text_add(&source, "+1)");
  text_add(&source, "; }\n");
  char *text = strdup(text_get(&source));
  text_done(&source);
  mem_done(&w.mem);
  open_world(&w, 64, "c", text, NULL);
  CHECK_INT(count_op(func(&w, "main"), OP_ADD), 2000);
  close_world(&w);
  free(text);
}

TEST(reader_bad_files_are_told) {
  Mem mem;
  mem_init(&mem, 0);
  FeDiag diag;
  fe_diag_init(&diag, &mem);
  char path[] = "/tmp/cutpoint-test-XXXXXX";
  int fd = mkstemp(path);
  CHECK(fd >= 0 && write(fd, "BC\xc0\xde broken", 11) == 11);
  close(fd);
  Program *p;
  FeInput inputs[2] = {{.path = path}, {.path = "/nonexistent.bc"}};
  CHECK(!fe_read_modules(&p, &mem, inputs, 1, &diag));
  CHECK_TEXT(diag.list.at[0].file, path);
  CHECK(!fe_read_modules(&p, &mem, inputs + 1, 1, &diag));
  CHECK(!fe_read_modules(&p, &mem, inputs, 0, &diag));
  CHECK(diag.list.n >= 3);
  unlink(path);
  fe_diag_done(&diag);
  mem_done(&mem);
}

/* Reads the files again, with this list of symbols beside them. */
static int state_with_list(World *w, const char *line) {
  const char *model = strrchr(w->files.list.at[1].path, '/') + 1;
  char path[128], text[128];
  snprintf(path, sizeof path, "%s/symbols", w->dir);
  snprintf(text, sizeof text, "%s: %s 0 0\n", model, line);
  write_text(path, text);
  if (w->p) prog_free(w->p);
  require(fe_read_modules(&w->p, &w->mem, w->files.list.at, 2, &w->diag));
  return func(w, "helper")->state;
}

TEST(reader_reads_the_models_that_are_needed) {
  World w;
  open_world(&w, 64, "c",
             "int helper(void); int main(void) { return helper(); }",
             "int helper(void) { return 3; }");
  CHECK_INT(func(&w, "helper")->state, FUNC_DEFINED); /* there is no list */
  CHECK_INT(state_with_list(&w, "helper T"), FUNC_DEFINED);
  CHECK_INT(state_with_list(&w, "helper U"), FUNC_DECLARED);
  CHECK_INT(state_with_list(&w, "other T"), FUNC_DECLARED);
  close_world(&w);
}
