// wordgame_static: the player that looks no further than its own move (static evaluation): it plays
// the move with the highest equity, its points and the value of the tiles it leaves on the rack. It
// is fast: trainers and benchmarks play whole games with it, and playouts use it.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     static struct wordgame_static player;
//     struct wordgame_static_choice choice;
//     if (wordgame_static_init(&player, &w->set, &config->lexicon->graph, NULL, NULL, 0)) {
//         wordgame_static_load(&player, w);
//         if (wordgame_static_choose(&player, w, &choice))
//             wordgame_static_played(&player, &choice.action); /* when it is applied, too */
//         wordgame_static_release(&player);
//     }
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_STATIC_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_STATIC_H

#include "games/wordgame/engine/leave.h"
#include "games/wordgame/generator/generator.h"

struct wordgame_static {
    struct wordgame_generator generator;
    const struct wordgame_leave *model;
    int32_t leave[WORDGAME_GEN_CHOICES]; // for the rack of the last choice
};

// The player's choice. A placement has all of `move`; an exchange and a pass only the equity, and
// the tiles they use of the rack.
struct wordgame_static_choice {
    struct action action;
    struct wordgame_gen_move move;
    int32_t leave; // value of what is left; it is part of the equity
};

// `map` and `model` may be NULL (games/wordgame/generator/generator.h); without a model all leaves
// are worth 0. The arguments are borrowed until wordgame_static_release().
bool wordgame_static_init(struct wordgame_static *p, const struct wordgame_settings *set,
                          const struct graph *graph, const struct wordgame_wordmap *map,
                          const struct wordgame_leave *model, unsigned depth);
void wordgame_static_release(struct wordgame_static *p);

// Loads the board of a state. After that wordgame_static_played() has to be called for each move.
void wordgame_static_load(struct wordgame_static *p, const struct wordgame_state *w);
void wordgame_static_played(struct wordgame_static *p, const struct action *a);

// The choice of the seat that is to move; the state may be its view. It exchanges where that leaves
// more than any placement comes to, and passes where nothing else is left. False: no memory.
bool wordgame_static_choose(struct wordgame_static *p, const struct wordgame_state *w,
                            struct wordgame_static_choice *out);

// The same for a caller that has already generated the placements: `best` is the one with the most
// equity, NULL if there is none. After wordgame_static_leave().
void wordgame_static_settle(const struct wordgame_static *p, const struct wordgame_state *w,
                            const struct wordgame_gen_move *best,
                            struct wordgame_static_choice *out);

// The leave values of that seat's rack; sets the generator's rack to it.
void wordgame_static_leave(struct wordgame_static *p, const struct wordgame_state *w);

// The places of the rack whose tiles a legal move takes, as a mask. After wordgame_static_leave().
unsigned wordgame_static_used(const struct wordgame_static *p, const struct wordgame_state *w,
                              const struct action *a);

// The tiles of some places as an exchange.
struct action wordgame_static_exchange(const struct wordgame_gen_rack *rack, unsigned mask,
                                       unsigned seat);

#endif
