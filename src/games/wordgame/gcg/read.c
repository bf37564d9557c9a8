// Reading the lines of a GCG file.
#include "games/wordgame/gcg/gcg.h"

#include "base/utf8.h"
#include "games/wordgame/settings.h"

#include <string.h>

enum { TURNS_MAX = RECORD_ACTIONS, POINTS_MAX = 1000000 };

struct reader {
    struct gcg *g;
    struct reason *why;
    uint32_t line;
};

static bool refuse_here(struct reader *d, enum message what)
{
    return refuse_line(d->why, d->line, what, "%s", "");
}

static bool read_player(struct reader *d, unsigned seat, struct text rest)
{
    d->g->nick[seat] = text_cut_word(&rest);
    d->g->name[seat] = rest.len ? rest : d->g->nick[seat];
    return d->g->nick[seat].len || refuse_here(d, MSG_GCG_LINE);
}

// Notes, and anything else that other programs write, are ignored.
static bool read_note(struct reader *d, struct text line)
{
    struct text rest = line, key = text_cut_word(&rest);
    if (text_is(key, "#player1") || text_is(key, "#player2"))
        return read_player(d, key.at[7] == '2', rest);
    if (text_is(key, "#lexicon"))
        d->g->lexicon = rest;
    return true;
}

static bool find_seat(struct reader *d, struct text nick, unsigned *seat)
{
    for (*seat = 0; *seat < 2; ++*seat) {
        if (!d->g->nick[*seat].len)
            d->g->nick[*seat] = d->g->name[*seat] = nick;
        if (text_equal(d->g->nick[*seat], nick))
            return true;
    }
    return refuse_here(d, MSG_GCG_PLAYER);
}

static bool is_column(char c)
{
    return (unsigned)((c | 0x20) - 'a') < BOARD_SIDE;
}

// `8D`, `D8`: digits, and one letter before or behind them.
static bool is_place(struct text t)
{
    unsigned digits = 0;
    for (size_t i = 0; i < t.len; i++)
        digits += t.at[i] >= '0' && t.at[i] <= '9';
    return t.len >= 2 && t.len <= 3 && digits == t.len - 1 &&
           (is_column(t.at[0]) || is_column(t.at[t.len - 1]));
}

static bool add_turn(struct reader *d, const struct gcg_turn *t)
{
    if (d->g->turns.len / sizeof *t >= TURNS_MAX)
        return refuse_line(d->why, d->line, MSG_RECORD_MANY, "%d", TURNS_MAX);
    buf_add(&d->g->turns, t, sizeof *t);
    return buf_ok(&d->g->turns) || refuse_here(d, MSG_OUT_OF_MEMORY);
}

// The last turn was a placement that was challenged: it becomes a lost turn.
static bool withdraw(struct reader *d, unsigned seat)
{
    struct gcg_turn *all = (struct gcg_turn *)(void *)d->g->turns.at;
    size_t count = d->g->turns.len / sizeof *all;
    if (!count || all[count - 1].seat != seat || all[count - 1].kind != GCG_PLACE)
        return refuse_here(d, MSG_GCG_WITHDRAWN);
    all[count - 1].kind = GCG_PASS;
    all[count - 1].has_points = false;
    return true;
}

// `(AEI)` are tiles left at the end: the other seat's if no rack precedes them, else the seat's
// own. `(challenge)` and `(time)` only change scores.
static bool read_left(struct reader *d, struct gcg_turn *t, struct text word)
{
    if (word.len < 2 || word.at[word.len - 1] != ')')
        return refuse_here(d, MSG_GCG_LINE);
    t->tiles = text_head(text_from(word, 1), word.len - 2);
    if (text_is(t->tiles, "challenge") || text_is(t->tiles, "time"))
        return true;
    t->kind = GCG_LEFT;
    t->seat = t->rack.len ? t->seat : 1 - t->seat;
    return add_turn(d, t);
}

// `+14`. A number too large for any move, or a missing one, is ignored.
static void read_points(struct gcg_turn *t, struct text rest)
{
    struct text word = text_cut_word(&rest);
    uint32_t points;
    bool minus = word.len && word.at[0] == '-';
    if (word.len && (minus || word.at[0] == '+'))
        word = text_from(word, 1);
    if (!text_to_u32(word, &points) || points > POINTS_MAX)
        return;
    t->has_points = true;
    t->points = minus ? -(int32_t)points : (int32_t)points;
}

static bool read_move(struct reader *d, struct gcg_turn *t, struct text word, struct text rest)
{
    if (text_is(word, "--"))
        return withdraw(d, t->seat);
    if (word.len && word.at[0] == '(')
        return read_left(d, t, word);
    if (word.len && word.at[0] == '-') {
        t->tiles = text_from(word, 1);
        t->kind = t->tiles.len ? GCG_EXCHANGE : GCG_PASS;
        read_points(t, rest);
        return add_turn(d, t);
    }
    t->kind = GCG_PLACE;
    t->place = word;
    t->tiles = text_cut_word(&rest);
    read_points(t, rest);
    return is_place(word) && t->tiles.len ? add_turn(d, t) : refuse_here(d, MSG_GCG_LINE);
}

// >Nick: RACK MOVE… POINTS TOTAL; the rack may be missing.
static bool read_turn(struct reader *d, struct text line)
{
    struct text rest = text_from(line, 1), nick = text_trim(text_cut(&rest, ':'));
    struct gcg_turn t = {.line = d->line};
    if (nick.len + 1 >= line.len || !nick.len)
        return refuse_here(d, MSG_GCG_LINE);
    if (!find_seat(d, nick, &t.seat))
        return false;
    struct text word = text_cut_word(&rest);
    if (!is_place(word) && word.len && word.at[0] != '-' && word.at[0] != '(') {
        t.rack = word;
        word = text_cut_word(&rest);
    }
    return read_move(d, &t, word, rest);
}

static bool read_line(struct reader *d, struct text line)
{
    if (!utf8_valid(line))
        return refuse_here(d, MSG_RECORD_NOT_UTF8);
    line = text_trim(line);
    if (!line.len)
        return true;
    if (line.at[0] == '#')
        return read_note(d, line);
    if (line.at[0] == '>')
        return read_turn(d, line);
    return refuse_here(d, MSG_GCG_LINE);
}

// Seat A is the player who moves first.
static void order_seats(struct gcg *g)
{
    struct gcg_turn *all = (struct gcg_turn *)(void *)g->turns.at;
    size_t count = g->turns.len / sizeof *all;
    if (!count || all[0].seat == 0)
        return;
    struct text nick = g->nick[0], name = g->name[0];
    g->nick[0] = g->nick[1];
    g->name[0] = g->name[1];
    g->nick[1] = nick;
    g->name[1] = name;
    for (size_t i = 0; i < count; i++)
        all[i].seat ^= 1;
}

bool gcg_read(struct gcg *g, struct text text, struct reason *why)
{
    struct reader d = {.g = g, .why = why};
    struct text line;
    *g = (struct gcg){0};
    if (text.len > GCG_BYTES)
        return refuse(why, MSG_RECORD_LONG, "%d", GCG_BYTES);
    if (text_starts(text, "\xEF\xBB\xBF"))
        text = text_from(text, 3);
    while (text_next_line(&text, &line)) {
        d.line++;
        if (!read_line(&d, line)) {
            gcg_release(g);
            return false;
        }
    }
    order_seats(g);
    return true;
}

void gcg_release(struct gcg *g)
{
    buf_release(&g->turns);
}
