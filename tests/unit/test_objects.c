#include "shell_case.h"

#include "base/buf.h"
#include "base/proc.h"
#include "git/line_diff.h"
#include "git/objects.h"

/* A repository below the test's directory; NULL and an error when it is none. */
static GitObjects *open_at(const char *name, Err *err)
{
    GitRepo repo;
    GitObjects *objects = NULL;
    Str path = str_format(test_arena(), "%s/%s", test_directory(), name);
    *err = (Err){0};
    EXPECT(git_repo_find(test_arena(), path, &repo, err));
    return git_objects_open(test_arena(), &repo, &objects, err) ? objects : NULL;
}

TEST(commit)
{
    Err err;
    GitCommit commit;
    Str id = shell("git init -q r && cd r && printf 'a\\n' >a && git add a && git commit -qm "
                   "$'one\\nmore\\n\\nbody' && git tag -am x v1 && git rev-parse HEAD");
    GitObjects *objects SCOPED(git_objects_close) = open_at("r", &err);
    REQUIRE(objects);
    REQUIRE(git_objects_commit(objects, test_arena(), STR("v1"), &commit, &err));
    EXPECT(str_equal(commit.id, id));
    EXPECT_STR(commit.summary, "one more");
    EXPECT_STR(commit.message, "one\nmore\n\nbody\n");
    EXPECT_STR(commit.author_email, "t@t");
    EXPECT_INT(commit.parents.len, 0);
    EXPECT(!git_objects_commit(objects, test_arena(), STR("--all"), &commit, &err));
    EXPECT_INT(err.code, ERR_USAGE);
    EXPECT(!git_objects_commit(objects, test_arena(), STR("HEAD:a"), &commit, &err));
    EXPECT_STR(str_from(err.message), "'HEAD:a' is not a commit but a blob");
    EXPECT(!git_objects_commit(objects, test_arena(), STR("HEAD~1"), &commit, &err));
    EXPECT_INT(err.code, ERR_NOT_FOUND);
    EXPECT_STR(str_from(err.message), "git knows no revision 'HEAD~1'");
}

TEST(unborn)
{
    Err err;
    GitCommit commit;
    shell("git init -q r");
    GitObjects *objects SCOPED(git_objects_close) = open_at("r", &err);
    REQUIRE(objects);
    EXPECT(!git_objects_commit(objects, test_arena(), STR("HEAD"), &commit, &err));
    EXPECT_STR(str_from(err.message), "git knows no revision 'HEAD': there is no commit yet");
}

TEST(no_repository)
{
    Err err;
    EXPECT(!open_at("", &err));
    EXPECT_INT(err.code, ERR_NOT_FOUND);
    EXPECT(err.hint[0]);
}

/* The hunks of two texts as git writes them. */
static Str hunks_of(const char *old, const char *new)
{
    LineHunkVec hunks;
    bool coarse;
    Err err;
    Buf out = buf_open(test_arena(), 0);
    EXPECT(line_diff(test_arena(), str_from(old), str_from(new), &hunks, &coarse, &err) && !coarse);
    for (size_t i = 0; i < hunks.len; i++)
        buf_printf(&out, "-%u,%u +%u,%u;", hunks.ptr[i].old_start, hunks.ptr[i].old_count,
                   hunks.ptr[i].new_start, hunks.ptr[i].new_count);
    return buf_str(&out);
}

TEST(lines)
{
    EXPECT_STR(hunks_of("a\nb\nc\n", "a\nb\nc\n"), "");
    EXPECT_STR(hunks_of("a\nb\nc\n", "a\nx\nc\n"), "-2,1 +2,1;");
    EXPECT_STR(hunks_of("", "a\nb\n"), "-0,0 +1,2;");
    EXPECT_STR(hunks_of("a\nb\n", ""), "-1,2 +0,0;");
    EXPECT_STR(hunks_of("a\nc\n", "a\nb\nc\nd\n"), "-1,0 +2,1;-2,0 +4,1;");
    EXPECT_STR(hunks_of("a", "a\n"), "-1,1 +1,1;");
}
