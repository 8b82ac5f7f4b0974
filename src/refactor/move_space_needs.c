/* What the moved code uses: imports of its old file, and what its old namespace showed it. */
#include "refactor/move_space.h"

#include "text/lines.h"

/* Whether an import stands for a name that moved code has. */
static const Import *import_of(const Space *space, const Outline *outline, Str word)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        if (str_equal(space_seen(space->facts, &outline->imports.ptr[i]), word))
            return &outline->imports.ptr[i];
    return NULL;
}

/* Adds an import; the other file must not mean something else by the word. */
static bool need(Space *space, Str word, Str line, Err *err)
{
    size_t count = space->to.imports.len;
    space_add_import(space, &space->to, line);
    if (space->to.imports.len == count || space->fresh)
        return true;
    const Import *other = import_of(space, space->to.outline, word);
    if (other || space_has_word(space, &space->to, word, false))
        return move_refuse(err, "'%.*s' may mean something else in '%.*s'", STR_ARG(word),
                           STR_ARG(space->to.path));
    return true;
}

/* Whether both files import the same thing under the word. */
static bool is_there(const Space *space, Str word, Str whole)
{
    Arena *arena = space->move->uses->request->arena;
    const Import *other = import_of(space, space->to.outline, word);
    return other && str_equal(space_imported(arena, space->facts, other), whole);
}

static bool take_import(Space *space, const Import *import, Str word, Err *err)
{
    Arena *arena = space->move->uses->request->arena;
    Str whole = space_imported(arena, space->facts, import);
    bool own = str_equal(space_last(space->facts, whole), word);
    if (is_there(space, word, whole) ||
        (own && str_equal(space_outer(space->facts, whole), space->target) && space->target.len))
        return true;
    if (import->bindings.len > 1)
        return move_refuse(err, "it uses '%.*s', which is imported with others", STR_ARG(word));
    return need(space, word, space_statement(&space->from, import), err);
}

/* The imports of a name that the moved code sees without one. */
static bool take_symbols(Space *space, const MoveWord *word, Err *err)
{
    const Catalog *catalog = space->move->uses->catalog;
    Arena *arena = space->move->uses->request->arena;
    for (size_t i = 0; i < word->symbols.len; i++) {
        uint32_t symbol = word->symbols.ptr[i];
        if (rename_has(space->move->uses, symbol) || !space_is_top(space, symbol))
            continue;
        Str outer = space_of(space, symbol);
        if (space_sees(space, space->target, outer))
            continue;
        if (!outer.len && !space->facts->of_function)
            return move_refuse(err, "it uses '%.*s', which has no namespace", STR_ARG(word->text));
        Str whole = space->facts->whole ? outer
                    : outer.len         ? str_format(arena, "%.*s%s%.*s", STR_ARG(outer),
                                                     space->facts->separator, STR_ARG(word->text))
                                        : word->text;
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
        Str line = space_import_line(space, whole, kind);
        if (space->facts->whole
                ? !space_need_whole(space, whole, line, err)
                : !is_there(space, word->text, whole) && !need(space, word->text, line, err))
            return false;
    }
    return true;
}

/* The whole line of an import goes, as nothing uses it any more. */
static void drop_import(Space *space, const Import *import)
{
    Str before = space->from.before;
    size_t start = lines_start_at(before, import->start), end = import->end;
    while (end < before.len && before.ptr[end] != '\n')
        end++;
    Str around = str_trim(str_slice(before, start, end));
    if (str_equal(around, space_statement(&space->from, import)) && import->bindings.len <= 1)
        space_edit(space, &space->from, start, end + (end < before.len), (Str){0});
}

static void drop_imports(Space *space)
{
    for (size_t i = 0; i < space->from.outline->imports.len; i++) {
        const Import *import = &space->from.outline->imports.ptr[i];
        Str seen = space_seen(space->facts, import);
        Str line = space_statement(&space->from, import);
        if (seen.len && str_starts(line, str_from(space->facts->import)) &&
            move_word(space->move, seen) && !space_has_word(space, &space->from, seen, true))
            drop_import(space, import);
    }
}

/* A name that no code of the tree declares for the old namespace must not get a meaning in the new.
 */
