// lexicon: what the recipes of English do with all words together, after the readers: tell
// base forms from inflected ones, and add plurals that are missing. Irregular forms are given as a set
// of words with their lemmas (lexicon_builder_lemmas()).
//
//     struct build_context b;
//     struct english_evidence evidence = {0};
//     ok = english_base_forms(&b, &evidence);
#ifndef LOGOMACHY_SOURCES_ENGLISH_LEXICON_H
#define LOGOMACHY_SOURCES_ENGLISH_LEXICON_H

#include "sources/build_context.h"

struct english_evidence {
    const struct lexicon_builder *irregular_nouns; // geese, with the lemma goose
    const struct lexicon_builder *irregular_verbs; // lain, with the lemma lie
    const struct lexicon_builder *infinitives; // words that are verbs as they stand, like “found”
    const struct lexicon_builder *kept; // reviewed: no form of another word, whatever it looks like
};

// A dictionary has base forms only. A noun that is the plural of another noun of the lexicon is no
// noun (R-BALDA-41); a verb that is a form of another verb is no verb (R-BALDA-42). Such a word keeps
// its other classes and gets the lemma. A word without any class left stays, for those who look it up.
bool english_base_forms(struct build_context *b, const struct english_evidence *evidence);

// A list has all forms. Every word gets as lemmas the words with a class that it is a regular form of.
// One that has an entry of its own, like SHOES, shows both. Of its meanings only some endings tell:
// what is `kept` is no plural, an infinitive like SEED no form of SEE, and a noun like LAYER no
// comparative of LAY.
bool english_link_forms(struct build_context *b, const struct english_evidence *evidence);

// Adds the words of the lexicon that are verbs so far. WordNet lists infinitives only.
bool english_note_verbs(struct build_context *b, struct lexicon_builder *out);

// Adds the form in -s of every word that may be a noun or a verb, if the plural is `confirmed` and has at most
// `longest` letters.
bool english_add_plurals(struct build_context *b, const struct lexicon_builder *confirmed,
                         unsigned longest);

#endif
