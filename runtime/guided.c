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
 * compares with, all bits, the number of the request.
 *
 * The compiler's coverage hooks count edges.  The count decides when a run has
 * gone on for long enough (never the clock, so that the same happens every
 * time), and whether it did something new: an edge, or an edge twice as often
 * as ever.  Such runs are kept and changed further, some items at a time.  The
 * hooks at comparisons show which values meet: where an item's value is
 * compared with something else, that something is the item's next value ("input
 * to state", Aschermann et al., NDSS 2019, without their encodings: we see the
 * items as the program gets them).
 *
 * A run that meets the error is run again with all items written down; then
 * items become zero, in halves, quarters and so on, as long as the error is
 * met (Zeller's delta debugging).  What is left is reported.
 *
 * Requests come on file descriptor 0: how many edges to spend (8 bytes).
 * Replies go to 3: struct Reply, then its items.  src/replay/guided/guided.c
 * reads them. */

typedef unsigned long long u64;
typedef unsigned u32;
typedef unsigned short u16;
typedef unsigned char u8;

void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *memcpy(void *, const void *, __SIZE_TYPE__);
void *memset(void *, int, __SIZE_TYPE__);
void *mmap(void *, __SIZE_TYPE__, int, int, int, long);
__PTRDIFF_TYPE__ read(int, void *, __SIZE_TYPE__);
__PTRDIFF_TYPE__ write(int, const void *, __SIZE_TYPE__);
int fork(void);
int close(int);
int waitpid(int, int *, int);
int prctl(int, ...);
unsigned alarm(unsigned);
void _exit(int) __attribute__((noreturn));
void __cp_program(void);

#include "confine.h"

enum {
  MOST_ITEMS = 1 << 20,     /* that one run writes down */
  MOST_LOGGED = 1 << 12,    /* of a run that is not reported */
  MOST_OVERRIDES = 1 << 10, /* of a run that is kept */
  MOST_COMPARES = 1 << 12,
  MOST_WORDS = 1 << 10, /* the dictionary */
  MOST_KEPT = 1 << 10,
  MOST_SITES = 1 << 16,
  SECONDS = 10 /* for one run; it is lost */
};

/* ---- what server and run share ---- */

typedef struct Item {
  u32 site, occurrence, word;
  u16 bits; /* of the whole value; 0: memory */
  u16 is_pointer;
  u64 value;
} Item;

typedef struct Compare {
  u64 a, b;
  u32 at;             /* items drawn before */
  u16 bits, is_const; /* a is a constant of the program */
} Compare;

typedef enum End { CRASHED, RETURNED, STOPPED, REACHED, OUT_OF_FUEL } End;

typedef struct Shared {
  u32 end, violated;                    /* PropertyKind */
  u64 fuel;                             /* what is left */
  u32 n_items, asked, n_compares, lost; /* lost: items not written down */
  Item items[MOST_ITEMS];
  Compare compares[MOST_COMPARES];
} Shared;

static Shared *shared;
static u32 *counts; /* of edges */
static u32 n_edges;
static u64 fuel_left; /* of the run */

static void *map(u64 size) {
  /* readable and writable; shared, anonymous, nothing reserved */
  void *at = mmap(0, (__SIZE_TYPE__)size, 3, 0x4021, -1, 0);
  if (at == (void *)-1) _exit(1);
  return at;
}

/* ---- a run: seed and overrides ---- */

typedef struct Test {
  u64 seed;
  u32 n_words; /* how many of the dictionary it knows */
  u32 n;
  Item *overrides; /* only site, occurrence, word, value count */
} Test;

/* The test that runs: its overrides as a hash table of numbers from 1 on. */
static struct {
  u64 seed;
  const Item *items;
  u32 n_words, n, *table, mask;
  u32 most_items;
  int compares;
} now;

static u64 mix(u64 a, u64 b) {
  u64 x = a ^ (b + 0x9e3779b97f4a7c15ull + (a << 6) + (a >> 2));
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ull;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ull;
  return x ^ x >> 32;
}

static u32 slot_of(u32 site, u32 occurrence, u32 word) {
  return (u32)mix(mix(site, occurrence), word);
}

static const Item *find_override(u32 site, u32 occurrence, u32 word) {
  for (u32 i = slot_of(site, occurrence, word) & now.mask; now.table[i];
       i = (i + 1) & now.mask) {
    const Item *item = &now.items[now.table[i] - 1];
    if (item->site == site && item->occurrence == occurrence &&
        item->word == word)
      return item;
  }
  return 0;
}

static void set_test(const Test *test) {
  static u32 size;
  u32 wanted = 64;
  while (wanted < 2 * test->n + 2) wanted *= 2;
  if (wanted > size) {
    now.table = map(4ull * wanted);
    size = wanted;
  }
  now.mask = wanted - 1;
  memset(now.table, 0, 4 * (__SIZE_TYPE__)wanted);
  now.seed = test->seed;
  now.n = test->n;
  now.n_words = test->n_words;
  now.items = test->overrides;
  for (u32 k = 0; k < test->n; k++) {
    const Item *item = &test->overrides[k];
    u32 i = slot_of(item->site, item->occurrence, item->word) & now.mask;
    while (now.table[i]) i = (i + 1) & now.mask;
    now.table[i] = k + 1;
  }
}

/* ---- values ---- */

static u64 words[MOST_WORDS]; /* what the program compares with */
static u32 n_words;

static u64 some_word(u64 dice) {
  static const u64 extremes[] = {0x7f,       0x80,       0xff,       0x7fff,
                                 0xffff,     0x7fffffff, 0x80000000, 0xffffffff,
                                 1ull << 63, ~0ull >> 1};
  enum { N_EXTREMES = sizeof extremes / sizeof *extremes };
  u64 value = now.n_words && dice % 8 ? words[(dice >> 8) % now.n_words]
                                      : extremes[(dice >> 8) % N_EXTREMES];
  u64 how = dice >> 40 & 7;
  return how < 5 ? value : how == 5 ? value + 1 : how == 6 ? value - 1 : -value;
}

typedef enum Style {
  COIN,
  RARELY, /* zero */
  MOSTLY, /* zero */
  SMALL,
  AROUND_ZERO,
  WORDS,
  ANY,
  ASCENDING,
  DESCENDING,
  MIXED,
  N_STYLES
} Style;

static u64 draw(Style style, u64 dice, u32 occurrence) {
  u64 low = dice >> 8;
  switch (style) {
  case COIN: return low & 1;
  case RARELY: return low % 16 != 0;
  case MOSTLY: return low % 16 == 0;
  case SMALL: return low % 12;
  case AROUND_ZERO: return low % 8 - 4;
  case WORDS: return some_word(low);
  case ANY: return mix(dice, 1);
  case ASCENDING: return occurrence;
  case DESCENDING: return 0 - (u64)occurrence;
  case MIXED:
  case N_STYLES: break;
  }
  return draw((Style)(dice % MIXED), mix(dice, 2), occurrence);
}

/* Seed 0 is zero everywhere.  A third of the seeds has one style for all sites;
 * some give a site's first value again. */
static u64 value_of(u32 site, u32 occurrence, u32 word) {
  const Item *item = find_override(site, occurrence, word);
  if (item) return item->value;
  if (now.seed == 0) return 0;
  u64 at_site = mix(now.seed, now.seed % 3 ? site : 0);
  Style style = (Style)(at_site % N_STYLES);
  u32 nth = (at_site >> 32) % 8 == 0 ? 0 : occurrence;
  return draw(style, mix(mix(mix(now.seed, site), nth), word), occurrence);
}

static u64 overridden(u32 site, u32 occurrence, u32 word) {
  const Item *item = find_override(site, occurrence, word);
  return item ? item->value : 0;
}

static int log_item(u32 site, u32 occurrence, u32 word, u32 bits, u64 value) {
  if (shared->n_items >= now.most_items) {
    shared->lost = 1;
    return 0;
  }
  Item *item = &shared->items[shared->n_items++];
  *item = (Item){.site = site,
                 .occurrence = occurrence,
                 .word = word,
                 .bits = (u16)bits,
                 .value = value};
  return 1;
}

/* ---- what the bitcode asks: see replay/bitcode/bitcode.h ---- */

static u32 asked[MOST_SITES];
static u32 here;

static __attribute__((noreturn)) void finish(End end) {
  shared->end = end;
  _exit(0);
}

static u32 count_up(u32 *site) {
  if (*site == 0) *site = here;
  return asked[*site % MOST_SITES]++;
}

void __cp_at(u32 site) {
  here = site;
}

static int is_argument; /* what is asked next */

void __cp_argument(void) {
  is_argument = 1;
}

void __cp_value(u32 site, u32 bits, char *at) {
  u32 occurrence = count_up(&site), n = (bits + 7) / 8;
  shared->asked = 1;
  for (u32 i = 0; i < n; i += 8) {
    u32 left = n - i < 8 ? n - i : 8;
    u32 width = bits - 8 * i;
    u64 value = value_of(site, occurrence, i / 8);
    if (width < 64) value &= (1ull << width) - 1;
    if (is_argument && width <= 64) value &= ~(1ull << (width - 1));
    memcpy(at + i, &value, left);
    log_item(site, occurrence, i / 8, bits, value);
  }
  is_argument = 0;
}

/* A pointer is an object of its own, full of zeros (item 0), or NULL. */
void __cp_pointer(u32 site, u32 bits, char *at) {
  enum { MOST_OBJECTS = 1000, SIZE = 1 << 14 };
  static u32 n_objects;
  u32 occurrence = count_up(&site);
  char *object = 0;
  u64 value = overridden(site, occurrence, 0);
  if (!value && now.seed) value = mix(mix(now.seed, site), occurrence) % 4 == 0;
  if (is_argument) value = 0;
  if (!value && n_objects++ < MOST_OBJECTS) object = calloc(2, SIZE);
  if (object) object += SIZE;
  shared->asked = 1;
  is_argument = 0;
  memcpy(at, &object, (bits + 7) / 8);
  if (log_item(site, occurrence, 0, bits, object == 0))
    shared->items[shared->n_items - 1].is_pointer = 1;
}

/* Fresh memory is zero in three of four runs. */
static void fill(u32 site, u32 occurrence, char *at, u64 n) {
  int zero = now.seed % 4 != 3;
  if (n) shared->asked = 1;
  memset(at, 0, (__SIZE_TYPE__)n);
  if (zero && now.n == 0) return;
  for (u64 i = 0; i < n; i += 8) {
    u64 left = n - i < 8 ? n - i : 8;
    u32 word = (u32)(i / 8);
    u64 value = zero ? overridden(site, occurrence, word)
                     : value_of(site, occurrence, word);
    if (left < 8) value &= (1ull << 8 * left) - 1;
    memcpy(at + i, &value, (__SIZE_TYPE__)left);
    if (value) log_item(site, occurrence, word, 0, value);
  }
}

void __cp_fill(u32 site, char *at, u64 n) {
  fill(site, count_up(&site), at, n);
}

void __cp_fill_object(u32 site, char *at) {
  count_up(&site);
  shared->asked = 1;
  (void)at;
}

typedef struct Heap {
  struct Heap *next;
  char *at;
  u64 n;
} Heap;
static Heap *heap;

void *__cp_alloc(u32 site, u64 n) {
  u32 occurrence = count_up(&site);
  if (n > 1ull << 30) finish(STOPPED);
  Heap *h = calloc(1, sizeof *h);
  char *at = calloc(1, n ? (__SIZE_TYPE__)n : 1);
  if (!h || !at) finish(STOPPED);
  fill(site, occurrence, at, n);
  *h = (Heap){heap, at, n};
  heap = h;
  return at;
}

void *__cp_realloc(u32 site, char *old, u64 n) {
  char *at = __cp_alloc(site, n);
  for (Heap *h = heap; old && h; h = h->next)
    if (h->at == old) memcpy(at, old, (__SIZE_TYPE__)(h->n < n ? h->n : n));
  return at;
}

void __cutpoint_free(void *at) {
  (void)at;
}

void __cutpoint_assume(int condition) {
  if (!condition) finish(STOPPED);
}

void __VERIFIER_assume(int condition) {
  if (!condition) finish(STOPPED);
}

void __cutpoint_stop_exit(void) {
  finish(STOPPED);
}

void __cutpoint_stop_abort(void) {
  finish(STOPPED);
}

void __cp_error(void) {
  shared->violated = 0;
  finish(REACHED);
}

void __cp_check(u32 bad, u32 kind) {
  if (!bad) return;
  shared->violated = kind;
  finish(REACHED);
}

/* ---- the compiler's hooks ---- */

void __sanitizer_cov_trace_pc_guard_init(u32 *start, u32 *stop) {
  for (u32 *at = start; at < stop; at++)
    if (*at == 0) *at = n_edges++;
}

void __sanitizer_cov_trace_pc_guard(u32 *guard) {
  counts[*guard]++;
  if (--fuel_left == 0) finish(OUT_OF_FUEL);
}

/* A place in the code is heard only a few times in a run. */
static void compare(u64 a, u64 b, u32 bits, u32 is_const, void *code) {
  enum { MOST_AT_ONE_PLACE = 8, PLACES = 1 << 12 };
  static u8 heard[PLACES];
  u32 place = (u32)mix((__UINTPTR_TYPE__)code, is_const ? a : 0) % PLACES;
  if (heard[place] >= MOST_AT_ONE_PLACE) return;
  heard[place]++;
  if (shared->n_compares >= MOST_COMPARES) return;
  shared->compares[shared->n_compares++] =
      (Compare){a, b, shared->n_items, (u16)bits, (u16)is_const};
}

#define HOOKS(bits, Type)                                                      \
  void __sanitizer_cov_trace_cmp##bits(Type a, Type b) {                       \
    if (now.compares)                                                          \
      compare(a, b, 8 * sizeof(Type), 0, __builtin_return_address(0));         \
  }                                                                            \
  void __sanitizer_cov_trace_const_cmp##bits(Type a, Type b) {                 \
    if (now.compares)                                                          \
      compare(a, b, 8 * sizeof(Type), 1, __builtin_return_address(0));         \
  }
