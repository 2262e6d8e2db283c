// property: unreach-call
// expect: false
// args: --64
// guards: a pointer from outside that is compared for order may lead into the array
extern void reach_error(void);
extern void *ask(void);
static int a[10];
int main(void) {
  int *p = ask();
  if (p >= a && p < a + 10) {
    *p = 1;
    for (int i = 0; i < 10; i++)
      if (a[i]) reach_error();
  }
  return 0;
}
