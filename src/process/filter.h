/* SPDX-License-Identifier: MIT
 *
 * The filters of system calls that tools/filter/filter.c makes. */
#ifndef PROCESS_FILTER_H
#define PROCESS_FILTER_H

#include "base/base.h"

#include <linux/filter.h>

/* What the program may do beside computing: threads, but no other process; or
 * it forks, and its children restrict themselves further. */
typedef enum FilterUse { FILTER_ALONE, FILTER_SERVER, FILTER_USES } FilterUse;

/* What files the program sees: those of the machine, which it may only read, or
 * its own, which are thrown away. */
typedef enum FilterView {
  FILTER_MACHINE,
  FILTER_PRIVATE,
  FILTER_VIEWS
} FilterView;

/* This number stands for the process itself, which may signal itself. */
#define FILTER_SELF 0x5e1f5e1fu

/* The program is executed through this descriptor.  It is the first that the
 * limit of open files forbids: once closed, there is none of this number. */
enum { FILTER_PROGRAM = 63 };

extern const struct sock_fprog filter_table[FILTER_USES][FILTER_VIEWS];

#endif
