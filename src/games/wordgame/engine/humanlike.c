#include "games/wordgame/engine/humanlike.h"

#include "games/wordgame/reading.h"

#include <string.h>

enum { ALWAYS = 100 };

// A level: the words it sees, and how it judges moves.
struct level {
    struct humanlike vocabulary;
    unsigned content; // a score may seem lower than it is by up to this many per cent
    unsigned blank;   // points that a blank is kept for
};

static const struct level levels[WORDGAME_HUMANLIKE + 1] = {
    [1] = {{.tier = 2, .overlooks = 70, .per_letter = 15, .per_tier = 10, .per_cross = 25}, 60, 6},
    [2] = {{.tier = 3, .overlooks = 50, .per_letter = 12, .per_tier = 10, .per_cross = 20}, 40, 8},
    [3] = {{.tier = 5, .overlooks = 30, .per_letter = 10, .per_tier = 8, .per_cross = 12}, 25, 10},
    [4] = {{.tier = 7, .overlooks = 10, .per_letter = 6, .per_tier = 5, .per_cross = 5}, 10, 12},
};

// The choice of one move.
struct choice {
    struct wordgame_position *at;
    struct level level;
    struct wordgame_gen_move best;
    unsigned worth; // what the best move seems to be worth, in hundredths of a point
    bool found;
};

// The lexicon's index of a word on the board. The move is legal, so it is a word.
static bool find_word(const struct choice *c, const struct wordgame_placement *p, uint32_t *index)
{
    const struct lexicon *lexicon = c->at->config->lexicon;
    struct word letters = wordgame_letters(p), reading;
    return wordgame_reads(c->at->set, &lexicon->graph, &letters, &reading) &&
           lexicon_find(lexicon, &reading, index);
}

// The tier of the least familiar word across, and how many there are.
static unsigned cross_tier(const struct choice *c, const struct wordgame_placement *p,
                           unsigned *crosses)
{
    const uint8_t *board = c->at->state->board;
    unsigned tier = 1;
    *crosses = 0;
    for (unsigned fresh = wordgame_new_squares(board, p); fresh; fresh &= fresh - 1) {
        unsigned i = (unsigned)__builtin_ctz(fresh);
        struct wordgame_placement cross =
            wordgame_run(board, p->square + i * wordgame_line_step(p->down), !p->down, p->tile[i]);
        uint32_t index;
        if (cross.length < 2 || !find_word(c, &cross, &index))
            continue;
        unsigned own = lexicon_info(c->at->config->lexicon, index).tier;
        tier = own > tier ? own : tier;
        ++*crosses;
    }
    return tier;
}

static bool sees(const struct choice *c, const struct wordgame_gen_move *m)
{
    struct humanlike_word word = {.letters = m->tiles};
    unsigned across = cross_tier(c, &m->placement, &word.crosses);
    if (!find_word(c, &m->placement, &word.index))
        return false;
    word.tier = lexicon_info(c->at->config->lexicon, word.index).tier;
    if (across > word.tier)
        word.tier = across;
    return humanlike_sees(&c->level.vocabulary, &word);
}

// The estimated worth of a move to a player who does not count exactly, and knows that a blank can
// do more later. At least 1: it is a move.
static unsigned seeming_worth(const struct choice *c, const struct wordgame_gen_move *m)
{
    unsigned blanks = 0, from = m->placement.square * 2u + m->placement.down;
    const uint8_t *board = c->at->state->board;
    for (unsigned fresh = wordgame_new_squares(board, &m->placement); fresh; fresh &= fresh - 1)
        blanks += !!(m->placement.tile[__builtin_ctz(fresh)] & TILE_BLANK);
    unsigned less =
        humanlike_chance(&c->level.vocabulary, from * 131u + m->placement.length, c->level.content);
    unsigned worth = (unsigned)(m->points > 0 ? m->points : 0) * (ALWAYS - less);
    unsigned kept = blanks * c->level.blank * ALWAYS;
    return worth > kept + 1 ? worth - kept : 1;
}

static bool consider(void *context, const struct wordgame_gen_move *m)
{
    struct choice *c = context;
    unsigned worth = seeming_worth(c, m);
    if (worth < c->worth ||
        (worth == c->worth && c->found && !wordgame_gen_move_better(m, &c->best)) || !sees(c, m))
        return true;
    c->best = *m;
    c->worth = worth;
    c->found = true;
    return true;
}

static bool find_best(struct choice *c)
{
    c->found = false;
    c->worth = 0;
    wordgame_generator_all(&c->at->player->generator, consider, c);
    return c->found;
}

// Exchanges tiles that are hard to use: all but a blank and one of each of the common tiles.
static bool exchange_awkward(const struct wordgame_position *at, struct action *move)
{
    uint8_t back[TILE_KINDS] = {0};
    if (!wordgame_position_may_exchange(at))
        return false;
    for (unsigned kind = 1; kind < TILE_KINDS; kind++) {
        uint8_t have = wordgame_position_rack(at)[kind];
        back[kind] = (uint8_t)(have && at->set->value[kind] <= 1 ? have - 1 : have);
    }
    *move = wordgame_exchange(at->seat, back);
    return move->len > 0;
}

bool wordgame_humanlike_choose(struct wordgame_position *at, unsigned level, struct rng *r,
                               struct action *move, int32_t *points)
{
    struct choice choice = {.at = at, .level = levels[level]};
    struct humanlike *vocabulary = &choice.level.vocabulary;
    vocabulary->seed = rng_next(r);
    *points = 0;
    if (!find_best(&choice)) {
        if (exchange_awkward(at, move))
            return true;
        // A player that sees nothing looks again, and then recalls rarer words.
        humanlike_concentrate(vocabulary);
        while (!find_best(&choice) && vocabulary->tier < TIERS)
            vocabulary->tier++;
        if (!choice.found)
            return false;
    }
    *move = wordgame_move_encode(&choice.best.placement, at->seat);
    *points = choice.best.points;
    return true;
}
