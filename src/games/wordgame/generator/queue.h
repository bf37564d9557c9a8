// wordgame_gen_queue: a bucket priority queue for best-first search. Each item has an upper bound;
// items are bucketed by whole points, because the order of two items that promise about the same is
// irrelevant.
//
//     static struct wordgame_gen_queue queue;
//     unsigned id;
//     wordgame_gen_queue_clear(&queue);
//     wordgame_gen_queue_push(&queue, 30 * EQUITY_POINT, 7); // item 7 is worth 30 points at most
//     while (wordgame_gen_queue_pop(&queue, 12 * EQUITY_POINT, &id))
//         ok = id == 7; // only items that may beat 12 points
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_QUEUE_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_QUEUE_H

#include "games/wordgame/generator/lists.h"
#include "games/wordgame/generator/move.h"

enum {
    WORDGAME_GEN_QUEUE =
        WORDGAME_GEN_LINES * WORDGAME_GEN_SLOTS * (WORDGAME_GEN_LISTED_BLANKS + 1), // items at most
    WORDGAME_GEN_BUCKETS = 512,
    WORDGAME_GEN_BUCKET_ZERO = 128, // the bucket of bounds from 0 to 1 point
    WORDGAME_GEN_QUEUE_END = UINT16_MAX,
};

struct wordgame_gen_queue {
    unsigned count;
    unsigned top; // all higher buckets are empty
    uint16_t bucket[WORDGAME_GEN_BUCKETS];
    struct wordgame_gen_queued {
        int64_t bound;
        uint16_t id, next;
    } item[WORDGAME_GEN_QUEUE];
};

static inline void wordgame_gen_queue_clear(struct wordgame_gen_queue *q)
{
    q->count = 0;
    q->top = 0;
    for (unsigned i = 0; i < WORDGAME_GEN_BUCKETS; i++)
        q->bucket[i] = WORDGAME_GEN_QUEUE_END;
}

static inline void wordgame_gen_queue_push(struct wordgame_gen_queue *q, int64_t bound, unsigned id)
{
    int64_t at = (bound + WORDGAME_GEN_BUCKET_ZERO * EQUITY_POINT) / EQUITY_POINT;
    unsigned bucket = at < 0                      ? 0
                      : at < WORDGAME_GEN_BUCKETS ? (unsigned)at
                                                  : WORDGAME_GEN_BUCKETS - 1;
    q->item[q->count] = (struct wordgame_gen_queued){bound, (uint16_t)id, q->bucket[bucket]};
    q->bucket[bucket] = (uint16_t)q->count++;
    q->top = bucket > q->top ? bucket : q->top;
}

// Pops the next item whose bound is at least `least`; false: there is none. Items below that are
// dropped, so `least` must never fall from one call to the next.
static inline bool wordgame_gen_queue_pop(struct wordgame_gen_queue *q, int64_t least, unsigned *id)
{
    for (;;) {
        while (q->bucket[q->top] == WORDGAME_GEN_QUEUE_END && q->top > 0)
            q->top--;
        int64_t above = ((int64_t)q->top + 1 - WORDGAME_GEN_BUCKET_ZERO) * EQUITY_POINT;
        if (q->bucket[q->top] == WORDGAME_GEN_QUEUE_END ||
            (q->top < WORDGAME_GEN_BUCKETS - 1 && above <= least))
            return false;
        const struct wordgame_gen_queued *item = &q->item[q->bucket[q->top]];
        q->bucket[q->top] = item->next;
        *id = item->id;
        if (item->bound >= least)
            return true;
    }
}

#endif
