/* SPDX-License-Identifier: MIT
 *
 * The harness of a replay: a C file with the answers and the functions that
 * the bitcode of replay/bitcode/bitcode.c asks.
 *
 * Only answers that are not zero are listed, by site and occurrence.  A
 * request that does not fit the answer listed for it (other width, other size)
 * means that the two runs went different ways, which is an end of its own. */
#include "replay/replay.h"

static const char *const runtime[] = {
    "/* how the run ends */",
    "enum { RETURNED = 40, STOPPED = 41, REACHED = 42, OUT_OF_STEP = 43 };",
    "static unsigned long long counts[N_SITES + 1];",
    "static unsigned heads[N_SITES + 1], links[N_ANSWERS + 1];",
    "static unsigned here;",
    "typedef struct Heap {",
    "  struct Heap *next;",
    "  char *at;",
    "  unsigned long long n;",
    "  int live, seen;",
    "} Heap;",
    "static Heap *heap;",
    "static char *newest[N_SITES + 1];",
    "",
    "static void finish(int code) {",
    "  _exit(code);",
    "}",
    "",
    "/* puts addresses into the bytes copied from `at` on */",
    "static void relocate(unsigned long long at, char *to,"
    " unsigned long long n) {",
    "  for (unsigned i = 0; i < N_RELOCS; i++) {",
    "    const Reloc *r = &relocs[i];",
    "    if (r->at < at || r->at + sizeof(char *) > at + n) continue;",
    "    char *base = r->kind == GLOBAL ? __cp_globals[r->id]",
    "                 : r->kind == FUNCTION ? __cp_functions[r->id]",
    "                 : newest[r->id];",
    "    base += r->offset;",
    "    memcpy(to + (r->at - at), &base, sizeof base);",
    "  }",
    "}",
    "",
    "static const Answer *next_answer(unsigned site) {",
    "  static int ready;",
    "  if (!ready)",
    "    for (unsigned i = ready = N_ANSWERS; i > 0; i--) {",
    "      links[i] = heads[answers[i - 1].site];",
    "      heads[answers[i - 1].site] = i;",
    "    }",
    "  ready = 1;",
    "  if (site == 0) site = here;",
    "  unsigned i = heads[site];",
    "  if (!i || answers[i - 1].occurrence != counts[site]++) return 0;",
    "  heads[site] = links[i];",
    "  return &answers[i - 1];",
    "}",
    "",
    "void __cp_at(unsigned site) {",
    "  here = site;",
    "}",
    "",
    "void __cp_argument(void) {",
    "}",
    "",
    "void __cp_value(unsigned site, unsigned bits, char *at) {",
    "  const Answer *a = next_answer(site);",
    "  memset(at, 0, (bits + 7) / 8);",
    "  if (!a) return;",
    "  if (a->kind == MEMORY || a->bits != bits) finish(OUT_OF_STEP);",
    "  memcpy(at, bytes + a->at, (bits + 7) / 8);",
    "  relocate(a->at, at, (bits + 7) / 8);",
    "}",
    "",
    "void __cp_pointer(unsigned site, unsigned bits, char *at) {",
    "  __cp_value(site, bits, at);",
    "}",
    "",
    "static void fill(const Answer *a, char *at, unsigned long long n) {",
    "  if (a && (a->kind != MEMORY || a->n > n)) finish(OUT_OF_STEP);",
    "  memset(at, 0, n);",
    "  if (a) memcpy(at, bytes + a->at, a->n);",
    "  if (a) relocate(a->at, at, a->n);",
    "}",
    "",
    "/* a real function will store what the models say now */",
    "static int dry;",
    "void __cutpoint_confirm_dry(int on) {",
    "  dry = on;",
    "}",
    "",
    "void *__cp_place(void *at) {",
    "  static long long nowhere[8];",
    "  return dry ? nowhere : at;",
    "}",
    "",
    "void __cp_fill(unsigned site, char *at, unsigned long long n) {",
    "  const Answer *a = next_answer(site);",
    "  if (!dry) fill(a, at, n);",
    "  newest[site] = at;",
    "}",
    "",
    "void __cp_fill_object(unsigned site, char *at) {",
    "  const Answer *a = next_answer(site);",
    "  if (a && !dry) fill(a, at, a->n);",
    "}",
    "",
    "void *__cp_alloc(unsigned site, unsigned long long n) {",
    "  const Answer *a = next_answer(site);",
    "  if (n > 1ull << 30) finish(STOPPED);",
    "  Heap *h = calloc(1, sizeof *h);",
    "  char *at = calloc(1, n ? n : 1);",
    "  if (!h || !at) finish(STOPPED);",
    "  fill(a, at, n);",
    "  newest[site] = at;",
    "  *h = (Heap){heap, at, n, 1, 0};",
    "  heap = h;",
    "  return at;",
    "}",
    "",
    "void *__cp_realloc(unsigned site, char *old, unsigned long long n) {",
    "  char *at = __cp_alloc(site, n);",
    "  for (Heap *h = heap; old && h; h = h->next)",
    "    if (h->at == old) memcpy(at, old, h->n < n ? h->n : n);",
    "  return at;",
    "}",
    "",
    "__SIZE_TYPE__ " PROG_KEPT "(const void *old, __SIZE_TYPE__ n) {",
    "  for (Heap *h = heap; h; h = h->next)",
    "    if (h->at == old) return h->n < n ? h->n : n;",
    "  return 0;",
    "}",
    "",
    "void __cutpoint_free(void *at) {",
    "  for (Heap *h = heap; h; h = h->next)",
    "    if (h->at == at) h->live = 0;",
    "}",
    "",
    "void __cutpoint_assume(int condition) {",
    "  if (!condition) finish(STOPPED);",
    "}",
    "",
    "/* the bytes that scanf reads as %s (' '), %[^\\n] ('\\n'), others */",
    "void __cutpoint_confirm_text(const char *at, __SIZE_TYPE__ n, int kind) {",
    "  for (; n && !dry; n--, at++)",
    "    if (kind == 0 || *at == '\\n' ||",
    "        (kind == ' ' && (*at == ' ' || (*at >= 9 && *at <= 13))))",
    "      finish(STOPPED);",
    "}",
    "",
    "__SIZE_TYPE__ __cutpoint_distance(const char *to, const char *from) {",
    "  return (__UINTPTR_TYPE__)to - (__UINTPTR_TYPE__)from;",
    "}",
    "",
    "void __VERIFIER_assume(int condition) {",
    "  if (!condition) finish(STOPPED);",
    "}",
    "",
    "static void violate(unsigned kind) {",
    "  static const char message[] = \"the error is reached\\n\";",
    "  const char number = (char)('a' + kind);",
    "  __PTRDIFF_TYPE__ sent = write(3, token, sizeof token - 1);",
    "  sent += write(3, &number, 1);",
    "  sent += write(2, message, sizeof message - 1);",
    "  finish(sent ? REACHED : REACHED);",
    "}",
    "",
    "/* a called error function, and any other kind of violation */",
    "void __cp_error(void) {",
    "  violate(0);",
    "}",
    "",
    "void __cp_check(unsigned bad, unsigned kind) {",
    "  if (bad) violate(kind);",
    "}",
    "",
};

