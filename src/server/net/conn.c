#include "server/net/internal.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>

enum {
    WRITE_SIZE = 16 * 1024, // one write, and what counts as progress of a slow client
    WRITES_A_TURN = 8,      // then the others have their turn
    SLOWEST_BODY = 16,      // bytes a millisecond that a body must come with, after the first time
};

// The list that net_flush() works off.
void net_conn_dirty(struct net_conn *c)
{
    struct net *n = c->net;
    if (c->dirty)
        return;
    c->dirty = true;
    c->next_dirty = NULL;
    *n->dirty_end = c;
    n->dirty_end = &c->next_dirty;
}

static void not_dirty(struct net_conn *c)
{
    struct net *n = c->net;
    struct net_conn **at = &n->dirty;
    if (!c->dirty)
        return;
    while (*at != c)
        at = &(*at)->next_dirty;
    *at = c->next_dirty;
    if (!*at)
        n->dirty_end = at;
    c->dirty = false;
}

void net_conn_doom(struct net_conn *c)
{
    c->doomed = true;
    net_conn_dirty(c);
}

void net_conn_count(struct net_conn *c, enum net_drop why)
{
    c->net->counts.drops[why]++;
}

void net_conn_phase(struct net_conn *c, enum net_phase phase)
{
    c->phase = phase;
    c->since = c->net->now;
}

size_t net_conn_queued(const struct net_conn *c)
{
    return c->out.len - c->sent + c->stays.len;
}

static void set_socket_options(int fd)
{
    int yes = 1, idle = 60, interval = 15, count = 4;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    // A client whose machine is gone says nothing: streams and requests under way notice by this.
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}

static void free_conn(struct net_conn *c)
{
    struct net *n = c->net;
    net_socket_ended(c);
    if (c->request)
        c->request->conn = NULL;
    if (c->request && c->phase == NET_PHASE_BODY) {
        net_request_abandon(c->request);
        c->request = NULL;
    }
    not_dirty(c);
    net_peer_leave(c);
    *(c->prev ? &c->prev->next : &n->conns) = c->next;
    if (c->next)
        c->next->prev = c->prev;
    n->counts.open_connections--;
    n->buffered -= c->weight;
    buf_release(&c->in);
    buf_release(&c->out);
    if (n->adopting == c)
        n->adopting = NULL;
    free(c);
    net_finish_if_done(n);
}

// Neither too many of that address nor too fast: 0, or the status to refuse it with.
static unsigned may_connect(struct net_conn *c, const struct sockaddr_storage *address)
{
    struct net *n = c->net;
    char text[INET6_ADDRSTRLEN];
    unsigned refusal = net_peer_enter(c, address);
    if (refusal) {
        net_conn_count(c, refusal == 429 ? NET_DROP_ADDRESS : NET_DROP_MEMORY);
        return refusal;
    }
    net_address_text(address, text, sizeof text);
    if (!n->handler.connects || n->handler.connects(n->context, text_of(text)))
        return 0;
    net_conn_count(c, NET_DROP_CONNECTS);
    net_peer_leave(c);
    return 429;
}

unsigned net_conn_adopt(struct net *n, int fd, const struct sockaddr_storage *address)
{
    struct net_conn *c = calloc(1, sizeof *c);
    if (!c)
        return 503;
    *c = (struct net_conn){.net = n, .address = *address, .next = n->conns, .keep = true};
    c->since = c->last_received = c->wrote = n->now;
    unsigned refusal = net_is_proxy(c) ? 0 : may_connect(c, address);
    if (refusal) {
        free(c);
        return refusal;
    }
    if (c->next)
        c->next->prev = c;
    n->conns = c;
    n->counts.connections++;
    n->counts.open_connections++;
    set_socket_options(fd);
    n->adopting = c;
    const lws_adopt_desc_t info = {
        .vh = n->vhost,
        .type = LWS_ADOPT_SOCKET | (n->tls ? LWS_ADOPT_ALLOW_SSL : 0),
        .fd.sockfd = fd,
        .opaque = c,
    };
    struct lws *wsi = lws_adopt_descriptor_vhost_via_info(&info);
    if (n->adopting && wsi)
        c->wsi = wsi;
    else if (n->adopting) // else it has failed and was freed already
        free_conn(c);
    n->adopting = NULL;
    return 0; // the descriptor is the library's in any case
}

