// wordgame_model: the trained model of a preset and language: the values of tiles on a rack
// (games/wordgame/engine/leave.h), and the probability of winning from a lead with a number of
// tiles still to be played. tools/train_wordgame.c trains it by self-play; data/leaves keeps it.
//
//     static struct wordgame_model model;
//     ok = wordgame_model_load(&model, config) && wordgame_model_win(&model, 20, 40) > 0.5;
//
// A file has lines of these kinds; points are in hundredths:
//
//     tile S 812                 it is on a rack
//     pair Q U 455               both are; two of a kind are a pair, too
//     last Q -1480               it is kept once the bag is empty
//     kept 2 7 210               two tiles are kept then, and the other has seven
//     other -17                  any are, for each point that the other's are worth
//     spread 40 1204 6530        with this many tiles not on the board: mean and standard deviation
//                                of the mover's remaining spread
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_MODEL_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_MODEL_H

#include "games/wordgame/engine/leave.h"
#include "rules/config.h"

enum { MODEL_TILES = 128 };

// The objective of searches is the probability of winning; a point of margin counts so much beside
// it, enough to play on well where the game is decided.
#define WORDGAME_MARGIN_WEIGHT 0.0005

struct wordgame_spread {
    double mean, deviation; // in points
};

struct wordgame_model {
    struct wordgame_leave leave;
    struct wordgame_spread spread[MODEL_TILES + 1]; // by tiles not on the board
};

// The model for a config's tiles and language; false if there is none. Then it holds defaults that
// can be used: leaves are worth nothing, and a lead is worth the same everywhere.
bool wordgame_model_load(struct wordgame_model *m, const struct config *c);

// From the text of a file. False if a line is malformed.
bool wordgame_model_read(struct wordgame_model *m, const struct alphabet *a, struct text text);

// The chance, 0 to 1, that a seat wins by its expected lead: `lead` is its lead in points, with its
// last move and the value of the tiles it kept. The other is to move, with `left` tiles not on the
// board.
double wordgame_model_win(const struct wordgame_model *m, double lead, unsigned left);

#endif
