#include "games/wordgame/generator/generator.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

bool wordgame_generator_init(struct wordgame_generator *g, const struct wordgame_settings *set,
                             const struct graph *graph, const struct wordgame_wordmap *map,
                             unsigned depth)
{
    static const uint8_t none[TILE_KINDS];
    memset(g, 0, sizeof *g);
    g->map = map;
    if (!wordgame_gen_board_init(&g->board, set, graph, map ? map->key : NULL, depth))
        return false;
    if (map && !wordgame_gen_lists_init(&g->lists, map, set->letters)) {
        wordgame_generator_release(g);
        return false;
    }
    wordgame_generator_rack(g, none);
    return true;
}

void wordgame_generator_release(struct wordgame_generator *g)
{
    wordgame_gen_board_release(&g->board);
    wordgame_gen_lists_release(&g->lists);
}

void wordgame_generator_rack(struct wordgame_generator *g, const uint8_t tiles[TILE_KINDS])
{
    wordgame_gen_rack_init(&g->rack, g->board.set, tiles, g->map ? g->map->key : NULL);
}

static bool by_map(const struct wordgame_generator *g)
{
    return g->map && g->rack.blanks <= WORDGAME_GEN_LISTED_BLANKS;
}

// Sum of products: the most that tiles of these values can score on squares with these factors,
// both sorted.
static inline int32_t sum_products(const int16_t a[RACK_MAX], const int16_t b[RACK_MAX])
{
#ifdef __SSE2__
    __m128i sum = _mm_madd_epi16(_mm_load_si128((const __m128i *)(const void *)a),
                                 _mm_load_si128((const __m128i *)(const void *)b));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4E));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xB1));
    return _mm_cvtsi128_si32(sum);
#else
    int32_t sum = 0;
    for (unsigned i = 0; i < RACK_MAX; i++)
        sum += a[i] * b[i];
    return sum;
#endif
}

// The squares of a line on which no tile of the rack can stand.
static unsigned dead_squares(const struct wordgame_generator *g, const struct wordgame_gen_line *l)
{
    unsigned dead = 0;
    for (unsigned left = g->rack.blanks ? 0 : l->limited; left; left &= left - 1) {
        unsigned at = (unsigned)__builtin_ctz(left);
        if (!(l->allow[at] & g->rack.letters))
            dead |= 1u << at;
    }
    return dead;
}

// Does the rack have `tiles` tiles, `blanks` of them blanks?
static bool can_put(const struct wordgame_gen_rack *r, unsigned tiles, unsigned blanks)
{
    return blanks <= tiles && tiles - blanks <= r->tiles - r->blanks;
}

// Do the letters agree with the tiles that lie there and with the words across?
static bool fits(const struct wordgame_gen_line *l, const struct wordgame_gen_slot *slot,
                 const uint8_t *letter)
{
    unsigned range = ((1u << slot->length) - 1) << slot->start;
    for (unsigned left = (l->filled | l->crossed) & range; left; left &= left - 1) {
        unsigned at = (unsigned)__builtin_ctz(left);
        if (!(l->allow[at] & graph_bit(letter[at - slot->start])))
            return false;
    }
    return true;
}

// All words of a choice of tiles that fit into the slot.
static bool try_choice(struct wordgame_generator *g, struct wordgame_gen_fit *f,
                       const struct wordgame_gen_line *line, unsigned slot,
                       const struct wordgame_gen_list *list, unsigned choice)
{
    struct wordgame_gen_part part = wordgame_gen_lists_part(&g->lists, list, choice);
    for (unsigned h = 0; h < part.hits; h++) {
        const struct wordgame_gen_hit *hit = &g->lists.hit[part.first + h];
        const uint8_t *letter = hit->group->letter;
        for (unsigned i = 0; i < hit->group->words; i++, letter += hit->group->length) {
            if (!fits(line, &line->slot[slot], letter))
                continue;
            if (!wordgame_gen_fit_choice(f, line, slot, letter, g->rack.choice[choice].mask,
                                         hit->blank))
                return false;
        }
    }
    return true;
}

