// Why a word is not in play: its class, its form, or that the lexicon lacks it.
#include "games/balda/state.h"

// Regular endings of inflected forms, and what the base form has instead. Only texts about words name
// the base form of a word, and a browser loads those on demand.
static const struct ending {
    const char *lang, *form, *base;
} endings[] = {
    {"de", "e", ""},    {"de", "en", ""}, {"de", "er", ""},    {"de", "es", ""},
    {"de", "n", ""},    {"de", "s", ""},  {"de", "t", "en"},   {"de", "st", "en"},
    {"de", "te", "en"}, {"en", "s", ""},  {"en", "es", ""},    {"en", "ies", "y"},
    {"en", "ed", ""},   {"en", "d", ""},  {"en", "ing", ""},   {"en", "ing", "e"},
    {"fr", "s", ""},    {"fr", "x", ""},  {"fr", "aux", "al"}, {"fr", "e", ""},
    {"fr", "es", ""},   {"nl", "en", ""}, {"nl", "s", ""},     {"nl", "t", "en"},
    {"ru", "ы", ""},    {"ru", "и", ""},  {"ru", "а", ""},     {"ru", "у", ""},
    {"ru", "ы", "а"},   {"ru", "и", "я"}, {"ru", "и", "а"},    {"ru", "а", "о"},
};

// The word with one ending in place of another; false where it does not end so.
static bool with_base(const struct alphabet *a, const struct word *w, const struct ending *e,
                      struct word *out)
{
    struct word form = {0}, base = {0};
    struct reason ignored;
    if (!alphabet_fold(a, text_of(e->form), &form, &ignored) || w->len < form.len + 2U)
        return false;
    if (*e->base && !alphabet_fold(a, text_of(e->base), &base, &ignored))
        return false;
    unsigned stem = w->len - form.len;
    if (memcmp(w->letter + stem, form.letter, form.len) != 0 || stem + base.len > WORD_MAX)
        return false;
    *out = *w;
    memcpy(out->letter + stem, base.letter, base.len);
    out->len = (uint8_t)(stem + base.len);
    return true;
}

// The word that this one seems to be a form of.
static bool find_base(const struct lexicon *lex, const struct word *w, struct word *out)
{
    uint32_t index;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(endings[i].lang, lex->alphabet.lang) == 0 &&
            with_base(&lex->alphabet, w, &endings[i], out) && lexicon_find(lex, out, &index) &&
            lexicon_classes(lex, index))
            return true;
    return false;
}

static bool refuse_form(const struct lexicon *lex, const struct word *w, const struct word *base,
                        struct reason *why)
{
    struct buf text = {0};
    alphabet_print(&lex->alphabet, w, &text);
    buf_add_byte(&text, '\t');
    alphabet_print(&lex->alphabet, base, &text);
    reason_set(why, 0, MSG_BALDA_FORM_OF, "%.*s", TEXT_ARG(buf_text(&text)));
    buf_release(&text);
    return false;
}

static enum message class_message(unsigned classes)
{
    return classes & CLASS_VERB        ? MSG_BALDA_IS_VERB
           : classes & CLASS_ADJECTIVE ? MSG_BALDA_IS_ADJECTIVE
           : classes & CLASS_ADVERB    ? MSG_BALDA_IS_ADVERB
                                       : MSG_BALDA_IS_OTHER;
}

bool balda_refuse_word(const struct config *c, const struct word *w, enum message unknown,
                       struct reason *why)
{
    uint32_t index;
    struct word base;
    bool found = lexicon_find(c->lexicon, w, &index);
    unsigned classes = found ? lexicon_classes(c->lexicon, index) : 0;
    if (classes)
        return rules_refuse_word(c, w, class_message(classes), why);
    if (!lexicon_left_out(c->lexicon, w) && find_base(c->lexicon, w, &base))
        return refuse_form(c->lexicon, w, &base, why);
    return rules_refuse_word(c, w, found ? MSG_BALDA_IS_FORM : unknown, why);
}
