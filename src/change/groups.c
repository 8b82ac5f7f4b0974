/* Changed symbols are nodes; edges of calls, types and nesting join them by union-find into groups.
   Within a group the order is by phase (types, functions, tests), then by depth of calls: the
   longest path, bounded by the number of nodes where calls form a circle. */
#include "change/groups.h"

#include "change/places.h"
#include "index/catalog/classify.h"
#include "search/tests.h"

#include <stdlib.h>

#define NODE_NONE UINT32_MAX

typedef struct GroupNode {
    ReportedSymbol reported;
    uint32_t above; /* parent in the union-find forest; a root is its own parent */
    uint32_t size;
    uint32_t first; /* of a root: its smallest index among the nodes */
    uint32_t depth; /* in the call graph of changed symbols; 0: calls none of them */
    unsigned phase; /* 0 types, 1 values, 2 functions */
} GroupNode;

typedef struct NodeEdge {
    uint32_t from, to;
} NodeEdge;

typedef struct Grouping {
    Arena *arena;
    const ChangeSet *set;
    Catalog *catalog;
    Places places;
    GroupNode *nodes;
    uint32_t count;
    uint32_t *
        *by_new; /* node of a symbol on a file's new side, or of its container, or NODE_NONE */
    uint32_t **by_old; /* the same for symbols that are gone */
    IdMap files;       /* file id → index in the set */
    VEC(NodeEdge) edges;
} Grouping;

static uint32_t find(Grouping *grouping, uint32_t node)
{
    while (grouping->nodes[node].above != node) {
        uint32_t above = grouping->nodes[node].above;
        grouping->nodes[node].above = grouping->nodes[above].above;
        node = above;
    }
    return node;
}

static void join(Grouping *grouping, uint32_t a, uint32_t b)
{
    if (a == NODE_NONE || b == NODE_NONE)
        return;
    a = find(grouping, a);
    b = find(grouping, b);
    if (a == b)
        return;
    bool first = a < b;
    grouping->nodes[first ? b : a].above = first ? a : b;
    grouping->nodes[first ? a : b].size += grouping->nodes[first ? b : a].size;
}

/* ---- nodes ---- */

static unsigned phase_of(SymbolKind kind)
{
    if (symbol_is_function(kind))
        return 2;
    return symbol_is_type(kind) ? 0 : 1;
}

static bool is_test(const Grouping *grouping, uint32_t file, const ChangedSymbol *reported)
{
    const ChangedFile *changed = &grouping->set->files.ptr[file];
    const ChangeSide *side = reported->new_symbol == SYMBOL_ABSENT ? &changed->old : &changed->new;
    uint32_t dense = places_dense(&grouping->places, file, reported->new_symbol, false);
    return classify_path(side->path, 0, side->outline.language) == FILE_TEST ||
           (dense != SYMBOL_NOWHERE && tests_hold(grouping->catalog, dense));
}

/* Gives each symbol without a node that of its nearest reported container. */
static void spread_nodes(const SymbolVec *symbols, uint32_t *nodes)
{
    for (uint32_t i = 0; i < symbols->len; i++) {
        uint32_t parent = symbols->ptr[i].parent;
        if (nodes[i] == NODE_NONE && parent)
            nodes[i] = nodes[parent - 1];
    }
}

static uint32_t *no_nodes(Arena *arena, const ChangeSide *side)
{
    uint32_t *nodes = NEW(arena, uint32_t, side->outline.symbols.len);
    for (size_t i = 0; i < side->outline.symbols.len; i++)
        nodes[i] = NODE_NONE;
    return nodes;
}

static void add_node(Grouping *grouping, uint32_t file, uint32_t index)
{
    const ChangedSymbol *reported = &grouping->set->files.ptr[file].symbols.ptr[index];
    uint32_t number = grouping->count++;
    grouping->nodes[number] = (GroupNode){
        .reported = {.file = file, .reported = index, .test = is_test(grouping, file, reported)},
        .above = number,
        .size = 1,
        .first = number,
        .phase = phase_of(changed_symbol(grouping->set, reported)->kind)};
    if (reported->new_symbol != SYMBOL_ABSENT)
        grouping->by_new[file][reported->new_symbol] = number;
    else
        grouping->by_old[file][reported->old_symbol] = number;
}

static void join_nested(Grouping *grouping, const SymbolVec *symbols, uint32_t *nodes)
{
    for (uint32_t i = 0; i < symbols->len; i++) {
        uint32_t parent = symbols->ptr[i].parent;
        if (nodes[i] == NODE_NONE || !parent)
            continue;
        while (parent && nodes[parent - 1] == NODE_NONE)
            parent = symbols->ptr[parent - 1].parent;
        if (parent)
            join(grouping, nodes[i], nodes[parent - 1]);
    }
}

static void add_nodes(Grouping *grouping)
{
    const ChangeSet *set = grouping->set;
    size_t all = 0;
    for (size_t f = 0; f < set->files.len; f++)
        all += set->files.ptr[f].symbols.len;
    grouping->nodes = NEW(grouping->arena, GroupNode, all);
    grouping->by_new = NEW(grouping->arena, uint32_t *, set->files.len);
    grouping->by_old = NEW(grouping->arena, uint32_t *, set->files.len);
    for (uint32_t f = 0; f < set->files.len; f++) {
        const ChangedFile *file = &set->files.ptr[f];
        grouping->by_new[f] = no_nodes(grouping->arena, &file->new);
        grouping->by_old[f] = no_nodes(grouping->arena, &file->old);
        for (uint32_t i = 0; i < file->symbols.len; i++)
            add_node(grouping, f, i);
        join_nested(grouping, &file->new.outline.symbols, grouping->by_new[f]);
        join_nested(grouping, &file->old.outline.symbols, grouping->by_old[f]);
        spread_nodes(&file->new.outline.symbols, grouping->by_new[f]);
        if (grouping->places.new[f] != FILE_NOWHERE)
            id_map_put(&grouping->files, grouping->arena, grouping->places.new[f], f);
    }
}

