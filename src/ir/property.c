/* SPDX-License-Identifier: MIT
 *
 * The names of the properties, from the table in property.h. */
#include "ir/property.h"

static const char *const names[] = {
#define X(name, text, help) text,
    PROG_PROPERTIES(X)
#undef X
};

static const char *const helps[] = {
#define X(name, text, help) help,
    PROG_PROPERTIES(X)
#undef X
};

const char *prog_property_help(PropertyKind kind) {
  require(kind < PROPERTY_COUNT);
  return helps[kind];
}

const char *prog_property_name(PropertyKind kind) {
  require(kind < PROPERTY_COUNT);
  return names[kind];
}

PropertyKind prog_property_by_name(const char *name) {
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (strcmp(names[i], name) == 0) return (PropertyKind)i;
  return PROPERTY_COUNT;
}

bool prog_property_is_memory(const Property *property) {
  return (property->kinds &
          (1u << PROPERTY_VALID_DEREF | 1u << PROPERTY_VALID_FREE |
           1u << PROPERTY_VALID_MEMTRACK | 1u << PROPERTY_VALID_MEMCLEANUP)) !=
         0;
}

bool prog_property_ends_at_bad_access(const Property *property) {
  return property->dead == DEAD_ENDS &&
         !(property->kinds >> PROPERTY_VALID_DEREF & 1);
}

static bool is_error(const char *function) {
  return strcmp(function, "reach_error") == 0 ||
         strcmp(function, "__VERIFIER_error") == 0;
}

bool prog_is_assert(const char *function) {
  return strcmp(function, "__assert_fail") == 0 ||
         strcmp(function, "__assert_perror_fail") == 0 ||
         strcmp(function, "__assert") == 0 ||
         strcmp(function, "__assert_rtn") == 0;
}

static bool is_wanted(const Property *property, const char *function) {
  const char *wanted = property->error_function;
  if (property->error_label) return false;
  if (!wanted) return is_error(function);
  return strcmp(function, wanted) == 0 ||
         (is_error(function) && is_error(wanted));
}

PropertyKind prog_property_of_call(const Property *property,
                                   const char *function) {
  if (property->kinds >> PROPERTY_UNREACH_CALL & 1 &&
      is_wanted(property, function))
    return PROPERTY_UNREACH_CALL;
  if (property->kinds >> PROPERTY_ASSERTION & 1 && prog_is_assert(function))
    return PROPERTY_ASSERTION;
  return PROPERTY_COUNT;
}
