/* What imports lead to is found by the rules of each language, which look at paths, settings and
   packages; instead of knowing how, the imports of every file are resolved again when files came or
   went, which is quick, and compared with what they were. */
#include "index/resolve/resolve_links.h"
#include "index/update/touched_state.h"

#include "base/hash.h"

/* ---- links that differ ---- */

/* Scala: what the import stands in, which alone sees what it brings. Python: what stands before it,
   which it may replace. */
static uint64_t hash_scope(const Touched *touched, uint32_t file, const ImportLink *link, bool old)
{
    uint32_t at = old ? touched->before_of[file] : 0;
    const CatalogFile *row =
        at ? &touched->before.ptr[at - 1].was : catalog_row(touched->catalog, file);
    uint64_t sum = 0;
    bool whole = link->target == FILE_NOWHERE &&
                 str_equal(catalog_name(touched->catalog, link->name), STR("*"));
    if (row->count && whole && str_equal(lang_id(row->language), STR("python")))
        return row->entries[links_symbol_before(row, link)].name;
    if (!row->count || !str_equal(lang_id(row->language), STR("scala")))
        return 0;
    for (uint32_t i = links_symbol_around(row, link); i; i = row->entries[i].parent) {
        uint64_t parts[] = {sum, row->entries[i].name, row->entries[i].kind};
        sum = hash_fast((Str){(const char *)parts, sizeof parts});
    }
    return sum;
}

/* Of a package of several files which one stands for it is nothing to those who read, but a file
   that is of another package now stands for something else. */
static uint64_t hash_link(const Touched *touched, uint32_t file, const ImportLink *link, bool old)
{
    uint32_t target = link->target, at = 0;
    if (target != FILE_NOWHERE && touched->catalog->files.ptr[target].count) {
        at = touched->before_of[target];
        target = resolve_unit(touched->resolver, target);
    }
    bool other = old && at && touched->before.ptr[at - 1].elsewhere;
    uint32_t parts[] = {target, link->package, link->name, link->alias, link->flags, other};
    return hash_fast((Str){(const char *)parts, sizeof parts}) ^
           hash_scope(touched, file, link, old);
}

static bool means_same(const Touched *touched, uint32_t file, const ImportLinkVec *old,
                       const ImportLinkVec *now)
{
    bool same = old->len == now->len;
    for (size_t i = 0; i < old->len && same; i++)
        same = hash_link(touched, file, &old->ptr[i], true) ==
               hash_link(touched, file, &now->ptr[i], false);
    return same;
}

static bool leads_same(const ImportLinkVec *a, const ImportLinkVec *b)
{
    bool same = a->len == b->len;
    for (size_t i = 0; i < a->len && same; i++)
        same = a->ptr[i].target == b->ptr[i].target;
    return same;
}

static bool is_linked(const Touched *touched, uint32_t file)
{
    return resolve_is_linked(touched->catalog->files.ptr[file].language);
}

static bool is_dynamic(const Touched *touched, uint32_t file)
{
    return resolve_is_dynamic(touched->catalog->files.ptr[file].language);
}

bool touched_passes_on(const Touched *touched, uint32_t file, const ImportLink *link)
{
    return link->flags & BINDING_REEXPORT ||
           str_equal(lang_id(touched->catalog->files.ptr[file].language), STR("python"));
}

static bool is_whole(const Touched *touched, const ImportLink *link)
{
    Str name = catalog_name(touched->catalog, link->name);
    return str_equal(name, STR("*")) || str_ends(name, STR(".*"));
}

ImportLinkVec touched_links(Touched *touched, Arena *arena, uint32_t file)
{
    ImportLinkVec links = {0};
    bool now = touched->chosen[file] && touched->catalog->files.ptr[file].count;
    if (now)
        return *resolve_imports(touched->resolver, file);
    catalog_imports(touched->catalog, arena, file, &links);
    return links;
}

static ImportLinkVec old_links(Touched *touched, Arena *arena, uint32_t file)
{
    uint32_t at = touched->before_of[file];
    CatalogFile *row = &touched->catalog->files.ptr[file];
    ImportLinkVec links = {0};
    Str now = row->links;
    if (at)
        row->links = touched->before.ptr[at - 1].was.links;
    catalog_imports(touched->catalog, arena, file, &links);
    row->links = now;
    return links;
}

/* A script among modules has what all scripts have. */
static void mark_scripts(Touched *touched)
{
    for (uint32_t file = 0; file < touched->catalog->files.len; file++)
        if (imports_is_script(&touched->catalog->files.ptr[file]))
            touched_mark_file(touched, file);
}

