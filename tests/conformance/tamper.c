#include "conformance/tamper.h"

#include <string.h>

static size_t below(struct rng *r, size_t n)
{
    return n ? rng_below(r, (uint32_t)n) : 0;
}

static bool is_digit(char ch)
{
    return ch >= '0' && ch <= '9';
}

// Replaces `count` bytes from `at` on by `with`.
static void replace(struct buf *text, size_t at, size_t count, struct text with)
{
    struct buf out = {0};
    buf_add_text(&out, text_head(buf_text(text), at));
    buf_add_text(&out, with);
    buf_add_text(&out, text_from(buf_text(text), at + count));
    buf_release(text);
    *text = out;
}

// ---- lines ----

static size_t count_lines(struct text text)
{
    struct text line;
    size_t count = 0;
    while (text_next_line(&text, &line))
        count++;
    return count;
}

// Line number n, without its end.
static struct text nth_line(struct text text, size_t n)
{
    struct text line = {0};
    for (size_t i = 0; i <= n && text_next_line(&text, &line); i++)
        ;
    return line;
}

static struct text some_line(struct text text, struct rng *r)
{
    return nth_line(text, below(r, count_lines(text)));
}

static void change_line(struct buf *text, struct rng *r)
{
    struct text line = some_line(buf_text(text), r), other = some_line(buf_text(text), r);
    struct buf copy = {0};
    size_t at = (size_t)(line.at - text->at), end = line.len + (at + line.len < text->len);
    if (!line.len)
        return;
    switch (below(r, 3)) {
    case 0: // it is missing
        replace(text, at, end, TEXT(""));
        break;
    case 1: // it is there twice
        buf_add_text(&copy, line);
        buf_add_byte(&copy, '\n');
        replace(text, at, 0, buf_text(&copy));
        break;
    default: // another one stands in its place
        buf_add_text(&copy, other);
        replace(text, at, line.len, buf_text(&copy));
    }
    buf_release(&copy);
}

// ---- pieces of another text ----

static struct text first_word(struct text line)
{
    return text_cut(&line, ' ');
}

// A line that begins with the same word, or the rest of the other text.
static void splice(struct buf *text, struct text other, struct rng *r)
{
    struct text line = some_line(buf_text(text), r), found = {0};
    size_t at = (size_t)(line.at - text->at), lines = count_lines(other), from = below(r, lines);
    if (!line.len)
        return;
    for (size_t i = 0; i < lines && !found.len; i++) {
        struct text one = nth_line(other, (from + i) % lines);
        if (text_equal(first_word(one), first_word(line)))
            found = one;
    }
    if (found.len && below(r, 4)) {
        replace(text, at, line.len, found);
        return;
    }
    struct text rest = nth_line(other, from);
    if (rest.len)
        replace(text, at, text->len - at, text_from(other, (size_t)(rest.at - other.at)));
}

// ---- numbers ----

static void change_number(struct buf *text, struct rng *r)
{
    static const char *const odd[] = {"0",   "1",   "2",     "3",     "6",        "7",
                                      "8",   "15",  "63",    "64",    "100",      "127",
                                      "128", "255", "256",   "32767", "32768",    "40000",
                                      "-1",  "-40", "65535", "99999", "16777216", "2147483647"};
    size_t at = below(r, text->len), left = text->len;
    while (left && !is_digit(text->at[at])) {
        at = (at + 1) % text->len;
        left--;
    }
    if (!left)
        return;
    size_t digits = 1;
    while (at && is_digit(text->at[at - 1])) {
        at--;
        digits++;
    }
    while (at + digits < text->len && is_digit(text->at[at + digits]))
        digits++;
    uint32_t number = 0;
    struct buf near = {0};
    bool small = text_to_u32(text_head(text_from(buf_text(text), at), digits), &number);
    buf_printf(&near, "%u", below(r, 2) || !number ? number + 1 : number - 1);
    bool little = small && below(r, 2);
    replace(text, at, digits,
            little ? buf_text(&near) : text_of(odd[below(r, sizeof odd / sizeof *odd)]));
    buf_release(&near);
}

// ---- bytes ----

static void change_byte(struct buf *text, struct rng *r)
{
    static const char likely[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef.?*=!:+-/ 0123456789\n";
    size_t at = below(r, text->len);
    char byte[1] = {below(r, 8) ? likely[below(r, sizeof likely - 1)] : (char)rng_next(r)};
    struct text one = {byte, 1};
    switch (below(r, 4)) {
    case 0:
        replace(text, at, 1, TEXT(""));
        break;
    case 1:
        replace(text, at, 0, one);
        break;
    case 2: { // two bytes change places
        size_t other = below(r, text->len);
        char kept = text->at[at];
        text->at[at] = text->at[other];
        text->at[other] = kept;
        break;
    }
    default:
        replace(text, at, 1, one);
    }
}

void tamper(struct buf *text, struct text other, struct rng *r)
{
    do {
        if (!text->len)
            return;
        switch (below(r, 4)) {
        case 0:
            change_line(text, r);
            break;
        case 1:
            splice(text, other, r);
            break;
        case 2:
            change_number(text, r);
            break;
        default:
            change_byte(text, r);
        }
    } while (below(r, 3) == 0);
}
