/* Names are shortened in three steps, each only for directories that would otherwise share a name:
   without roots anywhere, without roots at the front, not shortened at all. */
#include "index/graph/modules.h"

#include "base/buf.h"
#include "base/id_map.h"
#include "base/map.h"
#include "base/path.h"
#include "index/store/derived.h"

#include <stdlib.h>

/* ---- names ---- */

static bool is_root(Str part)
{
    static const char *const roots[] = {"src", "lib", "app", "pages", "packages"};
    for (size_t i = 0; i < COUNT(roots); i++)
        if (str_equal(part, str_from(roots[i])))
            return true;
    return false;
}

/* The directory without conventional roots, removed either everywhere or only at the front. If
   nothing else would remain, the last component is kept. Components are separated by slashes until
   the common prefix is removed, because a directory's own name may contain dots. */
static Str shortened(Arena *arena, Str directory, bool everywhere)
{
    Buf name = buf_open(arena, 0);
    Str rest = directory, part;
    while (str_take_until(&rest, '/', &part)) {
        if (is_root(part) && (everywhere || !name.len))
            continue;
        if (name.len)
            buf_put_byte(&name, '/');
        buf_put(&name, part);
    }
    return name.len ? buf_str(&name) : path_base(directory);
}

static Str dotted(Arena *arena, Str name)
{
    char *text = str_terminate(arena, name);
    for (char *p = text; *p; p++)
        *p = *p == '/' ? '.' : *p;
    return (Str){text, name.len};
}

/* The number of directories with each name. */
static Map count_names(Arena *arena, const ModuleVec *list)
{
    Map uses = map_open(arena);
    for (size_t i = 0; i < list->len; i++)
        (*map_put(&uses, list->ptr[i].name, NULL))++;
    return uses;
}

/* Length of the leading components that all names share, slashes included. No name may become
   empty. */
static size_t shared_lead(const ModuleVec *list)
{
    Str first = {0};
    size_t lead = 0, count = 0;
    for (size_t i = 0; i < list->len; i++) {
        Str name = list->ptr[i].name;
        if (!list->ptr[i].directory.len)
            continue;
        if (!count++) {
            first = name;
            lead =
                str_find_last_byte(name, '/') == STR_NONE ? 0 : str_find_last_byte(name, '/') + 1;
            continue;
        }
        size_t same = 0, end = 0;
        while (same < MIN(lead, name.len) && name.ptr[same] == first.ptr[same])
            if (first.ptr[same++] == '/')
                end = same;
        lead = MIN(end, name.len ? name.len - 1 : 0);
    }
    return count > 1 ? lead : 0;
}

static void choose_names(Arena *arena, ModuleVec *list)
{
    for (size_t i = 0; i < list->len; i++)
        list->ptr[i].name = list->ptr[i].directory.len
                                ? shortened(arena, list->ptr[i].directory, true)
                                : STR("root");
    Map uses = count_names(arena, list);
    for (size_t i = 0; i < list->len; i++)
        if (*map_find(&uses, list->ptr[i].name) > 1 && list->ptr[i].directory.len)
            list->ptr[i].name = shortened(arena, list->ptr[i].directory, false);
    uses = count_names(arena, list);
    for (size_t i = 0; i < list->len; i++)
        if (*map_find(&uses, list->ptr[i].name) > 1 && list->ptr[i].directory.len)
            list->ptr[i].name = list->ptr[i].directory;
    size_t lead = shared_lead(list);
    for (size_t i = 0; i < list->len; i++)
        if (list->ptr[i].directory.len)
            list->ptr[i].name = dotted(arena, str_from_offset(list->ptr[i].name, lead));
}

/* ---- the list ---- */

static void add_file(Module *module, const Catalog *catalog, uint32_t id)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    RiskCounts risks = catalog_risks(catalog, id);
    module->files++;
    module->indexed += file->count > 1;
    module->lines += file->lines;
    module->bytes += file->size;
    module->symbols += file->count ? file->count - 1 : 0;
    module->low += risks.low;
    module->medium += risks.medium;
    module->high += risks.high;
}

static int by_name(const void *a, const void *b)
{
    const Module *x = a, *y = b;
    int order = str_compare(x->name, y->name);
    return order ? order : str_compare(x->directory, y->directory);
}

