// gcide_text: GCIDE's prose without its markup. Braces around references go; [ae] and ['e] become
// the letters they stand for; "[Obs.]" and its like stay; every other bracket (sources,
// etymologies) goes, and with it the "--Shak." after a quotation.
//
//     const struct gcide_text_options options = {.no_references = true};
//     gcide_text_clean(&out, TEXT("See {C[ae]sar}. [Obs.]"), options); // See . [Obs.]
#ifndef LOGOMACHY_SOURCES_ENGLISH_GCIDE_TEXT_H
#define LOGOMACHY_SOURCES_ENGLISH_GCIDE_TEXT_H

#include "base/buf.h"

struct gcide_text_options {
    bool no_references; // leave out what is in braces, since it is capitalised like a headword
    bool keep_lines;    // keep line breaks, since a verse begins with a capital
};

// Appends the text; white space becomes single spaces.
void gcide_text_clean(struct buf *out, struct text raw, struct gcide_text_options options);

// The accented letter that the next escape of this letter in the text stands for, such as é for e in
// "Ca`f['e]"; takes the text up to it off the front. 0 where there is none.
uint32_t gcide_text_accent(struct text *syllables, char letter);

#endif
