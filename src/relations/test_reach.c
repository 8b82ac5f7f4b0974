#include "relations/test_reach.h"

#include "base/id_map.h"
#include "base/path.h"
#include "project/test_example.h"
#include "project/test_role.h"
#include "project/test_shared.h"
#include "relations/block_reach.h"
#include "relations/doc_tests.h"
#include "relations/named_calls.h"
#include "relations/patched_away.h"
#include "relations/test_order.h"
#include "relations/test_owned.h"
#include "relations/test_prepared.h"
#include "relations/test_types.h"
#include "search/tests.h"

/* A chain as long as this that leads over an override is a guess: each such step fans out to all
   callers of an interface. */
#define DOUBTFUL_STEPS 5
/* Files that are read to see who takes a fixture; beyond, the answer says so. */
#define FIXTURE_FILES_MAX 300
/* Nodes whose comments are read for examples. */
#define EXAMPLES_MAX 200
/* Ways from one file to groups of others. */
#define PASSED_MAX 100
/* Files outside of tests that are read for tests among their code. */
#define MARKED_FILES_MAX 100

typedef struct Walk {
    Project *project;
    TestReach *reach;
    Arena *arena;
    Arena *tables;
    const Neighbourhood *found;
    IdMap nodes;    /* symbol -> index into those found */
    IdMap known;    /* symbol and block -> index into the tests */
    IdMap fixtures; /* that were followed */
    bool *read;     /* by file: read for attributes */
    bool *among;    /* of these: tests are blocks among its code */
    bool measured;  /* the catalog's own metrics are of another state */
    size_t files_read;
    size_t examples; /* nodes that were looked at for one */
    TestOwned owned;
    uint32_t named;      /* the method whose calls by its name alone are followed; or 0 */
    VEC(uint32_t) roots; /* files of functions of tests that reach it and have no callers */
} Walk;

bool test_is_doubtful(const ReachedTest *test)
{
    return test->unsure || test->type ||
           (test->overrides && (test->unmade || test->steps >= DOUBTFUL_STEPS));
}

static void add_test(Walk *walk, ReachedTest test)
{
    TestReach *reach = walk->reach;
    const Catalog *catalog = walk->project->session->catalog;
    uint64_t key = id_pair(test.block, test.symbol);
    uint32_t known = id_map_get(&walk->known, key);
    test.path = catalog->files.ptr[catalog_place(catalog, test.symbol).file].path;
    if (known == ID_MAP_NONE) {
        id_map_put(&walk->known, walk->tables, key, (uint32_t)reach->tests.len);
        *VEC_PUSH(walk->arena, &reach->tests) = test;
    } else if (test_is_doubtful(&reach->tests.ptr[known]) > test_is_doubtful(&test) ||
               (test_is_doubtful(&reach->tests.ptr[known]) == test_is_doubtful(&test) &&
                test.steps < reach->tests.ptr[known].steps)) {
        reach->tests.ptr[known] = test;
    }
}

static void add(Walk *walk, uint32_t symbol, const Neighbour *node, uint32_t steps, uint32_t via)
{
    add_test(walk, (ReachedTest){.symbol = symbol,
                                 .steps = steps,
                                 .overrides = node->overrides,
                                 .unsure = node->unsure,
                                 .named = walk->named,
                                 .via = via});
}

static TestRole role_of(Walk *walk, uint32_t symbol)
{
    const Catalog *catalog = walk->project->session->catalog;
    bool called = walk->measured ? tests_are_called(catalog, symbol)
                                 : catalog_metrics(catalog, symbol).fan_in > 0;
    return test_role(walk->project, symbol, called);
}

/* Whether the symbol is in the class, or in one within it that is marked as @Nested. A test of C++
   names its class: `TEST_F(Class, name)`. */
static bool is_in_class(Walk *walk, uint32_t symbol, uint32_t type)
{
    const Catalog *catalog = walk->project->session->catalog;
    uint32_t owner = catalog_entry(catalog, symbol)->owner;
    if (owner && owner == catalog_entry(catalog, type)->name)
        return true;
    uint32_t inner = test_class(catalog, symbol);
    while (inner != SYMBOL_NOWHERE && inner != type) {
        Str text = test_head(walk->project, inner).text;
        if (!test_is_marked(str_slice(text, 0, MIN(str_find_byte(text, '{'), text.len)), "Nested"))
            return false;
        inner = test_class(catalog, inner);
    }
    return inner == type;
}

