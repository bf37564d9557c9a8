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

// Takes an item off the front. A lemma's number is in `lemma`.
static bool take_item(struct text *items, unsigned *kind, struct definition *d, uint32_t *lemma)
{
    unsigned byte = (unsigned char)items->at[0];
    *kind = byte >> ITEM_KIND;
    *d = (struct definition){.spelling = *kind == ITEM_SPELLING, .classes = byte & CLASS_ALL};
    if (*kind < TEXT_KINDS)
        d->kind = (enum text_kind)(byte >> ITEM_KIND);
    *items = text_from(*items, 1);
    if (*kind > ITEM_SPELLING)
        return false;
    return *kind == ITEM_LEMMA ? take_number(items, lemma) : take_text(items, &d->text);
}

// A query about a word, and the lemmas that its items name.
struct question {
    definition_sink_fn *sink;
    void *context;
    struct text lemma;    // the word asked about is a lemma
    unsigned lemma_class; // as these classes; 0: as any
    uint32_t lemmas[LEMMAS_MAX];
    unsigned classes[LEMMAS_MAX];
    unsigned count;
    bool stopped;
};

// Does a text say something of the word as one of these classes?
static bool has_class(struct text items, unsigned classes)
{
    while (items.len) {
        unsigned kind;
        struct definition d;
        uint32_t lemma;
        if (!take_item(&items, &kind, &d, &lemma))
            return false;
        if (kind < TEXT_KINDS && (d.classes & classes))
            return true;
    }
    return false;
}

// WALKED is the verb WALK, not the noun.
static bool is_meant(const struct question *q, unsigned wanted, const struct definition *d)
{
    return !(d->spelling && q->lemma.len) && (!wanted || !d->classes || (d->classes & wanted));
}

// One word's items to the sink. False where the bytes are wrong.
static bool read_items(struct text items, struct question *q)
{
    unsigned wanted = has_class(items, q->lemma_class) ? q->lemma_class : 0;
    while (items.len && !q->stopped) {
        unsigned kind;
        struct definition d;
        uint32_t lemma;
        if (!take_item(&items, &kind, &d, &lemma))
            return false;
        d.lemma = q->lemma;
        if (kind == ITEM_LEMMA && q->count < LEMMAS_MAX) {
            q->classes[q->count] = d.classes;
            q->lemmas[q->count++] = lemma;
        } else if (kind != ITEM_LEMMA && is_meant(q, wanted, &d)) {
            q->stopped = !q->sink(q->context, &d);
        }
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

static bool search_block(struct text rest, uint32_t first, uint32_t index, struct question *q)
{
    struct text items;
    for (uint32_t word = first; rest.len; word++) {
        if (!take_word(&rest, &word, &items))
            return false;
        if (word == index)
            return read_items(items, q);
        if (word > index)
            break;
    }
    return true;
}

static bool ask(const struct lexicon *lex, uint32_t index, struct question *q)
{
    const struct lexicon_block *b = find_block(lex, index);
    if (!b)
        return true;
    char *bytes = unpack_block(lex, b);
    bool ok = bytes && search_block((struct text){bytes, b->unpacked}, b->first_word, index, q);
    free(bytes);
    return ok;
}

// Delivers the texts about a lemma. Its own lemmas do not matter: the builder has followed them.
static bool ask_lemma(const struct lexicon *lex, unsigned number, struct question *q)
{
    uint32_t lemma = q->lemmas[number];
    struct question about = {
        .sink = q->sink, .context = q->context, .lemma_class = q->classes[number]};
    struct buf text = {0};
    struct word w;
    if (lemma >= lex->graph.words)
        return false;
    lexicon_nth(lex, lemma, &w);
    alphabet_print(&lex->alphabet, &w, &text);
    about.lemma = buf_text(&text);
    bool ok = buf_ok(&text) && ask(lex, lemma, &about);
    q->stopped = about.stopped;
    buf_release(&text);
    return ok;
}

bool lexicon_define(const struct lexicon *lex, uint32_t index, definition_sink_fn *sink,
                    void *context, struct reason *why)
{
    struct question q = {.sink = sink, .context = context};
    bool ok = ask(lex, index, &q);
    for (unsigned i = 0; i < q.count && ok && !q.stopped; i++)
        ok = ask_lemma(lex, i, &q);
    return ok || bad_block(why);
}

// Called with the items of one word; false if they are wrong, or to stop.
typedef bool items_fn(void *context, uint32_t word, struct text items);

static bool walk_block(struct text rest, uint32_t first, uint32_t limit, items_fn *visit,
                       void *context)
{
    struct text items;
    for (uint32_t word = first; rest.len; word++)
        if (!take_word(&rest, &word, &items) || word >= limit || !visit(context, word, items))
            return false;
    return true;
}

// All words that have items, in order. Each block is unpacked once.
static bool walk_blocks(const struct lexicon *lex, items_fn *visit, void *context)
{
    bool ok = true;
    for (uint32_t i = 0; i < lex->blocks && ok; i++) {
        const struct lexicon_block *b = &lex->block[i];
        uint32_t limit = i + 1 < lex->blocks ? b[1].first_word : lex->graph.words;
        char *bytes = unpack_block(lex, b);
        ok = bytes &&
             walk_block((struct text){bytes, b->unpacked}, b->first_word, limit, visit, context);
        free(bytes);
    }
    return ok;
}

struct walk {
    own_text_sink_fn *sink;
    void *context;
    bool stopped;
};

static bool pass_items(void *context, uint32_t word, struct text items)
{
    struct walk *w = context;
    while (items.len && !w->stopped) {
        unsigned kind;
        struct definition d;
        uint32_t lemma;
        if (!take_item(&items, &kind, &d, &lemma))
            return false;
        w->stopped = kind != ITEM_LEMMA && !w->sink(w->context, word, &d);
    }
    return !w->stopped;
}

bool lexicon_own_texts(const struct lexicon *lex, own_text_sink_fn *sink, void *context,
                       struct reason *why)
{
    struct walk w = {.sink = sink, .context = context};
    return walk_blocks(lex, pass_items, &w) || w.stopped || bad_block(why);
}

struct count {
    const struct lexicon *lex;
    struct text_counts *counts;
};

// Counts one word's items, which must be such as the bit of PART_DEFINED says.
static bool check_items(void *context, uint32_t word, struct text items)
{
    const struct count *c = context;
    unsigned texts = 0, lemmas = 0;
    while (items.len) {
        unsigned kind;
        struct definition d;
        uint32_t lemma = 0;
        if (!take_item(&items, &kind, &d, &lemma))
            return false;
        if (kind == ITEM_LEMMA && (lemma >= c->lex->graph.words || lemma == word))
            return false;
        if (kind < TEXT_KINDS)
            c->counts->texts[kind]++;
        texts += kind < TEXT_KINDS;
        lemmas += kind == ITEM_LEMMA;
    }
    c->counts->forms += lemmas > 0;
    c->counts->defined += texts + lemmas > 0;
    return lemmas <= LEMMAS_MAX && lexicon_info(c->lex, word).defined == (texts + lemmas > 0);
}

static uint32_t count_defined(const struct lexicon *lex)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < lex->graph.words; i++)
        count += lexicon_info(lex, i).defined;
    return count;
}

bool lexicon_check_definitions(const struct lexicon *lex, struct text_counts *counts,
                               struct reason *why)
{
    struct count c = {.lex = lex, .counts = counts};
    *counts = (struct text_counts){0};
    bool ok = walk_blocks(lex, check_items, &c) &&
              counts->defined == count_defined(lex); // no bit without a word in a block
    return ok || bad_block(why);
}
