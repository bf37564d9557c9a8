// The rules of the Word Game and of the classic set-up (docs/rules/wordgame.md), on small lexicons
// of our own.
#include "games/wordgame/move.h"
#include "games/wordgame/state.h"
#include "sample.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *lang, *list;
} words[] = {
    {"en",
     "train trains rain rains in ins it at tie tin tins is as ten tens aa qat zoo star start art "
     "tar tart seal nastiest en noon"},
    {"de", "bär"},
    {"fr", "été cœur"},
    {"nl", "bij ijs baby bijbel wijs bel"},
    {"ru", "слово"},
};

static const char *words_of(const char *lang)
{
    size_t i = 0;
    while (strcmp(words[i].lang, lang) != 0)
        i++;
    return words[i].list;
}

// `settings`: "exchange on,sweep move".
static struct sample *set_up(const char *preset, const char *lang, const char *settings)
{
    struct sample *g = calloc(1, sizeof *g);
    sample_open(g, preset, lang, words_of(lang));
    sample_set(g, settings);
    return g;
}

static struct sample *begin(const char *preset, const char *lang, const char *settings)
{
    struct sample *g = set_up(preset, lang, settings);
    sample_begin(g);
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), ACTS_CHANCE);
    return g;
}

static void end(struct sample *g)
{
    sample_close(g);
    free(g);
}

static struct wordgame_state *w(struct sample *g)
{
    return wordgame_state_of(&g->s);
}

static void does_as(struct sample *g, unsigned seat, const char *text, const char *written)
{
    struct reason why = {0};
    if (!sample_try(g, seat, text, written, &why))
        test_fail(__FILE__, __LINE__, "%s was refused: %s %s", text, message_key(why.what),
                  why.args);
}

static void does(struct sample *g, unsigned seat, const char *text)
{
    does_as(g, seat, text, text);
}

static void deals(struct sample *g, const char *a, const char *b)
{
    does(g, CHANCE, a);
    does(g, CHANCE, b);
}

static void scores(struct sample *g, int a, int b)
{
    int32_t score[SEATS_MAX];
    g->c.rules->score(&g->c, &g->s, score);
    CHECK_NUMBER(score[0], a);
    CHECK_NUMBER(score[1], b);
}

static void refuses(struct sample *g, unsigned seat, const char *text, enum message what)
{
    struct reason why = {0};
    if (sample_try(g, seat, text, NULL, &why))
        test_fail(__FILE__, __LINE__, "%s was played", text);
    else if (why.what != what)
        test_fail(__FILE__, __LINE__, "%s: %s instead of %s", text, message_key(why.what),
                  message_key(what));
}

static void outcome_is(struct sample *g, unsigned winners, enum end_reason reason)
{
    struct outcome o;
    g->c.rules->outcome(&g->c, &g->s, &o);
    CHECK(o.over == (reason != END_NONE));
    CHECK(o.draw == (reason != END_NONE && !winners));
    CHECK_NUMBER(o.winners, winners);
    CHECK_NUMBER(o.reason, reason);
    CHECK((g->c.rules->to_act(&g->c, &g->s) == 0) == o.over);
}

// A plain board but for some squares: layout("h8d i8t") is "board ....../…".
static const char *layout(const char *marks)
{
    static char text[300];
    struct text rest = text_of(marks);
    snprintf(text, sizeof text, "board ");
    memset(text + 6, '.', BOARD_SIDE * (BOARD_SIDE + 1) - 1);
    for (unsigned row = 1; row < BOARD_SIDE; row++)
        text[6 + row * (BOARD_SIDE + 1) - 1] = '/';
    while (rest.len) {
        struct text one = text_cut(&rest, ' ');
        uint32_t row = 0;
        CHECK(text_to_u32((struct text){one.at + 1, one.len - 2}, &row));
        text[6 + (row - 1) * (BOARD_SIDE + 1) + (unsigned)(one.at[0] - 'a')] = one.at[one.len - 1];
    }
    return text;
}

// The seat has these tiles, wherever they come from.
static void has(struct sample *g, unsigned seat, const char *tiles)
{
    struct word word = {0};
    memset(w(g)->rack[seat], 0, sizeof w(g)->rack[seat]);
    w(g)->in_rack[seat] = (uint8_t)strlen(tiles);
    for (const char *tile = tiles; *tile; tile++) {
        if (*tile != '?')
            CHECK(alphabet_fold(&g->lex.alphabet, (struct text){tile, 1}, &word, NULL));
        w(g)->rack[seat][*tile == '?' ? KIND_BLANK : word.letter[0]]++;
    }
}

static void bag_is_empty(struct sample *g)
{
    memset(w(g)->bag, 0, sizeof w(g)->bag);
    w(g)->in_bag = 0;
}

