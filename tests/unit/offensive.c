// Offensive words: which labels make one, and that no computer plays one in any game, however good
// a move it is. People may, unless the game forbids it.
#include "sources/offensive.h"
#include "engine/engine.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/search_path.h"
#include "rules/record.h"
#include "sample.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void labels_are_told_from_definitions(void)
{
    static const struct {
        const char *lang, *text;
        bool offensive;
    } samples[] = {
        {"en", "(vulgar) to copulate", true},
        {"en", "(slang, offensive) a person", true},
        {"en", "(ethnic slur) offensive term for a person", true},
        {"en", "offensive term for a person", true},
        {"en", "a derogatory name for a person", true},
        {"en", "(music) two notes connected by a slur", false},
        {"en", "character consisting of two letters connected by a slur", false},
        {"en", "causing anger or annoyance; offensive", false},
        {"en", "a vulgar display", false},
        {"de", "vulgär: weibliche Scham", true},
        {"de", "eine vulgäre Person", false},
        {"fr", "(Vulgaire) Chose", false}, // as written by no source of ours
        {"fr", "(vulgaire) Chose", true},
        {"nl", "(scheldwoord) persoon", true},
        {"ru", "груб. то же, что лицо", false},
        {"ru", "(груб.) то же, что лицо", true},
        {"de", "(vulgar) another language", false},
        {"en", "", false},
        {"en", "(vulgar", false},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        if (offensive_label(text_of(samples[i].text), text_of(samples[i].lang)) !=
            samples[i].offensive)
            test_fail(__FILE__, __LINE__, "%s", samples[i].text);
}

// The same game with one word marked. The word keeps its number, so states go with both.
static void mark_word(struct sample *to, const struct sample *from, const struct word *marked)
{
    struct word w;
    struct lexicon_builder *b = lexicon_builder_new(&from->lex.alphabet);
    memset(to, 0, sizeof *to);
    for (uint32_t i = 0; i < from->lex.graph.words; i++) {
        struct word_info info = lexicon_info(&from->lex, i);
        lexicon_nth(&from->lex, i, &w);
        REQUIRE(lexicon_builder_add(b, &w, info.classes, info.tier, NULL));
    }
    REQUIRE(lexicon_builder_mark(b, marked, MARK_OFFENSIVE, NULL));
    REQUIRE(lexicon_builder_write(b, &to->bytes, NULL));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&to->lex, buf_text(&to->bytes), "marked", NULL));
    to->c = from->c;
    to->c.lexicon = &to->lex;
    to->s = from->s;
}

static bool think(const struct sample *g, unsigned seat, unsigned level,
                  struct engine_result *result)
{
    struct engine_options options = {.level = level, .max_nodes = 60};
    struct state view;
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("7ea")));
    g->c.rules->view(&g->c, &g->s, seat, &view);
    return engine_best_once(&g->c, &view, seat, &options, &r, result);
}

// R-REC-39
// The word that the computer wanted to play is marked: it plays another move, all of whose words
// are clean. Returns whether there was a word to mark.
static bool plant(const struct sample *g, unsigned seat, unsigned level, const struct action *best)
{
    struct sample marked;
    struct report report;
    struct engine_result other;
    g->c.rules->report(&g->c, &g->s, best, &report);
    if (report.word.len < 2 || !graph_has(&g->lex.graph, &report.word))
        return false;
    mark_word(&marked, g, &report.word);
    struct config forbidding = marked.c;
    forbidding.lexicon = lexicon_without(&marked.lex, MARK_OFFENSIVE);
    CHECK(marked.c.rules->check(&marked.c, &marked.s, best, NULL)); // people may
    CHECK(!marked.c.rules->check(&forbidding, &marked.s, best, NULL));
    if (think(&marked, seat, level, &other)) {
        CHECK(!action_equal(&other.move, best));
        CHECK(marked.c.rules->check(&forbidding, &marked.s, &other.move, NULL));
    }
    sample_close(&marked);
    return true;
}

