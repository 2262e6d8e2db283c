/* SPDX-License-Identifier: MIT
 *
 * Formats of printf and scanf: what is read, and what is refused. */
#include "unit/unit.h"
#include "ir/format.h"

static bool parse(Format *format, FormatOf of, const char *text) {
  return format_parse(format, of, text, strlen(text));
}

TEST(ir_format_of_printf) {
  Format f;
  CHECK(parse(&f, FORMAT_PRINT, "a%-5.3sb%%c%lld"));
  CHECK_INT(f.n, 2);
  CHECK_INT(f.n_literal, 4);
  CHECK(f.at[0].kind == 's' && f.at[0].width == 5 && f.at[0].precision == 3);
  CHECK(f.at[1].kind == 'd' && f.at[1].length == 'q');
  CHECK(parse(&f, FORMAT_PRINT, "%*d%.*s%.d"));
  CHECK(f.at[0].width == FORMAT_STAR && f.at[1].precision == FORMAT_STAR &&
        f.at[2].precision == 0);
  CHECK(!parse(&f, FORMAT_PRINT, "%1$d"));
  CHECK(!parse(&f, FORMAT_PRINT, "%n"));
  CHECK(!parse(&f, FORMAT_PRINT, "%"));
  CHECK(!parse(&f, FORMAT_PRINT, "%m"));
  CHECK(!parse(&f, FORMAT_PRINT, "%5%"));
  CHECK(parse(&f, FORMAT_PRINT, "%2000000d") && f.at[0].width == 2000000);
  CHECK(!parse(&f, FORMAT_PRINT, "%3000000000d"));
}

TEST(ir_format_of_scanf) {
  Format f;
  CHECK(parse(&f, FORMAT_SCAN, "%*d %20[^\n]%hhu"));
  CHECK_INT(f.n, 3);
  CHECK(f.at[0].skipped && !f.at[1].skipped);
  CHECK(f.at[1].kind == '[' && f.at[1].width == 20 && f.at[1].is_line);
  CHECK(f.at[2].kind == 'u' && f.at[2].length == 'H');
  CHECK(!parse(&f, FORMAT_SCAN, "%[a"));
}

/* Each argument as "bytes/surely after before", with ! for a part that may
 * come, n or N (nothing between) for %n. */
static void put_fills(Text *out, const char *format, uint32_t bits) {
  FormatFills fills;
  Format read;
  if (!parse(&read, FORMAT_SCAN, format) ||
      !format_fills(&fills, &read, bits)) {
    text_printf(out, "?");
    return;
  }
  for (uint32_t i = 0; i < fills.n; i++) {
    const FormatFill *f = &fills.at[i];
    text_printf(out, "%s%lld/%lld@%u%s", i ? " " : "", (long long)f->bytes,
                (long long)f->surely, f->before,
                f->is_parted    ? "!"
                : f->is_counted ? ""
                : f->is_next    ? "N"
                                : "n");
  }
}

TEST(ir_format_fills_of_scanf) {
  static const struct {
    const char *format, *fills;
  } cases[] = {
      {"", ""},
      {"%%", ""},
      {"%d %d", "4/4@0 4/4@1"},
      {"%hhd%hd%ld%lld%jd%zu%td%qd",
       "1/1@0 2/2@1 8/8@2 8/8@3 8/8@4 8/8@5 8/8@6 8/8@7"},
      {"%f%lf", "4/4@0 8/8@1"},
      {"%Lf", "?"},
      {"%lhd", "?"},
      {"%s%7s", "-1/2@0 8/2@1"},
      {"%[]a]%[^]b]%3[^c]", "-1/2@0 -1/2@1 4/2@2"},
      {"%[", "?"},
      {"%[^", "?"},
      {"%c%4c", "1/1@0 4/4@1!"},
      {"%*d%d%*s%x", "4/4@0 4/4@1"},
      {"%p%ms%m[a]", "8/8@0 8/8@1 8/8@2"},
      {"%n", "4/4@0n"},
      {"%d%n", "4/4@0 4/4@1N"},
      {"%d \t%n", "4/4@0 4/4@1N"},
      {"%dx%n", "4/4@0 4/4@1n"},
      {"%d%%%n", "4/4@0 4/4@1n"},
      {"%d%*d%n", "4/4@0 4/4@1n"},
      {"%d%n%ln%d", "4/4@0 4/4@1N 8/8@1N 4/4@1"},
      {"%1$d", "?"},
      {"%ls", "?"},
      {"%md", "?"},
      {"%hf", "?"},
      {"%", "?"},
      {"%5", "?"},
      {"%99999999999d", "?"},
  };
  Mem mem;
  mem_init(&mem, 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Text out;
    text_init(&out, &mem);
    put_fills(&out, cases[i].format, 64);
    CHECK_TEXT(text_get(&out), cases[i].fills);
    text_done(&out);
  }
  FormatFills fills;
  Format read;
  CHECK(parse(&read, FORMAT_SCAN, "%ld %p %lld"));
  CHECK(format_fills(&fills, &read, 32));
  CHECK(fills.at[0].bytes == 4 && fills.at[1].bytes == 4);
  CHECK(fills.at[2].bytes == 8);
}
