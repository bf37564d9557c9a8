#include "games/wordgame/generator/wordmap.h"

#include "base/hash.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

// A word as it lies on the board, while the map is being made.
struct entry {
    uint64_t key;
    uint8_t length;
    uint8_t letter[BOARD_SIDE];
};

struct maker {
    const struct wordgame_settings *set;
    const struct graph *graph;
    struct entry *entry;
    size_t entries, cap;
    bool failed;
};

// How often other numbers are tried before one gives up.
enum { SALTS = 8 };

// Numbers of a well-mixed sequence (SplitMix64): any would do, if they look random.
static uint64_t letter_key(unsigned letter, unsigned salt)
{
    return hash_mix((salt * TILE_KINDS + letter + 1) * HASH_GOLDEN);
}

static void add_entry(struct maker *m, const uint8_t *letter, unsigned length)
{
    if (!vec_reserve(&m->entry, &m->cap, m->entries + 1)) {
        m->failed = true;
        return;
    }
    struct entry *e = &m->entry[m->entries++];
    *e = (struct entry){.length = (uint8_t)length};
    memcpy(e->letter, letter, length);
}

static void take_words(struct maker *m, graph_arc arc, uint8_t *letter, unsigned length);

static void take_letter(struct maker *m, graph_arc arc, uint8_t *letter, unsigned length,
                        unsigned next)
{
    letter[length] = (uint8_t)next;
    if (graph_accepts(arc))
        add_entry(m, letter, length + 1);
    take_words(m, arc, letter, length + 1);
}

// All words that begin like this and fit on the board.
static void take_words(struct maker *m, graph_arc arc, uint8_t *letter, unsigned length)
{
    const struct wordgame_settings *set = m->set;
    if (length == BOARD_SIDE || m->failed)
        return;
    for (uint32_t left = graph_letters(m->graph, arc); left; left &= left - 1) {
        unsigned next = (unsigned)__builtin_ctz(left) + 1;
        graph_arc to = graph_step(m->graph, arc, next);
        take_letter(m, to, letter, length, next);
        if (set->pair && next == set->pair_first) {
            graph_arc both = graph_step(m->graph, to, set->pair_second);
            if (both)
                take_letter(m, both, letter, length, set->pair);
        }
    }
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->length != y->length)
        return x->length < y->length ? -1 : 1;
    return memcmp(x->letter, y->letter, sizeof x->letter);
}

// Two readings of one word lie on the board in the same way. The entries are sorted.
static void drop_repeats(struct maker *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->entries; i++)
        if (!kept || compare_entries(&m->entry[kept - 1], &m->entry[i]) != 0)
            m->entry[kept++] = m->entry[i];
    m->entries = kept;
}

static bool same_letters(const struct entry *a, const struct entry *b)
{
    int count[TILE_KINDS] = {0};
    if (a->length != b->length)
        return false;
    for (unsigned i = 0; i < a->length; i++) {
        count[a->letter[i]]++;
        count[b->letter[i]]--;
    }
    for (unsigned i = 0; i < TILE_KINDS; i++)
        if (count[i])
            return false;
    return true;
}

// How many entries from here on go into one group: same letters, and a count that fits.
static size_t group_end(const struct maker *m, size_t begin)
{
    size_t end = begin + 1;
    while (end < m->entries && end - begin < UINT16_MAX &&
           m->entry[end].key == m->entry[begin].key &&
           same_letters(&m->entry[end], &m->entry[begin]))
        end++;
    return end;
}

// In units of 8 bytes.
static size_t group_size(size_t words, unsigned length)
{
    return (offsetof(struct wordgame_wordmap_group, letter) + words * length + 7) / 8;
}

static uint32_t power_of_two(size_t least)
{
    uint32_t size = 1024;
    while (size < least)
        size *= 2;
    return size;
}

// Memory for the map. Words are read 16 bytes at a time, hence the room behind the last.
static bool reserve(struct wordgame_wordmap *map, const struct maker *m)
{
    size_t groups = 0, size = 1;
    for (size_t i = 0, end; i < m->entries; i = end) {
        end = group_end(m, i);
        size += group_size(end - i, m->entry[i].length);
        groups++;
    }
    if (size >= 1u << WORDGAME_WORDMAP_START_BITS)
        return false;
    uint32_t cells = power_of_two(groups * 2), words = power_of_two(groups / 8);
    map->cell_mask = cells - 1;
    map->filter_mask = words - 1;
    map->size = (size + 2) * 8;
    map->cell = calloc(cells, sizeof *map->cell);
    map->filter = calloc(words, sizeof *map->filter);
    map->bytes = calloc(map->size, 1);
    return map->cell && map->filter && map->bytes;
}

