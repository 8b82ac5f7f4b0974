#include "test.h"

#include "agent/gate.h"
#include "config/config.h"

/* A new secret; written in two parts, so that no tool takes this file for one that has it. */
#define SECRET \
    "key = \"AKIA" \
    "IOSFODNN7EXAMPLF\"\n"

/* What the gate is asked: one edit of src/a.c that nothing speaks against. */
typedef struct Asked {
    EditSet set;
    CheckReport report;
    GateLimits limits;
    GateAsked asked;
} Asked;

static Asked *ask(void)
{
    Asked *all = NEW(test_arena(), Asked, 1);
    all->limits = (GateLimits){.ask_risk = 70, .max_risk = 90, .max_files = 10, .max_lines = 400};
    *VEC_PUSH(test_arena(), &all->set.files) = (EditFile){.status = EDIT_CHANGED,
                                                          .path = STR("src/a.c"),
                                                          .before = STR("int x;\n"),
                                                          .after = STR("int y;\n")};
    all->asked = (GateAsked){.set = &all->set, .report = &all->report};
    return all;
}

static EditFile *add_file(Asked *all, EditStatus status, const char *path, const char *before,
                          const char *after)
{
    EditFile *file = VEC_PUSH(test_arena(), &all->set.files);
    *file = (EditFile){.status = status,
                       .path = str_from(path),
                       .before = str_from(before),
                       .after = str_from(after)};
    return file;
}

static void touch(Asked *all, uint8_t risk, const char *what, bool is_test)
{
    *VEC_PUSH(test_arena(), &all->report.touched) = (CheckTouched){.path = STR("src/a.c"),
                                                                   .symbol = STR("f"),
                                                                   .what = str_from(what),
                                                                   .risk = risk,
                                                                   .is_test = is_test};
}

static void find(Asked *all, CheckKind kind, bool blocks, const char *rule)
{
    *VEC_PUSH(test_arena(), &all->report.findings) = (CheckFinding){.kind = kind,
                                                                    .blocks = blocks,
                                                                    .rule = str_from(rule),
                                                                    .path = STR("src/a.c"),
                                                                    .line = 1,
                                                                    .message = STR("it is wrong")};
    all->report.blocking += blocks;
}

static GateAnswer decide(const Asked *all)
{
    return gate_decide(test_arena(), &all->limits, &all->asked);
}

/* The verdict of a person's session, of one without a person, and of one that said yes. */
static void expect_verdicts(Asked *all, GateVerdict person, GateVerdict alone, GateVerdict yes,
                            int line)
{
    const struct {
        bool unattended, yes;
        GateVerdict verdict;
    } rows[] = {{false, false, person}, {true, false, alone}, {true, true, yes}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        all->asked.unattended = rows[i].unattended;
        all->asked.yes = rows[i].yes;
        GateAnswer answer = decide(all);
        test_expect_int(answer.verdict, rows[i].verdict, __FILE__, line, "verdict");
        test_expect(!answer.reasons.len == !gate_text(test_arena(), &answer).len ||
                        answer.verdict == GATE_ALLOW,
                    __FILE__, line, "text");
    }
    all->asked.unattended = all->asked.yes = false;
}

#define EXPECT_ALLOWED(all) expect_verdicts(all, GATE_ALLOW, GATE_ALLOW, GATE_ALLOW, __LINE__)
#define EXPECT_ASKS(all) expect_verdicts(all, GATE_ASK, GATE_REFUSE, GATE_ALLOW, __LINE__)
#define EXPECT_REFUSED(all) expect_verdicts(all, GATE_REFUSE, GATE_REFUSE, GATE_REFUSE, __LINE__)

TEST(nothing_speaks_against_it)
{
    Asked *all = ask();
    touch(all, 69, "body", false);
    find(all, CHECK_RULE, false, "api-broken");
    EXPECT_ALLOWED(all);
    GateAnswer answer = decide(all);
    EXPECT_INT(answer.reasons.len, 0);
    EXPECT_STR(gate_text(test_arena(), &answer), "");
}

