/* The type of the value before a member, as the text around says it. */
#include "refactor/rename.h"

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
        if (end < text.len && text.ptr[end] == '{')
            return best;
        if (end < text.len && byte_in(text.ptr[end], "(<[.:"))
            return text.ptr[end] == '(' && end + 1 < text.len && text.ptr[end + 1] == ')'
                       ? best
                       : (Str){0};
        i = MAX(end, i + 1);
    }
    return best;
}

/* Rust: the type that a call names and returns: `Box::new(3)`, where `new` is the type's own. */
static Str maker_type(const Rename *rename, Str text)
{
    Catalog *catalog = rename->catalog;
    size_t colon = str_find(text, STR("::")), open = str_find_byte(text, '(');
    if (colon == STR_NONE || open == STR_NONE || open < colon)
        return (Str){0};
    Str type = str_slice(text, 0, colon);
    uint32_t id = names_find(&catalog->names, str_slice(text, colon + 2, open));
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    bool whole = rename_arguments(text, open).len + open + 2 == text.len, made = false;
    for (size_t i = 0; whole && i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file);
        uint32_t around = entry->parent ? file->entries[entry->parent].name : entry->owner;
        Str returned = catalog_name(catalog, entry->type);
        if (!str_equal(catalog_name(catalog, around), type))
            continue;
        if (!str_equal(returned, STR("Self")) && !str_equal(returned, type))
            return (Str){0};
        made = true;
    }
    return made ? type : (Str){0};
}

/* The type that is written before the name of a variable: `struct box *p = …`. */
static Str declared_type(const Rename *rename, Str text, const Reference *reference)
{
    size_t at = reference->start;
    Str made = maker_type(rename, reference->receiver);
    Str value = made.len ? made : type_word(reference->receiver);
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

/* Offset of the word before the access mark. */
static size_t qualifier_start(const RenameQuestion *question, const NameSite *site)
{
    size_t start = site->start;
    while (start && !byte_is_word(question->file->text.ptr[start - 1]))
        start--;
    return start - MIN(start, site->qualifier.len);
}

/* The function around an offset, as its symbol's index + 1; 0: none. */
static uint32_t function_at(const SymbolVec *symbols, size_t at)
{
    uint32_t found = 0;
    for (size_t i = 0; i < symbols->len && symbols->ptr[i].start <= at; i++)
        if (at < symbols->ptr[i].end)
            found = (uint32_t)i + 1;
    return rename_function_around(symbols, found);
}

/* Whether every value that the function's text gives the variable is one that an owner's name
   makes: `p = Point { x: 1 }`, `c = new Cart { Total = 1 }`, `q = Point::new(1)`. */
static bool is_given_owner(const RenameQuestion *question, Str name, uint32_t function)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    Str text = question->file->text;
    size_t seen = 0;
    for (size_t at = 0; (at = rename_find_mark(text, name, at)) != STR_NONE; at += name.len) {
        Str rest = str_trim(str_from_offset(text, at + name.len));
        if (function_at(symbols, at) != function || !str_starts(rest, STR("=")) ||
            str_starts(rest, STR("==")) || (at && byte_in(text.ptr[at - 1], ".>:")))
            continue;
        rest = str_trim(str_from_offset(rest, 1));
        bool made = str_starts(rest, STR("new "));
        rest = made ? str_trim(str_from_offset(rest, 4)) : rest;
        size_t end = 0;
        while (end < rest.len && byte_is_word(rest.ptr[end]))
            end++;
        Str after = str_trim(str_from_offset(rest, end));
        Str whole = str_trim(str_slice(rest, 0, str_find_byte(rest, ';')));
        bool returned =
            rename_is_owner_named(question->rename, maker_type(question->rename, whole));
        seen += returned;
        if (returned)
            continue;
        if (!after.len || !byte_in(after.ptr[0], made ? "({" : "{") ||
            !rename_is_owner_named(question->rename, str_slice(rest, 0, end)))
            return false;
        seen++;
    }
    return seen > 0;
}

