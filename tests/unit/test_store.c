#include "test.h"

#include "index/facts.h"
#include "index/store.h"
#include "index/symbol.h"

static Str store_path(void)
{
    return str_format(test_arena(), "%s/cache/index.db", test_directory());
}

static Store *open_store(Str *notice)
{
    StoreOptions options = {.path = store_path(), .wait_ms = 100};
    Store *store = NULL;
    Err err;
    EXPECT(store_open(test_arena(), &options, &store, notice, &err));
    return store;
}

static Outline python_outline(Str text)
{
    Outline outline;
    OutlineOptions options = {.want_references = true};
    lang_outline(test_arena(), test_scratch(), lang_find(STR("python")), text, &options, &outline);
    return outline;
}

static void add_file(Store *store, const char *path, Str text)
{
    Err err;
    Outline outline = python_outline(text);
    FileRow file = {.path = str_from(path), .size = text.len, .state = FILE_SYNTACTIC};
    EXPECT(store_begin(store, &err));
    EXPECT(store_file_put(store, &file, &err));
    EXPECT(store_symbols_put(store, &file, &outline, &err));
    EXPECT(store_commit(store, &err));
}

static uint64_t count_of(Store *store, const char *literal)
{
    Err err;
    Statement *rows = db_prepare(store_db(store), literal);
    uint64_t count = 0;
    while (db_next(rows, &err))
        count = db_u64(rows, 0);
    EXPECT(!db_failed(rows));
    return count;
}

TEST(an_index_is_there_when_it_is_opened_again)
{
    Str notice;
    Store *store = open_store(&notice);
    EXPECT_INT(notice.len, 0);
    add_file(store, "a.py", STR("def one(x, y): pass\nclass Two:\n    def run(self): one(1, 2)\n"));
    store_close(&store);
    store = open_store(&notice);
    EXPECT_INT(notice.len, 0);
    EXPECT_INT(count_of(store, "SELECT count(*) FROM symbol"), 3);
    store_close(&store);
}

TEST(a_file_put_again_replaces_what_was_derived_from_it)
{
    Str notice;
    Store *store = open_store(&notice);
    add_file(store, "a.py", STR("def one(): pass\ndef two(): pass\n"));
    add_file(store, "b.py", STR("def three(): pass\n"));
    add_file(store, "a.py", STR("def four(): pass\n"));
    EXPECT_INT(count_of(store, "SELECT count(*) FROM symbol"), 2);
    EXPECT_INT(count_of(store, "SELECT count(*) FROM file"), 2);
    store_close(&store);
}

TEST(a_damaged_index_is_made_anew_and_says_so)
{
    Str notice;
    Store *store = open_store(&notice);
    add_file(store, "a.py", STR("def one(): pass\n"));
    store_close(&store);
    test_file("cache/index.db", STR("this is no database, but long enough to look at it twice\n"));
    store = open_store(&notice);
    EXPECT(notice.len > 0);
    EXPECT_INT(count_of(store, "SELECT count(*) FROM symbol"), 0);
    store_close(&store);
}

TEST(an_index_of_another_version_is_made_anew)
{
    Str notice;
    Err err;
    Store *store = open_store(&notice);
    EXPECT(store_meta_set(store, STR("version"), STR("0.0"), &err));
    store_close(&store);
    store = open_store(&notice);
    EXPECT(notice.len > 0);
    store_close(&store);
}

TEST(names_are_split_into_words)
{
    EXPECT_STR(symbol_words(test_arena(), STR("getHTTPUser_2")), "get http user 2");
    EXPECT_STR(symbol_words(test_arena(), STR("__init__")), "init");
    EXPECT_STR(symbol_words(test_arena(), STR("SQLite3Db")), "sq lite 3 db");
}

TEST(arity_counts_parameters_at_the_first_level)
{
    EXPECT_INT(symbol_arity(STR("def f(a, b: Map[x, y] = (1, 2), *c)")), 3);
    EXPECT_INT(symbol_arity(STR("int f(void (*g)(int, int))")), 1);
    EXPECT_INT(symbol_arity(STR("f( )")), 0);
    EXPECT_INT(symbol_arity(STR("LIMIT")), 0);
}
