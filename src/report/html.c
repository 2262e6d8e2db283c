/* SPDX-License-Identifier: MIT
 *
 * The report to read in a browser: one file that needs nothing else.
 *
 * Left the sources, with what is known at each loop written above its line and
 * the lines of a counterexample marked; right the verdict, the steps, the
 * premises, how to do it again.  All text is there without scripts; the script
 * only moves through the steps (buttons, arrow keys, a click on a step). */
#include "report/html.h"

#include <stdlib.h>

static const char style[] =
    ":root{--bg:#fff;--fg:#1b1f24;--dim:#6a737d;--line:#e3e6ea;--box:#f6f8fa;"
    "--true:#1a7f37;--false:#b3261e;--unknown:#9a6700;--mark:#fff3bf;"
    "--now:#ffd33d}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#e6edf3;"
    "--dim:#8b949e;--line:#30363d;--box:#161b22;--true:#3fb950;"
    "--false:#ff7b72;--unknown:#d29922;--mark:#3a3000;--now:#6b5700}}\n"
    "*{box-sizing:border-box}body{margin:0;height:100vh;display:flex;"
    "flex-direction:column;background:var(--bg);"
    "color:var(--fg);font:15px/1.45 system-ui,sans-serif}\n"
    "header{padding:14px 20px;border-bottom:1px solid var(--line)}"
    "h1{font-size:20px;margin:0}h2{font-size:15px;margin:18px 0 6px}"
    ".true{color:var(--true)}.false{color:var(--false)}"
    ".unknown{color:var(--unknown)}.dim{color:var(--dim)}\n"
    "main{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);"
    "flex:1;min-height:0}"
    "section{overflow:auto;padding:0 20px 20px}"
    "#side{border-left:1px solid var(--line)}"
    "@media(max-width:800px){body{height:auto}main{display:block}"
    "#side{border:0}}\n"
    "code,pre,.src{font:13px/1.5 ui-monospace,monospace}"
    "pre{background:var(--box);padding:8px;white-space:pre-wrap;"
    "overflow-wrap:anywhere;margin:4px 0}"
    ".src{border-collapse:collapse;width:100%}"
    ".src td{padding:0 8px;white-space:pre-wrap;overflow-wrap:anywhere}"
    ".src td:first-child{color:var(--dim);text-align:right;width:1%;"
    "user-select:none;white-space:nowrap}"
    ".src .inv td{color:var(--true);background:var(--box)}"
    ".hit{background:var(--mark)}.now{background:var(--now)!important}\n"
    "ol{padding-left:0;list-style:none;margin:0}"
    "#steps li{padding:2px 6px;cursor:pointer;border-radius:3px}"
    "#steps li:hover{background:var(--box)}"
    "button{font:inherit;padding:2px 10px}";

static const char script[] =
    "(function(){var s=document.querySelectorAll('#steps li'),at=-1;\n"
    "function row(i){return document.getElementById(s[i].dataset.row)}\n"
    "function go(i){if(i<0||i>=s.length)return;\n"
    "if(at>=0){s[at].classList.remove('now');"
    "var o=row(at);if(o)o.classList.remove('now')}\n"
    "at=i;s[i].classList.add('now');s[i].scrollIntoView({block:'nearest'});\n"
    "var r=row(i);if(r){r.classList.add('now');"
    "r.scrollIntoView({block:'center'})}\n"
    "document.getElementById('where').textContent="
    "'step '+(i+1)+' of '+s.length}\n"
    "for(var i=0;i<s.length;i++)(function(i){"
    "s[i].onclick=function(){go(i)}})(i);\n"
    "var p=document.getElementById('prev'),n=document.getElementById('next');\n"
    "if(p)p.onclick=function(){go(at-1)};if(n)n.onclick=function(){go(at+1)};\n"
    "document.addEventListener('keydown',function(e){\n"
    "if(e.key=='ArrowRight'||e.key=='j')go(at+1);\n"
    "if(e.key=='ArrowLeft'||e.key=='k')go(at-1)});\n"
    "if(s.length)go(s.length-1)})()";

/* Text between tags; bytes that are no UTF-8 are the browser's to show. */
static void escaped_n(Text *out, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) switch (text[i]) {
    case '&': text_add(out, "&amp;"); break;
    case '<': text_add(out, "&lt;"); break;
    case '>': text_add(out, "&gt;"); break;
    case '"': text_add(out, "&quot;"); break;
    default: text_char(out, text[i]);
    }
}

static void escaped(Text *out, const char *text) {
  escaped_n(out, text, strlen(text));
}

