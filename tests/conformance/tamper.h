// tamper: damages texts as an attacker would: bytes, lines,
// numbers, and pieces of one text in another.
#ifndef LOGOMACHY_TESTS_TAMPER_H
#define LOGOMACHY_TESTS_TAMPER_H

#include "base/buf.h"
#include "base/rng.h"

// Changes one to four things about the text. `other` is a second text of the same kind, to take
// pieces of.
void tamper(struct buf *text, struct text other, struct rng *r);

#endif
