#include "relations/test_types.h"

#include "base/id_map.h"
#include "base/path.h"
#include "project/test_role.h"
#include "search/members.h"
#include "search/override.h"
#include "search/subtypes.h"
#include "search/tests.h"

/* All edges are read; a larger tree would take long. */
#define TREE_SYMBOLS_MAX 300000
/* Types are bits of a word. */
#define TYPES_MAX 63
/* The bit of types beside them, which derive from the same bases and have no such override. */
#define RIVALS (UINT64_C(1) << TYPES_MAX)
/* Groups of tests that make the same types: each is a search. */
#define GROUPS_MAX 16

/* Tests that make the same types, and what they run then. */
typedef struct Makers {
    uint64_t types;
    bool *reached; /* by symbol */
} Makers;

typedef struct Types {
    Project *project;
    Catalog *catalog;
    const Neighbourhood *found;
    Arena *work;
    uint32_t *starts, *callers; /* callers of symbol n: [starts[n], starts[n + 1]) */
    IdMap bits;                 /* type → its bit */
    uint64_t *makes;            /* by symbol: the types that it makes or names */
    uint64_t *own;              /* by symbol: the types that it belongs to */
    uint64_t unseen;            /* types that nothing is seen to make: all tests may */
    uint64_t held;   /* types that a module of the program holds: so may tests that make no rival */
    uint64_t *needs; /* by hop: the type of the override */
    IdMap hops;      /* method → its first hop + 1 */
    IdMap bases;     /* methods that are overridden */
    uint32_t *next_hop;
    IdMap files; /* → index into `before` */
    VEC(uint64_t) before;
    Makers makers[GROUPS_MAX];
    size_t maker_count;
} Types;

/* ---- edges, by callee ---- */

/* Values, constructors and inner functions belong to what makes them: their container. */
static bool is_made_with(const Entry *entry)
{
    SymbolKind kind = (SymbolKind)entry->kind;
    return kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY || kind == SYMBOL_VARIABLE ||
           kind == SYMBOL_CONSTANT || kind == SYMBOL_ENUM_MEMBER || kind == SYMBOL_CONSTRUCTOR;
}

static bool is_function(const Entry *entry)
{
    return entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD;
}

static bool is_part(const CatalogFile *file, const Entry *entry)
{
    return is_made_with(entry) ||
           (is_function(entry) && entry->parent && is_function(&file->entries[entry->parent]));
}

static void each_link(Types *types, void (*take)(Types *types, uint32_t caller, uint32_t callee))
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (uint32_t f = 0; f < types->catalog->files.len; f++) {
        EdgeVec edges = {0};
        arena_reset(&work);
        const CatalogFile *file = catalog_row(types->catalog, f);
        catalog_edges(types->catalog, &work, f, &edges);
        for (size_t i = 0; i < edges.len; i++)
            if (edges.ptr[i].confidence >= EDGE_LIKELY && edges.ptr[i].kind != EDGE_PART &&
                edges.ptr[i].callee != SYMBOL_NOWHERE)
                take(types, edges.ptr[i].caller, edges.ptr[i].callee);
        for (uint32_t i = 1; i < file->count; i++)
            if (is_part(file, &file->entries[i]))
                take(types, file->first + file->entries[i].parent, file->first + i);
    }
}

static void count_link(Types *types, uint32_t caller, uint32_t callee)
{
    (void)caller;
    types->starts[callee + 1]++;
}

static void put_link(Types *types, uint32_t caller, uint32_t callee)
{
    types->callers[types->starts[callee]++] = caller;
}

static void read_links(Types *types)
{
    uint32_t count = types->catalog->symbol_count;
    types->starts = NEW(types->work, uint32_t, count + 2);
    each_link(types, count_link);
    for (uint32_t i = 0; i < count; i++)
        types->starts[i + 1] += types->starts[i];
    types->callers = NEW(types->work, uint32_t, types->starts[count] + 1);
    each_link(types, put_link);
    for (uint32_t i = count; i > 0; i--) /* each start has advanced to the next one's place */
        types->starts[i] = types->starts[i - 1];
    types->starts[0] = 0;
}