static void drop(struct net_conn *c, enum net_drop why)
{
    net_conn_count(c, why);
    net_conn_doom(c);
}

static void receive(struct net_conn *c, const void *bytes, size_t len)
{
    c->last_received = c->net->now;
    c->socket.pinged = false;
    if (c->phase == NET_PHASE_STREAM || c->phase >= NET_PHASE_CLOSING)
        return; // nothing that it says matters any more
    if (c->phase == NET_PHASE_HEAD && c->in.len == 0)
        c->since = c->net->now;
    if (net_is_over_budget(c->net))
        net_shed(c->net);
    if (c->doomed)
        return;
    if (net_is_over_budget(c->net)) {
        drop(c, NET_DROP_MEMORY);
        return;
    }
    buf_add(&c->in, bytes, len);
    if (!buf_ok(&c->in))
        net_conn_doom(c);
    else
        net_http_read(c);
    net_weigh(c);
}

int net_conn_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t len)
{
    struct net_conn *c = wsi ? lws_get_opaque_user_data(wsi) : NULL;
    (void)user;
    if (!c)
        return 0;
    if (reason == LWS_CALLBACK_RAW_RX) {
        c->net->now = net_ticks_ms();
        receive(c, in, len);
    } else if (reason == LWS_CALLBACK_RAW_WRITEABLE) {
        net_conn_dirty(c);
    } else if (reason == LWS_CALLBACK_RAW_CLOSE) {
        lws_set_opaque_user_data(wsi, NULL);
        free_conn(c);
    }
    return 0;
}

static void drop_sent(struct net_conn *c)
{
    if (c->sent == c->out.len) {
        buf_release(&c->out);
        c->sent = 0;
    } else if (c->sent > c->out.len / 2) {
        c->out.len -= c->sent;
        memmove(c->out.at, c->out.at + c->sent, c->out.len);
        c->sent = 0;
    }
}

// The next bytes to send: from the queue, then from the borrowed body.
static struct text next_piece(const struct net_conn *c)
{
    struct text queue = text_from(buf_text(&c->out), c->sent);
    return text_head(queue.len ? queue : c->stays, WRITE_SIZE);
}

// False when the connection is broken. The library keeps bytes that the socket does not take now:
// at most one piece.
static bool write_pieces(struct net_conn *c)
{
    if (lws_partial_buffered(c->wsi))
        return true;
    for (int i = 0; i < WRITES_A_TURN && net_conn_queued(c); i++) {
        struct text piece = next_piece(c);
        // The library's type is not const, but it does not write there.
        const union {
            const char *read;
            unsigned char *write;
        } bytes = {.read = piece.at};
        if (lws_write(c->wsi, bytes.write, piece.len, LWS_WRITE_RAW) < 0)
            return false;
        c->wrote = c->net->now;
        c->net->counts.bytes_out += piece.len;
        if (c->sent < c->out.len)
            c->sent += piece.len;
        else
            c->stays = text_from(c->stays, piece.len);
        if (lws_partial_buffered(c->wsi))
            break;
    }
    drop_sent(c);
    return true;
}

static bool is_all_sent(const struct net_conn *c)
{
    return net_conn_queued(c) == 0 && !lws_partial_buffered(c->wsi);
}

// The answer is out: on to the next request, which may have come already.
static void next_request(struct net_conn *c)
{
    net_transfer_end(c);
    if (!c->keep || c->net->stopping) {
        net_conn_phase(c, NET_PHASE_CLOSING);
        return;
    }
    if (net_is_proxy(c))
        net_peer_leave(c); // the next one may be another client's
    net_conn_phase(c, NET_PHASE_HEAD);
    net_http_read(c);
}

