/* PHP: a file is there once another one loads it. Whoever loads the old file must load the other,
   too; types may be loaded by their names instead. */
#include "refactor/move_space.h"

#include "base/path.h"
#include "text/lines.h"

/* Whether a file loads another itself. */
static bool loads(const Space *space, uint32_t file, uint32_t wanted)
{
    const Catalog *catalog = space->move->uses->catalog;
    Arena scratch = *space->move->uses->request->scratch;
    ImportLinkVec links = {0};
    catalog_imports(catalog, &scratch, file, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].target == wanted && !links.ptr[i].name)
            return true;
    return false;
}

/* Whether files are loaded by the names of types. */
static bool has_autoloader(const Space *space)
{
    const Rename *uses = space->move->uses;
    for (uint32_t i = 0; i < uses->catalog->files.len; i++) {
        const CatalogFile *row = &uses->catalog->files.ptr[i];
        Arena scratch = *uses->request->scratch;
        Str text = {0};
        bool manifest = str_equal(path_base(row->path), STR("composer.json"));
        if (!row->path.len || (!manifest && row->language != space->move->from.outline.language))
            continue;
        if (!rename_read_text(uses, &scratch, row, &text))
            return true;
        if (manifest ? str_find(text, STR("\"autoload")) != STR_NONE
                     : str_find(text, STR("spl_autoload_register")) != STR_NONE)
            return true;
    }
    return false;
}

/* Whether the class inherits from one of the tree, which must be there when its file is loaded. */
static bool has_base(const Space *space)
{
    const Move *move = space->move;
    const ReferenceVec *references = &move->from.outline.references;
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        bool inside = reference->start >= move->start && reference->start < move->end;
        if (inside && reference->kind == REFERENCE_BASE &&
            rename_name_id(move->uses, reference->name))
            return true;
    }
    return false;
}

/* Whether a file that loads both runs other code between the two statements. */
static bool runs_between(const Space *space, uint32_t file)
{
    const Catalog *catalog = space->move->uses->catalog;
    Arena scratch = *space->move->uses->request->scratch;
    ImportLinkVec links = {0};
    Str text = {0}, line;
    uint32_t old = 0, new = 0, at = 0;
    catalog_imports(catalog, &scratch, file, &links);
    for (size_t i = 0; i < links.len; i++) {
        old = links.ptr[i].target == space->move->from.id ? links.ptr[i].line : old;
        new = links.ptr[i].target == space->move->to.id ? links.ptr[i].line : new;
    }
    if (new < old)
        return false;
    if (!rename_read_text(space->move->uses, &scratch, &catalog->files.ptr[file], &text))
        return true;
    while (str_take_until(&text, '\n', &line)) {
        Str words = str_trim(line);
        bool loads_only = !words.len || str_starts(words, STR("require")) ||
                          str_starts(words, STR("include")) || str_starts(words, STR("use ")) ||
                          str_starts(words, STR("//")) || str_starts(words, STR("namespace "));
        if (++at >= old && at <= new && !loads_only)
            return true;
    }
    return false;
}

/* Adds a statement to the old file that loads the other. */
static bool load_from_old(Space *space)
{
    Arena *arena = space->move->uses->request->arena;
    Str from = path_directory(space->from.path), to = space->to.path;
    Buf path = buf_open(arena, 0);
    while (from.len && !(str_starts(to, from) && to.len > from.len && to.ptr[from.len] == '/')) {
        buf_printf(&path, "/..");
        from = path_directory(from);
    }
    buf_printf(&path, "/%.*s", STR_ARG(str_from_offset(to, from.len ? from.len + 1 : 0)));
    space_add_import(space, &space->from,
                     str_format(arena, "require_once __DIR__ . '%.*s';", STR_ARG(buf_str(&path))));
    return true;
}

bool space_check_loads(Space *space, Err *err)
{
    const Move *move = space->move;
    const Catalog *catalog = move->uses->catalog;
    size_t old = 0, lacking = 0, new = 0;
    if (has_base(space))
        return move_refuse(err, "its base must be loaded before it");
    if (has_autoloader(space))
        return move_refuse(err, "files may be loaded by names that only a program knows");
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        if (!catalog->files.ptr[i].path.len || i == move->to.id)
            continue;
        bool has_new = move->to.id != FILE_NOWHERE && loads(space, i, move->to.id);
        new += has_new;
        if (loads(space, i, move->from.id)) {
            old++;
            lacking += !has_new;
            if (has_new && runs_between(space, i))
                return move_refuse(err, "'%.*s' runs code before it loads '%.*s'",
                                   STR_ARG(catalog->files.ptr[i].path), STR_ARG(space->to.path));
        }
    }
    if (move->to.id != FILE_NOWHERE && loads(space, move->to.id, move->from.id))
        return move_refuse(err, "'%.*s' loads '%.*s'", STR_ARG(space->to.path),
                           STR_ARG(space->from.path));
    if (old && !lacking)
        return true;
    if (new)
        return move_refuse(err, "a file loads '%.*s' and not '%.*s'", STR_ARG(space->from.path),
                           STR_ARG(space->to.path));
    return load_from_old(space);
}
