/* The answer names what was renamed, what was left and why, and the next call. Lists are cut; the
   form for programs has all places. */
#include "refactor/rename_begin.h"

#include "base/shell.h"
#include "project/test_command.h"
#include "query/unseen.h"
#include "text/address.h"
#include "view/unified.h"

/* Rows of a list in the answer for people; the rest is counted. */
#define ROWS_MAX 20
/* Bytes of the diff that a dry run shows; models pay for what they read. */
#define DIFF_BYTES_MAX ((size_t)256 * KB)
/* Characters of a line of code that a row shows. */
#define LINE_CHARS_MAX 100

static const char *const verdicts[RENAME_VERDICT_COUNT] = {
    [RENAME_EXACT] = "exact",         [RENAME_LIKELY] = "likely", [RENAME_AMBIGUOUS] = "ambiguous",
    [RENAME_GENERATED] = "generated", [RENAME_STRING] = "string", [RENAME_COMMENT] = "comment",
    [RENAME_TEXT] = "text",           [RENAME_OTHER] = "other"};

static Str path_of(const Rename *rename, const RenamePlace *place)
{
    return rename->catalog->files.ptr[rename->files.ptr[place->file].id].path;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static size_t count_applied(const Rename *rename)
{
    size_t count = 0;
    for (size_t i = 0; i < rename->places.len; i++)
        count += rename->places.ptr[i].applied;
    return count;
}

static void put_row(Buf *out, const Rename *rename, const RenamePlace *place)
{
    Arena scratch = *rename->request->scratch;
    Str text = rename->files.ptr[place->file].text;
    size_t start = place->site.start - (place->site.column - 1), end = start;
    while (end < text.len && text.ptr[end] != '\n')
        end++;
    Str line = str_cut_chars(&scratch, str_trim(str_slice(text, start, end)), LINE_CHARS_MAX);
    buf_put(out, STR("  "));
    view_put_address(out, str_format(&scratch, "%.*s:%u:%u", STR_ARG(path_of(rename, place)),
                                     place->site.line, place->site.column));
    buf_printf(out, "  %s", verdicts[place->verdict]);
    if (place->why)
        buf_printf(out, " (%s)", place->why);
    buf_put(out, STR(": "));
    view_put_line_text(out, line);
    buf_put_byte(out, '\n');
}

/* ---- text ---- */

static void put_files(Buf *out, const Rename *rename)
{
    size_t shown = 0, files = 0;
    for (size_t f = 0; f < rename->files.len; f++) {
        size_t count = 0;
        for (size_t i = 0; i < rename->places.len; i++)
            count += rename->places.ptr[i].file == f && rename->places.ptr[i].applied;
        files += count > 0;
        if (!count || shown == ROWS_MAX)
            continue;
        shown++;
        buf_put(out, STR("  "));
        view_put_address(out, rename->catalog->files.ptr[rename->files.ptr[f].id].path);
        buf_printf(out, ": %zu\n", count);
    }
    if (files > shown)
        buf_printf(out, "  [%zu more files]\n", files - shown);
}

static void put_conflicts(Buf *out, const Rename *rename)
{
    for (size_t i = 0; i < rename->conflicts.len; i++) {
        const RenameConflict *conflict = &rename->conflicts.ptr[i];
        Arena scratch = *rename->request->scratch;
        buf_put(out, STR("  "));
        view_put_address(out, conflict->line ? str_format(&scratch, "%.*s:%u",
                                                          STR_ARG(conflict->path), conflict->line)
                                             : conflict->path);
        buf_put(out, STR("  "));
        view_put_line_text(out, conflict->message);
        if (conflict->may_be_told)
            buf_put(out, STR(" (--include likely goes on)"));
        buf_put_byte(out, '\n');
    }
}

static void put_left(Buf *out, const Rename *rename)
{
    size_t left = rename_count_left(rename), shown = 0;
    if (!left)
        return;
    buf_printf(out, "not applied: %zu possible place%s\n", left, plural(left));
    for (size_t i = 0; i < rename->places.len && shown < ROWS_MAX; i++)
        if (rename->places.ptr[i].verdict <= RENAME_GENERATED && !rename->places.ptr[i].applied) {
            put_row(out, rename, &rename->places.ptr[i]);
            shown++;
        }
    if (left > shown)
        buf_printf(out, "  [%zu more: --format json lists all]\n", left - shown);
}

static void put_mentions(Buf *out, const Rename *rename)
{
    static const struct {
        RenameVerdict verdict;
        const char *what, *option;
    } kinds[] = {{RENAME_STRING, "string", "--strings"},
                 {RENAME_COMMENT, "comment", "--comments"},
                 {RENAME_TEXT, "other file", "--texts"}};
    for (size_t k = 0; k < COUNT(kinds); k++) {
        size_t count = 0;
        const RenamePlace *first = NULL;
        for (size_t i = 0; i < rename->places.len; i++) {
            const RenamePlace *place = &rename->places.ptr[i];
            if (place->verdict != kinds[k].verdict || place->applied)
                continue;
            first = count++ ? first : place;
        }
        if (!count)
            continue;
        buf_printf(out, "mentioned in %ss: %zu, such as ", kinds[k].what, count);
        view_put_address(out, str_format(rename->request->arena, "%.*s:%u",
                                         STR_ARG(path_of(rename, first)), first->site.line));
        buf_printf(out, " (%s takes them)\n", kinds[k].option);
    }
}

static bool put_diff(Buf *out, Arena scratch, const EditSet *set, Err *err)
{
    for (size_t i = 0; i < set->files.len; i++) {
        if (out->len > DIFF_BYTES_MAX) {
            buf_printf(out, "[%zu more files: --format json lists the places]\n",
                       set->files.len - i);
            return true;
        }
        const EditFile *file = &set->files.ptr[i];
        UnifiedFile shown = {.old_path = file->old_path.len ? file->old_path : file->path,
                             .new_path = file->path,
                             .before = file->before,
                             .after = file->after};
        if (!unified_put(out, scratch, &shown, false, err))
            return false;
    }
    return true;
}

/* What was included without proof, so that "renamed" is not read as complete. */
static void put_unproven(Buf *out, const Rename *rename)
{
    size_t places = 0, overruled = 0;
    for (size_t i = 0; i < rename->places.len; i++)
        places += rename->places.ptr[i].applied && rename->places.ptr[i].verdict != RENAME_EXACT &&
                  rename->places.ptr[i].verdict <= RENAME_GENERATED;
    for (size_t i = 0; i < rename->conflicts.len; i++)
        overruled += rename->conflicts.ptr[i].may_be_told;
    if (!places && !overruled)
        return;
    buf_put(out, STR("not proven: "));
    if (places)
        buf_printf(out, "%zu possible place%s", places, plural(places));
    if (overruled)
        buf_printf(out, "%s%zu conflict%s overruled", places ? ", " : "", overruled,
                   plural(overruled));
    buf_put(out, STR("; others may be missing: compile and test\n"));
}

/* Whether the doubts are such that a passing command overrules them. */
static bool may_be_tried(const Rename *rename)
{
    size_t doubts = 0;
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        bool left = place->verdict <= RENAME_GENERATED && !place->applied;
        if (left && place->verdict != RENAME_LIKELY)
            return false;
        doubts += left;
    }
    for (size_t i = 0; i < rename->conflicts.len; i++)
        if (!rename->conflicts.ptr[i].may_be_told)
            return false;
    return (doubts || rename->conflicts.len) && rename->request->has_options;
}

