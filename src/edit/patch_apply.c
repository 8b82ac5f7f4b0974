/* Parts are grouped by file, in the order of the patch. Each file is read once and judged. Its
   parts are placed (patch_place.c), spliced and checked together, so a patch is applied as a whole
   or not at all. */
#include "edit/patch_apply.h"

#include "base/buf.h"
#include "edit/edit_path.h"
#include "edit/patch_lost.h"
#include "edit/patch_state.h"
#include "edit/patch_whole.h"
#include "edit/symbol_source.h"
#include "lang/lang.h"

/* Larger files are data. Their lines take up to 32 bytes for each byte of the file. */
#define EDIT_FILE_BYTES_MAX (16 * MB)
/* Characters shown of a lost comment: enough to recognise it. */
#define LOST_CHARS 60

void patch_refuse_file(Applying *apply, Patched *patched, EditReason reason, Str message)
{
    EditRefusal *refusal = refuse(apply->arena, apply->set, patched->path, reason, message);
    patched->refused = true;
    if (patched->found)
        refusal->hash = edit_hash(apply->arena, patched->file.text.bytes);
}

/* ---- files ---- */

static bool take_path(Applying *apply, Str text, Str *path)
{
    const char *why;
    if (edit_path_take(apply->arena, text, path, &why))
        return true;
    refuse(apply->arena, apply->set, text, EDIT_OUTSIDE, str_from(why));
    return false;
}

static Patched *find_file(Applying *apply, Str path)
{
    bool added;
    uint64_t *index = map_put(&apply->by_path, path, &added);
    if (!added)
        return &apply->files.ptr[*index];
    *index = apply->files.len;
    Patched *patched = VEC_PUSH(apply->arena, &apply->files);
    patched->path = path;
    return patched;
}

static void refuse_part(Applying *apply, const PatchPart *part, EditReason reason, Str problem,
                        size_t line)
{
    Str message = str_format(apply->arena, "%.*s (line %zu of the patch)", STR_ARG(problem), line);
    refuse(apply->arena, apply->set, part->path, reason, message);
}

#define MISCOUNTED \
    "The hunk has other numbers of lines than its header says, so a part may be missing; write " \
    "the right numbers, or `@@` alone."

static void group(Applying *apply, const PatchPartVec *parts)
{
    for (size_t i = 0; i < parts->len; i++) {
        const PatchPart *part = &parts->ptr[i];
        Str path;
        if (part->problem.len) {
            refuse_part(apply, part, part->reason, part->problem, part->patch_line);
        } else if (part->miscounted && !apply->tree->recounts) {
            refuse_part(apply, part, EDIT_SYNTAX, STR(MISCOUNTED), part->miscounted);
        } else if (take_path(apply, part->path, &path)) {
            *VEC_PUSH(apply->arena, &find_file(apply, path)->parts) = part;
        }
    }
}

/* Reads the content of a path; false: the tree failed. *allowed: it may be edited. */
static bool read_path(Applying *apply, Str path, Str *bytes, bool *found, bool *allowed)
{
    Err why = {0};
    *found = false;
    *bytes = (Str){0};
    *allowed = apply->tree->read(apply->tree->state, apply->arena, path, bytes, found, &why);
    if (*allowed)
        return true;
    if (why.code != ERR_NOT_FOUND) {
        *apply->err = why;
        return false;
    }
    refuse(apply->arena, apply->set, path, EDIT_OUTSIDE,
           str_format(apply->arena, "The file may not be edited: %s.", why.message));
    return true;
}

static Str seen_hash(const Applying *apply, Str path)
{
    return apply->tree->seen ? apply->tree->seen(apply->tree->state, path) : (Str){0};
}

static bool is_text(Str bytes)
{
    BinaryType type;
    return str_is_utf8(bytes) && !lang_is_binary(bytes, &type) &&
           str_find_byte(bytes, 0) == STR_NONE;
}

