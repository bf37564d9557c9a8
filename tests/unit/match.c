// Matches, event by event: what may happen when, what comes of it, and to the millisecond. With
// the toy game for three seats, hidden tiles and draws, and with Balda.
#include "match/match.h"
#include "match/host.h"
#include "sample.h"
#include "test.h"
#include "toy/toy_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- memory that runs out ----

static long allocations_left = -1; // -1: as many as are asked for

void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_realloc(void *block, size_t size)
{
    if (allocations_left == 0)
        return NULL;
    allocations_left -= allocations_left > 0;
    return __real_realloc(block, size);
}

// ---- a match on the table ----

static struct match m;

static void create_with(const char *terms, const char *seed)
{
    struct record_host host = match_host();
    struct match_terms t;
    struct reason why = {0};
    if (!terms_read(&t, text_of(terms), &host, &why) ||
        !match_init(&m, &t, seed, MATCH_TEST_HASH, &why)) {
        test_fail(__FILE__, __LINE__, "no match of %s: message %d", terms, (int)why.what);
        abort();
    }
}

static void create(const char *terms)
{
    create_with(terms, MATCH_TEST_SEED);
}

static struct buf dump(void)
{
    struct buf out = {0};
    match_dump(&m, &out);
    return out;
}

static void tell(const char *line, const struct reason *why)
{
    struct buf out = {0};
    reason_word(why, LANGUAGE_EN, &out);
    test_fail(__FILE__, __LINE__, "“%s” refused: %.*s", line, TEXT_ARG(buf_text(&out)));
    buf_release(&out);
}

// The line can be understood and is written the same again; the event may happen, and happens.
static void does(const char *line, int64_t at_ms)
{
    struct match_event e;
    struct reason why = {0};
    struct buf again = {0};
    uint64_t seq = m.seq;
    if (!match_event_parse(&m, text_of(line), &e, &why)) {
        tell(line, &why);
        return;
    }
    match_event_format(&m, &e, &again);
    CHECK_TEXT(buf_text(&again), line);
    buf_release(&again);
    e.at_ms = at_ms;
    if (!match_check(&m, &e, &why)) {
        tell(line, &why);
        return;
    }
    struct state before = m.record.state;
    CHECK(match_apply(&m, &e));
    if (e.kind == EVENT_MOVE || e.kind == EVENT_START)
        CHECK(memcmp(&m.before, &before, sizeof before) == 0);
    CHECK_NUMBER(m.seq, seq + 1);
    CHECK_NUMBER(m.last_ms, at_ms);
}

// The line is refused for this reason, and nothing has changed.
static void refuses(const char *line, int64_t at_ms, enum message what)
{
    struct match_event e;
    struct reason why = {0};
    struct buf before = dump(), after;
    bool understood = match_event_parse(&m, text_of(line), &e, &why);
    e.at_ms = at_ms;
    if (understood && match_check(&m, &e, &why))
        test_fail(__FILE__, __LINE__, "“%s” should be refused", line);
    else if (why.what != what)
        test_fail(__FILE__, __LINE__, "“%s” is refused by “%s”, want “%s”", line,
                  message_text(why.what, LANGUAGE_EN), message_text(what, LANGUAGE_EN));
    after = dump();
    CHECK(text_equal(buf_text(&before), buf_text(&after)));
    buf_release(&before);
    buf_release(&after);
}

// A move of the toy game: the first tile that the seat has.
static const char *tile_of(unsigned seat)
{
    static char line[] = "A play A";
    const struct toy *t = toy(&m.record.state);
    unsigned kind = 0;
    while (kind < TOY_KINDS - 1 && !t->hand[seat][kind])
        kind++;
    line[0] = (char)('A' + seat);
    line[7] = (char)('A' + kind);
    return line;
}

static void plays(unsigned seat, int64_t at_ms)
{
    does(tile_of(seat), at_ms);
}

// Everybody sits, and it starts at 1000.
static void begin(const char *terms)
{
    char line[16];
    create(terms);
    for (unsigned i = 0; i < m.terms.config.seats; i++) {
        snprintf(line, sizeof line, "sit %c %u", 'A' + i, 11 + i);
        if (!m.terms.level[i])
            does(line, 1000);
    }
    does("start", 1000);
    CHECK_NUMBER(m.status, MATCH_RUNNING);
}

static void ended(enum match_end end, unsigned winners, bool draw, int64_t at_ms)
{
    CHECK_NUMBER(m.status, MATCH_OVER);
    CHECK_NUMBER(m.result.end, end);
    CHECK_NUMBER(m.result.winners, winners);
    CHECK_NUMBER(m.result.draw, draw);
    CHECK_NUMBER(m.ended_ms, at_ms);
    CHECK_NUMBER(match_to_act(&m), 0);
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 0);
}

static bool may(unsigned seat, enum match_event_kind kind)
{
    return match_may(&m, seat, m.last_ms) >> kind & 1;
}

// ---- seats ----

static void people_sit_down(void)
{
    create("game toy\nseats 3\n");
    CHECK_NUMBER(m.seq, 1);
    refuses("start", 1, MSG_MATCH_NOT_FULL);
    refuses("leave A", 1, MSG_MATCH_SEAT_FREE);
    does("sit B 17", 5);
    CHECK_NUMBER(match_seat_of(&m, 17), 1);
    CHECK_NUMBER(match_seat_of(&m, 18), -1);
    CHECK_NUMBER(match_seat_of(&m, 0), -1);
    refuses("sit B 18", 6, MSG_MATCH_SEAT_TAKEN);
    refuses("sit A 17", 6, MSG_MATCH_SEATED);
    refuses("sit D 18", 6, MSG_MATCH_BAD_EVENT);
    refuses("sit A 0", 6, MSG_MATCH_BAD_EVENT);
    refuses("sit C 18", 4, MSG_MATCH_TIME);
    does("sit A 9223372036854775", 6);
    does("leave B", 7);
    does("sit C 17", 8);
    CHECK(!match_full(&m));
    does("sit B 1", 8);
    CHECK(match_full(&m));
    does("start", 9);
    CHECK_NUMBER(m.started_ms, 9);
    CHECK_NUMBER(match_to_act(&m), 1);
    refuses("leave C", 10, MSG_MATCH_NOT_WAITING);
    refuses("sit A 5", 10, MSG_MATCH_NOT_WAITING);
    refuses("start", 10, MSG_MATCH_NOT_WAITING);
    match_release(&m);
}

// ---- the cut for the lead ----

static bool take_first(void *context, const struct action *move, const struct report *report)
{
    (void)report;
    *(struct action *)context = *move;
    return false;
}

// The first legal move of the seat to act, as a line.
static void any_move(char line[EVENT_BYTES])
{
    const struct config *c = &m.terms.config;
    unsigned seat = (unsigned)__builtin_ctz(match_to_act(&m));
    struct action a = action_of(ACTION_RESIGN, seat, NULL, 0);
    struct move_sink sink = {.take = take_first, .context = &a};
    struct match_event e = {.kind = EVENT_MOVE, .seat = seat};
    struct buf out = {0};
    (void)c->rules->legal(c, &m.record.state, seat, &sink);
    e.action = a;
    match_event_format(&m, &e, &out);
    snprintf(line, EVENT_BYTES, "%.*s", TEXT_ARG(buf_text(&out)));
    buf_release(&out);
}

static struct text record_of(struct buf *out)
{
    buf_clear(out);
    match_record(&m, VIEWER_PUBLIC, NULL, out);
    return buf_text(out);
}

