// export: everything that the site knows of an account, as one JSON file for its owner. It may be
// long: it is read from the store page by page and sent as fast as the client takes it, so that no
// export needs more memory than a page.
#ifndef LOGOMACHY_SERVER_API_EXPORT_H
#define LOGOMACHY_SERVER_API_EXPORT_H

#include "server/api/call.h"

struct export;

// Answers the call with the caller's export.
void export_begin(struct call *c);

// A socket has closed. False where it is no export's.
bool export_closed(struct api *api, struct net_socket *s);

#endif
