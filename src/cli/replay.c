// logomachy replay: validates a record and prints the game: each move with its points, the scores
// and the result.
#include "cli/commands.h"
#include "cli/game.h"
#include "rules/movelist.h"

// The moves of a game. If another seat has to accept a word, its points come with a later action,
// but are listed with the move that made the word.
struct move_log {
    const struct record *record;
    struct movelist moves;
    int32_t total[SEATS_MAX];
};

static struct listed *last_of(struct move_log *t, unsigned seat)
{
    for (size_t i = movelist_count(&t->moves); i-- > 0;)
        if (movelist_at(&t->moves, i)->action.seat == seat)
            return movelist_edit(&t->moves, i);
    return NULL;
}

static void amend_earlier(struct move_log *t, const struct report *report)
{
    struct listed *earlier = last_of(t, report->scorer);
    if (!earlier)
        return;
    earlier->word = report->word;
    earlier->points = report->points;
    earlier->total = t->total[report->scorer];
}

static bool log_move(void *context, const struct state *before, const struct action *a,
                     const struct report *report)
{
    struct move_log *t = context;
    struct report own = {0};
    if (a->seat == CHANCE)
        return true;
    t->total[report->scorer] += report->points;
    if (report->amends)
        amend_earlier(t, report);
    if (!movelist_add(&t->moves, &t->record->config, before, a, report->amends ? &own : report))
        return false;
    movelist_edit(&t->moves, movelist_count(&t->moves) - 1)->total = t->total[a->seat];
    return true;
}

static void print_key(const char *name, const char *value, struct buf *out)
{
    buf_printf(out, ",\"%s\":", name);
    buf_printf(out, value ? "\"%s\"" : "%s", value ? value : "null");
}

static void seats_json(const struct record *r, struct buf *out)
{
    for (unsigned i = 0; i < r->config.seats; i++) {
        struct buf name = {0};
        game_print_player(r, i, &name);
        buf_add_string(out, i ? "," : "");
        game_print_json(buf_text(&name), out);
        buf_release(&name);
    }
}

static void print_json(const struct move_log *t, struct buf *out)
{
    const struct config *c = &t->record->config;
    struct outcome o;
    int32_t score[SEATS_MAX];
    buf_printf(out, "{\"game\":\"%s\",\"seats\":[", c->preset);
    seats_json(t->record, out);
    buf_add_byte(out, ']');
    game_print_cut_json(&t->record->cut, out);
    buf_add_string(out, ",\"moves\":[");
    for (size_t i = 0; i < movelist_count(&t->moves); i++) {
        const struct listed *one = movelist_at(&t->moves, i);
        buf_printf(out, "%s{\"seat\":\"%c\",", i ? "," : "", seat_letter(one->action.seat));
        movelist_print_json(&t->moves, c, one, out);
        buf_printf(out, ",\"total\":%d}", (int)one->total);
    }
    buf_add_string(out, "],\"scores\":[");
    c->rules->score(c, &t->record->state, score);
    for (unsigned i = 0; i < c->seats; i++)
        buf_printf(out, "%s%d", i ? "," : "", (int)score[i]);
    c->rules->outcome(c, &t->record->state, &o);
    buf_printf(out, "],\"over\":%s", o.over ? "true" : "false");
    print_key("result", game_result_key(&o), out);
    print_key("reason", game_reason_key(&o), out);
    buf_add_string(out, "}\n");
}

static void print_scores(const struct record *r, struct buf *out)
{
    int32_t score[SEATS_MAX];
    r->config.rules->score(&r->config, &r->state, score);
    for (unsigned i = 0; i < r->config.seats; i++) {
        buf_add_string(out, i ? ", " : "");
        game_print_player(r, i, out);
        buf_printf(out, " %d", (int)score[i]);
    }
    buf_add_byte(out, '\n');
}

static void print_name(const void *record, unsigned seat, struct buf *out)
{
    game_print_player(record, seat, out);
}

static void print_text(const struct move_log *t, enum language language, struct buf *out)
{
    enum { MOVE = 24, WORD = 16 };
    game_print_cut(&t->record->cut, print_name, t->record, language, out);
    buf_add_string(out, t->record->cut.draws ? "\n" : "");
    for (size_t i = 0; i < movelist_count(&t->moves); i++) {
        const struct listed *one = movelist_at(&t->moves, i);
        struct buf word = {0};
        movelist_print_word(&t->record->config, one, &word);
        buf_printf(out, "%c  ", seat_letter(one->action.seat));
        game_print_column(movelist_text(&t->moves, one), MOVE, out);
        game_print_column(buf_text(&word), WORD, out);
        buf_printf(out, "%4d %5d\n", (int)one->points, (int)one->total);
        buf_release(&word);
    }
    print_scores(t->record, out);
    game_print_outcome(t->record, language, out);
    buf_add_byte(out, '\n');
}

static int run_replay(struct cli *c)
{
    struct game g;
    struct buf out = {0};
    if (c->argc != 1)
        return c->argc ? cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[1])
                       : cli_usage(c, MSG_CLI_MISSING, "%s", "FILE");
    int status = game_open(&g, c, c->args[0]);
    if (status)
        return status;
    struct move_log t = {.record = &g.record};
    record_walk(&g.record, log_move, &t);
    out.failed = !buf_ok(&t.moves.moves) || !buf_ok(&t.moves.texts);
    if (cli_json(c))
        print_json(&t, &out);
    else
        print_text(&t, c->language, &out);
    movelist_release(&t.moves);
    game_close(&g);
    return cli_put(c, &out);
}

const struct command command_replay = {
    "replay", "FILE", MSG_COMMAND_REPLAY, NULL, run_replay, NULL,
};
