#include "games/wordgame/engine/endgame.h"

#include "base/vec.h"
#include "games/wordgame/engine/endgame_cache.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES = ENGINE_LINE,
    LAST_PLIES = WORDGAME_ENDGAME_PLIES - PLIES - 1, // of a playout
    FIRST_BITS = 12,                                 // log2 of the table's places at first
    TABLE_BITS = 19,                                 // and at most
    FAR = WORDGAME_ENDGAME_FAR,
    TURN_COSTS = 8, // points, about, of not going out with this move
    OUTS = 4,       // of the other's ways to go out that are kept
    KILLERS = 2,    // killer moves per ply
    NARROW = 16,    // width of the beam at first
    WIDER = 4,      // and how many times as wide in each stage
};

enum bound { BOUND_NONE, BOUND_LOW, BOUND_EXACT, BOUND_HIGH }; // of a value in the table

struct endgame_entry {
    uint64_t key;
    int32_t gain;
    uint32_t move; // hash of the best one
    uint8_t depth, bound, stage;
    bool cut, narrow; // the subtree met the depth limit, or left moves out
};

// A move of a node: its number in the cache, and its place in the order.
struct endgame_candidate {
    int32_t order;
    uint32_t move, hash;
};

// A move of the principal variation.
struct endgame_pv_move {
    struct wordgame_placement placement;
    uint8_t tiles; // 0: a pass
    int32_t points;
};

struct wordgame_endgame {
    struct wordgame_endgame_cache at;
    const struct wordgame_endgame_limits *limits;
    struct hash_table table;             // transposition table of struct endgame_entry
    struct endgame_candidate *candidate; // a stack: those of each position on the current path
    size_t used, cap;
    struct deadline_watch watch;
    uint64_t cuts;     // leaves whose value is an estimate
    uint64_t narrowed; // nodes in which moves were left out
    size_t width;      // of the beam: moves searched per node
    unsigned stage;    // how often it has been widened
    bool failed;
    uint32_t killer[PLIES + 1][KILLERS];
    unsigned pv_length[PLIES + 2];
    struct endgame_pv_move pv[PLIES + 2][PLIES + 2]; // triangular table, by ply
};

static bool should_stop(struct wordgame_endgame *e)
{
    return deadline_poll(&e->watch) || e->failed;
}

// Move ordering: points, the cost of the tiles kept, and going out.
static inline int32_t move_order(const struct wordgame_endgame_cache *at,
                                 const struct wordgame_endgame_move *m)
{
    const struct wordgame_endgame_node *n = &at->now;
    if (m->tiles == n->in_rack[n->turn])
        return m->points + wordgame_endgame_cache_loss(at, n->value[1 - n->turn]);
    return m->points - wordgame_endgame_cache_loss(at, n->value[n->turn] - m->value) - TURN_COSTS;
}

// The most promising move, or the pass where there is none.
static uint32_t greedy_move(struct wordgame_endgame *e)
{
    struct wordgame_endgame_cache *at = &e->at;
    uint32_t best = WORDGAME_ENDGAME_PASS;
    int32_t most = -FAR;
    unsigned seat = at->now.turn;
    if (!wordgame_endgame_cache_find(at, seat)) {
        e->failed = true;
        return WORDGAME_ENDGAME_PASS;
    }
    for (unsigned i = 0; i < WORDGAME_GEN_LINES; i++) {
        const struct wordgame_endgame_list *list = &at->now.list[seat][i];
        for (uint32_t k = list->first; k < list->end; k++) {
            const struct wordgame_endgame_move *m = &at->move[k];
            int32_t order = move_order(at, m);
            if (order > most && wordgame_endgame_cache_can_play(at, seat, m)) {
                most = order;
                best = k;
            }
        }
    }
    return best;
}

