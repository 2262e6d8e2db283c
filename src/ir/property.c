/* SPDX-License-Identifier: MIT
 *
 * The names of the properties, from the table in property.h. */
#include "ir/property.h"

static const char *const names[] = {
#define X(name, text, help) text,
    PROG_PROPERTIES(X)
#undef X
};

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
