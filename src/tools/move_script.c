/* TypeScript and JavaScript: a declaration goes to another module of its package. What it imports is
   imported there, what it uses of the old module must be exported there, and imports of it in other
   files name the new module. Whatever reaches it in a way that is not followed ends the move. */
#include "tools/move_script.h"

#include "languages_rename.h"

#include "base/path.h"

typedef struct Script {
    Move *move;
    ScriptFile from, to;
    VEC(ScriptStatement) needs; /* one name each, as the other file imports it */
    bool fresh, exported, is_type;
    bool back; /* the old file uses it */
} Script;

static Str new_path(const Script *script)
{
    return script->move->to.path;
}

/* ---- the symbol ---- */

/* Takes in overloads, which must follow each other. */
static bool take_overloads(Script *script, Err *err)
{
    Move *move = script->move;
    const SymbolVec *symbols = &move->from.outline.symbols;
    Str text = move->from.before;
    const Symbol *first = NULL, *last = NULL;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        if (symbol->parent || symbol->kind == SYMBOL_EXPORT ||
            !str_equal(symbol->name, move->uses->old))
            continue;
        if (first && (first->kind != SYMBOL_FUNCTION || symbol->kind != SYMBOL_FUNCTION))
            return move_refuse(err, "it is declared more than once, and declarations merge");
        if (last && str_trim(str_slice(text, last->end, symbol->lead)).len)
            return move_refuse(err, "its overloads do not follow each other");
        first = first ? first : symbol;
        last = symbol;
    }
    if (first == last || !first)
        return true;
    size_t start = first->lead, end = last->end;
    while (start && text.ptr[start - 1] != '\n')
        start--;
    while (end < text.len && text.ptr[end] != '\n')
        end++;
    if (!byte_is_space(text.ptr[start]) && str_trim(str_slice(text, start, first->lead)).len)
        return move_refuse(err, "other code is in its lines");
    move->start = (uint32_t)start;
    move->end = (uint32_t)(end + (end < text.len));
    move->code = first->start;
    return true;
}

/* The declaration's first words, decorators left out where they are one line each. */
static bool is_plain_value(const Script *script, const Symbol *symbol)
{
    Str head = str_slice(script->move->from.before, symbol->start, symbol->name_start);
    Str rest = head, word;
    bool constant = false;
    while (str_take_until(&rest, ' ', &word)) {
        if (!word.len)
            continue;
        constant |= str_equal(word, STR("const"));
        if (!name_is_listed("export const declare", word))
            return false;
    }
    return constant;
}

static bool check_symbol(Script *script, Err *err)
{
    Move *move = script->move;
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    Str text = move->from.before;
    Str head = str_slice(text, symbol->start, symbol->name_start);
    bool value = symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT ||
                 str_find(head, STR("const ")) != STR_NONE ||
                 (symbol->kind == SYMBOL_FUNCTION && str_find(head, STR("function")) == STR_NONE);
    bool known = value || symbol->kind == SYMBOL_FUNCTION || symbol->kind == SYMBOL_CLASS ||
                 symbol->kind == SYMBOL_INTERFACE || symbol->kind == SYMBOL_TYPE ||
                 symbol->kind == SYMBOL_ENUM;
    if (!known)
        return move_refuse(err, "a %.*s cannot be", STR_ARG(symbol_kind_name(symbol->kind)));
    if (symbol->modifiers & MODIFIER(DEFAULT))
        return move_refuse(err, "it is the default export of '%.*s'", STR_ARG(move->from.path));
    if (value && symbol->kind != SYMBOL_ENUM && !is_plain_value(script, symbol))
        return move_refuse(err, "it is no `const` of its own");
    for (size_t i = 0; i < move->uses->family.len; i++)
        if (catalog_place(move->uses->catalog, move->uses->family.ptr[i]).file != move->from.id)
            return move_refuse(err, "it is declared in another file, too");
    script->exported = symbol->modifiers & MODIFIER(EXPORTED);
    script->is_type = symbol->kind == SYMBOL_INTERFACE || symbol->kind == SYMBOL_TYPE;
    return take_overloads(script, err);
}

