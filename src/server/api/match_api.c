// Starting matches, looking at them, and playing by plain requests.
#include "proto/json_member.h"
#include "proto/match_json.h"
#include "server/api/api.h"
#include "server/api/call.h"
#include "server/api/routes.h"
#include "server/play/daily.h"
#include "server/play/event_list.h"
#include "server/runtime/failure.h"

#include <stdlib.h>
#include <string.h>

// --- Commands of calls.

struct call_command {
    struct match_command command; // first
    struct call *call;
    enum access_action action; // that the match is read for
    void (*shown)(struct call *c, struct table *t);
};

static const char *match_id(const struct call *c, char out[STORE_MATCH_ID])
{
    snprintf(out, STORE_MATCH_ID, "%.*s", TEXT_ARG(text_head(c->param[0], STORE_MATCH_ID - 1)));
    return out;
}

static void answer_refusal(struct call *c, const struct match_command *cmd, struct table *t)
{
    struct reason why;
    unsigned status = command_refusal(cmd, &why);
    json_t *json = failure_json(&why, c->language);
    // A stale command gets the current match along with the refusal.
    if (cmd->answer == COMMAND_STALE && t)
        json_object_set_new(json, "match", table_json(t, c->caller.account, call_now(c)));
    call_answer(c, status, json);
}

static void match_api_read(struct match_command *cmd, struct table *t)
{
    struct call_command *cc = (struct call_command *)cmd;
    struct call *c = cc->call;
    struct access_refusal no;
    if (cmd->answer != COMMAND_DONE)
        answer_refusal(c, cmd, t);
    else if (access_may(cc->action, &c->caller, t, &no))
        cc->shown(c, t);
    else
        call_refuse_with(c, no.status, no.why, "%s", "");
}

// shown() with the match of that id.
static void read_match(struct call *c, const char *match, enum access_action action,
                       void (*shown)(struct call *c, struct table *t))
{
    struct call_command *cc = call_alloc(c, sizeof *cc);
    cc->command.read_only = true;
    cc->command.account = c->caller.account;
    cc->command.done = match_api_read;
    cc->call = c;
    cc->action = action;
    cc->shown = shown;
    tables_submit(c->api->tables, match, &cc->command);
}

// shown() with the match that the path names.
void call_look(struct call *c, void (*shown)(struct call *c, struct table *t))
{
    char id[STORE_MATCH_ID];
    read_match(c, match_id(c, id), c->route->action, shown);
}

static void match_api_act_done(struct match_command *cmd, struct table *t)
{
    struct call *c = ((struct call_command *)cmd)->call;
    if (cmd->answer != COMMAND_DONE && cmd->answer != COMMAND_REPEATED) {
        answer_refusal(c, cmd, t);
        return;
    }
    json_t *json = json_pack("{s:I,s:b}", "seq", (json_int_t)cmd->result_seq, "repeated",
                             cmd->answer == COMMAND_REPEATED);
    if (t)
        json_object_set_new(json, "match", table_json(t, c->caller.account, call_now(c)));
    call_answer(c, 200, json);
}

static void match_api_act_in(struct call *c)
{
    struct call_command *cc = call_alloc(c, sizeof *cc);
    const struct json_in body = json_in_of(c->body);
    char id[STORE_MATCH_ID];
    struct reason why;
    if (!command_read(&cc->command, &body, &why)) {
        call_refuse(c, 400, &why);
        return;
    }
    char account[24];
    snprintf(account, sizeof account, "%lld", (long long)c->caller.account);
    if (command_takes_seat(&cc->command) && !call_limit(c, LIMIT_SEAT, text_of(account)))
        return;
    cc->command.account = c->caller.account;
    cc->command.done = match_api_act_done;
    cc->call = c;
    tables_submit(c->api->tables, match_id(c, id), &cc->command);
}

// --- Looking.

static void match_api_show_table(struct call *c, struct table *t)
{
    call_answer(c, 200, table_json(t, c->caller.account, call_now(c)));
}

static void match_api_show(struct call *c)
{
    call_look(c, match_api_show_table);
}

