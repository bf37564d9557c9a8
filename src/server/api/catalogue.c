#include "server/api/catalogue.h"

#include "lexicon/pack.h"
#include "lexicon/search_path.h"
#include "match/terms.h"
#include "proto/match_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOOKS_MAX = 64 };

struct book {
    char name[SEARCH_PATH_NAME + 1];
    const struct lexicon *lexicon;
};

struct catalogue {
    struct record_host host; // where presets come from
    struct book book[BOOKS_MAX];
    unsigned books;
    char *games, *lexicons, *packs; // as JSON
};

static void catalogue_add_book(void *context, const char *name)
{
    struct catalogue *c = context;
    if (c->books == BOOKS_MAX || strlen(name) > SEARCH_PATH_NAME)
        return;
    const struct lexicon *lexicon = c->host.lexicon(c->host.context, name, NULL);
    if (!lexicon)
        return;
    struct book *b = &c->book[c->books++];
    snprintf(b->name, sizeof b->name, "%s", name);
    b->lexicon = lexicon;
}

// --- Games.

static bool find_preset(const struct catalogue *c, struct text name, struct config *config)
{
    return c->host.preset ? c->host.preset(c->host.context, config, name, NULL)
                          : config_init(config, name, NULL);
}

static json_t *setting_json(const struct config *config, unsigned i)
{
    static const char *const kinds[] = {"choice", "number", "set"};
    const struct setting *s = &config->setting[i];
    struct buf standard = {0};
    json_t *values = json_array();
    for (unsigned v = 0; v < s->values; v++)
        json_array_append_new(values, json_string(s->value[v]));
    config_print_value(config, i, &standard);
    json_t *json =
        json_pack("{s:s,s:s,s:o,s:s%}", "name", s->name, "kind", kinds[s->kind], "values", values,
                  "default", standard.at ? standard.at : "", standard.len);
    buf_release(&standard);
    return json;
}

static bool plays_with(const struct config *preset, const struct book *b)
{
    struct config config = *preset;
    config.lexicon = b->lexicon;
    memcpy(config.lang, b->lexicon->alphabet.lang, sizeof config.lang);
    snprintf(config.lexicon_name, sizeof config.lexicon_name, "%s", b->name);
    return config.rules->accept(&config, NULL);
}

// The language's entry in a list, created if missing. `standard` is the lexicon used when none is
// named.
static json_t *language_of(json_t *list, const struct config *preset, const char *lang)
{
    json_t *one;
    size_t i;
    json_array_foreach(list, i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "lang")), lang) == 0)
            return json_object_get(one, "lexicons");
    }
    struct config config = *preset;
    config_set_lang(&config, text_of(lang), NULL);
    json_array_append_new(list, json_pack("{s:s,s:s,s:[]}", "lang", lang, "lexicon",
                                          config.lexicon_name, "lexicons"));
    return json_object_get(json_array_get(list, json_array_size(list) - 1), "lexicons");
}

static json_t *languages_json(const struct catalogue *c, const struct config *preset)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < c->books; i++)
        if (plays_with(preset, &c->book[i])) {
            const char *lang = c->book[i].lexicon->alphabet.lang;
            json_array_append_new(language_of(list, preset, lang), json_string(c->book[i].name));
        }
    return list;
}

static json_t *game_json(const struct catalogue *c, const struct config *preset)
{
    json_t *settings = json_array();
    for (unsigned i = 0; i < preset->settings; i++)
        json_array_append_new(settings, setting_json(preset, i));
    return json_pack("{s:s,s:{s:i,s:i},s:s,s:s,s:o,s:o}", "name", preset->preset, "seats", "min",
                     (int)preset->min_seats, "max", (int)preset->max_seats, "lang", preset->lang,
                     "lexicon", preset->lexicon_name, "languages", languages_json(c, preset),
                     "settings", settings);
}

static json_t *range_json(int64_t low, int64_t high)
{
    return json_pack("{s:I,s:I}", "min", (json_int_t)low, "max", (json_int_t)high);
}

static json_t *clocks_json(void)
{
    return json_pack("[{s:s},{s:s,s:o},{s:s,s:o,s:o},{s:s,s:o}]", "kind", "none", "kind", "move",
                     "base_ms", range_json(TERMS_MOVE_MIN, TERMS_MOVE_MAX), "kind", "fischer",
                     "base_ms", range_json(TERMS_STOCK_MIN, TERMS_STOCK_MAX), "increment_ms",
                     range_json(0, TERMS_INCREMENT_MAX), "kind", "days", "days",
                     range_json(1, TERMS_DAYS_MAX));
}

