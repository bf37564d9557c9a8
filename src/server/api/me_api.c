// The caller's own account: profile, settings, closing.
#include "server/accounts/name_store.h"
#include "server/api/account.h"
#include "server/api/api.h"
#include "server/api/claim.h"
#include "server/api/export.h"
#include "server/api/me.h"
#include "server/api/player.h"
#include "server/api/routes.h"
#include "server/runtime/journal.h"
#include "server/runtime/mail.h"
#include "store/social.h"

#include <stdlib.h>
#include <string.h>

enum { MUTES_MAX = 500 };

// The context of the calls here; the account is as the store had it.
struct me {
    struct store_account account;
    struct text password; // sent to confirm the caller's identity
    bool right;
    char guesses[24]; // what guesses are counted under
    call_then_fn *proven;
    // The changes.
    struct text fresh, mail;
    char hash[sizeof((struct store_account *)0)->password];
    bool hashed, tokens, keeps_lang, keeps_mail_turns, mail_turns;
    enum language language;
};

static enum store_status load_me(struct store_tx *tx, struct call *c)
{
    struct me *me = c->own;
    enum store_status status = store_account_get(tx, c->caller.account, &me->account);
    return status == STORE_OK && me->account.closed ? STORE_NONE : status;
}

// --- Showing it.

static enum store_status me_api_find(struct store_tx *tx, struct call *c)
{
    struct me *me = c->own;
    struct store_tally tally;
    json_t *ratings = json_array();
    c->found = json_pack("{s:n,s:o}", "account", "ratings", ratings);
    enum store_status status = load_me(tx, c);
    if (status == STORE_OK)
        status = store_match_tally(tx, me->account.id, &tally);
    if (status == STORE_OK)
        status = ratings_json(tx, me->account.id, call_now(c), ratings);
    if (status == STORE_OK)
        json_object_set_new(c->found, "turns", json_integer(tally.to_move));
    return status;
}

static void me_api_found(struct call *c)
{
    struct me *me = c->own;
    if (c->caller.token) // a program has no use for it
        me->account.mail[0] = '\0';
    json_object_set_new(c->found, "account", account_json(c->api, &me->account, c->caller.session));
    call_answer_found(c);
}

static void me_api_show(struct call *c)
{
    c->own = call_alloc(c, sizeof(struct me));
    if (c->caller.account)
        call_read(c, me_api_find, me_api_found);
    else
        call_answer(c, 200, json_pack("{s:n}", "account"));
}

// --- Settings.

static enum store_status me_api_write_settings(struct store_tx *tx, struct call *c)
{
    struct me *me = c->own;
    enum store_status status = load_me(tx, c);
    if (status != STORE_OK)
        return status;
    if (!me->keeps_lang)
        memcpy(me->account.lang, language_tag(me->language), 3);
    if (!me->keeps_mail_turns)
        me->account.mail_turns = me->mail_turns;
    return store_account_save(tx, &me->account);
}

static void me_api_answer_account(struct call *c)
{
    struct me *me = c->own;
    sessions_forget_account(c->api->sessions, c->caller.account);
    call_answer(c, 200, account_json(c->api, &me->account, c->caller.session));
}

static void me_api_change_settings(struct call *c)
{
    struct me *me = c->own = call_alloc(c, sizeof *me);
    struct text lang = {0};
    if (!call_text(c, "lang", 8, &lang) || !call_bool(c, "mail_turns", &me->mail_turns))
        return;
    me->keeps_lang = lang.at == NULL;
    me->keeps_mail_turns = !json_is_boolean(json_object_get(c->body, "mail_turns"));
    if (lang.at && !language_find(lang, &me->language))
        call_refuse_with(c, 422, MSG_API_NO_LANGUAGE, "%.*s", TEXT_ARG(lang));
    else
        call_write(c, me_api_write_settings, me_api_answer_account);
}

// --- The password, required again for sensitive changes.

