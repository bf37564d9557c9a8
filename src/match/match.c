// Checks and effects of events: a table with one row per kind.
#include "match/match.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

static const struct config *config_of(const struct match *m)
{
    return &m->terms.config;
}

static unsigned bit(unsigned seat)
{
    return 1u << seat;
}

static unsigned all_seats(const struct match *m)
{
    return bit(config_of(m)->seats) - 1;
}

static unsigned playing(const struct match *m)
{
    return all_seats(m) & ~m->out;
}

static unsigned computers(const struct match *m)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < config_of(m)->seats; i++)
        seats |= m->terms.level[i] ? bit(i) : 0;
    return seats;
}

// ---- beginning and end ----

// A copy in small letters, so that the same digits are the same text.
static bool copy_hex(char out[MATCH_SEED + 1], const char *hex)
{
    struct rng r;
    if (strlen(hex) != MATCH_SEED || !rng_seed_hex(&r, text_of(hex)))
        return false;
    for (unsigned i = 0; i < MATCH_SEED; i++)
        out[i] = hex[i] >= 'A' && hex[i] <= 'F' ? (char)(hex[i] | 0x20) : hex[i];
    out[MATCH_SEED] = '\0';
    return true;
}

bool match_init(struct match *m, const struct match_terms *terms, const char *seed_hex,
                const char *hash_hex, struct reason *why)
{
    memset(m, 0, sizeof *m);
    if (!copy_hex(m->seed, seed_hex) || (hash_hex && !copy_hex(m->seed_hash, hash_hex)))
        return refuse(why, MSG_MATCH_BAD_SEED, "%s", "");
    if (!terms_check(terms, why))
        return false;
    m->terms = *terms;
    m->record.config = terms->config;
    terms->config.rules->setup(&terms->config, &m->record.state);
    clocks_init(&m->clocks, &terms->clock);
    m->seq = 1;
    return true;
}

void match_release(struct match *m)
{
    record_release(&m->record);
    memset(m, 0, sizeof *m);
}

bool match_copy(struct match *to, const struct match *from)
{
    size_t size = from->record.actions * sizeof *from->record.action;
    struct action *actions = malloc(size ? size : 1);
    if (!actions)
        return false;
    *to = *from;
    if (size)
        memcpy(actions, from->record.action, size);
    to->record.action = actions;
    to->record.cap = from->record.actions;
    return true;
}

static void end(struct match *m, enum match_status status, struct match_result result,
                int64_t at_ms)
{
    m->status = status;
    m->result = result;
    m->ended_ms = at_ms;
    m->draw.open = m->takeback.open = false;
    clocks_run(&m->clocks, 0, at_ms);
}

// If the game ended by resignation, the last seat to leave decides: resignation or clock.
static enum match_end how_it_ended(const struct match *m, const struct outcome *o)
{
    unsigned gone = (unsigned)__builtin_popcount(m->out);
    if (o->reason != END_RESIGNATION)
        return MATCH_END_GAME;
    return gone && m->timed_out >> m->left[gone - 1] & 1 ? MATCH_END_CLOCK : MATCH_END_RESIGNATION;
}

// After a change of position: starts the clocks of the seats to act, or ends the match.
static void go_on(struct match *m, int64_t at_ms)
{
    const struct config *c = config_of(m);
    struct outcome o;
    c->rules->outcome(c, &m->record.state, &o);
    if (!o.over) {
        clocks_run(&m->clocks, c->rules->to_act(c, &m->record.state) & ACTS_SEATS, at_ms);
        return;
    }
    struct match_result result = {how_it_ended(m, &o), END_NONE, o.draw, o.winners};
    if (result.end == MATCH_END_GAME)
        result.game = o.reason;
    end(m, MATCH_OVER, result, at_ms);
}

// ---- seats ----

static bool check_sit(const struct match *m, const struct match_event *e, struct reason *why)
{
    if (e->account <= 0)
        return refuse(why, MSG_MATCH_BAD_ACCOUNT, "%lld", (long long)e->account);
    if (m->account[e->seat])
        return refuse(why, MSG_MATCH_SEAT_TAKEN, "%c", seat_letter(e->seat));
    return match_seat_of(m, e->account) < 0 || refuse(why, MSG_MATCH_SEATED, "%s", "");
}

