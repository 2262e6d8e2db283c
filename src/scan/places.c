/* SPDX-License-Identifier: MIT
 *
 * Places in results.
 *
 * A result is kept as long as the content of its function is the same, but the
 * function may move in its file; so a place is kept relative to the function it
 * is in, and becomes a line only for the report, by where the newest scan saw
 * that function.
 *
 * A file has one name, however it was included: a result is told once. */
#include "scan/scan_int.h"

#include <stdlib.h>

void scan_put_place(Text *out, const Program *program, LocId loc) {
  require(loc.id < program->locs.n);
  const SrcLoc *at = prog_loc_get(program, loc);
  const char *file = at->file == UINT32_MAX ? "" : program->files.at[at->file];
  if (at->func.id) {
    const Function *f = prog_func(program, at->func);
    const SrcLoc *home = prog_loc_get(program, f->loc);
    if (home->file == at->file && at->line >= home->line) {
      Arena names;
      arena_init(&names, out->mem);
      text_printf(out, "%s\t%s\t%u\t%u", file, scan_plain_name(f, &names),
                  at->line - home->line, at->col);
      arena_done(&names);
      return;
    }
  }
  text_printf(out, "%s\t\t%u\t%u", file, at->line, at->col);
}

/* Is there a step in the path that leads nowhere, or back? */
static bool is_roundabout(const char *path) {
  return strstr(path, "/./") || strstr(path, "//") || strstr(path, "/../");
}

void scan_name_files(Program *program) {
  require(program != NULL);
  for (uint32_t i = 0; i < program->files.n; i++)
    if (program->files.at[i][0] == '/' && is_roundabout(program->files.at[i]))
      program->files.at[i] =
          scan_named_path(&program->arena, "/", program->files.at[i]);
}

static void keep_line(void *context, const ScanView *view) {
  ScanPlaces *places = context;
  Arena *texts = &places->known.texts;
  ArenaMark mark = arena_mark(texts);
  const char *name = arena_printf(texts, "%s\t%s", view->file, view->name);
  if (names_find(&places->known, name) == UINT32_MAX) {
    names_add(&places->known, name);
    VEC_PUSH(texts->mem, &places->lines, view->line);
    VEC_PUSH(texts->mem, &places->lasts, view->last);
  } else {
    arena_release(texts, mark);
  }
  assert(places->lines.n == places->known.list.n);
}

void scan_places_init(ScanPlaces *places, ScanStore *store, Mem *mem) {
  *places = (ScanPlaces){0};
  names_init(&places->known, mem);
  scan_store_each_view(store, places, keep_line);
}

void scan_places_done(ScanPlaces *places) {
  VEC_DONE(places->known.texts.mem, &places->lines);
  VEC_DONE(places->known.texts.mem, &places->lasts);
  names_done(&places->known);
}

/* The first line of a function; 0: it is not known. */
static uint32_t first_line(const ScanPlaces *places, const char *file,
                           const char *function, Arena *texts) {
  const char *both = arena_printf(texts, "%s\t%s", file, function);
  uint32_t known = names_find(&places->known, both);
  assert(known == UINT32_MAX || known < places->lines.n);
  return known == UINT32_MAX ? 0 : places->lines.at[known];
}

const char *scan_take_place(RepPlace *out, const ScanPlaces *places,
                            const char *text, Arena *texts) {
  size_t file = strcspn(text, "\t");
  const char *at = text + file + (text[file] == '\t');
  size_t name = strcspn(at, "\t");
  const char *numbers = at + name;
  char *end;
  out->file = arena_strndup(texts, text, file);
  out->function = arena_strndup(texts, at, name);
  out->line = (uint32_t)strtoul(numbers, &end, 10);
  out->col = (uint32_t)strtoul(end, &end, 10);
  if (*out->function)
    out->line += first_line(places, out->file, out->function, texts);
  return end + (*end == '\t');
}

const char *scan_take_lines(const ScanPlaces *places, const RepPlace *at,
                            const char *message, Arena *texts) {
  require(at->file && at->function);
  const char *line = strstr(message, PASS_LINE);
  if (!line) return arena_strdup(texts, message);
  char *rest;
  unsigned long number = strtoul(line + strlen(PASS_LINE), &rest, 10);
  number += first_line(places, at->file, at->function, texts);
  return arena_printf(texts, "%.*sline %lu%s", (int)(line - message), message,
                      number, rest);
}
