#include "sources/readers/dictd.h"

#include <stdlib.h>

// Where an entry is. Dictionaries of more than 4 GB are refused.
struct extent {
    uint32_t start;
    uint32_t len;
};

static int digit_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static bool read_number(struct text t, uint32_t *out)
{
    uint64_t value = 0;
    if (t.len == 0 || t.len > 6)
        return false;
    for (size_t i = 0; i < t.len; i++) {
        int digit = digit_of(t.at[i]);
        if (digit < 0)
            return false;
        value = value * 64 + (uint64_t)digit;
    }
    *out = (uint32_t)value;
    return value <= UINT32_MAX;
}

// Gathers where the entries are, as an array of extents in `out`.
static bool read_index(struct text index, size_t size, struct buf *out, struct reason *why)
{
    struct text line;
    for (uint32_t number = 1; text_next_line(&index, &line); number++) {
        struct extent e;
        struct text headword = text_cut(&line, '\t');
        struct text start = text_cut(&line, '\t');
        // dictfmt may add a fourth column, the headword as it was before it was simplified.
        struct text len = text_cut(&line, '\t');
        if (!read_number(start, &e.start) || !read_number(len, &e.len))
            return refuse_line(why, number, MSG_DICTD_INDEX, "%s", "");
        if ((uint64_t)e.start + e.len > size)
            return refuse_line(why, number, MSG_DICTD_OUTSIDE, "%.*s",
                               TEXT_ARG(text_head(headword, 60)));
        if (!text_starts(headword, "00database") && !text_starts(headword, "00-database"))
            buf_add(out, &e, sizeof e);
    }
    return buf_ok(out) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static int compare_extents(const void *a, const void *b)
{
    const struct extent *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->len > y->len) - (x->len < y->len);
}

bool dictd_walk(struct text dict, struct text index, dictd_entry_fn *each, void *context,
                struct reason *why)
{
    struct buf all = {0};
    bool ok = read_index(index, dict.len, &all, why);
    struct extent *extent = (void *)all.at; // from malloc, so aligned for anything
    size_t count = ok ? all.len / sizeof *extent : 0, end = 0;
    if (count)
        qsort(extent, count, sizeof *extent, compare_extents);
    for (size_t i = 0; ok && i < count; i++) {
        if (extent[i].start < end || extent[i].len == 0)
            continue;
        ok = each(context, text_head(text_from(dict, extent[i].start), extent[i].len));
        end = (size_t)extent[i].start + extent[i].len;
    }
    buf_release(&all);
    return ok;
}
