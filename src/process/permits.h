/* SPDX-License-Identifier: MIT
 *
 * So many processes may work at a time, whoever started them: a process takes a
 * permit before it works and gives it back when it pauses or ends. */
#ifndef PROCESS_PERMITS_H
#define PROCESS_PERMITS_H

#include "base/base.h"

typedef struct Permits Permits;

/* `n` of them, for this process and all that it starts from now on; NULL: the
 * machine has no room. */
Permits *permits_new(uint32_t n);
void permits_free(Permits *permits);

void permits_take(Permits *permits);              /* waits for one */
BASE_MUST_USE bool permits_try(Permits *permits); /* false: none left */
void permits_give(Permits *permits);

#endif
