/* Imports of the symbol in other files: each is changed, or followed through modules that pass it
   on, or it ends the move. */
#include "refactor/move_script.h"

#include "base/path.h"

/* ---- modules that load each other ---- */

/* Refuses when a module would newly load the other file, and that loads it or runs code. */
bool script_check_cycle(const Script *script, uint32_t file, Err *err)
{
    const Move *move = script->move;
    bool loaded = script_loads(move, move->to.id, file);
    for (size_t i = 0; i < script->needs.len && !loaded; i++)
        loaded = !script->needs.ptr[i].type &&
                 !(script->needs.ptr[i].names.len && script->needs.ptr[i].names.ptr[0].type) &&
                 script_loads(move, script->needs.ptr[i].target, file);
    if (!loaded || script_loads_directly(move, file, move->to.id))
        return move_check_loads(move,
                                &(MoveLoad){.path = move->uses->catalog->files.ptr[file].path,
                                            .newly = !script_loads(move, file, move->to.id)},
                                err);
    return move_refuse(err, "'%.*s' and '%.*s' would import each other",
                       STR_ARG(move->uses->catalog->files.ptr[file].path),
                       STR_ARG(script_new_path(script)));
}

bool script_check_needed_cycles(const Script *script, Err *err)
{
    const Move *move = script->move;
    for (size_t i = 0; i < script->needs.len; i++) {
        const ScriptStatement *need = &script->needs.ptr[i];
        bool type = need->type || (need->names.len && need->names.ptr[0].type);
        if (!type && !script_loads_directly(move, move->to.id, need->target) &&
            script_loads(move, need->target, move->to.id))
            return move_refuse(err, "'%.*s' and '%.*s' would import each other",
                               STR_ARG(move->uses->catalog->files.ptr[need->target].path),
                               STR_ARG(script_new_path(script)));
    }
    return true;
}

/* ---- imports of it ---- */

/* The new module as another file names it, in the way in which it named the old one. */
static Str renamed_module(const Script *script, const ScriptFile *file, Str module)
{
    const Move *move = script->move;
    Arena *arena = move->uses->request->arena;
    if (module.ptr[0] == '.')
        return script_module(move, file, script_new_path(script));
    static const char *const heads[] = {"@/", "~/", "#/"};
    bool custom = false;
    for (size_t i = 0; i < COUNT(heads); i++)
        custom |= str_starts(module, str_from(heads[i]));
    Str old = move->from.path, new = script_new_path(script);
    old = str_slice(old, 0, old.len - path_extension(old).len - 1);
    new = str_slice(new, 0, new.len - path_extension(new).len - 1);
    Str rest = custom ? str_from_offset(module, 2) : module;
    if (!str_ends(old, rest) || (old.len > rest.len && old.ptr[old.len - rest.len - 1] != '/'))
        return (Str){0};
    Str root = str_slice(old, 0, old.len - rest.len);
    Str package = str_format(arena, "%.*s%.*s/package.json", STR_ARG(root),
                             STR_ARG(str_slice(rest, 0, str_find_byte(rest, '/'))));
    bool named = catalog_find_file(move->uses->catalog, package) != FILE_NOWHERE;
    if (!str_starts(new, root) || (!custom && (!root.len || named)))
        return (Str){0};
    return str_join(arena, str_slice(module, 0, module.len - rest.len),
                    str_from_offset(new, root.len));
}

/* Refuses when a module would not load the old file any more, and that runs code. */
bool script_check_unloaded(const Script *script, const ScriptFile *file, Err *err)
{
    const Move *move = script->move;
    bool loads = false;
    for (size_t i = 0; i < file->statements.len; i++) {
        const ScriptStatement *statement = &file->statements.ptr[i];
        bool empty = statement->touched && !statement->names.len && !statement->space.len &&
                     !statement->fallback.len && !statement->star;
        loads |= statement->target == move->from.id && !statement->type && !empty;
    }
    for (size_t i = 0; i < script->needs.len && !loads; i++)
        loads = script->needs.ptr[i].target == move->from.id && !script->needs.ptr[i].type;
    return move_check_loads(move, &(MoveLoad){.path = file->path, .no_more = !loads}, err);
}

