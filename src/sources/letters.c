#include "sources/letters.h"

#include "base/utf8.h"

static bool is_letter(uint32_t c)
{
    uint32_t part[UTF8_FOLDED_MAX];
    // In the scripts we read, a letter has a capital or comes apart (ß); a mark goes with the
    // letter before it.
    return utf8_upper(c) != c || utf8_is_upper(c) || utf8_is_mark(c) || utf8_fold(c, part) > 1;
}

bool letters_only(struct text word)
{
    uint32_t c;
    while (utf8_next(&word, &c))
        if (!is_letter(c))
            return false;
    return word.len == 0;
}

bool letters_have_capital(struct text word)
{
    uint32_t c;
    while (utf8_next(&word, &c))
        if (utf8_is_upper(c))
            return true;
    return false;
}

bool letters_are_initials(struct text word)
{
    uint32_t first;
    return utf8_next(&word, &first) && letters_have_capital(word);
}
