// The rules of Bali, statement by statement of docs/rules/bali.md, on a small lexicon of our own.
#include "base/utf8.h"
#include "games/bali/state.h"
#include "rules/movelist.h"
#include "sample.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Runs inside them are legal too: TR, AISON, EMENT…
static const char french[] = "partie parties pratiquement maison saison sot mot mots ile art";
static const char german[] = "bär bar öl ölen tür turm";

enum { A, B, C, D };

// `settings`: "bali_bonus 60,min_word 5".
static struct sample *begin(const char *lang, unsigned seats, const char *settings)
{
    struct sample *g = calloc(1, sizeof *g);
    sample_open(g, "bali", lang, strcmp(lang, "de") == 0 ? german : french);
    sample_set(g, settings);
    g->c.seats = seats;
    sample_begin(g);
    return g;
}

static void end(struct sample *g)
{
    sample_close(g);
    free(g);
}

static const struct bali_state *now(const struct sample *g)
{
    return bali_state(&g->s);
}

// A sketch of a position; the deck is empty unless it is in it.
static struct sample *position(const char *lang, unsigned seats, const char *settings,
                               const char *text)
{
    struct sample *g = begin(lang, seats, settings);
    struct buf all = {0};
    struct reason why = {0};
    buf_printf(&all, "started 1\ndeck\n%s", text);
    CHECK(bali_sketch(&g->c, buf_text(&all), &g->s, &why));
    buf_release(&all);
    return g;
}

static void tell_refusal(int line, const char *text, const struct reason *why)
{
    struct buf words = {0};
    reason_word(why, LANGUAGE_EN, &words);
    test_fail(__FILE__, line, "%s was refused: %.*s", text, TEXT_ARG(buf_text(&words)));
    buf_release(&words);
}

static void plays_at(int line, struct sample *g, unsigned seat, const char *text)
{
    struct reason why = {0};
    if (!sample_try(g, seat, text, NULL, &why))
        tell_refusal(line, text, &why);
}
#define plays(g, seat, text) plays_at(__LINE__, g, seat, text)

static void refuses_at(int line, struct sample *g, unsigned seat, const char *text,
                       enum message what)
{
    struct reason why = {0};
    if (sample_try(g, seat, text, NULL, &why))
        test_fail(__FILE__, line, "%s was played", text);
    else if (why.what != what)
        tell_refusal(line, text, &why);
}
#define refuses(g, seat, text, what) refuses_at(__LINE__, g, seat, text, what)

// Deals these cards to wherever the next one goes; `places` are where that has to be.
static void deals_at(int line, struct sample *g, const char *places, const char *cards)
{
    struct text place = text_of(places), rest = text_of(cards);
    uint32_t card;
    while (utf8_next(&rest, &card)) {
        char bytes[UTF8_MAX], text[32];
        size_t length = utf8_put(card, bytes);
        struct text to = text_cut(&place, ' ');
        snprintf(text, sizeof text, "deal %.*s %.*s", TEXT_ARG(to), (int)length, bytes);
        plays_at(line, g, CHANCE, text);
    }
    CHECK_NUMBER(place.len, 0);
}
#define deals(g, places, cards) deals_at(__LINE__, g, places, cards)

static const char seven[] = "A1 A2 A3 A4 A5 A6 A7";

static unsigned acts(const struct sample *g)
{
    return g->c.rules->to_act(&g->c, &g->s);
}

static int total(const struct sample *g, unsigned seat)
{
    int32_t score[SEATS_MAX];
    g->c.rules->score(&g->c, &g->s, score);
    return score[seat];
}

static void check_outcome(int line, const struct sample *g, unsigned winners,
                          enum end_reason reason)
{
    struct outcome o;
    g->c.rules->outcome(&g->c, &g->s, &o);
    if (!o.over || o.draw || o.winners != winners || o.reason != reason)
        test_fail(__FILE__, line, "over %d, draw %d, winners %u, reason %d", o.over, o.draw,
                  o.winners, o.reason);
}
#define ends(g, winners, reason) check_outcome(__LINE__, g, winners, reason)

// The letters of a column; `.` is a card that is not settled.
static void check_column(int line, const struct sample *g, unsigned place, const char *want)
{
    const struct bali_column *column = &now(g)->column[place];
    struct buf text = {0};
    for (unsigned i = 0; i < column->len; i++) {
        struct word w = {1, {column->letter[i]}};
        if (w.letter[0])
            alphabet_print(&g->lex.alphabet, &w, &text);
        else
            buf_add_byte(&text, '.');
    }
    if (!text_is(buf_text(&text), want))
        test_fail(__FILE__, line, "got %.*s, want %s", TEXT_ARG(buf_text(&text)), want);
    buf_release(&text);
}
#define column_is(g, place, want) check_column(__LINE__, g, place, want)

static unsigned legal_count(const struct sample *g)
{
    struct movelist list = {0};
    struct movelist_options all = {.all = true};
    CHECK(movelist_legal(&list, &g->c, &g->s, &all, NULL));
    unsigned count = (unsigned)movelist_count(&list);
    movelist_release(&list);
    return count;
}

// ---- cards ----

static int value_of(const struct bali_pack *p, const char *card)
{
    unsigned kind = bali_pack_find(p, text_of(card));
    return kind ? p->value[kind] : -1;
}

// R-BALI-2, R-BALI-3, R-BALI-6
static void packs_are_as_the_rules_say(void)
{
    static const struct {
        const char *lang, *counts;
    } given[] = {
        {"fr", "A3B1C2D2E5F1G2H2I4J1K1L2M2N2O3P2Q1R3S2T2U2V1W1X1Y1Z1Ä1Ö1Ü1*1"},
        {"de", "A3B1C2D2E5F1G2H2I4J1K1L2M2N2O3P2Q1R3S2T2U2V1W1X1Y1Z1Ä1Ö1Ü1*1"},
        {"en", "A4B1C2D2E5F1G2H2I4J1K1L2M1N3O4P2Q1R3S2T3U2V1W1X1Y1Z1*1"},
    };
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct alphabet a;
        struct bali_pack p;
        struct buf counts = {0};
        REQUIRE(alphabet_load(&a, text_of(given[i].lang), NULL) && bali_pack_load(&p, &a));
        for (unsigned kind = 1; kind <= p.kinds; kind++) {
            bali_pack_print(&p, kind, &counts);
            buf_printf(&counts, "%u", p.count[kind]);
        }
        CHECK_TEXT(buf_text(&counts), given[i].counts);
        CHECK_NUMBER(p.cards, BALI_PACK);
        CHECK_NUMBER(value_of(&p, "*"), 5);
        buf_release(&counts);
    }
}

