#include "sources/russian/dawg.h"

enum { COUNT_SIZE = 4, UNIT_SIZE = 4, GUIDE_SIZE = 2 };

// A unit: the label by which it is entered in the low byte (bit 31 set where it is no node but a
// value), then a bit for "a key ends here", a bit that widens the offset, and the offset.
static const uint32_t LABEL_MASK = 0x800000FF, HAS_VALUE = 0x100, WIDE = 0x200;
enum { OFFSET_SHIFT = 10, WIDE_SHIFT = 6 };

static uint32_t read_u32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

bool dawg_open(struct dawg *d, struct text bytes, struct reason *why)
{
    const unsigned char *at = (const unsigned char *)bytes.at;
    if (bytes.len < COUNT_SIZE)
        return refuse(why, MSG_DAWG_SIZE, "%zu", bytes.len);
    uint64_t size = read_u32(at);
    uint64_t want = COUNT_SIZE + size * UNIT_SIZE + COUNT_SIZE + size * GUIDE_SIZE;
    if (size == 0 || bytes.len != want)
        return refuse(why, MSG_DAWG_SIZE, "%zu", bytes.len);
    const unsigned char *middle = at + COUNT_SIZE + size * UNIT_SIZE;
    if (read_u32(middle) != size)
        return refuse(why, MSG_DAWG_SIZE, "%zu", bytes.len);
    *d = (struct dawg){at + COUNT_SIZE, middle + COUNT_SIZE, (uint32_t)size};
    return true;
}

static uint32_t unit(const struct dawg *d, uint32_t node)
{
    return read_u32(d->units + (size_t)node * UNIT_SIZE);
}

static unsigned char first_child(const struct dawg *d, uint32_t node)
{
    return d->guide[(size_t)node * GUIDE_SIZE];
}

static unsigned char next_sibling(const struct dawg *d, uint32_t node)
{
    return d->guide[(size_t)node * GUIDE_SIZE + 1];
}

void dawg_walk_init(struct dawg_walk *w, const struct dawg *d)
{
    *w = (struct dawg_walk){.dawg = d, .steps_left = (uint64_t)d->size * DAWG_STEPS_PER_UNIT};
}

static bool descend(struct dawg_walk *w, unsigned char label, struct reason *why)
{
    uint32_t from = w->node[w->depth], u = unit(w->dawg, from);
    uint32_t offset = (u >> OFFSET_SHIFT) << ((u & WIDE) >> WIDE_SHIFT);
    uint32_t to = from ^ offset ^ label;
    if (to >= w->dawg->size || (unit(w->dawg, to) & LABEL_MASK) != label)
        return refuse(why, MSG_DAWG_EDGE, "%u\t%u", (unsigned)from, (unsigned)label);
    if (w->depth == DAWG_KEY_MAX)
        return refuse(why, MSG_DAWG_DEEP, "%d", DAWG_KEY_MAX);
    if (w->steps_left == 0)
        return refuse(why, MSG_DAWG_KNOTTED, "%d", DAWG_STEPS_PER_UNIT);
    w->steps_left--;
    w->key[w->depth++] = label;
    w->node[w->depth] = to;
    return true;
}

// The label that leads to the next node from where the walk is, climbing as far as needed; 0 when
// the whole graph was seen.
static unsigned char next_label(struct dawg_walk *w)
{
    unsigned char label = first_child(w->dawg, w->node[w->depth]);
    while (!label && w->depth > 0) {
        label = next_sibling(w->dawg, w->node[w->depth]);
        w->depth--;
    }
    return label;
}

enum dawg_step dawg_walk_next(struct dawg_walk *w, struct text *key, struct reason *why)
{
    do {
        unsigned char label = next_label(w);
        if (!label)
            return DAWG_END;
        if (!descend(w, label, why))
            return DAWG_REFUSED;
    } while (!(unit(w->dawg, w->node[w->depth]) & HAS_VALUE));
    *key = (struct text){(const char *)w->key, w->depth};
    return DAWG_KEY;
}