// ---- the set ----

static unsigned tile_sum(const char *preset, const char *lang)
{
    struct sample *g = set_up(preset, lang, "");
    struct wordgame_settings set;
    unsigned sum = 0;
    REQUIRE(wordgame_settings_load(&set, &g->c, NULL));
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        sum += set.tiles[kind];
    CHECK_NUMBER(sum, set.total);
    CHECK(set.tiles[KIND_BLANK] == 2 && set.value[KIND_BLANK] == 0);
    for (unsigned letter = 1; letter <= set.letters; letter++)
        CHECK(set.tiles[letter] >= 1 && set.value[letter] >= 1 && set.value[letter] <= 10);
    end(g);
    return sum;
}

// R-WG-6, R-WG-7, R-WG-42
static void tiles_of_every_language(void)
{
    static const char *const langs[] = {"en", "de", "fr", "nl", "ru"};
    for (size_t i = 0; i < sizeof langs / sizeof *langs; i++) {
        CHECK_NUMBER(tile_sum("wordgame", langs[i]), 104);
        CHECK_NUMBER(tile_sum("classic", langs[i]), 100);
    }
}

// R-WG-2, R-WG-3, R-WG-4, R-WG-5
static void tiles_of_english_and_dutch(void)
{
    static const uint8_t count[] = {2, 7, 2, 3, 5, 13, 3, 2, 6, 7, 1, 1, 4, 3,
                                    6, 6, 1, 1, 6, 6,  8, 3, 1, 2, 1, 2, 2};
    static const uint8_t value[] = {0, 1, 4, 3, 2, 1, 4, 4, 2, 1, 7, 6, 2, 3,
                                    1, 1, 5, 7, 1, 1, 1, 3, 6, 4, 7, 4, 6};
    static const uint8_t dutch_count[] = {2, 7, 3, 2, 6, 16, 2, 4, 4, 5, 2, 3, 3, 3,
                                          8, 5, 2, 1, 6, 4,  5, 3, 3, 2, 1, 1, 1};
    static const uint8_t dutch_value[] = {0, 1, 3, 5, 2, 1, 5, 3, 3, 2, 6, 4, 4, 4,
                                          1, 2, 5, 7, 2, 3, 2, 3, 4, 5, 7, 5, 5};
    struct sample *g = begin("wordgame", "en", "");
    CHECK(memcmp(w(g)->set.tiles, count, sizeof count) == 0);
    CHECK(memcmp(w(g)->set.value, value, sizeof value) == 0);
    CHECK_NUMBER(w(g)->set.pair, 0);
    end(g);
    g = begin("wordgame", "nl", "");
    CHECK(memcmp(w(g)->set.value, dutch_value, sizeof dutch_value) == 0);
    CHECK(memcmp(w(g)->set.tiles, dutch_count, sizeof dutch_count) == 0);
    end(g);
}

// R-WG-8
static void boards_are_symmetric(void)
{
    for (unsigned preset = 0; preset < 2; preset++) {
        struct sample *g = begin(preset ? "classic" : "wordgame", "en", "");
        const struct wordgame_settings *set = &w(g)->set;
        unsigned bonuses = 0;
        for (unsigned row = 0; row < BOARD_SIDE; row++)
            for (unsigned column = 0; column < BOARD_SIDE; column++) {
                unsigned here = row * BOARD_SIDE + column, turned = column * BOARD_SIDE + row;
                unsigned mirrored = row * BOARD_SIDE + (BOARD_SIDE - 1 - column);
                CHECK(set->letter_factor[here] == set->letter_factor[turned]);
                CHECK(set->letter_factor[here] == set->letter_factor[mirrored]);
                CHECK(set->word_factor[here] == set->word_factor[turned]);
                CHECK(set->word_factor[here] == set->word_factor[mirrored]);
                bonuses += set->letter_factor[here] * set->word_factor[here] > 1;
            }
        CHECK(bonuses >= 50 && bonuses <= 80);
        if (!preset)
            CHECK(set->letter_factor[BOARD_CENTRE] * set->word_factor[BOARD_CENTRE] == 1);
        end(g);
    }
}

// R-WG-9
static void layouts_of_ones_own(void)
{
    static const char *const wrong[] = {
        "board plain",
        "board /",
        "board ...............",
        "board x............../.............../.............../.............../.............../..."
        "............/.............../.............../.............../.............../............"
        ".../.............../.............../.............../...............",
    };
    struct reason why = {0};
    struct sample *g = begin("wordgame", "en", layout("a1t o15d"));
    CHECK(w(g)->set.word_factor[0] == 3 && w(g)->set.word_factor[BOARD_SQUARES - 1] == 2);
    end(g);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        g = set_up("wordgame", "en", wrong[i]);
        CHECK(!g->c.rules->accept(&g->c, &why));
        CHECK_NUMBER(why.what, MSG_WORDGAME_LAYOUT);
        end(g);
    }
}

