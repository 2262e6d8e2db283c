/* SPDX-License-Identifier: MIT
 *
 * Filling the gaps of a page. */
#include "report/page.h"
#include "report/template.h"
#include "unit/unit.h"

static void fill_is(const char *text, const TemplateGap *gaps,
                    const void *context, const char *want) {
  Mem mem;
  Text out;
  mem_init(&mem, 0);
  text_init(&out, &mem);
  template_fill(&out, (Template){text, strlen(text)}, gaps, context);
  CHECK_TEXT(text_get(&out), want);
  text_done(&out);
  mem_done(&mem);
}

TEST(report_template_values) {
  const TemplateGap gaps[] = {
      {"a", .text = "1 < 2 & \"x\" > '"}, {"b", .html = "<i>"}, {0}};
  fill_is("", gaps, NULL, "");
  fill_is("no gaps } {", gaps, NULL, "no gaps } {");
  fill_is("{{a}}", gaps, NULL, "1 &lt; 2 &amp; &quot;x&quot; &gt; '");
  fill_is("x{{b}}{{b}}y\n{{b}}\n", gaps, NULL, "x<i><i>y\n<i>\n");
}

/* Texts that look like gaps are not filled a second time. */
TEST(report_template_hostile_values) {
  const TemplateGap gaps[] = {{"a", .text = "{{b}}{{#c}}"}, {0}};
  fill_is("{{a}}", gaps, NULL, "{{b}}{{#c}}");
}

static void count_down(Text *out, Template inner, const void *context) {
  for (uint32_t i = *(const uint32_t *)context; i > 0; i--) {
    char number[16];
    snprintf(number, sizeof number, "%u", i);
    const TemplateGap gaps[] = {
        {"number", .text = number}, {"last", .shown = i == 1}, {0}};
    template_fill(out, inner, gaps, NULL);
  }
}

TEST(report_template_blocks) {
  const TemplateGap gaps[] = {{"row", .block = count_down},
                              {"yes", .shown = true},
                              {"no", .shown = false},
                              {"name", .text = "N"},
                              {0}};
  uint32_t n = 3, none = 0;
  const char *lines = "begin\n{{#row}}\n<{{number}}>\n{{/row}}\nend\n";
  fill_is(lines, gaps, &n, "begin\n<3>\n<2>\n<1>\nend\n");
  fill_is(lines, gaps, &none, "begin\nend\n");
  fill_is("[{{#row}}{{number}}{{#last}}!{{/last}},{{/row}}]", gaps, &n,
          "[3,2,1!,]");
  fill_is("{{#yes}}\n{{name}} {{#no}}x{{/no}}\n{{/yes}}\n{{#no}}\n{{name}}\n"
          "{{/no}}\n",
          gaps, &n, "N \n");
}

TEST(report_page_is_there) {
  CHECK(text_starts_with(rep_page_html, "<!DOCTYPE html>\n"));
  CHECK(strstr(rep_page_css, "--mark:"));
  CHECK(strstr(rep_page_js, "ArrowRight"));
  CHECK(!strstr(rep_page_css, "</") && !strstr(rep_page_js, "</"));
}
