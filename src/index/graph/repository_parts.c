/* Directories are opened from the top. Repeatedly, the heaviest directory below an opened one
   becomes a part and is opened too. A directory with almost all of its weight in one child is
   replaced by the child. Files at the top count as a separate directory. */
#include "index/graph/repository_parts.h"

#include "base/map.h"
#include "base/path.h"

#include <stdlib.h>

#define NODE_NONE UINT32_MAX
/* The directory of files at the top. */
#define TOP_FILES STR("/")
/* If there are enough parts, lighter directories than this share of the total do not become one. */
#define PART_SHARE 400
#define PARTS_ENOUGH 8
/* A child with this percentage of its directory's weight replaces it. */
#define CHILD_PERCENT 95
/* Number of third-party lines that weigh as much as one line of the repository's own code. */
#define FOREIGN_SHARE 10
/* Typical length of a line. */
#define LINE_BYTES 32

/* A role is a separate part only if at least this percentage of all lines is the repository's own
   code. Otherwise its directories are parts: a repository of examples is shown by them. */
#define OWN_PERCENT 10

/* Parts of a role do not correspond to a directory. */
static const Str role_names[FOLDER_ROLE_COUNT] = {
    [FOLDER_ASIDE] = STR_INIT("(examples and benchmarks)"),
    [FOLDER_TESTS] = STR_INIT("(tests)"),
    [FOLDER_DOCS] = STR_INIT("(documentation)"),
};

typedef struct Node {
    Str directory;
    uint32_t parent;
    uint32_t part; /* number of its part, if chosen */
    uint64_t rest; /* weight in and below it, without chosen nodes further down */
    bool chosen, opened;
} Node;

typedef struct Tree {
    Arena *arena;
    Map by_directory;
    VEC(Node) nodes;
    uint32_t *of_module;
    uint64_t total;
} Tree;

static uint64_t weight_of(const CatalogFile *file)
{
    static const uint8_t weights[FILE_CLASS_COUNT] = {[FILE_SOURCE] = 100, [FILE_TEST] = 3};
    if (file->class == FILE_BINARY)
        return 1;
    /* of a file that was not read only the size is known */
    uint64_t lines = file->lines ? file->lines : file->size / LINE_BYTES;
    uint64_t weight = lines * MAX(weights[file->class], 1) + 1;
    return classify_is_foreign(file->path) ? weight / FOREIGN_SHARE + 1 : weight;
}

static uint32_t node_of(Tree *tree, Str directory)
{
    bool added;
    uint64_t *known = map_put(&tree->by_directory, directory, &added);
    if (!added)
        return (uint32_t)*known;
    uint32_t id = (uint32_t)tree->nodes.len;
    *known = id;
    *VEC_PUSH(tree->arena, &tree->nodes) = (Node){.directory = directory, .parent = NODE_NONE};
    return id;
}

/* Adds a directory with its ancestors. */
static uint32_t put_directory(Tree *tree, Str directory)
{
    uint32_t id = node_of(tree, directory), child = id;
    if (str_equal(directory, TOP_FILES))
        tree->nodes.ptr[id].parent = node_of(tree, (Str){0});
    while (tree->nodes.ptr[child].directory.len && tree->nodes.ptr[child].parent == NODE_NONE) {
        Str up = path_directory(tree->nodes.ptr[child].directory);
        uint32_t parent = node_of(tree, str_equal(up, STR(".")) ? (Str){0} : up);
        tree->nodes.ptr[child].parent = parent;
        child = parent;
    }
    return id;
}

/* Determines which roles have a part of their own. */
static void find_roles(const Modules *modules, bool *apart)
{
    uint64_t lines[FOLDER_ROLE_COUNT] = {0}, all = 0;
    for (size_t i = 0; i < modules->list.len; i++) {
        const Module *module = &modules->list.ptr[i];
        lines[classify_folder(module->directory)] += module->lines;
        all += module->lines;
    }
    for (int role = FOLDER_OWN + 1; role < FOLDER_ROLE_COUNT; role++)
        apart[role] = lines[FOLDER_OWN] * 100 >= all * OWN_PERCENT;
}

static Str place_of(const Module *module, const bool *apart)
{
    FolderRole role = classify_folder(module->directory);
    if (apart[role])
        return role_names[role];
    return module->directory.len ? module->directory : TOP_FILES;
}

