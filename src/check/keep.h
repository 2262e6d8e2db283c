/* SPDX-License-Identifier: MIT
 *
 * Files that stay behind a verdict: --harness, --certificate and --witness. */
#ifndef CHECK_KEEP_H
#define CHECK_KEEP_H

#include "check/judge.h"

/* How programs under check are compiled to run. */
FeCompile keep_native_setup(Run *run);
/* Where obligations are written while they are checked: a directory of our
 * own.  NULL: nobody wants them. */
const char *keep_certificate_draft(Judge *judge, const Run *run);
/* All files asked for that the verdict's evidence gives.  A proof whose
 * certificate cannot be written becomes unknown. */
void keep_files(Judge *judge, Run *run, EvVerdict *verdict);

#endif
