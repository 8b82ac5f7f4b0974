/* Search/replace blocks, read as aider reads them: 5 to 9 marks, the file's name in one of the
   three lines before, as long as these are fences, else the file of the block before. Stricter than
   aider: a block must end in its own mark, and a divider within a text must differ in length from
   the block's. */
#include "edit/patch_parts.h"

#include "git/line_diff.h"

/* Marks of a line, as aider accepts them: models miscount the seven that they should write. */
#define MARKS_MIN 5
#define MARKS_MAX 9
/* Lines before a block that are searched for its file, as in aider: fences and the name. */
#define NAME_LINES 3

/* The number of marks if the line has only marks and `word`, else 0. */
static size_t marks_of(Str line, char mark, Str word)
{
    line = str_trim(line);
    size_t marks = patch_count_marks(line, mark);
    bool fits = marks >= MARKS_MIN && marks <= MARKS_MAX;
    return fits && str_equal(str_from_offset(line, marks), word) ? marks : 0;
}

static size_t head_marks(Str line)
{
    size_t marks = marks_of(line, '<', STR(" SEARCH"));
    return marks ? marks : marks_of(line, '<', STR(" SEARCH>"));
}

bool patch_is_block_head(Str line)
{
    return head_marks(line) > 0;
}

static size_t end_marks(Str line)
{
    return marks_of(line, '>', STR(" REPLACE"));
}

static size_t divider_marks(Str line)
{
    return marks_of(line, '=', (Str){0});
}

bool patch_is_block_divider(Str line)
{
    return divider_marks(line) > 0;
}

bool patch_is_block_end(Str line)
{
    return end_marks(line) > 0;
}

/* The file's name before the block at `head`: one with a dot is preferred, as aider does. */
static Str name_before(PatchText text, size_t head)
{
    Str named = {0};
    for (size_t back = 1; back <= MIN(NAME_LINES, head); back++) {
        Str line = text.lines[head - back].text, name = patch_file_of_line(line);
        if (end_marks(line) || divider_marks(line)) /* of the block before */
            break;
        if (name.len && (!named.len || (str_find_byte(named, '.') == STR_NONE &&
                                        str_find_byte(name, '.') != STR_NONE)))
            named = name;
        if (!patch_is_fence(line))
            break;
    }
    return named;
}

/* ---- from two texts to one list of lines ---- */

static void put_lines(Arena *arena, PatchText text, size_t *from, size_t count, char sign,
                      HunkLineVec *lines)
{
    for (size_t end = *from + count; *from < end; ++*from)
        *VEC_PUSH(arena, lines) =
            (HunkLine){text.lines[*from].text, sign, text.lines[*from].has_return};
}

/* Turns the lines of one range into the other; common lines are kept. */
static void compare(Arena *arena, PatchText text, const size_t old[2], const size_t new[2],
                    HunkLineVec *lines)
{
    LineHunkVec hunks = {0};
    bool coarse;
    Err ignored = {0};
    size_t from = old[0], to = new[0];
    if (!line_diff(arena, patch_join_lines(arena, text, old[0], old[1]),
                   patch_join_lines(arena, text, new[0], new[1]), &hunks, &coarse, &ignored)) {
        put_lines(arena, text, &from, old[1] - from, '-', lines);
        put_lines(arena, text, &to, new[1] - to, '+', lines);
        return;
    }
    for (size_t i = 0; i < hunks.len; i++) {
        const LineHunk *hunk = &hunks.ptr[i];
        size_t kept = old[0] + hunk->old_start - (hunk->old_count > 0) - from;
        put_lines(arena, text, &from, kept, ' ', lines);
        to += kept;
        put_lines(arena, text, &from, hunk->old_count, '-', lines);
        put_lines(arena, text, &to, hunk->new_count, '+', lines);
    }
    put_lines(arena, text, &from, old[1] - from, ' ', lines);
}

static bool is_blank(PatchText text, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (str_trim(text.lines[i].text).len)
            return false;
    return true;
}

/* ---- blocks ---- */

/* Whether a second divider ends the block, as models write it: before the end mark, or in its
   place. */
static bool divider_ends(PatchText text, size_t at)
{
    if (at + 1 >= text.count)
        return true;
    Str next = str_trim(text.lines[at + 1].text);
    return !next.len || end_marks(next) || patch_is_fence(next);
}

typedef struct Dividers {
    size_t count, equal; /* all, and those with the head's number of marks */
    size_t first, first_equal, last;
} Dividers;

/* Sets at[1] and at[2], the divider and the end, from the dividers before the line `end`. */
static const char *choose_divider(PatchText text, const Dividers *dividers, size_t end,
                                  size_t at[3])
{
    bool has_end = end < text.count && end_marks(text.lines[end].text);
    bool second_ends = dividers->count == 2 && divider_ends(text, dividers->last) &&
                       (!has_end || dividers->last + 1 == end);
    at[1] = dividers->count <= 2 ? dividers->first : dividers->first_equal;
    at[2] = second_ends ? dividers->last : end;
    if (!dividers->count)
        return "The block has no divider (`=======`) between the old and the new text.";
    if (!has_end && !second_ends)
        return "The block has no `>>>>>>> REPLACE` at its end.";
    if (dividers->count == 1 || second_ends)
        return NULL;
    at[1] = dividers->first_equal;
    return dividers->equal == 1 ? NULL
                                : "The block has several dividers (`=======`); use marks of "
                                  "another length than the text has.";
}

