#include "search/balda_endgame.h"

enum {
    ORDER_KNOWN = 1 << 20,
    ORDER_LETTER = 1 << 12, // for each letter of the word
    ORDER_SECOND = 3 << 11, // taken off where the same letter there makes a longer word
    ORDER_HISTORY = (1 << 11) - 1,
};

static int history_order(const struct balda_tree *t, const struct balda_option *o)
{
    int history = t->history[o->square][o->letter];
    return history < ORDER_HISTORY ? history : ORDER_HISTORY;
}

static void add_singles(struct balda_tree *t, const struct tt_entry *known)
{
    const struct balda_position *p = &t->position;
    for (unsigned square = 0; square < p->grid.squares; square++) {
        for (unsigned letter = 1;
             balda_position_open(p, square) && letter <= p->vocabulary.lexicon->alphabet.size;
             letter++) {
            struct balda_option o = balda_single(square, letter);
            bool first = balda_tree_is_known(known, &o);
            balda_tree_add(t, &o, first ? ORDER_KNOWN : history_order(t, &o));
        }
    }
}

// Every move there is.
static void add_moves(struct balda_tree *t, const struct tt_entry *known)
{
    const struct balda_position *p = &t->position;
    struct balda_cursor at = balda_options(p);
    uint32_t seen[GRID_SQUARES] = {0};
    for (const struct balda_option *o; (o = balda_option_next(p, &at));) {
        int order = o->length * ORDER_LETTER + history_order(t, o);
        if (seen[o->square] & graph_bit(o->letter))
            order -= ORDER_SECOND;
        seen[o->square] |= graph_bit(o->letter);
        balda_tree_add(t, o, balda_tree_is_known(known, o) ? ORDER_KNOWN : order);
    }
    if (p->single)
        add_singles(t, known);
}

// Apart from what the search of the middle game knows of the same position, in parts of points.
// With passes, which can make a draw of any lead, the lead is part of the question.
uint64_t balda_solved_key(const struct balda_position *p, int lead)
{
    uint64_t salt = p->passes ? (uint64_t)(lead + 1000) : 1;
    return p->key ^ salt * UINT64_C(0xD6E8FEB86659FD93);
}

// The best of the real moves, of which there is at least one. `best_move` may be NULL.
static int solve_moves(struct balda_tree *t, int lead, int alpha, int beta,
                       struct balda_option *best_move)
{
    struct balda_position *p = &t->position;
    uint64_t key = balda_solved_key(p, lead);
    const struct tt_entry *known;
    int value, best = -BALDA_INFINITE;
    bool answered = balda_tree_known(t, key, TT_SOLVED, alpha - lead, beta - lead, &known, &value);
    if (answered && !best_move)
        return value + lead;
    struct balda_option best_option = {0};
    unsigned first = t->moves;
    add_moves(t, known);
    int floor = alpha;
    for (unsigned i = first; i < t->moves && best < beta && !t->stopped; i++) {
        balda_tree_pick(t, i);
        struct balda_option o = t->move[i].option;
        int after = lead + o.length;
        balda_position_make(p, &o);
        value = i == first ? -balda_solve(t, -after, -beta, -floor)
                           : -balda_solve(t, -after, -floor - 1, -floor);
        if (i > first && value > floor && value < beta)
            value = -balda_solve(t, -after, -beta, -floor);
        balda_position_unmake(p, &o);
        if (value > best) {
            best = value;
            best_option = o;
        }
        floor = best > floor ? best : floor;
    }
    t->moves = first;
    if (!t->stopped)
        balda_tree_note(t, key, TT_SOLVED, best - lead, alpha - lead, beta - lead, &best_option);
    if (best_move)
        *best_move = best_option;
    return best;
}

int balda_pass_value(int mine, int theirs, unsigned passes)
{
    int value = 0; // the draw
    for (unsigned made = BALDA_PASSES; made-- > passes;) {
        bool mover = (made - passes) % 2 == 0;
        int move = mover ? mine : theirs;
        value = move > -value ? move : -value;
    }
    return value;
}

int balda_solve(struct balda_tree *t, int lead, int alpha, int beta)
{
    const struct balda_position *p = &t->position;
    int best = balda_position_best(p);
    if (balda_tree_enter(t) || best == 0)
        return lead;
    if (p->empty == 1)
        return lead + best;
    int mine = solve_moves(t, lead, alpha, beta, NULL);
    if (!p->passes || mine >= beta || t->stopped)
        return mine;
    // Passing helps only if the other side would not like to move either.
    int floor = mine > alpha ? mine : alpha;
    int theirs = solve_moves(t, -lead, -beta, -floor, NULL);
    if (theirs >= -floor || t->stopped)
        return mine;
    mine = solve_moves(t, lead, -BALDA_INFINITE, BALDA_INFINITE, NULL);
    theirs = solve_moves(t, -lead, -BALDA_INFINITE, BALDA_INFINITE, NULL);
    return balda_pass_value(mine, theirs, 0);
}

bool balda_solve_root(struct balda_tree *t, int lead, unsigned passes, struct balda_option *best,
                      int *value)
{
    *value = solve_moves(t, lead, -BALDA_INFINITE, BALDA_INFINITE, best);
    if (!t->position.passes || t->stopped)
        return !t->stopped;
    int theirs = solve_moves(t, -lead, -BALDA_INFINITE, BALDA_INFINITE, NULL);
    int passing = balda_pass_value(*value, theirs, passes);
    if (passing > *value) {
        *value = passing;
        *best = (struct balda_option){0};
    }
    return !t->stopped;
}
