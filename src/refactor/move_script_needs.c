/* What the moved code uses: imports go with it, and what stays in the old file must be exported
   there. */
#include "refactor/move_script.h"

#include "base/path.h"

static void add_need(Script *script, const ScriptStatement *source, const ScriptName *entry,
                     Str fallback, Str space)
{
    Arena *arena = script->move->uses->request->arena;
    ScriptStatement *need = VEC_PUSH(arena, &script->needs);
    need->type = source->type;
    need->target = source->target;
    need->module = source->module;
    need->fallback = fallback;
    need->space = space;
    if (entry)
        *VEC_PUSH(arena, &need->names) = *entry;
    if (source->module.len && source->module.ptr[0] == '.') {
        Str parts[] = {STR("/"), path_directory(script->move->from.path), STR("/"), source->module};
        Str path = path_normalise(arena, str_join_all(arena, parts, COUNT(parts)));
        need->module = script_relative(arena, path_directory(script_new_path(script)),
                                       str_from_offset(path, 1));
    }
}

/* Whether the moved code uses an imported name; *own: the other file declares it. */
static bool wants(const Script *script, Str rest, Str alias, bool *unused)
{
    const Move *move = script->move;
    bool react =
        str_equal(alias, STR("React")) && (str_find(move_text(move), STR("</")) != STR_NONE ||
                                           str_find(move_text(move), STR("/>")) != STR_NONE);
    if (!alias.len || (!react && !script_use(move, move_text(move), alias).free))
        return false;
    *unused = !react && !script_use(move, rest, alias).free;
    return true;
}

static bool is_own(const Script *script, const ScriptStatement *statement)
{
    return statement->target != FILE_NOWHERE && statement->target == script->move->to.id;
}

/* Notes the names of one import that go with the code, and drops those that the rest does not
   use. */
static bool take_import(Script *script, ScriptStatement *statement, Str rest, Err *err)
{
    bool unused = false;
    size_t kept = 0;
    if (wants(script, rest, statement->fallback, &unused)) {
        if (is_own(script, statement))
            return move_refuse(err, "it uses the default export of '%.*s'",
                               STR_ARG(script_new_path(script)));
        add_need(script, statement, NULL, statement->fallback, (Str){0});
        statement->touched |= unused;
        statement->fallback = unused ? (Str){0} : statement->fallback;
    }
    if (wants(script, rest, statement->space, &unused)) {
        if (is_own(script, statement))
            return move_refuse(err, "it uses '%.*s' as a whole", STR_ARG(script_new_path(script)));
        add_need(script, statement, NULL, (Str){0}, statement->space);
        statement->touched |= unused;
        statement->space = unused ? (Str){0} : statement->space;
    }
    for (size_t i = 0; i < statement->names.len; i++) {
        const ScriptName entry = statement->names.ptr[i];
        bool wanted = wants(script, rest, entry.alias, &unused);
        if (wanted && is_own(script, statement) && !str_equal(entry.name, entry.alias))
            return move_refuse(err, "it uses '%.*s' of '%.*s' under another name",
                               STR_ARG(entry.name), STR_ARG(script_new_path(script)));
        if (wanted && !is_own(script, statement))
            add_need(script, statement, &entry, (Str){0}, (Str){0});
        statement->touched |= wanted && unused;
        if (!wanted || !unused)
            statement->names.ptr[kept++] = entry;
    }
    statement->names.len = kept;
    return true;
}

/* Refuses when the moved code uses a name of an import that has no statement of its own. */
static bool check_others(const Script *script, Err *err)
{
    const Move *move = script->move;
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        if (script_statement_at(&script->from, import->start))
            continue;
        for (size_t b = 0; b < import->bindings.len; b++)
            if (import->bindings.ptr[b].alias.len &&
                script_use(move, move_text(move), import->bindings.ptr[b].alias).free)
                return move_refuse(err, "it uses '%.*s', whose import (line %u) is not understood",
                                   STR_ARG(import->bindings.ptr[b].alias), import->line);
    }
    return true;
}

