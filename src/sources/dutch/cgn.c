#include "sources/dutch/cgn.h"

#include "lexicon/word.h"

static bool has_feature(struct text tag, const char *feature)
{
    text_cut(&tag, '(');
    tag = text_cut(&tag, ')');
    while (tag.len)
        if (text_is(text_cut(&tag, ','), feature))
            return true;
    return false;
}

unsigned cgn_class(struct text tag)
{
    static const char *const others[] = {"VZ(", "VG(", "LID(", "TW(", "VNW(", "TSW("};
    if (has_feature(tag, "dial"))
        return 0;
    if (text_starts(tag, "N(soort,ev,basis,"))
        return CLASS_NOUN;
    if (text_starts(tag, "WW(inf,"))
        return has_feature(tag, "zonder") ? CLASS_VERB : 0;
    if (text_starts(tag, "ADJ("))
        return has_feature(tag, "basis") && has_feature(tag, "zonder") ? CLASS_ADJECTIVE : 0;
    if (text_starts(tag, "BW("))
        return CLASS_ADVERB;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (text_starts(tag, others[i]))
            return CLASS_OTHER;
    return 0;
}
