#include "sources/french/littre_article.h"

#include "base/utf8.h"
#include "lexicon/word.h"
#include "sources/gloss.h"

static const char head_start[] = "<i><small>", head_end[] = "</small></i>";

// How the class is abbreviated. "S. m. et adj." has two. A participle has none of ours.
static const struct {
    const char *mark;
    unsigned classes;
} classes[] = {
    {"s. m.", CLASS_NOUN},     {"s. f.", CLASS_NOUN},    {"s.m.", CLASS_NOUN},
    {"s.f.", CLASS_NOUN},      {"s. et", CLASS_NOUN},    {"v. a.", CLASS_VERB},
    {"v. n.", CLASS_VERB},     {"v. réfl.", CLASS_VERB}, {"v. impers.", CLASS_VERB},
    {"adj.", CLASS_ADJECTIVE}, {"adv.", CLASS_ADVERB},   {"adverb.", CLASS_ADVERB},
    {"prép.", CLASS_OTHER},    {"conj.", CLASS_OTHER},   {"interj.", CLASS_OTHER},
    {"pron.", CLASS_OTHER},    {"pronom", CLASS_OTHER},  {"article", CLASS_OTHER},
};

// The class follows the pronunciation, which is in parentheses.
static unsigned read_classes(struct text head)
{
    unsigned found = 0;
    size_t end = head.len;
    while (end > 0 && head.at[end - 1] != ')')
        end--;
    head = text_from(head, end);
    head = text_head(head, text_find(head, '\n'));
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (text_find_string(head, classes[i].mark) < head.len)
            found |= classes[i].classes;
    return found;
}

struct littre_article littre_article(struct text article)
{
    struct littre_article a = {.rest = article};
    size_t end = text_find_string(article, head_end);
    if (text_starts(article, head_start) && end < article.len) {
        struct text head = text_head(article, end);
        a.classes = read_classes(text_from(head, sizeof head_start - 1));
        a.rest = text_from(article, end + sizeof head_end - 1);
    }
    // Some have the article of another, unnamed word behind them.
    a.rest = text_head(a.rest, text_find_string(a.rest, head_start));
    a.all = a.rest;
    return a;
}

// Appends a paragraph without its tags, up to the first citation, with single spaces.
static void add_paragraph(struct buf *out, struct text line)
{
    bool tag = false, space = true;
    line = text_head(line, text_find_string(line, "<span"));
    for (size_t i = 0; i < line.len; i++) {
        const char c = line.at[i];
        const bool inside = tag || c == '<', blank = (unsigned char)c <= ' ' || c == 0x7F;
        tag = inside && c != '>';
        if (!inside && !blank && space && out->len)
            buf_add_byte(out, ' ');
        if (!inside && !blank)
            buf_add_byte(out, c);
        if (!inside)
            space = blank;
    }
}

// "<b>12°</b>", before a sense.
static bool cut_number(struct text *line)
{
    size_t end = text_find_string(*line, "°</b>");
    if (!text_starts(*line, "<b>") || end == line->len || end > sizeof "<b>999")
        return false;
    *line = text_from(*line, end + sizeof "°</b>" - 1);
    return true;
}

// A paragraph that says only how or where the next is meant: "Terme de marine.", "Fig.".
// One that says more has a comma or another sentence.
static bool is_label(struct text t)
{
    static const char *const starts[] = {
        "Terme", "Fig",   "Par ext", "Par anal",  "Par plais", "Par mét",
        "Absol", "Subst", "Adject",  "Neutre",    "Adverb",    "V. ",
        "S. ",   "Adj. ", "Au ",     "Familière", "Populaire",
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (text_starts(t, starts[i]))
            return t.len < 60 && text_find_string(t, ". ") == t.len && text_find(t, ',') == t.len;
    return t.len == 0;
}

// "Voy. ESCAROLE." has nothing to read, and "plur. d'oeil. Voy. OEIL." has not either.
static bool is_reference(struct text t)
{
    return text_starts(t, "Voy. ") || text_starts(t, "voy. ") ||
           (t.len < 40 && text_find_string(t, "Voy. ") < t.len);
}

// Reads the paragraphs of a sense that begins with `line`. A label needs the next paragraph.
static void read_sense(struct littre_article *a, struct text line, struct buf *out)
{
    add_paragraph(out, line);
    while (is_label(buf_text(out)) && text_starts(a->rest, "    ") &&
           text_next_line(&a->rest, &line))
        add_paragraph(out, line);
    if (is_label(buf_text(out)) || is_reference(buf_text(out)))
        buf_clear(out);
    gloss_cut(out, LITTRE_DEFINITION_MAX - sizeof " …");
}

bool littre_next_sense(struct littre_article *a, struct buf *out)
{
    struct text line;
    buf_clear(out);
    while (!a->done && text_next_line(&a->rest, &line)) {
        const bool number = cut_number(&line);
        if (!number && text_starts(line, "<b><big>")) {
            // Sections follow the senses. Where one comes first, the senses have numbers.
            a->section = true;
            a->done = a->begun || text_find_string(a->rest, "°</b>") == a->rest.len;
        }
        if (!number && (a->begun || a->section || !text_starts(line, "    ")))
            continue;
        read_sense(a, line, out);
        a->begun |= number || out->len > 0;
        if (out->len)
            return true;
    }
    return false;
}

bool littre_citation(const struct littre_article *a, struct buf *out)
{
    struct text rest = text_head(a->all, text_find_string(a->all, "<b><big>"));
    size_t start = text_find_string(rest, "<span");
    buf_clear(out);
    if (start == rest.len)
        return false;
    rest = text_from(rest, start);
    text_cut(&rest, '>');
    add_paragraph(out, text_head(rest, text_find_string(rest, "</span>")));
    gloss_cut(out, LITTRE_DEFINITION_MAX - sizeof " …");
    return out->len > 0;
}

// Words of capitals, with their accents.
static bool is_capital(uint32_t c)
{
    return utf8_is_upper(c) || c == '-';
}

struct text littre_reference(const struct littre_article *a)
{
    size_t start = text_find_string(a->all, "Voy. ");
    struct text rest = text_from(a->all, start + sizeof "Voy. " - 1), target = rest;
    uint32_t c;
    if (start == a->all.len)
        return (struct text){0};
    for (struct text next = rest; utf8_next(&next, &c) && is_capital(c); rest = next)
        ;
    return text_head(target, target.len - rest.len);
}
