#include "games/bali/engine/plan.h"

#include <string.h>

enum { SUBSETS = 1 << BALI_ROW };

struct planning {
    const struct bali_position *p;
    struct bali_hopes *h;
    uint8_t place[BALI_PARTS];
    int16_t points[SUBSETS]; // of the word that all these columns make; -1: none
    struct bali_step step[SUBSETS];
    int16_t best[SUBSETS]; // points of words among these columns, none left over: -1 if not so
    uint8_t word[SUBSETS]; // the columns of one of those words
};

static bool take_join(void *context, const struct bali_join *join)
{
    struct planning *t = context;
    unsigned columns = 0, sum = 0;
    if (!join->word || join->length < t->p->min_word)
        return true;
    for (unsigned i = 0; i < join->count; i++) {
        columns |= 1u << join->part[i];
        sum += t->p->pile[t->place[join->part[i]]].sum;
    }
    if (t->points[columns] >= 0 || !bali_hopes_find(t->h, join->run, join->length)->word)
        return true;
    struct bali_step *step = &t->step[columns];
    t->points[columns] = (int16_t)(sum * join->length);
    *step = (struct bali_step){.kind = BALI_JOIN, .count = (uint8_t)join->count};
    for (unsigned i = 0; i < join->count; i++) {
        step->place[i] = t->place[join->part[i]];
        step->settle[i] = join->settle[i];
    }
    return true;
}

static void find_words(struct planning *t, unsigned *columns)
{
    struct bali_part part[BALI_PARTS];
    uint32_t own;
    *columns = bali_position_parts(t->p, part, t->place, &own);
    memset(t->points, -1, sizeof t->points);
    bali_joins(t->p->graph, part, *columns, own, take_join, t);
    for (unsigned i = 0; i < *columns; i++) {
        t->points[1u << i] = (int16_t)bali_position_points(t->p, t->place[i]);
        t->step[1u << i] =
            (struct bali_step){.kind = BALI_TAKE, .count = 1, .place = {t->place[i]}};
    }
}

// The best way to use up each set of columns: a word with the lowest of them, and the rest.
static void share_out(struct planning *t, unsigned columns)
{
    t->best[0] = 0;
    for (unsigned set = 1; set < 1u << columns; set++) {
        unsigned lowest = set & -set;
        t->best[set] = -1;
        for (unsigned word = set; word; word = (word - 1) & set) {
            if (!(word & lowest) || t->points[word] < 0 || t->best[set ^ word] < 0)
                continue;
            int points = t->points[word] + t->best[set ^ word];
            if (points > t->best[set]) {
                t->best[set] = (int16_t)points;
                t->word[set] = (uint8_t)word;
            }
        }
    }
}

// A word that is made of several columns is joined first and taken then.
static void write_down(const struct planning *t, unsigned set, struct bali_plan *out)
{
    while (set) {
        unsigned word = t->word[set];
        const struct bali_step *step = &t->step[word];
        out->step[out->count++] = *step;
        if (step->kind == BALI_JOIN)
            out->step[out->count++] =
                (struct bali_step){.kind = BALI_TAKE, .count = 1, .place = {step->place[0]}};
        set ^= word;
    }
}

void bali_plan_end(const struct bali_position *p, struct bali_hopes *h, struct bali_plan *out)
{
    struct planning t = {.p = p, .h = h};
    unsigned columns, chosen = 0;
    find_words(&t, &columns);
    share_out(&t, columns);
    *out = (struct bali_plan){.total = p->score[p->turn]};
    for (unsigned set = 0; set < 1u << columns; set++) {
        int total = p->score[p->turn] + t.best[set];
        bool bali = set + 1 == 1u << columns;
        if (t.best[set] < 0)
            continue;
        if (bali)
            total = total * p->bonus_times + p->bonus_plus;
        if (total > out->total || (total == out->total && bali)) {
            out->total = total;
            out->bali = bali;
            chosen = set;
        }
    }
    write_down(&t, chosen, out);
}