static void plant(Tree *tree, const Catalog *catalog, const Modules *modules)
{
    bool apart[FOLDER_ROLE_COUNT] = {false};
    find_roles(modules, apart);
    put_directory(tree, (Str){0});
    for (size_t i = 0; i < modules->list.len; i++)
        tree->of_module[i] = put_directory(tree, place_of(&modules->list.ptr[i], apart));
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len)
            continue;
        uint64_t weight = weight_of(file);
        tree->total += weight;
        for (uint32_t at = tree->of_module[modules->of_file[i]]; at != NODE_NONE;
             at = tree->nodes.ptr[at].parent)
            tree->nodes.ptr[at].rest += weight;
    }
}

static void choose(Tree *tree, uint32_t id)
{
    Node *node = &tree->nodes.ptr[id];
    uint64_t rest = node->rest;
    node->chosen = node->opened = true;
    for (uint32_t at = node->parent; at != NODE_NONE; at = tree->nodes.ptr[at].parent) {
        tree->nodes.ptr[at].rest -= rest;
        if (tree->nodes.ptr[at].chosen)
            return;
    }
}

static uint32_t heaviest_child(const Tree *tree, uint32_t parent)
{
    uint32_t best = NODE_NONE;
    for (uint32_t i = 0; i < tree->nodes.len; i++)
        if (tree->nodes.ptr[i].parent == parent && !tree->nodes.ptr[i].chosen &&
            (best == NODE_NONE || tree->nodes.ptr[i].rest > tree->nodes.ptr[best].rest))
            best = i;
    return best;
}

/* The heaviest unopened node whose parent is opened. */
static uint32_t heaviest_closed(const Tree *tree)
{
    uint32_t best = NODE_NONE;
    for (uint32_t i = 0; i < tree->nodes.len; i++) {
        const Node *node = &tree->nodes.ptr[i];
        if (!node->opened && node->parent != NODE_NONE && tree->nodes.ptr[node->parent].opened &&
            (best == NODE_NONE || node->rest > tree->nodes.ptr[best].rest))
            best = i;
    }
    return best;
}

static FolderRole role_of(Str directory)
{
    FolderRole role = FOLDER_ROLE_COUNT;
    while (--role > FOLDER_OWN && !str_equal(directory, role_names[role]))
        continue;
    return role;
}

/* If there is room, each role becomes a part regardless of its weight. */
static size_t choose_roles(Tree *tree, size_t max)
{
    size_t count = 0;
    for (uint32_t i = 0; i < tree->nodes.len && max > PARTS_ENOUGH; i++)
        if (role_of(tree->nodes.ptr[i].directory)) {
            choose(tree, i);
            count++;
        }
    return count;
}

static void choose_parts(Tree *tree, size_t max)
{
    choose(tree, 0);
    for (size_t count = 1 + choose_roles(tree, max); count < max; count++) {
        uint32_t id = heaviest_closed(tree);
        if (id == NODE_NONE)
            return;
        if (count >= PARTS_ENOUGH && tree->nodes.ptr[id].rest < tree->total / PART_SHARE)
            return;
        for (uint32_t child = heaviest_child(tree, id); child != NODE_NONE;
             child = heaviest_child(tree, id)) {
            if (tree->nodes.ptr[child].rest * 100 < tree->nodes.ptr[id].rest * CHILD_PERCENT)
                break;
            tree->nodes.ptr[id].opened = true;
            id = child;
        }
        choose(tree, id);
    }
}

static void add_module(Part *part, const Module *module)
{
    Module *sum = &part->sum;
    part->modules++;
    sum->files += module->files;
    sum->indexed += module->indexed;
    sum->lines += module->lines;
    sum->bytes += module->bytes;
    sum->symbols += module->symbols;
    sum->low += module->low;
    sum->medium += module->medium;
    sum->high += module->high;
    sum->name = module->name;
}

static bool is_rest(const Part *part)
{
    return !part->sum.directory.len && part->modules > 1;
}

static int heavier_first(const void *a, const void *b)
{
    const Part *x = a, *y = b;
    if (is_rest(x) != is_rest(y))
        return is_rest(x) ? 1 : -1;
    if (x->role != y->role)
        return x->role < y->role ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return str_compare(x->sum.directory, y->sum.directory);
}

