#include "games/wordgame/engine/endgame.h"

#include "base/bug.h"
#include "games/wordgame/engine/endgame_cache.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES = ENGINE_LINE,
    LAST_PLIES = ENDING_MADE - PLIES - 1, // that are played on at most
    FIRST_BITS = 12,                      // the table of positions has so many places at first
    TABLE_BITS = 19,                      // and at most
    FAR = ENDGAME_FAR,
    NODES = 20000,  // where nobody says when to stop
    ASK_EVERY = 4,  // positions
    TURN_COSTS = 8, // points, about: not to be out yet
    OUTS = 4,       // of the other's ways to go out that are kept in mind
    KILLERS = 2,    // moves that were too good elsewhere at the same ply
    NARROW = 16,    // moves of a position that are tried at first
    WIDER = 4,      // times as many each time after that
};

enum bound { BOUND_NONE, BOUND_LOW, BOUND_EXACT, BOUND_HIGH };

struct endgame_entry {
    uint64_t key;
    int32_t gain;
    uint32_t move; // the best one, by its name
    uint8_t depth, bound, stage;
    bool cut, narrow; // some below was cut short by the depth, or had moves left out
};

// A move of a position: a number in the pool, and how promising it is.
struct endgame_choice {
    int32_t order;
    uint32_t move, name;
};

// A move as it is told.
struct endgame_told {
    struct wordgame_placement placement;
    uint8_t tiles; // 0: a pass
    int32_t points;
};

struct endgame {
    struct ending at;
    const struct endgame_limits *limits;
    struct endgame_entry *table; // of positions; grows, since most ends need little of it
    unsigned bits, room_bits;    // of its places: those in use, those that there is memory for
    size_t entries;
    struct endgame_choice *choice; // of the positions on the way, one behind the other
    size_t used, room;
    uint64_t nodes;
    uint64_t cuts;     // positions whose worth is an estimate
    uint64_t narrowed; // positions in which moves were left out
    size_t width;      // moves of a position that are tried
    unsigned stage;    // how often there have become more of them
    bool stopped, failed;
    uint32_t killer[PLIES + 1][KILLERS];
    unsigned lines[PLIES + 2];
    struct endgame_told line[PLIES + 2][PLIES + 2];
};

static bool should_stop(struct endgame *e)
{
    const struct endgame_limits *l = e->limits;
    if (!e->stopped &&
        (e->nodes >= l->nodes || (e->nodes % ASK_EVERY == 0 && l->stop && l->stop(l->context))))
        e->stopped = true;
    return e->stopped || e->failed;
}

// How promising a move is for the seat that is to move: its points, what is left on the rack, and
// that it goes out.
static inline int32_t order_of(const struct ending *at, const struct ending_move *m)
{
    const struct ending_now *n = &at->now;
    if (m->tiles == n->in_rack[n->turn])
        return m->points + ending_loss(at, n->value[1 - n->turn]);
    return m->points - ending_loss(at, n->value[n->turn] - m->value) - TURN_COSTS;
}

// The most promising move, or the pass where there is none.
static uint32_t best_of(struct endgame *e)
{
    struct ending *at = &e->at;
    uint32_t best = ENDING_PASS;
    int32_t most = -FAR;
    unsigned seat = at->now.turn;
    if (!ending_find(at, seat)) {
        e->failed = true;
        return ENDING_PASS;
    }
    for (unsigned i = 0; i < GEN_LINES; i++) {
        const struct ending_list *list = &at->now.list[seat][i];
        for (uint32_t k = list->first; k < list->end; k++) {
            const struct ending_move *m = &at->move[k];
            int32_t order = order_of(at, m);
            if (order > most && ending_may(at, seat, m)) {
                most = order;
                best = k;
            }
        }
    }
    return best;
}

