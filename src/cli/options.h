/* SPDX-License-Identifier: MIT
 *
 * The command line.  One table gives the fields of Options, the parser, the
 * range checks and the text of --help. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/base.h"

typedef enum OptGroup {
  OPT_WHAT,   /* what is checked */
  OPT_HOW,    /* how it is checked */
  OPT_LIMITS, /* how long, how much */
  OPT_OUTPUT, /* what is written */
  OPT_SCAN,   /* cutpoint scan */
  OPT_PAQ,    /* cutpoint paq */
  OPT_INSIDE  /* looking inside */
} OptGroup;

typedef enum CommandChoice {
  COMMAND_CHECK,
  COMMAND_SCAN,
  COMMAND_PAQ,
  COMMAND_VALIDATE
} CommandChoice;

/* Choices, in the order of their lists below; --format's is RepFormat, those of
 * the predicate engine are in engine/engine.h. */
typedef enum EngineChoice {
  ENGINE_AUTO,
  ENGINE_PREDICATE,
  ENGINE_PDR,
  ENGINE_TRACE,
  ENGINE_STRUCTURAL,
  ENGINE_BOUNDED,
  ENGINE_PROBE,
  ENGINE_FACTS,
  ENGINE_SIMPLER
} EngineChoice;
typedef enum PresetChoice {
  PRESET_NONE,
  PRESET_BLAST,
  PRESET_LBE,
  PRESET_CUTSET
} PresetChoice;
typedef enum BackendChoice {
  BACKEND_AUTO,
  BACKEND_BLAST,
  BACKEND_Z3,
  BACKEND_LINEAR
} BackendChoice;
typedef enum StageChoice {
  STAGE_NONE,
  STAGE_FRONTEND,
  STAGE_PROGRAM,
  STAGE_PASSES,
  STAGE_TS,
  STAGE_TREE /* of the predicate engine; no stage to stop after */
} StageChoice;
typedef enum PaqMethod {
  PAQ_ALLSAT,
  PAQ_ALLSAT_MINTERM,
  PAQ_LDD,
  PAQ_LDD_STATIC,
  PAQ_MIN,
  PAQ_LDD_ORACLE,   /* the order is known that ldd found */
  PAQ_ALLSAT_ORACLE /* allsat-minterm; the predicates are known that matter */
} PaqMethod;
#define PAQ_METHOD_NAMES                                                       \
  "allsat", "allsat-minterm", "ldd", "ldd-static", "min", "ldd-oracle",        \
      "allsat-oracle"
typedef enum SeedChoice { SEED_ABSINT, SEED_NONE } SeedChoice;

/* kind, field, name on the command line, default, low, high, argument,
 * group, help.  FLAG: bool.  NUMBER: long in [low..high].  TEXT: string or
 * NULL.  CHOICE: index into the argument's list separated by '|'. */
