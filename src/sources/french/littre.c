#include "sources/french/littre.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "sources/french/littre_article.h"

#include <string.h>

enum { NUMBERS = 8 }; // bytes of offset and length

// A headword and its article.
struct head {
    struct text name;
    size_t key;          // where in `keys` its letters begin, NUL-terminated
    uint32_t start, len; // of the article
    uint32_t before;     // the head before it in the longest sequence that ends here, or NONE
    bool kept, variant;
};
static const uint32_t NONE = UINT32_MAX;

struct littre {
    const struct source_sink *sink;
    struct reason *why;
    struct head *head;
    size_t heads, cap;
    struct buf keys; // letters without accents, by which headwords are in order
    struct buf spelling, sense, lemma;
};

static uint32_t read_number(const char *at)
{
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// The headword without the number of a homonym, its feminine, and the pronoun of a reflexive verb:
// IMPORTER.2, "IMPORTUN, UNE", "ABSENTER (S')", "AH !".
static struct text clean_name(struct text name)
{
    static const char *const ends[] = {".", ", ", " (", " !"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        name = text_head(name, text_find_string(name, ends[i]));
    return name;
}

// Appends the letters of the name; false if it has anything but letters and hyphens.
static bool add_key(struct buf *keys, struct text name)
{
    uint32_t c, part[UTF8_FOLDED_MAX];
    while (utf8_next(&name, &c)) {
        size_t parts = utf8_fold(c, part);
        if (c == '-')
            continue;
        if (parts == 0)
            return false;
        if (part[0] == 0xE6 || part[0] == 0x153)
            buf_add_string(keys, part[0] == 0xE6 ? "ae" : "oe");
        else if (part[0] >= 'a' && part[0] <= 'z')
            buf_add_byte(keys, (char)part[0]);
        else
            return false;
    }
    buf_add_byte(keys, 0);
    return true;
}

static bool add_head(struct littre *l, struct text name, const char *numbers, size_t size)
{
    struct head h = {.key = l->keys.len,
                     .start = read_number(numbers),
                     .len = read_number(numbers + NUMBERS / 2)};
    if (!utf8_valid(name))
        return refuse(l->why, MSG_LITTRE_INDEX, "%zu", l->heads);
    if (size && (uint64_t)h.start + h.len > size)
        return refuse(l->why, MSG_DICTD_OUTSIDE, "%.*s", TEXT_ARG(text_head(name, 60)));
    h.name = clean_name(name);
    if (h.name.len == 0 || !add_key(&l->keys, h.name)) {
        l->keys.len = h.key;
        return true;
    }
    if (!vec_reserve(&l->head, &l->cap, l->heads + 1) || !buf_ok(&l->keys))
        return refuse(l->why, MSG_OUT_OF_MEMORY, "%s", "");
    l->head[l->heads++] = h;
    return true;
}

static bool read_index(struct littre *l, struct text index, size_t size)
{
    while (index.len) {
        struct text name = text_cut(&index, 0);
        if (index.len < NUMBERS)
            return refuse(l->why, MSG_LITTRE_INDEX, "%zu", l->heads);
        if (!add_head(l, name, index.at, size))
            return false;
        index = text_from(index, NUMBERS);
    }
    return l->heads < NONE || refuse(l->why, MSG_LITTRE_INDEX, "%zu", l->heads);
}

static const char *key_of(const struct littre *l, uint32_t i)
{
    return l->keys.at + l->head[i].key;
}

// By article, then by letters; the headword with more accents first.
static int compare_heads(const void *a, const void *b, void *keys)
{
    const struct head *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    int order = strcmp((char *)keys + x->key, (char *)keys + y->key);
    return order ? order : text_compare(y->name, x->name);
}

static void drop_repeated(struct littre *l)
{
    size_t n = 0;
    for (uint32_t i = 0; i < l->heads; i++)
        if (n == 0 || l->head[n - 1].start != l->head[i].start ||
            strcmp(l->keys.at + l->head[n - 1].key, key_of(l, i)) != 0)
            l->head[n++] = l->head[i];
    l->heads = n;
}

// Patience sorting: pile[n] is the head with the least key that ends a sequence of n + 1 heads.
static bool keep_ordered(struct littre *l)
{
    uint32_t *pile = NULL;
    size_t cap = 0, piles = 0;
    if (!vec_reserve(&pile, &cap, l->heads + 1))
        return refuse(l->why, MSG_OUT_OF_MEMORY, "%s", "");
    for (uint32_t i = 0; i < l->heads; i++) {
        size_t low = 0, high = piles;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (strcmp(key_of(l, pile[middle]), key_of(l, i)) <= 0)
                low = middle + 1;
            else
                high = middle;
        }
        l->head[i].before = low ? pile[low - 1] : NONE;
        pile[low] = i;
        piles += low == piles;
    }
    for (uint32_t i = piles ? pile[piles - 1] : NONE; i != NONE; i = l->head[i].before)
        l->head[i].kept = true;
    free(pile);
    return true;
}

// A variant (GONFANON at GONFALON) may be out of order, too, but begins like a headword of the same
// article that is not. The heads of an article are sorted, so the nearest one decides.
static void keep_variant(struct littre *l, uint32_t i, uint32_t *nearest)
{
    enum { ALIKE = 3 };
    if (l->head[i].kept)
        *nearest = i;
    else if (*nearest != NONE && l->head[i].start == l->head[*nearest].start)
        l->head[i].variant |= strncmp(key_of(l, i), key_of(l, *nearest), ALIKE) == 0;
}

static void keep_variants(struct littre *l)
{
    uint32_t nearest = NONE;
    for (uint32_t i = 0; i < l->heads; i++)
        keep_variant(l, i, &nearest);
    nearest = NONE;
    for (uint32_t i = (uint32_t)l->heads; i-- > 0;)
        keep_variant(l, i, &nearest);
}

// Small letters; the folded form would lose the accents.
static void spell(struct buf *out, struct text name)
{
    uint32_t c, part[UTF8_FOLDED_MAX];
    char bytes[UTF8_MAX];
    buf_clear(out);
    while (utf8_next(&name, &c)) {
        size_t parts = utf8_fold(c, part);
        uint32_t small = parts == 2 ? utf8_compose(part[0], part[1]) : part[0];
        buf_add(out, bytes, utf8_put(small ? small : part[0], bytes));
    }
}

static bool deliver(struct littre *l, unsigned classes)
{
    if (!buf_ok(&l->spelling) || !buf_ok(&l->sense) || !buf_ok(&l->lemma))
        return refuse(l->why, MSG_OUT_OF_MEMORY, "%s", "");
    struct source_entry entry = {.spelling = buf_text(&l->spelling),
                                 .definition = buf_text(&l->sense),
                                 .lemma = buf_text(&l->lemma),
                                 .classes = classes};
    return l->sink->take(l->sink->context, &entry);
}

// Without senses, a citation or the word that the article refers to must do.
static bool deliver_rest(struct littre *l, const struct littre_article *article)
{
    if (!littre_citation(article, &l->sense))
        spell(&l->lemma, littre_reference(article));
    return (l->sense.len == 0 && l->lemma.len == 0) || deliver(l, article->classes);
}

static bool deliver_article(struct littre *l, const struct head *h, struct text dict)
{
    bool any = false;
    spell(&l->spelling, h->name);
    buf_clear(&l->lemma);
    buf_clear(&l->sense);
    if (dict.len == 0)
        return deliver(l, 0);
    struct text text = text_head(text_from(dict, h->start), h->len);
    if (!utf8_valid(text))
        return refuse(l->why, MSG_FREEDICT_NOT_UTF8, "%.*s", TEXT_ARG(text_head(h->name, 60)));
    struct littre_article article = littre_article(text);
    for (; littre_next_sense(&article, &l->sense); any = true)
        if (!deliver(l, article.classes))
            return false;
    return any || deliver_rest(l, &article);
}

static bool read_all(struct littre *l, struct text index, struct text dict)
{
    if (!read_index(l, index, dict.len))
        return false;
    if (l->heads)
        qsort_r(l->head, l->heads, sizeof *l->head, compare_heads, l->keys.at);
    drop_repeated(l);
    if (!keep_ordered(l))
        return false;
    keep_variants(l);
    for (size_t i = 0; i < l->heads; i++)
        if ((l->head[i].kept || l->head[i].variant) && !deliver_article(l, &l->head[i], dict))
            return false;
    return true;
}

bool littre_read(struct text index, struct text dict, const struct source_sink *sink,
                 struct reason *why)
{
    struct littre l = {.sink = sink, .why = why};
    bool ok = read_all(&l, index, dict);
    free(l.head);
    buf_release(&l.keys);
    buf_release(&l.spelling);
    buf_release(&l.sense);
    buf_release(&l.lemma);
    return ok;
}
