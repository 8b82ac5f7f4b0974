/* Changes by the program git: its raw diffs, and the list of untracked files. */
#include "git/objects_program.h"

#include "base/path.h"

#define EMPTY_TREE_SHA1 "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
#define EMPTY_TREE_SHA256 "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"

static void put_all(Arena *arena, GitWordVec *words, const char *const *more)
{
    for (; *more; more++)
        git_words_put(arena, words, *more);
}

static void put_paths(Arena *arena, GitWordVec *words, const GitRange *range)
{
    git_words_put(arena, words, "--");
    for (size_t i = 0; i < range->path_count; i++)
        git_words_put(arena, words,
                      str_terminate(arena, str_format(arena, ":(top,literal)%.*s",
                                                      STR_ARG(range->paths[i]))));
    if (!range->path_count)
        git_words_put(arena, words, ":(top)");
    git_words_put(arena, words, NULL);
}

/* ---- raw lists ---- */

static bool is_zero(Str id)
{
    for (size_t i = 0; i < id.len; i++)
        if (id.ptr[i] != '0')
            return false;
    return true;
}

/* Parses `:100644 100755 id id M` and a path, each terminated by NUL. */
static bool take_change(Str *rest, bool working, GitChange *change, bool *unmerged)
{
    Str line, path, parts[4];
    *change = (GitChange){0};
    if (!str_take_until(rest, '\0', &line) || !str_take_until(rest, '\0', &path))
        return false;
    line = str_from_offset(line, 1);
    for (size_t i = 0; i < COUNT(parts); i++)
        if (!str_take_until(&line, ' ', &parts[i]))
            return false;
    *unmerged = str_starts(line, STR("U"));
    change->old = (GitSide){.path = path,
                            .mode = git_mode_parse(parts[0]),
                            .id = is_zero(parts[2]) ? (Str){0} : parts[2]};
    change->new = (GitSide){.path = path,
                            .mode = git_mode_parse(parts[1]),
                            .id = is_zero(parts[3]) ? (Str){0} : parts[3]};
    change->new.working = working && change->new.mode && !change->new.id.len;
    return true;
}

/* Takes the changes; git reports a conflict alone, or in addition to the file's change. */
static void take_changes(Arena *arena, Str rest, bool working, GitChangeVec *changes)
{
    GitChange change;
    bool unmerged, added;
    Map seen = map_open(arena);
    while (take_change(&rest, working, &change, &unmerged)) {
        uint64_t *at = map_put(&seen, change.new.path, &added);
        change.conflicted = unmerged || !added;
        if (unmerged)
            change.new.mode = 0;
        if (added) {
            *at = changes->len;
            *VEC_PUSH(arena, changes) = change;
        } else if (unmerged)
            changes->ptr[*at].conflicted = true;
        else
            changes->ptr[*at] = change;
    }
}

static bool ask_raw(GitObjects *objects, Arena *arena, const GitRange *range, GitChangeVec *changes,
                    Err *err)
{
    static const char *const common[] = {
        "--raw",         "-z",         "--no-abbrev",   "--no-renames", "--no-ext-diff",
        "--no-textconv", "--no-color", "--no-relative", "-O/dev/null",  NULL};
    GitWordVec words = {0};
    ProcResult result;
    bool working = range->to == GIT_TO_WORKING;
    git_words_put(arena, &words, "diff");
    put_all(arena, &words, common);
    git_words_put(arena, &words,
                  working ? "--ignore-submodules=dirty" : "--ignore-submodules=none");
    if (range->to == GIT_TO_STAGED)
        git_words_put(arena, &words, "--cached");
    git_words_put(arena, &words,
                  range->base.len      ? str_terminate(arena, range->base)
                  : objects->is_sha256 ? EMPTY_TREE_SHA256
                                       : EMPTY_TREE_SHA1);
    if (range->to == GIT_TO_COMMIT)
        git_words_put(arena, &words, str_terminate(arena, range->head));
    put_paths(arena, &words, range);
    GitAsk ask = {.words = words.ptr, .output_max = GIT_LIST_BYTES_MAX};
    if (!git_ask(objects, arena, &ask, &result, err))
        return false;
    if (result.cut) {
        err_set(err, ERR_FAILED, "too many files differ");
        return err_hint(err, "name a directory");
    }
    take_changes(arena, result.output, working, changes);
    return !result.exit_code || git_ask_failed("diff", range->base, err);
}

/* ---- untracked files ---- */

static bool add_untracked(GitObjects *objects, Arena *arena, const GitRange *range,
                          GitChangeVec *changes, Err *err)
{
    static const char *const asked[] = {"ls-files",           "-z",          "--others",
                                        "--exclude-standard", "--full-name", NULL};
    GitWordVec words = {0};
    ProcResult result;
    Map seen = map_open(arena);
    put_all(arena, &words, asked);
    put_paths(arena, &words, range);
    GitAsk ask = {.words = words.ptr, .output_max = GIT_LIST_BYTES_MAX};
    if (!git_ask(objects, arena, &ask, &result, err))
        return false;
    if (result.exit_code || result.cut)
        return git_ask_failed("ls-files", objects->root, err);
    for (size_t i = 0; i < changes->len; i++)
        *map_put(&seen, changes->ptr[i].old.path, NULL) = i;
    Str rest = result.output, path;
    while (str_take_until(&rest, '\0', &path)) {
        GitSide side = {.path = path, .working = true};
        if (!git_objects_look(objects, arena, &side))
            continue;
        const uint64_t *at = map_find(&seen, side.path);
        GitChange *change = at ? &changes->ptr[*at] : VEC_PUSH(arena, changes);
        change->new = side;
    }
    return true;
}

