#include "sources/english/wordnet.h"

#include "base/utf8.h"
#include "sources/english/english.h"
#include "sources/gloss.h"

#include <stdlib.h>

// One line in pieces. The lists are cut again when they are walked.
struct synset {
    uint32_t offset;      // its number, by which the index knows it
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
    if (!next_field(&rest, &field) || !text_to_u32(field, &s->offset) || !skip_fields(&rest, 2) ||
        !next_field(&rest, &field) || !read_number(field, 16, 2, &s->word_count))
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

// The index has its words in small letters.
static bool is_same_word(struct text word, struct text lemma)
{
    if (word.len != lemma.len)
        return false;
    for (size_t i = 0; i < word.len; i++) {
        char c = word.at[i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != lemma.at[i])
            return false;
    }
    return true;
}

// All sets of a data file, by their offsets.
struct wordnet {
    struct synset *set;
    size_t count, cap;
    unsigned word_class;
    bool names;
    const struct source_sink *sink;
    struct buf gloss;
    struct reason *why;
};

static bool no_memory(struct wordnet *w)
{
    return refuse(w->why, MSG_OUT_OF_MEMORY, "%s", "");
}

// The set's knowledge of the word.
static bool deliver(struct wordnet *w, const struct synset *s, struct text lemma)
{
    struct text rest = s->words, word = {"", 0};
    bool number = is_number(s);
    for (unsigned i = 0; i < s->word_count; i++) {
        next_field(&rest, &word);
        skip_fields(&rest, 1);
        word = without_marker(word);
        bool wanted = w->names ? english_is_name(word)
                               : english_is_common(word) && !(number && is_roman(word));
        if (!wanted || !is_same_word(word, lemma))
            continue;
        buf_clear(&w->gloss);
        gloss_add(&w->gloss, s->gloss);
        if (!buf_ok(&w->gloss))
            return no_memory(w);
        struct source_entry entry = {.spelling = word,
                                     .definition = buf_text(&w->gloss),
                                     .classes = w->word_class,
                                     .marks = is_offensive(s, i + 1) ? MARK_OFFENSIVE : 0};
        if (!w->sink->take(w->sink->context, &entry))
            return false;
    }
    return true;
}

static bool add_synset(struct wordnet *w, const struct synset *s)
{
    if (w->count == w->cap) {
        size_t cap = w->cap ? 2 * w->cap : 1024;
        struct synset *larger = realloc(w->set, cap * sizeof *larger);
        if (!larger)
            return no_memory(w);
        w->set = larger;
        w->cap = cap;
    }
    w->set[w->count++] = *s;
    return true;
}

static bool read_data(struct wordnet *w, struct text data)
{
    struct text line;
    struct synset s;
    for (uint32_t number = 1; text_next_line(&data, &line); number++) {
        if (text_starts(line, "  ")) // the licence
            continue;
        bool sorted = cut_synset(line, &s) && (!w->count || w->set[w->count - 1].offset < s.offset);
        if (!sorted || !utf8_valid(s.gloss))
            return refuse_line(w->why, number, MSG_WORDNET_LINE, "%s", "");
        if (!add_synset(w, &s))
            return false;
    }
    return true;
}

static int compare_offsets(const void *key, const void *set)
{
    uint32_t offset = *(const uint32_t *)key, other = ((const struct synset *)set)->offset;
    return (offset > other) - (offset < other);
}

// "shoe n 4 2 @ ~ 4 1 04199027 04200000 03539433 02890940": the offsets come in the order of
// frequency, after the pointers' symbols and two counts.
static bool read_senses(struct wordnet *w, struct text line, bool *well_formed)
{
    struct text rest = text_trim(line), lemma = text_cut(&rest, ' '), field;
    uint32_t senses = 0, pointers = 0, offset = 0;
    *well_formed = skip_fields(&rest, 1) && next_field(&rest, &field) &&
                   text_to_u32(field, &senses) && next_field(&rest, &field) &&
                   text_to_u32(field, &pointers) && skip_fields(&rest, pointers) &&
                   skip_fields(&rest, 2);
    for (uint32_t i = 0; i < senses && *well_formed; i++) {
        *well_formed = next_field(&rest, &field) && text_to_u32(field, &offset);
        const struct synset *s = *well_formed && w->count ? bsearch(&offset, w->set, w->count,
                                                                    sizeof *w->set, compare_offsets)
                                                          : NULL;
        *well_formed = s != NULL;
        if (s && (w->names || !is_instance(s)) && !deliver(w, s, lemma))
            return false;
    }
    return true;
}

static bool read_index(struct wordnet *w, struct text index)
{
    struct text line;
    for (uint32_t number = 1; text_next_line(&index, &line); number++) {
        bool well_formed = true;
        if (text_starts(line, "  "))
            continue;
        if (!read_senses(w, line, &well_formed))
            return false;
        if (!well_formed)
            return refuse_line(w->why, number, MSG_WORDNET_LINE, "%s", "");
    }
    return true;
}

bool wordnet_read(const struct wordnet_file *file, const struct source_sink *sink,
                  struct reason *why)
{
    struct wordnet w = {
        .word_class = file->word_class, .names = file->names, .sink = sink, .why = why};
    bool ok = read_data(&w, file->data) && read_index(&w, file->index);
    free(w.set);
    buf_release(&w.gloss);
    return ok;
}
