/* SPDX-License-Identifier: MIT
 *
 * Files that stay behind a verdict. */
#include "check/keep.h"
#include "replay/native/native.h"

#include "witness/write.h"

#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

/* ---- --harness ---- */

/* The name of the bitcode beside the harness: FILE.bc for FILE.c. */
static char *bitcode_name(Arena *texts, const char *harness) {
  size_t n = strlen(harness);
  if (n > 2 && strcmp(harness + n - 2, ".c") == 0) n -= 2;
  return arena_printf(texts, "%.*s.bc", (int)n, harness);
}

static bool copy_file(Mem *mem, const char *from, const char *to) {
  Text text;
  text_init(&text, mem);
  bool good = file_read(&text, from) && rep_write_file(to, &text);
  text_done(&text);
  return good;
}

FeCompile keep_native_setup(Run *run) {
  return (FeCompile){.mem = &run->mem,
                     .temp_dir = run->link->temp_dir,
                     .bits = (int)run->program->pointer_bits,
                     .cores = 1,
                     .flags = run->options->flags,
                     .n_flags = run->options->n_flags};
}

typedef Vec(const char *) Paths;

static void tell_command(Judge *judge, Run *run, const Paths *files) {
  FeCompile setup = keep_native_setup(run);
  Text *out = &judge->story.reproduce;
  text_add(out, "  ");
  fe_print_build(out, &setup, files->at, files->n, "replay");
  text_add(out, " && ./replay\n");
}

/* Does the user's own source fail with the plain harness? */
static bool fails_plainly(Judge *judge, Run *run, const Paths *files) {
  FeCompile setup = keep_native_setup(run);
  const char *executable =
      arena_printf(&judge->story.texts, "%s/plain", setup.temp_dir);
  FeDiag diag;
  fe_diag_init(&diag, &run->mem);
  bool good = fe_build_native(&setup, files->at, files->n, executable, &diag);
  fe_diag_done(&diag);
  if (!good) return false;
  FeNative end = fe_run_native(executable, 10);
  return (end.end == FE_NATIVE_EXITED && end.status == 42) ||
         (end.end == FE_NATIVE_SIGNAL && end.status == SIGABRT);
}

/* A harness for the user's source, if that is enough; else for the bitcode,
 * which is kept beside it. */
static bool write_harness(Judge *judge, Run *run, const char *harness,
                          Paths *files) {
  Text text;
  text_init(&text, &run->mem);
  for (uint32_t i = 0; i < run->options->n_files; i++)
    VEC_PUSH(&run->mem, files, run->options->files[i]);
  VEC_PUSH(&run->mem, files, harness);
  bool plain = ev_plain_print(&text, &judge->replay) &&
               rep_write_file(harness, &text) &&
               fails_plainly(judge, run, files);
  text_done(&text);
  if (plain) return true;
  const char *bitcode = bitcode_name(&judge->story.texts, harness);
  VEC_CLEAR(files);
  VEC_PUSH(&run->mem, files, bitcode);
  VEC_PUSH(&run->mem, files, harness);
  return copy_file(&run->mem, judge->replay.harness, harness) &&
         copy_file(&run->mem, judge->replay.bitcode, bitcode);
}

static void keep_harness(Judge *judge, Run *run) {
  const char *harness = run->options->harness;
  Paths files = {0};
  if (!harness) return;
  if (write_harness(judge, run, harness, &files))
    tell_command(judge, run, &files);
  else
    rep_say(REP_WARNING, "cannot write --harness=%s", harness);
  VEC_DONE(&run->mem, &files);
}

/* ---- --certificate ---- */

const char *keep_certificate_draft(Judge *judge, const Run *run) {
  if (!run->options->certificate) return NULL;
  return arena_printf(&judge->texts, "%s/certificate", run->link->temp_dir);
}

static bool copy_obligations(Judge *judge, Run *run) {
  const char *draft = keep_certificate_draft(judge, run);
  const char *directory = run->options->certificate;
  if (mkdir(directory, 0777) != 0 && errno != EEXIST) return false;
  bool good = true;
  for (uint32_t i = 1; i <= judge->check.n_obligations && good; i++) {
    ArenaMark mark = arena_mark(&judge->texts);
    const char *from =
        arena_printf(&judge->texts, "%s/obligation-%04u.smt2", draft, i);
    const char *to =
        arena_printf(&judge->texts, "%s/obligation-%04u.smt2", directory, i);
    good = copy_file(&run->mem, from, to);
    arena_release(&judge->texts, mark);
  }
  return good;
}

static void keep_certificate(Judge *judge, Run *run, EvVerdict *verdict) {
  if (!run->options->certificate || verdict->kind != EV_TRUE) return;
  if (copy_obligations(judge, run)) return;
  *verdict = (EvVerdict){.kind = EV_UNKNOWN};
  snprintf(verdict->reason, sizeof verdict->reason,
           "cannot write the certificate: %s", strerror(errno));
}

/* ---- --witness ---- */

static void keep_witness(Run *run, const EvVerdict *verdict) {
  const char *path = run->options->witness;
  if (!path || verdict->kind == EV_UNKNOWN) return;
  char now[32];
  time_t seconds = time(NULL);
  struct tm parts;
  strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
  RepWitness witness = {&run->report, run->property, now};
  Text text;
  text_init(&text, &run->mem);
  rep_witness(&text, &witness);
  if (!rep_write_file(path, &text))
    rep_say(REP_WARNING, "cannot write --witness=%s: %s", path,
            strerror(errno));
  text_done(&text);
}

void keep_files(Judge *judge, Run *run, EvVerdict *verdict) {
  if (verdict->kind == EV_FALSE) keep_harness(judge, run);
  keep_certificate(judge, run, verdict);
  keep_witness(run, verdict);
}
