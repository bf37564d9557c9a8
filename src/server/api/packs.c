#include "server/api/packs.h"

#include "lexicon/pack.h"
#include "server/api/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct waiting {
    struct waiting *next;
    struct net_request *request;
};

struct pack {
    struct pool_job job; // first
    struct pack *next;
    const struct lexicon *lexicon;
    struct buf bytes;
    bool made, under_way;
    struct waiting *waiting;
};

struct packs {
    struct pack *first;
};

void packs_free(struct packs *all)
{
    for (struct pack *p = all ? all->first : NULL, *next; p; p = next) {
        next = p->next;
        buf_release(&p->bytes);
        free(p);
    }
    free(all);
}

static void respond(const struct pack *p, struct net_request *r)
{
    const struct net_field immutable = {"Cache-Control",
                                        TEXT("public, max-age=31536000, immutable")};
    const struct net_reply reply = {.type = "application/octet-stream",
                                    .body = buf_text(&p->bytes),
                                    .body_stays = true,
                                    .fields = &immutable,
                                    .field_count = 1};
    net_respond(r, p->made ? 200 : 503, p->made ? &reply : NULL);
}

static void packs_make(struct pool_job *job, const struct pool *pool)
{
    struct pack *p = (struct pack *)job;
    (void)pool;
    p->made = lexicon_pack(p->lexicon, &p->bytes, NULL);
}

// A pack that could not be made is tried again by the next request.
static void packs_made(struct pool_job *job, bool cancelled)
{
    struct pack *p = (struct pack *)job;
    p->under_way = false;
    if (cancelled || !p->made)
        buf_release(&p->bytes);
    for (struct waiting *w = p->waiting, *next; w; w = next) {
        next = w->next;
        respond(p, w->request);
        free(w);
    }
    p->waiting = NULL;
}

static void answer_when_made(const struct api *api, struct pack *p, struct net_request *r)
{
    struct waiting *w = p->made ? NULL : malloc(sizeof *w);
    if (!w) {
        respond(p, r);
        return;
    }
    *w = (struct waiting){p->waiting, r};
    p->waiting = w;
    if (p->under_way)
        return;
    p->under_way = true;
    p->job = (struct pool_job){.class = POOL_QUICK, .run = packs_make, .done = packs_made};
    if (!api->site->pool || !pool_add(api->site->pool, &p->job))
        packs_made(&p->job, true);
}

static struct pack *pack_of(struct packs *all, const struct lexicon *lex)
{
    struct pack *p = all->first;
    while (p && p->lexicon != lex)
        p = p->next;
    if (!p && (p = calloc(1, sizeof *p))) {
        p->lexicon = lex;
        p->next = all->first;
        all->first = p;
    }
    return p;
}

// `NAME-HASH.pack`, if that is the present one. NULL: there is none.
static const struct lexicon *named(const struct api *api, struct text file)
{
    char hash[PACK_NAME];
    size_t end = PACK_NAME - 1 + strlen("-.pack");
    if (file.len <= end || !text_ends(file, ".pack"))
        return NULL;
    const struct lexicon *lex = catalogue_lexicon(api->catalogue, text_head(file, file.len - end));
    if (!lex || !lex->file.content.len)
        return NULL;
    lexicon_pack_name(lex, hash);
    struct text given = text_from(file, file.len - end);
    return given.at[0] == '-' && text_is(text_head(text_from(given, 1), PACK_NAME - 1), hash)
               ? lex
               : NULL;
}

bool packs_address(const struct api *api, struct text name, char out[PACK_ADDRESS])
{
    char hash[PACK_NAME];
    const struct lexicon *lex = catalogue_lexicon(api->catalogue, name);
    if (!lex || !lex->file.content.len)
        return false;
    lexicon_pack_name(lex, hash);
    int len = snprintf(out, PACK_ADDRESS, "/lexicons/%.*s-%s.pack", (int)name.len, name.at, hash);
    return len < PACK_ADDRESS;
}

static bool answer_current(const struct api *api, struct net_request *r)
{
    struct text list = catalogue_packs(api->catalogue);
    // Long enough for a page that has asked ahead of its worker.
    const struct net_field fresh = {"Cache-Control", TEXT("public, max-age=10")};
    net_respond(r, 200,
                &(struct net_reply){.type = "application/json",
                                    .body = list,
                                    .body_stays = true,
                                    .fields = &fresh,
                                    .field_count = 1});
    return true;
}

bool packs_answer(struct api *api, struct net_request *r, struct text path)
{
    if (text_is(path, "lexicons/current.json"))
        return answer_current(api, r);
    const struct lexicon *lex =
        text_starts(path, "lexicons/") ? named(api, text_from(path, 9)) : NULL;
    if (!lex)
        return false;
    if (!api->packs)
        api->packs = calloc(1, sizeof *api->packs);
    struct pack *p = api->packs ? pack_of(api->packs, lex) : NULL;
    if (p)
        answer_when_made(api, p, r);
    else
        net_respond(r, 503, NULL);
    return true;
}
