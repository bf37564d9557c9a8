// utf8: UTF-8 decoding and encoding, and the Unicode part of case folding. Decompositions come from
// utf8proc, not from our own tables.
//
//     uint32_t c;
//     struct text rest = TEXT("É");
//     ok = utf8_next(&rest, &c) && c == 0xC9 && utf8_length(TEXT("Éa")) == 2;
#ifndef LOGOMACHY_BASE_UTF8_H
#define LOGOMACHY_BASE_UTF8_H

#include "base/text.h"

enum { UTF8_MAX = 4, UTF8_FOLDED_MAX = 18 };

// Removes one code point from the front. False, with one byte removed, for invalid UTF-8 (including
// overlong forms, surrogates and values beyond U+10FFFF); false with nothing removed at the end.
bool utf8_next(struct text *rest, uint32_t *code_point);

// Encodes a code point; returns the number of bytes, 0 if it is invalid.
size_t utf8_put(uint32_t code_point, char out[UTF8_MAX]);

// The length without an incomplete character at the end.
size_t utf8_whole(struct text t);

bool utf8_valid(struct text t);
size_t utf8_length(struct text t); // in code points; an invalid byte counts as one

// Case folding and canonical decomposition: É gives e and U+0301, ß gives s and s. Returns the
// number of code points; 0 if it is not a character.
size_t utf8_fold(uint32_t code_point, uint32_t out[UTF8_FOLDED_MAX]);

bool utf8_is_mark(uint32_t code_point);   // a combining mark
uint32_t utf8_upper(uint32_t code_point); // simple uppercase mapping, or itself
bool utf8_is_upper(uint32_t code_point);
int utf8_width(uint32_t code_point); // terminal columns: 0, 1 or 2

// Canonical composition (И and U+0306 give Й), or 0 if there is none.
uint32_t utf8_compose(uint32_t base, uint32_t mark);

#endif
