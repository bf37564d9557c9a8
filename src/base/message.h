// message: the message catalogue: every text that a person sees, in five languages. The texts are
// in data/messages, one file per language. tools/messages.py generates the enum and the tables at
// build time, and fails the build when a language lacks a message or a placeholder.
//
//     message_fill(&out, MSG_OUT_OF_MEMORY, LANGUAGE_EN, TEXT(""));
#ifndef LOGOMACHY_BASE_MESSAGE_H
#define LOGOMACHY_BASE_MESSAGE_H

#include "base/buf.h"

#include "messages.gen.h"

enum language { LANGUAGE_EN, LANGUAGE_DE, LANGUAGE_FR, LANGUAGE_NL, LANGUAGE_RU, LANGUAGES };

// From a tag such as "de", "de_AT.UTF-8" or "fr-CA"; English if unknown.
enum language language_from_tag(struct text tag);
bool language_find(struct text tag, enum language *out); // false, with nothing written, if unknown

// The text as in the catalogue, with its placeholders. Static.
const char *message_text(enum message what, enum language language);

// Its stable key, for programs: "account.name_taken". Static.
const char *message_key(enum message what);
bool message_find(const char *key, enum message *out); // the inverse

// The language's tag: "de".
const char *language_tag(enum language language);

// Appends the message with {0}, {1}... replaced by the tab-separated arguments.
void message_fill(struct buf *out, enum message what, enum language language, struct text args);

#endif
