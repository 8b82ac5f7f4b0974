/* Whether a serializer may be given a value of the type that has the symbol. A file that uses one
   counts if it names the type, another type or a variable that holds it, or a function that may
   return it; or if it has a function for values of any type. */
#include "refactor/rename.h"

#include "text/lines.h"

/* Steps from the type to what holds it, and to what holds that. */
#define ROUNDS_MAX 5
/* Names that may lead to a value; with more, every serializer counts. */
#define NAMES_MAX 400

typedef struct Holders {
    const Rename *rename;
    VEC(Str) names;
    bool has_grown;
} Holders;

static void add_name(Holders *holders, Str name)
{
    for (size_t i = 0; i < holders->names.len; i++)
        if (str_equal(holders->names.ptr[i], name))
            return;
    if (!name.len || holders->names.len > NAMES_MAX)
        return;
    *VEC_PUSH(holders->rename->request->arena, &holders->names) = name;
    holders->has_grown = true;
}

/* Whether the head of a function gives plain values only, or none: `func Count(n int) int {`. */
static bool gives_plain(const Rename *rename, Str line)
{
    size_t open = str_find_last_byte(line, '{');
    Str head = str_trim(str_slice(line, 0, open));
    size_t close = str_find_last_byte(head, ')');
    Str result = close == STR_NONE ? (Str){0} : str_trim(str_from_offset(head, close + 1));
    return open != STR_NONE && close != STR_NONE && close + 1 <= head.len &&
           (result.len ? name_is_listed(rename->facts->plain, result)
                       : str_find(head, STR(") (")) == STR_NONE);
}

/* Adds what is declared around a place; `types`: types only. */
static void add_around(Holders *holders, const CatalogFile *row, Str text, size_t at, bool types)
{
    Catalog *catalog = holders->rename->catalog;
    uint32_t line = (uint32_t)lines_at_offset(text, at), found = 0;
    for (uint32_t i = 1; i < row->count; i++) {
        const Entry *entry = &row->entries[i];
        SymbolKind kind = (SymbolKind)entry->kind;
        bool holds = symbol_is_type(kind) || kind == SYMBOL_TYPE || symbol_is_function(kind) ||
                     kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT;
        if (holds && entry->start_line <= line && line <= entry->end_line)
            found = i;
    }
    if (!found || (types && !symbol_is_type((SymbolKind)row->entries[found].kind)))
        return;
    const Entry *entry = &row->entries[found];
    size_t start = at;
    for (uint32_t back = line; back > entry->start_line && start; start--)
        back -= text.ptr[start - 1] == '\n';
    bool function = symbol_is_function((SymbolKind)entry->kind);
    if (!function || !gives_plain(holders->rename, rename_line_at(text, start)))
        add_name(holders, catalog_name(catalog, entry->name));
}

static bool visit(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Holders *holders = context;
    (void)rest;
    if (!rename_speaks(holders->rename, row->language))
        return false;
    /* A type with a member for values of any type may hold one. */
    static const char *const wide[] = {"any", "interface{}"};
    for (size_t i = 0; i < COUNT(wide); i++)
        for (size_t at = 0; (at = rename_find_mark(text, str_from(wide[i]), at)) != STR_NONE; at++)
            add_around(holders, row, text, at, true);
    for (size_t i = 0, count = holders->names.len; i < count; i++) {
        Str name = holders->names.ptr[i];
        for (size_t at = 0; (at = rename_find_mark(text, name, at)) != STR_NONE; at += name.len)
            add_around(holders, row, text, at, false);
    }
    return false;
}

/* Whether a line that declares a function has a parameter for values of any type. */
static bool takes_any(Str text)
{
    Str line;
    while (str_take_until(&text, '\n', &line))
        if (rename_find_mark(line, STR("func"), 0) != STR_NONE &&
            (rename_find_mark(line, STR("any"), 0) != STR_NONE ||
             str_find(line, STR("interface{")) != STR_NONE))
            return true;
    return false;
}

bool rename_may_serialize(const Rename *rename, const NameHolders *holders, Str text)
{
    for (size_t i = 0; i < holders->len; i++)
        if (rename_find_mark(text, holders->ptr[i], 0) != STR_NONE)
            return true;
    return !holders->len || holders->len > NAMES_MAX || takes_any(text) || !rename->facts->plain;
}

void rename_find_holders(Rename *rename)
{
    Holders holders = {.rename = rename, .has_grown = true};
    Arena scratch = *rename->request->scratch;
    for (size_t i = 0; i < rename->owners.len; i++)
        add_name(&holders, rename_owner_name(rename, i));
    for (int round = 0; round < ROUNDS_MAX && holders.has_grown; round++) {
        holders.has_grown = false;
        (void)rename_each_text(rename, scratch, visit, &holders);
    }
    rename->holders.ptr = holders.names.ptr;
    rename->holders.len = holders.names.len;
}
