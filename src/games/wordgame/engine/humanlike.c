#include "games/wordgame/engine/humanlike.h"

#include <string.h>

enum { ALWAYS = 100, PLAIN_TILES = 3 };

// What a level knows and how well it looks, in per cent.
struct person {
    unsigned tier;      // the least familiar words it knows
    unsigned overlooks; // this many of the shortest and most familiar words
    unsigned per_tile;  // more for each new tile past PLAIN_TILES
    unsigned per_tier;  // more for each tier past the first
    unsigned per_cross; // more for each word that is made across
    unsigned content;   // a score may seem lower than it is by up to so much
    unsigned blank;     // points that a blank is kept for
};

static const struct person people[WORDGAME_PEOPLE + 1] = {
    [1] = {2, 70, 15, 10, 25, 60, 6},
    [2] = {3, 50, 12, 10, 20, 40, 8},
    [3] = {5, 30, 10, 8, 12, 25, 10},
    [4] = {7, 10, 6, 5, 5, 10, 12},
};

// One look at the board. In one turn the same word is seen or overlooked wherever it lies.
struct look {
    struct wordgame_case *at;
    struct person person;
    uint32_t salt;
    struct gen_move best;
    unsigned worth; // what the best move seems to be worth, in hundredths of a point
    bool found;
};

static unsigned chance(uint64_t what, uint32_t salt, unsigned below)
{
    uint64_t mixed = (what ^ salt) * UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (unsigned)((mixed >> 40) % below);
}

// A word of the board as the lexicon numbers it. The move that makes it is legal, so it is one.
static bool find_word(const struct look *l, const struct wordgame_placement *p, uint32_t *index)
{
    const struct lexicon *lexicon = l->at->config->lexicon;
    struct word letters = wordgame_letters(p), reading;
    return wordgame_reads(l->at->set, &lexicon->graph, &letters, &reading) &&
           lexicon_find(lexicon, &reading, index);
}

// The tier of the least familiar word across, and how many there are.
static unsigned cross_tier(const struct look *l, const struct wordgame_placement *p,
                           unsigned *crosses)
{
    const uint8_t *board = l->at->state->board;
    unsigned tier = 1;
    *crosses = 0;
    for (unsigned fresh = wordgame_new_squares(board, p); fresh; fresh &= fresh - 1) {
        unsigned i = (unsigned)__builtin_ctz(fresh);
        struct wordgame_placement cross =
            wordgame_run(board, p->square + i * line_step(p->down), !p->down, p->tile[i]);
        uint32_t index;
        if (cross.length < 2 || !find_word(l, &cross, &index))
            continue;
        unsigned own = lexicon_info(l->at->config->lexicon, index).tier;
        tier = own > tier ? own : tier;
        ++*crosses;
    }
    return tier;
}

static bool sees(const struct look *l, const struct gen_move *m)
{
    const struct person *p = &l->person;
    uint32_t index;
    unsigned crosses, across = cross_tier(l, &m->placement, &crosses);
    if (!find_word(l, &m->placement, &index))
        return false;
    unsigned tier = lexicon_info(l->at->config->lexicon, index).tier;
    tier = across > tier ? across : tier;
    unsigned more = m->tiles > PLAIN_TILES ? m->tiles - 0u - PLAIN_TILES : 0;
    unsigned missed =
        p->overlooks + more * p->per_tile + (tier - 1) * p->per_tier + crosses * p->per_cross;
    return tier <= p->tier && chance(index, l->salt, ALWAYS) >= missed;
}

// What the move seems to be worth to somebody who does not count exactly, and knows that a blank
// can do more later. At least 1: it is a move.
static unsigned seeming(const struct look *l, const struct gen_move *m)
{
    unsigned blanks = 0, from = m->placement.square * 2u + m->placement.down;
    const uint8_t *board = l->at->state->board;
    for (unsigned fresh = wordgame_new_squares(board, &m->placement); fresh; fresh &= fresh - 1)
        blanks += !!(m->placement.tile[__builtin_ctz(fresh)] & TILE_BLANK);
    unsigned less = l->person.content
                        ? chance(from * 131u + m->placement.length, l->salt, l->person.content)
                        : 0;
    unsigned worth = (unsigned)(m->points > 0 ? m->points : 0) * (ALWAYS - less);
    unsigned kept = blanks * l->person.blank * ALWAYS;
    return worth > kept + 1 ? worth - kept : 1;
}

static bool consider(void *context, const struct gen_move *m)
{
    struct look *l = context;
    unsigned worth = seeming(l, m);
    if (worth < l->worth || (worth == l->worth && l->found && !gen_move_better(m, &l->best)) ||
        !sees(l, m))
        return true;
    l->best = *m;
    l->worth = worth;
    l->found = true;
    return true;
}

static bool looks(struct look *l)
{
    l->found = false;
    l->worth = 0;
    generator_all(&l->at->player->generator, consider, l);
    return l->found;
}

// Puts back what is hard to use: all but a blank and one of each of the common tiles.
static bool exchange(const struct wordgame_case *at, struct action *move)
{
    uint8_t back[TILE_KINDS] = {0};
    if (!wordgame_case_may_exchange(at))
        return false;
    for (unsigned kind = 1; kind < TILE_KINDS; kind++) {
        uint8_t have = wordgame_case_rack(at)[kind];
        back[kind] = (uint8_t)(have && at->set->value[kind] <= 1 ? have - 1 : have);
    }
    *move = wordgame_exchange(at->seat, back);
    return move->len > 0;
}

bool wordgame_person_choose(struct wordgame_case *at, unsigned level, struct rng *r,
                            struct action *move, int32_t *points)
{
    struct look look = {.at = at, .person = people[level], .salt = rng_next(r)};
    *points = 0;
    if (!looks(&look)) {
        if (exchange(at, move))
            return true;
        // Whoever sees nothing looks again, and then remembers rarer words, rather than give up.
        struct person *p = &look.person;
        p->overlooks = p->per_tile = p->per_tier = p->per_cross = 0;
        while (!looks(&look) && p->tier < TIERS)
            p->tier++;
        if (!look.found)
            return false;
    }
    *move = wordgame_action(at->seat, &look.best.placement);
    *points = look.best.points;
    return true;
}
