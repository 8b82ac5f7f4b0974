#include "tools/impact_unresolved.h"

#include "base/shell.h"
#include "index/resolve/resolve.h"
#include "lang/registry.h"
#include "search/usage.h"
#include "session/notices.h"
#include "tools/calls_unresolved.h"
#include "tools/graph_answer.h"

/* Index of the nearest variable or field among the affected symbols, or `end`. */
static size_t first_variable(const Catalog *catalog, const Neighbourhood *found, size_t end)
{
    for (size_t i = 0; i < end; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, found->nodes.ptr[i].symbol)->kind;
        bool inner = i && i < found->focus_count; // a member of the type in question
        if (!inner && (kind == SYMBOL_VARIABLE || kind == SYMBOL_FIELD))
            return i;
    }
    return end;
}

static void note(ToolCall *call, IndexSession *session, Str text)
{
    session_note(&call->request, session, tool_hint(call, text));
}

/* A note on places that may be calls, in languages in which calls through values of unknown type
   have no edges. */
static Str left_out(ToolCall *call, IndexSession *session, uint32_t symbol)
{
    if (!calls_have_few(session->catalog, symbol))
        return (Str){0};
    Usage usage = usage_of(session->catalog, *call->scratch, symbol, false, NULL);
    return calls_unresolved(
        call, session, symbol,
        &(CallsSeen){usage.sites > 0, usage.tests > 0, usage.sites, .whole = true}, NULL);
}

/* What makes `0 symbols depend on it` true, or does not. */
static Str no_dependents(ToolCall *call, IndexSession *session, uint32_t symbol, Json **mentions)
{
    Usage usage = usage_of(session->catalog, *call->scratch, symbol, false, NULL);
    CallsSeen seen = {.sites = usage.sites, .tests = usage.tests > 0};
    return calls_unresolved(call, session, symbol, &seen, mentions);
}

/* Notes what the count lacks because it has no edges. */
void impact_note_unseen(ToolCall *call, IndexSession *session, const Neighbourhood *found,
                        Impact *impact)
{
    size_t end = impact->end;
    Catalog *catalog = session->catalog;
    uint32_t symbol = found->nodes.ptr[0].symbol;
    const Entry *entry = catalog_entry(catalog, symbol);
    const Language *language = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    Str name = str_slice(catalog_name(catalog, entry->name), 0, PATH_SHOWN_BYTES);
    Str quoted = shell_quote(call->arena, name);
    bool member = entry->kind == SYMBOL_METHOD || entry->kind == SYMBOL_PROPERTY;
    size_t variable = first_variable(catalog, found, end);
    if (found->lone)
        note(call, session,
             str_format(call->arena,
                        "%u of them by calls on unknown objects that nothing else fits: "
                        "fovea callers %.*s",
                        found->lone, STR_ARG(quoted)));
    if (found->unsure)
        note(call, session,
             str_format(call->arena,
                        "%u more may mean it or its members, or another of the name: "
                        "fovea callers %.*s",
                        found->unsure, STR_ARG(quoted)));
    if (!lang_follows_calls(language))
        note(call, session,
             str_format(call->arena, "calls are not followed in %s: fovea grep %.*s",
                        language->name, STR_ARG(quoted)));
    else if (variable < end)
        note(call, session,
             str_format(
                 call->arena, "%s%.*s", variable ? "among them is a variable: " : "",
                 STR_ARG(graph_unread(call->arena, catalog, found->nodes.ptr[variable].symbol))));
    else if (member && (resolve_is_dynamic(language) || resolve_is_named(language)))
        note(call, session,
             str_format(call->arena,
                        "calls through values of unknown type are not counted: fovea grep %.*s",
                        STR_ARG(quoted)));
    else if (member && resolve_is_strict(language)) {
        Str text = left_out(call, session, symbol);
        if (text.len)
            note(call, session, text);
    }
    if (impact->end == impact->first && catalog_place(catalog, symbol).index)
        note(call, session, no_dependents(call, session, symbol, &impact->mentions));
}
