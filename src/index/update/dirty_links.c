/* Each language has its own rules for imports; they read paths, settings and packages. Instead of
   tracking the inputs of each rule, the imports of every file are resolved again when files were
   added or removed. That is quick, and the result is compared with the stored links. */
#include "index/resolve/file_scope.h"
#include "index/resolve/resolve.h"
#include "index/update/dirty_state.h"

#include "base/hash.h"

/* ---- comparing links ---- */

/* What else the meaning of an import depends on. Scala: the scope it is in, which alone sees the
   names. C: the scope around the include of a part of the file. Python: the symbol before `import
   *`, which the import may replace. */
static uint64_t hash_scope(const DirtySet *dirty, uint32_t file, const ImportLink *link, bool old)
{
    uint32_t at = old ? dirty->before_of[file] : 0;
    const CatalogFile *row =
        at ? &dirty->before.ptr[at - 1].was : catalog_row(dirty->catalog, file);
    uint64_t sum = 0;
    bool whole = link->target == FILE_NOWHERE &&
                 str_equal(catalog_name(dirty->catalog, link->name), STR("*"));
    if (row->count && whole && imports_star_replaces_names(row->language))
        return row->entries[file_scope_symbol_before(row, link)].name;
    bool part = link->target != FILE_NOWHERE && resolve_is_linked(row->language) &&
                resolve_is_fragment(dirty->resolver, link->target);
    if (!row->count || !(part || imports_links_depend_on_block(row->language)))
        return 0;
    for (uint32_t i = file_scope_symbol_around(row, link); i; i = row->entries[i].parent) {
        uint64_t parts[] = {sum, row->entries[i].name, row->entries[i].kind};
        sum = hash_fast((Str){(const char *)parts, sizeof parts});
    }
    return sum;
}

/* Which file of a package the link targets does not matter to readers. A target that moved to
   another package since does. */
static uint64_t hash_link(const DirtySet *dirty, uint32_t file, const ImportLink *link, bool old)
{
    uint32_t target = link->target, at = 0;
    if (target != FILE_NOWHERE && dirty->catalog->files.ptr[target].count) {
        at = dirty->before_of[target];
        target = resolve_unit(dirty->resolver, target);
    }
    bool other = old && at && dirty->before.ptr[at - 1].elsewhere;
    uint32_t parts[] = {target, link->package, link->name, link->alias, link->flags, other};
    return hash_fast((Str){(const char *)parts, sizeof parts}) ^ hash_scope(dirty, file, link, old);
}

static bool means_same(const DirtySet *dirty, uint32_t file, const ImportLinkVec *old,
                       const ImportLinkVec *now)
{
    bool same = old->len == now->len;
    for (size_t i = 0; i < old->len && same; i++)
        same = hash_link(dirty, file, &old->ptr[i], true) ==
               hash_link(dirty, file, &now->ptr[i], false);
    return same;
}

static bool leads_same(const ImportLinkVec *a, const ImportLinkVec *b)
{
    bool same = a->len == b->len;
    for (size_t i = 0; i < a->len && same; i++)
        same = a->ptr[i].target == b->ptr[i].target;
    return same;
}

static bool includes_others(const DirtySet *dirty, uint32_t file)
{
    return resolve_sees_through_imports(dirty->catalog->files.ptr[file].language);
}

static bool is_dynamic(const DirtySet *dirty, uint32_t file)
{
    return resolve_is_dynamic(dirty->catalog->files.ptr[file].language);
}

bool dirty_passes_on(const DirtySet *dirty, uint32_t file, const ImportLink *link)
{
    return link->flags & BINDING_REEXPORT ||
           imports_pass_on(dirty->catalog->files.ptr[file].language);
}

static bool is_whole(const DirtySet *dirty, const ImportLink *link)
{
    Str name = catalog_name(dirty->catalog, link->name);
    return str_equal(name, STR("*")) || str_ends(name, STR(".*"));
}