/* Changes one statement of another file. */
static bool change_statement(Script *script, ScriptFile *file, size_t index, Err *err)
{
    Move *move = script->move;
    Arena *arena = move->uses->request->arena;
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
        return move_refuse(err,
                           "'%.*s' imports it from '%.*s'; how it would name the new module is "
                           "not known",
                           STR_ARG(file->path), STR_ARG(statement->module));
    statement->names.len = kept;
    statement->touched = true;
    if (!type &&
        (!script_check_cycle(script, file->id, err) || !script_check_unloaded(script, file, err)))
        return false;
    if (!script_add(move, file, &fresh))
        return move_refuse(err, "'%.*s' imports it as a type only", STR_ARG(file->path));
    return true;
}

/* The import of all of the old file through which a place names the symbol: `model.x`; or NULL. */
static ScriptStatement *space_of(const Script *script, const ScriptFile *file,
                                 const RenamePlace *place)
{
    const NameSite *site = &place->site;
    bool joined =
        site->qualifier.len && site->start > site->qualifier.len + 1 &&
        file->text.ptr[site->start - 1] == '.' &&
        str_equal(str_slice(file->text, site->start - 1 - site->qualifier.len, site->start - 1),
                  site->qualifier);
    if (place->verdict != RENAME_EXACT || site->where != NAME_IN_CODE || !joined ||
        site->access != ACCESS_MEMBER)
        return NULL;
    for (size_t i = 0; i < file->statements.len; i++) {
        ScriptStatement *statement = &file->statements.ptr[i];
        if (!statement->exports && str_equal(statement->space, site->qualifier))
            return statement->target == script->move->from.id ? statement : NULL;
    }
    return NULL;
}

/* Whether a place outside of the old file is followed by the changes. */
static bool check_place(const Script *script, const ScriptFile *file, const RenamePlace *place,
                        Err *err)
{
    const Move *move = script->move;
    const NameSite *site = &place->site;
    const ScriptStatement *around = script_statement_at(file, site->start);
    size_t dot = site->start - MIN(site->start, (uint32_t)2);
    if (space_of(script, file, place))
        return true;
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
        followed |= site->access == ACCESS_NONE && script_has_alias(statement, move->uses->old);
    }
    if (around)
        followed =
            around->target == move->from.id || script_offers(move, around->target, move->uses->old);
    if (followed)
        return true;
    return move_refuse(err, "'%.*s' (line %u) reaches it in a way that is not followed",
                       STR_ARG(file->path), site->line);
}

/* The last part of a module's name; of an index file it is the folder. */
static Str module_stem(Str path)
{
    Str base = path_base(path);
    Str stem = str_slice(base, 0, base.len - path_extension(base).len - 1);
    return str_equal(stem, STR("index")) && str_find_byte(path, '/') != STR_NONE
               ? path_base(path_directory(path))
               : stem;
}

/* Refuses when a test replaces the old module: `jest.mock('./old')`. */
static bool check_mocks(const Script *script, Str path, Str text, Err *err)
{
    Str stem = module_stem(script->move->from.path), rest = text;
    for (size_t at; (at = str_find(rest, STR("mock("))) != STR_NONE;) {
        rest = str_from_offset(rest, at + strlen("mock("));
        Str line = str_slice(rest, 0, str_find_byte(rest, '\n'));
        for (size_t found; (found = str_find(line, stem)) != STR_NONE;) {
            char before = found ? line.ptr[found - 1] : ' ';
            line = str_from_offset(line, found + stem.len);
            if (byte_in(before, "/\"'`") && line.len && byte_in(line.ptr[0], "\"'`./"))
                return move_refuse(err, "'%.*s' replaces '%.*s' in a test", STR_ARG(path),
                                   STR_ARG(path_base(script->move->from.path)));
        }
    }
    return true;
}

