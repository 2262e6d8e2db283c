/* SPDX-License-Identifier: MIT
 *
 * Units: each entry's file compiled to bitcode, or found in the database.
 *
 * The database knows, for a compiler call (its directory, flags and file), of
 * which files the bitcode was made, as the compiler says (-MD), each with its
 * size, time and the hash of its content.  While all are the same, so is the
 * bitcode: looking costs one stat() for each header.  Where the time differs
 * the content is hashed again, once a scan for each file. */
#include "scan/build/build.h"
#include "base/sha256.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 64 };

void scan_units_init(ScanUnits *units, Mem *mem) {
  *units = (ScanUnits){0};
  arena_init(&units->texts, mem);
}

void scan_units_done(ScanUnits *units) {
  VEC_DONE(units->texts.mem, &units->list);
  arena_done(&units->texts);
}

/* What this scan saw of files: "size time hash" by path. */
typedef struct Files {
  Names paths;
  Vec(const char *) facts; /* by number of the path; "" cannot be read */
  Arena *texts;
} Files;

static const char *stamp_of(const char *path, char *out, size_t size) {
  struct stat info;
  if (stat(path, &info) != 0) return NULL;
  snprintf(out, size, "%lld %lld.%09ld", (long long)info.st_size,
           (long long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  return out;
}

static const char *fact_of(Files *files, const char *path) {
  uint32_t known = names_find(&files->paths, path);
  if (known != UINT32_MAX) return files->facts.at[known];
  char stamp[64], hash[65];
  const char *fact = "";
  Text text;
  text_init(&text, files->texts->mem);
  if (stamp_of(path, stamp, sizeof stamp) && file_read(&text, path)) {
    sha256_hex(hash, text_get(&text), text.n);
    fact = arena_printf(files->texts, "%s %s", stamp, hash);
  }
  text_done(&text);
  names_add(&files->paths, path);
  VEC_PUSH(files->texts->mem, &files->facts, fact);
  assert(files->facts.n == files->paths.list.n);
  return fact;
}

/* Whether a file is as the fact says: by its time, else by its content. */
static bool still_holds(Files *files, const char *path, const char *fact) {
  char stamp[64];
  if (!stamp_of(path, stamp, sizeof stamp)) return false;
  size_t n = strlen(stamp);
  if (strncmp(fact, stamp, n) == 0 && fact[n] == ' ') return true;
  const char *now = strrchr(fact_of(files, path), ' ');
  const char *then = strrchr(fact, ' ');
  return now && then && strcmp(now, then) == 0;
}

/* `deps` is lines "fact\tpath". */
static bool all_hold(Files *files, const char *deps, Arena *scratch) {
  ArenaMark mark = arena_mark(scratch);
  bool good = *deps != 0;
  for (const char *at = deps; *at && good;) {
    size_t fact = strcspn(at, "\t"), line = strcspn(at, "\n");
    if (fact >= line) return false;
    char *path = arena_strndup(scratch, at + fact + 1, line - fact - 1);
    good = still_holds(files, path, arena_strndup(scratch, at, fact));
    at += line + (at[line] == '\n');
  }
  if (good) arena_release(scratch, mark);
  return good;
}

/* ---- keys ---- */

static void unit_key(char key[65], const ScanEntry *entry,
                     const ScanCompiler *compiler, Mem *mem) {
  assert(entry->bits == 32 || entry->bits == 64);
  Text text;
  text_init(&text, mem);
  text_printf(&text, "%s\n%d\n%s\n%s\n", compiler->version, entry->bits,
              entry->directory, entry->file);
  for (uint32_t i = 0; i < entry->n_flags; i++)
    text_printf(&text, "%s\n", entry->flags[i]);
  sha256_hex(key, text_get(&text), text.n);
  text_done(&text);
  assert(strlen(key) == 64);
}

/* ---- what the compiler says it read ---- */

/* "out: a.c b\ c.h \<newline> d.h" to lines "fact\tpath". */
static void facts_of_depfile(Files *files, const char *depfile,
                             const char *directory, Text *out) {
  Text text;
  text_init(&text, files->texts->mem);
  if (!file_read(&text, depfile)) {
    text_done(&text);
    return;
  }
  const char *c = strstr(text_get(&text), ": ");
  char word[4096];
  size_t n = 0;
  for (c = c ? c + 2 : ""; n || *c; c += *c != 0) {
    bool end = !*c || strchr(" \n\r", *c) || (*c == '\\' && c[1] == '\n');
    if (!end) {
      if ((*c == '\\' || *c == '$') && c[1]) c++;
      if (n + 1 < sizeof word) word[n++] = *c;
    } else if (n) {
      word[n] = 0;
      const char *path = scan_plain_path(files->texts, directory, word);
      text_printf(out, "%s\t%s\n", fact_of(files, path), path);
      n = 0;
    }
  }
  text_done(&text);
}

/* ---- compiling ---- */

typedef struct Compile {
  ScanUnits *units;
  const ScanEntries *entries;
  const ScanCompiler *compiler;
  ScanStore *store;
  ScanProblems *problems;
  const char *temp_dir;
  Files files;
  Vec(uint32_t) todo; /* units to compile */
} Compile;

static void find_known(Compile *c, uint32_t index) {
  assert(index == c->units->list.n);
  Arena *texts = &c->units->texts;
  const ScanEntry *entry = &c->entries->list.at[index];
  ScanUnit unit = {.entry = entry, .symbols = "", .deps = ""};
  ScanStoreUnit known;
  char key[65];
  unit_key(key, entry, c->compiler, texts->mem);
  bool found = scan_store_get_unit(c->store, key, &known, texts) &&
               access(known.bitcode, R_OK) == 0 &&
               all_hold(&c->files, known.deps, texts);
  if (found) {
    unit.bitcode = known.bitcode;
    unit.symbols = known.symbols;
    unit.deps = known.deps;
  } else if (file_is_stream(entry->file)) {
    scan_problem(c->problems, "%s: skipped: it is no ordinary file",
                 entry->file);
  } else {
    VEC_PUSH(texts->mem, &c->todo, index);
  }
  VEC_PUSH(texts->mem, &c->units->list, unit);
}

/* Moves the bitcode to its place and writes down what is known of it. */
static void keep_unit(Compile *c, ScanUnit *unit, const FeUnit *made) {
  assert(!made->problem && made->output && made->depfile);
  Arena *texts = &c->units->texts;
  char key[65], name[65];
  Text deps, symbols;
  text_init(&deps, texts->mem);
  text_init(&symbols, texts->mem);
  unit_key(key, unit->entry, c->compiler, texts->mem);
  facts_of_depfile(&c->files, made->depfile, unit->entry->directory, &deps);
  Text content;
  text_init(&content, texts->mem);
  bool good = file_read(&content, made->output) &&
              fe_list_symbols(&symbols, made->output);
  sha256_hex(name, text_get(&content), content.n);
  const char *path = arena_printf(texts, "%s/bitcode/%s.bc",
                                  scan_store_directory(c->store), name);
  if (good && file_write(path, text_get(&content), content.n)) {
    unit->bitcode = path;
    unit->symbols = arena_strdup(texts, text_get(&symbols));
    unit->deps = arena_strdup(texts, text_get(&deps));
    ScanStoreUnit row = {unit->deps, path, unit->symbols};
    scan_store_put_unit(c->store, key, &row);
    c->units->compiled++;
  } else {
    scan_problem(c->problems, "%s: its bitcode cannot be kept: %s",
                 unit->entry->file, strerror(errno));
  }
  unlink(made->output);
  text_done(&content);
  text_done(&deps);
  text_done(&symbols);
}

static void report_problem(Compile *c, const FeUnit *made) {
  if (made->line)
    scan_problem(c->problems, "%s: skipped: %s:%u:%u: %s", made->source,
                 made->where, made->line, made->col, made->problem);
  else
    scan_problem(c->problems, "%s: skipped: %s", made->source, made->problem);
}

/* Compiles todo[from..to[. */
static void compile_chunk(Compile *c, uint32_t from, uint32_t to) {
  assert(from < to && to - from <= CHUNK && to <= c->todo.n);
  Arena *texts = &c->units->texts;
  FeUnit made[CHUNK];
  uint32_t n = 0;
  for (uint32_t i = from; i < to; i++) {
    const ScanEntry *entry = c->units->list.at[c->todo.at[i]].entry;
    made[n] =
        (FeUnit){.source = entry->file,
                 .directory = entry->directory,
                 .flags = entry->flags,
                 .n_flags = entry->n_flags,
                 .bits = entry->bits,
                 .output = arena_printf(texts, "%s/unit%u.bc", c->temp_dir, n),
                 .depfile = arena_printf(texts, "%s/unit%u.d", c->temp_dir, n)};
    n++;
  }
  FeCompile setup = {.mem = texts->mem,
                     .temp_dir = c->temp_dir,
                     .bits = c->compiler->bits,
                     .cores = c->compiler->cores};
  fe_compile_units(&setup, made, n, texts);
  scan_store_begin(c->store);
  for (uint32_t i = 0; i < n; i++) {
    if (made[i].problem)
      report_problem(c, &made[i]);
    else
      keep_unit(c, &c->units->list.at[c->todo.at[from + i]], &made[i]);
  }
  scan_store_commit(c->store);
}

void scan_compile(ScanUnits *units, const ScanEntries *entries,
                  const ScanCompiler *compiler, ScanStore *store,
                  const char *temp_dir, ScanProblems *problems) {
  require(compiler->cores >= 1 && units->list.n == 0);
  Compile c = {.units = units,
               .entries = entries,
               .compiler = compiler,
               .store = store,
               .temp_dir = temp_dir,
               .problems = problems};
  Mem *mem = units->texts.mem;
  names_init(&c.files.paths, mem);
  c.files.texts = &units->texts;
  const char *kept =
      arena_printf(&units->texts, "%s/bitcode", scan_store_directory(store));
  if (mkdir(kept, 0777) != 0 && errno != EEXIST)
    scan_problem(problems, "cannot make '%s': %s", kept, strerror(errno));
  for (uint32_t i = 0; i < entries->list.n; i++) find_known(&c, i);
  assert(units->list.n == entries->list.n);
  RepProgress progress;
  rep_progress_init(&progress);
  for (uint32_t i = 0; i < c.todo.n; i += CHUNK) {
    rep_progress_part(&progress, "compiling", "files", i, c.todo.n);
    compile_chunk(&c, i, i + CHUNK < c.todo.n ? i + CHUNK : c.todo.n);
  }
  rep_progress_end(&progress);
  VEC_DONE(mem, &c.todo);
  VEC_DONE(mem, &c.files.facts);
  names_done(&c.files.paths);
}

/* ---- size ---- */

static uint64_t lines_of(const char *path, Mem *mem) {
  Text text;
  uint64_t lines = 0;
  text_init(&text, mem);
  if (file_read(&text, path))
    for (size_t i = 0; i < text.n; i++) lines += text.text[i] == '\n';
  text_done(&text);
  return lines;
}

uint64_t scan_count_lines(const ScanUnits *units, Mem *mem) {
  Names seen;
  uint64_t lines = 0;
  names_init(&seen, mem);
  for (uint32_t i = 0; i < units->list.n; i++)
    for (const char *at = units->list.at[i].deps; *at;) {
      char path[4096];
      size_t fact = strcspn(at, "\t"), n = strcspn(at, "\n");
      snprintf(path, sizeof path, "%.*s", n > fact ? (int)(n - fact - 1) : 0,
               at + fact + 1);
      if (strncmp(path, "/usr/", 5) != 0 &&
          names_find(&seen, path) == UINT32_MAX) {
        names_add(&seen, path);
        lines += lines_of(path, mem);
      }
      at += n + (at[n] == '\n');
    }
  names_done(&seen);
  return lines;
}
