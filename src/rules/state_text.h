// state_text: reading what write() of a game's rules prints: a state as lines, each with a key
// and its values ("turn B", "passes 1"). The text is untrusted input, so each value is read with
// its upper bound, and a value out of range refuses the line.
//
//     struct text rest = TEXT("B 12"), first = text_cut(&rest, ' ');
//     uint8_t scorer = 0, points = 0;
//     ok = state_read_seat(first, config->seats, &scorer) && state_read_byte(rest, 99, &points);
//
// All functions return false, and leave the output alone, where the text is not what they read.
#ifndef LOGOMACHY_RULES_STATE_TEXT_H
#define LOGOMACHY_RULES_STATE_TEXT_H

#include "base/reason.h"

// A decimal number, 0 to `most`, and nothing else.
bool state_read_number(struct text text, uint32_t most, uint32_t *out);

// The same, stored in a byte: `most` is at most 255.
bool state_read_byte(struct text text, uint32_t most, uint8_t *out);

// A seat by its letter: A, or another of the first `seats` capitals.
bool state_read_seat(struct text text, unsigned seats, uint8_t *out);

// Handles one line: `key` is its first word, `rest` what follows the space after it. An empty line
// has an empty key. False refuses the line.
typedef bool state_line_fn(void *context, struct text key, struct text rest);

// Calls `read` for each line of the text. Stops at the first line that is refused, which the
// reason names.
bool state_read_lines(struct text text, state_line_fn *read, void *context, struct reason *why);

#endif
