/* SPDX-License-Identifier: MIT
 *
 * Which files are looked at together.
 *
 * A compilation database does not say what is linked with what, and a tree
 * holds several programs and libraries.  The more of a tree is in one program,
 * the more bodies the checks can look into and the more callers are known; what
 * cannot be together are two files that define the same name.  So: each file
 * goes into the first group where it does not clash (`main` does not count, it
 * gets a number), and where names that several files define come from the best
 * of these, for it and for who is there already; usually that is one group with
 * nearly everything.
 * A further group then borrows files, transitively, for the names it needs and
 * does not define, each from the best of several candidates.  If a name that
 * such a file needs comes from a worse one there, it is not borrowed, and its
 * functions have no body: with another program's they would do other things.
 * The best is the one in the nearest directory, then one without a `main`: a
 * tool that is a file by itself, or a part of one, brings its own version of
 * what the others share (`#include "../src/err.c"`).  Such files come last.
 * Functions are checked in the group that owns their file, and only there.
 *
 * So all that uses a file must be in the group that owns it: its callers, and
 * who stores what it reads.  Other groups that have the file, too (they borrow
 * it, or the build compiles it with other flags), or lack a name that it
 * defines, come in as guests: what they
 * define is for themselves alone, so that nothing clashes.  A group whose files
 * nobody borrows, a tool's, has no guests. */
#include "scan/build/build.h"

typedef Vec(uint32_t) Numbers;

typedef struct Symbols {
  Numbers defined, needed; /* numbers of names */
  bool has_main;
} Symbols;

typedef struct Grouping {
  Mem *mem;
  const ScanUnits *units;
  Names names;
  Symbols *symbols;   /* by unit */
  Numbers *definers;  /* by name: the units that define it */
  uint8_t *is_shared; /* by unit: another one defines a name of its, too */
  uint8_t *is_apart;  /* by unit: ... which files that are no programs have
                         better from elsewhere */
} Grouping;

static void read_symbols(Grouping *g, uint32_t unit) {
  assert(unit < g->units->list.n);
  char name[4096];
  for (const char *at = g->units->list.at[unit].symbols; *at;) {
    size_t n = strcspn(at, "\n");
    snprintf(name, sizeof name, "%.*s", n > 2 ? (int)(n - 2) : 0, at + 2);
    uint32_t number = names_add(&g->names, name);
    bool is_main = *at == 'D' && strcmp(name, "main") == 0;
    g->symbols[unit].has_main |= is_main;
    if (*at == 'D' && !is_main)
      VEC_PUSH(g->mem, &g->symbols[unit].defined, number);
    else if (*at == 'U')
      VEC_PUSH(g->mem, &g->symbols[unit].needed, number);
    at += n + (at[n] == '\n');
  }
}

static void grouping_init(Grouping *g, const ScanUnits *units, Mem *mem) {
  *g = (Grouping){.mem = mem, .units = units};
  names_init(&g->names, mem);
  g->symbols = MEM_ARRAY(mem, Symbols, units->list.n);
  for (uint32_t i = 0; i < units->list.n; i++) read_symbols(g, i);
  g->definers = MEM_ARRAY(mem, Numbers, g->names.list.n);
  g->is_shared = MEM_ARRAY(mem, uint8_t, units->list.n);
  g->is_apart = MEM_ARRAY(mem, uint8_t, units->list.n);
  for (uint32_t i = 0; i < units->list.n; i++)
    for (uint32_t j = 0; j < g->symbols[i].defined.n; j++)
      VEC_PUSH(mem, &g->definers[g->symbols[i].defined.at[j]], i);
  for (uint32_t i = 0; i < units->list.n; i++)
    for (uint32_t j = 0; j < g->symbols[i].defined.n; j++)
      g->is_shared[i] |= g->definers[g->symbols[i].defined.at[j]].n > 1;
}