/* The chosen node that contains a module. */
static Node *home_of(const Tree *tree, size_t module)
{
    uint32_t at = tree->of_module[module];
    while (!tree->nodes.ptr[at].chosen)
        at = tree->nodes.ptr[at].parent;
    return &tree->nodes.ptr[at];
}

static void gather_parts(Tree *tree, const Modules *modules, PartVec *list)
{
    for (size_t i = 0; i < modules->list.len; i++) {
        Node *node = home_of(tree, i);
        if (!node->part) {
            *VEC_PUSH(tree->arena, list) = (Part){.weight = node->rest,
                                                  .role = role_of(node->directory),
                                                  .sum.directory = node->directory};
            node->part = (uint32_t)list->len;
        }
        add_module(&list->ptr[node->part - 1], &modules->list.ptr[i]);
    }
}

/* The common directory of all modules in a role's part, if that directory has the role; else
   empty. */
static Str common_folder(const Tree *tree, const Modules *modules, const Part *part)
{
    Str common = {0};
    bool any = false;
    for (size_t i = 0; i < modules->list.len; i++) {
        Str directory = modules->list.ptr[i].directory;
        if (!str_equal(home_of(tree, i)->directory, part->sum.directory))
            continue;
        common = any ? common : directory;
        while (common.len && !path_is_inside(directory, common)) {
            size_t slash = str_find_last_byte(common, '/');
            common = str_slice(common, 0, slash == STR_NONE ? 0 : slash);
        }
        any = true;
    }
    return classify_folder(common) == part->role ? common : (Str){0};
}

static void name_part(Arena *arena, Part *part)
{
    Module *sum = &part->sum;
    if (part->modules == 1)
        return;
    if (sum->directory.len)
        sum->name = str_join(arena, sum->directory, STR("/**"));
    else
        sum->name = part->role ? role_names[part->role] : STR("(elsewhere)");
}

static void list_parts(Tree *tree, const Modules *modules, Parts *parts)
{
    PartVec *list = &parts->list;
    gather_parts(tree, modules, list);
    if (list->len)
        qsort(list->ptr, list->len, sizeof *list->ptr, heavier_first);
    for (uint32_t i = 0; i < list->len; i++)
        tree->nodes.ptr[node_of(tree, list->ptr[i].sum.directory)].part = i;
    for (size_t i = 0; i < modules->list.len; i++)
        parts->of_module[i] = home_of(tree, i)->part;
    for (size_t i = 0; i < list->len; i++) {
        Part *part = &list->ptr[i];
        if (part->role)
            part->sum.directory = common_folder(tree, modules, part);
        else if (str_equal(part->sum.directory, TOP_FILES))
            part->sum.directory = (Str){0};
        if (list->len < modules->list.len)
            name_part(tree->arena, part);
    }
}

Parts repository_parts_of(Arena *arena, const Catalog *catalog, const Modules *modules, size_t max)
{
    size_t count = modules->list.len;
    Parts parts = {.of_module = NEW(arena, uint32_t, count + 1)};
    Tree tree = {.arena = arena,
                 .by_directory = map_open(arena),
                 .of_module = NEW(arena, uint32_t, count + 1)};
    plant(&tree, catalog, modules);
    if (count > max) {
        choose_parts(&tree, max);
    } else {
        choose(&tree, 0);
        for (size_t i = 0; i < count; i++)
            if (!tree.nodes.ptr[tree.of_module[i]].chosen)
                choose(&tree, tree.of_module[i]);
    }
    list_parts(&tree, modules, &parts);
    return parts;
}

ModuleEdgeVec repository_parts_edges(Arena *arena, const Parts *parts, const ModuleEdgeVec *edges)
{
    size_t count = parts->list.len;
    ModuleEdge *between = NEW(arena, ModuleEdge, count * count + 1);
    ModuleEdgeVec list = {0};
    for (size_t i = 0; i < edges->len; i++) {
        uint32_t from = parts->of_module[edges->ptr[i].from],
                 to = parts->of_module[edges->ptr[i].to];
        if (from == to)
            continue;
        between[from * count + to].imports += edges->ptr[i].imports;
        between[from * count + to].calls += edges->ptr[i].calls;
    }
    for (size_t i = 0; i < count * count; i++)
        if (between[i].imports + between[i].calls)
            *VEC_PUSH(arena, &list) = (ModuleEdge){(uint32_t)(i / count), (uint32_t)(i % count),
                                                   between[i].imports, between[i].calls};
    modules_sort_edges(&list);
    return list;
}
