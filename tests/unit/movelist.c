// Lists of legal moves: the best few are the first of all, and a caller can stop a listing,
// in every game, also where it finds nothing.
#include "rules/movelist.h"

#include "games/bali/state.h"
#include "sample.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

static const char words[] = "crown rot low own row town worn torn trow wort cow con cot not ton "
                            "tow two won now owe one ore roe toe woe wen ten net new wet";

// A position of each game with many moves: what happened in it, CHANCE's lines and moves.
static const struct position {
    const char *preset, *settings, *deals;
    unsigned seats;
} positions[] = {
    {"balda", "", "start CROWN", 2},
    {"balda", "diagonal on", "start CROWN", 2},
    {"bali", "",
     "deal A1 *\ndeal A2 *\ndeal A3 O\ndeal A4 N\ndeal A5 T\ndeal A6 W\ndeal A7 E\ndeal B1 R\ndeal "
     "B2 C\ndeal B3 O\ndeal B4 W\ndeal B5 N\ndeal B6 T\ndeal B7 O",
     2},
    {"wordgame", "", "deal A CENORTW?\ndeal B CENORTW?", 2},
};
enum { POSITIONS = sizeof positions / sizeof *positions };

static void play_lines(struct sample *g, const char *lines)
{
    struct text rest = text_of(lines), line;
    while (text_next_line(&rest, &line)) {
        char text[80];
        struct reason why = {0};
        snprintf(text, sizeof text, "%.*s", TEXT_ARG(line));
        if (!sample_try(g, CHANCE, text, text, &why))
            test_fail(__FILE__, __LINE__, "%s: %s: reason %d", g->c.preset, text, (int)why.what);
    }
}

static struct sample *begin(const struct position *p)
{
    struct sample *g = calloc(1, sizeof *g);
    sample_open(g, p->preset, "en", words);
    sample_set(g, p->settings);
    g->c.seats = p->seats;
    sample_begin(g);
    play_lines(g, p->deals);
    return g;
}

static void end(struct sample *g)
{
    sample_close(g);
    free(g);
}

static struct movelist list(const struct sample *g, const struct movelist_options *o)
{
    struct movelist l = {0};
    CHECK(movelist_legal(&l, &g->c, &g->s, o, NULL));
    return l;
}

static bool starts_with(const struct movelist *all, const struct movelist *few)
{
    for (size_t i = 0; i < movelist_count(few); i++) {
        const struct listed *x = movelist_at(all, i), *y = movelist_at(few, i);
        if (!action_equal(&x->action, &y->action) || x->points != y->points ||
            !text_equal(movelist_text(all, x), movelist_text(few, y)))
            return false;
    }
    return true;
}

static void check_top(const struct sample *g, const struct movelist *all, size_t top, bool every)
{
    size_t count = movelist_count(all);
    struct movelist few = list(g, &(struct movelist_options){.top = top, .all = every});
    CHECK_NUMBER(few.found, count);
    CHECK(!few.cut);
    CHECK_NUMBER(movelist_count(&few), top < count ? top : count);
    if (!starts_with(all, &few))
        test_fail(__FILE__, __LINE__, "%s: the best %zu of %zu differ", g->c.preset, top, count);
    movelist_release(&few);
}

static void the_best_few_are_the_first_of_all(void)
{
    for (unsigned i = 0; i < POSITIONS; i++)
        for (int every = 0; every < 2; every++) {
            struct sample *g = begin(&positions[i]);
            struct movelist all = list(g, &(struct movelist_options){.all = every});
            size_t count = movelist_count(&all);
            CHECK(count > 30);
            for (size_t top = 1; top <= count + 2; top += top < 20 ? 1 : count / 7)
                check_top(g, &all, top, every);
            check_top(g, &all, count, every);
            movelist_release(&all);
            end(g);
        }
}

struct patience {
    unsigned left, asked;
};

static bool is_over(void *context)
{
    struct patience *p = context;
    p->asked++;
    return p->left == 0 || --p->left == 0;
}

static void a_listing_is_cut_where_it_is_told_to_stop(void)
{
    for (unsigned i = 0; i < POSITIONS; i++) {
        struct sample *g = begin(&positions[i]);
        struct movelist all = list(g, &(struct movelist_options){0});
        struct patience none = {0};
        struct movelist some =
            list(g, &(struct movelist_options){.stop = is_over, .context = &none});
        CHECK(all.found <= 64 || some.cut);
        CHECK(some.found <= 64);
        CHECK(none.asked <= 1);
        movelist_release(&some);
        some = list(g, &(struct movelist_options){.most = 20});
        CHECK(some.cut);
        CHECK_NUMBER(some.found, 20);
        CHECK_NUMBER(movelist_count(&some), 20);
        movelist_release(&some);
        some = list(g, &(struct movelist_options){.most = all.found});
        CHECK(!some.cut);
        movelist_release(&some);
        movelist_release(&all);
        end(g);
    }
}

// The deck of Bali is empty: of all the ways to join columns none is long enough, so that no move
// is found for as long as there are ways.
static void a_listing_that_finds_nothing_can_be_stopped(void)
{
    struct sample *g = begin(&positions[2]);
    struct buf text = {0};
    struct text rest, line;
    struct buf empty = {0};
    g->c.rules->write(&g->c, &g->s, &text);
    for (rest = buf_text(&text); text_next_line(&rest, &line);)
        buf_printf(&empty, "%.*s\n", TEXT_ARG(text_starts(line, "deck") ? TEXT("deck") : line));
    sample_set(g, "min_word 7");
    CHECK(bali_sketch(&g->c, buf_text(&empty), &g->s, NULL));
    struct patience never = {.left = 1000000}, some = {.left = 3};
    struct movelist all = list(g, &(struct movelist_options){.stop = is_over, .context = &never});
    CHECK_NUMBER(all.found, 0);
    CHECK(never.asked > 5);
    struct movelist cut = list(g, &(struct movelist_options){.stop = is_over, .context = &some});
    CHECK(cut.cut);
    CHECK_NUMBER(some.asked, 3);
    movelist_release(&all);
    movelist_release(&cut);
    buf_release(&text);
    buf_release(&empty);
    end(g);
}

// A list that is full takes no more memory, however many moves there are.
static void memory_is_bounded_by_what_is_kept(void)
{
    struct sample *g = begin(&positions[2]);
    struct movelist few = list(g, &(struct movelist_options){.top = 10});
    CHECK(few.found > 200);
    CHECK(few.moves.len == 10 * sizeof(struct listed));
    CHECK(few.texts.len <= 10 * 4 * 64);
    movelist_release(&few);
    end(g);
}

static const struct test tests[] = {
    TEST(the_best_few_are_the_first_of_all),
    TEST(a_listing_is_cut_where_it_is_told_to_stop),
    TEST(a_listing_that_finds_nothing_can_be_stopped),
    TEST(memory_is_bounded_by_what_is_kept),
};

TEST_MAIN(tests)
