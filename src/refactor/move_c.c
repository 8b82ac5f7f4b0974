/* C: a definition goes from one source file to another. Everything that it names must be declared
   by headers, and so must the symbol where others use it. Includes that the other file lacks are
   added; one too many does no harm. */
#include "refactor/move.h"

#include "languages_rename.h"

#include "base/path.h"

static bool is_header(Str path)
{
    return name_is_listed("h hh hpp hxx", path_extension(path));
}

/* Whether a header that the source includes declares a function or a variable of the name. */
static bool is_declared(const Move *move, Str name)
{
    Catalog *catalog = move->uses->catalog;
    uint32_t id = names_find(&catalog->names, name);
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        bool maybe = false;
        uint32_t file = catalog_place(catalog, named.ptr[i]).file;
        const Entry *entry = catalog_entry(catalog, named.ptr[i]);
        if (!entry->parent &&
            (symbol_is_function((SymbolKind)entry->kind) || entry->kind == SYMBOL_VARIABLE) &&
            is_header(catalog->files.ptr[file].path) &&
            resolve_includes(move->uses->resolver, move->from.id, file, &maybe) && !maybe)
            return true;
    }
    return false;
}

/* Whether a word means something in code that the source includes, and the other file does not. */
static bool is_in_included_code(const Move *move, const MoveWord *word)
{
    const Catalog *catalog = move->uses->catalog;
    bool maybe = false;
    for (size_t i = 0; word->bare && i < word->symbols.len; i++) {
        uint32_t file = catalog_place(catalog, word->symbols.ptr[i]).file;
        if (file != move->from.id && !is_header(catalog->files.ptr[file].path) &&
            resolve_includes(move->uses->resolver, move->from.id, file, &maybe) &&
            (move->to.id == FILE_NOWHERE ||
             !resolve_includes(move->uses->resolver, move->to.id, file, &maybe)))
            return true;
    }
    return false;
}

/* A member of an enumeration is a constant of its file. */
static bool check_constants(const Move *move, Err *err)
{
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        bool moved = symbol->start >= move->start && symbol->start < move->end;
        const MoveWord *word =
            symbol->kind == SYMBOL_ENUM_MEMBER && !moved ? move_word(move, symbol->name) : NULL;
        if (word && word->bare)
            return move_refuse(err,
                               "it uses '%.*s' of '%.*s' (line %u), which the other file would "
                               "not see",
                               STR_ARG(word->text), STR_ARG(move->from.path), symbol->start_line);
    }
    return true;
}

/* What the moved code names of the source itself must be declared by a header. */
static bool check_needs(const Move *move, Err *err)
{
    const Catalog *catalog = move->uses->catalog;
    if (!check_constants(move, err))
        return false;
    for (size_t i = 0; i < move->words.len; i++) {
        const MoveWord *word = &move->words.ptr[i];
        uint32_t symbol = move_left_behind(move, word);
        if (is_in_included_code(move, word))
            return move_refuse(err, "it uses '%.*s' of code that '%.*s' includes",
                               STR_ARG(word->text), STR_ARG(move->from.path));
        if (symbol == SYMBOL_NOWHERE)
            continue;
        const Entry *entry = catalog_entry(catalog, symbol);
        bool linked =
            (symbol_is_function((SymbolKind)entry->kind) || entry->kind == SYMBOL_VARIABLE) &&
            !(entry->modifiers & MODIFIER(STATIC));
        if (!linked || !is_declared(move, word->text))
            return move_refuse(err,
                               "it uses '%.*s' of '%.*s' (line %u), which the other file would "
                               "not see",
                               STR_ARG(word->text), STR_ARG(move->from.path), entry->start_line);
    }
    return true;
}

/* No name of the moved code may mean something else in the other file. */
static bool check_names(const Move *move, Err *err)
{
    const SymbolVec *symbols = &move->to.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        const MoveWord *word = symbols->ptr[i].parent && symbols->ptr[i].kind != SYMBOL_ENUM_MEMBER
                                   ? NULL
                                   : move_word(move, symbols->ptr[i].name);
        bool meant = false;
        for (size_t k = 0; word && k < word->symbols.len; k++)
            meant |= catalog_place(move->uses->catalog, word->symbols.ptr[k]).file == move->to.id;
        bool own = str_equal(symbols->ptr[i].name, move->uses->old);
        if (word && word->bare && !meant && (!own || symbols->ptr[i].body))
            return move_refuse(err, "'%.*s' is declared in '%.*s' (line %u), too",
                               STR_ARG(word->text), STR_ARG(move->to.path),
                               symbols->ptr[i].start_line);
    }
    return true;
}

