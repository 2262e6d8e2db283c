// property: unreach-call
// expect: false
// args: --engine=concolic --cpu-timeout=10
// guards: runs that hang in an empty loop end there at once
extern void reach_error(void);
extern int get(void);
static void stop(void) {
  for (;;)
    ;
}
static int below(int bound) {
  int value = get();
  if (value < 0 || value >= bound) stop();
  return value;
}

int main(void) {
  int key = 0;
  for (int i = 0; i < 12; i++) {
    int digit = below(10);
    if (digit != (7 * i + 3) % 10) stop();
    key = key * 3 + digit;
  }
  if (key > 100) reach_error();
  return 0;
}