enum { EVENTS_PAGE = 500, EVENTS_MAX = 1000, EVENTS_A_TOKEN = 200 };

static void match_api_release_events(struct call *c)
{
    event_list_release(c->own);
}

static void match_api_make_events(struct call *c)
{
    event_list_make(c->own, false);
}

static void match_api_answer_events(struct call *c)
{
    const struct event_list *l = c->own;
    call_answer(c, 200,
                json_pack("{s:O,s:I,s:b}", "events", l->events, "next", (json_int_t)l->next, "more",
                          l->more));
}

static bool match_api_is_unwanted(void *context)
{
    return call_is_unwanted(context);
}

// The end of a log is rendered at once. A page that requires a long replay costs more than another
// request, and runs on the pool.
static void match_api_events(struct call *c, struct table *t)
{
    struct event_list *l = call_alloc(c, sizeof *l);
    struct event_query q = {
        .account = c->caller.account, .stop = match_api_is_unwanted, .context = c};
    int64_t from, states, limit;
    if (!call_query_number(c, "from", 0, INT32_MAX, 1, &from) ||
        !call_query_number(c, "states", 0, 1, 0, &states) ||
        !call_query_number(c, "limit", 1, EVENTS_MAX, EVENTS_PAGE, &limit))
        return;
    q.from = (uint64_t)from;
    q.states = states != 0;
    q.limit = (unsigned)limit;
    if (!table_list_events(t, &q, l)) {
        call_answer_failure(c, STORE_BROKEN);
        return;
    }
    c->own = l;
    c->release = match_api_release_events;
    uint32_t tokens = (uint32_t)(l->entries / EVENTS_A_TOKEN);
    if (tokens && !call_limit_many(c, LIMIT_REQUEST, net_client(c->request), tokens))
        return;
    if (event_list_is_short(l)) {
        event_list_make(l, true);
        match_api_answer_events(c);
    } else {
        call_work(c, POOL_SHORT, match_api_make_events, match_api_answer_events);
    }
}

static void match_api_show_events(struct call *c)
{
    call_look(c, match_api_events);
}

static void match_api_record(struct call *c, struct table *t)
{
    struct buf text = {0};
    table_record(t, c->caller.account, &text);
    if (buf_ok(&text))
        call_answer_text(c, 200, "text/plain; charset=utf-8", buf_text(&text));
    else
        call_answer_failure(c, STORE_BROKEN);
    buf_release(&text);
}

static void match_api_show_record(struct call *c)
{
    call_look(c, match_api_record);
}

// --- Starting.

struct start {
    struct match_terms terms;
    struct store_match row;
    struct store_seat seat[SEATS_MAX];
    int own;                     // the creator's seat
    bool waits;                  // for other players
    struct text request;         // idempotency key; empty: none
    char joined[STORE_MATCH_ID]; // the existing rematch, or ""
    int joined_seat;             // the seat to take there; -1: any
    unsigned missed;             // how often another account took the last seat first
};

static bool settings_from(json_t *json, struct config *config, struct reason *why)
{
    const char *name;
    json_t *value;
    json_object_foreach(json, name, value)
    {
        if (!json_is_string(value))
            return refuse(why, MSG_API_WANTS_TEXT, "settings.%.24s\t%d", name, CONFIG_NAME);
        if (!config_set(config, text_of(name), text_of(json_string_value(value)), why))
            return false;
    }
    return true;
}

// Not every game has every setting.
static void fix_settings(const struct options *options, struct config *config)
{
    struct text name, value;
    for (unsigned i = 0; options_fixed(options, i, &name, &value); i++)
        config_set(config, name, value, NULL);
}

// The game, as the body names it.
struct choice {
    struct text game, lang, lexicon;
    struct text start; // the word that the game starts with; empty: drawn
};

// Uses the named word instead of a drawn one.
static bool opening_from(struct text word, struct config *config, struct reason *why)
{
    char line[CONFIG_OPENING];
    if (word.len == 0)
        return true;
    int len = snprintf(line, sizeof line, "start %.*s", TEXT_ARG(word));
    return record_set_opening(config, (struct text){line, (size_t)len}, why);
}