static bool has_include(const Outline *outline, const Import *import)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        if (str_equal(outline->imports.ptr[i].name, import->name))
            return true;
    return false;
}

/* Writes the includes that the other file lacks. */
static bool put_includes(Move *move, Buf *out, Err *err)
{
    bool same = str_equal(path_directory(move->from.path), path_directory(move->to.path));
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        if (has_include(&move->to.outline, import))
            continue;
        if (import->doubtful || move_directive_depth(move->from.before, import->start))
            return move_refuse(err, "'%.*s' includes %.*s under a condition",
                               STR_ARG(move->from.path), STR_ARG(import->name));
        if (!import->angled && !same)
            return move_refuse(err, "\"%.*s\" is included relative to '%.*s'",
                               STR_ARG(import->name), STR_ARG(move->from.path));
        if (!import->angled && !is_header(import->name))
            continue; /* code that is included belongs to its file */
        buf_printf(out, import->angled ? "#include <%.*s>\n" : "#include \"%.*s\"\n",
                   STR_ARG(import->name));
        move_note(move, str_format(out->arena, "included in %.*s: %.*s", STR_ARG(move->to.path),
                                   STR_ARG(import->name)));
    }
    return true;
}

/* The offset of the line after the last include that no condition holds. */
static size_t after_includes(const Move *move)
{
    Str text = move->to.before;
    size_t at = 0;
    for (size_t i = 0; i < move->to.outline.imports.len; i++) {
        size_t end = move->to.outline.imports.ptr[i].end;
        if (move_directive_depth(text, move->to.outline.imports.ptr[i].start))
            continue;
        while (end < text.len && text.ptr[end] != '\n')
            end++;
        at = MAX(at, end + (end < text.len));
    }
    return at;
}

/* Whether the entry may stand twice in one program: a prototype, or a declaration of a variable. */
static bool may_repeat(const Entry *entry)
{
    if (symbol_is_function((SymbolKind)entry->kind))
        return !(entry->modifiers & ENTRY_HAS_BODY);
    return entry->kind == SYMBOL_VARIABLE && entry->modifiers & MODIFIER(EXTERN);
}

/* A symbol that the other file sees already, and whose name the entry would define again;
   SYMBOL_NOWHERE: none. */
static uint32_t find_clash(const Move *move, uint32_t header, const Entry *entry)
{
    Catalog *catalog = move->uses->catalog;
    IdSpan same = catalog_named(catalog, entry->name);
    bool maybe = false;
    for (size_t i = 0; i < same.len; i++) {
        uint32_t home = catalog_place(catalog, same.ptr[i]).file;
        const Entry *other = catalog_entry(catalog, same.ptr[i]);
        bool outer = !other->parent || other->kind == SYMBOL_ENUM_MEMBER;
        if (home != header && home != move->from.id && outer &&
            !(may_repeat(entry) || may_repeat(other)) &&
            (home == move->to.id ||
             resolve_includes(move->uses->resolver, move->to.id, home, &maybe)))
            return same.ptr[i];
    }
    return SYMBOL_NOWHERE;
}

/* No header that the other file would newly include may define what that file sees already. */
static bool check_headers(const Move *move, Err *err)
{
    Catalog *catalog = move->uses->catalog;
    Resolver *resolver = move->uses->resolver;
    bool maybe = false;
    for (uint32_t id = 0; move->to.id != FILE_NOWHERE && id < catalog->files.len; id++) {
        const CatalogFile *row = &catalog->files.ptr[id];
        if (!is_header(row->path) || id == move->to.id ||
            !resolve_includes(resolver, move->from.id, id, &maybe) ||
            resolve_includes(resolver, move->to.id, id, &maybe))
            continue;
        for (uint32_t i = 1; i < row->count; i++) {
            const Entry *entry = &row->entries[i];
            uint32_t clash = entry->parent && entry->kind != SYMBOL_ENUM_MEMBER
                                 ? SYMBOL_NOWHERE
                                 : find_clash(move, id, entry);
            if (clash == SYMBOL_NOWHERE)
                continue;
            uint32_t home = catalog_place(catalog, clash).file;
            return move_refuse(err, "'%.*s' and '%.*s', which would be included, define '%.*s'",
                               STR_ARG(catalog->files.ptr[home].path), STR_ARG(row->path),
                               STR_ARG(catalog_name(catalog, entry->name)));
        }
    }
    return true;
}

