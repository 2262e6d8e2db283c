/* SPDX-License-Identifier: MIT
 *
 * The database, on SQLite.
 *
 * Write-ahead logging with synchronous=NORMAL: a commit is a write to the log
 * that survives the death of the process at any instruction; a power cut may
 * cost the newest commits, never the rest.  The lock is flock() on a file of
 * its own: the kernel lets go of it when the last process of the scan ends. */
#include "scan/store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SCHEMA = 8 };

/* The number of the newest scan. */
#define NOW "coalesce((SELECT value FROM figure WHERE name='scan'),0)"

/* name of the statement, SQL */
// clang-format off
#define STATEMENTS(X) \
  X(ADD_PROBLEM, "INSERT INTO problem VALUES(?1)") \
  X(SET_FIGURE, "INSERT OR REPLACE INTO figure VALUES(?1,?2)") \
  X(GET_FIGURE, "SELECT value FROM figure WHERE name=?1") \
  X(ADD_VIEW, "INSERT OR REPLACE INTO view VALUES(?1,?2,?3,?4,?5," NOW ")") \
  X(DROP_SEEN, "DELETE FROM view WHERE scan<" NOW " AND file IN (SELECT file FROM view WHERE scan=" NOW ")") \
  X(DROP_OLD, "DELETE FROM view WHERE scan<" NOW) \
  X(FORGET_GROUP, "DELETE FROM member WHERE grp=?1") \
  X(ADD_MEMBER, "INSERT OR REPLACE INTO member VALUES(?6,?1,?2,?3,?4,?5)") \
  X(KEEP_GROUP, "INSERT OR REPLACE INTO whole SELECT ?1,?2," NOW " WHERE NOT EXISTS" \
                "(SELECT 1 FROM member m LEFT JOIN func f ON f.key=m.key WHERE m.grp=?1 AND m.key<>'' AND " \
                "(f.sites IS NULL OR f.sites>(SELECT count(*) FROM result r WHERE r.key=m.key))) AND NOT EXISTS" \
                "(SELECT 1 FROM member m JOIN result r ON r.key=m.key WHERE m.grp=?1 AND r.answer=1 AND r.replay='')") \
  X(GET_GROUP, "SELECT functions FROM whole WHERE key=?1") \
  X(VIEW_GROUP, "INSERT OR REPLACE INTO view SELECT key,name,file,line,last," NOW " FROM member WHERE grp=?1") \
  X(SEE_GROUP, "UPDATE whole SET scan=" NOW " WHERE key=?1") \
  X(DROP_GROUPS, "DELETE FROM whole WHERE scan<" NOW) \
  X(DROP_MEMBERS, "DELETE FROM member WHERE grp NOT IN (SELECT key FROM whole)") \
  X(GET_UNIT, "SELECT deps,bitcode,symbols FROM unit WHERE key=?1") \
  X(PUT_UNIT, "INSERT OR REPLACE INTO unit VALUES(?1,?2,?3,?4)") \
  X(GET_SITES, "SELECT sites FROM func WHERE key=?1") \
  X(SET_SITES, "INSERT OR REPLACE INTO func VALUES(?1,?2)") \
  X(COUNT_DONE, "SELECT count(*) FROM result WHERE key=?1") \
  X(PUT_ROW, "INSERT OR IGNORE INTO result VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17)") \
  X(PUT_USES, "INSERT OR REPLACE INTO uses VALUES(?1,?2,?3,?4,?5)") \
  X(FIND_USES, "SELECT key,names,hash,reach FROM uses WHERE head=?1 ORDER BY rowid DESC") \
  X(EACH_PROBLEM, "SELECT text FROM problem ORDER BY rowid") \
  X(EACH_VIEW, "SELECT key,name,file,line,last FROM view WHERE scan=" NOW " ORDER BY file,line,name") \
  X(EACH_ROW, "SELECT v.key,v.name,v.file,v.line,r.site,r.chk,r.answer,r.place,r.message,r.reason,r.root,r.steps,r.expanded,r.queries,r.rests,r.seconds,r.nodes,r.replay,r.cause " \
              "FROM view v JOIN result r ON r.key=v.key WHERE v.key<>'' AND v.scan=" NOW " ORDER BY v.file,v.line,v.name,r.site,CASE r.answer WHEN 1 THEN 0 WHEN 2 THEN 1 WHEN 3 THEN 2 ELSE 3 END,r.steps,r.reason") \
  X(PENDING, "SELECT r.key,r.site,r.chk,r.place,r.orders,r.root FROM result r WHERE r.answer=1 AND r.replay='' " \
             "AND EXISTS(SELECT 1 FROM view v WHERE v.key=r.key AND v.scan=" NOW ") ORDER BY r.key,r.site") \
  X(SET_REPLAY, "UPDATE result SET answer=?3,reason=?4,replay=?5,cause=?6 WHERE key=?1 AND site=?2") \
  X(LEFT, "SELECT sum(CASE WHEN f.sites IS NULL THEN 1 ELSE f.sites-(SELECT count(*) FROM result r WHERE r.key=v.key) END) " \
          "FROM view v LEFT JOIN func f ON f.key=v.key WHERE v.key<>'' AND v.scan=" NOW) \
  X(BEGIN, "BEGIN IMMEDIATE") \
  X(COMMIT, "COMMIT")

