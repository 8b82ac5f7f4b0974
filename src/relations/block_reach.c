/* Places spread through a file as values do: from a named value to the places of its name, from a
   set-up to the cases of its group, from a shared group to those that include it. Each block is
   visited once, nearest places first. */
#include "relations/block_reach.h"

#include "base/hash.h"
#include "text/lines.h"

/* Places of one file; beyond, the nearest are enough. */
#define PLACES_MAX 20000
/* Symbols of one name that a file calls. */
#define NAMESAKES_MAX 16
/* Ways to other files from one. */
#define PASSED_MAX 100

typedef struct Spread {
    Arena *arena;
    Str text;
    const TitledBlocks *blocks;
    BlockPlaceVec queue;
    BlockCaseVec *cases;
    BlockPassVec *passed;
    uint32_t *known; /* by block: 1 + index of the case, or whether it was visited */
    IdMap scopes;    /* of blocks that give a name a value */
    bool outside;
} Spread;

/* ---- words ---- */

static bool is_of_word(char c)
{
    return byte_is_word(c) || c == '$';
}

/* Offset of the next whole word in code; STR_NONE: none before `end`. */
static size_t next_word(Str text, const TitledBlocks *blocks, Str word, size_t from, size_t end)
{
    bool open = word.len && is_of_word(word.ptr[word.len - 1]);
    while (word.len && from < end) {
        size_t at = str_find(str_slice(text, from, end), word);
        if (at == STR_NONE)
            break;
        at += from;
        from = at + word.len;
        bool begins = !at || !is_of_word(text.ptr[at - 1]) || !is_of_word(word.ptr[0]);
        bool ends = from >= text.len || !open || !is_of_word(text.ptr[from]);
        if (begins && ends && !titled_blocks_is_dead(blocks, (uint32_t)at))
            return at;
    }
    return STR_NONE;
}

/* A key of an object or an argument's name: `total: 3`. */
static bool is_key(Str text, size_t end)
{
    return end + 1 < text.len && text.ptr[end] == ':' && text.ptr[end + 1] != ':';
}

static bool is_member(Str text, size_t at)
{
    return at && byte_in(text.ptr[at - 1], ".>:&");
}

/* ---- spreading ---- */

static void push(Spread *spread, size_t offset, const BlockPlace *from, uint32_t steps)
{
    if (spread->queue.len >= PLACES_MAX)
        return;
    BlockPlace place = *from;
    place.offset = (uint32_t)offset;
    place.steps += steps;
    *VEC_PUSH(spread->arena, &spread->queue) = place;
}

static void add_case(Spread *spread, uint32_t block, const BlockPlace *place, bool prepared)
{
    prepared = prepared || place->prepared;
    if (!spread->known[block]) {
        *VEC_PUSH(spread->arena, spread->cases) = (BlockCase){
            block, place->steps + prepared, place->overrides, place->doubtful, prepared};
        spread->known[block] = (uint32_t)spread->cases->len;
        return;
    }
    BlockCase *known = &spread->cases->ptr[spread->known[block] - 1];
    known->steps = MIN(known->steps, place->steps + prepared);
    known->doubtful = known->doubtful && place->doubtful;
}

static uint64_t scope_key(uint32_t parent, Str name)
{
    return id_pair(parent, (uint32_t)hash_fast(name));
}

/* Notes which blocks give a name a value. */
static void note_scopes(Spread *spread)
{
    const TitledBlockVec *list = &spread->blocks->list;
    for (size_t i = 1; i < list->len; i++) {
        const TitledBlock *block = &list->ptr[i];
        Str names = block->title, name;
        while ((block->kind == BLOCK_NAMED || block->kind == BLOCK_SUBJECT) &&
               str_take_until(&names, ' ', &name))
            (void)id_map_put(&spread->scopes, spread->arena, scope_key(block->parent, name), 0);
    }
}

/* Whether the name has the value from the block `scope` at the offset, not one from further inside.
 */
static bool means(const Spread *spread, uint32_t scope, Str name, uint32_t offset)
{
    uint32_t at = titled_blocks_at(spread->blocks, offset);
    while (at && id_map_get(&spread->scopes, scope_key(at, name)) == ID_MAP_NONE)
        at = spread->blocks->list.ptr[at].parent;
    return at == scope;
}

