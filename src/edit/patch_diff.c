/* Unified diffs, of git and of models. If a hunk has other numbers of lines than its header says,
   it ends at the first line that cannot belong to it, and the part is marked. A hunk must be
   followed by a mark or an empty line, so that a lost sign is an error and not the end. Lines after
   empty ones must not look like the rest of it. */
#include "edit/patch_parts.h"

#include "base/buf.h"
#include "text/diff_numbers.h"

typedef struct Diff {
    Arena *arena;
    PatchText text;
    PatchPartVec *parts;
    size_t at;
    Str loose; /* a mode line of git's header without `diff --git` */
} Diff;

/* ---- marks ---- */

static Str line_of(PatchText text, size_t at)
{
    return at < text.count ? text.lines[at].text : (Str){0};
}

static bool is_file_head(PatchText text, size_t at)
{
    return str_starts(line_of(text, at), STR("--- ")) &&
           str_starts(line_of(text, at + 1), STR("+++ "));
}

bool patch_is_diff_head(PatchText text, size_t at)
{
    return is_file_head(text, at) || str_starts(line_of(text, at), STR("diff --git "));
}

static bool is_hunk_head(Str line)
{
    return str_starts(line, STR("@@")) &&
           (line.len == 2 || byte_in(line.ptr[2], " -\t") || str_starts(line, STR("@@@")));
}

/* Whether a hunk can end before this line. */
static bool is_border(PatchText text, size_t at)
{
    Str line = line_of(text, at);
    return at >= text.count || !str_trim(line).len || is_hunk_head(line) ||
           patch_is_diff_head(text, at) || str_starts(line, STR("Index: ")) ||
           str_starts(line, STR("```")) || str_starts(line, STR("~~~")) ||
           str_equal(str_trim_end(line), STR("--")) || str_starts(line, STR("</"));
}

/* ---- hunks ---- */

typedef struct HunkHead {
    uint64_t old_start, old_count, new_count;
    bool is_numbered;
    Str heading;
} HunkHead;

static bool take_range(Str *rest, char sign, uint64_t *start, uint64_t *count)
{
    Str part, number = {0};
    *count = 1;
    if (!str_take_until(rest, ' ', &part) || !part.len || part.ptr[0] != sign)
        return false;
    part = str_from_offset(part, 1);
    bool is_counted = str_find_byte(part, ',') != STR_NONE;
    return str_take_until(&part, ',', &number) && str_parse_u64(number, start) &&
           (!is_counted || str_parse_u64(part, count)) && *start < UINT32_MAX &&
           *count < UINT32_MAX;
}

/* Reads `@@ -1,2 +3,4 @@ heading`, and what models make of it: `@@ ... @@`, `@@`, `@@ heading`. */
static HunkHead read_head(Str line)
{
    HunkHead head = {0};
    uint64_t new_start;
    Str rest = str_trim(str_from_offset(line, 2)), ranges = rest;
    size_t end = str_find(rest, STR("@@"));
    head.is_numbered = take_range(&ranges, '-', &head.old_start, &head.old_count) &&
                       take_range(&ranges, '+', &new_start, &head.new_count) &&
                       (!ranges.len || str_starts(ranges, STR("@@")));
    if (end != STR_NONE)
        head.heading = str_trim(str_from_offset(rest, end + 2));
    else if (!head.is_numbered && !str_equal(rest, STR("...")))
        head.heading = rest;
    return head;
}

static bool has_sign(Str line)
{
    return !line.len || byte_in(line.ptr[0], " +-\\");
}

/* The number of lines that belong to the hunk by its header's counts; 0 if they do not agree. */
static size_t count_by_head(const Diff *diff, const HunkHead *head)
{
    uint64_t gone = head->old_count, come = head->new_count;
    size_t at = diff->at;
    if (!head->is_numbered)
        return 0;
    while (at < diff->text.count && (gone || come)) {
        Str line = line_of(diff->text, at);
        char sign = line.len ? line.ptr[0] : ' ';
        bool takes_old = sign == ' ' || sign == '-', takes_new = sign == ' ' || sign == '+';
        if (!has_sign(line) || (takes_old && !gone) || (takes_new && !come))
            return 0;
        gone -= takes_old;
        come -= takes_new;
        at++;
    }
    if (str_starts(line_of(diff->text, at), STR("\\")))
        at++;
    return !gone && !come && is_border(diff->text, at) ? at - diff->at : 0;
}

/* The same by the lines alone. Trailing empty lines are layout. */
static size_t count_by_lines(const Diff *diff)
{
    size_t at = diff->at;
    while (at < diff->text.count && has_sign(line_of(diff->text, at)) &&
           !patch_is_diff_head(diff->text, at) && !str_equal(line_of(diff->text, at), STR("-- ")))
        at++;
    while (at > diff->at && !line_of(diff->text, at - 1).len)
        at--;
    return at - diff->at;
}

