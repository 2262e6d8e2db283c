/* SPDX-License-Identifier: MIT
 *
 * compile_commands.json: an array of objects with "directory", "file" and
 * "arguments" (an array) or "command" (a shell line).
 *
 * The reader goes through the text once and keeps what it understands.  An
 * entry that lacks something, or has it in another shape, is reported with its
 * number and skipped; text that is no JSON ends the reading there, with the
 * entries before it kept.  Nesting is counted, not recursed into. */
#include "scan/build/build.h"

#include <errno.h>
#include <libgen.h>
#include <unistd.h>

typedef struct Reader {
  const char *text;
  size_t n, at;
  Arena *texts;
  bool broken;
} Reader;

static char peek(Reader *json) {
  while (json->at < json->n && strchr(" \t\r\n", json->text[json->at]) &&
         json->text[json->at])
    json->at++;
  return json->at < json->n ? json->text[json->at] : 0;
}

static bool take(Reader *json, char c) {
  if (peek(json) != c || json->at >= json->n) return false;
  json->at++;
  return true;
}

static void fail(Reader *json) {
  json->broken = true;
  json->at = json->n;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static void add_utf8(Text *out, unsigned c) {
  if (c < 0x80) {
    text_char(out, (char)c);
  } else if (c < 0x800) {
    text_char(out, (char)(0xC0 | c >> 6));
    text_char(out, (char)(0x80 | (c & 0x3F)));
  } else {
    text_char(out, (char)(0xE0 | c >> 12));
    text_char(out, (char)(0x80 | (c >> 6 & 0x3F)));
    text_char(out, (char)(0x80 | (c & 0x3F)));
  }
}

/* What stands behind a backslash. */
static void take_escape(Reader *json, Text *out) {
  static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
  char c = json->at < json->n ? json->text[json->at++] : 0;
  const char *found = c ? strchr(names, c) : NULL;
  if (found) {
    text_char(out, values[found - names]);
  } else if (c == 'u' && json->at + 4 <= json->n) {
    int value = 0;
    for (int i = 0; i < 4 && value >= 0; i++) {
      int digit = hex_digit(json->text[json->at++]);
      value = digit < 0 ? -1 : value << 4 | digit;
    }
    if (value > 0)
      add_utf8(out, (unsigned)value);
    else
      fail(json);
  } else if (c == '"' || c == '\\' || c == '/') {
    text_char(out, c);
  } else {
    fail(json);
  }
}

/* A string; NULL when there is none. */
static const char *take_string(Reader *json) {
  if (!take(json, '"')) return NULL;
  Text text;
  text_init(&text, json->texts->mem);
  bool closed = false;
  while (json->at < json->n && !closed) {
    char c = json->text[json->at++];
    if (c == '"')
      closed = true;
    else if (c == '\\')
      take_escape(json, &text);
    else
      text_char(&text, c);
  }
  if (!closed) fail(json);
  const char *out = arena_strdup(json->texts, text_get(&text));
  text_done(&text);
  return out;
}

/* Any value, whatever it is. */
static void skip_value(Reader *json) {
  uint32_t depth = 0;
  do {
    char c = peek(json);
    if (c == '"') {
      (void)take_string(json);
    } else if (c == '{' || c == '[') {
      depth++;
      json->at++;
    } else if ((c == '}' || c == ']') && depth) {
      depth--;
      json->at++;
    } else if (c && depth && (c == ',' || c == ':')) {
      json->at++;
    } else if (c && !strchr("{}[],:", c)) {
      json->at += strcspn(json->text + json->at, " \t\r\n{}[],:\"");
    } else {
      fail(json);
    }
  } while (depth && !json->broken);
}

/* An array of strings; false when something else is in it. */
static bool take_strings(Reader *json, ScanWords *out) {
  bool good = true;
  if (!take(json, '[')) {
    skip_value(json);
    return false;
  }
  while (!json->broken && peek(json) != ']') {
    const char *word = take_string(json);
    if (word)
      VEC_PUSH(json->texts->mem, out, word);
    else
      skip_value(json), good = false;
    if (!take(json, ',') && peek(json) != ']') fail(json);
  }
  return take(json, ']') && good;
}

typedef struct Row {
  const char *directory, *file, *command;
  ScanWords arguments;
  bool good;
} Row;

static const char *take_text(Reader *json, Row *row) {
  const char *text = take_string(json);
  if (!text) {
    row->good = false;
    skip_value(json);
  }
  return text;
}

static void take_member(Reader *json, Row *row) {
  const char *name = take_string(json);
  if (!name || !take(json, ':')) {
    fail(json);
    return;
  }
  if (strcmp(name, "directory") == 0)
    row->directory = take_text(json, row);
  else if (strcmp(name, "file") == 0)
    row->file = take_text(json, row);
  else if (strcmp(name, "command") == 0)
    row->command = take_text(json, row);
  else if (strcmp(name, "arguments") == 0)
    row->good = take_strings(json, &row->arguments) && row->good;
  else
    skip_value(json);
}

static void take_row(Reader *json, Row *row) {
  row->good = take(json, '{');
  if (!row->good) {
    skip_value(json);
    return;
  }
  while (!json->broken && peek(json) != '}') {
    take_member(json, row);
    if (!take(json, ',') && peek(json) != '}') fail(json);
  }
  if (!take(json, '}')) fail(json);
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
  const char *file = scan_plain_path(&entries->texts, directory, row->file);
  size_t n = strlen(file);
  if (n > 2 && file[n - 2] == '.' && (file[n - 1] == 'c' || file[n - 1] == 'i'))
    scan_add_command(entries, directory, file, &row->arguments);
  else
    scan_problem(entries->problems, "%s: entry %u: '%s' is no C file: skipped",
                 path, number, file);
}

static void take_rows(ScanEntries *entries, const char *path, Reader *json,
                      const char *home) {
  if (!take(json, '[')) fail(json);
  for (uint32_t number = 1; !json->broken && peek(json) != ']'; number++) {
    Row row = {0};
    take_row(json, &row);
    if (!json->broken) use_row(entries, path, number, &row, home);
    VEC_DONE(json->texts->mem, &row.arguments);
    if (json->broken) {
      scan_problem(entries->problems,
                   "%s: entry %u is no JSON: it and what follows is skipped",
                   path, number);
      return;
    }
    if (!take(json, ',') && peek(json) != ']') fail(json);
  }
  if (json->broken || !take(json, ']'))
    scan_problem(entries->problems, "%s: is no JSON array, or ends early",
                 path);
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
    Reader json = {text_get(&text), text.n, 0, &entries->texts, false};
    take_rows(entries, path, &json, dirname(plain));
  } else {
    scan_problem(entries->problems, "cannot read '%s': %s", path,
                 strerror(errno));
  }
  text_done(&text);
  return good;
}