static bool config_from(struct call *c, const struct choice *choice, struct config *config,
                        struct reason *why)
{
    const struct record_host *host = &c->api->site->host;
    struct text lang = choice->lang, lexicon = choice->lexicon;
    bool known = host->preset ? host->preset(host->context, config, choice->game, why)
                              : config_init(config, choice->game, why);
    if (!known || (lang.len && !config_set_lang(config, lang, why)) ||
        (lexicon.len && !config_set_lexicon(config, lexicon, why)))
        return false;
    if (!settings_from(json_object_get(c->body, "settings"), config, why))
        return false;
    fix_settings(site_options(c->api->site), config);
    config->lexicon = host->lexicon(host->context, config->lexicon_name, why);
    if (!config->lexicon) // the reason would name folders of this machine
        return refuse(why, MSG_WORDS_NO_LEXICON, "%s", config->lexicon_name);
    config->lexicon = lexicon_without(config->lexicon, config_without(config));
    if (!config->lexicon)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return opening_from(choice->start, config, why);
}

// A duration, of a required member.
static bool read_time(json_t *json, const char *name, int64_t low, int64_t high, int64_t *out,
                      struct reason *why)
{
    *out = -1;
    return json_take_number(json, name, low, high, out, why) &&
           (*out >= 0 || refuse(why, MSG_API_WANTS_NUMBER, "%s\t%lld\t%lld", name, (long long)low,
                                (long long)high));
}

static bool clock_from(json_t *json, struct clock_terms *clock, struct reason *why)
{
    struct text kind = TEXT("");
    if (!json_take_text(json, "kind", 20, &kind, why))
        return false;
    if (!json || json_is_null(json) || text_is(kind, "none"))
        return true;
    if (text_is(kind, "move")) {
        clock->kind = CLOCK_PER_MOVE;
        return read_time(json, "base_ms", TERMS_MOVE_MIN, TERMS_MOVE_MAX, &clock->base_ms, why);
    }
    if (text_is(kind, "fischer")) {
        clock->kind = CLOCK_FISCHER;
        return read_time(json, "base_ms", TERMS_STOCK_MIN, TERMS_STOCK_MAX, &clock->base_ms, why) &&
               json_take_number(json, "increment_ms", 0, TERMS_INCREMENT_MAX, &clock->increment_ms,
                                why);
    }
    int64_t days;
    if (!text_is(kind, "days"))
        return refuse(why, MSG_API_NO_CLOCK, "%.*s", TEXT_ARG(kind));
    if (!read_time(json, "days", 1, TERMS_DAYS_MAX, &days, why))
        return false;
    *clock = (struct clock_terms){CLOCK_CORRESPONDENCE, days * CLOCK_DAY, 0};
    return true;
}

// "seats": ["me", "open", 4]: the creator, anyone, the computer at a level.
static bool seats_from(json_t *json, struct start *s, struct reason *why)
{
    size_t count = json_array_size(json);
    s->own = -1;
    if (!json_is_array(json) || count == 0 || count > SEATS_MAX)
        return refuse(why, MSG_API_SEATS, "%d", SEATS_MAX);
    for (size_t i = 0; i < count; i++) {
        json_t *one = json_array_get(json, i);
        const char *occupant = json_string_value(one);
        json_int_t level = json_integer_value(one);
        if (json_is_integer(one) && level >= 1 && level <= MATCH_LEVELS)
            s->terms.level[i] = (uint8_t)level;
        else if (occupant && strcmp(occupant, "me") == 0 && s->own < 0)
            s->own = (int)i;
        else if (!occupant || strcmp(occupant, "open") != 0)
            return refuse(why, MSG_API_SEATS, "%d", SEATS_MAX);
    }
    s->terms.config.seats = (unsigned)count;
    return s->own >= 0 || refuse(why, MSG_API_SEATS, "%d", SEATS_MAX);
}