/* The project's own command, which tries the doubts out. */
static Str propose_check(const Rename *rename)
{
    SessionRequest *request = rename->request;
    Str command = test_command_all(request, rename->session).text;
    if (!command.len)
        return (Str){0};
    return session_hint(request, str_format(request->arena,
                                            "next: --check %.*s tries it in a copy, and overrules "
                                            "likely places if it passes\n",
                                            STR_ARG(shell_quote(request->arena, command))));
}

static void put_next(Buf *out, const Rename *rename, const RenameOutcome *outcome)
{
    SessionRequest *request = rename->request;
    if (outcome->refused && rename_count_left(rename))
        buf_put(out, session_hint(request,
                                  STR("next: decide with --include likely, ambiguous, generated "
                                      "or all, or --leave them as they are\n")));
    if (outcome->refused && may_be_tried(rename))
        buf_put(out, propose_check(rename));
    buf_put(out, rename_next(rename, &outcome->commit));
}

static bool put_text(Buf *out, const Rename *rename, const RenameOutcome *outcome, Err *err)
{
    size_t applied = count_applied(rename), files = outcome->set.files.len;
    const char *what = outcome->what ? outcome->what : "renamed";
    const char *verb = outcome->refused   ? "refused, nothing was written"
                       : outcome->dry_run ? "would be "
                                          : "";
    if (outcome->dry_run && !outcome->refused &&
        !put_diff(out, *rename->request->scratch, &outcome->set, err))
        return false;
    buf_printf(out, "%.*s -> %.*s: %s%s: %zu place%s in %zu file%s\n", STR_ARG(rename->old),
               STR_ARG(rename->new), verb, outcome->refused ? "" : what, applied, plural(applied),
               files, plural(files));
    if (rename->conflicts.len)
        buf_printf(out, "%zu conflict%s\n", rename->conflicts.len, plural(rename->conflicts.len));
    put_conflicts(out, rename);
    if (!outcome->refused)
        put_files(out, rename);
    put_left(out, rename);
    if (!outcome->refused)
        put_unproven(out, rename);
    if (rename->checked.len)
        buf_printf(out, "checked: '%.*s' passes before and after, in a copy\n",
                   STR_ARG(rename->checked));
    put_mentions(out, rename);
    put_next(out, rename, outcome);
    return true;
}

