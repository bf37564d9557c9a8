// The computer's play of Balda and Bukva: which way of choosing each level has.
#include "search/balda.h"

#include "games/balda/moves.h"
#include "search/balda_alphabeta.h"
#include "search/balda_endgame.h"
#include "search/balda_people.h"

#include <stdlib.h>
#include <string.h>

enum {
    TOP_NODES = 60000,  // without a clock the top level looks at so many positions
    END_NODES = 500000, // and at so many near the end
    SOLVE_EMPTY = 8,    // with so few empty squares the top level tries to see it all
    SURE_EMPTY = 6,     // and with so few it is sure that it can
};

// Looks for the first path of an option on the board.
struct tracing {
    const struct balda_option *option;
    const struct word *word;
    struct placement placement;
};

static bool trace(void *context, const struct balda_found *f)
{
    struct tracing *t = context;
    square_set squares = 0;
    for (unsigned i = 0; i < f->length; i++)
        squares |= square_bit(f->path[i]);
    if (squares != t->option->squares || memcmp(f->word, t->word->letter, f->length) != 0)
        return true;
    t->placement.square = f->square;
    t->placement.letter = f->letter;
    memcpy(t->placement.path, f->path, f->length);
    return false;
}

static struct action action_of(const struct balda_position *p, unsigned seat,
                               const struct balda_option *o)
{
    struct tracing t = {.option = o};
    struct word w;
    const struct graph *graph = &p->vocabulary.lexicon->graph;
    if (o->length == 0)
        return (struct action){.kind = ACTION_PASS, .seat = (uint8_t)seat};
    t.placement = (struct placement){o->square, o->letter, {o->square}};
    if (o->word != VOCABULARY_NONE) {
        graph_nth(graph, o->word, &w);
        t.word = &w;
        balda_find_at(&p->grid, graph, p->board, o->square, o->letter, trace, &t);
    }
    return balda_action(seat, &t.placement, o->length);
}

// The option on this position that a table entry names.
static bool option_of(const struct balda_position *p, const struct tt_entry *e,
                      struct balda_option *out)
{
    struct balda_cursor at = balda_options(p);
    if (e && e->word == VOCABULARY_NONE && e->letter && p->single) {
        *out = balda_single(e->square, e->letter);
        return balda_position_open(p, e->square);
    }
    for (const struct balda_option *o; e && (o = balda_option_next(p, &at));) {
        if (balda_tree_is_known(e, o)) {
            *out = *o;
            return true;
        }
    }
    return false;
}

// The moves that are expected, as far as the table remembers them. `solved`: what it was solved by.
static void put_line(struct balda_tree *t, unsigned seat, struct balda_option next, int lead,
                     bool solved, struct search_result *out)
{
    struct balda_position *p = &t->position;
    struct balda_option made[SEARCH_LINE];
    unsigned count = 0;
    while (count < SEARCH_LINE) {
        made[count] = next;
        out->line[count++] = action_of(p, seat, &next);
        if (next.length == 0)
            break;
        balda_position_make(p, &next);
        lead = -(lead + next.length);
        seat ^= 1;
        uint64_t key = solved ? balda_solved_key(p, lead) : p->key;
        if (!p->empty || !option_of(p, tt_find(&t->tt, key), &next))
            break;
    }
    out->line_length = count;
    for (unsigned i = count; i-- > 0;)
        if (made[i].length)
            balda_position_unmake(p, &made[i]);
}

static void put_result(const struct balda_position *p, unsigned seat, const struct balda_option *o,
                       struct search_result *out)
{
    out->move = action_of(p, seat, o);
    out->points = o->length;
    out->line[0] = out->move;
    out->line_length = 1;
}

// How far to look ahead before everything is looked at, so that there is a good move to begin with
// and to fall back on.
static unsigned first_depth(const struct balda_position *p)
{
    if (p->empty > SOLVE_EMPTY)
        return BALDA_LAYERS;
    return p->empty > SURE_EMPTY ? SOLVE_EMPTY - 2 : 3;
}

static bool play_top(struct balda_tree *t, unsigned seat, int lead, unsigned passes,
                     struct search_result *out)
{
    struct balda_position *p = &t->position;
    struct balda_best best;
    struct balda_option solution = {0};
    bool solved = false, end = p->empty <= SOLVE_EMPTY;
    int value = 0;
    if (balda_position_best(p) == 0)
        return false;
    if (end)
        balda_reach(p, &t->reach);
    balda_deepen(t, first_depth(p), &best);
    out->margin = lead + (double)best.value / BALDA_POINT;
    out->depth = best.depth;
    if (end && !t->stopped)
        solved = balda_solve_root(t, lead, passes, &solution, &value);
    if (solved || solution.letter) {
        best.move = solution;
        out->margin = value;
        out->depth = p->empty;
        out->exact = solved && !p->partial;
    }
    put_result(p, seat, &best.move, out);
    put_line(t, seat, best.move, lead, solved, out);
    out->nodes = t->nodes;
    return true;
}

static bool play_lower(struct balda_position *p, unsigned seat, unsigned level, struct rng *r,
                       int lead, struct search_result *out)
{
    struct balda_option move = {0};
    int worth;
    bool found;
    if (level <= BALDA_PEOPLE) {
        found = balda_person_choose(p, level, r, &move);
        worth = move.length;
    } else {
        found = balda_two_ply(p, r, &move, &worth);
    }
    put_result(p, seat, &move, out);
    out->margin = lead + worth;
    out->depth = level <= BALDA_PEOPLE ? 1 : 2;
    out->nodes = p->options;
    return found;
}

// A word that is not in the lexicon: the computer does not know it, so it does not agree to it.
static bool answer(unsigned seat, struct search_result *out)
{
    out->move = (struct action){.kind = BALDA_REFUSE, .seat = (uint8_t)seat};
    out->line[0] = out->move;
    out->line_length = 1;
    return true;
}

static bool best(const struct config *c, const struct state *view, unsigned seat,
                 const struct search_options *options, struct rng *r, struct search_result *out)
{
    const struct balda_state *b = balda_state(view);
    int lead = b->score[seat] - b->score[1 - seat];
    bool found = false;
    if (b->asked)
        return answer(seat, out);
    if (options->level < SEARCH_LEVELS) {
        struct balda_position p;
        if (!balda_position_init(&p, c, b))
            return false;
        found = play_lower(&p, seat, options->level, r, lead, out);
        balda_position_release(&p);
        return found;
    }
    struct balda_tree *t = malloc(sizeof *t);
    if (t && balda_tree_init(t, c, b, options)) {
        if (!options->stop && !options->max_nodes)
            t->most_nodes = t->position.empty <= SURE_EMPTY ? END_NODES : TOP_NODES;
        found = play_top(t, seat, lead, b->passes, out);
        balda_tree_release(t);
    }
    free(t);
    return found;
}

const struct engine balda_engine = {.rules = "balda", .best = best};
