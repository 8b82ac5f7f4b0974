#include "tools/impact_focus.h"

#include "git/diff.h"
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

/* Takes all symbols of a module or directory of that name; false if there is none. */
static bool take_module(ToolCall *call, IndexSession *session, Str name, ImpactDiff *diff)
{
    const Catalog *catalog = session->catalog;
    Modules modules = modules_of(call->arena, catalog);
    size_t module;
    Err ignored = {0};
    if (!query_module(call, session, &modules, name, &module, &ignored))
        return false;
    diff->module = modules.list.ptr[module].name;
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        if (!file->path.len || modules.of_file[id] != module)
            continue;
        diff->files++;
        for (uint32_t i = 0; i < file->count; i++)
            *VEC_PUSH(call->arena, &diff->symbols) = file->first + i;
    }
    return diff->files > 0;
}

static bool take_symbol(ToolCall *call, IndexSession *session, ImpactDiff *diff, Err *err)
{
    HandleMatch match;
    Str asked;
    if (!query_text(call, &asked, err))
        return false;
    handle_find(session->catalog, call->arena, asked, &match);
    if (!focus_names_code(session->catalog, &match) && take_module(call, session, asked, diff))
        return true;
    IdVec symbols;
    if (!query_symbols(call, session, asked, &symbols, err))
        return false;
    for (size_t i = 0; i < symbols.len; i++)
        *VEC_PUSH(call->arena, &diff->symbols) = symbols.ptr[i];
    for (size_t i = 0; i < symbols.len; i++)
        members_of(session->catalog, call->arena, symbols.ptr[i], &diff->symbols);
    return true;
}

/* Whether the text is a revision range, as no symbol can be named: `HEAD`, `HEAD~3`, `main..`. */
static bool is_range(Str text)
{
    bool head = str_starts(text, STR("HEAD")) && (text.len == 4 || !byte_is_word(text.ptr[4]));
    return git_diff_is_name(text) &&
           (head || (str_find(text, STR("..")) != STR_NONE && !str_starts(text, STR("."))));
}

bool impact_by_diff(const ToolCall *call)
{
    return tool_value(call, "diff")->given || tool_flag(call, "staged") ||
           is_range(tool_text(call, "symbol"));
}

bool impact_focus(ToolCall *call, IndexSession *session, ImpactDiff *diff, Err *err)
{
    Str symbol = tool_text(call, "symbol");
    bool range = is_range(symbol), staged = tool_flag(call, "staged");
    bool named = (tool_value(call, "symbol")->given || tool_value(call, "file")->given) && !range;
    bool given = tool_value(call, "diff")->given;
    if (given + range + staged + named != 1) {
        const char *name = call->tool->name;
        if (named || given)
            err_set(err, ERR_USAGE, "a symbol and a diff are two questions");
        else
            err_set(err, ERR_USAGE, "%s needs a symbol or a diff", name);
        return err_hint(err, "fovea %s NAME, or fovea %s --diff HEAD", name, name);
    }
    Str change = range ? symbol : staged ? STR("staged") : tool_text(call, "diff");
    return named ? take_symbol(call, session, diff, err)
                 : impact_diff_read(call, session, change, diff, err);
}
