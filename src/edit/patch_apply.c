/* Parts are grouped by file, in the order of the patch. All hunks of a file are placed in its
   content before the patch; first by their text alone, then those that are ambiguous by the numbers
   of the diff, if these are certain:
   - the diff names the content that the file has (git's id), or
   - all other hunks of the file are where their numbers say, or
   - a hunk before and one after are off by the same number of lines, and no other differs. */
#include "edit/patch_apply.h"

#include "base/hash.h"
#include "edit/edit_path.h"
#include "edit/refuse.h"
#include "edit/reindent.h"
#include "edit/splice.h"
#include "edit/symbol_source.h"
#include "lang/lang.h"

/* Larger files are data. Their lines take up to 32 bytes for each byte of the file. */
#define EDIT_FILE_BYTES_MAX (16 * MB)
/* A file of so many lines is not replaced by less than half as many: models cite parts of files in
   the same form. */
#define WHOLE_LINES_MIN 20
/* Fewer digits of git's id are not taken for proof; git writes at least 7. */
#define ID_DIGITS_MIN 7

typedef VEC(const PatchPart *) PartRefVec;

/* One path and what happens to it. */
typedef struct Patched {
    Str path, new_path; /* checked; new_path: moved there */
    PartRefVec parts;
    bool found, refused;
    MatchFile file;
    SpliceVec splices;
    FinalNewline final;
} Patched;
typedef VEC(Patched) PatchedVec;

typedef struct Applying {
    Arena *arena;
    Arena scratch;
    const EditTree *tree;
    EditSet *set;
    PatchedVec files;
    Map by_path;
    Err *err;
} Applying;

static void refuse_file(Applying *apply, Patched *patched, EditReason reason, Str message)
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

static void group(Applying *apply, const PatchPartVec *parts)
{
    for (size_t i = 0; i < parts->len; i++) {
        const PatchPart *part = &parts->ptr[i];
        Str path;
        if (part->problem.len) {
            Str message = str_format(apply->arena, "%.*s (line %zu of the patch)",
                                     STR_ARG(part->problem), part->patch_line);
            refuse(apply->arena, apply->set, part->path, part->reason, message);
        } else if (take_path(apply, part->path, &path)) {
            *VEC_PUSH(apply->arena, &find_file(apply, path)->parts) = part;
        }
    }
}

/* Reads the content of a path; false: an error of the tree. *allowed: it may be edited. */
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
        refuse_file(apply, patched, EDIT_NOT_TEXT, STR("The file is too large to be edited."));
    else if (!is_text(bytes))
        refuse_file(apply, patched, EDIT_NOT_TEXT, STR("The file is not text in UTF-8."));
    else if (seen.len && !str_equal(seen, edit_hash(apply->arena, bytes)))
        refuse_file(apply, patched, EDIT_STALE,
                    STR("The file changed since its text was shown; read it again."));
    else
        patched->file.text = file_text_read(apply->arena, bytes);
    return true;
}

/* ---- numbers of diffs ---- */

typedef struct Placed {
    const Hunk *hunk;
    const PatchPart *part;
    Match match;
} Placed;
typedef VEC(Placed) PlacedVec;

/* Whether the diff was made from the very content that the file has. */
static bool names_content(const Patched *patched, const PatchPart *part)
{
    char id[HASH_GIT_DIGITS + 1];
    if (part->old_id.len < ID_DIGITS_MIN)
        return false;
    hash_git_blob(patched->file.text.bytes, id);
    return str_starts(str_from(id), part->old_id);
}

/* How far a hunk that was placed by its text is from its number; false: there is none. */
static bool shift_of(const Placed *placed, int64_t *shift)
{
    if (placed->match.outcome != MATCH_FOUND_ONE || !placed->match.at || !placed->hunk->is_numbered)
        return false;
    int64_t old = 0;
    for (size_t i = 0; i < placed->hunk->lines.len; i++) {
        if (placed->match.at[i] != PLACE_NONE) {
            *shift = (int64_t)placed->match.at[i] - old - ((int64_t)placed->hunk->old_number - 1);
            return true;
        }
        old += placed->hunk->lines.ptr[i].sign != '+';
    }
    return false;
}

