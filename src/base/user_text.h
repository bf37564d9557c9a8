// user_text: sanitizes text by users (chat, reports, labels) for display in one line beside the
// text of others: no bidi controls, no stacked combining marks, no invisible characters.
//
//     struct buf clean = {0};
//     ok = user_text_clean(text, 300, &clean); /* false: nothing left, or too long */
//     buf_release(&clean);
#ifndef LOGOMACHY_BASE_USER_TEXT_H
#define LOGOMACHY_BASE_USER_TEXT_H

#include "base/buf.h"
#include "base/text.h"

enum { USER_TEXT_MARKS = 4 }; // combining marks per character; no language needs more

// Appends the text with white space and line ends collapsed to single spaces and trimmed; without
// control characters, bidi controls and invisible characters; with at most USER_TEXT_MARKS
// combining marks per character. Keeps joiners between visible characters, which emoji and some
// scripts need. False if nothing or more than `characters` code points are left, if it is not
// UTF-8, or without memory.
bool user_text_clean(struct text text, size_t characters, struct buf *out);

#endif
