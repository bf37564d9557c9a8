#include "sources/english/gcide_text.h"

#include "base/utf8.h"

#include <string.h>

enum {
    BRACKET_REACH = 600,
    ESCAPE_MAX = 7,
    CITATION_TOKENS = 12,
    SYLLABLES_MAX = 60,
    TOKEN_MAX = 80
};

struct cleaner {
    struct buf *out;
    struct text rest;
    struct gcide_text_options options;
    char gap; // what parts the next character from the last one: nothing, ' ' or '\n'
};

static const struct {
    const char *name;
    const char *means;
} escapes[] = {
    {"ae", "æ"},     {"AE", "Æ"},     {"oe", "œ"},     {"OE", "Œ"},     {"=ae", "æ"},
    {"=oo", "oo"},   {"imac", "i"},   {"aum", "ä"},    {"oum", "ö"},    {"uum", "ü"},
    {"eth", "ð"},    {"edh", "ð"},    {"thorn", "þ"},  {"yogh", "ȝ"},   {"deg", "°"},
    {"min", "′"},    {"sec", "″"},    {"prime", "′"},  {"bprime", "′"}, {"sect", "§"},
    {"root", "√"},   {"times", "×"},  {"pounds", "£"}, {"sharp", "♯"},  {"flat", "♭"},
    {"frac12", "½"}, {"frac13", "⅓"}, {"frac14", "¼"}, {"frac34", "¾"}, {"frac18", "⅛"},
    {"alpha", "α"},  {"beta", "β"},   {"gamma", "γ"},  {"delta", "δ"},  {"Delta", "Δ"},
    {"theta", "θ"},  {"pi", "π"},     {"phi", "φ"},    {"hand", ""},
};

// Brackets that tell a reader how a word is used.
static const char *const labels[] = {
    "Obs",   "R.",    "Rare", "Archaic", "archaic", "Colloq", "colloq", "Prov", "Scot",
    "Slang", "slang", "U.S.", "U. S.",   "Poet",    "Local",  "Cant",   "Low",  "informal",
};

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7F;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void put(struct cleaner *c, const char *bytes, size_t len)
{
    if (len && c->gap && c->out->len)
        buf_add_byte(c->out, (unsigned char)c->gap);
    if (len)
        c->gap = 0;
    buf_add(c->out, bytes, len);
}

static void put_blank(struct cleaner *c, char blank)
{
    if (c->options.keep_lines && blank == '\n')
        c->gap = '\n';
    else if (!c->gap)
        c->gap = ' ';
}

static uint32_t accent_of(char mark)
{
    switch (mark) {
    case '\'':
        return 0x301;
    case '`':
        return 0x300;
    case '"':
        return 0x308;
    case '^':
        return 0x302;
    case '~':
        return 0x303;
    case ',':
        return 0x327;
    default:
        return 0; // lengths and dots only tell how to say it
    }
}

// ['e] and [e^]: a letter and a mark. Only a mark in front is one of spelling.
static bool put_accented(struct cleaner *c, struct text inside)
{
    if (inside.len != 2 || is_letter(inside.at[0]) == is_letter(inside.at[1]))
        return false;
    bool spelled = is_letter(inside.at[1]);
    char letter = inside.at[spelled ? 1 : 0], bytes[UTF8_MAX];
    if (is_digit(inside.at[spelled ? 0 : 1]) || inside.at[1] == '.')
        return false;
    uint32_t accent = spelled ? accent_of(inside.at[0]) : 0;
    uint32_t both = accent ? utf8_compose((uint32_t)letter, accent) : 0;
    put(c, bytes, utf8_put(both ? both : (uint32_t)letter, bytes));
    return true;
}

uint32_t gcide_text_accent(struct text *syllables, char letter)
{
    for (size_t i = 0; i + 3 < syllables->len; i++) {
        const char *at = syllables->at + i;
        if (at[0] != '[' || at[2] != letter || at[3] != ']' || !accent_of(at[1]))
            continue;
        *syllables = text_from(*syllables, i + 4);
        return utf8_compose((uint32_t)letter, accent_of(at[1]));
    }
    return 0;
}

static bool put_escape(struct cleaner *c, struct text inside)
{
    if (put_accented(c, inside))
        return true;
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        if (text_is(inside, escapes[i].name)) {
            put(c, escapes[i].means, text_of(escapes[i].means).len);
            return true;
        }
    }
    return false;
}

// The text between the bracket that it begins with and its partner; false for none near.
static bool bracketed(struct text t, struct text *inside)
{
    struct text near = text_head(t, BRACKET_REACH);
    size_t depth = 0, end = text_find(near, ']') == near.len ? 0 : near.len;
    for (size_t i = 0; i < end; i++) {
        depth += t.at[i] == '[';
        if (t.at[i] == ']' && --depth == 0) {
            *inside = text_head(text_from(t, 1), i - 1);
            return true;
        }
    }
    return false;
}

static bool has(struct text t, const char *needle)
{
    return text_find_string(t, needle) < t.len;
}

static bool is_source(struct text inside)
{
    return has(inside, "Webster") || has(inside, "WordNet") || has(inside, "PJC") ||
           has(inside, "Century Dict");
}

static void put_label(struct cleaner *c, struct text inside)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        if (!text_starts(inside, labels[i]))
            continue;
        put(c, "[", 1);
        for (size_t k = 0; k < inside.len; k++) {
            if (is_blank(inside.at[k]))
                put_blank(c, ' ');
            else
                put(c, &inside.at[k], 1);
        }
        put(c, "]", 1);
        return;
    }
}