static void grouping_done(Grouping *g) {
  for (uint32_t i = 0; i < g->names.list.n; i++)
    VEC_DONE(g->mem, &g->definers[i]);
  MEM_FREE_ARRAY(g->mem, g->definers, g->names.list.n);
  for (uint32_t i = 0; i < g->units->list.n; i++) {
    VEC_DONE(g->mem, &g->symbols[i].defined);
    VEC_DONE(g->mem, &g->symbols[i].needed);
  }
  MEM_FREE_ARRAY(g->mem, g->symbols, g->units->list.n);
  MEM_FREE_ARRAY(g->mem, g->is_shared, g->units->list.n);
  MEM_FREE_ARRAY(g->mem, g->is_apart, g->units->list.n);
  names_done(&g->names);
}

/* How well it suits to take a name from a unit. */
typedef struct Fit {
  size_t directories; /* length of the common start of both paths */
  bool is_shared;     /* it has no `main` */
  size_t letters;     /* of the common start */
} Fit;

static Fit fit_of(const Grouping *g, uint32_t unit, uint32_t user) {
  assert(unit < g->units->list.n && user < g->units->list.n);
  const char *a = g->units->list.at[unit].entry->file;
  const char *b = g->units->list.at[user].entry->file;
  Fit fit = {.is_shared = !g->symbols[unit].has_main};
  for (size_t n = 0; a[n] && a[n] == b[n]; n++) {
    fit.letters = n + 1;
    if (a[n] == '/') fit.directories = n + 1;
  }
  return fit;
}

static bool is_better(Fit a, Fit b) {
  if (a.directories != b.directories) return a.directories > b.directories;
  if (a.is_shared != b.is_shared) return a.is_shared;
  return a.letters > b.letters;
}

/* The best of the units that define a name, for one that needs it. */
static uint32_t best_of(const Grouping *g, const Numbers *definers,
                        uint32_t user) {
  assert(definers->n > 0);
  uint32_t best = definers->at[0];
  for (uint32_t i = 1; i < definers->n; i++)
    if (is_better(fit_of(g, definers->at[i], user), fit_of(g, best, user)))
      best = definers->at[i];
  return best;
}

/* ---- one group in the making: who defines what in it ---- */

static bool clashes(const Grouping *g, const Map *defined, uint32_t unit) {
  const Numbers *own = &g->symbols[unit].defined;
  for (uint32_t i = 0; i < own->n; i++)
    if (map_find(defined, own->at[i])) return true;
  return false;
}

static void define_all(const Grouping *g, Map *defined, uint32_t unit) {
  assert(!clashes(g, defined, unit));
  const Numbers *own = &g->symbols[unit].defined;
  for (uint32_t i = 0; i < own->n; i++) map_put(defined, own->at[i], unit);
}

/* Could the unit be in the group, if the other one were not? */
static bool fits_without(const Grouping *g, const Map *defined, uint32_t unit,
                         uint32_t other) {
  const Numbers *own = &g->symbols[unit].defined;
  assert(unit != other);
  for (uint32_t i = 0; i < own->n; i++)
    if (map_get(defined, own->at[i], other) != other) return false;
  return true;
}

/* Is it wrong that the user has the name from this unit: is there a better one
 * that could be here in its place? */
static bool is_wrong(const Grouping *g, const Map *defined, uint32_t name,
                     uint32_t unit, uint32_t user) {
  const Numbers *definers = &g->definers[name];
  Fit fit = fit_of(g, unit, user);
  assert(definers->n > 0);
  for (uint32_t i = 0; i < definers->n; i++)
    if (definers->at[i] != unit &&
        is_better(fit_of(g, definers->at[i], user), fit) &&
        fits_without(g, defined, definers->at[i], unit))
      return true;
  return false;
}

/* Whether a name the unit needs would come from the wrong file here. */
static bool is_misplaced(const Grouping *g, const Map *defined, uint32_t unit) {
  const Numbers *needed = &g->symbols[unit].needed;
  for (uint32_t i = 0; i < needed->n; i++) {
    uint64_t here = map_get(defined, needed->at[i], UINT64_MAX);
    if (here != UINT64_MAX &&
        is_wrong(g, defined, needed->at[i], (uint32_t)here, unit))
      return true;
  }
  return false;
}

