#include "lexicon/pack_words.h"

#include "lexicon/format.h"

#include <stdlib.h>
#include <string.h>

// --- The DAWG: a depth-first walk from the root. A place is coded when the walk first comes there;
// later arcs to it name it by its number. Which letters go on, and where they lead, depends on the
// letters that led here, above all on the last.

// The kinds of coded values; part of every context.
enum subject { WAYS, LETTER, SET, ACCEPT, END, NEW, RECENT, RANK, DISTANCE };

enum {
    HISTORY = 3,   // letters that a context takes into account
    CACHES = 3,    // of places that were led to recently, by context
    CACHE_LOG = 4, // places in each
    CACHE_SETS = 1 << 13,
};
static const uint32_t NOWHERE = UINT32_MAX;

struct walk {
    struct range_coder *coder;
    const struct graph *from; // what is written; NULL: reading
    struct graph_store *to;   // what is read
    uint32_t *slot, mask;     // writing: places by arc, as numbers + 1
    graph_arc *place;         // by number
    uint32_t places, cap;
    uint32_t (*cache)[CACHE_SETS][1 << CACHE_LOG];
    bool failed;
};

// How the walk has come to a place.
struct way {
    unsigned depth;
    uint8_t last[HISTORY]; // letters, the last one first
    bool accept;
};

static uint32_t mix(uint32_t a, uint32_t b)
{
    return (a ^ b) * UINT32_C(0x01000193) + (a >> 13);
}

// From the last letter to the last three.
static void contexts_of(const struct way *w, enum subject subject, uint32_t detail,
                        uint32_t context[RANGE_CONTEXTS])
{
    uint32_t c = mix(mix(subject, detail), w->last[0]);
    context[0] = c;
    context[1] = c = mix(c, w->last[1]);
    context[2] = mix(c, w->last[2]);
}

static unsigned code(struct walk *k, const struct way *w, enum subject subject, uint32_t detail,
                     unsigned bits, unsigned value)
{
    uint32_t context[RANGE_CONTEXTS];
    contexts_of(w, subject, detail, context);
    return range_code(k->coder, context, bits, value);
}

static uint32_t code_letters(struct walk *k, const struct way *w, unsigned letters, uint32_t set)
{
    if (code(k, w, WAYS, w->accept, 1, set & (set - 1) ? 1 : 0)) {
        uint32_t context[RANGE_CONTEXTS];
        contexts_of(w, SET, 0, context);
        context[2] = context[1] + 7 * LETTERS_MAX;
        return range_code_set(k->coder, context, letters, set);
    }
    unsigned letter = set ? (unsigned)__builtin_ctz(set) : 0;
    letter = code(k, w, LETTER, 0, 5, letter);
    return graph_bit(letter + 1);
}

// --- Places that are known.

static uint32_t *find_slot(const struct walk *k, graph_arc place)
{
    uint32_t at = (place * UINT32_C(0x9E3779B1)) >> 7 & k->mask;
    while (k->slot[at] && k->place[k->slot[at] - 1] != place)
        at = (at + 1) & k->mask;
    return &k->slot[at];
}

static void add_place(struct walk *k, graph_arc place)
{
    if (k->places == k->cap) {
        k->failed = true;
        return;
    }
    if (k->from)
        *find_slot(k, place) = k->places + 1;
    k->place[k->places++] = place;
}

// The places that arcs in this context led to last, the latest first.
static uint32_t *cache_of(struct walk *k, const struct way *w, unsigned which)
{
    uint32_t c = mix(which, w->accept);
    for (unsigned i = 0; i < HISTORY - which; i++)
        c = mix(c, w->last[i]);
    c = (c * UINT32_C(0x9E3779B1)) >> 19;
    return k->cache[which][c % CACHE_SETS];
}

static void move_to_front(uint32_t *cache, unsigned rank, uint32_t number)
{
    memmove(cache + 1, cache, rank * sizeof *cache);
    cache[0] = number;
}

static unsigned rank_of(const uint32_t *cache, uint32_t number)
{
    unsigned rank = 0;
    while (rank < (1 << CACHE_LOG) && cache[rank] != number)
        rank++;
    return rank;
}

// A number by how far back it is: the number of digits first.
static uint32_t code_distance(struct walk *k, const struct way *w, uint32_t distance)
{
    unsigned bits = distance ? 32 - (unsigned)__builtin_clz(distance) : 0;
    bits = code(k, w, DISTANCE, 0, 5, bits);
    if (bits < 2 || bits > 25)
        return bits;
    return UINT32_C(1) << (bits - 1) | range_code_plain(k->coder, bits - 1, distance);
}