/* `\ No newline at end of file` after a line: the side of that line ends without one. */
static void note_bare(Hunk *hunk)
{
    char sign = hunk->lines.len ? hunk->lines.ptr[hunk->lines.len - 1].sign : ' ';
    hunk->says_final = true;
    hunk->is_at_end = true;
    hunk->new_is_bare = hunk->new_is_bare || sign != '-';
}

/* Whether changed lines follow the hunk after empty lines, as when its counts are too small.
   Outside of a fence, `- text` is an item of a list. */
static bool goes_on(const Diff *diff)
{
    size_t at = diff->at;
    if (at >= diff->text.count || line_of(diff->text, at).len)
        return false;
    for (; at < diff->text.count; at++) {
        Str line = line_of(diff->text, at), rest = str_from_offset(line, line.len > 0);
        if (!has_sign(line) || patch_is_diff_head(diff->text, at) || str_starts(line, STR("\\")) ||
            str_equal(str_trim_end(line), STR("--")))
            return false;
        bool is_item = rest.len > 1 && rest.ptr[0] == ' ' && !byte_is_space(rest.ptr[1]);
        if (line.len && line.ptr[0] != ' ')
            return rest.len && !is_item;
    }
    return false;
}

#define GOES_ON "Lines like those of the hunk follow after the ones that its header counts."
#define LOST_SIGN "A line of the hunk begins with none of ` `, `-` and `+`."

/* The first problem of a part is kept. */
static void fail(PatchPart *part, const char *problem, size_t patch_line)
{
    if (part->problem.len)
        return;
    part->problem = str_from(problem);
    part->reason = EDIT_SYNTAX;
    part->patch_line = patch_line;
}

static void take_hunk(Diff *diff, PatchPart *part)
{
    HunkHead head = read_head(line_of(diff->text, diff->at++));
    Hunk *hunk = VEC_PUSH(diff->arena, &part->hunks);
    *hunk = (Hunk){
        .patch_line = diff->at + 1, .old_number = head.old_start, .is_numbered = head.is_numbered};
    if (head.heading.len)
        *VEC_PUSH(diff->arena, &hunk->anchors) = head.heading;
    size_t count = count_by_head(diff, &head);
    if (!count && head.is_numbered && !part->miscounted)
        part->miscounted = diff->at;
    count = count ? count : count_by_lines(diff);
    for (size_t end = diff->at + count; diff->at < end; diff->at++) {
        const PatchLine *line = &diff->text.lines[diff->at];
        if (str_starts(line->text, STR("\\")))
            note_bare(hunk);
        else
            *VEC_PUSH(diff->arena, &hunk->lines) =
                (HunkLine){str_from_offset(line->text, 1), line->text.len ? line->text.ptr[0] : ' ',
                           line->has_return};
    }
    const char *problem = NULL;
    if (!is_border(diff->text, diff->at))
        problem = LOST_SIGN;
    else if (goes_on(diff))
        problem = GOES_ON;
    else if (!hunk->lines.len)
        problem = "A hunk of the diff is empty.";
    if (problem)
        fail(part, problem, diff->at + 1);
}

/* ---- files ---- */

/* Removes git's prefixes `a/` and `b/` or their kind: single letters that differ. */
static void strip_prefixes(Str *from, Str *to)
{
    Str old_rest = diff_numbers_strip(*from), new_rest = diff_numbers_strip(*to);
    bool old_fits = from->len - old_rest.len == 2, new_fits = to->len - new_rest.len == 2;
    bool both = old_fits && new_fits && from->ptr[0] != to->ptr[0];
    bool created = !from->len && new_fits && byte_in(to->ptr[0], "bwi");
    bool deleted = !to->len && old_fits && byte_in(from->ptr[0], "ai");
    /* `diff -ru old new` */
    bool directories = from->len && to->len && !str_equal(*from, *to) && old_rest.len < from->len &&
                       str_equal(old_rest, new_rest);
    if (both || deleted || directories)
        *from = old_rest;
    if (both || created || directories)
        *to = new_rest;
}

typedef struct FileHead {
    Str old, new; /* of `---` and `+++`, or of a rename */
    Str id;
    bool is_created, is_deleted, is_renamed, is_copied, is_binary, has_mode, has_names;
    Str mode; /* of a new or deleted file, or of both sides, in octal digits; empty: not said */
} FileHead;

static bool take_word(Str line, Str word, Str *rest)
{
    if (!str_starts(line, word))
        return false;
    *rest = str_from_offset(line, word.len);
    return true;
}