/* The objects that live, and what is asked of them. */
static const char *const memory[] = {
    "typedef struct Local {",
    "  char *at;",
    "  unsigned long long n;",
    "  unsigned live;",
    "} Local;",
    "static Local *locals;",
    "static unsigned n_locals, room;",
    "static char *stack_base;",
    "",
    "unsigned __cp_enter(void) {",
    "  return n_locals;",
    "}",
    "",
    "void __cp_leave(unsigned mark) {",
    "  n_locals = mark;",
    "}",
    "",
    "void __cp_object(char *at, unsigned long long n) {",
    "  if (n_locals == room) {",
    "    room = 2 * room + 64;",
    "    Local *more = calloc(room, sizeof *more);",
    "    if (!more) finish(STOPPED);",
    "    if (locals) memcpy(more, locals, n_locals * sizeof *more);",
    "    locals = more;",
    "  }",
    "  locals[n_locals++] = (Local){at, n, 1};",
    "}",
    "",
    "void __cp_life(char *at, unsigned begins) {",
    "  unsigned i = n_locals;",
    "  while (i > 0 && locals[i - 1].at != at) i--;",
    "  if (i > 0) locals[i - 1].live = begins;",
    "}",
    "",
    "/* 3: all of it lies in the object that the root lies in; 2: that is so of",
    "   the object that ends at the root; 1: of another; 0: of none.  Where an",
    "   object ends another may begin: the root is rather the latter's. */",
    "static int look(char *at, unsigned long long size, char *root, char *from,",
    "                unsigned long long n, int *rooted) {",
    "  __UINTPTR_TYPE__ start = (__UINTPTR_TYPE__)at;",
    "  __UINTPTR_TYPE__ offset = (__UINTPTR_TYPE__)from - start;",
    "  __UINTPTR_TYPE__ inside = (__UINTPTR_TYPE__)root - start;",
    "  int rank = 1 + (inside <= size) + (inside < size);",
    "  if (rank > *rooted) *rooted = rank;",
    "  return offset <= size && n <= size - offset ? rank : 0;",
    "}",
    "",
    "static int is_valid(char *root, char *from, unsigned long long n) {",
    "  int rooted = 1, best = 0, now;",
    "  if (n == 0) return 1;",
    "  for (Heap *h = heap; h && best < 3; h = h->next)",
    "    if (h->live && (now = look(h->at, h->n, root, from, n, &rooted)) > best)",
    "      best = now;",
    "  for (unsigned i = n_locals; i > 0 && best < 3; i--)",
    "    if (locals[i - 1].live &&",
    "        (now = look(locals[i - 1].at, locals[i - 1].n, root, from, n,",
    "                    &rooted)) > best)",
    "      best = now;",
    "  for (unsigned i = 1; i < N_GLOBALS && best < 3; i++)",
    "    if (__cp_globals[i] && (now = look(__cp_globals[i], sizes[i], root,",
    "                                       from, n, &rooted)) > best)",
    "      best = now;",
    "  return best >= rooted;",
    "}",
    "",
    "/* the length of a text that is not known before it is read */",
    "void __cutpoint_confirm_no_guess(void) {",
    "  if (WANTED == DEREF || WANTED == INIT) finish(STOPPED);",
    "}",
    "",
    "/* only where the interpreter met it */",
    "static void claim(unsigned kind, unsigned line, unsigned column) {",
    "  if (kind == WANTED && line == LINE && column == COLUMN) violate(kind);",
    "}",
    "",
    "void __cp_access(char *root, char *at, unsigned long long n,",
    "                 unsigned line, unsigned column) {",
    "  if (line == LINE && column == COLUMN && !is_valid(root, at, n))",
    "    claim(DEREF, line, column);",
    "}",
    "",
    "void __cp_freeing(char *at, unsigned line, unsigned column) {",
    "  Heap *h = heap;",
    "  while (h && (h->at != at || !h->live)) h = h->next;",
    "  if (at && !h) claim(FREE, line, column);",
    "}",
    "",
    "/* ---- lost objects ---- */",
    "",
    "static int found;",
    "",
    "static void scan(const char *from, unsigned long long n) {",
    "  for (; n >= sizeof(char *); from++, n--) {",
    "    char *at;",
    "    memcpy(&at, from, sizeof at);",
    "    for (Heap *h = heap; h; h = h->next)",
    "      if (h->live && !h->seen &&",
    "          (__UINTPTR_TYPE__)at - (__UINTPTR_TYPE__)h->at <= h->n)",
    "        h->seen = found = 1;",
    "  }",
    "}",
    "",
    "static int is_lost(int returned) {",
    "  char here = 0;",
    "  for (unsigned i = 1; i < N_GLOBALS; i++)",
    "    if (__cp_globals[i]) scan(__cp_globals[i], sizes[i]);",
    "  for (unsigned i = 0; i < n_locals; i++)",
    "    scan(locals[i].at, locals[i].n);",
    "  __builtin_unwind_init();",
    "  if (!returned && stack_base > &here)",
    "    scan(&here, (unsigned long long)(stack_base - &here));",
    "  do {",
    "    found = 0;",
    "    for (Heap *h = heap; h; h = h->next)",
    "      if (h->seen == 1) h->seen = 2, scan(h->at, h->n);",
    "  } while (found);",
    "  for (Heap *h = heap; h; h = h->next)",
    "    if (h->live && !h->seen) return 1;",
    "  return 0;",
    "}",
    "",
    "enum { BY_EXIT, BY_RETURN, BY_ABORT };",
    "static void at_end(int how) {",
    "  if (WANTED == TRACK && is_lost(how == BY_RETURN)) violate(TRACK);",
    "  if (WANTED == CLEANUP && how != BY_ABORT)",
    "    for (Heap *h = heap; h; h = h->next)",
    "      if (h->live) violate(CLEANUP);",
    "}",
    "",
    "void __cp_returning(unsigned mark) {",
    "  if (mark == 0) at_end(BY_RETURN);",
    "}",
    "",
    "void __cutpoint_stop_exit(void) {",
    "  at_end(BY_EXIT);",
    "  finish(STOPPED);",
    "}",
    "",
    "void __cutpoint_stop_abort(void) {",
    "  at_end(BY_ABORT);",
    "  finish(STOPPED);",
    "}",
    "",
    "int main(void) {",
    "  stack_base = __builtin_frame_address(0);",
    "  for (unsigned i = 0; i < N_PRIVATE; i++) {",
    "    const Private *p = &privates[i];",
    "    unsigned long long low = p->address & ~4095ull;",
    "    unsigned long long size = p->address + p->size - low;",
    "    char *want = (char *)(__UINTPTR_TYPE__)low;",
    "    /* readable, writable; private, anonymous, fixed but not over others */",
    "    if (mmap(want, size, 3, 0x100022, -1, 0) != want) finish(OUT_OF_STEP);",
    "    memcpy((char *)(__UINTPTR_TYPE__)p->address, bytes + p->at, p->size);",
    "    relocate(p->at, (char *)(__UINTPTR_TYPE__)p->address, p->size);",
    "  }",
    "  for (unsigned i = 0; i < N_STARTS; i++) {",
    "    const Start *s = &starts[i];",
    "    char *at = __cp_globals[s->global];",
    "    if (!at) finish(OUT_OF_STEP);",
    "    memcpy(at, bytes + s->at, s->size);",
    "    relocate(s->at, at, s->size);",
    "  }",
    "  __cp_program();",
    "  finish(RETURNED);",
    "}",
};

