// Searches as text: what another process reads is the same question, in every game, and what it
// answers is believed only where the rules let it through.
#include "proto/search_job.h"
#include "proto/search_answer.h"
#include "rules/lexicon_cache.h"
#include "test.h"
#include "toy/toy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 60, MOVES = 14 };

// A preset of the registry without a row is set up as it is by itself.
static const struct row {
    const char *preset, *lang, *lexicon; // NULL: the preset's own
    const char *settings[6];             // name, value…; `seats` is how many there are
    bool toy;
} rows[] = {
    {"toy", "en", "en", {"seats", "2"}, true},
    {"toy", "en", "en", {"seats", "3", "hand", "2"}, true},
    {"balda", "en", "en", {"size", "5"}, false},
    {"balda", "de", "de", {"size", "7", "diagonal", "on"}, false},
    {"bukva", "ru", "ru", {"size", "5", "unknown", "ask"}, false},
    {"bali", "fr", "fr", {"seats", "1"}, false},
    {"bali", "de", "de", {"seats", "3", "challenge", "on", "bali_bonus", "60"}, false},
    {"bali", "en", "en-international", {"seats", "4", "min_word", "5"}, false},
    {"wordgame", "en", "en-international", {NULL}, false},
    {"wordgame", "nl", "nl", {"board", "classic", "exchange", "on"}, false},
    {"classic", "ru", "ru", {NULL}, false},
};

struct bench {
    struct search_path search_path;
    struct lexicon_cache books;
    struct record_host host;
    struct record record;
};

static bool open_config(struct bench *b, const struct row *row, struct config *c)
{
    struct reason why;
    if (row->toy)
        toy_config(c);
    else
        CHECK(config_init(c, text_of(row->preset), &why) &&
              (!row->lang || config_set_lang(c, text_of(row->lang), &why)) &&
              (!row->lexicon || config_set_lexicon(c, text_of(row->lexicon), &why)));
    for (unsigned i = 0; i < 6 && row->settings[i]; i += 2) {
        const char *name = row->settings[i], *value = row->settings[i + 1];
        if (strcmp(name, "seats") == 0)
            c->seats = (unsigned)(value[0] - '0');
        else
            CHECK(config_set(c, text_of(name), text_of(value), &why));
    }
    return record_open_lexicon(c, &b->host, &why);
}

static bool bench_open(struct bench *b, const struct row *row, unsigned seed)
{
    struct config c;
    char hex[17];
    *b = (struct bench){0};
    search_path_init(&b->search_path, getenv("LOGOMACHY_LEXICONS"));
    b->books.search_path = &b->search_path;
    b->host = row->toy ? toy_host() : lexicon_cache_host(&b->books);
    snprintf(hex, sizeof hex, "%08x", seed);
    bool ok = open_config(b, row, &c) && record_begin(&b->record, &c, hex, NULL);
    if (!ok)
        test_fail(__FILE__, __LINE__, "%s cannot be played", row->preset);
    return ok;
}

static void bench_close(struct bench *b, const struct row *row)
{
    record_release(&b->record);
    lexicon_cache_close(&b->books);
    if (row->toy)
        toy_close();
}

static void make_job(const struct bench *b, struct search_job *j)
{
    const struct config *c = &b->record.config;
    unsigned acting = c->rules->to_act(c, &b->record.state) & ACTS_SEATS;
    *j = (struct search_job){.name = "17",
                             .reply = "search.done.x-1",
                             .purpose =
                                 b->record.actions % 2 ? SEARCH_FOR_ANALYSIS : SEARCH_FOR_MOVE,
                             .seat = (unsigned)__builtin_ctz(acting),
                             .level = 1 + (unsigned)b->record.actions % ENGINE_LEVELS,
                             .ms = 1000,
                             .seed = "0123456789abcdef",
                             .config = *c};
    c->rules->view(c, &b->record.state, j->seat, &j->view);
}

