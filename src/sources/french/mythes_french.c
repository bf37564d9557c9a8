#include "sources/french/mythes_french.h"

#include "base/utf8.h"
#include "sources/gloss.h"

struct input {
    struct text rest;
    uint32_t line; // number of the line that was read last
    struct buf synonyms;
    const struct source_sink *sink, *marked;
    struct reason *why;
};

static bool deliver(const struct source_sink *sink, const struct source_entry *entry)
{
    return !sink || sink->take(sink->context, entry);
}

static bool next_line(struct input *in, struct text *line)
{
    if (!text_next_line(&in->rest, line))
        return refuse_line(in->why, in->line, MSG_MYTHES_CUT_SHORT, "%s", "");
    in->line++;
    return utf8_valid(*line) || refuse_line(in->why, in->line, MSG_MYTHES_NOT_TEXT, "%s", "");
}

// "(Adjectif Nom)". Unknown words in it say nothing.
static unsigned classes_of(struct text mark)
{
    static const struct {
        const char *name;
        unsigned class;
    } known[] = {
        {"Nom", CLASS_NOUN},          {"Verbe", CLASS_VERB},         {"Adjectif", CLASS_ADJECTIVE},
        {"Adverbe", CLASS_ADVERB},    {"Interjection", CLASS_OTHER}, {"Pronom", CLASS_OTHER},
        {"Determinant", CLASS_OTHER}, {"Preposition", CLASS_OTHER},  {"Conjonction", CLASS_OTHER},
        {"Nombre", CLASS_OTHER},
    };
    unsigned classes = 0;
    for (mark = text_head(text_from(mark, 1), mark.len - 2); mark.len;) {
        struct text name = text_cut(&mark, ' ');
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (text_is(name, known[i].name))
                classes |= known[i].class;
    }
    return classes;
}

// Delivers the headword of an abbreviation, and synonyms that are slang.
static bool deliver_marked(const struct input *in, struct text headword, struct text mark,
                           struct text synonyms)
{
    static const char slang[] = " (argot)";
    if (text_is(mark, "(Abreviation)") &&
        !deliver(in->marked, &(struct source_entry){.spelling = headword, .line = in->line}))
        return false;
    while (synonyms.len) {
        struct text word = text_trim(text_cut(&synonyms, '|'));
        if (!text_ends(word, slang))
            continue;
        word = text_trim(text_head(word, word.len - sizeof slang + 1));
        if (word.len &&
            !deliver(in->marked, &(struct source_entry){.spelling = word, .line = in->line}))
            return false;
    }
    return true;
}

static void add_synonyms(struct input *in, struct text headword, struct text line)
{
    buf_clear(&in->synonyms);
    for (unsigned n = 0; line.len && n < MYTHES_FRENCH_WORDS_MAX;) {
        struct text word = text_trim(text_cut(&line, '|'));
        if (word.len == 0 || text_equal(word, headword))
            continue;
        if (n++ > 0)
            buf_add_string(&in->synonyms, ", ");
        gloss_add(&in->synonyms, word);
    }
    if (text_trim(line).len)
        buf_add_string(&in->synonyms, "…");
}

static bool read_meaning(struct input *in, struct text headword)
{
    struct text line;
    if (!next_line(in, &line))
        return false;
    struct text mark = text_cut(&line, '|');
    if (mark.len < 2 || mark.at[0] != '(' || !text_ends(mark, ")"))
        return refuse_line(in->why, in->line, MSG_MYTHES_KIND, "%.*s",
                           TEXT_ARG(text_head(mark, 80)));
    add_synonyms(in, headword, line);
    if (!buf_ok(&in->synonyms))
        return refuse(in->why, MSG_OUT_OF_MEMORY, "%s", "");
    const struct source_entry entry = {.spelling = headword,
                                       .definition = text_trim(buf_text(&in->synonyms)),
                                       .kind = TEXT_SYNONYMS,
                                       .classes = classes_of(mark),
                                       .line = in->line};
    return deliver_marked(in, headword, mark, line) &&
           (entry.definition.len == 0 || deliver(in->sink, &entry));
}

// `headword|number of meanings`, then a line for each.
static bool read_entry(struct input *in)
{
    struct text line;
    uint32_t meanings;
    if (!next_line(in, &line))
        return false;
    struct text headword = text_trim(text_cut(&line, '|'));
    if (headword.len == 0 || !text_to_u32(text_trim(line), &meanings))
        return refuse_line(in->why, in->line, MSG_MYTHES_HEADWORD, "%s", "");
    for (uint32_t i = 0; i < meanings; i++)
        if (!read_meaning(in, headword))
            return false;
    return true;
}

bool mythes_french_read(struct text dat, const struct source_sink *sink,
                        const struct source_sink *marked, struct reason *why)
{
    struct input in = {.rest = dat, .line = 1, .sink = sink, .marked = marked, .why = why};
    struct text line;
    if (!text_next_line(&in.rest, &line) || !text_is(text_trim(line), "UTF-8"))
        return refuse_line(why, 1, MSG_MYTHES_ENCODING, "%s", "");
    bool ok = true;
    while (ok && in.rest.len)
        ok = read_entry(&in);
    buf_release(&in.synonyms);
    return ok;
}