/* ---- value ---- */

static Json *places_value(const Rename *rename)
{
    Arena *arena = rename->request->arena;
    Json *list = json_array(arena);
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        if (place->verdict == RENAME_OTHER)
            continue;
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, address_value(arena, path_of(rename, place))));
        json_set(row, STR("line"), json_u64(arena, place->site.line));
        json_set(row, STR("column"), json_u64(arena, place->site.column));
        json_set(row, STR("verdict"), json_str(arena, str_from(verdicts[place->verdict])));
        if (place->why)
            json_set(row, STR("why"), json_str(arena, str_from(place->why)));
        json_set(row, STR("applied"), json_bool(arena, place->applied));
        json_add(list, row);
    }
    return list;
}

static Json *answer_value(const Rename *rename, const RenameOutcome *outcome)
{
    Arena *arena = rename->request->arena;
    Json *value = query_frame(arena, rename->session, STR("rename"));
    Json *conflicts = json_array(arena);
    for (size_t i = 0; i < rename->conflicts.len; i++) {
        const RenameConflict *conflict = &rename->conflicts.ptr[i];
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, address_value(arena, conflict->path)));
        json_set(row, STR("line"), json_u64(arena, conflict->line));
        json_set(row, STR("message"), json_str(arena, conflict->message));
        json_add(conflicts, row);
    }
    json_set(value, STR("old"), json_str(arena, rename->old));
    json_set(value, STR("new"), json_str(arena, rename->new));
    json_set(value, STR("applied"), json_bool(arena, !outcome->refused && !outcome->dry_run));
    json_set(value, STR("refused"), json_bool(arena, outcome->refused));
    json_set_text(arena, value, STR("checked"), rename->checked);
    json_set_text(arena, value, STR("id"), outcome->commit.id);
    json_set(value, STR("files"), json_u64(arena, outcome->set.files.len));
    json_set(value, STR("symbols"), rename->symbols ? rename->symbols : json_array(arena));
    json_set(value, STR("conflicts"), conflicts);
    json_set(value, STR("left"), json_u64(arena, rename_count_left(rename)));
    json_set(value, STR("places"), places_value(rename));
    return value;
}

void rename_note_symbols(Rename *rename)
{
    Arena *arena = rename->request->arena;
    rename->symbols = json_array(arena);
    for (size_t i = 0; i < rename->family.len; i++)
        json_add(rename->symbols, query_value(arena, rename->catalog, rename->family.ptr[i]));
}

bool rename_put_answer(const Rename *rename, const RenameOutcome *outcome, Err *err)
{
    SessionRequest *request = rename->request;
    Buf out = buf_open(request->arena, 0);
    if (!outcome->refused)
        unseen_note(request, rename->session, (Str){0}, UNSEEN_SUM, rename->old);
    if (request->format == VIEW_TEXT)
        return put_text(&out, rename, outcome, err) &&
               query_put_text(request, rename->session, &out, err);
    view_put_value(&out, *request->scratch, request->format, answer_value(rename, outcome));
    return session_send_buf(request, &out, err);
}
