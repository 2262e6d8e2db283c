/* SPDX-License-Identifier: MIT
 *
 * What is linked to the program under check to run it many times at machine
 * speed (src/replay/guided).
 *
 * Problem.  An error may lie behind millions of steps, or behind a few tests of
 * inputs that no simple guess passes.
 *
 * Idea.  A server forks one process for each run.  An input is an item: (site,
 * occurrence, word).  Its value is a function of the run's seed and the item,
 * unless the run overrides it; so a run is a seed and a list of overrides,
 * small however much is asked, and runs can be repeated.  Sites have styles,
 * chosen by the seed: zeros, coins, small numbers, numbers that the program
 * compares with, all bits, the number of the request.  Memory is filled with
 * zeros, with values, or with a text: a chain of texts that the program has as
 * constants, bytes that it compares bytes with, numbers, letters.
 *
 * The compiler's coverage hooks count edges.  The count decides when a run has
 * gone on for long enough (never the clock, so that the same happens every
 * time), and whether it did something new: an edge, or an edge as often as
 * never before, up to a few times exactly, then by its logarithm.  Such runs
 * are kept and changed further, some items at a time.  The hooks at comparisons
 * show which values meet: where an item's value is compared with something
 * else, that something is the item's next value ("input to state", Aschermann
 * et al., NDSS 2019, without their encodings: we see the items as the program
 * gets them).
 *
 * A run that meets the error is run again with all items written down; then
 * items become zero, in halves, quarters and so on, as long as the error is
 * met (Zeller's delta debugging).  What is left is reported.
 *
 * guided_run.h is the process of one run, this file the server.
 *
 * Requests come on file descriptor 0: how many edges to spend (8 bytes).
 * Replies go to 3: struct Reply, then its items.  src/replay/guided/guided.c
 * reads them. */

#include "guided_run.h"

#include "confine.h"

/* ---- one run ---- */

static u64 spent, n_runs;

static void become_run(void) {
  prctl(1, 9); /* dies with the server */
  close(0);
  close(3);
  alarm(SECONDS);
  confine();
  __cp_program();
  finish(RETURNED);
}

static End run(const Test *test, u64 fuel, u32 most_items, int compares) {
  enum { RUN_COSTS = 80000 }; /* edges: a process */
  set_test(test);
  now.most_items = most_items;
  now.compares = compares;
  memset(counts, 0, sizeof *counts * (n_edges + 1));
  shared->end = CRASHED;
  fuel_left = fuel;
  shared->filled = 0;
  shared->n_items = shared->n_compares = shared->asked = shared->lost = 0;
  int pid = fork();
  if (pid == 0) become_run();
  if (pid < 0) _exit(1);
  int status;
  while (waitpid(pid, &status, 0) != pid) {
  }
  n_runs++;
  for (u32 i = 0; i < n_edges; i++) spent += counts[i];
  spent += RUN_COSTS + shared->filled;
  if (shared->n_items > most_items) shared->n_items = most_items;
  if (shared->n_compares > MOST_COMPARES) shared->n_compares = MOST_COMPARES;
  return (End)shared->end;
}

/* ---- what was seen, what is kept ---- */

/* A value for an item that a comparison suggests. */
typedef struct Hint {
  u32 item;
  u64 value;
} Hint;

typedef struct Kept {
  Test test;
  Item *items; /* what it asks first */
  Hint *hints; /* tried one by one, then some at a time */
  u32 n_items, n_hints, next_hint;
  u32 tried; /* how often it was changed */
} Kept;

enum { MOST_KEPT = 1 << 10 };
static Kept kept[MOST_KEPT];
static u32 n_kept;
static u32 *seen; /* by edge: set of grades of counts */
static u64 random_state = 1;

static u64 next_random(void) {
  return random_state = mix(random_state, 0x51);
}

static u32 below(u32 n) {
  return (u32)(next_random() % n);
}

/* How often: up to 8 times exactly, so that two texts that are compared become
 * equal byte by byte; then by the logarithm. */
static u32 grade(u32 count) {
  enum { EXACT = 8, MOST = 31 };
  if (count <= EXACT) return count;
  u32 far = EXACT - 2 + (31 - (u32)__builtin_clz(count));
  return far < MOST ? far : MOST;
}

static int is_new(void) {
  int found = 0;
  for (u32 i = 0; i < n_edges; i++) {
    if (!counts[i]) continue;
    u32 bit = 1u << grade(counts[i]);
    found |= !(seen[i] & bit);
    seen[i] |= bit;
  }
  return found;
}