/* Adds the tests of a file that are in the class, or all. */
static void add_tests_of(Walk *walk, uint32_t file, uint32_t type, const Neighbour *node)
{
    const Catalog *catalog = walk->project->session->catalog;
    const CatalogFile *row = catalog_row(catalog, file);
    for (uint32_t i = 1; i < row->count; i++) {
        uint32_t symbol = row->first + i;
        bool prepared = type == SYMBOL_NOWHERE ? test_prepares(walk->project, node->symbol, symbol)
                                               : is_in_class(walk, symbol, type);
        if (prepared && role_of(walk, symbol) == TEST_CASE)
            add(walk, symbol, node, node->steps + 1, node->symbol);
    }
}

static bool is_test_of(Walk *walk, uint32_t file, const Language *language)
{
    const CatalogFile *row = &walk->project->session->catalog->files.ptr[file];
    return row->path.len && row->language == language &&
           (row->class == FILE_TEST || test_names_file(walk->project, file));
}

static void add_package(Walk *walk, const Neighbour *node)
{
    const Catalog *catalog = walk->project->session->catalog;
    const CatalogFile *own = catalog_row(catalog, catalog_place(catalog, node->symbol).file);
    for (uint32_t f = 0; f < catalog->files.len; f++)
        if (is_test_of(walk, f, own->language) &&
            str_equal(path_directory(catalog->files.ptr[f].path), path_directory(own->path)))
            add_tests_of(walk, f, SYMBOL_NOWHERE, node);
}

/* Adds the tests of methods with the same owner as this one: Go declares them outside of a type. */
static bool add_owned(Walk *walk, const Neighbour *node)
{
    const Catalog *catalog = walk->project->session->catalog;
    SymbolPlace place = catalog_place(catalog, node->symbol);
    const CatalogFile *own = catalog_row(catalog, place.file);
    uint32_t owner = own->entries[place.index].owner;
    if (!owner)
        return false;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        if (!is_test_of(walk, f, own->language) ||
            !str_equal(path_directory(catalog->files.ptr[f].path), path_directory(own->path)))
            continue;
        const CatalogFile *row = catalog_row(catalog, f);
        for (uint32_t i = 1; i < row->count; i++)
            if (row->entries[i].owner == owner && role_of(walk, row->first + i) == TEST_CASE)
                add(walk, row->first + i, node, node->steps + 1, node->symbol);
    }
    return true;
}

/* The symbol that is declared around the block, innermost. */
static uint32_t symbol_around(const CatalogFile *file, const TitledBlock *block);

/* Adds the tests of a class that are blocks. */
static void add_blocks_of(Walk *walk, uint32_t type, const Neighbour *node)
{
    const Catalog *catalog = walk->project->session->catalog;
    uint32_t file = catalog_place(catalog, type).file;
    const TitledBlocks *blocks = test_blocks(walk->project, file);
    const CatalogFile *row = catalog_row(catalog, file);
    const Entry *entry = catalog_entry(catalog, type);
    for (size_t i = 1; blocks && i < blocks->list.len; i++) {
        const TitledBlock *block = &blocks->list.ptr[i];
        if (block->kind == BLOCK_CASE && block->first_line >= entry->start_line &&
            block->last_line <= entry->end_line)
            add_test(walk, (ReachedTest){.symbol = symbol_around(row, block),
                                         .block = (uint32_t)i,
                                         .steps = node->steps + 1,
                                         .overrides = node->overrides,
                                         .unsure = node->unsure,
                                         .via = node->symbol});
    }
}

/* Adds the tests of other files that name the class, as a fixture from a header. */
static void add_tests_elsewhere(Walk *walk, uint32_t type, const Neighbour *node)
{
    IdVec tests = {0};
    test_owned_find(walk->project, &walk->owned, type, &tests);
    for (size_t i = 0; i < tests.len; i++)
        if (role_of(walk, tests.ptr[i]) == TEST_CASE)
            add(walk, tests.ptr[i], node, node->steps + 1, node->symbol);
}

