/* SPDX-License-Identifier: MIT
 *
 * The list of messages about the input. */
#include "frontend/frontend.h"

void fe_diag_init(FeDiag *diag, Mem *mem) {
  *diag = (FeDiag){0};
  arena_init(&diag->texts, mem);
}

void fe_diag_done(FeDiag *diag) {
  VEC_DONE(diag->texts.mem, &diag->list);
  arena_done(&diag->texts);
}

void fe_diag_add(FeDiag *diag, const char *file, uint32_t line, uint32_t col,
                 const char *format, ...) {
  assert(line > 0 || col == 0);
  va_list args;
  va_start(args, format);
  int n = vsnprintf(NULL, 0, format, args);
  va_end(args);
  require(n >= 0);
  char *text = arena_alloc(&diag->texts, (size_t)n + 1);
  va_start(args, format);
  vsnprintf(text, (size_t)n + 1, format, args);
  va_end(args);
  FeMessage message = {.file = arena_strdup(&diag->texts, file ? file : ""),
                       .line = line,
                       .col = col,
                       .text = text};
  VEC_PUSH(diag->texts.mem, &diag->list, message);
}

void fe_diag_print(Text *out, const FeDiag *diag) {
  assert(out->mem != NULL);
  for (uint32_t i = 0; i < diag->list.n; i++) {
    const FeMessage *m = &diag->list.at[i];
    if (*m->file) {
      text_add(out, m->file);
      if (m->line) text_printf(out, ":%u", m->line);
      if (m->line && m->col) text_printf(out, ":%u", m->col);
      text_add(out, ": ");
    }
    text_printf(out, "%s\n", m->text);
  }
}
