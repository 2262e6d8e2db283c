/* SPDX-License-Identifier: MIT
 *
 * Orders for a run, as sites_replay.c writes them, taken apart. */
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

static void read_line(ScanOrders *o, const char *line) {
  Arena *texts = o->texts;
  const char *word = next_word(texts, &line);
  if (strcmp(word, "call") == 0) {
    o->callee = next_word(texts, &line);
  } else if (strcmp(word, "blocks") == 0) {
    o->n_blocks = (uint32_t)strtoul(next_word(texts, &line), NULL, 10);
  } else if (strcmp(word, "arg") == 0) {
    VEC_PUSH(texts->mem, &o->args, next_value(texts, &line));
  } else if (strcmp(word, "store") == 0) {
    FeStored stored = {
        .bytes = (uint32_t)strtoul(next_word(texts, &line), NULL, 10)};
    stored.at = next_value(texts, &line);
    stored.value = next_value(texts, &line);
    VEC_PUSH(texts->mem, &o->stores, stored);
  } else if (strcmp(word, "value") == 0 || strcmp(word, "piece") == 0) {
    ScanAnswer answer = {.is_piece = *word == 'p'};
    if (answer.is_piece) answer.offset = hex(next_word(texts, &line));
    answer.bytes = (uint32_t)strtoul(next_word(texts, &line), NULL, 10);
    answer.value = next_value(texts, &line);
    answer.chain = next_word(texts, &line);
    VEC_PUSH(texts->mem, &o->answers, answer);
  } else if (strcmp(word, "cannot") == 0) {
    o->cannot = arena_strndup(texts, line + strspn(line, " "),
                              strcspn(line + strspn(line, " "), "\n"));
  }
}

void scan_orders_read(ScanOrders *o, const char *text, Arena *texts) {
  *o = (ScanOrders){.texts = texts, .callee = ""};
  for (const char *at = text; *at;) {
    read_line(o, at);
    at += strcspn(at, "\n");
    at += *at == '\n';
  }
  if (!*o->callee && !o->cannot) o->cannot = "there are no orders";
}

void scan_orders_done(ScanOrders *o) {
  VEC_DONE(o->texts->mem, &o->args);
  VEC_DONE(o->texts->mem, &o->stores);
  VEC_DONE(o->texts->mem, &o->answers);
}

/* ---- the answers, by the sites of a program ---- */

uint64_t scan_orders_block(const Program *program, uint32_t number) {
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
             ? scan_orders_block(p, given->block) + given->bits
             : given->bits;
}

/* All pieces of one request together, put down at the first of them. */
static void give_pieces(const ScanOrders *o, uint32_t first, const Program *p,
                        InterpTable *out) {
  enum { MOST = 1 << 16 };
  const char *chain = o->answers.at[first].chain;
  uint64_t calls, size = 0;
  uint8_t *bytes = MEM_ARRAY(o->texts->mem, uint8_t, MOST);
  for (uint32_t i = 0; i < o->answers.n; i++) {
    const ScanAnswer *a = &o->answers.at[i];
    if (!a->is_piece || strcmp(a->chain, chain) != 0) continue;
    if (i < first || a->bytes > 8 || a->offset > MOST - 8) continue;
    memcpy(bytes + a->offset, &a->value.bits, a->bytes);
    if (a->offset + a->bytes > size) size = a->offset + a->bytes;
  }
  uint32_t site = find_place(p, chain, o->texts, &calls);
  if (site) interp_table_add(out, site, calls, 0, bytes, (uint32_t)size);
  MEM_FREE_ARRAY(o->texts->mem, bytes, MOST);
}

static bool is_first_piece(const ScanOrders *o, uint32_t index) {
  for (uint32_t i = 0; i < index; i++)
    if (o->answers.at[i].is_piece &&
        strcmp(o->answers.at[i].chain, o->answers.at[index].chain) == 0)
      return false;
  return true;
}

void scan_orders_give(void *context, const Program *program, InterpTable *out) {
  const ScanOrders *o = context;
  for (uint32_t i = 0; i < o->answers.n; i++) {
    const ScanAnswer *a = &o->answers.at[i];
    uint64_t calls, value = number_of(program, &a->value);
    if (a->is_piece) {
      if (is_first_piece(o, i)) give_pieces(o, i, program, out);
      continue;
    }
    uint32_t site = find_place(program, a->chain, o->texts, &calls);
    if (site && a->bytes <= 8)
      interp_table_add(out, site, calls, 0, (const uint8_t *)&value, a->bytes);
  }
}
