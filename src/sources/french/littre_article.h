// littre_article: the class and the senses of one article of Littré's dictionary (french/littre.h).
//
//     struct littre_article a = littre_article(text);
//     struct buf sense = {0};
//     while (littre_next_sense(&a, &sense))
//         ok = buf_text(&sense).len > 0;
//     buf_release(&sense);
#ifndef LOGOMACHY_SOURCES_FRENCH_LITTRE_ARTICLE_H
#define LOGOMACHY_SOURCES_FRENCH_LITTRE_ARTICLE_H

#include "base/buf.h"

enum { LITTRE_DEFINITION_MAX = 600 }; // bytes of a sense

struct littre_article {
    unsigned classes; // 0 where the article says none that we know
    struct text rest; // what has not been read yet
    struct text all;  // what follows the head
    bool begun;       // a sense was read: unnumbered paragraphs that follow are its phrases
    bool section;     // inside of a section before all senses
    bool done;
};

struct littre_article littre_article(struct text article); // valid UTF-8

// The next sense, one line, cut after a sentence; false after the last.
bool littre_next_sense(struct littre_article *a, struct buf *out);

// The first citation, for an article without senses; false if there is none.
bool littre_citation(const struct littre_article *a, struct buf *out);

// The headword to which the article refers, "Voy. ESCAROLE."; empty if there is none.
struct text littre_reference(const struct littre_article *a);

#endif