static bool read_file(Applying *apply, Patched *patched)
{
    Str bytes;
    bool allowed;
    if (!read_path(apply, patched->path, &bytes, &patched->found, &allowed))
        return false;
    patched->refused = !allowed;
    if (!allowed || !patched->found)
        return true;
    patched->file = (MatchFile){.path = patched->path, .scratch = &apply->scratch};
    patched->file.text.bytes = bytes;
    Str seen = seen_hash(apply, patched->path);
    if (bytes.len > EDIT_FILE_BYTES_MAX)
        patch_refuse_file(apply, patched, EDIT_NOT_TEXT,
                          STR("The file is too large to be edited."));
    else if (!is_text(bytes))
        patch_refuse_file(apply, patched, EDIT_NOT_TEXT, STR("The file is not text in UTF-8."));
    else if (seen.len && !str_equal(seen, edit_hash(apply->arena, bytes)))
        patch_refuse_file(apply, patched, EDIT_STALE,
                          STR("The file changed since its text was shown; read it again."));
    else
        patched->file.text = file_text_read(apply->arena, bytes);
    return true;
}

/* ---- results ---- */

static void add_result(Applying *apply, Patched *patched, EditStatus status, Str after,
                       EditLines changed)
{
    Str before = patched->file.text.bytes;
    bool moved = patched->new_path.len > 0;
    *VEC_PUSH(apply->arena, &apply->set->files) =
        (EditFile){.status = moved ? EDIT_MOVED : status,
                   .path = moved ? patched->new_path : patched->path,
                   .old_path = moved ? patched->path : (Str){0},
                   .before = before,
                   .after = after,
                   .start = changed.start,
                   .end = changed.end};
}

/* Refuses whole texts, of the file or of symbols, that lack a declaration. A symbol that a part
   replaces may get another name. */
static void refuse_lost_symbol(Applying *apply, Patched *patched, Str after)
{
    Arena scratch SCOPED(arena_close) = {0};
    bool is_whole = false;
    arena_open(&scratch, ARENA_RESERVE);
    Buf named = buf_open(&scratch, 0);
    buf_put(&named, apply->tree->task);
    for (size_t i = 0; i < patched->parts.len; i++) {
        is_whole |= patched->parts.ptr[i]->kind != PART_CHANGE;
        buf_printf(&named, " %.*s", STR_ARG(patched->parts.ptr[i]->symbol));
    }
    if (!is_whole || apply->tree->may_drop)
        return;
    LostAsked asked = {.path = patched->path, .before = patched->file.text.bytes, .after = after};
    asked.task = buf_str(&named);
    Str lost = patch_lost_symbol(&scratch, &asked);
    if (lost.len)
        patch_refuse_file(apply, patched, EDIT_SYNTAX,
                          str_format(apply->arena,
                                     "`%.*s` is in the file and not in the new text, so it may be "
                                     "only a part; replace lines instead.",
                                     STR_ARG(lost)));
}

/* Applies the splices and appends the result. */
static void finish(Applying *apply, Patched *patched)
{
    Spliced result;
    if (patched->refused)
        return;
    if (splice_apply(apply->arena, &patched->file.text, &patched->splices, patched->final,
                     &result)) {
        refuse_lost_symbol(apply, patched, result.after);
        if (!patched->refused)
            add_result(apply, patched, EDIT_CHANGED, result.after, result.changed);
    } else {
        patch_refuse_file(
            apply, patched, EDIT_SYNTAX,
            str_format(apply->arena,
                       "Two parts of the patch change the same lines (the second at line "
                       "%zu of the patch).",
                       result.clash->patch_line));
    }
}

static void create(Applying *apply, Patched *patched, const PatchPart *part)
{
    FileText lines = file_text_read(apply->arena, part->text);
    uint32_t count = (uint32_t)lines.count;
    add_result(apply, patched, EDIT_CREATED, part->text, (EditLines){count > 0, count});
    apply->set->files.ptr[apply->set->files.len - 1].executable = part->executable;
}

/* Whether the text of a file, or a part of it, was shown completely. */
static bool was_shown(const Applying *apply, Str path, Str text)
{
    const EditTree *tree = apply->tree;
    return (!tree->seen || seen_hash(apply, path).len) &&
           (!tree->shown || tree->shown(tree->state, path, text));
}

typedef enum Replacing {
    REPLACING,
    REPLACING_NOT, /* it is refused */
    REPLACING_QUOTED
} Replacing;