static void add_set_up(Walk *walk, const Neighbour *node)
{
    const Catalog *catalog = walk->project->session->catalog;
    SymbolPlace place = catalog_place(catalog, node->symbol);
    uint32_t type = test_class(catalog, node->symbol);
    IdVec derived = {0};
    if (type == SYMBOL_NOWHERE && add_owned(walk, node))
        return;
    add_tests_of(walk, place.file, type, node);
    if (type == SYMBOL_NOWHERE)
        return;
    add_blocks_of(walk, type, node);
    add_tests_elsewhere(walk, type, node);
    test_derived(walk->project, type, &derived);
    for (size_t i = 0; i < derived.len; i++) {
        add_tests_elsewhere(walk, derived.ptr[i], node);
        add_tests_of(walk, catalog_place(catalog, derived.ptr[i]).file, derived.ptr[i], node);
        add_blocks_of(walk, derived.ptr[i], node);
    }
}

/* ---- fixtures ---- */

/* The name by which tests take a fixture: that of its function, or `name="…"` in its attribute. */
static Str fixture_name(Walk *walk, uint32_t symbol, Str marks)
{
    const Catalog *catalog = walk->project->session->catalog;
    size_t at = str_find(marks, STR("name="));
    if (at != STR_NONE && at + 6 < marks.len && byte_in(marks.ptr[at + 5], "\"'")) {
        Str rest = str_from_offset(marks, at + 6);
        return str_slice(rest, 0, MIN(str_find_byte(rest, marks.ptr[at + 5]), rest.len));
    }
    return catalog_name(catalog, catalog_entry(catalog, symbol)->name);
}

/* Whether the declaration takes the fixture: as a parameter, or by `usefixtures("…")`. */
static bool takes_fixture(Walk *walk, uint32_t symbol, const char *name)
{
    TestHead head = test_head(walk->project, symbol);
    if (project_has_word(head.parameters, name) ||
        (project_has_word(head.marks, "usefixtures") && project_has_word(head.marks, name)))
        return true;
    uint32_t type = test_class(walk->project->session->catalog, symbol);
    if (type == SYMBOL_NOWHERE)
        return false;
    Str text = test_head(walk->project, type).text;
    size_t body = str_find(text, STR("class "));
    Str marks = str_slice(text, 0, MIN(body, text.len));
    return project_has_word(marks, "usefixtures") && project_has_word(marks, name);
}

static void follow_fixture(Walk *walk, const Neighbour *node);

static void take_fixture_in(Walk *walk, uint32_t file, const Neighbour *node, const char *name,
                            bool always)
{
    const CatalogFile *row = catalog_row(walk->project->session->catalog, file);
    for (uint32_t i = 1; i < row->count; i++) {
        uint32_t symbol = row->first + i;
        if (row->entries[i].kind != SYMBOL_FUNCTION && row->entries[i].kind != SYMBOL_METHOD)
            continue;
        TestRole role = role_of(walk, symbol);
        if ((role != TEST_CASE && role != TEST_FIXTURE) ||
            !((always && role == TEST_CASE) || takes_fixture(walk, symbol, name)))
            continue;
        if (role == TEST_CASE) {
            add(walk, symbol, node, node->steps + 1, node->symbol);
            continue;
        }
        Neighbour next = {.symbol = symbol, .steps = node->steps + 1, .overrides = node->overrides};
        follow_fixture(walk, &next);
    }
}

/* Whether the file's fixtures are seen in its directory and below, not in it alone. */
static bool is_shared(const CatalogFile *file)
{
    const char *name = lang_facts(file->language)->fixtures_file;
    return name && str_equal(path_base(file->path), str_from(name));
}

static void follow_fixture(Walk *walk, const Neighbour *node)
{
    const Catalog *catalog = walk->project->session->catalog;
    SymbolPlace place = catalog_place(catalog, node->symbol);
    const CatalogFile *own = catalog_row(catalog, place.file);
    if (id_map_put(&walk->fixtures, walk->tables, node->symbol, 0) != ID_MAP_NONE)
        return;
    Str marks = test_head(walk->project, node->symbol).marks;
    const char *name = str_terminate(walk->arena, fixture_name(walk, node->symbol, marks));
    bool always = project_has_word(marks, "autouse") && project_has_word(marks, "True");
    Str directory = project_directory(own->path);
    size_t read = 0;
    if (!is_shared(own)) {
        take_fixture_in(walk, place.file, node, name, always);
        return;
    }
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        Str path = catalog->files.ptr[f].path;
        bool below =
            !directory.len || (str_starts(path, directory) && path.ptr[directory.len] == '/');
        bool shared = f == place.file || is_shared(&catalog->files.ptr[f]);
        if (!below || (!shared && !is_test_of(walk, f, own->language)))
            continue;
        walk->reach->unfollowed = walk->reach->unfollowed || ++read > FIXTURE_FILES_MAX;
        if (read <= FIXTURE_FILES_MAX)
            take_fixture_in(walk, f, node, name, always);
    }
}

