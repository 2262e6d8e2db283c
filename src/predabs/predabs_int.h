/* SPDX-License-Identifier: MIT
 *
 * What the methods share. */
#ifndef PREDABS_PREDABS_INT_H
#define PREDABS_PREDABS_INT_H

#include "predabs/predabs.h"

/* The answer, counted; all states if the diagrams met a limit. */
PredabsAnswer predabs_finish(DdStore *dd, Dd states, PredabsQuality quality,
                             PredabsStats *stats);

#endif
