/* SPDX-License-Identifier: MIT
 *
 * Property files (.prp) and property names, read into a Property. */
#ifndef FRONTEND_PROPERTY_H
#define FRONTEND_PROPERTY_H

#include "base/base.h"
#include "ir/property.h"

typedef enum FePropertyStatus {
  FE_PROPERTY_OK,
  FE_PROPERTY_MALFORMED,  /* not a property file */
  FE_PROPERTY_UNSUPPORTED /* one, but of a property we do not know */
} FePropertyStatus;

/* Reads the text of a property file: lines
 *   CHECK( init(main()), LTL(G ! call(reach_error())) )
 * with any blanks, several of them, empty lines between.  Names are copied to
 * `names`.  Not OK: `problem` says which line and why. */
BASE_MUST_USE FePropertyStatus fe_property_parse(Property *out, Arena *names,
                                                 const char *text,
                                                 Text *problem);

/* Reads `list`, property names separated by commas ("valid-memsafety" stands
 * for valid-free, valid-deref and valid-memtrack); adds to out->kinds.  False:
 * `problem` says which name is unknown and lists those that exist. */
BASE_MUST_USE bool fe_property_names(Property *out, const char *list,
                                     Text *problem);

#endif