static bool apply_sit(struct match *m, const struct match_event *e)
{
    m->account[e->seat] = e->account;
    return true;
}

static bool check_seated(const struct match *m, const struct match_event *e, struct reason *why)
{
    return m->account[e->seat] || refuse(why, MSG_MATCH_SEAT_FREE, "%c", seat_letter(e->seat));
}

static bool apply_leave(struct match *m, const struct match_event *e)
{
    m->account[e->seat] = 0;
    return true;
}

// The terms, with the opening that was drawn.
static struct config start_config(const struct match *m, const struct match_event *e)
{
    struct config c = *config_of(m);
    if (e->drawn[0]) {
        memcpy(c.opening, e->drawn, sizeof c.opening);
        c.opening_drawn = true;
        c.drawn_from = e->lexicon;
    }
    return c;
}

// Does the game draw a word at all, and with the lexicon of that time this one?
static bool check_draws(const struct match *m, const struct config *c, struct reason *why)
{
    struct record begun;
    if (!c->rules->draws_word || config_of(m)->opening[0])
        return refuse(why, MSG_MATCH_BAD_EVENT, "%s", c->opening);
    if (!record_begin(&begun, c, m->seed, why))
        return false;
    record_release(&begun);
    return true;
}

struct match_event match_start(const struct match *m, int64_t at_ms)
{
    struct match_event e = {.kind = EVENT_START, .seat = SEAT_NONE, .at_ms = at_ms};
    struct record begun;
    e.cut = match_cuts(m);
    e.has_lexicon = true;
    e.lexicon = config_of(m)->lexicon->checksum;
    if (!config_of(m)->rules->draws_word || !record_begin(&begun, config_of(m), m->seed, NULL))
        return e;
    if (begun.config.opening_drawn)
        memcpy(e.drawn, begun.config.opening, sizeof e.drawn);
    record_release(&begun);
    return e;
}

static bool check_start(const struct match *m, const struct match_event *e, struct reason *why)
{
    if (!match_full(m))
        return refuse(why, MSG_MATCH_NOT_FULL, "%s", "");
    if (e->cut && !match_cuts(m))
        return refuse(why, MSG_RECORD_NO_CUT, "%s", config_of(m)->preset);
    struct config begun = start_config(m, e);
    return !e->drawn[0] || (record_opening(&begun, why) && check_draws(m, &begun, why));
}

// After the checks nothing but memory can be short.
static bool only_memory(bool done, const struct reason *why)
{
    BUG_UNLESS(done || why->what == MSG_OUT_OF_MEMORY);
    return done;
}

// The players take their seats by the cut. R-BALI-59
static void seat_by_cut(struct match *m, struct record *begun)
{
    int64_t account[SEATS_MAX];
    uint8_t level[SEATS_MAX];
    unsigned leader = record_cut(begun);
    memcpy(account, m->account, sizeof account);
    memcpy(level, m->terms.level, sizeof level);
    for (unsigned place = 0; place < config_of(m)->seats; place++) {
        m->account[cut_seat(leader, place)] = account[place];
        m->terms.level[cut_seat(leader, place)] = level[place];
    }
}

static bool apply_start(struct match *m, const struct match_event *e)
{
    struct reason why = {0};
    struct record begun;
    struct config config = start_config(m, e);
    if (!only_memory(record_begin(&begun, &config, m->seed, &why), &why))
        return false;
    m->has_lexicon = e->has_lexicon;
    m->lexicon = e->lexicon;
    if (e->cut)
        seat_by_cut(m, &begun);
    m->before = m->record.state;
    m->before_actions = 0;
    m->record = begun;
    m->status = MATCH_RUNNING;
    m->started_ms = e->at_ms;
    go_on(m, e->at_ms);
    return true;
}

// ---- moves and flags ----