/* Whether the other hunks make the numbers certain. */
static bool find_shift(const PlacedVec *all, size_t index, int64_t *shift)
{
    bool before = false, after = false;
    for (size_t i = 0; i < all->len; i++) {
        int64_t found;
        if (i == index || !shift_of(&all->ptr[i], &found))
            continue;
        if ((before || after) && found != *shift)
            return false;
        *shift = found;
        before = before || i < index;
        after = after || i > index;
    }
    return (before && after) || ((before || after) && *shift == 0);
}

/* Places one hunk by its number, if that is certain. */
static void choose_by_number(Applying *apply, Patched *patched, const PlacedVec *by_text,
                             size_t index, Placed *placed)
{
    const Hunk *hunk = placed->hunk;
    int64_t shift = 0;
    bool same = names_content(patched, placed->part);
    bool adds_only = !match_old_lines(apply->arena, hunk).len;
    if (!hunk->is_numbered || (!same && (adds_only || !find_shift(by_text, index, &shift))))
        return;
    /* The number of a hunk without old lines is that of the line before. */
    int64_t line = (int64_t)hunk->old_number + shift - !adds_only;
    if (line >= 0 && line < (int64_t)PLACE_NONE)
        (void)!match_choose(apply->arena, &patched->file, hunk, (uint32_t)line, &placed->match);
}

/* ---- left-out lines ---- */

/* Whether a new line stands for text that the model left out (`// ... existing code ...`), and is
   not in the file as such. */
static bool is_left_out(Applying *apply, Patched *patched, Str line)
{
    bool is_comment;
    if (!patch_is_elision(line, &is_comment))
        return false;
    if (file_text_find(apply->arena, &patched->file.text, line, MATCH_UNICODE))
        return false;
    const Language *language = lang_detect(patched->path, (Str){0});
    const LangFacts *facts = lang_facts(language);
    bool may_be_code = facts->holds_prose || facts->holds_data || facts->is_plain_text ||
                       str_equal(lang_id(language), STR("python"));
    return is_comment || !may_be_code;
}

static void refuse_left_out(Applying *apply, Patched *patched, size_t patch_line)
{
    refuse_file(apply, patched, EDIT_SYNTAX,
                str_format(apply->arena,
                           "A new line stands for text that was left out (in the part at line %zu "
                           "of the patch); write the text out.",
                           patch_line));
}

static bool text_is_left_out(Applying *apply, Patched *patched, Str text)
{
    for (Str line; str_take_line(&text, &line);)
        if (is_left_out(apply, patched, line))
            return true;
    return false;
}

/* Lines that are only added cannot replace what they stand for. */
static bool hunk_is_left_out(Applying *apply, Patched *patched, const Hunk *hunk)
{
    bool removes = false, left_out = false;
    for (size_t i = 0; i < hunk->lines.len; i++) {
        removes = removes || hunk->lines.ptr[i].sign == '-';
        left_out = left_out || (hunk->lines.ptr[i].sign == '+' &&
                                is_left_out(apply, patched, hunk->lines.ptr[i].text));
    }
    return removes && left_out;
}

/* ---- hunks ---- */

/* Whether the last old line of a placed hunk is the file's last. */
static bool is_at_end(const FileText *text, const Hunk *hunk, const Match *match)
{
    for (size_t i = hunk->lines.len; match->at && i-- > 0;)
        if (hunk->lines.ptr[i].sign != '+')
            return (size_t)match->at[i] + 1 == text->count;
    return true;
}

