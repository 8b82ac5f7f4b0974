#include "relations/route_prefix.h"

#include "lang/route/route_path.h"

/* Routers within routers, and names of names. */
#define DEPTH_MAX 6

bool route_files_read(Arena *arena, Catalog *catalog, RouteFiles *files, Err *err)
{
    *files = (RouteFiles){.arena = arena, .catalog = catalog};
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        if (!catalog->files.ptr[id].has_routes)
            continue;
        Outline outline;
        if (!catalog_outline(catalog, arena, id, false, &outline, err))
            return false;
        RouteFile *file = VEC_PUSH(arena, &files->list);
        *file = (RouteFile){.file = id, .facts = outline.routes, .symbols = outline.symbols};
        catalog_imports(catalog, arena, id, &file->imports);
    }
    return true;
}

static const RouteFile *file_of(const RouteFiles *files, uint32_t id)
{
    size_t from = 0, to = files->list.len;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (files->list.ptr[middle].file < id)
            from = middle + 1;
        else
            to = middle;
    }
    return from < files->list.len && files->list.ptr[from].file == id ? &files->list.ptr[from]
                                                                      : NULL;
}

/* The variable of that name; else the router that the function of that name makes first. */
static const RouteFact *fact_named(const RouteFile *file, RouteKind kind, Str name)
{
    for (size_t i = 0; i < file->facts.len; i++)
        if (file->facts.ptr[i].kind == kind && str_equal(file->facts.ptr[i].name, name))
            return &file->facts.ptr[i];
    for (size_t i = 0; i < file->facts.len && kind == ROUTE_MADE; i++) {
        const RouteFact *fact = &file->facts.ptr[i];
        if (fact->kind == kind && fact->symbol && !(fact->flags & ROUTE_OF_CLIENT) &&
            symbol_is_function(file->symbols.ptr[fact->symbol - 1].kind) &&
            str_equal(file->symbols.ptr[fact->symbol - 1].name, name))
            return fact;
    }
    return NULL;
}

/* The only router or client of a file, which is what the file exports. */
static const RouteFact *only_made(const RouteFile *file)
{
    const RouteFact *found = fact_named(file, ROUTE_MADE, STR("default"));
    for (size_t i = 0; i < file->facts.len && !found; i++)
        if (file->facts.ptr[i].kind == ROUTE_MADE)
            found = &file->facts.ptr[i];
    for (size_t i = 0; i < file->facts.len; i++)
        if (file->facts.ptr[i].kind == ROUTE_MADE && &file->facts.ptr[i] != found &&
            !str_equal(found->name, STR("default")))
            return NULL;
    return found;
}

static bool binds(const Catalog *catalog, const ImportLink *link, Str name)
{
    Str alias = catalog_name(catalog, link->alias ? link->alias : link->name);
    return str_equal(alias, name) || str_equal(str_last_word(alias), name);
}

/* What an import of the file binds to the name: the fact of that kind in the imported file. */
static RouteMaker imported(const RouteFiles *files, const RouteFile *file, RouteKind kind, Str name,
                           Str member)
{
    const Catalog *catalog = files->catalog;
    for (size_t i = 0; i < file->imports.len; i++) {
        const ImportLink *link = &file->imports.ptr[i];
        const RouteFile *target =
            link->target == FILE_NOWHERE ? NULL : file_of(files, link->target);
        Str bound = catalog_name(catalog, link->name);
        if (!target || !(binds(catalog, link, name) || str_equal(bound, STR("*"))))
            continue;
        Str sought = member.len ? member : bound.len ? bound : name;
        const RouteFact *fact = fact_named(target, kind, sought);
        if (!fact && str_equal(bound, STR("*")))
            fact = fact_named(target, kind, name);
        if (!fact && kind == ROUTE_MADE && !member.len && !str_equal(bound, STR("*")) &&
            (!bound.len || str_equal(bound, STR("default"))))
            fact = only_made(target);
        if (fact)
            return (RouteMaker){target, fact};
    }
    return (RouteMaker){0};
}

/* `users` in `users.router`; the whole name where there is no dot. *member: the rest. */
static Str head_of(Str name, Str *member)
{
    size_t dot = str_find_last_byte(name, '.');
    *member = dot == STR_NONE ? (Str){0} : str_from_offset(name, dot + 1);
    return dot == STR_NONE ? name : str_last_word(str_slice(name, 0, dot));
}

RouteMaker route_maker_of(const RouteFiles *files, const RouteFile *file, Str name)
{
    Str member, head = head_of(name, &member);
    Str last = member.len ? member : head;
    const RouteFact *own = fact_named(file, ROUTE_MADE, last);
    if (own)
        return (RouteMaker){file, own};
    RouteMaker maker = imported(files, file, ROUTE_MADE, head, member);
    return maker.fact ? maker : imported(files, file, ROUTE_MADE, last, (Str){0});
}

bool route_fill_base(const RouteFiles *files, const RouteFile *file, Str *path)
{
    if (!str_starts(*path, STR("<")))
        return true;
    size_t close = str_find_byte(*path, '>');
    Str name = str_slice(*path, 1, close == STR_NONE ? path->len : close);
    Str rest = str_from_offset(*path, close == STR_NONE ? path->len : close + 1);
    const RouteFact *fact = fact_named(file, ROUTE_CONSTANT, name);
    if (!fact)
        fact = imported(files, file, ROUTE_CONSTANT, name, (Str){0}).fact;
    *path = fact ? route_path_join(files->arena, fact->path, rest) : rest;
    return fact != NULL;
}

