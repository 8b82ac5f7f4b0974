/* Texts of declarations: what is documentation and what a signature shows. */
#include "scan_case.h"

#include "lang/walk/declare.h"

/* The documentation of the only, or the last, symbol of a text. */
static Str last_doc(const char *language, const char *text)
{
    Outline outline = scan_outline(language, str_from(text), false);
    EXPECT(outline.symbols.len > 0);
    return outline.symbols.len ? symbol_doc(&outline.symbols.ptr[outline.symbols.len - 1])
                               : (Str){0};
}

TEST(docstrings_lose_quotes_and_prefix)
{
    static const struct {
        const char *text, *doc;
    } cases[] = {
        {"def f():\n    \"\"\"Plain doc. More.\"\"\"\n", "Plain doc."},
        {"def f():\n    r\"\"\"Raw doc. More.\"\"\"\n", "Raw doc."},
        {"def f():\n    R'''Raw doc.'''\n", "Raw doc."},
        {"def f():\n    u'''\n    A doc of\n    two lines. More.\n    '''\n",
         "A doc of two lines."},
        {"class C:\n    U\"One line\"\n", "One line"},
        {"def f():\n    'One line'\n", "One line"},
        {"def f():\n    \"\"\"\"Quoted\" start.\"\"\"\n", "\"Quoted\" start."},
        {"def f():\n    \"\"\"\"\"\"\n", ""},
        {"def f():\n    ''\n", ""},
        {"def f():\n    f\"\"\"No {x} doc.\"\"\"\n", ""},
        {"def f():\n    b'no doc'\n", ""},
        {"def f():\n    rb'no doc'\n", ""},
        {"# A comment.\ndef f():\n    f'no {x} doc'\n", "A comment."},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(last_doc("python", cases[i].text), cases[i].doc);
    EXPECT_STR(last_doc("elisp", "(defvar x 1 \"The doc.\")\n"), "The doc.");
}

TEST(directives_are_no_documentation)
{
    static const struct {
        const char *text, *doc;
    } cases[] = {
        {"//go:noinline\nfunc G() {}\n", ""},
        {"// G does. More.\n//\n//go:noinline\nfunc G() {}\n", "G does."},
        {"//go:generate x\n// G does\n//nolint\n// more.\nfunc G() {}\n", "G does more."},
        {"//export G\nfunc G() {}\n", ""},
        {"//nolint:errcheck // why\nfunc G() {}\n", ""},
        {"//line a.go:1\nfunc G() {}\n", ""},
        {"//extern c_g\nfunc G()\n", ""},
        {"//exported G\nfunc G() {}\n", "exported G"},
        {"//G: the letter\nfunc G() {}\n", "G: the letter"},
        {"//see: the letter\nfunc G() {}\n", "see: the letter"},
        {"//http://x.y is it\nfunc G() {}\n", "http://x.y is it"},
        {"// go:noinline is not here\nfunc G() {}\n", "go:noinline is not here"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(last_doc("go", cases[i].text), cases[i].doc);
}

TEST(an_apostrophe_in_a_name_opens_nothing)
{
    static const struct {
        const char *language, *text, *signature;
    } cases[] = {
        {"haskell", "notes'     :: Table'   -> b'\n", "notes' :: Table' -> b'"},
        {"haskell", "f'a''  ::  A'  ->  'B'  ' '\n", "f'a'' :: A' -> 'B' ' '"},
        {"rust", "fn  f<'a,   'b>(c: &'a  u8)", "fn f<'a, 'b>(c: &'a u8)"},
        {"rust", "fn  f() -> [u8; b' '  as  usize]", "fn f() -> [u8; b' ' as usize]"},
        {"python", "def f(a=b'1  2',  b='3  4')", "def f(a=b'1  2', b='3  4')"},
        {"cpp", "int  a[1'000'000]  [2'000]", "int a[1'000'000] [2'000]"},
        {"text", "a'  b'  'c  d'", "a' b' 'c  d'"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(declare_signature(test_arena(), lang_find(str_from(cases[i].language)),
                                     str_from(cases[i].text)),
                   cases[i].signature);
}

/* A comment for a tool alone, then one for people before it and behind it. */
static void expect_no_doc(const char *language, const char *line, const char *declared)
{
    const char *mark = strcmp(language, "python") && strcmp(language, "ruby") &&
                               strcmp(language, "bash") && strcmp(language, "elixir") &&
                               strcmp(language, "perl")
                           ? "//"
                           : "#";
    mark = strcmp(language, "lua") && strcmp(language, "haskell") ? mark : "--";
    Str alone = str_format(test_arena(), "%s\n%s\n", line, declared);
    Str before = str_format(test_arena(), "%s\n%s Adds two.\n%s\n", line, mark, declared);
    Str behind = str_format(test_arena(), "%s Adds two.\n%s\n%s\n", mark, line, declared);
    EXPECT_STR(last_doc(language, str_terminate(test_arena(), alone)), "");
    EXPECT_STR(last_doc(language, str_terminate(test_arena(), before)), "Adds two.");
    EXPECT_STR(last_doc(language, str_terminate(test_arena(), behind)), "Adds two.");
}

TEST(comments_for_tools_are_no_documentation)
{
    static const struct {
        const char *language, *declared, *lines[24];
    } cases[] = {
        {"typescript",
         "export function add(a: number) { return a }",
         {"/*@__NO_SIDE_EFFECTS__*/",
          "/* @__PURE__ */",
          "/* #__PURE__ */",
          "/*#__INLINE__*/",
          "// eslint-disable-next-line no-console -- we print",
          "/* eslint-disable */",
          "/* eslint quotes: 0 */",
          "// @ts-ignore",
          "// @ts-expect-error it is so",
          "// prettier-ignore",
          "// biome-ignore lint/a: because",
          "// tslint:disable:no-any",
          "/* istanbul ignore next */",
          "/* c8 ignore start */",
          "// deno-lint-ignore no-explicit-any",
          "// oxlint-disable-next-line",
          "// $FlowFixMe[x]",
          "// NOSONAR",
          "//#region Adding",
          "// cspell:disable",
          "// @vite-ignore",
          "/* jshint esversion: 6 */"}},
        {"python",
         "def add(a):\n    return a",
         {"# noqa", "# noqa: E501", "# type: ignore[misc]", "# pylint: disable=too-many-lines",
          "# pyright: ignore", "# mypy: ignore-errors", "# fmt: off", "# yapf: disable",
          "# pragma: no cover", "# nosec B101", "# ruff: noqa", "# -*- coding: utf-8 -*-",
          "# vim: set ts=4:", "#region Adding"}},
        {"cpp",
         "int add(int a) { return a; }",
         {"// NOLINTNEXTLINE(readability-magic-numbers): why", "// NOLINT", "// clang-format off",
          "// IWYU pragma: keep", "// cppcheck-suppress unusedFunction", "// LCOV_EXCL_START",
          "/* coverity[leaked] */", "/* *INDENT-OFF* */", "//lint -e715"}},
        {"c", "int add(int a) { return a; }", {"/* NOLINTBEGIN */", "/* clang-format on */"}},
        {"go",
         "func add(a int) int { return a }",
         {"//go:generate stringer", "//nolint:errcheck // why", "//lint:ignore U1000 why",
          "// +build linux", "//revive:disable", "// #nosec G101"}},
        {"ruby",
         "def add(a)\nend",
         {"# rubocop:disable Metrics/MethodLength", "# frozen_string_literal: true",
          "# encoding: utf-8", "# typed: strict", "# :nodoc:", "# standard:disable Style"}},
        {"java",
         "class A {}",
         {"// noinspection unchecked", "// CHECKSTYLE:OFF", "// NOPMD", "// @formatter:off",
          "//$NON-NLS-1$"}},
        {"kotlin", "fun add() {}", {"// ktlint-disable no-wildcard-imports", "//noinspection x"}},
        {"c_sharp", "class A {}", {"// ReSharper disable once X"}},
        {"bash", "add() { echo; }", {"# shellcheck disable=SC2034", "# shellcheck source=./a.sh"}},
        {"perl", "sub add { 1 }", {"## no critic (RequireX)"}},
        {"swift", "func add() {}", {"// swiftlint:disable all", "// MARK: - Adding"}},
        {"dart",
         "int add() => 1;",
         {"// ignore: avoid_print, prefer_const", "// ignore_for_file: a_b"}},
        {"lua",
         "function add() end",
         {"-- luacheck: ignore", "-- stylua: ignore", "---@diagnostic disable"}},
        {"elixir", "defmodule A do\nend", {"# credo:disable-for-next-line"}},
        {"rust", "fn add() {}", {"// cspell:ignore foo", "// codespell:ignore"}},
        {"scala", "class A", {"// scalastyle:off", "// scalafmt: off"}},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t k = 0; k < COUNT(cases[i].lines) && cases[i].lines[k]; k++)
            expect_no_doc(cases[i].language, cases[i].lines[k], cases[i].declared);
}

TEST(words_that_tools_use_too_are_documentation)
{
    static const char *const docs[] = {"ignore: paths that are left out.",
                                       "encoding: how text is written.",
                                       "Ruff is a linter.",
                                       "eslint rules that are told.",
                                       "nocovers are counted.",
                                       "format: on the wire.",
                                       "region of memory.",
                                       "Auto-disable it.",
                                       "note:disabled by default.",
                                       "language of the text.",
                                       "lint the file.",
                                       "__init__ makes it."};
    for (size_t i = 0; i < COUNT(docs); i++) {
        Str text = str_format(test_arena(), "// %s\nint add(int a) { return a; }\n", docs[i]);
        EXPECT_STR(last_doc("c", str_terminate(test_arena(), text)), docs[i]);
    }
}
