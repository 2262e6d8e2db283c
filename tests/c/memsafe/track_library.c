// property: valid-memsafety
// expect: unknown
// guards: what the library keeps for itself is not the program's to free
typedef struct file FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int main(void) {
  FILE *f = fopen("a", "r");
  if (f) fclose(f);
  return 0;
}
