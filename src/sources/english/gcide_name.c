#include "sources/english/gcide_name.h"

#include "lexicon/word.h"

enum { REACH = 200, STEM = 4, TAXON_REACH = 2 };

static const char *const articles[] = {"a", "an", "the"};
static const char *const links[] = {"to", "of", "from", "by", "resembling", "like"};
static const char *const taxa[] = {"genus",  "family",    "order",     "suborder", "class",
                                   "tribe",  "division",  "phylum",    "subclass", "group",
                                   "genera", "subfamily", "subkingdom"};
static const char *const followers[] = {
    "native",  "natives",  "inhabitant", "inhabitants", "follower",  "followers", "disciple",
    "member",  "members",  "adherent",   "adherents",   "language",  "sect",      "people",
    "dialect", "believer", "votary",     "partisan",    "worshiper", "tribe",     "student",
};

#define IS_IN(word, list) is_in(word, list, sizeof(list) / sizeof *(list))

static bool is_in(struct text word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text_is(word, list[i]))
            return true;
    return false;
}

static char small(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_letter(char c)
{
    return is_small(small(c));
}

static bool same_stem(struct text a, struct text b)
{
    if (a.len < STEM || b.len < STEM)
        return false;
    for (size_t i = 0; i < STEM; i++)
        if (small(a.at[i]) != small(b.at[i]))
            return false;
    return true;
}

// The part of the definition read so far.
struct reading {
    const struct gcide_head *head;
    struct text word;     // the headword
    bool linked;          // the last word was "of" or the like, perhaps with an article
    bool follower;        // there was a word for people who take their name from something
    bool genus;           // "genus", whose name is Latin in any case
    unsigned since_taxon; // words since one such as "family", 0 for none
    bool first_sentence;
};

// "Of or pertaining to Germany", "A native of Rome", "To make German".
static bool capital_says_name(const struct reading *r, struct text word)
{
    if (same_stem(word, r->word))
        return true;
    if (!r->first_sentence)
        return false;
    return ((r->head->classes & CLASS_ADJECTIVE) && r->linked) ||
           ((r->head->classes & CLASS_NOUN) && r->follower);
}

// "A genus of fishes"; other groups of living things have a Latin name only where it says so.
static bool small_says_name(struct reading *r, struct text word)
{
    bool of_taxon = r->since_taxon && r->since_taxon <= TAXON_REACH && text_is(word, "of");
    if (r->first_sentence && of_taxon && (r->genus || r->head->new_latin))
        return true;
    if (IS_IN(word, taxa))
        r->since_taxon = 1;
    else if (r->since_taxon)
        r->since_taxon++;
    r->genus = r->genus || text_is(word, "genus");
    r->follower = r->follower || IS_IN(word, followers);
    r->linked = IS_IN(word, links) || (r->linked && IS_IN(word, articles));
    return false;
}

bool gcide_names(const struct gcide_head *head, struct text word, struct text definition)
{
    struct reading r = {.head = head, .word = word, .first_sentence = true};
    struct text d = text_head(definition, REACH);
    for (size_t i = 0; i < d.len;) {
        size_t start = i;
        while (i < d.len && is_letter(d.at[i]))
            i++;
        struct text token = text_head(text_from(d, start), i - start);
        if (i == start) {
            r.first_sentence = r.first_sentence && d.at[i] != '.' && d.at[i] != ';';
            i++;
            continue;
        }
        bool inside = start >= 2 && d.at[start - 1] == ' ' &&
                      (is_small(d.at[start - 2]) || d.at[start - 2] == ',');
        bool capital = !is_small(token.at[0]) && token.len > 1 && is_small(token.at[1]);
        if (capital && inside && capital_says_name(&r, token))
            return true;
        if (is_small(token.at[0]) && small_says_name(&r, token))
            return true;
    }
    return false;
}
