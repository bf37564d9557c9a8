#include "sources/readers/translation.h"

#include "base/utf8.h"
#include "sources/readers/dictd.h"

struct reader {
    const struct source_sink *sink;
    struct reason *why;
};

static bool is_small_letter(uint32_t c)
{
    return (c >= 0x430 && c <= 0x44F) || c == 0x451; // ё stands apart from the others
}

// A word of small letters, with hyphens inside and marks of stress.
static bool is_word(struct text t)
{
    static const uint32_t acute = 0x301;
    uint32_t c = 0, last = '-';
    while (utf8_next(&t, &c)) {
        bool inner = (c == '-' || c == acute) && is_small_letter(last);
        bool after_stress = c == '-' && last == acute;
        if (!is_small_letter(c) && !inner && !after_stress)
            return false;
        last = c;
    }
    return t.len == 0 && last != '-';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Without the number of the sense before it, "1. ", and that of the note after it, " 2.".
static struct text drop_numbers(struct text t)
{
    size_t head = 0;
    while (head < t.len && is_digit(t.at[head]))
        head++;
    if (head > 0 && head < t.len && t.at[head] == '.')
        t = text_from(t, head + 1);
    size_t tail = t.len;
    if (tail > 0 && t.at[tail - 1] == '.')
        tail--;
    while (tail > 0 && tail < t.len && is_digit(t.at[tail - 1]))
        tail--;
    return text_trim(text_head(t, tail));
}

static bool give_words(const struct reader *r, struct text line)
{
    while (line.len) {
        struct text part = text_cut(&line, ',');
        while (part.len) {
            struct text word = drop_numbers(text_trim(text_cut(&part, ';')));
            struct source_entry entry = {.spelling = word};
            if (is_word(word) && !r->sink->take(r->sink->context, &entry))
                return false;
        }
    }
    return true;
}

static bool read_entry(void *context, struct text entry)
{
    const struct reader *r = context;
    struct text line;
    if (!utf8_valid(entry))
        return refuse(r->why, MSG_TRANSLATION_NOT_UTF8, "%.*s", TEXT_ARG(text_head(entry, 20)));
    text_next_line(&entry, &line); // the headword
    while (text_next_line(&entry, &line))
        if (!give_words(r, line))
            return false;
    return true;
}

bool translation_read(struct text dict, struct text index, const struct source_sink *sink,
                      struct reason *why)
{
    struct reader r = {sink, why};
    return dictd_walk(dict, index, read_entry, &r, why);
}
