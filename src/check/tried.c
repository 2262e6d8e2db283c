/* SPDX-License-Identifier: MIT
 *
 * Each row of a race tells now and then how far it is; whoever watches the race
 * puts these lines together and tells them to whom he reports to. */
#include "check/tried.h"

#include "check/artifacts.h"

#define BEGUN     ": begun"
#define SEPARATOR "; "

/* ---- one row ---- */

void tried_begin(Monitor *monitor, const char *name) {
  Text line;
  text_init(&line, monitor->mem);
  text_printf(&line, "%s" BEGUN, name);
  monitor_tell(monitor, MONITOR_NOW, text_get(&line));
  text_done(&line);
}

void tried_row(Monitor *monitor, const char *name, const char *phase,
               uint32_t depth, uint64_t queries, const char *nearly) {
  Text line;
  text_init(&line, monitor->mem);
  const char *plural = depth == 1 ? "" : "s";
  if (strcmp(phase, "unrolling") == 0)
    text_printf(&line, "%s: no error in the first %u step%s", name, depth,
                plural);
  else if (strcmp(phase, "frames") == 0)
    text_printf(&line, "%s: %u frame%s", name, depth, plural);
  else
    text_printf(&line, "%s: %s of %u", name, phase, depth);
  text_printf(&line, ", %llu queries", (unsigned long long)queries);
  if (*nearly) text_printf(&line, "; not shown to last: %s", nearly);
  monitor_tell(monitor, MONITOR_NOW_AND_THEN, text_get(&line));
  text_done(&line);
}

/* ---- what stands in the way ---- */

enum { MOST_LOOPS = 4 };

/* A loop of the library, not of the user's files. */
static bool is_librarys(const char *name) {
  return strstr(name, " cutpoint/models/") != NULL;
}

/* Its name without number; false: the same is there already, as loops of
 * functions that are called several times are. */
static bool add_loop(Text *out, const char *name, uint32_t n) {
  size_t length = strcspn(name, "(");
  while (length && name[length - 1] == ' ') length--;
  for (const char *at = text_get(out);
       (at = memmem(at, strlen(at), name, length)); at++)
    if (!at[length] || at[length] == ',') return false;
  if (n < MOST_LOOPS)
    text_printf(out, "%s%.*s", n ? ", " : "in the way: ", (int)length, name);
  return true;
}

void tried_loops(Text *out, const Ts *ts) {
  uint32_t n = 0;
  bool librarys = false;
  for (uint32_t l = 0; l < ts->locations.n; l++) {
    const TsLocation *at = &ts->locations.at[l];
    if (at->kind != TS_CUT) continue;
    if (is_librarys(at->name))
      librarys = true;
    else
      n += add_loop(out, at->name, n);
  }
  if (n > MOST_LOOPS) text_printf(out, ", %u more", n - MOST_LOOPS);
  if (librarys)
    text_printf(out, "%sloops inside of library functions",
                n ? ", " : "in the way: ");
  if (n || librarys) text_char(out, '\n');
}

/* ---- all rows ---- */

/* Why it ended; nothing if it has not, or had no time left. */
static void add_reason(Text *out, const SupRecords *records) {
  Text copy;
  Verdict verdict;
  if (!records->has[SUP_VERDICT]) return;
  text_init(&copy, out->mem);
  text_add(&copy, text_get(&records->text[SUP_VERDICT]));
  if (verdict_unpack(&verdict, &copy) && verdict.kind == VERDICT_UNKNOWN)
    text_printf(out, SEPARATOR "gave up: %s", verdict.reason);
  text_done(&copy);
}

static bool was_of_use(const SupRecords *records) {
  Text copy;
  Verdict verdict;
  bool is_idle = false;
  if (!records->has[SUP_VERDICT]) return true;
  text_init(&copy, records->text[SUP_VERDICT].mem);
  text_add(&copy, text_get(&records->text[SUP_VERDICT]));
  is_idle =
      verdict_unpack(&verdict, &copy) && verdict.cause == CAUSE_NOT_APPLICABLE;
  text_done(&copy);
  return !is_idle;
}

/* A row that told how far it is, or why it ended, has a line of its own; the
 * others share one. */
void tried_rows(Text *out, const RaceRunner *rows, const RaceResult *so_far) {
  Text line, others;
  assert(rows && so_far->n > 0);
  text_init(&line, out->mem);
  text_init(&others, out->mem);
  for (uint32_t i = 0; i < so_far->n; i++) {
    const RaceEnd *end = &so_far->ends[i];
    if (!end->started || !was_of_use(&end->records)) continue;
    const char *far = end->records.has[SUP_TRIED]
                          ? text_get(&end->records.text[SUP_TRIED])
                          : "";
    bool is_begun = !*far || strstr(far, BEGUN) != NULL;
    text_clear(&line);
    add_reason(&line, &end->records);
    if (!is_begun)
      text_printf(out, "%s%s\n", far, text_get(&line));
    else if (line.n)
      text_printf(out, "%s: %s\n", rows[i].name,
                  text_get(&line) + strlen(SEPARATOR));
    else
      text_printf(&others, "%s%s", others.n ? ", " : "", rows[i].name);
  }
  if (others.n) text_printf(out, "begun: %s\n", text_get(&others));
  text_done(&others);
  text_done(&line);
}
