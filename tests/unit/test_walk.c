#include "test.h"

#include <sys/stat.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/proc.h"
#include "git/git_walk.h"
#include "git/index_file.h"

/* Runs shell lines in the test's directory and returns what they print. */
static Str shell(const char *lines)
{
    Str script =
        str_format(test_arena(),
                   "cd %s && export HOME=%s GIT_CONFIG_NOSYSTEM=1 && unset XDG_CONFIG_HOME;"
                   "git config --global user.name t; git config --global user.email t@t;\n%s",
                   test_directory(), test_directory(), lines);
    const char *const argv[] = {"bash", "-c", str_terminate(test_arena(), script), NULL};
    ProcResult result;
    Err err;
    EXPECT(proc_run(test_arena(), argv, (Str){0}, (ProcLimits){.time_ms = 20000}, &result, &err));
    return result.output;
}

/* The same where git needs no settings. */
static void change(const char *lines)
{
    Str script = str_format(test_arena(), "cd %s && %s", test_directory(), lines);
    const char *const argv[] = {"bash", "-c", str_terminate(test_arena(), script), NULL};
    ProcResult result;
    Err err;
    EXPECT(proc_run(test_arena(), argv, (Str){0}, (ProcLimits){.time_ms = 20000}, &result, &err));
}

static WalkFileVec walk_with(Listings *listings)
{
    GitRepo repo;
    Err err;
    WalkResult result;
    WalkOptions options = {.listings = listings};
    EXPECT(git_repo_find(test_arena(), str_from(test_directory()), &repo, &err));
    EXPECT(git_walk(test_arena(), test_scratch(), &repo, &options, &result, &err));
    return result.files;
}

static WalkFileVec walk(void)
{
    return walk_with(NULL);
}

/* One path a line, as `git ls-files` prints them. */
static Str listed(const WalkFileVec *files)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < files->len; i++) {
        buf_put(&out, files->ptr[i].path);
        buf_put_byte(&out, '\n');
    }
    return buf_str(&out);
}

#define GIT_LIST \
    "git ls-files -z --cached --others --exclude-standard | tr '\\0' '\\n' | LC_ALL=C sort -u"

TEST(the_list_is_that_of_git)
{
    shell("git init -q .; mkdir -p a/b/c build/x docs/deep sub 'sp ace' foo/bar/baz a/gen gen2;"
          "printf '%s\\n' '*.o' '!keep.o' '/build/' 'docs/**/*.tmp' 'foo/*' '!foo/bar' 'foo/bar/*'"
          " '!foo/bar/baz' '[a-c]x.txt' '\\#lit' 'sp\\ ace/' '**/gen' 'q?.log' 'trail  ' '*.py[co]'"
          " '/sub/*.c' '.gitconfig' '[![:alpha:]]9' 'star*star*end' > .gitignore;"
          "touch a.o keep.o a/keep.o a/b/z.o build/x/f docs/a.tmp docs/deep/b.tmp foo/x foo/bar/y"
          " foo/bar/baz/z ax.txt dx.txt '#lit' 'sp ace/f' qa.log qab.log trail m.pyc m.py sub/a.c"
          " sub/d.h a/sub.c a/gen/f gen2/f 19 a9 star-star-end star-end;"
          "printf '!z.o\\n*.local\\n' > a/.gitignore; touch a/x.local a/b/y.local t.excl;"
          "echo '*.excl' > .git/info/exclude; git add -f a.o; git add m.py; mkfifo pipe;"
          "git config --global core.excludesFile '~/global'; echo 'global' > global; touch glob;"
          "git commit -qm x; rm m.py");
    setenv("HOME", test_directory(), 1);
    unsetenv("XDG_CONFIG_HOME");
    WalkFileVec files = walk();
    Str git = shell(GIT_LIST " | grep -v '^m.py$'");
    EXPECT(git.len > 100);
    EXPECT_STR(listed(&files), str_terminate(test_arena(), git));
}

