// The cut for the lead: who draws when, ties, packs that run out, and cuts that cannot have been.
// With packs of our own, and with Bali's.
#include "rules/cut.h"
#include "sample.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- packs of our own: kinds A, B, C… of rank 0, 1, 2… ----

static const char *counts; // a digit for each kind

static void own_pack(const struct config *c, struct cut_pack *out)
{
    (void)c;
    out->kinds = 0;
    for (const char *count = counts; *count; count++, out->kinds++)
        out->kind[out->kinds] = (struct cut_kind){(uint32_t)('A' + out->kinds),
                                                  (uint8_t)(*count - '0'), (uint8_t)out->kinds};
}

static const struct rules own = {.name = "own", .cut = own_pack};

static struct config game_of(unsigned seats, const char *pack)
{
    counts = pack;
    return (struct config){.rules = &own, .seats = seats, .preset = "own"};
}

// "B M, A E" as a cut.
static struct cut cut_of(const char *text)
{
    struct cut cut = {0};
    struct reason why = {0};
    for (struct text rest = text_of(text); rest.len;)
        CHECK(cut_read(&cut, text_trim(text_cut(&rest, ',')), &why));
    return cut;
}

static void checks(int line, const struct config *c, const char *text, int wrong)
{
    struct cut cut = cut_of(text);
    struct reason why = {0};
    unsigned at = 99;
    bool ok = cut_check(c, &cut, &at, &why);
    if (ok != (wrong < 0) || (!ok && (at != (unsigned)wrong || why.what != MSG_RECORD_WRONG_CUT)))
        test_fail(__FILE__, line, "%s: %d at %u, want %d", text, ok, at, wrong);
}
#define IS_CUT(c, text) checks(__LINE__, c, text, -1)
#define NO_CUT(c, text, wrong) checks(__LINE__, c, text, wrong)

// R-BALI-59
static void the_nearest_leads_and_the_others_follow(void)
{
    struct config two = game_of(2, "3333"), four = game_of(4, "3333");
    IS_CUT(&two, "A A, B B");
    IS_CUT(&two, "B C, A B");
    NO_CUT(&two, "A C, B B", 1);
    NO_CUT(&two, "B A, A B", 1);
    // The third to sit down leads; the others are B, C and D in their order.
    IS_CUT(&four, "B D, C C, A A, D B");
    NO_CUT(&four, "C D, D C, A A, B B", 3);
    NO_CUT(&four, "B D, D C, A A, C B", 3);
}

// R-BALI-59
static void those_who_tie_cut_again(void)
{
    struct config c = game_of(3, "3333");
    IS_CUT(&c, "A B, B B, C C, A C, B D");
    IS_CUT(&c, "B B, A B, C C, B D, A A");
    IS_CUT(&c, "A B, B B, C B, A A, B A, C C, A C, B D");
    NO_CUT(&c, "A B, B B, C C", 2);                // nobody leads yet
    NO_CUT(&c, "A B, B B, C C, A C, C D", 4);      // C does not cut again
    NO_CUT(&c, "A B, B B, C C, A C, B D, A A", 5); // one too many
    NO_CUT(&c, "A B, B B, C C, A D, B C", 4);      // B is nearer
    NO_CUT(&c, "A B, A B, C C", 1);
    NO_CUT(&c, "A B, B C", 1);
    NO_CUT(&c, "A B, D C, C D", 1);
    NO_CUT(&c, "A B, B B, C B, A B, B C, C C", 3); // there are three B
    NO_CUT(&c, "A E, B B, C C", 0);
}

// Without a card for each of those who tie, the first of them leads.
static void packs_run_out(void)
{
    struct config c = game_of(2, "5");
    struct rng r;
    struct cut cut;
    rng_seed_hex(&r, TEXT("7"));
    CHECK_NUMBER(cut_draw(&c, &r, &cut), 0);
    CHECK_NUMBER(cut.draws, 4);
    IS_CUT(&c, "A A, B A, A A, B A");
    NO_CUT(&c, "A A, B A", 1);
}

static void a_game_without_packs_has_no_cut(void)
{
    struct config c = game_of(2, "");
    struct rng r;
    struct cut cut;
    struct reason why = {0};
    unsigned at;
    rng_seed_hex(&r, TEXT("7"));
    CHECK_NUMBER(cut_draw(&c, &r, &cut), 0);
    CHECK_NUMBER(cut.draws, 0);
    cut = cut_of("A A, B B");
    CHECK(!cut_check(&c, &cut, &at, &why));
    CHECK_NUMBER(why.what, MSG_RECORD_NO_CUT);
    cut.draws = 0;
    CHECK(cut_check(&c, &cut, &at, &why));
}

