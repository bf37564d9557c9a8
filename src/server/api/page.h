// page: everything that is not the API: the files of the web client if there is one, otherwise a
// plain page with the open games and a link to the API's description; and the lexicons for the core
// in the browser: packed (packs.h), and with their definitions as /lexicons/NAME.lex, with range
// requests.
//
//     struct api *api = NULL;
//     struct net_request *r = NULL;
//     page_answer(api, r);
#ifndef LOGOMACHY_SERVER_API_PAGE_H
#define LOGOMACHY_SERVER_API_PAGE_H

#include "server/net/net.h"

struct api;

void page_answer(struct api *api, struct net_request *r);

#endif
