// The server as it is, with the games of the tests beside its own: hidden tiles, draws, three seats
// and seats that act at the same time are tested through it (tests/server). Takes the options of
// `logomachy serve`.
//
//     toy-server --port 0 --db FILE --lexicons DIR
//     toy-server --routes      every route of the API: method, path, who may
#include "match/host.h"
#include "server/app.h"
#include "server/routes.h"

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

static void print_routes(void)
{
    static const char *const methods[] = {[NET_GET] = "GET",
                                          [NET_POST] = "POST",
                                          [NET_PUT] = "PUT",
                                          [NET_PATCH] = "PATCH",
                                          [NET_DELETE] = "DELETE"};
    static const char *const access[] = {"anyone", "player", "person", "admin"};
    const struct route *r;
    for (unsigned i = 0; (r = routes_nth(i)); i++)
        printf("%s %s %s\n", methods[r->method], r->path, access[r->access]);
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
static struct record_host games_of_tests(struct library *library)
{
    struct record_host host = library_host(library), tests = match_host();
    host.preset = tests.preset;
    return host;
}

static int serve(const struct arguments *arguments)
{
    struct options o;
    struct reason why;
    struct shelf shelf;
    struct options_source from = {.flag = flag, .context = arguments, .variable = getenv};
    if (!options_load(&o, &from, &why))
        return fail(&why);
    shelf_init(&shelf, o.lexicons);
    struct library library = {.shelf = &shelf};
    struct record_host host = games_of_tests(&library);
    struct app *app = app_open(&o, &host, &why);
    if (app) {
        printf("%s\n", app->url);
        fflush(stdout);
        app_run(app);
        app_close(app);
    }
    library_close(&library);
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
    return serve(&arguments);
}
