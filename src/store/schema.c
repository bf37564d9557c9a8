#include "store/schema.h"

#include "base/bug.h"

#include <string.h>

// %ID, %KEY and %CLUSTERED are the engine's: see struct sql_engine. A statement that begins with
// the name of an engine is for that one only.
static const char *const step_1[] = {
    "CREATE TABLE accounts (id %ID, name TEXT NOT NULL, folded %KEY NOT NULL,"
    " kind SMALLINT NOT NULL, password TEXT NOT NULL, mail %KEY NOT NULL, lang TEXT NOT NULL,"
    " mail_turns SMALLINT NOT NULL, admin SMALLINT NOT NULL, banned SMALLINT NOT NULL,"
    " muted_until BIGINT NOT NULL, created BIGINT NOT NULL, seen BIGINT NOT NULL,"
    " closed SMALLINT NOT NULL)",
    "CREATE UNIQUE INDEX accounts_folded ON accounts (folded) WHERE folded <> ''",
    "CREATE UNIQUE INDEX accounts_mail ON accounts (mail) WHERE mail <> '' AND kind = 1",

    "CREATE TABLE sessions (hash %KEY NOT NULL PRIMARY KEY,"
    " account BIGINT NOT NULL REFERENCES accounts (id), created BIGINT NOT NULL,"
    " expires BIGINT NOT NULL, token SMALLINT NOT NULL, label TEXT NOT NULL) %CLUSTERED",
    "CREATE INDEX sessions_account ON sessions (account, created, hash)",
    "CREATE INDEX sessions_expires ON sessions (expires)",

    "CREATE TABLE tickets (hash %KEY NOT NULL PRIMARY KEY,"
    " account BIGINT NOT NULL REFERENCES accounts (id), kind TEXT NOT NULL, detail TEXT NOT NULL,"
    " expires BIGINT NOT NULL) %CLUSTERED",
    "CREATE INDEX tickets_account ON tickets (account)",
    "CREATE INDEX tickets_expires ON tickets (expires)",

    "CREATE TABLE matches (id %KEY NOT NULL PRIMARY KEY, game %KEY NOT NULL, lang %KEY NOT NULL,"
    " lexicon TEXT NOT NULL, seats SMALLINT NOT NULL, rated SMALLINT NOT NULL,"
    " listed SMALLINT NOT NULL, status SMALLINT NOT NULL, creator BIGINT NOT NULL,"
    " created BIGINT NOT NULL, started BIGINT NOT NULL, ended BIGINT NOT NULL,"
    " deadline BIGINT NOT NULL, turn SMALLINT NOT NULL, seed TEXT NOT NULL,"
    " seed_hash TEXT NOT NULL, result TEXT NOT NULL, end_reason TEXT NOT NULL,"
    " terms TEXT NOT NULL, previous TEXT NOT NULL)",
    "CREATE INDEX matches_listed ON matches (listed, status, created, id)",
    "CREATE INDEX matches_game ON matches (listed, game, status, created, id)",
    "CREATE INDEX matches_running ON matches (deadline, id) WHERE status = 1",

    // From status on these are the match's, copied so that lists by account and by score can be
    // read off an index.
    "CREATE TABLE seats (match_id %KEY NOT NULL REFERENCES matches (id), seat SMALLINT NOT NULL,"
    " account BIGINT NOT NULL, level SMALLINT NOT NULL, score INTEGER NOT NULL,"
    " rating_before DOUBLE PRECISION NOT NULL, rating_after DOUBLE PRECISION NOT NULL,"
    " won SMALLINT NOT NULL, status SMALLINT NOT NULL, created BIGINT NOT NULL,"
    " game %KEY NOT NULL, lang %KEY NOT NULL, solo SMALLINT NOT NULL,"
    " PRIMARY KEY (match_id, seat)) %CLUSTERED",
    "CREATE INDEX seats_account ON seats (account, status, created, match_id) WHERE account > 0",
    "CREATE INDEX seats_best ON seats (game, lang, score, match_id) WHERE solo = 1 AND status = 2",

    "CREATE TABLE entries (match_id %KEY NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL,"
    " at BIGINT NOT NULL, account BIGINT NOT NULL, request %KEY NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (match_id, seq)) %CLUSTERED",
    "CREATE UNIQUE INDEX entries_request ON entries (match_id, account, request)"
    " WHERE request <> ''",

    "CREATE TABLE ratings (account BIGINT NOT NULL REFERENCES accounts (id), game %KEY NOT NULL,"
    " rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,"
    " volatility DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, at BIGINT NOT NULL,"
    " PRIMARY KEY (account, game)) %CLUSTERED",
    "CREATE INDEX ratings_leaders ON ratings (game, rating, account)",
    "CREATE TABLE rating_history (account BIGINT NOT NULL REFERENCES accounts (id),"
    " game %KEY NOT NULL, match_id %KEY NOT NULL, rating DOUBLE PRECISION NOT NULL,"
    " deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL,"
    " games INTEGER NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (account, game, match_id))"
    " %CLUSTERED",
    "CREATE INDEX rating_history_at ON rating_history (account, game, at, match_id)",
    NULL,
};

