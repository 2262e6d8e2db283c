/* SPDX-License-Identifier: MIT
 *
 * Check sites of small programs, from C text to proved, violated or unknown. */
#include "frontend/clang/clang.h"
#include "scan/sites/sites.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct World {
  Mem mem;
  FeDiag diag;
  FeFiles files;
  char dir[64];
  Program *p;
  Sites *sites;
  char verdicts[64]; /* of the function asked about last: p, v, u each */
  uint32_t n;
  uint64_t expansions;
  const char *root; /* of the last result */
} World;

enum {
  OTHERS = 1u << PROPERTY_NULL_DEREF | PROPERTY_OWN_ERRORS |
           1u << PROPERTY_NO_DIV_ZERO | 1u << PROPERTY_NO_BAD_SHIFT,
  BOUNDS = 1u << PROPERTY_VALID_DEREF
};

static void open_checks(World *w, const char *source, SiteOptions options,
                        uint32_t kinds) {
  char path[128];
  const char *inputs[1] = {path};
  *w = (World){.n = 0};
  mem_init(&w->mem, 0);
  fe_diag_init(&w->diag, &w->mem);
  fe_files_init(&w->files, &w->mem);
  snprintf(w->dir, sizeof w->dir, "/tmp/cutpoint-test-XXXXXX");
  require(mkdtemp(w->dir) != NULL);
  snprintf(path, sizeof path, "%s/user.c", w->dir);
  require(file_write(path, source, strlen(source)));
  FeCompile setup = {
      .mem = &w->mem, .temp_dir = w->dir, .bits = 64, .cores = 1};
  require(fe_compile(&w->files, &setup, inputs, 1, &w->diag));
  require(fe_add_models(&w->files, &setup, &w->diag));
  require(fe_read_modules(&w->p, &w->mem, w->files.list.at, w->files.list.n,
                          &w->diag));
  PassResult made = sites_prepare(w->p, kinds & ~(1u << PROPERTY_VALID_DEREF),
                                  kinds >> PROPERTY_VALID_DEREF & 1);
  require(made.status == PASS_OK);
  if (options.expansion == STRUCT_LAZY) options.smt.check = 2;
  w->sites = sites_new(&w->mem, w->p, &options);
}

static void open_world(World *w, const char *source, SiteOptions options) {
  open_checks(w, source, options, OTHERS);
}

static void close_world(World *w) {
  char command[128];
  sites_free(w->sites);
  prog_free(w->p);
  fe_files_done(&w->files);
  fe_diag_done(&w->diag);
  mem_done(&w->mem);
  snprintf(command, sizeof command, "rm -rf %s", w->dir);
  require(system(command) == 0);
}

static void note(void *context, const SiteResult *result) {
  World *w = context;
  require(w->n + 1 < sizeof w->verdicts);
  w->verdicts[w->n++] = "pvu"[result->status];
  w->verdicts[w->n] = 0;
  w->expansions += result->stats.expansions;
  w->root = prog_func(w->p, result->root)->name;
  if (result->status == SITE_VIOLATED) CHECK(result->n_steps >= 2);
  if (result->status == SITE_UNKNOWN) CHECK(result->reason[0] != 0);
}

/* The verdicts of all checks of the function, in their order. */
static const char *ask(World *w, const char *func) {
  FuncId id = prog_find_function(w->p, func);
  require(id.id);
  w->n = 0;
  w->verdicts[0] = 0;
  w->expansions = 0;
  sites_check(w->sites, id, 0, NULL, note, w);
  CHECK_INT(w->n, sites_count(w->sites, id));
  return w->verdicts;
}

/* The paper's example: turning a number positive, whatever it was. */
static const char *const turning =
    "#include <assert.h>\n"
    "int level, step;\n"
    "static int turn(int *data) {\n"
    "  if (*data < 0) { *data = -*data; return 1; }\n"
    "  return 0;\n"
    "}\n"
    "static int start(int x) {\n"
    "  int y = x * 17;\n"
    "  for (int i = 0; i < 10; i++) y = y * y + i;\n"
    "  return y;\n"
    "}\n"
    "void rescale(void) {\n"
    "  step = start(level);\n"
    "  if (turn(&step)) { assert(step != 0); level /= step; }\n"
    "}\n";

TEST(sites_expensive_call_is_never_expanded) {
  World w;
  open_world(&w, turning, SITE_DEFAULTS);
  CHECK_TEXT(ask(&w, "rescale"), "pp");
  CHECK_INT(w.expansions, 2);
  close_world(&w);
  SiteOptions eager = SITE_DEFAULTS;
  eager.expansion = STRUCT_EAGER;
  open_world(&w, turning, eager);
  CHECK_TEXT(ask(&w, "rescale"), "pp");
  CHECK(w.expansions > 2);
  close_world(&w);
}

