#include "fovea.h"

#include "query/map_cache.h"

#include "test.h"

#include <pthread.h>
#include <sys/stat.h>

static const char source[] = "class A:\n    def run(self):\n        pass\n";

static fovea *open_here(void)
{
    const fovea_options options = {
        .size = sizeof options, .root = test_directory(), .no_config = true};
    return fovea_open(&options);
}

static bool text_has(const fovea_answer *answer, const char *part)
{
    return strstr(fovea_answer_text(answer), part) != NULL;
}

TEST(library_maps_and_reads)
{
    test_file("a.py", STR(source));
    fovea *library = open_here();
    fovea_answer *map = fovea_map(library, "a.py");
    EXPECT_INT(fovea_answer_code(map), FOVEA_OK);
    EXPECT(text_has(map, "class A: [1-3]\n  def run(self): [2-3]\n"));
    fovea_answer *lines = fovea_read_lines(library, "a.py", 2, 1);
    EXPECT(
        text_has(lines, "    def run(self):\n\n[1 more line in file. Use offset=3 to continue.]"));
    fovea_answer *whole = fovea_read(library, "a.py");
    EXPECT_STR(str_from(fovea_answer_text(whole)), source);
    EXPECT_INT(fovea_answer_length(whole), sizeof source - 1);
    fovea_answer *page = fovea_page(library, "a.py", 0, 5);
    EXPECT(text_has(page, "class\n\n[... truncated at char 5 of"));
    fovea_answer_free(map);
    fovea_answer_free(lines);
    fovea_answer_free(whole);
    fovea_answer_free(page);
    fovea_close(library);
}

TEST(library_errors_are_answers)
{
    fovea *library = open_here();
    const fovea_argument unknown[] = {{"path", "a.py"}, {"bugdet", "4KB"}};
    fovea_answer *answers[] = {
        fovea_map(library, "missing.py"),
        fovea_map(library, "/etc/passwd"),
        fovea_map(library, NULL),
        fovea_call(library, "no_such_tool", NULL, 0, NULL),
        fovea_call(library, "map", unknown, 2, NULL),
    };
    static const fovea_code codes[] = {FOVEA_NOT_FOUND, FOVEA_NOT_FOUND, FOVEA_USAGE, FOVEA_USAGE,
                                       FOVEA_USAGE};
    for (size_t i = 0; i < COUNT(answers); i++) {
        EXPECT_INT(fovea_answer_code(answers[i]), codes[i]);
        EXPECT(fovea_answer_error(answers[i])[0] != '\0');
        EXPECT_INT(fovea_answer_length(answers[i]), 0);
        fovea_answer_free(answers[i]);
    }
    fovea_close(library);
}

TEST(library_handle_that_cannot_open_says_why)
{
    const fovea_options options = {.size = sizeof options, .root = "/no/such/root"};
    fovea *library = fovea_open(&options);
    fovea_answer *answer = fovea_map(library, "a.py");
    EXPECT_INT(fovea_answer_code(answer), FOVEA_NOT_FOUND);
    fovea_answer_free(answer);
    fovea_close(library);
}

TEST(library_works_without_options)
{
    char *path = str_terminate(test_arena(), str_from(test_file("a.py", STR(source))));
    fovea *library = fovea_open(NULL);
    fovea_answer *map = fovea_map(library, path);
    EXPECT_INT(fovea_answer_code(map), FOVEA_OK);
    fovea_answer_free(map);
    fovea_close(library);
}

TEST(library_sees_a_changed_file)
{
    fovea *library = open_here();
    for (int i = 0; i < 5; i++) {
        char text[64], wanted[64];
        snprintf(text, sizeof text, "def f%d():\n    pass\n", i);
        snprintf(wanted, sizeof wanted, "def f%d(): [1-2]", i);
        test_file("changing.py", str_from(text));
        for (int again = 0; again < 2; again++) {
            fovea_answer *map = fovea_map(library, "changing.py");
            EXPECT(text_has(map, wanted));
            fovea_answer_free(map);
        }
    }
    fovea_close(library);
}

