// pack: the cards of a language (data/packs/LANG.txt): how many of each there are, what each is
// worth, and which letters it may be played as.
//
//     A 3 0          three cards A, worth 0
//     Ä 1 0 A        a card that counts as A
//     Ä 1 0 ÄA       a card that is Ä unless it is said to be an A
//     * 1 5          the joker: any letter, and always to be said which
//
// Cards have *kinds*. The kind of a plain letter card is its letter; the others follow behind the
// alphabet, in the order of the file.
#ifndef LOGOMACHY_GAMES_BALI_PACK_H
#define LOGOMACHY_GAMES_BALI_PACK_H

#include "lexicon/alphabet.h"

enum { BALI_KINDS = 40, BALI_PACK = 54 };

struct bali_pack {
    unsigned kinds; // the highest
    unsigned cards;
    uint32_t symbol[BALI_KINDS]; // code point; 0: there is no such card
    uint8_t count[BALI_KINDS];
    uint8_t value[BALI_KINDS];
    uint8_t own[BALI_KINDS];    // the letter that it is if nothing is said; 0: it must be said
    uint32_t plays[BALI_KINDS]; // the letters that it may be, as graph_letters() has them
};

// False where the program has no pack for the alphabet's language.
bool bali_pack_load(struct bali_pack *p, const struct alphabet *a);

// The kind of the card that is written like this ("K", "Ä", "*", in either case); 0: none.
unsigned bali_pack_find(const struct bali_pack *p, struct text name);

void bali_pack_print(const struct bali_pack *p, unsigned kind, struct buf *out);

// Members of a JSON object, each with a comma before it: "pack" and "values" by card, and "plays",
// the letters of the cards that are not just the letter they are called. The one that a card is if
// nothing is said comes first; a joker has none such, and its letters are all of them.
void bali_pack_describe(const struct bali_pack *p, const struct alphabet *a, struct buf *out);

#endif