static char *print_games(const struct catalogue *c)
{
    const char *name;
    struct config preset;
    json_t *list = json_array();
    for (unsigned i = 0; (name = config_preset(i)); i++)
        if (find_preset(c, text_of(name), &preset))
            json_array_append_new(list, game_json(c, &preset));
    json_t *json = json_pack("{s:o,s:o,s:o}", "games", list, "clocks", clocks_json(), "levels",
                             range_json(1, MATCH_LEVELS));
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

// --- Lexicons.

// A source is four fields: package, version, licence, what it is.
static json_t *sources_json(const struct lexicon *lexicon)
{
    static const char *const key[] = {"package", "version", "licence", "about"};
    struct text source;
    json_t *list = json_array();
    for (unsigned i = 0; lexicon_meta(lexicon, "source", i, &source); i++) {
        json_t *one = json_object();
        for (unsigned k = 0; k < sizeof key / sizeof *key; k++) {
            struct text field = text_cut(&source, '\t');
            json_object_set_new(one, key[k], json_stringn(field.at, field.len));
        }
        json_array_append_new(list, one);
    }
    return list;
}

// How many words have each mark.
static json_t *marks_json(const struct lexicon *lexicon)
{
    json_t *json = json_object();
    for (unsigned m = 1; m <= MARK_ALL; m <<= 1) {
        const char *key = word_mark_key(m);
        json_object_set_new(json, key, json_integer(lexicon_meta_number(lexicon, key)));
    }
    return json;
}

static json_t *book_json(const struct book *b)
{
    const struct lexicon *lexicon = b->lexicon;
    static const char *const counts[] = {"definitions", "synonyms", "glosses", "defined"};
    json_t *json =
        json_pack("{s:s,s:s,s:I,s:b,s:o}", "name", b->name, "lang", lexicon->alphabet.lang, "words",
                  (json_int_t)lexicon->graph.words, "classes", lexicon_has_classes(lexicon),
                  "sources", sources_json(lexicon));
    json_object_set_new(json, "marks", marks_json(lexicon));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        json_object_set_new(json, counts[i], json_integer(lexicon_meta_number(lexicon, counts[i])));
    return json;
}

static char *print_lexicons(const struct catalogue *c)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < c->books; i++)
        json_array_append_new(list, book_json(&c->book[i]));
    json_t *json = json_pack("{s:o}", "lexicons", list);
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

static char *print_packs(const struct catalogue *c)
{
    json_t *all = json_object();
    for (unsigned i = 0; i < c->books; i++) {
        char hash[PACK_NAME];
        lexicon_pack_name(c->book[i].lexicon, hash);
        json_object_set_new(all, c->book[i].name,
                            json_sprintf("/lexicons/%s-%s.pack", c->book[i].name, hash));
    }
    char *text = json_dumps(all, JSON_COMPACT);
    json_decref(all);
    return text;
}

// --- The whole.

struct catalogue *catalogue_open(const struct search_path *search_path,
                                 const struct record_host *host)
{
    struct catalogue *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->host = *host;
    // An unreadable folder was reported when the lexicons were opened.
    (void)search_path_list(search_path, catalogue_add_book, c, NULL);
    c->games = print_games(c);
    c->lexicons = print_lexicons(c);
    c->packs = print_packs(c);
    // All pages were touched; most are not needed for now.
    for (unsigned i = 0; i < c->books; i++)
        lexicon_rest(c->book[i].lexicon);
    if (c->games && c->lexicons && c->packs)
        return c;
    catalogue_free(c);
    return NULL;
}

void catalogue_free(struct catalogue *c)
{
    if (!c)
        return;
    free(c->games);
    free(c->lexicons);
    free(c->packs);
    free(c);
}

struct text catalogue_games(const struct catalogue *c)
{
    return text_of(c->games);
}

struct text catalogue_lexicons(const struct catalogue *c)
{
    return text_of(c->lexicons);
}

struct text catalogue_packs(const struct catalogue *c)
{
    return text_of(c->packs);
}

const struct lexicon *catalogue_lexicon(const struct catalogue *c, struct text name)
{
    for (unsigned i = 0; i < c->books; i++)
        if (text_is(name, c->book[i].name))
            return c->book[i].lexicon;
    return NULL;
}

const struct lexicon *catalogue_words(const struct catalogue *c, const char *lang,
                                      const char **name)
{
    const struct book *found = NULL;
    for (unsigned i = 0; i < c->books; i++) {
        const struct book *b = &c->book[i];
        bool fits = strcmp(b->lexicon->alphabet.lang, lang) == 0;
        if (fits && (!found || strcmp(b->name, lang) == 0))
            found = b;
    }
    *name = found ? found->name : NULL;
    return found ? found->lexicon : NULL;
}

static const struct lexicon *catalogue_host_lexicon(void *context, const char *name,
                                                    struct reason *why)
{
    const struct catalogue *c = context;
    const struct lexicon *lexicon = catalogue_lexicon(c, text_of(name));
    if (!lexicon)
        (void)refuse(why, MSG_WORDS_NO_LEXICON, "%.40s", name);
    return lexicon;
}

static bool catalogue_host_preset(void *context, struct config *config, struct text name,
                                  struct reason *why)
{
    const struct record_host *host = &((const struct catalogue *)context)->host;
    return host->preset ? host->preset(host->context, config, name, why)
                        : config_init(config, name, why);
}

struct record_host catalogue_host(struct catalogue *c)
{
    return (struct record_host){
        .lexicon = catalogue_host_lexicon, .preset = catalogue_host_preset, .context = c};
}
