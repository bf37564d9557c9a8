#include "sources/readers/affix.h"

#include "base/utf8.h"

#include <stdlib.h>

struct text affix_next_field(struct text *rest)
{
    size_t len = 0;
    *rest = text_trim(*rest);
    while (len < rest->len && rest->at[len] != ' ' && rest->at[len] != '\t')
        len++;
    struct text field = text_head(*rest, len);
    *rest = text_from(*rest, len);
    return field;
}

bool affixes_next_flag(const struct affixes *a, struct text *flags, uint16_t *flag)
{
    if (flags->len == 0)
        return false;
    *flag = (unsigned char)flags->at[0];
    if (a->flag_size == 2) {
        unsigned second = flags->len > 1 ? (unsigned char)flags->at[1] : 0;
        *flag = (uint16_t)(*flag << 8 | second);
    }
    *flags = text_from(*flags, flags->len < a->flag_size ? flags->len : a->flag_size);
    return true;
}

bool affixes_has(const struct affixes *a, struct text flags, uint16_t flag)
{
    uint16_t one;
    while (flag && affixes_next_flag(a, &flags, &one))
        if (one == flag)
            return true;
    return false;
}

// Takes one element off a condition that was checked. `c` is the character it must match; with 0,
// which is in no dictionary, the answer means nothing.
static bool match_element(struct text *condition, uint32_t c)
{
    uint32_t e = 0;
    utf8_next(condition, &e);
    if (e != '[')
        return e == '.' || e == c;
    bool inside = false, negative = condition->len && condition->at[0] == '^';
    if (negative)
        *condition = text_from(*condition, 1);
    while (utf8_next(condition, &e) && e != ']')
        inside |= e == c;
    return inside != negative;
}

// Counts the elements of a condition; false where it is malformed.
static bool measure(struct text condition, uint16_t *length)
{
    *length = 0;
    if (condition.len > AFFIX_TEXT_MAX || !utf8_valid(condition))
        return false;
    while (condition.len) {
        if (condition.at[0] == ']')
            return false;
        if (condition.at[0] == '[') {
            struct text set = text_head(condition, text_find(condition, ']'));
            if (set.len == condition.len || set.len < (text_starts(set, "[^") ? 3u : 2u))
                return false;
        }
        match_element(&condition, 0);
        ++*length;
    }
    return true;
}

bool affix_fits(const struct affixes *a, const struct affix_rule *rule, struct text stem)
{
    struct text strip = rule->strip, condition = rule->condition;
    size_t kept = stem.len - strip.len;
    if (strip.len > stem.len || (kept == 0 && !a->full_strip))
        return false;
    if (!text_equal(text_from(stem, kept), strip))
        return false;
    size_t at = stem.len;
    for (unsigned i = 0; i < rule->length; i++) {
        if (at == 0)
            return false;
        do
            at--;
        while (at > 0 && ((unsigned char)stem.at[at] & 0xC0) == 0x80);
    }
    uint32_t c;
    for (stem = text_from(stem, at); utf8_next(&stem, &c);)
        if (!match_element(&condition, c))
            return false;
    return true;
}

static bool add_rule(struct affixes *a, struct affix_rule rule, struct reason *why)
{
    if (a->count == AFFIX_RULES_MAX)
        return refuse(why, MSG_HUNSPELL_TOO_LARGE, "%s", "");
    if (a->count == a->cap) {
        size_t cap = a->cap ? 2 * a->cap : 256;
        struct affix_rule *more = realloc(a->rule, cap * sizeof *more);
        if (!more)
            return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        a->rule = more;
        a->cap = cap;
    }
    rule.order = (uint32_t)a->count;
    a->rule[a->count++] = rule;
    return true;
}

static bool read_flag(const struct affixes *a, struct text field, uint16_t *flag)
{
    return field.len == a->flag_size && affixes_next_flag(a, &field, flag);
}

// A file on its way into the table.
struct reading {
    struct affixes *out;
    uint32_t line;
    uint16_t flag;      // of the rules that a header has announced
    uint32_t announced; // and how many are still to come
};

// SFX flag Y count
static bool read_header(struct reading *r, struct text rest, struct reason *why)
{
    affix_next_field(&rest); // whether prefixes may join; they are not read
    if (!text_to_u32(affix_next_field(&rest), &r->announced))
        return refuse_line(why, r->line, MSG_HUNSPELL_RULE, "%s", "");
    return true;
}

