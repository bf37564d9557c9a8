#include "sources/german/openthesaurus.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "sources/gloss.h"
#include "sources/letters.h"

struct thesaurus {
    const struct source_sink *sink;
    struct reason *why;
    struct text rest;
    uint32_t line;
    struct text head;   // in small letters
    struct buf text;    // the synonyms of a meaning
    bool abbreviations; // only these are wanted
};

// The labels of a word, as in "abgefuckt (derb, fig.)".
struct labels {
    unsigned marks;
    bool abbreviation, wider;
};

static void read_label(struct text label, struct labels *l)
{
    if (text_is(label, "vulg.") || text_is(label, "derb"))
        l->marks |= MARK_OFFENSIVE;
    if (text_is(label, "Abkürzung") || text_is(label, "Symbol") ||
        text_is(label, "Einheitenzeichen"))
        l->abbreviation = true;
    if (text_is(label, "Oberbegriff"))
        l->wider = true;
}

static struct labels labels_of(struct text word)
{
    struct labels l = {0};
    text_cut(&word, '(');
    while (word.len) {
        struct text list = text_cut(&word, ')');
        while (list.len)
            read_label(text_trim(text_cut(&list, ',')), &l);
        text_cut(&word, '(');
    }
    return l;
}

// The word without its labels. A text that begins with a note has more than one word.
static struct text bare(struct text word)
{
    return text_trim(text_cut(&word, '('));
}

static bool is_headword(const struct thesaurus *t, struct text word)
{
    uint32_t a, b;
    struct text head = t->head;
    while (word.len && head.len) {
        if (!utf8_next(&word, &a) || !utf8_next(&head, &b) || utf8_upper(a) != utf8_upper(b))
            return false;
    }
    return word.len == head.len;
}

static bool refuse_here(const struct thesaurus *t)
{
    return refuse_line(t->why, t->line, MSG_OPENTHESAURUS_LINE, "%s", "");
}

static bool next_line(struct thesaurus *t, struct text *line)
{
    bool any = text_next_line(&t->rest, line);
    t->line += any;
    return (any && utf8_valid(*line)) || refuse_here(t);
}

static bool give(struct thesaurus *t, struct text word, const struct labels *l)
{
    struct source_entry entry = {.spelling = word, .line = t->line};
    if (!letters_only(word) || (letters_are_initials(word) && !t->abbreviations))
        return true;
    if (!t->abbreviations) {
        entry.kind = TEXT_SYNONYMS;
        entry.definition = buf_text(&t->text);
        entry.marks = l->marks;
    }
    return t->sink->take(t->sink->context, &entry);
}

struct meaning {
    struct text word; // the headword in it
    struct labels labels;
    unsigned synonyms;
};

static void add_synonym(struct thesaurus *t, struct meaning *m, struct text word)
{
    if (m->synonyms == OPENTHESAURUS_WORDS_MAX)
        buf_add_string(&t->text, "…");
    if (m->synonyms++ >= OPENTHESAURUS_WORDS_MAX)
        return;
    gloss_add_item(&t->text, ", ", word);
}

static void read_meaning(struct thesaurus *t, struct text line, struct meaning *m)
{
    *m = (struct meaning){0};
    buf_clear(&t->text);
    text_cut(&line, '|'); // the class, always "-"
    while (line.len) {
        struct text word = text_trim(text_cut(&line, '|'));
        struct labels l = labels_of(word);
        if (m->word.len == 0 && is_headword(t, bare(word))) {
            m->word = bare(word);
            m->labels = l;
        } else if (word.len && !l.wider) {
            add_synonym(t, m, word);
        }
    }
}

// `headword|number of meanings`, then a line for each.
static bool read_entry(struct thesaurus *t)
{
    struct text line, spelling = {0};
    uint32_t meanings;
    bool abbreviation = false, word = false;
    if (!next_line(t, &line))
        return false;
    t->head = text_trim(text_cut(&line, '|'));
    if (!text_to_u32(text_trim(line), &meanings))
        return refuse_here(t);
    for (uint32_t i = 0; i < meanings; i++) {
        struct meaning m;
        if (!next_line(t, &line))
            return false;
        read_meaning(t, line, &m);
        if (!buf_ok(&t->text))
            return refuse(t->why, MSG_OUT_OF_MEMORY, "%s", "");
        abbreviation = abbreviation || m.labels.abbreviation;
        word = word || !m.labels.abbreviation;
        spelling = m.word.len ? m.word : spelling;
        if (!t->abbreviations && m.word.len && m.synonyms && !m.labels.abbreviation &&
            !give(t, m.word, &m.labels))
            return false;
    }
    return !t->abbreviations || !abbreviation || word || give(t, spelling, NULL);
}

static bool read_all(struct text dat, bool abbreviations, const struct source_sink *sink,
                     struct reason *why)
{
    struct thesaurus t = {.sink = sink, .why = why, .rest = dat, .abbreviations = abbreviations};
    struct text line;
    bool ok = next_line(&t, &line) && (text_is(text_trim(line), "UTF-8") || refuse_here(&t));
    while (ok && t.rest.len)
        ok = read_entry(&t);
    buf_release(&t.text);
    return ok;
}

bool openthesaurus_read(struct text dat, const struct source_sink *sink, struct reason *why)
{
    return read_all(dat, false, sink, why);
}

bool openthesaurus_read_abbreviations(struct text dat, const struct source_sink *sink,
                                      struct reason *why)
{
    return read_all(dat, true, sink, why);
}