// ---- drawing ----

// R-WG-1, R-WG-25, R-WG-26, R-REC-30, R-REC-31
static void a_draws_first(void)
{
    struct sample *g = begin("wordgame", "en", "");
    refuses(g, CHANCE, "deal B AEINRST?", MSG_WORDGAME_DRAWS);
    refuses(g, CHANCE, "deal A AEINRST", MSG_WORDGAME_DRAW_COUNT);
    refuses(g, CHANCE, "deal A AEINRSTU?", MSG_WORDGAME_DRAW_COUNT);
    refuses(g, CHANCE, "deal A JJAEIOUN", MSG_WORDGAME_NOT_IN_BAG);
    refuses(g, CHANCE, "deal A ???AEIOU", MSG_WORDGAME_NOT_IN_BAG);
    refuses(g, CHANCE, "deal C AEINRST?", MSG_WORDGAME_DEAL_TEXT);
    refuses(g, CHANCE, "deal A AEINRS1?", MSG_WORD_NOT_A_LETTER);
    refuses(g, CHANCE, "deal A", MSG_WORDGAME_NO_TILES_NAMED);
    refuses(g, 0, "pass", MSG_RULES_DEAL_FIRST);
    does_as(g, CHANCE, "deal A ?tsrniea", "deal A AEINRST?");
    does(g, CHANCE, "deal B BDEEGOTU");
    CHECK_NUMBER(w(g)->in_bag, 88);
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), 1);
    refuses(g, CHANCE, "deal A A", MSG_RECORD_DEAL_MISPLACED);
    refuses(g, 1, "pass", MSG_RULES_NOT_YOUR_TURN);
    does(g, 0, "8E:TRAIN");
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), ACTS_CHANCE);
    refuses(g, CHANCE, "deal A LMOP", MSG_WORDGAME_DRAW_COUNT);
    does_as(g, CHANCE, "deal A LMOPE", "deal A ELMOP");
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), 2);
    end(g);
}

// R-WG-26, R-WG-27
static void what_is_left_of_the_bag(void)
{
    struct sample *g = begin("wordgame", "en", "");
    deals(g, "deal A AINRRSTT", "deal B BDEEGOTU");
    bag_is_empty(g);
    w(g)->bag[5] = 2; // two of E
    w(g)->in_bag = 2;
    does(g, 0, "8E:TRAIN");
    does(g, CHANCE, "deal A EE");
    CHECK_NUMBER(w(g)->in_rack[0], 5);
    does(g, 1, "pass");
    does(g, 0, "8E:TRAINS"); // nothing to draw: B's turn at once
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), 2);
    end(g);
}

// ---- placing ----

// R-WG-12, R-WG-13, R-WG-16, R-WG-45, R-REC-17, R-REC-22
static void the_first_word(void)
{
    struct sample *g = begin("wordgame", "en", "");
    deals(g, "deal A AEINRSTT", "deal B BDEEGOTU");
    refuses(g, 0, "8G:TIE", MSG_WORDGAME_FIRST_SHORT);
    refuses(g, 0, "8I:TRAIN", MSG_WORDGAME_CENTRE);
    refuses(g, 0, "7E:TRAIN", MSG_WORDGAME_CENTRE);
    refuses(g, 0, "8L:TRAIN", MSG_WORDGAME_OFF_BOARD);
    refuses(g, 0, "8E:TRANI", MSG_WORDGAME_NO_WORD);
    CHECK(sample_unfinished(g, 0, "8G:TIE"));
    CHECK(sample_unfinished(g, 0, "8I:TRAIN"));
    CHECK(!sample_unfinished(g, 0, "8E:TRANI"));
    refuses(g, 0, "8E:NOON", MSG_WORDGAME_NOT_ON_RACK);
    refuses(g, 0, "8E:TRAiN", MSG_WORDGAME_NO_BLANK);
    refuses(g, 0, "16A:TRAIN", MSG_WORDGAME_MOVE_TEXT);
    refuses(g, 0, "8P:TRAIN", MSG_WORDGAME_MOVE_TEXT);
    refuses(g, 0, "8TRAIN", MSG_WORDGAME_MOVE_TEXT);
    refuses(g, 0, "8E:", MSG_WORD_EMPTY);
    refuses(g, 0, "08E:TRAIN", MSG_WORDGAME_MOVE_TEXT);
    does_as(g, 0, "h4:TRAIN", "H4:TRAIN"); // down, and the last letter on the centre
    end(g);
    g = begin("classic", "en", "");
    deals(g, "deal A AEINRST", "deal B BDEEGOT");
    refuses(g, 0, "8H:A", MSG_WORDGAME_SHORT);
    CHECK(sample_unfinished(g, 0, "8H:A"));
    does(g, 0, "8H:IT");
    end(g);
}