static void add_splices(Applying *apply, Patched *patched, const Placed *placed)
{
    const Hunk *hunk = placed->hunk;
    Str *texts = NEW(apply->arena, Str, hunk->lines.len + 1);
    if (hunk_is_left_out(apply, patched, hunk)) {
        refuse_left_out(apply, patched, hunk->patch_line);
    } else if (placed->match.outcome == MATCH_FOUND_SEVERAL) {
        refuse_ambiguous(apply->arena, apply->set, &patched->file, hunk, &placed->match);
        patched->refused = true;
    } else if (placed->match.outcome == MATCH_FOUND_NONE) {
        refuse_missing(apply->arena, apply->set, &patched->file, hunk, placed->match.why);
        patched->refused = true;
    } else if (!reindent_hunk(apply->arena, &patched->file.text, hunk, &placed->match, texts)) {
        refuse_missing(apply->arena, apply->set, &patched->file, hunk,
                       "its indentation differs from the file's in a way that cannot be carried "
                       "over to the new lines");
        patched->refused = true;
    } else {
        splice_add_hunk(apply->arena, hunk, &placed->match, texts, &patched->splices);
        if (hunk->says_final && is_at_end(&patched->file.text, hunk, &placed->match))
            patched->final = hunk->new_is_bare ? FINAL_NONE : FINAL_PRESENT;
    }
}

/* Models put empty lines around both texts of a block. They are not what makes a place the only
   one. */
static void try_trimmed(Applying *apply, Patched *patched, Placed *placed)
{
    Match match;
    match_hunk(apply->arena, &patched->file, placed->hunk->trimmed, &match);
    if (match.outcome == MATCH_FOUND_NONE ||
        (match.outcome == MATCH_FOUND_ONE && placed->match.outcome != MATCH_FOUND_NONE))
        return;
    placed->hunk = placed->hunk->trimmed;
    placed->match = match;
}

/* Places the hunks of all parts of the file. */
static void place_hunks(Applying *apply, Patched *patched)
{
    PlacedVec all = {0};
    size_t unplaced = 0;
    for (size_t p = 0; p < patched->parts.len; p++) {
        const PatchPart *part = patched->parts.ptr[p];
        for (size_t h = 0; h < part->hunks.len; h++) {
            Placed *placed = VEC_PUSH(apply->arena, &all);
            placed->hunk = &part->hunks.ptr[h];
            placed->part = part;
            if (unplaced > REFUSALS_MAX)
                continue;
            match_hunk(apply->arena, &patched->file, placed->hunk, &placed->match);
            if (placed->match.outcome != MATCH_FOUND_SEVERAL && placed->hunk->trimmed)
                try_trimmed(apply, patched, placed);
            unplaced += placed->match.outcome != MATCH_FOUND_ONE;
        }
    }
    PlacedVec by_text = {0};
    for (size_t i = 0; i < all.len; i++)
        *VEC_PUSH(apply->arena, &by_text) = all.ptr[i];
    for (size_t i = 0; i < all.len; i++)
        if (all.ptr[i].match.outcome != MATCH_FOUND_ONE)
            choose_by_number(apply, patched, &by_text, i, &all.ptr[i]);
    for (size_t i = 0; i < all.len && apply->set->refused.len < REFUSALS_MAX; i++)
        add_splices(apply, patched, &all.ptr[i]);
    patched->refused = patched->refused || apply->set->refused.len >= REFUSALS_MAX;
}

/* ---- results ---- */

static void add_result(Applying *apply, Patched *patched, EditStatus status, Str after,
                       const uint32_t range[2])
{
    Str before = patched->file.text.bytes;
    bool moved = patched->new_path.len > 0;
    *VEC_PUSH(apply->arena, &apply->set->files) =
        (EditFile){.status = moved ? EDIT_MOVED : status,
                   .path = moved ? patched->new_path : patched->path,
                   .old_path = moved ? patched->path : (Str){0},
                   .before = before,
                   .after = after,
                   .start = range[0],
                   .end = range[1]};
}

/* Applies the splices and appends the result. */
static void finish(Applying *apply, Patched *patched)
{
    Str after;
    uint32_t range[2];
    const Splice *clash;
    if (patched->refused)
        return;
    if (splice_apply(apply->arena, &patched->file.text, &patched->splices, patched->final, &after,
                     range, &clash))
        add_result(apply, patched, EDIT_CHANGED, after, range);
    else
        refuse_file(apply, patched, EDIT_SYNTAX,
                    str_format(apply->arena,
                               "Two parts of the patch change the same lines (the second at line "
                               "%zu of the patch).",
                               clash->patch_line));
}

