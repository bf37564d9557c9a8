// The server as it is, with the games of the tests beside its own: hidden tiles, draws, three seats
// and seats that act at the same time are tested through it (tests/server). Takes the options of
// `logomachy serve`.
//
//     toy-server --port 0 --db FILE --lexicons DIR
//     toy-server --routes      every route of the API: method, path, who may
//     toy-server --access      the table of rights: actions, and which routes and messages are
//     whose
#include "match/host.h"
#include "server/api/routes.h"
#include "server/ops/app.h"
#include "server/sync/catchup.h"
#include "server/sync/chat_catchup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
    char **at;
    int count;
};

static const char *flag(const void *context, const char *name)
{
    const struct arguments *a = context;
    for (int i = 1; i + 1 < a->count; i++)
        if (strncmp(a->at[i], "--", 2) == 0 && strcmp(a->at[i] + 2, name) == 0)
            return a->at[i + 1];
    return NULL;
}

static const char *method_name(enum net_method method)
{
    static const char *const names[] = {[NET_GET] = "GET",
                                        [NET_POST] = "POST",
                                        [NET_PUT] = "PUT",
                                        [NET_PATCH] = "PATCH",
                                        [NET_DELETE] = "DELETE"};
    return names[method];
}

static void print_routes(void)
{
    const struct route *r;
    for (unsigned i = 0; (r = routes_nth(i)); i++)
        printf("%s %s %s\n", method_name(r->method), r->path,
               access_role_name(access_rule(r->action)->role));
}

// action NAME WHO token|no-token MATCH muted|unmuted, then route, op and push lines with the action
// that each belongs to.
static void print_access(void)
{
    const struct route *r;
    for (enum access_action a = ACCESS_UNDECIDED + 1; a < ACCESS_ACTIONS; a++) {
        const struct access_rule *rule = access_rule(a);
        printf("action %s %s %s %s %s\n", rule->name, access_role_name(rule->role),
               rule->token ? "token" : "no-token", access_match_name(rule->match),
               rule->unmuted ? "unmuted" : "muted");
    }
    for (unsigned i = 0; (r = routes_nth(i)); i++)
        printf("route %s %s %s\n", access_rule(r->action)->name, method_name(r->method), r->path);
    for (enum live_op op = 0; op < LIVE_OPS; op++)
        printf("op %s %s\n", access_rule(access_op(op)->action)->name, access_op(op)->name);
    for (enum live_push push = 0; push < LIVE_PUSHES; push++)
        printf("push %s %s\n", access_rule(access_push(push)->action)->name,
               access_push(push)->name);
}

static int fail(const struct reason *why)
{
    struct buf text = {0};
    reason_word(why, LANGUAGE_EN, &text);
    fprintf(stderr, "toy-server: %.*s\n", TEXT_ARG(buf_text(&text)));
    buf_release(&text);
    return 1;
}

// The presets of the tests with the lexicons of the server.
static struct record_host games_of_tests(struct lexicon_cache *library)
{
    struct record_host host = lexicon_cache_host(library), tests = match_host();
    host.preset = tests.preset;
    return host;
}

// Polls for lost messages take a few tables at a time.
static void lower_limits(const struct app *app)
{
    const char *tables = getenv("LOGOMACHY_LOOK_TABLES");
    if (!tables)
        return;
    catchup_set_limit(app->catchup, strtoul(tables, NULL, 10));
    chat_catchup_set_limit(app->chat_catchup, strtoul(tables, NULL, 10));
}

static int serve(const struct arguments *arguments)
{
    struct options o;
    struct reason why;
    struct search_path search_path;
    struct options_source from = {.flag = flag, .context = arguments, .variable = getenv};
    if (!options_load(&o, &from, &why))
        return fail(&why);
    search_path_init(&search_path, o.lexicons);
    struct lexicon_cache library = {.search_path = &search_path};
    struct record_host host = games_of_tests(&library);
    struct app *app = app_open(&o, &host, &why);
    if (app) {
        lower_limits(app);
        printf("%s\n", app->site.url);
        fflush(stdout);
        app_run(app);
        app_close(app);
    }
    lexicon_cache_close(&library);
    options_release(&o);
    match_host_close();
    return app ? 0 : fail(&why);
}

int main(int argc, char **argv)
{
    struct arguments arguments = {argv, argc};
    if (argc == 2 && strcmp(argv[1], "--routes") == 0) {
        print_routes();
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "--access") == 0) {
        print_access();
        return 0;
    }
    return serve(&arguments);
}