ImportLinkVec dirty_links(DirtySet *dirty, Arena *arena, uint32_t file)
{
    ImportLinkVec links = {0};
    bool now = dirty->chosen[file] && dirty->catalog->files.ptr[file].count;
    if (now)
        return *resolve_imports(dirty->resolver, file);
    catalog_imports(dirty->catalog, arena, file, &links);
    return links;
}

static ImportLinkVec old_links(DirtySet *dirty, Arena *arena, uint32_t file)
{
    uint32_t at = dirty->before_of[file];
    CatalogFile *row = &dirty->catalog->files.ptr[file];
    ImportLinkVec links = {0};
    Str now = row->links;
    if (at)
        row->links = dirty->before.ptr[at - 1].was.links;
    catalog_imports(dirty->catalog, arena, file, &links);
    row->links = now;
    return links;
}

/* TypeScript files without imports and exports share one global scope. */
static void mark_scripts(DirtySet *dirty)
{
    for (uint32_t file = 0; file < dirty->catalog->files.len; file++)
        if (imports_is_script(&dirty->catalog->files.ptr[file]))
            dirty_mark_file(dirty, file);
}

/* Marks all names that other files may import from a file, through any number of re-exports. */
static void mark_exports(DirtySet *dirty, uint32_t file, bool *seen)
{
    VEC(uint32_t) due = {0};
    Arena work = dirty->scratch;
    *VEC_PUSH(&work, &due) = file;
    while (due.len) {
        uint32_t at = due.ptr[--due.len];
        if (at == FILE_NOWHERE || seen[at])
            continue;
        uint32_t before = dirty->before_of[at];
        seen[at] = true;
        dirty_mark_file(dirty, at);
        if (before && dirty->before.ptr[before - 1].elsewhere)
            mark_scripts(dirty);
        const ImportLinkVec sides[] = {old_links(dirty, &work, at), dirty_links(dirty, &work, at)};
        for (size_t i = 0; i < sides[0].len + sides[1].len; i++) {
            const ImportLink *link =
                i < sides[0].len ? &sides[0].ptr[i] : &sides[1].ptr[i - sides[0].len];
            if (!dirty_passes_on(dirty, at, link))
                continue;
            dirty_mark_name(dirty, link->alias ? link->alias : link->name, MEANS_USE | MEANS_TYPE);
            if (is_whole(dirty, link))
                *VEC_PUSH(&work, &due) = link->target;
        }
    }
}

static void mark_link(DirtySet *dirty, uint32_t file, const ImportLink *link)
{
    const Catalog *catalog = dirty->catalog;
    bool all = is_whole(dirty, link), passed = dirty_passes_on(dirty, file, link);
    uint32_t names[] = {link->alias, link->name, link->package,
                        link->target == FILE_NOWHERE ? 0
                                                     : catalog->files.ptr[link->target].package};
    bool named = resolve_is_named(catalog->files.ptr[file].language);
    dirty->local[file].all = dirty->local[file].all || all || named;
    for (size_t i = 0; i < COUNT(names); i++)
        dirty_mark_local(dirty, file, names[i]);
    if (all && passed) {
        Arena kept = dirty->scratch;
        bool *seen = NEW(&dirty->scratch, bool, catalog->files.len + 1);
        mark_exports(dirty, link->target, seen);
        dirty->scratch = kept;
    }
    if (passed)
        dirty_note_default(dirty, file);
}

/* Marks links in `a` that are not in `b`; false if `b` has them all. `old`: `a` is the former
   list. */
static bool mark_missing(DirtySet *dirty, uint32_t file, const ImportLinkVec *a,
                         const ImportLinkVec *b, bool old)
{
    Arena kept = dirty->scratch;
    IdMap known = {0};
    bool any = false;
    for (size_t i = 0; i < b->len; i++)
        id_map_put(&known, &dirty->scratch, hash_link(dirty, file, &b->ptr[i], !old), 1);
    for (size_t i = 0; i < a->len; i++) {
        if (id_map_get(&known, hash_link(dirty, file, &a->ptr[i], old)) != ID_MAP_NONE)
            continue;
        mark_link(dirty, file, &a->ptr[i]);
        any = true;
    }
    dirty->scratch = kept;
    return any;
}