static bool check_captures(const Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    for (size_t i = 0; i < space->move->words.len; i++) {
        const MoveWord *word = &space->move->words.ptr[i];
        uint32_t id = rename_name_id(uses, word->text);
        const Import *here = import_of(space, space->from.outline, word->text);
        const Import *there = import_of(space, space->to.outline, word->text);
        if (there && !here && word->bare && !word->symbols.len)
            return move_refuse(err, "'%.*s' may mean something else in '%.*s'", STR_ARG(word->text),
                               STR_ARG(space->to.path));
        if (!id || word->symbols.len || here || !word->bare)
            continue;
        IdSpan named = catalog_named(uses->catalog, id);
        for (size_t k = 0; k < named.len; k++)
            if (space_is_top(space, named.ptr[k]) &&
                symbol_is_type((SymbolKind)catalog_entry(uses->catalog, named.ptr[k])->kind) &&
                str_equal(space_of(space, named.ptr[k]), space->target) &&
                !str_equal(space->old, space->target))
                return move_refuse(err, "'%.*s' may mean something else in '%.*s'",
                                   STR_ARG(word->text), STR_ARG(space->target));
    }
    return true;
}

bool space_take_needs(Space *space, Err *err)
{
    if (!check_captures(space, err))
        return false;
    for (size_t i = 0; i < space->move->words.len; i++) {
        const MoveWord *word = &space->move->words.ptr[i];
        const Import *import = import_of(space, space->from.outline, word->text);
        if (import ? !take_import(space, import, word->text, err)
                   : word->bare && !take_symbols(space, word, err))
            return false;
    }
    if (!space_take_wholes(space, err))
        return false;
    drop_imports(space);
    return true;
}

/* ---- what is hidden ---- */

static bool is_hidden(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *row = catalog_row(catalog, place.file);
    const Entry *entry = &row->entries[place.index];
    const Entry *parent = &row->entries[entry->parent];
    bool open = entry->parent &&
                (parent->kind == SYMBOL_INTERFACE || parent->kind == SYMBOL_ENUM) &&
                !symbol_is_function((SymbolKind)entry->kind);
    open |= entry->parent && parent->kind == SYMBOL_INTERFACE;
    open |= entry->parent && parent->kind == SYMBOL_ENUM && entry->kind == SYMBOL_CONSTRUCTOR;
    return place.index && !open && !(entry->modifiers & (MODIFIER(PUBLIC) | MODIFIER(PRIVATE)));
}

/* Code of a folder of tests, which other code cannot use. */
static bool is_test(Str path)
{
    return str_starts(path, STR("test/")) || str_find(path, STR("/test/")) != STR_NONE;
}

/* What the references of the moved code lead to. */
typedef struct HiddenUse {
    const Space *space;
    uint32_t hidden;    /* a symbol that is hidden, or SYMBOL_NOWHERE */
    VEC(Str) undecided; /* names of references that may lead to any member */
} HiddenUse;

static bool is_inside(const Space *space, uint32_t symbol)
{
    SymbolPlace place = catalog_place(space->move->uses->catalog, symbol);
    return place.file == space->move->from.id && place.index > space->move->index &&
           place.index <= space->from.outline->symbols.ptr[space->move->index].next;
}

static bool is_hidden_here(const Space *space, uint32_t symbol)
{
    const Catalog *catalog = space->move->uses->catalog;
    const CatalogFile *row = catalog_row(catalog, catalog_place(catalog, symbol).file);
    return !is_inside(space, symbol) &&
           str_equal(catalog_name(catalog, row->package), space->old) &&
           (is_test(space->from.path) || !is_test(row->path)) && is_hidden(catalog, symbol);
}

static bool read_use(void *context, const Reference *reference, const EdgeVec *edges)
{
    HiddenUse *use = context;
    const Move *move = use->space->move;
    if (reference->start < move->start || reference->start >= move->end ||
        reference->kind == REFERENCE_BIND)
        return true;
    for (size_t i = 0; i < edges->len; i++)
        if (edges->ptr[i].callee != SYMBOL_NOWHERE &&
            is_hidden_here(use->space, edges->ptr[i].callee))
            use->hidden = edges->ptr[i].callee;
    if (!edges->len)
        *VEC_PUSH(move->uses->request->arena, &use->undecided) = reference->name;
    return true;
}

