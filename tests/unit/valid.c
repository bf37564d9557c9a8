// valid(): positions that no game comes to are refused, each for its reason. A position is played,
// written, and changed in one or two lines.
#include "rules/state_text.h"
#include "sample.h"
#include "test.h"
#include "toy/toy.h"

#include <string.h>

struct edit {
    const char *line[2]; // a line that begins like this; NULL: none
    const char *with[2]; // is this instead; a line that is not there is added
    enum message what;   // why it is refused
};

struct row {
    const char *preset, *lang, *settings, *words;
    unsigned seats;
    const char *played[20]; // "A pass", and chance events as a record has them
    struct edit edit[16];
};

static void play(struct sample *g, const char *line)
{
    bool seat = line[1] == ' ';
    struct reason why = {0};
    if (!sample_try(g, seat ? (unsigned)(line[0] - 'A') : CHANCE, line + (seat ? 2 : 0), NULL,
                    &why))
        test_fail(__FILE__, __LINE__, "%s is refused", line);
}

static void put_changed(struct text text, const char *begin, const char *with, struct buf *out)
{
    struct text line;
    bool found = false;
    while (text_next_line(&text, &line)) {
        bool it = !found && text_starts(line, begin);
        found |= it;
        buf_add_text(out, it ? text_of(with) : line);
        buf_add_byte(out, '\n');
    }
    if (!found)
        buf_printf(out, "%s\n", with);
}

static void refuses(struct sample *g, struct text good, const struct edit *e)
{
    struct buf once = {0}, twice = {0};
    struct state s;
    struct reason why = {0};
    put_changed(good, e->line[0], e->with[0], &once);
    if (e->line[1])
        put_changed(buf_text(&once), e->line[1], e->with[1], &twice);
    else
        buf_add_text(&twice, buf_text(&once));
    if (g->c.rules->read(&g->c, buf_text(&twice), &s, &why))
        test_fail(__FILE__, __LINE__, "%s: “%s” is accepted", g->c.preset, e->with[0]);
    else if (why.what != e->what)
        test_fail(__FILE__, __LINE__, "%s: “%s” is refused by %s", g->c.preset, e->with[0],
                  message_key(why.what));
    buf_release(&once);
    buf_release(&twice);
}

static void check_row(const struct row *row)
{
    struct sample g;
    struct buf good = {0};
    struct state back;
    sample_open(&g, row->preset, row->lang, row->words);
    sample_set(&g, row->settings);
    if (row->seats)
        g.c.seats = row->seats;
    sample_begin(&g);
    for (unsigned i = 0; row->played[i]; i++)
        play(&g, row->played[i]);
    CHECK(g.c.rules->valid(&g.c, &g.s, NULL));
    g.c.rules->write(&g.c, &g.s, &good);
    CHECK(g.c.rules->read(&g.c, buf_text(&good), &back, NULL));
    CHECK(memcmp(&back, &g.s, sizeof back) == 0);
    for (unsigned i = 0; row->edit[i].what; i++)
        refuses(&g, buf_text(&good), &row->edit[i]);
    buf_release(&good);
    sample_close(&g);
}

#define LINE(begin, instead, why)                         \
    {                                                     \
        .line = {begin}, .with = {instead}, .what = (why) \
    }

static void balda(void)
{
    static const struct row row = {
        "balda",
        "en",
        "",
        "crown rot tor rote",
        0,
        {"start CROWN", "A c2=T/b3c3c2", "B b2=E/b2"},
        {LINE("turn", "turn B", MSG_STATE_TURN), LINE("passes", "passes 1", MSG_STATE_TURN),
         LINE("resigned", "resigned 3", MSG_STATE_TURN), LINE("end", "end 1", MSG_STATE_TURN),
         LINE("end", "end 5", MSG_STATE_TURN), LINE("word B", "word A b2=E/b2", MSG_STATE_TURN),
         LINE("word B", "word B a1=E/a1", MSG_STATE_BOARD), // it touches nothing
         LINE("word A", "word A c2=T/b3c3", MSG_STATE_BOARD),
         LINE("word A", "word A c2=T/b3c3c1", MSG_STATE_BOARD),
         LINE("word A", "word A c2=T/b3c2", MSG_STATE_BOARD),
         LINE("word A", "word A c2=W/b3c3c2", MSG_STATE_BOARD), // no word
         LINE("word B", "word B b2=E/b2\nword A b1=E/b1\nword B c1=T/b3c3c2", MSG_STATE_BOARD),
         LINE("start", "start CROWD", MSG_STATE_BOARD),
         LINE("asked", "asked b4=T/b4", MSG_STATE_QUESTION), LINE("word A", "", MSG_STATE_TURN)}};
    check_row(&row);
}

