// dictd: the dictionaries in dictd's format among the downloaded word sources, for tests that count
// what a reader finds in them.
//
//     struct buf dict = {0}, index = {0};
//     if (test_freedict("deu-eng", &dict, &index))
//         CHECK_NUMBER(dict.len > index.len, 1);
//     buf_release(&dict);
//     buf_release(&index);
#ifndef LOGOMACHY_TESTS_DICTD_H
#define LOGOMACHY_TESTS_DICTD_H

#include "base/buf.h"

// The dictionary PACKAGE/usr/share/dictd/NAME, unpacked, and its index, of the downloaded sources.
// The caller releases both. False as with test_source().
bool test_dictd(const char *package, const char *name, struct buf *dict, struct buf *index);

// The same for FreeDict's pair of languages, "deu-eng".
bool test_freedict(const char *pair, struct buf *dict, struct buf *index);

#endif
