#include "test.h"

#include "base/buf.h"
#include "lang/chunk/chunk.h"

static ChunkPlan plan_of(const char *path, Str text, uint64_t max_tokens)
{
    ChunkPlan plan;
    Outline *outline = NEW(test_arena(), Outline, 1);
    chunk_outline(test_arena(), test_scratch(), lang_detect(str_from(path), text), text, NULL,
                  outline);
    chunk_plan(test_arena(), test_scratch(), outline, text, max_tokens, &plan);
    return plan;
}

/* One line a chunk: `1-4 class A: context`. */
static Str listing(const char *path, Str text, uint64_t max_tokens)
{
    ChunkPlan plan = plan_of(path, text, max_tokens);
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < plan.marks.len; i++) {
        Chunk chunk = chunk_describe(test_arena(), &plan, i, str_from(path));
        buf_printf(&out, "%u-%u %.*s %.*s: %.*s\n", chunk.start_line, chunk.end_line,
                   STR_ARG(chunk.type), STR_ARG(chunk.name), STR_ARG(chunk.context));
    }
    return buf_str(&out);
}

/* The text with a line `====` between its chunks. */
static Str pieces(const char *path, Str text, uint64_t max_tokens)
{
    ChunkPlan plan = plan_of(path, text, max_tokens);
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < plan.marks.len; i++) {
        Chunk chunk = chunk_describe(test_arena(), &plan, i, str_from(path));
        buf_put(&out, i ? STR("====\n") : STR(""));
        buf_put(&out, chunk_text(&plan, &chunk));
    }
    return buf_str(&out);
}

TEST(chunk_of_an_empty_file)
{
    ChunkPlan plan = plan_of("a.txt", STR(""), 2000);
    Chunk chunk = chunk_describe(test_arena(), &plan, 0, STR("a.txt"));
    EXPECT_INT(plan.marks.len, 1);
    EXPECT_INT(chunk.start_line, 0);
    EXPECT_INT(chunk.end_line, 0);
    EXPECT_STR(chunk.name, "a.txt");
}

TEST(chunk_holds_as_many_bytes_as_count_as_its_tokens)
{
    EXPECT_INT(chunk_bytes_max(16), 67);
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("x"), 67);
    EXPECT_INT(plan_of("a.txt", buf_str(&text), 16).marks.len, 1);
    buf_put(&text, STR("x"));
    EXPECT_INT(plan_of("a.txt", buf_str(&text), 16).marks.len, 2);
}

TEST(chunk_without_declarations_is_called_after_its_comment)
{
    EXPECT_STR(listing("a.py", STR("\"\"\"\nTagged JSON. More.\n\"\"\"\nprint(1)\n"), 2000),
               "1-4 code a.py: Tagged JSON.\n");
    EXPECT_STR(listing("a.py", STR("# Spins. Or not.\nprint(1)\n"), 2000),
               "1-2 code a.py: Spins.\n");
    EXPECT_STR(listing("a.py", STR("r'''One.\n'''\nprint(1)\n"), 2000), "1-3 code a.py: One.\n");
    EXPECT_STR(listing("a.sh", STR("#!/bin/sh\necho 1\n"), 2000), "1-2 code a.sh: #!/bin/sh\n");
    EXPECT_STR(listing("a.c", STR("#include <a.h>\n"), 2000), "1-1 imports a.c: #include <a.h>\n");
    EXPECT_STR(listing("a.js", STR("'use strict';\n"), 2000), "1-1 code a.js: 'use strict';\n");
    EXPECT_STR(listing("a.txt", STR("// Not code. At all.\n"), 2000),
               "1-1 text a.txt: // Not code. At all.\n");
}

TEST(chunk_packs_whole_functions_with_their_comments)
{
    Str text = STR("#include <stdio.h>\n"
                   "#include <stdlib.h>\n"
                   "\n"
                   "/* One. */\n"
                   "int one(void)\n"
                   "{\n"
                   "    return 1;\n"
                   "}\n"
                   "\n"
                   "/* Two. And more. */\n"
                   "int two(void)\n"
                   "{\n"
                   "    return 2;\n"
                   "}\n"
                   "\n"
                   "int three(void)\n"
                   "{\n"
                   "    return 3;\n"
                   "}\n");
    EXPECT_STR(listing("a.c", text, 21), "1-9 function one: One.\n"
                                         "10-15 function two: Two.\n"
                                         "16-19 function three: int three(void)\n");
    EXPECT_STR(listing("a.c", text, 32), "1-9 function one: One.\n"
                                         "10-19 function two, three: Two.\n");
    EXPECT_STR(listing("a.c", text, 2000), "1-19 function one, two, three: One.\n");
}

static const char class_text[] = "import os\n"
                                 "\n"
                                 "class Store:\n"
                                 "    \"\"\"Keeps things. For long.\"\"\"\n"
                                 "\n"
                                 "    def get(self, key):\n"
                                 "        return self.items[key]\n"
                                 "\n"
                                 "    def put(self, key, value):\n"
                                 "        self.items[key] = value\n"
                                 "\n"
                                 "    def fill(self):\n"
                                 "        self.one = 'aaaaaaaaaaaaaaaaaaaaaaaaaa'\n"
                                 "        self.two = 'bbbbbbbbbbbbbbbbbbbbbbbbbb'\n"
                                 "        self.three = 'cccccccccccccccccccccccc'\n"
                                 "\n"
                                 "def last():\n"
                                 "    pass\n";

