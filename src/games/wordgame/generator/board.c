#include "games/wordgame/generator/board.h"

#include "base/bug.h"
#include "games/wordgame/generator/cross_sets.h"

#include <stdlib.h>
#include <string.h>

static unsigned square_of(unsigned line, unsigned at)
{
    return line < BOARD_SIDE ? line * BOARD_SIDE + at : at * BOARD_SIDE + (line - BOARD_SIDE);
}

// The line that crosses another at a place; its own place there is the other's index.
static unsigned crossing(unsigned line, unsigned at)
{
    return line < BOARD_SIDE ? BOARD_SIDE + at : at;
}

static struct wordgame_gen_line *take_line(struct wordgame_gen_board *b)
{
    BUG_UNLESS(b->idles > 0);
    return b->idle[--b->idles];
}

bool wordgame_gen_board_init(struct wordgame_gen_board *b, const struct wordgame_settings *set,
                             const struct graph *graph, const uint64_t *keys, unsigned depth)
{
    unsigned tries = depth ? depth : 1, lines = WORDGAME_GEN_LINES * (1 + tries);
    *b = (struct wordgame_gen_board){.set = set, .graph = graph, .depth = tries};
    if (keys)
        memcpy(b->key, keys, sizeof b->key);
    b->pool = aligned_alloc(16, lines * sizeof *b->pool);
    b->idle = calloc(lines, sizeof(struct wordgame_gen_line *));
    b->change = calloc((size_t)WORDGAME_GEN_LINES * tries, sizeof *b->change);
    b->tried = calloc(tries, sizeof *b->tried);
    if (!b->pool || !b->idle || !b->change || !b->tried) {
        wordgame_gen_board_release(b);
        return false;
    }
    for (unsigned i = 0; i < lines; i++)
        b->idle[b->idles++] = &b->pool[lines - 1 - i];
    for (unsigned i = 0; i < WORDGAME_GEN_LINES; i++)
        b->line[i] = take_line(b);
    wordgame_gen_board_load(b, b->tile);
    return true;
}

void wordgame_gen_board_release(struct wordgame_gen_board *b)
{
    free(b->pool);
    free((void *)b->idle);
    free(b->change);
    free(b->tried);
    *b = (struct wordgame_gen_board){0};
}

static void set_tile(struct wordgame_gen_line *l, const struct wordgame_settings *set, unsigned at,
                     uint8_t tile)
{
    l->tile[at] = tile;
    l->letter[at] = (uint8_t)wordgame_tile_letter(tile);
    l->value[at] = set->value[wordgame_tile_kind(tile)];
    l->cross_allow[at] = graph_bit(wordgame_tile_letter(tile));
    l->line_allow[at] = UINT32_MAX;
    l->cross[at] = 0;
    l->across[at] = 0;
    l->filled |= (uint16_t)(1u << at);
    l->crossed &= (uint16_t) ~(1u << at);
}

// The points of the tiles on both sides of an empty square.
static int run_points(const struct wordgame_gen_line *l, unsigned at)
{
    int points = 0;
    for (unsigned i = at; i-- > 0 && l->letter[i];)
        points += l->value[i];
    for (unsigned i = at + 1; i < BOARD_SIDE && l->letter[i]; i++)
        points += l->value[i];
    return points;
}

// Sets the constraints of the crossing line on an empty square.
static void set_cross(struct wordgame_gen_line *l, const struct wordgame_gen_board *b, unsigned at)
{
    const struct wordgame_gen_line *other = b->line[crossing(l->index, at)];
    unsigned there = l->index % BOARD_SIDE;
    if (!((other->filled << 1 | other->filled >> 1) >> there & 1))
        return;
    l->crossed |= (uint16_t)(1u << at);
    l->cross_allow[at] = wordgame_gen_cross(b->set, b->graph, other->letter, there);
    l->cross[at] = run_points(other, there) * l->word[at];
    l->across[at] = (int16_t)(l->factor[at] * l->word[at]);
}

// Sets the constraints of the line's own tiles on the empty squares at the ends of these places'
// runs.
static void set_ends(struct wordgame_gen_line *l, const struct wordgame_gen_board *b,
                     unsigned places)
{
    unsigned ends = 0;
    for (; places; places &= places - 1) {
        unsigned first = (unsigned)__builtin_ctz(places), last = first + 1;
        while (first > 0 && l->letter[first - 1])
            first--;
        while (l->letter[last])
            last++;
        ends |= 1u << last | (first ? 1u << (first - 1) : 0);
    }
    for (ends &= WORDGAME_GEN_LINE_BITS; ends; ends &= ends - 1) {
        unsigned at = (unsigned)__builtin_ctz(ends);
        l->line_allow[at] = wordgame_gen_beside(b->set, b->graph, l->letter, at);
    }
}

