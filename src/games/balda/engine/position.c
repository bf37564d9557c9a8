#include "games/balda/engine/position.h"

#include "base/hash.h"
#include "base/vec.h"
#include "games/balda/moves.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_KEPT = 8192 };

// Spreads a number over all bits; 0 too.
static uint64_t mix(uint64_t n)
{
    return hash_mix(n + HASH_GOLDEN);
}

// Zobrist keys are computed, not stored in a table.
static uint64_t letter_key(unsigned square, unsigned letter)
{
    return mix(square * 64 + letter);
}

// Where repeats may lie apart, the key depends on the squares, too.
static uint64_t used_key(const struct balda_position *p, uint32_t word, square_set squares)
{
    uint64_t key = mix((uint64_t)1 << 40 | word);
    return p->never ? key : mix(key ^ mix((uint64_t)squares) ^ (uint64_t)(squares >> 64));
}

static uint64_t used_bit(uint32_t word)
{
    return UINT64_C(1) << (word % 64);
}

static void use_word(struct balda_position *p, uint32_t word, square_set squares)
{
    if (word == VOCABULARY_NONE)
        return;
    p->used[p->used_words++] = (struct balda_used){squares, word};
    p->used_bits |= used_bit(word);
    p->key ^= used_key(p, word, squares);
}

static void unuse_word(struct balda_position *p, uint32_t word, square_set squares)
{
    if (word == VOCABULARY_NONE)
        return;
    p->used_words--;
    p->used_bits = 0;
    for (unsigned i = 0; i < p->used_words; i++)
        p->used_bits |= used_bit(p->used[i].word);
    p->key ^= used_key(p, word, squares);
}

static bool is_used(const struct balda_position *p, const struct balda_option *o)
{
    if (!(p->used_bits & used_bit(o->word)))
        return false;
    for (unsigned i = 0; i < p->used_words; i++)
        if (p->used[i].word == o->word && (p->never || (p->used[i].squares & o->squares)))
            return true;
    return false;
}

// Sorts the fresh options by length into a layer of their own.
static void close_layer(struct balda_position *p)
{
    unsigned at[WORD_MAX + 2] = {0}, wanted = p->options + p->fresh_options;
    if (!vec_reserve(&p->option, &p->option_cap, wanted)) {
        p->fresh_options = 0;
        p->partial = true;
    }
    for (unsigned i = 0; i < p->fresh_options; i++)
        at[p->fresh[i].length]++;
    for (unsigned length = WORD_MAX + 1, next = p->options; length-- > 0;) {
        unsigned count = at[length];
        at[length] = next;
        next += count;
    }
    for (unsigned i = 0; i < p->fresh_options; i++)
        p->option[at[p->fresh[i].length]++] = p->fresh[i];
    p->options += p->fresh_options;
    p->fresh_options = 0;
    p->layer[++p->layers] = p->options;
}

static void add_option(void *context, const struct balda_through *found)
{
    struct balda_position *p = context;
    uint32_t word = balda_vocabulary_find(&p->vocabulary, found);
    if (word == VOCABULARY_NONE)
        return;
    if (p->options + p->fresh_options == BALDA_OPTIONS ||
        !vec_reserve(&p->fresh, &p->fresh_cap, p->fresh_options + 1)) {
        p->partial = true;
        return;
    }
    p->fresh[p->fresh_options++] = (struct balda_option){.squares = found->squares,
                                                         .word = word,
                                                         .square = found->square,
                                                         .letter = found->letter,
                                                         .length = found->length};
}

// The same for a word that the full generator finds.
static bool add_found(void *context, const struct balda_found *f)
{
    const struct balda_move *m = &f->move;
    struct balda_through found = {.square = m->square, .letter = m->letter, .length = m->length};
    memcpy(found.word, f->word, m->length);
    for (unsigned i = 0; i < m->length; i++) {
        found.squares |= square_bit(m->path[i]);
        if (i < PACKED_LETTERS)
            found.packed |= (uint64_t)(f->word[i] - 1) << (PACKED_BITS * i);
    }
    add_option(context, &found);
    return true;
}

static void use_scored(struct balda_position *p, const struct balda_state *b)
{
    for (unsigned i = 0; i < b->words; i++) {
        const struct scored *s = &b->scored[i];
        struct word w = {.len = s->length};
        square_set squares = 0;
        for (unsigned k = 0; k < s->length; k++) {
            w.letter[k] = b->board[b->path[s->start + k]];
            squares |= square_bit(b->path[s->start + k]);
        }
        if (s->length > 1)
            use_word(p, balda_vocabulary_word(&p->vocabulary, &w), squares);
    }
}

