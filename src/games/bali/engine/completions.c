#include "games/bali/engine/completions.h"

#include "engine/candidates.h"

#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 100 }; // arcs to visit for a run, about

// The chance that a letter with n cards in a pack comes along in time is 1 - MISSED to the n.
static const float MISSED = 0.7F;

// Adds letters around a run, to the left and then to the right.
struct widening {
    struct bali_completions *t;
    const uint8_t *run;
    unsigned len;
    unsigned wanted; // letters to add
    unsigned steps;
    unsigned value;                          // of the run's letters
    uint8_t left[COMPLETION_LETTERS], lefts; // from the run outwards
    uint8_t right[COMPLETION_LETTERS], rights;
    struct bali_completion best[COMPLETIONS_OF_RUN];
    float promise[COMPLETIONS_OF_RUN];
    struct candidate_pool pool; // of `best`, by promise
    bool any;                   // the player knows some word
};

static void find_pairs(struct bali_completions *t)
{
    const struct lexicon *lexicon = t->basis.lexicon;
    const struct graph *g = &lexicon->graph;
    for (unsigned next = 1; next <= lexicon->alphabet.size; next++) {
        graph_arc arc = graph_step(g, graph_around(g), next);
        for (unsigned letter = 1; letter <= lexicon->alphabet.size; letter++)
            t->pair[letter][next] = graph_step(g, arc, letter);
    }
}

static void find_chances(struct bali_completions *t)
{
    for (unsigned letter = 0; letter <= LETTERS_MAX; letter++) {
        float missed = 1;
        for (unsigned n = t->basis.cards[letter]; n > 0; n--)
            missed *= MISSED;
        t->chance[letter] = 1 - missed;
    }
}

static bool same_basis(const struct bali_completions_basis *x,
                       const struct bali_completions_basis *y)
{
    return x->lexicon == y->lexicon && x->min_word == y->min_word &&
           memcmp(&x->player, &y->player, sizeof x->player) == 0 &&
           memcmp(x->value, y->value, sizeof x->value) == 0 &&
           memcmp(x->cards, y->cards, sizeof x->cards) == 0;
}

static void find_basis(struct bali_completions_basis *basis, const struct config *c,
                       const struct bali_state *b, const struct humanlike *player)
{
    const struct bali_pack *pack = &b->pack;
    *basis = (struct bali_completions_basis){.lexicon = c->lexicon, .min_word = b->set.min_word};
    if (player->tier) // else it knows all words, whatever the seed
        basis->player = *player;
    for (unsigned kind = 1; kind <= pack->kinds; kind++) {
        if (kind <= c->lexicon->alphabet.size)
            basis->value[kind] = pack->value[kind];
        uint8_t *cards = &basis->cards[pack->own[kind]];
        *cards = (uint8_t)(*cards + pack->count[kind]);
    }
}

static void clear_table(struct bali_completions *t)
{
    t->runs = 0;
    t->pooled = 0;
    if (++t->era == 0) {
        memset(t->run, 0, COMPLETION_RUNS * sizeof *t->run);
        t->era = 1;
    }
}

bool bali_completions_open(struct bali_completions *t, const struct config *c,
                           const struct bali_state *b, const struct humanlike *player)
{
    struct bali_completions_basis basis;
    find_basis(&basis, c, b, player);
    if (!t->run)
        t->run = calloc(COMPLETION_RUNS, sizeof *t->run);
    if (!t->pool)
        t->pool = malloc(COMPLETION_POOL * sizeof *t->pool);
    if (!t->run || !t->pool)
        return false;
    if (t->era && same_basis(&t->basis, &basis))
        return true;
    bool other = t->basis.lexicon != basis.lexicon;
    t->basis = basis;
    find_chances(t);
    if (other)
        find_pairs(t);
    clear_table(t);
    return true;
}

void bali_completions_release(struct bali_completions *t)
{
    free(t->run);
    free(t->pool);
    memset(t, 0, sizeof *t);
}

// ---- the player ----

static bool knows(const struct bali_completions *t, const struct word *w)
{
    uint32_t index;
    if (!t->basis.player.tier)
        return true;
    return lexicon_find(t->basis.lexicon, w, &index) &&
           humanlike_sees(&t->basis.player, &(struct humanlike_word){
                                                .index = index,
                                                .tier = lexicon_info(t->basis.lexicon, index).tier,
                                                .letters = w->len});
}

bool bali_completions_knows(const struct bali_completions *t, const uint8_t *letter, unsigned len)
{
    struct word w = {.len = (uint8_t)len};
    memcpy(w.letter, letter, len);
    return knows(t, &w);
}

static struct word whole_word(const struct widening *w)
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

static bool add_missing(struct bali_completion *found, unsigned letter)
{
    unsigned same = 0;
    for (unsigned i = 0; i < found->count; i++)
        same += found->missing[i] / COMPLETION_REPEATS == letter;
    if (same == COMPLETION_REPEATS)
        return false;
    found->missing[found->count++] = (uint8_t)(letter * COMPLETION_REPEATS + same);
    return true;
}