static unsigned play(const char *preset, const char *lang, const char *words, const char *seed)
{
    struct sample g;
    unsigned planted = 0;
    sample_open(&g, preset, lang, words);
    const struct rules *rules = g.c.rules;
    if (!g.c.seats)
        g.c.seats = g.c.max_seats > 1 ? 2 : 1;
    REQUIRE(rng_seed_hex(&g.chance, text_of(seed)));
    sample_begin(&g);
    unsigned acting;
    for (unsigned turn = 0; turn < 60 && (acting = rules->to_act(&g.c, &g.s)); turn++) {
        struct engine_result best;
        struct action a;
        unsigned seat = (unsigned)__builtin_ctz(acting & ACTS_SEATS ? acting & ACTS_SEATS : 1);
        unsigned level = 1 + turn % ENGINE_LEVELS;
        if (acting & ACTS_CHANCE) {
            rules->draw(&g.c, &g.s, &g.chance, &a);
        } else if (think(&g, seat, level, &best)) {
            planted += plant(&g, seat, level, &best.move);
            a = best.move;
        } else {
            break;
        }
        CHECK(rules->check(&g.c, &g.s, &a, NULL));
        rules->apply(&g.c, &g.s, &a);
    }
    sample_close(&g);
    return planted;
}

static const char russian[] =
    "слово слон олово весло ветер море роза зора лом мол кол клок лов волос сок рот крот ток кот "
    "окно корова ворон нос сон ров вор двор город ворота порт спорт сорт топор ропот тополь";
static const char french[] =
    "ane ete ile mer air art eau feu jeu jour lit lune main mot nez nid oie ours pain pas pied "
    "pire "
    "rat rire roi rose rue sac sel soir sol son tas tante terre tete tir toit tour vase vent ver "
    "verre vie ville vin voix etre avoir rien trois sante raisin saison maison raison poison "
    "prison "
    "lien chien tien mien arene reine peine veine tare rate rater tirer retirer entrer rentrer";

static void no_game_plays_a_planted_word(void)
{
    static const struct {
        const char *preset, *lang;
        const char *words;
    } games[] = {
        {"balda", "en", sample_english},
        {"bukva", "ru", russian},
        {"bali", "fr", french},
        {"wordgame", "en", sample_english},
        {"classic", "en", sample_english},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        unsigned planted = 0;
        for (int seed = 1; seed < 9 && planted < 8; seed++) {
            char hex[8];
            snprintf(hex, sizeof hex, "%x", (unsigned)seed);
            planted += play(games[i].preset, games[i].lang, games[i].words, hex);
        }
        if (planted < 8)
            test_fail(__FILE__, __LINE__, "%s: only %u words", games[i].preset, planted);
    }
}

// One game of the computer with itself. Every move must be legal where offensive words are
// forbidden: that looks at all words that it makes. Returns the number of moves.
static unsigned play_clean(const struct config *c, const struct config *forbidding, unsigned level,
                           struct rng *r)
{
    const struct rules *rules = c->rules;
    struct engine *engine = engine_open(c);
    struct engine_options options = {.level = level};
    struct state s, view;
    unsigned moves = 0, acting;
    REQUIRE(engine);
    rules->setup(c, &s);
    while ((acting = rules->to_act(c, &s))) {
        struct engine_result best;
        struct action a;
        unsigned seat = (unsigned)__builtin_ctz(acting & ACTS_SEATS ? acting & ACTS_SEATS : 1);
        if (acting & ACTS_CHANCE) {
            rules->draw(c, &s, r, &a);
        } else {
            rules->view(c, &s, seat, &view);
            if (!engine_best(engine, &view, seat, &options, r, &best))
                break;
            a = best.move;
            moves++;
        }
        if (!rules->check(forbidding, &s, &a, NULL)) {
            struct buf text = {0};
            rules->format(c, &s, &a, VIEWER_ALL, &text);
            test_fail(__FILE__, __LINE__, "%s: %.*s", c->lexicon_name, TEXT_ARG(buf_text(&text)));
            buf_release(&text);
        }
        rules->apply(c, &s, &a);
    }
    engine_close(engine);
    return moves;
}

