/* SPDX-License-Identifier: MIT
 *
 * The table of checks. */
#include "scan/checker.h"

typedef struct CheckRow {
  const char *name;
  uint32_t kinds;
  unsigned objects;
  uint32_t cwe, severity;
  const char *help;
} CheckRow;

static const CheckRow checks[] = {
#define X(name, text, kinds, objects, cwe, severity, help)                     \
  {text, kinds, objects, cwe, severity, help},
    SCAN_CHECKS(X)
#undef X
};

const char *scan_check_name(ScanCheck check) {
  assert(check < SCAN_CHECK_COUNT);
  return checks[check].name;
}
const char *scan_check_help(ScanCheck check) {
  assert(check < SCAN_CHECK_COUNT);
  return checks[check].help;
}
uint32_t scan_check_cwe(ScanCheck check) {
  assert(check < SCAN_CHECK_COUNT);
  return checks[check].cwe;
}
uint32_t scan_check_severity(ScanCheck check) {
  assert(check < SCAN_CHECK_COUNT);
  return checks[check].severity;
}

uint32_t scan_check_kinds(ScanCheck check) {
  assert(check < SCAN_CHECK_COUNT);
  return checks[check].kinds;
}

unsigned scan_check_objects(ScanCheck check) {
  assert(check < SCAN_CHECK_COUNT);
  return checks[check].objects;
}

ScanCheck scan_check_of_property(const char *property) {
  PropertyKind kind = prog_property_by_name(property);
  for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++)
    if (strcmp(checks[i].name, property) == 0) return (ScanCheck)i;
  if (strcmp(property, PASS_NULL_ARGUMENT) == 0) return SCAN_CHECK_NULL_DEREF;
  if (strcmp(property, PASS_FREED_ARGUMENT) == 0 ||
      strcmp(property, PASS_FREED_ON) == 0)
    return SCAN_CHECK_USED;
  for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++)
    if (checks[i].kinds >> kind & 1) return (ScanCheck)i;
  return SCAN_CHECK_COUNT;
}

bool scan_checks_parse(uint32_t *out, const char *names, Text *problem) {
  *out = 0;
  for (const char *at = names; *at;) {
    size_t n = strcspn(at, ",");
    uint32_t found = SCAN_CHECK_COUNT;
    for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++)
      if (strlen(checks[i].name) == n && strncmp(checks[i].name, at, n) == 0)
        found = i;
    if (found == SCAN_CHECK_COUNT) {
      text_printf(problem, "--checks=%.100s: must be some of", names);
      for (uint32_t i = 0; i < SCAN_CHECK_COUNT; i++)
        text_printf(problem, "%s%s", i ? "," : " ", checks[i].name);
      return false;
    }
    *out |= 1u << found;
    at += n + (at[n] == ',');
  }
  assert(*out >> SCAN_CHECK_COUNT == 0);
  return true;
}
