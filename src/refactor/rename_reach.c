/* How a name is reached from where it is written: behind the word that makes it a tag, or through
   the class that another language sees a file as. */
#include "refactor/rename.h"

#include "base/path.h"
#include "relations/designated.h"
#include "text/lines.h"

/* C: whether the place is behind `struct` or its kind, which no variable hides. */
bool rename_is_tag(const RenameQuestion *question, const NameSite *site)
{
    static const char words[] = "struct union enum class";
    Str before = str_slice(question->file->text, 0, site->start);
    size_t end = before.len;
    while (end && byte_is_space(before.ptr[end - 1]))
        end--;
    size_t start = end;
    while (start && byte_is_word(before.ptr[start - 1]))
        start--;
    return question->facts->types_are_tagged && start < end &&
           name_is_listed(words, str_slice(before, start, end));
}

/* Kotlin: whether the file is of a language that reaches what is outside of all types through a
   class that is named after the file. */
bool rename_is_of_holder(const RenameQuestion *question)
{
    const Rename *rename = question->rename;
    return rename->facts->holder && !rename->is_member && !rename->is_nested && !rename->is_type &&
           question->facts != rename->facts;
}

/* `tools.kt` is `ToolsKt`. */
bool rename_is_holder(const Rename *rename, Str name)
{
    Str end = str_from(rename->facts->holder);
    SymbolPlace place = catalog_place(rename->catalog, rename->symbol);
    Str base = path_base(catalog_row(rename->catalog, place.file)->path);
    Str stem = str_slice(base, 0, str_find_byte(base, '.'));
    return stem.len && name.len == stem.len + end.len && str_ends(name, end) &&
           str_equal_nocase(str_slice(name, 0, 1), str_slice(stem, 0, 1)) &&
           str_equal(str_slice(name, 1, stem.len), str_from_offset(stem, 1));
}

/* Whether the name is handed to a macro that the repository declares: what it makes of the name is
   not followed. */
bool rename_is_macro_argument(const RenameQuestion *question, const NameSite *site)
{
    Catalog *catalog = question->rename->catalog;
    Str text = question->file->text;
    if (!question->facts->macro || site->directive)
        return false;
    Str name = rename_callee_around(text, site->start);
    uint32_t id = name.len ? names_find(&catalog->names, name) : 0;
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++)
        if (catalog_entry(catalog, named.ptr[i])->kind == SYMBOL_MACRO)
            return true;
    return false;
}

/* TypeScript: whether a declaration is in a block that adds to a module, or to what is global. */
static bool is_added(const Rename *rename, uint32_t symbol)
{
    SymbolPlace place = catalog_place(rename->catalog, symbol);
    const CatalogFile *file = catalog_row(rename->catalog, place.file);
    for (uint32_t i = file->entries[place.index].parent; i; i = file->entries[i].parent) {
        SymbolKind kind = (SymbolKind)file->entries[i].kind;
        Str name = catalog_name(rename->catalog, file->entries[i].name);
        if (kind == SYMBOL_MODULE || (kind == SYMBOL_NAMESPACE && str_equal(name, STR("global"))))
            return true;
    }
    return false;
}

bool rename_may_merge(const RenameQuestion *question, uint32_t other)
{
    return is_added(question->rename, other) ||
           is_added(question->rename, question->rename->symbol);
}

bool rename_has_no_value(const RenameQuestion *question, const NameSite *site)
{
    Str text = str_from_offset(question->file->text, site->start + question->rename->old.len);
    size_t at = str_starts(text, STR(":")) ? 1 : 0;
    while (at && at < text.len && byte_in(text.ptr[at], " \t"))
        at++;
    return at && (at >= text.len || byte_in(text.ptr[at], ",)}\r\n"));
}

bool rename_is_mixed_in(const RenameQuestion *question)
{
    const SymbolVec *symbols = &question->file->outline.symbols;
    if (!question->facts->types_mix)
        return false;
    for (uint32_t i = question->symbol; i; i = symbols->ptr[i - 1].parent)
        if (symbol_is_type(symbols->ptr[i - 1].kind))
            return symbols->ptr[i - 1].kind == SYMBOL_MODULE ||
                   symbols->ptr[i - 1].kind == SYMBOL_TRAIT ||
                   rename_is_kin(question->rename,
                                 question->rename->catalog->files.ptr[question->file->id].first +
                                     i);
        else if (symbols->ptr[i - 1].kind == SYMBOL_MODULE)
            return true;
    return question->rename->is_constant;
}

/* Whether a declaration of the family makes a method of a variable: `attr_reader :old`. */
static bool is_made_of_field(const Rename *rename)
{
    for (size_t i = 0; i < rename->family.len; i++)
        if (catalog_entry(rename->catalog, rename->family.ptr[i])->kind == SYMBOL_PROPERTY)
            return true;
    return false;
}

/* A field that only assignments make: `@count` is not `@@count`. */
static bool is_field(const RenameQuestion *question)
{
    const NameSite *site = &question->sites->ptr[question->index];
    Str before = str_slice(question->file->text, 0, site->start);
    Str sigil = question->rename->sigil;
    return str_ends(before, sigil) && (sigil.len > 1 || !str_ends(before, STR("@@")));
}

