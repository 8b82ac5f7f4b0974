/* A search that fetches symbols file by file finds what one finds that has them all. */
#include "store_case.h"

#include "base/buf.h"
#include "index/catalog/catalog_store.h"
#include "index/catalog/hash_prefixes.h"
#include "search/handle.h"
#include "search/symbols.h"

/* Three segments of the catalog. */
#define FILES 300
#define LAZY (CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LAZY)

static Store *open_store(void)
{
    StoreOptions options = {
        .path = str_format(test_arena(), "%s/cache/x.db", test_directory()),
        .tree = STR("/tree"),
        .wait_ms = 1000,
    };
    return open_test_store(&options);
}

static void write_file(int number, const char *name)
{
    const char *path = str_terminate(test_arena(), str_format(test_arena(), "f%03d.py", number));
    test_file(path, str_format(test_arena(),
                               "class Box%d:\n    def open_%s(self): pass\n    def shut(self):\n"
                               "        self.open_%s()\ndef rare_%d(): return Box%d()\n",
                               number % 7, name, name, number, number % 7));
}

static void update(Store *store)
{
    update_store(store, 1);
}

static Store *make_index(void)
{
    for (int i = 0; i < FILES; i++)
        write_file(i, i % 2 ? "lid" : "door");
    Store *store = open_store();
    update(store);
    return store;
}

static Catalog *load(Store *store, unsigned parts)
{
    Catalog *catalog = NULL;
    Err err;
    EXPECT(catalog_load(test_arena(), test_scratch(), store, parts, &catalog, &err));
    EXPECT(!catalog->damaged);
    return catalog;
}

/* Everything that an answer shows. */
static Str search(Catalog *catalog, const SymbolQuery *query)
{
    SymbolHits hits;
    Err err;
    Buf out = buf_open(test_arena(), 0);
    EXPECT(symbols_search(catalog, test_arena(), query, &hits, &err));
    buf_printf(&out, "%zu\n", hits.total);
    for (size_t i = 0; i < hits.list.len; i++) {
        uint32_t symbol = hits.list.ptr[i].symbol;
        buf_printf(&out, "%.*s %.*s %u\n",
                   STR_ARG(catalog_qualified_name(catalog, test_arena(), symbol)),
                   STR_ARG(catalog_symbol_hash(catalog, test_arena(), symbol)),
                   catalog_entry(catalog, symbol)->start_line);
    }
    return buf_str(&out);
}

static size_t fetched_files(const Catalog *catalog)
{
    size_t count = 0;
    for (size_t i = 0; i < catalog->files.len; i++)
        count += catalog->files.ptr[i].entries != NULL;
    return count;
}

TEST(a_search_that_fetches_finds_the_same)
{
    static const SymbolQuery queries[] = {
        {.text = STR_INIT("rare_3"), .limit = 20},
        {.text = STR_INIT("open"), .limit = 20},
        {.text = STR_INIT("Box3"), .limit = 5},
        {.text = STR_INIT("shut"), .limit = 100, .path = STR_INIT("f12")},
        {.text = STR_INIT("rare"), .limit = 20, .kind = STR_INIT("function")},
        {.text = STR_INIT("oepn_door"), .limit = 20},
        {.text = STR_INIT("f299.py"), .limit = 20},
        {.text = STR_INIT("nothing like it"), .limit = 20},
        {.text = STR_INIT("box3 open"), .limit = 20},
        {.text = STR_INIT("shut f12"), .limit = 100},
        {.text = STR_INIT("the door of box7"), .limit = 20},
    };
    Store *store = make_index();
    Catalog *whole = load(store, CATALOG_SYMBOLS | CATALOG_METRICS);
    for (size_t i = 0; i < COUNT(queries); i++) {
        Catalog *part = load(store, LAZY);
        Str found = search(part, &queries[i]);
        EXPECT_STR(found, str_terminate(test_arena(), search(whole, &queries[i])));
        catalog_let_go(part);
    }
    store_close(&store);
}

/* How many symbols are called so, and whether the wanted one is among those that are listed. */
static Str named_by(Catalog *catalog, uint32_t wanted, Str text)
{
    HandleMatch match;
    bool listed = false;
    handle_find(catalog, test_arena(), text, &match);
    for (size_t i = 0; i < match.symbols.len; i++)
        listed = listed || match.symbols.ptr[i] == wanted;
    return str_format(test_arena(), "%zu %d", match.total, listed);
}

