#include "query/module_meant.h"

#include "base/shell.h"
#include "session/answer.h"
#include "session/place.h"

const Module *module_meant(SessionRequest *request, const Catalog *catalog, Str text)
{
    const Modules *modules = modules_shared(request->arena, catalog);
    Str name = str_ends(text, STR("/**")) ? str_slice(text, 0, text.len - 3) : text;
    size_t found = name.len ? modules_find(modules, name) : SIZE_MAX;
    return found == SIZE_MAX ? NULL : &modules->list.ptr[found];
}

bool module_meant_hint(SessionRequest *request, const Catalog *catalog, Str text, Err *err)
{
    const Module *module = module_meant(request, catalog, text);
    if (!module)
        return false;
    Str directory = module->directory.len ? module->directory : STR(".");
    Str quoted = shell_quote(request->arena, text);
    err_hint(
        err,
        "it is the module in %.*s: fovea module %.*s; its symbols: fovea symbols --module %.*s",
        STR_ARG(shell_quote_path(request->arena, directory)), STR_ARG(quoted), STR_ARG(quoted));
    return true;
}

/* ---- where no index is open ---- */

typedef struct Asking {
    SessionRequest *request;
    Str text;
    Err told;
} Asking;

static bool look(void *state, Err *err)
{
    Asking *asking = state;
    IndexSession session SCOPED(session_close) = {0};
    asking->told = (Err){0};
    if (!session_open(asking->request, (Str){0}, &session, err) ||
        !session_load(asking->request, &session, CATALOG_FILES, err))
        return false;
    module_meant_hint(asking->request, session.catalog, asking->text, &asking->told);
    return true;
}

void module_meant_tell(SessionRequest *request, Str text, Err *err)
{
    Err ignored;
    Asking asking = {request, text, {0}};
    Str database = session_place_database(request, (Str){0}, &ignored);
    bool there = fs_real_path(request->arena, text).len > 0; // a directory
    bool indexed = !there && database.len && fs_real_path(request->arena, database).len;
    if (indexed && session_answer(request, look, &asking, &ignored) && asking.told.hint[0])
        err_hint(err, "%s", asking.told.hint);
}