/* How many declarations of the variable before the access mark there are, in this function or
   outside of all; -1 if one of them does not say a type that `is_meant` takes. */
static int count_declared(const RenameQuestion *question, const NameSite *site,
                          bool (*is_meant)(const Rename *rename, Str type))
{
    const ReferenceVec *references = &question->file->outline.references;
    const SymbolVec *symbols = &question->file->outline.symbols;
    uint32_t function = rename_function_around(symbols, question->symbol);
    int seen = 0;
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->kind != REFERENCE_BIND || !str_equal(reference->name, site->qualifier) ||
            rename_function_around(symbols, reference->symbol) != function)
            continue;
        Str type = reference->flags & REFERENCE_VALUE
                       ? declared_type(question->rename, question->file->text, reference)
                       : type_word(reference->receiver);
        if (!type.len && !reference->receiver.len)
            continue;
        if (!type.len || !is_meant(question->rename, type))
            return -1;
        seen++;
    }
    return seen;
}

/* Whether the name before the access mark is reached through another one. */
static bool is_reached(const RenameQuestion *question, const NameSite *site)
{
    size_t start = qualifier_start(question, site);
    return start && byte_in(question->file->text.ptr[start - 1], ".>:");
}

/* Whether all declarations of the variable before the access mark say that it is of an owner's
 * type.
 */
bool rename_is_owner_variable(const RenameQuestion *question, const NameSite *site)
{
    uint32_t function = rename_function_around(&question->file->outline.symbols, question->symbol);
    if (!site->qualifier.len || is_reached(question, site))
        return false;
    int seen = count_declared(question, site, rename_is_owner_named);
    return seen > 0 || (!seen && is_given_owner(question, site->qualifier, function));
}

static bool is_closed(const Rename *rename, Str type)
{
    uint32_t id = names_find(&rename->catalog->names, type);
    return name_is_listed(rename->facts->closed, type) &&
           !(id && catalog_named(rename->catalog, id).len);
}

bool rename_is_closed_variable(const RenameQuestion *question, const NameSite *site)
{
    return site->qualifier.len && !is_reached(question, site) &&
           count_declared(question, site, is_closed) == 1;
}

/* The offset after the brace that opens the braces around `at`, in one statement; 0 outside of
   braces. */
static size_t after_brace(Str text, size_t at)
{
    for (int depth = 0; at; at--) {
        char byte = text.ptr[at - 1];
        if (byte == ';' || (byte == '{' && !depth))
            break;
        depth += (byte == '}') - (byte == '{');
    }
    return at && text.ptr[at - 1] == '{' ? at : 0;
}

/* What is before the braces around the place: `Box`, or, in C, the declaration of a value. */
static bool head_of_braces(const RenameQuestion *question, const NameSite *site, Str *words,
                           bool *declared)
{
    Str text = question->file->text;
    size_t at = after_brace(text, site->start);
    if (!at)
        return false;
    Str head = str_trim(str_slice(text, 0, at - 1));
    *declared = head.len && head.ptr[head.len - 1] == '=';
    size_t start = head.len - *declared;
    while (start && !byte_in(head.ptr[start - 1], ";{}=(,") &&
           (*declared || byte_is_word(head.ptr[start - 1])))
        start--;
    *words = str_slice(head, start, head.len - *declared);
    return true;
}

/* Whether the braces around the place follow an owner's name: `Box { old: 3 }`, or, in C, a
   declaration of that type: `struct box b = {.old = 3}`. */
bool rename_is_in_owner_braces(const RenameQuestion *question, const NameSite *site)
{
    Str rest, word;
    bool declared;
    if (!head_of_braces(question, site, &rest, &declared))
        return false;
    while (str_take_until(&rest, ' ', &word))
        if (rename_is_owner_named(question->rename, word) ||
            (str_equal(word, STR("Self")) && rename_is_within_owner(question)))
            return declared || !rest.len;
    return false;
}

