#include "games/wordgame/generator/fit.h"

#include <string.h>

void wordgame_gen_fit_init(struct wordgame_gen_fit *f, const struct wordgame_settings *set,
                           const struct wordgame_gen_rack *rack, wordgame_gen_sink_fn *sink,
                           void *context)
{
    memset(f, 0, sizeof *f);
    f->set = set;
    f->rack = rack;
    f->sink = sink;
    f->context = context;
}

static int32_t tile_points(const struct wordgame_gen_fit *f, unsigned at, unsigned letter)
{
    const struct wordgame_gen_line *l = f->line;
    return f->set->value[letter] *
           (l->factor[at] * f->slot->factor + l->across[at] * f->slot->cross_factor);
}

// Where it lies.
static void begin(struct wordgame_gen_fit *f, const struct wordgame_gen_line *line, unsigned slot)
{
    const struct wordgame_gen_slot *s = &line->slot[slot];
    struct wordgame_placement *p = &f->move.placement;
    f->line = line;
    f->slot = s;
    p->square = (uint8_t)(line->down ? s->start * BOARD_SIDE + line->index - BOARD_SIDE
                                     : line->index * BOARD_SIDE + s->start);
    p->length = s->length;
    p->down = line->down;
    f->move.tiles = s->tiles;
    f->move.points = line->base[slot];
}

// The tiles of the word, and zeros behind it. Eight bytes at a time: this is done for every word.
static inline void lay_tiles(struct wordgame_placement *p, const uint8_t *tile)
{
    static const uint8_t keep[2 * BOARD_SIDE] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                 255, 255, 255, 255, 255, 255, 255};
    const uint8_t *mask = keep + BOARD_SIDE - p->length;
    const unsigned half = sizeof(uint64_t), last = BOARD_SIDE - half;
    uint64_t first, second, kept;
    memcpy(&first, tile, half);
    memcpy(&second, tile + last, half);
    memcpy(&kept, mask, half);
    first &= kept;
    memcpy(&kept, mask + last, half);
    second &= kept;
    memcpy(p->tile, &first, half);
    memcpy(p->tile + last, &second, half);
}

// All its tiles, none of them a blank.
static void lay_letters(struct wordgame_gen_fit *f, const uint8_t *letter)
{
    for (unsigned left = f->slot->squares; left; left &= left - 1) {
        unsigned at = (unsigned)__builtin_ctz(left), i = at - f->slot->start;
        f->move.placement.tile[i] = letter[i];
        f->move.points += tile_points(f, at, letter[i]);
    }
}

static inline bool give(struct wordgame_gen_fit *f)
{
    int32_t leave = f->leave ? f->leave[wordgame_gen_rack_all(f->rack) ^ f->move.used] : 0;
    f->move.equity = (int64_t)f->move.points * EQUITY_POINT + leave;
    return f->sink(f->context, &f->move);
}

// New tiles that may become blanks, while they are chosen.
struct choosing {
    struct wordgame_gen_fit *f;
    unsigned tiles;
    unsigned missing;        // blanks that are needed
    unsigned blanks;         // that can still be put
    int8_t left[TILE_KINDS]; // tiles of a letter that are left; below 0: minus the blanks it needs
    struct {
        uint8_t *tile;
        int32_t points;
    } at[RACK_MAX];
};

static bool choose(struct choosing *c, unsigned from);

// With a blank for a tile; further ones lie behind it. The letter's own tile goes back to the rack,
// if it was there at all.
static bool put_blank(struct choosing *c, unsigned number)
{
    struct wordgame_gen_fit *f = c->f;
    uint8_t *tile = c->at[number].tile, letter = *tile;
    bool needed = c->left[letter] < 0;
    unsigned used = f->move.used, without = used;
    if (!needed && c->missing == c->blanks)
        return true;
    if (!needed)
        without &= ~(1u << (f->rack->end[letter] - c->left[letter] - 1));
    f->move.used = (uint8_t)(without | 1u << (f->rack->end[KIND_BLANK] - c->blanks));
    f->move.points -= c->at[number].points;
    *tile = letter | TILE_BLANK;
    c->left[letter]++;
    c->missing -= needed;
    c->blanks--;
    bool go_on = c->blanks ? choose(c, number + 1) : c->missing || give(f);
    c->blanks++;
    c->missing += needed;
    c->left[letter]--;
    *tile = letter;
    f->move.points += c->at[number].points;
    f->move.used = (uint8_t)used;
    return go_on;
}

