// property: valid-init
// expect: false
// guards: what stat was to fill is not written where it fails
#include <sys/stat.h>
int main(void) {
  struct stat file;
  stat("/", &file);
  return file.st_size == 5;
}
