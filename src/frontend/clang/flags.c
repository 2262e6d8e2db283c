/* SPDX-License-Identifier: MIT
 *
 * Compiler flags of builds.
 *
 * Builds are written for other compilers than ours, and their flags say much
 * that does not change what the code means.  Four kinds: those that decide
 * the meaning (names and places of headers, dialect, signedness of char, ...),
 * those that change it in a way that is not followed here, those known not to
 * matter, and the rest. */
#include "frontend/clang/clang.h"

static bool is_one_of(const char *word, const char *const *list) {
  for (; *list; list++)
    if (strcmp(word, *list) == 0) return true;
  return false;
}

static bool starts_as_one_of(const char *word, const char *const *list) {
  for (; *list; list++)
    if (text_starts_with(word, *list)) return true;
  return false;
}

const char *fe_joined_path(const char *flag) {
  assert(flag[0] == '-');
  static const char *const names[] = {"-I", "-isystem", "-iquote", "-idirafter",
                                      "-isysroot"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (text_starts_with(flag, names[i]) && flag[strlen(names[i])])
      return flag + strlen(names[i]);
  return NULL;
}

/* "-I" and "-Idir", "-isystem" and so on. */
static FeFlagUse path_flag(const char *flag) {
  assert(flag[0] == '-');
  static const char *const paths[] = {"-I",         "-isystem", "-iquote",
                                      "-idirafter", "-include", "-imacros",
                                      "--sysroot",  "-isysroot"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    if (!text_starts_with(flag, paths[i])) continue;
    if (flag[strlen(paths[i])] == 0) return FE_FLAG_KEEP_PATH;
    if (fe_joined_path(flag)) return FE_FLAG_KEEP_JOINED_PATH;
    if (text_starts_with(flag, "--sysroot=")) return FE_FLAG_KEEP;
  }
  return FE_FLAG_UNKNOWN;
}

FeFlagUse fe_flag_use(const char *flag) {
  assert(flag[0] == '-' && flag[1]);
  static const char *const keep[] = {"-funsigned-char",  "-fsigned-char",
                                     "-fno-signed-char", "-fshort-enums",
                                     "-fno-short-enums", "-fwrapv",
                                     "-pthread",         "-ansi",
                                     "-nostdinc",        "-fms-extensions",
                                     "-fgnu89-inline",   "-fno-gnu89-inline",
                                     "-trigraphs",       "-fshort-wchar",
                                     "-undef",           "-fplan9-extensions",
                                     "-fcommon",         "-ffreestanding",
                                     "-fhosted",         "-fno-strict-overflow",
                                     "-fno-wrapv",       NULL};
  static const char *const refused[] = {"-ftrapv",
                                        "-funsigned-bitfields",
                                        "-fsingle-precision-constant",
                                        "-ffast-math",
                                        "-Ofast",
                                        "-funsafe-math-optimizations",
                                        "-ffinite-math-only",
                                        "-fno-signed-zeros",
                                        "-fassociative-math",
                                        "-freciprocal-math",
                                        NULL};
  static const char *const refused_starts[] = {
      "-finstrument-functions", "-ftrivial-auto-var-init=", "-fopenmp",
      "-fexec-charset=",        "-fwide-exec-charset=",     NULL};
  static const char *const drop_pairs[] = {"-o",
                                           "-MF",
                                           "-MT",
                                           "-MQ",
                                           "-MJ",
                                           "-L",
                                           "-l",
                                           "-Xlinker",
                                           "-target",
                                           "-arch",
                                           "-z",
                                           "-T",
                                           "-u",
                                           "-x",
                                           "-Xclang",
                                           "-mllvm",
                                           "--param",
                                           "-aux-info",
                                           "-Xpreprocessor",
                                           "-Xassembler",
                                           "-e",
                                           "-h",
                                           NULL};
  static const char *const drop[] = {"-c",
                                     "-S",
                                     "-E",
                                     "-pipe",
                                     "-shared",
                                     "-static",
                                     "-r",
                                     "-s",
                                     "-v",
                                     "-rdynamic",
                                     "-pie",
                                     "-no-pie",
                                     "-p",
                                     "-pg",
                                     "-w",
                                     "-ansi-alias",
                                     "-nostdlib",
                                     "-nodefaultlibs",
                                     "-###",
                                     "-nostartfiles",
                                     "-pedantic",
                                     "-pedantic-errors",
                                     "-save-temps",
                                     "-traditional-cpp",
                                     "-Qunused-arguments",
                                     "-C",
                                     "-P",
                                     "-static-libgcc",
                                     "-symbolic",
                                     "-H",
                                     NULL};
  static const char *const drop_starts[] = {
      "-W",      "-O",           "-g",      "-M",        "-l",
      "-L",      "-f",           "-m",      "-B",        "-D_FORTIFY_SOURCE",
      "-R",      "-dumpversion", "-print-", "--target=", "-save-temps=",
      "-specs=", "--coverage",   "-x",      "-stdlib",   "-z",
      NULL};
  if (strcmp(flag, "-m32") == 0) return FE_FLAG_32;
  if (strcmp(flag, "-m64") == 0) return FE_FLAG_64;
  if (is_one_of(flag, keep) || text_starts_with(flag, "-fpack-struct") ||
      text_starts_with(flag, "-ffp-contract=") ||
      text_starts_with(flag, "-fno-builtin"))
    return FE_FLAG_KEEP;
  if (is_one_of(flag, refused) || starts_as_one_of(flag, refused_starts))
    return FE_FLAG_REFUSE;
  if (is_one_of(flag, drop)) return FE_FLAG_DROP;
  if (is_one_of(flag, drop_pairs)) return FE_FLAG_DROP_PAIR;
  if (strcmp(flag, "-D") == 0 || strcmp(flag, "-U") == 0)
    return FE_FLAG_KEEP_PAIR;
  if (starts_as_one_of(flag, drop_starts)) return FE_FLAG_DROP;
  if (text_starts_with(flag, "-D") || text_starts_with(flag, "-U") ||
      text_starts_with(flag, "-std="))
    return FE_FLAG_KEEP;
  return path_flag(flag);
}