// Reading stops while a request is under way, so that a client cannot pile up more, and one that
// has closed its half still gets its answer; and while the socket takes no more, since the library
// would then be woken again and again by what it does not read.
static void set_reading(struct net_conn *c)
{
    bool paused =
        c->phase == NET_PHASE_BUSY || c->phase == NET_PHASE_ASKED || lws_partial_buffered(c->wsi);
    if (paused != c->paused) {
        c->paused = paused;
        lws_rx_flow_control(c->wsi, !paused);
    }
}

// Sends, and goes on to the phase after that. False when the connection is to end.
static bool flush_conn(struct net_conn *c)
{
    if (c->doomed || !buf_ok(&c->out) || !write_pieces(c))
        return false;
    if (c->phase == NET_PHASE_BODY)
        net_http_read(c); // what came before the body was wanted
    if (is_all_sent(c)) {
        if (c->phase == NET_PHASE_BUSY && c->answered)
            next_request(c);
        if (c->phase == NET_PHASE_CLOSING && net_conn_queued(c) == 0) {
            net_conn_phase(c, NET_PHASE_LINGER);
            shutdown(lws_get_socket_fd(c->wsi), SHUT_WR);
        }
    } else if (!lws_partial_buffered(c->wsi)) {
        net_conn_dirty(c); // its turn is over, but not its bytes
    }
    set_reading(c);
    return !c->doomed;
}

void net_flush(struct net *n)
{
    struct net_conn *list = n->dirty;
    n->dirty = NULL;
    n->dirty_end = &n->dirty;
    n->now = net_ticks_ms();
    for (struct net_conn *c = list; c; c = c->next_dirty)
        net_weigh(c);
    net_shed(n);
    for (struct net_conn *c = list, *next; c; c = next) {
        next = c->next_dirty;
        c->dirty = false;
        bool goes_on = flush_conn(c);
        net_weigh(c);
        if (!goes_on) {
            not_dirty(c);
            lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
        }
    }
}

static bool is_body_late(const struct net_conn *c, uint64_t for_ms)
{
    return for_ms > c->net->options.head_ms + c->request->body.len / SLOWEST_BODY;
}

static void sweep_socket(struct net_conn *c)
{
    const struct net_options *o = &c->net->options;
    uint64_t silent = c->net->now - c->last_received;
    if (silent <= o->ping_ms)
        return;
    if (!c->socket.pinged) {
        c->socket.pinged = true;
        buf_add(&c->out, "\x89\0", 2); // an empty ping
        net_conn_dirty(c);
    } else if (silent > o->ping_ms + o->pong_ms) {
        drop(c, NET_DROP_SILENT);
    }
}

static void sweep_head(struct net_conn *c, uint64_t for_ms)
{
    const struct net_options *o = &c->net->options;
    if (c->in.len && for_ms > o->head_ms)
        net_fail(c, 408, NET_DROP_SLOW_IN);
    else if (!c->in.len && !c->used && for_ms > o->head_ms)
        drop(c, NET_DROP_SLOW_IN);
    else if (!c->in.len && for_ms > o->idle_ms)
        drop(c, NET_DROP_IDLE);
}

static void sweep_conn(struct net_conn *c)
{
    uint64_t for_ms = c->net->now - c->since;
    if (!is_all_sent(c) && c->net->now - c->wrote > c->net->options.write_ms)
        drop(c, NET_DROP_SLOW_OUT);
    else if (c->phase == NET_PHASE_HEAD)
        sweep_head(c, for_ms);
    else if (c->phase == NET_PHASE_BODY && is_body_late(c, for_ms))
        net_fail(c, 408, NET_DROP_SLOW_IN);
    else if (c->phase == NET_PHASE_SOCKET)
        sweep_socket(c);
    else if (c->phase == NET_PHASE_LINGER && for_ms > NET_LINGER_MS)
        net_conn_doom(c);
}

void net_sweep(struct net *n)
{
    n->now = net_ticks_ms();
    for (struct net_conn *c = n->conns; c; c = c->next)
        sweep_conn(c);
}
