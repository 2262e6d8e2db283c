// property: valid-init
// expect: true
// guards: a lane of a vector that is written was told to read the others
typedef int Four __attribute__((vector_size(16)));
typedef float Two __attribute__((vector_size(8)));
struct pair {
  char tag;
  Two at;
};
static Two sum(Two a, Two b) {
  return a + b;
}
int main(void) {
  Four all, some;
  struct pair p;
  for (int i = 0; i < 4; i++) all[i] = i;
  some[3] = all[2];
  p.tag = 1;
  p.at[0] = p.at[1] = 2;
  struct pair q = p;
  q.at = sum(q.at, p.at);
  return some[3] + (all + all)[0] + (q.at[1] > 1);
}