/* ---- the files ---- */

static Str package_folder(const Move *move, Str path)
{
    Arena *arena = move->uses->call->arena;
    Str folder = path_directory(path);
    for (;;) {
        bool top = !folder.len || str_equal(folder, STR("."));
        Str settings = top ? STR("package.json") : path_join(arena, folder, STR("package.json"));
        if (top || catalog_find_file(move->uses->catalog, settings) != FILE_NOWHERE)
            return top ? (Str){0} : folder;
        folder = path_directory(folder);
    }
}

static bool is_module(const ScriptFile *file)
{
    Str rest = file->text, line;
    bool found = file->statements.len > 0;
    while (!found && str_take_line(&rest, &line))
        found = str_starts(line, STR("export ")) || str_starts(line, STR("export{"));
    return found;
}

/* The first line if it is a directive such as 'use client', or one that says how a file is
   compiled. */
static Str directive(Str text)
{
    Str rest = text, line;
    while (str_take_line(&rest, &line)) {
        line = str_trim(line);
        bool pragma = str_find(line, STR("@jsx")) != STR_NONE ||
                      str_find(line, STR("@ts-nocheck")) != STR_NONE;
        if (str_find(line, STR("use strict")) == 1)
            continue; /* modules are strict anyway */
        if (pragma || (line.len && byte_in(line.ptr[0], "\"'")))
            return line;
        if (line.len && !byte_in(line.ptr[0], "/*#"))
            break;
    }
    return (Str){0};
}

static bool check_text(const Script *script, Err *err)
{
    static const char *const own[] = {"import.meta", "__dirname", "__filename"};
    static const char *const relative[] = {"import(", "require("};
    const Move *move = script->move;
    Str text = move_text(move);
    bool same = str_equal(path_directory(move->from.path), path_directory(move->to.path));
    for (size_t i = 0; i < COUNT(own); i++)
        if (str_find(text, str_from(own[i])) != STR_NONE)
            return move_refuse(err, "it depends on the module that it is in (%s)", own[i]);
    for (size_t i = 0; i < COUNT(relative) && !same; i++)
        if (str_find(text, str_from(relative[i])) != STR_NONE)
            return move_refuse(err, "it names a module at run time (%s…), from its own folder",
                               relative[i]);
    return true;
}

static bool check_files(const Script *script, Err *err)
{
    const Move *move = script->move;
    Str from = move->from.path, to = move->to.path;
    if (str_find(from, STR(".d.")) != STR_NONE || str_find(to, STR(".d.")) != STR_NONE)
        return move_refuse(err, "one of the files has declarations only");
    if (!str_equal(package_folder(move, from), package_folder(move, to)))
        return move_refuse(err, "'%.*s' is of another package", STR_ARG(to));
    if (!is_module(&script->from))
        return move_refuse(err, "'%.*s' has no `import` and no `export`: it is no ES module",
                           STR_ARG(from));
    if (!script->fresh && str_trim(move->to.before).len &&
        !is_module(&script->to))
        return move_refuse(err, "'%.*s' has no `import` and no `export`: it is no ES module",
                           STR_ARG(to));
    if (!str_equal(directive(move->from.before), directive(move->to.before)))
        return move_refuse(err, "only one of the files begins with %.*s",
                           STR_ARG(directive(move->from.before).len ? directive(move->from.before)
                                                                    : directive(move->to.before)));
    return check_text(script, err);
}

/* ---- what it needs ---- */

static void add_need(Script *script, const ScriptStatement *source, const ScriptName *entry, Str fallback,
                     Str space)
{
    Arena *arena = script->move->uses->call->arena;
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
        need->module = script_relative(arena, path_directory(new_path(script)),
                                       str_from_offset(path, 1));
    }
}

