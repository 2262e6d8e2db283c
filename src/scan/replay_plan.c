/* SPDX-License-Identifier: MIT
 *
 * Reading a replay plan, which sites/plan.c writes. */
#include "scan/replay_int.h"

#include <stdlib.h>

/* The next word of a line; "" at its end. */
static const char *next_word(Arena *texts, const char **at) {
  const char *from = *at + strspn(*at, " ");
  size_t n = strcspn(from, " \n");
  *at = from + n;
  return arena_strndup(texts, from, n);
}

static uint64_t hex(const char *text) {
  return strtoull(text, NULL, 16);
}

static FeGiven read_value(Arena *texts, const char *word) {
  assert(*word != 0);
  FeGiven given = {.kind = FE_GIVEN_BITS};
  const char *plus = strrchr(word, '+');
  size_t name = plus ? (size_t)(plus - word) - 1 : strlen(word + 1);
  if (*word == '=') {
    given.bits = hex(word + 1);
    return given;
  }
  given.kind = *word == 'b'   ? FE_GIVEN_BLOCK
               : *word == 'g' ? FE_GIVEN_GLOBAL
                              : FE_GIVEN_FUNC;
  if (plus) given.bits = hex(plus + 1);
  given.name = arena_strndup(texts, word + 1, name);
  if (*word == 'b') given.block = (uint32_t)strtoul(given.name, NULL, 10);
  return given;
}

static FeGiven next_value(Arena *texts, const char **at) {
  const char *word = next_word(texts, at);
  return *word ? read_value(texts, word) : (FeGiven){.kind = FE_GIVEN_BITS};
}

static void read_line(ScanPlan *plan, const char *line) {
  Arena *texts = plan->texts;
  const char *word = next_word(texts, &line);
  if (strcmp(word, "call") == 0) {
    plan->callee = next_word(texts, &line);
  } else if (strcmp(word, "blocks") == 0) {
    plan->n_blocks = (uint32_t)strtoul(next_word(texts, &line), NULL, 10);
  } else if (strcmp(word, "arg") == 0) {
    VEC_PUSH(texts->mem, &plan->args, next_value(texts, &line));
  } else if (strcmp(word, "store") == 0) {
    FeStored stored = {
        .bytes = (uint32_t)strtoul(next_word(texts, &line), NULL, 10)};
    stored.at = next_value(texts, &line);
    stored.value = next_value(texts, &line);
    VEC_PUSH(texts->mem, &plan->stores, stored);
  } else if (strcmp(word, "value") == 0 || strcmp(word, "piece") == 0) {
    ScanAnswer answer = {.is_piece = *word == 'p'};
    if (answer.is_piece) answer.offset = hex(next_word(texts, &line));
    answer.bytes = (uint32_t)strtoul(next_word(texts, &line), NULL, 10);
    answer.value = next_value(texts, &line);
    answer.chain = next_word(texts, &line);
    VEC_PUSH(texts->mem, &plan->answers, answer);
  } else if (strcmp(word, "leaves") == 0) {
    plan->leaves = true;
  } else if (strcmp(word, "inside") == 0) {
    plan->inside = true;
  } else if (strcmp(word, "cannot") == 0) {
    plan->cannot = arena_strndup(texts, line + strspn(line, " "),
                                 strcspn(line + strspn(line, " "), "\n"));
  }
}

void scan_plan_read(ScanPlan *plan, const char *text, Arena *texts) {
  *plan = (ScanPlan){.texts = texts, .callee = ""};
  for (const char *at = text; *at;) {
    read_line(plan, at);
    at += strcspn(at, "\n");
    at += *at == '\n';
  }
  if (!*plan->callee && !plan->cannot) plan->cannot = "there is no replay plan";
  assert(*plan->callee || plan->cannot);
}

void scan_plan_done(ScanPlan *plan) {
  VEC_DONE(plan->texts->mem, &plan->args);
  VEC_DONE(plan->texts->mem, &plan->stores);
  VEC_DONE(plan->texts->mem, &plan->answers);
}

