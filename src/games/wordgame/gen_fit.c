#include "games/wordgame/gen_fit.h"

#include <string.h>

void gen_fit_init(struct gen_fit *f, const struct wordgame_set *set, const struct gen_rack *rack,
                  gen_sink_fn *sink, void *context)
{
    memset(f, 0, sizeof *f);
    f->set = set;
    f->rack = rack;
    f->sink = sink;
    f->context = context;
}

static int32_t tile_points(const struct gen_fit *f, unsigned at, unsigned letter)
{
    const struct gen_line *l = f->line;
    return f->set->value[letter] *
           (l->factor[at] * f->slot->factor + l->across[at] * f->slot->cross_factor);
}

// Where it lies, and the tiles that lie there already.
static void begin(struct gen_fit *f, const struct gen_line *line, unsigned slot)
{
    const struct gen_slot *s = &line->slot[slot];
    struct wordgame_placement *p = &f->move.placement;
    unsigned row = line->index % BOARD_SIDE;
    f->line = line;
    f->slot = s;
    memset(p->tile, 0, sizeof p->tile);
    memcpy(p->tile, line->tile + s->start, s->length);
    p->square = (uint8_t)(line->down ? s->start * BOARD_SIDE + row : row * BOARD_SIDE + s->start);
    p->length = s->length;
    p->down = line->down;
    f->move.tiles = s->tiles;
    f->move.points = line->base[slot];
}

// All its tiles, none of them a blank.
static void lay_letters(struct gen_fit *f, const uint8_t *letter)
{
    for (unsigned left = f->slot->squares; left; left &= left - 1) {
        unsigned at = (unsigned)__builtin_ctz(left), i = at - f->slot->start;
        f->move.placement.tile[i] = letter[i];
        f->move.points += tile_points(f, at, letter[i]);
    }
}

static inline bool give(struct gen_fit *f)
{
    int32_t leave = f->leave ? f->leave[gen_rack_all(f->rack) ^ f->move.used] : 0;
    f->move.equity = (int64_t)f->move.points * EQUITY_POINT + leave;
    return f->sink(f->context, &f->move);
}

// Squares that may get a blank, while they are chosen.
struct choosing {
    struct gen_fit *f;
    int8_t left[TILE_KINDS]; // tiles of a letter that are left; below 0: so many blanks it needs
    unsigned missing;        // blanks that are needed
    unsigned blanks;         // that can still be put
};

static bool choose(struct choosing *c, unsigned squares);

// With a blank on a square; further ones lie behind it. The letter's own tile goes back to the
// rack, if it was there at all.
static bool put_blank(struct choosing *c, unsigned at, unsigned behind)
{
    struct gen_fit *f = c->f;
    uint8_t *tile = &f->move.placement.tile[at - f->slot->start], letter = *tile;
    bool needed = c->left[letter] < 0;
    int32_t points = tile_points(f, at, letter);
    unsigned used = f->move.used;
    unsigned place = f->rack->end[KIND_BLANK] - c->blanks;
    if (!needed && c->missing == c->blanks)
        return true;
    if (!needed)
        f->move.used &= (uint8_t) ~(1u << (f->rack->end[letter] - c->left[letter] - 1));
    f->move.used |= (uint8_t)(1u << place);
    f->move.points -= points;
    *tile |= TILE_BLANK;
    c->left[letter]++;
    c->missing -= needed;
    c->blanks--;
    bool go_on = choose(c, behind);
    c->blanks++;
    c->missing += needed;
    c->left[letter]--;
    *tile = letter;
    f->move.points += points;
    f->move.used = (uint8_t)used;
    return go_on;
}

static bool choose(struct choosing *c, unsigned squares)
{
    if (!c->missing && !give(c->f))
        return false;
    if (!c->blanks)
        return true;
    for (; squares; squares &= squares - 1)
        if (!put_blank(c, (unsigned)__builtin_ctz(squares), squares & (squares - 1)))
            return false;
    return true;
}

// Takes the word's tiles from the rack, as far as they are there.
static unsigned take_tiles(struct gen_fit *f, int8_t left[TILE_KINDS])
{
    unsigned missing = 0;
    f->move.used = 0;
    for (unsigned squares = f->slot->squares; squares; squares &= squares - 1) {
        unsigned i = (unsigned)__builtin_ctz(squares) - f->slot->start;
        unsigned letter = f->move.placement.tile[i];
        if (left[letter] > 0)
            f->move.used |= (uint8_t)(1u << (f->rack->end[letter] - left[letter]));
        else
            missing++;
        left[letter]--;
    }
    return missing;
}

// Where all blanks are needed, and for letters that the rack has none of, there is only one way.
static bool lay_needed(struct gen_fit *f, const uint8_t *letter, const int8_t left[TILE_KINDS])
{
    const struct gen_rack *rack = f->rack;
    unsigned blanks = ((1u << rack->blanks) - 1) << (rack->end[KIND_BLANK] - rack->blanks);
    unsigned used = rack->blanks ? blanks : 0;
    for (unsigned squares = f->slot->squares; squares; squares &= squares - 1) {
        unsigned at = (unsigned)__builtin_ctz(squares), i = at - f->slot->start;
        unsigned kind = letter[i], have = rack->count[kind];
        f->move.placement.tile[i] = (uint8_t)(left[kind] < 0 ? kind | TILE_BLANK : kind);
        if (left[kind] >= 0) {
            f->move.points += tile_points(f, at, kind);
            used |= ((1u << (have - (unsigned)left[kind])) - 1) << (rack->end[kind] - have);
        } else if (have) {
            return false;
        }
    }
    f->move.used = (uint8_t)used;
    return true;
}

bool gen_fit_word(struct gen_fit *f, const struct gen_line *line, unsigned slot,
                  const uint8_t *letter, const int8_t left[TILE_KINDS], unsigned missing)
{
    begin(f, line, slot);
    if (missing == f->rack->blanks && lay_needed(f, letter, left))
        return give(f);
    struct choosing c = {.f = f, .blanks = f->rack->blanks};
    f->move.points = line->base[slot];
    lay_letters(f, letter);
    memcpy(c.left, f->rack->count, sizeof c.left);
    c.missing = take_tiles(f, c.left);
    return choose(&c, f->slot->squares);
}

// The squares of equal blanks are taken in order, so that nothing comes twice.
static bool put_blanks(struct gen_fit *f, const uint8_t *blank, unsigned from)
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

bool gen_fit_choice(struct gen_fit *f, const struct gen_line *line, unsigned slot,
                    const uint8_t *letter, unsigned used, const uint8_t *blank)
{
    begin(f, line, slot);
    lay_letters(f, letter);
    f->move.used = (uint8_t)used;
    return put_blanks(f, blank, 0);
}
