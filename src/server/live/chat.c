#include "server/live/chat.h"

#include "base/user_text.h"
#include "base/vec.h"
#include "server/accounts/access.h"
#include "server/live/watcher.h"
#include "server/net/net.h"
#include "server/runtime/failure.h"

#include <stdlib.h>
#include <string.h>

// --- Texts.

bool chat_read(struct chat_line *l, struct text text, struct reason *why)
{
    struct buf clean = {0};
    bool ok = user_text_clean(text, CHAT_CHARACTERS, &clean);
    if (ok)
        snprintf(l->text, sizeof l->text, "%.*s", TEXT_ARG(buf_text(&clean)));
    buf_release(&clean);
    return ok || refuse(why, MSG_CHAT_LENGTH, "%d", CHAT_CHARACTERS);
}

json_t *chat_json(int64_t id, int64_t at, const char *name, int seat, struct text text)
{
    char letter[2] = {seat >= 0 ? seat_letter((unsigned)seat) : '\0'};
    return json_pack("{s:I,s:I,s:s,s:s?,s:s%}", "id", (json_int_t)id, "at", (json_int_t)at, "name",
                     name, "seat", seat >= 0 ? letter : NULL, "text", text.at, text.len);
}

json_t *chat_hidden_json(const char *match, int64_t id, bool hidden)
{
    return json_pack("{s:s,s:s,s:I,s:b}", "op", access_push(PUSH_CHAT_HIDDEN)->name, "match", match,
                     "id", (json_int_t)id, "hidden", hidden);
}

// --- Writing.

static void finish(struct chat_line *l, unsigned status)
{
    l->status = status;
    free(l->muted_by);
    l->muted_by = NULL;
    l->done(l);
}

static void refuse_line_of(struct chat_line *l, unsigned status, enum message what)
{
    reason_set(&l->why, 0, what, "%s", "");
    finish(l, status);
}

static bool chat_add_muted_by(void *context, int64_t account)
{
    struct chat_line *l = context;
    if (!vec_reserve(&l->muted_by, &l->muted_by_cap, l->muted_by_count + 1)) {
        l->muted_by_lost = true;
        return false;
    }
    l->muted_by[l->muted_by_count++] = account;
    return true;
}

// The push. Players do not get lines of spectators.
static json_t *word_line(struct chat_line *l, const struct table *t)
{
    const struct match *m = table_match(t);
    int seat = match_seat_of(m, l->caller.account);
    for (unsigned i = 0; i < SEATS_MAX && seat < 0 && !table_is_over(t); i++)
        if (m->account[i])
            (void)chat_add_muted_by(l, m->account[i]);
    json_t *json = chat_json(l->id, l->at, l->caller.name, seat, text_of(l->text));
    json_object_set_new(json, "op", json_string(access_push(PUSH_CHAT)->name));
    json_object_set_new(json, "match", json_string(l->match));
    return json;
}

// The line is written; watchers get it now. If the table cannot be loaded any more, clients find
// the line when they read the chat.
static void chat_line_shown(struct match_command *cmd, struct table *t)
{
    struct chat_line *l = cmd->context;
    if (cmd->answer == COMMAND_DONE && !l->repeated) {
        json_t *json = word_line(l, t);
        if (!l->muted_by_lost)
            live_chat(l->live, t, json, l->muted_by, l->muted_by_count);
        else
            json_decref(json);
    }
    finish(l, 201);
}

static enum store_status chat_run_post(struct store_tx *tx, struct store_job *job)
{
    struct chat_line *l = (struct chat_line *)job;
    struct store_chat row = {.account = l->caller.account, .at = l->at, .text = text_of(l->text)};
    struct store_account author;
    enum store_status status = store_account_get(tx, l->caller.account, &author);
    if (status != STORE_OK)
        return status;
    // The account may have been muted since it connected.
    if (author.muted_until > l->at || author.banned || author.closed)
        return STORE_REFUSED;
    memcpy(row.match, l->match, sizeof row.match);
    memcpy(row.request, l->request, sizeof row.request);
    status = store_chat_add(tx, &row);
    l->id = row.id;
    l->repeated = status == STORE_TAKEN;
    l->muted_by_count = 0; // a job may run again
    if (l->repeated)
        return STORE_OK;
    return status == STORE_OK ? store_muted_by(tx, l->caller.account, chat_add_muted_by, l)
                              : status;
}

