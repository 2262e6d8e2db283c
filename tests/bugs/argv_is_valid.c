// property: valid-memsafety
// expect: unknown
// guards: argv points to strings; what we do not model is no violation
int main(int argc, char **argv) {
  return argc > 1 ? argv[1][0] : 0;
}
