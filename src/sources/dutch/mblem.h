// mblem: Frog's lemmatizer of Dutch (Debian package frogdata, mblem.tree), a decision tree by the last
// letters of a word (IGTree) that was made from 475,107 words. A file has classes, the letters, and the
// tree:
//
//     Classes                                Features        (6{ 1 33 }[2(1[13(6)
//     4  N(soort,mv,basis)+Den               1  =            ,18(8)
//     5  WW(vd,vrij,zonder)+Pge+Dd+Ien       5  h            ]
//                                                            )
//
// A node is its class, perhaps how often each class is in it, and its branches: a letter and a node. A
// word takes the branch of its last letter, then of the one before, and so on; "=" stands before its
// first letter. The class where it gets stuck is the answer: readings, separated by "|", each a tag
// (sources/dutch/cgn.h) and what makes the lemma of the word: take "ge" out of it (P), cut "d" off
// its end (D), append "en" (I).
//
//     struct mblem m;
//     ok = mblem_open(&m, text, &why);
//     ok = ok && mblem_read(&m, TEXT("gewerkt"), sink, &why); // lemma "werken"
//     mblem_close(&m);
#ifndef LOGOMACHY_SOURCES_DUTCH_MBLEM_H
#define LOGOMACHY_SOURCES_DUTCH_MBLEM_H

#include "base/buf.h"
#include "sources/source.h"

enum { MBLEM_LETTERS = 0x250 }; // letters from here on are strange to the tree

struct mblem {
    struct buf classes; // struct text each, borrowed from the file
    struct buf nodes;   // struct mblem_node each
    uint16_t value[MBLEM_LETTERS];
};

// Borrows the file's text until mblem_close().
bool mblem_open(struct mblem *m, struct text tree, struct reason *why);
void mblem_close(struct mblem *m);

// Delivers the word's readings: its classes, and its lemma if that is another word. Where the tree has
// not seen the word, they are a guess.
bool mblem_read(const struct mblem *m, struct text word, const struct source_sink *sink,
                struct reason *why);

#endif