static void read_match(struct chat_line *l,
                       void (*done)(struct match_command *cmd, struct table *t))
{
    l->command = (struct match_command){
        .read_only = true, .account = l->caller.account, .done = done, .context = l};
    tables_submit(l->live->tables, l->match, &l->command);
}

static void chat_line_written(struct store_job *job)
{
    struct chat_line *l = (struct chat_line *)job;
    if (job->status == STORE_OK)
        read_match(l, chat_line_shown);
    else if (job->status == STORE_REFUSED)
        refuse_line_of(l, 403, MSG_CHAT_MUTED);
    else if (job->status == STORE_NONE)
        refuse_line_of(l, 404, MSG_API_NOT_FOUND);
    else
        finish(l, failure_answer(job->status, &l->why));
}

static void chat_admitted(struct match_command *cmd, struct table *t)
{
    struct chat_line *l = cmd->context;
    struct access_refusal no;
    if (cmd->answer != COMMAND_DONE) {
        finish(l, command_refusal(cmd, &l->why));
    } else if (!access_may(ACCESS_CHAT, &l->caller, t, &no)) {
        refuse_line_of(l, no.status, no.why);
    } else {
        l->at = (int64_t)net_now_ms();
        l->job = (struct store_job){.run = chat_run_post, .done = chat_line_written};
        store_write(l->live->site->store, &l->job);
    }
}

void chat_post(struct chat_line *l)
{
    int64_t now = (int64_t)net_now_ms();
    struct access_refusal no;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)l->caller.account);
    if (!access_may(ACCESS_CHAT, &l->caller, NULL, &no))
        refuse_line_of(l, no.status, no.why);
    else if (site_options(l->live->site)->limits &&
             !limit_take(l->live->site->limits, LIMIT_CHAT, text_of(key), now, &l->wait_ms)) {
        reason_set(&l->why, 0, MSG_API_SLOW_DOWN, "%lld", (long long)(l->wait_ms + 999) / 1000);
        finish(l, 429);
    } else {
        read_match(l, chat_admitted);
    }
}

// --- Lines of other processes.

enum store_status chat_recall(struct store_tx *tx, const struct store_chat *row,
                              struct chat_line *l)
{
    struct store_account author;
    memcpy(l->match, row->match, sizeof l->match);
    l->id = row->id;
    l->at = row->at;
    // The lines of a closed account are deleted.
    if (row->hidden || row->text.len == 0 || row->text.len >= sizeof l->text)
        return STORE_OK;
    enum store_status status = store_account_get(tx, row->account, &author);
    if (status != STORE_OK)
        return status == STORE_NONE ? STORE_OK : status;
    l->caller.account = row->account;
    memcpy(l->caller.name, author.name, sizeof l->caller.name);
    memcpy(l->text, row->text.at, row->text.len);
    return store_muted_by(tx, row->account, chat_add_muted_by, l);
}

void chat_pass_on(struct chat_line *l, struct table *t)
{
    json_t *json = !t           ? NULL
                   : l->hides   ? chat_hidden_json(l->match, l->id, true)
                   : l->text[0] ? word_line(l, t)
                                : NULL;
    if (json && !l->muted_by_lost)
        live_remote_chat(l->live, t, json, l->muted_by, l->muted_by_count);
    else
        json_decref(json);
    if (t)
        (void)table_chat_is_new(t, l->id);
    free(l->muted_by);
    l->muted_by = NULL;
}
