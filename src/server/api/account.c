// Authentication: guests, registration, login, logout, forgotten passwords.
#include "server/api/account.h"

#include "base/utf8.h"

#include "server/accounts/closing.h"
#include "server/accounts/device.h"
#include "server/accounts/name.h"
#include "server/accounts/name_store.h"
#include "server/api/api.h"
#include "server/api/claim.h"
#include "server/api/player.h"
#include "server/api/routes.h"
#include "server/runtime/mail.h"
#include "server/runtime/metrics.h"
#include "store/social.h"

#include <stdlib.h>
#include <string.h>

#define TICKET_MS (INT64_C(2) * 3600 * 1000)

// --- Sessions.

static void make_session(struct new_session *s, const struct call *c, const struct store_account *a,
                         bool secure)
{
    int64_t now = call_now(c);
    *s = (struct new_session){
        .row = {.account = a->id, .created = now, .expires = now + session_lifetime(a->kind)}};
    cookie_secret(secure, s->secret);
    secret_digest(text_of(s->secret), s->row.hash);
}

void session_new(struct new_session *s, const struct call *c, const struct store_account *a)
{
    make_session(s, c, a, cookie_is_secure(c->api->site, c->request));
}

void session_new_token(struct new_session *s, const struct call *c, const struct store_account *a)
{
    make_session(s, c, a, false);
}

json_t *account_json(const struct api *api, const struct store_account *a, const char *session)
{
    char csrf[SECRET_TOKEN];
    secret_sign(&api->site->key, "csrf", text_of(session), csrf);
    return json_pack("{s:I,s:s,s:s,s:s,s:s,s:b,s:b,s:I,s:I,s:s}", "id", (json_int_t)a->id, "name",
                     a->name, "kind", account_kind_key(a->kind), "lang", a->lang, "mail", a->mail,
                     "mail_turns", a->mail_turns, "admin", a->admin, "muted_until",
                     (json_int_t)a->muted_until, "created", (json_int_t)a->created, "csrf", csrf);
}

void account_remember_device(struct cookies *cookies, struct call *c, const struct store_account *a)
{
    char token[DEVICE_TOKEN];
    if (!a->password[0])
        return;
    device_issue(&c->api->site->key, a->id, a->password, call_now(c), token);
    cookie_add_device(cookies, cookie_is_secure(c->api->site, c->request), text_of(token));
}

void account_answer(struct call *c, unsigned status, const struct store_account *a,
                    const struct new_session *s)
{
    struct cookies cookies;
    cookie_fill(&cookies, cookie_is_secure(c->api->site, c->request), text_of(s->secret),
                (s->row.expires - s->row.created) / 1000);
    account_remember_device(&cookies, c, a);
    call_answer_with(c, status, account_json(c->api, a, s->row.hash), cookies.field);
}

void account_answer_gone(struct call *c)
{
    struct cookies cookies;
    cookie_fill(&cookies, cookie_is_secure(c->api->site, c->request), (struct text){"", 0}, 0);
    call_answer_with(c, 204, NULL, cookies.field);
}

bool password_fits(struct text password)
{
    size_t length = utf8_length(password);
    return length >= PASSWORD_SHORTEST && length <= PASSWORD_LONGEST;
}

bool password_check(struct call *c, struct text password)
{
    if (password_fits(password))
        return true;
    call_refuse_with(c, 422, MSG_ACCOUNT_PASSWORD_LENGTH, "%d\t%d", PASSWORD_SHORTEST,
                     PASSWORD_LONGEST);
    return false;
}

// --- Leaving all matches.

struct call_closing {
    struct closing closing; // first
    call_then_fn *then;
};

static void account_matches_left(struct closing *closing, enum store_status status)
{
    struct call *c = closing->context;
    if (status == STORE_OK)
        ((struct call_closing *)closing)->then(c);
    else
        call_answer_failure(c, status >= STORE_FULL ? status : STORE_BUSY);
}

