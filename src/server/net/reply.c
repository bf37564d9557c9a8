#include "server/net/internal.h"

#include "base/bug.h"
#include "server/net/imf_date.h"

#include <string.h>
#include <strings.h>

// Default headers of every response; the application may override each. Pages may load from the
// same origin only, and must not be framed.
#define FIELD(name, literal)             \
    {                                    \
        name,                            \
        {                                \
            literal, sizeof(literal) - 1 \
        }                                \
    }
static const struct net_field defaults[] = {
    FIELD("Content-Security-Policy",
          "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
          "object-src 'none'"),
    FIELD("X-Content-Type-Options", "nosniff"),
    FIELD("X-Frame-Options", "DENY"),
    FIELD("Referrer-Policy", "same-origin"),
    FIELD("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    FIELD("Cross-Origin-Opener-Policy", "same-origin"),
    FIELD("Cross-Origin-Resource-Policy", "same-origin"),
    FIELD("Cache-Control", "no-store"),
};
static const struct net_field secure_default =
    FIELD("Strict-Transport-Security", "max-age=31536000");

static const char *status_text(unsigned status)
{
    static const struct {
        unsigned status;
        const char *text;
    } table[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {206, "Partial Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {406, "Not Acceptable"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {411, "Length Required"},
        {412, "Precondition Failed"},
        {413, "Content Too Large"},
        {415, "Unsupported Media Type"},
        {416, "Range Not Satisfiable"},
        {417, "Expectation Failed"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
        {507, "Insufficient Storage"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].status == status)
            return table[i].text;
    return "Status";
}

void net_write_date(struct net *n)
{
    uint64_t now = net_now_ms() / 1000;
    if (now == n->date_second)
        return;
    n->date_second = now;
    imf_date((int64_t)now, "GMT", n->date);
}

static bool is_one_line(struct text value)
{
    for (size_t i = 0; i < value.len; i++)
        if ((unsigned char)value.at[i] < ' ' || value.at[i] == 0x7f)
            return false;
    return true;
}

static void write_field(struct buf *out, const char *name, struct text value)
{
    if (!is_one_line(value)) { // it would break the answer in two
        net_log(true, "the header %s has a control character in it and was left out", name);
        return;
    }
    buf_printf(out, "%s: ", name);
    buf_add_text(out, value);
    buf_add(out, "\r\n", 2);
}

static void write_default(struct buf *out, const struct net_field *f, const struct net_reply *reply)
{
    for (size_t i = 0; i < reply->field_count; i++)
        if (strcasecmp(reply->fields[i].name, f->name) == 0)
            return;
    write_field(out, f->name, f->value);
}

static void write_fields(struct net *n, struct buf *out, bool secure, const struct net_reply *reply)
{
    net_write_date(n);
    buf_printf(out, "Date: %s\r\n", n->date);
    if (reply->type)
        write_field(out, "Content-Type", text_of(reply->type));
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
        write_default(out, &defaults[i], reply);
    if (secure)
        write_default(out, &secure_default, reply);
    for (size_t i = 0; i < reply->field_count; i++)
        if (reply->fields[i].value.len)
            write_field(out, reply->fields[i].name, reply->fields[i].value);
}

static bool has_no_body(unsigned status)
{
    return status == 204 || status == 304;
}

static void write_status(struct buf *out, unsigned status)
{
    BUG_UNLESS(status >= 200 && status <= 999);
    buf_printf(out, "HTTP/1.1 %u %s\r\n", status, status_text(status));
}

void net_write_head(struct net_conn *c, unsigned status, const struct net_reply *reply,
                    enum net_length length)
{
    struct buf *out = &c->out;
    const struct net_request *r = c->request;
    write_status(out, status);
    write_fields(c->net, out, r ? r->secure : c->net->tls, reply);
    if (length == NET_LENGTH_CHUNKED)
        buf_add_string(out, "Transfer-Encoding: chunked\r\n");
    else if (length == NET_LENGTH_KNOWN && !has_no_body(status))
        buf_printf(out, "Content-Length: %zu\r\n", reply->body.len);
    if (!c->keep)
        buf_add_string(out, "Connection: close\r\n");
    else if (r && !r->head.is_11)
        buf_add_string(out, "Connection: keep-alive\r\n");
    buf_add_string(out, "\r\n");
    c->wrote = c->net->now;
}

static bool may_send(struct net_request *r, unsigned status, const struct net_reply *reply)
{
    struct net *n = r->net;
    if (r->head.method == NET_HEAD || has_no_body(status))
        return true;
    // A small part of a large file counts, or many of them would be free.
    if (reply->body.len < NET_LARGE && status != 206)
        return true;
    return (reply->body.len < NET_LARGE || net_transfer_begin(r->conn)) &&
           (!n->handler.sends || n->handler.sends(n->context, r, reply->body.len));
}

void net_respond(struct net_request *r, unsigned status, const struct net_reply *reply)
{
    static const struct net_reply empty = {0};
    struct net_conn *c = r->conn;
    if (c) {
        BUG_UNLESS(c->request == r && (c->phase == NET_PHASE_BUSY || c->phase == NET_PHASE_ASKED));
        if (c->phase == NET_PHASE_ASKED) {
            net_http_skip_body(c);
            net_conn_phase(c, NET_PHASE_BUSY);
        }
        reply = reply ? reply : &empty;
        if (!may_send(r, status, reply)) {
            net_fail(c, 429, NET_DROP_TRANSFERS);
            return;
        }
        c->keep = c->keep && !c->net->stopping;
        net_write_head(c, status, reply, NET_LENGTH_KNOWN);
        if (r->head.method != NET_HEAD && !has_no_body(status)) {
            if (reply->body_stays)
                c->stays = reply->body;
            else
                buf_add_text(&c->out, reply->body);
        }
        c->answered = true;
        net_conn_dirty(c);
    }
    net_request_free(r);
}

// The body is the name of the status, for developers of clients.
static struct net_reply refusal_reply(char *body, size_t size, unsigned status)
{
    static const struct net_field upgrade[] = {FIELD("Upgrade", "websocket"),
                                               FIELD("Sec-WebSocket-Version", "13")};
    static const struct net_field later[] = {FIELD("Retry-After", "5")};
    struct net_reply reply = {.type = "text/plain; charset=utf-8"};
    int len = snprintf(body, size, "%u %s\n", status, status_text(status));
    reply.body = (struct text){body, (size_t)len};
    if (status == 426) {
        reply.fields = upgrade;
        reply.field_count = 2;
    } else if (status == 503 || status == 429) {
        reply.fields = later;
        reply.field_count = 1;
    }
    return reply;
}

void net_fail(struct net_conn *c, unsigned status, enum net_drop why)
{
    char body[64];
    struct net_reply reply = refusal_reply(body, sizeof body, status);
    c->keep = false;
    net_write_head(c, status, &reply, NET_LENGTH_KNOWN);
    if (!c->request || c->request->head.method != NET_HEAD)
        buf_add_text(&c->out, reply.body);
    if (c->request && c->phase == NET_PHASE_BODY)
        net_request_abandon(c->request);
    else if (c->request)
        net_request_free(c->request);
    net_conn_count(c, why);
    net_conn_phase(c, NET_PHASE_CLOSING);
    net_conn_dirty(c);
}

void net_write_refusal(struct net *n, struct buf *out, unsigned status)
{
    char body[64];
    struct net_reply reply = refusal_reply(body, sizeof body, status);
    write_status(out, status);
    write_fields(n, out, n->tls, &reply);
    buf_printf(out, "Content-Length: %zu\r\nConnection: close\r\n\r\n%s", reply.body.len, body);
}
