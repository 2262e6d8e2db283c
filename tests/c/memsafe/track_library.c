// property: valid-memsafety
// expect: true
// guards: what the library keeps for itself is not lost
typedef struct file FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int main(void) {
  FILE *f = fopen("a", "r");
  if (f) fclose(f);
  return 0;
}
