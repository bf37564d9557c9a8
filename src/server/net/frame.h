// frame: WebSocket frames and the handshake key (RFC 6455), server side. Pure functions over bytes.
//
//     char bytes[] = "\x81\x80\0\0\0\0"; // an empty, masked text frame
//     struct net_frame f;
//     ok = net_frame_read(&f, bytes, 6, 1024) == 0 && f.size == 6 && f.opcode == NET_TEXT;
#ifndef LOGOMACHY_SERVER_NET_FRAME_H
#define LOGOMACHY_SERVER_NET_FRAME_H

#include "base/buf.h"

enum net_opcode {
    NET_CONTINUATION = 0,
    NET_TEXT = 1,
    NET_BINARY = 2,
    NET_CLOSE = 8,
    NET_PING = 9,
    NET_PONG = 10,
};

enum { // close codes
    NET_CLOSE_NORMAL = 1000,
    NET_CLOSE_PROTOCOL = 1002,
    NET_CLOSE_BINARY = 1003,
    NET_CLOSE_NOT_UTF8 = 1007,
    NET_CLOSE_TOO_BIG = 1009,
    NET_CLOSE_RESTART = 1012,
};

struct net_frame {
    enum net_opcode opcode;
    bool final;
    struct text payload; // unmasked in place
    size_t size;         // of the whole frame; 0: incomplete
};

// Reads the frame at the front. Returns 0, or the close code for a frame that a client must not
// send or whose payload exceeds `limit` bytes.
unsigned net_frame_read(struct net_frame *f, char *bytes, size_t len, size_t limit);

void net_frame_write(struct buf *out, enum net_opcode opcode, struct text payload);

// The code to reply to a close frame's payload: its own, or 1002 if it is malformed.
unsigned net_frame_close_code(struct text payload);
void net_frame_write_close(struct buf *out, unsigned code, struct text why);

// Sec-WebSocket-Accept for a Sec-WebSocket-Key; false if that is no key.
enum { NET_ACCEPT_SIZE = 32 };
bool net_frame_accept(struct text key, char out[NET_ACCEPT_SIZE]);

#endif