/* ---- edges ---- */

static uint32_t node_of(const Grouping *grouping, uint32_t dense)
{
    if (dense == SYMBOL_NOWHERE)
        return NODE_NONE;
    SymbolPlace place = catalog_place(grouping->catalog, dense);
    uint32_t file = id_map_get(&grouping->files, place.file);
    if (file == ID_MAP_NONE || !place.index ||
        place.index > grouping->set->files.ptr[file].new.outline.symbols.len)
        return NODE_NONE;
    return grouping->by_new[file][place.index - 1];
}

static void join_edges(Grouping *grouping, Arena scratch)
{
    for (size_t f = 0; f < grouping->set->files.len; f++) {
        Arena lent = scratch;
        EdgeVec edges = {0};
        if (grouping->places.new[f] == FILE_NOWHERE)
            continue;
        catalog_edges(grouping->catalog, &lent, grouping->places.new[f], &edges);
        for (size_t i = 0; i < edges.len; i++) {
            const Edge *edge = &edges.ptr[i];
            if (edge->confidence < EDGE_LIKELY)
                continue;
            uint32_t from = node_of(grouping, edge->caller), to = node_of(grouping, edge->callee);
            if (from == NODE_NONE || to == NODE_NONE || from == to)
                continue;
            join(grouping, from, to);
            *VEC_PUSH(grouping->arena, &grouping->edges) = (NodeEdge){from, to};
        }
    }
}

static void join_parts(Grouping *grouping)
{
    for (uint32_t i = 0; i < grouping->count; i++) {
        const ReportedSymbol *reported = &grouping->nodes[i].reported;
        const ChangedSymbol *changed =
            &grouping->set->files.ptr[reported->file].symbols.ptr[reported->reported];
        if (changed->kind == CHANGE_EXTRACTED || changed->kind == CHANGE_INLINED)
            join(grouping, i, grouping->by_new[changed->from_file][changed->from]);
    }
}

/* ---- order ---- */

/* Maximum depth of calls; bounds cycles. */
#define DEPTH_ROUNDS 32

static void set_depths(Grouping *grouping)
{
    bool changed = true;
    for (unsigned round = 0; changed && round < DEPTH_ROUNDS; round++) {
        changed = false;
        for (size_t i = 0; i < grouping->edges.len; i++) {
            GroupNode *from = &grouping->nodes[grouping->edges.ptr[i].from];
            const GroupNode *to = &grouping->nodes[grouping->edges.ptr[i].to];
            if (from->depth <= to->depth && to->depth + 1 < DEPTH_ROUNDS) {
                from->depth = to->depth + 1;
                changed = true;
            }
        }
    }
}

static int to_read(const void *a, const void *b)
{
    const GroupNode *x = a, *y = b;
    if (x->reported.group != y->reported.group)
        return x->reported.group < y->reported.group ? -1 : 1;
    if (x->reported.test != y->reported.test)
        return x->reported.test ? 1 : -1;
    if (x->phase != y->phase)
        return x->phase < y->phase ? -1 : 1;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

static int largest_first(const void *a, const void *b)
{
    const GroupNode *const *x = a, *const *y = b;
    if ((*x)->size != (*y)->size)
        return (*x)->size > (*y)->size ? -1 : 1;
    return (*x)->first < (*y)->first ? -1 : (*x)->first > (*y)->first;
}

static uint32_t number_groups(Grouping *grouping)
{
    const GroupNode **heads = NEW(grouping->arena, const GroupNode *, grouping->count);
    uint32_t groups = 0;
    for (uint32_t i = 0; i < grouping->count; i++)
        if (find(grouping, i) == i)
            heads[groups++] = &grouping->nodes[i];
    if (groups)
        qsort(heads, groups, sizeof *heads, largest_first);
    for (uint32_t i = 0; i < groups; i++)
        grouping->nodes[heads[i]->first].reported.group = i;
    for (uint32_t i = 0; i < grouping->count; i++)
        grouping->nodes[i].reported.group = grouping->nodes[find(grouping, i)].reported.group;
    return groups;
}

void groups_find(Arena *arena, Arena scratch, const ChangeSet *set, Catalog *catalog,
                 ChangeGroups *groups)
{
    Grouping grouping = {
        .arena = arena, .set = set, .catalog = catalog, .places = places_of(arena, set, catalog)};
    *groups = (ChangeGroups){0};
    add_nodes(&grouping);
    join_edges(&grouping, scratch);
    join_parts(&grouping);
    set_depths(&grouping);
    groups->groups = number_groups(&grouping);
    groups->count = grouping.count;
    groups->order = NEW(arena, ReportedSymbol, grouping.count);
    if (grouping.count)
        qsort(grouping.nodes, grouping.count, sizeof *grouping.nodes, to_read);
    for (uint32_t i = 0; i < grouping.count; i++)
        groups->order[i] = grouping.nodes[i].reported;
    for (size_t f = 0; f < set->files.len; f++)
        groups->loose += !set->files.ptr[f].symbols.len;
}
