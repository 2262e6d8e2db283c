/* SPDX-License-Identifier: MIT
 *
 * Filling the gaps of a text.
 *
 * A mark that opens or closes a block and has a line for itself is not there in
 * what comes out, nor is its line.  The texts are ours, so what is wrong with
 * one is a bug and not the user's fault. */
#include "report/template.h"

/* Text between tags; bytes that are no UTF-8 are the browser's to show. */
static void add_escaped(Text *out, const char *text) {
  for (; *text; text++) switch (*text) {
    case '&': text_add(out, "&amp;"); break;
    case '<': text_add(out, "&lt;"); break;
    case '>': text_add(out, "&gt;"); break;
    case '"': text_add(out, "&quot;"); break;
    default: text_char(out, *text);
    }
}

static const char *find(const char *from, const char *end, const char *words) {
  const char *at = memmem(from, (size_t)(end - from), words, strlen(words));
  return at ? at : end;
}

/* The end of a mark {{...}}, with its line break if the line is its own. */
static const char *end_of_mark(Template text, const char *mark) {
  const char *end = text.text + text.n;
  const char *after = find(mark, end, "}}");
  assert(mark >= text.text && mark[0] == '{' && mark[1] == '{');
  require(after < end);
  after += 2;
  bool owns_line = (mark == text.text || mark[-1] == '\n') && after < end &&
                   *after == '\n' && (mark[2] == '#' || mark[2] == '/');
  return owns_line ? after + 1 : after;
}

static const TemplateGap *find_gap(const TemplateGap *gaps, const char *name,
                                   size_t n) {
  for (; gaps->name; gaps++)
    if (strlen(gaps->name) == n && memcmp(gaps->name, name, n) == 0)
      return gaps;
  die(EXIT_INTERNAL, "a template has an unknown gap '%.*s'", (int)n, name);
}

/* The inner text of the block that begins at `mark`; *after: where the text
 * goes on. */
static Template block_at(Template text, const char *mark, const char *name,
                         const char **after) {
  char closing[64];
  int length = snprintf(closing, sizeof closing, "{{/%s}}", name);
  require(length > 0 && (size_t)length < sizeof closing);
  const char *begin = end_of_mark(text, mark), *end = text.text + text.n;
  const char *close = find(begin, end, closing);
  require(close < end);
  *after = end_of_mark(text, close);
  assert(begin <= close && close < *after && *after <= end);
  return (Template){begin, (size_t)(close - begin)};
}

/* Fills the gap at `mark`; where the text goes on. */
static const char *fill_gap(Text *out, Template text, const char *mark,
                            const TemplateGap *gaps, const void *context) {
  bool is_block = mark[2] == '#';
  const char *name = mark + 2 + is_block, *after = end_of_mark(text, mark);
  const TemplateGap *gap =
      find_gap(gaps, name, (size_t)(find(name, after, "}}") - name));
  if (!is_block) {
    require(gap->text || gap->html);
    if (gap->text)
      add_escaped(out, gap->text);
    else
      text_add(out, gap->html);
    return after;
  }
  Template inner = block_at(text, mark, gap->name, &after);
  if (gap->block)
    gap->block(out, inner, context);
  else if (gap->shown)
    template_fill(out, inner, gaps, context);
  return after;
}

void template_fill(Text *out, Template text, const TemplateGap *gaps,
                   const void *context) {
  const char *at = text.text, *end = text.text + text.n;
  while (at < end) {
    const char *mark = find(at, end, "{{");
    text_add_n(out, at, (size_t)(mark - at));
    if (mark == end) return;
    at = fill_gap(out, text, mark, gaps, context);
  }
}