static bool check_move(const struct match *m, const struct match_event *e, struct reason *why)
{
    const struct config *c = config_of(m);
    if (e->action.seat != e->seat)
        return refuse(why, MSG_RULES_NO_SEAT, "%c", seat_letter(c->seats - 1));
    if (m->record.actions >= MATCH_ACTIONS && e->action.kind != ACTION_RESIGN)
        return refuse(why, MSG_RECORD_MANY, "%d", MATCH_ACTIONS);
    return c->rules->check(c, &m->record.state, &e->action, why);
}

// The action and the draws that follow it.
static bool play(struct match *m, const struct action *a)
{
    const struct rules *rules = config_of(m)->rules;
    struct reason why = {0};
    struct state before;
    size_t actions = m->record.actions;
    state_copy(rules, &before, &m->record.state);
    if (!only_memory(record_add(&m->record, a, &why), &why))
        return false;
    state_copy(rules, &m->before, &before);
    m->before_actions = actions;
    return true;
}

static void drop(struct match *m, unsigned seat)
{
    m->left[__builtin_popcount(m->out)] = (uint8_t)seat;
    m->out |= bit(seat);
}

// A move cancels pending offers, which were about the position before it. Only the mover's own draw
// offer stands.
static void lapse(struct match *m, unsigned mover)
{
    m->takeback.open = false;
    if (m->draw.by != mover || m->out >> mover & 1)
        m->draw.open = false;
    m->draw_spent &= ~bit(mover);
    m->takeback_spent &= ~bit(mover);
}

static bool apply_move(struct match *m, const struct match_event *e)
{
    if (!play(m, &e->action))
        return false;
    if (e->action.kind == ACTION_RESIGN)
        drop(m, e->seat);
    m->moved |= bit(e->seat);
    lapse(m, e->seat);
    clocks_move(&m->clocks, e->seat, e->at_ms);
    go_on(m, e->at_ms);
    return true;
}

static bool check_flag(const struct match *m, const struct match_event *e, struct reason *why)
{
    bool runs = m->terms.clock.kind != CLOCK_NONE && m->clocks.running >> e->seat & 1;
    return (runs && clocks_left(&m->clocks, e->seat, e->at_ms) == 0) ||
           refuse(why, MSG_MATCH_TIME_LEFT, "%c", seat_letter(e->seat));
}

static bool apply_flag(struct match *m, const struct match_event *e)
{
    const struct config *c = config_of(m);
    struct action resign = {.kind = ACTION_RESIGN, .seat = (uint8_t)e->seat};
    bool resigns = c->rules->check(c, &m->record.state, &resign, NULL);
    if (resigns && !play(m, &resign))
        return false;
    drop(m, e->seat);
    m->timed_out |= bit(e->seat);
    m->moved |= bit(e->seat);
    lapse(m, e->seat);
    if (resigns)
        go_on(m, e->at_ms);
    else
        end(m, MATCH_OVER, (struct match_result){MATCH_END_CLOCK, END_NONE, false, playing(m)},
            e->at_ms);
    m->clocks.left_ms[e->seat] = 0;
    return true;
}

// ---- draws ----

static bool check_offer_draw(const struct match *m, const struct match_event *e, struct reason *why)
{
    unsigned others = playing(m) & ~bit(e->seat);
    if (!others || others & computers(m))
        return refuse(why, MSG_MATCH_DRAW_NOBODY, "%s", "");
    if (m->draw.open)
        return refuse(why, MSG_MATCH_DRAW_OPEN, "%s", "");
    return !(m->draw_spent >> e->seat & 1) ||
           refuse(why, MSG_MATCH_DRAW_SPENT, "%c", seat_letter(e->seat));
}

static bool apply_offer_draw(struct match *m, const struct match_event *e)
{
    m->draw = (struct match_offer){.open = true, .by = e->seat, .agreed = bit(e->seat)};
    m->draw_spent |= bit(e->seat);
    return true;
}

static bool check_decline_draw(const struct match *m, const struct match_event *e,
                               struct reason *why)
{
    (void)e;
    return m->draw.open || refuse(why, MSG_MATCH_DRAW_NONE, "%s", "");
}

static bool apply_decline_draw(struct match *m, const struct match_event *e)
{
    (void)e;
    m->draw.open = false;
    return true;
}

