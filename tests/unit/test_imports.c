#include "store_case.h"

#include "base/buf.h"
#include "index/catalog/catalog_store.h"
#include "index/imports/imports.h"

#include <sys/stat.h>

typedef struct Tree {
    GitRepo repo;
    Store *store;
    Catalog *catalog;
    Imports *imports;
} Tree;

/* A file of the tree with the folders that it is in. */
static void put(const char *path, const char *text)
{
    char *whole =
        str_terminate(test_arena(), str_format(test_arena(), "%s/%s", test_directory(), path));
    for (char *at = whole + strlen(test_directory()) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(whole, 0700);
        *at = '/';
    }
    test_file(path, str_from(text));
}

static Tree open_tree(void)
{
    Tree tree = {.store = open_memory_store(), .repo = test_repo()};
    Err err;
    update_store(tree.store, 1);
    EXPECT(
        catalog_load(test_arena(), test_scratch(), tree.store, CATALOG_ALL, &tree.catalog, &err));
    tree.imports = imports_open(test_arena(), tree.catalog, &tree.repo);
    return tree;
}

static void put_row(const Tree *tree, const ImportLink *link, Buf *out)
{
    Str name = catalog_name(tree->catalog, link->name);
    Str alias = catalog_name(tree->catalog, link->alias);
    if (link->target == FILE_NOWHERE)
        buf_printf(out, "[%.*s]", STR_ARG(catalog_name(tree->catalog, link->package)));
    else
        buf_printf(out, "%.*s", STR_ARG(tree->catalog->files.ptr[link->target].path));
    if (name.len)
        buf_printf(out, " %.*s", STR_ARG(name));
    if (alias.len && !str_equal(alias, name))
        buf_printf(out, " as %.*s", STR_ARG(alias));
    buf_put_byte(out, '\n');
}

static uint32_t find(const Tree *tree, const char *path)
{
    uint32_t file = imports_find_file(tree->imports, str_from(path));
    EXPECT(file != FILE_NOWHERE);
    return file;
}

/* The rows of a file: `target name as alias`, or `[package] …`. */
static Str rows(const Tree *tree, const char *path)
{
    Buf out = buf_open(test_arena(), 0);
    ImportLinkVec links = {0};
    Outline outline;
    Err err;
    uint32_t file = find(tree, path);
    EXPECT(catalog_outline(tree->catalog, test_arena(), file, true, &outline, &err));
    imports_resolve(tree->imports, test_arena(), test_scratch(), file, &outline, &links);
    for (size_t i = 0; i < links.len; i++)
        put_row(tree, &links.ptr[i], &out);
    return buf_str(&out);
}

#define EXPECT_ROWS(tree, path, want) EXPECT_STR(rows(&(tree), path), want)

TEST(python_finds_modules_as_the_interpreter_does)
{
    put("src/pkg/__init__.py", "from .core import run\n");
    put("src/pkg/core.py", "import os.path, pkg.util as u\nfrom . import util, core\n"
                           "from .sub.deep import f as g\nfrom ..pkg import sub\n"
                           "from ..... import out\nimport json\n");
    put("src/pkg/json.py", "");
    put("src/pkg/util.py", "from pkg import run, util, __version__\n");
    put("src/pkg/sub/__init__.py", "from .deep import *\n");
    put("src/pkg/sub/deep.py", "import numpy as np\nimport pkg.sub.deep\n");
    put("tests/test_core.py",
        "import helper, pkg\nfrom pkg.core import f\nfrom space.x import y\n");
    put("tests/helper.py", "");
    put("space/x.py", "y = 1\n");
    Tree tree = open_tree();
    EXPECT_ROWS(tree, "src/pkg/__init__.py", "src/pkg/core.py run\n");
    EXPECT_ROWS(tree, "src/pkg/core.py",
                "[os.path] as os.path\nsrc/pkg/util.py as u\nsrc/pkg/util.py as util\n"
                "src/pkg/__init__.py core\nsrc/pkg/sub/deep.py f as g\n"
                "src/pkg/sub/__init__.py as sub\n[.....] out\n[json] as json\n");
    EXPECT_ROWS(tree, "src/pkg/util.py",
                "src/pkg/__init__.py run\nsrc/pkg/__init__.py util\n"
                "src/pkg/__init__.py __version__\n");
    EXPECT_ROWS(tree, "src/pkg/sub/deep.py",
                "[numpy] as np\nsrc/pkg/sub/deep.py as pkg.sub.deep\n"
                "src/pkg/__init__.py as pkg\n");
    EXPECT_ROWS(tree, "tests/test_core.py",
                "tests/helper.py as helper\nsrc/pkg/__init__.py as pkg\nsrc/pkg/core.py f\n"
                "space/x.py y\n");
    store_close(&tree.store);
}

