// set: what of a Word Game preset is data: the layout of the board, the tiles and what they are
// worth, and the numbers and choices of the rules. It is resolved from the config once, by setup(),
// and then part of the state, so that every function has it at hand and nobody reads files twice.
//
//     struct wordgame_set set;
//     if (!wordgame_set_load(&set, config, &why)) ...      // a layout or tiles that cannot be
//
// Letters are those of the lexicon's alphabet, 1 to 32. Tiles are counted by *kind*: kind 0 is the
// blank, the others are letters. On the board and in moves a *tile* is a letter, with TILE_BLANK
// set where a blank stands for it; 0 is an empty square. Squares are numbered by rows from the top
// left: square = row * BOARD_SIDE + column.
//
// **Pairs.** In Dutch the tile Y may also stand for IJ. The lexicon spells that as two letters, I
// and J; on the board it is one square with the letter Y. What the Y of a word stands for is not
// kept anywhere: letters on squares are a word if *some* reading of them is one, each Y read as Y
// or as IJ, and a Y may be read in one way across and in another down. A blank that stands for Y is
// a Y in this too. So a placement is determined by its squares and tiles alone, its text has one
// character a square ("8D:BY" for BIJ), and two readings are still one move. wordgame_reads() does
// the reading; it costs nothing where a set has no pair.
#ifndef LOGOMACHY_GAMES_WORDGAME_SET_H
#define LOGOMACHY_GAMES_WORDGAME_SET_H

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

enum word_bonus {
    WORD_BONUS_HIGHEST, // one word bonus, the highest among the word's new tiles
    WORD_BONUS_PRODUCT, // all of them multiplied
};

// What using as many tiles as a whole rack has in one move is good for.
enum all_tiles {
    ALL_TILES_DOUBLE_MAIN, // the main word counts twice, after its word bonus
    ALL_TILES_DOUBLE_MOVE, // and so do the cross words
    ALL_TILES_POINTS,      // so many points more
};

struct wordgame_set {
    uint8_t letter_factor[BOARD_SQUARES]; // 1, 2 or 3
    uint8_t word_factor[BOARD_SQUARES];
    uint8_t tiles[TILE_KINDS]; // how many there are, by kind
    uint8_t value[TILE_KINDS]; // by kind: the blank's is 0
    uint8_t letters;           // size of the alphabet
    uint8_t rack;              // tiles on a full rack
    uint8_t word_bonus;        // enum word_bonus
    uint8_t all_tiles;         // enum all_tiles
    uint8_t all_tiles_points;  // for ALL_TILES_POINTS
    uint8_t first_word;        // letters that the first word has at least
    uint8_t exchange;          // tiles may be exchanged: 0 never, else with so many in the bag
    uint8_t end_passes;        // passes in a row that end the game; 0: any number
    uint8_t end_scoreless;     // turns without points in a row that end the game; 0: any number
    uint8_t redraw;            // both racks are drawn again when the first two moves are passes
    uint8_t transfer;          // what is left to the others is added to the seat that went out
    // The letter that may be read as two others, and those; 0: there is none.
    uint8_t pair, pair_first, pair_second;
    uint16_t total; // tiles in all
};

// Refused where the layout that the config names cannot be read, or there are no tiles for its
// language.
bool wordgame_set_load(struct wordgame_set *set, const struct config *c, struct reason *why);

// A layout as a text: 15 rows of 15 characters, row 1 first, in lines or separated by slashes:
// `.` plain, `2` `3` letter bonus, `d` `t` word bonus. Lines that begin with `#` count as nothing.
bool wordgame_layout_read(struct wordgame_set *set, struct text text, struct reason *why);

// The same for a row, without an end of line.
void wordgame_layout_print(const struct wordgame_set *set, unsigned row, struct buf *out);

// The data of the preset as `logomachy rules --json` has it: describe() of the rules. Nothing where
// the set cannot be loaded.
void wordgame_describe(const struct config *c, struct buf *out);

// Is some reading of these letters a word? `squares` has a letter for each square. `reading`, which
// may be NULL, gets the word as the lexicon spells it: the first reading that is one, Y before IJ
// from the left.
bool wordgame_reads(const struct wordgame_set *set, const struct graph *graph,
                    const struct word *squares, struct word *reading);

// The kind of a tile: KIND_BLANK or its letter.
static inline unsigned tile_kind(uint8_t tile)
{
    return tile & TILE_BLANK ? KIND_BLANK : tile;
}

// The letter that a tile shows or stands for.
static inline unsigned tile_letter(uint8_t tile)
{
    return tile & TILE_LETTER;
}

#endif
