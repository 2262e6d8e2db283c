/* SPDX-License-Identifier: MIT
 *
 * What there is to compile: from compiler command lines to clean entries.
 *
 * Of the flags those that decide the meaning are kept (frontend/clang/flags.c),
 * the rest is dropped, an unknown one with a note, so that it cannot stop a
 * scan.  Paths are made absolute, so that an entry means the same from
 * everywhere.
 *
 * Builds compile the same file twice (for a static and a shared library, say):
 * an entry equal to a former one is dropped. */
#include "scan/build/build.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

void scan_problem(ScanProblems *problems, const char *format, ...) {
  assert(*format != 0);
  char line[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  if (names_find(&problems->seen, line) != UINT32_MAX) return;
  names_add(&problems->seen, line);
  rep_say(REP_WARNING, "%s", line);
}

void scan_entries_init(ScanEntries *entries, Mem *mem, int bits,
                       ScanProblems *problems) {
  require(bits == 32 || bits == 64);
  *entries = (ScanEntries){.bits = bits, .problems = problems};
  arena_init(&entries->texts, mem);
  map_init(&entries->known, mem);
}

void scan_entries_done(ScanEntries *entries) {
  VEC_DONE(entries->texts.mem, &entries->list);
  map_done(&entries->known);
  arena_done(&entries->texts);
}

/* ---- paths and words ---- */

const char *scan_plain_path(Arena *texts, const char *directory,
                            const char *path) {
  char *joined = path[0] == '/' ? arena_strdup(texts, path)
                                : arena_printf(texts, "%s/%s", directory, path);
  char *real = realpath(joined, NULL);
  if (!real) return joined;
  char *out = arena_strdup(texts, real);
  free(real);
  assert(*out == '/');
  return out;
}

const char *scan_named_path(Arena *texts, const char *directory,
                            const char *path) {
  char *joined = path[0] == '/' ? arena_strdup(texts, path)
                                : arena_printf(texts, "%s/%s", directory, path);
  char *slash = strrchr(joined, '/');
  assert(slash != NULL || *directory == 0);
  if (!slash || slash == joined) return joined;
  *slash = 0;
  return arena_printf(texts, "%s/%s", scan_plain_path(texts, "/", joined),
                      slash + 1);
}

void scan_split_words(ScanWords *out, Arena *texts, const char *line) {
  Mem *mem = texts->mem;
  char *word = arena_alloc(texts, strlen(line) + 1);
  size_t n = 0;
  bool inside = false;
  char quote = 0;
  for (const char *c = line;; c++) {
    bool blank = *c == 0 || strchr(" \t\r\n", *c);
    if (*c == 0 || (blank && !quote)) {
      if (inside) {
        const char *made = arena_strndup(texts, word, n);
        VEC_PUSH(mem, out, made);
      }
      n = 0;
      inside = false;
      if (*c == 0) return;
      continue;
    }
    inside = true;
    if (quote ? *c == quote : *c == '"' || *c == '\'') {
      quote = quote ? 0 : *c;
      continue;
    }
    bool escapes =
        quote == 0 || (quote == '"' && c[1] && strchr("\"\\$`", c[1]));
    if (*c == '\\' && quote != '\'' && c[1] && escapes) c++;
    word[n++] = *c;
  }
}

static bool ends_with(const char *text, const char *ending) {
  size_t n = strlen(text), m = strlen(ending);
  return n > m && strcmp(text + n - m, ending) == 0;
}

/* ---- commands ---- */

typedef struct CompilerCall {
  ScanWords flags, files;
  int bits;
} CompilerCall;

static const char *absolute(Arena *texts, const char *directory,
                            const char *path) {
  return path[0] == '/' ? path : arena_printf(texts, "%s/%s", directory, path);
}

/* Takes the flag at words[at]; the number of words it used. */
static uint32_t take_flag(ScanEntries *entries, CompilerCall *command,
                          const char *directory, const ScanWords *words,
                          uint32_t at) {
  assert(at < words->n);
  Arena *texts = &entries->texts;
  Mem *mem = texts->mem;
  const char *flag = words->at[at];
  const char *next = at + 1 < words->n ? words->at[at + 1] : NULL;
  FeFlagUse use = fe_flag_use(flag);
  assert(use <= FE_FLAG_UNKNOWN);
  switch (use) {
  case FE_FLAG_KEEP: VEC_PUSH(mem, &command->flags, flag); return 1;
  case FE_FLAG_KEEP_JOINED_PATH: {
    const char *path = fe_joined_path(flag);
    VEC_PUSH(mem, &command->flags,
             arena_printf(texts, "%.*s%s", (int)(path - flag), flag,
                          absolute(texts, directory, path)));
    return 1;
  }
  case FE_FLAG_KEEP_PAIR:
  case FE_FLAG_KEEP_PATH:
    if (!next) return 1;
    VEC_PUSH(mem, &command->flags, flag);
    /* "-include x.h" is looked for on the header path, too */
    if (use == FE_FLAG_KEEP_PATH && strcmp(flag, "-include") != 0 &&
        strcmp(flag, "-imacros") != 0)
      next = absolute(texts, directory, next);
    VEC_PUSH(mem, &command->flags, next);
    return 2;
  case FE_FLAG_DROP: return 1;
  case FE_FLAG_DROP_PAIR: return 2;
  case FE_FLAG_32: command->bits = 32; return 1;
  case FE_FLAG_64: command->bits = 64; return 1;
  case FE_FLAG_REFUSE:
  case FE_FLAG_UNKNOWN: break;
  }
  scan_problem(entries->problems, "compiler flag '%.200s' is not %s: ignored",
               flag, use == FE_FLAG_REFUSE ? "followed" : "known");
  return 1;
}

bool scan_is_c_file(const char *path) {
  return ends_with(path, ".c") || ends_with(path, ".i");
}

static void add_entry(ScanEntries *entries, const char *directory,
                      const char *file, const CompilerCall *command) {
  assert(command->bits == 32 || command->bits == 64);
  Arena *texts = &entries->texts;
  ScanEntry entry = {.file = scan_named_path(texts, directory, file),
                     .directory = directory,
                     .n_flags = command->flags.n,
                     .bits = command->bits};
  const char **flags = ARENA_ARRAY(texts, const char *, command->flags.n + 1);
  uint64_t hash = hash_bytes(entry.file, strlen(entry.file));
  hash = hash_mix(hash, (uint64_t)entry.bits);
  for (uint32_t i = 0; i < command->flags.n; i++) {
    flags[i] = command->flags.at[i];
    if (strcmp(flags[i], "-DPIC") != 0)
      hash = hash_mix(hash, hash_bytes(flags[i], strlen(flags[i])));
  }
  entry.flags = flags;
  if (map_find(&entries->known, hash)) return;
  map_put(&entries->known, hash, 1);
  VEC_PUSH(texts->mem, &entries->list, entry);
}

enum { MOST_RESPONSE_FILES = 64 };

/* Replaces @file by the words in it. */
static void expand_response_files(ScanEntries *entries, const char *directory,
                                  const ScanWords *words, ScanWords *out) {
  Mem *mem = entries->texts.mem;
  uint32_t files = 0;
  for (uint32_t i = 0; i < words->n; i++) {
    if (words->at[i][0] != '@') {
      VEC_PUSH(mem, out, words->at[i]);
      continue;
    }
    Text text;
    text_init(&text, mem);
    const char *path = absolute(&entries->texts, directory, words->at[i] + 1);
    if (files++ < MOST_RESPONSE_FILES && file_read(&text, path))
      scan_split_words(out, &entries->texts, text_get(&text));
    else
      scan_problem(entries->problems, "cannot read the response file '%s'",
                   path);
    text_done(&text);
  }
}

void scan_add_command(ScanEntries *entries, const char *directory,
                      const char *file, const ScanWords *words) {
  require(words->n > 0);
  Arena *texts = &entries->texts;
  CompilerCall command = {.bits = entries->bits};
  ScanWords all = {0};
  expand_response_files(entries, directory, words, &all);
  for (uint32_t i = 1; i < all.n;) {
    const char *word = all.at[i];
    if (word[0] == '-' && word[1]) {
      i += take_flag(entries, &command, directory, &all, i);
    } else {
      if (scan_is_c_file(word)) VEC_PUSH(texts->mem, &command.files, word);
      i++;
    }
  }
  directory = arena_strdup(texts, directory);
  if (file)
    add_entry(entries, directory, file, &command);
  else
    for (uint32_t i = 0; i < command.files.n; i++)
      add_entry(entries, directory, command.files.at[i], &command);
  VEC_DONE(texts->mem, &all);
  VEC_DONE(texts->mem, &command.flags);
  VEC_DONE(texts->mem, &command.files);
}

/* ---- paths ---- */

static int is_visible(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

static void add_file(ScanEntries *entries, const char *path) {
  ScanWords words = {0};
  char *directory = arena_strdup(&entries->texts, path);
  char *slash = strrchr(directory, '/');
  if (slash) *slash = 0;
  VEC_PUSH(entries->texts.mem, &words, "cc");
  scan_add_command(entries, slash && slash > directory ? directory : "/", path,
                   &words);
  VEC_DONE(entries->texts.mem, &words);
}

/* All C files below, by a list of directories still to visit; links are not
 * followed. */
static void add_tree(ScanEntries *entries, const char *top) {
  Arena *texts = &entries->texts;
  ScanWords todo = {0};
  VEC_PUSH(texts->mem, &todo, top);
  while (todo.n) {
    const char *directory = VEC_POP(&todo);
    struct dirent **found;
    int n = scandir(directory, &found, is_visible, alphasort);
    if (n < 0)
      scan_problem(entries->problems, "cannot read the directory '%s': %s",
                   directory, strerror(errno));
    for (int i = 0; i < n; i++) {
      const char *path =
          arena_printf(texts, "%s/%s", directory, found[i]->d_name);
      struct stat info;
      if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode))
        VEC_PUSH(texts->mem, &todo, path);
      else if (ends_with(path, ".c"))
        add_file(entries, scan_plain_path(texts, directory, path));
      free(found[i]);
    }
    if (n >= 0) free(found);
  }
  VEC_DONE(texts->mem, &todo);
}

