// range_coder: adaptive binary arithmetic coding (range coding). Each bit is coded with the
// probability that its contexts have learned so far, so what is expected costs little. One function
// both writes and reads: a model written with it cannot do the two differently.
//
//     struct buf packed = {0};
//     struct range_coder *c = range_coder_new();
//     range_coder_write(c, &packed);
//     const uint32_t contexts[RANGE_CONTEXTS] = {1, 2, 3};
//     unsigned seven = range_code(c, contexts, 3, 7); // three bits
//     range_coder_end(c);
//     range_coder_free(c);
//     ok = seven == 7 && buf_ok(&packed);
//
// A value is coded in three contexts, from the most general to the most specific. The prediction is
// that of the general one, corrected by each more specific one as far as that has been seen before
// (blending, as in PPM). A context is any number; it is hashed into a table of fixed size, and two
// that fall together only predict less well.
#ifndef LOGOMACHY_LEXICON_RANGE_CODER_H
#define LOGOMACHY_LEXICON_RANGE_CODER_H

#include "base/buf.h"

enum { RANGE_CONTEXTS = 3, RANGE_BITS_MAX = 5 };

struct range_coder;

struct range_coder *range_coder_new(void); // NULL: no memory
void range_coder_free(struct range_coder *c);

// Begins to write to a buffer or to read from bytes, with nothing learned. Both are borrowed until
// the end.
void range_coder_write(struct range_coder *c, struct buf *out);
void range_coder_read(struct range_coder *c, struct text bytes);

// Codes a value of at most RANGE_BITS_MAX bits. Returns it; when reading, `value` is ignored.
unsigned range_code(struct range_coder *c, const uint32_t context[RANGE_CONTEXTS], unsigned bits,
                    unsigned value);

// Codes a set of at most 32: for each member, whether it is there. The probability of a member
// depends on the contexts and, in the most specific one, on the last member that is there.
uint32_t range_code_set(struct range_coder *c, const uint32_t context[RANGE_CONTEXTS],
                        unsigned members, uint32_t set);

// Codes bits that nothing is known of, at most 24.
uint32_t range_code_plain(struct range_coder *c, unsigned bits, uint32_t value);

// Writes the rest. After reading: false where more was read than there is.
bool range_coder_end(struct range_coder *c);

#endif