// A game in which the bag is empty from the start and the seats have these tiles.
static struct sample *with(const char *preset, const char *lang, const char *settings,
                           const char *a, const char *b)
{
    struct sample *g = begin(preset, lang, settings);
    bag_is_empty(g);
    has(g, 0, a);
    has(g, 1, b);
    return g;
}

// The squares that a legal move fills, and the words that it makes besides, with spaces between.
static void makes(struct sample *g, unsigned seat, const char *text, const char *fresh,
                  const char *others)
{
    struct action a;
    struct report r = {.placed = -1};
    struct word word[ALSO_MAX];
    struct buf squares = {0}, also = {0};
    CHECK(g->c.rules->parse(&g->c, &g->s, seat, text_of(text), &a, NULL));
    CHECK(g->c.rules->check(&g->c, &g->s, &a, NULL));
    g->c.rules->report(&g->c, &g->s, &a, &r);
    for (unsigned i = 0; i < r.square_count; i++)
        if (r.fresh >> i & 1)
            buf_printf(&squares, "%s%u", squares.len ? " " : "", (unsigned)r.squares[i]);
    unsigned count = g->c.rules->also(&g->c, &g->s, &a, word);
    for (unsigned i = 0; i < count; i++) {
        buf_add_string(&also, i ? " " : "");
        alphabet_print(&g->c.lexicon->alphabet, &word[i], &also);
    }
    CHECK_TEXT(buf_text(&squares), fresh);
    CHECK_TEXT(buf_text(&also), others);
    buf_release(&squares);
    buf_release(&also);
}

// R-WG-11, R-WG-15
static void a_report_says_what_a_move_fills_and_makes(void)
{
    struct sample *g = with("wordgame", "en", "", "TRAINEE", "AAEINSTRT");
    makes(g, 0, "8E:TRAIN", "109 110 111 112 113", "");
    does(g, 0, "8E:TRAIN");
    makes(g, 1, "8E:TRAINS", "114", "");
    makes(g, 1, "J8:STAR", "114 129 144 159", "TRAINS");
    makes(g, 1, "pass", "", "");
    end(g);
}

// R-WG-33 to R-WG-35
static void targets_say_whether_tiles_can_be_exchanged(void)
{
    struct sample *g = begin("wordgame", "en", "");
    deals(g, "deal A AEINRSTT", "deal B BDEEGOTU");
    sample_targets(g, 0, ",\"plain\":[\"pass\"],\"exchange\":\"never\"");
    end(g);
    g = begin("classic", "en", "");
    deals(g, "deal A AEINRST", "deal B BDEEGOT");
    sample_targets(g, 0, ",\"plain\":[\"pass\"],\"exchange\":\"yes\"");
    end(g);
    g = with("classic", "en", "", "AEINRST", "BDEEGOT");
    sample_targets(g, 0, ",\"plain\":[\"pass\"],\"exchange\":\"not_now\"");
    end(g);
}

// R-WG-10, R-WG-11, R-WG-14, R-WG-15, R-WG-16, R-REC-17
static void later_moves(void)
{
    struct sample *g = with("wordgame", "en", "", "TRAINEE", "AAEINSTRT");
    does(g, 0, "8E:TRAIN");
    refuses(g, 1, "1A:TIN", MSG_WORDGAME_APART);
    CHECK(sample_unfinished(g, 1, "1A:TIN"));
    refuses(g, 1, "10E:TIN", MSG_WORDGAME_APART); // a row is free between
    refuses(g, 1, "8E:TRAIN", MSG_WORDGAME_NO_TILE);
    refuses(g, 1, "8E:TRAI", MSG_WORDGAME_NO_TILE);
    refuses(g, 1, "8F:RAINS", MSG_WORDGAME_WHOLE);
    refuses(g, 1, "8D:STAIN", MSG_WORDGAME_OCCUPIED);
    refuses(g, 1, "9E:INS", MSG_WORDGAME_NO_WORD); // TI, RN, AS
    refuses(g, 1, "7E:AT", MSG_WORDGAME_NO_WORD);  // AT is one, TR is not
    does(g, 1, "8E:TRAINS");
    end(g);
}

// ---- scoring ----

