// pack: a lexicon as it travels to a browser: the words and what games need of them, a tenth to a
// twentieth of the file's size. It has the DAWG, place by place in the order of a depth-first walk,
// and the properties of the words, all range-coded (range_coder.h). Data that can be computed from
// that is not in it: counts, and the ways around, nine tenths of the graph. Definitions stay in the
// file.
//
//     struct buf packed = {0};
//     struct unpacked words;
//     ok = lexicon_pack(lexicon, &packed, &why) &&
//          lexicon_unpack(&words, buf_text(&packed), "en", &why);
//     unpacked_release(&words);
//     buf_release(&packed);
//
// An unpacked lexicon answers like that of the file. Its graph adds the ways around when they are
// first asked for (graph.h, struct graph_promise), cell for cell those of the file; that takes a
// while, and makes it unfit for several threads.
#ifndef LOGOMACHY_LEXICON_PACK_H
#define LOGOMACHY_LEXICON_PACK_H

#include "lexicon/lexicon.h"

#define PACK_MAGIC "LOGOPAK\n"
#define WORDS_MAGIC "LOGOWRD\n" // of unpacked_bytes()

enum { PACK_FORMAT = 1 };

// Identifies the packed bytes of a lexicon: same name, same bytes. Lower-case hexadecimal digits.
enum { PACK_NAME = 17 };
void lexicon_pack_name(const struct lexicon *lex, char name[PACK_NAME]);

// Appends to `out`. The lexicon is one of a file, not a view.
bool lexicon_pack(const struct lexicon *lex, struct buf *out, struct reason *why);

bool is_packed(struct text bytes);

struct unpacked {
    struct lexicon lexicon; // does not move while it is used: views and searches point to it
    char *image;            // a pack_header and the image of a file, which the lexicon is in; owned
    size_t image_size;
    char *texts; // definitions, if they were added; owned
    // Where the file has the definitions, which begin with their index.
    uint64_t definitions_at, definitions_size, index_size, texts_size;
};

// From lexicon_pack() or unpacked_bytes(). Checks what it is given: any bytes are unpacked to a
// lexicon that is safe to use, or refused. The bytes are needed only during the call. To be
// released even where it fails.
bool lexicon_unpack(struct unpacked *u, struct text bytes, const char *name, struct reason *why);
void unpacked_release(struct unpacked *u);

// The same in a form that lexicon_unpack() reads at once, to keep it on a device: ten times as
// long.
struct text unpacked_bytes(const struct unpacked *u);

// Adds the definitions: `definitions_size` bytes of the file, in memory from malloc(). Owns it from
// then on; false, with the memory left to the caller, where they do not fit.
bool unpacked_define(struct unpacked *u, char *bytes, size_t len);

// Has it all that the file has, definitions too?
bool unpacked_is_whole(const struct unpacked *u);

#endif
