#include "search/route_prefix.h"

#include "base/path.h"
#include "lang/route/route_path.h"

/* Routers within routers, and names of names. */
#define DEPTH_MAX 6

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

/* The variable of that name, that of the function `symbol` before others; else the router that the
   function of that name makes first. */
static const RouteFact *fact_named(const RouteFile *file, RouteKind kind, Str name, uint32_t symbol)
{
    const RouteFact *found = NULL;
    for (size_t i = 0; i < file->facts.len; i++) {
        const RouteFact *fact = &file->facts.ptr[i];
        bool named = fact->kind == kind && str_equal(fact->name, name);
        if (named && symbol && fact->symbol == symbol)
            return fact;
        found = named && !found ? fact : found;
    }
    if (found)
        return found;
    for (size_t i = 0; i < file->facts.len && kind == ROUTE_MADE; i++) {
        const RouteFact *fact = &file->facts.ptr[i];
        if (fact->kind == kind && fact->symbol && !(fact->flags & ROUTE_OF_CLIENT) &&
            symbol_is_function(file->symbols.ptr[fact->symbol - 1].kind) &&
            str_equal(file->symbols.ptr[fact->symbol - 1].name, name))
            return fact;
    }
    return NULL;
}

/* Whether a fact is a router or client, not a function that sends requests. */
static bool is_object(const RouteFact *fact)
{
    return fact->kind == ROUTE_MADE && !(fact->flags & ROUTE_WRAPS);
}

