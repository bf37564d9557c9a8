// wordgame_gen_fit: turns a word in a slot into moves: its points, and every way to play blanks for
// its letters. Both ways of finding words, graph walk and word map, end here.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     struct wordgame_gen_rack rack;
//     struct wordgame_gen_fit fit;
//     wordgame_gen_sink_fn *print = NULL; // gets each move
//     wordgame_gen_rack_tiles(&rack, &w->set, w->rack[seat]);
//     wordgame_gen_fit_init(&fit, &w->set, &rack, print, &out); // for wordgame_gen_walk()
//
// A wordgame_gen_fit owns nothing; settings, rack and sink outlive it.
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_FIT_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_FIT_H

#include "games/wordgame/generator/board.h"
#include "games/wordgame/generator/move.h"
#include "games/wordgame/generator/rack.h"

// Takes a move, which lives until it returns. Returns false to stop.
typedef bool wordgame_gen_sink_fn(void *context, const struct wordgame_gen_move *move);

struct wordgame_gen_fit {
    const struct wordgame_settings *set;
    const struct wordgame_gen_rack *rack;
    const int32_t *leave; // by mask of what is left; NULL: nothing is worth anything
    wordgame_gen_sink_fn *sink;
    void *context;
    const struct wordgame_gen_line *line;
    const struct wordgame_gen_slot *slot;
    struct wordgame_gen_move move;
};

void wordgame_gen_fit_init(struct wordgame_gen_fit *f, const struct wordgame_settings *set,
                           const struct wordgame_gen_rack *rack, wordgame_gen_sink_fn *sink,
                           void *context);

// New tiles of a word, as few of them blanks as can be.
struct wordgame_gen_laid {
    uint32_t used;       // of the rack, as a mask of places
    int32_t main, cross; // points by the factors of the squares, without those of words
    unsigned several;    // not 0: a blank stands for a letter that the rack has, too, so which of
                         // the two lies where can be chosen
};

// A word that lies in a slot of a line: `tile` has its tiles, those that lie there already too; 15
// bytes can be read, whatever is behind the word. Gives it in every way that the rack allows.
// False: the sink stopped it.
bool wordgame_gen_fit_word(struct wordgame_gen_fit *f, const struct wordgame_gen_line *line,
                           unsigned slot, const uint8_t *tile,
                           const struct wordgame_gen_laid *laid);

// Gives the word with blanks for just the letters of `blank`, which end with a 0, by the choice of
// tiles `used`.
bool wordgame_gen_fit_choice(struct wordgame_gen_fit *f, const struct wordgame_gen_line *line,
                             unsigned slot, const uint8_t *letter, unsigned used,
                             const uint8_t *blank);

#endif
