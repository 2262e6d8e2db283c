/* SPDX-License-Identifier: MIT
 *
 * The native run of a replay: the bitcode and the harness with the answers are
 * compiled, linked and run; what the run says decides.  That a program always
 * ends without an error is believed after two runs, with its memory laid out
 * in two ways. */
#include "replay/replay_int.h"
#include "replay/native/native.h"

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

static bool write_harness(EvReplay *out, const char *token) {
  Text text;
  text_init(&text, out->mem);
  ev_harness_print(&text, out, token);
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
  if (expect == EV_EXPECT_END && exited) {
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

static double seconds_left(const EvReplaySetup *setup) {
  double left = most_seconds;
  if (setup->budget && setup->budget->deadline > 0) {
    double rest = setup->budget->deadline - clock_now();
    if (rest < left) left = rest;
  }
  return left;
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
  if (!write_harness(out, token)) return;
  FeDiag diag;
  fe_diag_init(&diag, out->mem);
  FeHow how = {.place = setup->expect == EV_EXPECT_ERROR ? FE_PLACE_LOW
                                                         : FE_PLACE_ANY,
               .length = out->result.jumps ? FE_LONG_RUN : FE_SHORT_RUN};
  if (!fe_build_replay(&setup->compile, out->bitcode, out->harness, executable,
                       how, &diag)) {
    replay_fail(out, EV_UNDECIDED, "%s", diag.list.at[0].text);
  } else {
    FeNative run =
        fe_run_native(executable, seconds_left(setup), SANDBOX_USUAL);
    conclude(out, setup->expect, &run, token);
    if (setup->expect == EV_EXPECT_END && out->status == EV_CONFIRMED) {
      run = fe_run_native(executable, seconds_left(setup), SANDBOX_OTHER);
      conclude(out, setup->expect, &run, token);
    }
  }
  fe_diag_done(&diag);
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
