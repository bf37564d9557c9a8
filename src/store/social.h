// social: what people say and what is done about it: chat, mutes, reports, word suggestions; and
// the mails that wait to be sent, and notes of the server to itself. For use within a job (see
// store.h). Times are milliseconds since 1970. What a sink gets lives until it returns; false
// stops. Texts have no limit here: the server sets one.
#ifndef LOGOMACHY_STORE_SOCIAL_H
#define LOGOMACHY_STORE_SOCIAL_H

#include "store/store.h"

// A line of chat in a match. Closed accounts leave lines with no text.
struct store_chat {
    int64_t id; // from 1, within its match
    char match[16];
    int64_t account;
    int64_t at;
    bool hidden; // by an administrator
    struct text text;
    char request[41]; // for store_chat_add(): the client's own id of the request, "" for none
};

typedef bool store_chat_sink(void *context, const struct store_chat *c);

// Sets the id. STORE_NONE where there is no such match; STORE_TAKEN, with the id of then, where the
// account has made the same request (not "") in this match before.
enum store_status store_chat_add(struct store_tx *tx, struct store_chat *c) STORE_CHECKED;
// Behind a number, in order. Hidden ones too.
enum store_status store_chat_list(struct store_tx *tx, const char *match, int64_t after,
                                  unsigned limit, store_chat_sink *sink,
                                  void *context) STORE_CHECKED;
// What was said in several matches behind a number: in each in order, and so many lines at most;
// then there may be more. Hidden ones too.
enum { STORE_TALK_EACH = 32 };
struct store_talk {
    char match[16];
    int64_t after;
};
enum store_status store_chat_behind(struct store_tx *tx, const struct store_talk *talk,
                                    size_t count, store_chat_sink *sink,
                                    void *context) STORE_CHECKED;
// The lines that are hidden in those matches, wherever they are, in no order.
enum store_status store_chat_hidden(struct store_tx *tx, const struct store_talk *talk,
                                    size_t count, store_chat_sink *sink,
                                    void *context) STORE_CHECKED;
// The number of the last line in a match; 0 where there is none.
enum store_status store_chat_last(struct store_tx *tx, const char *match,
                                  int64_t *id) STORE_CHECKED;
enum store_status store_chat_hide(struct store_tx *tx, const char *match, int64_t id,
                                  bool hidden) STORE_CHECKED;
// All that an account has said, match by match: for its owner to take away. Goes on behind `after`
// (NULL: begins), of which the match and the id count.
enum store_status store_chat_of(struct store_tx *tx, int64_t account,
                                const struct store_chat *after, unsigned limit,
                                store_chat_sink *sink, void *context) STORE_CHECKED;

// `account` does not want to read `other`. Setting one that is set, or taking away one that is not,
// is STORE_OK.
enum store_status store_mute_set(struct store_tx *tx, int64_t account, int64_t other,
                                 int64_t at) STORE_CHECKED;
enum store_status store_mute_unset(struct store_tx *tx, int64_t account,
                                   int64_t other) STORE_CHECKED;
enum store_status store_mute_has(struct store_tx *tx, int64_t account, int64_t other,
                                 bool *muted) STORE_CHECKED;
typedef bool store_mute_sink(void *context, int64_t other, const char *name);
enum store_status store_mute_list(struct store_tx *tx, int64_t account, store_mute_sink *sink,
                                  void *context) STORE_CHECKED;

// The accounts that do not want to read `other`.
typedef bool store_muted_by_sink(void *context, int64_t account);
enum store_status store_muted_by(struct store_tx *tx, int64_t other, store_muted_by_sink *sink,
                                 void *context) STORE_CHECKED;

// Someone complains about someone.
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
// Behind a number, oldest first.
enum store_status store_report_list(struct store_tx *tx, bool open_only, int64_t after,
                                    unsigned limit, store_report_sink *sink,
                                    void *context) STORE_CHECKED;
// The same for what one account has written, resolved or not.
enum store_status store_report_of(struct store_tx *tx, int64_t author, int64_t after,
                                  unsigned limit, store_report_sink *sink,
                                  void *context) STORE_CHECKED;
enum store_status store_report_resolve(struct store_tx *tx, int64_t id,
                                       bool resolved) STORE_CHECKED;

// Someone misses a word, or thinks that one is wrong.
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
enum store_status store_suggestion_list(struct store_tx *tx, bool open_only, int64_t after,
                                        unsigned limit, store_suggestion_sink *sink,
                                        void *context) STORE_CHECKED;
enum store_status store_suggestion_of(struct store_tx *tx, int64_t author, int64_t after,
                                      unsigned limit, store_suggestion_sink *sink,
                                      void *context) STORE_CHECKED;
enum store_status store_suggestion_resolve(struct store_tx *tx, int64_t id,
                                           bool resolved) STORE_CHECKED;

// A mail that waits to be sent. Whoever sends it claims it first, so that of several processes one
// does; a claim runs out, in case that one dies. Times are those of the database's clock.
struct store_mail {
    int64_t id;
    char to[255];
    struct text subject, body;
    int64_t at;
    int64_t next_try; // 0: at once
    unsigned tries;   // how often it was claimed
    int64_t claim;    // of store_mail_claim(): what to answer it with
};

// Which mails to claim: those whose next try is due, the longest due first, and only one to a
// recipient at a time, whoever sends it.
struct store_mail_claim {
    int64_t ms;      // for how long
    unsigned most;   // how many, first those that were never tried
    unsigned agains; // of them: how many that were
};

typedef bool store_mail_sink(void *context, const struct store_mail *m);
enum store_status store_mail_add(struct store_tx *tx, struct store_mail *m) STORE_CHECKED;
// STORE_NONE where there is nothing to send.
enum store_status store_mail_claim(struct store_tx *tx, const struct store_mail_claim *c,
                                   store_mail_sink *sink, void *context) STORE_CHECKED;
// These end a claim, and are STORE_NONE where it is not the mail's claim any more. Delaying a mail
// delays the others to the same recipient too; releasing it undoes the claim.
enum store_status store_mail_delay(struct store_tx *tx, const struct store_mail *m,
                                   int64_t ms) STORE_CHECKED;
enum store_status store_mail_release(struct store_tx *tx, const struct store_mail *m) STORE_CHECKED;
// It was sent, or never will be, whoever has claimed it.
enum store_status store_mail_drop(struct store_tx *tx, int64_t id) STORE_CHECKED;
enum store_status store_mail_count(struct store_tx *tx, int64_t *count) STORE_CHECKED;

// What the server keeps for itself between runs, such as its last heartbeat.
enum store_status store_note_put(struct store_tx *tx, const char *key,
                                 struct text text) STORE_CHECKED;
// Appends the text to the buffer.
enum store_status store_note_get(struct store_tx *tx, const char *key,
                                 struct buf *text) STORE_CHECKED;

#endif
