#include "lexicon/pack.h"

#include "lexicon/format.h"
#include "lexicon/pack_words.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// Begins a pack. The meta text and then the coded bytes follow.
struct pack_header {
    char magic[8];
    uint32_t format;
    uint32_t letters;
    uint64_t checksum; // XXH3 of all that follows this field
    uint64_t lexicon;  // the checksum of the lexicon
    uint32_t words;
    uint32_t cells; // of its graph, with the ways around
    uint32_t meta;  // bytes
    uint32_t coded; // bytes; of unpacked words: those of the image of a file, at IMAGE_AT
    uint64_t definitions_at;
    uint64_t definitions_size;
    uint64_t index_size; // of the definitions, which they begin with
    uint64_t texts_size;
};

enum { IMAGE_AT = 2 * LEXICON_ALIGN };
static_assert(sizeof(struct pack_header) <= IMAGE_AT, "the header lies before the image");

static struct text from_checksum(struct text bytes)
{
    return text_from(bytes, offsetof(struct pack_header, lexicon));
}

static bool no_memory(struct reason *why)
{
    return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

void lexicon_pack_name(const struct lexicon *lex, char name[PACK_NAME])
{
    uint64_t both[] = {lex->checksum, PACK_FORMAT, lex->definitions.len};
    snprintf(name, PACK_NAME, "%016llx", (unsigned long long)XXH3_64bits(both, sizeof both));
}

// --- Packing.

static bool code_words(const struct lexicon *lex, struct buf *coded, struct reason *why)
{
    struct range_coder *c = range_coder_new();
    if (!c)
        return no_memory(why);
    range_coder_write(c, coded);
    bool ok = pack_dawg(c, &lex->graph) && pack_info(c, &lex->graph, lex->info);
    range_coder_end(c);
    range_coder_free(c);
    return (ok && buf_ok(coded)) || no_memory(why);
}

static struct pack_header describe(const struct lexicon *lex, const struct lexicon_header *file,
                                   size_t coded)
{
    uint64_t at = file->part[PART_BLOCKS].at;
    struct pack_header h = {.format = PACK_FORMAT,
                            .letters = lex->graph.letters,
                            .lexicon = lex->checksum,
                            .words = lex->graph.words,
                            .cells = lex->graph.cells,
                            .meta = (uint32_t)lex->meta.len,
                            .coded = (uint32_t)coded,
                            .definitions_at = at,
                            .definitions_size = file->size - at,
                            .index_size = file->part[PART_BLOCKS].size,
                            .texts_size = file->part[PART_DEFINITIONS].size};
    memcpy(h.magic, PACK_MAGIC, sizeof h.magic);
    return h;
}

bool lexicon_pack(const struct lexicon *lex, struct buf *out, struct reason *why)
{
    struct buf coded = {0};
    struct lexicon_header file;
    size_t start = out->len;
    if (!code_words(lex, &coded, why)) {
        buf_release(&coded);
        return false;
    }
    // A lexicon that is open lies behind its header.
    memcpy(&file, lex->bytes.at, sizeof file);
    struct pack_header h = describe(lex, &file, coded.len);
    buf_add(out, &h, sizeof h);
    buf_add_text(out, lex->meta);
    buf_add_text(out, buf_text(&coded));
    buf_release(&coded);
    if (!buf_ok(out))
        return no_memory(why);
    struct text hashed = from_checksum(text_from(buf_text(out), start));
    h.checksum = XXH3_64bits(hashed.at, hashed.len);
    memcpy(out->at + start, &h, sizeof h);
    return true;
}

// --- Unpacking.

struct unpacking {
    struct unpacked *u;
    struct pack_header header;
    struct text meta, coded;
    bool plain; // `coded` is the image
    struct range_coder *coder;
    struct graph_builder builder;
    const char *name;
    struct reason *why;
};

static bool damaged(const struct unpacking *p)
{
    return refuse(p->why, MSG_LEXICON_DAMAGED, "%s\tpack", p->name);
}

static bool is_plain(struct text bytes)
{
    return bytes.len >= 8 && memcmp(bytes.at, WORDS_MAGIC, 8) == 0;
}

bool is_packed(struct text bytes)
{
    return is_plain(bytes) || (bytes.len >= 8 && memcmp(bytes.at, PACK_MAGIC, 8) == 0);
}

static bool check_header(struct unpacking *p, struct text bytes)
{
    struct pack_header *h = &p->header;
    if (!is_packed(bytes))
        return refuse(p->why, MSG_LEXICON_NOT_ONE, "%s", p->name);
    if (bytes.len < sizeof *h)
        return refuse(p->why, MSG_LEXICON_TRUNCATED, "%s\t%zu\t%zu", p->name, sizeof *h, bytes.len);
    memcpy(h, bytes.at, sizeof *h);
    if (h->format != PACK_FORMAT)
        return refuse(p->why, MSG_LEXICON_VERSION, "%s\t%u\t%d", p->name, (unsigned)h->format,
                      PACK_FORMAT);
    bool plain = is_plain(bytes);
    size_t size = plain ? IMAGE_AT + (size_t)h->coded : sizeof *h + (size_t)h->meta + h->coded;
    if (bytes.len != size)
        return refuse(p->why, MSG_LEXICON_TRUNCATED, "%s\t%zu\t%zu", p->name, size, bytes.len);
    struct text hashed = from_checksum(bytes);
    if (XXH3_64bits(hashed.at, hashed.len) != h->checksum)
        return refuse(p->why, MSG_LEXICON_CHECKSUM, "%s", p->name);
    if (h->words > GRAPH_INDEX || h->cells > GRAPH_INDEX || h->letters < 1 ||
        h->letters > LETTERS_MAX)
        return damaged(p);
    p->meta = text_head(text_from(bytes, sizeof *h), plain ? 0 : h->meta);
    p->coded = plain ? text_from(bytes, IMAGE_AT) : text_from(bytes, sizeof *h + (size_t)h->meta);
    p->plain = plain;
    return true;
}

static bool read_dawg(struct unpacking *p)
{
    struct graph_store s;
    p->builder = (struct graph_builder){.graph = {.letters = p->header.letters}};
    bool ok = graph_store_init(&s, &p->builder) &&
              (p->header.words == 0 || unpack_dawg(p->coder, &s)) && graph_store_end_dawg(&s);
    graph_store_release(&s);
    if (!ok || p->builder.graph.words != p->header.words)
        return damaged(p);
    return true;
}

static size_t aligned(size_t size)
{
    return (size + LEXICON_ALIGN - 1) / LEXICON_ALIGN * LEXICON_ALIGN;
}

// Where the parts of a file with only the DAWG lie.
static struct lexicon_header layout(const struct unpacking *p)
{
    const struct graph *g = &p->builder.graph;
    const size_t size[PARTS] = {[PART_META] = p->meta.len,
                                [PART_CELLS] = g->dawg_cells * sizeof *g->cell,
                                [PART_COUNTS] = g->dawg_cells * sizeof *g->count,
                                [PART_LARGES] = g->larges * sizeof *g->large,
                                [PART_INFO] = g->words * sizeof(uint16_t),
                                [PART_DEFINED] = (g->words + (size_t)7) / 8};
    struct lexicon_header h = {.format = LEXICON_FORMAT,
                               .letters = g->letters,
                               .words = g->words,
                               .dawg_cells = g->dawg_cells,
                               .forward = g->forward};
    size_t end = sizeof h;
    memcpy(h.magic, LEXICON_MAGIC, sizeof h.magic);
    for (int i = 0; i < PARTS; i++) {
        h.part[i].at = aligned(end);
        h.part[i].size = size[i];
        end = h.part[i].at + size[i];
    }
    h.size = end;
    return h;
}

static void put_part(char *image, const struct lexicon_header *h, enum lexicon_part part,
                     const void *bytes)
{
    if (h->part[part].size)
        memcpy(image + h->part[part].at, bytes, h->part[part].size);
}

// Room for the image of a file, so that lexicon_open() can check it like any other.
static char *new_image(struct unpacking *p, size_t size)
{
    struct unpacked *u = p->u;
    u->image = aligned_alloc(LEXICON_ALIGN, aligned(IMAGE_AT + size));
    if (!u->image) {
        (void)no_memory(p->why);
        return NULL;
    }
    memset(u->image, 0, aligned(IMAGE_AT + size));
    u->image_size = IMAGE_AT + size;
    return u->image + IMAGE_AT;
}

static bool make_image(struct unpacking *p, struct lexicon_header *h)
{
    const struct graph *g = &p->builder.graph;
    *h = layout(p);
    char *image = h->size <= UINT32_MAX ? new_image(p, h->size) : NULL;
    if (!image)
        return false;
    put_part(image, h, PART_META, p->meta.at);
    put_part(image, h, PART_CELLS, g->cell);
    put_part(image, h, PART_COUNTS, g->count);
    put_part(image, h, PART_LARGES, g->large);
    if (!unpack_info(p->coder, g, (uint16_t *)(void *)(image + h->part[PART_INFO].at)))
        return damaged(p);
    memcpy(image, h, sizeof *h);
    size_t from = offsetof(struct lexicon_header, words);
    h->checksum = XXH3_64bits(image + from, h->part[PART_DEFINITIONS].at - from);
    memcpy(image, h, sizeof *h);
    return true;
}

// Describes the image, so that unpacked_bytes() can be read again.
static void add_header(const struct unpacking *p)
{
    struct pack_header h = p->header;
    struct text all = unpacked_bytes(p->u), hashed = from_checksum(all);
    memcpy(h.magic, WORDS_MAGIC, sizeof h.magic);
    h.coded = (uint32_t)(all.len - IMAGE_AT);
    memcpy(p->u->image, &h, sizeof h);
    h.checksum = XXH3_64bits(hashed.at, hashed.len);
    memcpy(p->u->image, &h, sizeof h);
}

static bool decode(struct unpacking *p)
{
    struct lexicon_header h;
    p->coder = range_coder_new();
    if (!p->coder)
        return no_memory(p->why);
    range_coder_read(p->coder, p->coded);
    if (!read_dawg(p) || !make_image(p, &h))
        return false;
    if (!range_coder_end(p->coder))
        return damaged(p);
    add_header(p);
    return true;
}

static bool copy(struct unpacking *p, struct text bytes)
{
    if (!new_image(p, p->coded.len))
        return false;
    memcpy(p->u->image, bytes.at, bytes.len);
    return true;
}

static bool read_words(struct unpacking *p, struct text bytes)
{
    struct lexicon *lex = &p->u->lexicon;
    if (!(p->plain ? copy(p, bytes) : decode(p)))
        return false;
    if (!lexicon_open(lex, text_from(unpacked_bytes(p->u), IMAGE_AT), p->name, p->why))
        return false;
    if (lex->graph.words != p->header.words || lex->graph.cells != lex->graph.dawg_cells)
        return damaged(p);
    lex->checksum = p->header.lexicon;
    lexicon_promise_around(lex, p->header.cells);
    p->u->definitions_at = p->header.definitions_at;
    p->u->definitions_size = p->header.definitions_size;
    p->u->index_size = p->header.index_size;
    p->u->texts_size = p->header.texts_size;
    return true;
}

bool lexicon_unpack(struct unpacked *u, struct text bytes, const char *name, struct reason *why)
{
    struct unpacking p = {.u = u, .name = name, .why = why};
    *u = (struct unpacked){0};
    bool ok = check_header(&p, bytes) && read_words(&p, bytes);
    range_coder_free(p.coder);
    graph_builder_release(&p.builder);
    return ok;
}

struct text unpacked_bytes(const struct unpacked *u)
{
    return (struct text){u->image, u->image_size};
}

void unpacked_release(struct unpacked *u)
{
    if (u->lexicon.info)
        lexicon_release(&u->lexicon);
    free(u->image);
    free(u->texts);
    *u = (struct unpacked){0};
}

bool unpacked_is_whole(const struct unpacked *u)
{
    return u->texts || !u->texts_size;
}

bool unpacked_define(struct unpacked *u, char *bytes, size_t len)
{
    size_t words = (u->lexicon.graph.words + (size_t)7) / 8;
    uint64_t texts = aligned(u->index_size), defined = aligned(texts + u->texts_size);
    if (len != u->definitions_size || u->index_size > len || u->texts_size > len || defined > len ||
        len - defined != words || u->texts ||
        !lexicon_set_definitions(&u->lexicon, (struct text){bytes, u->index_size},
                                 (struct text){bytes + texts, u->texts_size}))
        return false;
    u->lexicon.defined = (const uint8_t *)bytes + defined;
    u->texts = bytes;
    return true;
}
