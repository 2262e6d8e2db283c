/* SPDX-License-Identifier: MIT
 *
 * Print, parse, print is the identity; bad text gives an error with its line
 * and nothing worse. */
#include "unit/unit.h"
#include "ir/io.h"

/* Everything the text can say, at least once, in canonical form. */
static const char everything[] =
    "pointer 32\n"
    "entry @main\n"
    "sites 9\n"
    "file 0 = \"dir/a b.c\"\n"
    "file 1 = \"\\22q\\5c\\0a.h\"\n"
    "type t1 = i32 size=4 align=4\n"
    "type t2 = ptr size=4 align=4\n"
    "type t3 = [10 x i32] size=40 align=4\n"
    "type t4 = struct node { i32 +0, ptr +4, t3 +8 } size=48 align=4\n"
    "type t5 = struct \"\" { } size=0 align=1\n"
    "type t6 = opaque \"struct FILE\" size=0 align=1\n"
    "type t7 = i1 size=1 align=1\n"
    "type t8 = i8 size=1 align=1\n"
    "type t9 = f64 size=8 align=4\n"
    "type t10 = i200 size=32 align=16\n"
    "type t11 = f80 size=12 align=4\n"
    "region 1 = scalar known bits=32 name=g\n"
    "region 2 = bytes unknown bits=8 name=\"heap@a.c:3\"\n"
    "global $g i32 size=4 align=4 init=\"\\01\\ff\" var=1 !1\n"
    "global $\"str 1\" t3 constant size=40 align=4 init=\"a\\00\\22\"\n"
    "global $table t4 size=48 align=8 init=\"\" 4:$g+4 8:@puts 12:$\"str 1\"-4\n"
    "global $out ptr external size=4 align=4\n"
    "declare i32 @puts(ptr %1) variadic\n"
    "\n"
    "define i32 @main(i32 %1 name=argc !1, ptr %2) model !2 {\n"
    "b0 entry:\n"
    "  %3 = nondet.verifier i32 name=__VERIFIER_nondet_int site=1 !1\n"
    "  %4 = add nsw model i32 %3, i32 -7\n"
    "  %5 = alloca dynamic ptr imm=48 aux=t4 site=2 !2\n"
    "  %6 = gep ptr %5, %4 imm=-8 stride=4\n"
    "  store volatile i32 2147483647, %6 region=2\n"
    "  %8 = load f64 %6 context=1 region=2\n"
    "  %9 = fcmp.olt i1 %8, f64 0x3ff0000000000000\n"
    "  %10 = fmath.sqrt f64 %8\n"
    "  dbg %4 var=2\n"
    "  condbr %9, b1, b2 !2\n"
    "b1 \"for.cond 7\":\n"
    "  %13 = phi i32 [%4, b0], [%14, b1]\n"
    "  %14 = call i32 @puts, $\"str 1\"+3, ptr 0 site=3 !1\n"
    "  %15 = bitcast i200 i200 0x123456789abcdef0fedcba9876543210f\n"
    "  switch [%13, b2], [i32 1, b1], [i32 -2147483648, b2]\n"
    "b2:\n"
    "  %17 = phi i32 [i32 0, b0], [%14, b1]\n"
    "  %18 = eq i1 @main, $g\n"
    "  assume i1 1\n"
    "  assume %18\n"
    "  error\n"
    "}\n"
    "\n"
    "loc 1 = 0:12:5 @main\n"
    "loc 2 = ?:0:0\n"
    "loc 3 = 1:3:0\n"
    "var 1 = g \"unsigned int\" unsigned size=4 !1\n"
    "var 2 = x \"struct lock *\" pointer size=4 func=@main scope=3 !3\n"
    "context 1 = parent=0 site=3 callee=@puts !1\n"
    "context 2 = parent=1 site=4 callee=@main\n"
    "error 0 = \"unreach-call\" \"call of reach_error()\" !1\n"
    "ledger over \"function 'foo' has no body\" !3\n"
    "ledger premise \"\"\n";

