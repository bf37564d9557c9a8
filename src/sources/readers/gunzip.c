#include "sources/readers/gunzip.h"

#define ZLIB_CONST
#include <zlib.h>

enum { CHUNK = 1 << 16, GZIP_WINDOW = 15 + 16 };

static bool inflate_all(z_stream *z, size_t limit, struct buf *out, struct reason *why)
{
    size_t start = out->len;
    for (;;) {
        char *room = buf_reserve(out, CHUNK);
        if (!room)
            return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        z->next_out = (Bytef *)room;
        z->avail_out = CHUNK;
        int status = inflate(z, Z_NO_FLUSH);
        out->len += CHUNK - z->avail_out;
        if (out->len - start > limit)
            return refuse(why, MSG_GZIP_TOO_LARGE, "%zu", limit);
        if (status == Z_STREAM_END)
            return true;
        if (status != Z_OK || (z->avail_in == 0 && z->avail_out > 0))
            return refuse(why, MSG_GZIP_BAD, "%s", "");
    }
}

bool gunzip(struct text packed, size_t limit, struct buf *out, struct reason *why)
{
    z_stream z = {.next_in = (z_const Bytef *)packed.at, .avail_in = (uInt)packed.len};
    if (packed.len > UINT32_MAX || inflateInit2(&z, GZIP_WINDOW) != Z_OK)
        return refuse(why, MSG_GZIP_BAD, "%s", "");
    bool ok = inflate_all(&z, limit, out, why);
    inflateEnd(&z);
    return ok;
}
