// packs: packed lexicons (lexicon/pack.h) for browsers. Each is made once, in the thread pool, when
// it is first requested, and kept in memory: at most a megabyte each. Requests that arrive
// meanwhile wait.
//
//     GET /lexicons/current.json            {"en":"/lexicons/en-0123456789abcdef.pack"}
//     GET /lexicons/en-0123456789abcdef.pack
//
// The name of a pack changes with its content, so clients keep it for ever.
//
//     struct api *api = NULL;
//     struct net_request *r = NULL;
//     ok = packs_answer(api, r, TEXT("lexicons/current.json"));
#ifndef LOGOMACHY_SERVER_API_PACKS_H
#define LOGOMACHY_SERVER_API_PACKS_H

#include "server/net/net.h"

struct api;
struct packs;

// The address of a lexicon's present pack. False: there is no such lexicon.
enum { PACK_ADDRESS = 100 };
bool packs_address(const struct api *api, struct text name, char out[PACK_ADDRESS]);

// False, with nothing done, if there is no such path. The method is GET or HEAD.
bool packs_answer(struct api *api, struct net_request *r, struct text path);

void packs_free(struct packs *all); // after net_free(): responses borrow from it. NULL is ignored

#endif
