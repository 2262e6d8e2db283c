/* SPDX-License-Identifier: MIT
 *
 * Writing JSON.  Commas, quotes and escapes are made here and nowhere else. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/base.h"

/* `text` as a JSON string, with its quotes; bytes that are no UTF-8 become
 * U+FFFD. */
void json_string(Text *out, const char *text);

enum { JSON_DEPTH = 32 };

/* A document on its way.  In an object each value follows a json_key. */
typedef struct Json {
  Text *out;
  char open[JSON_DEPTH]; /* '{' or '[' of what is not closed yet */
  uint32_t depth;
  int indent;     /* of the line that comes next; -1: stay on this one */
  bool has_items; /* the innermost object or array has members already */
  bool has_key;   /* a key waits for its value */
} Json;

void json_init(Json *json, Text *out);
/* Like json_init, but what is written are members of an object that somebody
 * else opens and closes. */
void json_init_members(Json *json, Text *out);
/* The document is whole, or the members are. */
void json_done(const Json *json);

/* What comes next, be it a member, an element or a closing bracket, begins a
 * line that is indented so far.  Otherwise it stays on the line. */
void json_line(Json *json, int indent);

void json_open_object(Json *json);
void json_open_array(Json *json);
void json_close(Json *json); /* the innermost one */
void json_key(Json *json, const char *key);

void json_text(Json *json, const char *text);
void json_number(Json *json, uint64_t value);
void json_real(Json *json, double value, int decimals);
void json_bool(Json *json, bool value);
/* What json_init_members made, as further members. */
void json_members(Json *json, const char *members);

/* A member in one call. */
void json_key_text(Json *json, const char *key, const char *text);
void json_key_number(Json *json, const char *key, uint64_t value);
void json_key_real(Json *json, const char *key, double value, int decimals);
void json_key_bool(Json *json, const char *key, bool value);
void json_key_object(Json *json, const char *key);
void json_key_array(Json *json, const char *key);

#endif