// The record is read again, with the same cut; with another card in it, it is refused there.
static void check_record(struct text text)
{
    struct record_host host = match_host();
    struct record r;
    struct reason why = {0};
    size_t at = text_find_string(text, "\ncut ") + strlen("\ncut A ");
    if (!record_read(&r, text, &host, &why)) {
        tell("the record", &why);
        return;
    }
    CHECK_NUMBER(r.cut.draws, m.record.cut.draws);
    record_release(&r);
    struct buf other = {0};
    buf_add_text(&other, text);
    other.at[at] = other.at[at] == 'K' ? 'L' : 'K';
    bool read = record_read(&r, buf_text(&other), &host, &why);
    CHECK(!read);
    if (read)
        record_release(&r);
    CHECK(why.what == MSG_RECORD_OTHER_CUT || why.what == MSG_RECORD_WRONG_CUT);
    buf_release(&other);
}

// The leader takes seat A; the others follow in their order, computers too. R-BALI-59, R-BALI-60
static void check_cut_seats(unsigned leader)
{
    static const unsigned levels[] = {0, 4, 0};
    struct buf out = {0}, lines = {0};
    struct match_event start = {.kind = EVENT_START, .seat = SEAT_NONE, .cut = true};
    for (unsigned place = 0; place < 3; place++) {
        unsigned seat = cut_seat(leader, place);
        CHECK_NUMBER(m.account[seat], levels[place] ? 0 : 11 + place);
        CHECK_NUMBER(m.terms.level[seat], levels[place]);
    }
    CHECK_NUMBER(match_to_act(&m), 1);
    match_event_for_viewer(&m, &start, VIEWER_PUBLIC, &out);
    cut_write(&m.record.cut, &lines);
    CHECK(text_starts(buf_text(&out), "start cut\ncut "));
    struct text rest = text_from(buf_text(&out), strlen("start cut\n"));
    CHECK(text_equal(text_head(rest, lines.len), buf_text(&lines)));
    CHECK(text_find_string(record_of(&out), "seat C\ncut ") < out.len);
    buf_release(&out);
    buf_release(&lines);
}

static void the_players_cut_for_the_lead(void)
{
    unsigned led = 0;
    char seed[MATCH_SEED + 1], line[EVENT_BYTES];
    for (unsigned n = 0; n < 24; n++) {
        struct buf out = {0};
        snprintf(seed, sizeof seed, "%064x", n + 1);
        create_with("game bali\nlang en\nlexicon en\nseats 3\ntakebacks yes\nlevel B 4\n", seed);
        does("sit A 11", 1);
        refuses("start cut", 2, MSG_MATCH_NOT_FULL);
        does("sit C 13", 3);
        CHECK(match_cuts(&m));
        does("start cut", 4);
        struct rng r;
        struct cut cut;
        rng_seed_hex(&r, text_of(seed));
        unsigned leader = cut_draw(&m.terms.config, &r, &cut);
        led |= 1u << leader;
        check_cut_seats(leader);
        any_move(line);
        does(line, 5);
        if (m.account[0] && line[2] != 'r') {
            does("ask A takeback 1", 6);
            if (m.takeback.open)
                does(m.account[1] ? "agree B takeback" : "agree C takeback", 7);
            CHECK_NUMBER(m.takebacks, 1);
            check_cut_seats(leader);
        }
        while (m.status == MATCH_RUNNING) {
            snprintf(line, sizeof line, "%c resign", 'A' + __builtin_ctz(match_to_act(&m)));
            does(line, 8);
        }
        check_record(record_of(&out));
        buf_release(&out);
        match_release(&m);
    }
    CHECK_NUMBER(led, 7);
}

// ---- a lexicon that changes ----

// A match of Balda with these words; `log` from its first entry on.
static bool replays(const char *words, const char *const *log, size_t count, struct reason *why)
{
    struct sample g;
    struct match again;
    struct match_terms terms = {.listed = true};
    struct match_entry entry[8];
    sample_open(&g, "balda", "en", words);
    terms.config = g.c;
    for (size_t i = 0; i < count; i++)
        entry[i] = (struct match_entry){(int64_t)i + 1, text_of(log[i])};
    *why = (struct reason){0};
    bool ok = match_replay(&again, &terms, MATCH_TEST_SEED, NULL, entry, count, why);
    if (ok)
        match_release(&again);
    sample_close(&g);
    return ok;
}

static void blames(const char *words, const char *const *log, size_t count, const char *word)
{
    struct reason why;
    struct buf want = {0};
    buf_printf(&want, "en\t%s", word);
    CHECK(!replays(words, log, count, &why));
    CHECK_NUMBER(why.what, MSG_MATCH_LEXICON_CHANGED);
    CHECK_TEXT(text_of(why.args), want.at);
    buf_release(&want);
}

// The start has the checksum of its lexicon and the word that was drawn from it. R-REC-41
static void a_changed_lexicon_keeps_the_start_word(void)
{
    static const char *const words = "crown rot rote", *const more = "brown crown drown rot rote";
    struct sample g;
    struct match begun;
    struct match_terms terms = {.listed = true};
    struct buf start = {0};
    struct reason why;
    sample_open(&g, "balda", "en", words);
    terms.config = g.c;
    const char *log[] = {"sit A 11", "sit B 12", "", "A c2=T/b3c3c2", "B d2=E/b3c3c2d2"};
    struct match_entry seats[] = {{1, text_of(log[0])}, {2, text_of(log[1])}};
    REQUIRE(match_replay(&begun, &terms, MATCH_TEST_SEED, NULL, seats, 2, &why));
    struct match_event e = match_start(&begun, 3);
    match_event_format(&begun, &e, &start);
    buf_add_byte(&start, '\0');
    CHECK(match_check(&begun, &e, &why) && match_apply(&begun, &e));
    CHECK(begun.has_lexicon && begun.lexicon == g.lex.checksum);
    match_release(&begun);
    sample_close(&g);
    CHECK(strncmp(start.at, "start lexicon ", 14) == 0 && strstr(start.at, " start CROWN"));
    log[2] = start.at;
    CHECK(replays(words, log, 5, &why));
    CHECK(replays(more, log, 5, &why)); // though the seed may give another word now
    blames("brown rot rote", log, 5, "CROWN");
    blames("crown rot", log, 5, "ROTE");
    CHECK(replays("crown rot", log, 4, &why));
    // Without the word, as logs had it: it replays if it can.
    log[2] = "start";
    CHECK(replays(words, log, 5, &why));
    blames("crown rot", log, 5, "ROTE");
    blames("plant rot rote", log, 5, "LAT");
    // With the same lexicon the log is wrong, whatever it says.
    log[2] = start.at;
    log[4] = "B nothing";
    CHECK(!replays(words, log, 5, &why) && why.what != MSG_MATCH_LEXICON_CHANGED);
    log[4] = "B d2=E/b3c3c2d2";
    memcpy(strstr(start.at, " start CROWN"), " start CLOWN", 12);
    CHECK(!replays(words, log, 5, &why) && why.what == MSG_BALDA_NOT_IN_PLAY);
    buf_release(&start);
}

