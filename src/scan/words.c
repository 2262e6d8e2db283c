/* SPDX-License-Identifier: MIT
 *
 * What a result says, in words of the source: conditions and what is read are
 * quoted as they stand there (report/source/source.h), where that can be
 * said. */
#include "scan/scan_int.h"

#include <ctype.h>

/* How a step is told. */
typedef enum Telling {
  TELL_OWN,   /* no other step is told like that */
  TELL_ALIKE, /* all branches at its place are: they are in a macro, or what
                 they are on is not known */
} Telling;

/* "'n > 3' is true", "in FLAG(x), 'a->n & x' is true". */
static Telling put_branch(Text *out, RepSource *source, const SiteStep *step) {
  const char *is = strchr(step->text + strlen("the "), ' ');
  assert(step->kind == SITE_STEP_BRANCH && is);
  Text words;
  text_init(&words, out->mem);
  Telling told = TELL_ALIKE;
  if (rep_source_condition(&words, source, step->loc)) {
    text_printf(out, "'%s'%s", text_get(&words), is);
    told = TELL_OWN;
  } else if (rep_source_macro(&words, source, step->loc)) {
    bool is_switch = text_starts_with(step->text, "the switch");
    if (step->words)
      text_printf(out, "in %s, %s", text_get(&words), step->words);
    else
      text_printf(out, "%s%s%s", is_switch ? "" : "a condition of ",
                  text_get(&words), is);
  } else {
    text_add(out, step->words ? step->words : step->text);
  }
  text_done(&words);
  return told;
}

/* What was read there, by what the source calls it; what a macro reads has no
 * name of its own. */
static bool put_read(Text *out, RepSource *source, LocId loc) {
  if (rep_source_expression(out, source, loc, 0)) return true;
  Text macro;
  text_init(&macro, out->mem);
  bool is_macro = rep_source_macro(&macro, source, loc);
  if (is_macro) text_printf(out, "what %s reads", text_get(&macro));
  text_done(&macro);
  return is_macro;
}

/* "p->next"; true: the source says so. */
static bool put_name(Text *out, RepSource *source, const SiteValue *value) {
  assert(value && *value->name);
  bool is_read = value->origin != SITE_VALUE_NAMED &&
                 value->origin != SITE_VALUE_PARAM &&
                 value->loc.id != value->call.id;
  if (is_read && rep_source_expression(out, source, value->loc, value->indices))
    return true;
  const char *words = value->words ? value->words : value->member;
  if (is_read && words) {
    text_add(out, words);
    return true;
  }
  if (is_read && put_read(out, source, value->loc)) return true;
  text_add(out, value->name);
  return false;
}

static bool is_of_call(const SiteValue *value) {
  return value->origin == SITE_VALUE_LEFT || value->origin == SITE_VALUE_FILLED;
}

/* "lock()", "the call of 'c->get'". */
static void put_call(Text *out, RepSource *source, const SiteValue *value) {
  assert(is_of_call(value));
  Text by;
  text_init(&by, out->mem);
  if (value->callee)
    text_printf(out, "%s()", value->callee);
  else if (rep_source_called(&by, source, value->call))
    text_printf(out, "the call of '%s'", text_get(&by));
  else
    text_add(out, "a call by pointer");
  text_done(&by);
}

static void put_value(Text *out, RepSource *source, const SiteValue *value) {
  assert(*value->name && *value->value);
  if (is_of_call(value)) {
    text_add(out, "after ");
    put_call(out, source, value);
    text_add(out, ", ");
  }
  bool is_quoted = put_name(out, source, value);
  if (value->origin == SITE_VALUE_LEFT) text_add(out, " may have changed: it");
  text_printf(out, " is %s", value->value);
  if (is_quoted && value->origin == SITE_VALUE_ENTRY)
    text_add(out, " on entry");
}

static void put_round(Text *out, const Program *program, const SiteStep *step) {
  assert(!step->loop.id || step->round);
  if (!step->round) return;
  if (!step->loop.id) {
    text_printf(out, " (round %u)", step->round);
    return;
  }
  const Function *f = prog_func(program, step->func);
  const SrcLoc *home = prog_loc_get(program, f->loc);
  uint32_t line = prog_loc_get(program, step->loop)->line;
  text_printf(out, ", in round %u of the loop in %s%u", step->round, PASS_LINE,
              line >= home->line ? line - home->line : 0);
}

/* The engine's words, or those that its kind of step has. */
static Telling put_step_text(Text *out, RepSource *source,
                             const SiteStep *step) {
  const Program *program = source->program;
  Arena names;
  arena_init(&names, out->mem);
  const char *name = "?";
  Telling told = TELL_OWN;
  if (step->func.id)
    name = prog_without_twin(
        scan_plain_name(prog_func(program, step->func), &names));
  switch (step->kind) {
  case SITE_STEP_ENTER: text_printf(out, "entering '%s'", name); break;
  case SITE_STEP_CALL: text_printf(out, "calling '%s'", name); break;
  case SITE_STEP_VALUE: put_value(out, source, step->value); break;
  case SITE_STEP_SAME:
    put_name(out, source, step->value);
    text_add(out, " and ");
    put_name(out, source, step->other);
    text_add(out, " lead to the same memory");
    break;
  case SITE_STEP_BRANCH:
    told = put_branch(out, source, step);
    if (told == TELL_OWN) put_round(out, program, step);
    break;
  case SITE_STEP_CHECK:
    text_add(out, step->text);
    put_round(out, program, step);
    break;
  }
  arena_done(&names);
  return told;
}

