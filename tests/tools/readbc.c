/* SPDX-License-Identifier: MIT
 *
 * readbc [-p] [-m MODEL.bc]… FILE.bc…: reads bitcode, validates the Program,
 * prints it (-p) or its size. */
#include "frontend/frontend.h"
#include "program/io.h"

#include <stdio.h>

static void print_sizes(const Program *p, double seconds) {
  uint32_t insts = 0, blocks = 0, defined = 0, unsupported = 0;
  for (uint32_t i = 1; i < p->funcs.n; i++) {
    const Function *f = &p->funcs.at[i];
    defined += f->state == FUNC_DEFINED;
    blocks += f->blocks.n;
    for (uint32_t b = 0; b < f->blocks.n; b++) {
      insts += f->blocks.at[b].insts.n;
      const Inst *end = prog_terminator(f, (BlockId){b});
      if (end->op != OP_UNSUPPORTED) continue;
      Text at;
      text_init(&at, p->mem);
      prog_print_loc(&at, p, end->loc);
      printf("UNSUPPORTED %s at %s\n", names_text(&p->names, end->name),
             text_get(&at));
      text_done(&at);
      unsupported++;
    }
  }
  printf("READ functions %u blocks %u insts %u globals %u vars %u ledger %u "
         "unsupported %u seconds %.3f\n",
         defined, blocks, insts, p->globals.n - 1, p->vars.n - 1, p->ledger.n,
         unsupported, seconds);
}

int main(int argc, char **argv) {
  Mem mem;
  mem_init(&mem, 0);
  FeDiag diag;
  fe_diag_init(&diag, &mem);
  FeInput inputs[64];
  uint32_t n = 0;
  int print = 0, status = 0;
  FeOrigin next = FE_USER;
  for (int i = 1; i < argc && n < 64; i++) {
    if (strcmp(argv[i], "-p") == 0) {
      print = 1;
    } else if (strcmp(argv[i], "-m") == 0) {
      next = FE_MODEL;
    } else {
      inputs[n++] = (FeInput){argv[i], next};
      next = FE_USER;
    }
  }
  Program *p = NULL;
  double start = clock_now();
  Text text;
  text_init(&text, &mem);
  if (fe_read_modules(&p, &mem, inputs, n, &diag)) {
    double seconds = clock_now() - start;
    bool valid = prog_validate(p, &text);
    if (!valid) printf("INVALID %s", text_get(&text)), status = 1;
    text_clear(&text);
    if (print) {
      prog_print(&text, p);
      fputs(text_get(&text), stdout);
    } else {
      print_sizes(p, seconds);
    }
    prog_free(p);
  } else {
    fe_diag_print(&text, &diag);
    printf("FAILED %s", text_get(&text));
    status = 2;
  }
  text_done(&text);
  fe_diag_done(&diag);
  mem_done(&mem);
  return status;
}