/* ---- who makes the types ---- */

static void seed(Types *types, uint32_t type, uint64_t bit, IdVec *queue)
{
    IdVec members = {0};
    members_of(types->catalog, types->work, type, &members);
    *VEC_PUSH(types->work, &members) = type;
    for (size_t i = 0; i < members.len; i++) {
        types->own[members.ptr[i]] |= bit;
        types->makes[members.ptr[i]] |= bit;
        *VEC_PUSH(types->work, queue) = members.ptr[i];
    }
}

/* Seeds the type and those derived from it, which inherit the method. */
static void seed_all(Types *types, uint32_t type, uint64_t bit, IdVec *queue)
{
    DerivedVec derived = {0};
    seed(types, type, bit, queue);
    subtypes_find(types->catalog, types->work, type, &derived);
    for (size_t i = 0; i < derived.len; i++)
        if (derived.ptr[i].how != DERIVED_METHOD)
            seed(types, derived.ptr[i].symbol, bit, queue);
}

static void spread(Types *types, IdVec *queue)
{
    for (size_t at = 0; at < queue->len; at++) {
        uint32_t symbol = queue->ptr[at];
        for (uint32_t i = types->starts[symbol]; i < types->starts[symbol + 1]; i++) {
            uint32_t caller = types->callers[i];
            uint64_t more = types->makes[symbol] & ~types->makes[caller];
            types->makes[caller] |= more;
            if (more)
                *VEC_PUSH(types->work, queue) = caller;
        }
    }
}

/* Types that a module of the program holds, and those that nothing is seen to make. */
static void find_everywhere(Types *types)
{
    uint64_t made = 0;
    for (uint32_t f = 0; f < types->catalog->files.len; f++) {
        const CatalogFile *file = catalog_row(types->catalog, f);
        if (file->class != FILE_TEST)
            types->held |= types->makes[file->first] & ~types->own[file->first];
        for (uint32_t i = 0; i < file->count; i++)
            made |= types->makes[file->first + i] & ~types->own[file->first + i];
    }
    types->unseen |= ~made;
}

/* Seeds the types that derive from those of an overridden method and override it not at all, or
   otherwise than on the way. */
static void seed_rivals(Types *types, uint32_t base, IdVec *queue)
{
    IdVec owners = {0};
    override_types(types->catalog, types->work, base, &owners);
    for (size_t i = 0; i < owners.len; i++) {
        DerivedVec derived = {0};
        subtypes_find(types->catalog, types->work, owners.ptr[i], &derived);
        for (size_t k = 0; k < derived.len; k++)
            if (derived.ptr[k].how != DERIVED_METHOD && !types->own[derived.ptr[k].symbol])
                seed(types, derived.ptr[k].symbol, RIVALS, queue);
    }
}

/* Gives each type of an override its bit; false: there are too many. */
static bool read_types(Types *types)
{
    const Neighbourhood *found = types->found;
    IdVec queue = {0};
    uint32_t count = 0;
    types->needs = NEW(types->work, uint64_t, found->hops.len + 1);
    types->next_hop = NEW(types->work, uint32_t, found->hops.len + 1);
    for (size_t h = 0; h < found->hops.len; h++) {
        IdVec owners = {0};
        uint32_t method = found->hops.ptr[h].override;
        uint32_t before = id_map_put(&types->hops, types->work, method, (uint32_t)h + 1);
        types->next_hop[h] = before == ID_MAP_NONE ? 0 : before;
        id_map_put(&types->bases, types->work, found->hops.ptr[h].base, 0);
        override_types(types->catalog, types->work, method, &owners);
        for (size_t i = 0; i < owners.len; i++) {
            uint32_t bit = id_map_get(&types->bits, owners.ptr[i]);
            if (bit == ID_MAP_NONE && count == TYPES_MAX)
                return false;
            if (bit == ID_MAP_NONE) {
                id_map_put(&types->bits, types->work, owners.ptr[i], count);
                seed_all(types, owners.ptr[i], UINT64_C(1) << count, &queue);
                bit = count++;
            }
            types->needs[h] |= UINT64_C(1) << bit;
        }
    }
    for (size_t h = 0; h < found->hops.len; h++)
        if (id_map_put(&types->bases, types->work, found->hops.ptr[h].base, 1) != 1)
            seed_rivals(types, found->hops.ptr[h].base, &queue);
    spread(types, &queue);
    find_everywhere(types);
    return true;
}