/* ---- includes ---- */

typedef VEC(uint32_t) FileVec;

/* The include graph reversed: for each file, the files that include it (compressed rows). */
typedef struct Includers {
    uint32_t *starts, *files;
} Includers;

static Includers list_includers(DirtySet *dirty, Arena *arena)
{
    const Catalog *catalog = dirty->catalog;
    size_t files = catalog->files.len;
    Includers list = {.starts = NEW(arena, uint32_t, files + 2)};
    for (int round = 0; round < 2; round++) {
        for (uint32_t file = 0; file < files; file++) {
            Arena work = dirty->scratch;
            if (!includes_others(dirty, file))
                continue;
            ImportLinkVec links = dirty_links(dirty, &work, file);
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

/* A fragment sees the names that its includers see. Fragments that a changed file no longer
   includes are chosen; `seen` gets them, too, for the fragments that they include. */
static void choose_fragments(DirtySet *dirty, const FileVec *changed, bool *seen)
{
    for (size_t i = 0; i < changed->len; i++) {
        Arena work = dirty->scratch;
        ImportLinkVec old = old_links(dirty, &work, changed->ptr[i]),
                      now = dirty_links(dirty, &work, changed->ptr[i]);
        for (size_t k = 0; k < old.len; k++) {
            uint32_t target = old.ptr[k].target;
            bool kept = target == FILE_NOWHERE;
            for (size_t n = 0; n < now.len && !kept; n++)
                kept = now.ptr[n].target == target;
            if (!kept)
                seen[target] = dirty->chosen[target] = true;
        }
    }
    resolve_choose_fragments(dirty->resolver, seen, dirty->chosen);
}

/* A file's includes decide which names all files that include it, directly or not, see, and which
   of several definitions they are linked with. */
static void follow_includers(DirtySet *dirty, const FileVec *changed)
{
    Arena arena SCOPED(arena_close) = {0};
    FileVec due = {0};
    arena_open(&arena, 0);
    Includers includers = list_includers(dirty, &arena);
    bool *seen = NEW(&arena, bool, dirty->catalog->files.len + 1);
    for (size_t i = 0; i < changed->len; i++)
        *VEC_PUSH(&arena, &due) = changed->ptr[i];
    while (due.len) {
        uint32_t file = due.ptr[--due.len];
        if (seen[file])
            continue;
        seen[file] = dirty->chosen[file] = true;
        dirty_mark_file(dirty, file);
        for (uint32_t i = includers.starts[file]; i < includers.starts[file + 1]; i++)
            *VEC_PUSH(&arena, &due) = includers.files[i];
    }
    choose_fragments(dirty, changed, seen);
}

/* Whether files that include this one still see the same through it. */
static bool includes_same(const DirtySet *dirty, uint32_t file, bool same)
{
    uint32_t at = dirty->before_of[file];
    bool now = includes_others(dirty, file);
    bool was = at ? resolve_sees_through_imports(dirty->before.ptr[at - 1].was.language) : now;
    return now == was && (same || !now);
}

/* True if its includes differ. */
static bool compare_links(DirtySet *dirty, uint32_t file)
{
    ImportLinkVec old = old_links(dirty, &dirty->scratch, file), none = {0};
    const ImportLinkVec *now =
        dirty->catalog->files.ptr[file].count ? resolve_imports(dirty->resolver, file) : &none;
    if (means_same(dirty, file, &old, now)) {
        dirty->relinks[file] = !leads_same(&old, now);
        return !includes_same(dirty, file, true);
    }
    dirty->chosen[file] = true;
    bool less = mark_missing(dirty, file, &old, now, true),
         more = mark_missing(dirty, file, now, &old, false);
    for (size_t i = 0; i < now->len && !less && !more; i++) // of equal names the first counts
        mark_link(dirty, file, &now->ptr[i]);
    return !includes_same(dirty, file, !less && !more);
}

void dirty_compare_links(DirtySet *dirty)
{
    Arena arena SCOPED(arena_close) = {0};
    FileVec changed = {0};
    arena_open(&arena, 0);
    for (uint32_t file = 0; file < dirty->catalog->files.len; file++) {
        Arena kept = dirty->scratch;
        if ((dirty->imports_may_differ || dirty->before_of[file]) && compare_links(dirty, file))
            *VEC_PUSH(&arena, &changed) = file;
        dirty->scratch = kept;
    }
    if (changed.len)
        follow_includers(dirty, &changed);
}

/* ---- default exports ---- */

void dirty_note_default(DirtySet *dirty, uint32_t file)
{
    if (dirty->defaults[file] || !is_dynamic(dirty, file))
        return;
    dirty->defaults[file] = true;
    *VEC_PUSH(dirty->arena, &dirty->defaults_due) = file;
}

/* Importers of such a file as a whole or by `default`. */
void dirty_follow_defaults(DirtySet *dirty)
{
    const Catalog *catalog = dirty->catalog;
    if (!dirty->defaults_due.len)
        return;
    dirty->defaults_due.len = 0;
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        Arena kept = dirty->scratch;
        if (!is_dynamic(dirty, file))
            continue;
        ImportLinkVec links = dirty_links(dirty, &dirty->scratch, file);
        for (size_t i = 0; i < links.len; i++) {
            const ImportLink *link = &links.ptr[i];
            bool whole =
                !link->name || str_equal(catalog_name(catalog, link->name), STR("default"));
            if (link->target == FILE_NOWHERE || !dirty->defaults[link->target] || !whole)
                continue;
            dirty->chosen[file] = true;
            mark_link(dirty, file, link);
        }
        dirty->scratch = kept;
    }
}

/* ---- links to symbols that moved ---- */

typedef struct Pointing {
    DirtySet *dirty;
    bool moved, gone;
} Pointing;

static bool look_at_callee(void *context, uint32_t file, uint32_t index)
{
    Pointing *pointing = context;
    const DirtySet *dirty = pointing->dirty;
    uint32_t at = dirty->before_of[file];
    const Before *before = at ? &dirty->before.ptr[at - 1] : NULL;
    if (!before)
        return true;
    uint32_t now = index < before->was.count ? before->map[index] : SYMBOL_NOWHERE;
    pointing->gone = now == SYMBOL_NOWHERE;
    pointing->moved = pointing->moved || now != index;
    return !pointing->gone;
}

/* Packed links hold old indices. While these maps are set, reading links translates them. */
static void set_moves(DirtySet *dirty, bool on)
{
    for (size_t i = 0; i < dirty->before.len; i++) {
        const Before *before = &dirty->before.ptr[i];
        CatalogFile *row = &dirty->catalog->files.ptr[before->file];
        row->moved = on ? before->map : NULL;
        row->moved_count = before->was.count;
    }
}

static void write_again(DirtySet *dirty, uint32_t file)
{
    Arena work = dirty->scratch;
    ImportLinkVec imports = {0};
    EdgeVec edges = {0};
    if (dirty->relinks[file])
        imports = *resolve_imports(dirty->resolver, file);
    else
        catalog_imports(dirty->catalog, &work, file, &imports);
    catalog_all_edges(dirty->catalog, &work, file, &edges);
    catalog_set_links(dirty->catalog, work, file, &imports, &edges);
}

void dirty_follow_moves(DirtySet *dirty)
{
    bool any = false;
    for (size_t i = 0; i < dirty->before.len; i++)
        any = any || dirty->before.ptr[i].moved || dirty->before.ptr[i].gone;
    for (size_t i = 0; i < dirty->catalog->files.len && !any; i++)
        any = dirty->relinks[i];
    if (!any)
        return;
    set_moves(dirty, true);
    for (uint32_t file = 0; file < dirty->catalog->files.len; file++) {
        Pointing pointing = {.dirty = dirty};
        if (dirty->chosen[file] || dirty->before_of[file])
            continue;
        catalog_visit_callees(dirty->catalog, file, look_at_callee, &pointing);
        dirty->chosen[file] = pointing.gone;
        if ((pointing.moved || dirty->relinks[file]) && !pointing.gone)
            write_again(dirty, file);
    }
    set_moves(dirty, false);
}
