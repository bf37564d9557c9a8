#include "sources/russian/mueller.h"

#include "base/utf8.h"
#include "sources/readers/dictd.h"
#include "sources/russian/cyrillic.h"

struct mueller {
    const struct source_sink *sink;
    struct reason *why;
};

// Reading one entry, byte by byte.
struct scan {
    const struct mueller *m;
    struct text headword, rest;
    struct text word;       // the only word of the phrase in hand
    unsigned words;         // in that phrase
    unsigned depth;         // of parentheses
    bool noun, example, ok; // the class in hand; an English word has come; the sink goes on
};

// The phrase ends: one word alone is a translation.
static void end_phrase(struct scan *s)
{
    struct source_entry entry = {
        .spelling = s->word, .definition = s->headword, .kind = TEXT_GLOSS, .classes = CLASS_NOUN};
    if (s->ok && s->noun && !s->example && s->words == 1 && cyrillic_is_word(s->word))
        s->ok = s->m->sink->take(s->m->sink->context, &entry);
    s->words = 0;
}

static void end_sense(struct scan *s)
{
    end_phrase(s);
    s->example = false;
}

static bool is_number(struct text token)
{
    for (size_t i = 0; i + 1 < token.len; i++)
        if (token.at[i] < '0' || token.at[i] > '9')
            return false;
    return token.len > 1 && text_ends(token, ".");
}

// A class, "_n.", or the number of a homograph, "_II", ends what was before. "_pl." says of a noun that
// it is a plural. Labels in Russian, "_тех.", say nothing to us.
static void read_label(struct scan *s, struct text label)
{
    if (cyrillic_is_in(label) || text_is(label, "_pl.") || text_is(label, "_sg."))
        return;
    end_sense(s);
    s->noun = text_is(label, "_n.");
}

static void end_token(struct scan *s, struct text token)
{
    if (token.len == 0)
        return;
    if (text_starts(token, "_")) {
        read_label(s, token);
    } else if (is_number(token)) {
        end_sense(s);
    } else {
        s->word = token;
        s->words++;
        s->example |= !cyrillic_is_in(token);
    }
}

// Reads on to what ends a token. Brackets and parentheses end it; their content is left out, so is
// the number before a parenthesis that closes none, "1)".
static void read_token(struct scan *s)
{
    size_t n = 0;
    while (n < s->rest.len && text_find(TEXT(" \t\n;,()[]"), s->rest.at[n]) == 9)
        n++;
    struct text token = text_head(s->rest, n);
    char end = n < s->rest.len ? s->rest.at[n] : '\n';
    s->rest = text_from(s->rest, n < s->rest.len ? n + 1 : n);
    if (end == ')' && s->depth == 0) {
        end_sense(s);
        return;
    }
    if (s->depth == 0)
        end_token(s, token);
    if (end == '[')
        s->rest = text_from(s->rest, text_find(s->rest, ']'));
    s->depth += end == '(';
    s->depth -= end == ')';
    if (s->depth > 0)
        return;
    if (end == ';')
        end_sense(s);
    else if (end == ',')
        end_phrase(s);
}

static bool read_entry(void *context, struct text entry)
{
    const struct mueller *m = context;
    struct scan s = {.m = m, .ok = true};
    if (!utf8_valid(entry))
        return refuse(m->why, MSG_TRANSLATION_NOT_UTF8, "%.*s", TEXT_ARG(text_head(entry, 20)));
    text_next_line(&entry, &s.headword);
    s.headword = text_trim(s.headword);
    s.rest = entry;
    for (size_t i = 0; i < s.headword.len; i++)
        if ((unsigned char)s.headword.at[i] < ' ')
            return true;
    while (s.rest.len && s.ok)
        read_token(&s);
    end_sense(&s);
    return s.ok;
}

bool mueller_read(struct text dict, struct text index, const struct source_sink *sink,
                  struct reason *why)
{
    struct mueller m = {sink, why};
    return dictd_walk(dict, index, read_entry, &m, why);
}
