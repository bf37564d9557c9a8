// bali_settings: the settings of a Bali game, resolved by name from its config. setup() resolves
// them once and makes them part of the state, so no function looks up a setting again.
//
//     struct bali_settings set;
//     ok = bali_settings_load(&set, config, &why) && set.row <= BALI_ROW;
#ifndef LOGOMACHY_GAMES_BALI_SETTINGS_H
#define LOGOMACHY_GAMES_BALI_SETTINGS_H

#include "rules/config.h"

// Upper bounds. The sizes of a game are in its settings.
enum {
    BALI_ROW = 7,    // places of a seat
    BALI_PARTS = 16, // columns on the table
};

// The bonus of a bali: score * factor + points. Written as "50" (points) or "x2" (factor).
struct bali_bonus {
    uint8_t factor, points;
};

struct bali_settings {
    uint8_t seats;
    uint8_t row;       // places of each seat
    uint8_t packs;     // shuffled together
    uint8_t min_word;  // letters of the shortest word that may be taken
    uint8_t challenge; // any letters may be joined, and joins may be challenged
    uint8_t recall;    // taken words and unseen cards may be looked up during the game
    struct bali_bonus bonus;
};

// From the config's settings and the preset's fixed values. Needs no lexicon. Refuses challenges in
// a game for one.
bool bali_settings_load(struct bali_settings *set, const struct config *c, struct reason *why);

#endif