/* Refuses a text that keeps code but drops its comment. */
static void refuse_lost_comment(Applying *apply, Patched *patched, const PatchPart *part,
                                Str before)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    const Language *language = lang_detect(patched->path, (Str){0});
    Str lost = whole_lost_comment(scratch, language, before, part->text);
    if (lost.len)
        patch_refuse_file(
            apply, patched, EDIT_SYNTAX,
            str_format(apply->arena,
                       "The comment `%.*s` is not in the text, though its code is; write it out, "
                       "or replace lines instead.",
                       STR_ARG(str_cut_chars(apply->arena, lost, LOST_CHARS))));
}

/* Judges a part whose text is to replace `before`; refuses it if it must not. */
static Replacing judge_replacing(Applying *apply, Patched *patched, const PatchPart *part,
                                 Str before)
{
    bool is_symbol = part->kind == PART_SYMBOL;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    WholeVerdict verdict = apply->tree->may_drop
                               ? WHOLE_REPLACES
                               : whole_judge(scratch, before, part->text, is_symbol);
    if (verdict == WHOLE_QUOTES && apply->tree->passes_quotes)
        return REPLACING_QUOTED;
    if (verdict == WHOLE_QUOTES)
        patch_refuse_file(apply, patched, EDIT_SYNTAX,
                          STR("The text is a part of the present text, so it may be a quotation; "
                              "replace lines instead."));
    else if (!was_shown(apply, patched->path, before))
        patch_refuse_file(apply, patched, EDIT_EXISTS,
                          is_symbol
                              ? STR("The text of the symbol was not shown whole; replace lines "
                                    "that were shown instead.")
                              : STR("The file is there already, and its text was not shown whole; "
                                    "replace lines that were shown instead."));
    else if (verdict == WHOLE_DROPS)
        patch_refuse_file(apply, patched, EDIT_SYNTAX,
                          STR("Most of the present lines are not in the text, so it may be only a "
                              "part; replace lines instead."));
    else if (!apply->tree->may_drop)
        refuse_lost_comment(apply, patched, part, before);
    return patched->refused ? REPLACING_NOT : REPLACING;
}

/* A new file, or the new content of a file, whole. */
static void apply_content(Applying *apply, Patched *patched, const PatchPart *part)
{
    bool replaces = part->kind == PART_WHOLE || part->may_replace;
    Str before = patched->file.text.bytes;
    if (!patched->found && patch_leaves_out(apply, patched, part->text, (Str){0})) {
        patch_refuse_left_out(apply, patched, part->patch_line);
    } else if (!patched->found) {
        create(apply, patched, part);
    } else if ((patched->file.text.count || part->executable) && !replaces) {
        patch_refuse_file(apply, patched, EDIT_EXISTS,
                          STR("The file is there already; say which of its lines to replace."));
    } else if (patch_leaves_out(apply, patched, part->text, before)) {
        patch_refuse_left_out(apply, patched, part->patch_line);
    } else if (judge_replacing(apply, patched, part, before) == REPLACING) {
        splice_add_whole(apply->arena, &patched->file.text, part->text, &patched->splices);
        finish(apply, patched);
    }
}

static void apply_delete(Applying *apply, Patched *patched, const PatchPart *part)
{
    if (part->hunks.len) { /* the diff lists the deleted lines: they must be all */
        patch_place_hunks(apply, patched);
        Spliced result;
        bool empty = !patched->refused &&
                     splice_apply(apply->arena, &patched->file.text, &patched->splices,
                                  FINAL_AS_BEFORE, &result) &&
                     result.after.len <= patched->file.text.mark_bytes;
        if (!empty && !patched->refused)
            patch_refuse_file(apply, patched, EDIT_STALE,
                              STR("The file has other lines than those that the diff deletes."));
    }
    if (!patched->refused)
        add_result(apply, patched, EDIT_DELETED, (Str){0}, (EditLines){0, 0});
}

/* The target of a move: it must be free, or the format replaces what is there. Then the move is a
   change there and a deletion here. */
