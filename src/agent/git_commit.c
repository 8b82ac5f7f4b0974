#include "agent/git_commit.h"

#include "base/proc.h"

/* Subjects from which the style is read. */
#define STYLE_COMMITS "30"
/* Time for hooks; a commit that runs tests in a hook takes minutes. */
#define HOOK_MS (10 * 60 * 1000)
/* A longer prefix is a sentence with a colon. */
#define PREFIX_BYTES_MAX 40

typedef VEC(const char *) Words;

static void put_word(Arena *arena, Words *words, const char *word)
{
    *VEC_PUSH(arena, words) = word;
}

static Words git_words(Arena *arena, Str root)
{
    Words words = {0};
    put_word(arena, &words, "git");
    put_word(arena, &words, "-C");
    put_word(arena, &words, str_terminate(arena, root));
    put_word(arena, &words, "--literal-pathspecs");
    return words;
}

static void put_paths(Arena *arena, Words *words, const EditFileVec *files, bool created_only)
{
    put_word(arena, words, "--");
    for (size_t i = 0; i < files->len; i++) {
        const EditFile *file = &files->ptr[i];
        bool is_new = file->status == EDIT_CREATED || file->status == EDIT_MOVED;
        if (!created_only || is_new)
            put_word(arena, words, str_terminate(arena, file->path));
        if (!created_only && file->status == EDIT_MOVED)
            put_word(arena, words, str_terminate(arena, file->old_path));
    }
}

/* Runs git; false with the last lines of its output. */
static bool run(Arena *arena, Words *words, const char *what, Str *output, Err *err)
{
    ProcResult result;
    ProcLimits limits = {.time_ms = HOOK_MS, .still_ms = HOOK_MS, .with_errors = true};
    put_word(arena, words, NULL);
    if (!proc_run(arena, words->ptr, (Str){0}, limits, &result, err))
        return false;
    *output = result.output;
    if (!result.exit_code && !result.timed_out)
        return true;
    Str said = str_trim(result.output);
    size_t from = said.len > ERR_MESSAGE_BYTES / 2 ? said.len - ERR_MESSAGE_BYTES / 2 : 0;
    err_set(err, ERR_FAILED, "git %s: %.*s", what, STR_ARG(str_from_offset(said, from)));
    return err_hint(err, "the edits are written and can be taken back; commit them by hand, or fix "
                         "what git or its hook reports");
}

bool git_commit_possible(Arena *arena, Str root, const EditFileVec *files, Str *why)
{
    Str output = {0};
    Err err = {0};
    Words words = git_words(arena, root);
    put_word(arena, &words, "status");
    put_word(arena, &words, "--porcelain");
    put_paths(arena, &words, files, false);
    if (!run(arena, &words, "status", &output, &err)) {
        *why = STR("git cannot read the repository");
        return false;
    }
    Str line = {0};
    bool changed = str_take_line(&output, &line) && line.len > 3;
    if (changed)
        *why = str_format(arena, "%.*s has changes of your own that are not committed",
                          STR_ARG(str_from_offset(line, 3)));
    return !changed;
}

/* ---- style ---- */

/* The length of `area: ` or `feat(x)!: ` at the start of a subject; 0: none. */
static size_t prefix_of(Str subject)
{
    size_t colon = str_find(subject, STR(": "));
    if (colon == STR_NONE || !colon || colon > PREFIX_BYTES_MAX ||
        str_find_byte(str_slice(subject, 0, colon), ' ') != STR_NONE)
        return 0;
    return colon + 2;
}

typedef struct Style {
    unsigned count, prefixed, capital;
    Str prefix; /* the newest */
} Style;

static Style read_style(Str subjects)
{
    Style style = {0};
    Str subject;
    while (str_take_line(&subjects, &subject)) {
        size_t prefix = prefix_of(subject);
        Str rest = str_from_offset(subject, prefix);
        if (!rest.len)
            continue;
        style.count++;
        style.prefixed += prefix > 0;
        style.capital += rest.ptr[0] >= 'A' && rest.ptr[0] <= 'Z';
        if (prefix && !style.prefix.len)
            style.prefix = str_slice(subject, 0, prefix);
    }
    return style;
}

