#include "lexicon/lexicon_build.h"

#include "base/bug.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "lexicon/graph.h"
#include "lexicon/lexicon_entries.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static bool no_memory(struct reason *why)
{
    return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

struct lexicon_builder *lexicon_builder_new(const struct alphabet *alphabet)
{
    struct lexicon_builder *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->alphabet = *alphabet;
    b->mask = 4095;
    b->slot = calloc(b->mask + (size_t)1, sizeof *b->slot);
    if (!b->slot) {
        free(b);
        return NULL;
    }
    return b;
}

void lexicon_builder_free(struct lexicon_builder *b)
{
    if (!b)
        return;
    arena_release(&b->arena);
    buf_release(&b->letters);
    buf_release(&b->meta);
    free(b->entry);
    free(b->slot);
    free(b);
}

static uint32_t hash(const uint8_t *letters, size_t length)
{
    return (uint32_t)XXH3_64bits(letters, length);
}

// The slot of the word, or the empty one where it would go.
static uint32_t find_slot(const struct lexicon_builder *b, const struct word *w)
{
    uint32_t at = hash(w->letter, w->len) & b->mask;
    for (; b->slot[at]; at = (at + 1) & b->mask) {
        const struct entry *e = &b->entry[b->slot[at] - 1];
        if (e->length == w->len && memcmp(entry_letters(b, e), w->letter, w->len) == 0)
            break;
    }
    return at;
}

// The word's entry if the word is there.
static struct entry *edit_entry(struct lexicon_builder *b, const struct word *w)
{
    uint32_t slot = b->slot[find_slot(b, w)];
    return slot && b->entry[slot - 1].there ? &b->entry[slot - 1] : NULL;
}

static const struct entry *find_entry(const struct lexicon_builder *b, const struct word *w)
{
    uint32_t slot = b->slot[find_slot(b, w)];
    return slot && b->entry[slot - 1].there ? &b->entry[slot - 1] : NULL;
}

static bool grow_slots(struct lexicon_builder *b)
{
    uint32_t mask = b->mask * 2 + 1;
    uint32_t *slot = calloc(mask + (size_t)1, sizeof *slot);
    if (!slot)
        return false;
    for (uint32_t i = 0; i < b->entries; i++) {
        uint32_t at = hash(entry_letters(b, &b->entry[i]), b->entry[i].length) & mask;
        while (slot[at])
            at = (at + 1) & mask;
        slot[at] = i + 1;
    }
    free(b->slot);
    b->slot = slot;
    b->mask = mask;
    return true;
}

static struct entry *new_entry(struct lexicon_builder *b, const struct word *w)
{
    if (b->entries >= GRAPH_INDEX || !vec_reserve(&b->entry, &b->cap, b->entries + 1u) ||
        (b->entries * 2 > b->mask && !grow_slots(b)))
        return NULL;
    struct entry e = {.start = (uint32_t)b->letters.len, .length = w->len};
    buf_add(&b->letters, w->letter, w->len);
    if (!buf_ok(&b->letters) || b->letters.len > UINT32_MAX)
        return NULL;
    uint32_t *slot = &b->slot[find_slot(b, w)];
    b->entry[b->entries++] = e;
    *slot = (uint32_t)b->entries;
    return &b->entry[b->entries - 1];
}

// The entry of a word that may not be there; a new one where it has not been spoken of.
static struct entry *any_entry(struct lexicon_builder *b, const struct word *w, struct reason *why)
{
    BUG_UNLESS(w->len > 0);
    uint32_t slot = b->slot[find_slot(b, w)];
    struct entry *e = slot ? &b->entry[slot - 1] : new_entry(b, w);
    if (!e && b->entries >= GRAPH_INDEX)
        refuse(why, MSG_LEXICON_TOO_MANY_WORDS, "%s", "");
    else if (!e)
        no_memory(why);
    return e;
}

bool lexicon_builder_add(struct lexicon_builder *b, const struct word *w, unsigned classes,
                         unsigned tier, struct reason *why)
{
    BUG_UNLESS(classes <= CLASS_ALL && tier <= TIERS);
    struct entry *e = any_entry(b, w, why);
    if (!e)
        return false;
    b->words += !e->there;
    e->there = true;
    e->classes |= (uint8_t)classes;
    if (tier && (!e->tier || tier < e->tier))
        e->tier = (uint8_t)tier;
    return true;
}

bool lexicon_builder_has(const struct lexicon_builder *b, const struct word *w)
{
    return find_entry(b, w) != NULL;
}

static void get_word(const struct lexicon_builder *b, const struct entry *e, struct word *out)
{
    out->len = e->length;
    memcpy(out->letter, entry_letters(b, e), out->len);
}

bool lexicon_builder_next(const struct lexicon_builder *b, uint32_t *at, struct word *out)
{
    while (*at < b->entries) {
        const struct entry *e = &b->entry[(*at)++];
        if (e->there) {
            get_word(b, e, out);
            return true;
        }
    }
    return false;
}

unsigned lexicon_builder_classes(const struct lexicon_builder *b, const struct word *w)
{
    const struct entry *e = find_entry(b, w);
    return e ? e->classes : 0;
}

unsigned lexicon_builder_tier(const struct lexicon_builder *b, const struct word *w)
{
    const struct entry *e = find_entry(b, w);
    return e ? e->tier : 0;
}

bool lexicon_builder_remove_classes(struct lexicon_builder *b, const struct word *w,
                                    unsigned classes, struct reason *why)
{
    struct entry *e = any_entry(b, w, why);
    if (e)
        e->classes &= (uint8_t)~classes;
    return e != NULL;
}

bool lexicon_builder_remove(struct lexicon_builder *b, const struct word *w)
{
    struct entry *e = edit_entry(b, w);
    if (!e)
        return false;
    for (const struct item *i = e->first; i; i = i->next)
        if (i->kind < TEXT_KINDS)
            b->texts[i->kind]--;
    *e = (struct entry){.start = e->start, .length = e->length};
    b->words--;
    return true;
}

bool lexicon_builder_mark(struct lexicon_builder *b, const struct word *w, unsigned marks,
                          struct reason *why)
{
    BUG_UNLESS(marks <= MARK_ALL);
    struct entry *e = marks ? any_entry(b, w, why) : NULL;
    if (e)
        e->marks |= (uint8_t)marks;
    return e || !marks;
}

void lexicon_builder_unmark(struct lexicon_builder *b, const struct word *w, unsigned marks)
{
    uint32_t slot = b->slot[find_slot(b, w)];
    if (slot)
        b->entry[slot - 1].marks &= (uint8_t)~marks;
}

// Of any word that has been marked, be it there or not.
unsigned lexicon_builder_marks(const struct lexicon_builder *b, const struct word *w)
{
    uint32_t slot = b->slot[find_slot(b, w)];
    return slot ? b->entry[slot - 1].marks : 0;
}

bool lexicon_builder_lemma(struct lexicon_builder *b, const struct word *w,
                           const struct word *lemma, unsigned classes, struct reason *why)
{
    const struct entry *of = any_entry(b, lemma, why);
    uint32_t number = of ? (uint32_t)(of - b->entry) : 0;
    struct entry *e = of ? any_entry(b, w, why) : NULL; // may move the entries
    if (!e)
        return false;
    if (number == (uint32_t)(e - b->entry))
        return true;
    unsigned i = 0;
    while (i < e->lemmas && e->lemma[i] != number)
        i++;
    if (i < e->lemmas) {
        bool named = classes && e->lemma_classes[i];
        e->lemma_classes[i] = named ? (uint8_t)(e->lemma_classes[i] | classes) : 0;
    } else if (i < LEMMAS_MAX) {
        e->lemma[e->lemmas] = number;
        e->lemma_classes[e->lemmas++] = (uint8_t)classes;
    }
    return true;
}

unsigned lexicon_builder_lemmas(const struct lexicon_builder *b, const struct word *w,
                                struct word out[LEMMAS_MAX])
{
    const struct entry *e = find_entry(b, w);
    unsigned lemmas = e ? e->lemmas : 0;
    for (unsigned i = 0; i < lemmas; i++)
        get_word(b, &b->entry[e->lemma[i]], &out[i]);
    return lemmas;
}

static bool add_item(struct lexicon_builder *b, const struct word *w, const struct item *new,
                     struct reason *why)
{
    struct entry *e = edit_entry(b, w);
    BUG_UNLESS(e);
    for (const struct item *i = e->first; i; i = i->next)
        if (i->kind == new->kind && i->classes == new->classes &&text_equal(i->text, new->text))
            return true;
    struct item *item = arena_alloc(&b->arena, sizeof *item);
    if (!item || !arena_copy(&b->arena, new->text, &item->text))
        return no_memory(why);
    item->kind = new->kind;
    item->classes = new->classes;
    if (e->last)
        e->last->next = item;
    else
        e->first = item;
    e->last = item;
    if (item->kind < TEXT_KINDS)
        b->texts[item->kind]++;
    return true;
}

bool lexicon_builder_define(struct lexicon_builder *b, const struct word *w, unsigned classes,
                            enum text_kind kind, struct text text, struct reason *why)
{
    struct item new = {.kind = (uint8_t)kind, .classes = classes & CLASS_ALL, .text = text};
    BUG_UNLESS(kind < TEXT_KINDS);
    return text.len == 0 || add_item(b, w, &new, why);
}

void lexicon_builder_read(const struct lexicon_builder *b, const struct word *w,
                          builder_text_fn *take, void *context)
{
    const struct entry *e = find_entry(b, w);
    for (const struct item *i = e ? e->first : NULL; i; i = i->next)
        if (i->kind < TEXT_KINDS && !take(context, (enum text_kind)i->kind, i->text))
            return;
}

// Is the spelling just the letters in small?
static bool plain(const struct alphabet *a, const struct word *w, struct text spelling)
{
    uint32_t c;
    for (unsigned i = 0; i < w->len; i++)
        if (!utf8_next(&spelling, &c) || c != a->lower[w->letter[i]])
            return false;
    return spelling.len == 0;
}

bool lexicon_builder_spell(struct lexicon_builder *b, const struct word *w, struct text spelling,
                           struct reason *why)
{
    struct item new = {.kind = ITEM_SPELLING, .text = spelling};
    if (!plain(&b->alphabet, w, spelling))
        return add_item(b, w, &new, why);
    struct entry *e = edit_entry(b, w);
    BUG_UNLESS(e);
    e->plain = true;
    return true;
}

void lexicon_builder_meta(struct lexicon_builder *b, const char *key, struct text value)
{
    buf_printf(&b->meta, "%s %.*s\n", key, TEXT_ARG(value));
}

uint32_t lexicon_builder_words(const struct lexicon_builder *b)
{
    return b->words;
}

uint32_t lexicon_builder_texts(const struct lexicon_builder *b)
{
    uint32_t texts = 0;
    for (unsigned kind = 0; kind < TEXT_KINDS; kind++)
        texts += b->texts[kind];
    return texts;
}
