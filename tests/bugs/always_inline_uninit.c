// property: valid-init
// expect: false
// guards: locals of a function that clang put in the place of its call start anew in each round
static inline __attribute__((always_inline)) int pick(int i) {
  int local;
  if (i == 0) local = 1;
  return local;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += pick(i);
  return sum == 5;
}
