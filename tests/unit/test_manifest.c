/* What manifests say of packages, workspaces and dependencies: one text of each kind. */
#include "manifest/manifest.h"

#include "base/buf.h"
#include "test.h"

static Manifest of(const char *path, const char *text)
{
    return manifest_read(test_arena(), str_from(path), str_from(text));
}

/* The dependencies, `name version @line` each. */
static Str required(Manifest manifest)
{
    Buf out = buf_open(test_arena(), 0);
    const DependencyVec *list = manifest_dependencies(&manifest);
    for (size_t i = 0; i < list->len; i++)
        buf_printf(&out, "%s%.*s %.*s @%u", i ? ", " : "", STR_ARG(list->ptr[i].name),
                   STR_ARG(list->ptr[i].version), list->ptr[i].line);
    return buf_str(&out);
}

static Str items(const ManifestItemVec *list)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < list->len; i++)
        buf_printf(&out, "%s%.*s=%.*s", i ? ", " : "", STR_ARG(list->ptr[i].name),
                   STR_ARG(list->ptr[i].text));
    return buf_str(&out);
}

static Str members(const Manifest *manifest)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < manifest->members.len; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", STR_ARG(manifest->members.ptr[i]));
    return buf_str(&out);
}

TEST(package_json)
{
    Manifest manifest =
        of("web/package.json", "{\"name\": \"@a/web\", // comment\n\"private\": true,\n"
                               "\"description\": \"the web\", \"bin\": \"cli.js\",\n"
                               "\"scripts\": {\"test\": \"jest\", \"odd\": 1},\n"
                               "\"workspaces\": {\"packages\": [\"./libs/*/\", \"!libs/old\"]},\n"
                               "\"devDependencies\": {\n\"jest\": \"^29\"},\n"
                               "\"dependencies\": {\"php\": \"1\", \"x\": \"workspace:*\"},}");
    EXPECT_STR(manifest.name, "@a/web");
    EXPECT_STR(manifest.description, "the web");
    EXPECT(manifest.is_private);
    EXPECT_STR(items(&manifest.programs), "@a/web=cli.js");
    EXPECT_STR(items(&manifest.commands), "test=jest");
    EXPECT_STR(manifest_command(&manifest, "test"), "jest");
    EXPECT(!manifest_command(&manifest, "build").len);
    EXPECT_STR(members(&manifest), "libs/*, !libs/old");
    EXPECT_STR(required(manifest), "php 1 @8, x workspace:* @8, jest ^29 @7");
    EXPECT(manifest_requires(&manifest, "devDependencies", "jest"));
    EXPECT(!manifest_requires(&manifest, "dependencies", "jest"));
    EXPECT(manifest.required.ptr[1].own && !manifest.required.ptr[0].own);
}

TEST(members_of_workspaces)
{
    Manifest lerna = of("lerna.json", "{\"packages\": [\"packages/*\"]}");
    Manifest pnpm =
        of("pnpm-workspace.yaml", "packages:\n  - 'a/*' # one\n  - b\ncatalog:\n  - c\n");
    Manifest cargo = of("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\n");
    Manifest go = of("go.work", "go 1.21\nuse ./a // one\nuse (\n\t./b\n)\nreplace x => ./y\n");
    Manifest uv = of("pyproject.toml", "[tool.uv.workspace]\nmembers = [\"libs/*\"]\n");
    EXPECT_STR(members(&lerna), "packages/*");
    EXPECT_STR(members(&pnpm), "a/*, b");
    EXPECT_STR(members(&cargo), "crates/*");
    EXPECT_STR(members(&go), "a, b");
    EXPECT_STR(members(&uv), "libs/*");
    EXPECT(manifest_is_of_member(STR("x/go.mod")) && !manifest_is_of_member(STR("go.work")));
}

TEST(cargo)
{
    Manifest manifest =
        of("Cargo.toml", "[package]\nname = \"a-b\"\npublish = false\n[lib]\nname = \"ab\"\n"
                         "[[bin]]\nname = \"run\"\npath = \"src/run.rs\"\n"
                         "[dependencies]\nserde = \"1\"\nown = { path = \"../own\" }\n"
                         "[target.'cfg(unix)'.dependencies]\nnix = { version = \"0.2\" }\n");
    EXPECT_STR(manifest.name, "a-b");
    EXPECT_STR(manifest.library, "ab");
    EXPECT(manifest.is_private);
    EXPECT_STR(items(&manifest.programs), "run=src/run.rs");
    EXPECT_STR(required(manifest), "serde 1 @10, own  @11, nix 0.2 @13");
}

