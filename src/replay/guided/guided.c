/* SPDX-License-Identifier: MIT
 *
 * The client of the server of runs, which is runtime/guided.c.
 *
 * A request says how many edges of the control flow to spend; each costs ticks,
 * so that in a race the turns depend on ticks only.  Neither the runs nor the
 * server's replies are trusted: sizes are checked, and what was found is
 * replayed by others. */
#include "replay/guided/guided.h"
#include "replay/native/native.h"

enum {
  EDGES_PER_TICK = 16000,
  TICKS_PER_REQUEST = 1000,
  TICKS_TO_BUILD = 1000,
  MOST_ITEMS = 1 << 20
};

/* As in runtime/guided.c. */
enum { SPENT, FOUND, HOPELESS };

typedef struct Reply {
  uint64_t spent, runs, edges_seen;
  uint32_t outcome, violated, n_items, short_of_items;
} Reply;

typedef struct Item {
  uint32_t site, occurrence, word;
  uint16_t bits, is_pointer;
  uint64_t value;
} Item;

struct Guided {
  GuidedSetup setup;
  GuidedStats stats;
  FeTalk talk;
  Vec(Item) items; /* of the run that was found */
  const char *why;
};

/* ---- building ---- */

static bool build(const GuidedSetup *setup, const char *executable) {
  Mem *mem = setup->mem;
  char bitcode[512];
  snprintf(bitcode, sizeof bitcode, "%s/guided.bc", setup->compile.temp_dir);
  FeDiag diag;
  Map asks;
  fe_diag_init(&diag, mem);
  map_init(&asks, mem);
  FeReplay replay = {
      .property = setup->property, .bitcode = bitcode, .asks = &asks};
  Program *program = NULL;
  bool good = fe_read_replay(&program, mem, setup->inputs, setup->n_inputs,
                             &replay, &diag) &&
              fe_build_counted(&setup->compile, bitcode, executable, &diag);
  if (program) prog_free(program);
  map_done(&asks);
  fe_diag_done(&diag);
  return good;
}

/* ---- what was found ---- */

static bool same_answer(const Item *a, const Item *b) {
  return a->site == b->site && a->occurrence == b->occurrence;
}

static uint32_t bytes_of(const Item *items, uint32_t n) {
  assert(n > 0);
  enum { MOST_WORDS = 1 << 21 };
  if (items[0].bits) return (items[0].bits + 7u) / 8;
  uint32_t last = 0;
  for (uint32_t i = 0; i < n; i++)
    if (items[i].word > last) last = items[i].word;
  return last < MOST_WORDS ? 8 * (last + 1) : 0;
}

/* A pointer to an object of its own, number `nth`, or NULL: replay gives
 * addresses that belong to no object memory of their own. */
static void add_pointer(InterpTable *into, const Item *item, uint32_t nth) {
  assert(item->is_pointer && item->bits <= 64);
  enum { APART = 1 << 20 };
  uint64_t address = item->value ? 0 : (nth + 1ull) * APART;
  interp_table_add(into, item->site, 0, item->occurrence,
                   (const uint8_t *)&address, (item->bits + 7u) / 8);
}

/* The words of one answer; those that are missing are zero. */
static void add_answer(Mem *mem, InterpTable *into, const Item *items,
                       uint32_t n) {
  assert(n > 0);
  uint32_t size = bytes_of(items, n);
  uint32_t room = (size + 7) / 8 * 8;
  uint8_t *bytes = MEM_ARRAY(mem, uint8_t, room);
  for (uint32_t i = 0; i < n; i++)
    if (items[i].word < room / 8)
      memcpy(bytes + 8 * (size_t)items[i].word, &items[i].value, 8);
  /* Memory may end within its last word. */
  while (items[0].bits == 0 && size > 0 && bytes[size - 1] == 0) size--;
  interp_table_add(into, items[0].site, 0, items[0].occurrence, bytes, size);
  MEM_FREE_ARRAY(mem, bytes, room);
}

static void add_answers(const Guided *p, InterpTable *into) {
  uint32_t n_pointers = 0;
  for (uint32_t i = 0, n = 0; i < p->items.n; i += n) {
    for (n = 1; i + n < p->items.n &&
                same_answer(&p->items.at[i], &p->items.at[i + n]);)
      n++;
    const Item *item = &p->items.at[i];
    assert(n >= 1 && i + n <= p->items.n);
    if (item->is_pointer && item->bits <= 64)
      add_pointer(into, item, n_pointers++);
    else
      add_answer(p->setup.mem, into, item, n);
  }
}

static bool receive_items(Guided *p, uint32_t n) {
  Mem *mem = p->setup.mem;
  if (n > MOST_ITEMS) return false;
  VEC_RESERVE(mem, &p->items, n + 1);
  p->items.n = n;
  return fe_talk_receive(&p->talk, p->items.at, n * sizeof(Item),
                         p->setup.budget->deadline);
}

/* ---- requests ---- */

static bool send_request(Guided *p, Reply *reply) {
  uint64_t edges = (uint64_t)TICKS_PER_REQUEST * EDGES_PER_TICK;
  return fe_talk_send(&p->talk, &edges, sizeof edges) &&
         fe_talk_receive(&p->talk, reply, sizeof *reply,
                         p->setup.budget->deadline);
}

/* Ticks are counted, except for the request that found something. */
static void note(Guided *p, const Reply *reply) {
  uint64_t more = reply->spent - p->stats.steps;
  p->stats = (GuidedStats){reply->runs, reply->spent, reply->edges_seen};
  if (reply->outcome != FOUND)
    budget_count(p->setup.budget, more / EDGES_PER_TICK);
}

bool guided_next(Guided *p, InterpTable *into) {
  require(into->given.n == 0);
  if (!p->talk.pid) return false;
  p->why = "out of time";
  while (!budget_is_spent(p->setup.budget)) {
    Reply reply;
    if (!send_request(p, &reply)) {
      if (p->stats.runs == 0) p->why = "the compiled program is not run";
      return false;
    }
    note(p, &reply);
    if (reply.outcome == FOUND && receive_items(p, reply.n_items)) {
      add_answers(p, into);
      return true;
    }
    if (reply.outcome != SPENT) {
      p->why = "the only run does not meet the error";
      return false;
    }
  }
  return false;
}

const char *guided_why(const Guided *p) {
  return p->why;
}

Guided *guided_new(const GuidedSetup *setup) {
  require(setup->budget && setup->compile.temp_dir && setup->n_inputs > 0);
  Guided *p = MEM_NEW(setup->mem, Guided);
  *p = (Guided){.setup = *setup, .talk = {.to = -1, .from = -1}};
  char executable[512];
  snprintf(executable, sizeof executable, "%s/guided", setup->compile.temp_dir);
  if (setup->compile.runs == FE_RUNS_FORBIDDEN) {
    p->why = "--no-run forbids to run the program";
    return p;
  }
  p->why = "the program cannot be compiled to be run";
  bool good = build(setup, executable) && fe_talk_start(&p->talk, executable);
  if (good) budget_count(setup->budget, TICKS_TO_BUILD);
  return p;
}

GuidedStats guided_free(Guided *p) {
  GuidedStats stats = p->stats;
  Mem *mem = p->setup.mem;
  fe_talk_stop(&p->talk);
  VEC_DONE(mem, &p->items);
  MEM_DELETE(mem, p);
  return stats;
}
