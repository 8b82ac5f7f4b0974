/* Diff sides from git: commits, the staged state, or the work tree. */
#include "differ/diff_sides.h"
#include "git/head.h"

/* Maximum size of a file that is read; larger ones are only named. */
#define CONTENT_BYTES_MAX (64 * MB)
#define SHORT_ID 10

typedef struct DiffGit {
    SessionRequest *request;
    const IndexSession *session;
    GitObjects *objects;
    GitRange range;
    DiffSides *sides;
} DiffGit;

/* ---- what is compared ---- */

static Str label(Arena *arena, Str name, const char *how, Str id)
{
    Str brief = str_slice(id, 0, SHORT_ID);
    if (str_starts(id, name))
        return brief;
    return str_format(arena, "%.*s (%s%.*s)", STR_ARG(name), how, STR_ARG(brief));
}

static bool resolve(DiffGit *git, Str revision, Str *id, Err *err)
{
    GitCommit commit;
    if (!git_objects_commit(git->objects, git->request->arena, revision, &commit, err))
        return false;
    *id = commit.id;
    return true;
}

static void end_at_files(DiffGit *git, bool staged)
{
    git->range.to = staged ? GIT_TO_STAGED : GIT_TO_WORKING;
    git->sides->head = staged ? STR("staged") : STR("WORKING");
}

/* Sets the new side to a revision or to the work tree (WORKING). */
static bool end_at(DiffGit *git, Str head, Err *err)
{
    if (str_equal(head, STR("WORKING"))) {
        end_at_files(git, false);
        return true;
    }
    git->range.to = GIT_TO_COMMIT;
    if (!resolve(git, head, &git->range.head, err))
        return false;
    git->sides->head = label(git->request->arena, head, "", git->range.head);
    return true;
}

/* Sets the old side to the merge base of `other` and the head of the range, or HEAD. */
static bool begin_at_parting(DiffGit *git, Str other, Err *err)
{
    Str a, b = git->range.head;
    Arena *arena = git->request->arena;
    if (!resolve(git, other, &a, err) || (!b.len && !resolve(git, STR("HEAD"), &b, err)) ||
        !git_objects_merge_base(git->objects, arena, a, b, &git->range.base, err))
        return false;
    bool same = str_equal(a, git->range.base);
    git->sides->base = label(arena, other, same ? "" : "parted at ", git->range.base);
    return true;
}

static bool begin_at(DiffGit *git, Str base, Err *err)
{
    if (!resolve(git, base, &git->range.base, err))
        return false;
    git->sides->base = label(git->request->arena, base, "", git->range.base);
    return true;
}

static bool choose_dots(DiffGit *git, Str text, size_t dots, Err *err)
{
    bool three = str_starts(str_from_offset(text, dots), STR("..."));
    Str from = str_slice(text, 0, dots), to = str_from_offset(text, dots + (three ? 3 : 2));
    from = from.len ? from : STR("HEAD");
    to = to.len ? to : STR("HEAD");
    if (!end_at(git, to, err))
        return false;
    return three ? begin_at_parting(git, from, err) : begin_at(git, from, err);
}

static bool choose_commit(DiffGit *git, Str revision, Err *err)
{
    GitCommit commit;
    if (!git_objects_commit(git->objects, git->request->arena, revision, &commit, err))
        return false;
    git->range.to = GIT_TO_COMMIT;
    git->range.head = commit.id;
    git->sides->head = label(git->request->arena, revision, "", commit.id);
    git->sides->base = STR("nothing");
    if (git_objects_is_end(git->objects, commit.id)) {
        err_set(err, ERR_NOT_FOUND, "the parent of %.*s is not in this clone, which is shallow",
                STR_ARG(str_slice(commit.id, 0, SHORT_ID)));
        return err_hint(err, "git fetch --deepen 1 brings it");
    }
    return !commit.parents.len || begin_at(git, commit.parents.ptr[0], err);
}

/* The revision of `A^!` and `A^-`, which are the change that A makes; else empty. */
static Str own_change(Str text)
{
    bool marked = text.len > 2 && (str_ends(text, STR("^!")) || str_ends(text, STR("^-")));
    return marked ? str_slice(text, 0, text.len - 2) : (Str){0};
}

