// wordgame_gen_lists: the words that tiles of a rack form with given letters of the board, by the
// word map.
//
// A *list* depends only on the letters and on the number of tiles and blanks, not on where they
// lie, so it serves every slot with the same. It has a *part* for each choice of such tiles, looked
// up when it is first needed: most never are, because other moves are better.
//
//     struct wordgame_wordmap map; /* see wordmap.h */
//     struct wordgame_gen_rack rack;
//     struct wordgame_gen_board b;
//     struct wordgame_gen_lists lists;
//     if (wordgame_gen_lists_init(&lists, &map, 26)) {
//         wordgame_gen_lists_start(&lists, &rack);
//         const struct wordgame_gen_line *line = b.line[7];
//         const struct wordgame_gen_list *list =
//             wordgame_gen_lists_find(&lists, line, &line->slot[0], 0);
//         ok = list && wordgame_gen_lists_part(&lists, list, rack.first[list->tiles][0]).hits > 0;
//         wordgame_gen_lists_release(&lists);
//     }
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_LISTS_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_LISTS_H

#include "games/wordgame/generator/board.h"
#include "games/wordgame/generator/rack.h"
#include "games/wordgame/generator/wordmap.h"

enum {
    WORDGAME_GEN_LISTED_BLANKS = 2, // with more of them on a rack there would be too many words
    WORDGAME_GEN_LISTS =
        16384, // more than there are slots with each number of blanks: there is room
};

// Words of one choice of tiles, with what its blanks stand for.
struct wordgame_gen_hit {
    const struct wordgame_wordmap_group *group;
    uint8_t blank[WORDGAME_GEN_LISTED_BLANKS + 1]; // letters, then 0
};

struct wordgame_gen_part {
    uint32_t first; // of its hits
    uint16_t hits;
    bool known;
};

struct wordgame_gen_list {
    uint64_t key;
    uint32_t round; // in which it was made
    uint32_t parts; // where they begin
    uint8_t tiles, blanks, length;
    uint64_t through[2]; // counts of the letters of the board, see wordgame_gen_count()
};

struct wordgame_gen_lists {
    const struct wordgame_wordmap *map;
    const struct wordgame_gen_rack *rack;
    unsigned letters; // of the alphabet
    uint32_t round;
    struct wordgame_gen_list *list; // owned, as are the others
    struct wordgame_gen_part *part;
    struct wordgame_gen_hit *hit;
    uint32_t parts, hits;
    size_t part_cap, hit_cap;
    bool failed; // there was no memory: words may be missing
};

bool wordgame_gen_lists_init(struct wordgame_gen_lists *l, const struct wordgame_wordmap *map,
                             unsigned letters);
void wordgame_gen_lists_release(struct wordgame_gen_lists *l);

// From now on for this rack, which has at most WORDGAME_GEN_LISTED_BLANKS blanks.
void wordgame_gen_lists_start(struct wordgame_gen_lists *l, const struct wordgame_gen_rack *rack);

// The list for a slot of a line with `blanks` blanks among the new tiles; NULL: no memory. It stays
// until wordgame_gen_lists_start().
const struct wordgame_gen_list *wordgame_gen_lists_find(struct wordgame_gen_lists *l,
                                                        const struct wordgame_gen_line *line,
                                                        const struct wordgame_gen_slot *slot,
                                                        unsigned blanks);

// Looks up a part.
void wordgame_gen_lists_look_up(struct wordgame_gen_lists *l, const struct wordgame_gen_list *list,
                                unsigned choice);

// The words of a choice, which is a number in rack->choice, with the list's tiles and blanks. Its
// hits are at l->hit until the next is asked for.
static inline struct wordgame_gen_part wordgame_gen_lists_part(struct wordgame_gen_lists *l,
                                                               const struct wordgame_gen_list *list,
                                                               unsigned choice)
{
    uint32_t at = list->parts + choice - l->rack->first[list->tiles][list->blanks];
    if (!l->part[at].known)
        wordgame_gen_lists_look_up(l, list, choice);
    return l->part[at];
}

#endif
