/* SPDX-License-Identifier: MIT
 *
 * The frame of a SARIF 2.1.0 log. */
#include "report/sarif.h"

void rep_sarif_open(Json *json, const char *version) {
  require(json->depth == 0);
  json_open_object(json);
  json_line(json, 2);
  json_key_text(json, "$schema",
                "https://json.schemastore.org/sarif-2.1.0.json");
  json_line(json, 2);
  json_key_text(json, "version", "2.1.0");
  json_line(json, 2);
  json_key_array(json, "runs");
  json_open_object(json);
  json_line(json, 4);
  json_key_object(json, "tool");
  json_key_object(json, "driver");
  json_key_text(json, "name", "cutpoint");
  json_key_text(json, "version", version);
}

void rep_sarif_close_tool(Json *json) {
  require(json->depth == 5);
  json_close(json);
  json_close(json);
}

void rep_sarif_close(Json *json) {
  require(json->depth == 3);
  json_line(json, 2);
  json_close(json);
  json_close(json);
  json_line(json, 0);
  json_close(json);
  json_done(json);
  text_char(json->out, '\n');
}

/* A path as a URI: what is not plain is written %XX. */
static void put_uri(Text *out, const char *path) {
  assert(out->n == 0);
  if (*path == '/') text_add(out, "file://");
  for (const unsigned char *c = (const unsigned char *)path; *c; c++)
    if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
        (*c >= '0' && *c <= '9') || strchr("/-._~+", (int)*c))
      text_char(out, (char)*c);
    else
      text_printf(out, "%%%02X", *c);
}

static void message(Json *json, const char *key, const char *text) {
  json_key_object(json, key);
  json_key_text(json, "text", text);
  json_close(json);
}

void rep_sarif_rule(Json *json, const RepSarifRule *rule) {
  char tag[40];
  json_line(json, 6);
  json_open_object(json);
  json_key_text(json, "id", rule->id);
  message(json, "shortDescription", rule->what);
  message(json, "fullDescription", rule->what);
  message(json, "help", rule->help);
  json_key_object(json, "defaultConfiguration");
  json_key_text(json, "level", rule->level);
  json_close(json);
  json_key_object(json, "properties");
  json_key_text(json, "precision", "very-high");
  json_key_array(json, "tags");
  json_text(json, "correctness");
  if (rule->cwe) {
    json_text(json, "security");
    snprintf(tag, sizeof tag, "external/cwe/cwe-%u", rule->cwe);
    json_text(json, tag);
  }
  json_close(json);
  json_close(json);
  json_close(json);
}

void rep_sarif_place(Json *json, const char *path, uint32_t line,
                     uint32_t col) {
  assert(json->depth > 0);
  Text uri;
  text_init(&uri, json->out->mem);
  put_uri(&uri, path);
  json_key_object(json, "physicalLocation");
  json_key_object(json, "artifactLocation");
  json_key_text(json, "uri", text_get(&uri));
  json_close(json);
  text_done(&uri);
  if (line) {
    json_key_object(json, "region");
    json_key_number(json, "startLine", line);
    if (col) json_key_number(json, "startColumn", col);
    json_close(json);
  }
  json_close(json);
}

void rep_sarif_open_flow(Json *json) {
  json_key_array(json, "codeFlows");
  json_open_object(json);
  json_key_array(json, "threadFlows");
  json_open_object(json);
  json_key_array(json, "locations");
}

void rep_sarif_close_flow(Json *json) {
  require(json->depth >= 5); /* opened by rep_sarif_open_flow */
  for (int i = 0; i < 5; i++) json_close(json);
}