// Old logs, and games that have no cut: seats stay as they were taken.
static void without_a_cut_seats_stay(void)
{
    struct buf out = {0};
    create_with("game bali\nlang en\nlexicon en\nseats 2\n", MATCH_TEST_SEED);
    does("sit A 11", 1);
    does("sit B 12", 1);
    does("start", 2);
    CHECK(m.account[0] == 11 && m.account[1] == 12);
    CHECK(text_find_string(record_of(&out), "cut ") >= out.len);
    match_release(&m);
    create("game toy\n");
    does("sit A 11", 1);
    does("sit B 12", 1);
    CHECK(!match_cuts(&m));
    refuses("start cut", 2, MSG_RECORD_NO_CUT);
    refuses("start cut ", 2, MSG_MATCH_BAD_EVENT);
    refuses("start cuts", 2, MSG_MATCH_BAD_EVENT);
    does("start", 2);
    match_release(&m);
    create("game bali\nlang en\nlexicon en\n");
    CHECK(!match_cuts(&m));
    match_release(&m);
    buf_release(&out);
}

// Built by hand, as no line can say it.
static void odd_events_are_refused(void)
{
    struct reason why = {0};
    struct match_event sit = {.kind = EVENT_SIT, .seat = 0, .at_ms = 1, .account = -1};
    struct match_event start = {.kind = EVENT_START, .seat = 0, .at_ms = 1};
    create("game toy\n");
    CHECK(!match_check(&m, &sit, &why) && why.what == MSG_MATCH_BAD_ACCOUNT);
    sit.seat = SEAT_NONE;
    CHECK(!match_check(&m, &sit, &why) && why.what == MSG_MATCH_NO_SEAT);
    sit.seat = 2;
    CHECK(!match_check(&m, &sit, &why) && why.what == MSG_MATCH_NO_SEAT);
    sit.seat = UINT32_MAX;
    CHECK(!match_check(&m, &sit, &why) && why.what == MSG_MATCH_NO_SEAT);
    CHECK(!match_check(&m, &start, &why) && why.what == MSG_MATCH_NO_SEAT);
    sit = (struct match_event){.kind = EVENT_SIT, .seat = 0, .at_ms = 0, .account = 4};
    CHECK(!match_check(&m, &sit, &why) && why.what == MSG_MATCH_TIME);
    sit.at_ms = MATCH_TIME_MAX + 1;
    CHECK(!match_check(&m, &sit, &why) && why.what == MSG_MATCH_TIME);
    match_release(&m);
    begin("game toy\n");
    struct match_event move = {.kind = EVENT_MOVE, .seat = 1, .at_ms = 2000};
    move.action = (struct action){.kind = ACTION_PASS, .seat = 0};
    CHECK(!match_check(&m, &move, &why) && why.what == MSG_RULES_NO_SEAT);
    move.action.seat = CHANCE;
    CHECK(!match_check(&m, &move, &why) && why.what == MSG_RULES_NO_SEAT);
    struct match_event hold = {.kind = EVENT_HOLD, .seat = SEAT_NONE, .at_ms = 2000, .number = 0};
    CHECK(!match_check(&m, &hold, &why) && why.what == MSG_MATCH_BAD_HOLD);
    hold.number = -5;
    CHECK(!match_check(&m, &hold, &why) && why.what == MSG_MATCH_BAD_HOLD);
    struct match_event back = {.kind = EVENT_ASK_TAKEBACK, .at_ms = 2000, .number = -1};
    m.terms.takebacks = true;
    CHECK(!match_check(&m, &back, &why) && why.what == MSG_MATCH_TAKEBACK_FAR);
    back.number = INT64_MAX;
    CHECK(!match_check(&m, &back, &why) && why.what == MSG_MATCH_TAKEBACK_FAR);
    match_release(&m);
}

static void seeds_are_whole(void)
{
    struct record_host host = match_host();
    struct match_terms t;
    struct reason why = {0};
    CHECK(terms_read(&t, TEXT("game toy"), &host, &why));
    CHECK(!match_init(&m, &t, "12", NULL, &why) && why.what == MSG_MATCH_BAD_SEED);
    CHECK(!match_init(&m, &t, MATCH_TEST_SEED, "12", &why) && why.what == MSG_MATCH_BAD_SEED);
    CHECK(!match_init(&m, &t, MATCH_TEST_SEED "0", NULL, &why));
    CHECK(match_init(&m, &t, "00112233445566778899AABBCCDDEEFF00112233445566778899AABBCCDDEEFF",
                     NULL, &why));
    CHECK_TEXT(text_of(m.seed), MATCH_TEST_SEED);
    match_release(&m);
    t.clock.kind = (enum clock_kind)9;
    CHECK(!match_init(&m, &t, MATCH_TEST_SEED, NULL, &why) && why.what == MSG_TERMS_CLOCK);
}

// Every kind of event, in each status where it may not be.
static void each_event_has_its_time(void)
{
    static const char *const waiting[] = {"sit A 5", "leave A", "start"};
    static const char *const running[] = {
        "A pass",           "offer A draw",     "decline A draw",
        "agree A draw",     "ask A takeback 1", "decline A takeback",
        "agree A takeback", "flag A",           "hold 5"};
    enum { WAITING = sizeof waiting / sizeof *waiting, RUNNING = sizeof running / sizeof *running };
    create("game toy\n");
    for (unsigned i = 0; i < RUNNING; i++)
        refuses(running[i], 2000, MSG_MATCH_NOT_RUNNING);
    match_release(&m);
    begin("game toy\n");
    for (unsigned i = 0; i < WAITING; i++)
        refuses(waiting[i], 2000, MSG_MATCH_NOT_WAITING);
    does("A resign", 2000);
    for (int aborted = 0; aborted < 2; aborted++) {
        for (unsigned i = 0; i < RUNNING; i++)
            refuses(running[i], 3000, MSG_MATCH_NOT_RUNNING);
        for (unsigned i = 0; i < WAITING; i++)
            refuses(waiting[i], 3000, MSG_MATCH_NOT_WAITING);
        refuses("abort A", 3000, MSG_MATCH_ENDED);
        refuses("abort", 3000, MSG_MATCH_ENDED);
        CHECK_NUMBER(match_may(&m, 0, 3000), 0);
        match_release(&m);
        begin("game toy\n");
        does("abort", 2000);
    }
    match_release(&m);
}

static const char *const malformed[] = {
    "",
    " ",
    "sit",
    "sit A",
    "sit A x",
    "sit A 05",
    "sit A -5",
    "sit A 5 ",
    "sit  A 5",
    "sit A  5",
    "sit AB 5",
    "sit a 5",
    "sit A 5 5",
    "leave",
    "leave A A",
    "start now",
    "starts",
    "START",
    "offer A",
    "offer A truce",
    "offer draw",
    "agree A",
    "ask A takeback",
    "ask A takeback x",
    "ask A takeback 0",
    "ask A draw",
    "flag",
    "flag A now",
    "abort X",
    "abort A B",
    "hold",
    "hold x",
    "hold 1x",
    "hold 0",
    "hold 1234567890123456789",
    "hold -1",
    "resign",
    "deal A ABC",
    "## A pass",
    "seed 12",
    "SIT A 5",
    "A ",
};

