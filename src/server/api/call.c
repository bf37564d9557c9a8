#include "server/api/call.h"

#include "base/bug.h"
#include "proto/json_load.h"
#include "proto/json_member.h"
#include "proto/json_text.h"
#include "server/accounts/cookie.h"
#include "server/api/api.h"
#include "server/api/routes.h"
#include "server/net/origin.h"
#include "server/runtime/failure.h"
#include "server/runtime/metrics.h"
#include "server/runtime/owner.h"
#include "server/runtime/secret.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *call_alloc(struct call *c, size_t size)
{
    void *memory = arena_alloc(&c->arena, size);
    BUG_UNLESS(memory); // it was reserved
    return memory;
}

void *call_try_alloc(struct call *c, size_t size)
{
    return arena_alloc(&c->arena, size);
}

int64_t call_now(const struct call *c)
{
    (void)c;
    return (int64_t)net_now_ms();
}

uint64_t call_owner(const struct call *c)
{
    const struct secret_key *key = &c->api->site->key;
    bool registered = c->caller.account && c->caller.kind != ACCOUNT_GUEST;
    return registered ? owner_of_account(key, c->caller.account)
                      : owner_of_address(key, net_client(c->request));
}

static void call_end(struct call *c)
{
    if (c->release)
        c->release(c);
    *c->link = c->next;
    if (c->next)
        c->next->link = c->link;
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

// No memory even for the error as JSON.
static void answer_exhausted(struct call *c)
{
    static const struct net_field later[] = {{"Retry-After", {"5", 1}}};
    respond(c, 503, &(struct net_reply){.fields = later, .field_count = 1});
    call_end(c);
}

void call_answer_with(struct call *c, unsigned status, json_t *json, const struct net_field *fields)
{
    size_t count = 0;
    struct buf body = {0};
    if (json)
        json_write(json, &body);
    // The handler had no memory for its answer.
    if (!buf_ok(&body) || (!json && status != 204)) {
        buf_release(&body);
        json_decref(json);
        answer_exhausted(c);
        return;
    }
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
    call_end(c);
}

struct extension {
    struct store_job job; // first
    char session[SESSION_HASH];
    int64_t expires;
};

static enum store_status call_run_extension(struct store_tx *tx, struct store_job *job)
{
    struct extension *e = (struct extension *)job;
    return store_session_touch(tx, e->session, e->expires);
}

static void call_extension_done(struct store_job *job)
{
    free(job);
}

// Fire and forget: if it fails, the next request tries again.
static void extend(struct call *c, int64_t expires)
{
    struct extension *e = calloc(1, sizeof *e);
    if (!e)
        return;
    e->job = (struct store_job){.run = call_run_extension, .done = call_extension_done};
    memcpy(e->session, c->caller.session, sizeof e->session);
    e->expires = expires;
    sessions_extend(c->api->sessions, c->caller.session, expires);
    store_write(c->api->site->store, &e->job);
}

// A browser in use stays logged in: its session and cookie are extended from time to time.
static void renew_cookie(struct call *c, struct cookies *cookies)
{
    struct text secret;
    bool moves;
    if (!c->caller.account || c->caller.token || net_header(c->request, "authorization").len ||
        !cookie_find(c->api->site, c->request, &secret, &moves))
        return;
    int64_t expires = session_extended(&c->caller, call_now(c));
    if (expires > c->caller.expires)
        extend(c, expires);
    else if (!moves)
        return;
    cookie_fill(cookies, cookie_is_secure(c->api->site, c->request), secret,
                (expires - call_now(c)) / 1000);
}

void call_answer(struct call *c, unsigned status, json_t *json)
{
    struct cookies cookies = {0};
    renew_cookie(c, &cookies);
    // Responses are specific to this caller and moment.
    cookies.field[cookies.count] = (struct net_field){"Cache-Control", TEXT("no-store")};
    call_answer_with(c, status, json, cookies.field);
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
    call_end(c);
}

void call_is_personal(struct call *c)
{
    c->personal = true;
}

void call_answer_cached(struct call *c, const char *type, struct text body, unsigned seconds)
{
    char digest[SECRET_HEX], tag[30], control[40];
    secret_digest(body, digest);
    snprintf(tag, sizeof tag, "\"%.24s\"", digest);
    snprintf(control, sizeof control, "%s, max-age=%u", c->personal ? "private" : "public",
             seconds);
    struct net_field fields[] = {{"ETag", text_of(tag)},
                                 {"Cache-Control", text_of(control)},
                                 {"Vary", TEXT("Accept-Language, Cookie, Authorization")}};
    struct net_reply reply = {
        .type = type, .body = body, .fields = fields, .field_count = c->personal ? 3 : 2};
    bool known = etag_matches(net_header(c->request, "if-none-match"), text_of(tag));
    respond(c, known ? 304 : 200, &reply);
    call_end(c);
}

void call_answer_json_cached(struct call *c, json_t *json, unsigned seconds)
{
    struct buf body = {0};
    json_write(json, &body);
    json_decref(json);
    if (buf_ok(&body))
        call_answer_cached(c, "application/json", buf_text(&body), seconds);
    else
        answer_exhausted(c);
    buf_release(&body);
}

struct net_socket *call_stream(struct call *c, const struct net_reply *reply)
{
    struct net_socket *s = net_stream(c->request, 200, reply);
    call_end(c);
    return s;
}

void call_refuse(struct call *c, unsigned status, const struct reason *why)
{
    if (why->what == MSG_OUT_OF_MEMORY) // whatever was asked for
        answer_exhausted(c);
    else
        call_answer(c, status, failure_json(why, c->language));
}

static void refuse_for_now(struct call *c, const struct reason *why)
{
    char seconds[24];
    snprintf(seconds, sizeof seconds, "%lld", (long long)c->retry_after);
    struct net_field fields[] = {{"Retry-After", text_of(seconds)}, {0}};
    call_answer_with(c, 429, failure_json(why, c->language), fields);
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
    c->retry_after = 0;
    return STORE_REFUSED;
}

void call_answer_failure(struct call *c, enum store_status status)
{
    struct reason why;
    unsigned answer;
    switch (status) {
    case STORE_REFUSED:
        if (c->retry_after)
            refuse_for_now(c, &c->why);
        else
            call_refuse(c, c->refused_status, &c->why);
        break;
    case STORE_NONE:
        call_refuse_with(c, 404, MSG_API_NOT_FOUND, "%s", "");
        break;
    case STORE_TAKEN:
        call_refuse_with(c, 409, MSG_API_TAKEN, "%s", "");
        break;
    default:
        answer = failure_answer(status, &why);
        call_refuse(c, answer, &why);
    }
}

// --- Slow work.

static bool is_unsafe(const struct call *c)
{
    return c->route->method != NET_GET && c->route->method != NET_HEAD;
}

static enum store_status call_run_job(struct store_tx *tx, struct store_job *job)
{
    struct call *c = (struct call *)job;
    return c->run(tx, c);
}

// A read that precedes a write goes on: a write is executed even if the client has left.
static enum store_status call_run_read(struct store_tx *tx, struct store_job *job)
{
    struct call *c = (struct call *)job;
    if (c->gone && !is_unsafe(c))
        return call_reject(c, 408, MSG_ANALYSIS_LEFT, "%s", "");
    return c->run(tx, c);
}

static void call_job_done(struct store_job *job)
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
    c->job = (struct store_job){.run = call_run_job, .done = call_job_done};
    store_write(c->api->site->store, &c->job);
}

