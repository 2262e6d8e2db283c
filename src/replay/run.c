/* SPDX-License-Identifier: MIT
 *
 * The native run of a replay: the bitcode and the harness with the answers are
 * compiled, linked and run; what the run says decides.  That a program always
 * ends without an error is believed after two runs, with its memory laid out
 * in two ways. */
#include "replay/replay_int.h"

#include "pass/pass.h"
#include "replay/harness.h"
#include "replay/native/native.h"

#include <signal.h>

static const double most_seconds = 10;

void replay_fail(EvReplay *out, EvStatus status, const char *format, ...) {
  require(status != EV_CONFIRMED);
  va_list args;
  va_start(args, format);
  vsnprintf(out->problem, sizeof out->problem, format, args);
  va_end(args);
  out->status = status;
  assert(out->problem[0] != 0);
}

static bool write_harness(EvReplay *out, const Harness *harness) {
  Text text;
  text_init(&text, out->mem);
  harness_print(&text, harness);
  bool good = file_write(out->harness, text_get(&text), text.n);
  text_done(&text);
  if (!good) replay_fail(out, EV_UNDECIDED, "cannot write %s", out->harness);
  return good;
}

/* The token, then the kind of the property that the interpreter saw violated
 * as a letter. */
static bool says(const EvReplay *out, const FeNative *run, const char *token) {
  assert(strlen(token) + 2 <= sizeof run->said);
  size_t n = strlen(token);
  PropertyKind kind = prog_property_by_name(ev_replay_property(out));
  return strncmp(run->said, token, n) == 0 &&
         run->said[n] == (char)('a' + kind) && !run->said[n + 1];
}

static void conclude(EvReplay *out, EvExpect expect, const FeNative *run,
                     const char *token) {
  assert(expect == EV_EXPECT_ERROR || expect == EV_EXPECT_END);
  enum { RETURNED = 40, STOPPED, REACHED, OUT_OF_STEP };
  bool exited = run->end == FE_NATIVE_EXITED;
  if (expect == EV_EXPECT_END && exited &&
      interp_is_bad_division(&out->result)) {
    replay_fail(out, EV_UNDECIDED,
                "compiled, the program goes on where it divides by zero");
  } else if (expect == EV_EXPECT_END && exited) {
    out->ends_otherwise = run->status != RETURNED && run->status != STOPPED;
    if (out->ends_otherwise)
      replay_fail(out, EV_REFUTED,
                  "with the real C library the program ends otherwise");
  } else if (exited && run->status == REACHED && says(out, run, token)) {
    out->status = EV_CONFIRMED;
    out->problem[0] = 0;
  } else if (exited) {
    replay_fail(out, EV_REFUTED,
                "compiled and run with its inputs, the program %s",
                run->status == RETURNED      ? "returns without an error"
                : run->status == STOPPED     ? "stops without an error"
                : run->status == OUT_OF_STEP ? "gets out of step"
                : run->status == REACHED     ? "violates something else"
                                             : "exits without an error");
  } else if (run->end == FE_NATIVE_SIGNAL && expect == EV_EXPECT_END &&
             interp_is_bad_access(&out->result)) {
    /* a bad access ends the run; the machine goes on for a while */
  } else if (run->end == FE_NATIVE_SIGNAL && expect == EV_EXPECT_END &&
             run->status == SIGFPE && interp_is_bad_division(&out->result)) {
    /* both end there */
  } else if (run->end == FE_NATIVE_SIGNAL) {
    replay_fail(out, expect == EV_EXPECT_END ? EV_UNDECIDED : EV_REFUTED,
                "compiled and run, the program dies by signal %d", run->status);
  } else if (run->end == FE_NATIVE_TIMEOUT) {
    replay_fail(out, EV_UNDECIDED, "the compiled program takes too long");
  } else {
    replay_fail(out, EV_UNDECIDED, "the compiled program is not run: %s",
                run->said);
  }
}

/* A run that is to end as the interpreter's did, which made so many steps: if
 * it takes much longer than those, a bad access has led it astray. */
static double seconds_to_end(const InterpResult *result) {
  static const double least = 2, steps_a_second = 1e6;
  double most = least + (double)result->steps / steps_a_second;
  return result->jumps || most > most_seconds ? most_seconds : most;
}

static double seconds_left(const EvReplay *out, const EvReplaySetup *setup) {
  double left = setup->expect == EV_EXPECT_END ? seconds_to_end(&out->result)
                                               : most_seconds;
  if (setup->budget && setup->budget->deadline > 0) {
    double rest = setup->budget->deadline - clock_now();
    if (rest < left) left = rest;
  }
  return left;
}

/* Machine code from this process, linked to the harness as it was compiled with
 * the tool; the compiler would take four times as long, most of it to start. */
