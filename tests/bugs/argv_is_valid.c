// property: valid-memsafety
// args: --engine=pdr
// expect: true
// guards: argv points to strings; that there are many is no violation
int main(int argc, char **argv) {
  return argc > 1 ? argv[1][0] : 0;
}
