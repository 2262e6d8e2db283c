/* SPDX-License-Identifier: MIT
 *
 * HTML with gaps, and filling them. */
#ifndef REPORT_TEMPLATE_H
#define REPORT_TEMPLATE_H

#include "base/base.h"

/* A text, or a piece of one.  A gap is {{name}}, for a value, or a block
 * {{#name}}...{{/name}}, whose inner text is a template of its own. */
typedef struct Template {
  const char *text;
  size_t n;
} Template;

/* Writes a block as often as is needed, each time by template_fill. */
typedef void TemplateBlock(Text *out, Template inner, const void *context);

/* What goes into one gap; one of the four. */
typedef struct TemplateGap {
  const char *name;
  const char *text;     /* a value that is escaped: it cannot become markup */
  const char *html;     /* a value as it is */
  TemplateBlock *block; /* a block */
  bool shown;           /* a block with the gaps of what is around it: it is
                           there, or it is not */
} TemplateGap;

/* Appends the text with its gaps filled.  Each must be in the table, which ends
 * with a row without a name. */
void template_fill(Text *out, Template text, const TemplateGap *gaps,
                   const void *context);

#endif
