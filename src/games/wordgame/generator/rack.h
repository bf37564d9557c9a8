// wordgame_gen_rack: a rack as the move generator needs it: its tiles in a fixed order, and every
// choice of them that is different from the others.
//
// Tiles have *places* 0, 1, 2... in the order of falling values, equal ones side by side, blanks
// last. A choice of tiles is a mask of places; of equal tiles the first ones are taken, so that the
// same tiles are the same mask. The tiles left on the rack, the *leave*, are the mask of the
// others, `wordgame_gen_rack_all(&rack) ^ mask`; the static player provides a table of leave values
// by that mask, see games/wordgame/engine/leave.h.
//
//     struct wordgame_settings set;
//     struct wordgame_gen_rack rack;
//     const uint8_t tiles[TILE_KINDS] = {[KIND_BLANK] = 1, [1] = 2, [19] = 1}; // A A S ?
//     ok = wordgame_settings_load(&set, config, &why);
//     wordgame_gen_rack_init(&rack, &set, tiles, NULL);
//     for (unsigned i = rack.first[2][0]; i < wordgame_gen_rack_end(&rack, 2, 0); i++)
//         ok = rack.choice[i].tiles == 2; // AA and AS
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_RACK_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_RACK_H

#include "games/wordgame/settings.h"

#include <stdalign.h>

enum { WORDGAME_GEN_CHOICES = 1 << RACK_MAX };

struct wordgame_gen_choice {
    alignas(16) int16_t value[RACK_MAX]; // of the tiles, largest first, then zeros
    uint64_t key;                        // of its letters, blanks left out
    uint64_t counts[2];                  // of its letters, see wordgame_gen_count()
    int32_t leave;                       // value of what is left without it
    uint32_t letters;                    // that it has, a bit each; with a blank all
    uint8_t mask;
    uint8_t tiles, blanks;
};

struct wordgame_gen_rack {
    unsigned tiles, blanks;
    uint32_t letters; // that there is a tile of, a bit each
    uint8_t kind[RACK_MAX];
    uint8_t count[TILE_KINDS];
    uint8_t end[TILE_KINDS]; // the place behind the last tile of a kind
    struct wordgame_gen_choice choice[WORDGAME_GEN_CHOICES];
    // Of the choices by tiles and blanks among them; they end where the next
    // begin.
    uint16_t first[RACK_MAX + 1][RACK_MAX + 1];
    uint16_t choices;
};

// `tiles` has a count for each kind, RACK_MAX at most in all. `keys` may be NULL.
void wordgame_gen_rack_init(struct wordgame_gen_rack *r, const struct wordgame_settings *set,
                            const uint8_t tiles[TILE_KINDS], const uint64_t *keys);

// The same without the choices: all that is needed where every move is wanted
// (games/wordgame/generator/walk.h).
void wordgame_gen_rack_tiles(struct wordgame_gen_rack *r, const struct wordgame_settings *set,
                             const uint8_t tiles[TILE_KINDS]);

// How often each letter is there, four bits a letter: equal for equal multisets of up to 15
// letters.
static inline void wordgame_gen_count(uint64_t counts[2], unsigned letter)
{
    counts[(letter - 1) >> 4 & 1] += UINT64_C(1) << ((letter - 1) & 15) * 4;
}

// Where the choices with these numbers of tiles and blanks end.
static inline unsigned wordgame_gen_rack_end(const struct wordgame_gen_rack *r, unsigned tiles,
                                             unsigned blanks)
{
    if (blanks < RACK_MAX)
        return r->first[tiles][blanks + 1];
    return tiles < RACK_MAX ? r->first[tiles + 1][0] : r->choices;
}

// The mask of all places.
static inline unsigned wordgame_gen_rack_all(const struct wordgame_gen_rack *r)
{
    return (1u << r->tiles) - 1;
}

// Gives each choice the value of what is left without it, by mask of places. NULL: nothing is worth
// anything.
void wordgame_gen_rack_leave(struct wordgame_gen_rack *r, const int32_t *leave);

// Is it the mask that stands for its tiles?
bool wordgame_gen_rack_is_choice(const struct wordgame_gen_rack *r, unsigned mask);

#endif
