/* SPDX-License-Identifier: MIT
 *
 * Functions of the C library that have no model.
 *
 * A function without a body has, by convention, no effect but its result.  For
 * the functions of one's own that a task leaves out this is what is meant; of
 * the C library it would be wrong: frexp stores the exponent, lfind calls
 * back, strchr returns a pointer into its argument, fesetround changes what
 * all arithmetic means.  So the library is known by name.  What a function may
 * do follows from its prototype (the lists were made from those of glibc's
 * headers and from what its libraries export, and looked through):
 *
 * - a pointer to what is not constant, a pointer to pointers, a callback or a
 *   pointer as its result: anything may happen there.  Without a model, a call
 *   that has such a pointer is not supported;
 * - numbers and pointers to constants only: there is no effect.  What is
 *   computed from the arguments alone is any value for the proof (over), but
 *   a counterexample is run with the real function;
 * - the rest asks the world outside (getpid, isatty, close): any result.
 *
 * All this is for programs.  Where single functions are looked at (scan), one
 * without a body may write what its arguments point to, as it is.
 *
 * The lists hold functions that have a model, too: one with a body is never
 * looked up.  FILE, DIR and what pthread.h locks are not looked into by
 * programs, so functions that only change those have no effect that counts;
 * whether a stream is there is asked by its models (models/streams.c). */
#include "frontend/library/library.h"
#include "frontend/module.h"

/* More than memory: control, threads, handlers. */
static const struct {
  const char *name, *what;
} unsupported[] = {
    {"setjmp", "setjmp"},
    {"_setjmp", "setjmp"},
    {"__setjmp", "setjmp"},
    {"sigsetjmp", "setjmp"},
    {"__sigsetjmp", "setjmp"},
    {"longjmp", "longjmp"},
    {"_longjmp", "longjmp"},
    {"siglongjmp", "longjmp"},
    {"__longjmp_chk", "longjmp"},
    {"pthread_create", "threads"},
    {"thrd_create", "threads"},
    {"clone", "threads"},
    {"fork", "fork"},
    {"mprotect", "pages of memory"},
    {"munmap", "pages of memory"},
    {"madvise", "pages of memory"},
    {"shmdt", "pages of memory"},
    {"vfork", "fork"},
    {"getcontext", "getcontext"},
    {"setcontext", "setcontext"},
    {"makecontext", "makecontext"},
    {"swapcontext", "swapcontext"},
    {"_Fork", "fork"},
    {"daemon", "fork"},
    {"libc_fork", "fork"},
    {"libc_start_main", "a start of its own"},
    {"pthread_exit", "threads"},
    {"thrd_exit", "threads"},
    {"pthread_unwind_next", "threads"},
    {"_pthread_cleanup_push", "cleanup handlers"},
    {"_pthread_cleanup_push_defer", "cleanup handlers"},
    {"pthread_register_cancel", "cleanup handlers"},
    {"pthread_register_cancel_defer", "cleanup handlers"},
    {"signal", "signal handlers"},
    {"bsd_signal", "signal handlers"},
    {"ssignal", "signal handlers"},
    {"sysv_signal", "signal handlers"},
    {"sigset", "signal handlers"},
    {"sigvec", "signal handlers"},
    {"sigaction", "signal handlers"},
    {"libc_sigaction", "signal handlers"},
    {"raise", "signals"},
    {"syscall", "system calls by number"},
    {"atexit", "exit handlers"},
    {"on_exit", "exit handlers"},
    {"at_quick_exit", "exit handlers"},
    {"cxa_atexit", "exit handlers"},
    {"cxa_at_quick_exit", "exit handlers"},
    {"cxa_thread_atexit", "exit handlers"},
    {"cxa_thread_atexit_impl", "exit handlers"},
    {"cxa_finalize", "exit handlers"},
};

