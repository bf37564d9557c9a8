// action: one event of a game: a seat's move, or a chance event such as a deal. A flat value. The
// meaning of its bytes is private to the game (games/*/); all other code copies, compares and
// formats it only.
//
// Any code may read `len` and `data`. Only the functions below write them, so no parser and no
// search can write past the end; tools/actions.py fails on code that tries.
//
//     action_begin(&action, ACTION_OWN, CHANCE);
//     ok = action_put(&action, seat) && action_put_bytes(&action, "\1\2", 2);
//     if (!ok)
//         reason_set(&why, 0, MSG_RULES_BAD_ACTION, "%s", ""); // more than an action holds
#ifndef LOGOMACHY_RULES_ACTION_H
#define LOGOMACHY_RULES_ACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEATS_MAX = 4, CHANCE = SEATS_MAX, ACTION_BYTES = 100 };

// Kinds that all games have. Those of a game begin at ACTION_OWN.
enum action_kind { ACTION_NONE, ACTION_RESIGN, ACTION_PASS, ACTION_OWN };

struct action {
    uint8_t kind;
    uint8_t seat; // that acts; CHANCE for chance events
    uint8_t len;  // bytes of `data` in use; the others are 0
    uint8_t data[ACTION_BYTES];
};

bool action_equal(const struct action *a, const struct action *b);

// Starts an action without data.
void action_begin(struct action *a, unsigned kind, unsigned seat);

// Appends a byte, or several: all of them or none. False where there is no room. Callers that have
// made sure of the room say so: BUG_UNLESS(action_put(...)).
__attribute__((warn_unused_result)) bool action_put(struct action *a, unsigned byte);
__attribute__((warn_unused_result)) bool action_put_bytes(struct action *a, const void *bytes,
                                                          size_t count);

// Truncates the data to `len` bytes; there are at least that many.
void action_cut(struct action *a, unsigned len);

// Overwrites a byte that is in use.
void action_change(struct action *a, unsigned at, unsigned byte);

// A complete action. It is a bug if the bytes do not fit.
struct action action_of(unsigned kind, unsigned seat, const void *bytes, size_t count);

#endif
