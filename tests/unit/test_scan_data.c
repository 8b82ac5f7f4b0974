#include "scan_case.h"

/* Facts, then one line a symbol: signature and lines. */
static Str shown(const char *language, Str text, uint32_t wanted)
{
    Outline outline;
    OutlineOptions options = {.no_ctags = true, .size_wanted = wanted};
    lang_outline(test_arena(), test_scratch(), lang_find(str_from(language)), text, &options,
                 &outline);
    EXPECT(!outline_invalid(&outline, text));
    Buf buf = buf_open(test_arena(), 0);
    buf_printf(&buf, "%.*s%s\n", STR_ARG(outline.facts), outline.degraded ? " (degraded)" : "");
    for (size_t i = 0; i < outline.symbols.len; i++) {
        const Symbol *symbol = &outline.symbols.ptr[i];
        buf_put_repeat(&buf, STR("  "), symbol->depth);
        buf_printf(&buf, "%.*s [%u-%u]\n", STR_ARG(symbol->signature), symbol->start_line,
                   symbol->end_line);
    }
    return buf_str(&buf);
}

#define SHOWN(language, text) shown(language, STR(text), 0)

/* `count` times the text, each % replaced by the number of the copy. */
static Str repeated(const char *text, size_t count)
{
    Buf buf = buf_open(test_arena(), 0);
    for (size_t n = 0; n < count; n++) {
        for (const char *c = text; *c; c++) {
            if (*c == '%')
                buf_put_u64(&buf, n);
            else
                buf_put_byte(&buf, *c);
        }
    }
    return buf_str(&buf);
}

TEST(json_elements_are_merged)
{
    EXPECT_STR(
        SHOWN("json",
              "{\"users\": [\n{\"id\": 1, \"tags\": []},\n{\"id\": null, \"x\": 1.5,\n\"tags\": "
              "[\"a\"]}]}"),
        "1 key\n"
        "users: [](2) of object [1-4]\n"
        "  id: number|null [2-2]\n"
        "  tags: [](varies) of string [2-2]\n"
        "  x?: number [3-3]\n");
    EXPECT_STR(SHOWN("json", "[[1, 2], [3, 4]]"),
               "[](2) of [](2) of number\n[](2) of [](2) of number [1-1]\n");
    EXPECT_STR(SHOWN("json", "[1, \"a\", null, true, {\"k\": {}}, [[]]]"),
               "[](6) of string|number|boolean|null|object|[](1) of [](0)\n"
               "[](6) of string|number|boolean|null|object|[](1) of [](0) [1-1]\n"
               "  k: {} [1-1]\n");
}

TEST(json_samples_the_first_elements_and_the_last)
{
    Buf buf = buf_open(test_arena(), 0);
    buf_put(&buf, STR("{\"a\": [\n"));
    buf_put(&buf, repeated("{\"id\": %},\n", 300));
    buf_put(&buf, STR("{\"id\": 1, \"unseen\": {\"x\": \"}]\"}},\n"));
    buf_put(&buf, repeated("{\"id\": %},\n", 300));
    buf_put(&buf, STR("{\"id\": 1, \"last\": true}\n], \"b\": 1}"));
    EXPECT_STR(shown("json", buf_str(&buf), 0), "2 keys\n"
                                                "a: [](602) of object [1-604]\n"
                                                "  id: number [2-2]\n"
                                                "  last?: boolean [603-603]\n"
                                                "b: number [604-604]\n");
}

TEST(json_nested_long_arrays_stay_linear)
{
    Buf buf = buf_open(test_arena(), 0);
    for (int depth = 0; depth < 50; depth++)
        buf_printf(&buf, "[%.*s", STR_ARG(repeated("1,", 300)));
    EXPECT(str_starts(shown("json", buf_str(&buf), 0), STR("[](301) of number|[](301) of number")));
}

TEST(json_alike_entries_are_a_dictionary)
{
    Buf buf = buf_open(test_arena(), 0);
    buf_put(&buf, STR("{\n"));
    buf_put(&buf, repeated("\"k%\": {\"v\": 1},\n", 2000));
    buf_put(&buf, STR("\"z\": {\"v\": 1, \"w\": []}\n}"));
    EXPECT_STR(shown("json", buf_str(&buf), 0), "{}(2001) of object (keys k0 … z)\n"
                                                "{}(2001) of object (keys k0 … z) [1-2003]\n"
                                                "  v: number [2-2]\n"
                                                "  w?: [](0) [2002-2002]\n");
    Buf few = buf_open(test_arena(), 0);
    buf_printf(&few, "{%.*s \"z\": 1}", STR_ARG(repeated("\"k%\": 1,", 30)));
    EXPECT(str_starts(shown("json", buf_str(&few), 0), STR("31 keys\nk0: number [1-1]\n")));
}

