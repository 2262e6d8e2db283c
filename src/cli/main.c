/* SPDX-License-Identifier: MIT
 *
 * The process the user starts: reads the command line, has the work done under
 * supervision, and prints the result, whatever the end of the worker was. */
#include "frontend/property.h"
#include "scan/build/build.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/pipeline.h"
#include "cli/paq_command.h"
#include "cli/scan_command.h"
#include "process/supervise.h"
#include "cli/result.h"
#include "cli/validate_command.h"
#include "report/draw.h"
#include "report/report.h"
#include "scan/scan.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char version[] = CUTPOINT_VERSION;

/* ---- before the work ---- */

/* Files that are opened later must not get the numbers of these: what is
 * printed would go there.  A closed stdout is only read from here on, so that
 * writing to it fails. */
static void hold_streams(void) {
  for (int fd = 0; fd <= 2; fd++) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    int flags = fd == 2 ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", flags) != fd) exit(EXIT_USAGE);
  }
}

static ExitCode usage(const Text *problem) {
  rep_say(REP_ERROR, "%s", text_get(problem));
  return EXIT_USAGE;
}

static bool is_directory(const char *path) {
  struct stat at;
  return stat(path, &at) == 0 && S_ISDIR(at.st_mode) &&
         access(path, W_OK | X_OK) == 0;
}

/* Targets are tried before hours of work are spent on them. */
static bool check_targets(const Options *options, Text *problem) {
  bool is_read = options->command == COMMAND_VALIDATE;
  const char *const targets[][2] = {
      {"stats", options->stats},
      {"witness", is_read ? NULL : options->witness},
      {"harness", options->harness},
      {"report", options->report},
      {"draw-graph", options->draw_graph},
      {"draw-tree", options->draw_tree}};
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
    if (targets[i][1] && !rep_can_write(targets[i][1])) {
      text_printf(problem, "cannot write --%s=%s: %s", targets[i][0],
                  targets[i][1], strerror(errno));
      return false;
    }
  if (options->dump_queries && !is_directory(options->dump_queries)) {
    text_printf(problem,
                "--dump-queries=%s: there is no directory "
                "of this name to write to; make it first",
                options->dump_queries);
    return false;
  }
  return (!options->draw_graph ||
          rep_draw_check(options->draw_graph, problem)) &&
         (!options->draw_tree || rep_draw_check(options->draw_tree, problem));
}

static FePropertyStatus read_spec(Property *out, Arena *names,
                                  const Options *options, Text *problem) {
  Text text;
  text_init(&text, names->mem);
  FePropertyStatus status = FE_PROPERTY_MALFORMED;
  text_printf(problem, "--spec=%s: ", options->spec);
  if (!file_read(&text, options->spec))
    text_printf(problem, "cannot read it: %s", strerror(errno));
  else
    status = fe_property_parse(out, names, text_get(&text), problem);
  text_done(&text);
  if (status == FE_PROPERTY_OK) text_clear(problem);
  return status;
}

static FePropertyStatus read_property(Property *out, Arena *names,
                                      const Options *options, Text *problem) {
  *out = (Property){0};
  if (options->spec) {
    FePropertyStatus status = read_spec(out, names, options, problem);
    if (status != FE_PROPERTY_OK) return status;
  }
  if (options->entry) out->entry = options->entry;
  if (!out->entry) out->entry = "main";
  if (options->error_function) out->error_function = options->error_function;
  if (options->error_label) out->error_label = options->error_label;
  if (options->assume_no_overflow) out->overflow = OVERFLOW_ASSUMED_AWAY;
  return FE_PROPERTY_OK;
}

/* The questions: those of the property file together, names each by itself,
 * without either all.  A witness speaks of one property. */
static bool plan_questions(AskPlan *out, const Options *options,
                           uint32_t in_file, Text *problem) {
  *out = ask_all();
  if (options->property && !ask_named(out, options->property, problem))
    return false;
  bool names_error = options->error_function || options->error_label;
  if (options->command == COMMAND_VALIDATE || options->spec)
    *out = ask_together(options->property ? ask_kinds(out) | in_file
                        : in_file         ? in_file
                        : names_error     ? 1u << PROPERTY_UNREACH_CALL
                                          : PROPERTY_OWN_ERRORS);
  else if (!options->property && names_error)
    *out = ask_together(1u << PROPERTY_UNREACH_CALL);
  if (options->assume_no_overflow && !options->property && !options->spec)
    ask_drop(out, PROPERTY_NO_OVERFLOW);
  return true;
}

/* "unreach-call", or several names with commas. */
static void name_property(Text *out, const AskPlan *plan) {
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (ask_kinds(plan) >> i & 1)
      text_printf(out, "%s%s", out->n ? "," : "",
                  prog_property_name((PropertyKind)i));
}

