#include "lexicon/range_coder.h"

#include <stdlib.h>

enum {
    SLOTS_LOG = 20,
    SLOTS = 1 << SLOTS_LOG,
    SEEN_MAX = 255, // then the rate of learning stays
    TAIL = 4,       // bytes that the coder reads beyond what it has used
};

// The statistics of one bit in a context: the probability of 1 in the upper 22 bits, and how often
// it was seen, up to SEEN_MAX, in the lower ten.
typedef uint32_t slot;

struct range_coder {
    uint32_t low, high; // the interval that the value lies in
    uint32_t code;      // of the bytes that are read
    struct buf *out;    // NULL: reading
    struct text in;
    unsigned missing;              // bytes read past the end
    uint32_t rate[SEEN_MAX + 1];   // of learning, by how often it was seen; 16 bits
    uint32_t weight[SEEN_MAX + 1]; // of a context against the more general ones; 16 bits
    slot slot[SLOTS];
};

struct range_coder *range_coder_new(void)
{
    struct range_coder *c = malloc(sizeof *c);
    for (uint32_t n = 0; c && n <= SEEN_MAX; n++) {
        c->rate[n] = 2 * 65536 / (2 * n + 3);
        c->weight[n] = 65536 * n / (n + 1);
    }
    return c;
}

void range_coder_free(struct range_coder *c)
{
    free(c);
}

static void begin(struct range_coder *c)
{
    c->low = 0;
    c->high = UINT32_MAX;
    c->code = 0;
    c->missing = 0;
    for (size_t i = 0; i < SLOTS; i++)
        c->slot[i] = UINT32_C(1) << 31;
}

static unsigned next_byte(struct range_coder *c)
{
    if (!c->in.len) {
        c->missing++;
        return 0;
    }
    unsigned byte = (unsigned char)*c->in.at;
    c->in = text_from(c->in, 1);
    return byte;
}

void range_coder_write(struct range_coder *c, struct buf *out)
{
    begin(c);
    c->out = out;
}

void range_coder_read(struct range_coder *c, struct text bytes)
{
    begin(c);
    c->out = NULL;
    c->in = bytes;
    for (int i = 0; i < TAIL; i++)
        c->code = c->code << 8 | next_byte(c);
}

// Splits the interval at the probability of 1, of 16 bits, and goes on in the bit's part. Leading
// bytes that both ends share are settled.
static unsigned code_bit(struct range_coder *c, uint32_t probability, unsigned bit)
{
    uint32_t middle = c->low + (uint32_t)(((uint64_t)(c->high - c->low) * probability) >> 16);
    if (!c->out)
        bit = c->code <= middle;
    if (bit)
        c->high = middle;
    else
        c->low = middle + 1;
    while (((c->low ^ c->high) & 0xFF000000) == 0) {
        if (c->out)
            buf_add_byte(c->out, (unsigned char)(c->high >> 24));
        else
            c->code = c->code << 8 | next_byte(c);
        c->low <<= 8;
        c->high = c->high << 8 | 0xFF;
    }
    return bit;
}

static void learn(const struct range_coder *c, slot *s, unsigned bit)
{
    uint32_t seen = *s & 1023;
    int64_t known = *s >> 10, target = bit ? (1 << 22) - 1 : 0;
    known += (target - known) * c->rate[seen] >> 16;
    *s = (uint32_t)known << 10 | (seen < SEEN_MAX ? seen + 1 : seen);
}

static uint32_t blend(const struct range_coder *c, slot *const s[RANGE_CONTEXTS])
{
    int64_t p = *s[0] >> 16;
    for (unsigned i = 1; i < RANGE_CONTEXTS; i++)
        p += (((int64_t)(*s[i] >> 16) - p) * c->weight[*s[i] & 1023]) >> 16;
    return p < 32 ? 32 : p > 65535 - 32 ? 65535 - 32 : (uint32_t)p;
}

// The slots of a context: the nodes of the tree of its values.
static slot *group_of(struct range_coder *c, uint32_t context, unsigned bits)
{
    uint32_t hash = context * UINT32_C(0x9E3779B1);
    hash ^= hash >> 15;
    hash *= UINT32_C(0x85EBCA77);
    return &c->slot[hash >> (32 - SLOTS_LOG) & ~((UINT32_C(1) << bits) - 1)];
}

static unsigned code_with(struct range_coder *c, slot *const s[RANGE_CONTEXTS], unsigned bit)
{
    bit = code_bit(c, blend(c, s), bit);
    for (unsigned i = 0; i < RANGE_CONTEXTS; i++)
        learn(c, s[i], bit);
    return bit;
}

unsigned range_code(struct range_coder *c, const uint32_t context[RANGE_CONTEXTS], unsigned bits,
                    unsigned value)
{
    slot *group[RANGE_CONTEXTS], *s[RANGE_CONTEXTS];
    unsigned node = 1;
    for (unsigned i = 0; i < RANGE_CONTEXTS; i++)
        group[i] = group_of(c, context[i] * RANGE_CONTEXTS + i, bits);
    for (unsigned left = bits; left-- > 0;) {
        for (unsigned i = 0; i < RANGE_CONTEXTS; i++)
            s[i] = group[i] + node;
        node = node * 2 + code_with(c, s, value >> left & 1);
    }
    return node - (1u << bits);
}

uint32_t range_code_set(struct range_coder *c, const uint32_t context[RANGE_CONTEXTS],
                        unsigned members, uint32_t set)
{
    slot *group[RANGE_CONTEXTS], *s[RANGE_CONTEXTS];
    uint32_t coded = 0, last = 0;
    for (unsigned i = 0; i < RANGE_CONTEXTS; i++)
        group[i] = group_of(c, context[i] * RANGE_CONTEXTS + i, RANGE_BITS_MAX);
    for (unsigned member = 0; member < members; member++) {
        for (unsigned i = 0; i < RANGE_CONTEXTS; i++)
            s[i] = group[i] + member;
        if (code_with(c, s, set >> member & 1)) {
            coded |= UINT32_C(1) << member;
            last = (context[RANGE_CONTEXTS - 1] + member + 1) * RANGE_CONTEXTS;
            group[RANGE_CONTEXTS - 1] = group_of(c, last, RANGE_BITS_MAX);
        }
    }
    return coded;
}

uint32_t range_code_plain(struct range_coder *c, unsigned bits, uint32_t value)
{
    uint32_t coded = 0;
    while (bits-- > 0)
        coded = coded << 1 | code_bit(c, 32768, value >> bits & 1);
    return coded;
}

bool range_coder_end(struct range_coder *c)
{
    for (int i = 0; c->out && i < TAIL; i++) {
        buf_add_byte(c->out, (unsigned char)(c->low >> 24));
        c->low <<= 8;
    }
    return c->out || c->missing <= TAIL;
}