/* ---- what a test makes ---- */

typedef enum MembersAsked {
    MEMBERS_ALL,
    MEMBERS_SETUP,  /* of a class of tests, what runs before them */
    MEMBERS_HELPERS /* and what a base class may call before them: all but tests */
} MembersAsked;

static bool is_asked(const Types *types, uint32_t member, MembersAsked asked)
{
    if (asked == MEMBERS_ALL || !is_function(catalog_entry(types->catalog, member)))
        return true;
    TestRole role = test_role(types->project, member, true);
    return role == TEST_SETUP || (asked == MEMBERS_HELPERS && role == TEST_NONE);
}

static uint64_t made_by_members(const Types *types, uint32_t type, MembersAsked asked)
{
    IdVec members = {0};
    uint64_t made = types->makes[type];
    members_of(types->catalog, types->work, type, &members);
    for (size_t i = 0; i < members.len; i++)
        if (types->makes[members.ptr[i]] & ~made && is_asked(types, members.ptr[i], asked))
            made |= types->makes[members.ptr[i]];
    return made;
}

/* Appends the classes of tests that the type is derived from. */
static void add_bases(const Types *types, uint32_t type, IdVec *classes)
{
    EdgeVec edges = {0};
    catalog_edges_of(types->catalog, types->work, type, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE &&
            test_holds(types->project, edges.ptr[i].callee))
            *VEC_PUSH(types->work, classes) = edges.ptr[i].callee;
}

/* What the members of the type make, and before them the set-up of its bases. */
static uint64_t made_by_fixture(const Types *types, uint32_t type)
{
    IdVec classes = {0};
    uint64_t made = made_by_members(types, type, MEMBERS_ALL);
    add_bases(types, type, &classes);
    for (size_t i = 0; i < classes.len && i < TEST_CLASSES_MAX; i++) {
        made |= made_by_members(types, classes.ptr[i], MEMBERS_SETUP);
        add_bases(types, classes.ptr[i], &classes);
    }
    return made;
}

/* What the types of test code make that the symbol names: rules, extensions, fakes. */
static uint64_t made_by_named(const Types *types, uint32_t symbol)
{
    EdgeVec edges = {0};
    uint64_t made = 0;
    catalog_edges_of(types->catalog, types->work, symbol, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        uint32_t named = edges.ptr[i].callee;
        if (named != SYMBOL_NOWHERE && edges.ptr[i].confidence >= EDGE_LIKELY &&
            symbol_is_type((SymbolKind)catalog_entry(types->catalog, named)->kind) &&
            tests_hold(types->catalog, named))
            made |= made_by_fixture(types, named);
    }
    return made;
}

/* What the class makes before its tests run. */
static uint64_t made_by_class(const Types *types, uint32_t type)
{
    return made_by_members(types, type, MEMBERS_SETUP) | made_by_named(types, type);
}

/* What is made before the tests that a class of tests inherits its set-up from: by the base
   classes, and by what it defines for them. */
static uint64_t made_by_bases(const Types *types, uint32_t type)
{
    IdVec classes = {0};
    uint64_t made = 0;
    *VEC_PUSH(types->work, &classes) = type;
    for (size_t i = 0; i < classes.len && i < TEST_CLASSES_MAX; i++) {
        size_t known = classes.len;
        add_bases(types, classes.ptr[i], &classes);
        bool derived = classes.len > known;
        if (derived)
            made |= made_by_members(types, classes.ptr[i], MEMBERS_HELPERS);
        if (i)
            made |= made_by_class(types, classes.ptr[i]);
    }
    return made;
}

