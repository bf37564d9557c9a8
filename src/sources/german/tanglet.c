#include "sources/german/tanglet.h"

#include "base/utf8.h"
#include "sources/letters.h"

enum { KEY_MAX = 100 };

static bool is_key(struct text key)
{
    if (key.len == 0 || key.len > KEY_MAX)
        return false;
    for (size_t i = 0; i < key.len; i++)
        if (key.at[i] < 'A' || key.at[i] > 'Z')
            return false;
    return true;
}

static bool give_key(struct text key, const struct source_sink *sink)
{
    char small[KEY_MAX];
    for (size_t i = 0; i < key.len; i++)
        small[i] = (char)(key.at[i] - 'A' + 'a');
    struct source_entry entry = {.spelling = {small, key.len}};
    return sink->take(sink->context, &entry);
}

static bool give_forms(struct text rest, const struct source_sink *sink)
{
    while (rest.len) {
        struct source_entry entry = {.spelling = text_cut(&rest, ' ')};
        if (entry.spelling.len == 0 || letters_are_initials(entry.spelling))
            continue;
        if (!sink->take(sink->context, &entry))
            return false;
    }
    return true;
}

bool tanglet_read(struct text list, const struct source_sink *sink, struct reason *why)
{
    struct text line;
    for (uint32_t number = 1; text_next_line(&list, &line); number++) {
        struct text rest = text_trim(line);
        if (rest.len == 0)
            continue;
        if (!utf8_valid(rest))
            return refuse_line(why, number, MSG_TANGLET_NOT_UTF8, "%s", "");
        struct text key = text_cut(&rest, ' ');
        if (!is_key(key))
            return refuse_line(why, number, MSG_TANGLET_KEY, "%d", KEY_MAX);
        rest = text_trim(rest);
        if (!(rest.len ? give_forms(rest, sink) : give_key(key, sink)))
            return false;
    }
    return true;
}
