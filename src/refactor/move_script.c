/* TypeScript and JavaScript: a declaration goes to another module of its package. What it imports
   is imported there, what it uses of the old module must be exported there, and imports of it in
   other files name the new module. Whatever reaches it in a way that is not followed ends the move.
 */
#include "refactor/move_script.h"

#include "languages_rename.h"

/* Whether the old file needs it only for what happens when it is loaded. */
static bool is_run(const Script *script)
{
    const Move *move = script->move;
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    if (move->from.before.ptr[move->code] == '@')
        return true;
    for (size_t i = 0; i < move->from.outline.references.len; i++) {
        const Reference *reference = &move->from.outline.references.ptr[i];
        if (reference->kind == REFERENCE_CALL && reference->symbol == move->index + 1 &&
            !symbol_is_function(symbol->kind))
            return true;
    }
    return false;
}

/* The old file imports it from the new place. */
static bool import_back(Script *script, Str rest, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->request->arena;
    ScriptUse use = script_use(move, rest, move->uses->old);
    if (use.listed)
        return move_refuse(err, "'%.*s' exports it in a list", STR_ARG(move->from.path));
    if (use.extended)
        return move_refuse(err, "'%.*s' adds members to it", STR_ARG(move->from.path));
    script->back = use.free;
    if (!use.free && !script->exported && is_run(script))
        return move_refuse(err, "it runs code when '%.*s' is loaded, which does not use it",
                           STR_ARG(move->from.path));
    if (!use.free)
        return true;
    ScriptStatement wanted = {.type = script->is_type,
                              .target = move->to.id,
                              .module =
                                  script_module(move, &script->from, script_new_path(script))};
    *VEC_PUSH(arena, &wanted.names) =
        (ScriptName){.name = move->uses->old, .alias = move->uses->old};
    if (!wanted.module.len)
        return move_refuse(err, "no import shows how '%.*s' would name '%.*s'",
                           STR_ARG(move->from.path), STR_ARG(script_new_path(script)));
    if (!script->is_type && !script_check_cycle(script, move->from.id, err))
        return false;
    if (!script_add(move, &script->from, &wanted))
        return move_refuse(err, "'%.*s' imports it as a type only", STR_ARG(move->from.path));
    move_note(move, str_format(arena, "%.*s imports it from there", STR_ARG(move->from.path)));
    return true;
}

static bool put_files(Script *script, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->request->arena;
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
    Str text = str_copy(move->uses->request->arena, move->from.before);
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
        if (script->from.style != SCRIPT_STYLE_UNKNOWN)
            break;
        if (!row->is_code)
            continue;
        script_open(move, &other);
        script_take_style(&script->from, &other);
    }
    script_take_style(&script->to, &script->from);
    script_take_style(&script->from, &script->to);
}

/* Whether the old file is a CommonJS module: it says what it exports. */
static bool is_required(const Script *script)
{
    return str_find(script->from.text, STR("module.exports")) != STR_NONE ||
           str_find(script->from.text, STR("\nexports.")) != STR_NONE;
}

bool move_script(Move *move, Err *err)
{
    Script script = {.move = move};
    if (!script_check_symbol(&script, err))
        return false;
    open_files(&script);
    if (!script_is_module(&script.from) && !script_is_module(&script.to) && is_required(&script))
        return script_move_required(&script, err);
    Str rest = rest_of(&script);
    if (!script_check_files(&script, err) || !script_check_target(&script, err) ||
        !script_take_needs(&script, rest, err) || !script_add_needs(&script, err) ||
        !script_check_needed_cycles(&script, err) || !script_change_importers(&script, err) ||
        !import_back(&script, rest, err) || !put_files(&script, err))
        return false;
    if (script.exported)
        script_note_stars(move);
    return true;
}