/* Whether a type inherits from an owner. */
static bool is_heir(const Rename *rename, uint32_t type)
{
    IdVec bases = {0};
    resolve_ancestors(rename->resolver, rename->request->arena, type, &bases);
    for (size_t i = 0; i < bases.len; i++)
        if (rename_is_owner(rename, bases.ptr[i]))
            return true;
    return false;
}

bool rename_is_in_other_braces(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str words;
    bool declared;
    if (!question->facts->braces_follow_types ||
        !head_of_braces(question, site, &words, &declared) || declared)
        return false;
    Str type = str_last_word(words);
    NameMeaning meaning =
        type.len ? resolve_visible(rename->resolver,
                                   rename->catalog->files.ptr[question->file->id].first +
                                       question->symbol,
                                   type, rename->request->arena)
                 : (NameMeaning){0};
    for (size_t i = 0; i < meaning.symbols.len; i++) {
        SymbolKind kind = (SymbolKind)catalog_entry(rename->catalog, meaning.symbols.ptr[i])->kind;
        if ((kind != SYMBOL_STRUCT && kind != SYMBOL_CLASS && kind != SYMBOL_CONSTRUCTOR) ||
            rename_is_owner(rename, meaning.symbols.ptr[i]) ||
            is_heir(rename, meaning.symbols.ptr[i]))
            return false;
    }
    return meaning.symbols.len && !meaning.doubtful && !meaning.leaves;
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

/* ---- C, where declarations are read from the text ---- */

/* The statement or the parameter before an offset, from its beginning: `const struct box *`. */
static Str segment_before(Str text, size_t at)
{
    size_t start = at;
    for (int depth = 0; start; start--) {
        char byte = text.ptr[start - 1];
        size_t next = start;
        while (byte == '}' && next < at && byte_in(text.ptr[next], " \t\r\n"))
            next++;
        bool value = byte == '}' && next < text.len && byte_in(text.ptr[next], ",;");
        if (!depth && (byte_in(byte, ";{(") || (byte == '}' && !value)))
            break;
        depth += byte_in(byte, ")]") || (byte == '}' && (value || depth));
        depth -= depth && byte_in(byte, "([{");
    }
    Str segment = str_slice(text, start, at);
    size_t comma = str_find_last_byte(segment, ',');
    bool parameter = start && text.ptr[start - 1] == '(';
    return str_trim(parameter && comma != STR_NONE ? str_from_offset(segment, comma + 1) : segment);
}

/* Whether the text has marks of pointers only. */
static bool is_pointer(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_in(text.ptr[i], "* \t"))
            return false;
    return true;
}

/* The type with which C text declares the name at an offset; empty: it declares nothing there. */
static Str type_before(Str text, size_t at)
{
    Str segment = segment_before(text, at), type = {0}, word;
    size_t i = 0, end = 0;
    while (true) {
        while (i < segment.len && byte_in(segment.ptr[i], " \t\r\n"))
            i++;
        for (end = i; end < segment.len && byte_is_word(segment.ptr[end]);)
            end++;
        word = str_slice(segment, i, end);
        if (name_is_listed("return else case goto sizeof typedef do", word))
            return (Str){0};
        bool qualifier = name_is_listed("const volatile struct union static extern register "
                                        "restrict inline _Thread_local __restrict",
                                        word);
        if (!word.len || (type.len && !qualifier))
            break;
        if (!qualifier)
            type = word;
        i = end;
    }
    Str rest = str_from_offset(segment, i);
    size_t last = segment.len;
    while (last && byte_in(segment.ptr[last - 1], "* \t"))
        last--;
    bool later = last && segment.ptr[last - 1] == ',' && rest.len &&
                 (byte_is_word(rest.ptr[0]) || rest.ptr[0] == '*');
    return is_pointer(rest) || later ? type : (Str){0};
}

