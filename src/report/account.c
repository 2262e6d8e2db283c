/* SPDX-License-Identifier: MIT
 *
 * What was checked, how, on which premises, and how to do it again; and the
 * progress line while it is going on. */
#include "report/report.h"

#include <unistd.h>

/* ---- text ---- */

enum { MOST_PREMISES = 8, MOST_INVARIANTS = 12, LONGEST_INVARIANT = 240 };
enum { WIDTH = 12 };

static void title(Text *out, const char *name) {
  text_printf(out, "%-*s", WIDTH, name);
}

static void say_checked(Text *out, const RepRun *run) {
  title(out, "checked:");
  text_printf(out, "%s in", run->property);
  for (uint32_t i = 0; i < run->n_files; i++)
    text_printf(out, "%s %s", i ? "," : "", run->files[i]);
  text_printf(out, " (%s); %u locations, %u edges\n",
              run->bits == 32 ? "ILP32" : "LP64", run->account->n_locations,
              run->account->n_edges);
}

static void say_engine(Text *out, const RepAccount *account) {
  title(out, "engine:");
  text_printf(out, "%s on solver %s, depth %llu, %llu queries\n",
              account->engine, account->backend,
              (unsigned long long)account->depth,
              (unsigned long long)account->queries);
}

static void say_invariant(Text *out, const RepInvariant *invariant) {
  const char *text = invariant->c ? invariant->c : invariant->text;
  int n = (int)strnlen(text, LONGEST_INVARIANT);
  text_printf(out, "  %s: %.*s%s\n", invariant->place, n, text,
              text[n] ? "..." : "");
}

static void say_proof(Text *out, const RepAccount *account) {
  title(out, "proof:");
  text_add(out, account->proof);
  if (account->k) text_printf(out, ", k = %u", account->k);
  text_printf(out, "; %u obligations discharged by %s\n",
              account->n_obligations, account->checker);
  for (uint32_t i = 0; i < account->n_invariants && i < MOST_INVARIANTS; i++)
    say_invariant(out, &account->invariants[i]);
  if (account->n_invariants > MOST_INVARIANTS)
    text_printf(out, "  ... and %u more\n",
                account->n_invariants - MOST_INVARIANTS);
  if (account->certificate) {
    title(out, "certificate:");
    text_printf(out, " %s\n", account->certificate);
  }
}

static bool same_entry(const LedgerEntry *a, const LedgerEntry *b) {
  return a->direction == b->direction && strcmp(a->reason, b->reason) == 0;
}

/* Entries like entry `i`, or 0 when an earlier one stands for it. */
static uint32_t count_like(const RepRun *run, uint32_t i) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < run->n_ledger; k++)
    if (same_entry(&run->ledger[i], &run->ledger[k])) {
      if (k < i) return 0;
      n++;
    }
  return n;
}

/* Only a proof rests on them; an error was seen to happen. */
static void say_premises(Text *out, const RepRun *run) {
  uint32_t different = 0;
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    uint32_t n = count_like(run, i);
    if (n == 0) continue;
    if (different++ >= MOST_PREMISES) continue;
    title(out, different == 1 ? "assumed:" : "");
    const LedgerEntry *entry = &run->ledger[i];
    text_printf(out, "%s: %s", rep_direction_name(entry->direction),
                entry->reason);
    if (entry->loc.id) {
      text_add(out, " (");
      prog_print_loc(out, run->program, entry->loc);
      if (n > 1) text_printf(out, " and %u more", n - 1);
      text_char(out, ')');
    }
    text_char(out, '\n');
  }
  if (different > MOST_PREMISES) {
    title(out, "");
    text_printf(out, "%u more kinds; --assumptions lists them\n",
                different - MOST_PREMISES);
  }
}

void rep_account_text(Text *out, const RepRun *run, const Verdict *verdict) {
  const RepAccount *account = run->account;
  if (!account) return;
  say_checked(out, run);
  say_engine(out, account);
  if (verdict->kind == VERDICT_TRUE && account->proof) say_proof(out, account);
  if (verdict->kind == VERDICT_TRUE &&
      run->assumptions == REP_ASSUMPTIONS_HIDDEN)
    say_premises(out, run);
  if (run->command) {
    title(out, "again:");
    text_printf(out, "%s\n", run->command);
  }
}