/* Whether the moved code uses, or may use, something that its namespace hides from others. */
static bool uses_hidden(const Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    HiddenUse use = {.space = space, .hidden = SYMBOL_NOWHERE};
    resolve_references(uses->resolver, uses->request->arena, space->move->from.id,
                       space->from.outline, read_use, &use);
    for (size_t i = 0; i < use.undecided.len && use.hidden == SYMBOL_NOWHERE; i++) {
        uint32_t id = rename_name_id(uses, use.undecided.ptr[i]);
        IdSpan named = id ? catalog_named(uses->catalog, id) : (IdSpan){0};
        for (size_t k = 0; k < named.len; k++)
            if (is_hidden_here(space, named.ptr[k]))
                use.hidden = named.ptr[k];
    }
    if (use.hidden == SYMBOL_NOWHERE)
        return false;
    Str name = catalog_name(uses->catalog, catalog_entry(uses->catalog, use.hidden)->name);
    return !move_refuse(err, "it may use '%.*s', which is not public", STR_ARG(name));
}

/* Whether code that stays has the name of something that the moved code hides from others. */
static bool hides_used(const Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    const CatalogFile *own = catalog_row(uses->catalog, space->move->from.id);
    const SymbolVec *symbols = &space->from.outline->symbols;
    uint32_t first = space->move->index, end = symbols->ptr[first].next;
    for (uint32_t f = 0; f < uses->catalog->files.len; f++) {
        const CatalogFile *row = &uses->catalog->files.ptr[f];
        Str text = {0};
        if (!row->path.len || row->package != own->package || row->language != own->language)
            continue;
        Arena scratch = *uses->request->scratch;
        if (f != space->move->from.id && !rename_read_text(uses, &scratch, row, &text))
            return !move_refuse(err, "'%.*s' cannot be read", STR_ARG(row->path));
        for (uint32_t i = first; i < end; i++) {
            const Symbol *symbol = &symbols->ptr[i];
            bool used = f == space->move->from.id
                            ? space_has_word(space, &space->from, symbol->name, true)
                            : lang_has_name(row->language, text, symbol->name);
            if (symbol->name.len && used && is_hidden(uses->catalog, own->first + i + 1))
                return !move_refuse(err, "'%.*s' may use '%.*s' of it, which is not public",
                                    STR_ARG(row->path), STR_ARG(symbol->name));
        }
    }
    return false;
}

/* Kotlin: what is private at the top level is seen in its file alone. */
static bool check_private(const Space *space, Err *err)
{
    const Catalog *catalog = space->move->uses->catalog;
    const Symbol *symbol = &space->from.outline->symbols.ptr[space->move->index];
    if (symbol->modifiers & MODIFIER(PRIVATE) &&
        space_has_word(space, &space->from, symbol->name, true))
        return move_refuse(err, "it is private, and '%.*s' uses it", STR_ARG(space->from.path));
    for (size_t i = 0; i < space->move->words.len; i++) {
        const MoveWord *word = &space->move->words.ptr[i];
        uint32_t id = rename_name_id(space->move->uses, word->text);
        IdSpan named = id ? catalog_named(space->move->uses->catalog, id) : (IdSpan){0};
        for (size_t k = 0; k < named.len; k++) {
            const Entry *entry = catalog_entry(catalog, named.ptr[k]);
            uint32_t file = catalog_place(catalog, named.ptr[k]).file;
            bool other = (file == space->move->from.id || file == space->move->to.id) &&
                         named.ptr[k] != space->move->uses->symbol;
            if (other && entry->modifiers & MODIFIER(PRIVATE) && space_is_top(space, named.ptr[k]))
                return move_refuse(err, "it may use '%.*s', which is private in '%.*s'",
                                   STR_ARG(word->text), STR_ARG(catalog->files.ptr[file].path));
        }
    }
    return true;
}

bool space_check_hidden(const Space *space, Err *err)
{
    if (space->facts->private_is_of_file && !check_private(space, err))
        return false;
    if (!space->facts->hides || str_equal(space->old, space->target))
        return true;
    return !uses_hidden(space, err) && !hides_used(space, err);
}
