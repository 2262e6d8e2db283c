// property: unreach-call
// expect: false
// guards: the same in the middle of a word that scanf reads
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char word[8] = "";
  int x = 5;
  if (scanf("%7s %d", word, &x) < 1 && word[0] == 'k') reach_error();
  return 0;
}
