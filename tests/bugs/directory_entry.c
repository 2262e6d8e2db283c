// property: unreach-call
// expect: true
// guards: no entry of a directory is without a name
#include <dirent.h>
extern void reach_error(void);
int main(void) {
  DIR *directory = opendir(".");
  struct dirent *entry = directory ? readdir(directory) : 0;
  if (entry && (!entry->d_name[0] || !entry->d_reclen)) reach_error();
}