// Idempotency: a repeated request yields the same match id.
static void name_match(const struct call *c, const struct start *s, char out[STORE_MATCH_ID])
{
    char text[COMMAND_REQUEST + 24];
    int len = snprintf(text, sizeof text, "%lld %.*s", (long long)c->caller.account,
                       TEXT_ARG(s->request));
    if (s->request.len)
        secret_match_of(&c->api->site->key, (struct text){text, (size_t)len}, out);
    else
        secret_match(out);
}

// The seed of a daily deal is the same for everyone; any other is secret.
static void choose_seed(const struct api *api, const struct config *config, struct store_match *row)
{
    if (row->deal[0])
        daily_seed(&api->daily, row->deal, config->preset, config->lang, row->seed);
    else
        secret_seed(row->seed);
}

static void fill_row(struct call *c, struct start *s)
{
    const struct config *config = &s->terms.config;
    struct store_match *row = &s->row;
    struct buf terms = {0};
    terms_write(&s->terms, &terms);
    name_match(c, s, row->id);
    choose_seed(c->api, config, row);
    secret_seed_digest(text_of(row->seed), row->seed_hash);
    snprintf(row->game, sizeof row->game, "%s", config->preset);
    snprintf(row->lang, sizeof row->lang, "%s", config->lang);
    snprintf(row->lexicon, sizeof row->lexicon, "%s", config->lexicon_name);
    snprintf(row->terms, sizeof row->terms, "%.*s", TEXT_ARG(buf_text(&terms)));
    buf_release(&terms);
    row->seats = config->seats;
    row->rated = s->terms.rated;
    row->listed = s->terms.listed;
    row->creator = c->caller.account;
    row->owner = call_owner(c);
    row->created = call_now(c);
    for (unsigned i = 0; i < row->seats; i++) {
        s->seat[i] = (struct store_seat){.seat = i, .level = s->terms.level[i]};
        s->waits |= !s->terms.level[i] && (int)i != s->own;
    }
}

// Limits on concurrent matches per account, and for all guests of one address.
enum { OPEN_ACCOUNT = 5, OPEN_OWNER = 20, COMPUTERS_ACCOUNT = 40, COMPUTERS_GUESTS = 100 };

static bool has_strongest(const struct start *s)
{
    for (unsigned i = 0; i < s->row.seats; i++)
        if (s->seat[i].level >= MATCH_LEVELS)
            return true;
    return false;
}

// Limits open matches and computer opponents, which all players share.
static enum store_status check_room(struct store_tx *tx, struct call *c)
{
    const struct start *s = c->own;
    struct store_owned owned;
    int64_t computers = c->caller.kind == ACCOUNT_GUEST ? COMPUTERS_GUESTS : COMPUTERS_ACCOUNT;
    if (!site_options(c->api->site)->limits)
        return STORE_OK;
    enum store_status status =
        store_match_owned(tx, s->row.owner, c->caller.account, MATCH_LEVELS, &owned);
    if (status != STORE_OK)
        return status;
    if (s->waits && s->row.listed && owned.by_same >= OPEN_ACCOUNT)
        return call_reject(c, 429, MSG_API_MANY_OPEN, "%d", OPEN_ACCOUNT);
    if (s->waits && s->row.listed && owned.open >= OPEN_OWNER)
        return call_reject(c, 429, MSG_API_MANY_OPEN_HERE, "%d", OPEN_OWNER);
    if (has_strongest(s) && owned.computers >= computers)
        return call_reject(c, 429, MSG_API_MANY_COMPUTERS, "%lld", (long long)computers);
    return STORE_OK;
}

// How often an existing rematch is tried before a new one is made.
enum { MISSED_MAX = 3 };

static bool is_free(const struct store_seat *seat)
{
    return !seat->account && !seat->level;
}

// Does the account have a seat, or is there one to take while the match has not begun?
static bool has_place(const struct store_match *row, const struct store_seat *seat, int64_t account)
{
    bool place = false;
    for (unsigned i = 0; i < row->seats; i++)
        place |= seat[i].account == account || (row->status == MATCH_ROW_OPEN && is_free(&seat[i]));
    return place && (row->status == MATCH_ROW_OPEN || row->status == MATCH_ROW_RUNNING);
}