TEST(sites_values_and_calls) {
  World w;
  open_world(&w,
             "#include <stdlib.h>\n"
             "struct n { struct n *next; int v; };\n"
             "struct n *get(int k) { return k > 3 ? NULL : malloc(16); }\n"
             "int wrong(int k) { return get(k)->v; }\n"
             "int right(int k) { return k > 3 ? 0 : get(k)->v; }\n"
             "static void die(void) { exit(1); }\n"
             "int guarded(struct n *p) { if (!p) die(); return p->v; }\n"
             "int tested(struct n *p) { if (p) p->v = 1; return p->v; }\n"
             "int presumed(struct n *p) { return p->v; }\n"
             "static int told(struct n *p) { return p->v; }\n"
             "int tells(void) { return told(NULL); }\n"
             "int divides(int a, int b) { return b ? a / b : a / b; }\n"
             "int shifts(int a, int b) {\n"
             "  if (b < 0 || b > 31) return 0; return a << b; }\n",
             SITE_DEFAULTS);
  CHECK_TEXT(ask(&w, "wrong"), "v");
  CHECK_TEXT(ask(&w, "right"), "p");
  CHECK_TEXT(ask(&w, "guarded"), "p");
  CHECK_TEXT(ask(&w, "tested"), "pv");
  CHECK_TEXT(ask(&w, "presumed"), "p");
  CHECK_TEXT(ask(&w, "told"), "v");
  CHECK_TEXT(ask(&w, "divides"), "vp");
  CHECK_TEXT(ask(&w, "shifts"), "p");
  close_world(&w);
}

/* Who calls decides about parameters that the function does not test. */
TEST(sites_callers) {
  World w;
  open_world(&w,
             "#include <stddef.h>\n"
             "static int get(int *p) { return *p; }\n"
             "int passes(int *p) { return p ? get(p) : get(NULL); }\n"
             "static int take(int *p) { return *p; }\n"
             "int careful(int *p) { return p ? take(p) : 0; }\n"
             "static int share(int a, int n) { return a / n; }\n"
             "int fair(int a, int n) { return n > 0 ? share(a, n) : 0; }\n"
             "static int half(int a, int n) { return a / n; }\n"
             "int unfair(int a) { return half(a, 0); }\n",
             SITE_DEFAULTS);
  CHECK_TEXT(ask(&w, "get"), "v");
  CHECK_TEXT(w.root, "passes");
  CHECK_TEXT(ask(&w, "take"), "p");
  CHECK_TEXT(ask(&w, "share"), "p");
  CHECK_TEXT(ask(&w, "half"), "v");
  CHECK_TEXT(w.root, "unfair");
  close_world(&w);
}

TEST(sites_strict_parameters) {
  World w;
  SiteOptions strict = SITE_DEFAULTS;
  strict.params = SITE_PARAMS_ANY;
  open_world(&w, "int presumed(int *p) { return *p; }\n", strict);
  CHECK_TEXT(ask(&w, "presumed"), "v");
  close_world(&w);
}

TEST(sites_memory) {
  World w;
  open_world(&w,
             "#include <stdlib.h>\n"
             "struct n { struct n *next; int v; };\n"
             "struct n *g;\n"
             "static void set(void) { g = malloc(16); }\n"
             "int after(void) { g = 0; set(); return g->v; }\n"
             "int before(void) { set(); g = 0; return g->v; }\n"
             "int local(void) { struct n x; x.next = 0;\n"
             "  if (x.v) x.next = &x; return x.v ? x.next->v : 0; }\n"
             "int field(struct n *p) { return p->next->v; }\n"
             "int field_tested(struct n *p) {\n"
             "  if (p->next) return 0; return p->next->v; }\n"
             "int kept(struct n *p, int *other) {\n"
             "  if (!p->next) return 0; *other = 3; return p->next->v; }\n"
             "int lost(struct n *p, struct n **other) {\n"
             "  if (!p->next) return 0; *other = 0; return p->next->v; }\n"
             "int ext(struct n **);\n"
             "int outside(void) { struct n *p = 0; ext(&p); return p->v; }\n",
             SITE_DEFAULTS);
  CHECK_TEXT(ask(&w, "after"), "p");
  CHECK_TEXT(ask(&w, "before"), "v");
  CHECK_TEXT(ask(&w, "local"), "p");
  CHECK_TEXT(ask(&w, "field"), "pv"); /* the others look */
  CHECK_TEXT(ask(&w, "field_tested"), "ppv");
  CHECK_TEXT(ask(&w, "kept"), "pppp");
  CHECK_TEXT(ask(&w, "lost"), "pppu"); /* other might be &p->next */
  CHECK_TEXT(ask(&w, "outside"), "u");
  close_world(&w);
}

