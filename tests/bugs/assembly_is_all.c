// property: no-div-by-zero
// expect: unknown
// guards: a naked function returns where its assembly does
static __attribute__((naked)) void back(void) {
  __asm__ volatile("ret");
}
static int part(int n) {
  if (n == 0) back();
  return 10 / n;
}
int main(int argc, char **argv) {
  return part(argc - 1);
}