static void set_allowed(struct wordgame_gen_line *l)
{
    l->limited = 0;
    for (unsigned at = 0; at < BOARD_SIDE; at++) {
        l->allow[at] = l->cross_allow[at] & l->line_allow[at];
        l->limited |= (uint16_t)((l->allow[at] != UINT32_MAX) << at);
    }
    l->limited &= (uint16_t)~l->filled;
}

// Builds the slots that begin on a square, tile by tile.
struct slot_builder {
    const struct wordgame_gen_board *board;
    struct wordgame_gen_line *line;
    struct wordgame_gen_slot slot;
    int32_t through; // points of the letters that it goes through
    int32_t crosses; // points of the cross words without the new tiles
    uint8_t at[RACK_MAX];
    int16_t sorted[RACK_MAX];
};

static void insert_factor(int16_t sorted[RACK_MAX], unsigned count, int16_t factor)
{
    for (; count > 0 && sorted[count - 1] < factor; count--)
        sorted[count] = sorted[count - 1];
    sorted[count] = factor;
}

// Another factor of the word changes those of all its tiles.
static void sort_factors(struct slot_builder *g)
{
    const struct wordgame_gen_line *l = g->line;
    for (unsigned i = 0; i < g->slot.tiles; i++)
        insert_factor(g->sorted, i,
                      (int16_t)(l->factor[g->at[i]] * g->slot.factor +
                                l->across[g->at[i]] * g->slot.cross_factor));
}

static void put_tile(struct slot_builder *g, unsigned at)
{
    const struct wordgame_gen_line *l = g->line;
    unsigned word = l->word[at], before = g->slot.factor, after = before * word;
    if (g->board->set->word_bonus == WORD_BONUS_HIGHEST)
        after = word > before ? word : before;
    g->slot.factor = (uint16_t)after;
    g->slot.squares |= (uint16_t)(1u << at);
    g->crosses += l->cross[at];
    g->at[g->slot.tiles++] = (uint8_t)at;
    if (after != before)
        sort_factors(g);
    else
        insert_factor(g->sorted, g->slot.tiles - 1u,
                      (int16_t)(l->factor[at] * after + l->across[at]));
}

static void keep_slot(const struct slot_builder *g, int32_t bonus)
{
    struct wordgame_gen_line *l = g->line;
    unsigned i = l->slots++;
    l->slot_at[g->slot.start][g->slot.tiles] = (uint8_t)i;
    l->slot[i] = g->slot;
    l->base[i] = g->through * g->slot.factor + g->crosses * g->slot.cross_factor + bonus;
    memcpy(l->sorted[i], g->sorted, sizeof g->sorted);
}

// A slot for a bingo.
static void keep_bingo(const struct slot_builder *g)
{
    struct slot_builder more = *g;
    const struct wordgame_settings *set = g->board->set;
    int32_t bonus = set->bingo == BINGO_POINTS ? set->bingo_points : 0;
    if (set->bingo == BINGO_DOUBLE_MAIN || set->bingo == BINGO_DOUBLE_MOVE)
        more.slot.factor *= 2;
    if (set->bingo == BINGO_DOUBLE_MOVE)
        more.slot.cross_factor = 2;
    sort_factors(&more);
    keep_slot(&more, bonus);
}

// Keeps the slot so far, if it is a move: it covers an anchor and is long enough. A single tile
// that makes words both ways belongs to the row.
static void keep_if_move(struct slot_builder *g, unsigned end)
{
    const struct wordgame_gen_line *l = g->line;
    g->slot.length = (uint8_t)(end - g->slot.start);
    if (!(g->slot.squares & l->anchors) || g->slot.length < wordgame_gen_board_least(g->board))
        return;
    if (l->down && g->slot.tiles == 1 && l->crossed & g->slot.squares)
        return;
    if (g->slot.tiles == g->board->set->rack)
        keep_bingo(g);
    else
        keep_slot(g, 0);
}

static void build_slots_from(const struct wordgame_gen_board *b, struct wordgame_gen_line *l,
                             unsigned start)
{
    struct slot_builder g = {
        .board = b, .line = l, .slot = {.start = (uint8_t)start, .factor = 1, .cross_factor = 1}};
    unsigned at = start;
    for (;;) {
        for (; at < BOARD_SIDE && l->letter[at]; at++) {
            g.slot.key += b->key[l->letter[at]];
            g.through += l->value[at];
        }
        if (g.slot.tiles)
            keep_if_move(&g, at);
        if (g.slot.tiles == b->set->rack || at == BOARD_SIDE || !l->allow[at])
            return;
        put_tile(&g, at++);
    }
}

