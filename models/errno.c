/* SPDX-License-Identifier: MIT
 *
 * errno: one int, as there is one thread. */
static int model_errno;

int *__errno_location(void) {
  return &model_errno;
}
