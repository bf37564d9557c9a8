#include "sources/readers/freedict.h"

#include "base/utf8.h"
#include "sources/english.h"
#include "sources/gloss.h"
#include "sources/readers/dictd.h"

struct freedict {
    const struct source_sink *sink;
    struct reason *why;
    struct buf gloss;
};

// Proper nouns, affixes, proverbs and phrases are not in the table: they are no words of play.
static const struct {
    const char *tag;
    unsigned class;
} classes[] = {
    {"n", CLASS_NOUN},
    {"v", CLASS_VERB},
    {"adj", CLASS_ADJECTIVE},
    {"adv", CLASS_ADVERB},
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

// The class that ends the head line, "<n>"; 0 for none and for those we do not want.
static unsigned class_of(struct text line)
{
    if (!text_ends(line, ">"))
        return 0;
    size_t open = line.len;
    while (open > 0 && line.at[open - 1] != '<')
        open--;
    struct text tag = text_head(text_from(line, open), line.len - open - 1);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (text_is(tag, classes[i].tag))
            return classes[i].class;
    return 0;
}

// How long the number with a full stop is that the text begins with ("12."), or 0.
static size_t number_length(struct text t)
{
    size_t n = 0;
    while (n < t.len && t.at[n] >= '0' && t.at[n] <= '9')
        n++;
    return n > 0 && n < t.len && t.at[n] == '.' ? n + 1 : 0;
}

static bool is_numbered(struct text line)
{
    size_t n = number_length(line);
    return n > 0 && n < line.len && line.at[n] == ' ';
}

// " 3.", before one more gloss for the same translation.
static bool is_separator(struct text line)
{
    size_t n = text_starts(line, " ") ? number_length(text_from(line, 1)) : 0;
    return n > 0 && n + 1 == line.len;
}

static bool deliver(struct freedict *f, struct text word, unsigned class, struct text gloss)
{
    buf_clear(&f->gloss);
    gloss_add(&f->gloss, gloss);
    if (!buf_ok(&f->gloss))
        return refuse(f->why, MSG_OUT_OF_MEMORY, "%s", "");
    struct source_entry entry = {
        .spelling = word, .definition = buf_text(&f->gloss), .classes = class};
    if (entry.definition.len == 0 || english_is_form(entry.definition))
        return true;
    return f->sink->take(f->sink->context, &entry);
}

// The lines after the head. Only the line right after a translation or a separator is a gloss.
static bool read_senses(struct freedict *f, struct text word, unsigned class, struct text rest)
{
    struct text line;
    bool many = text_starts(rest, "1. "), first = true, gloss_next = false;
    while (text_next_line(&rest, &line)) {
        bool translation = first || (many && is_numbered(line));
        bool gloss = gloss_next && !translation && !is_separator(line);
        gloss_next = translation || is_separator(line);
        first = false;
        if (gloss && !deliver(f, word, class, line))
            return false;
    }
    return true;
}

static bool read_entry(void *context, struct text entry)
{
    struct freedict *f = context;
    struct text head, word;
    if (!utf8_valid(entry))
        return refuse(f->why, MSG_FREEDICT_NOT_UTF8, "%.*s",
                      TEXT_ARG(text_head(entry, text_find(text_head(entry, 60), '\n'))));
    if (!text_next_line(&entry, &head))
        return true;
    unsigned class = class_of(head);
    size_t end = text_find_string(head, " /");
    if (end == head.len)
        end = text_find_string(head, " <");
    word = text_head(head, end);
    return class == 0 || !english_is_common(word) || read_senses(f, word, class, entry);
}

bool freedict_read(struct text dict, struct text index, const struct source_sink *sink,
                   struct reason *why)
{
    struct freedict f = {.sink = sink, .why = why};
    bool ok = dictd_walk(dict, index, read_entry, &f, why);
    buf_release(&f.gloss);
    return ok;
}
