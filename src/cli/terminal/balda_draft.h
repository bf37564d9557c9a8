// balda_draft: a move of Balda or Bukva that a player is entering: a letter placed on a square, then the
// word, traced square by square or typed. The game does not change until the move is confirmed.
//
//     const struct balda_state *b = balda_state(state);
//     struct draft d;
//     draft_init(&d, config);
//     ok = draft_place(&d, b, 7, 20);  // then either
//     ok = draft_step(&d, b, 11);      // the word begins there, or goes on there
//     ok = draft_type(&d, b, 15);      // the word goes on with that letter, wherever it is
//     action = draft_action(&d, seat); // for check() of the rules
#ifndef LOGOMACHY_CLI_TERMINAL_BALDA_DRAFT_H
#define LOGOMACHY_CLI_TERMINAL_BALDA_DRAFT_H

#include "games/balda/state.h"

struct draft {
    struct grid grid;
    bool placed;            // the letter is on the board
    struct balda_move move; // as far as it has got
};

void draft_init(struct draft *d, const struct config *c);

// Removes the letter and the word.
void draft_clear(struct draft *d);

// False where no letter may be placed.
bool draft_place(struct draft *d, const struct balda_state *b, unsigned square, uint8_t letter);

// Stepping back on the square before the last removes the last one. False where the word cannot go
// there.
bool draft_step(struct draft *d, const struct balda_state *b, unsigned square);

// Finds a path for the word so far and this letter: through the new letter, if it can be, and along
// the path so far, if it can be. False, with nothing changed, where there is no path at all.
bool draft_type(struct draft *d, const struct balda_state *b, uint8_t letter);

// Removes the last square of the path, or the letter if there is none. False: nothing was left.
bool draft_back(struct draft *d);

// The letter on a square, with the draft applied.
uint8_t draft_letter(const struct draft *d, const struct balda_state *b, unsigned square);

// The position of the square in the path, or -1.
int draft_find(const struct draft *d, unsigned square);

// Does the word pass through the new letter?
bool draft_passes(const struct draft *d);

struct word draft_word(const struct draft *d, const struct balda_state *b);
struct action draft_action(const struct draft *d, unsigned seat);

// The draft that makes this move.
void draft_take(struct draft *d, const struct action *a);

#endif
