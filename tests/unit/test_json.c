#include "base/json.h"

#include "test.h"

/* The text parsed and written again; the error's message when it does not parse. */
static Str again(Str text, int indent)
{
    static Err err;
    Json *value;
    if (!json_parse(test_arena(), text, &value, &err))
        return str_from(err.message);
    Buf buf = buf_open(test_arena(), 0);
    json_write(&buf, value, indent);
    return buf_str(&buf);
}

TEST(values_come_back_as_written)
{
    static const char *const texts[] = {
        "null",
        "true",
        "false",
        "0",
        "-0.0E+5",
        "123456789012345678901234567890.10",
        "1e400",
        "\"\"",
        "\"text\"",
        "[]",
        "{}",
        "[1,[2,[]],{}]",
        "{\"a\":1,\"b\":{\"c\":[null]}}",
        "\"\xC3\xA9 \xF0\x9F\x98\x80\"",
        "{\"\":\"\"}",
        "\"\\u0000\\u001f\\n\\\"\\\\\"",
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        EXPECT_STR(again(str_from(texts[i]), 0), texts[i]);
}

TEST(white_space_and_a_byte_order_mark_are_skipped)
{
    EXPECT_STR(again(STR("\xEF\xBB\xBF \t\r\n{ \"a\" : [ 1 , 2 ] } \n"), 0), "{\"a\":[1,2]}");
}

TEST(escapes_become_characters)
{
    EXPECT_STR(
        again(STR("\"\\/\\b\\f\\t\\u00e9\\u4E16\\ud83d\\ude00 long enough to pass a word\""), 0),
        "\"/\\b\\f\\t\xC3\xA9\xE4\xB8\x96\xF0\x9F\x98\x80 long enough to pass a word\"");
}

TEST(a_repeated_key_keeps_its_place_and_its_last_value)
{
    EXPECT_STR(again(STR("{\"a\":{\"x\":1},\"b\":2,\"a\":[3,4]}"), 0), "{\"a\":[3,4],\"b\":2}");
    Buf buf = buf_open(test_arena(), 0);
    buf_put_byte(&buf, '{');
    for (int i = 0; i < 500; i++)
        buf_printf(&buf, "\"key%d\":%d,", i % 250, i);
    buf_put(&buf, STR("\"last\":0}"));
    Err err;
    Json *value;
    REQUIRE(json_parse(test_arena(), buf_str(&buf), &value, &err));
    EXPECT_INT(value->count, 251);
    EXPECT_STR(value->first->text, "250");
    EXPECT_STR(json_get(value, STR("key249"))->text, "499");
}

TEST(indented_output)
{
    EXPECT_STR(again(STR("{\"a\":[1,{\"b\":[]}],\"c\":{}}"), 2),
               "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ],\n  \"c\": {}\n}");
}

TEST(errors_name_line_and_column)
{
    static const char *const cases[][2] = {
        {"", "line 1, column 1: the text ends where a value is expected"},
        {"[1,]", "line 1, column 4: expected a value"},
        {"{\"a\":1,}", "line 1, column 8: expected a member's name in double quotes"},
        {"{\"a\" 1}", "line 1, column 6: expected ':' after a member's name"},
        {"[1\n 2]", "line 2, column 2: expected ',' or ']'"},
        {"[\"\xC3\xA9\" x]", "line 1, column 6: expected ',' or ']'"},
        {"1 2", "line 1, column 3: one value is expected, more follows"},
        {"01", "line 1, column 1: a number must not start with a zero"},
        {"-", "line 1, column 1: a number needs a digit"},
        {"1.", "line 1, column 3: digits must follow the decimal point"},
        {"1e+", "line 1, column 4: digits must follow the exponent sign"},
        {"\"a", "line 1, column 1: string without a closing quote"},
        {"\"a\\\"", "line 1, column 1: string without a closing quote"},
        {"\"\\", "line 1, column 2: unknown escape (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u exist)"},
        {"\"a\tb\"", "line 1, column 3: control characters in strings must be escaped"},
        {"\"\\u12g4\"", "line 1, column 2: \\u needs four hexadecimal digits"},
        {"\"\\ud800x\"", "line 1, column 2: half of a surrogate pair has no UTF-8 form"},
        {"\"\\udc00\"", "line 1, column 2: half of a surrogate pair has no UTF-8 form"},
        {"\n\"\xFF\"", "line 2, column 2: not UTF-8"},
        {"\"\xED\xA0\x80\"", "line 1, column 2: not UTF-8"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(again(str_from(cases[i][0]), 0),
                   str_format(test_arena(), "invalid JSON: %s%c", cases[i][1], '\0').ptr);
}

static Str nested(size_t depth)
{
    Buf buf = buf_open(test_arena(), 0);
    buf_put_repeat(&buf, STR("[{\"k\":"), depth / 2);
    buf_put(&buf, depth % 2 ? STR("[]") : STR("0"));
    buf_put_repeat(&buf, STR("}]"), depth / 2);
    return buf_str(&buf);
}

/* Seen by the sanitizer: the copies end where their memory ends. */
TEST(a_text_that_ends_within_an_escape_is_not_read_past)
{
    Str whole = STR("\"/a\\\\\\u12");
    for (size_t len = 1; len <= whole.len; len++) {
        char *copy = malloc(len);
        REQUIRE(copy);
        memcpy(copy, whole.ptr, len);
        EXPECT(str_starts(again((Str){copy, len}, 0), STR("invalid JSON: line 1")));
        free(copy);
    }
}

TEST(nesting_is_capped)
{
    Err err;
    Json *value;
    Str deepest = nested(JSON_DEPTH_MAX);
    EXPECT(str_equal(again(deepest, 0), deepest));
    EXPECT(!json_parse(test_arena(), nested(JSON_DEPTH_MAX + 1), &value, &err));
    EXPECT(str_ends(str_from(err.message), STR("nested too deep")));
    /* Builders may go deeper; the writer stops there. */
    Json *root = json_array(test_arena()), *inner = root;
    for (size_t i = 0; i < JSON_DEPTH_MAX; i++) {
        json_add(inner, json_array(test_arena()));
        inner = inner->last;
    }
    json_add(inner, json_bool(test_arena(), true));
    Buf buf = buf_open(test_arena(), 0);
    json_write(&buf, root, 0);
    EXPECT_INT(buf.len, JSON_DEPTH_MAX * 2 + 4);
}

TEST(builders)
{
    Arena *arena = test_arena();
    Json *object = json_object(arena);
    json_set(object, STR("least"), json_i64(arena, INT64_MIN));
    json_set(object, STR("most"), json_u64(arena, UINT64_MAX));
    json_set(object, STR("bad"), json_str(arena, STR("a\xFF\nb")));
    json_set(object, STR("none"), json_null(arena));
    json_set(object, STR("no"), json_bool(arena, false));
    Buf buf = buf_open(arena, 0);
    json_write(&buf, object, 0);
    EXPECT_STR(buf_str(&buf), "{\"least\":-9223372036854775808,\"most\":18446744073709551615,"
                              "\"bad\":\"a\xEF\xBF\xBD\\nb\",\"none\":null,\"no\":false}");
    EXPECT(!json_get(object, STR("missing")));
    EXPECT(!json_get(object->first, STR("key")));
}
