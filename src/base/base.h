/* SPDX-License-Identifier: MIT
 *
 * The ground floor: what every room may use and an unrelated program could.
 *
 * Memory.  All memory comes from a `Mem`, which counts bytes: frees carry their
 * size, the debug build fails when the balance at exit is not zero, and a limit
 * ends the process with EXIT_UNKNOWN (who waits for it turns that into "unknown
 * (memory)").  Allocation never returns NULL.
 *
 * Failure.  `require` guards room borders and is always on; `assert` is for
 * debug builds; `die` is for the machine (unreadable file, no memory).  Nothing
 * here ever returns "failed" as NULL.
 */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- exit codes: fixed for the project, others rely on them
 * -------------------------------- */

typedef enum ExitCode {
  EXIT_PROVED = 0,
  EXIT_USAGE = 1,
  EXIT_FRONTEND = 2,
  EXIT_UNKNOWN = 5,
  EXIT_INTERNAL = 6,
  EXIT_VIOLATED = 10,
  EXIT_TIMEOUT = 124
} ExitCode;

#if defined(__GNUC__)
#define BASE_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define BASE_NORETURN          __attribute__((noreturn))
#define BASE_MUST_USE          __attribute__((warn_unused_result))
#else
#define BASE_PRINTF(fmt, args)
#define BASE_NORETURN
#define BASE_MUST_USE
#endif

/* ---- failure
 * -------------------------------------------------------------------------------
 */

/* Print "cutpoint: <message>" to stderr and exit with `code`. */
BASE_NORETURN void die(ExitCode code, const char *format, ...)
    BASE_PRINTF(2, 3);

/* Exit with `code` without taking apart what libraries hold: that takes as long
 * as their start.  Builds that look for leaks do. */
BASE_NORETURN void end_process(ExitCode code);

/* Report a broken invariant of ours, with its place, and abort. */
BASE_NORETURN void require_failed(const char *file, int line, const char *what);