// Was it joined by this very request, whose answer was lost?
static enum store_status was_joined(struct store_tx *tx, const struct call *c, const char *match,
                                    bool *joined)
{
    const struct start *s = c->own;
    struct store_entry entry;
    struct buf text = {0};
    char request[COMMAND_REQUEST];
    *joined = false;
    if (!s->request.len)
        return STORE_OK;
    snprintf(request, sizeof request, "%.*s", TEXT_ARG(s->request));
    enum store_status status =
        store_entry_by_request(tx, match, c->caller.account, request, &entry, &text);
    buf_release(&text);
    *joined = status == STORE_OK;
    return status == STORE_NONE ? STORE_OK : status;
}

// Players who ask for a rematch at the same time get one match: the second request joins it. The
// old match's row is locked, so that no two requests are first.
static enum store_status find_joined(struct store_tx *tx, struct call *c)
{
    struct start *s = c->own;
    struct store_match row;
    struct store_seat seat[SEATS_MAX];
    char id[STORE_MATCH_ID];
    bool joins = false;
    s->joined[0] = '\0';
    if (!s->row.previous[0] || s->missed >= MISSED_MAX)
        return STORE_OK;
    enum store_status status = store_match_hold(tx, s->row.previous);
    if (status == STORE_OK)
        status = store_match_rematch(tx, s->row.previous, id);
    if (status == STORE_OK)
        status = was_joined(tx, c, id, &joins);
    if (status == STORE_OK)
        status = store_match_get(tx, id, &row, seat);
    if (status == STORE_OK && (joins || has_place(&row, seat, c->caller.account))) {
        memcpy(s->joined, id, sizeof s->joined);
        s->joined_seat = is_free(&seat[s->own]) ? s->own : -1;
    }
    return status == STORE_NONE ? STORE_OK : status;
}

static enum store_status match_api_add(struct store_tx *tx, struct call *c)
{
    struct start *s = c->own;
    struct store_match row;
    struct store_seat seat[SEATS_MAX];
    enum store_status status =
        s->request.len ? store_match_get(tx, s->row.id, &row, seat) : STORE_NONE;
    if (status != STORE_NONE)
        return status;
    status = find_joined(tx, c);
    if (status != STORE_OK || s->joined[0])
        return status;
    status = check_room(tx, c);
    return status == STORE_OK ? store_match_add(tx, &s->row, s->seat) : status;
}

// The new match exists whether or not the watchers of the old one could be told.
static void match_api_rematch_announced(struct match_command *cmd, struct table *t)
{
    struct call *c = ((struct call_command *)cmd)->call;
    const struct start *s = c->own;
    if (cmd->answer == COMMAND_DONE)
        live_chat(c->api->live, t,
                  json_pack("{s:s,s:s,s:s}", "op", access_push(PUSH_REMATCH)->name, "match",
                            table_id(t), "next", s->row.id),
                  NULL, 0);
    call_answer(c, 201, json_incref(c->found));
}

// Clients still at the old match get a button that leads to the new one.
static void announce_rematch(struct call *c)
{
    const struct start *s = c->own;
    struct call_command *cc = call_alloc(c, sizeof *cc);
    cc->command = (struct match_command){
        .read_only = true, .account = c->caller.account, .done = match_api_rematch_announced};
    cc->call = c;
    tables_submit(c->api->tables, s->row.previous, &cc->command);
}

static void match_api_added(struct call *c);

// Seated by this command, or by an earlier one of the same account.
static bool is_seated(const struct match_command *cmd, const struct table *t)
{
    return cmd->answer == COMMAND_DONE || (cmd->answer == COMMAND_REFUSED && t &&
                                           match_seat_of(table_match(t), cmd->account) >= 0);
}

static void match_api_seated_with_others(struct match_command *cmd, struct table *t)
{
    struct call *c = ((struct call_command *)cmd)->call;
    struct start *s = c->own;
    if (is_seated(cmd, t))
        match_api_show_table(c, t);
    else if (cmd->answer == COMMAND_REPEATED)
        read_match(c, s->joined, ACCESS_WATCH_MATCH, match_api_show_table);
    else if (cmd->answer == COMMAND_REFUSED) { // another account took the last seat
        s->missed++;
        call_write(c, match_api_add, match_api_added);
    } else
        answer_refusal(c, cmd, t);
}