TEST(every_version_of_the_index_is_read)
{
    static const char *const versions[] = {"2", "3", "4"};
    for (size_t i = 0; i < COUNT(versions); i++) {
        shell(str_terminate(test_arena(),
                            str_format(test_arena(),
                                       "rm -rf .git one two; git init -q .; mkdir -p one/deep two;"
                                       "touch one/a one/deep/b two/c; git add .;"
                                       "git update-index --index-version %s; touch two/new;"
                                       "git add -N two/new",
                                       versions[i])));
        GitEntryVec entries = {0};
        bool known = false;
        Err err;
        Str directory = str_format(test_arena(), "%s/.git", test_directory());
        EXPECT(index_file_read(test_arena(), directory, &entries, &known, &err));
        EXPECT(known);
        Buf out = buf_open(test_arena(), 0);
        for (size_t n = 0; n < entries.len; n++)
            buf_printf(&out, "%.*s\n", STR_ARG(entries.ptr[n].path));
        EXPECT_STR(buf_str(&out), str_terminate(test_arena(), shell("git ls-files")));
    }
}

TEST(a_split_index_is_left_to_git)
{
    shell(
        "git init -q .; touch a b; git add .; git update-index --split-index; touch c; git add c");
    WalkFileVec files = walk();
    size_t tracked = 0;
    for (size_t i = 0; i < files.len; i++)
        tracked += files.ptr[i].tracked;
    EXPECT_INT(tracked, 4); /* with .gitconfig */
}

TEST(a_nested_repository_is_a_part_with_rules_of_its_own)
{
    shell("git init -q .; echo '*.o' > .gitignore; mkdir -p in/n; git init -q in/n;"
          "touch in/n/x.o in/n/y.tmp; echo '*.tmp' > in/n/.gitignore");
    WalkFileVec files = walk();
    EXPECT(str_find(listed(&files), STR("in/n/x.o\n")) != STR_NONE);
    EXPECT(str_find(listed(&files), STR("in/n/y.tmp\n")) == STR_NONE);
}

TEST(a_damaged_index_is_not_read_outside_its_bytes)
{
    shell("git init -q .; mkdir -p d; touch d/one d/two three; git add .;"
          "git update-index --index-version 4; cp .git/index whole");
    Str path = str_format(test_arena(), "%s/whole", test_directory()), whole = {0};
    bool found = false;
    Err err;
    EXPECT(fs_read_own(test_arena(), path, MB, &whole, &found, &err));
    for (size_t i = 0; i < whole.len; i++) {
        Str damaged = str_copy(test_arena(), whole);
        ((char *)(uintptr_t)damaged.ptr)[i] ^= (char)0xFF;
        test_file(".git/index", i % 2 ? str_slice(damaged, 0, i) : damaged);
        GitEntryVec entries = {0};
        bool known = false;
        Str directory = str_format(test_arena(), "%s/.git", test_directory());
        EXPECT(index_file_read(test_arena(), directory, &entries, &known, &err));
    }
}

/* Files of a directory that holds many are asked about through it: those below it, too, one that
   links lead to, and of what is gone or no file nothing. */
TEST(each_of_many_neighbours_is_as_the_system_says)
{
    shell("git init -q .; mkdir -p many/deep few; for i in `seq 700`; do echo $i > many/f$i;"
          "printf '%*s' $i > many/deep/g$i; done; touch few/a many.c many-; git add .;"
          "rm many/f7 many/deep/g9; mkdir many/deep/g9; ln -sf f1 many/f2; mv few other;"
          "ln -s many/deep few; touch many/deep/a");
    WalkFileVec files = walk();
    size_t many = 0;
    for (size_t i = 0; i < files.len; i++) {
        const WalkFile *file = &files.ptr[i];
        struct stat info;
        Str path = str_format(test_arena(), "%s/%.*s", test_directory(), STR_ARG(file->path));
        EXPECT(lstat(path.ptr, &info) == 0 && S_ISREG(info.st_mode));
        EXPECT(file->size == (uint64_t)info.st_size && file->inode == info.st_ino);
        EXPECT(file->stamp == fs_stamp(&info));
        many += str_starts(file->path, STR("many/"));
    }
    EXPECT_INT(many, 700 - 2 + 700 - 1 + 1);
}

/* ---- directories that are remembered ---- */

#define REST_MS 12

/* Walks with what is known, which is then what it found, and compares with a walk that knows
   nothing; returns how many directories were read. */
static size_t walk_again_rested(Str *known, int64_t rest_ms)
{
    Listings *listings = listings_open(test_arena(), *known);
    listings_set_rest_ms(listings, rest_ms);
    WalkFileVec remembered = walk_with(listings), files = walk();
    EXPECT_STR(listed(&remembered), str_terminate(test_arena(), listed(&files)));
    for (size_t i = 0; i < MIN(files.len, remembered.len); i++) {
        const WalkFile *a = &files.ptr[i], *b = &remembered.ptr[i];
        EXPECT(a->size == b->size && a->stamp == b->stamp && a->inode == b->inode &&
               a->tracked == b->tracked);
    }
    *known = listings_pack(listings, test_arena());
    return listings_read_count(listings);
}

