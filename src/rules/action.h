// action: one thing that happens in a game: a seat's move, or a chance event such as a deal. A flat
// value; what its bytes mean is the game's own business (games/*/). Everybody else copies it,
// compares it, and has it formatted.
#ifndef LOGOMACHY_RULES_ACTION_H
#define LOGOMACHY_RULES_ACTION_H

#include <stdbool.h>
#include <stdint.h>

enum { SEATS_MAX = 4, CHANCE = SEATS_MAX, ACTION_BYTES = 100 };

// Kinds that every game knows. A game's own begin at ACTION_OWN.
enum action_kind { ACTION_NONE, ACTION_RESIGN, ACTION_PASS, ACTION_OWN };

struct action {
    uint8_t kind;
    uint8_t seat; // who does it; CHANCE for chance events
    uint8_t len;  // bytes of `data` that are used; the others are 0
    uint8_t data[ACTION_BYTES];
};

bool action_equal(const struct action *a, const struct action *b);

#endif