/* ... or, for one in the group, from the unit. */
static bool misleads(const Grouping *g, const Map *defined, uint32_t unit,
                     uint32_t user) {
  assert(unit != user);
  const Numbers *needed = &g->symbols[user].needed;
  for (uint32_t i = 0; i < needed->n; i++) {
    const Numbers *definers = &g->definers[needed->at[i]];
    for (uint32_t k = 0; definers->n > 1 && k < definers->n; k++)
      if (definers->at[k] == unit &&
          is_wrong(g, defined, needed->at[i], unit, user))
        return true;
  }
  return false;
}

/* Does a name that the unit needs come from a unit of another group? */
static bool is_late(const Grouping *g, const uint8_t *grouped,
                    const Map *defined, uint32_t unit) {
  const Numbers *needed = &g->symbols[unit].needed;
  for (uint32_t i = 0; i < needed->n; i++) {
    const Numbers *definers = &g->definers[needed->at[i]];
    if (definers->n < 2 || map_find(defined, needed->at[i])) continue;
    if (grouped[best_of(g, definers, unit)]) return true;
  }
  return false;
}

/* The best unit to borrow for a name; UINT32_MAX: none. */
static uint32_t lender(const Grouping *g, const Map *defined, uint32_t name,
                       uint32_t borrower) {
  assert(name < g->names.list.n);
  uint32_t best = UINT32_MAX;
  Fit best_fit = {0};
  const Numbers *definers = &g->definers[name];
  for (uint32_t i = 0; i < definers->n; i++) {
    uint32_t unit = definers->at[i];
    Fit fit = fit_of(g, unit, borrower);
    bool fits = g->units->list.at[unit].entry->bits ==
                    g->units->list.at[borrower].entry->bits &&
                !clashes(g, defined, unit);
    if (fits && (best == UINT32_MAX || is_better(fit, best_fit))) {
      best = unit;
      best_fit = fit;
    }
  }
  bool is_there = best != UINT32_MAX && !is_misplaced(g, defined, best);
  return is_there ? best : UINT32_MAX;
}

static void borrow(const Grouping *g, ScanGroup *group, Map *defined) {
  assert(group->owned.n > 0 && group->helper.n == 0);
  Numbers todo = {0};
  for (uint32_t i = 0; i < group->owned.n; i++)
    VEC_PUSH(g->mem, &todo, group->owned.at[i]);
  for (uint32_t at = 0; at < todo.n; at++) {
    const Numbers *needed = &g->symbols[todo.at[at]].needed;
    for (uint32_t i = 0; i < needed->n; i++) {
      if (map_find(defined, needed->at[i])) continue;
      uint32_t unit = lender(g, defined, needed->at[i], todo.at[at]);
      if (unit == UINT32_MAX) continue;
      define_all(g, defined, unit);
      VEC_PUSH(g->mem, &group->helper, unit);
      VEC_PUSH(g->mem, &todo, unit);
    }
  }
  VEC_DONE(g->mem, &todo);
}

/* Which units have a shared name that is best for a file that is no program. */
static void find_serving(const Grouping *g, uint8_t *serves) {
  for (uint32_t user = 0; user < g->units->list.n; user++) {
    const Numbers *needed = &g->symbols[user].needed;
    for (uint32_t i = 0; !g->symbols[user].has_main && i < needed->n; i++) {
      const Numbers *definers = &g->definers[needed->at[i]];
      if (definers->n > 1) serves[best_of(g, definers, user)] = 1;
    }
  }
}

/* Does another unit serve others with a name that this one defines, too? */
static bool is_outdone(const Grouping *g, const uint8_t *serves,
                       uint32_t unit) {
  const Numbers *own = &g->symbols[unit].defined;
  assert(!serves[unit]);
  for (uint32_t i = 0; i < own->n; i++)
    for (uint32_t k = 0; k < g->definers[own->at[i]].n; k++)
      if (serves[g->definers[own->at[i]].at[k]]) return true;
  return false;
}

/* Who is a program that brings its own version of what others define, or a part
 * of one that does. */
static void find_apart(Grouping *g) {
  uint8_t *serves = MEM_ARRAY(g->mem, uint8_t, g->units->list.n);
  find_serving(g, serves);
  for (uint32_t i = 0; i < g->units->list.n; i++)
    g->is_apart[i] =
        g->is_shared[i] &&
        (g->symbols[i].has_main || (!serves[i] && is_outdone(g, serves, i)));
  MEM_FREE_ARRAY(g->mem, serves, g->units->list.n);
}

