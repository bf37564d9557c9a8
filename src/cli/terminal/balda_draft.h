// balda_draft: the move of Balda or Bukva that a player is entering: a letter placed on a square,
// then the word, traced square by square or typed. Typing finds a path by depth-first search with a
// step limit. The draft owns nothing, and the game's state does not change until the move is
// played.
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
    struct balda_move move; // as far as it is entered
};

void draft_init(struct draft *d, const struct config *c);

// Removes the letter and the word.
void draft_clear(struct draft *d);

// False if no letter may be placed there.
bool draft_place(struct draft *d, const struct balda_state *b, unsigned square, uint8_t letter);

// Extends the path to a square. Stepping back to the square before the last removes the last one.
// False if the path cannot go there.
bool draft_step(struct draft *d, const struct balda_state *b, unsigned square);

// Finds a path that spells the word so far plus this letter. Prefers paths through the new letter,
// then paths that extend the current one. If there is no path, returns false and changes nothing.
bool draft_type(struct draft *d, const struct balda_state *b, uint8_t letter);

// Removes the last square of the path, or the letter if the path is empty. False: nothing to
// remove.
bool draft_back(struct draft *d);

// The letter on a square, with the draft applied.
uint8_t draft_letter(const struct draft *d, const struct balda_state *b, unsigned square);

// The position of the square in the path, or -1.
int draft_find(const struct draft *d, unsigned square);

// Does the word pass through the new letter?
bool draft_passes(const struct draft *d);

struct word draft_word(const struct draft *d, const struct balda_state *b);
struct action draft_action(const struct draft *d, unsigned seat);

// Sets the draft to this move.
void draft_take(struct draft *d, const struct action *a);

#endif