// Vowels 0; D L N P R S T 1; B C F G H M 2; K V W Y 3; J X 4; Q Z 5.
// R-BALI-5
static void values_are_as_the_rules_say(void)
{
    static const char *const worth[] = {"AEIOU", "DLNPRST", "BCFGHM", "KVWY", "JX", "QZ"};
    static const char *const langs[] = {"fr", "de", "en"};
    for (size_t i = 0; i < sizeof langs / sizeof *langs; i++) {
        struct alphabet a;
        struct bali_pack p;
        REQUIRE(alphabet_load(&a, text_of(langs[i]), NULL) && bali_pack_load(&p, &a));
        for (int value = 0; value <= 5; value++)
            for (const char *c = worth[value]; *c; c++)
                CHECK_NUMBER(value_of(&p, (char[]){*c, '\0'}), value);
        if (strcmp(langs[i], "en") != 0)
            CHECK(!value_of(&p, "Ä") && !value_of(&p, "ö") && !value_of(&p, "U\xCC\x88"));
    }
}

// R-BALI-4
static void our_packs_are_in_that_spirit(void)
{
    static const char *const langs[] = {"nl", "ru"};
    for (size_t i = 0; i < sizeof langs / sizeof *langs; i++) {
        struct alphabet a;
        struct bali_pack p;
        REQUIRE(alphabet_load(&a, text_of(langs[i]), NULL) && bali_pack_load(&p, &a));
        CHECK_NUMBER(p.cards, BALI_PACK);
        CHECK_NUMBER(value_of(&p, "*"), 5);
        for (unsigned kind = 1; kind <= a.size; kind++)
            CHECK(p.count[kind] >= 1 && p.value[kind] <= 5 && p.own[kind] == kind);
    }
}

// ---- the deal ----

// R-BALI-1, R-BALI-11, R-BALI-12, R-BALI-13
static void rows_are_dealt_from_the_leader_on(void)
{
    struct sample *g = begin("fr", 1, "");
    CHECK_NUMBER(now(g)->in_deck, 54);
    CHECK_NUMBER(acts(g), ACTS_CHANCE);
    refuses(g, CHANCE, "deal A2 P", MSG_BALI_DEAL_PLACE);
    deals(g, seven, "PARTIES");
    CHECK_NUMBER(acts(g), 1u << A);
    end(g);
    g = begin("fr", 2, "");
    CHECK_NUMBER(now(g)->in_deck, 108);
    deals(g, "A1 A2 A3 A4 A5 A6 A7 B1 B2 B3 B4 B5 B6 B7", "PARTIESPARTIES");
    CHECK_NUMBER(acts(g), 1u << A);
    end(g);
    g = begin("fr", 3, "");
    deals(g, "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5", "PARTIPARTIPARTI");
    CHECK_NUMBER(acts(g), 1u << A);
    end(g);
    g = begin("fr", 4, "");
    deals(g, "A1 A2 A3 A4 B1 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3 D4", "PARTPARTIEIEIEIE");
    CHECK_NUMBER(acts(g), 1u << A);
    end(g);
}

// R-BALI-14, R-REC-35
static void cards_are_counted(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, "A1 A2 A3", "QÄ*");
    refuses(g, CHANCE, "deal A4 Q", MSG_BALI_NO_CARD);
    refuses(g, CHANCE, "deal A4 *", MSG_BALI_NO_CARD);
    refuses(g, CHANCE, "deal A4 Ä", MSG_BALI_NO_CARD);
    refuses(g, CHANCE, "deal A4 ?", MSG_BALI_UNKNOWN_CARD);
    refuses(g, CHANCE, "deal A4 Я", MSG_BALI_UNKNOWN_CARD);
    refuses(g, CHANCE, "deal A4 QU", MSG_BALI_UNKNOWN_CARD);
    refuses(g, CHANCE, "deal A4", MSG_BALI_UNKNOWN_CARD);
    refuses(g, CHANCE, "deal", MSG_BALI_DEAL_TEXT);
    refuses(g, CHANCE, "deal E1 K", MSG_BALI_DEAL_TEXT);
    refuses(g, CHANCE, "deal A8 K", MSG_BALI_DEAL_TEXT);
    refuses(g, A, "done", MSG_RULES_DEAL_FIRST);
    end(g);
}

// ---- joining ----

// R-BALI-16, R-BALI-18, R-BALI-46
static void joins_are_words_or_runs_inside_them(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "AISONMV");
    refuses(g, A, "A5+A7+A6", MSG_BALI_NO_RUN);
    refuses(g, A, "A1+A3", MSG_BALI_NO_RUN);
    plays(g, A, "A1+A2+A3+A4+A5"); // AISON
    column_is(g, 0, "AISON");
    deals(g, "A2 A3 A4 A5", "EEEE");
    refuses(g, A, "A1+A6", MSG_BALI_NO_RUN);
    plays(g, A, "A6+A1"); // in any order
    column_is(g, 5, "MAISON");
    end(g);
}

static struct report report_of(struct sample *g, unsigned seat, const char *text)
{
    struct action a;
    struct report r = {0};
    CHECK(g->c.rules->parse(&g->c, &g->s, seat, text_of(text), &a, NULL));
    g->c.rules->report(&g->c, &g->s, &a, &r);
    return r;
}

// A word that is too short to be taken is not called a mere part of one.
static void short_words_are_told_from_runs(void)
{
    struct sample *g = begin("fr", 1, "min_word 4");
    deals(g, seven, "MOTSILE");
    CHECK(report_of(g, A, "A1+A2+A3").short_word); // MOT
    CHECK(!report_of(g, A, "A1+A2").short_word);   // MO
    struct report mots = report_of(g, A, "A1+A2+A3+A4");
    CHECK(mots.later > 0 && !mots.short_word);
    end(g);
}

// R-BALI-16, R-BALI-17, R-REC-15
static void columns_move_as_a_whole(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "TSOMILE");
    refuses(g, A, "A1", MSG_BALI_MOVE_TEXT);
    refuses(g, A, "A3+A3", MSG_BALI_TWICE);
    refuses(g, A, "A3+B1", MSG_BALI_NO_COLUMN);
    plays(g, A, "A4+A3"); // MO
    column_is(g, 3, "MO");
    deals(g, "A3", "T");
    // The T cannot go between M and O, nor is O to be had without M.
    plays(g, A, "A4+A1+A2"); // MOTS
    column_is(g, 3, "MOTS");
    column_is(g, 0, "");
    end(g);
}

// R-BALI-19, R-BALI-20
static void the_first_own_column_says_where(void)
{
    struct sample *g = begin("fr", 2, "");
    deals(g, "A1 A2 A3 A4 A5 A6 A7 B1 B2 B3 B4 B5 B6 B7", "PARTIESMOTILEX");
    refuses(g, A, "B1+B2", MSG_BALI_NONE_OWN);
    refuses(g, B, "B1+B2", MSG_RULES_NOT_YOUR_TURN);
    refuses(g, C, "A1+A2", MSG_RULES_NO_SEAT);
    plays(g, A, "B1+B2+A4+A7"); // MO-T-S lies where A4 lay
    column_is(g, 3, "MOTS");
    end(g);
}

