#include "server/play/abandon.h"

#include <stdio.h>
#include <stdlib.h>

struct abandoning {
    struct store_job job; // first
    struct store_match row;
    struct store_entry entry;
    struct abandon_done done;
};

static enum store_status abandon_run(struct store_tx *tx, struct store_job *job)
{
    struct abandoning *a = (struct abandoning *)job;
    enum store_status status = store_entry_add(tx, a->row.id, &a->entry);
    return status == STORE_OK ? store_match_save(tx, &a->row) : status;
}

static void abandon_done(struct store_job *job)
{
    struct abandoning *a = (struct abandoning *)job;
    struct abandon_done done = a->done;
    uint64_t seq = (uint64_t)a->entry.seq;
    enum store_status status = job->status;
    free(a);
    done.call(done.context, done.command, status, seq);
}

bool abandon_match(struct store *store, const struct store_match *row, int32_t seq, int64_t at,
                   int64_t account, struct abandon_done done)
{
    struct abandoning *a = calloc(1, sizeof *a);
    if (!a)
        return false;
    a->job = (struct store_job){.run = abandon_run, .done = abandon_done};
    a->row = *row;
    a->row.status = MATCH_ROW_ABORTED;
    a->row.ended = at;
    a->row.deadline = 0;
    a->row.turn = 0;
    snprintf(a->row.result, sizeof a->row.result, "none");
    snprintf(a->row.end_reason, sizeof a->row.end_reason, "abort");
    a->entry =
        (struct store_entry){.seq = seq, .at = at, .account = account, .text = TEXT("abort")};
    a->done = done;
    store_write(store, &a->job);
    return true;
}