/* Always-on check at room borders; `cond` must be cheap. */
#define require(cond)                                                          \
  ((cond) ? (void)0 : require_failed(__FILE__, __LINE__, #cond))

/* A switch arm or branch that cannot be taken. */
#define unreachable_case() require_failed(__FILE__, __LINE__, "unreachable")

/* ---- memory
 * --------------------------------------------------------------------------------
 */

typedef struct Mem {
  size_t used;  /* bytes now */
  size_t peak;  /* most bytes ever */
  size_t limit; /* 0 is none */
} Mem;

void mem_init(Mem *mem, size_t limit);
/* Check the byte balance (debug builds abort on a leak). */
void mem_done(Mem *mem);
void *mem_alloc(Mem *mem, size_t bytes);  /* uninitialised */
void *mem_zalloc(Mem *mem, size_t bytes); /* zeroed */
void *mem_resize(Mem *mem, void *old, size_t old_bytes, size_t new_bytes);
void mem_free(Mem *mem, void *old,
              size_t bytes); /* NULL is fine with 0 bytes */

#define MEM_NEW(mem, T)      ((T *)mem_zalloc((mem), sizeof(T)))
#define MEM_DELETE(mem, p)   mem_free((mem), (p), sizeof *(p))
#define MEM_ARRAY(mem, T, n) ((T *)mem_zalloc((mem), sizeof(T) * (size_t)(n)))
#define MEM_FREE_ARRAY(mem, p, n)                                              \
  mem_free((mem), (p), sizeof *(p) * (size_t)(n))

/* ---- arenas: many small things that die together
 * -------------------------------------------- */

typedef struct ArenaChunk ArenaChunk;
typedef struct Arena {
  Mem *mem;
  ArenaChunk *top; /* newest chunk */
  size_t used;     /* bytes used in `top` */
} Arena;

typedef struct ArenaMark {
  ArenaChunk *chunk;
  size_t used;
} ArenaMark;

void arena_init(Arena *arena, Mem *mem);
void arena_done(Arena *arena);
void *arena_alloc(Arena *arena, size_t bytes); /* zeroed, aligned to 16 */
char *arena_strdup(Arena *arena, const char *text);
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_printf(Arena *arena, const char *format, ...) BASE_PRINTF(2, 3);
/* Scratch use: everything allocated after the mark dies at the release. */
ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark);

#define ARENA_NEW(arena, T) ((T *)arena_alloc((arena), sizeof(T)))
#define ARENA_ARRAY(arena, T, n)                                               \
  ((T *)arena_alloc((arena), sizeof(T) * (size_t)(n)))

/* ---- growing arrays
 * ------------------------------------------------------------------------ */

/* `Vec(int) v = {0};` is a valid empty vector.  Never keep a pointer into one
 * across a push. */
#define Vec(T)                                                                 \
  struct {                                                                     \
    T *at;                                                                     \
    uint32_t n;                                                                \
    uint32_t cap;                                                              \
  }

#define VEC_PUSH(mem, v, x)                                                    \
  do {                                                                         \
    if ((v)->n == (v)->cap)                                                    \
      (v)->at =                                                                \
          vec_grow((mem), (v)->at, &(v)->cap, (v)->n + 1, sizeof *(v)->at);    \
    (v)->at[(v)->n++] = (x);                                                   \
  } while (0)
#define VEC_RESERVE(mem, v, want)                                              \
  do {                                                                         \
    if ((v)->cap < (want))                                                     \
      (v)->at = vec_grow((mem), (v)->at, &(v)->cap, (want), sizeof *(v)->at);  \
  } while (0)
#define VEC_POP(v)   (assert((v)->n > 0), (v)->at[--(v)->n])
#define VEC_LAST(v)  ((v)->at[(v)->n - 1])
#define VEC_CLEAR(v) ((v)->n = 0)
#define VEC_DONE(mem, v)                                                       \
  do {                                                                         \
    mem_free((mem), (v)->at, (size_t)(v)->cap * sizeof *(v)->at);              \
    (v)->at = NULL;                                                            \
    (v)->n = (v)->cap = 0;                                                     \
  } while (0)

void *vec_grow(Mem *mem, void *at, uint32_t *cap, uint32_t want, size_t size);

/* ---- hash maps
 * -----------------------------------------------------------------------------
 */

/* uint64_t -> uint64_t, open addressing.  Iteration order is insertion order,
 * so that runs are repeatable.  Entries are never removed one by one. */
typedef struct MapEntry {
  uint64_t key;
  uint64_t value;
} MapEntry;
typedef struct Map {
  Mem *mem;
  MapEntry *entries; /* [0..n[ in insertion order */
  uint32_t *slots;   /* entry index + 1, or 0 */
  uint32_t n, cap;   /* entries used / allocated */
  uint32_t n_slots;  /* power of two, or 0 */
} Map;

void map_init(Map *map, Mem *mem);
void map_done(Map *map);
void map_clear(Map *map);
uint64_t *map_find(const Map *map, uint64_t key); /* NULL: absent */
uint64_t map_get(const Map *map, uint64_t key, uint64_t otherwise);
uint64_t *map_put(Map *map, uint64_t key,
                  uint64_t value); /* insert or overwrite; the value's place */

/* Interned strings: text <-> small number (from 0, in order of first
 * appearance). */
typedef struct Names {
  Arena texts;
  Vec(const char *) list;
  uint32_t *slots;
  uint32_t n_slots;
} Names;

void names_init(Names *names, Mem *mem);
void names_done(Names *names);
uint32_t names_add(Names *names, const char *text);
uint32_t names_find(const Names *names,
                    const char *text); /* UINT32_MAX: absent */
const char *names_text(const Names *names, uint32_t index);

uint64_t hash_bytes(const void *bytes, size_t n);
uint64_t hash_mix(uint64_t seed, uint64_t value);

/* ---- growing text
 * -------------------------------------------------------------------------- */

/* A string under construction; `text` is always NUL-terminated once something
 * was added. */
typedef struct Text {
  Mem *mem;
  char *text;
  size_t n, cap;
} Text;

void text_init(Text *out, Mem *mem);
void text_done(Text *out);
void text_clear(Text *out);
void text_cut(Text *out, size_t n); /* keep the first n bytes */
void text_add(Text *out, const char *piece);
void text_add_n(Text *out, const char *piece, size_t n);
void text_char(Text *out, char c);
/* For a string of C or of graphviz: \" and \\ for quotes and backslashes. */
void text_add_escaped(Text *out, const char *piece);
void text_printf(Text *out, const char *format, ...) BASE_PRINTF(2, 3);
const char *text_get(const Text *out); /* never NULL */
/* Is the word among those, each of which has a blank on both sides? */
bool text_lists(const char *words, const char *word);
static inline bool text_starts_with(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* ---- files
 * ---------------------------------------------------------------------------------
 */

/* The whole file, appended to `out`; false with errno set when it cannot be
 * read.  A FIFO or a device is waited for some seconds only. */
BASE_MUST_USE bool file_read(Text *out, const char *path);
/* Is it a FIFO or a device, which cannot be read twice and may never end? */
bool file_is_stream(const char *path);
/* Write beside the target, then rename: the target is whole or untouched. False
 * with errno. */
BASE_MUST_USE bool file_write(const char *path, const char *text, size_t n);

/* ---- repeatable random numbers
 * ------------------------------------------------------------- */

typedef struct Rng {
  uint64_t state;
} Rng;
uint64_t rng_next(Rng *rng);
uint32_t rng_below(Rng *rng,
                   uint32_t bound); /* uniform in [0..bound[, bound > 0 */

/* ---- budgets: ticks first (repeatable), wall time as the outer limit
 * ------------------------ */

/* Taking turns with other processes: after `left` ticks `wait` is called; it
 * returns when it is our turn again, with `left` set anew.  What was spent
 * beyond `left` is owed: `wait` takes it from the turns to come. */
typedef struct BudgetTurn {
  uint64_t left;
  uint64_t owed;
  uint64_t spent; /* in all turns */
  uint32_t steps; /* weights counted by budget_step, below a whole tick */
  void (*wait)(struct BudgetTurn *turn);
} BudgetTurn;

typedef struct Budget {
  uint64_t ticks;      /* spent so far */
  uint64_t tick_limit; /* 0 is none */
  double deadline;     /* clock_now() value; 0 is none */
  const volatile int
      *interrupt;   /* set from outside to stop early; may be NULL */
  BudgetTurn *turn; /* NULL: we need not wait for anybody.  Copies share it, so
                       only one thread may spend */
} Budget;

double clock_now(void); /* monotonic seconds */
double clock_cpu(void); /* CPU seconds of this process */
/* Count `n` ticks; false when the budget is spent.  Looks at the clock every
 * 1024 ticks. */
BASE_MUST_USE bool budget_spend(Budget *budget, uint64_t n);
/* Count them without asking; may wait for our turn. */
void budget_count(Budget *budget, uint64_t n);
/* Count one tick that takes less time than others do; of a turn it takes only
 * `weight`/BUDGET_STEPS. */
enum { BUDGET_STEPS = 32 };
void budget_step(Budget *budget, uint32_t weight);
BASE_MUST_USE bool budget_is_spent(const Budget *budget);
/* Ticks that may still be spent; UINT64_MAX: there is no limit. */
uint64_t budget_left(const Budget *budget);

/* A part of a budget counts on from where the whole is and has its deadline,
 * its interrupt and its turn.  What was spent goes back with budget_return;
 * without that, the whole does not count it. */

/* `ticks` more at the most, and no more than the whole has left. */
Budget budget_part(const Budget *whole, uint64_t ticks);
/* `ticks` more, even if the whole has fewer left. */
Budget budget_extra(const Budget *whole, uint64_t ticks);
void budget_return(Budget *whole, const Budget *part);
/* The deadline is this one, unless there is an earlier one. */
void budget_end_by(Budget *budget, double deadline);

#endif