// Greedy playout: both sides play by points and tiles shed until neither can go on. Returns the
// gain of the side to move.
static int32_t play_out(struct wordgame_endgame *e)
{
    unsigned count = 0, idle = 0, first = e->at.now.turn;
    int32_t gain = 0, end = 0;
    bool over = false;
    while (!over && idle < 2 && count < LAST_PLIES) {
        uint32_t best = greedy_move(e);
        int32_t points = e->at.move[best].points;
        idle = best == WORDGAME_ENDGAME_PASS ? idle + 1 : 0;
        gain += e->at.now.turn == first ? points : -points;
        wordgame_endgame_cache_make(&e->at, best);
        count++;
        over = wordgame_endgame_cache_over(&e->at,
                                           &end); // if neither has a move, they pass till the end
    }
    gain += e->at.now.turn == first ? end : -end;
    while (count-- > 0)
        wordgame_endgame_cache_undo(&e->at);
    return gain;
}

// Probes the transposition table. True: the entry decides this window.
static bool probe_table(struct wordgame_endgame *e, uint64_t key, unsigned depth, int32_t alpha,
                        int32_t beta, int32_t *gain, uint32_t *known)
{
    const struct endgame_entry *t = hash_table_at(&e->table, key);
    *known = 0;
    if (t->key != key || t->bound == BOUND_NONE)
        return false;
    *known = t->move;
    if ((t->cut && t->depth < depth) || (t->narrow && t->stage < e->stage))
        return false;
    *gain = t->gain;
    bool enough = t->bound == BOUND_EXACT || (t->bound == BOUND_LOW && t->gain >= beta) ||
                  (t->bound == BOUND_HIGH && t->gain <= alpha);
    e->cuts += enough && t->cut;
    e->narrowed += enough && t->narrow;
    return enough;
}

static void keep_pv(struct wordgame_endgame *e, unsigned ply, uint32_t move)
{
    unsigned below = e->pv_length[ply + 1];
    const struct wordgame_endgame_move *m = &e->at.move[move];
    e->pv[ply][0] = (struct endgame_pv_move){e->at.placement[move], m->tiles, m->points};
    memcpy(&e->pv[ply][1], e->pv[ply + 1], below * sizeof **e->pv);
    e->pv_length[ply] = below + 1;
}

static bool add_candidate(struct wordgame_endgame *e, int32_t order, uint32_t move)
{
    if (!vec_reserve(&e->candidate, &e->cap, e->used + 1))
        return false;
    e->candidate[e->used++] = (struct endgame_candidate){order, move, e->at.move[move].hash};
    return true;
}

// The other seat's best ways to go out. They bound what a move elsewhere on the board is worth.
struct outs {
    struct {
        int32_t points;
        uint8_t line;
    } way[OUTS];
    unsigned count;
};

static void add_out(struct outs *o, const struct wordgame_endgame_move *m)
{
    unsigned at = o->count;
    if (at == OUTS && m->points <= o->way[--at].points)
        return;
    o->count += o->count < OUTS;
    for (; at > 0 && o->way[at - 1].points < m->points; at--)
        o->way[at] = o->way[at - 1];
    o->way[at].points = m->points;
    o->way[at].line = m->line;
}

static void find_outs(const struct wordgame_endgame_cache *at, struct outs *o)
{
    unsigned other = 1 - at->now.turn;
    o->count = 0;
    for (uint32_t left = at->now.known[other]; left; left &= left - 1) {
        const struct wordgame_endgame_list *list = &at->now.list[other][__builtin_ctz(left)];
        for (uint32_t k = list->first; k < list->end; k++)
            if (at->move[k].tiles == at->now.in_rack[other] &&
                wordgame_endgame_cache_can_play(at, other, &at->move[k]))
                add_out(o, &at->move[k]);
    }
}

// An upper bound of a move's value: the other can answer by going out in a line that the move does
// not touch.
static int32_t upper_bound(const struct wordgame_endgame_cache *at,
                           const struct wordgame_endgame_move *m, const struct outs *o)
{
    const struct wordgame_endgame_node *n = &at->now;
    if (m->tiles == n->in_rack[n->turn])
        return m->points + wordgame_endgame_cache_loss(at, n->value[1 - n->turn]);
    for (unsigned i = 0; i < o->count; i++)
        if (!(m->touches >> o->way[i].line & 1))
            return m->points - o->way[i].points -
                   wordgame_endgame_cache_loss(at, n->value[n->turn] - m->value);
    return FAR;
}

