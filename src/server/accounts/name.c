#include "server/accounts/name.h"

#include "base/bug.h"
#include "base/data.h"
#include "base/utf8.h"
#include "server/runtime/secret.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

enum script { SCRIPT_NONE, SCRIPT_LATIN, SCRIPT_CYRILLIC, SCRIPT_OTHER };

// Does it consist of an ASCII letter and accents?
static bool is_accented(uint32_t c)
{
    uint32_t folded[UTF8_FOLDED_MAX];
    size_t count = utf8_fold(c, folded);
    for (size_t i = 1; i < count; i++)
        if (!utf8_is_mark(folded[i]))
            return false;
    return count > 0 && folded[0] >= 'a' && folded[0] <= 'z';
}

// By Unicode ranges, without phonetic and historic letters, which look like others.
static enum script script_of(uint32_t c)
{
    if (c < 0x180 || ((c < 0x250 || (c >= 0x1E00 && c < 0x1F00)) && is_accented(c)))
        return SCRIPT_LATIN;
    if ((c >= 0x400 && c < 0x460) || (c >= 0x490 && c < 0x500))
        return SCRIPT_CYRILLIC;
    return SCRIPT_OTHER;
}

static bool is_separator(uint32_t c)
{
    return c == ' ' || c == '.' || c == '-' || c == '_' || c == '\'' || c == 0x2019;
}

static bool is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

// Letters of both scripts have a case: a character without one is not a letter.
static bool is_letter(uint32_t c)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LL;
}

static bool check_characters(struct text name, unsigned *letters, struct reason *why)
{
    enum script script = SCRIPT_NONE;
    bool separated = true; // no separator at the beginning
    uint32_t c;
    while (name.len) {
        if (!utf8_next(&name, &c))
            return refuse(why, MSG_ACCOUNT_NAME_CHARACTERS, "%s", "");
        bool separator = is_separator(c);
        if ((separator && separated) || (!separator && !is_digit(c) && !is_letter(c)))
            return refuse(why, MSG_ACCOUNT_NAME_CHARACTERS, "%s", "");
        separated = separator;
        if (separator || is_digit(c))
            continue;
        ++*letters;
        if (script_of(c) == SCRIPT_OTHER || (script && script != script_of(c)))
            return refuse(why, MSG_ACCOUNT_NAME_SCRIPT, "%s", "");
        script = script_of(c);
    }
    return !separated || refuse(why, MSG_ACCOUNT_NAME_CHARACTERS, "%s", "");
}

// --- Reserved names.

static bool matches(struct text pattern, const char *skeleton, const char *stem)
{
    char word[NAME_KEY];
    bool within = text_starts(pattern, "*"), begins = text_ends(pattern, "*");
    if (within)
        pattern = text_from(pattern, 1);
    if (begins)
        pattern.len--;
    name_skeleton(pattern, word);
    if (within)
        return strstr(skeleton, word);
    if (begins)
        return strncmp(skeleton, word, strlen(word)) == 0;
    return strcmp(skeleton, word) == 0 || strcmp(stem, word) == 0;
}

// With and without trailing digits, since some digits look like letters.
static bool is_reserved(const char *key)
{
    struct text rest = {0}, line;
    char skeleton[NAME_KEY], stem[NAME_KEY];
    struct text without = text_of(key);
    while (without.len && is_digit((unsigned char)without.at[without.len - 1]))
        without.len--;
    name_skeleton(text_of(key), skeleton);
    name_skeleton(without, stem);
    BUG_UNLESS(data_find("names/reserved.txt", &rest));
    while (text_next_line(&rest, &line))
        if (line.len && line.at[0] != '#' && matches(line, skeleton, stem))
            return true;
    return false;
}

bool name_check(struct text name, struct reason *why)
{
    unsigned letters = 0;
    char key[NAME_KEY];
    if (name.len >= NAME_BYTES || utf8_length(name) < NAME_SHORTEST ||
        utf8_length(name) > NAME_LONGEST)
        return refuse(why, MSG_ACCOUNT_NAME_LENGTH, "%d\t%d", NAME_SHORTEST, NAME_LONGEST);
    if (!check_characters(name, &letters, why))
        return false;
    if (letters == 0)
        return refuse(why, MSG_ACCOUNT_NAME_CHARACTERS, "%s", "");
    name_key(name, key);
    char skeleton[NAME_KEY], guest[NAME_KEY];
    name_skeleton(name, skeleton);
    name_skeleton(TEXT("guest"), guest);
    if (strncmp(skeleton, guest, strlen(guest)) == 0)
        return refuse(why, MSG_ACCOUNT_NAME_GUEST, "%s", "");
    return !is_reserved(key) || refuse(why, MSG_ACCOUNT_NAME_RESERVED, "%.*s", TEXT_ARG(name));
}