static Modules make_modules(Arena *arena, const Catalog *catalog)
{
    Modules modules = {.of_file = NEW(arena, uint32_t, catalog->files.len + 1)};
    Map seen = map_open(arena);
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        bool added = false;
        Str directory = path_directory(file->path);
        if (!file->path.len)
            continue;
        if (str_equal(directory, STR(".")))
            directory = (Str){0};
        uint64_t *index = map_put(&seen, directory, &added);
        if (added) {
            *index = modules.list.len;
            *VEC_PUSH(arena, &modules.list) = (Module){.directory = directory};
        }
        add_file(&modules.list.ptr[*index], catalog, i);
    }
    if (!modules.list.len)
        return modules;
    choose_names(arena, &modules.list);
    qsort(modules.list.ptr, modules.list.len, sizeof *modules.list.ptr, by_name);
    for (size_t i = 0; i < modules.list.len; i++)
        *map_find(&seen, modules.list.ptr[i].directory) = i;
    for (size_t i = 0; i < catalog->files.len; i++) {
        Str directory = path_directory(catalog->files.ptr[i].path);
        if (catalog->files.ptr[i].path.len)
            modules.of_file[i] =
                (uint32_t)*map_find(&seen, str_equal(directory, STR(".")) ? (Str){0} : directory);
    }
    return modules;
}

/* A copy, because modules_fold changes it. */
static Modules copy_modules(Arena *arena, const Modules *from, size_t files)
{
    Modules modules = {.of_file = NEW(arena, uint32_t, files + 1), .uses = from->uses};
    size_t count = from->list.len;
    modules.list.ptr = NEW(arena, Module, count + 1);
    modules.list.len = modules.list.cap = count;
    if (count)
        memcpy(modules.list.ptr, from->list.ptr, count * sizeof(Module));
    if (files)
        memcpy(modules.of_file, from->of_file, files * sizeof(uint32_t));
    return modules;
}

Modules modules_of(Arena *arena, const Catalog *catalog)
{
    return catalog->modules ? copy_modules(arena, catalog->modules, catalog->files.len)
                            : make_modules(arena, catalog);
}

const Modules *modules_shared(Arena *arena, const Catalog *catalog)
{
    if (catalog->modules)
        return catalog->modules;
    Modules *made = NEW(arena, Modules, 1);
    *made = make_modules(arena, catalog);
    return made;
}

const Modules *modules_layout(Arena *arena, const Catalog *catalog)
{
    bool kept = !catalog->modules && catalog->layout;
    return kept ? catalog->layout : modules_shared(arena, catalog);
}

void modules_warm(Arena *arena, Catalog *catalog)
{
    catalog->modules = NULL;
    catalog->layout = catalog->modules = modules_shared(arena, catalog);
}

size_t modules_find(const Modules *modules, Str name)
{
    for (size_t i = 0; i < modules->list.len; i++)
        if (str_equal(modules->list.ptr[i].name, name))
            return i;
    for (size_t i = 0; i < modules->list.len; i++)
        if (name.len && str_equal(modules->list.ptr[i].directory, name))
            return i;
    return SIZE_MAX;
}

static bool is_below(Str directory, Str above)
{
    return !above.len || (str_starts(directory, above) &&
                          (directory.len == above.len || directory.ptr[above.len] == '/'));
}

size_t modules_fold(Arena *arena, const Catalog *catalog, Modules *modules, Str directory)
{
    size_t count = modules->list.len, folded = 0;
    uint32_t *of_file = NEW(arena, uint32_t, catalog->files.len + 1);
    assert(!modules->unfolded);
    if (catalog->files.len)
        memcpy(of_file, modules->of_file, catalog->files.len * sizeof *of_file);
    Module whole = {.directory = directory, .name = str_join(arena, directory, STR("/**"))};
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len ||
            !is_below(modules->list.ptr[modules->of_file[i]].directory, directory))
            continue;
        add_file(&whole, catalog, i);
        of_file[i] = (uint32_t)count;
        folded++;
    }
    if (!folded)
        return SIZE_MAX;
    modules->unfolded = modules->of_file;
    modules->of_file = of_file;
    *VEC_PUSH(arena, &modules->list) = whole;
    return count;
}

/* ---- dependencies ---- */

typedef struct EdgeCount {
    Arena *arena;
    const Modules *modules;
    uint32_t *uses; /* NULL: not wanted */
    IdMap seen;
    ModuleEdgeVec list;
} EdgeCount;

static ModuleEdge *edge_between(EdgeCount *count, uint32_t from, uint32_t to)
{
    uint32_t next = (uint32_t)count->list.len, known = id_map_get(&count->seen, id_pair(from, to));
    if (known != ID_MAP_NONE)
        return &count->list.ptr[known];
    id_map_put(&count->seen, count->arena, id_pair(from, to), next);
    ModuleEdge *edge = VEC_PUSH(count->arena, &count->list);
    *edge = (ModuleEdge){.from = from, .to = to};
    return edge;
}

static void count_imports(EdgeCount *count, const Catalog *catalog, uint32_t file, Arena scratch)
{
    ImportLinkVec imports = {0};
    const Modules *modules = count->modules;
    uint32_t from = modules->of_file[file];
    catalog_imports(catalog, &scratch, file, &imports);
    for (size_t i = 0; i < imports.len; i++) {
        uint32_t target = imports.ptr[i].target;
        bool written = !(imports.ptr[i].flags & BINDING_OUTER);
        if (written && target != FILE_NOWHERE && modules->of_file[target] != from)
            edge_between(count, from, modules->of_file[target])->imports++;
    }
}

