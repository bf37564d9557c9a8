#include "server/call.h"
#include "proto/json_text.h"

#include "base/bug.h"
#include "proto/json_member.h"
#include "proto/json_text.h"
#include "server/app.h"
#include "server/metrics.h"
#include "server/routes.h"
#include "server/secret.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *call_alloc(struct call *c, size_t size)
{
    void *memory = arena_alloc(&c->arena, size);
    BUG_UNLESS(memory);
    return memory;
}

int64_t call_now(const struct call *c)
{
    (void)c;
    return (int64_t)net_now_ms();
}

static void end(struct call *c)
{
    net_cancel(c->minds);
    json_decref(c->body);
    json_decref(c->found);
    arena_release(&c->arena);
    free(c);
}

// --- Answers.

static void respond(struct call *c, unsigned status, const struct net_reply *reply)
{
    metrics_add(METRIC_REQUESTS, metrics_status(status), 1);
    metrics_observe(METRIC_REQUEST_SECONDS, (int64_t)(net_ticks_ms() - c->began) * 1000);
    net_respond(c->request, status, reply);
}

void call_answer_with(struct call *c, unsigned status, json_t *json, const struct net_field *fields)
{
    size_t count = 0;
    struct buf body = {0};
    if (json)
        json_write(json, &body);
    BUG_UNLESS(buf_ok(&body));
    while (fields && fields[count].name)
        count++;
    struct net_reply reply = {
        .type = json ? "application/json" : NULL,
        .body = buf_text(&body),
        .fields = fields,
        .field_count = count,
    };
    respond(c, status, &reply);
    buf_release(&body);
    json_decref(json);
    end(c);
}

void call_answer(struct call *c, unsigned status, json_t *json)
{
    // What the API says is for this caller, now.
    static const struct net_field private[] = {{"Cache-Control", {"no-store", 8}}, {0}};
    call_answer_with(c, status, json, private);
}

void call_answer_found(struct call *c)
{
    call_answer(c, 200, json_incref(c->found));
}

void call_answer_done(struct call *c)
{
    call_answer(c, 204, NULL);
}

void call_answer_text(struct call *c, unsigned status, const char *type, struct text body)
{
    respond(c, status, &(struct net_reply){.type = type, .body = body});
    end(c);
}

// Has the client that very body already?
static bool is_known(const struct call *c, struct text tag)
{
    struct text rest = net_header(c->request, "if-none-match");
    while (rest.len) {
        struct text one = text_trim(text_cut(&rest, ','));
        if (text_starts(one, "W/"))
            one = text_from(one, 2);
        if (text_equal(one, tag) || text_is(one, "*"))
            return true;
    }
    return false;
}

void call_answer_cached(struct call *c, const char *type, struct text body, unsigned seconds)
{
    char digest[SECRET_HEX], tag[30], control[40];
    secret_digest(body, digest);
    snprintf(tag, sizeof tag, "\"%.24s\"", digest);
    snprintf(control, sizeof control, "public, max-age=%u", seconds);
    struct net_field fields[] = {{"ETag", text_of(tag)}, {"Cache-Control", text_of(control)}};
    struct net_reply reply = {.type = type, .body = body, .fields = fields, .field_count = 2};
    respond(c, is_known(c, text_of(tag)) ? 304 : 200, &reply);
    end(c);
}

void call_answer_json_cached(struct call *c, json_t *json, unsigned seconds)
{
    struct buf body = {0};
    json_write(json, &body);
    BUG_UNLESS(buf_ok(&body));
    json_decref(json);
    call_answer_cached(c, "application/json", buf_text(&body), seconds);
    buf_release(&body);
}

struct net_socket *call_stream(struct call *c, const struct net_reply *reply)
{
    struct net_socket *s = net_stream(c->request, 200, reply);
    end(c);
    return s;
}

json_t *call_error_json(const struct reason *why, enum language language)
{
    struct buf text = {0};
    reason_word(why, language, &text);
    json_t *json = json_pack("{s:{s:s,s:s%}}", "error", "code", message_key(why->what), "text",
                             text.at ? text.at : "", text.len);
    buf_release(&text);
    return json;
}

void call_refuse(struct call *c, unsigned status, const struct reason *why)
{
    call_answer(c, status, call_error_json(why, c->language));
}

static void set_reason(struct reason *why, enum message what, const char *format, va_list args)
{
    char text[sizeof why->args];
    vsnprintf(text, sizeof text, format, args);
    reason_set(why, 0, what, "%s", text);
}

void call_refuse_with(struct call *c, unsigned status, enum message what, const char *format, ...)
{
    struct reason why;
    va_list args;
    va_start(args, format);
    set_reason(&why, what, format, args);
    va_end(args);
    call_refuse(c, status, &why);
}

enum store_status call_reject(struct call *c, unsigned status, enum message what,
                              const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_reason(&c->why, what, format, args);
    va_end(args);
    c->refused_status = status;
    return STORE_REFUSED;
}

