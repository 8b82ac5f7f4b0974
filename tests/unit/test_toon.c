#include "text/toon.h"

#include "test.h"

static const ToonOptions PIPE = {.delimiter = '|'};
static const ToonOptions TAB = {.delimiter = '\t'};
static const ToonOptions LENIENT = {.lenient = true};
static const ToonOptions V3 = {.shape = TOON_V3};
static const ToonOptions FOLD = {.shape = TOON_V3, .fold_keys = true};
static const ToonOptions EXPAND = {.shape = TOON_V3, .expand_paths = true};

static Err last_error;

/* JSON text to TOON, or the error's message. */
static Str encoded(Str json, const ToonOptions *options)
{
    Json *value;
    Arena *arena = test_arena();
    static Arena scratch;
    if (!scratch.begin)
        arena_open(&scratch, 0);
    Buf buf = buf_open(arena, 0);
    if (!json_parse(arena, json, &value, &last_error) ||
        !toon_encode(&scratch, value, options, &buf, &last_error))
        return str_from(last_error.message);
    return buf_str(&buf);
}

/* TOON to JSON text, or the error's message. */
static Str decoded(Str toon, const ToonOptions *options)
{
    Json *value;
    if (!toon_decode(test_arena(), toon, options, &value, &last_error))
        return str_from(last_error.message);
    Buf buf = buf_open(test_arena(), 0);
    json_write(&buf, value, 0);
    return buf_str(&buf);
}

typedef struct Case {
    const char *json;
    const char *toon;
    const ToonOptions *options;
} Case;

/* Both ways. */
static void expect_round(const Case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        EXPECT_STR(encoded(str_from(cases[i].json), cases[i].options), cases[i].toon);
        EXPECT_STR(decoded(str_from(cases[i].toon), cases[i].options), cases[i].json);
    }
}

TEST(scalars_and_roots)
{
    static const Case cases[] = {
        {"null", "null", NULL},
        {"true", "true", NULL},
        {"-1.5", "-1.5", NULL},
        {"\"hello world\"", "hello world", NULL},
        {"\"\"", "\"\"", NULL},
        {"\"\xEF\xBB\xBF\"", "\"\xEF\xBB\xBF\"", NULL},
        {"{}", "", NULL},
        {"[]", "[]", NULL},
        {"[1,\"a\",null]", "[3]: 1,a,null", NULL},
        {"[{\"a\":1},{\"a\":2}]", "[2]{a}:\n  1\n  2", NULL},
        {"{\"x\":{\"a\":1},\"y\":{\"a\":2}}", "[2:]{a}:\n  x: 1\n  y: 2", NULL},
    };
    expect_round(cases, COUNT(cases));
}

TEST(strings_that_need_quotes)
{
    static const char *const quoted[] = {
        "true", "false", "null", "0",     "-1",   "05",  "+1",      "1e5", "1.5E-3",
        " a",   "a ",    "-",    "-a",    "#",    "#a",  "a:b",     "a,b", "[a",
        "a]",   "{",     "}",    "a\\\\", "\\\"", "\\n", "\\u0001",
    };
    static const char *const plain[] = {"a-b", "a#b", "1.", ".5",  "1.5.2",    "nullx",   "e5",
                                        "a b", "|",   "+",  "NaN", "\xC3\xA9", "\xC2\xA0"};
    for (size_t i = 0; i < COUNT(quoted); i++) {
        Str json = str_format(test_arena(), "\"%s\"", quoted[i]);
        EXPECT(str_equal(encoded(json, NULL), json));
        EXPECT(str_equal(decoded(json, NULL), json));
    }
    for (size_t i = 0; i < COUNT(plain); i++)
        EXPECT_STR(encoded(str_format(test_arena(), "\"%s\"", plain[i]), NULL), plain[i]);
    EXPECT_STR(encoded(STR("[\"a,b\",\"a|b\"]"), &PIPE), "[2|]: a,b|\"a|b\"");
    EXPECT_STR(encoded(STR("\"\\u001f\\t\""), NULL), "\"\\u001f\\t\"");
    EXPECT_STR(encoded(STR("\"\xC2\xA0\""), &V3), "\"\xC2\xA0\"");
}

