// static_files: the files of a web client, from a folder. They are read into memory once, at the
// start: a request costs no system call, and a file that changes on the disk is not half served.
// Only what was read then can be served, so there is no path to escape by.
//
// A file x may have finished variants x.br and x.gz beside it; the smallest that the client takes
// is sent. Names that carry a hash of the content (`app.3f9c2a1b.js`, `app-2DYQOLNC.js`: at least
// eight of 0-9a-f, or of A-Z2-7, between a dot or hyphen and the last dot) may be kept for ever by
// clients; the others are asked for anew each time and answered by 304 when nothing changed.
#ifndef LOGOMACHY_SERVER_NET_STATIC_FILES_H
#define LOGOMACHY_SERVER_NET_STATIC_FILES_H

#include "server/net/net.h"

struct static_files;

// Reads the folder and those in it; names that begin with a dot are left out. NULL with a reason
// when it cannot be read, or has more than 64 MB in it.
struct static_files *static_files_open(const char *folder, struct reason *why);
void static_files_free(struct static_files *all); // after net_free(): answers point into it

// Answers the request if there is such a file: path is relative to the folder ("index.html",
// "icons/a.svg"). False, with nothing done, where there is none or the method is not GET or HEAD.
// `more` are headers for it, at most eight: a page may need a policy of its own.
enum { STATIC_FIELDS_MAX = 8 };
bool static_files_serve(const struct static_files *all, struct net_request *r, struct text path,
                        const struct net_field *more, size_t more_count);

// Whether there is such a file; for tests and for choosing between two.
bool static_files_has(const struct static_files *all, struct text path);

// Is the tag, in its quotes, in the If-None-Match header? Weak comparison.
bool etag_matches(struct text header, struct text tag);

#endif
