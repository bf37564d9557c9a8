// net_frame: the frames of RFC 6455, as a server reads and writes them. Pure functions over bytes.
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

enum { // why a WebSocket is closed
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
    struct text payload; // unmasked, in the bytes that were read
    size_t size;         // bytes of the whole frame; 0: it is not all there yet
};

// Reads the frame that the bytes begin with. Is 0, or the code to close the connection with: a
// frame that a client may not send, or one with more than `limit` bytes in it.
unsigned net_frame_read(struct net_frame *f, char *bytes, size_t len, size_t limit);

void net_frame_write(struct buf *out, enum net_opcode opcode, struct text payload);

// What to answer to the payload of a close frame: the code in it, or 1002 where it is malformed.
unsigned net_frame_close_code(struct text payload);
void net_frame_write_close(struct buf *out, unsigned code, struct text why);

// What a handshake's Sec-WebSocket-Key is answered with, or false where it is not a key.
enum { NET_ACCEPT_SIZE = 32 };
bool net_frame_accept(struct text key, char out[NET_ACCEPT_SIZE]);

#endif
