// The part of lexicon_build.h that writes the file.
#include "lexicon/format.h"
#include "lexicon/graph_build.h"
#include "lexicon/lexicon.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/lexicon_entries.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { BLOCK_TARGET = 32 * 1024, LEMMA_DEPTH = 3 };

// The bytes while they are written.
struct writing {
    struct lexicon_builder *b;
    uint32_t *order;  // the words in alphabetical order: numbers of entries
    uint32_t *number; // the other way round; only of words
    struct buf *out;
    size_t start; // of the file in `out`
    struct lexicon_header header;
    struct buf block, blocks, definitions, defined;
    struct text_counts counts;
    uint32_t marked[MARKS];
};

static bool no_memory(struct reason *why)
{
    return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static const struct entry *nth(const struct writing *w, uint32_t n)
{
    return &w->b->entry[w->order[n]];
}

static int compare_letters(const void *left, const void *right, void *context)
{
    const struct lexicon_builder *b = context;
    const struct entry *x = &b->entry[*(const uint32_t *)left];
    const struct entry *y = &b->entry[*(const uint32_t *)right];
    size_t shared = x->length < y->length ? x->length : y->length;
    int order = memcmp(entry_letters(b, x), entry_letters(b, y), shared);
    return order ? order : x->length - y->length;
}

static bool sort_words(struct writing *w, struct reason *why)
{
    const struct lexicon_builder *b = w->b;
    uint32_t words = 0;
    w->order = malloc((b->words + (size_t)1) * sizeof *w->order);
    w->number = malloc((b->entries + 1) * sizeof *w->number);
    if (!w->order || !w->number)
        return no_memory(why);
    for (uint32_t i = 0; i < b->entries; i++)
        if (b->entry[i].there)
            w->order[words++] = i;
    BUG_UNLESS(words == b->words);
    qsort_r(w->order, words, sizeof *w->order, compare_letters, w->b);
    for (uint32_t i = 0; i < words; i++)
        w->number[w->order[i]] = i;
    return true;
}

static bool has_text(const struct entry *e)
{
    for (const struct item *i = e->first; i; i = i->next)
        if (i->kind < TEXT_KINDS)
            return true;
    return false;
}

// The lemmas of a word about which there is something to read. One without is passed over for its
// own lemma: a participle leads on to its verb.
struct lemmas {
    uint32_t entry[LEMMAS_MAX];
    uint8_t classes[LEMMAS_MAX];
    unsigned count;
};

static void add_lemma(struct lemmas *l, uint32_t entry, uint8_t classes)
{
    bool known = l->count == LEMMAS_MAX;
    for (unsigned i = 0; i < l->count; i++)
        known |= l->entry[i] == entry;
    if (known)
        return;
    l->classes[l->count] = classes;
    l->entry[l->count++] = entry;
}

static void find_lemmas(const struct writing *w, const struct entry *e, unsigned depth,
                        const struct entry *of, struct lemmas *out)
{
    for (unsigned i = 0; i < e->lemmas; i++) {
        const struct entry *lemma = &w->b->entry[e->lemma[i]];
        if (lemma == of || !lemma->there)
            continue;
        if (has_text(lemma))
            add_lemma(out, e->lemma[i], e->lemma_classes[i]);
        else if (depth > 1)
            find_lemmas(w, lemma, depth - 1, of, out);
    }
}

static struct lemmas lemmas_of(const struct writing *w, const struct entry *e)
{
    struct lemmas l = {.count = 0};
    find_lemmas(w, e, LEMMA_DEPTH, e, &l);
    return l;
}

// Counts for the meta text, and the bits of PART_DEFINED.
static bool count_words(struct writing *w, struct reason *why)
{
    const struct lexicon_builder *b = w->b;
    memcpy(w->counts.texts, b->texts, sizeof b->texts);
    buf_add_zeros(&w->defined, (b->words + (size_t)7) / 8);
    if (!buf_ok(&w->defined))
        return no_memory(why);
    for (uint32_t i = 0; i < b->words; i++) {
        const struct entry *e = nth(w, i);
        bool form = lemmas_of(w, e).count > 0, defined = form || has_text(e);
        w->counts.forms += form;
        w->counts.defined += defined;
        w->defined.at[i / 8] |= (char)(defined << i % 8);
        for (unsigned m = 0; m < MARKS; m++)
            w->marked[m] += e->marks >> m & 1;
    }
    return true;
}

static void begin_part(struct writing *w, enum lexicon_part p)
{
    size_t used = w->out->len - w->start;
    buf_add_zeros(w->out, (LEXICON_ALIGN - used % LEXICON_ALIGN) % LEXICON_ALIGN);
    w->header.part[p].at = w->out->len - w->start;
}

static void write_part(struct writing *w, enum lexicon_part p, const void *bytes, size_t size)
{
    begin_part(w, p);
    buf_add(w->out, bytes, size);
    w->header.part[p].size = size;
}

static bool write_graph(struct writing *w, struct reason *why)
{
    const struct lexicon_builder *b = w->b;
    struct graph_builder g = {0};
    uint32_t *start = malloc((b->words + (size_t)1) * sizeof *start);
    uint8_t *length = malloc(b->words + (size_t)1);
    bool ok = start && length;
    if (!ok)
        no_memory(why);
    for (uint32_t i = 0; ok && i < b->words; i++) {
        start[i] = nth(w, i)->start;
        length[i] = nth(w, i)->length;
    }
    struct word_list words = {(const uint8_t *)b->letters.at, start, length, b->words};
    ok = ok && graph_build(&g, &words, b->alphabet.size, why);
    if (ok) {
        const struct graph *built = &g.graph;
        w->header.dawg_cells = built->dawg_cells;
        w->header.forward = built->forward;
        w->header.around = built->around;
        write_part(w, PART_CELLS, built->cell, built->cells * sizeof *built->cell);
        write_part(w, PART_COUNTS, built->count, built->dawg_cells * sizeof *built->count);
        write_part(w, PART_LARGES, built->large, built->larges * sizeof *built->large);
    }
    graph_builder_release(&g);
    free(start);
    free(length);
    return ok;
}

static void write_info(struct writing *w)
{
    begin_part(w, PART_INFO);
    for (uint32_t i = 0; i < w->b->words; i++) {
        const struct entry *e = nth(w, i);
        unsigned tier = e->tier ? e->tier : TIERS;
        uint16_t info =
            (uint16_t)(e->length | (tier - 1) << INFO_TIER | (unsigned)e->classes << INFO_CLASSES |
                       (unsigned)e->marks << INFO_MARKS);
        buf_add(w->out, &info, sizeof info);
    }
    w->header.part[PART_INFO].size = w->b->words * sizeof(uint16_t);
}

static bool end_block(struct writing *w, uint32_t first_word, struct reason *why)
{
    uLongf packed = compressBound(w->block.len);
    char *room = buf_reserve(&w->definitions, packed);
    if (!room || !buf_ok(&w->block))
        return no_memory(why);
    if (compress2((Bytef *)room, &packed, (const Bytef *)w->block.at, w->block.len, 9) != Z_OK)
        return no_memory(why);
    struct lexicon_block block = {
        .first_word = first_word,
        .unpacked = (uint32_t)w->block.len,
        .at = w->definitions.len,
        .packed = (uint32_t)packed,
        .checksum = (uint32_t)XXH3_64bits(room, packed),
    };
    w->definitions.len += packed;
    buf_add(&w->blocks, &block, sizeof block);
    buf_clear(&w->block);
    return true;
}

// The word in small letters, where that is one of several ways to write it.
static void add_plain(const struct writing *w, const struct entry *e, struct buf *items)
{
    bool others = false;
    for (const struct item *i = e->first; i; i = i->next)
        others |= i->kind == ITEM_SPELLING;
    if (!e->plain || !others)
        return;
    struct buf text = {0};
    for (unsigned i = 0; i < e->length; i++) {
        char bytes[UTF8_MAX];
        buf_add(&text, bytes, utf8_put(w->b->alphabet.lower[entry_letters(w->b, e)[i]], bytes));
    }
    buf_add_byte(items, ITEM_SPELLING << ITEM_KIND);
    buf_add_varint(items, (uint32_t)text.len);
    buf_add_text(items, buf_text(&text));
    items->failed |= text.failed;
    buf_release(&text);
}

static void add_word(struct writing *w, const struct entry *e, const struct lemmas *lemmas,
                     uint32_t skipped)
{
    struct buf items = {0};
    add_plain(w, e, &items);
    for (const struct item *i = e->first; i; i = i->next) {
        buf_add_byte(&items, (unsigned char)(i->kind << ITEM_KIND | i->classes));
        buf_add_varint(&items, (uint32_t)i->text.len);
        buf_add_text(&items, i->text);
    }
    for (unsigned i = 0; i < lemmas->count; i++) {
        buf_add_byte(&items, (unsigned char)(ITEM_LEMMA << ITEM_KIND | lemmas->classes[i]));
        buf_add_varint(&items, w->number[lemmas->entry[i]]);
    }
    buf_add_varint(&w->block, skipped);
    buf_add_varint(&w->block, (uint32_t)items.len);
    buf_add_text(&w->block, buf_text(&items));
    w->block.failed |= items.failed;
    buf_release(&items);
}

static bool write_definitions(struct writing *w, struct reason *why)
{
    uint32_t first = 0, next = 0; // of the block; the word after the last one added
    for (uint32_t i = 0; i < w->b->words; i++) {
        const struct entry *e = nth(w, i);
        struct lemmas lemmas = lemmas_of(w, e);
        if (!e->first && !lemmas.count)
            continue;
        if (w->block.len == 0)
            first = next = i;
        add_word(w, e, &lemmas, i - next);
        next = i + 1;
        if (w->block.len > LEXICON_BLOCK_MAX)
            return refuse(why, MSG_LEXICON_TOO_MUCH_TEXT, "%s", "");
        if (w->block.len >= BLOCK_TARGET && !end_block(w, first, why))
            return false;
    }
    if (w->block.len && !end_block(w, first, why))
        return false;
    write_part(w, PART_BLOCKS, w->blocks.at, w->blocks.len);
    write_part(w, PART_DEFINITIONS, w->definitions.at, w->definitions.len);
    write_part(w, PART_DEFINED, w->defined.at, w->defined.len);
    return buf_ok(&w->blocks) && buf_ok(&w->definitions) ? true : no_memory(why);
}

static void write_meta(struct writing *w)
{
    static const char *const keys[TEXT_KINDS] = {"definitions", "synonyms", "glosses"};
    begin_part(w, PART_META);
    size_t from = w->out->len;
    buf_printf(w->out, "lang %s\n", w->b->alphabet.lang);
    buf_printf(w->out, "words %u\n", (unsigned)w->b->words);
    for (enum text_kind kind = 0; kind < TEXT_KINDS; kind++)
        buf_printf(w->out, "%s %u\n", keys[kind], (unsigned)w->counts.texts[kind]);
    buf_printf(w->out, "forms %u\n", (unsigned)w->counts.forms);
    buf_printf(w->out, "defined %u\n", (unsigned)w->counts.defined);
    for (unsigned m = 0; m < MARKS; m++)
        buf_printf(w->out, "%s %u\n", word_mark_key(1u << m), (unsigned)w->marked[m]);
    buf_add_text(w->out, buf_text(&w->b->meta));
    w->header.part[PART_META].size = w->out->len - from;
}

static bool write_all(struct writing *w, struct reason *why)
{
    const struct lexicon_builder *b = w->b;
    if (!sort_words(w, why) || !count_words(w, why))
        return false;
    buf_add_zeros(w->out, sizeof w->header);
    write_meta(w);
    if (!write_graph(w, why))
        return false;
    write_info(w);
    if (!write_definitions(w, why))
        return false;
    if (!buf_ok(w->out) || !buf_ok(&b->meta))
        return no_memory(why);
    struct lexicon_header *h = &w->header;
    char *file = w->out->at + w->start;
    memcpy(h->magic, LEXICON_MAGIC, sizeof h->magic);
    h->format = LEXICON_FORMAT;
    h->letters = b->alphabet.size;
    h->size = w->out->len - w->start;
    h->words = b->words;
    memcpy(file, h, sizeof *h);
    size_t from = offsetof(struct lexicon_header, words);
    h->checksum = XXH3_64bits(file + from, h->part[PART_DEFINITIONS].at - from);
    memcpy(file, h, sizeof *h);
    return true;
}

bool lexicon_builder_write(struct lexicon_builder *b, struct buf *out, struct reason *why)
{
    struct writing w = {.b = b, .out = out, .start = out->len};
    bool ok = write_all(&w, why);
    buf_release(&w.block);
    buf_release(&w.blocks);
    buf_release(&w.definitions);
    buf_release(&w.defined);
    free(w.order);
    free(w.number);
    return ok;
}
