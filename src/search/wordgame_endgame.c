#include "search/wordgame_endgame.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

enum {
    PLIES = SEARCH_LINE,
    PLACINGS = 2 * RACK_MAX,       // each puts a tile, and there are so many
    LAST_PLIES = 2 * PLACINGS + 2, // a pass between any two of them, and two at the end
    TABLE_BITS = 18,
    FAR = 1 << 28, // more than any gain
    NODES = 20000, // where nobody says when to stop
};

struct endgame_move {
    struct wordgame_placement placement; // length 0: a pass
    uint8_t tiles;
    int32_t points;
    int32_t order;
};

enum bound { BOUND_NONE, BOUND_LOW, BOUND_EXACT, BOUND_HIGH };

struct endgame_entry {
    uint64_t key;
    int32_t gain;
    uint32_t move; // the best one, by move_name()
    uint8_t depth, bound;
    bool whole; // nothing below was cut short
};

struct endgame {
    const struct wordgame_set *set;
    const struct search_options *options;
    struct wordgame_static *player;
    struct wordmap map;
    bool mapped;
    struct endgame_entry *table;
    struct endgame_move *pool; // moves of the positions on the way, one behind the other
    size_t used, room;
    uint8_t rack[WORDGAME_SEATS][TILE_KINDS];
    unsigned in_rack[WORDGAME_SEATS];
    unsigned turn, passes, scoreless;
    uint64_t key;
    uint64_t nodes, limit;
    uint64_t cuts; // positions whose worth is an estimate
    bool stopped, failed;
    unsigned lines[PLIES + 1];
    struct endgame_move line[PLIES + 1][PLIES + 1];
};

static uint64_t mix(uint64_t n)
{
    n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
    return n ^ n >> 31;
}

static uint64_t square_key(unsigned square, uint8_t tile)
{
    return mix(0x10000u + square * 256u + tile);
}

static uint64_t rack_key(unsigned seat, unsigned kind)
{
    return mix(0x40000u + seat * 256u + kind);
}

static uint64_t position_key(const struct endgame *e)
{
    return e->key + mix(0x80000u + e->turn + 2 * e->passes + 64 * e->scoreless);
}

static uint32_t move_name(const struct endgame_move *m)
{
    uint64_t name = m->placement.length * 512u + m->placement.square * 2u + m->placement.down;
    for (unsigned i = 0; i < m->placement.length; i++)
        name = mix(name * 128 + m->placement.tile[i]);
    return (uint32_t)name | 1;
}

static bool should_stop(struct endgame *e)
{
    const struct search_options *o = e->options;
    if (!e->stopped && (e->nodes >= e->limit || (o->stop && o->stop(o->context))))
        e->stopped = true;
    return e->stopped || e->failed;
}

// What is left on a rack.
static int32_t rack_value(const struct endgame *e, unsigned seat)
{
    return wordgame_rack_value(e->set, e->rack[seat]);
}

static bool reached(unsigned count, unsigned limit)
{
    return limit && count >= limit;
}

// Has the game ended by the last move, which was the other's? `gain` is then what the seat that
// would be to move gets.
static bool has_ended(const struct endgame *e, int32_t *gain)
{
    unsigned other = 1 - e->turn;
    if (e->in_rack[other] == 0) {
        *gain = -rack_value(e, e->turn) * (e->set->transfer ? 2 : 1);
        return true;
    }
    *gain = rack_value(e, other) - rack_value(e, e->turn);
    return reached(e->passes, e->set->end_passes) || reached(e->scoreless, e->set->end_scoreless);
}

// What a move changes and cannot be computed back.
struct endgame_before {
    unsigned passes, scoreless;
    uint64_t key;
};

// Off the seat's rack, or back onto it.
static void move_tiles(struct endgame *e, const struct endgame_move *m, unsigned seat, bool back)
{
    const uint8_t *board = e->player->generator.board.tile;
    for (unsigned left = wordgame_new_squares(board, &m->placement); left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctz(left), kind = tile_kind(m->placement.tile[i]);
        unsigned square = m->placement.square + i * line_step(m->placement.down);
        e->rack[seat][kind] = (uint8_t)(e->rack[seat][kind] + (back ? 1 : -1));
        e->key += square_key(square, m->placement.tile[i]) - rack_key(seat, kind);
    }
    e->in_rack[seat] = back ? e->in_rack[seat] + m->tiles : e->in_rack[seat] - m->tiles;
}

