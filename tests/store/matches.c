#include "store/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill_match(struct store_match *m)
{
    m->rated = true;
    m->deadline = 1LL << 41;
    m->turn = 3;
    m->started = 6000;
    SET(m->seed, "00ff");
    SET(m->result, "A");
    SET(m->end_reason, "resigned");
    SET(m->previous, "m0");
    memset(m->terms, 'x', sizeof m->terms - 1);
}

JOB_TEST(match_comes_back)
{
    struct store_match m = make_match(1), got;
    struct store_seat seats[SEATS_MAX] = {make_seat(0, 5), make_seat(1, 0), make_seat(2, 0)};
    struct store_seat back[SEATS_MAX];
    fill_match(&m);
    m.seats = 3;
    seats[1].level = 4;
    seats[2].score = -12;
    seats[2].rating_after = 1499.25;
    seats[2].won = true;
    memset(&got, 0xff, sizeof got);
    CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
    CHECK_STATUS(store_match_add(tx, &m, seats), STORE_TAKEN);
    CHECK_STATUS(store_match_get(tx, "m1", &got, back), STORE_OK);
    CHECK(strcmp(got.id, m.id) == 0 && strcmp(got.game, m.game) == 0);
    CHECK(strcmp(got.lang, m.lang) == 0 && strcmp(got.lexicon, m.lexicon) == 0);
    CHECK(got.seats == 3 && got.rated && got.listed && got.status == MATCH_ROW_RUNNING);
    CHECK(got.creator == 1 && got.created == m.created && got.started == 6000 && got.ended == 0);
    CHECK(got.deadline == m.deadline && got.turn == 3);
    CHECK(strcmp(got.seed, "00ff") == 0 && strcmp(got.seed_hash, "abc") == 0);
    CHECK(strcmp(got.result, "A") == 0 && strcmp(got.end_reason, "resigned") == 0);
    CHECK(strcmp(got.terms, m.terms) == 0 && strcmp(got.previous, "m0") == 0);
    CHECK(back[0].account == 5 && back[0].rating_before == 1500.5 && back[0].level == 0);
    CHECK(back[1].account == 0 && back[1].level == 4 && back[1].seat == 1);
    CHECK(back[2].score == -12 && back[2].rating_after == 1499.25 && back[2].won);
    CHECK_STATUS(store_match_get(tx, "m1", &got, NULL), STORE_OK);
    CHECK_STATUS(store_match_get(tx, "m2", &got, back), STORE_NONE);
}

// Three matches of one owner: two that wait, one of them of another account, and one with a
// computer.
static void add_owned(struct store_tx *tx)
{
    for (int i = 1; i <= 3; i++) {
        struct store_match m = make_match(i);
        struct store_seat seats[SEATS_MAX] = {make_seat(0, 1), make_seat(1, 0)};
        m.owner = UINT64_MAX - 5; // a hash may be any number
        m.creator = i == 2 ? 2 : 1;
        m.status = i == 3 ? MATCH_ROW_RUNNING : MATCH_ROW_OPEN;
        seats[1].level = i == 3 ? 6 : 0;
        CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
    }
}

JOB_TEST(what_an_owner_has_is_counted_until_it_is_over)
{
    struct store_owned owned;
    struct store_match m;
    add_owned(tx);
    CHECK_STATUS(store_match_owned(tx, UINT64_MAX - 5, 1, 6, &owned), STORE_OK);
    CHECK(owned.open == 2 && owned.by_same == 1 && owned.computers == 1);
    CHECK_STATUS(store_match_owned(tx, UINT64_MAX - 5, 1, 7, &owned), STORE_OK);
    CHECK(owned.computers == 0);
    CHECK_STATUS(store_match_owned(tx, 7, 1, 6, &owned), STORE_OK);
    CHECK(owned.open == 0 && owned.by_same == 0 && owned.computers == 0);
    CHECK_STATUS(store_match_get(tx, "m3", &m, NULL), STORE_OK);
    CHECK(m.owner == UINT64_MAX - 5);
    m.status = MATCH_ROW_OVER;
    CHECK_STATUS(store_match_save(tx, &m), STORE_OK);
    CHECK_STATUS(store_match_get(tx, "m3", &m, NULL), STORE_OK);
    CHECK(m.owner == 0);
    CHECK_STATUS(store_match_owned(tx, UINT64_MAX - 5, 1, 6, &owned), STORE_OK);
    CHECK(owned.open == 2 && owned.computers == 0);
}