TEST(sites_tables) {
  World w;
  open_world(&w,
             "static const char *words[] = {0, \"a\", \"b\", 0};\n"
             "static int amounts[] = {3, 40};\n"
             "static int set[] = {3, 4};\n"
             "int first(void) { const char **w = words + 1; return **w; }\n"
             "int none(void) { return *words[0]; }\n"
             "int little(int x) { return x << amounts[0]; }\n"
             "int much(int x) { return x << amounts[1]; }\n"
             "int other(int x, int y) { set[1] = y; return x << set[0]; }\n",
             SITE_DEFAULTS);
  CHECK(strchr(ask(&w, "first"), 'v') == NULL);
  CHECK(strchr(ask(&w, "none"), 'v') != NULL);
  CHECK_TEXT(ask(&w, "little"), "p");
  CHECK_TEXT(ask(&w, "much"), "v");
  CHECK_TEXT(ask(&w, "other"), "u"); /* nobody says what set[0] is now */
  close_world(&w);
}

TEST(sites_loops) {
  World w;
  open_world(&w,
             "struct n { struct n *next; int v; };\n"
             "int list(struct n *l) {\n"
             "  int s = 0; for (; l; l = l->next) s += l->v; return s; }\n"
             "int text(char *s) { int n = 0; while (*s++) n++; return n; }\n"
             "int behind(int *a, int n) { int s = 0, *q = 0;\n"
             "  for (int i = 0; i < n; i++) s += a[i]; return *q; }\n"
             "int left(struct n *l) { while (l->v) l = l->next;\n"
             "  return l->v; }\n"
             "int untouched(int *a, int n) { int x = 7, *p = &x;\n"
             "  for (int i = 0; i < n; i++) a[i] = 0; return *p / x; }\n"
             "int round(int n) { int d = 1;\n"
             "  for (int i = 0; i < n; i++) d = d - 1; return n / d; }\n"
             "int self(int n) { return n ? self(n - 1) : 1; }\n"
             "int recursive(int n) { return n / self(n); }\n",
             SITE_DEFAULTS);
  CHECK_TEXT(ask(&w, "list"), "pp");
  CHECK_TEXT(ask(&w, "text"), "p");
  CHECK_TEXT(ask(&w, "behind"), "vp");
  CHECK_TEXT(ask(&w, "untouched"), "pp");
  CHECK(strchr(ask(&w, "left"), 'v') == NULL);
  CHECK_TEXT(ask(&w, "round"), "u");
  CHECK_TEXT(ask(&w, "recursive"), "p"); /* by what `self` returns */
  close_world(&w);
}

/* Structs that overlap in impossible ways are neither believed nor, where the
 * types tell, considered. */
static const char *const overlaps =
    "struct data { int *area; int n; };\n"
    "struct hook { struct data *data; int *area; struct hook *next; };\n"
    "struct big { int pad; struct data in; };\n"
    "union either { struct data d; struct hook h; };\n"
    "struct holder { int kind; union either u; };\n"
    /* other structs, other fields */
    "int apart(struct hook *h) { if (!h->area) return 0;\n"
    "  h->data->area = 0; return *h->area; }\n"
    "int fields(struct hook *h, struct hook *k) { if (!h->area) return 0;\n"
    "  k->next = 0; return *h->area; }\n"
    /* the same field: may be, but is not believed */
    "int same(struct hook *h, struct hook *k) { if (!h->area) return 0;\n"
    "  k->area = 0; return *h->area; }\n"
    "int equal(struct hook *h, struct hook *k) { if (!h->area) return 0;\n"
    "  if (h != k) return 0; k->area = 0; return *h->area; }\n"
    "int passed(struct hook *h) { return twice(h, h); }\n"
    /* one holds the other */
    "int inside(struct big *b, struct data *d) { if (!d->area) return 0;\n"
    "  b->in.area = 0; return *d->area; }\n"
    "int unions(struct holder *b, struct data *d) { if (!d->area) return 0;\n"
    "  b->u.h.data = 0; return *d->area; }\n"
    "int through(struct holder *b) { if (!b->u.d.area) return 0;\n"
    "  b->u.h.data = 0; return *b->u.d.area; }\n"
    /* needs no overlap */
    "int needless(struct hook *h, struct hook *k) { k->area = 0;\n"
    "  return *k->area + *h->area; }\n"
    /* read twice */
    "int again(struct hook *h, int *q) { if (!h->data) return 0;\n"
    "  *q = 1; return h->data->n; }\n";

