/* Models are compared by name and by the vector of a fixed text, not by host: colleagues run the
   same model on different machines. */
#include "explore/search_org_near.h"

#include "explore/embedding.h"

static bool fail_nothing(Err *err)
{
    err_set(err, ERR_FAILED, "nothing that this user can search is embedded");
    return err_hint(err, "fovea embed --apply in a repository, then fovea publish; --mode hybrid "
                         "searches without");
}

static bool fail_other(Err *err)
{
    return err_hint(err, "name that model in [embedder] of ~/.config/fovea/config.toml, or ask "
                         "with --mode lexical");
}

/* Embeds the question: one request, without retries. */
static bool embed_question(SessionRequest *request, Str text, const VectorModel *model,
                           const int8_t **vector, Err *err)
{
    Embedding embedding;
    VectorModel stored = *model;
    Probed probed;
    if (!embedding_open(request, &embedding, err))
        return false;
    Str name = embedding_model_name(embedding.identity);
    if (!str_equal(name, model->identity)) {
        err_set(err, ERR_STALE, "the database's vectors are of the model %.*s, not of %.*s",
                STR_ARG(str_slice(model->identity, 0, PATH_SHOWN_BYTES)), STR_ARG(name));
        return fail_other(err);
    }
    stored.identity = embedding.identity;
    embedding.embedder.retries = 0;
    embedding.embedder.hurried = true;
    if (embedding_probe(request, &embedding, &stored, text, &probed, err)) {
        *vector = probed.vector;
        return true;
    }
    if (err->code != ERR_STALE)
        return false;
    err_set(err, ERR_STALE, "%.*s gives other vectors here than those of the database",
            STR_ARG(name));
    return fail_other(err);
}

/* Makes the query for the database, with its vector. */
static bool ask_near(SessionRequest *request, const OrgSearchQuery *query,
                     const SearchWanted *wanted, const VectorModel *model, OrgNearQuery *nearest,
                     Err *err)
{
    *nearest = (OrgNearQuery){.dims = model->dims,
                              .path = query->path,
                              .exclude = query->exclude,
                              .language = query->language,
                              .no_tests = query->no_tests,
                              .docs = wanted->docs,
                              .limit = SEARCH_NEAR_PARTS,
                              .shown = search_files_limit(wanted)};
    return model->dims ? embed_question(request, wanted->text, model, &nearest->vector, err)
                       : fail_nothing(err);
}

bool search_org_near(SessionRequest *request, Org *org, const OrgAsked *asked,
                     OrgSearchQuery *query, SearchWanted *wanted, Err *err)
{
    OrgVectorState state;
    Err failed = {0};
    if (!embedding_is_configured(request->config))
        return true;
    if (!org_vectors_state(org, request->arena, asked, &state, err))
        return false;
    SearchNear *near = NEW(request->arena, SearchNear, 1);
    OrgNear *found = NEW(request->arena, OrgNear, 1);
    *near = (SearchNear){.files = state.files, .embedded = state.embedded, .parts = &found->parts};
    wanted->near = near;
    query->no_words = wanted->mode == SEARCH_VECTOR && state.files;
    if (wanted->mode == SEARCH_LEXICAL || !state.files)
        return true;
    OrgNearQuery nearest;
    if (ask_near(request, query, wanted, &state.model, &nearest, &failed)) {
        query->near = found;
        return org_vectors_find(org, request->arena, asked, &nearest, found, err);
    }
    if (wanted->mode == SEARCH_VECTOR || failed.code == ERR_INTERRUPTED) {
        *err = failed;
        return false;
    }
    *found = (OrgNear){0};
    near->note = str_format(request->arena, "searched by words alone: %s", failed.message);
    return true;
}