static struct endgame_before make(struct endgame *e, const struct endgame_move *m)
{
    struct endgame_before before = {e->passes, e->scoreless, e->key};
    if (m->placement.length) {
        move_tiles(e, m, e->turn, false);
        gen_board_try(&e->player->generator.board, &m->placement);
    }
    e->passes = m->placement.length ? 0 : e->passes + 1;
    e->scoreless = m->points ? 0 : e->scoreless + 1;
    e->turn ^= 1;
    return before;
}

static void unmake(struct endgame *e, const struct endgame_move *m, struct endgame_before before)
{
    e->turn ^= 1;
    if (m->placement.length) {
        gen_board_back(&e->player->generator.board);
        move_tiles(e, m, e->turn, true);
    }
    e->passes = before.passes;
    e->scoreless = before.scoreless;
    e->key = before.key;
}

static bool add(struct endgame *e, const struct endgame_move *m)
{
    if (e->used == e->room) {
        size_t room = e->room ? 2 * e->room : 4096;
        struct endgame_move *pool = realloc(e->pool, room * sizeof *pool);
        if (!pool)
            return false;
        e->pool = pool;
        e->room = room;
    }
    e->pool[e->used++] = *m;
    return true;
}

static bool take(void *context, const struct gen_move *found)
{
    struct endgame *e = context;
    const struct wordgame_static *p = e->player;
    struct endgame_move m = {found->placement, found->tiles, found->points, 0};
    m.order = m.points * EQUITY_POINT + p->leave[gen_rack_all(&p->generator.rack) ^ found->used];
    e->failed |= !add(e, &m);
    return !e->failed;
}

// The rack of whoever is to move, and what he may keep of it.
static void take_rack(struct endgame *e)
{
    generator_rack(&e->player->generator, e->rack[e->turn]);
    wordgame_leave_last(e->set, &e->player->generator.rack, rack_value(e, 1 - e->turn),
                        e->player->leave);
}

static bool comes_before(const struct endgame_move *a, const struct endgame_move *b)
{
    if (a->order != b->order)
        return a->order > b->order;
    return memcmp(&a->placement, &b->placement, sizeof a->placement) < 0;
}

static int by_order(const void *x, const void *y)
{
    return comes_before(x, y) ? -1 : comes_before(y, x);
}

// Brings the most promising of some moves to the front. Few of a position are ever tried, so they
// are not sorted.
static void pick(struct endgame *e, size_t first, size_t count)
{
    size_t best = first;
    for (size_t i = first + 1; i < first + count; i++)
        if (comes_before(&e->pool[i], &e->pool[best]))
            best = i;
    struct endgame_move move = e->pool[best];
    e->pool[best] = e->pool[first];
    e->pool[first] = move;
}

// All moves of the position; `known` comes before the others. Returns how many there are, from
// e->pool + e->used before the call on.
static size_t list_moves(struct endgame *e, uint32_t known)
{
    size_t first = e->used;
    const struct endgame_move pass = {.order = -FAR};
    take_rack(e);
    generator_all(&e->player->generator, take, e);
    e->failed |= !add(e, &pass);
    for (size_t i = first; known && i < e->used; i++)
        if (move_name(&e->pool[i]) == known)
            e->pool[i].order = FAR;
    return e->used - first;
}

// Both play by points and by what they get rid of, until neither can go on. Returns what the one
// who is to move gains.
static int32_t play_out(struct endgame *e)
{
    struct endgame_move made[LAST_PLIES];
    struct endgame_before before[LAST_PLIES];
    unsigned count = 0, idle = 0, first = e->turn;
    int32_t gain = 0, end;
    bool over = false;
    while (!over && idle < 2 && count < LAST_PLIES) {
        struct gen_move best;
        struct gen_top top = {.move = &best, .room = 1};
        take_rack(e);
        e->failed |= !generator_best(&e->player->generator, e->player->leave, &top);
        struct endgame_move m = {0};
        if (top.moves)
            m = (struct endgame_move){best.placement, best.tiles, best.points, 0};
        idle = top.moves ? 0 : idle + 1;
        gain += e->turn == first ? m.points : -m.points;
        before[count] = make(e, &m);
        made[count++] = m;
        over = has_ended(e, &end);
    }
    if (!over) // neither has a move: they pass till the end
        end = rack_value(e, 1 - e->turn) - rack_value(e, e->turn);
    gain += e->turn == first ? end : -end;
    while (count > 0) {
        count--;
        unmake(e, &made[count], before[count]);
    }
    return gain;
}

