// logomachy lexicon has, define, find: looks up words.
#include "cli/lexicon.h"

#include "base/utf8.h"
#include "lexicon/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run_has(struct cli *c)
{
    struct lexicon lex;
    struct reason why;
    struct buf out = {0};
    int status = EXIT_OK;
    if (c->argc < 2)
        return cli_usage(c, MSG_CLI_MISSING, "%s", c->argc ? "WORD" : "NAME");
    if (!search_path_open(&c->search_path, c->args[0], &lex, &why))
        return cli_refuse(c, &why);
    for (unsigned i = 1; i < c->argc; i++) {
        struct word w;
        struct text given = text_of(c->args[i]);
        bool folds = alphabet_fold(&lex.alphabet, given, &w, &why);
        bool has = folds && graph_has(&lex.graph, &w);
        if (!has)
            status = EXIT_REFUSED;
        if (cli_json(c)) {
            buf_printf(&out, "%s{\"word\":\"", i > 1 ? "," : "[");
            buf_add_json(&out, given);
            buf_printf(&out, "\",\"in\":%s}", has ? "true" : "false");
        } else {
            buf_printf(&out, "%.*s %s\n", TEXT_ARG(given), has ? "yes" : "no");
        }
    }
    if (cli_json(c))
        buf_add_string(&out, "]\n");
    lexicon_close(&lex);
    int put = cli_put(c, &out);
    return put ? put : status;
}

const struct command command_lexicon_has = {
    "has", "NAME WORD…", MSG_COMMAND_LEXICON_HAS, NULL, run_has, NULL,
};

// One run of `define`, over one lexicon or all of them.
struct defining {
    struct cli *c;
    struct text given;
    struct buf out;
    unsigned items;      // of the word in hand, for the commas
    unsigned group;      // the class whose definitions are printed; 0: those without
    unsigned entries;    // lexicons with a definition printed
    struct buf known_in; // lexicons that have the word without a definition
    char lang[8][4];     // languages already printed
    unsigned langs;
    bool failed;
};

static bool define_text(void *context, const struct definition *d)
{
    struct defining *q = context;
    // A definition for several classes is listed under the first of them.
    unsigned first = d->classes & (0u - d->classes);
    if (!d->spelling && first == q->group) {
        buf_add_string(&q->out, "  ");
        print_classes(q->c, d->classes, &q->out);
        buf_add_string(&q->out, first ? ": " : "");
        print_label(q->c, d, &q->out);
        buf_printf(&q->out, "%.*s\n", TEXT_ARG(d->text));
    }
    return true;
}

static bool define_json(void *context, const struct definition *d)
{
    struct defining *q = context;
    if (!d->spelling) {
        buf_add_string(&q->out, q->items++ ? ",{\"classes\":" : "{\"classes\":");
        print_classes_json(d->classes, &q->out);
        buf_add_string(&q->out, ",\"text\":\"");
        buf_add_json(&q->out, d->text);
        buf_printf(&q->out, "\",\"kind\":\"%s\"", text_kind_key(d->kind));
        if (d->lemma.len)
            buf_printf(&q->out, ",\"lemma\":\"%.*s\"", TEXT_ARG(d->lemma));
        buf_add_byte(&q->out, '}');
    }
    return true;
}

static bool spell_text(void *context, const struct definition *d)
{
    struct defining *q = context;
    if (d->spelling)
        buf_printf(&q->out, "%s%.*s", q->items++ ? ", " : " (", TEXT_ARG(d->text));
    return true;
}

static bool spell_json(void *context, const struct definition *d)
{
    struct defining *q = context;
    if (d->spelling) {
        buf_add_string(&q->out, q->items++ ? ",\"" : "\"");
        buf_add_json(&q->out, d->text);
        buf_add_byte(&q->out, '"');
    }
    return true;
}