// The number of a place that was coded before. `w` includes the letter that leads there.
static uint32_t code_known(struct walk *k, const struct way *w, uint32_t number)
{
    for (unsigned which = 0; which < CACHES; which++) {
        uint32_t *cache = cache_of(k, w, which);
        unsigned rank = k->from ? rank_of(cache, number) : 0;
        if (code(k, w, RECENT, which, 1, rank < (1 << CACHE_LOG))) {
            rank = code(k, w, RANK, which, CACHE_LOG, rank);
            return cache[rank];
        }
    }
    return k->places - 1 - code_distance(k, w, k->places - 1 - number);
}

static void remember(struct walk *k, const struct way *w, uint32_t number)
{
    for (unsigned which = 0; which < CACHES; which++) {
        uint32_t *cache = cache_of(k, w, which);
        unsigned rank = rank_of(cache, number);
        move_to_front(cache, rank < (1 << CACHE_LOG) ? rank : (1 << CACHE_LOG) - 1, number);
    }
}

static graph_arc code_place(struct walk *k, const struct way *w, graph_arc from);

// An arc, `w` being the way to the place that it leads to. Returns what is read.
static graph_arc code_arc(struct walk *k, struct way *w, graph_arc from)
{
    graph_arc place = from & ~GRAPH_ACCEPT;
    w->accept = code(k, w, ACCEPT, 0, 1, graph_accepts(from));
    graph_arc accept = w->accept ? GRAPH_ACCEPT : 0;
    if (w->accept && code(k, w, END, 0, 1, !place))
        return accept;
    uint32_t number = k->from ? *find_slot(k, place) - 1 : 0;
    if (code(k, w, NEW, w->accept, 1, number == NOWHERE)) {
        code_place(k, w, place);
        number = k->places - 1;
    } else {
        number = code_known(k, w, number);
        k->failed |= number >= k->places;
    }
    if (k->failed)
        return GRAPH_DEAD;
    remember(k, w, number);
    return k->place[number] | accept;
}

static graph_arc code_place(struct walk *k, const struct way *w, graph_arc from)
{
    struct graph_place p = {0};
    unsigned letters = k->from ? k->from->letters : k->to->out->graph.letters;
    uint32_t set = code_letters(k, w, letters, k->from ? graph_letters(k->from, from) : 0);
    if (!set || w->depth == WORD_MAX || (letters < LETTERS_MAX && set >> letters))
        k->failed = true;
    for (; set && !k->failed; set &= set - 1) {
        unsigned letter = (unsigned)__builtin_ctz(set) + 1;
        struct way next = {w->depth + 1, {(uint8_t)letter, w->last[0], w->last[1]}, false};
        graph_arc arc = k->from ? graph_step(k->from, from, letter) : GRAPH_DEAD;
        graph_place_add(&p, letter, code_arc(k, &next, arc));
    }
    if (k->failed)
        return GRAPH_DEAD;
    graph_arc place = k->from ? from : graph_store_place(k->to, &p);
    k->failed |= !k->from && k->to->failed;
    add_place(k, place);
    return place;
}

static bool begin_walk(struct walk *k, uint32_t most)
{
    k->cap = most;
    k->place = malloc(most * sizeof *k->place);
    k->cache = malloc(CACHES * sizeof *k->cache);
    if (k->from) {
        for (k->mask = 4095; k->mask < most * UINT64_C(2);)
            k->mask = k->mask * 2 + 1;
        k->slot = calloc(k->mask + (size_t)1, sizeof *k->slot);
    }
    if (!k->place || !k->cache || (k->from && !k->slot))
        return false;
    memset(k->cache, 0, CACHES * sizeof *k->cache);
    return true;
}

static bool walk_all(struct walk *k, uint32_t most, graph_arc *forward)
{
    const struct way root = {0};
    bool ok = begin_walk(k, most);
    if (ok)
        *forward = code_place(k, &root, *forward);
    ok = ok && !k->failed;
    free(k->slot);
    free(k->place);
    free(k->cache);
    return ok;
}

bool pack_dawg(struct range_coder *c, const struct graph *graph)
{
    struct walk k = {.coder = c, .from = graph};
    graph_arc forward = graph->forward;
    return graph->words == 0 || walk_all(&k, graph->dawg_cells * 2, &forward);
}

bool unpack_dawg(struct range_coder *c, struct graph_store *store)
{
    struct walk k = {.coder = c, .to = store};
    return walk_all(&k, 1 << 22, &store->out->graph.forward);
}

// --- The properties. Words that follow each other in the alphabet are often forms of one: what
// ended the word before, what ends this one, and what the other one was, says most.

enum { GUESSES_LOG = 16 };

