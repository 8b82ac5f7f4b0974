/* Rules about dependencies between modules. A module is a directory (index/graph/modules.h). */
#include "review/rule_functions.h"

#include "base/id_map.h"
#include "base/path.h"
#include "change/places.h"
#include "index/graph/modules.h"
#include "text/address.h"

#define MODULE_NONE UINT32_MAX

typedef struct Modular {
    const ReviewFind *find;
    const Modules *modules;
    Places places;
    IdMap reported;
} Modular;

static Modular open_modular(const ReviewFind *find)
{
    const ReviewContext *review = find->review;
    return (Modular){.find = find,
                     .modules = modules_shared(review->arena, review->catalog),
                     .places = places_of(review->arena, review->set, review->catalog)};
}

static uint32_t module_of(const Modular *modular, Str path)
{
    uint32_t file = places_file(&modular->places, path);
    return file == FILE_NOWHERE ? MODULE_NONE : modular->modules->of_file[file];
}

static bool has_text(const StrVec *sorted, Str text)
{
    size_t low = 0, high = sorted->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_compare(sorted->ptr[middle], text);
        if (!order)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Called for each file of another module that a changed file uses now and did not use before. */
typedef void VisitUse(Modular *modular, const ChangedFile *file, uint32_t from, uint32_t to,
                      Str path);

static void visit_new_uses(Modular *modular, VisitUse *visit)
{
    const ReviewContext *review = modular->find->review;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        uint32_t from =
            review_is_code(review, file) ? module_of(modular, file->new.path) : MODULE_NONE;
        for (size_t k = 0; from != MODULE_NONE && k < file->uses_new.len; k++) {
            Str path = file->uses_new.ptr[k];
            uint32_t to = module_of(modular, path);
            if (to != from && to != MODULE_NONE && !has_text(&file->uses_old, path))
                visit(modular, file, from, to, path);
        }
    }
}

/* ---- directions ---- */

/* Whether the text names the module, by name or directory, or is a pattern that matches the
   file. */
static bool names_module(const Modular *modular, Str text, uint32_t module, Str path)
{
    const Module *named = &modular->modules->list.ptr[module];
    return str_equal(text, named->name) || str_equal(text, named->directory) ||
           review_pattern_fits(*modular->find->review->scratch, text, path);
}

static bool is_allowed(const Modular *modular, const ReviewDirection *direction, uint32_t to,
                       Str path)
{
    for (size_t i = 0; i < direction->may_use.len; i++)
        if (names_module(modular, direction->may_use.ptr[i], to, path))
            return true;
    return names_module(modular, direction->module, to, path);
}

static bool is_first(Modular *modular, uint32_t file, uint32_t module)
{
    return id_map_put(&modular->reported, modular->find->review->arena, id_pair(file, module), 0) ==
           ID_MAP_NONE;
}

static void check_direction(Modular *modular, const ChangedFile *file, uint32_t from, uint32_t to,
                            Str path)
{
    const ReviewContext *review = modular->find->review;
    const Module *modules = modular->modules->list.ptr;
    for (size_t i = 0; i < review->policy->directions.len; i++) {
        const ReviewDirection *direction = &review->policy->directions.ptr[i];
        if (!names_module(modular, direction->module, from, file->new.path) ||
            is_allowed(modular, direction, to, path) ||
            !is_first(modular, (uint32_t)(file - review->set->files.ptr), to))
            continue;
        Finding *finding =
            review_add(modular->find, file,
                       str_format(review->arena, "%.*s uses %.*s, which the policy does not allow",
                                  STR_ARG(modules[from].name), STR_ARG(modules[to].name)));
        review_add_evidence(
            modular->find, finding,
            str_format(review->arena, "uses %.*s", STR_ARG(address_shown(review->arena, path))));
        review_add_evidence(modular->find, finding,
                            str_format(review->arena, "%.*s:%u says what it may use",
                                       STR_ARG(STR(REVIEW_POLICY_NAME)), direction->line));
        finding->key = modules[to].directory;
        finding->suggestion = STR("turn the dependency round, or let the policy allow it first");
    }
}

bool review_find_directions(const ReviewFind *find, Err *err)
{
    (void)err;
    if (!find->review->catalog || !find->review->policy->directions.len)
        return true;
    Modular modular = open_modular(find);
    visit_new_uses(&modular, check_direction);
    return true;
}

/* ---- cycles ---- */

/* Adjacency lists of module edges, of code without tests. */
typedef struct ModuleGraph {
    size_t count;
    IdVec *uses;
} ModuleGraph;

static ModuleGraph graph_of(Arena *arena, const Catalog *catalog, const Modules *modules)
{
    ModuleGraph graph = {.count = modules->list.len, .uses = NEW(arena, IdVec, modules->list.len)};
    ModuleEdgeVec edges = modules_edges(arena, catalog, modules, false, NULL);
    for (size_t i = 0; i < edges.len; i++)
        *VEC_PUSH(arena, &graph.uses[edges.ptr[i].from]) = edges.ptr[i].to;
    return graph;
}

/* The shortest path between modules, from its end back to `from`; empty: none. Without `directly`,
   the edge `from` → `to` is not used. */