/* Writes, keeps or returns pointers, or calls back. */
static const char *const through_pointers[] = {
    " _IO_fdopen _IO_fgetpos _IO_fgetpos64 _IO_fgets _IO_fopen _IO_fread ",
    " _IO_getline _IO_getline_info _IO_gets _IO_popen _IO_setb _IO_setbuffer ",
    " _IO_setvbuf _IO_sgetn _IO_sprintf _IO_sscanf _IO_vfscanf _IO_vsprintf ",
    " _dl_catch_error _dl_catch_exception _dl_find_object ",
    " _obstack_allocated_p _obstack_begin _obstack_begin_1 _obstack_free ",
    " _obstack_newchunk accept accept4 adjtime adjtimex aio_cancel ",
    " aio_cancel64 aio_fsync aio_fsync64 aio_read aio_read64 aio_return ",
    " aio_return64 aio_suspend aio_write aio_write64 aligned_alloc alloca ",
    " alphasort alphasort64 arc4random_buf argp_error argp_failure argp_help ",
    " argp_parse argz_add argz_add_sep argz_append argz_create ",
    " argz_create_sep argz_delete argz_extract argz_insert argz_next ",
    " argz_replace argz_stringify asctime asctime_r asprintf backtrace ",
    " backtrace_symbols basename bcopy bind_textdomain_codeset bindresvport ",
    " bindresvport6 bindtextdomain brk bsearch bzero c16rtomb c32rtomb ",
    " c8rtomb call_once calloc canonicalize canonicalize_file_name ",
    " canonicalizef canonicalizef128 canonicalizef32 canonicalizef32x ",
    " canonicalizef64 canonicalizef64x canonicalizel capget catgets ",
    " cbc_crypt cfmakeraw cfsetispeed cfsetospeed cfsetspeed clock_adjtime ",
    " clock_getcpuclockid clock_getres clock_gettime clock_nanosleep confstr ",
    " copy_file_range crypt crypt_gensalt crypt_gensalt_r crypt_gensalt_ra ",
    " crypt_gensalt_rn crypt_r crypt_ra crypt_rn ctermid ctime ctime_r ",
    " cuserid dcgettext dcngettext des_setparity dgettext dirname ",
    " dl_iterate_phdr dladdr dladdr1 dlerror dlinfo dlmopen dlopen dlsym ",
    " dlvsym dn_comp dn_expand dngettext drand48_r ecb_crypt ecvt ecvt_r ",
    " encrypt encrypt_r envz_add envz_entry envz_get envz_merge envz_remove ",
    " envz_strip epoll_pwait epoll_pwait2 epoll_wait erand48 erand48_r ",
    " ether_aton ether_aton_r ether_hostton ether_line ether_ntoa ",
    " ether_ntoa_r ether_ntohost eventfd_read explicit_bzero fcntl fcntl64 ",
    " fcrypt fcvt fcvt_r fdopen fdopendir fegetenv fegetexceptflag fegetmode ",
    " fgetgrent fgetgrent_r fgetpos fgetpos64 fgetpwent fgetpwent_r fgets ",
    " fgets_unlocked fgetsgent fgetsgent_r fgetspent fgetspent_r fgetws ",
    " fgetws_unlocked fgetxattr flistxattr fmemopen fopen fopen64 ",
    " fopencookie forkpty fread fread_unlocked free freeaddrinfo freeifaddrs ",
    " freopen freopen64 frexp frexpf frexpf128 frexpf32 frexpf32x frexpf64 ",
    " frexpf64x frexpl fscanf fstat fstat64 fstatat fstatat64 fstatfs ",
    " fstatfs64 fstatvfs fstatvfs64 ftime fts64_children fts64_close ",
    " fts64_open fts64_read fts64_set fts_children fts_close fts_open ",
    " fts_read fts_set ftw ftw64 fwscanf fxstat64 fxstatat fxstatat64 ",
    " gai_cancel gai_error gai_strerror gamma_r_finite gammaf_r_finite ",
    " gammal_r_finite gcvt get_current_dir_name get_kernel_syms getaddrinfo ",
    " getaddrinfo_a getaliasbyname getaliasbyname_r getaliasent ",
    " getaliasent_r getcpu getcwd getdate getdate_r getdelim getdents64 ",
    " getdirentries getdirentries64 getdomainname getentropy getenv getfsent ",
    " getfsfile getfsspec getgrent getgrent_r getgrgid getgrgid_r getgrnam ",
    " getgrnam_r getgrouplist getgroups gethostbyaddr gethostbyaddr_r ",
    " gethostbyname gethostbyname2 gethostbyname2_r gethostbyname_r ",
    " gethostent gethostent_r gethostname getifaddrs getipv4sourcefilter ",
    " getitimer getline getloadavg getlogin getlogin_r getmntent getmntent_r ",
    " getmsg getnameinfo getnetbyaddr getnetbyaddr_r getnetbyname ",
    " getnetbyname_r getnetent getnetent_r getnetgrent getnetgrent_r getpass ",
    " getpeername getpmsg getprotobyname getprotobyname_r getprotobynumber ",
    " getprotobynumber_r getprotoent getprotoent_r getpublickey getpw ",
    " getpwent getpwent_r getpwnam getpwnam_r getpwuid getpwuid_r getrandom ",
    " getresgid getresuid getrlimit getrlimit64 getrpcbyname getrpcbyname_r ",
    " getrpcbynumber getrpcbynumber_r getrpcent getrpcent_r getrusage ",
    " getsecretkey getservbyname getservbyname_r getservbyport ",
    " getservbyport_r getservent getservent_r getsgent getsgent_r getsgnam ",
    " getsgnam_r getsockname getsockopt getsourcefilter getspent getspent_r ",
    " getspnam getspnam_r getsubopt gettext gettimeofday getttyent getttynam ",
    " getusershell getutent getutent_r getutid getutid_r getutline ",
    " getutline_r getutmp getutmpx getutxent getutxid getutxline getwd ",
    " getxattr glob glob64 globfree globfree64 gmtime gmtime_r gtty ",
    " h_errno_location hasmntopt hcreate hcreate_r hdestroy hdestroy_r ",
    " host2netname hsearch hsearch_r hstrerror iconv if_freenameindex ",
    " if_indextoname if_nameindex index inet6_opt_append inet6_opt_find ",
    " inet6_opt_finish inet6_opt_get_val inet6_opt_init inet6_opt_next ",
    " inet6_opt_set_val inet6_option_alloc inet6_option_append ",
    " inet6_option_find inet6_option_init inet6_option_next inet6_rth_add ",
    " inet6_rth_getaddr inet6_rth_init inet6_rth_reverse inet_aton ",
    " inet_net_ntop inet_net_pton inet_neta inet_nsap_addr inet_nsap_ntoa ",
    " inet_ntoa inet_ntop inet_pton initstate initstate_r insque ioctl ",
    " jrand48 jrand48_r l64a lcong48 lcong48_r lfind lgamma_r ",
    " lgamma_r_finite lgammaf128_r lgammaf32_r lgammaf32x_r lgammaf64_r ",
    " lgammaf64x_r lgammaf_r lgammaf_r_finite lgammal_r lgammal_r_finite ",
    " lgetxattr libc_calloc libc_free libc_malloc libc_memalign libc_pvalloc ",
    " libc_realloc libc_valloc lio_listio lio_listio64 listxattr llistxattr ",
    " localeconv localtime localtime_r lrand48_r lsearch lstat lstat64 ",
    " lxstat64 malloc malloc_usable_size mbrlen mbrtoc16 mbrtoc32 mbrtoc8 ",
    " mbrtowc mbsnrtowcs mbsrtowcs mbstowcs mbtowc mcheck mcheck_pedantic ",
    " memalign memccpy memchr memcpy memfrob memmem memmove mempcpy memrchr ",
    " memset mincore mkdtemp mkostemp mkostemp64 mkostemps mkostemps64 ",
    " mkstemp mkstemp64 mkstemps mkstemps64 mktemp mktime mmap mmap64 modf ",
    " modff modff128 modff32 modff32x modff64 modff64x modfl modify_ldt ",
    " mount_setattr mprobe mq_getattr mq_receive mq_setattr mq_timedreceive ",
    " mrand48_r mremap msgctl msgrcv name_to_handle_at nanosleep ",
    " netname2host netname2user nftw nftw64 ngettext nl_langinfo ",
    " nl_langinfo_l nrand48 nrand48_r ns_datetosecs ns_format_ttl ",
    " ns_initparse ns_makecanon ns_name_compress ns_name_ntol ns_name_ntop ",
    " ns_name_pack ns_name_pton ns_name_rollback ns_name_skip ",
    " ns_name_uncompress ns_name_unpack ns_parse_ttl ns_parserr ns_put16 ",
    " ns_put32 ns_sprintrr ns_sprintrrf nss_lookup ntp_adjtime ntp_gettime ",
    " ntp_gettimex obstack_free obstack_printf obstack_vprintf ",
    " open_by_handle_at open_memstream open_wmemstream opendir openpty ",
    " parse_printf_format passwd2des pipe pipe2 pkey_mprotect pmap_getmaps ",
    " poll popen posix_memalign posix_spawn ",
    " posix_spawn_file_actions_addchdir_np posix_spawn_file_actions_addclose ",
    " posix_spawn_file_actions_addclosefrom_np ",
    " posix_spawn_file_actions_adddup2 posix_spawn_file_actions_addfchdir_np ",
    " posix_spawn_file_actions_addopen ",
    " posix_spawn_file_actions_addtcsetpgrp_np ",
    " posix_spawn_file_actions_destroy posix_spawn_file_actions_init ",
    " posix_spawnattr_destroy posix_spawnattr_getflags ",
    " posix_spawnattr_getpgroup posix_spawnattr_getschedparam ",
    " posix_spawnattr_getschedpolicy posix_spawnattr_getsigdefault ",
    " posix_spawnattr_getsigmask posix_spawnattr_init ",
    " posix_spawnattr_setflags posix_spawnattr_setpgroup ",
    " posix_spawnattr_setschedparam posix_spawnattr_setschedpolicy ",
    " posix_spawnattr_setsigdefault posix_spawnattr_setsigmask posix_spawnp ",
    " ppoll prctl pread pread64 preadv preadv2 preadv64 preadv64v2 ",
    " printf_size printf_size_info prlimit prlimit64 process_vm_readv profil ",
    " pselect psiginfo pthread_atfork pthread_attr_getaffinity_np ",
    " pthread_attr_getdetachstate pthread_attr_getguardsize ",
    " pthread_attr_getinheritsched pthread_attr_getschedparam ",
    " pthread_attr_getschedpolicy pthread_attr_getscope ",
    " pthread_attr_getsigmask_np pthread_attr_getstack ",
    " pthread_attr_getstackaddr pthread_attr_getstacksize ",
    " pthread_attr_setstack pthread_attr_setstackaddr ",
    " pthread_barrierattr_getpshared pthread_clockjoin_np ",
    " pthread_condattr_getclock pthread_condattr_getpshared ",
    " pthread_getaffinity_np pthread_getattr_default_np pthread_getattr_np ",
    " pthread_getcpuclockid pthread_getname_np pthread_getschedparam ",
    " pthread_getspecific pthread_join pthread_key_create ",
    " pthread_mutex_getprioceiling pthread_mutex_setprioceiling ",
    " pthread_mutexattr_getprioceiling pthread_mutexattr_getprotocol ",
    " pthread_mutexattr_getpshared pthread_mutexattr_getrobust ",
    " pthread_mutexattr_getrobust_np pthread_mutexattr_gettype pthread_once ",
    " pthread_rwlockattr_getkind_np pthread_rwlockattr_getpshared ",
    " pthread_setcancelstate pthread_setcanceltype pthread_sigmask ",
    " pthread_timedjoin_np pthread_tryjoin_np ptrace ptsname ptsname_r ",
    " putenv pututline pututxline pvalloc qecvt qecvt_r qfcvt qfcvt_r qgcvt ",
    " qsort qsort_r query_module rand_r random_r rawmemchr rcmd rcmd_af ",
    " re_comp re_compile_fastmap re_compile_pattern re_match re_match_2 ",
    " re_search re_search_2 re_set_registers read readdir readdir64 ",
    " readdir64_r readdir_r readlink readlinkat readv realloc reallocarray ",
    " realpath recv recvfrom recvmmsg recvmsg regcomp regerror regexec ",
    " regfree register_atfork register_printf_function ",
    " register_printf_specifier register_printf_type registerrpc ",
    " remap_file_pages remque remquo remquof remquof128 remquof32 remquof32x ",
    " remquof64 remquof64x remquol res_mkquery res_nmkquery res_nquery ",
    " res_nquerydomain res_nsearch res_nsend res_query res_querydomain ",
    " res_search res_send res_send_setqhook res_send_setrhook res_state ",
    " rexec rexec_af rindex rresvport rresvport_af rtime ruserpass sbrk ",
    " scandir scandir64 scandirat scandirat64 scanf sched_getaffinity ",
    " sched_getparam sched_rr_get_interval scratch_buffer_grow secure_getenv ",
    " seed48 seed48_r select sem_getvalue semctl semop semtimedop sendfile ",
    " sendfile64 sendmmsg setbuf setbuffer setitimer setmntent setpayload ",
    " setpayloadf setpayloadf128 setpayloadf32 setpayloadf32x setpayloadf64 ",
    " setpayloadf64x setpayloadl setpayloadsig setpayloadsigf ",
    " setpayloadsigf128 setpayloadsigf32 setpayloadsigf32x setpayloadsigf64 ",
    " setpayloadsigf64x setpayloadsigl setstate setstate_r setvbuf sgetsgent ",
    " sgetsgent_r sgetspent sgetspent_r shmat shmctl sigabbrev_np sigaddset ",
    " sigaltstack sigandset sigdelset sigdescr_np sigemptyset sigfillset ",
    " sigorset sigpending sigprocmask sigreturn sigstack sigtimedwait ",
    " sigwait sigwaitinfo sincos sincosf sincosf128 sincosf32 sincosf32x ",
    " sincosf64 sincosf64x sincosl snprintf socketpair splice sprintf ",
    " sprofil srand48_r srandom_r sscanf ssignal stat stat64 statfs statfs64 ",
    " statvfs statvfs64 statx stpcpy stpncpy strcasestr strcat strchr ",
    " strchrnul strcpy strdup strerror strerror_l strerror_r strerrordesc_np ",
    " strerrorname_np strfmon strfmon_l strfromd strfromf strfromf128 ",
    " strfromf32 strfromf32x strfromf64 strfromf64x strfroml strfry strftime ",
    " strftime_l strncat strncpy strndup strpbrk strptime strptime_l strrchr ",
    " strsep strsignal strstr strtod strtod_l strtof strtof128 strtof128_l ",
    " strtof32 strtof32_l strtof32x strtof32x_l strtof64 strtof64_l ",
    " strtof64x strtof64x_l strtof_l strtoimax strtok strtok_r strtol ",
    " strtol_l strtold strtold_l strtoll strtoll_l strtoq strtoul strtoul_l ",
    " strtoull strtoull_l strtoumax strtouq strxfrm strxfrm_l svc_register ",
    " swab swprintf swscanf syscall sysctl sysinfo sysv_signal tcgetattr ",
    " tdelete tdestroy tempnam textdomain tfind thrd_join thrd_sleep time ",
    " timegm timelocal timer_create timer_gettime timer_settime ",
    " timerfd_gettime timerfd_settime times timespec_get timespec_getres ",
    " tmpfile tmpfile64 tmpnam tmpnam_r tsearch tss_create tss_get tss_set ",
    " ttyname ttyname_r twalk twalk_r uname valloc vasprintf versionsort ",
    " versionsort64 vfscanf vfwscanf vscanf vsnprintf vsprintf vsscanf ",
    " vswprintf vswscanf vwscanf ",
    " wait wait3 wait4 waitid waitpid wcpcpy wcpncpy wcrtomb wcscat wcschr ",
    " wcschrnul wcscpy wcsdup wcsftime wcsftime_l wcsncat wcsncpy wcsnrtombs ",
    " wcspbrk wcsrchr wcsrtombs wcsstr wcstod wcstod_l wcstof wcstof128 ",
    " wcstof128_l wcstof32 wcstof32_l wcstof32x wcstof32x_l wcstof64 ",
    " wcstof64_l wcstof64x wcstof64x_l wcstof_l wcstoimax wcstok wcstol ",
    " wcstol_l wcstold wcstold_l wcstoll wcstoll_l wcstombs wcstoq wcstoul ",
    " wcstoul_l wcstoull wcstoull_l wcstoumax wcstouq wcswcs wcsxfrm ",
    " wcsxfrm_l wctomb wmemchr wmemcpy wmemmove wmempcpy wmemset wordexp ",
    " wordfree wscanf xpg_basename xpg_strerror_r xstat64 ",
    NULL,
};

