// property: valid-init
// expect: true
// args: --cores=1
// guards: a byte of a local or of a constant that is stored makes what is
// there written
static const char digits[] = "0123456789abcdef";
int main(int argc, char **argv) {
  char text[3];
  char first = (char)argc;
  text[0] = first;
  text[1] = digits[argc & 15];
  text[2] = text[1];
  return text[0] + text[1] + text[2];
}