/* Splits `a/NAME b/NAME`, of files without hunks. Other names are in lines of their own. */
static void split_names(Diff *diff, Str names, FileHead *head)
{
    size_t half = names.len / 2;
    if (str_starts(names, STR("\"")))
        return;
    if (names.len % 2 && names.ptr[half] == ' ' &&
        str_equal(diff_numbers_strip(str_slice(names, 0, half)),
                  diff_numbers_strip(str_from_offset(names, half + 1)))) {
        head->old = diff_numbers_path(diff->arena, str_slice(names, 0, half));
        head->new = diff_numbers_path(diff->arena, str_from_offset(names, half + 1));
    }
}

/* The rest of `index 0a1b..2c3d 100644`. */
static bool take_index(Str rest, FileHead *head)
{
    size_t blank = str_find_byte(rest, ' ');
    if (blank != STR_NONE)
        head->mode = str_trim(str_from_offset(rest, blank));
    return str_take_until(&rest, '.', &head->id);
}

/* Takes a line of git's extended header; false if it is another line. */
static bool take_extended(Diff *diff, Str line, FileHead *head)
{
    Str rest;
    if (take_word(line, STR("index "), &rest))
        return take_index(rest, head);
    if (take_word(line, STR("rename from "), &rest) || take_word(line, STR("copy from "), &rest)) {
        head->old = diff_numbers_path(diff->arena, rest);
        head->is_copied = line.ptr[0] == 'c';
        head->is_renamed = true;
    } else if (take_word(line, STR("rename to "), &rest) ||
               take_word(line, STR("copy to "), &rest)) {
        head->new = diff_numbers_path(diff->arena, rest);
    } else if (take_word(line, STR("new file mode "), &rest)) {
        head->is_created = true;
        head->mode = str_trim(rest);
    } else if (take_word(line, STR("deleted file mode "), &rest)) {
        head->is_deleted = true;
        head->mode = str_trim(rest);
    } else if (take_word(line, STR("old mode "), &rest) ||
               take_word(line, STR("new mode "), &rest)) {
        head->has_mode = true;
    } else if (take_word(line, STR("Binary files "), &rest) ||
               take_word(line, STR("GIT binary patch"), &rest)) {
        head->is_binary = true;
    } else {
        return take_word(line, STR("similarity index "), &rest) ||
               take_word(line, STR("dissimilarity index "), &rest);
    }
    return true;
}

static FileHead take_head(Diff *diff)
{
    FileHead head = {0};
    Str rest;
    if (diff->loose.len)
        (void)!take_extended(diff, diff->loose, &head);
    diff->loose = (Str){0};
    if (take_word(line_of(diff->text, diff->at), STR("diff --git "), &rest)) {
        split_names(diff, rest, &head);
        diff->at++;
        while (diff->at < diff->text.count &&
               take_extended(diff, line_of(diff->text, diff->at), &head))
            diff->at++;
    }
    bool renamed = head.is_renamed;
    if (is_file_head(diff->text, diff->at)) {
        Str old = diff_numbers_path(diff->arena, str_from_offset(line_of(diff->text, diff->at), 4));
        Str new =
            diff_numbers_path(diff->arena, str_from_offset(line_of(diff->text, diff->at + 1), 4));
        head.is_created = head.is_created || !old.len;
        head.is_deleted = head.is_deleted || !new.len;
        head.old = renamed ? head.old : old;
        head.new = renamed ? head.new : new;
        head.has_names = true;
        diff->at += 2;
    }
    if (!renamed)
        strip_prefixes(&head.old, &head.new);
    head.old = str_trim_end(head.old);
    head.new = str_trim_end(head.new);
    return head;
}

/* The text of a created file: the added lines of its only hunk. */
static void make_created(Diff *diff, PatchPart *part)
{
    Buf text = buf_open(diff->arena, 0);
    for (size_t h = 0; h < part->hunks.len; h++) {
        const Hunk *hunk = &part->hunks.ptr[h];
        bool head_has_return =
            hunk->patch_line >= 2 && diff->text.lines[hunk->patch_line - 2].has_return;
        for (size_t i = 0; i < hunk->lines.len; i++) {
            const HunkLine *line = &hunk->lines.ptr[i];
            bool is_last = i + 1 == hunk->lines.len;
            if (line->sign != '+' && line->text.len)
                fail(part, "The diff of a new file has other lines than added ones.",
                     hunk->patch_line + i);
            buf_put(&text, line->text);
            buf_put(&text, line->has_return && !head_has_return ? STR("\r") : (Str){0});
            buf_put(&text, is_last && hunk->new_is_bare ? (Str){0} : STR("\n"));
        }
    }
    part->text = buf_str(&text);
    part->hunks = (HunkVec){0};
}