static bool search(const struct search_job *j, struct engine_result *found)
{
    struct engine_options options = {.level = j->level, .max_nodes = NODES};
    struct rng rng;
    REQUIRE(rng_seed_hex(&rng, text_of(j->seed)));
    return engine_best_once(&j->config, &j->view, j->seat, &options, &rng, found);
}

static void check_job(const struct bench *b, const struct search_job *j, struct search_job *back)
{
    struct buf text = {0}, again = {0};
    struct reason why = {0};
    search_job_write(j, &text);
    CHECK(search_job_read(back, buf_text(&text), &b->host, &why));
    CHECK_NUMBER(why.what, 0);
    CHECK(memcmp(&back->view, &j->view, sizeof j->view) == 0);
    CHECK(strcmp(back->name, j->name) == 0 && strcmp(back->reply, j->reply) == 0);
    CHECK(back->purpose == j->purpose && back->ms == j->ms);
    CHECK(back->seat == j->seat && back->level == j->level);
    CHECK(back->config.lexicon == j->config.lexicon);
    search_job_write(back, &again);
    CHECK(text_equal(buf_text(&text), buf_text(&again)));
    buf_release(&text);
    buf_release(&again);
}

static bool near(double x, double y)
{
    return x - y < 1e-5 && y - x < 1e-5;
}

static void check_found(const struct engine_result *a, const struct engine_result *b)
{
    CHECK(action_equal(&a->move, &b->move) && a->points == b->points);
    CHECK(near(a->margin, b->margin) && a->exact == b->exact);
    CHECK(a->depth == b->depth && a->nodes == b->nodes);
    CHECK(a->worth.known == b->worth.known && near(a->worth.equity, b->worth.equity));
    CHECK(near(a->worth.leave, b->worth.leave) && near(a->worth.win, b->worth.win));
    CHECK(a->has_forecast == b->has_forecast && near(a->score, b->score) &&
          near(a->bonus, b->bonus));
    CHECK(b->line_length >= 1 && b->line_length <= a->line_length);
    for (unsigned i = 0; i < b->line_length; i++)
        CHECK(action_equal(&a->line[i], &b->line[i]));
}

// The one that was asked finds the same, and what it says is what it has found.
static void check_answer(const struct search_job *asked, const struct search_job *read,
                         struct engine_result *found)
{
    struct engine_result there = {0}, back = {0};
    struct search_answer head;
    struct buf text = {0};
    struct reason why;
    CHECK(search(asked, found) && search(read, &there));
    CHECK(action_equal(&found->move, &there.move));
    CHECK(search_answer_write_result(read, &there, &text));
    CHECK(search_answer_read(&head, buf_text(&text), &why));
    CHECK(head.status == SEARCH_DONE && strcmp(head.name, "17") == 0);
    CHECK(search_answer_read_result(asked, buf_text(&text), &back, &why));
    check_found(&there, &back);
    buf_release(&text);
}

static void play_row(const struct row *row, unsigned seed)
{
    static struct search_job asked, read;
    struct bench b;
    struct engine_result found;
    if (!bench_open(&b, row, seed))
        return;
    const struct config *c = &b.record.config;
    for (unsigned i = 0; i < MOVES && !test_failed() && c->rules->to_act(c, &b.record.state); i++) {
        make_job(&b, &asked);
        check_job(&b, &asked, &read);
        check_answer(&asked, &read, &found);
        CHECK(record_add(&b.record, &found.move, NULL));
        if (test_failed())
            test_fail(__FILE__, __LINE__, "%s, seed %u, move %u", row->preset, seed, i);
    }
    bench_close(&b, row);
}

static bool has_row(const char *preset)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].preset, preset) == 0)
            return true;
    return false;
}

static void every_game_comes_back_as_it_was(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].toy || test_lexicons())
            play_row(&rows[i], (unsigned)(100 + i));
    for (unsigned i = 0; test_lexicons() && config_preset(i); i++)
        if (!has_row(config_preset(i)))
            play_row(&(struct row){.preset = config_preset(i)}, 200 + i);
}

