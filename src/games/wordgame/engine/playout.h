// wordgame_playout: plays a position on with static players for a few plies, as Monte Carlo
// simulation does a thousand times for each candidate.
//
// The board is loaded once and each candidate is put on it once; a playout makes its moves on that
// board and undoes them. The hidden tiles arrive as a guess, a whole state that fits the view
// (rules->guess()). Chance comes from the caller's generator, so that candidates can be compared on
// the same draws.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     static struct wordgame_playout p;
//     struct wordgame_playout_result result;
//     if (wordgame_playout_init(&p, config, &w->set, NULL, NULL, 2)) {
//         wordgame_playout_load(&p, w);
//         wordgame_playout_begin(&p, &action); /* a candidate */
//         ok = wordgame_playout_run(&p, w, &rng, 2, &result);
//         wordgame_playout_end(&p);
//         wordgame_playout_release(&p);
//     }
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_PLAYOUT_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_PLAYOUT_H

#include "games/wordgame/engine/static.h"

struct wordgame_playout {
    const struct config *config;
    struct wordgame_static player;
    struct action candidate;
    bool placed;        // the candidate lies on the board
    unsigned depth;     // moves that can be tried
    struct state state; // in which it is played
};

// All from the view of the seat that made the candidate move.
struct wordgame_playout_result {
    int32_t spread; // points gained on the other by the candidate and all moves that followed
    int32_t leave;  // value of what both kept after their last move, in thousandths of a point
    bool over;      // the game has ended: the spread has it all
    unsigned plies; // moves that were made after the candidate
    // In the order in which they were made, the candidate first; for showing what to expect.
    int32_t points[8];
};

// `config` has a lexicon; `plies`: moves after the candidate at most.
bool wordgame_playout_init(struct wordgame_playout *p, const struct config *config,
                           const struct wordgame_settings *set, const struct wordgame_wordmap *map,
                           const struct wordgame_leave *model, unsigned plies);
void wordgame_playout_release(struct wordgame_playout *p);

// Loads the position in which the candidates would be played; only its board is used.
void wordgame_playout_load(struct wordgame_playout *p, const struct wordgame_state *w);

// Puts a legal move of the seat that is to move on the board, and takes it off again.
void wordgame_playout_begin(struct wordgame_playout *p, const struct action *candidate);
void wordgame_playout_end(struct wordgame_playout *p);

// One playout of the candidate: `guess` is the state before it. False: no memory.
bool wordgame_playout_run(struct wordgame_playout *p, const struct wordgame_state *guess,
                          struct rng *r, unsigned plies, struct wordgame_playout_result *out);

#endif