HOOKS(1, u8)
HOOKS(2, u16)
HOOKS(4, u32)
HOOKS(8, u64)

void __sanitizer_cov_trace_switch(u64 value, const u64 *cases) {
  if (!now.compares) return;
  for (u64 i = 0; i < cases[0]; i++)
    compare(cases[2 + i], value, (u32)cases[1], 1, __builtin_return_address(0));
}

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
  shared->n_items = shared->n_compares = shared->asked = shared->lost = 0;
  int pid = fork();
  if (pid == 0) become_run();
  if (pid < 0) _exit(1);
  int status;
  while (waitpid(pid, &status, 0) != pid) {
  }
  n_runs++;
  for (u32 i = 0; i < n_edges; i++) spent += counts[i];
  spent += RUN_COSTS;
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

static Kept kept[MOST_KEPT];
static u32 n_kept;
static u32 *seen; /* by edge: set of logarithms of counts */
static u64 random_state = 1;

static u64 next_random(void) {
  return random_state = mix(random_state, 0x51);
}

static u32 below(u32 n) {
  return (u32)(next_random() % n);
}

static int is_new(void) {
  int found = 0;
  for (u32 i = 0; i < n_edges; i++) {
    if (!counts[i]) continue;
    u32 bit = 1u << (31 - __builtin_clz(counts[i]));
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