/* Changes what no argument points to: globals, the floating-point
 * environment, the locale, the life of the process. */
static const char *const always[] = {
    " argp_state_help argp_usage err error error_at_line errx ",
    " feclearexcept fedisableexcept feenableexcept feholdexcept ",
    " feraiseexcept fesetenv fesetexcept fesetexceptflag fesetmode ",
    " fesetround fetestexcept fetestexceptflag feupdateenv gamma gammaf ",
    " gammal getopt getopt_long getopt_long_only gsignal kill killpg lgamma ",
    " lgammaf lgammaf128 lgammaf32 lgammaf32x lgammaf64 lgammaf64x lgammal ",
    " pthread_kill pthread_sigqueue re_exec re_set_syntax setlocale sigqueue ",
    " tgkill tzset uselocale verr verrx ",
    NULL,
};

/* Computed from the arguments alone.  Those of math.h and complex.h stand for
 * all their types (sin: also sinf, sinl, sinf64). */
static const char *const computed[] = {
    " divdc3 divsc3 divtc3 divxc3 muldc3 mulsc3 multc3 mulxc3 ", /* of clang */
    " getegid geteuid getgid getpagesize getuid sysconf ", /* in one process */
    " __ctype_get_mb_cur_max ctype_get_mb_cur_max get_nprocs ",
    " get_nprocs_conf getdtablesize gnu_dev_major gnu_dev_makedev ",
    " gnu_dev_minor rpmatch sched_get_priority_max sched_get_priority_min ",
    " a64l acos acosh asin asinh atan atan2 atanh atof btowc cabs cacos ",
    " cacosh carg casin casinh catan catanh cbrt ccos ccosh ceil cexp ",
    " cfgetispeed cfgetospeed cimag clog clog10 conj copysign cos cosh cpow ",
    " cproj creal csin csinh csqrt ctan ctanh daddl ddivl dfmal difftime ",
    " dmull drem dsqrtl dsubl dysize erf erfc exp exp10 exp2 expm1 ",
    " f32addf32x f32addf64 f32addf64x f32divf32x f32divf64 f32divf64x ",
    " f32fmaf32x f32fmaf64 f32fmaf64x f32mulf32x f32mulf64 f32mulf64x ",
    " f32sqrtf32x f32sqrtf64 f32sqrtf64x f32subf32x f32subf64 f32subf64x ",
    " f32xaddf64 f32xaddf64x f32xdivf64 f32xdivf64x f32xfmaf64 f32xfmaf64x ",
    " f32xmulf64 f32xmulf64x f32xsqrtf64 f32xsqrtf64x f32xsubf64 f32xsubf64x ",
    " f64addf64x f64divf64x f64fmaf64x f64mulf64x f64sqrtf64x f64subf64x ",
    " fabs fadd fdim fdiv fegetexcept fegetround ffma finite floor fma fmax ",
    " fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmin ",
    " fminimum fminimum_mag fminimum_mag_num fminimum_num fminmag fmod fmul ",
    " fnmatch fromfp fromfpx fsqrt fsub getpayload hypot ilogb imaxabs ",
    " imaxdiv inet_addr inet_lnaof inet_makeaddr inet_netof inet_network ",
    " isalnum_l isalpha_l isblank_l iscntrl_l isctype isdigit_l isgraph_l ",
    " isinf islower_l isnan isprint_l ispunct_l isspace_l isupper_l iswalnum ",
    " iswalnum_l iswalpha iswalpha_l iswblank iswblank_l iswcntrl iswcntrl_l ",
    " iswctype iswctype_l iswdigit iswdigit_l iswgraph iswgraph_l iswlower ",
    " iswlower_l iswprint iswprint_l iswpunct iswpunct_l iswspace iswspace_l ",
    " iswupper iswupper_l iswxdigit iswxdigit_l isxdigit_l j0 j1 jn ldexp ",
    " llogb llrint llround log log10 log1p log2 logb lrint lround mblen ",
    " mbsinit nan nearbyint nextafter nextdown nexttoward nextup pow ",
    " pthread_equal remainder rint round roundeven scalb scalbln scalbn ",
    " sigisemptyset sigismember significand sin sinh sqrt strcasecmp_l ",
    " strcoll_l strncasecmp_l strverscmp tan tanh tgamma thrd_equal toascii ",
    " tolower_l totalorder totalordermag toupper_l towctrans towctrans_l ",
    " towlower towlower_l towupper towupper_l trunc ufromfp ufromfpx ",
    " wcscasecmp wcscasecmp_l wcscmp wcscoll wcscoll_l wcscspn wcslen ",
    " wcsncasecmp wcsncasecmp_l wcsncmp wcsnlen wcsspn wcswidth wctob ",
    " wctrans wctrans_l wctype wctype_l wcwidth wmemcmp y0 y1 yn ",
    NULL,
};

