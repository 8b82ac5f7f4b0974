#include "query/mention_names.h"

#include "base/limits.h"
#include "base/map.h"
#include "query/calls_unresolved.h"
#include "query/mentions.h"

/* Bytes of all names, with a sign between them. */
#define NAMES_BYTES_MAX (PATTERN_BYTES_MAX - 200)

static bool is_value(SymbolKind kind)
{
    return kind == SYMBOL_FIELD || kind == SYMBOL_VARIABLE || kind == SYMBOL_ENUM_MEMBER ||
           kind >= SYMBOL_SECTION;
}

/* Whether only its own file can use it. */
static bool is_local(const Entry *entry)
{
    bool local = entry->modifiers & MODIFIER(STATIC) && !entry->parent;
    return local || entry->modifiers & MODIFIER(PRIVATE);
}

/* Whether text that uses the symbol writes its name. */
static bool is_sought(const IndexSession *session, uint32_t symbol, bool one)
{
    SymbolPlace place = catalog_place(session->catalog, symbol);
    const CatalogFile *file = catalog_row(session->catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str name = catalog_name(session->catalog, entry->name);
    return place.index && (one || (!is_value((SymbolKind)entry->kind) && !is_local(entry))) &&
           !calls_operator(file->language, entry, name).len;
}

MentionNames mention_names(SessionRequest *request, const IndexSession *session,
                           const uint32_t *symbols, size_t count)
{
    MentionNames names = {0};
    Map known = map_open(request->arena);
    size_t bytes = 0;
    for (size_t i = 0; i < count && session->store; i++) {
        bool added = false;
        Str word = is_sought(session, symbols[i], count == 1)
                       ? mentions_symbol_word(session, symbols[i])
                       : (Str){0};
        if (word.len)
            map_put(&known, word, &added);
        if (!added)
            continue;
        if (names.words.len && bytes + word.len + 1 > NAMES_BYTES_MAX) {
            names.unsought++;
            continue;
        }
        bytes += word.len + 1;
        *VEC_PUSH(request->arena, &names.words) = word;
        *VEC_PUSH(request->arena, &names.symbols) = symbols[i];
    }
    return names;
}
