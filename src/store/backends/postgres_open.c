#include "store/backends/postgres_open.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

// How long a lock is waited for; then, in this order, the lock, the statement that waits for it and
// the connection on which nothing comes back are given up.
enum { BUSY_MS = 5000, STATEMENT_MORE_MS = 1000, ANSWER_MORE_MS = 2000 };

static unsigned busy_ms(const struct store_options *o)
{
    return o->busy_ms ? o->busy_ms : BUSY_MS;
}

// Is the server down or starting up (transient)? A refusal by a running server is permanent.
static bool is_away(const struct store_options *o, const char *said)
{
    const char *const key[] = {"dbname", "connect_timeout", NULL};
    const char *const value[] = {o->where, "5", NULL};
    PGPing ping = PQpingParams(key, value, 1);
    return ping == PQPING_NO_RESPONSE || ping == PQPING_REJECT ||
           strstr(said, "too many clients") || strstr(said, "remaining connection slots");
}

static bool refuse_with(enum message message, const char *where, const char *what,
                        struct reason *why)
{
    struct buf address = {0};
    size_t len = strcspn(what, "\n");
    store_print_place(where, &address);
    reason_set(why, 0, message, "%.*s\t%.*s", TEXT_ARG(buf_text(&address)), (int)len, what);
    buf_release(&address);
    return false;
}

static bool refuse_open(const char *where, const char *what, struct reason *why)
{
    return refuse_with(MSG_STORE_OPEN, where, what, why);
}

// Settings of every connection: lock timeouts, and TCP keepalives that detect a dead server. The
// server has matching limits for us: the locks of a process that is cut off or frozen within a
// transaction are released after a few seconds.
static PGconn *connect_to(const struct store_options *o, bool writes)
{
    enum { STALLED_MS = 4000 };
    char options[280];
    const char *const key[] = {"dbname",           "application_name",
                               "client_encoding",  "connect_timeout",
                               "keepalives_idle",  "keepalives_interval",
                               "keepalives_count", "tcp_user_timeout",
                               "options",          NULL};
    const char *const value[] = {o->where, "logomachy", "UTF8",  "5",     "10",
                                 "5",      "3",         "15000", options, NULL};
    snprintf(options, sizeof options,
             "-c lock_timeout=%u -c statement_timeout=%u -c client_min_messages=warning -c "
             "tcp_keepalives_idle=5"
             " -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000"
             " -c idle_in_transaction_session_timeout=%u",
             busy_ms(o), busy_ms(o) + STATEMENT_MORE_MS, writes ? STALLED_MS : 0);
    return PQconnectdbParams(key, value, 1);
}

static bool ask_is(struct postgres *c, const char *question, const char *answer)
{
    PGresult *r = postgres_ask(c, question);
    bool is = r && PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1 &&
              strcmp(PQgetvalue(r, 0, 0), answer) == 0;
    PQclear(r);
    return is;
}

// Is this database ours, or empty? And does it keep every text that we have?
static bool check(struct postgres *c, const struct store_options *o, struct reason *why)
{
    const char *where = o->where, *said = PQerrorMessage(c->db);
    if (PQstatus(c->db) != CONNECTION_OK)
        return refuse_with(is_away(o, said) ? MSG_STORE_AWAY : MSG_STORE_OPEN, where, said, why);
    if (!ask_is(c, "SHOW server_encoding", "UTF8") && PQstatus(c->db) == CONNECTION_OK)
        return refuse_open(where, "server_encoding is not UTF8", why);
    if (ask_is(c,
               "SELECT COUNT(*) = 0 OR COUNT(*) FILTER (WHERE tablename = 'schema_version') = 1"
               " FROM pg_tables WHERE schemaname = current_schema()",
               "t"))
        return true;
    if (PQstatus(c->db) != CONNECTION_OK)
        return refuse_with(MSG_STORE_AWAY, where, PQerrorMessage(c->db), why);
    struct buf address = {0};
    store_print_place(where, &address);
    reason_set(why, 0, MSG_STORE_FOREIGN, "%.*s", TEXT_ARG(buf_text(&address)));
    buf_release(&address);
    return false;
}

struct sql_connection *postgres_open(const struct store_options *o, bool writes, struct reason *why)
{
    struct postgres *c = calloc(1, sizeof *c);
    if (!c) {
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    c->connection.engine = &sql_postgres;
    c->writes = writes;
    c->db = connect_to(o, writes);
    c->limit_ms = c->usual_ms = busy_ms(o) + ANSWER_MORE_MS;
    PQsetnonblocking(c->db, 1);
    if (check(c, o, why))
        return &c->connection;
    postgres_close(&c->connection);
    return NULL;
}

void postgres_close(struct sql_connection *connection)
{
    struct postgres *c = (struct postgres *)connection;
    PQfinish(c->db);
    free(c);
}

void postgres_patient(struct sql_connection *connection, bool patient)
{
    struct postgres *c = (struct postgres *)connection;
    c->limit_ms = patient ? 0 : c->usual_ms;
    PQclear(postgres_ask(c, patient ? "SET statement_timeout = 0" : "RESET statement_timeout"));
}

bool postgres_again(struct postgres *c)
{
    PQreset(c->db);
    c->hangs = false;
    PQsetnonblocking(c->db, 1);
    memset(c->in_use, 0, sizeof c->in_use);
    c->posted = 0;
    c->posted_status = STORE_OK;
    return PQstatus(c->db) == CONNECTION_OK;
}