static void print_again(const char *text, Text *out, Text *error) {
  Mem mem;
  mem_init(&mem, 0);
  Program *p;
  if (prog_parse(&p, &mem, text, error)) {
    prog_print(out, p);
    Text problems;
    text_init(&problems, &mem);
    if (!prog_validate(p, &problems)) text_add(error, text_get(&problems));
    text_done(&problems);
    prog_free(p);
  } else {
    CHECK(p == NULL);
  }
  mem_done(&mem);
  CHECK_INT(mem.used, 0);
}

TEST(program_text_identity) {
  Mem mem;
  mem_init(&mem, 0);
  Text out, error;
  text_init(&out, &mem);
  text_init(&error, &mem);
  print_again(everything, &out, &error);
  CHECK_TEXT(text_get(&error), "");
  CHECK_TEXT(text_get(&out), everything);
  text_done(&out);
  text_done(&error);
  mem_done(&mem);
}

/* Dead instructions vanish, numbers become canonical, order is free. */
TEST(program_text_is_made_canonical) {
  Mem mem;
  mem_init(&mem, 0);
  Text out, error, again;
  text_init(&out, &mem);
  text_init(&error, &mem);
  text_init(&again, &mem);
  print_again("# a comment\n"
              "pointer 64\n"
              "define i32 @f(i32 %1) {   # another\n"
              " b0:\n"
              "  br b1\n"
              "b1:\n"
              "  %70 = phi i32 [ %1,b0 ]\n"
              "  %7 = add i32 %70 i32 4294967295\n"
              "  ret %7\n"
              "}\n"
              "entry @f\n",
              &out, &error);
  CHECK_TEXT(text_get(&error), "");
  CHECK_TEXT(text_get(&out), "pointer 64\n"
                             "entry @f\n"
                             "sites 0\n"
                             "type t1 = i32 size=4 align=4\n"
                             "\n"
                             "define i32 @f(i32 %1) {\n"
                             "b0:\n"
                             "  br b1\n"
                             "b1:\n"
                             "  %3 = phi i32 [%1, b0]\n"
                             "  %4 = add i32 %3, i32 -1\n"
                             "  ret %4\n"
                             "}\n"
                             "\n");
  print_again(text_get(&out), &again, &error);
  CHECK_TEXT(text_get(&again), text_get(&out));
  text_done(&out);
  text_done(&error);
  text_done(&again);
  mem_done(&mem);
}

static void expect_error(const char *text, const char *want) {
  Mem mem;
  mem_init(&mem, 0);
  Text out, error;
  text_init(&out, &mem);
  text_init(&error, &mem);
  print_again(text, &out, &error);
  CHECK_TEXT(text_get(&error), want);
  CHECK_TEXT(text_get(&out), "");
  text_done(&out);
  text_done(&error);
  mem_done(&mem);
}

TEST(program_text_errors) {
  expect_error("", "line 1: the text must start with its one 'pointer' item");
  expect_error("pointer 16", "line 1: pointers have 32 or 64 bits");
  expect_error("pointer 64\n\nfoo", "line 3: unknown item");
  expect_error("pointer 64\nentry @f", "line 2: there is no function @f");
  expect_error("pointer 64\ndefine i32 @f() {\nb0:\n",
               "line 2: function without end");
  expect_error("pointer 64\ndefine i32 @f() {\nb0:\n ret %3\n}",
               "line 4: there is no value %3");
  expect_error("pointer 64\ndefine i32 @f() {\nb0:\n ret i8 256\n}",
               "line 4: number too big");
  expect_error("pointer 64\ndefine i32 @f() {\nb0:\n br b1\n}",
               "line 4: there is no block 1");
  expect_error("pointer 64\ndefine i32 @f() {\nb1:\n br b1\n}",
               "line 3: blocks are not in order");
  expect_error("pointer 64\ndefine i32 @f() {\n ret\n}",
               "line 3: an instruction outside of blocks");
  expect_error("pointer 64\ndefine i32 @f() {\nb0:\n frob\n}",
               "line 4: there is no instruction 'frob'");
  expect_error("pointer 64\nglobal $g i0", "line 2: there is no type i0");
  expect_error("pointer 64\nglobal $g i32 init=\"12345\"",
               "line 2: 5 initial bytes do not fit");
  expect_error("pointer 64\nfile 0 = \"a\\q\"", "line 2: bad escape in string");
  expect_error("pointer 64\ntype t1 = [4 x i32] size=15 align=4",
               "line 2: size is 16");
}