struct telling {
    struct range_coder *coder;
    const struct graph *graph;
    const uint16_t *from;
    uint16_t *to;
    uint32_t words; // so far
    struct word word;
    unsigned shared;  // letters that it shares with the word before
    uint32_t before;  // hash of the others that the word before had
    uint16_t last;    // properties of the word before
    unsigned guessed; // of the last three words: was the guess right?
    uint16_t *guess;  // by what has changed
};

static uint32_t hash_letters(const struct word *w, unsigned from)
{
    uint32_t h = 7;
    for (unsigned i = from; i < w->len; i++)
        h = mix(h, w->letter[i]);
    return h;
}

static unsigned tier_of(uint16_t info)
{
    return info >> INFO_TIER & (TIERS - 1);
}

static unsigned classes_of(uint16_t info)
{
    return info >> INFO_CLASSES & CLASS_ALL;
}

static unsigned marks_of(uint16_t info)
{
    return info >> INFO_MARKS & MARK_ALL;
}

// In full: classes first, since the tier depends on them.
static uint16_t code_anew(struct telling *t, uint32_t change, uint16_t info)
{
    const struct word *w = &t->word;
    uint32_t ending = hash_letters(w, w->len > 3 ? w->len - 3 : 0);
    uint16_t last = t->last;
    const uint32_t by_class[] = {mix(100, ending), mix(mix(101, ending), classes_of(last)),
                                 mix(mix(102, change), last >> INFO_CLASSES)};
    unsigned classes = range_code(t->coder, by_class, CLASSES, classes_of(info));
    const uint32_t by_tier[] = {mix(mix(103, classes), w->len),
                                mix(mix(104, classes), mix(tier_of(last), t->shared)),
                                mix(mix(105, change), mix(tier_of(last), classes))};
    unsigned tier = range_code(t->coder, by_tier, 3, tier_of(info));
    const uint32_t by_mark[] = {mix(106, tier), mix(mix(107, tier), marks_of(last)),
                                mix(mix(108, change), mix(marks_of(last), tier))};
    unsigned marks = range_code(t->coder, by_mark, MARKS, marks_of(info));
    return (uint16_t)(w->len | tier << INFO_TIER | classes << INFO_CLASSES | marks << INFO_MARKS);
}

// Most often a word is to the one before it what another one was: a single bit then.
static uint16_t code_info(struct telling *t, uint16_t info)
{
    uint32_t change = mix(hash_letters(&t->word, t->shared), t->before);
    uint32_t here = mix(change, t->last >> INFO_TIER);
    uint16_t *guess = &t->guess[(here * UINT32_C(0x9E3779B1)) >> (32 - GUESSES_LOG)];
    uint16_t likely = (uint16_t)(*guess | t->word.len);
    const uint32_t by_guess[] = {mix(109, t->guessed), mix(mix(110, *guess), t->guessed),
                                 mix(111, here)};
    t->guessed = (t->guessed << 1 & 7) | range_code(t->coder, by_guess, 1, info == likely);
    if (t->guessed & 1)
        return likely;
    info = code_anew(t, change, info);
    *guess = (uint16_t)(info >> INFO_TIER << INFO_TIER);
    return info;
}

static bool tell_word(struct telling *t)
{
    uint32_t n = t->words++;
    if (n >= t->graph->words)
        return false;
    uint16_t info = code_info(t, t->from ? t->from[n] : 0);
    if (t->from && t->from[n] != info)
        return false;
    if (t->to)
        t->to[n] = info;
    t->last = info;
    return true;
}

// All words in order.
static bool tell(struct telling *t, graph_arc arc)
{
    if (graph_accepts(arc)) {
        if (!tell_word(t))
            return false;
        t->shared = t->word.len;
        t->before = 7;
    }
    for (uint32_t left = graph_letters(t->graph, arc); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        if (t->word.len == WORD_MAX)
            return false;
        t->word.letter[t->word.len++] = (uint8_t)letter;
        if (!tell(t, graph_step(t->graph, arc, letter)))
            return false;
        // Going back: the next word has other letters from here on.
        t->word.len--;
        if (t->word.len < t->shared) {
            t->shared = t->word.len;
        }
        t->before = mix(t->before, letter);
    }
    return true;
}

static bool tell_all(struct telling *t)
{
    t->guess = calloc(1 << GUESSES_LOG, sizeof *t->guess);
    bool ok = t->guess && tell(t, graph_forward(t->graph)) && t->words == t->graph->words;
    free(t->guess);
    return ok;
}

bool pack_info(struct range_coder *c, const struct graph *graph, const uint16_t *info)
{
    struct telling t = {.coder = c, .graph = graph, .from = info};
    return tell_all(&t);
}

bool unpack_info(struct range_coder *c, const struct graph *graph, uint16_t *info)
{
    struct telling t = {.coder = c, .graph = graph, .to = info};
    return tell_all(&t);
}