static bool choose(DiffGit *git, const DiffAsked *asked, Err *err)
{
    Str own = asked->head.len ? (Str){0} : own_change(asked->base);
    if (asked->commit.len || own.len)
        return choose_commit(git, asked->commit.len ? asked->commit : own, err);
    size_t dots = str_find(asked->base, STR(".."));
    if (dots != STR_NONE && !asked->head.len)
        return choose_dots(git, asked->base, dots, err);
    if (asked->head.len && asked->base.len)
        return end_at(git, asked->head, err) && begin_at(git, asked->base, err);
    if (asked->head.len)
        return end_at(git, asked->head, err) && begin_at_parting(git, STR("HEAD"), err);
    end_at_files(git, asked->staged);
    if (asked->base.len)
        return begin_at_parting(git, asked->base, err);
    GitRepo repo = git->session->repo;
    git_repo_read_head(git->request->arena, &repo);
    git->sides->base = STR("nothing");
    return repo.head.len ? begin_at(git, STR("HEAD"), err)
                         : git_head_check(git->request->arena, &repo, err);
}

/* ---- files ---- */

static bool is_same_id(const GitChange *change)
{
    return change->old.id.len && str_equal(change->old.id, change->new.id);
}

static ChangeStatus status_of(const GitChange *change)
{
    if (!change->old.mode)
        return CHANGE_FILE_ADDED;
    if (!change->new.mode)
        return CHANGE_FILE_REMOVED;
    if (!str_equal(change->old.path, change->new.path))
        return CHANGE_FILE_RENAMED;
    return is_same_id(change) ? CHANGE_FILE_MODE : CHANGE_FILE_MODIFIED;
}

/* Why the content is not readable text of this repository; or empty. */
static Str reason_unread(const GitChange *change)
{
    unsigned old = change->old.mode, new = change->new.mode;
    if (change->conflicted)
        return STR("its merge is not resolved");
    if (old == GIT_MODE_COMMIT || new == GIT_MODE_COMMIT)
        return STR("submodule, which is another repository");
    return (Str){0};
}

bool diff_read_content(SessionRequest *request, GitObjects *objects, const GitSide *side,
                       size_t max, DiffContent *content, Err *err)
{
    GitContent read = {0};
    Err failure;
    *content = (DiffContent){0};
    if (git_objects_content(objects, request->arena, side, max, &read, &failure)) {
        content->text = read.bytes;
        if (read.too_large)
            content->unseen = str_format(request->arena, "larger than %zu MB", (size_t)(max / MB));
        return true;
    }
    if (failure.code != ERR_NOT_FOUND) {
        *err = failure;
        return false;
    }
    content->unseen = STR("its content is not in this repository");
    return true;
}

bool diff_expect(SessionRequest *request, GitObjects *objects, const GitChangeVec *changes,
                 bool old, Err *err)
{
    Str *ids = NEW(request->scratch, Str, changes->len);
    size_t count = 0;
    for (size_t i = 0; i < changes->len; i++) {
        const GitSide *side = old ? &changes->ptr[i].old : &changes->ptr[i].new;
        if (side->mode && side->mode != GIT_MODE_COMMIT && side->id.len && !side->working)
            ids[count++] = side->id;
    }
    return git_objects_expect(objects, ids, count, err);
}

static bool read_side(DiffGit *git, const GitSide *from, ChangedFile *file, ChangeSide *side,
                      Err *err)
{
    DiffContent content;
    side->path = from->mode ? from->path : (Str){0};
    if (file->unseen.len || !from->mode)
        return true;
    if (!diff_read_content(git->request, git->objects, from, CONTENT_BYTES_MAX, &content, err))
        return false;
    side->text = content.text;
    file->unseen = content.unseen;
    return true;
}

static bool take_change(DiffGit *git, const GitChange *change, Err *err)
{
    ChangedFile *file = VEC_PUSH(git->request->arena, &git->sides->set.files);
    file->status = status_of(change);
    file->old_mode = change->old.mode;
    file->new_mode = change->new.mode;
    file->unseen = reason_unread(change);
    file->link = change->old.mode == GIT_MODE_LINK || change->new.mode == GIT_MODE_LINK;
    return read_side(git, &change->old, file, &file->old, err) &&
           read_side(git, &change->new, file, &file->new, err);
}

