// property: valid-memsafety
// expect: false
// says: argc = 0
// guards: there may be no argument at all
int main(int argc, char **argv) {
  return argc > 5 ? 0 : argv[0][0];
}