/* All names that others may have from a file, without end. */
static void mark_exports(Touched *touched, uint32_t file, bool *seen)
{
    VEC(uint32_t) due = {0};
    Arena work = touched->scratch;
    *VEC_PUSH(&work, &due) = file;
    while (due.len) {
        uint32_t at = due.ptr[--due.len];
        if (at == FILE_NOWHERE || seen[at])
            continue;
        uint32_t before = touched->before_of[at];
        seen[at] = true;
        touched_mark_file(touched, at);
        if (before && touched->before.ptr[before - 1].elsewhere)
            mark_scripts(touched);
        const ImportLinkVec sides[] = {old_links(touched, &work, at),
                                       touched_links(touched, &work, at)};
        for (size_t i = 0; i < sides[0].len + sides[1].len; i++) {
            const ImportLink *link =
                i < sides[0].len ? &sides[0].ptr[i] : &sides[1].ptr[i - sides[0].len];
            if (!touched_passes_on(touched, at, link))
                continue;
            touched_mark(touched, link->alias ? link->alias : link->name, MARK_USE | MARK_TYPE);
            if (is_whole(touched, link))
                *VEC_PUSH(&work, &due) = link->target;
        }
    }
}

static void mark_link(Touched *touched, uint32_t file, const ImportLink *link)
{
    const Catalog *catalog = touched->catalog;
    bool all = is_whole(touched, link), passed = touched_passes_on(touched, file, link);
    uint32_t names[] = {link->alias, link->name, link->package,
                        link->target == FILE_NOWHERE ? 0
                                                     : catalog->files.ptr[link->target].package};
    bool named = resolve_is_named(catalog->files.ptr[file].language);
    touched->local[file].all = touched->local[file].all || all || named;
    for (size_t i = 0; i < COUNT(names); i++)
        touched_mark_local(touched, file, names[i]);
    if (all && passed) {
        Arena kept = touched->scratch;
        bool *seen = NEW(&touched->scratch, bool, catalog->files.len + 1);
        mark_exports(touched, link->target, seen);
        touched->scratch = kept;
    }
    if (passed)
        touched_note_default(touched, file);
}

/* The links of `a` that `b` has not; false when there are none. `old`: `a` is what was. */
static bool mark_missing(Touched *touched, uint32_t file, const ImportLinkVec *a,
                         const ImportLinkVec *b, bool old)
{
    Arena kept = touched->scratch;
    IdMap known = {0};
    bool any = false;
    for (size_t i = 0; i < b->len; i++)
        id_map_put(&known, &touched->scratch, hash_link(touched, file, &b->ptr[i], !old), 1);
    for (size_t i = 0; i < a->len; i++) {
        if (id_map_get(&known, hash_link(touched, file, &a->ptr[i], old)) != ID_MAP_NONE)
            continue;
        mark_link(touched, file, &a->ptr[i]);
        any = true;
    }
    touched->scratch = kept;
    return any;
}

/* ---- what is included ---- */

typedef VEC(uint32_t) FileVec;

/* Who includes whom, turned round: for each file those that include it. */
typedef struct Includers {
    uint32_t *starts, *files;
} Includers;

static Includers list_includers(Touched *touched, Arena *arena)
{
    const Catalog *catalog = touched->catalog;
    size_t files = catalog->files.len;
    Includers list = {.starts = NEW(arena, uint32_t, files + 2)};
    for (int round = 0; round < 2; round++) {
        for (uint32_t file = 0; file < files; file++) {
            Arena work = touched->scratch;
            if (!is_linked(touched, file))
                continue;
            ImportLinkVec links = touched_links(touched, &work, file);
            for (size_t i = 0; i < links.len; i++) {
                uint32_t target = links.ptr[i].target;
                if (target != FILE_NOWHERE && round)
                    list.files[list.starts[target + 1]++] = file;
                else if (target != FILE_NOWHERE && target + 2 < files + 2)
                    list.starts[target + 2]++;
            }
        }
        for (size_t i = 1; i < files + 2 && !round; i++)
            list.starts[i] += list.starts[i - 1];
        if (!round)
            list.files = NEW(arena, uint32_t, list.starts[files + 1] + 1);
    }
    return list;
}

/* What a file includes decides what every file sees that has it, by any way, and which of several
   definitions is linked with it. */
static void follow_includers(Touched *touched, const FileVec *changed)
{
    Arena arena SCOPED(arena_close) = {0};
    FileVec due = {0};
    arena_open(&arena, 0);
    Includers includers = list_includers(touched, &arena);
    bool *seen = NEW(&arena, bool, touched->catalog->files.len + 1);
    for (size_t i = 0; i < changed->len; i++)
        *VEC_PUSH(&arena, &due) = changed->ptr[i];
    while (due.len) {
        uint32_t file = due.ptr[--due.len];
        if (seen[file])
            continue;
        seen[file] = touched->chosen[file] = true;
        touched_mark_file(touched, file);
        for (uint32_t i = includers.starts[file]; i < includers.starts[file + 1]; i++)
            *VEC_PUSH(&arena, &due) = includers.files[i];
    }
}

/* Whether others see by way of this file what they did. */
static bool includes_same(const Touched *touched, uint32_t file, bool same)
{
    uint32_t at = touched->before_of[file];
    bool linked = is_linked(touched, file);
    bool was = at ? resolve_is_linked(touched->before.ptr[at - 1].was.language) : linked;
    return linked == was && (same || !linked);
}

