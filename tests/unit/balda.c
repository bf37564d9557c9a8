// The rules of Balda and Bukva (docs/rules), on a small lexicon of our own.
#include "games/balda/state.h"
#include "lexicon/lexicon_build.h"
#include "sample.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const char english[] = "crown rot/nv rote town own/v cow tot low/a now/r row worn/a ow/o";
static const char russian[] = "слово кол лов ров волос слива";

// `settings`: "size 5,diagonal on".
static struct sample *begin(const char *preset, const char *settings, const char *start)
{
    struct sample *g = calloc(1, sizeof *g);
    struct reason why;
    sample_open(g, preset, NULL, strcmp(preset, "bukva") == 0 ? russian : english);
    sample_set(g, settings);
    sample_begin(g);
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), ACTS_CHANCE);
    CHECK(sample_try(g, CHANCE, start, NULL, &why));
    return g;
}

static void end(struct sample *g)
{
    sample_close(g);
    free(g);
}

static void plays(struct sample *g, unsigned seat, const char *text, int a, int b)
{
    struct reason why;
    int32_t score[SEATS_MAX];
    if (!sample_try(g, seat, text, NULL, &why))
        test_fail(__FILE__, __LINE__, "%s was refused: message %d", text, why.what);
    g->c.rules->score(&g->c, &g->s, score);
    CHECK_NUMBER(score[0], a);
    CHECK_NUMBER(score[1], b);
}

static void refuses(struct sample *g, unsigned seat, const char *text, enum message what)
{
    struct reason why = {0};
    if (sample_try(g, seat, text, NULL, &why))
        test_fail(__FILE__, __LINE__, "%s was played", text);
    else
        CHECK_NUMBER(why.what, what);
}

static void check_outcome(struct sample *g, bool over, bool draw, unsigned winners,
                          enum end_reason reason)
{
    struct outcome o;
    g->c.rules->outcome(&g->c, &g->s, &o);
    CHECK(o.over == over && o.draw == draw);
    CHECK_NUMBER(o.winners, winners);
    CHECK_NUMBER(o.reason, reason);
    CHECK((g->c.rules->to_act(&g->c, &g->s) == 0) == over);
}

// R-BALDA-4, R-BALDA-8, R-BALDA-10, R-BALDA-21, R-BALDA-22, R-BALDA-28, R-REC-12,
// R-REC-13
static void worked_example(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    plays(g, 0, "c2=T/b3c3c2", 3, 0);
    plays(g, 1, "d2=E/b3c3c2d2", 3, 4);
    plays(g, 0, "a2=Z/a2", 4, 4);
    check_outcome(g, false, false, 0, END_NONE);
    end(g);
}

// R-BALDA-1, R-BALDA-10, R-BALDA-12, R-BALDA-13, R-BALDA-14, R-BALDA-15, R-BALDA-17, R-BALDA-18,
// R-BALDA-20, R-REC-12, R-REC-22
static void refusals(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    refuses(g, 1, "c2=T/b3c3c2", MSG_RULES_NOT_YOUR_TURN);
    refuses(g, 0, "c3=T/b3c3c2", MSG_BALDA_NOT_OPEN); // filled
    refuses(g, 0, "c1=T/c1", MSG_BALDA_NOT_OPEN);     // touches nothing
    refuses(g, 0, "c2=T/b3c3", MSG_BALDA_PATH_MISSES);
    refuses(g, 0, "c2=T/b3c3b2", MSG_BALDA_PATH_EMPTY);
    refuses(g, 0, "c2=T/c2c3c2", MSG_BALDA_PATH_TWICE);
    refuses(g, 0, "c2=T/b3c2", MSG_BALDA_PATH_APART);
    refuses(g, 0, "c2=Z/b3c3c2", MSG_BALDA_NO_WORD);
    refuses(g, 0, "pass", MSG_RULES_NO_PASS);
    refuses(g, 0, "accept", MSG_BALDA_NO_QUESTION);
    refuses(g, 0, "c2=TT/c2", MSG_BALDA_MOVE_TEXT);
    refuses(g, 0, "c2=/c2", MSG_WORD_EMPTY);
    refuses(g, 0, "c2=7/c2", MSG_WORD_NOT_A_LETTER);
    refuses(g, 0, "f2=T/f2", MSG_BALDA_MOVE_TEXT);
    refuses(g, 0, "c2=T", MSG_BALDA_MOVE_TEXT);
    refuses(g, 0, "c2=T/", MSG_BALDA_MOVE_TEXT);
    refuses(g, 0, "", MSG_BALDA_MOVE_TEXT);
    refuses(g, 0, "c2=T/c3d3", MSG_BALDA_PATH_MISSES);
    CHECK(sample_unfinished(g, 0, "c2=T/b3c3"));
    CHECK(!sample_unfinished(g, 0, "c2=Z/b3c3c2"));
    CHECK(!sample_unfinished(g, 0, "c2=T/b3c2"));
    end(g);
}