TEST(a_symbol_is_found_by_parts_of_its_hash)
{
    Store *store = make_index();
    Catalog *catalog = load(store, CATALOG_SYMBOLS | CATALOG_METRICS);
    Catalog *marked = load(store, CATALOG_SYMBOLS | CATALOG_METRICS);
    while (!marked->has_hash_prefixes)
        catalog_hash_prefix(marked, test_scratch(), 100);
    for (uint32_t symbol = 0; symbol < catalog->symbol_count; symbol += 37) {
        Str hash = catalog_symbol_hash(catalog, test_arena(), symbol);
        const Str parts[] = {hash, str_slice(hash, 0, 8), str_slice(hash, 0, 20),
                             str_from_offset(hash, 9), str_slice(hash, 9, 9 + 10)};
        for (size_t i = 0; i < COUNT(parts); i++) {
            Str found = named_by(catalog, symbol, parts[i]);
            EXPECT(str_ends(found, STR(" 1")) || i > 2); /* `shut` has 300 of one second half */
            EXPECT(i || str_equal(found, STR("1 1")));
            EXPECT_STR(named_by(marked, symbol, parts[i]), str_terminate(test_arena(), found));
        }
    }
    EXPECT_STR(named_by(catalog, 0, STR("abcdef0123456789")), "0 0");
    EXPECT_STR(named_by(marked, 0, STR("abcdef0123456789")), "0 0");
    store_close(&store);
}

TEST(what_is_not_asked_for_is_not_fetched)
{
    Store *store = make_index();
    Catalog *part = load(store, LAZY);
    SymbolQuery query = {.text = STR("rare_299"), .limit = 20};
    EXPECT_INT(fetched_files(part), 0);
    EXPECT(str_find(search(part, &query), STR("rare_299 ")) != STR_NONE);
    EXPECT(fetched_files(part) > 0 && fetched_files(part) <= 128);
    store_close(&store);
}

static void put_edge(Buf *out, const Catalog *catalog, const Edge *edge)
{
    buf_printf(out, " %u>%u %.*s %u %u", edge->caller, edge->callee,
               STR_ARG(catalog_name(catalog, edge->external)), edge->line, edge->kind);
}

/* All that is known of a symbol, its callers found by a question of its own. */
static Str describe(Catalog *catalog, uint32_t symbol)
{
    Buf out = buf_open(test_arena(), 0);
    uint64_t *set = NEW(test_arena(), uint64_t, catalog->symbol_count / 64 + 1);
    EdgeVec edges = {0};
    Entry entry = *catalog_entry(catalog, symbol);
    SymbolMetrics metrics = catalog_metrics(catalog, symbol);
    set[symbol / 64] |= UINT64_C(1) << symbol % 64;
    catalog_edges_of(catalog, test_arena(), symbol, &edges);
    catalog_edges_into(catalog, test_arena(), set, &edges);
    IdSpan alike = catalog_named(catalog, entry.name);
    RiskCounts risks = catalog_risks(catalog, catalog_place(catalog, symbol).file);
    buf_printf(&out, "%.*s %u-%u %u %u %u of %zu, %u %u %u:",
               STR_ARG(catalog_symbol_hash(catalog, test_arena(), symbol)), entry.start_line,
               entry.end_line, entry.kind, metrics.fan_in, metrics.rank, alike.len, risks.low,
               risks.medium, risks.high);
    for (size_t i = 0; i < edges.len; i++)
        put_edge(&out, catalog, &edges.ptr[i]);
    for (size_t i = 0; i < alike.len; i++)
        buf_printf(&out, " %u", alike.ptr[i]);
    return buf_str(&out);
}

TEST(what_is_fetched_for_one_symbol_is_what_there_is)
{
    Store *store = make_index();
    Catalog *whole = load(store, CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LINKS);
    for (uint32_t symbol = 1; symbol < whole->symbol_count; symbol += 97) {
        Catalog *part = load(store, LAZY | CATALOG_LINKS);
        EXPECT_STR(describe(part, symbol), str_terminate(test_arena(), describe(whole, symbol)));
        EXPECT(!part->damaged);
        catalog_let_go(part);
    }
    store_close(&store);
}

