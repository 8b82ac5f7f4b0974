/* The words for what was not looked at: one row of a table for each reason. */
#include "base/shell.h"
#include "index/catalog/classify.h"
#include "query/unseen.h"
#include "session/notices.h"
#include "text/address.h"

/* Of a path: one nested without end would fill the answer. */
#define PATH_TOLD_BYTES 120

typedef struct Phrase {
    Str id;        /* in values */
    Str one, many; /* after the number */
} Phrase;

static const Phrase phrases[UNSEEN_REASON_COUNT] = {
    [UNSEEN_LARGE] = {STR_INIT("large"), STR_INIT("file too large to index"),
                      STR_INIT("files too large to index")},
    [UNSEEN_DEGRADED] = {STR_INIT("degraded"), STR_INIT("file read in part for its syntax errors"),
                         STR_INIT("files read in part for their syntax errors")},
    [UNSEEN_GENERATED] = {STR_INIT("generated"), STR_INIT("generated file"),
                          STR_INIT("generated files")},
    [UNSEEN_MINIFIED] = {STR_INIT("minified"), STR_INIT("minified file"),
                         STR_INIT("minified files")},
    [UNSEEN_VENDORED] = {STR_INIT("vendored"), STR_INIT("file of third-party code"),
                         STR_INIT("files of third-party code")},
    [UNSEEN_FAILED] = {STR_INIT("failed"), STR_INIT("file that cannot be read or parsed"),
                       STR_INIT("files that cannot be read or parsed")},
    [UNSEEN_BINARY] = {STR_INIT("binary"), STR_INIT("binary file with the name of a source"),
                       STR_INIT("binary files with the names of sources")},
    [UNSEEN_POINTER] = {STR_INIT("lfs_pointer"), STR_INIT("file that git LFS has not fetched"),
                        STR_INIT("files that git LFS has not fetched")},
    [UNSEEN_IGNORED] = {STR_INIT("ignored"), STR_INIT("ignored source file"),
                        STR_INIT("ignored source files")},
    [UNSEEN_USUAL] = {STR_INIT("ignored_directory"), STR_INIT("ignored directory"),
                      STR_INIT("ignored directories")},
    [UNSEEN_UNREADABLE] = {STR_INIT("unreadable_directory"),
                           STR_INIT("directory that cannot be read"),
                           STR_INIT("directories that cannot be read")},
    [UNSEEN_DEEP] = {STR_INIT("too_deep"), STR_INIT("directory nested too deep"),
                     STR_INIT("directories nested too deep")},
    [UNSEEN_LINK] = {STR_INIT("link"), STR_INIT("link that leads out of the tree"),
                     STR_INIT("links that lead out of the tree")},
    [UNSEEN_SUBMODULE] = {STR_INIT("submodule"), STR_INIT("submodule that is not checked out"),
                          STR_INIT("submodules that are not checked out")},
    [UNSEEN_SPARSE] = {STR_INIT("sparse"), STR_INIT("path outside the sparse checkout"),
                       STR_INIT("paths outside the sparse checkout")},
    [UNSEEN_WORKTREE] = {STR_INIT("worktree"), STR_INIT("work tree of this repository"),
                         STR_INIT("work trees of this repository")},
};

/* The limit as a size and the file's own: `huge.py, 18 MB of Python; the limit is 5 MB`. */
static void put_large(Buf *out, const UnseenSum *sum)
{
    buf_put(out, STR(", "));
    buf_put_size(out, sum->bytes);
    if (sum->language && !sum->languages_differ)
        buf_printf(out, " of %.*s", STR_ARG(lang_name(sum->language)));
    buf_put(out, STR("; the limit is "));
    buf_put_size(out, INDEX_FILE_BYTES_MAX);
}

static void put_paths(Buf *out, const Unseen *unseen, UnseenReason reason)
{
    const UnseenSum *sum = &unseen->of[reason];
    size_t shown = 0;
    buf_put(out, STR(" ("));
    if (reason == UNSEEN_IGNORED) {
        if (unseen->by_rule < sum->files || sum->more)
            buf_put(out, STR("most by "));
        view_put_line_text(out, unseen->rule);
        buf_put_byte(out, ')');
        return;
    }
    for (; shown < UNSEEN_PATHS && sum->paths[shown].len; shown++) {
        buf_put(out, shown ? STR(", ") : (Str){0});
        Str path = sum->paths[shown];
        view_put_address(
            out, str_slice(path, 0, str_char_floor(path, MIN(path.len, (size_t)PATH_TOLD_BYTES))));
        buf_put(out, path.len > PATH_TOLD_BYTES ? STR("…") : (Str){0});
    }
    if (sum->files > shown || sum->more)
        buf_put(out, STR(", …"));
    if (reason == UNSEEN_LARGE)
        put_large(out, sum);
    buf_put_byte(out, ')');
}

Str unseen_words(Arena *arena, const Unseen *unseen, unsigned reasons)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < UNSEEN_REASON_COUNT; i++) {
        const UnseenSum *sum = &unseen->of[i];
        if (!sum->files || !(reasons & UNSEEN_BIT(i)))
            continue;
        buf_put(&out, out.len ? STR("; ") : (Str){0});
        buf_put(&out, sum->more ? STR("at least ") : (Str){0});
        buf_put_thousands(&out, sum->files);
        buf_put_byte(&out, ' ');
        buf_put(&out, sum->files == 1 ? phrases[i].one : phrases[i].many);
        put_paths(&out, unseen, (UnseenReason)i);
    }
    return buf_str(&out);
}