void call_leave_matches(struct call *c, int64_t account, call_then_fn *then)
{
    struct call_closing *cc = call_alloc(c, sizeof *cc);
    cc->then = then;
    cc->closing = (struct closing){.site = c->api->site,
                                   .tables = c->api->tables,
                                   .account = account,
                                   .done = account_matches_left,
                                   .context = c};
    closing_begin(&cc->closing);
}

// --- Guests and registration.

struct entering {
    struct store_account account;
    struct new_session session;
    struct text password;
    struct text mail;
    bool hashed;
    char key[NAME_KEY];                  // key of the given name
    char pair[NAME_KEY + LIMIT_ADDRESS]; // login attempts are counted under this
    struct device device;                // as the browser's token claims
    bool has_device;                     // the token was issued by this site
    bool known;                          // it has logged in to this account before
    char device_key[DEVICE_ID + 24];     // a known device's attempts are counted under this
    uint32_t price;                      // tokens this attempt has cost; 0: none
    bool calm;                           // few others tried this name
    char rehashed[SECRET_PASSWORD];      // with the current parameters; "" if it has them
};

static enum store_status account_add_guest(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    enum store_status status = call_claim(tx, c, LIMIT_GUEST, net_client(c->request), 1);
    if (status != STORE_OK)
        return status;
    status = STORE_TAKEN;
    for (int tries = 0; tries < 4 && status == STORE_TAKEN; tries++) {
        name_guest(e->account.name);
        name_key(text_of(e->account.name), e->account.key);
        status = store_account_add(tx, &e->account);
    }
    if (status != STORE_OK)
        return status;
    session_new(&e->session, c, &e->account);
    return store_session_add(tx, &e->session.row);
}

static void account_entered(struct call *c)
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

static void account_enter_as_guest(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    if (!site_options(c->api->site)->guests) {
        call_refuse_with(c, 403, MSG_ACCOUNT_NO_GUESTS, "%s", "");
        return;
    }
    e->account = (struct store_account){.kind = ACCOUNT_GUEST, .created = call_now(c)};
    e->account.seen = e->account.created;
    if (read_lang(c, e->account.lang) && call_limit(c, LIMIT_GUEST, net_client(c->request)))
        call_write(c, account_add_guest, account_entered);
}

// A mail address as it is compared and counted.
static void fold_mail(const char *mail, char out[MAIL_ADDRESS])
{
    size_t len = 0;
    for (; mail[len] && len + 1 < MAIL_ADDRESS; len++)
        out[len] = (char)(mail[len] >= 'A' && mail[len] <= 'Z' ? mail[len] + 'a' - 'A' : mail[len]);
    out[len] = '\0';
}

enum store_status mail_claim(struct store_tx *tx, struct call *c, const char *to)
{
    char folded[MAIL_ADDRESS];
    fold_mail(to, folded);
    enum store_status status = call_claim(tx, c, LIMIT_MAIL_TO, text_of(folded), 1);
    return status == STORE_OK ? call_claim(tx, c, LIMIT_MAIL_FROM, net_client(c->request), 1)
                              : status;
}

enum store_status ticket_mail(struct store_tx *tx, const struct api *api,
                              const struct store_account *a, const char *kind, const char *to,
                              enum message subject, enum message body)
{
    int64_t now = (int64_t)net_now_ms();
    struct store_ticket ticket = {.account = a->id, .expires = now + TICKET_MS};
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
    snprintf(args, sizeof args, "%s\t%s/%s?token=%s", a->name, api->site->url, kind, secret);
    message_fill(&head, subject, language, text_of(args));
    message_fill(&text, body, language, text_of(args));
    struct store_mail mail = {.subject = buf_text(&head), .body = buf_text(&text), .at = now};
    snprintf(mail.to, sizeof mail.to, "%s", to);
    status = buf_ok(&head) && buf_ok(&text) ? store_mail_add(tx, &mail) : STORE_BROKEN;
    buf_release(&head);
    buf_release(&text);
    return status;
}

