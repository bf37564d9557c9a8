// utf8: reading and writing single code points, and the Unicode side of folding. What a code point
// decomposes into comes from utf8proc, never from tables of our own.
#ifndef LOGOMACHY_BASE_UTF8_H
#define LOGOMACHY_BASE_UTF8_H

#include "base/text.h"

enum { UTF8_MAX = 4, UTF8_FOLDED_MAX = 18 };

// Takes one code point off the front. False, with one byte taken, where the bytes are not UTF-8
// (overlong forms, surrogates and values past U+10FFFF are not); false with nothing taken at the
// end.
bool utf8_next(struct text *rest, uint32_t *code_point);

// Writes a code point; returns how many bytes, 0 for a value that is none.
size_t utf8_put(uint32_t code_point, char out[UTF8_MAX]);

// How many bytes are left when a character that was cut off at the end is taken away.
size_t utf8_whole(struct text t);

bool utf8_valid(struct text t);
size_t utf8_length(struct text t); // in code points, a bad byte counting as one

// Case folded and canonically decomposed: É gives e and U+0301, ß gives s and s. Returns how many
// code points were written; 0 for a value that is not a character.
size_t utf8_fold(uint32_t code_point, uint32_t out[UTF8_FOLDED_MAX]);

bool utf8_is_mark(uint32_t code_point);   // an accent that combines with what is before it
uint32_t utf8_upper(uint32_t code_point); // simple capital, itself where there is none
bool utf8_is_upper(uint32_t code_point);
int utf8_width(uint32_t code_point); // columns on a terminal: 0, 1 or 2

// The letter and the mark as one code point (И and U+0306 give Й), or 0 where there is none.
uint32_t utf8_compose(uint32_t base, uint32_t mark);

#endif
