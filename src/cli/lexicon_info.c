// logomachy lexicon list, info, check: lists lexicons, describes their contents and verifies them.
#include "cli/lexicon.h"

#include "lexicon/verify.h"

#include <stdio.h>

static const struct {
    unsigned bit;
    enum message name;
} class_table[CLASSES] = {
    {CLASS_NOUN, MSG_CLASS_NOUN},           {CLASS_VERB, MSG_CLASS_VERB},
    {CLASS_ADJECTIVE, MSG_CLASS_ADJECTIVE}, {CLASS_ADVERB, MSG_CLASS_ADVERB},
    {CLASS_OTHER, MSG_CLASS_OTHER},
};

const char *class_name(const struct cli *c, unsigned word_class)
{
    for (int i = 0; i < CLASSES; i++)
        if (class_table[i].bit == word_class)
            return message_text(class_table[i].name, c->language);
    return "";
}

void print_classes(const struct cli *c, unsigned classes, struct buf *out)
{
    const char *comma = "";
    for (unsigned bit = 1; bit <= CLASS_OTHER; bit <<= 1) {
        if (!(classes & bit))
            continue;
        buf_printf(out, "%s%s", comma, class_name(c, bit));
        comma = ", ";
    }
}

void print_label(const struct cli *c, const struct definition *d, struct buf *out)
{
    if (d->lemma.len) {
        message_fill(out, MSG_WORD_FORM_OF, c->language, d->lemma);
        buf_add_string(out, ": ");
    }
    if (d->kind != TEXT_DEFINITION)
        buf_printf(
            out, "%s: ",
            message_text(d->kind == TEXT_GLOSS ? MSG_WORD_GLOSS : MSG_WORD_SYNONYMS, c->language));
}

void print_classes_json(unsigned classes, struct buf *out)
{
    const char *comma = "";
    buf_add_byte(out, '[');
    for (unsigned bit = 1; bit <= CLASS_OTHER; bit <<= 1) {
        if (!(classes & bit))
            continue;
        buf_printf(out, "%s\"%s\"", comma, word_class_key(bit));
        comma = ",";
    }
    buf_add_byte(out, ']');
}

// All lexicons on the search path.
struct listing {
    struct cli *c;
    struct buf out;
    int status;
    unsigned shown;
};

static void list_one(void *context, const char *name)
{
    struct listing *l = context;
    struct lexicon lex;
    struct reason why;
    if (!search_path_open(&l->c->search_path, name, &lex, &why)) {
        l->status = cli_refuse(l->c, &why);
        return;
    }
    uint32_t definitions = lexicon_meta_number(&lex, "definitions");
    if (cli_json(l->c))
        buf_printf(&l->out, "%s{\"name\":\"%s\",\"lang\":\"%s\",\"words\":%u,\"definitions\":%u}",
                   l->shown ? "," : "", name, lex.alphabet.lang, (unsigned)lex.graph.words,
                   (unsigned)definitions);
    else
        buf_printf(&l->out, "%-20s %-4s %10u %12u\n", name, lex.alphabet.lang,
                   (unsigned)lex.graph.words, (unsigned)definitions);
    l->shown++;
    lexicon_close(&lex);
}

static int run_list(struct cli *c)
{
    struct listing l = {.c = c};
    struct reason why;
    if (c->argc)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[0]);
    if (cli_json(c))
        buf_add_byte(&l.out, '[');
    else
        buf_printf(&l.out, "%s\n", message_text(MSG_LEXICON_COLUMNS, c->language));
    if (!search_path_list(&c->search_path, list_one, &l, &why))
        l.status = cli_refuse(c, &why);
    if (cli_json(c))
        buf_add_string(&l.out, "]\n");
    if (l.shown == 0 && !cli_json(c)) {
        buf_clear(&l.out);
        if (!l.status)
            cli_say(c, MSG_LEXICON_NONE, "%s", "");
    }
    int status = cli_put(c, &l.out);
    return l.status ? l.status : status;
}

const struct command command_lexicon_list = {
    "list", "", MSG_COMMAND_LEXICON_LIST, NULL, run_list, NULL,
};

// Numbers of words by kind.
struct census {
    uint32_t length[WORD_MAX + 1];
    uint32_t tier[TIERS + 1];
    uint32_t by_class[CLASSES];
};

