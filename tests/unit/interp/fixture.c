/* SPDX-License-Identifier: MIT
 *
 * The fixture of the tests of the interpreter. */
#include "unit/interp/fixture.h"

#include "ir/io.h"

#include <stdlib.h>

void fixture_init(Fixture *x, const char *text, InterpOptions options) {
  mem_init(&x->mem, 0);
  text_init(&x->said, &x->mem);
  if (!prog_parse(&x->p, &x->mem, text, &x->said) ||
      !prog_validate(x->p, &x->said)) {
    unit_fail(__FILE__, __LINE__, "%s\n%s", text_get(&x->said), text);
    abort();
  }
  x->run = interp_new(&x->mem, x->p, options);
}

void fixture_done(Fixture *x) {
  interp_free(x->run);
  prog_free(x->p);
  text_done(&x->said);
  mem_done(&x->mem);
  CHECK_INT(x->mem.used, 0);
}

void expect_with(const char *text, InterpOptions options,
                 const uint64_t *values, uint32_t n, const char *want) {
  Fixture x;
  fixture_init(&x, text, options);
  InterpList list = {values, n, 0};
  for (int round = 0; round < 2; round++) { /* runs do not disturb each other */
    InterpResult result = interp_run(x.run, interp_list(&list));
    text_clear(&x.said);
    interp_print_result(&x.said, x.p, &result);
    CHECK_TEXT(text_get(&x.said), want);
  }
  fixture_done(&x);
}

void expect(const char *text, const char *want) {
  expect_with(text, (InterpOptions){0}, NULL, 0, want);
}
