#include "games/bali/engine/endgame_alone.h"

#include <string.h>

enum { SUBSETS = 1 << BALI_ROW };

struct partition {
    const struct bali_position *p;
    struct bali_completions *completions;
    uint8_t place[BALI_PARTS];
    int16_t points[SUBSETS]; // of the word that all these columns make; -1: none
    struct bali_move move[SUBSETS];
    int16_t best[SUBSETS]; // points of the best partition into words; -1: there is none
    uint8_t word[SUBSETS]; // one word of that partition
};

static bool note_join(void *context, const struct bali_join *join)
{
    struct partition *t = context;
    unsigned columns = 0, sum = 0;
    if (!join->word || join->length < t->p->set.min_word)
        return true;
    for (unsigned i = 0; i < join->count; i++) {
        columns |= 1u << join->part[i];
        sum += t->p->pile[t->place[join->part[i]]].sum;
    }
    if (t->points[columns] >= 0 ||
        !bali_completions_find(t->completions, join->run, join->length)->word)
        return true;
    t->points[columns] = (int16_t)(sum * join->length);
    t->move[columns] = bali_join_move(join, t->place);
    t->move[columns].kind = BALI_TAKE;
    return true;
}

static void find_words(struct partition *t, unsigned *columns)
{
    struct bali_part part[BALI_PARTS];
    uint32_t own;
    *columns = bali_position_parts(t->p, part, t->place, &own);
    memset(t->points, -1, sizeof t->points);
    bali_joins(t->p->graph, part, *columns, own, note_join, t);
    for (unsigned i = 0; i < *columns; i++) {
        t->points[1u << i] = (int16_t)bali_position_points(t->p, t->place[i]);
        t->move[1u << i] =
            (struct bali_move){.kind = BALI_TAKE, .count = 1, .place = {t->place[i]}};
    }
}

// The best partition of each set: a word with the lowest column, and the best of the others.
static void find_partitions(struct partition *t, unsigned columns)
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

static void list_moves(const struct partition *t, unsigned set, struct bali_endgame_alone *out)
{
    while (set) {
        unsigned word = t->word[set];
        out->move[out->count++] = t->move[word];
        set ^= word;
    }
}

void bali_endgame_alone_solve(const struct bali_position *p, struct bali_completions *completions,
                              struct bali_endgame_alone *out)
{
    struct partition t = {.p = p, .completions = completions};
    unsigned columns, chosen = 0;
    find_words(&t, &columns);
    find_partitions(&t, columns);
    *out = (struct bali_endgame_alone){.total = p->score[p->turn]};
    for (unsigned set = 0; set < 1u << columns; set++) {
        int total = p->score[p->turn] + t.best[set];
        bool bali = set + 1 == 1u << columns;
        if (t.best[set] < 0)
            continue;
        if (bali)
            total = bali_with_bonus(p->set.bonus, total);
        if (total > out->total || (total == out->total && bali)) {
            out->total = total;
            out->bali = bali;
            chosen = set;
        }
    }
    list_moves(&t, chosen, out);
}