// R-BALI-6, R-BALI-9, R-BALI-10, R-REC-15
static void the_joker_becomes_a_letter(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "*OTSMIL");
    refuses(g, A, "A1+A2", MSG_BALI_SAY_LETTER);
    refuses(g, A, "A2=E+A3", MSG_BALI_NO_CHOICE);
    CHECK(sample_unfinished(g, A, "A1+A2"));
    CHECK(!sample_unfinished(g, A, "A2=E+A3"));
    plays(g, A, "A1=M+A2");
    column_is(g, 0, "MO");
    deals(g, "A2", "E");
    refuses(g, A, "A1=S+A3", MSG_BALI_NO_CHOICE); // it stays an M
    plays(g, A, "A1+A3");
    deals(g, "A3", "E");
    plays(g, A, "take A1"); // MOT: (5 + 0 + 1) x 3
    CHECK_NUMBER(total(g, A), 18);
    end(g);
}

// R-BALI-9
static void the_joker_is_tried_as_every_letter(void)
{
    struct sample *g = position("fr", 1, "", "column A1 *\ncolumn A2 O T\n");
    // *OT: M and S, each joined or taken; OT*: S (MOTS); and `done`.
    CHECK_NUMBER(legal_count(g), 6);
    plays(g, A, "A2+A1=S");
    column_is(g, 1, "OTS");
    end(g);
}

// R-BALI-7
static void umlauts_are_plain_vowels_elsewhere(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "ÄRTÖSMP");
    plays(g, A, "A1+A2+A3"); // ART; nothing has to be said
    column_is(g, 0, "ART");
    deals(g, "A2 A3", "EE");
    plays(g, A, "take A1"); // (0 + 1 + 1) x 3
    CHECK_NUMBER(total(g, A), 6);
    deals(g, "A1", "Ü");
    refuses(g, A, "A5+A4=E", MSG_BALI_NO_CHOICE);
    plays(g, A, "A5+A4");
    column_is(g, 4, "SO");
    end(g);
}

// R-BALI-8, R-BALI-10
static void umlauts_are_letters_in_german(void)
{
    struct sample *g = begin("de", 1, "");
    deals(g, seven, "BÄRTÜRÖ");
    plays(g, A, "A1+A2+A3"); // BÄR
    column_is(g, 0, "BÄR");
    deals(g, "A2 A3", "MN");
    refuses(g, A, "A4+A5=O", MSG_BALI_NO_CHOICE);
    plays(g, A, "A4+A5=U+A6"); // TUR in TURM
    column_is(g, 3, "TUR");
    deals(g, "A5 A6", "LE");
    refuses(g, A, "A5+A7", MSG_BALI_NO_RUN);
    plays(g, A, "A7+A5"); // ÖL
    plays_at(__LINE__, g, CHANCE, "deal A5 I");
    column_is(g, 6, "ÖL");
    plays(g, A, "A4+A2"); // what was settled as a U stays one
    column_is(g, 3, "TURM");
    end(g);
}

// ---- taking ----

// R-BALI-21, R-BALI-22
static void words_score_sum_times_cards(void)
{
    struct sample *g = position("fr", 1, "",
                                "column A1 P A R T I E\n"
                                "column A2 P R A T I Q U E M E N T\ncolumn A3 M A I S O\n");
    refuses(g, A, "take A3", MSG_BALI_NO_WORD);
    refuses(g, A, "take A4", MSG_BALI_NO_COLUMN);
    refuses(g, A, "take B1", MSG_BALI_NO_COLUMN);
    plays(g, A, "take A1");
    CHECK_NUMBER(total(g, A), 18);
    plays(g, A, "take A2");
    CHECK_NUMBER(total(g, A), 18 + 144);
    end(g);
}

// R-BALI-21, R-BALI-57
static void a_word_has_three_letters(void)
{
    struct sample *g = begin("de", 1, "");
    deals(g, seven, "ÖLBARTE");
    plays(g, A, "A1+A2");
    deals(g, "A2", "N");
    refuses(g, A, "take A1", MSG_BALI_SHORT); // ÖL is a word, but of two letters
    end(g);
}

// R-BALI-23, R-BALI-34
static void a_seat_takes_only_its_own(void)
{
    struct sample *g = position("fr", 2, "",
                                "deck E5\nturn A\ncolumn A1 M O T\ncolumn B1 S O T\ncolumn A2 S\n"
                                "column A3 E\ncolumn A4 E\ncolumn A5 E\ncolumn A6 E\ncolumn A7 E\n"
                                "column B2 E\ncolumn B3 E\ncolumn B4 E\ncolumn B5 E\ncolumn B6 E\n"
                                "column B7 E\n");
    refuses(g, A, "take B1", MSG_BALI_NOT_OWN);
    plays(g, A, "take A1");
    CHECK_NUMBER(total(g, A), (2 + 0 + 1) * 3);
    deals(g, "A1", "E");
    refuses(g, A, "A2+B1", MSG_RULES_NOT_YOUR_TURN); // a turn is one take
    plays(g, B, "take B1");
    end(g);
}

// Nobody looks back: a state knows how many cards were taken for how many points, not which.
// R-BALI-15, R-BALI-24
static void taken_cards_are_out_of_sight(void)
{
    struct sample *g = position("fr", 1, "", "column A1 P A R T I E\ncolumn A2 M\n");
    struct buf text = {0};
    struct state seen, guessed;
    struct rng r;
    plays(g, A, "take A1");
    CHECK_NUMBER(now(g)->words, 1);
    CHECK_NUMBER(now(g)->taken[0].cards, 6);
    CHECK_NUMBER(now(g)->taken[0].points, 18);
    g->c.rules->write(&g->c, &g->s, &text);
    CHECK(text_find_string(buf_text(&text), "P A R T I E") == text.len);
    CHECK(text_find_string(buf_text(&text), "PARTIE") == text.len);
    buf_release(&text);
    REQUIRE(rng_seed_hex(&r, TEXT("1")));
    for (unsigned viewer = 0; viewer <= VIEWER_ALL; viewer++) {
        g->c.rules->view(&g->c, &g->s, viewer, &seen);
        CHECK(memcmp(&seen, &g->s, sizeof seen) == 0);
        g->c.rules->guess(&g->c, &seen, A, &r, &guessed);
        CHECK(memcmp(&seen, &guessed, sizeof seen) == 0);
    }
    end(g);
}

static bool tells(const struct sample *g, unsigned viewer, const char *what)
{
    struct buf text = {0};
    struct state seen;
    g->c.rules->view(&g->c, &g->s, viewer, &seen);
    g->c.rules->write(&g->c, &seen, &text);
    bool found = text_find_string(buf_text(&text), what) < text.len;
    buf_release(&text);
    return found;
}

