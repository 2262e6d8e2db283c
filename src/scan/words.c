/* SPDX-License-Identifier: MIT
 *
 * What a result says, in words of the source: conditions and what is read are
 * quoted as they stand there (report/source/source.h), where that can be
 * said. */
#include "scan/scan_int.h"

/* How a step is told. */
typedef enum Telling {
  TELL_OWN,   /* no other step is told like that */
  TELL_ALIKE, /* all branches at its place are: they are in a macro, or what
                 they are on is not known */
} Telling;

/* "'n > 3' is true", "a condition of FLAG(x) is true". */
static Telling put_branch(Text *out, RepSource *source, const SiteStep *step) {
  const char *is = strstr(step->text, " is ");
  assert(step->kind == SITE_STEP_BRANCH && is);
  Text words;
  text_init(&words, out->mem);
  Telling told = TELL_ALIKE;
  if (rep_source_condition(&words, source, step->loc)) {
    text_printf(out, "'%s'%s", text_get(&words), is);
    told = TELL_OWN;
  } else if (rep_source_macro(&words, source, step->loc)) {
    text_printf(out, "a condition of %s%s", text_get(&words), is);
  } else {
    text_add(out, step->text);
  }
  text_done(&words);
  return told;
}

/* The engine's words, or those that its kind of step has. */
static Telling put_step_text(Text *out, RepSource *source,
                             const SiteStep *step) {
  const Program *program = source->program;
  if (step->kind == SITE_STEP_BRANCH) return put_branch(out, source, step);
  Arena names;
  arena_init(&names, out->mem);
  const char *name = "?";
  if (step->func.id)
    name = prog_without_twin(
        scan_plain_name(prog_func(program, step->func), &names));
  if (step->text && *step->text) {
    text_add(out, step->text);
  } else if (step->kind == SITE_STEP_ENTER) {
    text_printf(out, "entering '%s'", name);
  } else if (step->kind == SITE_STEP_CALL) {
    text_printf(out, "calling '%s'", name);
  } else if (step->kind == SITE_STEP_RETURN) {
    text_printf(out, "returning from '%s'", name);
  }
  arena_done(&names);
  return TELL_OWN;
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

static bool is_same_place(const Program *program, LocId a, LocId b) {
  const SrcLoc *x = prog_loc_get(program, a), *y = prog_loc_get(program, b);
  return x->file == y->file && x->line == y->line && x->col == y->col;
}

/* Is there a branch at its place before it? */
static bool is_told_before(const Program *program, const SiteResult *result,
                           uint32_t index) {
  const SiteStep *step = &result->steps[index];
  for (uint32_t i = 0; i < index; i++)
    if (result->steps[i].kind == SITE_STEP_BRANCH &&
        is_same_place(program, result->steps[i].loc, step->loc))
      return true;
  return false;
}

/* Nothing that says no more than what was said. */
static void put_step(Text *out, RepSource *source, const SiteResult *result,
                     uint32_t index) {
  assert(index < result->n_steps);
  const SiteStep *step = &result->steps[index];
  if (!step->loc.id) return; /* it would be reported as being nowhere */
  Text words;
  text_init(&words, out->mem);
  Telling told = put_step_text(&words, source, step);
  if (told == TELL_OWN || !is_told_before(source->program, result, index)) {
    text_printf(out, "%u\t", step->depth);
    scan_put_place(out, source->program, step->loc);
    text_printf(out, "\t%s\n", text_get(&words));
  }
  text_done(&words);
}

void scan_put_steps(Text *out, RepSource *source, const SiteResult *result) {
  require(source->program != NULL);
  for (uint32_t i = 0; i < result->n_values; i++) {
    bool is_known = false;
    for (uint32_t k = 0; k < i && !is_known; k++)
      is_known = is_same_value(&result->values[i], &result->values[k]);
    if (!is_known) put_value(out, source, &result->values[i]);
  }
  for (uint32_t i = 0; i < result->n_steps; i++)
    put_step(out, source, result, i);
}

void scan_put_reason(Text *out, RepSource *source, const SiteResult *result) {
  if (result->status == SITE_PROVED) {
    text_add(out, result->presumes);
    return;
  }
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
