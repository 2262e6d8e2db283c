/* SPDX-License-Identifier: MIT
 *
 * Findings that are not shown: known ones (a baseline), accepted ones (a
 * comment in the source), and old ones (before a commit).
 *
 * A comment `cutpoint: ok CHECK[, CHECK...], reason` accepts the findings of
 * these checks in its line, or, where it stands alone, in the next.  Without a
 * reason, or without the name of a check, it accepts nothing, and that is said.
 *
 * Old is a finding if no function on its way has a line that differs from the
 * commit (`git diff`), and none is in a file that git does not know.  A change
 * elsewhere may be the cause all the same (a type, a global's first value, what
 * a callee returns that is not on the way): that is the price of not scanning
 * the old state. */
#include "scan/scan_int.h"

#include "process/command.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static const char mark[] = "cutpoint: ok";

/* ---- the baseline ---- */

/* The first word of each line that is no comment. */
static void read_baseline(ScanHidden *h, const char *path) {
  assert(path != NULL);
  Text text;
  text_init(&text, h->mem);
  if (!file_read(&text, path))
    rep_say(REP_ERROR, "cannot read --baseline=%s: %s", path, strerror(errno));
  for (const char *at = text_get(&text); *at;) {
    size_t word = strcspn(at, " \t\r\n"), line = strcspn(at, "\n");
    char name[65];
    snprintf(name, sizeof name, "%.*s", word < 65 ? (int)word : 64, at);
    if (*at != '#' && word) names_add(&h->baseline, name);
    at += line + (at[line] == '\n');
  }
  text_done(&text);
}

/* ---- comments ---- */

static const char *source_of(ScanHidden *h, const char *path) {
  uint32_t number = names_add(&h->files, path);
  if (number < h->sources.n) return h->sources.at[number];
  Text text;
  text_init(&text, h->mem);
  if (!file_read(&text, path)) text_clear(&text);
  const char *kept = arena_strndup(h->texts, text_get(&text), text.n);
  text_done(&text);
  VEC_PUSH(h->mem, &h->sources, kept);
  assert(h->sources.n == h->files.list.n);
  return kept;
}

/* The line with this number, from 1; "" if there is none. */
static const char *line_of(const char *source, uint32_t number, size_t *n) {
  assert(number >= 1);
  while (number > 1 && *source) {
    source += strcspn(source, "\n");
    source += *source == '\n';
    number--;
  }
  *n = number == 1 ? strcspn(source, "\n") : 0;
  return source;
}

static ScanCheck check_named(const char *word, size_t n) {
  for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++)
    if (strlen(scan_check_name((ScanCheck)i)) == n &&
        strncmp(scan_check_name((ScanCheck)i), word, n) == 0)
      return (ScanCheck)i;
  return SCAN_CHECK_COUNT;
}

static void complain(const RepPlace *place, uint32_t line, const char *what) {
  rep_say(REP_WARNING, "%s:%u: '%s' %s: nothing is accepted", place->file, line,
          mark, what);
}

/* Where the first comment of the line starts, which is not in a literal; or the
 * end. */
static const char *comment_in(const char *line) {
  char quote = 0;
  for (; *line; line++) {
    if (!quote && *line == '/' && (line[1] == '/' || line[1] == '*'))
      return line;
    if (quote && *line == '\\' && line[1])
      line++;
    else if (*line == quote)
      quote = 0;
    else if (!quote && (*line == '"' || *line == '\''))
      quote = *line;
  }
  return line;
}

/* Does the comment in the line accept the check? */
static bool accepts(const char *line, size_t n, ScanCheck check,
                    const RepPlace *place, uint32_t number) {
  assert(check < SCAN_CHECK_COUNT && number >= 1);
  char text[1024];
  snprintf(text, sizeof text, "%.*s", (int)(n < 1000 ? n : 1000), line);
  const char *at = strstr(comment_in(text), mark);
  if (!at) return false;
  bool found = false, named = false;
  at += strlen(mark);
  for (;;) {
    at += strspn(at, " \t,:");
    size_t word = strspn(at, "abcdefghijklmnopqrstuvwxyz-");
    ScanCheck one = check_named(at, word);
    if (one == SCAN_CHECK_COUNT) break;
    named = true;
    found |= one == check;
    at += word;
  }
  if (!named)
    complain(place, number, "names no check");
  else if (!*at || strncmp(at, "*/", 2) == 0)
    complain(place, number, "gives no reason");
  else
    return found;
  return false;
}

static bool stands_alone(const char *line, size_t n) {
  size_t at = 0;
  while (at < n && strchr(" \t", line[at])) at++;
  return n - at > 2 && line[at] == '/' &&
         (line[at + 1] == '*' || line[at + 1] == '/');
}

static bool is_accepted(ScanHidden *h, const RepFinding *finding) {
  const RepPlace *place = &finding->place;
  const char *source = source_of(h, place->file);
  ScanCheck check = (ScanCheck)finding->check;
  size_t n;
  if (!place->line) return false;
  const char *line = line_of(source, place->line, &n);
  if (accepts(line, n, check, place, place->line)) return true;
  if (place->line == 1) return false;
  line = line_of(source, place->line - 1, &n);
  return stands_alone(line, n) &&
         accepts(line, n, check, place, place->line - 1);
}

/* ---- what changed since a commit ---- */

static bool ask_git(const char *const *arguments, Text *out) {
  return command_ask(arguments, COMMAND_ERRORS_DROPPED, out);
}

