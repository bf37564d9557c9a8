// cut: the cut for the lead. Before the deal each player draws a card from the shuffled packs, in
// the order of sitting down. The one with the lowest rank takes seat A, the others follow in their
// order. Those who tie for it draw again, from the cards that are left; should these run out, the
// first of them leads. A game says what is cut by cut() of its rules; in most nobody cuts.
//
// The cards come from a stream of the seed of their own, so a cut changes nothing of the deal, and
// records from before the cut replay as they did. In a record the cut is a line for each card, in
// the order of drawing, with the seats that the players take by it:
//
//     cut B M        the first to sit down
//     cut A E        nearer to A, so seat A
//
//     struct cut cut;
//     unsigned leader = cut_draw(config, &rng, &cut); // the leader's place, from 0
//     for (unsigned place = 0; place < config->seats; place++)
//         seat = cut_seat(leader, place);
//     cut_write(&cut, &out);
#ifndef LOGOMACHY_RULES_CUT_H
#define LOGOMACHY_RULES_CUT_H

#include "rules/rules.h"

enum { CUT_DRAWS = 128 };

struct cut {
    unsigned draws; // 0: nobody cut
    struct cut_drawn {
        uint8_t seat;
        uint32_t symbol; // code point of the card
    } draw[CUT_DRAWS];
};

// Draws the cut of a game from the seed of `r`, whatever was taken from it before. Returns the
// leader's place in the order of sitting down; 0 where nobody cuts.
unsigned cut_draw(const struct config *c, const struct rng *r, struct cut *out);

// The seat that the player at this place takes.
unsigned cut_seat(unsigned leader, unsigned place);

// Adds "A E" of a line `cut A E`. Checks no more than its form.
bool cut_read(struct cut *cut, struct text rest, struct reason *why);

// Can the players have cut like this, so that they have the seats that they have? If not, `wrong`
// is the index of the first card that does not fit, or of the last one.
bool cut_check(const struct config *c, const struct cut *cut, unsigned *wrong, struct reason *why);

// Is it the cut that follows from the seed? `wrong` as above.
bool cut_follows(const struct config *c, const struct cut *cut, const struct rng *r,
                 unsigned *wrong, struct reason *why);

// The lines of a record.
void cut_write(const struct cut *cut, struct buf *out);

// Whether the card is the seat's last, which is the one that counts.
bool cut_counts(const struct cut *cut, unsigned draw);

#endif