// R-WG-18, R-WG-21
static void words_both_ways(void)
{
    struct sample *g = with("wordgame", "en", layout("j8t j92"), "TRAINEE", "AARSTTQ");
    does(g, 0, "8E:TRAIN");
    scores(g, 5, 0);
    does(g, 1, "J8:STAR"); // TRAINS (5 + 1) x 3, STAR (1 + 2 + 1 + 1) x 3
    scores(g, 5, 18 + 15);
    end(g);
}

// R-WG-18, R-WG-19, R-WG-20, R-WG-43
static void bonuses_of_new_tiles(void)
{
    struct sample *g = with("wordgame", "en", layout("e82 f83 g8d h8t"), "TRAINEE", "SSE");
    does(g, 0, "8E:TRAIN"); // (2 + 3 + 1 + 1 + 1) x 3: the highest word bonus, and only that
    scores(g, 24, 0);
    does(g, 1, "8E:TRAINS"); // bonuses are used up
    scores(g, 24, 6);
    end(g);
    g = with("classic", "en", layout("e82 f83 g8d h8t"), "TRAINEE", "SSE");
    does(g, 0, "8E:TRAIN"); // x 2 x 3
    scores(g, 48, 0);
    end(g);
}

// R-WG-7, R-WG-22, R-REC-2, R-REC-18
static void blanks_are_worth_nothing(void)
{
    struct sample *g = with("wordgame", "en", layout("e83 h8d"), "RAN??EE", "SSE");
    refuses(g, 0, "8E:TRAiN", MSG_WORDGAME_NOT_ON_RACK);
    refuses(g, 0, "8E:traiN", MSG_WORDGAME_NO_BLANK);
    does(g, 0, "8E:tRAiN"); // (0 + 1 + 1 + 0 + 1) x 2: a bonus under a blank counts for the word
    scores(g, 6, 0);
    // A player who extends a word need not know which letters are blanks.
    does_as(g, 1, "8E:TRAINS", "8E:tRAiNS");
    scores(g, 6, 4);
    end(g);
}

// R-WG-23, R-WG-24
static void all_tiles_double_the_main_word(void)
{
    char settings[400];
    struct sample *g = with("wordgame", "en", layout(""), "RAINE", "AEINSSTTE");
    does(g, 0, "8H:RAIN");
    does(g, 1, "G1:NASTIEST"); // 8, twice; its T makes TRAIN, 5, once
    scores(g, 4, 2 * 8 + 5);
    end(g);
    g = with("wordgame", "en", layout("h8t"), "NASTIESTE", "E");
    does(g, 0, "8A:NASTIEST"); // after its word bonus
    scores(g, 8 * 3 * 2, 0);
    end(g);
    snprintf(settings, sizeof settings, "%s,sweep move", layout(""));
    g = with("wordgame", "en", settings, "RAINE", "AEINSSTTE");
    does(g, 0, "8H:RAIN");
    does(g, 1, "G1:NASTIEST");
    scores(g, 4, 2 * (8 + 5));
    end(g);
}

// R-WG-23, R-WG-44
static void seven_of_eight_double_nothing(void)
{
    struct sample *g = with("wordgame", "en", layout(""), "RAINE", "NASTESTE");
    does(g, 0, "8H:RAIN");
    does(g, 1, "J4:NASTIEST"); // through the I of RAIN
    scores(g, 4, 8);
    end(g);
    g = with("classic", "en", layout(""), "RAINE", "NASTESTE");
    does(g, 0, "8H:RAIN");
    does(g, 1, "J4:NASTIEST"); // as many as a rack has there
    scores(g, 4, 8 + 50);
    end(g);
}

// ---- passing and exchanging ----

// R-WG-30, R-WG-31, R-WG-32, R-WG-47
static void two_passes_at_the_start(void)
{
    struct sample *g = begin("wordgame", "en", "");
    deals(g, "deal A AEINRSTT", "deal B BDEEGOTU");
    does(g, 0, "pass");
    does(g, 1, "pass");
    CHECK_NUMBER(w(g)->in_bag, 104);
    CHECK(w(g)->in_rack[0] == 0 && w(g)->in_rack[1] == 0);
    refuses(g, CHANCE, "deal B BDEEGOTU", MSG_WORDGAME_DRAWS);
    deals(g, "deal A AEINRST?", "deal B AAABDEE?");
    outcome_is(g, 0, END_NONE);
    does(g, 0, "pass"); // the two before still count
    outcome_is(g, 1, END_PASSES);
    scores(g, -7, -(1 + 1 + 1 + 4 + 2 + 1 + 1));
    end(g);
    g = begin("classic", "en", ""); // nothing is drawn again there
    deals(g, "deal A AEINRST", "deal B BDEEGOT");
    does(g, 0, "pass");
    does(g, 1, "pass");
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), 1);
    end(g);
}

