/* Arguments that decide what a name means: those of a macro, which may make a member of the name,
   and those of a call, in the namespaces of whose types C++ looks for the function. */
#include "refactor/rename.h"

/* ---- macros ---- */

/* The bracket of the innermost call around the offset, or STR_NONE; *index: of the argument. */
static size_t call_around(Str text, size_t at, size_t *index)
{
    *index = 0;
    for (size_t depth = 0; at && !byte_in(text.ptr[at - 1], ";{}"); at--) {
        char byte = text.ptr[at - 1];
        depth += byte_in(byte, ")]");
        if (byte == '(' && !depth)
            return at - 1;
        depth -= depth && byte_in(byte, "([");
        *index += byte == ',' && !depth;
    }
    return STR_NONE;
}

static Str parameter_at(Str parameters, size_t index)
{
    Str part = {0};
    for (size_t i = 0; i <= index; i++)
        if (!str_take_until(&parameters, ',', &part))
            return (Str){0};
    return str_trim(part);
}

/* Whether the body makes a member of the parameter, or a text. */
static bool body_selects(Str body, Str parameter)
{
    for (size_t at = 0; (at = rename_find_mark(body, parameter, at)) != STR_NONE;
         at += parameter.len) {
        Str before = str_trim(str_slice(body, 0, at));
        if (str_ends(before, STR(".")) || str_ends(before, STR("->")) ||
            str_ends(before, STR("#")) ||
            name_is_listed("offsetof __builtin_offsetof container_of",
                           rename_callee_around(body, at)))
            return true;
    }
    return false;
}

/* Whether the macro of that symbol selects by its argument. */
static bool definition_selects(const Rename *rename, uint32_t symbol, Str name, size_t index)
{
    const CatalogFile *row =
        catalog_row(rename->catalog, catalog_place(rename->catalog, symbol).file);
    RenameMacro macro;
    Str text;
    if (!rename_read_text(rename, rename->request->arena, row, &text))
        return true;
    for (size_t at = 0; rename_next_macro(rename, text, &at, &macro);) {
        Str parameter = parameter_at(macro.parameters, index);
        if (str_equal(macro.name, name) && parameter.len && body_selects(macro.body, parameter))
            return true;
    }
    return false;
}

bool rename_macro_selects(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str text = question->file->text;
    size_t index, open;
    if (!question->facts->names_are_global || site->directive)
        return false;
    open = call_around(text, site->start, &index);
    Str name = open == STR_NONE ? (Str){0} : str_word_before(text, open);
    uint32_t id = name.len ? names_find(&rename->catalog->names, name) : 0;
    IdSpan named = id ? catalog_named(rename->catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++)
        if (catalog_entry(rename->catalog, named.ptr[i])->kind == SYMBOL_MACRO &&
            definition_selects(rename, named.ptr[i], name, index))
            return true;
    return false;
}

/* ---- calls ---- */

/* Whether a symbol is declared in a namespace or as a friend in a type. */
static bool is_in_namespace(const Rename *rename, uint32_t symbol)
{
    SymbolPlace place = catalog_place(rename->catalog, symbol);
    const CatalogFile *file = catalog_row(rename->catalog, place.file);
    return file->entries[place.index].parent || file->entries[place.index].owner;
}

bool rename_may_be_found_by_argument(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    if (!question->facts->arguments_are_scopes || rename->is_member || !rename->is_function ||
        site->access != ACCESS_NONE || site->next != '(')
        return false;
    Str text = question->file->text;
    Str arguments = rename_arguments(text, site->start + rename->old.len);
    bool named = false; /* a literal is of no type that a namespace declares */
    for (size_t i = 0; i < arguments.len; i++)
        named |= byte_is_alpha(arguments.ptr[i]);
    return named && is_in_namespace(rename, rename->symbol);
}
