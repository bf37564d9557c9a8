// call: one request to the API, from arrival to answer. dispatch: find the route, identify the
// caller, check limits, access and CSRF token, read the body, run the handler. A handler reads what
// it needs, leaves slow work to the store or the pool, and answers exactly once.
//
// A call that is not answered belongs to its handler. Memory from call_alloc() lives as long as the
// call.
//
//     struct call *c = NULL;        /* a handler's argument */
//     struct text name = {0};
//     if (call_text(c, "name", 40, &name))
//         call_answer(c, 200, json_pack("{s:s%}", "name", name.at, name.len));
#ifndef LOGOMACHY_SERVER_API_CALL_H
#define LOGOMACHY_SERVER_API_CALL_H

#include "base/arena.h"
#include "base/reason.h"
#include "server/accounts/session.h"
#include "server/api/route.h"
#include "server/net/net.h"
#include "server/runtime/limit.h"
#include "server/runtime/pool.h"
#include "store/store.h"

#include <jansson.h>
#include <stdatomic.h>

struct api;
struct call;

typedef enum store_status call_run_fn(struct store_tx *tx, struct call *c);
typedef void call_then_fn(struct call *c);

struct call {
    struct store_job job; // first: the store hands it back
    struct pool_job work;
    struct api *api;
    struct net_request *request;
    uint64_t began; // by net_ticks_ms()
    const struct route *route;
    struct text param[CALL_PARAMS]; // of the path, in order, decoded
    struct caller caller;           // account 0: anonymous
    uint64_t forgotten;             // sessions->forgotten when the caller was looked up
    int64_t expires;                // when the caller's session ends, if it was just read
    bool arrived;                   // its body has been read
    enum language language;
    bool personal; // see call_is_personal()
    json_t *body;  // the request's, an object; NULL if there is none
    json_t *found; // the result of run(); released with the call
    void *own;     // the handler's
    struct arena arena;
    call_run_fn *run;
    void (*toil)(struct call *c);
    call_then_fn *then;
    struct {
        struct text password;
        char *hash; // SECRET_PASSWORD bytes
        bool ok;
        call_run_fn *run;
        call_then_fn *then;
    } hashing;                 // see call_hash_and_write()
    uint32_t cost;             // of toil(), relative to other jobs of its class
    call_then_fn *left;        // see call_mind()
    call_then_fn *release;     // frees what the handler keeps beside call_alloc(); may be NULL
    atomic_bool gone;          // the client has disconnected
    bool idled;                // toil() was skipped: the client had left before
    struct call *next, **link; // list of unanswered calls
    // The reason when run() returns STORE_REFUSED.
    struct reason why;
    unsigned refused_status;
    int64_t retry_after; // seconds; 0: no Retry-After
};

// Begins a request under /api. If it has a body, its head alone is enough: the body is read only
// when the caller may make the call; then call_go_on() continues, or call_abandon() ends it.
void call_begin(struct api *api, struct net_request *r);
void call_go_on(struct call *c);
void call_abandon(struct call *c);

// Zeroed memory that lives as long as the call. It always succeeds: CALL_MEMORY bytes per call are
// reserved before the handler starts. For sizes that clients control use call_try_alloc(), which
// returns NULL if there is no memory.
enum { CALL_MEMORY = 60 * 1024 };
void *call_alloc(struct call *c, size_t size);
void *call_try_alloc(struct call *c, size_t size);

// run() in a transaction, or on a snapshot; then then(), on the loop, if the store returns
// STORE_OK. Otherwise the call is answered with the matching error.
void call_write(struct call *c, call_run_fn *run, call_then_fn *then);
void call_read(struct call *c, call_run_fn *run, call_then_fn *then);

// toil() on a thread of the pool, then then(). Answers 503 if the pool is full, or if too many jobs
// of the caller are queued.
void call_work(struct call *c, enum pool_class class, void (*toil)(struct call *c),
               call_then_fn *then);

// Hashes a password into `hash`, SECRET_PASSWORD bytes, on the pool; then call_write(c, run, then).
void call_hash_and_write(struct call *c, struct text password, char *hash, call_run_fn *run,
                         call_then_fn *then);

// If the client disconnects before the answer, left() is called, once, on the loop. The call must
// still be answered.
void call_mind(struct call *c, call_then_fn *left);

// Polled by long work, from any thread: the client has left or the server stops. Reads and analysis
// that have not begun are skipped then.
bool call_is_unwanted(const struct call *c);

// Called often: checks which clients have disconnected.
void calls_tick(struct api *api);

// Answers, and frees the call. Takes over the reference to `json`; NULL: no content.
void call_answer(struct call *c, unsigned status, json_t *json);

void call_answer_found(struct call *c); // 200, with c->found: a then() for reads
void call_answer_done(struct call *c);  // 204: a then() for writes

// The same with additional headers, ended by one without a name.
void call_answer_with(struct call *c, unsigned status, json_t *json,
                      const struct net_field *fields);
void call_answer_text(struct call *c, unsigned status, const char *type, struct text body);

// 200 with an ETag, cacheable for `seconds` seconds; 304 if the client has it. For answers that are
// the same for all callers. If c->language was used the answer is private: call call_is_personal()
// first.
void call_is_personal(struct call *c);
void call_answer_cached(struct call *c, const char *type, struct text body, unsigned seconds);
void call_answer_json_cached(struct call *c, json_t *json, unsigned seconds); // takes it over

// Answers with a streamed body (see net_stream()), and frees the call. NULL: the client has
// disconnected.
struct net_socket *call_stream(struct call *c, const struct net_reply *reply);

// {"error": {"code": "...", "text": "..."}}, the text in the caller's language.
void call_refuse(struct call *c, unsigned status, const struct reason *why);
void call_refuse_with(struct call *c, unsigned status, enum message what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// For run(): records the refusal and returns STORE_REFUSED.
enum store_status call_reject(struct call *c, unsigned status, enum message what,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));

// Maps a failure of the store to an HTTP error.
void call_answer_failure(struct call *c, enum store_status status);

// Reads the match that the first parameter of the path names and calls shown(). Answers the call
// itself if there is no such match, or if the caller may not perform the route's action in it.
struct table;
void call_look(struct call *c, void (*shown)(struct call *c, struct table *t));

// Members of the body. A missing one leaves `out` as it is; one of another type, or a text that is
// too long, refuses the call and is false.
bool call_text(struct call *c, const char *name, size_t max, struct text *out);
bool call_number(struct call *c, const char *name, int64_t low, int64_t high, int64_t *out);
bool call_bool(struct call *c, const char *name, bool *out);

// Parameters of the query, as numbers within bounds; `fallback` where there is none.
bool call_query_number(struct call *c, const char *name, int64_t low, int64_t high,
                       int64_t fallback, int64_t *out);

int64_t call_now(const struct call *c); // milliseconds since 1970

uint64_t call_owner(const struct call *c); // see owner.h

// Takes from a limit for the caller's address or another key; refuses with 429 when it is used up.
bool call_limit(struct call *c, enum limit_kind kind, struct text key);
bool call_limit_many(struct call *c, enum limit_kind kind, struct text key, uint32_t tokens);

#endif
