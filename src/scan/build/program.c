/* SPDX-License-Identifier: MIT
 *
 * One program out of a code base: the files a user names, with the flags their
 * build has for them, and the files that define what they need.
 *
 * All files of the compilation database are compiled once, to see which names
 * each defines and needs; from the named ones on, what defines a missing name
 * is added, as for groups of a scan (groups.c). */
#include "scan/build/build.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

void scan_program_init(ScanProgram *program, Mem *mem, int bits) {
  *program = (ScanProgram){0};
  names_init(&program->problems.seen, mem);
  scan_entries_init(&program->entries, mem, bits, &program->problems);
}

void scan_program_done(ScanProgram *program) {
  Mem *mem = program->entries.texts.mem;
  VEC_DONE(mem, &program->files);
  VEC_DONE(mem, &program->units);
  scan_entries_done(&program->entries);
  names_done(&program->problems.seen);
}

/* The entry of a file that the user names; UINT32_MAX: there is none. */
static uint32_t entry_of(ScanEntries *entries, const char *file) {
  char here[4096];
  if (!getcwd(here, sizeof here)) here[0] = 0;
  const char *plain = scan_plain_path(&entries->texts, here, file);
  for (uint32_t i = 0; i < entries->list.n; i++)
    if (strcmp(entries->list.at[i].file, plain) == 0) return i;
  return UINT32_MAX;
}

uint32_t scan_ways_to_compile(const ScanProgram *program, const char *file) {
  const ScanEntries *entries = &program->entries;
  uint32_t n = 0;
  for (uint32_t i = 0; i < entries->list.n; i++)
    n += strcmp(entries->list.at[i].file, file) == 0;
  assert(n > 0); /* it came from there */
  return n;
}

static bool find_first(ScanProgram *program, const ScanWanted *wanted,
                       ScanGroup *group, Text *problem) {
  ScanEntries *entries = &program->entries;
  for (uint32_t i = 0; i < wanted->n_files; i++) {
    uint32_t at = entry_of(entries, wanted->files[i]);
    if (at == UINT32_MAX) {
      text_printf(problem,
                  "'%s' is not in %s: name a file that the build compiles, or "
                  "leave --compile-commands out",
                  wanted->files[i], wanted->database);
      return false;
    }
    if (entries->list.at[at].bits != entries->bits) {
      text_printf(problem, "'%s' is compiled for %d bits: say --%d",
                  wanted->files[i], entries->list.at[at].bits,
                  entries->list.at[at].bits);
      return false;
    }
    VEC_PUSH(entries->texts.mem, &group->owned, at);
  }
  return true;
}

static FeUnit unit_of(const ScanEntry *entry, const char *output) {
  return (FeUnit){.source = entry->file,
                  .directory = entry->directory,
                  .flags = entry->flags,
                  .n_flags = entry->n_flags,
                  .bits = entry->bits,
                  .output = output};
}

/* What does not compile defines nothing. */
static void compile_all(ScanProgram *program, ScanUnits *units,
                        const ScanWanted *wanted, const char *directory) {
  Mem *mem = units->texts.mem;
  const ScanEntries *entries = &program->entries;
  uint32_t n = entries->list.n;
  FeUnit *made = MEM_ARRAY(mem, FeUnit, n);
  FeCompile setup = {.mem = mem,
                     .temp_dir = directory,
                     .bits = entries->bits,
                     .cores = wanted->cores};
  for (uint32_t i = 0; i < n; i++)
    made[i] = unit_of(&entries->list.at[i],
                      arena_printf(&units->texts, "%s/%u.bc", directory, i));
  fe_compile_units(&setup, made, n, &units->texts);
  for (uint32_t i = 0; i < n; i++) {
    Text symbols;
    text_init(&symbols, mem);
    bool good = !made[i].problem && fe_list_symbols(&symbols, made[i].output);
    ScanUnit unit = {
        .entry = &entries->list.at[i],
        .bitcode = good ? made[i].output : NULL,
        .symbols = arena_strdup(&units->texts, good ? text_get(&symbols) : ""),
        .deps = ""};
    VEC_PUSH(mem, &units->list, unit);
    text_done(&symbols);
  }
  MEM_FREE_ARRAY(mem, made, n);
}

static void take_entry(ScanProgram *program, uint32_t index) {
  Mem *mem = program->entries.texts.mem;
  const ScanEntry *entry = &program->entries.list.at[index];
  VEC_PUSH(mem, &program->files, entry->file);
  VEC_PUSH(mem, &program->units, unit_of(entry, NULL));
}

bool scan_find_program(ScanProgram *program, const ScanWanted *wanted,
                       Text *problem) {
  require(wanted->n_files > 0 && program->files.n == 0);
  Mem *mem = program->entries.texts.mem;
  const char *directory =
      arena_printf(&program->entries.texts, "%s/database", wanted->temp_dir);
  if (mkdir(directory, 0700) != 0 && errno != EEXIST) {
    text_printf(problem, "cannot make '%s': %s", directory, strerror(errno));
    return false;
  }
  if (!scan_add_database(&program->entries, wanted->database)) {
    text_printf(problem, "'%s' is no compilation database", wanted->database);
    return false;
  }
  ScanUnits units;
  ScanGroup group = {0};
  scan_units_init(&units, mem);
  bool good = find_first(program, wanted, &group, problem);
  if (good) {
    compile_all(program, &units, wanted, directory);
    scan_borrow(&group, &units, mem);
    for (uint32_t i = 0; i < group.owned.n; i++)
      take_entry(program, group.owned.at[i]);
    for (uint32_t i = 0; i < group.helper.n; i++)
      take_entry(program, group.helper.at[i]);
  }
  VEC_DONE(mem, &group.owned);
  VEC_DONE(mem, &group.helper);
  scan_units_done(&units);
  return good;
}