/* Whether the moved code uses an imported name; *own: the other file declares it. */
static bool wants(const Script *script, Str rest, Str alias, bool *unused)
{
    const Move *move = script->move;
    bool react = str_equal(alias, STR("React")) && (str_find(move_text(move), STR("</")) != STR_NONE ||
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
            return move_refuse(err, "it uses the default export of '%.*s'", STR_ARG(new_path(script)));
        add_need(script, statement, NULL, statement->fallback, (Str){0});
        statement->touched |= unused;
        statement->fallback = unused ? (Str){0} : statement->fallback;
    }
    if (wants(script, rest, statement->space, &unused)) {
        if (is_own(script, statement))
            return move_refuse(err, "it uses '%.*s' as a whole", STR_ARG(new_path(script)));
        add_need(script, statement, NULL, (Str){0}, statement->space);
        statement->touched |= unused;
        statement->space = unused ? (Str){0} : statement->space;
    }
    for (size_t i = 0; i < statement->names.len; i++) {
        const ScriptName entry = statement->names.ptr[i];
        bool wanted = wants(script, rest, entry.alias, &unused);
        if (wanted && is_own(script, statement) && !str_equal(entry.name, entry.alias))
            return move_refuse(err, "it uses '%.*s' of '%.*s' under another name",
                               STR_ARG(entry.name), STR_ARG(new_path(script)));
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

/* What it uses of the old file. */
static bool take_left(Script *script, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->call->arena;
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        if (symbol->parent || symbol->kind == SYMBOL_EXPORT || symbol->name_start == symbol->name_end ||
            (symbol->start >= move->start && symbol->start < move->end) ||
            !script_use(move, move_text(move), symbol->name).free)
            continue;
        if (!(symbol->modifiers & MODIFIER(EXPORTED)) || symbol->modifiers & MODIFIER(DEFAULT))
            return move_refuse(err, "it uses '%.*s', which '%.*s' (line %u) does not export by name",
                               STR_ARG(symbol->name), STR_ARG(move->from.path), symbol->start_line);
        bool type = symbol->kind == SYMBOL_INTERFACE || symbol->kind == SYMBOL_TYPE, known = false;
        for (size_t k = 0; k < symbols->len; k++) /* a value of the same name comes with the type */
            if (type && !symbols->ptr[k].parent && str_equal(symbols->ptr[k].name, symbol->name))
                type = symbols->ptr[k].kind == SYMBOL_INTERFACE ||
                       symbols->ptr[k].kind == SYMBOL_TYPE;
        for (size_t k = 0; k < script->needs.len; k++)
            known |= script->needs.ptr[k].target == move->from.id && script->needs.ptr[k].names.len &&
                     str_equal(script->needs.ptr[k].names.ptr[0].name, symbol->name);
        if (known)
            continue;
        ScriptStatement source = {.type = type, .target = move->from.id,
                                  .module = script_module(move, &script->to, move->from.path)};
        ScriptName entry = {.name = symbol->name, .alias = symbol->name};
        if (!source.module.len)
            return move_refuse(err, "no import shows how '%.*s' would name '%.*s'",
                               STR_ARG(new_path(script)), STR_ARG(move->from.path));
        ScriptStatement *need = VEC_PUSH(arena, &script->needs);
        *need = source;
        *VEC_PUSH(arena, &need->names) = entry;
    }
    return true;
}

/* ---- the other file ---- */

static bool has_alias(const ScriptStatement *statement, Str alias)
{
    bool found = alias.len && (str_equal(statement->fallback, alias) ||
                               str_equal(statement->space, alias));
    for (size_t i = 0; i < statement->names.len; i++)
        found |= str_equal(statement->names.ptr[i].alias, alias);
    return found && !statement->exports;
}

/* The name of the other file that the moved code would use by mistake, or that is there already. */
static bool check_target(const Script *script, Err *err)
{
    const Move *move = script->move;
    const SymbolVec *symbols = &move->to.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        Str name = symbols->ptr[i].name;
        bool own = str_equal(name, move->uses->old), meant = false;
        if (symbols->ptr[i].parent || symbols->ptr[i].kind == SYMBOL_EXPORT)
            continue;
        for (size_t k = 0; k < script->from.statements.len; k++)
            meant |= is_own(script, &script->from.statements.ptr[k]) &&
                     has_alias(&script->from.statements.ptr[k], name);
        if (own || (!meant && script_use(move, move_text(move), name).free))
            return move_refuse(err, "'%.*s' is declared in '%.*s' (line %u), too", STR_ARG(name),
                               STR_ARG(new_path(script)), symbols->ptr[i].start_line);
    }
    return true;
}