static void match_api_seated_first(struct match_command *cmd, struct table *t)
{
    struct call *c = ((struct call_command *)cmd)->call;
    struct start *s = c->own;
    bool seated = is_seated(cmd, t);
    if (seated)
        c->found = table_json(t, c->caller.account, call_now(c));
    if (seated && s->row.previous[0])
        announce_rematch(c);
    else if (seated)
        call_answer(c, 201, json_incref(c->found));
    else if (cmd->answer == COMMAND_REPEATED)
        read_match(c, s->row.id, ACCESS_WATCH_MATCH, match_api_show_table);
    else {
        // The match exists already, without its first player.
        if (cmd->answer == COMMAND_FAILED && cmd->status != STORE_DAMAGED)
            cmd->status = STORE_UNKNOWN;
        answer_refusal(c, cmd, t);
    }
}

static void match_api_added(struct call *c)
{
    struct start *s = c->own;
    struct call_command *cc = call_alloc(c, sizeof *cc);
    bool joins = s->joined[0];
    cc->command = (struct match_command){.verb = EVENT_SIT,
                                         .account = c->caller.account,
                                         .seat = joins ? s->joined_seat : s->own,
                                         .seq = -1,
                                         .done = joins ? match_api_seated_with_others
                                                       : match_api_seated_first};
    snprintf(cc->command.request, sizeof cc->command.request, "%.*s", TEXT_ARG(s->request));
    cc->call = c;
    tables_submit(c->api->tables, joins ? s->joined : s->row.id, &cc->command);
}

// Creates the match of c->own and sits down at it.
static void create_match(struct call *c)
{
    struct start *s = c->own;
    struct reason why;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)c->caller.account);
    if (!call_limit(c, LIMIT_MATCH, text_of(key)) ||
        !call_limit(c, LIMIT_MATCH_ADDRESS, net_client(c->request)))
        return;
    if (!s->request.len && !call_text(c, "request", COMMAND_REQUEST - 1, &s->request))
        return;
    if (!terms_check(&s->terms, &why)) {
        call_refuse(c, 422, &why);
        return;
    }
    if (s->terms.rated && c->caller.kind == ACCOUNT_GUEST) {
        call_refuse_with(c, 403, MSG_API_REGISTER, "%s", "");
        return;
    }
    fill_row(c, s);
    call_write(c, match_api_add, match_api_added);
}

// A daily deal is played alone and with default settings, so that scores can be compared; and only
// once: a second request gets the existing match.
static bool deal_from(struct call *c, struct text deal, struct start *s, struct reason *why)
{
    static const char *const as_it_comes[] = {"settings", "lexicon", "start",    "clock",
                                              "rated",    "listed",  "takebacks"};
    const struct config *config = &s->terms.config;
    if (!deal.len)
        return true;
    if (!text_is(deal, "daily"))
        return refuse(why, MSG_API_NO_DEAL, "%.*s", TEXT_ARG(deal));
    for (size_t i = 0; i < sizeof as_it_comes / sizeof *as_it_comes; i++)
        if (json_object_get(c->body, as_it_comes[i]))
            return refuse(why, MSG_API_DEAL_PLAIN, "%s", as_it_comes[i]);
    if (config->seats != 1)
        return refuse(why, MSG_API_DEAL_ALONE, "%s", "");
    char *name = call_alloc(c, DAILY_NAME);
    daily_date(call_now(c), s->row.deal);
    daily_name(s->row.deal, config->preset, config->lang, name);
    s->request = text_of(name);
    s->terms.takebacks = false;
    return true;
}

// A game alone has no takebacks unless its terms ask for them: a takeback shows the next draw.
static void refuse_takebacks_alone(const struct call *c, struct match_terms *terms)
{
    if (terms->config.seats == 1 && !json_object_get(c->body, "takebacks"))
        terms->takebacks = false;
}