TEST(risk)
{
    Asked *all = ask();
    touch(all, 70, "body", false);
    EXPECT_ASKS(all);
    all = ask();
    touch(all, 90, "signature", false);
    EXPECT_ASKS(all);
    all = ask(); /* consent that was given beforehand ends here */
    touch(all, 91, "body", false);
    expect_verdicts(all, GATE_ASK, GATE_REFUSE, GATE_REFUSE, __LINE__);
    all->asked.yes = true;
    EXPECT_INT(decide(all).verdict, GATE_ASK);
    all->limits.max_risk = 95;
    EXPECT_INT(decide(all).verdict, GATE_ALLOW);
    all = ask(); /* neither changes what the code does */
    touch(all, 99, "comment", false);
    touch(all, 99, "format", false);
    touch(all, 99, "body", true);
    EXPECT_ALLOWED(all);
    all = ask(); /* a limit of 0 asks for whatever has a risk */
    all->limits.ask_risk = 0;
    touch(all, 0, "added", false);
    EXPECT_ALLOWED(all);
    touch(all, 1, "body", false);
    EXPECT_ASKS(all);
}

TEST(paths)
{
    static const char *const never[] = {
        ".git/config",  "a/.git/hooks/x", ".GIT/config", ".git./x",   ".git /x",
        "GIT~1/config", "/etc/passwd",    "../a",        "a/../../b", "a/..",
        ".git",         "deploy/a/b.yml", "x/secret.txt"};
    static const char *const asks[] = {".github/workflows/ci.yml",
                                       ".GitHub/Workflows/ci.yml",
                                       ".gitlab-ci.yml",
                                       "Jenkinsfile",
                                       "sub/.fovea.toml",
                                       ".fovea.json",
                                       ".fovea-review.toml",
                                       "AGENTS.md",
                                       "doc/CLAUDE.md",
                                       ".vscode/tasks.json",
                                       ".pre-commit-config.yaml",
                                       ".gitattributes"};
    static const char *const fine[] = {
        "src/git.c",      ".github/README.md", ".gitignore",      "github/workflows/x.yml",
        "Jenkinsfile.md", "a.fovea.toml",      "my.git/config",   "..a/b",
        "deploy.c",       "secret.txtx",       "docs/agents.mdx", "a/...b"};
    static const Str patterns[] = {STR_INIT("/deploy/"), STR_INIT("secret.txt"),
                                   STR_INIT("!secret.txt")};
    for (size_t i = 0; i < COUNT(never) + COUNT(asks) + COUNT(fine); i++) {
        size_t k = i - COUNT(never), m = k - COUNT(asks);
        Asked *all = ask();
        all->limits.protected_paths = patterns;
        all->limits.protected_count = COUNT(patterns);
        const char *path = i < COUNT(never) ? never[i] : k < COUNT(asks) ? asks[k] : fine[m];
        add_file(all, EDIT_CHANGED, path, "a\n", "b\n");
        GateVerdict wanted = i < COUNT(never)  ? GATE_REFUSE
                             : k < COUNT(asks) ? GATE_ASK
                                               : GATE_ALLOW;
        if (decide(all).verdict != wanted)
            EXPECT_STR(str_from(path), "has another verdict");
    }
}

/* The verdict with --yes and nobody to ask, for a task that says this. */
static GateVerdict verdict_for(const char *path, const char *task)
{
    Asked *all = ask();
    add_file(all, EDIT_CHANGED, path, "a\n", "b\n");
    all->asked.yes = all->asked.unattended = true;
    all->asked.task = str_from(task);
    return decide(all).verdict;
}

