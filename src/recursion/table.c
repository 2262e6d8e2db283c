/* SPDX-License-Identifier: MIT
 *
 * Tables: what comes out of a recursive function for each value of an argument.
 *
 * Problem: fibonacci(n), or the number of moves for n discs, is no sum of the
 * arguments.  But if n is known to be at most 40, say, forty facts
 * `n == c implies result == v` describe it completely.  Runs give the values
 * for small n only: such functions take exponential time.
 *
 * Idea: rows are added one after the other, each with a constant that is still
 * open.  When the rows before are part of the contract, the body for n == c has
 * one outcome, and the violation of the row that the inference finds (infer.c)
 * contains it.  So each row costs one query about one call of the function,
 * however long a run of it would take.  A row that is violated a second time
 * depends on something else, too; it is dropped, and the table ends there.
 *
 * A global that the function changes has the difference in its rows.  Where
 * overflows are errors, a known row says what must be so before a call, too:
 * the global has room for the difference, `n == c implies g <= MAX - d`.
 *
 * Tables begin at the least constant that the function compares the argument
 * with, and end where the contract says that the argument does, if that is not
 * too far away. */
#include "recursion/infer.h"

enum { FIRST_ROWS = 6, MOST_ROWS = 64 };

/* The same global before the call; UINT32_MAX: it is none. */
static uint32_t slot_before(const Contract *contract, uint32_t after) {
  for (uint32_t i = 0; i < contract->n_before; i++)
    if (contract->slots[after].kind == SLOT_AFTER &&
        contract->slots[i].kind == SLOT_BEFORE &&
        contract->slots[i].global.id == contract->slots[after].global.id)
      return i;
  return UINT32_MAX;
}

static Fact make_row(const Contract *contract, uint32_t slot, int64_t value,
                     uint32_t out) {
  Fact row = {.place = FACT_AFTER,
              .row = ROW_OPEN,
              .guard = {.kind = ATOM_EQUAL,
                        .n = 1,
                        .slot = {(uint8_t)slot},
                        .factor = {1},
                        .k = (uint64_t)value},
              .atom = {.kind = ATOM_EQUAL,
                       .n = 1,
                       .slot = {(uint8_t)out},
                       .factor = {1, -1}}};
  uint32_t before = slot_before(contract, out);
  if (before != UINT32_MAX) {
    row.atom.slot[1] = (uint8_t)before;
    row.atom.n = 2;
  }
  assert(fact_is_valid(contract, &row));
  return row;
}

void con_table_begin(Contract *contract, Mem *mem, uint32_t slot,
                     int64_t base) {
  require(slot < contract->n_before);
  if (base > INT64_MAX - FIRST_ROWS) return;
  for (int64_t value = base; value < base + FIRST_ROWS; value++)
    for (uint32_t out = contract->n_before; out < contract->n_slots; out++) {
      Fact row = make_row(contract, slot, value, out);
      VEC_PUSH(mem, &contract->facts, row);
    }
}

/* Rows of one table: of an argument, and of what comes out. */
static bool is_same_table(const Fact *a, const Fact *b) {
  return a->row != ROW_NONE && b->row != ROW_NONE &&
         a->guard.slot[0] == b->guard.slot[0] &&
         a->atom.slot[0] == b->atom.slot[0];
}

static bool follows_open(const Contract *contract, const Fact *row) {
  for (uint32_t i = 0; i < contract->facts.n; i++) {
    const Fact *fact = &contract->facts.at[i];
    if (fact->row == ROW_OPEN && is_same_table(fact, row) &&
        (int64_t)fact->guard.k < (int64_t)row->guard.k)
      return true;
  }
  return false;
}

static bool has_row(const Contract *contract, const Fact *row) {
  for (uint32_t i = 0; i < contract->facts.n; i++) {
    const Fact *fact = &contract->facts.at[i];
    if (is_same_table(fact, row) && fact->guard.k == row->guard.k) return true;
  }
  return false;
}

