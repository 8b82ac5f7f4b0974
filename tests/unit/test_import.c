#include "test.h"

#include "base/buf.h"
#include "languages_lang.h"

/* `name>alias` each, with `^` for a re-export, `'` for a type, `!` for a static one. */
static Str bound(BindingsFunction read, const char *text)
{
    BindingVec bindings = {0};
    Buf out = buf_open(test_arena(), 0);
    read(test_arena(), str_from(text), &bindings);
    for (size_t i = 0; i < bindings.len; i++) {
        const Binding *binding = &bindings.ptr[i];
        buf_printf(&out, "%s%.*s>%.*s%s%s%s", i ? " " : "", STR_ARG(binding->name),
                   STR_ARG(binding->alias), binding->flags & BINDING_REEXPORT ? "^" : "",
                   binding->flags & BINDING_TYPE ? "'" : "",
                   binding->flags & BINDING_STATIC ? "!" : "");
    }
    return buf_str(&out);
}

#define EXPECT_BOUND(read, text, expected) EXPECT_STR(bound(read, text), expected)

TEST(python_imports_bind_their_names)
{
    EXPECT_BOUND(bindings_python, "os", ">os");
    EXPECT_BOUND(bindings_python, "a.b as c", ">c");
    EXPECT_BOUND(bindings_python, "os.path", ">os.path");
    EXPECT_BOUND(bindings_python, "from a.b import c as d, e", "c>d e>e");
    EXPECT_BOUND(bindings_python, "from . import (a, # why\n  b as c,\n)", "a>a b>c");
    EXPECT_BOUND(bindings_python, "from .x import *", "*>");
    EXPECT_BOUND(bindings_python, "from x import \\\n  y", "y>y");
    EXPECT_BOUND(bindings_python, "from", "");
    EXPECT_BOUND(bindings_python, "", "");
}

TEST(javascript_imports_bind_their_names)
{
    EXPECT_BOUND(bindings_javascript, "import './x'", "");
    EXPECT_BOUND(bindings_javascript, "import D from './x'", "default>D");
    EXPECT_BOUND(bindings_javascript, "import /*/ E */ D from './x'", "default>D");
    EXPECT_BOUND(bindings_javascript, "import D, {a as b, type T, 'x y' as z} from './x'",
                 "default>D a>b T>T' x y>z");
    EXPECT_BOUND(bindings_javascript, "import * as ns from 'x'", ">ns");
    EXPECT_BOUND(bindings_javascript, "import type {A, B as C} from 'x'", "A>A' B>C'");
    EXPECT_BOUND(bindings_javascript, "import type from 'x'", "default>type");
    EXPECT_BOUND(bindings_javascript, "import {type, type as t} from 'x'", "type>type type>t");
    EXPECT_BOUND(bindings_javascript, "import fs = require('fs')", ">fs");
    EXPECT_BOUND(bindings_javascript, "export * from './x'", "*>^");
    EXPECT_BOUND(bindings_javascript, "export * as ns from './x'", ">ns^");
    EXPECT_BOUND(bindings_javascript, "export {a, default as b} from './x'", "a>a^ default>b^");
    EXPECT_BOUND(bindings_javascript, "{a: b, c = f(1, 2), ...d} = require('x')",
                 "a>b c>c >import(x)");
    EXPECT_BOUND(bindings_javascript, "{a: {b}, c} = require('x')", "c>c >import(x)");
    EXPECT_BOUND(bindings_javascript, "x = require('x')", ">x >import(x)");
    EXPECT_BOUND(bindings_javascript, "x: X = require('x').Y", "Y>x >import(x)");
    EXPECT_BOUND(bindings_javascript, "x = (await import('./x')).default",
                 "default>x >import(./x)");
    EXPECT_BOUND(bindings_javascript, "module.exports = require('./lib')", "*>^ >import(./lib)");
    EXPECT_BOUND(bindings_javascript, "exports.a = require('./a')", ">a^ >import(./a)");
    EXPECT_BOUND(bindings_javascript, "require('x')", ">import(x)");
    EXPECT_BOUND(bindings_javascript, "import('x', { with: {} })", ">import(x)");
    EXPECT_BOUND(bindings_javascript, "import {a as", "");
}

TEST(other_imports_bind_their_names)
{
    EXPECT_BOUND(bindings_go, "\"net/http\"", ">");
    EXPECT_BOUND(bindings_go, "\"github.com/a/b/v2\"", ">");
    EXPECT_BOUND(bindings_go, "\"gopkg.in/yaml.v3\"", ">");
    EXPECT_BOUND(bindings_go, "y \"gopkg.in/yaml.v3\"", ">y");
    EXPECT_BOUND(bindings_go, ". \"a/b\"", "*>");
    EXPECT_BOUND(bindings_go, "_ \"a/b\"", "");
    EXPECT_BOUND(bindings_rust, "use a::b::C;", ">C");
    EXPECT_BOUND(bindings_rust, "pub(crate) use a::b as c;", ">c^");
    EXPECT_BOUND(bindings_rust, "use a::*;", "*>");
    EXPECT_BOUND(bindings_rust, "use a::b::{self, c, d::{e, f as g}, h::*};",
                 ">b c>c d::e>e d::f>g h::*>");
    EXPECT_BOUND(bindings_rust, "use {a::b, c};", "a::b>b c>c");
    EXPECT_BOUND(bindings_rust, "use a::T as _;", "");
    EXPECT_BOUND(bindings_rust, "extern crate core as c;", ">c");
    EXPECT_BOUND(bindings_java, "import a.b.C;", ">C");
    EXPECT_BOUND(bindings_java, "import static a.b.C.m;", ">m!");
    EXPECT_BOUND(bindings_java, "import a.b.*;", "*>");
    EXPECT_BOUND(bindings_java, "import a.b.C as D", ">D");
    EXPECT_BOUND(bindings_java, "using System.Text;", "*>");
    EXPECT_BOUND(bindings_java, "using X = A.B;", ">X");
    EXPECT_BOUND(bindings_php, "use A\\B as C;", ">C");
    EXPECT_BOUND(bindings_php, "use A\\{B, C as D};", "B>B C>D");
    EXPECT_BOUND(bindings_php, "{a: {b!", "a>a");
    EXPECT_BOUND(bindings_php, "use function A\\b;", ">b!");
}
