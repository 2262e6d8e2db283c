/* SPDX-License-Identifier: MIT
 *
 * From YAML to a Witness, by libyaml's document tree.  Unknown keys are
 * ignored, as the format has it; unknown types, actions and kinds of entries
 * are refused, because what they would say must not be passed over. */
#include "witness/witness.h"

#include <stdlib.h>
#include <yaml.h>

typedef struct Reading {
  Witness *w;
  yaml_document_t doc;
  Text *problem;
} Reading;

void wit_init(Witness *witness, Mem *mem, const char *path) {
  require(*path);
  *witness = (Witness){.mem = mem, .path = path};
  arena_init(&witness->texts, mem);
}

void wit_done(Witness *witness) {
  VEC_DONE(witness->mem, &witness->items);
  VEC_DONE(witness->mem, &witness->hashes);
  arena_done(&witness->texts);
}

/* ---- nodes ---- */

static uint32_t line_of(const yaml_node_t *node) {
  return node ? (uint32_t)node->start_mark.line + 1 : 1;
}

static bool refuse(Reading *r, const yaml_node_t *node, const char *format, ...)
    BASE_PRINTF(3, 4);
static bool refuse(Reading *r, const yaml_node_t *node, const char *format,
                   ...) {
  char words[600];
  va_list args;
  va_start(args, format);
  vsnprintf(words, sizeof words, format, args);
  va_end(args);
  text_printf(r->problem, "%s:%u: %s", r->w->path, line_of(node), words);
  return false;
}

static yaml_node_t *node_of(Reading *r, int id) {
  return yaml_document_get_node(&r->doc, id);
}

static const char *scalar(const yaml_node_t *node) {
  if (!node || node->type != YAML_SCALAR_NODE) return NULL;
  const char *value = (const char *)node->data.scalar.value;
  return strlen(value) == node->data.scalar.length ? value : NULL;
}

static yaml_node_t *get(Reading *r, const yaml_node_t *map, const char *key) {
  if (!map || map->type != YAML_MAPPING_NODE) return NULL;
  yaml_node_pair_t *pair = map->data.mapping.pairs.start;
  for (; pair < map->data.mapping.pairs.top; pair++) {
    const char *name = scalar(node_of(r, pair->key));
    if (name && strcmp(name, key) == 0) return node_of(r, pair->value);
  }
  return NULL;
}

static const char *get_text(Reading *r, const yaml_node_t *map,
                            const char *key) {
  const char *text = scalar(get(r, map, key));
  return text ? arena_strdup(&r->w->texts, text) : NULL;
}

static size_t length(const yaml_node_t *list) {
  if (!list || list->type != YAML_SEQUENCE_NODE) return 0;
  return (size_t)(list->data.sequence.items.top -
                  list->data.sequence.items.start);
}

static yaml_node_t *item_of(Reading *r, const yaml_node_t *list, size_t i) {
  assert(i < length(list));
  return node_of(r, list->data.sequence.items.start[i]);
}

static bool is_list(const yaml_node_t *node) {
  return node && node->type == YAML_SEQUENCE_NODE;
}

/* ---- places ---- */

static bool read_number(Reading *r, const yaml_node_t *node, const char *key,
                        uint32_t *out) {
  const char *text = scalar(node);
  char *end = NULL;
  long value = text && *text ? strtol(text, &end, 10) : 0;
  if (value < 1 || value > 1000000000 || *end)
    return refuse(r, node, "'%s' must be a number from 1 on", key);
  *out = (uint32_t)value;
  return true;
}

static bool read_place(Reading *r, const yaml_node_t *map, WitPlace *out) {
  const yaml_node_t *location = get(r, map, "location");
  const yaml_node_t *col = get(r, location, "column");
  if (!location) return refuse(r, map, "a location is missing");
  out->file_name = get_text(r, location, "file_name");
  if (!out->file_name)
    return refuse(r, location, "the location has no file_name");
  if (!get(r, location, "line"))
    return refuse(r, location, "the location has no line");
  return read_number(r, get(r, location, "line"), "line", &out->line) &&
         (!col || read_number(r, col, "column", &out->col));
}

