/* SPDX-License-Identifier: MIT
 *
 * Which functions of the C library run themselves in a replay, in place of
 * their models: those that do more than a model says, and, where the program
 * runs with the real library, those that a model is exact about. */
#include "replay/bitcode/bitcode_int.h"

static const char *const real_names[] = {
    "sprintf",       "vsprintf",       "snprintf",        "vsnprintf",
    "__sprintf_chk", "__snprintf_chk", "__vsnprintf_chk", "asprintf",
    "vasprintf",     "sscanf",         "vsscanf",         "__isoc99_sscanf",
    "strerror",      "strtod",         "strtof",          "strtold",
    "gmtime",        "gmtime_r",       "localtime",       "localtime_r",
    "mktime",        "timegm",         "asctime",         "asctime_r",
    "ctime",         "ctime_r",        "strftime",
};

/* Of these the standard leaves something open. */
static const char *const open_names[] = {
    " bcmp bsearch isalnum isalpha isascii isblank iscntrl isdigit isgraph ",
    " islower isprint ispunct isspace isupper isxdigit memcmp qsort ",
    " strcasecmp strcmp strcoll strncasecmp strncmp wcscmp wcsncmp wmemcmp ",
    NULL,
};

/* Models that do what these functions do, which is to be seen. */
static const char *const exact_names[] = {
    " __errno_location __fpclassify __fpclassifyf __fpclassifyl __isinf ",
    " __isinff __isinfl __isnan __isnanf __isnanl __memcpy_chk __memmove_chk ",
    " __memset_chk __signbit __signbitf __signbitl __strcat_chk __strcpy_chk ",
    " __strncat_chk __strncpy_chk abs atoi atol atoll bcopy bzero ceil ceilf ",
    " ceill copysign copysignf copysignl div explicit_bzero fabs fabsf fabsl ",
    " fdim fdimf fdiml ffs ffsl ffsll floor floorf floorl fma fmaf fmal fmax ",
    " fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl frexp frexpf index labs ",
    " ldiv llabs lldiv llrint llrintf llrintl llround llroundf llroundl lrint ",
    " lrintf lrintl lround lroundf lroundl memccpy memchr memcpy memmem ",
    " memmove mempcpy memrchr memset modf modff modfl nearbyint nearbyintf ",
    " nearbyintl rawmemchr rindex rint rintf rintl round roundeven roundevenf ",
    " roundevenl roundf roundl sqrt sqrtf sqrtl stpcpy stpncpy strcasestr ",
    " strcat strchr strchrnul strcpy strcspn strlen strncat strncpy strnlen ",
    " strpbrk strrchr strsep strspn strstr strtok strtok_r strtol strtoll ",
    " strtoul strtoull toascii tolower toupper trunc truncf truncl ",
    NULL,
};

bool fe_replay_is_real(const char *function, const Property *property) {
  for (size_t i = 0; i < sizeof real_names / sizeof *real_names; i++)
    if (strcmp(function, real_names[i]) == 0) return true;
  return fe_is_listed(open_names, function) &&
         !prog_property_is_memory(property);
}

/* The name of the C library's function that runs in place of the model; NULL:
 * the model runs. */
static const char *real_name(const Writer *w, const char *name) {
  const Property *property = w->replay->property;
  if (fe_replay_is_real(name, property)) return name;
  if (w->replay->library != FE_REAL_LIBRARY) return NULL;
  name = prog_without_twin(name);
  return fe_replay_is_real(name, property) || fe_is_listed(exact_names, name)
             ? name
             : NULL;
}

void rw_take_real_functions(Writer *w) {
  LLVMValueRef f, next;
  for (f = LLVMGetFirstFunction(w->module); f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (!fe_is_model(f) || !text_starts_with(name, RW_PRIVATE)) continue;
    const char *real = real_name(w, name + strlen(RW_PRIVATE));
    if (!real) continue;
    LLVMValueRef given = LLVMGetNamedFunction(w->module, real);
    if (!given)
      given = LLVMAddFunction(w->module, real, LLVMGlobalGetValueType(f));
    LLVMReplaceAllUsesWith(f, given);
  }
}
