/* SPDX-License-Identifier: MIT
 *
 * The proof summary: what was checked, how, on which premises, and how to do it
 * again. */
#include "report/report.h"

#include "ir/io.h"

/* ---- text ---- */

enum { MOST_INVARIANTS = 12, LONGEST_INVARIANT = 240 };
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
              run->bits == 32 ? "ILP32" : "LP64", run->summary->n_locations,
              run->summary->n_edges);
}

static void say_engine(Text *out, const RepSummary *summary) {
  title(out, "engine:");
  text_printf(out, "%s on solver %s, depth %llu, %llu queries\n",
              summary->engine, summary->backend,
              (unsigned long long)summary->depth,
              (unsigned long long)summary->queries);
}

/* The place without the number of its block, which nobody knows. */
static void say_invariant(Text *out, const RepInvariant *invariant) {
  assert(invariant->c && *invariant->place);
  int n = (int)strnlen(invariant->c, LONGEST_INVARIANT);
  const char *block = strstr(invariant->place, " (block ");
  size_t place =
      block ? (size_t)(block - invariant->place) : strlen(invariant->place);
  text_printf(out, "  %.*s: %.*s%s\n", (int)place, invariant->place, n,
              invariant->c, invariant->c[n] ? "..." : "");
}

/* Those that C can say. */
static void say_invariants(Text *out, const RepSummary *summary) {
  uint32_t told = 0, left = 0;
  for (uint32_t i = 0; i < summary->n_invariants; i++) {
    const RepInvariant *invariant = &summary->invariants[i];
    if (invariant->c && told < MOST_INVARIANTS) {
      say_invariant(out, invariant);
      told++;
    } else {
      left++;
    }
  }
  if (left)
    text_printf(out, "  %s%u more%s (--format=json)\n", told ? "... and " : "",
                left, told == MOST_INVARIANTS ? "" : ", which C cannot say");
}

/* What there would have to be. */
static const char *what_is_checked(const char *property) {
  if (strcmp(property, "unreach-call") == 0) return "error call";
  if (strcmp(property, "assertion") == 0) return "assertion";
  if (strcmp(property, "unreach-call,assertion") == 0)
    return "assertion or error call";
  return "operation that could violate it";
}

static void say_nothing_to_check(Text *out, const RepRun *run) {
  if (!run->program || run->program->checked != PROG_ERRORS_NONE) return;
  title(out, "note:");
  text_printf(out, "nothing to check: the program has no %s\n",
              what_is_checked(run->property));
}

static void say_proof(Text *out, const RepSummary *summary) {
  assert(summary->checker && (summary->invariants || !summary->n_invariants));
  title(out, "proof:");
  text_add(out, summary->proof);
  if (summary->k) text_printf(out, ", k = %u", summary->k);
  text_printf(out, "; %u obligation%s discharged by %s\n",
              summary->n_obligations, summary->n_obligations == 1 ? "" : "s",
              summary->checker);
  say_invariants(out, summary);
  if (summary->certificate) {
    title(out, "certificate:");
    text_printf(out, " %s\n", summary->certificate);
  }
}

static bool same_entry(const LedgerEntry *a, const LedgerEntry *b) {
  return a->direction == b->direction && strcmp(a->reason, b->reason) == 0;
}

/* Entries like entry `i`, or 0 when an earlier one stands for it. */
static uint32_t count_like(const RepRun *run, uint32_t i) {
  assert(i < run->n_ledger);
  uint32_t n = 0;
  for (uint32_t k = 0; k < run->n_ledger; k++)
    if (same_entry(&run->ledger[i], &run->ledger[k])) {
      if (k < i) return 0;
      n++;
    }
  return n;
}