bool fe_is_listed(const char *const *rows, const char *name) {
  assert(name != NULL);
  for (; *rows; rows++)
    if (text_lists(*rows, name)) return true;
  return false;
}

/* The name without what glibc's headers put around it: __isoc99_sscanf,
 * __read_chk, __xstat, __strtod_internal. */
static const char *plain_name(const char *name, char *room, size_t size) {
  assert(size >= 64);
  static const char *const before[] = {"__", "isoc99_", "isoc23_"};
  static const char *const behind[] = {"_chk", "_internal"};
  const char *start = name;
  if (!text_starts_with(name, "__")) return name;
  for (size_t i = 0; i < sizeof before / sizeof *before; i++)
    if (text_starts_with(start, before[i])) start += strlen(before[i]);
  if (text_starts_with(start, "xstat")) start++;
  if (text_starts_with(start, "fxstat") || text_starts_with(start, "lxstat"))
    snprintf(room, size, "%c%s", *start, start + 2);
  else
    snprintf(room, size, "%s", start);
  size_t n = strlen(room);
  for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
    size_t m = strlen(behind[i]);
    if (n > m && strcmp(room + n - m, behind[i]) == 0) room[n -= m] = 0;
  }
  return room;
}

static bool is_computed(const char *name) {
  static const char *const types[] = {"",    "f",    "l",    "f32",
                                      "f64", "f32x", "f64x", "f128"};
  char base[64];
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    size_t n = strlen(name), m = strlen(types[i]);
    if (n <= m || n - m >= sizeof base || strcmp(name + n - m, types[i]) != 0)
      continue;
    memcpy(base, name, n - m);
    base[n - m] = 0;
    if (fe_is_listed(computed, base)) return true;
  }
  return false;
}

