/* SPDX-License-Identifier: MIT
 *
 * What a result says, in words of the source: conditions and what is read are
 * quoted as they stand there (report/source/source.h), where that can be
 * said. */
#include "scan/scan_int.h"

static bool add_condition(Text *out, RepSource *source, const SiteStep *step) {
  const char *is = strstr(step->text, " is ");
  if (step->kind != SITE_STEP_BRANCH || !is) return false;
  text_char(out, '\'');
  if (rep_source_condition(out, source, step->loc)) {
    text_printf(out, "'%s", is);
    return true;
  }
  out->text[--out->n] = 0;
  return false;
}

/* The engine's words, or those that its kind of step has. */
static void put_step_text(Text *out, RepSource *source, const SiteStep *step) {
  const Program *program = source->program;
  Arena names;
  arena_init(&names, out->mem);
  const char *name = "?";
  if (step->func.id)
    name = prog_without_twin(
        scan_plain_name(prog_func(program, step->func), &names));
  if (step->text && *step->text) {
    if (!add_condition(out, source, step)) text_add(out, step->text);
  } else if (step->kind == SITE_STEP_ENTER) {
    text_printf(out, "entering '%s'", name);
  } else if (step->kind == SITE_STEP_CALL) {
    text_printf(out, "calling '%s'", name);
  } else if (step->kind == SITE_STEP_RETURN) {
    text_printf(out, "returning from '%s'", name);
  }
  arena_done(&names);
}

/* What was read there, by what the source calls it; what a macro reads has no
 * name of its own. */
static bool put_read(Text *out, RepSource *source, LocId loc) {
  if (rep_source_expression(out, source, loc)) return true;
  Text macro;
  text_init(&macro, out->mem);
  bool is_macro = rep_source_macro(&macro, source, loc);
  if (is_macro) text_printf(out, "what %s reads", text_get(&macro));
  text_done(&macro);
  return is_macro;
}

static void put_value(Text *out, RepSource *source, const SiteValue *value) {
  assert(*value->name && *value->value);
  text_add(out, "0\t");
  scan_put_place(out, source->program, value->loc);
  text_char(out, '\t');
  bool is_quoted =
      value->origin == SITE_VALUE_READ && put_read(out, source, value->loc);
  if (!is_quoted) text_add(out, value->name);
  text_printf(out, " is %s%s\n", value->value, is_quoted ? " on entry" : "");
}

static bool is_same_value(const SiteValue *a, const SiteValue *b) {
  return a->loc.id == b->loc.id && strcmp(a->name, b->name) == 0;
}

void scan_put_steps(Text *out, RepSource *source, const SiteResult *result) {
  require(source->program != NULL);
  for (uint32_t i = 0; i < result->n_values; i++) {
    bool is_known = false;
    for (uint32_t k = 0; k < i && !is_known; k++)
      is_known = is_same_value(&result->values[i], &result->values[k]);
    if (!is_known) put_value(out, source, &result->values[i]);
  }
  for (uint32_t i = 0; i < result->n_steps; i++) {
    const SiteStep *step = &result->steps[i];
    if (!step->loc.id) continue; /* it would be reported as being nowhere */
    text_printf(out, "%u\t", step->depth);
    scan_put_place(out, source->program, step->loc);
    text_char(out, '\t');
    put_step_text(out, source, step);
    text_char(out, '\n');
  }
}

void scan_put_reason(Text *out, RepSource *source, const SiteResult *result) {
  Text name;
  text_init(&name, out->mem);
  if (result->status == SITE_UNKNOWN &&
      (result->cause == SITE_CAUSE_MEMORY ||
       result->cause == SITE_CAUSE_VARIABLE) &&
      result->open.id && rep_source_expression(&name, source, result->open)) {
    text_printf(out, "depends on what '%s' is on entry,", text_get(&name));
  } else {
    text_add(out, result->reason ? result->reason : "");
  }
  if (result->status == SITE_UNKNOWN && result->open.id) {
    text_char(out, '\t');
    scan_put_place(out, source->program, result->open);
  }
  text_done(&name);
}