/* Whether some module passes on all that the old file exports. */
static bool is_passed_on(const Script *script)
{
    const Catalog *catalog = script->move->uses->catalog;
    Arena arena = *script->move->uses->request->scratch;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        Arena scratch = arena;
        ImportLinkVec links = {0};
        if (!catalog->files.ptr[f].path.len)
            continue;
        catalog_imports(catalog, &scratch, f, &links);
        for (size_t i = 0; i < links.len; i++)
            if (links.ptr[i].target == script->move->from.id &&
                links.ptr[i].flags & BINDING_REEXPORT &&
                str_equal(catalog_name(catalog, links.ptr[i].name), STR("*")))
                return true;
    }
    return false;
}

/* Has the old file export a declaration, whose first words are at the beginning of a line. */
static bool export_left(Script *script, const Symbol *symbol)
{
    Str before = script->move->from.before;
    size_t line = symbol->name_start;
    while (line && before.ptr[line - 1] != '\n')
        line--;
    Str rest = str_slice(before, line, symbol->name_start), word;
    bool plain = line <= symbol->start && rest.len && !byte_is_space(before.ptr[line]);
    while (str_take_until(&rest, ' ', &word))
        plain &= !word.len || name_is_listed("function async const class abstract interface type "
                                             "enum function*",
                                             word);
    if (!plain || symbol->modifiers & (MODIFIER(EXPORTED) | MODIFIER(DEFAULT)) ||
        is_passed_on(script))
        return false;
    script_edit(script->move, &script->from, line, line, STR("export "));
    move_note(script->move,
              str_format(script->move->uses->request->arena, "%.*s of %.*s is exported now",
                         STR_ARG(symbol->name), STR_ARG(script->move->from.path)));
    return true;
}

/* What it uses of the old file. */
static bool take_left(Script *script, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->request->arena;
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        if (symbol->parent || symbol->kind == SYMBOL_EXPORT ||
            symbol->name_start == symbol->name_end ||
            (symbol->start >= move->start && symbol->start < move->end) ||
            !script_use(move, move_text(move), symbol->name).free)
            continue;
        if (script_use(move, move_text(move), symbol->name).written)
            return move_refuse(err, "it assigns '%.*s' of '%.*s' (line %u)", STR_ARG(symbol->name),
                               STR_ARG(move->from.path), symbol->start_line);
        bool named =
            symbol->modifiers & MODIFIER(EXPORTED) && !(symbol->modifiers & MODIFIER(DEFAULT));
        if (!named && !export_left(script, symbol))
            return move_refuse(err,
                               "it uses '%.*s', which '%.*s' (line %u) does not export by name",
                               STR_ARG(symbol->name), STR_ARG(move->from.path), symbol->start_line);
        bool type = symbol->kind == SYMBOL_INTERFACE || symbol->kind == SYMBOL_TYPE, known = false;
        for (size_t k = 0; k < symbols->len; k++) /* a value of the same name comes with the type */
            if (type && !symbols->ptr[k].parent && str_equal(symbols->ptr[k].name, symbol->name))
                type =
                    symbols->ptr[k].kind == SYMBOL_INTERFACE || symbols->ptr[k].kind == SYMBOL_TYPE;
        for (size_t k = 0; k < script->needs.len; k++)
            known |= script->needs.ptr[k].target == move->from.id &&
                     script->needs.ptr[k].names.len &&
                     str_equal(script->needs.ptr[k].names.ptr[0].name, symbol->name);
        if (known)
            continue;
        ScriptStatement source = {.type = type,
                                  .target = move->from.id,
                                  .module = script_module(move, &script->to, move->from.path)};
        ScriptName entry = {.name = symbol->name, .alias = symbol->name};
        if (!source.module.len)
            return move_refuse(err, "no import shows how '%.*s' would name '%.*s'",
                               STR_ARG(script_new_path(script)), STR_ARG(move->from.path));
        ScriptStatement *need = VEC_PUSH(arena, &script->needs);
        *need = source;
        *VEC_PUSH(arena, &need->names) = entry;
    }
    return true;
}

/* Whether code of the class itself, outside of its functions, calls something of the tree. */
static bool calls_early(const Move *move)
{
    const Outline *outline = &move->from.outline;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *call = &outline->references.ptr[i];
        bool later = false;
        if (call->kind != REFERENCE_CALL || call->start < move->start || call->start >= move->end)
            continue;
        for (uint32_t k = call->symbol; k; k = outline->symbols.ptr[k - 1].parent)
            later |= symbol_is_function(outline->symbols.ptr[k - 1].kind);
        const MoveWord *word =
            move_word(move, str_first_word(call->receiver.len ? call->receiver : call->name));
        if (!later && word && word->symbols.len)
            return true;
    }
    return false;
}