static const char schema[] =
  "CREATE TABLE IF NOT EXISTS unit(key TEXT PRIMARY KEY, deps TEXT, bitcode TEXT, symbols TEXT) WITHOUT ROWID;"
  "CREATE TABLE IF NOT EXISTS func(key TEXT PRIMARY KEY, sites INT) WITHOUT ROWID;"
  "CREATE TABLE IF NOT EXISTS result(key TEXT, site INT, chk INT, answer INT, place TEXT, message TEXT, reason TEXT, root TEXT, steps TEXT, expanded INT, queries INT, rests INT, seconds REAL, nodes INT, orders TEXT, replay TEXT, cause INT, PRIMARY KEY(key,site)) WITHOUT ROWID;"
  "CREATE TABLE IF NOT EXISTS uses(head TEXT, key TEXT, names TEXT, hash TEXT, reach TEXT, PRIMARY KEY(head,key));"
  "CREATE TABLE IF NOT EXISTS view(key TEXT, name TEXT, file TEXT, line INT, last INT, scan INT, PRIMARY KEY(file,line,name,key)) WITHOUT ROWID;"
  "CREATE TABLE IF NOT EXISTS whole(key TEXT PRIMARY KEY, functions INT, scan INT) WITHOUT ROWID;"
  "CREATE TABLE IF NOT EXISTS member(grp TEXT, key TEXT, name TEXT, file TEXT, line INT, last INT, PRIMARY KEY(grp,file,line,name,key)) WITHOUT ROWID;"
  "CREATE TABLE IF NOT EXISTS problem(text TEXT);"
  "CREATE TABLE IF NOT EXISTS figure(name TEXT PRIMARY KEY, value REAL) WITHOUT ROWID;";
// clang-format on

typedef enum Statement {
#define X(name, sql) DO_##name,
  STATEMENTS(X)
#undef X
      N_STATEMENTS
} Statement;

static const char *const sql_texts[] = {
#define X(name, sql) sql,
    STATEMENTS(X)
#undef X
};

struct ScanStore {
  Mem *mem;
  sqlite3 *db;
  sqlite3_stmt *prepared[N_STATEMENTS]; /* NULL: not yet */
  Arena texts;
  const char *directory;
};

/* ---- opening ---- */

static bool make_directory(const char *directory, Text *problem) {
  if (mkdir(directory, 0777) == 0 || errno == EEXIST) return true;
  text_printf(problem, "cannot make the database directory '%s': %s", directory,
              strerror(errno));
  return false;
}

ScanStoreStatus scan_store_lock(const char *directory, Text *problem) {
  require(*directory != 0);
  if (!make_directory(directory, problem)) return SCAN_STORE_MISSING;
  char path[4096];
  snprintf(path, sizeof path, "%s/lock", directory);
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) {
    text_printf(problem, "cannot write '%s': %s", path, strerror(errno));
    return SCAN_STORE_MISSING;
  }
  /* The last processes of a scan that has just ended may still be ending. */
  for (uint32_t tries = 0; tries < 40; tries++) {
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) return SCAN_STORE_OK;
    usleep(50000);
  }
  close(fd);
  text_printf(problem,
              "another scan is using the database '%s': wait for its end, or "
              "choose another one with --database=DIRECTORY",
              directory);
  return SCAN_STORE_BUSY;
}

