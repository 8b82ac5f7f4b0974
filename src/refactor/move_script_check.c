/* What cannot be moved: declarations that are more than one name, and files that differ in more
   than their place. */
#include "refactor/move_script.h"

#include "base/path.h"
#include "index/catalog/ambient.h"
#include "text/lines.h"

/* ---- the symbol ---- */

/* Whether a statement only offers what is declared elsewhere: `exports.name = name`. */
static bool is_offer(Str text)
{
    return str_starts(text, STR("exports.")) || str_starts(text, STR("module.exports."));
}

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
            !str_equal(symbol->name, move->uses->old) ||
            is_offer(str_from_offset(text, symbol->start)))
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
    size_t start = lines_start_at(text, first->lead), end = last->end;
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

/* Refuses when a function or a class of the tree computes the value: what it does besides would
   come sooner or later than before. */
static bool check_effects(const Move *move, const Symbol *symbol, Err *err)
{
    const Outline *outline = &move->from.outline;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *call = &outline->references.ptr[i];
        if (call->kind != REFERENCE_CALL || call->symbol != move->index + 1 ||
            call->start < symbol->name_end || call->start >= symbol->end)
            continue;
        Str root = str_first_word(call->receiver.len ? call->receiver : call->name);
        const MoveWord *word = move_word(move, root);
        if (word && word->symbols.len)
            return move_refuse(err, "'%.*s' runs when its module is loaded (line %u)",
                               STR_ARG(call->name), call->line);
    }
    return true;
}

bool script_check_symbol(Script *script, Err *err)
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
    if (value && symbol->kind != SYMBOL_ENUM && symbol->kind != SYMBOL_FUNCTION &&
        !check_effects(move, symbol, err))
        return false;
    for (size_t i = 0; i < move->uses->family.len; i++)
        if (catalog_place(move->uses->catalog, move->uses->family.ptr[i]).file != move->from.id)
            return move_refuse(err, "it is declared in another file, too");
    script->exported = symbol->modifiers & MODIFIER(EXPORTED);
    script->is_type = symbol->kind == SYMBOL_INTERFACE || symbol->kind == SYMBOL_TYPE;
    return take_overloads(script, err);
}

/* ---- the files ---- */

bool script_is_module(const ScriptFile *file)
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
    static const char *const own[] = {"import.meta",  "__dirname",      "__filename",
                                      "require.main", "module.exports", "module.id"};
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

bool script_check_files(const Script *script, Err *err)
{
    const Move *move = script->move;
    Str from = move->from.path, to = move->to.path;
    if (str_find(from, STR(".d.")) != STR_NONE || str_find(to, STR(".d.")) != STR_NONE)
        return move_refuse(err, "one of the files has declarations only");
    if (!str_equal(ambient_package(move->uses->catalog, from),
                   ambient_package(move->uses->catalog, to)))
        return move_refuse(err, "'%.*s' is of another package", STR_ARG(to));
    if (!script_is_module(&script->from))
        return move_refuse(err, "'%.*s' has no `import` and no `export`: it is no ES module",
                           STR_ARG(from));
    if (!script->fresh && str_trim(move->to.before).len && !script_is_module(&script->to))
        return move_refuse(err, "'%.*s' has no `import` and no `export`: it is no ES module",
                           STR_ARG(to));
    if (!str_equal(directive(move->from.before), directive(move->to.before)))
        return move_refuse(err, "only one of the files begins with %.*s",
                           STR_ARG(directive(move->from.before).len ? directive(move->from.before)
                                                                    : directive(move->to.before)));
    return check_text(script, err);
}

/* ---- names ---- */

bool script_has_alias(const ScriptStatement *statement, Str alias)
{
    bool found =
        alias.len && (str_equal(statement->fallback, alias) || str_equal(statement->space, alias));
    for (size_t i = 0; i < statement->names.len; i++)
        found |= str_equal(statement->names.ptr[i].alias, alias);
    return found && !statement->exports;
}

/* The name of the other file that the moved code would use by mistake, or that is there already. */
bool script_check_target(const Script *script, Err *err)
{
    const Move *move = script->move;
    const SymbolVec *symbols = &move->to.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        Str name = symbols->ptr[i].name;
        bool own = str_equal(name, move->uses->old), meant = false;
        if (symbols->ptr[i].parent || symbols->ptr[i].kind == SYMBOL_EXPORT)
            continue;
        for (size_t k = 0; k < script->from.statements.len; k++)
            meant |= script->from.statements.ptr[k].target == move->to.id &&
                     script_has_alias(&script->from.statements.ptr[k], name);
        if (own || (!meant && script_use(move, move_text(move), name).free))
            return move_refuse(err, "'%.*s' is declared in '%.*s' (line %u), too", STR_ARG(name),
                               STR_ARG(script_new_path(script)), symbols->ptr[i].start_line);
    }
    return true;
}
