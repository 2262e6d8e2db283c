/* SPDX-License-Identifier: MIT
 *
 * readbc [-p|-r] [-e] [-m MODEL.bc]… FILE.bc…: reads bitcode, turns functions
 * without a body into inputs (-e), validates the Program, prints it (-p), runs
 * it with all inputs zero (-r), or tells its size. */
#include "frontend/frontend.h"
#include "interp/interp.h"
#include "ir/io.h"
#include "pass/pass.h"

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

static void run_program(const Program *p) {
  Text out;
  text_init(&out, p->mem);
  InterpOptions options = {.host = interp_host_printf(&out),
                           .max_steps = 100000000};
  Interp *run = interp_new(p->mem, p, options);
  InterpResult result = interp_run(run, interp_zeros());
  fputs(text_get(&out), stdout);
  text_clear(&out);
  interp_print_result(&out, p, &result);
  printf("%s\n", text_get(&out));
  interp_free(run);
  text_done(&out);
}

int main(int argc, char **argv) {
  Mem mem;
  mem_init(&mem, 0);
  FeDiag diag;
  fe_diag_init(&diag, &mem);
  FeInput inputs[64];
  uint32_t n = 0;
  int print = 0, execute = 0, externs = 0, status = 0;
  FeOrigin next = FE_USER;
  for (int i = 1; i < argc && n < 64; i++) {
    if (strcmp(argv[i], "-p") == 0) {
      print = 1;
    } else if (strcmp(argv[i], "-r") == 0) {
      execute = 1;
    } else if (strcmp(argv[i], "-e") == 0) {
      externs = 1;
    } else if (strcmp(argv[i], "-m") == 0) {
      next = FE_MODEL;
    } else {
      inputs[n++] = (FeInput){.path = argv[i], .origin = next};
      next = FE_USER;
    }
  }
  Program *p = NULL;
  double start = clock_now();
  Text text;
  text_init(&text, &mem);
  if (fe_read_modules(&p, &mem, inputs, n, &diag)) {
    double seconds = clock_now() - start;
    if (externs) pass_externs(p, &(Property){.entry = "main"}, NULL);
    bool valid = prog_validate(p, &text);
    if (!valid) printf("INVALID %s", text_get(&text)), status = 1;
    text_clear(&text);
    if (execute) {
      run_program(p);
    } else if (print) {
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