static void match_api_start(struct call *c)
{
    struct start *s = c->own = call_alloc(c, sizeof *s);
    struct text deal = TEXT("");
    struct match_terms *terms = &s->terms;
    struct choice choice = {0};
    struct reason why;
    terms->listed = true;
    terms->takebacks = true;
    if (!call_bool(c, "rated", &terms->rated) || !call_bool(c, "listed", &terms->listed) ||
        !call_bool(c, "takebacks", &terms->takebacks) ||
        !call_text(c, "game", CONFIG_NAME - 1, &choice.game) ||
        !call_text(c, "lang", 3, &choice.lang) || !call_text(c, "lexicon", 40, &choice.lexicon) ||
        !call_text(c, "start", CONFIG_OPENING - 8, &choice.start) ||
        !call_text(c, "deal", 20, &deal))
        return;
    terms->takebacks &= !terms->rated;
    if (config_from(c, &choice, &terms->config, &why) &&
        seats_from(json_object_get(c->body, "seats"), s, &why) &&
        clock_from(json_object_get(c->body, "clock"), &terms->clock, &why) &&
        deal_from(c, deal, s, &why)) {
        refuse_takebacks_alone(c, terms);
        create_match(c);
    } else {
        call_refuse(c, 422, &why);
    }
}

static unsigned seat_after(unsigned seat, unsigned seats)
{
    return seat + 1 < seats ? seat + 1 : 0;
}

// The same game with the seats rotated by one; or the rematch that another player has made
// meanwhile.
static void match_api_rematch(struct call *c, struct table *t)
{
    struct start *s = c->own = call_alloc(c, sizeof *s);
    const struct match *m = table_match(t);
    unsigned seats = m->terms.config.seats;
    int own = match_seat_of(m, c->caller.account);
    if (!table_is_over(t)) {
        call_refuse_with(c, 409, MSG_API_NOT_OVER, "%s", "");
        return;
    }
    s->terms = m->terms;
    for (unsigned i = 0; i < seats; i++)
        s->terms.level[seat_after(i, seats)] = m->terms.level[i];
    s->own = (int)seat_after((unsigned)own, seats);
    memcpy(s->row.previous, table_id(t), sizeof s->row.previous);
    create_match(c);
}

static void match_api_start_rematch(struct call *c)
{
    call_look(c, match_api_rematch);
}

// --- Finding a rematch.

static enum store_status match_api_find_rematch(struct store_tx *tx, struct call *c)
{
    char id[STORE_MATCH_ID];
    enum store_status status = store_match_rematch(tx, c->own, id);
    c->found = json_pack("{s:s?}", "next", status == STORE_OK ? id : NULL);
    return status == STORE_NONE ? STORE_OK : status;
}

static void match_api_look_for_rematch(struct call *c, struct table *t)
{
    c->own = call_alloc(c, STORE_MATCH_ID);
    memcpy(c->own, table_id(t), STORE_MATCH_ID);
    call_read(c, match_api_find_rematch, call_answer_found);
}

static void match_api_show_rematch(struct call *c)
{
    call_look(c, match_api_look_for_rematch);
}

const struct route match_routes[] = {
    {NET_POST, "/api/matches", ACCESS_START_MATCH, LIMIT_REQUEST, match_api_start},
    {NET_GET, "/api/matches/:id", ACCESS_WATCH_MATCH, LIMIT_REQUEST, match_api_show},
    {NET_GET, "/api/matches/:id/events", ACCESS_WATCH_MATCH, LIMIT_REQUEST, match_api_show_events},
    {NET_GET, "/api/matches/:id/record", ACCESS_WATCH_MATCH, LIMIT_REQUEST, match_api_show_record},
    {NET_POST, "/api/matches/:id/actions", ACCESS_PLAY, LIMIT_REQUEST, match_api_act_in},
    {NET_GET, "/api/matches/:id/rematch", ACCESS_REMATCH, LIMIT_REQUEST, match_api_show_rematch},
    {NET_POST, "/api/matches/:id/rematch", ACCESS_REMATCH, LIMIT_REQUEST, match_api_start_rematch},
    {0},
};