static const char *const head[] = {
    "/* Made by Cutpoint: gives the program the inputs with which it fails. */",
    "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);",
    "void *memcpy(void *, const void *, __SIZE_TYPE__);",
    "void *memset(void *, int, __SIZE_TYPE__);",
    "void *mmap(void *, __SIZE_TYPE__, int, int, int, long);",
    "__PTRDIFF_TYPE__ write(int, const void *, __SIZE_TYPE__);",
    "void _exit(int) __attribute__((noreturn));",
    "void __cp_program(void);",
    "extern char *__cp_globals[], *__cp_functions[];",
    "",
    "typedef enum Kind { VALUE, POINTER, MEMORY } Kind;",
    "typedef struct Answer {",
    "  Kind kind;",
    "  unsigned site, bits;",
    "  unsigned long long occurrence, at, n; /* bytes[at..at+n[ */",
    "} Answer;",
    "typedef struct Private {",
    "  unsigned long long address, size, at;",
    "} Private;",
    "typedef struct Start {",
    "  unsigned global;",
    "  unsigned long long size, at;",
    "} Start;",
    "typedef struct Reloc {",
    "  enum { GLOBAL, FUNCTION, OBJECT } kind;",
    "  unsigned id;",
    "  unsigned long long offset, at;",
    "} Reloc;",
};

