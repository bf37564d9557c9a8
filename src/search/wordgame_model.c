#include "search/wordgame_model.h"

#include "base/data.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { HUNDREDTH = 10, PER_CENT = LEAVE_WHOLE / 100, NUMBERS = RACK_MAX };

// A file that is being read. Weights and spreads are given for some numbers of tiles, in rising
// order, and lie on lines between those.
struct reading {
    struct wordgame_model *model;
    const struct alphabet *alphabet;
    unsigned weight_at, spread_at; // what was given last
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

static bool read_numbers(struct text rest, int32_t *out, unsigned least, unsigned most,
                         unsigned *count)
{
    for (*count = 0; rest.len && *count < most; ++*count)
        if (!read_number(&rest, &out[*count]))
            return false;
    return *count >= least && !rest.len;
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

static bool read_vowels(struct reading *r, struct text rest)
{
    struct word w;
    if (!alphabet_fold(r->alphabet, rest, &w, NULL))
        return false;
    for (unsigned i = 0; i < w.len; i++)
        r->model->leave.vowel[w.letter[i]] = 1;
    return true;
}

static bool read_tile(struct reading *r, struct text rest)
{
    int32_t n[NUMBERS];
    unsigned kind, count;
    if (!read_kind(r->alphabet, &rest, &kind) || !read_numbers(rest, n, 1, NUMBERS, &count))
        return false;
    for (unsigned i = 0; i < RACK_MAX; i++)
        r->model->leave.tile[kind][i] = HUNDREDTH * n[i < count ? i : count - 1];
    return true;
}

static bool read_pair(struct reading *r, struct text rest)
{
    struct wordgame_leave *leave = &r->model->leave;
    int32_t n;
    unsigned one, two, count;
    if (!read_kind(r->alphabet, &rest, &one) || !read_kind(r->alphabet, &rest, &two) ||
        !read_numbers(rest, &n, 1, 1, &count))
        return false;
    leave->pair[one][two] = leave->pair[two][one] = HUNDREDTH * n;
    return true;
}

static bool within(int32_t n, int32_t most)
{
    return n >= 0 && n <= most;
}

static bool read_balance(struct reading *r, struct text rest)
{
    int32_t n[3];
    unsigned count;
    if (!read_numbers(rest, n, 3, 3, &count) || !within(n[0], RACK_MAX) || !within(n[1], RACK_MAX))
        return false;
    r->model->leave.balance[n[0]][n[1]] = HUNDREDTH * n[2];
    return true;
}

static double between(double from, double to, unsigned i, unsigned steps)
{
    return i < steps ? from + (to - from) * i / steps : to;
}

static bool read_weight(struct reading *r, struct text rest)
{
    uint16_t *weight = r->model->leave.weight;
    int32_t n[2];
    unsigned count, from = r->weight_at;
    if (!read_numbers(rest, n, 2, 2, &count) || !within(n[0], LEAVE_BAG) || !within(n[1], 500))
        return false;
    double to = n[1] * PER_CENT, first = from ? weight[from] : to;
    for (unsigned i = from; i <= LEAVE_BAG; i++)
        weight[i] = (uint16_t)between(first, to, i - from, (unsigned)n[0] - from);
    r->weight_at = (unsigned)n[0];
    return from < r->weight_at;
}

static bool read_spread(struct reading *r, struct text rest)
{
    struct wordgame_spread *spread = r->model->spread;
    int32_t n[3];
    unsigned count, from = r->spread_at;
    if (!read_numbers(rest, n, 3, 3, &count) || !within(n[0], MODEL_TILES) || n[2] <= 0)
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
    {"vowels", read_vowels},   {"tile", read_tile},     {"pair", read_pair},
    {"balance", read_balance}, {"weight", read_weight}, {"spread", read_spread},
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

// The logistic curve that lies closest to the normal distribution, by squaring: this runs where
// there is no mathematics library.
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
