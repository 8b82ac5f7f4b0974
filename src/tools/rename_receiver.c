/* The type of the value before a member, as the text around says it. */
#include "tools/rename.h"

/* The name of a type as a declaration writes it: `const Box &`, `*Box`, `new Box()`, `Box::new()`.
   Empty for generic and longer types. */
static Str type_word(Str text)
{
    Str best = {0};
    for (size_t i = 0; i < text.len;) {
        size_t end = i;
        while (end < text.len && byte_is_word(text.ptr[end]))
            end++;
        Str word = str_slice(text, i, end);
        if (end > i &&
            !name_is_listed("const struct class new mut union enum final var let", word)) {
            if (best.len)
                return (Str){0};
            best = word;
        }
        if (end < text.len && byte_in(text.ptr[end], "(<[.:"))
            return text.ptr[end] == '(' && end + 1 < text.len && text.ptr[end + 1] == ')'
                       ? best
                       : (Str){0};
        i = MAX(end, i + 1);
    }
    return best;
}

/* The type that is written before the name of a variable: `struct box *p = …`. */
static Str declared_type(Str text, const Reference *reference)
{
    size_t at = reference->start;
    Str value = type_word(reference->receiver);
    if (!str_starts(str_from_offset(text, at), reference->name))
        return value;
    while (at && byte_in(text.ptr[at - 1], " *&\t"))
        at--;
    size_t start = at;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    Str word = str_slice(text, start, at);
    return !word.len || name_is_listed("var let const auto val mut final", word) ? value : word;
}

/* Whether all declarations of the variable before the access mark, in this function or outside of
   all, say that it is of an owner's type. */
bool rename_is_owner_variable(const RenameQuestion *question, const NameSite *site)
{
    const ReferenceVec *references = &question->file->outline.references;
    const SymbolVec *symbols = &question->file->outline.symbols;
    uint32_t function = rename_function_around(symbols, question->symbol);
    size_t seen = 0;
    size_t start = site->start;
    while (start && !byte_is_word(question->file->text.ptr[start - 1]))
        start--;
    start -= MIN(start, site->qualifier.len);
    if (!site->qualifier.len || (start && byte_in(question->file->text.ptr[start - 1], ".>:")))
        return false;
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->kind != REFERENCE_BIND || !str_equal(reference->name, site->qualifier) ||
            rename_function_around(symbols, reference->symbol) != function)
            continue;
        Str type = reference->flags & REFERENCE_VALUE
                       ? declared_type(question->file->text, reference)
                       : type_word(reference->receiver);
        if (!type.len || !rename_is_owner_named(question->rename, type))
            return false;
        seen++;
    }
    return seen > 0;
}

/* Whether the braces around the place follow an owner's name: `Box { old: 3 }`, or, in C, a
   declaration of that type: `struct box b = {.old = 3}`. */
bool rename_is_in_owner_braces(const RenameQuestion *question, const NameSite *site)
{
    Str text = question->file->text;
    size_t at = site->start;
    for (int depth = 0; at; at--) {
        char byte = text.ptr[at - 1];
        if (byte == ';' || (byte == '{' && !depth))
            break;
        depth += (byte == '}') - (byte == '{');
    }
    if (!at || text.ptr[at - 1] != '{')
        return false;
    Str head = str_trim(str_slice(text, 0, at - 1));
    bool declared = head.len && head.ptr[head.len - 1] == '=';
    size_t start = head.len - declared;
    while (start && !byte_in(head.ptr[start - 1], ";{}=(,") &&
           (declared || byte_is_word(head.ptr[start - 1])))
        start--;
    Str rest = str_slice(head, start, head.len - declared), word;
    while (str_take_until(&rest, ' ', &word))
        if (rename_is_owner_named(question->rename, word))
            return declared || !rest.len;
    return false;
}

bool rename_is_module_named(const Rename *rename, Str name)
{
    uint32_t id = names_find(&rename->catalog->names, name);
    IdSpan named = id ? catalog_named(rename->catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(rename->catalog, named.ptr[i])->kind;
        if (kind == SYMBOL_MODULE || kind == SYMBOL_NAMESPACE)
            return true;
    }
    return false;
}
