#include "lexicon/lexicon.h"

#include "lexicon/format.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// The file while it is opened.
struct opening {
    struct lexicon *lex;
    struct lexicon_header header;
    struct text bytes;
    const char *name;
    struct reason *why;
};

static bool damaged(const struct opening *o, const char *part)
{
    return refuse(o->why, MSG_LEXICON_DAMAGED, "%s\t%s", o->name, part);
}

static bool check_header(struct opening *o)
{
    struct lexicon_header *h = &o->header;
    if (o->bytes.len < sizeof h->magic || memcmp(o->bytes.at, LEXICON_MAGIC, sizeof h->magic) != 0)
        return refuse(o->why, MSG_LEXICON_NOT_ONE, "%s", o->name);
    if (o->bytes.len < sizeof *h)
        return refuse(o->why, MSG_LEXICON_TRUNCATED, "%s\t%zu\t%zu", o->name, sizeof *h,
                      o->bytes.len);
    memcpy(h, o->bytes.at, sizeof *h);
    if (h->format != LEXICON_FORMAT)
        return refuse(o->why, MSG_LEXICON_VERSION, "%s\t%u\t%d", o->name, (unsigned)h->format,
                      LEXICON_FORMAT);
    if (h->size != o->bytes.len)
        return refuse(o->why, MSG_LEXICON_TRUNCATED, "%s\t%llu\t%zu", o->name,
                      (unsigned long long)h->size, o->bytes.len);
    return true;
}

// The parts lie in the file, in order, and do not overlap.
static bool check_parts(struct opening *o)
{
    uint64_t end = sizeof o->header;
    for (int i = 0; i < PARTS; i++) {
        uint64_t at = o->header.part[i].at, size = o->header.part[i].size;
        if (at % LEXICON_ALIGN || at < end || at > o->bytes.len || size > o->bytes.len - at)
            return damaged(o, "parts");
        end = at + size;
    }
    return true;
}

static bool check_checksum(struct opening *o)
{
    size_t from = offsetof(struct lexicon_header, words);
    size_t to = o->header.part[PART_DEFINITIONS].at;
    if (XXH3_64bits(o->bytes.at + from, to - from) != o->header.checksum)
        return refuse(o->why, MSG_LEXICON_CHECKSUM, "%s", o->name);
    o->lex->checksum = o->header.checksum;
    o->lex->bytes = o->bytes;
    return true;
}

static const void *part(const struct opening *o, enum lexicon_part p)
{
    return o->bytes.at + o->header.part[p].at;
}

// A part with exactly this many elements.
static bool has(const struct opening *o, enum lexicon_part p, uint64_t count, size_t size)
{
    return o->header.part[p].size == count * size;
}

static bool open_graph(struct opening *o)
{
    const struct lexicon_header *h = &o->header;
    uint64_t cells = h->part[PART_CELLS].size / sizeof(uint32_t);
    uint64_t larges = h->part[PART_LARGES].size / sizeof(struct graph_large);
    if (cells == 0 || cells > GRAPH_INDEX || !has(o, PART_CELLS, cells, sizeof(uint32_t)) ||
        h->dawg_cells > cells || h->dawg_cells == 0 ||
        !has(o, PART_COUNTS, h->dawg_cells, sizeof(uint16_t)) || larges > cells ||
        !has(o, PART_LARGES, larges, sizeof(struct graph_large)))
        return damaged(o, "graph");
    o->lex->graph = (struct graph){
        .cell = part(o, PART_CELLS),
        .count = part(o, PART_COUNTS),
        .large = part(o, PART_LARGES),
        .cells = (uint32_t)cells,
        .dawg_cells = h->dawg_cells,
        .larges = (uint32_t)larges,
        .letters = h->letters,
        .words = h->words,
        .forward = h->forward,
        .around = h->around,
    };
    return graph_check(&o->lex->graph, o->name, o->why);
}

bool lexicon_set_definitions(struct lexicon *lex, struct text index, struct text texts)
{
    uint64_t blocks = index.len / sizeof(struct lexicon_block), next_word = 0;
    const struct lexicon_block *block = (const void *)index.at;
    if (index.len % sizeof *block || blocks > UINT32_MAX)
        return false;
    for (uint64_t i = 0; i < blocks; i++) {
        if (block[i].first_word < next_word || block[i].first_word >= lex->graph.words ||
            block[i].unpacked > LEXICON_BLOCK_MAX || block[i].at > texts.len ||
            block[i].packed > texts.len - block[i].at)
            return false;
        next_word = block[i].first_word + UINT64_C(1);
    }
    lex->block = block;
    lex->blocks = (uint32_t)blocks;
    lex->definitions = texts;
    return true;
}

