/* SPDX-License-Identifier: MIT
 *
 * How runs end: names for it, and the text of a result. */
#include "interp/interp_int.h"

bool interp_is_plain_end(InterpEnd end) {
  return end == INTERP_RETURNED || end == INTERP_STOP || end == INTERP_ASSUME;
}

const char *interp_end_name(InterpEnd end) {
  static const char *const names[] = {
#define X(name, text) text,
      INTERP_ENDS(X)
#undef X
  };
  require(end < INTERP_END_COUNT);
  return names[end];
}

void interp_print_result(Text *out, const Program *p,
                         const InterpResult *result) {
  require(!result->bits || result->end == INTERP_RETURNED);
  text_add(out, interp_end_name(result->end));
  if (result->bits) {
    text_char(out, ' ');
    bv_print_signed(out, result->value, result->bits);
  }
  if (result->end == INTERP_ERROR) text_printf(out, " %u", result->error);
  if (result->end == INTERP_BAD_ACCESS || result->end == INTERP_BAD_CALL)
    text_printf(out, " 0x%llx", (unsigned long long)result->address);
  if (*result->text) text_printf(out, " (%s)", result->text);
  if (result->end == INTERP_RETURNED || !result->loc.id) return;
  text_add(out, " at ");
  prog_print_loc(out, p, result->loc);
}

bool interp_is_bad_division(const InterpResult *result) {
  return result->end == INTERP_TRAP &&
         strcmp(result->text, INTERP_BAD_DIVISION) == 0;
}

bool interp_is_bad_access(const InterpResult *result) {
  if (result->end == INTERP_TRAP)
    return strcmp(result->text, INTERP_NULL_ACCESS) == 0;
  return result->end == INTERP_BAD_ACCESS &&
         (!*result->text || strcmp(result->text, INTERP_BAD_FREE) == 0);
}