JOB_TEST(match_is_saved)
{
    struct store_match m = make_match(1), got;
    struct store_seat seats[SEATS_MAX], seat = make_seat(1, 8);
    add_match(tx, 1);
    fill_match(&m);
    m.status = MATCH_ROW_OVER;
    m.listed = false;
    m.ended = 9000;
    CHECK_STATUS(store_match_save(tx, &m), STORE_OK);
    seat.score = 44;
    seat.won = true;
    seat.rating_after = 1600;
    CHECK_STATUS(store_seat_save(tx, "m1", &seat), STORE_OK);
    CHECK_STATUS(store_match_get(tx, "m1", &got, seats), STORE_OK);
    CHECK(got.status == MATCH_ROW_OVER && !got.listed && got.rated && got.ended == 9000);
    CHECK(got.turn == 3 && got.deadline == m.deadline && strcmp(got.seed, "00ff") == 0);
    CHECK(strcmp(got.end_reason, "resigned") == 0 && strcmp(got.terms, m.terms) == 0);
    CHECK(strcmp(got.result, "A") == 0 && got.started == 6000);
    CHECK(!*got.previous); // never changes
    CHECK(seats[0].account == 1 && seats[1].account == 8 && seats[1].score == 44);
    CHECK(seats[1].won && seats[1].rating_after == 1600);
    SET(m.id, "m2");
    CHECK_STATUS(store_match_save(tx, &m), STORE_NONE);
    CHECK_STATUS(store_seat_save(tx, "m2", &seat), STORE_NONE);
    seat.seat = 2;
    CHECK_STATUS(store_seat_save(tx, "m1", &seat), STORE_NONE);
}

static void add_rematch(struct store_tx *tx, int number, int64_t created,
                        enum store_match_status status)
{
    struct store_match m = make_match(number);
    struct store_seat seats[] = {make_seat(0, 1), make_seat(1, 2)};
    SET(m.previous, "m1");
    m.created = created;
    m.status = status;
    CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
}

JOB_TEST(newest_rematch_is_found)
{
    char id[STORE_MATCH_ID];
    add_match(tx, 1);
    CHECK_STATUS(store_match_rematch(tx, "m1", id), STORE_NONE);
    add_rematch(tx, 2, 10, MATCH_ROW_OVER);
    add_rematch(tx, 3, 20, MATCH_ROW_OPEN);
    add_rematch(tx, 4, 15, MATCH_ROW_RUNNING);
    add_rematch(tx, 5, 30, MATCH_ROW_ABORTED);
    CHECK_STATUS(store_match_rematch(tx, "m1", id), STORE_OK);
    CHECK(strcmp(id, "m3") == 0);
    CHECK_STATUS(store_match_rematch(tx, "m3", id), STORE_NONE);
    CHECK_STATUS(store_match_rematch(tx, "", id), STORE_NONE); // most matches are no rematch
}

JOB_TEST(deadline_is_saved_alone)
{
    struct store_match m = make_match(1), got;
    add_match(tx, 1);
    CHECK_STATUS(store_match_get(tx, "m1", &m, NULL), STORE_OK);
    CHECK_STATUS(store_match_deadline(tx, "m1", m.deadline + 77), STORE_OK);
    CHECK_STATUS(store_match_get(tx, "m1", &got, NULL), STORE_OK);
    CHECK(got.turn == m.turn && got.deadline == m.deadline + 77 && got.ended == m.ended);
    CHECK_STATUS(store_match_deadline(tx, "m2", 5), STORE_NONE);
}

// Whose turn it is, is what the last entry says: written with it, so that both are there or none.
JOB_TEST(turn_is_of_the_last_entry)
{
    struct store_match m = make_match(1), got;
    struct store_entry e = make_entry(0);
    add_match(tx, 1);
    m.turn = 3;
    CHECK_STATUS(store_match_save(tx, &m), STORE_OK);
    CHECK_STATUS(store_match_get(tx, "m1", &got, NULL), STORE_OK);
    CHECK_NUMBER(got.turn, 3);
    for (int i = 0; i < 12; i++) {
        e = make_entry(i);
        e.turn = i == 11 ? 0 : 1U << i % 2;
        CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_OK);
        CHECK_STATUS(store_match_get(tx, "m1", &got, NULL), STORE_OK);
        CHECK_NUMBER(got.turn, e.turn);
    }
    // An entry of a version that did not note it: as the row says.
    CHECK_STATUS(sql_change(tx, "UPDATE entries SET turn = -1 WHERE match_id = $1 AND seq = 11",
                            SQL_WITH(sql_string("m1"))),
                 STORE_OK);
    CHECK_STATUS(store_match_get(tx, "m1", &got, NULL), STORE_OK);
    CHECK_NUMBER(got.turn, 3);
}

