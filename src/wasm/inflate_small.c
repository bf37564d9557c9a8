// RFC 1950 (the frame and its checksum) and RFC 1951 (the compressed data).
#include "wasm/inflate_small.h"

#include <stdint.h>
#include <string.h>

enum { CODE_BITS = 15, LITERALS = 288, DISTANCES = 30, LENGTHS = 19, END_OF_BLOCK = 256 };

// Bits come from the low end of each byte. Past the end there are zeros, and `past` says so.
struct reader {
    const unsigned char *at, *end;
    uint32_t held;
    unsigned bits; // in `held`
    bool past;
};

struct writer {
    unsigned char *from, *at, *end;
};

// A canonical prefix code: how many codes there are of each length, and their symbols in order.
struct code {
    uint16_t count[CODE_BITS + 1];
    uint16_t symbol[LITERALS];
};

static unsigned take(struct reader *r, unsigned bits)
{
    while (r->bits < bits) {
        if (r->at < r->end)
            r->held |= (uint32_t)*r->at++ << r->bits;
        else
            r->past = true;
        r->bits += 8;
    }
    unsigned value = r->held & ((1u << bits) - 1);
    r->held >>= bits;
    r->bits -= bits;
    return value;
}

// False if there are more codes than fit.
static bool code_make(struct code *c, const uint8_t *length, unsigned symbols)
{
    uint16_t next[CODE_BITS + 2] = {0};
    int left = 1;
    memset(c, 0, sizeof *c);
    for (unsigned i = 0; i < symbols; i++)
        c->count[length[i]]++;
    c->count[0] = 0;
    for (unsigned bits = 1; bits <= CODE_BITS; bits++) {
        left = 2 * left - c->count[bits];
        if (left < 0)
            return false;
        next[bits + 1] = (uint16_t)(next[bits] + c->count[bits]);
    }
    for (unsigned i = 0; i < symbols; i++)
        if (length[i])
            c->symbol[next[length[i]]++] = (uint16_t)i;
    return true;
}