static IdVec find_way(Arena *arena, const ModuleGraph *graph, uint32_t from, uint32_t to,
                      bool directly)
{
    uint32_t *before = NEW(arena, uint32_t, graph->count);
    IdVec queue = {0}, way = {0};
    memset(before, 0xFF, graph->count * sizeof *before);
    before[from] = from;
    *VEC_PUSH(arena, &queue) = from;
    for (size_t at = 0; at < queue.len && before[to] == MODULE_NONE; at++) {
        uint32_t module = queue.ptr[at];
        for (size_t i = 0; i < graph->uses[module].len; i++) {
            uint32_t next = graph->uses[module].ptr[i];
            if (before[next] != MODULE_NONE || (!directly && module == from && next == to))
                continue;
            before[next] = module;
            *VEC_PUSH(arena, &queue) = next;
        }
    }
    for (uint32_t at = to; before[to] != MODULE_NONE; at = before[at]) {
        *VEC_PUSH(arena, &way) = at;
        if (at == from)
            break;
    }
    return way;
}

static bool is_in(const Modular *modular, Str path, uint32_t module)
{
    Str directory = path_directory(path);
    bool top = str_equal(directory, STR("."));
    return path.len &&
           str_equal(top ? (Str){0} : directory, modular->modules->list.ptr[module].directory);
}

static bool leads_to(const Modular *modular, uint32_t file, uint32_t module)
{
    return file != FILE_NOWHERE && modular->modules->of_file[file] == module;
}

static bool file_uses(const Modular *modular, uint32_t file, uint32_t module)
{
    const ReviewContext *review = modular->find->review;
    Arena work = *review->scratch;
    ImportLinkVec imports = {0};
    EdgeVec edges = {0};
    bool uses = false;
    catalog_imports(review->catalog, &work, file, &imports);
    for (size_t i = 0; i < imports.len && !uses; i++)
        uses = leads_to(modular, imports.ptr[i].target, module);
    catalog_edges(review->catalog, &work, file, &edges);
    for (size_t i = 0; i < edges.len && !uses; i++)
        uses = edges.ptr[i].callee != SYMBOL_NOWHERE && edges.ptr[i].confidence >= EDGE_LIKELY &&
               leads_to(modular, catalog_place(review->catalog, edges.ptr[i].callee).file, module);
    return uses;
}

/* Whether the module used the other one before the change: through an unchanged file, or through
   the old state of a changed one. */
static bool used_before(const Modular *modular, uint32_t from, uint32_t to)
{
    const ReviewContext *review = modular->find->review;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        for (size_t k = 0; is_in(modular, file->old.path, from) && k < file->uses_old.len; k++)
            if (is_in(modular, file->uses_old.ptr[k], to))
                return true;
    }
    for (uint32_t i = 0; i < review->catalog->files.len; i++) {
        const CatalogFile *file = &review->catalog->files.ptr[i];
        if (file->path.len && modular->modules->of_file[i] == from && file->class != FILE_TEST &&
            !review_changed_file(review, file->path) && file_uses(modular, i, to))
            return true;
    }
    return false;
}

typedef struct Cycles {
    Modular modular; /* first, so that a pointer to it is one to this */
    ModuleGraph graph;
    bool made;
} Cycles;

static void tell_cycle(const Modular *modular, const ChangedFile *file, Str path, const IdVec *way)
{
    const ReviewContext *review = modular->find->review;
    const Module *modules = modular->modules->list.ptr;
    Buf text = buf_open(review->arena, 0);
    Str from = modules[way->ptr[0]].name, to = modules[way->ptr[way->len - 1]].name;
    buf_printf(&text, "%.*s", STR_ARG(from));
    for (size_t i = way->len; i--;)
        buf_printf(&text, " → %.*s", STR_ARG(modules[way->ptr[i]].name));
    Finding *finding = review_add(
        modular->find, file,
        str_format(review->arena, "%.*s and %.*s use each other now", STR_ARG(from), STR_ARG(to)));
    review_add_evidence(modular->find, finding, buf_str(&text));
    review_add_evidence(
        modular->find, finding,
        str_format(review->arena, "uses %.*s", STR_ARG(address_shown(review->arena, path))));
    finding->key = modules[way->ptr[way->len - 1]].directory;
    finding->suggestion = STR("put what both need into a module of its own, or turn one use round");
}

static void check_cycle(Modular *modular, const ChangedFile *file, uint32_t from, uint32_t to,
                        Str path)
{
    Cycles *cycles = (Cycles *)modular;
    const ReviewContext *review = modular->find->review;
    if (id_map_put(&modular->reported, review->arena, id_pair(from, to), 0) != ID_MAP_NONE ||
        used_before(modular, from, to))
        return;
    if (!cycles->made)
        cycles->graph = graph_of(review->arena, review->catalog, modular->modules);
    cycles->made = true;
    IdVec back = find_way(review->arena, &cycles->graph, to, from, true);
    IdVec other = find_way(review->arena, &cycles->graph, from, to, false);
    if (back.len && !other.len) /* with another path, they used each other before */
        tell_cycle(modular, file, path, &back);
}

bool review_find_cycles(const ReviewFind *find, Err *err)
{
    (void)err;
    if (!find->review->catalog)
        return true;
    Cycles cycles = {.modular = open_modular(find)};
    visit_new_uses(&cycles.modular, check_cycle);
    return true;
}
