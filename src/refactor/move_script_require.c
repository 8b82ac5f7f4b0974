/* CommonJS: the old module requires the symbol and offers it as before, so that no other file
   changes. What the code uses of the old module it requires where it runs. */
#include "refactor/move_script.h"

#include "base/path.h"
#include "text/lines.h"

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

/* The line around an offset, without its end. */
static Str line_at(Str text, size_t at)
{
    size_t start = lines_start_at(text, at);
    return str_trim_end(str_slice(text, start, line_end(text, start)));
}

/* Whether a line is one `const … = require('…');` at the top level. */
static bool is_plain(Str line)
{
    size_t call = str_find(line, STR("= require("));
    Str tail = call == STR_NONE ? (Str){0} : str_from_offset(line, call + strlen("= require("));
    size_t close = str_find_byte(tail, ')');
    Str rest = close == STR_NONE ? tail : str_from_offset(tail, close + 1);
    return str_starts(line, STR("const ")) && call != STR_NONE && tail.len &&
           byte_in(tail.ptr[0], "'\"") && close != STR_NONE &&
           (!rest.len || str_equal(rest, STR(";")));
}

/* Where the assignment of all exports begins; STR_NONE: there is no such line. */
static size_t exports_at(Str text)
{
    for (size_t at = 0; at < text.len; at = line_end(text, at))
        if (str_starts(str_from_offset(text, at), STR("module.exports = ")))
            return at;
    return STR_NONE;
}

/* After the lines at the head that require modules; 0: none. */
static size_t after_requires(const ScriptFile *file)
{
    size_t found = 0;
    for (size_t at = 0; at < file->text.len; at = line_end(file->text, at)) {
        Str line = line_at(file->text, at);
        bool head = is_plain(line) || str_starts(line, STR("'use")) ||
                    str_starts(line, STR("\"use")) || str_starts(line, STR("#!"));
        if (head)
            found = line_end(file->text, at);
        else if (str_trim(line).len && !byte_in(str_trim(line).ptr[0], "/*"))
            break;
    }
    return found;
}

static Str module_name(const Script *script, Str from, Str to)
{
    Arena *arena = script->move->uses->request->arena;
    Str extension = path_extension(to);
    bool omitted = str_equal(extension, STR("js"));
    Str stem = omitted ? str_slice(to, 0, to.len - extension.len - 1) : to;
    return script_relative(arena, path_directory(from), stem);
}

static char quote_of(const ScriptFile *file)
{
    return str_find(file->text, STR("require(\"")) != STR_NONE ? '"' : '\'';
}

static Str require_line(const Script *script, const ScriptFile *file, Str name, Str path)
{
    char quote = quote_of(file);
    const Move *move = script->move;
    bool semicolon = str_find(move->from.before, STR(";\n")) != STR_NONE;
    return str_format(move->uses->request->arena, "const { %.*s } = require(%c%.*s%c)%s",
                      STR_ARG(name), quote, STR_ARG(module_name(script, file->path, path)), quote,
                      semicolon ? ";" : "");
}

/* ---- what it uses ---- */

/* Whether the code uses a name of a statement that requires a module. */
static bool uses_any(const Script *script, const Import *import, Str text)
{
    for (size_t b = 0; b < import->bindings.len; b++)
        if (import->bindings.ptr[b].alias.len &&
            script_use(script->move, text, import->bindings.ptr[b].alias).free)
            return true;
    return false;
}

/* Copies the statements whose names the code uses. */
static bool take_required(const Script *script, Buf *lines, Err *err)
{
    const Move *move = script->move;
    bool same = str_equal(path_directory(move->from.path), path_directory(move->to.path));
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        Str line = line_at(move->from.before, import->start);
        if (!uses_any(script, import, move_text(move)))
            continue;
        if (!is_plain(line) || (!same && import->name.len && import->name.ptr[0] == '.'))
            return move_refuse(err, "it uses what line %u requires, in a way that is not followed",
                               import->line);
        if (str_find(move->to.before, line) != STR_NONE ||
            str_find(buf_str(lines), line) != STR_NONE)
            continue;
        for (size_t b = 0; b < import->bindings.len; b++)
            if (script_use(move, move->to.before, import->bindings.ptr[b].alias).free)
                return move_refuse(err, "'%.*s' may mean something else in '%.*s'",
                                   STR_ARG(import->bindings.ptr[b].alias), STR_ARG(move->to.path));
        buf_printf(lines, "%.*s\n", STR_ARG(line));
    }
    return true;
}

/* Whether the old module offers a name. */
static bool is_offered(const Script *script, Str name)
{
    Str text = script->from.text;
    Arena *arena = script->move->uses->request->arena;
    size_t at = exports_at(text);
    if (str_find(text, str_format(arena, "exports.%.*s = %.*s", STR_ARG(name), STR_ARG(name))) !=
        STR_NONE)
        return true;
    Str list = at == STR_NONE ? (Str){0} : str_from_offset(text, at);
    list = str_slice(list, 0, MIN(list.len, str_find_byte(list, '}')));
    size_t found = rename_find_mark(list, name, 0);
    Str after = found == STR_NONE ? (Str){0} : str_trim(str_from_offset(list, found + name.len));
    return found != STR_NONE && (!after.len || after.ptr[0] == ',');
}

