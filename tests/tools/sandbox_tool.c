/* SPDX-License-Identifier: MIT
 *
 * Runs an executable as counterexamples are run, and says how it ended.
 *
 *   sandbox_tool EXECUTABLE SECONDS        one run
 *   sandbox_tool --other EXECUTABLE        one run, laid out the other way
 *   sandbox_tool --server EXECUTABLE       a server
 *
 * Prints `exited CODE`, `signal NUMBER`, `timeout` or `not run`, and behind it
 * what the program wrote to descriptor 3. */
#include "replay/native/native.h"

#include <stdlib.h>

static void serve(const char *executable) {
  static const double patience = 5;
  FeTalk talk;
  char answer;
  bool good = fe_talk_start(&talk, executable) && fe_talk_send(&talk, "?", 1) &&
              fe_talk_receive(&talk, &answer, 1, clock_now() + patience);
  if (good)
    printf("answered %c\n", answer);
  else
    printf("not run\n");
  fe_talk_stop(&talk);
}

int main(int n, char **arguments) {
  if (n != 3) return EXIT_USAGE;
  if (strcmp(arguments[1], "--server") == 0) {
    serve(arguments[2]);
    return EXIT_PROVED;
  }
  bool other = strcmp(arguments[1], "--other") == 0;
  FeNative run =
      other ? fe_run_native(arguments[2], 5, SANDBOX_OTHER)
            : fe_run_native(arguments[1], atof(arguments[2]), SANDBOX_USUAL);
  static const char *const ends[] = {"exited", "signal", "timeout", "not run"};
  printf("%s", ends[run.end]);
  if (run.end == FE_NATIVE_EXITED || run.end == FE_NATIVE_SIGNAL)
    printf(" %d", run.status);
  printf(" %s\n", run.said);
  return EXIT_PROVED;
}
