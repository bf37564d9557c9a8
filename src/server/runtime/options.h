// options: configuration of `logomachy serve`. One table lists the options; each can be given as a
// flag (--max-connections 500), in the environment (LOGOMACHY_MAX_CONNECTIONS=500) or in a file
// (--config FILE, with lines such as `max-connections = 500`; # begins a comment line). Precedence:
// flag, environment, file, default. `struct options` owns its texts.
//
//     struct options o;
//     struct options_source from = {.variable = NULL}; /* getenv, and the command line's flags */
//     if (options_load(&o, &from, &why))
//         options_release(&o);
//
// The server may not include the command line (cli/cli.h), which expands the same table into its
// own rows with OPTIONS_TABLE(OWN, SHARED): OWN for options of `serve`, SHARED for --lexicons,
// which every command has. The flags come through options_source.flag.
#ifndef LOGOMACHY_SERVER_RUNTIME_OPTIONS_H
#define LOGOMACHY_SERVER_RUNTIME_OPTIONS_H

#include "base/arena.h"
#include "base/reason.h"

enum option_type {
    OPTION_TEXT,
    OPTION_PATH,
    OPTION_SECRET,  // its value is never printed
    OPTION_NUMBER,  // within [low, high]
    OPTION_CHOICE,  // one of the list in `value`; the field is its index
    OPTION_ADDRESS, // an IP address to listen on, or localhost
    OPTION_SITE,    // http://… or https://…, no path
    OPTION_RELAY,   // smtp://… or smtps://…
    OPTION_MAIL,    // a mail address
    OPTION_PROXIES, // off, on, or addresses and networks: see net/proxy.h
    OPTION_BUS,     // nats://… or tls://…, several with commas; its value is never printed
};

// field, name, value in help, type, low, high, default (NULL: none), message of the help
#define OPTIONS_TABLE(OWN, SHARED)                                                             \
    OWN(config, "config", "FILE", OPTION_PATH, 0, 0, NULL, MSG_OPTIONS_CONFIG)                 \
    OWN(address, "address", "IP", OPTION_ADDRESS, 0, 0, "127.0.0.1", MSG_OPTIONS_ADDRESS)      \
    OWN(port, "port", "N", OPTION_NUMBER, 0, 65535, "8080", MSG_OPTIONS_PORT)                  \
    OWN(db, "db", "FILE", OPTION_TEXT, 0, 0, "logomachy.db", MSG_OPTIONS_DB)                   \
    OWN(bus, "bus", "URL", OPTION_BUS, 0, 0, NULL, MSG_OPTIONS_BUS)                            \
    OWN(tls_cert, "tls-cert", "FILE", OPTION_PATH, 0, 0, NULL, MSG_OPTIONS_TLS_CERT)           \
    OWN(tls_key, "tls-key", "FILE", OPTION_PATH, 0, 0, NULL, MSG_OPTIONS_TLS_KEY)              \
    OWN(public_url, "public-url", "URL", OPTION_SITE, 0, 0, NULL, MSG_OPTIONS_PUBLIC_URL)      \
    OWN(trust_proxy, "trust-proxy", "off|on|LIST", OPTION_PROXIES, 0, 0, "off",                \
        MSG_OPTIONS_TRUST_PROXY)                                                               \
    OWN(smtp, "smtp", "URL", OPTION_RELAY, 0, 0, NULL, MSG_OPTIONS_SMTP)                       \
    OWN(smtp_user, "smtp-user", "NAME", OPTION_TEXT, 0, 0, NULL, MSG_OPTIONS_SMTP_USER)        \
    OWN(smtp_password, "smtp-password", "PASSWORD", OPTION_SECRET, 0, 0, NULL,                 \
        MSG_OPTIONS_SMTP_PASSWORD)                                                             \
    OWN(smtp_password_file, "smtp-password-file", "FILE", OPTION_PATH, 0, 0, NULL,             \
        MSG_OPTIONS_SMTP_PASSWORD_FILE)                                                        \
    OWN(mail_from, "mail-from", "ADDRESS", OPTION_MAIL, 0, 0, "logomachy@localhost",           \
        MSG_OPTIONS_MAIL_FROM)                                                                 \
    OWN(outbox, "outbox", "DIR", OPTION_PATH, 0, 0, "outbox", MSG_OPTIONS_OUTBOX)              \
    OWN(news, "news", "DIR", OPTION_PATH, 0, 0, NULL, MSG_OPTIONS_NEWS)                        \
    OWN(web, "web", "DIR", OPTION_PATH, 0, 0, NULL, MSG_OPTIONS_WEB)                           \
    SHARED(lexicons, "lexicons", "DIR", OPTION_PATH, 0, 0, NULL, MSG_OPTION_LEXICONS)          \
    OWN(threads, "threads", "N", OPTION_NUMBER, 0, 64, "0", MSG_OPTIONS_THREADS)               \
    OWN(log_level, "log-level", "debug|info|warning|error", OPTION_CHOICE, 0, 0, "info",       \
        MSG_OPTIONS_LOG_LEVEL)                                                                 \
    OWN(max_connections, "max-connections", "N", OPTION_NUMBER, 16, 1000000, "12000",          \
        MSG_OPTIONS_MAX_CONNECTIONS)                                                           \
    OWN(max_per_address, "max-per-address", "N", OPTION_NUMBER, 1, 1000000, "256",             \
        MSG_OPTIONS_MAX_PER_ADDRESS)                                                           \
    OWN(max_buffered, "max-buffered", "MB", OPTION_NUMBER, 4, 1000000, "128",                  \
        MSG_OPTIONS_MAX_BUFFERED)                                                              \
    OWN(admin_mail, "admin-mail", "ADDRESS", OPTION_MAIL, 0, 0, NULL, MSG_OPTIONS_ADMIN_MAIL)  \
    OWN(registration, "registration", "open|closed", OPTION_CHOICE, 0, 0, "open",              \
        MSG_OPTIONS_REGISTRATION)                                                              \
    OWN(guests, "guests", "off|on", OPTION_CHOICE, 0, 0, "on", MSG_OPTIONS_GUESTS)             \
    OWN(offensive, "offensive", "allow|forbid", OPTION_CHOICE, 0, 0, "allow",                  \
        MSG_OPTIONS_OFFENSIVE)                                                                 \
    OWN(limits, "limits", "off|on", OPTION_CHOICE, 0, 0, "on", MSG_OPTIONS_LIMITS)             \
    OWN(metrics, "metrics", "off|local|on", OPTION_CHOICE, 0, 0, "local", MSG_OPTIONS_METRICS) \
    OWN(open_days, "open-days", "N", OPTION_NUMBER, 0, 36500, "14", MSG_OPTIONS_OPEN_DAYS)     \
    OWN(idle_days, "idle-days", "N", OPTION_NUMBER, 0, 36500, "180", MSG_OPTIONS_IDLE_DAYS)