// Without recall a view of a game that goes on has the size of the deck only. The rest
// is filled in so that the taken cards are worth what they scored. R-BALI-62
static void without_recall_the_deck_is_a_number(void)
{
    struct sample *g = begin("fr", 1, "recall off");
    struct state seen, guessed, again;
    struct rng r;
    deals(g, seven, "SOTMARI");
    plays(g, A, "take A4+A2+A3");
    deals(g, "A2 A3 A4", "EEE");
    REQUIRE(rng_seed_hex(&r, TEXT("62")));
    CHECK(tells(g, VIEWER_ALL, "deck A2 B1"));
    for (unsigned viewer = 0; viewer < VIEWER_ALL; viewer++) {
        g->c.rules->view(&g->c, &g->s, viewer, &seen);
        CHECK(tells(g, viewer, "deck ?44\n"));
        CHECK(g->c.rules->valid(&g->c, &seen, NULL));
        for (unsigned i = 0; i < 200; i++) {
            g->c.rules->guess(&g->c, &seen, A, &r, &guessed);
            g->c.rules->view(&g->c, &guessed, viewer, &again);
            CHECK(g->c.rules->valid(&g->c, &guessed, NULL));
            CHECK(memcmp(&seen, &again, sizeof seen) == 0);
        }
    }
    plays(g, A, "done");
    CHECK(tells(g, A, "deck A2 B1") && tells(g, VIEWER_PUBLIC, "deck A2 B1"));
    end(g);
}

// Three cards that are worth 3 were taken: 3+0+0, 2+1+0 or 1+1+1. Each set of cards is equally
// likely. R-BALI-62
static void a_guessed_deck_is_as_likely_as_any_other(void)
{
    enum { TRIES = 4000 };
    struct sample *g = begin("fr", 1, "recall off");
    struct state seen, guessed;
    struct rng r;
    uint8_t left[BALI_KINDS];
    double of[6] = {0}, found[3] = {0};
    deals(g, seven, "SOTMARI");
    plays(g, A, "take A4+A2+A3");
    deals(g, "A2 A3 A4", "EEE");
    REQUIRE(rng_seed_hex(&r, TEXT("64")) && bali_not_on_table(now(g), left) == 47);
    for (unsigned kind = 0; kind < BALI_KINDS; kind++)
        of[now(g)->pack.value[kind]] += left[kind];
    g->c.rules->view(&g->c, &g->s, A, &seen);
    for (unsigned i = 0; i < TRIES; i++) {
        unsigned highest = 0;
        g->c.rules->guess(&g->c, &seen, A, &r, &guessed);
        for (unsigned kind = 0; kind < BALI_KINDS; kind++)
            if (bali_state(&guessed)->deck[kind] < left[kind] && now(g)->pack.value[kind] > highest)
                highest = now(g)->pack.value[kind];
        REQUIRE(highest >= 1 && highest <= 3);
        found[highest - 1]++;
    }
    const double sets[] = {of[1] * (of[1] - 1) * (of[1] - 2) / 6, of[2] * of[1] * of[0],
                           of[3] * of[0] * (of[0] - 1) / 2};
    for (unsigned i = 0; i < 3; i++) {
        double expected = sets[i] / (sets[0] + sets[1] + sets[2]), is = found[i] / TRIES;
        CHECK(is > expected - 0.03 && is < expected + 0.03);
    }
    end(g);
}

static void reads_as(int line, const struct sample *g, unsigned seat, const char *move,
                     unsigned viewer, const char *want)
{
    struct action a;
    struct buf text = {0};
    REQUIRE(g->c.rules->parse(&g->c, &g->s, seat, text_of(move), &a, NULL));
    g->c.rules->format(&g->c, &g->s, &a, viewer, &text);
    if (!text_is(buf_text(&text), want))
        test_fail(__FILE__, line, "got %.*s, want %s", TEXT_ARG(buf_text(&text)), want);
    buf_release(&text);
}

// R-BALI-62
static void without_recall_the_log_has_no_letters(void)
{
    struct sample *g = begin("fr", 1, "recall off");
    for (unsigned viewer = 0; viewer < VIEWER_ALL; viewer++)
        reads_as(__LINE__, g, CHANCE, "deal A1 S", viewer, "deal A1 ?");
    reads_as(__LINE__, g, CHANCE, "deal A1 S", VIEWER_ALL, "deal A1 S");
    deals(g, seven, "SO*MARI");
    reads_as(__LINE__, g, A, "take A1+A2+A3=T", A, "take A1+A2+A3=?");
    reads_as(__LINE__, g, A, "take A1+A2+A3=T", VIEWER_ALL, "take A1+A2+A3=T");
    CHECK(g->c.rules->forgets(&g->c, &g->s));
    end(g);
    g = begin("fr", 1, "recall on");
    reads_as(__LINE__, g, CHANCE, "deal A1 S", VIEWER_PUBLIC, "deal A1 S");
    CHECK(!g->c.rules->forgets(&g->c, &g->s));
    end(g);
}

// R-BALI-64
static void recall_is_off_unless_a_record_is_older(void)
{
    struct sample *g = begin("fr", 1, "");
    struct buf header = {0};
    CHECK(g->c.rules->forgets(&g->c, &g->s));
    config_write(&g->c, &header);
    CHECK(text_find_string(buf_text(&header), "set recall off\n") < header.len);
    buf_release(&header);
    config_init_unnamed(&g->c);
    g->c.rules->setup(&g->c, &g->s);
    CHECK(!g->c.rules->forgets(&g->c, &g->s));
    config_write(&g->c, &header);
    CHECK(text_find_string(buf_text(&header), "recall") == header.len);
    buf_release(&header);
    end(g);
}

// ---- refilling ----

// R-BALI-25, R-BALI-26
static void solitaire_is_refilled_from_the_left(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "SOTMARI");
    plays(g, A, "A4+A2+A3"); // MOT lies where M lay, the first that is named
    deals(g, "A2 A3", "EE");
    plays(g, A, "take A4");
    deals(g, "A4", "E");
    CHECK_NUMBER(acts(g), 1u << A);
    end(g);
}

// The refill comes after the take: every place of the joined columns gets a card.
// R-BALI-25, R-BALI-26, R-BALI-61
static void alone_a_word_is_joined_and_taken_at_once(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "SOTMARI");
    plays(g, A, "take A4+A2+A3");
    CHECK_NUMBER(total(g, A), (2 + 0 + 1) * 3);
    CHECK_NUMBER(now(g)->words, 1);
    CHECK_NUMBER(acts(g), ACTS_CHANCE);
    deals(g, "A2 A3 A4", "EEE");
    CHECK_NUMBER(acts(g), 1u << A);
    end(g);
}

// R-BALI-8, R-BALI-9, R-BALI-61
static void a_take_settles_cards_as_a_join_does(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "SO*MARI");
    refuses(g, A, "take A1+A2+A3", MSG_BALI_SAY_LETTER);
    refuses(g, A, "take A1=T+A2+A3=T", MSG_BALI_NO_CHOICE);
    plays(g, A, "take A1+A2+A3=T");
    CHECK_NUMBER(total(g, A), (1 + 0 + 5) * 3);
    end(g);
    g = begin("de", 1, "");
    deals(g, seven, "BÄRTOLE");
    plays(g, A, "take A1+A2=A+A3");
    CHECK_NUMBER(total(g, A), (2 + 0 + 1) * 3);
    end(g);
}

