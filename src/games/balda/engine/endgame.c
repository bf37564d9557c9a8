#include "games/balda/engine/endgame.h"

#include "games/balda/engine/future.h"

enum { SETTLED_EMPTY = 5 }; // with more empty squares, bounds are too wide to settle anything

// The moves of a node come in two lots. The first has for each letter on each square the longest
// word: in most nodes one of the first few settles it. The second has all the others that make a
// difference: shorter words, which use up another word, and single letters.

// Apart from what the search of the middle game knows of the same position, in parts of points.
// With passes, which can make a draw of any lead, the lead is part of the question.
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

// The move to begin with: the best that is known of, or the longest word. False: there is no word.
static bool find_opening(const struct balda_tree *t, const struct tt_entry *known,
                         struct balda_option *move)
{
    struct balda_cursor at = balda_options(&t->position);
    const struct balda_option *longest = balda_option_next(&t->position, &at), *o = longest;
    while (o && known->letter && !balda_tree_is_known(known, o))
        o = balda_option_next(&t->position, &at);
    if (longest)
        *move = o ? *o : *longest;
    return longest;
}

static void add_longest(struct balda_tree *t)
{
    const struct balda_position *p = &t->position;
    struct balda_cursor at = balda_options(p);
    uint32_t seen[GRID_SQUARES] = {0};
    for (const struct balda_option *o; (o = balda_option_next(p, &at));) {
        if (seen[o->square] & graph_bit(o->letter))
            continue;
        seen[o->square] |= graph_bit(o->letter);
        balda_tree_add(t, o, 0);
    }
}

static bool comes_again(struct balda_position *p, const struct balda_option *o)
{
    p->board[o->square] = o->letter;
    bool comes = balda_can_come(p, o->word);
    p->board[o->square] = 0;
    return comes;
}

// A shorter word than the first with the same letter there is worth a try only if it makes a
// difference which of the two is used up.
static bool matters(struct balda_tree *t, const struct balda_option *first,
                    const struct balda_option *o)
{
    return comes_again(&t->position, first) ||
           (o->word != VOCABULARY_NONE && comes_again(&t->position, o));
}

static const struct balda_option *find_first(const struct balda_tree *t, unsigned from, unsigned to,
                                             const struct balda_option *o)
{
    for (unsigned i = from; i < to; i++)
        if (t->move[i].option.square == o->square && t->move[i].option.letter == o->letter)
            return &t->move[i].option;
    return NULL;
}

static void add_shorter(struct balda_tree *t, unsigned from, unsigned to)
{
    const struct balda_position *p = &t->position;
    struct balda_cursor at = balda_options(p);
    for (const struct balda_option *o; (o = balda_option_next(p, &at)) && !balda_tree_tick(t);) {
        const struct balda_option *first = find_first(t, from, to, o);
        bool equal = first && first->word == o->word && (p->never || same(first, o));
        if (first && !equal && matters(t, first, o))
            balda_tree_add(t, o, 0);
    }
}

// Letters that no word can ever run through are all the same: one of them will do.
static void add_singles_at(struct balda_tree *t, unsigned square, unsigned from, unsigned to)
{
    struct balda_position *p = &t->position;
    bool dead = false;
    unsigned letters = p->vocabulary.lexicon->alphabet.size;
    for (unsigned letter = 1; letter <= letters && !balda_tree_tick(t); letter++) {
        struct balda_option o = balda_single(square, letter);
        const struct balda_option *first = find_first(t, from, to, &o);
        if (first && !matters(t, first, &o))
            continue;
        p->board[square] = (uint8_t)letter;
        bool lives = balda_can_come_through(p, square);
        p->board[square] = 0;
        if (lives || !dead)
            balda_tree_add(t, &o, 0);
        dead = dead || !lives;
    }
}

static void add_others(struct balda_tree *t, unsigned from)
{
    const struct balda_position *p = &t->position;
    unsigned to = t->moves;
    add_shorter(t, from, to);
    for (unsigned square = 0; p->single && square < p->grid.squares; square++)
        if (balda_position_open(p, square))
            add_singles_at(t, square, from, to);
}

// The best so far of the moves with two squares empty, where only the answer to each counts.
struct last_two {
    struct balda_tree *t;
    int lead, floor; // moves that are not better than this are left out
    struct balda_option best;
};

