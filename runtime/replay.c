/* SPDX-License-Identifier: MIT
 *
 * The harness of a replay: gives the program the inputs with which it fails.
 *
 * The bitcode of src/replay/bitcode asks the functions here; the tables of
 * answers are made for each replay (src/replay/harness.c).  Their rows are
 * numbers of 64 bits only, so that they look the same for 32 and 64 bits.
 *
 * Only answers that are not zero are listed, by site and occurrence.  A request
 * that does not fit the answer listed for it (other width, other size) means
 * that the two runs went different ways, which is an end of its own.
 *
 * This file is compiled when the tool is built, and its text is part of what
 * --harness writes. */

void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
int posix_memalign(void **, __SIZE_TYPE__, __SIZE_TYPE__);
void *memcpy(void *, const void *, __SIZE_TYPE__);
void *memset(void *, int, __SIZE_TYPE__);
void *mmap(void *, __SIZE_TYPE__, int, int, int, long);
__PTRDIFF_TYPE__ write(int, const void *, __SIZE_TYPE__);
void _exit(int) __attribute__((noreturn));
void __cp_program(void);
extern char *__cp_globals[], *__cp_functions[];

typedef unsigned long long Number;
enum { VALUE, POINTER, MEMORY };   /* kinds of answers */
enum { GLOBAL, FUNCTION, OBJECT }; /* kinds of addresses */
typedef struct Answer {
  Number kind, site, bits, occurrence, at, n; /* __cp_bytes[at..at+n[ */
} Answer;
typedef struct Private {
  Number address, size, at;
} Private;
typedef struct Start {
  Number global, size, at;
} Start;
typedef struct Reloc {
  Number kind, id, offset, at;
} Reloc;
typedef struct Extent {
  Number size, is_constant;
} Extent;

/* what there is, and what the interpreter met where */
typedef struct Task {
  Number answers, privates, starts, relocs, globals, token; /* how many */
  Number wanted, line, column;
  Number init, deref, free, track, cleanup; /* kinds of properties */
} Task;

extern const Task __cp_task[]; /* one */
extern const Answer __cp_answers[];
extern const Private __cp_privates[];
extern const Start __cp_starts[];
extern const Reloc __cp_relocs[];
extern const Extent __cp_extents[]; /* of globals */
extern const char __cp_bytes[], __cp_token[];

/* by site: requests so far, the next answer, the newest object; and by answer:
   the next one of the site */
extern Number __cp_asked[];
extern unsigned __cp_heads[], __cp_links[];
extern char *__cp_newest[];

/* how the run ends */
enum { RETURNED = 40, STOPPED = 41, REACHED = 42, OUT_OF_STEP = 43 };
static unsigned here;
typedef struct Heap {
  struct Heap *next;
  char *at;
  unsigned long long n;
  int live, seen;
} Heap;
static Heap *heap;

static void finish(int code) {
  _exit(code);
}

/* puts addresses into the bytes copied from `at` on */
static void relocate(unsigned long long at, char *to, unsigned long long n) {
  for (unsigned i = 0; i < __cp_task->relocs; i++) {
    const Reloc *r = &__cp_relocs[i];
    if (r->at < at || r->at + sizeof(char *) > at + n) continue;
    char *base = r->kind == GLOBAL     ? __cp_globals[r->id]
                 : r->kind == FUNCTION ? __cp_functions[r->id]
                                       : __cp_newest[r->id];
    base += r->offset;
    memcpy(to + (r->at - at), &base, sizeof base);
  }
}

static const Answer *next_answer(unsigned site) {
  static int ready;
  if (!ready)
    for (unsigned i = ready = __cp_task->answers; i > 0; i--) {
      __cp_links[i] = __cp_heads[__cp_answers[i - 1].site];
      __cp_heads[__cp_answers[i - 1].site] = i;
    }
  ready = 1;
  if (site == 0) site = here;
  unsigned i = __cp_heads[site];
  if (!i || __cp_answers[i - 1].occurrence != __cp_asked[site]++) return 0;
  __cp_heads[site] = __cp_links[i];
  return &__cp_answers[i - 1];
}

void __cp_at(unsigned site) {
  here = site;
}

void __cp_argument(void) {}

void __cp_value(unsigned site, unsigned bits, char *at) {
  const Answer *a = next_answer(site);
  memset(at, 0, (bits + 7) / 8);
  if (!a) return;
  if (a->kind == MEMORY || a->bits != bits) finish(OUT_OF_STEP);
  memcpy(at, __cp_bytes + a->at, (bits + 7) / 8);
  relocate(a->at, at, (bits + 7) / 8);
}

void __cp_pointer(unsigned site, unsigned bits, char *at) {
  __cp_value(site, bits, at);
}

static void fill(const Answer *a, char *at, unsigned long long n) {
  if (a && (a->kind != MEMORY || a->n > n)) finish(OUT_OF_STEP);
  memset(at, 0, n);
  if (a) memcpy(at, __cp_bytes + a->at, a->n);
  if (a) relocate(a->at, at, a->n);
}

