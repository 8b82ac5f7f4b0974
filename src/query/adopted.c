#include "query/adopted.h"

#include "base/path.h"
#include "session/answer.h"
#include "session/place.h"

typedef struct Asking {
    SessionRequest *request;
    Adopted *adopted;
} Asking;

static bool load(void *state, Err *err)
{
    Asking *asking = state;
    Arena *arena = asking->request->arena;
    Adopted *adopted = asking->adopted;
    IndexSession session SCOPED(session_close) = {0};
    adopted->languages = map_open(arena);
    if (!session_open(asking->request, (Str){0}, &session, err) ||
        !session_load(asking->request, &session, CATALOG_FILES, err))
        return false;
    adopted->root = str_copy(arena, session.repo.root);
    for (uint32_t id = 0; id < session.catalog->files.len; id++) {
        const CatalogFile *file = catalog_row(session.catalog, id);
        if (file->path.len && file->included)
            *map_put(&adopted->languages, str_copy(arena, file->path), NULL) =
                (uint64_t)(uintptr_t)file->included;
    }
    return true;
}

/* Without an index there is nothing to ask. */
static bool has_index(SessionRequest *request)
{
    Err ignored;
    Str database = session_place_database(request, (Str){0}, &ignored);
    return database.len && fs_real_path(request->arena, database).len;
}

const Language *adopted_language(SessionRequest *request, Adopted *adopted, Str path,
                                 const Language *own)
{
    Err ignored;
    Asking asking = {request, adopted};
    if (!lang_facts(own)->is_plain_text)
        return own;
    if (!adopted->loaded && has_index(request) && !session_answer(request, load, &asking, &ignored))
        adopted->languages.len = 0;
    adopted->loaded = true;
    if (!adopted->languages.len || !path_is_inside(path, adopted->root))
        return own;
    Str below = str_from_offset(path, adopted->root.len + (adopted->root.len > 1));
    const uint64_t *found = map_find(&adopted->languages, below);
    return found ? (const Language *)(uintptr_t)*found : own;
}
