// gen_fit: turns a word in a slot into moves: its points, and every way to play blanks for its
// letters. Both ways of finding words, graph walk and word map, end here.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     struct gen_rack rack;
//     struct gen_fit fit;
//     gen_sink_fn *print = NULL; // gets each move
//     gen_rack_tiles(&rack, &w->set, w->rack[seat]);
//     gen_fit_init(&fit, &w->set, &rack, print, &out); // for gen_walk()
//
// A gen_fit owns nothing; settings, rack and sink outlive it.
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_FIT_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_FIT_H

#include "games/wordgame/generator/board.h"
#include "games/wordgame/generator/move.h"
#include "games/wordgame/generator/rack.h"

// Takes a move, which lives until it returns. Returns false to stop.
typedef bool gen_sink_fn(void *context, const struct gen_move *move);

struct gen_fit {
    const struct wordgame_settings *set;
    const struct gen_rack *rack;
    const int32_t *leave; // by mask of what is left; NULL: nothing is worth anything
    gen_sink_fn *sink;
    void *context;
    const struct gen_line *line;
    const struct gen_slot *slot;
    struct gen_move move;
};

void gen_fit_init(struct gen_fit *f, const struct wordgame_settings *set,
                  const struct gen_rack *rack, gen_sink_fn *sink, void *context);

// New tiles of a word, as few of them blanks as can be.
struct gen_laid {
    uint32_t used;       // of the rack, as a mask of places
    int32_t main, cross; // points by the factors of the squares, without those of words
    unsigned several;    // not 0: a blank stands for a letter that the rack has, too, so which of
                         // the two lies where can be chosen
};

// A word that lies in a slot of a line: `tile` has its tiles, those that lie there already too; 15
// bytes can be read, whatever is behind the word. Gives it in every way that the rack allows.
// False: the sink stopped it.
bool gen_fit_word(struct gen_fit *f, const struct gen_line *line, unsigned slot,
                  const uint8_t *tile, const struct gen_laid *laid);

// Gives the word with blanks for just the letters of `blank`, which end with a 0, by the choice of
// tiles `used`.
bool gen_fit_choice(struct gen_fit *f, const struct gen_line *line, unsigned slot,
                    const uint8_t *letter, unsigned used, const uint8_t *blank);

#endif