/* ---- mounts ---- */

/* Whether a mount of a file is of that router. */
static bool mounts(const RouteFiles *files, const RouteFile *file, const RouteFact *mount,
                   RouteMaker maker)
{
    RouteMaker target = route_maker_of(files, file, mount->target);
    return target.fact && target.fact == maker.fact;
}

/* Whether the target of a mount names the file: `app.urls` is app/urls.py. */
static bool names_file(const RouteFiles *files, const RouteFact *mount, const RouteFile *file)
{
    Str path = files->catalog->files.ptr[file->file].path;
    size_t dot = str_find_last_byte(path, '.');
    Buf out = buf_open(files->arena, 0);
    for (size_t i = 0; i < (dot == STR_NONE ? path.len : dot); i++)
        buf_put_byte(&out, path.ptr[i] == '/' ? '.' : path.ptr[i]);
    Str module = buf_str(&out);
    if (!mount->target.len || !str_ends(module, mount->target))
        return false;
    return module.len == mount->target.len || module.ptr[module.len - mount->target.len - 1] == '.';
}

static void add_prefixes(const RouteFiles *files, RouteMaker maker, RoutePrefix below, int depth,
                         RoutePrefixVec *prefixes);

static void add_file_prefixes(const RouteFiles *files, const RouteFile *file, RoutePrefix below,
                              int depth, RoutePrefixVec *prefixes)
{
    size_t before = prefixes->len;
    for (size_t f = 0; f < files->list.len && depth < DEPTH_MAX; f++) {
        const RouteFile *other = &files->list.ptr[f];
        for (size_t i = 0; i < other->facts.len && other != file; i++) {
            const RouteFact *mount = &other->facts.ptr[i];
            if (mount->kind != ROUTE_MOUNTED || !names_file(files, mount, file))
                continue;
            RoutePrefix prefix = {route_path_join(files->arena, mount->path, below.path),
                                  below.unknown || mount->flags & ROUTE_UNKNOWN_BASE};
            add_file_prefixes(files, other, prefix, depth + 1, prefixes);
        }
    }
    if (prefixes->len == before && before < ROUTE_PREFIXES_MAX)
        *VEC_PUSH(files->arena, prefixes) = below;
}

void route_file_prefixes(const RouteFiles *files, const RouteFile *file, RoutePrefixVec *prefixes)
{
    *prefixes = (RoutePrefixVec){0};
    add_file_prefixes(files, file, (RoutePrefix){0}, 0, prefixes);
}

/* Follows one mount of a router to the router that it is put into. */
static void add_mount(const RouteFiles *files, const RouteFile *file, const RouteFact *mount,
                      RoutePrefix below, int depth, RoutePrefixVec *prefixes)
{
    RoutePrefix prefix = {route_path_join(files->arena, mount->path, below.path),
                          below.unknown || mount->flags & ROUTE_UNKNOWN_BASE};
    RouteMaker outer = route_maker_of(files, file, mount->name);
    if (outer.fact)
        add_prefixes(files, outer, prefix, depth + 1, prefixes);
    else if (prefixes->len < ROUTE_PREFIXES_MAX)
        *VEC_PUSH(files->arena, prefixes) = prefix;
}

static void add_prefixes(const RouteFiles *files, RouteMaker maker, RoutePrefix below, int depth,
                         RoutePrefixVec *prefixes)
{
    if (depth > DEPTH_MAX || prefixes->len >= ROUTE_PREFIXES_MAX)
        return;
    Str own_path = maker.fact->path;
    bool known = route_fill_base(files, maker.file, &own_path);
    RoutePrefix own = {route_path_join(files->arena, own_path, below.path),
                       below.unknown || !known || maker.fact->flags & ROUTE_UNKNOWN_BASE};
    if (maker.fact->target.len) { // a part of another: `v1 := r.Group("/v1")`
        RouteMaker outer = route_maker_of(files, maker.file, maker.fact->target);
        if (outer.fact && outer.fact != maker.fact) {
            add_prefixes(files, outer, own, depth + 1, prefixes);
            return;
        }
    }
    size_t before = prefixes->len;
    for (size_t f = 0; f < files->list.len; f++) {
        const RouteFile *file = &files->list.ptr[f];
        for (size_t i = 0; i < file->facts.len; i++) {
            const RouteFact *mount = &file->facts.ptr[i];
            if (mount->kind == ROUTE_MOUNTED && mounts(files, file, mount, maker))
                add_mount(files, file, mount,
                          mount->flags & ROUTE_REPLACES && mount->path.len ? below : own, depth,
                          prefixes);
        }
    }
    if (prefixes->len == before && before < ROUTE_PREFIXES_MAX)
        *VEC_PUSH(files->arena, prefixes) = own;
}

void route_prefixes(const RouteFiles *files, RouteMaker maker, RoutePrefixVec *prefixes)
{
    *prefixes = (RoutePrefixVec){0};
    add_prefixes(files, maker, (RoutePrefix){0}, 0, prefixes);
}
