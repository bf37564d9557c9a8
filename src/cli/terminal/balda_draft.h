// balda_draft: a move of Balda or Bukva while somebody is making it: a letter put on a square, then
// the word traced square by square or typed. Nothing of the game changes until it is confirmed.
//
//     draft_place(&d, b, square, letter);   // then either
//     draft_step(&d, b, square);            // the word begins there, or goes on there
//     draft_type(&d, b, letter);            // the word goes on with that letter, wherever it lies
//     action = draft_action(&d, seat);      // for check() of the rules to judge
#ifndef LOGOMACHY_CLI_TERMINAL_BALDA_DRAFT_H
#define LOGOMACHY_CLI_TERMINAL_BALDA_DRAFT_H

#include "games/balda/state.h"

struct draft {
    struct grid grid;
    bool placed;            // the letter is on the board
    struct balda_move move; // as far as it has got
};

void draft_init(struct draft *d, const struct config *c);

// Takes all of it back.
void draft_clear(struct draft *d);

// False where no letter may go.
bool draft_place(struct draft *d, const struct balda_state *b, unsigned square, uint8_t letter);

// Stepping on the square before the last takes the last one back. False where the word cannot go.
bool draft_step(struct draft *d, const struct balda_state *b, unsigned square);

// Finds a path for the word so far and this letter: through the new letter, if it can be, and along
// the path so far, if it can be. False, with nothing changed, where there is no path at all.
bool draft_type(struct draft *d, const struct balda_state *b, uint8_t letter);

// Takes back the last square of the path, or the letter if there is none. False: nothing was left.
bool draft_back(struct draft *d);

// The letter on a square as it would be.
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
