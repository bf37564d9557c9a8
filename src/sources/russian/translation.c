#include "sources/russian/translation.h"

#include "base/utf8.h"
#include "sources/readers/dictd.h"
#include "sources/russian/cyrillic.h"

// A translation that is longer explains more than it translates.
enum { GLOSS_MAX = 48 };

struct reader {
    const struct source_sink *sink;
    struct reason *why;
    struct source_entry entry; // what is the same for all words of the entry in hand
    bool (*give)(const struct reader *r, struct text part);
};

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

static bool give_parts(const struct reader *r, struct text line)
{
    while (line.len) {
        struct text part = text_cut(&line, ',');
        while (part.len)
            if (!r->give(r, drop_numbers(text_trim(text_cut(&part, ';')))))
                return false;
    }
    return true;
}

static bool give_russian(const struct reader *r, struct text word)
{
    struct source_entry entry = r->entry;
    entry.spelling = word;
    return !cyrillic_is_word(word) || r->sink->take(r->sink->context, &entry);
}

// Labels, "<i>брит.</i>", and other marks make a translation unfit.
static bool give_foreign(const struct reader *r, struct text word)
{
    struct source_entry entry = r->entry;
    entry.definition = word;
    bool fit = word.len > 0 && word.len <= GLOSS_MAX && !cyrillic_is_in(word);
    for (size_t i = 0; i < word.len && fit; i++)
        fit = (unsigned char)word.at[i] >= ' ' && !is_digit(word.at[i]) &&
              text_find(TEXT("<>=(){}[]|/:\""), word.at[i]) == 13;
    return !fit || r->sink->take(r->sink->context, &entry);
}

// Reads the head line: the headword, up to its pronunciation or class, and the class, "<n, fem>".
static struct text read_head(struct text line, unsigned *classes)
{
    size_t open = line.len, end = text_find_string(line, " /");
    while (open > 0 && line.at[open - 1] != '<')
        open--;
    struct text tag = text_from(line, open);
    tag = text_head(tag, text_find(tag, '>'));
    *classes = open == 0 ? 0 : CLASS_OTHER;
    if (open > 0 && text_is(text_cut(&tag, ','), "n"))
        *classes = CLASS_NOUN;
    if (end == line.len)
        end = text_find_string(line, " <");
    return text_trim(text_head(line, end));
}

static bool is_clean(struct text line)
{
    for (size_t i = 0; i < line.len; i++)
        if ((unsigned char)line.at[i] < ' ')
            return false;
    return true;
}

static bool read_entry(void *context, struct text entry)
{
    struct reader *r = context;
    struct text line;
    if (!utf8_valid(entry))
        return refuse(r->why, MSG_TRANSLATION_NOT_UTF8, "%.*s", TEXT_ARG(text_head(entry, 20)));
    if (!text_next_line(&entry, &line))
        return true;
    bool from_russian = r->give == give_foreign;
    r->entry = (struct source_entry){.kind = TEXT_GLOSS};
    struct text headword = read_head(line, &r->entry.classes);
    if (from_russian && (r->entry.classes != CLASS_NOUN || !cyrillic_is_word(headword)))
        return true;
    if (from_russian)
        r->entry.spelling = headword;
    else if (is_clean(headword))
        r->entry.definition = headword;
    while (text_next_line(&entry, &line))
        if (!(from_russian && cyrillic_is_in(line)) && !give_parts(r, line))
            return false;
    return true;
}

bool translation_read(struct text dict, struct text index, const struct source_sink *sink,
                      struct reason *why)
{
    struct reader r = {.sink = sink, .why = why, .give = give_russian};
    return dictd_walk(dict, index, read_entry, &r, why);
}

bool translation_from(struct text dict, struct text index, const struct source_sink *sink,
                      struct reason *why)
{
    struct reader r = {.sink = sink, .why = why, .give = give_foreign};
    return dictd_walk(dict, index, read_entry, &r, why);
}
