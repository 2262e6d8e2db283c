// property: valid-memsafety
// expect: unknown
// guards: an array in the result of a call dies with the full expression (C11 6.2.4p8)
struct name {
  char text[12];
};
static struct name make(char c) {
  struct name made = {{c, 0}};
  return made;
}
static const char *skip(const char *text) {
  return text[0] == ' ' ? text + 1 : text;
}
int main(void) {
  const char *text = skip(make('x').text);
  return text[0];
}