static bool choose(struct choosing *c, unsigned from)
{
    if (!c->missing && !give(c->f))
        return false;
    for (; from < c->tiles; from++)
        if (!put_blank(c, from))
            return false;
    return true;
}

// A new tile. Where the rack has none of its letter it can only be a blank, and is left as one;
// every other one is its own first, and a blank if there are too few.
static void choose_tile(struct choosing *c, unsigned at)
{
    struct wordgame_gen_fit *f = c->f;
    uint8_t *tile = &f->move.placement.tile[at - f->slot->start];
    unsigned letter = wordgame_tile_letter(*tile);
    if (!f->rack->count[letter]) {
        f->move.used |= (uint8_t)(1u << (f->rack->end[KIND_BLANK] - c->blanks--));
        return;
    }
    *tile = (uint8_t)letter;
    c->at[c->tiles].tile = tile;
    c->at[c->tiles].points = tile_points(f, at, letter);
    f->move.points += c->at[c->tiles++].points;
    if (c->left[letter] > 0)
        f->move.used |= (uint8_t)(1u << (f->rack->end[letter] - c->left[letter]));
    else
        c->missing++;
    c->left[letter]--;
}

static bool choose_blanks(struct wordgame_gen_fit *f)
{
    struct choosing c;
    c.f = f;
    c.tiles = c.missing = 0;
    c.blanks = f->rack->blanks;
    f->move.used = 0;
    memcpy(c.left, f->rack->count, sizeof c.left);
    for (unsigned squares = f->slot->squares; squares; squares &= squares - 1)
        choose_tile(&c, (unsigned)__builtin_ctz(squares));
    return choose(&c, 0);
}

bool wordgame_gen_fit_word(struct wordgame_gen_fit *f, const struct wordgame_gen_line *line,
                           unsigned slot, const uint8_t *tile, const struct wordgame_gen_laid *laid)
{
    begin(f, line, slot);
    lay_tiles(&f->move.placement, tile);
    bool all = (laid->used >> (f->rack->tiles - f->rack->blanks)) + 1 == 1u << f->rack->blanks;
    if (!all || laid->several)
        return choose_blanks(f);
    f->move.points += laid->main * f->slot->factor + laid->cross * f->slot->cross_factor;
    f->move.used = (uint8_t)laid->used;
    return give(f);
}

// The squares of equal blanks are taken in order, so that nothing comes twice.
static bool put_blanks(struct wordgame_gen_fit *f, const uint8_t *blank, unsigned from)
{
    uint8_t *tile = f->move.placement.tile, letter = *blank;
    if (!letter)
        return give(f);
    for (unsigned left = f->slot->squares & ~((1u << from) - 1); left; left &= left - 1) {
        unsigned at = (unsigned)__builtin_ctz(left), i = at - f->slot->start;
        if (tile[i] != letter)
            continue;
        int32_t points = tile_points(f, at, letter);
        tile[i] |= TILE_BLANK;
        f->move.points -= points;
        bool go_on = put_blanks(f, blank + 1, blank[1] == letter ? at + 1 : 0);
        f->move.points += points;
        tile[i] = letter;
        if (!go_on)
            return false;
    }
    return true;
}

bool wordgame_gen_fit_choice(struct wordgame_gen_fit *f, const struct wordgame_gen_line *line,
                             unsigned slot, const uint8_t *letter, unsigned used,
                             const uint8_t *blank)
{
    begin(f, line, slot);
    memset(f->move.placement.tile, 0, sizeof f->move.placement.tile);
    memcpy(f->move.placement.tile, line->tile + f->slot->start, f->slot->length);
    lay_letters(f, letter);
    f->move.used = (uint8_t)used;
    return put_blanks(f, blank, 0);
}
