#include "lexicon/lexicon_build.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"
#include "lexicon/format.h"
#include "lexicon/graph_build.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { BLOCK_TARGET = 32 * 1024 };

struct item {
    struct item *next;
    unsigned kind; // as in the file
    struct text text;
};

struct entry {
    uint32_t start; // of its letters
    uint8_t length;
    uint8_t classes;
    uint8_t tier; // 0: not named
    bool plain;   // it is also written as its letters in small
    struct item *first, *last;
};

struct lexicon_builder {
    struct alphabet alphabet;
    struct arena arena; // items and their texts
    struct buf letters;
    struct entry *entry;
    size_t entries, cap;
    uint32_t *slot; // open addressing: entry + 1
    uint32_t mask;
    uint32_t definitions;
    struct buf meta;
};

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

static const uint8_t *letters_of(const struct lexicon_builder *b, const struct entry *e)
{
    BUG_UNLESS(e);
    return (const uint8_t *)b->letters.at + e->start;
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
        if (e->length == w->len && memcmp(letters_of(b, e), w->letter, w->len) == 0)
            break;
    }
    return at;
}

static const struct entry *find_entry(const struct lexicon_builder *b, const struct word *w)
{
    uint32_t slot = b->slot[find_slot(b, w)];
    return slot ? &b->entry[slot - 1] : NULL;
}

static struct entry *edit_entry(struct lexicon_builder *b, const struct word *w)
{
    uint32_t slot = b->slot[find_slot(b, w)];
    return slot ? &b->entry[slot - 1] : NULL;
}

static bool grow_slots(struct lexicon_builder *b)
{
    uint32_t mask = b->mask * 2 + 1;
    uint32_t *slot = calloc(mask + (size_t)1, sizeof *slot);
    if (!slot)
        return false;
    for (uint32_t i = 0; i < b->entries; i++) {
        uint32_t at = hash(letters_of(b, &b->entry[i]), b->entry[i].length) & mask;
        while (slot[at])
            at = (at + 1) & mask;
        slot[at] = i + 1;
    }
    free(b->slot);
    b->slot = slot;
    b->mask = mask;
    return true;
}

static bool grow_entries(struct lexicon_builder *b)
{
    size_t cap = b->cap ? b->cap * 2 : 4096;
    struct entry *entry = realloc(b->entry, cap * sizeof *entry);
    if (!entry)
        return false;
    b->entry = entry;
    b->cap = cap;
    return true;
}

