// Events as the lines of a log, and a match from such lines.
#include "match/match.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

// The fields of an event's line, in order, for events other than moves.
static const struct form {
    const char *word;
    bool seat;
    const char *what;
    enum { NO_NUMBER, A_NUMBER, AN_ACCOUNT } number;
} forms[EVENT_KINDS] = {
    [EVENT_SIT] = {"sit", true, NULL, AN_ACCOUNT},
    [EVENT_LEAVE] = {"leave", true, NULL, NO_NUMBER},
    [EVENT_START] = {"start", false, NULL, NO_NUMBER},
    [EVENT_OFFER_DRAW] = {"offer", true, "draw", NO_NUMBER},
    [EVENT_DECLINE_DRAW] = {"decline", true, "draw", NO_NUMBER},
    [EVENT_ACCEPT_DRAW] = {"agree", true, "draw", NO_NUMBER},
    [EVENT_ASK_TAKEBACK] = {"ask", true, "takeback", A_NUMBER},
    [EVENT_DECLINE_TAKEBACK] = {"decline", true, "takeback", NO_NUMBER},
    [EVENT_ACCEPT_TAKEBACK] = {"agree", true, "takeback", NO_NUMBER},
    [EVENT_FLAG] = {"flag", true, NULL, NO_NUMBER},
    [EVENT_ABORT] = {"abort", true, NULL, NO_NUMBER},
    [EVENT_HOLD] = {"hold", false, NULL, A_NUMBER},
};

static void format_form(const struct form *f, const struct match_event *e, struct buf *out)
{
    buf_add_string(out, f->word);
    if (f->seat && e->seat != SEAT_NONE)
        buf_printf(out, " %c", seat_letter(e->seat));
    if (f->what)
        buf_printf(out, " %s", f->what);
    if (e->kind == EVENT_START && e->cut)
        buf_add_string(out, " cut");
    if (f->number)
        buf_printf(out, " %lld", (long long)(f->number == A_NUMBER ? e->number : e->account));
}

static void format(const struct match *m, const struct state *before, const struct match_event *e,
                   unsigned viewer, struct buf *out)
{
    const struct config *c = &m->terms.config;
    BUG_UNLESS(e->kind < EVENT_KINDS);
    if (e->kind != EVENT_MOVE) {
        format_form(&forms[e->kind], e, out);
        return;
    }
    buf_printf(out, "%c ", seat_letter(e->seat));
    c->rules->format(c, before, &e->action, viewer, out);
}

// The lexicon's checksum and the word are for replays: viewers see the draw as such.
void match_event_format(const struct match *m, const struct match_event *e, struct buf *out)
{
    format(m, &m->record.state, e, VIEWER_ALL, out);
    if (e->kind == EVENT_START && e->has_lexicon)
        buf_printf(out, " lexicon %016" PRIx64 "%s%s", e->lexicon, e->drawn[0] ? " " : "",
                   e->drawn);
}

// Behind the last draw of an event; its beginning where it has none.
static size_t draws_end(const struct match *m)
{
    size_t end = m->record.actions;
    while (end > m->before_actions && m->record.action[end - 1].seat != CHANCE)
        end--;
    return end;
}

// Draws are worded in the state that they happen in. Most events have none, and nothing is played
// again for them.
static void format_draws(const struct match *m, unsigned viewer, struct buf *out)
{
    const struct config *c = &m->terms.config;
    size_t end = draws_end(m);
    if (end <= m->before_actions)
        return;
    struct state s;
    state_copy(c->rules, &s, &m->before);
    for (size_t i = m->before_actions; i < end; i++) {
        const struct action *a = &m->record.action[i];
        if (a->seat == CHANCE) {
            c->rules->format(c, &s, a, viewer, out);
            buf_add_byte(out, '\n');
        }
        c->rules->apply(c, &s, a);
    }
}

void match_event_for_viewer(const struct match *m, const struct match_event *e, unsigned viewer,
                            struct buf *out)
{
    format(m, &m->before, e, viewer, out);
    buf_add_byte(out, '\n');
    if (e->kind == EVENT_START)
        cut_write(&m->record.cut, out);
    format_draws(m, viewer, out);
}

// ---- reading ----

static bool no_event(struct text line, struct reason *why)
{
    return refuse(why, MSG_MATCH_BAD_EVENT, "%.*s", TEXT_ARG(reason_quote(line)));
}

// The seat's number, or -1.
static int seat_of(const struct match *m, struct text t)
{
    int seat = t.len == 1 ? t.at[0] - 'A' : -1;
    return seat >= 0 && seat < (int)m->terms.config.seats ? seat : -1;
}

// Written in one way only, so that a line is the same when it is written again.
static bool read_number(struct text t, int64_t *out)
{
    *out = 0;
    if (t.len == 0 || t.len > 18 || t.at[0] == '0')
        return false;
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] < '0' || t.at[i] > '9')
            return false;
        *out = *out * 10 + (t.at[i] - '0');
    }
    return true;
}

// [cut] [lexicon CHECKSUM [EVENT]]
static bool read_start(struct text rest, struct match_event *e)
{
    struct text word = text_cut(&rest, ' ');
    e->cut = text_is(word, "cut");
    if (e->cut)
        word = text_cut(&rest, ' ');
    e->has_lexicon = text_is(word, "lexicon");
    if (!e->has_lexicon)
        return word.len == 0 && rest.len == 0;
    if (!text_to_hex64(text_cut(&rest, ' '), &e->lexicon) || rest.len >= sizeof e->drawn)
        return false;
    memcpy(e->drawn, rest.at, rest.len);
    return true;
}