/* No word of the moved code may be a macro that only the other file's headers define. */
static bool check_words(const Move *move, Err *err)
{
    Catalog *catalog = move->uses->catalog;
    Resolver *resolver = move->uses->resolver;
    bool maybe = false;
    for (size_t i = 0; i < move->words.len && move->to.id != FILE_NOWHERE; i++) {
        uint32_t id = names_find(&catalog->names, move->words.ptr[i].text);
        IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
        for (size_t k = 0; k < named.len; k++) {
            uint32_t home = catalog_place(catalog, named.ptr[k]).file;
            if (catalog_entry(catalog, named.ptr[k])->kind == SYMBOL_MACRO && home != move->to.id &&
                home != move->from.id && resolve_includes(resolver, move->to.id, home, &maybe) &&
                !resolve_includes(resolver, move->from.id, home, &maybe))
                return move_refuse(err, "'%.*s', which '%.*s' includes, defines '%.*s'",
                                   STR_ARG(catalog->files.ptr[home].path), STR_ARG(move->to.path),
                                   STR_ARG(move->words.ptr[i].text));
        }
    }
    return true;
}

/* ---- macros that headers look at ---- */

/* Whether a file defines a macro in the same words. */
static bool has_define(const MoveText *file, Str definition)
{
    for (size_t i = 0; i < file->outline.symbols.len; i++) {
        const Symbol *symbol = &file->outline.symbols.ptr[i];
        if (symbol->kind == SYMBOL_MACRO &&
            str_equal(str_trim(str_slice(file->before, symbol->start, symbol->end)), definition))
            return true;
    }
    return false;
}

/* Refuses when a file defines a macro before it includes a header, and the other one does not. An
   include under a condition ends the move unless both have it. */
static bool check_defines(const MoveText *file, const MoveText *other, Err *err)
{
    uint32_t last = 0;
    for (size_t i = 0; i < file->outline.imports.len; i++)
        if (!move_directive_depth(file->before, file->outline.imports.ptr[i].start))
            last = MAX(last, file->outline.imports.ptr[i].start);
    for (size_t i = 0; i < file->outline.symbols.len; i++) {
        const Symbol *symbol = &file->outline.symbols.ptr[i];
        if (symbol->kind == SYMBOL_MACRO && symbol->start < last &&
            !has_define(other, str_trim(str_slice(file->before, symbol->start, symbol->end))))
            return move_refuse(err,
                               "'%.*s' defines '%.*s' before it includes headers, which may "
                               "depend on it",
                               STR_ARG(file->path), STR_ARG(symbol->name));
    }
    return true;
}

/* Refuses when a header that must be the first would be included after others. */
static bool check_first(const Move *move, Err *err)
{
    static const char features[] =
        "_GNU_SOURCE _DEFAULT_SOURCE _BSD_SOURCE _SVID_SOURCE _POSIX_SOURCE _POSIX_C_SOURCE "
        "_XOPEN_SOURCE _LARGEFILE_SOURCE _LARGEFILE64_SOURCE _FILE_OFFSET_BITS _TIME_BITS "
        "_ALL_SOURCE _DARWIN_C_SOURCE _NETBSD_SOURCE __EXTENSIONS__";
    Catalog *catalog = move->uses->catalog;
    Resolver *resolver = move->uses->resolver;
    Str rest = STR(features), name;
    bool maybe = false;
    while (move->to.outline.imports.len && str_take_until(&rest, ' ', &name)) {
        uint32_t id = names_find(&catalog->names, name);
        IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
        for (size_t i = 0; i < named.len; i++) {
            uint32_t home = catalog_place(catalog, named.ptr[i]).file;
            if (home != move->from.id && home != move->to.id &&
                resolve_includes(resolver, move->from.id, home, &maybe) &&
                !resolve_includes(resolver, move->to.id, home, &maybe))
                return move_refuse(err, "'%.*s' defines %.*s, and would be included after others",
                                   STR_ARG(catalog->files.ptr[home].path), STR_ARG(name));
        }
    }
    return true;
}

