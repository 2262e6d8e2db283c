/* SPDX-License-Identifier: MIT
 *
 * What hangs together in the world outside; for runs only.
 *
 * The other models give each result on its own: feof says anything, whatever
 * was read before.  A proof may do with that, but a run that rests on it is no
 * run of the program.  So models hand what they found to a function of this
 * file, with the stream or what else it is about.  The reader takes it as it is
 * (FE_WORLD, src/frontend/library/library.h) and never reads these bodies; in
 * an executable they run, and say what fits to all that was said before and is
 * nearest to it.  Where nothing fits, the run ends, and nothing was shown.
 *
 * Known of each stream: whether it came to an end or failed (perhaps, and
 * nobody asked yet), the character that was put back, whether it is at its
 * start, and its number.  What a program wrote to files or put into its
 * environment is not kept: a run that reads these after that is not believed. */
#include "model.h"

/* The reader knows what is for runs only by its name. */
#define is_standard __cutpoint_world_is_standard
#define new_number  __cutpoint_world_new_number
#define find        __cutpoint_world_find
#define reading     __cutpoint_world_reading
#define clear       __cutpoint_world_clear
#define came        __cutpoint_world_came
#define not_before  __cutpoint_world_not_before
#define world       __cutpoint_world

enum { MOST_STREAMS = 64, FIRST_NUMBER = 3 };

typedef enum Mood {
  FINE,
  PERHAPS_AT_END, /* a short text has come */
  PERHAPS_FAILED, /* something was written */
  ENDED,          /* nothing came: for one of the two reasons below */
  AT_END,
  FAILED
} Mood;

typedef struct Stream {
  const FILE *stream;
  Mood mood;
  int back; /* EOF: none */
  int is_at_start, number;
} Stream;

static struct {
  Stream streams[MOST_STREAMS];
  int n_streams, n_numbers;
  int has_written; /* to a file */
  int has_environment; /* of its own making */
  long clock, time;
  int terminal; /* 1: no, 2: yes */
  unsigned char ignored[65];
} world;

extern FILE *stdin, *stdout, *stderr;

static int is_standard(const FILE *stream) {
  return stream == stdin || stream == stdout || stream == stderr;
}

static int new_number(void) {
  return FIRST_NUMBER + world.n_numbers++;
}

static Stream *find(const FILE *stream) {
  Stream *s = world.streams;
  int i, n = world.n_streams;
  for (i = 0; i < n; i++)
    if (s[i].stream == stream) return &s[i];
  __cutpoint_assume(n < MOST_STREAMS);
  s[n].stream = stream;
  s[n].mood = FINE;
  s[n].back = EOF;
  s[n].is_at_start = !is_standard(stream);
  s[n].number = stream == stdin    ? 0
                : stream == stdout ? 1
                : stream == stderr ? 2
                                   : new_number();
  world.n_streams = n + 1;
  return &s[n];
}

/* The stream, which is about to be read. */
static Stream *reading(const FILE *from) {
  Stream *s = find(from ? from : stdin);
  __cutpoint_assume(s->stream == stdin || !world.has_written);
  s->is_at_start = 0;
  return s;
}

static void clear(Stream *s) {
  s->mood = FINE;
  s->back = EOF;
}

/* ---- reading; NULL is the standard input ---- */

/* Some of what was wanted came, or none, or all. */
static void came(Stream *s, size_t some, size_t all) {
  if (some < all)
    s->mood = ENDED;
  else if (s->mood == ENDED) /* but it went on */
    s->mood = FAILED;
}

int __cutpoint_world_character(int c, const FILE *from) {
  Stream *s = reading(from);
  if (s->back != EOF) {
    c = s->back;
    s->back = EOF;
    return c;
  }
  if (s->mood == AT_END) return EOF;
  came(s, c != EOF, 1);
  return c;
}

int __cutpoint_world_back(int result, int c, const FILE *to) {
  Stream *s = reading(to);
  if (c == EOF) return EOF;
  if (result == EOF || s->back != EOF) return EOF;
  s->back = (unsigned char)c;
  if (s->mood != FAILED) s->mood = FINE;
  return s->back;
}

/* A line ends with its first newline. */
char *__cutpoint_world_line(char *line, int room, const FILE *from) {
  Stream *s = reading(from);
  int n = 0;
  if (line && room == 1) return line; /* without reading */
  if (!line) {
    __cutpoint_assume(s->back == EOF);
    if (s->mood != AT_END) s->mood = ENDED;
    return line;
  }
  __cutpoint_assume(s->mood != AT_END);
  came(s, 1, 1);
  if (s->back != EOF) line[0] = (char)s->back, s->back = EOF;
  while (line[n] && line[n] != '\n') n++;
  if (line[n])
    line[n + 1] = 0;
  else if (n + 1 < room && s->mood == FINE)
    s->mood = PERHAPS_AT_END;
  return line;
}

/* As above, with any bytes in it. */
long __cutpoint_world_delimited(long length, char *line, int end,
                                const FILE *from) {
  Stream *s = reading(from);
  long n = 0;
  __cutpoint_assume(s->mood != AT_END);
  came(s, 1, 1);
  if (s->back != EOF) line[0] = (char)s->back, s->back = EOF;
  while (n < length && line[n] != (char)end) n++;
  if (n < length)
    line[++n] = 0;
  else if (s->mood == FINE)
    s->mood = ENDED;
  return n;
}

