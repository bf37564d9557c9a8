#include "games/wordgame/engine/model.h"

#include "base/data.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { HUNDREDTH = 10 };

// A file being read. Spreads are given for some numbers of tiles, in rising order, and interpolated
// linearly between those.
struct reading {
    struct wordgame_model *model;
    const struct alphabet *alphabet;
    unsigned spread_at; // the last one given
};

static void clear_spread(struct wordgame_model *m)
{
    for (unsigned i = 0; i <= MODEL_TILES; i++)
        m->spread[i] = (struct wordgame_spread){.mean = 10, .deviation = 10 + i};
}

static bool read_number(struct text *rest, int32_t *out)
{
    struct text word = text_cut(rest, ' ');
    uint32_t n;
    bool minus = text_starts(word, "-");
    if (!text_to_u32(text_from(word, minus), &n) || n > 1000000)
        return false;
    *out = minus ? -(int32_t)n : (int32_t)n;
    return true;
}

// Exactly `count` numbers.
static bool read_numbers(struct text rest, int32_t *out, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!read_number(&rest, &out[i]))
            return false;
    return !rest.len;
}

static bool read_kind(const struct alphabet *a, struct text *rest, unsigned *kind)
{
    struct text word = text_cut(rest, ' ');
    uint32_t code_point;
    *kind = KIND_BLANK;
    if (text_is(word, "?"))
        return true;
    if (!utf8_next(&word, &code_point) || word.len)
        return false;
    *kind = alphabet_letter(a, code_point);
    return *kind != 0;
}

// A kind of tile and what it is worth.
static bool read_worth(struct reading *r, struct text rest, int32_t worth[TILE_KINDS])
{
    int32_t n;
    unsigned kind;
    if (!read_kind(r->alphabet, &rest, &kind) || !read_numbers(rest, &n, 1))
        return false;
    worth[kind] = HUNDREDTH * n;
    return true;
}

static bool read_tile(struct reading *r, struct text rest)
{
    return read_worth(r, rest, r->model->leave.tile);
}

static bool read_pair(struct reading *r, struct text rest)
{
    struct wordgame_leave *leave = &r->model->leave;
    int32_t n;
    unsigned one, two;
    if (!read_kind(r->alphabet, &rest, &one) || !read_kind(r->alphabet, &rest, &two) ||
        !read_numbers(rest, &n, 1))
        return false;
    leave->pair[one][two] = leave->pair[two][one] = HUNDREDTH * n;
    return true;
}

static bool within(int32_t n, int32_t least, int32_t most)
{
    return n >= least && n <= most;
}

static bool read_last(struct reading *r, struct text rest)
{
    r->model->leave.ends = true;
    return read_worth(r, rest, r->model->leave.last);
}

static bool read_kept(struct reading *r, struct text rest)
{
    int32_t n[3];
    if (!read_numbers(rest, n, 3) || !within(n[0], 1, RACK_MAX) || !within(n[1], 1, RACK_MAX))
        return false;
    r->model->leave.kept[n[0]][n[1]] = HUNDREDTH * n[2];
    return true;
}

static bool read_other(struct reading *r, struct text rest)
{
    int32_t n;
    if (!read_numbers(rest, &n, 1) || !within(n, -1000, 1000))
        return false;
    r->model->leave.other = HUNDREDTH * n;
    return true;
}

static double between(double from, double to, unsigned i, unsigned steps)
{
    return i < steps ? from + (to - from) * i / steps : to;
}

static bool read_spread(struct reading *r, struct text rest)
{
    struct wordgame_spread *spread = r->model->spread;
    int32_t n[3];
    unsigned from = r->spread_at;
    if (!read_numbers(rest, n, 3) || !within(n[0], 0, MODEL_TILES) || n[2] <= 0)
        return false;
    struct wordgame_spread to = {n[1] / 100.0, n[2] / 100.0}, first = from ? spread[from] : to;
    for (unsigned i = from; i <= MODEL_TILES; i++) {
        unsigned steps = (unsigned)n[0] - from;
        spread[i].mean = between(first.mean, to.mean, i - from, steps);
        spread[i].deviation = between(first.deviation, to.deviation, i - from, steps);
    }
    r->spread_at = (unsigned)n[0];
    return from < r->spread_at;
}

static const struct line_kind {
    const char *name;
    bool (*read)(struct reading *r, struct text rest);
} kinds[] = {
    {"tile", read_tile}, {"pair", read_pair},   {"last", read_last},
    {"kept", read_kept}, {"other", read_other}, {"spread", read_spread},
};

static bool read_line(struct reading *r, struct text line)
{
    struct text name = text_cut(&line, ' ');
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text_is(name, kinds[i].name))
            return kinds[i].read(r, line);
    return false;
}

bool wordgame_model_read(struct wordgame_model *m, const struct alphabet *a, struct text text)
{
    struct reading r = {.model = m, .alphabet = a};
    struct text line;
    wordgame_leave_clear(&m->leave);
    clear_spread(m);
    while (text_next_line(&text, &line))
        if (line.len && line.at[0] != '#' && !read_line(&r, line))
            return false;
    return true;
}

bool wordgame_model_load(struct wordgame_model *m, const struct config *c)
{
    char name[64];
    struct text content;
    snprintf(name, sizeof name, "leaves/%s-%s.txt", config_fixed_text(c, "tiles"), c->lang);
    if (data_find(name, &content) && wordgame_model_read(m, &c->lexicon->alphabet, content))
        return true;
    wordgame_leave_clear(&m->leave);
    clear_spread(m);
    return false;
}

// The logistic curve closest to the normal distribution, by repeated squaring: the browser's build
// has no math library.
static double logistic(double x)
{
    enum { SQUARINGS = 10 };
    double grown = 1 + 1.702 * (x > 8 ? 8 : x < -8 ? -8 : x) / (1 << SQUARINGS);
    for (unsigned i = 0; i < SQUARINGS; i++)
        grown *= grown;
    return grown / (1 + grown);
}

double wordgame_model_win(const struct wordgame_model *m, double lead, unsigned left)
{
    const struct wordgame_spread *s = &m->spread[left < MODEL_TILES ? left : MODEL_TILES];
    return logistic((lead - s->mean) / s->deviation);
}
