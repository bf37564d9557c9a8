// dawg: walks every key of a word graph as the dawgdic library writes it, in the graph's own order.
// The graph is a double array of units with a guide beside it, which says for each node the label
// of its first child and of its next sibling. Little-endian: u32 n, n units of u32, u32 n again, n
// pairs of guide bytes.
//
//     struct dawg d;
//     struct dawg_walk walk;
//     struct text key;
//     if (!dawg_open(&d, text, &why))
//         return false;
//     dawg_walk_init(&walk, &d);
//     while (dawg_walk_next(&walk, &key, &why) == DAWG_KEY)
//         buf_add_text(&out, key);
//
// A graph can be read from anywhere: one that runs in circles, leaves the file, or is so knotted
// that its keys are out of proportion to its size is refused.
#ifndef LOGOMACHY_SOURCES_RUSSIAN_DAWG_H
#define LOGOMACHY_SOURCES_RUSSIAN_DAWG_H

#include "base/reason.h"

enum {
    DAWG_KEY_MAX = 128,
    // Steps of a walk for each unit of the graph. OpenCorpora's graph takes 25.
    DAWG_STEPS_PER_UNIT = 64,
};

struct dawg {
    const unsigned char *units; // borrowed, as is the guide
    const unsigned char *guide;
    uint32_t size; // nodes are numbered 0 (the root) to size - 1
};

struct dawg_walk {
    const struct dawg *dawg;
    uint64_t steps_left;
    unsigned depth;
    uint32_t node[DAWG_KEY_MAX + 1]; // the way from the root
    unsigned char key[DAWG_KEY_MAX]; // the labels along it
};

enum dawg_step { DAWG_KEY, DAWG_END, DAWG_REFUSED };

bool dawg_open(struct dawg *d, struct text bytes, struct reason *why);

// The graph, and the bytes under it, must outlive the walk.
void dawg_walk_init(struct dawg_walk *w, const struct dawg *d);

// The next key, never empty; valid until the next call. After anything but DAWG_KEY the walk is
// over.
enum dawg_step dawg_walk_next(struct dawg_walk *w, struct text *key, struct reason *why);

#endif