static Str edges_text(Catalog *catalog, const EdgeVec *edges)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < edges->len; i++)
        put_edge(&out, catalog, &edges->ptr[i]);
    return buf_str(&out);
}

/* A walk narrows the files by the stored leads. */
TEST(a_walk_finds_the_edges_that_there_are)
{
    Store *store = make_index();
    Catalog *whole = load(store, CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LINKS);
    Catalog *part = load(store, LAZY | CATALOG_LINKS);
    FileLeads leads = {.arena = test_arena()};
    size_t found = 0;
    for (uint32_t symbol = 1; symbol < whole->symbol_count; symbol += 31) {
        uint64_t *set = NEW(test_arena(), uint64_t, whole->symbol_count / 64 + 1);
        EdgeVec all = {0}, walked = {0};
        set[symbol / 64] |= UINT64_C(1) << symbol % 64;
        catalog_edges_into(whole, test_arena(), set, &all);
        catalog_edges_into_next(part, &leads, test_arena(), set, &walked);
        found += all.len;
        EXPECT_STR(edges_text(part, &walked), str_terminate(test_arena(), edges_text(whole, &all)));
    }
    EXPECT(found > 0 && leads.leads.len > 0);
    EXPECT(!part->damaged);
    catalog_let_go(part);
    store_close(&store);
}

/* Telling equal ones apart works with names in an arena while rows are fetched: into the same one
   where the catalog lives in it. */
TEST(hashes_are_right_whatever_is_fetched_for_them)
{
    Buf text = buf_open(test_arena(), 0);
    buf_put(&text, STR("class Outer:\n    class Inner:\n"));
    for (int i = 0; i < 20; i++)
        buf_printf(&text, "        def of_the_same_long_name(self):\n            return %d\n", i);
    test_file("a_equal.py", buf_str(&text));
    Store *store = make_index();
    Catalog *whole = load(store, CATALOG_SYMBOLS);
    const CatalogFile *file = &whole->files.ptr[catalog_find_file(whole, STR("a_equal.py"))];
    for (uint32_t symbol = file->first; symbol < file->first + file->count; symbol++) {
        Catalog *part = load(store, LAZY);
        Str hash = catalog_symbol_hash(part, test_arena(), symbol);
        EXPECT_STR(hash,
                   str_terminate(test_arena(), catalog_symbol_hash(whole, test_arena(), symbol)));
        catalog_let_go(part);
    }
    store_close(&store);
}

static bool lacks_after(Catalog *catalog, void (*look)(const Catalog *catalog))
{
    EXPECT(!*catalog->lacks);
    look(catalog);
    return *catalog->lacks;
}

static void look_at_row(const Catalog *catalog)
{
    EXPECT(catalog_row(catalog, 0)->entries[0].start_line <= 1);
}

static void look_at_metrics(const Catalog *catalog)
{
    EXPECT_INT(catalog_metrics(catalog, 1).rank, 0);
}

static void look_at_links(const Catalog *catalog)
{
    EdgeVec edges = {0};
    catalog_edges(catalog, test_arena(), 0, &edges);
}

static void look_at_shape(const Catalog *catalog)
{
    Outline outline;
    catalog_shape(catalog, test_arena(), 0, &outline);
}

static bool stop(void *context, uint32_t name)
{
    (void)context;
    (void)name;
    return false;
}

static void look_at_mentions(const Catalog *catalog)
{
    catalog_mentions(catalog, 0, stop, NULL);
}

TEST(a_part_that_was_not_loaded_is_missed_not_taken_for_empty)
{
    Store *store = make_index();
    EXPECT(lacks_after(load(store, CATALOG_FILES), look_at_row));
    EXPECT(lacks_after(load(store, CATALOG_LINKS), look_at_row));
    EXPECT(lacks_after(load(store, CATALOG_SYMBOLS), look_at_metrics));
    EXPECT(lacks_after(load(store, CATALOG_SYMBOLS | CATALOG_METRICS), look_at_links));
    EXPECT(lacks_after(load(store, CATALOG_SYMBOLS), look_at_shape));
    EXPECT(lacks_after(load(store, CATALOG_SYMBOLS), look_at_mentions));
    EXPECT(!lacks_after(load(store, CATALOG_SYMBOLS), look_at_row));
    EXPECT(!lacks_after(load(store, CATALOG_ALL), look_at_shape));
    EXPECT(!lacks_after(load(store, CATALOG_ALL), look_at_mentions));
    Catalog *part = load(store, LAZY);
    EXPECT(!lacks_after(part, look_at_links)); /* it fetches what nobody asked for */
    EXPECT(lacks_after(part, look_at_mentions));
    catalog_let_go(part);
    store_close(&store);
}