/* The router or client that a file exports: what it says, or the only one that it makes. */
static const RouteFact *exported(const RouteFile *file)
{
    const RouteFact *found = fact_named(file, ROUTE_MADE, STR("default"), 0);
    const RouteFact *meant =
        found && found->target.len ? fact_named(file, ROUTE_MADE, found->target, 0) : NULL;
    if (meant)
        return meant;
    for (size_t i = 0; i < file->facts.len && !found; i++)
        if (is_object(&file->facts.ptr[i]))
            found = &file->facts.ptr[i];
    for (size_t i = 0; i < file->facts.len; i++)
        if (is_object(&file->facts.ptr[i]) && &file->facts.ptr[i] != found &&
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
        bool chosen = kind == ROUTE_MADE && !member.len && str_equal(bound, STR("default"));
        const RouteFact *fact = chosen ? exported(target) : fact_named(target, kind, sought, 0);
        if (!fact && str_equal(bound, STR("*")))
            fact = fact_named(target, kind, name, 0);
        if (!fact && kind == ROUTE_MADE && !member.len && !str_equal(bound, STR("*")) &&
            (!bound.len || str_equal(bound, STR("default"))))
            fact = exported(target);
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

RouteMaker route_maker_of(const RouteFiles *files, const RouteFile *file, Str name, uint32_t symbol)
{
    Str member, head = head_of(name, &member);
    Str last = member.len ? member : head;
    RouteMaker maker = {0};
    if (member.len) // `users.router` of an imported module
        maker = imported(files, file, ROUTE_MADE, head, member);
    if (maker.fact)
        return maker;
    const RouteFact *own = fact_named(file, ROUTE_MADE, last, symbol);
    if (!own && member.len) // `api.routes()`, `router.urls`
        own = fact_named(file, ROUTE_MADE, head, symbol);
    if (own)
        return (RouteMaker){file, own};
    return imported(files, file, ROUTE_MADE, last, (Str){0});
}

/* The one text that constants of that name have in the tree; NULL: nothing, or several. */
static const RouteFact *only_constant(const RouteFiles *files, Str name)
{
    const RouteFact *found = NULL;
    for (size_t f = 0; f < files->list.len; f++) {
        const RouteFact *fact = fact_named(&files->list.ptr[f], ROUTE_CONSTANT, name, 0);
        if (fact && found && !str_equal(fact->path, found->path))
            return NULL;
        found = fact ? fact : found;
    }
    return found;
}

/* Whether a relative path of `from` leads to the file: `./users` to users.js or users/index.js. */
static bool is_at(const RouteFiles *files, const RouteFile *from, Str path, const RouteFile *to)
{
    const CatalogFile *all = files->catalog->files.ptr;
    size_t slash = str_find_last_byte(path, '/');
    if (!str_starts(path, STR(".")) || slash == STR_NONE ||
        str_find(all[to->file].path, str_from_offset(path, slash + 1)) == STR_NONE)
        return false;
    Str folder = path_directory(all[from->file].path);
    Str whole = path_normalise(files->arena, path_join(files->arena, folder, path));
    Str other = all[to->file].path;
    Str rest = str_starts(other, whole) ? str_from_offset(other, whole.len) : (Str){0};
    Str index = str_starts(rest, STR("/index.")) ? str_from_offset(rest, 6) : rest;
    return str_starts(index, STR(".")) && str_find_byte(index, '/') == STR_NONE;
}

/* What the file at a relative path exports: `require("./users")`. */
static RouteMaker maker_at(const RouteFiles *files, const RouteFile *file, Str path)
{
    for (size_t f = 0; f < files->list.len && str_starts(path, STR(".")); f++)
        if (is_at(files, file, path, &files->list.ptr[f]))
            return (RouteMaker){&files->list.ptr[f], exported(&files->list.ptr[f])};
    return (RouteMaker){0};
}

/* The constant that a base names: `API` of this file or an imported one, `settings.API` of the
   module or object `settings`; else the only constant of the tree with the name of a member. */
static const RouteFact *constant_of(const RouteFiles *files, const RouteFile *file, Str name)
{
    Str member, head = head_of(name, &member);
    Str last = member.len ? member : head;
    const RouteFact *fact = fact_named(file, ROUTE_CONSTANT, last, 0);
    if (!fact && member.len)
        fact = imported(files, file, ROUTE_CONSTANT, head, member).fact;
    if (!fact)
        fact = imported(files, file, ROUTE_CONSTANT, last, (Str){0}).fact;
    return fact || !member.len ? fact : only_constant(files, member);
}

bool route_fill_base(const RouteFiles *files, const RouteFile *file, Str *path)
{
    size_t open = str_starts(*path, STR("/<")) ? 1 : 0;
    if (!str_starts(str_from_offset(*path, open), STR("<")))
        return true;
    size_t close = str_find_byte(*path, '>');
    Str name = str_slice(*path, open + 1, close == STR_NONE ? path->len : close);
    Str rest = str_from_offset(*path, close == STR_NONE ? path->len : close + 1);
    const RouteFact *fact = constant_of(files, file, name);
    *path = fact ? route_path_join(files->arena, fact->path, rest) : rest;
    return fact != NULL;
}

static void read_mounts(RouteFiles *files)
{
    for (size_t f = 0; f < files->list.len; f++) {
        const RouteFile *file = &files->list.ptr[f];
        for (size_t i = 0; i < file->facts.len; i++) {
            const RouteFact *fact = &file->facts.ptr[i];
            if (fact->kind != ROUTE_MOUNTED)
                continue;
            RouteMaker target = maker_at(files, file, fact->target);
            if (!target.fact)
                target = route_maker_of(files, file, fact->target, fact->symbol);
            *VEC_PUSH(files->arena, &files->mounts) = (RouteMount){file, fact, target};
        }
    }
}

bool route_files_read(Arena *arena, Catalog *catalog, RouteFiles *files, Err *err)
{
    *files = (RouteFiles){.arena = arena, .catalog = catalog};
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        if (!catalog->files.ptr[id].has_routes && !catalog->files.ptr[id].has_addresses)
            continue;
        Outline outline;
        if (!catalog_outline(catalog, arena, id, false, &outline, err))
            return false;
        RouteFile *file = VEC_PUSH(arena, &files->list);
        *file = (RouteFile){.file = id, .facts = outline.routes, .symbols = outline.symbols};
        catalog_imports(catalog, arena, id, &file->imports);
    }
    read_mounts(files);
    return true;
}

/* ---- mounts ---- */

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

/* Whether a mount is of all routes of a file: it names the file, or the whole program. */
static bool mounts_file(const RouteFiles *files, const RouteMount *mount, const RouteFile *file)
{
    const CatalogFile *from = &files->catalog->files.ptr[mount->file->file];
    const CatalogFile *to = &files->catalog->files.ptr[file->file];
    if (!(mount->fact->flags & ROUTE_GLOBAL))
        return !mount->target.fact && from->language == to->language &&
               names_file(files, mount->fact, file);
    size_t source = str_find(from->path, STR("src/"));
    Str folder = path_directory(from->path);
    if (source != STR_NONE && (!source || from->path.ptr[source - 1] == '/'))
        folder = source ? str_slice(from->path, 0, source - 1) : STR(".");
    return from->language == to->language &&
           (str_equal(folder, STR(".")) || path_is_inside(to->path, folder));
}

static RoutePrefix below_mount(const RouteFiles *files, const RouteMount *mount, RoutePrefix below)
{
    Str path = mount->fact->path;
    bool known = route_fill_base(files, mount->file, &path);
    return (RoutePrefix){route_path_join(files->arena, path, below.path),
                         below.unknown || !known || mount->fact->flags & ROUTE_UNKNOWN_BASE};
}

static void add_prefixes(const RouteFiles *files, RouteMaker maker, RoutePrefix below, int depth,
                         RoutePrefixVec *prefixes);

static void add_file_prefixes(const RouteFiles *files, const RouteFile *file, RoutePrefix below,
                              int depth, RoutePrefixVec *prefixes)
{
    size_t before = prefixes->len;
    for (size_t i = 0; i < files->mounts.len && depth < DEPTH_MAX; i++) {
        const RouteMount *mount = &files->mounts.ptr[i];
        if (mount->file != file && mounts_file(files, mount, file))
            add_file_prefixes(files, mount->file, below_mount(files, mount, below), depth + 1,
                              prefixes);
    }
    if (prefixes->len == before && before < ROUTE_PREFIXES_MAX)
        *VEC_PUSH(files->arena, prefixes) = below;
}

void route_file_prefixes(const RouteFiles *files, const RouteFile *file, RoutePrefixVec *prefixes)
{
    *prefixes = (RoutePrefixVec){0};
    add_file_prefixes(files, file, (RoutePrefix){0}, 0, prefixes);
}

/* ---- routers that are arguments ---- */

/* Whether a function of `file` can be what the mount's file calls by that name: both are in one
   folder, or the one imports the other's folder. */
static bool can_call(const RouteFiles *files, const RouteFile *from, const RouteFile *to)
{
    const CatalogFile *all = files->catalog->files.ptr;
    Str folder = path_directory(all[to->file].path);
    if (from == to || str_equal(path_directory(all[from->file].path), folder))
        return true;
    for (size_t i = 0; i < from->imports.len; i++) {
        uint32_t target = from->imports.ptr[i].target;
        if (target == to->file ||
            (target != FILE_NOWHERE && str_equal(path_directory(all[target].path), folder)))
            return true;
    }
    return false;
}

/* Whether what an import of the mount's file calls by the name is the other file itself. */
static bool imports_as(const RouteFiles *files, const RouteFile *from, const RouteFile *to,
                       Str name)
{
    for (size_t i = 0; i < from->imports.len; i++) {
        const ImportLink *link = &from->imports.ptr[i];
        Str bound = catalog_name(files->catalog, link->name);
        if (link->target == to->file && binds(files->catalog, link, name) &&
            (!bound.len || str_equal(bound, STR("default")) || str_equal(bound, STR("*"))))
            return true;
    }
    return false;
}

/* Whether a mount passes its router to the function: it names the function, its type, or the file
   that exports it. */
static bool passes_to(const RouteFiles *files, const RouteMount *mount, const RouteFile *file,
                      const Symbol *function)
{
    Str target = mount->fact->target, last = str_last_word(target);
    Str type = function->parent ? file->symbols.ptr[function->parent - 1].name : (Str){0};
    if (str_equal(last, function->name) || (type.len && str_equal(last, type)))
        return can_call(files, mount->file, file);
    return mount->file != file &&
           (is_at(files, mount->file, target, file) || imports_as(files, mount->file, file, last));
}

static bool is_parameter(const Symbol *function, Str name)
{
    Str rest = function->signature;
    for (size_t at; (at = str_find(rest, name)) != STR_NONE; rest = str_from_offset(rest, at + 1)) {
        bool begins = at && !byte_is_word(rest.ptr[at - 1]);
        bool ends = at + name.len == rest.len || !byte_is_word(rest.ptr[at + name.len]);
        if (begins && ends)
            return true;
    }
    return false;
}

static void add_mount(const RouteFiles *files, const RouteMount *mount, RoutePrefix below,
                      int depth, RoutePrefixVec *prefixes);

/* A name in a function, which may be a parameter. */
typedef struct NamePlace {
    const RouteFile *file;
    Str name;
    uint32_t symbol; /* index + 1, or 0 */
} NamePlace;

/* Follows a router that is a parameter of a function to the calls that pass it. */
static bool add_passed(const RouteFiles *files, NamePlace place, RoutePrefix below, int depth,
                       RoutePrefixVec *prefixes)
{
    const RouteFile *file = place.file;
    const Symbol *function = place.symbol ? &file->symbols.ptr[place.symbol - 1] : NULL;
    Str name = str_last_word(place.name);
    size_t before = prefixes->len;
    if (!function || !name.len || depth > DEPTH_MAX || !is_parameter(function, name))
        return false;
    for (size_t i = 0; i < files->mounts.len; i++) {
        const RouteMount *mount = &files->mounts.ptr[i];
        if (mount->fact->flags & ROUTE_PASSED && passes_to(files, mount, file, function))
            add_mount(files, mount, below, depth + 1, prefixes);
    }
    return prefixes->len > before;
}

void route_passed_prefixes(const RouteFiles *files, const RouteFile *file, const RouteFact *fact,
                           RoutePrefixVec *prefixes)
{
    *prefixes = (RoutePrefixVec){0};
    add_passed(files, (NamePlace){file, fact->name, fact->symbol}, (RoutePrefix){0}, 0, prefixes);
}

/* ---- mounts ---- */

/* Follows one mount of a router to the router that it is put into. */
static void add_mount(const RouteFiles *files, const RouteMount *mount, RoutePrefix below,
                      int depth, RoutePrefixVec *prefixes)
{
    const RouteFact *fact = mount->fact;
    RoutePrefix prefix = below_mount(files, mount, below);
    if (!fact->name.len) {
        add_file_prefixes(files, mount->file, prefix, depth + 1, prefixes);
        return;
    }
    RouteMaker outer = route_maker_of(files, mount->file, fact->name, fact->symbol);
    if (outer.fact)
        add_prefixes(files, outer, prefix, depth + 1, prefixes);
    else if (!add_passed(files, (NamePlace){mount->file, fact->name, fact->symbol}, prefix,
                         depth + 1, prefixes) &&
             prefixes->len < ROUTE_PREFIXES_MAX)
        *VEC_PUSH(files->arena, prefixes) = prefix;
}

static void add_prefixes(const RouteFiles *files, RouteMaker maker, RoutePrefix below, int depth,
                         RoutePrefixVec *prefixes)
{
    if (depth > DEPTH_MAX || prefixes->len >= ROUTE_PREFIXES_MAX)
        return;
    const RouteFact *fact = maker.fact;
    Str own_path = fact->path;
    bool known = route_fill_base(files, maker.file, &own_path);
    RoutePrefix own = {route_path_join(files->arena, own_path, below.path),
                       below.unknown || !known || fact->flags & ROUTE_UNKNOWN_BASE};
    if (fact->target.len) { // a part of another: `v1 := r.Group("/v1")`
        RouteMaker outer = route_maker_of(files, maker.file, fact->target, fact->symbol);
        if (outer.fact && outer.fact != fact) {
            add_prefixes(files, outer, own, depth + 1, prefixes);
            return;
        }
        if (add_passed(files, (NamePlace){maker.file, fact->target, fact->symbol}, own, depth + 1,
                       prefixes))
            return;
    }
    size_t before = prefixes->len;
    for (size_t i = 0; i < files->mounts.len; i++) {
        const RouteMount *mount = &files->mounts.ptr[i];
        bool replaces = mount->fact->flags & ROUTE_REPLACES && mount->fact->path.len;
        if (mount->target.fact == fact && !(mount->fact->flags & ROUTE_PASSED))
            add_mount(files, mount, replaces ? below : own, depth, prefixes);
    }
    if (prefixes->len == before && before < ROUTE_PREFIXES_MAX)
        *VEC_PUSH(files->arena, prefixes) = own;
}

void route_prefixes(const RouteFiles *files, RouteMaker maker, RoutePrefixVec *prefixes)
{
    *prefixes = (RoutePrefixVec){0};
    add_prefixes(files, maker, (RoutePrefix){0}, 0, prefixes);
}

/* Whether the module before a handler's name may be the file: `routes::users::list` and users.rs.
 */
static bool may_name_module(const RouteFiles *files, const RouteFile *file, Str target)
{
    size_t dot = str_find_last_byte(target, '.');
    Str module = str_last_word(str_slice(target, 0, dot == STR_NONE ? 0 : dot));
    Str path = files->catalog->files.ptr[file->file].path;
    return !module.len || str_find(path, module) != STR_NONE || str_equal(module, STR("crate")) ||
           str_equal(module, STR("self"));
}

void route_handler_prefixes(const RouteFiles *files, const RouteFile *file, Str handler,
                            RoutePrefixVec *prefixes)
{
    *prefixes = (RoutePrefixVec){0};
    for (size_t i = 0; i < files->mounts.len && prefixes->len < ROUTE_PREFIXES_MAX; i++) {
        const RouteMount *mount = &files->mounts.ptr[i];
        if (!mount->target.fact && !(mount->fact->flags & ROUTE_PASSED) &&
            str_equal(str_last_word(mount->fact->target), handler) &&
            may_name_module(files, file, mount->fact->target) && can_call(files, mount->file, file))
            add_mount(files, mount, (RoutePrefix){0}, 0, prefixes);
    }
}
