/* SPDX-License-Identifier: MIT
 *
 * The command line.  The tables below give the fields of Options, the parser,
 * the range checks, what each command takes, the text of --help, the manual
 * pages and what shells complete (tools/docs/docs.c). */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/base.h"

/* group, title. */
#define CLI_GROUPS(X)                                                          \
  X(OPT_WHAT, "What is checked")                                               \
  X(OPT_SCAN, "The scan")                                                      \
  X(OPT_PAQ, "Queries")                                                        \
  X(OPT_HOW, "How it is checked")                                              \
  X(OPT_LIMITS, "Limits")                                                      \
  X(OPT_OUTPUT, "Output")                                                      \
  X(OPT_INSIDE, "Looking inside")                                              \
  X(OPT_ABOUT, "Help")

typedef enum OptGroup {
#define X(group, title) group,
  CLI_GROUPS(X)
#undef X
      OPT_GROUPS
} OptGroup;

/* command, word, what it is about, and the ways to call it, each a line. */
// clang-format off
#define CLI_COMMANDS(X) \
  X(CHECK,    "check",    "can an error happen in this program?", \
    "cutpoint [check] [OPTION]... FILE... [-- CFLAG...]") \
  X(SCAN,     "scan",     "check every function of a code base", \
    "cutpoint scan [OPTION]... PATH...\n" \
    "cutpoint scan --compile-commands=FILE [OPTION]... [PATH]...\n" \
    "cutpoint scan [OPTION]... -- BUILD-COMMAND...\n" \
    "cutpoint scan [OPTION]...") \
  X(VALIDATE, "validate", "is a witness of a verdict right?", \
    "cutpoint validate --witness=FILE.yml [OPTION]... FILE... [-- CFLAG...]") \
  X(PAQ,      "paq",      "make and solve predicate abstraction queries", \
    "cutpoint paq --out=DIRECTORY [OPTION]... FILE.c... [-- CFLAG...]\n" \
    "cutpoint paq --solve [--with=METHOD] [OPTION]... QUERY.smt2...")
// clang-format on

typedef enum CommandChoice {
#define X(command, word, about, usage) COMMAND_##command,
  CLI_COMMANDS(X)
#undef X
      COMMAND_COUNT
} CommandChoice;

/* Which commands use an option. */
typedef enum CommandSet {
#define X(command, word, about, usage) FOR_##command = 1 << COMMAND_##command,
  CLI_COMMANDS(X)
#undef X
      FOR_BOTH = FOR_CHECK | FOR_VALIDATE,
  FOR_RUNS = FOR_CHECK | FOR_SCAN,
  FOR_THREE = FOR_BOTH | FOR_SCAN,
  FOR_ALL = FOR_THREE | FOR_PAQ
} CommandSet;

/* Choices, in the order of their lists below; --format's is RepFormat, those of
 * the predicate engine are in engine/engine.h. */
