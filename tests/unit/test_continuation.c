#include "test.h"

#include "tools/continuation.h"

#include <sys/stat.h>

#define SUM "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static Continuation example(Str file)
{
    return (Continuation){.file = file,
                          .offset = 3,
                          .language = STR("c"),
                          .total_chunks = 7,
                          .checksum = STR(SUM),
                          .current_chunk = 3,
                          .has_more = true,
                          .max_tokens = 500};
}

static Str written(const Continuation *continuation)
{
    Buf out = buf_open(test_arena(), 0);
    continuation_put(&out, continuation);
    return buf_str(&out);
}

TEST(continuation_is_written_as_lines)
{
    Continuation token = example(STR("/a/b=c.c"));
    EXPECT_STR(written(&token), "CONTINUE:file=/a/b=c.c\n"
                                "CONTINUE:offset=3\n"
                                "CONTINUE:language=c\n"
                                "CONTINUE:totalChunks=7\n"
                                "CONTINUE:checksum=" SUM "\n"
                                "CONTINUE:currentChunk=3\n"
                                "CONTINUE:hasMore=true\n"
                                "CONTINUE:maxTokens=500\n"
                                "---\n");
}

static void expect_round_trip(Str file)
{
    Continuation token = example(file), back;
    Err err = {0};
    REQUIRE(continuation_parse(test_arena(), written(&token), &back, &err));
    EXPECT(str_equal(back.file, file));
    EXPECT_INT(back.offset, 3);
    EXPECT_STR(back.language, "c");
    EXPECT_INT(back.total_chunks, 7);
    EXPECT_STR(back.checksum, SUM);
    EXPECT(back.has_more);
    EXPECT_INT(back.max_tokens, 500);
}

TEST(continuation_is_read_back)
{
    expect_round_trip(STR("/a/b.c"));
    expect_round_trip(STR("/a=b/=c"));
    expect_round_trip(STR("/two\nlines\r\t\x01"));
    expect_round_trip(STR("/ends in a return\r"));
    expect_round_trip(STR("/größe \xff"));
    expect_round_trip(STR("/not \xff\n UTF-8 \\ \"quoted\" \x01"));
    expect_round_trip(STR("/CONTINUE:offset=9"));
    expect_round_trip(STR("/\x1b[2J \xc2\x9b \xe2\x80\xae \"\\x\""));
}

TEST(continuation_shows_nothing_that_a_terminal_obeys)
{
    Continuation token = {.file = STR("/\x1b[2J\xff\xc2\x9b\xe2\x80\xae\t"), .has_more = true};
    Buf out = buf_open(test_arena(), 0);
    continuation_put(&out, &token);
    EXPECT(str_starts(buf_str(&out),
                      STR("CONTINUE:file=\"/\\x1B[2J\\xFF\\xC2\\x9B\\xE2\\x80\\xAE\\t\"\n")));
}

static bool parses(const char *text, Continuation *token)
{
    Err err = {0};
    bool parsed = continuation_parse(test_arena(), str_from(text), token, &err);
    EXPECT(parsed || (err.message[0] && err.hint[0]));
    return parsed;
}

TEST(continuation_takes_any_keys_that_are_enough)
{
    Continuation token;
    EXPECT(parses("CONTINUE:file=/a\nCONTINUE:offset=2\n---\n", &token));
    EXPECT_INT(token.offset, 2);
    EXPECT_INT(token.max_tokens, CHUNK_TOKENS_DEFAULT);
    EXPECT(token.has_more && !token.given[CONTINUATION_CHECKSUM]);
    EXPECT(parses("CONTINUE:currentChunk=2\nCONTINUE:file=/a\nCONTINUE:language=c\n"
                  "CONTINUE:totalChunks=3\nCONTINUE:hasMore=false\n---\n",
                  &token));
    EXPECT_INT(token.offset, 2);
    EXPECT(!token.has_more);
}

TEST(continuation_counts_the_latest_chunk_from_0_or_1)
{
    Continuation token;
    EXPECT(parses("CONTINUE:file=/a\nCONTINUE:offset=1\nCONTINUE:currentChunk=0\n---\n", &token));
    EXPECT_INT(token.offset, 1);
    EXPECT(parses("CONTINUE:file=/a\nCONTINUE:offset=1\nCONTINUE:currentChunk=1\n---\n", &token));
    EXPECT_INT(token.offset, 1);
    EXPECT(parses("CONTINUE:file=/a\nCONTINUE:offset=0\nCONTINUE:currentChunk=0\n---\n", &token));
    EXPECT_INT(token.offset, 0);
}

