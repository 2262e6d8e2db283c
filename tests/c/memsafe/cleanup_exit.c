// property: valid-memcleanup
// expect: false
// says: false.valid-memcleanup
// guards: exit is an end, too
void *malloc(__SIZE_TYPE__);
void free(void *);
void exit(int);
int *g;
int main(void) {
  g = malloc(4);
  exit(0);
}
