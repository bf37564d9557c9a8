#include "server/net/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

enum {
    BACKLOG = 1024,
    ACCEPTS_A_TURN = 64,
    REFUSALS_A_TURN = 16,
    PAUSE_MS = 50, // when there is no file descriptor left
};

// Tells a client that there is no place for it, as far as that is possible without waiting. (Within
// TLS it is not.)
static void refuse_client(struct net *n, int fd, unsigned status)
{
    struct buf answer = {0};
    if (!n->tls) {
        net_write_refusal(n, &answer, status);
        if (buf_ok(&answer))
            (void)!send(fd, answer.at, answer.len, MSG_DONTWAIT | MSG_NOSIGNAL);
        shutdown(fd, SHUT_WR);
    }
    buf_release(&answer);
    close(fd);
}

static void admit(struct net *n, int fd, const struct sockaddr_storage *address)
{
    if (n->counts.open_connections >= n->options.max_clients) {
        n->counts.drops[NET_DROP_FULL]++;
        if (net_is_time_to_log(n, &n->full_logged))
            net_log(false, "%u connections: no more are taken", n->options.max_clients);
        refuse_client(n, fd, 503);
        return;
    }
    unsigned refusal = net_conn_adopt(n, fd, address);
    if (refusal)
        refuse_client(n, fd, refusal);
}

static int accept_connection(const struct net_listener *l, struct sockaddr_storage *address)
{
    socklen_t size = sizeof *address;
    memset(address, 0, sizeof *address);
    return accept4(l->fd, (struct sockaddr *)address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static int open_spare(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

// No file descriptor is left: gives up the spare one to tell some clients so, one by one.
static void refuse_some(struct net_listener *l)
{
    struct net *n = l->net;
    for (int i = 0; i < REFUSALS_A_TURN && n->spare >= 0; i++) {
        struct sockaddr_storage address;
        close(n->spare);
        int fd = accept_connection(l, &address);
        if (fd >= 0) {
            n->counts.drops[NET_DROP_FILES]++;
            refuse_client(n, fd, 503);
        }
        n->spare = open_spare();
        if (fd < 0)
            break;
    }
}

static void listen_on_connection(uv_poll_t *poll, int status, int events);

static void listen_on(struct net *n)
{
    for (unsigned i = 0; i < n->listeners && !n->stopping; i++)
        uv_poll_start(&n->listener[i].poll, UV_READABLE, listen_on_connection);
}

static void listen_on_pause_over(uv_timer_t *timer)
{
    struct net *n = timer->data;
    if (n->spare < 0)
        n->spare = open_spare();
    listen_on(n);
}

// A listening socket with clients that cannot be accepted is readable all the time: it is left
// alone for a while.
static void pause_listening(struct net_listener *l, int why)
{
    struct net *n = l->net;
    if (net_is_time_to_log(n, &n->files_logged))
        net_log(true, "cannot accept a connection: %s", strerror(why));
    refuse_some(l);
    for (unsigned i = 0; i < n->listeners; i++)
        uv_poll_stop(&n->listener[i].poll);
    uv_timer_start(&n->accept_again, listen_on_pause_over, PAUSE_MS, 0);
}

static void listen_on_connection(uv_poll_t *poll, int status, int events)
{
    struct net_listener *l = poll->data;
    (void)status;
    (void)events;
    l->net->now = net_ticks_ms();
    for (int i = 0; i < ACCEPTS_A_TURN; i++) {
        struct sockaddr_storage address;
        int fd = accept_connection(l, &address);
        if (fd >= 0) {
            admit(l->net, fd, &address);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            pause_listening(l, errno);
            return;
        } else if (errno != EINTR && errno != ECONNABORTED) {
            return; // none is waiting
        }
    }
}

static unsigned port_of(int fd)
{
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } a = {.six = {.sin6_family = AF_UNSPEC}};
    socklen_t size = sizeof a;
    if (getsockname(fd, &a.any, &size) < 0)
        return 0;
    return ntohs(a.any.sa_family == AF_INET6 ? a.six.sin6_port : a.four.sin_port);
}

static int open_listener(const struct sockaddr *address, socklen_t size, bool only_v6)
{
    int yes = 1, v6 = only_v6;
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (address->sa_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &v6, sizeof v6);
    if (bind(fd, address, size) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

static bool add_listener(struct net *n, struct sockaddr *address, socklen_t size, bool only_v6)
{
    struct net_listener *l = &n->listener[n->listeners];
    if (n->port && address->sa_family == AF_INET6) // all addresses of a name have one port
        ((struct sockaddr_in6 *)address)->sin6_port = htons((uint16_t)n->port);
    else if (n->port)
        ((struct sockaddr_in *)address)->sin_port = htons((uint16_t)n->port);
    l->fd = open_listener(address, size, only_v6);
    if (l->fd < 0)
        return false;
    l->net = n;
    uv_poll_init(&n->loop, &l->poll, l->fd);
    l->poll.data = l;
    n->listeners++;
    n->port = port_of(l->fd);
    return true;
}

static bool listen_anywhere(struct net *n)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = in6addr_any};
    struct sockaddr_in four = {.sin_family = AF_INET};
    return add_listener(n, (struct sockaddr *)&six, sizeof six, false) ||
           (errno != EADDRINUSE && add_listener(n, (struct sockaddr *)&four, sizeof four, false));
}

static const char *listen_named(struct net *n)
{
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    int error = getaddrinfo(n->options.address, NULL, &hints, &found);
    if (error)
        return gai_strerror(error);
    for (struct addrinfo *a = found; a && n->listeners < NET_LISTENERS_MAX; a = a->ai_next)
        if (a->ai_family == AF_INET || a->ai_family == AF_INET6)
            (void)add_listener(n, a->ai_addr, a->ai_addrlen, true);
    freeaddrinfo(found);
    return n->listeners ? NULL : strerror(errno);
}

bool net_listen(struct net *n, struct reason *why)
{
    const char *address = n->options.address ? n->options.address : "*";
    const char *wrong = NULL;
    n->port = n->options.port;
    if (n->port > 65535)
        wrong = strerror(ERANGE);
    else if (n->options.address)
        wrong = listen_named(n);
    else if (!listen_anywhere(n))
        wrong = strerror(errno);
    if (wrong)
        return refuse(why, MSG_NET_CANNOT_LISTEN, "%s\t%u\t%s", address, n->options.port, wrong);
    n->spare = open_spare();
    listen_on(n);
    return true;
}

void net_unlisten(struct net *n)
{
    uv_timer_stop(&n->accept_again);
    for (unsigned i = 0; i < n->listeners; i++) {
        if (n->listener[i].fd < 0)
            continue;
        uv_poll_stop(&n->listener[i].poll);
        close(n->listener[i].fd);
        n->listener[i].fd = -1;
    }
    if (n->spare >= 0)
        close(n->spare);
    n->spare = -1;
}