// clang-format off
#define MAIN_OPTIONS(X) \
  X(FLAG,   bits32,  "32", 0, 0, 1, "", OPT_WHAT, "C with 32-bit long and pointers (ILP32)") \
  X(FLAG,   bits64,  "64", 0, 0, 1, "", OPT_WHAT, "C with 64-bit long and pointers (LP64); the default") \
  X(TEXT,   spec,    "spec", 0, 0, 0, "FILE.prp", OPT_WHAT, "property file: CHECK( init(main()), LTL(...) ) lines") \
  X(TEXT,   property,"property", 0, 0, 0, "NAME", OPT_WHAT, "property by name: unreach-call (default), valid-memsafety, no-overflow, ...") \
  X(TEXT,   error_function, "error-function", 0, 0, 0, "NAME", OPT_WHAT, "calling this function is the error") \
  X(TEXT,   error_label, "error-label", 0, 0, 0, "NAME", OPT_WHAT, "reaching this C label is the error") \
  X(TEXT,   entry,   "entry", 0, 0, 0, "NAME", OPT_WHAT, "function where the program starts; default main") \
  X(FLAG,   assume_no_overflow, "assume-no-overflow", 0, 0, 1, "", OPT_WHAT, "take for granted that signed arithmetic never overflows") \
  X(CHOICE, engine,  "engine", 0, 0, 8, "auto|predicate|pdr|trace|structural|bounded|probe|facts|simpler", OPT_HOW, "the method; auto chooses; probe only runs the program") \
  X(CHOICE, preset,  "preset", 0, 0, 3, "none|blast|lbe|cutset", OPT_HOW, "published configurations: blocks, abstraction, search; no seed") \
  X(CHOICE, abstraction, "abstraction", 0, 0, 3, "allsat|cartesian|ldd|min", OPT_HOW, "predicate: all combinations of predicates (by enumeration, diagrams, both at once), or conjunctions") \
  X(CHOICE, search,  "search", 0, 0, 2, "bfs|dfs|priority", OPT_HOW, "predicate: which node of the tree is next") \
  X(CHOICE, predicates, "predicates", 0, 0, 1, "location|global", OPT_HOW, "predicate: where a new predicate is tracked") \
  X(CHOICE, post,    "post", 0, 0, 1, "image|relation", OPT_HOW, "predicate: abstract successors of states, or each edge once") \
  X(CHOICE, seed,    "seed", 0, 0, 1, "absint|none", OPT_HOW, "facts that all engines start from") \
  X(CHOICE, blocks,  "blocks", 2, 0, 2, "single|rules|cutset", OPT_HOW, "where control flow is cut into locations") \
  X(CHOICE, exits,   "exits", 0, 0, 1, "drop|keep", OPT_HOW, "are ordinary ends of the program locations, too?") \
  X(CHOICE, backend, "backend", 0, 0, 3, "auto|blast|z3|linear", OPT_HOW, "the engines' solver; proofs are checked by another") \
  X(FLAG,   no_interpolation, "no-interpolation", 0, 0, 1, "", OPT_HOW, "trace engine: no state is subsumed by another path's (for comparison)") \
  X(FLAG,   no_invariants, "no-invariants", 0, 0, 1, "", OPT_HOW, "trace engine: loops are only unrolled (for comparison)") \
  X(CHOICE, without, "pdr-without", 0, 0, 5, "nothing|dropping|sums|pushing|codes|wishes", OPT_HOW, "pdr engine: leave one ingredient out (for comparison)") \
  X(NUMBER, recursion, "recursion", 6000, 1, 10000000, "N", OPT_HOW, "instructions to which recursion is unrolled at first") \
  X(NUMBER, check,   "check", 0, 0, 2, "0|1|2", OPT_HOW, "check ourselves: 1 validates every structure, 2 every answer") \
  X(NUMBER, timeout, "timeout", 900, 0, 10000000, "SECONDS", OPT_LIMITS, "end after this wall or CPU time; 0 is no limit") \
  X(NUMBER, memory,  "memory", 0, 0, 100000000, "MB", OPT_LIMITS, "end at this memory; 0 is three quarters of the machine's") \
  X(NUMBER, cores,   "cores", 0, 0, 4096, "N", OPT_LIMITS, "processes at a time; 0 is one per core") \
  X(CHOICE, format,  "format", 0, 0, 2, "text|json|sarif", OPT_OUTPUT, "what is printed above the verdict line") \
  X(TEXT,   witness, "witness", 0, 0, 0, "FILE", OPT_OUTPUT, "write a witness of the verdict (YAML); validate: read it") \
  X(TEXT,   harness, "harness", 0, 0, 0, "FILE.c", OPT_OUTPUT, "keep the C file that makes the program fail, and say how to run it") \
  X(FLAG,   full_trace, "full-trace", 0, 0, 1, "", OPT_OUTPUT, "tell every step of a counterexample, not only those that matter") \
  X(TEXT,   report,  "report", 0, 0, 0, "FILE.html", OPT_OUTPUT, "write a report to read in a browser") \
  X(TEXT,   stats,   "stats", 0, 0, 0, "FILE.json", OPT_OUTPUT, "write times and counts, also when a limit is hit") \
  X(TEXT,   certificate, "certificate", 0, 0, 0, "DIR", OPT_OUTPUT, "write what was proved as SMT-LIB files, each unsatisfiable") \
  X(TEXT,   draw_graph, "draw-graph", 0, 0, 0, "FILE.svg", OPT_OUTPUT, "draw the cutpoints and their edges; .svg needs graphviz, .dot does not") \
  X(TEXT,   draw_tree, "draw-tree", 0, 0, 0, "FILE.svg", OPT_OUTPUT, "draw the predicate engine's tree of abstract states") \
  X(FLAG,   assumptions, "assumptions", 0, 0, 1, "", OPT_OUTPUT, "list every assumption and approximation made") \
  X(TEXT,   compile_commands, "compile-commands", 0, 0, 0, "FILE", OPT_SCAN, "compilation database that says what is compiled and how") \
  X(TEXT,   database, "database", 0, 0, 0, "DIRECTORY", OPT_SCAN, "where results are kept between scans; default .cutpoint") \
  X(TEXT,   checks,  "checks", 0, 0, 0, "NAME,...", OPT_SCAN, "some of null-deref,div,shift,bounds,assert; default all") \
  X(CHOICE, params,  "params", 0, 0, 1, "presumed|any", OPT_SCAN, "are parameters presumed not to be NULL?") \
  X(CHOICE, entry_memory, "entry-memory", 0, 0, 1, "presumed|any", OPT_SCAN, "is memory at entry presumed to be as its types say, without overlaps?") \
  X(FLAG,   eager,   "eager", 0, 0, 1, "", OPT_SCAN, "look into every call at once (for comparison; slower)") \
  X(CHOICE, clause_order, "clause-order", 0, 0, 1, "from-root|reversed", OPT_SCAN, "in which order the solver gets clauses (for comparison)") \
  X(NUMBER, budget,  "budget", 10, 1, 1000000, "SECONDS", OPT_SCAN, "most time for one check") \
  X(NUMBER, unroll,  "unroll", 0, 0, 1000, "N", OPT_SCAN, "let loops go round N times where nothing else decides; what holds then is not proved") \
  X(CHOICE, replay,  "replay", 0, 0, 1, "on|off", OPT_SCAN, "are violations run, compiled, where that is possible?") \
  X(FLAG,   all_sites, "all-sites", 0, 0, 1, "", OPT_SCAN, "list every site, not only the violated ones") \
  X(TEXT,   baseline, "baseline", 0, 0, 0, "FILE", OPT_SCAN, "fingerprints of findings that are known and not to be told") \
  X(TEXT,   out,     "out", 0, 0, 0, "DIRECTORY", OPT_PAQ, "write the abstraction queries of C files there") \
  X(FLAG,   solve,   "solve", 0, 0, 1, "", OPT_PAQ, "solve query files instead, each in its own process (60 s, 512 MB)") \
  X(CHOICE, with,    "with", 4, 0, 6, "allsat|allsat-minterm|ldd|ldd-static|min|ldd-oracle|allsat-oracle", OPT_PAQ, "how") \
  X(CHOICE, dump,    "dump", 0, 0, 5, "none|frontend|program|passes|ts|tree", OPT_INSIDE, "print what this stage made") \
  X(CHOICE, dump_format, "dump-format", 0, 0, 2, "text|graphviz|horn", OPT_INSIDE, "how --dump=ts prints") \
  X(TEXT,   dump_queries, "dump-queries", 0, 0, 0, "DIR", OPT_INSIDE, "write the engines' solver queries as SMT-LIB files") \
  X(CHOICE, stop_after, "stop-after", 0, 0, 4, "none|frontend|program|passes|ts", OPT_INSIDE, "end after this stage, without a verdict") \
  X(NUMBER, inject_unknown, "inject-unknown", 0, 0, 1000000000, "N", OPT_INSIDE, "a fault: the N-th solver answer is unknown") \
  X(NUMBER, inject_tick, "inject-tick", 0, 0, 1000000000, "N", OPT_INSIDE, "a fault: the budget is spent at tick N") \
  X(TEXT,   log,     "log", 0, 0, 0, "ROOM:LEVEL,...", OPT_INSIDE, "tell on stderr what a room does, e.g. main:1,frontend:2") \
  X(FLAG,   keep_temp, "keep-temp", 0, 0, 1, "", OPT_INSIDE, "leave the temporary directory, and say where it is") \
  X(FLAG,   help,    "help", 0, 0, 1, "", OPT_INSIDE, "this text") \
  X(FLAG,   version, "version", 0, 0, 1, "", OPT_INSIDE, "name and version")
// clang-format on

#define OPT_FIELD_FLAG   bool
#define OPT_FIELD_NUMBER long
#define OPT_FIELD_TEXT   const char *
#define OPT_FIELD_CHOICE int

/* Strings point into argv. */
typedef struct Options {
#define X(kind, field, name, dflt, low, high, arg, group, help)                \
  OPT_FIELD_##kind field;
  MAIN_OPTIONS(X)
#undef X
  CommandChoice command;
  const char *const *files; /* [0..n_files[; scan: files and directories */
  uint32_t n_files;
  const char *const *flags; /* for the compiler, after "--"; scan: the
                               command that builds */
  uint32_t n_flags;
} Options;

/* Reads the command line; argv's entries are reordered so that the files stand
 * together.  False: `problem` is one line that says what is wrong and what to
 * do.  With --help or --version the rest is not looked at. */
BASE_MUST_USE bool opt_parse(Options *out, int argc, char **argv,
                             Text *problem);

/* The text of --help. */
void opt_help(Text *out);

/* 32 or 64. */
int opt_bits(const Options *options);
/* Processes at a time, at least 1. */
uint32_t opt_cores(const Options *options);
/* The level asked for by --log for a room; 0: silent. */
int opt_log_level(const Options *options, const char *room);

#endif
