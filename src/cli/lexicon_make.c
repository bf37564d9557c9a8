// logomachy lexicon build, import: builds lexicons from the sources or from a word list.
#include "cli/lexicon.h"

#include "sources/readers/wordlist.h"
#include "sources/recipe.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { RECIPES_MAX = 32, THREADS_MAX = 16, IMPORT_MAX = 512 << 20 };

// One run of `build`: the recipes to build, shared by the worker threads. `next` is the index of
// the first one not yet taken. The lock guards the counters, `status`, `json` and standard output.
struct building {
    struct cli *c;
    const char *sources;
    char folder[SEARCH_PATH_BYTES];
    const struct recipe *todo[RECIPES_MAX];
    unsigned count, next, made;
    bool again;
    int status;
    struct buf json;
    pthread_mutex_t lock;
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// True if the lexicon exists and was built from the same sources.
static bool up_to_date(const char *path, const struct buf *origin)
{
    struct lexicon lex;
    struct text value;
    if (!file_exists(path) || !lexicon_map(&lex, path, NULL))
        return false;
    bool same = lexicon_meta(&lex, "origin", 0, &value) && text_equal(value, buf_text(origin));
    lexicon_close(&lex);
    return same;
}

static void report_made(struct building *b, const struct lexicon *lex, const struct recipe *r,
                        size_t bytes, double took)
{
    unsigned words = lex->graph.words, definitions = lexicon_meta_number(lex, "definitions");
    pthread_mutex_lock(&b->lock);
    b->made++;
    if (cli_json(b->c))
        buf_printf(&b->json, "%s{\"name\":\"%s\",\"words\":%u,\"definitions\":%u,\"bytes\":%zu}",
                   b->json.len > 1 ? "," : "", r->name, words, definitions, bytes);
    else
        cli_say(b->c, MSG_BUILD_MADE, "%s\t%u\t%u\t%.1f\t%.1f", r->name, words, definitions,
                (double)bytes / 1e6, took);
    fflush(stdout);
    pthread_mutex_unlock(&b->lock);
}

// Replaces the file only if the new lexicon can be opened.
static bool make_one(struct building *b, const struct recipe *r, const char *path,
                     struct reason *why)
{
    struct buf bytes = {0};
    struct lexicon lex = {0};
    double start = seconds();
    bool ok = recipe_make(r, b->sources, &bytes, why) &&
              lexicon_open(&lex, buf_text(&bytes), r->name, why) &&
              file_write(path, buf_text(&bytes), why);
    if (ok)
        report_made(b, &lex, r, bytes.len, seconds() - start);
    lexicon_close(&lex);
    buf_release(&bytes);
    return ok;
}

static bool build_one(struct building *b, const struct recipe *r, struct reason *why)
{
    char path[SEARCH_PATH_BYTES];
    struct buf origin = {0};
    bool ok =
        recipe_origin(r, b->sources, &origin, why) && search_path_file(b->folder, r->name, path);
    if (ok && (b->again || !up_to_date(path, &origin)))
        ok = make_one(b, r, path, why);
    buf_release(&origin);
    return ok;
}

static void *work(void *context)
{
    struct building *b = context;
    for (;;) {
        struct reason why = {0};
        pthread_mutex_lock(&b->lock);
        const struct recipe *r = b->next < b->count ? b->todo[b->next++] : NULL;
        pthread_mutex_unlock(&b->lock);
        if (!r)
            return NULL;
        if (build_one(b, r, &why))
            continue;
        pthread_mutex_lock(&b->lock);
        b->status = cli_refuse_about(b->c, r->name, &why);
        pthread_mutex_unlock(&b->lock);
    }
}

static void build_all(struct building *b, unsigned threads)
{
    pthread_t thread[THREADS_MAX];
    unsigned started = 0;
    // The calling thread works too, so the build proceeds even if no thread can be started.
    while (started + 1 < threads && pthread_create(&thread[started], NULL, work, b) == 0)
        started++;
    work(b);
    while (started)
        pthread_join(thread[--started], NULL);
}

static bool choose_recipes(struct building *b)
{
    struct cli *c = b->c;
    for (unsigned i = 0; i < c->argc && i < RECIPES_MAX; i++) {
        b->todo[b->count] = recipe_find(c->args[i]);
        if (!b->todo[b->count++]) {
            struct reason why;
            refuse(&why, MSG_BUILD_NO_RECIPE, "%s", c->args[i]);
            b->status = cli_refuse(c, &why);
            return false;
        }
    }
    for (const struct recipe *r = recipes; c->argc == 0 && r->name; r++)
        b->todo[b->count++] = r;
    return true;
}

static bool choose_folder(struct building *b)
{
    const char *out = cli_value(b->c, "out");
    struct reason why;
    if (out)
        snprintf(b->folder, sizeof b->folder, "%s", out);
    else if (!search_path_built(b->folder))
        return false;
    if (file_make_folders(b->folder, &why))
        return true;
    b->status = cli_refuse(b->c, &why);
    return false;
}

static int run_build(struct cli *c)
{
    struct building b = {
        .c = c, .sources = cli_value(c, "sources"), .again = cli_value(c, "again")};
    uint32_t threads;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (!b.sources)
        return cli_usage(c, MSG_CLI_MISSING, "%s", "--sources DIR");
    if (!cli_number(c, "threads", 1, THREADS_MAX, cores > 1 ? 2 : 1, &threads))
        return EXIT_USAGE;
    if (!choose_recipes(&b) || !choose_folder(&b))
        return b.status ? b.status : EXIT_REFUSED;
    pthread_mutex_init(&b.lock, NULL);
    if (cli_json(c))
        buf_add_byte(&b.json, '[');
    build_all(&b, threads);
    pthread_mutex_destroy(&b.lock);
    if (cli_json(c))
        buf_add_string(&b.json, "]\n");
    else if (b.made == 0 && b.status == EXIT_OK)
        cli_say(c, MSG_BUILD_UP_TO_DATE, "%u", b.count);
    int status = cli_put(c, &b.json);
    return b.status ? b.status : status;
}

static const struct cli_option build_options[] = {
    {"sources", "DIR", MSG_OPTION_SOURCES}, {"out", "DIR", MSG_OPTION_OUT},
    {"threads", "N", MSG_OPTION_THREADS},   {"again", NULL, MSG_OPTION_AGAIN},
    {NULL, NULL, MSG_OPTION_AGAIN},
};

const struct command command_lexicon_build = {
    "build", "[NAME…]", MSG_COMMAND_LEXICON_BUILD, build_options, run_build, NULL,
};

// One run of `import`. Only the first few bad lines are reported.
struct importing {
    struct cli *c;
    struct alphabet alphabet;
    struct lexicon_builder *lexicon;
    uint32_t taken, repeated, left_out;
    struct buf json;
    struct reason *why;
};

enum { LINES_TOLD = 20 };

static bool tell_bad_line(void *context, uint32_t line, const struct reason *reason)
{
    struct importing *m = context;
    struct reason why = *reason;
    why.line = line;
    m->left_out++;
    if (cli_json(m->c)) {
        struct buf text = {0};
        why.line = 0;
        reason_word(&why, m->c->language, &text);
        buf_printf(&m->json, "%s{\"line\":%u,\"why\":\"", m->left_out > 1 ? "," : "",
                   (unsigned)line);
        buf_add_json(&m->json, buf_text(&text));
        buf_add_string(&m->json, "\"}");
        buf_release(&text);
    } else if (m->left_out <= LINES_TOLD) {
        cli_refuse(m->c, &why);
    }
    return true;
}

static bool import_word(void *context, const struct source_entry *e)
{
    struct importing *m = context;
    struct word w;
    struct reason why;
    if (!alphabet_fold(&m->alphabet, e->spelling, &w, &why))
        return tell_bad_line(m, e->line, &why);
    bool known = lexicon_builder_has(m->lexicon, &w);
    m->repeated += known;
    m->taken += !known;
    return lexicon_builder_add(m->lexicon, &w, e->classes, e->tier, m->why) &&
           lexicon_builder_spell(m->lexicon, &w, e->spelling, m->why) &&
           lexicon_builder_define(m->lexicon, &w, e->classes, e->kind, e->definition, m->why);
}

static bool read_list(struct importing *m, const char *path)
{
    struct source_sink sink = {import_word, m};
    struct file_map file = {0};
    struct buf stream = {0};
    bool ok = strcmp(path, "-") == 0
                  ? file_read_stream(STDIN_FILENO, path, IMPORT_MAX, &stream, m->why)
                  : file_map(&file, path, m->why);
    struct text list = file.base ? file.content : buf_text(&stream);
    ok = ok && wordlist_read(list, NULL, &sink, tell_bad_line, m, m->why);
    file_unmap(&file);
    buf_release(&stream);
    return ok;
}

static bool write_import(struct importing *m, const char *name, char path[SEARCH_PATH_BYTES])
{
    const char *folder = m->c->search_path.folder[0];
    struct buf bytes = {0};
    if (m->taken == 0)
        return refuse(m->why, MSG_IMPORT_NO_WORDS, "%s", name);
    if (!m->c->search_path.folders || !search_path_file(folder, name, path))
        return refuse(m->why, MSG_IMPORT_NO_FOLDER, "%s", "");
    bool ok = file_make_folders(folder, m->why) &&
              lexicon_builder_write(m->lexicon, &bytes, m->why) &&
              file_write(path, buf_text(&bytes), m->why);
    buf_release(&bytes);
    return ok;
}

static int report_import(struct importing *m, const char *name, const char *path)
{
    struct buf out = {0};
    if (cli_json(m->c)) {
        buf_printf(&out, "{\"name\":\"%s\",\"taken\":%u,\"repeated\":%u,\"left_out\":[%.*s],", name,
                   (unsigned)m->taken, (unsigned)m->repeated, TEXT_ARG(buf_text(&m->json)));
        buf_add_string(&out, "\"file\":\"");
        buf_add_json(&out, text_of(path));
        buf_add_string(&out, "\"}\n");
    } else {
        cli_say(m->c, MSG_IMPORT_DONE, "%u\t%u\t%u\t%s", (unsigned)m->taken, (unsigned)m->repeated,
                (unsigned)m->left_out, path);
    }
    return cli_put(m->c, &out);
}

static int import(struct importing *m, const char *name, const char *list)
{
    char path[SEARCH_PATH_BYTES];
    struct buf source = {0};
    m->lexicon = lexicon_builder_new(&m->alphabet);
    bool ok = m->lexicon || refuse(m->why, MSG_OUT_OF_MEMORY, "%s", "");
    if (ok) {
        lexicon_builder_meta(m->lexicon, "name", text_of(name));
        buf_printf(&source, "%s\t\t\t%s", name, message_text(MSG_IMPORT_SOURCE, LANGUAGE_EN));
        lexicon_builder_meta(m->lexicon, "source", buf_text(&source));
    }
    ok = ok && read_list(m, list) && write_import(m, name, path);
    int status = ok ? report_import(m, name, path) : cli_refuse(m->c, m->why);
    lexicon_builder_free(m->lexicon);
    buf_release(&m->json);
    buf_release(&source);
    return status;
}

static int run_import(struct cli *c)
{
    struct reason why = {0};
    struct importing m = {.c = c, .why = &why};
    const char *lang = cli_value(c, "lang");
    if (c->argc < 2)
        return cli_usage(c, MSG_CLI_MISSING, "%s", c->argc ? "FILE" : "NAME");
    if (c->argc > 2)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[2]);
    if (!lang)
        return cli_usage(c, MSG_CLI_MISSING, "%s", "--lang LANG");
    if (!search_path_name_ok(c->args[0], &why) || !alphabet_load(&m.alphabet, text_of(lang), &why))
        return cli_refuse(c, &why);
    return import(&m, c->args[0], c->args[1]);
}

static const struct cli_option import_options[] = {
    {"lang", "LANG", MSG_OPTION_LANG},
    {NULL, NULL, MSG_OPTION_LANG},
};

const struct command command_lexicon_import = {
    "import", "NAME FILE", MSG_COMMAND_LEXICON_IMPORT, import_options, run_import, NULL,
};
