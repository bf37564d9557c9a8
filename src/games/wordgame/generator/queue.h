// gen_queue: a bucket priority queue for best-first search. Each item has an upper bound; items are
// bucketed by whole points, because the order of two items that promise about the same is
// irrelevant.
//
//     static struct gen_queue queue;
//     unsigned id;
//     gen_queue_clear(&queue);
//     gen_queue_push(&queue, 30 * EQUITY_POINT, 7); // item 7 is worth 30 points at most
//     while (gen_queue_pop(&queue, 12 * EQUITY_POINT, &id)) // only what may beat 12 points
//         ok = id == 7;
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_QUEUE_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_QUEUE_H

#include "games/wordgame/generator/lists.h"
#include "games/wordgame/generator/move.h"

enum {
    GEN_QUEUE = GEN_LINES * GEN_SLOTS * (GEN_LISTED_BLANKS + 1), // items at most
    GEN_BUCKETS = 512,
    GEN_BUCKET_ZERO = 128, // the bucket of bounds from 0 to 1 point
    GEN_QUEUE_END = UINT16_MAX,
};

struct gen_queue {
    unsigned count;
    unsigned top; // all higher buckets are empty
    uint16_t bucket[GEN_BUCKETS];
    struct gen_queued {
        int64_t bound;
        uint16_t id, next;
    } item[GEN_QUEUE];
};

static inline void gen_queue_clear(struct gen_queue *q)
{
    q->count = 0;
    q->top = 0;
    for (unsigned i = 0; i < GEN_BUCKETS; i++)
        q->bucket[i] = GEN_QUEUE_END;
}

static inline void gen_queue_push(struct gen_queue *q, int64_t bound, unsigned id)
{
    int64_t at = (bound + GEN_BUCKET_ZERO * EQUITY_POINT) / EQUITY_POINT;
    unsigned bucket = at < 0 ? 0 : at < GEN_BUCKETS ? (unsigned)at : GEN_BUCKETS - 1;
    q->item[q->count] = (struct gen_queued){bound, (uint16_t)id, q->bucket[bucket]};
    q->bucket[bucket] = (uint16_t)q->count++;
    q->top = bucket > q->top ? bucket : q->top;
}

// Pops the next item whose bound is at least `least`; false: there is none. Items below that are
// dropped, so `least` must never fall from one call to the next.
static inline bool gen_queue_pop(struct gen_queue *q, int64_t least, unsigned *id)
{
    for (;;) {
        while (q->bucket[q->top] == GEN_QUEUE_END && q->top > 0)
            q->top--;
        int64_t above = ((int64_t)q->top + 1 - GEN_BUCKET_ZERO) * EQUITY_POINT;
        if (q->bucket[q->top] == GEN_QUEUE_END || (q->top < GEN_BUCKETS - 1 && above <= least))
            return false;
        const struct gen_queued *item = &q->item[q->bucket[q->top]];
        q->bucket[q->top] = item->next;
        *id = item->id;
        if (item->bound >= least)
            return true;
    }
}

#endif
