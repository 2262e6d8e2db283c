/* SPDX-License-Identifier: MIT
 *
 * Positions in the file the user named.
 *
 * Preprocessed C carries line markers, `# 12 "lock.h" 3`, and the compiler
 * would tell every position in terms of files that need not exist any more.
 * Messages, traces and witnesses are about the file that was given, so such a
 * file is compiled as a copy: each marker becomes an empty line, and one marker
 * in front names the original.  `#line` directives, which people and generators
 * write on purpose, stay.
 *
 * And the files that the compiler read, by the list that it makes of them. */
#include "frontend/clang/clang_int.h"

#include <errno.h>
#include <unistd.h>

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
  if (file_is_stream(job->input)) {
    fe_diag_add(diag, NULL, 0, 0,
                "cannot read '%s': it is no ordinary file, and a program is "
                "read more than once",
                job->input);
    good = false;
  } else if (!file_read(&text, job->input)) {
    fe_diag_add(diag, NULL, 0, 0, "cannot read '%s': %s", job->input,
                strerror(errno));
    good = false;
  } else if (has_marker(&text)) {
    good = write_copy(job, texts, &text, diag);
  }
  text_done(&text);
  return good;
}

/* ---- the files that were read ---- */

/* The next name of a list for make, where a backslash is before a blank that is
 * part of the name or before the end of a line; false: there is none. */
static bool next_name(const char **at, Text *name) {
  text_clear(name);
  const char *c = *at + strspn(*at, " \t\r\n");
  while (c[0] == '\\' && (c[1] == '\n' || c[1] == '\r'))
    c += 2, c += strspn(c, " \t\r\n");
  for (; *c && !strchr(" \t\r\n", *c); c++) {
    if (c[0] == '\\' && strchr(" #", c[1])) c++;
    if (c[0] == '$' && c[1] == '$') c++;
    text_char(name, *c);
  }
  *at = c;
  return name->n > 0;
}

/* Also where it cannot be read. */
static bool look_at(Mem *mem, const char *path, FeLook *look, void *context) {
  Text text;
  text_init(&text, mem);
  bool found = !file_read(&text, path) || (text.n && look(context, &text));
  text_done(&text);
  return found;
}

/* Is `word`, in the text from `start` on, the name of a directive: does it
 * stand behind # or %:, perhaps with a comment between? */
static bool names_directive(const char *start, const char *word) {
  const char *at = word;
  while (at > start && strchr(" \t\v\f", at[-1])) at--;
  if (at == start) return false;
  if (at[-1] == '#') return true;
  if (at - start < 2) return false;
  return (at[-2] == '%' && at[-1] == ':') || (at[-2] == '*' && at[-1] == '/') ||
         (at[-2] == '?' && at[-1] == '=');
}

/* Does a line with # go on in the next one?  Then its words may be split. */
static bool splits_directive(const char *text) {
  bool has_sign = false;
  for (const char *at = text; *at; at++) {
    if (*at == '\n') has_sign = false;
    has_sign |= *at == '#' || (at[0] == '%' && at[1] == ':');
    if (has_sign &&
        ((*at == '\\' && strspn(at + 1, " \t\r") == strcspn(at + 1, "\n")) ||
         text_starts_with(at, "?\?/")))
      return true;
  }
  return false;
}

/* Has the text a directive by which another file is read?  Names of files in
 * line markers are none. */
static bool reads_others(Mem *mem, const char *source) {
  static const char *const words[] = {"include", "import", "embed"};
  Text text;
  text_init(&text, mem);
  bool reads = !file_read(&text, source) || strlen(text_get(&text)) != text.n ||
               splits_directive(text_get(&text));
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (const char *at = text_get(&text);
         !reads && (at = strstr(at, words[i])); at++)
      reads = names_directive(text_get(&text), at);
  text_done(&text);
  return reads;
}

/* The compiler writes a backslash in a name as a slash, so that the source is
 * read by its own name.  It writes no list for text that went through a
 * preprocessor before: that reads no other file, unless it says so. */
static bool any_file_read(Mem *mem, const char *list, const char *source,
                          const char *left_out, FeLook *look, void *context) {
  require(list && *list && source && look);
  Text text, name;
  text_init(&text, mem);
  text_init(&name, mem);
  bool alone =
      access(list, F_OK) != 0 && errno == ENOENT && !reads_others(mem, source);
  bool found =
      alone ? look_at(mem, source, look, context) : !file_read(&text, list);
  const char *at = strchr(text_get(&text), ':');
  if (at) at++;
  bool listed = at && next_name(&at, &name);
  if (!found && listed) found = look_at(mem, source, look, context);
  while (!found && at && next_name(&at, &name))
    if (!left_out || !text_starts_with(text_get(&name), left_out))
      found = look_at(mem, text_get(&name), look, context);
  text_done(&name);
  text_done(&text);
  return found;
}

bool fe_any_file_read(Mem *mem, const char *list, const char *source,
                      FeLook *look, void *context) {
  return any_file_read(mem, list, source, NULL, look, context);
}

bool fe_any_own_file_read(Mem *mem, const char *list, const char *source,
                          FeLook *look, void *context) {
  return any_file_read(mem, list, source, "/usr/", look, context);
}