static bool check_new(const struct match_offer *offer, unsigned seat, struct reason *why)
{
    return !(offer->agreed >> seat & 1) || refuse(why, MSG_MATCH_AGREED, "%c", seat_letter(seat));
}

static bool check_accept_draw(const struct match *m, const struct match_event *e,
                              struct reason *why)
{
    return check_decline_draw(m, e, why) && check_new(&m->draw, e->seat, why);
}

static bool apply_accept_draw(struct match *m, const struct match_event *e)
{
    m->draw.agreed |= bit(e->seat);
    if ((m->draw.agreed & playing(m)) == playing(m))
        end(m, MATCH_OVER, (struct match_result){.end = MATCH_END_AGREEMENT, .draw = true},
            e->at_ms);
    return true;
}

// ---- takebacks ----

// Where the seat made the last `count`-th of its moves: an index of the record's actions.
static bool find_back(const struct match *m, unsigned seat, int64_t count, size_t *index)
{
    for (*index = m->record.actions; count > 0 && *index > 0;) {
        const struct action *a = &m->record.action[--*index];
        if (a->seat != CHANCE && a->kind == ACTION_RESIGN)
            return false;
        count -= a->seat == seat;
    }
    return count == 0;
}

static bool check_ask_takeback(const struct match *m, const struct match_event *e,
                               struct reason *why)
{
    size_t index;
    if (!m->terms.takebacks)
        return refuse(why, MSG_MATCH_TAKEBACK_OFF, "%s", "");
    if (m->takeback.open)
        return refuse(why, MSG_MATCH_TAKEBACK_OPEN, "%s", "");
    if (m->takeback_spent >> e->seat & 1)
        return refuse(why, MSG_MATCH_TAKEBACK_SPENT, "%c", seat_letter(e->seat));
    return (e->number >= 1 && e->number <= RECORD_ACTIONS &&
            find_back(m, e->seat, e->number, &index)) ||
           refuse(why, MSG_MATCH_TAKEBACK_FAR, "%c", seat_letter(e->seat));
}

// The game up to an action, made again from the seed.
static bool replay_until(const struct match *m, size_t end_index, struct record *out)
{
    struct reason why = {0};
    bool done = only_memory(record_begin(out, &m->record.config, m->seed, &why), &why);
    if (!done)
        return false;
    out->cut = m->record.cut;
    for (size_t i = 0; done && i < end_index; i++)
        if (m->record.action[i].seat != CHANCE)
            done = only_memory(record_add(out, &m->record.action[i], &why), &why);
    if (!done)
        record_release(out);
    return done;
}

static unsigned last_mover(const struct record *r)
{
    unsigned seats = 0;
    for (size_t i = 0; i < r->actions; i++)
        seats |= r->action[i].seat != CHANCE ? bit(r->action[i].seat) : 0;
    return seats;
}

static bool go_back(struct match *m, const struct match_offer *asked, int64_t at_ms)
{
    struct record again;
    size_t index;
    BUG_UNLESS(find_back(m, asked->by, asked->count, &index));
    if (!replay_until(m, index, &again))
        return false;
    BUG_UNLESS(again.actions == index);
    record_release(&m->record);
    m->record = again;
    m->backs_there = index == m->back_to ? m->backs_there + 1 : 1;
    m->back_to = index;
    m->takebacks++;
    m->moved = last_mover(&m->record);
    m->taken_back = true;
    m->takeback_spent &= ~bit(asked->by);
    m->draw.open = m->takeback.open = false;
    clocks_run(&m->clocks, 0, at_ms); // a new turn, also for the seat that was to move anyway
    go_on(m, at_ms);
    return true;
}

// Agreement is needed from all people still in the game.
static bool all_agree(const struct match *m, const struct match_offer *asked)
{
    return !(playing(m) & ~computers(m) & ~asked->agreed);
}

static bool apply_ask_takeback(struct match *m, const struct match_event *e)
{
    struct match_offer asked = {true, e->seat, bit(e->seat), (uint32_t)e->number};
    if (all_agree(m, &asked))
        return go_back(m, &asked, e->at_ms);
    m->takeback = asked;
    m->takeback_spent |= bit(e->seat);
    return true;
}