void rep_premises(Text *out, const RepRun *run) {
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    uint32_t n = count_like(run, i);
    if (n == 0) continue;
    const LedgerEntry *entry = &run->ledger[i];
    text_printf(out, "%s: %s", prog_direction_word(entry->direction),
                entry->reason);
    if (entry->loc.id && entry->direction != LEDGER_MODEL) {
      text_add(out, " (");
      prog_print_loc(out, run->program, entry->loc);
      if (n > 1) text_printf(out, " and %u more", n - 1);
      text_char(out, ')');
    }
    text_char(out, '\n');
  }
}

/* What only adds behaviours weakens no proof and is not told.  Of memory as C
 * has it every proof takes something for granted: one line says so. */
void rep_premise_lines(Text *out, const char *lines) {
  static const char premise[] = "premise: ", model[] = "model: ";
  uint32_t told = 0, of_memory = 0;
  for (const char *at = lines; *at;) {
    size_t n = strcspn(at, "\n");
    if (text_starts_with(at, premise)) {
      const char *rest = at + sizeof premise - 1;
      title(out, told++ ? "" : "assumed:");
      text_printf(out, "%.*s\n", (int)(at + n - rest), rest);
    }
    of_memory += text_starts_with(at, model);
    at += n + (at[n] == '\n');
  }
  if (!of_memory) return;
  title(out, told ? "" : "assumed:");
  text_printf(out,
              "accesses, lifetimes and addresses of objects are as C wants "
              "them (%u premise%s; --assumptions)\n",
              of_memory, of_memory == 1 ? "" : "s");
}

/* Only a proof rests on them; an error was seen to happen. */
static void say_premises(Text *out, const RepRun *run) {
  Text lines;
  text_init(&lines, out->mem);
  rep_premises(&lines, run);
  rep_premise_lines(out, text_get(&lines));
  text_done(&lines);
}

/* One of several: only how it was proved, if that says something. */
static void say_among(Text *out, const RepRun *run, const Verdict *verdict) {
  const RepSummary *summary = run->summary;
  bool tells = false;
  for (uint32_t i = 0; i < summary->n_invariants && !tells; i++)
    tells = summary->invariants[i].c != NULL;
  if (verdict->kind != VERDICT_TRUE || !summary->proof || !tells) return;
  text_printf(out, "%s is proved:\n", run->property);
  say_proof(out, summary);
}

void rep_summary_text(Text *out, const RepRun *run, const Verdict *verdict) {
  const RepSummary *summary = run->summary;
  if (!summary) return;
  require(summary->engine && summary->backend);
  if (run->among == REP_AMONG) {
    say_among(out, run, verdict);
    return;
  }
  say_checked(out, run);
  say_engine(out, summary);
  if (verdict->kind == VERDICT_TRUE && summary->proof) {
    say_nothing_to_check(out, run);
    say_proof(out, summary);
  }
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
  assert(*invariant->place && invariant->text);
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
  const RepSummary *summary = run->summary;
  json_line(json, 4);
  json_key_array(json, "invariants");
  for (uint32_t i = 0; i < summary->n_invariants; i++) {
    json_line(json, 6);
    json_invariant(json, run, &summary->invariants[i]);
  }
  if (summary->n_invariants) json_line(json, 4);
  json_close(json);
}

void rep_summary_json(Json *json, const RepRun *run) {
  const RepSummary *summary = run->summary;
  if (!summary) return;
  json_line(json, 2);
  json_key_object(json, "summary");
  text_member(json, "engine", summary->engine);
  text_member(json, "solver", summary->backend);
  number_member(json, "locations", summary->n_locations);
  number_member(json, "edges", summary->n_edges);
  number_member(json, "depth", summary->depth);
  number_member(json, "queries", summary->queries);
  if (summary->proof) {
    text_member(json, "proof", summary->proof);
    number_member(json, "k", summary->k);
    number_member(json, "obligations", summary->n_obligations);
    text_member(json, "checker", summary->checker);
  }
  if (summary->certificate)
    text_member(json, "certificate", summary->certificate);
  json_invariants(json, run);
  json_line(json, 2);
  json_close(json);
}