// Both play by points and by what they get rid of, until neither can go on. Returns what the one
// who is to move gains.
static int32_t play_out(struct endgame *e)
{
    unsigned count = 0, idle = 0, first = e->at.now.turn;
    int32_t gain = 0, end = 0;
    bool over = false;
    while (!over && idle < 2 && count < LAST_PLIES) {
        uint32_t best = best_of(e);
        int32_t points = e->at.move[best].points;
        idle = best == ENDING_PASS ? idle + 1 : 0;
        gain += e->at.now.turn == first ? points : -points;
        ending_make(&e->at, best);
        count++;
        over = ending_over(&e->at, &end); // if neither has a move, they pass till the end
    }
    gain += e->at.now.turn == first ? end : -end;
    while (count-- > 0)
        ending_back(&e->at);
    return gain;
}

static struct endgame_entry *entry(const struct endgame *e, uint64_t key)
{
    return &e->table[key >> (64 - e->bits)];
}

// Twice as many places. What was at one place belongs to one of the two that it becomes, and from
// the last to the first none of these is still needed.
static void grow_table(struct endgame *e)
{
    if (e->bits == e->room_bits) {
        size_t bytes = sizeof *e->table << (e->bits + 1);
        struct endgame_entry *table = realloc(e->table, bytes);
        if (!table)
            return; // it goes on with what there is
        e->table = table;
        e->room_bits++;
    }
    e->bits++;
    for (size_t i = (size_t)1 << (e->bits - 1); i-- > 0;) {
        struct endgame_entry old = e->table[i];
        memset(&e->table[2 * i], 0, 2 * sizeof old);
        if (old.bound != BOUND_NONE)
            *entry(e, old.key) = old;
    }
}

static void keep_entry(struct endgame *e, const struct endgame_entry *new)
{
    if (e->entries > (size_t)1 << (e->bits - 2) && e->bits < TABLE_BITS)
        grow_table(e);
    struct endgame_entry *t = entry(e, new->key);
    e->entries += t->bound == BOUND_NONE;
    *t = *new;
}