/* Bytes: what the user says, or three quarters of what the machine or our
 * container has. */
static uint64_t memory_limit(const Options *options, Mem *mem) {
  if (options->memory) return (uint64_t)options->memory << 20;
  uint64_t bytes =
      (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  Text text;
  text_init(&text, mem);
  if (file_read(&text, "/sys/fs/cgroup/memory.max")) {
    uint64_t most = strtoull(text_get(&text), NULL, 10);
    if (most > 0 && most < bytes) bytes = most;
  }
  text_done(&text);
  require(bytes >= 4); /* 0 would mean no limit */
  return bytes / 4 * 3;
}

static ExitCode check(const Options *options, const Property *property,
                      const AskPlan *plan, const char *command, Mem *mem) {
  Text named;
  text_init(&named, mem);
  name_property(&named, plan);
  require(named.n && property->entry);
  PipelineOrder order = {.options = options,
                         .property = property,
                         .plan = *plan,
                         .report = {.format = (RepFormat)options->format,
                                    .colours = rep_colours(),
                                    .assumptions = options->assumptions
                                                       ? REP_ASSUMPTIONS_LISTED
                                                       : REP_ASSUMPTIONS_HIDDEN,
                                    .version = version,
                                    .files = options->files,
                                    .n_files = options->n_files,
                                    .property = text_get(&named),
                                    .bits = opt_bits(options),
                                    .command = command}};
  SupLimits limits = {.seconds = (double)options->timeout,
                      .cpu_seconds = (double)options->cpu_timeout,
                      .memory = memory_limit(options, mem),
                      .temp =
                          options->keep_temp ? SUP_KEEP_TEMP : SUP_REMOVE_TEMP};
  ExitCode code;
  if (options->command == COMMAND_VALIDATE) {
    code = validate_command(&order, &limits, mem);
  } else {
    SupResult result;
    sup_run(&result, mem, &limits, pipeline_run, &order);
    result_note_temp(&result, &limits);
    code = result_report(&result, &limits, &order, mem);
    sup_result_done(&result);
  }
  text_done(&named);
  return code;
}

static ExitCode check_property(const Options *options, const char *command,
                               Mem *mem) {
  Property property;
  Arena names;
  Text problem;
  arena_init(&names, mem);
  text_init(&problem, mem);
  ExitCode code;
  AskPlan plan;
  FePropertyStatus status = read_property(&property, &names, options, &problem);
  if (status == FE_PROPERTY_OK &&
      !plan_questions(&plan, options, property.kinds, &problem))
    status = FE_PROPERTY_MALFORMED;
  if (status == FE_PROPERTY_OK) {
    property.kinds = ask_kinds(&plan);
    code = check(options, &property, &plan, command, mem);
  } else {
    code = usage(&problem);
    if (status == FE_PROPERTY_UNSUPPORTED) {
      Verdict verdict = result_unknown(EXIT_UNKNOWN, text_get(&problem));
      Text line;
      text_init(&line, mem);
      rep_verdict_line(&line, &verdict);
      fputs(text_get(&line), stdout);
      text_done(&line);
      code = verdict.code;
    }
  }
  text_done(&problem);
  arena_done(&names);
  return code;
}

/* The command line as a shell would take it. */
static void quote_command(Text *out, int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    if (i) text_char(out, ' ');
    opt_quote(out, argv[i]);
  }
}

int main(int argc, char **argv) {
  scan_stand_in(argc, argv);
  hold_streams();
  Mem mem;
  mem_init(&mem, 0);
  Options options;
  Text text, command;
  text_init(&text, &mem);
  text_init(&command, &mem);
  quote_command(&command, argc, argv);
  ExitCode code = EXIT_PROVED;
  if (!opt_parse(&options, argc, argv, &text)) {
    code = usage(&text);
  } else if (options.help) {
    if (options.is_bare)
      help_overview(&text);
    else
      help_command(&text, options.command);
    code = result_print(&text, code);
  } else if (options.version) {
    text_printf(&text, "cutpoint %s (%s)\n", version, CUTPOINT_GIT);
    code = result_print(&text, code);
  } else if (!check_targets(&options, &text)) {
    code = usage(&text);
  } else if (options.command == COMMAND_SCAN) {
    code = scan_command(&options, scan_structural(), version, CUTPOINT_GIT,
                        memory_limit(&options, &mem), &mem);
  } else if (options.command == COMMAND_PAQ) {
    code = paq_command(&options, &mem);
  } else {
    code = check_property(&options, text_get(&command), &mem);
  }
  text_done(&text);
  text_done(&command);
  mem_done(&mem);
  end_process(code);
}