TEST(json_keys_by_data_in_elements_are_a_dictionary)
{
    Buf buf = buf_open(test_arena(), 0);
    buf_printf(&buf, "[%.*s 0]", STR_ARG(repeated("{\"deps\": {\"p%\": \"1\"}},", 60)));
    EXPECT(str_find(shown("json", buf_str(&buf), 0), STR("deps: {}(1) of string [1-1]\n")) !=
           STR_NONE);
}

TEST(json_objects_and_arrays_of_them_share_keys)
{
    EXPECT_STR(SHOWN("json", "[{\"f\": [{\"u\": 1}]}, {\"f\": {\"u\": \"x\", \"v\": 2}}]"),
               "[](2) of object\n[](2) of object [1-1]\n  f: object|[](1) of object [1-1]\n"
               "    u: string|number [1-1]\n    v?: number [1-1]\n");
}

TEST(json_in_practice)
{
    EXPECT_STR(SHOWN("json", "\xEF\xBB\xBF{ // c\n 'a': 0xF, /* {[ */ b: +1, \"c\": \"\\\"}\", }"),
               "3 keys\na: number [2-2]\nb: number [2-2]\nc: string [2-2]\n");
    EXPECT_STR(SHOWN("json", "{\"\": 1, \"a b\": 2, \"a/b.c\": 3}"),
               "3 keys\n\"\": number [1-1]\n\"a b\": number [1-1]\na/b.c: number [1-1]\n");
    EXPECT_STR(SHOWN("json", "{\"a\": 1}\n{\"b\": 2}\n"),
               "2 values\n[](2) of object [1-2]\n  a?: number [1-1]\n  b?: number [2-2]\n");
    EXPECT_STR(SHOWN("json", "\"text\""), "string\nstring [1-1]\n");
    EXPECT_STR(SHOWN("json", ""), "\n");
}

TEST(json_that_is_cut_off)
{
    EXPECT_STR(SHOWN("json", "{\"a\": [1, {\"b\": \"x"),
               "1 key (degraded)\na: [](2) of number|object [1-1]\n  b: string [1-1]\n");
    EXPECT_STR(SHOWN("json", "{\"a\": \"open\n\"b\": 1, \"c\" 2, \"d\": }\n"),
               "5 keys (degraded)\na: string [1-1]\nb: number [2-2]\nc [2-2]\n2 [2-2]\nd [2-2]\n");
    EXPECT(str_find(SHOWN("json", "{]}[}"), STR("(degraded)")) != STR_NONE);
}

TEST(json_shows_as_many_keys_as_are_wanted)
{
    Str text = STR("{\"a\": {\"b\": {\"c\": 1}, \"d\": {\"e\": 2}},\n\"f\": {\"g\": {\"h\": 1}}}");
    EXPECT_STR(shown("json", text, 135),
               "2 keys; map(path::KEY) shows what is in braces\n"
               "a: object [1-1]\n  b: {c} [1-1]\n  d: {e} [1-1]\nf: {g} [2-2]\n");
    EXPECT_STR(shown("json", text, 75),
               "2 keys; map(path::KEY) shows what is in braces\na: {b, d} [1-1]\nf: {g} [2-2]\n");
}

TEST(json_cuts_before_comments)
{
    EXPECT_STR(
        scan_cuts(
            "json",
            "{\n  // lead\n  \"a\": 1,\n  \"b\": [\n    {\n      \"c\": 1\n    }, {\n    }\n  ]\n"
            "}\n"),
        "1:0 2:0 4:0 5:1 6:2");
}

TEST(jsonl_counts_kinds)
{
    EXPECT_STR(
        SHOWN("jsonl",
              "{\"type\":\"a\",\"ts\":\"2025-01-01T00:00:00Z\"}\n\n{\"type\":\"b\",\"n\":1}\n"
              "{\"type\":\"a\",\"ts\":\"2025-01-02T00:00:00Z\"}\n"),
        "3 records, 2025-01-01T00:00:00Z to 2025-01-02T00:00:00Z\n"
        "type: string (a ×2, b ×1) [1-1]\nts?: string [1-1]\nn?: number [3-3]\n");
    EXPECT_STR(SHOWN("jsonl",
                     "{\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"text\"}]}}\n"
                     "{\"message\":{\"role\":\"user\",\"content\":\"x\"}}"),
               "2 records\nmessage: object [1-1]\n  role: string (user ×2) [1-1]\n"
               "  content: string|[](1) of object [1-1]\n    type: string (text ×1) [1-1]\n");
    EXPECT_STR(SHOWN("jsonl", "{\"type\":\"free text is not shown\"}\n{\"type\":\"a\"}\n"),
               "2 records\ntype: string [1-1]\n");
}

