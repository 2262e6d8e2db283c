/* SPDX-License-Identifier: MIT */
#include "dd/dd_int.h"
void ldd_free(DdStore *dd) {
  assert(!dd->ldd);
  (void)dd;
}
