// generator: all moves of a Word Game position, or the best of them by static evaluation.
//
// The board is updated incrementally (games/wordgame/generator/board.h). All moves come from a walk
// through the GADDAG, from anchors and along cross-sets (Gordon 1994). The best moves come from a
// best-first search over slots: each slot has an upper bound of its score with this rack and of the
// best leave, without a look at the lexicon (shadow bounds); slots are tried in the order of their
// bounds until none can beat the best move found. A word map makes that faster; without one, the
// walk tries the anchors in the order of their bounds. The moves are the same.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     static struct wordgame_generator g;
//     struct wordgame_gen_move best[3];
//     struct wordgame_gen_top top = {.move = best, .room = 3};
//     if (wordgame_generator_init(&g, &w->set, &config->lexicon->graph, NULL, 0)) {
//         wordgame_gen_board_load(&g.board, w->board);
//         wordgame_generator_rack(&g, w->rack[seat]);
//         ok = wordgame_generator_best(&g, NULL, &top) && top.moves > 0;
//         wordgame_generator_release(&g);
//     }
//
// It takes up half a megabyte, with a word map about one, so it belongs on the heap. One thread
// uses it at a time; a map can be shared.
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_GENERATOR_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_GENERATOR_H

#include "games/wordgame/generator/lists.h"
#include "games/wordgame/generator/queue.h"
#include "games/wordgame/generator/walk.h"

struct wordgame_generator {
    struct wordgame_gen_board board;
    struct wordgame_gen_rack rack;
    const struct wordgame_wordmap *map; // NULL: by the graph
    struct wordgame_gen_lists lists;
    struct wordgame_gen_queue queue;
    uint64_t mapped; // times that the best moves were found by the map
};

// `map` may be NULL; it must be of the same set and graph. All three stay where they are until
// wordgame_generator_release(). `depth`: how many moves can be tried and taken back.
bool wordgame_generator_init(struct wordgame_generator *g, const struct wordgame_settings *set,
                             const struct graph *graph, const struct wordgame_wordmap *map,
                             unsigned depth);
void wordgame_generator_release(struct wordgame_generator *g);

// The rack that moves are looked for: a count for each kind of tile.
void wordgame_generator_rack(struct wordgame_generator *g, const uint8_t tiles[TILE_KINDS]);

// Every placement that is legal, each once, in an order of its own. A single tile that makes words
// both ways is the one across. False: the sink stopped it, or there was no memory.
bool wordgame_generator_all(struct wordgame_generator *g, wordgame_gen_sink_fn *sink,
                            void *context);

// The best placements by points and leave. `leave` has the value of what is left on the rack, in
// thousandths of a point, by mask of places (games/wordgame/generator/rack.h); NULL: nothing is
// worth anything. False: there was no memory.
bool wordgame_generator_best(struct wordgame_generator *g, const int32_t *leave,
                             struct wordgame_gen_top *top);

#endif