TEST(delicate_files_must_be_named)
{
    static const char *const paths[] = {".envrc",
                                        ".env",
                                        ".env.local",
                                        ".husky/pre-commit",
                                        "lefthook.yml",
                                        ".circleci/config.yml",
                                        ".vscode/tasks.json",
                                        ".idea/runConfigurations/x.xml",
                                        ".devcontainer/devcontainer.json",
                                        ".mise.toml",
                                        ".tool-versions",
                                        ".npmrc",
                                        ".yarnrc.yml",
                                        ".bazelrc",
                                        ".gdbinit",
                                        "AGENTS.md",
                                        "sub/CLAUDE.md",
                                        ".claude/settings.json",
                                        ".cursor/rules/x.mdc",
                                        ".mcp.json",
                                        ".fovea.toml",
                                        ".drone.yml",
                                        "Jenkinsfile",
                                        ".git-hooks/pre-push",
                                        ".cargo/config.toml",
                                        ".foveaignore",
                                        "sub/.foveaignore",
                                        ".hg/hgrc",
                                        ".jj/repo/config.toml",
                                        "_darcs/prefs/defaults",
                                        ".lfsconfig",
                                        "CODEOWNERS",
                                        "docs/CODEOWNERS",
                                        "flake.nix",
                                        "WORKSPACE",
                                        "MODULE.bazel",
                                        "autogen.sh",
                                        "bootstrap.sh"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        Str named = str_format(test_arena(), "please update %s.", paths[i]);
        if (verdict_for(paths[i], "say hello") != GATE_REFUSE)
            EXPECT_STR(str_from(paths[i]), "is allowed");
        if (verdict_for(paths[i], str_terminate(test_arena(), named)) != GATE_ALLOW)
            EXPECT_STR(str_from(paths[i]), "is refused though it is named");
    }
    EXPECT_INT(verdict_for("sub/AGENTS.md", "fix it, but do not touch AGENTS.md"), GATE_REFUSE);
    EXPECT_INT(verdict_for("AGENTS.md", "fix MY-AGENTS.md"), GATE_REFUSE);
    EXPECT_INT(verdict_for(".github/workflows/ci.yml", "add a job in .github/workflows"),
               GATE_ALLOW);
    EXPECT_INT(verdict_for("src/b.c", "say hello"), GATE_ALLOW);
    EXPECT_INT(verdict_for(".kiro/hooks/x", "set x to 2"), GATE_REFUSE);
    EXPECT_INT(verdict_for("hooks/update", "update the size"), GATE_REFUSE);
    EXPECT_INT(verdict_for("Makefile", "set x to 2"), GATE_ALLOW);
}

/* The verdict with --yes and nobody to ask, for a change of a file from one text to another. */
static GateVerdict verdict_of(const char *path, const char *before, const char *after,
                              const char *task)
{
    Asked *all = ask();
    add_file(all, before[0] ? EDIT_CHANGED : EDIT_CREATED, path, before, after);
    all->asked.yes = all->asked.unattended = true;
    all->asked.task = str_from(task);
    return decide(all).verdict;
}

