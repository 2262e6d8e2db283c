/* SPDX-License-Identifier: MIT
 *
 * Finding the library models, and what is linked to programs.
 *
 * They are C files in models/, compiled for both data models when the tool is
 * built, into models/32 and models/64 beside the executable.  In order:
 * $CUTPOINT_MODELS (C files), those beside the executable (bitcode), and the
 * sources where the tool was built or next to its folder. */
#include "frontend/clang/clang_int.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int ends_in(const struct dirent *entry, const char *ending) {
  size_t n = strlen(entry->d_name), m = strlen(ending);
  return n > m && strcmp(entry->d_name + n - m, ending) == 0;
}
static int is_c(const struct dirent *entry) {
  return ends_in(entry, ".c");
}
static int is_bitcode(const struct dirent *entry) {
  return ends_in(entry, ".bc");
}

typedef Vec(const char *) Paths;

/* The fitting files of a directory, sorted by name; false when there are none.
 */
static bool list_directory(Paths *out, Arena *texts, const char *directory,
                           int (*fits)(const struct dirent *)) {
  struct dirent **entries;
  int n = scandir(directory, &entries, fits, alphasort);
  for (int i = 0; i < n; i++) {
    const char *path =
        arena_printf(texts, "%s/%s", directory, entries[i]->d_name);
    VEC_PUSH(texts->mem, out, path);
    free(entries[i]);
  }
  if (n >= 0) free(entries);
  return n > 0;
}

static const char *executable_directory(Arena *texts) {
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n <= 0) return ".";
  path[n] = 0;
  char *slash = strrchr(path, '/');
  if (slash) *slash = 0;
  return arena_strdup(texts, path);
}

static bool compile_models(FeFiles *files, const FeCompile *setup,
                           const Paths *sources, FeDiag *diag) {
  Vec(FeJob) jobs = {0};
  for (uint32_t i = 0; i < sources->n; i++) {
    FeJob job = {
        .input = sources->at[i], .source = sources->at[i], .origin = FE_MODEL};
    job.output =
        arena_printf(&files->texts, "%s/model%u.bc", setup->temp_dir, i);
    VEC_PUSH(setup->mem, &jobs, job);
    FeInput input = {.path = job.output, .origin = FE_MODEL};
    VEC_PUSH(setup->mem, &files->list, input);
  }
  bool good = fe_run_jobs(setup, jobs.at, jobs.n, diag);
  VEC_DONE(setup->mem, &jobs);
  return good;
}

bool fe_add_models(FeFiles *files, const FeCompile *setup, FeDiag *diag) {
  Arena *texts = &files->texts;
  Paths paths = {0};
  const char *chosen = getenv("CUTPOINT_MODELS");
  const char *beside = executable_directory(texts);
  const char *built = arena_printf(texts, "%s/models/%d", beside, setup->bits);
  bool good = true;
  if (chosen && *chosen) {
    good = list_directory(&paths, texts, chosen, is_c);
    if (good)
      good = compile_models(files, setup, &paths, diag);
    else
      fe_diag_add(diag, NULL, 0, 0,
                  "there are no library models (*.c) in CUTPOINT_MODELS=%s",
                  chosen);
  } else if (list_directory(&paths, texts, built, is_bitcode)) {
    for (uint32_t i = 0; i < paths.n; i++) {
      FeInput input = {.path = paths.at[i], .origin = FE_MODEL};
      VEC_PUSH(setup->mem, &files->list, input);
    }
  } else if (list_directory(&paths, texts, CUTPOINT_MODELS, is_c) ||
             list_directory(&paths, texts,
                            arena_printf(texts, "%s/../models", beside),
                            is_c)) {
    good = compile_models(files, setup, &paths, diag);
  }
  VEC_DONE(texts->mem, &paths);
  return good;
}

const char *fe_runtime(Arena *texts, int bits) {
  const char *beside = executable_directory(texts);
  const char *built =
      arena_printf(texts, "%s/runtime/%d/guided.o", beside, bits);
  if (access(built, R_OK) == 0) return built;
  return CUTPOINT_MODELS "/../runtime/guided.c";
}
