/* SPDX-License-Identifier: MIT
 *
 * The validator accepts what is right and names what is wrong; built by hand,
 * so that it does not depend on the parser. */
#include "unit/unit.h"
#include "ir/io.h"

/* int f(int n) { int i = 0; while (i < n) i++; return i; } */
static Program *counting_loop(Mem *mem) {
  Program *p = prog_new(mem, 64);
  TypeId i32 = prog_type_int(p, 32), i1 = prog_type_int(p, 1);
  p->entry = prog_add_function(p, "f", i32, &i32, 1);
  Function *f = prog_func(p, p->entry);
  f->state = FUNC_DEFINED;
  BlockId b0 = prog_add_block(p, f, "entry"), b1 = prog_add_block(p, f, "loop");
  BlockId b2 = prog_add_block(p, f, "body"), b3 = prog_add_block(p, f, "");
  Val zero = prog_const_i64(p, i32, 0), one = prog_const_i64(p, i32, 1);
  prog_append(p, f, b0, OP_BR, (TypeId){0}, NULL, 0, &b1, 1);
  uint32_t phi = prog_append(p, f, b1, OP_PHI, i32, (Val[]){zero, zero}, 2,
                             (BlockId[]){b0, b2}, 2);
  uint32_t less = prog_append(p, f, b1, OP_SLT, i1,
                              (Val[]){val_local(phi), prog_param(0)}, 2, 0, 0);
  prog_append(p, f, b1, OP_CONDBR, (TypeId){0}, (Val[]){val_local(less)}, 1,
              (BlockId[]){b2, b3}, 2);
  uint32_t sum =
      prog_append(p, f, b2, OP_ADD, i32, (Val[]){val_local(phi), one}, 2, 0, 0);
  prog_append(p, f, b2, OP_BR, (TypeId){0}, NULL, 0, &b1, 1);
  prog_append(p, f, b3, OP_RET, (TypeId){0}, (Val[]){val_local(phi)}, 1, 0, 0);
  f->insts.at[phi].ops[1] = val_local(sum);
  return p;
}

static void expect(const Program *p, const char *want) {
  Text out;
  text_init(&out, p->mem);
  bool valid = prog_validate(p, &out);
  CHECK(valid == (*want == 0));
  CHECK_TEXT(text_get(&out), want);
  text_done(&out);
}

TEST(program_validate_loop) {
  Mem mem;
  mem_init(&mem, 0);
  Program *p = counting_loop(&mem);
  expect(p, "");
  Function *f = prog_func(p, p->entry);
  Inst *insts = f->insts.at;
  Val keep = insts[3].ops[1]; /* 2 br, 3 phi, 4 slt, 5 condbr, 6 add, 7 br */
  insts[3].ops[0] = keep;
  expect(p, "@f: %3 phi: %6 does not dominate its use\n");
  insts[3].ops[0] = prog_const_i64(p, insts[3].type, 0);
  insts[3].blocks[1] = (BlockId){0};
  expect(p, "@f: %3 phi: %6 does not dominate its use\n"
            "@f: %3 phi: b0 comes with two values\n"
            "@f: %3 phi: has no value for predecessor b2\n");
  insts[3].blocks[1] = (BlockId){2};
  insts[4].type = insts[3].type;
  expect(p, "@f: %4 slt: has a result of the wrong type\n"
            "@f: %5 condbr: operand 0 has the wrong type\n");
  insts[4].type = prog_type_int(p, 1);
  insts[7].blocks[0] = (BlockId){0};
  expect(p, "@f: %7 br: leads to the entry block\n");
  insts[7].blocks[0] = (BlockId){1};
  f->blocks.at[2].insts.n--;
  expect(p, "@f: %6 add: b2 does not end in a terminator\n");
  f->blocks.at[2].insts.n++;
  expect(p, "");
  p->entry = (FuncId){0};
  expect(p, "there is no entry function\n");
  prog_free(p);
  mem_done(&mem);
}

TEST(program_print_loop) {
  Mem mem;
  mem_init(&mem, 0);
  Program *p = counting_loop(&mem);
  Text out;
  text_init(&out, &mem);
  prog_print(&out, p);
  CHECK_TEXT(text_get(&out), "pointer 64\n"
                             "entry @f\n"
                             "sites 0\n"
                             "type t1 = i32 size=4 align=4\n"
                             "type t2 = i1 size=1 align=1\n"
                             "\n"
                             "define i32 @f(i32 %1) {\n"
                             "b0 entry:\n"
                             "  br b1\n"
                             "b1 loop:\n"
                             "  %3 = phi i32 [i32 0, b0], [%6, b2]\n"
                             "  %4 = slt i1 %3, %1\n"
                             "  condbr %4, b2, b3\n"
                             "b2 body:\n"
                             "  %6 = add i32 %3, i32 1\n"
                             "  br b1\n"
                             "b3:\n"
                             "  ret %3\n"
                             "}\n"
                             "\n");
  text_done(&out);
  prog_free(p);
  mem_done(&mem);
}