// Every draw is a cut that checks and follows from the seed, and from no other cards.
static void draws_check(void)
{
    static const char *const packs[] = {"11", "999999", "2222", "72", "4", "1111111111"};
    unsigned led[SEATS_MAX] = {0}, ties = 0;
    for (unsigned n = 0; n < 3000; n++) {
        char hex[16];
        struct config c = game_of(2 + n % 3, packs[n % 6]);
        struct rng r, before;
        struct cut cut;
        unsigned at;
        snprintf(hex, sizeof hex, "%x", 0x1000 + n);
        rng_seed_hex(&r, text_of(hex));
        if (n % 6 == 0 && c.seats > 2)
            continue;
        before = r;
        unsigned leader = cut_draw(&c, &r, &cut);
        CHECK(memcmp(&r, &before, sizeof r) == 0);
        rng_next(&r); // however much was drawn since
        CHECK(cut_follows(&c, &cut, &r, &at, NULL));
        ties += cut.draws > c.seats;
        led[leader] += n % 6 == 5;
        for (unsigned place = 0; place < c.seats; place++)
            CHECK_NUMBER(cut.draw[place].seat, cut_seat(leader, place));
        cut.draw[0].symbol ^= 1;
        CHECK(!cut_follows(&c, &cut, &r, &at, NULL));
    }
    CHECK(ties > 500);
    CHECK(led[0] > 100 && led[1] > 100 && led[2] > 60 && led[3] > 20); // fair
}

static void forms(void)
{
    static const char *const bad[] = {"A",   "A ",    "E 1 2", "E E",   "A EE",
                                      "a E", "A E F", "",      "A \xff"};
    struct cut cut = {0};
    struct reason why = {0};
    struct buf out = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(!cut_read(&cut, text_of(bad[i]), &why));
        CHECK_NUMBER(why.what, MSG_RECORD_BAD_CUT);
    }
    CHECK_NUMBER(cut.draws, 0);
    cut = cut_of("A e, B u\xCC\x88, C Ü, D *"); // either case, either normal form
    cut_write(&cut, &out);
    CHECK_TEXT(buf_text(&out), "cut A E\ncut B Ü\ncut C Ü\ncut D *\n");
    CHECK(cut_counts(&cut, 0));
    cut = cut_of("A E, B E, A F");
    CHECK(!cut_counts(&cut, 0) && cut_counts(&cut, 1) && cut_counts(&cut, 2));
    while (cut_read(&cut, TEXT("A E"), &why))
        ;
    CHECK_NUMBER(cut.draws, CUT_DRAWS);
    buf_release(&out);
}

// ---- Bali ----

// The joker is before A, an umlaut is its vowel, and both packs are cut. R-BALI-59
static void bali_ranks(void)
{
    for (unsigned lang = 0; lang < 2; lang++) {
        struct sample *g = calloc(1, sizeof *g);
        sample_open(g, "bali", lang ? "de" : "fr", "bar");
        g->c.seats = 2;
        IS_CUT(&g->c, "A *, B A");
        IS_CUT(&g->c, "A A, B B");
        IS_CUT(&g->c, "A Ä, B B");
        IS_CUT(&g->c, "A Ü, B V");
        IS_CUT(&g->c, "A A, B Ä, A N, B Ö"); // a tie, and then N is nearer than O
        NO_CUT(&g->c, "A Z, B Ü", 1);
        NO_CUT(&g->c, "A Ä, B A", 1);
        IS_CUT(&g->c, "A *, B *, A K, B L");
        NO_CUT(&g->c, "A *, B *, A *, B L", 2); // two packs have two jokers
        g->c.seats = 1;
        struct cut_pack pack;
        g->c.rules->cut(&g->c, &pack);
        CHECK_NUMBER(pack.kinds, 0);
        sample_close(g);
        free(g);
    }
}

static const struct test tests[] = {
    TEST(the_nearest_leads_and_the_others_follow),
    TEST(those_who_tie_cut_again),
    TEST(packs_run_out),
    TEST(a_game_without_packs_has_no_cut),
    TEST(draws_check),
    TEST(forms),
    TEST(bali_ranks),
};

TEST_MAIN(tests)
