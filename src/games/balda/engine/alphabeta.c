#include "games/balda/engine/alphabeta.h"

#include "games/balda/engine/endgame.h"

enum {
    ORDER_KNOWN = 1 << 20,
    ORDER_LETTER = 1 << 8,
    ROOT_WIDTH = 48,
    SHARED_DEPTH = 2, // below this, threads do not look what the others do
    SOLVE_EMPTY = 2,  // with so few squares left, solving is as cheap as estimating
};

// How many moves are looked at with so much depth left.
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

static int order_of(const struct balda_tree *t, const struct balda_option *o)
{
    int history = t->history[o->square][o->letter];
    return o->length * ORDER_LETTER + (history < ORDER_LETTER ? history : ORDER_LETTER - 1);
}

// The longest words, one for each letter on each square.
static void add_moves(struct balda_tree *t, const struct tt_entry *known, unsigned most)
{
    const struct balda_position *p = &t->position;
    struct balda_cursor at = balda_options(p);
    uint32_t seen[GRID_SQUARES] = {0};
    unsigned count = 0;
    for (const struct balda_option *o; count < most && (o = balda_option_next(p, &at));) {
        if (seen[o->square] & graph_bit(o->letter))
            continue;
        seen[o->square] |= graph_bit(o->letter);
        balda_tree_add(t, o, balda_tree_is_known(known, o) ? ORDER_KNOWN : order_of(t, o));
        count++;
    }
}

// Where no word is left, any letter will do; the first few are tried.
static void add_singles(struct balda_tree *t, unsigned most)
{
    const struct balda_position *p = &t->position;
    unsigned letters = p->vocabulary.lexicon->alphabet.size, count = 0;
    for (unsigned square = 0; square < p->grid.squares; square++) {
        for (unsigned letter = 1;
             letter <= letters && count < most && balda_position_open(p, square);
             letter++, count++) {
            struct balda_option o = balda_single(square, letter);
            balda_tree_add(t, &o, order_of(t, &o));
        }
    }
}

static int look_ahead(struct balda_tree *t, unsigned depth, int alpha, int beta);

static int try_move(struct balda_tree *t, const struct balda_option *o, unsigned depth, int alpha,
                    int beta, bool first)
{
    int points = o->length * BALDA_POINT, value = 0;
    balda_position_make(&t->position, o);
    if (depth >= SHARED_DEPTH)
        balda_tree_begin(t);
    // All but the first are only asked whether they are better than the best so far.
    if (!first)
        value = points - look_ahead(t, depth - 1, points - alpha - 1, points - alpha);
    if (first || (value > alpha && value < beta))
        value = points - look_ahead(t, depth - 1, points - beta, points - alpha);
    if (depth >= SHARED_DEPTH)
        balda_tree_end(t);
    balda_position_unmake(&t->position, o);
    return value;
}

static int search_moves(struct balda_tree *t, unsigned depth, int alpha, int beta, unsigned first,
                        struct balda_option *best_move)
{
    int best = -BALDA_INFINITE;
    for (unsigned i = first; i < t->moves && best < beta && !t->stopped; i++) {
        balda_tree_pick(t, i);
        if (i > first && depth >= SHARED_DEPTH && balda_tree_put_off(t, i))
            continue;
        struct balda_option o = t->move[i].option;
        int floor = best > alpha ? best : alpha;
        int value = try_move(t, &o, depth, floor, beta, i == first);
        if (value > best && !t->stopped) {
            best = value;
            *best_move = o;
        }
    }
    return best;
}

static int look_ahead(struct balda_tree *t, unsigned depth, int alpha, int beta)
{
    struct balda_position *p = &t->position;
    struct tt_entry known;
    int value;
    if (balda_tree_enter(t) || p->empty == 0)
        return 0;
    if (p->empty <= SOLVE_EMPTY && !p->passes && !t->crowded)
        return balda_solve(t, 0, alpha / BALDA_POINT - 1, beta / BALDA_POINT + 1) * BALDA_POINT;
    if (depth == 0)
        return balda_estimate(p);
    if (balda_tree_known(t, p->key, depth, alpha, beta, &known, &value))
        return value;
    unsigned first = t->moves;
    struct balda_option best_move = {0};
    add_moves(t, &known, width(depth));
    if (t->moves == first && p->single)
        add_singles(t, width(depth));
    if (t->moves == first)
        return 0;
    value = search_moves(t, depth, alpha, beta, first, &best_move);
    t->moves = first;
    if (!t->stopped)
        balda_tree_note(t, p->key, depth, value, alpha, beta, &best_move);
    return value;
}

static void list_root(struct balda_tree *t, const struct tt_entry *known, unsigned most)
{
    t->moves = 0;
    add_moves(t, known, most);
    if (t->moves == 0)
        add_singles(t, most);
}

void balda_deepen(struct balda_tree *t, unsigned deepest, struct balda_best *best)
{
    const struct balda_position *p = &t->position;
    // Whatever happens, there is a move.
    list_root(t, &(struct tt_entry){0}, 1);
    *best = (struct balda_best){.move = t->move[0].option, .value = balda_estimate(p)};
    for (unsigned depth = 1; depth <= deepest && depth <= p->empty && !t->stopped; depth++) {
        struct balda_option move = {0};
        struct tt_entry known;
        tt_find(&t->team->tt, p->key, &known);
        list_root(t, &known, ROOT_WIDTH);
        int value = search_moves(t, depth, -BALDA_INFINITE, BALDA_INFINITE, 0, &move);
        // The best so far was tried first, so what an unfinished depth prefers is better.
        if (move.letter)
            *best = (struct balda_best){move, value, depth};
        if (!t->stopped)
            balda_tree_note(t, p->key, depth, value, -BALDA_INFINITE, BALDA_INFINITE, &move);
    }
}