struct seqs {
    int first, next;
    int stop;
};

static bool take_entry(void *context, const struct store_entry *e)
{
    struct seqs *s = context;
    CHECK_NUMBER(e->seq, s->next);
    CHECK_NUMBER(e->at, 100 + e->seq);
    CHECK_TEXT(e->text, "move A b3 Я балда");
    s->next++;
    return s->next != s->stop;
}

JOB_TEST(entries_in_order)
{
    struct store_entry e = make_entry(0);
    struct seqs s = {0};
    int32_t last = 5;
    add_match(tx, 1);
    add_match(tx, 2);
    CHECK_STATUS(store_entry_last(tx, "m1", &last), STORE_OK);
    CHECK_NUMBER(last, -1);
    for (int i = 19; i >= 0; i--) {
        e = make_entry(i);
        CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_OK);
    }
    CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_TAKEN);
    CHECK_STATUS(store_entry_add(tx, "m2", &e), STORE_OK);
    CHECK_STATUS(store_entry_add(tx, "m3", &e), STORE_NONE);
    CHECK_STATUS(store_entries(tx, "m1", 0, 0, take_entry, &s), STORE_OK);
    CHECK_NUMBER(s.next, 20);
    s.next = 7;
    CHECK_STATUS(store_entries(tx, "m1", 7, 5, take_entry, &s), STORE_OK);
    CHECK_NUMBER(s.next, 12);
    s = (struct seqs){.next = 0, .stop = 3};
    CHECK_STATUS(store_entries(tx, "m1", 0, 0, take_entry, &s), STORE_OK);
    CHECK_NUMBER(s.next, 3);
    s.next = 0;
    CHECK_STATUS(store_entries(tx, "m1", 20, 0, take_entry, &s), STORE_OK);
    CHECK_STATUS(store_entries(tx, "nothing", 0, 0, take_entry, &s), STORE_OK);
    CHECK_NUMBER(s.next, 0);
    CHECK_STATUS(store_entry_last(tx, "m1", &last), STORE_OK);
    CHECK_NUMBER(last, 19);
}

static bool take_last(void *context, const char *match, int32_t seq)
{
    int32_t *last = context; // by the number in the match's name
    last[strtol(match + 1, NULL, 10)] = seq;
    return true;
}

// More than one statement takes at once, most of them not there.
JOB_TEST(last_entries_of_many)
{
    static char id[1200][STORE_MATCH_ID];
    int32_t last[41] = {0};
    for (int i = 0; i < 1200; i++)
        snprintf(id[i], sizeof id[i], "\\\"Я%d", i);
    for (int i = 1; i <= 40; i++) {
        char *own = id[30 * (i - 1)];
        snprintf(own, sizeof id[0], "m%d", i);
        if (i % 7 == 0)
            continue;
        add_match(tx, i);
        for (int seq = 1; seq <= i; seq++) {
            struct store_entry e = make_entry(seq);
            CHECK_STATUS(store_entry_add(tx, own, &e), STORE_OK);
        }
    }
    CHECK_STATUS(store_entry_last_of(tx, (const char(*)[STORE_MATCH_ID])id, 1200, take_last, last),
                 STORE_OK);
    for (int i = 1; i <= 40; i++)
        CHECK_NUMBER(last[i], i % 7 ? i : 0);
    CHECK_STATUS(store_entry_last_of(tx, (const char(*)[STORE_MATCH_ID])id, 0, take_last, last),
                 STORE_OK);
}

// The numbers that each log gave, which must be those from the one that was asked for on.
struct catch_up {
    const struct store_log *log;
    unsigned count[STORE_CATCH_UP_LOGS];
    size_t place;
    unsigned rows, stop;
};

