#include "lexicon/find.h"

#include "base/utf8.h"

// The pattern's text on its way to tokens.
struct parse {
    struct find *f;
    const struct alphabet *a;
    struct text rest;
    struct reason *why;
};

static uint32_t all_letters(const struct alphabet *a)
{
    return (uint32_t)((UINT64_C(1) << a->size) - 1);
}

static bool bad_pattern(const struct parse *p)
{
    return refuse(p->why, MSG_FIND_BAD_CHOICE, "%s", "");
}

static bool read_character(struct parse *p, uint32_t *c)
{
    size_t before = p->rest.len;
    if (utf8_next(&p->rest, c))
        return true;
    return before ? refuse(p->why, MSG_WORD_NOT_UTF8, "%s", "?") : bad_pattern(p);
}

// One character and the accents behind it, read as in a word: É is E, Œ is O and E.
static bool read_letters(struct parse *p, struct word *letters)
{
    struct text start = p->rest;
    uint32_t c;
    if (!read_character(p, &c))
        return false;
    for (struct text next = p->rest; utf8_next(&next, &c) && utf8_is_mark(c);)
        p->rest = next;
    return alphabet_fold(p->a, text_head(start, start.len - p->rest.len), letters, p->why);
}

static bool read_letter(struct parse *p, unsigned *letter)
{
    struct word w;
    if (!read_letters(p, &w))
        return false;
    *letter = w.letter[0];
    return w.len == 1 || bad_pattern(p);
}

static bool take_byte(struct parse *p, char byte)
{
    bool there = p->rest.len && p->rest.at[0] == byte;
    if (there)
        p->rest = text_from(p->rest, 1);
    return there;
}

// A character class up to its ]; the [ has been read.
static bool read_choice(struct parse *p, uint32_t *set)
{
    unsigned letter, last;
    bool negate = take_byte(p, '^') || take_byte(p, '!');
    for (*set = 0; !take_byte(p, ']');) {
        if (!read_letter(p, &letter))
            return false;
        last = letter;
        if (take_byte(p, '-') && !read_letter(p, &last))
            return false;
        if (last < letter)
            return bad_pattern(p);
        for (; letter <= last; letter++)
            *set |= graph_bit(letter);
    }
    if (*set != 0 && negate)
        *set ^= all_letters(p->a);
    return *set != 0 || bad_pattern(p);
}

static bool add_token(const struct parse *p, uint32_t set, bool many)
{
    struct find *f = p->f;
    if (f->tokens == FIND_TOKENS)
        return refuse(p->why, MSG_FIND_TOO_LONG, "%d", FIND_TOKENS);
    f->token[f->tokens] = set;
    f->many[f->tokens++] = many;
    return true;
}

static bool read_token(struct parse *p)
{
    uint32_t set = all_letters(p->a);
    struct word letters;
    if (take_byte(p, '?'))
        return add_token(p, set, false);
    if (take_byte(p, '*'))
        return add_token(p, set, true);
    if (take_byte(p, '['))
        return read_choice(p, &set) && add_token(p, set, false);
    bool ok = read_letters(p, &letters);
    for (unsigned i = 0; ok && i < letters.len; i++)
        ok = add_token(p, graph_bit(letters.letter[i]), false);
    return ok;
}

bool find_pattern(struct find *f, const struct alphabet *a, struct text pattern, struct reason *why)
{
    struct parse p = {f, a, pattern, why};
    f->tokens = 0;
    while (p.rest.len)
        if (!read_token(&p))
            return false;
    return f->tokens > 0 || refuse(why, MSG_WORD_EMPTY, "%s", "");
}

bool find_letters(struct find *f, const struct alphabet *a, struct text letters, bool all,
                  struct reason *why)
{
    struct parse p = {f, a, letters, why};
    struct word one;
    unsigned count = 0;
    f->limited = true;
    f->all = all;
    while (p.rest.len && count <= WORD_MAX) {
        bool blank = take_byte(&p, '?');
        if (!blank && !read_letters(&p, &one))
            return false;
        f->blanks += blank;
        for (unsigned i = 0; !blank && i < one.len; i++)
            f->have[one.letter[i]]++;
        count += blank ? 1 : one.len;
    }
    if (count > WORD_MAX)
        return refuse(why, MSG_WORD_TOO_LONG, "%d", WORD_MAX);
    return count > 0 || refuse(why, MSG_WORD_EMPTY, "%s", "");
}

