// page: what a browser gets that is not the API: the files of the client where there is one, and
// otherwise one plain page with the open games and a link to the API's description. And the
// lexicons for the core in the browser: /lexicons/NAME.lex, also by ranges.
#ifndef LOGOMACHY_SERVER_API_PAGE_H
#define LOGOMACHY_SERVER_API_PAGE_H

#include "server/net/net.h"

struct api;

void page_answer(struct api *api, struct net_request *r);

#endif