static void malformed_lines_are_refused(void)
{
    begin("game toy\ntakebacks yes\nclock move 5000\n");
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
        refuses(malformed[i], 2000, MSG_MATCH_BAD_EVENT);
    refuses("A", 2000, MSG_RECORD_NO_VALUE);
    refuses("C pass", 2000, MSG_MATCH_NO_SEAT);
    refuses("D pass", 2000, MSG_MATCH_NO_SEAT);
    refuses("a pass", 2000, MSG_MATCH_NO_SEAT);
    refuses("A play Z", 2000, MSG_RECORD_UNKNOWN_LINE);
    refuses("A deal A ABC", 2000, MSG_RECORD_UNKNOWN_LINE);
    refuses("A pa\nss", 2000, MSG_RECORD_CONTROL);
    refuses("A pass\r", 2000, MSG_RECORD_CONTROL);
    refuses("A pass\t", 2000, MSG_RECORD_CONTROL);
    refuses("A pass\x7f", 2000, MSG_RECORD_CONTROL);
    refuses("A \xff", 2000, MSG_RECORD_NOT_UTF8);
    char line[EVENT_BYTES + 2];
    memset(line, 'A', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    refuses(line, 2000, MSG_MATCH_LONG_EVENT);
    line[EVENT_BYTES] = '\0';
    refuses(line, 2000, MSG_MATCH_BAD_EVENT);
    struct match_event e;
    CHECK(!match_event_parse(&m, (struct text){"A pass\0", 7}, &e, NULL));
    match_release(&m);
}

// ---- moves and results ----

// R-REC-9
static void a_game_of_balda(void)
{
    begin("game balda\n");
    refuses("B a1=T/a1", 2000, MSG_RULES_NOT_YOUR_TURN);
    refuses("A a1=T/a1", 2000, MSG_BALDA_NOT_OPEN);
    refuses("A a2 T", 2000, MSG_BALDA_MOVE_TEXT);
    does("A a2=T/a2", 2000);
    refuses("A a4=T/a4", 3000, MSG_RULES_NOT_YOUR_TURN);
    CHECK_NUMBER(match_to_act(&m), 2);
    does("B b2=X/b2", 3000);
    CHECK_NUMBER(match_clock_left(&m, 0, 99999), 0);
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 0);
    does("A resign", 4000);
    ended(MATCH_END_RESIGNATION, 2, false, 4000);
    match_release(&m);
}

// Balda lets a seat give up when it is not its turn.
// R-BALDA-36
static void resigns_out_of_turn(void)
{
    begin("game balda\nclock fischer 60000 2000\n");
    CHECK(match_may(&m, 1, 1000) & MATCH_MAY_RESIGN);
    does("B resign", 11000);
    ended(MATCH_END_RESIGNATION, 1, false, 11000);
    CHECK_NUMBER(match_clock_left(&m, 0, 99999), 50000);
    match_release(&m);
}

static void the_game_ends_itself(void)
{
    unsigned rank[SEATS_MAX];
    begin("game toy\nseats 3\nset hand 2\n");
    plays(0, 2000);
    plays(1, 2001);
    does("C pass", 2002);
    does("A pass", 2003);
    does("B pass", 2004);
    CHECK_NUMBER(m.status, MATCH_OVER);
    CHECK_NUMBER(m.result.end, MATCH_END_GAME);
    CHECK_NUMBER(m.result.game, END_PASSES);
    CHECK_TEXT(text_of(match_end_key(&m.result)), "passes");
    CHECK_TEXT(text_of(match_status_key(m.status)), "over");
    int32_t score[SEATS_MAX];
    m.terms.config.rules->score(&m.terms.config, &m.record.state, score);
    match_ranks(&m, rank);
    for (unsigned i = 0; i < 3 && !m.result.draw; i++)
        for (unsigned j = 0; j < 3; j++)
            CHECK((rank[i] < rank[j]) == (score[i] > score[j]));
    match_release(&m);
}

// R-REC-8, R-REC-10
static void three_go_on_without_one(void)
{
    unsigned rank[SEATS_MAX];
    begin("game toy\nseats 3\n");
    does("A resign", 2000);
    CHECK_NUMBER(m.status, MATCH_RUNNING);
    CHECK_NUMBER(m.out, 1);
    CHECK_NUMBER(match_may(&m, 0, 2000), 0);
    refuses("offer A draw", 2001, MSG_MATCH_OUT);
    refuses("A pass", 2001, MSG_MATCH_OUT);
    refuses("abort A", 2001, MSG_MATCH_OUT);
    plays(1, 3000);
    plays(2, 4000);
    CHECK_NUMBER(match_to_act(&m), 2);
    does("B resign", 5000);
    ended(MATCH_END_RESIGNATION, 4, false, 5000);
    match_ranks(&m, rank);
    CHECK_NUMBER(rank[2], 0);
    CHECK_NUMBER(rank[1], 1);
    CHECK_NUMBER(rank[0], 2);
    match_release(&m);
}

static void has_so_many_moves(void)
{
    begin("game toy\n");
    size_t actions = m.record.actions;
    m.record.actions = MATCH_ACTIONS;
    struct match_event e = {.kind = EVENT_MOVE, .at_ms = 2000};
    struct reason why = {0};
    e.action = (struct action){.kind = ACTION_PASS};
    CHECK(!match_check(&m, &e, &why) && why.what == MSG_RECORD_MANY);
    e.action.kind = ACTION_RESIGN;
    CHECK(match_check(&m, &e, &why));
    m.record.actions = actions;
    match_release(&m);
}

// ---- draws ----

static void a_draw_is_agreed(void)
{
    unsigned rank[SEATS_MAX];
    begin("game toy\n");
    does("A play D", 2000); // A leads, and agrees to a draw all the same
    refuses("agree B draw", 2000, MSG_MATCH_DRAW_NONE);
    refuses("decline B draw", 2000, MSG_MATCH_DRAW_NONE);
    CHECK(may(0, EVENT_OFFER_DRAW) && !may(0, EVENT_ACCEPT_DRAW));
    does("offer A draw", 2000);
    CHECK(!may(0, EVENT_OFFER_DRAW) && !may(1, EVENT_OFFER_DRAW));
    CHECK(may(1, EVENT_ACCEPT_DRAW) && may(1, EVENT_DECLINE_DRAW));
    CHECK(!may(0, EVENT_ACCEPT_DRAW));
    refuses("offer B draw", 2001, MSG_MATCH_DRAW_OPEN);
    refuses("agree A draw", 2001, MSG_MATCH_AGREED);
    does("agree B draw", 2002);
    ended(MATCH_END_AGREEMENT, 0, true, 2002);
    match_ranks(&m, rank);
    CHECK(rank[0] == 0 && rank[1] == 0);
    match_release(&m);
}

static void an_offer_lapses(void)
{
    begin("game toy\n");
    does("offer A draw", 2000);
    plays(0, 2001); // the asker's own move keeps it
    CHECK(m.draw.open);
    plays(1, 2002); // the other's is an answer
    CHECK(!m.draw.open);
    refuses("agree B draw", 2003, MSG_MATCH_DRAW_NONE);
    does("offer B draw", 2003);
    does("decline A draw", 2004);
    refuses("offer B draw", 2005, MSG_MATCH_DRAW_SPENT);
    does("offer A draw", 2005);   // since that offer A has moved
    does("decline A draw", 2006); // withdrawn
    refuses("offer A draw", 2007, MSG_MATCH_DRAW_SPENT);
    plays(0, 2008);
    does("offer A draw", 2009);
    match_release(&m);
}

static void three_have_to_agree(void)
{
    unsigned rank[SEATS_MAX];
    begin("game toy\nseats 3\n");
    does("offer C draw", 2000);
    does("agree A draw", 2001);
    refuses("agree A draw", 2002, MSG_MATCH_AGREED);
    CHECK_NUMBER(m.status, MATCH_RUNNING);
    does("decline B draw", 2003);
    CHECK(!m.draw.open);
    does("A resign", 2004);
    does("offer B draw", 2005);
    refuses("agree A draw", 2005, MSG_MATCH_OUT);
    does("agree C draw", 2006); // who is out is not asked
    ended(MATCH_END_AGREEMENT, 0, true, 2006);
    match_ranks(&m, rank);
    CHECK(rank[1] == 0 && rank[2] == 0 && rank[0] == 2);
    match_release(&m);
    begin("game toy\nseats 3\n");
    does("offer A draw", 2000);
    does("agree B draw", 2000);
    does("A resign", 2001); // an offer of a seat that is out is none
    CHECK(!m.draw.open);
    match_release(&m);
}

