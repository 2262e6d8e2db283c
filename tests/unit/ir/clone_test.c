/* SPDX-License-Identifier: MIT
 *
 * A clone prints as its original does, and neither knows of the other. */
#include "unit/unit.h"
#include "ir/io.h"
#include "unit/ir/random_program.h"

static void print_to(Text *out, const Program *p) {
  text_clear(out);
  prog_print(out, p);
}

TEST(program_clone_prints_the_same) {
  for (uint64_t seed = 1; seed <= 100; seed++) {
    Mem mem;
    mem_init(&mem, 0);
    Text before, after;
    text_init(&before, &mem);
    text_init(&after, &mem);
    Program *p = random_program(&mem, seed);
    Program *clone = prog_clone(p);
    print_to(&before, p);
    print_to(&after, clone);
    CHECK_TEXT(text_get(&after), text_get(&before));
    text_clear(&after);
    CHECK(prog_validate(clone, &after));
    prog_free(clone);
    print_to(&after, p);
    CHECK_TEXT(text_get(&after), text_get(&before));
    prog_free(p);
    text_done(&before);
    text_done(&after);
    mem_done(&mem);
  }
}

static const char small[] = "pointer 64\n"
                            "entry @f\n"
                            "sites 1\n"
                            "type t1 = i32 size=4 align=4\n"
                            "define i32 @f() {\n"
                            "b0:\n"
                            "  %1 = nondet.verifier i32 site=1\n"
                            "  %2 = add i32 %1, i32 7\n"
                            "  ret %1\n"
                            "}\n";

/* What no block lists stays behind, and operands follow the new numbers. */
TEST(program_clone_leaves_the_dead_behind) {
  Mem mem;
  mem_init(&mem, 0);
  Text problem;
  text_init(&problem, &mem);
  Program *p = NULL;
  CHECK(prog_parse(&p, &mem, small, &problem));
  FuncId id = prog_find_function(p, "f");
  Function *f = prog_func(p, id);
  Block *block = &f->blocks.at[0];
  block->insts.at[1] = block->insts.at[2]; /* the addition is dead now */
  block->insts.n = 2;
  Program *clone = prog_clone(p);
  const Function *g = prog_func(clone, id);
  CHECK_INT(g->insts.n, f->insts.n - 1);
  const Inst *end = prog_terminator(g, (BlockId){0});
  CHECK(end->op == OP_RET && val_same(end->ops[0], val_local(1)));
  /* Tables of one grow without the other. */
  TypeId wide = prog_type_int(clone, 77);
  CHECK_INT(prog_type(clone, wide)->bits, 77);
  CHECK(wide.id >= p->types.n);
  prog_free(p);
  CHECK_TEXT(prog_func(clone, id)->name, "f");
  prog_free(clone);
  text_done(&problem);
  mem_done(&mem);
}
