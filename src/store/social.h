// social: chat, mutes, reports and word suggestions; the queue of outgoing mails; notes that the
// server keeps for itself. Within a job (see store.h). Times are milliseconds since 1970. A sink
// borrows its argument until it returns; false stops. Texts have no limit here: the server sets
// one.
//
//     struct store_tx *tx = NULL; /* passed to the job's run() */
//     struct store_chat c = {.match = "k3Xf", .account = 7, .at = 0, .text = TEXT("gg")};
//     ok = store_chat_add(tx, &c) == STORE_OK; // c.id is set
#ifndef LOGOMACHY_STORE_SOCIAL_H
#define LOGOMACHY_STORE_SOCIAL_H

#include "store/store.h"

// A line of chat in a match. The lines of closed accounts have no text.
struct store_chat {
    int64_t id; // from 1, within its match
    char match[16];
    int64_t account;
    int64_t at;
    bool hidden; // by an administrator
    struct text text;
    char request[41]; // for store_chat_add(): idempotency key, "": none
};

typedef bool store_chat_sink(void *context, const struct store_chat *c);

// Sets the id. STORE_NONE: no such match. STORE_TAKEN: the account has sent that idempotency key in
// this match before; the id is that of the earlier line.
enum store_status store_chat_add(struct store_tx *tx, struct store_chat *c) STORE_CHECKED;
// Lines after an id (page->after), in order, including hidden ones.
enum store_status store_chat_list(struct store_tx *tx, const char *match,
                                  const struct store_page *page, store_chat_sink *sink,
                                  void *context) STORE_CHECKED;
// Catch-up: the lines of several matches, each after an id, in order, at most STORE_TALK_EACH per
// match (then there may be more). Includes hidden ones.
enum { STORE_TALK_EACH = 32 };
struct store_talk {
    char match[16];
    int64_t after;
};
enum store_status store_chat_behind(struct store_tx *tx, const struct store_talk *talk,
                                    size_t count, store_chat_sink *sink,
                                    void *context) STORE_CHECKED;
// All hidden lines of those matches, unordered.
enum store_status store_chat_hidden(struct store_tx *tx, const struct store_talk *talk,
                                    size_t count, store_chat_sink *sink,
                                    void *context) STORE_CHECKED;
// The id of the last line of a match; 0: none.
enum store_status store_chat_last(struct store_tx *tx, const char *match,
                                  int64_t *id) STORE_CHECKED;
enum store_status store_chat_hide(struct store_tx *tx, const char *match, int64_t id,
                                  bool hidden) STORE_CHECKED;
// All lines of an account by match and id, for its data export. Keys of the page: the match
// (after_id) and the id.
enum store_status store_chat_of(struct store_tx *tx, int64_t account, const struct store_page *page,
                                store_chat_sink *sink, void *context) STORE_CHECKED;

// `account` mutes `other`. Both are idempotent.
enum store_status store_mute_set(struct store_tx *tx, int64_t account, int64_t other,
                                 int64_t at) STORE_CHECKED;
enum store_status store_mute_unset(struct store_tx *tx, int64_t account,
                                   int64_t other) STORE_CHECKED;
enum store_status store_mute_has(struct store_tx *tx, int64_t account, int64_t other,
                                 bool *muted) STORE_CHECKED;
typedef bool store_mute_sink(void *context, int64_t other, const char *name);
enum store_status store_mute_list(struct store_tx *tx, int64_t account, store_mute_sink *sink,
                                  void *context) STORE_CHECKED;

// The accounts that have muted `other`.
typedef bool store_muted_by_sink(void *context, int64_t account);
enum store_status store_muted_by(struct store_tx *tx, int64_t other, store_muted_by_sink *sink,
                                 void *context) STORE_CHECKED;

// A complaint about an account.
struct store_report {
    int64_t id;
    int64_t author, about; // accounts
    char match[16];        // where it happened, or ""
    int64_t at;
    bool resolved;
    struct text text;
};