static void read_store(struct call *c, call_run_fn *run, call_then_fn *then, bool slow)
{
    c->run = run;
    c->then = then;
    c->job = (struct store_job){.run = call_run_read, .done = call_job_done, .slow = slow};
    store_read(c->api->site->store, &c->job);
}

void call_read(struct call *c, call_run_fn *run, call_then_fn *then)
{
    read_store(c, run, then, true);
}

static struct call *call_of_work(struct pool_job *job)
{
    return (struct call *)((char *)job - offsetof(struct call, work));
}

// A handler that registered left() is not skipped.
static bool is_worth_doing(const struct call *c)
{
    return !c->gone || c->left || (c->work.class == POOL_QUICK && is_unsafe(c));
}

static void call_run_work(struct pool_job *job, const struct pool *pool)
{
    (void)pool;
    struct call *c = call_of_work(job);
    c->idled = !is_worth_doing(c);
    if (!c->idled)
        c->toil(c);
}

static void call_work_done(struct pool_job *job, bool cancelled)
{
    struct call *c = call_of_work(job);
    if (cancelled)
        call_refuse_with(c, 503, MSG_API_STOPPING, "%s", "");
    else if (c->idled)
        call_refuse_with(c, 408, MSG_ANALYSIS_LEFT, "%s", "");
    else
        c->then(c);
}

