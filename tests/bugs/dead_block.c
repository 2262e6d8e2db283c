// property: unreach-call
// expect: unknown
// guards: a local of a block that was left holds whatever came to lie there
extern void reach_error(void);
int main(void) {
  int *kept;
  {
    int local = 3;
    kept = &local;
  }
  {
    int other[4] = {9, 9, 9, 9};
    if (*kept != 3) reach_error();
    return other[0];
  }
}