// A position that was met before. True: its worth is known well enough.
static bool look_up(struct endgame *e, unsigned depth, int32_t *alpha, int32_t *beta, int32_t *gain,
                    uint32_t *known)
{
    uint64_t key = position_key(e);
    const struct endgame_entry *t = &e->table[key >> (64 - TABLE_BITS)];
    *known = 0;
    if (t->key != key || t->bound == BOUND_NONE)
        return false;
    *known = t->move;
    if (!t->whole && t->depth < depth)
        return false;
    *gain = t->gain;
    bool enough = t->bound == BOUND_EXACT || (t->bound == BOUND_LOW && t->gain >= *beta) ||
                  (t->bound == BOUND_HIGH && t->gain <= *alpha);
    e->cuts += enough && !t->whole;
    return enough;
}

static void remember(struct endgame *e, unsigned depth, enum bound bound, int32_t gain,
                     uint32_t move, bool whole)
{
    uint64_t key = position_key(e);
    e->table[key >> (64 - TABLE_BITS)] =
        (struct endgame_entry){key, gain, move, (uint8_t)depth, (uint8_t)bound, whole};
}

static void keep_line(struct endgame *e, unsigned ply, const struct endgame_move *m)
{
    unsigned below = ply < PLIES ? e->lines[ply + 1] : 0;
    e->line[ply][0] = *m;
    memcpy(&e->line[ply][1], e->line[ply + 1], below * sizeof *m);
    e->lines[ply] = below + 1;
}

static int32_t search(struct endgame *e, unsigned ply, unsigned depth, int32_t alpha, int32_t beta);

// What a move comes to for whoever makes it.
static int32_t try_move(struct endgame *e, const struct endgame_move *m, unsigned ply,
                        unsigned depth, int32_t alpha, int32_t beta)
{
    struct endgame_before before = make(e, m);
    int32_t gain;
    e->lines[ply + 1] = 0;
    if (!has_ended(e, &gain))
        gain = search(e, ply + 1, depth - 1, m->points - beta, m->points - alpha);
    unmake(e, m, before);
    return m->points - gain;
}

// Does a move come to more than `least`? The first one is looked at in full. Of another one it is
// only asked whether it does, which takes less; most do not.
static int32_t compare_move(struct endgame *e, const struct endgame_move *m, unsigned ply,
                            unsigned depth, int32_t least, int32_t beta, bool first)
{
    if (!first && beta - least > 1) {
        int32_t gain = try_move(e, m, ply, depth, least, least + 1);
        if (gain <= least || gain >= beta || e->stopped)
            return gain;
    }
    return try_move(e, m, ply, depth, least, beta);
}

// Tries the moves of a position, at the root in the order in which they stand, elsewhere the most
// promising first. Returns the best worth; `best` is the number of the move.
static int32_t try_all(struct endgame *e, unsigned ply, unsigned depth, int32_t alpha, int32_t beta,
                       size_t first, size_t count, size_t *best)
{
    int32_t most = -FAR;
    *best = 0;
    for (size_t i = 0; i < count && !should_stop(e); i++) {
        if (ply)
            pick(e, first + i, count - i);
        struct endgame_move m = e->pool[first + i]; // the pool may move
        int32_t gain = compare_move(e, &m, ply, depth, most > alpha ? most : alpha, beta, i == 0);
        if (e->stopped || gain <= most)
            continue;
        most = gain;
        *best = i;
        keep_line(e, ply, &m);
        if (most >= beta)
            break;
    }
    return most;
}

