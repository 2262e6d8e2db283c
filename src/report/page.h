/* SPDX-License-Identifier: MIT
 *
 * The files of src/report/page, put into the executable by tools/embed. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

extern const char rep_page_html[];
extern const char rep_part_html[];
extern const char rep_page_css[];
extern const char rep_page_js[];
extern const char rep_scan_html[];
extern const char rep_scan_css[];
extern const char rep_scan_js[];

#endif
