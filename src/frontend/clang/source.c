/* SPDX-License-Identifier: MIT
 *
 * Positions in the file the user named.
 *
 * Preprocessed C carries line markers, `# 12 "lock.h" 3`, and the compiler
 * would tell every position in terms of files that need not exist any more.
 * Messages, traces and witnesses are about the file that was given, so such a
 * file is compiled as a copy: each marker becomes an empty line, and one marker
 * in front names the original.  `#line` directives, which people and generators
 * write on purpose, stay. */
#include "frontend/clang/clang_int.h"

#include <errno.h>

/* A line marker: '#', blanks, a digit. */
static bool is_marker(const char *line) {
  if (*line != '#') return false;
  line += 1 + strspn(line + 1, " \t");
  return *line >= '0' && *line <= '9';
}

static bool has_marker(const Text *text) {
  const char *at = text_get(text), *end = at + text->n;
  while (at < end) {
    if (is_marker(at)) return true;
    const char *next = memchr(at, '\n', (size_t)(end - at));
    if (!next) break;
    at = next + 1;
  }
  return false;
}

static void add_first_marker(Text *out, const char *path) {
  text_add(out, "# 1 \"");
  text_add_escaped(out, path);
  text_add(out, "\"\n");
}

static void copy_without_markers(Text *out, const Text *text) {
  const char *at = text_get(text), *end = at + text->n;
  while (at < end) {
    const char *next = memchr(at, '\n', (size_t)(end - at));
    next = next ? next + 1 : end;
    if (is_marker(at))
      text_char(out, '\n');
    else
      text_add_n(out, at, (size_t)(next - at));
    at = next;
  }
}

static bool write_copy(FeJob *job, Arena *texts, const Text *text,
                       FeDiag *diag) {
  assert(job->output && *job->output);
  const char *slash = strrchr(job->input, '/');
  const char *dot = strrchr(job->input, '.');
  job->directory =
      !slash ? "."
             : arena_strndup(texts, job->input,
                             slash > job->input ? (size_t)(slash - job->input)
                                                : 1);
  job->source = arena_printf(texts, "%s%s", job->output, dot ? dot : ".c");
  Text copy;
  text_init(&copy, texts->mem);
  add_first_marker(&copy, job->input);
  copy_without_markers(&copy, text);
  bool good = file_write(job->source, text_get(&copy), copy.n);
  text_done(&copy);
  if (!good)
    fe_diag_add(diag, NULL, 0, 0,
                "no room in the temporary directory: %s; set TMPDIR to a "
                "directory with room",
                strerror(errno));
  return good;
}

bool fe_choose_source(FeJob *job, Arena *texts, const FeCompile *setup,
                      FeDiag *diag) {
  require(job->input && job->output);
  bool good = true;
  Text text;
  text_init(&text, setup->mem);
  job->source = job->input;
  if (!file_read(&text, job->input)) {
    fe_diag_add(diag, NULL, 0, 0, "cannot read '%s': %s", job->input,
                strerror(errno));
    good = false;
  } else if (has_marker(&text)) {
    good = write_copy(job, texts, &text, diag);
  }
  text_done(&text);
  return good;
}
