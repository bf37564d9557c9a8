// Coming in: guests, registration, login, logout, forgotten passwords.
#include "server/account.h"

#include "server/app.h"
#include "server/metrics.h"
#include "server/name.h"
#include "server/player.h"
#include "server/routes.h"
#include "store/social.h"

#include <stdlib.h>
#include <string.h>

#define DAY_MS (INT64_C(86400) * 1000)
#define TICKET_MS (INT64_C(2) * 3600 * 1000)

// --- Sessions.

void session_new(struct new_session *s, const struct store_account *a, int64_t now)
{
    int days = a->kind == ACCOUNT_GUEST ? SESSION_GUEST_DAYS : SESSION_DAYS;
    *s = (struct new_session){.row = {.account = a->id, .created = now}};
    s->row.expires = now + days * DAY_MS;
    secret_token(s->secret);
    secret_digest(text_of(s->secret), s->row.hash);
}

json_t *account_json(const struct app *app, const struct store_account *a, const char *session)
{
    char csrf[SECRET_TOKEN];
    secret_sign(&app->key, "csrf", text_of(session), csrf);
    return json_pack("{s:I,s:s,s:s,s:s,s:s,s:b,s:b,s:I,s:I,s:s}", "id", (json_int_t)a->id, "name",
                     a->name, "kind", account_kind_key(a->kind), "lang", a->lang, "mail", a->mail,
                     "mail_turns", a->mail_turns, "admin", a->admin, "muted_until",
                     (json_int_t)a->muted_until, "created", (json_int_t)a->created, "csrf", csrf);
}

void account_answer(struct call *c, unsigned status, const struct store_account *a,
                    const struct new_session *s)
{
    char cookie[300];
    int len = snprintf(cookie, sizeof cookie,
                       SESSION_COOKIE "=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%lld%s",
                       s->secret, (long long)((s->row.expires - s->row.created) / 1000),
                       net_is_secure(c->request) ? "; Secure" : "");
    struct net_field fields[] = {
        {"Set-Cookie", {cookie, (size_t)len}}, {"Cache-Control", TEXT("no-store")}, {0}};
    call_answer_with(c, status, account_json(c->app, a, s->row.hash), fields);
}

bool password_check(struct call *c, struct text password)
{
    if (password.len >= PASSWORD_SHORTEST && password.len <= PASSWORD_LONGEST)
        return true;
    call_refuse_with(c, 422, MSG_ACCOUNT_PASSWORD_LENGTH, "%d\t%d", PASSWORD_SHORTEST,
                     PASSWORD_LONGEST);
    return false;
}

// --- Guests and registration.

struct entering {
    struct store_account account;
    struct new_session session;
    struct text password;
    struct text mail;
    bool hashed;
};

static enum store_status add_guest(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    enum store_status status = STORE_TAKEN;
    for (int tries = 0; tries < 4 && status == STORE_TAKEN; tries++) {
        name_guest(e->account.name);
        name_key(text_of(e->account.name), e->account.key);
        status = store_account_add(tx, &e->account);
    }
    if (status != STORE_OK)
        return status;
    session_new(&e->session, &e->account, e->account.created);
    return store_session_add(tx, &e->session.row);
}

static void entered(struct call *c)
{
    struct entering *e = c->own;
    account_answer(c, 201, &e->account, &e->session);
}

static bool read_lang(struct call *c, char lang[4])
{
    struct text tag = {0};
    enum language language = c->language;
    if (!call_text(c, "lang", 2, &tag))
        return false;
    if (tag.len && !language_find(tag, &language)) {
        call_refuse_with(c, 422, MSG_API_NO_LANGUAGE, "%.*s", TEXT_ARG(tag));
        return false;
    }
    memcpy(lang, language_tag(language), 3);
    return true;
}

static void enter_as_guest(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    if (!c->app->options->guests) {
        call_refuse_with(c, 403, MSG_ACCOUNT_NO_GUESTS, "%s", "");
        return;
    }
    e->account = (struct store_account){.kind = ACCOUNT_GUEST, .created = call_now(c)};
    e->account.seen = e->account.created;
    if (read_lang(c, e->account.lang) && call_limit(c, LIMIT_GUEST, net_client(c->request)))
        call_write(c, add_guest, entered);
}

