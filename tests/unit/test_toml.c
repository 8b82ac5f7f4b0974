#include "text/toml.h"

#include "test.h"

/* The document as JSON, or the error's message. */
static Str as_json(const char *text)
{
    static Err err;
    Json *value;
    if (!toml_parse(test_arena(), str_from(text), &value, &err))
        return str_from(err.message);
    Buf buf = buf_open(test_arena(), 0);
    json_write(&buf, value, 0);
    return buf_str(&buf);
}

TEST(empty_documents)
{
    EXPECT_STR(as_json(""), "{}");
    EXPECT_STR(as_json("\xEF\xBB\xBF# only a comment\r\n\n"), "{}");
}

TEST(scalars)
{
    EXPECT_STR(as_json("a = true\nb=false # c"), "{\"a\":true,\"b\":false}");
    EXPECT_STR(as_json("a = +1_000\nb = -0\nc = 0xDEAD_beef\nd = 0o17\ne = 0b101"),
               "{\"a\":1000,\"b\":-0,\"c\":3735928559,\"d\":15,\"e\":5}");
    EXPECT_STR(as_json("a = 9223372036854775807\nb = -9223372036854775808"),
               "{\"a\":9223372036854775807,\"b\":-9223372036854775808}");
    EXPECT_STR(as_json("a = 6.02e+2_3\nb = +1.5\nc = 1e06"),
               "{\"a\":6.02e+23,\"b\":1.5,\"c\":1e06}");
}

TEST(dates_and_numbers_that_json_lacks)
{
    EXPECT_STR(as_json("a = 1979-05-27\nb = 07:32:00.5 # c\nc = [1979-05-27t07:32:00Z, -inf, nan]"),
               "{\"a\":\"1979-05-27\",\"b\":\"07:32:00.5\","
               "\"c\":[\"1979-05-27t07:32:00Z\",\"-inf\",\"nan\"]}");
    EXPECT_STR(as_json("a = 1979-05-27 07:32:00-07:00\nb = 1979-05-27 # 07:32:00"),
               "{\"a\":\"1979-05-27 07:32:00-07:00\",\"b\":\"1979-05-27\"}");
}

TEST(strings_of_all_kinds)
{
    EXPECT_STR(as_json("a = \"x\\t\\\"\\u00e9\\U0001F600\""),
               "{\"a\":\"x\\t\\\"\xC3\xA9\xF0\x9F\x98\x80\"}");
    EXPECT_STR(as_json("a = 'C:\\x'"), "{\"a\":\"C:\\\\x\"}");
    EXPECT_STR(as_json("a = \"\"\"\none\ntwo \\  \n\n   three \"\"x\"\"\"\"\""),
               "{\"a\":\"one\\ntwo three \\\"\\\"x\\\"\\\"\"}");
    EXPECT_STR(as_json("a = '''\r\nraw '' \\ '''"), "{\"a\":\"raw '' \\\\ \"}");
    EXPECT_STR(as_json("a = \"\"\nb = ''"), "{\"a\":\"\",\"b\":\"\"}");
}

TEST(arrays_and_inline_tables)
{
    EXPECT_STR(as_json("a = [ 1, [2, 'x'], # c\n  { k = true, y.z = [] }, \n]\nb = {}"),
               "{\"a\":[1,[2,\"x\"],{\"k\":true,\"y\":{\"z\":[]}}],\"b\":{}}");
}

TEST(tables_and_dotted_keys)
{
    EXPECT_STR(as_json("a.b.c = 1\n\"a\" . b.'d e' = 2\n[t]\nk = 1\n[t.u]\nk = 2"),
               "{\"a\":{\"b\":{\"c\":1,\"d e\":2}},\"t\":{\"k\":1,\"u\":{\"k\":2}}}");
    EXPECT_STR(as_json("[x.y.z]\n[x]\na = 1"), "{\"x\":{\"y\":{\"z\":{}},\"a\":1}}");
    EXPECT_STR(as_json("[f]\na.c = 1\n[f.a.x]\ns = 2"),
               "{\"f\":{\"a\":{\"c\":1,\"x\":{\"s\":2}}}}");
    EXPECT_STR(as_json("[[p]]\nn = 1\n[[p.q]]\nm = 2\n[p.r]\n[[p]]\nn = 3"),
               "{\"p\":[{\"n\":1,\"q\":[{\"m\":2}],\"r\":{}},{\"n\":3}]}");
}

