/* Back end: the program git, for repositories that libgit2 cannot read. Each question costs a child
   process; git_objects_expect reads many contents with one. */
#include "git/objects_program.h"

#include "base/buf.h"

/* A header of cat-file: an id, a type and a size. */
#define HEADER_BYTES 256

bool git_objects_need_program(GitObjects *objects, Err *err)
{
    GitRepo whole = objects->repo;
    whole.root = git_repo_whole(&whole);
    whole.part = (Str){0};
    return objects->program.arena ||
           git_program_open(objects->arena, &whole, &objects->program, err);
}

bool git_ask(GitObjects *objects, Arena *arena, const GitAsk *ask, ProcResult *result, Err *err)
{
    return git_objects_need_program(objects, err) &&
           git_program_run(&objects->program, arena, ask, result, err);
}

bool git_ask_failed(const char *question, Str name, Err *err)
{
    err_set(err, ERR_FAILED, "git %s failed for '%.*s'", question,
            STR_ARG(str_slice(name, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "git fsck shows what is damaged");
}

/* ---- revisions ---- */

/* Sets the error for a revision that names no commit. */
static bool explain(GitObjects *objects, Arena *arena, Str revision, Err *err)
{
    const char *const words[] = {"cat-file", "-t", str_terminate(arena, revision), NULL};
    ProcResult result;
    if (!git_ask(objects, arena, &(GitAsk){.words = words}, &result, err))
        return false;
    if (result.exit_code)
        return git_objects_unknown(objects, revision, err);
    err_set(err, ERR_NOT_FOUND, "'%.*s' is not a commit but a %.*s",
            STR_ARG(str_slice(revision, 0, PATH_SHOWN_BYTES)), STR_ARG(str_trim(result.output)));
    return err_hint(err, "name a commit, a branch or a tag");
}

bool git_program_resolve(GitObjects *objects, Arena *arena, Str revision, Str *id, Err *err)
{
    bool searched = str_starts(revision, STR(":/")); /* searches for the text after it */
    Str commit = searched ? revision : str_format(arena, "%.*s^{commit}", STR_ARG(revision));
    const char *const words[] = {"rev-parse", "--verify", "--quiet", str_terminate(arena, commit),
                                 NULL};
    ProcResult result;
    if (!git_ask(objects, arena, &(GitAsk){.words = words}, &result, err))
        return false;
    *id = str_trim(result.output);
    return (!result.exit_code && id->len) || explain(objects, arena, revision, err);
}

bool git_program_merge_base(GitObjects *objects, Arena *arena, Str a, Str b, Str *base, Err *err)
{
    const char *const words[] = {"merge-base", str_terminate(arena, a), str_terminate(arena, b),
                                 NULL};
    ProcResult result;
    if (!git_ask(objects, arena, &(GitAsk){.words = words}, &result, err))
        return false;
    *base = str_trim(result.output);
    if (result.exit_code == 1)
        return git_objects_unrelated(objects, a, b, err);
    return (!result.exit_code && base->len) || git_ask_failed("merge-base", a, err);
}

/* ---- refs ---- */

static bool ask_refs(GitObjects *objects, Arena *arena, const Str *names, size_t count,
                     GitIdVec *refs, Err *err)
{
    GitWordVec words = {0};
    ProcResult result;
    Str rest, line;
    git_words_put(arena, &words, "for-each-ref");
    git_words_put(arena, &words, "--format=%(refname)");
    for (size_t i = 0; i < count; i++)
        git_words_put_text(arena, &words, names[i]);
    git_words_put(arena, &words, NULL);
    GitAsk ask = {.words = words.ptr, .output_max = GIT_LIST_BYTES_MAX};
    if (!git_ask(objects, arena, &ask, &result, err))
        return false;
    rest = result.output;
    while (str_take_line(&rest, &line))
        *VEC_PUSH(arena, refs) = line;
    return !result.exit_code || git_ask_failed("for-each-ref", objects->repo.directory, err);
}

static bool has_refs(GitObjects *objects, Arena *arena, const Str *names, size_t count, bool *there,
                     Err *err)
{
    GitIdVec refs = {0};
    /* No ref has such a name, and git would take it for a pattern. */
    if (strpbrk(str_terminate(arena, names[0]), "*?[\\"))
        return true;
    if (!ask_refs(objects, arena, names, count, &refs, err))
        return false;
    for (size_t i = 0; i < refs.len; i++)
        for (size_t k = 0; k < count; k++)
            there[k] |= str_equal(refs.ptr[i], names[k]);
    return true;
}

static bool list_refs(GitObjects *objects, Arena *arena, GitIdVec *names, Err *err)
{
    return ask_refs(objects, arena, NULL, 0, names, err);
}

static bool begins_commit(GitObjects *objects, Arena *arena, Str digits, bool *there, Err *err)
{
    Str asked = str_format(arena, "--disambiguate=%.*s", STR_ARG(digits));
    const char *const find[] = {"rev-parse", str_terminate(arena, asked), NULL};
    static const char *const look[] = {"cat-file", "--batch-check=%(objecttype)", NULL};
    ProcResult result;
    GitAsk ask = {.words = find};
    *there = false;
    if (!git_ask(objects, arena, &ask, &result, err))
        return false;
    if (!result.output.len)
        return true;
    ask = (GitAsk){.words = look, .input = result.output};
    if (!git_ask(objects, arena, &ask, &result, err))
        return false;
    *there = str_find(result.output, STR("commit")) != STR_NONE ||
             str_find(result.output, STR("tag")) != STR_NONE;
    return true;
}

/* ---- objects ---- */

/* Takes the next answer of cat-file --batch: `id type size`, the bytes, a newline. False at the
   end, or where the output was cut. */
static bool take_object(Str *rest, Str *id, Str *bytes, bool *missing)
{
    Str header, type;
    uint64_t size;
    *bytes = (Str){0};
    if (!str_take_until(rest, '\n', &header) || !str_take_until(&header, ' ', id))
        return false;
    *missing = !str_take_until(&header, ' ', &type) || !str_parse_u64(header, &size);
    if (*missing)
        return true;
    if (size >= rest->len)
        return false;
    *bytes = str_slice(*rest, 0, size);
    *rest = str_from_offset(*rest, size + 1);
    return true;
}

static bool is_id(Str text)
{
    return str_is_hex(text) && (text.len == 40 || text.len == 64);
}

static bool ask_contents(GitObjects *objects, Arena *arena, Str ids, size_t max, ProcResult *result,
                         Err *err)
{
    static const char *const words[] = {"cat-file", "--batch", NULL};
    GitAsk ask = {.words = words, .input = ids, .output_max = max};
    return git_ask(objects, arena, &ask, result, err);
}

static bool read_bytes(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                       Err *err)
{
    ProcResult result;
    Str rest, name;
    bool missing;
    *content = (GitContent){0};
    const uint64_t *kept = map_find(&objects->contents, id);
    if (kept) {
        Str bytes = *(const Str *)(uintptr_t)*kept;
        content->too_large = bytes.len > max;
        content->bytes = content->too_large ? (Str){0} : str_copy(arena, bytes);
        return true;
    }
    if (!is_id(id))
        return err_set(err, ERR_USAGE, "'%.*s' is not an id",
                       STR_ARG(str_slice(id, 0, PATH_SHOWN_BYTES)));
    size_t most = MIN(max, FILE_BYTES_MAX) + HEADER_BYTES;
    if (!ask_contents(objects, arena, str_join(arena, id, STR("\n")), most, &result, err))
        return false;
    rest = result.output;
    bool whole = take_object(&rest, &name, &content->bytes, &missing);
    content->too_large = (!whole && result.cut) || content->bytes.len > max;
    if (content->too_large)
        content->bytes = (Str){0};
    bool elsewhere = !whole && !content->too_large && git_objects_are_partial(objects, arena);
    if ((whole && missing) || elsewhere)
        return git_objects_missing(objects, "object", id, err);
    return whole || content->too_large || git_ask_failed("cat-file", id, err);
}

static bool expect(GitObjects *objects, const Str *ids, size_t count, Err *err)
{
    Arena *arena = &objects->kept;
    Buf input = buf_open(arena, 0);
    ProcResult result;
    for (size_t i = 0; i < count; i++)
        if (is_id(ids[i]) && !map_find(&objects->contents, ids[i])) {
            buf_put(&input, ids[i]);
            buf_put_byte(&input, '\n');
        }
    if (!input.len)
        return true;
    if (!ask_contents(objects, arena, buf_str(&input), GIT_EXPECTED_BYTES_MAX, &result, err))
        return false;
    Str rest = result.output, id, bytes;
    bool missing;
    while (take_object(&rest, &id, &bytes, &missing)) {
        if (missing)
            continue;
        Str *kept = NEW(arena, Str, 1);
        *kept = bytes;
        *map_put(&objects->contents, id, NULL) = (uintptr_t)kept;
    }
    return true;
}

static bool find_file(GitObjects *objects, Arena *arena, Str commit, Str path, GitSide *side,
                      Err *err)
{
    Str literal = str_format(arena, ":(top,literal)%.*s", STR_ARG(path));
    const char *const words[] = {"ls-tree",     "-z",
                                 "--full-tree", str_terminate(arena, commit),
                                 "--",          str_terminate(arena, literal),
                                 NULL};
    ProcResult result;
    if (!git_ask(objects, arena, &(GitAsk){.words = words}, &result, err))
        return false;
    if (result.exit_code)
        return git_objects_missing(objects, "the tree of", commit, err);
    Str rest = result.output, mode, type, id;
    if (!str_take_until(&rest, ' ', &mode) || !str_take_until(&rest, ' ', &type) ||
        !str_take_until(&rest, '\t', &id))
        return true;
    side->mode = git_mode_parse(mode);
    side->id = id;
    return true;
}

static bool list_history(GitObjects *objects, Arena *arena, const GitLogOptions *options,
                         GitIdVec *ids, Err *err)
{
    GitWordVec words = {0};
    git_words_put(arena, &words, "rev-list");
    git_words_put_text(arena, &words, str_format(arena, "--max-count=%zu", options->most));
    if (options->first_parent)
        git_words_put(arena, &words, "--first-parent");
    git_words_put_text(arena, &words, options->from);
    git_words_put(arena, &words, "--");
    if (options->path.len)
        git_words_put_text(arena, &words,
                           str_format(arena, ":(top,literal)%.*s", STR_ARG(options->path)));
    git_words_put(arena, &words, NULL);
    ProcResult result;
    Str rest, id;
    GitAsk ask = {.words = words.ptr, .output_max = GIT_LIST_BYTES_MAX};
    if (!git_ask(objects, arena, &ask, &result, err))
        return false;
    rest = result.output;
    while (str_take_line(&rest, &id))
        *VEC_PUSH(arena, ids) = id;
    return !result.exit_code || git_ask_failed("rev-list", options->from, err);
}

/* ---- opening ---- */

static void close_program(GitObjects *objects)
{
    arena_close(&objects->kept);
}

static const GitReader program_reader = {
    .resolve = git_program_resolve,
    .has_refs = has_refs,
    .list_refs = list_refs,
    .begins_commit = begins_commit,
    .read = read_bytes,
    .expect = expect,
    .merge_base = git_program_merge_base,
    .changes = git_program_changes,
    .file = find_file,
    .history = list_history,
    .convert = git_program_convert,
    .close = close_program,
};

bool git_program_reader_open(Arena *arena, GitObjects *objects, Err *err)
{
    static const char *const words[] = {"rev-parse", "--show-object-format", NULL};
    ProcResult result;
    if (!git_ask(objects, arena, &(GitAsk){.words = words}, &result, err))
        return false;
    if (result.exit_code) {
        err_set(err, ERR_FAILED, "git cannot read the repository '%.*s'",
                STR_ARG(str_slice(objects->repo.directory, 0, PATH_SHOWN_BYTES)));
        return err_hint(err, "git status says why");
    }
    objects->is_sha256 = str_equal(str_trim(result.output), STR("sha256"));
    objects->reader = &program_reader;
    arena_open(&objects->kept, 0);
    objects->contents = map_open(&objects->kept);
    return true;
}
