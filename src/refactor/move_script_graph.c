/* Modules as a graph: what `export … from` passes on, and what is loaded with what. */
#include "refactor/move_script.h"

/* Files that a search through imports visits. */
#define LOADED_MAX 4096
/* Modules that pass a name on, one from the other. */
#define PASSED_MAX 16

static bool offers(const Move *move, uint32_t file, Str name, unsigned depth)
{
    const Catalog *catalog = move->uses->catalog;
    if (file == move->to.id && file != FILE_NOWHERE)
        return str_equal(name, move->uses->old);
    if (file == move->from.id || file == FILE_NOWHERE || depth == PASSED_MAX)
        return false;
    const ImportLinkVec *links = resolve_imports(move->uses->resolver, file);
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        Str given = catalog_name(catalog, link->name), alias = catalog_name(catalog, link->alias);
        bool star = str_equal(given, STR("*")) && !alias.len;
        if (!(link->flags & BINDING_REEXPORT) || link->target == FILE_NOWHERE)
            continue;
        if (star && offers(move, link->target, name, depth + 1))
            return true;
        if (star || !str_equal(alias.len ? alias : given, name))
            continue;
        if ((link->target == move->from.id && str_equal(given, move->uses->old)) ||
            offers(move, link->target, given, depth + 1))
            return true;
    }
    return false;
}

bool script_offers(const Move *move, uint32_t file, Str name)
{
    return offers(move, file, name, 0);
}

static bool is_loaded(const ImportLink *link)
{
    return link->target != FILE_NOWHERE && !(link->flags & BINDING_TYPE);
}

bool script_loads_directly(const Move *move, uint32_t file, uint32_t wanted)
{
    if (file == FILE_NOWHERE || wanted == FILE_NOWHERE)
        return false;
    const ImportLinkVec *links = resolve_imports(move->uses->resolver, file);
    for (size_t i = 0; i < links->len; i++)
        if (is_loaded(&links->ptr[i]) && links->ptr[i].target == wanted)
            return true;
    return false;
}

bool script_loads(const Move *move, uint32_t file, uint32_t wanted)
{
    Arena *arena = move->uses->request->arena;
    IdVec seen = {0};
    if (file == FILE_NOWHERE || wanted == FILE_NOWHERE)
        return false;
    *VEC_PUSH(arena, &seen) = file;
    for (size_t i = 0; i < seen.len; i++) {
        if (seen.ptr[i] == wanted || seen.len >= LOADED_MAX)
            return true;
        const ImportLinkVec *links = resolve_imports(move->uses->resolver, seen.ptr[i]);
        for (size_t k = 0; k < links->len; k++) {
            bool known = !is_loaded(&links->ptr[k]);
            for (size_t s = 0; s < seen.len && !known; s++)
                known = seen.ptr[s] == links->ptr[k].target;
            if (!known)
                *VEC_PUSH(arena, &seen) = links->ptr[k].target;
        }
    }
    return false;
}

bool script_runs_at_load(const Move *move, uint32_t file)
{
    Outline outline;
    Err ignored = {0};
    if (file == FILE_NOWHERE || !catalog_outline(move->uses->catalog, move->uses->request->arena,
                                                 file, true, &outline, &ignored))
        return false;
    for (size_t i = 0; i < outline.references.len; i++) {
        const Reference *reference = &outline.references.ptr[i];
        if (!reference->symbol && reference->kind == REFERENCE_CALL &&
            !str_equal(reference->name, STR("require")))
            return true;
    }
    return false;
}

/* Whether a file has `export * from` the old module. */
static bool has_star(const Move *move, uint32_t file)
{
    const Catalog *catalog = move->uses->catalog;
    const ImportLinkVec *links = resolve_imports(move->uses->resolver, file);
    for (size_t i = 0; i < links->len; i++)
        if (links->ptr[i].target == move->from.id && links->ptr[i].flags & BINDING_REEXPORT &&
            !links->ptr[i].alias && str_equal(catalog_name(catalog, links->ptr[i].name), STR("*")))
            return true;
    return false;
}

void script_note_stars(Move *move)
{
    const Catalog *catalog = move->uses->catalog;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const Language *language = catalog->files.ptr[f].language;
        const RenameFacts *facts = language ? rename_facts(language) : NULL;
        if (facts && facts->move == move->uses->facts->move && catalog->files.ptr[f].path.len &&
            has_star(move, f) && !script_offers(move, f, move->uses->old))
            move_note(move,
                      str_format(move->uses->request->arena,
                                 "%.*s offers it no more (export * from '%.*s')",
                                 STR_ARG(catalog->files.ptr[f].path), STR_ARG(move->from.path)));
    }
}
