// wordmap: which words are anagrams of exactly these letters. Built once from a lexicon's graph,
// then only read, so threads share it. The generator looks words up in it where there is one;
// without one it walks the graph and finds the same moves.
//
// The key of a multiset of letters is the sum of a fixed random number for each of its letters
// (additive Zobrist hashing), so the key of some tiles of a rack with letters of the board is one
// addition. Most multisets are no word: a Bloom filter, small enough for the processor's cache,
// rejects nearly all of them. A multiset that is no word may have the key of one that is, so the
// caller compares letters; no two groups of words have the same key.
//
//     struct wordgame_settings set;
//     struct wordgame_wordmap map;
//     if (wordgame_settings_load(&set, config, &why) &&
//         wordgame_wordmap_build(&map, &set, &config->lexicon->graph)) {
//         const struct wordgame_wordmap_group *group =
//             wordgame_wordmap_find(&map, map.key[1] + map.key[20]);
//         ok = group && group->length == 2;
//         wordgame_wordmap_release(&map);
//     }
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_WORDMAP_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_WORDMAP_H

#include "games/wordgame/settings.h"

// Words of the same letters, one after the other.
struct wordgame_wordmap_group {
    uint64_t key;
    uint16_t words;
    uint8_t length;
    uint8_t letter[];
};

enum { WORDGAME_WORDMAP_START_BITS = 24 };

struct wordgame_wordmap {
    uint64_t *filter; // two bits in one of these for each group: where one is missing, it is not
    uint32_t filter_mask; // for the index
    // By the lower bits of the key, and on to the next empty one: where the group begins, in units
    // of 8 bytes, and above that some more bits of the key. 0: empty.
    uint32_t *cell;
    uint32_t cell_mask;
    uint8_t *bytes; // groups
    size_t size;
    uint32_t words;           // that fit on a board, other readings of pairs included
    uint64_t key[TILE_KINDS]; // by letter
};

// All words that fit on a board. If the set has a pair, a word with both letters is also listed as
// it lies on the board. False: there is no memory, there are too many words, or their keys collide;
// the caller plays without a map then, and nothing needs releasing.
bool wordgame_wordmap_build(struct wordgame_wordmap *m, const struct wordgame_settings *set,
                            const struct graph *graph);
void wordgame_wordmap_release(struct wordgame_wordmap *m);

// How many bytes it takes up.
size_t wordgame_wordmap_bytes(const struct wordgame_wordmap *m);

const struct wordgame_wordmap_group *wordgame_wordmap_probe(const struct wordgame_wordmap *m,
                                                            uint64_t key);

// The two bits of the filter.
static inline uint64_t wordgame_wordmap_bits(uint64_t key)
{
    return UINT64_C(1) << (key >> 58) | UINT64_C(1) << (key >> 52 & 63);
}

static inline bool wordgame_wordmap_may_have(const struct wordgame_wordmap *m, uint64_t key)
{
    return !(~m->filter[(uint32_t)(key >> 32) & m->filter_mask] & wordgame_wordmap_bits(key));
}

// The words of a multiset; NULL: none.
static inline const struct wordgame_wordmap_group *
wordgame_wordmap_find(const struct wordgame_wordmap *m, uint64_t key)
{
    return wordgame_wordmap_may_have(m, key) ? wordgame_wordmap_probe(m, key) : NULL;
}

#endif
