#include "store/leases.h"

#include "base/bug.h"
#include "store/sql.h"

#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { GONE_MS = 60000 }; // a process that is dead for so long is forgotten

unsigned store_lease_shard(const char *match)
{
    return (unsigned)(XXH3_64bits(match, strlen(match)) % LEASE_SHARDS);
}

// --- Live processes.

static enum store_status count_living(struct store_tx *tx, struct store_leases *l, int64_t now)
{
    int64_t living = 0;
    enum store_status status =
        sql_run(tx,
                "INSERT INTO processes (name, until) VALUES ($1, $2)"
                " ON CONFLICT (name) DO UPDATE SET until = excluded.until",
                SQL_WITH(sql_string(l->owner), sql_number(now + l->ms)), NULL, NULL);
    if (status == STORE_OK)
        status = sql_run(tx, "DELETE FROM processes WHERE until <= $1",
                         SQL_WITH(sql_number(now - GONE_MS)), NULL, NULL);
    if (status == STORE_OK)
        status = sql_count(tx, "SELECT COUNT(*) FROM processes WHERE until > $1",
                           SQL_WITH(sql_number(now)), &living);
    l->living = living > 0 && living < LEASE_SHARDS ? (unsigned)living : LEASE_SHARDS;
    return status;
}

// --- The state of all shards.

struct shard {
    bool ours, free;
    int64_t epoch;
};

struct board {
    const struct store_leases *leases;
    int64_t now;
    struct shard shard[LEASE_SHARDS];
};

static bool leases_read_shard(void *context, struct sql_reader *r)
{
    struct board *b = context;
    char owner[LEASE_OWNER];
    unsigned number = sql_take_below(r, LEASE_SHARDS);
    SQL_TAKE(r, owner);
    int64_t epoch = sql_take_number(r), until = sql_take_number(r);
    bool ours = strcmp(owner, b->leases->owner) == 0;
    if (!r->bad)
        b->shard[number] = (struct shard){ours, !ours && until <= b->now, epoch};
    return !r->bad;
}

// A shard that was never held has no row.
static enum store_status read_board(struct store_tx *tx, struct board *b)
{
    for (unsigned i = 0; i < LEASE_SHARDS; i++)
        b->shard[i].free = true;
    return sql_run(tx,
                   "SELECT shard, owner, epoch, until FROM leases WHERE shard >= 0 ORDER BY shard",
                   SQL_NOTHING, leases_read_shard, b);
}

// --- Renewing, releasing and taking.

static enum store_status keep_shard(struct store_tx *tx, const struct store_leases *l,
                                    unsigned shard, int64_t until)
{
    return sql_change(tx, "UPDATE leases SET until = $3 WHERE shard = $1 AND owner = $2",
                      SQL_WITH(sql_number(shard), sql_string(l->owner), sql_number(until)));
}

static enum store_status give_shard(struct store_tx *tx, const struct store_leases *l,
                                    unsigned shard)
{
    return sql_change(tx, "UPDATE leases SET owner = '', until = 0 WHERE shard = $1 AND owner = $2",
                      SQL_WITH(sql_number(shard), sql_string(l->owner)));
}

static enum store_status take_shard(struct store_tx *tx, const struct store_leases *l,
                                    unsigned shard, int64_t epoch, int64_t until)
{
    return sql_change(
        tx,
        "INSERT INTO leases (shard, owner, epoch, until) VALUES ($1, $2, $3, $4)"
        " ON CONFLICT (shard) DO UPDATE SET owner = excluded.owner,"
        " epoch = excluded.epoch, until = excluded.until",
        SQL_WITH(sql_number(shard), sql_string(l->owner), sql_number(epoch), sql_number(until)));
}

// Renews our leases up to our share and releases the rest.
static enum store_status keep_share(struct store_tx *tx, struct store_leases *l,
                                    const struct board *b, unsigned share)
{
    enum store_status status = STORE_OK;
    for (unsigned i = 0; i < LEASE_SHARDS && status == STORE_OK; i++) {
        if (!b->shard[i].ours)
            continue;
        if (l->held == share) {
            status = give_shard(tx, l, i);
            continue;
        }
        status = keep_shard(tx, l, i, b->now + l->ms);
        l->epoch[i] = b->shard[i].epoch;
        l->held++;
    }
    return status;
}

static enum store_status fill_share(struct store_tx *tx, struct store_leases *l,
                                    const struct board *b, unsigned share)
{
    enum store_status status = STORE_OK;
    for (unsigned i = 0; i < LEASE_SHARDS && status == STORE_OK && l->held < share; i++) {
        if (!b->shard[i].free)
            continue;
        status = take_shard(tx, l, i, b->shard[i].epoch + 1, b->now + l->ms);
        l->epoch[i] = b->shard[i].epoch + 1;
        l->held++;
    }
    return status;
}

enum store_status store_leases_renew(struct store_tx *tx, struct store_leases *l)
{
    struct board b = {.leases = l};
    memset(l->epoch, 0, sizeof l->epoch);
    l->held = 0;
    BUG_UNLESS(l->owner[0] && l->ms > 0);
    enum store_status status = sql_clock(tx, &b.now);
    if (status == STORE_OK)
        status = count_living(tx, l, b.now);
    if (status == STORE_OK)
        status = read_board(tx, &b);
    unsigned share = (LEASE_SHARDS + l->living - 1) / l->living;
    if (status == STORE_OK)
        status = keep_share(tx, l, &b, share);
    if (status == STORE_OK)
        status = fill_share(tx, l, &b, share);
    return status;
}

enum store_status store_leases_release(struct store_tx *tx, const char *owner)
{
    enum store_status status =
        sql_run(tx, "UPDATE leases SET owner = '', until = 0 WHERE owner = $1",
                SQL_WITH(sql_string(owner)), NULL, NULL);
    if (status == STORE_OK)
        status = sql_run(tx, "DELETE FROM processes WHERE name = $1", SQL_WITH(sql_string(owner)),
                         NULL, NULL);
    return status;
}

// An UPDATE that changes nothing: it locks the row, so a process that wants the shard waits for us.
enum store_status store_lease_check(struct store_tx *tx, unsigned shard, const char *owner,
                                    int64_t epoch)
{
    enum store_status status = sql_change(
        tx, "UPDATE leases SET epoch = epoch WHERE shard = $1 AND owner = $2 AND epoch = $3",
        SQL_WITH(sql_number(shard), sql_string(owner), sql_number(epoch)));
    return status == STORE_NONE ? STORE_TAKEN : status;
}