// A position that was met before. True: its worth is known well enough.
static bool look_up(struct endgame *e, uint64_t key, unsigned depth, int32_t alpha, int32_t beta,
                    int32_t *gain, uint32_t *known)
{
    const struct endgame_entry *t = entry(e, key);
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

static void keep_line(struct endgame *e, unsigned ply, uint32_t move)
{
    unsigned below = e->lines[ply + 1];
    const struct ending_move *m = &e->at.move[move];
    e->line[ply][0] = (struct endgame_told){e->at.placement[move], m->tiles, m->points};
    memcpy(&e->line[ply][1], e->line[ply + 1], below * sizeof **e->line);
    e->lines[ply] = below + 1;
}

static bool add(struct endgame *e, int32_t order, uint32_t move)
{
    if (e->used == e->room) {
        size_t room = e->room ? 2 * e->room : 4096;
        struct endgame_choice *choice = realloc(e->choice, room * sizeof *choice);
        if (!choice)
            return false;
        e->choice = choice;
        e->room = room;
    }
    e->choice[e->used++] = (struct endgame_choice){order, move, e->at.move[move].name};
    return true;
}

// The other's ways to go out, the best ones: what it can do at least, whatever is done in other
// lines.
struct outs {
    struct {
        int32_t points;
        uint8_t line;
    } way[OUTS];
    unsigned count;
};

static void add_out(struct outs *o, const struct ending_move *m)
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

static void find_outs(const struct ending *at, struct outs *o)
{
    unsigned other = 1 - at->now.turn;
    o->count = 0;
    for (uint32_t left = at->now.known[other]; left; left &= left - 1) {
        const struct ending_list *list = &at->now.list[other][__builtin_ctz(left)];
        for (uint32_t k = list->first; k < list->end; k++)
            if (at->move[k].tiles == at->now.in_rack[other] && ending_may(at, other, &at->move[k]))
                add_out(o, &at->move[k]);
    }
}

// A move comes to no more than this, since the other may go out behind it.
static int32_t most_of(const struct ending *at, const struct ending_move *m, const struct outs *o)
{
    const struct ending_now *n = &at->now;
    if (m->tiles == n->in_rack[n->turn])
        return m->points + ending_loss(at, n->value[1 - n->turn]);
    for (unsigned i = 0; i < o->count; i++)
        if (!(m->touches >> o->way[i].line & 1))
            return m->points - o->way[i].points - ending_loss(at, n->value[n->turn] - m->value);
    return FAR;
}

static int32_t with_memory(const struct endgame *e, unsigned ply, uint32_t name, uint32_t known,
                           int32_t order)
{
    if (name == known)
        return FAR;
    for (unsigned i = 0; i < KILLERS; i++)
        if (name == e->killer[ply][i])
            return FAR / 2 - (int32_t)i;
    return order;
}

// All moves of the position that may come to more than `alpha`; `known` comes before the others.
// They are in e->choice from e->used before the call on. Returns what the others come to at most.
static int32_t list_moves(struct endgame *e, unsigned ply, uint32_t known, int32_t alpha,
                          struct outs *outs)
{
    struct ending *at = &e->at;
    unsigned seat = at->now.turn;
    int32_t rest = -FAR;
    e->failed |= !ending_find(at, seat);
    find_outs(at, outs);
    for (unsigned i = 0; i < GEN_LINES && !e->failed; i++) {
        const struct ending_list *list = &at->now.list[seat][i];
        for (uint32_t k = list->first; k < list->end; k++) {
            const struct ending_move *m = &at->move[k];
            if (!ending_may(at, seat, m))
                continue;
            int32_t most = most_of(at, m, outs);
            if (most <= alpha)
                rest = most > rest ? most : rest;
            else
                e->failed |= !add(e, with_memory(e, ply, m->name, known, order_of(at, m)), k);
        }
    }
    int32_t most = most_of(at, &at->move[ENDING_PASS], outs);
    if (most <= alpha)
        return most > rest ? most : rest;
    e->failed |= !add(e, -FAR, ENDING_PASS);
    return rest;
}

static bool comes_before(const struct endgame_choice *a, const struct endgame_choice *b)
{
    return a->order != b->order ? a->order > b->order : a->name < b->name;
}

static int by_order(const void *x, const void *y)
{
    return comes_before(x, y) ? -1 : comes_before(y, x);
}

// Brings the most promising of some moves to the front. Few of a position are ever tried, so they
// are not sorted before that has been done a few times.
static void pick(struct endgame_choice *c, size_t count, size_t tried)
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
    struct endgame_choice move = c[best];
    c[best] = c[0];
    c[0] = move;
}

static int32_t search(struct endgame *e, unsigned ply, unsigned depth, int32_t alpha, int32_t beta);

// What a move comes to for whoever makes it.
static int32_t try_move(struct endgame *e, uint32_t move, unsigned ply, unsigned depth,
                        int32_t alpha, int32_t beta)
{
    int32_t gain, points = e->at.move[move].points;
    e->lines[ply + 1] = 0;
    ending_make(&e->at, move);
    if (!ending_over(&e->at, &gain))
        gain = search(e, ply + 1, depth - 1, points - beta, points - alpha);
    ending_back(&e->at);
    return points - gain;
}

// Does a move come to more than `least`? The first one is looked at in full. Of another one it is
// only asked whether it does, which takes less; most do not.
static int32_t compare_move(struct endgame *e, uint32_t move, unsigned ply, unsigned depth,
                            int32_t least, int32_t beta, bool first)
{
    if (!first && beta - least > 1) {
        int32_t gain = try_move(e, move, ply, depth, least, least + 1);
        if (gain <= least || gain >= beta || e->stopped)
            return gain;
    }
    return try_move(e, move, ply, depth, least, beta);
}

static void remember_killer(struct endgame *e, unsigned ply, uint32_t name)
{
    uint32_t *killer = e->killer[ply];
    if (killer[0] == name)
        return;
    killer[1] = killer[0];
    killer[0] = name;
}

// Some moves of a position, and what is known of them.
struct trial {
    size_t first, count; // in e->choice
    struct outs outs;
    int32_t most; // what has been found so far, or is known of moves that need no look
    size_t best;  // the number of the move that comes to that; `count`: it is none of them
};

