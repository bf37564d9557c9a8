// net_parse: the head of an HTTP/1.1 request, and bodies that come in chunks. Pure functions over
// bytes. Strict: what two readers could take in two ways is refused, since a proxy may be the other
// reader.
#ifndef LOGOMACHY_SERVER_NET_PARSE_H
#define LOGOMACHY_SERVER_NET_PARSE_H

#include "base/arena.h"
#include "server/net/net.h"

enum { NET_FIELDS_MAX = 100 };

struct net_pair {
    struct text name; // in small letters
    struct text value;
};

struct net_head {
    enum net_method method;
    bool is_11;       // HTTP/1.1, else 1.0
    struct text path; // decoded, see net_path()
    struct text query;
    struct text authority;  // of a target in absolute form: the same as in Host
    struct net_pair *field; // allocated; in the order they came, a name only once
    size_t field_count;
    bool keep;       // the connection may be used again
    bool chunked;    // a body in chunks
    uint64_t length; // of a body that is not
    bool wants_continue;
    bool wants_socket; // a WebSocket handshake
};

// Where the head ends, past its empty line; 0 when it has not yet. *scanned, at first 0, saves
// looking twice at the same bytes.
size_t net_head_end(struct text bytes, size_t *scanned);

// Parses a whole head, in place: what comes out points into it, or into the arena. Is 0 or the
// status to refuse it with; the fields are the caller's to free in either case.
unsigned net_head_parse(struct net_head *h, char *bytes, size_t len, struct arena *arena);

struct text net_head_field(const struct net_head *h, const char *name);

// Whether a comma-separated value has the word in it, in small or capital letters.
bool net_has_word(struct text value, const char *word);

// Replaces %41 and so on, in place. False where that is malformed.
bool net_percent_decode(struct text *t, char *bytes, bool plus_is_space);

// A body in chunks: a value of zeros at first.
struct net_chunks {
    enum { CHUNK_SIZE, CHUNK_DATA, CHUNK_DATA_END, CHUNK_TRAILER, CHUNK_DONE } state;
    uint64_t left;     // of the chunk's data
    unsigned trailers; // bytes
};

// Takes what it can off the front of `rest` and appends the data to the body. Is 0 (see `state`) or
// the status to refuse it with: 400, or 413 beyond the limit.
unsigned net_chunks_read(struct net_chunks *c, struct text *rest, struct buf *body, size_t limit);

#endif