// The graph is the faster way where all moves are wanted: it never looks at words that do not fit.
bool wordgame_generator_all(struct wordgame_generator *g, wordgame_gen_sink_fn *sink, void *context)
{
    struct wordgame_gen_fit f;
    wordgame_gen_fit_init(&f, g->board.set, &g->rack, sink, context);
    for (unsigned i = 0; i < WORDGAME_GEN_LINES; i++)
        for (unsigned left = g->board.line[i]->anchors; left; left &= left - 1)
            if (!wordgame_gen_walk(&g->board, g->board.line[i], (unsigned)__builtin_ctz(left), &f))
                return false;
    return true;
}

// Best-first search for the best moves.
struct best_search {
    struct wordgame_generator *g;
    struct wordgame_gen_top *top;
    struct wordgame_gen_fit fit;
    // The values of this many of the best tiles, largest first, then zeros.
    alignas(16) int16_t value[RACK_MAX + 1][RACK_MAX];
    // The best leave by tiles put, and blanks among them.
    int64_t leaves[RACK_MAX + 1][RACK_MAX + 1];
};

static void start_search(struct best_search *q)
{
    const struct wordgame_gen_rack *r = &q->g->rack;
    const struct wordgame_gen_choice *all = &r->choice[r->choices - 1];
    for (unsigned n = 1; n <= RACK_MAX; n++)
        memcpy(q->value[n], all->value, n * sizeof *all->value);
    for (unsigned n = 0; n <= r->tiles; n++)
        for (unsigned blanks = 0; blanks <= r->blanks && blanks <= n; blanks++) {
            int32_t best = INT32_MIN;
            for (unsigned i = r->first[n][blanks]; i < wordgame_gen_rack_end(r, n, blanks); i++)
                best = r->choice[i].leave > best ? r->choice[i].leave : best;
            q->leaves[n][blanks] = best;
        }
}

// Shadow bound: the equity of no move in the slot with `blanks` blanks exceeds this.
static int64_t slot_bound(const struct best_search *q, const struct wordgame_gen_line *l,
                          unsigned slot, unsigned blanks)
{
    unsigned tiles = l->slot[slot].tiles;
    int32_t points = l->base[slot] + sum_products(q->value[tiles - blanks], l->sorted[slot]);
    return (int64_t)points * EQUITY_POINT + q->leaves[tiles][blanks];
}

static bool offer(void *context, const struct wordgame_gen_move *move)
{
    wordgame_gen_top_offer(context, move);
    return true;
}

// A queue item: a slot of a line, with a number of blanks.
static unsigned slot_id(unsigned line, unsigned slot, unsigned blanks)
{
    return (line * WORDGAME_GEN_SLOTS + slot) * (WORDGAME_GEN_LISTED_BLANKS + 1) + blanks;
}

static void queue_slots(struct best_search *q)
{
    struct wordgame_generator *g = q->g;
    for (unsigned i = 0; i < WORDGAME_GEN_LINES; i++) {
        const struct wordgame_gen_line *l = g->board.line[i];
        unsigned dead = dead_squares(g, l);
        for (unsigned s = 0; s < l->slots; s++)
            for (unsigned blanks = 0; blanks <= g->rack.blanks; blanks++)
                if (!(l->slot[s].squares & dead) && can_put(&g->rack, l->slot[s].tiles, blanks))
                    wordgame_gen_queue_push(&g->queue, slot_bound(q, l, s, blanks),
                                            slot_id(i, s, blanks));
    }
}

// The letters of the rack that may stand on the square of a slot where the fewest may.
static uint32_t scarcest(const struct wordgame_generator *g, const struct wordgame_gen_line *l,
                         unsigned squares)
{
    uint32_t letters = UINT32_MAX;
    int fewest = LETTERS_MAX;
    for (unsigned left = l->limited & squares; left; left &= left - 1) {
        uint32_t some = l->allow[__builtin_ctz(left)] & g->rack.letters;
        if (__builtin_popcount(some) < fewest) {
            fewest = __builtin_popcount(some);
            letters = some;
        }
    }
    return letters;
}

