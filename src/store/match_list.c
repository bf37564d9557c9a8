// Lists of matches: see matches.h. A query is put together from branches, one for each status (and
// for each kind of listing where both are wanted): each of them is read off an index in the order
// that is asked for, and stops when it has enough for a page.
#include "store/match_rows.h"
#include "store/matches.h"

// The values of each query, whether it uses them or not.
enum { ACCOUNT = 1, GAME, BEFORE, BEFORE_ID, LANG, LIMIT, DEAL };

static bool given(const char *string)
{
    return string && *string;
}

// `place` and `id` are what the query calls its order and the match.
static void add_filters(struct buf *b, const struct store_match_query *q, const char *place,
                        const char *id)
{
    if (given(q->game))
        buf_printf(b, " AND game = $%d", GAME);
    if (given(q->lang))
        buf_printf(b, " AND lang = $%d", LANG);
    if (q->free_seat)
        buf_printf(b,
                   " AND EXISTS (SELECT 1 FROM seats AS f WHERE f.match_id = %s"
                   " AND f.account = 0 AND f.level = 0)",
                   id);
    if (given(q->before_id))
        buf_printf(b, " AND (%s, %s) < ($%d, $%d)", place, id, BEFORE, BEFORE_ID);
    buf_printf(b, " ORDER BY %s DESC, %s DESC LIMIT $%d", place, id, LIMIT);
}

static void add_listed(struct buf *b, const struct store_match_query *q)
{
    if (q->listed_only)
        buf_add_string(b, " AND EXISTS (SELECT 1 FROM matches AS l WHERE l.id = b.match_id"
                          " AND l.listed = 1)");
}

static void begin_branch(struct buf *b, unsigned *branches)
{
    buf_printf(b, "%s(", *branches ? " UNION ALL SELECT place, id FROM " : "");
    ++*branches;
}

static void add_account_branch(struct buf *b, const struct store_match_query *q, unsigned status,
                               unsigned *branches)
{
    begin_branch(b, branches);
    // An account may have two seats of a match.
    buf_printf(b,
               "SELECT DISTINCT b.created AS place, b.match_id AS id FROM seats AS b"
               " WHERE b.account = $%d AND b.account > 0 AND b.status = %u",
               ACCOUNT, status);
    add_listed(b, q);
    add_filters(b, q, "b.created", "b.match_id");
    buf_printf(b, ") AS branch%u", *branches);
}

static void add_general_branch(struct buf *b, const struct store_match_query *q, unsigned status,
                               unsigned listed, unsigned *branches)
{
    begin_branch(b, branches);
    buf_printf(b,
               "SELECT b.created AS place, b.id AS id FROM matches AS b"
               " WHERE b.listed = %u AND b.status = %u",
               listed, status);
    add_filters(b, q, "b.created", "b.id");
    buf_printf(b, ") AS branch%u", *branches);
}

static void add_best_branch(struct buf *b, const struct store_match_query *q, unsigned *branches)
{
    begin_branch(b, branches);
    buf_printf(b,
               "SELECT b.score AS place, b.match_id AS id FROM seats AS b"
               " WHERE b.solo = 1 AND b.status = %d AND b.unranked = 0",
               MATCH_ROW_OVER);
    if (q->account)
        buf_printf(b, " AND b.account = $%d AND b.account > 0", ACCOUNT);
    if (given(q->deal))
        buf_printf(b, " AND b.deal = $%d AND b.deal <> ''", DEAL);
    buf_add_string(b, " AND b.score > 0");
    add_listed(b, q);
    add_filters(b, q, "b.score", "b.match_id");
    buf_printf(b, ") AS branch%u", *branches);
}

static void add_branches(struct buf *b, const struct store_match_query *q)
{
    unsigned branches = 0;
    if (q->best) {
        add_best_branch(b, q, &branches);
        return;
    }
    for (unsigned status = MATCH_ROW_OPEN; status <= MATCH_ROW_ABORTED; status++) {
        if (q->statuses && !(q->statuses & 1U << status))
            continue;
        if (q->account) {
            add_account_branch(b, q, status, &branches);
            continue;
        }
        for (unsigned listed = q->listed_only; listed <= 1; listed++)
            add_general_branch(b, q, status, listed, &branches);
    }
}

static void build(struct buf *b, const struct store_match_query *q)
{
    buf_add_string(b, "SELECT " MATCH_COLUMNS " FROM (SELECT place, id FROM ");
    add_branches(b, q);
    buf_printf(b,
               " ORDER BY place DESC, id DESC LIMIT $%d) AS page"
               " JOIN matches AS m ON m.id = page.id JOIN seats AS s ON s.match_id = m.id"
               " ORDER BY page.place DESC, page.id DESC, s.seat",
               LIMIT);
    buf_add_byte(b, '\0');
}

static const char *text_or_none(const char *string)
{
    return string ? string : "";
}

enum store_status store_match_list(struct store_tx *tx, const struct store_match_query *q,
                                   store_match_sink *sink, void *context)
{
    struct match_rows rows = {.sink = sink, .context = context};
    unsigned limit = q->limit && q->limit < STORE_LIST_MAX ? q->limit : STORE_LIST_MAX;
    struct buf b = {0};
    enum store_status status = STORE_BROKEN;
    if (q->best && (!given(q->game) || !given(q->lang) || q->free_seat))
        return STORE_REFUSED;
    if (q->statuses >= 2U << MATCH_ROW_ABORTED)
        return STORE_REFUSED;
    build(&b, q);
    if (buf_ok(&b))
        status = sql_run(tx, b.at,
                         SQL_WITH(sql_number(q->account), sql_string(text_or_none(q->game)),
                                  sql_number(q->before), sql_string(text_or_none(q->before_id)),
                                  sql_string(text_or_none(q->lang)), sql_number(limit),
                                  sql_string(text_or_none(q->deal))),
                         match_row, &rows);
    buf_release(&b);
    return match_rows_end(&rows, status);
}
