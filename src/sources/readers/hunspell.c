#include "sources/readers/hunspell.h"

#include "base/utf8.h"
#include "sources/readers/affix.h"

#include <string.h>

enum { SUFFIXES_MAX = 2, STEM_BYTES_MAX = 255 };

// How many rules may be tried for each byte of input. The French dictionary needs less than one; a
// file made to multiply its entries with its rules would need thousands.
enum { TRIALS_PER_BYTE = 32 };

// What the fields of an entry or of a rule say.
struct grammar {
    unsigned classes;
    bool name, junk, interjection, has_singular;
    bool singular, plural, masculine, feminine;
};

static void read_part_of_speech(struct grammar *g, struct text po)
{
    static const struct {
        const char *name;
        unsigned classes;
    } known[] = {
        {"nom", CLASS_NOUN},   {"adj", CLASS_ADJECTIVE},
        {"adv", CLASS_ADVERB}, {"interj", CLASS_OTHER},
        {"infi", 0},           {"titr", 0},
    };
    static const char *const names[] = {"npr", "prn", "patr", "loc.patr"};
    static const char *const junk[] = {"titr", "nbro", "pfx", "sfx", "sign", "ponc", "div", "err"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        g->name |= text_is(po, names[i]);
    for (size_t i = 0; i < sizeof junk / sizeof *junk; i++)
        g->junk |= text_is(po, junk[i]);
    g->interjection |= text_is(po, "interj");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_is(po, known[i].name)) {
            g->classes |= known[i].classes;
            return;
        }
    // Verbs have their group: v1__t_q_zz.
    bool verb = po.len > 1 && po.at[0] == 'v' && po.at[1] >= '0' && po.at[1] <= '3';
    g->classes |= verb ? CLASS_VERB : CLASS_OTHER;
}

static struct grammar read_grammar(struct text fields)
{
    struct grammar g = {0};
    for (struct text field; (field = affix_next_field(&fields)).len;) {
        if (text_starts(field, "po:"))
            read_part_of_speech(&g, text_from(field, 3));
        g.has_singular |= text_starts(field, "st:");
        g.singular |= text_is(field, "is:sg") || text_is(field, "is:inv");
        g.plural |= text_is(field, "is:pl");
        g.masculine |= text_is(field, "is:mas") || text_is(field, "is:epi");
        g.feminine |= text_is(field, "is:fem");
    }
    // A title can be a noun as well (milady); half a word before an elision is nothing else.
    if (g.classes & (CLASS_NOUN | CLASS_VERB | CLASS_ADJECTIVE | CLASS_ADVERB))
        g.junk = false;
    return g;
}

struct expansion {
    const struct affixes *affixes;
    const struct source_sink *sink;
    struct reason *why;
    uint64_t trials; // left
    uint32_t line;
    struct text stem;
    struct grammar grammar; // of the entry
};

// The classes of a form, given what its suffix says of it.
static unsigned classes_of(const struct expansion *e, struct text form, const struct grammar *g)
{
    const unsigned entry = e->grammar.classes;
    const bool plural = g->plural && !g->singular;
    if (text_equal(form, e->stem))
        return plural && e->grammar.has_singular ? 0 : entry;
    if (!g->singular)
        return 0;
    // Directrice is the singular of a noun as much as directeur is; an adjective has only one form
    // that dictionaries list, and it may differ from the stem (vieil).
    unsigned classes = entry & CLASS_NOUN;
    if (g->masculine && !g->feminine)
        classes |= entry & CLASS_ADJECTIVE;
    return entry & CLASS_VERB ? 0 : classes;
}

static bool is_vowel(uint32_t c)
{
    return c < 128 ? c && strchr("aeiouy", (int)c) != NULL : c == 0xE6 || c == 0x153;
}

// Whether the form can be a word in a game: two small Latin letters or more, and in short ones,
// which could be symbols (ln, pts), a vowel; longer words can do without (crwth), and so can
// interjections (pst).
static bool is_word(struct text form, bool interjection)
{
    unsigned letters = 0, vowels = interjection;
    uint32_t c, part[UTF8_FOLDED_MAX];
    while (utf8_next(&form, &c)) {
        size_t parts = utf8_is_upper(c) ? 0 : utf8_fold(c, part);
        bool letter = parts && ((part[0] >= 'a' && part[0] <= 'z') || is_vowel(part[0]));
        for (size_t i = 1; i < parts; i++)
            letter &= utf8_is_mark(part[i]);
        if (!letter)
            return false;
        letters++;
        vowels += is_vowel(part[0]);
    }
    return letters > 3 || (letters > 1 && vowels > 0);
}

