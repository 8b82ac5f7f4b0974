/* Back end: libgit2. It is initialised when a repository is opened, so other commands do not pay
   for it. Only the user's settings for ignore rules and line-end conversion are kept. The owner of
   a repository does not matter, since nothing of it is executed. */
#include "git/library.h"

#include "base/path.h"

#include <git2.h>

/* Size of libgit2's object cache. */
#define CACHE_BYTES ((ssize_t)(32 * MB))

Str git_library_id(Arena *arena, const git_oid *id)
{
    char hex[GIT_OID_HEXSZ + 1];
    return str_copy(arena, str_from(git_oid_tostr(hex, sizeof hex, id)));
}

/* Parses a full id in hex. */
static bool git_library_oid(Str id, git_oid *oid, Err *err)
{
    if (id.len == GIT_OID_HEXSZ && git_oid_fromstrn(oid, id.ptr, id.len) == 0)
        return true;
    return err_set(err, ERR_USAGE, "'%.*s' is not an id of this repository",
                   STR_ARG(str_slice(id, 0, PATH_SHOWN_BYTES)));
}

bool git_library_failed(const char *what, Str name, Err *err)
{
    const git_error *cause = git_error_last();
    err_set(err, ERR_FAILED, "cannot read %s '%.*s': %s", what,
            STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)),
            cause && cause->message ? cause->message : "unknown");
    return err_hint(err, "git fsck shows what is damaged");
}

/* ---- revisions ---- */

static void free_object(git_object **object)
{
    git_object_free(*object);
}

static void free_odb(git_odb **odb)
{
    git_odb_free(*odb);
}

/* Whether the revision steps to ancestors (`~`, `^`): libgit2 would step past a shallow boundary.
 */
static bool has_steps(Str revision)
{
    return str_find_byte(revision, '~') != STR_NONE || str_find_byte(revision, '^') != STR_NONE ||
           str_starts(revision, STR(":"));
}

/* Whether it is a full id that is not in this repository. libgit2 would look for a ref of that
   name. */
static bool is_missing_id(GitObjects *objects, Str name)
{
    git_odb *odb SCOPED(free_odb) = NULL;
    git_oid oid;
    return git_is_whole_id(objects, name) && git_oid_fromstrn(&oid, name.ptr, name.len) == 0 &&
           git_repository_odb(&odb, objects->library) == 0 && !git_odb_exists(odb, &oid);
}

static bool resolve(GitObjects *objects, Arena *arena, Str revision, Str *id, Err *err)
{
    git_object *named SCOPED(free_object) = NULL;
    git_object *commit SCOPED(free_object) = NULL;
    const char *text = str_terminate(arena, revision);
    if (objects->is_shallow && has_steps(revision) && proc_exists("git"))
        return git_program_resolve(objects, arena, revision, id, err);
    if (is_missing_id(objects, git_revision_name(revision)))
        return git_objects_unknown(objects, revision, err);
    int failed = git_revparse_single(&named, objects->library, text);
    if (failed == GIT_EAMBIGUOUS) {
        err_set(err, ERR_NOT_FOUND, "more than one id begins with '%s'", text);
        return err_hint(err, "give more digits of it");
    }
    if (failed)
        return git_objects_unknown(objects, revision, err);
    failed = git_object_peel(&commit, named, GIT_OBJECT_COMMIT);
    if (failed == GIT_ENOTFOUND)
        return git_objects_missing(objects, "the commit of", revision, err);
    if (failed) {
        err_set(err, ERR_NOT_FOUND, "'%s' is not a commit but a %s", text,
                git_object_type2string(git_object_type(named)));
        return err_hint(err, "name a commit, a branch or a tag");
    }
    *id = git_library_id(arena, git_object_id(commit));
    return true;
}

static bool merge_base(GitObjects *objects, Arena *arena, Str a, Str b, Str *base, Err *err)
{
    git_oid left, right, found;
    if (objects->is_shallow && proc_exists("git"))
        return git_program_merge_base(objects, arena, a, b, base, err);
    if (!git_library_oid(a, &left, err) || !git_library_oid(b, &right, err))
        return false;
    int failed = git_merge_base(&found, objects->library, &left, &right);
    if (failed == GIT_ENOTFOUND)
        return git_objects_unrelated(objects, a, b, err);
    if (failed)
        return git_library_failed("the history of", a, err);
    *base = git_library_id(arena, &found);
    return true;
}

/* ---- refs ---- */

