// generator: all moves of a Word Game position, or the best of them.
//
// It keeps a board up to date from move to move (games/wordgame/generator/board.h). With a word map it
// looks up words by their letters, without one it walks through the word graph; the moves are the
// same. generator_best() does not look at all moves: for each way to put tiles it knows what these
// could score at most and what would be left at best, tries the most promising first, and stops
// when no other can be better than what it has.
//
//     struct generator g;
//     if (!generator_init(&g, &set, &lexicon->graph, map, 0)) ...no memory...
//     gen_board_load(&g.board, state->board);
//     generator_rack(&g, rack);
//     generator_all(&g, sink, context);
//     struct gen_move best[3];
//     struct gen_top top = {.move = best, .room = 3};
//     generator_best(&g, leave_values, &top);
//     generator_release(&g);
//
// It takes up half a megabyte, with a word map about one, so it belongs on the heap. One thread
// uses it at a time; a map can be shared.
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_GENERATOR_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_GENERATOR_H

#include "games/wordgame/generator/lists.h"
#include "games/wordgame/generator/queue.h"
#include "games/wordgame/generator/walk.h"

struct generator {
    struct gen_board board;
    struct gen_rack rack;
    const struct wordmap *map; // NULL: by the graph
    struct gen_lists lists;
    struct gen_queue queue;
    uint64_t mapped; // times that the best moves were found by the map
};

// `map` may be NULL; it must be of the same set and graph. All three stay where they are until
// generator_release(). `depth`: how many moves can be tried and taken back.
bool generator_init(struct generator *g, const struct wordgame_settings *set,
                    const struct graph *graph, const struct wordmap *map, unsigned depth);
void generator_release(struct generator *g);

// The rack that moves are looked for: a count for each kind of tile.
void generator_rack(struct generator *g, const uint8_t tiles[TILE_KINDS]);

// Every placement that is legal, each once, in an order of its own. A single tile that makes words
// both ways is the one across. False: the sink stopped it, or there was no memory.
bool generator_all(struct generator *g, gen_sink_fn *sink, void *context);

// The best placements by points and leave. `leave` has the value of what is left on the rack, in
// thousandths of a point, by mask of places (games/wordgame/generator/rack.h); NULL: nothing is worth
// anything. False: there was no memory.
bool generator_best(struct generator *g, const int32_t *leave, struct gen_top *top);

#endif
