/* What a walk does not list (git/gaps.h), and which file of the user's ignores (git/user_config.h).
 */
#include "test.h"

#include "base/buf.h"
#include "base/proc.h"
#include "git/gaps.h"
#include "git/git_walk.h"
#include "git/user_config.h"

#include <stdlib.h>

static Str shell(const char *lines)
{
    Str script = str_format(test_arena(),
                            "cd %s && export HOME=%s GIT_CONFIG_NOSYSTEM=1 && unset "
                            "XDG_CONFIG_HOME GIT_CONFIG_COUNT GIT_CONFIG_GLOBAL\n%s",
                            test_directory(), test_directory(), lines);
    const char *const argv[] = {"bash", "-c", str_terminate(test_arena(), script), NULL};
    ProcResult result;
    Err err;
    EXPECT(proc_run(test_arena(), argv, (Str){0}, (ProcLimits){.time_ms = 60000}, &result, &err));
    return result.output;
}

static bool is_source(Str path)
{
    return str_ends(path, STR(".c"));
}

static WalkResult walk(void)
{
    GitRepo repo;
    WalkResult result = {0};
    WalkOptions options = {.is_source = is_source};
    Err err;
    Str tree = str_format(test_arena(), "%s/tree", test_directory());
    EXPECT(git_repo_find(test_arena(), tree, &repo, &err));
    EXPECT(git_walk(test_arena(), test_scratch(), &repo, &options, &result, &err));
    return result;
}

static WalkGaps counted(void)
{
    WalkResult result = walk();
    Str root = str_format(test_arena(), "%s/tree", test_directory());
    return gaps_count(test_arena(), test_scratch(), root, &result.gaps, is_source);
}

static Str rules(const WalkGaps *gaps)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < gaps->rules.len; i++)
        buf_printf(&out, "%.*s %u;", STR_ARG(gaps->rules.ptr[i].text), gaps->rules.ptr[i].files);
    return buf_str(&out);
}

TEST(ignored_sources_are_counted_by_rule)
{
    shell(
        "mkdir -p tree/a/b tree/gen/x tree/node_modules/y tree/env/lib && cd tree && git init -q . "
        "&& touch a/1.c a/2.c a/b/3.c a/t.txt gen/x/4.c gen/5.c gen/6.txt node_modules/y/7.c "
        "keep.c env/pyvenv.cfg env/lib/8.c && ln -s a/1.c link "
        "&& printf '*.txt\\n/gen\\nnode_modules\\n/env\\n2.c\\n' >.gitignore");
    WalkGaps gaps = counted();
    EXPECT_STR(rules(&gaps), "2.c (.gitignore:5) 1;/env (.gitignore:4) 0;/gen (.gitignore:2) 2;");
    EXPECT_INT(gaps.of[GAP_USUAL].count, 1);
    EXPECT_STR(gaps.of[GAP_USUAL].paths.ptr[0], "node_modules");
    EXPECT_INT(gaps.of[GAP_LINK].count, 1);
    EXPECT(!gaps.more);
    WalkGaps again;
    EXPECT(gaps_unpack(test_arena(), gaps_pack(&gaps, test_arena()), &again));
    EXPECT_STR(rules(&again), rules(&gaps).ptr);
    EXPECT_INT(gaps_hash(test_scratch(), &again), gaps_hash(test_scratch(), &gaps));
    EXPECT(!gaps_unpack(test_arena(), STR("\x01\x7f"), &again));
}

TEST(submodules_and_sparse_paths_are_gaps)
{
    shell("git config --global user.name t; git config --global user.email t@t\n"
          "git init -q sub && cd sub && touch s.c && git add . && git commit -qm s && cd .. && "
          "git init -q tree && cd tree && mkdir in out && touch in/i.c out/o.c && "
          "git -c protocol.file.allow=always submodule --quiet add ../sub part && git add . && "
          "git commit -qm m && git submodule --quiet deinit -f part && "
          "git sparse-checkout set --no-cone /in/ /part/");
    WalkResult result = walk();
    EXPECT_INT(result.gaps.of[GAP_SUBMODULE].count, 1);
    EXPECT_STR(result.gaps.of[GAP_SUBMODULE].paths.ptr[0], "part");
    EXPECT_INT(result.gaps.of[GAP_SPARSE].count, 2);
    EXPECT_STR(result.gaps.of[GAP_SPARSE].paths.ptr[1], "out/o.c");
}

/* What git ignores in `tree`, where `lines` configure it, and what the walk leaves out. */
static void expect_as_git(const char *lines)
{
    shell("rm -rf tree .gitconfig .config more.cfg && git init -q tree && cd tree && "
          "touch in.c ex.c && echo ex.c >my.ignore && cp my.ignore ../user.ignore");
    Str git = shell(str_terminate(
        test_arena(),
        str_format(test_arena(),
                   "%s\ncd $HOME/tree && git ls-files -co --exclude-standard | LC_ALL=C "
                   "sort",
                   lines)));
    WalkResult result = walk();
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < result.files.len; i++)
        buf_printf(&out, "%.*s\n", STR_ARG(result.files.ptr[i].path));
    EXPECT_STR(buf_str(&out), str_terminate(test_arena(), git));
}

TEST(excludes_file_is_found_as_git_finds_it)
{
    setenv("HOME", test_directory(), 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    unsetenv("XDG_CONFIG_HOME");
    expect_as_git("git config --global core.excludesFile '~/user.ignore'");
    expect_as_git("git config --global include.path more.cfg; "
                  "git config -f ~/more.cfg core.excludesFile ~/user.ignore");
    expect_as_git("git config --global 'includeIf.gitdir:~/tree/.path' more.cfg; "
                  "git config -f ~/more.cfg core.excludesFile ~/user.ignore");
    expect_as_git("git config --global 'includeIf.gitdir:~/other/.path' more.cfg; "
                  "git config -f ~/more.cfg core.excludesFile ~/user.ignore");
    expect_as_git("git config --global 'includeIf.gitdir/i:~/TREE/.path' more.cfg; "
                  "git config -f ~/more.cfg core.excludesFile ~/user.ignore");
    expect_as_git("cd tree && git checkout -q -b side/x && git config --global "
                  "'includeIf.onbranch:side/.path' more.cfg; "
                  "git config -f ~/more.cfg core.excludesFile ~/user.ignore");
    expect_as_git(
        "printf '[core] # a comment\\n\\texcludesFile = \"%s/user\\\\\n.ignore\" ; x\\n' ~ "
        ">~/.gitconfig");
    expect_as_git("mkdir -p ~/.config/git && cp user.ignore ~/.config/git/ignore");
    expect_as_git("mkdir -p ~/.config/git && git config -f ~/.config/git/config core.excludesfile "
                  "~/user.ignore");
    expect_as_git("git -C tree config core.excludesFile my.ignore");
    expect_as_git("git -C tree config extensions.worktreeConfig true && "
                  "git -C tree config --worktree core.excludesFile my.ignore");
    expect_as_git("git config --global core.excludesFile ~/user.ignore; "
                  "git config --global --add core.excludesFile ''");
    setenv("GIT_CONFIG_COUNT", "1", 1);
    setenv("GIT_CONFIG_KEY_0", "core.excludesFile", 1);
    setenv("GIT_CONFIG_VALUE_0", "~/user.ignore", 1);
    expect_as_git("export GIT_CONFIG_COUNT=1");
    unsetenv("GIT_CONFIG_COUNT");
}