static struct census count_words(const struct lexicon *lex)
{
    struct census n = {0};
    for (uint32_t i = 0; i < lex->graph.words; i++) {
        struct word_info info = lexicon_info(lex, i);
        n.length[info.length]++;
        n.tier[info.tier]++;
        for (int k = 0; k < CLASSES; k++)
            n.by_class[k] += (info.classes & class_table[k].bit) != 0;
    }
    return n;
}

// A source has four fields: package, version, licence, description.
static void sources_json(const struct lexicon *lex, struct buf *out)
{
    static const char *const key[] = {"package", "version", "licence", "about"};
    struct text source;
    for (unsigned i = 0; lexicon_meta(lex, "source", i, &source); i++) {
        buf_add_string(out, i ? ",{" : "{");
        for (unsigned k = 0; k < sizeof key / sizeof *key; k++) {
            buf_printf(out, "%s\"%s\":\"", k ? "," : "", key[k]);
            buf_add_json(out, text_cut(&source, '\t'));
            buf_add_byte(out, '"');
        }
        buf_add_byte(out, '}');
    }
}

static void numbers_json(const uint32_t *number, unsigned from, unsigned to, struct buf *out)
{
    const char *comma = "";
    for (unsigned i = from; i <= to; i++) {
        if (!number[i])
            continue;
        buf_printf(out, "%s\"%u\":%u", comma, i, (unsigned)number[i]);
        comma = ",";
    }
}

// Numbers that the lexicon's own text has.
static const struct {
    const char *key;
    enum message what;
} counts[] = {
    {"definitions", MSG_INFO_DEFINITIONS}, {"synonyms", MSG_INFO_SYNONYMS},
    {"glosses", MSG_INFO_GLOSSES},         {"forms", MSG_INFO_FORMS},
    {"defined", MSG_INFO_DEFINED},         {"offensive", MSG_INFO_OFFENSIVE},
    {"obsolete", MSG_INFO_OBSOLETE},
};

static void info_json(const struct lexicon *lex, const char *name, struct buf *out)
{
    struct census n = count_words(lex);
    buf_printf(out, "{\"name\":\"%s\",\"lang\":\"%s\",\"letters\":%u,\"words\":%u,", name,
               lex->alphabet.lang, lex->alphabet.size, (unsigned)lex->graph.words);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        buf_printf(out, "\"%s\":%u,", counts[i].key,
                   (unsigned)lexicon_meta_number(lex, counts[i].key));
    buf_printf(out, "\"bytes\":%zu,\"graph_bytes\":%zu,\"classes\":{", lex->file.content.len,
               graph_bytes(&lex->graph));
    for (int i = 0; i < CLASSES; i++)
        buf_printf(out, "%s\"%s\":%u", i ? "," : "", word_class_key(class_table[i].bit),
                   (unsigned)n.by_class[i]);
    buf_add_string(out, "},\"tiers\":{");
    numbers_json(n.tier, 1, TIERS, out);
    buf_add_string(out, "},\"lengths\":{");
    numbers_json(n.length, 1, WORD_MAX, out);
    buf_add_string(out, "},\"sources\":[");
    sources_json(lex, out);
    buf_add_string(out, "]}\n");
}

static void label(const struct cli *c, enum message what, struct buf *out)
{
    buf_printf(out, "%s: ", message_text(what, c->language));
}

static void info_numbers(const struct cli *c, const struct lexicon *lex, struct buf *out)
{
    struct census n = count_words(lex);
    label(c, MSG_INFO_CLASSES, out);
    if (!lexicon_has_classes(lex))
        buf_add_string(out, message_text(MSG_INFO_NO_CLASSES, c->language));
    for (int i = 0, shown = 0; i < CLASSES; i++)
        if (n.by_class[i])
            buf_printf(out, "%s%s %u", shown++ ? ", " : "", class_name(c, class_table[i].bit),
                       (unsigned)n.by_class[i]);
    buf_add_byte(out, '\n');
    label(c, MSG_INFO_TIERS, out);
    for (int i = 1; i <= TIERS; i++)
        buf_printf(out, "%s%u", i > 1 ? " / " : "", (unsigned)n.tier[i]);
    buf_add_byte(out, '\n');
    label(c, MSG_INFO_LENGTHS, out);
    for (unsigned i = 1, shown = 0; i <= WORD_MAX; i++)
        if (n.length[i])
            buf_printf(out, "%s%u: %u", shown++ ? ", " : "", i, (unsigned)n.length[i]);
    buf_add_byte(out, '\n');
}

