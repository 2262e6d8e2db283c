/* SPDX-License-Identifier: MIT
 *
 * The recording: every compiler call of the builds that were watched with this
 * database.
 *
 * A build compiles only what is out of date, so a second one under watch shows
 * one file, or none; the recording is the whole.  It is a file of the database,
 * "build", of records "directory\0argument\0...argument\0\0".  While a build
 * runs, its calls are appended to "build.new"; at its end, or, if it was
 * interrupted, at the start of the next scan, they join the recording: a new
 * call takes the place of former ones that compile the same files.  Calls that
 * name no C file are dropped.  The joined recording is written beside the
 * former one and then renamed, so that there is always a whole one. */
#include "scan/build/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct Record {
  const char *text; /* starts with the directory */
  size_t n;
  const char *directory;
  ScanWords words;
} Record;

typedef struct Recording {
  Text text; /* what the records point to */
  Vec(Record) list;
} Recording;

static void recording_read(Recording *r, const char *path, Mem *mem) {
  *r = (Recording){0};
  text_init(&r->text, mem);
  if (!file_read(&r->text, path) || !r->text.n) return;
  const char *at = r->text.text, *end = at + r->text.n;
  if (end[-1]) return; /* not one of ours */
  while (at < end) {
    Record record = {.text = at, .directory = at};
    at += strlen(at) + 1;
    while (at < end && *at) {
      VEC_PUSH(mem, &record.words, at);
      at += strlen(at) + 1;
    }
    at++;
    record.n = (size_t)(at - record.text);
    if (at <= end) VEC_PUSH(mem, &r->list, record);
  }
}

static void recording_done(Recording *r, Mem *mem) {
  assert(r->list.n == 0 || r->text.n > 0);
  for (uint32_t i = 0; i < r->list.n; i++) VEC_DONE(mem, &r->list.at[i].words);
  VEC_DONE(mem, &r->list);
  text_done(&r->text);
}

/* Response files may name files, too. */
static bool compiles(const char *word) {
  assert(word != NULL);
  return word[0] == '@' || (word[0] != '-' && scan_is_c_file(word));
}

static void add_compiled(Names *compiled, const Record *record, Arena *texts) {
  assert(*record->directory == '/');
  for (uint32_t i = 1; i < record->words.n; i++)
    if (compiles(record->words.at[i]))
      names_add(compiled,
                scan_named_path(texts, record->directory, record->words.at[i]));
}

/* Does the call compile something, and not only what is in `compiled`? */
static bool is_wanted(const Names *compiled, const Record *record,
                      Arena *texts) {
  for (uint32_t i = 1; i < record->words.n; i++) {
    if (!compiles(record->words.at[i])) continue;
    const char *path =
        scan_named_path(texts, record->directory, record->words.at[i]);
    if (names_find(compiled, path) == UINT32_MAX) return true;
  }
  return false;
}

static void path_in(char *out, size_t size, const char *database,
                    const char *name) {
  assert(size > 1 && *database && *name);
  snprintf(out, size, "%s/%s", database, name);
}

static void join(const char *database, const Recording *old,
                 const Recording *new, Mem *mem) {
  char path[4096], beside[4096];
  Names compiled, none;
  Arena texts;
  Text out;
  names_init(&compiled, mem);
  names_init(&none, mem);
  arena_init(&texts, mem);
  text_init(&out, mem);
  for (uint32_t i = 0; i < new->list.n; i++)
    add_compiled(&compiled, &new->list.at[i], &texts);
  for (uint32_t i = 0; i < old->list.n; i++)
    if (is_wanted(&compiled, &old->list.at[i], &texts))
      text_add_n(&out, old->list.at[i].text, old->list.at[i].n);
  for (uint32_t i = 0; i < new->list.n; i++)
    if (is_wanted(&none, &new->list.at[i], &texts))
      text_add_n(&out, new->list.at[i].text, new->list.at[i].n);
  path_in(path, sizeof path, database, "build");
  path_in(beside, sizeof beside, database, "build.joined");
  if (out.n &&
      (!file_write(beside, out.text, out.n) || rename(beside, path) != 0))
    rep_say(REP_WARNING, "cannot write '%s': the build is not recorded", path);
  text_done(&out);
  arena_done(&texts);
  names_done(&none);
  names_done(&compiled);
}

bool scan_has_recording(const char *database) {
  require(*database != 0);
  char path[4096], fresh[4096];
  path_in(path, sizeof path, database, "build");
  path_in(fresh, sizeof fresh, database, "build.new");
  return access(path, R_OK) == 0 || access(fresh, R_OK) == 0;
}

const char *scan_recording_open(Arena *texts, const char *database) {
  char path[4096];
  require(*database != 0);
  path_in(path, sizeof path, database, "build.new");
  if (!file_write(path, "", 0)) return NULL;
  char here[4096];
  if (!getcwd(here, sizeof here)) return NULL;
  return scan_plain_path(texts, here, path);
}

void scan_recording_close(const char *database, Mem *mem) {
  require(*database != 0);
  char path[4096], fresh[4096];
  Recording old, new;
  path_in(path, sizeof path, database, "build");
  path_in(fresh, sizeof fresh, database, "build.new");
  if (access(fresh, R_OK) != 0) return;
  recording_read(&old, path, mem);
  recording_read(&new, fresh, mem);
  join(database, &old, &new, mem);
  unlink(fresh);
  recording_done(&old, mem);
  recording_done(&new, mem);
}

/* Trial programs of configuration scripts are gone when we look. */
static void drop_vanished(ScanEntries *entries) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < entries->list.n; i++)
    if (access(entries->list.at[i].file, F_OK) == 0)
      entries->list.at[kept++] = entries->list.at[i];
  entries->list.n = kept;
  assert(kept <= entries->list.n);
}

typedef struct Numbered {
  ScanEntry entry;
  uint32_t number;
} Numbered;

static int by_file(const void *a, const void *b) {
  const Numbered *x = a, *y = b;
  int order = strcmp(x->entry.file, y->entry.file);
  if (order) return order;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* A build that compiles one file again, or several at a time, calls the
 * compiler in another order, and what is found out about the whole program
 * should not change for that. */
static void sort_by_file(ScanEntries *entries, Mem *mem) {
  uint32_t n = entries->list.n;
  if (n < 2) return;
  Numbered *list = MEM_ARRAY(mem, Numbered, n);
  for (uint32_t i = 0; i < n; i++) list[i] = (Numbered){entries->list.at[i], i};
  qsort(list, n, sizeof *list, by_file);
  for (uint32_t i = 0; i < n; i++) entries->list.at[i] = list[i].entry;
  MEM_FREE_ARRAY(mem, list, n);
}

void scan_recording_read(ScanEntries *entries, const char *database) {
  require(*database != 0);
  char path[4096];
  Recording r;
  Mem *mem = entries->texts.mem;
  path_in(path, sizeof path, database, "build");
  recording_read(&r, path, mem);
  for (uint32_t i = 0; i < r.list.n; i++) {
    ScanWords words = {0};
    for (uint32_t k = 0; k < r.list.at[i].words.n; k++) {
      const char *word =
          arena_strdup(&entries->texts, r.list.at[i].words.at[k]);
      VEC_PUSH(mem, &words, word);
    }
    if (words.n)
      scan_add_command(entries, r.list.at[i].directory, NULL, &words);
    VEC_DONE(mem, &words);
  }
  recording_done(&r, mem);
  drop_vanished(entries);
  sort_by_file(entries, mem);
}