// Reads the fields after the first word. False if they do not match the form.
static bool read_form(const struct match *m, const struct form *f, struct text rest,
                      struct match_event *e)
{
    bool optional = e->kind == EVENT_ABORT;
    if (f->seat && !(optional && !rest.len)) {
        int seat = seat_of(m, text_cut(&rest, ' '));
        if (seat < 0)
            return false;
        e->seat = (unsigned)seat;
    }
    if (f->what && !text_is(text_cut(&rest, ' '), f->what))
        return false;
    if (e->kind == EVENT_START)
        return read_start(rest, e);
    if (f->number == NO_NUMBER)
        return rest.len == 0;
    return read_number(rest, f->number == A_NUMBER ? &e->number : &e->account);
}

static bool read_move(const struct match *m, struct text word, struct text rest,
                      struct match_event *e, struct reason *why)
{
    const struct config *c = &m->terms.config;
    int seat = seat_of(m, word);
    if (seat < 0)
        return refuse(why, MSG_MATCH_NO_SEAT, "%.*s", TEXT_ARG(word));
    if (m->status != MATCH_RUNNING)
        return refuse(why, MSG_MATCH_NOT_RUNNING, "%s", "");
    if (!rest.len)
        return refuse(why, MSG_RECORD_NO_VALUE, "%.*s", TEXT_ARG(word));
    *e = (struct match_event){.kind = EVENT_MOVE, .seat = (unsigned)seat};
    return c->rules->parse(c, &m->record.state, e->seat, rest, &e->action, why);
}

static bool has_control(struct text t)
{
    for (size_t i = 0; i < t.len; i++)
        if ((unsigned char)t.at[i] < ' ' || t.at[i] == 0x7f)
            return true;
    return false;
}

static bool check_line(struct text line, struct reason *why)
{
    if (line.len > EVENT_BYTES)
        return refuse(why, MSG_MATCH_LONG_EVENT, "%d", EVENT_BYTES);
    if (!utf8_valid(line))
        return refuse(why, MSG_RECORD_NOT_UTF8, "%s", "");
    return !has_control(line) || refuse(why, MSG_RECORD_CONTROL, "%s", "");
}

bool match_event_parse(const struct match *m, struct text line, struct match_event *e,
                       struct reason *why)
{
    struct text rest = line, word = text_cut(&rest, ' ');
    if (!check_line(line, why))
        return false;
    // A space that nothing follows is in no form.
    if (line.len && line.at[line.len - 1] == ' ')
        return no_event(line, why);
    if (word.len == 1)
        return read_move(m, word, rest, e, why);
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++) {
        *e = (struct match_event){.kind = (enum match_event_kind)kind, .seat = SEAT_NONE};
        if (kind != EVENT_MOVE && text_is(word, forms[kind].word) &&
            read_form(m, &forms[kind], rest, e))
            return true;
    }
    return no_event(line, why);
}

// The word that a reason is about, if it is not in the lexicon; else the whole event.
static struct text no_longer(const struct config *c, const struct reason *why, struct text line)
{
    struct text rest = text_of(why->args), word = text_cut(&rest, '\t');
    struct word letters;
    bool lacking = alphabet_fold(&c->lexicon->alphabet, word, &letters, NULL) && letters.len > 1 &&
                   !graph_has(&c->lexicon->graph, &letters);
    return reason_quote(lacking ? word : line);
}

// Does the game itself refuse the event, whatever the match says to it?
static bool is_illegal(const struct match *m, const struct match_event *e)
{
    struct config c = m->terms.config;
    if (e->kind == EVENT_MOVE)
        return !c.rules->check(&c, &m->record.state, &e->action, NULL);
    memcpy(c.opening, e->drawn, sizeof c.opening);
    return e->kind == EVENT_START && !record_opening(&c, NULL);
}

// An entry that was legal when it was written and is not any more: the lexicon has changed since, or
// may have, where the log does not say which it was.
static bool blame_lexicon(const struct match *m, const struct match_entry *entry,
                          const struct match_event *e, struct reason *why)
{
    const struct config *c = &m->terms.config;
    bool known = e->kind == EVENT_START ? e->has_lexicon : m->has_lexicon;
    uint64_t then = e->kind == EVENT_START ? e->lexicon : m->lexicon;
    if (!why || (known && then == c->lexicon->checksum))
        return false;
    struct reason found = *why;
    return refuse(why, MSG_MATCH_LEXICON_CHANGED, "%s\t%.*s", c->lexicon_name,
                  TEXT_ARG(no_longer(c, &found, entry->line)));
}

bool match_replay_one(struct match *m, const struct match_entry *entry, struct match_event *e,
                      struct reason *why)
{
    *e = (struct match_event){.kind = EVENT_KINDS};
    if (!match_event_parse(m, entry->line, e, why))
        return e->kind == EVENT_MOVE && blame_lexicon(m, entry, e, why);
    e->at_ms = entry->at_ms;
    if (!match_check(m, e, why))
        return is_illegal(m, e) && blame_lexicon(m, entry, e, why);
    return match_apply(m, e) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

bool match_replay(struct match *m, const struct match_terms *terms, const char *seed_hex,
                  const char *hash_hex, const struct match_entry *entries, size_t count,
                  struct reason *why)
{
    if (!match_init(m, terms, seed_hex, hash_hex, why))
        return false;
    struct match_event e;
    for (size_t i = 0; i < count; i++) {
        if (match_replay_one(m, &entries[i], &e, why))
            continue;
        if (why)
            why->line = (uint32_t)(i + 1);
        match_release(m);
        return false;
    }
    return true;
}