static Str need_alias(const ScriptStatement *need)
{
    return need->names.len     ? need->names.ptr[0].alias
           : need->space.len   ? need->space
                               : need->fallback;
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
                       STR_ARG(new_path(script)));
}

static bool add_needs(Script *script, Err *err)
{
    const Move *move = script->move;
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
            there |= has_alias(statement, alias) && same;
            if (has_alias(statement, alias) && !same)
                return move_refuse(err, "'%.*s' means something else in '%.*s'", STR_ARG(alias),
                                   STR_ARG(new_path(script)));
        }
        if (!there && script_use(move, move->to.before, alias).free)
            return move_refuse(err, "'%.*s' is used in '%.*s' already", STR_ARG(alias),
                               STR_ARG(new_path(script)));
        if (!script_add(move, &script->to, need))
            return move_refuse(err, "'%.*s' imports '%.*s' as a type only",
                               STR_ARG(new_path(script)), STR_ARG(alias));
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
            if (str_equal(entry.name, move->uses->old) && !same && script_use(move, move->to.before, entry.alias).free)
                return move_refuse(err, "'%.*s' names it in another way (%.*s)",
                                   STR_ARG(new_path(script)), STR_ARG(entry.alias));
            imported |= same;
            statement->touched |= same;
            if (!same)
                statement->names.ptr[kept++] = entry;
        }
        statement->names.len = kept;
    }
    if (!imported && script_use(move, move->to.before, move->uses->old).free)
        return move_refuse(err, "'%.*s' is used in '%.*s' already", STR_ARG(move->uses->old),
                           STR_ARG(new_path(script)));
    return true;
}

/* ---- modules that load each other ---- */

/* Refuses when a module would newly load the other file, and that loads it. */
static bool check_cycle(const Script *script, uint32_t file, Err *err)
{
    const Move *move = script->move;
    bool loaded = script_loads(move, move->to.id, file);
    for (size_t i = 0; i < script->needs.len && !loaded; i++)
        loaded = !script->needs.ptr[i].type && !(script->needs.ptr[i].names.len && script->needs.ptr[i].names.ptr[0].type) &&
                 script_loads(move, script->needs.ptr[i].target, file);
    if (!loaded || script_loads_directly(move, file, move->to.id))
        return true;
    return move_refuse(err, "'%.*s' and '%.*s' would import each other",
                       STR_ARG(move->uses->catalog->files.ptr[file].path), STR_ARG(new_path(script)));
}

static bool check_needed_cycles(const Script *script, Err *err)
{
    const Move *move = script->move;
    for (size_t i = 0; i < script->needs.len; i++) {
        const ScriptStatement *need = &script->needs.ptr[i];
        bool type = need->type || (need->names.len && need->names.ptr[0].type);
        if (!type && !script_loads_directly(move, move->to.id, need->target) &&
            script_loads(move, need->target, move->to.id))
            return move_refuse(err, "'%.*s' and '%.*s' would import each other",
                               STR_ARG(move->uses->catalog->files.ptr[need->target].path),
                               STR_ARG(new_path(script)));
    }
    return true;
}

/* ---- imports of it ---- */

/* The new module as another file names it, in the way in which it named the old one. */
static Str renamed_module(const Script *script, const ScriptFile *file, Str module)
{
    const Move *move = script->move;
    Arena *arena = move->uses->call->arena;
    if (module.ptr[0] == '.')
        return script_module(move, file, new_path(script));
    static const char *const heads[] = {"@/", "~/", "#/"};
    bool custom = false;
    for (size_t i = 0; i < COUNT(heads); i++)
        custom |= str_starts(module, str_from(heads[i]));
    Str old = move->from.path, new = new_path(script);
    old = str_slice(old, 0, old.len - path_extension(old).len - 1);
    new = str_slice(new, 0, new.len - path_extension(new).len - 1);
    Str rest = custom ? str_from_offset(module, 2) : module;
    if (!str_ends(old, rest) || (old.len > rest.len && old.ptr[old.len - rest.len - 1] != '/'))
        return (Str){0};
    Str root = str_slice(old, 0, old.len - rest.len);
    if (!str_starts(new, root) || !str_find(rest, STR("/")) || (!custom && !root.len))
        return (Str){0};
    return str_join(arena, str_slice(module, 0, module.len - rest.len),
                    str_from_offset(new, root.len));
}