void call_answer_failure(struct call *c, enum store_status status)
{
    switch (status) {
    case STORE_REFUSED:
        call_refuse(c, c->refused_status, &c->why);
        break;
    case STORE_NONE:
        call_refuse_with(c, 404, MSG_API_NOT_FOUND, "%s", "");
        break;
    case STORE_TAKEN:
        call_refuse_with(c, 409, MSG_API_TAKEN, "%s", "");
        break;
    case STORE_FULL:
        call_refuse_with(c, 507, MSG_API_FULL, "%s", "");
        break;
    default:
        call_refuse_with(c, 503, MSG_API_UNAVAILABLE, "%s", "");
    }
}

// --- Slow things.

static enum store_status run_job(struct store_tx *tx, struct store_job *job)
{
    struct call *c = (struct call *)job;
    return c->run(tx, c);
}

static void job_done(struct store_job *job)
{
    struct call *c = (struct call *)job;
    if (job->status == STORE_OK)
        c->then(c);
    else
        call_answer_failure(c, job->status);
}

void call_write(struct call *c, call_run_fn *run, call_then_fn *then)
{
    c->run = run;
    c->then = then;
    c->job = (struct store_job){.run = run_job, .done = job_done};
    store_write(c->app->store, &c->job);
}

void call_read(struct call *c, call_run_fn *run, call_then_fn *then)
{
    c->run = run;
    c->then = then;
    c->job = (struct store_job){.run = run_job, .done = job_done};
    store_read(c->app->store, &c->job);
}

static struct call *call_of_work(struct pool_job *job)
{
    return (struct call *)((char *)job - offsetof(struct call, work));
}

static void run_work(struct pool_job *job, const struct pool *pool)
{
    (void)pool;
    struct call *c = call_of_work(job);
    c->toil(c);
}

static void work_done(struct pool_job *job, bool cancelled)
{
    struct call *c = call_of_work(job);
    if (cancelled)
        call_refuse_with(c, 503, MSG_API_STOPPING, "%s", "");
    else
        c->then(c);
}

void call_work(struct call *c, enum pool_class class, void (*toil)(struct call *c),
               call_then_fn *then)
{
    c->toil = toil;
    c->then = then;
    c->work = (struct pool_job){.class = class, .run = run_work, .done = work_done};
    if (!c->app->pool || !pool_add(c->app->pool, &c->work))
        call_refuse_with(c, 503, MSG_API_BUSY, "%s", "");
}

// --- Clients that do not wait.

enum { MIND_MS = 200 };

static void look_for_client(void *context)
{
    struct call *c = context;
    if (!net_has_left(c->request))
        return;
    net_cancel(c->minds);
    c->minds = NULL;
    c->left(c);
}

void call_mind(struct call *c, call_then_fn *left)
{
    c->left = left;
    c->minds = net_timer(c->app->net, MIND_MS, MIND_MS, look_for_client, c);
}

// --- What the client sent.

// Refuses the call where a member of its body is wrong.
static bool taken(struct call *c, bool ok, const struct reason *why)
{
    if (!ok)
        call_refuse(c, 400, why);
    return ok;
}

bool call_text(struct call *c, const char *name, size_t max, struct text *out)
{
    struct reason why;
    return taken(c, json_take_text(c->body, name, max, out, &why), &why);
}

bool call_number(struct call *c, const char *name, int64_t low, int64_t high, int64_t *out)
{
    struct reason why;
    return taken(c, json_take_number(c->body, name, low, high, out, &why), &why);
}

bool call_bool(struct call *c, const char *name, bool *out)
{
    struct reason why;
    return taken(c, json_take_bool(c->body, name, out, &why), &why);
}

bool call_query_number(struct call *c, const char *name, int64_t low, int64_t high,
                       int64_t fallback, int64_t *out)
{
    struct text value;
    char digits[24], *rest;
    *out = fallback;
    if (!net_query(c->request, name, &value))
        return true;
    bool fits =
        value.len > 0 && value.len < sizeof digits && strspn(value.at, "-0123456789") >= value.len;
    if (fits) {
        memcpy(digits, value.at, value.len);
        digits[value.len] = '\0';
        *out = strtoll(digits, &rest, 10);
        fits = *rest == '\0' && *out >= low && *out <= high;
    }
    if (!fits)
        call_refuse_with(c, 400, MSG_API_WANTS_NUMBER, "%s\t%lld\t%lld", name, (long long)low,
                         (long long)high);
    return fits;
}

bool call_limit(struct call *c, enum limit_kind kind, struct text key)
{
    return call_limit_many(c, kind, key, 1);
}