TEST(names_are_found_without_having_them_all)
{
    Store *store = make_index();
    Catalog *whole = load(store, CATALOG_SYMBOLS);
    Catalog *part = load(store, LAZY);
    for (uint32_t id = 1; id < names_count(&whole->names); id++) {
        EXPECT_INT(names_find(&part->names, names_get(&whole->names, id)), id);
        EXPECT_STR(names_get(&part->names, id),
                   str_terminate(test_arena(), names_get(&whole->names, id)));
    }
    EXPECT(part->names.lazy != NULL);
    EXPECT_INT(names_find(&part->names, STR("never_heard_of")), 0);
    EXPECT_INT(names_find(&part->names, STR("")), 0);
    store_close(&store);
}

static void damage(Store *store, int part)
{
    Err err;
    Statement *cut = db_prepare(store_db(store), "UPDATE segment SET data = substr(data, 1,"
                                                 " length(data) - 9) WHERE (id >> 32) & 255 = ?1");
    db_bind_u64(cut, 1, (uint64_t)part);
    EXPECT(db_run(cut, &err));
}

/* Names, metrics, links, names of symbols, risks. */
TEST(damage_of_any_part_is_noticed_and_does_no_harm)
{
    static const int parts[] = {0, 4, 8, 64, 132};
    for (size_t i = 0; i < COUNT(parts); i++) {
        Store *store = make_index();
        damage(store, parts[i]);
        Catalog *part = load(store, LAZY | CATALOG_LINKS);
        EXPECT(!part->damaged);
        describe(part, part->symbol_count / 2);
        EXPECT(part->damaged);
        store_close(&store);
    }
}

TEST(signs_that_are_damaged_cost_time_only)
{
    static const int parts[] = {128, 136, 192};
    SymbolQuery query = {.text = STR("rare_299"), .limit = 20};
    for (size_t i = 0; i < COUNT(parts); i++) {
        Store *store = make_index();
        Catalog *whole = load(store, CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LINKS);
        damage(store, parts[i]);
        Catalog *part = load(store, LAZY | CATALOG_LINKS);
        EXPECT_STR(search(part, &query), str_terminate(test_arena(), search(whole, &query)));
        for (uint32_t symbol = 1; symbol < whole->symbol_count && !part->damaged; symbol += 311)
            EXPECT_STR(describe(part, symbol),
                       str_terminate(test_arena(), describe(whole, symbol)));
        store_close(&store);
    }
}

TEST(what_is_fetched_is_of_the_time_of_the_load)
{
    Store *store = make_index();
    store_close(&store); /* and with it the right to write */
    store = open_store();
    Store *writer = open_store();
    SymbolQuery query = {.text = STR("open_door"), .limit = 100};
    Str before = search(load(store, CATALOG_SYMBOLS | CATALOG_METRICS), &query);
    Catalog *part = load(store, LAZY);
    for (int i = 0; i < FILES; i++)
        write_file(i, "gate");
    update(writer);
    EXPECT_STR(search(part, &query), str_terminate(test_arena(), before));
    catalog_let_go(part);
    EXPECT(str_starts(search(load(store, LAZY), &query), STR("0\n")));
    Catalog *later = load(store, LAZY);
    catalog_let_go(later);
    EXPECT_INT(catalog_entry(later, 1)->start_line, 0);
    EXPECT(later->damaged); /* it may be of another time by now */
    store_close(&writer);
    store_close(&store);
}

TEST(a_damaged_segment_is_noticed_when_it_is_fetched)
{
    Store *store = make_index();
    damage(store, 2);
    Catalog *part = load(store, LAZY);
    EXPECT(!part->damaged);
    EXPECT_INT(catalog_entry(part, 1)->start_line, 0);
    EXPECT(part->damaged);
    store_close(&store);
}
