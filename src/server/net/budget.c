// One memory budget for the buffered bytes of all connections. When it is exhausted, load is shed
// from the address that holds the most; all connections of an address count together, so that
// splitting a load over many small ones does not help.
#include "server/net/internal.h"

enum { ROUNDS = 64 }; // connections shed per turn; each is found by a scan over all

static size_t budget(const struct net *n)
{
    return (size_t)n->options.max_buffered_mb << 20;
}

static size_t weight_of(const struct net_conn *c)
{
    return c->in.cap + c->out.cap + c->socket.message.cap + (c->request ? c->request->body.cap : 0);
}

void net_weigh(struct net_conn *c)
{
    size_t weight = c->doomed ? 0 : weight_of(c);
    c->net->buffered += weight - c->weight;
    if (c->peer)
        c->peer->bytes += weight - c->weight;
    c->weight = weight;
}

bool net_is_over_budget(const struct net *n)
{
    return n->buffered > budget(n) + budget(n) / 4;
}

// The memory that the client holds, over all its connections.
static size_t share(const struct net_conn *c)
{
    return c->peer ? c->peer->bytes : c->weight;
}

static bool gives_way_before(const struct net_conn *c, const struct net_conn *than)
{
    if (!than || share(c) != share(than))
        return !than || share(c) > share(than);
    return c->weight > than->weight;
}

// Its weight is gone at once from the sums; its memory goes when it is flushed.
static void shed_one(struct net *n)
{
    struct net_conn *worst = NULL;
    for (struct net_conn *c = n->conns; c; c = c->next)
        if (!c->doomed && c->weight && gives_way_before(c, worst))
            worst = c;
    if (!worst)
        return;
    net_conn_count(worst, NET_DROP_MEMORY);
    net_conn_doom(worst);
    n->buffered -= worst->weight;
    if (worst->peer)
        worst->peer->bytes -= worst->weight;
    worst->weight = 0;
}

void net_shed(struct net *n)
{
    for (int i = 0; i < ROUNDS && n->buffered > budget(n); i++)
        shed_one(n);
}