TEST(library_gives_outlines)
{
    test_file("a.py", STR(source));
    fovea *library = open_here();
    fovea_outline *outline = fovea_outline_open(library, "a.py");
    EXPECT_INT(fovea_outline_code(outline), FOVEA_OK);
    EXPECT_INT(fovea_outline_count(outline), 2);
    EXPECT_INT(fovea_outline_lines(outline), 3);
    EXPECT_STR(str_from(fovea_outline_language(outline)), "python");
    fovea_symbol symbol;
    fovea_outline_symbol(outline, 1, &symbol, sizeof symbol);
    EXPECT_STR(str_from(symbol.qualified), "A.run");
    EXPECT_STR(str_from(symbol.kind), "method");
    EXPECT_INT(symbol.start_line, 2);
    fovea_outline_free(outline);
    fovea_close(library);
}

static void *map_often(void *state)
{
    fovea *library = state;
    size_t wrong = 0;
    for (int i = 0; i < 200; i++) {
        fovea_answer *map = fovea_map(library, i % 2 ? "a.py" : "b.py");
        wrong += !text_has(map, i % 2 ? "class A: [1-3]" : "def b(): [1-2]");
        fovea_answer_free(map);
    }
    return (void *)wrong;
}

TEST(library_serves_threads)
{
    test_file("a.py", STR(source));
    test_file("b.py", STR("def b():\n    pass\n"));
    fovea *library = open_here();
    pthread_t threads[8];
    for (size_t i = 0; i < COUNT(threads); i++)
        REQUIRE(pthread_create(&threads[i], NULL, map_often, library) == 0);
    for (size_t i = 0; i < COUNT(threads); i++) {
        void *wrong = NULL;
        pthread_join(threads[i], &wrong);
        EXPECT(wrong == NULL);
    }
    fovea_close(library);
}

TEST(library_calls_can_be_cancelled)
{
    test_file("a.py", STR(source));
    fovea *library = open_here();
    const volatile bool cancel = true;
    const fovea_argument arguments[] = {{"path", "a.py"}};
    fovea_answer *map = fovea_call(library, "map", arguments, 1, &cancel);
    EXPECT_INT(fovea_answer_code(map), FOVEA_INTERRUPTED);
    fovea_answer_free(map);
    fovea_close(library);
}

/* ---- the cache ---- */

static MapCacheKey key_of(const char *path, uint64_t content)
{
    MapCacheKey key = {.path = str_from(path), .size = 10, .stamp = 1};
    hash_content((Str){0}, (Str){(const char *)&content, sizeof content}, key.content);
    return key;
}

static Outline one_symbol(const char *name)
{
    Outline outline = {.language = lang_at(0), .line_count = 1};
    VEC_PUSH(test_arena(), &outline.symbols)->name = str_from(name);
    return outline;
}

TEST(cache_finds_only_the_same_version)
{
    MapCache *cache = map_cache_open(0);
    Outline outline = one_symbol("f"), found;
    MapCacheKey key = key_of("/a", 1), other = key_of("/a", 2), elsewhere = key_of("/b", 1);
    map_cache_keep(cache, &key, &outline);
    REQUIRE(map_cache_find(cache, test_arena(), &key, &found));
    EXPECT_STR(found.symbols.ptr[0].name, "f");
    EXPECT(!map_cache_find(cache, test_arena(), &other, &found));
    EXPECT(!map_cache_find(cache, test_arena(), &elsewhere, &found));
    outline = one_symbol("g");
    map_cache_keep(cache, &other, &outline);
    EXPECT(!map_cache_find(cache, test_arena(), &key, &found));
    REQUIRE(map_cache_find(cache, test_arena(), &other, &found));
    EXPECT_STR(found.symbols.ptr[0].name, "g");
    map_cache_close(cache);
}

TEST(cache_drops_the_least_recently_used)
{
    MapCache *cache = map_cache_open(10 * 4096);
    Outline outline = one_symbol("f"), found;
    for (uint64_t i = 0; i < 50; i++) {
        MapCacheKey key = key_of(str_format(test_arena(), "/%d%c", (int)i, 0).ptr, i);
        MapCacheKey first = key_of("/0", 0);
        map_cache_keep(cache, &key, &outline);
        EXPECT(map_cache_find(cache, test_arena(), &first, &found)); /* used every time: stays */
        EXPECT(map_cache_bytes(cache) <= 10 * 4096);
    }
    MapCacheKey early = key_of("/1", 1), late = key_of("/49", 49);
    EXPECT(!map_cache_find(cache, test_arena(), &early, &found));
    EXPECT(map_cache_find(cache, test_arena(), &late, &found));
    map_cache_close(cache);
}