static void pass(Spread *spread, TitledKind kind, Str title, Str name, const BlockPlace *place)
{
    for (size_t i = 0; i < spread->passed->len; i++) {
        const BlockPass *one = &spread->passed->ptr[i];
        if (one->kind == kind && str_equal(one->title, title) && str_equal(one->name, name))
            return;
    }
    if (title.len && spread->passed->len < PASSED_MAX)
        *VEC_PUSH(spread->arena, spread->passed) = (BlockPass){kind, title, name, *place};
}

static void spread_shared(Spread *spread, Str title, Str name, const BlockPlace *place);

/* From a named value to the places of its names in the block around it. */
static void spread_name(Spread *spread, uint32_t block, const BlockPlace *place)
{
    const TitledBlock *own = &spread->blocks->list.ptr[block];
    const TitledBlock *outer = &spread->blocks->list.ptr[own->parent];
    Str names = own->title, name;
    if (spread->known[block]++)
        return;
    while (str_take_until(&names, ' ', &name)) {
        for (size_t at = outer->start;
             (at = next_word(spread->text, spread->blocks, name, at, outer->end)) != STR_NONE;
             at += name.len)
            if ((at < own->start || at >= own->end) && !is_key(spread->text, at + name.len) &&
                means(spread, own->parent, name, (uint32_t)at))
                push(spread, at, place, 1);
        for (uint32_t i = own->parent + 1; i < spread->blocks->list.len; i++) {
            const TitledBlock *one = &spread->blocks->list.ptr[i];
            if (one->start < outer->end && one->kind == BLOCK_INCLUDED)
                spread_shared(spread, one->title, name, place);
        }
        if (outer->kind == BLOCK_SHARED)
            pass(spread, BLOCK_INCLUDED, outer->title, name, place);
    }
}

/* From a value to the places of its name in a shared group that its own group includes. */
static void spread_shared(Spread *spread, Str title, Str name, const BlockPlace *place)
{
    const TitledBlockVec *list = &spread->blocks->list;
    bool here = false;
    for (size_t i = 1; i < list->len; i++) {
        const TitledBlock *shared = &list->ptr[i];
        if (shared->kind != BLOCK_SHARED || !str_equal(shared->title, title))
            continue;
        here = true;
        for (size_t at = shared->body;
             (at = next_word(spread->text, spread->blocks, name, at, shared->end)) != STR_NONE;
             at += name.len)
            push(spread, at, place, 1);
    }
    if (!here)
        pass(spread, BLOCK_SHARED, title, name, place);
}

static void take_cases(Spread *spread, uint32_t block, const BlockPlace *place);

/* Adds the cases of the shared groups that are included in the block. */
static void take_included(Spread *spread, uint32_t block, const BlockPlace *place)
{
    const TitledBlockVec *list = &spread->blocks->list;
    bool here = false;
    for (uint32_t i = 1; i < list->len; i++) {
        if (list->ptr[i].kind != BLOCK_SHARED ||
            !str_equal(list->ptr[i].title, list->ptr[block].title))
            continue;
        here = true;
        if (!spread->known[i])
            take_cases(spread, i, place);
    }
    if (!here)
        pass(spread, BLOCK_SHARED, list->ptr[block].title, (Str){0}, place);
}

/* Adds all cases in the block. */
static void take_cases(Spread *spread, uint32_t block, const BlockPlace *place)
{
    const TitledBlockVec *list = &spread->blocks->list;
    if (block && spread->known[block]++)
        return;
    for (uint32_t i = block + 1; i < list->len && list->ptr[i].start < list->ptr[block].end; i++)
        if (list->ptr[i].kind == BLOCK_CASE)
            add_case(spread, i, place, true);
        else if (list->ptr[i].kind == BLOCK_INCLUDED)
            take_included(spread, i, place);
}

/* The innermost block around this one that has cases. */
static uint32_t group_of(const Spread *spread, uint32_t block)
{
    const TitledBlockVec *list = &spread->blocks->list;
    while (block && list->ptr[block].kind != BLOCK_GROUP && list->ptr[block].kind != BLOCK_SHARED)
        block = list->ptr[block].parent;
    return block;
}

/* Adds the cases in the block; false: it holds no case. */
static bool take_inner(Spread *spread, uint32_t block, const BlockPlace *place)
{
    const TitledBlockVec *list = &spread->blocks->list;
    size_t count = 0;
    for (uint32_t i = block + 1; i < list->len && list->ptr[i].start < list->ptr[block].end; i++)
        if (list->ptr[i].kind == BLOCK_CASE) {
            add_case(spread, i, place, true);
            count++;
        }
    return count > 0;
}

