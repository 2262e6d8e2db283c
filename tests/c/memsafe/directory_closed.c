// property: valid-deref
// expect: false
// guards: an entry is gone with its directory
#include <dirent.h>
int main(void) {
  DIR *directory = opendir(".");
  if (!directory) return 1;
  struct dirent *entry = readdir(directory);
  closedir(directory);
  return entry ? entry->d_name[0] : 0;
}
