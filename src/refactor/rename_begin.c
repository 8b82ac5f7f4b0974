/* The index must be current, as every verdict is about the code that it has. */
#include "refactor/rename_begin.h"

#include "base/shell.h"
#include "edit/transaction.h"
#include "refactor/rename_local.h"
#include "session/answer.h"
#include "session/require.h"

/* `PATH:LINE` means every symbol that begins on the line; more than one is refused. */
static void add_beside(const Rename *rename, Str text, HandleMatch *match)
{
    size_t colon = str_find_last_byte(text, ':');
    uint64_t line;
    if (match->total != 1 || colon == STR_NONE ||
        !str_parse_u64(str_from_offset(text, colon + 1), &line))
        return;
    SymbolPlace place = catalog_place(rename->catalog, match->symbols.ptr[0]);
    const CatalogFile *file = catalog_row(rename->catalog, place.file);
    for (uint32_t i = 1; place.index && i < file->count; i++)
        if (i != place.index && file->entries[i].start_line == line) {
            *VEC_PUSH(rename->request->arena, &match->symbols) = file->first + i;
            match->total++;
        }
}

/* Sets what is known of the symbol. */
static bool take_symbol(Rename *rename, Err *err)
{
    SymbolPlace place = catalog_place(rename->catalog, rename->symbol);
    const CatalogFile *file = catalog_row(rename->catalog, place.file);
    rename->facts = rename_facts(file->language);
    rename->old = catalog_name(rename->catalog, file->entries[place.index].name);
    if (!place.index)
        return err_set(err, ERR_USAGE, "'%.*s' is a file, not a symbol", STR_ARG(file->path));
    if (!rename->facts || !rename->facts->reserved)
        return err_set(err, ERR_FAILED,
                       "symbols of %.*s cannot be renamed: its names are not followed",
                       STR_ARG(lang_name(file->language)));
    if (rename->facts->modules_are_paths && file->entries[place.index].kind == SYMBOL_MODULE)
        return err_set(
            err, ERR_FAILED,
            "modules of %.*s cannot be renamed: their files, and paths through them, are "
            "not followed",
            STR_ARG(lang_name(file->language)));
    bool field = file->entries[place.index].kind == SYMBOL_FIELD ||
                 file->entries[place.index].kind == SYMBOL_PROPERTY;
    for (size_t at = 0; field && rename->facts->locals && at < rename->old.len; at++)
        if (!byte_in(rename->old.ptr[at], "@$")) {
            rename->sigil = str_slice(rename->old, 0, at);
            rename->old = str_from_offset(rename->old, at);
            break;
        }
    rename_find_family(rename);
    return true;
}

/* A member with a mark, `#x` or PHP's `$x`, which may be named without it. */
static void find_marked(const Rename *rename, Str text, HandleMatch *match)
{
    HandleMatch types = {0};
    size_t at = text.len;
    while (at && !byte_in(text.ptr[at - 1], ".:"))
        at--;
    size_t head = at;
    while (head && byte_in(text.ptr[head - 1], ".:"))
        head--;
    Str name = str_from_offset(text, at);
    if (!head || !name.len)
        return;
    handle_find(rename->catalog, rename->request->arena, str_slice(text, 0, head), &types);
    for (size_t t = 0; t < types.symbols.len; t++) {
        SymbolPlace place = catalog_place(rename->catalog, types.symbols.ptr[t]);
        const CatalogFile *file = catalog_row(rename->catalog, place.file);
        for (uint32_t i = 1; place.index && i < file->count; i++) {
            Str own = catalog_name(rename->catalog, file->entries[i].name);
            bool marked = own.len && byte_in(own.ptr[0], "#$") &&
                          (str_equal(own, name) || str_equal(str_from_offset(own, 1), name));
            if (!marked || file->entries[i].parent != place.index)
                continue;
            *VEC_PUSH(rename->request->arena, &match->symbols) = file->first + i;
            match->total++;
        }
    }
}

/* Sets the symbol; with several candidates, all must be of one family. */
static bool find_symbol(Rename *rename, Str text, Err *err)
{
    SessionRequest *request = rename->request;
    HandleMatch match;
    bool found = false;
    if (!rename_find_position(rename, text, &found, err))
        return false;
    if (found)
        return rename->local.is_set || take_symbol(rename, err);
    handle_find(rename->catalog, request->arena, text, &match);
    if (!match.total)
        find_marked(rename, text, &match);
    if (!match.total && !rename_find_in_function(rename, text, &found, err))
        return false;
    if (found)
        return true;
    if (!match.total && !rename_find_assigned(rename, text, &found, err))
        return false;
    if (found)
        return take_symbol(rename, err);
    add_beside(rename, text, &match);
    if (!match.total && !query_symbol(request, rename->session, text, &rename->symbol, err))
        return false;
    if (match.total >= 1)
        rename->symbol = match.symbols.ptr[0];
    if (!take_symbol(rename, err))
        return false;
    for (size_t i = 0; i < match.symbols.len; i++)
        if (!rename_has(rename, match.symbols.ptr[i]))
            return query_fail_ambiguous(request, rename->session, &match, text, err);
    return true;
}

bool rename_open(Rename *rename, Err *err)
{
    SessionRequest *request = rename->request;
    IndexSession *session = rename->session;
    const SessionNeeds needs = {.parts = CATALOG_ALL, .calls = true};
    session_want_current(request);
    if (!session_begin(request, session, needs, err))
        return false;
    if (session->stale.len) {
        err_set(err, ERR_STALE, "the index is not complete: %.*s", STR_ARG(session->stale));
        return err_hint(err, "ask again in a moment");
    }
    rename->catalog = session->catalog;
    return true;
}

bool rename_find(Rename *rename, Str text, Err *err)
{
    SessionRequest *request = rename->request;
    rename->resolver =
        resolve_open(request->arena, *request->scratch, rename->catalog, &rename->session->repo);
    return find_symbol(rename, str_trim(text), err);
}

bool rename_begin(Rename *rename, Str text, Err *err)
{
    return rename_open(rename, err) && rename_find(rename, text, err);
}

void rename_close(Rename *rename)
{
    resolve_close(&rename->resolver);
}

bool rename_commit(const Rename *rename, const EditSet *set, Str what, RenameCommit *commit,
                   Err *err)
{
    SessionRequest *request = rename->request;
    EditPlace place = {.root = rename->session->repo.root,
                       .state = edit_state_directory(request->arena, rename->session->repo.root)};
    EditCommit done = {0};
    if (!session_may_send(request, err))
        return false;
    if (set->files.len && !edit_commit(request->arena, &place, set, what, &done, err))
        return false;
    Str root = request->policy.root;
    Str here = fs_real_path(request->arena, root.len ? root : fs_working_directory(request->arena));
    if (!str_equal(here, place.root))
        commit->root = str_format(request->arena, " --root %.*s",
                                  STR_ARG(shell_quote(request->arena, place.root)));
    commit->id = done.id;
    return true;
}

Str rename_next(const Rename *rename, const RenameCommit *commit)
{
    SessionRequest *request = rename->request;
    if (!commit->id.len)
        return (Str){0};
    Str quoted_root = commit->root;
    return session_hint(request, str_format(request->arena,
                                            "next: fovea edit rollback %.*s%.*s takes it back\n",
                                            STR_ARG(shell_quote(request->arena, commit->id)),
                                            STR_ARG(quoted_root)));
}