static bool write_text(struct defining *q, const struct lexicon *lex, const struct word *w,
                       uint32_t index, struct reason *why)
{
    struct word_info info = lexicon_info(lex, index);
    struct text name = TEXT("");
    char numbers[32];
    q->items = 0;
    alphabet_print(&lex->alphabet, w, &q->out);
    if (!lexicon_define(lex, index, spell_text, q, why))
        return false;
    lexicon_meta(lex, "name", 0, &name);
    buf_printf(&q->out, "%s  [%.*s]  ", q->items ? ")" : "", TEXT_ARG(name));
    print_classes(q->c, info.classes, &q->out);
    buf_add_string(&q->out, info.classes ? "; " : "");
    int n = snprintf(numbers, sizeof numbers, "%u\t%d", info.tier, TIERS);
    message_fill(&q->out, MSG_WORD_TIER, q->c->language, (struct text){numbers, (size_t)n});
    if (info.marks & MARK_OFFENSIVE)
        buf_printf(&q->out, "; %s", message_text(MSG_INFO_OFFENSIVE, q->c->language));
    if (info.marks & MARK_OBSOLETE)
        buf_printf(&q->out, "; %s", message_text(MSG_INFO_OBSOLETE, q->c->language));
    buf_add_byte(&q->out, '\n');
    for (q->group = 1; q->group <= CLASS_OTHER; q->group <<= 1)
        if (!lexicon_define(lex, index, define_text, q, why))
            return false;
    q->group = 0;
    return lexicon_define(lex, index, define_text, q, why);
}

static void print_marks_json(unsigned marks, struct buf *out)
{
    const char *comma = "";
    buf_add_string(out, ",\"marks\":[");
    for (unsigned m = 1; m <= MARK_ALL; m <<= 1)
        if (marks & m) {
            buf_printf(out, "%s\"%s\"", comma, word_mark_key(m));
            comma = ",";
        }
    buf_add_byte(out, ']');
}

static bool write_json(struct defining *q, const struct lexicon *lex, const struct word *w,
                       uint32_t index, struct reason *why)
{
    struct word_info info = lexicon_info(lex, index);
    struct text name = TEXT("");
    lexicon_meta(lex, "name", 0, &name);
    buf_printf(&q->out, "%s{\"word\":\"", q->entries ? "," : "");
    alphabet_print(&lex->alphabet, w, &q->out);
    buf_printf(&q->out,
               "\",\"lexicon\":\"%.*s\",\"lang\":\"%s\",\"tier\":%u,\"classes\":", TEXT_ARG(name),
               lex->alphabet.lang, info.tier);
    print_classes_json(info.classes, &q->out);
    print_marks_json(info.marks, &q->out);
    buf_add_string(&q->out, ",\"spellings\":[");
    q->items = 0;
    if (!lexicon_define(lex, index, spell_json, q, why))
        return false;
    buf_add_string(&q->out, "],\"definitions\":[");
    q->items = 0;
    if (!lexicon_define(lex, index, define_json, q, why))
        return false;
    buf_add_string(&q->out, "]}");
    return true;
}

static bool already_served(const struct defining *q, const char *lang)
{
    for (unsigned i = 0; i < q->langs; i++)
        if (strcmp(q->lang[i], lang) == 0)
            return true;
    return false;
}

// Adds a note about the word to the text output.
static void note(struct defining *q, enum message what, struct text where)
{
    struct buf args = {0};
    if (cli_json(q->c))
        return;
    buf_printf(&args, "%.*s\t%.*s", TEXT_ARG(q->given), TEXT_ARG(where));
    message_fill(&q->out, what, q->c->language, buf_text(&args));
    buf_add_byte(&q->out, '\n');
    buf_release(&args);
}

// Prints the entry of one lexicon. When all lexicons are searched, define_from() calls this once
// per language and prefers lexicons with a definition.
static void define_found(struct defining *q, const struct lexicon *lex, const char *name,
                         const struct word *w, uint32_t index)
{
    struct reason why;
    bool ok =
        cli_json(q->c) ? write_json(q, lex, w, index, &why) : write_text(q, lex, w, index, &why);
    if (!ok) {
        cli_refuse_about(q->c, name, &why);
        q->failed = true;
    }
    if (q->langs < sizeof q->lang / sizeof *q->lang)
        memcpy(q->lang[q->langs++], lex->alphabet.lang, sizeof lex->alphabet.lang);
    q->entries++;
}

static bool find_text(void *found, const struct definition *d)
{
    *(bool *)found |= !d->spelling;
    return !*(bool *)found;
}

// Damaged definitions count as present, so that printing them reports the damage.
static bool has_text(const struct lexicon *lex, uint32_t index)
{
    bool found = false;
    return !lexicon_define(lex, index, find_text, &found, NULL) || found;
}