TEST(python_prefers_what_is_near_and_never_guesses_between_two)
{
    put("a/lib1/pkg/__init__.py", "");
    put("b/lib2/pkg/__init__.py", "");
    put("a/use.py", "import pkg\n");
    put("c/use.py", "import pkg\n");
    put("one/deep/only/__init__.py", "");
    put("c/other.py", "import only, missing.x\nfrom only import zzz\n");
    put("d/logging/handlers.py", "");
    put("d/e/use.py", "import logging.handlers\nimport logging\n");
    Tree tree = open_tree();
    EXPECT_ROWS(tree, "a/use.py", "a/lib1/pkg/__init__.py as pkg\n");
    EXPECT_ROWS(tree, "c/use.py", "[pkg] as pkg\n");
    EXPECT_ROWS(tree, "c/other.py",
                "one/deep/only/__init__.py as only\n[missing.x] as missing.x\n"
                "one/deep/only/__init__.py zzz\n");
    store_close(&tree.store);
}

TEST(scripts_find_files_by_every_way_of_writing_them)
{
    put("src/a.ts",
        "import { b } from './b';\nimport c from './c.js';\nimport * as d from './dir';\n"
        "import './style.css';\nexport * from '../lib/e';\nimport x from './missing';\n"
        "import p from '.';\nimport out from '../../../etc/passwd';\n"
        "import j from './data.json';\nimport t from './types';\n");
    put("src/b.tsx", "");
    put("src/c.ts", "");
    put("src/dir/index.ts", "");
    put("src/style.css", "");
    put("src/index.ts", "");
    put("src/data.json", "{}");
    put("src/types.d.ts", "");
    put("lib/e.js", "const { f, g: h } = require('./f');\nconst k = require('lodash/fp');\n"
                    "const s = require('@scope/x/y');\nconst fs = require('node:fs');\n");
    put("lib/f.js", "");
    put("lib/f.ts", "");
    Tree tree = open_tree();
    EXPECT_ROWS(tree, "src/a.ts",
                "src/b.tsx b\nsrc/c.ts default as c\nsrc/dir/index.ts as d\nsrc/style.css\n"
                "lib/e.js *\n[./missing] default as x\nsrc/index.ts default as p\n"
                "[../../../etc/passwd] default as out\nsrc/data.json default as j\n"
                "src/types.d.ts default as t\n");
    EXPECT_ROWS(tree, "lib/e.js",
                "lib/f.js f\nlib/f.js g as h\nlib/f.js as import(./f)\n[lodash] as k\n"
                "[lodash] as import(lodash/fp)\n[@scope/x] as s\n"
                "[@scope/x] as import(@scope/x/y)\n[fs] as fs\n[fs] as import(node:fs)\n");
    store_close(&tree.store);
}