static bool take_catch_up(void *context, size_t place, const struct store_entry *e)
{
    struct catch_up *n = context;
    CHECK(place >= n->place && place < STORE_CATCH_UP_LOGS);
    CHECK_NUMBER(e->seq, n->log[place].from + (int)n->count[place]);
    CHECK_NUMBER(e->at, 100 + e->seq);
    CHECK_TEXT(e->text, "move A b3 Я балда");
    n->place = place;
    n->count[place]++;
    return ++n->rows != n->stop;
}

static void add_entries(struct store_tx *tx, const char *match, int count)
{
    for (int seq = 1; seq <= count; seq++) {
        struct store_entry e = make_entry(seq);
        CHECK_STATUS(store_entry_add(tx, match, &e), STORE_OK);
    }
}

static void end_match(struct store_tx *tx, int number)
{
    struct store_match m = make_match(number);
    m.status = MATCH_ROW_OVER;
    CHECK_STATUS(store_match_save(tx, &m), STORE_OK);
}

// Match i has i entries, of which the last i % 4 are new; each fifth is not there, each sixth
// over.
JOB_TEST(catch_up_of_many_logs)
{
    static struct store_log log[STORE_CATCH_UP_LOGS];
    struct catch_up n = {.log = log};
    unsigned rows = 0;
    for (int i = 0; i < STORE_CATCH_UP_LOGS; i++) {
        int entries = i % 13;
        snprintf(log[i].match, sizeof log[i].match, "m%d", i);
        log[i].from = entries - entries % 4 + 1;
        if (i % 5 == 0)
            continue;
        add_match(tx, i);
        add_entries(tx, log[i].match, entries);
        if (i % 6 == 0)
            end_match(tx, i);
        rows += (unsigned)entries % 4;
    }
    CHECK_STATUS(store_entries_of(tx, log, STORE_CATCH_UP_LOGS, take_catch_up, &n), STORE_OK);
    CHECK_NUMBER(n.rows, rows);
    for (int i = 0; i < STORE_CATCH_UP_LOGS; i++)
        CHECK_NUMBER(n.count[i], i % 5 ? i % 13 % 4 : 0);
    n = (struct catch_up){.log = log, .stop = 7};
    CHECK_STATUS(store_entries_of(tx, log, STORE_CATCH_UP_LOGS, take_catch_up, &n), STORE_OK);
    CHECK_NUMBER(n.rows, 7); // the sink has stopped it
    n = (struct catch_up){.log = log};
    CHECK_STATUS(store_entries_of(tx, log, 0, take_catch_up, &n), STORE_OK);
    CHECK_NUMBER(n.rows, 0);
}

// A log that has more than is given at a time does not keep the others' from coming; names are
// anything; the same log twice is two.
JOB_TEST(catch_up_is_bounded)
{
    const struct store_log log[] = {{"m1", 1}, {"m2", 5},  {"\\\"],'Я", 1},
                                    {"", 0},   {"m1", 21}, {"m1", 99}};
    struct catch_up n = {.log = log};
    add_match(tx, 1);
    add_match(tx, 2);
    add_entries(tx, "m1", 2 * STORE_CATCH_UP_EACH + 3);
    add_entries(tx, "m2", 6);
    CHECK_STATUS(store_entries_of(tx, log, 6, take_catch_up, &n), STORE_OK);
    CHECK_NUMBER(n.count[0], STORE_CATCH_UP_EACH);
    CHECK_NUMBER(n.count[1], 2);
    CHECK_NUMBER(n.count[4], 2 * STORE_CATCH_UP_EACH + 3 - 20);
    CHECK_NUMBER(n.rows, n.count[0] + n.count[1] + n.count[4]);
}

struct played {
    unsigned rows;
    int64_t account[41]; // of each match: the sum of those that it was found for
    int32_t last[41];
};

static bool take_played(void *context, int64_t account, const char *match, int32_t last)
{
    struct played *p = context;
    long number = strtol(match + 1, NULL, 10);
    p->rows++;
    p->account[number] += account;
    p->last[number] = last;
    return true;
}

