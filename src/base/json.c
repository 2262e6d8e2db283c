/* SPDX-License-Identifier: MIT
 *
 * Writing JSON.
 *
 * The writer knows what is open and whether it has members, so it knows where
 * commas go.  Line breaks are the caller's choice: a list of steps is read best
 * with a step a line. */
#include "base/json.h"

/* ---- strings ---- */

/* Length of the UTF-8 sequence at `at`; 0 when it is none. */
static size_t utf8_length(const unsigned char *at) {
  size_t n = at[0] < 0x80                    ? 1
             : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
             : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
             : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
                                             : 0;
  for (size_t i = 1; i < n; i++)
    if ((at[i] & 0xC0) != 0x80) return 0;
  if (n == 3 &&
      ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] >= 0xA0)))
    return 0;
  if (n == 4 &&
      ((at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] >= 0x90)))
    return 0;
  return n;
}

void json_string(Text *out, const char *text) {
  text_char(out, '"');
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    size_t n = utf8_length(c);
    if (n == 0) {
      text_add(out, "\\ufffd");
      n = 1;
    } else if (*c == '"' || *c == '\\') {
      text_printf(out, "\\%c", *c);
    } else if (*c < 0x20) {
      text_printf(out, "\\u%04x", *c);
    } else {
      text_add_n(out, (const char *)c, n);
    }
    c += n;
  }
  text_char(out, '"');
}

/* ---- structure ---- */

void json_init(Json *json, Text *out) {
  *json = (Json){.out = out, .indent = -1};
}

void json_init_members(Json *json, Text *out) {
  json_init(json, out);
  json->open[json->depth++] = '{';
}

void json_done(const Json *json) {
  require(!json->has_key && json->indent < 0);
  require(json->depth == 0 || (json->depth == 1 && json->open[0] == '{'));
  assert(json->has_items || json->depth == 1);
}

void json_line(Json *json, int indent) {
  require(indent >= 0 && !json->has_key);
  json->indent = indent;
}

/* Before a member, an element, or a closing bracket. */
static void begin_item(Json *json, const char *comma) {
  text_add(json->out, comma);
  if (json->indent >= 0)
    text_printf(json->out, "\n%*s", json->indent, "");
  else if (*comma)
    text_char(json->out, ' ');
  json->indent = -1;
}

static bool is_in_object(const Json *json) {
  return json->depth && json->open[json->depth - 1] == '{';
}

void json_key(Json *json, const char *key) {
  require(is_in_object(json) && !json->has_key);
  begin_item(json, json->has_items ? "," : "");
  json_string(json->out, key);
  text_add(json->out, ": ");
  json->has_items = json->has_key = true;
}

static void begin_value(Json *json) {
  require(json->has_key == is_in_object(json));
  require(json->depth || !json->has_items);
  if (!json->has_key) begin_item(json, json->has_items ? "," : "");
  json->has_items = true;
  json->has_key = false;
}

static void open(Json *json, char bracket) {
  begin_value(json);
  require(json->depth < JSON_DEPTH);
  text_char(json->out, bracket);
  json->open[json->depth++] = bracket;
  json->has_items = false;
}

void json_open_object(Json *json) {
  open(json, '{');
}

void json_open_array(Json *json) {
  open(json, '[');
}

void json_close(Json *json) {
  require(json->depth > 0 && !json->has_key);
  if (json->indent >= 0) begin_item(json, "");
  text_char(json->out, json->open[--json->depth] == '{' ? '}' : ']');
  json->has_items = true; /* what encloses it has at least this */
}

/* ---- values ---- */

void json_text(Json *json, const char *text) {
  begin_value(json);
  json_string(json->out, text);
}

void json_number(Json *json, uint64_t value) {
  begin_value(json);
  text_printf(json->out, "%llu", (unsigned long long)value);
}

void json_real(Json *json, double value, int decimals) {
  require(value - value == 0); /* JSON has neither infinity nor NaN */
  begin_value(json);
  text_printf(json->out, "%.*f", decimals, value);
}

void json_bool(Json *json, bool value) {
  begin_value(json);
  text_add(json->out, value ? "true" : "false");
}

void json_members(Json *json, const char *members) {
  require(is_in_object(json) && !json->has_key);
  if (!*members) return;
  const char *comma = json->has_items ? "," : "";
  if (*members == '\n') /* they begin a line by themselves */
    text_add(json->out, comma);
  else
    begin_item(json, comma);
  text_add(json->out, members);
  json->has_items = true;
}

/* ---- members ---- */

void json_key_text(Json *json, const char *key, const char *text) {
  json_key(json, key);
  json_text(json, text);
}

void json_key_number(Json *json, const char *key, uint64_t value) {
  json_key(json, key);
  json_number(json, value);
}

void json_key_real(Json *json, const char *key, double value, int decimals) {
  json_key(json, key);
  json_real(json, value, decimals);
}

void json_key_bool(Json *json, const char *key, bool value) {
  json_key(json, key);
  json_bool(json, value);
}

void json_key_object(Json *json, const char *key) {
  json_key(json, key);
  json_open_object(json);
}

void json_key_array(Json *json, const char *key) {
  json_key(json, key);
  json_open_array(json);
}