/* Finds the divider and the end of the block that begins before at[0]. Among several dividers the
   one with the head's number of marks counts. Returns what is wrong, or NULL. */
static const char *find_marks(PatchText text, size_t marks, size_t at[3])
{
    Dividers dividers = {0};
    size_t end = at[0];
    for (; end < text.count && head_marks(text.lines[end].text) != marks; end++) {
        Str line = text.lines[end].text;
        if (end_marks(line) && dividers.count)
            break;
        if (!divider_marks(line))
            continue;
        dividers.first = dividers.count++ ? dividers.first : end;
        dividers.last = end;
        if (divider_marks(line) == marks && !dividers.equal++)
            dividers.first_equal = end;
    }
    const char *problem = choose_divider(text, &dividers, end, at);
    if (problem)
        at[1] = at[2] = at[0];
    return problem;
}

/* Moves the ends of both texts inwards, over empty lines that both have there. */
static bool trim(PatchText text, size_t old[2], size_t new[2])
{
    size_t begin = old[0], end = old[1];
    while (old[0] < old[1] && new[0] < new[1] && is_blank(text, old[0], old[0] + 1) &&
           is_blank(text, new[0], new[0] + 1)) {
        old[0]++;
        new[0]++;
    }
    while (old[0] < old[1] && new[0] < new[1] && is_blank(text, old[1] - 1, old[1]) &&
           is_blank(text, new[1] - 1, new[1])) {
        old[1]--;
        new[1]--;
    }
    return old[0] < old[1] && (old[0] != begin || old[1] != end);
}

/* Appends the hunk of a block, and the same without the empty lines around its texts. */
static void add_hunk(Arena *arena, PatchText text, const size_t at[3], PatchPart *part)
{
    size_t old[2] = {at[0], at[1]}, new[2] = {at[1] + 1, at[2]};
    Hunk *hunk = VEC_PUSH(arena, &part->hunks);
    hunk->patch_line = at[0] + 1;
    compare(arena, text, old, new, &hunk->lines);
    if (!trim(text, old, new))
        return;
    hunk->trimmed = NEW(arena, Hunk, 1);
    hunk->trimmed->patch_line = old[0] + 1;
    compare(arena, text, old, new, &hunk->trimmed->lines);
}

/* Parses the block at `head`; returns the line after it. */
static size_t parse_block(Arena *arena, PatchText text, size_t head, PatchPartVec *parts)
{
    size_t at[3] = {head + 1};
    Str name = name_before(text, head);
    if (!name.len && parts->len)
        name = parts->ptr[parts->len - 1].path;
    const char *problem = find_marks(text, head_marks(text.lines[head].text), at);
    if (!problem && !name.len)
        problem = "The block has no file: its path must be alone on the line before.";
    if (problem) {
        patch_add_problem(arena, parts, name, head + 1, problem);
        return MAX(at[2], at[0]);
    }
    PatchPart *part = VEC_PUSH(arena, parts);
    *part = (PatchPart){.kind = PART_CHANGE, .path = name, .patch_line = head + 1};
    if (is_blank(text, at[0], at[1])) {
        part->kind = PART_CREATE;
        part->text = patch_join_lines(arena, text, at[1] + 1, at[2]);
    } else {
        add_hunk(arena, text, at, part);
    }
    /* A divider that ended the block may be followed by the end mark. */
    size_t after = at[2] + 1;
    after += after < text.count && divider_marks(text.lines[at[2]].text) &&
             end_marks(text.lines[after].text);
    parts->ptr[parts->len - 1].patch_end = after;
    return after;
}

static bool opens_shell(Str line)
{
    static const char *const shells[] = {"```bash",       "```sh",  "```cmd", "```batch",
                                         "```powershell", "```ps1", "```zsh", "```fish",
                                         "```ksh",        "```csh", "```tcsh"};
    line = str_trim(line);
    for (size_t i = 0; i < COUNT(shells); i++)
        if (str_starts(line, str_from(shells[i])))
            return true;
    return false;
}

void patch_parse_blocks(Arena *arena, PatchText text, PatchPartVec *parts)
{
    for (size_t at = 0; at < text.count;) {
        bool near = (at + 1 < text.count && patch_is_block_head(text.lines[at + 1].text)) ||
                    (at + 2 < text.count && patch_is_block_head(text.lines[at + 2].text));
        if (patch_is_block_head(text.lines[at].text)) {
            at = parse_block(arena, text, at, parts);
            continue;
        }
        /* A fence with commands for a shell contains no block. */
        bool shell = opens_shell(text.lines[at].text) && !near;
        for (at++; shell && at < text.count; at++)
            if (str_starts(str_trim(text.lines[at].text), STR("```"))) {
                at++;
                break;
            }
    }
}