// Those that are over are not played any more, and other people's do not count.
JOB_TEST(what_people_play_is_found)
{
    int64_t accounts[20] = {1};
    struct played found = {0};
    add_accounts(tx, 20);
    for (int i = 1; i <= 40; i++) {
        struct store_match m = make_match(i);
        const struct store_seat seats[] = {make_seat(0, 1 + i % 20), make_seat(1, 20)};
        m.status = i % 4;
        CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
        for (int seq = 1; seq < i; seq++) {
            struct store_entry e = make_entry(seq);
            CHECK_STATUS(store_entry_add(tx, m.id, &e), STORE_OK);
        }
    }
    for (int i = 0; i < 19; i++)
        accounts[i] = i + 1; // more than one statement takes
    CHECK_STATUS(store_match_played(tx, accounts, 0, take_played, &found), STORE_OK);
    CHECK_NUMBER(found.rows, 0);
    CHECK_STATUS(store_match_played(tx, accounts, 19, take_played, &found), STORE_OK);
    for (int i = 1; i <= 40; i++) {
        bool is = i % 4 < 2 && i % 20 != 19;
        CHECK_NUMBER(found.account[i], is ? 1 + i % 20 : 0);
        CHECK_NUMBER(found.last[i], is ? i - 1 : 0);
    }
    accounts[19] = 20;
    found = (struct played){0};
    CHECK_STATUS(store_match_played(tx, accounts, 20, take_played, &found), STORE_OK);
    CHECK_NUMBER(found.rows, 40);
    CHECK_NUMBER(found.account[20], 21);
}

JOB_TEST(requests_are_found)
{
    struct store_entry e = make_entry(0), got;
    struct buf text = {0};
    add_match(tx, 1);
    add_match(tx, 2);
    e.account = 1;
    SET(e.request, "r1");
    CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_OK);
    e.seq = 1;
    e.text = TEXT("another");
    buf_add_string(&text, "before ");
    CHECK_STATUS(store_entry_by_request(tx, "m1", 1, "r1", &got, &text), STORE_OK);
    CHECK(got.seq == 0 && got.account == 1 && got.at == 100 && strcmp(got.request, "r1") == 0);
    CHECK_TEXT(got.text, "move A b3 Я балда");
    CHECK_TEXT(buf_text(&text), "before move A b3 Я балда");
    CHECK_STATUS(store_entry_by_request(tx, "m1", 2, "r1", &got, &text), STORE_NONE);
    CHECK_STATUS(store_entry_by_request(tx, "m2", 1, "r1", &got, &text), STORE_NONE);
    CHECK_STATUS(store_entry_by_request(tx, "m1", 0, "", &got, &text), STORE_NONE);
    // The same id means nothing in another match, or from another account.
    CHECK_STATUS(store_entry_add(tx, "m2", &e), STORE_OK);
    e.account = 2;
    CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_OK);
    for (int i = 2; i < 5; i++) {
        e.seq = i;
        e.request[0] = '\0';
        CHECK_STATUS(store_entry_add(tx, "m1", &e), STORE_OK);
    }
    buf_release(&text);
}

enum { MATCHES = 120 };

// Every combination of status, game, listing, seat; some at the same moment.
static void add_many(struct store_tx *tx)
{
    for (int i = 0; i < MATCHES; i++) {
        struct store_match m = make_match(i);
        struct store_seat seats[] = {make_seat(0, 1 + i % 5), make_seat(1, i % 3)};
        m.created = 5000 + i / 3;
        m.status = (enum store_match_status)(i % 4);
        m.listed = i % 7 != 0;
        SET(m.game, i % 2 ? "balda" : "bukva");
        SET(m.lang, i % 11 ? "ru" : "en");
        seats[1].level = i % 9 == 0 ? 2 : 0;
        CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
    }
}

struct page {
    const struct store_match_query *query;
    bool seen[MATCHES];
    unsigned count;
    int64_t created;
    char id[STORE_MATCH_ID];
};

static bool fits(const struct store_match_query *q, const struct store_match *m,
                 const struct store_seat *s)
{
    bool sits = s[0].account == q->account || s[1].account == q->account;
    bool free_seat = (!s[0].account && !s[0].level) || (!s[1].account && !s[1].level);
    return (!q->statuses || q->statuses & 1U << m->status) && (!q->account || sits) &&
           (!q->game || strcmp(q->game, m->game) == 0) &&
           (!q->lang || strcmp(q->lang, m->lang) == 0) && (!q->listed_only || m->listed) &&
           (!q->free_seat || free_seat);
}