/* A database of another version of the tables is started afresh. */
static bool set_up(ScanStore *store, Text *problem) {
  char *message = NULL;
  sqlite3_stmt *ask = NULL;
  int version = 0;
  sqlite3_busy_timeout(store->db, 10000);
  if (sqlite3_prepare_v2(store->db, "PRAGMA user_version", -1, &ask, NULL) ==
          SQLITE_OK &&
      sqlite3_step(ask) == SQLITE_ROW)
    version = sqlite3_column_int(ask, 0);
  sqlite3_finalize(ask);
  const char *clean =
      version == 0 || version == SCHEMA
          ? ""
          : "DROP TABLE IF EXISTS unit; DROP TABLE IF EXISTS func;"
            "DROP TABLE IF EXISTS result; DROP TABLE IF EXISTS view;"
            "DROP TABLE IF EXISTS uses; DROP TABLE IF EXISTS whole;"
            "DROP TABLE IF EXISTS member;"
            "DROP TABLE IF EXISTS problem; DROP TABLE IF EXISTS figure;";
  char mark[64];
  snprintf(mark, sizeof mark, "PRAGMA user_version=%d", SCHEMA);
  bool good =
      sqlite3_exec(store->db,
                   "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL", NULL,
                   NULL, &message) == SQLITE_OK &&
      (version == SCHEMA ||
       (sqlite3_exec(store->db, clean, NULL, NULL, &message) == SQLITE_OK &&
        sqlite3_exec(store->db, schema, NULL, NULL, &message) == SQLITE_OK &&
        sqlite3_exec(store->db, mark, NULL, NULL, &message) == SQLITE_OK));
  if (!good)
    text_printf(problem, "the database in '%s' cannot be used: %s",
                store->directory, message ? message : "unknown reason");
  sqlite3_free(message);
  return good;
}

ScanStore *scan_store_open(Mem *mem, const char *directory, Text *problem) {
  require(*directory != 0);
  if (!make_directory(directory, problem)) return NULL;
  ScanStore *store = MEM_NEW(mem, ScanStore);
  store->mem = mem;
  arena_init(&store->texts, mem);
  store->directory = arena_strdup(&store->texts, directory);
  char path[4096];
  snprintf(path, sizeof path, "%s/scan.db", directory);
  bool good = sqlite3_open(path, &store->db) == SQLITE_OK;
  if (!good)
    text_printf(problem, "cannot open '%s': %s", path,
                store->db ? sqlite3_errmsg(store->db) : "no memory");
  if (good && set_up(store, problem)) return store;
  scan_store_close(store);
  return NULL;
}

void scan_store_close(ScanStore *store) {
  for (int i = 0; i < N_STATEMENTS; i++) sqlite3_finalize(store->prepared[i]);
  sqlite3_close(store->db);
  arena_done(&store->texts);
  MEM_DELETE(store->mem, store);
}

const char *scan_store_directory(const ScanStore *store) {
  return store->directory;
}

/* ---- statements ---- */

BASE_NORETURN static void give_up(const ScanStore *store) {
  die(EXIT_INTERNAL, "the database in '%s' failed: %s", store->directory,
      sqlite3_errmsg(store->db));
}

static sqlite3_stmt *start(ScanStore *store, Statement statement) {
  assert(statement < N_STATEMENTS);
  sqlite3_stmt **place = &store->prepared[statement];
  if (!*place && sqlite3_prepare_v2(store->db, sql_texts[statement], -1, place,
                                    NULL) != SQLITE_OK)
    give_up(store);
  return *place;
}