static struct entry *new_entry(struct lexicon_builder *b, const struct word *w)
{
    if (b->entries >= GRAPH_INDEX || (b->entries == b->cap && !grow_entries(b)) ||
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

bool lexicon_builder_add(struct lexicon_builder *b, const struct word *w, unsigned classes,
                         unsigned tier, struct reason *why)
{
    struct entry *e = edit_entry(b, w);
    BUG_UNLESS(w->len > 0 && classes <= CLASS_ALL && tier <= TIERS);
    if (!e)
        e = new_entry(b, w);
    if (!e)
        return b->entries >= GRAPH_INDEX ? refuse(why, MSG_LEXICON_TOO_MANY_WORDS, "%s", "")
                                         : no_memory(why);
    e->classes |= (uint8_t)classes;
    if (tier && (!e->tier || tier < e->tier))
        e->tier = (uint8_t)tier;
    return true;
}

bool lexicon_builder_has(const struct lexicon_builder *b, const struct word *w)
{
    return find_entry(b, w) != NULL;
}

bool lexicon_builder_nth(const struct lexicon_builder *b, uint32_t n, struct word *out)
{
    if (n >= b->entries)
        return false;
    out->len = b->entry[n].length;
    memcpy(out->letter, letters_of(b, &b->entry[n]), out->len);
    return true;
}

unsigned lexicon_builder_classes(const struct lexicon_builder *b, const struct word *w)
{
    const struct entry *e = find_entry(b, w);
    return e ? e->classes : 0;
}

static bool add_item(struct lexicon_builder *b, const struct word *w, unsigned kind,
                     struct text text, struct reason *why)
{
    struct entry *e = edit_entry(b, w);
    BUG_UNLESS(e);
    for (const struct item *i = e->first; i; i = i->next)
        if (i->kind == kind && text_equal(i->text, text))
            return true;
    struct item *item = arena_alloc(&b->arena, sizeof *item);
    if (!item || !arena_copy(&b->arena, text, &item->text))
        return no_memory(why);
    item->kind = kind;
    if (e->last)
        e->last->next = item;
    else
        e->first = item;
    e->last = item;
    b->definitions += !(kind & ITEM_SPELLING);
    return true;
}

bool lexicon_builder_define(struct lexicon_builder *b, const struct word *w, unsigned classes,
                            struct text text, struct reason *why)
{
    return text.len == 0 || add_item(b, w, classes & CLASS_ALL, text, why);
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
    if (!plain(&b->alphabet, w, spelling))
        return add_item(b, w, ITEM_SPELLING, spelling, why);
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
    return (uint32_t)b->entries;
}

uint32_t lexicon_builder_definitions(const struct lexicon_builder *b)
{
    return b->definitions;
}

static int compare_letters(const void *left, const void *right, void *context)
{
    const struct lexicon_builder *b = context;
    const struct entry *x = left, *y = right;
    size_t shared = x->length < y->length ? x->length : y->length;
    int order = memcmp(letters_of(b, x), letters_of(b, y), shared);
    return order ? order : x->length - y->length;
}

// The bytes while they are written.
struct writing {
    struct lexicon_builder *b;
    struct buf *out;
    size_t start; // of the file in `out`
    struct lexicon_header header;
    struct buf block, blocks, definitions;
};

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
    uint32_t *start = malloc((b->entries + 1) * sizeof *start);
    uint8_t *length = malloc(b->entries + 1);
    bool ok = start && length;
    if (!ok)
        no_memory(why);
    for (size_t i = 0; ok && i < b->entries; i++) {
        start[i] = b->entry[i].start;
        length[i] = b->entry[i].length;
    }
    struct word_list words = {(const uint8_t *)b->letters.at, start, length, (uint32_t)b->entries};
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
    for (size_t i = 0; i < w->b->entries; i++) {
        const struct entry *e = &w->b->entry[i];
        unsigned tier = e->tier ? e->tier : TIERS;
        uint16_t info =
            (uint16_t)(e->length | (tier - 1) << INFO_TIER | (unsigned)e->classes << INFO_CLASSES |
                       (unsigned)(e->first != NULL) << INFO_DEFINED);
        buf_add(w->out, &info, sizeof info);
    }
    w->header.part[PART_INFO].size = w->b->entries * sizeof(uint16_t);
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
        buf_add(&text, bytes, utf8_put(w->b->alphabet.lower[letters_of(w->b, e)[i]], bytes));
    }
    buf_add_byte(items, ITEM_SPELLING);
    buf_add_varint(items, (uint32_t)text.len);
    buf_add_text(items, buf_text(&text));
    items->failed |= text.failed;
    buf_release(&text);
}

static void add_word(struct writing *w, const struct entry *e, uint32_t skipped)
{
    struct buf items = {0};
    add_plain(w, e, &items);
    for (const struct item *i = e->first; i; i = i->next) {
        buf_add_byte(&items, (unsigned char)i->kind);
        buf_add_varint(&items, (uint32_t)i->text.len);
        buf_add_text(&items, i->text);
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
    for (uint32_t i = 0; i < w->b->entries; i++) {
        const struct entry *e = &w->b->entry[i];
        if (!e->first)
            continue;
        if (w->block.len == 0)
            first = next = i;
        add_word(w, e, i - next);
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
    return buf_ok(&w->blocks) && buf_ok(&w->definitions) ? true : no_memory(why);
}

static void write_meta(struct writing *w)
{
    begin_part(w, PART_META);
    size_t from = w->out->len;
    buf_printf(w->out, "lang %s\n", w->b->alphabet.lang);
    buf_printf(w->out, "words %zu\n", w->b->entries);
    buf_printf(w->out, "definitions %u\n", (unsigned)w->b->definitions);
    buf_add_text(w->out, buf_text(&w->b->meta));
    w->header.part[PART_META].size = w->out->len - from;
}

static bool write_all(struct writing *w, struct reason *why)
{
    struct lexicon_builder *b = w->b;
    qsort_r(b->entry, b->entries, sizeof *b->entry, compare_letters, b);
    memset(b->slot, 0, (b->mask + (size_t)1) * sizeof *b->slot); // the order has changed
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
    h->words = (uint32_t)b->entries;
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
    return ok;
}