// R-WG-29, R-WG-32
static void three_passes_in_a_row(void)
{
    struct sample *g = begin("wordgame", "en", "");
    deals(g, "deal A AEINRSTT", "deal B AAEINSTZ");
    does(g, 0, "pass");
    does(g, 1, "H8:TINS");
    does(g, CHANCE, "deal B AAEE");
    does(g, 0, "pass");
    does(g, 1, "pass");
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), 1); // not the first two moves: the racks stay
    does(g, 0, "8H:TAR");
    does(g, CHANCE, "deal A OO");
    does(g, 1, "pass");
    does(g, 0, "pass");
    outcome_is(g, 0, END_NONE);
    does(g, 1, "pass");
    CHECK_NUMBER(w(g)->end, END_PASSES);
    refuses(g, 0, "pass", MSG_RULES_OVER);
    end(g);
}

// R-WG-33, R-WG-34, R-WG-35, R-WG-46, R-REC-20
static void exchanging(void)
{
    struct sample *g = begin("wordgame", "en", "");
    deals(g, "deal A AEINRSTT", "deal B AAEINSTZ");
    refuses(g, 0, "exchange AEI", MSG_WORDGAME_NO_EXCHANGE);
    end(g);
    g = begin("wordgame", "en", "exchange on");
    deals(g, "deal A AEINQRT?", "deal B AAEINSTZ");
    refuses(g, 0, "exchange X", MSG_WORDGAME_NOT_YOURS);
    refuses(g, 0, "exchange AA", MSG_WORDGAME_NOT_YOURS);
    refuses(g, 0, "exchange ??", MSG_WORDGAME_NOT_YOURS);
    refuses(g, 0, "exchange", MSG_WORDGAME_NO_TILES_NAMED);
    does_as(g, 0, "exchange ?qa", "exchange AQ?");
    refuses(g, CHANCE, "deal A EEQ", MSG_WORDGAME_NOT_IN_BAG); // what is put back is not drawn
    does(g, CHANCE, "deal A EEO");
    CHECK_NUMBER(w(g)->in_bag, 88);
    CHECK_NUMBER(w(g)->bag[17], 1); // the Q is in the bag now
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), 2);
    w(g)->in_bag = 7;
    refuses(g, 1, "exchange AE", MSG_WORDGAME_BAG_LOW);
    w(g)->in_bag = 8;
    does(g, 1, "exchange AE");
    end(g);
    g = begin("classic", "en", ""); // a rack less one there
    deals(g, "deal A AEINRST", "deal B BDEEGOT");
    w(g)->in_bag = 6;
    refuses(g, 0, "exchange AE", MSG_WORDGAME_BAG_LOW);
    w(g)->in_bag = 7;
    does(g, 0, "exchange AE");
    end(g);
}

// R-WG-47, R-WG-49
static void six_turns_without_points(void)
{
    struct sample *g = begin("classic", "en", "");
    deals(g, "deal A AEINRST", "deal B BDEEGOT");
    does(g, 0, "pass");
    does(g, 1, "exchange B");
    does(g, CHANCE, "deal B E");
    for (unsigned turn = 2; turn < 6; turn++) {
        outcome_is(g, 0, END_NONE);
        does(g, turn % 2, "pass");
    }
    outcome_is(g, 1, END_PASSES);
    scores(g, -7, -(2 + 1 + 1 + 2 + 1 + 1 + 1)); // nobody went out: nothing is added
    end(g);
    g = with("classic", "en", "", "TRAINEE", "??E");
    does(g, 0, "pass");
    does(g, 1, "8H:it"); // two blanks: no points
    CHECK_NUMBER(w(g)->scoreless, 2);
    does(g, 0, "H8:iN");
    CHECK_NUMBER(w(g)->scoreless, 0);
    end(g);
}

// Where tiles can be exchanged the Word Game ends so too; two passes between do not end it.
// R-WG-36
static void six_exchanges_end_the_word_game(void)
{
    struct sample *g = begin("wordgame", "en", "exchange on");
    deals(g, "deal A AEINRSTT", "deal B AAEINSTZ");
    static const char *const deal[] = {"deal A A", "deal B A"};
    for (unsigned turn = 0; turn < 6; turn++) {
        outcome_is(g, 0, END_NONE);
        does(g, turn % 2, turn == 3 ? "pass" : "exchange A");
        if (turn < 5 && turn != 3)
            does(g, CHANCE, deal[turn % 2]);
    }
    CHECK_NUMBER(w(g)->end, END_PASSES);
    end(g);
}

// ---- the end ----

