/* SPDX-License-Identifier: MIT
 *
 * Call graph and points-to on small programs written for one question each.
 * Values are found by their name= attribute. */
#include "unit/unit.h"
#include "analysis/analysis.h"
#include "ir/io.h"

typedef struct Fixture {
  Mem mem;
  Program *program;
  PointsTo *points;
} Fixture;

static void open_text(Fixture *x, const char *text) {
  mem_init(&x->mem, 0);
  Text error;
  text_init(&error, &x->mem);
  bool parsed = prog_parse(&x->program, &x->mem, text, &error);
  if (parsed) CHECK(prog_validate(x->program, &error));
  CHECK_TEXT(text_get(&error), "");
  text_done(&error);
  require(parsed);
  x->points = prog_points_new(x->program);
  prog_points_validate(x->points);
}

static void done(Fixture *x) {
  prog_points_free(x->points);
  prog_free(x->program);
  mem_done(&x->mem);
}

/* The instruction called `name`, in any function. */
static uint32_t named(const Fixture *x, const char *name, FuncId *in) {
  for (uint32_t f = 1; f < x->program->funcs.n; f++) {
    const Function *function = &x->program->funcs.at[f];
    for (uint32_t i = 1; i < function->insts.n; i++) {
      uint32_t text = function->insts.at[i].name;
      if (text == UINT32_MAX) continue;
      if (strcmp(names_text(&x->program->names, text), name) != 0) continue;
      *in = (FuncId){f};
      return i;
    }
  }
  unreachable_case();
  return 0;
}

static void describe(const Fixture *x, uint32_t object, Text *out) {
  const MemObject *o = prog_points_object(x->points, object);
  if (out->n) text_char(out, ' ');
  switch (o->kind) {
  case OBJECT_UNKNOWN: text_add(out, "?"); break;
  case OBJECT_GLOBAL:
    text_add(out, prog_global(x->program, o->global)->name);
    break;
  case OBJECT_FUNC: text_add(out, prog_func(x->program, o->func)->name); break;
  case OBJECT_VA_AREA: text_add(out, "va"); break;
  case OBJECT_ALLOCA:
  case OBJECT_ALLOC:
    text_add(out, names_text(
                      &x->program->names,
                      prog_func(x->program, o->func)->insts.at[o->inst].name));
  }
}

static void check_targets(Fixture *x, const char *name, const char *want) {
  FuncId f;
  uint32_t inst = named(x, name, &f);
  IndexVec objects = {0};
  Text got;
  text_init(&got, &x->mem);
  unsigned flags = prog_points_targets(x->points, f, val_local(inst), &objects);
  for (uint32_t i = 0; i < objects.n; i++) describe(x, objects.at[i], &got);
  if (flags & POINTS_INDETERMINATE) text_add(&got, " !");
  if (strcmp(text_get(&got), want) != 0)
    unit_fail(__FILE__, __LINE__, "%s points to \"%s\", not \"%s\"", name,
              text_get(&got), want);
  text_done(&got);
  VEC_DONE(&x->mem, &objects);
}

#define HEAD                                                                   \
  "pointer 64\nentry @main\nsites 9\n"                                         \
  "global $x i32 size=4 align=4\n"                                             \
  "global $y i32 size=4 align=4\n"                                             \
  "global $z i32 size=4 align=4\n"                                             \
  "global $p ptr size=8 align=8\n"                                             \
  "global $q ptr size=8 align=8\n"                                             \
  "type t1 = i8 size=1 align=1\n"                                              \
  "type t2 = [32 x i8] size=32 align=1\n"                                      \
  "global $s t2 size=32 align=8\n"                                             \
  "global $t t2 size=32 align=8\n"                                             \
  "global $e ptr external size=8 align=8\n"

