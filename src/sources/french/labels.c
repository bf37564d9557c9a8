#include "sources/french/labels.h"

static bool starts_with_any(struct text t, const char *const *starts)
{
    for (; *starts; starts++)
        if (text_starts(t, *starts))
            return true;
    return false;
}

bool french_is_marked(struct text gloss)
{
    static const char *const labels[] = {"Argot",  "argot",  "Anglicisme", "anglicisme",
                                         "Verlan", "verlan", NULL};
    static const char *const starts[] = {
        "Abréviation d",     "Abréviation pour ", "Acronyme d", "Sigle d",
        "Symbole chimique ", "Verlan d",          NULL};
    // "(France) (Argot) Comprendre"
    while (text_starts(gloss, "(")) {
        gloss = text_from(gloss, 1);
        if (starts_with_any(gloss, labels))
            return true;
        text_cut(&gloss, ')');
        gloss = text_trim(gloss);
    }
    return starts_with_any(gloss, starts);
}
