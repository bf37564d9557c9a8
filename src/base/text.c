#include "base/text.h"

#include <string.h>

struct text text_of(const char *string)
{
    return string ? (struct text){string, strlen(string)} : (struct text){"", 0};
}

struct text text_from(struct text t, size_t start)
{
    if (start > t.len)
        start = t.len;
    // An empty text may have no address, and adding to that is undefined.
    return start ? (struct text){t.at + start, t.len - start} : t;
}

struct text text_head(struct text t, size_t len)
{
    return (struct text){t.at, len < t.len ? len : t.len};
}

bool text_equal(struct text a, struct text b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

bool text_is(struct text a, const char *string)
{
    return text_equal(a, text_of(string));
}

int text_compare(struct text a, struct text b)
{
    size_t shared = a.len < b.len ? a.len : b.len;
    int order = shared ? memcmp(a.at, b.at, shared) : 0;
    if (order)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

bool text_starts(struct text t, const char *prefix)
{
    return text_equal(text_head(t, strlen(prefix)), text_of(prefix));
}

bool text_ends(struct text t, const char *suffix)
{
    size_t n = strlen(suffix);
    return t.len >= n && text_is(text_from(t, t.len - n), suffix);
}

size_t text_find(struct text t, char byte)
{
    const char *hit = t.len ? memchr(t.at, byte, t.len) : NULL;
    return hit ? (size_t)(hit - t.at) : t.len;
}

size_t text_find_string(struct text t, const char *needle)
{
    size_t n = strlen(needle);
    if (n == 0)
        return 0;
    for (size_t i = 0; i + n <= t.len; i++) {
        i += text_find(text_from(t, i), needle[0]);
        if (i + n <= t.len && memcmp(t.at + i, needle, n) == 0)
            return i;
    }
    return t.len;
}

bool text_next_line(struct text *rest, struct text *line)
{
    if (rest->len == 0)
        return false;
    *line = text_cut(rest, '\n');
    if (line->len && line->at[line->len - 1] == '\r')
        line->len--;
    return true;
}

struct text text_cut(struct text *rest, char separator)
{
    size_t end = text_find(*rest, separator);
    struct text piece = text_head(*rest, end);
    *rest = text_from(*rest, end + 1);
    return piece;
}

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

struct text text_trim(struct text t)
{
    while (t.len && is_space(t.at[0]))
        t = text_from(t, 1);
    while (t.len && is_space(t.at[t.len - 1]))
        t.len--;
    return t;
}

struct text text_cut_word(struct text *rest)
{
    *rest = text_trim(*rest);
    size_t space = text_find(*rest, ' '), tab = text_find(*rest, '\t');
    struct text word = text_head(*rest, space < tab ? space : tab);
    *rest = text_trim(text_from(*rest, word.len));
    return word;
}

bool text_to_u32(struct text t, uint32_t *out)
{
    uint64_t value = 0;
    if (t.len == 0 || t.len > 10)
        return false;
    for (size_t i = 0; i < t.len; i++) {
        if (t.at[i] < '0' || t.at[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(t.at[i] - '0');
    }
    *out = (uint32_t)value;
    return value <= UINT32_MAX;
}

bool text_to_hex64(struct text t, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < t.len && t.len == 16; i++) {
        char c = t.at[i];
        bool digit = c >= '0' && c <= '9';
        if (!digit && !(c >= 'a' && c <= 'f'))
            return false;
        *out = *out << 4 | (uint64_t)(digit ? c - '0' : c - 'a' + 10);
    }
    return t.len == 16;
}
