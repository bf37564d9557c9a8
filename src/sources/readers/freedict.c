#include "sources/readers/freedict.h"

#include "base/utf8.h"
#include "sources/gloss.h"
#include "sources/readers/dictd.h"

#include <string.h>

struct freedict {
    const struct freedict_language *language;
    const struct source_sink *sink;
    struct reason *why;
    struct buf gloss;
};

// The entry that is being read.
struct entry {
    struct text word;
    unsigned class;
    struct text rest; // lines not read yet
    unsigned sense;   // number of the translation read last
    bool many;        // translations are numbered
    bool glossed;     // had a gloss, wanted or not
};

// Proper nouns, affixes, proverbs and phrases are not in the table: they are no words of play.
static const struct {
    const char *tag;
    unsigned class;
} classes[] = {
    {"n", CLASS_NOUN},
    {"v", CLASS_VERB},
    {"adj", CLASS_ADJECTIVE},
    {"ordinalAdjective", CLASS_ADJECTIVE},
    {"adv", CLASS_ADVERB},
    {"Adverb", CLASS_ADVERB},
    {"pronominalAdverb", CLASS_ADVERB},
    {"article", CLASS_OTHER},
    {"conjunction", CLASS_OTHER},
    {"determiner", CLASS_OTHER},
    {"interjection", CLASS_OTHER},
    {"numeral", CLASS_OTHER},
    {"particle", CLASS_OTHER},
    {"postposition", CLASS_OTHER},
    {"preposition", CLASS_OTHER},
    {"pronoun", CLASS_OTHER},
};

// The class that ends the head line, "<n>" or "<n, fem>"; 0 for none and for those we do not want.
static unsigned class_of(struct text line)
{
    if (!text_ends(line, ">"))
        return 0;
    size_t open = line.len;
    while (open > 0 && line.at[open - 1] != '<')
        open--;
    struct text tag = text_head(text_from(line, open), line.len - open - 1);
    tag = text_cut(&tag, ',');
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (text_is(tag, classes[i].tag))
            return classes[i].class;
    // personalPronoun, cardinalNumeral and so on
    return text_ends(tag, "Pronoun") || text_ends(tag, "Numeral") ? CLASS_OTHER : 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// How long the number with a full stop is that the text begins with ("12."), or 0.
static size_t number_length(struct text t)
{
    size_t n = 0;
    while (n < t.len && is_digit(t.at[n]))
        n++;
    return n > 0 && n < t.len && t.at[n] == '.' ? n + 1 : 0;
}

static bool is_numbered(struct text line)
{
    size_t n = number_length(line);
    return n > 0 && n < line.len && line.at[n] == ' ';
}

static bool has_number(struct text line, unsigned number)
{
    uint32_t found;
    return is_numbered(line) && text_to_u32(text_head(line, number_length(line) - 1), &found) &&
           found == number;
}

// " 3.", before one more gloss for the same translation.
static bool is_separator(struct text line)
{
    size_t n = text_starts(line, " ") ? number_length(text_from(line, 1)) : 0;
    return n > 0 && n + 1 == line.len;
}

// The number that the gloss begins with: "1.", "[1]", "1.-12.", "2.1", "7".
static struct text leading_number(struct text gloss)
{
    size_t n = 0;
    while (n < gloss.len && gloss.at[n] && strchr("0123456789.-[]", gloss.at[n]))
        n++;
    struct text number = text_head(gloss, n);
    return n > 0 && (is_digit(*gloss.at) || *gloss.at == '[') ? number : text_head(gloss, 0);
}

static bool is_mark(struct text number)
{
    return text_find(number, '.') < number.len || text_find(number, ']') < number.len;
}

// Without its numbers: "1. een land", "1 en 2. een land". A plain number belongs to the gloss, as in
// "100 jaar", unless there is nothing else.
static struct text without_numbers(struct text gloss)
{
    struct text number = leading_number(gloss);
    struct text rest = text_from(gloss, number.len);
    if (number.len && text_starts(rest, " en ")) {
        struct text second = leading_number(text_from(rest, 4));
        if (second.len)
            return text_trim(text_from(rest, 4 + second.len));
    }
    return is_mark(number) || rest.len == 0 ? text_trim(rest) : gloss;
}

static bool give(struct freedict *f, const struct entry *e, struct text gloss)
{
    struct source_entry entry = {.spelling = e->word, .definition = gloss, .classes = e->class};
    return f->sink->take(f->sink->context, &entry);
}

static bool give_gloss(struct freedict *f, struct entry *e, struct text line)
{
    buf_clear(&f->gloss);
    gloss_add(&f->gloss, f->language->numbered ? without_numbers(line) : line);
    if (!buf_ok(&f->gloss))
        return refuse(f->why, MSG_OUT_OF_MEMORY, "%s", "");
    struct text gloss = buf_text(&f->gloss);
    if (gloss.len == 0)
        return true;
    e->glossed = true;
    return f->language->is_unwanted(gloss) || give(f, e, gloss);
}

// Is the line, which comes right after a translation, the next translation? Where glosses have
// numbers too, only the line after this one can tell: one that is no next translation itself.
static bool is_next_translation(const struct freedict *f, const struct entry *e, struct text line)
{
    struct text rest = e->rest, after;
    if (!e->many || !is_numbered(line) || !f->language->numbered)
        return e->many && is_numbered(line);
    return has_number(line, e->sense + 1) && text_next_line(&rest, &after) &&
           !is_separator(after) && !has_number(after, e->sense + 1);
}

// The lines after the head. Only the line right after a translation or a separator is a gloss.
static bool read_senses(struct freedict *f, struct entry *e)
{
    struct text line;
    bool after_translation = false, after_separator = false;
    e->many = text_starts(e->rest, "1. ");
    for (bool first = true; text_next_line(&e->rest, &line); first = false) {
        bool separator = is_separator(line);
        bool translation = first;
        if (!first && after_translation)
            translation = is_next_translation(f, e, line);
        else if (!first && !(after_separator && f->language->numbered))
            translation = e->many && is_numbered(line);
        bool gloss = (after_translation || after_separator) && !translation && !separator;
        e->sense += translation;
        after_translation = translation;
        after_separator = separator;
        if (gloss && !give_gloss(f, e, line))
            return false;
    }
    return e->glossed || !f->language->bare || give(f, e, (struct text){0});
}

static bool read_entry(void *context, struct text entry)
{
    struct freedict *f = context;
    struct text head;
    if (!utf8_valid(entry))
        return refuse(f->why, MSG_FREEDICT_NOT_UTF8, "%.*s",
                      TEXT_ARG(text_head(entry, text_find(text_head(entry, 60), '\n'))));
    if (!text_next_line(&entry, &head))
        return true;
    size_t end = text_find_string(head, " /");
    if (end == head.len)
        end = text_find_string(head, " <");
    struct entry e = {.word = text_head(head, end), .class = class_of(head), .rest = entry};
    return e.class == 0 || e.word.len == 0 || !f->language->is_word(e.word, e.class) ||
           read_senses(f, &e);
}

bool freedict_read(struct text dict, struct text index, const struct freedict_language *language,
                   const struct source_sink *sink, struct reason *why)
{
    struct freedict f = {.language = language, .sink = sink, .why = why};
    bool ok = dictd_walk(dict, index, read_entry, &f, why);
    buf_release(&f.gloss);
    return ok;
}
