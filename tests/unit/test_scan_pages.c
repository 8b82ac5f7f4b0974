#include "scan_case.h"

TEST(xml_elements_are_called_by_what_tells_them_apart)
{
    EXPECT_STR(
        scan_listing(
            "xml",
            "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b \"<c>\">]>\n<r>\n<a id=\"x>y\"/>\n"
            "<b><name>n</name></b>\n<!-- <z> --><![CDATA[<z>]]>\n<c>t</c>\n</r>\n"),
        "element r [3-8]\n  element x>y [4-4]\n  element n [5-5]\n    element name [5-5]\n"
        "  element c [7-7]\n");
}

TEST(xml_siblings_without_a_name_are_one_entry)
{
    Outline outline =
        scan_outline("xml", STR("<r>\n<i><k/></i>\n<i/>\n<i><j/></i>\n<o/></r>"), false);
    EXPECT_INT(outline.symbols.len, 4);
    EXPECT_STR(outline.symbols.ptr[1].signature, "<i> (×3)");
    EXPECT_INT(outline.symbols.ptr[1].start_line, 2);
    EXPECT_INT(outline.symbols.ptr[1].end_line, 4);
    EXPECT_STR(outline.symbols.ptr[3].name, "o");
    EXPECT_STR(outline.facts, "7 elements");
}

TEST(xml_that_is_not_well_formed)
{
    EXPECT_STR(scan_listing("xml", "<a><b></a>"), "element a [1-1]\n  element b [1-1]\n");
    EXPECT_STR(scan_listing("xml", "</x><a></y><b/>"), "element a [1-1]\n  element b [1-1]\n");
    EXPECT_STR(scan_listing("xml", "<a <b c='"), "element a [1-1]\n  element b [1-1]\n");
    EXPECT_STR(scan_listing("xml", "<!--"), "");
    EXPECT_STR(
        scan_listing(
            "xml",
            "<plist><dict><key>A</key><true/>\n<key>B</key><string>x</string></dict></plist>"),
        "element plist [1-2]\n  element dict [1-2]\n    key A [1-1]\n    key B [2-2]\n");
}

TEST(html_sections_end_with_the_element_around_them)
{
    EXPECT_STR(
        scan_listing("html",
                     "<title>T</title>\n<main>\n<h1>A <b>b</b></h1>\n<div><div></div>\n<h2>C</h2>\n"
                     "</div>\n<h1>D</h1>\n"
                     "</main>\n<div id=x>\n<div>\n</div>\n</div>\n<p id=y>\n"),
        "element T [1-1]\nelement main [2-8]\n  section A b [3-6]\n    section C [5-6]\n"
        "  section D [7-7]\n"
        "element x [9-12]\nelement y [13-13]\n");
}

TEST(scripts_and_styles_are_outlined_in_place)
{
    const char *text =
        "<p>\n<script lang=\"ts\">\nimport a from 'a';\nfunction f(x: number) {\n}\n</script>\n"
        "<style>\n.c { }\n</style>\n";
    EXPECT_STR(scan_listing("vue", text),
               "element script [2-6]\n  function f [4-5]\nelement style [7-9]\n  rule .c [8-8]\n");
    Outline outline = scan_outline("vue", str_from(text), true);
    EXPECT_INT(outline.imports.len, 1);
    EXPECT_INT(outline.imports.ptr[0].line, 3);
    const Symbol *function = &outline.symbols.ptr[1];
    EXPECT_STR(str_slice(str_from(text), function->name_start, function->name_end), "f");
    EXPECT_STR(scan_listing("html", "<script>if (a < b) { }"), "element script [1-1]\n");
}