static size_t walk_again(Str *known)
{
    return walk_again_rested(known, REST_MS);
}

static void rest(void)
{
    proc_sleep_ms(3 * REST_MS);
}

TEST(a_directory_at_rest_is_read_once)
{
    Str known = {0};
    change("git init -q .; mkdir -p a/b c/d out; touch a/x a/b/y c/z c/d/w out/o;"
           "echo out > .gitignore; git add .");
    rest();
    EXPECT_INT(walk_again(&known), 5); /* not what is ignored */
    EXPECT_INT(walk_again(&known), 0);
    change("touch c/new");
    EXPECT_INT(walk_again_rested(&known, 3600000), 1);
    EXPECT_INT(walk_again_rested(&known, 3600000), 1); /* times may still stay the same */
    rest();
    EXPECT_INT(walk_again(&known), 1);
    EXPECT_INT(walk_again(&known), 0);
}

TEST(a_directory_of_tomorrow_is_always_read)
{
    Str known = {0};
    change("git init -q .; mkdir a b; touch a/x b/y; touch -d '1 day' a");
    rest();
    walk_again(&known);
    EXPECT_INT(walk_again(&known), 1);
    change("touch a/z; touch -d '1 day' a");
    rest();
    EXPECT_INT(walk_again(&known), 1);
}

TEST(what_was_remembered_never_hides_a_change)
{
    static const char *const changes[] = {
        "touch a/b/new",
        "rm a/b/new",
        "mv a/x a/renamed",
        "mv a/renamed c/moved",
        "touch -r c stamp; touch c/hidden; touch -r stamp c",
        "touch -r c stamp; rm c/hidden; touch -r stamp c; rm stamp",
        "mkdir -p t/c; touch t/c/from_tar; touch -r c t/c; tar -C t -cf t.tar c; tar xf t.tar;"
        "rm -r t t.tar",
        "printf 'y\n' >> .gitignore",
        "printf '!y\n' >> a/b/.gitignore",
        "printf 'z\n' > .git/info/exclude",
        "rm .gitignore",
        "printf '*.k\n' > .foveaignore; touch a/b/one.k",
        "mkdir other; touch other/q; mv c c2; mv other c",
        "rm -r c2; mv c c2; ln -s a c",
        "rm c; mv c2 c",
        "mv a tmp; mv c a; mv tmp c",
        "touch -r a stamp; mv a/q a/r; touch -r stamp a; rm stamp",
        "rm a/r; ln -s /etc/passwd a/r",
        "rm a/r; mkdir a/r; touch a/r/inside",
        "git init -q c/b; echo y > c/b/.gitignore; touch c/b/n",
        "rm -r c/b/.git",
        "echo 'gitdir: /nowhere' > c/b/.git",
        "rm c/b/.git; git add -f .; echo 'c/' > .gitignore",
        "rm -r c/b; touch c/b",
        "touch a/back; touch -d '2 hours ago' a",
        "chmod 000 a; chmod 755 a",
    };
    Str known = {0};
    change(
        "git init -q .; mkdir -p a/b c/d; touch a/x a/b/y a/b/z c/z c/d/w; echo none > .gitignore;"
        "git add a/x c");
    for (size_t i = 0; i < COUNT(changes); i++) {
        rest();
        walk_again(&known);
        change(changes[i]);
        walk_again(&known);
    }
}

TEST(what_is_remembered_may_be_damaged)
{
    Str known = {0};
    change("git init -q .; mkdir -p a/b; touch a/x a/b/y");
    rest();
    walk_again(&known);
    for (size_t i = 0; i < known.len; i++) {
        Str cut = str_slice(known, 0, i);
        (void)listings_open(test_arena(), cut);
        Str damaged = str_copy(test_arena(), known);
        ((char *)(uintptr_t)damaged.ptr)[i] ^= (char)0x81;
        Listings *listings = listings_open(test_arena(), damaged);
        (void)walk_with(listings);
    }
}

/* In the directory `a` a clone of which git's index holds `out` as a whole. What that has is
   missing, and the clone's settings say how it is fetched. */
