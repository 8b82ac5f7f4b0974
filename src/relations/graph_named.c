/* Textual mentions of a symbol in tests and templates, as notes to its callers. */
#include "query/mentions.h"
#include "relations/graph_answer.h"
#include "session/notices.h"

/* Shorter names occur in any text. */
#define TEMPLATE_NAME_MIN 4

static bool is_for_templates(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CLASS:
    case SYMBOL_PROPERTY:
    case SYMBOL_FIELD:
    case SYMBOL_CONSTANT: return true;
    default: return false;
    }
}

bool graph_tells_templates(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    return place.index && file->class != FILE_TEST &&
           catalog_name(catalog, entry->name).len >= TEMPLATE_NAME_MIN &&
           is_for_templates((SymbolKind)entry->kind) &&
           lang_facts(file->language)->is_called_by_templates;
}

static void note(SessionRequest *request, IndexSession *session, const char *what,
                 const MentionsIn *named)
{
    session_note(request, session,
                 str_format(request->arena, "%s: %llu hit%s in %u file%s: %.*s", what,
                            (unsigned long long)named->hits, named->hits == 1 ? "" : "s",
                            named->files, named->files == 1 ? "" : "s", STR_ARG(named->call)));
}

void graph_note_named(SessionRequest *request, IndexSession *session, uint32_t symbol,
                      bool without_tests)
{
    const Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    SymbolKind kind = (SymbolKind)file->entries[place.index].kind;
    if (!place.index || file->class == FILE_TEST || kind >= SYMBOL_SECTION)
        return;
    if (without_tests) {
        MentionsIn named = mentions_in_tests(request, session, symbol);
        if (named.hits)
            note(request, session, "no test is known to call it, but tests name it", &named);
    }
    if (!graph_tells_templates(catalog, symbol))
        return;
    MentionsIn named = mentions_in_templates(request, session, symbol);
    if (named.hits)
        note(request, session, "templates name it", &named);
    else if (named.missed && named.there)
        session_note(request, session,
                     str_format(request->arena, "not all templates were looked at: %.*s",
                                STR_ARG(named.call)));
}