// Tries moves of a position, at the root in the order in which they stand, elsewhere the most
// promising first; so many as the width says.
static void try_all(struct endgame *e, unsigned ply, unsigned depth, int32_t alpha, int32_t beta,
                    struct trial *t)
{
    t->best = t->count;
    for (size_t i = 0, tried = 0; i < t->count && !should_stop(e); i++) {
        if (ply)
            pick(e->choice + t->first + i, t->count - i, i);
        uint32_t move = e->choice[t->first + i].move;
        int32_t least = t->most > alpha ? t->most : alpha;
        int32_t gain = most_of(&e->at, &e->at.move[move], &t->outs);
        if (gain > least && tried == e->width) {
            e->narrowed++;
            break;
        }
        if (gain > least)
            gain = compare_move(e, move, ply, depth, least, beta, tried++ == 0);
        if (e->stopped || e->failed || gain <= t->most)
            continue;
        t->most = gain;
        t->best = i;
        if (gain > alpha)
            keep_line(e, ply, move);
        if (gain >= beta) {
            remember_killer(e, ply, e->at.move[move].name);
            break;
        }
    }
}

// What a position comes to where the depth ends. That is certain if the seat can go out well
// enough, or no move is good enough; else both play on.
static void judge(struct endgame *e, int32_t beta, struct trial *t)
{
    const struct ending *at = &e->at;
    t->best = t->count;
    for (size_t i = t->first; i < t->first + t->count; i++) {
        const struct ending_move *m = &at->move[e->choice[i].move];
        if (m->tiles == at->now.in_rack[at->now.turn] && most_of(at, m, &t->outs) >= beta) {
            t->best = i - t->first;
            t->most = most_of(at, m, &t->outs);
            return;
        }
    }
    if (!t->count)
        return;
    e->cuts++;
    t->most = play_out(e);
}

static int32_t search(struct endgame *e, unsigned ply, unsigned depth, int32_t alpha, int32_t beta)
{
    int32_t gain;
    uint32_t known;
    uint64_t cuts = e->cuts, narrowed = e->narrowed, key = ending_key(&e->at);
    e->nodes++;
    if (should_stop(e))
        return 0;
    if (look_up(e, key, depth, alpha, beta, &gain, &known))
        return gain;
    struct trial t = {.first = e->used};
    if (depth) // the positions behind this one ask for it; where there are none it is not worth it
        e->failed |= !ending_find(&e->at, 1 - e->at.now.turn);
    t.most = list_moves(e, ply, known, alpha, &t.outs);
    t.count = e->used - t.first;
    if (depth)
        try_all(e, ply, depth, alpha, beta, &t);
    else
        judge(e, beta, &t);
    e->used = t.first;
    if (should_stop(e))
        return 0;
    bool cut = cuts != e->cuts;
    uint8_t bound = t.most >= beta ? BOUND_LOW : t.most > alpha ? BOUND_EXACT : BOUND_HIGH;
    if (!depth && cut)
        bound = BOUND_EXACT; // how both would play on, whatever was asked
    struct endgame_entry found = {.key = key,
                                  .gain = t.most,
                                  .move =
                                      t.best < t.count ? e->choice[t.first + t.best].name : known,
                                  .depth = (uint8_t)depth,
                                  .bound = bound,
                                  .stage = (uint8_t)e->stage,
                                  .cut = cut,
                                  .narrow = narrowed != e->narrowed};
    keep_entry(e, &found);
    return t.most;
}

static void put_line(const struct endgame *e, unsigned seat, struct endgame_found *out)
{
    out->line_length = e->lines[0] < ENGINE_LINE ? e->lines[0] : ENGINE_LINE;
    for (unsigned i = 0; i < out->line_length; i++) {
        const struct endgame_told *m = &e->line[0][i];
        unsigned who = seat ^ (i & 1);
        out->line[i] = m->tiles ? wordgame_action(who, &m->placement)
                                : (struct action){.kind = ACTION_PASS, .seat = (uint8_t)who};
    }
    out->points = e->line[0][0].points;
}