static void bukva(void)
{
    static const struct row row = {
        "bukva",
        "en",
        "unknown ask",
        "crown rows",
        0,
        {"start CROWN", "A c2=T/b3c3c2"},
        {// Over squares that are empty, without its own square, apart, a word of the lexicon.
         LINE("asked", "asked c2=T/c2c1b1", MSG_STATE_QUESTION),
         LINE("asked", "asked c2=T/b3c3", MSG_STATE_QUESTION),
         LINE("asked", "asked c2=T/a3c2", MSG_STATE_QUESTION),
         LINE("asked", "asked d2=S/b3c3d3d2", MSG_STATE_QUESTION),
         LINE("asked", "asked c3=T/b3c3", MSG_STATE_QUESTION),
         LINE("asked", "asked c2=T/c2", MSG_STATE_QUESTION),
         LINE("asked", "asked c2=T/b3c3c2\nasked c2=T/b3c3c2", MSG_RULES_BAD_STATE),
         LINE("turn", "turn B", MSG_STATE_TURN), LINE("passes", "passes 6", MSG_STATE_TURN),
         LINE("end", "end 2", MSG_STATE_TURN)}};
    check_row(&row);
}

static void wordgame(void)
{
    static const struct row row = {
        "wordgame",
        "en",
        "exchange on",
        "train noon",
        0,
        {"deal A AEINRST?", "deal B BDEEGOTU"},
        {LINE("rack A", "rack A 8 AEINRST", MSG_STATE_HIDDEN), // one of its tiles is not named
         LINE("rack B", "rack B 8 BDEEGOT", MSG_STATE_HIDDEN),
         LINE("rack A", "rack A 7 AEINRST", MSG_STATE_TILES),
         LINE("rack A", "rack A 8 QQQQQQQQ", MSG_STATE_TILES),
         {{"bag", "aside"}, {"bag 0 ", "aside 88 "}, MSG_STATE_TILES},
         {{"bag", "aside"}, {"bag 80 ", "aside 8 "}, MSG_STATE_TILES},
         {{"rack A", "bag"}, {"rack A 9 ", "bag 87 "}, MSG_STATE_TILES},
         LINE("score A", "score A 40000", MSG_STATE_SCORE),
         LINE("score B", "score B -1", MSG_STATE_SCORE),
         LINE("turn", "turn B", MSG_STATE_TURN),
         LINE("turns", "turns 1", MSG_STATE_TURN),
         LINE("passes", "passes 3", MSG_STATE_TURN),
         LINE("scoreless", "scoreless 254", MSG_STATE_TURN),
         LINE("end", "end 4", MSG_STATE_TURN),
         LINE("resigned", "resigned 3", MSG_STATE_TURN)}};
    check_row(&row);
}

static void words_on_a_board(void)
{
    static const struct row row = {
        "classic",
        "en",
        "",
        "train noon",
        0,
        {"deal A AEINRTT", "deal B BDEEGOU", "A 8D:TRAIN", "deal A AAEEI"},
        {LINE("row ...TRAIN", "row TRAIN..........", MSG_STATE_BOARD), // off the centre
         LINE("row ...TRAIN", "row T..RAI....N....", MSG_STATE_BOARD), // apart
         LINE("row ...TRAIN", "row ...TRAQN.......", MSG_STATE_TILES),
         LINE("turns", "turns 0", MSG_STATE_TURN),
         LINE("score A", "score A 99999999", MSG_STATE_SCORE),
         LINE("row ...TRAIN", "row ...TRAIN.......\nrow ...............", MSG_RULES_BAD_STATE)}};
    check_row(&row);
}

