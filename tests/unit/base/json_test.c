/* SPDX-License-Identifier: MIT
 *
 * Writing JSON: escapes, commas, line breaks. */
#include "base/json.h"
#include "unit/unit.h"

typedef struct Trial {
  Mem mem;
  Text out;
  Json json;
} Trial;

static Json *begin(Trial *trial) {
  mem_init(&trial->mem, 0);
  text_init(&trial->out, &trial->mem);
  json_init(&trial->json, &trial->out);
  return &trial->json;
}

static void end(Trial *trial, const char *want) {
  json_done(&trial->json);
  CHECK_TEXT(text_get(&trial->out), want);
  text_done(&trial->out);
  mem_done(&trial->mem);
}

static void string_is(const char *text, const char *want) {
  Trial trial;
  json_text(begin(&trial), text);
  end(&trial, want);
}

TEST(base_json_strings) {
  string_is("", "\"\"");
  string_is("a\"b\\c\n\x01\x7f", "\"a\\\"b\\\\c\\u000a\\u0001\x7f\"");
  string_is("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
            "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"");
  string_is("\xff\xc3", "\"\\ufffd\\ufffd\"");
  string_is("\xc0\x80 \xed\xa0\x80",
            "\"\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd\"");
  string_is("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

TEST(base_json_on_one_line) {
  Trial trial;
  Json *json = begin(&trial);
  json_open_object(json);
  json_key_array(json, "none");
  json_close(json);
  json_key_object(json, "a \"key\"");
  json_key_number(json, "n", UINT64_MAX);
  json_key_real(json, "r", 0.125, 2);
  json_close(json);
  json_key_array(json, "list");
  json_bool(json, true);
  json_open_array(json);
  json_close(json);
  json_text(json, "end");
  json_close(json);
  json_close(json);
  end(&trial, "{\"none\": [], \"a \\\"key\\\"\": {\"n\": 18446744073709551615, "
              "\"r\": 0.12}, \"list\": [true, [], \"end\"]}");
}

TEST(base_json_on_lines) {
  Trial trial;
  Json *json = begin(&trial);
  json_open_object(json);
  json_line(json, 2);
  json_key_number(json, "a", 1);
  json_key_bool(json, "b", false);
  json_line(json, 2);
  json_key_array(json, "c");
  for (uint32_t i = 0; i < 2; i++) {
    json_line(json, 4);
    json_number(json, i);
  }
  json_line(json, 2);
  json_close(json);
  json_line(json, 0);
  json_close(json);
  end(&trial, "{\n  \"a\": 1, \"b\": false,\n  \"c\": [\n    0,\n    1\n"
              "  ]\n}");
}

/* Members made elsewhere join those that are there. */
static void joined_is(const char *first, uint64_t line, const char *want) {
  Trial members, whole;
  Json *json = begin(&members);
  json_init_members(json, &members.out);
  if (line) json_line(json, 1);
  json_key_number(json, "x", 1);
  json_done(json);
  json = begin(&whole);
  json_open_object(json);
  if (*first) json_key_number(json, first, 0);
  json_members(json, "");
  json_members(json, text_get(&members.out));
  json_close(json);
  end(&whole, want);
  text_done(&members.out);
  mem_done(&members.mem);
}

TEST(base_json_members) {
  joined_is("", 0, "{\"x\": 1}");
  joined_is("a", 0, "{\"a\": 0, \"x\": 1}");
  joined_is("", 1, "{\n \"x\": 1}");
  joined_is("a", 1, "{\"a\": 0,\n \"x\": 1}");
}