static bool check_macros(const Move *move, bool fresh, Err *err)
{
    return check_defines(&move->from, &move->to, err) &&
           (fresh || check_defines(&move->to, &move->from, err)) && check_headers(move, err) &&
           check_words(move, err) && check_first(move, err) && move_check_directives(move, err);
}

/* Whether a header declares the array without its size, which the old file may need. */
static bool is_array_without_size(const Move *move)
{
    for (size_t i = 0; i < move->uses->places.len; i++) {
        const RenamePlace *place = &move->uses->places.ptr[i];
        const RenameFile *file = &move->uses->files.ptr[place->file];
        Str rest = str_from_offset(file->text, place->site.start + move->uses->old.len);
        if (place->declares && is_header(move->uses->catalog->files.ptr[file->id].path) &&
            str_starts(str_trim(rest), STR("[")) &&
            str_starts(str_trim(str_from_offset(str_trim(rest), 1)), STR("]")))
            return true;
    }
    return false;
}

/* Refuses when a macro may build the name, and the old file does not see a declaration of it. */
static bool check_pasting(const Move *move, bool seen, Err *err)
{
    size_t before = move->uses->conflicts.len;
    rename_check_pasting(move->uses);
    if (seen || move->uses->conflicts.len == before)
        return true;
    const RenameConflict *conflict = &move->uses->conflicts.ptr[before];
    return move_refuse(err, "a macro of '%.*s' (line %u) may build its name with ##",
                       STR_ARG(conflict->path), conflict->line);
}

bool move_definition(Move *move, Err *err)
{
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    const Catalog *catalog = move->uses->catalog;
    Buf includes = buf_open(move->uses->request->arena, 0);
    bool fresh = move->to.id == FILE_NOWHERE && !move->to.before.len;
    bool used = move_is_used_in(move, move->from.id), declared = is_declared(move, symbol->name);
    bool hidden = symbol->modifiers & MODIFIER(STATIC);
    if (is_header(move->from.path))
        return move_refuse(err, "what is in a header can only go to another one");
    if (!symbol_is_function(symbol->kind) && symbol->kind != SYMBOL_VARIABLE)
        return move_refuse(err, "a %.*s of a source file is seen by its own file alone",
                           STR_ARG(symbol_kind_name(symbol->kind)));
    if (hidden && used)
        return move_refuse(err, "it is static, and '%.*s' uses it", STR_ARG(move->from.path));
    if (!hidden && used && !declared)
        return move_refuse(err, "'%.*s' uses it, and no header declares it",
                           STR_ARG(move->from.path));
    if (used && is_array_without_size(move))
        return move_refuse(err, "'%.*s' uses it, and may need its size", STR_ARG(move->from.path));
    if (move_directive_depth(move->from.before, move->start))
        return move_refuse(err, "it is compiled under a condition (#if)");
    for (size_t i = 0; i < move->uses->family.len; i++) {
        SymbolPlace place = catalog_place(catalog, move->uses->family.ptr[i]);
        if (place.file == move->from.id && place.index != move->index + 1)
            return move_refuse(err, "it is declared in '%.*s' more than once",
                               STR_ARG(move->from.path));
    }
    if (!check_pasting(move, declared && !hidden, err) || !check_needs(move, err) ||
        !check_names(move, err) || !check_macros(move, fresh, err) ||
        (!fresh && !move_check_build(move, err)) || !put_includes(move, &includes, err))
        return false;
    if (fresh && includes.len)
        buf_put_byte(&includes, '\n');
    if (fresh)
        move_note(move, str_format(move->uses->request->arena, "add %.*s to the build",
                                   STR_ARG(move->to.path)));
    Str after = move_target(move, after_includes(move), buf_str(&includes));
    move_edit(move, EDIT_CHANGED, move->from.path, move->from.before, move_rest(move));
    move_edit(move, fresh ? EDIT_CREATED : EDIT_CHANGED, move->to.path, move->to.before, after);
    return true;
}

bool move_c(Move *move, Err *err)
{
    return is_header(move->to.path) ? move_header(move, err) : move_definition(move, err);
}
