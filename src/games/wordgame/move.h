// move: tiles put on the board as one move, what that scores, and whether it is legal. The only
// decoder of an action's bytes: check(), apply(), report() and format() all call it.
//
// A placement names its whole main word: where it begins, its direction, and a tile for each
// square, those that lie there already included. So it can be written without knowing the board
// ("8D:TRAINS"), and a move that was meant for another board is seen to be one. The new tiles are
// those on squares that are empty. A single tile that makes words both ways is two placements in
// principle; the one across is the move, the one down is turned into it when a text is read
// (wordgame_turn()).
//
//     const struct wordgame_state *w = wordgame_state(state);
//     struct wordgame_move move;
//     if (wordgame_move_decode(&action, w, &move))
//         ok = wordgame_move_points(&w->set, &move) > 0;
#ifndef LOGOMACHY_GAMES_WORDGAME_MOVE_H
#define LOGOMACHY_GAMES_WORDGAME_MOVE_H

#include "games/wordgame/state.h"

struct wordgame_placement {
    uint8_t square; // of the first letter
    uint8_t down;   // 1: downwards; 0: across
    uint8_t length; // of the main word, in squares
    uint8_t tile[BOARD_SIDE];
};

// An action's data is the square, the direction, and the tiles.
enum { PLACEMENT_HEAD = 2 };
struct action wordgame_move_encode(const struct wordgame_placement *p, unsigned seat);

// False if the data cannot be a placement: it has no tiles or too many, leaves the board, or has
// bytes that are not tiles of the set.
bool wordgame_placement(const struct wordgame_settings *set, const struct action *a,
                        struct wordgame_placement *p);

// The distance from one square of a line to the next.
static inline unsigned wordgame_line_step(unsigned down)
{
    return down ? BOARD_SIDE : 1;
}

// How many squares a line has from this one on, itself included.
unsigned wordgame_line_left(unsigned square, unsigned down);

// A placement on its board, with its new tiles and its cross words.
struct wordgame_move {
    struct wordgame_placement main;
    unsigned fresh;   // the squares of the main word that get new tiles, a bit each
    unsigned crosses; // those of them that are part of a cross word
    struct wordgame_placement cross[BOARD_SIDE]; // through each new square; length 1: none
};

void wordgame_move_init(struct wordgame_move *m, const uint8_t board[BOARD_SQUARES],
                        const struct wordgame_placement *p);

// The same for an action. False if its data cannot be a placement.
bool wordgame_move_decode(const struct action *a, const struct wordgame_state *w,
                          struct wordgame_move *m);

// A single tile that makes words both ways and is given down: the move is the one across.
bool wordgame_is_turned(const struct wordgame_move *m);

// The points of a legal move.
int wordgame_move_points(const struct wordgame_settings *set, const struct wordgame_move *m);

// The points of a placement that is legal on this board.
int wordgame_points(const struct wordgame_settings *set, const uint8_t board[BOARD_SQUARES],
                    const struct wordgame_placement *p);

// May a seat with this rack place that? Checks everything the rules ask of a placement: the
// squares, the rack, the first word, touching, and all words. In games/wordgame/check.c.
bool wordgame_check_placement(const struct wordgame_state *w, const struct config *c,
                              const uint8_t rack[TILE_KINDS], const struct wordgame_move *m,
                              struct reason *why);

// The report of a legal move, for report() of the rules.
void wordgame_report_move(const struct config *c, const struct wordgame_state *w,
                          const struct wordgame_placement *p, int points, struct report *out);

// Which squares are new: one bit for each square of the main word. Those must be empty on the
// board.
unsigned wordgame_new_squares(const uint8_t board[BOARD_SQUARES],
                              const struct wordgame_placement *p);

// The run of tiles through a square in a direction, as if `tile` lay there; length 1: it stands
// alone.
struct wordgame_placement wordgame_run(const uint8_t board[BOARD_SQUARES], unsigned square,
                                       unsigned down, uint8_t tile);

// Turns a single new tile that makes a word across, but was given down. Leaves every other
// placement as it is.
void wordgame_turn(const uint8_t board[BOARD_SQUARES], struct wordgame_placement *p);

// The letters of the main word, one for each square.
struct word wordgame_letters(const struct wordgame_placement *p);

#endif