// R-BALI-21, R-BALI-57, R-BALI-61
static void what_is_taken_at_once_is_a_word(void)
{
    struct sample *g = begin("fr", 1, "min_word 4");
    deals(g, seven, "SOTMARI");
    refuses(g, A, "take A1+A2+A3", MSG_BALI_SHORT);
    refuses(g, A, "take A5+A7+A1+A2", MSG_BALI_NO_WORD); // a run inside MAISON
    refuses(g, A, "take A4+A2+A3+A4", MSG_BALI_TWICE);
    refuses(g, A, "take A4+A2+B3", MSG_BALI_NO_COLUMN);
    refuses(g, A, "take A4+", MSG_BALI_MOVE_TEXT);
    refuses(g, A, "take A4=M", MSG_BALI_MOVE_TEXT);
    plays(g, A, "take A4+A2+A3+A1");
    CHECK_NUMBER(total(g, A), (2 + 0 + 1 + 1) * 4);
    end(g);
}

// R-BALI-34, R-BALI-61
static void several_seats_join_or_take(void)
{
    struct sample *g = position("fr", 2, "",
                                "turn A\ncolumn A1 M\ncolumn A2 O\ncolumn A3 T\n"
                                "column B1 S O T\n");
    refuses(g, A, "take A1+A2+A3", MSG_BALI_TAKE_ALONE);
    plays(g, A, "A1+A2+A3");
    end(g);
}

// R-BALI-31, R-BALI-61
static void the_last_columns_are_taken_at_once(void)
{
    struct sample *g = position("fr", 1, "", "column A2 M O\ncolumn A5 T\n");
    plays(g, A, "take A2+A5");
    CHECK_NUMBER(total(g, A), 9 + 50);
    ends(g, 1u << A, END_OUT);
    end(g);
}

// R-BALI-13, R-BALI-25, R-BALI-27
static void rows_are_refilled_with_the_leader_last(void)
{
    struct sample *g = begin("fr", 3, "");
    deals(g, "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5", "PARTISOTEISAAAA");
    plays(g, A, "A1+A2+A3+A4+A5"); // PARTI
    deals(g, "A2 A3 A4 A5", "EEEE");
    plays(g, B, "A1+B4+B1"); // PARTI-E-S lies where B4 lay
    column_is(g, BALI_ROW + 3, "PARTIES");
    deals(g, "B1 A1", "EE");
    plays(g, C, "C1+B2+B3"); // SOT
    deals(g, "B2 B3", "MO");
    CHECK_NUMBER(acts(g), 1u << A);
    end(g);
}

// ---- alone ----

// R-BALI-29, R-BALI-32, R-BALI-33, R-REC-21
static void alone_one_stops_at_any_time(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "PARTIES");
    refuses(g, A, "resign", MSG_BALI_NO_RESIGN);
    refuses(g, A, "pass", MSG_RULES_NO_PASS);
    refuses(g, A, "challenge", MSG_BALI_NO_CHALLENGE);
    refuses(g, A, "name MOT", MSG_BALI_NOT_CHALLENGED);
    plays(g, A, "A1+A2");
    deals(g, "A2", "X");
    plays(g, A, "done");
    ends(g, 1u << A, END_DONE);
    CHECK_NUMBER(total(g, A), 0); // what is left over costs nothing
    refuses(g, A, "A1+A3", MSG_RULES_OVER);
    end(g);
}

// R-BALI-30
static void alone_it_ends_when_nothing_can_be_done(void)
{
    struct sample *g = begin("fr", 1, "");
    deals(g, "A1 A2 A3 A4 A5 A6", "XYZKWJ");
    CHECK_NUMBER(acts(g), ACTS_CHANCE);
    deals(g, "A7", "V");
    ends(g, 1u << A, END_NOTHING); // with 47 cards in the deck
    CHECK_NUMBER(now(g)->in_deck, 47);
    end(g);
}

static void bali_with(const char *settings, int want)
{
    struct sample *g = position("fr", 1, settings, "column A1 P A R T I E\ncolumn A4 S\n");
    plays(g, A, "A1+A4"); // with an empty deck joins are still free
    CHECK_NUMBER(acts(g), 1u << A);
    plays(g, A, "take A1");
    ends(g, 1u << A, END_OUT);
    CHECK_NUMBER(total(g, A), want); // (1 + 1 + 1 + 1) x 7, and the bali
    end(g);
}

// R-BALI-28, R-BALI-31, R-BALI-32, R-BALI-56
static void all_cards_used_up_is_a_bali(void)
{
    bali_with("", 28 + 50);
    bali_with("bali_bonus 60", 28 + 60);
    bali_with("bali_bonus x2", 28 * 2);
    bali_with("bali_bonus x3", 28 * 3);
    struct sample *g = position("fr", 1, "", "column A1 P A R T I E\ncolumn A4 X\n");
    plays(g, A, "take A1");
    ends(g, 1u << A, END_NOTHING);
    CHECK_NUMBER(total(g, A), 18);
    end(g);
}

// R-BALI-57
static void long_words_only(void)
{
    struct sample *g = position("fr", 1, "min_word 5",
                                "deck E2\ncolumn A1 M O T\ncolumn A2 P A R T I E\ncolumn A3 I\n"
                                "column A4 L\ncolumn A5 E\ncolumn A6 E\ncolumn A7 E\n");
    refuses(g, A, "take A1", MSG_BALI_SHORT);
    plays(g, A, "A3+A4+A5"); // runs inside shorter words stay legal
    deals(g, "A4 A5", "EE");
    refuses(g, A, "take A3", MSG_BALI_SHORT);
    plays(g, A, "take A2");
    end(g);
}

// ---- several seats ----

// R-BALI-35, R-BALI-39
static void a_seat_passes_only_when_it_must(void)
{
    struct sample *g =
        position("fr", 2, "",
                 "deck E5\nturn A\ncolumn A1 M O T\ncolumn A2 X\ncolumn A3 X\ncolumn A4 X\n"
                 "column A5 X\ncolumn A6 X\ncolumn A7 X\ncolumn B1 K\ncolumn B2 K\ncolumn B3 K\n"
                 "column B4 K\ncolumn B5 K\ncolumn B6 K\ncolumn B7 K\n");
    refuses(g, A, "pass", MSG_BALI_NO_PASS); // no join, but a take: it must take
    CHECK_NUMBER(legal_count(g), 1);
    plays(g, A, "take A1");
    deals(g, "A1", "E");
    CHECK_NUMBER(legal_count(g), 1);
    plays(g, B, "pass");
    plays(g, A, "pass");
    ends(g, 1u << A, END_PASSES); // every seat has passed in turn, the deck is not empty
    CHECK_NUMBER(total(g, A), 9);
    CHECK_NUMBER(total(g, B), 0);
    end(g);
}