static bool check_target(Applying *apply, Patched *patched, const PatchPart *part, Str *there,
                         bool *exists)
{
    bool allowed;
    if (!read_path(apply, patched->new_path, there, exists, &allowed))
        return false;
    patched->refused = patched->refused || !allowed;
    bool shown = was_shown(apply, patched->new_path, *there);
    if (*exists && !patched->refused && (!part->may_replace || !shown)) {
        EditRefusal *refusal = refuse(apply->arena, apply->set, patched->new_path, EDIT_EXISTS,
                                      STR("The file is there already; nothing is moved onto it."));
        refusal->hash = edit_hash(apply->arena, *there);
        patched->refused = true;
    }
    return true;
}

/* The lines that a splice replaces. */
static Str text_of(const FileText *file, const Splice *splice)
{
    const FileLine *first = &file->lines[splice->from];
    const FileLine *last = &file->lines[splice->from + splice->count - 1];
    return (Str){first->text.ptr, (size_t)(last->text.ptr + last->text.len - first->text.ptr)};
}

/* Replaces the symbols of the parts. False: one of them is only quoted. */
static bool apply_symbols(Applying *apply, Patched *patched)
{
    bool quoted = false;
    for (size_t i = 0; i < patched->parts.len && !patched->refused; i++) {
        const PatchPart *part = patched->parts.ptr[i];
        SpliceVec *splices = &patched->splices;
        if (part->kind != PART_SYMBOL)
            continue;
        if (!symbol_source_replace(apply->arena, apply->set, &patched->file, part, splices)) {
            patched->refused = true;
            continue;
        }
        Str before = text_of(&patched->file.text, &splices->ptr[splices->len - 1]);
        if (patch_leaves_out(apply, patched, part->text, before)) {
            patch_refuse_left_out(apply, patched, part->patch_line);
            continue;
        }
        bool is_quote = judge_replacing(apply, patched, part, before) == REPLACING_QUOTED;
        splices->len -= is_quote;
        quoted |= is_quote;
    }
    return !quoted;
}

static bool apply_changes(Applying *apply, Patched *patched, const PatchPart *move)
{
    Str there = {0};
    bool exists = false;
    if (move && take_path(apply, move->new_path, &patched->new_path)) {
        if (str_equal(patched->new_path, patched->path))
            patched->new_path = (Str){0};
        else if (!check_target(apply, patched, move, &there, &exists))
            return false;
    }
    patch_place_hunks(apply, patched);
    if (!apply_symbols(apply, patched) && !patched->splices.len)
        return true; /* only quotations */
    finish(apply, patched);
    if (exists && !patched->refused) {
        EditFile *file = &apply->set->files.ptr[apply->set->files.len - 1];
        EditFile gone = {.status = EDIT_DELETED, .path = patched->path, .before = file->before};
        file->status = EDIT_CHANGED;
        file->old_path = (Str){0};
        file->before = there;
        *VEC_PUSH(apply->arena, &apply->set->files) = gone;
    }
    return true;
}

/* ---- one file ---- */

/* Whether parts of one file contradict each other: a file is replaced, created or deleted only
   once. */
static bool contradicts(const Patched *patched, const PatchPart **move)
{
    size_t whole = 0, moves = 0;
    for (size_t i = 0; i < patched->parts.len; i++) {
        const PatchPart *part = patched->parts.ptr[i];
        whole += part->kind != PART_CHANGE && part->kind != PART_SYMBOL;
        moves += part->new_path.len > 0;
        *move = part->new_path.len ? part : *move;
    }
    return (whole && patched->parts.len > 1) || moves > 1;
}

static bool apply_file(Applying *apply, Patched *patched)
{
    const PatchPart *move = NULL, *part = patched->parts.ptr[0];
    if (!read_file(apply, patched))
        return false;
    if (patched->refused)
        return true;
    if (contradicts(patched, &move)) {
        patch_refuse_file(
            apply, patched, EDIT_SYNTAX,
            STR("The patch has several parts for the file that contradict each other."));
        return true;
    }
    if (part->kind == PART_CREATE || part->kind == PART_WHOLE) {
        apply_content(apply, patched, part);
        return true;
    }
    if (!patched->found) {
        patch_refuse_file(apply, patched, EDIT_MISSING, STR("There is no such file."));
        return true;
    }
    if (part->kind != PART_DELETE)
        return apply_changes(apply, patched, move);
    apply_delete(apply, patched, part);
    return true;
}