/* Changes one statement of another file. */
static bool change_statement(Script *script, ScriptFile *file, size_t index, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->call->arena;
    ScriptStatement *statement = &file->statements.ptr[index];
    Str module = renamed_module(script, file, statement->module);
    size_t kept = 0, count = statement->names.len;
    bool type = true, changed = false;
    ScriptStatement fresh = {0};
    for (size_t i = 0; i < count; i++) {
        ScriptName entry = statement->names.ptr[i];
        if (!str_equal(entry.name, move->uses->old)) {
            statement->names.ptr[kept++] = entry;
            continue;
        }
        if (changed)
            return move_refuse(err, "'%.*s' imports it twice", STR_ARG(file->path));
        fresh = (ScriptStatement){.exports = statement->exports,
                                     .type = statement->type,
                                     .target = move->to.id,
                                     .module = module};
        *VEC_PUSH(arena, &fresh.names) = entry;
        type = statement->type || entry.type || script->is_type;
        changed = true;
    }
    if (!changed)
        return true;
    if (!module.len)
        return move_refuse(err, "'%.*s' imports it from '%.*s'; how it would name the new module is "
                                "not known",
                           STR_ARG(file->path), STR_ARG(statement->module));
    statement->names.len = kept;
    statement->touched = true;
    if (!type && !check_cycle(script, file->id, err))
        return false;
    if (!script_add(move, file, &fresh))
        return move_refuse(err, "'%.*s' imports it as a type only", STR_ARG(file->path));
    return true;
}

/* Whether a place outside of the old file is followed by the changes. */
static bool check_place(const Script *script, const ScriptFile *file, const RenamePlace *place,
                        Err *err)
{
    const Move *move = script->move;
    const NameSite *site = &place->site;
    const ScriptStatement *around = script_statement_at(file, site->start);
    size_t dot = site->start - MIN(site->start, (uint32_t)2);
    if (site->where == NAME_IN_COMMENT && str_starts(str_from_offset(file->text, dot), STR(").")))
        return move_refuse(err, "a comment of '%.*s' (line %u) imports it", STR_ARG(file->path),
                           site->line);
    if (site->where != NAME_IN_CODE || place->verdict > RENAME_AMBIGUOUS)
        return true;
    bool followed = false;
    for (size_t i = 0; i < file->statements.len && !around; i++) {
        const ScriptStatement *statement = &file->statements.ptr[i];
        bool space = site->access == ACCESS_MEMBER && site->qualifier.len &&
                     str_equal(statement->space, site->qualifier);
        followed |= space && script_offers(move, statement->target, move->uses->old);
        followed |= site->access == ACCESS_NONE && has_alias(statement, move->uses->old);
    }
    if (around)
        followed = around->target == move->from.id ||
                   script_offers(move, around->target, move->uses->old);
    if (followed)
        return true;
    return move_refuse(err, "'%.*s' (line %u) reaches it in a way that is not followed",
                       STR_ARG(file->path), site->line);
}

/* Whether a file loads the old module at run time, or replaces it in a test. */
static bool check_file(const Script *script, const ScriptFile *file, Err *err)
{
    const Move *move = script->move;
    Str base = path_base(move->from.path), rest = file->text;
    Str stem = str_slice(base, 0, base.len - path_extension(base).len - 1);
    for (size_t i = 0; i < file->outline->imports.len; i++) {
        const Import *import = &file->outline->imports.ptr[i];
        Str last = path_base(import->name);
        if (!script_statement_at(file, import->start) && str_starts(last, stem) &&
            (last.len == stem.len || last.ptr[stem.len] == '.'))
            return move_refuse(err, "'%.*s' (line %u) imports '%.*s' in a way that is not followed",
                               STR_ARG(file->path), import->line, STR_ARG(import->name));
    }
    for (size_t at; (at = str_find(rest, STR("mock("))) != STR_NONE;) {
        rest = str_from_offset(rest, at + strlen("mock("));
        if (str_find(str_slice(rest, 0, str_find_byte(rest, '\n')), stem) != STR_NONE)
            return move_refuse(err, "'%.*s' replaces '%.*s' in a test", STR_ARG(file->path),
                               STR_ARG(base));
    }
    return true;
}

