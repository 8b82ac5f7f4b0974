#include "relations/impact_unresolved.h"

#include "base/shell.h"
#include "index/resolve/resolve.h"
#include "lang/registry.h"
#include "query/beyond.h"
#include "query/calls_unresolved.h"
#include "relations/graph_answer.h"
#include "relations/graph_unread.h"
#include "search/usage.h"
#include "session/notices.h"

/* Symbols of a change for whose names all text is searched: each costs one search. */
#define SEARCHED_MAX 8
/* Notes of one answer about names that text has. */
#define NAMED_NOTES_MAX 3

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

static void note(SessionRequest *request, IndexSession *session, Str text)
{
    session_note(request, session, session_hint(request, text));
}

/* A note on places that may be calls, in languages in which calls through values of unknown type
   have no edges. */
static Str left_out(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    if (!calls_have_few(session->catalog, symbol))
        return (Str){0};
    Usage usage = usage_of(session->catalog, *request->scratch, symbol, false, NULL);
    return calls_unresolved(
        request, session, symbol,
        &(CallsSeen){usage.sites > 0, usage.tests > 0, usage.sites, .whole = true}, NULL);
}

/* What makes `0 symbols depend on it` true, or does not. */
static Str no_dependents(SessionRequest *request, IndexSession *session, uint32_t symbol,
                         Json **mentions)
{
    Usage usage = usage_of(session->catalog, *request->scratch, symbol, false, NULL);
    CallsSeen seen = {.sites = usage.sites, .tests = usage.tests > 0};
    return calls_unresolved(request, session, symbol, &seen, mentions);
}

/* The same for a file, whose users write the names of its symbols. */
static void note_file(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    const CatalogFile *file =
        catalog_row(session->catalog, catalog_place(session->catalog, symbol).file);
    uint32_t *symbols = NEW(request->arena, uint32_t, file->count + 1);
    for (uint32_t i = 0; i < file->count; i++)
        symbols[i] = file->first + i;
    beyond_note(request, session, symbols, file->count, (BeyondOptions){0});
}

/* Notes what the count lacks because it has no edges. */
void impact_note_unseen(SessionRequest *request, IndexSession *session, const Neighbourhood *found,
                        Impact *impact)
{
    size_t end = impact->end;
    Catalog *catalog = session->catalog;
    uint32_t symbol = found->nodes.ptr[0].symbol;
    const Entry *entry = catalog_entry(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, symbol).file];
    const Language *language = file->language;
    Str name = str_slice(catalog_name(catalog, entry->name), 0, PATH_SHOWN_BYTES);
    Str quoted = shell_quote(request->arena, name);
    bool member = entry->kind == SYMBOL_METHOD || entry->kind == SYMBOL_PROPERTY;
    size_t variable = first_variable(catalog, found, end);
    if (found->lone)
        note(request, session,
             str_format(request->arena,
                        "%u of them by calls on unknown objects that nothing else fits: "
                        "fovea callers %.*s",
                        found->lone, STR_ARG(quoted)));
    if (found->unsure)
        note(request, session,
             str_format(request->arena,
                        "%u more may mean it or its members, or another of the name: "
                        "fovea callers %.*s",
                        found->unsure, STR_ARG(quoted)));
    if (!catalog_follows_calls(file))
        note(request, session,
             str_format(request->arena, "calls are not followed in %.*s: fovea grep %.*s",
                        STR_ARG(catalog_unfollowed(file)), STR_ARG(quoted)));
    else if (variable < end)
        note(request, session,
             str_format(request->arena, "%s%.*s", variable ? "among them is a variable: " : "",
                        STR_ARG(graph_unread(request->arena, catalog,
                                             found->nodes.ptr[variable].symbol))));
    else if (member && (resolve_is_dynamic(language) || resolve_is_named(language)))
        note(request, session,
             str_format(request->arena,
                        "calls through values of unknown type are not counted: "
                        "fovea grep %.*s --whole-word",
                        STR_ARG(quoted)));
    else if (member && resolve_is_strict(language)) {
        Str text = left_out(request, session, symbol);
        if (text.len)
            note(request, session, text);
    }
    if (impact->end == impact->first && catalog_place(catalog, symbol).index)
        note(request, session, no_dependents(request, session, symbol, &impact->mentions));
    else if (catalog_place(catalog, symbol).index)
        beyond_note(request, session, &symbol, 1, (BeyondOptions){0});
    else
        note_file(request, session, symbol);
}

/* ---- of a change ---- */

static bool is_value(const Catalog *catalog, uint32_t symbol)
{
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    return kind == SYMBOL_VARIABLE || kind == SYMBOL_FIELD;
}

/* Notes the first changed variable, whose readers have no edges, and how many more there are. */
static void note_values(SessionRequest *request, IndexSession *session, const IdVec *symbols)
{
    size_t values = 0;
    uint32_t first = SYMBOL_NOWHERE;
    for (size_t i = 0; i < symbols->len; i++) {
        uint32_t symbol = symbols->ptr[i];
        if (!is_value(session->catalog, symbol))
            continue;
        first = values++ ? first : symbol;
    }
    if (!values)
        return;
    Str more = values == 1
                   ? (Str){0}
                   : str_format(request->arena, "; the same holds for %zu more that change%s",
                                values - 1, values == 2 ? "s" : "");
    note(request, session,
         str_format(request->arena, "%.*s%.*s",
                    STR_ARG(graph_unread(request->arena, session->catalog, first)), STR_ARG(more)));
}

/* Notes what text names one of the changed symbols; false if none does. */
static bool note_named(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    Json *mentions = NULL;
    Str text = no_dependents(request, session, symbol, &mentions);
    const Json *lines = json_get(mentions, STR("lines"));
    if (!text.len || (lines && str_equal(lines->text, STR("0"))))
        return false;
    Str name = catalog_name(session->catalog, catalog_entry(session->catalog, symbol)->name);
    note(request, session,
         str_format(request->arena, "%.*s: %.*s", STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)),
                    STR_ARG(text)));
    return true;
}

void impact_note_changed(SessionRequest *request, IndexSession *session, const IdVec *symbols,
                         bool any)
{
    size_t searched = 0, left = 0, notes = 0;
    note_values(request, session, symbols);
    if (any) {
        beyond_note(request, session, symbols->ptr, symbols->len, (BeyondOptions){0});
        return;
    }
    for (size_t i = 0; i < symbols->len; i++) {
        uint32_t symbol = symbols->ptr[i];
        if (!catalog_place(session->catalog, symbol).index || is_value(session->catalog, symbol))
            continue;
        if (searched == SEARCHED_MAX || notes == NAMED_NOTES_MAX) {
            left++;
            continue;
        }
        searched++;
        notes += note_named(request, session, symbol);
    }
    if (left)
        note(request, session,
             str_format(request->arena,
                        "text was not searched for the name%s of %zu more: fovea callers NAME",
                        left == 1 ? "" : "s", left));
}
