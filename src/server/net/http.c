#include "server/net/internal.h"

#include "base/bug.h"
#include "server/net/frame.h"

#include <string.h>

enum { EMPTY_LINES_MAX = 8 }; // before a request

// Behind a trusted proxy: the client that it names.
static void find_client(struct net_request *r)
{
    struct net_conn *c = r->conn;
    net_address_text(&c->address, r->client, sizeof r->client);
    r->secure = c->net->tls;
    if (!net_is_proxy(c))
        return;
    char client[NET_PROXY_ADDRESS];
    net_proxies_client(&c->net->proxies, r->client, net_header(r, "x-forwarded-for"), client);
    snprintf(r->client, sizeof r->client, "%s", client);
    if (text_is(net_header(r, "x-forwarded-proto"), "https"))
        r->secure = true;
}

static void hand_over(struct net_conn *c)
{
    struct net *n = c->net;
    net_conn_phase(c, NET_PHASE_BUSY);
    c->answered = false;
    n->counts.requests++;
    n->counts.bytes_in += c->request->body.len;
    net_conn_dirty(c);
    n->handler.request(n->context, c->request);
}

static void write_handshake(struct net_conn *c, const char *accept)
{
    buf_printf(&c->out,
               "HTTP/1.1 101 Switching Protocols\r\n"
               "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
               accept);
    net_conn_dirty(c);
}

static void upgrade(struct net_conn *c)
{
    struct net *n = c->net;
    struct net_request *r = c->request;
    char accept[NET_ACCEPT_SIZE];
    if (!text_is(net_header(r, "sec-websocket-version"), "13")) {
        net_fail(c, 426, NET_DROP_BAD);
    } else if (r->head.length || r->head.chunked ||
               !net_frame_accept(net_header(r, "sec-websocket-key"), accept)) {
        net_fail(c, 400, NET_DROP_BAD);
    } else if (!n->handler.accept || !n->handler.accept(n->context, r)) {
        net_fail(c, 403, NET_DROP_REFUSED);
    } else {
        write_handshake(c, accept);
        net_socket_open(c);
    }
}

static void begin_body(struct net_conn *c)
{
    struct net *n = c->net;
    net_conn_phase(c, NET_PHASE_ASKED);
    c->answered = false;
    net_conn_dirty(c);
    if (n->handler.head)
        n->handler.head(n->context, c->request);
    else
        (void)net_want_body(c->request, n->options.max_body);
}

bool net_want_body(struct net_request *r, size_t limit)
{
    struct net_conn *c = r->conn;
    if (!c) {
        net_request_free(r);
        return false;
    }
    BUG_UNLESS(c->request == r && c->phase == NET_PHASE_ASKED);
    if (r->head.length > limit) {
        net_fail(c, 413, NET_DROP_BODY_SIZE);
        return false;
    }
    if (net_is_over_budget(c->net))
        net_shed(c->net);
    if (net_is_over_budget(c->net)) {
        net_fail(c, 503, NET_DROP_MEMORY);
        return false;
    }
    r->body_limit = limit;
    if (r->head.wants_continue && c->in.len == 0) // else it did not wait
        buf_add_string(&c->out, "HTTP/1.1 100 Continue\r\n\r\n");
    net_conn_phase(c, NET_PHASE_BODY);
    net_conn_dirty(c);
    return true;
}

static enum net_drop drop_of(unsigned status)
{
    return status == 413 ? NET_DROP_BODY_SIZE : status == 431 ? NET_DROP_HEAD_SIZE : NET_DROP_BAD;
}

// Takes the bytes off the input; it holds no memory while it is empty.
static void consume(struct net_conn *c, size_t len)
{
    c->scanned = 0;
    c->in.len -= len;
    if (c->in.len)
        memmove(c->in.at, c->in.at + len, c->in.len);
    else
        buf_release(&c->in);
}

void net_http_skip_body(struct net_conn *c)
{
    const struct net_head *h = &c->request->head;
    if (!h->chunked && h->length <= c->in.len) {
        consume(c, (size_t)h->length);
    } else {
        c->keep = false;
        buf_release(&c->in);
    }
}

static void begin_request(struct net_conn *c, size_t head_len)
{
    struct net_request *r = net_request_new(c, text_head(buf_text(&c->in), head_len));
    c->request = r;
    c->empty_lines = 0;
    consume(c, head_len);
    if (!r) {
        net_fail(c, 503, NET_DROP_FULL);
        return;
    }
    unsigned refusal = net_head_parse(&r->head, r->bytes, head_len, &r->arena);
    if (refusal) {
        net_fail(c, refusal, drop_of(refusal));
        return;
    }
    c->keep = r->head.keep && !c->net->stopping;
    c->used = true;
    find_client(r);
    refusal = net_is_proxy(c) ? net_peer_enter_text(c, r->client) : 0;
    if (refusal)
        net_fail(c, refusal, refusal == 429 ? NET_DROP_ADDRESS : NET_DROP_MEMORY);
    else if (r->head.wants_socket)
        upgrade(c);
    else if (r->head.length || r->head.chunked)
        begin_body(c);
    else
        hand_over(c);
}

// Some clients send an empty line too many after a request. False where there are more than a few.
static bool skip_empty_lines(struct net_conn *c)
{
    size_t len = 0;
    while (c->in.len - len >= 2 && memcmp(c->in.at + len, "\r\n", 2) == 0) {
        len += 2;
        if (++c->empty_lines > EMPTY_LINES_MAX)
            return false;
    }
    if (len)
        consume(c, len);
    return true;
}

// False when there is nothing more to do with the input as it is.
static bool read_head(struct net_conn *c)
{
    if (!skip_empty_lines(c)) {
        net_fail(c, 400, NET_DROP_BAD);
        return false;
    }
    size_t end = net_head_end(buf_text(&c->in), &c->scanned);
    if ((end ? end : c->in.len) > c->net->options.max_head) {
        net_fail(c, 431, NET_DROP_HEAD_SIZE);
        return false;
    }
    if (!end)
        return false;
    begin_request(c, end);
    return c->in.len > 0;
}

static bool read_body(struct net_conn *c)
{
    struct net_request *r = c->request;
    struct text rest = buf_text(&c->in);
    unsigned refusal = 0;
    bool done;
    if (r->head.chunked) {
        refusal = net_chunks_read(&r->chunks, &rest, &r->body, r->body_limit);
        done = r->chunks.state == CHUNK_DONE;
    } else {
        size_t missing = (size_t)r->head.length - r->body.len;
        struct text part = text_head(rest, missing);
        buf_add_text(&r->body, part);
        rest = text_from(rest, part.len);
        done = part.len == missing;
    }
    consume(c, c->in.len - rest.len);
    if (!buf_ok(&r->body))
        net_fail(c, 503, NET_DROP_FULL);
    else if (refusal)
        net_fail(c, refusal, drop_of(refusal));
    else if (done)
        hand_over(c);
    return false;
}

void net_http_read(struct net_conn *c)
{
    bool more = c->in.len > 0;
    while (more && !c->doomed) {
        if (c->phase == NET_PHASE_HEAD)
            more = read_head(c);
        else if (c->phase == NET_PHASE_BODY)
            more = read_body(c);
        else
            more = false;
    }
    if (c->phase == NET_PHASE_SOCKET)
        net_socket_read(c);
}
