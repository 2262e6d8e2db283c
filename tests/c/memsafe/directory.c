// property: valid-deref,valid-free
// expect: true
// guards: entries of a directory, one after the other
#include <dirent.h>
#include <stdio.h>
int main(void) {
  DIR *directory = opendir(".");
  struct dirent *entry;
  if (!directory) return 1;
  while ((entry = readdir(directory))) puts(entry->d_name);
  return closedir(directory);
}
