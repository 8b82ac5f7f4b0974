#include "scan_case.h"

TEST(proto_messages_nest_and_keywords_may_be_names)
{
    EXPECT_STR(
        scan_listing(
            "proto",
            "message A {\n message message = 1; // }\n map<string, b.C> m = 2 [x = {a: 1}];\n"
            " enum E { X = 0; }\n"
            " optional group G = 3 { required int32 i = 1; }\n}\n"
            "service S { rpc R (stream A) returns (A) {} }\n"),
        "struct A [1-6]\n  field message [2-2]\n  field m [3-3]\n  enum E [4-4]\n"
        "    enum_member X [4-4]\n"
        "  struct G [5-5]\n    field i [5-5]\ninterface S [7-7]\n  method R [7-7]\n");
}

TEST(idl_text_that_does_not_end)
{
    static const char *const languages[] = {"proto", "graphql", "thrift", "capnp", "wgsl"};
    static const char *const texts[] = {"",
                                        "{",
                                        "}",
                                        "}}}",
                                        "message",
                                        "message A",
                                        "message A {",
                                        "struct A { 1:",
                                        "type A {",
                                        "type A { b(",
                                        "\"\"\"",
                                        "\"",
                                        "/*",
                                        "fn",
                                        "fn f(",
                                        "@",
                                        "@@@",
                                        "enum {{{",
                                        "service S { rpc",
                                        "= = =",
                                        "struct S { a:",
                                        "union {",
                                        "(",
                                        ")",
                                        "const",
                                        "extend",
                                        "query",
                                        "interface I { f @0 (",
                                        "typedef map<",
                                        "#"};
    for (size_t i = 0; i < COUNT(languages); i++)
        for (size_t j = 0; j < COUNT(texts); j++)
            scan_outline(languages[i], str_from(texts[j]), true);
}

TEST(graphql_definitions)
{
    EXPECT_STR(scan_listing(
                   "graphql",
                   "\"\"\"Doc { type X }\"\"\"\ntype A @k(f: \"}\") {\n b(c: [Int!] = [1]): [D!]!\n"
                   " type: Int\n}\nunion U = A | type\nscalar S\n"),
               "class A [2-5]\n  field b [3-3]\n  field type [4-4]\nunion U [6-6]\ntype S [7-7]\n");
}
