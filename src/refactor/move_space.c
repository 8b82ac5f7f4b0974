/* Within one namespace only the imports of the two files matter. From one namespace to another,
   each file that names the symbol imports it from there. */
#include "refactor/move_space.h"

#include "languages_rename.h"

#include "base/path.h"
#include "refactor/move_proof.h"
#include "text/lines.h"

static const Symbol *symbol_of(const Space *space)
{
    return &space->move->from.outline.symbols.ptr[space->move->index];
}

/* Refuses a symbol of which another declaration is a part. */
static bool check_parts(const Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    for (size_t i = 0; i < uses->places.len; i++) {
        const RenamePlace *place = &uses->places.ptr[i];
        const RenameFile *file = &uses->files.ptr[place->file];
        bool inside = file->id == space->move->from.id && place->site.start >= space->move->start &&
                      place->site.start < space->move->end;
        if (place->declares && place->verdict <= RENAME_AMBIGUOUS && !inside)
            return move_refuse(err, "it is declared in '%.*s' (line %u), too",
                               STR_ARG(uses->catalog->files.ptr[file->id].path), place->site.line);
    }
    return true;
}

/* Refuses when the namespace has another symbol of the name already. */
static bool check_namesakes(const Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    IdSpan named = catalog_named(uses->catalog, rename_name_id(uses, uses->old));
    for (size_t i = 0; i < named.len; i++) {
        SymbolPlace place = catalog_place(uses->catalog, named.ptr[i]);
        bool other = named.ptr[i] != uses->symbol && space_is_top(space, named.ptr[i]) &&
                     str_equal(space_of(space, named.ptr[i]), space->target);
        if (other && (place.file != space->move->from.id || !rename_has(uses, named.ptr[i])))
            return move_refuse(err, "'%.*s' declares the name, too",
                               STR_ARG(uses->catalog->files.ptr[place.file].path));
    }
    return true;
}

static bool is_tied(const Space *space, Str text)
{
    const char *words = space->facts->tied;
    Str rest = words ? str_from(words) : (Str){0}, word;
    while (str_take_until(&rest, ' ', &word))
        if (lang_has_name(space->move->from.outline.language, text, word))
            return true;
    return false;
}

static bool check_places(const Space *space, Err *err)
{
    const char *words = space->facts->places;
    if (!space->facts->is_loaded && str_equal(space->old, space->target))
        return true;
    Str rest = words ? str_from(words) : (Str){0}, word;
    while (str_take_until(&rest, ' ', &word))
        if (move_word(space->move, word))
            return move_refuse(err, "its code depends on the file that it is in (%.*s)",
                               STR_ARG(word));
    return true;
}

/* A value that is computed would be computed earlier or later. */
static bool is_computed(const Space *space)
{
    const Symbol *symbol = symbol_of(space);
    Str text = str_slice(space->move->from.before, symbol->start, symbol->end);
    return (symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT ||
            symbol->kind == SYMBOL_PROPERTY) &&
           (str_find_byte(text, '(') != STR_NONE || str_find_byte(text, '{') != STR_NONE);
}

/* Whether printing a value of the type shows its namespace: its base is that of errors. */
static bool is_thrown(const Space *space)
{
    const Move *move = space->move;
    const ReferenceVec *references = &move->from.outline.references;
    for (size_t i = 0; space->facts->thrown && i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        Str rest = str_from(space->facts->thrown), end;
        if (reference->kind != REFERENCE_BASE || reference->start < move->start ||
            reference->start >= move->end)
            continue;
        while (str_take_until(&rest, ' ', &end))
            if (str_ends(reference->name, end))
                return true;
    }
    return false;
}

/* Refuses when code of the tree may show, or look up, the namespace of a type. */
static bool check_shown(const Space *space, Err *err)
{
    const Rename *uses = space->move->uses;
    if (str_equal(space->old, space->target) || !symbol_is_type(symbol_of(space)->kind))
        return true;
    if (is_thrown(space))
        return move_refuse(err, "the text of such an error shows its namespace");
    for (uint32_t i = 0; space->facts->shows && i < uses->catalog->files.len; i++) {
        const CatalogFile *row = &uses->catalog->files.ptr[i];
        Arena scratch = *uses->request->scratch;
        Str text = {0}, rest = str_from(space->facts->shows), mark;
        if (!row->path.len || row->language != space->move->from.outline.language)
            continue;
        if (!rename_read_text(uses, &scratch, row, &text))
            return move_refuse(err, "'%.*s' cannot be read", STR_ARG(row->path));
        bool named = lang_has_name(row->language, text, uses->old);
        while (named && str_take_until(&rest, '|', &mark))
            if (str_find(text, mark) != STR_NONE)
                return move_refuse(err, "'%.*s' may show the namespace of types (%.*s)",
                                   STR_ARG(row->path), STR_ARG(mark));
    }
    return true;
}

static bool check_symbol(const Space *space, Err *err)
{
    const Move *move = space->move;
    const Symbol *symbol = symbol_of(space);
    if (space->facts->types_only && !symbol_is_type(symbol->kind))
        return move_refuse(err, "only types can be, with all that they hold");
    if (!symbol->parent && lines_start_at(move->from.before, symbol->start) != symbol->start &&
        move->from.before.ptr[lines_start_at(move->from.before, symbol->start)] <= ' ')
        return move_refuse(err, "it is declared under a condition");
    if (is_tied(space, move->from.before) || is_tied(space, move->to.before))
        return move_refuse(err,
                           "one of the files has a declaration that may be tied to its file "
                           "(%s)",
                           space->facts->tied);
    if (is_computed(space))
        return move_refuse(err, "its value is computed, which would be done earlier or later");
    return check_parts(space, err) && check_namesakes(space, err) && check_places(space, err) &&
           check_shown(space, err);
}

/* Java: a public type is in the file of its name. */
static bool check_file_name(const Space *space, Err *err)
{
    const Symbol *symbol = symbol_of(space);
    Str base = path_base(space->move->to.path);
    Str stem = str_slice(
        base, 0, str_find_byte(base, '.') == STR_NONE ? base.len : str_find_byte(base, '.'));
    bool bound = space->move->uses->facts->files_have_type_names &&
                 (symbol->modifiers & MODIFIER(PUBLIC)) != 0;
    return !bound || str_equal(stem, symbol->name) ||
           move_refuse(err, "a public type must be in a file of its name, '%.*s'",
                       STR_ARG(symbol->name));
}

/* Switches of a file that its code depends on are the same. */
static bool check_switches(const Space *space, Err *err)
{
    const char *mark = space->facts->switches;
    if (!mark || space->fresh)
        return true;
    size_t a = str_find(space->from.before, str_from(mark));
    size_t b = str_find(space->to.before, str_from(mark));
    return (a == STR_NONE) == (b == STR_NONE) ||
           move_refuse(err, "only one of the files has `%s`", mark);
}

bool move_space(Move *move, Err *err)
{
    Space space = {.move = move, .facts = move->uses->facts->space};
    if (!space_find_names(&space, err) || !check_symbol(&space, err) ||
        !check_file_name(&space, err) || !check_switches(&space, err) ||
        !space_check_hidden(&space, err))
        return false;
    MoveProof *proof = move_proof_note(move);
    space_place(&space);
    if (!space_take_needs(&space, err) || !space_change_users(&space, err) ||
        (space.facts->is_loaded && !space_check_loads(&space, err)))
        return false;
    space_finish(&space);
    return move_prove(move, proof, err);
}
