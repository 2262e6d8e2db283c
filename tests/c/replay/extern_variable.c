// property: unreach-call
// expect: false
// args: --64
// What a variable that is defined elsewhere holds is an input, of a run, too.
extern void reach_error(void);
extern int number;
extern const short fixed;
extern struct Pair {
  int first;
  int *second;
} pair;
int main(void) {
  if (number > 3 && fixed == -2 && pair.first == 7 && *pair.second == 9)
    reach_error();
  return 0;
}