TEST(sites_overlaps) {
  World w;
  SiteOptions strict = SITE_DEFAULTS;
  char source[4096];
  snprintf(source, sizeof source, "%s%s%s",
           "struct hook; static int twice(struct hook *, struct hook *);\n",
           overlaps,
           "static int twice(struct hook *h, struct hook *k) {\n"
           "  if (!h->area) return 0; k->area = 0; return *h->area; }\n");
  open_world(&w, source, SITE_DEFAULTS);
  CHECK(strchr(ask(&w, "apart"), 'v') == NULL);
  CHECK_INT(w.verdicts[w.n - 1], 'p');
  CHECK_TEXT(ask(&w, "fields"), "pppp");
  CHECK_TEXT(ask(&w, "same"), "pppu");
  CHECK_TEXT(ask(&w, "equal"), "pppv");
  CHECK_TEXT(ask(&w, "twice"), "pppv");
  CHECK_TEXT(ask(&w, "inside"), "pppu");
  CHECK_TEXT(ask(&w, "unions"), "pppp"); /* not through the union */
  CHECK_TEXT(ask(&w, "through"), "ppv");
  CHECK(strchr(ask(&w, "needless"), 'v') != NULL);
  CHECK_INT(ask(&w, "again")[w.n - 1], 'p');
  close_world(&w);
  strict.memory = SITE_MEMORY_ANY;
  open_world(&w, source, strict);
  CHECK_INT(ask(&w, "apart")[w.n - 1], 'v');
  CHECK_INT(ask(&w, "same")[w.n - 1], 'v');
  close_world(&w);
}

/* Numbers that the check compares and nobody limits. */
TEST(sites_numbers_from_outside) {
  World w;
  open_world(&w,
             "#include <assert.h>\n"
             "struct s { int bits; int kind; int *p; };\n"
             "int from_memory(struct s *s) { return 1 << s->bits; }\n"
             "int sum(struct s *s) { return 1 << (s->bits + 3); }\n"
             "int limited(struct s *s) {\n"
             "  if (s->bits > 40) return 0; return 1 << (s->bits + 3); }\n"
             "int branch(struct s *s) { int *q = &s->bits;\n"
             "  if (s->kind > 3) q = 0; return *q; }\n"
             "int chosen(struct s *s) { return 1 << (s->kind > 3 ? 40 : 2); }\n"
             "int param(int n) { return 1 << n; }\n"
             "int tested(int n) { if (n > 40) return 0; return 1 << n; }\n"
             "int positive(int n) { if (n < 0) return 0; return 1 << n; }\n"
             "int claimed(struct s *s) { assert(s->kind < s->bits);\n"
             "  return 0; }\n"
             "static int turn(int n) { return 1 << n; }\n"
             "int turns(void) { return turn(3); }\n"
             "static int turned(int n) { return 1 << n; }\n"
             "int badly(void) { return turned(33); }\n",
             SITE_DEFAULTS);
  CHECK_TEXT(ask(&w, "from_memory"), "pu");
  CHECK_TEXT(ask(&w, "sum"), "pu");
  CHECK_TEXT(ask(&w, "limited"), "ppv");
  CHECK(strchr(ask(&w, "branch"), 'v') != NULL);
  CHECK(strchr(ask(&w, "chosen"), 'v') != NULL);
  CHECK_TEXT(ask(&w, "param"), "u");
  CHECK_TEXT(ask(&w, "tested"), "v");
  CHECK_TEXT(ask(&w, "positive"), "u");
  CHECK(strchr(ask(&w, "claimed"), 'v') == NULL);
  CHECK_TEXT(ask(&w, "turn"), "p");
  CHECK_TEXT(ask(&w, "turned"), "v");
  close_world(&w);
}