static const char *verdict_class(const Verdict *verdict) {
  static const char *const names[] = {[VERDICT_TRUE] = "true",
                                      [VERDICT_FALSE] = "false",
                                      [VERDICT_UNKNOWN] = "unknown"};
  return names[verdict->kind];
}

/* ---- the head ---- */

static void verdict_sentence(Text *out, const Verdict *verdict) {
  switch (verdict->kind) {
  case VERDICT_TRUE: text_add(out, "Proved: the error cannot happen"); return;
  case VERDICT_FALSE: text_add(out, "Violated: the error happens"); return;
  case VERDICT_UNKNOWN:
    text_add(out, "Unknown: ");
    escaped(out, verdict->reason);
    return;
  }
}

static void head(Text *out, const RepRun *run, const Verdict *verdict) {
  text_add(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset="
                "\"utf-8\"><meta name=\"viewport\" content=\"width="
                "device-width\"><title>Cutpoint: ");
  Text line;
  text_init(&line, out->mem);
  rep_verdict_text(&line, verdict);
  escaped(out, text_get(&line));
  text_printf(out,
              "</title>\n<style>\n%s\n</style></head>\n<body>\n<header>"
              "<h1 id=\"verdict\" class=\"%s\" data-verdict=\"",
              style, verdict_class(verdict));
  escaped(out, text_get(&line));
  text_add(out, "\">");
  text_done(&line);
  verdict_sentence(out, verdict);
  text_add(out, "</h1><div class=\"dim\">");
  escaped(out, run->property);
  for (uint32_t i = 0; i < run->n_files; i++) {
    text_add(out, i ? ", " : " in ");
    escaped(out, run->files[i]);
  }
  text_printf(out, " (%s)</div></header>\n<main>\n",
              run->bits == 32 ? "ILP32" : "LP64");
}

/* ---- sources ---- */

static const Program *places_of(const RepRun *run) {
  return run->story ? run->story->program : run->program;
}

static bool same_file(const Program *p, LocId loc, const char *path) {
  const SrcLoc *at = prog_loc_get(p, loc);
  return at->file < p->files.n && strcmp(p->files.at[at->file], path) == 0;
}

/* Lines of a file that the story passes: 1, else 0. */
static uint8_t *lines_hit(const RepRun *run, const char *path, uint32_t n) {
  uint8_t *hit = MEM_ARRAY(run->story->mem, uint8_t, n + 1);
  for (uint32_t i = 0; i < run->story->steps.n; i++) {
    LocId loc = run->story->steps.at[i].loc;
    uint32_t line = prog_loc_get(run->story->program, loc)->line;
    if (line <= n && same_file(run->story->program, loc, path)) hit[line] = 1;
  }
  return hit;
}

static void invariants_above(Text *out, const RepRun *run, const char *path,
                             uint32_t line) {
  const RepAccount *account = run->account;
  for (uint32_t i = 0; account && i < account->n_invariants; i++) {
    const RepInvariant *invariant = &account->invariants[i];
    if (!invariant->loop.id ||
        prog_loc_get(run->program, invariant->loop)->line != line ||
        !same_file(run->program, invariant->loop, path))
      continue;
    text_add(out, "<tr class=\"inv\"><td></td><td>always here: ");
    escaped(out, invariant->c ? invariant->c : invariant->text);
    text_add(out, "</td></tr>\n");
  }
}

static void source_rows(Text *out, const RepRun *run, uint32_t file,
                        const char *path, const Text *source) {
  const char *at = text_get(source), *end = at + source->n;
  uint32_t n_lines = 1, line = 0;
  for (const char *c = at; c < end; c++) n_lines += *c == '\n';
  uint8_t *hit = run->story ? lines_hit(run, path, n_lines) : NULL;
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    size_t n = (size_t)((stop ? stop : end) - at);
    line++;
    invariants_above(out, run, path, line);
    text_printf(out, "<tr id=\"f%u-%u\"%s><td>%u</td><td>", file, line,
                hit && hit[line] ? " class=\"hit\"" : "", line);
    escaped_n(out, at, n);
    text_add(out, "</td></tr>\n");
    at += n + 1;
  }
  if (hit) MEM_FREE_ARRAY(run->story->mem, hit, n_lines + 1);
}

static void sources(Text *out, const RepRun *run) {
  text_add(out, "<section id=\"sources\">\n");
  for (uint32_t i = 0; i < run->n_files; i++) {
    Text source;
    text_init(&source, out->mem);
    text_add(out, "<h2>");
    escaped(out, run->files[i]);
    text_add(out, "</h2>\n<table class=\"src\">\n");
    if (file_read(&source, run->files[i]))
      source_rows(out, run, i, run->files[i], &source);
    text_add(out, "</table>\n");
    text_done(&source);
  }
  text_add(out, "</section>\n");
}

