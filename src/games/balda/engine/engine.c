// The engine of Balda and Bukva: chooses how each level plays, and turns results into actions.
#include "games/balda/engine/engine.h"

#include "games/balda/engine/endgame.h"
#include "games/balda/engine/humanlike.h"
#include "games/balda/engine/search.h"
#include "games/balda/moves.h"

#include <string.h>

// Kept from one search to the next: memory, and the numbers of words that were looked up. An
// idle instance has 0.1 MB, after a search of the top level 0.5 to 1.5 MB (bench/engine.c).
struct balda_instance {
    struct engine engine; // first; has the config
    struct balda_search search;
};

// Finds the first path of an option on the board.
struct tracing {
    const struct balda_option *option;
    const struct word *word;
    struct balda_move move;
};

static bool trace_option(void *context, const struct balda_found *f)
{
    struct tracing *t = context;
    square_set squares = 0;
    for (unsigned i = 0; i < f->move.length; i++)
        squares |= square_bit(f->move.path[i]);
    if (squares != t->option->squares || memcmp(f->word, t->word->letter, f->move.length) != 0)
        return true;
    t->move = f->move;
    return false;
}

static struct action option_action(const struct balda_position *p, unsigned seat,
                                   const struct balda_option *o)
{
    struct tracing t = {.option = o};
    struct word w;
    const struct graph *graph = &p->vocabulary.lexicon->graph;
    if (o->length == 0)
        return (struct action){.kind = ACTION_PASS, .seat = (uint8_t)seat};
    t.move = (struct balda_move){o->square, o->letter, 1, {o->square}};
    if (o->word != VOCABULARY_NONE) {
        lexicon_nth(p->vocabulary.lexicon, o->word, &w);
        t.word = &w;
        balda_find_at(&p->grid, graph, p->board, o->square, o->letter, trace_option, &t);
    }
    return balda_move_encode(&t.move, seat);
}

// The option on this position that a table entry names.
static bool option_of(const struct balda_position *p, const struct tt_entry *e,
                      struct balda_option *out)
{
    struct balda_cursor at = balda_options(p);
    if (e->word == VOCABULARY_NONE && e->letter && p->single) {
        *out = balda_single(e->square, e->letter);
        return balda_position_open(p, e->square);
    }
    for (const struct balda_option *o; (o = balda_option_next(p, &at));) {
        if (balda_is_tt_move(e, o)) {
            *out = *o;
            return true;
        }
    }
    return false;
}

// The next move of the principal variation: the table's best move, and on the last square the
// longest word.
static bool pv_move(const struct balda_search *s, const struct balda_position *p, uint64_t key,
                    struct balda_option *next)
{
    struct tt_entry known;
    struct balda_cursor at = balda_options(p);
    const struct balda_option *longest = balda_option_next(p, &at);
    if (p->empty == 0)
        return false;
    if (p->empty > 1)
        return tt_find(&s->shared.tt, key, &known) && option_of(p, &known, next);
    for (unsigned square = 0; !longest && p->single && square < p->grid.squares; square++)
        if (balda_position_open(p, square))
            *next = balda_single(square, 1);
    if (longest)
        *next = *longest;
    return longest || p->single;
}

// The principal variation, from the transposition table.
static void put_pv(struct balda_search *s, unsigned seat, const struct balda_result *found,
                   struct engine_result *out)
{
    struct balda_position *p = &s->worker[0].position;
    struct balda_option made[ENGINE_LINE], next = found->move;
    unsigned count = 0;
    int lead = s->root.lead;
    while (count < ENGINE_LINE) {
        made[count] = next;
        out->line[count++] = option_action(p, seat, &next);
        if (next.length == 0)
            break;
        balda_position_make(p, &next);
        lead = -(lead + next.length);
        seat ^= 1;
        uint64_t key = found->solved ? balda_solved_key(p, lead) : p->key;
        if (!pv_move(s, p, key, &next))
            break;
    }
    out->line_length = count;
    for (unsigned i = count; i-- > 0;)
        if (made[i].length)
            balda_position_unmake(p, &made[i]);
}

static void put_result(const struct balda_position *p, unsigned seat, const struct balda_option *o,
                       struct engine_result *out)
{
    out->move = option_action(p, seat, o);
    out->points = o->length;
    out->line[0] = out->move;
    out->line_length = 1;
}

static bool play_search(struct balda_search *s, const struct balda_root *root, unsigned seat,
                        const struct engine_options *options, struct engine_result *out)
{
    struct balda_result found;
    if (!balda_search_begin(s, root, options))
        return false;
    bool any = balda_search_run(s, &found);
    if (any) {
        out->margin = found.margin;
        out->depth = found.depth;
        out->exact = found.solved;
        out->nodes = balda_search_nodes(s);
        put_result(&s->worker[0].position, seat, &found.move, out);
        put_pv(s, seat, &found, out);
    }
    balda_search_end(s);
    return any;
}

static bool play_level(struct balda_position *p, unsigned seat, unsigned level, struct rng *r,
                       int lead, struct engine_result *out)
{
    struct balda_option move = {0};
    int value;
    bool found;
    if (level <= BALDA_HUMANLIKE) {
        found = balda_humanlike_choose(p, level, r, &move);
        value = move.length;
    } else {
        found = balda_two_ply(p, r, &move, &value);
    }
    put_result(p, seat, &move, out);
    out->margin = lead + value;
    out->depth = level <= BALDA_HUMANLIKE ? 1 : 2;
    out->nodes = p->options;
    return found;
}

// The engine knows only the lexicon's words, so it refuses any other.
static bool refuse_unknown(unsigned seat, int lead, struct engine_result *out)
{
    out->margin = lead;
    out->move = (struct action){.kind = BALDA_REFUSE, .seat = (uint8_t)seat};
    out->line[0] = out->move;
    out->line_length = 1;
    return true;
}

static bool balda_best_move(struct engine *e, const struct state *view, unsigned seat,
                            const struct engine_options *options, struct rng *r,
                            struct engine_result *out)
{
    struct balda_search *s = &((struct balda_instance *)(void *)e)->search;
    const struct config *c = &e->config;
    const struct balda_state *b = balda_state(view);
    int lead = b->score[seat] - b->score[1 - seat];
    if (b->question.length)
        return refuse_unknown(seat, lead, out);
    if (options->level < ENGINE_LEVELS) {
        struct balda_position *p = balda_search_position(s);
        if (!p || !balda_position_load(p, c, b))
            return false;
        bool found = play_level(p, seat, options->level, r, lead, out);
        balda_search_end(s);
        return found;
    }
    struct balda_root root = {c, b, lead};
    return play_search(s, &root, seat, options, out);
}

static void close(struct engine *e)
{
    balda_search_release(&((struct balda_instance *)(void *)e)->search);
}

const struct engine_type balda_engine = {.rules = "balda",
                                         .size = sizeof(struct balda_instance),
                                         .best = balda_best_move,
                                         .close = close};
