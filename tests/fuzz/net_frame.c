// Frames of WebSockets: any bytes. A payload lies within them and within the limit; written as
// the server writes, it has the same payload and would not be taken from a client.
#include "base/bug.h"
#include "server/net/frame.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_written(const struct net_frame *f)
{
    struct buf out = {0};
    net_frame_write(&out, f->opcode, f->payload);
    BUG_UNLESS(buf_ok(&out) && out.len <= f->payload.len + 10);
    BUG_UNLESS(memcmp(out.at + out.len - f->payload.len, f->payload.at, f->payload.len) == 0);
    struct net_frame back;
    BUG_UNLESS(net_frame_read(&back, out.at, out.len, SIZE_MAX / 2) ==
               NET_CLOSE_PROTOCOL); // no mask
    buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { LIMIT = 300 };
    char *copy = malloc(size ? size : 1);
    char accept[NET_ACCEPT_SIZE];
    size_t at = 0;
    BUG_UNLESS(copy);
    memcpy(copy, bytes, size);
    for (;;) {
        struct net_frame f;
        unsigned code = net_frame_read(&f, copy + at, size - at, LIMIT);
        if (code || !f.size)
            break;
        BUG_UNLESS(f.size <= size - at && f.payload.len <= LIMIT);
        BUG_UNLESS(f.payload.at + f.payload.len == copy + at + f.size);
        check_written(&f);
        if (f.opcode == NET_CLOSE)
            BUG_UNLESS(net_frame_close_code(f.payload) >= 1000);
        at += f.size;
    }
    if (net_frame_accept((struct text){(const char *)bytes, size}, accept))
        BUG_UNLESS(strlen(accept) == 28);
    free(copy);
    return 0;
}