static void define_from(struct defining *q, const char *name, bool only)
{
    struct lexicon lex;
    struct word w;
    struct reason why;
    uint32_t index;
    if (!search_path_open(&q->c->search_path, name, &lex, &why)) {
        cli_refuse(q->c, &why);
        q->failed = true;
        return;
    }
    bool here = alphabet_fold(&lex.alphabet, q->given, &w, &why) && lexicon_find(&lex, &w, &index);
    if (here && (only || (!already_served(q, lex.alphabet.lang) && has_text(&lex, index))))
        define_found(q, &lex, name, &w, index);
    else if (here)
        buf_printf(&q->known_in, "%s%s", q->known_in.len ? ", " : "", name);
    else if (only)
        note(q, MSG_WORD_NOT_IN, text_of(name));
    lexicon_close(&lex);
}

static void define_each(void *context, const char *name)
{
    define_from(context, name, false);
}

static bool define_word(struct defining *q)
{
    const char *name = cli_value(q->c, "lexicon");
    unsigned before = q->entries;
    struct reason why;
    q->langs = 0;
    buf_clear(&q->known_in);
    if (name)
        define_from(q, name, true);
    else if (!search_path_list(&q->c->search_path, define_each, q, &why))
        cli_refuse(q->c, &why);
    if (!name && q->entries == before && q->known_in.len && cli_json(q->c)) {
        // JSON output includes the word even without a definition.
        struct text names = buf_text(&q->known_in), first = text_cut(&names, ',');
        char known[SEARCH_PATH_NAME + 1];
        snprintf(known, sizeof known, "%.*s", TEXT_ARG(first));
        define_from(q, known, true);
    } else if (!name && q->entries == before)
        note(q, q->known_in.len ? MSG_WORD_NO_DEFINITION : MSG_WORD_UNKNOWN,
             buf_text(&q->known_in));
    return q->entries > before || q->known_in.len > 0;
}

static int run_define(struct cli *c)
{
    struct defining q = {.c = c};
    bool all = true;
    if (c->argc == 0)
        return cli_usage(c, MSG_CLI_MISSING, "%s", "WORD");
    if (cli_json(c))
        buf_add_byte(&q.out, '[');
    for (unsigned i = 0; i < c->argc; i++) {
        q.given = text_of(c->args[i]);
        all &= define_word(&q);
    }
    if (cli_json(c))
        buf_add_string(&q.out, "]\n");
    buf_release(&q.known_in);
    int status = cli_put(c, &q.out);
    return status ? status : all && !q.failed ? EXIT_OK : EXIT_REFUSED;
}

static const struct cli_option define_options[] = {
    {"lexicon", "NAME", MSG_OPTION_LEXICON},
    {NULL, NULL, MSG_OPTION_LEXICON},
};

const struct command command_lexicon_define = {
    "define", "WORD…", MSG_COMMAND_LEXICON_DEFINE, define_options, run_define, NULL,
};

// One run of `find`: the words found so far.
struct finding {
    struct cli *c;
    const struct lexicon *lex;
    struct buf out;
    uint32_t count, limit;
};

static bool take_found(void *context, const struct word *w, uint32_t index)
{
    struct finding *f = context;
    (void)index;
    if (f->count < f->limit) {
        if (cli_json(f->c))
            buf_add_string(&f->out, f->count ? ",\"" : "\"");
        alphabet_print(&f->lex->alphabet, w, &f->out);
        buf_add_byte(&f->out, cli_json(f->c) ? '"' : '\n');
    }
    f->count++;
    return true;
}

// "5", "3-7", "8-"
static bool read_lengths(const struct cli *c, struct word_filter *filter)
{
    const char *given = cli_value(c, "length");
    uint32_t low, high = 0;
    if (!given)
        return true;
    struct text rest = text_of(given);
    bool range = text_find(rest, '-') < rest.len;
    struct text first = text_cut(&rest, '-');
    bool ok = text_to_u32(first, &low) && low >= 1 && low <= WORD_MAX;
    if (ok && range && rest.len)
        ok = text_to_u32(rest, &high) && high >= low && high <= WORD_MAX;
    if (!ok) {
        cli_usage(c, MSG_FIND_BAD_LENGTH, "%s", given);
        return false;
    }
    filter->min_length = low;
    filter->max_length = range ? high : low;
    return true;
}