// All slots of a line whose squares are up to date.
static void find_slots(const struct wordgame_gen_board *b, struct wordgame_gen_line *l)
{
    unsigned beside = (unsigned)l->filled << 1 | l->filled >> 1 | l->crossed;
    if (!b->filled && l->index % BOARD_SIDE == BOARD_CENTRE % BOARD_SIDE)
        beside = 1u << BOARD_CENTRE % BOARD_SIDE;
    l->anchors = (uint16_t)(beside & ~l->filled & WORDGAME_GEN_LINE_BITS);
    l->slots = 0;
    set_allowed(l);
    memset(l->slot_at, WORDGAME_GEN_NO_SLOT, sizeof l->slot_at);
    for (unsigned start = 0; start < BOARD_SIDE; start++) {
        unsigned ahead = l->anchors >> start;
        bool begins = start == 0 || !(l->filled >> (start - 1) & 1);
        bool near = l->filled >> start & 1 || ahead & ((1u << b->set->rack) - 1);
        if (begins && ahead && near)
            build_slots_from(b, l, start);
    }
}

// The tiles and factors of a line, and nothing that follows from them.
static void fill_line(struct wordgame_gen_board *b, unsigned index)
{
    struct wordgame_gen_line *l = b->line[index];
    memset(l, 0, offsetof(struct wordgame_gen_line, slot));
    l->index = (uint8_t)index;
    l->down = index >= BOARD_SIDE;
    for (unsigned at = 0; at < BOARD_SIDE; at++) {
        unsigned square = square_of(index, at);
        l->factor[at] = b->set->letter_factor[square];
        l->word[at] = b->set->word_factor[square];
        l->cross_allow[at] = l->line_allow[at] = UINT32_MAX;
        if (b->tile[square])
            set_tile(l, b->set, at, b->tile[square]);
    }
}

static void load_tiles(struct wordgame_gen_board *b, const uint8_t board[BOARD_SQUARES])
{
    while (b->tries)
        wordgame_gen_board_back(b);
    memmove(b->tile, board, sizeof b->tile);
    b->filled = 0;
    for (unsigned i = 0; i < BOARD_SQUARES; i++)
        b->filled += board[i] != 0;
}

void wordgame_gen_board_load(struct wordgame_gen_board *b, const uint8_t board[BOARD_SQUARES])
{
    load_tiles(b, board);
    for (unsigned i = 0; i < WORDGAME_GEN_LINES; i++)
        fill_line(b, i);
    for (unsigned i = 0; i < WORDGAME_GEN_LINES; i++) {
        struct wordgame_gen_line *l = b->line[i];
        set_ends(l, b, l->filled);
        for (unsigned at = 0; at < BOARD_SIDE; at++)
            if (!l->letter[at])
                set_cross(l, b, at);
        find_slots(b, l);
    }
}

static bool has_neighbour(const struct wordgame_gen_board *b, unsigned line, unsigned at)
{
    unsigned other = crossing(line, at), there = line % BOARD_SIDE;
    return (there > 0 && b->tile[square_of(other, there - 1)]) ||
           (there < BOARD_SIDE - 1 && b->tile[square_of(other, there + 1)]);
}

// The letters at the ends of its runs are not computed: that takes longer than generating the moves
// of one line once or twice.
void wordgame_gen_board_line(struct wordgame_gen_board *b, const uint8_t board[BOARD_SQUARES],
                             unsigned index)
{
    load_tiles(b, board);
    fill_line(b, index);
    for (unsigned at = 0; at < BOARD_SIDE; at++) {
        if (b->line[index]->letter[at] || !has_neighbour(b, index, at))
            continue;
        fill_line(b, crossing(index, at));
        set_cross(b->line[index], b, at);
    }
    find_slots(b, b->line[index]);
}

// The squares of each line that a move changes. Squares with a new tile change in both of their
// lines; so do, in one line, the empty squares at the ends of the words that the tiles are part of.
struct affected {
    uint16_t tiles[WORDGAME_GEN_LINES];
    uint16_t crosses[WORDGAME_GEN_LINES];
    uint32_t lines;
};