FeLibrary fe_library(const char *name) {
  require(*name != 0);
  char room[64];
  const char *plain = plain_name(name, room, sizeof room);
  if (fe_is_listed(always, plain)) return FE_LIBRARY_GLOBAL;
  if (fe_is_listed(through_pointers, plain)) return FE_LIBRARY_POINTERS;
  return is_computed(plain) ? FE_LIBRARY_COMPUTED : FE_LIBRARY_UNKNOWN;
}

bool fe_is_own(const char *name, uint32_t n_args) {
  static const struct {
    const char *name;
    uint32_t least;
  } known[] = {
      {"error", 3}, {"err", 2}, {"errx", 2}, {"verr", 3}, {"verrx", 3}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, name) == 0) return n_args < known[i].least;
  return false;
}

const char *fe_unsupported(const char *name) {
  char room[64];
  /* What clang calls for objects that no instruction reads or writes whole. */
  if (text_starts_with(name, "__atomic_")) return "large atomic objects";
  const char *plain = plain_name(name, room, sizeof room);
  for (size_t i = 0; i < sizeof unsupported / sizeof *unsupported; i++)
    if (strcmp(unsupported[i].name, name) == 0 ||
        strcmp(unsupported[i].name, plain) == 0)
      return unsupported[i].what;
  return NULL;
}

