// base/utf8.h for the browser's build: the same answers for all letters that our alphabets know,
// from tables that were made out of utf8proc at build time (make_utf8.c). tests/unit/utf8_small.c
// compares the two.
#include "base/utf8.h"

struct letter_entry {
    uint16_t code_point, upper;
    uint16_t folded[3];
    uint8_t folds, mark, capital;
};

struct pair_entry {
    uint16_t base, mark, whole;
};

#include "utf8.gen.h"

bool utf8_next(struct text *rest, uint32_t *code_point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)rest->at;
    if (rest->len == 0)
        return false;
    unsigned len = at[0] < 0x80 ? 1 : at[0] < 0xC0 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    uint32_t c = len == 1 ? at[0] : at[0] & (0xFFu >> (len + 1));
    bool ok = len > 0 && len <= rest->len && at[0] < 0xF8;
    for (unsigned i = 1; ok && i < len; i++) {
        ok = (at[i] & 0xC0) == 0x80;
        c = c << 6 | (at[i] & 0x3F);
    }
    ok = ok && c >= least[len] && c <= 0x10FFFF && (c < 0xD800 || c >= 0xE000);
    *rest = text_from(*rest, ok ? len : 1);
    *code_point = ok ? c : UINT32_MAX;
    return ok;
}

size_t utf8_put(uint32_t c, char out[UTF8_MAX])
{
    if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000))
        return 0;
    size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)(len == 1 ? c : (0xF00u >> len & 0xFF) | c);
    return len;
}

static const struct letter_entry *find_letter(uint32_t c)
{
    size_t low = 0, high = sizeof letter_table / sizeof *letter_table;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (letter_table[middle].code_point < c)
            low = middle + 1;
        else
            high = middle;
    }
    bool there =
        low < sizeof letter_table / sizeof *letter_table && letter_table[low].code_point == c;
    return there ? &letter_table[low] : NULL;
}

size_t utf8_fold(uint32_t c, uint32_t out[UTF8_FOLDED_MAX])
{
    const struct letter_entry *e = find_letter(c);
    if (!e) {
        out[0] = c;
        return c <= 0x10FFFF && (c < 0xD800 || c >= 0xE000);
    }
    for (unsigned i = 0; i < e->folds; i++)
        out[i] = e->folded[i];
    return e->folds;
}

bool utf8_is_mark(uint32_t c)
{
    const struct letter_entry *e = find_letter(c);
    return e && e->mark;
}

uint32_t utf8_upper(uint32_t c)
{
    const struct letter_entry *e = find_letter(c);
    return e ? e->upper : c;
}

bool utf8_is_upper(uint32_t c)
{
    const struct letter_entry *e = find_letter(c);
    return e && e->capital;
}

int utf8_width(uint32_t c)
{
    return !utf8_is_mark(c); // a browser has no columns
}

uint32_t utf8_compose(uint32_t base, uint32_t mark)
{
    for (size_t i = 0; i < sizeof pair_table / sizeof *pair_table; i++)
        if (pair_table[i].base == base && pair_table[i].mark == mark)
            return pair_table[i].whole;
    return 0;
}