void call_work(struct call *c, enum pool_class class, void (*toil)(struct call *c),
               call_then_fn *then)
{
    c->toil = toil;
    c->then = then;
    c->work = (struct pool_job){.place = {.owner = call_owner(c), .cost = c->cost},
                                .class = class,
                                .run = call_run_work,
                                .done = call_work_done};
    if (!c->api->site->pool || !pool_add(c->api->site->pool, &c->work))
        call_refuse_with(c, 503, MSG_API_BUSY, "%s", "");
}

static void call_hash_password(struct call *c)
{
    c->hashing.ok = secret_hash(c->hashing.password, c->hashing.hash);
}

static void call_password_hashed(struct call *c)
{
    if (c->hashing.ok)
        call_write(c, c->hashing.run, c->hashing.then);
    else
        call_answer_failure(c, STORE_BROKEN);
}

void call_hash_and_write(struct call *c, struct text password, char *hash, call_run_fn *run,
                         call_then_fn *then)
{
    c->hashing.password = password;
    c->hashing.hash = hash;
    c->hashing.run = run;
    c->hashing.then = then;
    call_work(c, POOL_QUICK, call_hash_password, call_password_hashed);
}

// --- Clients that disconnected.

void call_mind(struct call *c, call_then_fn *left)
{
    c->left = left;
}

bool call_is_unwanted(const struct call *c)
{
    return c->gone || c->api->site->stopping || pool_stopping(c->api->site->pool);
}

static void look_for_client(struct call *c)
{
    if (c->gone || !net_has_left(c->request))
        return;
    c->gone = true;
    metrics_add(METRIC_ABANDONED, 0, 1);
    if (c->left)
        c->left(c);
}

void calls_tick(struct api *api)
{
    for (struct call *c = api->calls, *next; c; c = next) {
        next = c->next; // left() may answer it
        look_for_client(c);
    }
}

// --- The client's input.

// Refuses the call if a member of its body is invalid.
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
    if (!site_options(c->api->site)->limits ||
        limit_take_many(c->api->site->limits, kind, key, tokens, call_now(c), &wait))
        return true;
    metrics_add(METRIC_LIMITED, kind, 1);
    struct reason why;
    c->retry_after = (wait + 999) / 1000;
    reason_set(&why, 0, MSG_API_SLOW_DOWN, "%lld", (long long)c->retry_after);
    refuse_for_now(c, &why);
    return false;
}

// --- Dispatch.

static bool read_body(struct call *c)
{
    struct text body = net_body(c->request);
    json_error_t error;
    if (body.len == 0)
        return true;
    switch (json_load(body, &c->body, &error)) {
    case JSON_LOADED:
        return true;
    case JSON_MALFORMED:
        call_refuse_with(c, 400, MSG_API_BAD_JSON, "%d\t%s", error.position,
                         error.text[0] ? error.text : "{}");
        break;
    case JSON_TOO_MUCH:
        call_refuse_with(c, 400, MSG_API_JSON_TOO_MUCH, "%d\t%d", JSON_VALUES_MAX, JSON_DEPTH_MAX);
        break;
    case JSON_NO_MEMORY:
        answer_exhausted(c);
    }
    return false;
}

// Another site's page can make a browser send our cookie, but cannot read the CSRF token.
static bool is_forged(const struct call *c)
{
    if (!is_unsafe(c) || c->caller.account == 0 || c->caller.token)
        return false;
    return !secret_signed(&c->api->site->key, "csrf", text_of(c->caller.session),
                          net_header(c->request, "x-csrf-token"));
}

// Charges the body to the limits of the address and the account before it is read.
static bool pays_for_body(struct call *c, size_t limit)
{
    uint64_t length = net_length(c->request);
    uint32_t tokens = (uint32_t)((length < limit ? length : limit) / LIMIT_BODY_BYTES + 1);
    char account[24];
    snprintf(account, sizeof account, "%lld", (long long)c->caller.account);
    return call_limit_many(c, LIMIT_BODY_ADDRESS, net_client(c->request), tokens) &&
           (!c->caller.account || call_limit_many(c, LIMIT_BODY_ACCOUNT, text_of(account), tokens));
}

