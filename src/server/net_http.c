#include "server/net_internal.h"

#include "server/net_frame.h"

#include <string.h>

// With a trusted proxy, who the proxy says it is: the last entry is the proxy's own.
static void find_client(struct net_request *r)
{
    struct net_conn *c = r->conn;
    net_address_text(&c->address, r->client, sizeof r->client);
    r->secure = c->net->tls;
    if (!c->net->options.trust_proxy)
        return;
    struct text rest = net_header(r, "x-forwarded-for"), last = {0};
    while (rest.len)
        last = text_trim(text_cut(&rest, ','));
    char address[sizeof r->client];
    if (last.len && last.len < sizeof address) {
        memcpy(address, last.at, last.len);
        address[last.len] = 0;
        if (net_is_address(address))
            memcpy(r->client, address, last.len + 1);
    }
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
    } else if (n->options.trust_proxy && !net_peer_enter_text(c, r->client)) {
        net_fail(c, 429, NET_DROP_ADDRESS);
    } else {
        write_handshake(c, accept);
        net_socket_open(c);
    }
}

static void begin_body(struct net_conn *c)
{
    struct net_request *r = c->request;
    struct net *n = c->net;
    size_t limit = n->handler.body_limit ? n->handler.body_limit(n->context, r) : 0;
    r->body_limit = limit ? limit : n->options.max_body;
    if (r->head.length > r->body_limit) {
        net_fail(c, 413, NET_DROP_BODY_SIZE);
        return;
    }
    if (r->head.wants_continue && c->in.len == 0) { // else it did not wait
        buf_add_string(&c->out, "HTTP/1.1 100 Continue\r\n\r\n");
        net_conn_dirty(c);
    }
    net_conn_phase(c, NET_PHASE_BODY);
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

static void begin_request(struct net_conn *c, size_t head_len)
{
    struct net_request *r = net_request_new(c, text_head(buf_text(&c->in), head_len));
    c->request = r;
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
    if (r->head.wants_socket)
        upgrade(c);
    else if (r->head.length || r->head.chunked)
        begin_body(c);
    else
        hand_over(c);
}

// False when there is nothing more to do with the input as it is.
static bool read_head(struct net_conn *c)
{
    while (c->in.len >= 2 && memcmp(c->in.at, "\r\n", 2) == 0)
        consume(c, 2); // an empty line too many after the request before
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
