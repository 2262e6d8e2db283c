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

void rep_sarif_place(Json *json, const char *uri, uint32_t line, uint32_t col) {
  assert(json->depth > 0);
  json_key_object(json, "physicalLocation");
  json_key_object(json, "artifactLocation");
  json_key_text(json, "uri", uri);
  json_close(json);
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