enum store_status ticket_mail(struct store_tx *tx, struct call *c, const struct store_account *a,
                              const char *kind, const char *to, enum message subject,
                              enum message body)
{
    struct store_ticket ticket = {.account = a->id, .expires = call_now(c) + TICKET_MS};
    char secret[SECRET_TOKEN], args[500];
    struct buf head = {0}, text = {0};
    secret_token(secret);
    secret_digest(text_of(secret), ticket.hash);
    snprintf(ticket.kind, sizeof ticket.kind, "%s", kind);
    snprintf(ticket.detail, sizeof ticket.detail, "%s", to);
    enum store_status status = store_ticket_add(tx, &ticket);
    if (status != STORE_OK)
        return status;
    enum language language = language_from_tag(text_of(a->lang));
    snprintf(args, sizeof args, "%s\t%s/%s?token=%s", a->name, c->app->url, kind, secret);
    message_fill(&head, subject, language, text_of(args));
    message_fill(&text, body, language, text_of(args));
    struct store_mail mail = {
        .subject = buf_text(&head), .body = buf_text(&text), .at = call_now(c)};
    snprintf(mail.to, sizeof mail.to, "%s", to);
    status = buf_ok(&head) && buf_ok(&text) ? store_mail_add(tx, &mail) : STORE_BROKEN;
    buf_release(&head);
    buf_release(&text);
    return status;
}

// A guest who registers stays the same account, with the games that were begun.
static enum store_status write_registration(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    struct store_account old;
    enum store_status status = STORE_NONE;
    if (c->who.account && c->who.kind == ACCOUNT_GUEST)
        status = store_account_get(tx, c->who.account, &old);
    if (status == STORE_OK) {
        e->account.id = old.id;
        e->account.created = old.created;
        e->account.muted_until = old.muted_until;
        status = store_account_save(tx, &e->account);
        if (status == STORE_OK)
            status = store_session_drop_all(tx, old.id, "");
    } else if (status == STORE_NONE) {
        status = store_account_add(tx, &e->account);
    }
    if (status == STORE_TAKEN)
        return call_reject(c, 409, MSG_ACCOUNT_NAME_TAKEN, "%s", e->account.name);
    if (status != STORE_OK)
        return status;
    session_new(&e->session, &e->account, call_now(c));
    status = store_session_add(tx, &e->session.row);
    char to[MAIL_ADDRESS];
    snprintf(to, sizeof to, "%.*s", TEXT_ARG(e->mail));
    if (status == STORE_OK && e->mail.len)
        status = ticket_mail(tx, c, &e->account, "confirm", to, MSG_MAIL_CONFIRM_SUBJECT,
                             MSG_MAIL_CONFIRM_BODY);
    return status;
}

static void registered(struct call *c)
{
    struct entering *e = c->own;
    // The guest's sessions are gone; what is connected with one comes again with the new one.
    if (c->who.account == e->account.id) {
        sessions_forget_account(&c->app->sessions, c->who.account);
        live_drop(c->app->live, c->who.account);
        hall_rename(c->app->hall, e->account.id, e->account.name);
    }
    entered(c);
}

static void hash_password(struct call *c)
{
    struct entering *e = c->own;
    e->hashed = secret_hash(e->password, e->account.password);
}

static void hashed(struct call *c)
{
    struct entering *e = c->own;
    if (e->hashed)
        call_write(c, write_registration, registered);
    else
        call_answer_failure(c, STORE_BROKEN);
}

static bool read_mail(struct call *c, struct text *mail)
{
    if (!call_text(c, "mail", MAIL_ADDRESS - 1, mail))
        return false;
    if (mail->len == 0 || mail_address_ok(*mail))
        return true;
    call_refuse_with(c, 422, MSG_ACCOUNT_MAIL, "%s", "");
    return false;
}