// R-BALDA-27
static void classes_in_play(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    refuses(g, 0, "c4=L/c4c3d3", MSG_BALDA_IS_ADJECTIVE); // LOW is an adjective
    end(g);
    g = begin("balda", "classes adjectives", "start CROWN");
    plays(g, 0, "c4=L/c4c3d3", 3, 0);
    refuses(g, 1, "c2=N/c2c3d3", MSG_BALDA_IS_ADVERB); // NOW is an adverb
    end(g);
}

// The refusal in English.
static void explains(struct sample *g, unsigned seat, const char *text, const char *words)
{
    struct reason why = {0};
    struct buf out = {0};
    CHECK(!sample_try(g, seat, text, NULL, &why));
    reason_word(&why, LANGUAGE_EN, &out);
    CHECK_TEXT(buf_text(&out), words);
    buf_release(&out);
}

// R-BALDA-20, R-BALDA-27, R-BALDA-28
static void refused_words_are_explained(void)
{
    struct sample g;
    struct reason why;
    sample_open(&g, "balda", NULL, "model teach/v ode/v oh/o del/-");
    sample_begin(&g);
    explains(&g, CHANCE, "start TEACH", "TEACH is a verb; verbs do not count in this game");
    explains(&g, CHANCE, "start BLANK",
             "BLANK is not in the dictionary, so it cannot be the start word");
    CHECK(sample_try(&g, CHANCE, "start MODEL", NULL, &why));
    explains(&g, 0, "e4=S/a3b3c3d3e3e4", "MODELS is a form of MODEL; only base forms count");
    explains(&g, 0, "b2=H/b3b2", "OH is not a noun; such words do not count in this game");
    explains(&g, 0, "c2=O/c2c3d3", "ODE is a verb; verbs do not count in this game");
    explains(&g, 0, "d2=D/d2d3e3",
             "DEL is not a base form; nouns count in the singular, verbs in the infinitive");
    explains(&g, 0, "c2=Z/c2c3d3", "ZDE is not in the dictionary");
    sample_close(&g);
}

// R-BALDA-24
static void repeats_lie_apart(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    plays(g, 0, "c2=T/b3c3c2", 3, 0);
    refuses(g, 1, "c4=T/b3c3c4", MSG_BALDA_USED_MOVE); // ROT again through b3 and c3
    explains(g, 1, "c4=T/b3c3c4",
             "ROT was played in move 1; to play it again, use none of its squares");
    plays(g, 1, "b2=O/b2", 3, 1);
    plays(g, 0, "a2=R/a2", 4, 1);
    refuses(g, 1, "b1=T/a2b2c2", MSG_BALDA_PATH_MISSES);
    plays(g, 1, "b1=T/a2b2b1", 4, 4); // ROT on squares of its own
    end(g);
}

struct ways {
    const struct sample *g;
    const char *placed, *word;
    unsigned count;
};

static bool count_way(void *context, const struct action *a, const struct report *report)
{
    struct ways *w = context;
    struct buf text = {0}, word = {0};
    w->g->c.rules->format(&w->g->c, &w->g->s, a, VIEWER_ALL, &text);
    alphabet_print(&w->g->lex.alphabet, &report->word, &word);
    w->count += text_starts(buf_text(&text), w->placed) && text_is(buf_text(&word), w->word);
    buf_release(&text);
    buf_release(&word);
    return true;
}

