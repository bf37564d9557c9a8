#include "sources/offensive.h"

#include "base/bug.h"
#include "base/data.h"
#include "sources/english/packages.h"
#include "sources/readers/naughty.h"

#include <stdio.h>
#include <string.h>

// A line of a list: letters, with or without others around them.
struct pattern {
    struct word word;
    bool before, behind; // any letters may be
    bool minus;          // not meant
};

struct marking {
    struct build_context *b;
    struct buf patterns; // of struct pattern
};

static bool mark(struct marking *m, const struct word *w)
{
    return lexicon_builder_mark(m->b->lexicon, w, MARK_OFFENSIVE, m->b->why);
}

static bool is_marked(const struct marking *m, const struct word *w)
{
    return lexicon_builder_marks(m->b->lexicon, w) & MARK_OFFENSIVE;
}

// ---- our own list ----

static bool take_end(struct text *line, bool front, char sign)
{
    size_t at = front ? 0 : line->len - 1;
    if (!line->len || line->at[at] != sign)
        return false;
    *line = front ? text_from(*line, 1) : text_head(*line, line->len - 1);
    return true;
}

static bool read_patterns(struct marking *m)
{
    char name[64];
    struct text list, line;
    snprintf(name, sizeof name, "lexicons/offensive-%s.txt", m->b->alphabet.lang);
    BUG_UNLESS(data_find(name, &list));
    while (text_next_line(&list, &line)) {
        struct pattern p = {.minus = take_end(&line, true, '-')};
        if (!line.len || line.at[0] == '#')
            continue;
        p.before = take_end(&line, true, '*');
        p.behind = take_end(&line, false, '*');
        if (!alphabet_fold(&m->b->alphabet, line, &p.word, m->b->why))
            return false;
        buf_add(&m->patterns, &p, sizeof p);
    }
    return buf_ok(&m->patterns) || refuse(m->b->why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool fits(const struct pattern *p, const struct word *w)
{
    if (w->len < p->word.len)
        return false;
    unsigned spare = w->len - p->word.len;
    unsigned from = p->behind ? 0 : spare, to = p->before ? spare : 0;
    for (unsigned at = from; at <= to; at++)
        if (memcmp(w->letter + at, p->word.letter, p->word.len) == 0)
            return true;
    return false;
}

static bool listed(const struct marking *m, const struct word *w, bool minus)
{
    const struct pattern *p = (const void *)m->patterns.at;
    size_t count = m->patterns.len / sizeof *p;
    for (size_t i = 0; i < count; i++)
        if (p[i].minus == minus && fits(&p[i], w))
            return true;
    return false;
}

static bool mark_listed(struct marking *m)
{
    struct word w;
    bool ok = true;
    for (uint32_t at = 0; ok && lexicon_builder_next(m->b->lexicon, &at, &w);)
        ok = !listed(m, &w, false) || mark(m, &w);
    return ok;
}

// ---- naughty-words ----

static bool mark_naughty(struct marking *m)
{
    char path[64];
    struct file_map file;
    struct build_context *b = m->b;
    struct source_sink sink = build_context_sink(b);
    snprintf(path, sizeof path, "naughty-words/package/%s.json", b->alphabet.lang);
    if (!build_context_file(b, path, &file))
        return false;
    b->take = TAKE_MARKS;
    bool ok = naughty_read(file.content, &sink, b->why);
    file_unmap(&file);
    return ok;
}

// ---- WordNet ----

// The words that have a sense with a mark, and those that have one without.
struct senses {
    struct build_context *b;
    struct lexicon_builder *marked, *clean;
};

static bool take_sense(void *context, const struct source_entry *e)
{
    struct senses *s = context;
    struct word w;
    return !alphabet_fold(&s->b->alphabet, e->spelling, &w, NULL) ||
           lexicon_builder_add(e->marks & MARK_OFFENSIVE ? s->marked : s->clean, &w, 0, 0,
                               s->b->why);
}

static bool mark_senses(struct marking *m)
{
    struct senses s = {m->b, build_context_set(m->b), build_context_set(m->b)};
    struct source_sink sink = {take_sense, &s};
    struct word w;
    bool ok = s.marked && s.clean && english_read_wordnet(m->b, &sink);
    for (uint32_t at = 0; ok && lexicon_builder_next(s.marked, &at, &w);)
        if (!lexicon_builder_has(s.clean, &w) && lexicon_builder_has(m->b->lexicon, &w))
            ok = mark(m, &w);
    lexicon_builder_free(s.marked);
    lexicon_builder_free(s.clean);
    return ok;
}

// ---- labels ----

static const struct {
    const char *lang;
    const char *label[8];
} labels[] = {
    {"en", {"vulgar", "slur", "offensive", "derogatory", "obscene", "disparaging"}},
    {"de", {"vulgär", "rassistisch", "beleidigend", "diskriminierend"}},
    {"fr", {"vulgaire", "injurieux", "raciste", "injure"}},
    {"nl", {"vulgair", "scheldwoord", "beledigend", "racistisch"}},
    {"ru", {"вульг", "бран.", "груб.", "обсц", "матерн"}},
};

// The label before the definition proper: in parentheses, or up to a colon, or the words "offensive
// term".
static struct text label_of(struct text definition)
{
    enum { LONGEST = 60 };
    size_t end = 0, colon = text_find(definition, ':');
    if (text_starts(definition, "("))
        end = text_find(definition, ')');
    else if (colon < LONGEST && colon < definition.len)
        end = colon;
    else
        for (struct text rest = definition, word; rest.len && end == 0;) {
            word = text_cut(&rest, ' ');
            if (text_is(word, "term") || text_is(word, "terms") || text_is(word, "name"))
                end = (size_t)(word.at - definition.at);
            if ((size_t)(word.at - definition.at) > LONGEST)
                break;
        }
    return text_head(definition, end < definition.len ? end : 0);
}

bool offensive_label(struct text definition, struct text lang)
{
    struct text label = label_of(definition);
    for (size_t l = 0; l < sizeof labels / sizeof *labels; l++)
        for (size_t i = 0; text_is(lang, labels[l].lang) && labels[l].label[i]; i++) {
            size_t len = strlen(labels[l].label[i]);
            for (size_t at = 0; at + len <= label.len; at++)
                if (memcmp(label.at + at, labels[l].label[i], len) == 0)
                    return true;
        }
    return false;
}

struct labelling {
    struct text lang;
    unsigned texts, labelled;
};

static bool count_label(void *context, enum text_kind kind, struct text text)
{
    struct labelling *l = context;
    if (kind == TEXT_DEFINITION) {
        l->texts++;
        l->labelled += offensive_label(text, l->lang);
    }
    return true;
}

static bool mark_labelled(struct marking *m)
{
    struct word w;
    bool ok = true;
    for (uint32_t at = 0; ok && lexicon_builder_next(m->b->lexicon, &at, &w);) {
        struct labelling l = {.lang = text_of(m->b->alphabet.lang)};
        lexicon_builder_read(m->b->lexicon, &w, count_label, &l);
        if (l.texts && l.labelled == l.texts)
            ok = mark(m, &w);
    }
    return ok;
}

// ---- inflected forms ----

static const struct {
    const char *lang;
    const char *ending[8];
} endings[] = {
    {"en", {"s"}},
    {"de", {"s", "n", "en", "es"}},
    {"fr", {"s"}},
    {"nl", {"s", "en", "je", "jes", "tje", "tjes"}},
};

// Is the word a marked one with one of the language's commonest endings? For words whose lemma no
// source gives.
static bool has_marked_stem(const struct marking *m, const struct word *w)
{
    for (size_t l = 0; l < sizeof endings / sizeof *endings; l++)
        for (size_t i = 0; strcmp(endings[l].lang, m->b->alphabet.lang) == 0 && i < 8; i++) {
            struct word end, stem = *w;
            if (!endings[l].ending[i])
                break;
            BUG_UNLESS(alphabet_fold(&m->b->alphabet, text_of(endings[l].ending[i]), &end, NULL));
            if (w->len < end.len + 3u)
                continue;
            stem.len = (uint8_t)(w->len - end.len);
            if (memcmp(w->letter + stem.len, end.letter, end.len) == 0 && is_marked(m, &stem) &&
                lexicon_builder_has(m->b->lexicon, &stem))
                return true;
        }
    return false;
}

static bool mark_forms(struct marking *m)
{
    struct word w, lemma[LEMMAS_MAX];
    bool ok = true;
    for (uint32_t at = 0; ok && lexicon_builder_next(m->b->lexicon, &at, &w);) {
        unsigned lemmas = lexicon_builder_lemmas(m->b->lexicon, &w, lemma), marked = 0;
        for (unsigned i = 0; i < lemmas; i++)
            marked += is_marked(m, &lemma[i]);
        if (marked ? marked == lemmas : !lemmas && has_marked_stem(m, &w))
            ok = mark(m, &w);
    }
    return ok;
}

static void unmark(struct marking *m)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(m->b->lexicon, &at, &w);)
        if (is_marked(m, &w) && listed(m, &w, true))
            lexicon_builder_unmark(m->b->lexicon, &w, MARK_OFFENSIVE);
}

bool mark_offensive(struct build_context *b)
{
    struct marking m = {.b = b};
    b->into = b->lexicon;
    b->without = NULL;
    b->min_length = b->max_length = 0;
    b->unjoined = false;
    bool ok = read_patterns(&m) && mark_listed(&m) && mark_naughty(&m) &&
              (strcmp(b->alphabet.lang, "en") != 0 || mark_senses(&m)) && mark_labelled(&m);
    if (ok) {
        unmark(&m); // before their forms are marked
        ok = mark_forms(&m);
        unmark(&m);
    }
    buf_release(&m.patterns);
    return ok;
}
