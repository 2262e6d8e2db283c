/* SPDX-License-Identifier: MIT
 *
 * The tables of a replay's harness (runtime/replay.c): the answers, and what
 * else it must know.  They are written as C, behind the text of the harness, or
 * handed over as they will stand in memory. */
#include "replay/harness.h"

#include "replay/harness_text.h"

static HarnessTable *add_table(Harness *h, const char *type, const char *name,
                               uint32_t columns) {
  HarnessTable table = {.type = type, .name = name, .columns = columns};
  VEC_PUSH(h->mem, &h->tables, table);
  return &VEC_LAST(&h->tables);
}

static void add_row(Harness *h, const uint64_t *cells) {
  HarnessTable *table = &VEC_LAST(&h->tables);
  for (uint32_t i = 0; i < table->columns; i++)
    VEC_PUSH(h->mem, &table->cells, cells[i]);
}

/* Room for what the harness counts: zeros. */
static void add_room(Harness *h, const char *type, const char *name,
                     uint32_t bytes, uint32_t n) {
  HarnessTable *table = add_table(h, type, name, 0);
  table->zeros = n;
  table->bytes = bytes;
}

static void add_answers(Harness *h, const EvReplay *replay) {
  add_table(h, "const Answer", "__cp_answers", 6);
  for (uint32_t i = 0; i < replay->answers.n; i++) {
    const EvAnswer *a = &replay->answers.at[i];
    assert(a->site >= 1 && a->at + a->n <= replay->bytes.n);
    add_row(h, (uint64_t[]){(uint64_t)a->kind, a->site, a->bits, a->occurrence,
                            a->at, a->n});
  }
}

static void add_privates(Harness *h, const EvReplay *replay) {
  add_table(h, "const Private", "__cp_privates", 3);
  for (uint32_t i = 0; i < replay->privates.n; i++) {
    const EvPrivate *p = &replay->privates.at[i];
    assert(p->at + p->size <= replay->bytes.n);
    add_row(h, (uint64_t[]){p->address, p->size, p->at});
  }
}

static void add_starts(Harness *h, const EvReplay *replay) {
  add_table(h, "const Start", "__cp_starts", 3);
  for (uint32_t i = 0; i < replay->starts.n; i++) {
    const EvStart *s = &replay->starts.at[i];
    assert(s->global < replay->n_globals && s->at + s->size <= replay->bytes.n);
    add_row(h, (uint64_t[]){s->global, s->size, s->at});
  }
}

static void add_relocs(Harness *h, const EvReplay *replay) {
  add_table(h, "const Reloc", "__cp_relocs", 4);
  for (uint32_t i = 0; i < replay->relocs.n; i++) {
    const EvReloc *r = &replay->relocs.at[i];
    assert(r->kind != EV_RELOC_GLOBAL || r->id < replay->n_globals);
    add_row(h, (uint64_t[]){(uint64_t)r->kind, r->id, r->offset, r->at});
  }
}

static void add_extents(Harness *h, const EvReplay *replay) {
  assert(replay->n_globals <= replay->original->globals.n);
  add_table(h, "const Extent", "__cp_extents", 2);
  for (uint32_t i = 0; i < replay->n_globals; i++) {
    const Global *g = &replay->original->globals.at[i];
    add_row(h, (uint64_t[]){i ? g->size : 0,
                            i && g->kind == GLOBAL_CONSTANT ? 1 : 0});
  }
}

/* What there is, and what the interpreter met where. */
static void add_task(Harness *h, const EvReplay *replay, const char *token) {
  const SrcLoc *loc = prog_loc_get(replay->original, replay->result.loc);
  PropertyKind wanted = replay->result.end == INTERP_ERROR
                            ? prog_property_by_name(ev_replay_property(replay))
                            : PROPERTY_COUNT;
  enum { FIELDS = 14 };
  const uint64_t task[FIELDS] = {replay->answers.n,
                                 replay->privates.n,
                                 replay->starts.n,
                                 replay->relocs.n,
                                 replay->n_globals,
                                 strlen(token),
                                 (uint64_t)wanted,
                                 loc->line,
                                 loc->col,
                                 PROPERTY_VALID_INIT,
                                 PROPERTY_VALID_DEREF,
                                 PROPERTY_VALID_FREE,
                                 PROPERTY_VALID_MEMTRACK,
                                 PROPERTY_VALID_MEMCLEANUP};
  add_table(h, "const Task", "__cp_task", FIELDS);
  add_row(h, task);
}