enum options_offensive { OFFENSIVE_ALLOW, OFFENSIVE_FORBID };
enum options_registration { OPTIONS_OPEN, OPTIONS_CLOSED };
enum options_metrics { OPTIONS_METRICS_OFF, OPTIONS_METRICS_LOCAL, OPTIONS_METRICS_ON };

// Sources of values. Each may be NULL, and returns NULL if the option was not given.
struct options_source {
    const char *(*flag)(const void *context, const char *name); // "max-connections"
    const void *context;
    char *(*variable)(const char *name); // "LOGOMACHY_MAX_CONNECTIONS": getenv
};

// Texts are NULL if not given and without default. They live as long as the options.
struct options {
    struct arena memory;
    const char *config;
    const char *address;
    uint32_t port;   // 0: any that is free
    const char *db;  // a file, or what the store makes of it
    const char *bus; // of the site's processes; NULL: there is one only
    const char *tls_cert;
    const char *tls_key;     // neither or both
    const char *public_url;  // without a / at the end; NULL: made from address and port
    const char *trust_proxy; // whose X-Forwarded-For and -Proto are believed
    const char *smtp;
    const char *smtp_user;
    const char *smtp_password; // from the file too
    const char *smtp_password_file;
    const char *mail_from;
    const char *outbox;
    const char *news; // never NULL: beside the program unless told otherwise
    const char *web;  // the same
    const char *lexicons;
    uint32_t threads;   // 0: one for each processor
    uint32_t log_level; // enum journal_level
    uint32_t max_connections;
    uint32_t max_per_address; // of them
    uint32_t max_buffered;    // MB of what waits to be read or sent, of all together
    const char *admin_mail;
    uint32_t registration;        // enum options_registration
    uint32_t guests;              // off, on
    uint32_t offensive;           // enum options_offensive: in new matches
    uint32_t limits;              // off, on: how often a client may ask for things
    uint32_t metrics;             // enum options_metrics: who may read /metrics
    uint32_t open_days;           // a match that has not begun is withdrawn after these; 0: never
    uint32_t idle_days;           // one without a clock in which nothing happens ends after these
    struct options_source source; // of all this
};

// Reads, checks and fills in defaults. A refusal names the option as it was given; one about the
// file has its line.
bool options_load(struct options *o, const struct options_source *from, struct reason *why);
void options_release(struct options *o); // wipes the password

// For a reload while the server runs: options that cannot change keep the value of `old`, and
// `kept` is called with the names of those that differ. `o` borrows from `old` from then on.
void options_keep_fixed(struct options *o, const struct options *old,
                        void (*kept)(void *context, const char *name), void *context);

// Reads the lines of a file into `o`, which was zeroed. A part of options_load(), for tests.
bool options_read_file(struct options *o, const char *name, struct text content,
                       struct reason *why);

// The n-th setting of games, from 0, that the operator decides for all new matches, whatever
// players choose. False: there are no more.
bool options_fixed(const struct options *o, unsigned n, struct text *setting, struct text *value);

#endif
