#include "query/source_elsewhere.h"

#include "base/path.h"
#include "base/shell.h"
#include "query/query.h"
#include "search/inherited.h"
#include "session/answer.h"
#include "session/require.h"

static bool names_member(Str symbol)
{
    for (size_t i = 1; i + 1 < symbol.len; i++)
        if (byte_in(symbol.ptr[i], ".:#>\\"))
            return true;
    return false;
}

/* A path of the repository in the form that the next call accepts. */
static Str path_for_call(SessionRequest *request, const IndexSession *session, Str path)
{
    Str base =
        request->policy.root.len ? request->policy.root : fs_working_directory(request->arena);
    Str full = path_join(request->arena, session->repo.root, path);
    bool below = path_is_inside(full, base) && base.len > 1;
    return below ? str_from_offset(full, base.len + 1) : full;
}

static void tell(SessionRequest *request, const IndexSession *session, const Source *source,
                 uint32_t member, Err *err)
{
    Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, member);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str path = path_for_call(request, session, file->path);
    err_set(err, ERR_NOT_FOUND, "no symbol '%.*s' in '%.*s' itself: it is inherited, %.*s of %.*s",
            STR_ARG(source->target.symbol), STR_ARG(source->target.path),
            STR_ARG(catalog_qualified_name(catalog, request->arena, member)), STR_ARG(path));
    err_hint(err, "fovea %s %.*s", request->command,
             STR_ARG(query_place_of(request->arena, shell_quote_path(request->arena, path),
                                    entry->start_line, entry->end_line)));
}

typedef struct Asking {
    SessionRequest *request;
    const Source *source;
    Err told; /* error that names the member's place, as far as known */
} Asking;

/* A question to the index within a call of a tool that otherwise does not use it. */
static bool find_elsewhere(void *state, Err *err)
{
    Asking *asking = state;
    SessionRequest *request = asking->request;
    const Source *source = asking->source;
    IndexSession session SCOPED(session_close) = {0};
    asking->told = (Err){0};
    if (!session_open(request, (Str){0}, &session, err) ||
        !path_is_inside(source->file.resolved, session.repo.root) ||
        !session_require(request, &session, (SessionNeeds){.parts = QUERY_PARTS | CATALOG_LINKS},
                         err))
        return false;
    Str path = str_from_offset(source->file.resolved, session.repo.root.len + 1);
    Str text =
        str_format(request->arena, "%.*s::%.*s", STR_ARG(path), STR_ARG(source->target.symbol));
    Inherited inherited = inherited_find(session.catalog, request->arena, text);
    if (inherited.member != SYMBOL_NOWHERE)
        tell(request, &session, source, inherited.member, &asking->told);
    return true;
}

void source_tell_elsewhere(SessionRequest *request, const Source *source, Err *err)
{
    Asking asking = {.request = request, .source = source};
    Err ignored;
    if (err->code != ERR_NOT_FOUND || !names_member(source->target.symbol))
        return;
    if (session_answer(request, find_elsewhere, &asking, &ignored) && asking.told.code)
        *err = asking.told;
}