typedef enum EngineChoice {
  ENGINE_AUTO,
  ENGINE_PREDICATE,
  ENGINE_PDR,
  ENGINE_TRACE,
  ENGINE_STRUCTURAL,
  ENGINE_BOUNDED,
  ENGINE_GUIDED,
  ENGINE_EQUATIONS,
  ENGINE_CELLS,
  ENGINE_EXPLICIT,
  ENGINE_LOCAL,
  ENGINE_SHAPES,
  ENGINE_SUMS,
  ENGINE_SITES,
  ENGINE_HEAP_CELLS,
  ENGINE_ARGUMENTS,
  ENGINE_CONTRACTS,
  ENGINE_DEEPER,
  ENGINE_FLAT,
  ENGINE_FLAT_SUMS
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
typedef enum FailChoice {
  FAIL_ON_UNDECIDED,
  FAIL_ON_VIOLATED,
  FAIL_ON_CONFIDENT,
  FAIL_NEVER
} FailChoice;
typedef enum ClusterChoice { CLUSTER_NONE, CLUSTER_SLURM } ClusterChoice;
typedef enum SeedChoice { SEED_ABSINT, SEED_NONE } SeedChoice;

/* kind, field, name on the command line, default, low, high, argument, group,
 * the commands that use it, help.  FLAG: bool.  NUMBER: long in [low..high].
 * TEXT: string or NULL.  CHOICE: index into the argument's list separated by
 * '|'.  NAMES: string or NULL, some of that list with commas between. */
// clang-format off
#define CLI_OPTIONS(X) \
  X(FLAG,   bits32,  "32", 0, 0, 1, "", OPT_WHAT, FOR_ALL, "C with 32-bit long and pointers (ILP32)") \
  X(FLAG,   bits64,  "64", 0, 0, 1, "", OPT_WHAT, FOR_ALL, "C with 64-bit long and pointers (LP64); the default") \
  X(TEXT,   spec,    "spec", 0, 0, 0, "FILE.prp", OPT_WHAT, FOR_BOTH, "property file: CHECK( init(main()), LTL(...) ) lines") \
  X(NAMES,  property,"property", 0, 0, 0, "all|unreach-call|assertion|null-deref|valid-deref|valid-free|valid-memtrack|valid-memcleanup|valid-memsafety|valid-init|no-overflow|no-div-by-zero|no-bad-shift|termination|no-data-race", OPT_WHAT, FOR_BOTH, "properties by name, with commas between; the default, all, is unreach-call, assertion, valid-deref, valid-free, valid-init, no-overflow, no-div-by-zero, no-bad-shift, and valid-memtrack, which never changes the verdict; valid-memsafety stands for valid-free,valid-deref,valid-memtrack together") \
  X(TEXT,   error_function, "error-function", 0, 0, 0, "NAME", OPT_WHAT, FOR_BOTH, "calling this function is the error") \
  X(TEXT,   error_label, "error-label", 0, 0, 0, "NAME", OPT_WHAT, FOR_BOTH, "reaching this C label is the error") \
  X(TEXT,   entry,   "entry", 0, 0, 0, "NAME", OPT_WHAT, FOR_BOTH, "function where the program starts; default main") \
  X(FLAG,   malloc_may_fail, "malloc-may-fail", 0, 0, 1, "", OPT_WHAT, FOR_BOTH, "malloc and its like may return NULL; without it that they succeed is a premise") \
  X(FLAG,   assume_no_overflow, "assume-no-overflow", 0, 0, 1, "", OPT_WHAT, FOR_BOTH, "take for granted that signed arithmetic never overflows") \
  X(CHOICE, engine,  "engine", 0, 0, 25, "auto|predicate|pdr|trace|structural|bounded|guided|equations|cells|explicit|local|shapes|sums|sites|heap-cells|arguments|contracts|deeper|flat|flat-sums|bits|copies|split|texts|concolic|jump", OPT_HOW, FOR_BOTH, "the method; auto chooses; guided and concolic only run the program") \
  X(CHOICE, preset,  "preset", 0, 0, 3, "none|blast|lbe|cutset", OPT_HOW, FOR_BOTH, "published configurations: blocks, abstraction, search; no seed") \
  X(CHOICE, abstraction, "abstraction", 0, 0, 3, "allsat|cartesian|ldd|min", OPT_HOW, FOR_BOTH, "predicate: conjunctions of predicates (cartesian), or all combinations, by enumeration (allsat), diagrams (ldd) or both at once (min)") \
  X(CHOICE, search,  "search", 0, 0, 2, "bfs|dfs|priority", OPT_HOW, FOR_BOTH, "predicate: which node of the tree is next") \
  X(CHOICE, predicates, "predicates", 0, 0, 1, "location|global", OPT_HOW, FOR_BOTH, "predicate: where a new predicate is tracked") \
  X(CHOICE, post,    "post", 0, 0, 1, "image|relation", OPT_HOW, FOR_BOTH, "predicate: abstract successors of states, or each edge once") \
  X(CHOICE, seed,    "seed", 0, 0, 1, "absint|none", OPT_HOW, FOR_BOTH, "seed invariants, which all engines start from") \
  X(CHOICE, blocks,  "blocks", 2, 0, 2, "single|rules|cutset", OPT_HOW, FOR_BOTH, "where control flow is cut into locations") \
  X(CHOICE, exits,   "exits", 0, 0, 1, "drop|keep", OPT_HOW, FOR_BOTH, "ordinary ends of the program are no locations, or are") \
  X(CHOICE, backend, "backend", 0, 0, 3, "auto|blast|z3|linear", OPT_HOW, FOR_BOTH, "the engines' solver; proofs are checked by another") \
  X(FLAG,   no_interpolation, "no-interpolation", 0, 0, 1, "", OPT_HOW, FOR_BOTH, "trace engine: no state is subsumed by another path's (for comparison)") \
  X(FLAG,   no_invariants, "no-invariants", 0, 0, 1, "", OPT_HOW, FOR_BOTH, "trace engine: loops are only unrolled (for comparison)") \
  X(CHOICE, without, "pdr-without", 0, 0, 5, "nothing|dropping|sums|pushing|value-classes|may-obligations", OPT_HOW, FOR_BOTH, "pdr engine: leave one ingredient out (for comparison)") \
  X(NUMBER, recursion, "recursion", 6000, 1, 10000000, "N", OPT_HOW, FOR_BOTH, "instructions to which recursion is unrolled at first") \
  X(NUMBER, check,   "check", 0, 0, 2, "0|1|2", OPT_HOW, FOR_BOTH, "check ourselves: 1 validates every structure, 2 every answer") \
  X(FLAG,   no_run, "no-run", 0, 0, 1, "", OPT_HOW, FOR_THREE, "run nothing that was compiled from the program: what needs a run to be believed, as every counterexample does, is unknown") \
  X(NUMBER, timeout, "timeout", 900, 0, 10000000, "SECONDS", OPT_LIMITS, FOR_ALL, "end after this time on the clock; 0 is no limit") \
  X(NUMBER, cpu_timeout, "cpu-timeout", 0, 0, 10000000, "SECONDS", OPT_LIMITS, FOR_THREE, "end after this CPU time, of all processes together; 0 is no limit") \
  X(NUMBER, memory,  "memory", 0, 0, 100000000, "MB", OPT_LIMITS, FOR_ALL, "end at this memory, of all processes together; 0 is three quarters of the machine's") \
  X(NUMBER, cores,   "cores", 0, 0, 4096, "N", OPT_LIMITS, FOR_THREE, "processes at a time; 0 is one per core") \
  X(CHOICE, format,  "format", 0, 0, 2, "text|json|sarif", OPT_OUTPUT, FOR_THREE, "what is printed above the verdict line") \
  X(TEXT,   witness, "witness", 0, 0, 0, "FILE.yml", OPT_OUTPUT, FOR_BOTH, "write a witness of the verdict") \
  X(TEXT,   harness, "harness", 0, 0, 0, "FILE.c", OPT_OUTPUT, FOR_CHECK, "keep the C file that makes the program fail, and say how to run it") \
  X(FLAG,   full_trace, "full-trace", 0, 0, 1, "", OPT_OUTPUT, FOR_BOTH, "show every step of a counterexample, not only those that matter") \
  X(TEXT,   report,  "report", 0, 0, 0, "FILE.html", OPT_OUTPUT, FOR_RUNS, "write a report to read in a browser") \
  X(TEXT,   stats,   "stats", 0, 0, 0, "FILE.json", OPT_OUTPUT, FOR_THREE, "write times and counts, also when a limit is hit") \
  X(TEXT,   certificate, "certificate", 0, 0, 0, "DIRECTORY", OPT_OUTPUT, FOR_CHECK, "write what was proved as SMT-LIB files, each unsatisfiable") \
  X(TEXT,   draw_graph, "draw-graph", 0, 0, 0, "FILE.svg", OPT_OUTPUT, FOR_BOTH, "draw the cutpoints and their edges; .svg needs graphviz, .dot does not") \
  X(TEXT,   draw_tree, "draw-tree", 0, 0, 0, "FILE.svg", OPT_OUTPUT, FOR_BOTH, "draw the predicate engine's tree of abstract states") \
  X(FLAG,   assumptions, "assumptions", 0, 0, 1, "", OPT_OUTPUT, FOR_THREE, "list every assumption and approximation made") \
  X(TEXT,   compile_commands, "compile-commands", 0, 0, 0, "FILE.json", OPT_SCAN, FOR_RUNS, "compilation database that says what is compiled and how; check takes from it the flags of each FILE and the other files of its program") \
  X(TEXT,   database, "database", 0, 0, 0, "DIRECTORY", OPT_SCAN, FOR_SCAN, "where results are kept between scans; default .cutpoint") \
  X(NAMES,  checks,  "checks", 0, 0, 0, "null-deref|div|shift|bounds|use-after-free|double-free|leak|uninit|overflow|assert", OPT_SCAN, FOR_SCAN, "what to look for, with commas between; default all") \
  X(TEXT,   functions, "functions", 0, 0, 0, "NAME,...", OPT_SCAN, FOR_SCAN, "check these functions alone; the others are there to be called") \
  X(CHOICE, params,  "params", 0, 0, 1, "presumed|any", OPT_SCAN, FOR_SCAN, "parameters are presumed not to be NULL, or may be") \
  X(TEXT,   api, "api", 0, 0, 0, "internal|public[=HEADER,...]", OPT_SCAN, FOR_SCAN, "functions that the headers declare (without headers: that nothing in the tree calls) may be called with anything, NULL as well; default internal: they are called from the tree alone") \
  X(CHOICE, entry_memory, "entry-memory", 0, 0, 2, "presumed|trusted|any", OPT_SCAN, FOR_SCAN, "memory at entry is presumed to be as its types say, without overlaps; besides, trusted not to hold NULL where a function uses a pointer without a look; or it may be anything") \
  X(FLAG,   eager,   "eager", 0, 0, 1, "", OPT_SCAN, FOR_SCAN, "look into every call at once (for comparison; slower)") \
  X(CHOICE, clause_order, "clause-order", 0, 0, 1, "from-root|reversed", OPT_SCAN, FOR_SCAN, "in which order the solver gets clauses (for comparison)") \
  X(NUMBER, budget,  "budget", 10, 1, 1000000, "SECONDS", OPT_SCAN, FOR_SCAN, "most time for one check") \
  X(NUMBER, unroll,  "unroll", 6, 0, 1000, "N", OPT_SCAN, FOR_SCAN, "let loops go round N times where nothing else decides; what holds then is not proved") \
  X(CHOICE, replay,  "replay", 0, 0, 1, "on|off", OPT_SCAN, FOR_SCAN, "violations are run, compiled, where that is possible") \
  X(FLAG,   all_sites, "all-sites", 0, 0, 1, "", OPT_OUTPUT, FOR_RUNS, "list every site that is checked, with its verdict") \
  X(FLAG,   all, "all", 0, 0, 1, "", OPT_OUTPUT, FOR_SCAN, "show findings of low confidence as well") \
  X(CHOICE, cluster, "cluster", 0, 0, 1, "none|slurm", OPT_SCAN, FOR_SCAN, "functions are checked here, or by the nodes of a Slurm cluster, --cores at a time in each task; database and sources must be on a file system that all of them share") \
  X(TEXT,   cluster_options, "cluster-options", 0, 0, 0, "OPTIONS", OPT_SCAN, FOR_SCAN, "given to sbatch as they are, say '-p long'") \
  X(TEXT,   cluster_part, "cluster-part", 0, 0, 0, "FILE.part", OPT_INSIDE, FOR_SCAN, "what a task of --cluster runs: checks the functions that FILE names, and leaves the results beside it") \
  X(TEXT,   baseline, "baseline", 0, 0, 0, "FILE", OPT_SCAN, FOR_SCAN, "fingerprints of findings that are known and not reported") \
  X(TEXT,   new_since, "new-since", 0, 0, 0, "GIT-REF", OPT_SCAN, FOR_SCAN, "report only findings with a function on their way that changed since this commit") \
  X(CHOICE, fail_on, "fail-on", 0, 0, 3, "undecided|violated|confident|never", OPT_SCAN, FOR_SCAN, "what the exit code tells: violated (10) and undecided (5) sites, violated ones alone, those alone that are shown without --all, or none (0)") \
  X(TEXT,   out,     "out", 0, 0, 0, "DIRECTORY", OPT_PAQ, FOR_PAQ, "write the abstraction queries of C files there") \
  X(FLAG,   solve,   "solve", 0, 0, 1, "", OPT_PAQ, FOR_PAQ, "solve query files instead, each in its own process") \
  X(CHOICE, with,    "with", 4, 0, 6, "allsat|allsat-minterm|ldd|ldd-static|min|ldd-oracle|allsat-oracle", OPT_PAQ, FOR_PAQ, "how queries are solved") \
  X(CHOICE, dump,    "dump", 0, 0, 5, "none|frontend|program|passes|ts|tree", OPT_INSIDE, FOR_BOTH, "print what this stage made") \
  X(CHOICE, dump_format, "dump-format", 0, 0, 2, "text|graphviz|horn", OPT_INSIDE, FOR_BOTH, "how --dump=ts prints") \
  X(TEXT,   dump_queries, "dump-queries", 0, 0, 0, "DIRECTORY", OPT_INSIDE, FOR_BOTH, "write the engines' solver queries as SMT-LIB files") \
  X(CHOICE, stop_after, "stop-after", 0, 0, 4, "none|frontend|program|passes|ts", OPT_INSIDE, FOR_CHECK, "end after this stage, without a verdict") \
  X(NUMBER, inject_unknown, "inject-unknown", 0, 0, 1000000000, "N", OPT_INSIDE, FOR_BOTH, "a fault: the N-th solver answer is unknown") \
  X(NUMBER, inject_tick, "inject-tick", 0, 0, 1000000000, "N", OPT_INSIDE, FOR_BOTH, "a fault: the budget is spent at tick N") \
  X(NUMBER, inject_trace, "inject-trace", 0, 0, 1000000000, "N", OPT_INSIDE, FOR_BOTH, "a fault: engines' counterexamples are changed in the N-th way") \
  X(TEXT,   log,     "log", 0, 0, 0, "main:LEVEL", OPT_INSIDE, FOR_BOTH, "log the stages on stderr: 1 their ends, 2 their starts, too") \
  X(FLAG,   keep_temp, "keep-temp", 0, 0, 1, "", OPT_INSIDE, FOR_THREE, "leave the temporary directory, and say where it is") \
  X(FLAG,   help,    "help", 0, 0, 1, "", OPT_ABOUT, FOR_ALL, "what a command does, and its options") \
  X(FLAG,   version, "version", 0, 0, 1, "", OPT_ABOUT, FOR_ALL, "name and version")

/* What an option means where that differs: command, name, default, argument,
 * help. */
#define CLI_MEANINGS(X) \
  X(SCAN,     "32", 0, "", "C with 32-bit long and pointers (ILP32), unless a compile command says otherwise") \
  X(SCAN,     "64", 0, "", "C with 64-bit long and pointers (LP64), unless a compile command says otherwise; the default") \
  X(SCAN,     "timeout", 0, "SECONDS", "end after this time on the clock; the next scan goes on; 0 is no limit") \
  X(SCAN,     "report", 0, "FILE.html", "write a report to read in a browser; into a directory: its index.html") \
  X(SCAN,     "no-run", 0, "", "run nothing that was compiled from the files: violations are not replayed, as with --replay=off") \
  X(VALIDATE, "witness", 0, "FILE.yml", "the witness, of correctness or of a violation") \
  X(PAQ,      "timeout", 0, "SECONDS", "most time for one file (0 is 300), most CPU time for one query (0 is 60)") \
  X(PAQ,      "memory", 0, "MB", "most memory for one file (0 is no limit), for one query (0 is 512)")

/* command, a command line, what it does. */
#define CLI_EXAMPLES(X) \
  X(CHECK,    "cutpoint lock.c", "assertions, memory, arithmetic") \
  X(CHECK,    "cutpoint --property=assertion f.c", "can an assert() fail?") \
  X(CHECK,    "cutpoint --property=valid-memsafety f.c", "bad accesses and frees, lost memory") \
  X(CHECK,    "cutpoint --32 --spec=p.prp task.i", "a property file, 32-bit C") \
  X(CHECK,    "cutpoint a.c b.c -- -Iinclude -DN=4", "two files, with compiler flags") \
  X(CHECK,    "cutpoint --report=f.html f.c", "a page with source, proof or error") \
  X(CHECK,    "cutpoint --timeout=60 --memory=4000 f.c", "limits of time and memory") \
  X(CHECK,    "cutpoint --engine=predicate --preset=lbe f.c", "one method, as published") \
  X(SCAN,     "cutpoint scan -- make", "a code base, compiled as make does") \
  X(SCAN,     "cutpoint scan", "once more, as the last build did") \
  X(SCAN,     "cutpoint scan src", "every C file below src") \
  X(SCAN,     "cutpoint scan --compile-commands=cc.json", "as a compilation database says") \
  X(VALIDATE, "cutpoint validate --witness=w.yml f.c", "is the witness right?") \
  X(PAQ,      "cutpoint paq --out=queries f.c", "abstraction queries from C code") \
  X(PAQ,      "cutpoint paq --solve queries/*.smt2", "their solutions, as a table")
// clang-format on

/* Values of choices that had another name in the version before: option, former
 * name, name.  They are understood, and mentioned nowhere. */
// clang-format off
#define CLI_FORMER_VALUES(X) \
  X("engine", "probe", "guided") \
  X("engine", "facts", "equations") \
  X("engine", "simpler", "cells") \
  X("pdr-without", "codes", "value-classes") \
  X("pdr-without", "wishes", "may-obligations")
// clang-format on

#define OPT_FIELD_FLAG   bool
#define OPT_FIELD_NUMBER long
#define OPT_FIELD_TEXT   const char *
#define OPT_FIELD_CHOICE int
#define OPT_FIELD_NAMES  const char *

/* Strings point into argv. */
typedef struct Options {
#define X(kind, field, name, dflt, low, high, arg, group, users, help)         \
  OPT_FIELD_##kind field;
  CLI_OPTIONS(X)
#undef X
  CommandChoice command;
  bool is_bare; /* no command was named: check is meant, or all of them */
  const char *const *files; /* [0..n_files[; scan: files and directories */
  uint32_t n_files;
  const char *const *flags; /* for the compiler, after "--"; scan: the
                               command that builds */
  uint32_t n_flags;
} Options;

/* ---- the tables, for help and manual pages ---- */

typedef enum OptKind {
  OPT_FLAG,
  OPT_NUMBER,
  OPT_TEXT,
  OPT_CHOICE,
  OPT_NAMES
} OptKind;

typedef struct OptRow {
  OptKind kind;
  const char *name;
  size_t place; /* of the field in Options */
  long dflt, low, high;
  const char *arg;
  OptGroup group;
  unsigned users; /* of CommandSet */
  const char *help;
} OptRow;

typedef struct OptCommand {
  const char *word;
  const char *about;
  const char *usage; /* lines */
} OptCommand;

typedef struct OptExample {
  CommandChoice command;
  const char *line;
  const char *meaning;
} OptExample;

extern const OptRow opt_rows[]; /* the last has no name */
extern const OptCommand opt_commands[COMMAND_COUNT];
extern const OptExample opt_examples[]; /* the last has no line */
extern const char *const opt_group_titles[OPT_GROUPS];

/* The row as this command sees it. */
OptRow opt_row_for(const OptRow *row, CommandChoice command);
/* The letters that stand for the option, as -h does for --help; or "". */
const char *opt_letters(const OptRow *row);

/* ---- reading ---- */

/* Reads the command line; argv's entries are reordered so that the files stand
 * together.  False: `problem` is one line that says what is wrong and what to
 * do.  With --help or --version the rest is not looked at. */
BASE_MUST_USE bool opt_parse(Options *out, int argc, char **argv,
                             Text *problem);

/* The options that are not as by default, for a shell, each behind a space; no
 * files. */
void opt_print(Text *out, const Options *options);
/* A word as a shell takes it. */
void opt_quote(Text *out, const char *word);

/* 32 or 64. */
int opt_bits(const Options *options);
/* Processes at a time, at least 1. */
uint32_t opt_cores(const Options *options);
/* The level asked for by --log; 0: silent. */
int opt_log_level(const Options *options);

#endif
