/* git_driver [--program] DIRECTORY QUESTION…: what src/git/objects.h says of a repository, in the
   form in which git says it, so that both can be compared byte by byte. Errors go to standard
   error. Questions:

   - `commit REVISION`: id, tree, parents, author, times, summary, each on a line

   - `base A B`: where two commits parted

   - `changes BASE TO [PATH…]`: git diff --raw -z -M; BASE may be empty, TO is a commit, STAGED or
   WORKING

   - `lines OLD NEW`: the @@ lines of git diff -U0 of two files

   - `blob ID`, `working PATH`: bytes

   - `file COMMIT PATH`: mode, id

   - `log [--first-parent] FROM MOST [PATH]`: ids of commits, and how the list ended */
#include "base/fs.h"
#include "base/path.h"
#include "git/git_log.h"
#include "git/line_diff.h"
#include "git/objects.h"

#define BLOB_BYTES_MAX (64 * MB)

static int fail(const Err *err)
{
    fprintf(stderr, "%s%s\n", err_prefix(err), err->message);
    if (err->hint[0])
        fprintf(stderr, "Hint: %s\n", err->hint);
    return (int)err->code;
}

static void put(Str bytes)
{
    if (bytes.len)
        fwrite(bytes.ptr, 1, bytes.len, stdout);
}

static int say_commit(GitObjects *objects, Arena *arena, Str revision, Err *err)
{
    GitCommit commit;
    if (!git_objects_commit(objects, arena, revision, &commit, err))
        return fail(err);
    printf("%.*s\n%.*s\n", STR_ARG(commit.id), STR_ARG(commit.tree));
    for (size_t i = 0; i < commit.parents.len; i++)
        printf("%s%.*s", i ? " " : "", STR_ARG(commit.parents.ptr[i]));
    printf("\n%.*s <%.*s> %lld %lld\n%.*s\n", STR_ARG(commit.author_name),
           STR_ARG(commit.author_email), (long long)commit.time, (long long)commit.commit_time,
           STR_ARG(commit.summary));
    return 0;
}

static void put_id(const GitSide *side, size_t digits)
{
    static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
    bool known = side->mode && !side->working && side->id.len;
    printf(" %.*s", (int)digits, known ? side->id.ptr : zeros);
}

static void put_change(const GitChange *change, size_t digits)
{
    bool same_type = (change->old.mode & 0170000) == (change->new.mode & 0170000);
    char status = change->conflicted  ? 'U'
                  : !change->old.mode ? 'A'
                  : !change->new.mode ? 'D'
                  : !same_type        ? 'T'
                                      : 'M';
    printf(":%06o %06o", change->old.mode, change->new.mode);
    put_id(&change->old, digits);
    put_id(&change->new, digits);
    if (change->similarity)
        printf(" R%03u", change->similarity);
    else
        printf(" %c", status);
    putchar('\0');
    if (change->similarity) {
        put(change->old.path);
        putchar('\0');
    }
    put(change->new.mode ? change->new.path : change->old.path);
    putchar('\0');
}

static int say_changes(GitObjects *objects, Arena *arena, Str *words, size_t count, Err *err)
{
    GitRange range = {.to = GIT_TO_COMMIT, .paths = words + 2, .path_count = count - 2};
    GitCommit commit;
    GitChangeVec changes;
    size_t digits = 40;
    if (words[0].len && !git_objects_commit(objects, arena, words[0], &commit, err))
        return fail(err);
    range.base = words[0].len ? commit.id : (Str){0};
    if (str_equal(words[1], STR("STAGED")))
        range.to = GIT_TO_STAGED;
    else if (str_equal(words[1], STR("WORKING")))
        range.to = GIT_TO_WORKING;
    else if (!git_objects_commit(objects, arena, words[1], &commit, err))
        return fail(err);
    range.head = commit.id;
    if (!git_objects_changes(objects, arena, &range, &changes, err))
        return fail(err);
    for (size_t i = 0; i < changes.len; i++)
        digits = MAX(digits, MAX(changes.ptr[i].old.id.len, changes.ptr[i].new.id.len));
    for (size_t i = 0; i < changes.len; i++)
        put_change(&changes.ptr[i], digits);
    return 0;
}

static void put_range(char sign, uint32_t start, uint32_t count)
{
    printf(count == 1 ? "%c%u" : "%c%u,%u", sign, start, count);
}