static void clean_bracket(struct cleaner *c)
{
    struct text inside = {0};
    if (!bracketed(c->rest, &inside)) {
        c->rest = text_from(c->rest, 1);
        return;
    }
    c->rest = text_from(c->rest, inside.len + 2);
    if (inside.len <= ESCAPE_MAX && put_escape(c, inside))
        return;
    if (is_source(inside)) // what follows on its line is the next headword, gone astray
        c->rest = text_from(c->rest, text_find(c->rest, '\n'));
    else if (inside.len < 40 && utf8_valid(inside))
        put_label(c, inside);
}

// Takes a word with its stops off the front, and the blanks before it. The limit keeps a line of
// dashes from being read again for each of them.
static struct text next_token(struct text *rest)
{
    struct text t = *rest;
    while (t.len && is_blank(t.at[0]))
        t = text_from(t, 1);
    size_t n = 0;
    while (n < t.len && n < TOKEN_MAX && !is_blank(t.at[n]) && t.at[n] != '[')
        n++;
    *rest = text_from(t, n);
    return text_head(t, n);
}

// "xi.", "34.": chapter and verse.
static bool is_numeral(struct text token)
{
    for (size_t i = 0; i < token.len; i++)
        if (!is_digit(token.at[i]) && text_find(TEXT("ivxlc.,:-"), token.at[i]) == 9)
            return false;
    return token.len > 0 && !text_is(token, "--");
}

// A name is over at a full stop, unless it is an initial's.
static bool ends_citation(struct text token)
{
    return text_ends(token, ".") && (token.len > 3 || is_numeral(token));
}

// "& Fl.", "Soc.", "34.": what may come after that, nevertheless.
static bool goes_on(struct text rest)
{
    struct text token = next_token(&rest);
    if (is_numeral(token) || text_is(token, "&"))
        return true;
    return token.len > 1 && token.len <= 6 && token.at[0] >= 'A' && token.at[0] <= 'Z' &&
           text_ends(token, ".");
}

// "--J. S. Mill.", "--2 Pet. i. 14."
static void skip_citation(struct cleaner *c)
{
    struct text rest = text_from(c->rest, 2);
    for (int i = 0; i < CITATION_TOKENS; i++) {
        struct text ahead = rest, token = next_token(&ahead);
        if (token.len == 0 || token.at[0] == '"' || token.at[0] == '{' || text_starts(token, "--"))
            break;
        rest = ahead;
        if (ends_citation(token) && !goes_on(rest))
            break;
    }
    c->rest = rest;
    put_blank(c, ' ');
}

// A name that has lost its first letter: "--velyn.", the last thing in its line.
static bool is_cut_name(struct text t)
{
    size_t n = 0;
    while (n < t.len && t.at[n] >= 'a' && t.at[n] <= 'z')
        n++;
    return n > 1 && n < t.len && t.at[n] == '.' && (n + 1 == t.len || t.at[n + 1] == '\n');
}

// `after_blank`: a dash inside a word introduces no name.
static bool at_citation(struct text t, bool after_blank)
{
    if (!text_starts(t, "--") || t.len < 3)
        return false;
    return (t.at[2] >= 'A' && t.at[2] <= 'Z') || is_digit(t.at[2]) ||
           (after_blank && is_cut_name(text_from(t, 2)));
}

// "-- {Ir`re*mis"si*bly}, adv.": words that are derived from the headword, to the end of the sense.
static bool at_derived(struct text t)
{
    if (!text_starts(t, "--"))
        return false;
    struct text rest = text_from(t, 2), token = next_token(&rest);
    if (text_starts(token, "{"))
        token = text_from(token, 1);
    if (token.len == 0 || !is_letter(token.at[0]))
        return false;
    return text_find(token, '*') < token.len || text_find(token, '`') < token.len ||
           text_find(token, '"') < token.len;
}

// The package has a few bytes of another encoding, which are left out.
static void clean_wide(struct cleaner *c)
{
    struct text before = c->rest;
    uint32_t code_point;
    if (utf8_next(&c->rest, &code_point))
        put(c, before.at, before.len - c->rest.len);
}

static void clean_character(struct cleaner *c)
{
    char first = c->rest.at[0];
    struct text after = text_from(c->rest, 1);
    if (is_blank(first))
        put_blank(c, first);
    else if (first == '{' && c->options.no_references)
        after = text_from(after, text_find(after, '}'));
    else if (first == '?' && text_starts(after, "?")) // Greek that nobody has typed in
        after = text_from(after, 1);
    else if (first == '\\' && text_find(text_head(after, SYLLABLES_MAX), '\\') < SYLLABLES_MAX)
        after = text_from(after, text_find(after, '\\') + 1);
    else if (!strchr("{}]", first))
        put(c, &first, 1);
    c->rest = after;
}

void gcide_text_clean(struct buf *out, struct text raw, struct gcide_text_options options)
{
    struct cleaner c = {.out = out, .rest = raw, .options = options, .gap = ' '};
    while (c.rest.len) {
        if (c.rest.at[0] == '[')
            clean_bracket(&c);
        else if (at_derived(c.rest))
            break;
        else if (at_citation(c.rest, c.gap != 0))
            skip_citation(&c);
        else if ((unsigned char)c.rest.at[0] >= 0x80)
            clean_wide(&c);
        else
            clean_character(&c);
    }
}