TEST(jsonl_samples_rare_kinds)
{
    Buf buf = buf_open(test_arena(), 0);
    buf_put(&buf, repeated("{\"type\":\"a\",\"n\":%}\n", 200));
    buf_put(&buf, STR("{\"type\":\"rare\",\"only\":1}\n"));
    buf_put(&buf, repeated("{\"type\":\"a\",\"n\":%}\n", 200));
    EXPECT_STR(shown("jsonl", buf_str(&buf), 0),
               "401 records\ntype: string (a ×400, rare ×1) [1-1]\nn?: number [1-1]\nonly?: number "
               "[201-201]\n");
}

TEST(jsonl_that_is_broken)
{
    EXPECT_STR(SHOWN("jsonl", "{\"a\":1}\nnot json\n{\"a\":2\n"),
               "3 records, 2 lines are not JSON (degraded)\na: number [1-1]\n");
    EXPECT_STR(SHOWN("jsonl", "{\n\"a\": 1\n}\n"), "1 key\na: number [2-2]\n");
    Buf buf = buf_open(test_arena(), 0); /* behind the sample, too */
    buf_put(&buf, repeated("{\"a\": %}\n", 200));
    buf_put(&buf, STR("not json\n{\"a\":\n{\"a\": 1}\n{\"a\": x}\n"));
    EXPECT_STR(shown("jsonl", buf_str(&buf), 0),
               "204 records, 3 lines are not JSON (degraded)\na: number [1-1]\n");
}

TEST(yaml_blocks)
{
    EXPECT_STR(
        SHOWN("yaml",
              "a:\n  b: |\n    x: 1\n\n    # no\n  c: >-\n    y: 2\nd:\n- e: 1\n  f: x\n- e: 2\n"),
        "2 keys\na: object [1-7]\n  b: string [2-5]\n  c: string [6-7]\n"
        "d: [](2) of object [8-11]\n  e: number [9-9]\n  f?: string [10-10]\n");
    EXPECT_STR(
        SHOWN("yaml", "a: &x {k: [1, 'b c']}\nb: *x\nc: !t\n  d: ~\n? e f\n: 1\n"),
        "4 keys, 1 anchor\na: &x object [1-1]\n  k: [](2) of string|number [1-1]\nb: *x [2-2]\n"
        "c: !t object [3-4]\n  d: null [4-4]\n\"e f\": number [5-6]\n");
    EXPECT_STR(
        SHOWN("yaml",
              "a: first\n  second: no\nb: \"x\n  y: z\"\nc: [\n  1, # ]\n  2]\nd: http://x # c\n"),
        "4 keys\na: string [1-2]\nb: string [3-4]\nc: [](2) of number [5-7]\nd: string [8-8]\n");
}

TEST(yaml_depth)
{
    EXPECT_STR(SHOWN("yaml", "a:\n  b:\n    c:\n      d: 1\n    e: 2\n"),
               "1 key\na: object [1-5]\n  b: {c, e} [2-5]\n");
}

TEST(yaml_documents)
{
    EXPECT_STR(
        SHOWN("yaml",
              "kind: A\nmetadata:\n  name: x\n---\nname: b\n---\n# nothing\n...\n---\nc: 1\n"),
        "3 documents\nA/x [1-3]\n  kind: string [1-1]\n  metadata: object [2-3]\n    name: "
        "string [3-3]\n"
        "b [4-5]\n  name: string [5-5]\ndocument 3 [6-10]\n  c: number [10-10]\n");
}

TEST(yaml_lists_at_the_top)
{
    EXPECT_STR(SHOWN("yaml", "- name: one\n  x: 1\n- hosts: all\n- name: three\n"),
               "[](3) of {name?, x?, hosts?}\n[](3) of {name?, x?, hosts?} [1-4]\n"
               "  - one [1-2]\n  - hosts [3-3]\n  - three [4-4]\n");
}