static void add_word(u64 value) {
  for (u32 i = 0; i < n_words; i++)
    if (words[i] == value) return;
  if (n_words < MOST_WORDS) words[n_words++] = value;
}

static void keep_words(void) {
  for (u32 i = 0; i < shared->n_compares; i++)
    if (shared->compares[i].is_const) {
      const Compare *c = &shared->compares[i];
      add_word(c->a);
      if (c->bits < 64 && c->a >> (c->bits - 1))
        add_word(c->a | ~0ull << c->bits); /* as a negative number */
    }
}

static Item *copy_items(const Item *from, u32 n) {
  Item *to = calloc(n + 1, sizeof *to);
  if (!to) _exit(1);
  memcpy(to, from, n * sizeof *to);
  return to;
}

/* ---- hints ---- */

enum { MOST_HINTS = 1 << 10 };
static Hint hints[MOST_HINTS];
static u32 n_hints, hinted[4 * MOST_HINTS]; /* numbers from 1 on, by hash */

static void hint(u32 item, u64 value) {
  u32 slot = (u32)mix(item, value) % (4 * MOST_HINTS);
  if (shared->items[item].value == value || n_hints >= MOST_HINTS) return;
  for (; hinted[slot]; slot = (slot + 1) % (4 * MOST_HINTS)) {
    const Hint *h = &hints[hinted[slot] - 1];
    if (h->item == item && h->value == value) return;
  }
  hints[n_hints++] = (Hint){item, value};
  hinted[slot] = n_hints;
}