static uint32_t cell_of(uint64_t key, uint32_t start)
{
    return ((uint32_t)key & ~((UINT32_C(1) << WORDGAME_WORDMAP_START_BITS) - 1)) | start;
}

static const struct wordgame_wordmap_group *group_of(const struct wordgame_wordmap *m,
                                                     uint32_t cell)
{
    size_t start = cell & ((UINT32_C(1) << WORDGAME_WORDMAP_START_BITS) - 1);
    return (const struct wordgame_wordmap_group *)(const void *)(m->bytes + start * 8);
}

// False if there is another group with the same key.
static bool add_group(struct wordgame_wordmap *map, const struct maker *m, size_t begin, size_t end,
                      uint32_t start)
{
    const struct entry *e = &m->entry[begin];
    struct wordgame_wordmap_group *group =
        (struct wordgame_wordmap_group *)(void *)(map->bytes + (size_t)start * 8);
    uint32_t at = (uint32_t)e->key & map->cell_mask;
    group->key = e->key;
    group->words = (uint16_t)(end - begin);
    group->length = e->length;
    for (size_t i = begin; i < end; i++)
        memcpy(group->letter + (i - begin) * e->length, m->entry[i].letter, e->length);
    if (wordgame_wordmap_probe(map, e->key))
        return false;
    while (map->cell[at])
        at = (at + 1) & map->cell_mask;
    map->cell[at] = cell_of(e->key, start);
    map->filter[(uint32_t)(e->key >> 32) & map->filter_mask] |= wordgame_wordmap_bits(e->key);
    return true;
}

static void choose_keys(struct wordgame_wordmap *map, struct maker *m, unsigned salt)
{
    for (unsigned i = 0; i < TILE_KINDS; i++)
        map->key[i] = letter_key(i, salt);
    for (size_t i = 0; i < m->entries; i++) {
        m->entry[i].key = 0;
        for (unsigned k = 0; k < m->entry[i].length; k++)
            m->entry[i].key += map->key[m->entry[i].letter[k]];
    }
}

static bool fill(struct wordgame_wordmap *map, struct maker *m, unsigned salt)
{
    size_t start = 1;
    choose_keys(map, m, salt);
    qsort(m->entry, m->entries, sizeof *m->entry, compare_entries);
    drop_repeats(m);
    if (!reserve(map, m))
        return false;
    for (size_t i = 0, end; i < m->entries; i = end) {
        end = group_end(m, i);
        if (!add_group(map, m, i, end, (uint32_t)start))
            return false;
        start += group_size(end - i, m->entry[i].length);
    }
    map->words = (uint32_t)m->entries;
    return true;
}

bool wordgame_wordmap_build(struct wordgame_wordmap *map, const struct wordgame_settings *set,
                            const struct graph *graph)
{
    struct maker m = {.set = set, .graph = graph};
    uint8_t letter[BOARD_SIDE];
    bool ok = false;
    *map = (struct wordgame_wordmap){0};
    take_words(&m, graph_forward(graph), letter, 0);
    for (unsigned salt = 0; salt < SALTS && !ok && !m.failed; salt++) {
        wordgame_wordmap_release(map);
        ok = fill(map, &m, salt);
    }
    free(m.entry);
    if (!ok)
        wordgame_wordmap_release(map);
    return ok;
}

void wordgame_wordmap_release(struct wordgame_wordmap *m)
{
    free(m->cell);
    free(m->filter);
    free(m->bytes);
    *m = (struct wordgame_wordmap){0};
}

size_t wordgame_wordmap_bytes(const struct wordgame_wordmap *m)
{
    return (m->cell_mask + 1) * sizeof *m->cell + (m->filter_mask + 1) * sizeof *m->filter +
           m->size;
}

const struct wordgame_wordmap_group *wordgame_wordmap_probe(const struct wordgame_wordmap *m,
                                                            uint64_t key)
{
    uint32_t at = (uint32_t)key & m->cell_mask, cell;
    for (; (cell = m->cell[at]); at = (at + 1) & m->cell_mask) {
        bool alike = (cell ^ (uint32_t)key) >> WORDGAME_WORDMAP_START_BITS == 0;
        if (alike && group_of(m, cell)->key == key)
            return group_of(m, cell);
    }
    return NULL;
}