/* ---- types ---- */

static const char *const type_names[] = {
    [WIT_ASSUMPTION] = "assumption",
    [WIT_BRANCHING] = "branching",
    [WIT_FUNCTION_ENTER] = "function_enter",
    [WIT_FUNCTION_RETURN] = "function_return",
    [WIT_TARGET] = "target",
    [WIT_LOOP_INVARIANT] = "loop_invariant",
    [WIT_LOCATION_INVARIANT] = "location_invariant"};

static bool read_type(Reading *r, const yaml_node_t *map, WitType low,
                      WitType high, WitType *out) {
  assert(low <= high && high <= WIT_LOCATION_INVARIANT);
  const char *name = scalar(get(r, map, "type"));
  for (WitType type = low; name && type <= high; type++)
    if (strcmp(name, type_names[type]) == 0) {
      *out = type;
      return true;
    }
  return refuse(r, get(r, map, "type") ? get(r, map, "type") : map,
                "type '%s' is not one that can be validated (%s to %s)",
                name ? name : "", type_names[low], type_names[high]);
}

static bool read_format(Reading *r, const yaml_node_t *map) {
  static const char *const formats[] = {"c_expression", "ext_c_expression",
                                        "acsl_expression"};
  const yaml_node_t *node = get(r, map, "format");
  const char *format = scalar(node);
  if (!node) return true;
  for (size_t i = 0; format && i < 3; i++)
    if (strcmp(format, formats[i]) == 0) return true;
  return refuse(r, node, "format '%s' is not known; c_expression is",
                format ? format : "");
}

/* ---- invariants ---- */

static bool read_invariant(Reading *r, const yaml_node_t *entry) {
  const yaml_node_t *map = get(r, entry, "invariant");
  WitItem item = {.line = line_of(get(r, map, "value"))};
  if (!map)
    return refuse(r, entry,
                  "only invariants can be validated here (contracts and "
                  "others: not)");
  item.value = get_text(r, map, "value");
  if (!item.value) return refuse(r, map, "the invariant has no value");
  if (!read_type(r, map, WIT_LOOP_INVARIANT, WIT_LOCATION_INVARIANT,
                 &item.type) ||
      !read_format(r, map) || !read_place(r, map, &item.place))
    return false;
  VEC_PUSH(r->w->mem, &r->w->items, item);
  return true;
}

static bool read_invariants(Reading *r, const yaml_node_t *content) {
  for (size_t i = 0; i < length(content); i++)
    if (!read_invariant(r, item_of(r, content, i))) return false;
  return true;
}

/* ---- waypoints ---- */

static bool read_constraint(Reading *r, const yaml_node_t *map, WitItem *item) {
  const yaml_node_t *constraint = get(r, map, "constraint");
  bool needed = item->type == WIT_ASSUMPTION || item->type == WIT_BRANCHING ||
                item->type == WIT_FUNCTION_RETURN;
  item->value = "";
  if (!needed) return true;
  item->value = get_text(r, constraint, "value");
  item->line = line_of(get(r, constraint, "value"));
  if (!item->value)
    return refuse(r, map, "the %s has no constraint with a value",
                  type_names[item->type]);
  return read_format(r, constraint);
}

static bool read_action(Reading *r, const yaml_node_t *map, WitItem *item) {
  const yaml_node_t *node = get(r, map, "action");
  const char *action = scalar(node);
  if (!action || (strcmp(action, "follow") && strcmp(action, "avoid")))
    return refuse(r, node ? node : map,
                  "action '%s' cannot be validated; follow and avoid can",
                  action ? action : "");
  item->action = strcmp(action, "avoid") == 0 ? WIT_AVOID : WIT_FOLLOW;
  if (item->action == WIT_AVOID && item->type == WIT_TARGET)
    return refuse(r, node, "a target cannot be avoided");
  return true;
}