struct searching {
    struct find f; // `have` and `blanks` are what is left
    const struct lexicon *lex;
    find_sink_fn *sink;
    void *context;
    struct word word;
    uint32_t next;  // number of the next word that will be met
    uint64_t steps; // still allowed: a graph made with bad intent could have ways without end
    bool stopped;
};

// A set of positions in the pattern: bit i means that tokens before i are used up. A `*` may be
// passed over at any time.
static uint64_t close(const struct find *f, uint64_t at)
{
    for (unsigned i = 0; i < f->tokens; i++)
        if (f->many[i] && (at >> i & 1))
            at |= UINT64_C(2) << i;
    return at;
}

static uint64_t advance(const struct find *f, uint64_t at, unsigned letter)
{
    uint64_t next = 0;
    for (unsigned i = 0; i < f->tokens; i++)
        if ((at >> i & 1) && (f->token[i] & graph_bit(letter)))
            next |= (f->many[i] ? UINT64_C(1) : UINT64_C(2)) << i;
    return close(f, next);
}

static bool pattern_done(const struct find *f, uint64_t at)
{
    return f->tokens == 0 || (at >> f->tokens & 1);
}

static bool letters_done(const struct find *f)
{
    if (!f->limited || !f->all)
        return true;
    for (unsigned l = 1; l <= LETTERS_MAX; l++)
        if (f->have[l])
            return false;
    return f->blanks == 0;
}

static void report(struct searching *s, uint64_t at)
{
    struct word_info info = lexicon_info(s->lex, s->next);
    if (pattern_done(&s->f, at) && letters_done(&s->f) && word_filter_passes(&s->f.filter, &info))
        s->stopped = !s->sink(s->context, &s->word, s->next);
}

// Uses up a letter, or a blank for it: whichever there is. NULL: none.
static uint8_t *use_letter(struct find *f, unsigned letter)
{
    uint8_t *from = f->have[letter] ? &f->have[letter] : &f->blanks;
    if (*from == 0)
        return NULL;
    --*from;
    return from;
}

static void search(struct searching *s, graph_arc arc, uint64_t at);

// Goes on with one letter where the letters and the pattern allow it; otherwise passes over the
// words behind it without looking at them.
static void search_letter(struct searching *s, graph_arc arc, uint64_t at, unsigned letter)
{
    const struct graph *g = &s->lex->graph;
    uint64_t next = s->f.tokens ? advance(&s->f, at, letter) : 0;
    uint8_t unlimited = 1;
    uint8_t *used = s->f.limited ? use_letter(&s->f, letter) : &unlimited;
    s->word.letter[s->word.len++] = (uint8_t)letter;
    if (used && (next || !s->f.tokens))
        search(s, graph_step(g, arc, letter), next);
    else
        s->next += graph_words_behind(g, graph_step(g, arc, letter));
    s->word.len--;
    if (used)
        ++*used;
}

static void search(struct searching *s, graph_arc arc, uint64_t at)
{
    if (graph_accepts(arc) && s->next < s->lex->graph.words) {
        report(s, at);
        s->next++;
    }
    s->stopped |= s->steps-- == 0;
    uint32_t left = s->word.len < WORD_MAX ? graph_letters(&s->lex->graph, arc) : 0;
    for (; left && !s->stopped; left &= left - 1)
        search_letter(s, arc, at, (unsigned)__builtin_ctz(left) + 1);
}

void find_run(const struct find *f, const struct lexicon *lex, find_sink_fn *sink, void *context)
{
    struct searching s = {.f = *f, .lex = lex, .sink = sink, .context = context};
    s.steps = (lex->graph.words + UINT64_C(1)) * (WORD_MAX + 1);
    search(&s, graph_forward(&lex->graph), close(f, 1));
}
