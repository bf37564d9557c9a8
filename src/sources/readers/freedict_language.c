// The languages of WikDict's headwords. The tables of beginnings were made by reading the glosses of
// all dictionaries of the language.
#include "sources/english/english.h"
#include "sources/letters.h"
#include "sources/readers/freedict.h"
#include "sources/russian/cyrillic.h"

static bool starts_with_any(struct text gloss, const char *const *beginnings)
{
    for (; *beginnings; beginnings++)
        if (text_starts(gloss, *beginnings))
            return true;
    return false;
}

static bool is_small_word(struct text spelling, unsigned classes)
{
    (void)classes;
    return letters_only(spelling) && !letters_have_capital(spelling);
}

static bool is_english_word(struct text spelling, unsigned classes)
{
    (void)classes;
    return english_is_common(spelling);
}

// Nouns, and nothing else, have a capital.
static bool is_german_word(struct text spelling, unsigned classes)
{
    return letters_only(spelling) && !letters_are_initials(spelling) &&
           letters_have_capital(spelling) == (classes == CLASS_NOUN);
}

// WikDict says "pn" of hardly any German name.
static bool is_german_name(struct text gloss)
{
    static const char *const beginnings[] = {
        "Familienname",
        "Fluss in ",
        "Gebirge in ",
        "Gemeinde in ",
        "Hauptstadt ",
        "Insel im ",
        "Insel in ",
        "Land in ",
        "Nachname",
        "Ort in ",
        "Region in ",
        "Staat in ",
        "Stadt im ",
        "Stadt in ",
        "Vorname",
        "amtlich: Staat ",
        "die Hauptstadt ",
        "deutscher Familienname",
        "deutscher Nachname",
        "ein Staat in ",
        "eine Stadt ",
        "männlicher Vorname",
        "weiblicher Vorname",
        NULL,
    };
    return starts_with_any(gloss, beginnings);
}

static bool is_no_german_name(struct text gloss)
{
    return !is_german_name(gloss);
}

static bool is_unwanted_german(struct text gloss)
{
    static const char *const beginnings[] = {
        "Abkürzung für ",   "Abkürzung von ",     "Akronym für ",
        "Deklinierte Form", "Ersatzplural ",      "Genitiv von ",
        "Imperativ ",       "Initialwort ",       "Komparativ von ",
        "Mehrzahl von ",    "Partizip Perfekt ",  "Partizip Präsens ",
        "Plural von ",      "Plural zu ",         "Superlativ von ",
        "Zusatzplural ",    "alte Schreibweise ", NULL,
    };
    return is_german_name(gloss) || starts_with_any(gloss, beginnings);
}

static bool is_unwanted_french(struct text gloss)
{
    static const char *const beginnings[] = {
        "Abréviation", "Autres organisations",  "Autres sens",    "Commune ",
        "Féminin de ", "Féminin singulier de ", "Nom de famille", "Participe passé ",
        "Pays d",      "Pluriel de ",           "Prénom ",        "Ville d",
        "commune ",    "participe passé ",      "pluriel de ",    "prénom ",
        NULL,
    };
    return starts_with_any(gloss, beginnings);
}

// Forms of other words, and what Wiktionary's authors left for later: "eerste betekenisomschrijving"
// is a template that nobody filled in.
static bool is_unwanted_dutch(struct text gloss)
{
    static const char *const beginnings[] = {
        "Vertalingen: ",
        "Verwijzing ",
        "aanvoegende wijs",
        "afkorting ",
        "derde persoon enkelvoud ",
        "eerste betekenisomschrijving",
        "eerste persoon enkelvoud ",
        "en te delen vertalingen",
        "enkelvoud ",
        "gebiedende wijs",
        "meervoud van ",
        "na te kijken",
        "onvoltooid deelwoord van ",
        "overtreffende trap ",
        "tweede betekenisomschrijving",
        "vergrotende trap ",
        "verkleinwoord ",
        "voltooid deelwoord van ",
        NULL,
    };
    return starts_with_any(gloss, beginnings);
}

// The lexicon has only nouns.
static bool is_russian_word(struct text spelling, unsigned classes)
{
    return classes == CLASS_NOUN && is_small_word(spelling, classes);
}

// Names, and translations that stand where a gloss should: "Künstler, актёр Schauspieler".
static bool is_unwanted_russian(struct text gloss)
{
    static const char *const beginnings[] = {"женское имя", "мужское имя", "фамилия", "форма ",
                                             NULL};
    struct text first =
        text_head(gloss, text_starts(gloss, "«") || text_starts(gloss, "(") ? 4 : 2);
    return !cyrillic_is_in(first) || text_find(gloss, '<') < gloss.len ||
           text_find(gloss, '=') < gloss.len || text_find(gloss, '{') < gloss.len ||
           text_find(gloss, '}') < gloss.len || starts_with_any(gloss, beginnings);
}

const struct freedict_language freedict_english = {
    .is_word = is_english_word,
    .is_unwanted = english_is_form,
};

const struct freedict_language freedict_german = {
    .is_word = is_german_word,
    .is_unwanted = is_unwanted_german,
    .bare = true,
};

const struct freedict_language freedict_german_names = {
    .is_word = is_german_word,
    .is_unwanted = is_no_german_name,
};

const struct freedict_language freedict_french = {
    .is_word = is_small_word,
    .is_unwanted = is_unwanted_french,
    .bare = true,
};

const struct freedict_language freedict_dutch = {
    .is_word = is_small_word,
    .is_unwanted = is_unwanted_dutch,
    .numbered = true,
    .bare = true,
};

const struct freedict_language freedict_russian = {
    .is_word = is_russian_word,
    .is_unwanted = is_unwanted_russian,
};