/* Whether a mode belongs to anything but a regular file, such as a symbolic link or a submodule. */
static bool is_special(Str mode)
{
    return mode.len && !str_starts(mode, STR("100"));
}

/* Whether git's mode of a regular file lets its owner run it. */
static bool is_executable(Str mode)
{
    return mode.len == 6 && (mode.ptr[3] - '0') & 1;
}

static const char *problem_of(const FileHead *head, const PatchPart *part)
{
    if (!part->path.len)
        return "The diff does not say which file it changes.";
    if (part->new_path.len && !head->is_renamed)
        return "The diff names two files; a file is moved by git's lines `rename from` and "
               "`rename to`.";
    if (head->is_copied)
        return "Copies of files are not supported; write the new file whole.";
    bool empty = !part->hunks.len && !head->is_created && !head->is_deleted && !head->is_renamed;
    if (is_special(head->mode))
        return "The file is a symbolic link or a submodule, which edits cannot write.";
    if (!empty && head->has_mode)
        return "The mode of the file changes, too, which edits cannot do; change it with chmod, "
               "and leave the lines of the mode out.";
    if (empty && head->has_mode)
        return "Only the mode of the file changes, which edits cannot do.";
    if (empty)
        return "The diff of the file has no hunk.";
    return NULL;
}

static void take_file(Diff *diff)
{
    size_t begin = diff->at;
    FileHead head = take_head(diff);
    PatchPart *part = VEC_PUSH(diff->arena, diff->parts);
    part->patch_line = begin + 1;
    part->path = head.is_created ? head.new : head.old;
    part->old_id = head.id;
    if (!head.is_created && !head.is_deleted && !str_equal(head.old, head.new))
        part->new_path = head.new;
    while (is_hunk_head(line_of(diff->text, diff->at)))
        take_hunk(diff, part);
    part->kind = head.is_created ? PART_CREATE : head.is_deleted ? PART_DELETE : PART_CHANGE;
    const char *problem = problem_of(&head, part);
    if (head.is_binary) {
        part->problem = STR("The file is binary.");
        part->reason = EDIT_NOT_TEXT;
    } else if (problem) {
        fail(part, problem, begin + 1);
    } else if (head.is_created) {
        part->executable = is_executable(head.mode);
        make_created(diff, part);
    }
    diff->at += diff->at == begin;
    part->patch_end = diff->at;
}

/* Whether a line of git's header gives a mode. */
static bool tells_mode(Str line)
{
    static const char *const words[] = {"new file mode ", "new mode "};
    uint64_t mode;
    for (size_t i = 0; i < COUNT(words); i++) {
        Str rest;
        if (take_word(line, str_from(words[i]), &rest) && str_parse_u64(str_trim_end(rest), &mode))
            return true;
    }
    return false;
}

/* Skips a line that is no mark. In a fence with a diff, the line has lost its sign. */
static void pass_over(Diff *diff, size_t parts_before, bool *in_fence, bool *is_trailer)
{
    Str line = line_of(diff->text, diff->at++);
    bool is_fence = str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
    if (tells_mode(line))
        diff->loose = line;
    if (is_fence)
        *in_fence = !*in_fence;
    else if (str_starts(line, STR("Property changes on: ")) && diff->parts->len)
        fail(&diff->parts->ptr[diff->parts->len - 1],
             "The diff changes properties of Subversion, which edits cannot do.", diff->at);
    else if (str_equal(str_trim_end(line), STR("--"))) /* git format-patch: its version follows */
        *is_trailer = true;
    else if (*in_fence && !*is_trailer && diff->parts->len > parts_before && str_trim(line).len &&
             !str_starts(line, STR("Index: ")) && !str_starts(line, STR("====")))
        fail(&diff->parts->ptr[diff->parts->len - 1], LOST_SIGN, diff->at);
}

void patch_parse_diff(Arena *arena, PatchText text, PatchPartVec *parts)
{
    Diff diff = {.arena = arena, .text = text, .parts = parts};
    bool in_fence = false, is_trailer = false;
    for (size_t before = 0; diff.at < text.count;) {
        bool was_in_fence = in_fence;
        if (patch_is_diff_head(text, diff.at)) {
            is_trailer = false;
            take_file(&diff);
        } else if (is_hunk_head(line_of(text, diff.at)) && parts->len) {
            /* Further hunks of the same file after an empty line. */
            take_hunk(&diff, &parts->ptr[parts->len - 1]);
            parts->ptr[parts->len - 1].patch_end = diff.at;
        } else {
            pass_over(&diff, before, &in_fence, &is_trailer);
        }
        before = was_in_fence == in_fence ? before : parts->len;
    }
}