// R-WG-37, R-WG-38, R-WG-39, R-WG-48
static void going_out(void)
{
    struct sample *g = with("wordgame", "en", layout(""), "TRAIN", "ZQE");
    does(g, 0, "8E:TRAIN");
    outcome_is(g, 1, END_OUT);
    scores(g, 5, -(6 + 7 + 1)); // nothing is added to A
    end(g);
    g = with("classic", "en", layout(""), "TRAIN", "ZQE");
    does(g, 0, "8E:TRAIN");
    outcome_is(g, 1, END_OUT);
    scores(g, 5 + 21, -21);
    end(g);
    g = with("wordgame", "en", layout(""), "TRAIN", "EE");
    w(g)->score[1] = 7;
    does(g, 0, "8E:TRAIN"); // 5 to 7 - 2
    outcome_is(g, 0, END_OUT);
    end(g);
}

// R-WG-40, R-REC-9, R-REC-21
static void giving_up(void)
{
    struct sample *g = with("wordgame", "en", "", "TRAIN", "EE");
    does(g, 1, "resign"); // out of turn too
    outcome_is(g, 1, END_RESIGNATION);
    scores(g, 0, 0); // nothing is deducted
    refuses(g, 0, "pass", MSG_RULES_OVER);
    end(g);
}

// ---- texts ----

struct search {
    struct sample *g;
    const char *text;
    unsigned found;
};

static bool compare_text(void *context, const struct action *a, const struct report *report)
{
    struct search *s = context;
    struct buf out = {0};
    (void)report;
    s->g->c.rules->format(&s->g->c, &s->g->s, a, VIEWER_ALL, &out);
    s->found += text_is(buf_text(&out), s->text);
    buf_release(&out);
    return true;
}

// How often the move is among the legal ones.
static unsigned listed(struct sample *g, const char *text)
{
    struct search s = {g, text, 0};
    CHECK(g->c.rules->legal(&g->c, &g->s, w(g)->turn,
                            &(struct move_sink){.take = compare_text, .context = &s}));
    return s.found;
}

// R-REC-19
static void single_tiles(void)
{
    struct sample *g = with("wordgame", "en", layout(""), "RAINEE", "STSE");
    does(g, 0, "8H:RAIN");
    w(g)->board[8 * BOARD_SIDE + 11] = 20;  // T, A, R downwards from l9
    w(g)->board[9 * BOARD_SIDE + 11] = 1;   // A
    w(g)->board[10 * BOARD_SIDE + 11] = 18; // R
    w(g)->filled += 3;
    CHECK_NUMBER(listed(g, "8H:RAINS"), 1);
    CHECK_NUMBER(listed(g, "L8:STAR"), 0);
    struct state before = g->s;
    does_as(g, 1, "L8:STAR", "8H:RAINS"); // both ways are accepted
    scores(g, 4, 5 + 4);
    g->s = before;
    does(g, 1, "8H:RAINS");
    scores(g, 4, 5 + 4);
    g->s = before;
    does(g, 1, "I8:AT"); // makes a word downwards only
    end(g);
}

// R-REC-2, R-REC-3, R-REC-7
static void accents_fold(void)
{
    struct sample *g = with("classic", "fr", layout(""), "ETECOEUR", "COUR??");
    struct state before = g->s;
    does_as(g, 0, "8G:ÉTÉ", "8G:ETE");
    g->s = before;
    does_as(g, 0, "8g:E\xCC\x81TE\xCC\x81", "8G:ETE"); // accents of their own
    g->s = before;
    does_as(g, 0, "8F:CŒUR", "8F:COEUR");
    g->s = before;
    w(g)->turn = 1;
    does_as(g, 1, "8F:CœUR", "8F:CoeUR"); // a small one is two blanks
    end(g);
}

// R-WG-17
static void y_may_stand_for_ij(void)
{
    struct sample *g = with("classic", "nl", layout(""), "ABBYYIJ", "SWIE");
    struct action a;
    struct report report;
    struct state before = g->s;
    CHECK(g->c.rules->parse(&g->c, &g->s, 0, TEXT("8G:BY"), &a, NULL));
    g->c.rules->report(&g->c, &g->s, &a, &report);
    CHECK(report.word.len == 3 && report.square_count == 2); // the lexicon's word, on two squares
    CHECK_NUMBER(report.points, 4 + 8);
    CHECK_NUMBER(listed(g, "8G:BY"), 1);
    does(g, 0, "8G:BIJ"); // with tiles of their own
    g->s = before;
    does(g, 0, "8E:BABY"); // a Y is also a Y
    CHECK_NUMBER(listed(g, "H8:YS"), 1);
    does(g, 1, "H8:YS"); // the same tile is IJ downwards
    end(g);
    g = with("classic", "nl", layout(""), "B?EEEEE", "SWIE");
    refuses(g, 0, "8G:BY", MSG_WORDGAME_NOT_ON_RACK);
    does(g, 0, "8G:By"); // a blank too
    end(g);
    g = with("classic", "en", layout(""), "BYEEEEE", "SWIE");
    refuses(g, 0, "8G:BY", MSG_WORDGAME_NO_WORD); // not in other languages
    end(g);
}

