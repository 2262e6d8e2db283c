/* SPDX-License-Identifier: MIT
 *
 * Values as C writes them. */
#include "report/values/values.h"

#include <float.h>
#include <stdlib.h>

enum { MOST_CELLS = 8, MOST_MEMBERS = 8, DEEPEST = 3 };

/* ---- numbers ---- */

static uint64_t word_of(const uint8_t *bytes, uint64_t n) {
  assert(bytes && n > 0);
  uint64_t word = 0;
  memcpy(&word, bytes, n < sizeof word ? n : sizeof word);
  return word;
}

static int64_t signed_of(uint64_t word, uint64_t n) {
  uint32_t bits = n < 8 ? (uint32_t)n * 8 : 64;
  return (int64_t)(word << (64 - bits)) >> (64 - bits);
}

static void print_char(Text *out, uint64_t word, int64_t number) {
  static const char special[] = "\0000\aa\bb\tt\nn\vv\ff\rr''\\\\";
  if (number < 0 || word > 126) {
    text_printf(out, "%lld", (long long)number);
    return;
  }
  for (size_t i = 0; i + 1 < sizeof special; i += 2)
    if ((uint8_t)special[i] == word) {
      text_printf(out, "'\\%c'", special[i + 1]);
      return;
    }
  if (word >= ' ')
    text_printf(out, "'%c'", (char)word);
  else
    text_printf(out, "%lld", (long long)number);
}

/* Masks and single high bits are easier to read in hexadecimal. */
static bool is_pattern(uint64_t word, uint64_t n) {
  int ones = __builtin_popcountll(word);
  return word > UINT16_MAX && (ones <= 2 || ones >= (int)n * 8 - 4);
}

static void print_unsigned(Text *out, uint64_t word, uint64_t n) {
  text_printf(out, is_pattern(word, n) ? "0x%llx" : "%llu",
              (unsigned long long)word);
}

/* As few digits as give the same number again. */
static void print_double(Text *out, double d, bool is_float) {
  char digits[40] = "";
  for (int precision = 6; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, d);
    double again = strtod(digits, NULL);
    bool same = is_float ? (float)again == (float)d : again == d;
    if (same || d != d) break;
  }
  bool plain = strspn(digits, "-0123456789") == strlen(digits);
  text_printf(out, "%s%s", digits, plain ? ".0" : "");
}

void rep_print_float(Text *out, const uint8_t *bytes, uint64_t n) {
  if (n == 4) {
    float f;
    memcpy(&f, bytes, sizeof f);
    print_double(out, (double)f, true);
  } else if (n == 8) {
    double d;
    memcpy(&d, bytes, sizeof d);
    print_double(out, d, false);
  } else if (n >= 10 && LDBL_MANT_DIG == 64) {
    long double wide = 0;
    memcpy(&wide, bytes, 10);
    text_printf(out, "%.20Lg", wide);
  } else {
    text_add(out, "(wide float)");
  }
}

static void print_number(Text *out, CEncoding encoding, const uint8_t *bytes,
                         uint64_t n) {
  uint64_t word = word_of(bytes, n);
  if (encoding == CENC_FLOAT) {
    rep_print_float(out, bytes, n);
    return;
  }
  if (n > 8) {
    text_printf(out, "0x%llx...", (unsigned long long)word);
    return;
  }
  int64_t number = signed_of(word, n);
  switch (encoding) {
  case CENC_BOOL: text_add(out, word ? "true" : "false"); return;
  case CENC_CHAR: print_char(out, word, number); return;
  case CENC_UNSIGNED: print_unsigned(out, word, n); return;
  case CENC_POINTER:
  case CENC_SIGNED:
  case CENC_FLOAT:
  case CENC_OTHER: text_printf(out, "%lld", (long long)number); return;
  }
}

/* By name; as an union of flags if all constants are single bits. */
static void print_enum(Text *out, const CType *type, const uint8_t *bytes,
                       uint64_t n) {
  uint64_t word = word_of(bytes, n), left = word;
  int64_t number =
      type->encoding == CENC_UNSIGNED ? (int64_t)word : signed_of(word, n);
  for (uint32_t i = 0; i < type->n_members; i++)
    if (type->members[i].at == number) {
      text_add(out, type->members[i].name);
      return;
    }
  size_t start = out->n;
  for (uint32_t i = 0; i < type->n_members; i++) {
    uint64_t bit = (uint64_t)type->members[i].at;
    if (__builtin_popcountll(bit) != 1 || !(left & bit)) continue;
    text_printf(out, "%s%s", out->n > start ? " | " : "",
                type->members[i].name);
    left &= ~bit;
  }
  if (word && !left) return;
  text_cut(out, start);
  text_printf(out, "%lld", (long long)number);
}

