#include "games/balda/engine/endgame.h"

#include "games/balda/engine/reachable.h"

enum { BOUND_EMPTY = 5 }; // with more empty squares, the bounds are too wide to prune

// Moves are generated in two stages. The first has the longest word for each letter on each square:
// in most nodes one of the first few causes a cutoff. The second has all others that make a
// difference: shorter words, which use up another word, and single letters.

// Differs from the key that the middle game search uses, whose values are in fractions of a point.
// With passes, which can turn any lead into a draw, the value depends on the lead.
static uint64_t solved_key(const struct balda_position *p, uint64_t key, int lead)
{
    uint64_t salt = p->passes ? (uint64_t)(lead + 1000) : 1;
    return key ^ salt * UINT64_C(0xD6E8FEB86659FD93);
}

uint64_t balda_solved_key(const struct balda_position *p, int lead)
{
    return solved_key(p, p->key, lead);
}

static bool same(const struct balda_option *x, const struct balda_option *y)
{
    return x->word == y->word && x->squares == y->squares && x->square == y->square &&
           x->letter == y->letter;
}

// The first move to search: the table's best move, or the longest word. False: there is no word.
static bool find_first_move(const struct balda_worker *w, const struct tt_entry *known,
                            struct balda_option *move)
{
    struct balda_cursor at = balda_options(&w->position);
    const struct balda_option *longest = balda_option_next(&w->position, &at), *o = longest;
    while (o && known->letter && !balda_is_tt_move(known, o))
        o = balda_option_next(&w->position, &at);
    if (longest)
        *move = o ? *o : *longest;
    return longest;
}

static void add_longest(struct balda_worker *w)
{
    const struct balda_position *p = &w->position;
    struct balda_cursor at = balda_options(p);
    uint32_t seen[GRID_SQUARES] = {0};
    for (const struct balda_option *o; (o = balda_option_next(p, &at));) {
        if (seen[o->square] & graph_bit(o->letter))
            continue;
        seen[o->square] |= graph_bit(o->letter);
        balda_worker_add(w, o, 0);
    }
}

static bool reachable_after(struct balda_position *p, const struct balda_option *o)
{
    p->board[o->square] = o->letter;
    bool reachable = balda_word_reachable(p, o->word);
    p->board[o->square] = 0;
    return reachable;
}

// A shorter word with the same letter on the same square is worth searching only if it matters
// which of the two words is used up.
static bool matters(struct balda_worker *w, const struct balda_option *first,
                    const struct balda_option *o)
{
    return reachable_after(&w->position, first) ||
           (o->word != VOCABULARY_NONE && reachable_after(&w->position, o));
}

static const struct balda_option *find_first(const struct balda_worker *w, unsigned from,
                                             unsigned to, const struct balda_option *o)
{
    for (unsigned i = from; i < to; i++)
        if (w->move[i].option.square == o->square && w->move[i].option.letter == o->letter)
            return &w->move[i].option;
    return NULL;
}

static void add_shorter(struct balda_worker *w, unsigned from, unsigned to)
{
    const struct balda_position *p = &w->position;
    struct balda_cursor at = balda_options(p);
    for (const struct balda_option *o;
         (o = balda_option_next(p, &at)) && !deadline_poll(&w->watch);) {
        const struct balda_option *first = find_first(w, from, to, o);
        bool equal = first && first->word == o->word && (p->never || same(first, o));
        if (first && !equal && matters(w, first, o))
            balda_worker_add(w, o, 0);
    }
}

// Letters that no word can ever use are equivalent: one of them is enough.
static void add_singles_at(struct balda_worker *w, unsigned square, unsigned from, unsigned to)
{
    struct balda_position *p = &w->position;
    bool dead = false;
    unsigned letters = p->vocabulary.lexicon->alphabet.size;
    for (unsigned letter = 1; letter <= letters && !deadline_poll(&w->watch); letter++) {
        struct balda_option o = balda_single(square, letter);
        const struct balda_option *first = find_first(w, from, to, &o);
        if (first && !matters(w, first, &o))
            continue;
        p->board[square] = (uint8_t)letter;
        bool lives = balda_square_reachable(p, square);
        p->board[square] = 0;
        if (lives || !dead)
            balda_worker_add(w, &o, 0);
        dead = dead || !lives;
    }
}

static void add_others(struct balda_worker *w, unsigned from)
{
    const struct balda_position *p = &w->position;
    unsigned to = w->moves;
    add_shorter(w, from, to);
    for (unsigned square = 0; p->single && square < p->grid.squares; square++)
        if (balda_position_open(p, square))
            add_singles_at(w, square, from, to);
}