/* ---- the answers, by the sites of a program ---- */

uint64_t scan_plan_block(const Program *program, uint32_t number) {
  require(program->pointer_bits == 32 || program->pointer_bits == 64);
  return program->pointer_bits == 64
             ? ((uint64_t)1 << 45) + ((uint64_t)number << 32)
             : 0x40000000u + ((uint64_t)number << 20);
}

/* "FUNCTION:SITE" to a site of the program; 0: there is none. */
static uint32_t find_site(const Program *p, const char *from, size_t n,
                          Arena *texts) {
  char *word = arena_strndup(texts, from, n);
  char *colon = strrchr(word, ':');
  if (!colon) return 0;
  *colon = 0;
  FuncId func = prog_find_function(p, word);
  if (!func.id || !prog_func(p, func)->first_site) return 0;
  return prog_func(p, func)->first_site +
         (uint32_t)strtoul(colon + 1, NULL, 10);
}

/* The site of the driver's call. */
static uint32_t driver_site(const Program *p) {
  FuncId driver = prog_find_function(p, FE_DRIVER);
  return driver.id ? prog_func(p, driver)->first_site : 0;
}

/* What the interpreter calls the place. */
static uint32_t find_place(const Program *p, const char *chain, Arena *texts,
                           uint64_t *calls) {
  *calls = interp_chain_push(interp_chain(p, 0), driver_site(p));
  for (;;) {
    size_t n = strcspn(chain, ",");
    uint32_t site = find_site(p, chain, n, texts);
    if (!chain[n] || !site) return site;
    *calls = interp_chain_push(*calls, site);
    chain += n + 1;
  }
}

static uint64_t number_of(const Program *p, const FeGiven *given) {
  return given->kind == FE_GIVEN_BLOCK
             ? scan_plan_block(p, given->block) + given->bits
             : given->bits;
}

/* All pieces of one request together, put down at the first of them. */
static void give_pieces(const ScanPlan *plan, uint32_t first, const Program *p,
                        InterpTable *out) {
  assert(plan->answers.at[first].is_piece);
  enum { MOST = 1 << 16 };
  const char *chain = plan->answers.at[first].chain;
  uint64_t calls, size = 0;
  uint8_t *bytes = MEM_ARRAY(plan->texts->mem, uint8_t, MOST);
  for (uint32_t i = 0; i < plan->answers.n; i++) {
    const ScanAnswer *a = &plan->answers.at[i];
    if (!a->is_piece || strcmp(a->chain, chain) != 0) continue;
    if (i < first || a->bytes > 8 || a->offset > MOST - 8) continue;
    memcpy(bytes + a->offset, &a->value.bits, a->bytes);
    if (a->offset + a->bytes > size) size = a->offset + a->bytes;
  }
  assert(size <= MOST);
  uint32_t site = find_place(p, chain, plan->texts, &calls);
  if (site) interp_table_add(out, site, calls, 0, bytes, (uint32_t)size);
  MEM_FREE_ARRAY(plan->texts->mem, bytes, MOST);
}

static bool is_first_piece(const ScanPlan *plan, uint32_t index) {
  assert(index < plan->answers.n);
  for (uint32_t i = 0; i < index; i++)
    if (plan->answers.at[i].is_piece &&
        strcmp(plan->answers.at[i].chain, plan->answers.at[index].chain) == 0)
      return false;
  return true;
}

void scan_plan_give(void *context, const Program *program, InterpTable *out) {
  require(context && program);
  const ScanPlan *plan = context;
  for (uint32_t i = 0; i < plan->answers.n; i++) {
    const ScanAnswer *a = &plan->answers.at[i];
    uint64_t calls, value = number_of(program, &a->value);
    if (a->is_piece) {
      if (is_first_piece(plan, i)) give_pieces(plan, i, program, out);
      continue;
    }
    uint32_t site = find_place(program, a->chain, plan->texts, &calls);
    if (site && a->bytes <= 8)
      interp_table_add(out, site, calls, 0, (const uint8_t *)&value, a->bytes);
  }
}
