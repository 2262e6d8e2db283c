/* SPDX-License-Identifier: MIT
 *
 * time.h: dates.  Which date a number means depends on the time zone, so it is
 * any date; the fields are within the bounds that the standard gives them.
 * Functions that return a pointer to their own memory share it, as they do. */
#include "model.h"

typedef struct Date {
  int second, minute, hour, day, month, year, weekday, yearday, summer;
  long offset;
  const char *zone;
} Date;

static int between(int low, int high) {
  int x = __cutpoint_nondet_int();
  __cutpoint_assume(x >= low && x <= high);
  return x;
}

static Date *any_date(Date *to) {
  static char zone[8];
  model_any_string(zone, sizeof zone);
  to->second = between(0, 60);
  to->minute = between(0, 59);
  to->hour = between(0, 23);
  to->day = between(1, 31);
  to->month = between(0, 11);
  to->year = __cutpoint_nondet_int();
  to->weekday = between(0, 6);
  to->yearday = between(0, 365);
  to->summer = between(-1, 1);
  to->offset = __cutpoint_nondet_long();
  to->zone = zone;
  return to;
}

Date *localtime_r(const long *time, Date *to) {
  return model_choice() ? NULL : any_date(to);
}
Date *gmtime_r(const long *time, Date *to) {
  return model_choice() ? NULL : any_date(to);
}

static Date shared;

Date *localtime(const long *time) {
  return model_choice() ? NULL : any_date(&shared);
}
Date *gmtime(const long *time) {
  return model_choice() ? NULL : any_date(&shared);
}

long mktime(Date *date) {
  if (model_choice()) return -1;
  any_date(date);
  return __cutpoint_nondet_long();
}
long timegm(Date *date) {
  return mktime(date);
}

/* ---- as text ---- */

enum { DATE = 26 };

char *asctime_r(const Date *date, char *to) {
  if (model_choice()) return NULL;
  model_any_string(to, DATE);
  return to;
}
char *ctime_r(const long *time, char *to) {
  return asctime_r(NULL, to);
}
char *ctime(const long *time) {
  static char text[DATE];
  any_date(&shared);
  return asctime_r(NULL, text);
}
char *asctime(const Date *date) {
  return ctime(NULL);
}

size_t strftime(char *to, size_t room, const char *format, const Date *date) {
  size_t n;
  __cutpoint_havoc(to, room);
  if (room == 0 || model_choice()) return 0;
  n = model_upto(room - 1);
  to[n] = 0;
  return n;
}