static void affect(struct affected *a, unsigned line, unsigned at, bool tile)
{
    if (tile)
        a->tiles[line] |= (uint16_t)(1u << at);
    else
        a->crosses[line] |= (uint16_t)(1u << at);
    a->lines |= UINT32_C(1) << line;
}

// The squares at both ends of the run through a place of a line; the new tiles are on the board.
static void affect_ends(struct affected *a, const struct wordgame_gen_board *b, unsigned line,
                        unsigned at)
{
    unsigned first = at, last = at;
    while (first > 0 && b->tile[square_of(line, first - 1)])
        first--;
    while (last < BOARD_SIDE - 1 && b->tile[square_of(line, last + 1)])
        last++;
    if (first > 0)
        affect(a, crossing(line, first - 1), line % BOARD_SIDE, false);
    if (last < BOARD_SIDE - 1)
        affect(a, crossing(line, last + 1), line % BOARD_SIDE, false);
}

// Puts the tiles on the board and finds what that changes.
static void find_affected(struct wordgame_gen_board *b, const struct wordgame_placement *p,
                          struct affected *a, struct wordgame_gen_try *try)
{
    unsigned line = p->down ? BOARD_SIDE + p->square % BOARD_SIDE : p->square / BOARD_SIDE;
    unsigned start = p->down ? p->square / BOARD_SIDE : p->square % BOARD_SIDE;
    bool first = !b->filled;
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = square_of(line, start + i);
        if (b->tile[square])
            continue;
        BUG_UNLESS(try->tiles < RACK_MAX);
        try->square[try->tiles++] = (uint8_t)square;
        b->tile[square] = p->tile[i];
        b->filled++;
        affect(a, line, start + i, true);
        affect(a, crossing(line, start + i), line % BOARD_SIDE, true);
    }
    for (unsigned left = a->tiles[line]; left; left &= left - 1) {
        unsigned at = (unsigned)__builtin_ctz(left);
        affect_ends(a, b, crossing(line, at), line % BOARD_SIDE);
    }
    affect_ends(a, b, line, start);
    if (first) // the centre is no anchor any more
        a->lines |= 1u << BOARD_SIDE / 2 | 1u << (BOARD_SIDE + BOARD_SIDE / 2);
}

// A new line in the place of one that changes, without its slots.
static void renew(struct wordgame_gen_board *b, unsigned index, const struct affected *a)
{
    struct wordgame_gen_line *before = b->line[index], *l = take_line(b);
    b->change[b->changes++] = (struct wordgame_gen_change){before, (uint8_t)index};
    memcpy(l, before, offsetof(struct wordgame_gen_line, slots));
    for (unsigned left = a->tiles[index]; left; left &= left - 1) {
        unsigned at = (unsigned)__builtin_ctz(left);
        set_tile(l, b->set, at, b->tile[square_of(index, at)]);
    }
    set_ends(l, b, a->tiles[index]);
    b->line[index] = l;
}

void wordgame_gen_board_try(struct wordgame_gen_board *b, const struct wordgame_placement *p)
{
    struct affected a = {.lines = 0};
    BUG_UNLESS(b->tries < b->depth);
    struct wordgame_gen_try *try = &b->tried[b->tries++];
    *try = (struct wordgame_gen_try){.changes = b->changes};
    find_affected(b, p, &a, try);
    for (uint32_t left = a.lines; left; left &= left - 1)
        renew(b, (unsigned)__builtin_ctz(left), &a);
    for (uint32_t left = a.lines; left; left &= left - 1) {
        struct wordgame_gen_line *l = b->line[__builtin_ctz(left)];
        for (unsigned crosses = a.crosses[l->index]; crosses; crosses &= crosses - 1)
            set_cross(l, b, (unsigned)__builtin_ctz(crosses));
        find_slots(b, l);
    }
}

void wordgame_gen_board_back(struct wordgame_gen_board *b)
{
    BUG_UNLESS(b->tries > 0);
    const struct wordgame_gen_try *try = &b->tried[--b->tries];
    for (unsigned i = 0; i < try->tiles; i++)
        b->tile[try->square[i]] = 0;
    b->filled -= try->tiles;
    while (b->changes > try->changes) {
        const struct wordgame_gen_change *change = &b->change[--b->changes];
        b->idle[b->idles++] = b->line[change->line];
        b->line[change->line] = change->before;
    }
}

void wordgame_gen_board_place(struct wordgame_gen_board *b, const struct wordgame_placement *p)
{
    BUG_UNLESS(b->tries == 0);
    wordgame_gen_board_try(b, p);
    while (b->changes > 0)
        b->idle[b->idles++] = b->change[--b->changes].before;
    b->tries = 0;
}
