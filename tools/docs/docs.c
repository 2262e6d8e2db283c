/* SPDX-License-Identifier: MIT
 *
 * Writes manual pages and completions.  A page is a template, with the prose
 * and the code that are not in the tables of cli/options.h, and with lines
 *   @PIECE COMMAND@
 * in place of which comes what the tables say of it; @PIECE@ is about all
 * commands, one after the other.  @include FILE@ is a part that
 * several pages have; @version@ and @date@ stand anywhere.
 *
 * usage: docs TEMPLATE VERSION DATE, the page goes to stdout. */
#include "docs/docs.h"

#include <errno.h>

typedef struct Piece {
  const char *word;
  void (*add)(Text *out, CommandChoice command);
} Piece;

static const Piece pieces[] = {
    {"synopsis", docs_synopsis},        {"options", docs_options},
    {"examples", docs_examples},        {"bash-options", docs_bash_options},
    {"bash-values", docs_bash_values},  {"zsh-command", docs_zsh_command},
    {"zsh-options", docs_zsh_options},  {"fish-command", docs_fish_command},
    {"fish-options", docs_fish_options}};

typedef struct Page {
  Mem mem;
  const char *version;
  const char *date;
  Text out;
} Page;

static bool has_word(const char *line, size_t n, const char *word) {
  return strlen(word) == n && strncmp(line, word, n) == 0;
}

/* PIECE COMMAND, or PIECE: what the tables say. */
static void add_piece(Page *page, const char *line, size_t n) {
  size_t length = strcspn(line, " @");
  bool is_known = false;
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
    for (int c = 0; c < COMMAND_COUNT; c++) {
      if (!has_word(line, length, pieces[i].word) ||
          (length < n &&
           !has_word(line + length + 1, n - length - 1, opt_commands[c].word)))
        continue;
      pieces[i].add(&page->out, (CommandChoice)c);
      is_known = true;
    }
  if (!is_known) die(EXIT_USAGE, "no such piece: %.*s", (int)n, line);
}

static void replace_words(Page *page, const char *line, size_t n) {
  const char *const words[][2] = {{"@version@", page->version},
                                  {"@date@", page->date}};
  for (size_t i = 0; i < n;) {
    size_t step = 1;
    for (int w = 0; w < 2 && step == 1; w++) {
      size_t length = strlen(words[w][0]);
      if (n - i < length || strncmp(line + i, words[w][0], length) != 0)
        continue;
      text_add(&page->out, words[w][1]);
      step = length;
    }
    if (step == 1) text_char(&page->out, line[i]);
    i += step;
  }
  text_char(&page->out, '\n');
}

static void add_file(Page *page, const char *path);

/* include FILE, which is beside the file it stands in. */
static void add_part(Page *page, const char *path, const char *name, size_t n) {
  const char *slash = strrchr(path, '/');
  char part[4096];
  snprintf(part, sizeof part, "%.*s%.*s", slash ? (int)(slash - path) + 1 : 0,
           path, (int)n, name);
  add_file(page, part);
}

static void add_line(Page *page, const char *path, const char *line, size_t n) {
  static const char include[] = "@include ";
  const size_t skip = sizeof include - 1;
  if (n < 3 || line[0] != '@' || line[n - 1] != '@')
    replace_words(page, line, n);
  else if (strncmp(line, include, skip) == 0)
    add_part(page, path, line + skip, n - skip - 1);
  else
    add_piece(page, line + 1, n - 2);
}

static void add_file(Page *page, const char *path) {
  Text text;
  text_init(&text, &page->mem);
  if (!file_read(&text, path))
    die(EXIT_USAGE, "cannot read %s: %s", path, strerror(errno));
  for (const char *at = text_get(&text); *at; at += *at == '\n') {
    size_t n = strcspn(at, "\n");
    add_line(page, path, at, n);
    at += n;
  }
  text_done(&text);
}

int main(int argc, char **argv) {
  if (argc != 4) die(EXIT_USAGE, "usage: docs TEMPLATE VERSION DATE");
  Page page = {.version = argv[2], .date = argv[3]};
  mem_init(&page.mem, 0);
  text_init(&page.out, &page.mem);
  add_file(&page, argv[1]);
  bool good =
      fwrite(text_get(&page.out), 1, page.out.n, stdout) == page.out.n &&
      fflush(stdout) == 0;
  text_done(&page.out);
  mem_done(&page.mem);
  return good ? EXIT_PROVED : EXIT_INTERNAL;
}
