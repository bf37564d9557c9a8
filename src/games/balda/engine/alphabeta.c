#include "games/balda/engine/alphabeta.h"

#include "games/balda/engine/endgame.h"

enum {
    ORDER_TT_MOVE = 1 << 20,
    ORDER_LETTER = 1 << 8,
    ROOT_WIDTH = 48,
    ABDADA_DEPTH = 2, // least depth at which moves are deferred and claimed
    SOLVE_EMPTY = 2,  // with so few squares left, solving is as cheap as evaluating
};

// Moves searched per node, by remaining depth.
static unsigned width(unsigned depth)
{
    return 6 + 2 * depth;
}

// The longest words that could be scored one after another, on different squares.
static unsigned best_words(const struct balda_position *p, int length[], unsigned most)
{
    struct balda_cursor at = balda_options(p);
    square_set squares = 0;
    uint32_t last = VOCABULARY_NONE;
    unsigned count = 0;
    for (const struct balda_option *o; count < most && (o = balda_option_next(p, &at));) {
        if ((squares & square_bit(o->square)) || o->word == last)
            continue;
        squares |= square_bit(o->square);
        last = o->word;
        length[count++] = o->length;
    }
    return count;
}

int balda_estimate(const struct balda_position *p)
{
    int length[3] = {1, 1, 1};
    if (p->empty == 0)
        return 0;
    if (best_words(p, length, 3) == 0 && !p->single)
        return 0;
    int value = length[0] * BALDA_POINT;
    if (p->empty > 1)
        value -= length[1] * BALDA_POINT * 3 / 4;
    if (p->empty > 2)
        value += length[2] * BALDA_POINT / 4;
    return value;
}

static int order_of(const struct balda_worker *w, const struct balda_option *o)
{
    int history = w->history[o->square][o->letter];
    return o->length * ORDER_LETTER + (history < ORDER_LETTER ? history : ORDER_LETTER - 1);
}

// The longest words, one for each letter on each square.
static void add_moves(struct balda_worker *w, const struct tt_entry *known, unsigned most)
{
    const struct balda_position *p = &w->position;
    struct balda_cursor at = balda_options(p);
    uint32_t seen[GRID_SQUARES] = {0};
    unsigned count = 0;
    for (const struct balda_option *o; count < most && (o = balda_option_next(p, &at));) {
        if (seen[o->square] & graph_bit(o->letter))
            continue;
        seen[o->square] |= graph_bit(o->letter);
        balda_worker_add(w, o, balda_is_tt_move(known, o) ? ORDER_TT_MOVE : order_of(w, o));
        count++;
    }
}

// Where no word is left, the first few single letters are searched.
static void add_singles(struct balda_worker *w, unsigned most)
{
    const struct balda_position *p = &w->position;
    unsigned letters = p->vocabulary.lexicon->alphabet.size, count = 0;
    for (unsigned square = 0; square < p->grid.squares; square++) {
        for (unsigned letter = 1;
             letter <= letters && count < most && balda_position_open(p, square);
             letter++, count++) {
            struct balda_option o = balda_single(square, letter);
            balda_worker_add(w, &o, order_of(w, &o));
        }
    }
}

static int negamax(struct balda_worker *w, unsigned depth, int alpha, int beta);

static int try_move(struct balda_worker *w, const struct balda_option *o, unsigned depth, int alpha,
                    int beta, bool first)
{
    int points = o->length * BALDA_POINT, value = 0;
    balda_position_make(&w->position, o);
    if (depth >= ABDADA_DEPTH)
        balda_worker_claim(w);
    // Principal variation search: a null window decides whether the move beats the best so far.
    if (!first)
        value = points - negamax(w, depth - 1, points - alpha - 1, points - alpha);
    if (first || (value > alpha && value < beta))
        value = points - negamax(w, depth - 1, points - beta, points - alpha);
    if (depth >= ABDADA_DEPTH)
        balda_worker_unclaim(w);
    balda_position_unmake(&w->position, o);
    return value;
}

static int search_moves(struct balda_worker *w, unsigned depth, int alpha, int beta, unsigned first,
                        struct balda_option *best_move)
{
    int best = -BALDA_INFINITE;
    for (unsigned i = first; i < w->moves && best < beta && !w->watch.over; i++) {
        balda_worker_pick(w, i);
        if (i > first && depth >= ABDADA_DEPTH && balda_worker_defer(w, i))
            continue;
        struct balda_option o = w->move[i].option;
        int floor = best > alpha ? best : alpha;
        int value = try_move(w, &o, depth, floor, beta, i == first);
        if (value > best && !w->watch.over) {
            best = value;
            *best_move = o;
        }
    }
    return best;
}

static int negamax(struct balda_worker *w, unsigned depth, int alpha, int beta)
{
    struct balda_position *p = &w->position;
    struct tt_entry known;
    int value;
    if (deadline_enter(&w->watch) || p->empty == 0)
        return 0;
    if (p->empty <= SOLVE_EMPTY && !p->passes && !w->crowded)
        return balda_solve(w, 0, alpha / BALDA_POINT - 1, beta / BALDA_POINT + 1) * BALDA_POINT;
    if (depth == 0)
        return balda_estimate(p);
    if (balda_worker_probe(w, p->key, depth, alpha, beta, &known, &value))
        return value;
    unsigned first = w->moves;
    struct balda_option best_move = {0};
    add_moves(w, &known, width(depth));
    if (w->moves == first && p->single)
        add_singles(w, width(depth));
    if (w->moves == first)
        return 0;
    value = search_moves(w, depth, alpha, beta, first, &best_move);
    w->moves = first;
    if (!w->watch.over)
        balda_worker_store(w, p->key, depth, value, alpha, beta, &best_move);
    return value;
}

static void list_root(struct balda_worker *w, const struct tt_entry *known, unsigned most)
{
    w->moves = 0;
    add_moves(w, known, most);
    if (w->moves == 0)
        add_singles(w, most);
}

void balda_deepen(struct balda_worker *w, unsigned deepest, struct balda_best *best)
{
    const struct balda_position *p = &w->position;
    // A move to return even if the search is stopped at once.
    list_root(w, &(struct tt_entry){0}, 1);
    *best = (struct balda_best){.move = w->move[0].option, .value = balda_estimate(p)};
    for (unsigned depth = 1; depth <= deepest && depth <= p->empty && !w->watch.over; depth++) {
        struct balda_option move = {0};
        struct tt_entry known;
        tt_find(&w->shared->tt, p->key, &known);
        list_root(w, &known, ROOT_WIDTH);
        int value = search_moves(w, depth, -BALDA_INFINITE, BALDA_INFINITE, 0, &move);
        // The best move so far is searched first, so a move that an unfinished depth prefers beats
        // it.
        if (move.letter)
            *best = (struct balda_best){move, value, depth};
        if (!w->watch.over)
            balda_worker_store(w, p->key, depth, value, -BALDA_INFINITE, BALDA_INFINITE, &move);
    }
}