/* What it uses of the old module: required within the function, and offered there. */
static bool take_left(Script *script, Buf *inside, Buf *offers, Err *err)
{
    Move *move = script->move;
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        Str line = line_at(move->from.before, symbol->name_start);
        bool moved = symbol->start >= move->start && symbol->start < move->end;
        if (symbol->parent || moved || symbol->name_start == symbol->name_end ||
            symbol->kind == SYMBOL_EXPORT || str_equal(symbol->name, move->uses->old) ||
            !script_use(move, move_text(move), symbol->name).free)
            continue;
        if (!str_starts(line, STR("function ")) && !str_starts(line, STR("async function ")) &&
            !str_starts(line, STR("class ")) && !str_starts(line, STR("const ")))
            return move_refuse(err, "it uses '%.*s' (line %u), which may be assigned",
                               STR_ARG(symbol->name), symbol->start_line);
        if (str_find(buf_str(inside), str_format(move->uses->request->arena, "{ %.*s }",
                                                 STR_ARG(symbol->name))) != STR_NONE)
            continue;
        buf_printf(inside, "%.*s\n",
                   STR_ARG(require_line(script, &script->to, symbol->name, move->from.path)));
        if (!is_offered(script, symbol->name))
            buf_printf(offers, "module.exports.%.*s = %.*s;\n", STR_ARG(symbol->name),
                       STR_ARG(symbol->name));
    }
    return true;
}

/* Puts the lines at the beginning of the function's body. */
static bool put_inside(Script *script, Str lines, Err *err)
{
    Move *move = script->move;
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    Str before = move->from.before, line;
    size_t brace = symbol->body;
    while (brace && brace < symbol->end && before.ptr[brace] != '{')
        brace++;
    if (!lines.len)
        return true;
    Str head = str_slice(before, symbol->start, brace);
    bool function = symbol->kind == SYMBOL_FUNCTION && symbol->body && brace + 1 < symbol->end &&
                    before.ptr[brace] == '{' && before.ptr[brace + 1] == '\n' &&
                    str_find(head, STR("function ")) != STR_NONE &&
                    str_find_byte(head, '=') == STR_NONE;
    if (!function)
        return move_refuse(err,
                           "it uses what stays in '%.*s', and the modules would require each "
                           "other",
                           STR_ARG(move->from.path));
    size_t first = brace + 2, indent = first;
    while (indent < before.len && byte_in(before.ptr[indent], " \t"))
        indent++;
    Buf out = buf_open(move->uses->request->arena, 0);
    buf_put(&out, str_slice(before, move->start, first));
    while (str_take_line(&lines, &line))
        buf_printf(&out, "%.*s%.*s\n", STR_ARG(str_slice(before, first, indent)), STR_ARG(line));
    buf_put(&out, str_slice(before, first, move->end));
    move->changed = buf_str(&out);
    return true;
}

/* ---- the files ---- */

static bool is_strict(Str text)
{
    return str_find(text, STR("'use strict'")) != STR_NONE ||
           str_find(text, STR("\"use strict\"")) != STR_NONE;
}

/* The place in the other file's list of exports; STR_NONE: it has another form. */
static Str with_export(const Script *script, Str text, bool *done)
{
    Arena *arena = script->move->uses->request->arena;
    Str name = script->move->uses->old;
    size_t at = exports_at(text);
    *done = true;
    if (at == STR_NONE)
        return str_format(arena, "%.*smodule.exports.%.*s = %.*s;\n", STR_ARG(text), STR_ARG(name),
                          STR_ARG(name));
    Str list = str_from_offset(text, at + strlen("module.exports = "));
    size_t close = str_find_byte(list, '}');
    *done = list.len && list.ptr[0] == '{' && close != STR_NONE &&
            str_find_byte(str_slice(list, 1, close), '{') == STR_NONE &&
            str_find_byte(str_slice(list, 1, close), '(') == STR_NONE;
    if (!*done)
        return text;
    size_t place = at + strlen("module.exports = ") + close;
    size_t last = place;
    while (last && byte_is_space(text.ptr[last - 1]))
        last--;
    bool lines = str_find_byte(str_slice(list, 0, close), '\n') != STR_NONE;
    bool comma = text.ptr[last - 1] == ',' || text.ptr[last - 1] == '{';
    return str_format(arena, "%.*s%s%s%.*s%s%.*s", STR_ARG(str_slice(text, 0, last)),
                      comma ? "" : ",", lines ? "\n  " : " ", STR_ARG(name), lines ? "," : "",
                      STR_ARG(str_from_offset(text, last)));
}

