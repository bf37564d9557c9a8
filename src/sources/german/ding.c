#include "sources/german/ding.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "sources/gloss.h"
#include "sources/letters.h"

enum { TERMS_MAX = 16, GLOSS_MAX = 240 };

// A term of one word; an empty word stands for any other term.
struct term {
    struct text word;
    unsigned classes, marks;
    bool plural, left_out, tagged;
    bool labelled; // with the label that is asked for
};

struct part {
    struct term term[TERMS_MAX];
    unsigned count;
};

struct ding {
    const struct source_sink *sink;
    struct reason *why;
    struct buf gloss;
    uint32_t line;
    const char *label; // only terms that have it are wanted; NULL: words of play
};

static const struct {
    const char *tag;
    unsigned classes;
} classes[] = {
    {"m", CLASS_NOUN},      {"f", CLASS_NOUN},       {"n", CLASS_NOUN},    {"vt", CLASS_VERB},
    {"vi", CLASS_VERB},     {"vr", CLASS_VERB},      {"v", CLASS_VERB},    {"adj", CLASS_ADJECTIVE},
    {"adv", CLASS_ADVERB},  {"interj", CLASS_OTHER}, {"num", CLASS_OTHER}, {"pron", CLASS_OTHER},
    {"ppron", CLASS_OTHER}, {"conj", CLASS_OTHER},   {"prp", CLASS_OTHER}, {"art", CLASS_OTHER},
};

// "m", "m,f", "prp; +Dat.": several genders or what a preposition governs.
static void read_tag(struct text tag, struct term *t)
{
    struct text list = text_cut(&tag, ';');
    t->tagged = true;
    while (list.len) {
        struct text one = text_trim(text_cut(&list, ','));
        t->plural = t->plural || text_is(one, "pl");
        for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
            if (text_is(one, classes[i].tag))
                t->classes |= classes[i].classes;
    }
}

static void read_label(const struct ding *d, struct text label, struct term *t)
{
    t->left_out = t->left_out || text_is(label, "alt") || text_is(label, "slang");
    t->labelled = t->labelled || (d->label && text_is(label, d->label));
    if (text_is(label, "vulg."))
        t->marks |= MARK_OFFENSIVE;
}

static char closer(char c)
{
    return c == '{' ? '}' : c == '[' ? ']' : c == '(' ? ')' : c == '<' ? '>' : c == '/' ? '/' : 0;
}

// Is the term the one word and nothing else, besides tags and notes?
static void add_word(struct term *t, struct text word, bool *other)
{
    *other = *other || t->word.len || !letters_only(word) || letters_are_initials(word);
    t->word = word;
}

// Takes one term off the front of a part, up to a semicolon outside of brackets.
static struct term take_term(const struct ding *d, struct text *rest)
{
    struct term t = {0};
    bool other = false;
    while (rest->len && *rest->at != ';') {
        char close = closer(*rest->at);
        size_t n = 1;
        if (close) {
            n = text_find(text_from(*rest, 1), close) + 2;
            struct text inside = text_head(text_from(*rest, 1), n - 2);
            if (close == '}')
                read_tag(inside, &t);
            else if (close == ']')
                read_label(d, inside, &t);
        } else if (*rest->at != ' ') {
            while (n < rest->len && rest->at[n] != ' ' && rest->at[n] != ';' &&
                   !closer(rest->at[n]))
                n++;
            add_word(&t, text_head(*rest, n), &other);
        }
        *rest = text_from(*rest, n < rest->len ? n : rest->len);
    }
    *rest = text_from(*rest, rest->len > 0);
    if (other)
        t.word = (struct text){0};
    return t;
}

static void read_part(const struct ding *d, struct text text, struct part *part)
{
    *part = (struct part){0};
    while (text.len && part->count < TERMS_MAX)
        part->term[part->count++] = take_term(d, &text);
    // "rau; harsch; hart {adj}": the tag is the last one's, unless it is a gender.
    for (unsigned i = part->count; i-- > 1;) {
        struct term *t = &part->term[i - 1], *next = &part->term[i];
        if (!t->tagged && next->tagged && next->classes && !(next->classes & CLASS_NOUN)) {
            t->classes = next->classes;
            t->tagged = true;
        }
    }
}

// The English part without variants, "<eelsmoking business>", and not longer than it needs to be.
static bool set_gloss(struct ding *d, struct text english)
{
    buf_clear(&d->gloss);
    while (english.len && d->gloss.len < GLOSS_MAX) {
        struct text sense = text_cut(&english, ';');
        gloss_add_item(&d->gloss, "; ", text_cut(&sense, '<'));
    }
    return buf_ok(&d->gloss) || refuse(d->why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool give(struct ding *d, const struct term *t, const struct term *singular)
{
    struct source_entry entry = {.spelling = t->word, .line = d->line};
    if (t->word.len == 0 || (d->label ? !t->labelled : t->left_out))
        return true;
    if (singular && singular->word.len && !singular->left_out)
        entry.lemma = singular->word;
    if (!d->label && !t->plural) {
        entry.classes = t->classes;
        entry.marks = t->marks;
        entry.kind = TEXT_GLOSS;
        entry.definition = buf_text(&d->gloss);
    }
    return d->sink->take(d->sink->context, &entry);
}

// Terms without a tag are read in the first part only: in the others they are verb forms.
static bool give_part(struct ding *d, const struct part *part, const struct part *before)
{
    for (unsigned i = 0; i < part->count; i++) {
        const struct term *t = &part->term[i];
        bool pairs = before && t->plural && part->count == before->count &&
                     (before->term[i].classes & CLASS_NOUN);
        if ((t->tagged || !before) && !give(d, t, pairs ? &before->term[i] : NULL))
            return false;
    }
    return true;
}

static bool read_line(struct ding *d, struct text german, struct text english)
{
    struct part parts[2];
    for (unsigned i = 0; german.len; i++) {
        struct part *part = &parts[i % 2], *before = i ? &parts[(i + 1) % 2] : NULL;
        read_part(d, text_trim(text_cut(&german, '|')), part);
        if (!set_gloss(d, text_cut(&english, '|')) || !give_part(d, part, before))
            return false;
    }
    return true;
}

bool ding_read(struct text dictionary, const char *label, const struct source_sink *sink,
               struct reason *why)
{
    static const char between[] = " :: ";
    struct ding d = {.sink = sink, .why = why, .label = label};
    struct text line;
    bool ok = true;
    while (ok && text_next_line(&dictionary, &line)) {
        d.line++;
        size_t at = text_find_string(line, between);
        if (line.len == 0 || *line.at == '#')
            continue;
        if (at == line.len || !utf8_valid(line))
            ok = refuse_line(why, d.line, MSG_DING_LINE, "%s", "");
        else
            ok = read_line(&d, text_head(line, at), text_from(line, at + sizeof between - 1));
    }
    buf_release(&d.gloss);
    return ok;
}
