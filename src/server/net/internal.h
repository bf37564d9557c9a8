// internal: what the files of net share. No other folder includes it.
//
// libwebsockets gives byte streams, with or without TLS, on a libuv loop ("raw sockets"). Its HTTP
// is not used: it drops the connection where a status is due (head too big), guesses a length where
// none was given, takes no chunked bodies and loses the raw query.
//
//     loop.c      opening, running, stopping
//     listen.c    accepting and refusing connections
//     tls.c       certificates
//     peer.c      connections and transfers per client address
//     conn.c      a connection: bytes in and out, time limits, its end
//     budget.c    memory budget of buffered bytes, and load shedding
//     http.c      bytes -> requests (parse.h), WebSocket handshakes
//     request.c   accessors of a request
//     reply.c     responses -> bytes
//     socket.c    WebSocket messages (frame.h) and streams
//     timer.c     timers and clocks
//
// Only net_flush() writes to connections and ends them. It runs once per turn of the loop, before
// it sleeps: so no callback runs inside a call of the application, and everything queued in one
// turn is written together.
//
//     struct net_conn *c = NULL; /* a connection */
//     net_conn_doom(c);
#ifndef LOGOMACHY_SERVER_NET_INTERNAL_H
#define LOGOMACHY_SERVER_NET_INTERNAL_H

#include "base/map.h"
#include "server/net/net.h"
#include "server/net/parse.h"
#include "server/net/proxy.h"

#include <libwebsockets.h>
#include <sys/socket.h>
#include <uv.h>

enum {
    NET_READ_SIZE = 32 * 1024, // one read; more than a TLS record, so that none stays half read
    NET_LISTENERS_MAX = 8,
    NET_LINGER_MS = 2000, // for the client to take the last bytes and close
};

struct net_peer {
    char key[16];
    unsigned count;
    unsigned transfers; // large responses being sent
    size_t bytes;       // buffered for its connections, in and out
};

enum net_phase {
    NET_PHASE_HEAD,    // reading a head, or waiting for one
    NET_PHASE_ASKED,   // the application has the head, and decides whether to read the body
    NET_PHASE_BODY,    // reading a body
    NET_PHASE_BUSY,    // the application has the request, or its response is being sent
    NET_PHASE_STREAM,  // a response of open length
    NET_PHASE_SOCKET,  // a WebSocket
    NET_PHASE_CLOSING, // flushes its queue, then closes
    NET_PHASE_LINGER,  // waits for the client to close
};

struct net_socket {
    struct net_conn *conn;
    void *user;
    bool is_open; // between opened() and closed()
    bool is_stream;
    bool is_chunked;    // a stream to an HTTP/1.1 client
    bool pinged;        // since the last bytes came
    bool in_message;    // between the first and the last fragment
    struct buf message; // the fragments so far
};

struct net_conn {
    struct net *net;
    struct lws *wsi;
    struct net_conn *next, *prev; // list of all
    struct net_conn *next_dirty;
    struct net_peer *peer;       // where it is counted, or NULL
    struct net_request *request; // being read, or not responded to yet
    struct buf in;               // received, not parsed yet
    struct buf out;              // queued; the first `sent` bytes have been sent
    size_t sent;
    struct text stays;      // borrowed body, sent after `out`
    uint64_t since;         // when the phase, or the head, began
    uint64_t wrote;         // last progress in sending
    uint64_t last_received; // last bytes received
    struct net_socket socket;
    struct sockaddr_storage address;
    size_t scanned;       // bytes of `in` that do not end a head
    unsigned empty_lines; // before the request to come
    size_t weight;        // its share of the memory budget, as of net_weigh()
    enum net_phase phase;
    bool dirty;     // queued for net_flush()
    bool doomed;    // closed by the next net_flush()
    bool paused;    // reading is paused (backpressure)
    bool answered;  // the response is in `out`
    bool transfers; // its response is large and counts as a transfer
    bool keep;      // keep-alive
    bool used;      // has served a request
};

struct net_request {
    struct net *net;
    struct net_conn *conn; // NULL: the client has gone
    struct net_request *next, *prev;
    struct net_head head;
    char *bytes; // of the head
    struct arena arena;
    struct buf body;
    size_t body_limit;
    struct net_chunks chunks;
    void *user;
    bool secure;
    char client[46];
};