TEST(scripts_follow_the_settings_of_the_repository)
{
    put("tsconfig.base.json",
        "{ // comment\n \"compilerOptions\": {\"baseUrl\": \".\", \"paths\": {\n"
        "\"@lib/*\": [\"packages/lib/src/*\"], \"exact\": [\"src/x\"],},} }");
    put("app/tsconfig.json", "{\"extends\": \"../tsconfig.base.json\"}");
    put("app/a.ts",
        "import { q } from '@lib/q';\nimport e from 'exact';\nimport r from 'src/x';\n"
        "import { w } from '@acme/work';\nimport s from '@acme/work/sub';\n"
        "import n from '@acme/work/named';\nimport d from 'dep';\nimport path from 'path';\n");
    put("packages/lib/src/q.ts", "");
    put("src/x.ts", "");
    put("packages/work/package.json",
        "{\"name\": \"@acme/work\", \"main\": \"dist/index.js\",\n"
        "\"exports\": {\".\": {\"import\": \"./dist/index.mjs\"},\n"
        "\"./sub\": \"./src/below/sub.ts\", \"./*\": \"./dist/*.js\"}}");
    put("packages/work/src/index.ts", "import z from '#own';\n");
    put("packages/work/src/below/sub.ts", "");
    put("packages/work/src/named.ts", "");
    put("node_modules/dep/package.json", "{\"name\": \"dep\", \"main\": \"lib\"}");
    put("node_modules/dep/lib/index.js", "");
    put("solution/tsconfig.json",
        "{\"files\": [], \"references\": [{\"path\": \"./tsconfig.app.json\"}]}");
    put("solution/tsconfig.app.json",
        "{\"compilerOptions\": {\"paths\": {\"~x/*\": [\"./s/*\"]}}}");
    put("solution/s/y.ts", "import y from '~x/y';\nimport z from '../../../../../../etc';\n");
    put("evil/tsconfig.json",
        "{\"extends\": [\"./tsconfig.json\", \"/etc/passwd\", 3],\n"
        "\"compilerOptions\": {\"baseUrl\": \"../../..\", \"paths\": {\"p\": 7, \"q\": [{}]}}}");
    put("evil/a.ts", "import p from 'p';\nimport q from 'q';\n");
    Tree tree = open_tree();
    EXPECT_ROWS(
        tree, "app/a.ts",
        "packages/lib/src/q.ts q\nsrc/x.ts default as e\nsrc/x.ts default as r\n"
        "packages/work/src/index.ts w\npackages/work/src/below/sub.ts default as s\n"
        "packages/work/src/named.ts default as n\nnode_modules/dep/lib/index.js default as d\n"
        "[path] default as path\n");
    EXPECT_ROWS(tree, "solution/s/y.ts",
                "solution/s/y.ts default as y\n[../../../../../../etc] default as z\n");
    EXPECT_ROWS(tree, "evil/a.ts", "[p] default as p\n[q] default as q\n");
    store_close(&tree.store);
}

TEST(headers_are_found_beside_and_by_the_end_of_their_path)
{
    put("src/net/a.c", "#include \"a.h\"\n#include \"util/b.h\"\n#include <proj/c.h>\n"
                       "#include \"../top.h\"\n#include \"twice.h\"\n"
                       "#include \"stdio.h\"\n#include <other.h>\n#include <stdio.h>\n");
    put("src/net/a.h", "");
    put("src/util/b.h", "");
    put("deps/util/b.h", "");
    put("include/proj/c.h", "");
    put("src/top.h", "");
    put("x/twice.h", "");
    put("y/twice.h", "");
    put("compat/stdio.h", "");
    Tree tree = open_tree();
    EXPECT_ROWS(tree, "src/net/a.c",
                "src/net/a.h\nsrc/util/b.h\ninclude/proj/c.h\nsrc/top.h\n[twice.h]\n"
                "compat/stdio.h\n[other.h]\n[stdio.h]\n");
    store_close(&tree.store);
}

