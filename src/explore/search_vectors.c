/* Vector side of a hybrid search: embeds the question and finds the nearest declarations. In hybrid
   mode a failure is only noted, and the search continues by words. */
#include "explore/search_vectors.h"

#include "explore/embed_run.h"

const char *const search_modes[] = {"hybrid", "lexical", "vector", NULL};

static bool nothing_embedded(Err *err)
{
    err_set(err, ERR_FAILED, "nothing is embedded yet");
    return err_hint(err, "fovea embed shows what it takes; --mode hybrid searches without");
}

/* Embeds the question by the stored model: one request, without retries. */
static bool embed_question(SessionRequest *request, Str text, const VectorModel *stored,
                           const int8_t **vector, Err *err)
{
    Embedding embedding;
    Probed probed;
    if (!embedding_open(request, &embedding, err))
        return false;
    embedding.embedder.retries = 0;
    embedding.embedder.hurried = true;
    if (!embedding_probe(request, &embedding, stored, text, &probed, err))
        return false;
    *vector = probed.vector;
    return true;
}

static bool find(SessionRequest *request, const IndexSession *session, const SearchWanted *wanted,
                 VectorHitVec *parts, Err *err)
{
    VectorModel stored;
    VectorQuery near = {
        .left_out = wanted->left_out, .docs = wanted->docs, .limit = SEARCH_NEAR_PARTS};
    if (!vectors_model(session->store, request->arena, &stored, err))
        return false;
    near.dims = stored.dims;
    if (!stored.identity.len)
        return nothing_embedded(err);
    return embed_question(request, wanted->text, &stored, &near.vector, err) &&
           vector_search_find(session->store, session->catalog, request->arena, &near, parts, err);
}

/* Takes the hits found elsewhere, except in files left out. */
static void take_near(SessionRequest *request, const SearchWanted *wanted, VectorHitVec *parts,
                      SearchFound *found)
{
    const SearchNear *near = wanted->near;
    found->to_embed = near->files;
    found->embedded = near->embedded;
    found->note = near->note;
    for (size_t i = 0; i < near->parts->len; i++)
        if (!wanted->left_out || !wanted->left_out[near->parts->ptr[i].file])
            *VEC_PUSH(request->arena, parts) = near->parts->ptr[i];
}

bool search_vectors(SessionRequest *request, const IndexSession *session,
                    const SearchWanted *wanted, VectorHitVec *parts, SearchFound *found, Err *err)
{
    Err failed = {0};
    *parts = (VectorHitVec){0};
    if (wanted->near)
        take_near(request, wanted, parts, found);
    if (!session->store || !embedding_is_configured(request->config))
        return true;
    if (!embed_count(session, *request->scratch, &found->to_embed, &found->embedded, err))
        return false;
    if (wanted->mode == SEARCH_LEXICAL || find(request, session, wanted, parts, &failed))
        return true;
    if (wanted->mode == SEARCH_VECTOR || failed.code == ERR_INTERRUPTED) {
        *err = failed;
        return false;
    }
    *parts = (VectorHitVec){0};
    found->note = str_format(request->arena, "searched by words alone: %s", failed.message);
    return true;
}
