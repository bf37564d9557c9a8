// call: one request to the API, from arrival to answer. A handler reads what it needs, asks the
// store or the pool to do slow things, and answers exactly once:
//
//     static enum store_status find(struct store_tx *tx, struct call *c) { ...on a store thread...
//     } static void found(struct call *c) { call_answer(c, 200, json_pack(...)); }
//
//     static void show_player(struct call *c)      // a row in a table of routes
//     {
//         call_read(c, find, found);
//     }
//
// Until it is answered a call belongs to its handler; what the handler keeps between steps comes
// from call_alloc() and goes when the call does.
#ifndef LOGOMACHY_SERVER_CALL_H
#define LOGOMACHY_SERVER_CALL_H

#include "base/arena.h"
#include "base/reason.h"
#include "server/limit.h"
#include "server/net.h"
#include "server/pool.h"
#include "server/session.h"
#include "store/store.h"

#include <jansson.h>

struct call;

enum { CALL_PARAMS = 3 };

// Who may make a call. A *player* has a session, as a guest or registered; a *person* is registered
// (bots are too).
enum access { ACCESS_ANYONE, ACCESS_PLAYER, ACCESS_PERSON, ACCESS_ADMIN };

struct route {
    enum net_method method;
    const char *path; // "/api/matches/:id/moves"; a part with a colon is a parameter
    enum access access;
    enum limit_kind limit; // what it costs, beside a request
    void (*handle)(struct call *c);
};

typedef enum store_status call_run_fn(struct store_tx *tx, struct call *c);
typedef void call_then_fn(struct call *c);

struct call {
    struct store_job job; // first: the store hands it back
    struct pool_job work;
    struct app *app;
    struct net_request *request;
    uint64_t began; // by net_ticks_ms()
    const struct route *route;
    struct text param[CALL_PARAMS]; // of the path, in order, decoded
    struct caller who;              // account 0: nobody
    enum language language;
    json_t *body;  // the request's, an object; NULL where there is none
    json_t *found; // what run() has put together; goes when the call does
    void *own;     // the handler's
    struct arena arena;
    call_run_fn *run;
    void (*toil)(struct call *c);
    call_then_fn *then;
    call_then_fn *left;      // see call_mind()
    struct net_timer *minds; // NULL: nobody looks
    // What run() says when it returns STORE_REFUSED.
    struct reason why;
    unsigned refused_status;
};

// Takes a request that is under /api: finds its route, who calls, and whether he may.
void call_begin(struct app *app, struct net_request *r);

// Zeroed memory that lives as long as the call. Ends the process only if there is none at all.
void *call_alloc(struct call *c, size_t size);

// run() in a transaction, or on a snapshot; then then(), on the loop, if the store says STORE_OK.
// Otherwise the call is answered with an error that fits.
void call_write(struct call *c, call_run_fn *run, call_then_fn *then);
void call_read(struct call *c, call_run_fn *run, call_then_fn *then);

// toil() on a thread of the pool, then then(). Answered with 503 where the pool is full.
void call_work(struct call *c, enum pool_class class, void (*toil)(struct call *c),
               call_then_fn *then);

// From now on, until it is answered, looks now and then whether somebody waits for that; if not,
// left() is called, once, on the loop. The call is still to be answered.
void call_mind(struct call *c, call_then_fn *left);

// Answers, and frees the call. Takes over the reference to `json`; NULL: no content.
void call_answer(struct call *c, unsigned status, json_t *json);

void call_answer_found(struct call *c); // 200, with c->found: a then() for reads
void call_answer_done(struct call *c);  // 204: a then() for writes

// The same with headers of its own, ended by one without a name.
void call_answer_with(struct call *c, unsigned status, json_t *json,
                      const struct net_field *fields);
void call_answer_text(struct call *c, unsigned status, const char *type, struct text body);

// 200, for what is the same for whoever asks: with an ETag, kept by caches for so many seconds. 304
// where the client has it already.
void call_answer_cached(struct call *c, const char *type, struct text body, unsigned seconds);
void call_answer_json_cached(struct call *c, json_t *json, unsigned seconds); // takes it over

// Answers with a body that goes on (see net_stream()), and frees the call. NULL: nobody waits for
// it any more.
struct net_socket *call_stream(struct call *c, const struct net_reply *reply);

// {"error": {"code": "...", "text": "..."}}, the text in the caller's language.
void call_refuse(struct call *c, unsigned status, const struct reason *why);
void call_refuse_with(struct call *c, unsigned status, enum message what, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// For run(): remembers the refusal and is STORE_REFUSED.
enum store_status call_reject(struct call *c, unsigned status, enum message what,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));

// As an answer has it, and a message on a WebSocket.
json_t *call_error_json(const struct reason *why, enum language language);

// The cookie or bearer token of a request; false where it has none.
bool call_credential(struct net_request *r, struct text *secret);

// What the store's failures are to a client.
void call_answer_failure(struct call *c, enum store_status status);

// Calls shown() with the match that the first parameter of the path names, when nothing is being
// written to it; answers the call itself where there is none.
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

// Takes from a limit for the caller's address or another key; refuses with 429 when it is used up.
bool call_limit(struct call *c, enum limit_kind kind, struct text key);
bool call_limit_many(struct call *c, enum limit_kind kind, struct text key, uint32_t tokens);

#endif