static bool has_refs(GitObjects *objects, Arena *arena, const Str *names, size_t count, bool *there,
                     Err *err)
{
    (void)err;
    for (size_t i = 0; i < count; i++) {
        git_reference *ref = NULL;
        int failed = git_reference_lookup(&ref, objects->library, str_terminate(arena, names[i]));
        there[i] = !failed || (failed != GIT_ENOTFOUND && failed != GIT_EINVALIDSPEC);
        git_reference_free(ref);
    }
    return true;
}

static bool list_refs(GitObjects *objects, Arena *arena, GitIdVec *names, Err *err)
{
    git_strarray list = {0};
    if (git_reference_list(&list, objects->library) != 0)
        return git_library_failed("the refs of", objects->repo.directory, err);
    for (size_t i = 0; i < list.count; i++)
        *VEC_PUSH(arena, names) = str_copy(arena, str_from(list.strings[i]));
    git_strarray_dispose(&list);
    return true;
}

static bool begins_commit(GitObjects *objects, Arena *arena, Str digits, bool *there, Err *err)
{
    git_object *object SCOPED(free_object) = NULL;
    git_oid oid;
    (void)err;
    Str padded = str_format(arena, "%.*s%.*s", STR_ARG(digits), (int)(GIT_OID_HEXSZ - digits.len),
                            "0000000000000000000000000000000000000000");
    if (git_oid_fromstrn(&oid, padded.ptr, padded.len) != 0)
        return true;
    int failed =
        git_object_lookup_prefix(&object, objects->library, &oid, digits.len, GIT_OBJECT_ANY);
    git_object_t type = object ? git_object_type(object) : GIT_OBJECT_INVALID;
    *there = failed == GIT_EAMBIGUOUS || type == GIT_OBJECT_COMMIT || type == GIT_OBJECT_TAG;
    return true;
}

/* ---- objects ---- */

static void free_odb_object(git_odb_object **object)
{
    git_odb_object_free(*object);
}

static bool read_bytes(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                       Err *err)
{
    git_odb *odb SCOPED(free_odb) = NULL;
    git_odb_object *object SCOPED(free_odb_object) = NULL;
    git_oid oid;
    size_t size;
    git_object_t type;
    *content = (GitContent){0};
    if (!git_library_oid(id, &oid, err))
        return false;
    if (git_repository_odb(&odb, objects->library) != 0)
        return git_library_failed("object", id, err);
    int failed = git_odb_read_header(&size, &type, odb, &oid);
    content->too_large = !failed && size > max;
    if (!failed && !content->too_large)
        failed = git_odb_read(&object, odb, &oid);
    if (failed == GIT_ENOTFOUND)
        return git_objects_missing(objects, "object", id, err);
    if (failed)
        return git_library_failed("object", id, err);
    if (object)
        content->bytes =
            str_copy(arena, (Str){git_odb_object_data(object), git_odb_object_size(object)});
    return true;
}

static void free_tree(git_tree **tree)
{
    git_tree_free(*tree);
}

static void free_entry(git_tree_entry **entry)
{
    git_tree_entry_free(*entry);
}

/* The tree of a commit; the caller frees it. */
static bool git_library_tree(GitObjects *objects, Arena *arena, Str commit, git_tree **tree,
                             Err *err)
{
    GitCommit read;
    git_oid oid;
    *tree = NULL;
    if (!git_objects_read_commit(objects, arena, commit, &read, err) ||
        !git_library_oid(read.tree, &oid, err))
        return false;
    int failed = git_tree_lookup(tree, objects->library, &oid);
    if (failed == GIT_ENOTFOUND)
        return git_objects_missing(objects, "the tree of", commit, err);
    return !failed || git_library_failed("the tree of", commit, err);
}

static bool find_file(GitObjects *objects, Arena *arena, Str commit, Str path, GitSide *side,
                      Err *err)
{
    git_tree *tree SCOPED(free_tree) = NULL;
    git_tree_entry *entry SCOPED(free_entry) = NULL;
    if (!git_library_tree(objects, arena, commit, &tree, err))
        return false;
    int failed = git_tree_entry_bypath(&entry, tree, str_terminate(arena, path));
    if (failed && failed != GIT_ENOTFOUND)
        return git_library_failed("the tree of", commit, err);
    if (failed)
        return true;
    side->id = git_library_id(arena, git_tree_entry_id(entry));
    side->mode = git_tree_entry_filemode(entry);
    return true;
}

/* ---- the work tree ---- */

static void free_filters(git_filter_list **filters)
{
    git_filter_list_free(*filters);
}

/* Whether one of the attribute files is not a regular file: libgit2 would block on a pipe. */
static bool has_odd_attributes(GitObjects *objects, Arena *arena, Str path)
{
    for (Str rest = path;;) {
        size_t slash = str_find_last_byte(rest, '/');
        rest = str_slice(rest, 0, slash == STR_NONE ? 0 : slash);
        Str name = rest.len ? path_join(arena, rest, STR(".gitattributes")) : STR(".gitattributes");
        Str full = path_join(arena, objects->root, name);
        if (fs_is_special(arena, full) && !fs_is_directory(arena, full))
            return true;
        if (!rest.len)
            return false;
    }
}