/* Refuses when the other file would newly load the old one, and that runs code, or the class does.
 */
static bool check_newly(const Script *script, Err *err)
{
    const Move *move = script->move;
    bool loads = false;
    for (size_t i = 0; i < script->needs.len; i++) {
        const ScriptStatement *need = &script->needs.ptr[i];
        bool type = need->type || (need->names.len && need->names.ptr[0].type);
        loads |= need->target == move->from.id && !type;
    }
    if (!loads || (!script->fresh && script_loads(move, move->to.id, move->from.id)))
        return true;
    uint32_t line = script->fresh ? 0 : move_runs_at(move, &move->from);
    if (line)
        return move_refuse(err, "'%.*s' would newly load '%.*s', which runs code then (line %u)",
                           STR_ARG(script_new_path(script)), STR_ARG(move->from.path), line);
    if (move->from.outline.symbols.ptr[move->index].kind == SYMBOL_CLASS && calls_early(move))
        return move_refuse(err, "it calls functions of the tree when it is loaded");
    return true;
}

bool script_take_needs(Script *script, Str rest, Err *err)
{
    for (size_t i = 0; i < script->from.statements.len; i++)
        if (!script->from.statements.ptr[i].exports &&
            !take_import(script, &script->from.statements.ptr[i], rest, err))
            return false;
    return check_others(script, err) && take_left(script, err) && check_newly(script, err);
}

/* ---- the other file ---- */

static Str need_alias(const ScriptStatement *need)
{
    return need->names.len   ? need->names.ptr[0].alias
           : need->space.len ? need->space
                             : need->fallback;
}

/* What a statement binds an alias to: the module's own name for it, `default`, or `*`. */
static Str bound_to(const ScriptStatement *statement, Str alias)
{
    for (size_t i = 0; i < statement->names.len; i++)
        if (str_equal(statement->names.ptr[i].alias, alias))
            return statement->names.ptr[i].name;
    return str_equal(statement->space, alias) ? STR("*") : STR("default");
}

/* An import of the other file that the moved code uses must be one of its own needs. */
static bool check_imported(const Script *script, Str alias, Err *err)
{
    const Move *move = script->move;
    if (!alias.len || !script_use(move, move_text(move), alias).free)
        return true;
    for (size_t i = 0; i < script->needs.len; i++)
        if (str_equal(need_alias(&script->needs.ptr[i]), alias))
            return true;
    if (str_equal(alias, move->uses->old))
        return true;
    return move_refuse(err, "'%.*s' is imported in '%.*s'", STR_ARG(alias),
                       STR_ARG(script_new_path(script)));
}

/* Whether code within the symbol runs only when something is called, or never. */
static bool is_run_later(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place =
        symbol == SYMBOL_NOWHERE ? (SymbolPlace){0} : catalog_place(catalog, symbol);
    const CatalogFile *row = catalog_row(catalog, place.file);
    for (uint32_t i = symbol == SYMBOL_NOWHERE ? 0 : place.index; i; i = row->entries[i].parent) {
        SymbolKind kind = (SymbolKind)row->entries[i].kind;
        if (symbol_is_function(kind) || kind == SYMBOL_INTERFACE || kind == SYMBOL_TYPE)
            return true;
    }
    return false;
}

/* Refuses when the other file needs it while it is loaded: the declaration would be at its end. */
static bool check_early_use(const Script *script, Err *err)
{
    const Move *move = script->move;
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    Str head = str_slice(move->from.before, symbol->start, symbol->name_start);
    if (script->is_type ||
        (symbol->kind == SYMBOL_FUNCTION && str_find(head, STR("function")) != STR_NONE))
        return true;
    for (size_t i = 0; i < move->uses->places.len; i++) {
        const RenamePlace *place = &move->uses->places.ptr[i];
        if (move->uses->files.ptr[place->file].id == move->to.id &&
            place->verdict <= RENAME_AMBIGUOUS && place->site.where == NAME_IN_CODE &&
            !script_statement_at(&script->to, place->site.start) &&
            !is_run_later(move->uses->catalog, place->within))
            return move_refuse(err, "'%.*s' (line %u) uses it before it would be declared",
                               STR_ARG(script_new_path(script)), place->site.line);
    }
    return true;
}

