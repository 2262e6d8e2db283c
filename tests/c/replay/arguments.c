// property: unreach-call,assertion
// expect: false
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc == 42) reach_error();
  return 0;
}
