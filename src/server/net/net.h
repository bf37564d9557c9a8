// net: an HTTP/1.1 and WebSocket server on an event loop; knows nothing of games. One thread runs
// the loop and calls the handler; every function is for that thread, except net_wake().
//
//     struct net_handler handler = {.request = NULL}; /* calls net_respond() */
//     struct net_options options = {.port = 8080};
//     struct net *n = net_open(&options, &handler, NULL, &why);
//     net_run(n); // until net_stop()
//     net_free(n);
//
// The handler sees validated input only: a request or message is complete, within the limits, and
// messages are valid UTF-8. A body is read only after the handler has seen the head and wants it.
// Clients that are too big, too slow, too many or broken are refused or dropped here, and only show
// in net_counts().
//
// Backpressure: all buffered bytes, in both directions, share one budget (options.max_buffered_mb).
// When it is exhausted, the address that holds the most loses its largest connections first.
//
// Every response carries security headers, including errors made here: a Content-Security-Policy
// for the same origin only, "Cache-Control: no-store", and others (the table is in reply.c).
//
// Requests of one connection are sequential: the next is handed over after the response to the
// previous one. Requests of different connections, and messages, come in any order.
#ifndef LOGOMACHY_SERVER_NET_NET_H
#define LOGOMACHY_SERVER_NET_NET_H

#include "base/reason.h"

struct net;
struct net_request; // lives from request() until it is answered, even if the client has gone
struct net_socket;  // lives from opened() or net_stream() until closed() has returned
struct net_timer;

enum net_method {
    NET_GET,
    NET_POST,
    NET_PUT,
    NET_PATCH,
    NET_DELETE,
    NET_HEAD,
    NET_OPTIONS,
};

// Callbacks of the application. Those that may be NULL say so.
struct net_handler {
    // A complete request with its body. Respond exactly once, with net_respond() or
    // net_stream(), now or later.
    void (*request)(void *context, struct net_request *r);

    // The head of a request with a body that was not read yet. Now or later, call net_want_body(),
    // and request() follows when the body is complete; or respond, and the body is never read.
    // NULL: all bodies up to options.max_body are read.
    void (*head)(void *context, struct net_request *r);

    // A wanted body will not come: too long, too slow, or the client has disconnected. The request
    // ends when this returns. May be NULL.
    void (*abandoned)(void *context, struct net_request *r);

    // A client connects from this address; not called for proxies, which serve many clients. False
    // refuses it with 429. NULL accepts all.
    bool (*connects)(void *context, struct text address);

    // A response of NET_LARGE bytes or more is about to be sent. False sends 429 instead. Called
    // from within net_respond(). NULL sends all.
    bool (*sends)(void *context, const struct net_request *r, size_t bytes);

    // A WebSocket handshake. False refuses it with 403. NULL refuses all. Do not respond to the
    // request. It may be given a user pointer for opened(); the client may disconnect before that,
    // so the pointer must not own anything.
    bool (*accept)(void *context, struct net_request *r);

    // The WebSocket is open. The request is that of accept() and ends when this returns.
    void (*opened)(void *context, struct net_socket *s, struct net_request *r);

    // One complete text message. Binary ones are refused with 1003.
    void (*message)(void *context, struct net_socket *s, struct text message);

    // The socket or stream is closed, by either side: called exactly once for every opened() and
    // every net_stream() that returned one, and never from inside a function of this header.
    void (*closed)(void *context, struct net_socket *s);

    // net_wake() was called, once or more often. May be NULL.
    void (*woken)(void *context);

    // SIGTERM or SIGINT: finish, then call net_stop(). NULL: stops at once.
    void (*stopping)(void *context);

    // SIGHUP, except from a closed terminal, which stops. NULL: ignored.
    void (*reload)(void *context);
};

// 0 or NULL always means the default.
struct net_options {
    const char *address;  // a numeric IPv4 or IPv6 address or a host name; NULL: all, IPv4 and IPv6
    unsigned port;        // 0: any free one, see net_port()
    const char *tls_cert; // files in PEM form, both or none
    const char *tls_key;
    const char *proxies; // trusted for X-Forwarded-For and -Proto: see net/proxy.h