// With two empty squares, a move is decided by the best reply to it.
struct last_two {
    struct balda_worker *w;
    int lead, floor; // moves that cannot beat the floor are pruned
    struct balda_option best;
};

static void try_last(struct last_two *l, const struct balda_option *o)
{
    struct balda_position *p = &l->w->position;
    struct balda_option move = *o;
    if (l->lead + move.length - balda_position_sure_answer(p, &move) <= l->floor ||
        deadline_enter(&l->w->watch))
        return;
    balda_position_make(p, &move);
    int value = l->lead + move.length - balda_position_best(p);
    balda_position_unmake(p, &move);
    if (value > l->floor) {
        l->floor = value;
        l->best = move;
    }
}

static void try_last_singles(struct last_two *l, int beta)
{
    struct balda_position *p = &l->w->position;
    for (unsigned square = 0; square < p->grid.squares; square++) {
        struct balda_option any = balda_single(square, 1);
        if (!balda_position_open(p, square))
            continue;
        int most = l->lead + 1 - balda_position_sure_answer(p, &any);
        for (unsigned letter = 1;
             letter <= p->vocabulary.lexicon->alphabet.size && most > l->floor && l->floor < beta;
             letter++) {
            struct balda_option o = balda_single(square, letter);
            try_last(l, &o);
        }
    }
}

static int solve_two(struct balda_worker *w, int lead, int alpha, int beta,
                     struct balda_option *best_move)
{
    const struct balda_position *p = &w->position;
    struct last_two l = {.w = w, .lead = lead, .floor = alpha};
    struct balda_cursor at = balda_options(p);
    for (const struct balda_option *o; (o = balda_option_next(p, &at)) && l.floor < beta;) {
        if (lead + o->length - p->single <= l.floor)
            break;
        try_last(&l, o);
    }
    if (p->single)
        try_last_singles(&l, beta);
    if (best_move)
        *best_move = l.best;
    if (!w->watch.over)
        balda_worker_store(w, balda_solved_key(p, lead), TT_SOLVED, l.floor - lead, alpha - lead,
                           beta - lead, &l.best);
    return l.floor;
}

// Probes the table for the position after a move, which is much cheaper than making the move.
static bool probe_after(const struct balda_worker *w, const struct balda_option *o, int lead,
                        int alpha, int beta, int *value)
{
    const struct balda_position *p = &w->position;
    struct tt_entry known;
    uint64_t key = solved_key(p, balda_position_key_after(p, o), lead);
    if (p->passes ||
        !balda_worker_probe(w, key, TT_SOLVED, alpha - lead, beta - lead, &known, value))
        return false;
    *value += lead;
    return true;
}

// The longest word that can still come on any square but this.
static int longest_elsewhere(const struct balda_position *p, unsigned but)
{
    int most = p->single;
    for (unsigned square = 0; square < p->grid.squares; square++)
        if (!p->board[square] && square != but && p->longest[square] > most)
            most = p->longest[square];
    return most;
}

// Futility bounds, without making the move: is its value at most alpha, or at least beta, for sure?
// Then `value` is such a bound. A side that never passes gets half of the squares that are left,
// and no word on them is longer than the longest that can still come.
static bool bounds_decide(const struct balda_worker *w, const struct balda_option *o, int lead,
                          int alpha, int beta, int *value)
{
    const struct balda_position *p = &w->position;
    int after = lead + o->length, left = (int)p->empty - 1, mine = left / 2, theirs = left - mine;
    if (p->empty > BOUND_EMPTY || p->empty < 3)
        return false;
    int most = longest_elsewhere(p, o->square);
    *value = after - theirs * most + mine * p->single;
    if (*value >= beta)
        return true;
    *value = after + mine * most - (theirs - 1) * p->single;
    if (*value - most > alpha)
        return false;
    *value -= balda_position_sure_answer(p, o);
    return *value <= alpha;
}

static int solve_after(struct balda_worker *w, const struct balda_option *o, int lead, int alpha,
                       int beta, bool first)
{
    int after = lead + o->length, value = 0;
    if (bounds_decide(w, o, lead, alpha, beta, &value))
        return value;
    if (probe_after(w, o, -after, first ? -beta : -alpha - 1, -alpha, &value) &&
        (first || -value <= alpha || -value >= beta))
        return -value;
    balda_position_make(&w->position, o);
    balda_worker_claim(w);
    // Principal variation search: a null window decides whether the move beats the best so far.
    if (!first)
        value = -balda_solve(w, -after, -alpha - 1, -alpha);
    if (first || (value > alpha && value < beta))
        value = -balda_solve(w, -after, -beta, -alpha);
    balda_worker_unclaim(w);
    balda_position_unmake(&w->position, o);
    return value;
}

