#include "sources/english/gcide_head.h"

#include "lexicon/word.h"

enum { WORD_REACH = 120, CLASS_TOKENS_MAX = 12 };

enum mark { MARK_NONE, MARK_PROPER, MARK_FORM, MARK_PARTICIPLE, MARK_PLURAL, MARK_SINGULAR };

static const struct {
    const char *text;
    unsigned class;
    enum mark mark;
} abbreviations[] = {
    {"n", CLASS_NOUN, 0},
    {"a", CLASS_ADJECTIVE, 0},
    {"adj", CLASS_ADJECTIVE, 0},
    {"adv", CLASS_ADVERB, 0},
    {"v", CLASS_VERB, 0},
    {"t", 0, 0},
    {"i", 0, 0},
    {"vb", 0, 0},
    {"refl", 0, 0},
    {"interj", CLASS_OTHER, 0},
    {"prep", CLASS_OTHER, 0},
    {"conj", CLASS_OTHER, 0},
    {"pron", CLASS_OTHER, 0},
    {"art", CLASS_OTHER, 0},
    {"prop", 0, MARK_PROPER},
    {"p", 0, MARK_PARTICIPLE},
    {"pr", 0, MARK_PARTICIPLE},
    {"imp", 0, MARK_FORM},
    {"pret", 0, MARK_FORM},
    {"pres", 0, MARK_FORM},
    {"compar", 0, MARK_FORM},
    {"superl", 0, MARK_FORM},
    {"comp", 0, MARK_FORM},
    {"prefix", 0, MARK_FORM},
    {"suffix", 0, MARK_FORM},
    {"pl", 0, MARK_PLURAL},
    {"sing", 0, MARK_SINGULAR},
    {"obs", 0, 0},
    {"fem", 0, 0},
    {"masc", 0, 0},
    {"m", 0, 0},
    {"f", 0, 0},
    {"collect", 0, 0},
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_one_of(char c, const char *set)
{
    return text_find(text_of(set), c) < text_of(set).len;
}

// Without characters of the set at the front.
static struct text skip(struct text t, const char *set)
{
    size_t i = 0;
    while (i < t.len && is_one_of(t.at[i], set))
        i++;
    return text_from(t, i);
}

static const char blanks[] = " \n\t\r";

// The text after the bracket that it begins with and its partner; the text itself where it
// has none.
static struct text after_bracket(struct text t, char open, char close)
{
    size_t depth = 0;
    for (size_t i = 0; i < t.len; i++) {
        depth += t.at[i] == open;
        if (t.at[i] == close && --depth == 0)
            return text_from(t, i + 1);
    }
    return t;
}

// A headword and the syllables after it. Between the words of a head there are commas and "or".
static bool read_word(struct text *rest, struct text *word, struct text *syllables)
{
    struct text t = skip(*rest, " \n\t\r,");
    if (text_starts(t, "or "))
        t = text_from(t, 3);
    size_t open = text_find(text_head(t, WORD_REACH), '\\');
    struct text after = text_from(t, open + 1);
    size_t close = text_find(text_head(after, WORD_REACH), '\\');
    *word = text_trim(text_head(t, open));
    *syllables = text_head(after, close);
    if (open >= WORD_REACH || open >= t.len || close >= WORD_REACH || close >= after.len)
        return false;
    for (size_t i = 0; i < word->len; i++)
        if (is_one_of(word->at[i], "[](){}.;:"))
            return false;
    *rest = skip(text_from(after, close + 1), blanks);
    return word->len > 0;
}

static void read_words(struct text *rest, struct gcide_head *head)
{
    while (head->words < GCIDE_WORDS_MAX &&
           read_word(rest, &head->word[head->words], &head->syllables[head->words])) {
        head->words++;
        if (text_starts(*rest, "("))
            *rest = after_bracket(*rest, '(', ')');
    }
}

// Takes an abbreviation with its full stop off the front; its place in the table, or -1.
static int read_abbreviation(struct text *rest)
{
    size_t n = 0;
    while (n < rest->len && is_letter(rest->at[n]))
        n++;
    if (n == 0 || n == rest->len || rest->at[n] != '.')
        return -1;
    for (int i = 0; i < (int)(sizeof abbreviations / sizeof *abbreviations); i++) {
        if (text_is(text_head(*rest, n), abbreviations[i].text)) {
            *rest = skip(text_from(*rest, n + 1), " \n\t\r,&");
            return i;
        }
    }
    return -1;
}

static void read_classes(struct text *rest, struct gcide_head *head)
{
    bool marked[MARK_SINGULAR + 1] = {false};
    *rest = skip(*rest, " \n\t\r,.;]");
    for (int count = 0; count < CLASS_TOKENS_MAX; count++) {
        struct text after = *rest;
        if (text_starts(after, "or "))
            after = text_from(after, 3);
        int found = read_abbreviation(&after);
        if (found < 0)
            break;
        *rest = after;
        head->classes |= abbreviations[found].class;
        marked[abbreviations[found].mark] = true;
    }
    bool participle = marked[MARK_PARTICIPLE] && !(head->classes & (CLASS_ADJECTIVE | CLASS_NOUN));
    bool plural = marked[MARK_PLURAL] && !marked[MARK_SINGULAR];
    head->proper = marked[MARK_PROPER];
    head->form = marked[MARK_FORM] || participle || plural;
}

// "Prot'eg'e \Pro`t['e]`g['e]"\, n. m. Prot'eg'ee \Pro`t['e]`g['e]e"\, n. f.": another headword, after the
// class of the first.
static bool read_feminine(struct text *rest, struct gcide_head *head)
{
    struct text after = *rest, word, syllables;
    if (head->words == GCIDE_WORDS_MAX || !head->classes || !read_word(&after, &word, &syllables))
        return false;
    for (size_t i = 0; i < word.len; i++)
        if (!is_letter(word.at[i]) && word.at[i] != '\'')
            return false;
    head->word[head->words] = word;
    head->syllables[head->words++] = syllables;
    *rest = after;
    return true;
}

// Takes off one piece of "pl. L. {Sarcomata} (pron), E. {Sarcomas}" or "pl. -nues".
static bool skip_plural(struct text *rest)
{
    static const char *const words[] = {"pl.", "L.", "E.",  "F.",   "It.",
                                        "Sp.", "G.", "or ", "fem. "};
    if (text_starts(*rest, "{")) {
        *rest = text_from(*rest, text_find(*rest, '}') + 1);
        return true;
    }
    if (text_starts(*rest, "-")) {
        *rest = skip(text_from(*rest, 1), "abcdefghijklmnopqrstuvwxyz");
        return true;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_starts(*rest, words[i])) {
            *rest = text_from(*rest, text_of(words[i]).len);
            return true;
        }
    }
    return false;
}

