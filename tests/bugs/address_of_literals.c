// property: unreach-call
// expect: unknown
// guards: string literals may share their bytes (C11 6.4.5p7)
extern void reach_error(void);
int main(void) {
  const char *tail = "tail", *whole = "long tail";
  if (tail == whole + 5) reach_error();
  return 0;
}