static int32_t search(struct endgame *e, unsigned ply, unsigned depth, int32_t alpha, int32_t beta)
{
    int32_t gain;
    uint32_t known;
    uint64_t cuts = e->cuts;
    e->nodes++;
    if (should_stop(e))
        return 0;
    if (look_up(e, depth, &alpha, &beta, &gain, &known))
        return gain;
    if (depth == 0) {
        e->cuts++;
        gain = play_out(e);
        remember(e, 0, BOUND_EXACT, gain, 0, false);
        return gain;
    }
    size_t first = e->used, count = list_moves(e, known), best;
    gain = try_all(e, ply, depth, alpha, beta, first, count, &best);
    if (!should_stop(e))
        remember(e, depth,
                 gain >= beta   ? BOUND_LOW
                 : gain > alpha ? BOUND_EXACT
                                : BOUND_HIGH,
                 gain, move_name(&e->pool[first + best]), cuts == e->cuts);
    e->used = first;
    return gain;
}

static void put_line(const struct endgame *e, unsigned seat, struct endgame_found *out)
{
    out->line_length = e->lines[0] < SEARCH_LINE ? e->lines[0] : SEARCH_LINE;
    for (unsigned i = 0; i < out->line_length; i++) {
        const struct wordgame_placement *p = &e->line[0][i].placement;
        unsigned who = seat ^ (i & 1);
        out->line[i] = p->length ? wordgame_action(who, p)
                                 : (struct action){.kind = ACTION_PASS, .seat = (uint8_t)who};
    }
    out->points = e->line[0][0].points;
}

// One look at all moves of the seat, so many moves deep. What is found before it has to stop
// counts: the best move so far comes first.
static void look(struct endgame *e, unsigned seat, unsigned depth, size_t count,
                 struct endgame_found *out)
{
    size_t best;
    e->cuts = 0;
    e->lines[0] = 0;
    int32_t gain = try_all(e, 0, depth, -FAR, FAR, 0, count, &best);
    if (e->lines[0] && !e->failed) {
        out->gain = gain;
        out->exact = !e->stopped && e->cuts == 0;
        out->depth = depth;
        put_line(e, seat, out);
        struct endgame_move first = e->pool[best];
        memmove(e->pool + 1, e->pool, best * sizeof first);
        e->pool[0] = first;
    }
}

static bool begin(struct endgame *e, const struct wordgame_case *at,
                  const struct search_options *options)
{
    const struct wordgame_state *w = at->state;
    e->options = options;
    e->limit = options->max_nodes ? options->max_nodes : options->stop ? UINT64_MAX : NODES;
    e->set = at->set;
    e->turn = at->seat;
    e->passes = w->passes;
    e->scoreless = w->scoreless;
    memcpy(e->rack[at->seat], w->rack[at->seat], TILE_KINDS);
    memcpy(e->rack[1 - at->seat], at->unseen, TILE_KINDS);
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        e->in_rack[seat] = w->in_rack[seat];
    e->table = calloc((size_t)1 << TABLE_BITS, sizeof *e->table);
    e->player = malloc(sizeof *e->player);
    e->mapped = wordgame_case_map(at, options->seconds, &e->map);
    if (e->table && e->player &&
        wordgame_static_init(e->player, at->set, &at->config->lexicon->graph,
                             e->mapped ? &e->map : NULL, NULL, PLACINGS)) {
        wordgame_static_load(e->player, w);
        return true;
    }
    if (e->mapped)
        wordmap_release(&e->map);
    free(e->table);
    free(e->player);
    return false;
}

static void end(struct endgame *e)
{
    wordgame_static_release(e->player);
    if (e->mapped)
        wordmap_release(&e->map);
    free(e->player);
    free(e->table);
    free(e->pool);
}

bool wordgame_endgame(const struct wordgame_case *at, const struct search_options *options,
                      struct endgame_found *out)
{
    struct endgame *e = calloc(1, sizeof *e);
    BUG_UNLESS(at->state->in_bag == 0);
    *out = (struct endgame_found){0};
    if (!e || !begin(e, at, options)) {
        free(e);
        return false;
    }
    size_t count = list_moves(e, 0);
    if (count) {
        qsort(e->pool, count, sizeof *e->pool, by_order);
        keep_line(e, 0, &e->pool[0]); // what there is if there is no time at all
        put_line(e, at->seat, out);
    }
    for (unsigned depth = 1; depth <= PLIES && !should_stop(e) && !out->exact; depth++)
        look(e, at->seat, depth, count, out);
    out->nodes = e->nodes;
    bool ok = !e->failed && out->line_length > 0;
    end(e);
    free(e);
    return ok;
}
