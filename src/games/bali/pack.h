// pack: the cards of a language (data/packs/LANG.txt): the number of each, its value, and the
// letters that it may stand for.
//
//     A 3 0          three cards A, value 0
//     Ä 1 0 A        a card that counts as A
//     Ä 1 0 ÄA       a card that is Ä unless the move says A
//     * 1 5          the joker: any letter, which the move has to name
//
// Cards have *kinds*. The kind of a plain letter card is its letter; the others are numbered after
// the alphabet, in the order of the file. A pack is a value without pointers.
//
//     struct bali_pack pack;
//     if (bali_pack_load(&pack, &config->lexicon->alphabet))
//         bali_pack_print(&pack, bali_pack_find(&pack, TEXT("*")), &out);
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
    uint8_t own[BALI_KINDS];    // its usual letter; 0: none, the move has to name one
    uint32_t plays[BALI_KINDS]; // the letters that it may be, as graph_letters() has them
};

// False where the program has no pack for the alphabet's language.
bool bali_pack_load(struct bali_pack *p, const struct alphabet *a);

// The kind of the card with that symbol ("K", "Ä", "*", in either case); 0: none.
unsigned bali_pack_find(const struct bali_pack *p, struct text name);

void bali_pack_print(const struct bali_pack *p, unsigned kind, struct buf *out);

// Members of a JSON object, each with a comma before it: "pack" and "values" by card, and "plays":
// the letters of each card that is not a plain letter, its usual letter first. A joker has no usual
// letter and may be any.
void bali_pack_describe(const struct bali_pack *p, const struct alphabet *a, struct buf *out);

#endif