/* Whether code has a name for anything but its members: the name of a module is a value then. */
static bool is_value(const Script *script, Str text, Str name)
{
    const Move *move = script->move;
    NameSiteVec sites = {0};
    NameQuery query = {move->from.outline.language, text, name, rename_hints(move->uses->facts)};
    if (!lang_name_sites(move->uses->request->arena, *move->uses->request->scratch, &query, &sites))
        return true;
    for (size_t i = 0; i < sites.len; i++) {
        const NameSite *site = &sites.ptr[i];
        bool imports = site->parent && str_equal(str_from(site->parent), STR("namespace_import"));
        if (site->where == NAME_IN_CODE && site->access == ACCESS_NONE && !imports &&
            !byte_in(site->next, ".="))
            return true;
    }
    return false;
}

/* Refuses when a file has all of either module as a value, whose members may be listed. */
bool script_check_spaces(const Script *script, uint32_t file, Err *err)
{
    const Rename *uses = script->move->uses;
    const CatalogFile *row = &uses->catalog->files.ptr[file];
    ImportLinkVec links = {0};
    Str alias = {0}, text = {0};
    catalog_imports(uses->catalog, uses->request->arena, file, &links);
    for (size_t i = 0; i < links.len; i++) {
        const ImportLink *link = &links.ptr[i];
        bool own = link->target == script->move->from.id ||
                   (!script->fresh && link->target == script->move->to.id);
        if (!own || !(link->flags & BINDING_SPACE || !link->name) || !link->alias)
            continue;
        alias = catalog_name(uses->catalog, link->alias);
        if (text.len || rename_read_text(uses, uses->request->arena, row, &text))
            if (!is_value(script, text, alias))
                continue;
        return move_refuse(err, "'%.*s' (line %u) has all of '%.*s' as a value", STR_ARG(row->path),
                           link->line, STR_ARG(uses->catalog->files.ptr[link->target].path));
    }
    return true;
}

/* The same for a file that need not name the symbol. */
static bool check_other(const Script *script, const CatalogFile *row, Err *err)
{
    Rename *uses = script->move->uses;
    const RenameFacts *facts = row->language ? rename_facts(row->language) : NULL;
    Arena arena = *uses->request->scratch;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    Str text;
    if (!facts || facts->move != uses->facts->move || !row->path.len ||
        !session_open_file(uses->request, uses->session, &arena, row->path, &file, &ignored) ||
        !fs_read_all(&arena, &file, &text, &ignored))
        return true;
    uint32_t id = (uint32_t)(row - uses->catalog->files.ptr);
    return check_mocks(script, row->path, text, err) && script_check_spaces(script, id, err);
}

/* Whether a file loads the old module at run time, or replaces it in a test. */
static bool check_file(const Script *script, const ScriptFile *file, Err *err)
{
    const Move *move = script->move;
    Str stem = module_stem(move->from.path);
    for (size_t i = 0; i < file->outline->imports.len; i++) {
        const Import *import = &file->outline->imports.ptr[i];
        Str last = path_base(import->name);
        if (!script_statement_at(file, import->start) && str_starts(last, stem) &&
            (last.len == stem.len || last.ptr[stem.len] == '.'))
            return move_refuse(err, "'%.*s' (line %u) imports '%.*s' in a way that is not followed",
                               STR_ARG(file->path), import->line, STR_ARG(import->name));
    }
    return check_mocks(script, file->path, file->text, err);
}

/* Refuses when generated code that names the symbol has the old module's name. */
static bool check_generated(const Script *script, const ScriptFile *file, const RenamePlace *place,
                            Err *err)
{
    Str base = path_base(script->move->from.path);
    Str stem = str_slice(base, 0, base.len - path_extension(base).len - 1);
    if (place->verdict != RENAME_GENERATED ||
        str_find(file->text, str_join(script->move->uses->request->arena, STR("/"), stem)) ==
            STR_NONE)
        return true;
    return move_refuse(err, "'%.*s' (line %u) is generated, and may import it", STR_ARG(file->path),
                       place->site.line);
}