/* ---- all nodes ---- */

/* Whether the symbol may be a test: it is in a test file, or its attributes say so. */
static bool may_be_test(Walk *walk, uint32_t symbol)
{
    const Catalog *catalog = walk->project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const Language *language = catalog->files.ptr[place.file].language;
    bool shows = place.index && test_shows_in_text(language);
    if (test_holds(walk->project, symbol) || is_shared(&catalog->files.ptr[place.file]))
        return true;
    if (!walk->read[place.file]) {
        if (walk->files_read == MARKED_FILES_MAX)
            return false;
        walk->read[place.file] = true;
        walk->among[place.file] = test_blocks_are_among(walk->project, place.file);
        walk->files_read += shows || walk->among[place.file];
    }
    return shows || walk->among[place.file];
}

/* Adds the tests for which the framework calls a helper. False: it calls it for no test. */
static bool add_prepared(Walk *walk, const Neighbour *node)
{
    IdVec tests = {0};
    test_prepared(walk->project, node->symbol, &tests);
    for (size_t i = 0; i < tests.len; i++)
        add(walk, tests.ptr[i], node, node->steps + 1, node->symbol);
    return tests.len > 0;
}

/* Whether only an override leads to the method: what runs the base's own runs no override. */
static bool is_overridden(const Walk *walk, const Neighbour *node)
{
    for (size_t i = 0; node->overrides && i < walk->found->hops.len; i++)
        if (walk->found->hops.ptr[i].base == node->symbol)
            return true;
    return false;
}

/* The symbol that is declared around the block, innermost. */
static uint32_t symbol_around(const CatalogFile *file, const TitledBlock *block)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < file->count && file->entries[i].start_line <= block->first_line; i++)
        if (file->entries[i].end_line >= block->last_line)
            found = i;
    return file->first + found;
}

/* Whether the symbol holds blocks of tests: its file, a class, a function that makes them. */
static bool holds_blocks(Walk *walk, uint32_t symbol, const TitledBlocks *blocks)
{
    const Entry *entry = catalog_entry(walk->project->session->catalog, symbol);
    bool whole = !catalog_place(walk->project->session->catalog, symbol).index;
    for (size_t i = 1; i < blocks->list.len; i++) {
        const TitledBlock *block = &blocks->list.ptr[i];
        if ((block->kind == BLOCK_CASE || block->kind == BLOCK_SETUP) &&
            (whole ||
             (block->first_line >= entry->start_line && block->last_line <= entry->end_line)))
            return true;
    }
    return false;
}

/* Whether only blocks are tests of the language, so that functions are helpers. */
static bool is_helper(Walk *walk, uint32_t symbol)
{
    const Catalog *catalog = walk->project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *row = &catalog->files.ptr[place.file];
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    const LangFacts *facts = lang_facts(row->language);
    return place.index && !facts->test_names && !facts->test_marks &&
           (kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD) && !test_has_roles(row->language);
}

static Str text_of(Walk *walk, uint32_t file)
{
    Str path = walk->project->session->catalog->files.ptr[file].path;
    return project_file(walk->project, (Str){0}, str_terminate(walk->arena, path))->text;
}

/* Adds the blocks that the places lead to, and what leads to other files. *inside: no place is
   outside of all blocks. */
static size_t add_cases_of(Walk *walk, uint32_t file, const TitledBlocks *blocks,
                           const BlockPlaceVec *places, BlockPassVec *passed, bool *inside)
{
    BlockCaseVec cases = {0};
    const CatalogFile *row = catalog_row(walk->project->session->catalog, file);
    Str text = text_of(walk, file);
    *inside = block_reach_spread(walk->arena, text, blocks, places, &cases, passed);
    for (size_t i = 0; i < cases.len; i++) {
        const BlockCase *one = &cases.ptr[i];
        add_test(walk, (ReachedTest){.symbol = symbol_around(row, &blocks->list.ptr[one->block]),
                                     .block = one->block,
                                     .steps = one->steps,
                                     .overrides = one->overrides,
                                     .prepared = one->prepared,
                                     .unsure = one->doubtful,
                                     .named = walk->named,
                                     .via = SYMBOL_NOWHERE});
    }
    return cases.len;
}