    size_t max_body;          // of a request: 64 kB, where there is no head() to decide
    unsigned max_head;        // of a request, all headers: 8 kB
    unsigned max_message;     // on a WebSocket: 16 kB
    size_t max_queue;         // queued for one socket: 256 kB
    unsigned max_buffered_mb; // buffered in both directions, all connections: 128 MB
    unsigned max_clients;     // connections at once: as many as file descriptors allow
    unsigned max_transfers;   // concurrent responses of NET_LARGE bytes or more per address: 32
    unsigned max_per_address; // of them from one address (IPv6: one /64): 256. A connection of a
                              // proxy counts for the client whose request, WebSocket or stream it
                              // carries, and for none in between.
    unsigned head_ms;         // for a whole head, and again for a whole body: 10 s
    unsigned idle_ms;         // between requests of a connection: 30 s
    unsigned write_ms;        // without any progress in sending an answer: 30 s
    unsigned ping_ms;         // heartbeat: a WebSocket that is silent for so long is pinged: 30 s
    unsigned pong_ms;         // and dropped if it stays silent for so long: 20 s
};

// NULL with a reason when the address cannot be had, the certificate is bad, or memory is out.
// Raises the process's limit of open files as far as it may and ignores SIGPIPE. One net at a time
// in a process (signals, and the log of the library below, are the process's). The strings of the
// options are not needed afterwards, the handler is copied.
struct net *net_open(const struct net_options *options, const struct net_handler *handler,
                     void *context, struct reason *why);
unsigned net_port(const struct net *n);
void net_run(struct net *n); // returns after net_stop()

// Takes no more connections, closes WebSockets with 1012 (they are to come again) and ends streams,
// lets requests under way be answered for up to grace_ms, then ends net_run(). A request that is
// not answered by then has lost its client, but is still the application's to answer.
void net_stop(struct net *n, unsigned grace_ms);

// Until when the certificate is valid, seconds since 1970; 0: there is none.
int64_t net_certificate_ends(const struct net *n);
// Can the two be used together, and until when?
bool net_certificate_ok(const char *cert, const char *key, int64_t *ends, struct reason *why);
// For connections from now on. Where it is refused the one before stays. Without TLS it does
// nothing.
bool net_set_certificate(struct net *n, const char *cert, const char *key, struct reason *why);
void net_set_limits(struct net *n, unsigned max_clients, unsigned max_per_address);

// After net_run() has returned. Requests that were never answered, and timers, are freed with it:
// they are not to be touched any more.
void net_free(struct net *n);

// --- Requests. Texts live as long as the request.

enum net_method net_method(const struct net_request *r);
struct text net_path(const struct net_request *r); // begins with '/', without the query, decoded:
                                                   // valid UTF-8, no control characters; "." and
                                                   // ".." are resolved, a doubled '/' is one
struct text net_query_string(const struct net_request *r); // all after '?', as it came

// The value of the first such parameter, decoded, or false where there is none. Into the
// request's own memory.
bool net_query(struct net_request *r, const char *name, struct text *value);

// The name in small letters. Empty where there is no such header; a header that came several times
// is joined by ", " as HTTP wants it, or for cookies "; ".
struct text net_header(const struct net_request *r, const char *name);
bool net_cookie(const struct net_request *r, const char *name, struct text *value);
struct text net_body(const struct net_request *r);   // any bytes
struct text net_client(const struct net_request *r); // its address, such as "192.0.2.1" or "::1"
bool net_is_secure(const struct net_request *r);     // TLS here or, where trusted, at the proxy
bool net_is_gone(const struct net_request *r);       // the client has disconnected, as far as is
                                                     // known: see net_respond()

// Has the client closed the connection, or its half of it? Asks the kernel. Usually the response is
// not needed then; a client that has only closed its half still gets it.
bool net_has_left(const struct net_request *r);

// The length that the head says the body has: 0 for none, NET_LENGTH_OPEN for one in chunks.
#define NET_LENGTH_OPEN UINT64_MAX
uint64_t net_length(const struct net_request *r);

// For head(): the body is to be read, up to `limit` bytes. False where that is not possible: the
// client has gone, the body is too long (it is told 413), or there is no memory for it (503). The
// request has then ended.
bool net_want_body(struct net_request *r, size_t limit);

void net_set_user(struct net_request *r, void *user);
void *net_user(const struct net_request *r);

// --- Answers.

struct net_field {
    const char *name; // "Set-Cookie"
    struct text value;
};

enum { NET_LARGE = 256 * 1024 };

struct net_reply {
    const char *type; // "application/json"; NULL: no Content-Type
    struct text body;
    bool body_stays;                // the body lives at least as long as the net: it is not copied
    const struct net_field *fields; // more headers, copied. One that is among the security headers
    size_t field_count;             // is sent instead of that one; an empty value leaves it out.
};

// Answers and ends the request; for a client that has gone it just ends it. A body that was not
// wanted is skipped where it has come already, or else the connection closes. (While a request is
// under way nothing is read, so mostly that shows only when the answer is sent.) Content-Length,
// keep-alive, HEAD (the body is only counted) and Date are seen to here. The reply may be NULL: no
// body. A field whose value has a control character in it is left out, and logged.
void net_respond(struct net_request *r, unsigned status, const struct net_reply *reply);

