#include "edit_case.h"

#define OLD "def a(x):\n    y = x\n    z = y\n    return z\n"

/* Replaces three lines of a function by one. */
static Str with_line(const char *path, const char *line)
{
    Str patch = str_format(test_arena(),
                           "%s\n```\n<<<<<<< SEARCH\n    y = x\n    z = y\n    return z\n=======\n"
                           "    %s\n>>>>>>> REPLACE\n```\n",
                           path, line);
    return edit_case_apply(EDIT_TREE("a.py", OLD, "a.js", OLD, "a.md", OLD),
                           str_terminate(test_arena(), patch));
}

TEST(a_placeholder_for_old_lines_is_refused)
{
    static const char *const lines[] = {
        "# same as before",
        "...",
        "# ...",
        "pass  # unchanged",
        "# [existing code]",
        "<unchanged>",
        "\xE2\x80\xA6",
        "# --- snip ---",
        "# keep existing logic",
        "# Rest bleibt unverändert",
        "# 其余代码不变",
        "# остальное без изменений",
        "# code omitted for brevity",
        "... rest of code ...",
        "// rest of the function",
        "/* ... existing code ... */",
        "{/* rest */}",
        "// etc.",
        "\"\"\"unchanged\"\"\"",
        "# no changes here",
        "# z as above",
        "# keep the following as is",
        "...rest",
        "...rest,",
        "def b(x): ...",
        "void b() { ... }",
    };
    for (size_t i = 0; i < COUNT(lines); i++)
        if (!str_starts(with_line("a.py", lines[i]), STR("refused a.py syntax: A new line stands")))
            EXPECT_STR(str_from(lines[i]), "is written");
}

/* Applies a block whose old and new texts are these to a file that is the old text. */
static Str changed(const char *path, const char *old, const char *made)
{
    Str patch =
        str_format(test_arena(), "%s\n```\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n```\n",
                   path, old, made);
    return edit_case_apply(EDIT_TREE(path, old), str_terminate(test_arena(), patch));
}

TEST(dots_spread_over_a_name_are_code)
{
    static const char *const cases[][3] = {
        {"a.js", "x = {\n  ...base,\n  ...extra,\n};\n", "x = {\n  ...rest,\n};\nuse(rest);\n"},
        {"a.js", "f(\n  a,\n  b,\n);\n", "f(\n  a,\n  ...others\n);\n"},
        {"a.js", "f(\n  a,\n  b,\n);\n", "f(\n  ...rest(),\n);\n"},
        {"a.php", "<?php f(\n $a,\n $b,\n);\n", "<?php f(\n ...$rest,\n);\n"},
        {"a.dart", "x = [\n  a,\n  b,\n];\n", "x = [\n  ...?others,\n];\n"},
        {"a.go", "func f(rest ...int) {\n\tg(\n\t\t1,\n\t\t2,\n\t)\n}\n",
         "func f(rest ...int) {\n\tg(\n\t\trest...,\n\t)\n}\n"},
        {"a.h", "void f(int a, int b);\n", "void f(int a,\n       ...\n);\n"},
        {"a.py", "a = 1\nb = 2\n", "# sorted as above\na = 1\nb = 3\n"},
    };
    static const char *const left_out[][2] = {
        {"x = {\n  a,\n  b,\n  c,\n};\n", "x = {\n  a: 2,\n  ...rest,\n};\n"},
        {"f(\n  a,\n  b,\n  c\n);\n", "f(\n  a,\n  ...\n);\n"},
        {"a;\nb;\nc;\n", "a(1);\nb;\n// c as above\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (!str_starts(changed(cases[i][0], cases[i][1], cases[i][2]), STR("changed")))
            EXPECT_STR(str_from(cases[i][2]), "is refused");
    for (size_t i = 0; i < COUNT(left_out); i++)
        if (!str_starts(changed("a.js", left_out[i][0], left_out[i][1]), STR("refused")))
            EXPECT_STR(str_from(left_out[i][1]), "is written");
}

TEST(ordinary_comments_are_written)
{
    static const char *const lines[] = {"# rest of the values", "# other listeners are told",
                                        "# the same key as before the lock", "return {**x}",
                                        "# see above for why"};
    for (size_t i = 0; i < COUNT(lines); i++)
        if (!str_starts(with_line("a.py", lines[i]), STR("changed a.py")))
            EXPECT_STR(str_from(lines[i]), "is refused");
    EXPECT(str_starts(with_line("a.md", "# Unchanged"), STR("changed a.md")));
}

TEST(new_files_may_have_stubs_and_no_placeholders)
{
    const EditCase *none = EDIT_TREE("x", "x\n");
    EXPECT(str_starts(edit_case_apply(none, "n.py\n```\nclass A:\n    ...\n```\n"),
                      STR("created n.py")));
    EXPECT(str_starts(edit_case_apply(none, "n.md\n```\n# Remaining\n\n...\n```\n"),
                      STR("created n.md")));
    EXPECT(str_starts(edit_case_apply(none, "n.py\n```\nx = 1\n# ... existing code ...\n```\n"),
                      STR("refused n.py syntax: A new line stands")));
    EXPECT(str_starts(edit_case_apply(none, "n.js\n```\nx()\n// rest of the code unchanged\n```\n"),
                      STR("refused n.js syntax: A new line stands")));
}

#define DOCUMENTED "def a(x):\n    \"\"\"Says x.\"\"\"\n    # x may be none\n    return say(x)\n"

static Str with_source(const char *source)
{
    Str patch = str_format(test_arena(), "a.py::a\n```\n%s```\n", source);
    return edit_case_apply(EDIT_TREE("a.py", DOCUMENTED), str_terminate(test_arena(), patch));
}

TEST(comments_of_code_that_stays_are_not_lost)
{
    EXPECT(str_starts(with_source("def a(x, y):\n    # x may be none\n    return say(x)\n"),
                      STR("refused a.py syntax: The comment `\"\"\"Says x.\"\"\"` is not in")));
    EXPECT(str_starts(with_source("def a(x):\n    \"\"\"Says x.\"\"\"\n    return say(x)\n"),
                      STR("refused a.py syntax: The comment `# x may be none` is not in")));
    EXPECT(str_starts(with_source("def a(x, y):\n    \"\"\"Says both.\"\"\"\n    # none is fine\n"
                                  "    return say(x)\n"),
                      STR("changed a.py")));
    EXPECT(
        str_starts(with_source("def a(x, y):\n    \"\"\"Says both.\"\"\"\n    return say(x, y)\n"),
                   STR("changed a.py")));
}

TEST(dots_do_not_replace_a_body)
{
    EXPECT(str_starts(with_source("def a(x, y):\n    \"\"\"Says x.\"\"\"\n    ...\n"),
                      STR("refused a.py syntax: A new line stands")));
}