static bool take_match(void *context, const struct store_match *m, const struct store_seat *seats)
{
    struct page *p = context;
    uint32_t number = 0;
    CHECK(text_to_u32(text_of(m->id + 1), &number) && number < MATCHES);
    CHECK(!p->seen[number]);
    p->seen[number] = true;
    CHECK(fits(p->query, m, seats));
    CHECK(seats[0].seat == 0 && seats[1].seat == 1 && seats[0].account == 1 + number % 5);
    CHECK(!p->count || m->created < p->created ||
          (m->created == p->created && strcmp(m->id, p->id) < 0));
    p->created = m->created;
    SET(p->id, m->id);
    p->count++;
    return true;
}

// Lists page by page, and compares with what goes through all matches one by one.
static void check_query(struct store_tx *tx, struct store_match_query q)
{
    struct page p = {.query = &q};
    unsigned before, want = 0;
    q.limit = 7;
    do {
        before = p.count;
        q.before = p.created;
        q.before_id = p.id;
        CHECK_STATUS(store_match_list(tx, &q, take_match, &p), STORE_OK);
        CHECK(p.count - before <= 7);
    } while (p.count > before);
    for (int i = 0; i < MATCHES; i++) {
        char id[16];
        struct store_match m;
        struct store_seat seats[SEATS_MAX];
        snprintf(id, sizeof id, "m%d", i);
        CHECK_STATUS(store_match_get(tx, id, &m, seats), STORE_OK);
        CHECK(fits(&q, &m, seats) == p.seen[i]);
        want += fits(&q, &m, seats);
    }
    CHECK_NUMBER(p.count, want);
}

JOB_TEST(matches_are_listed)
{
    static const char *const games[] = {NULL, "bukva"}, *const langs[] = {NULL, "en"};
    unsigned queries = 0;
    add_many(tx);
    for (unsigned statuses = 0; statuses < 16; statuses++)
        for (int options = 0; options < 32; options++) {
            if (queries++ % 3 && statuses != 1 && statuses != 0)
                continue; // a third of them covers every pair
            check_query(tx, (struct store_match_query){.statuses = statuses,
                                                       .account = options & 1 ? 2 : 0,
                                                       .game = games[options >> 1 & 1],
                                                       .listed_only = options >> 2 & 1,
                                                       .free_seat = options >> 3 & 1,
                                                       .lang = langs[options >> 4 & 1]});
        }
    CHECK_STATUS(
        store_match_list(tx, &(struct store_match_query){.statuses = 16}, take_match, NULL),
        STORE_REFUSED);
}

JOB_TEST(the_matches_of_an_account_are_tallied)
{
    struct store_tally want = {0}, got;
    add_many(tx);
    for (int i = 0; i < MATCHES; i++) {
        char id[16];
        struct store_match m;
        struct store_seat seats[SEATS_MAX];
        snprintf(id, sizeof id, "m%d", i);
        CHECK_STATUS(store_match_get(tx, id, &m, seats), STORE_OK);
        m.turn = (unsigned)i % 3 + 1;
        CHECK_STATUS(store_match_save(tx, &m), STORE_OK);
        for (unsigned k = 0; k < m.seats; k++) {
            seats[k].won = (i + k) % 2;
            CHECK_STATUS(store_seat_save(tx, id, &seats[k]), STORE_OK);
            if (seats[k].account != 2)
                continue;
            want.count[m.status]++;
            want.won += m.status == MATCH_ROW_OVER && seats[k].won;
            want.to_move += m.status == MATCH_ROW_RUNNING && (m.turn >> k & 1);
        }
    }
    struct store_match solo = make_match(MATCHES); // won against nobody
    struct store_seat own = make_seat(0, 2);
    solo.seats = 1;
    solo.status = MATCH_ROW_OVER;
    own.won = true;
    CHECK_STATUS(store_match_add(tx, &solo, &own), STORE_OK);
    want.count[MATCH_ROW_OVER]++;
    CHECK_STATUS(store_match_tally(tx, 2, &got), STORE_OK);
    CHECK(want.won > 0 && want.to_move > 0 && want.count[MATCH_ROW_OPEN] > 0);
    CHECK(memcmp(&got, &want, sizeof got) == 0);
    CHECK_STATUS(store_match_tally(tx, 99, &got), STORE_OK);
    CHECK(memcmp(&got, &(struct store_tally){0}, sizeof got) == 0);
}

static bool count_match(void *context, const struct store_match *m, const struct store_seat *seats)
{
    (void)m;
    (void)seats;
    return ++*(int *)context != 5;
}