size_t __cutpoint_world_block(size_t done, char *to, size_t bytes, size_t count,
                              const FILE *from) {
  Stream *s = reading(from);
  if (bytes == 0 || count == 0) return done;
  __cutpoint_assume(done == 0 || s->mood != AT_END);
  if (s->back != EOF) {
    __cutpoint_assume(done > 0);
    *to = (char)s->back;
    s->back = EOF;
  }
  if (s->mood != AT_END) came(s, done, count);
  return done;
}

int __cutpoint_world_scanned(int matched, const FILE *from) {
  Stream *s = reading(from);
  __cutpoint_assume(s->back == EOF); /* a text of which it is the first */
  __cutpoint_assume(s->mood != AT_END || matched == EOF);
  if (s->mood == AT_END) return EOF;
  came(s, matched != EOF, 1);
  if (matched != EOF && s->mood == FINE) s->mood = PERHAPS_AT_END;
  return matched;
}

long __cutpoint_world_received(long result, int file) {
  __cutpoint_assume(file == 0 || !world.has_written);
  return result;
}

/* ---- writing ---- */

int __cutpoint_world_wrote(int result, const FILE *to) {
  Stream *s = find(to);
  s->is_at_start = 0;
  if (!is_standard(to)) world.has_written = 1;
  if (result < 0)
    s->mood = FAILED;
  else if (s->mood == FINE)
    s->mood = PERHAPS_FAILED;
  return result;
}

long __cutpoint_world_sent(long result, int file) {
  if (file > 2) world.has_written = 1;
  return result;
}

/* What glibc's puts and fputs return. */
int __cutpoint_world_puts(int result, const char *text) {
  int n = 1;
  for (; *text; text++) n++;
  return -(result < 0) | n; /* no branch: see model_any_length */
}
int __cutpoint_world_fputs(int result) {
  return result < 0 ? EOF : 1;
}

/* ---- asking ---- */

int __cutpoint_world_at_end(int answer, const FILE *stream) {
  Stream *s = find(stream);
  if (s->mood == ENDED) s->mood = answer ? AT_END : FAILED;
  if (s->mood == PERHAPS_AT_END) s->mood = answer ? AT_END : FINE;
  return s->mood == AT_END;
}

int __cutpoint_world_failed(int answer, const FILE *stream) {
  Stream *s = find(stream);
  if (s->mood == ENDED) s->mood = answer ? FAILED : AT_END;
  if (s->mood == PERHAPS_FAILED) s->mood = answer ? FAILED : FINE;
  return s->mood == FAILED;
}

void __cutpoint_world_cleared(const FILE *stream) {
  find(stream)->mood = FINE;
}

int __cutpoint_world_moved(int result, const FILE *stream) {
  Stream *s = find(stream);
  if (result != 0) return result;
  clear(s);
  s->is_at_start = 0;
  return result;
}

void __cutpoint_world_rewound(const FILE *stream) {
  Stream *s = find(stream);
  clear(s);
  s->is_at_start = !is_standard(stream);
}

long __cutpoint_world_place(long place, const FILE *stream) {
  if (place >= 0 && find(stream)->is_at_start) return 0;
  return place;
}

/* Most files go where they are told to; devices may do as they like. */
long __cutpoint_world_sought(long place, long offset) {
  return place == -1 ? -1 : offset;
}

/* fileno fails for streams without a file, which models do not open. */
int __cutpoint_world_number(int number, const FILE *stream) {
  return find(stream)->number;
}

/* A stream that was made for the file. */
void __cutpoint_world_numbered(const FILE *stream, int file) {
  if (stream) find(stream)->number = file;
}

/* A file that was opened: no number twice. */
int __cutpoint_world_new(int number) {
  return number < 0 ? -1 : new_number();
}

int __cutpoint_world_ends(int result, int *ends) {
  if (result != 0) return result;
  ends[0] = new_number();
  ends[1] = new_number();
  return result;
}

/* Asked twice, it says the same. */
int __cutpoint_world_terminal(int answer) {
  if (!world.terminal) world.terminal = answer ? 2 : 1;
  return world.terminal - 1;
}

/* Which locales there are, and what they are called, is not known. */
void __cutpoint_world_locale(void) {
  __cutpoint_assume(0);
}

/* A signal is ignored, or was, by one's parent or by oneself. */
int __cutpoint_world_ignored(int before, int number, int now) {
  unsigned char *known = &world.ignored[number]; /* 1: no, 2: yes */
  if (*known) before = *known - 1;
  *known = (unsigned char)(now + 1);
  return before;
}

/* setenv and its like were called; getenv is. */
void __cutpoint_world_environment(void) {
  world.has_environment = 1;
}
void __cutpoint_world_asked(void) {
  __cutpoint_assume(!world.has_environment);
}

/* No file has a negative size. */
int __cutpoint_world_size(int result, long *size) {
  if (result == 0 && *size < 0) *size = ~*size;
  return result;
}

/* ---- time ---- */

static long not_before(long now, long *last) {
  if (now < 0) return -1;
  if (now > *last) *last = now;
  return *last;
}

long __cutpoint_world_clock(long now) {
  return not_before(now, &world.clock);
}
long __cutpoint_world_time(long now) {
  return not_before(now, &world.time);
}

/* Seconds, and parts of one. */
void __cutpoint_world_parts(long *time, long second) {
  if (time[0] < 0) time[0] = ~time[0];
  time[0] = not_before(time[0], &world.time);
  if (time[1] < 0) time[1] = ~time[1];
  time[1] %= second;
}
