/* SPDX-License-Identifier: MIT
 *
 * Which questions there are, and in which order they stand.
 *
 * Assertions and error calls are one question: programs have one or the other,
 * and few.  Accesses and frees are one question: the account of objects that
 * both need is the larger part of the work.  Memory that is lost is a warning:
 * programs that end soon may leave it to the system. */
#include "ask/ask.h"

#include "frontend/property.h"

static const uint32_t accesses =
    1u << PROPERTY_VALID_DEREF | 1u << PROPERTY_VALID_FREE;
static const uint32_t leaks =
    1u << PROPERTY_VALID_MEMTRACK | 1u << PROPERTY_VALID_MEMCLEANUP;

AskPlan ask_all(void) {
  AskPlan plan = {.warns = leaks};
  plan.kinds[plan.n++] = PROPERTY_OWN_ERRORS;
  plan.kinds[plan.n++] = accesses;
  plan.kinds[plan.n++] = 1u << PROPERTY_VALID_INIT;
  plan.kinds[plan.n++] = 1u << PROPERTY_NO_OVERFLOW;
  plan.kinds[plan.n++] = 1u << PROPERTY_NO_DIV_ZERO;
  plan.kinds[plan.n++] = 1u << PROPERTY_NO_BAD_SHIFT;
  plan.kinds[plan.n++] = 1u << PROPERTY_VALID_MEMTRACK;
  return plan;
}

AskPlan ask_together(uint32_t kinds) {
  require(kinds);
  return (AskPlan){.kinds = {kinds}, .n = 1};
}

/* What belongs together becomes part of a question that is there. */
static bool join(AskPlan *plan, uint32_t kinds) {
  const uint32_t pairs[] = {PROPERTY_OWN_ERRORS, accesses};
  for (uint32_t i = 0; i < plan->n; i++) {
    uint32_t both = plan->kinds[i] | kinds;
    bool fits = plan->kinds[i] == kinds;
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
      fits |= (both & ~pairs[k]) == 0;
    if (!fits) continue;
    plan->kinds[i] = both;
    return true;
  }
  return false;
}

bool ask_named(AskPlan *out, const char *names, Text *problem) {
  *out = (AskPlan){0};
  while (true) {
    char name[64];
    size_t n = strcspn(names, ",");
    snprintf(name, sizeof name, "%.*s", (int)(n < 63 ? n : 63), names);
    Property named = {0};
    if (strcmp(name, "all") == 0) {
      *out = ask_all();
      return true;
    }
    if (!fe_property_names(&named, name, problem)) return false;
    if (!join(out, named.kinds)) {
      if (out->n == ASK_MOST) {
        text_printf(problem, "more than %d properties: say all", ASK_MOST);
        return false;
      }
      out->kinds[out->n++] = named.kinds;
    }
    if (!names[n]) return true;
    names += n + 1;
  }
}

void ask_drop(AskPlan *plan, PropertyKind kind) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < plan->n; i++) {
    uint32_t kinds = plan->kinds[i] & ~(1u << kind);
    if (kinds) plan->kinds[n++] = kinds;
  }
  require(n > 0);
  plan->n = n;
}

uint32_t ask_kinds(const AskPlan *plan) {
  uint32_t kinds = 0;
  for (uint32_t i = 0; i < plan->n; i++) kinds |= plan->kinds[i];
  return kinds;
}

FeView ask_view(uint32_t kinds) {
  Property property = {.kinds = kinds};
  FeView view = {.init = kinds >> PROPERTY_VALID_INIT & 1,
                 .memory = prog_property_is_memory(&property)};
  if (kinds >> PROPERTY_NO_OVERFLOW & 1) view.checks |= FE_CHECK_OVERFLOW;
  if (kinds >> PROPERTY_NO_DIV_ZERO & 1) view.checks |= FE_CHECK_DIVISION;
  if (kinds >> PROPERTY_NO_BAD_SHIFT & 1) view.checks |= FE_CHECK_SHIFT;
  return view;
}

uint32_t ask_view_number(FeView view) {
  require(view.checks < FE_CHECK_SETS);
  return 4 * view.checks + 2 * view.init + view.memory;
}
