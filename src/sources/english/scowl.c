#include "sources/english/scowl.h"

#include "base/utf8.h"
#include "sources/english/english.h"

enum { WORD_BYTES_MAX = 100 }; // longer than any word of the real lists by far

static unsigned tier_of(unsigned size)
{
    static const unsigned limit[TIERS - 1] = {10, 20, 35, 40, 55, 60, 70};
    unsigned tier = 1;
    while (tier < TIERS && size > limit[tier - 1])
        tier++;
    return tier;
}

static bool is_one_of(struct text t, const char *const *names)
{
    for (; *names; names++)
        if (text_is(t, *names))
            return true;
    return false;
}

bool scowl_parse_name(struct text name, struct text *spelling, struct text *category,
                      unsigned *size)
{
    static const char *const categories[] = {"words",        "upper",        "abbreviations",
                                             "contractions", "proper-names", NULL};
    uint32_t number;
    struct text rest = name;
    *spelling = text_cut(&rest, '-');
    *category = text_cut(&rest, '.');
    if (spelling->len == 0 || !is_one_of(*category, categories) || !text_to_u32(rest, &number))
        return false;
    *size = number;
    return true;
}

bool scowl_is_american(struct text spelling)
{
    static const char *const american[] = {"english", "american", "variant_1", "variant_2", NULL};
    return is_one_of(spelling, american);
}

// Writes the line as UTF-8; false where it is empty.
static bool decode(struct text line, bool latin1, struct buf *word)
{
    buf_clear(word);
    while (line.len) {
        uint32_t c = (unsigned char)line.at[0];
        char bytes[UTF8_MAX];
        if (latin1)
            line = text_from(line, 1);
        else
            utf8_next(&line, &c);
        buf_add(word, bytes, utf8_put(c, bytes));
    }
    return word->len > 0;
}

// Is it a word for a game?
static bool is_word(struct text spelling)
{
    uint32_t c = 0;
    while (utf8_next(&spelling, &c))
        if (c == '\'' || utf8_is_upper(c))
            return false;
    return true;
}

static bool read_lines(struct text list, unsigned size, bool names, const struct source_sink *sink,
                       struct reason *why)
{
    const bool latin1 = !utf8_valid(list);
    struct source_entry entry = {.tier = tier_of(size)};
    struct buf word = {0};
    struct text line;
    bool ok = true;
    for (uint32_t number = 1; ok && text_next_line(&list, &line); number++) {
        if (line.len > WORD_BYTES_MAX)
            ok = refuse_line(why, number, MSG_SCOWL_LONG, "%d", WORD_BYTES_MAX);
        else if (decode(line, latin1, &word)) {
            entry.spelling = buf_text(&word);
            if (!buf_ok(&word))
                ok = refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
            else if (names ? english_is_name(entry.spelling) : is_word(entry.spelling))
                ok = sink->take(sink->context, &entry);
        }
    }
    buf_release(&word);
    return ok;
}

bool scowl_read(struct text list, unsigned size, const struct source_sink *sink, struct reason *why)
{
    return read_lines(list, size, false, sink, why);
}

bool scowl_read_names(struct text list, const struct source_sink *sink, struct reason *why)
{
    return read_lines(list, 0, true, sink, why);
}
