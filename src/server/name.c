#include "server/name.h"

#include "base/utf8.h"
#include "server/secret.h"

#include <stdio.h>
#include <string.h>
#include <utf8proc.h>

enum script { SCRIPT_NONE, SCRIPT_LATIN, SCRIPT_CYRILLIC, SCRIPT_OTHER };

// By ranges of Unicode: Latin letters are spread over several, but below U+0250 all are.
static enum script script_of(uint32_t c)
{
    if (c < 0x250 || (c >= 0x1E00 && c < 0x1F00))
        return SCRIPT_LATIN;
    if (c >= 0x400 && c < 0x530)
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

static bool is_letter(uint32_t c)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
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
    return strncmp(key, "guest", 5) != 0 || refuse(why, MSG_ACCOUNT_NAME_GUEST, "%s", "");
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

void name_guest(char name[NAME_BYTES])
{
    char random[SECRET_MATCH];
    secret_match(random);
    snprintf(name, NAME_BYTES, "guest-%.8s", random);
}
