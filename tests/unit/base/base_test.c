/* SPDX-License-Identifier: MIT
 *
 * Containers against simple models of themselves. */
#include "unit/unit.h"

#include <stdlib.h>

TEST(base_map_keeps_insertion_order) {
  Mem mem;
  mem_init(&mem, 0);
  Map map;
  map_init(&map, &mem);
  Rng rng = {1};
  enum { N = 5000 };
  static uint64_t keys[N];
  for (int i = 0; i < N; i++) {
    keys[i] = rng_next(&rng);
    map_put(&map, keys[i], (uint64_t)i);
  }
  map_put(&map, keys[7], 77);
  CHECK_INT(map.n, N);
  for (int i = 0; i < N; i++) {
    CHECK(map.entries[i].key == keys[i]);
    CHECK_INT(map_get(&map, keys[i], 0), i == 7 ? 77 : i);
  }
  CHECK(!map_find(&map, 12345));
  map_clear(&map);
  CHECK(!map_find(&map, keys[0]));
  map_done(&map);
  mem_done(&mem);
}

TEST(base_names_are_interned) {
  Mem mem;
  mem_init(&mem, 0);
  Names names;
  names_init(&names, &mem);
  char text[32];
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 1000; i++) {
      snprintf(text, sizeof text, "name%d", i);
      CHECK_INT(names_add(&names, text), i);
    }
  CHECK_TEXT(names_text(&names, 999), "name999");
  CHECK(names_find(&names, "absent") == UINT32_MAX);
  names_done(&names);
  CHECK_INT(mem.used, 0);
}

TEST(base_arena_releases_to_the_mark) {
  Mem mem;
  mem_init(&mem, 0);
  Arena arena;
  arena_init(&arena, &mem);
  char *kept = arena_strdup(&arena, "kept");
  ArenaMark mark = arena_mark(&arena);
  size_t before = mem.used;
  for (int i = 0; i < 100; i++) arena_alloc(&arena, 10000);
  arena_release(&arena, mark);
  CHECK_INT(mem.used, before);
  CHECK_TEXT(kept, "kept");
  CHECK_TEXT(arena_printf(&arena, "%s-%d", "x", 5), "x-5");
  arena_done(&arena);
  CHECK_INT(mem.used, 0);
}

TEST(base_text_and_vec_grow) {
  Mem mem;
  mem_init(&mem, 0);
  Text text;
  text_init(&text, &mem);
  Vec(int) numbers = {0};
  for (int i = 0; i < 1000; i++) {
    text_printf(&text, "%d,", i % 10);
    VEC_PUSH(&mem, &numbers, i);
  }
  CHECK_INT(text.n, 2000);
  CHECK_INT(numbers.n, 1000);
  CHECK_INT(VEC_POP(&numbers), 999);
  VEC_DONE(&mem, &numbers);
  text_done(&text);
  mem_done(&mem);
}

TEST(base_budget_parts) {
  Budget whole = {.ticks = 5, .tick_limit = 20}, open = {.ticks = 5};
  CHECK_INT(budget_left(&whole), 15);
  CHECK(budget_left(&open) == UINT64_MAX);
  CHECK_INT(budget_part(&whole, 4).tick_limit, 9);
  CHECK_INT(budget_part(&whole, 40).tick_limit, 20);
  CHECK_INT(budget_part(&open, 40).tick_limit, 45);
  CHECK_INT(budget_extra(&whole, 40).tick_limit, 45);
  Budget part = budget_part(&whole, 4);
  budget_count(&part, 30); /* the last step may be a large one */
  budget_return(&whole, &part);
  CHECK_INT(whole.ticks, 35);
  CHECK_INT(budget_left(&whole), 0);
  CHECK(budget_is_spent(&whole));
  part = budget_part(&whole, 4); /* of nothing */
  CHECK(budget_is_spent(&part));
}

TEST(base_budget_has_the_earlier_deadline) {
  Budget budget = {0};
  budget_end_by(&budget, 50);
  CHECK(budget.deadline == 50);
  budget_end_by(&budget, 60);
  CHECK(budget.deadline == 50);
  budget_end_by(&budget, 40);
  CHECK(budget.deadline == 40);
}

TEST(base_budget_counts_ticks) {
  Budget budget = {.tick_limit = 10};
  CHECK(budget_spend(&budget, 9));
  CHECK(!budget_spend(&budget, 1));
  CHECK(budget_is_spent(&budget));
}
