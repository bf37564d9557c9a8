// balda_settings: the settings of a Balda or Bukva game, resolved by name from its config. setup()
// resolves them once and makes them part of the state, so no function looks up a setting again.
//
//     struct balda_settings set;
//     struct grid grid;
//     if (balda_settings_load(&set, config, &why))
//         balda_grid(&set, &grid);
#ifndef LOGOMACHY_GAMES_BALDA_SETTINGS_H
#define LOGOMACHY_GAMES_BALDA_SETTINGS_H

#include "games/balda/grid.h"
#include "rules/config.h"

// May a word be scored that was scored before?
enum balda_repeats {
    BALDA_REPEATS_APART, // along a path that shares no square with an earlier one
    BALDA_REPEATS_NEVER,
};

// The result of equal scores.
enum balda_tie { BALDA_TIE_SHARED, BALDA_TIE_DRAW };

struct balda_settings {
    uint8_t width;     // of the board, and length of the start word
    bool diagonal;     // squares touch at corners, too
    uint8_t classes;   // of words in play, CLASS_ bits; 0: the lexicon has none, all words are
    uint8_t repeats;   // enum balda_repeats
    uint8_t tie;       // enum balda_tie
    uint8_t passes;    // in a row that make a draw; 0: there is no passing
    bool single;       // a letter alone may be scored
    bool no_word_left; // the game ends when no word can be scored any more
    bool ask_unknown;  // a word that the lexicon lacks is put to the other seat
};

// Never refuses. The lexicon need not be open if only the board is used.
bool balda_settings_load(struct balda_settings *set, const struct config *c, struct reason *why);

void balda_grid(const struct balda_settings *set, struct grid *g);

// The first square of the start word: it fills the middle row.
unsigned balda_start_row(const struct balda_settings *set);

#endif