static const char *const step_2[] = {
    "CREATE TABLE chat (match_id %KEY NOT NULL REFERENCES matches (id), id BIGINT NOT NULL,"
    " account BIGINT NOT NULL, at BIGINT NOT NULL, hidden SMALLINT NOT NULL, text TEXT NOT NULL,"
    " PRIMARY KEY (match_id, id)) %CLUSTERED",
    "CREATE INDEX chat_account ON chat (account, match_id, id)",

    "CREATE TABLE mutes (account BIGINT NOT NULL REFERENCES accounts (id),"
    " other BIGINT NOT NULL REFERENCES accounts (id), at BIGINT NOT NULL,"
    " PRIMARY KEY (account, other)) %CLUSTERED",
    "CREATE INDEX mutes_other ON mutes (other)",

    "CREATE TABLE reports (id %ID, author BIGINT NOT NULL, about BIGINT NOT NULL,"
    " match_id %KEY NOT NULL, at BIGINT NOT NULL, resolved SMALLINT NOT NULL, text TEXT NOT NULL)",
    "CREATE INDEX reports_open ON reports (resolved, id)",

    "CREATE TABLE suggestions (id %ID, author BIGINT NOT NULL, lexicon TEXT NOT NULL,"
    " word TEXT NOT NULL, at BIGINT NOT NULL, resolved SMALLINT NOT NULL, note TEXT NOT NULL)",
    "CREATE INDEX suggestions_open ON suggestions (resolved, id)",

    "CREATE TABLE mails (id %ID, recipient %KEY NOT NULL, subject TEXT NOT NULL,"
    " body TEXT NOT NULL, at BIGINT NOT NULL, next_try BIGINT NOT NULL, tries INTEGER NOT NULL)",
    "CREATE INDEX mails_due ON mails (next_try, id)",
    "CREATE INDEX mails_recipient ON mails (recipient)",

    "CREATE TABLE notes (name %KEY NOT NULL PRIMARY KEY, text TEXT NOT NULL) %CLUSTERED",
    NULL,
};

// Indexes by author, for data export.
static const char *const step_3[] = {
    "CREATE INDEX reports_author ON reports (author, id)",
    "CREATE INDEX suggestions_author ON suggestions (author, id)",
    NULL,
};

// A line of chat that comes twice, because its answer was lost, is one.
static const char *const step_4[] = {
    "ALTER TABLE chat ADD COLUMN request TEXT NOT NULL DEFAULT ''",
    "CREATE UNIQUE INDEX chat_request ON chat (match_id, account, request) WHERE request <> ''",
    NULL,
};

// A request is looked for in the log of its match, which is short; and seldom, while this index was
// written for every move.
static const char *const step_5[] = {
    "DROP INDEX entries_request",
    NULL,
};

// The date of a daily deal; indexes for high scores, overall and per account.
static const char *const step_6[] = {
    "ALTER TABLE matches ADD COLUMN deal TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE seats ADD COLUMN deal %KEY NOT NULL DEFAULT ''",
    "CREATE INDEX seats_deal ON seats (game, lang, deal, score, match_id)"
    " WHERE solo = 1 AND status = 2 AND deal <> ''",
    "CREATE INDEX seats_own_best ON seats (account, game, lang, score, match_id)"
    " WHERE solo = 1 AND status = 2 AND account > 0",
    NULL,
};

// Several processes per site: heartbeats and leases (leases.h); an index of computers to act. The
// mark of an unfinished transfer (transfer.h).
static const char *const step_7[] = {
    "CREATE TABLE processes (name %KEY NOT NULL PRIMARY KEY,"
    " until BIGINT NOT NULL) %CLUSTERED",
    "CREATE TABLE leases (shard SMALLINT NOT NULL PRIMARY KEY, owner %KEY NOT NULL,"
    " epoch BIGINT NOT NULL, until BIGINT NOT NULL) %CLUSTERED",
    "CREATE INDEX seats_computer ON seats (match_id, seat) WHERE level > 0 AND status = 1",
    "CREATE TABLE moving (site %KEY NOT NULL PRIMARY KEY, run BIGINT NOT NULL) %CLUSTERED",
    NULL,
};

