/* SPDX-License-Identifier: MIT
 *
 * The words of program text: characters, numbers, names, references to items,
 * constants.  Nothing here moves past the end of a line but
 * `ptext_next_line`. */
#include "ir/parse_int.h"

void ptext_fail(Parser *in, const char *format, ...) {
  if (in->failed) return;
  char reason[200];
  va_list args;
  va_start(args, format);
  vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  text_printf(in->error, "line %u: %s", in->line, reason);
  in->failed = true;
  in->at = "";
}

/* ---- characters and tokens ---- */

bool ptext_is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         ptext_is_digit(c) || c == '_' || c == '.';
}

void ptext_skip_blanks(Parser *in) {
  while (*in->at == ' ' || *in->at == '\t' || *in->at == '\r') in->at++;
  if (*in->at == '#')
    while (*in->at && *in->at != '\n') in->at++;
}

bool ptext_at_end(Parser *in) {
  ptext_skip_blanks(in);
  return !*in->at || *in->at == '\n';
}

bool ptext_accept(Parser *in, char c) {
  ptext_skip_blanks(in);
  if (*in->at != c) return false;
  in->at++;
  return true;
}

void ptext_expect(Parser *in, char c) {
  if (!ptext_accept(in, c)) ptext_fail(in, "'%c' is missing", c);
}

void ptext_skip_line(Parser *in) {
  while (*in->at && *in->at != '\n') in->at++;
}

/* To the start of the next line that holds something; false at the end of
 * the text. */
bool ptext_next_line(Parser *in) {
  for (;;) {
    ptext_skip_blanks(in);
    if (!*in->at) return false;
    if (*in->at != '\n') return true;
    in->at++;
    in->line++;
  }
}

/* A whole word; `key=` is one, too. */
bool ptext_accept_word(Parser *in, const char *word) {
  ptext_skip_blanks(in);
  size_t n = strlen(word);
  assert(n > 0);
  if (strncmp(in->at, word, n) != 0) return false;
  if (word[n - 1] != '=' && is_name_char(in->at[n])) return false;
  in->at += n;
  return true;
}

void ptext_expect_word(Parser *in, const char *word) {
  if (!ptext_accept_word(in, word)) ptext_fail(in, "'%s' is missing", word);
}

uint64_t ptext_u64(Parser *in) {
  ptext_skip_blanks(in);
  uint64_t value = 0;
  if (!ptext_is_digit(*in->at)) ptext_fail(in, "a number is missing");
  for (; ptext_is_digit(*in->at); in->at++) {
    uint64_t digit = (uint64_t)(*in->at - '0');
    if (value > (UINT64_MAX - digit) / 10) {
      ptext_fail(in, "number too big");
      return 0;
    }
    value = value * 10 + digit;
  }
  return value;
}

uint32_t ptext_u32(Parser *in) {
  uint64_t value = ptext_u64(in);
  if (value > UINT32_MAX) ptext_fail(in, "number too big");
  return (uint32_t)value;
}

/* `sign` was read already when '-' or '+', else 0. */
int64_t ptext_i64(Parser *in, char sign) {
  if (!sign && ptext_accept(in, '-')) sign = '-';
  uint64_t value = ptext_u64(in);
  if (value > (uint64_t)INT64_MAX + (sign == '-'))
    ptext_fail(in, "number too big");
  return (int64_t)(sign == '-' ? 0 - value : value);
}

/* An index of `n` things of a table. */
uint32_t ptext_index(Parser *in, uint32_t n, const char *what) {
  uint64_t value = ptext_u64(in);
  if (value >= n)
    ptext_fail(in, "there is no %s %llu", what, (unsigned long long)value);
  return in->failed ? 0 : (uint32_t)value;
}