static bool read_classes(const struct cli *c, struct word_filter *filter)
{
    const char *given = cli_value(c, "class");
    struct text rest = text_of(given);
    while (rest.len) {
        struct text one = text_cut(&rest, ',');
        unsigned bit;
        if (!word_class_find(one, &bit)) {
            cli_usage(c, MSG_WORDLIST_CLASS, "%.*s", TEXT_ARG(one));
            return false;
        }
        filter->classes |= bit;
    }
    return true;
}

// The default lexicon depends on the script of the letters.
static const char *default_lexicon(const struct cli *c)
{
    const char *const given[] = {c->argc ? c->args[0] : "", cli_value(c, "anagram"),
                                 cli_value(c, "from")};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        struct text rest = text_of(given[i]);
        for (uint32_t code; rest.len;)
            if (utf8_next(&rest, &code) && code >= 0x400 && code < 0x530)
                return "ru";
    }
    return "en-international";
}

static bool read_query(const struct cli *c, const struct alphabet *a, struct find *f,
                       struct reason *why)
{
    const char *anagram = cli_value(c, "anagram"), *from = cli_value(c, "from");
    if (c->argc && !find_pattern(f, a, text_of(c->args[0]), why))
        return false;
    if (anagram)
        return find_letters(f, a, text_of(anagram), true, why);
    return !from || find_letters(f, a, text_of(from), false, why);
}

static int print_found(struct finding *f)
{
    struct buf out = {0};
    uint32_t count = f->count;
    if (cli_json(f->c)) {
        buf_printf(&out, "{\"count\":%u,\"words\":[", (unsigned)count);
        buf_add_text(&out, buf_text(&f->out));
        buf_add_string(&out, "]}\n");
    } else {
        buf_add_text(&out, buf_text(&f->out));
    }
    out.failed |= f->out.failed;
    buf_release(&f->out);
    int status = cli_put(f->c, &out);
    // Only on a terminal: other output is one word per line and nothing else.
    if (!cli_json(f->c) && isatty(STDOUT_FILENO))
        cli_say(f->c, MSG_FIND_COUNT, "%u\t%u", (unsigned)count,
                (unsigned)(count < f->limit ? count : f->limit));
    return status;
}

static int run_find(struct cli *c)
{
    const char *name = cli_value(c, "lexicon");
    struct find f = {0};
    struct lexicon lex;
    struct reason why;
    uint32_t tier, limit;
    if (c->argc > 1)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1]);
    if (c->argc == 0 && !cli_value(c, "anagram") && !cli_value(c, "from"))
        return cli_usage(c, MSG_CLI_MISSING, "%s", "PATTERN");
    if (!cli_number(c, "tier", 1, TIERS, 0, &tier) ||
        !cli_number(c, "limit", 1, UINT32_MAX, UINT32_MAX, &limit) || !read_lengths(c, &f.filter) ||
        !read_classes(c, &f.filter))
        return EXIT_USAGE;
    f.filter.max_tier = tier;
    if (!search_path_open(&c->search_path, name ? name : default_lexicon(c), &lex, &why))
        return cli_refuse(c, &why);
    struct finding found = {.c = c, .lex = &lex, .limit = limit};
    int status;
    if (!read_query(c, &lex.alphabet, &f, &why)) {
        status = cli_refuse(c, &why);
    } else {
        find_run(&f, &lex, take_found, &found);
        status = print_found(&found);
    }
    lexicon_close(&lex);
    return status;
}

static const struct cli_option find_options[] = {
    {"lexicon", "NAME", MSG_OPTION_LEXICON}, {"anagram", "LETTERS", MSG_OPTION_ANAGRAM},
    {"from", "LETTERS", MSG_OPTION_FROM},    {"length", "N|N-M|N-", MSG_OPTION_LENGTH},
    {"class", "CLASS,…", MSG_OPTION_CLASS},  {"tier", "N", MSG_OPTION_TIER},
    {"limit", "N", MSG_OPTION_LIMIT},        {NULL, NULL, MSG_OPTION_LIMIT},
};

const struct command command_lexicon_find = {
    "find", "[PATTERN]", MSG_COMMAND_LEXICON_FIND, find_options, run_find, NULL,
};
