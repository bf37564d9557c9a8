#include "server/net/parse.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { CHUNK_LINE_MAX = 256, TRAILERS_MAX = 4096 };

static bool is_token(struct text t)
{
    for (size_t i = 0; i < t.len; i++) {
        unsigned char c = (unsigned char)t.at[i];
        if (c <= ' ' || c >= 0x7f || strchr("\"(),/:;<=>?@[\\]{}", c))
            return false;
    }
    return t.len > 0;
}

static bool has_control(struct text t)
{
    for (size_t i = 0; i < t.len; i++) {
        unsigned char c = (unsigned char)t.at[i];
        if ((c < ' ' && c != '\t') || c == 0x7f)
            return true;
    }
    return false;
}

static bool same_word(struct text t, const char *word)
{
    return t.len == strlen(word) && strncasecmp(t.at, word, t.len) == 0;
}

bool net_has_word(struct text value, const char *word)
{
    while (value.len)
        if (same_word(text_trim(text_cut(&value, ',')), word))
            return true;
    return false;
}

struct text net_head_field(const struct net_head *h, const char *name)
{
    for (size_t i = 0; i < h->field_count; i++)
        if (text_is(h->field[i].name, name))
            return h->field[i].value;
    return TEXT("");
}

size_t net_head_end(struct text bytes, size_t *scanned)
{
    size_t from = *scanned > 3 ? *scanned - 3 : 0;
    size_t at = from + text_find_string(text_from(bytes, from), "\r\n\r\n");
    *scanned = bytes.len;
    return at < bytes.len ? at + 4 : 0;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char low = (char)(c | ' ');
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

bool net_percent_decode(struct text *t, char *bytes, bool plus_is_space)
{
    size_t len = 0;
    for (size_t i = 0; i < t->len; i++) {
        char c = bytes[i];
        if (c == '%') {
            int high = i + 2 < t->len ? hex_digit(bytes[i + 1]) : -1;
            int low = i + 2 < t->len ? hex_digit(bytes[i + 2]) : -1;
            if (high < 0 || low < 0)
                return false;
            c = (char)(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus_is_space) {
            c = ' ';
        }
        bytes[len++] = c;
    }
    *t = (struct text){bytes, len};
    return true;
}

// "/a/./b//../c" becomes "/a/c", in place; what leads above the root stays at it. Decoded before,
// so that %2e%2e is no way around it. Each part moves to the front at most, since it had a '/' of
// its own before it.
static struct text resolve(char *bytes, size_t len)
{
    struct text rest = {bytes, len};
    bool folder = text_ends(rest, "/"); // whether the last part is a folder
    size_t out = 0;
    while (rest.len) {
        struct text part = text_cut(&rest, '/');
        bool up = text_is(part, ".."), dots = up || text_is(part, ".");
        while (up && out && bytes[--out] != '/')
            ;
        folder = rest.len ? folder : folder || dots;
        if (part.len && !dots) {
            bytes[out++] = '/';
            memmove(bytes + out, part.at, part.len);
            out += part.len;
        }
    }
    if (folder || out == 0)
        bytes[out++] = '/';
    return (struct text){bytes, out};
}

// A name or an address, with or without a port. Nothing that could be taken for the end of it.
static bool is_host(struct text host)
{
    for (size_t i = 0; i < host.len; i++) {
        unsigned char c = (unsigned char)host.at[i];
        if (c <= ' ' || c >= 0x7f || strchr("\"#,/<>?@\\^`{|}", c))
            return false;
    }
    return host.len > 0;
}

static bool parse_path(struct net_head *h, struct text raw, char *bytes)
{
    if (!net_percent_decode(&raw, bytes, false) || !text_starts(raw, "/"))
        return false;
    h->path = resolve(bytes, raw.len);
    return utf8_valid(h->path) && !has_control(h->path) && text_find(h->path, '\t') == h->path.len;
}

static bool has_space_or_control(struct text t)
{
    return has_control(t) || text_find(t, ' ') < t.len || text_find(t, '\t') < t.len;
}

// "/path?query", or "http://host/path?query" as a proxy is asked.
static bool parse_target(struct net_head *h, struct text target, char *base)
{
    if (has_space_or_control(target))
        return false;
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(schemes[i]);
        if (target.len > len && strncasecmp(target.at, schemes[i], len) == 0) {
            target = text_from(target, len);
            h->authority = text_head(target, text_find(target, '/'));
            target = text_from(target, h->authority.len);
            if (!is_host(h->authority))
                return false;
        }
    }
    if (!text_starts(target, "/") || text_find(target, '#') < target.len)
        return false;
    struct text path = text_cut(&target, '?');
    h->query = target;
    return parse_path(h, path, base + (path.at - base));
}

static unsigned parse_version(struct net_head *h, struct text version)
{
    h->is_11 = text_is(version, "HTTP/1.1");
    if (h->is_11 || text_is(version, "HTTP/1.0"))
        return 0;
    bool other = version.len == 8 && text_starts(version, "HTTP/") && version.at[6] == '.';
    return other ? 505 : 400;
}

static unsigned parse_method(struct net_head *h, struct text method)
{
    static const char *const names[] = {
        [NET_GET] = "GET",         [NET_POST] = "POST",     [NET_PUT] = "PUT",
        [NET_PATCH] = "PATCH",     [NET_DELETE] = "DELETE", [NET_HEAD] = "HEAD",
        [NET_OPTIONS] = "OPTIONS",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (text_is(method, names[i])) {
            h->method = (enum net_method)i;
            return 0;
        }
    }
    return is_token(method) ? 501 : 400;
}

static unsigned parse_request_line(struct net_head *h, struct text line, char *base)
{
    struct text method = text_cut(&line, ' ');
    struct text target = text_cut(&line, ' ');
    unsigned refusal = parse_version(h, line);
    if (!refusal)
        refusal = parse_method(h, method);
    if (!refusal && !parse_target(h, target, base))
        refusal = 400;
    return refusal;
}

static bool parse_field(struct net_pair *f, struct text line, char *base)
{
    // Before anything is trimmed: to another reader a control character is a part of the value.
    if (text_find(line, ':') == line.len || has_control(line))
        return false;
    f->name = text_cut(&line, ':');
    f->value = text_trim(line);
    char *name = base + (f->name.at - base);
    for (size_t i = 0; i < f->name.len; i++)
        if (name[i] >= 'A' && name[i] <= 'Z')
            name[i] = (char)(name[i] + ('a' - 'A'));
    return is_token(f->name);
}

// A second header of a name joins the first. Those that say where a request ends, or to whom it
// goes, may come once only.
static unsigned add_field(struct net_head *h, const struct net_pair *f, struct arena *arena)
{
    static const char *const single[] = {"host", "content-length", "transfer-encoding",
                                         "authorization", "sec-websocket-key"};
    struct net_pair *first = NULL;
    for (size_t i = 0; i < h->field_count && !first; i++)
        if (text_equal(h->field[i].name, f->name))
            first = &h->field[i];
    if (!first) {
        h->field[h->field_count++] = *f;
        return 0;
    }
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (text_is(f->name, single[i]))
            return 400;
    char *joined = arena_alloc(arena, first->value.len + 2 + f->value.len);
    if (!joined)
        return 503;
    memcpy(joined, first->value.at, first->value.len);
    memcpy(joined + first->value.len, text_is(f->name, "cookie") ? "; " : ", ", 2);
    memcpy(joined + first->value.len + 2, f->value.at, f->value.len);
    first->value = (struct text){joined, first->value.len + 2 + f->value.len};
    return 0;
}

// The next line, which must end in CR LF and have neither within it.
static bool next_line(struct text *rest, struct text *line)
{
    size_t end = text_find(*rest, '\n');
    if (end == rest->len || end == 0 || rest->at[end - 1] != '\r')
        return false;
    *line = text_head(*rest, end - 1);
    *rest = text_from(*rest, end + 1);
    return text_find(*line, '\r') == line->len;
}

static unsigned parse_fields(struct net_head *h, struct text rest, char *base, struct arena *arena)
{
    struct text line;
    size_t lines = 0, room = 0;
    for (size_t i = 0; i < rest.len; i++)
        room += rest.at[i] == '\n';
    h->field = calloc(room + 1, sizeof *h->field);
    if (!h->field)
        return 503;
    while (next_line(&rest, &line) && line.len) {
        struct net_pair f;
        if (++lines > NET_FIELDS_MAX)
            return 431;
        unsigned refusal = parse_field(&f, line, base) ? add_field(h, &f, arena) : 400;
        if (refusal)
            return refusal;
    }
    return rest.len ? 400 : 0;
}

static bool parse_length(struct text value, uint64_t *length)
{
    *length = 0;
    for (size_t i = 0; i < value.len; i++) {
        if (value.at[i] < '0' || value.at[i] > '9')
            return false;
        if (*length < UINT64_MAX / 16) // past all limits anyway
            *length = *length * 10 + (uint64_t)(value.at[i] - '0');
    }
    return value.len > 0;
}

static bool has_field(const struct net_head *h, const char *name)
{
    for (size_t i = 0; i < h->field_count; i++)
        if (text_is(h->field[i].name, name))
            return true;
    return false;
}

// The Host field must agree with the authority of an absolute target.
static bool parse_host(const struct net_head *h)
{
    struct text host = net_head_field(h, "host");
    if (!has_field(h, "host"))
        return !h->is_11;
    return is_host(host) &&
           (!h->authority.len ||
            (host.len == h->authority.len && strncasecmp(host.at, h->authority.at, host.len) == 0));
}

// Where the body ends is said once, in one of two ways. A field without a value says nothing, but
// another reader may not see it so.
static unsigned parse_framing(struct net_head *h)
{
    bool has_length = has_field(h, "content-length");
    struct text encoding = net_head_field(h, "transfer-encoding");
    if (has_length && !parse_length(net_head_field(h, "content-length"), &h->length))
        return 400;
    if (!has_field(h, "transfer-encoding"))
        return 0;
    if (!h->is_11 || has_length || !encoding.len)
        return 400;
    h->chunked = same_word(encoding, "chunked");
    return h->chunked ? 0 : 501;
}

// Reads the fields that describe the body and the connection.
static unsigned parse_meaning(struct net_head *h)
{
    struct text expect = net_head_field(h, "expect");
    struct text connection = net_head_field(h, "connection");
    unsigned refusal = parse_host(h) ? parse_framing(h) : 400;
    if (refusal)
        return refusal;
    if (expect.len && !same_word(expect, "100-continue"))
        return 417;
    h->wants_continue = expect.len && h->is_11;
    h->keep =
        h->is_11 ? !net_has_word(connection, "close") : net_has_word(connection, "keep-alive");
    h->wants_socket = h->is_11 && h->method == NET_GET && net_has_word(connection, "upgrade") &&
                      net_has_word(net_head_field(h, "upgrade"), "websocket");
    return 0;
}

unsigned net_head_parse(struct net_head *h, char *bytes, size_t len, struct arena *arena)
{
    struct text rest = {bytes, len}, line;
    *h = (struct net_head){0};
    if (!next_line(&rest, &line))
        return 400;
    unsigned refusal = parse_request_line(h, line, bytes);
    if (!refusal)
        refusal = parse_fields(h, rest, bytes, arena);
    return refusal ? refusal : parse_meaning(h);
}

// A line of the chunk's frame; false while it is not all there, or when it is malformed.
static bool chunk_line(struct text *rest, struct text *line, unsigned *refusal)
{
    size_t end = text_find(*rest, '\n');
    *refusal = end > CHUNK_LINE_MAX ? 400 : 0;
    if (*refusal || end == rest->len)
        return false;
    if (!next_line(rest, line) || has_control(*line))
        *refusal = 400;
    return !*refusal;
}

static unsigned chunk_size(struct net_chunks *c, struct text line)
{
    struct text digits = text_cut(&line, ';'); // no space around it
    c->left = 0;
    for (size_t i = 0; i < digits.len; i++) {
        int digit = hex_digit(digits.at[i]);
        if (digit < 0)
            return 400;
        if (i == 8)
            return 413;
        c->left = c->left * 16 + (uint64_t)digit;
    }
    c->state = c->left ? CHUNK_DATA : CHUNK_TRAILER;
    return digits.len ? 0 : 400;
}

static unsigned chunk_frame(struct net_chunks *c, struct text line)
{
    if (c->state == CHUNK_SIZE)
        return chunk_size(c, line);
    if (c->state == CHUNK_DATA_END) {
        c->state = CHUNK_SIZE;
        return line.len ? 400 : 0;
    }
    c->trailers += (unsigned)line.len + 2;
    if (line.len == 0)
        c->state = CHUNK_DONE;
    else if (text_find(line, ':') == line.len || !is_token(text_head(line, text_find(line, ':'))))
        return 400;
    return c->trailers > TRAILERS_MAX ? 431 : 0;
}

unsigned net_chunks_read(struct net_chunks *c, struct text *rest, struct buf *body, size_t limit)
{
    unsigned refusal = 0;
    while (!refusal && c->state != CHUNK_DONE) {
        struct text line;
        if (c->state == CHUNK_DATA) {
            if (c->left > limit - body->len)
                return 413;
            struct text data = text_head(*rest, c->left < rest->len ? (size_t)c->left : rest->len);
            buf_add_text(body, data);
            *rest = text_from(*rest, data.len);
            c->left -= data.len;
            if (c->left)
                return 0;
            c->state = CHUNK_DATA_END;
        } else if (chunk_line(rest, &line, &refusal)) {
            refusal = chunk_frame(c, line);
        } else {
            return refusal;
        }
    }
    return refusal;
}
