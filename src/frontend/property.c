/* SPDX-License-Identifier: MIT
 *
 * Property files: a hand-written parser of the small grammar
 *
 *   line  := "CHECK" "(" "init" "(" name "(" ")" ")" "," "LTL" "(" ltl ")" ")"
 *   ltl   := "G" prop | "G" "!" nprop | "F" "end"
 *   prop  := "valid-free" | "valid-deref" | "valid-memtrack"
 *          | "valid-memcleanup" | "valid-init"
 *   nprop := "call" "(" name "(" ")" ")" | "overflow" | "data-race"
 *          | "label" "(" name ")"
 *
 * Blanks may stand anywhere between tokens.  What is well formed but not one
 * of these is an unsupported property, and said to be; a file is never
 * understood in part. */
#include "frontend/property.h"

typedef struct Reader {
  const char *at; /* next character */
  const char *line_start;
  uint32_t line; /* 1.. */
  Arena *names;
  Text *problem;
  FePropertyStatus status;
} Reader;

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* Letters of names and of words such as valid-free. */
static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '$';
}

static void skip_blanks(Reader *reader) {
  while (is_blank(*reader->at)) reader->at++;
}

static size_t line_length(const char *line) {
  return strcspn(line, "\r\n");
}

static bool fail(Reader *reader, FePropertyStatus status, const char *what) {
  assert(status != FE_PROPERTY_OK);
  reader->status = status;
  text_printf(reader->problem, "line %u: %s: %.*s", reader->line, what,
              (int)(line_length(reader->line_start) > 200
                        ? 200
                        : line_length(reader->line_start)),
              reader->line_start);
  return false;
}

static bool accept(Reader *reader, const char *token) {
  assert(*token != 0);
  skip_blanks(reader);
  size_t n = strlen(token);
  if (strncmp(reader->at, token, n) != 0) return false;
  if (is_word(token[n - 1]) && is_word(reader->at[n])) return false;
  reader->at += n;
  return true;
}

static bool expect(Reader *reader, const char *token) {
  if (accept(reader, token)) return true;
  char what[64];
  snprintf(what, sizeof what, "'%s' expected at column %zu", token,
           (size_t)(reader->at - reader->line_start) + 1);
  return fail(reader, FE_PROPERTY_MALFORMED, what);
}

/* "(" name "(" ")" ")", or "(" name ")" for labels. */
typedef enum NameShape { NAME_CALL, NAME_PLAIN } NameShape;

static bool parenthesised_name(Reader *reader, NameShape shape,
                               const char **name) {
  if (!expect(reader, "(")) return false;
  skip_blanks(reader);
  size_t n = 0;
  while (is_word(reader->at[n])) n++;
  if (n == 0) return fail(reader, FE_PROPERTY_MALFORMED, "a name is expected");
  *name = arena_strndup(reader->names, reader->at, n);
  reader->at += n;
  if (shape == NAME_CALL && !(expect(reader, "(") && expect(reader, ")")))
    return false;
  return expect(reader, ")");
}

/* A Property holds one name of each sort: two CHECK lines with different ones
 * cannot be expressed. */
static bool set_name(Reader *reader, const char **place, const char *name) {
  assert(name && *name);
  if (*place && strcmp(*place, name) != 0)
    return fail(reader, FE_PROPERTY_UNSUPPORTED,
                "unsupported property (a second, different name)");
  *place = name;
  return true;
}

static bool read_negated(Reader *reader, Property *out) {
  const char *name;
  if (accept(reader, "call")) {
    if (!parenthesised_name(reader, NAME_CALL, &name)) return false;
    bool asserts = prog_is_assert(name);
    out->kinds |= 1u << (asserts ? PROPERTY_ASSERTION : PROPERTY_UNREACH_CALL);
    return asserts || set_name(reader, &out->error_function, name);
  }
  if (accept(reader, "label")) {
    out->kinds |= 1u << PROPERTY_UNREACH_CALL;
    return parenthesised_name(reader, NAME_PLAIN, &name) &&
           set_name(reader, &out->error_label, name);
  }
  if (accept(reader, "overflow"))
    out->kinds |= 1u << PROPERTY_NO_OVERFLOW;
  else if (accept(reader, "data-race"))
    out->kinds |= 1u << PROPERTY_NO_DATA_RACE;
  else
    return fail(reader, FE_PROPERTY_UNSUPPORTED, "unsupported property");
  return true;
}