static unsigned long play_real(const char *preset, const char *name, unsigned level, unsigned games)
{
    struct search_path path;
    struct lexicon lex;
    struct config c, forbidding;
    struct reason why = {0};
    struct rng r;
    char seed[16];
    unsigned long moves = 0;
    search_path_init(&path, NULL);
    REQUIRE(search_path_open(&path, name, &lex, &why));
    REQUIRE(config_init(&c, text_of(preset), &why));
    REQUIRE(config_set_lang(&c, text_of(lex.alphabet.lang), &why));
    REQUIRE(config_set_lexicon(&c, text_of(name), &why));
    c.seats = 2;
    c.lexicon = &lex;
    forbidding = c;
    forbidding.lexicon = lexicon_without(&lex, MARK_OFFENSIVE);
    CHECK(forbidding.lexicon != &lex);
    REQUIRE(c.rules->accept(&c, &why));
    snprintf(seed, sizeof seed, "%x", games); // other numbers of games are other games
    REQUIRE(rng_seed_hex(&r, text_of(seed)));
    for (unsigned i = 0; i < games; i++)
        moves += play_clean(&c, &forbidding, level - i % 2, &r);
    lexicon_close(&lex);
    return moves;
}

// LOGOMACHY_TEST_GAMES says how many of each kind to play; 770 make 20,020.
static void real_games_are_clean(void)
{
    static const struct {
        const char *preset, *lexicon;
        unsigned level;
    } kinds[] = {
        {"balda", "en", 5},
        {"balda", "en-large", 4},
        {"balda", "de", 5},
        {"balda", "fr", 4},
        {"balda", "nl", 5},
        {"balda", "ru", 4},
        {"bukva", "ru", 5},
        {"bukva", "ru", 3},
        {"classic", "en-international", 5},
        {"classic", "en-american", 4},
        {"classic", "en-common", 5},
        {"classic", "de", 5},
        {"classic", "fr", 5},
        {"classic", "nl", 5},
        {"classic", "ru", 5},
        {"wordgame", "en-international", 4},
        {"wordgame", "de", 4},
        {"wordgame", "fr", 5},
        {"wordgame", "nl", 4},
        {"wordgame", "ru", 4},
        {"bali", "fr", 3},
        {"bali", "en-international", 3},
        {"bali", "de", 3},
        {"bali", "nl", 3},
        {"bali", "ru", 3},
        {"bali", "fr", 4},
    };
    const char *wanted = getenv("LOGOMACHY_TEST_GAMES");
    unsigned games = wanted ? (unsigned)strtoul(wanted, NULL, 10) : test_share(8);
    unsigned long moves = 0;
    if (!test_lexicons())
        return;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        moves += play_real(kinds[i].preset, kinds[i].lexicon, kinds[i].level, games);
    printf("# %zu games, %lu moves\n", games * sizeof kinds / sizeof *kinds, moves);
    CHECK(moves > 0);
}

// R-BALDA-6
static void games_do_not_begin_with_one(void)
{
    struct sample g;
    struct reason why;
    sample_open(&g, "balda", "en", "crown/nx crane/nx stone/nx lemon hotel");
    sample_begin(&g);
    REQUIRE(rng_seed_hex(&g.chance, TEXT("9")));
    for (int i = 0; i < 300; i++) {
        struct action a;
        g.c.rules->draw(&g.c, &g.s, &g.chance, &a);
        CHECK(a.data[0] != 3 && a.data[0] != 19); // neither C nor S
    }
    CHECK(sample_try(&g, CHANCE, "start CROWN", NULL, &why)); // but people may choose it
    sample_close(&g);
    sample_open(&g, "balda", "en", "crown/nx rot");
    CHECK(!g.c.rules->accept(&g.c, &why) && why.what == MSG_BALDA_NO_START);
    sample_close(&g);
}

static const struct lexicon *lend(void *context, const char *name, struct reason *why)
{
    (void)name;
    (void)why;
    return context;
}