void con_table_cut(Contract *contract) {
  for (uint32_t i = contract->facts.n; i-- > 0;)
    if (follows_open(contract, &contract->facts.at[i])) {
      contract->facts.n--;
      memmove(&contract->facts.at[i], &contract->facts.at[i + 1],
              sizeof *contract->facts.at * (contract->facts.n - i));
    }
}

void con_table_close(Contract *contract) {
  for (uint32_t i = 0; i < contract->facts.n; i++)
    if (contract->facts.at[i].row == ROW_OPEN)
      contract->facts.at[i].row = ROW_KNOWN;
}

uint32_t con_table_count_open(const Contract *contract) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < contract->facts.n; i++)
    n += contract->facts.at[i].row == ROW_OPEN;
  return n;
}

/* The greatest value that the contract allows the argument. */
static bool find_last(const Contract *contract, uint32_t slot, int64_t *last) {
  bool found = false;
  for (uint32_t i = 0; i < contract->facts.n; i++) {
    const Fact *fact = &contract->facts.at[i];
    if (fact->place != FACT_BEFORE || fact->atom.slot[0] != slot ||
        fact->guard.kind != ATOM_NONE ||
        (fact->atom.kind != ATOM_MOST_S && fact->atom.kind != ATOM_MOST_U) ||
        (fact->atom.kind == ATOM_MOST_U && (int64_t)fact->atom.k < 0))
      continue;
    if (!found || (int64_t)fact->atom.k < *last) *last = (int64_t)fact->atom.k;
    found = true;
  }
  return found;
}

/* May the argument have the value behind the row's? */
static bool goes_on(const Contract *contract, const Fact *row) {
  int64_t last = 0, value = (int64_t)row->guard.k;
  return find_last(contract, row->guard.slot[0], &last) && value < last &&
         (uint64_t)last - (uint64_t)value <= MOST_ROWS;
}

uint32_t con_table_extend(Contract *contract, Mem *mem) {
  uint32_t added = 0, n = contract->facts.n;
  for (uint32_t i = 0; i < n; i++) {
    const Fact *fact = &contract->facts.at[i];
    if (fact->row != ROW_KNOWN || !goes_on(contract, fact)) continue;
    contract->facts.at[i].row = ROW_CONTINUED;
    Fact row = make_row(contract, fact->guard.slot[0],
                        (int64_t)fact->guard.k + 1, fact->atom.slot[0]);
    if (has_row(contract, &row)) continue;
    VEC_PUSH(mem, &contract->facts, row);
    added++;
  }
  return added;
}

/* Before the call with the row's argument: the sum does not overflow. */
static Fact make_room(const Contract *contract, const Fact *row) {
  uint32_t bits = contract->slots[row->atom.slot[0]].bits;
  uint64_t sign = (uint64_t)1 << (bits - 1);
  bool grows = (row->atom.k & sign) == 0;
  Fact room = {.place = FACT_BEFORE,
               .guard = row->guard,
               .atom = {.kind = grows ? ATOM_MOST_S : ATOM_LEAST_S,
                        .n = 1,
                        .slot = {row->atom.slot[1]},
                        .factor = {1, 1, 1},
                        .k = (grows ? sign - 1 : sign) - row->atom.k}};
  assert(fact_is_valid(contract, &room));
  return room;
}

uint32_t con_table_make_room(Contract *contract, Mem *mem) {
  uint32_t added = 0, n = contract->facts.n;
  for (uint32_t i = 0; i < n; i++) {
    Fact *row = &contract->facts.at[i];
    bool is_known = row->row == ROW_KNOWN || row->row == ROW_CONTINUED;
    if (!is_known || row->has_room || row->atom.n != 2 || row->atom.k == 0)
      continue;
    row->has_room = true;
    Fact room = make_room(contract, row);
    VEC_PUSH(mem, &contract->facts, room);
    added++;
  }
  return added;
}
