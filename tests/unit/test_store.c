#include "test.h"

#include "base/fs.h"
#include "index/catalog/symbol.h"
#include "index/store/db.h"
#include "index/store/store.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

static Str store_path(void)
{
    return str_format(test_arena(), "%s/cache/index.db", test_directory());
}

static Store *open_store(Str *notice)
{
    StoreOptions options = {.path = store_path(), .tree = STR("/tree"), .wait_ms = 100};
    Store *store = NULL;
    Err err;
    EXPECT(store_open(test_arena(), &options, &store, notice, &err));
    return store;
}

static void put_facts(Store *store, const char *text)
{
    Err err;
    Facts facts = {.outline = str_from(text)};
    EXPECT(store_begin(store, &err));
    EXPECT(store_facts_put(store, STR("0123456789abcdef"), &facts, &err));
    EXPECT(store_commit(store, &err));
}

static Str get_facts(Store *store)
{
    Err err;
    Facts facts = {0};
    EXPECT(store_facts_get(store, test_arena(), STR("0123456789abcdef"), false, &facts, &err));
    return facts.outline;
}

TEST(an_index_is_there_when_it_is_opened_again)
{
    Str notice;
    Store *store = open_store(&notice);
    EXPECT_INT(notice.len, 0);
    put_facts(store, "one");
    put_facts(store, "two");
    store_close(&store);
    store = open_store(&notice);
    EXPECT_INT(notice.len, 0);
    EXPECT_STR(get_facts(store), "two");
    store_close(&store);
}

TEST(a_damaged_index_is_made_anew_and_says_so)
{
    Str notice;
    Store *store = open_store(&notice);
    put_facts(store, "one");
    store_close(&store);
    test_file("cache/index.db", STR("this is no database, but long enough to look at it twice\n"));
    store = open_store(&notice);
    EXPECT(notice.len > 0);
    EXPECT_INT(get_facts(store).len, 0);
    store_close(&store);
}

static Str test_bytes(const char *name)
{
    Str bytes = {0};
    bool found = false;
    Err err;
    Str path = str_format(test_arena(), "%s/%s", test_directory(), name);
    EXPECT(fs_read_own(test_arena(), path, 1 << 20, &bytes, &found, &err) && found);
    return bytes;
}

/* What a killed writer leaves on a full disk: a log, and no room for the log's index. */
TEST(a_log_without_its_index_is_copied)
{
    Err err;
    Db *db = NULL;
    Str made = str_format(test_arena(), "%s/made.db", test_directory());
    EXPECT(db_open(made.ptr, DB_WRITE, 100, &db, &err));
    EXPECT(
        db_script(db, "PRAGMA journal_mode=WAL; CREATE TABLE t(v); INSERT INTO t VALUES(7)", &err));
    test_file("left.db", test_bytes("made.db"));
    const char *log = test_file("left.db-wal", test_bytes("made.db-wal"));
    db_close(&db);
    Db *copy = NULL;
    EXPECT(db_open("", DB_MEMORY, 0, &copy, &err));
    struct rlimit former;
    getrlimit(RLIMIT_FSIZE, &former);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){.rlim_cur = 0, .rlim_max = former.rlim_max});
    Str left = str_format(test_arena(), "%s/left.db", test_directory());
    bool copied = db_copy(*test_arena(), left.ptr, copy);
    setrlimit(RLIMIT_FSIZE, &former);
    EXPECT(copied);
    Statement *get = db_prepare(copy, "SELECT v FROM t");
    EXPECT(db_next(get, &err));
    EXPECT_INT(db_u64(get, 0), 7);
    EXPECT(!db_next(get, &err));
    db_close(&copy);
    EXPECT_INT(access(log, F_OK), 0);
}

TEST(an_index_of_another_version_is_made_anew)
{
    Str notice;
    Err err;
    Store *store = open_store(&notice);
    EXPECT(db_script(store_db(store), "UPDATE meta SET value = '0.0'", &err));
    store_close(&store);
    store = open_store(&notice);
    EXPECT(notice.len > 0);
    store_close(&store);
}

TEST(work_trees_have_segments_of_their_own)
{
    Str notice;
    Err err;
    Store *stores[2] = {0};
    const char *const trees[] = {"/one", "/two"};
    for (size_t i = 0; i < 2; i++) {
        StoreOptions options = {.path = store_path(), .tree = str_from(trees[i]), .wait_ms = 100};
        EXPECT(store_open(test_arena(), &options, &stores[i], &notice, &err));
        EXPECT(store_segment_put(stores[i], 3, 0, str_from(trees[i]), &err));
    }
    for (size_t i = 0; i < 2; i++) {
        size_t count = 0;
        EXPECT(store_segment_count(stores[i], 3, &count, &err));
        EXPECT_INT(count, 1);
        Statement *rows = store_segments(stores[i], 3);
        EXPECT(db_next(rows, &err));
        EXPECT_STR(db_text(rows, 1), trees[i]);
        EXPECT(!db_next(rows, &err));
    }
    store_close(&stores[0]);
    store_close(&stores[1]);
}

TEST(names_are_split_into_words)
{
    EXPECT_STR(symbol_words(test_arena(), STR("getHTTPUser_2")), "get http user 2");
    EXPECT_STR(symbol_words(test_arena(), STR("__init__")), "init");
    EXPECT_STR(symbol_words(test_arena(), STR("SQLite3Db")), "sq lite 3 db");
}

TEST(arity_counts_parameters_at_the_first_level)
{
    static const struct {
        const char *signature, *name;
        uint32_t count;
        bool flexible, self;
    } cases[] = {
        {"def f(a, b: Map[x, y] = (1, 2), *c)", "f", 3, true, false},
        {"int f(void (*g)(int, int))", "f", 1, false, false},
        {"f( )", "f", 0, false, false},
        {"LIMIT", "LIMIT", 0, false, false},
        {"int f(void)", "f", 0, false, false},
        {"__attribute__((a(1, 2))) void f(int x)", "f", 1, false, false},
        {"func (t *T) Run(i I, s ...string) error", "Run", 2, true, false},
        {"public <K, V> Map<K, V> of(Map<K, V> m, K k)", "of", 2, false, false},
        {"pub fn go<T: A<B>>(&'a mut self, t: T) -> Vec<(T, U)>", "go", 2, false, true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        SymbolParameters found =
            symbol_parameters(str_from(cases[i].signature), str_from(cases[i].name));
        EXPECT_INT(found.count, cases[i].count);
        EXPECT_INT(found.flexible, cases[i].flexible);
        EXPECT_INT(found.self, cases[i].self);
    }
}
