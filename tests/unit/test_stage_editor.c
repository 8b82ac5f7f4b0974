#include "agent/stage_editor.h"

#include "base/fs.h"
#include "base/path.h"
#include "test.h"

static bool same(const char *a, const char *b)
{
    bool one = editor_same_text(str_from(a), str_from(b));
    EXPECT(one == editor_same_text(str_from(b), str_from(a)));
    return one;
}

TEST(line_ends_and_marks_do_not_make_texts_differ)
{
    EXPECT(same("", ""));
    EXPECT(same("a\nb\n", "a\r\nb\r\n"));
    EXPECT(same("a\nb\n", "a\rb\r"));
    EXPECT(same("\xEF\xBB\xBF"
                "a\n",
                "a\n"));
    EXPECT(same("a\n", "a"));
    EXPECT(same("\n", ""));
    EXPECT(!same("a\n\n", "a"));
    EXPECT(!same("a", "b"));
    EXPECT(!same("a ", "a"));
    EXPECT(!same("a\nb", "a\n"));
    EXPECT(!same("ab", "a\n"));
}

/* An editor that holds one file. */
typedef struct Held {
    Str path, text;
    const char *fails_on; /* the path whose writing fails; NULL: none */
    unsigned reads, writes;
} Held;

static bool read_held(void *state, Arena *arena, Str path, Str *text, bool *found, Err *err)
{
    Held *held = state;
    (void)arena;
    (void)err;
    held->reads++;
    *found = str_equal(path, held->path);
    *text = held->text;
    return true;
}

static bool write_held(void *state, Arena scratch, Str path, Str text, Err *err)
{
    Held *held = state;
    (void)scratch;
    held->writes++;
    if (held->fails_on && str_equal(path, str_from(held->fails_on)))
        return err_set(err, ERR_FAILED, "it is locked");
    held->text = str_copy(test_arena(), text);
    return true;
}

TEST(text_that_is_not_saved_replaces_the_disks)
{
    Held held = {.path = STR("a"), .text = STR("typed\n")};
    StageEditor editor = {.read = read_held, .state = &held};
    Err err = {0};
    EditorText text = {.bytes = STR("disk\r\n"), .found = true};
    REQUIRE(editor_read(&editor, test_arena(), STR("a"), &text, &err));
    EXPECT(text.differs && text.found);
    EXPECT_STR(text.bytes, "typed\n");
    held.text = STR("disk\n");
    text = (EditorText){.bytes = STR("disk\r\n"), .found = true};
    REQUIRE(editor_read(&editor, test_arena(), STR("a"), &text, &err));
    EXPECT(!text.differs);
    EXPECT_STR(text.bytes, "disk\r\n");
    text = (EditorText){0};
    REQUIRE(editor_read(&editor, test_arena(), STR("a"), &text, &err));
    EXPECT(text.differs && text.found); /* a file that was never saved */
    text = (EditorText){0};
    REQUIRE(editor_read(&editor, test_arena(), STR("b"), &text, &err));
    EXPECT(!text.differs && !text.found);
}

/* ---- commits: a is on disk, b is held by the editor ---- */

typedef struct Case {
    Held held;
    StageEditor editor;
    EditPlace place;
    StagePaths unsaved, edited;
    EditSet set;
    EditCommit done;
    Err err;
} Case;

static void open_case(Case *test)
{
    Arena *arena = test_arena();
    *test = (Case){.held = {.path = STR("b"), .text = STR("typed\n")}};
    test->editor = (StageEditor){.read = read_held, .write = write_held, .state = &test->held};
    Str root = fs_real_path(arena, path_directory(str_from(test_file("a", STR("one\n")))));
    (void)test_file("b", STR("disk\n"));
    test->place = (EditPlace){.root = root,
                              .state = path_join(arena, str_from(test_directory()), STR("state"))};
    stage_paths_set(arena, &test->unsaved, STR("b"), true);
    *VEC_PUSH(arena, &test->set.files) = (EditFile){
        .status = EDIT_CHANGED, .path = STR("b"), .before = STR("typed\n"), .after = STR("new\n")};
    *VEC_PUSH(arena, &test->set.files) = (EditFile){
        .status = EDIT_CHANGED, .path = STR("a"), .before = STR("one\n"), .after = STR("two\n")};
}