static void try_last(struct last_two *l, const struct balda_option *o)
{
    struct balda_position *p = &l->t->position;
    struct balda_option move = *o;
    if (l->lead + move.length - balda_position_sure_answer(p, &move) <= l->floor ||
        balda_tree_enter(l->t))
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
    struct balda_position *p = &l->t->position;
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

static int solve_two(struct balda_tree *t, int lead, int alpha, int beta,
                     struct balda_option *best_move)
{
    const struct balda_position *p = &t->position;
    struct last_two l = {.t = t, .lead = lead, .floor = alpha};
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
    if (!t->stopped)
        balda_tree_note(t, balda_solved_key(p, lead), TT_SOLVED, l.floor - lead, alpha - lead,
                        beta - lead, &l.best);
    return l.floor;
}

// Making a move costs much more than asking whether what comes after it is known already.
static bool known_after(const struct balda_tree *t, const struct balda_option *o, int lead,
                        int alpha, int beta, int *value)
{
    const struct balda_position *p = &t->position;
    struct tt_entry known;
    uint64_t key = solved_key(p, balda_position_key_after(p, o), lead);
    if (p->passes || !balda_tree_known(t, key, TT_SOLVED, alpha - lead, beta - lead, &known, value))
        return false;
    *value += lead;
    return true;
}

// The longest word that can come on another square than this.
static int longest_elsewhere(const struct balda_position *p, unsigned but)
{
    int most = p->single;
    for (unsigned square = 0; square < p->grid.squares; square++)
        if (!p->board[square] && square != but && p->longest[square] > most)
            most = p->longest[square];
    return most;
}

// Without making the move: is it sure to come to no more than alpha, or to beta at least? Then
// `value` is such a bound. Whoever never passes gets half of the squares that are left, and no
// word on them is longer than the longest that can come.
static bool settled(const struct balda_tree *t, const struct balda_option *o, int lead, int alpha,
                    int beta, int *value)
{
    const struct balda_position *p = &t->position;
    int after = lead + o->length, left = (int)p->empty - 1, mine = left / 2, theirs = left - mine;
    if (p->empty > SETTLED_EMPTY || p->empty < 3)
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

static int solve_after(struct balda_tree *t, const struct balda_option *o, int lead, int alpha,
                       int beta, bool first)
{
    int after = lead + o->length, value = 0;
    if (settled(t, o, lead, alpha, beta, &value))
        return value;
    if (known_after(t, o, -after, first ? -beta : -alpha - 1, -alpha, &value) &&
        (first || -value <= alpha || -value >= beta))
        return -value;
    balda_position_make(&t->position, o);
    balda_tree_begin(t);
    // All but the first are only asked whether they are better than the best so far.
    if (!first)
        value = -balda_solve(t, -after, -alpha - 1, -alpha);
    if (first || (value > alpha && value < beta))
        value = -balda_solve(t, -after, -beta, -alpha);
    balda_tree_end(t);
    balda_position_unmake(&t->position, o);
    return value;
}

// The best move of a node so far.
struct best {
    int lead, alpha, beta, value;
    struct balda_option move; // letter 0: none has been tried
};

static void try_move(struct balda_tree *t, const struct balda_option *o, struct best *b)
{
    int floor = b->value > b->alpha ? b->value : b->alpha;
    int value = solve_after(t, o, b->lead, floor, b->beta, b->move.letter == 0);
    if (value > b->value && !t->stopped) {
        b->value = value;
        b->move = *o;
    }
}

// All moves but `opening`, which has been tried.
static void try_rest(struct balda_tree *t, const struct balda_option *opening, struct best *b)
{
    unsigned first = t->moves;
    bool others = false;
    add_longest(t);
    for (unsigned i = first; b->value < b->beta && !t->stopped; i++) {
        if (i == t->moves && !others) {
            add_others(t, first);
            others = true;
        }
        if (i == t->moves)
            break;
        struct balda_option o = t->move[i].option;
        if (!same(&o, opening) && !balda_tree_put_off(t, i))
            try_move(t, &o, b);
    }
    t->moves = first;
}

// The best of the real moves, of which there is at least one. `best_move` may be NULL.
static int solve_moves(struct balda_tree *t, int lead, int alpha, int beta,
                       struct balda_option *best_move)
{
    uint64_t key = balda_solved_key(&t->position, lead);
    struct best best = {.lead = lead, .alpha = alpha, .beta = beta, .value = -BALDA_INFINITE};
    struct balda_option opening = {0};
    struct tt_entry known;
    int value;
    if (t->position.empty == 2)
        return solve_two(t, lead, alpha, beta, best_move);
    bool answered = balda_tree_known(t, key, TT_SOLVED, alpha - lead, beta - lead, &known, &value);
    if (answered && !best_move)
        return value + lead;
    // What looked best to the search of the middle game is a good first try.
    if (!known.letter)
        tt_find(&t->team->tt, t->position.key, &known);
    if (find_opening(t, &known, &opening))
        try_move(t, &opening, &best);
    if (best.value < beta && !t->stopped)
        try_rest(t, &opening, &best);
    if (!t->stopped)
        balda_tree_note(t, key, TT_SOLVED, best.value - lead, alpha - lead, beta - lead,
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
    return balda_pass_value(mine, theirs, p->passes);
}

bool balda_solve_root(struct balda_tree *t, int lead, unsigned passes, struct balda_option *best,
                      int *value)
{
    *value = solve_moves(t, lead, -BALDA_INFINITE, BALDA_INFINITE, best);
    if (!t->position.passes || t->stopped)
        return !t->stopped;
    int theirs = solve_moves(t, -lead, -BALDA_INFINITE, BALDA_INFINITE, NULL);
    int passing = balda_pass_value(*value, theirs, t->position.passes - passes);
    if (passing > *value) {
        *value = passing;
        *best = (struct balda_option){0};
    }
    return !t->stopped;
}