TEST(keys)
{
    static const Case cases[] = {
        {"{\"a.b_1\":1}", "a.b_1: 1", NULL},
        {"{\"\":1}", "\"\": 1", NULL},
        {"{\"1a\":1}", "\"1a\": 1", NULL},
        {"{\"a-b\":[1]}", "\"a-b\"[1]: 1", NULL},
        {"{\"a\\nb\":{\"c:d\":1}}", "\"a\\nb\":\n  \"c:d\": 1", NULL},
    };
    expect_round(cases, COUNT(cases));
    EXPECT_STR(decoded(STR("foo-bar: 1\n2key : 2\n: 3"), NULL),
               "{\"foo-bar\":1,\"2key\":2,\"\":3}");
}

TEST(numbers_keep_their_digits)
{
    static const char *const cases[][2] = {
        {"0", "0"},
        {"-0", "0"},
        {"-0.0e5", "0"},
        {"1.0", "1"},
        {"1.50", "1.5"},
        {"1e3", "1000"},
        {"1.5E+2", "150"},
        {"12e-1", "1.2"},
        {"0.000001", "0.000001"},
        {"0.0000001", "1e-7"},
        {"-0.00000012", "-1.2e-7"},
        {"1e-6", "0.000001"},
        {"1e20", "100000000000000000000"},
        {"999999999999999999999", "999999999999999999999"},
        {"1000000000000000000000", "1e+21"},
        {"1e21", "1e+21"},
        {"12345678901234567890123", "1.2345678901234567890123e+22"},
        {"0.1234567890123456789012345678901", "0.1234567890123456789012345678901"},
        {"1e400", "1e+400"},
        {"1e-400", "1e-400"},
        {"10e99999999999999999999", "10e+99999999999999999999"},
        {"0e99999999999999999999", "0"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        EXPECT_STR(encoded(str_from(cases[i][0]), NULL), cases[i][1]);
        EXPECT_STR(encoded(decoded(str_from(cases[i][1]), NULL), NULL), cases[i][1]);
    }
    EXPECT_STR(decoded(STR("[8]: 1.50,-1E+03,-0,05,.5,1.,+1,0x1"), NULL),
               "[1.50,-1E+03,0,\"05\",\".5\",\"1.\",\"+1\",\"0x1\"]");
}

TEST(objects_and_lists)
{
    static const Case cases[] = {
        {"{\"a\":{\"b\":{},\"c\":[]},\"d\":\"x\"}", "a:\n  b:\n  c: []\nd: x", NULL},
        {"[1,{},[],[[2]]]", "[4]:\n  - 1\n  -\n  - [0]:\n  - [1]:\n    - [1]: 2", NULL},
        {"{\"l\":[{\"a\":1,\"b\":{\"c\":2}},{\"a\":{\"x\":1},\"z\":0}]}",
         "l[2]:\n  - a: 1\n    b:\n      c: 2\n  - a:\n      x: 1\n    z: 0", NULL},
        {"[{\"t\":[{\"i\":1},{\"i\":2}],\"s\":true}]",
         "[1]:\n  - t[2]{i}:\n      1\n      2\n    s: true", NULL},
        {"[{\"k\":{\"x\":{\"i\":1},\"y\":{\"i\":2}},\"s\":1},2]",
         "[2]:\n  - k[2:]{i}:\n      x: 1\n      y: 2\n    s: 1\n  - 2", NULL},
        {"[[{\"a\":1}]]", "[1]:\n  - [1]:\n    - a: 1", NULL},
    };
    expect_round(cases, COUNT(cases));
}

TEST(tables)
{
    static const ToonOptions four = {.indent = 4};
    static const Case cases[] = {
        {"{\"r\":[{\"id\":1,\"n\":\"a b\"},{\"id\":2,\"n\":\"c,d\"}]}",
         "r[2]{id,n}:\n  1,a b\n  2,\"c,d\"", NULL},
        {"{\"r\":[{\"id\":1,\"n\":\"a,b\"}]}", "r[1\t]{id\tn}:\n  1\ta,b", &TAB},
        {"{\"r\":[{\"a\":{\"b\":1,\"c\":{\"d\":2}},\"e\":3}]}", "r[1|]{a{b|c{d}}|e}:\n  1|2|3",
         &PIPE},
        {"{\"k\":{\"x y\":{\"a\":1},\"z\":{\"a\":null}}}", "k[2:]{a}:\n    \"x y\": 1\n    z: null",
         &four},
        {"[{\"a-b\":{\"x y\":\"\"}}]", "[1]{\"a-b\"{\"x y\"}}:\n  \"\"", NULL},
    };
    expect_round(cases, COUNT(cases));
    /* Members in another order, at every level; the first element decides. */
    EXPECT_STR(
        encoded(STR("[{\"a\":1,\"b\":{\"x\":2,\"y\":3}},{\"b\":{\"y\":6,\"x\":5},\"a\":4}]"), NULL),
        "[2]{a,b{x,y}}:\n  1,2,3\n  4,5,6");
}

TEST(shapes_that_are_no_table)
{
    static const char *const cases[][2] = {
        {"[{\"a\":1},{\"b\":1}]", "[2]:\n  - a: 1\n  - b: 1"},
        {"[{\"a\":1},{\"a\":1,\"b\":2}]", "[2]:\n  - a: 1\n  - a: 1\n    b: 2"},
        {"[{\"a\":1},{\"a\":{\"b\":1}}]", "[2]:\n  - a: 1\n  - a:\n      b: 1"},
        {"[{\"a\":null},{\"a\":[]}]", "[2]:\n  - a: null\n  - a: []"},
        {"[{\"a\":{}}]", "[1]:\n  - a:"},
        {"[{},{}]", "[2]:\n  -\n  -"},
        {"{\"x\":{\"a\":1}}", "x:\n  a: 1"},
        {"{\"x\":{\"a\":1},\"y\":2}", "x:\n  a: 1\ny: 2"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(encoded(str_from(cases[i][0]), NULL), cases[i][1]);
}

TEST(wide_rows_in_another_order_are_found_with_a_map)
{
    Buf buf = buf_open(test_arena(), 0);
    buf_put(&buf, STR("[{"));
    for (int i = 0; i < 200; i++)
        buf_printf(&buf, "%s\"k%d\":%d", i ? "," : "", i, i);
    buf_put(&buf, STR("},{"));
    for (int i = 199; i >= 0; i--)
        buf_printf(&buf, "\"k%d\":%d%s", i, i, i ? "," : "");
    buf_put(&buf, STR("}]"));
    Str toon = encoded(buf_str(&buf), NULL), line, first, second;
    REQUIRE(str_take_line(&toon, &line) && str_take_line(&toon, &first));
    REQUIRE(str_take_line(&toon, &second));
    EXPECT(str_starts(line, STR("[2]{k0,k1,")));
    EXPECT(str_starts(first, STR("  0,1,2,")));
    EXPECT(str_equal(first, second));
}

TEST(version_3_has_no_groups_and_no_keyed_tables)
{
    EXPECT_STR(encoded(STR("[{\"a\":{\"b\":1}}]"), &V3), "[1]:\n  - a:\n      b: 1");
    EXPECT_STR(encoded(STR("{\"x\":{\"a\":1},\"y\":{\"a\":2}}"), &V3), "x:\n  a: 1\ny:\n  a: 2");
    EXPECT_STR(decoded(STR("[1]{a{b}}:\n  1"), &V3),
               "invalid TOON: line 1: nested field groups exist from TOON 4 on");
    EXPECT_STR(decoded(STR("k[1:]{a}:\n  x: 1"), &V3),
               "invalid TOON: line 1: keyed tables exist from TOON 4 on");
    EXPECT_STR(decoded(STR("#a: 1"), &V3), "{\"#a\":1}");
    EXPECT_STR(decoded(STR("# c\na: 1 # no comment\n  # c"), NULL), "{\"a\":\"1 # no comment\"}");
}

TEST(key_folding)
{
    static const ToonOptions two = {.shape = TOON_V3, .fold_keys = true, .fold_depth = 2};
    EXPECT_STR(encoded(STR("{\"a\":{\"b\":{\"c\":1}},\"x\":{\"y\":[1]}}"), &FOLD),
               "a.b.c: 1\nx.y[1]: 1");
    EXPECT_STR(encoded(STR("{\"a\":{\"b\":{\"c\":1,\"d\":{\"e\":2}}}}"), &FOLD),
               "a.b:\n  c: 1\n  d.e: 2");
    EXPECT_STR(encoded(STR("{\"a\":{\"b\":{\"c\":{\"d\":1}}}}"), &two), "a.b:\n  c:\n    d: 1");
    EXPECT_STR(encoded(STR("{\"a\":{\"b-c\":{\"d\":{\"e\":1}}}}"), &FOLD),
               "a:\n  \"b-c\":\n    d.e: 1");
    EXPECT_STR(encoded(STR("{\"a\":{\"b\":1},\"a.b\":2}"), &FOLD), "a:\n  b: 1\na.b: 2");
    ToonOptions wrong = {.fold_keys = true};
    EXPECT_STR(encoded(STR("1"), &wrong), "folding keys and expanding paths exist in TOON 3 only");
}

TEST(path_expansion)
{
    static const ToonOptions lenient = {.shape = TOON_V3, .expand_paths = true, .lenient = true};
    EXPECT_STR(decoded(STR("a.b.c: 1\na.b.d: 2\na.e: 3\n\"x.y\": 4\nx.1: 5"), &EXPAND),
               "{\"a\":{\"b\":{\"c\":1,\"d\":2},\"e\":3},\"x.y\":4,\"x.1\":5}");
    EXPECT_STR(decoded(STR("a:\n  b.c: 1\na.b.d: 2"), &EXPAND),
               "{\"a\":{\"b\":{\"c\":1,\"d\":2}}}");
    EXPECT_STR(decoded(STR("l[1]{p.q,\"r.s\"}:\n  1,2"), &EXPAND),
               "{\"l\":[{\"p\":{\"q\":1},\"r.s\":2}]}");
    EXPECT_STR(decoded(STR("a.b: 1\na: 2"), &EXPAND),
               "invalid TOON: the paths meet at 'a', which has a value");
    EXPECT_STR(decoded(STR("a.b: 1\na: 2"), &lenient), "{\"a\":2}");
    EXPECT_STR(decoded(STR("a: 1\na.b: 2"), &lenient), "{\"a\":{\"b\":2}}");
}

TEST(errors_name_the_line)
{
    static const char *const cases[][2] = {
        {"a: 1\nb", "line 2: expected 'key: value'"},
        {"a\nb", "line 1: expected 'key: value' or an array's header"},
        {"  a: 1", "line 1: the first line must not be indented"},
        {"a: 1\n   b: 2", "line 2: indented by 3 spaces, which is not a multiple of 2"},
        {"a:\n\tb: 2", "line 2: a tab in the indentation"},
        {"a:\n    b: 2", "line 2: indented by 2 levels where 1 are expected"},
        {"a: 1\n  b: 2", "line 2: indented by 1 levels where 0 are expected"},
        {"a: 1\na: 2", "line 2: the key 'a' appears twice in one object"},
        {"a: \"x", "line 1: string without a closing quote"},
        {"a: \"x\" y", "line 1: text after a closing quote"},
        {"a: \"\\x\"", "line 1: unknown escape"},
        {"a: \"\\ud83d\\ude00\"", "line 1: half of a surrogate pair in an escape"},
        {"a: \"\\u12\"", "line 1: \\u needs four hexadecimal digits"},
        {"a: 1\n\"b: 2", "line 2: key without a closing quote"},
        {"t[2]: a", "line 1: 2 values declared, 1 found"},
        {"\nt[2]:\n  - a\nb: 1", "line 2: 2 items declared, 1 found"},
        {"t[1]:\n  - a\n  - b", "line 3: more than the 1 items that line 1 declares"},
        {"t[3]{a,b}:\n  1,2\n  3,4", "line 1: 3 rows declared, 2 found"},
        {"t[1]{a,b}:\n  1,2\n  3,4", "line 3: more than the 1 rows that line 1 declares"},
        {"t[1]{a,b}:\n  1", "line 2: 1 values in a row of 2 fields"},
        {"t[1]{a}:\n  b: 1", "line 2: expected a row of the table from line 1"},
        {"t[2:]{a}:\n  x: 1", "line 1: 2 entries declared, 1 found"},
        {"t[1:]{a}:\n  x", "line 2: expected 'key: value'"},
        {"t[2]:\n  - a\n\n  - b", "line 3: a blank line within an array or table"},
        {"t[1]:\n  a", "line 2: expected a list item"},
        {"t[03]: a", "line 1: '[03]' is not an array's length"},
        {"t[]:", "line 1: '[]' is not an array's length"},
        {"t[1]x: a", "line 1: text between an array's length and its colon"},
        {"t[1: a", "line 1: '[' without ']'"},
        {"t [1]: a", "line 1: space between a key and its bracket"},
        {"t[1|]{a,b}:", "line 1: the field list has another delimiter than the brackets"},
        {"t[1]{a,a}:", "line 1: the field 'a' is listed twice"},
        {"t[1]{a,}:", "line 1: empty field name"},
        {"t[1]{a {b}}:", "line 1: space between a field's name and its group"},
        {"t[1]{a{b}c}:", "line 1: text after a field group"},
        {"t[1]{a:", "line 1: '{' without '}'"},
        {"t[1]{a}: 1", "line 1: values after a field list; rows go on lines of their own"},
        {"t[1:]:", "line 1: a keyed table needs a field list"},
        {"a: 1\n[1]: 2", "line 2: an array in an object needs a key"},
        {"[1]:\n  - [1]{a}:", "line 2: a table in a list needs a key"},
        {"[1]: 1\na: 2", "line 2: text after the end of the document's value"},
        {"a: 1\nb: \xFF", "line 2: not UTF-8"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Str want = str_format(test_arena(), "invalid TOON: %s%c", cases[i][1], '\0');
        EXPECT_STR(decoded(str_from(cases[i][0]), NULL), want.ptr);
    }
    decoded(STR("a: \xFF"), NULL);
    EXPECT_STR(str_from(last_error.hint),
               "byte 3 is not part of a UTF-8 character; convert the text first");
}

TEST(the_lenient_accept_more)
{
    EXPECT_STR(decoded(STR("a: 1\nb: 2\na: 3"), &LENIENT), "{\"a\":3,\"b\":2}");
    EXPECT_STR(decoded(STR("t[3]{a}:\n\n   1\n\n   2"), &LENIENT), "{\"t\":[{\"a\":1},{\"a\":2}]}");
    EXPECT_STR(decoded(STR("t[1]: a,b"), &LENIENT), "{\"t\":[\"a\",\"b\"]}");
    EXPECT_STR(decoded(STR("a:\n\tb: 1"), &LENIENT), "{\"a\":{\"b\":1}}");
    EXPECT_STR(decoded(STR("t[1]{a{b},a}:\n  1,2"), &LENIENT), "{\"t\":[{\"a\":2}]}");
}

TEST(what_decoders_must_accept)
{
    EXPECT_STR(decoded(STR("\xEF\xBB\xBF"
                           "a: 1\r\nb: 2\r\n"),
                       NULL),
               "{\"a\":1,\"b\":2}");
    EXPECT_STR(decoded(STR("a[0]:\nb[0|]:\nc: []"), NULL), "{\"a\":[],\"b\":[],\"c\":[]}");
    EXPECT_STR(decoded(STR("[2]:\n  - []\n  - \"a\": 1"), NULL), "[[],{\"a\":1}]");
    EXPECT_STR(decoded(STR("a[3]: x , ,\"\""), NULL), "{\"a\":[\"x\",\"\",\"\"]}");
    EXPECT_STR(decoded(STR("k: -x\nl: a:b\n\n# c\nm: \"\\u00E9\""), NULL),
               "{\"k\":\"-x\",\"l\":\"a:b\",\"m\":\"\xC3\xA9\"}");
    EXPECT_STR(decoded(STR("a:b[2]: x"), NULL), "{\"a\":\"b[2]: x\"}");
}

static Str nested_json(size_t depth)
{
    Buf buf = buf_open(test_arena(), 0);
    buf_put_repeat(&buf, STR("[{\"k\":"), depth / 2);
    buf_put(&buf, STR("0"));
    buf_put_repeat(&buf, STR("}]"), depth / 2);
    return buf_str(&buf);
}

TEST(nesting_up_to_the_cap_comes_back)
{
    /* Each object here is a list item of one member: neither tables nor groups. */
    Str json = nested_json(JSON_DEPTH_MAX);
    EXPECT(str_equal(decoded(encoded(json, &V3), &V3), json));
    EXPECT(str_equal(decoded(encoded(json, NULL), NULL), json));
    Buf groups = buf_open(test_arena(), 0);
    buf_put(&groups, STR("["));
    buf_put_repeat(&groups, STR("{\"a\":"), JSON_DEPTH_MAX - 1);
    buf_put(&groups, STR("1"));
    buf_put_repeat(&groups, STR("}"), JSON_DEPTH_MAX - 1);
    buf_put(&groups, STR("]"));
    Str toon = encoded(buf_str(&groups), NULL);
    EXPECT(str_starts(toon, STR("[1]{a{a{a{")));
    EXPECT(str_equal(decoded(toon, NULL), buf_str(&groups)));
    Buf deep = buf_open(test_arena(), 0);
    buf_put(&deep, STR("[1]{a"));
    buf_put_repeat(&deep, STR("{a"), JSON_DEPTH_MAX);
    buf_put_repeat(&deep, STR("}"), JSON_DEPTH_MAX + 1);
    buf_put(&deep, STR(":\n  1"));
    EXPECT_STR(decoded(buf_str(&deep), NULL),
               "invalid TOON: line 1: nested deeper than 2048 levels");
    Buf path = buf_open(test_arena(), 0);
    buf_put_repeat(&path, STR("a."), JSON_DEPTH_MAX);
    buf_put(&path, STR("a: 1"));
    EXPECT_STR(decoded(buf_str(&path), &EXPAND),
               "invalid TOON: the paths nest deeper than 2048 levels");
}

TEST(groups_cannot_make_memory_explode)
{
    Buf buf = buf_open(test_arena(), 0);
    buf_put(&buf, STR("[100000]{a"));
    buf_put_repeat(&buf, STR("{a"), 1000);
    buf_put_repeat(&buf, STR("}"), 1001);
    buf_put(&buf, STR(":"));
    buf_put_repeat(&buf, STR("\n  1"), 100000);
    EXPECT(str_ends(decoded(buf_str(&buf), NULL), STR("the field groups make too many values")));
}

TEST(limits_and_options_are_checked)
{
    static const ToonOptions semicolon = {.delimiter = ';'}, wide = {.indent = INDENT_MAX + 1};
    EXPECT_STR(encoded(STR("1"), &semicolon), "';' is not a TOON delimiter");
    EXPECT_STR(decoded(STR("1"), &wide), "TOON's indent must be 1 to 16 spaces");
    Arena scratch = test_scratch();
    Json *value;
    Buf small = buf_open(test_arena(), 10);
    REQUIRE(json_parse(test_arena(), STR("[1,2,3,4,5]"), &value, &last_error));
    EXPECT(!toon_encode(&scratch, value, NULL, &small, &last_error));
    EXPECT_STR(str_from(last_error.message), "cannot encode: the result is too large");
}
