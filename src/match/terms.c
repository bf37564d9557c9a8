#include "match/terms.h"

#include "base/utf8.h"

#include <string.h>

static unsigned computers(const struct match_terms *t)
{
    unsigned count = 0;
    for (unsigned i = 0; i < t->config.seats; i++)
        count += t->level[i] != 0;
    return count;
}

// ---- what is sound ----

static bool in_range(int64_t value, int64_t low, int64_t high, const char *unit, struct reason *why)
{
    return (value >= low && value <= high) ||
           refuse(why, MSG_TERMS_CLOCK_RANGE, "%lld\t%lld\t%s\t%lld", (long long)low,
                  (long long)high, unit, (long long)value);
}

static bool check_clock(const struct clock_terms *c, struct reason *why)
{
    bool plain = c->increment_ms == 0;
    switch (c->kind) {
    case CLOCK_NONE:
        return (plain && c->base_ms == 0) || refuse(why, MSG_TERMS_CLOCK, "%s", "none");
    case CLOCK_PER_MOVE:
        return in_range(c->base_ms, TERMS_MOVE_MIN, TERMS_MOVE_MAX, "ms", why) &&
               (plain || refuse(why, MSG_TERMS_CLOCK, "%s", "move"));
    case CLOCK_FISCHER:
        return in_range(c->base_ms, TERMS_STOCK_MIN, TERMS_STOCK_MAX, "ms", why) &&
               in_range(c->increment_ms, 0, TERMS_INCREMENT_MAX, "ms", why);
    case CLOCK_CORRESPONDENCE:
        return in_range(c->base_ms / CLOCK_DAY, 1, TERMS_DAYS_MAX, "×24 h", why) &&
               ((plain && c->base_ms % CLOCK_DAY == 0) ||
                refuse(why, MSG_TERMS_CLOCK, "%s", "days"));
    default:
        return refuse(why, MSG_TERMS_CLOCK, "%s", "?");
    }
}

static bool check_levels(const struct match_terms *t, struct reason *why)
{
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (t->level[i] > (i < t->config.seats ? MATCH_LEVELS : 0))
            return refuse(why, MSG_TERMS_LEVEL, "%d\t%c %u", MATCH_LEVELS, seat_letter(i),
                          (unsigned)t->level[i]);
    return computers(t) < t->config.seats || refuse(why, MSG_TERMS_NOBODY, "%s", "");
}

static bool check_seats(const struct config *c, struct reason *why)
{
    return (c->seats >= c->min_seats && c->seats <= c->max_seats) ||
           refuse(why, MSG_TERMS_SEATS, "%s\t%u\t%u\t%u", c->preset, c->min_seats, c->max_seats,
                  c->seats);
}

bool terms_check(const struct match_terms *t, struct reason *why)
{
    const struct config *c = &t->config;
    if (!check_seats(c, why) || !check_clock(&t->clock, why) || !check_levels(t, why))
        return false;
    if (t->rated && (t->takebacks || c->seats < 2 || computers(t)))
        return refuse(why, MSG_TERMS_RATED, "%s", "");
    if (strcmp(c->lexicon->alphabet.lang, c->lang) != 0)
        return refuse(why, MSG_RECORD_LEXICON_LANG, "%s\t%s\t%s", c->lexicon_name,
                      c->lexicon->alphabet.lang, c->lang);
    return c->rules->accept(c, why) && record_opening(c, why);
}

// ---- reading ----

struct reader {
    struct match_terms *terms;
    const struct record_host *host;
    struct reason *why;
    uint32_t line;
    unsigned seen;                     // bits, by index in the table of items
    uint32_t setting_seen, level_seen; // bits
};

static bool twice(struct reader *d, const char *what, const char *which)
{
    return refuse(d->why, MSG_RECORD_TWICE, "%s%s", what, which);
}

static bool read_game(struct reader *d, struct text name)
{
    struct config *c = &d->terms->config;
    bool found = d->host->preset ? d->host->preset(d->host->context, c, name, d->why)
                                 : config_init(c, name, d->why);
    if (found)
        config_init_unnamed(c);
    return found;
}

static bool read_lang(struct reader *d, struct text name)
{
    return config_set_lang(&d->terms->config, name, d->why);
}

static bool read_lexicon(struct reader *d, struct text name)
{
    return config_set_lexicon(&d->terms->config, name, d->why);
}

