// parse: a parser for HTTP/1.1 request heads and chunked bodies. Pure functions over bytes. Strict
// against request smuggling: input that two parsers could understand in two ways is refused, since
// a proxy in front may be the other one.
//
//     char bytes[] = "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";
//     struct arena arena = {0};
//     struct net_head head;
//     size_t scanned = 0, len = net_head_end(text_of(bytes), &scanned);
//     unsigned status = net_head_parse(&head, bytes, len, &arena); // 0, or e.g. 400
//     ok = status == 0 && text_is(net_head_field(&head, "host"), "example.org");
//     arena_release(&arena); /* and free head.field */
#ifndef LOGOMACHY_SERVER_NET_PARSE_H
#define LOGOMACHY_SERVER_NET_PARSE_H

#include "base/arena.h"
#include "server/net/net.h"

enum { NET_FIELDS_MAX = 100 };

struct net_pair {
    struct text name; // lower case
    struct text value;
};

struct net_head {
    enum net_method method;
    bool is_11;       // HTTP/1.1, else 1.0
    struct text path; // decoded, see net_path()
    struct text query;
    struct text authority;  // of an absolute-form target; equal to Host
    struct net_pair *field; // owned by the caller; in order, each name once
    size_t field_count;
    bool keep;       // keep-alive
    bool chunked;    // Transfer-Encoding: chunked
    uint64_t length; // of the body otherwise
    bool wants_continue;
    bool wants_socket; // a WebSocket handshake
};

// The length of the head with its empty line; 0: incomplete. *scanned, initially 0, avoids scanning
// bytes twice.
size_t net_head_end(struct text bytes, size_t *scanned);

// Parses a complete head in place: the result borrows from the bytes and the arena. Returns 0 or
// the status to refuse it with; the caller frees head.field in either case.
unsigned net_head_parse(struct net_head *h, char *bytes, size_t len, struct arena *arena);

struct text net_head_field(const struct net_head *h, const char *name);

// Does a comma-separated value contain the word? Case-insensitive.
bool net_has_word(struct text value, const char *word);

// Percent-decodes in place. False if malformed.
bool net_percent_decode(struct text *t, char *bytes, bool plus_is_space);

// State of a chunked body; begins zeroed.
struct net_chunks {
    enum { CHUNK_SIZE, CHUNK_DATA, CHUNK_DATA_END, CHUNK_TRAILER, CHUNK_DONE } state;
    uint64_t left;     // of the chunk's data
    unsigned trailers; // bytes
};

// Consumes `rest` as far as possible and appends the data to the body. Returns 0 (see `state`) or
// the status to refuse it with: 400, or 413 beyond the limit.
unsigned net_chunks_read(struct net_chunks *c, struct text *rest, struct buf *body, size_t limit);

#endif
