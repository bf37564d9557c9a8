// net_internal: what the files of net share. Nobody else includes it.
//
// The library below gives byte streams, with or without TLS, on a libuv loop ("raw sockets", in its
// words). Its own HTTP is not used: it drops the connection where a status is due (head too big),
// guesses a length where none was given, takes no chunked bodies and loses the query as it came.
//
//     net.c          opening, running, stopping
//     net_listen.c   accepting connections, and refusing them
//     net_peer.c     how many come from one address
//     net_conn.c     a connection: bytes in and out, time limits, its end
//     net_budget.c   memory for buffered bytes, and who gives way when it is used up
//     net_http.c     bytes -> requests (net_parse.h), handshakes
//     net_request.c  what can be asked of a request
//     net_reply.c    answers -> bytes
//     net_socket.c   WebSockets (net_frame.h) and streams
//     net_timer.c    timers and clocks
//
// Nothing is written and no connection is ended but by net_flush(), which runs once in each turn of
// the loop, before it sleeps: so no callback runs inside a call of the application, and all that
// was queued in a turn goes out together.
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
    unsigned transfers; // large answers that are being sent
    size_t bytes;       // buffered for its connections
};

enum net_phase {
    NET_PHASE_HEAD,    // reading a head, or waiting for one
    NET_PHASE_ASKED,   // the application decides by the head what becomes of the body
    NET_PHASE_BODY,    // reading a body
    NET_PHASE_BUSY,    // the application has the request, or its answer is being sent
    NET_PHASE_STREAM,  // an answer that goes on
    NET_PHASE_SOCKET,  // a WebSocket
    NET_PHASE_CLOSING, // sends what is queued, and then no more
    NET_PHASE_LINGER,  // waits for the client to close
};

struct net_socket {
    struct net_conn *conn;
    void *user;
    bool is_open; // between opened() and closed()
    bool is_stream;
    bool is_chunked;    // a stream to an HTTP/1.1 client
    bool pinged;        // since it was last heard
    bool in_message;    // fragments have come
    struct buf message; // these
};

struct net_conn {
    struct net *net;
    struct lws *wsi;
    struct net_conn *next, *prev; // of all
    struct net_conn *next_dirty;
    struct net_peer *peer;       // where it is counted, or NULL
    struct net_request *request; // being read, or not answered yet
    struct buf in;               // not parsed yet
    struct buf out;              // not sent yet, but for the first `sent` bytes
    size_t sent;
    struct text stays; // goes out after that
    uint64_t since;    // when the phase, or the head, began
    uint64_t wrote;    // when anything could last be sent
    uint64_t heard;    // when anything last came
    struct net_socket socket;
    struct sockaddr_storage address;
    size_t scanned;       // how much of `in` is known not to end a head
    unsigned empty_lines; // before the request to come
    size_t weight;        // its part of the budget, as of net_weigh()
    enum net_phase phase;
    bool dirty;     // in the list of net_flush()
    bool doomed;    // ends at the next net_flush()
    bool deaf;      // reading is switched off
    bool answered;  // the request has been, its bytes are in `out`
    bool transfers; // its answer is a large one, and counted as such
    bool keep;      // may serve another request after this one
    bool used;      // has served one
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
    int spare; // a file descriptor to give up for telling a client that there are none
    bool tls;
    bool loop_is_open;
    bool stopping, stopped;
    uint64_t full_logged, files_logged; // when these were last complained of
    struct net_conn *conns;             // all
    struct net_conn *dirty, **dirty_end;
    struct net_conn *adopting;    // while the library takes it over
    struct net_request *requests; // all that are not answered
    struct net_timer *timers;
    struct map peers;
    size_t buffered; // the weight of all connections
    struct net_counts counts;
    uint64_t now; // ticks, as of this turn of the loop
    char date[48];
    uint64_t date_second;
};

// net_tls.c
extern const char net_tls_suites[];
void net_tls_free(struct net *n);

// net.c
void net_log(bool is_error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool net_is_time_to_log(struct net *n, uint64_t *last); // of what clients could have us repeat
void net_finish_if_done(struct net *n);                 // when stopping and nothing is left

// net_listen.c
bool net_listen(struct net *n, struct reason *why);
void net_unlisten(struct net *n);

// net_peer.c
bool net_is_proxy(const struct net_conn *c); // what it says of its clients' addresses is believed

// Counts the connection under an address, and no longer under another. Is 0, or the status to
// refuse it with: 429 where that has too many, 503 without memory. The text is an address.
unsigned net_peer_enter(struct net_conn *c, const struct sockaddr_storage *address);
unsigned net_peer_enter_text(struct net_conn *c, const char *address);
void net_peer_leave(struct net_conn *c);

// Counts a large answer until net_transfer_end(); false when the address has too many.
bool net_transfer_begin(struct net_conn *c);
void net_transfer_end(struct net_conn *c);
void net_address_text(const struct sockaddr_storage *address, char *out, size_t size);

// net_conn.c
// Is 0, and the descriptor is taken over; or the status to refuse the client with.
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

// net_budget.c
void net_weigh(struct net_conn *c);           // after its buffers have changed
bool net_is_over_budget(const struct net *n); // so far that nothing more is taken in
void net_shed(struct net *n);                 // dooms connections until the rest fits

// net_http.c
void net_http_read(struct net_conn *c);
void net_http_skip_body(struct net_conn *c); // of a request that is answered without it

// net_request.c
void net_request_abandon(struct net_request *r); // frees it, and tells the application if it knows
struct net_request *net_request_new(struct net_conn *c, struct text head);
void net_request_free(struct net_request *r);
bool net_is_address(const char *text);

// net_reply.c
enum net_length {
    NET_LENGTH_KNOWN,   // Content-Length
    NET_LENGTH_CHUNKED, // goes on, in chunks
    NET_LENGTH_END,     // goes on, till the connection is closed
};
void net_write_head(struct net_conn *c, unsigned status, const struct net_reply *reply,
                    enum net_length length);
void net_write_date(struct net *n); // keeps the date for the Date header
void net_fail(struct net_conn *c, unsigned status, enum net_drop why);

// A whole answer that closes the connection, for a client that gets no more than that.
void net_write_refusal(struct net *n, struct buf *out, unsigned status);

// net_socket.c
void net_socket_open(struct net_conn *c);
void net_socket_read(struct net_conn *c);
void net_socket_close(struct net_conn *c, unsigned code, struct text why);
void net_socket_ended(struct net_conn *c); // tells the application

// net_timer.c
void net_timers_free(struct net *n);

#endif