static struct text part_text(const struct opening *o, enum lexicon_part p)
{
    return (struct text){part(o, p), o->header.part[p].size};
}

static bool open_blocks(struct opening *o)
{
    return lexicon_set_definitions(o->lex, part_text(o, PART_BLOCKS),
                                   part_text(o, PART_DEFINITIONS)) ||
           damaged(o, "definitions");
}

static bool open_meta(struct opening *o)
{
    struct text lang;
    o->lex->meta = (struct text){part(o, PART_META), o->header.part[PART_META].size};
    if (!lexicon_meta(o->lex, "lang", 0, &lang) || !alphabet_load(&o->lex->alphabet, lang, NULL) ||
        o->lex->alphabet.size != o->header.letters)
        return damaged(o, "lang");
    return true;
}

static bool open_info(struct opening *o)
{
    o->lex->info = part(o, PART_INFO);
    o->lex->defined = part(o, PART_DEFINED);
    return (has(o, PART_INFO, o->header.words, sizeof *o->lex->info) &&
            has(o, PART_DEFINED, (o->header.words + UINT64_C(7)) / 8, 1)) ||
           damaged(o, "words");
}

// Tables computed from the file. The last step, because only it allocates and can fail by that.
static bool add_own(struct opening *o)
{
    o->lex->starts = malloc(GRAPH_STARTS * sizeof *o->lex->starts);
    o->lex->views = lexicon_views_new();
    if (!o->lex->starts || !o->lex->views) {
        free(o->lex->starts);
        lexicon_views_free(o->lex->views);
        return refuse(o->why, MSG_OUT_OF_MEMORY, "%s", "");
    }
    for (uint32_t i = 0; i < o->header.words; i++)
        o->lex->marked |= o->lex->info[i] >> INFO_MARKS & MARK_ALL;
    graph_find_starts(&o->lex->graph, o->lex->starts);
    o->lex->graph.starts = o->lex->starts;
    return true;
}

bool lexicon_open(struct lexicon *lex, struct text bytes, const char *name, struct reason *why)
{
    struct opening o = {.lex = lex, .bytes = bytes, .name = name, .why = why};
    *lex = (struct lexicon){0};
    bool ok = check_header(&o) && check_parts(&o) && check_checksum(&o) && open_meta(&o) &&
              open_graph(&o) && open_info(&o) && open_blocks(&o) && add_own(&o);
    if (!ok)
        *lex = (struct lexicon){0};
    return ok;
}

void lexicon_release(struct lexicon *lex)
{
    free(lex->starts);
    free(lex->cells);
    lexicon_views_free(lex->views);
    *lex = (struct lexicon){0};
}

bool lexicon_meta(const struct lexicon *lex, const char *key, unsigned n, struct text *value)
{
    struct text rest = lex->meta, line;
    while (text_next_line(&rest, &line)) {
        if (text_is(text_cut(&line, ' '), key) && n-- == 0) {
            *value = line;
            return true;
        }
    }
    return false;
}

uint32_t lexicon_meta_number(const struct lexicon *lex, const char *key)
{
    struct text value;
    uint32_t number = 0;
    return lexicon_meta(lex, key, 0, &value) && text_to_u32(value, &number) ? number : 0;
}

// The graph that numbers the words.
static const struct graph *numbered(const struct lexicon *lex)
{
    return lex->whole ? &lex->numbered : &lex->graph;
}

static unsigned marks_of(const struct lexicon *lex, uint32_t index)
{
    return lex->info[index] >> INFO_MARKS & MARK_ALL;
}

bool lexicon_find(const struct lexicon *lex, const struct word *w, uint32_t *index)
{
    return graph_index(numbered(lex), w, index) && !(marks_of(lex, *index) & lex->without);
}

unsigned lexicon_left_out(const struct lexicon *lex, const struct word *w)
{
    uint32_t index;
    return graph_index(numbered(lex), w, &index) ? marks_of(lex, index) & lex->without : 0;
}

void lexicon_nth(const struct lexicon *lex, uint32_t index, struct word *out)
{
    graph_nth(numbered(lex), index, out);
}

static struct word_info unpack(uint16_t info)
{
    return (struct word_info){
        .length = info & 63,
        .tier = (info >> INFO_TIER & 7) + 1u,
        .classes = info >> INFO_CLASSES & CLASS_ALL,
        .marks = info >> INFO_MARKS & MARK_ALL,
    };
}

