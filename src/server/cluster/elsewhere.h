// elsewhere: the accounts that are connected to the other processes of the site, as those tell it.
// Each says who comes and who goes, and now and then, in its *beat*, everybody that it has: what
// was missed is mended by that. A process that is silent for a while has nobody.
#ifndef LOGOMACHY_SERVER_CLUSTER_ELSEWHERE_H
#define LOGOMACHY_SERVER_CLUSTER_ELSEWHERE_H

#include "base/text.h"

struct elsewhere;

struct elsewhere *elsewhere_open(uint64_t secret); // NULL: no memory
void elsewhere_free(struct elsewhere *e);

// What the process of that name has said, at a time by net_ticks_ms(). Numbers are separated by
// spaces; what is none is passed over.
void elsewhere_came(struct elsewhere *e, struct text process, struct text accounts, uint64_t now);
void elsewhere_went(struct elsewhere *e, struct text process, struct text accounts, uint64_t now);

// A beat begins, and with it ends the one before: who was not in that one is not there.
void elsewhere_beat(struct elsewhere *e, struct text process, uint64_t now);
void elsewhere_gone(struct elsewhere *e, struct text process); // it has stopped

void elsewhere_tick(struct elsewhere *e, uint64_t now); // forgets the silent
bool elsewhere_has(const struct elsewhere *e, int64_t account);
unsigned elsewhere_processes(const struct elsewhere *e);

#endif
