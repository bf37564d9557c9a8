#include "store/backends/postgres_wait.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// Shuts down the socket, so that further reads see the end of the stream. PQfinish() would block on
// its goodbye message.
static void cut(struct postgres *c)
{
    int fd = PQsocket(c->db);
    if (fd >= 0)
        shutdown(fd, SHUT_RDWR);
}

// Waits until there is something to read, or to write where something is still to be sent. False:
// not in time.
static bool wait_until(struct postgres *c, bool unsent, int64_t end)
{
    struct pollfd p = {.fd = PQsocket(c->db), .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
    int ready;
    do {
        int64_t left = end - now_ms();
        if (c->limit_ms && left <= 0)
            return false;
        ready = poll(&p, 1, c->limit_ms ? (int)left : -1);
    } while (ready < 0 && errno == EINTR);
    return ready != 0;
}

PGresult *postgres_answer(struct postgres *c)
{
    int64_t end = now_ms() + c->limit_ms;
    int unsent;
    // A connection that is lost is not busy: PQgetResult() says what happened to it.
    while (PQstatus(c->db) == CONNECTION_OK && (unsent = PQflush(c->db)) >= 0 &&
           (unsent > 0 || PQisBusy(c->db))) {
        if (!wait_until(c, unsent > 0, end)) {
            c->hangs = true;
            cut(c);
            break;
        }
        if (!PQconsumeInput(c->db))
            break;
    }
    return PQgetResult(c->db);
}

PGresult *postgres_answers(struct postgres *c, int sent)
{
    PGresult *last = NULL, *next;
    if (!sent) {
        cut(c);
        (void)PQconsumeInput(c->db);
        return NULL;
    }
    while ((next = postgres_answer(c))) {
        PQclear(last);
        last = next;
        if (PQstatus(c->db) != CONNECTION_OK)
            break;
    }
    return last;
}

PGresult *postgres_ask(struct postgres *c, const char *statements)
{
    return postgres_answers(c, PQsendQuery(c->db, statements));
}
