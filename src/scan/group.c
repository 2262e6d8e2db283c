/* SPDX-License-Identifier: MIT
 *
 * A group of files by content.
 *
 * All that is told of a group follows from the bitcode of its files, from what
 * each of them is there for, and from the settings.  Where these are what they
 * were when everything about it was answered, it is not loaded again: its
 * functions are where the database saw them. */
#include "scan/scan_int.h"
#include "base/sha256.h"

void scan_put_settings(Text *out, const ScanOrder *order, int bits) {
  const ScanSettings *settings = &order->settings;
  text_printf(out, "%d ", settings->api != NULL);
  text_printf(out, "%s %s %s %x %d %d %d %d %d %u %.3f %llu %d\n",
              order->version, order->commit, order->engine->name,
              settings->checks, (int)settings->params, (int)settings->memory,
              (int)settings->expansion, (int)settings->smt.clauses,
              (int)settings->replay, settings->unroll, settings->budget,
              (unsigned long long)order->worker_memory, bits);
}

/* Bitcode is named by its content. */
static void put_unit(Text *out, const ScanUnit *unit, const char *role) {
  assert(unit->bitcode && unit->entry);
  text_printf(out, "%s\t%d\t%s\t%s\n", role, unit->entry->bits, unit->bitcode,
              unit->entry->file);
}

void scan_group_key(char key[65], const ScanOrder *order,
                    const ScanUnits *units, const ScanGroup *group, Mem *mem) {
  Text all;
  require(group->owned.n > 0);
  text_init(&all, mem);
  scan_put_settings(&all, order, order->bits);
  if (order->settings.api) text_printf(&all, "api %s\n", order->settings.api);
  for (uint32_t i = 0; i < group->owned.n; i++)
    put_unit(&all, &units->list.at[group->owned.at[i]], "owned");
  for (uint32_t i = 0; i < group->helper.n; i++)
    put_unit(&all, &units->list.at[group->helper.at[i]], "helper");
  for (uint32_t i = 0; i < group->guest.n; i++) {
    text_printf(&all, "%u ", group->guest.at[i].of);
    put_unit(&all, &units->list.at[group->guest.at[i].unit], "guest");
  }
  sha256_hex(key, text_get(&all), all.n);
  text_done(&all);
}