// A guest who registers keeps the account and its games in progress.
static enum store_status write_account(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    struct store_account old;
    enum store_status status = STORE_NONE;
    if (c->caller.account && c->caller.kind == ACCOUNT_GUEST)
        status = store_account_get(tx, c->caller.account, &old);
    // The cached caller may predate a ban or another registration.
    if (status == STORE_OK && (old.banned || old.closed))
        return call_reject(c, 403, MSG_ACCOUNT_BANNED, "%s", "");
    if (status == STORE_OK && old.kind != ACCOUNT_GUEST)
        return call_reject(c, 409, MSG_API_TAKEN, "%s", "");
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
    return status;
}

static enum store_status account_write_registration(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    bool taken = false;
    enum store_status status = call_claim(tx, c, LIMIT_ACCOUNT, net_client(c->request), 1);
    if (status == STORE_OK)
        status = account_name_retired(tx, text_of(e->account.name), call_now(c), &taken);
    if (status == STORE_OK && !taken)
        status = write_account(tx, c);
    if (taken || status == STORE_TAKEN)
        return call_reject(c, 409, MSG_ACCOUNT_NAME_TAKEN, "%s", e->account.name);
    if (status != STORE_OK)
        return status;
    session_new(&e->session, c, &e->account);
    status = store_session_add(tx, &e->session.row);
    char to[MAIL_ADDRESS];
    snprintf(to, sizeof to, "%.*s", TEXT_ARG(e->mail));
    if (status != STORE_OK || !e->mail.len)
        return status;
    status = mail_claim(tx, c, to);
    return status == STORE_OK ? ticket_mail(tx, c->api, &e->account, "confirm", to,
                                            MSG_MAIL_CONFIRM_SUBJECT, MSG_MAIL_CONFIRM_BODY)
                              : status;
}