static void make_sparse(const char *format)
{
    shell(str_terminate(
        test_arena(),
        str_format(test_arena(),
                   "git init -q --object-format=%s b; cd b; mkdir in out; touch in/x out/y z;"
                   "git add .; git commit -qm x; cd ..; git clone -q b a; cd a;"
                   "git sparse-checkout init --cone --sparse-index; git sparse-checkout set in;"
                   "t=$(git rev-parse HEAD:out); rm -f .git/objects/${t:0:2}/${t:2};"
                   "git config core.repositoryformatversion 1;"
                   "git config extensions.partialClone origin;"
                   "git config remote.origin.promisor true;"
                   "git config remote.origin.uploadpack 'touch ../executed; git-upload-pack'",
                   format)));
}

static Str list_clone(void)
{
    GitRepo repo;
    Err err;
    WalkResult result;
    WalkOptions options = {0};
    Str path = str_format(test_arena(), "%s/a", test_directory());
    EXPECT(git_repo_find(test_arena(), path, &repo, &err));
    EXPECT(git_walk(test_arena(), test_scratch(), &repo, &options, &result, &err));
    return listed(&result.files);
}

TEST(a_sparse_index_is_read)
{
    make_sparse("sha1");
    GitEntryVec entries = {0};
    bool known = false;
    Err err;
    Str directory = str_format(test_arena(), "%s/a/.git", test_directory());
    EXPECT(index_file_read(test_arena(), directory, &entries, &known, &err));
    EXPECT(known);
    EXPECT_INT(entries.len, 3);
    EXPECT_STR(entries.ptr[1].path, "out");
    EXPECT_INT(entries.ptr[1].kind, GIT_ENTRY_SPARSE);
    EXPECT_STR(list_clone(), "in/x\nz\n");
}

TEST(nothing_that_a_repository_configures_is_executed)
{
    make_sparse("sha256");
    EXPECT_STR(shell("cat a/.git/config | grep -c 'touch ../executed'"), "1\n");
    EXPECT_STR(list_clone(), "in/x\nz\n");
    EXPECT_STR(shell("ls"), "a\nb\n");
}

/* As an index that was made up may have them: git itself refuses such paths. */
static Str made_up_index(const Str *paths, size_t count)
{
    Buf out = buf_open(test_arena(), 0);
    buf_put(&out, STR("DIRC\0\0\0\2\0\0\0"));
    buf_put_byte(&out, (char)count);
    for (size_t i = 0; i < count; i++) {
        size_t start = out.len;
        buf_put_repeat(&out, STR("\0"), 60);
        out.ptr[start + 26] = (char)0x81; /* a regular file */
        out.ptr[start + 27] = (char)0xA4;
        buf_put_byte(&out, 0);
        buf_put_byte(&out, (char)paths[i].len);
        buf_put(&out, paths[i]);
        buf_put_repeat(&out, STR("\0"), 8 - (out.len - start) % 8);
    }
    buf_put_repeat(&out, STR("\0"), 20);
    return buf_str(&out);
}

TEST(an_index_that_was_made_up_leads_nowhere_else)
{
    static const Str paths[] = {
        STR_INIT("../o/s"), STR_INIT(".git/config"), STR_INIT("/etc/passwd"), STR_INIT("in/.GIT/x"),
        STR_INIT("in/f"),   STR_INIT("in/gone"),     STR_INIT("in/l"),        STR_INIT("in/link/s"),
        STR_INIT("link/s"), STR_INIT("r/../../o/s")};
    change(
        "mkdir -p a/in/.GIT o a/r; git init -q a; touch a/in/f o/s a/in/.GIT/x; ln -s ../o a/link;"
        "ln -s ../../o a/in/link; ln -s ../../o/s a/in/l; echo in/ > a/.gitignore");
    test_file("a/.git/index", made_up_index(paths, COUNT(paths)));
    EXPECT_STR(list_clone(), ".gitignore\nin/f\n");
}

TEST(a_repository_that_is_none_hides_nothing)
{
    static const char *const kinds[] = {
        "echo 'gitdir: .git' > a/in/.git",
        "echo 'gitdir: ../../o' > a/in/.git",
        "mkdir a/in/.git; mkfifo a/in/.git/HEAD a/in/.git/index",
        "git init -q a/in; mkdir a/in/.git/index",
        "git init -q a/in; truncate -s 1100M a/in/.git/index",
        "git init -q a/in; printf 'DIRC\\0\\0\\0\\2\\1\\1\\1\\1xxxxxxxxxxxxxxxxxxxxxxxx' >"
        " a/in/.git/index",
        "rm -r a/.git; mkdir a/.git; mkfifo a/.git/HEAD a/.git/index",
    };
    for (size_t i = 0; i < COUNT(kinds); i++) {
        change("rm -rf a o; mkdir -p a/in o; git init -q a; touch a/f a/in/f");
        change(kinds[i]);
        EXPECT_STR(list_clone(), "f\nin/f\n");
    }
}