// ---- takebacks ----

static struct buf hands(void)
{
    struct buf out = {0};
    m.terms.config.rules->write(&m.terms.config, &m.record.state, &out);
    return out;
}

static void moves_are_taken_back(void)
{
    begin("game toy\ntakebacks yes\n");
    struct buf first = hands();
    refuses("ask A takeback 1", 2000, MSG_MATCH_TAKEBACK_FAR);
    CHECK(!may(0, EVENT_ASK_TAKEBACK));
    plays(0, 2000);
    struct buf second = hands();
    size_t actions = m.record.actions;
    plays(1, 2001);
    CHECK(may(0, EVENT_ASK_TAKEBACK) && may(1, EVENT_ASK_TAKEBACK));
    refuses("ask A takeback 2", 2002, MSG_MATCH_TAKEBACK_FAR);
    refuses("agree B takeback", 2002, MSG_MATCH_TAKEBACK_NONE);
    refuses("decline B takeback", 2002, MSG_MATCH_TAKEBACK_NONE);
    does("ask B takeback 1", 2002);
    refuses("ask A takeback 1", 2003, MSG_MATCH_TAKEBACK_OPEN);
    refuses("agree B takeback", 2003, MSG_MATCH_AGREED);
    CHECK(may(0, EVENT_ACCEPT_TAKEBACK) && may(0, EVENT_DECLINE_TAKEBACK));
    does("agree A takeback", 2004); // B's only: it is B's turn again
    struct buf now = hands();
    CHECK(text_equal(buf_text(&now), buf_text(&second)));
    CHECK_NUMBER(m.record.actions, actions);
    CHECK_NUMBER(match_to_act(&m), 2);
    CHECK_NUMBER(m.moved, 1);
    buf_release(&now);
    plays(1, 2005);
    does("ask A takeback 1", 2006); // with it go B's move and the draws
    does("agree B takeback", 2007);
    now = hands();
    CHECK(text_equal(buf_text(&now), buf_text(&first)));
    CHECK_NUMBER(match_to_act(&m), 1);
    CHECK_NUMBER(m.moved, 0);
    plays(0, 2008); // the same move again: the same draw
    struct buf again = hands();
    CHECK(text_equal(buf_text(&again), buf_text(&second)));
    buf_release(&first);
    buf_release(&second);
    buf_release(&now);
    buf_release(&again);
    match_release(&m);
}

static void asking_lapses(void)
{
    begin("game toy\ntakebacks yes\nseats 3\n");
    plays(0, 2000);
    does("ask A takeback 1", 2001);
    plays(1, 2002);
    CHECK(!m.takeback.open);
    refuses("ask A takeback 1", 2003, MSG_MATCH_TAKEBACK_SPENT);
    does("ask B takeback 1", 2003);
    does("agree A takeback", 2004);
    CHECK(m.takeback.open); // C was not asked yet
    does("decline C takeback", 2005);
    refuses("ask B takeback 1", 2006, MSG_MATCH_TAKEBACK_SPENT);
    plays(2, 2006);
    plays(0, 2007);
    does("ask A takeback 2", 2008);
    does("agree C takeback", 2009);
    does("agree B takeback", 2010);
    refuses("ask A takeback 1", 2010, MSG_MATCH_TAKEBACK_FAR); // may ask, but there is nothing
    CHECK_NUMBER(m.moved, 0);
    CHECK_NUMBER(m.record.actions, 3);
    match_release(&m);
}

static void not_everything_is_taken_back(void)
{
    begin("game toy\n");
    plays(0, 2000);
    refuses("ask A takeback 1", 2001, MSG_MATCH_TAKEBACK_OFF);
    match_release(&m);
    begin("game toy\ntakebacks yes\nseats 3\n");
    plays(0, 2000);
    does("B resign", 2001);
    plays(2, 2002);
    refuses("ask A takeback 1", 2003, MSG_MATCH_TAKEBACK_FAR); // past a seat that resigned
    does("ask C takeback 1", 2003);
    does("agree A takeback", 2004); // who is out is not asked
    CHECK_NUMBER(match_to_act(&m), 4);
    CHECK_NUMBER(m.out, 2);
    match_release(&m);
}

// The answer of match_admits() for a line that match_check() lets through; 0: it is admitted.
static unsigned admits(const char *line)
{
    struct match_event e;
    struct reason why = {0};
    CHECK(match_event_parse(&m, text_of(line), &e, &why));
    e.at_ms = m.last_ms;
    CHECK(match_check(&m, &e, &why));
    return match_admits(&m, &e, &why) ? 0 : (unsigned)why.what;
}

static void back_and_forth(unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        plays(0, m.last_ms);
        does("ask A takeback 1", m.last_ms);
        does("agree B takeback", m.last_ms);
    }
}

// A log that is longer can be replayed all the same: only what is new is refused.
static void taking_back_has_an_end(void)
{
    begin("game toy\ntakebacks yes\n");
    back_and_forth(MATCH_TAKEBACKS_MOVE - 1);
    plays(0, m.last_ms);
    CHECK_NUMBER(admits("ask A takeback 1"), 0);
    does("ask A takeback 1", m.last_ms);
    does("agree B takeback", m.last_ms);
    plays(0, m.last_ms);
    CHECK_NUMBER(admits("ask A takeback 1"), MSG_MATCH_TAKEBACKS_MOVE);
    CHECK(!may(0, EVENT_ASK_TAKEBACK) && may(0, EVENT_OFFER_DRAW));
    plays(1, m.last_ms); // the game goes on: another move may be taken back
    CHECK_NUMBER(admits("ask B takeback 1"), 0);
    CHECK_NUMBER(admits("ask A takeback 1"), MSG_MATCH_TAKEBACKS_MOVE);
    does("ask A takeback 1", m.last_ms);
    does("agree B takeback", m.last_ms);
    back_and_forth(MATCH_TAKEBACKS - MATCH_TAKEBACKS_MOVE - 1);
    plays(0, m.last_ms);
    plays(1, m.last_ms);
    CHECK_NUMBER(admits("ask B takeback 1"), MSG_MATCH_TAKEBACKS);
    CHECK_NUMBER(admits("offer B draw"), 0);
    match_release(&m);
}

static void a_long_match_can_only_be_played_to_its_end(void)
{
    begin("game toy\ntakebacks yes\n");
    while (m.seq <= MATCH_EVENTS)
        back_and_forth(1);
    CHECK_NUMBER(admits("offer A draw"), MSG_MATCH_LONG);
    plays(0, m.last_ms);
    CHECK_NUMBER(admits("ask A takeback 1"), MSG_MATCH_LONG);
    CHECK(!may(0, EVENT_ASK_TAKEBACK) && !may(1, EVENT_OFFER_DRAW));
    CHECK_NUMBER(admits(tile_of(1)), 0);
    CHECK_NUMBER(admits("B resign"), 0);
    match_release(&m);
}