static void info_text(const struct cli *c, const struct lexicon *lex, const char *name,
                      struct buf *out)
{
    struct text source;
    buf_printf(out, "%s (%s)\n", name, lex->alphabet.lang);
    label(c, MSG_INFO_WORDS, out);
    buf_printf(out, "%u\n", (unsigned)lex->graph.words);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        uint32_t number = lexicon_meta_number(lex, counts[i].key);
        if (number || i == 0) {
            label(c, counts[i].what, out);
            buf_printf(out, "%u\n", (unsigned)number);
        }
    }
    info_numbers(c, lex, out);
    label(c, MSG_INFO_BYTES, out);
    buf_printf(out, "%zu (%zu)\n", lex->file.content.len, graph_bytes(&lex->graph));
    label(c, MSG_INFO_SOURCES, out);
    buf_add_byte(out, '\n');
    for (unsigned i = 0; lexicon_meta(lex, "source", i, &source); i++) {
        struct text package = text_cut(&source, '\t'), version = text_cut(&source, '\t');
        struct text licence = text_cut(&source, '\t');
        buf_printf(out, "  %.*s %.*s, %.*s: %.*s\n", TEXT_ARG(package), TEXT_ARG(version),
                   TEXT_ARG(licence), TEXT_ARG(source));
    }
}

static int run_info(struct cli *c)
{
    struct lexicon lex;
    struct reason why;
    struct buf out = {0};
    if (c->argc == 0)
        return cli_usage(c, MSG_CLI_MISSING, "%s", "NAME");
    if (cli_json(c) && c->argc > 1)
        buf_add_byte(&out, '[');
    for (unsigned i = 0; i < c->argc; i++) {
        if (!search_path_open(&c->search_path, c->args[i], &lex, &why)) {
            buf_release(&out);
            return cli_refuse(c, &why);
        }
        if (i)
            buf_add_byte(&out, cli_json(c) ? ',' : '\n');
        if (cli_json(c))
            info_json(&lex, c->args[i], &out);
        else
            info_text(c, &lex, c->args[i], &out);
        lexicon_close(&lex);
    }
    if (cli_json(c) && c->argc > 1)
        buf_add_string(&out, "]\n");
    return cli_put(c, &out);
}

const struct command command_lexicon_info = {
    "info", "NAME…", MSG_COMMAND_LEXICON_INFO, NULL, run_info, NULL,
};

static int check_one(struct cli *c, const char *name, struct buf *out)
{
    struct lexicon lex;
    struct reason why;
    struct verify_result result;
    if (!search_path_open(&c->search_path, name, &lex, &why))
        return cli_refuse(c, &why);
    bool ok = lexicon_verify(&lex, &result, &why);
    lexicon_close(&lex);
    if (!ok)
        return cli_refuse_about(c, name, &why);
    if (cli_json(c))
        buf_printf(out,
                   "%s{\"name\":\"%s\",\"ok\":true,\"words\":%u,\"splits\":%llu,"
                   "\"definitions\":%u}",
                   out->len > 1 ? "," : "", name, (unsigned)result.words,
                   (unsigned long long)result.splits,
                   (unsigned)result.counts.texts[TEXT_DEFINITION]);
    else
        cli_say(c, MSG_LEXICON_CHECKED, "%s\t%u\t%llu\t%u", name, (unsigned)result.words,
                (unsigned long long)result.splits, (unsigned)result.counts.texts[TEXT_DEFINITION]);
    return EXIT_OK;
}

struct checking {
    struct cli *c;
    struct buf out;
    int status;
};

static void check_each(void *context, const char *name)
{
    struct checking *k = context;
    int status = check_one(k->c, name, &k->out);
    k->status = status ? status : k->status;
}

static int run_check(struct cli *c)
{
    struct checking k = {.c = c};
    struct reason why;
    if (cli_json(c))
        buf_add_byte(&k.out, '[');
    for (unsigned i = 0; i < c->argc; i++)
        check_each(&k, c->args[i]);
    if (c->argc == 0 && !search_path_list(&c->search_path, check_each, &k, &why))
        k.status = cli_refuse(c, &why);
    if (cli_json(c))
        buf_add_string(&k.out, "]\n");
    int status = cli_put(c, &k.out);
    return k.status ? k.status : status;
}

const struct command command_lexicon_check = {
    "check", "[NAME…]", MSG_COMMAND_LEXICON_CHECK, NULL, run_check, NULL,
};