// The next symbol; -1 if there is no such code.
static int code_read(const struct code *c, struct reader *r)
{
    unsigned code = 0, first = 0, index = 0;
    for (unsigned bits = 1; bits <= CODE_BITS; bits++) {
        code |= take(r, 1);
        unsigned count = c->count[bits];
        if (code < first + count)
            return c->symbol[index + code - first];
        index += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    return -1;
}

static bool copy_back(struct writer *w, size_t distance, size_t length)
{
    if (distance > (size_t)(w->at - w->from) || length > (size_t)(w->end - w->at))
        return false;
    for (; length; length--, w->at++) // byte by byte: source and destination may overlap
        *w->at = *(w->at - distance);
    return true;
}

// A length or a distance: a base, and a number of extra bits.
struct step {
    uint16_t base;
    uint8_t bits;
};

static const struct step lengths[] = {
    {3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1},  {13, 1},
    {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3},  {59, 3},
    {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0},
};
static const struct step distances[DISTANCES] = {
    {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},
    {9, 2},     {13, 2},    {17, 3},    {25, 3},     {33, 4},     {49, 4},
    {65, 5},    {97, 5},    {129, 6},   {193, 6},    {257, 7},    {385, 7},
    {513, 8},   {769, 8},   {1025, 9},  {1537, 9},   {2049, 10},  {3073, 10},
    {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13},
};

static bool read_copy(struct reader *r, struct writer *w, unsigned symbol, const struct code *far)
{
    unsigned n = symbol - END_OF_BLOCK - 1;
    if (n >= sizeof lengths / sizeof *lengths)
        return false;
    unsigned length = lengths[n].base + take(r, lengths[n].bits);
    int d = code_read(far, r);
    if (d < 0 || d >= DISTANCES)
        return false;
    return copy_back(w, distances[d].base + take(r, distances[d].bits), length);
}

static bool read_symbols(struct reader *r, struct writer *w, const struct code *near,
                         const struct code *far)
{
    for (;;) {
        int symbol = code_read(near, r);
        if (symbol == END_OF_BLOCK)
            return !r->past;
        if (symbol < 0 || r->past)
            return false;
        if (symbol > END_OF_BLOCK) {
            if (!read_copy(r, w, (unsigned)symbol, far))
                return false;
        } else if (w->at == w->end) {
            return false;
        } else {
            *w->at++ = (unsigned char)symbol;
        }
    }
}

static bool read_stored(struct reader *r, struct writer *w)
{
    take(r, r->bits & 7); // to the next byte
    unsigned length = take(r, 16), opposite = take(r, 16);
    if (r->past || (length ^ opposite) != 0xFFFF || length > (size_t)(w->end - w->at))
        return false;
    while (length-- && !r->past)
        *w->at++ = (unsigned char)take(r, 8);
    return !r->past;
}

static bool read_fixed(struct reader *r, struct writer *w)
{
    uint8_t length[LITERALS];
    struct code near, far;
    for (unsigned i = 0; i < LITERALS; i++)
        length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    code_make(&near, length, LITERALS);
    memset(length, 5, DISTANCES);
    code_make(&far, length, DISTANCES);
    return read_symbols(r, w, &near, &far);
}

// How long the codes are, themselves packed: 16 to 18 repeat.
static bool read_lengths(struct reader *r, const struct code *c, uint8_t *length, unsigned count)
{
    for (unsigned n = 0; n < count;) {
        int symbol = code_read(c, r);
        if (symbol < 0 || r->past || (symbol == 16 && !n))
            return false;
        if (symbol < 16) {
            length[n++] = (uint8_t)symbol;
            continue;
        }
        uint8_t again = symbol == 16 ? length[n - 1] : 0;
        unsigned times = symbol == 16   ? 3 + take(r, 2)
                         : symbol == 17 ? 3 + take(r, 3)
                                        : 11 + take(r, 7);
        if (times > count - n)
            return false;
        memset(length + n, again, times);
        n += times;
    }
    return true;
}

static bool read_dynamic(struct reader *r, struct writer *w)
{
    static const uint8_t order[LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                           11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t length[LITERALS + 32] = {0};
    struct code near, far;
    unsigned literals = 257 + take(r, 5), others = 1 + take(r, 5), own = 4 + take(r, 4);
    if (literals > LITERALS - 2 || others > DISTANCES)
        return false;
    for (unsigned i = 0; i < own; i++)
        length[order[i]] = (uint8_t)take(r, 3);
    if (!code_make(&near, length, LENGTHS))
        return false;
    memset(length, 0, LENGTHS);
    return read_lengths(r, &near, length, literals + others) && length[END_OF_BLOCK] &&
           code_make(&near, length, literals) && code_make(&far, length + literals, others) &&
           read_symbols(r, w, &near, &far);
}

static bool read_block(struct reader *r, struct writer *w, bool *last)
{
    *last = take(r, 1);
    switch (take(r, 2)) {
    case 0:
        return read_stored(r, w);
    case 1:
        return read_fixed(r, w);
    case 2:
        return read_dynamic(r, w);
    default:
        return false;
    }
}

static uint32_t checksum(const unsigned char *at, const unsigned char *end)
{
    uint32_t a = 1, b = 0;
    for (; at < end; at++) {
        a = (a + *at) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

// The header: the method, no preset dictionary. And the trailer: the checksum of the output.
static bool read_frame(struct reader *r)
{
    unsigned method = take(r, 8), flags = take(r, 8);
    return (method & 15) == 8 && method >> 4 <= 7 && !(flags & 32) &&
           (method << 8 | flags) % 31 == 0;
}

static bool read_sum(struct reader *r, const struct writer *w)
{
    uint32_t sum = 0;
    take(r, r->bits & 7);
    for (unsigned i = 0; i < 4; i++)
        sum = sum << 8 | take(r, 8);
    return !r->past && sum == checksum(w->from, w->at);
}

bool inflate_small(unsigned char *out, size_t *size, const unsigned char *packed, size_t len)
{
    struct reader r = {.at = packed, .end = packed + len};
    struct writer w = {out, out, out + *size};
    bool last = false, ok = read_frame(&r);
    while (ok && !last)
        ok = read_block(&r, &w, &last);
    *size = (size_t)(w.at - out);
    return ok && read_sum(&r, &w);
}