TEST(yaml_that_is_broken)
{
    EXPECT_STR(SHOWN("yaml", "a: [1, {b: \nc: 2\n"),
               "2 keys (degraded)\na: string [1-1]\nc: number [2-2]\n");
    EXPECT_STR(SHOWN("yaml", "{{ template }}\na: {{ b }}\n"), "1 key\na: string [2-2]\n");
    EXPECT_STR(scan_cuts("yaml", "# lead\na: 1\n\n# b\nb:\n  - c: 1\n    d: 2\n"),
               "1:0 4:0 6:1 7:2");
}

TEST(toml_tables)
{
    EXPECT_STR(
        SHOWN("toml",
              "a = 1\n[t]\n\"b.c\" = \"\"\"\n[no]\n\"\"\"\nd = { e = [1], f.g = 2 }\n[[u]]\nx = "
              "1979-05-27\n[[u]]\n"),
        "3 tables, 4 keys\na: number [1-1]\n[t] [2-6]\n  b.c: string [3-5]\n  d: {e, f.g} [6-6]\n"
        "[[u]] [7-8]\n  x: date [8-8]\n[[u]] [9-9]\n");
    EXPECT_STR(shown("toml", repeated("[[p]]\nn = %\n", 20), 0),
               "20 tables, 20 keys\n[[p]](20) [1-40]\n  n: number [2-2]\n");
    EXPECT_STR(shown("toml", STR("[t]\na = 1\nb = 2\n"), 1), "1 table, 2 keys\n[t] {a, b} [1-3]\n");
    EXPECT(str_find(SHOWN("toml", "[t\na\nb = \n= 3\n"), STR("(degraded)")) != STR_NONE);
}

TEST(csv_columns)
{
    EXPECT_STR(SHOWN("csv", "id,\"a \"\"b\"\"\",when\n1,\"x\ny, z\",2025-01-01\n2,,2025-01-02\n"),
               "2 rows × 3 columns\nid: integer [1-1]\n"
               "\"a \"\"b\"\"\"?: string [1-1]\nwhen: date [1-1]\n");
    EXPECT_STR(SHOWN("csv", "1;2,5\r\n3;4,5\r\n"),
               "2 rows × 2 columns, no header, separated by ;\ncolumn 1: integer [1-1]\ncolumn 2: "
               "string [1-1]\n");
    EXPECT_STR(
        SHOWN("csv", "Country,2019,2020\nA,1,2\nB,3,4.5\n"),
        "2 rows × 3 columns\nCountry: string [1-1]\n2019: integer [1-1]\n2020: number [1-1]\n");
    EXPECT_STR(SHOWN("csv", "a,b\n1,2\n1,2,3\n"),
               "2 rows × 3 columns, rows of different widths\na: integer [1-1]\nb: integer [1-1]\n"
               "column 3: integer [1-1]\n");
    EXPECT_STR(SHOWN("tsv", "zip\tflag\n01234\ttrue\nNA\tfalse\n"),
               "2 rows × 2 columns\nzip?: string [1-1]\nflag: boolean [1-1]\n");
    EXPECT_STR(SHOWN("csv", "a,b\n1,\"open\n2,3\n"),
               "2 rows × 2 columns (degraded)\na: integer [1-1]\nb: string [1-1]\n");
    EXPECT_STR(SHOWN("csv", ""), "\n");
}

TEST(csv_columns_past_the_limit_are_counted)
{
    Buf text = buf_open(test_arena(), 0);
    for (int row = 0; row < 2; row++) {
        buf_put_repeat(&text, row ? STR("1,") : STR("a,"), 19999);
        buf_put(&text, STR("b\n"));
    }
    Outline outline = scan_outline("csv", buf_str(&text), false);
    EXPECT_INT(outline.symbols.len, CSV_COLUMNS_MAX);
    EXPECT_STR(outline.facts, "1 row × 20,000 columns (the first 16,384 are listed)");
}

TEST(ini_dialects)
{
    EXPECT_STR(SHOWN("ini", "; c\na = 1\n[s]\nb: 2\n  more = x\n[s \"t\"]\n\tc = 1\n\td = 2\n"),
               "2 sections, 4 keys\na [2-2]\n[s] [3-5]\n"
               "  b [4-5]\n[s \"t\"] [6-8]\n  c [7-7]\n  d [8-8]\n");
    EXPECT_STR(SHOWN("properties", "a.b c\nd=x\\\n  y\\\\\ne\\ f : 1\n"),
               "3 keys\na.b [1-1]\nd [2-3]\ne\\ f [4-4]\n");
    EXPECT_STR(SHOWN("dotenv", "export A='x'\nB=\"1\n2\"\n# C=1\nD=\n"),
               "3 keys\nA [1-1]\nB [2-3]\nD [5-5]\n");
}

