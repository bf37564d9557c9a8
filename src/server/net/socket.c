#include "server/net/internal.h"

#include "base/utf8.h"
#include "server/net/frame.h"

#include <string.h>

void net_socket_open(struct net_conn *c)
{
    struct net *n = c->net;
    struct net_request *r = c->request;
    c->keep = false;
    c->socket = (struct net_socket){.conn = c, .is_open = true};
    net_conn_phase(c, NET_PHASE_SOCKET);
    n->counts.upgrades++;
    n->counts.open_sockets++;
    n->handler.opened(n->context, &c->socket, r);
    net_request_free(r);
}

void net_socket_ended(struct net_conn *c)
{
    struct net_socket *s = &c->socket;
    struct net *n = c->net;
    if (!s->is_open)
        return;
    s->is_open = false;
    if (s->is_stream)
        n->counts.open_streams--;
    else
        n->counts.open_sockets--;
    if (n->handler.closed)
        n->handler.closed(n->context, s);
    buf_release(&s->message);
}

// Whether the application may still send.
static bool is_sending(const struct net_conn *c)
{
    return !c->doomed && (c->phase == NET_PHASE_SOCKET || c->phase == NET_PHASE_STREAM);
}

static void write_part(struct net_conn *c, struct text part)
{
    if (c->socket.is_chunked && part.len)
        buf_printf(&c->out, "%zx\r\n", part.len);
    buf_add_text(&c->out, part);
    if (c->socket.is_chunked && part.len)
        buf_add(&c->out, "\r\n", 2);
}

void net_socket_close(struct net_conn *c, unsigned code, struct text why)
{
    if (!is_sending(c))
        return;
    if (c->socket.is_stream && c->socket.is_chunked)
        buf_add_string(&c->out, "0\r\n\r\n");
    else if (!c->socket.is_stream)
        net_frame_write_close(&c->out, code, why);
    net_conn_phase(c, NET_PHASE_CLOSING);
    net_conn_dirty(c);
}

static void break_off(struct net_conn *c, unsigned code)
{
    net_conn_count(c, NET_DROP_MESSAGE);
    net_socket_close(c, code, TEXT(""));
}

// Something to be sent at once, if there is room for it.
static bool make_room(struct net_conn *c, size_t len)
{
    size_t queued = net_conn_queued(c);
    if (queued == 0 || queued + len <= c->net->options.max_queue)
        return true;
    net_conn_count(c, NET_DROP_SLOW_OUT);
    net_conn_doom(c);
    return false;
}

static void deliver(struct net_conn *c, struct text message)
{
    struct net *n = c->net;
    if (!utf8_valid(message)) {
        break_off(c, NET_CLOSE_NOT_UTF8);
        return;
    }
    n->counts.messages_in++;
    n->counts.bytes_in += message.len;
    if (n->handler.message)
        n->handler.message(n->context, &c->socket, message);
}

// A frame of a message: most come in one piece and are delivered from where they lie.
static void take_data(struct net_conn *c, const struct net_frame *f)
{
    struct net_socket *s = &c->socket;
    if (s->in_message != (f->opcode == NET_CONTINUATION)) {
        break_off(c, NET_CLOSE_PROTOCOL);
    } else if (f->opcode == NET_BINARY) {
        break_off(c, NET_CLOSE_BINARY);
    } else if (f->final && !s->in_message) {
        deliver(c, f->payload);
    } else {
        buf_add_text(&s->message, f->payload);
        s->in_message = !f->final;
        if (!buf_ok(&s->message)) {
            net_conn_doom(c);
        } else if (f->final) {
            deliver(c, buf_text(&s->message));
            buf_release(&s->message);
        }
    }
}

static void take_frame(struct net_conn *c, const struct net_frame *f)
{
    switch (f->opcode) {
    case NET_PING:
        if (make_room(c, f->payload.len)) {
            net_frame_write(&c->out, NET_PONG, f->payload);
            net_conn_dirty(c);
        }
        break;
    case NET_PONG:
        break; // any frame proves that the client is there
    case NET_CLOSE:
        net_socket_close(c, net_frame_close_code(f->payload), TEXT(""));
        break;
    case NET_CONTINUATION:
    case NET_TEXT:
    case NET_BINARY:
        take_data(c, f);
        break;
    }
}

void net_socket_read(struct net_conn *c)
{
    size_t at = 0;
    while (c->phase == NET_PHASE_SOCKET && !c->doomed) {
        struct net_frame f;
        size_t limit = c->net->options.max_message - c->socket.message.len;
        unsigned code = net_frame_read(&f, c->in.at + at, c->in.len - at, limit);
        if (code) {
            break_off(c, code);
            break;
        }
        if (!f.size)
            break;
        take_frame(c, &f);
        at += f.size;
    }
    bool rest = c->phase == NET_PHASE_SOCKET && at < c->in.len;
    if (!rest) {
        buf_release(&c->in);
    } else if (at) {
        c->in.len -= at;
        memmove(c->in.at, c->in.at + at, c->in.len);
    }
}

bool net_send(struct net_socket *s, struct text message)
{
    struct net_conn *c = s->conn;
    if (!is_sending(c) || !make_room(c, message.len))
        return false;
    if (net_conn_queued(c) == 0)
        c->wrote = c->net->now;
    if (s->is_stream)
        write_part(c, message);
    else
        net_frame_write(&c->out, NET_TEXT, message);
    if (!buf_ok(&c->out))
        net_conn_doom(c);
    c->net->counts.messages_out++;
    net_conn_dirty(c);
    return !c->doomed;
}

size_t net_queued(const struct net_socket *s)
{
    return net_conn_queued(s->conn);
}

void net_close(struct net_socket *s, unsigned code, struct text why)
{
    net_socket_close(s->conn, code, why);
}

void net_socket_set_user(struct net_socket *s, void *user)
{
    s->user = user;
}

void *net_socket_user(const struct net_socket *s)
{
    return s->user;
}

bool net_socket_is_stream(const struct net_socket *s)
{
    return s->is_stream;
}

struct net_socket *net_stream(struct net_request *r, unsigned status, const struct net_reply *reply)
{
    static const struct net_reply empty = {0};
    struct net_conn *c = r->conn;
    if (!c || r->head.method == NET_HEAD) {
        net_respond(r, status, reply);
        return NULL;
    }
    reply = reply ? reply : &empty;
    c->keep = false;
    net_write_head(c, status, reply, r->head.is_11 ? NET_LENGTH_CHUNKED : NET_LENGTH_END);
    c->socket = (struct net_socket){
        .conn = c, .is_open = true, .is_stream = true, .is_chunked = r->head.is_11};
    write_part(c, reply->body);
    net_conn_phase(c, NET_PHASE_STREAM);
    c->net->counts.open_streams++;
    net_conn_dirty(c);
    net_request_free(r);
    return &c->socket;
}
