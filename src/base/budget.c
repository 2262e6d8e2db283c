/* SPDX-License-Identifier: MIT
 *
 * Clocks, budgets and repeatable random numbers. */
#include "base/base.h"

#include <time.h>

static double seconds(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

double clock_now(void) {
  return seconds(CLOCK_MONOTONIC);
}

double clock_cpu(void) {
  return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

bool budget_is_spent(const Budget *budget) {
  if (budget->tick_limit && budget->ticks >= budget->tick_limit) return true;
  if (budget->interrupt && *budget->interrupt) return true;
  return budget->deadline > 0 && clock_now() >= budget->deadline;
}

uint64_t budget_left(const Budget *budget) {
  if (!budget->tick_limit) return UINT64_MAX;
  return budget->ticks < budget->tick_limit ? budget->tick_limit - budget->ticks
                                            : 0;
}

Budget budget_extra(const Budget *whole, uint64_t ticks) {
  require(ticks > 0);
  Budget part = *whole;
  part.tick_limit = whole->ticks + ticks;
  return part;
}

Budget budget_part(const Budget *whole, uint64_t ticks) {
  return ticks < budget_left(whole) ? budget_extra(whole, ticks) : *whole;
}

void budget_return(Budget *whole, const Budget *part) {
  require(whole->ticks <= part->ticks);
  whole->ticks = part->ticks;
}

void budget_end_by(Budget *budget, double deadline) {
  require(deadline > 0);
  if (budget->deadline <= 0 || deadline < budget->deadline)
    budget->deadline = deadline;
}

static void take_from_turn(BudgetTurn *turn, uint64_t n) {
  assert(turn->wait);
  turn->spent += n;
  if (n < turn->left) {
    turn->left -= n;
    return;
  }
  turn->owed += n - turn->left;
  turn->left = 0;
  turn->wait(turn);
}

void budget_count(Budget *budget, uint64_t n) {
  budget->ticks += n;
  if (budget->turn) take_from_turn(budget->turn, n);
}

void budget_step(Budget *budget, uint32_t weight) {
  assert(weight >= 1);
  budget->ticks++;
  BudgetTurn *turn = budget->turn;
  if (!turn) return;
  uint32_t steps = turn->steps + weight;
  turn->steps = steps % BUDGET_STEPS;
  if (steps >= BUDGET_STEPS) take_from_turn(turn, steps / BUDGET_STEPS);
}

bool budget_spend(Budget *budget, uint64_t n) {
  uint64_t before = budget->ticks >> 10;
  budget_count(budget, n);
  if (budget->tick_limit && budget->ticks >= budget->tick_limit) return false;
  if (before == budget->ticks >> 10) return true;
  return !budget_is_spent(budget);
}

uint64_t rng_next(Rng *rng) {
  rng->state += 0x9E3779B97F4A7C15u;
  uint64_t z = rng->state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

uint32_t rng_below(Rng *rng, uint32_t bound) {
  assert(bound > 0);
  return (uint32_t)(((rng_next(rng) >> 32) * bound) >> 32);
}