/* Does the unit go together with those of the group? */
static bool suits(const Grouping *g, const uint8_t *grouped,
                  const ScanGroup *group, const Map *defined, uint32_t unit) {
  assert(unit < g->units->list.n && !grouped[unit]);
  if (!group->owned.n) return true;
  if (clashes(g, defined, unit) || is_misplaced(g, defined, unit) ||
      is_late(g, grouped, defined, unit))
    return false;
  for (uint32_t i = 0; g->is_shared[unit] && i < group->owned.n; i++)
    if (misleads(g, defined, unit, group->owned.at[i])) return false;
  return true;
}

/* Adds what suits of the units that have no group yet; false: there is none. */
static bool fill_group(const Grouping *g, uint8_t *grouped, ScanGroup *group,
                       Map *defined) {
  assert(group->owned.n == 0);
  int bits = 0;
  for (uint32_t k = 0; k < 2 * g->units->list.n; k++) {
    uint32_t i = k % g->units->list.n;
    const ScanUnit *unit = &g->units->list.at[i];
    if (grouped[i] || !unit->bitcode) continue;
    if ((g->is_apart[i] != 0) != (k >= g->units->list.n)) continue;
    if (bits && bits != unit->entry->bits) continue;
    if (!suits(g, grouped, group, defined, i)) continue;
    bits = unit->entry->bits;
    grouped[i] = 1;
    define_all(g, defined, i);
    VEC_PUSH(g->mem, &group->owned, i);
  }
  return group->owned.n > 0;
}

static void forget_definitions(Grouping *g, uint32_t unit) {
  for (uint32_t name = 0; name < g->names.list.n; name++) {
    Numbers *definers = &g->definers[name];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < definers->n; i++)
      if (definers->at[i] != unit) definers->at[kept++] = definers->at[i];
    definers->n = kept;
  }
}

void scan_borrow(ScanGroup *group, const ScanUnits *units, Mem *mem) {
  Grouping g;
  Map defined;
  grouping_init(&g, units, mem);
  map_init(&defined, mem);
  for (uint32_t i = 0; i < units->list.n; i++)
    if (g.symbols[i].has_main) forget_definitions(&g, i);
  for (uint32_t i = 0; i < group->owned.n; i++)
    if (!clashes(&g, &defined, group->owned.at[i]))
      define_all(&g, &defined, group->owned.at[i]);
  borrow(&g, group, &defined);
  map_done(&defined);
  grouping_done(&g);
}

/* ---- guests ---- */

/* By unit: the number of its file, from 1 on. */
static void number_files(const ScanUnits *units, uint32_t *file_of, Mem *mem) {
  Names files;
  names_init(&files, mem);
  for (uint32_t i = 0; i < units->list.n; i++)
    file_of[i] = 1 + names_add(&files, units->list.at[i].entry->file);
  names_done(&files);
}

/* A group, and what is known of its units, by file and by unit. */
typedef struct Host {
  const Grouping *g;
  const uint32_t *file_of;
  uint8_t *owned_files, *files;
  uint8_t *owned;
} Host;

/* Is there a name that the unit needs, which no unit of its own group defines,
 * but one of the host's? */
static bool needs_host(const Host *h, const Map *defined, uint32_t unit) {
  const Numbers *needed = &h->g->symbols[unit].needed;
  for (uint32_t i = 0; i < needed->n; i++) {
    const Numbers *definers = &h->g->definers[needed->at[i]];
    for (uint32_t k = 0; k < definers->n; k++)
      if (h->owned[definers->at[k]] && !map_find(defined, needed->at[i]))
        return true;
  }
  return false;
}

/* Do units of the other group use those of the host?  They have a file in
 * common, or a name is missing there. */
static bool uses_host(const Host *h, const uint32_t *list, uint32_t n,
                      const Map *defined) {
  for (uint32_t i = 0; i < n; i++)
    if (h->owned_files[h->file_of[list[i]]] || needs_host(h, defined, list[i]))
      return true;
  return false;
}

