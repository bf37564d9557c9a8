// wordgame_settings: the data of a Word Game preset, resolved: the layout of the board, the tiles
// and their values, and the numbers and choices of the rules. setup() resolves the config once and
// makes the settings part of the state, so no function looks up settings or files again.
//
//     struct wordgame_settings set;
//     ok = wordgame_settings_load(&set, config, &why);
//
// Letters are those of the lexicon's alphabet, 1 to 32. Tiles are counted by *kind*: kind 0 is the
// blank, the others are letters. On the board and in moves a *tile* is a letter, with TILE_BLANK
// set where a blank stands for it; 0 is an empty square. Squares are numbered by rows from the top
// left: square = row * BOARD_SIDE + column.
//
// A letter may have a second reading as two letters: games/wordgame/reading.h.
#ifndef LOGOMACHY_GAMES_WORDGAME_SETTINGS_H
#define LOGOMACHY_GAMES_WORDGAME_SETTINGS_H

#include "rules/config.h"

enum {
    BOARD_SIDE = 15,
    BOARD_SQUARES = BOARD_SIDE * BOARD_SIDE,
    BOARD_CENTRE = BOARD_SQUARES / 2,
    RACK_MAX = 8,
    TILE_KINDS = LETTERS_MAX + 1, // the blank, and a letter each
    KIND_BLANK = 0,
    TILE_BLANK = 0x40,
    TILE_LETTER = 0x3F,
};

enum wordgame_word_bonus {
    WORD_BONUS_HIGHEST, // one word bonus, the highest among the word's new tiles
    WORD_BONUS_PRODUCT, // all of them multiplied
};

// A bingo: a move with as many tiles as a full rack has.
enum wordgame_bingo {
    BINGO_DOUBLE_MAIN, // the main word counts twice, after its word bonus
    BINGO_DOUBLE_MOVE, // and so do the cross words
    BINGO_POINTS,      // `bingo_points` points more
};

struct wordgame_settings {
    uint8_t letter_factor[BOARD_SQUARES]; // 1, 2 or 3
    uint8_t word_factor[BOARD_SQUARES];
    uint8_t tiles[TILE_KINDS]; // how many there are, by kind
    uint8_t value[TILE_KINDS]; // by kind: the blank's is 0
    uint8_t letters;           // size of the alphabet
    uint8_t rack;              // tiles on a full rack
    uint8_t word_bonus;        // enum wordgame_word_bonus
    uint8_t bingo;             // enum wordgame_bingo
    uint8_t bingo_points;      // for BINGO_POINTS
    uint8_t first_word;        // letters that the first word has at least
    uint8_t exchange;          // tiles may be exchanged: 0 never, else with this many in the bag
    uint8_t end_passes;        // passes in a row that end the game; 0: any number
    uint8_t end_scoreless;     // turns without points in a row that end the game; 0: any number
    uint8_t redraw;            // both racks are drawn again when the first two moves are passes
    uint8_t transfer;          // what is left to the others is added to the seat that went out
    // The letter that may be read as two others, and those; 0: there is none.
    uint8_t pair, pair_first, pair_second;
    uint16_t total; // tiles in all
};

// Refused if the layout that the config names cannot be read, or there are no tiles for its
// language.
bool wordgame_settings_load(struct wordgame_settings *set, const struct config *c,
                            struct reason *why);

// A layout as a text: 15 rows of 15 characters, row 1 first, in lines or separated by slashes:
// `.` plain, `2` `3` letter bonus, `d` `t` word bonus. Lines that begin with `#` count as nothing.
bool wordgame_layout_read(struct wordgame_settings *set, struct text text, struct reason *why);

// The same for a row, without an end of line.
void wordgame_layout_print(const struct wordgame_settings *set, unsigned row, struct buf *out);

// The data of the preset as `logomachy rules --json` has it: describe() of the rules. Nothing where
// the set cannot be loaded.
void wordgame_describe(const struct config *c, struct buf *out);

// Do this many passes, or turns without points, in a row end the game?
static inline bool wordgame_is_stalled(const struct wordgame_settings *set, unsigned passes,
                                       unsigned scoreless)
{
    return (set->end_passes && passes >= set->end_passes) ||
           (set->end_scoreless && scoreless >= set->end_scoreless);
}

// The kind of a tile: KIND_BLANK or its letter.
static inline unsigned wordgame_tile_kind(uint8_t tile)
{
    return tile & TILE_BLANK ? KIND_BLANK : tile;
}

// The letter that a tile shows or stands for.
static inline unsigned wordgame_tile_letter(uint8_t tile)
{
    return tile & TILE_LETTER;
}

#endif
