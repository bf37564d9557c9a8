#include "sources/english/wordnet.h"

#include "base/utf8.h"
#include "sources/english/english.h"
#include "sources/gloss.h"

// One line in pieces. The lists are cut again when they are walked.
struct synset {
    struct text words;    // word and lexical id, again and again
    struct text pointers; // symbol, offset, part of speech and source/target, again and again
    struct text gloss;
    unsigned word_count;
    unsigned pointer_count;
};

// The next field of a line whose fields are parted by single spaces; false at its end.
static bool next_field(struct text *rest, struct text *field)
{
    if (rest->len == 0)
        return false;
    *field = text_cut(rest, ' ');
    return field->len > 0;
}

static bool skip_fields(struct text *rest, unsigned count)
{
    struct text field;
    for (unsigned i = 0; i < count; i++)
        if (!next_field(rest, &field))
            return false;
    return true;
}

static bool read_number(struct text field, unsigned base, size_t digits, unsigned *out)
{
    *out = 0;
    for (size_t i = 0; i < field.len; i++) {
        char c = field.at[i];
        unsigned digit = base;
        if (c >= '0' && c <= '9')
            digit = (unsigned)(c - '0');
        else if (c >= 'a' && c <= 'f')
            digit = (unsigned)(c - 'a') + 10;
        if (digit >= base)
            return false;
        *out = *out * base + digit;
    }
    return field.len == digits;
}

// "00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 ... | that which is perceived"
static bool cut_synset(struct text line, struct synset *s)
{
    struct text field, rest = text_cut(&line, '|');
    *s = (struct synset){.gloss = text_trim(line)};
    if (!skip_fields(&rest, 3) || !next_field(&rest, &field) ||
        !read_number(field, 16, 2, &s->word_count))
        return false;
    s->words = rest;
    if (!skip_fields(&rest, 2 * s->word_count) || !next_field(&rest, &field) ||
        !read_number(field, 10, 3, &s->pointer_count))
        return false;
    s->pointers = rest;
    return skip_fields(&rest, 4 * s->pointer_count) && s->gloss.len > 0;
}

// An instance is this one thing and no other: a city, a person.
static bool is_instance(const struct synset *s)
{
    struct text rest = s->pointers, symbol;
    for (unsigned i = 0; i < s->pointer_count; i++) {
        if (next_field(&rest, &symbol) && text_is(symbol, "@i"))
            return true;
        skip_fields(&rest, 3);
    }
    return false;
}

// Is the word with that number, from 1, used as a slur or an obscenity in this sense? A pointer is for
// one word of the set, or for all.
static bool is_offensive(const struct synset *s, unsigned number)
{
    // The sets {ethnic slur}, {disparagement …} and {obscenity …} of WordNet 3.0.
    static const char *const usages[] = {"06718862", "06717170", "07124340"};
    struct text rest = s->pointers, symbol = {"", 0}, offset = {"", 0}, source = {"", 0};
    for (unsigned i = 0; i < s->pointer_count; i++) {
        unsigned from = 0;
        next_field(&rest, &symbol);
        next_field(&rest, &offset);
        skip_fields(&rest, 1);
        next_field(&rest, &source);
        if (!text_is(symbol, ";u") || !read_number(text_head(source, 2), 16, 2, &from) ||
            (from && from != number))
            continue;
        for (size_t u = 0; u < sizeof usages / sizeof *usages; u++)
            if (text_is(offset, usages[u]))
                return true;
    }
    return false;
}

// Cut off the "(p)" of an adjective that only stands in certain places.
static struct text without_marker(struct text word)
{
    return text_head(word, text_find(word, '('));
}

// The synonyms of a number include its figures: "15", "xv", "fifteen".
static bool is_number(const struct synset *s)
{
    struct text rest = s->words, word;
    for (unsigned i = 0; i < s->word_count; i++) {
        if (next_field(&rest, &word) && word.len && word.at[0] >= '0' && word.at[0] <= '9')
            return true;
        skip_fields(&rest, 1);
    }
    return false;
}

static bool is_roman(struct text word)
{
    for (size_t i = 0; i < word.len; i++)
        if (text_find(TEXT("ivxlcdm"), word.at[i]) == 7)
            return false;
    return true;
}

static bool deliver(const struct synset *s, unsigned word_class, struct text gloss,
                    const struct source_sink *sink)
{
    struct text rest = s->words, word = {"", 0};
    bool number = is_number(s);
    for (unsigned i = 0; i < s->word_count; i++) {
        next_field(&rest, &word);
        skip_fields(&rest, 1);
        word = without_marker(word);
        if (!english_is_common(word) || (number && is_roman(word)))
            continue;
        struct source_entry entry = {.spelling = word,
                                     .definition = gloss,
                                     .classes = word_class,
                                     .marks = is_offensive(s, i + 1) ? MARK_OFFENSIVE : 0};
        if (!sink->take(sink->context, &entry))
            return false;
    }
    return true;
}

static bool read_lines(struct text data, unsigned word_class, const struct source_sink *sink,
                       struct buf *gloss, struct reason *why)
{
    struct text line;
    struct synset s;
    for (uint32_t number = 1; text_next_line(&data, &line); number++) {
        if (text_starts(line, "  ")) // the licence
            continue;
        if (!cut_synset(line, &s) || !utf8_valid(s.gloss))
            return refuse_line(why, number, MSG_WORDNET_LINE, "%s", "");
        if (is_instance(&s))
            continue;
        buf_clear(gloss);
        gloss_add(gloss, s.gloss);
        if (!buf_ok(gloss))
            return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        if (!deliver(&s, word_class, buf_text(gloss), sink))
            return false;
    }
    return true;
}

bool wordnet_read(struct text data, unsigned word_class, const struct source_sink *sink,
                  struct reason *why)
{
    struct buf gloss = {0};
    bool ok = read_lines(data, word_class, sink, &gloss, why);
    buf_release(&gloss);
    return ok;
}