TEST(program_points_fields) {
  Fixture x;
  open_text(&x, HEAD "define void @main() {\n"
                     "b0:\n"
                     "  store $x, $s\n"
                     "  store $y, $s+8\n"
                     "  %1 = load ptr $s name=a\n"
                     "  %2 = load ptr $s+8 name=b\n"
                     "  %3 = load ptr $s+16 name=c\n"
                     "  %4 = gep ptr $s imm=8 name=d\n"
                     "  %5 = load ptr %4 name=e\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "x");
  check_targets(&x, "b", "y");
  check_targets(&x, "c", "");
  check_targets(&x, "d", "s");
  check_targets(&x, "e", "y");
  done(&x);
}

TEST(program_points_array_of_structs) {
  Fixture x;
  open_text(&x, HEAD "define void @main(i64 %1) {\n"
                     "b0:\n"
                     "  store $x, $s\n"
                     "  store $y, $s+24\n"
                     "  %20 = gep ptr $s, %1 stride=16\n"
                     "  %2 = load ptr %20 name=a\n"
                     "  %3 = gep ptr $s, %1 imm=8 stride=16\n"
                     "  %4 = load ptr %3 name=b\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "x");
  check_targets(&x, "b", "y");
  done(&x);
}

TEST(program_points_integers) {
  Fixture x;
  open_text(&x, HEAD "define void @main(i64 %1) {\n"
                     "b0:\n"
                     "  %20 = ptrtoint i64 $x\n"
                     "  %2 = add i64 %20, %1\n"
                     "  %3 = and i64 %2, i64 -8\n"
                     "  store %3, $s\n"
                     "  %5 = load ptr $s name=a\n"
                     "  %6 = ptrtoint i64 $y\n"
                     "  %7 = trunc i32 %6\n"
                     "  %8 = zext i64 %7\n"
                     "  %10 = inttoptr ptr %8 name=b\n"
                     "  %11 = load i8 %10\n"
                     "  %12 = zext i128 %6\n"
                     "  %13 = shl i128 %12, i128 64\n"
                     "  store %13, $t\n"
                     "  %15 = load ptr $t+8 name=c\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "x");
  check_targets(&x, "b", "y");
  check_targets(&x, "c", "y");
  done(&x);
}

TEST(program_points_bytes) {
  Fixture x;
  open_text(&x, HEAD "define void @main() {\n"
                     "b0:\n"
                     "  store $x, $s\n"
                     "  br b1\n"
                     "b1:\n"
                     "  %1 = phi i64 [i64 0, b0], [%6, b1]\n"
                     "  %2 = gep ptr $s, %1 stride=1\n"
                     "  %3 = load i8 %2\n"
                     "  %4 = gep ptr $t, %1 stride=1\n"
                     "  store %3, %4\n"
                     "  %6 = add i64 %1, i64 1\n"
                     "  %7 = ult i1 %6, i64 8\n"
                     "  condbr %7, b1, b2\n"
                     "b2:\n"
                     "  %9 = load ptr $t name=a\n"
                     "  %10 = load i32 %9\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "x");
  done(&x);
}

TEST(program_points_copies) {
  Fixture x;
  open_text(&x, HEAD "define void @main(i64 %1) {\n"
                     "b0:\n"
                     "  store $x, $s\n"
                     "  store $y, $s+8\n"
                     "  memcpy $t, $s, i64 16\n"
                     "  %20 = load ptr $t name=a\n"
                     "  %2 = load ptr $t+8 name=b\n"
                     "  %3 = alloca ptr imm=32 aux=t2 name=loc site=1\n"
                     "  store $z, %3\n"
                     "  %5 = alloca ptr imm=32 aux=t2 name=loc2 site=2\n"
                     "  memcpy %5, %3, %1\n"
                     "  %6 = gep ptr %5 imm=8\n"
                     "  %7 = load ptr %6 name=c\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "x");
  check_targets(&x, "b", "y");
  check_targets(&x, "c", "z !");
  done(&x);
}

/* What an unknown pointer may hit: what escaped, and only that. */
TEST(program_points_unknown) {
  Fixture x;
  open_text(&x, HEAD "declare ptr @ext(ptr %1)\n"
                     "define void @main() {\n"
                     "b0:\n"
                     "  %1 = nondet.verifier ptr name=a site=1\n"
                     "  %2 = load i32 %1\n"
                     "  store $x, $e\n"
                     "  %4 = call ptr @ext, $y site=2 name=b\n"
                     "  %5 = load i32 %4\n"
                     "  %6 = load i32 $z\n"
                     "  %7 = nondet.uninit ptr name=c site=3\n"
                     "  %8 = load i32 %7\n"
                     "  store $p, $q\n"
                     "  %10 = nondet.verifier i64 site=4\n"
                     "  %11 = inttoptr ptr %10 name=d\n"
                     "  %12 = load i32 %11\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "? x y e");
  check_targets(&x, "b", "? x y e");
  check_targets(&x, "c", " !");
  check_targets(&x, "d", "? x y e");
  CHECK(prog_points_object(x.points,
                           prog_points_of_global(x.points, (GlobalId){1}))
            ->escape == OBJECT_ESCAPED);
  GlobalId z = prog_find_global(x.program, "z");
  CHECK(prog_points_object(x.points, prog_points_of_global(x.points, z))
            ->escape == OBJECT_PRIVATE);
  done(&x);
}

/* What is stored through an unknown pointer escapes; what is read there is
 * unknown again. */
TEST(program_points_unknown_contents) {
  Fixture x;
  open_text(&x, HEAD "define void @main() {\n"
                     "b0:\n"
                     "  %1 = nondet.extern ptr site=1\n"
                     "  store $s, %1\n"
                     "  store $x, $s+8\n"
                     "  %4 = load ptr %1 name=a\n"
                     "  %5 = load ptr %4 name=b\n"
                     "  %6 = load i32 %5\n"
                     "  %7 = load ptr $s+8 name=c\n"
                     "  store i32 1, %7\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "? x s e !");
  check_targets(&x, "b", "? x s e !");
  check_targets(&x, "c", "? x s e !");
  done(&x);
}

TEST(program_points_uninitialised) {
  Fixture x;
  open_text(&x, HEAD "define void @main(i1 %1) {\n"
                     "b0:\n"
                     "  %20 = alloc ptr i64 16 name=h site=1\n"
                     "  condbr %1, b1, b2\n"
                     "b1:\n"
                     "  store $x, %20\n"
                     "  br b2\n"
                     "b2:\n"
                     "  %2 = load ptr %20 name=a\n"
                     "  store i32 1, %2\n"
                     "  %4 = gep ptr %20 imm=8\n"
                     "  %5 = load ptr %4 name=b\n"
                     "  store i32 1, %5\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "x !");
  check_targets(&x, "b", " !");
  done(&x);
}

TEST(program_points_calls) {
  Fixture x;
  open_text(&x, HEAD "define i32 @f(i32 %1) {\n"
                     "b0:\n"
                     "  %2 = call i32 @g, %1 site=1\n"
                     "  ret %2\n"
                     "}\n"
                     "define i32 @g(i32 %1) {\n"
                     "b0:\n"
                     "  %2 = call i32 @f, %1 site=2\n"
                     "  ret %2\n"
                     "}\n"
                     "define i32 @h(i32 %1) {\n"
                     "b0:\n"
                     "  ret %1\n"
                     "}\n"
                     "define ptr @id(ptr %1) {\n"
                     "b0:\n"
                     "  ret %1\n"
                     "}\n"
                     "define void @main(i1 %1) {\n"
                     "b0:\n"
                     "  %2 = select ptr %1, @h, @f name=fp\n"
                     "  store %2, $p\n"
                     "  %3 = load ptr $p\n"
                     "  %4 = call i32 %3, i32 7 site=3 name=call\n"
                     "  %5 = call ptr @id, $x site=4 name=r\n"
                     "  store i32 1, %5\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "fp", "f h");
  check_targets(&x, "r", "x");
  FuncId in;
  uint32_t call = named(&x, "call", &in);
  IndexVec funcs = {0};
  CHECK_INT(prog_points_callees(x.points, in, call, &funcs), 0);
  CHECK_INT(funcs.n, 2);
  CallGraph *graph = prog_calls_new(x.program, x.points);
  FuncId f = prog_find_function(x.program, "f");
  FuncId h = prog_find_function(x.program, "h");
  CHECK(graph->recursive[f.id]);
  CHECK(!graph->recursive[h.id]);
  CHECK(!graph->recursive[x.program->entry.id]);
  CHECK(graph->reachable[f.id] && graph->reachable[h.id]);
  CHECK(graph->component[f.id] ==
        graph->component[prog_find_function(x.program, "g").id]);
  CHECK(graph->component[f.id] < graph->component[x.program->entry.id]);
  CHECK_INT(graph->bottom_up[graph->n_order - 1], x.program->entry.id);
  prog_calls_free(graph);
  graph = prog_calls_new(x.program, NULL);
  VEC_CLEAR(&funcs);
  prog_call_targets(graph, x.program, NULL, in, call, &funcs);
  CHECK_INT(funcs.n, 2);
  prog_calls_free(graph);
  VEC_DONE(&x.mem, &funcs);
  done(&x);
}

TEST(program_points_variadic) {
  Fixture x;
  open_text(&x, HEAD "define ptr @v(i32 %1) variadic {\n"
                     "b0:\n"
                     "  %2 = va_area ptr\n"
                     "  %3 = gep ptr %2 imm=8\n"
                     "  %4 = load ptr %3 name=a\n"
                     "  ret %4\n"
                     "}\n"
                     "define void @main() {\n"
                     "b0:\n"
                     "  %1 = call ptr @v, i32 1, i64 5, $x site=1 name=r\n"
                     "  store i32 1, %1\n"
                     "  ret\n"
                     "}\n");
  check_targets(&x, "a", "x");
  check_targets(&x, "r", "x");
  done(&x);
}

/* ---- regions ---- */

static const Region *region_of(const Fixture *x, const char *name) {
  FuncId f;
  uint32_t inst = named(x, name, &f);
  RegionId id = prog_func(x->program, f)->insts.at[inst].region;
  require(id.id != 0);
  return &x->program->regions.at[id.id];
}

TEST(program_regions_kinds) {
  Fixture x;
  open_text(&x, HEAD "define void @main(i64 %1, i1 %2) {\n"
                     "b0:\n"
                     "  store i32 1, $x name=sx\n"
                     "  %3 = select ptr %2, $y, $z\n"
                     "  %4 = load i32 %3 name=yz\n"
                     "  %5 = gep ptr $s, %1 stride=8\n"
                     "  %6 = load i32 %5 name=f0\n"
                     "  %7 = gep ptr %5 imm=4\n"
                     "  store i32 2, %7 name=f1\n"
                     "  store i32 3, $t name=t0\n"
                     "  %8 = load i8 $t+1 name=t1\n"
                     "  %9 = alloc ptr i64 8 site=1\n"
                     "  store i32 4, %9 name=h0\n"
                     "  %10 = gep ptr %9 imm=4\n"
                     "  store i32 5, %10 name=h4\n"
                     "  store %9, $p name=p\n"
                     "  %11 = load ptr $p\n"
                     "  %12 = load i32 %11 name=h0again\n"
                     "  br b1\n"
                     "b1:\n"
                     "  %13 = alloc ptr i64 4 site=2\n"
                     "  store i32 4, %13 name=many\n"
                     "  condbr %2, b1, b2\n"
                     "b2:\n"
                     "  ret\n"
                     "}\n");
  Regions *regions = prog_regions_new(x.program, x.points);
  prog_regions_store(regions, x.program);
  prog_regions_validate(regions);
  CHECK(region_of(&x, "sx")->kind == REGION_SCALAR);
  CHECK_INT(region_of(&x, "sx")->cell_bits, 32);
  CHECK(region_of(&x, "yz")->kind == REGION_CELLS);
  CHECK(region_of(&x, "f0")->kind == REGION_CELLS);
  CHECK(region_of(&x, "f1")->kind == REGION_CELLS);
  CHECK(region_of(&x, "f0") != region_of(&x, "f1"));
  CHECK(region_of(&x, "t0")->kind == REGION_BYTES);
  CHECK(region_of(&x, "t0") == region_of(&x, "t1"));
  CHECK(region_of(&x, "h0")->kind == REGION_SCALAR);
  CHECK(region_of(&x, "h4")->kind == REGION_SCALAR);
  CHECK(region_of(&x, "h0") != region_of(&x, "h4"));
  CHECK(region_of(&x, "h0") == region_of(&x, "h0again"));
  CHECK(region_of(&x, "p")->kind == REGION_SCALAR);
  CHECK(region_of(&x, "many")->kind == REGION_CELLS);
  FuncId f;
  uint32_t h4 = named(&x, "h4", &f);
  uint64_t offset;
  uint32_t object = prog_region_scalar(
      regions, prog_func(x.program, f)->insts.at[h4].region, &offset);
  CHECK_INT(offset, 4);
  CHECK(prog_points_object(x.points, object)->kind == OBJECT_ALLOC);
  prog_regions_free(regions);
  done(&x);
}

/* Unknown and uninitialised pointers keep a place from being a variable. */
TEST(program_regions_unsure) {
  Fixture x;
  open_text(&x, HEAD "define void @main(i1 %1) {\n"
                     "b0:\n"
                     "  %2 = nondet.uninit ptr site=1\n"
                     "  %3 = select ptr %1, %2, $x\n"
                     "  store i32 1, %3 name=x\n"
                     "  %4 = nondet.verifier ptr site=2\n"
                     "  %5 = select ptr %1, %4, $y\n"
                     "  store i32 1, %5 name=y\n"
                     "  store i32 1, %4 name=wild\n"
                     "  %6 = select ptr %1, ptr 0, $z\n"
                     "  store i32 1, %6 name=z\n"
                     "  ret\n"
                     "}\n");
  Regions *regions = prog_regions_new(x.program, x.points);
  prog_regions_store(regions, x.program);
  prog_regions_validate(regions);
  CHECK(region_of(&x, "x")->kind == REGION_CELLS);
  CHECK(region_of(&x, "x")->targets == REGION_UNKNOWN);
  CHECK(region_of(&x, "y")->targets == REGION_UNKNOWN);
  CHECK(region_of(&x, "y")->kind == REGION_BYTES);
  CHECK(region_of(&x, "y") == region_of(&x, "wild"));
  CHECK(region_of(&x, "x") != region_of(&x, "wild"));
  CHECK(region_of(&x, "z")->kind == REGION_SCALAR);
  prog_regions_free(regions);
  done(&x);
}

/* Objects that only uninitialised pointers lead to: apart from each other and
 * from what escaped, with fields, never variables; an escaped one is like any
 * other unknown. */
TEST(program_regions_private) {
  Fixture x;
  open_text(&x, HEAD "declare void @ext(ptr %1)\n"
                     "define void @main() {\n"
                     "b0:\n"
                     "  %1 = nondet.uninit ptr site=1\n"
                     "  %2 = nondet.uninit ptr site=2\n"
                     "  %3 = nondet.verifier ptr site=3\n"
                     "  store i32 1, %1 name=a0\n"
                     "  %4 = gep ptr %1 imm=8\n"
                     "  %5 = load ptr %4 name=a8\n"
                     "  store i32 1, %5 name=inner\n"
                     "  store i32 1, %2 name=b0\n"
                     "  store i32 1, %3 name=wild\n"
                     "  %6 = nondet.uninit ptr site=4\n"
                     "  store i32 1, %6 name=shown\n"
                     "  call @ext, %6 site=5\n"
                     "  ret\n"
                     "}\n");
  Regions *regions = prog_regions_new(x.program, x.points);
  prog_regions_store(regions, x.program);
  prog_regions_validate(regions);
  static const char *const names[] = {"a0", "a8", "inner", "b0", "wild"};
  for (uint32_t i = 0; i < 5; i++) {
    CHECK(region_of(&x, names[i])->targets == REGION_UNKNOWN);
    CHECK(region_of(&x, names[i])->kind ==
          (i == 4 ? REGION_BYTES : REGION_CELLS));
    for (uint32_t k = 0; k < i; k++)
      CHECK(region_of(&x, names[i]) != region_of(&x, names[k]));
  }
  CHECK(region_of(&x, "shown") == region_of(&x, "wild"));
  prog_regions_free(regions);
  done(&x);
}

TEST(program_regions_ranges) {
  Fixture x;
  open_text(&x, HEAD "define void @main(i64 %1) {\n"
                     "b0:\n"
                     "  memset $s, i8 0, i64 16 name=set\n"
                     "  store i32 1, $s name=s0\n"
                     "  store i32 1, $s+4 name=s4\n"
                     "  store i32 1, $s+16 name=s16\n"
                     "  memcpy $t, $s, i64 16 name=copy\n"
                     "  %3 = load i32 $t+4 name=t4\n"
                     "  memset $p, i8 0, %1 name=setp\n"
                     "  store i64 1, $p name=p\n"
                     "  memset $q, i8 0, i64 4 name=lone\n"
                     "  ret\n"
                     "}\n");
  Regions *regions = prog_regions_new(x.program, x.points);
  prog_regions_store(regions, x.program);
  prog_regions_validate(regions);
  CHECK(region_of(&x, "s0") == region_of(&x, "s4"));
  CHECK(region_of(&x, "s0") == region_of(&x, "t4"));
  CHECK(region_of(&x, "s0") == region_of(&x, "set"));
  CHECK(region_of(&x, "s0") == region_of(&x, "copy"));
  CHECK(region_of(&x, "s0")->kind == REGION_CELLS);
  CHECK(region_of(&x, "s16")->kind == REGION_SCALAR);
  CHECK(region_of(&x, "p")->kind == REGION_BYTES);
  CHECK(region_of(&x, "p") == region_of(&x, "setp"));
  CHECK(region_of(&x, "lone") != region_of(&x, "p"));
  prog_regions_free(regions);
  done(&x);
}

/* A range of unknown length leaves the cells whole that its length is a
 * multiple of, and that it starts at one of. */
TEST(program_regions_open_ranges) {
  static const struct {
    const char *copy;
    RegionKind kind;
  } cases[] = {{"memcpy $s, $t, %4", REGION_CELLS},
               {"memcpy $s, $t, %3", REGION_BYTES},
               {"memcpy $s, $t+2, %4", REGION_BYTES},
               {"memcpy $s+4, $s, %4", REGION_CELLS},
               {"memcpy $t, $t+8, %6", REGION_BYTES},
               {"memset $t, i8 1, %4", REGION_CELLS},
               {"memset $t+1, i8 1, %4", REGION_BYTES},
               {"havoc $t, %4 site=1", REGION_CELLS},
               {"havoc $t site=1", REGION_BYTES}};
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Fixture x;
    char text[600];
    snprintf(text, sizeof text,
             HEAD "define void @main(i64 %%1) {\n"
                  "b0:\n"
                  "  %%3 = mul i64 %%1, i64 6\n"
                  "  %%4 = mul i64 %%3, i64 2\n"
                  "  %%5 = add i64 %%4, i64 4\n"
                  "  %%6 = add i64 %%5, i64 6\n"
                  "  store i32 1, $s name=s\n"
                  "  store i32 1, $t name=t0\n"
                  "  store i32 1, $t+4 name=t\n"
                  "  %s name=range\n"
                  "  ret\n"
                  "}\n",
             cases[i].copy);
    open_text(&x, text);
    Regions *regions = prog_regions_new(x.program, x.points);
    prog_regions_store(regions, x.program);
    prog_regions_validate(regions);
    CHECK(region_of(&x, "range")->kind == cases[i].kind);
    if (i != 3) CHECK(region_of(&x, "range") == region_of(&x, "t"));
    prog_regions_free(regions);
    done(&x);
  }
}
