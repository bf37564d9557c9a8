// move: a move of Balda, decoded: a letter placed on an empty square, and the path of the word that
// the seat scores with it. check(), apply(), report() and format() all decode the bytes of an
// action here, and nowhere else.
//
//     struct balda_move m;
//     if (balda_move_decode(&action, &m))
//         seat = m.length; // the points that it scores
//
// The data of a BALDA_PLACE: the square, the letter, then the squares of the path.
#ifndef LOGOMACHY_GAMES_BALDA_MOVE_H
#define LOGOMACHY_GAMES_BALDA_MOVE_H

#include "rules/rules.h"

// The game's own kinds of action. START, by chance: the letters of the start word.
enum balda_kind { BALDA_START = ACTION_OWN, BALDA_PLACE, BALDA_ACCEPT, BALDA_REFUSE };

struct balda_move {
    uint8_t square, letter; // the letter that is placed, and where
    uint8_t length;         // of the path, and points; 0: no move
    uint8_t path[WORD_MAX]; // squares of the word in order; the others are 0
};

// False where the action has no path, or one that is too long. The squares may be any numbers.
bool balda_move_decode(const struct action *a, struct balda_move *m);
struct action balda_move_encode(const struct balda_move *m, unsigned seat);

// The letters along the path. All its squares are on the board.
struct word balda_move_word(const struct balda_move *m, const uint8_t *board);

// A report with the squares of the move, and none of its points: they may not be sure yet.
struct report balda_move_report(const struct balda_move *m, unsigned scorer);

#endif