static void me_api_verify(struct call *c)
{
    struct me *me = c->own;
    bool known = me->account.password[0];
    me->right = secret_verify(known ? me->account.password : NULL, me->password) && known;
}

static void me_api_verified(struct call *c)
{
    struct me *me = c->own;
    if (!me->right) {
        call_refuse_with(c, 403, MSG_ME_WRONG_PASSWORD, "%s", "");
        return;
    }
    limit_give(c->api->site->limits, LIMIT_PROOF, text_of(me->guesses), 1, call_now(c));
    me->proven(c);
}

static void me_api_account_loaded(struct call *c)
{
    call_work(c, POOL_QUICK, me_api_verify, me_api_verified);
}

static enum store_status me_api_claim_proof(struct store_tx *tx, struct call *c)
{
    const struct me *me = c->own;
    enum store_status status = call_claim(tx, c, LIMIT_PROOF, text_of(me->guesses), 1);
    return status == STORE_OK ? load_me(tx, c) : status;
}

// proven() if the password is right. Guesses are limited as at login, but counted separately:
// guessing the password there cannot lock the owner out here.
static void prove(struct call *c, call_then_fn *proven)
{
    struct me *me = c->own;
    snprintf(me->guesses, sizeof me->guesses, "#%lld", (long long)c->caller.account);
    me->proven = proven;
    if (call_limit(c, LIMIT_PROOF, text_of(me->guesses)))
        call_write(c, me_api_claim_proof, me_api_account_loaded);
}

// For run(): reads the account again, and checks that its password was not changed meanwhile. A
// right password costs no guess.
static enum store_status load_proven(struct store_tx *tx, struct call *c)
{
    struct me *me = c->own;
    char known[sizeof me->account.password];
    memcpy(known, me->account.password, sizeof known);
    enum store_status status = load_me(tx, c);
    if (status == STORE_OK && strcmp(known, me->account.password) != 0)
        return call_reject(c, 403, MSG_ME_WRONG_PASSWORD, "%s", "");
    return status == STORE_OK ? claim_give(tx, c->api, LIMIT_PROOF, text_of(me->guesses), 1)
                              : status;
}

static enum store_status me_api_write_password(struct store_tx *tx, struct call *c)
{
    struct me *me = c->own;
    enum store_status status = load_proven(tx, c);
    if (status == STORE_OK) {
        memcpy(me->account.password, me->hash, sizeof me->hash);
        status = store_account_save(tx, &me->account);
    }
    if (status == STORE_OK)
        status = me->tokens ? store_session_drop_all(tx, me->account.id, c->caller.session)
                            : store_session_drop_kind(tx, me->account.id, false, c->caller.session);
    return status == STORE_OK ? store_ticket_drop_all(tx, me->account.id, "reset") : status;
}

static void me_api_password_written(struct call *c)
{
    sessions_forget_account(c->api->sessions, c->caller.account);
    live_drop_session(c->api->live, c->caller.account, c->caller.session, true);
    // The new password has invalidated all device tokens; this browser gets a new one.
    struct cookies cookies = {0};
    const struct me *me = c->own;
    account_remember_device(&cookies, c, &me->account);
    call_answer_with(c, 204, NULL, cookies.field);
}

static void me_api_hash_fresh(struct call *c)
{
    struct me *me = c->own;
    call_hash_and_write(c, me->fresh, me->hash, me_api_write_password, me_api_password_written);
}

static void me_api_change_password(struct call *c)
{
    struct me *me = c->own = call_alloc(c, sizeof *me);
    if (call_text(c, "old", 1000, &me->password) && call_text(c, "new", 1000, &me->fresh) &&
        call_bool(c, "tokens", &me->tokens) && password_check(c, me->fresh))
        prove(c, me_api_hash_fresh);
}

// --- The mail address.

