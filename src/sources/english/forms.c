#include "sources/english/forms.h"

#include <string.h>

enum { SHORTEST_STEM = 2 };

// A letter of the alphabet "en".
static uint8_t letter(char c)
{
    return (uint8_t)(c - 'a' + 1);
}

// The n-th letter from the end, 1 for the last, as a small ASCII letter; 0 before the first.
static char from_end(const struct word *w, unsigned n)
{
    return n <= w->len ? (char)('a' + w->letter[w->len - n] - 1) : 0;
}

static bool ends(const struct word *w, const char *ending)
{
    size_t n = strlen(ending);
    if (w->len < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (w->letter[w->len - n + i] != letter(ending[i]))
            return false;
    return true;
}

static bool is_vowel(char c)
{
    return c && strchr("aeiou", c);
}

// The word without its last letters, and with others instead. False where it gets too long or short.
static bool change(const struct word *w, unsigned cut, const char *ending, struct word *out)
{
    size_t more = strlen(ending);
    if (w->len <= cut || w->len - cut + more < SHORTEST_STEM || w->len - cut + more > WORD_MAX)
        return false;
    *out = (struct word){.len = (uint8_t)(w->len - cut)};
    memcpy(out->letter, w->letter, out->len);
    for (size_t i = 0; i < more; i++)
        out->letter[out->len++] = letter(ending[i]);
    return true;
}

struct stems {
    const struct word *form;
    struct word *out;
    unsigned count;
};

static void add(struct stems *s, unsigned cut, const char *ending)
{
    if (s->count < ENGLISH_STEMS_MAX && change(s->form, cut, ending, &s->out[s->count]))
        s->count++;
}

static bool hisses(const struct word *w)
{
    return ends(w, "s") || ends(w, "x") || ends(w, "z") || ends(w, "ch") || ends(w, "sh");
}

static bool ends_in_consonant_y(const struct word *w)
{
    return ends(w, "y") && (!is_vowel(from_end(w, 2)) || ends(w, "quy"));
}

// -s, -es and -ies of nouns and of verbs.
static void add_s_stems(struct stems *s)
{
    struct word stem;
    if (!ends(s->form, "s") || ends(s->form, "ss") || !change(s->form, 1, "", &stem))
        return;
    if (!hisses(&stem) && !ends_in_consonant_y(&stem))
        add(s, 1, "");
    if (ends(s->form, "ies") && s->form->len > 4)
        add(s, 3, "y");
    if (change(s->form, 2, "", &stem) && ends(s->form, "es") && (hisses(&stem) || ends(&stem, "o")))
        add(s, 2, "");
}

// One syllable that ends in one vowel and one consonant (HOP): it doubles its last letter before an
// ending, so HOPED is no form of it.
static bool doubles(const struct word *w)
{
    unsigned vowels = 0;
    for (unsigned i = 1; i <= w->len; i++)
        vowels += is_vowel(from_end(w, i));
    return vowels == 1 && is_vowel(from_end(w, 2)) && !strchr("wxy", from_end(w, 1));
}

// The stems of an ending that begins with a vowel.
static void add_vowel_stems(struct stems *s, unsigned ending)
{
    struct word stem;
    if (!change(s->form, ending, "", &stem))
        return;
    char last = from_end(&stem, 1);
    bool twice = last == from_end(&stem, 2) && !is_vowel(last);
    if (!doubles(&stem) && last != 'i' && (last != 'e' || from_end(&stem, 2) == 'e'))
        add(s, ending, "");
    if (!twice)
        add(s, ending, "e");
    if (twice)
        add(s, ending + 1, "");
    if (ends(&stem, "ck"))
        add(s, ending + 1, ""); // panicked
}

static void add_noun_stems(struct stems *s)
{
    add_s_stems(s);
    if (ends(s->form, "ves")) {
        add(s, 3, "f");
        add(s, 3, "fe");
    }
    if (ends(s->form, "men"))
        add(s, 3, "man");
}

static void add_verb_stems(struct stems *s)
{
    add_s_stems(s);
    if (ends(s->form, "ied"))
        add(s, 3, "y");
    if (ends(s->form, "ed"))
        add_vowel_stems(s, 2);
    if (ends(s->form, "ying"))
        add(s, 4, "ie");
    if (ends(s->form, "ing"))
        add_vowel_stems(s, 3);
}

static void add_adjective_stems(struct stems *s)
{
    unsigned ending = ends(s->form, "er") ? 2 : ends(s->form, "est") ? 3 : 0;
    if (!ending)
        return;
    if (from_end(s->form, ending + 1) == 'i')
        add(s, ending + 1, "y");
    add_vowel_stems(s, ending);
}

unsigned english_stems(const struct word *form, unsigned word_class,
                       struct word out[ENGLISH_STEMS_MAX])
{
    struct stems s = {form, out, 0};
    if (word_class == CLASS_NOUN)
        add_noun_stems(&s);
    else if (word_class == CLASS_VERB)
        add_verb_stems(&s);
    else if (word_class == CLASS_ADJECTIVE)
        add_adjective_stems(&s);
    return s.count;
}

bool english_root(const struct word *w, struct word *out)
{
    unsigned ending = ends(w, "ly") ? 2 : ends(w, "ness") ? 4 : 0;
    if (!ending)
        return false;
    bool y = from_end(w, ending + 1) == 'i';
    return change(w, ending + y, y ? "y" : "", out);
}

bool english_without_prefix(const struct word *w, const char *prefix, struct word *out)
{
    size_t n = strlen(prefix);
    if (w->len <= n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (w->letter[i] != letter(prefix[i]))
            return false;
    *out = (struct word){.len = (uint8_t)(w->len - n)};
    memcpy(out->letter, w->letter + n, out->len);
    return true;
}

bool english_plural(const struct word *noun, struct word *out)
{
    static const char *const none[] = {"men",   "f",     "fe",    "foot",  "tooth",
                                       "goose", "mouse", "louse", "child", "cattle"};
    if (ends(noun, "s") && !ends(noun, "ss"))
        return false;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (ends(noun, none[i]))
            return false;
    if (ends(noun, "man"))
        return change(noun, 3, "men", out);
    if (ends_in_consonant_y(noun))
        return change(noun, 1, "ies", out);
    return change(noun, 0, hisses(noun) ? "es" : "s", out);
}
