#include "games/bali/pack.h"

#include "base/bug.h"
#include "base/data.h"
#include "base/utf8.h"
#include "lexicon/graph.h"

#include <stdio.h>
#include <string.h>

static uint8_t number_of(struct text t)
{
    uint32_t n = 0;
    BUG_UNLESS(text_to_u32(t, &n) && n <= UINT8_MAX);
    return (uint8_t)n;
}

// The letters that a card may be; none named: all.
static void read_letters(struct bali_pack *p, unsigned kind, const struct alphabet *a,
                         struct text letters)
{
    struct word w;
    if (!letters.len) {
        p->plays[kind] = (uint32_t)((UINT64_C(1) << a->size) - 1);
        return;
    }
    BUG_UNLESS(alphabet_fold(a, letters, &w, NULL) && w.len);
    p->own[kind] = w.letter[0];
    for (unsigned i = 0; i < w.len; i++)
        p->plays[kind] |= graph_bit(w.letter[i]);
}

// SYMBOL COUNT VALUE [LETTERS]
static void read_card(struct bali_pack *p, const struct alphabet *a, struct text line)
{
    struct text name = text_cut_word(&line), count = text_cut_word(&line),
                value = text_cut_word(&line);
    struct text symbol = name;
    uint32_t code_point = 0;
    BUG_UNLESS(utf8_next(&symbol, &code_point) && !symbol.len);
    unsigned letter = alphabet_letter(a, code_point);
    unsigned kind = letter && a->upper[letter] == code_point ? letter : ++p->kinds;
    BUG_UNLESS(kind < BALI_KINDS && !p->symbol[kind]);
    p->symbol[kind] = code_point;
    p->count[kind] = number_of(count);
    p->value[kind] = number_of(value);
    p->cards += p->count[kind];
    // A card without a list of letters is the letter of its symbol, if there is one.
    read_letters(p, kind, a, line.len || kind > a->size ? line : name);
}

bool bali_pack_load(struct bali_pack *p, const struct alphabet *a)
{
    char file[32];
    struct text content, line;
    *p = (struct bali_pack){.kinds = a->size};
    snprintf(file, sizeof file, "packs/%s.txt", a->lang);
    if (!data_find(file, &content))
        return false;
    while (text_next_line(&content, &line)) {
        line = text_trim(text_cut(&line, '#'));
        if (line.len)
            read_card(p, a, line);
    }
    return true;
}

unsigned bali_pack_find(const struct bali_pack *p, struct text name)
{
    uint32_t code_point, mark;
    if (!utf8_next(&name, &code_point))
        return 0;
    // The letter and its accent may be two code points.
    if (name.len && (!utf8_next(&name, &mark) || !(code_point = utf8_compose(code_point, mark))))
        return 0;
    for (unsigned kind = 1; kind <= p->kinds && !name.len; kind++)
        if (p->symbol[kind] && p->symbol[kind] == utf8_upper(code_point))
            return kind;
    return 0;
}

void bali_pack_print(const struct bali_pack *p, unsigned kind, struct buf *out)
{
    char bytes[UTF8_MAX];
    BUG_UNLESS(kind <= p->kinds && p->symbol[kind]);
    buf_add(out, bytes, utf8_put(p->symbol[kind], bytes));
}

// ---- JSON ----

static void add_card(const struct bali_pack *p, unsigned kind, const char **comma, struct buf *out)
{
    buf_printf(out, "%s\"", *comma);
    bali_pack_print(p, kind, out);
    buf_add_string(out, "\":");
    *comma = ",";
}

static void add_numbers(const struct bali_pack *p, const char *name, const uint8_t *number,
                        struct buf *out)
{
    const char *comma = "";
    buf_printf(out, ",\"%s\":{", name);
    for (unsigned kind = 1; kind <= p->kinds; kind++) {
        if (!p->symbol[kind])
            continue;
        add_card(p, kind, &comma, out);
        buf_printf(out, "%u", number[kind]);
    }
    buf_add_byte(out, '}');
}

// The letter that a card is unless another is said comes first.
static void add_letters(const struct bali_pack *p, const struct alphabet *a, unsigned kind,
                        struct buf *out)
{
    struct word w = {0};
    if (p->own[kind])
        w.letter[w.len++] = p->own[kind];
    for (unsigned letter = 1; letter <= a->size; letter++)
        if (letter != p->own[kind] && p->plays[kind] & graph_bit(letter))
            w.letter[w.len++] = (uint8_t)letter;
    buf_add_byte(out, '"');
    alphabet_print(a, &w, out);
    buf_add_byte(out, '"');
}

// Plain letter cards are left out.
static void add_plays(const struct bali_pack *p, const struct alphabet *a, struct buf *out)
{
    const char *comma = "";
    buf_add_string(out, ",\"plays\":{");
    for (unsigned kind = 1; kind <= p->kinds; kind++) {
        if (!p->symbol[kind] || (kind <= a->size && p->plays[kind] == graph_bit(kind)))
            continue;
        add_card(p, kind, &comma, out);
        add_letters(p, a, kind, out);
    }
    buf_add_byte(out, '}');
}

void bali_pack_describe(const struct bali_pack *p, const struct alphabet *a, struct buf *out)
{
    add_numbers(p, "pack", p->count, out);
    add_numbers(p, "values", p->value, out);
    add_plays(p, a, out);
}
