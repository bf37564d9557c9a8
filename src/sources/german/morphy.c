#include "sources/german/morphy.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "sources/letters.h"

enum { DEPTH_MAX = 6, STRINGS_MAX = 2 };

struct morphy {
    enum morphy_kind kind;
    const struct source_sink *sink;
    struct reason *why;
    struct text json, rest;
    struct text key[DEPTH_MAX]; // of the objects around the value
    struct buf joined;
    bool singular;        // the noun has one
    struct text genitive; // of the singular
};

// The value of an object's member; arrays are lists of strings.
struct value {
    struct text string[STRINGS_MAX];
    unsigned strings;
};

static bool malformed(const struct morphy *m)
{
    return refuse(m->why, MSG_MORPHY_MALFORMED, "%zu", m->json.len - m->rest.len);
}

static void skip_blanks(struct morphy *m)
{
    while (m->rest.len && (unsigned char)*m->rest.at <= ' ')
        m->rest = text_from(m->rest, 1);
}

static bool take(struct morphy *m, char c)
{
    skip_blanks(m);
    if (m->rest.len == 0 || *m->rest.at != c)
        return false;
    m->rest = text_from(m->rest, 1);
    return true;
}

// A string. The files have no escapes, so a backslash is an error.
static bool take_string(struct morphy *m, struct text *out)
{
    if (!take(m, '"'))
        return malformed(m);
    size_t end = text_find(m->rest, '"');
    *out = text_head(m->rest, end);
    if (end == m->rest.len || text_find(*out, '\\') < out->len || !utf8_valid(*out))
        return malformed(m);
    m->rest = text_from(m->rest, end + 1);
    return true;
}

static bool give(struct morphy *m, struct text form, unsigned classes)
{
    struct text lemma = m->key[0];
    if (form.len == 0 || !letters_only(form) || letters_are_initials(form))
        return true;
    struct source_entry entry = {.spelling = form, .classes = classes};
    if (!text_equal(form, lemma))
        entry.lemma = lemma;
    return m->sink->take(m->sink->context, &entry);
}

// "die Infamste, der Infamsten" is an adjective that stands as a noun; der Affe looks the same, but other
// sources know that as a noun.
static bool declines_like_an_adjective(struct text nominative, struct text genitive)
{
    return text_ends(nominative, "e") && genitive.len == nominative.len + 1 &&
           text_equal(text_head(genitive, nominative.len), nominative) && text_ends(genitive, "n");
}

static bool give_noun(struct morphy *m, unsigned depth, const struct value *v)
{
    if (depth < 2) // the gender
        return true;
    bool nominative = text_is(m->key[1], "NOM"), singular = text_is(m->key[2], "SIN");
    bool base = nominative && (singular || !m->singular);
    m->singular = m->singular || singular;
    if (singular && text_is(m->key[1], "GEN") && v->strings == 1)
        m->genitive = v->string[0];
    if (v->strings != 1)
        return true;
    base = base && !declines_like_an_adjective(v->string[0], m->genitive);
    return give(m, v->string[0], base ? CLASS_NOUN : 0);
}

static bool give_verb(struct morphy *m, unsigned depth, const struct value *v)
{
    if (v->strings == 2 && depth > 1) {
        buf_clear(&m->joined);
        buf_add_text(&m->joined, v->string[1]);
        buf_add_text(&m->joined, v->string[0]);
        return buf_ok(&m->joined) ? give(m, buf_text(&m->joined), 0)
                                  : refuse(m->why, MSG_OUT_OF_MEMORY, "%s", "");
    }
    for (unsigned i = 0; i < v->strings; i++)
        if (!give(m, v->string[i], text_is(m->key[1], "INF") ? CLASS_VERB : 0))
            return false;
    return true;
}

static bool give_value(struct morphy *m, unsigned depth, const struct value *v)
{
    if (depth == 0)
        return true;
    if (m->kind == MORPHY_NOUNS)
        return give_noun(m, depth, v);
    if (m->kind == MORPHY_VERBS)
        return give_verb(m, depth, v);
    return v->strings != 1 || give(m, v->string[0], 0);
}

static bool take_array(struct morphy *m, struct value *v)
{
    if (take(m, ']'))
        return true;
    do {
        struct text string;
        if (!take_string(m, &string))
            return false;
        if (v->strings < STRINGS_MAX)
            v->string[v->strings++] = string;
    } while (take(m, ','));
    return take(m, ']') || malformed(m);
}

// true, false and null: no forms.
static bool take_name(struct morphy *m)
{
    size_t n = 0;
    while (n < m->rest.len && m->rest.at[n] >= 'a' && m->rest.at[n] <= 'z')
        n++;
    if (n == 0)
        return malformed(m);
    m->rest = text_from(m->rest, n);
    return true;
}

static bool take_leaf(struct morphy *m, struct value *v)
{
    skip_blanks(m);
    if (take(m, '['))
        return take_array(m, v);
    if (m->rest.len && *m->rest.at == '"') {
        v->strings = 1;
        return take_string(m, &v->string[0]);
    }
    return take_name(m);
}

// Before the members of a base form.
static bool begin_lemma(struct morphy *m)
{
    m->singular = false;
    m->genitive = (struct text){0};
    return m->kind != MORPHY_ADJECTIVES || give(m, m->key[0], CLASS_ADJECTIVE);
}

// The members of an object that has been opened, without recursion: `depth` objects are open.
static bool read_members(struct morphy *m)
{
    unsigned depth = 0;
    bool after_value = false;
    for (;;) {
        if (take(m, '}')) {
            if (depth-- == 0)
                return true;
            after_value = true;
            continue;
        }
        if ((after_value && !take(m, ',')) || !take_string(m, &m->key[depth]) || !take(m, ':'))
            return malformed(m);
        if (depth == 0 && !begin_lemma(m))
            return false;
        after_value = !take(m, '{');
        if (!after_value && ++depth == DEPTH_MAX)
            return malformed(m);
        struct value v = {0};
        if (after_value && (!take_leaf(m, &v) || !give_value(m, depth, &v)))
            return false;
    }
}

bool morphy_read(struct text json, enum morphy_kind kind, const struct source_sink *sink,
                 struct reason *why)
{
    struct morphy m = {.kind = kind, .sink = sink, .why = why, .json = json, .rest = json};
    bool ok = take(&m, '{') ? read_members(&m) : malformed(&m);
    skip_blanks(&m);
    if (ok && m.rest.len)
        ok = malformed(&m);
    buf_release(&m.joined);
    return ok;
}