static int32_t order_with_killers(const struct wordgame_endgame *e, unsigned ply, uint32_t hash,
                                  uint32_t known, int32_t order)
{
    if (hash == known)
        return FAR;
    for (unsigned i = 0; i < KILLERS; i++)
        if (hash == e->killer[ply][i])
            return FAR / 2 - (int32_t)i;
    return order;
}

// Pushes all moves that may come to more than `alpha` on the candidate stack; the hash move `known`
// is ordered first. Returns an upper bound for the moves that were pruned.
static int32_t list_moves(struct wordgame_endgame *e, unsigned ply, uint32_t known, int32_t alpha,
                          struct outs *outs)
{
    struct wordgame_endgame_cache *at = &e->at;
    unsigned seat = at->now.turn;
    int32_t rest = -FAR;
    e->failed |= !wordgame_endgame_cache_find(at, seat);
    find_outs(at, outs);
    for (unsigned i = 0; i < WORDGAME_GEN_LINES && !e->failed; i++) {
        const struct wordgame_endgame_list *list = &at->now.list[seat][i];
        for (uint32_t k = list->first; k < list->end; k++) {
            const struct wordgame_endgame_move *m = &at->move[k];
            if (!wordgame_endgame_cache_can_play(at, seat, m))
                continue;
            int32_t most = upper_bound(at, m, outs);
            if (most <= alpha)
                rest = most > rest ? most : rest;
            else
                e->failed |= !add_candidate(
                    e, order_with_killers(e, ply, m->hash, known, move_order(at, m)), k);
        }
    }
    int32_t most = upper_bound(at, &at->move[WORDGAME_ENDGAME_PASS], outs);
    if (most <= alpha)
        return most > rest ? most : rest;
    e->failed |= !add_candidate(e, -FAR, WORDGAME_ENDGAME_PASS);
    return rest;
}

static bool comes_before(const struct endgame_candidate *a, const struct endgame_candidate *b)
{
    return a->order != b->order ? a->order > b->order : a->hash < b->hash;
}

static int by_order(const void *x, const void *y)
{
    return comes_before(x, y) ? -1 : comes_before(y, x);
}

// Brings the most promising of some moves to the front. Few of a position are ever tried, so they
// are not sorted before that has been done a few times.
static void pick_next(struct endgame_candidate *c, size_t count, size_t tried)
{
    enum { UNSORTED = 8 };
    if (tried == UNSORTED)
        qsort(c, count, sizeof *c, by_order);
    if (tried >= UNSORTED)
        return;
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (comes_before(&c[i], &c[best]))
            best = i;
    struct endgame_candidate move = c[best];
    c[best] = c[0];
    c[0] = move;
}

static int32_t negamax(struct wordgame_endgame *e, unsigned ply, unsigned depth, int32_t alpha,
                       int32_t beta);

// The value of a move for the side that makes it.
static int32_t search_move(struct wordgame_endgame *e, uint32_t move, unsigned ply, unsigned depth,
                           int32_t alpha, int32_t beta)
{
    int32_t gain, points = e->at.move[move].points;
    e->pv_length[ply + 1] = 0;
    wordgame_endgame_cache_make(&e->at, move);
    if (!wordgame_endgame_cache_over(&e->at, &gain))
        gain = negamax(e, ply + 1, depth - 1, points - beta, points - alpha);
    wordgame_endgame_cache_undo(&e->at);
    return points - gain;
}

// Principal variation search: the first move is searched with the full window, the others with a
// null window, and again with the full one where they fail high.
static int32_t scout_move(struct wordgame_endgame *e, uint32_t move, unsigned ply, unsigned depth,
                          int32_t least, int32_t beta, bool first)
{
    if (!first && beta - least > 1) {
        int32_t gain = search_move(e, move, ply, depth, least, least + 1);
        if (gain <= least || gain >= beta || e->watch.over)
            return gain;
    }
    return search_move(e, move, ply, depth, least, beta);
}

static void remember_killer(struct wordgame_endgame *e, unsigned ply, uint32_t hash)
{
    uint32_t *killer = e->killer[ply];
    if (killer[0] == hash)
        return;
    killer[1] = killer[0];
    killer[0] = hash;
}