static bool is_plural_ahead(struct text t)
{
    return text_starts(t, "pl. ") || text_starts(t, "pl.\n") || text_starts(t, "E. pl.") ||
           text_starts(t, "L. pl.") || text_starts(t, "fem. {");
}

static struct text skip_etymology(struct text t, struct gcide_head *head)
{
    struct text after = after_bracket(t, '[', ']');
    struct text etymology = text_head(t, t.len - after.len);
    if (text_find_string(etymology, "NL.") < etymology.len)
        head->new_latin = true;
    return after;
}

// Plurals with their pronunciations, etymology and field. A small letter in parentheses is where
// the senses begin.
static struct text skip_remarks(struct text rest, struct gcide_head *head)
{
    bool plural = false;
    for (;;) {
        struct text before = rest = skip(rest, " \n\t\r,.;>");
        plural = plural || is_plural_ahead(rest);
        if (text_starts(rest, "[")) {
            rest = skip_etymology(rest, head);
            plural = false;
        } else if (text_starts(rest, "(") && rest.len > 2 &&
                   (plural || (rest.at[1] >= 'A' && rest.at[1] <= 'Z'))) {
            rest = after_bracket(rest, '(', ')');
        } else if (plural) {
            skip_plural(&rest);
        }
        if (rest.len == before.len)
            return rest;
    }
}

bool gcide_head_read(struct text entry, struct gcide_head *head)
{
    *head = (struct gcide_head){0};
    read_words(&entry, head);
    if (head->words == 0)
        return false;
    read_classes(&entry, head);
    if (read_feminine(&entry, head))
        read_classes(&entry, head);
    // "imp. of {Drive}", "a. & n. from {Sight}"
    if (text_starts(entry, "of {") || text_starts(entry, "from {"))
        head->form = true;
    head->body = skip_remarks(entry, head);
    return true;
}