static bool read_set(struct reader *d, struct text rest)
{
    struct config *c = &d->terms->config;
    struct text name = text_cut(&rest, ' ');
    for (unsigned i = 0; i < c->settings; i++) {
        if (!text_is(name, c->setting[i].name))
            continue;
        if (d->setting_seen >> i & 1)
            return twice(d, "set ", c->setting[i].name);
        d->setting_seen |= 1u << i;
    }
    return config_set_recorded(c, name, rest, d->why);
}

// The whole line is what a record has.
static bool read_start(struct reader *d, struct text rest)
{
    struct text line = {rest.at - strlen("start "), rest.len + strlen("start ")};
    return config_set_opening(&d->terms->config, line, d->why);
}

static bool read_seats(struct reader *d, struct text rest)
{
    struct config *c = &d->terms->config;
    uint32_t seats;
    if (!text_to_u32(rest, &seats) || seats < c->min_seats || seats > c->max_seats)
        return refuse(d->why, MSG_TERMS_SEATS, "%s\t%u\t%u\t%.*s", c->preset, c->min_seats,
                      c->max_seats, TEXT_ARG(reason_quote(rest)));
    c->seats = seats;
    return true;
}

static const struct clock_word {
    const char *word;
    unsigned numbers;
    int64_t unit;
} clock_words[CLOCK_KINDS] = {
    [CLOCK_NONE] = {"none", 0, 0},
    [CLOCK_PER_MOVE] = {"move", 1, 1},
    [CLOCK_FISCHER] = {"fischer", 2, 1},
    [CLOCK_CORRESPONDENCE] = {"days", 1, CLOCK_DAY},
};

static bool read_clock_numbers(const struct clock_word *w, struct text rest, struct clock_terms *c)
{
    uint32_t number[2] = {0};
    for (unsigned i = 0; i < w->numbers; i++)
        if (!text_to_u32(text_cut(&rest, ' '), &number[i]))
            return false;
    c->base_ms = number[0] * w->unit;
    c->increment_ms = number[1];
    return rest.len == 0;
}

static bool read_clock(struct reader *d, struct text rest)
{
    struct clock_terms *c = &d->terms->clock;
    struct text all = rest, word = text_cut(&rest, ' ');
    for (unsigned kind = 0; kind < CLOCK_KINDS; kind++) {
        c->kind = (enum clock_kind)kind;
        if (text_is(word, clock_words[kind].word) &&
            read_clock_numbers(&clock_words[kind], rest, c))
            return check_clock(c, d->why);
    }
    return refuse(d->why, MSG_TERMS_CLOCK, "%.*s", TEXT_ARG(reason_quote(all)));
}

static bool read_yes(struct reader *d, const char *what, struct text rest, bool *out)
{
    *out = text_is(rest, "yes");
    return *out || text_is(rest, "no") ||
           refuse(d->why, MSG_TERMS_YES_NO, "%s\t%.*s", what, TEXT_ARG(reason_quote(rest)));
}

static bool read_rated(struct reader *d, struct text rest)
{
    return read_yes(d, "rated", rest, &d->terms->rated);
}

static bool read_listed(struct reader *d, struct text rest)
{
    return read_yes(d, "listed", rest, &d->terms->listed);
}

static bool read_takebacks(struct reader *d, struct text rest)
{
    return read_yes(d, "takebacks", rest, &d->terms->takebacks);
}

static bool read_level(struct reader *d, struct text rest)
{
    struct text all = rest, letter = text_cut(&rest, ' ');
    uint32_t level;
    if (letter.len != 1 || letter.at[0] < 'A' || letter.at[0] >= 'A' + SEATS_MAX ||
        !text_to_u32(rest, &level) || level < 1 || level > MATCH_LEVELS)
        return refuse(d->why, MSG_TERMS_LEVEL, "%d\t%.*s", MATCH_LEVELS,
                      TEXT_ARG(reason_quote(all)));
    unsigned seat = (unsigned)(letter.at[0] - 'A');
    if (d->level_seen >> seat & 1)
        return twice(d, "level ", (char[]){letter.at[0], '\0'});
    d->level_seen |= 1u << seat;
    d->terms->level[seat] = (uint8_t)level;
    return true;
}

enum { ITEM_GAME };

