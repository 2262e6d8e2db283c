/* SPDX-License-Identifier: MIT
 *
 * Pictures of graphs, drawn by graphviz's program `dot` where it is there. */
#include "report/draw.h"

#include "report/report.h"

#include "process/command.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n > m && strcmp(text + n - m, end) == 0;
}

/* Is there such a program on the way that programs are looked for? */
static bool is_installed(const char *name) {
  const char *at = getenv("PATH");
  char path[4096];
  while (at && *at) {
    int n = (int)strcspn(at, ":");
    int length = snprintf(path, sizeof path, "%.*s/%s", n, at, name);
    if (length < (int)sizeof path && access(path, X_OK) == 0) return true;
    at += n + (at[n] == ':');
  }
  return false;
}

bool rep_draw_check(const char *path, Text *problem) {
  if (ends_with(path, ".dot")) return true;
  if (!ends_with(path, ".svg")) {
    text_printf(problem, "%.200s: pictures are FILE.svg or FILE.dot", path);
    return false;
  }
  if (is_installed("dot")) return true;
  text_printf(problem,
              "cannot draw %.200s: graphviz's program 'dot' is missing "
              "(Debian: apt install graphviz); FILE.dot needs nothing",
              path);
  return false;
}

/* dot takes its time for large graphs. */
enum { MOST_SECONDS = 60 };

static bool run_dot(const char *from, const char *to) {
  const char *const arguments[] = {"dot", "-Tsvg", "-o", to, from, NULL};
  const ChildLimit limit = {RLIMIT_CPU, MOST_SECONDS, CHILD_LIMIT_HARD};
  Command dot = {.arguments = arguments,
                 .kind = CHILD_HELPER,
                 .descriptors = {COMMAND_KEEPS, COMMAND_KEEPS, COMMAND_KEEPS,
                                 COMMAND_KEEPS},
                 .limits = &limit,
                 .n_limits = 1};
  pid_t pid = command_start(&dot);
  return pid > 0 && child_wait(pid).code == 0;
}

void rep_draw(const Text *graph, const char *path, const char *temp_dir) {
  Text draft;
  if (!path) return;
  text_init(&draft, graph->mem);
  text_printf(&draft, "%s/picture.dot", temp_dir);
  bool drawn = ends_with(path, ".svg");
  const char *text = drawn ? text_get(&draft) : path;
  if (!rep_write_file(text, graph))
    rep_say(REP_WARNING, "cannot write %s: %s", text, strerror(errno));
  else if (drawn && !run_dot(text, path))
    rep_say(REP_WARNING, "graphviz did not draw %s", path);
  text_done(&draft);
}