/* The same, with those of the groups of other files that they lead to. */
static size_t add_cases(Walk *walk, uint32_t file, const TitledBlocks *blocks,
                        const BlockPlaceVec *places, bool *inside)
{
    BlockPassVec passed = {0};
    size_t count = add_cases_of(walk, file, blocks, places, &passed, inside);
    for (size_t i = 0; i < passed.len && i < PASSED_MAX; i++) { /* more are added meanwhile */
        const BlockPass pass = passed.ptr[i];
        TestPlaceVec others = {0};
        test_shared_titled(walk->project, file, pass.kind, pass.title, &others);
        for (size_t k = 0; k < others.len; k++) {
            uint32_t other = others.ptr[k].file;
            const TitledBlocks *its = test_blocks(walk->project, other);
            BlockPlaceVec list = {0};
            bool ignored;
            block_reach_passed(walk->arena, text_of(walk, other), its, &pass, others.ptr[k].block,
                               &list);
            count += add_cases_of(walk, other, its, &list, &passed, &ignored);
        }
    }
    return count;
}

/* Adds the blocks of the node that reach the symbol. False: it has none, or other parts of it do.
 */
static bool take_blocks(Walk *walk, const Neighbour *node)
{
    const Catalog *catalog = walk->project->session->catalog;
    uint32_t file = catalog_place(catalog, node->symbol).file;
    const TitledBlocks *blocks = test_blocks(walk->project, file);
    BlockPlaceVec places = {0};
    bool inside;
    if (!blocks || !node->steps)
        return false;
    bool helper = !holds_blocks(walk, node->symbol, blocks);
    if (helper && !is_helper(walk, node->symbol))
        return false;
    if (helper)
        block_reach_names(walk->project, blocks, node, &places);
    else
        block_reach_places(walk->project, blocks, walk->found, &walk->nodes, node->symbol, &places);
    size_t count = add_cases(walk, file, blocks, &places, &inside);
    walk->reach->direct = walk->reach->direct || (count && node->steps <= 1);
    return count || inside || helper;
}

/* Adds the test beside the symbol whose name says that it is its example. */
static void add_example(Walk *walk, const Neighbour *node)
{
    Catalog *catalog = walk->project->session->catalog;
    const CatalogFile *own = catalog_row(catalog, catalog_place(catalog, node->symbol).file);
    const ProjectTable *table = project_table_of(own->language);
    for (size_t i = 0; table && i < table->count; i++) {
        Str name = table->rows[i].example_of
                       ? table->rows[i].example_of(walk->project, node->symbol)
                       : (Str){0};
        uint32_t id = name.len ? names_find(&catalog->names, name) : 0;
        IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
        for (size_t k = 0; k < named.len; k++) {
            const CatalogFile *file =
                catalog_row(catalog, catalog_place(catalog, named.ptr[k]).file);
            if (str_equal(path_directory(file->path), path_directory(own->path)) &&
                role_of(walk, named.ptr[k]) == TEST_CASE)
                add(walk, named.ptr[k], node, 1, SYMBOL_NOWHERE);
        }
    }
}

/* Adds the example in the symbol's own comment, which uses it. */
static void add_own_example(Walk *walk, const Neighbour *node)
{
    if (node->symbol == SYMBOL_NOWHERE || node->unsure ||
        !test_has_example(walk->project, node->symbol))
        return;
    add_test(walk, (ReachedTest){.symbol = node->symbol,
                                 .block = TEST_EXAMPLE,
                                 .steps = node->steps + 1,
                                 .overrides = node->overrides,
                                 .via = SYMBOL_NOWHERE});
}

/* Whether no test of the function's file is known as one: a framework without rows runs it. */
static bool is_of_unknown_framework(Walk *walk, uint32_t symbol)
{
    const Catalog *catalog = walk->project->session->catalog;
    uint32_t id = catalog_place(catalog, symbol).file;
    const CatalogFile *file = catalog_row(catalog, id);
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    if (!test_shows_in_text(file->language) || file->class != FILE_TEST ||
        (kind != SYMBOL_FUNCTION && kind != SYMBOL_METHOD) || test_blocks(walk->project, id))
        return false;
    for (uint32_t i = 1; i < file->count; i++)
        if (role_of(walk, file->first + i) == TEST_CASE)
            return false;
    return true;
}