// Answers with a body that goes on: net_send() sends a part of it, net_close() ends it (code and
// reason go nowhere). The reply's body is its first part. NULL where the client has gone or the
// method was HEAD; closed() is then not called. Ends the request in any case.
struct net_socket *net_stream(struct net_request *r, unsigned status,
                              const struct net_reply *reply);

// --- WebSockets and streams.

// Queues a whole message (for a WebSocket: valid UTF-8) or a part of a stream; never blocks. False
// when it is not queued: the socket is closing already, or its client is so slow that the queue is
// full, and it is dropped now. closed() follows, later. (One message of any length fits an empty
// queue.)
bool net_send(struct net_socket *s, struct text message);
size_t net_queued(const struct net_socket *s); // bytes that wait to be sent

// Sends the queued messages; then the WebSocket is closed with this code (1000, 4000...) and at
// most 123 bytes of why. Nothing more is read from it. closed() follows, later.
void net_close(struct net_socket *s, unsigned code, struct text why);

void net_socket_set_user(struct net_socket *s, void *user);
void *net_socket_user(const struct net_socket *s);
bool net_socket_is_stream(const struct net_socket *s);

// --- Time, and other threads.

// Calls fn after first_ms, and then every every_ms; where that is 0, just once, and the timer is
// gone when fn is called. NULL when memory is out.
struct net_timer *net_timer(struct net *n, uint64_t first_ms, uint64_t every_ms,
                            void (*fn)(void *context), void *context)
    __attribute__((warn_unused_result));
void net_cancel(struct net_timer *t); // not one that has fired for the last time; NULL is none

void net_wake(struct net *n); // any thread, also a signal handler: woken() is called on the loop

// The site's time, ms since 1970: the monotonic clock and what net_set_now() was last told; before
// that the wall clock. So the clocks of several machines need not agree, and one that is set back
// or ahead changes nothing. From any thread.
uint64_t net_now_ms(void);
// It was `now_ms` when net_ticks_ms() was `ticks`, give or take `error` milliseconds. True where
// the time was wrong by more than that, and was put right.
bool net_set_now(int64_t now_ms, uint64_t ticks, uint64_t error);
uint64_t net_wall_ms(void);  // this machine's own idea of the time
uint64_t net_ticks_ms(void); // never goes back; for measuring

// --- Watching.

enum net_drop {
    NET_DROP_HEAD_SIZE, // head too big, 431
    NET_DROP_BODY_SIZE, // body too big, 413
    NET_DROP_BAD,       // not HTTP, or HTTP that is refused: 400, 405, 411, 501, 505
    NET_DROP_SLOW_IN,   // a head or body took too long, 408
    NET_DROP_SLOW_OUT,  // did not take its answer, or its queue was full
    NET_DROP_IDLE,      // no further request on a connection; that is no fault
    NET_DROP_SILENT,    // no pong
    NET_DROP_MESSAGE,   // too long, binary, not UTF-8, or a broken frame
    NET_DROP_REFUSED,   // accept() said no, 403
    NET_DROP_ADDRESS,   // too many of one address
    NET_DROP_CONNECTS,  // new ones of one address too fast: connects() said no
    NET_DROP_FULL,      // too many connections in all
    NET_DROP_FILES,     // the process had no file descriptor left
    NET_DROP_TRANSFERS, // a large answer too many for one address, 429
    NET_DROP_MEMORY,    // the budget for buffered bytes was used up
    NET_DROPS
};

struct net_counts {
    uint64_t connections; // accepted, ever
    uint64_t requests;    // handed to request()
    uint64_t upgrades;    // WebSockets opened, ever
    uint64_t messages_in;
    uint64_t messages_out;
    uint64_t bytes_in;  // bodies and messages
    uint64_t bytes_out; // answers with their heads, messages, parts of streams
    uint64_t drops[NET_DROPS];
    unsigned open_connections; // now
    unsigned open_sockets;     // WebSockets now
    unsigned open_streams;     // now
    unsigned open_requests;    // not answered now
    uint64_t buffered;         // bytes of memory for what waits, now
};

struct net_counts net_counts(const struct net *n);
const char *net_drop_name(enum net_drop why); // "head_size"

// Where the layer, and the library below it, say what went wrong; standard error until this is
// called. `is_error` is false for a warning. The line has no end of line.
typedef void net_log_fn(void *context, bool is_error, struct text line);
void net_set_log(net_log_fn *log, void *context);

#endif