// ---- what is refused ----

static const struct row plain = {"toy", "en", "en", {"seats", "2"}, true};

// The text with one line's value changed; NULL: the line left out.
static void change(const struct search_job *j, const char *key, const char *value, struct buf *out)
{
    struct buf text = {0};
    search_job_write(j, &text);
    struct text rest = buf_text(&text), line;
    bool changed = false;
    while (text_next_line(&rest, &line)) {
        struct text value_of = line;
        bool is_it = !changed && text_is(text_cut(&value_of, ' '), key);
        changed |= is_it;
        if (is_it && value)
            buf_printf(out, "%s %s\n", key, value);
        else if (!is_it)
            buf_printf(out, "%.*s\n", TEXT_ARG(line));
    }
    CHECK(changed);
    buf_release(&text);
}

static enum message read_changed(const struct bench *b, const char *key, const char *value)
{
    static struct search_job j, back;
    struct buf text = {0};
    struct reason why = {0};
    make_job(b, &j);
    change(&j, key, value, &text);
    bool ok = search_job_read(&back, buf_text(&text), &b->host, &why);
    CHECK(ok == (why.what == 0));
    buf_release(&text);
    return why.what;
}

static void wrong_jobs_are_refused(void)
{
    static const char *const bad[][2] = {
        {"search", "1"},
        {"search", NULL},
        {"name", ""},
        {"name", "a b"},
        {"reply", "search.done.>"},
        {"reply", "site.chat"},
        {"for", "fun"},
        {"seat", "E"},
        {"seat", "AB"},
        {"level", "0"},
        {"level", "7"},
        {"ms", "0"},
        {"ms", "60001"},
        {"seed", "xyz"},
        {"words", "12"},
        {"words", "0123456789abcdeg"},
        {"words", NULL},
        {"seed", NULL},
        {"ms", "99999999999999999999"},
    };
    struct bench b;
    if (!bench_open(&b, &plain, 7))
        return;
    CHECK_NUMBER(read_changed(&b, "ms", "60000"), 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_NUMBER(read_changed(&b, bad[i][0], bad[i][1]), MSG_JOB_BAD);
    CHECK_NUMBER(read_changed(&b, "words", "0123456789abcdef"), MSG_JOB_OTHER_WORDS);
    CHECK_NUMBER(read_changed(&b, "seat", "B"), MSG_JOB_NOT_TO_ACT);
    CHECK_NUMBER(read_changed(&b, "seat", "D"), MSG_JOB_NOT_TO_ACT);
    CHECK(read_changed(&b, "game", "tic-tac-toe") != 0);
    CHECK(read_changed(&b, "0", "nonsense") != 0);
    bench_close(&b, &plain);
}

// A spectator's view, or the other seat's, is a position that can be read, but nothing to search.
static void only_the_seats_own_view_is_searched(void)
{
    static struct search_job j, back;
    struct bench b;
    const struct row row = {"wordgame", "en", "en-international", {NULL}, false};
    if (!bench_open(&b, &row, 7))
        return;
    make_job(&b, &j);
    const struct config *c = &j.config;
    const unsigned viewers[] = {VIEWER_PUBLIC, 1 - j.seat, j.seat};
    for (unsigned i = 0; i < 3; i++) {
        struct buf text = {0};
        struct reason why = {0};
        c->rules->view(c, &b.record.state, viewers[i], &j.view);
        search_job_write(&j, &text);
        bool ok = search_job_read(&back, buf_text(&text), &b.host, &why);
        CHECK(ok == (viewers[i] == j.seat));
        CHECK_NUMBER(why.what, ok ? 0 : MSG_JOB_HIDDEN);
        buf_release(&text);
    }
    bench_close(&b, &row);
}

static void a_job_that_is_cut_off_is_refused(void)
{
    static struct search_job j, back;
    struct bench b;
    struct buf text = {0};
    if (!bench_open(&b, &plain, 8))
        return;
    make_job(&b, &j);
    search_job_write(&j, &text);
    size_t position = text_find_string(buf_text(&text), "\nposition\n");
    for (size_t i = 0; i < position + 9; i++)
        CHECK(!search_job_read(&back, text_head(buf_text(&text), i), &b.host, NULL));
    CHECK(search_job_read_reply(&back, text_head(buf_text(&text), 60)));
    CHECK(strcmp(back.reply, "search.done.x-1") == 0);
    buf_add_zeros(&text, SEARCH_JOB_BYTES);
    struct reason why;
    CHECK(!search_job_read(&back, buf_text(&text), &b.host, &why));
    CHECK_NUMBER(why.what, MSG_JOB_TOO_LONG);
    buf_release(&text);
    bench_close(&b, &plain);
}

// A seat's job has nothing of what the others hide, whatever was put into it.
static void a_position_that_shows_too_much_is_blanked(void)
{
    static struct search_job j, back;
    struct bench b;
    struct buf text = {0};
    if (!bench_open(&b, &plain, 9))
        return;
    make_job(&b, &j);
    struct state view = j.view;
    j.view = b.record.state;
    search_job_write(&j, &text);
    CHECK(search_job_read(&back, buf_text(&text), &b.host, NULL));
    CHECK(memcmp(&back.view, &view, sizeof view) == 0);
    buf_release(&text);
    bench_close(&b, &plain);
}

#define NUMBERS                                                                              \
    "points 0\nmargin -5000000\nexact 1\ndepth 2\nnodes 7\nworth 0\nleave 0\nequity 0\nwin " \
    "500000\nforeseen 0\nscore 0\nbonus 0\n"

static void wrong_answers_are_refused(void)
{
    static const char *const bad[] = {
        "",
        "done 17",
        "done 17\n" NUMBERS,
        "done 17\n" NUMBERS "A play Z\n",
        "done 17\n" NUMBERS "B pass\n",
        "done 17\n" NUMBERS "A resign\n",
        "done 17\n" NUMBERS "A pass\nA pass\n",
        "done 17\n" NUMBERS "A pass\nnonsense\n",
        "done 17\n" NUMBERS "E pass\n",
        "done 17\npoints 1\nA pass\n",
        "done 17\npoints 12345678901234567890\n",
    };
    static struct search_job j;
    struct engine_result found;
    struct bench b;
    if (!bench_open(&b, &plain, 10))
        return;
    make_job(&b, &j);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK(!search_answer_read_result(&j, text_of(bad[i]), &found, NULL));
    CHECK(search_answer_read_result(&j, TEXT("done 17\n" NUMBERS "A pass\n"), &found, NULL));
    CHECK(found.move.kind == ACTION_PASS && found.margin == -5 && found.exact && found.nodes == 7);
    bench_close(&b, &plain);
}

static void heads_of_answers(void)
{
    struct search_answer a;
    struct buf out = {0};
    for (int status = 0; status < SEARCH_STATUSES; status++) {
        buf_clear(&out);
        struct search_answer one = {(enum search_status)status, "ab12"};
        search_answer_write(&one, &out);
        CHECK(search_answer_read(&a, buf_text(&out), NULL));
        CHECK((int)a.status == status && strcmp(a.name, "ab12") == 0);
    }
    buf_release(&out);
    CHECK(!search_answer_read(&a, TEXT("taken"), NULL) && !search_answer_read(&a, TEXT(""), NULL));
    CHECK(!search_answer_read(&a, TEXT("thanks 17"), NULL));
    CHECK(!search_answer_read(&a, TEXT("taken 123456789012345678901234567890"), NULL));
}

static const struct test tests[] = {
    TEST(every_game_comes_back_as_it_was),
    TEST(wrong_jobs_are_refused),
    TEST(only_the_seats_own_view_is_searched),
    TEST(a_job_that_is_cut_off_is_refused),
    TEST(a_position_that_shows_too_much_is_blanked),
    TEST(wrong_answers_are_refused),
    TEST(heads_of_answers),
};
TEST_MAIN(tests)
