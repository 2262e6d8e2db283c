// expect: false
// says: error: write to a constant
// says: "a,b,c" is a constant: nothing may be written to it
#include <stdio.h>
#include <string.h>

int main(void) {
  char *line = "a,b,c";
  for (char *word = strtok(line, ","); word; word = strtok(NULL, ","))
    puts(word);
  return 0;
}