/* What is made where a derived class defines what the test calls. */
static uint64_t made_by_derived(const Types *types, uint32_t type)
{
    return made_by_members(types, type, MEMBERS_ALL) | made_by_named(types, type);
}

/* What the symbols of a name in test code make: those of the test's own file, or else all. */
static uint64_t made_by_name(const Types *types, uint32_t name, uint32_t file)
{
    IdSpan named = name ? catalog_named(types->catalog, name) : (IdSpan){0};
    uint64_t made = 0, here = 0;
    bool any = false;
    for (size_t i = 0; i < named.len; i++) {
        if (!test_holds(types->project, named.ptr[i]))
            continue;
        bool own = catalog_place(types->catalog, named.ptr[i]).file == file;
        any = any || own;
        made |= types->makes[named.ptr[i]];
        here |= own ? types->makes[named.ptr[i]] : 0;
    }
    return any ? here : made;
}

/* What symbols of test code make that the text names: fixtures that are parameters, providers in
   attributes. */
static uint64_t made_by_words(const Types *types, Str text, uint32_t file)
{
    uint64_t made = 0;
    for (size_t at = 0; at < text.len;) {
        size_t start = at;
        while (at < text.len && byte_is_word(text.ptr[at]))
            at++;
        Str word = str_slice(text, start, at);
        made |= made_by_name(types, names_find(&types->catalog->names, word), file);
        at += at == start;
    }
    return made;
}

/* What the functions of a file make that run before its tests, or before those of its directory. */
static uint64_t made_by_file(const Types *types, uint32_t id, bool package)
{
    const CatalogFile *file = catalog_row(types->catalog, id);
    uint64_t made = types->makes[file->first];
    for (uint32_t i = 1; i < file->count; i++) {
        uint32_t symbol = file->first + i;
        if (!types->makes[symbol] || !is_function(&file->entries[i]) ||
            test_class(types->catalog, symbol) != SYMBOL_NOWHERE)
            continue;
        TestRole role = test_role(types->project, symbol, true);
        if (role == TEST_PACKAGE || (role == TEST_SETUP && !package))
            made |= types->makes[symbol];
    }
    return made;
}

/* What is made before the tests of a file run. */
static uint64_t made_before(Types *types, uint32_t id)
{
    const Catalog *catalog = types->catalog;
    const CatalogFile *own = &catalog->files.ptr[id];
    uint32_t known = id_map_get(&types->files, id);
    if (known != ID_MAP_NONE)
        return types->before.ptr[known];
    uint64_t made = made_by_file(types, id, false);
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (f != id && file->class == FILE_TEST && file->language == own->language &&
            str_equal(path_directory(file->path), path_directory(own->path)))
            made |= made_by_file(types, f, true);
    }
    id_map_put(&types->files, types->work, id, (uint32_t)types->before.len);
    *VEC_PUSH(types->work, &types->before) = made;
    return made;
}

static uint64_t made_by(Types *types, const ReachedTest *test)
{
    const Catalog *catalog = types->catalog;
    SymbolPlace place = catalog_place(catalog, test->symbol);
    uint64_t made = types->makes[test->symbol] | made_before(types, place.file);
    IdVec derived = {0};
    if (test->via != SYMBOL_NOWHERE)
        made |= types->makes[test->via];
    uint32_t type = test_class(catalog, test->symbol);
    for (; type != SYMBOL_NOWHERE; type = test_class(catalog, type)) {
        test_derived(types->project, type, &derived);
        made |= made_by_class(types, type) | made_by_bases(types, type);
    }
    for (size_t i = 0; i < derived.len; i++)
        made |= made_by_derived(types, derived.ptr[i]);
    TestHead head = test_head(types->project, test->symbol);
    made |= made_by_named(types, test->symbol) | made_by_words(types, head.marks, place.file);
    if (str_find_byte(head.lead, '@') != STR_NONE) /* `@dataProvider rows` */
        made |= made_by_words(types, head.lead, place.file);
    return made | made_by_words(types, head.parameters, place.file);
}

