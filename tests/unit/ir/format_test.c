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