JOB_TEST(lists_are_bounded)
{
    int count = 10;
    for (int i = 0; i < MATCHES; i++)
        add_match(tx, i);
    CHECK_STATUS(
        store_match_list(tx, &(struct store_match_query){.limit = 5000}, count_match, &count),
        STORE_OK);
    CHECK_NUMBER(count, 110);
    count = 0;
    CHECK_STATUS(store_match_list(tx, &(struct store_match_query){0}, count_match, &count),
                 STORE_OK);
    CHECK_NUMBER(count, 5); // the sink has stopped it
}

struct best {
    int32_t scores[20];
    char id[STORE_MATCH_ID];
    unsigned count;
};

static bool take_best(void *context, const struct store_match *m, const struct store_seat *seats)
{
    struct best *b = context;
    CHECK(m->seats == 1 && m->status == MATCH_ROW_OVER && strcmp(m->game, "bali") == 0);
    SET(b->id, m->id);
    b->scores[b->count++] = seats[0].score;
    return b->count < 20;
}

JOB_TEST(best_of_a_solitaire)
{
    struct store_match_query q = {.best = true, .game = "bali", .lang = "en", .limit = 4};
    struct best b = {0};
    for (int i = 0; i < 12; i++) {
        struct store_match m = make_match(i);
        struct store_seat seats[] = {make_seat(0, 1), make_seat(1, 2)};
        m.seats = i == 11 ? 2 : 1;
        m.status = MATCH_ROW_RUNNING;
        SET(m.game, i == 10 ? "other" : "bali");
        SET(m.lang, i == 9 ? "de" : "en");
        SET(m.deal, i % 3 == 0 ? "2026-11-16" : i % 3 == 1 ? "2026-11-17" : "");
        seats[0].account = 1 + i / 4;
        CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
        seats[0].score = i * 37 % 100;
        CHECK_STATUS(store_seat_save(tx, m.id, &seats[0]), STORE_OK);
        m.status = i == 8 ? MATCH_ROW_ABORTED : MATCH_ROW_OVER;
        CHECK_STATUS(store_match_save(tx, &m), STORE_OK);
    }
    // 37 74 11 48 85 22 59 are left; 0 is no best score.
    CHECK_STATUS(store_match_list(tx, &q, take_best, &b), STORE_OK);
    CHECK_NUMBER(b.count, 4);
    q.before_id = b.id;
    q.before = b.scores[3];
    CHECK_STATUS(store_match_list(tx, &q, take_best, &b), STORE_OK);
    CHECK_NUMBER(b.count, 7);
    CHECK(b.scores[0] == 85 && b.scores[1] == 74 && b.scores[2] == 59 && b.scores[3] == 48);
    CHECK(b.scores[4] == 37 && b.scores[5] == 22 && b.scores[6] == 11);
    q = (struct store_match_query){.best = true, .game = "bali", .lang = "en", .account = 2};
    b.count = 0;
    CHECK_STATUS(store_match_list(tx, &q, take_best, &b), STORE_OK);
    CHECK(b.count == 4 && b.scores[0] == 85 && b.scores[1] == 59 && b.scores[3] == 22);
    q = (struct store_match_query){
        .best = true, .game = "bali", .lang = "en", .deal = "2026-11-16", .limit = 2};
    b.count = 0;
    CHECK_STATUS(store_match_list(tx, &q, take_best, &b), STORE_OK);
    q.before_id = b.id;
    q.before = b.scores[1];
    CHECK_STATUS(store_match_list(tx, &q, take_best, &b), STORE_OK);
    CHECK(b.count == 2 && b.scores[0] == 22 && b.scores[1] == 11);
    q = (struct store_match_query){.best = true, .game = "bali"};
    CHECK_STATUS(store_match_list(tx, &q, take_best, &b), STORE_REFUSED);
}

struct running {
    char ids[100];
    int64_t deadline;
};

static bool take_running(void *context, const char *id, int64_t deadline)
{
    struct running *r = context;
    snprintf(r->ids + strlen(r->ids), sizeof r->ids - strlen(r->ids), "%s ", id);
    r->deadline = deadline;
    return true;
}