static bool read_waypoint(Reading *r, const yaml_node_t *entry) {
  const yaml_node_t *map = get(r, entry, "waypoint");
  WitItem item = {.segment = r->w->n_segments, .line = line_of(map)};
  if (!map) return refuse(r, entry, "a waypoint is expected here");
  if (!read_type(r, map, WIT_ASSUMPTION, WIT_TARGET, &item.type) ||
      !read_action(r, map, &item) || !read_constraint(r, map, &item) ||
      !read_place(r, map, &item.place))
    return false;
  VEC_PUSH(r->w->mem, &r->w->items, item);
  return true;
}

/* Waypoints to avoid, then one to follow. */
static bool read_segment(Reading *r, const yaml_node_t *entry) {
  const yaml_node_t *list = get(r, entry, "segment");
  uint32_t first = r->w->items.n;
  if (!is_list(list) || !length(list))
    return refuse(r, entry, "a segment with waypoints is expected here");
  for (size_t i = 0; i < length(list); i++)
    if (!read_waypoint(r, item_of(r, list, i))) return false;
  for (uint32_t i = first; i < r->w->items.n; i++) {
    bool is_last = i + 1 == r->w->items.n;
    if ((r->w->items.at[i].action == WIT_FOLLOW) != is_last)
      return refuse(r, list,
                    "a segment has any number of waypoints to avoid, then one "
                    "to follow");
  }
  r->w->n_segments++;
  return true;
}

static bool read_segments(Reading *r, const yaml_node_t *content) {
  uint32_t n_targets = 0;
  for (size_t i = 0; i < length(content); i++)
    if (!read_segment(r, item_of(r, content, i))) return false;
  for (uint32_t i = 0; i < r->w->items.n; i++)
    n_targets += r->w->items.at[i].type == WIT_TARGET;
  assert(r->w->items.n >= r->w->n_segments); /* each has one to follow */
  if (n_targets != 1 || VEC_LAST(&r->w->items).type != WIT_TARGET)
    return refuse(r, content,
                  "exactly one target is needed, in the last segment");
  return true;
}

/* ---- the head ---- */

static void read_hashes(Reading *r, const yaml_node_t *map) {
  if (!map || map->type != YAML_MAPPING_NODE) return;
  yaml_node_pair_t *pair = map->data.mapping.pairs.start;
  for (; pair < map->data.mapping.pairs.top; pair++) {
    const char *file = scalar(node_of(r, pair->key));
    const char *hash = scalar(node_of(r, pair->value));
    if (!file || !hash) continue;
    WitHash entry = {arena_strdup(&r->w->texts, file),
                     arena_strdup(&r->w->texts, hash), 0};
    VEC_PUSH(r->w->mem, &r->w->hashes, entry);
  }
}

static bool read_head(Reading *r, const yaml_node_t *entry) {
  const yaml_node_t *metadata = get(r, entry, "metadata");
  const yaml_node_t *version = get(r, metadata, "format_version");
  const yaml_node_t *task = get(r, metadata, "task");
  const yaml_node_t *language = get(r, task, "language");
  const char *number = scalar(version);
  if (!metadata) return refuse(r, entry, "the entry has no metadata");
  if (!number || (strcmp(number, "2.0") != 0 && strcmp(number, "2.1") != 0))
    return refuse(r, version ? version : metadata,
                  "format_version is '%s'; 2.0 and 2.1 can be read",
                  number ? number : "");
  if (language && (!scalar(language) || strcmp(scalar(language), "C") != 0))
    return refuse(r, language, "the language of the task is not C");
  read_hashes(r, get(r, task, "input_file_hashes"));
  r->w->specification = get_text(r, task, "specification");
  r->w->data_model = get_text(r, task, "data_model");
  return true;
}

static bool read_entry(Reading *r, const yaml_node_t *entry) {
  const yaml_node_t *node = get(r, entry, "entry_type");
  const char *type = scalar(node);
  const yaml_node_t *content = get(r, entry, "content");
  bool is_violation = type && strcmp(type, "violation_sequence") == 0;
  if (!is_violation && (!type || strcmp(type, "invariant_set") != 0))
    return refuse(r, node ? node : entry,
                  "entry_type '%s' cannot be validated; violation_sequence and "
                  "invariant_set can",
                  type ? type : "");
  if (!read_head(r, entry)) return false;
  if (!is_list(content))
    return refuse(r, entry, "the entry's content is not a list");
  r->w->kind = is_violation ? WIT_VIOLATION : WIT_CORRECTNESS;
  return is_violation ? read_segments(r, content) : read_invariants(r, content);
}

