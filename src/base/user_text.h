// user_text: what people write for others to read, such as chat, reports and labels, made fit to be
// shown in one line beside what others have written. Nothing in it can turn the rest of the line
// around, pile up on other lines, or be there without being seen.
//
//     struct buf clean = {0};
//     if (!user_text_clean(text, 300, &clean)) ...nothing to be seen, or too long...
#ifndef LOGOMACHY_BASE_USER_TEXT_H
#define LOGOMACHY_BASE_USER_TEXT_H

#include "base/buf.h"
#include "base/text.h"

enum { USER_TEXT_MARKS = 4 }; // accents on one letter; no language needs more

// Appends the text: white space and line ends as single spaces, none at either end; without control
// characters, marks of direction, and characters that show nothing; with at most USER_TEXT_MARKS
// combining marks behind a character. Joiners stay between characters that are seen, as emoji and
// some scripts need them. False where nothing is left, where more than `characters` code points
// are, where it is not UTF-8, or there is no memory.
bool user_text_clean(struct text text, size_t characters, struct buf *out);

#endif