typedef struct ReferenceCount {
    EdgeCount *count;
    const Catalog *catalog;
    uint32_t file;
} ReferenceCount;

static bool count_reference(void *context, const Edge *edge)
{
    const ReferenceCount *references = context;
    EdgeCount *count = references->count;
    if (edge->callee == SYMBOL_NOWHERE)
        return true;
    uint32_t target = catalog_place(references->catalog, edge->callee).file;
    uint32_t from = count->modules->of_file[references->file], to = count->modules->of_file[target];
    if (to != from)
        edge_between(count, from, to)->calls += edge->count;
    if (count->uses && target != references->file)
        count->uses[edge->callee] += edge->count;
    return true;
}

static int heavier_first(const void *a, const void *b)
{
    const ModuleEdge *x = a, *y = b;
    uint64_t wx = (uint64_t)x->calls + x->imports, wy = (uint64_t)y->calls + y->imports;
    if (wx != wy)
        return wx < wy ? 1 : -1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

void modules_sort_edges(ModuleEdgeVec *edges)
{
    if (edges->len)
        qsort(edges->ptr, edges->len, sizeof *edges->ptr, heavier_first);
}

ModuleEdgeVec modules_edges(Arena *arena, const Catalog *catalog, const Modules *modules,
                            bool tests, uint32_t *uses)
{
    EdgeCount count = {.arena = arena, .modules = modules, .uses = uses};
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len || (file->class == FILE_TEST && !tests))
            continue;
        count_imports(&count, catalog, i, work);
        catalog_visit_edges(catalog, i, EDGE_LIKELY, count_reference,
                            &(ReferenceCount){&count, catalog, i});
    }
    modules_sort_edges(&count.list);
    return count.list;
}

/* ---- stored results ---- */

void modules_pack_edges(Buf *out, const ModuleEdgeVec *edges)
{
    varint_put(out, edges->len);
    for (size_t i = 0; i < edges->len; i++) {
        varint_put(out, edges->ptr[i].from);
        varint_put(out, edges->ptr[i].to);
        varint_put(out, edges->ptr[i].imports);
        varint_put(out, edges->ptr[i].calls);
    }
}

bool modules_unpack_edges(Arena *arena, VarintReader *in, size_t modules, ModuleEdgeVec *edges)
{
    uint64_t count = varint_take(in);
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        ModuleEdge *edge = VEC_PUSH(arena, edges);
        edge->from = varint_u32(in);
        edge->to = varint_u32(in);
        edge->imports = varint_u32(in);
        edge->calls = varint_u32(in);
        in->failed = in->failed || edge->from >= modules || edge->to >= modules;
    }
    return !in->failed;
}

static ModuleEdgeVec unfolded_references(Arena *arena, const Catalog *catalog,
                                         const Modules *modules)
{
    ModuleEdgeVec edges = {0};
    Str kept = derived_get(catalog, DERIVED_REFERENCES);
    VarintReader in = varint_open(kept);
    if (kept.len && modules_unpack_edges(arena, &in, modules->list.len, &edges) &&
        varint_is_done(&in))
        return edges;
    edges = modules_edges(arena, catalog, modules, true, NULL);
    Buf bytes = buf_open(arena, 0);
    modules_pack_edges(&bytes, &edges);
    derived_put(catalog, DERIVED_REFERENCES, buf_str(&bytes));
    return edges;
}

/* The dependencies after all modules below the last one's directory are merged into it. */
static ModuleEdgeVec fold_edges(Arena *arena, const Modules *modules, const ModuleEdgeVec *edges)
{
    uint32_t last = (uint32_t)modules->list.len - 1;
    Str above = modules->list.ptr[last].directory;
    uint32_t *of = NEW(arena, uint32_t, last + 1);
    EdgeCount count = {.arena = arena, .modules = modules};
    for (uint32_t i = 0; i < last; i++)
        of[i] = is_below(modules->list.ptr[i].directory, above) ? last : i;
    for (size_t i = 0; i < edges->len; i++) {
        const ModuleEdge *edge = &edges->ptr[i];
        if (of[edge->from] == of[edge->to])
            continue;
        ModuleEdge *folded = edge_between(&count, of[edge->from], of[edge->to]);
        folded->imports += edge->imports;
        folded->calls += edge->calls;
    }
    modules_sort_edges(&count.list);
    return count.list;
}

ModuleEdgeVec modules_references(Arena *arena, const Catalog *catalog, const Modules *modules)
{
    Modules before = *modules;
    if (!modules->unfolded)
        return unfolded_references(arena, catalog, modules);
    before.of_file = modules->unfolded;
    before.list.len--;
    ModuleEdgeVec edges = unfolded_references(arena, catalog, &before);
    return fold_edges(arena, modules, &edges);
}
