// lexicon: one file with the words of a language and what is known of them, used where it lies in
// memory. Opening it checks all that later calls rely on, so no call on an open lexicon can fail
// but lexicon_define(), whose texts are compressed and checked when they are read.
//
//     struct lexicon lex;
//     uint32_t index;
//     if (!lexicon_map(&lex, "build/lexicons/en.lex", &why))
//         return false;
//     if (lexicon_find(&lex, &word, &index))
//         ok = lexicon_info(&lex, index).classes & CLASS_NOUN;
//     lexicon_close(&lex);
//
// Words are numbered in alphabetical order from 0. docs/lexicon-format.md describes the file.
#ifndef LOGOMACHY_LEXICON_LEXICON_H
#define LOGOMACHY_LEXICON_LEXICON_H

#include "base/file.h"
#include "base/rng.h"
#include "lexicon/alphabet.h"
#include "lexicon/graph.h"

struct lexicon_block;
struct lexicon_header;
struct lexicon_views;

struct lexicon {
    struct graph graph;
    struct alphabet alphabet;
    struct text meta;  // lines `key value`: see lexicon_meta()
    uint64_t checksum; // of the file without its definitions: equal checksums mean the same words
    struct text bytes; // of the file
    const uint16_t *info;
    const struct lexicon_block *block; // where definitions are, by number of word
    uint32_t blocks;
    struct text definitions; // compressed
    const uint8_t *defined;  // a bit for each word
    graph_arc *starts;       // of the graph; owned
    struct file_map file;    // when it was opened by lexicon_map()
    unsigned marked;         // marks that any word has
    struct lexicon_views *views;
    uint32_t *cells; // of the graph, where they are not those of the file; owned
    // Where the graph has no ways around yet: lexicon_promise_around().
    struct graph_promise promise;
    uint32_t cells_promised;
    bool broken; // there was no memory for them
    // Of a view (lexicon_without()) only: what it is a view of, and what it leaves out.
    const struct lexicon *whole;
    unsigned without;
    struct graph numbered; // the whole graph, in the same cells: a search has these in its cache
};

// A word's data besides its letters.
struct word_info {
    unsigned length;
    unsigned tier;    // familiarity: 1, everyone knows it, to TIERS
    unsigned classes; // a set of enum word_class; 0 where the source does not say
    unsigned marks;   // a set of enum word_mark
    bool defined;     // there is something to read about it, or about the word it is a form of
};

// A lexicon in memory that the caller keeps until it is closed. The bytes are aligned to 8. One
// that could not be opened needs no closing. `name` is for messages.
bool lexicon_open(struct lexicon *lex, struct text bytes, const char *name, struct reason *why);

// A lexicon in a file.
bool lexicon_map(struct lexicon *lex, const char *path, struct reason *why);
// For one that is open but not played with for now: what it takes up in memory is given back.
void lexicon_rest(const struct lexicon *lex);

void lexicon_close(struct lexicon *lex);
// The same for one that is not in a file.
void lexicon_release(struct lexicon *lex);

// The n-th value of a key, from 0: "name", "lang", "source"... False where there is none.
bool lexicon_meta(const struct lexicon *lex, const char *key, unsigned n, struct text *value);

// A number from the meta text, 0 where there is none.
uint32_t lexicon_meta_number(const struct lexicon *lex, const char *key);

// The lexicon without the words that have any of these marks: a view of it, made once and then
// shared by all threads, that lives as long as the lexicon. It is a lexicon like others, with a
// graph of its own; words keep their numbers. Where no word is marked so, it is the lexicon itself.
// NULL: no memory.
const struct lexicon *lexicon_without(const struct lexicon *lex, unsigned marks);

// The marks for which this view leaves the word out; 0: it has the word, or nobody has.
unsigned lexicon_left_out(const struct lexicon *lex, const struct word *w);

bool lexicon_find(const struct lexicon *lex, const struct word *w, uint32_t *index);
void lexicon_nth(const struct lexicon *lex, uint32_t index, struct word *out);
struct word_info lexicon_info(const struct lexicon *lex, uint32_t index);

// Only the classes, for searches that ask for nothing else of millions of words.
unsigned lexicon_classes(const struct lexicon *lex, uint32_t index);

// Does any word have classes? A lexicon without them plays with all its words.
bool lexicon_has_classes(const struct lexicon *lex);

// Words by length, class, familiarity and marks.
struct word_filter {
    unsigned min_length, max_length; // max_length 0: no limit
    unsigned classes;                // any of these; 0: all words
    unsigned max_tier;               // 0: all
    unsigned without;                // none of these marks
};

bool word_filter_passes(const struct word_filter *f, const struct word_info *info);
uint32_t lexicon_count(const struct lexicon *lex, const struct word_filter *f);

// The most familiar tier such that `wanted` words of the filter are in it or in better ones; TIERS
// where there are fewer.
unsigned lexicon_tier(const struct lexicon *lex, const struct word_filter *f, uint32_t wanted);

// The n-th of the words that pass, in alphabetical order; false past the last.
bool lexicon_pick(const struct lexicon *lex, const struct word_filter *f, uint32_t n,
                  uint32_t *index);

// One of them at random; false where none passes.
bool lexicon_random(const struct lexicon *lex, const struct word_filter *f, struct rng *r,
                    uint32_t *index);

// One thing that is written about a word. The texts live until the sink returns.
struct definition {
    bool spelling;       // the text is how the word is written, where that is not its letters
    enum text_kind kind; // otherwise: what the text is
    unsigned classes;    // what the word is in this sense; 0 where the source does not say
    struct text text;
    struct text lemma; // the word that the text is about, if the one asked for is a form of it
};
typedef bool definition_sink_fn(void *context, const struct definition *d);

// All that is written about a word, in the order of its sources, and then what is written about the
// words of which it is an inflected form. None is no error. The sink returns false to stop.
bool lexicon_define(const struct lexicon *lex, uint32_t index, definition_sink_fn *sink,
                    void *context, struct reason *why);

// All that is written about words themselves, in the order of their numbers. Forms are not followed
// to their lemmas. For callers that want most of it: lexicon_define() unpacks a block for each
// word, this each block once. The sink returns false to stop.
typedef bool own_text_sink_fn(void *context, uint32_t word, const struct definition *d);
bool lexicon_own_texts(const struct lexicon *lex, own_text_sink_fn *sink, void *context,
                       struct reason *why);

// The numbers of texts in a lexicon.
struct text_counts {
    uint32_t texts[TEXT_KINDS]; // by kind
    uint32_t forms;             // words with a lemma
    uint32_t defined;           // words with something to read
};

// Checks every byte of the file that opening does not look at: the definitions of all words.
bool lexicon_check_definitions(const struct lexicon *lex, struct text_counts *counts,
                               struct reason *why);

// The graph has only the DAWG: its ways around, about `cells` cells in all, and those of its views
// are added when they are first asked for. Where there is no memory for them, the lexicon is
// `broken`: words are found, moves are not.
void lexicon_promise_around(struct lexicon *lex, uint32_t cells);

// For opening: the index of the definitions and their blocks, which stay where they are. False
// where they do not fit the lexicon.
bool lexicon_set_definitions(struct lexicon *lex, struct text index, struct text texts);

// For lexicon_open() and lexicon_close().
struct lexicon_views *lexicon_views_new(void); // NULL: no memory
void lexicon_views_free(struct lexicon_views *v);

#endif
