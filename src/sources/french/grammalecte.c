#include "sources/french/grammalecte.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "sources/french/grammalecte_tag.h"

#include <jansson.h>
#include <string.h>

enum { LETTERS_IN_FORM = 60, FORM_MAX = LETTERS_IN_FORM * UTF8_MAX, SUFFIX_MAX = 60 };

// How many arcs may be walked for each byte of input. The French dictionary needs one; a graph made
// to multiply its ways would need thousands.
enum { ARCS_PER_BYTE = 16 };

struct arc {
    uint32_t value;  // index into the values
    uint32_t target; // index of the first arc of the node it leads to
    bool last;       // of its node
};

struct graph {
    json_t *json; // owns the values
    struct text *value;
    size_t values;
    uint32_t chars; // values 1 to `chars` are characters
    struct arc *arc;
    size_t arcs;
};

static void graph_release(struct graph *g)
{
    json_decref(g->json);
    free(g->value);
    free(g->arc);
}

static bool refuse_part(struct reason *why, const char *part)
{
    return refuse(why, MSG_GRAMMALECTE_PART, "%s", part);
}

static bool read_count(const struct graph *g, const char *key, uint32_t max, uint32_t *out,
                       struct reason *why)
{
    const json_t *number = json_object_get(g->json, key);
    json_int_t n = json_integer_value(number);
    if (!json_is_integer(number) || n < 0 || n > max)
        return refuse_part(why, key);
    *out = (uint32_t)n;
    return true;
}

static bool read_values(struct graph *g, struct reason *why)
{
    const json_t *list = json_object_get(g->json, "lArcVal");
    const size_t size = json_array_size(list);
    size_t cap = 0;
    if (size == 0)
        return refuse_part(why, "lArcVal");
    if (!vec_reserve(&g->value, &cap, size))
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    for (g->values = 0; g->values < size; g->values++) {
        const json_t *string = json_array_get(list, g->values);
        if (!json_is_string(string))
            return refuse_part(why, "lArcVal");
        g->value[g->values] = (struct text){json_string_value(string), json_string_length(string)};
    }
    return g->values > g->chars || refuse_part(why, "lArcVal");
}

// The flags of an arc are the highest of its bytes * 8 bits: final node, last arc, unused.
static bool read_arcs(struct graph *g, uint32_t bytes, struct reason *why)
{
    const json_t *list = json_object_get(g->json, "lByDic");
    const uint32_t last = UINT32_C(1) << (bytes * 8 - 2), mask = (last >> 1) - 1;
    const size_t size = json_array_size(list);
    size_t cap = 0;
    if (size == 0 || size % 2 || size > UINT32_MAX)
        return refuse_part(why, "lByDic");
    if (!vec_reserve(&g->arc, &cap, size / 2))
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    for (; g->arcs < size / 2; g->arcs++) {
        const json_int_t raw = json_integer_value(json_array_get(list, 2 * g->arcs));
        const json_int_t target = json_integer_value(json_array_get(list, 2 * g->arcs + 1));
        const struct arc arc = {(uint32_t)(raw & mask), (uint32_t)target / 2, raw & last};
        if (arc.value >= g->values || target < 0 || (size_t)target >= size || target % 2)
            return refuse_part(why, "lByDic");
        g->arc[g->arcs] = arc;
    }
    return g->arc[g->arcs - 1].last || refuse_part(why, "lByDic");
}

static bool graph_load(struct graph *g, struct text json, struct reason *why)
{
    uint32_t bytes;
    *g = (struct graph){.json = json_loadb(json.at, json.len, 0, NULL)};
    const char *stemming = json_string_value(json_object_get(g->json, "cStemming"));
    if (!json_is_object(g->json))
        return refuse(why, MSG_GRAMMALECTE_NOT_JSON, "%s", "");
    if (!stemming || strcmp(stemming, "S") != 0)
        return refuse_part(why, "cStemming");
    return read_count(g, "nBytesArc", 4, &bytes, why) &&
           (bytes > 0 || refuse_part(why, "nBytesArc")) &&
           read_count(g, "nChar", UINT32_MAX - 1, &g->chars, why) && read_values(g, why) &&
           read_arcs(g, bytes, why);
}

// A walk through all ways of the graph that spell something.
struct walk {
    const struct graph *graph;
    const struct source_sink *words, *units;
    struct reason *why;
    uint64_t arcs; // left
    char form[FORM_MAX];
};

static bool is_vowel(uint32_t c)
{
    return c < 128 ? c && strchr("aeiouy", (int)c) != NULL : c == 0xE6 || c == 0x153;
}