static void add_lines(Text *out, const char *const *lines, size_t n) {
  for (size_t i = 0; i < n; i++) text_printf(out, "%s\n", lines[i]);
}

static void add_answers(Text *out, const EvReplay *replay) {
  static const char *const kinds[] = {"VALUE", "POINTER", "MEMORY"};
  text_add(out, "static const Answer answers[] = {\n");
  for (uint32_t i = 0; i < replay->answers.n; i++) {
    const EvAnswer *a = &replay->answers.at[i];
    assert(a->site >= 1 && a->at + a->n <= replay->bytes.n);
    text_printf(out, "  {%s, %u, %u, %u, %llu, %llu},\n", kinds[a->kind],
                a->site, a->bits, a->occurrence, (unsigned long long)a->at,
                (unsigned long long)a->n);
  }
  text_add(out, "  {0}};\n");
}

static void add_privates(Text *out, const EvReplay *replay) {
  text_add(out, "static const Private privates[] = {\n");
  for (uint32_t i = 0; i < replay->privates.n; i++) {
    const EvPrivate *p = &replay->privates.at[i];
    assert(p->at + p->size <= replay->bytes.n);
    text_printf(out, "  {0x%llx, %llu, %llu},\n",
                (unsigned long long)p->address, (unsigned long long)p->size,
                (unsigned long long)p->at);
  }
  text_add(out, "  {0}};\n");
}

