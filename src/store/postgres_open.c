#include "store/postgres_open.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

enum { BUSY_MS = 5000 };

static bool refuse_open(const char *where, const char *what, struct reason *why)
{
    struct buf address = {0};
    size_t len = strcspn(what, "\n");
    store_print_place(where, &address);
    reason_set(why, 0, MSG_STORE_OPEN, "%.*s\t%.*s", TEXT_ARG(buf_text(&address)), (int)len, what);
    buf_release(&address);
    return false;
}

// What every connection starts with: a lock is not waited for without end, and a server that no
// longer answers is given up. The server does the same with us: what a process has locked that was
// cut off or frozen in the middle of a transaction is free for the others after a few seconds.
static PGconn *connect_to(const struct store_options *o, bool writes)
{
    enum { STALLED_MS = 4000 };
    char options[240];
    const char *const key[] = {"dbname",           "application_name",
                               "client_encoding",  "connect_timeout",
                               "keepalives_idle",  "keepalives_interval",
                               "keepalives_count", "tcp_user_timeout",
                               "options",          NULL};
    const char *const value[] = {o->where, "logomachy", "UTF8",  "5",     "10",
                                 "5",      "3",         "15000", options, NULL};
    snprintf(options, sizeof options,
             "-c lock_timeout=%u -c client_min_messages=warning -c tcp_keepalives_idle=5"
             " -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000"
             " -c idle_in_transaction_session_timeout=%u",
             o->busy_ms ? o->busy_ms : BUSY_MS, writes ? STALLED_MS : 0);
    return PQconnectdbParams(key, value, 1);
}

static bool ask_is(PGconn *db, const char *question, const char *answer)
{
    PGresult *r = PQexec(db, question);
    bool is = r && PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1 &&
              strcmp(PQgetvalue(r, 0, 0), answer) == 0;
    PQclear(r);
    return is;
}

// Is this database ours, or empty? And does it keep every text that we have?
static bool check(PGconn *db, const char *where, struct reason *why)
{
    if (PQstatus(db) != CONNECTION_OK)
        return refuse_open(where, PQerrorMessage(db), why);
    if (!ask_is(db, "SHOW server_encoding", "UTF8"))
        return refuse_open(where, "server_encoding is not UTF8", why);
    if (ask_is(db,
               "SELECT COUNT(*) = 0 OR COUNT(*) FILTER (WHERE tablename = 'schema_version') = 1"
               " FROM pg_tables WHERE schemaname = current_schema()",
               "t"))
        return true;
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
    if (check(c->db, o->where, why))
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

bool postgres_again(struct postgres *c)
{
    PQreset(c->db);
    memset(c->in_use, 0, sizeof c->in_use);
    c->posted = 0;
    c->posted_status = STORE_OK;
    return PQstatus(c->db) == CONNECTION_OK;
}