// The best move of a node so far.
struct best {
    int lead, alpha, beta, value;
    struct balda_option move; // letter 0: none has been searched
};

static void try_move(struct balda_worker *w, const struct balda_option *o, struct best *b)
{
    int floor = b->value > b->alpha ? b->value : b->alpha;
    int value = solve_after(w, o, b->lead, floor, b->beta, b->move.letter == 0);
    if (value > b->value && !w->watch.over) {
        b->value = value;
        b->move = *o;
    }
}

// All moves but `first_move`, which has been searched.
static void try_rest(struct balda_worker *w, const struct balda_option *first_move, struct best *b)
{
    unsigned first = w->moves;
    bool others = false;
    add_longest(w);
    for (unsigned i = first; b->value < b->beta && !w->watch.over; i++) {
        if (i == w->moves && !others) {
            add_others(w, first);
            others = true;
        }
        if (i == w->moves)
            break;
        struct balda_option o = w->move[i].option;
        if (!same(&o, first_move) && !balda_worker_defer(w, i))
            try_move(w, &o, b);
    }
    w->moves = first;
}

// The best placement, of which there is at least one. `best_move` may be NULL.
static int solve_moves(struct balda_worker *w, int lead, int alpha, int beta,
                       struct balda_option *best_move)
{
    uint64_t key = balda_solved_key(&w->position, lead);
    struct best best = {.lead = lead, .alpha = alpha, .beta = beta, .value = -BALDA_INFINITE};
    struct balda_option first_move = {0};
    struct tt_entry known;
    int value;
    if (w->position.empty == 2)
        return solve_two(w, lead, alpha, beta, best_move);
    bool answered =
        balda_worker_probe(w, key, TT_SOLVED, alpha - lead, beta - lead, &known, &value);
    if (answered && !best_move)
        return value + lead;
    // The best move of the middle game search is a good first move.
    if (!known.letter)
        tt_find(&w->shared->tt, w->position.key, &known);
    if (find_first_move(w, &known, &first_move))
        try_move(w, &first_move, &best);
    if (best.value < beta && !w->watch.over)
        try_rest(w, &first_move, &best);
    if (!w->watch.over)
        balda_worker_store(w, key, TT_SOLVED, best.value - lead, alpha - lead, beta - lead,
                           &best.move);
    if (best_move)
        *best_move = best.move;
    return best.value;
}

int balda_pass_value(int mine, int theirs, unsigned left)
{
    int value = 0; // the draw
    for (unsigned made = left; made-- > 0;) {
        int move = made % 2 == 0 ? mine : theirs;
        value = move > -value ? move : -value;
    }
    return value;
}

int balda_solve(struct balda_worker *w, int lead, int alpha, int beta)
{
    const struct balda_position *p = &w->position;
    int best = balda_position_best(p);
    if (deadline_enter(&w->watch) || best == 0)
        return lead;
    if (p->empty == 1)
        return lead + best;
    int mine = solve_moves(w, lead, alpha, beta, NULL);
    if (!p->passes || mine >= beta || w->watch.over)
        return mine;
    // Passing helps only in mutual zugzwang: the other side would rather not move either.
    int floor = mine > alpha ? mine : alpha;
    int theirs = solve_moves(w, -lead, -beta, -floor, NULL);
    if (theirs >= -floor || w->watch.over)
        return mine;
    mine = solve_moves(w, lead, -BALDA_INFINITE, BALDA_INFINITE, NULL);
    theirs = solve_moves(w, -lead, -BALDA_INFINITE, BALDA_INFINITE, NULL);
    return balda_pass_value(mine, theirs, p->passes);
}

bool balda_solve_root(struct balda_worker *w, int lead, unsigned passes, struct balda_option *best,
                      int *value)
{
    *value = solve_moves(w, lead, -BALDA_INFINITE, BALDA_INFINITE, best);
    if (!w->position.passes || w->watch.over)
        return !w->watch.over;
    int theirs = solve_moves(w, -lead, -BALDA_INFINITE, BALDA_INFINITE, NULL);
    int passing = balda_pass_value(*value, theirs, w->position.passes - passes);
    if (passing > *value) {
        *value = passing;
        *best = (struct balda_option){0};
    }
    return !w->watch.over;
}