static void bind_text(sqlite3_stmt *s, int at, const char *text) {
  assert(text != NULL && at >= 1);
  sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

/* A statement whose first parameter is the text. */
static sqlite3_stmt *start_with(ScanStore *store, Statement statement,
                                const char *first) {
  sqlite3_stmt *s = start(store, statement);
  bind_text(s, 1, first);
  return s;
}

/* Whether there is a (next) row. */
static bool step(ScanStore *store, sqlite3_stmt *s) {
  assert(s != NULL);
  int code = sqlite3_step(s);
  if (code != SQLITE_ROW && code != SQLITE_DONE) give_up(store);
  return code == SQLITE_ROW;
}

static void finish(sqlite3_stmt *s) {
  sqlite3_reset(s);
  sqlite3_clear_bindings(s);
}

static void run(ScanStore *store, sqlite3_stmt *s) {
  while (step(store, s)) {
  }
  finish(s);
}

static const char *column(sqlite3_stmt *s, int at) {
  assert(at < sqlite3_column_count(s));
  const char *text = (const char *)sqlite3_column_text(s, at);
  return text ? text : "";
}

void scan_store_begin(ScanStore *store) {
  run(store, start(store, DO_BEGIN));
}

void scan_store_commit(ScanStore *store) {
  run(store, start(store, DO_COMMIT));
}

/* ---- of the newest scan ---- */

void scan_store_restart(ScanStore *store) {
  if (sqlite3_exec(store->db,
                   "BEGIN IMMEDIATE; DELETE FROM problem;"
                   "DELETE FROM figure WHERE name<>'scan';"
                   "INSERT INTO figure VALUES('scan',1) "
                   "ON CONFLICT(name) DO UPDATE SET value=value+1; COMMIT",
                   NULL, NULL, NULL) != SQLITE_OK)
    give_up(store);
}

void scan_store_add_problem(ScanStore *store, const char *text) {
  sqlite3_stmt *s = start_with(store, DO_ADD_PROBLEM, text);
  run(store, s);
}

void scan_store_set_figure(ScanStore *store, const char *name, double value) {
  require(*name != 0);
  sqlite3_stmt *s = start_with(store, DO_SET_FIGURE, name);
  sqlite3_bind_double(s, 2, value);
  run(store, s);
}

double scan_store_figure(ScanStore *store, const char *name) {
  sqlite3_stmt *s = start_with(store, DO_GET_FIGURE, name);
  double value = step(store, s) ? sqlite3_column_double(s, 0) : 0;
  finish(s);
  return value;
}

static sqlite3_stmt *start_view(ScanStore *store, Statement statement,
                                const ScanView *view) {
  require(view->key && view->name && view->file);
  sqlite3_stmt *s = start_with(store, statement, view->key);
  bind_text(s, 2, view->name);
  bind_text(s, 3, view->file);
  sqlite3_bind_int64(s, 4, view->line);
  sqlite3_bind_int64(s, 5, view->last);
  return s;
}

void scan_store_add_view(ScanStore *store, const ScanView *view,
                         const char *group) {
  run(store, start_view(store, DO_ADD_VIEW, view));
  if (!*group) return;
  sqlite3_stmt *s = start_view(store, DO_ADD_MEMBER, view);
  bind_text(s, 6, group);
  run(store, s);
}

void scan_store_drop_view(ScanStore *store, ScanStoreDrop what) {
  run(store,
      start(store, what == SCAN_STORE_OF_SEEN ? DO_DROP_SEEN : DO_DROP_OLD));
  if (what == SCAN_STORE_OF_SEEN) return;
  run(store, start(store, DO_DROP_GROUPS));
  run(store, start(store, DO_DROP_MEMBERS));
}

/* ---- groups ---- */

static void run_with(ScanStore *store, Statement statement, const char *first) {
  run(store, start_with(store, statement, first));
}

void scan_store_forget_group(ScanStore *store, const char *group) {
  run_with(store, DO_FORGET_GROUP, group);
}

void scan_store_keep_group(ScanStore *store, const char *group,
                           uint64_t functions) {
  require(strlen(group) == 64);
  sqlite3_stmt *s = start_with(store, DO_KEEP_GROUP, group);
  sqlite3_bind_int64(s, 2, (int64_t)functions);
  run(store, s);
}

bool scan_store_view_group(ScanStore *store, const char *group,
                           uint64_t *functions) {
  require(strlen(group) == 64);
  sqlite3_stmt *s = start_with(store, DO_GET_GROUP, group);
  bool found = step(store, s);
  if (found) *functions = (uint64_t)sqlite3_column_int64(s, 0);
  finish(s);
  if (!found) return false;
  run_with(store, DO_VIEW_GROUP, group);
  run_with(store, DO_SEE_GROUP, group);
  return true;
}

/* ---- units ---- */

bool scan_store_get_unit(ScanStore *store, const char *key, ScanStoreUnit *out,
                         Arena *texts) {
  require(strlen(key) == 64);
  sqlite3_stmt *s = start_with(store, DO_GET_UNIT, key);
  bool found = step(store, s);
  if (found)
    *out = (ScanStoreUnit){arena_strdup(texts, column(s, 0)),
                           arena_strdup(texts, column(s, 1)),
                           arena_strdup(texts, column(s, 2))};
  finish(s);
  return found;
}

void scan_store_put_unit(ScanStore *store, const char *key,
                         const ScanStoreUnit *unit) {
  require(strlen(key) == 64);
  sqlite3_stmt *s = start_with(store, DO_PUT_UNIT, key);
  bind_text(s, 2, unit->deps);
  bind_text(s, 3, unit->bitcode);
  bind_text(s, 4, unit->symbols);
  run(store, s);
}

/* ---- functions and results ---- */

int64_t scan_store_sites(ScanStore *store, const char *key) {
  require(*key != 0);
  sqlite3_stmt *s = start_with(store, DO_GET_SITES, key);
  int64_t sites =
      step(store, s) ? sqlite3_column_int64(s, 0) : (int64_t)SCAN_NOT_COUNTED;
  finish(s);
  return sites;
}

void scan_store_set_sites(ScanStore *store, const char *key, uint32_t sites) {
  require(*key != 0);
  sqlite3_stmt *s = start_with(store, DO_SET_SITES, key);
  sqlite3_bind_int64(s, 2, sites);
  run(store, s);
}

uint32_t scan_store_done(ScanStore *store, const char *key) {
  sqlite3_stmt *s = start_with(store, DO_COUNT_DONE, key);
  uint32_t done = step(store, s) ? (uint32_t)sqlite3_column_int64(s, 0) : 0;
  finish(s);
  return done;
}

void scan_store_put_row(ScanStore *store, const char *key, uint32_t site,
                        const ScanRow *row) {
  require(*key != 0 && row->plan && row->replay);
  sqlite3_stmt *s = start_with(store, DO_PUT_ROW, key);
  sqlite3_bind_int64(s, 2, site);
  sqlite3_bind_int64(s, 3, row->check);
  sqlite3_bind_int64(s, 4, row->answer);
  bind_text(s, 5, row->place);
  bind_text(s, 6, row->message);
  bind_text(s, 7, row->reason);
  bind_text(s, 8, row->root);
  bind_text(s, 9, row->steps);
  sqlite3_bind_int64(s, 10, row->expanded);
  sqlite3_bind_int64(s, 11, row->queries);
  sqlite3_bind_int64(s, 12, row->rests_on);
  sqlite3_bind_double(s, 13, row->seconds);
  sqlite3_bind_int64(s, 14, row->nodes);
  bind_text(s, 15, row->plan);
  bind_text(s, 16, row->replay);
  sqlite3_bind_int64(s, 17, row->cause);
  run(store, s);
}

void scan_store_put_uses(ScanStore *store, const char *head,
                         const ScanUses *uses) {
  require(*head != 0 && *uses->key != 0);
  sqlite3_stmt *s = start_with(store, DO_PUT_USES, head);
  bind_text(s, 2, uses->key);
  bind_text(s, 3, uses->names);
  bind_text(s, 4, uses->hash);
  bind_text(s, 5, uses->reach);
  run(store, s);
}

const char *
scan_store_find_uses(ScanStore *store, const char *head, void *context,
                     bool (*take)(void *context, const ScanUses *uses),
                     Arena *texts) {
  sqlite3_stmt *s = start_with(store, DO_FIND_USES, head);
  const char *found = NULL;
  while (!found && step(store, s)) {
    ScanUses uses = {column(s, 0), column(s, 1), column(s, 2), column(s, 3)};
    if (take(context, &uses)) found = arena_strdup(texts, uses.key);
  }
  finish(s);
  return found;
}

/* ---- results that were found elsewhere ---- */

static bool try(ScanStore *store, const char *sql) {
  return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

void scan_store_seal(ScanStore *store) {
  if (!try(store, "PRAGMA journal_mode=DELETE")) give_up(store);
}

const char *scan_store_file(const ScanStore *store, Arena *texts) {
  return arena_printf(texts, "%s/scan.db", store->directory);
}

bool scan_store_merge(ScanStore *store, const char *path, uint64_t *fresh) {
  require(path && fresh);
  char *attach = sqlite3_mprintf("ATTACH %Q AS part", path);
  bool attached = attach && try(store, attach);
  sqlite3_free(attach);
  if (!attached) return false;
  scan_store_begin(store);
  bool good = try(store, "INSERT OR IGNORE INTO func "
                         "SELECT key,sites FROM part.func;"
                         "INSERT OR IGNORE INTO uses SELECT * FROM part.uses;"
                         "INSERT OR IGNORE INTO result "
                         "SELECT * FROM part.result");
  if (good) *fresh += (uint64_t)sqlite3_changes(store->db);
  if (!try(store, good ? "COMMIT" : "ROLLBACK")) give_up(store);
  if (!try(store, "DETACH part")) give_up(store);
  return good;
}

/* ---- reading ---- */

void scan_store_each_problem(ScanStore *store, void *context,
                             void (*each)(void *context, const char *text)) {
  sqlite3_stmt *s = start(store, DO_EACH_PROBLEM);
  while (step(store, s)) each(context, column(s, 0));
  finish(s);
}

static ScanView view_at(sqlite3_stmt *s) {
  return (ScanView){column(s, 0), column(s, 1), column(s, 2),
                    (uint32_t)sqlite3_column_int64(s, 3), 0};
}

void scan_store_each_view(ScanStore *store, void *context,
                          void (*each)(void *context, const ScanView *view)) {
  sqlite3_stmt *s = start(store, DO_EACH_VIEW);
  while (step(store, s)) {
    ScanView view = view_at(s);
    view.last = (uint32_t)sqlite3_column_int64(s, 4);
    each(context, &view);
  }
  finish(s);
}

void scan_store_each_row(ScanStore *store, void *context,
                         void (*each)(void *context, const ScanView *view,
                                      uint32_t site, const ScanRow *row)) {
  sqlite3_stmt *s = start(store, DO_EACH_ROW);
  while (step(store, s)) {
    ScanView view = view_at(s);
    ScanRow row = {.check = (uint32_t)sqlite3_column_int64(s, 5),
                   .answer = (uint32_t)sqlite3_column_int64(s, 6),
                   .place = column(s, 7),
                   .message = column(s, 8),
                   .reason = column(s, 9),
                   .root = column(s, 10),
                   .steps = column(s, 11),
                   .expanded = (uint32_t)sqlite3_column_int64(s, 12),
                   .queries = (uint32_t)sqlite3_column_int64(s, 13),
                   .rests_on = (uint32_t)sqlite3_column_int64(s, 14),
                   .seconds = sqlite3_column_double(s, 15),
                   .nodes = (uint32_t)sqlite3_column_int64(s, 16),
                   .plan = "",
                   .replay = column(s, 17),
                   .cause = (uint32_t)sqlite3_column_int64(s, 18)};
    each(context, &view, (uint32_t)sqlite3_column_int64(s, 4), &row);
  }
  finish(s);
}

void scan_store_each_pending(ScanStore *store, void *context,
                             void (*each)(void *context,
                                          const ScanPending *row)) {
  sqlite3_stmt *s = start(store, DO_PENDING);
  while (step(store, s)) {
    ScanPending row = {.key = column(s, 0),
                       .site = (uint32_t)sqlite3_column_int64(s, 1),
                       .check = (uint32_t)sqlite3_column_int64(s, 2),
                       .place = column(s, 3),
                       .plan = column(s, 4),
                       .root = column(s, 5)};
    each(context, &row);
  }
  finish(s);
}

void scan_store_set_replay(ScanStore *store, const char *key, uint32_t site,
                           const ScanReplayed *row) {
  require(*key != 0 && row->reason && row->replay);
  sqlite3_stmt *s = start_with(store, DO_SET_REPLAY, key);
  sqlite3_bind_int64(s, 2, site);
  sqlite3_bind_int64(s, 3, row->answer);
  bind_text(s, 4, row->reason);
  bind_text(s, 5, row->replay);
  sqlite3_bind_int64(s, 6, row->cause);
  run(store, s);
}

uint64_t scan_store_left(ScanStore *store) {
  sqlite3_stmt *s = start(store, DO_LEFT);
  uint64_t left = step(store, s) ? (uint64_t)sqlite3_column_int64(s, 0) : 0;
  finish(s);
  return left;
}