/* ---- what was found ---- */

static uint32_t file_number(const RepRun *run, LocId loc) {
  for (uint32_t i = 0; i < run->n_files; i++)
    if (same_file(places_of(run), loc, run->files[i])) return i;
  return UINT32_MAX;
}

static void steps(Text *out, const RepRun *run) {
  const RepStory *story = run->story;
  Text words;
  text_init(&words, out->mem);
  text_add(out, "<h2>How the error happens</h2>\n<p><button id=\"prev\">back"
                "</button> <button id=\"next\">on</button> <span id=\"where\" "
                "class=\"dim\"></span></p>\n<ol id=\"steps\">\n");
  for (uint32_t i = 0; i < story->steps.n; i++) {
    const RepStep *step = &story->steps.at[i];
    const SrcLoc *at = prog_loc_get(story->program, step->loc);
    text_printf(out, "<li data-row=\"f%u-%u\"><code class=\"dim\">%u</code> ",
                file_number(run, step->loc), at->line, at->line);
    text_clear(&words);
    rep_step_text(&words, step);
    text_add(out, "<code>");
    escaped(out, text_get(&words));
    text_add(out, "</code>");
    if (*step->note && step->kind != REP_STEP_ERROR) {
      text_add(out, " <span class=\"dim\">");
      escaped(out, step->note);
      text_add(out, "</span>");
    }
    text_add(out, "</li>\n");
  }
  text_add(out, "</ol>\n");
  text_done(&words);
}

static void premises(Text *out, const RepRun *run) {
  text_add(out, "<h2>Taken for granted</h2>\n<ul>\n");
  for (uint32_t i = 0; i < run->n_ledger; i++) {
    const LedgerEntry *entry = &run->ledger[i];
    bool said = false;
    for (uint32_t k = 0; k < i && !said; k++)
      said = strcmp(run->ledger[k].reason, entry->reason) == 0;
    if (said) continue;
    text_printf(out, "<li>%s: ", rep_direction_name(entry->direction));
    escaped(out, entry->reason);
    text_add(out, "</li>\n");
  }
  text_add(out, "</ul>\n");
}

static void preformatted(Text *out, const char *title, const Text *text) {
  if (!text->n) return;
  text_printf(out, "<h2>%s</h2>\n<pre>", title);
  escaped(out, text_get(text));
  text_add(out, "</pre>\n");
}

static void row(Text *out, const char *name, const Text *value) {
  text_printf(out, "<tr><td>%s</td><td>", name);
  escaped(out, text_get(value));
  text_add(out, "</td></tr>\n");
}

static void account(Text *out, const RepRun *run, const Verdict *verdict) {
  const RepAccount *found = run->account;
  Text value;
  text_init(&value, out->mem);
  text_add(out, "<h2>How it was found</h2>\n<table class=\"src\">\n");
  text_printf(&value, "%s on solver %s, depth %llu, %llu queries",
              found->engine, found->backend, (unsigned long long)found->depth,
              (unsigned long long)found->queries);
  row(out, "engine", &value);
  text_clear(&value);
  text_printf(&value, "%u locations, %u edges", found->n_locations,
              found->n_edges);
  row(out, "program", &value);
  if (verdict->kind == VERDICT_TRUE && found->proof) {
    text_clear(&value);
    text_printf(&value, "%s; %u obligations discharged by %s", found->proof,
                found->n_obligations, found->checker);
    row(out, "proof", &value);
  }
  text_clear(&value);
  if (run->command) text_add(&value, run->command);
  if (run->command) row(out, "again", &value);
  text_add(out, "</table>\n");
  text_done(&value);
}

static void side(Text *out, const RepRun *run, const Verdict *verdict) {
  text_add(out, "<section id=\"side\">\n");
  if (run->story) steps(out, run);
  if (run->account) account(out, run, verdict);
  if (run->story) preformatted(out, "To see it again", &run->story->reproduce);
  if (verdict->kind == VERDICT_TRUE && run->n_ledger) premises(out, run);
  text_printf(out, "<p class=\"dim\">Cutpoint %s</p>\n</section>\n",
              run->version);
}

void rep_html(Text *out, const RepRun *run, const Verdict *verdict) {
  head(out, run, verdict);
  sources(out, run);
  side(out, run, verdict);
  text_printf(out, "</main>\n<script>\n%s\n</script>\n</body></html>\n",
              script);
}
