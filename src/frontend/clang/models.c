/* SPDX-License-Identifier: MIT
 *
 * The library models: C files in models/, compiled for both data models when
 * the tool is built.  $CUTPOINT_MODELS is a directory with other C files to
 * take in their place. */
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

static bool compile_models(FeFiles *files, const FeCompile *setup,
                           const Paths *sources, FeDiag *diag) {
  assert(sources->n > 0);
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

static bool add_own_models(FeFiles *files, const FeCompile *setup,
                           const char *directory, FeDiag *diag) {
  Paths paths = {0};
  bool good = list_directory(&paths, &files->texts, directory, is_c);
  if (good)
    good = compile_models(files, setup, &paths, diag);
  else
    fe_diag_add(diag, NULL, 0, 0,
                "there are no library models (*.c) in CUTPOINT_MODELS=%s",
                directory);
  VEC_DONE(files->texts.mem, &paths);
  return good;
}

bool fe_add_models(FeFiles *files, const FeCompile *setup, FeDiag *diag) {
  Arena *texts = &files->texts;
  if (fe_chosen_models())
    return add_own_models(files, setup, fe_chosen_models(), diag);
  const char *home = fe_home(texts, setup->bits, diag);
  if (!home) return false;
  Paths paths = {0};
  list_directory(&paths, texts,
                 arena_printf(texts, "%s/models/%d", home, setup->bits),
                 is_bitcode);
  for (uint32_t i = 0; i < paths.n; i++) {
    FeInput input = {.path = paths.at[i],
                     .origin = FE_MODEL,
                     .malloc = setup->heap == FE_LACKS_MEMORY
                                   ? FE_MALLOC_MAY_FAIL
                                   : FE_MALLOC_SUCCEEDS};
    VEC_PUSH(setup->mem, &files->list, input);
  }
  VEC_DONE(texts->mem, &paths);
  return true;
}