static void a_table_that_waits_is_not_joined_for_ever(void)
{
    create("game toy\n");
    does("sit A 11", 1000);
    while (m.seq <= MATCH_COMINGS) {
        CHECK_NUMBER(admits("sit B 12"), 0);
        does("sit B 12", 1000);
        CHECK_NUMBER(admits("leave B"), 0); // a player may always leave
        does("leave B", 1000);
    }
    CHECK_NUMBER(admits("sit B 12"), MSG_MATCH_COMINGS);
    CHECK_NUMBER(admits("abort A"), 0);
    match_release(&m);
}

// Events of one do not affect the other.
static void a_copy_goes_its_own_way(void)
{
    struct match copy;
    begin("game toy\ntakebacks yes\n");
    plays(0, 2000);
    CHECK(match_copy(&copy, &m));
    struct buf one = dump();
    plays(1, 2001);
    plays(0, 2002);
    match_release(&m);
    m = copy;
    struct buf other = dump();
    CHECK(text_equal(buf_text(&one), buf_text(&other)));
    plays(1, 2001);
    buf_release(&one);
    buf_release(&other);
    match_release(&m);
}

static void taking_back_keeps_no_time(void)
{
    begin("game toy\ntakebacks yes\nclock fischer 60000 1000\n");
    plays(0, 11000); // A used 10 s, got 1
    does("ask A takeback 1", 16000);
    does("agree B takeback", 21000); // B used 10 s
    CHECK_NUMBER(match_clock_left(&m, 0, 21000), 51000);
    CHECK_NUMBER(match_clock_left(&m, 1, 50000), 50000);
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 72000);
    match_release(&m);
    begin("game toy\ntakebacks yes\nclock move 30000\n");
    plays(0, 11000);
    plays(1, 12000);
    does("ask A takeback 1", 22000);
    does("agree B takeback", 23000); // A was to move, and is again: a new turn
    CHECK_NUMBER(match_clock_left(&m, 0, 23000), 30000);
    match_release(&m);
}

// ---- clocks ----

// R-REC-11
static void a_clock_runs_out(void)
{
    unsigned seat = 9;
    begin("game toy\nclock fischer 60000 5000\n");
    CHECK_NUMBER(match_deadline_ms(&m, &seat), 61000);
    CHECK_NUMBER(seat, 0);
    refuses("flag B", 99000, MSG_MATCH_TIME_LEFT);
    refuses("flag A", 60999, MSG_MATCH_TIME_LEFT);
    CHECK(!match_flag_due(&m, 60999, &seat));
    plays(0, 60999); // at the last moment
    CHECK_NUMBER(match_clock_left(&m, 0, 70000), 5001);
    CHECK_NUMBER(match_clock_left(&m, 1, 70999), 50000);
    plays(1, 70999);
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 76000);
    refuses(tile_of(0), 76000, MSG_MATCH_TIME_UP); // no tolerance
    refuses("offer A draw", 76000, MSG_MATCH_TIME_UP);
    refuses("offer B draw", 76000, MSG_MATCH_TIME_UP);
    refuses("A resign", 76000, MSG_MATCH_TIME_UP);
    CHECK_NUMBER(match_may(&m, 0, 76000), 0);
    CHECK(match_flag_due(&m, 76000, &seat));
    CHECK_NUMBER(seat, 0);
    does("flag A", 76000);
    ended(MATCH_END_CLOCK, 2, false, 76000);
    CHECK_NUMBER(match_clock_left(&m, 0, 76000), 0);
    CHECK_NUMBER(match_clock_left(&m, 1, 76000), 55000);
    CHECK_TEXT(text_of(match_end_key(&m.result)), "clock");
    match_release(&m);
}

static void clocks_per_move_and_in_days(void)
{
    begin("game toy\nclock move 30000\n");
    plays(0, 30999);
    CHECK_NUMBER(match_clock_left(&m, 0, 31000), 30000);
    plays(1, 60998);
    refuses("flag A", 90997, MSG_MATCH_TIME_LEFT);
    does("flag A", 90998);
    ended(MATCH_END_CLOCK, 2, false, 90998);
    CHECK_NUMBER(match_clock_left(&m, 0, 90998), 0);
    match_release(&m);
    begin("game balda\nclock days 2\n");
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 1000 + 2 * CLOCK_DAY);
    does("A a2=T/a2", CLOCK_DAY);
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 3 * CLOCK_DAY);
    does("flag B", 3 * CLOCK_DAY);
    ended(MATCH_END_CLOCK, 1, false, 3 * CLOCK_DAY);
    match_release(&m);
}

// R-REC-11
static void three_go_on_without_a_late_one(void)
{
    begin("game toy\nseats 3\nclock move 10000\n");
    plays(0, 2000);
    does("flag B", 12000);
    CHECK_NUMBER(m.status, MATCH_RUNNING);
    CHECK_NUMBER(m.timed_out, 2);
    CHECK_NUMBER(match_to_act(&m), 4);
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 22000);
    refuses("flag B", 50000, MSG_MATCH_OUT);
    plays(2, 13000);
    does("A resign", 14000); // how the last one left is how it ended
    ended(MATCH_END_RESIGNATION, 4, false, 14000);
    match_release(&m);
    begin("game toy\nseats 3\nclock move 10000\n");
    does("A resign", 2000);
    does("flag B", 12000);
    ended(MATCH_END_CLOCK, 4, false, 12000);
    match_release(&m);
}

static void a_game_without_resigning_ends(void)
{
    unsigned rank[SEATS_MAX];
    begin("game dogged\nseats 3\nclock move 10000\n");
    refuses("A resign", 2000, MSG_RULES_BAD_ACTION);
    CHECK(!(match_may(&m, 0, 2000) & MATCH_MAY_RESIGN));
    does("flag A", 11000);
    ended(MATCH_END_CLOCK, 6, false, 11000);
    match_ranks(&m, rank);
    CHECK(rank[0] == 2 && rank[1] == 0 && rank[2] == 0);
    match_release(&m);
}

static void all_clocks_run_when_all_may_act(void)
{
    unsigned seat;
    begin("game rush\nseats 3\nclock fischer 60000 1000\n");
    CHECK_NUMBER(match_to_act(&m), 7);
    plays(1, 11000);
    CHECK_NUMBER(match_clock_left(&m, 0, 21000), 40000);
    CHECK_NUMBER(match_clock_left(&m, 1, 21000), 41000);
    CHECK_NUMBER(match_clock_left(&m, 2, 21000), 40000);
    plays(1, 21000);
    plays(2, 31000);
    CHECK_NUMBER(match_clock_left(&m, 2, 31000), 31000);
    CHECK_NUMBER(match_deadline_ms(&m, &seat), 61000);
    CHECK_NUMBER(seat, 0);
    refuses(tile_of(1), 61000, MSG_MATCH_TIME_UP); // first A's flag
    does("flag A", 61000);
    plays(1, 61000);
    CHECK_NUMBER(m.status, MATCH_RUNNING);
    match_release(&m);
}

static void a_hold_stops_the_clocks(void)
{
    begin("game toy\nclock fischer 60000 0\n");
    does("hold 30000", 41000);
    CHECK_NUMBER(match_clock_left(&m, 0, 41000), 50000);
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 91000);
    plays(0, 51000);
    CHECK_NUMBER(match_clock_left(&m, 0, 51000), 40000);
    // More than there was since the last event is cut off: then the server was not down.
    does("offer A draw", 56000);
    does("hold 500000", 61000);
    CHECK_NUMBER(match_clock_left(&m, 1, 61000), 55000);
    refuses("hold 5", 60999, MSG_MATCH_TIME);
    // The clock has run out as it seems, but the server was down.
    does("hold 90000", 161000);
    CHECK_NUMBER(match_clock_left(&m, 1, 161000), 45000);
    plays(1, 170000);
    // And where it had run out before, that stays.
    does("hold 1000", 290000);
    does("flag A", 290000);
    ended(MATCH_END_CLOCK, 2, false, 290000);
    match_release(&m);
}