// A new address takes effect when the link sent to it is opened. Earlier links are revoked: the old
// mailbox may be compromised.
static enum store_status me_api_write_mail(struct store_tx *tx, struct call *c)
{
    struct me *me = c->own;
    char to[MAIL_ADDRESS];
    enum store_status status = load_proven(tx, c);
    if (status == STORE_OK)
        status = store_ticket_drop_all(tx, me->account.id, "confirm");
    if (status == STORE_OK)
        status = store_ticket_drop_all(tx, me->account.id, "reset");
    if (status != STORE_OK)
        return status;
    if (me->mail.len == 0) {
        me->account.mail[0] = '\0';
        return store_account_save(tx, &me->account);
    }
    snprintf(to, sizeof to, "%.*s", TEXT_ARG(me->mail));
    status = call_claim(tx, c, LIMIT_RESET_ADDRESS, net_client(c->request), 1);
    if (status == STORE_OK)
        status = call_claim(tx, c, LIMIT_RESET_NAME, me->mail, 1);
    if (status == STORE_OK)
        status = mail_claim(tx, c, to);
    return status == STORE_OK ? ticket_mail(tx, c->api, &me->account, "confirm", to,
                                            MSG_MAIL_CONFIRM_SUBJECT, MSG_MAIL_CONFIRM_BODY)
                              : status;
}

static void me_api_mail_written(struct call *c)
{
    struct me *me = c->own;
    json_t *account = account_json(c->api, &me->account, c->caller.session);
    call_answer(c, me->mail.len ? 202 : 200, account);
}

static void me_api_mail_proven(struct call *c)
{
    call_write(c, me_api_write_mail, me_api_mail_written);
}

static void me_api_change_mail(struct call *c)
{
    struct me *me = c->own = call_alloc(c, sizeof *me);
    if (!call_text(c, "mail", MAIL_ADDRESS - 1, &me->mail) ||
        !call_text(c, "password", 1000, &me->password))
        return;
    if (!me->mail.at || (me->mail.len && !mail_address_ok(me->mail)))
        call_refuse_with(c, 422, MSG_ACCOUNT_MAIL, "%s", "");
    else if (me->mail.len == 0 || (call_limit(c, LIMIT_RESET_ADDRESS, net_client(c->request)) &&
                                   call_limit(c, LIMIT_RESET_NAME, me->mail)))
        prove(c, me_api_mail_proven);
}

// --- Bots.

enum store_status me_become_bot(struct store_tx *tx, struct call *c, struct store_account *a)
{
    struct store_tally tally;
    if (a->kind == ACCOUNT_BOT)
        return STORE_OK;
    enum store_status status = store_match_tally(tx, a->id, &tally);
    if (status != STORE_OK)
        return status;
    if (tally.count[MATCH_ROW_OVER] || tally.count[MATCH_ROW_RUNNING])
        return call_reject(c, 409, MSG_ME_NOT_FRESH, "%s", "");
    a->kind = ACCOUNT_BOT;
    return store_account_save(tx, a);
}

static enum store_status me_api_write_bot(struct store_tx *tx, struct call *c)
{
    struct me *me = c->own;
    enum store_status status = load_me(tx, c);
    return status == STORE_OK ? me_become_bot(tx, c, &me->account) : status;
}

static void me_api_become_bot(struct call *c)
{
    c->own = call_alloc(c, sizeof(struct me));
    call_write(c, me_api_write_bot, me_api_answer_account);
}

// --- Mutes.

struct mutes {
    json_t *list; // borrowed
    unsigned count;
};

static bool me_api_add_mute(void *context, int64_t other, const char *name)
{
    struct mutes *m = context;
    (void)other;
    m->count++;
    return json_array_append_new(m->list, json_string(name)) == 0;
}

static enum store_status me_api_find_mutes(struct store_tx *tx, struct call *c)
{
    struct mutes m = {.list = json_array()};
    c->found = json_pack("{s:o}", "mutes", m.list);
    return store_mute_list(tx, c->caller.account, me_api_add_mute, &m);
}

static void me_api_show_mutes(struct call *c)
{
    call_read(c, me_api_find_mutes, call_answer_found);
}