static bool has_any(const Unseen *unseen, unsigned reasons)
{
    for (size_t i = 0; i < UNSEEN_REASON_COUNT; i++)
        if (unseen->of[i].files && reasons & UNSEEN_BIT(i))
            return true;
    return false;
}

/* `fovea grep NAME`, with the file if there is only one. */
static Str grep_hint(SessionRequest *request, const Unseen *unseen, unsigned reasons, Str name)
{
    Str path = {0};
    size_t files = 0;
    for (size_t i = 0; i < UNSEEN_FAILED; i++) {
        if (!(reasons & UNSEEN_BIT(i)))
            continue;
        files += unseen->of[i].files;
        path = unseen->of[i].files ? unseen->of[i].paths[0] : path;
    }
    Buf out = buf_open(request->arena, 0);
    buf_printf(&out, "fovea grep %.*s", STR_ARG(shell_quote(request->arena, name)));
    if (files == 1)
        buf_printf(&out, " %.*s", STR_ARG(shell_quote_path(request->arena, path)));
    buf_put(&out, files == 1 ? STR(" searches its text") : STR(" searches their text"));
    return buf_str(&out);
}

Str unseen_advice(SessionRequest *request, const Unseen *unseen, unsigned reasons, Str name)
{
    Buf out = buf_open(request->arena, 0);
    if (name.len && has_any(unseen, reasons & (UNSEEN_BIT(UNSEEN_FAILED) - 1)))
        buf_put(&out, session_hint(request, grep_hint(request, unseen, reasons, name)));
    unsigned ignored = UNSEEN_BIT(UNSEEN_IGNORED) | UNSEEN_BIT(UNSEEN_USUAL);
    if (request->has_options && has_any(unseen, reasons & ignored))
        buf_printf(&out, "%s--no-ignore looks at what is ignored", out.len ? "; " : "");
    return buf_str(&out);
}

Json *unseen_value(Arena *arena, const Unseen *unseen, unsigned reasons)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < UNSEEN_REASON_COUNT; i++) {
        const UnseenSum *sum = &unseen->of[i];
        if (!sum->files || !(reasons & UNSEEN_BIT(i)))
            continue;
        Json *row = json_object(arena), *paths = json_array(arena);
        json_set(row, STR("reason"), json_str(arena, phrases[i].id));
        json_set(row, STR("files"), json_u64(arena, sum->files));
        if (sum->more)
            json_set(row, STR("more"), json_bool(arena, true));
        for (size_t k = 0; k < UNSEEN_PATHS && sum->paths[k].len; k++)
            json_add(paths, json_str(arena, address_value(arena, sum->paths[k])));
        json_set(row, STR("paths"), paths);
        if (i == UNSEEN_IGNORED)
            json_set(row, STR("rule"), json_str(arena, unseen->rule));
        json_add(rows, row);
    }
    return rows;
}

static Str denial_of(SessionRequest *request, const Unseen *unseen, unsigned reasons, Str name)
{
    Str words = unseen_words(request->arena, unseen, reasons);
    Str advice = unseen_advice(request, unseen, reasons, name);
    if (!words.len)
        return words;
    return str_format(request->arena, "not looked at: %.*s%s%.*s", STR_ARG(words),
                      advice.len ? "; " : "", STR_ARG(advice));
}

Str unseen_denial(SessionRequest *request, const IndexSession *session, Str within,
                  unsigned reasons, Str name)
{
    Unseen unseen;
    unseen_gather(request, session, within, &unseen);
    return denial_of(request, &unseen, reasons, name);
}

/* Adds the sentence and the same as fields. */
static void note(SessionRequest *request, IndexSession *session, const Unseen *unseen,
                 unsigned reasons, Str denial)
{
    session_note(request, session, denial);
    if (denial.len)
        session_limit(request, session, STR("not_looked_at"),
                      unseen_value(request->arena, unseen, reasons));
}

void unseen_note(SessionRequest *request, IndexSession *session, Str within, unsigned reasons,
                 Str name)
{
    Unseen unseen;
    unseen_gather(request, session, within, &unseen);
    note(request, session, &unseen, reasons, denial_of(request, &unseen, reasons, name));
}

static Str shortened(const SessionRequest *request, Str denial, size_t bytes)
{
    return denial.len > bytes ? session_hint(request, STR("not all was looked at: fovea status"))
                              : denial;
}

bool unseen_note_short(SessionRequest *request, IndexSession *session, unsigned reasons,
                       size_t bytes)
{
    Unseen unseen;
    unseen_gather(request, session, (Str){0}, &unseen);
    Str denial = denial_of(request, &unseen, reasons, (Str){0});
    note(request, session, &unseen, reasons, shortened(request, denial, bytes));
    return denial.len > 0;
}

void unseen_note_tree(SessionRequest *request, IndexSession *session, unsigned more)
{
    Unseen unseen;
    unseen_gather(request, session, (Str){0}, &unseen);
    unsigned reasons = unseen_of_tree(&unseen) | more;
    note(request, session, &unseen, reasons,
         shortened(request, denial_of(request, &unseen, reasons, (Str){0}), UNSEEN_NOTE_BYTES));
}