TEST(continuation_ignores_what_it_does_not_know)
{
    Continuation token;
    EXPECT(parses("Continuation Token (x):\r\nCONTINUE:future=1=2\r\nCONTINUE:file=/a\r\n"
                  "CONTINUE:offset=2\r\n---\r\nCONTINUE:offset=x\r\n",
                  &token));
    EXPECT_STR(token.file, "/a");
    EXPECT(parses("CONTINUE:file=/a\nCONTINUE:offset=2\n", &token));
    EXPECT(parses("CONTINUE:file=/a\nCONTINUE:offset=2\n---", &token));
}

TEST(continuation_refuses_what_is_wrong)
{
    static const char *const wrong[] = {
        "",
        "hello",
        "---\n",
        "CONTINUE:offset=2\n---\n",
        "CONTINUE:file=/a\n---\n",
        "CONTINUE:file=a/b\nCONTINUE:offset=2\n---\n",
        "CONTINUE:file=\nCONTINUE:offset=2\n---\n",
        "CONTINUE:file=\"/a\nCONTINUE:offset=2\n---\n",
        "CONTINUE:file=\"/a\\x\"\nCONTINUE:offset=2\n---\n",
        "CONTINUE:file=\"/a\"b\nCONTINUE:offset=2\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=12",
        "CONTINUE:file=/a\nCONTINUE:offset=-1\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=two\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=99999999999999999999\n---\n",
        "CONTINUE:file=/a\nCONTINUE:file=/b\nCONTINUE:offset=2\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=2\nCONTINUE:currentChunk=0\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=2\nCONTINUE:currentChunk=3\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=2\nCONTINUE:totalChunks=1\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=2\nCONTINUE:totalChunks=0\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=2\nCONTINUE:checksum=abc\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=2\nCONTINUE:hasMore=maybe\n---\n",
        "CONTINUE:file=/a\nCONTINUE:offset=2\nCONTINUE:maxTokens=15\n---\n",
    };
    Continuation token;
    for (size_t i = 0; i < COUNT(wrong); i++)
        EXPECT(!parses(wrong[i], &token));
    Err err = {0};
    Str zero = STR("CONTINUE:file=/a\0b\nCONTINUE:offset=2\n---\n");
    EXPECT(!continuation_parse(test_arena(), zero, &token, &err));
}

TEST(continuation_file_is_private_and_replaced_whole)
{
    Continuation token = example(STR("/a/b.c")), back;
    Err err = {0};
    Str path = str_format(test_arena(), "%s/token", test_directory());
    Str nowhere = str_format(test_arena(), "%s/new/token", test_directory());
    EXPECT(!continuation_save(test_scratch(), nowhere, &token, &err));
    EXPECT(err.hint[0]);
    REQUIRE(continuation_save(test_scratch(), path, &token, &err));
    struct stat info;
    REQUIRE(stat(str_terminate(test_arena(), path), &info) == 0);
    EXPECT_INT(info.st_mode & 07777, 0600);
    token.offset = token.current_chunk = 4;
    REQUIRE(continuation_save(test_scratch(), path, &token, &err));
    REQUIRE(continuation_load(test_arena(), path, &back, &err));
    EXPECT_INT(back.offset, 4);
}

TEST(continuation_overwrites_nothing_but_tokens)
{
    Continuation token = example(STR("/a/b.c"));
    Err err = {0};
    const char *path = test_file("main.c", STR("int main;\n"));
    EXPECT(!continuation_save(test_scratch(), str_from(path), &token, &err));
    EXPECT(strstr(err.message, "left unchanged") && err.hint[0]);
    EXPECT(!continuation_save(test_scratch(), STR("/dev/null"), &token, &err));
    EXPECT(!continuation_save(test_scratch(), str_from(test_directory()), &token, &err));
    EXPECT(continuation_save(test_scratch(), str_from(test_file("empty", STR(""))), &token, &err));
}

TEST(continuation_default_path_names_the_source)
{
    Str first = {0}, second = {0};
    Err err = {0};
    Str absent = str_format(test_arena(), "%s/absent", test_directory());
    setenv("XDG_RUNTIME_DIR", str_terminate(test_arena(), absent), 1);
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", "/home/me", 1);
    REQUIRE(continuation_default_path(test_arena(), STR("/src/a b.c"), &first, &err));
    EXPECT(str_starts(first, STR("/home/me/.cache/fovea/a_b.c-")));
    REQUIRE(continuation_default_path(test_arena(), STR("/other/a b.c"), &second, &err));
    EXPECT(!str_equal(first, second));
    setenv("XDG_RUNTIME_DIR", test_directory(), 1);
    REQUIRE(continuation_default_path(test_arena(), STR("/src/a b.c"), &first, &err));
    EXPECT(str_starts(first, str_from(test_directory())));
    unsetenv("XDG_RUNTIME_DIR");
    unsetenv("HOME");
    EXPECT(!continuation_default_path(test_arena(), STR("/src/a b.c"), &first, &err));
    EXPECT(err.hint[0] != 0);
}