/* C: whether the text makes a name another one of an owner: `typedef struct box Box;`. */
static bool is_alias(const Rename *rename, Str text, Str name)
{
    for (size_t at = 0; (at = rename_find_mark(text, name, at)) != STR_NONE; at += name.len) {
        Str segment = segment_before(text, at);
        Str rest = str_trim(str_from_offset(text, at + name.len));
        for (size_t i = 0; str_starts(segment, STR("typedef ")) && str_starts(rest, STR(";")) &&
                           i < rename->owners.len;
             i++)
            if (rename_find_mark(segment, rename_owner_name(rename, i), 0) != STR_NONE)
                return true;
    }
    return false;
}

/* C: what a type's name says of a value: `struct box`, `Box`. */
static Receiver type_says(const Rename *rename, Str type)
{
    Catalog *catalog = rename->catalog;
    if (rename_is_owner_named(rename, type))
        return RECEIVER_OWNER;
    for (size_t f = 0; f < rename->files.len; f++)
        if (is_alias(rename, rename->files.ptr[f].text, type))
            return RECEIVER_OWNER;
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, rename->symbol)->name);
    for (size_t i = 0; i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file);
        if (entry->parent && !rename_has(rename, named.ptr[i]) &&
            str_equal(catalog_name(catalog, file->entries[entry->parent].name), type))
            return RECEIVER_OTHER;
    }
    return RECEIVER_UNKNOWN;
}

Receiver rename_declared_receiver(const RenameQuestion *question, const NameSite *site)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    Str text = question->file->text, name = site->qualifier;
    uint32_t function = rename_function_around(symbols, question->symbol);
    size_t start = qualifier_start(question, site);
    unsigned seen[2] = {0}; /* outside of functions, in this function: bits of Receiver */
    if (!question->facts->types_are_tagged || !name.len ||
        (start && byte_in(text.ptr[start - 1], ".>")))
        return RECEIVER_UNKNOWN;
    for (size_t at = 0; (at = rename_find_mark(text, name, at)) != STR_NONE; at += name.len) {
        Str type = type_before(text, at);
        uint32_t around = type.len ? function_at(symbols, at) : 0;
        if (type.len && (!around || around == function))
            seen[around != 0] |= 1u << type_says(question->rename, type);
    }
    unsigned said = seen[1] ? seen[1] : seen[0];
    return said == 1u << RECEIVER_OWNER   ? RECEIVER_OWNER
           : said == 1u << RECEIVER_OTHER ? RECEIVER_OTHER
                                          : RECEIVER_UNKNOWN;
}

/* C: where the text before the braces around the place ends, or before those of the array that they
   are an element of; or STR_NONE. */
static size_t braces_head(Str text, size_t at, bool *element)
{
    for (*element = false;; *element = true) {
        at = after_brace(text, at);
        if (!at)
            return STR_NONE;
        at--;
        while (at && byte_in(text.ptr[at - 1], " \t\r\n"))
            at--;
        if (!at || !byte_in(text.ptr[at - 1], "{,"))
            return at ? at : STR_NONE;
    }
}

/* C: what the declaration or the cast before the braces around the place says. */
Receiver rename_braces_receiver(const RenameQuestion *question, const NameSite *site)
{
    Str text = question->file->text, type;
    bool element, array = false;
    size_t at =
        question->facts->types_are_tagged ? braces_head(text, site->start, &element) : STR_NONE;
    if (at == STR_NONE || !byte_in(text.ptr[--at], "=)") || (text.ptr[at] == ')' && element))
        return RECEIVER_UNKNOWN;
    while (text.ptr[at] == '=' && at && byte_in(text.ptr[at - 1], " \t"))
        at--;
    while (at && text.ptr[at - 1] == ']') {
        while (at && text.ptr[at - 1] != '[')
            at--;
        at -= at > 0;
        array = true;
    }
    while (text.ptr[at] != ')' && at && byte_is_word(text.ptr[at - 1]))
        at--;
    type = array == element ? type_before(text, at) : (Str){0};
    return type.len ? type_says(question->rename, type) : RECEIVER_UNKNOWN;
}
