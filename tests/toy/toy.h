// toy: a small game for tests, with what the real ones have between them: two or three seats,
// hidden tiles, draws, passing, resigning, and settings of each kind.
//
// There are three tiles each of the letters A to F, worth 1 to 6. A seat has a few of them that
// nobody else sees. In turn a seat plays one, which scores its value, and draws another while the
// bag lasts; or it passes. The game ends when a seat has no tiles left, or when all seats pass in a
// row.
//
// Move text: `play C`, `pass`, `resign`. Chance: `deal A ACF`, for others `deal A ???`.
#ifndef LOGOMACHY_TESTS_TOY_H
#define LOGOMACHY_TESTS_TOY_H

#include "rules/record.h"

enum { TOY_PLAY = ACTION_OWN, TOY_DEAL };

extern const struct rules toy_rules;

// The preset, without its lexicon.
void toy_config(struct config *c);

// The host of the game's records. Knows the preset "toy" and the lexicons "en" and "ru", which
// toy_close() frees.
struct record_host toy_host(void);
const struct lexicon *toy_lexicon(const char *name, struct reason *why);
void toy_close(void);

#endif