void harness_init(Harness *h, const EvReplay *replay, const char *token) {
  require(replay->original && *token);
  *h = (Harness){.mem = replay->mem, .replay = replay, .token = token};
  uint32_t n_sites = replay->original->n_sites + 2;
  add_task(h, replay, token);
  add_answers(h, replay);
  add_privates(h, replay);
  add_starts(h, replay);
  add_relocs(h, replay);
  add_extents(h, replay);
  uint32_t pointer = replay->original->pointer_bits / 8;
  add_room(h, "Number", "__cp_asked", 8, n_sites);
  add_room(h, "unsigned", "__cp_heads", 4, n_sites);
  add_room(h, "unsigned", "__cp_links", 4, replay->answers.n + 1);
  add_room(h, "char *", "__cp_newest", pointer, n_sites);
}

void harness_done(Harness *h) {
  for (uint32_t i = 0; i < h->tables.n; i++)
    VEC_DONE(h->mem, &h->tables.at[i].cells);
  VEC_DONE(h->mem, &h->tables);
}

/* ---- as C ---- */

static void print_table(Text *out, const HarnessTable *table) {
  if (table->zeros > 0) {
    text_printf(out, "%s %s[%u];\n", table->type, table->name, table->zeros);
    return;
  }
  text_printf(out, "%s %s[] = {\n", table->type, table->name);
  for (uint32_t i = 0; i < table->cells.n; i++)
    text_printf(out, "%s%lluu%s", i % table->columns ? ", " : "  {",
                (unsigned long long)table->cells.at[i],
                (i + 1) % table->columns ? "" : "},\n");
  text_add(out, "  {0}};\n");
}

static void print_bytes(Text *out, const EvReplay *replay) {
  text_add(out, "const char __cp_bytes[] =\n");
  for (uint32_t i = 0; i < replay->bytes.n; i += 16) {
    text_add(out, "    \"");
    for (uint32_t k = i; k < i + 16 && k < replay->bytes.n; k++)
      text_printf(out, "\\%03o", replay->bytes.at[k]);
    text_add(out, "\"\n");
  }
  text_add(out, "    \"\";\n");
}

void harness_print(Text *out, const Harness *h) {
  text_add(out, harness_text_replay_c);
  text_add(out, "\n/* ---- the tables ---- */\n\n");
  for (uint32_t i = 0; i < h->tables.n; i++) print_table(out, &h->tables.at[i]);
  print_bytes(out, h->replay);
  text_printf(out, "const char __cp_token[] = \"%s\";\n", h->token);
}

/* ---- as it will stand in memory ---- */

/* The byte behind the last one is zero: no table is empty. */
uint32_t harness_data(const Harness *h, FeData *out, uint32_t most) {
  uint32_t n = 0;
  require(most >= h->tables.n + 2);
  for (uint32_t i = 0; i < h->tables.n; i++) {
    const HarnessTable *table = &h->tables.at[i];
    out[n++] =
        (FeData){.name = table->name,
                 .bytes = table->zeros ? NULL : (const char *)table->cells.at,
                 .n = table->zeros ? (uint64_t)table->zeros * table->bytes
                                   : sizeof(uint64_t) * table->cells.n};
  }
  out[n++] = (FeData){.name = "__cp_bytes",
                      .bytes = (const char *)h->replay->bytes.at,
                      .n = h->replay->bytes.n};
  out[n++] =
      (FeData){.name = "__cp_token", .bytes = h->token, .n = strlen(h->token)};
  return n;
}
