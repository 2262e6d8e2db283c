/* SPDX-License-Identifier: MIT
 *
 * What the files of narrowing share.  value_classes.c has the idea. */
#ifndef ENGINE_SHARED_NARROW_INT_H
#define ENGINE_SHARED_NARROW_INT_H

#include "engine/shared/narrow.h"

enum { NARROW_MOST_BITS = 6 }; /* of a value class */

/* A constant that values of a domain are compared with. */
typedef struct NarrowConstant {
  uint64_t key;    /* its value; with signed order the top bit is flipped */
  uint64_t number; /* its value class, when the domain is finished */
} NarrowConstant;

/* What the terms that may be copied into each other can be: a set of the
 * union-find forest.  All but `parent` is valid at the root. */
typedef struct NarrowDomain {
  uint32_t parent; /* itself: a root */
  uint32_t width;
  bool is_spoilt;                /* some term is an operand of something else */
  bool reads[2];                 /* by TermReading: compared so */
  uint32_t bits;                 /* of a value class; 0: not narrowed */
  uint64_t top;                  /* the greatest value class */
  Vec(NarrowConstant) constants; /* when finished: by key */
} NarrowDomain;

struct Narrow {
  Ts *from, *to;
  TermStore *store;
  Mem *mem;
  Map domain_of; /* node -> index in `domains` */
  Vec(NarrowDomain) domains;
  Map narrowed; /* node of the original -> Term.id; of one edge */
  Map images;   /* node of an original variable -> Term.id of the narrow one */
  Map origin;   /* node of a narrow variable -> Term.id of the original */
  TermWalk walk;
};

/* ---- value_classes.c ---- */

/* Read the original system; make its domains. */
void narrow_find_domains(Narrow *n);
/* Number the value classes of every domain that can be narrowed. */
void narrow_number_classes(Narrow *n);

/* The narrowed domain of the term; NULL: it has none. */
const NarrowDomain *narrow_domain(Narrow *n, Term t);
/* The domain's own entry of the constant, or NULL. */
const NarrowConstant *narrow_constant(const Narrow *n, const NarrowDomain *d,
                                      Term constant);
/* Is the order of its values ever looked at? */
bool narrow_is_ordered(const NarrowDomain *d);
/* From a value to its key, and back. */
uint64_t narrow_key(const NarrowDomain *d, uint64_t value);

/* ---- narrow.c ---- */

/* Forget what terms were translated to. */
void narrow_restart(Narrow *n);
/* The term over narrow variables.  Terms of a narrowed domain become their
 * value class. */
Term narrow_translate(Narrow *n, Term t);

#endif
