// format: the bytes of a lexicon file, for what writes it and what opens it. docs/lexicon-format.md
// tells the same in words. Numbers are little-endian, parts begin at multiples of 64 bytes.
#ifndef LOGOMACHY_LEXICON_FORMAT_H
#define LOGOMACHY_LEXICON_FORMAT_H

#include "lexicon/word.h"

#define LEXICON_MAGIC "LOGOLEX\n"

enum {
    LEXICON_FORMAT = 3,
    LEXICON_ALIGN = 64,
    LEXICON_BLOCK_MAX = 1 << 20, // a block of definitions, unpacked
};

enum lexicon_part {
    PART_META,
    PART_CELLS,
    PART_COUNTS,
    PART_LARGES,
    PART_INFO,
    PART_BLOCKS,
    PART_DEFINITIONS, // from here on, what the browser does without
    PART_DEFINED,
    PARTS
};

struct lexicon_header {
    char magic[8];
    uint32_t format;
    uint32_t letters;
    uint64_t size;     // of the file
    uint64_t checksum; // XXH3 of all that follows this field, up to the definitions
    uint32_t words;
    uint32_t dawg_cells;
    uint32_t forward;
    uint32_t around;
    struct {
        uint64_t at, size;
    } part[PARTS];
};

// Definitions of the words from `first_word` on, up to the next block's. Packed by zlib.
struct lexicon_block {
    uint32_t first_word;
    uint32_t unpacked;
    uint64_t at; // in the part
    uint32_t packed;
    uint32_t checksum; // of the packed bytes, the low half of their XXH3
};

// A word's entry of PART_INFO: length in bits 0 to 5, tier - 1 in 6 to 8, classes in 9 to 13, marks
// in 14 and 15.
enum { INFO_TIER = 6, INFO_CLASSES = 9, INFO_MARKS = 14 };

// PART_DEFINED has a bit for each word, the lowest of a byte first: there is something to read.

// In a block: for each word that has any, the number of words passed over since the one before
// (varint), the bytes that follow for it (varint), and then its items. An item is a byte with
// classes in bits 0 to 4 and what it is in 5 to 7, and then the length (varint) and the text, or
// for a lemma its number (varint). The classes of a lemma tell which of its texts are meant; 0: all.
enum { ITEM_KIND = 5 };
enum item_kind {
    ITEM_DEFINITION = TEXT_DEFINITION,
    ITEM_SYNONYMS = TEXT_SYNONYMS,
    ITEM_GLOSS = TEXT_GLOSS,
    ITEM_LEMMA,
    ITEM_SPELLING
};

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "lexicon files are used in place and are little-endian"
#endif

#endif
