// property: unreach-call
// expect: false
// guards: A function of the program's own that has a name of the system's.
void reach_error(void);
int close(void *door, int hard);
int main(void) {
  int door;
  if (close(&door, 3) == 7) reach_error();
  return 0;
}