/* Cut at every place, then damaged at random: an answer or an error. */
TEST(program_text_survives_damage) {
  Mem mem;
  mem_init(&mem, 0);
  Text out, error;
  text_init(&out, &mem);
  text_init(&error, &mem);
  static char damaged[sizeof everything];
  for (size_t n = 0; n < sizeof everything; n++) {
    memcpy(damaged, everything, n);
    damaged[n] = 0;
    text_clear(&out), text_clear(&error);
    print_again(damaged, &out, &error);
  }
  Rng rng = {7};
  for (int round = 0; round < 6000; round++) {
    memcpy(damaged, everything, sizeof everything);
    size_t n = sizeof everything - 1;
    for (uint32_t k = 1 + rng_below(&rng, 4); k--;) {
      size_t a = rng_below(&rng, (uint32_t)n), b = rng_below(&rng, (uint32_t)n);
      switch (rng_below(&rng, 4)) {
      case 0: damaged[a] = (char)(1 + rng_below(&rng, 255)); break;
      case 1: damaged[a] = everything[b]; break;
      case 2: damaged[a] = (char)('0' + rng_below(&rng, 10)); break;
      default: /* a piece from elsewhere */
        memmove(damaged + a, everything + b, (n - (a > b ? a : b)) % 40);
      }
    }
    text_clear(&out), text_clear(&error);
    print_again(damaged, &out, &error);
  }
  text_done(&out);
  text_done(&error);
  mem_done(&mem);
}

/* A long function: all three must be near-linear. */
TEST(program_text_of_300000_instructions) {
  Mem mem;
  mem_init(&mem, 0);
  Text text, again, error;
  text_init(&text, &mem);
  text_init(&again, &mem);
  text_init(&error, &mem);
  enum { BLOCKS = 30000 };
  text_add(&text, "pointer 64\nentry @f\nsites 0\n"
                  "type t1 = i32 size=4 align=4\n"
                  "type t2 = i1 size=1 align=1\n\n"
                  "define i32 @f(i32 %1) {\nb0:\n  br b1\n");
  uint32_t v = 2; /* the last number given */
  for (uint32_t b = 1; b <= BLOCKS; b++) {
    text_printf(&text, "b%u:\n  %%%u = phi i32 [%s%u, b%u]", b, v + 1,
                b > 1 ? "%" : "i32 ", b > 1 ? v - 2 : 0, b - 1);
    if (b > 1) text_printf(&text, ", [%%%u, b%u]", v + 7, b);
    text_char(&text, '\n');
    v++;
    for (uint32_t i = 0; i < 7; i++, v++)
      text_printf(&text, "  %%%u = add i32 %%%u, %%1\n", v + 1, v);
    text_printf(&text, "  %%%u = slt i1 %%%u, i32 %u\n", v + 1, v, b);
    v++;
    text_printf(&text, "  condbr %%%u, b%u, b%u\n", v, b > 1 ? b : b + 1,
                b + 1);
    v++;
  }
  text_printf(&text, "b%d:\n  ret i32 0\n}\n\n", BLOCKS + 1);
  Program *p;
  double start = clock_cpu();
  bool read = prog_parse(&p, &mem, text_get(&text), &error);
  CHECK_TEXT(text_get(&error), "");
  if (!read) return;
  double parsed = clock_cpu();
  CHECK(prog_validate(p, &error));
  CHECK_TEXT(text_get(&error), "");
  double validated = clock_cpu();
  prog_print(&again, p);
  double printed = clock_cpu();
  CHECK(strcmp(text_get(&again), text_get(&text)) == 0);
  CHECK(parsed - start < 10 && validated - parsed < 5 &&
        printed - validated < 5);
  prog_free(p);
  text_done(&text);
  text_done(&again);
  text_done(&error);
  mem_done(&mem);
}
