#include "search/wordgame_case.h"

#include <stdlib.h>
#include <string.h>

bool wordgame_case_init(struct wordgame_case *at, const struct config *c, const struct state *view,
                        unsigned seat)
{
    const struct wordgame_state *w = wordgame_state(view);
    *at = (struct wordgame_case){.config = c, .state = w, .set = &w->set, .seat = seat};
    at->lead = w->score[seat] - w->score[1 - seat];
    at->unseens = wordgame_unseen(w, seat, at->unseen);
    at->generator = malloc(sizeof *at->generator);
    if (!at->generator)
        return false;
    if (!generator_init(at->generator, at->set, &c->lexicon->graph, NULL, WORDGAME_TRIES)) {
        free(at->generator);
        return false;
    }
    gen_board_load(&at->generator->board, w->board);
    generator_rack(at->generator, wordgame_case_rack(at));
    return true;
}

void wordgame_case_release(struct wordgame_case *at)
{
    generator_release(at->generator);
    free(at->generator);
    at->generator = NULL;
}

struct action wordgame_exchange(unsigned seat, const uint8_t tiles[TILE_KINDS])
{
    struct action a = {.kind = WORDGAME_EXCHANGE, .seat = (uint8_t)seat};
    for (unsigned i = 1; i <= TILE_KINDS; i++) // the blank, kind 0, comes last
        for (unsigned n = 0; n < tiles[i % TILE_KINDS]; n++)
            a.data[a.len++] = (uint8_t)(i % TILE_KINDS);
    return a;
}