TEST(ignore_files_take_bounded_memory)
{
    change("git init -q a; cd a; yes a | head -c 200000 > big; for i in $(seq 400); do mkdir d$i;"
           "ln big d$i/.gitignore; touch d$i/a d$i/b; done; rm big");
    size_t lines = 0;
    Str files = list_clone(), line;
    while (str_take_line(&files, &line))
        lines++;
    EXPECT(lines >= 400 * 2 && lines <= 400 * 3); /* `a` is listed where the file was passed over */
}

TEST(paths_of_an_index_take_bounded_memory)
{
    change("git init -q a; touch a/f");
    Buf out = buf_open(test_arena(), 0);
    buf_put(&out, STR("DIRC\0\0\0\4\0\0\x80\0"));
    for (size_t i = 0; i < 0x8000; i++) { /* 4,000 bytes that are the path before's, and one more */
        buf_put_repeat(&out, STR("\0"), 62);
        buf_put(&out, i ? STR("\1") : STR("\0"));
        buf_put_repeat(&out, STR("x"), i ? 1 : 4000);
        buf_put_byte(&out, 0);
    }
    buf_put_repeat(&out, STR("\0"), 20);
    test_file("a/.git/index", buf_str(&out));
    GitEntryVec entries = {0};
    bool known = false;
    Err err;
    Arena arena = *test_arena();
    Str directory = str_format(&arena, "%s/a/.git", test_directory());
    size_t before = (size_t)(arena.end - arena.ptr);
    EXPECT(index_file_read(&arena, directory, &entries, &known, &err));
    EXPECT(known && !entries.len);
    EXPECT(before - (size_t)(arena.end - arena.ptr) < 64 * MB);
    EXPECT_STR(list_clone(), "f\n");
}

static GitRepo find_repository(void)
{
    GitRepo repo;
    Err err;
    EXPECT(git_repo_find(test_arena(), str_from(test_directory()), &repo, &err));
    git_repo_read_head(test_arena(), &repo);
    return repo;
}

TEST(what_is_no_commit_is_not_shown_as_one)
{
    change("git init -q . && echo 'a secret' > secret && cp secret .git/secret");
    static const char *const heads[] = {"ref: ../secret",
                                        "ref: /etc/passwd",
                                        "ref: refs/../secret",
                                        "ref: refs/heads/../../secret",
                                        "a secret",
                                        ""};
    for (size_t i = 0; i < COUNT(heads); i++) {
        test_file(".git/HEAD", str_from(heads[i]));
        EXPECT_STR(find_repository().head, "");
    }
    change("mkdir -p .git/refs/heads && ln -s ../../secret .git/refs/heads/x");
    test_file(".git/HEAD", STR("ref: refs/heads/x"));
    EXPECT_STR(find_repository().head, "");
    EXPECT_STR(find_repository().branch, "x");
    test_file(".git/refs/heads/y", STR("0123456789abcdef0123456789abcdef01234567\n"));
    test_file(".git/HEAD", STR("ref: refs/heads/y\n"));
    EXPECT_STR(find_repository().head, "0123456789abcdef0123456789abcdef01234567");
}

/* Once the nested repository is known and before its turn. */
static void exchange(void *context, Str directory)
{
    (void)context;
    if (str_equal(directory, STR("z")))
        change("mv tree/n tree/o && ln -s ../out tree/n");
}

TEST(a_nested_repository_is_walked_within_the_tree)
{
    GitRepo repo;
    Err err;
    WalkResult result;
    WalkOptions options = {.enter = exchange};
    shell("mkdir -p tree/n tree/z out && for d in tree tree/n out; do git init -q $d; done\n"
          "touch out/secret.c tree/n/own.c tree/z/z.c");
    Str root = str_format(test_arena(), "%s/tree", test_directory());
    EXPECT(git_repo_find(test_arena(), root, &repo, &err));
    EXPECT(git_walk(test_arena(), test_scratch(), &repo, &options, &result, &err));
    EXPECT_STR(listed(&result.files), "z/z.c\n");
    EXPECT_INT(result.unreadable, 1);
}