// The slot with each choice of tiles that can still come to enough.
static void try_slot(struct best_search *q, const struct wordgame_gen_line *l, unsigned slot,
                     unsigned blanks)
{
    struct wordgame_generator *g = q->g;
    const struct wordgame_gen_list *list =
        wordgame_gen_lists_find(&g->lists, l, &l->slot[slot], blanks);
    unsigned tiles = l->slot[slot].tiles, end = wordgame_gen_rack_end(&g->rack, tiles, blanks);
    uint32_t needed = blanks ? UINT32_MAX : scarcest(g, l, l->slot[slot].squares);
    for (unsigned i = g->rack.first[tiles][blanks]; list && i < end; i++) {
        const struct wordgame_gen_choice *choice = &g->rack.choice[i];
        int32_t points = l->base[slot] + sum_products(choice->value, l->sorted[slot]);
        if (choice->letters & needed &&
            (int64_t)points * EQUITY_POINT + choice->leave >= wordgame_gen_top_least(q->top))
            try_choice(g, &q->fit, l, slot, list, i);
    }
}

static bool best_by_map(struct best_search *q)
{
    struct wordgame_generator *g = q->g;
    wordgame_gen_lists_start(&g->lists, &g->rack);
    queue_slots(q);
    for (unsigned id; wordgame_gen_queue_pop(&g->queue, wordgame_gen_top_least(q->top), &id);) {
        unsigned blanks = id % (WORDGAME_GEN_LISTED_BLANKS + 1),
                 slot = id / (WORDGAME_GEN_LISTED_BLANKS + 1);
        try_slot(q, g->board.line[slot / WORDGAME_GEN_SLOTS], slot % WORDGAME_GEN_SLOTS, blanks);
    }
    return !g->lists.failed;
}

// The bound of an anchor is the highest bound of its slots.
static void queue_anchors(struct best_search *q, unsigned line)
{
    struct wordgame_generator *g = q->g;
    const struct wordgame_gen_line *l = g->board.line[line];
    int64_t bound[BOARD_SIDE];
    unsigned found = 0, dead = dead_squares(g, l);
    for (unsigned s = 0; s < l->slots; s++) {
        unsigned at = (unsigned)__builtin_ctz(l->slot[s].squares & l->anchors);
        for (unsigned blanks = 0; blanks <= g->rack.blanks; blanks++) {
            if (l->slot[s].squares & dead || !can_put(&g->rack, l->slot[s].tiles, blanks))
                continue;
            int64_t b = slot_bound(q, l, s, blanks);
            if (!(found >> at & 1) || b > bound[at])
                bound[at] = b;
            found |= 1u << at;
        }
    }
    for (; found; found &= found - 1) {
        unsigned at = (unsigned)__builtin_ctz(found);
        wordgame_gen_queue_push(&g->queue, bound[at], line * BOARD_SIDE + at);
    }
}

static bool best_by_graph(struct best_search *q)
{
    struct wordgame_generator *g = q->g;
    for (unsigned i = 0; i < WORDGAME_GEN_LINES; i++)
        queue_anchors(q, i);
    for (unsigned id; wordgame_gen_queue_pop(&g->queue, wordgame_gen_top_least(q->top), &id);)
        wordgame_gen_walk(&g->board, g->board.line[id / BOARD_SIDE], id % BOARD_SIDE, &q->fit);
    return true;
}

bool wordgame_generator_best(struct wordgame_generator *g, const int32_t *leave,
                             struct wordgame_gen_top *top)
{
    struct best_search q = {.g = g, .top = top};
    wordgame_gen_fit_init(&q.fit, g->board.set, &g->rack, offer, top);
    q.fit.leave = leave;
    wordgame_gen_rack_leave(&g->rack, leave);
    start_search(&q);
    wordgame_gen_queue_clear(&g->queue);
    g->mapped += by_map(g);
    return by_map(g) ? best_by_map(&q) : best_by_graph(&q);
}