/* The change of a file whose new path this is; NULL: it does not differ. */
static GitChange *find_change(GitChangeVec *changes, Str path)
{
    for (size_t i = 0; i < changes->len; i++)
        if (str_equal(changes->ptr[i].new.path, path))
            return &changes->ptr[i];
    return NULL;
}

/* Gives files their unsaved texts. A file that is neither in the base nor among the changes is
   ignored, and stays so. */
static bool put_unsaved(DiffGit *git, const DiffAsked *asked, GitChangeVec *changes, Err *err)
{
    Arena *arena = git->request->arena;
    for (size_t i = 0; i < asked->unsaved_count; i++) {
        const DiffUnsaved *unsaved = &asked->unsaved[i];
        GitChange *change = find_change(changes, unsaved->path);
        GitSide old = {0};
        if (!change && git->range.base.len &&
            !git_objects_file(git->objects, arena, git->range.base, unsaved->path, &old, err))
            return false;
        if (!change && (old.mode == GIT_MODE_FILE || old.mode == GIT_MODE_EXECUTABLE)) {
            change = VEC_PUSH(arena, changes);
            change->old = change->new = old;
        }
        if (!change || !change->new.mode)
            continue;
        change->new.id = (Str){0};
        change->new.text = &unsaved->text;
    }
    return true;
}

static bool read_changes(DiffGit *git, const DiffAsked *asked, Err *err)
{
    SessionRequest *request = git->request;
    GitChangeVec changes;
    const DiffUnknown unknown = {.objects = git->objects,
                                 .repo = &git->session->repo,
                                 .base = git->sides->base,
                                 .head = git->sides->head};
    if (!git_objects_changes(git->objects, request->arena, &git->range, &changes, err) ||
        !put_unsaved(git, asked, &changes, err) ||
        !diff_expect(request, git->objects, &changes, true, err) ||
        !diff_expect(request, git->objects, &changes, false, err) ||
        !diff_check_paths(request, &unknown, &git->range, &changes, err))
        return false;
    if (!git->range.path_count)
        git->sides->changes = changes;
    for (size_t i = 0; i < changes.len; i++) {
        if (!take_change(git, &changes.ptr[i], err))
            return false;
        if (session_is_cancelled(request))
            return err_interrupted(err);
    }
    if (git->range.to == GIT_TO_WORKING)
        diff_add_submodules(request, &git->session->repo, &git->range, &git->sides->set);
    return true;
}

bool diff_sides_of_git(SessionRequest *request, const IndexSession *session, GitObjects *objects,
                       const DiffAsked *asked, DiffSides *sides, Err *err)
{
    DiffGit git = {.request = request, .session = session, .objects = objects, .sides = sides};
    git.range.paths = asked->paths;
    git.range.path_count = asked->path_count;
    if (!choose(&git, asked, err))
        return false;
    sides->range = git.range;
    sides->range.path_count = 0;
    if (!read_changes(&git, asked, err) || !diff_sides_compare(request, session, sides, err))
        return false;
    return true;
}

/* Whether it is a range such as `A..B`, not a path such as `../src`. */
static bool is_range(Str text)
{
    return str_find(text, STR("..")) != STR_NONE && !str_starts(text, STR("../")) &&
           !str_equal(text, STR("..")) && str_find(text, STR("/../")) == STR_NONE;
}

bool diff_is_revision(SessionRequest *request, GitObjects *objects, Str text, bool *is, Err *err)
{
    GitCommit commit;
    Err ignored = {0};
    bool working = str_equal(text, STR("WORKING"));
    if (own_change(text).len)
        text = own_change(text);
    *is = is_range(text) || working;
    if (working && objects &&
        git_objects_commit(objects, request->arena, text, &commit, &ignored)) {
        err_set(err, ERR_NOT_FOUND, "WORKING is ambiguous: it may mean the files or a revision");
        return err_hint(err, "leave it out for the files; WORKING~0 is the revision");
    }
    if (*is || !objects)
        return true;
    if (!git_objects_is_clear(objects, request->arena, text, err))
        return false;
    *is = git_objects_commit(objects, request->arena, text, &commit, &ignored);
    return true;
}
