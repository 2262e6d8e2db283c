// property: valid-memsafety
// expect: true
// guards: the result of a call lives until the full expression ends
struct name {
  char text[12];
};
static struct name make(char c) {
  struct name made = {{c, 0}};
  return made;
}
static int length(const char *text) {
  int n = 0;
  while (text[n]) n++;
  return n;
}
int main(void) {
  return length(make('x').text) + make('y').text[1];
}
