#include "text/jsonc_edit.h"

#include "test.h"

static const JsoncStep steps[] = {{.key = STR_INIT("servers")}, {.key = STR_INIT("me")}};
static const JsoncPath path = {steps, COUNT(steps)};

static Json *entry(void)
{
    Json *value;
    Err err;
    EXPECT(
        json_parse(test_arena(), STR("{\"command\":\"c\",\"args\":[\"a\",\"b\"]}"), &value, &err));
    return value;
}

/* The text with the entry in it, or the error's message. */
static Str with_entry(const char *text)
{
    static Err err;
    EditText result, before = {text != NULL, str_from(text)};
    if (!jsonc_insert(test_arena(), before, &path, entry(), &result, &err))
        return str_from(err.message);
    return result.bytes;
}

/* What is left of a text without the entry; "gone" for no file, "none" when it is not in there. */
static Str without_entry(Str text)
{
    JsoncDoc doc;
    Err err;
    if (!jsonc_parse(test_arena(), text, &doc, &err))
        return str_copy(test_arena(), str_from(err.message));
    JsoncNode *node = jsonc_find(test_scratch(), &doc, &path);
    EditText result = node ? jsonc_remove(test_arena(), &doc, node) : (EditText){true, STR("none")};
    return result.exists ? result.bytes : STR("gone");
}

#define INLINE "\"me\": {\"command\": \"c\", \"args\": [\"a\", \"b\"]}"

