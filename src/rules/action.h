// action: one thing that happens in a game: a seat's move, or a chance event such as a deal. A flat
// value; what its bytes mean is the game's own business (games/*/). Everybody else copies it,
// compares it, and has it formatted.
//
// Everybody may read `len` and `data`. Only the functions below write them, so no text and no
// search can write past the end of an action; tools/actions.py fails on any other code that tries.
//
//     action_begin(&a, TOY_DEAL, CHANCE);
//     if (!action_put(&a, seat) || !action_put_bytes(&a, tiles, count))
//         return refuse(...);        // more than an action holds
#ifndef LOGOMACHY_RULES_ACTION_H
#define LOGOMACHY_RULES_ACTION_H

#include <stdbool.h>
#include <stddef.h>
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

// An action without data, to which some may be added.
void action_begin(struct action *a, unsigned kind, unsigned seat);

// Adds a byte, or several: all of them or none. False where there is no room, which nobody may
// ignore. Callers that have made sure of the room say so: BUG_UNLESS(action_put(...)).
__attribute__((warn_unused_result)) bool action_put(struct action *a, unsigned byte);
__attribute__((warn_unused_result)) bool action_put_bytes(struct action *a, const void *bytes,
                                                          size_t count);

// Removes the bytes from number `len` on; there are at least that many.
void action_cut(struct action *a, unsigned len);

// Changes a byte that is there.
void action_change(struct action *a, unsigned at, unsigned byte);

// A whole action at once. It is a bug if the bytes do not fit.
struct action action_of(unsigned kind, unsigned seat, const void *bytes, size_t count);

#endif
