// property: valid-memsafety
// expect: false
// says: argc = 1
// guards: there may be no argument but the program's name
int main(int argc, char **argv) {
  return argc > 5 ? 0 : argv[1][0];
}