bool git_program_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err)
{
    bool working = range->to == GIT_TO_WORKING;
    if (!git_objects_need_program(objects, err))
        return false;
    if (working && !objects->is_disarmed && !git_program_disarm(&objects->program, err))
        return false;
    objects->is_disarmed = objects->is_disarmed || working;
    return ask_raw(objects, arena, range, changes, err) &&
           (!working || add_untracked(objects, arena, range, changes, err));
}

/* ---- line ends ---- */

/* Statistics by which git decides whether a file is text. */
typedef struct TextSigns {
    size_t nul, lone_cr, crlf, printable, other;
} TextSigns;

static TextSigns count_signs(Str text)
{
    TextSigns signs = {0};
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        bool has_lf = i + 1 < text.len && text.ptr[i + 1] == '\n';
        if (c == '\r' && has_lf)
            signs.crlf++;
        else if (c == '\r')
            signs.lone_cr++;
        else if (c >= ' ' && c != 0x7F)
            signs.printable++;
        else if (c == '\b' || c == '\t' || c == 0x1B || c == '\f')
            signs.printable++;
        else if (c != '\n')
            signs.other++;
        signs.nul += c == 0;
        i += c == '\r' && has_lf;
    }
    if (text.len && text.ptr[text.len - 1] == 0x1A)
        signs.other--;
    return signs;
}

static bool is_binary(const TextSigns *signs)
{
    return signs->nul || signs->lone_cr || (signs->printable >> 7) < signs->other;
}

/* Whether the attributes `text` and `eol` and the configuration ask for conversion. *automatic:
   only for files that look like text. */
static bool wants_conversion(GitObjects *objects, Arena *arena, Str path, bool *automatic, Err *err)
{
    const char *const attributes[] = {
        "check-attr", "-z", "crlf", "text", "eol", "--", str_terminate(arena, path), NULL};
    static const char *const setting[] = {"config", "--get", "core.autocrlf", NULL};
    ProcResult result;
    Str rest, name, value, values[3] = {{0}};
    if (!git_ask(objects, arena, &(GitAsk){.words = attributes}, &result, err))
        return false;
    rest = result.output;
    for (size_t i = 0; i < COUNT(values) && str_take_until(&rest, '\0', &name) &&
                       str_take_until(&rest, '\0', &name) && str_take_until(&rest, '\0', &value);
         i++)
        values[i] = str_equal(value, STR("unspecified")) ? (Str){0} : value;
    Str text = values[1].len ? values[1] : values[0];
    *automatic = str_equal(text, STR("auto"));
    if (*automatic || str_equal(text, STR("set")) || str_equal(text, STR("input")))
        return true;
    if (text.len || values[2].len)
        return !text.len;
    if (!git_ask(objects, arena, &(GitAsk){.words = setting}, &result, err))
        return false;
    Str autocrlf = str_trim(result.output);
    *automatic = str_equal(autocrlf, STR("input")) || str_equal_nocase(autocrlf, STR("true")) ||
                 str_equal(autocrlf, STR("1")) || str_equal_nocase(autocrlf, STR("yes")) ||
                 str_equal_nocase(autocrlf, STR("on"));
    return *automatic;
}

/* Whether the staged file has CRLF: then git does not convert it. */
static bool has_crlf_staged(GitObjects *objects, Arena *arena, Str path)
{
    Str name = str_format(arena, ":%.*s", STR_ARG(path));
    const char *const words[] = {"cat-file", "blob", str_terminate(arena, name), NULL};
    ProcResult result;
    Err ignored;
    if (!git_ask(objects, arena, &(GitAsk){.words = words}, &result, &ignored) || result.exit_code)
        return false;
    TextSigns signs = count_signs(result.output);
    return signs.crlf && !is_binary(&signs);
}

bool git_program_convert(GitObjects *objects, Arena *arena, Str path, Str *bytes, Err *err)
{
    bool automatic = false;
    TextSigns signs = count_signs(*bytes);
    Err failed = {0};
    if (!signs.crlf)
        return true;
    if (!wants_conversion(objects, arena, path, &automatic, &failed)) {
        if (failed.code)
            *err = failed;
        return !failed.code;
    }
    if (automatic && (is_binary(&signs) || has_crlf_staged(objects, arena, path)))
        return true;
    char *made = arena_bytes(arena, bytes->len);
    size_t len = 0;
    for (size_t i = 0; i < bytes->len; i++)
        if (bytes->ptr[i] != '\r' || i + 1 == bytes->len || bytes->ptr[i + 1] != '\n')
            made[len++] = bytes->ptr[i];
    *bytes = (Str){made, len};
    return true;
}