/* Refuses when generated code that names the symbol has the old module's name. */
static bool check_generated(const Script *script, const ScriptFile *file, const RenamePlace *place,
                            Err *err)
{
    Str base = path_base(script->move->from.path);
    Str stem = str_slice(base, 0, base.len - path_extension(base).len - 1);
    if (place->verdict != RENAME_GENERATED ||
        str_find(file->text, str_join(script->move->uses->call->arena, STR("/"), stem)) == STR_NONE)
        return true;
    return move_refuse(err, "'%.*s' (line %u) is generated, and may import it",
                       STR_ARG(file->path), place->site.line);
}

static bool change_file(Script *script, size_t index, Err *err)
{
    Move *move = script->move;
    const RenameFile *row = &move->uses->files.ptr[index];
    ScriptFile file = {.path = move->uses->catalog->files.ptr[row->id].path,
                       .text = row->text,
                       .id = row->id,
                       .outline = &row->outline};
    bool meant = false;
    for (size_t i = 0; i < move->uses->places.len; i++)
        meant |= move->uses->places.ptr[i].file == index &&
                 move->uses->places.ptr[i].verdict <= RENAME_AMBIGUOUS;
    const RenameFacts *facts = row->language ? rename_facts(row->language) : NULL;
    for (size_t i = 0; i < move->uses->places.len; i++)
        if (move->uses->places.ptr[i].file == index &&
            !check_generated(script, &file, &move->uses->places.ptr[i], err))
            return false;
    if (!row->is_code)
        return true;
    if (meant && (!facts || facts->move != move->uses->facts->move))
        return move_refuse(err, "'%.*s' uses it, and is no module that can be changed",
                           STR_ARG(file.path));
    script_open(move, &file);
    if (!check_file(script, &file, err))
        return false;
    for (size_t i = 0; i < move->uses->places.len; i++)
        if (move->uses->places.ptr[i].file == index &&
            !check_place(script, &file, &move->uses->places.ptr[i], err))
            return false;
    size_t count = file.statements.len;
    for (size_t i = 0; i < count; i++)
        if (file.statements.ptr[i].target == move->from.id &&
            !change_statement(script, &file, i, err))
            return false;
    move_edit(move, EDIT_CHANGED, file.path, file.text, script_text(move, &file, 0, 0));
    return true;
}

static bool change_importers(Script *script, Err *err)
{
    const Move *move = script->move;
    for (size_t f = 0; f < move->uses->files.len && script->exported; f++) {
        uint32_t id = move->uses->files.ptr[f].id;
        if (id != move->from.id && id != move->to.id && !change_file(script, f, err))
            return false;
    }
    return true;
}

/* ---- writing ---- */

/* The old file imports it from the new place. */
static bool import_back(Script *script, Str rest, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->call->arena;
    ScriptUse use = script_use(move, rest, move->uses->old);
    if (use.listed)
        return move_refuse(err, "'%.*s' exports it in a list", STR_ARG(move->from.path));
    if (use.extended)
        return move_refuse(err, "'%.*s' adds members to it", STR_ARG(move->from.path));
    script->back = use.free;
    if (!use.free)
        return true;
    ScriptStatement wanted = {.type = script->is_type,
                              .target = move->to.id,
                              .module = script_module(move, &script->from, new_path(script))};
    *VEC_PUSH(arena, &wanted.names) = (ScriptName){.name = move->uses->old, .alias = move->uses->old};
    if (!wanted.module.len)
        return move_refuse(err, "no import shows how '%.*s' would name '%.*s'",
                           STR_ARG(move->from.path), STR_ARG(new_path(script)));
    if (!script->is_type && !check_cycle(script, move->from.id, err))
        return false;
    if (!script_add(move, &script->from, &wanted))
        return move_refuse(err, "'%.*s' imports it as a type only", STR_ARG(move->from.path));
    move_note(move, str_format(arena, "%.*s imports it from there", STR_ARG(move->from.path)));
    return true;
}