TEST(go_packages_are_folders_of_their_module)
{
    put("go.mod", "module example.com/app // comment\n\ngo 1.20\n");
    put("main.go", "package main\n\nimport (\n\t\"fmt\"\n\t\"example.com/app/util\"\n"
                   "\tv \"example.com/app/util/v1\"\n\t\"example.com/tools/x\"\n"
                   "\t\"github.com/dep/go-dep.v2\"\n\t_ \"example.com/app/side\"\n"
                   "\t\"github.com/out/side\"\n\t. \"example.com/app/dot\"\n)\n");
    put("util/a_test.go", "package util_test\n");
    put("util/b.go", "package util\n");
    put("util/c.go", "package util\n");
    put("util/v1/v.go", "package v1\n");
    put("side/s.go", "package side\n");
    put("dot/d.go", "package dot\n");
    put("tools/go.mod", "module \"example.com/tools\"\n");
    put("tools/x/x.go", "package other\n");
    put("vendor/github.com/dep/go-dep.v2/d.go", "package dep\n");
    Tree tree = open_tree();
    EXPECT_ROWS(tree, "main.go",
                "[fmt] as fmt\nutil/b.go as util\nutil/v1/v.go as v\ntools/x/x.go as other\n"
                "vendor/github.com/dep/go-dep.v2/d.go as dep\nside/s.go\n"
                "[github.com/out/side] as side\ndot/d.go *\n");
    EXPECT_INT(imports_package_files(tree.imports, find(&tree, "util/c.go")).len, 2);
    EXPECT_INT(imports_package_files(tree.imports, find(&tree, "util/a_test.go")).len, 1);
    store_close(&tree.store);
}

TEST(rust_follows_the_tree_of_modules)
{
    put("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n");
    put("crates/core/Cargo.toml", "[package]\nname = \"my-core\"\n");
    put("crates/core/src/lib.rs", "mod a;\npub mod inner { pub mod leaf; pub fn f() {} }\n"
                                  "pub use a::Thing;\nuse inner::f as g;\nuse std::io;\n");
    put("crates/core/src/inner/leaf.rs", "use super::f;\nuse crate::a::{b::C, *, self};\n");
    put("crates/core/src/a/mod.rs", "mod b;\npub struct Thing;\nenum Kind { X }\n"
                                    "use self::b::C;\nuse Kind::X;\n"
                                    "mod tests { use super::*; use super::b::C; }\n");
    put("crates/core/src/a/b.rs", "pub struct C;\nuse serde::{Serialize, de::Error};\n");
    put("crates/app/Cargo.toml", "[package]\nname = \"app\"\n[lib]\npath = \"../../../x\"\n");
    put("crates/app/src/main.rs", "use my_core::a::Thing;\nuse my_core as core_lib;\n");
    put("crates/app/tests/it.rs", "mod common;\nuse common::help;\nuse crate::common as k;\n");
    put("crates/app/tests/common/mod.rs", "pub fn help() {}\n");
    Tree tree = open_tree();
    EXPECT_ROWS(tree, "crates/core/src/lib.rs",
                "crates/core/src/a/mod.rs Thing\ncrates/core/src/lib.rs inner::f as g\n"
                "[std] io\ncrates/core/src/a/mod.rs as a\n"
                "crates/core/src/inner/leaf.rs as leaf\n");
    EXPECT_ROWS(tree, "crates/core/src/inner/leaf.rs",
                "crates/core/src/lib.rs inner::f as f\ncrates/core/src/a/b.rs C\n"
                "crates/core/src/a/mod.rs *\ncrates/core/src/a/mod.rs as a\n");
    EXPECT_ROWS(tree, "crates/core/src/a/mod.rs",
                "crates/core/src/a/b.rs C\ncrates/core/src/a/mod.rs Kind::X as X\n"
                "crates/core/src/a/mod.rs *\ncrates/core/src/a/b.rs C\n"
                "crates/core/src/a/b.rs as b\n");
    EXPECT_ROWS(tree, "crates/core/src/a/b.rs", "[serde] Serialize\n[serde] Error\n");
    EXPECT_ROWS(tree, "crates/app/src/main.rs",
                "crates/core/src/a/mod.rs Thing\ncrates/core/src/lib.rs as core_lib\n");
    EXPECT_ROWS(tree, "crates/app/tests/it.rs",
                "crates/app/tests/common/mod.rs help\ncrates/app/tests/common/mod.rs as k\n"
                "crates/app/tests/common/mod.rs as common\n");
    store_close(&tree.store);
}