static void time_goes_on(void)
{
    begin("game toy\n");
    plays(0, 5000);
    refuses(tile_of(1), 4999, MSG_MATCH_TIME);
    refuses(tile_of(1), MATCH_TIME_MAX + 1, MSG_MATCH_TIME);
    refuses("flag B", 9000000, MSG_MATCH_TIME_LEFT); // there is no clock
    CHECK_NUMBER(match_time(&m, 10), 5000);
    CHECK_NUMBER(match_time(&m, 5001), 5001);
    plays(1, 5000);
    match_release(&m);
}

// ---- breaking off ----

static void matches_are_broken_off(void)
{
    create("game toy\n");
    refuses("abort A", 1, MSG_MATCH_SEAT_FREE);
    does("sit A 3", 1);
    CHECK(may(0, EVENT_ABORT) && may(0, EVENT_LEAVE) && !may(1, EVENT_ABORT));
    does("abort A", 2);
    CHECK_NUMBER(m.status, MATCH_ABORTED);
    CHECK_NUMBER(m.result.end, MATCH_END_ABORT);
    CHECK_NUMBER(m.ended_ms, 2);
    match_release(&m);
    begin("game toy\nclock move 10000\n");
    plays(0, 2000);
    CHECK(may(0, EVENT_ABORT) && may(1, EVENT_ABORT));
    plays(1, 2001);
    CHECK(!may(0, EVENT_ABORT));
    refuses("abort A", 2002, MSG_MATCH_ABORT_LATE);
    refuses("abort B", 2002, MSG_MATCH_ABORT_LATE);
    does("abort", 99999); // the server's, whatever the clocks say
    CHECK_NUMBER(m.status, MATCH_ABORTED);
    CHECK_NUMBER(m.result.winners, 0);
    CHECK_NUMBER(match_deadline_ms(&m, NULL), 0);
    match_release(&m);
}

// ---- computers ----

static void computers_have_seats(void)
{
    unsigned seat = 9, level = 9;
    create("game toy\nseats 3\nlevel B 4\ntakebacks yes\n");
    refuses("sit B 5", 1, MSG_MATCH_COMPUTER_SEAT);
    refuses("leave B", 1, MSG_MATCH_COMPUTER_SEAT);
    does("sit A 11", 1);
    CHECK(!match_full(&m));
    does("sit C 13", 1);
    does("start", 1000);
    CHECK(!match_computer_to_act(&m, &seat, &level));
    plays(0, 2000);
    CHECK(match_computer_to_act(&m, &seat, &level));
    CHECK_NUMBER(seat, 1);
    CHECK_NUMBER(level, 4);
    refuses("offer A draw", 2001, MSG_MATCH_DRAW_NOBODY);
    refuses("offer B draw", 2001, MSG_MATCH_COMPUTER_SEAT);
    refuses("ask B takeback 1", 2001, MSG_MATCH_COMPUTER_SEAT);
    refuses("abort B", 2001, MSG_MATCH_COMPUTER_SEAT);
    plays(1, 2002);
    does("ask A takeback 1", 2003);
    refuses("agree B takeback", 2003, MSG_MATCH_COMPUTER_SEAT);
    does("agree C takeback", 2004); // the computer agrees to everything
    CHECK_NUMBER(match_to_act(&m), 1);
    match_release(&m);
    begin("game balda\nlevel A 1\ntakebacks yes\n");
    CHECK(match_computer_to_act(&m, &seat, &level) && seat == 0 && level == 1);
    does("A a2=T/a2", 2000);
    does("B b2=T/b2", 2001);
    does("A c2=T/c2", 2002);
    does("B d2=T/d2", 2003);
    does("ask B takeback 1", 2004); // at once, and again
    does("ask B takeback 1", 2005);
    CHECK_NUMBER(m.record.actions, 2);
    CHECK_NUMBER(match_to_act(&m), 2);
    does("B resign", 2006);
    ended(MATCH_END_RESIGNATION, 1, false, 2006);
    CHECK(!match_computer_to_act(&m, &seat, &level));
    match_release(&m);
}

// ---- what may be seen ----

static void shows(const char *line, int64_t at_ms, unsigned viewer, const char *want)
{
    struct match_event e;
    struct buf out = {0};
    if (match_event_parse(&m, text_of(line), &e, NULL)) {
        e.at_ms = at_ms;
        does(line, at_ms);
        match_event_for_viewer(&m, &e, viewer, &out);
    }
    CHECK_TEXT(buf_text(&out), want);
    buf_release(&out);
}

static void events_are_shown(void)
{
    create("game toy\n");
    shows("sit A 11", 1, VIEWER_PUBLIC, "sit A 11\n");
    shows("sit B 12", 1, VIEWER_PUBLIC, "sit B 12\n");
    struct match_event start = {.kind = EVENT_START, .seat = SEAT_NONE, .at_ms = 1000};
    CHECK(match_apply(&m, &start));
    static const char *const want[] = {"start\ndeal A ADD\ndeal B ???\n",
                                       "start\ndeal A ???\ndeal B ACE\n",
                                       "start\ndeal A ???\ndeal B ???\n"};
    for (unsigned i = 0; i < 3; i++) {
        struct buf out = {0};
        match_event_for_viewer(&m, &start, i < 2 ? i : VIEWER_PUBLIC, &out);
        CHECK_TEXT(buf_text(&out), want[i]);
        buf_release(&out);
    }
    shows("A play A", 2000, 1, "A play A\ndeal A ?\n");
    shows("offer A draw", 2001, 1, "offer A draw\n");
    shows("B play C", 2002, 1, "B play C\ndeal B A\n");
    CHECK_NUMBER(match_viewer(&m, 11), 0);
    CHECK_NUMBER(match_viewer(&m, 12), 1);
    CHECK_NUMBER(match_viewer(&m, 13), VIEWER_PUBLIC);
    CHECK_NUMBER(match_viewer(&m, 0), VIEWER_PUBLIC);
    shows("A resign", 2003, match_viewer(&m, 13), "A resign\n");
    CHECK_NUMBER(match_viewer(&m, 0), VIEWER_ALL);
    match_release(&m);
    begin("game toy\nseats 3\nclock move 10000\ntakebacks yes\n");
    plays(0, 2000);
    shows("ask A takeback 1", 2001, VIEWER_PUBLIC, "ask A takeback 1\n");
    shows("agree B takeback", 2002, VIEWER_PUBLIC, "agree B takeback\n");
    shows("agree C takeback", 2003, VIEWER_PUBLIC, "agree C takeback\n");
    shows("flag A", 12003, VIEWER_PUBLIC, "flag A\n");
    match_release(&m);
}

static void record_is(unsigned viewer, const char *want)
{
    static const char *const names[SEATS_MAX] = {"Ann #1\n", NULL, "Cee"};
    struct buf out = {0};
    match_record(&m, viewer, names, &out);
    CHECK_TEXT(buf_text(&out), want);
    buf_release(&out);
}

#define HEAD "game toy\nlang en\nlexicon en\nseat A Ann 1\nseat B\n"
#define SEEDED "game toy\nlang en\nlexicon en\nseed " MATCH_TEST_SEED "\nseat A Ann 1\nseat B\n"
#define HASH "# seed-hash " MATCH_TEST_HASH "\n"