static int say_lines(Arena *arena, const Str *words, Err *err)
{
    Str texts[2];
    LineHunkVec hunks;
    bool coarse;
    for (int i = 0; i < 2; i++) {
        FsPolicy policy = {0};
        FsFile file SCOPED(fs_close) = {.fd = -1};
        if (!fs_open(arena, &policy, words[i], &file, err) ||
            !fs_read_all(arena, &file, &texts[i], err))
            return fail(err);
    }
    if (!line_diff(arena, texts[0], texts[1], &hunks, &coarse, err))
        return fail(err);
    for (size_t i = 0; i < hunks.len; i++) {
        printf("@@ ");
        put_range('-', hunks.ptr[i].old_start, hunks.ptr[i].old_count);
        putchar(' ');
        put_range('+', hunks.ptr[i].new_start, hunks.ptr[i].new_count);
        printf(" @@\n");
    }
    return coarse ? 4 : 0;
}

static int say_bytes(GitObjects *objects, Arena *arena, const Str *words, Err *err)
{
    GitContent content;
    bool read = str_equal(words[0], STR("blob"))
                    ? git_objects_blob(objects, arena, words[1], BLOB_BYTES_MAX, &content, err)
                    : git_objects_working(objects, arena, words[1], BLOB_BYTES_MAX, &content, err);
    if (!read)
        return fail(err);
    put(content.bytes);
    if (content.too_large)
        return fail((err_set(err, ERR_FAILED, "too large"), err));
    return 0;
}

static int say_log(GitObjects *objects, Arena *arena, const Str *words, size_t count, Err *err)
{
    static const char *const ends[] = {"goes on", "whole", "shallow", "most"};
    GitLogOptions options = {.first_parent = str_equal(words[0], STR("--first-parent"))};
    GitLog *log SCOPED(git_log_close) = NULL;
    GitCommit commit;
    bool more = false, walked;
    uint64_t most = 0;
    words += options.first_parent;
    count -= options.first_parent;
    options.from = words[0];
    options.path = count > 2 ? words[2] : (Str){0};
    if (count < 2 || !str_parse_u64(words[1], &most))
        return ERR_USAGE;
    options.most = most;
    if (!git_log_open(objects, arena, &options, &log, err))
        return fail(err);
    while ((walked = git_log_next(log, arena, &commit, &more, err)) && more)
        printf("%.*s\n", STR_ARG(commit.id));
    printf("%s\n", ends[git_log_end(log)]);
    return walked ? 0 : fail(err);
}

static int answer(GitObjects *objects, Arena *arena, Str *words, size_t count, Err *err)
{
    Str what = words[0], base;
    GitSide side;
    GitCommit first, second;
    if (str_equal(what, STR("commit")) && count == 2)
        return say_commit(objects, arena, words[1], err);
    if (str_equal(what, STR("changes")) && count >= 3)
        return say_changes(objects, arena, words + 1, count - 1, err);
    if ((str_equal(what, STR("blob")) || str_equal(what, STR("working"))) && count == 2)
        return say_bytes(objects, arena, words, err);
    if (str_equal(what, STR("log")) && count >= 3)
        return say_log(objects, arena, words + 1, count - 1, err);
    if (str_equal(what, STR("base")) && count == 3) {
        if (!git_objects_commit(objects, arena, words[1], &first, err) ||
            !git_objects_commit(objects, arena, words[2], &second, err) ||
            !git_objects_merge_base(objects, arena, first.id, second.id, &base, err))
            return fail(err);
        printf("%.*s\n", STR_ARG(base));
        return 0;
    }
    if (str_equal(what, STR("file")) && count == 3) {
        if (!git_objects_commit(objects, arena, words[1], &first, err) ||
            !git_objects_file(objects, arena, first.id, words[2], &side, err))
            return fail(err);
        printf("%06o %.*s\n", side.mode, STR_ARG(side.id));
        return 0;
    }
    return ERR_USAGE;
}

int main(int argc, char **argv)
{
    Arena arena;
    GitRepo repo;
    Err err = {0};
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    bool by_program = argc > 1 && str_equal(str_from(argv[1]), STR("--program"));
    argc -= by_program;
    argv += by_program;
    if (argc < 4)
        return ERR_USAGE;
    arena_open(&arena, 0);
    size_t count = (size_t)argc - 2;
    Str *words = NEW(&arena, Str, count);
    for (size_t i = 0; i < count; i++)
        words[i] = str_from(argv[i + 2]);
    if (str_equal(words[0], STR("lines")) && count == 3)
        return say_lines(&arena, words + 1, &err);
    Str directory = fs_real_path(&arena, str_from(argv[1]));
    if (!git_repo_find(&arena, directory, &repo, &err))
        return fail(&err);
    git_repo_narrow(&repo, directory);
    if (!(by_program ? git_objects_open_program : git_objects_open)(&arena, &repo, &objects, &err))
        return fail(&err);
    return answer(objects, &arena, words, count, &err);
}