// The moves of a node, and the best result so far.
struct trial {
    size_t first, count; // in e->candidate
    struct outs outs;
    int32_t most; // best value so far, or the bound of the moves that were pruned
    size_t best;  // index of the move with that value; `count`: none
};

// Searches the moves of a node, up to the width: at the root in the order of the stack, elsewhere
// the most promising first.
static void search_moves(struct wordgame_endgame *e, unsigned ply, unsigned depth, int32_t alpha,
                         int32_t beta, struct trial *t)
{
    t->best = t->count;
    for (size_t i = 0, tried = 0; i < t->count && !should_stop(e); i++) {
        if (ply)
            pick_next(e->candidate + t->first + i, t->count - i, i);
        uint32_t move = e->candidate[t->first + i].move;
        int32_t least = t->most > alpha ? t->most : alpha;
        int32_t gain = upper_bound(&e->at, &e->at.move[move], &t->outs);
        if (gain > least && tried == e->width) {
            e->narrowed++;
            break;
        }
        if (gain > least)
            gain = scout_move(e, move, ply, depth, least, beta, tried++ == 0);
        if (e->watch.over || e->failed || gain <= t->most)
            continue;
        t->most = gain;
        t->best = i;
        if (gain > alpha)
            keep_pv(e, ply, move);
        if (gain >= beta) {
            remember_killer(e, ply, e->at.move[move].hash);
            break;
        }
    }
}

// The value at depth 0. It is certain if the seat can go out well enough, or no move is good
// enough; else a greedy playout estimates it.
static void evaluate_leaf(struct wordgame_endgame *e, int32_t beta, struct trial *t)
{
    const struct wordgame_endgame_cache *at = &e->at;
    t->best = t->count;
    for (size_t i = t->first; i < t->first + t->count; i++) {
        const struct wordgame_endgame_move *m = &at->move[e->candidate[i].move];
        if (m->tiles == at->now.in_rack[at->now.turn] && upper_bound(at, m, &t->outs) >= beta) {
            t->best = i - t->first;
            t->most = upper_bound(at, m, &t->outs);
            return;
        }
    }
    if (!t->count)
        return;
    e->cuts++;
    t->most = play_out(e);
}

static int32_t negamax(struct wordgame_endgame *e, unsigned ply, unsigned depth, int32_t alpha,
                       int32_t beta)
{
    int32_t gain;
    uint32_t known;
    uint64_t cuts = e->cuts, narrowed = e->narrowed, key = wordgame_endgame_cache_key(&e->at);
    e->watch.nodes++;
    if (should_stop(e))
        return 0;
    if (probe_table(e, key, depth, alpha, beta, &gain, &known))
        return gain;
    struct trial t = {.first = e->used};
    if (depth) // the positions behind this one ask for it; where there are none it is not worth it
        e->failed |= !wordgame_endgame_cache_find(&e->at, 1 - e->at.now.turn);
    t.most = list_moves(e, ply, known, alpha, &t.outs);
    t.count = e->used - t.first;
    if (depth)
        search_moves(e, ply, depth, alpha, beta, &t);
    else
        evaluate_leaf(e, beta, &t);
    e->used = t.first;
    if (should_stop(e))
        return 0;
    bool cut = cuts != e->cuts;
    uint8_t bound = t.most >= beta ? BOUND_LOW : t.most > alpha ? BOUND_EXACT : BOUND_HIGH;
    if (!depth && cut)
        bound = BOUND_EXACT; // how both would play on, whatever was asked
    struct endgame_entry found = {.key = key,
                                  .gain = t.most,
                                  .move = t.best < t.count ? e->candidate[t.first + t.best].hash
                                                           : known,
                                  .depth = (uint8_t)depth,
                                  .bound = bound,
                                  .stage = (uint8_t)e->stage,
                                  .cut = cut,
                                  .narrow = narrowed != e->narrowed};
    *(struct endgame_entry *)hash_table_put(&e->table, key) = found;
    return t.most;
}