/* ---- called through pointers ---- */

bool fe_is_taken(LLVMValueRef function) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
      return true;
    uint32_t n = LLVMGetNumArgOperands(user);
    for (uint32_t i = 0; i < n; i++)
      if (LLVMGetOperand(user, i) == function) return true;
  }
  return false;
}

/* A body that says so, as if it were a model's. */
static void refuse(LLVMValueRef function, const char *name) {
  assert(LLVMIsDeclaration(function));
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  LLVMContextRef context = LLVMGetModuleContext(module);
  char what[128];
  snprintf(what, sizeof what, FE_REFUSED "%s", name);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, 0);
  LLVMValueRef callee = fe_function(module, what, type);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(
      builder, LLVMAppendBasicBlockInContext(context, function, ""));
  LLVMBuildCall2(builder, type, callee, NULL, 0, "");
  LLVMBuildUnreachable(builder);
  LLVMDisposeBuilder(builder);
  fe_mark_model(function);
  assert(fe_is_model(function));
}

#define KNOWN "cutpoint-library"

bool fe_library_is_known(LLVMModuleRef module) {
  return LLVMGetModuleFlag(module, KNOWN, strlen(KNOWN)) != NULL;
}

void fe_refuse_library(LLVMModuleRef module, FeMemory memory) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(module));
  LLVMAddModuleFlag(module, LLVMModuleFlagBehaviorWarning, KNOWN, strlen(KNOWN),
                    LLVMValueAsMetadata(LLVMConstInt(i32, 1, 0)));
  LLVMValueRef f = LLVMGetFirstFunction(module);
  for (; f; f = LLVMGetNextFunction(f)) {
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    if (!LLVMIsDeclaration(f) || !fe_is_taken(f)) continue;
    if (fe_unsupported(name) || fe_library(name) >= FE_LIBRARY_POINTERS ||
        (memory == FE_MEMORY_IS_CHECKED && fe_is_reader(name)))
      refuse(f, name);
  }
}