// ---- what is hidden ----

static void formats(struct sample *g, unsigned seat, const char *text, unsigned viewer,
                    const char *want)
{
    struct action a;
    struct buf out = {0};
    CHECK(g->c.rules->parse(&g->c, &g->s, seat, text_of(text), &a, NULL));
    g->c.rules->format(&g->c, &g->s, &a, viewer, &out);
    CHECK_TEXT(buf_text(&out), want);
    buf_release(&out);
}

// R-WG-28
static void views(void)
{
    struct sample *g = begin("wordgame", "en", "exchange on");
    static const uint8_t none[TILE_KINDS];
    uint8_t unseen[TILE_KINDS];
    struct state seen;
    formats(g, CHANCE, "deal A AEINRST?", 0, "deal A AEINRST?");
    formats(g, CHANCE, "deal A AEINRST?", 1, "deal A ????????");
    formats(g, CHANCE, "deal A AEINRST?", VIEWER_PUBLIC, "deal A ????????");
    deals(g, "deal A AEINQRT?", "deal B AAEINSTZ");
    formats(g, 0, "exchange AQ", 1, "exchange ??");
    formats(g, 0, "exchange AQ", 0, "exchange AQ");
    does(g, 0, "exchange AQ");
    g->c.rules->view(&g->c, &g->s, 1, &seen);
    const struct wordgame_state *v = wordgame_state(&seen);
    CHECK(memcmp(v->rack[0], none, sizeof none) == 0 && memcmp(v->bag, none, sizeof none) == 0);
    CHECK(memcmp(v->aside, none, sizeof none) == 0 && v->in_aside == 2 && v->in_rack[0] == 6);
    CHECK(memcmp(v->rack[1], w(g)->rack[1], sizeof none) == 0);
    CHECK_NUMBER(wordgame_unseen(v, 1, unseen), 96);
    CHECK_NUMBER(unseen[17], 1); // the Q is somewhere
    CHECK_NUMBER(wordgame_unseen(w(g), 1, unseen), 96);
    g->c.rules->view(&g->c, &g->s, 0, &seen);
    CHECK_NUMBER(wordgame_unseen(wordgame_state(&seen), 0, unseen), 96);
    CHECK_NUMBER(unseen[17], 0); // A knows where it is
    end(g);
}

static void states_as_text(void)
{
    static const char *const wrong[] = {"",          "turn C\n", "bag 200 A\n",
                                        "row ABC\n", "what 1\n", "rack A 2 AAA\n"};
    struct sample *g = begin("wordgame", "en", "");
    struct buf text = {0};
    struct state back;
    deals(g, "deal A AINRSTT?", "deal B AAEINSTZ");
    does(g, 0, "8E:tRAIN");
    g->c.rules->write(&g->c, &g->s, &text);
    CHECK(g->c.rules->read(&g->c, buf_text(&text), &back, NULL));
    CHECK(memcmp(&back, &g->s, sizeof back) == 0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!g->c.rules->read(&g->c, text_of(wrong[i]), &back, NULL));
    buf_add_string(&text, "rack A 8 AAAAAAAA\n"); // more A than there are
    CHECK(!g->c.rules->read(&g->c, buf_text(&text), &back, NULL));
    buf_release(&text);
    end(g);
}

static const struct test tests[] = {
    TEST(tiles_of_every_language),
    TEST(tiles_of_english_and_dutch),
    TEST(boards_are_symmetric),
    TEST(layouts_of_ones_own),
    TEST(a_draws_first),
    TEST(what_is_left_of_the_bag),
    TEST(the_first_word),
    TEST(later_moves),
    TEST(a_report_says_what_a_move_fills_and_makes),
    TEST(targets_say_whether_tiles_can_be_exchanged),
    TEST(words_both_ways),
    TEST(bonuses_of_new_tiles),
    TEST(blanks_are_worth_nothing),
    TEST(all_tiles_double_the_main_word),
    TEST(seven_of_eight_double_nothing),
    TEST(two_passes_at_the_start),
    TEST(three_passes_in_a_row),
    TEST(exchanging),
    TEST(six_turns_without_points),
    TEST(six_exchanges_end_the_word_game),
    TEST(going_out),
    TEST(giving_up),
    TEST(single_tiles),
    TEST(accents_fold),
    TEST(y_may_stand_for_ij),
    TEST(views),
    TEST(states_as_text),
};
TEST_MAIN(tests)
