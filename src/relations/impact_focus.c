#include "relations/impact_focus.h"

#include "git/git_diff.h"
#include "index/graph/modules.h"
#include "search/handle.h"
#include "search/members.h"

bool focus_names_code(const Catalog *catalog, const HandleMatch *match)
{
    for (size_t i = 0; i < match->symbols.len; i++) {
        uint32_t symbol = match->symbols.ptr[i];
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
        if (!catalog_place(catalog, symbol).index || (kind && kind <= SYMBOL_ENUM) ||
            kind == SYMBOL_TYPE || kind == SYMBOL_MACRO)
            return true;
    }
    return false;
}

/* Takes all symbols of a module or directory of that name; false if none exists. */
static bool take_module(SessionRequest *request, IndexSession *session, Str name, ImpactDiff *diff)
{
    const Catalog *catalog = session->catalog;
    Modules modules = modules_of(request->arena, catalog);
    size_t module;
    Err ignored = {0};
    if (!query_module(request, session, &modules, name, &module, &ignored))
        return false;
    diff->module = modules.list.ptr[module].name;
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        if (!file->path.len || modules.of_file[id] != module)
            continue;
        diff->files++;
        for (uint32_t i = 0; i < file->count; i++)
            *VEC_PUSH(request->arena, &diff->symbols) = file->first + i;
    }
    return diff->files > 0;
}

static bool take_symbol(SessionRequest *request, IndexSession *session, const ImpactAsked *named,
                        ImpactDiff *diff, Err *err)
{
    HandleMatch match;
    Str asked;
    if (!query_text(request, named->symbol, named->file, &asked, err))
        return false;
    handle_find(session->catalog, request->arena, asked, &match);
    if (!focus_names_code(session->catalog, &match) && take_module(request, session, asked, diff))
        return true;
    IdVec symbols;
    if (!query_symbols(request, session, asked, &symbols, err))
        return false;
    for (size_t i = 0; i < symbols.len; i++)
        *VEC_PUSH(request->arena, &diff->symbols) = symbols.ptr[i];
    for (size_t i = 0; i < symbols.len; i++)
        members_of(session->catalog, request->arena, symbols.ptr[i], &diff->symbols);
    return true;
}

/* Whether the text is a revision range, as no symbol can be named: `HEAD`, `HEAD~3`, `main..`. */
static bool is_range(Str text)
{
    bool head = str_starts(text, STR("HEAD")) && (text.len == 4 || !byte_is_word(text.ptr[4]));
    return git_diff_is_name(text) &&
           (head || (str_find(text, STR("..")) != STR_NONE && !str_starts(text, STR("."))));
}

bool impact_by_diff(const ImpactAsked *asked)
{
    return asked->has_change || asked->staged || is_range(asked->symbol);
}

bool impact_focus(SessionRequest *request, IndexSession *session, const ImpactAsked *asked,
                  ImpactDiff *diff, Err *err)
{
    bool range = is_range(asked->symbol), named = asked->named && !range;
    if (asked->has_change + range + asked->staged + named != 1) {
        const char *name = request->command;
        if (named || asked->has_change)
            err_set(err, ERR_USAGE, "a symbol and a diff are two questions");
        else
            err_set(err, ERR_USAGE, "%s needs a symbol or a diff", name);
        return err_hint(err, "fovea %s NAME, or fovea %s --diff HEAD", name, name);
    }
    Str change = range ? asked->symbol : asked->change;
    return named ? take_symbol(request, session, asked, diff, err)
                 : impact_diff_read(request, session, asked->staged ? NULL : &change, diff, err);
}