static bool change_new(const Script *script, Str lines, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->request->arena;
    Str text = move->to.before;
    size_t at = after_requires(&script->to), exports = exports_at(text);
    size_t place = exports == STR_NONE ? text.len : exports;
    bool done = true;
    const char *gap = place && !str_ends(str_slice(text, 0, place), STR("\n\n")) ? "\n" : "";
    const char *apart = lines.len && !at && (text.len || lines.len) ? "\n" : "";
    Str after = str_format(arena, "%.*s%.*s%s%.*s%s%.*s%s%.*s", STR_ARG(str_slice(text, 0, at)),
                           STR_ARG(lines), apart, STR_ARG(str_slice(text, at, place)), gap,
                           STR_ARG(move_text(move)), "\n", STR_ARG(str_from_offset(text, place)));
    if (script->fresh)
        after = str_format(arena, "%s%.*smodule.exports = { %.*s };\n",
                           is_strict(move->from.before) ? "'use strict';\n\n" : "", STR_ARG(after),
                           STR_ARG(move->uses->old));
    else
        after = with_export(script, after, &done);
    if (!done)
        return move_refuse(err, "the exports of '%.*s' have a form that is not followed",
                           STR_ARG(move->to.path));
    move_edit(move, script->fresh ? EDIT_CREATED : EDIT_CHANGED, move->to.path, text, after);
    return true;
}

static void change_old(const Script *script, Str offers)
{
    Move *move = script->move;
    Arena *arena = move->uses->request->arena;
    Str changed = move->changed;
    move->changed = (Str){0};
    Str rest = move_rest(move);
    size_t at = after_requires(&script->from);
    Str line = require_line(script, &script->from, move->uses->old, move->to.path);
    Str after =
        str_format(arena, "%.*s%.*s\n%s%.*s%.*s", STR_ARG(str_slice(rest, 0, at)), STR_ARG(line),
                   at ? "" : "\n", STR_ARG(str_from_offset(rest, at)), STR_ARG(offers));
    move->changed = changed;
    move_note(move, str_format(arena, "%.*s requires it from there", STR_ARG(move->from.path)));
    move_edit(move, EDIT_CHANGED, move->from.path, move->from.before, after);
}

/* Refuses code that depends on its module, and files whose loading would change. */
static bool check(const Script *script, Err *err)
{
    static const char *const own[] = {"__dirname", "__filename", "module", "exports",
                                      "import(",   "require",    "this"};
    const Move *move = script->move;
    Str text = move_text(move);
    for (size_t i = 0; i < COUNT(own); i++)
        if (rename_find_mark(text, str_from(own[i]), 0) != STR_NONE &&
            !(i == COUNT(own) - 1 &&
              move->from.outline.symbols.ptr[move->index].kind == SYMBOL_CLASS))
            return move_refuse(err, "it depends on the module that it is in (%s)", own[i]);
    if (!str_equal(path_extension(move->from.path), path_extension(move->to.path)))
        return move_refuse(err, "the files are modules of different kinds");
    if (!script->fresh && (script_loads(move, move->to.id, move->from.id)))
        return move_refuse(err, "'%.*s' and '%.*s' would require each other",
                           STR_ARG(move->from.path), STR_ARG(move->to.path));
    if (!script->fresh && is_strict(move->from.before) != is_strict(move->to.before) &&
        move->from.outline.symbols.ptr[move->index].kind != SYMBOL_CLASS)
        return move_refuse(err, "only one of the files is strict");
    for (uint32_t f = 0; f < move->uses->catalog->files.len; f++)
        if (move->uses->catalog->files.ptr[f].path.len && !script_check_spaces(script, f, err))
            return false;
    bool newly = !script->fresh && !script_loads(move, move->from.id, move->to.id);
    if (script_use(move, move->to.before, move->uses->old).free)
        return move_refuse(err, "'%.*s' has the name already", STR_ARG(move->to.path));
    return move_check_loads(move, &(MoveLoad){.path = move->from.path, .newly = newly}, err);
}

/* A value that is declared after its first use while the module is loaded cannot be required. */
static bool check_symbol(const Script *script, Err *err)
{
    const Move *move = script->move;
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    ScriptUse use = script_use(move, script->from.text, move->uses->old);
    Str line = line_at(move->from.before, symbol->name_start);
    bool plain = str_starts(line, STR("function ")) || str_starts(line, STR("async function ")) ||
                 str_starts(line, STR("class ")) ||
                 (str_starts(line, STR("const ")) && str_find(line, STR("=>")) != STR_NONE);
    if (!plain)
        return move_refuse(err, "only functions and classes of a CommonJS module can be");
    if (use.extended || use.written)
        return move_refuse(err, "'%.*s' changes it", STR_ARG(move->from.path));
    return true;
}

bool script_move_required(Script *script, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->request->arena;
    Buf lines = buf_open(arena, 0), inside = buf_open(arena, 0), offers = buf_open(arena, 0);
    if (!check_symbol(script, err) || !check(script, err) || !script_check_target(script, err) ||
        !take_required(script, &lines, err) || !take_left(script, &inside, &offers, err) ||
        !put_inside(script, buf_str(&inside), err))
        return false;
    if (!change_new(script, buf_str(&lines), err))
        return false;
    change_old(script, buf_str(&offers));
    return true;
}
