// registry: the games and presets of this program, as src/games/games.txt lists them. The build
// generates the list; no other code names a game.
//
//     for (unsigned n = 0; config_preset(n); n++)
//         buf_printf(&out, "%s\n", config_preset(n));
#ifndef LOGOMACHY_RULES_REGISTRY_H
#define LOGOMACHY_RULES_REGISTRY_H

#include "base/message.h"

struct rules;

// The game with that name, as presets call it; NULL: none.
const struct rules *rules_find(struct text name);

// The names of all presets, in the order in which lists show them; NULL past the last.
const char *config_preset(unsigned n);

// The players' name of a preset: “Word Game”; its own name where the catalogue has none.
const char *preset_title(const char *preset, enum language language);

#endif