/* a real function will store what the models say now */
static int dry;
void __cutpoint_confirm_dry(int on) {
  dry = on;
}

void *__cp_place(void *at) {
  static long long nowhere[8];
  return dry ? nowhere : at;
}

void __cp_fill(unsigned site, char *at, unsigned long long n) {
  const Answer *a = next_answer(site);
  if (!dry) fill(a, at, n);
  __cp_newest[site] = at;
}

void __cp_fill_object(unsigned site, char *at) {
  const Answer *a = next_answer(site);
  if (a && !dry) fill(a, at, a->n);
}

static __SIZE_TYPE__ alignment; /* of the next object; 0: malloc's */
void __cutpoint_confirm_alignment(__SIZE_TYPE__ bytes) {
  alignment = bytes;
}

static void *fresh(__SIZE_TYPE__ n) {
  void *at = 0;
  if (!alignment)
    at = calloc(1, n);
  else if (posix_memalign(&at, alignment, n) != 0)
    finish(STOPPED);
  alignment = 0;
  return at;
}

void *__cp_alloc(unsigned site, unsigned long long n) {
  const Answer *a = next_answer(site);
  if (n > 1ull << 30) finish(STOPPED);
  Heap *h = calloc(1, sizeof *h);
  char *at = fresh(n ? n : 1);
  if (!h || !at) finish(STOPPED);
  fill(a, at, n);
  __cp_newest[site] = at;
  *h = (Heap){heap, at, n, 1, 0};
  heap = h;
  return at;
}

void *__cp_realloc(unsigned site, char *old, unsigned long long n) {
  char *at = __cp_alloc(site, n);
  for (Heap *h = heap; old && h; h = h->next)
    if (h->at == old) memcpy(at, old, h->n < n ? h->n : n);
  return at;
}

__SIZE_TYPE__ __cutpoint_kept(const void *old, __SIZE_TYPE__ n) {
  for (Heap *h = heap; h; h = h->next)
    if (h->at == old) return h->n < n ? h->n : n;
  return 0;
}

void __cutpoint_free(void *at) {
  for (Heap *h = heap; h; h = h->next)
    if (h->at == at) h->live = 0;
}

void __cutpoint_assume(int condition) {
  if (!condition) finish(STOPPED);
}

/* the bytes that scanf reads as %s (' '), %[^\n] ('\n'), others */
void __cutpoint_confirm_text(const char *at, __SIZE_TYPE__ n, int kind) {
  for (; n && !dry; n--, at++)
    if (kind == 0 || *at == '\n' ||
        (kind == ' ' && (*at == ' ' || (*at >= 9 && *at <= 13))))
      finish(STOPPED);
}

__SIZE_TYPE__ __cutpoint_distance(const char *to, const char *from) {
  return (__UINTPTR_TYPE__)to - (__UINTPTR_TYPE__)from;
}

void __VERIFIER_assume(int condition) {
  if (!condition) finish(STOPPED);
}

static void violate(unsigned kind) {
  static const char message[] = "the error is reached\n";
  const char number = (char)('a' + kind);
  __PTRDIFF_TYPE__ sent = write(3, __cp_token, __cp_task->token);
  sent += write(3, &number, 1);
  sent += write(2, message, sizeof message - 1);
  finish(sent ? REACHED : REACHED);
}

/* a called error function, and any other kind of violation */
void __cp_error(void) {
  violate(0);
}

void __cp_check(unsigned bad, unsigned kind) {
  if (bad) violate(kind);
}

typedef struct Local {
  char *at;
  unsigned long long n;
  unsigned live;
} Local;
static Local *locals;
static unsigned n_locals, room;
static char *stack_base;

unsigned __cp_enter(void) {
  return n_locals;
}

void __cp_leave(unsigned mark) {
  n_locals = mark;
}

void __cp_object(char *at, unsigned long long n) {
  if (n_locals == room) {
    room = 2 * room + 64;
    Local *more = calloc(room, sizeof *more);
    if (!more) finish(STOPPED);
    if (locals) memcpy(more, locals, n_locals * sizeof *more);
    locals = more;
  }
  locals[n_locals++] = (Local){at, n, 1};
}

void __cp_life(char *at, unsigned begins) {
  unsigned i = n_locals;
  while (i > 0 && locals[i - 1].at != at) i--;
  if (i > 0) locals[i - 1].live = begins;
}

/* 3: all of it lies in the object that the root lies in; 2: that is so of
   the object that ends at the root; 1: of another; 0: of none.  Where an
   object ends another may begin: the root is rather the latter's. */
static int look(char *at, unsigned long long size, char *root, char *from,
                unsigned long long n, int *rooted) {
  __UINTPTR_TYPE__ start = (__UINTPTR_TYPE__)at;
  __UINTPTR_TYPE__ offset = (__UINTPTR_TYPE__)from - start;
  __UINTPTR_TYPE__ inside = (__UINTPTR_TYPE__)root - start;
  int rank = 1 + (inside <= size) + (inside < size);
  if (rank > *rooted) *rooted = rank;
  return offset <= size && n <= size - offset ? rank : 0;
}