static void want_body(struct call *c)
{
    size_t limit = routes_body_limit(c->route, c->caller.account == 0);
    if (!text_starts(net_header(c->request, "content-type"), "application/json")) {
        call_refuse_with(c, 415, MSG_API_WANTS_JSON, "%s", "");
        return;
    }
    if (!pays_for_body(c, limit))
        return;
    net_set_user(c->request, c);
    if (net_want_body(c->request, limit))
        return;
    metrics_add(METRIC_REQUESTS, METRICS_4XX, 1);
    call_end(c);
}

// Handlers use at most one block of the arena: it is reserved here, or the call fails now.
static bool reserve_memory(struct call *c)
{
    return arena_reserve(&c->arena, CALL_MEMORY);
}

static void handle(struct call *c)
{
    if (!reserve_memory(c))
        answer_exhausted(c);
    else if (read_body(c))
        c->route->handle(c);
}

static void call_admit(struct call *c)
{
    struct access_refusal no;
    if (c->caller.account && !net_header(c->request, "accept-language").len)
        c->language = c->caller.language;
    if (!access_may(c->route->action, &c->caller, NULL, &no))
        call_refuse_with(c, no.status, no.why, "%s", "");
    else if (is_forged(c))
        call_refuse_with(c, 403, MSG_API_FORGED, "%s", "");
    else if (net_length(c->request) && !c->arrived)
        want_body(c);
    else
        handle(c);
}

static enum store_status call_load_session(struct store_tx *tx, struct call *c)
{
    struct caller caller;
    enum store_status status =
        session_load(tx, c->caller.session, call_now(c), &caller, &c->expires);
    if (status == STORE_OK)
        c->caller = caller;
    // An expired cookie counts as none.
    return status == STORE_NONE ? STORE_OK : status;
}

// API tokens are not accepted from a cookie, which a neighbouring host could plant.
static void admit_known(struct call *c)
{
    if (c->caller.token && !text_starts(net_header(c->request, "authorization"), "Bearer "))
        c->caller = (struct caller){0};
    call_admit(c);
}

static void call_identified(struct call *c)
{
    // A session that was revoked during the read must not be cached.
    if (c->caller.account && c->forgotten == c->api->sessions->forgotten)
        sessions_keep(c->api->sessions, &c->caller, call_now(c), c->expires);
    admit_known(c);
}

static void call_identify(struct call *c)
{
    struct text secret;
    if (!credential_find(c->api->site, c->request, &secret)) {
        call_admit(c);
        return;
    }
    char hash[SECRET_HEX];
    secret_digest(secret, hash);
    c->forgotten = c->api->sessions->forgotten;
    if (sessions_find(c->api->sessions, hash, call_now(c), &c->caller)) {
        admit_known(c);
        return;
    }
    memcpy(c->caller.session, hash, sizeof c->caller.session);
    read_store(c, call_load_session, call_identified, false);
}

void call_abandon(struct call *c)
{
    call_end(c);
}

// The sender may have been logged out or banned while a slow body arrived: identify again.
void call_go_on(struct call *c)
{
    c->arrived = true;
    c->began = net_ticks_ms();
    if (c->caller.account && c->forgotten != c->api->sessions->forgotten) {
        c->caller = (struct caller){0};
        call_identify(c);
    } else {
        handle(c);
    }
}

void call_begin(struct api *api, struct net_request *r)
{
    struct call *c = calloc(1, sizeof *c);
    if (!c) {
        net_respond(r, 503, NULL);
        return;
    }
    c->api = api;
    c->next = api->calls;
    c->link = &api->calls;
    if (c->next)
        c->next->link = &c->next;
    api->calls = c;
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
    else if (is_unsafe(c) && !origin_allows(text_of(api->site->url), r))
        call_refuse_with(c, 403, MSG_API_FOREIGN, "%s", "");
    else if (c->route->limit == LIMIT_REQUEST || call_limit(c, c->route->limit, net_client(r)))
        call_identify(c);
}
