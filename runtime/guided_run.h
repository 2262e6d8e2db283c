/* SPDX-License-Identifier: MIT
 *
 * One run of the program under check, from inside: the values of its inputs,
 * what the bitcode asks for, the compiler's hooks.  guided.c, which includes
 * this once, forks the runs and explains the idea.
 *
 * Everything is in one object file, and all names but those that the bitcode
 * and the compiler ask for are static: the program under check has names of
 * its own. */
#ifndef RUNTIME_GUIDED_RUN_H
#define RUNTIME_GUIDED_RUN_H

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
extern const char *const __cp_texts[];

enum {
  MOST_ITEMS = 1 << 20,     /* that one run writes down */
  MOST_LOGGED = 1 << 12,    /* of a run that is not reported */
  MOST_OVERRIDES = 1 << 10, /* of a run that is kept */
  MOST_COMPARES = 1 << 12,
  MOST_WORDS = 1 << 10, /* the dictionary */
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
  u64 filled;                           /* edges that filling memory cost */
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

/* ---- texts ---- */

static u8 chars[256]; /* that the program compares bytes of memory with */
static u32 n_chars;

static void add_char(u64 value) {
  if (value == 0 || value > 255) return;
  for (u32 i = 0; i < n_chars; i++)
    if (chars[i] == value) return;
  chars[n_chars++] = (u8)value;
}

static const char *some_text(u64 dice) {
  static u32 n;
  while (__cp_texts[n]) n++;
  return n ? __cp_texts[dice % n] : "";
}

/* A word of a text, written to `at`: at most LONGEST bytes, and how many. */
enum { LONGEST = 32 };

static u32 draw_part(char *at, u64 dice) {
  static const char *const numbers[] = {"0",          "1",           "-1",
                                        "2147483647", "-2147483648", "100"};
  enum { N_NUMBERS = sizeof numbers / sizeof *numbers };
  u64 low = dice >> 8;
  u32 n = 0;
  const char *from = "";
  switch (dice % 8) {
  case 0:
  case 1: from = some_text(low); break;
  case 2: from = numbers[low % N_NUMBERS]; break;
  case 3: at[n++] = n_chars ? (char)chars[low % n_chars] : 'x'; break;
  case 4: at[n++] = " \n\t-"[low % 4]; break;
  case 5: at[n++] = (char)('0' + low % 10); break;
  default:
    for (u32 k = 0; k <= low % 4; k++)
      at[n++] = (char)('a' + (low >> (8 + 4 * k)) % 26);
  }
  while (n < LONGEST && *from) at[n++] = *from++;
  return n;
}

/* Part behind part; one of sixteen ends it. */
static void fill_text(char *at, u64 n, u64 dice) {
  char part[LONGEST];
  for (u64 used = 0; used < n;) {
    dice = mix(dice, used + 1);
    u32 length = draw_part(part, dice);
    for (u32 k = 0; k < length && used < n; k++) at[used++] = part[k];
    if (length == 0 || dice >> 60 == 0) return;
  }
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

/* To fill memory takes time, too, though no edge is counted: as much as this
 * many bytes for an edge. */
enum { BYTES_ZEROED = 16, BYTES_DRAWN = 2 };

static void pay(u64 edges) {
  shared->filled += edges < fuel_left ? edges : fuel_left;
  if (edges >= fuel_left) finish(OUT_OF_FUEL);
  fuel_left -= edges;
}

/* Fresh memory is a text in two of four runs, zero in one. */
typedef enum Filling { FILL_ZERO, FILL_TEXT, FILL_VALUES } Filling;

static Filling filling(void) {
  u64 kind = now.seed % 4;
  return kind == 3 ? FILL_VALUES : kind == 0 ? FILL_ZERO : FILL_TEXT;
}

/* What a word of memory, filled so far, is to be. */
static u64 fill_word(u32 site, u32 occurrence, u32 word, u64 so_far) {
  const Item *item = find_override(site, occurrence, word);
  if (item) return item->value;
  return filling() == FILL_VALUES ? value_of(site, occurrence, word) : so_far;
}

static void fill(u32 site, u32 occurrence, char *at, u64 n) {
  if (n) shared->asked = 1;
  pay(n / BYTES_ZEROED);
  memset(at, 0, (__SIZE_TYPE__)n);
  if (filling() == FILL_ZERO && now.n == 0) return;
  pay(n / BYTES_DRAWN);
  if (filling() == FILL_TEXT)
    fill_text(at, n, mix(mix(now.seed, site), occurrence));
  for (u64 i = 0; i < n; i += 8) {
    u64 left = n - i < 8 ? n - i : 8, value = 0;
    u32 word = (u32)(i / 8);
    memcpy(&value, at + i, (__SIZE_TYPE__)left);
    value = fill_word(site, occurrence, word, value);
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

__SIZE_TYPE__ __cutpoint_kept(const void *old, __SIZE_TYPE__ n) {
  for (Heap *h = heap; h; h = h->next)
    if (h->at == old) return h->n < n ? (__SIZE_TYPE__)h->n : n;
  return 0;
}

void __cutpoint_free(void *at) {
  (void)at;
}

void __cutpoint_assume(int condition) {
  if (!condition) finish(STOPPED);
}

/* The bytes that scanf reads as %s (' '), %[^\n] ('\n'), others. */
void __cutpoint_confirm_text(const char *at, __SIZE_TYPE__ n, int kind) {
  for (; n; n--, at++)
    if (kind == 0 || *at == '\n' ||
        (kind == ' ' && (*at == ' ' || (*at >= 9 && *at <= 13))))
      finish(STOPPED);
}

void __cutpoint_confirm_no_guess(void) {}

void __cutpoint_confirm_alignment(__SIZE_TYPE__ bytes) {
  (void)bytes;
}

/* What is found is run once more, with what real functions store alone. */
void __cutpoint_confirm_dry(int on) {
  (void)on;
}

void *__cp_place(void *at) {
  return at;
}

__SIZE_TYPE__ __cutpoint_distance(const char *to, const char *from) {
  return (__UINTPTR_TYPE__)to - (__UINTPTR_TYPE__)from;
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

#endif