bool scan_is_commit(const char *ref, Mem *mem) {
  require(ref != NULL);
  Text name, out;
  text_init(&name, mem);
  text_init(&out, mem);
  text_printf(&name, "%s^{commit}", ref);
  const char *arguments[] = {"git",     "rev-parse",     "--verify",
                             "--quiet", text_get(&name), NULL};
  bool good = ref[0] != '-' && ask_git(arguments, &out);
  text_done(&out);
  text_done(&name);
  return good;
}

/* The functions that lines [from..to] of a file are in. */
static void note_change(ScanHidden *h, const char *file, uint32_t from,
                        uint32_t to) {
  size_t n = strlen(file);
  assert(from <= to);
  for (uint32_t i = 0; i < h->places->known.list.n; i++) {
    const char *name = names_text(&h->places->known, i);
    if (strncmp(name, file, n) == 0 && name[n] == '\t' &&
        h->places->lines.at[i] <= to && h->places->lasts.at[i] >= from)
      names_add(&h->changed, name);
  }
}

/* "@@ -a,b +c,d @@" */
static void note_hunk(ScanHidden *h, const char *file, const char *hunk) {
  const char *plus = strchr(hunk, '+');
  if (!plus || !*file) return;
  char *end;
  uint32_t from = (uint32_t)strtoul(plus + 1, &end, 10), n = 1;
  if (*end == ',') n = (uint32_t)strtoul(end + 1, NULL, 10);
  note_change(h, file, from, n ? from + n - 1 : from);
}

static void read_diff(ScanHidden *h, const char *top, const char *diff) {
  char file[4096] = "";
  for (const char *at = diff; *at;) {
    size_t n = strcspn(at, "\n");
    if (strncmp(at, "+++ ", 4) == 0)
      snprintf(file, sizeof file, "%s/%.*s", top,
               n > 4 ? (int)strcspn(at + 4, "\t\n") : 0, at + 4);
    else if (strncmp(at, "@@ ", 3) == 0)
      note_hunk(h, file, at);
    at += n + (at[n] == '\n');
  }
}

static void read_unknown_files(ScanHidden *h, const char *top,
                               const char *list) {
  char file[4096];
  for (const char *at = list; *at;) {
    size_t n = strcspn(at, "\n");
    snprintf(file, sizeof file, "%s/%.*s", top, (int)n, at);
    note_change(h, file, 0, UINT32_MAX);
    at += n + (at[n] == '\n');
  }
}

static void read_changes(ScanHidden *h, const char *ref) {
  assert(!h->is_told);
  const char *const diff[] = {"git",
                              "-c",
                              "core.quotePath=false",
                              "diff",
                              "-U0",
                              "--no-color",
                              "--no-ext-diff",
                              "--no-prefix",
                              ref,
                              "--",
                              NULL};
  const char *const top[] = {"git", "rev-parse", "--show-toplevel", NULL};
  const char *const others[] = {
      "git",         "-c",       "core.quotePath=false",
      "ls-files",    "--others", "--exclude-standard",
      "--full-name", NULL};
  Text home, text;
  text_init(&home, h->mem);
  text_init(&text, h->mem);
  h->is_told = ask_git(top, &home) && ask_git(diff, &text);
  while (home.n && home.text[home.n - 1] == '\n') home.text[--home.n] = 0;
  if (h->is_told) read_diff(h, text_get(&home), text_get(&text));
  text_clear(&text);
  if (h->is_told && ask_git(others, &text))
    read_unknown_files(h, text_get(&home), text_get(&text));
  if (!h->is_told)
    rep_say(REP_WARNING,
            "git does not tell what changed since %s: all is shown", ref);
  text_done(&text);
  text_done(&home);
}

static bool is_changed(ScanHidden *h, const RepPlace *place) {
  char name[8192], here[4096];
  if (!getcwd(here, sizeof here)) here[0] = 0;
  if (place->file[0] == '/')
    snprintf(name, sizeof name, "%s\t%s", place->file, place->function);
  else
    snprintf(name, sizeof name, "%s/%s\t%s", here, place->file,
             place->function);
  return names_find(&h->changed, name) != UINT32_MAX;
}

static bool is_old(ScanHidden *h, const RepFinding *finding) {
  assert(finding->answer == REP_VIOLATED);
  if (!h->is_told || is_changed(h, &finding->place)) return false;
  for (uint32_t i = 0; i < finding->n_steps; i++)
    if (is_changed(h, &finding->steps[i].place)) return false;
  return true;
}

/* ---- all of them ---- */

void scan_hidden_init(ScanHidden *h, const ScanReport *report,
                      const ScanPlaces *places, Arena *texts) {
  *h = (ScanHidden){.mem = texts->mem, .texts = texts, .places = places};
  names_init(&h->baseline, h->mem);
  names_init(&h->files, h->mem);
  names_init(&h->changed, h->mem);
  if (report->baseline) read_baseline(h, report->baseline);
  if (report->new_since) read_changes(h, report->new_since);
}

void scan_hidden_done(ScanHidden *h) {
  VEC_DONE(h->mem, &h->sources);
  names_done(&h->changed);
  names_done(&h->files);
  names_done(&h->baseline);
}

ScanHiding scan_is_hidden(ScanHidden *h, const RepFinding *finding) {
  assert(finding->check < SCAN_CHECK_COUNT);
  if (names_find(&h->baseline, finding->fingerprint) != UINT32_MAX)
    return SCAN_IN_BASELINE;
  if (finding->answer != REP_VIOLATED) return SCAN_SHOWN;
  if (is_accepted(h, finding)) return SCAN_ACCEPTED;
  return is_old(h, finding) ? SCAN_OLD : SCAN_SHOWN;
}