TEST(go_mod)
{
    Manifest manifest =
        of("go.mod", "// a module\nmodule \"example.com/a\" // old\n\nrequire x.org/b v1.2\n"
                     "require (\n\tx.org/c v2.0 // indirect\n)\nexclude x.org/d v1\n");
    EXPECT_STR(manifest.name, "example.com/a");
    EXPECT_STR(required(manifest), "x.org/b v1.2 @4, x.org/c v2.0 @6");
    EXPECT_STR(of("go.mod", "module\tstd\n").name, "std");
}

TEST(python)
{
    Manifest project =
        of("pyproject.toml", "[project]\nname = \"a\"\ndescription = \"b\"\n"
                             "dependencies = [\"x[e]>=1; python_version<'4'\", \"y\"]\n"
                             "[project.scripts]\nrun = \"a:main\"\n");
    Manifest poetry =
        of("pyproject.toml", "[tool.poetry]\nname = \"p\"\ndescription = \"q\"\n"
                             "[tool.poetry.dependencies]\npython = \"^3\"\nz = \"^1\"\n");
    Manifest config =
        of("setup.cfg", "[metadata]\nname = c\n[options.entry_points]\nconsole_scripts =\n"
                        "  one = c.cli:main\n");
    EXPECT_STR(project.name, "a");
    EXPECT_STR(items(&project.programs), "run=a:main");
    EXPECT_STR(required(project), "x >=1 @4, y  @4");
    EXPECT_STR(poetry.name, "p");
    EXPECT_STR(poetry.description, "q");
    EXPECT_STR(required(poetry), "z ^1 @6");
    EXPECT_STR(config.name, "c");
    EXPECT_STR(items(&config.programs), "one=c.cli:main");
    EXPECT_STR(of("setup.py", "setup(\n  name='d-e',\n  version=V)\n").name, "d-e");
    EXPECT_STR(required(of("requirements/dev.txt", "# x\n-r base.txt\na==1\n-e git+https://h/b\n")),
               "a ==1 @3, git+https://h/b git+https://h/b @4");
}

TEST(other_systems)
{
    Manifest pom =
        of("pom.xml",
           "<project><parent><groupId>g</groupId><artifactId>up</artifactId></parent>\n"
           "<artifactId>a</artifactId><dependencies>\n<dependency><artifactId>b</artifactId>\n"
           "<version>LATEST</version></dependency></dependencies></project>\n");
    EXPECT_STR(pom.name, "g:a");
    EXPECT_STR(required(pom), "b LATEST @3");
    EXPECT_STR(required(of("build.gradle.kts", "api(\"g:n:1.+\")\n  kapt 'x:y:2'\n")),
               "g:n 1.+ @1, x:y 2 @2");
    EXPECT_STR(required(of("Gemfile", "gem 'a', '~> 1'\ngem \"b\", path: 'b'\n")),
               "a ~> 1 @1, b  @2");
    EXPECT_STR(required(of("composer.json",
                           "{\"require\": {\"php\": \"8\", \"ext-x\": \"*\", \"v/p\": \"^1\"}}")),
               "v/p ^1 @1");
}

TEST(files_that_say_nothing)
{
    EXPECT(!of("src/main.c", "int x;").kind && !of("notes.txt", "a==1\n").kind);
    EXPECT(manifest_kind(STR("go.work")) && !manifest_kind_with_dependencies(STR("go.work")));
    EXPECT(manifest_is_lock(STR("a/Cargo.lock")) && manifest_is_lock(STR("mix.lock")));
    EXPECT(manifest_is_lock(STR("go.sum")) && !manifest_is_lock(STR("a.lock")));
    EXPECT(!required(of("package.json", "{\"dependencies\": {\"a\": ")).len);
    EXPECT(!of("Cargo.toml", "[package\nname = \"x\"").name.len);
    EXPECT(!required(of("pyproject.toml", "")).len && !of("go.mod", "").name.len);
}