// Over how many paths this letter makes the word.
static unsigned ways_to_spell(const struct sample *g, const char *placed, const char *word)
{
    struct ways w = {g, placed, word, 0};
    struct move_sink sink = {.take = count_way, .context = &w, .paths = true};
    CHECK(g->c.rules->legal(&g->c, &g->s, balda_state(&g->s)->turn, &sink));
    return w.count;
}

// A palindrome read backwards is a second path of the same word: it shares all its squares.
// R-BALDA-26
static void palindromes(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    plays(g, 0, "c2=T/b3c3c2", 3, 0);
    plays(g, 1, "c4=T/c2c3c4", 3, 3); // TOT
    refuses(g, 0, "d4=T/c4c3c2", MSG_BALDA_PATH_MISSES);
    end(g);
    g = begin("balda", "", "start CROWN");
    plays(g, 0, "c2=T/b3c3c2", 3, 0);
    CHECK_NUMBER(ways_to_spell(g, "c4=T/", "TOT"), 2); // both of them are moves
    plays(g, 1, "c4=T/c4c3c2", 3, 3);
    end(g);
}

// R-BALDA-15, R-BALDA-16
static void diagonals(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    refuses(g, 0, "b2=T/b2c3d3e3", MSG_BALDA_PATH_APART);
    end(g);
    g = begin("balda", "diagonal on", "start CROWN");
    plays(g, 0, "b2=T/b2c3d3e3", 4, 0); // TOWN
    plays(g, 1, "c1=Z/c1", 4, 1);       // touches b2 at its corner
    end(g);
    g = begin("balda", "", "start CROWN");
    plays(g, 0, "b2=T/b2", 1, 0);
    refuses(g, 1, "c1=Z/c1", MSG_BALDA_NOT_OPEN);
    end(g);
}

// R-BALDA-23, R-BALDA-33, R-BALDA-35
static void full_board_ends(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    static const char *const squares[] = {"a2", "b2", "c2", "d2", "e2", "a4", "b4",
                                          "c4", "d4", "e4", "a1", "b1", "c1", "d1",
                                          "e1", "a5", "b5", "c5", "d5", "e5"};
    for (unsigned i = 0; i < 20; i++) {
        char move[16];
        check_outcome(g, false, false, 0, END_NONE);
        memcpy(move, "xx=Z/xx", 8);
        memcpy(move, squares[i], 2);
        memcpy(move + 5, squares[i], 2);
        plays(g, i % 2, move, (int)i / 2 + 1, (int)(i + 1) / 2);
    }
    check_outcome(g, true, false, 3, END_FULL); // 10 to 10: they share
    refuses(g, 0, "a1=Z/a1", MSG_RULES_OVER);
    end(g);
}

// R-BALDA-36, R-REC-9, R-REC-21
static void resigning(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    plays(g, 0, "c2=T/b3c3c2", 3, 0);
    plays(g, 0, "resign", 3, 0);
    check_outcome(g, true, false, 2, END_RESIGNATION);
    end(g);
    g = begin("balda", "", "start CROWN");
    plays(g, 1, "resign", 0, 0); // out of turn
    check_outcome(g, true, false, 1, END_RESIGNATION);
    end(g);
}

// R-BALDA-33, R-BALDA-34
static void more_points_win(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    static const char *const squares[] = {"a2", "b2", "d2", "e2", "a4", "b4", "c4",
                                          "d4", "e4", "a1", "b1", "c1", "d1", "e1",
                                          "a5", "b5", "c5", "d5", "e5"};
    plays(g, 0, "c2=T/b3c3c2", 3, 0);
    for (unsigned i = 0; i < 19; i++) {
        char move[16];
        memcpy(move, "xx=Z/xx", 8);
        memcpy(move, squares[i], 2);
        memcpy(move + 5, squares[i], 2);
        plays(g, 1 - i % 2, move, 3 + (int)(i + 1) / 2, (int)i / 2 + 1);
    }
    check_outcome(g, true, false, 1, END_FULL); // 12 to 10
    end(g);
}