static bool check_decline_takeback(const struct match *m, const struct match_event *e,
                                   struct reason *why)
{
    (void)e;
    return m->takeback.open || refuse(why, MSG_MATCH_TAKEBACK_NONE, "%s", "");
}

static bool apply_decline_takeback(struct match *m, const struct match_event *e)
{
    (void)e;
    m->takeback.open = false;
    return true;
}

static bool check_accept_takeback(const struct match *m, const struct match_event *e,
                                  struct reason *why)
{
    return check_decline_takeback(m, e, why) && check_new(&m->takeback, e->seat, why);
}

static bool apply_accept_takeback(struct match *m, const struct match_event *e)
{
    struct match_offer asked = m->takeback;
    asked.agreed |= bit(e->seat);
    if (all_agree(m, &asked))
        return go_back(m, &asked, e->at_ms);
    m->takeback = asked;
    return true;
}

// ---- bounds ----

static bool admits_takeback(const struct match *m, const struct match_event *e, struct reason *why)
{
    size_t index;
    if (m->takebacks >= MATCH_TAKEBACKS)
        return refuse(why, MSG_MATCH_TAKEBACKS, "%d", MATCH_TAKEBACKS);
    bool again = m->backs_there >= MATCH_TAKEBACKS_MOVE &&
                 find_back(m, e->seat, e->number, &index) && index == m->back_to;
    return !again || refuse(why, MSG_MATCH_TAKEBACKS_MOVE, "%d", MATCH_TAKEBACKS_MOVE);
}

bool match_admits(const struct match *m, const struct match_event *e, struct reason *why)
{
    bool optional = e->kind == EVENT_OFFER_DRAW || e->kind == EVENT_ASK_TAKEBACK;
    if (e->kind == EVENT_SIT && m->seq > MATCH_COMINGS)
        return refuse(why, MSG_MATCH_COMINGS, "%s", "");
    if (optional && m->seq > MATCH_EVENTS)
        return refuse(why, MSG_MATCH_LONG, "%s", "");
    return e->kind != EVENT_ASK_TAKEBACK || admits_takeback(m, e, why);
}

// ---- the server's own ----

static bool check_abort(const struct match *m, const struct match_event *e, struct reason *why)
{
    if (e->seat == SEAT_NONE)
        return true;
    if (m->moved == all_seats(m))
        return refuse(why, MSG_MATCH_ABORT_LATE, "%s", "");
    return check_seated(m, e, why);
}

static bool apply_abort(struct match *m, const struct match_event *e)
{
    bool by_server = e->seat == SEAT_NONE;
    struct match_result none = {.end = by_server ? MATCH_END_EXPIRED : MATCH_END_ABORT};
    end(m, MATCH_ABORTED, none, e->at_ms);
    return true;
}

static bool check_hold(const struct match *m, const struct match_event *e, struct reason *why)
{
    (void)m;
    return e->number >= 1 || refuse(why, MSG_MATCH_BAD_HOLD, "%s", "");
}

// The server was not down while it wrote the last event.
static bool apply_hold(struct match *m, const struct match_event *e)
{
    int64_t since = e->at_ms - m->last_ms;
    clocks_hold(&m->clocks, e->number < since ? e->number : since, e->at_ms);
    return true;
}

// ---- all of them ----

enum { WAITING = 1 << MATCH_WAITING, RUNNING = 1 << MATCH_RUNNING };
enum whose { NOBODYS, ANY_SEATS, A_PERSONS, A_PERSONS_OR_NOBODYS };