struct word_info lexicon_info(const struct lexicon *lex, uint32_t index)
{
    struct word_info info = unpack(lex->info[index]);
    info.defined = lex->defined[index / 8] >> index % 8 & 1;
    return info;
}

unsigned lexicon_classes(const struct lexicon *lex, uint32_t index)
{
    return lex->info[index] >> INFO_CLASSES & CLASS_ALL;
}

bool lexicon_has_classes(const struct lexicon *lex)
{
    for (uint32_t i = 0; i < lex->graph.words; i++)
        if (unpack(lex->info[i]).classes)
            return true;
    return false;
}

bool word_filter_passes(const struct word_filter *f, const struct word_info *info)
{
    return info->length >= f->min_length && (!f->max_length || info->length <= f->max_length) &&
           (!f->classes || (info->classes & f->classes)) &&
           (!f->max_tier || info->tier <= f->max_tier) && !(info->marks & f->without);
}

// A filter over packed infos: these functions look at every word there is.
struct packed_filter {
    uint16_t shortest, longest, max_tier; // the tier from 0
    uint16_t classes, any; // the bits where they are; all bits where any class will do
    uint16_t without;
};

static struct packed_filter packed(const struct lexicon *lex, const struct word_filter *f)
{
    unsigned shortest = f->min_length <= WORD_MAX ? f->min_length : WORD_MAX + 1u;
    unsigned longest = f->max_length && f->max_length < WORD_MAX ? f->max_length : WORD_MAX;
    unsigned tier = f->max_tier && f->max_tier < TIERS ? f->max_tier : TIERS;
    return (struct packed_filter){.shortest = (uint16_t)shortest,
                                  .longest = (uint16_t)longest,
                                  .max_tier = (uint16_t)(tier - 1),
                                  .classes = (uint16_t)(f->classes << INFO_CLASSES),
                                  .any = f->classes ? 0 : UINT16_MAX,
                                  .without = (uint16_t)((f->without | lex->without) << INFO_MARKS)};
}

static inline bool passes(const struct packed_filter *f, uint16_t info)
{
    uint16_t length = info & 63, tier = info >> INFO_TIER & 7, classes = info & f->classes;
    return (length >= f->shortest) & (length <= f->longest) & (tier <= f->max_tier) &
           ((classes | f->any) != 0) & ((info & f->without) == 0);
}

enum { BLOCK = 4096 };

// Without a branch in it, and in sixteen bits, this does many words at a time: to count several
// times, or what is passed over, costs less than to look at each word once.
static uint16_t count_block(const struct lexicon *lex, const struct packed_filter *f, uint32_t from)
{
    const uint16_t *info = lex->info + from;
    uint32_t left = lex->graph.words - from;
    struct packed_filter own = *f;
    uint16_t count = 0;
    for (uint32_t i = 0; i < (left < BLOCK ? left : BLOCK); i++)
        count = (uint16_t)(count + passes(&own, info[i]));
    return count;
}

static uint32_t count_all(const struct lexicon *lex, const struct packed_filter *f)
{
    uint32_t count = 0;
    for (uint32_t from = 0; from < lex->graph.words; from += BLOCK)
        count += count_block(lex, f, from);
    return count;
}

uint32_t lexicon_count(const struct lexicon *lex, const struct word_filter *f)
{
    struct packed_filter quick = packed(lex, f);
    return count_all(lex, &quick);
}

unsigned lexicon_tier(const struct lexicon *lex, const struct word_filter *f, uint32_t wanted)
{
    struct packed_filter quick = packed(lex, f);
    uint16_t most = quick.max_tier, tier = 0;
    for (quick.max_tier = 0; tier < TIERS - 1 && count_all(lex, &quick) < wanted;)
        quick.max_tier = ++tier < most ? tier : most;
    return tier + 1u;
}

bool lexicon_pick(const struct lexicon *lex, const struct word_filter *f, uint32_t n,
                  uint32_t *index)
{
    struct packed_filter quick = packed(lex, f);
    uint32_t from = 0, words = lex->graph.words, count;
    for (; from < words && (count = count_block(lex, &quick, from)) <= n; from += BLOCK)
        n -= count;
    for (; from < words; from++)
        if (passes(&quick, lex->info[from]) && n-- == 0) {
            *index = from;
            return true;
        }
    return false;
}

bool lexicon_random(const struct lexicon *lex, const struct word_filter *f, struct rng *r,
                    uint32_t *index)
{
    uint32_t count = lexicon_count(lex, f);
    return count && lexicon_pick(lex, f, rng_below(r, count), index);
}