void scan_add_path(ScanEntries *entries, const char *path) {
  Arena *texts = &entries->texts;
  char here[4096];
  if (!getcwd(here, sizeof here)) here[0] = 0;
  const char *plain = scan_plain_path(texts, here, path);
  const char *database = arena_printf(texts, "%s/compile_commands.json", plain);
  struct stat info;
  if (stat(plain, &info) != 0) {
    scan_problem(entries->problems, "cannot read '%s': %s", path,
                 strerror(errno));
  } else if (!S_ISDIR(info.st_mode)) {
    if (scan_is_c_file(path))
      add_file(entries, scan_named_path(texts, here, path));
    else
      scan_problem(entries->problems, "'%s' is no C file", path);
  } else if (access(database, R_OK) == 0) {
    if (!scan_add_database(entries, database)) add_tree(entries, plain);
  } else {
    add_tree(entries, plain);
  }
}

static bool is_below(const char *file, const char *top) {
  size_t n = strlen(top);
  return strncmp(file, top, n) == 0 && (file[n] == 0 || file[n] == '/');
}

void scan_keep_below(ScanEntries *entries, const char *const *paths,
                     uint32_t n_paths) {
  require(n_paths > 0);
  char here[4096];
  if (!getcwd(here, sizeof here)) here[0] = 0;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < entries->list.n; i++) {
    bool below = false;
    for (uint32_t j = 0; j < n_paths && !below; j++) {
      const char *file = entries->list.at[i].file;
      below = is_below(file, scan_plain_path(&entries->texts, here, paths[j]));
      below |= is_below(file, scan_named_path(&entries->texts, here, paths[j]));
    }
    if (below) entries->list.at[kept++] = entries->list.at[i];
  }
  entries->list.n = kept;
  assert(kept <= entries->list.n);
}
