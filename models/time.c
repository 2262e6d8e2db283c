/* SPDX-License-Identifier: MIT
 *
 * time.h: dates.  Which date a number means depends on the time zone, so it is
 * any date; the fields are within the bounds that the standard gives them.
 * Functions that return a pointer to their own memory share it, as they do. */
#include "model.h"

void __cutpoint_reads_bytes(const void *at, size_t bytes); /* format.c */

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
  static char zones[4][64]; /* of several dates */
  char *zone = zones[model_upto(3)];
  model_any_string(zone, sizeof zones[0]);
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

/* May the year not fit an int?  Near the last one the time zone decides. */
static int is_far(long long time) {
  const long long most = 67767976233532799LL;
  return time > most || time < -most;
}

static Date *perhaps_a_date(Date *to) {
  if (!model_choice()) return any_date(to);
  model_perhaps_some(to, sizeof *to);
  return NULL;
}

static Date *date_of(long time, Date *to) {
  return is_far(time) ? perhaps_a_date(to) : any_date(to);
}

Date *localtime_r(const long *time, Date *to) {
  return date_of(*time, to);
}
Date *gmtime_r(const long *time, Date *to) {
  return date_of(*time, to);
}

static Date shared;

Date *localtime(const long *time) {
  return date_of(*time, &shared);
}
Date *gmtime(const long *time) {
  return date_of(*time, &shared);
}

/* All but the day of the year and what follows from the others. */
static void takes_date(const Date *date) {
  model_takes(date->second | date->minute | date->hour | date->day |
              date->month | date->year);
}

long mktime(Date *date) {
  const int most = 1000000000; /* no sum of such years is far */
  long time = __cutpoint_nondet_long();
  takes_date(date);
  model_takes(date->summer);
  if (date->year < most && date->year > -most && date->month < most &&
      date->month > -most)
    __cutpoint_assume(!is_far(time));
  return perhaps_a_date(date) ? time : -1;
}
long timegm(Date *date) {
  return mktime(date);
}

/* ---- as text ---- */

/* Five numbers of any size fit the text that asctime has in memory of its own;
 * what the caller gives has room for 26 bytes (POSIX).  What does not fit ends
 * in NULL, perhaps after some of it was written. */
enum { DATE = 26, LONG_DATE = 128 };

static char *any_text(char *to, size_t room) {
  if (model_choice()) {
    model_perhaps_some(to, room);
    return NULL;
  }
  model_any_string(to, room);
  return to;
}
char *asctime_r(const Date *date, char *to) {
  takes_date(date);
  model_takes(date->weekday);
  return any_text(to, DATE);
}
char *ctime_r(const long *time, char *to) {
  model_takes(*time);
  return any_text(to, DATE);
}

static char text[LONG_DATE];

char *ctime(const long *time) {
  int fits = !is_far(*time);
  any_date(&shared);
  if (fits) model_any_string(text, LONG_DATE);
  return fits ? text : any_text(text, LONG_DATE);
}
char *asctime(const Date *date) {
  takes_date(date);
  model_takes(date->weekday);
  return any_text(text, LONG_DATE);
}

/* Which fields it takes, the format says. */
size_t strftime(char *to, size_t room, const char *format, const Date *date) {
  size_t n;
  __cutpoint_reads_bytes(date, 9 * sizeof(int));
  if (room == 0) return 0;
  if (model_choice()) {
    model_perhaps_some(to, room);
    return 0;
  }
  n = model_upto(room - 1);
  model_stored(to, room, n);
  to[n] = 0;
  return n;
}
