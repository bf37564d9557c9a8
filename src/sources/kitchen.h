// kitchen: what all recipes cook with: the folder of unpacked packages, the lexicon that is being
// made, and the sink that takes what the readers give.
#ifndef LOGOMACHY_SOURCES_KITCHEN_H
#define LOGOMACHY_SOURCES_KITCHEN_H

#include "base/file.h"
#include "lexicon/lexicon_build.h"
#include "sources/source.h"

// A reader may be asked for new words, or only for more about words that are there already.
enum {
    TAKE_WORDS = 1,   // words that are not there yet, and spellings
    TAKE_CLASSES = 2, // word classes
    TAKE_TIERS = 4,   // familiarity
    TAKE_TEXTS = 8,   // definitions
};

struct kitchen {
    const char *sources; // the folder with one folder for each package
    struct alphabet alphabet;
    struct lexicon_builder *lexicon;
    struct reason *why;
    // What the sink does with an entry; set before each reader is called.
    struct lexicon_builder *into; // usually `lexicon`
    unsigned take;
    unsigned min_length, max_length; // max_length 0: no limit
    bool unjoined; // leave out words that are written with a hyphen or an apostrophe
    const struct lexicon_builder *without; // words that are left out, or NULL
};

bool kitchen_open(struct kitchen *k, const char *sources, struct text lang, struct reason *why);
void kitchen_close(struct kitchen *k);

// The sink to give to a reader. Words that the alphabet cannot write are left out.
struct source_sink kitchen_sink(struct kitchen *k);

// A file of a package, to be unmapped; the second also unpacks it.
bool kitchen_file(struct kitchen *k, const char *path, struct file_map *file);
bool kitchen_unpack(struct kitchen *k, const char *path, struct buf *content);

// A set of words, empty, to be filled through `into` and freed; NULL, with the reason, where there
// is no memory.
struct lexicon_builder *kitchen_set(struct kitchen *k);

#endif
