#include "lexicon/word.h"

static const char *const keys[CLASSES] = {"noun", "verb", "adjective", "adverb", "other"};

const char *word_class_key(unsigned word_class)
{
    for (unsigned i = 0; i < CLASSES; i++)
        if (word_class == 1u << i)
            return keys[i];
    return "";
}

const char *word_mark_key(unsigned mark)
{
    return mark == MARK_OFFENSIVE ? "offensive" : mark == MARK_OBSOLETE ? "obsolete" : "";
}

const char *text_kind_key(enum text_kind kind)
{
    static const char *const kinds[TEXT_KINDS] = {"definition", "synonyms", "gloss"};
    return kinds[kind];
}

bool word_class_find(struct text key, unsigned *word_class)
{
    for (unsigned i = 0; i < CLASSES; i++)
        if (text_is(key, keys[i])) {
            *word_class = 1u << i;
            return true;
        }
    return false;
}
