// build_context: the state of building one lexicon, shared by its recipe and the readers: the folder
// of unpacked packages, the builder, and the sink that filters what readers deliver.
//
//     struct build_context b;
//     struct buf content = {0};
//     ok = build_context_open(&b, "build/sources", TEXT("fr"), &why);
//     b.take = TAKE_WORDS | TAKE_CLASSES; // what the sink wants of the next reader
//     struct source_sink sink = build_context_sink(&b);
//     ok = ok && build_context_unpack(&b, "package/words.gz", &content);
//     build_context_close(&b);
//
// The context owns the builder and borrows `sources` and the reason.
#ifndef LOGOMACHY_SOURCES_BUILD_CONTEXT_H
#define LOGOMACHY_SOURCES_BUILD_CONTEXT_H

#include "base/file.h"
#include "lexicon/lexicon_build.h"
#include "sources/source.h"

// The parts of an entry that the sink takes: new words, or only details of known words.
enum {
    TAKE_WORDS = 1,   // new words and spellings
    TAKE_CLASSES = 2, // word classes
    TAKE_TIERS = 4,   // familiarity
    TAKE_TEXTS = 8,   // definitions
    TAKE_LEMMAS = 16, // of which word it is a form
    TAKE_MARKS = 32,  // offensive, obsolete
};

struct build_context {
    const char *sources; // folder with one subfolder per package
    struct alphabet alphabet;
    struct lexicon_builder *lexicon;
    struct reason *why;
    // How the sink treats an entry. Set these before calling a reader.
    struct lexicon_builder *into; // usually `lexicon`
    unsigned take;
    unsigned min_length, max_length;       // max_length 0: no limit
    bool unjoined;                         // skip words with a hyphen or an apostrophe
    const struct lexicon_builder *without; // words to skip, or NULL
};

bool build_context_open(struct build_context *b, const char *sources, struct text lang,
                        struct reason *why);
void build_context_close(struct build_context *b);

// The sink for a reader. It skips words that the alphabet cannot write.
struct source_sink build_context_sink(struct build_context *b);

// Maps a file of a package; the caller unmaps it. The second also decompresses it (gzip).
bool build_context_file(struct build_context *b, const char *path, struct file_map *file);
bool build_context_unpack(struct build_context *b, const char *path, struct buf *content);

// Is the package in that folder of unpacked packages? One of the newer Debian may be missing.
bool build_context_has(const char *sources, const char *package);

// An empty set of words, to fill through `into`. The caller frees it. NULL with the reason if there is
// no memory.
struct lexicon_builder *build_context_set(struct build_context *b);

#endif