static const struct kind {
    unsigned when; // in which statuses
    enum message otherwise;
    enum whose whose;
    bool late; // also after a clock has run out
    bool (*check)(const struct match *m, const struct match_event *e, struct reason *why);
    bool (*apply)(struct match *m, const struct match_event *e);
} kinds[EVENT_KINDS] = {
    [EVENT_SIT] = {WAITING, MSG_MATCH_NOT_WAITING, A_PERSONS, true, check_sit, apply_sit},
    [EVENT_LEAVE] = {WAITING, MSG_MATCH_NOT_WAITING, A_PERSONS, true, check_seated, apply_leave},
    [EVENT_START] = {WAITING, MSG_MATCH_NOT_WAITING, NOBODYS, true, check_start, apply_start},
    [EVENT_MOVE] = {RUNNING, MSG_MATCH_NOT_RUNNING, ANY_SEATS, false, check_move, apply_move},
    [EVENT_OFFER_DRAW] = {RUNNING, MSG_MATCH_NOT_RUNNING, A_PERSONS, false, check_offer_draw,
                          apply_offer_draw},
    [EVENT_DECLINE_DRAW] = {RUNNING, MSG_MATCH_NOT_RUNNING, A_PERSONS, false, check_decline_draw,
                            apply_decline_draw},
    [EVENT_ACCEPT_DRAW] = {RUNNING, MSG_MATCH_NOT_RUNNING, A_PERSONS, false, check_accept_draw,
                           apply_accept_draw},
    [EVENT_ASK_TAKEBACK] = {RUNNING, MSG_MATCH_NOT_RUNNING, A_PERSONS, false, check_ask_takeback,
                            apply_ask_takeback},
    [EVENT_DECLINE_TAKEBACK] = {RUNNING, MSG_MATCH_NOT_RUNNING, A_PERSONS, false,
                                check_decline_takeback, apply_decline_takeback},
    [EVENT_ACCEPT_TAKEBACK] = {RUNNING, MSG_MATCH_NOT_RUNNING, A_PERSONS, false,
                               check_accept_takeback, apply_accept_takeback},
    [EVENT_FLAG] = {RUNNING, MSG_MATCH_NOT_RUNNING, ANY_SEATS, true, check_flag, apply_flag},
    [EVENT_ABORT] = {WAITING | RUNNING, MSG_MATCH_ENDED, A_PERSONS_OR_NOBODYS, false, check_abort,
                     apply_abort},
    [EVENT_HOLD] = {RUNNING, MSG_MATCH_NOT_RUNNING, NOBODYS, true, check_hold, apply_hold},
};

static bool check_seat(const struct match *m, enum whose whose, unsigned seat, struct reason *why)
{
    bool none = whose == NOBODYS || (whose == A_PERSONS_OR_NOBODYS && seat == SEAT_NONE);
    if (none ? seat != SEAT_NONE : seat >= config_of(m)->seats)
        return refuse(why, MSG_MATCH_NO_SEAT, "%c", seat < SEATS_MAX ? seat_letter(seat) : '?');
    if (none)
        return true;
    if (whose != ANY_SEATS && m->terms.level[seat])
        return refuse(why, MSG_MATCH_COMPUTER_SEAT, "%c", seat_letter(seat));
    return !(m->out >> seat & 1) || refuse(why, MSG_MATCH_OUT, "%c", seat_letter(seat));
}

bool match_check(const struct match *m, const struct match_event *e, struct reason *why)
{
    unsigned late;
    BUG_UNLESS(e->kind < EVENT_KINDS);
    const struct kind *k = &kinds[e->kind];
    if (!(k->when >> m->status & 1))
        return refuse(why, k->otherwise, "%s", "");
    if (e->at_ms < 1 || e->at_ms < m->last_ms || e->at_ms > MATCH_TIME_MAX)
        return refuse(why, MSG_MATCH_TIME, "%s", "");
    if (!check_seat(m, k->whose, e->seat, why))
        return false;
    if (!k->late && e->seat != SEAT_NONE && match_flag_due(m, e->at_ms, &late))
        return refuse(why, MSG_MATCH_TIME_UP, "%c", seat_letter(late));
    return k->check(m, e, why);
}

bool match_apply(struct match *m, const struct match_event *e)
{
    BUG_UNLESS(kinds[e->kind].when >> m->status & 1 && e->at_ms >= m->last_ms);
    size_t actions = m->record.actions;
    if (!kinds[e->kind].apply(m, e))
        return false;
    if (e->kind != EVENT_MOVE && e->kind != EVENT_START && m->record.actions <= actions)
        m->before_actions = m->record.actions; // it did nothing to the game
    m->seq++;
    m->last_ms = e->at_ms;
    return true;
}
