/* The edges among the nodes that the search found are followed from the test towards the symbols,
   around the functions that the test replaces. Only tests whose text replaces something are
   looked at. */
#include "relations/patched_away.h"

#include "base/path.h"
#include "project/test_patch.h"
#include "project/test_role.h"

/* Nodes that are visited for one test. */
#define VISITED_MAX 2000
/* Fixtures that one test takes. */
#define FIXTURES_MAX 30

typedef struct Search {
    Project *project;
    const Neighbourhood *found;
    const IdMap *nodes;
    const TestPatches *patched;
    Arena *arena;
    IdMap seen;
    IdVec queue;
    bool reached;
} Search;

/* ---- what a test replaces ---- */

static Str text_of(Project *project, uint32_t file)
{
    const CatalogFile *row = &project->session->catalog->files.ptr[file];
    return project_file(project, (Str){0}, str_terminate(project->request->arena, row->path))->text;
}

/* Reads the set-up methods of the class of a test. */
static void read_set_up(Project *project, uint32_t symbol, TestPatches *patched)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t outer = file->entries[place.index].parent;
    const char *const *names = lang_facts(file->language)->test_setups;
    for (uint32_t i = 1; outer && i < file->count; i++)
        if (file->entries[i].parent == outer &&
            test_is_listed(names, catalog_name(catalog, file->entries[i].name)))
            test_patch_read(project->request->arena, file->language,
                            test_head(project, file->first + i).text, patched);
}

/* Whether the symbol is a function of tests that a parameter may name. */
static bool is_helper(Project *project, uint32_t symbol)
{
    const Entry *entry = catalog_entry(project->session->catalog, symbol);
    return (entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD) &&
           test_holds(project, symbol);
}

/* Appends the functions of tests that the parameters name: those of the file, or else all. */
static void add_fixtures(Project *project, uint32_t file, Str parameters, IdVec *list)
{
    Catalog *catalog = project->session->catalog;
    for (size_t at = 0; at < parameters.len; at++) {
        size_t start = at;
        while (at < parameters.len && byte_is_word(parameters.ptr[at]))
            at++;
        uint32_t name = names_find(&catalog->names, str_slice(parameters, start, at));
        IdSpan named = name ? catalog_named(catalog, name) : (IdSpan){0};
        size_t own = 0;
        for (int all = 0; all < 2 && !own; all++)
            for (size_t i = 0; i < named.len && list->len < FIXTURES_MAX; i++)
                if ((all || catalog_place(catalog, named.ptr[i]).file == file) &&
                    is_helper(project, named.ptr[i])) {
                    *VEC_PUSH(project->request->arena, list) = named.ptr[i];
                    own++;
                }
    }
}

/* Reads the fixtures that the test takes, and those that they take. */
static void read_fixtures(Project *project, uint32_t symbol, TestPatches *patched)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t file = catalog_place(catalog, symbol).file;
    const Language *language = catalog->files.ptr[file].language;
    IdVec list = {0};
    if (!lang_facts(language)->fixtures_file)
        return;
    add_fixtures(project, file, test_head(project, symbol).parameters, &list);
    for (size_t i = 0; i < list.len; i++) {
        TestHead head = test_head(project, list.ptr[i]);
        test_patch_read(project->request->arena, language, head.text, patched);
        add_fixtures(project, catalog_place(catalog, list.ptr[i]).file, head.parameters, &list);
    }
}

/* Reads a block, and the set-up blocks of the groups around it. */
static void read_block(Project *project, uint32_t file, uint32_t block, TestPatches *patched)
{
    const TitledBlocks *blocks = test_blocks(project, file);
    const TitledBlockVec *list = &blocks->list;
    const Language *language = project->session->catalog->files.ptr[file].language;
    Str text = text_of(project, file);
    const TitledBlock *own = &list->ptr[block];
    test_patch_read(project->request->arena, language, str_slice(text, own->start, own->end),
                    patched);
    for (size_t i = 1; i < list->len; i++) {
        const TitledBlock *one = &list->ptr[i], *around = &list->ptr[one->parent];
        bool value = one->kind == BLOCK_NAMED || one->kind == BLOCK_SUBJECT;
        if ((one->kind == BLOCK_SETUP || value) && around->start <= own->start &&
            own->end <= around->end)
            test_patch_read(project->request->arena, language,
                            str_slice(text, one->start, one->end), patched);
    }
}

