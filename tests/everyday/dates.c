/* Days between two dates of the Gregorian calendar. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

static bool is_leap(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_of_month(int month, int year) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month == 2 && is_leap(year))
    return 29;
  return days[month - 1];
}

static bool is_valid(int day, int month, int year) {
  return year >= 1583 && year <= 9999 && month >= 1 && month <= 12 &&
         day >= 1 && day <= days_of_month(month, year);
}

static int day_of_year(int day, int month, int year) {
  int n = day;
  for (int m = 1; m < month; m++)
    n += days_of_month(m, year);
  return n;
}

static int day_number(int day, int month, int year) {
  int y = year - 1;
  return 365 * y + y / 4 - y / 100 + y / 400 + day_of_year(day, month, year);
}

int main(void) {
  int d1, m1, y1, d2, m2, y2;
  if (scanf("%d.%d.%d %d.%d.%d", &d1, &m1, &y1, &d2, &m2, &y2) != 6)
    return 1;
  if (!is_valid(d1, m1, y1) || !is_valid(d2, m2, y2)) {
    puts("no such date");
    return 1;
  }
  assert(day_of_year(d1, m1, y1) <= 366);
  printf("%d days\n", day_number(d2, m2, y2) - day_number(d1, m1, y1));
  return 0;
}
