// property: assertion
// expect: false
// guards: what newer headers make of strtol knows numbers that begin with 0b
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern long __isoc23_strtol(const char *, char **, int);

int main(void) {
  char text[] = "0b11", *end = 0;
  text[2] = __VERIFIER_nondet_int() == 4711 ? '1' : '2';
  assert(__isoc23_strtol(text, &end, 0) == 0);
  return 0;
}