// The seat to move after the entry: see MATCH_TURN.
static const char *const step_8[] = {
    "ALTER TABLE entries ADD COLUMN turn SMALLINT NOT NULL DEFAULT -1",
    NULL,
};

// That there is a match for an entry is asked by the statement that adds it, and no match is ever
// taken away; the database looked once more for every move, and locked the match for it. SQLite
// cannot let a constraint go but with its table.
static const char *const step_9[] = {
    "postgres ALTER TABLE entries DROP CONSTRAINT entries_match_id_fkey",
    "sqlite CREATE TABLE entries_9 (match_id %KEY NOT NULL, seq INTEGER NOT NULL,"
    " at BIGINT NOT NULL, account BIGINT NOT NULL, request %KEY NOT NULL, text TEXT NOT NULL,"
    " turn SMALLINT NOT NULL DEFAULT -1, PRIMARY KEY (match_id, seq)) %CLUSTERED",
    "sqlite INSERT INTO entries_9 SELECT match_id, seq, at, account, request, text, turn"
    " FROM entries",
    "sqlite DROP TABLE entries",
    "sqlite ALTER TABLE entries_9 RENAME TO entries",
    NULL,
};

// Finds the rematch of a match.
static const char *const step_10[] = {
    "CREATE INDEX matches_previous ON matches (previous, created, id) WHERE previous <> ''",
    NULL,
};

// Hash of the client that an open or running match counts for: a quota.
static const char *const step_11[] = {
    "ALTER TABLE matches ADD COLUMN owner BIGINT NOT NULL DEFAULT 0",
    "CREATE INDEX matches_owner ON matches (owner) WHERE status IN (0, 1) AND owner <> 0",
    NULL,
};

// Until when a process may be sending the mail; 0: none is.
static const char *const step_12[] = {
    "ALTER TABLE mails ADD COLUMN claimed BIGINT NOT NULL DEFAULT 0",
    NULL,
};

// Limits that all processes share; what a name looks like, and names of accounts that are closed;
// mail addresses whatever their case; matches that are in no list of the best, and why.
static const char *const step_13[] = {
    "CREATE TABLE buckets (name %KEY NOT NULL PRIMARY KEY, full_at BIGINT NOT NULL) %CLUSTERED",
    "CREATE INDEX buckets_full ON buckets (full_at)",
    "ALTER TABLE accounts ADD COLUMN skeleton %KEY NOT NULL DEFAULT ''",
    "CREATE UNIQUE INDEX accounts_skeleton ON accounts (skeleton) WHERE skeleton <> ''",
    "CREATE TABLE past_names (name %KEY NOT NULL PRIMARY KEY, until BIGINT NOT NULL) %CLUSTERED",
    "CREATE INDEX past_names_until ON past_names (until)",
    "CREATE INDEX accounts_mail_folded ON accounts (lower(mail), id) WHERE mail <> '' AND kind = 1",
    "ALTER TABLE matches ADD COLUMN unranked TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE seats ADD COLUMN unranked SMALLINT NOT NULL DEFAULT 0",
    "UPDATE matches SET unranked = 'takeback' WHERE seats = 1 AND EXISTS (SELECT 1 FROM entries AS"
    " e WHERE e.match_id = matches.id AND substr(e.text, 1, 4) = 'ask '"
    " AND substr(e.text, 7, 8) = 'takeback')",
    "UPDATE seats SET unranked = 1 WHERE solo = 1 AND EXISTS (SELECT 1 FROM matches AS m"
    " WHERE m.id = seats.match_id AND m.unranked <> '')",
    "DROP INDEX seats_best",
    "DROP INDEX seats_deal",
    "DROP INDEX seats_own_best",
    "CREATE INDEX seats_best ON seats (game, lang, score, match_id)"
    " WHERE solo = 1 AND status = 2 AND unranked = 0",
    "CREATE INDEX seats_deal ON seats (game, lang, deal, score, match_id)"
    " WHERE solo = 1 AND status = 2 AND unranked = 0 AND deal <> ''",
    "CREATE INDEX seats_own_best ON seats (account, game, lang, score, match_id)"
    " WHERE solo = 1 AND status = 2 AND unranked = 0 AND account > 0",
    NULL,
};

// Games of devices that accounts keep (device_games.h).
static const char *const step_14[] = {
    "CREATE TABLE device_games (account BIGINT NOT NULL REFERENCES accounts (id),"
    " id %KEY NOT NULL, version BIGINT NOT NULL, begun BIGINT NOT NULL, changed BIGINT NOT NULL,"
    " head TEXT NOT NULL, record TEXT NOT NULL, PRIMARY KEY (account, id)) %CLUSTERED",
    NULL,
};

