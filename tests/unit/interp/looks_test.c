/* SPDX-License-Identifier: MIT
 *
 * Runs that are watched: does it matter where objects lie? */
#include "unit/interp/fixture.h"

/* A body that makes %9, which then decides. */
static bool looks(const char *body) {
  Fixture x;
  Mem mem;
  Text text;
  mem_init(&mem, 0);
  text_init(&text, &mem);
  text_printf(&text,
              "pointer 64\nentry @main\nsites 2\n"
              "global $a i64 size=16\nglobal $b i64 size=16\n"
              "global $p ptr init=\"\" 0:$b\n"
              "global $s i8 constant init=\"x\"\n"
              "global $t i8 constant init=\"x\"\n"
              "define i64 @same(i64 %%1) {\nb0:\n ret %%1\n}\n"
              "define i64 @main() {\nb0:\n%s condbr %%9, b1, b2\n"
              "b1:\n ret i64 1\nb2:\n ret i64 0\n}\n",
              body);
  fixture_init(&x, text_get(&text),
               (InterpOptions){.memory = INTERP_SURE,
                               .fresh = INTERP_FRESH_TRACKED,
                               .no_jumps = true,
                               .looks = true});
  bool looked = interp_run(x.run, interp_zeros()).looked;
  CHECK(interp_run(x.run, interp_zeros()).looked == looked);
  fixture_done(&x);
  text_done(&text);
  mem_done(&mem);
  return looked;
}

TEST(interp_looks_at_order) {
  CHECK(looks(" %9 = ult i1 $a, $b\n"));
  CHECK(looks(" %1 = alloc ptr i64 8 site=1\n %2 = alloc ptr i64 8 site=2\n"
              " %9 = ult i1 %1, %2\n"));
  CHECK(!looks(" %9 = ult i1 $a, $a+8\n"));
  CHECK(!looks(" %1 = alloc ptr i64 8 site=1\n %2 = gep ptr %1 imm=8\n"
               " %9 = ult i1 %1, %2\n"));
  CHECK(looks(" %9 = ult i1 $a, $a+17\n")); /* may wrap */
}

TEST(interp_looks_at_equality) {
  CHECK(!looks(" %9 = eq i1 $a, $b\n"));
  CHECK(!looks(" %9 = eq i1 $a, ptr 0\n"));
  CHECK(!looks(" %9 = eq i1 $s, $a\n"));
  CHECK(looks(" %9 = eq i1 $s, $t\n"));    /* may share their bytes */
  CHECK(looks(" %9 = eq i1 $a+16, $b\n")); /* behind the end */
  CHECK(looks(" %9 = eq i1 $a, ptr 268435456\n"));
  CHECK(!looks(" %1 = load ptr $p\n %9 = eq i1 %1, $b\n"));
}

TEST(interp_looks_at_bits) {
  CHECK(looks(" %1 = ptrtoint i64 $a\n %2 = and i64 %1, i64 15\n"
              " %9 = eq i1 %2, i64 0\n"));
  CHECK(!looks(" %1 = ptrtoint i64 $a\n %2 = and i64 %1, i64 0\n"
               " %9 = eq i1 %2, i64 0\n"));
  CHECK(!looks(" %1 = ptrtoint i64 $a\n %2 = ptrtoint i64 $a+8\n"
               " %3 = sub i64 %2, %1\n %9 = eq i1 %3, i64 8\n"));
  CHECK(looks(" %1 = ptrtoint i64 $a\n %2 = ptrtoint i64 $b\n"
              " %3 = sub i64 %2, %1\n %9 = eq i1 %3, i64 8\n"));
  CHECK(looks(" %1 = ptrtoint i64 $a\n %2 = trunc i1 %1\n"
              " %9 = xor i1 %2, i1 1\n"));
  CHECK(looks(" %1 = ptrtoint i64 $a\n %2 = udiv i64 i64 7, %1\n"
              " %9 = eq i1 i64 0, i64 0\n"));
}

TEST(interp_looks_through_memory) {
  CHECK(looks(" store $a, $b\n %1 = load i8 $b+3\n"
              " %9 = eq i1 %1, i8 0\n"));
  CHECK(!looks(" store $a, $b\n store i64 5, $b\n"
               " %1 = load i8 $b+3\n %9 = eq i1 %1, i8 0\n"));
  CHECK(!looks(" store $b, $a\n memcpy $a+8, $a, i64 8\n"
               " %1 = load ptr $a+8\n %2 = load i64 %1\n"
               " %9 = eq i1 %2, i64 0\n"));
  CHECK(looks(" store $b, $a\n memcpy $a+4, $a, i64 8\n"
              " %1 = load i64 $a\n %9 = eq i1 %1, i64 0\n"));
  CHECK(looks(" %1 = load i32 $p\n %9 = eq i1 %1, i32 0\n"));
  CHECK(looks(" %1 = ptrtoint i64 $a\n %2 = and i64 %1, i64 1\n"
              " %3 = gep ptr $b, %2 stride=8\n %4 = load i64 %3\n"
              " %9 = eq i1 %4, i64 0\n"));
}

TEST(interp_looks_through_calls_and_structs) {
  CHECK(looks(" %1 = ptrtoint i64 $a\n %2 = call i64 @same %1 site=1\n"
              " %9 = ult i1 %2, i64 5000\n"));
  CHECK(!looks(" %1 = ptrtoint i64 $a\n %2 = call i64 @same %1 site=1\n"
               " %3 = inttoptr ptr %2\n %9 = eq i1 %3, $a\n"));
  /* {address, 3} as one value, taken apart again */
  CHECK(!looks(" %1 = ptrtoint i64 $a\n %2 = zext i128 %1\n"
               " %3 = shl i128 i128 3, i128 64\n %4 = or i128 %2, %3\n"
               " %5 = trunc i64 %4\n %6 = lshr i128 %4, i128 64\n"
               " %7 = trunc i64 %6\n %9 = eq i1 %7, i64 3\n"));
  CHECK(looks(" %1 = ptrtoint i64 $a\n %2 = zext i128 %1\n"
              " %3 = shl i128 i128 3, i128 8\n %4 = or i128 %2, %3\n"
              " %5 = trunc i64 %4\n %9 = eq i1 %5, i64 3\n"));
}