static bool commit(Case *test)
{
    EditorCommit how = {.arena = test_arena(),
                        .editor = &test->editor,
                        .place = &test->place,
                        .unsaved = &test->unsaved,
                        .description = STR("a test")};
    return editor_commit(&how, &test->set, &test->done, &test->edited, &test->err);
}

static Str disk(const Case *test, const char *name)
{
    Str bytes;
    bool found;
    Err err = {0};
    Str path = path_join(test_arena(), test->place.root, str_from(name));
    EXPECT(fs_read_own(test_arena(), path, KB, &bytes, &found, &err) && found);
    return bytes;
}

TEST(unsaved_files_are_written_by_the_editor_and_others_by_a_transaction)
{
    Case test;
    open_case(&test);
    REQUIRE(commit(&test));
    EXPECT_STR(disk(&test, "a"), "two\n");
    EXPECT_STR(disk(&test, "b"), "disk\n"); /* what the editor does with its file is its matter */
    EXPECT_STR(test.held.text, "new\n");
    EXPECT(test.done.id.len > 0);
    EXPECT_INT(test.done.files.len, 2);
    REQUIRE(test.edited.len == 1);
    EXPECT_STR(test.edited.ptr[0], "b");
}

static void expect_nothing_written(Case *test, ErrCode code, const char *text)
{
    EXPECT(!commit(test));
    EXPECT_INT(test->err.code, code);
    EXPECT(strstr(test->err.message, text) != NULL);
    EXPECT_STR(disk(test, "a"), "one\n");
    EXPECT_INT(test->held.writes, 0);
}

TEST(text_that_changed_in_the_editor_is_not_overwritten)
{
    Case test;
    open_case(&test);
    test.held.text = STR("typed further\n");
    expect_nothing_written(&test, ERR_STALE, "b was changed in the editor");
    open_case(&test);
    test.held.path = STR("c"); /* it was closed, so the text is gone */
    expect_nothing_written(&test, ERR_STALE, "b was changed in the editor");
    open_case(&test);
    test.held = (Held){.path = STR("a"), .text = STR("one, typed since\n")};
    test.unsaved.len = 0;
    test.set.files.ptr[0].before = STR("disk\n");
    expect_nothing_written(&test, ERR_STALE, "a was changed in the editor");
}

TEST(what_an_editor_cannot_do_is_refused)
{
    Case test;
    open_case(&test);
    test.editor.write = NULL;
    expect_nothing_written(&test, ERR_STALE, "b has changes in the editor");
    open_case(&test);
    test.set.files.ptr[0].status = EDIT_DELETED;
    expect_nothing_written(&test, ERR_STALE, "b has changes in the editor");
    open_case(&test);
    test.set.files.ptr[0].status = EDIT_MOVED;
    test.set.files.ptr[0].path = STR("c");
    test.set.files.ptr[0].old_path = STR("b");
    expect_nothing_written(&test, ERR_STALE, "b has changes in the editor");
}

TEST(what_was_written_is_taken_back_when_the_editor_fails)
{
    Case test;
    open_case(&test);
    test.held.fails_on = "b";
    EXPECT(!commit(&test));
    EXPECT(strstr(test.err.message, "it is locked") != NULL);
    EXPECT_STR(str_from(test.err.hint), "everything was taken back");
    EXPECT_STR(disk(&test, "a"), "one\n");
    EXPECT_STR(test.held.text, "typed\n");
}

TEST(a_failing_transaction_writes_nothing_in_the_editor)
{
    Case test;
    open_case(&test);
    (void)test_file("a", STR("another\ncontent\n"));
    EXPECT(!commit(&test));
    EXPECT_INT(test.err.code, ERR_STALE);
    EXPECT_INT(test.held.writes, 0);
    EXPECT_STR(disk(&test, "a"), "another\ncontent\n");
}
