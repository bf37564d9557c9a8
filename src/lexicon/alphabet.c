#include "lexicon/alphabet.h"

#include "base/bug.h"
#include "base/data.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

// Case folding one letter of the alphabet gives one letter and perhaps one mark (й is и and a
// breve); this is the composed small letter.
static uint32_t small_of(uint32_t code_point)
{
    uint32_t part[UTF8_FOLDED_MAX];
    size_t n = utf8_fold(code_point, part);
    if (n == 1)
        return part[0];
    return n == 2 ? utf8_compose(part[0], part[1]) : 0;
}

static void read_letters(struct alphabet *a, struct text rest)
{
    while (rest.len) {
        struct text one = text_cut(&rest, ' ');
        uint32_t c = 0;
        BUG_UNLESS(a->size < LETTERS_MAX && utf8_next(&one, &c) && one.len == 0);
        a->size++;
        a->upper[a->size] = c;
        a->lower[a->size] = small_of(c);
        BUG_UNLESS(a->lower[a->size]);
    }
}

static void read_fold(struct alphabet *a, struct text rest)
{
    uint32_t from = 0, to[2] = {0};
    struct text left = text_cut(&rest, ' ');
    // ß folds into ss before it gets here, so it has no single small form to look up.
    BUG_UNLESS(utf8_next(&left, &from) && a->folds < ALPHABET_FOLDS_MAX);
    BUG_UNLESS(utf8_next(&rest, &to[0]) && utf8_next(&rest, &to[1]) && rest.len == 0);
    uint32_t part[UTF8_FOLDED_MAX];
    if (utf8_fold(from, part) == 1)
        a->fold[a->folds++] = (struct alphabet_fold){
            .from = part[0], .to = {alphabet_letter(a, to[0]), alphabet_letter(a, to[1])}};
}

bool alphabet_load(struct alphabet *a, struct text lang, struct reason *why)
{
    char name[32];
    struct text content, line;
    snprintf(name, sizeof name, "alphabets/%.*s.txt", TEXT_ARG(text_head(lang, 8)));
    if (lang.len != 2 || !data_find(name, &content))
        return refuse(why, MSG_ALPHABET_UNKNOWN, "%.*s", TEXT_ARG(text_head(lang, 40)));
    *a = (struct alphabet){0};
    memcpy(a->lang, lang.at, lang.len);
    while (text_next_line(&content, &line)) {
        struct text key = text_cut(&line, ' ');
        if (text_is(key, "letters"))
            read_letters(a, line);
        else if (text_is(key, "fold"))
            read_fold(a, line);
        else
            BUG_UNLESS(key.len == 0 || key.at[0] == '#');
    }
    return true;
}

// By the small letter; 0 where it is not in the alphabet.
static uint8_t find_letter(const struct alphabet *a, uint32_t c)
{
    for (unsigned i = 1; i <= a->size; i++)
        if (a->lower[i] == c)
            return (uint8_t)i;
    return 0;
}

uint8_t alphabet_letter(const struct alphabet *a, uint32_t code_point)
{
    return find_letter(a, small_of(code_point));
}

static const struct alphabet_fold *find_fold(const struct alphabet *a, uint32_t c)
{
    for (unsigned i = 0; i < a->folds; i++)
        if (a->fold[i].from == c)
            return &a->fold[i];
    return NULL;
}

static bool is_joiner(uint32_t c)
{
    // Hyphen-minus, hyphen, non-breaking hyphen, apostrophe, right quote, modifier apostrophe.
    return c == '-' || c == 0x2010 || c == 0x2011 || c == '\'' || c == 0x2019 || c == 0x02BC;
}

// A word on its way from text: `base` is the last letter's character, still open to a mark that
// makes another letter of it, or 0.
struct folding {
    const struct alphabet *alphabet;
    struct word *out;
    uint32_t base;
    bool joiner;    // the last character was a hyphen or apostrophe
    bool is_small;  // the character that is being folded is no capital
    uint64_t small; // the letters that came from such ones, by position
};

static bool put_letter(struct folding *f, uint8_t letter, struct reason *why)
{
    if (f->out->len == WORD_MAX)
        return refuse(why, MSG_WORD_TOO_LONG, "%d", WORD_MAX);
    f->small |= (uint64_t)f->is_small << f->out->len;
    f->out->letter[f->out->len++] = letter;
    f->joiner = false;
    return true;
}

static bool refuse_character(uint32_t c, struct reason *why)
{
    char bytes[UTF8_MAX];
    size_t n = utf8_put(c, bytes);
    if (c < 0x20 || c == 0x7F || n == 0)
        return refuse(why, MSG_WORD_NOT_A_LETTER, "U+%04X", (unsigned)c);
    return refuse(why, MSG_WORD_NOT_A_LETTER, "%.*s", (int)n, bytes);
}

// One decomposed character. `c` may be a mark, which changes the letter before it or drops off.
static bool fold_part(struct folding *f, uint32_t c, bool *taken, struct reason *why)
{
    const struct alphabet *a = f->alphabet;
    *taken = true;
    if (utf8_is_mark(c) && f->base) {
        uint8_t both = find_letter(a, utf8_compose(f->base, c));
        if (both) {
            f->out->letter[f->out->len - 1] = both;
            f->base = a->lower[both];
        }
        return true;
    }
    uint8_t letter = find_letter(a, c);
    const struct alphabet_fold *fold = letter ? NULL : find_fold(a, c);
    f->base = c;
    if (letter)
        return put_letter(f, letter, why);
    if (fold)
        return put_letter(f, fold->to[0], why) && put_letter(f, fold->to[1], why);
    *taken = false;
    return true;
}

static bool fold_character(struct folding *f, uint32_t c, struct reason *why)
{
    if (is_joiner(c) && f->out->len > 0) {
        f->joiner = true;
        f->base = 0;
        return true;
    }
    uint32_t part[UTF8_FOLDED_MAX];
    size_t n = utf8_fold(c, part);
    bool taken = n > 0;
    f->is_small = !utf8_is_upper(c);
    for (size_t i = 0; i < n && taken; i++)
        if (!fold_part(f, part[i], &taken, why))
            return false;
    return taken || refuse_character(c, why);
}

bool alphabet_fold_cased(const struct alphabet *a, struct text text, struct word *out,
                         uint64_t *small, struct reason *why)
{
    struct folding f = {.alphabet = a, .out = out};
    size_t size = text.len;
    uint32_t c = 0;
    out->len = 0;
    while (text.len) {
        if (!utf8_next(&text, &c))
            return refuse(why, MSG_WORD_NOT_UTF8, "%zu", size - text.len);
        if (!fold_character(&f, c, why))
            return false;
    }
    if (f.joiner)
        return refuse_character(c, why);
    *small = f.small;
    return out->len > 0 || refuse(why, MSG_WORD_EMPTY, "%s", "");
}

// R-REC-2 to R-REC-7
bool alphabet_fold(const struct alphabet *a, struct text text, struct word *out, struct reason *why)
{
    uint64_t small;
    return alphabet_fold_cased(a, text, out, &small, why);
}

void alphabet_print(const struct alphabet *a, const struct word *w, struct buf *out)
{
    for (unsigned i = 0; i < w->len; i++) {
        char bytes[UTF8_MAX];
        BUG_UNLESS(w->letter[i] >= 1 && w->letter[i] <= a->size);
        buf_add(out, bytes, utf8_put(a->upper[w->letter[i]], bytes));
    }
}