// The letters make a word: keeps it if the player knows it and it is promising.
static void take_word(struct widening *w)
{
    const struct bali_completions *t = w->t;
    struct bali_completion found = {0};
    float promise = 1;
    unsigned len = w->len + w->lefts + w->rights;
    struct word word;
    if (len < t->basis.min_word || len > WORD_MAX)
        return;
    for (unsigned i = 0; i < w->lefts + w->rights; i++) {
        unsigned letter = i < w->lefts ? w->left[i] : w->right[i - w->lefts];
        promise *= t->chance[letter];
        found.value = (uint8_t)(found.value + t->basis.value[letter]);
        if (!add_missing(&found, letter))
            return;
    }
    promise *= (float)((w->value + found.value) * len);
    bool good = candidate_pool_takes(&w->pool, promise);
    if (w->any && !good)
        return;
    word = whole_word(w);
    if (!knows(t, &word))
        return;
    w->any = true;
    if (good)
        w->best[candidate_pool_put(&w->pool, promise)] = found;
}

static void widen_right(struct widening *w, graph_arc arc)
{
    w->steps++;
    if (w->lefts + w->rights == w->wanted) {
        if (graph_accepts(arc) && w->rights)
            take_word(w);
        return;
    }
    for (uint32_t left = graph_letters(&w->t->basis.lexicon->graph, arc); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        w->right[w->rights++] = (uint8_t)letter;
        widen_right(w, graph_step(&w->t->basis.lexicon->graph, arc, letter));
        w->rights--;
    }
}

static void widen_left(struct widening *w, graph_arc arc)
{
    const struct graph *g = &w->t->basis.lexicon->graph;
    w->steps++;
    if (w->lefts == w->wanted) {
        if (graph_accepts(arc))
            take_word(w);
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
static uint32_t letters_after(const struct bali_completions *t, const uint8_t *letter, unsigned len)
{
    uint32_t found = 0;
    const graph_arc *pair = t->pair[letter[len - 1]];
    for (unsigned next = 1; next <= t->basis.lexicon->alphabet.size; next++) {
        graph_arc arc = pair[next];
        for (unsigned i = len - 1; i > 0 && arc; i--)
            arc = graph_step(&t->basis.lexicon->graph, arc, letter[i - 1]);
        found |= arc ? graph_bit(next) : 0;
    }
    return found;
}

// One letter more each round, until enough arcs have been visited.
static void complete_run(struct bali_completions *t, const uint8_t *letter, unsigned len,
                         struct bali_run *out)
{
    struct widening w = {.t = t, .run = letter, .len = len};
    w.pool = (struct candidate_pool){.value = w.promise, .room = COMPLETIONS_OF_RUN};
    graph_arc arc = graph_around(&t->basis.lexicon->graph);
    for (unsigned i = len; i > 0; i--) {
        arc = graph_step(&t->basis.lexicon->graph, arc, letter[i - 1]);
        w.value += t->basis.value[letter[i - 1]];
    }
    if (arc && graph_accepts(arc) && len >= t->basis.min_word) {
        struct word word = whole_word(&w);
        out->word = out->known = knows(t, &word);
    }
    for (w.wanted = 1; arc && w.wanted <= COMPLETION_LETTERS && w.steps < ENOUGH; w.wanted++)
        widen_left(&w, arc);
    out->next = graph_letters(&t->basis.lexicon->graph, arc) | letters_after(t, letter, len);
    out->known |= w.any;
    out->first = t->pooled;
    out->count = (uint8_t)w.pool.count;
    memcpy(t->pool + t->pooled, w.best, w.pool.count * sizeof *w.best);
    t->pooled += w.pool.count;
}

// ---- the hash table ----

static uint64_t key_of(const uint8_t *letter, unsigned len)
{
    uint64_t key = UINT64_C(0x632BE59BD9B4E019) + len; // so that no letter makes the product 0
    for (unsigned i = 0; i < len; i++)
        key = (key ^ letter[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return key ^ key >> 32;
}

const struct bali_run *bali_completions_find(struct bali_completions *t, const uint8_t *letter,
                                             unsigned len)
{
    uint64_t key = key_of(letter, len);
    if (t->runs > COMPLETION_RUNS / 4 * 3 || t->pooled + COMPLETIONS_OF_RUN > COMPLETION_POOL)
        clear_table(t);
    uint32_t at = key % COMPLETION_RUNS;
    while (t->run[at].era == t->era && t->run[at].key != key)
        at = (at + 1) % COMPLETION_RUNS;
    struct bali_run *run = &t->run[at];
    if (run->era != t->era) {
        *run = (struct bali_run){.key = key, .era = t->era};
        t->runs++;
        complete_run(t, letter, len, run);
    }
    return run;
}
