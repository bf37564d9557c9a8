#include "sources/english/gcide.h"

#include "base/utf8.h"
#include "sources/casing.h"
#include "sources/english/english.h"
#include "sources/english/gcide_head.h"
#include "sources/english/gcide_name.h"
#include "sources/english/gcide_text.h"
#include "sources/gloss.h"
#include "sources/readers/dictd.h"

enum {
    QUOTATION_INDENT = 9,
    STRAY_MAX = 40,
    REFERENCE_MAX = 40,
    MATTER_MIN = 40,   // shorter ones agree by chance
    CAPITAL_RATIO = 8, // a word that is small in one case of eight is a word
};

struct gcide {
    const struct source_sink *sink;
    struct reason *why;
    struct casing casing;
    struct buf text;  // of the sense that is being read, or of a whole body
    struct buf plain; // of the first sense, without references
    struct buf spelling;
    struct buf matter, matter_before; // etymology and text of this entry and of the one before it
    struct text word_before;          // its headword, a slice of the package
};

static bool no_memory(struct gcide *g)
{
    return refuse(g->why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

// First walk: which headwords there are.
static bool note_words(void *context, struct text entry)
{
    struct gcide *g = context;
    struct gcide_head head;
    if (!gcide_head_read(entry, &head))
        return true;
    for (unsigned i = 0; i < head.words; i++)
        if (!casing_add(&g->casing, head.word[i]))
            return no_memory(g);
    return true;
}

// Second walk: how the prose spells them.
static bool note_casing(void *context, struct text entry)
{
    struct gcide *g = context;
    struct gcide_head head;
    if (!gcide_head_read(entry, &head))
        return true;
    buf_clear(&g->text);
    gcide_text_clean(&g->text, head.body,
                     (struct gcide_text_options){.no_references = true, .keep_lines = true});
    if (!buf_ok(&g->text))
        return no_memory(g);
    casing_scan(&g->casing, buf_text(&g->text));
    return true;
}

enum paragraph { SENSE, PART, QUOTATION, PHRASE, REMARK };

// Takes the next paragraph off the front: lines up to an empty one.
static bool next_paragraph(struct text *rest, struct text *paragraph)
{
    struct text line;
    while (rest->len && text_trim(text_head(*rest, text_find(*rest, '\n'))).len == 0)
        text_next_line(rest, &line);
    struct text start = *rest;
    while (rest->len && text_trim(text_head(*rest, text_find(*rest, '\n'))).len > 0)
        text_next_line(rest, &line);
    *paragraph = text_head(start, start.len - rest->len);
    return paragraph->len > 0;
}

// How long the "12." at the front is, or 0.
static size_t number_length(struct text t)
{
    size_t n = 0;
    while (n < t.len && t.at[n] >= '0' && t.at[n] <= '9')
        n++;
    bool ends = n + 1 == t.len || (n + 1 < t.len && (unsigned char)t.at[n + 1] <= ' ');
    return n > 0 && n < 4 && n < t.len && t.at[n] == '.' && ends ? n + 1 : 0;
}

static enum paragraph kind_of(struct text paragraph, bool first)
{
    struct text t = text_trim(paragraph);
    size_t indent = (size_t)(t.at - paragraph.at);
    if (number_length(t))
        return SENSE;
    if (t.len > 3 && t.at[0] == '(' && t.at[2] == ')')
        return first ? SENSE : PART;
    if (text_starts(t, "Syn:") || text_starts(t, "Note:") || text_starts(t, "Usage:"))
        return REMARK;
    if (first)
        return SENSE;
    if (indent >= QUOTATION_INDENT)
        return QUOTATION;
    return t.at[0] == '{' ? PHRASE : REMARK;
}

// Takes the next sense off the front with all that belongs to it, up to the next sense.
static bool next_sense(struct text *rest, struct text *sense)
{
    struct text start = *rest, paragraph, ahead;
    if (!next_paragraph(rest, &paragraph))
        return false;
    ahead = *rest;
    while (next_paragraph(&ahead, &paragraph) && kind_of(paragraph, false) != SENSE)
        *rest = ahead;
    *sense = text_head(start, start.len - rest->len);
    return true;
}

// WordNet's words come from WordNet itself. The tag may be at the end of the synonyms.
static bool is_from_wordnet(struct text sense)
{
    return text_find_string(sense, "WordNet 1.") < sense.len &&
           text_find_string(sense, "Webster") == sense.len;
}

static bool is_written_as_name(const struct gcide *g, struct text word)
{
    struct casing_count seen = casing_of(&g->casing, word);
    return (uint64_t)seen.small * CAPITAL_RATIO < seen.capital;
}

// "Same as Masora.", "An Italian.": a short definition that ends in a name.
static bool refers_to_name(const struct gcide *g, struct text definition)
{
    if (definition.len > REFERENCE_MAX)
        return false;
    size_t end = text_find(definition, '.'), start = end;
    while (start > 0 && definition.at[start - 1] != ' ')
        start--;
    struct text last = text_head(text_from(definition, start), end - start);
    return last.len > 0 && is_capital(last.at[0]) && is_written_as_name(g, last);
}

// `definition` is the first one; `plain` is the same without references.
static bool is_name(const struct gcide *g, const struct gcide_head *head, struct text word,
                    struct text definition, struct text plain)
{
    if (!is_capital(word.at[0]))
        return false;
    if (casing_of(&g->casing, word).small > 0)
        return is_written_as_name(g, word);
    return is_written_as_name(g, word) || refers_to_name(g, definition) ||
           gcide_names(head, word, plain);
}

// "Caf'e \Ca`f['e]"\": the headword has an apostrophe where the syllables have an accent. Adds the
// accented letter after the apostrophe; false where it is an apostrophe after all.
static bool spell_accent(struct gcide *g, struct text word, size_t apostrophe,
                         struct text *syllables)
{
    char bytes[UTF8_MAX];
    if (word.at[apostrophe] != '\'' || apostrophe + 1 == word.len)
        return false;
    uint32_t letter = gcide_text_accent(syllables, word.at[apostrophe + 1]);
    if (!letter)
        return false;
    buf_add(&g->spelling, bytes, utf8_put(letter, bytes));
    return true;
}

// "Alectryom'achy \A*lec`try*om'a*chy\", "Disperson'ate \Dis*per"son'*ate\": the stress is marked by an
// apostrophe, which belongs to no spelling. Other words have their stress elsewhere.
static bool is_stress(struct text syllables)
{
    return text_find_string(syllables, "'*") < syllables.len ||
           (text_find(syllables, '*') < syllables.len &&
            text_find(syllables, '"') == syllables.len);
}

// The headword in small letters. False where capitals are inside of it, as in acronyms; those of
// a ligature at the front, AE and OE, are one letter.
static bool spell(struct gcide *g, const struct gcide_head *head, unsigned number)
{
    struct text word = head->word[number], syllables = head->syllables[number];
    buf_clear(&g->spelling);
    bool ligature = text_starts(word, "AE") || text_starts(word, "OE");
    for (size_t i = 0; i < word.len; i++) {
        char c = word.at[i];
        if (spell_accent(g, word, i, &syllables)) {
            i++;
            continue;
        }
        if (c == '\'' && is_stress(head->syllables[number]))
            continue;
        if (is_capital(c) && i > (ligature ? 1 : 0))
            return false;
        buf_add_byte(&g->spelling, (unsigned char)(is_capital(c) ? c - 'A' + 'a' : c));
    }
    return english_is_common(buf_text(&g->spelling));
}

// The definition of a sense: its first paragraph and the lettered parts, up to the
// phrases that are explained with it.
static void clean_sense(struct buf *out, struct text sense, struct gcide_text_options options)
{
    struct text paragraph = TEXT("");
    buf_clear(out);
    next_paragraph(&sense, &paragraph);
    enum paragraph kind = kind_of(paragraph, true);
    struct text t = text_trim(paragraph);
    if (kind == SENSE)
        gcide_text_clean(out, text_from(t, number_length(t)), options);
    while (next_paragraph(&sense, &paragraph)) {
        kind = kind_of(paragraph, false);
        if (kind == PHRASE)
            break;
        if (kind == PART)
            gcide_text_clean(out, paragraph, options);
    }
}

// The headword of the next entry may have strayed to the end of this one: a few words with a
// capital and no full stop.
static void drop_stray_word(struct buf *text)
{
    size_t start = text->len;
    while (start > 1 &&
           !(text->at[start - 1] == ' ' && text_find(TEXT(".]\")"), text->at[start - 2]) < 4))
        start--;
    struct text tail = text_from(buf_text(text), start);
    if (start < 2 || tail.len == 0 || tail.len > STRAY_MAX || !is_capital(tail.at[0]))
        return;
    char last = tail.at[tail.len - 1];
    if ((last >= 'a' && last <= 'z') || is_capital(last))
        text->len = start - 1;
}

static bool is_definition(struct text t)
{
    size_t letters = 0;
    for (size_t i = 0; i < t.len; i++)
        letters += (t.at[i] >= 'a' && t.at[i] <= 'z') || is_capital(t.at[i]);
    return letters >= 2 && !english_is_form(t);
}

// A misprint of the package gives some nouns as adjectives: "Malonate, a. A salt of malonic acid." An
// adjective's definition that begins with an article says that it is a term, or the same as another.
static unsigned classes_of(unsigned classes, struct text definition)
{
    static const char *const articles[] = {"A ", "An ", "The "};
    static const char *const of_adjectives[] = {"term",    "same",          "year",
                                                "variant", "morphological", "modern"};
    if (classes != CLASS_ADJECTIVE)
        return classes;
    for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
        if (!text_starts(definition, articles[i]))
            continue;
        struct text rest = text_from(definition, text_of(articles[i]).len);
        for (size_t k = 0; k < sizeof of_adjectives / sizeof *of_adjectives; k++)
            if (text_starts(rest, of_adjectives[k]))
                return classes;
        return CLASS_NOUN;
    }
    return classes;
}

static bool is_obsolete(struct text definition)
{
    return text_find_string(definition, "[Obs") < definition.len;
}

bool gcide_is_rare(struct text definition)
{
    static const char *const labels[] = {"[Archaic", "[R.]"};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (text_find_string(definition, labels[i]) < definition.len)
            return true;
    return false;
}

static bool deliver(struct gcide *g, const struct gcide_head *head, const bool *wanted)
{
    for (unsigned i = 0; i < head->words; i++) {
        if (!wanted[i] || !spell(g, head, i))
            continue;
        struct source_entry entry = {.spelling = buf_text(&g->spelling),
                                     .definition = buf_text(&g->text),
                                     .classes = classes_of(head->classes, buf_text(&g->text)),
                                     .marks = is_obsolete(buf_text(&g->text)) ? MARK_OBSOLETE : 0};
        if (!buf_ok(&g->spelling))
            return no_memory(g);
        if (!g->sink->take(g->sink->context, &entry))
            return false;
    }
    return true;
}

// Which of the headwords are words; the first sense tells.
static bool choose_words(struct gcide *g, const struct gcide_head *head, bool *wanted)
{
    bool any = false;
    struct text rest = head->body, sense = TEXT("");
    next_sense(&rest, &sense);
    clean_sense(&g->text, sense, (struct gcide_text_options){0});
    clean_sense(&g->plain, sense, (struct gcide_text_options){.no_references = true});
    for (unsigned i = 0; i < head->words; i++) {
        struct text word = head->word[i];
        wanted[i] =
            spell(g, head, i) && !is_name(g, head, word, buf_text(&g->text), buf_text(&g->plain));
        any = any || wanted[i];
    }
    return any;
}

// The package repeats the entry Novennial, etymology and all, under the next headword, Novercal. Two
// words in a row do not have the same origin.
static bool is_misprint(struct gcide *g, struct text entry)
{
    struct text word = text_head(entry, text_find(entry, '\\'));
    bool another = !text_equal(word, g->word_before);
    struct buf before = g->matter;
    g->word_before = word;
    g->matter = g->matter_before;
    g->matter_before = before;
    buf_clear(&g->matter);
    gloss_add(&g->matter, text_from(entry, text_find(entry, '[')));
    return another && g->matter.len > MATTER_MIN &&
           text_equal(buf_text(&g->matter), buf_text(&g->matter_before));
}

// Third walk.
static bool read_entry(void *context, struct text entry)
{
    struct gcide *g = context;
    struct gcide_head head;
    struct text sense;
    bool wanted[GCIDE_WORDS_MAX] = {0};
    bool misprint = is_misprint(g, entry);
    if (!buf_ok(&g->matter))
        return no_memory(g);
    if (misprint || !gcide_head_read(entry, &head) || head.classes == 0 || head.proper ||
        head.form || !choose_words(g, &head, wanted))
        return true;
    while (next_sense(&head.body, &sense)) {
        if (is_from_wordnet(sense))
            continue;
        clean_sense(&g->text, sense, (struct gcide_text_options){0});
        drop_stray_word(&g->text);
        gloss_cut(&g->text, GCIDE_DEFINITION_MAX);
        if (!buf_ok(&g->text))
            return no_memory(g);
        if (is_definition(buf_text(&g->text)) && !deliver(g, &head, wanted))
            return false;
    }
    return true;
}

bool gcide_read(struct text dict, struct text index, const struct source_sink *sink,
                struct reason *why)
{
    struct gcide g = {.sink = sink, .why = why};
    bool ok = dictd_walk(dict, index, note_words, &g, why) &&
              dictd_walk(dict, index, note_casing, &g, why) &&
              dictd_walk(dict, index, read_entry, &g, why);
    casing_release(&g.casing);
    buf_release(&g.text);
    buf_release(&g.plain);
    buf_release(&g.spelling);
    buf_release(&g.matter);
    buf_release(&g.matter_before);
    return ok;
}