/* ---- JSON ---- */

static void text_member(Json *json, const char *name, const char *value) {
  json_line(json, 4);
  json_key_text(json, name, value);
}

static void number_member(Json *json, const char *name, uint64_t value) {
  json_line(json, 4);
  json_key_number(json, name, value);
}

static void json_invariant(Json *json, const RepRun *run,
                           const RepInvariant *invariant) {
  json_open_object(json);
  json_key_text(json, "place", invariant->place);
  if (invariant->loop.id)
    json_key_number(json, "line",
                    prog_loc_get(run->program, invariant->loop)->line);
  json_key_text(json, "text", invariant->text);
  if (invariant->c) json_key_text(json, "c", invariant->c);
  json_close(json);
}

static void json_invariants(Json *json, const RepRun *run) {
  const RepAccount *account = run->account;
  json_line(json, 4);
  json_key_array(json, "invariants");
  for (uint32_t i = 0; i < account->n_invariants; i++) {
    json_line(json, 6);
    json_invariant(json, run, &account->invariants[i]);
  }
  if (account->n_invariants) json_line(json, 4);
  json_close(json);
}

void rep_account_json(Json *json, const RepRun *run) {
  const RepAccount *account = run->account;
  if (run->command) {
    json_line(json, 2);
    json_key_text(json, "command", run->command);
  }
  if (!account) return;
  json_line(json, 2);
  json_key_object(json, "account");
  text_member(json, "engine", account->engine);
  text_member(json, "solver", account->backend);
  number_member(json, "locations", account->n_locations);
  number_member(json, "edges", account->n_edges);
  number_member(json, "depth", account->depth);
  number_member(json, "queries", account->queries);
  if (account->proof) {
    text_member(json, "proof", account->proof);
    number_member(json, "k", account->k);
    number_member(json, "obligations", account->n_obligations);
    text_member(json, "checker", account->checker);
  }
  if (account->certificate)
    text_member(json, "certificate", account->certificate);
  json_invariants(json, run);
  json_line(json, 2);
  json_close(json);
}

/* ---- progress ---- */

void rep_progress_init(RepProgress *progress) {
  *progress = (RepProgress){.start = clock_now()};
}

void rep_progress(RepProgress *progress, const char *phase, uint32_t depth,
                  uint64_t queries) {
  double now = clock_now();
  if (now - progress->last < 0.1 || !isatty(STDERR_FILENO)) return;
  progress->last = now;
  progress->shown = true;
  fprintf(stderr, "\r\033[Kcutpoint: %s, depth %u, %llu queries, %.1f s", phase,
          depth, (unsigned long long)queries, now - progress->start);
  fflush(stderr);
}

/* "1:02:03", "4:05" */
static void put_duration(Text *out, double seconds) {
  unsigned long s = (unsigned long)seconds;
  if (s >= 3600)
    text_printf(out, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
  else
    text_printf(out, "%lu:%02lu", s / 60, s % 60);
}

void rep_progress_part(RepProgress *progress, const char *phase,
                       const char *things, uint64_t done, uint64_t all) {
  enum { BAR = 24 };
  double now = clock_now();
  if (now - progress->last < 0.1 || !isatty(STDERR_FILENO) || !all) return;
  progress->last = now;
  progress->shown = true;
  Mem mem;
  Text out;
  mem_init(&mem, 0);
  text_init(&out, &mem);
  text_printf(&out, "\r\033[Kcutpoint: %s [", phase);
  for (uint64_t i = 0; i < BAR; i++)
    text_char(&out, i * all < done * BAR ? '#' : '.');
  text_printf(&out, "] %llu%%, %s, ", (unsigned long long)(100 * done / all),
              things);
  double spent = now - progress->start;
  put_duration(&out, spent);
  if (done && spent > 1) {
    text_add(&out, ", left about ");
    put_duration(&out, spent * (double)(all - done) / (double)done);
  }
  fputs(text_get(&out), stderr);
  fflush(stderr);
  text_done(&out);
  mem_done(&mem);
}

void rep_progress_end(RepProgress *progress) {
  if (progress->shown) fputs("\r\033[K", stderr);
  progress->shown = false;
}

void rep_progress_wipe(void) {
  if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}