/* Applies line-end conversion; most files are stored as they are. */
static bool convert(GitObjects *objects, Arena *arena, Str path, Str *bytes, Err *err)
{
    if (str_find(*bytes, STR("\r\n")) == STR_NONE && str_find(*bytes, STR("$Id")) == STR_NONE)
        return true;
    if (has_odd_attributes(objects, arena, path))
        return err_set(err, ERR_FAILED, "a .gitattributes above '%.*s' is not a regular file",
                       STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)));
    git_filter_list *filters SCOPED(free_filters) = NULL;
    git_buf SCOPED(git_buf_dispose) converted = GIT_BUF_INIT;
    const char *name = str_terminate(arena, path);
    if (git_filter_list_load(&filters, objects->library, NULL, name, GIT_FILTER_TO_ODB,
                             GIT_FILTER_ALLOW_UNSAFE) != 0)
        return git_library_failed("the attributes of", path, err);
    if (!filters)
        return true;
    if (git_filter_list_apply_to_buffer(&converted, filters, bytes->ptr, bytes->len) != 0)
        return git_library_failed("file", path, err);
    *bytes = str_copy(arena, (Str){converted.ptr, converted.size});
    return true;
}

/* ---- opening ---- */

static void close_library(GitObjects *objects)
{
    git_repository_free(objects->library);
    objects->library = NULL;
}

static const GitReader library_reader = {
    .resolve = resolve,
    .has_refs = has_refs,
    .list_refs = list_refs,
    .begins_commit = begins_commit,
    .read = read_bytes,
    .merge_base = merge_base,
    .changes = git_library_changes,
    .file = find_file,
    .convert = convert,
    .close = close_library,
};

bool git_library_start(Err *err)
{
    if (git_libgit2_init() < 0)
        return err_set(err, ERR_FAILED, "cannot initialize libgit2");
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, CACHE_BYTES);
    /* Saves half of the time of a history walk; git does not verify on reading either. */
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
    return true;
}

void git_library_stop(void)
{
    git_libgit2_shutdown();
}

Str git_library_hash(Arena *arena, Str bytes)
{
    git_oid oid;
    bool hashed = git_odb_hash(&oid, bytes.len ? bytes.ptr : "", bytes.len, GIT_OBJECT_BLOB) == 0;
    return hashed ? git_library_id(arena, &oid) : (Str){0};
}

/* Whether the repository's configuration names other files, which may be FIFOs. Unlike libgit2, the
   program git can be killed when it blocks on one. */
static bool names_other_files(const GitObjects *objects, Arena *arena)
{
    static const Str files[] = {STR_INIT("config"), STR_INIT("config.worktree")};
    static const Str needles[] = {STR_INIT("[include"), STR_INIT("attributesfile")};
    const Str directories[] = {objects->repo.common, objects->repo.directory};
    for (size_t i = 0; i < COUNT(files); i++) {
        Str path = path_join(arena, directories[i], files[i]), text;
        bool found;
        Err ignored;
        if (!fs_read_own(arena, path, GIT_CONFIG_BYTES_MAX, &text, &found, &ignored) || !found)
            continue;
        text = str_lower(arena, text);
        for (size_t j = 0; j < COUNT(needles); j++)
            if (str_find(text, needles[j]) != STR_NONE)
                return true;
    }
    return false;
}

// True when the library reads this work tree. Setting the one that it has already would leak memory
// in libgit2.
static bool set_work_tree(Arena *arena, GitObjects *objects)
{
    const char *has = git_repository_workdir(objects->library);
    Str root = fs_real_path(arena, objects->root);
    if (!objects->root.len || (has && str_equal(fs_real_path(arena, str_from(has)), root)))
        return true;
    return git_repository_set_workdir(objects->library, str_terminate(arena, objects->root), 0) ==
           0;
}

bool git_library_open(Arena *arena, GitObjects *objects)
{
    const char *directory = str_terminate(arena, objects->repo.directory);
    if (names_other_files(objects, arena) && proc_exists("git"))
        return false;
    unsigned flags = GIT_REPOSITORY_OPEN_NO_SEARCH | GIT_REPOSITORY_OPEN_NO_DOTGIT;
    bool known = git_repository_open_ext(&objects->library, directory, flags, NULL) == 0 &&
                 set_work_tree(arena, objects);
    if (known)
        objects->reader = &library_reader;
    else
        close_library(objects);
    return known;
}
