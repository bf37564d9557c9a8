// Text of users: no character reverses it, piles up or hides.
#include "base/user_text.h"
#include "test.h"

#include <string.h>

static void check(const char *in, const char *want)
{
    struct buf out = {0};
    bool ok = user_text_clean(text_of(in), 300, &out);
    if (ok != (want[0] != '\0') || (ok && !text_is(buf_text(&out), want)))
        test_fail(__FILE__, __LINE__, "%s: %.*s, not %s", in, TEXT_ARG(buf_text(&out)), want);
    buf_release(&out);
}

static void texts(void)
{
    static const struct {
        const char *in, *out; // "": refused
    } table[] = {
        {"hello", "hello"},
        {"  hello \t\n world  ", "hello world"},
        {"a\u00a0b\u2003c\u3000d\u2028e", "a b c d e"},
        {"été, žluť, Việt", "été, žluť, Việt"},
        {"שלום, привет, नमस्ते", "שלום, привет, नमस्ते"},
        {"", ""},
        {" \n\t ", ""},
        {"\u200f\u200e", ""},         // direction marks only
        {"\u200b\u2060\ufeff", ""},   // zero width only
        {"\u200d\u200c\u200d", ""},   // joiners only
        {"\u0301\u0301", ""},         // accents on nothing
        {"\u3164\u115f\u2800", ""},   // blank letters
        {"\u00ad", ""},               // soft hyphen
        {"\U000E0041\U000E0042", ""}, // tags
        {"\x01\x7f", ""},
        {"a\u202eb\u202cc", "abc"}, // overrides, balanced or not
        // NOLINTBEGIN(misc-misleading-bidirectional): that is what is cleaned
        {"\u202eabc", "abc"},
        {"\u2066a\u2067b\u2068c\u2069", "abc"},
        // NOLINTEND(misc-misleading-bidirectional)
        {"a\u061cb", "ab"},
        {"x\u200by", "xy"},
        {"👩\u200d👧", "👩\u200d👧"}, // a joiner where it belongs
        {"a\u200d\u200d\u200db", "a\u200db"},
        {"a\u200d b", "a b"},
        {"a\u200d", "a"},
        {"می\u200cخواهم", "می\u200cخواهم"},
        {"❤\ufe0f", "❤\ufe0f"},
        {"e\u0301\u0302\u0303\u0304\u0305\u0306x\u0301", "e\u0301\u0302\u0303\u0304x\u0301"},
        {"a \u0301b", "a b"},
        {"a\xff", ""},
    };
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        check(table[i].in, table[i].out);
}

static void piles_of_accents(void)
{
    char pile[1 + 2 * 300 + 1] = "e";
    struct buf out = {0};
    for (int i = 0; i < 300; i++)
        pile[1 + 2 * i] = '\xCC', pile[2 + 2 * i] = '\x81';
    CHECK(user_text_clean(text_of(pile), 300, &out));
    CHECK_NUMBER(out.len, 1 + 2 * USER_TEXT_MARKS);
    buf_release(&out);
}

static void long_texts(void)
{
    struct buf out = {0};
    CHECK(user_text_clean(TEXT("abc"), 3, &out));
    CHECK(!user_text_clean(TEXT("abcd"), 3, &out));
    CHECK(!user_text_clean(TEXT("ab c"), 3, &out));
    buf_release(&out);
}

static const struct test tests[] = {
    TEST(texts),
    TEST(piles_of_accents),
    TEST(long_texts),
};

int main(void)
{
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