static void add_starts(Text *out, const EvReplay *replay) {
  text_add(out, "static const Start starts[] = {\n");
  for (uint32_t i = 0; i < replay->starts.n; i++) {
    const EvStart *s = &replay->starts.at[i];
    assert(s->global < replay->n_globals && s->at + s->size <= replay->bytes.n);
    text_printf(out, "  {%u, %llu, %llu},\n", s->global,
                (unsigned long long)s->size, (unsigned long long)s->at);
  }
  text_add(out, "  {0}};\n");
}

static void add_relocs(Text *out, const EvReplay *replay) {
  static const char *const kinds[] = {"GLOBAL", "FUNCTION", "OBJECT"};
  text_add(out, "static const Reloc relocs[] = {\n");
  for (uint32_t i = 0; i < replay->relocs.n; i++) {
    const EvReloc *r = &replay->relocs.at[i];
    assert(r->kind != EV_RELOC_GLOBAL || r->id < replay->n_globals);
    text_printf(out, "  {%s, %u, %llu, %llu},\n", kinds[r->kind], r->id,
                (unsigned long long)r->offset, (unsigned long long)r->at);
  }
  text_add(out, "  {0}};\n");
}

static void add_bytes(Text *out, const EvReplay *replay) {
  text_add(out, "static const char bytes[] =\n");
  for (uint32_t i = 0; i < replay->bytes.n; i += 16) {
    text_add(out, "    \"");
    for (uint32_t k = i; k < i + 16 && k < replay->bytes.n; k++)
      text_printf(out, "\\%03o", replay->bytes.at[k]);
    text_add(out, "\"\n");
  }
  text_add(out, "    \"\";\n");
}

/* What the interpreter met and where; the sizes of globals. */
static void add_wanted(Text *out, const EvReplay *replay) {
  assert(replay->n_globals <= replay->original->globals.n);
  const Program *p = replay->original;
  const SrcLoc *loc = prog_loc_get(p, replay->result.loc);
  PropertyKind wanted = replay->result.end == INTERP_ERROR
                            ? prog_property_by_name(ev_replay_property(replay))
                            : PROPERTY_COUNT;
  text_printf(
      out,
      "enum { N_GLOBALS = %u, WANTED = %u, LINE = %u, COLUMN = %u,\n"
      "  INIT = %u, DEREF = %u, FREE = %u, TRACK = %u, CLEANUP = %u };\n",
      replay->n_globals, (unsigned)wanted, loc->line, loc->col,
      PROPERTY_VALID_INIT, PROPERTY_VALID_DEREF, PROPERTY_VALID_FREE,
      PROPERTY_VALID_MEMTRACK, PROPERTY_VALID_MEMCLEANUP);
  text_add(out, "static const unsigned long long sizes[] = {0");
  for (uint32_t i = 1; i < replay->n_globals; i++)
    text_printf(out, ", %llu", (unsigned long long)p->globals.at[i].size);
  text_add(out, "};\n");
}

void ev_harness_print(Text *out, const EvReplay *replay, const char *token) {
  require(replay->original && *token);
  add_lines(out, head, sizeof head / sizeof *head);
  text_printf(out,
              "enum { N_SITES = %u, N_ANSWERS = %u, N_PRIVATE = %u, "
              "N_STARTS = %u, N_RELOCS = %u };\n",
              replay->original->n_sites + 1, replay->answers.n,
              replay->privates.n, replay->starts.n, replay->relocs.n);
  text_printf(out, "static const char token[] = \"%s\";\n", token);
  add_answers(out, replay);
  add_privates(out, replay);
  add_starts(out, replay);
  add_relocs(out, replay);
  add_bytes(out, replay);
  add_wanted(out, replay);
  add_lines(out, runtime, sizeof runtime / sizeof *runtime);
  add_lines(out, memory, sizeof memory / sizeof *memory);
}