/* A set-up is for the cases that it holds, as `before filled $ describe …`, or else for those of
   its group. */
static void take_set_up(Spread *spread, uint32_t block, const BlockPlace *place)
{
    const TitledBlockVec *list = &spread->blocks->list;
    if (spread->known[block]++ || take_inner(spread, block, place))
        return;
    uint32_t group = group_of(spread, list->ptr[block].parent);
    take_cases(spread, group, place);
    for (uint32_t i = 1; i < list->len && list->ptr[group].kind == BLOCK_SHARED; i++)
        if (list->ptr[i].kind == BLOCK_INCLUDED &&
            str_equal(list->ptr[i].title, list->ptr[group].title))
            take_cases(spread, group_of(spread, i), place);
    if (list->ptr[group].kind == BLOCK_SHARED)
        pass(spread, BLOCK_INCLUDED, list->ptr[group].title, (Str){0}, place);
}

/* Adds the cases within the case that begin after the place: it runs before them. */
static void add_later(Spread *spread, uint32_t block, const BlockPlace *place)
{
    const TitledBlockVec *list = &spread->blocks->list;
    for (uint32_t i = block + 1; i < list->len && list->ptr[i].start < list->ptr[block].end; i++)
        if (list->ptr[i].kind == BLOCK_CASE && list->ptr[i].start > place->offset)
            add_case(spread, i, place, true);
}

static void take_place(Spread *spread, const BlockPlace *place)
{
    const TitledBlockVec *list = &spread->blocks->list;
    uint32_t named = 0, around = titled_blocks_at(spread->blocks, place->offset);
    for (uint32_t at = around; at; at = list->ptr[at].parent) {
        TitledKind kind = list->ptr[at].kind;
        if (kind == BLOCK_OFF)
            return;
        if (kind == BLOCK_CASE) {
            add_case(spread, at, place, false);
            add_later(spread, at, place);
            return;
        }
        if (kind == BLOCK_SETUP) {
            take_set_up(spread, at, place);
            return;
        }
        if (!named && list->ptr[at].title.len && (kind == BLOCK_NAMED || kind == BLOCK_SUBJECT))
            named = at;
    }
    if (named)
        spread_name(spread, named, place);
    else if (list->ptr[around].kind == BLOCK_INCLUDED)
        take_included(spread, around, place);
    else if (!group_of(spread, around))
        spread->outside = true;
    else
        take_cases(spread, group_of(spread, around), place);
}

bool block_reach_spread(Arena *arena, Str text, const TitledBlocks *blocks,
                        const BlockPlaceVec *places, BlockCaseVec *cases, BlockPassVec *passed)
{
    Spread spread = {.arena = arena,
                     .text = text,
                     .blocks = blocks,
                     .cases = cases,
                     .passed = passed,
                     .known = NEW(arena, uint32_t, blocks->list.len + 1)};
    note_scopes(&spread);
    for (size_t i = 0; i < places->len; i++)
        push(&spread, places->ptr[i].offset, &places->ptr[i], 0);
    for (size_t i = 0; i < spread.queue.len; i++) {
        BlockPlace place = spread.queue.ptr[i];
        take_place(&spread, &place);
    }
    return !spread.outside;
}

void block_reach_passed(Arena *arena, Str text, const TitledBlocks *blocks, const BlockPass *pass,
                        uint32_t block, BlockPlaceVec *places)
{
    const TitledBlockVec *list = &blocks->list;
    const TitledBlock *own = &list->ptr[block];
    const TitledBlock *group = own->kind == BLOCK_INCLUDED ? &list->ptr[own->parent] : own;
    BlockPlace place = pass->from;
    place.steps++;
    if (!pass->name.len && group != &list->ptr[0]) {
        place.offset = group->body;
        *VEC_PUSH(arena, places) = place;
    }
    for (size_t at = group->start;
         (at = next_word(text, blocks, pass->name, at, group->end)) != STR_NONE;
         at += pass->name.len) {
        place.offset = (uint32_t)at;
        if (places->len < PLACES_MAX)
            *VEC_PUSH(arena, places) = place;
    }
}

/* ---- places ---- */