static u64 mask_of(u32 bits) {
  return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

/* A byte of memory that is `mine` could be `other`. */
static void hint_bytes(const Compare *c, u64 mine, u64 other) {
  enum { MOST_SAME = 16 };
  u64 mask = mask_of(c->bits);
  u32 same = 0;
  mine &= mask;
  other &= mask;
  if (mine == 0 || mine > 255 || other > 255) return;
  for (u32 i = 0; i < shared->n_items && same < MOST_SAME; i++) {
    const Item *item = &shared->items[i];
    for (u32 k = 0; item->bits == 0 && k < 8 && same < MOST_SAME; k++) {
      if ((item->value >> 8 * k & 255) != mine) continue;
      hint(i, item->value ^ (mine ^ other) << 8 * k);
      add_char(other);
      same++;
    }
  }
}

/* `mine` was compared with `other`: an item that is `mine` could be `other`;
 * one that was drawn just before may be a summand of `mine`. */
static void hint_side(const Compare *c, u64 mine, u64 other, u64 near) {
  enum { MOST_SAME = 4, MOST_RECENT = 3 };
  u64 mask = mask_of(c->bits);
  u32 same = 0, n = shared->n_items;
  for (u32 i = 0; i < n && same < MOST_SAME; i++)
    if ((shared->items[i].value & mask) == (mine & mask)) {
      hint(i, ((shared->items[i].value & ~mask) | (other & mask)) + near);
      same++;
    }
  for (u32 i = 0; i < MOST_RECENT && i < c->at && c->at <= n; i++) {
    u32 item = c->at - 1 - i;
    hint(item, shared->items[item].value + other - mine + near);
  }
}

static void make_hints(void) {
  n_hints = 0;
  memset(hinted, 0, sizeof hinted);
  for (u32 round = 0; round < 3; round++)
    for (u32 i = 0; i < shared->n_compares; i++) {
      const Compare *c = &shared->compares[i];
      u64 near = round == 0 ? 0 : round == 1 ? 1 : ~0ull;
      hint_side(c, c->b, c->a, near);
      if (!c->is_const) hint_side(c, c->a, c->b, near);
      if (round > 0) continue;
      hint_bytes(c, c->b, c->a);
      if (!c->is_const) hint_bytes(c, c->a, c->b);
    }
}

static void keep(const Test *test) {
  Kept *k = &kept[n_kept < MOST_KEPT ? n_kept++ : below(MOST_KEPT)];
  make_hints();
  *k = (Kept){.test = *test, .n_items = shared->n_items, .n_hints = n_hints};
  k->test.overrides = copy_items(test->overrides, test->n);
  k->items = copy_items(shared->items, shared->n_items);
  k->hints = calloc(n_hints + 1, sizeof *k->hints);
  if (!k->hints) _exit(1);
  memcpy(k->hints, hints, n_hints * sizeof *hints);
}

/* ---- changing a run ---- */

static Item scratch[MOST_OVERRIDES];

static void override(Test *test, const Item *item, u64 value) {
  u32 at = 0;
  while (at < test->n && (test->overrides[at].site != item->site ||
                          test->overrides[at].occurrence != item->occurrence ||
                          test->overrides[at].word != item->word))
    at++;
  if (at >= MOST_OVERRIDES) return;
  if (at == test->n) test->n++;
  test->overrides[at] = *item;
  test->overrides[at].value = value;
}

static void follow_hint(Test *test, const Kept *k, u32 i) {
  override(test, &k->items[k->hints[i].item], k->hints[i].value);
}

/* Some hints at once, or (the first of each item) all. */
static void follow_hints(Test *test, const Kept *k) {
  if (k->n_hints == 0) return;
  if (below(8) == 0)
    for (u32 i = k->n_hints; i > 0; i--) follow_hint(test, k, i - 1);
  else
    for (u32 i = 1 + below(4); i > 0; i--)
      follow_hint(test, k, below(k->n_hints));
}

static void change_some(Test *test, const Kept *k) {
  static const Style styles[] = {SMALL, AROUND_ZERO, WORDS, WORDS, ANY, COIN};
  u32 n = 1u << below(4);
  for (u32 i = 0; i < n && k->n_items; i++) {
    const Item *item = &k->items[below(k->n_items)];
    Style style = styles[below(sizeof styles / sizeof *styles)];
    u64 value =
        below(4) ? draw(style, next_random(), 0) : item->value + below(9) - 4;
    override(test, item, value);
  }
}

/* A new seed; the first items stay as they are. */
static void change_rest(Test *test, const Kept *k) {
  u32 most = k->n_items < MOST_OVERRIDES ? k->n_items : MOST_OVERRIDES;
  u32 n = most ? below(most) : 0;
  test->seed = next_random();
  test->n_words = n_words;
  for (u32 i = 0; i < n; i++) override(test, &k->items[i], k->items[i].value);
}

/* The newest run with a hint that was not tried; or NULL. */
static Kept *find_hinted(void) {
  for (u32 i = n_kept; i > 0; i--)
    if (kept[i - 1].next_hint < kept[i - 1].n_hints) return &kept[i - 1];
  return 0;
}

/* The run that is kept and was changed least, or any. */
static Kept *choose(void) {
  Kept *best = &kept[below(n_kept)];
  for (u32 i = 0; i < 3; i++) {
    Kept *k = &kept[below(n_kept)];
    if (k->tried < best->tried) best = k;
  }
  best->tried++;
  return best;
}

/* ---- lengths ---- */

/* Most runs are short; when some do not end by themselves, as many edges are
 * spent on long ones, each of which that does not end doubles the length (a
 * program that asks for nothing has nothing to try but longer runs). */
static u64 short_fuel = 1 << 18, long_fuel = 1 << 22, spent_long;
static int some_are_long, all_are_fixed;
enum { MOST_FUEL_LOG = 33 };

static int is_long_turn(void) {
  return all_are_fixed || (some_are_long && spent_long < spent / 2);
}

static End run_by_turns(const Test *test, int compares) {
  u64 before = spent;
  int is_long = is_long_turn();
  u64 fuel = is_long ? long_fuel : short_fuel;
  End end = run(test, fuel, MOST_LOGGED, compares);
  if (is_long) spent_long += spent - before;
  if (end == OUT_OF_FUEL) some_are_long = 1;
  if (end == OUT_OF_FUEL && is_long && long_fuel >> MOST_FUEL_LOG == 0)
    long_fuel *= all_are_fixed ? 8 : 2;
  return end;
}

/* ---- replies ---- */

enum { SPENT, FOUND, HOPELESS };

typedef struct Reply {
  u64 spent, runs, edges_seen;
  u32 outcome, violated, n_items, short_of_items;
} Reply;

static void send(const void *from, u64 n) {
  const char *at = from;
  while (n > 0) {
    __PTRDIFF_TYPE__ sent =
        write(3, at, (__SIZE_TYPE__)(n < 1 << 16 ? n : 1 << 16));
    if (sent <= 0) _exit(1);
    at += sent;
    n -= (u64)sent;
  }
}

static u64 count_seen(void) {
  u64 n = 0;
  for (u32 i = 0; i < n_edges; i++) n += seen[i] != 0;
  return n;
}

static void reply(u32 outcome, u32 violated, const Item *items, u32 n) {
  Reply r = {.spent = spent,
             .runs = n_runs,
             .edges_seen = count_seen(),
             .outcome = outcome,
             .violated = violated,
             .n_items = n,
             .short_of_items = shared->lost};
  send(&r, sizeof r);
  send(items, n * sizeof *items);
}

/* ---- fewer inputs ---- */

/* The items that are not zero, of a run that found the error; pointers, too,
 * when they are to be reported. */
static u32 items_that_matter(Item **out, int with_pointers) {
  u32 n = 0;
  Item *list = map(sizeof *list * (shared->n_items + 1ull));
  for (u32 i = 0; i < shared->n_items; i++) {
    const Item *item = &shared->items[i];
    if (item->value || (with_pointers && item->is_pointer)) list[n++] = *item;
  }
  *out = list;
  return n;
}

/* Drops what the error does not need: pieces of `size` items at a time. */
static u32 drop_pieces(Item *list, u32 n, u32 size, u64 fuel, u64 most_spent) {
  Item *rest = map(sizeof *rest * (n + 1ull));
  for (u32 at = 0; at < n && spent < most_spent;) {
    u32 piece = n - at < size ? n - at : size;
    memcpy(rest, list, at * sizeof *rest);
    memcpy(rest + at, list + at + piece, (n - at - piece) * sizeof *rest);
    Test test = {.n = n - piece, .overrides = rest};
    if (run(&test, fuel, 0, 0) == REACHED) {
      n -= piece;
      memcpy(list, rest, n * sizeof *rest);
    } else {
      at += piece;
    }
  }
  return n;
}

/* False: there is too much to report. */
static int report_found(const Test *test, u64 fuel) {
  enum { PATIENCE_LOG = 29, RUNS = 64 };
  Item *list;
  u64 start = spent;
  End end = run(test, fuel, MOST_ITEMS, 0);
  u32 violated = shared->violated;
  u64 cost = spent - start;
  if (end != REACHED || shared->lost) return 0;
  u32 n = items_that_matter(&list, 0);
  u64 patience =
      spent +
      (RUNS * cost < 1ull << PATIENCE_LOG ? 1ull << PATIENCE_LOG : RUNS * cost);
  if (cost > 1ull << PATIENCE_LOG) patience = spent;
  for (u32 size = n; size > 0; size /= 2)
    n = drop_pieces(list, n, size, fuel, patience);
  Test last = {.n = n, .overrides = list};
  if (run(&last, fuel, MOST_ITEMS, 0) != REACHED || shared->lost) return 0;
  n = items_that_matter(&list, 1);
  reply(FOUND, violated, list, n);
  return 1;
}

/* ---- the search ---- */

/* A first look at a new kind of run: what it compares with. */
static void look(const Test *test, u64 fuel) {
  run(test, fuel, MOST_LOGGED, 1);
  keep_words();
  keep(test);
}

static void make_test(Test *test) {
  enum { FRESH = 40 };
  *test = (Test){n_runs, n_words, 0, scratch};
  if (n_kept == 0 || n_runs < FRESH || below(4) == 0) return;
  Kept *hinted_one = below(3) ? find_hinted() : 0;
  Kept *k = hinted_one ? hinted_one : choose();
  *test = k->test;
  test->overrides = scratch;
  memcpy(scratch, k->test.overrides, k->test.n * sizeof *scratch);
  u32 dice = below(8);
  if (hinted_one)
    follow_hint(test, k, k->next_hint++);
  else if (dice == 0)
    change_rest(test, k);
  else if (dice < 4)
    change_some(test, k);
  else
    follow_hints(test, k);
}

/* True when the request is done: found, or nothing can be. */
static int step(void) {
  Test test;
  make_test(&test);
  u64 fuel = is_long_turn() ? long_fuel : short_fuel;
  End end = run_by_turns(&test, 0);
  if (end == REACHED) return report_found(&test, 2 * fuel);
  if (!shared->asked && end != OUT_OF_FUEL) {
    reply(HOPELESS, 0, 0, 0);
    return 1;
  }
  all_are_fixed = !shared->asked;
  if (is_new()) look(&test, fuel < short_fuel ? fuel : short_fuel);
  return 0;
}

int main(void) {
  u64 request;
  shared = map(sizeof *shared);
  counts = map(sizeof *counts * (n_edges + 1ull));
  seen = map(sizeof *seen * (n_edges + 1ull));
  while (read(0, &request, sizeof request) == sizeof request) {
    u64 until = spent + request;
    int done = 0;
    while (!done && spent < until) done = step();
    if (!done) reply(SPENT, 0, 0, 0);
  }
  return 0;
}
