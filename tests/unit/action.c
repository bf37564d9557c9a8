// The bounds of an action, and texts that would leave them.
#include "rules/action.h"
#include "games/bali/state.h"
#include "games/wordgame/state.h"
#include "rules/move_text.h"
#include "sample.h"
#include "test.h"

#include <string.h>

static bool rest_is_zero(const struct action *a)
{
    for (unsigned i = a->len; i < ACTION_BYTES; i++)
        if (a->data[i])
            return false;
    return true;
}

static void takes_what_it_holds(void)
{
    struct action a;
    action_begin(&a, ACTION_OWN, 1);
    for (unsigned i = 0; i < ACTION_BYTES; i++)
        CHECK(action_put(&a, i + 1));
    CHECK(!action_put(&a, 7));
    CHECK_NUMBER(a.len, ACTION_BYTES);
    CHECK_NUMBER(a.data[ACTION_BYTES - 1], ACTION_BYTES);
    action_cut(&a, 3);
    CHECK(a.len == 3 && rest_is_zero(&a));
    action_change(&a, 2, 9);
    CHECK_NUMBER(a.data[2], 9);
}

static void takes_all_bytes_or_none(void)
{
    uint8_t many[ACTION_BYTES + 1];
    struct action a;
    memset(many, 5, sizeof many);
    action_begin(&a, ACTION_OWN, 0);
    CHECK(!action_put_bytes(&a, many, sizeof many) && a.len == 0 && rest_is_zero(&a));
    CHECK(action_put(&a, 1) && !action_put_bytes(&a, many, ACTION_BYTES));
    CHECK(a.len == 1 && rest_is_zero(&a));
    CHECK(action_put_bytes(&a, many, ACTION_BYTES - 1));
    CHECK(!action_put_bytes(&a, many, 1) && action_put_bytes(&a, many, 0));
}

// `before` blanks, letters, and blanks behind them, as a draw and as an exchange.
static void parse_tiles(struct sample *g, unsigned before, unsigned letters, unsigned behind)
{
    static const char *const begin[] = {"deal A ", "exchange "};
    for (unsigned i = 0; i < 2; i++) {
        struct buf text = {0};
        struct action a;
        struct reason why = {0};
        unsigned all = before + letters + behind;
        buf_add_string(&text, begin[i]);
        for (unsigned n = 0; n < all; n++)
            buf_add_byte(&text, n >= before && n < before + letters ? 'A' : '?');
        bool read = g->c.rules->parse(&g->c, &g->s, i ? 0 : CHANCE, buf_text(&text), &a, &why);
        CHECK(read == (all > 0 && all <= ACTION_BYTES - 1 + i && letters <= WORD_MAX));
        if (read)
            CHECK_NUMBER(a.len, all + 1 - i);
        else
            CHECK_NUMBER(why.what, all ? MSG_WORDGAME_MANY_TILES : MSG_WORDGAME_NO_TILES_NAMED);
        buf_release(&text);
    }
}

static void tiles_of_any_number(void)
{
    struct sample g;
    sample_open(&g, "wordgame", "en", "noon");
    sample_begin(&g);
    for (unsigned before = 0; before <= 110; before += before < 34 ? 17 : 1)
        for (unsigned letters = 0; letters <= 110; letters += letters < 60 ? 20 : 1)
            for (unsigned behind = 0; behind <= 2; behind++)
                parse_tiles(&g, before, letters, behind);
    parse_tiles(&g, 36, 63, 1);
    sample_close(&g);
}

// More columns than there are, and the same one over and over.
static void joins_of_any_length(void)
{
    struct sample g;
    struct action a;
    sample_open(&g, "bali", "en", "noon");
    sample_begin(&g);
    for (unsigned parts = 1; parts <= 120; parts++) {
        struct buf text = {0};
        for (unsigned i = 0; i < parts; i++)
            buf_printf(&text, "%s%c%u", i ? "+" : "", 'A' + (int)(i % SEATS_MAX), i % 7 + 1);
        bool read = g.c.rules->parse(&g.c, &g.s, 0, buf_text(&text), &a, NULL);
        CHECK(read == (parts > 1 && parts <= BALI_PARTS));
        buf_release(&text);
    }
    sample_close(&g);
}

static void moves_of_one_word(void)
{
    static const struct move_word own[] = {{"done", ACTION_OWN + 2}, {NULL, 0}};
    static const char *const words[] = {"pass", "resign", "done"};
    struct action a = {.kind = ACTION_OWN + 7, .seat = 3};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct buf text = {0};
        CHECK(move_word_parse(own, text_of(words[i]), 1, &a));
        CHECK(a.seat == 1 && a.len == 0 && rest_is_zero(&a));
        CHECK(move_word_format(own, &a, &text));
        CHECK_TEXT(buf_text(&text), words[i]);
        CHECK(move_word_format(NULL, &a, &text) == (i < 2));
        buf_release(&text);
    }
    // Other words leave the action alone.
    CHECK_NUMBER(a.kind, ACTION_OWN + 2);
    CHECK(!move_word_parse(own, TEXT(""), 0, &a) && !move_word_parse(own, TEXT("Pass"), 0, &a));
    CHECK(!move_word_parse(own, TEXT("pass "), 0, &a) &&
          !move_word_parse(NULL, TEXT("done"), 0, &a));
    CHECK(a.kind == ACTION_OWN + 2 && a.seat == 1);
}

static const struct test tests[] = {TEST(takes_what_it_holds), TEST(takes_all_bytes_or_none),
                                    TEST(tiles_of_any_number), TEST(joins_of_any_length),
                                    TEST(moves_of_one_word)};
TEST_MAIN(tests)