static void create(Applying *apply, Patched *patched, Str text)
{
    FileText lines = file_text_read(apply->arena, text);
    uint32_t count = (uint32_t)lines.count;
    add_result(apply, patched, EDIT_CREATED, text, (uint32_t[2]){count > 0, count});
}

/* A new file, or the new content of a file, whole. */
static void apply_content(Applying *apply, Patched *patched, const PatchPart *part)
{
    bool replaces = part->kind == PART_WHOLE || part->may_replace;
    bool was_shown = !apply->tree->seen || seen_hash(apply, patched->path).len;
    if (!patched->found) {
        create(apply, patched, part->text);
    } else if (patched->file.text.count && (!replaces || !was_shown)) {
        refuse_file(apply, patched, EDIT_EXISTS,
                    replaces ? STR("The file is there already, and its text was not shown; read "
                                   "it before replacing it.")
                             : STR("The file is there already; say which of its lines to "
                                   "replace."));
    } else if (text_is_left_out(apply, patched, part->text)) {
        refuse_left_out(apply, patched, part->patch_line);
    } else if (patched->file.text.count >= WHOLE_LINES_MIN &&
               file_text_read(apply->arena, part->text).count * 2 < patched->file.text.count) {
        refuse_file(apply, patched, EDIT_SYNTAX,
                    STR("The text has less than half of the file's lines, so it may be only a part "
                        "of it; replace lines instead."));
    } else {
        splice_add_whole(apply->arena, &patched->file.text, part->text, &patched->splices);
        finish(apply, patched);
    }
}

static void apply_delete(Applying *apply, Patched *patched, const PatchPart *part)
{
    if (part->hunks.len) { /* the diff says what is deleted, so that must be all */
        place_hunks(apply, patched);
        Str after;
        uint32_t range[2];
        const Splice *clash;
        bool empty = !patched->refused &&
                     splice_apply(apply->arena, &patched->file.text, &patched->splices,
                                  FINAL_AS_BEFORE, &after, range, &clash) &&
                     after.len <= patched->file.text.mark_bytes;
        if (!empty && !patched->refused)
            refuse_file(apply, patched, EDIT_STALE,
                        STR("The file has other lines than those that the diff deletes."));
    }
    if (!patched->refused)
        add_result(apply, patched, EDIT_DELETED, (Str){0}, (uint32_t[2]){0, 0});
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
    bool shown = !apply->tree->seen || seen_hash(apply, patched->new_path).len;
    if (*exists && !patched->refused && (!part->may_replace || !shown)) {
        EditRefusal *refusal = refuse(apply->arena, apply->set, patched->new_path, EDIT_EXISTS,
                                      STR("The file is there already; nothing is moved onto it."));
        refusal->hash = edit_hash(apply->arena, *there);
        patched->refused = true;
    }
    return true;
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
    place_hunks(apply, patched);
    for (size_t i = 0; i < patched->parts.len; i++) {
        const PatchPart *part = patched->parts.ptr[i];
        if (part->kind != PART_SYMBOL || patched->refused)
            continue;
        if (text_is_left_out(apply, patched, part->text))
            refuse_left_out(apply, patched, part->patch_line);
        else if (!symbol_source_replace(apply->arena, apply->set, &patched->file, part,
                                        &patched->splices))
            patched->refused = true;
    }
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

/* Parts of one file that contradict each other: what is whole, new or deleted is so only once. */
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
        refuse_file(apply, patched, EDIT_SYNTAX,
                    STR("The patch has several parts for the file that contradict each other."));
        return true;
    }
    if (part->kind == PART_CREATE || part->kind == PART_WHOLE) {
        apply_content(apply, patched, part);
        return true;
    }
    if (!patched->found) {
        refuse_file(apply, patched, EDIT_MISSING, STR("There is no such file."));
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

bool patch_apply(Arena *arena, const PatchPartVec *parts, const EditTree *tree, EditSet *set,
                 Err *err)
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
    if (set->refused.len)
        set->files = (EditFileVec){0};
    return true;
}