static int hex_digit(char c) {
  if (ptext_is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

void ptext_string(Parser *in) {
  text_clear(&in->word);
  ptext_expect(in, '"');
  while (!in->failed && *in->at != '"') {
    char c = *in->at;
    if (!c || c == '\n') {
      ptext_fail(in, "string without end");
      return;
    }
    if (c != '\\') {
      text_char(&in->word, c);
      in->at++;
      continue;
    }
    int high = hex_digit(in->at[1]), low = high < 0 ? -1 : hex_digit(in->at[2]);
    if (low < 0) {
      ptext_fail(in, "bad escape in string");
      return;
    }
    text_char(&in->word, (char)(high * 16 + low));
    in->at += 3;
  }
  if (!in->failed) in->at++;
}

/* A bare or quoted name, in in->word until the next one. */
const char *ptext_name(Parser *in) {
  ptext_skip_blanks(in);
  if (*in->at == '"') {
    ptext_string(in);
    if (memchr(text_get(&in->word), 0, in->word.n))
      ptext_fail(in, "NUL in a name");
    return text_get(&in->word);
  }
  const char *start = in->at;
  while (is_name_char(*in->at)) in->at++;
  if (in->at == start) ptext_fail(in, "a name is missing");
  text_clear(&in->word);
  text_add_n(&in->word, start, in->failed ? 0 : (size_t)(in->at - start));
  return text_get(&in->word);
}

char *ptext_text(Parser *in) {
  return arena_strdup(&in->p->arena, ptext_name(in));
}

/* Which of the words of an enumeration comes next. */
int64_t ptext_enum(Parser *in, const char *(*word)(int64_t)) {
  for (int64_t i = 0; word(i); i++)
    if (ptext_accept_word(in, word(i))) return i;
  ptext_fail(in, "unknown word");
  return 0;
}

/* ---- references ---- */

FuncId ptext_func(Parser *in) {
  ptext_expect(in, '@');
  const char *name = ptext_name(in);
  uint32_t index = names_find(&in->funcs, name);
  if (index == UINT32_MAX) ptext_fail(in, "there is no function @%s", name);
  return (FuncId){in->failed ? 0 : index + 1};
}

GlobalId ptext_global(Parser *in) {
  ptext_expect(in, '$');
  const char *name = ptext_name(in);
  uint32_t index = names_find(&in->globals, name);
  if (index == UINT32_MAX) ptext_fail(in, "there is no global $%s", name);
  return (GlobalId){in->failed ? 0 : index + 1};
}

int64_t ptext_offset(Parser *in) {
  if (*in->at != '+' && *in->at != '-') return 0;
  char sign = *in->at++;
  return ptext_i64(in, sign);
}

LocId ptext_loc(Parser *in) {
  if (!ptext_accept(in, '!')) return (LocId){0};
  return (LocId){ptext_index(in, in->counts[ITEM_LOC] + 1, "position")};
}

static TypeId scalar_type(Parser *in, char kind, uint64_t bits) {
  if (kind == 'i' && bits >= 1 && bits <= BV_MAX_WIDTH)
    return prog_type_int(in->p, (uint32_t)bits);
  if (kind == 'f' &&
      (bits == 16 || bits == 32 || bits == 64 || bits == 80 || bits == 128))
    return prog_type_float(in->p, (uint32_t)bits);
  ptext_fail(in, "there is no type %c%llu", kind, (unsigned long long)bits);
  return (TypeId){0};
}

TypeId ptext_type(Parser *in) {
  if (ptext_accept_word(in, "ptr")) return prog_type_ptr(in->p);
  if (ptext_accept_word(in, "void")) return (TypeId){0};
  ptext_skip_blanks(in);
  char kind = *in->at;
  if ((kind != 'i' && kind != 'f' && kind != 't') ||
      !ptext_is_digit(in->at[1])) {
    ptext_fail(in, "a type is missing");
    return (TypeId){0};
  }
  in->at++;
  uint64_t number = ptext_u64(in);
  if (is_name_char(*in->at)) ptext_fail(in, "a type is missing");
  if (in->failed) return (TypeId){0};
  if (kind != 't') return scalar_type(in, kind, number);
  const uint64_t *found = map_find(&in->types, number);
  if (!found)
    ptext_fail(in, "there is no type t%llu", (unsigned long long)number);
  return (TypeId){found ? (uint32_t)*found : 0};
}

/* ---- constants ---- */

static void read_hex(Parser *in, BvWord *words, uint32_t bits) {
  const char *start = in->at;
  while (hex_digit(*in->at) >= 0) in->at++;
  while (start < in->at - 1 && *start == '0') start++;
  uint64_t n = (uint64_t)(in->at - start);
  if (!n || (n - 1) / 16 >= BV_WORDS(bits)) {
    ptext_fail(in, "number too big");
    return;
  }
  for (uint64_t i = 0; i < n; i++)
    words[i / 16] |= (BvWord)hex_digit(in->at[-1 - (int64_t)i]) << i % 16 * 4;
  if (bits % 64 && words[BV_WORDS(bits) - 1] >> bits % 64)
    ptext_fail(in, "number too big");
}

Val ptext_number(Parser *in, TypeId type) {
  uint32_t bits = prog_type(in->p, type)->bits;
  BvWord words[BV_MAX_WORDS];
  if (!bits) ptext_fail(in, "a value needs a scalar type");
  if (in->failed) return (Val){0};
  require(bits <= BV_MAX_WIDTH); /* what `words` holds */
  ptext_skip_blanks(in);
  if (in->at[0] == '0' && in->at[1] == 'x') {
    in->at += 2;
    memset(words, 0, sizeof *words * BV_WORDS(bits));
    read_hex(in, words, bits);
  } else if (bits > 64) {
    const char *end = in->at;
    if (!bv_parse(words, bits, in->at, &end))
      ptext_fail(in, "a number is missing");
    if (!in->failed) in->at = end;
  } else {
    bool minus = ptext_accept(in, '-');
    uint64_t value = ptext_u64(in);
    uint64_t most = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    if (value > (minus ? (most >> 1) + 1 : most))
      ptext_fail(in, "number too big");
    words[0] = (minus ? 0 - value : value) & most;
  }
  return in->failed ? (Val){0} : prog_const_bits(in->p, type, words);
}
