#include "proto/search_answer.h"

#include "rules/movelist.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const saids[SEARCH_STATUSES] = {"taken", "busy", "refused",
                                                   "at-it", "done", "nothing"};

// No number that a game or a search comes to is nearly as large; none in millionths overflows.
#define LARGEST 1e12

const char *search_status_key(enum search_status status)
{
    return saids[status];
}

void search_answer_write(const struct search_answer *a, struct buf *out)
{
    buf_printf(out, "%s %s\n", saids[a->status], a->name);
}

// ---- the numbers of a result ----

static int64_t millionths(double x)
{
    return isfinite(x) && fabs(x) < LARGEST ? llround(x * 1e6) : 0;
}

// In the order of the lines.
enum { POINTS, MARGIN, EXACT, DEPTH, NODES, WORTH, LEAVE, EQUITY, WIN, FORESEEN, SCORE, BONUS };
static const char *const keys[] = {"points", "margin", "exact", "depth",    "nodes", "worth",
                                   "leave",  "equity", "win",   "foreseen", "score", "bonus"};
enum { NUMBERS = sizeof keys / sizeof *keys };

static void take_numbers(const struct engine_result *r, int64_t n[NUMBERS])
{
    n[POINTS] = r->points;
    n[MARGIN] = millionths(r->margin);
    n[EXACT] = r->exact;
    n[DEPTH] = r->depth;
    n[NODES] = r->nodes > (uint64_t)LARGEST ? (int64_t)LARGEST : (int64_t)r->nodes;
    n[WORTH] = r->worth.known;
    n[LEAVE] = millionths(r->worth.leave);
    n[EQUITY] = millionths(r->worth.equity);
    n[WIN] = millionths(r->worth.win);
    n[FORESEEN] = r->has_forecast;
    n[SCORE] = millionths(r->score);
    n[BONUS] = millionths(r->bonus);
}

static void put_numbers(struct engine_result *r, const int64_t n[NUMBERS])
{
    r->margin = (double)n[MARGIN] / 1e6;
    r->exact = n[EXACT] != 0;
    r->depth = n[DEPTH] > 0 && n[DEPTH] < INT32_MAX ? (unsigned)n[DEPTH] : 0;
    r->nodes = n[NODES] > 0 ? (uint64_t)n[NODES] : 0;
    r->worth = (struct engine_worth){.known = n[WORTH] != 0,
                                     .leave = (double)n[LEAVE] / 1e6,
                                     .equity = (double)n[EQUITY] / 1e6,
                                     .win = (double)n[WIN] / 1e6};
    r->has_forecast = n[FORESEEN] != 0;
    r->score = (double)n[SCORE] / 1e6;
    r->bonus = (double)n[BONUS] / 1e6;
}

// ---- writing ----

static void put_moves(const struct movelist *line, struct buf *out)
{
    for (size_t i = 0; i < movelist_count(line); i++) {
        const struct listed *one = movelist_at(line, i);
        buf_printf(out, "%c %.*s\n", seat_letter(one->action.seat),
                   TEXT_ARG(movelist_text(line, one)));
    }
}

bool search_answer_write_result(const struct search_job *j, const struct engine_result *found,
                                struct buf *out)
{
    struct movelist line = {0};
    int64_t n[NUMBERS];
    bool ok = movelist_line(&line, &j->config, &j->view, found->line, found->line_length) &&
              movelist_count(&line) && action_equal(&movelist_at(&line, 0)->action, &found->move);
    if (ok) {
        buf_printf(out, "%s %s\n", saids[SEARCH_DONE], j->name);
        take_numbers(found, n);
        for (unsigned i = 0; i < NUMBERS; i++)
            buf_printf(out, "%s %lld\n", keys[i], (long long)n[i]);
        put_moves(&line, out);
    }
    movelist_release(&line);
    return ok;
}

// ---- reading ----

bool search_answer_read(struct search_answer *a, struct text text, struct reason *why)
{
    struct text line = TEXT(""), rest;
    *a = (struct search_answer){0};
    bool ok = text.len <= SEARCH_ANSWER_BYTES && text_next_line(&text, &line);
    rest = line;
    struct text key = text_cut(&rest, ' ');
    while (ok && a->status < SEARCH_STATUSES && !text_is(key, saids[a->status]))
        a->status++;
    if (!ok || a->status == SEARCH_STATUSES || !rest.len || rest.len >= sizeof a->name)
        return refuse_line(why, 1, MSG_JOB_BAD_ANSWER, "%s", "");
    memcpy(a->name, rest.at, rest.len);
    return true;
}

static bool read_number(struct text text, int64_t *out)
{
    bool below = text_starts(text, "-");
    struct text digits = text_from(text, below);
    *out = 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.at[i] < '0' || digits.at[i] > '9' || i == 18)
            return false;
        *out = *out * 10 + (digits.at[i] - '0');
    }
    *out = below ? -*out : *out;
    return digits.len > 0;
}

static bool read_numbers(struct text *text, int64_t n[NUMBERS])
{
    struct text line;
    for (unsigned i = 0; i < NUMBERS; i++)
        if (!text_next_line(text, &line) || !text_is(text_cut(&line, ' '), keys[i]) ||
            !read_number(line, &n[i]))
            return false;
    return true;
}

// One more move of the line, made in `s`.
static bool read_move(const struct config *c, struct state *s, struct text line,
                      struct engine_result *found)
{
    struct action *a = &found->line[found->line_length];
    unsigned seat = line.len > 2 && line.at[1] == ' ' ? (unsigned char)line.at[0] - 'A' : SEATS_MAX;
    if (found->line_length == ENGINE_LINE || seat >= c->seats ||
        !c->rules->parse(c, s, seat, text_from(line, 2), a, NULL) || a->seat != seat ||
        !c->rules->check(c, s, a, NULL))
        return false;
    c->rules->apply(c, s, a);
    found->line_length++;
    return true;
}

// Resigning is a legal move, but none that a search may find.
static bool take_move(const struct search_job *j, struct engine_result *found)
{
    const struct config *c = &j->config;
    struct report report;
    found->move = found->line[0];
    if (!found->line_length || found->move.seat != j->seat || found->move.kind == ACTION_RESIGN)
        return false;
    c->rules->report(c, &j->view, &found->move, &report);
    found->points = report.points;
    return true;
}

bool search_answer_read_result(const struct search_job *j, struct text text,
                               struct engine_result *found, struct reason *why)
{
    struct state s = j->view;
    struct text line;
    int64_t n[NUMBERS];
    *found = (struct engine_result){0};
    bool ok =
        text.len <= SEARCH_ANSWER_BYTES && text_next_line(&text, &line) && read_numbers(&text, n);
    while (ok && text_next_line(&text, &line))
        ok = read_move(&j->config, &s, line, found);
    if (!ok || !take_move(j, found))
        return refuse(why, MSG_JOB_BAD_ANSWER, "%s", "");
    put_numbers(found, n);
    return true;
}