// Whether the form can be a word in a game: two small Latin letters or more, and in short ones,
// which could be symbols (ln, pts), a vowel; longer words can do without (crwth), and so can
// interjections (pst).
static bool is_word(struct text form, bool interjection)
{
    unsigned letters = 0, vowels = interjection;
    uint32_t c, part[UTF8_FOLDED_MAX];
    while (utf8_next(&form, &c)) {
        size_t parts = utf8_is_upper(c) ? 0 : utf8_fold(c, part);
        bool letter = parts && ((part[0] >= 'a' && part[0] <= 'z') || is_vowel(part[0]));
        for (size_t i = 1; i < parts; i++)
            letter &= utf8_is_mark(part[i]);
        if (!letter)
            return false;
        letters++;
        vowels += is_vowel(part[0]);
    }
    return letters > 3 || (letters > 1 && vowels > 0);
}

// The lemma of a form by a suffix code: '0' + how many characters to strip, then what to add.
static bool lemma_of(struct text form, struct text code, char out[FORM_MAX + SUFFIX_MAX],
                     struct text *lemma)
{
    uint32_t strip;
    if (!utf8_next(&code, &strip) || strip < '0' || code.len > SUFFIX_MAX)
        return false;
    for (strip -= '0'; strip > 0 && form.len > 0; strip--)
        do
            form.len--;
        while (form.len > 0 && (form.at[form.len] & 0xC0) == 0x80);
    if (form.len)
        memcpy(out, form.at, form.len);
    if (code.len)
        memcpy(out + form.len, code.at, code.len);
    *lemma = (struct text){out, form.len + code.len};
    return true;
}

static bool deliver(const struct walk *w, struct text form, struct text lemma, struct text text)
{
    const struct grammalecte_tag tag = grammalecte_tag(text);
    if (!tag.wanted || !is_word(form, tag.interjection))
        return true;
    const bool prefixed = tag.unit && lemma.len > 0 &&
                          (form.len < lemma.len || memcmp(form.at, lemma.at, lemma.len) != 0);
    if (prefixed) // kilogrammes is a form of kilogramme, not of gramme
        lemma = text_head(form, form.len - (tag.plural && text_ends(form, "s")));
    const bool base = text_equal(form, lemma);
    const struct source_entry entry = {
        .spelling = form,
        .lemma = base ? (struct text){0} : lemma,
        .classes = base && tag.plural ? tag.alone : tag.classes,
    };
    const struct source_sink *sink = prefixed ? w->units : w->words;
    return !sink || sink->take(sink->context, &entry);
}

static bool walk_tags(struct walk *w, struct text form, const struct arc *stem)
{
    char bytes[FORM_MAX + SUFFIX_MAX];
    struct text lemma;
    if (!lemma_of(form, w->graph->value[stem->value], bytes, &lemma))
        return refuse_part(w->why, "lArcVal");
    const struct arc *arc = &w->graph->arc[stem->target];
    for (bool more = true; more; more = !arc++->last)
        if (w->arcs-- == 0)
            return refuse(w->why, MSG_GRAMMALECTE_TOO_LARGE, "%s", "");
        else if (!deliver(w, form, lemma, w->graph->value[arc->value]))
            return false;
    return true;
}

// Walks on from an arc of the form's last node: one more character, or the end of a form. `next` is
// where the form goes on, NULL at an end.
static bool walk_arc(struct walk *w, size_t *len, const struct arc *arc, const struct arc **next)
{
    const struct text value = w->graph->value[arc->value];
    *next = NULL;
    if (w->arcs-- == 0)
        return refuse(w->why, MSG_GRAMMALECTE_TOO_LARGE, "%s", "");
    if (arc->value == 0 || value.len == 0)
        return refuse_part(w->why, "lByDic");
    if (arc->value > w->graph->chars)
        return walk_tags(w, (struct text){w->form, *len}, arc);
    if (*len + value.len > FORM_MAX)
        return refuse_part(w->why, "lByDic");
    memcpy(w->form + *len, value.at, value.len);
    *len += value.len;
    *next = &w->graph->arc[arc->target];
    return true;
}

// Depth first, with a stack of its own.
static bool walk_all(struct walk *w)
{
    struct {
        const struct arc *arc; // the next to be walked, NULL behind the last
        size_t len;            // of the form before it
    } stack[LETTERS_IN_FORM + 1] = {{w->graph->arc, 0}};
    for (size_t depth = 0;;) {
        const struct arc *arc = stack[depth].arc, *next;
        if (!arc) {
            if (depth-- == 0)
                return true;
            continue;
        }
        size_t len = stack[depth].len;
        stack[depth].arc = arc->last ? NULL : arc + 1;
        if (!walk_arc(w, &len, arc, &next))
            return false;
        if (next && depth == LETTERS_IN_FORM)
            return refuse_part(w->why, "lByDic");
        if (next) {
            stack[++depth].arc = next;
            stack[depth].len = len;
        }
    }
}

bool grammalecte_read(struct text json, const struct source_sink *words,
                      const struct source_sink *units, struct reason *why)
{
    struct graph g;
    struct walk w = {.graph = &g, .words = words, .units = units, .why = why};
    w.arcs = (uint64_t)ARCS_PER_BYTE * json.len;
    bool ok = graph_load(&g, json, why) && walk_all(&w);
    graph_release(&g);
    return ok;
}