// R-BALDA-3
static void everything_is_seen(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    struct state seen;
    plays(g, 0, "c2=T/b3c3c2", 3, 0);
    g->c.rules->view(&g->c, &g->s, VIEWER_PUBLIC, &seen);
    CHECK(memcmp(&seen, &g->s, sizeof seen) == 0);
    end(g);
}

// R-BUKVA-2, R-BUKVA-8
static void bukva_has_no_single_letter(void)
{
    struct sample *g = begin("bukva", "", "start СЛОВО");
    refuses(g, 0, "c2=К/c2", MSG_BALDA_TOO_SHORT);
    refuses(g, 0, "b2=К/b2c3b3", MSG_BALDA_PATH_APART); // corners do not touch
    plays(g, 0, "c2=К/c2c3b3", 3, 0);
    end(g);
    struct config c;
    struct reason why;
    CHECK(config_init(&c, TEXT("bukva"), &why));
    CHECK(!config_set(&c, TEXT("diagonal"), TEXT("off"), &why));
    CHECK_NUMBER(why.what, MSG_CONFIG_NO_SETTING);
}

// R-BUKVA-6, R-BUKVA-7
static void bukva_never_repeats(void)
{
    struct sample *g = begin("bukva", "", "start СЛОВО");
    plays(g, 0, "c2=К/c2c3b3", 3, 0);
    refuses(g, 1, "c4=К/c4c3b3", MSG_BALDA_USED);
    refuses(g, 1, "d4=О/a3b3c3d3d4", MSG_BALDA_USED_START); // the start word
    plays(g, 1, "e2=Л/e2e3d3", 3, 3);                       // ЛОВ
    refuses(g, 0, "e4=К/e4e3e2", MSG_BALDA_USED);           // КОЛ on squares of its own
    end(g);
}

// R-BUKVA-10, R-BUKVA-11, R-REC-14
static void six_passes_draw(void)
{
    struct sample *g = begin("bukva", "", "start СЛОВО");
    plays(g, 0, "c2=К/c2c3b3", 3, 0);
    for (unsigned i = 0; i < 6; i++) {
        check_outcome(g, false, false, 0, END_NONE);
        plays(g, (i + 1) % 2, "pass", 3, 0);
    }
    check_outcome(g, true, true, 0, END_PASSES);
    end(g);
}

// R-BUKVA-12
static void a_word_between_passes_begins_anew(void)
{
    struct sample *g = begin("bukva", "", "start СЛОВО");
    for (unsigned i = 0; i < 5; i++)
        plays(g, i % 2, "pass", 0, 0);
    plays(g, 1, "c2=К/c2c3b3", 0, 3);
    for (unsigned i = 0; i < 6; i++) {
        check_outcome(g, false, false, 0, END_NONE);
        plays(g, i % 2, "pass", 0, 3);
    }
    check_outcome(g, true, true, 0, END_PASSES);
    end(g);
}

// ВОЛОС leaves ЛОВ, РОВ and КОЛ of the sample; when they are scored there is no word to form.
// R-BUKVA-14, R-BUKVA-15, R-BUKVA-22
static void bukva_ends_when_no_word_is_left(void)
{
    static const char *const settings[] = {"", "unknown ask"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct sample *g = begin("bukva", settings[i], "start ВОЛОС");
        plays(g, 0, "b2=Л/b2b3a3", 3, 0);
        plays(g, 1, "b4=Р/b4b3a3", 3, 3);
        check_outcome(g, false, false, 0, END_NONE);
        plays(g, 0, "d2=К/d2d3c3", 6, 3);
        check_outcome(g, true, false, 1, END_NO_WORD);
        end(g);
    }
}