/* Whether code of the file has the symbol's name for something else. */
static bool has_other(const Script *script, const ScriptFile *file, size_t index, Str module)
{
    const Rename *uses = script->move->uses;
    bool imported = false;
    for (size_t i = 0; i < file->statements.len; i++)
        imported |= str_equal(file->statements.ptr[i].module, module) &&
                    script_has_alias(&file->statements.ptr[i], uses->old);
    for (size_t i = 0; i < uses->places.len; i++) {
        const RenamePlace *place = &uses->places.ptr[i];
        if (place->file == index && place->site.where == NAME_IN_CODE &&
            place->site.access == ACCESS_NONE && !script_statement_at(file, place->site.start) &&
            (!imported || place->verdict != RENAME_EXACT))
            return true;
    }
    return false;
}

/* Names the symbol by itself where it was reached through an import of all of the old file. */
static bool change_space(Script *script, ScriptFile *file, size_t index, const RenamePlace *place,
                         Err *err)
{
    const Move *move = script->move;
    ScriptStatement *space = space_of(script, file, place);
    size_t start = place->site.start - place->site.qualifier.len - 1;
    if (!space)
        return true;
    Str module = renamed_module(script, file, space->module);
    if (!module.len || has_other(script, file, index, module) ||
        (start && file->text.ptr[start - 1] == '<'))
        return move_refuse(err, "'%.*s' (line %u) reaches it in a way that is not followed",
                           STR_ARG(file->path), place->site.line);
    ScriptStatement fresh = {.type = script->is_type, .target = move->to.id, .module = module};
    *VEC_PUSH(move->uses->request->arena, &fresh.names) =
        (ScriptName){.name = move->uses->old, .alias = move->uses->old};
    if (!script->is_type && !script_check_cycle(script, file->id, err))
        return false;
    if (!script_add(move, file, &fresh))
        return move_refuse(err, "'%.*s' imports it as a type only", STR_ARG(file->path));
    script_edit(move, file, start, place->site.start, (Str){0});
    return true;
}

/* Imports of all of the old file go where nothing is named through them any more. */
static bool drop_spaces(const Script *script, ScriptFile *file, Err *err)
{
    const Move *move = script->move;
    for (size_t i = 0; i < file->statements.len && file->edits.len; i++) {
        ScriptStatement *statement = &file->statements.ptr[i];
        ScriptFile copy = *file;
        if (!statement->space.len || statement->exports || statement->target != move->from.id)
            continue;
        memset(&copy.edits, 0, sizeof copy.edits);
        for (size_t k = 0; k < file->edits.len; k++)
            *VEC_PUSH(move->uses->request->arena, &copy.edits) = file->edits.ptr[k];
        Str left = script_text(move, &copy, statement->start, statement->end);
        if (script_use(move, left, statement->space).free)
            continue;
        statement->space = (Str){0};
        statement->touched = true;
        if (!script_check_unloaded(script, file, err))
            return false;
    }
    return true;
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
    for (size_t i = 0; i < move->uses->places.len; i++)
        if (move->uses->places.ptr[i].file == index &&
            !change_space(script, &file, index, &move->uses->places.ptr[i], err))
            return false;
    if (!drop_spaces(script, &file, err))
        return false;
    move_edit(move, EDIT_CHANGED, file.path, file.text, script_text(move, &file, 0, 0));
    return true;
}

bool script_change_importers(Script *script, Err *err)
{
    const Move *move = script->move;
    const Catalog *catalog = move->uses->catalog;
    size_t before = move->set.files.len;
    for (size_t f = 0; f < move->uses->files.len && script->exported; f++) {
        uint32_t id = move->uses->files.ptr[f].id;
        if (id != move->from.id && id != move->to.id && !change_file(script, f, err))
            return false;
    }
    bool imported = move->set.files.len > before && !script->is_type;
    for (uint32_t f = 0; f < catalog->files.len && imported; f++)
        if (!check_other(script, &catalog->files.ptr[f], err))
            return false;
    return true;
}