// R-BALI-35, R-BALI-46
static void a_join_forbids_passing(void)
{
    struct sample *g = begin("fr", 2, "");
    deals(g, "A1 A2 A3 A4 A5 A6 A7 B1 B2 B3 B4 B5 B6 B7", "PKKXXYYAWWVVJJ");
    refuses(g, A, "pass", MSG_BALI_NO_PASS); // P and B's A
    refuses(g, A, "done", MSG_BALI_NOT_DONE);
    refuses(g, A, "challenge", MSG_BALI_NO_CHALLENGE); // challenges are off
    plays(g, A, "A1+B1");
    end(g);
}

// R-BALI-36, R-BALI-37, R-BALI-38, R-BALI-39, R-BALI-42
static void in_the_end_a_turn_finishes_a_word(void)
{
    struct sample *g = position("fr", 2, "",
                                "turn A\ncolumn A1 M O\ncolumn A2 X\ncolumn B1 T\n"
                                "column B2 S O T\ncolumn B3 P A\n");
    refuses(g, A, "A1+B1+A2", MSG_BALI_MUST_FINISH);
    refuses(g, A, "B3+A1", MSG_BALI_MUST_FINISH);
    CHECK_NUMBER(legal_count(g), 1);
    plays(g, A, "A1+B1"); // MOT is taken at once
    CHECK_NUMBER(total(g, A), 9);
    column_is(g, 0, "");
    column_is(g, BALI_ROW, "");
    plays(g, B, "take B2");
    CHECK_NUMBER(total(g, B), 6);
    plays(g, A, "pass");
    refuses(g, B, "B3+A2", MSG_BALI_MUST_FINISH);
    plays(g, B, "pass");
    ends(g, 1u << A, END_PASSES);
    end(g);
}

// R-BALI-36, R-BALI-57
static void in_the_end_a_word_has_its_letters_too(void)
{
    struct sample *g = position("fr", 2, "min_word 5",
                                "turn A\ncolumn A1 M O\ncolumn A2 P A R T\n"
                                "column B1 T\ncolumn B2 I E\n");
    refuses(g, A, "A1+B1", MSG_BALI_MUST_FINISH);
    plays(g, A, "A2+B2");
    CHECK_NUMBER(total(g, A), 18);
    end(g);
}

// R-BALI-41
static void whoever_has_an_empty_row_has_a_bali(void)
{
    struct sample *g = position("fr", 3, "",
                                "turn A\nscore A 10\nscore C 5\ncolumn A1 M O\ncolumn B1 T\n"
                                "column C1 X\n");
    plays(g, A, "A1+B1"); // empties B's row as well
    plays(g, B, "pass");
    plays(g, C, "pass");
    plays(g, A, "pass");
    ends(g, 1u << A, END_PASSES);
    CHECK_NUMBER(total(g, A), 10 + 9 + 50);
    CHECK_NUMBER(total(g, B), 50);
    CHECK_NUMBER(total(g, C), 5);
    end(g);
}

// R-BALI-40, R-BALI-42
static void an_empty_table_ends_it_and_equals_share(void)
{
    struct sample *g =
        position("fr", 2, "", "turn A\nscore A 6\nscore B 15\ncolumn A1 M O\ncolumn B1 T\n");
    plays(g, A, "A1+B1");
    ends(g, 1u << A | 1u << B, END_OUT);
    CHECK_NUMBER(total(g, A), 65);
    CHECK_NUMBER(total(g, B), 65);
    end(g);
}

// ---- giving up ----

// R-BALI-43, R-BALI-44, R-REC-10
static void who_resigns_is_skipped(void)
{
    struct sample *g = begin("fr", 3, "");
    deals(g, "A1 A2 A3 A4 A5 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5", "MKKXXOTSEESEEEE");
    plays(g, B, "resign"); // at any time
    refuses(g, B, "resign", MSG_RULES_RESIGNED);
    plays(g, A, "A1+B1+B2"); // its row may still be joined from, and is not refilled
    column_is(g, 0, "MOT");
    CHECK_NUMBER(acts(g), 1u << C);
    plays(g, C, "A1+C1");
    deals(g, "A1", "E");
    CHECK_NUMBER(acts(g), 1u << A);
    plays(g, A, "resign");
    ends(g, 1u << C, END_RESIGNATION); // the last seat left
    end(g);
}

// R-REC-9
static void of_two_the_other_wins(void)
{
    struct sample *g = begin("fr", 2, "");
    deals(g, "A1 A2 A3 A4 A5 A6 A7 B1 B2 B3 B4 B5 B6 B7", "PARTIESPARTIES");
    plays(g, A, "resign");
    ends(g, 1u << B, END_RESIGNATION);
    end(g);
}

// R-BALI-44
static void the_last_one_left_has_no_bali(void)
{
    struct sample *g = position("fr", 2, "", "turn A\nscore A 7\ncolumn B1 X\ncolumn B2 X\n");
    plays(g, B, "resign");
    ends(g, 1u << A, END_RESIGNATION);
    CHECK_NUMBER(total(g, A), 7); // though its row is empty, and so is the deck
    end(g);
}

// A seat that has resigned does not win, whatever its score.
// R-BALI-42, R-BALI-45
static void the_best_of_those_who_stayed_wins(void)
{
    struct sample *g = position("fr", 3, "",
                                "turn A\nscore B 99\nscore C 4\nresigned 2\ncolumn A1 X\n"
                                "column B1 X\ncolumn C1 X\n");
    plays(g, A, "pass");
    plays(g, C, "pass");
    ends(g, 1u << C, END_PASSES);
    end(g);
}

// ---- challenges ----

static const char table_of_three[] =
    "deck E9\nturn A\ncolumn A1 O\ncolumn A2 V\ncolumn A3 M\ncolumn A4 *\ncolumn A5 E\n"
    "column B1 T\ncolumn B2 S\ncolumn B3 E\ncolumn B4 E\ncolumn B5 E\n"
    "column C1 S\ncolumn C2 O\ncolumn C3 E\ncolumn C4 E\ncolumn C5 E\n";

// R-BALI-46
static void challenges_are_not_for_one(void)
{
    struct sample *g = begin("fr", 2, "challenge on");
    struct reason why = {0};
    g->c.seats = 1;
    CHECK(!g->c.rules->accept(&g->c, &why));
    CHECK_NUMBER(why.what, MSG_BALI_CHALLENGE_ALONE);
    end(g);
}

// R-BALI-47, R-BALI-48, R-BALI-49, R-BALI-51, R-REC-16
static void a_wrong_join_is_undone(void)
{
    struct sample *g = position("fr", 3, "challenge on", table_of_three);
    struct state before = g->s;
    plays(g, A, "A1+A2+A3+B1+A4=B"); // OVMTB: any letters are accepted
    CHECK_NUMBER(acts(g), ACTS_CHANCE);
    deals(g, "B1 A2 A3 A4", "EEEE");
    CHECK_NUMBER(acts(g), 1u << B | ACTS_MAY(C)); // B is waited for, C may challenge
    refuses(g, A, "challenge", MSG_BALI_NO_CHALLENGE);
    refuses(g, C, "C1+C2", MSG_RULES_NOT_YOUR_TURN);
    plays(g, C, "challenge");
    CHECK_NUMBER(acts(g), 1u << A);
    refuses(g, B, "challenge", MSG_BALI_NO_CHALLENGE); // one is enough
    refuses(g, A, "A1+A5", MSG_BALI_NAME_FIRST);
    CHECK_NUMBER(legal_count(g), 1); // there is no word to name
    plays(g, A, "name MAISON");
    // The turn is lost; all the rest is as it was, refills and the joker included.
    CHECK_NUMBER(acts(g), 1u << B);
    bali_state_of(&before)->turn = B;
    CHECK(memcmp(&before, &g->s, sizeof before) == 0);
    refuses(g, C, "challenge", MSG_BALI_NO_CHALLENGE);
    end(g);
}