static void register_person(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    struct text name = {0};
    struct reason why;
    if (c->app->options->registration == OPTIONS_CLOSED) {
        call_refuse_with(c, 403, MSG_ACCOUNT_CLOSED_SITE, "%s", "");
        return;
    }
    if (!call_text(c, "name", 200, &name) || !call_text(c, "password", 1000, &e->password) ||
        !read_mail(c, &e->mail) || !read_lang(c, e->account.lang))
        return;
    if (!name_check(name, &why)) {
        call_refuse(c, 422, &why);
        return;
    }
    if (!password_check(c, e->password) || !call_limit(c, LIMIT_ACCOUNT, net_client(c->request)))
        return;
    e->account.kind = ACCOUNT_PERSON;
    e->account.mail_turns = true;
    e->account.created = e->account.seen = call_now(c);
    memcpy(e->account.name, name.at, name.len);
    name_key(name, e->account.key);
    call_work(c, POOL_QUICK, hash_password, hashed);
}

// --- Login and logout.

static enum store_status find_account(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    enum store_status status = store_account_by_key(tx, e->account.key, &e->account);
    if (status == STORE_NONE)
        e->account.id = 0;
    return status == STORE_NONE ? STORE_OK : status;
}

static void verify_password(struct call *c)
{
    struct entering *e = c->own;
    bool known = e->account.id && e->account.password[0];
    e->hashed = secret_verify(known ? e->account.password : NULL, e->password) && known;
}

static enum store_status write_login(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    session_new(&e->session, &e->account, call_now(c));
    enum store_status status = store_account_seen(tx, e->account.id, call_now(c));
    return status == STORE_OK ? store_session_add(tx, &e->session.row) : status;
}

static void logged_in(struct call *c)
{
    struct entering *e = c->own;
    account_answer(c, 200, &e->account, &e->session);
}

static void verified(struct call *c)
{
    struct entering *e = c->own;
    metrics_add(METRIC_LOGINS, e->hashed ? METRICS_OK : METRICS_FAILED, 1);
    if (!e->hashed)
        call_refuse_with(c, 401, MSG_ACCOUNT_WRONG, "%s", "");
    else if (e->account.banned)
        call_refuse_with(c, 403, MSG_ACCOUNT_BANNED, "%s", "");
    else
        call_write(c, write_login, logged_in);
}

static void account_found(struct call *c)
{
    call_work(c, POOL_QUICK, verify_password, verified);
}

static void log_in(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    struct text name = {0};
    if (!call_text(c, "name", 200, &name) || !call_text(c, "password", 1000, &e->password))
        return;
    name_key(name, e->account.key);
    if (call_limit(c, LIMIT_LOGIN_ADDRESS, net_client(c->request)) &&
        call_limit(c, LIMIT_LOGIN_NAME, text_of(e->account.key)))
        call_read(c, find_account, account_found);
}

static enum store_status drop_session(struct store_tx *tx, struct call *c)
{
    enum store_status status = store_session_drop(tx, c->who.session);
    return status == STORE_NONE ? STORE_OK : status;
}

static void logged_out(struct call *c)
{
    static const struct net_field gone[] = {
        {"Set-Cookie",
         {SESSION_COOKIE "=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
          sizeof SESSION_COOKIE "=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0" - 1}},
        {0}};
    sessions_forget(&c->app->sessions, c->who.session);
    live_drop_session(c->app->live, c->who.account, c->who.session, false);
    call_answer_with(c, 204, NULL, gone);
}

static void log_out(struct call *c)
{
    call_write(c, drop_session, logged_out);
}

// --- Forgotten passwords.

static enum store_status write_reset(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    char mail[MAIL_ADDRESS];
    snprintf(mail, sizeof mail, "%.*s", TEXT_ARG(e->mail));
    enum store_status status = e->mail.len ? store_account_by_mail(tx, mail, &e->account)
                                           : store_account_by_key(tx, e->account.key, &e->account);
    // Whether there is such an account is not told.
    if (status == STORE_NONE || (status == STORE_OK && !e->account.mail[0]))
        return STORE_OK;
    if (status != STORE_OK)
        return status;
    return ticket_mail(tx, c, &e->account, "reset", e->account.mail, MSG_MAIL_RESET_SUBJECT,
                       MSG_MAIL_RESET_BODY);
}

static void answer_nothing(struct call *c)
{
    call_answer(c, 204, NULL);
}

