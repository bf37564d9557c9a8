// sprout_settings: the settings of a game of Sprout, resolved by name from its config. setup()
// resolves them once and makes them part of the state, so no function looks up a setting again.
//
//     struct sprout_settings set;
//     ok = sprout_settings_load(&set, config, &why) && set.min_word > 1;
#ifndef LOGOMACHY_GAMES_SPROUT_SETTINGS_H
#define LOGOMACHY_GAMES_SPROUT_SETTINGS_H

#include "rules/config.h"

struct sprout_settings {
    uint8_t min_word; // letters of the shortest word that scores
};

// Refuses a config that the game cannot be played with. Sprout accepts all.
bool sprout_settings_load(struct sprout_settings *set, const struct config *c, struct reason *why);

#endif