bool call_limit_many(struct call *c, enum limit_kind kind, struct text key, uint32_t tokens)
{
    int64_t wait = 0;
    if (!c->app->options->limits ||
        limit_take_many(c->app->limits, kind, key, tokens, call_now(c), &wait))
        return true;
    metrics_add(METRIC_LIMITED, kind, 1);
    char seconds[24];
    int len = snprintf(seconds, sizeof seconds, "%lld", (long long)(wait + 999) / 1000);
    struct net_field fields[] = {{"Retry-After", {seconds, (size_t)len}}, {0}};
    struct reason why;
    reason_set(&why, 0, MSG_API_SLOW_DOWN, "%s", seconds);
    call_answer_with(c, 429, call_error_json(&why, c->language), fields);
    return false;
}

// --- Beginning.

static bool read_body(struct call *c)
{
    struct text body = net_body(c->request);
    json_error_t error;
    if (body.len == 0)
        return true;
    if (!text_starts(net_header(c->request, "content-type"), "application/json")) {
        call_refuse_with(c, 415, MSG_API_WANTS_JSON, "%s", "");
        return false;
    }
    c->body = json_loadb(body.at, body.len, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(c->body))
        return true;
    call_refuse_with(c, 400, MSG_API_BAD_JSON, "%d\t%s", error.position,
                     c->body ? "{}" : error.text);
    return false;
}

static bool is_unsafe(const struct call *c)
{
    return c->route->method != NET_GET && c->route->method != NET_HEAD;
}

// A page elsewhere can make a browser send our cookie, but cannot read the token that goes with it.
static bool is_forged(const struct call *c)
{
    if (!is_unsafe(c) || c->who.account == 0 || c->who.token)
        return false;
    return !secret_signed(&c->app->key, "csrf", text_of(c->who.session),
                          net_header(c->request, "x-csrf-token"));
}

static void admit(struct call *c)
{
    enum access access = c->route->access;
    if (c->who.account && !net_header(c->request, "accept-language").len)
        c->language = c->who.language;
    if (access > ACCESS_ANYONE && c->who.account == 0)
        call_refuse_with(c, 401, MSG_API_LOG_IN, "%s", "");
    else if (access >= ACCESS_PERSON && c->who.kind == ACCOUNT_GUEST)
        call_refuse_with(c, 403, MSG_API_REGISTER, "%s", "");
    else if (access == ACCESS_ADMIN && !c->who.admin)
        call_refuse_with(c, 403, MSG_API_FORBIDDEN, "%s", "");
    else if (is_forged(c))
        call_refuse_with(c, 403, MSG_API_FORGED, "%s", "");
    else if (read_body(c))
        c->route->handle(c);
}

struct identify {
    int64_t expires;
    uint64_t forgotten; // when it was asked for
};

static enum store_status load_session(struct store_tx *tx, struct call *c)
{
    struct identify *i = c->own;
    struct caller who;
    enum store_status status = session_load(tx, c->who.session, call_now(c), &who, &i->expires);
    if (status == STORE_OK)
        c->who = who;
    // A cookie that is worth nothing any more is as if there were none.
    return status == STORE_NONE ? STORE_OK : status;
}

static void identified(struct call *c)
{
    struct identify *i = c->own;
    // Who logs out while this was being read must not be remembered by it.
    if (c->who.account && i->forgotten == c->app->sessions.forgotten)
        sessions_keep(&c->app->sessions, &c->who, call_now(c), i->expires);
    c->own = NULL;
    admit(c);
}

bool call_credential(struct net_request *r, struct text *secret)
{
    struct text bearer = net_header(r, "authorization");
    if (text_starts(bearer, "Bearer ")) {
        *secret = text_trim(text_from(bearer, 7));
        return secret->len > 0;
    }
    return net_cookie(r, SESSION_COOKIE, secret) && secret->len > 0;
}

static void identify(struct call *c)
{
    struct text secret;
    if (!call_credential(c->request, &secret)) {
        admit(c);
        return;
    }
    char hash[SECRET_HEX];
    secret_digest(secret, hash);
    if (sessions_find(&c->app->sessions, hash, call_now(c), &c->who)) {
        admit(c);
        return;
    }
    memcpy(c->who.session, hash, sizeof c->who.session);
    struct identify *i = c->own = call_alloc(c, sizeof *i);
    i->forgotten = c->app->sessions.forgotten;
    call_read(c, load_session, identified);
}

void call_begin(struct app *app, struct net_request *r)
{
    struct call *c = calloc(1, sizeof *c);
    if (!c) {
        net_respond(r, 503, NULL);
        return;
    }
    c->app = app;
    c->began = net_ticks_ms();
    c->request = r;
    c->language = language_from_tag(net_header(r, "accept-language"));
    bool path_known = false;
    c->route = routes_find(net_method(r), net_path(r), c->param, &path_known);
    if (!call_limit(c, LIMIT_REQUEST, net_client(r)))
        return;
    if (!c->route)
        call_refuse_with(c, path_known ? 405 : 404, path_known ? MSG_API_METHOD : MSG_API_NO_ROUTE,
                         "%.*s", TEXT_ARG(text_head(net_path(r), 100)));
    else if (c->route->limit == LIMIT_REQUEST || call_limit(c, c->route->limit, net_client(r)))
        identify(c);
}
