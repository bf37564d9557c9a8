#include "sources/french/grammalecte_tag.h"

#include "lexicon/word.h"

#include <stddef.h>

// The fields of a tag, ":N:m:p;U/*" without what follows the slash.
struct fields {
    bool noun, adjective, verb, infinitive, adverb, other, interjection;
    bool singular, plural, invariable, masculine, feminine;
    bool junk, phrase, symbol, unit, title;
};

static const struct {
    const char *name;
    size_t at; // offset of the field that it sets
} known[] = {
#define FIELD(name, field)                   \
    {                                        \
        name, offsetof(struct fields, field) \
    }
    FIELD("N", noun),         FIELD("A", adjective), FIELD("Y", infinitive), FIELD("W", adverb),
    FIELD("J", interjection), FIELD("G", other),     FIELD("B", other),      FIELD("X", other),
    FIELD("s", singular),     FIELD("p", plural),    FIELD("i", invariable), FIELD("m", masculine),
    FIELD("e", masculine),                                              // both
    FIELD("f", feminine),     FIELD("F", junk),                         // before an elision
    FIELD("T", title),        FIELD("H", junk),      FIELD("1ś", junk), // before "je"
#undef FIELD
};

static void read_field(struct fields *f, struct text field)
{
    if (text_starts(field, "É")) {
        f->phrase = true;
        field = text_from(field, sizeof "É" - 1);
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_is(field, known[i].name)) {
            *(bool *)((char *)f + known[i].at) = true;
            return;
        }
    // Verbs have their group (V1__t_q_zz). Names, affixes, punctuation and Roman numerals have kinds.
    f->verb |= text_starts(field, "V");
    f->junk |= text_starts(field, "M") || text_starts(field, "Z") || text_starts(field, "@") ||
               text_is(field, "Br");
}

// Marks follow the fields: ";S", ";U", and what helps only a grammar checker (";é", "#G").
static void read_marks(struct fields *f, struct text marks)
{
    while (marks.len) {
        struct text mark = text_cut(&marks, ';');
        mark = text_head(mark, text_find(mark, '#'));
        f->symbol |= text_is(mark, "S");
        f->unit |= text_is(mark, "U");
    }
}

static struct fields read_fields(struct text tag)
{
    struct fields f = {0};
    tag = text_head(tag, text_find(tag, '/'));
    struct text marks = tag;
    tag = text_cut(&marks, ';');
    tag = text_head(tag, text_find(tag, '#'));
    text_cut(&tag, ':');
    while (tag.len)
        read_field(&f, text_cut(&tag, ':'));
    read_marks(&f, marks);
    return f;
}

struct grammalecte_tag grammalecte_tag(struct text text)
{
    const struct fields f = read_fields(text);
    // A title alone is short for a word (mme); a word can be a title as well (docteur).
    const bool any = f.noun || f.adjective || f.verb || f.adverb || f.other || f.interjection;
    const bool listed = f.singular || f.invariable;
    struct grammalecte_tag tag = {
        // A symbol has no plural. One that has a plural is a word, too (rem, rems).
        .wanted = any && !f.junk && !(f.symbol && f.invariable),
        .unit = f.unit,
        .interjection = f.interjection,
        .plural = f.plural && !listed,
        .classes = (f.adverb ? CLASS_ADVERB : 0u) |
                   (f.other || f.interjection || (f.phrase && !f.adverb) ? CLASS_OTHER : 0u) |
                   (f.infinitive ? CLASS_VERB : 0u),
    };
    if (f.verb) // a participle is tagged as an adjective, too
        return tag;
    tag.classes |= f.noun && listed ? CLASS_NOUN : 0u;
    tag.classes |= f.adjective && listed && f.masculine ? CLASS_ADJECTIVE : 0u;
    tag.alone = tag.classes | (f.noun && f.plural ? CLASS_NOUN : 0u);
    return tag;
}