// R-BALI-48, R-BALI-49, R-BALI-51
static void who_can_name_no_word_passes(void)
{
    struct sample *g = position("fr", 3, "challenge on", table_of_three);
    struct state before = g->s;
    plays(g, A, "A1+A2+A3+B1+A4=B");
    deals(g, "B1 A2 A3 A4", "EEEE");
    plays(g, B, "challenge"); // the seat to move may, too
    plays(g, A, "pass");
    CHECK_NUMBER(acts(g), 1u << B);
    bali_state_of(&before)->turn = B;
    CHECK(memcmp(&before, &g->s, sizeof before) == 0);
    end(g);
}

// R-BALI-50
static void a_right_join_costs_the_challenger_a_turn(void)
{
    struct sample *g = position("fr", 3, "challenge on", table_of_three);
    plays(g, A, "A3+A1"); // MO
    deals(g, "A1", "E");
    plays(g, B, "challenge");
    CHECK_NUMBER(legal_count(g), 2); // a word with MO in it, and giving in
    plays(g, A, "name MOTS");
    column_is(g, 2, "MO");
    CHECK_NUMBER(acts(g), 1u << C); // B misses the turn that it was about to have
    plays(g, C, "C1+C2");           // SO
    deals(g, "C2", "E");
    plays(g, A, "A3+B1"); // MOT
    deals(g, "B1", "E");
    CHECK_NUMBER(acts(g), 1u << B | ACTS_MAY(C)); // only that one turn
    end(g);
}

// R-BALI-50, R-BALI-51
static void the_named_word_must_have_the_run_inside(void)
{
    struct sample *g = position("fr", 3, "challenge on", table_of_three);
    plays(g, A, "A3+A1");
    deals(g, "A1", "E");
    plays(g, C, "challenge");
    plays(g, A, "name SOT"); // a word, but without MO
    column_is(g, 2, "M");
    CHECK_NUMBER(acts(g), 1u << B);
    plays(g, B, "B2+C2+B1"); // SOT
    deals(g, "B1 C2", "EE");
    plays(g, C, "challenge");
    plays(g, B, "name SOTA"); // the run, but no word
    column_is(g, BALI_ROW, "T");
    CHECK_NUMBER(acts(g), 1u << C);
    end(g);
}

// R-BALI-48, R-BALI-50
static void a_challenge_is_in_time_until_the_next_move(void)
{
    struct sample *g = position("fr", 3, "challenge on", table_of_three);
    plays(g, A, "A2+A3");
    deals(g, "A3", "E");
    plays(g, B, "B2+C2"); // SO
    deals(g, "C2", "E");
    refuses(g, B, "challenge", MSG_BALI_NO_CHALLENGE);
    column_is(g, 1, "VM"); // it stays for good
    plays(g, A, "challenge");
    plays(g, B, "name SOT");
    // A misses its next turn, which comes after C's.
    CHECK_NUMBER(acts(g), 1u << C);
    plays(g, C, "C3+C4");
    deals(g, "C4", "E");
    CHECK_NUMBER(acts(g), 1u << B | ACTS_MAY(A));
    end(g);
}

// R-BALI-52
static void who_resigns_under_challenge_has_named_nothing(void)
{
    struct sample *g = position("fr", 3, "challenge on", table_of_three);
    plays(g, A, "A2+A3");
    deals(g, "A3", "E");
    plays(g, C, "challenge");
    plays(g, A, "resign");
    column_is(g, 1, "V");
    column_is(g, 2, "M");
    CHECK_NUMBER(acts(g), 1u << B);
    CHECK_NUMBER(now(g)->in_deck, 9);
    end(g);
}

// R-BALI-53
static void takes_and_last_words_are_looked_up(void)
{
    struct sample *g = position("fr", 2, "challenge on",
                                "turn A\ncolumn A1 M O\ncolumn A2 X\ncolumn B1 T\ncolumn B2 V M\n");
    refuses(g, A, "A1+A2", MSG_BALI_MUST_FINISH);
    refuses(g, A, "take A1", MSG_BALI_SHORT);
    plays(g, A, "A1+B1");
    refuses(g, B, "challenge", MSG_BALI_NO_CHALLENGE);
    CHECK_NUMBER(acts(g), 1u << B);
    end(g);
}

// ---- texts ----

// R-REC-15, R-REC-16, R-REC-22
// ---- what the board is told ----

// The report of a legal move.
static struct report told(struct sample *g, unsigned seat, const char *text)
{
    struct action a;
    struct report r = {.placed = -1};
    CHECK(g->c.rules->parse(&g->c, &g->s, seat, text_of(text), &a, NULL));
    CHECK(g->c.rules->check(&g->c, &g->s, &a, NULL));
    g->c.rules->report(&g->c, &g->s, &a, &r);
    return r;
}

// R-BALI-8, R-BALI-21, R-BALI-29
static void targets_are_what_check_allows(void)
{
    struct sample *g =
        position("fr", 1, "", "score A 0\ncolumn A1 M O T\ncolumn A2 S\ncolumn A3 *\n");
    sample_targets(
        g, A,
        ",\"plain\":[\"done\"],\"takes\":[{\"place\":\"A1\",\"points\":9}]"
        ",\"choices\":[{\"place\":\"A3\",\"letters\":[\"A\",\"B\",\"C\",\"D\",\"E\",\"F\","
        "\"G\",\"H\",\"I\",\"J\",\"K\",\"L\",\"M\",\"N\",\"O\",\"P\",\"Q\",\"R\",\"S\",\"T\","
        "\"U\",\"V\",\"W\",\"X\",\"Y\",\"Z\"],\"own\":null}],\"claims\":false");
    end(g);
    g = position("de", 1, "", "score A 0\ncolumn A1 B Ä=Ä R\ncolumn A2 Ü\n");
    sample_targets(g, A,
                   ",\"plain\":[\"done\"],\"takes\":[{\"place\":\"A1\",\"points\":9}]"
                   ",\"choices\":[{\"place\":\"A2\",\"letters\":[\"Ü\",\"U\"],\"own\":\"Ü\"}],"
                   "\"claims\":false");
    end(g);
}

