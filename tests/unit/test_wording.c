#include "test.h"

#include "view/wording.h"

static Str shout(const void *caller, Str text)
{
    return str_format(test_arena(), "%s%.*s", (const char *)caller, STR_ARG(text));
}

static Str said(const char *wording, const char *json)
{
    Json *value, *words;
    Err err;
    Buf out = buf_open(test_arena(), 0);
    EXPECT(json_parse(test_arena(), str_from(json), &value, &err));
    EXPECT(json_parse(test_arena(), STR("{\"next\":\"go on\",\"rows\":[{\"hint\":\"x\"}]}"), &words,
                      &err));
    wording_put(&out, test_scratch(), &(Wording){wording, value, words, shout, "!"});
    return buf_str(&out);
}

TEST(members_are_printed_as_one_line_and_missing_ones_not_at_all)
{
    EXPECT_STR(said("{a}{b.c}|{d}|{next}", "{\"a\":1,\"b\":{\"c\":\"x\\ny\"}}"), "1x y||go on");
    EXPECT_STR(said("{!--limit}", "{}"), "!--limit");
}

TEST(a_part_is_chosen_by_whether_its_member_is_there)
{
    const char *wording = "{?a}yes{?b} and b{:} without{/}{:}no{/}.";
    EXPECT_STR(said(wording, "{\"a\":[1],\"b\":\"\"}"), "yes without.");
    EXPECT_STR(said(wording, "{\"a\":true,\"b\":2}"), "yes and b.");
    EXPECT_STR(said(wording, "{\"a\":0}"), "no.");
    EXPECT_STR(said("{?a}{:}none{/}", "{\"a\":false}"), "none");
    EXPECT_STR(said("{?a>2}{#a:past 2} more{/}", "{\"a\":[1,2,3]}"), "1 more");
    EXPECT_STR(said("{?a=x}is x{:}other{/}", "{\"a\":\"y\"}"), "other");
}

TEST(lists_are_printed_with_what_separates_their_elements)
{
    const char *wording = "{#l} row{#l:s} {#l:is has|have} {*l|, }{n}{?t}*{/}{/}\n";
    EXPECT_STR(said(wording, "{\"l\":[{\"n\":\"a\",\"t\":1},{\"n\":\"b\"}]}"),
               "2 rows have a*, b\n");
    EXPECT_STR(said(wording, "{\"l\":[{\"n\":\"a\"}]}"), "1 row has a\n");
    EXPECT_STR(said("{*a,b 3|, }{.}{/}", "{\"a\":[1,2],\"b\":[3,4]}"), "1, 2, 3");
    EXPECT_STR(said("{*o|, }{.} {@}{/}", "{\"o\":{\"x\":1,\"y\":2}}"), "1 x, 2 y");
    EXPECT_STR(said("{?a|b}either{/}", "{\"b\":1}"), "either");
    EXPECT_STR(said("{*l}{*.|-}{.}{/};{/}", "{\"l\":[[1,2],[3]]}"), "1-2;3;");
}

TEST(a_name_is_looked_for_in_what_contains_the_element)
{
    EXPECT_STR(said("{*l}{a}{b}{/}", "{\"a\":1,\"l\":[{\"b\":2},{\"a\":3,\"b\":4}]}"), "1234");
}

TEST(words_belong_to_the_element_of_their_number)
{
    EXPECT_STR(said("{*rows|;}{a}{?hint} ({hint}){/}{/}", "{\"rows\":[{\"a\":1},{\"a\":2}]}"),
               "1 (x);2");
}

TEST(forms_print_numbers_addresses_and_parts)
{
    EXPECT_STR(
        said("{a:thousands} {a:size} {b:cut 5} {b:first 2}", "{\"a\":2048,\"b\":\"abcdef\"}"),
        "2,048 2 KB ab\xE2\x80\xA6 ab");
    EXPECT_STR(said("{a:address} {b:address}", "{\"a\":\"a\\tb\",\"b\":\"\\\"\\\\xFF\\\"\"}"),
               "\"a\\tb\" \"\\xFF\"");
}

TEST(a_row_of_a_symbol_is_its_place_kind_and_name)
{
    EXPECT_STR(said("{>}", "{\"name\":\"f\",\"kind\":\"function\",\"path\":\"a.c\",\"start\":3,"
                           "\"end\":9}"),
               "a.c:3-9  function f");
    EXPECT_STR(
        said("{>}", "{\"name\":\"a.c\",\"kind\":\"file\",\"path\":\"a.c\",\"start\":1,\"end\":1}"),
        "a.c  file");
}