// One look at all moves of the seat, so many moves deep. What is found before it has to stop
// counts: the best move so far comes first.
static void look(struct endgame *e, unsigned depth, size_t count, struct endgame_found *out)
{
    struct trial t = {.count = count, .most = -FAR};
    e->cuts = e->narrowed = 0;
    e->lines[0] = 0;
    try_all(e, 0, depth, e->limits->low, e->limits->high, &t);
    if (t.best == count || e->failed)
        return;
    out->gain = t.most;
    out->exact = !e->stopped && e->cuts == 0 && e->narrowed == 0;
    out->depth = depth;
    if (e->lines[0])
        put_line(e, e->at.now.turn, out);
    struct endgame_choice first = e->choice[t.best];
    memmove(e->choice + 1, e->choice, t.best * sizeof first);
    e->choice[0] = first;
}

// What is known of a position without a look: its moves, and how both would play on.
static size_t begin(struct endgame *e, const struct wordgame_state *w,
                    const struct endgame_limits *limits, struct endgame_found *out)
{
    struct outs none;
    e->limits = limits;
    e->bits = FIRST_BITS;
    memset(e->table, 0, sizeof *e->table << e->bits);
    e->nodes = e->entries = e->used = 0;
    e->stopped = e->failed = false;
    memset(e->killer, 0, sizeof e->killer);
    memset(e->lines, 0, sizeof e->lines);
    *out = (struct endgame_found){0};
    ending_load(&e->at, w);
    e->failed |= !ending_find(&e->at, 1 - w->turn);
    list_moves(e, 0, 0, -2 * FAR, &none);
    if (e->failed)
        return 0;
    qsort(e->choice, e->used, sizeof *e->choice, by_order);
    keep_line(e, 0, e->choice[0].move);
    put_line(e, w->turn, out);
    out->gain = play_out(e);
    return e->used;
}

// Deeper and deeper with a few moves of each position, and once that comes to the end of all games
// wider and wider. A few moves deep says little: whoever moves last takes what the other could have
// kept from it. Once it is wide the good moves are known, and come first.
bool endgame_solve(struct endgame *e, const struct wordgame_state *w,
                   const struct endgame_limits *limits, struct endgame_found *out)
{
    size_t count = begin(e, w, limits, out);
    unsigned depth = 1;
    e->width = NARROW;
    e->stage = 0;
    while (depth <= PLIES && !should_stop(e) && !out->exact) {
        look(e, depth, count, out);
        if (e->cuts) {
            depth++;
        } else {
            e->width *= WIDER;
            e->stage++;
        }
    }
    out->nodes = e->nodes;
    return !e->failed;
}

struct endgame *endgame_new(const struct wordgame_set *set, const struct graph *graph)
{
    struct endgame *e = calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->room_bits = FIRST_BITS;
    e->table = malloc(sizeof *e->table << e->room_bits);
    if (e->table && ending_init(&e->at, set, graph))
        return e;
    free(e->table);
    free(e);
    return NULL;
}

void endgame_free(struct endgame *e)
{
    if (!e)
        return;
    ending_release(&e->at);
    free(e->choice);
    free(e->table);
    free(e);
}

bool wordgame_endgame(const struct wordgame_case *at, const struct engine_options *options,
                      struct endgame_found *out)
{
    struct endgame_limits limits = {.nodes = options->max_nodes ? options->max_nodes
                                             : options->stop    ? UINT64_MAX
                                                                : NODES,
                                    .low = -FAR,
                                    .high = FAR,
                                    .stop = options->stop,
                                    .context = options->context};
    struct endgame *e = endgame_new(at->set, &at->config->lexicon->graph);
    struct wordgame_state w = *at->state;
    BUG_UNLESS(w.in_bag == 0);
    memcpy(w.rack[1 - at->seat], at->unseen, TILE_KINDS);
    bool ok = e && endgame_solve(e, &w, &limits, out);
    endgame_free(e);
    return ok;
}