static const char *const *const steps[] = {step_1,  step_2,  step_3,  step_4, step_5,
                                           step_6,  step_7,  step_8,  step_9, step_10,
                                           step_11, step_12, step_13, step_14};

enum { STEPS = sizeof steps / sizeof *steps };

unsigned schema_newest(void)
{
    return STEPS;
}

void schema_tables(void (*each)(void *context, struct text name), void *context)
{
    static const char create[] = "CREATE TABLE ";
    for (unsigned i = 0; i < STEPS; i++)
        for (const char *const *s = steps[i]; *s; s++) {
            struct text rest = text_of(*s);
            if (text_starts(rest, create)) {
                rest = text_from(rest, strlen(create));
                each(context, text_head(rest, text_find(rest, ' ')));
            }
        }
}

static void spell(const struct sql_engine *e, const char *template, struct buf *out)
{
    const struct token {
        const char *name, *text;
    } token[] = {{"%ID", e->id_type}, {"%KEY", e->key_type}, {"%CLUSTERED", e->clustered}};
    struct text rest = text_of(template);
    buf_clear(out);
    while (rest.len) {
        size_t plain = text_find(rest, '%');
        buf_add_text(out, text_head(rest, plain));
        rest = text_from(rest, plain);
        for (unsigned i = 0; rest.len && i < sizeof token / sizeof *token; i++) {
            if (text_starts(rest, token[i].name)) {
                buf_add_string(out, token[i].text);
                rest = text_from(rest, strlen(token[i].name));
                break;
            }
            BUG_UNLESS(i + 1 < sizeof token / sizeof *token);
        }
    }
    buf_add_byte(out, '\0');
}

// The statement for this database engine; NULL if it is for the other one.
static const char *for_engine(const struct sql_engine *e, const char *template)
{
    size_t name = strlen(e->name);
    if (template[0] < 'a') // SQL is in capitals
        return template;
    return strncmp(template, e->name, name) == 0 && template[name] == ' ' ? template + name + 1
                                                                          : NULL;
}

static enum store_status take_step(struct store_tx *tx, unsigned version)
{
    struct buf statement = {0};
    enum store_status status = STORE_OK;
    for (const char *const *s = steps[version - 1]; *s && status == STORE_OK; s++) {
        const char *template = for_engine(tx->engine, *s);
        if (!template)
            continue;
        spell(tx->engine, template, &statement);
        status =
            buf_ok(&statement) ? sql_run(tx, statement.at, SQL_NOTHING, NULL, NULL) : STORE_BROKEN;
    }
    buf_release(&statement);
    if (status == STORE_OK)
        status = sql_run(tx, "INSERT INTO schema_version (version) VALUES ($1)",
                         SQL_WITH(sql_number(version)), NULL, NULL);
    return status;
}

// Asks for the version within the transaction: another process may be doing the same.
static enum store_status next_step(struct store_tx *tx, unsigned upto, int64_t *version)
{
    enum store_status status = sql_run(
        tx, "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY)",
        SQL_NOTHING, NULL, NULL);
    if (status == STORE_OK)
        status = sql_count(tx, "SELECT COALESCE(MAX(version), 0) FROM schema_version", SQL_NOTHING,
                           version);
    if (status == STORE_OK && *version >= 0 && *version < upto)
        status = take_step(tx, (unsigned)++*version);
    return status;
}

static bool refuse_status(enum store_status status, const char *where, struct reason *why)
{
    if (status == STORE_FULL)
        return refuse(why, MSG_STORE_FULL, "%s", where);
    if (status == STORE_BUSY || status == STORE_UNKNOWN)
        return refuse(why, MSG_STORE_LOCKED, "%s", where);
    return refuse(why, MSG_STORE_DAMAGED, "%s\t%s", where, store_status_name(status));
}

bool schema_migrate(struct sql_connection *c, unsigned upto, const char *where, struct reason *why)
{
    int64_t version = 0;
    BUG_UNLESS(upto <= STEPS);
    do {
        struct store_tx tx = {.engine = c->engine, .connection = c, .writes = true};
        enum store_status status = c->engine->begin(c, true);
        if (status == STORE_OK)
            status = next_step(&tx, upto, &version);
        if (status == STORE_OK)
            status = c->engine->commit(c);
        if (status != STORE_OK) {
            c->engine->rollback(c);
            return refuse_status(status, where, why);
        }
        if (version < 0 || version > STEPS)
            return refuse(why, MSG_STORE_NEWER, "%s\t%lld\t%u", where, (long long)version,
                          (unsigned)STEPS);
    } while (version < upto);
    return true;
}