// R-BUKVA-16, R-BUKVA-17, R-BUKVA-18, R-BUKVA-19, R-REC-14
static void unknown_words_are_asked_about(void)
{
    struct sample *g = begin("bukva", "unknown ask", "start СЛОВО");
    struct action a;
    struct report r;
    plays(g, 0, "b2=К/b2b3c3", 0, 0); // КЛО
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), 2);
    refuses(g, 0, "pass", MSG_RULES_NOT_YOUR_TURN);
    refuses(g, 1, "pass", MSG_BALDA_ANSWER_FIRST);
    plays(g, 1, "refuse", 0, 0);
    CHECK_NUMBER(g->c.rules->to_act(&g->c, &g->s), 1); // the turn goes on
    CHECK_NUMBER(balda_state(&g->s)->board[6], 0);
    plays(g, 0, "b2=К/b2b3c3", 0, 0);
    CHECK(g->c.rules->parse(&g->c, &g->s, 1, TEXT("accept"), &a, NULL));
    g->c.rules->report(&g->c, &g->s, &a, &r);
    CHECK(r.amends && r.points == 3 && r.word.len == 3 && r.scorer == 0);
    plays(g, 1, "accept", 3, 0);
    refuses(g, 1, "b4=К/b4b3c3", MSG_BALDA_USED); // it counts as used from now on
    end(g);
    g = begin("bukva", "", "start СЛОВО");
    refuses(g, 0, "b2=К/b2b3c3", MSG_BALDA_NO_WORD);
    end(g);
}

// A word that the lexicon has in a class that is not in play is refused, not asked about.
// R-BUKVA-21
static void known_words_are_not_asked_about(void)
{
    struct sample g;
    struct reason why;
    sample_open(&g, "bukva", NULL, "слово кол лов клок/v");
    sample_set(&g, "unknown ask");
    sample_begin(&g);
    CHECK(sample_try(&g, CHANCE, "start СЛОВО", NULL, &why));
    plays(&g, 0, "c2=К/c2c3b3", 3, 0);
    plays(&g, 1, "pass", 3, 0);
    refuses(&g, 0, "b2=К/b2b3c3c2", MSG_BALDA_IS_VERB); // КЛОК
    plays(&g, 0, "a2=К/a2a3b3c3c2", 3, 0);              // КСЛОК
    CHECK_NUMBER(g.c.rules->to_act(&g.c, &g.s), 2);
    sample_close(&g);
}

// R-BALDA-4, R-BALDA-5, R-BUKVA-9
static void start_words(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    struct state fresh;
    struct action a;
    struct reason why;
    g->c.rules->setup(&g->c, &fresh);
    static const struct {
        const char *text;
        enum message what;
    } bad[] = {{"start TOWN", MSG_BALDA_START_LENGTH}, {"start ZZZZZ", MSG_BALDA_NOT_IN_PLAY}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(g->c.rules->parse(&g->c, &fresh, CHANCE, text_of(bad[i].text), &a, &why));
        CHECK(!g->c.rules->check(&g->c, &fresh, &a, &why));
        CHECK_NUMBER(why.what, bad[i].what);
    }
    end(g);
    // СЛИВА allows no word of the sample, so Bukva refuses it and never draws it.
    g = begin("bukva", "", "start СЛОВО");
    g->c.rules->setup(&g->c, &fresh);
    CHECK(g->c.rules->parse(&g->c, &fresh, CHANCE, TEXT("start СЛИВА"), &a, &why));
    bool taken = g->c.rules->check(&g->c, &fresh, &a, &why);
    CHECK(!taken && why.what == MSG_BALDA_START_STUCK);
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("1")));
    for (int i = 0; i < 50; i++) {
        struct action drawn;
        g->c.rules->draw(&g->c, &fresh, &r, &drawn);
        CHECK(!action_equal(&drawn, &a));
    }
    end(g);
}

enum { DIGITS = 6, NUMBERED = DIGITS * DIGITS * DIGITS * DIGITS * DIGITS };

// Five letters that spell a number, as a word.
static struct word numbered_word(unsigned number)
{
    struct word w = {.len = 5};
    for (unsigned i = 0; i < 5; i++, number /= DIGITS)
        w.letter[i] = (uint8_t)(1 + number % DIGITS);
    return w;
}

static unsigned number_of(const struct action *start)
{
    unsigned number = 0;
    for (unsigned i = 5; i > 0; i--)
        number = DIGITS * number + start->data[i - 1] - 1;
    return number;
}