static bool is_user(const Host *h, const ScanGroup *other) {
  Map defined;
  map_init(&defined, h->g->mem);
  for (uint32_t i = 0; i < other->owned.n; i++)
    define_all(h->g, &defined, other->owned.at[i]);
  for (uint32_t i = 0; i < other->helper.n; i++)
    define_all(h->g, &defined, other->helper.at[i]);
  bool found = uses_host(h, other->owned.at, other->owned.n, &defined) ||
               uses_host(h, other->helper.at, other->helper.n, &defined);
  map_done(&defined);
  return found;
}

static void invite(const Host *h, ScanGroup *host, const uint32_t *list,
                   uint32_t n, uint32_t of) {
  assert(of > 0);
  for (uint32_t i = 0; i < n; i++) {
    ScanGuest guest = {list[i], of};
    if (!h->files[h->file_of[list[i]]])
      VEC_PUSH(h->g->mem, &host->guest, guest);
  }
}

static void find_guests(const Grouping *g, ScanGroups *groups, ScanGroup *host,
                        const uint32_t *file_of) {
  const ScanUnits *units = g->units;
  uint32_t n = units->list.n + 1;
  Host h = {.g = g,
            .file_of = file_of,
            .owned_files = MEM_ARRAY(g->mem, uint8_t, n),
            .files = MEM_ARRAY(g->mem, uint8_t, n),
            .owned = MEM_ARRAY(g->mem, uint8_t, n)};
  for (uint32_t i = 0; i < host->owned.n; i++) {
    uint32_t unit = host->owned.at[i];
    h.owned[unit] = h.owned_files[file_of[unit]] = h.files[file_of[unit]] = 1;
  }
  for (uint32_t i = 0; i < host->helper.n; i++)
    h.files[file_of[host->helper.at[i]]] = 1;
  int bits = units->list.at[host->owned.at[0]].entry->bits;
  for (uint32_t i = 0; i < groups->list.n; i++) {
    const ScanGroup *other = &groups->list.at[i];
    if (other == host ||
        units->list.at[other->owned.at[0]].entry->bits != bits ||
        !is_user(&h, other))
      continue;
    invite(&h, host, other->owned.at, other->owned.n, i + 1);
    invite(&h, host, other->helper.at, other->helper.n, i + 1);
  }
  MEM_FREE_ARRAY(g->mem, h.owned_files, n);
  MEM_FREE_ARRAY(g->mem, h.files, n);
  MEM_FREE_ARRAY(g->mem, h.owned, n);
}

static void find_all_guests(const Grouping *g, ScanGroups *groups) {
  uint32_t *file_of = MEM_ARRAY(g->mem, uint32_t, g->units->list.n);
  number_files(g->units, file_of, g->mem);
  for (uint32_t i = 0; i < groups->list.n; i++)
    find_guests(g, groups, &groups->list.at[i], file_of);
  MEM_FREE_ARRAY(g->mem, file_of, g->units->list.n);
}

void scan_make_groups(ScanGroups *groups, const ScanUnits *units, Mem *mem) {
  require(units != NULL);
  Grouping g;
  grouping_init(&g, units, mem);
  find_apart(&g);
  *groups = (ScanGroups){.mem = mem};
  uint8_t *grouped = MEM_ARRAY(mem, uint8_t, units->list.n);
  for (bool more = true; more;) {
    ScanGroup group = {0};
    Map defined;
    map_init(&defined, mem);
    more = fill_group(&g, grouped, &group, &defined);
    if (more) {
      borrow(&g, &group, &defined);
      VEC_PUSH(mem, &groups->list, group);
    }
    map_done(&defined);
  }
  MEM_FREE_ARRAY(mem, grouped, units->list.n);
  find_all_guests(&g, groups);
  grouping_done(&g);
}

void scan_groups_done(ScanGroups *groups) {
  for (uint32_t i = 0; i < groups->list.n; i++) {
    VEC_DONE(groups->mem, &groups->list.at[i].owned);
    VEC_DONE(groups->mem, &groups->list.at[i].helper);
    VEC_DONE(groups->mem, &groups->list.at[i].guest);
  }
  VEC_DONE(groups->mem, &groups->list);
}