/* ---- what it runs ---- */

static void reach(bool *reached, Arena *work, IdVec *queue, uint32_t symbol)
{
    if (symbol == SYMBOL_NOWHERE || reached[symbol])
        return;
    reached[symbol] = true;
    *VEC_PUSH(work, queue) = symbol;
}

/* A call of the base's method of the same name runs the base's, not another override. */
static bool is_detour(const Types *types, uint32_t caller, uint32_t callee)
{
    return id_map_get(&types->bases, callee) != ID_MAP_NONE &&
           catalog_entry(types->catalog, caller)->name ==
               catalog_entry(types->catalog, callee)->name;
}

/* Searches from the symbols that no override leads to, over the overrides of these types alone. */
static bool *search(const Types *types, uint64_t made)
{
    const Neighbourhood *found = types->found;
    const Catalog *catalog = types->catalog;
    bool *reached = NEW(types->work, bool, catalog->symbol_count + 1);
    uint64_t may = made | types->unseen | (made & RIVALS ? 0 : types->held);
    IdVec queue = {0};
    for (size_t i = 0; i < found->nodes.len; i++)
        if (!found->nodes.ptr[i].overrides)
            reach(reached, types->work, &queue, found->nodes.ptr[i].symbol);
    for (size_t at = 0; at < queue.len; at++) {
        uint32_t symbol = queue.ptr[at], hop = id_map_get(&types->hops, symbol);
        for (hop = hop == ID_MAP_NONE ? 0 : hop; hop; hop = types->next_hop[hop - 1])
            if (types->needs[hop - 1] & may)
                reach(reached, types->work, &queue, found->hops.ptr[hop - 1].base);
        for (uint32_t i = types->starts[symbol]; i < types->starts[symbol + 1]; i++)
            if (!is_detour(types, types->callers[i], symbol))
                reach(reached, types->work, &queue, types->callers[i]);
    }
    return reached;
}

/* What tests that make these types run; NULL: there are too many kinds of them. */
static const bool *reached_by(Types *types, uint64_t made)
{
    for (size_t i = 0; i < types->maker_count; i++)
        if (types->makers[i].types == made)
            return types->makers[i].reached;
    if (types->maker_count == GROUPS_MAX)
        return NULL;
    Makers *makers = &types->makers[types->maker_count++];
    *makers = (Makers){made, search(types, made)};
    return makers->reached;
}

void test_types_mark(Project *project, const Neighbourhood *found, TestReach *reach)
{
    Catalog *catalog = project->session->catalog;
    Arena work SCOPED(arena_close) = {0};
    bool any = false;
    for (size_t i = 0; i < reach->tests.len; i++)
        any = any || reach->tests.ptr[i].overrides;
    if (!any || !found->hops.len || catalog->symbol_count > TREE_SYMBOLS_MAX)
        return;
    arena_open(&work, 0);
    Types types = {.project = project,
                   .catalog = catalog,
                   .found = found,
                   .work = &work,
                   .makes = NEW(&work, uint64_t, catalog->symbol_count + 1),
                   .own = NEW(&work, uint64_t, catalog->symbol_count + 1)};
    read_links(&types);
    if (!read_types(&types))
        return;
    for (size_t i = 0; i < reach->tests.len; i++) {
        ReachedTest *test = &reach->tests.ptr[i];
        if (!test->overrides)
            continue;
        const bool *reached = reached_by(&types, made_by(&types, test));
        uint32_t by = test->via == SYMBOL_NOWHERE ? test->symbol : test->via;
        test->unmade = reached && !reached[by] && !(test->named && reached[test->named]);
    }
}
