// export: everything that the site knows of an account, as one JSON file for its owner. It is read
// from the store page by page and streamed as fast as the client takes it (backpressure), so that
// no export needs more memory than a page.
//
//     struct call *c = NULL; /* a handler's argument */
//     export_begin(c);
#ifndef LOGOMACHY_SERVER_API_EXPORT_H
#define LOGOMACHY_SERVER_API_EXPORT_H

#include "server/api/call.h"

struct export;

// Answers the call with the caller's export.
void export_begin(struct call *c);

// A socket has closed. False if it does not belong to an export.
bool export_closed(struct api *api, struct net_socket *s);

#endif