// R-BALI-38, R-BALI-48
static void a_seat_that_waits_may_challenge(void)
{
    struct sample *g = position("fr", 3, "challenge on",
                                "deck E9\nturn A\ncolumn A1 O\ncolumn A2 V\ncolumn A3 M\n"
                                "column A4 E\ncolumn A5 E\ncolumn B1 T\ncolumn B2 E\ncolumn B3 E\n"
                                "column B4 E\ncolumn B5 E\ncolumn C1 M O T\ncolumn C2 E\n"
                                "column C3 E\ncolumn C4 E\ncolumn C5 E\n");
    plays(g, A, "A1+A2");
    deals(g, "A2", "E");
    sample_targets(g, C, ",\"plain\":[\"challenge\"],\"takes\":[],\"choices\":[],\"claims\":true");
    end(g);
}

// R-BALI-20, R-BALI-61
static void a_report_says_where_a_join_rests(void)
{
    struct sample *g = begin("fr", 2, "");
    deals(g, "A1 A2 A3 A4 A5 A6 A7 B1 B2 B3 B4 B5 B6 B7", "PARTIESMOTILEX");
    struct report r = told(g, A, "B1+B2+A4+A7");
    CHECK(r.joins && !r.take_now);
    CHECK_NUMBER(r.rests, 3);
    CHECK(r.later > 0);
    end(g);
    g = begin("fr", 1, "");
    deals(g, seven, "SOTMARI");
    r = told(g, A, "A4+A2+A3");
    CHECK(r.joins && r.take_now);
    CHECK_NUMBER(r.rests, 3);
    r = told(g, A, "take A4+A2+A3");
    CHECK(!r.joins && !r.take_now);
    r = told(g, A, "A4+A2"); // no word yet
    CHECK(r.joins && !r.take_now);
    end(g);
}

static void malformed_moves_are_refused(void)
{
    static const char many[] = "A1+A2+A3+A4+A5+A6+A7+A1+A2+A3+A4+A5+A6+A7+A1+A2+A3";
    static const char *const bad[] = {
        "",           "A1+",   "+A1",      "A1++A2",  "A1A2", "a1+a2",  "A0+A1",
        "A1+A8",      "A1+E1", "A1=OE+A2", "A1+A2 ",  "take", "take A", "takeA1",
        "take A1 A2", "Pass",  "pass A1",  "A1 + A2", "=E",   "done.",  many};
    struct sample *g = begin("fr", 1, "");
    deals(g, seven, "PARTIES");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses(g, A, bad[i], MSG_BALI_MOVE_TEXT);
    refuses(g, A, "name", MSG_WORD_EMPTY);
    refuses(g, A, "A1=+A2", MSG_WORD_EMPTY);
    refuses(g, A, "name M?T", MSG_WORD_NOT_A_LETTER);
    refuses(g, A, "A1=4+A2", MSG_WORD_NOT_A_LETTER);
    end(g);
}

// Line by line; what does not fit together is in tests/unit/valid.c.
static void malformed_states_are_refused(void)
{
    static const char *const bad[] = {
        "turn E",
        "turn",
        "passed 9",
        "end 99",
        "deck A2 A1",
        "deck A300",
        "deck ?0",
        "deck ?109",
        "deck ?3 A1",
        "deck A1 ?3",
        "column A1",
        "column A8 K",
        "column C1 K",
        "column A1 K\ncolumn A1 K",
        "column A1 * K",
        "column A1 *=5",
        "doubt A - A1:1",
        "doubt A C A1:1 A2:1",
        "doubt A - A1:1 A2:1\ndoubt A - A1:1 A2:1",
        "refilled A8",
        "resigned 4",
        "missing 4",
        "score A -1",
        "score E 1",
        "nonsense",
    };
    struct sample *g = begin("fr", 2, "challenge on");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct state s;
        struct reason why = {0};
        struct buf text = {0};
        buf_printf(&text, "started 1\ndeck\nturn A\n%s\n", bad[i]);
        if (bali_sketch(&g->c, buf_text(&text), &s, &why))
            test_fail(__FILE__, __LINE__, "%s was read", bad[i]);
        buf_release(&text);
    }
    end(g);
}

static const struct test tests[] = {
    TEST(packs_are_as_the_rules_say),
    TEST(values_are_as_the_rules_say),
    TEST(our_packs_are_in_that_spirit),
    TEST(rows_are_dealt_from_the_leader_on),
    TEST(cards_are_counted),
    TEST(joins_are_words_or_runs_inside_them),
    TEST(short_words_are_told_from_runs),
    TEST(columns_move_as_a_whole),
    TEST(the_first_own_column_says_where),
    TEST(the_joker_becomes_a_letter),
    TEST(the_joker_is_tried_as_every_letter),
    TEST(umlauts_are_plain_vowels_elsewhere),
    TEST(umlauts_are_letters_in_german),
    TEST(words_score_sum_times_cards),
    TEST(a_word_has_three_letters),
    TEST(a_seat_takes_only_its_own),
    TEST(taken_cards_are_out_of_sight),
    TEST(without_recall_the_deck_is_a_number),
    TEST(a_guessed_deck_is_as_likely_as_any_other),
    TEST(without_recall_the_log_has_no_letters),
    TEST(recall_is_off_unless_a_record_is_older),
    TEST(solitaire_is_refilled_from_the_left),
    TEST(alone_a_word_is_joined_and_taken_at_once),
    TEST(a_take_settles_cards_as_a_join_does),
    TEST(what_is_taken_at_once_is_a_word),
    TEST(several_seats_join_or_take),
    TEST(the_last_columns_are_taken_at_once),
    TEST(rows_are_refilled_with_the_leader_last),
    TEST(alone_one_stops_at_any_time),
    TEST(alone_it_ends_when_nothing_can_be_done),
    TEST(all_cards_used_up_is_a_bali),
    TEST(long_words_only),
    TEST(a_seat_passes_only_when_it_must),
    TEST(a_join_forbids_passing),
    TEST(in_the_end_a_turn_finishes_a_word),
    TEST(in_the_end_a_word_has_its_letters_too),
    TEST(whoever_has_an_empty_row_has_a_bali),
    TEST(an_empty_table_ends_it_and_equals_share),
    TEST(who_resigns_is_skipped),
    TEST(of_two_the_other_wins),
    TEST(the_last_one_left_has_no_bali),
    TEST(the_best_of_those_who_stayed_wins),
    TEST(challenges_are_not_for_one),
    TEST(a_wrong_join_is_undone),
    TEST(who_can_name_no_word_passes),
    TEST(a_right_join_costs_the_challenger_a_turn),
    TEST(the_named_word_must_have_the_run_inside),
    TEST(a_challenge_is_in_time_until_the_next_move),
    TEST(who_resigns_under_challenge_has_named_nothing),
    TEST(takes_and_last_words_are_looked_up),
    TEST(targets_are_what_check_allows),
    TEST(a_seat_that_waits_may_challenge),
    TEST(a_report_says_where_a_join_rests),
    TEST(malformed_moves_are_refused),
    TEST(malformed_states_are_refused),
};
TEST_MAIN(tests)