/* A path may be the result of one edit only. */
static void check_results(Applying *apply)
{
    Map seen = map_open(apply->arena);
    for (size_t i = 0; i < apply->set->files.len; i++) {
        const EditFile *file = &apply->set->files.ptr[i];
        Str names[] = {file->path, file->old_path};
        for (size_t n = 0; n < COUNT(names); n++) {
            bool added = true;
            if (names[n].len)
                (void)map_put(&seen, names[n], &added);
            if (!added)
                refuse(apply->arena, apply->set, names[n], EDIT_SYNTAX,
                       STR("Two parts of the patch decide about the file."));
        }
    }
}

/* Nothing can be below a path that is a file of the same patch. */
static void check_directories(Applying *apply)
{
    Map files = map_open(apply->arena);
    bool added;
    for (size_t i = 0; i < apply->set->files.len; i++)
        (void)map_put(&files, apply->set->files.ptr[i].path, &added);
    for (size_t i = 0; i < apply->set->files.len; i++) {
        Str path = apply->set->files.ptr[i].path, above = path;
        for (size_t slash; (slash = str_find_last_byte(above, '/')) != STR_NONE;) {
            above = str_slice(above, 0, slash);
            if (map_find(&files, above))
                refuse(
                    apply->arena, apply->set, path, EDIT_SYNTAX,
                    str_format(apply->arena,
                               "The patch also has '%.*s' as a file, so nothing can be below it.",
                               STR_ARG(above)));
        }
    }
}

/* The resulting file at a path; NULL: no part decides about it. */
static const EditFile *find_result(const EditSet *set, Str path)
{
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *file = &set->files.ptr[i];
        if (str_equal(file->path, path) || str_equal(file->old_path, path))
            return file;
    }
    return NULL;
}

/* A whole file next to parts of another format may create a file, or quote it as it is before or
   after the parts. Otherwise one of the two would be lost. */
static bool check_beside(Applying *apply, const PatchPart *part)
{
    Str path, before;
    bool found, allowed;
    if (!take_path(apply, part->path, &path))
        return true;
    if (!map_find(&apply->by_path, path)) {
        if (!read_path(apply, path, &before, &found, &allowed))
            return false;
        if (!allowed || (found && whole_is_run(apply->scratch, before, part->text)))
            return true;
        if (!found) {
            Patched *made = find_file(apply, path);
            *VEC_PUSH(apply->arena, &made->parts) = part;
            return apply_file(apply, made);
        }
        refuse(apply->arena, apply->set, path, EDIT_SYNTAX,
               str_format(apply->arena,
                          "The text mixes two formats: edits, and a whole file at line %zu; write "
                          "all parts in one.",
                          part->patch_line));
        return true;
    }
    const EditFile *file = find_result(apply->set, path);
    if (file && !whole_is_run(apply->scratch, file->before, part->text) &&
        !whole_is_run(apply->scratch, file->after, part->text))
        refuse(apply->arena, apply->set, path, EDIT_SYNTAX,
               STR("The patch has several parts for the file that contradict each other."));
    return true;
}

static bool check_all_beside(Applying *apply, const PatchPartVec *beside)
{
    for (size_t i = 0; i < beside->len && !apply->set->refused.len; i++) {
        const PatchPart *part = &beside->ptr[i];
        if (part->problem.len)
            refuse(apply->arena, apply->set, part->path, part->reason,
                   str_format(apply->arena, "%.*s (line %zu of the patch)", STR_ARG(part->problem),
                              part->patch_line));
        else if (!check_beside(apply, part))
            return false;
    }
    return true;
}

bool patch_apply(Arena *arena, const PatchPartVec *parts, const PatchPartVec *beside,
                 const EditTree *tree, EditSet *set, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Applying apply = {.arena = arena,
                      .scratch = scratch,
                      .tree = tree,
                      .set = set,
                      .by_path = map_open(arena),
                      .err = err};
    group(&apply, parts);
    for (size_t i = 0; i < apply.files.len; i++)
        if (!apply_file(&apply, &apply.files.ptr[i]))
            return false;
    check_results(&apply);
    if (!check_all_beside(&apply, beside))
        return false;
    check_directories(&apply);
    if (set->refused.len)
        set->files = (EditFileVec){0};
    return true;
}