/* Refuses when the other file would load a module first that it did not load, and both do something
   while they are loaded. */
static bool check_load_order(const Script *script, Err *err)
{
    const Move *move = script->move;
    for (size_t i = 0; i < script->needs.len; i++) {
        const ScriptStatement *need = &script->needs.ptr[i];
        if (!need->type && script_runs_at_load(move, need->target) &&
            script_runs_at_load(move, move->to.id) &&
            !script_loads(move, move->to.id, need->target))
            return move_refuse(err, "'%.*s' would be loaded before what '%.*s' does first",
                               STR_ARG(move->uses->catalog->files.ptr[need->target].path),
                               STR_ARG(script_new_path(script)));
    }
    return true;
}

/* The other file need not import it any more. */
static bool drop_own_import(Script *script, Err *err)
{
    Move *move = script->move;
    bool imported = false;
    for (size_t i = 0; i < script->to.statements.len; i++) {
        ScriptStatement *statement = &script->to.statements.ptr[i];
        size_t kept = 0;
        for (size_t k = 0; k < statement->names.len; k++) {
            ScriptName entry = statement->names.ptr[k];
            bool same = str_equal(entry.name, move->uses->old) &&
                        str_equal(entry.alias, entry.name) && statement->target == move->from.id;
            if (str_equal(entry.name, move->uses->old) && !same &&
                script_use(move, move->to.before, entry.alias).free)
                return move_refuse(err, "'%.*s' names it in another way (%.*s)",
                                   STR_ARG(script_new_path(script)), STR_ARG(entry.alias));
            imported |= same;
            statement->touched |= same;
            if (!same)
                statement->names.ptr[kept++] = entry;
        }
        statement->names.len = kept;
    }
    if (imported && ((!script->is_type && !script_check_unloaded(script, &script->to, err)) ||
                     !check_early_use(script, err)))
        return false;
    if (!imported && script_use(move, move->to.before, move->uses->old).free)
        return move_refuse(err, "'%.*s' is used in '%.*s' already", STR_ARG(move->uses->old),
                           STR_ARG(script_new_path(script)));
    return true;
}

bool script_add_needs(Script *script, Err *err)
{
    const Move *move = script->move;
    if (!drop_own_import(script, err) || !check_load_order(script, err))
        return false;
    for (size_t i = 0; i < script->to.statements.len; i++) {
        const ScriptStatement *statement = &script->to.statements.ptr[i];
        if (statement->exports)
            continue;
        if (!check_imported(script, statement->fallback, err) ||
            !check_imported(script, statement->space, err))
            return false;
        for (size_t k = 0; k < statement->names.len; k++)
            if (!check_imported(script, statement->names.ptr[k].alias, err))
                return false;
    }
    for (size_t i = 0; i < script->needs.len; i++) {
        const ScriptStatement *need = &script->needs.ptr[i];
        Str alias = need_alias(need);
        bool there = false;
        for (size_t k = 0; k < script->to.statements.len; k++) {
            const ScriptStatement *statement = &script->to.statements.ptr[k];
            bool same = str_equal(statement->module, need->module) ||
                        (need->target != FILE_NOWHERE && statement->target == need->target);
            if (!script_has_alias(statement, alias))
                continue;
            same = same && str_equal(bound_to(statement, alias), bound_to(need, alias));
            there |= same;
            if (!same)
                return move_refuse(err, "'%.*s' means something else in '%.*s'", STR_ARG(alias),
                                   STR_ARG(script_new_path(script)));
        }
        if (!there && script_use(move, move->to.before, alias).free)
            return move_refuse(err, "'%.*s' is used in '%.*s' already", STR_ARG(alias),
                               STR_ARG(script_new_path(script)));
        if (!script_add(move, &script->to, need))
            return move_refuse(err, "'%.*s' imports '%.*s' as a type only",
                               STR_ARG(script_new_path(script)), STR_ARG(alias));
    }
    return true;
}