static void put_pv(const struct wordgame_endgame *e, unsigned seat,
                   struct wordgame_endgame_found *out)
{
    out->line_length = e->pv_length[0] < ENGINE_LINE ? e->pv_length[0] : ENGINE_LINE;
    for (unsigned i = 0; i < out->line_length; i++) {
        const struct endgame_pv_move *m = &e->pv[0][i];
        unsigned mover = seat ^ (i & 1);
        out->line[i] = m->tiles ? wordgame_move_encode(&m->placement, mover)
                                : (struct action){.kind = ACTION_PASS, .seat = (uint8_t)mover};
    }
    out->points = e->pv[0][0].points;
}

// One iteration at the root. Where it has to stop, the moves searched so far count: the best move
// of the iteration before comes first.
static void search_root(struct wordgame_endgame *e, unsigned depth, size_t count,
                        struct wordgame_endgame_found *out)
{
    struct trial t = {.count = count, .most = -FAR};
    e->cuts = e->narrowed = 0;
    e->pv_length[0] = 0;
    search_moves(e, 0, depth, e->limits->low, e->limits->high, &t);
    if (t.best == count || e->failed)
        return;
    out->gain = t.most;
    out->exact = !e->watch.over && e->cuts == 0 && e->narrowed == 0;
    out->depth = depth;
    if (e->pv_length[0])
        put_pv(e, e->at.now.turn, out);
    struct endgame_candidate first = e->candidate[t.best];
    memmove(e->candidate + 1, e->candidate, t.best * sizeof first);
    e->candidate[0] = first;
}

// Sets up a search. The first result is the greedy playout. Returns the number of root moves.
static size_t begin_search(struct wordgame_endgame *e, const struct wordgame_state *w,
                           const struct wordgame_endgame_limits *limits,
                           struct wordgame_endgame_found *out)
{
    struct outs none;
    e->limits = limits;
    hash_table_reset(&e->table, FIRST_BITS);
    e->watch = limits->watch;
    e->used = 0;
    e->failed = false;
    memset(e->killer, 0, sizeof e->killer);
    memset(e->pv_length, 0, sizeof e->pv_length);
    *out = (struct wordgame_endgame_found){0};
    wordgame_endgame_cache_load(&e->at, w);
    e->failed |= !wordgame_endgame_cache_find(&e->at, 1 - w->turn);
    list_moves(e, 0, 0, -2 * FAR, &none);
    if (e->failed)
        return 0;
    qsort(e->candidate, e->used, sizeof *e->candidate, by_order);
    keep_pv(e, 0, e->candidate[0].move);
    put_pv(e, w->turn, out);
    out->gain = play_out(e);
    return e->used;
}

// Iterative deepening with a narrow beam; once that reaches the end of all lines, iterative
// widening. A shallow search says little here: the side that moves last takes what the other could
// have prevented. By the time the search is wide, the table orders the good moves first.
bool wordgame_endgame_solve(struct wordgame_endgame *e, const struct wordgame_state *w,
                            const struct wordgame_endgame_limits *limits,
                            struct wordgame_endgame_found *out)
{
    size_t count = begin_search(e, w, limits, out);
    unsigned depth = 1;
    e->width = NARROW;
    e->stage = 0;
    while (depth <= PLIES && !should_stop(e) && !out->exact) {
        search_root(e, depth, count, out);
        if (e->cuts) {
            depth++;
        } else {
            e->width *= WIDER;
            e->stage++;
        }
    }
    out->nodes = e->watch.nodes;
    return !e->failed;
}

struct wordgame_endgame *wordgame_endgame_new(const struct wordgame_settings *set,
                                              const struct graph *graph)
{
    struct wordgame_endgame *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    if (!hash_table_init(&e->table, sizeof(struct endgame_entry), FIRST_BITS, TABLE_BITS)) {
        free(e);
        return NULL;
    }
    if (!wordgame_endgame_cache_init(&e->at, set, graph)) {
        hash_table_release(&e->table);
        free(e);
        return NULL;
    }
    return e;
}

void wordgame_endgame_free(struct wordgame_endgame *e)
{
    if (!e)
        return;
    wordgame_endgame_cache_release(&e->at);
    free(e->candidate);
    hash_table_release(&e->table);
    free(e);
}

size_t wordgame_endgame_bytes(const struct wordgame_endgame *e)
{
    return sizeof *e + wordgame_endgame_cache_bytes(&e->at) + hash_table_bytes(&e->table) +
           e->cap * sizeof *e->candidate;
}
