// Games, lexicons, and the description of the API itself.
#include "base/data.h"
#include "server/api/api.h"
#include "server/api/call.h"
#include "server/api/routes.h"

enum { CACHED_SECONDS = 300 };

// The games, and the settings that the operator decides, which may change while the server runs.
static void catalogue_api_show_games(struct call *c)
{
    const struct options *options = site_options(c->api->site);
    struct text games = catalogue_games(c->api->catalogue), name, value;
    struct buf out = {0};
    buf_add_text(&out, text_head(games, games.len - 1)); // without the brace at its end
    buf_add_string(&out, ",\"fixed\":{");
    for (unsigned i = 0; options_fixed(options, i, &name, &value); i++)
        buf_printf(&out, "%s\"%.*s\":\"%.*s\"", i ? "," : "", TEXT_ARG(name), TEXT_ARG(value));
    buf_add_string(&out, "}}");
    if (buf_ok(&out))
        call_answer_cached(c, "application/json", buf_text(&out), CACHED_SECONDS);
    else
        call_answer_failure(c, STORE_BROKEN);
    buf_release(&out);
}

static void catalogue_api_show_lexicons(struct call *c)
{
    call_answer_cached(c, "application/json", catalogue_lexicons(c->api->catalogue),
                       CACHED_SECONDS);
}

static void catalogue_api_show_description(struct call *c)
{
    struct text description;
    if (data_find("api/openapi.json", &description))
        call_answer_cached(c, "application/json", description, CACHED_SECONDS);
    else
        call_answer_failure(c, STORE_NONE);
}

static json_t *route_json(const struct route *r)
{
    static const char *const methods[] = {[NET_GET] = "GET",
                                          [NET_POST] = "POST",
                                          [NET_PUT] = "PUT",
                                          [NET_PATCH] = "PATCH",
                                          [NET_DELETE] = "DELETE"};
    const struct access_rule *rule = access_rule(r->action);
    return json_pack("{s:s,s:s,s:s,s:b}", "method", methods[r->method], "path", r->path, "access",
                     access_role_name(rule->role), "token", rule->token);
}

// The entry point: a list of all routes.
static void catalogue_api_show_links(struct call *c)
{
    static const char *const links[][2] = {
        {"description", "/api/openapi.json"},
        {"games", "/api/games"},
        {"lexicons", "/api/lexicons"},
        {"news", "/api/news"},
        {"live", "/api/live"},
    };
    const struct route *r;
    json_t *json = json_pack("{s:s}", "name", "Logomachy"), *list = json_array();
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        json_object_set_new(json, links[i][0], json_string(links[i][1]));
    for (unsigned i = 0; (r = routes_nth(i)); i++)
        json_array_append_new(list, route_json(r));
    json_object_set_new(json, "routes", list);
    call_answer_json_cached(c, json, CACHED_SECONDS);
}

const struct route catalogue_routes[] = {
    {NET_GET, "/api", ACCESS_READ_SITE, LIMIT_REQUEST, catalogue_api_show_links},
    {NET_GET, "/api/games", ACCESS_READ_SITE, LIMIT_REQUEST, catalogue_api_show_games},
    {NET_GET, "/api/lexicons", ACCESS_READ_SITE, LIMIT_REQUEST, catalogue_api_show_lexicons},
    {NET_GET, "/api/openapi.json", ACCESS_READ_SITE, LIMIT_REQUEST, catalogue_api_show_description},
    {0},
};