static bool put_files(Script *script, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->call->arena;
    size_t end = move_cut_end(move);
    Str rest = script_text(move, &script->from, move->start, end), text = move_text(move);
    size_t code = move->code - move->start;
    Buf out = buf_open(arena, 0);
    if (end == move->from.before.len)
        rest = str_join(arena, str_trim_end(rest), str_trim(rest).len ? STR("\n") : (Str){0});
    buf_put(&out, str_trim_end(script_text(move, &script->to, 0, 0)));
    buf_put(&out, out.len ? STR("\n\n") : (Str){0});
    if (script->back && !script->exported) {
        if (text.ptr[code] == '@')
            return move_refuse(err, "it is not exported, and '%.*s' uses it",
                               STR_ARG(move->from.path));
        text = str_join(arena, str_slice(text, 0, code),
                        str_join(arena, STR("export "), str_from_offset(text, code)));
        move_note(move, STR("it is exported now"));
    }
    buf_put(&out, text);
    move_edit(move, EDIT_CHANGED, move->from.path, move->from.before, rest);
    move_edit(move, script->fresh ? EDIT_CREATED : EDIT_CHANGED, move->to.path, move->to.before,
              buf_str(&out));
    return true;
}

/* The old file without its import statements and what is moved: what is left to use names. */
static Str rest_of(const Script *script)
{
    const Move *move = script->move;
    Str text = str_copy(move->uses->call->arena, move->from.before);
    char *bytes = (char *)text.ptr;
    memset(bytes + move->start, ' ', move->end - move->start);
    for (size_t i = 0; i < script->from.statements.len; i++) {
        const ScriptStatement *statement = &script->from.statements.ptr[i];
        memset(bytes + statement->start, ' ', statement->end - statement->start);
    }
    return text;
}

static void open_files(Script *script)
{
    Move *move = script->move;
    script->from = (ScriptFile){.path = move->from.path,
                                .text = move->from.before,
                                .id = move->from.id,
                                .outline = &move->from.outline};
    script->to = (ScriptFile){.path = move->to.path,
                              .text = move->to.before,
                              .id = move->to.id,
                              .outline = &move->to.outline};
    script->fresh = move->to.id == FILE_NOWHERE && !move->to.before.len;
    script_open(move, &script->from);
    script_open(move, &script->to);
    for (size_t i = 0; i < move->uses->files.len; i++) {
        const RenameFile *row = &move->uses->files.ptr[i];
        ScriptFile other = {.path = move->uses->catalog->files.ptr[row->id].path,
                            .text = row->text,
                            .id = row->id,
                            .outline = &row->outline};
        if (script->from.style != SCRIPT_STYLE_UNKNOWN || !row->is_code)
            break;
        script_open(move, &other);
        script_take_style(&script->from, &other);
    }
    script_take_style(&script->to, &script->from);
    script_take_style(&script->from, &script->to);
}

bool move_script(Move *move, Err *err)
{
    Script script = {.move = move};
    if (!check_symbol(&script, err))
        return false;
    open_files(&script);
    Str rest = rest_of(&script);
    if (!check_files(&script, err) || !check_target(&script, err) || !check_others(&script, err))
        return false;
    for (size_t i = 0; i < script.from.statements.len; i++)
        if (!script.from.statements.ptr[i].exports &&
            !take_import(&script, &script.from.statements.ptr[i], rest, err))
            return false;
    if (!take_left(&script, err) || !drop_own_import(&script, err) || !add_needs(&script, err) ||
        !check_needed_cycles(&script, err) || !change_importers(&script, err) ||
        !import_back(&script, rest, err) || !put_files(&script, err))
        return false;
    if (script.exported)
        script_note_stars(move);
    return true;
}