static bool deliver(struct expansion *e, struct text form, struct text flags,
                    const struct grammar *g)
{
    const struct affixes *a = e->affixes;
    if (affixes_has(a, flags, a->need_affix) || affixes_has(a, flags, a->only_in_compound) ||
        affixes_has(a, flags, a->circumfix) || !is_word(form, e->grammar.interjection))
        return true;
    struct source_entry entry = {.spelling = form, .classes = classes_of(e, form, g)};
    return e->sink->take(e->sink->context, &entry);
}

static bool add_suffixes(struct expansion *e, struct text base, struct text flags, int depth);

static bool apply(struct expansion *e, const struct affix_rule *rule, struct text base, int depth)
{
    char bytes[STEM_BYTES_MAX + SUFFIXES_MAX * AFFIX_TEXT_MAX];
    const size_t kept = base.len - rule->strip.len;
    if (kept)
        memcpy(bytes, base.at, kept);
    if (rule->add.len)
        memcpy(bytes + kept, rule->add.at, rule->add.len);
    const struct text form = {bytes, kept + rule->add.len};
    const struct grammar g = read_grammar(rule->grammar);
    return deliver(e, form, rule->flags, &g) && add_suffixes(e, form, rule->flags, depth + 1);
}

static bool add_suffixes(struct expansion *e, struct text base, struct text flags, int depth)
{
    uint16_t flag;
    while (depth < SUFFIXES_MAX && affixes_next_flag(e->affixes, &flags, &flag)) {
        size_t count;
        const struct affix_rule *rule = affixes_find(e->affixes, flag, &count);
        if (count >= e->trials)
            return refuse_line(e->why, e->line, MSG_HUNSPELL_TOO_LARGE, "%s", "");
        e->trials -= count + 1;
        for (size_t i = 0; i < count; i++)
            if (affix_fits(e->affixes, &rule[i], base) && !apply(e, &rule[i], base, depth))
                return false;
    }
    return true;
}

// word/FLAGS fields...
static bool expand_entry(struct expansion *e, struct text line)
{
    const struct affixes *a = e->affixes;
    struct text head = text_head(line, text_find(line, '\t'));
    head = text_head(head, text_find(head, ' '));
    struct text fields = text_from(line, head.len);
    struct text flags = head;
    e->stem = text_cut(&flags, '/');
    if (!utf8_valid(line))
        return refuse_line(e->why, e->line, MSG_HUNSPELL_ENCODING, "%s", "");
    if (e->stem.len > STEM_BYTES_MAX || flags.len > AFFIX_TEXT_MAX)
        return refuse_line(e->why, e->line, MSG_HUNSPELL_LONG, "%d", STEM_BYTES_MAX);
    e->grammar = read_grammar(fields);
    if (e->grammar.name || e->grammar.junk || e->stem.len == 0 ||
        affixes_has(a, flags, a->forbidden) || affixes_has(a, flags, a->keep_case))
        return true;
    return deliver(e, e->stem, flags, &e->grammar) && add_suffixes(e, e->stem, flags, 0);
}

static bool expand_all(struct expansion *e, struct text dic)
{
    struct text line;
    uint32_t count;
    if (text_starts(dic, "\xEF\xBB\xBF"))
        dic = text_from(dic, 3);
    if (!text_next_line(&dic, &line) || !text_to_u32(text_trim(line), &count))
        return refuse_line(e->why, 1, MSG_HUNSPELL_COUNT, "%s", "");
    for (e->line = 2; text_next_line(&dic, &line); e->line++)
        if (!expand_entry(e, line))
            return false;
    return true;
}

bool hunspell_expand(struct text aff, struct text dic, const struct source_sink *sink,
                     struct reason *why)
{
    struct affixes affixes;
    if (!affixes_read(&affixes, aff, why))
        return false;
    struct expansion e = {
        .affixes = &affixes,
        .sink = sink,
        .why = why,
        .trials = TRIALS_PER_BYTE * ((uint64_t)aff.len + dic.len),
    };
    bool ok = expand_all(&e, dic);
    affixes_release(&affixes);
    return ok;
}