static int is_valid(char *root, char *from, unsigned long long n,
                    unsigned writes) {
  int rooted = 1, best = 0, now;
  if (n == 0) return 1;
  for (Heap *h = heap; h && best < 3; h = h->next)
    if (h->live && (now = look(h->at, h->n, root, from, n, &rooted)) > best)
      best = now;
  for (unsigned i = n_locals; i > 0 && best < 3; i--)
    if (locals[i - 1].live && (now = look(locals[i - 1].at, locals[i - 1].n,
                                          root, from, n, &rooted)) > best)
      best = now;
  for (unsigned i = 1; i < __cp_task->globals && best < 3; i++)
    if (__cp_globals[i] &&
        (now = look(__cp_globals[i], __cp_extents[i].size, root, from, n,
                    &rooted)) > best &&
        !(writes && __cp_extents[i].is_constant))
      best = now;
  return best >= rooted;
}

/* the length of a text that is not known before it is read */
void __cutpoint_confirm_no_guess(void) {
  if (__cp_task->wanted == __cp_task->deref ||
      __cp_task->wanted == __cp_task->init)
    finish(STOPPED);
}

/* only where the interpreter met it */
static void claim(unsigned kind, unsigned line, unsigned column) {
  if (kind == __cp_task->wanted && line == __cp_task->line &&
      column == __cp_task->column)
    violate(kind);
}

void __cp_access(char *root, char *at, unsigned long long n, unsigned writes,
                 unsigned line, unsigned column) {
  if (line == __cp_task->line && column == __cp_task->column &&
      !is_valid(root, at, n, writes))
    claim(__cp_task->deref, line, column);
}

void __cp_freeing(char *at, unsigned line, unsigned column) {
  Heap *h = heap;
  while (h && (h->at != at || !h->live)) h = h->next;
  if (at && !h) claim(__cp_task->free, line, column);
}

/* ---- lost objects ---- */

static int found;

static void scan(const char *from, unsigned long long n) {
  for (; n >= sizeof(char *); from++, n--) {
    char *at;
    memcpy(&at, from, sizeof at);
    for (Heap *h = heap; h; h = h->next)
      if (h->live && !h->seen &&
          (__UINTPTR_TYPE__)at - (__UINTPTR_TYPE__)h->at <= h->n)
        h->seen = found = 1;
  }
}

static int is_lost(int returned) {
  char here = 0;
  for (unsigned i = 1; i < __cp_task->globals; i++)
    if (__cp_globals[i]) scan(__cp_globals[i], __cp_extents[i].size);
  for (unsigned i = 0; i < n_locals; i++) scan(locals[i].at, locals[i].n);
  __builtin_unwind_init();
  if (!returned && stack_base > &here)
    scan(&here, (unsigned long long)(stack_base - &here));
  do {
    found = 0;
    for (Heap *h = heap; h; h = h->next)
      if (h->seen == 1) h->seen = 2, scan(h->at, h->n);
  } while (found);
  for (Heap *h = heap; h; h = h->next)
    if (h->live && !h->seen) return 1;
  return 0;
}

enum { BY_EXIT, BY_RETURN, BY_ABORT };
static void at_end(int how) {
  if (__cp_task->wanted == __cp_task->track && is_lost(how == BY_RETURN))
    violate(__cp_task->track);
  if (__cp_task->wanted == __cp_task->cleanup && how != BY_ABORT)
    for (Heap *h = heap; h; h = h->next)
      if (h->live) violate(__cp_task->cleanup);
}

void __cp_returning(unsigned mark) {
  if (mark == 0) at_end(BY_RETURN);
}

void __cutpoint_stop_exit(void) {
  at_end(BY_EXIT);
  finish(STOPPED);
}

void __cutpoint_stop_abort(void) {
  at_end(BY_ABORT);
  finish(STOPPED);
}

int main(void) {
  stack_base = __builtin_frame_address(0);
  for (unsigned i = 0; i < __cp_task->privates; i++) {
    const Private *p = &__cp_privates[i];
    unsigned long long low = p->address & ~4095ull;
    unsigned long long size = p->address + p->size - low;
    char *want = (char *)(__UINTPTR_TYPE__)low;
    /* readable, writable; private, anonymous, fixed but not over others */
    if (mmap(want, size, 3, 0x100022, -1, 0) != want) finish(OUT_OF_STEP);
    memcpy((char *)(__UINTPTR_TYPE__)p->address, __cp_bytes + p->at, p->size);
    relocate(p->at, (char *)(__UINTPTR_TYPE__)p->address, p->size);
  }
  for (unsigned i = 0; i < __cp_task->starts; i++) {
    const Start *s = &__cp_starts[i];
    char *at = __cp_globals[s->global];
    if (!at) finish(OUT_OF_STEP);
    memcpy(at, __cp_bytes + s->at, s->size);
    relocate(s->at, at, s->size);
  }
  __cp_program();
  finish(RETURNED);
}