// SFX flag strip add/flags condition grammar...
static bool read_rule(struct reading *r, struct text rest, struct reason *why)
{
    struct affix_rule rule = {.flag = r->flag, .strip = affix_next_field(&rest)};
    struct text added = affix_next_field(&rest);
    rule.add = text_cut(&added, '/');
    rule.flags = added;
    rule.condition = affix_next_field(&rest);
    rule.grammar = text_trim(rest);
    if (rule.condition.len == 0)
        rule.condition = TEXT(".");
    if (rule.strip.len == 0 || rule.add.len == 0 || rule.strip.len > AFFIX_TEXT_MAX ||
        rule.add.len > AFFIX_TEXT_MAX || rule.flags.len > AFFIX_TEXT_MAX ||
        rule.grammar.len > AFFIX_TEXT_MAX || !utf8_valid(rule.strip) || !utf8_valid(rule.add))
        return refuse_line(why, r->line, MSG_HUNSPELL_RULE, "%s", "");
    if (!measure(rule.condition, &rule.length))
        return refuse_line(why, r->line, MSG_HUNSPELL_CONDITION, "%s", "");
    if (text_is(rule.strip, "0"))
        rule.strip.len = 0;
    if (text_is(rule.add, "0"))
        rule.add.len = 0;
    r->announced--;
    return add_rule(r->out, rule, why);
}

static bool read_suffix(struct reading *r, struct text rest, struct reason *why)
{
    uint16_t flag;
    if (!read_flag(r->out, affix_next_field(&rest), &flag))
        return refuse_line(why, r->line, MSG_HUNSPELL_FLAG, "%s", "");
    if (r->announced == 0) {
        r->flag = flag;
        return read_header(r, rest, why);
    }
    if (flag != r->flag)
        return refuse_line(why, r->line, MSG_HUNSPELL_RULE, "%s", "");
    return read_rule(r, rest, why);
}

// FLAG and SET, which say how everything else is to be read, wherever in the file they are.
static bool read_first(struct reading *r, struct text key, struct text rest, struct reason *why)
{
    struct text value = affix_next_field(&rest);
    if (text_is(key, "SET") && !text_is(value, "UTF-8"))
        return refuse_line(why, r->line, MSG_HUNSPELL_ENCODING, "%s", "");
    if (text_is(key, "FLAG") && !text_is(value, "long"))
        return refuse_line(why, r->line, MSG_HUNSPELL_UNSUPPORTED, "FLAG %.*s",
                           TEXT_ARG(text_head(value, 20)));
    if (text_is(key, "AF") || text_is(key, "AM"))
        return refuse_line(why, r->line, MSG_HUNSPELL_UNSUPPORTED, "%.*s", TEXT_ARG(key));
    if (text_is(key, "FLAG"))
        r->out->flag_size = 2;
    return true;
}

static bool read_directive(struct reading *r, struct text key, struct text rest, struct reason *why)
{
    struct affixes *a = r->out;
    const struct {
        const char *name;
        uint16_t *flag;
    } marks[] = {
        {"NEEDAFFIX", &a->need_affix},    {"ONLYINCOMPOUND", &a->only_in_compound},
        {"FORBIDDENWORD", &a->forbidden}, {"CIRCUMFIX", &a->circumfix},
        {"KEEPCASE", &a->keep_case},
    };
    if (text_is(key, "SFX"))
        return read_suffix(r, rest, why);
    if (text_is(key, "FULLSTRIP"))
        a->full_strip = true;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (text_is(key, marks[i].name) && !read_flag(a, affix_next_field(&rest), marks[i].flag))
            return refuse_line(why, r->line, MSG_HUNSPELL_FLAG, "%s", "");
    return true;
}

static bool each_line(struct reading *r, struct text aff,
                      bool (*read)(struct reading *, struct text, struct text, struct reason *),
                      struct reason *why)
{
    struct text line;
    for (r->line = 1; text_next_line(&aff, &line); r->line++) {
        struct text key = affix_next_field(&line);
        if (key.len && key.at[0] != '#' && !read(r, key, line, why))
            return false;
    }
    return true;
}

static int by_flag(const void *left, const void *right)
{
    const struct affix_rule *a = left, *b = right;
    if (a->flag != b->flag)
        return a->flag < b->flag ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

bool affixes_read(struct affixes *a, struct text aff, struct reason *why)
{
    *a = (struct affixes){.flag_size = 1};
    struct reading r = {.out = a};
    if (text_starts(aff, "\xEF\xBB\xBF"))
        aff = text_from(aff, 3);
    if (!each_line(&r, aff, read_first, why) || !each_line(&r, aff, read_directive, why)) {
        affixes_release(a);
        return false;
    }
    if (a->count)
        qsort(a->rule, a->count, sizeof *a->rule, by_flag);
    return true;
}

void affixes_release(struct affixes *a)
{
    free(a->rule);
    *a = (struct affixes){0};
}

const struct affix_rule *affixes_find(const struct affixes *a, uint16_t flag, size_t *count)
{
    size_t low = 0, high = a->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (a->rule[middle].flag < flag)
            low = middle + 1;
        else
            high = middle;
    }
    for (high = low; high < a->count && a->rule[high].flag == flag;)
        high++;
    *count = high - low;
    return *count ? a->rule + low : NULL;
}
