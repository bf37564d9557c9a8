#include "games/bali/engine/completions.h"

#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 100, PER_CENT = 100 }; // places of the graph to look at for a run, about

// A letter that has n cards in a pack comes along at the right time with 1 - MISSED to the n.
static const float MISSED = 0.7F;

// Letters are added around a run, to the left and then to the right.
struct widening {
    struct bali_hopes *h;
    const uint8_t *run;
    unsigned len;
    unsigned wanted; // letters to add
    unsigned steps;
    unsigned value;                    // of the run's letters
    uint8_t left[HOPE_LETTERS], lefts; // from the run outwards
    uint8_t right[HOPE_LETTERS], rights;
    struct bali_hope best[HOPES_OF_RUN];
    float promise[HOPES_OF_RUN];
    unsigned count, least; // which of the best is the least
    bool any;
};

static void find_pairs(struct bali_hopes *h)
{
    const struct graph *g = &h->lexicon->graph;
    for (unsigned next = 1; next <= h->lexicon->alphabet.size; next++) {
        graph_arc arc = graph_step(g, graph_around(g), next);
        for (unsigned letter = 1; letter <= h->lexicon->alphabet.size; letter++)
            h->pair[letter][next] = graph_step(g, arc, letter);
    }
}

bool bali_hopes_init(struct bali_hopes *h, const struct lexicon *lexicon, unsigned min_word,
                     const struct bali_mind *mind)
{
    struct bali_pack pack;
    *h = (struct bali_hopes){.lexicon = lexicon, .mind = *mind, .min_word = min_word};
    if (!bali_pack_load(&pack, &lexicon->alphabet))
        return false;
    for (unsigned letter = 0; letter <= LETTERS_MAX; letter++)
        h->chance[letter] = 1;
    for (unsigned kind = 1; kind <= pack.kinds; kind++) {
        if (kind <= lexicon->alphabet.size)
            h->value[kind] = pack.value[kind];
        for (unsigned n = pack.count[kind]; n > 0; n--)
            h->chance[pack.own[kind]] *= MISSED;
    }
    for (unsigned letter = 0; letter <= LETTERS_MAX; letter++)
        h->chance[letter] = 1 - h->chance[letter];
    find_pairs(h);
    h->run = calloc(HOPES_RUNS, sizeof *h->run);
    h->hope = malloc(HOPES_ROOM * sizeof *h->hope);
    if (h->run && h->hope)
        return true;
    bali_hopes_release(h);
    return false;
}

void bali_hopes_release(struct bali_hopes *h)
{
    free(h->run);
    free(h->hope);
    h->run = NULL;
    h->hope = NULL;
}

// ---- who knows a word ----

