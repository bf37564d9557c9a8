#include "sources/english/english.h"

#include "base/utf8.h"

#include <string.h>

// Words without a vowel are abbreviations (kg, mph) or Roman numerals (xiv has one, xv has none),
// except these.
static const char *const vowelless[] = {
    "brr", "brrr", "bzz",   "crwth", "crwths", "cwm", "grr", "hm", "hmm", "mm",
    "nth", "pfft", "phpht", "pht",   "psst",   "pst", "shh", "st", "tsk", "zzz",
};

// Abbreviations that could be taken for words.
static const char *const abbreviations[] = {
    "acad", "atm", "bpi", "emf", "eq", "ie", "meq", "myg", "mym", "otc", "rbi", "tel", "ult", "yr",
};

static const char *const forms[] = {
    "plural of ",
    "pl. of ",
    "imp. of ",
    "imp. & ",
    "p. p. of ",
    "collective plural of ",
    "comparative of ",
    "comparative form of ",
    "the comparative of ",
    "superlative of ",
    "superlative form of ",
    "the superlative of ",
    "gerund of ",
    "past tense of ",
    "past participle",
    "simple past",
    "present participle",
    "first-person singular ",
    "first-person plural ",
    "second-person singular ",
    "second-person plural ",
    "third-person singular ",
    "third-person plural ",
    "inflected form of ",
    "misspelling of ",
    "abbreviation of ",
    "abbreviation for ",
    "initialism of ",
    "initialism for ",
};

// Adjectives that are made at will with a hyphen: brown-striped, garnet-coloured. Closed up they would
// be words that nobody has seen.
static const char *const ad_hoc[] = {
    "-colored", "-coloured", "-flecked",  "-flowered", "-leafed",
    "-leaved",  "-petaled",  "-petalled", "-seeded",   "-shaped",
    "-sized",   "-spotted",  "-streaked", "-striped",  "-tinged",
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static bool is_listed(struct text spelling, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_is(spelling, list[i]))
            return true;
    return false;
}

static bool is_joiner(uint32_t c)
{
    return c == '-' || c == '\'' || c == 0x2019;
}

// Small letters of Latin alphabets: ASCII, Latin-1 and the two extended blocks.
static bool is_small_letter(uint32_t c)
{
    if (c < 0x80)
        return c >= 'a' && c <= 'z';
    return c >= 0xDF && c < 0x250 && c != 0xF7 && !utf8_is_upper(c);
}

static bool is_vowel(uint32_t c)
{
    return c >= 0x80 || (c && strchr("aeiouy", (int)c));
}

static bool is_ad_hoc(struct text spelling)
{
    for (size_t i = 0; i < LENGTH(ad_hoc); i++)
        if (text_ends(spelling, ad_hoc[i]))
            return true;
    return false;
}

bool english_is_common(struct text spelling)
{
    struct text rest = spelling;
    uint32_t c = 0, last = '-';
    size_t letters = 0;
    bool vowel = false;
    while (rest.len) {
        if (!utf8_next(&rest, &c) || (is_joiner(c) && last == '-'))
            return false;
        if (!is_joiner(c) && !is_small_letter(c))
            return false;
        letters += is_small_letter(c);
        vowel = vowel || is_vowel(c);
        last = c;
    }
    if (letters < 2 || is_joiner(last) || text_ends(spelling, "'s"))
        return false;
    if (!vowel && !is_listed(spelling, vowelless, LENGTH(vowelless)))
        return false;
    return !is_ad_hoc(spelling) && !is_listed(spelling, abbreviations, LENGTH(abbreviations));
}

static bool starts_in_any_case(struct text t, const char *prefix)
{
    size_t n = strlen(prefix);
    if (t.len < n)
        return false;
    for (size_t i = 0; i < n; i++) {
        char c = t.at[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != prefix[i])
            return false;
    }
    return true;
}

bool english_is_form(struct text definition)
{
    for (size_t i = 0; i < LENGTH(forms); i++)
        if (starts_in_any_case(definition, forms[i]))
            return true;
    return false;
}

bool english_is_name(struct text spelling)
{
    enum { SHORTEST_NAME = 3 };
    struct text rest = spelling;
    uint32_t c = 0;
    if (spelling.len < SHORTEST_NAME || spelling.at[0] < 'A' || spelling.at[0] > 'Z' ||
        text_ends(spelling, "'s"))
        return false;
    while (rest.len)
        if (!utf8_next(&rest, &c) || !(is_joiner(c) || is_small_letter(c) || utf8_is_upper(c)))
            return false;
    return true;
}
