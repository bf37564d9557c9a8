#include "store/match_rows.h"

static void read_match(struct sql_reader *r, struct store_match *m)
{
    SQL_TAKE(r, m->id);
    SQL_TAKE(r, m->game);
    SQL_TAKE(r, m->lang);
    SQL_TAKE(r, m->lexicon);
    m->seats = sql_take_below(r, SEATS_MAX + 1);
    m->rated = sql_take_flag(r);
    m->listed = sql_take_flag(r);
    m->status = (enum store_match_status)sql_take_below(r, MATCH_ROW_ABORTED + 1);
    m->creator = sql_take_number(r);
    m->created = sql_take_number(r);
    m->started = sql_take_number(r);
    m->ended = sql_take_number(r);
    m->deadline = sql_take_number(r);
    m->turn = sql_take_below(r, 1U << SEATS_MAX);
    SQL_TAKE(r, m->seed);
    SQL_TAKE(r, m->seed_hash);
    SQL_TAKE(r, m->result);
    SQL_TAKE(r, m->end_reason);
    SQL_TAKE(r, m->terms);
    SQL_TAKE(r, m->previous);
    SQL_TAKE(r, m->deal);
    m->owner = (uint64_t)sql_take_number(r);
    SQL_TAKE(r, m->unranked);
}

static void read_seat(struct sql_reader *r, struct store_seat *s)
{
    s->seat = sql_take_below(r, SEATS_MAX);
    s->account = sql_take_number(r);
    s->level = sql_take_below(r, INT16_MAX);
    s->score = (int32_t)sql_take_number(r);
    s->rating_before = sql_take_real(r);
    s->rating_after = sql_take_real(r);
    s->won = sql_take_flag(r);
}

bool match_row(void *context, struct sql_reader *r)
{
    struct match_rows *rows = context;
    struct store_seat *seat = &rows->seats[rows->seen];
    if (rows->seen)
        r->at += MATCH_OWN_COLUMNS; // the same match again
    else
        read_match(r, &rows->match);
    read_seat(r, seat);
    r->bad = r->bad || seat->seat != rows->seen || rows->seen >= rows->match.seats;
    if (r->bad)
        return false;
    if (++rows->seen < rows->match.seats)
        return true;
    rows->seen = 0;
    return rows->sink(rows->context, &rows->match, rows->seats);
}

enum store_status match_rows_end(const struct match_rows *rows, enum store_status status)
{
    if (status == STORE_OK && rows->seen)
        return STORE_DAMAGED;
    return status;
}