// `familiar` words of tier 1, as many of tier 2, and as many of tier 5, all of five letters.
static void draw_starts(unsigned familiar, unsigned draws, unsigned *drawn)
{
    struct sample g;
    struct alphabet a;
    struct rng r;
    sample_open(&g, "balda", NULL, "crown");
    sample_close(&g); // another lexicon takes its place
    REQUIRE(alphabet_load(&a, TEXT("en"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (unsigned i = 0; i < 3 * familiar; i++) {
        struct word w = numbered_word(i);
        unsigned tier = i < familiar ? 1 : i < 2 * familiar ? 2 : 5;
        REQUIRE(lexicon_builder_add(b, &w, CLASS_NOUN, tier, NULL));
    }
    g.bytes = (struct buf){0};
    REQUIRE(lexicon_builder_write(b, &g.bytes, NULL));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&g.lex, buf_text(&g.bytes), "numbered", NULL));
    sample_begin(&g);
    REQUIRE(rng_seed_hex(&r, TEXT("5eed")));
    for (unsigned i = 0; i < draws; i++) {
        struct action start;
        g.c.rules->draw(&g.c, &g.s, &r, &start);
        drawn[number_of(&start)]++;
    }
    sample_close(&g);
}

// R-BALDA-6, R-BALDA-40
static void familiar_words_are_drawn_first(void)
{
    static unsigned drawn[NUMBERED], fewer[NUMBERED], few[NUMBERED];
    unsigned unfamiliar = 0;
    draw_starts(2000, 80000, drawn); // tier 1 has enough of them
    for (unsigned i = 0; i < 2000; i++)
        CHECK(drawn[i] >= 10 && drawn[i] <= 80); // 40 each on average
    for (unsigned i = 2000; i < NUMBERED; i++)
        CHECK_NUMBER(drawn[i], 0);
    draw_starts(1999, 80000, fewer); // one too few: tier 2 is needed, too
    for (unsigned i = 0; i < 2 * 1999; i++)
        CHECK(fewer[i] >= 1 && fewer[i] <= 55);
    for (unsigned i = 2 * 1999; i < NUMBERED; i++)
        unfamiliar += fewer[i];
    CHECK_NUMBER(unfamiliar, 0);
    draw_starts(600, 80000, few); // 1,800 in all
    for (unsigned i = 0; i < 1800; i++)
        CHECK(few[i] > 0);
}

// A lexicon that has no word to start with is refused before the game, not by it.
// R-BALDA-5, R-BALDA-9
static void lexicons_need_a_start_word(void)
{
    static const struct {
        const char *preset, *word;
    } bad[] = {{"balda", "loose/a"}, {"bukva", "слива"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sample g;
        struct reason why = {0};
        sample_open(&g, bad[i].preset, NULL, bad[i].word);
        CHECK(!g.c.rules->accept(&g.c, &why));
        CHECK_NUMBER(why.what, MSG_BALDA_NO_START);
        sample_close(&g);
    }
}

static void states_round_trip(void)
{
    struct sample *g = begin("bukva", "unknown ask", "start СЛОВО");
    struct buf text = {0};
    struct state back;
    plays(g, 0, "c2=К/c2c3b3", 3, 0);
    plays(g, 1, "b2=К/b2b3c3", 3, 0);
    g->c.rules->write(&g->c, &g->s, &text);
    CHECK(g->c.rules->read(&g->c, buf_text(&text), &back, NULL));
    CHECK(memcmp(&back, &g->s, sizeof back) == 0);
    CHECK(!g->c.rules->read(&g->c, TEXT("nonsense"), &back, NULL));
    buf_release(&text);
    end(g);
}

// --- targets(): what the board shows is what check() says.

// -1: the move is legal.
static int reason_of(struct sample *g, struct balda_move *m)
{
    struct reason why = {0};
    m->letter = 1;
    return balda_check_move(&g->c, balda_state(&g->s), m, &why) ? -1 : (int)why.what;
}

static bool is_open(struct sample *g, unsigned square)
{
    struct balda_move m = {.square = (uint8_t)square, .length = 1, .path = {(uint8_t)square}};
    return reason_of(g, &m) != MSG_BALDA_NOT_OPEN;
}

// Some placement lets a path go from a to b.
static bool goes_on(struct sample *g, unsigned a, unsigned b)
{
    unsigned squares = balda_state(&g->s)->set.width * balda_state(&g->s)->set.width;
    for (unsigned square = 0; square < squares; square++) {
        struct balda_move m = {
            .square = (uint8_t)square, .length = 2, .path = {(uint8_t)a, (uint8_t)b}};
        int what = reason_of(g, &m);
        if (what != MSG_BALDA_NOT_OPEN && what != MSG_BALDA_PATH_EMPTY &&
            what != MSG_BALDA_PATH_APART && what != MSG_BALDA_PATH_TWICE)
            return true;
    }
    return false;
}

static void check_targets(struct sample *g, const char *plain)
{
    unsigned squares = balda_state(&g->s)->set.width * balda_state(&g->s)->set.width;
    struct buf expected = {0}, found = {0};
    const char *comma = "";
    buf_printf(&expected, ",\"plain\":[%s],\"open\":[", plain);
    for (unsigned i = 0; i < squares; i++)
        if (is_open(g, i)) {
            buf_printf(&expected, "%s%u", comma, i);
            comma = ",";
        }
    buf_add_string(&expected, "],\"touch\":[");
    comma = "";
    for (unsigned a = 0; a < squares; a++)
        for (unsigned b = a + 1; b < squares; b++)
            if (goes_on(g, a, b)) {
                buf_printf(&expected, "%s[%u,%u]", comma, a, b);
                comma = ",";
            }
    buf_add_byte(&expected, ']');
    buf_add_byte(&expected, 0);
    g->c.rules->targets(&g->c, &g->s, balda_state(&g->s)->turn, &found);
    CHECK_TEXT(buf_text(&found), (const char *)expected.at);
    buf_release(&expected);
    buf_release(&found);
}

// R-BALDA-12, R-BALDA-13, R-BALDA-15, R-BALDA-16
static void targets_are_what_check_allows(void)
{
    struct sample *g = begin("balda", "", "start CROWN");
    check_targets(g, "");
    plays(g, 0, "c2=T/b3c3c2", 3, 0);
    plays(g, 1, "d2=E/b3c3c2d2", 3, 4);
    plays(g, 0, "e2=Z/e2", 4, 4);
    check_targets(g, "");
    end(g);
    g = begin("balda", "diagonal on", "start CROWN");
    check_targets(g, "");
    end(g);
    g = begin("bukva", "", "start СЛОВО");
    check_targets(g, "\"pass\"");
    end(g);
}

// R-BUKVA-17
static void a_question_is_answered_first(void)
{
    struct sample *g = begin("bukva", "unknown ask", "start СЛОВО");
    struct buf found = {0};
    plays(g, 0, "b2=К/b2b3c3", 0, 0); // КЛО
    g->c.rules->targets(&g->c, &g->s, 1, &found);
    CHECK_TEXT(buf_text(&found), ",\"plain\":[\"accept\",\"refuse\"],\"open\":[],\"touch\":[]");
    buf_release(&found);
    end(g);
}

static const struct test tests[] = {
    TEST(worked_example),
    TEST(refusals),
    TEST(classes_in_play),
    TEST(refused_words_are_explained),
    TEST(repeats_lie_apart),
    TEST(palindromes),
    TEST(diagonals),
    TEST(full_board_ends),
    TEST(more_points_win),
    TEST(resigning),
    TEST(everything_is_seen),
    TEST(six_passes_draw),
    TEST(a_word_between_passes_begins_anew),
    TEST(bukva_has_no_single_letter),
    TEST(bukva_never_repeats),
    TEST(bukva_ends_when_no_word_is_left),
    TEST(unknown_words_are_asked_about),
    TEST(known_words_are_not_asked_about),
    TEST(start_words),
    TEST(familiar_words_are_drawn_first),
    TEST(states_round_trip),
    TEST(targets_are_what_check_allows),
    TEST(a_question_is_answered_first),
    TEST(lexicons_need_a_start_word),
};
TEST_MAIN(tests)
