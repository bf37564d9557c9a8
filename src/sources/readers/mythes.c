#include "sources/readers/mythes.h"

#include "base/utf8.h"

// The kinds of lists that an entry has, in the order in which a definition shows them. Both kinds
// of terms are other words near this one; dictionaries of Russian say "compare" for that.
enum { SYNONYMS, NEAR, ANTONYMS, LISTS };

static const struct kind {
    const char *mark;
    int list;
} kinds[] = {
    {"(синоним)", SYNONYMS},
    {"(сходный термин)", NEAR},
    {"(связанный термин)", NEAR},
    {"(антоним)", ANTONYMS},
};

static const struct heading {
    const char *one, *many;
} headings[LISTS] = {
    [SYNONYMS] = {"синоним: ", "синонимы: "},
    [NEAR] = {"ср.: ", "ср.: "},
    [ANTONYMS] = {"антоним: ", "антонимы: "},
};

struct list {
    struct text word[MYTHES_WORDS_MAX];
    unsigned meaning[MYTHES_WORDS_MAX]; // which line of the entry each came from
    unsigned count;
    bool cut; // there were more
};

struct entry {
    struct text headword;
    struct list list[LISTS];
};

struct input {
    const struct mythes_filter *filter; // NULL: every word fits
    struct text rest;
    uint32_t line; // number of the line that was read last
};

// A line that is fit to be shown: UTF-8 without control characters.
static bool next_line(struct input *in, struct text *line, struct reason *why)
{
    if (!text_next_line(&in->rest, line))
        return refuse_line(why, in->line, MSG_MYTHES_CUT_SHORT, "%s", "");
    in->line++;
    bool clean = utf8_valid(*line);
    for (size_t i = 0; i < line->len && clean; i++)
        clean = (unsigned char)line->at[i] >= 0x20;
    return clean || refuse_line(why, in->line, MSG_MYTHES_NOT_TEXT, "%s", "");
}

static bool has_word(const struct entry *e, struct text word)
{
    if (text_equal(e->headword, word))
        return true;
    for (int i = 0; i < LISTS; i++)
        for (unsigned k = 0; k < e->list[i].count; k++)
            if (text_equal(e->list[i].word[k], word))
                return true;
    return false;
}

static void add_word(struct entry *e, int list, struct text word, unsigned meaning)
{
    struct list *l = &e->list[list];
    if (word.len == 0 || has_word(e, word))
        return;
    if (l->count == MYTHES_WORDS_MAX) {
        l->cut = true;
        return;
    }
    l->word[l->count] = word;
    l->meaning[l->count++] = meaning;
}

static const struct kind *find_kind(struct text mark)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text_starts(mark, kinds[i].mark))
            return &kinds[i];
    return NULL;
}

static bool fits(const struct mythes_filter *filter, struct text words)
{
    while (words.len && filter)
        if (filter->fits(filter->context, text_trim(text_cut(&words, '|'))))
            return true;
    return !filter;
}

// `(kind)|word|word`. In a few lines of the real file the kind has the tail of a damaged word
// stuck to it, `(синоним)гда|`; that tail is passed over.
static bool read_meaning(struct entry *e, struct input *in, unsigned meaning, struct reason *why)
{
    struct text line;
    if (!next_line(in, &line, why))
        return false;
    struct text mark = text_cut(&line, '|');
    const struct kind *kind = find_kind(mark);
    if (!kind)
        return refuse_line(why, in->line, MSG_MYTHES_KIND, "%.*s", TEXT_ARG(text_head(mark, 80)));
    bool wanted = fits(in->filter, line);
    while (line.len && wanted)
        add_word(e, kind->list, text_trim(text_cut(&line, '|')), meaning);
    return true;
}

static void print_list(const struct list *l, const struct heading *heading, struct buf *out)
{
    if (l->count == 0)
        return;
    if (out->len)
        buf_add_string(out, " — ");
    buf_add_string(out, l->count > 1 ? heading->many : heading->one);
    for (unsigned i = 0; i < l->count; i++) {
        if (i > 0)
            buf_add_string(out, l->meaning[i] == l->meaning[i - 1] ? ", " : "; ");
        buf_add_text(out, l->word[i]);
    }
    if (l->cut)
        buf_add_string(out, "…");
}

static bool give_entry(const struct entry *e, struct buf *definition,
                       const struct source_sink *sink, struct reason *why)
{
    buf_clear(definition);
    for (int i = 0; i < LISTS; i++)
        print_list(&e->list[i], &headings[i], definition);
    if (!buf_ok(definition))
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return sink->take(sink->context, &(struct source_entry){.spelling = e->headword,
                                                            .definition = buf_text(definition),
                                                            .kind = TEXT_SYNONYMS});
}

// `headword|number of meanings`, then a line for each.
static bool read_entry(struct input *in, struct buf *definition, const struct source_sink *sink,
                       struct reason *why)
{
    struct entry e = {0};
    struct text line;
    uint32_t meanings;
    if (!next_line(in, &line, why))
        return false;
    e.headword = text_trim(text_cut(&line, '|'));
    if (e.headword.len == 0 || !text_to_u32(text_trim(line), &meanings))
        return refuse_line(why, in->line, MSG_MYTHES_HEADWORD, "%s", "");
    for (uint32_t i = 0; i < meanings; i++)
        if (!read_meaning(&e, in, i, why))
            return false;
    return give_entry(&e, definition, sink, why);
}

bool mythes_read_fitting(struct text dat, const struct mythes_filter *filter,
                         const struct source_sink *sink, struct reason *why)
{
    struct input in = {.filter = filter, .rest = dat};
    struct text line;
    struct buf definition = {0};
    if (text_starts(in.rest, "\xEF\xBB\xBF"))
        in.rest = text_from(in.rest, 3);
    if (!text_next_line(&in.rest, &line) || !text_is(text_trim(line), "UTF-8"))
        return refuse_line(why, 1, MSG_MYTHES_ENCODING, "%s", "");
    in.line = 1;
    bool ok = true;
    while (ok && in.rest.len)
        ok = read_entry(&in, &definition, sink, why);
    buf_release(&definition);
    return ok;
}

bool mythes_read(struct text dat, const struct source_sink *sink, struct reason *why)
{
    return mythes_read_fitting(dat, NULL, sink, why);
}