bool balda_position_load(struct balda_position *p, const struct config *c,
                         const struct balda_state *b)
{
    memset(p, 0, offsetof(struct balda_position, vocabulary));
    balda_grid(&b->set, &p->grid);
    p->graph = &c->lexicon->graph;
    p->never = b->set.repeats == BALDA_REPEATS_NEVER;
    p->single = b->set.single;
    p->passes = b->set.passes;
    memcpy(p->board, b->board, sizeof p->board);
    memset(p->longest, WORD_MAX, sizeof p->longest);
    p->empty = p->grid.squares - b->filled;
    if (!balda_vocabulary_open(&p->vocabulary, c->lexicon, b->set.classes) ||
        !vec_reserve(&p->option, &p->option_cap, 1) || !vec_reserve(&p->fresh, &p->fresh_cap, 1))
        return false;
    for (unsigned square = 0; square < p->grid.squares; square++) {
        adjacency_init(&p->near[square], &p->grid, p->board, square);
        if (p->board[square])
            p->key ^= letter_key(square, p->board[square]);
    }
    use_scored(p, b);
    balda_find_words(&p->grid, &c->lexicon->graph, p->board, add_found, p);
    close_layer(p);
    return true;
}

static void release_options(struct balda_position *p)
{
    free(p->option);
    free(p->fresh);
    p->option = p->fresh = NULL;
    p->option_cap = p->fresh_cap = 0;
}

void balda_position_release(struct balda_position *p)
{
    balda_vocabulary_release(&p->vocabulary);
    release_options(p);
}

void balda_position_trim(struct balda_position *p)
{
    balda_vocabulary_trim(&p->vocabulary);
    if (p->option_cap + p->fresh_cap > OPTIONS_KEPT)
        release_options(p);
}

static void put_letter(struct balda_position *p, unsigned square, unsigned letter)
{
    p->board[square] = (uint8_t)letter;
    for (unsigned i = 0; i < p->grid.neighbours[square]; i++) {
        unsigned beside = p->grid.neighbour[square][i];
        adjacency_init(&p->near[beside], &p->grid, p->board, beside);
    }
}

void balda_position_make(struct balda_position *p, const struct balda_option *move)
{
    put_letter(p, move->square, move->letter);
    p->empty--;
    p->key ^= letter_key(move->square, move->letter);
    use_word(p, move->word, move->squares);
    if (p->empty)
        balda_find_through(p->near, p->graph, move->square, move->letter, add_option, p);
    close_layer(p);
}

void balda_position_unmake(struct balda_position *p, const struct balda_option *move)
{
    p->options = p->layer[--p->layers];
    unuse_word(p, move->word, move->squares);
    p->key ^= letter_key(move->square, move->letter);
    p->empty++;
    put_letter(p, move->square, 0);
}

uint64_t balda_position_key_after(const struct balda_position *p, const struct balda_option *move)
{
    uint64_t key = p->key ^ letter_key(move->square, move->letter);
    return move->word == VOCABULARY_NONE ? key : key ^ used_key(p, move->word, move->squares);
}

struct balda_cursor balda_options(const struct balda_position *p)
{
    struct balda_cursor c;
    c.length = 0;
    c.layer = 0;
    for (unsigned i = 0; i < p->layers; i++) {
        c.at[i] = p->layer[i];
        if (c.at[i] < p->layer[i + 1] && p->option[c.at[i]].length > c.length)
            c.length = p->option[c.at[i]].length;
    }
    return c;
}

const struct balda_option *balda_option_next(const struct balda_position *p, struct balda_cursor *c)
{
    for (; c->length > 0; c->length--, c->layer = 0) {
        for (; c->layer < p->layers; c->layer++) {
            unsigned end = p->layer[c->layer + 1], *at = &c->at[c->layer];
            while (*at < end && p->option[*at].length == c->length) {
                const struct balda_option *o = &p->option[(*at)++];
                if (!p->board[o->square] && !is_used(p, o))
                    return o;
            }
        }
    }
    return NULL;
}

int balda_position_best(const struct balda_position *p)
{
    struct balda_cursor at = balda_options(p);
    const struct balda_option *o = p->empty ? balda_option_next(p, &at) : NULL;
    return o ? o->length : p->single && p->empty ? 1 : 0;
}

int balda_position_sure_answer(const struct balda_position *p, const struct balda_option *move)
{
    struct balda_cursor at = balda_options(p);
    for (const struct balda_option *o; (o = balda_option_next(p, &at));)
        if (o->square != move->square && o->word != move->word)
            return o->length;
    return p->single;
}

struct balda_option balda_single(unsigned square, unsigned letter)
{
    return (struct balda_option){.squares = square_bit(square),
                                 .word = VOCABULARY_NONE,
                                 .square = (uint8_t)square,
                                 .letter = (uint8_t)letter,
                                 .length = 1};
}

bool balda_position_open(const struct balda_position *p, unsigned square)
{
    return grid_open(&p->grid, p->board, square);
}
