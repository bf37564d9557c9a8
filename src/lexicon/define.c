// The part of lexicon.h that unpacks definitions: apart from the rest because it needs zlib, for
// which the browser's build has something smaller (wasm/inflate_small.h).
#include "lexicon/format.h"
#include "lexicon/lexicon.h"

#include <stdlib.h>
#include <zlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static bool bad_block(struct reason *why)
{
    return refuse(why, MSG_LEXICON_BAD_BLOCK, "%s", "");
}

// Takes a varint off the front.
static bool take_number(struct text *rest, uint32_t *out)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 35 && rest->len; shift += 7) {
        unsigned char byte = (unsigned char)rest->at[0];
        *rest = text_from(*rest, 1);
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) {
            *out = (uint32_t)value;
            return value <= UINT32_MAX;
        }
    }
    return false;
}

// Takes a length and that many bytes.
static bool take_text(struct text *rest, struct text *out)
{
    uint32_t len;
    if (!take_number(rest, &len) || len > rest->len)
        return false;
    *out = text_head(*rest, len);
    *rest = text_from(*rest, len);
    return true;
}

// The unpacked block, to be freed; NULL where it is damaged.
static char *unpack_block(const struct lexicon *lex, const struct lexicon_block *b)
{
    const char *packed = lex->definitions.at + b->at;
    uLongf size = b->unpacked;
    if ((uint32_t)XXH3_64bits(packed, b->packed) != b->checksum)
        return NULL;
    char *bytes = malloc(b->unpacked + (size_t)1);
    if (bytes && (uncompress((Bytef *)bytes, &size, (const Bytef *)packed, b->packed) != Z_OK ||
                  size != b->unpacked)) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

// The block that would hold the word: the last that does not begin after it.
static const struct lexicon_block *find_block(const struct lexicon *lex, uint32_t index)
{
    uint32_t low = 0, high = lex->blocks;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lex->block[middle].first_word <= index)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &lex->block[low - 1] : NULL;
}

// One word's items to the sink. False where the bytes are wrong.
static bool read_items(struct text items, definition_sink_fn *sink, void *context)
{
    while (items.len) {
        unsigned kind = (unsigned char)items.at[0];
        struct definition d = {.spelling = kind & ITEM_SPELLING, .classes = kind & CLASS_ALL};
        items = text_from(items, 1);
        if (!take_text(&items, &d.text))
            return false;
        if (!sink(context, &d))
            return true;
    }
    return true;
}

// Takes the next word off a block: its number and its items.
static bool take_word(struct text *rest, uint32_t *word, struct text *items)
{
    uint32_t skip;
    if (!take_number(rest, &skip) || skip > UINT32_MAX - *word || !take_text(rest, items))
        return false;
    *word += skip;
    return true;
}

static bool search_block(struct text rest, uint32_t first, uint32_t index, definition_sink_fn *sink,
                         void *context)
{
    struct text items;
    for (uint32_t word = first; rest.len; word++) {
        if (!take_word(&rest, &word, &items))
            return false;
        if (word == index)
            return read_items(items, sink, context);
        if (word > index)
            break;
    }
    return true;
}

bool lexicon_define(const struct lexicon *lex, uint32_t index, definition_sink_fn *sink,
                    void *context, struct reason *why)
{
    const struct lexicon_block *b = find_block(lex, index);
    if (!b || !lexicon_info(lex, index).defined)
        return true;
    char *bytes = unpack_block(lex, b);
    if (!bytes)
        return bad_block(why);
    bool ok = search_block((struct text){bytes, b->unpacked}, b->first_word, index, sink, context);
    free(bytes);
    return ok || bad_block(why);
}

static bool count_item(void *context, const struct definition *d)
{
    *(uint32_t *)context += !d->spelling;
    return true;
}

// Every word of the block, each of which must be marked as defined.
static bool check_block(const struct lexicon *lex, struct text rest, uint32_t first, uint32_t limit,
                        uint32_t *definitions)
{
    struct text items;
    for (uint32_t word = first; rest.len; word++)
        if (!take_word(&rest, &word, &items) || word >= limit || !lexicon_info(lex, word).defined ||
            !read_items(items, count_item, definitions))
            return false;
    return true;
}

bool lexicon_check_definitions(const struct lexicon *lex, uint32_t *definitions, struct reason *why)
{
    bool ok = true;
    *definitions = 0;
    for (uint32_t i = 0; i < lex->blocks && ok; i++) {
        const struct lexicon_block *b = &lex->block[i];
        uint32_t limit = i + 1 < lex->blocks ? b[1].first_word : lex->graph.words;
        char *bytes = unpack_block(lex, b);
        ok = bytes &&
             check_block(lex, (struct text){bytes, b->unpacked}, b->first_word, limit, definitions);
        free(bytes);
    }
    return ok || bad_block(why);
}
