/* SPDX-License-Identifier: MIT
 *
 * What scanf stores, as its format says. */
#include "unit/unit.h"
#include "analysis/formats.h"

/* Each argument as "bytes/surely after before", with ! for a part that may
 * come, n or N (nothing between) for %n. */
static void put_fills(Text *out, const char *format, uint32_t bits) {
  FormatFills fills;
  if (!prog_format_fills(&fills, format, bits)) {
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

TEST(formats_of_scanf) {
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
  CHECK(prog_format_fills(&fills, "%ld %p %lld", 32));
  CHECK(fills.at[0].bytes == 4 && fills.at[1].bytes == 4);
  CHECK(fills.at[2].bytes == 8);
}