static bool read_document(Reading *r) {
  const yaml_node_t *root = yaml_document_get_root_node(&r->doc);
  if (!root) return refuse(r, root, "the witness is empty");
  if (!is_list(root) || length(root) != 1)
    return refuse(r, root,
                  "a witness is a list with one entry; this has %zu: split it "
                  "into files of one entry each",
                  length(root));
  return read_entry(r, item_of(r, root, 0));
}

/* A witness needs no depth to speak of; the reader's time grows with it. */
static bool is_flat(const Text *text) {
  enum { DEEPEST = 100 };
  int depth = 0;
  for (const char *at = text_get(text); *at && depth <= DEEPEST; at++)
    if (*at == '[' || *at == '{')
      depth++;
    else if ((*at == ']' || *at == '}') && depth > 0)
      depth--;
  return depth <= DEEPEST;
}

bool wit_read(Witness *witness, const Text *text, Text *problem) {
  require(witness->items.n == 0 && witness->n_segments == 0);
  Reading r = {.w = witness, .problem = problem};
  if (!is_flat(text)) {
    text_printf(problem, "%s: lists are nested too deeply for a witness",
                witness->path);
    return false;
  }
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) die(EXIT_INTERNAL, "out of memory");
  yaml_parser_set_input_string(&parser, (const unsigned char *)text_get(text),
                               text->n);
  bool good = yaml_parser_load(&parser, &r.doc);
  if (!good)
    text_printf(problem, "%s:%zu:%zu: this is no YAML: %s", witness->path,
                parser.problem_mark.line + 1, parser.problem_mark.column + 1,
                parser.problem ? parser.problem : "cannot be read");
  if (good) {
    good = read_document(&r);
    yaml_document_delete(&r.doc);
  }
  yaml_parser_delete(&parser);
  return good;
}

/* ---- files ---- */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The file of that name; else the only one with that last part. */
static uint32_t find_file(const char *name, const char *const *files,
                          uint32_t n) {
  uint32_t found = UINT32_MAX;
  for (uint32_t i = 0; i < n; i++)
    if (strcmp(files[i], name) == 0) return i;
  for (uint32_t i = 0; i < n; i++)
    if (strcmp(base_name(files[i]), base_name(name)) == 0)
      found = found == UINT32_MAX ? i : n;
  return found < n ? found : UINT32_MAX;
}

bool wit_match_files(Witness *witness, const char *const *files,
                     uint32_t n_files, Text *problem) {
  require(n_files > 0);
  for (uint32_t i = 0; i < witness->items.n; i++) {
    WitPlace *place = &witness->items.at[i].place;
    place->file = find_file(place->file_name, files, n_files);
    if (place->file == UINT32_MAX) {
      text_printf(problem,
                  "%s:%u: the witness speaks of file '%s', which is not among "
                  "the files given: name it on the command line",
                  witness->path, witness->items.at[i].line, place->file_name);
      return false;
    }
  }
  for (uint32_t i = 0; i < witness->hashes.n; i++) {
    WitHash *hash = &witness->hashes.at[i];
    hash->index = find_file(hash->file, files, n_files);
    if (hash->index == UINT32_MAX) {
      text_printf(problem,
                  "%s: the witness is for file '%s', which is not among the "
                  "files given: name it on the command line",
                  witness->path, hash->file);
      return false;
    }
  }
  return true;
}

void wit_print_item(Text *out, const Witness *witness, uint32_t item) {
  require(item < witness->items.n);
  const WitItem *i = &witness->items.at[item];
  text_add(out, type_names[i->type]);
  if (*i->value) text_printf(out, " '%.200s'", i->value);
  text_printf(out, " at %s:%u", i->place.file_name, i->place.line);
  if (i->place.col) text_printf(out, ":%u", i->place.col);
  text_printf(out, " (%s:%u)", witness->path, i->line);
}