TEST(chunk_splits_a_class_at_its_members)
{
    EXPECT_STR(listing("a.py", str_from(class_text), 28),
               "1-8 class Store (part 1/4): Keeps things.\n"
               "9-11 method Store.put: def put(self, key, value)\n"
               "12-13 method Store.fill (part 1/2): def fill(self)\n"
               "14-16 method Store.fill (part 2/2): def fill(self)\n"
               "17-18 function last: def last()\n");
}

TEST(chunk_keeps_a_heading_with_its_text)
{
    Str text = STR("# Title\n"
                   "\n"
                   "Intro text of this document here.\n"
                   "\n"
                   "## First\n"
                   "\n"
                   "A paragraph that is longer than what is left of\n"
                   "the chunk and so it must be cut in itself.\n"
                   "\n"
                   "```sh\n"
                   "# not a heading\n"
                   "\n"
                   "echo\n"
                   "```\n"
                   "\n"
                   "## Second\n"
                   "\n"
                   "Text.\n");
    EXPECT_STR(pieces("a.md", text, 16), "# Title\n"
                                         "\n"
                                         "Intro text of this document here.\n"
                                         "\n"
                                         "====\n"
                                         "## First\n"
                                         "\n"
                                         "A paragraph that is longer than what is left of\n"
                                         "====\n"
                                         "the chunk and so it must be cut in itself.\n"
                                         "\n"
                                         "====\n"
                                         "```sh\n"
                                         "# not a heading\n"
                                         "\n"
                                         "echo\n"
                                         "```\n"
                                         "\n"
                                         "====\n"
                                         "## Second\n"
                                         "\n"
                                         "Text.\n");
}

TEST(chunk_keeps_a_heading_with_a_long_line)
{
    Buf text = buf_open(test_arena(), 0);
    buf_put(&text, STR("# Top\n\nIntro.\n\n## Sub\n\n"));
    buf_put_repeat(&text, STR("word "), 20);
    buf_put(&text, STR("\n"));
    EXPECT_STR(listing("a.md", buf_str(&text), 20),
               "1-4 section Top (part 1/3): Intro.\n"
               "5-7 section Top.Sub (part 1/2): word word word word word word word word word word "
               "word word…\n"
               "7-7 section Top.Sub (part 2/2): word word word word word word word word word word "
               "word word…\n");
}

TEST(chunk_cuts_text_at_paragraphs_then_lines)
{
    Str text = STR("one one one one one one one\n"
                   "one\n"
                   "\n"
                   "two two two two two two two two two\n"
                   "two\n"
                   "\n"
                   "three three three three three three\n"
                   "three three three three three three\n"
                   "three\n");
    EXPECT_STR(pieces("a.txt", text, 16), "one one one one one one one\n"
                                          "one\n"
                                          "\n"
                                          "====\n"
                                          "two two two two two two two two two\n"
                                          "two\n"
                                          "\n"
                                          "====\n"
                                          "three three three three three three\n"
                                          "====\n"
                                          "three three three three three three\n"
                                          "three\n");
    EXPECT_STR(listing("a.txt", text, 16),
               "1-3 text a.txt (part 1/4): one one one one one one one\n"
               "4-6 text a.txt (part 2/4): two two two two two two two two two\n"
               "7-7 text a.txt (part 3/4): three three three three three three\n"
               "8-9 text a.txt (part 4/4): three three three three three three\n");
}

TEST(chunk_cuts_a_long_line_after_a_separator_or_a_character)
{
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("ä"), 40);
    EXPECT_INT(plan_of("a.txt", buf_str(&text), 16).marks.ptr[1].start, 66);
    text.len = 0;
    buf_put_repeat(&text, STR("abc, "), 20);
    EXPECT_INT(plan_of("a.txt", buf_str(&text), 16).marks.ptr[1].start, 65);
    text.len = 0;
    buf_put_repeat(&text, STR("x"), 66);
    buf_put(&text, STR("\r\nmore"));
    EXPECT_INT(plan_of("a.txt", buf_str(&text), 16).marks.ptr[1].start, 66);
}

TEST(chunk_keeps_the_functions_of_a_minified_line)
{
    Str text = STR("function a(){return 'aaaaaaaaaaaaaaaaaaaaaaaaa'}function b(){return "
                   "'bbbbbbbbbbbbbbbbbbbbbbbbb'}function c(){return 'ccccccccc'}");
    EXPECT_STR(pieces("a.js", text, 16), "function a(){return 'aaaaaaaaaaaaaaaaaaaaaaaaa'}====\n"
                                         "function b(){return 'bbbbbbbbbbbbbbbbbbbbbbbbb'}====\n"
                                         "function c(){return 'ccccccccc'}");
}
