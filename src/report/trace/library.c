/* SPDX-License-Identifier: MIT
 *
 * What the library read from outside.
 *
 * The instructions of models are no steps: the call is one.  But what scanf()
 * stores, the line that fgets() read and the character that getchar() returned
 * are inputs, which a counterexample must tell. */
#include "report/trace/trace_int.h"

#include <stdlib.h>

/* ---- texts ---- */

void trace_string(Text *out, const Interp *run, uint64_t address) {
  enum { MOST = 60 };
  uint8_t c = 0;
  text_char(out, '"');
  for (uint32_t n = 0; interp_peek(run, address + n, &c, 1) && c; n++) {
    if (n == MOST) {
      text_add(out, "\"...");
      return;
    }
    if (c == '"' || c == '\\')
      text_printf(out, "\\%c", c);
    else
      text_printf(out, c >= ' ' && c < 127 ? "%c" : "\\%03o", c);
  }
  text_char(out, '"');
}

/* ---- what is stored ---- */

static bool is_model(const RepCounterexample *c, const Interp *run,
                     uint32_t depth) {
  FuncId func = interp_function(run, depth);
  return prog_func(c->program, func)->origin == FUNC_MODEL;
}

/* The step at the user's call that led here. */
static RepStep step_at_call(const RepCounterexample *c,
                            const InterpPlace *place, uint32_t event) {
  uint32_t depth = place->depth;
  assert(is_model(c, place->run, depth));
  while (depth > 0 && is_model(c, place->run, depth)) depth--;
  LocId loc = c->here;
  if (depth < place->depth) loc = interp_caller(place->run, depth + 1)->loc;
  return (RepStep){.kind = REP_STEP_ASSIGN,
                   .loc = loc,
                   .depth = depth,
                   .note = "scanned",
                   .origin = REP_INPUT_VALUE,
                   .event = event};
}

/* A whole text, named by the array it is in. */
static void text_came(RepCounterexample *c, const InterpPlace *place) {
  static const char first[] = "[0]";
  assert(c->scanned != 0);
  CTypeId type;
  Text name, value;
  text_init(&name, c->mem);
  text_init(&value, c->mem);
  trace_string(&value, place->run, c->scanned);
  bool known = rep_print_place(&name, &c->memory, c->scanned, 1, &type);
  size_t n = name.n, cut = sizeof first - 1;
  if (n > cut && strcmp(text_get(&name) + n - cut, first) == 0)
    text_cut(&name, n - cut);
  RepStep step = step_at_call(c, place, c->scan_event);
  step.name = trace_keep(c, &name);
  step.value = trace_keep(c, &value);
  if (known) trace_push(c, step);
}

void trace_library(RepCounterexample *c, const InterpPlace *place,
                   uint32_t event) {
  const Program *p = c->program;
  const Inst *inst = place->inst;
  const Function *f = prog_func(p, place->func);
  if (!text_starts_with(f->name, "__cutpoint_scan_")) return;
  bool is_text = strcmp(f->name, "__cutpoint_scan_text") == 0;
  if (inst->op == OP_HAVOC && is_text) {
    c->scanned = interp_value(place->run, place->depth, inst->ops[0])[0];
    c->scan_event = event;
  } else if (inst->op == OP_STORE && is_text) {
    text_came(c, place);
  } else if (inst->op == OP_STORE || inst->op == OP_HAVOC) {
    bool stores = inst->op == OP_STORE;
    Val at = inst->ops[stores], bytes = inst->ops[!stores];
    uint64_t n = stores ? prog_store_size(p, prog_val_type(p, f, inst->ops[0]))
                        : interp_value(place->run, place->depth, bytes)[0];
    trace_written(c, place, interp_value(place->run, place->depth, at)[0], n,
                  NULL, step_at_call(c, place, event));
  }
}

/* ---- what is returned ---- */

const char *trace_result_note(RepCounterexample *c, const RepStep *call,
                              const Interp *run, uint64_t result) {
  Text text;
  bool reads_text =
      strcmp(call->name, "fgets") == 0 || strcmp(call->name, "gets") == 0;
  if (!reads_text || result == 0) return "";
  text_init(&text, c->mem);
  text_add(&text, "reads ");
  trace_string(&text, run, result);
  return trace_keep(c, &text);
}

const char *trace_character(RepCounterexample *c, const char *function,
                            const char *number) {
  static const char *const readers[] = {"getchar", "getc", "fgetc", "_IO_getc"};
  bool reads = false;
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    reads |= strcmp(function, readers[i]) == 0;
  if (!reads || !*number) return NULL;
  long value = strtol(number, NULL, 10);
  if (value == '\n') return "'\\n'";
  if (value < ' ' || value > '~' || value == '\'' || value == '\\') return NULL;
  return arena_printf(&c->texts, "'%c'", (char)value);
}
