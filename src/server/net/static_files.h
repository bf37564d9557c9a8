// static_files: serves the files of a web client from a folder. All files are read into memory at
// start: a request costs no system call, a file that changes on disk is never half served, and path
// traversal is impossible, since only loaded names can be served.
//
// A file x may have precompressed variants x.br and x.gz; the smallest that the client accepts is
// sent. Names with a content hash (`app.3f9c2a1b.js`, `app-2DYQOLNC.js`: at least eight of 0-9a-f,
// or of A-Z2-7, between a dot or hyphen and the last dot) are cached by clients for ever; the
// others are revalidated by ETag (304).
//
//     struct static_files *all = static_files_open("build/web", &why);
//     ok = all && static_files_has(all, TEXT("index.html"));
//     static_files_free(all);
#ifndef LOGOMACHY_SERVER_NET_STATIC_FILES_H
#define LOGOMACHY_SERVER_NET_STATIC_FILES_H

#include "server/net/net.h"

struct static_files;

// Reads the folder recursively, without names that begin with a dot. NULL with the reason if it
// cannot be read or exceeds 64 MB.
struct static_files *static_files_open(const char *folder, struct reason *why);
void static_files_free(struct static_files *all); // after net_free(): responses borrow from it

// Responds if there is such a file; path is relative to the folder ("index.html", "icons/a.svg").
// False, with nothing done, if there is none or the method is not GET or HEAD. `more` are
// additional headers, at most eight, e.g. a content security policy of the page.
enum { STATIC_FIELDS_MAX = 8 };
bool static_files_serve(const struct static_files *all, struct net_request *r, struct text path,
                        const struct net_field *more, size_t more_count);

// Is there such a file?
bool static_files_has(const struct static_files *all, struct text path);

// The bytes of a file, which live as long as all of them; empty: there is none.
struct text static_files_content(const struct static_files *all, struct text path);

// Is the tag, in its quotes, in the If-None-Match header? Weak comparison.
bool etag_matches(struct text header, struct text tag);

#endif
