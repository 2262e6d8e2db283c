// property: no-overflow
// expect: true
// says: 1 <= argc < 2\^18
// args: --assumptions
// No system passes as many arguments as an int can count.
int main(int argc, char **argv) {
  return argc + 1;
}
