#include "games/wordgame/generator/lists.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

bool wordgame_gen_lists_init(struct wordgame_gen_lists *l, const struct wordgame_wordmap *map,
                             unsigned letters)
{
    *l = (struct wordgame_gen_lists){.map = map, .letters = letters};
    l->list = calloc(WORDGAME_GEN_LISTS, sizeof *l->list);
    return l->list != NULL;
}

void wordgame_gen_lists_release(struct wordgame_gen_lists *l)
{
    free(l->list);
    free(l->part);
    free(l->hit);
    *l = (struct wordgame_gen_lists){0};
}

void wordgame_gen_lists_start(struct wordgame_gen_lists *l, const struct wordgame_gen_rack *rack)
{
    l->rack = rack;
    l->hits = 0;
    l->parts = 0;
    l->failed = false;
    if (++l->round == 0) { // once in four billion: no old list may be taken for a new one
        memset(l->list, 0, WORDGAME_GEN_LISTS * sizeof *l->list);
        l->round = 1;
    }
}

// The lookup of one part.
struct lookup {
    struct wordgame_gen_lists *lists;
    const struct wordgame_gen_list *list;
    const struct wordgame_gen_choice *choice;
};

// Are these the right letters? Equal keys are no proof.
static bool is_meant(const struct lookup *k, const struct wordgame_wordmap_group *group,
                     const uint8_t blank[WORDGAME_GEN_LISTED_BLANKS + 1])
{
    uint64_t counts[2] = {k->list->through[0] + k->choice->counts[0],
                          k->list->through[1] + k->choice->counts[1]};
    uint64_t found[2] = {0, 0};
    if (group->length != k->list->length)
        return false;
    for (unsigned i = 0; i < WORDGAME_GEN_LISTED_BLANKS; i++)
        if (blank[i])
            wordgame_gen_count(counts, blank[i]);
    for (unsigned i = 0; i < group->length; i++)
        wordgame_gen_count(found, group->letter[i]);
    return counts[0] == found[0] && counts[1] == found[1];
}

static void take_group(struct lookup *k, uint64_t key, unsigned blank_a, unsigned blank_b)
{
    struct wordgame_gen_lists *l = k->lists;
    const struct wordgame_wordmap_group *group = wordgame_wordmap_probe(l->map, key);
    struct wordgame_gen_hit hit = {group, {(uint8_t)blank_a, (uint8_t)blank_b, 0}};
    if (!group || !is_meant(k, group, hit.blank))
        return;
    if (!vec_reserve(&l->hit, &l->hit_cap, l->hits + 1)) {
        l->failed = true;
        return;
    }
    l->hit[l->hits++] = hit;
}

static inline void look_up(struct lookup *k, uint64_t key, unsigned blank_a, unsigned blank_b)
{
    if (wordgame_wordmap_may_have(k->lists->map, key))
        take_group(k, key, blank_a, blank_b);
}

// Every letter that the blanks may stand for.
static void look_up_blanks(struct lookup *k, uint64_t key)
{
    const uint64_t *keys = k->lists->map->key;
    unsigned letters = k->lists->letters;
    if (k->choice->blanks == 1)
        for (unsigned a = 1; a <= letters; a++)
            look_up(k, key + keys[a], a, 0);
    else
        for (unsigned a = 1; a <= letters; a++)
            for (unsigned b = a; b <= letters; b++)
                look_up(k, key + keys[a] + keys[b], a, b);
}

void wordgame_gen_lists_look_up(struct wordgame_gen_lists *l, const struct wordgame_gen_list *list,
                                unsigned choice)
{
    struct lookup k = {l, list, &l->rack->choice[choice]};
    uint64_t key = list->key + k.choice->key;
    uint32_t first = l->hits;
    if (k.choice->blanks == 0)
        look_up(&k, key, 0, 0);
    else
        look_up_blanks(&k, key);
    l->part[list->parts + choice - l->rack->first[list->tiles][list->blanks]] =
        (struct wordgame_gen_part){first, (uint16_t)(l->hits - first), true};
}

static bool make_list(struct wordgame_gen_lists *l, struct wordgame_gen_list *list,
                      const struct wordgame_gen_line *line, const struct wordgame_gen_slot *slot,
                      unsigned blanks)
{
    unsigned parts =
        wordgame_gen_rack_end(l->rack, slot->tiles, blanks) - l->rack->first[slot->tiles][blanks];
    if (!vec_reserve(&l->part, &l->part_cap, l->parts + parts)) {
        l->failed = true;
        return false;
    }
    *list = (struct wordgame_gen_list){.key = slot->key,
                                       .round = l->round,
                                       .parts = l->parts,
                                       .tiles = slot->tiles,
                                       .blanks = (uint8_t)blanks,
                                       .length = slot->length};
    memset(l->part + l->parts, 0, parts * sizeof *l->part);
    l->parts += parts;
    for (unsigned at = slot->start; at < slot->start + slot->length; at++)
        if (line->letter[at])
            wordgame_gen_count(list->through, line->letter[at]);
    return true;
}

const struct wordgame_gen_list *wordgame_gen_lists_find(struct wordgame_gen_lists *l,
                                                        const struct wordgame_gen_line *line,
                                                        const struct wordgame_gen_slot *slot,
                                                        unsigned blanks)
{
    unsigned at = (unsigned)(slot->key >> 40) * 32 + slot->tiles * 3 + blanks;
    for (;; at++) {
        struct wordgame_gen_list *list = &l->list[at % WORDGAME_GEN_LISTS];
        if (list->round != l->round)
            return make_list(l, list, line, slot, blanks) ? list : NULL;
        if (list->key == slot->key && list->tiles == slot->tiles && list->blanks == blanks)
            return list;
    }
}
