// gcide_head: the head of an entry of GCIDE, such as
//
//     Calotte \Ca*lotte"\, Callot \Cal"lot\ (k[a^]l"l[u^]t), n.; pl. {Calottes} [F. calotte.]
//     (Eccl.)
//
// one or more headwords with their syllables between backslashes, pronunciations, abbreviated
// classes, plurals, etymology and field of knowledge.
//
//     struct gcide_head head; // its texts are slices of the entry
//     ok = gcide_head_read(text, &head) && head.words && head.classes == CLASS_NOUN;
#ifndef LOGOMACHY_SOURCES_ENGLISH_GCIDE_HEAD_H
#define LOGOMACHY_SOURCES_ENGLISH_GCIDE_HEAD_H

#include "base/text.h"

enum { GCIDE_WORDS_MAX = 8 };

struct gcide_head {
    struct text word[GCIDE_WORDS_MAX];      // as they are written, usually capitalised
    struct text syllables[GCIDE_WORDS_MAX]; // of each, as they are between the backslashes
    unsigned words;
    unsigned classes; // a set of enum word_class; 0 where none is given
    bool proper;      // said to be a proper noun or adjective
    bool form;        // a participle, plural, comparative or affix
    bool new_latin;   // etymology says so: in plurals and genera, a name of biology
    struct text body; // what comes after the head
};

// False where the entry has no head.
bool gcide_head_read(struct text entry, struct gcide_head *head);

#endif