static bool read_ltl(Reader *reader, Property *out) {
  static const PropertyKind plain[] = {
      PROPERTY_VALID_FREE, PROPERTY_VALID_DEREF, PROPERTY_VALID_MEMTRACK,
      PROPERTY_VALID_MEMCLEANUP, PROPERTY_VALID_INIT};
  if (accept(reader, "F")) {
    if (!accept(reader, "end"))
      return fail(reader, FE_PROPERTY_UNSUPPORTED, "unsupported property");
    out->kinds |= 1u << PROPERTY_TERMINATION;
    return true;
  }
  if (!accept(reader, "G"))
    return fail(reader, FE_PROPERTY_UNSUPPORTED, "unsupported property");
  if (accept(reader, "!")) return read_negated(reader, out);
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (accept(reader, prog_property_name(plain[i]))) {
      out->kinds |= 1u << plain[i];
      return true;
    }
  return fail(reader, FE_PROPERTY_UNSUPPORTED, "unsupported property");
}

static bool read_check(Reader *reader, Property *out) {
  const char *entry;
  if (accept(reader, "COVER"))
    return fail(reader, FE_PROPERTY_UNSUPPORTED,
                "unsupported property (test coverage)");
  if (!expect(reader, "CHECK") || !expect(reader, "(") ||
      !expect(reader, "init") ||
      !parenthesised_name(reader, NAME_CALL, &entry) ||
      !set_name(reader, &out->entry, entry) || !expect(reader, ",") ||
      !expect(reader, "LTL") || !expect(reader, "(") ||
      !read_ltl(reader, out) || !expect(reader, ")") || !expect(reader, ")"))
    return false;
  skip_blanks(reader);
  if (*reader->at && *reader->at != '\n')
    return fail(reader, FE_PROPERTY_MALFORMED,
                "nothing more is expected after this property");
  return true;
}

FePropertyStatus fe_property_parse(Property *out, Arena *names,
                                   const char *text, Text *problem) {
  *out = (Property){0};
  Reader reader = {.at = text, .names = names, .problem = problem};
  while (*reader.at) {
    reader.line++;
    reader.line_start = reader.at;
    skip_blanks(&reader);
    if (*reader.at && *reader.at != '\n' && !read_check(&reader, out))
      return reader.status;
    reader.at += strcspn(reader.at, "\n");
    if (*reader.at) reader.at++;
  }
  assert(reader.status == FE_PROPERTY_OK);
  if (out->kinds) return FE_PROPERTY_OK;
  text_add(problem, "there is no CHECK( ... ) line in it");
  return FE_PROPERTY_MALFORMED;
}

static void list_known(Text *problem) {
  for (int i = 0; i < PROPERTY_COUNT; i++)
    text_printf(problem, "%s%s", i ? ", " : " ",
                prog_property_name((PropertyKind)i));
}

bool fe_property_names(Property *out, const char *list, Text *problem) {
  require(list != NULL);
  while (true) {
    char name[64];
    size_t n = strcspn(list, ",");
    snprintf(name, sizeof name, "%.*s", (int)(n < 63 ? n : 63), list);
    PropertyKind kind = prog_property_by_name(name);
    if (strcmp(name, "valid-memsafety") == 0)
      out->kinds |= 1u << PROPERTY_VALID_FREE | 1u << PROPERTY_VALID_DEREF |
                    1u << PROPERTY_VALID_MEMTRACK;
    else if (kind != PROPERTY_COUNT)
      out->kinds |= 1u << kind;
    else {
      text_printf(problem, "unknown property '%s'; there are", name);
      list_known(problem);
      text_add(problem, ", and valid-memsafety for the three of SV-COMP");
      return false;
    }
    if (!list[n]) return true;
    list += n + 1;
  }
}