TEST(an_entry_is_put_in_where_it_belongs_and_taken_out_again)
{
    static const char *const cases[][2] = {
        {NULL, "{\n  \"servers\": {\n    \"me\": {\n      \"command\": \"c\",\n"
               "      \"args\": [\"a\", \"b\"]\n    }\n  }\n}\n"},
        {"", "{\t\"servers\": { " INLINE " } }"},
        {"// mine\n", "{\t\"servers\": { " INLINE " } }// mine\n"},
        {"{}", "{\"servers\": { " INLINE " }}"},
        {"{\n}\n", "{\"servers\": { " INLINE " }\n}\n"},
        {"{\"servers\": {}}\n", "{\"servers\": {" INLINE "}}\n"},
        {"{\"servers\": { /* none */ }}\n", "{\"servers\": {" INLINE " /* none */ }}\n"},
        {"{\"servers\": {\"a\": 1}}", "{\"servers\": {\"a\": 1, " INLINE "}}"},
        {"{\"servers\": {\"a\": 1,}}", "{\"servers\": {\"a\": 1, " INLINE ",}}"},
        {"{\"a\": 1 }", "{\"a\": 1, \"servers\": { " INLINE " } }"},
        {"{\n\t\"a\": [], // no a\n\t// nor b\n}",
         "{\n\t\"a\": [], // no a\n\t\"servers\": {\n\t\t\"me\": {\n\t\t\t\"command\": \"c\",\n"
         "\t\t\t\"args\": [\"a\", \"b\"]\n\t\t}\n\t},\n\t// nor b\n}"},
        {"{\r\n \"servers\": {\r\n  \"a\": 1 // x, }\r\n }\r\n}\r\n",
         "{\r\n \"servers\": {\r\n  \"a\": 1, // x, }\r\n  \"me\": {\r\n   \"command\": \"c\",\r\n"
         "   \"args\": [\"a\", \"b\"]\r\n  }\r\n }\r\n}\r\n"},
        {"\xEF\xBB\xBF{\"s\\u0065rvers\": {}}", "\xEF\xBB\xBF{\"s\\u0065rvers\": {" INLINE "}}"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Str with = with_entry(cases[i][0]);
        EXPECT_STR(with, cases[i][1]);
        EXPECT_STR(without_entry(with), cases[i][0] ? cases[i][0] : "gone");
    }
}

TEST(an_entry_is_taken_out_wherever_it_stands)
{
    static const char *const cases[][2] = {
        {"{\"servers\": {\"me\": 1, \"a\": 2}}", "{\"servers\": {\"a\": 2}}"},
        {"{\"servers\": {\n  \"me\": 1,\n  \"a\": 2\n}}", "{\"servers\": {\n  \"a\": 2\n}}"},
        {"{\"servers\": {\"a\": 2, // a\n \"me\": 1 /* me */, \"b\": 3}}",
         "{\"servers\": {\"a\": 2, // a\n /* me */ \"b\": 3}}"},
        {"{\"servers\": {// x\n \"me\": 1\r}}", "{\"servers\": {// x\n\r}}"},
        {"{\"servers\": {\n // note\n \"me\": 1,}}", "{\"servers\": {\n // note\n}}"},
        {"{\"x\": 1, \"servers\": {\n // note\n \"me\": 1\n}}",
         "{\"x\": 1, \"servers\": {\n // note\n}}"},
        {"{\n  \"servers\": {\n    \"me\": 1,\n  },\n}\n", "gone"},
        {"// mine\n{\n  \"servers\": {\n    \"me\": 1\n  }\n}\n", "// mine\n{\n}\n"},
        {"{\"servers\": {\"a\": 2}}", "none"},
        {"{\"servers\": [\"me\"]}", "none"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(without_entry(str_from(cases[i][0])), cases[i][1]);
}

TEST(what_is_no_json_is_refused)
{
    static const char *const cases[][2] = {
        {"{\"servers\": []}", "\"servers\" is not an object"},
        {"{\"servers\": null}", "\"servers\" is not an object"},
        {"[]", "the value is not an object"},
        {"7 // seven", "the value is not an object"},
        {"{", "invalid JSON: line 1, column 2: expected a string in double quotes"},
        {"{'a': 1}", "invalid JSON: line 1, column 2: expected a string in double quotes"},
        {"{a: 1}", "invalid JSON: line 1, column 2: expected a string in double quotes"},
        {"{\"a\" 1}", "invalid JSON: line 1, column 6: expected ':' after the key"},
        {"{\"a\": 1 \"b\": 2}", "invalid JSON: line 1, column 9: expected ',' or '}'"},
        {"{\n\"a\": 01}", "invalid JSON: line 2, column 6: expected a value"},
        {"{\"a\": tru}", "invalid JSON: line 1, column 7: expected a value"},
        {"{\"a\": nulls}", "invalid JSON: line 1, column 7: expected a value"},
        {"{\"a\": 1.}", "invalid JSON: line 1, column 7: expected a value"},
        {"{,}", "invalid JSON: line 1, column 2: expected a string in double quotes"},
        {"{\"a\": [1,,]}", "invalid JSON: line 1, column 10: expected a value"},
        {"{\"a\": [1}}", "invalid JSON: line 1, column 9: expected ',' or ']'"},
        {"{\"a\": \"x\ny\"}", "invalid JSON: line 1, column 9: control character in a string"},
        {"{\"a\": \"\\q\"}", "invalid JSON: line 1, column 8: unknown escape"},
        {"{\"a\": \"x", "invalid JSON: line 1, column 9: string without closing quotes"},
        {"{} {}", "invalid JSON: line 1, column 4: expected the end of the file"},
        {"{} /* x", "invalid JSON: line 1, column 4: expected the end of the file"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(with_entry(cases[i][0]), cases[i][1]);
}

TEST(nesting_is_capped)
{
    Buf buf = buf_open(test_arena(), 0);
    JsoncDoc doc;
    Err err = {0};
    buf_put_repeat(&buf, STR("["), JSON_DEPTH_MAX);
    buf_put_repeat(&buf, STR("]"), JSON_DEPTH_MAX);
    EXPECT(jsonc_parse(test_arena(), buf_str(&buf), &doc, &err));
    Str deeper = str_format(test_arena(), "[%.*s]", STR_ARG(buf_str(&buf)));
    EXPECT(!jsonc_parse(test_arena(), deeper, &doc, &err));
    EXPECT_STR(str_from(err.message), "invalid JSON: line 1, column 2049: nested too deep");
}

TEST(values_lose_their_comments)
{
    JsoncDoc doc;
    Json *value;
    Err err;
    Str text = STR("{\"a\": [1, /* , */ \"//\\\",]\",], // c\n}");
    REQUIRE(jsonc_parse(test_arena(), text, &doc, &err));
    REQUIRE(jsonc_value(test_arena(), &doc, doc.root, &value, &err));
    Buf buf = buf_open(test_arena(), 0);
    json_write(&buf, value, 0);
    EXPECT_STR(buf_str(&buf), "{\"a\":[1,\"//\\\",]\"]}");
}

TEST(comments_last_commas_and_a_mark_become_blanks)
{
    static const char *const texts[][2] = {
        {"{\"a\": 1, // one\n\"b\": [2,]}", "{\"a\": 1,       \n\"b\": [2 ]}"},
        {"\xEF\xBB\xBF{/* x\ny */}", "   {    \n    }"},
        {"{\"//\": \"/* \\\" */\",\n}", "{\"//\": \"/* \\\" */\" \n}"},
        {"[1, 2 /* no end", "[1, 2          "}};
    for (size_t i = 0; i < COUNT(texts); i++)
        EXPECT_STR(jsonc_plain(test_arena(), str_from(texts[i][0])), texts[i][1]);
}