/* ---- aggregates ---- */

/* What is printed next: recursion over the user's types is bounded. */
static void print_typed(Text *out, const RepMemory *m, CTypeId id,
                        const uint8_t *bytes, uint64_t n, int depth);

static uint64_t field_of(const CMember *member, const uint8_t *bytes,
                         uint64_t n) {
  uint64_t word = 0, from = (uint64_t)member->at / 8;
  uint64_t left = from < n ? n - from : 0;
  memcpy(&word, bytes + (left ? from : 0), left < 8 ? left : 8);
  word >>= (uint64_t)member->at % 8;
  return member->bits < 64 ? word & (((uint64_t)1 << member->bits) - 1) : word;
}

static void print_members(Text *out, const RepMemory *m, const CType *type,
                          const uint8_t *bytes, uint64_t n, int depth) {
  text_char(out, '{');
  for (uint32_t i = 0; i < type->n_members; i++) {
    const CMember *member = &type->members[i];
    uint64_t at = (uint64_t)member->at / 8;
    uint64_t size = prog_ctype(m->program, member->type)->size;
    if (i == MOST_MEMBERS) {
      text_add(out, ", ...");
      break;
    }
    text_printf(out, "%s%s%s", i ? ", " : "", member->name,
                *member->name ? " = " : "");
    if (member->bits)
      print_unsigned(out, field_of(member, bytes, n), 8);
    else if (size && at < n && size <= n - at)
      print_typed(out, m, member->type, bytes + at, size, depth + 1);
    else
      text_add(out, "...");
  }
  text_char(out, '}');
}

/* Characters up to a NUL that can all be printed? */
static bool print_text(Text *out, const CType *cell, const uint8_t *bytes,
                       uint64_t n) {
  const uint8_t *end = memchr(bytes, 0, n);
  if (cell->encoding != CENC_CHAR || cell->size != 1 || !end) return false;
  for (const uint8_t *c = bytes; c < end; c++)
    if (*c < ' ' || *c > 126 || *c == '"' || *c == '\\') return false;
  text_printf(out, "\"%.*s\"", (int)(end - bytes < 60 ? end - bytes : 60),
              (const char *)bytes);
  return true;
}

static void print_cells(Text *out, const RepMemory *m, const CType *type,
                        const uint8_t *bytes, uint64_t n, int depth) {
  const CType *cell = prog_ctype(m->program, type->to);
  if (!cell->size || print_text(out, cell, bytes, n)) {
    if (!cell->size) text_add(out, "{...}");
    return;
  }
  text_char(out, '{');
  for (uint64_t i = 0; (i + 1) * cell->size <= n; i++) {
    if (i == MOST_CELLS) {
      text_add(out, ", ...");
      break;
    }
    if (i) text_add(out, ", ");
    print_typed(out, m, type->to, bytes + i * cell->size, cell->size,
                depth + 1);
  }
  text_char(out, '}');
}

static void print_typed(Text *out, const RepMemory *m, CTypeId id,
                        const uint8_t *bytes, uint64_t n, int depth) {
  const CType *type = prog_ctype(m->program, id);
  if (depth > DEEPEST) {
    text_add(out, "...");
    return;
  }
  switch (type->kind) {
  case CTYPE_NUMBER: print_number(out, type->encoding, bytes, n); return;
  case CTYPE_ENUM: print_enum(out, type, bytes, n); return;
  case CTYPE_POINTER:
    rep_print_address(out, m, word_of(bytes, n), type->to);
    return;
  case CTYPE_STRUCT:
  case CTYPE_UNION: print_members(out, m, type, bytes, n, depth); return;
  case CTYPE_ARRAY: print_cells(out, m, type, bytes, n, depth); return;
  case CTYPE_VOID:
  case CTYPE_FUNCTION: break;
  }
  print_number(out, CENC_SIGNED, bytes, n);
}

void rep_print_value(Text *out, const RepMemory *m, CTypeId type,
                     const uint8_t *bytes, uint64_t n) {
  require(n > 0 && type.id < m->program->ctypes.n);
  print_typed(out, m, type, bytes, n, 0);
}
