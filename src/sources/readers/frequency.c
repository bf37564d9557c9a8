#include "sources/readers/frequency.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "sources/letters.h"

#include <stdlib.h>
#include <string.h>

enum { RELATED = TIERS - 1, UNKNOWN = TIERS };
enum { SHARED_MIN = 4, ENDING_MAX = 3, PART_MIN = 3, PARTS_MIN = 7, NEIGHBOURS_MAX = 200 };

struct counted {
    struct text word;
    uint32_t count;
    uint32_t order; // in the file: it decides between equals
};

struct counted_list {
    struct counted *at; // owned
    size_t len, cap;
};

static bool counted_add(struct counted_list *list, struct counted one)
{
    if (!vec_reserve(&list->at, &list->cap, list->len + 1))
        return false;
    one.order = (uint32_t)list->len;
    list->at[list->len++] = one;
    return true;
}

static int by_count(const void *left, const void *right)
{
    const struct counted *a = left, *b = right;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static unsigned tier_of_rank(size_t rank)
{
    static const size_t last[] = {2000, 5000, 10000, 18000, 28000};
    unsigned tier = 1;
    while (tier <= sizeof last / sizeof *last && rank > last[tier - 1])
        tier++;
    return tier;
}

// A count and a word. Pairs of words come after the next line that starts with a backslash.
static bool read_line(struct text line, uint32_t number, bool capitals, struct counted_list *out,
                      struct reason *why)
{
    struct counted one = {0};
    struct text count = text_cut(&line, ' ');
    one.word = text_trim(line);
    if (!text_to_u32(count, &one.count) || one.word.len == 0)
        return refuse_line(why, number, MSG_FREQUENCY_LINE, "%s", "");
    if (!utf8_valid(one.word))
        return refuse_line(why, number, MSG_FREQUENCY_NOT_UTF8, "%s", "");
    if (!letters_only(one.word) || letters_are_initials(one.word) ||
        (!capitals && letters_have_capital(one.word)))
        return true;
    return counted_add(out, one) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool read_words(struct text model, bool capitals, struct counted_list *out,
                       struct reason *why)
{
    struct text line;
    uint32_t number = 1;
    bool found = false;
    for (; !found && text_next_line(&model, &line); number++)
        found = text_is(line, "\\1-grams:");
    if (!found)
        return refuse(why, MSG_FREQUENCY_NO_WORDS, "%s", "");
    for (; text_next_line(&model, &line) && !text_starts(line, "\\"); number++)
        if (line.len && !read_line(line, number, capitals, out, why))
            return false;
    return true;
}

bool frequency_read(struct text model, bool capitals, const struct source_sink *sink,
                    struct reason *why)
{
    struct counted_list list = {0};
    bool ok = read_words(model, capitals, &list, why);
    if (ok && list.len)
        qsort(list.at, list.len, sizeof *list.at, by_count);
    for (size_t i = 0; ok && i < list.len; i++) {
        struct source_entry entry = {
            .spelling = list.at[i].word, .tier = tier_of_rank(i + 1), .count = list.at[i].count};
        ok = sink->take(sink->context, &entry);
    }
    free(list.at);
    return ok;
}

static bool append(struct frequency *f, const struct frequency_word *one)
{
    if (!vec_reserve(&f->listed, &f->cap, f->count + 1))
        return false;
    f->listed[f->count++] = *one;
    return true;
}

bool frequency_take(void *frequency, const struct source_entry *entry)
{
    struct frequency *f = frequency;
    struct frequency_word one = {.tier = (uint8_t)entry->tier, .count = entry->count};
    return !alphabet_fold(f->alphabet, entry->spelling, &one.word, NULL) || append(f, &one);
}

static int compare(const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len)
{
    int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
    return order ? order : (a_len > b_len) - (a_len < b_len);
}

static int by_word(const void *left, const void *right)
{
    const struct frequency_word *a = left, *b = right;
    int order = compare(a->word.letter, a->word.len, b->word.letter, b->word.len);
    return order ? order : a->tier - b->tier;
}

void frequency_sort(struct frequency *f)
{
    if (f->count)
        qsort(f->listed, f->count, sizeof *f->listed, by_word);
}

// Where the letters are among the first words of the list, or would be: the first that is not before
// them.
static size_t find_among(const struct frequency *f, size_t count, const uint8_t *letter, size_t len)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct word *w = &f->listed[middle].word;
        if (compare(w->letter, w->len, letter, len) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t find(const struct frequency *f, const uint8_t *letter, size_t len)
{
    return find_among(f, f->count, letter, len);
}

static bool is_at(const struct frequency *f, size_t i, const uint8_t *letter, size_t len)
{
    if (i >= f->count)
        return false;
    const struct word *w = &f->listed[i].word;
    return w->len == len && memcmp(w->letter, letter, len) == 0;
}

// Adds up the counts of spellings that fold into one word, and leaves each word once.
static void unite(struct frequency *f)
{
    size_t kept = 0;
    frequency_sort(f);
    for (size_t i = 0; i < f->count; i++) {
        struct frequency_word *last = kept ? &f->listed[kept - 1] : NULL;
        if (last && last->word.len == f->listed[i].word.len &&
            memcmp(last->word.letter, f->listed[i].word.letter, last->word.len) == 0)
            last->count += f->listed[i].count;
        else
            f->listed[kept++] = f->listed[i];
    }
    f->count = kept;
}

static double total_of(const struct frequency *f)
{
    double total = 1;
    for (size_t i = 0; i < f->count; i++)
        total += f->listed[i].count;
    return total;
}

static int by_share(const void *left, const void *right)
{
    const struct frequency_word *a = left, *b = right;
    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    return by_word(a, b);
}

bool frequency_blend(struct frequency *f, struct frequency *other)
{
    static const double unseen = 0.2; // times in a million words
    unite(f);
    unite(other);
    const double scale[2] = {1e6 / total_of(f), 1e6 / total_of(other)};
    const size_t own = f->count;
    for (size_t i = 0; i < other->count; i++) {
        struct frequency_word one = other->listed[i];
        size_t at = find_among(f, own, one.word.letter, one.word.len);
        double theirs = one.count * scale[1] + unseen;
        if (at < own && is_at(f, at, one.word.letter, one.word.len)) {
            f->listed[at].share = theirs;
        } else {
            one.share = theirs * unseen;
            if (!append(f, &one))
                return false;
        }
    }
    for (size_t i = 0; i < own; i++) {
        struct frequency_word *w = &f->listed[i];
        w->share = (w->count * scale[0] + unseen) * (w->share > 0 ? w->share : unseen);
    }
    if (f->count)
        qsort(f->listed, f->count, sizeof *f->listed, by_share);
    for (size_t i = 0; i < f->count; i++)
        f->listed[i].tier = (uint8_t)tier_of_rank(i + 1);
    frequency_sort(f);
    return true;
}

void frequency_release(struct frequency *f)
{
    free(f->listed);
    *f = (struct frequency){0};
}

static bool is_listed(const struct frequency *f, const uint8_t *letter, size_t len)
{
    return is_at(f, find(f, letter, len), letter, len);
}

// Whether some listed word starts with all but the ending of this one and then has a short ending.
// Looking at a bounded number of neighbours keeps it fast whatever the list is; hardly any
// beginning of a word has more.
static bool has_relative(const struct frequency *f, const struct word *w)
{
    for (size_t ending = 0; ending <= ENDING_MAX && w->len >= SHARED_MIN + ending; ending++) {
        const size_t shared = w->len - ending, first = find(f, w->letter, shared);
        for (size_t i = first; i < f->count && i - first < NEIGHBOURS_MAX; i++) {
            const struct word *other = &f->listed[i].word;
            if (other->len < shared || memcmp(other->letter, w->letter, shared) != 0)
                break;
            if (other->len <= shared + ENDING_MAX)
                return true;
        }
    }
    return false;
}

// Whether the letters from `start` on are a listed word, perhaps after something that links it.
static bool is_second_part(const struct frequency *f, const struct word *w, size_t start)
{
    static const char *const links[] = {"", "s", "es", "n", "en", "er", "e"};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        size_t at = start;
        for (const char *c = links[i]; *c && at < w->len; c++)
            at += w->letter[at] == alphabet_letter(f->alphabet, (uint32_t)*c);
        if (at == start + strlen(links[i]) && at + PART_MIN <= w->len &&
            is_listed(f, w->letter + at, w->len - at))
            return true;
    }
    return false;
}

static bool is_compound(const struct frequency *f, const struct word *w)
{
    for (size_t cut = PART_MIN; w->len >= PARTS_MIN && cut + PART_MIN <= w->len; cut++)
        if (is_listed(f, w->letter, cut) && is_second_part(f, w, cut))
            return true;
    return false;
}

unsigned frequency_tier(const struct frequency *f, const struct word *word)
{
    size_t i = find(f, word->letter, word->len);
    if (is_at(f, i, word->letter, word->len))
        return f->listed[i].tier;
    return has_relative(f, word) || is_compound(f, word) ? RELATED : UNKNOWN;
}
