// property: valid-deref
// expect: false
// guards: a name may be longer than one thinks
#include <dirent.h>
#include <string.h>
int main(void) {
  char name[32];
  DIR *directory = opendir(".");
  struct dirent *entry = directory ? readdir(directory) : 0;
  if (entry) strcpy(name, entry->d_name);
  return 0;
}