static bool reads(struct sample *g, const char *settings)
{
    char text[200];
    struct record r;
    struct reason why = {0};
    struct record_host host = {.lexicon = lend, .context = &g->lex};
    snprintf(text, sizeof text, "game balda\nlang en\n%sstart CROWN\nA e4=S/a3b3c3d3e3e4\n",
             settings);
    bool ok = record_read(&r, text_of(text), &host, &why);
    if (ok)
        record_release(&r);
    else
        CHECK_NUMBER(why.line, *settings ? 5 : 4);
    return ok;
}

// R-REC-38
static void a_game_may_forbid_them(void)
{
    struct sample g;
    sample_open(&g, "balda", "en", "crown crowns/nx");
    CHECK(reads(&g, ""));
    CHECK(reads(&g, "set offensive allow\n"));
    CHECK(!reads(&g, "set offensive forbid\n"));
    sample_close(&g);
    sample_open(&g, "balda", "en", "crown crowns");
    CHECK(reads(&g, "set offensive forbid\n"));
    sample_close(&g);
}

// Bukva: an unknown word may be asked about, a forbidden one may not.
static void forbidden_is_not_unknown(void)
{
    struct sample g;
    struct reason why;
    sample_open(&g, "bukva", "ru", "слово словом/nx ловос");
    sample_set(&g, "unknown ask,offensive forbid");
    g.c.lexicon = lexicon_without(&g.lex, config_without(&g.c));
    sample_begin(&g);
    CHECK(sample_try(&g, CHANCE, "start СЛОВО", NULL, &why));
    CHECK(!sample_try(&g, 0, "e4=М/a3b3c3d3e3e4", NULL, &why));
    CHECK(sample_try(&g, 0, "e4=Х/a3b3c3d3e3e4", NULL, &why));
    sample_close(&g);
}

// Which word is refused, and as what. R-REC-38, R-REC-40
static void refuses_as(struct sample *g, const char *settings, int what)
{
    char text[200];
    struct record r;
    struct reason why = {0};
    struct record_host host = {.lexicon = lend, .context = &g->lex};
    snprintf(text, sizeof text, "game balda\n%sstart LEMON\nA a2=M/c3b3a3a2\n", settings);
    bool ok = record_read(&r, text_of(text), &host, &why);
    CHECK(ok == (what < 0));
    if (ok)
        record_release(&r);
    else
        CHECK_NUMBER((int)why.what, what);
}

// Obsolete words are left out of new games. Records from before the setting have them. R-REC-40
static void obsolete_words(void)
{
    struct sample g;
    struct record r;
    struct buf out = {0};
    sample_open(&g, "balda", "en", "lemon melm/nz hotel/nz");
    struct record_host host = {.lexicon = lend, .context = &g.lex};
    refuses_as(&g, "", -1);
    refuses_as(&g, "set obsolete allow\n", -1);
    refuses_as(&g, "set obsolete forbid\n", MSG_RULES_OBSOLETE);
    REQUIRE(record_read_draft(&r, TEXT("game balda\nseed 7\n"), &host, NULL));
    CHECK_NUMBER(config_without(&r.config), MARK_OBSOLETE);
    record_write(&r, VIEWER_ALL, &out);
    CHECK(memmem(out.at, out.len, "set obsolete forbid\n", 20));
    record_release(&r);
    buf_release(&out);
    for (unsigned seed = 1; seed < 20; seed++) { // HOTEL starts no new game
        char text[60];
        snprintf(text, sizeof text, "game balda\nseed %u\n", seed);
        REQUIRE(record_read_draft(&r, text_of(text), &host, NULL));
        CHECK(r.action[0].data[0] == 12);
        record_release(&r);
    }
    sample_close(&g);
    sample_open(&g, "balda", "en", "lemon melm/nxz hotel");
    refuses_as(&g, "set offensive forbid\nset obsolete forbid\n", MSG_RULES_OFFENSIVE);
    sample_close(&g);
}

static const struct test tests[] = {
    TEST(labels_are_told_from_definitions),
    TEST(no_game_plays_a_planted_word),
    TEST(games_do_not_begin_with_one),
    TEST(obsolete_words),
    TEST(a_game_may_forbid_them),
    TEST(forbidden_is_not_unknown),
    TEST(real_games_are_clean),
};
TEST_MAIN(tests)