TEST(what_toml_forbids)
{
    static const char *const cases[][2] = {
        {"a = 1\na = 2", "line 2: 'a' is defined twice"},
        {"[t]\n[t]", "line 2: 't' is defined twice"},
        {"a.b = 1\n[a]", "line 2: 'a' is defined twice"},
        {"[a]\n[x]\n[a.b]\n[a]", "line 4: 'a' is defined twice"},
        {"[a.b]\nc = 1\n[a]\nb.d = 1",
         "line 4: 'b' was defined before and cannot be extended here"},
        {"a = {}\na.b = 1", "line 2: 'a' was defined before and cannot be extended here"},
        {"a = {}\n[a.b]", "line 2: 'a' is not a table that can be extended"},
        {"a = []\n[[a]]", "line 2: 'a' is defined twice"},
        {"a = 1\na.b = 1", "line 2: 'a' has a value already, it is not a table"},
        {"a = 1 b = 2", "line 1: expected the end of the line; one key or table a line"},
        {"a", "line 1: expected '=' after the key"},
        {"= 1", "line 1: expected a key: letters, digits, '_' and '-', or a quoted string"},
        {"a = ", "line 1: expected a value"},
        {"a = [1", "line 1: expected ',' or ']'"},
        {"a = {b = 1,\n c = 2}",
         "line 1: expected a key: letters, digits, '_' and '-', or a quoted string"},
        {"[a", "line 1: expected ']'"},
        {"[[a]", "line 1: expected ']]'"},
        {"a = 01", "line 1: a number must not start with a zero"},
        {"a = 1__0", "line 1: '1__0' is not a value; text needs quotes"},
        {"a = 1_e5", "line 1: '1_e5' is not a value; text needs quotes"},
        {"a = 1.", "line 1: '1.' is not a value; text needs quotes"},
        {"a = 1979-05-2", "line 1: '1979-05-2' is not a value; text needs quotes"},
        {"a = 1979-05-27x", "line 1: '1979-05-27x' is not a value; text needs quotes"},
        {"a = 07:32", "line 1: '07:32' is not a value; text needs quotes"},
        {"a = yes", "line 1: 'yes' is not a value; text needs quotes"},
        {"a = infx", "line 1: 'infx' is not a value; text needs quotes"},
        {"a = 9223372036854775808", "line 1: the number does not fit 64 bits"},
        {"a = 0xFFFFFFFFFFFFFFFF", "line 1: the number does not fit 64 bits"},
        {"a = 0x", "line 1: expected digits after 0x, 0o or 0b"},
        {"\na = \"x", "line 2: string without closing quotes"},
        {"a = \"x\ny\"", "line 1: string without closing quotes"},
        {"a = '''x", "line 1: string without closing quotes"},
        {"a = \"\\q\"", "line 1: unknown escape (\\b \\t \\n \\f \\r \\\" \\\\ \\u \\U exist)"},
        {"a = \"\\ud800\"", "line 1: the escape is not a Unicode character"},
        {"a = \"\x01\"", "line 1: a control character in a string needs an escape"},
        {"\"\"\"a\"\"\" = 1", "line 1: a key cannot be a string of several lines"},
        {"# \x01", "line 1: control character in a comment"},
        {"a = 1\n# \xFF", "line 2: not UTF-8"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Str want = str_format(test_arena(), "invalid TOML: %s%c", cases[i][1], '\0');
        EXPECT_STR(as_json(cases[i][0]), want.ptr);
    }
}

static bool parses(Str text)
{
    Err err;
    Json *value;
    return toml_parse(test_arena(), text, &value, &err);
}

TEST(size_keys_and_nesting_are_capped)
{
    Buf buf = buf_open(test_arena(), 0);
    for (int i = 0; i < TOML_KEYS_MAX; i++)
        buf_printf(&buf, "k%d = 1\n", i);
    EXPECT(parses(buf_str(&buf)));
    buf_put(&buf, STR("more = 1\n"));
    EXPECT(!parses(buf_str(&buf)));

    buf.len = 0;
    buf_put(&buf, STR("a = "));
    buf_put_repeat(&buf, STR("["), TOML_DEPTH_MAX - 1);
    buf_put_repeat(&buf, STR("]"), TOML_DEPTH_MAX - 1);
    EXPECT(parses(buf_str(&buf)));
    EXPECT(!parses(str_join(test_arena(), STR("b."), buf_str(&buf))));

    buf.len = 0;
    buf_put_repeat(&buf, STR("#\n"), TOML_BYTES_MAX / 2);
    EXPECT(parses(buf_str(&buf)));
    buf_put_byte(&buf, '#');
    EXPECT(!parses(buf_str(&buf)));
}