static void bali(void)
{
    static const struct row row = {
        "bali",
        "en",
        "challenge on",
        "crown now",
        2,
        {"deal A1 C", "deal A2 R", "deal A3 O", "deal A4 W", "deal A5 N", "deal A6 *", "deal A7 E",
         "deal B1 E", "deal B2 A", "deal B3 A", "deal B4 T", "deal B5 S", "deal B6 I", "deal B7 I",
         "A A3+A6=W", "deal A6 L"},
        {LINE("score A", "score A 40000", MSG_RULES_BAD_STATE),
         LINE("score A", "score A 30000", MSG_STATE_SCORE),
         LINE("taken", "taken A 3 30", MSG_STATE_TILES),
         LINE("column A1", "column A1 K", MSG_STATE_TILES),
         LINE("column A1", "column A1 C C C C C C C C", MSG_STATE_TILES),
         LINE("column A3", "column A3 O *", MSG_RULES_BAD_STATE), // the joker is open
         LINE("column A6", "column A6 *=L", MSG_STATE_BOARD),
         LINE("doubt", "doubt A - A3:1 A6:1", MSG_STATE_QUESTION), // it settled the joker
         LINE("doubt", "doubt A - A3:1! A6:1!", MSG_STATE_QUESTION),
         LINE("doubt", "doubt A A A3:1 A6:1!", MSG_STATE_QUESTION),
         LINE("doubt", "doubt A - A3:1 A7:1!", MSG_STATE_QUESTION),
         LINE("refilled", "refilled", MSG_STATE_QUESTION),
         LINE("resigned", "resigned 1", MSG_STATE_QUESTION),
         LINE("started", "started 0", MSG_STATE_QUESTION), LINE("end", "end 3", MSG_STATE_TURN)}};
    check_row(&row);
}

// Any viewer's view is valid, and a view is filled in whole for every viewer.
static void views(void)
{
    struct sample g;
    struct state view, whole;
    struct rng r;
    CHECK(rng_seed_hex(&r, TEXT("5")));
    sample_open(&g, "wordgame", "en", "train noon");
    sample_begin(&g);
    play(&g, "deal A AEINRST?");
    for (unsigned viewer = 0; viewer <= VIEWER_ALL; viewer++) {
        if (viewer == 2 || viewer == 3)
            continue;
        g.c.rules->view(&g.c, &g.s, viewer, &view);
        CHECK(g.c.rules->valid(&g.c, &view, NULL));
        for (unsigned seat = 0; seat < 2; seat++) {
            g.c.rules->guess(&g.c, &view, seat, &r, &whole);
            CHECK(g.c.rules->valid(&g.c, &whole, NULL));
            struct state seen;
            g.c.rules->view(&g.c, &whole, viewer, &seen);
            CHECK(memcmp(&seen, &view, sizeof view) == 0);
        }
    }
    sample_close(&g);
}

// Values of a state's text: each within its bounds, or nothing changes.
static void values(void)
{
    uint32_t number = 7;
    uint8_t byte = 7;
    CHECK(!state_read_number(TEXT("101"), 100, &number) &&
          !state_read_number(TEXT(""), 9, &number));
    CHECK(!state_read_number(TEXT("4x"), 9, &number) && !state_read_number(TEXT("-4"), 9, &number));
    CHECK_NUMBER(number, 7);
    CHECK(state_read_number(TEXT("100"), 100, &number));
    CHECK_NUMBER(number, 100);
    CHECK(!state_read_byte(TEXT("256"), 255, &byte) && !state_read_byte(TEXT("4"), 3, &byte));
    CHECK(!state_read_seat(TEXT("C"), 2, &byte) && !state_read_seat(TEXT("@"), 2, &byte));
    CHECK(!state_read_seat(TEXT("a"), 4, &byte) && !state_read_seat(TEXT("AB"), 4, &byte));
    CHECK_NUMBER(byte, 7);
    CHECK(state_read_byte(TEXT("255"), 255, &byte));
    CHECK_NUMBER(byte, 255);
    CHECK(state_read_seat(TEXT("D"), 4, &byte));
    CHECK_NUMBER(byte, 3);
}

static bool count_line(void *context, struct text key, struct text rest)
{
    unsigned *lines = context;
    ++*lines;
    return text_is(key, "row") ? text_is(rest, "a b") : !key.len;
}

static void lines(void)
{
    struct reason why = {0};
    unsigned count = 0;
    CHECK(state_read_lines(TEXT("row a b\n\nrow a b"), count_line, &count, &why));
    CHECK_NUMBER(count, 3);
    CHECK(!state_read_lines(TEXT("row a b\ncolumn a\nrow a b\n"), count_line, &count, &why));
    CHECK_NUMBER(count, 5);
    CHECK(why.what == MSG_RULES_BAD_STATE && why.line == 2);
}

static const struct test tests[] = {
    TEST(balda), TEST(bukva), TEST(wordgame), TEST(words_on_a_board),
    TEST(bali),  TEST(views), TEST(values),   TEST(lines)};
TEST_MAIN(tests)