typedef bool store_report_sink(void *context, const struct store_report *r);
enum store_status store_report_add(struct store_tx *tx, struct store_report *r) STORE_CHECKED;
// After an id (page->after), oldest first.
enum store_status store_report_list(struct store_tx *tx, bool open_only,
                                    const struct store_page *page, store_report_sink *sink,
                                    void *context) STORE_CHECKED;
// The reports by one author, resolved or not.
enum store_status store_report_of(struct store_tx *tx, int64_t author,
                                  const struct store_page *page, store_report_sink *sink,
                                  void *context) STORE_CHECKED;
enum store_status store_report_resolve(struct store_tx *tx, int64_t id,
                                       bool resolved) STORE_CHECKED;

// A suggestion to add or remove a word.
struct store_suggestion {
    int64_t id;
    int64_t author;
    char lexicon[41];
    char word[256];
    int64_t at;
    bool resolved;
    struct text note;
};

typedef bool store_suggestion_sink(void *context, const struct store_suggestion *s);
enum store_status store_suggestion_add(struct store_tx *tx,
                                       struct store_suggestion *s) STORE_CHECKED;
// The same, unless this author or the other one has suggested it with the same note.
enum store_status store_suggestion_add_once(struct store_tx *tx, struct store_suggestion *s,
                                            int64_t other) STORE_CHECKED;
enum store_status store_suggestion_list(struct store_tx *tx, bool open_only,
                                        const struct store_page *page, store_suggestion_sink *sink,
                                        void *context) STORE_CHECKED;
enum store_status store_suggestion_of(struct store_tx *tx, int64_t author,
                                      const struct store_page *page, store_suggestion_sink *sink,
                                      void *context) STORE_CHECKED;
enum store_status store_suggestion_resolve(struct store_tx *tx, int64_t id,
                                           bool resolved) STORE_CHECKED;

// The queue of outgoing mails. A process claims a mail before it sends it, so that only one does; a
// claim expires in case the process dies. Times are those of the database's clock.
struct store_mail {
    int64_t id;
    char to[255];
    struct text subject, body;
    int64_t at;
    int64_t next_try; // 0: at once
    unsigned tries;   // number of claims
    int64_t claim;    // set by store_mail_claim(); identifies the claim
};

// Which mails to claim: those that are due, the longest overdue first, one per recipient at a time
// over all processes.
struct store_mail_claim {
    int64_t ms;      // duration of the claim
    unsigned most;   // limit; new ones first
    unsigned agains; // limit of retries among them
};

typedef bool store_mail_sink(void *context, const struct store_mail *m);
enum store_status store_mail_add(struct store_tx *tx, struct store_mail *m) STORE_CHECKED;
// STORE_NONE: nothing to send.
enum store_status store_mail_claim(struct store_tx *tx, const struct store_mail_claim *c,
                                   store_mail_sink *sink, void *context) STORE_CHECKED;
// These end a claim; STORE_NONE: the claim has expired and another process has the mail. Delaying a
// mail also delays the others to the same recipient; releasing it undoes the claim.
enum store_status store_mail_delay(struct store_tx *tx, const struct store_mail *m,
                                   int64_t ms) STORE_CHECKED;
enum store_status store_mail_release(struct store_tx *tx, const struct store_mail *m) STORE_CHECKED;
// Deletes a mail that was sent or never will be, regardless of claims.
enum store_status store_mail_drop(struct store_tx *tx, int64_t id) STORE_CHECKED;
enum store_status store_mail_count(struct store_tx *tx, int64_t *count) STORE_CHECKED;

// Key-value notes of the server, such as its last heartbeat.
enum store_status store_note_put(struct store_tx *tx, const char *key,
                                 struct text text) STORE_CHECKED;
// Appends the text to the buffer.
enum store_status store_note_get(struct store_tx *tx, const char *key,
                                 struct buf *text) STORE_CHECKED;

#endif