void name_key(struct text name, char key[NAME_KEY])
{
    size_t len = 0;
    uint32_t c, folded[UTF8_FOLDED_MAX];
    while (utf8_next(&name, &c)) {
        size_t count = is_separator(c) ? 0 : utf8_fold(c, folded);
        for (size_t i = 0; i < count && len + UTF8_MAX < NAME_KEY; i++)
            if (!utf8_is_mark(folded[i]))
                len += utf8_put(folded[i], key + len);
    }
    key[len] = '\0';
}

// Characters that look like an ASCII letter, upper or lower case.
static const struct lookalike {
    uint32_t c;
    const char *as;
} lookalikes[] = {
    {'0', "o"},    {'1', "l"},    {'i', "l"},   {0xE6, "ae"}, {0xF0, "d"},   {0xF8, "o"},
    {0xFE, "p"},   {0x111, "d"},  {0x127, "h"}, {0x131, "l"}, {0x138, "k"},  {0x142, "l"},
    {0x14B, "n"},  {0x153, "oe"}, {0x167, "t"}, {0x430, "a"}, {0x432, "b"},  {0x433, "r"},
    {0x435, "e"},  {0x437, "3"},  {0x43A, "k"}, {0x43C, "m"}, {0x43D, "h"},  {0x43E, "o"},
    {0x440, "p"},  {0x441, "c"},  {0x442, "t"}, {0x443, "y"}, {0x445, "x"},  {0x44C, "b"},
    {0x454, "e"},  {0x455, "s"},  {0x456, "l"}, {0x458, "j"}, {0x459, "lb"}, {0x45A, "hb"},
    {0x45B, "h"},  {0x491, "r"},  {0x493, "f"}, {0x499, "3"}, {0x49B, "k"},  {0x49D, "k"},
    {0x49F, "k"},  {0x4A1, "k"},  {0x4A3, "h"}, {0x4A5, "h"}, {0x4AB, "c"},  {0x4AD, "t"},
    {0x4AF, "y"},  {0x4B1, "y"},  {0x4B3, "x"}, {0x4BB, "h"}, {0x4BD, "e"},  {0x4BF, "e"},
    {0x4C0, "l"},  {0x4C4, "k"},  {0x4C8, "h"}, {0x4CA, "h"}, {0x4CE, "m"},  {0x4CF, "l"},
    {0x4D5, "ae"}, {0x4D9, "e"},  {0x4E1, "3"}, {0x4E9, "o"},
};

static size_t put_lookalike(uint32_t c, char out[UTF8_MAX])
{
    for (size_t i = 0; i < sizeof lookalikes / sizeof *lookalikes; i++)
        if (lookalikes[i].c == c) {
            size_t len = strlen(lookalikes[i].as);
            memcpy(out, lookalikes[i].as, len);
            return len;
        }
    return utf8_put(c, out);
}

// Two letters that look like one.
static void join(char *s, const char *pair, char one)
{
    char *to = s;
    for (; *s; s++) {
        bool here = s[0] == pair[0] && s[1] == pair[1];
        *to++ = here ? one : *s;
        s += here;
    }
    *to = '\0';
}

void name_skeleton(struct text name, char skeleton[NAME_KEY])
{
    char key[NAME_KEY];
    size_t len = 0;
    uint32_t c;
    name_key(name, key);
    for (struct text rest = text_of(key); utf8_next(&rest, &c) && len + UTF8_MAX < NAME_KEY;)
        len += put_lookalike(c, skeleton + len);
    skeleton[len] = '\0';
    join(skeleton, "rn", 'm');
    join(skeleton, "vv", 'w');
}

void name_guest(char name[NAME_BYTES])
{
    char random[SECRET_MATCH];
    secret_match(random);
    snprintf(name, NAME_BYTES, "guest-%.8s", random);
}
