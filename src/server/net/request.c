#include "server/net/internal.h"

#include "base/utf8.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

bool net_is_address(const char *text)
{
    unsigned char bytes[16];
    return inet_pton(AF_INET, text, bytes) == 1 || inet_pton(AF_INET6, text, bytes) == 1;
}

struct net_request *net_request_new(struct net_conn *c, struct text head)
{
    struct net_request *r = calloc(1, sizeof *r);
    char *bytes = malloc(head.len);
    if (!r || !bytes) {
        free(r);
        free(bytes);
        return NULL;
    }
    memcpy(bytes, head.at, head.len);
    *r = (struct net_request){.net = c->net, .conn = c, .bytes = bytes, .next = c->net->requests};
    if (r->next)
        r->next->prev = r;
    c->net->requests = r;
    return r;
}

void net_request_free(struct net_request *r)
{
    *(r->prev ? &r->prev->next : &r->net->requests) = r->next;
    if (r->next)
        r->next->prev = r->prev;
    if (r->conn)
        r->conn->request = NULL;
    free(r->head.field);
    free(r->bytes);
    arena_release(&r->arena);
    buf_release(&r->body);
    free(r);
}

void net_request_abandon(struct net_request *r)
{
    struct net *n = r->net;
    if (n->handler.head && n->handler.abandoned)
        n->handler.abandoned(n->context, r);
    net_request_free(r);
}

enum net_method net_method(const struct net_request *r)
{
    return r->head.method;
}

struct text net_path(const struct net_request *r)
{
    return r->head.path;
}

struct text net_query_string(const struct net_request *r)
{
    return r->head.query;
}

// Decodes into the arena.
static bool decode(struct net_request *r, struct text raw, struct text *value)
{
    char *copy = arena_alloc(&r->arena, raw.len + 1);
    if (!copy)
        return false;
    memcpy(copy, raw.at, raw.len);
    *value = (struct text){copy, raw.len};
    return net_percent_decode(value, copy, true) && utf8_valid(*value) &&
           text_find(*value, 0) == value->len;
}

bool net_query(struct net_request *r, const char *name, struct text *value)
{
    struct text rest = r->head.query, decoded;
    while (rest.len) {
        struct text pair = text_cut(&rest, '&');
        struct text key = text_cut(&pair, '=');
        bool plain = text_find(key, '%') == key.len && text_find(key, '+') == key.len;
        if (plain ? text_is(key, name) : decode(r, key, &decoded) && text_is(decoded, name))
            return decode(r, pair, value);
    }
    return false;
}

struct text net_header(const struct net_request *r, const char *name)
{
    return net_head_field(&r->head, name);
}

bool net_cookie(const struct net_request *r, const char *name, struct text *value)
{
    struct text rest = net_header(r, "cookie");
    while (rest.len) {
        struct text pair = text_trim(text_cut(&rest, ';'));
        if (text_is(text_cut(&pair, '='), name)) {
            *value = pair;
            return true;
        }
    }
    return false;
}

struct text net_body(const struct net_request *r)
{
    return buf_text(&r->body);
}

uint64_t net_length(const struct net_request *r)
{
    return r->head.chunked ? NET_LENGTH_OPEN : r->head.length;
}

struct text net_client(const struct net_request *r)
{
    return text_of(r->client);
}

bool net_is_secure(const struct net_request *r)
{
    return r->secure;
}

bool net_is_gone(const struct net_request *r)
{
    return !r->conn;
}

// Data that the client sent before it left is still unread, but the hang-up is visible.
bool net_has_left(const struct net_request *r)
{
    if (!r->conn)
        return true;
    struct pollfd p = {.fd = lws_get_socket_fd(r->conn->wsi), .events = POLLRDHUP};
    return poll(&p, 1, 0) > 0;
}

void net_set_user(struct net_request *r, void *user)
{
    r->user = user;
}

void *net_user(const struct net_request *r)
{
    return r->user;
}