struct net {
    struct net_options options;
    struct net_proxies proxies;
    struct net_handler handler;
    void *context;
    uv_loop_t loop;
    uv_prepare_t before_sleep;
    uv_idle_t no_sleep; // active while there is more to flush
    uv_async_t wake;
    uv_signal_t signals[3];
    uv_timer_t sweep;
    uv_timer_t accept_again;
    uv_timer_t grace;
    struct lws_context *lws;
    struct lws_vhost *vhost;
    struct ssl_ctx_st *tls_context; // the library's; NULL: no TLS
    struct ssl_ctx_st *tls_pair;    // a certificate that has replaced the first one, or NULL
    int64_t certificate_ends;
    struct net_listener {
        uv_poll_t poll;
        int fd;
        struct net *net;
    } listener[NET_LISTENERS_MAX];
    unsigned listeners;
    unsigned port;
    int spare; // spare file descriptor, closed to accept and refuse a client when none is left
    bool tls;
    bool loop_is_open;
    bool stopping, stopped;
    uint64_t full_logged, files_logged; // last log line of each kind, for rate limiting
    struct net_conn *conns;             // all
    struct net_conn *dirty, **dirty_end;
    struct net_conn *adopting;    // while the library takes it over
    struct net_request *requests; // all without a response yet
    struct net_timer *timers;
    struct map peers;
    size_t buffered; // sum of all weights
    struct net_counts counts;
    uint64_t now; // ticks, as of this turn of the loop
    char date[48];
    uint64_t date_second;
};

// tls.c
extern const char net_tls_suites[];
void net_tls_free(struct net *n);

// loop.c
void net_log(bool is_error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool net_is_time_to_log(struct net *n,
                        uint64_t *last); // rate limit of lines that clients can cause
void net_finish_if_done(struct net *n);  // when stopping and nothing is left

// listen.c
bool net_listen(struct net *n, struct reason *why);
void net_unlisten(struct net *n);

// peer.c
bool net_is_proxy(const struct net_conn *c); // is its X-Forwarded-For trusted?

// Counts the connection for an address, instead of the one it was counted for. Returns 0 or the
// status to refuse it with: 429 when the address has too many, 503 without memory.
unsigned net_peer_enter(struct net_conn *c, const struct sockaddr_storage *address);
unsigned net_peer_enter_text(struct net_conn *c, const char *address);
void net_peer_leave(struct net_conn *c);

// Counts a large response until net_transfer_end(); false when the address has too many.
bool net_transfer_begin(struct net_conn *c);
void net_transfer_end(struct net_conn *c);
void net_address_text(const struct sockaddr_storage *address, char *out, size_t size);

// conn.c
// Takes over the descriptor and returns 0, or returns the status to refuse the client with.
unsigned net_conn_adopt(struct net *n, int fd, const struct sockaddr_storage *address);
int net_conn_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t len);
void net_conn_dirty(struct net_conn *c);
void net_conn_doom(struct net_conn *c);
void net_conn_count(struct net_conn *c, enum net_drop why);
void net_conn_phase(struct net_conn *c, enum net_phase phase);
size_t net_conn_queued(const struct net_conn *c);
void net_flush(struct net *n);
void net_sweep(struct net *n);

// budget.c
void net_weigh(struct net_conn *c);           // after its buffers have changed
bool net_is_over_budget(const struct net *n); // by so much that nothing more is read
void net_shed(struct net *n); // load shedding: dooms connections until the rest fits the budget

// http.c
void net_http_read(struct net_conn *c);
void net_http_skip_body(struct net_conn *c); // of a request that was responded to without it

// request.c
void net_request_abandon(
    struct net_request *r); // frees it, and notifies the application if it has seen it
struct net_request *net_request_new(struct net_conn *c, struct text head);
void net_request_free(struct net_request *r);
bool net_is_address(const char *text);

// reply.c
enum net_length {
    NET_LENGTH_KNOWN,   // Content-Length
    NET_LENGTH_CHUNKED, // Transfer-Encoding: chunked
    NET_LENGTH_END,     // until the connection closes
};
void net_write_head(struct net_conn *c, unsigned status, const struct net_reply *reply,
                    enum net_length length);
void net_write_date(struct net *n); // keeps the date for the Date header
void net_fail(struct net_conn *c, unsigned status, enum net_drop why);

// A whole response that closes the connection.
void net_write_refusal(struct net *n, struct buf *out, unsigned status);

// socket.c
void net_socket_open(struct net_conn *c);
void net_socket_read(struct net_conn *c);
void net_socket_close(struct net_conn *c, unsigned code, struct text why);
void net_socket_ended(struct net_conn *c); // calls closed()

// timer.c
void net_timers_free(struct net *n);

#endif
