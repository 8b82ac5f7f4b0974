#include "scan_case.h"

TEST(clojure_forms_and_a_missing_parenthesis)
{
    EXPECT_STR(
        scan_listing(
            "clojure",
            "(ns a.b (:require [c.d :as d]))\n(def ^:private x \"(\")\n(defn f\n  \"doc (\"\n"
            "  [a] \\( (g\n(defn h [] 1)\n"
            "(defprotocol P (m [this]) (n [this x]))\n"),
        "variable x [2-2]\nfunction f [3-5]\nfunction h [6-6]\ninterface P [7-7]\n"
        "  method m [7-7]\n  method n [7-7]\n");
    EXPECT_STR(
        scan_listing(
            "scheme",
            "(define (f x) (define (g y) #\\() y)\n(define z '(1 2))\n#|\n(define w 1)\n|#\n"),
        "function f [1-1]\n  function g [1-1]\nvariable z [2-2]\n");
}

TEST(fortran_of_both_forms)
{
    EXPECT_STR(scan_listing("fortran",
                            "      SUBROUTINE A(X,\n     $  Y)\nC     END\n      REAL*8 X\n"
                            "      IF (X.GT.0) THEN\n      ENDIF\n      END\n"
                            "      DOUBLE PRECISION FUNCTION B(X)\n      END\n"),
               "function A [1-7]\nfunction B [8-9]\n");
    EXPECT_STR(
        scan_listing(
            "fortran",
            "module m\ninteger, parameter :: n = 3 ! end\ntype t\n real :: x(2), y\nend type\n"
            "contains\n"
            "function f(a, &\n  & b) result(c)\n if (a) then\n end if\nend function\nend module\n"),
        "module m [1-12]\n  constant n [2-2]\n  struct t [3-5]\n    field x [4-4]\n"
        "    field y [4-4]\n  function f [7-11]\n");
}

TEST(erlang_forms_end_with_a_period)
{
    EXPECT_STR(scan_listing("erlang",
                            "-module(m).\n-record(r, {a = 1.5, 'b c'}).\n-spec f(X :: a) -> b.\n"
                            "f($.) -> \"x. y\"; % .\nf(1) -> 2.\n'q r'() -> ok.\n"),
               "struct r [2-2]\n  field a [2-2]\n  field b c [2-2]\nfunction f [3-5]\n"
               "function q r [6-6]\n");
}

TEST(assembly_labels)
{
    EXPECT_STR(
        scan_listing(
            "asm",
            "\t.text\nmain:\n\tret\n.L1:\n1:\n/* no:\nno: */\nother: nop\n.macro m a\n\tnop\n"
            ".endm\nSYM_FUNC_START(f)\n\tret\nSYM_FUNC_END(f)\nX = 1\n"),
        "section .text [1-1]\nfunction main [2-5]\nfunction other [8-8]\nmacro m [9-11]\n"
        "function f [12-14]\nconstant X [15-15]\n");
}

TEST(vim_and_fish_functions)
{
    EXPECT_STR(scan_listing(
                   "vim", "function! a#b() abort\n  let s:no = 1\n  lua << EOF\nfunction c()\nEOF\n"
                          "endfunction\nlet g:x = 1\ncommand! -bang Do call a#b()\n"),
               "function a#b [1-6]\nvariable g:x [7-7]\nevent Do [8-8]\n");
    EXPECT_STR(scan_listing("fish",
                            "function f\n  if true; and false\n    echo 'end'\n  else if x\n  end\n"
                            "  for i in a; end\nend\nset -g X 1\n"),
               "function f [1-7]\nvariable X [8-8]\n");
}

TEST(code_that_does_not_end)
{
    static const char *const languages[] = {"clojure", "scheme", "fortran", "erlang",
                                            "asm",     "vim",    "fish"};
    static const char *const texts[] = {"",
                                        "(",
                                        ")",
                                        "(def",
                                        "(defn f [",
                                        "\"",
                                        "\\",
                                        "#|",
                                        "#",
                                        "'",
                                        "-",
                                        "-record(",
                                        "-record(a,{",
                                        "-define(A(",
                                        "f(",
                                        "$",
                                        "f() -> $",
                                        "end",
                                        "module",
                                        "type ::",
                                        "function",
                                        "integer ::",
                                        "&",
                                        "call x( &\n",
                                        ":",
                                        "a:",
                                        ".macro",
                                        "/*",
                                        "SYM_FUNC_START(",
                                        "function! ",
                                        "fun! F(",
                                        "let g:",
                                        "augroup",
                                        "py << ",
                                        "function f; end; end",
                                        "alias",
                                        "set -",
                                        "else if",
                                        "use ::",
                                        "interface operator(",
                                        "class A",
                                        "-spec f",
                                        "%",
                                        "^",
                                        "(ns a (:require [",
                                        "(define (((",
                                        "\t.section",
                                        "x equ",
                                        "command! -",
                                        "source '"};
    for (size_t i = 0; i < COUNT(languages); i++)
        for (size_t j = 0; j < COUNT(texts); j++)
            scan_outline(languages[i], str_from(texts[j]), true);
}

/* Closing braces below what they close, halves of braces under #if: as in David Gay's dtoa.c. */
static const char indented_c[] = "#ifdef __cplusplus\n"
                                 "extern \"C\" {\n"
                                 "#endif\n"
                                 " struct\n"
                                 "Big {\n"
                                 "\tint k;\n"
                                 "\t};\n"
                                 "static double tens[] = { 1, 2,\n"
                                 "\t\t3\n"
                                 "\t\t};\n"
                                 " static int\n"
                                 "first(int e)\n"
                                 "{\n"
                                 "#ifdef LOCALE\n"
                                 "\tif (e == 1) {\n"
                                 "\t\te = 2;\n"
                                 "#else\n"
                                 "\tif (e == 3) {\n"
                                 "#endif\n"
                                 "\t\te = 4;\n"
                                 "\t\t}\n"
                                 "\tif (e > 5) {\n"
                                 " over:\n"
                                 "\t\te = 6;\n"
                                 "\t\t}\n"
                                 "#ifdef TWICE\n"
                                 "\tif (e) {\n"
                                 "#endif\n"
                                 "\treturn e;\n"
                                 "\t}\n"
                                 " static int\n"
                                 "second(int e)\n"
                                 "{\n"
                                 "\treturn e;\n"
                                 "\t}\n"
                                 "int third(void)\n"
                                 "{\n"
                                 "\treturn 3;\n"
                                 "}\n"
                                 "#ifdef __cplusplus\n"
                                 "}\n"
                                 "#endif\n";

TEST(closing_braces_that_are_indented)
{
    EXPECT_STR(scan_listing("c", indented_c), "struct Big [4-7]\n"
                                              "  field k [6-6]\n"
                                              "variable tens [8-10]\n"
                                              "function first [11-30]\n"
                                              "function second [31-35]\n"
                                              "function third [36-39]\n");
}