static bool knows(const struct bali_hopes *h, const struct word *w)
{
    const struct bali_mind *m = &h->mind;
    uint32_t index;
    if (!m->tier)
        return true;
    if (!lexicon_find(h->lexicon, w, &index) || lexicon_info(h->lexicon, index).tier > m->tier)
        return false;
    unsigned missed = m->overlooks + (w->len > 3 ? w->len - 3u : 0) * m->per_letter;
    uint64_t chance = (uint64_t)(index ^ m->salt) * UINT64_C(0x9E3779B97F4A7C15);
    chance = (chance ^ chance >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (chance >> 40) % PER_CENT >= missed;
}

bool bali_hopes_knows(const struct bali_hopes *h, const uint8_t *letter, unsigned len)
{
    struct word w = {.len = (uint8_t)len};
    memcpy(w.letter, letter, len);
    return knows(h, &w);
}

static struct word whole(const struct widening *w)
{
    struct word out = {0};
    for (unsigned i = w->lefts; i > 0; i--)
        out.letter[out.len++] = w->left[i - 1];
    memcpy(out.letter + out.len, w->run, w->len);
    out.len = (uint8_t)(out.len + w->len);
    memcpy(out.letter + out.len, w->right, w->rights);
    out.len = (uint8_t)(out.len + w->rights);
    return out;
}

// ---- finding ----

static bool miss(struct bali_hope *hope, unsigned letter)
{
    unsigned same = 0;
    for (unsigned i = 0; i < hope->count; i++)
        same += hope->missing[i] / HOPE_TIMES == letter;
    if (same == HOPE_TIMES)
        return false;
    hope->missing[hope->count++] = (uint8_t)(letter * HOPE_TIMES + same);
    return true;
}

static void keep(struct widening *w, const struct bali_hope *hope, float promise)
{
    unsigned at = w->count < HOPES_OF_RUN ? w->count++ : w->least;
    w->best[at] = *hope;
    w->promise[at] = promise;
    if (w->count < HOPES_OF_RUN)
        return;
    w->least = 0;
    for (unsigned i = 1; i < HOPES_OF_RUN; i++)
        if (w->promise[i] < w->promise[w->least])
            w->least = i;
}

// A word has been found.
static void hope_for(struct widening *w)
{
    const struct bali_hopes *h = w->h;
    struct bali_hope hope = {0};
    float promise = 1;
    unsigned len = w->len + w->lefts + w->rights;
    struct word word;
    if (len < h->min_word || len > WORD_MAX)
        return;
    for (unsigned i = 0; i < w->lefts + w->rights; i++) {
        unsigned letter = i < w->lefts ? w->left[i] : w->right[i - w->lefts];
        promise *= h->chance[letter];
        hope.value = (uint8_t)(hope.value + h->value[letter]);
        if (!miss(&hope, letter))
            return;
    }
    promise *= (float)((w->value + hope.value) * len);
    bool good = w->count < HOPES_OF_RUN || promise > w->promise[w->least];
    if (w->any && !good)
        return;
    word = whole(w);
    if (!knows(h, &word))
        return;
    w->any = true;
    if (good)
        keep(w, &hope, promise);
}

static void widen_right(struct widening *w, graph_arc arc)
{
    w->steps++;
    if (w->lefts + w->rights == w->wanted) {
        if (graph_accepts(arc) && w->rights)
            hope_for(w);
        return;
    }
    for (uint32_t left = graph_letters(&w->h->lexicon->graph, arc); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        w->right[w->rights++] = (uint8_t)letter;
        widen_right(w, graph_step(&w->h->lexicon->graph, arc, letter));
        w->rights--;
    }
}

static void widen_left(struct widening *w, graph_arc arc)
{
    const struct graph *g = &w->h->lexicon->graph;
    w->steps++;
    if (w->lefts == w->wanted) {
        if (graph_accepts(arc))
            hope_for(w);
        return;
    }
    widen_right(w, graph_turn(g, arc));
    for (uint32_t left = graph_letters(g, arc); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        w->left[w->lefts++] = (uint8_t)letter;
        widen_left(w, graph_step(g, arc, letter));
        w->lefts--;
    }
}

// The letters that may follow the run.
static uint32_t behind(const struct bali_hopes *h, const uint8_t *letter, unsigned len)
{
    uint32_t found = 0;
    const graph_arc *pair = h->pair[letter[len - 1]];
    for (unsigned next = 1; next <= h->lexicon->alphabet.size; next++) {
        graph_arc arc = pair[next];
        for (unsigned i = len - 1; i > 0 && arc; i--)
            arc = graph_step(&h->lexicon->graph, arc, letter[i - 1]);
        found |= arc ? graph_bit(next) : 0;
    }
    return found;
}

// One letter more each time, as long as that is not too many places to look at.
static void find(struct bali_hopes *h, const uint8_t *letter, unsigned len, struct bali_run *out)
{
    struct widening w = {.h = h, .run = letter, .len = len};
    graph_arc arc = graph_around(&h->lexicon->graph);
    for (unsigned i = len; i > 0; i--) {
        arc = graph_step(&h->lexicon->graph, arc, letter[i - 1]);
        w.value += h->value[letter[i - 1]];
    }
    if (arc && graph_accepts(arc) && len >= h->min_word) {
        struct word word = whole(&w);
        out->word = out->known = knows(h, &word);
    }
    for (w.wanted = 1; arc && w.wanted <= HOPE_LETTERS && w.steps < ENOUGH; w.wanted++)
        widen_left(&w, arc);
    out->next = graph_letters(&h->lexicon->graph, arc) | behind(h, letter, len);
    out->known |= w.any;
    out->first = h->hopes;
    out->count = (uint8_t)w.count;
    memcpy(h->hope + h->hopes, w.best, w.count * sizeof *w.best);
    h->hopes += w.count;
}

// ---- remembering ----

static uint64_t key_of(const uint8_t *letter, unsigned len)
{
    uint64_t key = UINT64_C(0x632BE59BD9B4E019) + len; // no letter may take it to 0
    for (unsigned i = 0; i < len; i++)
        key = (key ^ letter[i]) * UINT64_C(0x9E3779B97F4A7C15);
    key ^= key >> 32;
    return key ? key : 1;
}

static void forget(struct bali_hopes *h)
{
    memset(h->run, 0, HOPES_RUNS * sizeof *h->run);
    h->runs = 0;
    h->hopes = 0;
}

const struct bali_run *bali_hopes_find(struct bali_hopes *h, const uint8_t *letter, unsigned len)
{
    uint64_t key = key_of(letter, len);
    if (h->runs > HOPES_RUNS / 4 * 3 || h->hopes + HOPES_OF_RUN > HOPES_ROOM)
        forget(h);
    uint32_t at = key % HOPES_RUNS;
    while (h->run[at].key && h->run[at].key != key)
        at = (at + 1) % HOPES_RUNS;
    struct bali_run *run = &h->run[at];
    if (!run->key) {
        run->key = key;
        h->runs++;
        find(h, letter, len, run);
    }
    return run;
}