TEST(sites_bounds) {
  World w;
  open_checks(&w,
              "#include <stdlib.h>\n#include <string.h>\n"
              "struct s { int n; char text[8]; int after; char open[1]; };\n"
              "static int table[10];\n"
              "int local(int i) { int a[4] = {0}; if (i < 0 || i > 3) return 0;"
              "\n  return a[i]; }\n"
              "int off_by_one(int i) { int a[4] = {0};\n"
              "  if (i < 0 || i > 4) return 0; return a[i]; }\n"
              "int negative(int i) { if (i > 9) return 0; return table[i]; }\n"
              "int pointer(int i) { int *p = table; if (i < 0 || i > 10)\n"
              "  return 0; return *(p + i); }\n"
              "int field(struct s *s, int i) { if (i < 0 || i > 8) return 0;\n"
              "  return s->text[i]; }\n"
              "int open_end(struct s *s, int i) { if (i < 0 || i > 8)\n"
              "  return 0; return s->open[i]; }\n"
              "int heap(int i) { char *p = malloc(10); if (i < 0 || i > 10)\n"
              "  return 0; p[i] = 0; return 0; }\n"
              "int heap_well(int i) { char *p = calloc(5, 2);\n"
              "  if (i < 0 || i > 9) return 0; p[i] = 0; return 0; }\n"
              "int copy(const char *from, unsigned n) { char to[8];\n"
              "  if (n > 9) return 0; memcpy(to, from, n); return to[0]; }\n"
              "int copy_well(const char *from, unsigned n) { char to[8];\n"
              "  if (n > 8) return 0; memcpy(to, from, n); return to[0]; }\n"
              "int fixed(void) { int a[4] = {0}; a[3] = 1; return a[3]; }\n"
              "int end(void) { int a[4], *e = &a[4]; return e - a; }\n"
              "int grid(int i, int j) { int a[3][4];\n"
              "  if (i < 0 || i > 2 || j < 0 || j > 4) return 0;\n"
              "  a[i][j] = 1; return 0; }\n"
              "int loop(void) { int a[4], s = 0;\n"
              "  for (int i = 0; i < 4; i++) a[i] = i; return s; }\n"
              "int given(int i) { return table[i]; }\n",
              SITE_DEFAULTS, BOUNDS);
  CHECK_TEXT(ask(&w, "local"), "p");
  CHECK_TEXT(ask(&w, "off_by_one"), "v");
  CHECK_TEXT(ask(&w, "negative"), "v");
  CHECK_TEXT(ask(&w, "pointer"), "v");
  CHECK_TEXT(ask(&w, "field"), "v");
  CHECK_TEXT(ask(&w, "open_end"), "");
  CHECK_TEXT(ask(&w, "heap"), "v");
  CHECK_TEXT(ask(&w, "heap_well"), "p");
  CHECK_TEXT(ask(&w, "copy"), "v");
  CHECK_TEXT(ask(&w, "copy_well"), "p");
  CHECK_TEXT(ask(&w, "fixed"), "");
  CHECK_TEXT(ask(&w, "end"), "");
  CHECK_TEXT(ask(&w, "grid"), "v");
  CHECK_TEXT(ask(&w, "loop"), "p");
  CHECK_TEXT(ask(&w, "given"), "u");
  close_world(&w);
}

/* More of what the root alone cannot know. */
TEST(sites_doubts) {
  World w;
  open_checks(
      &w,
      "#include <stdio.h>\n#include <string.h>\n#include <sys/time.h>\n"
      "struct list { int *data; int size; int kind; };\n"
      "static char tab[10]; static int names[4];\n"
      "struct list *all;\n"
      "int late(struct list *l) { if (l->size > 0) l->data[0] = 1;\n"
      "  return l->data ? 1 : 0; }\n"
      "int early(struct list *l) { if (!l->data) l->size = 0;\n"
      "  return l->data[0]; }\n"
      "int spaces(void) { memset(tab, ' ', all->size);\n"
      "  tab[all->size] = 0; return 0; }\n"
      "static int pick(int i) { return names[i]; }\n"
      "int picks(int i) { return pick(i); }\n"
      "static int twice(struct list *l) { l->size++; return l->size; }\n"
      "int after(struct list *l) { twice(l); return names[l->kind]; }\n"
      "int clock_first(struct list **l) { struct timeval t;\n"
      "  gettimeofday(&t, 0); struct list *k = *l;\n"
      "  if (!k) return 0; while (k->kind) k = *l;\n"
      "  return k ? (int)t.tv_sec + *k->data : 0; }\n"
      "int convert(void *p) { int i = (int)(long)p; return names[i]; }\n"
      "void set(struct list *l) { all = l; }\n",
      SITE_DEFAULTS, OTHERS | BOUNDS);
  CHECK(strchr(ask(&w, "late"), 'v') == NULL);
  CHECK(strchr(ask(&w, "early"), 'v') != NULL);
  CHECK(strchr(ask(&w, "spaces"), 'v') == NULL);
  CHECK(strchr(ask(&w, "pick"), 'v') == NULL);
  CHECK(strchr(ask(&w, "after"), 'v') == NULL);
  CHECK(strchr(ask(&w, "clock_first"), 'v') == NULL);
  CHECK(strchr(ask(&w, "convert"), 'v') == NULL);
  close_world(&w);
}