TEST(what_runs_by_itself_within_a_file)
{
    static const struct {
        const char *path, *before, *after;
        bool asks;
    } rows[] = {
        {"package.json", "{\"version\": \"1\"}", "{\"version\": \"2\"}", false},
        {"package.json", "{}", "{\"scripts\": {\"lint\": \"x\"}}", false},
        {"package.json", "{}", "{\"scripts\": {\"prettier\": \"x\"}}", false},
        {"package.json", "{}", "{\"scripts\": {\"postinstall\": \"x\"}}", true},
        {"package.json", "{}", "{\"scripts\": {\"pre\\u0069nstall\": \"x\"}}", true},
        {"package.json", "{}", "{\"scripts\": {\"test\": \"a\", \"pretest\": \"b\"}}", true},
        {"a/package.json", "", "{\"scripts\": {\"prepare\": \"x\"}}", true},
        {"package.json", "{\"scripts\": {\"prepare\": \"x\"}}",
         "{ \"scripts\":{\"prepare\":\"x\"} }", false},
        {"package.json", "{}", "{\"packageManager\": \"pnpm@1\"}", true},
        {"composer.json", "{}", "{\"scripts\": {\"post-update-cmd\": \"x\"}}", true},
        {"composer.json", "{}", "{\"require\": {\"a/b\": \"1\"}}", false},
        {"pyproject.toml", "", "[build-system]\nbuild-backend = \"x\"\n", true},
        {"pyproject.toml", "", "[tool.hatch.build.hooks.custom]\npath = \"x\"\n", true},
        {"pyproject.toml", "[project]\nversion = \"1\"\n", "[project]\nversion = \"2\"\n", false},
        {"Cargo.toml", "[package]\nname = \"a\"\n", "[package]\nname = \"a\"\nbuild = \"x.rs\"\n",
         true},
        {"Cargo.toml", "", "[dependencies]\na = \"1\"\n", false},
        {"build.rs", "", "fn main() {}\n", true},
        {"webpack.config.js", "", "require('child_process').execSync('x');\n", true},
        {"next.config.js", "", "require('child_process').execSync('x');\n", true},
        {"vite.config.ts", "", "import { execSync } from 'child_process';\n", true},
        {"vite.config.ts", "port: 1,\n", "port: 2,\n", false},
        {"gulpfile.js", "", "require('child_process').execSync('x');\n", true},
        {".babelrc.js", "", "require('child_process').execSync('x');\n", true},
        {".mocharc.json", "", "{\"require\": \"./evil.js\"}\n", true},
        {"jest.config.js", "", "module.exports = { globalSetup: './evil.js' };\n", true},
        {"jest.config.js", "verbose: true,\n", "verbose: false,\n", false},
        {"noxfile.py", "", "import os\nos.system(\"x\")\n", true},
        {"docs/conf.py", "", "import os\nos.system(\"x\")\n", true},
        {"docs/conf.py", "copyright = '2024'\n", "copyright = '2025'\n", false},
        {"mkdocs.yml", "", "hooks:\n  - evil.py\n", true},
        {"mkdocs.yml", "site_name: a\n", "site_name: b\n", false},
        {"Vagrantfile", "", "system(\"x\")\n", true},
        {"Tiltfile", "", "local(\"x\")\n", true},
        {"setup.py", "a\n", "b\n", true},
        {"tests/conftest.py", "", "x\n", true},
        {"CMakeLists.txt", "project(a)\n", "project(a)\nadd_executable(b b.c)\n", false},
        {"CMakeLists.txt", "project(a)\n", "project(a)\nexecute_process(\n  COMMAND x)\n", true},
        {"CMakeLists.txt", "execute_process(\n  COMMAND x)\n", "execute_process(\n  COMMAND y)\n",
         true},
        {"Makefile", "A = 1\n", "A = 2\n", false},
        {"Makefile", "A = 1\n", "A = $(shell x)\n", true},
        {"Makefile", "all:\n\ttrue\n", "all:\n\tfalse\n", true},
        {"app/build.gradle", "dependencies {\n    a 'b'\n}\n",
         "dependencies {\n    a 'b'\n    a 'c'\n}\n", false},
        {"app/build.gradle.kts", "a = 1\n", "a = 1\n\nplugins {\n    id(\"x\")\n}\n", true},
        {"gradlew", "a\n", "b\n", true},
        {"tsconfig.base.json", "{}", "{\"compilerOptions\": {\"plugins\": []}}", true},
        {"tsconfig.json", "{}", "{\"compilerOptions\": {\"strict\": true}}", false},
        {"src/x.pth", "", "import os\n", true},
        {"hooks/pre-commit", "", "x\n", true},
        {"Dockerfile", "", "RUN x\n", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (verdict_of(rows[i].path, rows[i].before, rows[i].after, "say hello") !=
            (rows[i].asks ? GATE_REFUSE : GATE_ALLOW))
            EXPECT_STR(str_from(rows[i].after), rows[i].asks ? "is allowed" : "is refused");
}

TEST(a_member_that_runs_is_named_itself)
{
    const char *hook = "{\"scripts\": {\"postinstall\": \"x\"}}";
    EXPECT_INT(verdict_of("package.json", "{}", hook, "bump the version in package.json"),
               GATE_REFUSE);
    EXPECT_INT(verdict_of("package.json", "{}", hook, "add a script to package.json"), GATE_ALLOW);
    EXPECT_INT(verdict_of("package.json", "{}", hook, "let postinstall of package.json say x"),
               GATE_ALLOW);
    EXPECT_INT(verdict_of("package.json", "{}", "{\"scripts\": {\"version\": \"x\"}}",
                          "bump the version in package.json"),
               GATE_REFUSE);
    EXPECT_INT(verdict_of("Makefile", "", "a:\n\tb\n", "add a to the Makefile"), GATE_ALLOW);
}

TEST(what_nobody_asked_for_needs_a_person)
{
    Asked *all = ask();
    all->asked.yes = true;
    EXPECT_INT(decide(all).verdict, GATE_ALLOW);
    all->asked.is_cut = true;
    EXPECT_INT(decide(all).verdict, GATE_ASK);
    all->asked.is_cut = false;
    all->asked.is_question = true;
    EXPECT_INT(decide(all).verdict, GATE_ASK);
    all->asked.unattended = true;
    EXPECT_INT(decide(all).verdict, GATE_REFUSE);
}

TEST(both_paths_of_a_move_count)
{
    Asked *all = ask();
    add_file(all, EDIT_MOVED, "a.c", "a\n", "a\n")->old_path = STR(".git/a.c");
    EXPECT_REFUSED(all);
    all = ask();
    static const Str planned[] = {STR_INIT("src/a.c"), STR_INIT("b.c")};
    all->asked.planned = planned;
    all->asked.planned_count = COUNT(planned);
    EXPECT_ALLOWED(all);
    add_file(all, EDIT_MOVED, "b.c", "a\n", "a\n")->old_path = STR("c.c");
    EXPECT_ASKS(all);
}

TEST(the_plan)
{
    Asked *all = ask();
    static const Str planned[] = {STR_INIT("src/b.c")};
    all->asked.planned = planned;
    EXPECT_ALLOWED(all); /* no plan */
    all->asked.planned_count = 1;
    EXPECT_ASKS(all);
    for (int i = 0; i < 20; i++)
        add_file(all, EDIT_CREATED, str_terminate(test_arena(), str_format(test_arena(), "n%d", i)),
                 "", "a\n");
    all->limits.max_files = 30;
    GateAnswer answer = decide(all);
    EXPECT_INT(answer.reasons.len, 11);
    EXPECT_STR(answer.reasons.ptr[10].message, "11 more files that the plan does not name");
}

TEST(secrets)
{
    Asked *all = ask();
    add_file(all, EDIT_CREATED, "b.c", "", "int x;\n" SECRET);
    EXPECT_REFUSED(all);
    GateAnswer answer = decide(all);
    EXPECT(str_starts(answer.reasons.ptr[0].message, STR("line 2 of the new text holds ")));
    EXPECT(str_find(gate_text(test_arena(), &answer), STR("AKIA")) == STR_NONE);
    all = ask(); /* it was there before */
    add_file(all, EDIT_CHANGED, "b.c", "int x;\n" SECRET, "int y;\n  " SECRET);
    EXPECT_ALLOWED(all);
    all = ask(); /* it was in another file before */
    add_file(all, EDIT_DELETED, "b.c", SECRET, "");
    add_file(all, EDIT_CREATED, "c.c", "", SECRET);
    EXPECT_ASKS(all);
    all = ask(); /* a second one */
    add_file(all, EDIT_CHANGED, "b.c", SECRET,
             SECRET "t = \"ghp_"
                    "0123456789abcdefABCDEF0123456789abcd\"\n");
    EXPECT_REFUSED(all);
    all = ask();
    add_file(all, EDIT_CREATED, "id_rsa.pem", "", "A=1\n");
    EXPECT_ASKS(all);
    all = ask(); /* what is taken away is not new */
    add_file(all, EDIT_CHANGED, "b.c", SECRET, "int x;\n");
    EXPECT_ALLOWED(all);
}

TEST(files)
{
    Asked *all = ask();
    add_file(all, EDIT_DELETED, "b.c", "int x;\n", "");
    EXPECT_ASKS(all);
    all = ask();
    add_file(all, EDIT_CREATED, "b.bin", "", "a")->after = (Str){"a\0b", 3};
    EXPECT_ASKS(all);
    all = ask();
    add_file(all, EDIT_CREATED, "b.bin", "", "\xff\xfe");
    EXPECT_ASKS(all);
    all = ask();
    char *large = NEW(test_arena(), char, 6 * MB);
    memset(large, '\n', 6 * MB);
    add_file(all, EDIT_CREATED, "b.txt", "", "")->after = (Str){large, 6 * MB};
    EXPECT_ASKS(all);
}

TEST(size)
{
    Asked *all = ask();
    all->report.lines_added = 200;
    all->report.lines_removed = 200;
    EXPECT_ALLOWED(all);
    all->report.lines_removed = 201;
    EXPECT_ASKS(all);
    all = ask();
    all->limits.max_files = 1;
    EXPECT_ALLOWED(all);
    add_file(all, EDIT_CREATED, "b.c", "", "a\n");
    EXPECT_ASKS(all);
}

TEST(tests_that_go)
{
    static const char *const rules[] = {"test-removed", "test-skipped", "assertions-weakened",
                                        "assertions-removed"};
    Asked *all = ask();
    touch(all, 0, "removed", true);
    EXPECT_ASKS(all);
    all = ask();
    touch(all, 0, "removed", false);
    touch(all, 0, "body", true);
    EXPECT_ALLOWED(all);
    for (size_t i = 0; i < COUNT(rules); i++) {
        all = ask();
        find(all, CHECK_RULE, false, rules[i]);
        EXPECT_ASKS(all);
    }
}

TEST(failed_checks)
{
    for (CheckKind kind = 0; kind < CHECK_KIND_COUNT; kind++) {
        Asked *all = ask();
        find(all, kind, true, "");
        EXPECT_ASKS(all);
        all = ask();
        find(all, kind, false, "");
        EXPECT_ALLOWED(all);
    }
}

/* Nothing of a set with a part that cannot be applied may be written. */
TEST(refused_parts)
{
    Asked *all = ask();
    *VEC_PUSH(test_arena(), &all->set.refused) =
        (EditRefusal){.path = STR("b.c"), .reason = EDIT_STALE, .message = STR("it changed")};
    EXPECT_REFUSED(all);
}

TEST(the_strictest_decides)
{
    Asked *all = ask();
    touch(all, 75, "body", false);
    find(all, CHECK_SYNTAX, true, "");
    add_file(all, EDIT_DELETED, "b.c", "a\n", "");
    EXPECT_ASKS(all);
    add_file(all, EDIT_CREATED, "c.c", "", SECRET);
    EXPECT_REFUSED(all);
    GateAnswer answer = decide(all);
    EXPECT_INT(answer.reasons.len, 4);
}

TEST(how_the_gate_reads)
{
    Asked *all = ask();
    touch(all, 75, "body", false);
    find(all, CHECK_LOST, true, "");
    add_file(all, EDIT_CHANGED, ".github/workflows/ci.yml", "a\n", "b\n");
    GateAnswer answer = decide(all);
    EXPECT_STR(gate_text(test_arena(), &answer),
               "This edit needs your consent:\n"
               "- asks: .github/workflows/ci.yml: it defines a CI job\n"
               "- asks: src/a.c: 1 check failed; the first: it is wrong\n"
               "- asks: src/a.c: f has risk 75 (agent.ask_risk is 70)\n");
    all->asked.unattended = true;
    all->asked.task = STR("set it up in ci.yml");
    answer = decide(all);
    EXPECT(str_starts(gate_text(test_arena(), &answer),
                      STR("Refused: this edit needs consent, and nobody can be asked. --yes gives "
                          "it beforehand.\n- asks: ")));
    add_file(all, EDIT_CHANGED, ".git/config", "a\n", "b\n");
    answer = decide(all);
    EXPECT(str_starts(gate_text(test_arena(), &answer),
                      STR("Refused; nothing is written:\n- refused: .git/config: git keeps its own "
                          "files there\n- asks: ")));
    Buf json = buf_open(test_arena(), 0);
    answer.reasons.len = 1;
    json_write(&json, gate_value(test_arena(), &answer), 0);
    EXPECT_STR(buf_str(&json),
               "{\"verdict\":\"refuse\",\"reasons\":[{\"verdict\":\"ask\",\"path\":"
               "\".github/workflows/ci.yml\",\"message\":\"it defines a CI job\"}]}");
}

TEST(control_characters_are_not_shown)
{
    Asked *all = ask();
    add_file(all, EDIT_DELETED, "b\x1b[31m\n.c", "a\n", "");
    touch(all, 80, "body", false);
    all->report.touched.ptr[0].symbol = STR("f\x1b[0m\n- allowed");
    GateAnswer answer = decide(all);
    Str text = gate_text(test_arena(), &answer);
    size_t lines = 0;
    for (size_t i = 0; i < text.len; i++) {
        EXPECT(text.ptr[i] == '\n' || (unsigned char)text.ptr[i] >= ' ');
        lines += text.ptr[i] == '\n';
    }
    EXPECT_INT(lines, 3);
}

/* ---- settings ---- */

static GateLimits limits_of(const char *user, const char *project)
{
    static Config config;
    Err err = {0};
    config_init(&config);
    if (user)
        EXPECT(
            config_apply(test_arena(), STR("config.toml"), str_from(user), false, &config, &err));
    if (project)
        EXPECT(
            config_apply(test_arena(), STR(".fovea.toml"), str_from(project), true, &config, &err));
    EXPECT_STR(str_from(err.message), "");
    ToolContext context = {.config = &config};
    return gate_limits(&context);
}

TEST(the_limits_are_settings)
{
    GateLimits limits = limits_of(NULL, NULL);
    EXPECT_INT(limits.ask_risk, 70);
    EXPECT_INT(limits.max_risk, 90);
    EXPECT_INT(limits.max_files, 10);
    EXPECT_INT(limits.max_lines, 400);
    EXPECT_INT(limits.protected_count, 0);
    limits = limits_of("[agent]\nask_risk = 100\nmax_risk = 100\nmax_files = 5000000000\n"
                       "max_lines = 1\nprotected = [\"a/**\"]\n",
                       NULL);
    EXPECT_INT(limits.ask_risk, 100);
    EXPECT_INT(limits.max_risk, 100);
    EXPECT_INT(limits.max_files, UINT32_MAX);
    EXPECT_INT(limits.max_lines, 1);
    EXPECT_INT(limits.protected_count, 1);
}

TEST(a_project_makes_the_gate_stricter_only)
{
    GateLimits limits = limits_of("[agent]\nprotected = [\"a\"]\n",
                                  "[agent]\nask_risk = 100\nmax_risk = 100\nmax_files = 100\n"
                                  "max_lines = 100000\nprotected = []\n");
    EXPECT_INT(limits.ask_risk, 70);
    EXPECT_INT(limits.max_risk, 90);
    EXPECT_INT(limits.max_files, 10);
    EXPECT_INT(limits.max_lines, 400);
    EXPECT_INT(limits.protected_count, 1);
    limits = limits_of("[agent]\nprotected = [\"a\"]\n",
                       "[agent]\nask_risk = 10\nmax_files = 2\nprotected = [\"b\", \"/c/\"]\n");
    EXPECT_INT(limits.ask_risk, 10);
    EXPECT_INT(limits.max_files, 2);
    EXPECT_INT(limits.protected_count, 3);
}

TEST(a_pattern_lifts_no_protection)
{
    Config config;
    Err err = {0};
    config_init(&config);
    EXPECT(!config_apply(test_arena(), STR("config.toml"), STR("[agent]\nprotected = [\"!a\"]\n"),
                         false, &config, &err));
    EXPECT_STR(str_from(err.message),
               "config.toml:2: agent.protected takes patterns of paths, as in "
               ".gitignore and without !");
    GateLimits limits =
        limits_of("[agent]\nprotected = [\"a\"]\n", "[agent]\nprotected = [\"!a\"]\n");
    EXPECT_INT(limits.protected_count, 1);
}