static const struct item {
    const char *word;
    bool (*read)(struct reader *d, struct text rest);
    bool many; // may be there several times
} items[] = {
    [ITEM_GAME] = {"game", read_game, false},
    {"lang", read_lang, false},
    {"lexicon", read_lexicon, false},
    {"set", read_set, true},
    {"start", read_start, false},
    {"seats", read_seats, false},
    {"clock", read_clock, false},
    {"rated", read_rated, false},
    {"listed", read_listed, false},
    {"takebacks", read_takebacks, false},
    {"level", read_level, true},
};

enum { ITEMS = sizeof items / sizeof *items };

static bool read_item(struct reader *d, struct text line)
{
    struct text rest = line, word = text_cut(&rest, ' ');
    unsigned i = 0;
    while (i < ITEMS && !text_is(word, items[i].word))
        i++;
    if (!d->seen && i != ITEM_GAME)
        return refuse(d->why, MSG_TERMS_NO_GAME, "%s", "");
    if (i == ITEMS)
        return refuse(d->why, MSG_TERMS_UNKNOWN_LINE, "%.*s", TEXT_ARG(reason_quote(word)));
    if (!items[i].many && d->seen >> i & 1)
        return twice(d, items[i].word, "");
    if (!rest.len)
        return refuse(d->why, MSG_RECORD_NO_VALUE, "%s", items[i].word);
    d->seen |= 1u << i;
    return items[i].read(d, rest);
}

static bool has_control(struct text t)
{
    for (size_t i = 0; i < t.len; i++)
        if ((unsigned char)t.at[i] < ' ' || t.at[i] == 0x7f)
            return true;
    return false;
}

static bool read_line(struct reader *d, struct text line)
{
    if (!utf8_valid(line))
        return refuse(d->why, MSG_RECORD_NOT_UTF8, "%s", "");
    if (has_control(line))
        return refuse(d->why, MSG_RECORD_CONTROL, "%s", "");
    return read_item(d, line);
}

// An opening was legal when the terms were written: if all else still is, the lexicon has changed.
static bool blame_lexicon(const struct match_terms *t, struct reason *why)
{
    struct match_terms plain = *t;
    struct text word = text_of(t->config.opening);
    plain.config.opening[0] = '\0';
    if (!word.len || !terms_check(&plain, NULL))
        return false;
    text_cut(&word, ' ');
    return refuse(why, MSG_MATCH_LEXICON_CHANGED, "%s\t%.*s", t->config.lexicon_name,
                  TEXT_ARG(reason_quote(word)));
}

bool terms_read(struct match_terms *t, struct text text, const struct record_host *host,
                struct reason *why)
{
    struct reader d = {.terms = t, .host = host, .why = why};
    struct text line;
    memset(t, 0, sizeof *t);
    t->listed = true;
    if (text.len > TERMS_BYTES)
        return refuse(why, MSG_TERMS_LONG, "%d", TERMS_BYTES);
    while (text_next_line(&text, &line)) {
        d.line++;
        if (read_line(&d, line))
            continue;
        if (why)
            why->line = d.line;
        return false;
    }
    if (!d.seen)
        return refuse_line(why, 1, MSG_TERMS_NO_GAME, "%s", "");
    return record_open_lexicon(&t->config, host, why) &&
           (terms_check(t, why) || blame_lexicon(t, why));
}

// ---- writing ----

static void write_clock(const struct clock_terms *c, struct buf *out)
{
    const struct clock_word *w = &clock_words[c->kind];
    buf_printf(out, "clock %s", w->word);
    if (w->numbers > 0)
        buf_printf(out, " %lld", (long long)(c->base_ms / w->unit));
    if (w->numbers > 1)
        buf_printf(out, " %lld", (long long)c->increment_ms);
    buf_add_byte(out, '\n');
}

static const char *yes_no(bool yes)
{
    return yes ? "yes" : "no";
}

void terms_write(const struct match_terms *t, struct buf *out)
{
    const struct config *c = &t->config;
    config_write(c, out);
    if (c->opening[0])
        buf_printf(out, "%s\n", c->opening);
    buf_printf(out, "seats %u\n", c->seats);
    write_clock(&t->clock, out);
    buf_printf(out, "rated %s\nlisted %s\ntakebacks %s\n", yes_no(t->rated), yes_no(t->listed),
               yes_no(t->takebacks));
    for (unsigned i = 0; i < c->seats; i++)
        if (t->level[i])
            buf_printf(out, "level %c %u\n", seat_letter(i), (unsigned)t->level[i]);
}