/* True when what it includes differs. */
static bool compare_links(Touched *touched, uint32_t file)
{
    ImportLinkVec old = old_links(touched, &touched->scratch, file), none = {0};
    const ImportLinkVec *now =
        touched->catalog->files.ptr[file].count ? resolve_imports(touched->resolver, file) : &none;
    if (means_same(touched, file, &old, now)) {
        touched->relinks[file] = !leads_same(&old, now);
        return !includes_same(touched, file, true);
    }
    touched->chosen[file] = true;
    bool less = mark_missing(touched, file, &old, now, true),
         more = mark_missing(touched, file, now, &old, false);
    for (size_t i = 0; i < now->len && !less && !more; i++) // of two of one name the first is meant
        mark_link(touched, file, &now->ptr[i]);
    return !includes_same(touched, file, !less && !more);
}

void touched_compare_links(Touched *touched)
{
    Arena arena SCOPED(arena_close) = {0};
    FileVec changed = {0};
    arena_open(&arena, 0);
    for (uint32_t file = 0; file < touched->catalog->files.len; file++) {
        Arena kept = touched->scratch;
        if ((touched->faces || touched->before_of[file]) && compare_links(touched, file))
            *VEC_PUSH(&arena, &changed) = file;
        touched->scratch = kept;
    }
    if (changed.len)
        follow_includers(touched, &changed);
}

/* ---- what files export as themselves ---- */

void touched_note_default(Touched *touched, uint32_t file)
{
    if (touched->defaults[file] || !is_dynamic(touched, file))
        return;
    touched->defaults[file] = true;
    *VEC_PUSH(touched->arena, &touched->defaults_due) = file;
}

/* Whoever imports such a file as a whole or by `default`. */
void touched_follow_defaults(Touched *touched)
{
    const Catalog *catalog = touched->catalog;
    if (!touched->defaults_due.len)
        return;
    touched->defaults_due.len = 0;
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        Arena kept = touched->scratch;
        if (!is_dynamic(touched, file))
            continue;
        ImportLinkVec links = touched_links(touched, &touched->scratch, file);
        for (size_t i = 0; i < links.len; i++) {
            const ImportLink *link = &links.ptr[i];
            bool whole =
                !link->name || str_equal(catalog_name(catalog, link->name), STR("default"));
            if (link->target == FILE_NOWHERE || !touched->defaults[link->target] || !whole)
                continue;
            touched->chosen[file] = true;
            mark_link(touched, file, link);
        }
        touched->scratch = kept;
    }
}

/* ---- indices ---- */

typedef struct Pointing {
    Touched *touched;
    bool moved, gone;
} Pointing;

static bool look_at_callee(void *context, uint32_t file, uint32_t index)
{
    Pointing *pointing = context;
    const Touched *touched = pointing->touched;
    uint32_t at = touched->before_of[file];
    const Before *before = at ? &touched->before.ptr[at - 1] : NULL;
    if (!before)
        return true;
    uint32_t now = index < before->was.count ? before->map[index] : SYMBOL_NOWHERE;
    pointing->gone = now == SYMBOL_NOWHERE;
    pointing->moved = pointing->moved || now != index;
    return !pointing->gone;
}

/* Packed links say where symbols were; with these lists they are read as they are. */
static void set_moves(Touched *touched, bool on)
{
    for (size_t i = 0; i < touched->before.len; i++) {
        const Before *before = &touched->before.ptr[i];
        CatalogFile *row = &touched->catalog->files.ptr[before->file];
        row->moved = on ? before->map : NULL;
        row->moved_count = before->was.count;
    }
}

static void write_again(Touched *touched, uint32_t file)
{
    Arena work = touched->scratch;
    ImportLinkVec imports = {0};
    EdgeVec edges = {0};
    if (touched->relinks[file])
        imports = *resolve_imports(touched->resolver, file);
    else
        catalog_imports(touched->catalog, &work, file, &imports);
    catalog_all_edges(touched->catalog, &work, file, &edges);
    catalog_set_links(touched->catalog, work, file, &imports, &edges);
}

void touched_follow_moves(Touched *touched)
{
    bool any = false;
    for (size_t i = 0; i < touched->before.len; i++)
        any = any || touched->before.ptr[i].moved || touched->before.ptr[i].gone;
    for (size_t i = 0; i < touched->catalog->files.len && !any; i++)
        any = touched->relinks[i];
    if (!any)
        return;
    set_moves(touched, true);
    for (uint32_t file = 0; file < touched->catalog->files.len; file++) {
        Pointing pointing = {.touched = touched};
        if (touched->chosen[file] || touched->before_of[file])
            continue;
        catalog_visit_callees(touched->catalog, file, look_at_callee, &pointing);
        touched->chosen[file] = pointing.gone;
        if ((pointing.moved || touched->relinks[file]) && !pointing.gone)
            write_again(touched, file);
    }
    set_moves(touched, false);
}