JOB_TEST(running_matches_are_found)
{
    static const int64_t deadlines[] = {0, 900, 300, 0, 600};
    struct running r = {0};
    int64_t count;
    for (int i = 0; i < 10; i++) {
        struct store_match m = make_match(i);
        struct store_seat seats[] = {make_seat(0, 1), make_seat(1, 2)};
        m.status = i < 5 ? MATCH_ROW_RUNNING : MATCH_ROW_OPEN;
        m.listed = i % 2;
        m.deadline = deadlines[i % 5];
        CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
    }
    CHECK_STATUS(store_match_running(tx, 0, take_running, &r), STORE_OK);
    CHECK_TEXT(text_of(r.ids), "m2 m4 m1 m0 m3 ");
    CHECK_NUMBER(r.deadline, 0);
    r = (struct running){0};
    CHECK_STATUS(store_match_running(tx, 600, take_running, &r), STORE_OK);
    CHECK_TEXT(text_of(r.ids), "m2 m4 ");
    CHECK_NUMBER(r.deadline, 600);
    CHECK_STATUS(store_match_count(tx, MATCH_ROW_RUNNING, &count), STORE_OK);
    CHECK_NUMBER(count, 5);
    CHECK_STATUS(store_match_count(tx, MATCH_ROW_OVER, &count), STORE_OK);
    CHECK_NUMBER(count, 0);
}

struct stale {
    char ids[200];
    int64_t at, last;
};

static bool take_stale(void *context, const char *id, int64_t at, int64_t last)
{
    struct stale *s = context;
    size_t len = strlen(s->ids);
    snprintf(s->ids + len, sizeof s->ids - len, "%s ", id);
    s->at = at;
    s->last = last;
    return true;
}

static void check_stale(struct store_tx *tx, const struct store_stale_query *q, const char *wanted)
{
    struct stale s = {0};
    CHECK_STATUS(store_match_stale(tx, q, take_stale, &s), STORE_OK);
    CHECK_TEXT(text_of(s.ids), wanted);
}

JOB_TEST(stale_matches_are_found)
{
    struct stale s = {0};
    for (int i = 0; i < 10; i++) {
        struct store_match m = make_match(i);
        struct store_seat seats[] = {make_seat(0, 1), make_seat(1, 2)};
        m.status = i < 4 ? MATCH_ROW_RUNNING : i < 9 ? MATCH_ROW_OPEN : MATCH_ROW_ABORTED;
        m.listed = i % 2;
        m.created = 1000 - 100 * i;
        m.deadline = i == 2 ? 5 : 0;
        CHECK_STATUS(store_match_add(tx, &m, seats), STORE_OK);
    }
    struct store_entry e = {.seq = 1, .at = 7000, .text = TEXT("start")};
    CHECK_STATUS(store_entry_add(tx, "m3", &e), STORE_OK);
    struct store_stale_query q = {.kind = STORE_STALE_OPEN, .before = 600, .limit = 9};
    check_stale(tx, &q, "m8 m6 "); // m4 is of 600
    q.limit = 1;
    check_stale(tx, &q, "m8 ");
    q.after = 200;
    snprintf(q.after_id, sizeof q.after_id, "m8");
    check_stale(tx, &q, "m6 ");
    q = (struct store_stale_query){.kind = STORE_STALE_LISTED, .before = 600, .limit = 9};
    check_stale(tx, &q, "m7 m5 ");
    q = (struct store_stale_query){.kind = STORE_STALE_IDLE, .before = 1, .limit = 9};
    check_stale(tx, &q, "m0 m1 m3 ");
    snprintf(q.after_id, sizeof q.after_id, "m1");
    CHECK_STATUS(store_match_stale(tx, &q, take_stale, &s), STORE_OK);
    CHECK_TEXT(text_of(s.ids), "m3 ");
    CHECK_NUMBER(s.last, 7000);
}

static const struct test tests[] = {
    TEST(match_comes_back),
    TEST(match_is_saved),
    TEST(newest_rematch_is_found),
    TEST(deadline_is_saved_alone),
    TEST(turn_is_of_the_last_entry),
    TEST(entries_in_order),
    TEST(last_entries_of_many),
    TEST(catch_up_of_many_logs),
    TEST(catch_up_is_bounded),
    TEST(what_people_play_is_found),
    TEST(requests_are_found),
    TEST(matches_are_listed),
    TEST(the_matches_of_an_account_are_tallied),
    TEST(lists_are_bounded),
    TEST(best_of_a_solitaire),
    TEST(running_matches_are_found),
    TEST(what_an_owner_has_is_counted_until_it_is_over),
    TEST(stale_matches_are_found),
};
TEST_MAIN(tests)
