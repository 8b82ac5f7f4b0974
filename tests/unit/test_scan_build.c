#include "scan_case.h"

TEST(make_rules_variables_and_defines)
{
    EXPECT_STR(
        scan_listing("make",
                     "A = 1\nA += 2\nB := $(x:=y)\nall: a; echo x=1\nd: X = 1\n%.o: %.c\n\tcc = 1\n"
                     "\tcc: 2\n\n"
                     "define D\nno: rule\nendef\n.PHONY: all\n$(O)/x y::\n"),
        "variable A [1-1]\nvariable B [3-3]\ntarget all [4-4]\ntarget %.o [6-8]\nmacro D [10-12]\n"
        "target $(O)/x [14-14]\n");
    EXPECT_STR(
        scan_listing("make",
                     "obj-$(CONFIG_A) += a.o \\\n  b.o\nobj-$(CONFIG_B) += c.o\nexport X ?= 1\n"),
        "variable obj-$(CONFIG_A) [1-2]\nvariable obj-$(CONFIG_B) [3-3]\nvariable X [4-4]\n");
}

TEST(dockerfile_stages)
{
    EXPECT_STR(
        scan_listing(
            "dockerfile",
            "ARG V=1\nFROM a:$V AS b\nRUN x\nFROM b\nENV A=\"1 2\" B=3\nRUN <<EOF\nFROM c\nEOF\n"
            "CMD x\n"),
        "variable V [1-1]\ntarget b [2-3]\ntarget b [4-9]\n  variable A [5-5]\n  variable B [5-5]\n"
        "  property RUN [6-8]\n  property CMD [9-9]\n");
    Outline outline = scan_outline("dockerfile", STR("FROM golang AS build\nFROM build\n"), false);
    EXPECT_INT(outline.imports.len, 1);
    EXPECT_STR(outline.imports.ptr[0].name, "golang");
}

TEST(cmake_commands)
{
    EXPECT_STR(
        scan_listing("cmake",
                     "set(A \"(\" b) # )\nfunction(f x)\n set(local \\\" 1)\nendfunction()\n#[[\n"
                     "macro(no)\n]]\n"
                     "add_library(lib [=[ ) ]=] a.c)\nset(A 2)\n"),
        "variable A [1-1]\nfunction f [2-4]\ntarget lib [8-8]\n");
    EXPECT_STR(scan_listing("cmake", "endfunction()\nfunction(open\n"), "function open [2-2]\n");
}
