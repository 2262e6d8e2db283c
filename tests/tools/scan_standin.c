/* SPDX-License-Identifier: MIT
 *
 * `cutpoint scan` with an engine that misbehaves on demand, to test what the
 * scan does about it.  Function names say what happens: "dies" fails a
 * `require` at its second site, "grows" takes memory until there is none,
 * "throws" does so in C++, "hangs" never answers, "slow" takes 0.1 s for each
 * site; "breaks" fails before there are sites; "bad" is violated, "badly" with
 * orders for a run that shows the contrary. */
#include "cli/options.h"
#include "scan/build/build.h"
#include "cli/scan_command.h"
#include "scan/scan.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct StandIn {
  Program *program;
  Mem *mem;
  SiteUse used;
} StandIn;

static void prepare(Program *program, const ScanSettings *settings) {
  Property property = {.kinds = 1u << PROPERTY_NULL_DEREF, .entry = "main"};
  (void)settings;
  require(!prog_find_function(program, "breaks").id);
  pass_externs(program, &property, NULL);
  PassResult result = pass_property(program, &property);
  require(result.status == PASS_OK);
}

static void *open_program(Program *program, const ScanSettings *settings,
                          Mem *mem) {
  StandIn *s = MEM_NEW(mem, StandIn);
  (void)settings;
  s->program = program;
  s->mem = mem;
  return s;
}

static void begin(void *state) {
  (void)state;
}

static void close_program(void *state) {
  StandIn *s = state;
  MEM_DELETE(s->mem, s);
}

static const Effects *effects(void *state) {
  (void)state;
  return NULL;
}

static bool is_site(const Function *f, uint32_t block) {
  return f->blocks.at[block].insts.n &&
         prog_terminator(f, (BlockId){block})->op == OP_ERROR;
}

static uint64_t global_facts(void *state, GlobalId global) {
  (void)state, (void)global;
  return 0;
}

static uint64_t type_facts(void *state, TypeId type) {
  (void)state, (void)type;
  return 0;
}

static uint64_t member_facts(void *state, TypeId type, uint64_t index) {
  (void)state, (void)type, (void)index;
  return 0;
}

static uint64_t function_facts(void *state, FuncId func, SiteSide side) {
  (void)state, (void)func, (void)side;
  return 0;
}

static uint32_t count(void *state, FuncId func) {
  const StandIn *s = state;
  const Function *f = prog_func(s->program, func);
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->blocks.n; b++) n += is_site(f, b);
  return n;
}

/* Takes a mebibyte by C++'s operator new[].  Under a sanitizer there is no
 * limit to meet: it goes straight to what is done then, std::get_new_handler.
 */
extern void *_Znam(size_t bytes);
extern void (*_ZSt15get_new_handlerv(void))(void);

static void take_by_new(void) {
#if defined(__SANITIZE_ADDRESS__)
  _ZSt15get_new_handlerv()();
#else
  memset(_Znam(1 << 20), 1, 1 << 20);
#endif
}

static void misbehave(const StandIn *s, const char *name, uint32_t site) {
  require(!strstr(name, "dies") || site != 1);
  for (volatile int on = strstr(name, "hangs") && site == 1; on;) continue;
  while (strstr(name, "grows") && site == 1)
    memset(mem_alloc(s->mem, 1 << 20), 1, 1 << 20);
  while (strstr(name, "throws") && site == 1) take_by_new();
  if (strstr(name, "slow")) usleep(100000);
}

static void check(void *state, FuncId func, uint32_t first, SiteSink *sink,
                  void *context) {
  StandIn *s = state;
  const Function *f = prog_func(s->program, func);
  uint32_t site = 0;
  s->used = (SiteUse){func, SITE_USED_BODY | SITE_USED_ENTRY};
  for (uint32_t b = 0; b < f->blocks.n; b++) {
    if (!is_site(f, b) || site++ < first) continue;
    misbehave(s, f->name, site - 1);
    SiteResult result = {
        .func = func,
        .root = func,
        .error = (uint32_t)prog_terminator(f, (BlockId){b})->imm,
        .status = strstr(f->name, "bad") ? SITE_VIOLATED : SITE_PROVED,
        .reason = "",
        .presumes = "",
        .plan = strstr(f->name, "badly")
                    ? "call badly\narg b0+8000\nblocks 1\n"
                    : "cannot the stand-in has no values\n"};
    sink(context, &result);
  }
}

static const SiteUse *uses(void *state, uint32_t *n) {
  const StandIn *s = state;
  *n = 1;
  return &s->used;
}

static SitePointer pointer(void *state, FuncId func, uint32_t inst,
                           uint32_t operand) {
  (void)state, (void)func, (void)inst, (void)operand;
  return (SitePointer){.class = 0};
}

static bool freed(void *state, FuncId func, uint32_t index, SitePointer *out) {
  (void)state, (void)func, (void)index, (void)out;
  return false;
}

static bool inside(void *state, uint32_t whole, uint32_t part) {
  (void)state, (void)whole, (void)part;
  return false;
}

static const ScanEngine standin = {.name = "stand-in",
                                   .prepare = prepare,
                                   .open = open_program,
                                   .begin = begin,
                                   .close = close_program,
                                   .effects = effects,
                                   .global = global_facts,
                                   .type = type_facts,
                                   .member = member_facts,
                                   .function = function_facts,
                                   .pointer = pointer,
                                   .freed = freed,
                                   .inside = inside,
                                   .count = count,
                                   .check = check,
                                   .uses = uses};

int main(int argc, char **argv) {
  scan_stand_in(argc, argv);
  Mem mem;
  Text problem;
  Options options;
  mem_init(&mem, 0);
  text_init(&problem, &mem);
  ExitCode code = EXIT_USAGE;
  if (opt_parse(&options, argc, argv, &problem))
    code = scan_command(&options, &standin, "test", "none",
                        (uint64_t)options.memory << 20, &mem);
  else
    fprintf(stderr, "%s\n", text_get(&problem));
  text_done(&problem);
  mem_done(&mem);
  return code;
}