typedef struct Places {
    Project *project;
    const TitledBlocks *blocks;
    Str text;
    size_t start, end;
    uint32_t file;
    ImportLinkVec imports;
    TreeSpanVec import_lines; /* bytes */
    bool alone;               /* words without a receiver are meant, too */
    const EdgeVec *edges;     /* of the symbol that is looked into, or NULL */
    BlockPlaceVec *list;
} Places;

/* The word that names a symbol where it is used: of a constructor, its class. */
static Str word_of(const Catalog *catalog, uint32_t symbol)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    bool made = entry->kind == SYMBOL_CONSTRUCTOR && entry->parent;
    SymbolPlace place = catalog_place(catalog, symbol);
    return catalog_name(catalog, made
                                     ? catalog_row(catalog, place.file)->entries[entry->parent].name
                                     : entry->name);
}

static void add_line(Places *places, uint32_t line, TreeSpanVec *lines)
{
    *VEC_PUSH(places->project->request->arena, lines) = (TreeSpan){
        (uint32_t)lines_offset(places->text, line), (uint32_t)lines_offset(places->text, line + 1)};
}

static bool is_on(const TreeSpanVec *lines, size_t at)
{
    for (size_t i = 0; i < lines->len; i++)
        if (lines->ptr[i].start <= at && at < lines->ptr[i].end)
            return true;
    return false;
}

static void note_imports(Places *places)
{
    uint32_t last = 0;
    for (size_t i = 0; i < places->imports.len; i++) {
        uint32_t line = places->imports.ptr[i].line;
        if (line != last)
            add_line(places, line, &places->import_lines);
        last = line;
    }
}

static void add_place(Places *places, const Edge *edge, const Neighbour *callee, size_t at)
{
    *VEC_PUSH(places->project->request->arena, places->list) =
        (BlockPlace){.offset = (uint32_t)at,
                     .steps = callee->steps + 1,
                     .overrides = callee->overrides,
                     .doubtful = edge->confidence == EDGE_AMBIGUOUS || callee->unsure};
}

/* Lists the lines of other edges that lead to symbols of the same name. */
static TreeSpanVec namesake_lines(Places *places, const Edge *edge)
{
    const Catalog *catalog = places->project->session->catalog;
    uint32_t name = catalog_entry(catalog, edge->callee)->name;
    TreeSpanVec lines = {0};
    for (size_t i = 0; places->edges && i < places->edges->len && lines.len < NAMESAKES_MAX; i++) {
        const Edge *other = &places->edges->ptr[i];
        if (other->callee != SYMBOL_NOWHERE && other->callee != edge->callee &&
            other->confidence != EDGE_AMBIGUOUS && other->line != edge->line &&
            catalog_entry(catalog, other->callee)->name == name)
            add_line(places, other->line, &lines);
    }
    return lines;
}

/* Whether the call that the edge is for has no receiver: then the file's others may have none. */
static bool is_bare(const Places *places, const Edge *edge, Str word)
{
    size_t start = lines_offset(places->text, edge->line), count = 0;
    size_t end = lines_offset(places->text, edge->line + 1);
    for (size_t at = start;
         edge->line && (at = next_word(places->text, places->blocks, word, at, end)) != STR_NONE;
         at += word.len) {
        if (is_member(places->text, at))
            return false;
        count += !is_key(places->text, at + word.len);
    }
    return count > 0;
}

/* Adds the places of a word; the number of them. */
static size_t add_word(Places *places, const Edge *edge, const Neighbour *callee, Str word)
{
    const Catalog *catalog = places->project->session->catalog;
    const Entry *entry = catalog_entry(catalog, edge->callee);
    bool named = word.len && is_of_word(word.ptr[0]); /* not an operator: `<<` */
    bool member = named && !places->alone && entry->kind == SYMBOL_METHOD &&
                  catalog_place(catalog, edge->callee).file != places->file &&
                  !is_bare(places, edge, word);
    TreeSpanVec others = namesake_lines(places, edge);
    size_t count = 0;
    for (size_t at = places->start;
         (at = next_word(places->text, places->blocks, word, at, places->end)) != STR_NONE;
         at += word.len) {
        if ((member && !is_member(places->text, at)) || is_key(places->text, at + word.len) ||
            is_on(&places->import_lines, at) || is_on(&others, at))
            continue;
        add_place(places, edge, callee, at);
        count++;
    }
    return count;
}

static size_t indent_of(Str line)
{
    size_t at = 0;
    while (at < line.len && byte_in(line.ptr[at], " \t"))
        at++;
    return at;
}