static bool is_same_text(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

/* Is there a branch at its place before it, with the same words? */
static bool is_told_before(const Program *program, const SiteResult *result,
                           uint32_t index) {
  const SiteStep *step = &result->steps[index];
  for (uint32_t i = 0; i < index; i++)
    if (result->steps[i].kind == SITE_STEP_BRANCH &&
        is_same_text(result->steps[i].words, step->words) &&
        sites_is_same_place(program, result->steps[i].loc, step->loc))
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
    text_printf(out, "%u %d\t", step->depth, (int)step->weight);
    scan_put_place(out, source->program, step->loc);
    text_printf(out, "\t%s\n", text_get(&words));
  }
  text_done(&words);
}

void scan_put_steps(Text *out, RepSource *source, const SiteResult *result) {
  require(source->program != NULL);
  for (uint32_t i = 0; i < result->n_steps; i++)
    put_step(out, source, result, i);
}

/* ---- the headline ---- */

static bool is_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* Does the word stand in the line? */
static bool stands_in(const char *line, const char *word, size_t n) {
  assert(n > 0);
  for (const char *at = line; *at; at++)
    if (strncmp(at, word, n) == 0 && (at == line || !is_word(at[-1])) &&
        !is_word(at[n]))
      return true;
  return false;
}

/* One of the names: that which the line has. */
static bool put_variable(Text *out, RepSource *source,
                         const SiteSubject *subject, LocId at) {
  Text line;
  text_init(&line, out->mem);
  bool is_found = false;
  if (!rep_source_line(&line, source, at)) text_clear(&line);
  for (const char *name = subject->names; *name && !is_found;) {
    size_t n = strcspn(name, " ");
    is_found = stands_in(text_get(&line), name, n);
    if (is_found) text_add_n(out, name, n);
    name += n + (name[n] == ' ');
  }
  text_done(&line);
  return is_found;
}

/* "'p->next'", "the result of find()"; nothing if it has no name. */
static void put_subject(Text *out, RepSource *source,
                        const SiteSubject *subject, LocId at) {
  Text name;
  text_init(&name, out->mem);
  bool is_named =
      put_variable(&name, source, subject, at) ||
      (subject->read.id &&
       rep_source_expression(&name, source, subject->read, subject->indices));
  if (!is_named && *subject->names) {
    text_add_n(&name, subject->names, strcspn(subject->names, " "));
    is_named = true;
  }
  if (!is_named && subject->words) {
    text_add(&name, subject->words);
    is_named = true;
  }
  if (is_named)
    text_printf(out, "'%s'", text_get(&name));
  else if (subject->call)
    text_printf(out, "the result of %s()", subject->call);
  else if (subject->read.id && rep_source_macro(&name, source, subject->read))
    text_printf(out, "what %s reads", text_get(&name));
  text_done(&name);
}

/* "result of fopen()", "on entry", with the place. */
static void put_from(Text *out, RepSource *source, const SiteResult *result,
                     const char *name) {
  assert(*name);
  const SiteValue *from = result->subject.from;
  LocId place = from ? from->loc : result->subject.at;
  Text words;
  text_init(&words, out->mem);
  if (from) put_name(&words, source, from);
  if (from && result->subject.is_made_of && !is_of_call(from))
    text_printf(&words, " is %s", from->value);
  bool is_same = from && strlen(name) <= words.n + 4 &&
                 strstr(name, text_get(&words)) != NULL;
  if (is_same) text_clear(&words);
  if (from && is_of_call(from)) {
    text_add(&words, *text_get(&words) ? " after " : "after ");
    put_call(&words, source, from);
  }
  if (from && from->origin == SITE_VALUE_ENTRY)
    text_add(&words, *text_get(&words) ? " on entry" : "on entry");
  if (!from && result->subject.value) text_add(&words, result->subject.made);
  if (from && from->origin == SITE_VALUE_PARAM)
    text_add(&words, is_same ? "a parameter" : ", a parameter");
  text_printf(out, "\t%s\t", text_get(&words));
  if (place.id) scan_put_place(out, source->program, place);
  text_done(&words);
}

void scan_put_message(Text *out, RepSource *source, const SiteResult *result) {
  const ErrorSite *error = &source->program->errors.at[result->error];
  const SiteSubject *subject = &result->subject;
  text_add(out, error->message);
  if (result->status != SITE_VIOLATED || !subject->names) return;
  Text name;
  text_init(&name, out->mem);
  put_subject(&name, source, subject, error->loc);
  bool is_sum = prog_property_by_name(error->property) == PROPERTY_NO_OVERFLOW;
  if (!name.n && (subject->detail || (is_sum && subject->value)))
    text_add(&name, "it");
  if (name.n) {
    text_printf(out, "\t%s", text_get(&name));
    if (subject->value)
      text_printf(out, " is %s", subject->value);
    else if (subject->made)
      text_printf(out, " was %s", subject->made);
    if (subject->detail) text_printf(out, " %s", subject->detail);
    if (subject->from || subject->made)
      put_from(out, source, result, text_get(&name));
  }
  text_done(&name);
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
      result->open.id &&
      rep_source_expression(&name, source, result->open, 0)) {
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
