/* SPDX-License-Identifier: MIT
 *
 * compile_commands.json: an array of objects with "directory", "file" and
 * "arguments" (an array) or "command" (a shell line).
 *
 * cJSON reads one entry at a time, for two reasons: text that is no JSON ends
 * the reading there with the entries before it kept, and a database of a large
 * code base is never in memory as a tree.  An entry that lacks something, or
 * has it in another shape, is reported with its number and skipped. */
#include "scan/build/build.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <libgen.h>
#include <unistd.h>

typedef struct Reader {
  const char *text;
  size_t n, at; /* at <= n */
  Arena *texts;
} Reader;

/* The next character that is no blank; 0 at the end. */
static char peek(Reader *reader) {
  while (reader->at < reader->n && reader->text[reader->at] &&
         strchr(" \t\r\n", reader->text[reader->at]))
    reader->at++;
  return reader->at < reader->n ? reader->text[reader->at] : 0;
}

static bool take(Reader *reader, char c) {
  if (peek(reader) != c || reader->at >= reader->n) return false;
  reader->at++;
  return true;
}

/* The next value; NULL: it is no JSON, and we stand where that shows. */
static cJSON *take_value(Reader *reader) {
  const char *end = NULL;
  (void)peek(reader);
  cJSON *value = cJSON_ParseWithLengthOpts(reader->text + reader->at,
                                           reader->n - reader->at, &end, false);
  if (end) reader->at = (size_t)(end - reader->text);
  require(reader->at <= reader->n);
  return value;
}

/* Whether `at`, behind "\u", names a character; a NUL is none for us. */
static bool is_character(const char *at, size_t n) {
  char digits[5] = "";
  if (n < 4) return false;
  memcpy(digits, at, 4);
  return strspn(digits, "0123456789abcdefABCDEF") == 4 &&
         strcmp(digits, "0000") != 0;
}

/* Is there a NUL in what was read, plain or escaped?  C strings end there, so
 * the rest of a name would be lost without a word.  cJSON takes "\uXYZW" for
 * one, too. */
static bool has_nul(const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (text[i] == 0) return true;
    if (text[i] != '\\' || i + 1 == n) continue;
    i++; /* what stands behind a backslash is no backslash of its own */
    if (text[i] == 'u' && !is_character(text + i + 1, n - i - 1)) return true;
  }
  return false;
}

typedef struct Row {
  const char *directory, *file, *command;
  ScanWords arguments;
  bool good;
} Row;

static const char *text_of(const cJSON *value, Row *row, Arena *texts) {
  if (cJSON_IsString(value)) return arena_strdup(texts, value->valuestring);
  row->good = false;
  return NULL;
}

static void fill_arguments(Row *row, const cJSON *value, Arena *texts) {
  const cJSON *item;
  row->arguments.n = 0;
  row->good = row->good && cJSON_IsArray(value);
  cJSON_ArrayForEach(item, value) {
    const char *word = text_of(item, row, texts);
    if (word) VEC_PUSH(texts->mem, &row->arguments, word);
  }
}

/* Of members with the same name the last one counts. */
static void fill_row(Row *row, const cJSON *value, Arena *texts) {
  const cJSON *member;
  row->good = cJSON_IsObject(value);
  if (!row->good) return;
  cJSON_ArrayForEach(member, value) {
    if (strcmp(member->string, "directory") == 0)
      row->directory = text_of(member, row, texts);
    else if (strcmp(member->string, "file") == 0)
      row->file = text_of(member, row, texts);
    else if (strcmp(member->string, "command") == 0)
      row->command = text_of(member, row, texts);
    else if (strcmp(member->string, "arguments") == 0)
      fill_arguments(row, member, texts);
  }
}

/* What keeps an entry from being used; NULL: nothing. */
static const char *trouble(Row *row, Arena *texts) {
  if (!row->good) return "is not as it should be";
  if (!row->file) return "names no \"file\"";
  if (!row->directory) return "names no \"directory\"";
  if (row->command && row->arguments.n == 0)
    scan_split_words(&row->arguments, texts, row->command);
  if (row->arguments.n == 0) return "has neither \"command\" nor \"arguments\"";
  return NULL;
}

static void use_row(ScanEntries *entries, const char *path, uint32_t number,
                    Row *row, const char *home) {
  const char *wrong = trouble(row, &entries->texts);
  if (wrong) {
    scan_problem(entries->problems, "%s: entry %u %s: skipped", path, number,
                 wrong);
    return;
  }
  const char *directory =
      scan_plain_path(&entries->texts, home, row->directory);
  const char *file = scan_named_path(&entries->texts, directory, row->file);
  size_t n = strlen(file);
  if (n > 2 && file[n - 2] == '.' && (file[n - 1] == 'c' || file[n - 1] == 'i'))
    scan_add_command(entries, directory, file, &row->arguments);
  else
    scan_problem(entries->problems, "%s: entry %u: '%s' is no C file: skipped",
                 path, number, file);
}

/* "path: 3:14": where the reader stands. */
static const char *place(const Reader *reader, const char *path) {
  size_t line = 1, col = 1;
  for (size_t i = 0; i < reader->at; i++) {
    col++;
    if (reader->text[i] != '\n') continue;
    line++;
    col = 1;
  }
  return arena_printf(reader->texts, "%s:%zu:%zu", path, line, col);
}

/* One entry.  False: the text is no JSON from there on. */
static bool take_row(ScanEntries *entries, const char *path, Reader *reader,
                     const char *home, uint32_t number) {
  size_t start = reader->at;
  cJSON *value = take_value(reader);
  if (!value) {
    scan_problem(entries->problems,
                 "%s: entry %u is no JSON: it and what follows is skipped",
                 place(reader, path), number);
    return false;
  }
  Row row = {0};
  fill_row(&row, value, reader->texts);
  if (has_nul(reader->text + start, reader->at - start)) row.good = false;
  use_row(entries, path, number, &row, home);
  VEC_DONE(reader->texts->mem, &row.arguments);
  cJSON_Delete(value);
  return true;
}

static void take_rows(ScanEntries *entries, const char *path, Reader *reader,
                      const char *home) {
  bool good = take(reader, '[');
  for (uint32_t number = 1; good && peek(reader) != ']'; number++) {
    if (!take_row(entries, path, reader, home, number)) return;
    good = take(reader, ',') || peek(reader) == ']';
  }
  if (!good || !take(reader, ']'))
    scan_problem(entries->problems, "%s: is no JSON array, or ends early",
                 place(reader, path));
}

bool scan_add_database(ScanEntries *entries, const char *path) {
  Text text;
  text_init(&text, entries->texts.mem);
  bool good = file_read(&text, path);
  if (good) {
    char here[4096];
    if (!getcwd(here, sizeof here)) here[0] = 0;
    char *plain = arena_strdup(&entries->texts,
                               scan_plain_path(&entries->texts, here, path));
    Reader reader = {text_get(&text), text.n, 0, &entries->texts};
    take_rows(entries, path, &reader, dirname(plain));
  } else {
    scan_problem(entries->problems, "cannot read '%s': %s", path,
                 strerror(errno));
  }
  text_done(&text);
  return good;
}