TEST(log_time_line)
{
    EXPECT_STR(
        SHOWN("log",
              "2025-01-01 10:00:00 INFO up\n2025-01-01 10:05:00 ERROR [w-1] id 7 failed\n at x\n"
              "2025-01-01 10:05:01 ERROR [w-2] id 8 failed\n2025-01-01 10:06:00 level=warn slow\n"),
        "2025-01-01 10:00:00 to 2025-01-01 10:06:00, ERROR 2, WARN 1, INFO 1\n"
        "2025-01-01 10:00 [1-1]\n2025-01-01 10:05 (2 errors) [2-4]\n  ERROR [#] id # failed ×2 "
        "[2-2]\n"
        "2025-01-01 10:06 (1 warning) [5-5]\n  WARN slow [5-5]\n");
    EXPECT_STR(SHOWN("log", "x\n==== title ====\nerror: y\nno error here\n"),
               "ERROR 1\ntitle [2-2]\nERROR y [3-3]\n");
    EXPECT_STR(SHOWN("log", "{\"level\":\"info\"}\n{\"level\":\"info\"}\n"),
               "2 records\nlevel: string (info ×2) [1-1]\n");
}

TEST(log_time_line_is_coarsened)
{
    Buf buf = buf_open(test_arena(), 0);
    for (unsigned i = 0; i < 600; i++)
        buf_printf(&buf, "2025-01-%02u %02u:%02u:00 INFO x\n", i / 200 + 1, i / 10 % 20,
                   i % 10 * 6);
    EXPECT_STR(shown("log", buf_str(&buf), 0),
               "2025-01-01 00:00:00 to 2025-01-03 19:54:00, INFO 600\n"
               "2025-01-01 [1-200]\n2025-01-02 [201-400]\n2025-01-03 [401-600]\n");
}

TEST(plain_text_headings)
{
    EXPECT_STR(
        SHOWN("text", "Title\n=====\n\nBody 1. no\n\n1. One\n\nx\n\n1.1 Two\n\n2. Done.\n\ny\n"),
        "7 paragraphs\nTitle [1-14]\n  1. One [6-10]\n    1.1 Two [10-10]\n  2. Done. [12-14]\n");
    EXPECT_STR(SHOWN("text", "one\n\nALONE\n\ntwo\n"), "3 paragraphs\n");
    EXPECT_STR(SHOWN("text", "User: hi\nthere\n\nAssistant: ok\n"),
               "2 turns\nUser: hi [1-2]\nAssistant: ok [4-4]\n");
    EXPECT(str_starts(SHOWN("text", "10:00:00 a\n10:00:01 b\n10:00:02 c\n"),
                      STR("10:00:00 to 10:00:02")));
    EXPECT_STR(scan_cuts("text", "A\n=\n\nB b\nc\n\nd\n"), "1:1 2:2 4:1 5:2 7:1");
}

/* ---- notebooks ---- */

TEST(notebook_that_is_broken)
{
    EXPECT_STR(SHOWN("notebook", "{\"a\": 1}"), "1 key\na: number [1-1]\n");
    EXPECT_STR(SHOWN("notebook", "{\"cells\": []}"), "0 cells, 0 of Python\n");
    EXPECT_STR(
        SHOWN("notebook", "{\"cells\": [1, {\"cell_type\": \"code\", \"source\": [\"def f(\\ud800"),
        "2 cells, 1 of Python (degraded)\ncell 2: def f(\xEF\xBF\xBD [1-1]\n");
    EXPECT_STR(SHOWN("notebook", "{\"cells\": [{\"source\": \"x = '\\ud83d\\ude00'\\ny = 1\\n\",\n"
                                 "\"cell_type\": \"code\"}], \"metadata\": {}}"),
               "1 cell, 1 of Python\n"
               "cell 1: x = '\xF0\x9F\x98\x80' [1-2]\n  x [1-1]\n  y [1-1]\n");
    EXPECT_STR(SHOWN("notebook",
                     "{\"metadata\": {\"language_info\": {\"name\": \"R\"}}, \"cells\": [\n"
                     "{\"cell_type\": \"code\", \"source\": [\"f <- function(x) x\"]}]}"),
               "1 cell, 1 of R\ncell 1: f <- function(x) x [2-2]\n  f <- function(x) [2-2]\n");
}