RenameVerdict rename_judge_own_field(const RenameQuestion *question, const char **why)
{
    bool assigned = question->rename->sigil.len > 0; /* no method is made of it */
    bool made = assigned ? is_field(question) : is_made_of_field(question->rename);
    *why = NULL;
    if (made && rename_is_within_owner(question))
        return RENAME_EXACT;
    *why = made && rename_is_mixed_in(question) ? "a variable of a type that may take this in"
                                                : "a variable of the object";
    return made && rename_is_mixed_in(question) ? RENAME_AMBIGUOUS : RENAME_OTHER;
}

bool rename_is_index(const RenameQuestion *question, const NameSite *site)
{
    Str text = question->file->text;
    size_t open = question->rename->facts->packages_are_scopes &&
                          question->rename->facts->interfaces_have_shape
                      ? designated_bracket(text, site->start)
                      : STR_NONE;
    if (open == STR_NONE || text.ptr[open] != '{')
        return false;
    size_t start = open;
    while (start && !byte_is_space(text.ptr[start - 1]) && !byte_in(text.ptr[start - 1], "(,={"))
        start--;
    Str type = str_slice(text, start, open);
    return str_starts(type, STR("[")) || str_starts(type, STR("map["));
}

bool rename_is_alone_in(const Rename *rename, Str scope)
{
    Catalog *catalog = rename->catalog;
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, rename->symbol)->name);
    for (size_t i = 0; i < named.len; i++) {
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file);
        uint32_t around = entry->parent ? file->entries[entry->parent].name : entry->owner;
        if (!rename_has(rename, named.ptr[i]) && str_equal(catalog_name(catalog, around), scope))
            return false;
    }
    return true;
}

bool rename_is_alias(const Rename *rename, const NameMeaning *around)
{
    bool alias = !around->symbols.len;
    for (size_t i = 0; i < around->symbols.len; i++)
        alias |= catalog_entry(rename->catalog, around->symbols.ptr[i])->kind == SYMBOL_TYPE;
    return alias;
}

bool rename_is_foreign_code(const Rename *rename, const RenameFile *file)
{
    FileClass class = rename->catalog->files.ptr[file->id].class;
    return class == FILE_GENERATED || class == FILE_VENDORED || class == FILE_MINIFIED ||
           class == FILE_LARGE;
}

/* ---- types without a name ---- */

/* What is written of the bases before the body: `Shape` of `new Shape(1) {`; of `object : A(), B {`
   both. */
static Str nameless_bases(Str text, size_t body)
{
    static const char *const words[] = {"new", "object"};
    Str head = str_slice(text, 0, body);
    if (str_starts(str_from_offset(text, body), STR("object"))) { /* the node has all of it */
        size_t brace = str_find_byte(str_from_offset(text, body), '{');
        return brace == STR_NONE ? (Str){0} : str_slice(text, body + 6, body + brace);
    }
    for (size_t depth = 0, at = head.len; at; at--) {
        char byte = head.ptr[at - 1];
        depth += byte_in(byte, ")]>");
        depth -= depth && byte_in(byte, "([<");
        if (!depth && byte_in(byte, ";{}="))
            return (Str){0};
        for (size_t i = 0; !depth && byte_is_space(byte) && i < COUNT(words); i++)
            if (str_equal(str_word_before(head, at - 1), str_from(words[i])))
                return str_from_offset(head, at);
    }
    return (Str){0};
}

/* The next base, without its arguments; empty at the end. */
static Str take_base(Str *rest)
{
    size_t depth = 0, at = 0, end = STR_NONE;
    for (; at < rest->len && (depth || rest->ptr[at] != ','); at++) {
        bool opens = byte_in(rest->ptr[at], "([<");
        if (opens && end == STR_NONE)
            end = at;
        depth += opens;
        depth -= depth && byte_in(rest->ptr[at], ")]>");
    }
    Str base = str_trim(str_slice(*rest, 0, MIN(at, end)));
    *rest = str_from_offset(*rest, MIN(rest->len, at + 1));
    return base;
}

bool rename_overrides_nameless(const RenameQuestion *question, const NameSite *site)
{
    Str text = question->file->text, mark;
    Str before = str_slice(text, lines_start_at(text, site->start), site->start);
    return site->nameless && rename_node_is(question->facts->binds, site) &&
           rename_has_mark(before, question->facts->marks ? question->facts->marks : "", &mark);
}

RenameVerdict rename_judge_nameless(const RenameQuestion *question, const NameSite *site)
{
    const Rename *rename = question->rename;
    Str rest =
        site->nameless ? nameless_bases(question->file->text, site->nameless_start) : (Str){0};
    bool known = false;
    rest = str_trim(rest);
    if (str_starts(rest, STR(":")))
        rest = str_from_offset(rest, 1);
    while (rest.len) {
        Str base = str_last_word(take_base(&rest));
        NameMeaning meaning =
            resolve_visible(rename->resolver,
                            rename->catalog->files.ptr[question->file->id].first + question->symbol,
                            base, rename->request->arena);
        size_t owners = 0, kin = 0;
        for (size_t i = 0; i < meaning.symbols.len; i++) {
            owners += rename_is_owner(rename, meaning.symbols.ptr[i]);
            kin += rename_is_kin(rename, meaning.symbols.ptr[i]);
        }
        known = base.len > 0 && !meaning.doubtful && (!kin || owners == meaning.symbols.len);
        if (!known || owners)
            return known ? RENAME_EXACT : RENAME_AMBIGUOUS;
    }
    return known ? RENAME_OTHER : RENAME_AMBIGUOUS;
}