static void add_edge(Places *places, const Edge *edge, const Neighbour *callee)
{
    const Catalog *catalog = places->project->session->catalog;
    uint32_t name = catalog_entry(catalog, edge->callee)->name;
    size_t count = add_word(places, edge, callee, word_of(catalog, edge->callee));
    for (size_t i = 0; i < places->imports.len; i++) {
        const ImportLink *link = &places->imports.ptr[i];
        bool own =
            link->name == name || (link->target == catalog_place(catalog, edge->callee).file &&
                                   str_equal(catalog_name(catalog, link->name), STR("default")));
        if (own && link->alias && link->alias != name)
            count += add_word(places, edge, callee, catalog_name(catalog, link->alias));
    }
    size_t line = lines_offset(places->text, edge->line);
    if (!count && edge->line && !is_on(&places->import_lines, line))
        add_place(places, edge, callee, line + indent_of(str_from_offset(places->text, line)));
}

/* Whether the edge is one of several candidates for a name. */
static bool is_guess(const Catalog *catalog, const EdgeVec *edges, const Edge *edge)
{
    uint32_t name = catalog_entry(catalog, edge->callee)->name;
    for (size_t i = 0; i < edges->len && edge->confidence == EDGE_AMBIGUOUS; i++)
        if (edges->ptr[i].callee != SYMBOL_NOWHERE && edges->ptr[i].callee != edge->callee &&
            edges->ptr[i].confidence == EDGE_AMBIGUOUS &&
            catalog_entry(catalog, edges->ptr[i].callee)->name == name)
            return true;
    return false;
}

/* Begins to look for places in the symbol, or in all of its file. */
static Places open_places(Project *project, const TitledBlocks *blocks, uint32_t symbol, bool whole,
                          BlockPlaceVec *list)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str text = project_file(project, (Str){0}, str_terminate(arena, file->path))->text;
    Places places = {.project = project,
                     .blocks = blocks,
                     .text = text,
                     .end = text.len,
                     .file = place.file,
                     .list = list};
    if (place.index && !whole) {
        places.start = lines_offset(text, entry->start_line);
        places.end = lines_offset(text, entry->end_line + 1);
    }
    catalog_imports(catalog, arena, place.file, &places.imports);
    note_imports(&places);
    return places;
}

void block_reach_names(Project *project, const TitledBlocks *blocks, const Neighbour *node,
                       BlockPlaceVec *list)
{
    const Catalog *catalog = project->session->catalog;
    const Entry *entry = catalog_entry(catalog, node->symbol);
    Places places = open_places(project, blocks, node->symbol, true, list);
    const Edge edge = {.callee = node->symbol, .confidence = EDGE_LIKELY};
    size_t start = lines_offset(places.text, entry->start_line);
    size_t end = lines_offset(places.text, entry->end_line + 1), kept = list->len;
    (void)add_word(&places, &edge, node, catalog_name(catalog, entry->name));
    for (size_t i = kept; i < list->len; i++)
        if (list->ptr[i].offset < start || list->ptr[i].offset >= end)
            list->ptr[kept++] = list->ptr[i];
    list->len = kept;
}

void block_reach_members(Project *project, const TitledBlocks *blocks, const NamedCalls *call,
                         BlockPlaceVec *list)
{
    uint32_t first = catalog_row(project->session->catalog, call->file)->first;
    Places places = open_places(project, blocks, first, true, list);
    const Edge edge = {.callee = call->node->symbol, .confidence = EDGE_AMBIGUOUS};
    places.alone = call->alone;
    (void)add_word(&places, &edge, call->node, call->name);
}

void block_reach_places(Project *project, const TitledBlocks *blocks, const Neighbourhood *found,
                        const IdMap *nodes, uint32_t symbol, BlockPlaceVec *places)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    Places looking = open_places(project, blocks, symbol, false, places);
    EdgeVec edges = {0};
    catalog_edges_of(catalog, arena, symbol, &edges);
    looking.edges = &edges;
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        uint32_t node =
            edge->callee == SYMBOL_NOWHERE ? ID_MAP_NONE : id_map_get(nodes, edge->callee);
        if (node != ID_MAP_NONE && edge->callee != symbol &&
            catalog_place(catalog, edge->callee).index && !is_guess(catalog, &edges, edge) &&
            !test_block_makes_cases(project, edge->callee))
            add_edge(&looking, edge, &found->nodes.ptr[node]);
    }
}
