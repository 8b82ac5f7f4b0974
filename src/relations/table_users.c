#include "relations/table_users.h"

#include "project/test_role.h"

/* What stands before a table that a loop goes through, and members that take any element. */
static const char *const before[] = {"of ", "in ", "pairs(", "each(", "values(", "entries("};
static const char *const members[] = {"get",     "fetch",  "at",   "values",    "each", "forEach",
                                      "map",     "reduce", "find", "filter",    "some", "every",
                                      "entries", "dig",    "call", "each_value"};

static bool is_function(const Entry *entry)
{
    return entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD;
}

static bool is_value(const Entry *entry)
{
    return entry->kind == SYMBOL_VARIABLE || entry->kind == SYMBOL_CONSTANT ||
           entry->kind == SYMBOL_FIELD || entry->kind == SYMBOL_PROPERTY;
}

uint32_t table_around(const Catalog *catalog, uint32_t function)
{
    SymbolPlace place = catalog_place(catalog, function);
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t around = file->entries[place.index].parent;
    bool held = place.index && around && is_function(&file->entries[place.index]) &&
                !lang_facts(file->language)->heirs.anonymous; /* Java: a member of `new T() {…}` */
    return held && is_value(&file->entries[around]) ? file->first + around : SYMBOL_NOWHERE;
}

static bool is_member_of(Str rest)
{
    for (size_t i = 0; i < COUNT(members); i++) {
        size_t len = strlen(members[i]);
        if (str_starts(rest, str_from(members[i])) &&
            (len == rest.len || !byte_is_word(rest.ptr[len])))
            return true;
    }
    return false;
}

/* Whether the name at the offset is a table of which any element is taken. */
static bool takes_any(Str text, size_t at, size_t end)
{
    Str left = str_slice(text, 0, at), rest = str_trim(str_from_offset(text, end));
    if (str_starts(rest, STR("[")) || str_starts(rest, STR("?.[")))
        return true;
    if (str_starts(rest, STR(".")) || str_starts(rest, STR("->")))
        return is_member_of(str_from_offset(rest, rest.ptr[0] == '.' ? 1 : 2));
    for (size_t i = 0; i < COUNT(before); i++)
        if (str_ends(left, str_from(before[i])))
            return true;
    return false;
}

static bool takes_element(Str text, Str name)
{
    for (size_t from = 0; name.len && from < text.len;) {
        size_t at = str_find(str_from_offset(text, from), name);
        if (at == STR_NONE)
            return false;
        at += from;
        from = at + name.len;
        bool whole = (!at || !byte_is_word(text.ptr[at - 1])) &&
                     (from >= text.len || !byte_is_word(text.ptr[from]));
        if (whole && takes_any(text, at, from))
            return true;
    }
    return false;
}

void table_users_keep(Project *project, uint32_t table, FoundUses *uses)
{
    const Catalog *catalog = project->session->catalog;
    Str name = catalog_name(catalog, catalog_entry(catalog, table)->name);
    size_t kept = 0;
    for (size_t i = 0; i < uses->list.len; i++)
        if (takes_element(test_head(project, uses->list.ptr[i].user).text, name))
            uses->list.ptr[kept++] = uses->list.ptr[i];
    uses->list.len = kept;
}
