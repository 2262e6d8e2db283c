/* SPDX-License-Identifier: MIT
 *
 * Hash maps and interned names: open addressing over an insertion-ordered
 * array, so that iteration never depends on addresses or hash values. */
#include "base/base.h"

uint64_t hash_mix(uint64_t seed, uint64_t value) {
  uint64_t h = (seed ^ value) * 0x9E3779B97F4A7C15u;
  h ^= h >> 32;
  h *= 0xD6E8FEB86659FD93u;
  return h ^ (h >> 32);
}

uint64_t hash_bytes(const void *bytes, size_t n) {
  const unsigned char *at = bytes;
  uint64_t h = 0xCBF29CE484222325u ^ n;
  for (; n >= 8; n -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    h = hash_mix(h, word);
  }
  for (; n; n--, at++) h = (h ^ *at) * 0x100000001B3u;
  return hash_mix(h, 0);
}

void map_init(Map *map, Mem *mem) {
  *map = (Map){.mem = mem};
}

void map_done(Map *map) {
  assert(map->n <= map->cap && map->n <= map->n_slots);
  MEM_FREE_ARRAY(map->mem, map->entries, map->cap);
  MEM_FREE_ARRAY(map->mem, map->slots, map->n_slots);
  map_init(map, map->mem);
}

void map_clear(Map *map) {
  map->n = 0;
  if (map->slots) memset(map->slots, 0, sizeof *map->slots * map->n_slots);
}

/* The slot that holds `key`, or the empty slot where it would go. */
static uint32_t *slot_of(const Map *map, uint64_t key) {
  assert(map->n < map->n_slots && (map->n_slots & (map->n_slots - 1)) == 0);
  uint32_t mask = map->n_slots - 1;
  uint32_t at = (uint32_t)hash_mix(0, key) & mask;
  while (map->slots[at] && map->entries[map->slots[at] - 1].key != key)
    at = (at + 1) & mask;
  return &map->slots[at];
}

uint64_t *map_find(const Map *map, uint64_t key) {
  if (map->n == 0) return NULL;
  uint32_t slot = *slot_of(map, key);
  return slot ? &map->entries[slot - 1].value : NULL;
}

uint64_t map_get(const Map *map, uint64_t key, uint64_t otherwise) {
  const uint64_t *found = map_find(map, key);
  return found ? *found : otherwise;
}

static void map_rehash(Map *map, uint32_t n_slots) {
  MEM_FREE_ARRAY(map->mem, map->slots, map->n_slots);
  map->slots = MEM_ARRAY(map->mem, uint32_t, n_slots);
  map->n_slots = n_slots;
  for (uint32_t i = 0; i < map->n; i++)
    *slot_of(map, map->entries[i].key) = i + 1;
}

uint64_t *map_put(Map *map, uint64_t key, uint64_t value) {
  if ((uint64_t)(map->n + 1) * 2 > map->n_slots)
    map_rehash(map, map->n_slots ? map->n_slots * 2 : 16);
  uint32_t *slot = slot_of(map, key);
  if (!*slot) {
    if (map->n == map->cap)
      map->entries = vec_grow(map->mem, map->entries, &map->cap, map->n + 1,
                              sizeof *map->entries);
    map->entries[map->n++].key = key;
    *slot = map->n;
  }
  MapEntry *entry = &map->entries[*slot - 1];
  assert(entry->key == key && map->n <= map->cap);
  entry->value = value;
  return &entry->value;
}

/* ---- names ---- */

void names_init(Names *names, Mem *mem) {
  *names = (Names){0};
  arena_init(&names->texts, mem);
}

void names_done(Names *names) {
  Mem *mem = names->texts.mem;
  VEC_DONE(mem, &names->list);
  MEM_FREE_ARRAY(mem, names->slots, names->n_slots);
  names->slots = NULL;
  names->n_slots = 0;
  arena_done(&names->texts);
}

static uint32_t *name_slot(const Names *names, const char *text) {
  assert(names->list.n < names->n_slots);
  uint32_t mask = names->n_slots - 1;
  uint32_t at = (uint32_t)hash_bytes(text, strlen(text)) & mask;
  while (names->slots[at] &&
         strcmp(names->list.at[names->slots[at] - 1], text) != 0)
    at = (at + 1) & mask;
  return &names->slots[at];
}

uint32_t names_find(const Names *names, const char *text) {
  if (names->n_slots == 0) return UINT32_MAX;
  uint32_t slot = *name_slot(names, text);
  return slot ? slot - 1 : UINT32_MAX;
}

static void names_rehash(Names *names, uint32_t n_slots) {
  Mem *mem = names->texts.mem;
  MEM_FREE_ARRAY(mem, names->slots, names->n_slots);
  names->slots = MEM_ARRAY(mem, uint32_t, n_slots);
  names->n_slots = n_slots;
  for (uint32_t i = 0; i < names->list.n; i++)
    *name_slot(names, names->list.at[i]) = i + 1;
}

uint32_t names_add(Names *names, const char *text) {
  if ((uint64_t)(names->list.n + 1) * 2 > names->n_slots)
    names_rehash(names, names->n_slots ? names->n_slots * 2 : 64);
  uint32_t *slot = name_slot(names, text);
  if (!*slot) {
    VEC_PUSH(names->texts.mem, &names->list, arena_strdup(&names->texts, text));
    *slot = names->list.n;
  }
  return *slot - 1;
}

const char *names_text(const Names *names, uint32_t index) {
  require(index < names->list.n);
  return names->list.at[index];
}