static void account_registered(struct call *c)
{
    struct entering *e = c->own;
    // The guest's sessions are gone; its clients reconnect with the new one.
    if (c->caller.account == e->account.id) {
        sessions_forget_account(c->api->sessions, c->caller.account);
        live_drop(c->api->live, c->caller.account);
        tables_rename(c->api->tables, e->account.id, e->account.name);
    }
    account_entered(c);
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

static void account_register_person(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    struct text name = {0};
    struct reason why;
    if (site_options(c->api->site)->registration == OPTIONS_CLOSED) {
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
    name_skeleton(name, e->account.skeleton);
    call_hash_and_write(c, e->password, e->account.password, account_write_registration,
                        account_registered);
}

// --- Login and logout.

// Guessing is limited by address, and by address and name. Attempts on a name from anywhere make
// each further attempt more expensive, but never block an address that has not tried yet: otherwise
// anyone could lock the owner out. A browser that has logged in to the account before has its own
// budget, so others at the owner's address cannot lock the owner out either. A correct password
// costs nothing.
enum { PRICE_CALM = 1, PRICE_UNDER_ATTACK = 4 };

static enum store_status claim_stranger(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    int64_t wait;
    enum store_status status =
        call_claim(tx, c, LIMIT_LOGIN_ADDRESS, net_client(c->request), PRICE_CALM);
    if (status != STORE_OK)
        return status;
    status = claim_take(tx, c->api, LIMIT_LOGIN_NAME, text_of(e->key), 1, &wait);
    e->calm = status == STORE_OK;
    e->price = e->calm ? PRICE_CALM : PRICE_UNDER_ATTACK;
    if (status != STORE_OK && status != STORE_REFUSED)
        return status;
    return call_claim(tx, c, LIMIT_LOGIN_PAIR, text_of(e->pair), e->price);
}

static enum store_status claim_try(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    const struct store_account *a = &e->account;
    e->known =
        e->has_device && a->id && device_knows(&c->api->site->key, &e->device, a->id, a->password);
    if (!e->known)
        return claim_stranger(tx, c);
    e->price = PRICE_CALM;
    snprintf(e->device_key, sizeof e->device_key, "%lld %s", (long long)a->id, e->device.id);
    return call_claim(tx, c, LIMIT_LOGIN_DEVICE, text_of(e->device_key), e->price);
}

static enum store_status give_back(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    struct text address = net_client(c->request);
    if (!e->price)
        return STORE_OK;
    if (e->known)
        return claim_give(tx, c->api, LIMIT_LOGIN_DEVICE, text_of(e->device_key), e->price);
    enum store_status status = claim_give(tx, c->api, LIMIT_LOGIN_ADDRESS, address, PRICE_CALM);
    if (status == STORE_OK && e->calm)
        status = claim_give(tx, c->api, LIMIT_LOGIN_NAME, text_of(e->key), 1);
    if (status == STORE_OK)
        status = claim_give(tx, c->api, LIMIT_LOGIN_PAIR, text_of(e->pair), e->price);
    return status;
}

static enum store_status account_find_by_key(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    enum store_status status = store_account_by_key(tx, e->key, &e->account);
    if (status == STORE_NONE)
        e->account.id = 0;
    return status == STORE_OK || status == STORE_NONE ? claim_try(tx, c) : status;
}

static void account_verify_password(struct call *c)
{
    struct entering *e = c->own;
    bool known = e->account.id && e->account.password[0];
    e->hashed = secret_verify(known ? e->account.password : NULL, e->password) && known;
    if (e->hashed && secret_stale(e->account.password) && !secret_hash(e->password, e->rehashed))
        e->rehashed[0] = '\0';
}

// Only if the password was not changed meanwhile.
static enum store_status write_rehashed(struct store_tx *tx, const struct entering *e)
{
    enum store_status status =
        store_account_rehash(tx, e->account.id, e->account.password, e->rehashed);
    return status == STORE_NONE ? STORE_OK : status;
}

static enum store_status account_write_login(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    session_new(&e->session, c, &e->account);
    enum store_status status = store_account_seen(tx, e->account.id, call_now(c));
    if (status == STORE_OK && e->rehashed[0])
        status = write_rehashed(tx, e);
    if (status == STORE_OK)
        status = give_back(tx, c);
    return status == STORE_OK ? store_session_add(tx, &e->session.row) : status;
}

// The limits of this process, checked before the store is asked. At this point it is not known
// whether the account knows the device; a token issued by this site is enough to count it
// separately.
static bool limit_try(struct call *c)
{
    const struct entering *e = c->own;
    if (e->has_device)
        return call_limit(c, LIMIT_LOGIN_DEVICE, text_of(e->device.id));
    return call_limit(c, LIMIT_LOGIN_ADDRESS, net_client(c->request)) &&
           call_limit(c, LIMIT_LOGIN_PAIR, text_of(e->pair));
}

static void forgive_try(struct call *c)
{
    const struct entering *e = c->own;
    struct limits *limits = c->api->site->limits;
    if (e->has_device) {
        limit_give(limits, LIMIT_LOGIN_DEVICE, text_of(e->device.id), 1, call_now(c));
        return;
    }
    limit_give(limits, LIMIT_LOGIN_ADDRESS, net_client(c->request), 1, call_now(c));
    limit_give(limits, LIMIT_LOGIN_PAIR, text_of(e->pair), 1, call_now(c));
}

static void account_logged_in(struct call *c)
{
    struct entering *e = c->own;
    if (e->price)
        forgive_try(c);
    if (e->rehashed[0])
        memcpy(e->account.password, e->rehashed, sizeof e->rehashed);
    account_answer(c, 200, &e->account, &e->session);
}

static void account_verified(struct call *c)
{
    struct entering *e = c->own;
    metrics_add(METRIC_LOGINS, e->hashed ? METRICS_OK : METRICS_FAILED, 1);
    if (!e->hashed)
        call_refuse_with(c, 401, MSG_ACCOUNT_WRONG, "%s", "");
    else if (e->account.banned)
        call_refuse_with(c, 403, MSG_ACCOUNT_BANNED, "%s", "");
    else
        call_write(c, account_write_login, account_logged_in);
}

static void account_found(struct call *c)
{
    call_work(c, POOL_QUICK, account_verify_password, account_verified);
}

static void account_log_in(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    struct text name = {0}, token;
    if (!call_text(c, "name", 200, &name) || !call_text(c, "password", 1000, &e->password))
        return;
    name_key(name, e->key);
    char address[LIMIT_ADDRESS];
    snprintf(e->pair, sizeof e->pair, "%s %.*s", e->key,
             TEXT_ARG(limit_address(net_client(c->request), address)));
    e->has_device = cookie_find_device(c->api->site, c->request, &token) &&
                    device_read(&c->api->site->key, token, call_now(c), &e->device);
    if (limit_try(c))
        call_write(c, account_find_by_key, account_found);
}

static enum store_status account_drop_session(struct store_tx *tx, struct call *c)
{
    enum store_status status = store_session_drop(tx, c->caller.session);
    return status == STORE_NONE ? STORE_OK : status;
}

static void account_logged_out(struct call *c)
{
    sessions_forget(c->api->sessions, c->caller.session);
    live_drop_session(c->api->live, c->caller.account, c->caller.session, false);
    account_answer_gone(c);
}

static void account_log_out(struct call *c)
{
    call_write(c, account_drop_session, account_logged_out);
}

// --- Forgotten passwords.

// The response does not reveal whether the account exists, neither by its content nor by its
// timing: it is sent before the lookup, and as much is written for a name that does not exist.
struct reset {
    struct store_job job; // first
    struct api *api;
    char mail[MAIL_ADDRESS];
    char key[NAME_KEY];
};

static bool may_reset(const struct store_account *a)
{
    return a->mail[0] && !a->banned && !a->closed;
}

static enum store_status account_run_reset(struct store_tx *tx, struct store_job *job)
{
    struct reset *r = (struct reset *)job;
    struct store_account account;
    char to[MAIL_ADDRESS];
    int64_t wait;
    enum store_status status = r->mail[0] ? store_account_by_mail(tx, r->mail, &account)
                                          : store_account_by_key(tx, r->key, &account);
    bool sends = status == STORE_OK && may_reset(&account);
    if (status != STORE_OK && status != STORE_NONE)
        return status;
    fold_mail(sends ? account.mail : r->mail[0] ? r->mail : r->key, to);
    status = claim_take(tx, r->api, LIMIT_MAIL_TO, text_of(to), 1, &wait);
    if (status != STORE_OK || !sends)
        return status == STORE_REFUSED ? STORE_OK : status;
    return ticket_mail(tx, r->api, &account, "reset", account.mail, MSG_MAIL_RESET_SUBJECT,
                       MSG_MAIL_RESET_BODY);
}

static void account_reset_done(struct store_job *job)
{
    free(job);
}

static enum store_status account_claim_reset(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    char key[MAIL_ADDRESS];
    snprintf(key, sizeof key, "%.*s", TEXT_ARG(e->mail.len ? e->mail : text_of(e->account.key)));
    fold_mail(key, key);
    enum store_status status = call_claim(tx, c, LIMIT_RESET_ADDRESS, net_client(c->request), 1);
    return status == STORE_OK ? call_claim(tx, c, LIMIT_RESET_NAME, text_of(key), 1) : status;
}

static void account_answer_nothing(struct call *c)
{
    call_answer(c, 204, NULL);
}

static void account_begin_reset(struct call *c)
{
    struct entering *e = c->own;
    struct api *api = c->api;
    struct reset *r = calloc(1, sizeof *r);
    if (r) {
        r->api = api;
        snprintf(r->mail, sizeof r->mail, "%.*s", TEXT_ARG(e->mail));
        memcpy(r->key, e->account.key, sizeof r->key);
        r->job = (struct store_job){.run = account_run_reset, .done = account_reset_done};
    }
    account_answer_nothing(c);
    if (r)
        store_write(api->site->store, &r->job);
}

static void account_forget_password(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    struct text name = {0};
    if (!call_text(c, "name", 200, &name) || !read_mail(c, &e->mail))
        return;
    name_key(name, e->account.key);
    struct text key = e->mail.len ? e->mail : text_of(e->account.key);
    if (call_limit(c, LIMIT_RESET_ADDRESS, net_client(c->request)) &&
        call_limit(c, LIMIT_RESET_NAME, key))
        call_write(c, account_claim_reset, account_begin_reset);
}

static enum store_status account_write_password(struct store_tx *tx, struct call *c)
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
    if (status == STORE_OK && e->account.banned)
        return call_reject(c, 403, MSG_ACCOUNT_BANNED, "%s", "");
    if (status == STORE_OK) {
        memcpy(e->account.password, password, sizeof password);
        status = store_account_save(tx, &e->account);
    }
    if (status == STORE_OK)
        status = store_session_drop_all(tx, e->account.id, "");
    if (status == STORE_OK)
        status = store_ticket_drop_all(tx, e->account.id, "reset");
    return status == STORE_OK ? account_write_login(tx, c) : status;
}

static void account_password_set(struct call *c)
{
    struct entering *e = c->own;
    sessions_forget_account(c->api->sessions, e->account.id);
    live_drop(c->api->live, e->account.id);
    account_logged_in(c);
}

static void account_reset_password(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    if (call_text(c, "token", 100, &e->mail) && call_text(c, "password", 1000, &e->password) &&
        password_check(c, e->password) &&
        call_limit(c, LIMIT_RESET_ADDRESS, net_client(c->request)))
        call_hash_and_write(c, e->password, e->account.password, account_write_password,
                            account_password_set);
}

// --- Confirming a mail address.

// STORE_TAKEN if another account has the address, compared without case.
static enum store_status mail_is_free(struct store_tx *tx, const char *mail, int64_t account)
{
    struct store_account other;
    enum store_status status = store_account_by_mail(tx, mail, &other);
    if (status == STORE_OK && other.id != account)
        return STORE_TAKEN;
    return status == STORE_NONE ? STORE_OK : status;
}

static enum store_status account_write_confirmed(struct store_tx *tx, struct call *c)
{
    struct entering *e = c->own;
    struct store_ticket ticket;
    char hash[SECRET_HEX];
    secret_digest(e->mail, hash);
    enum store_status status = store_ticket_take(tx, hash, "confirm", &ticket);
    if (status == STORE_NONE || (status == STORE_OK && ticket.expires < call_now(c)))
        return call_reject(c, 410, MSG_ACCOUNT_TICKET, "%s", "");
    if (status == STORE_OK)
        status = mail_is_free(tx, ticket.detail, ticket.account);
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

static void account_confirm_mail(struct call *c)
{
    struct entering *e = c->own = call_alloc(c, sizeof *e);
    if (call_text(c, "token", 100, &e->mail))
        call_write(c, account_write_confirmed, account_answer_nothing);
}

const struct route account_routes[] = {
    {NET_POST, "/api/guest", ACCESS_ENTER, LIMIT_REQUEST, account_enter_as_guest},
    {NET_POST, "/api/register", ACCESS_ENTER, LIMIT_REQUEST, account_register_person},
    {NET_POST, "/api/login", ACCESS_ENTER, LIMIT_REQUEST, account_log_in},
    {NET_POST, "/api/logout", ACCESS_LEAVE, LIMIT_REQUEST, account_log_out},
    {NET_POST, "/api/password/forgot", ACCESS_ENTER, LIMIT_REQUEST, account_forget_password},
    {NET_POST, "/api/password/reset", ACCESS_ENTER, LIMIT_REQUEST, account_reset_password},
    {NET_POST, "/api/mail/confirm", ACCESS_ENTER, LIMIT_REQUEST, account_confirm_mail},
    {0},
};