static bool me_api_count_mute(void *context, int64_t other, const char *name)
{
    (void)other;
    (void)name;
    return ++*(unsigned *)context < MUTES_MAX;
}

static enum store_status me_api_write_mute(struct store_tx *tx, struct call *c)
{
    struct store_account other;
    unsigned count = 0;
    enum store_status status = player_find(tx, c->param[0], &other);
    if (status != STORE_OK)
        return status;
    if (c->route->method == NET_DELETE)
        return store_mute_unset(tx, c->caller.account, other.id);
    if (other.id == c->caller.account)
        return call_reject(c, 422, MSG_ME_MUTES_SELF, "%s", "");
    status = store_mute_list(tx, c->caller.account, me_api_count_mute, &count);
    if (status == STORE_OK && count >= MUTES_MAX)
        return call_reject(c, 409, MSG_ME_TOO_MANY, "%d", MUTES_MAX);
    return status == STORE_OK ? store_mute_set(tx, c->caller.account, other.id, call_now(c))
                              : status;
}

static void me_api_change_mute(struct call *c)
{
    call_write(c, me_api_write_mute, call_answer_done);
}

// --- Closing the account.

static enum store_status me_api_write_close(struct store_tx *tx, struct call *c)
{
    return account_close(tx, c->caller.account, call_now(c));
}

static void me_api_closed(struct call *c)
{
    journal_line(JOURNAL_INFO, "account.closed", JOURNAL_NUMBER("account", c->caller.account),
                 JOURNAL_END);
    sessions_forget_account(c->api->sessions, c->caller.account);
    live_drop(c->api->live, c->caller.account);
    tables_rename(c->api->tables, c->caller.account, "");
    // Again, for matches joined in the meantime.
    call_leave_matches(c, c->caller.account, account_answer_gone);
}

static void me_api_departed(struct call *c)
{
    call_write(c, me_api_write_close, me_api_closed);
}

static void me_api_depart(struct call *c)
{
    call_leave_matches(c, c->caller.account, me_api_departed);
}

static void me_api_close(struct call *c)
{
    struct me *me = c->own = call_alloc(c, sizeof *me);
    if (c->caller.admin)
        call_refuse_with(c, 403, MSG_ADMIN_PROTECTED, "%s", c->caller.name);
    else if (c->caller.kind == ACCOUNT_GUEST)
        me_api_depart(c);
    else if (call_text(c, "password", 1000, &me->password))
        prove(c, me_api_depart);
}

const struct route me_routes[] = {
    {NET_GET, "/api/me", ACCESS_SEE_SELF, LIMIT_REQUEST, me_api_show},
    {NET_PATCH, "/api/me", ACCESS_MANAGE_ACCOUNT, LIMIT_REQUEST, me_api_change_settings},
    {NET_DELETE, "/api/me", ACCESS_MANAGE_ACCOUNT, LIMIT_REQUEST, me_api_close},
    {NET_GET, "/api/me/export", ACCESS_MANAGE_ACCOUNT, LIMIT_REQUEST, export_begin},
    {NET_POST, "/api/me/password", ACCESS_MANAGE_KEYS, LIMIT_REQUEST, me_api_change_password},
    {NET_POST, "/api/me/mail", ACCESS_MANAGE_KEYS, LIMIT_REQUEST, me_api_change_mail},
    {NET_POST, "/api/me/bot", ACCESS_MANAGE_KEYS, LIMIT_REQUEST, me_api_become_bot},
    {NET_GET, "/api/me/mutes", ACCESS_MUTE, LIMIT_REQUEST, me_api_show_mutes},
    {NET_PUT, "/api/me/mutes/:name", ACCESS_MUTE, LIMIT_REQUEST, me_api_change_mute},
    {NET_DELETE, "/api/me/mutes/:name", ACCESS_MUTE, LIMIT_REQUEST, me_api_change_mute},
    {0},
};
