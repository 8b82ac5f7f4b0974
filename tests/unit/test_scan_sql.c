#include "scan_case.h"

TEST(a_semicolon_in_quotes_or_a_body_ends_nothing)
{
    EXPECT_STR(
        scan_listing("sql", "CREATE TABLE \"a;b\" (x text DEFAULT ';', -- ;\n y int /* ; */);\n"),
        "table a;b [1-2]\n  column x [1-1]\n  column y [2-2]\n");
    EXPECT_STR(scan_listing("sql",
                            "CREATE FUNCTION f() RETURNS int AS $x$ a; $$ ; $x$ LANGUAGE sql;\n"
                            "CREATE VIEW v AS SELECT 1;"),
               "function f [1-1]\nview v [2-2]\n");
    EXPECT_STR(
        scan_listing("sql",
                     "CREATE TRIGGER t AFTER UPDATE ON x BEGIN\nSELECT CASE WHEN 1 THEN 2 END;\n"
                     "DELETE FROM y;\nEND;\nCREATE INDEX i ON x (y);\n"),
        "trigger t [1-4]\nindex i [5-5]\n");
    EXPECT_STR(
        scan_listing("sql",
                     "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC\nSELECT 1; SELECT 2;\nEND;\n"
                     "CREATE SCHEMA s;"),
        "function f [1-3]\nschema s [4-4]\n");
    EXPECT_STR(scan_listing("sql", "CREATE FUNCTION f() RETURNS text AS E'a\\'; b' LANGUAGE sql;\n"
                                   "CREATE TABLE t (x int);\n"),
               "function f [1-1]\ntable t [2-2]\n  column x [2-2]\n");
}

TEST(mysql_delimiters)
{
    EXPECT_STR(
        scan_listing(
            "sql",
            "DELIMITER //\nCREATE PROCEDURE p(a INT)\nBEGIN\n  SELECT 1;\nEND//\nDELIMITER ;\n"
            "CREATE TABLE `t` (`a;` int COMMENT 'it\\'s', KEY `k` (`a;`));\n"),
        "function p [2-5]\ntable t [7-7]\n  column a; [7-7]\n  index k [7-7]\n");
}

TEST(batches_end_at_go)
{
    EXPECT_STR(scan_listing("sql", "CREATE PROC dbo.p @a int AS\nSELECT 1;\nSELECT 2;\nGO\n"
                                   "CREATE TABLE [a b].[t] ([x] int)\nGO\n"),
               "function dbo.p [1-3]\ntable a b.t [5-5]\n  column x [5-5]\n");
}

TEST(parameters_without_parentheses_are_all_in_the_signature)
{
    Outline outline = scan_outline(
        "sql",
        STR("CREATE PROC p @a INT = 1, @b NVARCHAR(9) = N'x', @c INT = NULL OUTPUT AS SELECT 1;\n"),
        false);
    EXPECT_INT(outline.symbols.len, 1);
    EXPECT_STR(outline.symbols.ptr[0].signature,
               "CREATE PROC p @a INT = 1, @b NVARCHAR(9) = N'x', @c INT = NULL OUTPUT");
}

TEST(names_in_brackets_beside_another_dialect)
{
    EXPECT_STR(scan_listing("sql", "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ ; $$;\n"
                                   "CREATE TABLE [t] ([a] int, [b-c d] int[2][3], e int [4]);\n"),
               "function f [1-1]\ntable t [2-2]\n  column a [2-2]\n  column b-c d [2-2]\n"
               "  column e [2-2]\n");
    EXPECT_STR(scan_listing("sql", "CREATE VIEW v AS SELECT $$;$$, ARRAY[[a, ']'], [b, ';']];\n"
                                   "CREATE SCHEMA s;\n"),
               "view v [1-1]\nschema s [2-2]\n");
}

TEST(packages_hold_their_routines)
{
    EXPECT_STR(scan_listing(
                   "sql",
                   "CREATE OR REPLACE PACKAGE BODY p IS\n  PROCEDURE a IS\n  BEGIN\n"
                   "    IF 1=1 THEN NULL; END IF;\n  END a;\n"
                   "  FUNCTION b(x NUMBER) RETURN NUMBER IS BEGIN RETURN q'[;]'; END;\nEND p;\n/\n"
                   "CREATE SEQUENCE s;\n"),
               "package p [1-7]\n  function a [2-5]\n  function b [6-6]\nsequence s [9-9]\n");
}

TEST(a_line_that_begins_a_statement_ends_a_broken_one)
{
    EXPECT_STR(scan_listing("sql", "CREATE TABLE a (x int\nCREATE TABLE b (y int);\n"),
               "table a [1-1]\n  column x [1-1]\ntable b [2-2]\n  column y [2-2]\n");
    EXPECT_STR(scan_listing("sql", "SELECT 'open\nCREATE TABLE b (y int);\n"),
               "table b [2-2]\n  column y [2-2]\n");
    EXPECT(scan_outline("sql", STR("CREATE TABLE a (x int, y int;\nSELECT 1;\n"), false).degraded);
    EXPECT(!scan_outline("sql", STR("CREATE TABLE a (x int, y int);\n"), false).degraded);
}

TEST(alter_says_what_it_does)
{
    Outline outline =
        scan_outline("sql", STR("ALTER TABLE ONLY s.t ADD COLUMN a int, DROP COLUMN b;"), false);
    EXPECT_INT(outline.symbols.len, 1);
    EXPECT_STR(outline.symbols.ptr[0].name, "t");
    EXPECT_STR(symbol_owner(&outline.symbols.ptr[0]), "s");
    EXPECT_STR(outline.symbols.ptr[0].signature,
               "ALTER TABLE ONLY s.t ADD COLUMN a int, DROP COLUMN b");
}

TEST(copy_data_is_one_record)
{
    EXPECT_STR(
        scan_listing(
            "sql",
            "COPY t (a) FROM stdin;\n1\tCREATE TABLE no (x int);\n\\.\nCREATE TABLE t (a int);\n"),
        "record t [1-3]\ntable t [4-4]\n  column a [4-4]\n");
    EXPECT_STR(scan_listing("sql", "COPY t FROM stdin; -- fails\nCREATE TABLE t (a int);\n"),
               "table t [2-2]\n  column a [2-2]\n");
}

TEST(statements_are_cut_points)
{
    EXPECT_STR(scan_cuts("sql", "-- doc\nCREATE TABLE t (\n a int,\n b int\n);\n\nSELECT 1;\n"),
               "1:0 3:1 4:1 7:0");
}