static void forget_password(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    struct text name = {0};
    if (!call_text(c, "name", 200, &name) || !read_mail(c, &e->mail))
        return;
    name_key(name, e->account.key);
    struct text key = e->mail.len ? e->mail : text_of(e->account.key);
    if (call_limit(c, LIMIT_RESET_ADDRESS, net_client(c->request)) &&
        call_limit(c, LIMIT_RESET_NAME, key))
        call_write(c, write_reset, answer_nothing);
}

static enum store_status write_password(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    struct store_ticket ticket;
    char hash[SECRET_HEX], password[SECRET_PASSWORD];
    memcpy(password, e->account.password, sizeof password);
    secret_digest(e->mail, hash);
    enum store_status status = store_ticket_take(tx, hash, "reset", &ticket);
    if (status == STORE_NONE || (status == STORE_OK && ticket.expires < call_now(c)))
        return call_reject(c, 410, MSG_ACCOUNT_TICKET, "%s", "");
    if (status == STORE_OK)
        status = store_account_get(tx, ticket.account, &e->account);
    if (status == STORE_OK) {
        memcpy(e->account.password, password, sizeof password);
        status = store_account_save(tx, &e->account);
    }
    if (status == STORE_OK)
        status = store_session_drop_all(tx, e->account.id, "");
    if (status == STORE_OK)
        status = store_ticket_drop_all(tx, e->account.id, "reset");
    return status == STORE_OK ? write_login(tx, c) : status;
}

static void password_set(struct call *c)
{
    struct entering *e = c->own;
    sessions_forget_account(&c->app->sessions, e->account.id);
    live_drop(c->app->live, e->account.id);
    logged_in(c);
}

static void reset_hashed(struct call *c)
{
    struct entering *e = c->own;
    if (e->hashed)
        call_write(c, write_password, password_set);
    else
        call_answer_failure(c, STORE_BROKEN);
}

static void reset_password(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    if (call_text(c, "token", 100, &e->mail) && call_text(c, "password", 1000, &e->password) &&
        password_check(c, e->password) &&
        call_limit(c, LIMIT_RESET_ADDRESS, net_client(c->request)))
        call_work(c, POOL_QUICK, hash_password, reset_hashed);
}

// --- Confirming a mail address.

static enum store_status write_confirmed(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    struct store_ticket ticket;
    char hash[SECRET_HEX];
    secret_digest(e->mail, hash);
    enum store_status status = store_ticket_take(tx, hash, "confirm", &ticket);
    if (status == STORE_NONE || (status == STORE_OK && ticket.expires < call_now(c)))
        return call_reject(c, 410, MSG_ACCOUNT_TICKET, "%s", "");
    if (status == STORE_OK)
        status = store_account_get(tx, ticket.account, &e->account);
    if (status == STORE_OK) {
        snprintf(e->account.mail, sizeof e->account.mail, "%s", ticket.detail);
        status = store_account_save(tx, &e->account);
    }
    if (status == STORE_TAKEN)
        return call_reject(c, 409, MSG_ACCOUNT_MAIL_TAKEN, "%s", "");
    return status;
}

static void confirm_mail(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    if (call_text(c, "token", 100, &e->mail))
        call_write(c, write_confirmed, answer_nothing);
}

const struct route account_routes[] = {
    {NET_POST, "/api/guest", ACCESS_ANYONE, LIMIT_REQUEST, enter_as_guest},
    {NET_POST, "/api/register", ACCESS_ANYONE, LIMIT_REQUEST, register_person},
    {NET_POST, "/api/login", ACCESS_ANYONE, LIMIT_REQUEST, log_in},
    {NET_POST, "/api/logout", ACCESS_PLAYER, LIMIT_REQUEST, log_out},
    {NET_POST, "/api/password/forgot", ACCESS_ANYONE, LIMIT_REQUEST, forget_password},
    {NET_POST, "/api/password/reset", ACCESS_ANYONE, LIMIT_REQUEST, reset_password},
    {NET_POST, "/api/mail/confirm", ACCESS_ANYONE, LIMIT_REQUEST, confirm_mail},
    {0},
};