static void records_are_written(void)
{
    create("game toy\n");
    record_is(VIEWER_ALL, HEAD HASH);
    does("sit A 11", 1);
    does("sit B 12", 1);
    does("start", 1000);
    does("A play A", 2000);
    record_is(0, HEAD "deal A ADD\ndeal B ???\nA play A\ndeal A F\n" HASH);
    record_is(1, HEAD "deal A ???\ndeal B ACE\nA play A\ndeal A ?\n" HASH);
    record_is(VIEWER_PUBLIC, HEAD "deal A ???\ndeal B ???\nA play A\ndeal A ?\n" HASH);
    record_is(VIEWER_ALL, HEAD "deal A ???\ndeal B ???\nA play A\ndeal A ?\n" HASH);
    record_is(2, HEAD "deal A ???\ndeal B ???\nA play A\ndeal A ?\n" HASH);
    does("B resign", 3000);
    record_is(0, SEEDED "A play A\nB resign\n" HASH "# result A resignation\n");
    record_is(VIEWER_PUBLIC, SEEDED "A play A\nB resign\n" HASH "# result A resignation\n");
    match_release(&m);
    begin("game toy\n");
    does("offer A draw", 2000);
    does("agree B draw", 2000);
    record_is(1, SEEDED HASH "# result draw agreement\n");
    match_release(&m);
    create("game toy\n");
    does("abort", 5);
    record_is(1, SEEDED HASH "# result none expired\n");
    match_release(&m);
    create("game toy\n");
    does("sit A 11", 1);
    does("abort A", 5);
    record_is(1, SEEDED HASH "# result none abort\n");
    match_release(&m);
}

// ---- memory ----

// An event of which memory runs out leaves the match as it was, and happens when there is some.
static void fails_and_succeeds(const char *line, int64_t at_ms)
{
    struct match_event e;
    struct buf before = dump(), after;
    CHECK(match_event_parse(&m, text_of(line), &e, NULL));
    e.at_ms = at_ms;
    CHECK(match_check(&m, &e, NULL));
    long allowed = 0;
    bool done = false;
    for (; !done && allowed < 100; allowed++) {
        allocations_left = allowed;
        done = match_apply(&m, &e);
        allocations_left = -1;
        if (done)
            break;
        after = dump();
        CHECK(text_equal(buf_text(&before), buf_text(&after)));
        buf_release(&after);
    }
    CHECK(done && allowed > 0);
    buf_release(&before);
}

static void memory_runs_out(void)
{
    create("game toy\ntakebacks yes\n");
    does("sit A 1", 1);
    does("sit B 2", 1);
    fails_and_succeeds("start", 1000);
    plays(0, 1001);
    plays(1, 1002);
    does("ask A takeback 1", 1003);
    fails_and_succeeds("agree B takeback", 1004);
    CHECK_NUMBER(m.record.actions, 2);
    m.record.cap = m.record.actions; // the move no longer fits in what is reserved
    fails_and_succeeds(tile_of(0), 1005);
    plays(1, 1006);
    m.record.cap = m.record.actions + 1; // the move does, the draw does not
    fails_and_succeeds(tile_of(0), 1007);
    match_release(&m);
    begin("game toy\nclock move 5000\n");
    m.record.cap = m.record.actions;
    fails_and_succeeds("flag A", 6000);
    ended(MATCH_END_CLOCK, 2, false, 6000);
    match_release(&m);
    // More actions than are reserved at first: memory runs out in the middle of taking back.
    begin("game bukva\nlang en\nset unknown ask\ntakebacks yes\n");
    for (unsigned i = 0; i < 40; i++) {
        does("A c2=X/b3c3c2", 2000);
        does("B refuse", 2000);
    }
    does("ask A takeback 1", 2001);
    fails_and_succeeds("agree B takeback", 2002);
    CHECK_NUMBER(m.record.actions, 1 + 2 * 39);
    match_release(&m);
}

// ---- logs ----

static void logs_are_replayed(void)
{
    static const struct match_entry log[] = {
        {1, {"sit A 11", 8}}, {2, {"sit B 12", 8}}, {3, {"start", 5}},
        {4, {"A pass", 6}},   {5, {"B pass", 6}},
    };
    struct match again;
    struct reason why = {0};
    create("game toy\n");
    struct match_terms terms = m.terms;
    does("sit A 11", 1);
    does("sit B 12", 2);
    does("start", 3);
    does("A pass", 4);
    does("B pass", 5);
    CHECK(match_replay(&again, &terms, MATCH_TEST_SEED, MATCH_TEST_HASH, log, 5, &why));
    struct buf one = dump(), two = {0};
    match_dump(&again, &two);
    CHECK(text_equal(buf_text(&one), buf_text(&two)));
    match_release(&again);
    struct match_entry wrong[5];
    memcpy(wrong, log, sizeof wrong);
    wrong[3].at_ms = 2;
    CHECK(!match_replay(&again, &terms, MATCH_TEST_SEED, NULL, wrong, 5, &why));
    CHECK(why.what == MSG_MATCH_TIME && why.line == 4);
    CHECK(!match_replay(&again, &terms, MATCH_TEST_SEED, NULL, wrong, 5, NULL));
    wrong[3] = (struct match_entry){4, TEXT("nonsense")};
    CHECK(!match_replay(&again, &terms, MATCH_TEST_SEED, NULL, wrong, 5, &why));
    CHECK(why.what == MSG_MATCH_BAD_EVENT && why.line == 4);
    CHECK(!match_replay(&again, &terms, "xyz", NULL, log, 5, &why));
    CHECK(why.what == MSG_MATCH_BAD_SEED);
    buf_release(&one);
    buf_release(&two);
    match_release(&m);
}

static const struct test tests[] = {
    TEST(people_sit_down),
    TEST(the_players_cut_for_the_lead),
    TEST(a_changed_lexicon_keeps_the_start_word),
    TEST(without_a_cut_seats_stay),
    TEST(odd_events_are_refused),
    TEST(seeds_are_whole),
    TEST(each_event_has_its_time),
    TEST(malformed_lines_are_refused),
    TEST(a_game_of_balda),
    TEST(resigns_out_of_turn),
    TEST(the_game_ends_itself),
    TEST(three_go_on_without_one),
    TEST(has_so_many_moves),
    TEST(a_draw_is_agreed),
    TEST(an_offer_lapses),
    TEST(three_have_to_agree),
    TEST(moves_are_taken_back),
    TEST(asking_lapses),
    TEST(not_everything_is_taken_back),
    TEST(taking_back_has_an_end),
    TEST(a_long_match_can_only_be_played_to_its_end),
    TEST(a_table_that_waits_is_not_joined_for_ever),
    TEST(a_copy_goes_its_own_way),
    TEST(taking_back_keeps_no_time),
    TEST(a_clock_runs_out),
    TEST(clocks_per_move_and_in_days),
    TEST(three_go_on_without_a_late_one),
    TEST(a_game_without_resigning_ends),
    TEST(all_clocks_run_when_all_may_act),
    TEST(a_hold_stops_the_clocks),
    TEST(time_goes_on),
    TEST(matches_are_broken_off),
    TEST(computers_have_seats),
    TEST(events_are_shown),
    TEST(records_are_written),
    TEST(memory_runs_out),
    TEST(logs_are_replayed),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    int failures = test_run(__FILE__, tests, sizeof tests / sizeof *tests);
    match_host_close();
    return failures;
}