/* What the whole text of a file replaces, read once for tests that follow each other. */
typedef struct FilePatches {
    uint32_t file; /* + 1 */
    TestPatches patches;
} FilePatches;

static const TestPatches *patches_of_file(Project *project, uint32_t file, FilePatches *last)
{
    if (last->file != file + 1) {
        *last = (FilePatches){.file = file + 1};
        test_patch_read(project->request->arena,
                        project->session->catalog->files.ptr[file].language, text_of(project, file),
                        &last->patches);
    }
    return &last->patches;
}

static TestPatches read_patches(Project *project, const ReachedTest *test, FilePatches *last)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    uint32_t file = catalog_place(catalog, test->symbol).file;
    const Language *language = catalog->files.ptr[file].language;
    TestPatches patched = {0};
    const TestPatches *whole = patches_of_file(project, file, last);
    if (catalog_place(catalog, test->symbol).index && !test->block)
        read_fixtures(project, test->symbol, &patched);
    if (!whole->names.len && !whole->modules.len && !whole->linked.len && !whole->types.len)
        return patched;
    if (test->block)
        read_block(project, file, test->block, &patched);
    else if (catalog_place(catalog, test->symbol).index) {
        test_patch_read(arena, language, test_head(project, test->symbol).text, &patched);
        read_set_up(project, test->symbol, &patched);
    }
    patched.modules.len = 0;
    for (size_t i = 0; i < whole->modules.len; i++)
        *VEC_PUSH(arena, &patched.modules) = whole->modules.ptr[i];
    for (size_t i = 0; i < whole->linked.len; i++)
        *VEC_PUSH(arena, &patched.names) = whole->linked.ptr[i];
    return patched;
}

/* ---- the search ---- */

/* Whether the method's class has a stand-in. */
static bool is_of_stand_in(const Search *search, uint32_t symbol)
{
    const Catalog *catalog = search->project->session->catalog;
    uint32_t type = search->patched->types.len ? test_class(catalog, symbol) : SYMBOL_NOWHERE;
    Str name = type == SYMBOL_NOWHERE ? (Str){0}
                                      : catalog_name(catalog, catalog_entry(catalog, type)->name);
    for (size_t i = 0; name.len && i < search->patched->types.len; i++)
        if (str_equal(search->patched->types.ptr[i], name))
            return true;
    return false;
}

static bool is_patched(const Search *search, uint32_t symbol)
{
    const Catalog *catalog = search->project->session->catalog;
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    Str path = catalog->files.ptr[catalog_place(catalog, symbol).file].path;
    Str base = path_base(path), stem = str_slice(base, 0, MIN(str_find_byte(base, '.'), base.len));
    for (size_t i = 0; i < search->patched->names.len; i++)
        if (str_equal(search->patched->names.ptr[i], name))
            return true;
    for (size_t i = 0; i < search->patched->modules.len; i++)
        if (str_equal(search->patched->modules.ptr[i], stem))
            return true;
    return false;
}

/* Goes to a symbol. Where overriding leads there, no edge says from where: it counts as reached. */
static void visit(Search *search, uint32_t symbol)
{
    uint32_t at = symbol == SYMBOL_NOWHERE ? ID_MAP_NONE : id_map_get(search->nodes, symbol);
    if (at == ID_MAP_NONE || is_patched(search, symbol) ||
        id_map_put(&search->seen, search->arena, symbol, 0) != ID_MAP_NONE)
        return;
    const Neighbour *node = &search->found->nodes.ptr[at];
    search->reached =
        search->reached || !node->steps || node->overrides || search->queue.len >= VISITED_MAX;
    *VEC_PUSH(search->arena, &search->queue) = symbol;
}

