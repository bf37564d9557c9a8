// alphabet: the letters of a language, and how text becomes letters (docs/rules/records.md). Case
// never matters; accents drop off unless letter and accent are a letter of the alphabet; hyphens
// and apostrophes inside a word are left out; anything else is refused by name.
//
//     struct alphabet a; // a flat value: nothing to release
//     ok = alphabet_load(&a, TEXT("fr"), &why) &&
//          alphabet_fold(&a, TEXT("Élève"), &word, &why);
//     alphabet_print(&a, &word, &out); // ELEVE
//
// A character is found by a linear search over at most LETTERS_MAX letters.
#ifndef LOGOMACHY_LEXICON_ALPHABET_H
#define LOGOMACHY_LEXICON_ALPHABET_H

#include "base/reason.h"
#include "lexicon/word.h"

enum { ALPHABET_FOLDS_MAX = 8 };

struct alphabet {
    char lang[4];
    unsigned size;                   // letters are numbered 1 to size
    uint32_t upper[LETTERS_MAX + 1]; // capital, by letter
    uint32_t lower[LETTERS_MAX + 1]; // small, by letter
    struct alphabet_fold {
        uint32_t from; // case folded
        uint8_t to[2];
    } fold[ALPHABET_FOLDS_MAX];
    unsigned folds;
};

// Reads the alphabet of a language ("en", "de", "fr", "nl", "ru") from the program's data.
bool alphabet_load(struct alphabet *a, struct text lang, struct reason *why);

// Text to letters. On refusal the reason names the character; `out` is then unspecified.
bool alphabet_fold(const struct alphabet *a, struct text text, struct word *out,
                   struct reason *why);

// The same; `small` gets a bit for each letter that came from a character that is no capital.
bool alphabet_fold_cased(const struct alphabet *a, struct text text, struct word *out,
                         uint64_t *small, struct reason *why);

// Letters to text, in capitals.
void alphabet_print(const struct alphabet *a, const struct word *w, struct buf *out);

// One code point to a letter, or 0: for input that is read character by character.
uint8_t alphabet_letter(const struct alphabet *a, uint32_t code_point);

#endif