TEST(packages_are_found_by_what_files_declare)
{
    put("src/main/java/a/b/C.java", "package a.b;\nimport java.util.List;\nimport x.y.D;\n"
                                    "import x.y.*;\nimport static x.y.D.make;\n"
                                    "import static x.y.D.*;\nimport x.y.D.Inner;\n"
                                    "import org.junit.*;\nclass C {}\n");
    put("src/test/java/a/b/CTest.java", "package a.b;\nclass CTest {}\n");
    put("lib/D.java", "package x.y;\nclass D { class Inner {} static void make() {} }\n");
    put("k/e.kt", "package k\nimport x.y.D as Dee\nimport k.two.help\nimport x.y.*\nfun e() {}\n");
    put("k/two.kt", "package k.two\nfun help() {}\n");
    put("n/a.cs", "using System;\nusing N.Two;\nusing Alias = N.Two.B;\nusing static N.Two.B;\n"
                  "namespace N.One { class A {} }\n");
    put("n/b.cs", "namespace N.Two;\nclass B {}\n");
    put("p/a.php", "<?php\nnamespace App;\nuse App\\Model\\User as U;\nuse Vendor\\X;\n"
                   "use function App\\Model\\help;\nrequire __DIR__ . '/m.php';\nclass A {}\n");
    put("p/m.php", "<?php\nnamespace App\\Model;\nclass User {}\nfunction help() {}\n");
    Tree tree = open_tree();
    EXPECT_ROWS(tree, "src/main/java/a/b/C.java",
                "[java.util] List\nlib/D.java D\nlib/D.java *\nlib/D.java make\nlib/D.java *\n"
                "lib/D.java D.Inner as Inner\n[org.junit] *\n");
    EXPECT_ROWS(tree, "k/e.kt", "lib/D.java D as Dee\nk/two.kt help\nlib/D.java *\n");
    EXPECT_ROWS(tree, "n/a.cs", "[System] *\nn/b.cs *\nn/b.cs B as Alias\nn/b.cs *\n");
    EXPECT_ROWS(tree, "p/a.php", "p/m.php User as U\n[Vendor] X\np/m.php help\np/m.php\n");
    EXPECT_INT(imports_package_files(tree.imports, find(&tree, "src/test/java/a/b/CTest.java")).len,
               2);
    EXPECT_INT(imports_package_files(tree.imports, find(&tree, "lib/D.java")).len, 1);
    store_close(&tree.store);
}

TEST(other_languages_name_files)
{
    put("lib/tool/run.rb", "require 'json'\nrequire 'tool/help'\nrequire_relative '../top'\n");
    put("lib/tool/help.rb", "");
    put("lib/top.rb", "");
    put("lua/main.lua", "local a = require 'mod.sub'\nlocal b = require('socket')\n");
    put("lua/mod/sub/init.lua", "");
    put("bin/run.sh", "source ./lib.sh\n. \"$DIR/other.sh\"\n. /etc/profile\n");
    put("bin/lib.sh", "");
    put("bin/other.sh", "");
    Tree tree = open_tree();
    EXPECT_ROWS(tree, "lib/tool/run.rb", "[json]\nlib/tool/help.rb\nlib/top.rb\n");
    EXPECT_ROWS(tree, "lua/main.lua", "lua/mod/sub/init.lua as a\n[socket] as b\n");
    EXPECT_ROWS(tree, "bin/run.sh", "bin/lib.sh\nbin/other.sh\n[/etc/profile]\n");
    store_close(&tree.store);
}