static void visit_callees(Search *search, uint32_t symbol, Str text)
{
    const Catalog *catalog = search->project->session->catalog;
    EdgeVec edges = {0};
    bool code = !test_holds(search->project, symbol); /* a test may make the object itself */
    catalog_edges_of(catalog, search->arena, symbol, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        if (edges.ptr[i].callee == SYMBOL_NOWHERE)
            continue;
        Str name = catalog_name(catalog, catalog_entry(catalog, edges.ptr[i].callee)->name);
        bool stand_in = code && is_of_stand_in(search, edges.ptr[i].callee);
        if (!stand_in && (!text.len || str_find(text, name) != STR_NONE))
            visit(search, edges.ptr[i].callee);
    }
}

/* The symbols whose edges are those of the test: its own, what prepares it, its class or file. */
static void visit_start(Search *search, const ReachedTest *test)
{
    const Catalog *catalog = search->project->session->catalog;
    uint32_t file = catalog_place(catalog, test->symbol).file;
    Str text = {0};
    if (test->block) {
        const TitledBlock *own = &test_blocks(search->project, file)->list.ptr[test->block];
        text = str_slice(text_of(search->project, file), own->start, own->end);
    }
    for (uint32_t at = test->symbol;; at = catalog_row(catalog, file)->first) {
        visit_callees(search, at, text);
        if (!test->block || !catalog_place(catalog, at).index)
            break;
    }
    if (test->via != SYMBOL_NOWHERE)
        visit(search, test->via);
}

/* The name of the type that the call makes an object of; or empty. */
static Str made_type(const Catalog *catalog, const Edge *edge)
{
    if (edge->callee == SYMBOL_NOWHERE || edge->kind != REFERENCE_CALL)
        return (Str){0};
    const Entry *entry = catalog_entry(catalog, edge->callee);
    uint32_t type = entry->kind == SYMBOL_CONSTRUCTOR         ? test_class(catalog, edge->callee)
                    : symbol_is_type((SymbolKind)entry->kind) ? edge->callee
                                                              : SYMBOL_NOWHERE;
    return type == SYMBOL_NOWHERE ? (Str){0}
                                  : catalog_name(catalog, catalog_entry(catalog, type)->name);
}

/* Drops the types of which the test itself makes an object, too. */
static void drop_made(Project *project, uint32_t test, TestPatches *patched)
{
    const Catalog *catalog = project->session->catalog;
    EdgeVec edges = {0};
    if (patched->types.len)
        catalog_edges_of(catalog, project->request->arena, test, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        Str name = made_type(catalog, &edges.ptr[i]);
        for (size_t k = 0; name.len && k < patched->types.len; k++)
            if (str_equal(patched->types.ptr[k], name))
                patched->types.ptr[k] = (Str){0};
    }
}

static bool is_away(Project *project, const Neighbourhood *found, const IdMap *nodes,
                    const ReachedTest *test, FilePatches *last)
{
    if (test->block == TEST_EXAMPLE)
        return false;
    TestPatches patched = read_patches(project, test, last);
    drop_made(project, test->symbol, &patched);
    Search search = {.project = project,
                     .found = found,
                     .nodes = nodes,
                     .patched = &patched,
                     .arena = project->request->arena};
    if (!patched.names.len && !patched.modules.len && !patched.types.len)
        return false;
    visit_start(&search, test);
    if (test->named) /* no edge leads there */
        visit(&search, test->named);
    if (test->named && !search.queue.len)
        return true;
    if (test->prepared && !search.queue.len)
        return false;
    for (size_t i = 0; i < search.queue.len && !search.reached; i++)
        visit_callees(&search, search.queue.ptr[i], (Str){0});
    return !search.reached;
}

void patched_away_remove(Project *project, const Neighbourhood *found, const IdMap *nodes,
                         TestReach *reach)
{
    size_t kept = 0;
    FilePatches last = {0};
    for (size_t i = 0; i < reach->tests.len; i++)
        if (!is_away(project, found, nodes, &reach->tests.ptr[i], &last))
            reach->tests.ptr[kept++] = reach->tests.ptr[i];
    reach->patched = reach->tests.len - kept;
    reach->tests.len = kept;
}