Str git_commit_style(Arena *arena, Str subjects, Str title)
{
    Style style = read_style(subjects);
    Str own = str_slice(title, 0, prefix_of(title));
    Str rest = str_from_offset(title, own.len);
    bool prefixes = 2 * style.prefixed > style.count;
    Str prefix = own.len ? own : prefixes ? style.prefix : (Str){0};
    Str made = str_format(arena, "%.*s%.*s", STR_ARG(prefix), STR_ARG(rest));
    char *first = style.count && rest.len ? (char *)(uintptr_t)made.ptr + prefix.len : NULL;
    bool capital = 2 * style.capital > style.count;
    bool word = rest.len > 1 && !(rest.ptr[1] >= 'A' && rest.ptr[1] <= 'Z'); /* not an acronym */
    if (first && word && capital && *first >= 'a' && *first <= 'z')
        *first = (char)(*first - 'a' + 'A');
    else if (first && word && !capital && *first >= 'A' && *first <= 'Z')
        *first = (char)(*first - 'A' + 'a');
    return made;
}

static Str styled_title(Arena *arena, Str root, const EditFileVec *files, Str title)
{
    Str subjects = {0};
    Err ignored = {0};
    Words words = git_words(arena, root);
    put_word(arena, &words, "log");
    put_word(arena, &words, "-n" STYLE_COMMITS);
    put_word(arena, &words, "--no-merges");
    put_word(arena, &words, "--format=%s");
    put_paths(arena, &words, files, false);
    if (!run(arena, &words, "log", &subjects, &ignored))
        subjects = (Str){0};
    return git_commit_style(arena, subjects, title);
}

/* ---- commits ---- */

static bool has_new(const EditFileVec *files)
{
    for (size_t i = 0; i < files->len; i++)
        if (files->ptr[i].status == EDIT_CREATED || files->ptr[i].status == EDIT_MOVED)
            return true;
    return false;
}

/* Removes new files from the index again. */
static void forget_new(Arena *arena, Str root, const EditFileVec *files)
{
    Str output;
    Err ignored;
    Words words = git_words(arena, root);
    put_word(arena, &words, "reset");
    put_word(arena, &words, "--quiet");
    put_paths(arena, &words, files, true);
    (void)!run(arena, &words, "reset", &output, &ignored);
}

bool git_commit_files(Arena *arena, Str root, const EditFileVec *files, Str title,
                      GitCommitted *done, Err *err)
{
    Str output;
    done->title = styled_title(arena, root, files, title);
    if (has_new(files)) {
        /* git commits only tracked files; the contents are added by the commit. */
        Words add = git_words(arena, root);
        put_word(arena, &add, "add");
        put_word(arena, &add, "--intent-to-add");
        put_paths(arena, &add, files, true);
        if (!run(arena, &add, "add", &output, err))
            return false;
    }
    Words commit = git_words(arena, root);
    put_word(arena, &commit, "commit");
    put_word(arena, &commit, "--only");
    put_word(arena, &commit, "--message");
    put_word(arena, &commit, str_terminate(arena, done->title));
    put_paths(arena, &commit, files, false);
    if (!run(arena, &commit, "commit", &output, err)) {
        if (has_new(files))
            forget_new(arena, root, files);
        return false;
    }
    Words head = git_words(arena, root);
    put_word(arena, &head, "rev-parse");
    put_word(arena, &head, "--short");
    put_word(arena, &head, "HEAD");
    if (!run(arena, &head, "rev-parse", &output, err))
        return false;
    done->id = str_trim(output);
    return true;
}

bool git_commit_branch(Arena *arena, Str root, Str name, Err *err)
{
    Str output;
    Words words = git_words(arena, root);
    if (!name.len || name.ptr[0] == '-')
        return err_set(err, ERR_USAGE, "'%.*s' is no name of a branch", STR_ARG(name));
    put_word(arena, &words, "switch");
    put_word(arena, &words, "--create");
    put_word(arena, &words, str_terminate(arena, name));
    return run(arena, &words, "switch", &output, err);
}
