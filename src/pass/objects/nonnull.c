/* SPDX-License-Identifier: MIT
 *
 * Library functions that want an object: C11 7.1.4p1 forbids NULL where the
 * description of a function does not allow it.  The table has the arguments
 * that are always looked at.  Where a part of an object is passed (`&p->lock`),
 * it is the pointer to the whole that must not be NULL.
 *
 * What takes the name of a file hands it to the system, which may refuse NULL
 * with an error (EFAULT) where another one would not: wrong all the same, but
 * the way goes on behind such a call (INST_AT_MOST). */
#include "pass/objects/objects_int.h"

static const LibraryRow rows[] = {
    {1, " strlen strnlen strchr strrchr strdup strndup atoi atol atoll "
        "atof strtol strtoul strtoll strtoull strtod strtof strtoimax "
        "strtoumax fgetc getc fclose pclose fseek fseeko ftell ftello "
        "rewind feof ferror clearerr fileno setvbuf puts printf vprintf "
        "closedir readdir rewinddir opendir mktime timegm asctime ctime "
        "localtime gmtime getenv unsetenv getpwnam getgrnam gethostbyname "
        "inet_addr pthread_mutex_init pthread_mutex_lock "
        "pthread_mutex_trylock pthread_mutex_unlock pthread_mutex_destroy "
        "pthread_cond_init pthread_cond_signal pthread_cond_broadcast "
        "pthread_cond_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock "
        "pthread_rwlock_unlock sem_post sem_wait wcslen wcschr wcsrchr "},
    {2, " strtok strlcpy fputc putc ungetc inet_ntop dlsym "
        " syslog vsyslog dprintf vdprintf "},
    {3, " strcpy stpcpy strncpy strcat strncat strcmp strncmp strcasecmp "
        "strncasecmp strcoll strstr strcasestr strspn strcspn strpbrk "
        "strsep fputs fprintf vfprintf fscanf sprintf vsprintf sscanf "
        "vsscanf asprintf vasprintf localtime_r gmtime_r asctime_r "
        "ctime_r inet_aton regexec regcomp fnmatch pthread_cond_wait "
        "wcscpy wcscat wcscmp "},
    {4, " snprintf vsnprintf "},
    {5, " fgets "},
    {6, " strtok_r inet_pton "},
    {7, " getline "},
    {8, " fread fwrite "},
    {12, " strftime "}};

/* The system may say no, and the call returns. */
static const LibraryRow refused[] = {
    {1, " stat stat64 lstat lstat64 access open open64 creat unlink remove "
        "rmdir mkdir chdir chmod chown lchown mkfifo truncate readlink "
        "mkstemp mkdtemp statvfs utime utimes "},
    {3, " rename link symlink "}};

static void guard_argument(Guarding *g, const char *name, Val argument,
                           bool is_refused) {
  Program *p = g->edit.program;
  Val v = prog_address_root(g->edit.f, argument);
  TypeId type = prog_val_type(p, g->edit.f, v);
  if (prog_type(p, type)->kind != TYPE_PTR || is_variable(p, g->edit.f, v))
    return;
  Val null = prog_const_u64(p, type, 0);
  Val wrong = edit_op2(&g->edit, OP_EQ, prog_type_int(p, 1), v, null);
  if (is_refused) g->edit.f->insts.at[val_index(wrong)].flags |= INST_AT_MOST;
  edit_guard(&g->edit, wrong, PASS_NULL_ARGUMENT,
             arena_printf(&p->arena, "NULL is passed to %s()", name));
}

void guard_nonnull(Guarding *g, const Inst *call) {
  const char *name = library_name(g->edit.program, call);
  if (!name) return;
  uint32_t wants = library_arguments(rows, sizeof rows / sizeof *rows, name);
  uint32_t asks =
      library_arguments(refused, sizeof refused / sizeof *refused, name);
  for (uint32_t k = 0; (wants | asks) >> k && k + 1 < call->n_ops; k++)
    if ((wants | asks) >> k & 1)
      guard_argument(g, name, call->ops[k + 1], !(wants >> k & 1));
}
