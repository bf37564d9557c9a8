#include "lexicon/word.h"

static const char *const keys[CLASSES] = {"noun", "verb", "adjective", "adverb", "other"};

const char *word_class_key(unsigned word_class)
{
    for (unsigned i = 0; i < CLASSES; i++)
        if (word_class == 1u << i)
            return keys[i];
    return "";
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