/* The node that the reference leads to, if it is one of those found. */
static const Neighbour *node_of(const Walk *walk, const Edge *edge)
{
    uint32_t at =
        edge->callee == SYMBOL_NOWHERE ? ID_MAP_NONE : id_map_get(&walk->nodes, edge->callee);
    return at == ID_MAP_NONE ? NULL : &walk->found->nodes.ptr[at];
}

/* Adds the tests of a file whose attributes name what is found: `@parametrize("f", [total])`. Such
   a reference is one of the file. False: the file refers to it elsewhere, too. */
static bool take_marked(Walk *walk, const Neighbour *node)
{
    const Catalog *catalog = walk->project->session->catalog;
    SymbolPlace place = catalog_place(catalog, node->symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    EdgeVec edges = {0};
    bool all = true;
    if (place.index || file->class != FILE_TEST)
        return false;
    catalog_edges_of(catalog, walk->arena, node->symbol, &edges);
    for (size_t e = 0; e < edges.len; e++) {
        const Neighbour *callee = node_of(walk, &edges.ptr[e]);
        const char *name =
            callee
                ? str_terminate(walk->arena,
                                catalog_name(catalog, catalog_entry(catalog, callee->symbol)->name))
                : NULL;
        bool within = !callee;
        for (uint32_t i = 1; callee && i < file->count; i++) {
            const Entry *entry = &file->entries[i];
            if (entry->start_line == entry->end_line ||
                !project_has_word(test_head(walk->project, file->first + i).marks, name) ||
                role_of(walk, file->first + i) != TEST_CASE)
                continue;
            within = within || (entry->start_line <= edges.ptr[e].line &&
                                edges.ptr[e].line <= entry->end_line);
            add(walk, file->first + i, callee, callee->steps + 1, SYMBOL_NOWHERE);
        }
        all = all && within;
    }
    return all && edges.len > 0;
}

static void take_node(Walk *walk, const Neighbour *node, bool called)
{
    TestReach *reach = walk->reach;
    if (walk->examples++ < EXAMPLES_MAX)
        add_own_example(walk, node);
    if (node->symbol == SYMBOL_NOWHERE || !may_be_test(walk, node->symbol) ||
        take_blocks(walk, node))
        return;
    bool held = test_holds(walk->project, node->symbol);
    TestRole role = test_role(walk->project, node->symbol, called);
    if (role != TEST_NONE && is_overridden(walk, node))
        return;
    reach->direct = reach->direct || (node->steps <= 1 && (held || role != TEST_NONE));
    switch (role) {
    case TEST_CASE:
        if (!take_marked(walk, node))
            add(walk, node->symbol, node, node->steps, SYMBOL_NOWHERE);
        break;
    case TEST_SETUP: add_set_up(walk, node); break;
    case TEST_PACKAGE: add_package(walk, node); break;
    case TEST_FIXTURE: follow_fixture(walk, node); break;
    case TEST_STARTER: break;
    case TEST_NONE:
        reach->helpers += held;
        if (!held || called || add_prepared(walk, node))
            break;
        if (is_of_unknown_framework(walk, node->symbol))
            add(walk, node->symbol, node, node->steps, SYMBOL_NOWHERE);
        else
            *VEC_PUSH(walk->arena, &walk->roots) =
                catalog_place(walk->project->session->catalog, node->symbol).file;
        break;
    }
}

/* Adds what a function of tests is for, which calls the node by the name of a method alone. */
static void take_named(Walk *walk, uint32_t symbol, const Neighbour *callee)
{
    Neighbour node = {.symbol = symbol,
                      .steps = callee->steps + 1,
                      .overrides = callee->overrides,
                      .unsure = true};
    switch (role_of(walk, symbol)) {
    case TEST_CASE: add(walk, symbol, &node, node.steps, SYMBOL_NOWHERE); break;
    case TEST_SETUP: add_set_up(walk, &node); break;
    case TEST_FIXTURE: follow_fixture(walk, &node); break;
    case TEST_PACKAGE:
    case TEST_STARTER:
    case TEST_NONE: break;
    }
}

static void add_named_calls(Walk *walk)
{
    const Catalog *catalog = walk->project->session->catalog;
    NamedCallsVec calls = {0};
    named_calls_find(walk->project, walk->found, &calls);
    for (size_t i = 0; i < calls.len; i++) {
        const Neighbour *node = calls.ptr[i].node;
        const CatalogFile *file = catalog_row(catalog, calls.ptr[i].file);
        const TitledBlocks *blocks = test_blocks(walk->project, calls.ptr[i].file);
        BlockPlaceVec places = {0};
        walk->named = node->symbol;
        if (blocks) {
            block_reach_members(walk->project, blocks, &calls.ptr[i], &places);
            bool inside;
            (void)add_cases(walk, calls.ptr[i].file, blocks, &places, &inside);
        }
        for (uint32_t k = 1; k < file->count; k++) {
            bool function =
                file->entries[k].kind == SYMBOL_FUNCTION || file->entries[k].kind == SYMBOL_METHOD;
            if (function &&
                named_calls_has(test_head(walk->project, file->first + k).text, &calls.ptr[i]))
                take_named(walk, file->first + k, node);
        }
    }
    walk->named = 0;
}

static void add_doc_tests(Walk *walk)
{
    DocTestVec tests = {0};
    doc_tests_find(walk->project, walk->found, &tests);
    for (size_t i = 0; i < tests.len; i++)
        add_test(walk, (ReachedTest){.symbol = tests.ptr[i].symbol,
                                     .block = tests.ptr[i].block,
                                     .doc = !tests.ptr[i].block,
                                     .steps = tests.ptr[i].node->steps + 1,
                                     .overrides = tests.ptr[i].node->overrides,
                                     .unsure = tests.ptr[i].node->unsure,
                                     .via = SYMBOL_NOWHERE});
}

/* Lists the files of roots that have no listed test; marks them as seen. */
static void list_apart(Walk *walk, bool *seen)
{
    const Catalog *catalog = walk->project->session->catalog;
    for (size_t i = 0; i < walk->roots.len; i++) {
        uint32_t file = walk->roots.ptr[i];
        if (!seen[file] && catalog->files.ptr[file].class == FILE_TEST)
            *VEC_PUSH(walk->arena, &walk->reach->apart) = catalog->files.ptr[file].path;
        seen[file] = true;
    }
}

/* What the texts of tests say beside the edges: examples in documents, calls by a name, types that
   no test makes, functions that a test replaces. */
static void read_texts(Walk *walk)
{
    add_doc_tests(walk);
    add_named_calls(walk);
    test_types_mark(walk->project, walk->found, walk->reach);
    test_order_leave_unmade(walk->reach);
    patched_away_remove(walk->project, walk->found, &walk->nodes, walk->reach);
}

void test_reach(Project *project, const Neighbourhood *found, const SymbolMetrics *metrics,
                TestReach *reach)
{
    const Catalog *catalog = project->session->catalog;
    Arena tables SCOPED(arena_close) = {0};
    arena_open(&tables, 0);
    Walk walk = {.project = project,
                 .reach = reach,
                 .found = found,
                 .measured = metrics != NULL,
                 .arena = project->request->arena,
                 .tables = &tables,
                 .read = NEW(&tables, bool, catalog->files.len + 1),
                 .among = NEW(&tables, bool, catalog->files.len + 1)};
    *reach = (TestReach){.more = found->left_out > 0};
    for (size_t i = 0; i < found->nodes.len; i++)
        if (found->nodes.ptr[i].symbol != SYMBOL_NOWHERE)
            (void)id_map_put(&walk.nodes, &tables, found->nodes.ptr[i].symbol, (uint32_t)i);
    for (size_t i = 0; i < found->nodes.len; i++) {
        uint32_t symbol = found->nodes.ptr[i].symbol;
        bool called = symbol != SYMBOL_NOWHERE &&
                      (metrics ? metrics[i].fan_in : catalog_metrics(catalog, symbol).fan_in) > 0;
        take_node(&walk, &found->nodes.ptr[i], called);
        if (i < found->focus_count && symbol != SYMBOL_NOWHERE &&
            catalog_place(catalog, symbol).index)
            add_example(&walk, &found->nodes.ptr[i]);
    }
    read_texts(&walk);
    bool *seen = NEW(&tables, bool, catalog->files.len + 1);
    test_order_count(catalog, reach, seen);
    list_apart(&walk, seen);
}