static bool build_here(const EvReplay *out, const EvReplaySetup *setup,
                       const Harness *harness, const char *executable,
                       FePlace place) {
  FeData data[HARNESS_MOST_DATA];
  uint32_t n = harness_data(harness, data, HARNESS_MOST_DATA);
  char object[520];
  snprintf(object, sizeof object, "%s.o", executable);
  FeDiag unused;
  fe_diag_init(&unused, out->mem);
  bool good =
      fe_write_object(out->bitcode, data, n, object) &&
      fe_link_replay(&setup->compile, object, executable, place, &unused);
  fe_diag_done(&unused);
  return good;
}

static bool build(EvReplay *out, const EvReplaySetup *setup, const char *token,
                  const char *executable) {
  FeHow how = {.place = setup->expect == EV_EXPECT_ERROR ? FE_PLACE_LOW
                                                         : FE_PLACE_ANY,
               .length = out->result.jumps ? FE_LONG_RUN : FE_SHORT_RUN};
  Harness harness;
  FeDiag diag;
  harness_init(&harness, out, token);
  fe_diag_init(&diag, out->mem);
  bool good = write_harness(out, &harness);
  if (good && (how.length == FE_LONG_RUN ||
               !build_here(out, setup, &harness, executable, how.place))) {
    good = fe_build_replay(&setup->compile, out->bitcode, out->harness,
                           executable, how, &diag);
    if (!good) replay_fail(out, EV_UNDECIDED, "%s", diag.list.at[0].text);
  }
  fe_diag_done(&diag);
  harness_done(&harness);
  return good;
}

void replay_natively(EvReplay *out, const EvReplaySetup *setup) {
  require(out->status == EV_CONFIRMED && setup->compile.temp_dir);
  if (setup->compile.runs == FE_RUNS_FORBIDDEN) {
    replay_fail(out, EV_UNDECIDED, "--no-run forbids to run the program");
    return;
  }
  char token[40], executable[512];
  uint64_t mark = hash_bytes(out->harness, strlen(out->harness));
  snprintf(token, sizeof token, "reached %016llx", (unsigned long long)mark);
  snprintf(executable, sizeof executable, "%s/replay", setup->compile.temp_dir);
  if (!build(out, setup, token, executable)) return;
  FeNative run =
      fe_run_native(executable, seconds_left(out, setup), SANDBOX_USUAL);
  conclude(out, setup->expect, &run, token);
  if (setup->expect == EV_EXPECT_END && out->status == EV_CONFIRMED) {
    run = fe_run_native(executable, seconds_left(out, setup), SANDBOX_OTHER);
    conclude(out, setup->expect, &run, token);
  }
}

/* ---- questions ---- */

bool ev_replay_has_invalid_access(const EvReplay *replay) {
  if (replay->status == EV_CONFIRMED) return false;
  return replay->left_object ||
         (replay->result.end == INTERP_TRAP &&
          strcmp(replay->result.text, INTERP_NULL_ACCESS) == 0);
}

bool ev_replay_lacks_memory(const EvReplay *replay) {
  return replay->result.end == INTERP_FUEL &&
         strcmp(replay->result.text, INTERP_NO_MEMORY) == 0;
}

const char *ev_replay_property(const EvReplay *replay) {
  require(replay->result.end == INTERP_ERROR);
  require(replay->result.error < replay->original->errors.n);
  return replay->original->errors.at[replay->result.error].property;
}

bool replay_read_again(EvReplay *out, const EvReplaySetup *setup, Map *asks,
                       uint32_t *n_read) {
  FeDiag diag;
  fe_diag_init(&diag, out->mem);
  FeReplay replay = {.property = setup->property,
                     .bitcode = out->bitcode,
                     .asks = asks,
                     .library = setup->expect == EV_EXPECT_END
                                    ? FE_REAL_LIBRARY
                                    : FE_EXACT_MODELS,
                     .driver = setup->driver,
                     .linked = setup->linked};
  bool good = fe_read_replay(&out->original, out->mem, setup->inputs,
                             setup->n_inputs, &replay, &diag);
  if (!good)
    replay_fail(out, EV_UNDECIDED, "%s",
                diag.list.n ? diag.list.at[0].text : "?");
  fe_diag_done(&diag);
  if (!good) return false;
  if (setup->giver)
    setup->giver->give(setup->giver->context, out->original, &out->more);
  *n_read = out->original->n_sites;
  out->n_globals = out->original->globals.n;
  assert(out->n_globals > 0); /* number 0 is none */
  for (uint32_t i = 1; i < out->original->funcs.n; i++) {
    const Function *f = &out->original->funcs.at[i];
    if (f->state == FUNC_DECLARED && strncmp(f->name, "__cutpoint_", 11) != 0)
      VEC_PUSH(out->mem, &out->declared, (FuncId){i});
  }
  pass_externs(out->original, setup->property, NULL);
  PassResult done = pass_property(out->original, setup->property);
  if (done.status == PASS_OK)
    done = pass_entry(out->original, setup->property, PASS_ARGUMENTS_MADE);
  if (done.status != PASS_OK)
    replay_fail(out, EV_UNDECIDED, "%s", done.message);
  return done.status == PASS_OK;
}
