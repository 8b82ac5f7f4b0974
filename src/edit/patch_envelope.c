/* The apply_patch envelope (V4A), as Codex reads it: marks may be padded with white space, an empty
   line within a hunk is an empty context line, and the first hunk of a file needs no `@@`. */
#include "edit/patch_parts.h"

#include "base/buf.h"

#define BEGIN "*** Begin Patch"
#define END "*** End Patch"
#define ADD "*** Add File:"
#define DELETE "*** Delete File:"
#define UPDATE "*** Update File:"
#define MOVE "*** Move to:"
#define END_OF_FILE "*** End of File"

typedef struct Envelope {
    Arena *arena;
    PatchText text;
    PatchPartVec *parts;
    size_t at, end; /* lines: the next one, and the patch's last mark */
} Envelope;

bool patch_is_envelope_begin(Str line)
{
    return str_equal(str_trim(line), STR(BEGIN));
}

bool patch_is_envelope_end(Str line)
{
    return str_equal(str_trim(line), STR(END));
}

/* Whether the line is a mark with a path after it. */
static bool takes(Str line, Str mark, Str *path)
{
    line = str_trim(line);
    if (!str_starts(line, mark))
        return false;
    *path = str_trim(str_from_offset(line, mark.len));
    return true;
}

static Str line_at(const Envelope *envelope)
{
    return envelope->text.lines[envelope->at].text;
}

static bool has_line(const Envelope *envelope)
{
    return envelope->at < envelope->end;
}

/* Whether the line begins another part. Lines of hunks begin with a sign, so a mark that is context
   has a space before it. */
static bool ends_part(Str line)
{
    Str path;
    return str_starts(line, STR("***")) &&
           (takes(line, STR(ADD), &path) || takes(line, STR(DELETE), &path) ||
            takes(line, STR(UPDATE), &path));
}

static void fail(Envelope *envelope, PatchPart *part, const char *problem)
{
    if (part->problem.len)
        return;
    part->problem = str_from(problem);
    part->reason = EDIT_SYNTAX;
    part->patch_line = envelope->at + 1;
}

/* ---- hunks ---- */

/* Takes `@@`, `@@ anchor` and their repetitions. */
static void take_anchors(Envelope *envelope, Hunk *hunk)
{
    for (; has_line(envelope); envelope->at++) {
        Str line = str_trim(line_at(envelope));
        if (!str_starts(line, STR("@@")))
            return;
        Str anchor = str_trim(str_from_offset(line, 2));
        if (str_ends(anchor, STR("@@"))) /* as in a unified diff */
            anchor = str_trim(str_slice(anchor, 0, anchor.len - 2));
        bool numbers = str_starts(anchor, STR("-")) && str_find(anchor, STR(" +")) != STR_NONE;
        if (anchor.len && !numbers)
            *VEC_PUSH(envelope->arena, &hunk->anchors) = anchor;
    }
}

/* Empty lines before the next mark are the patch's own layout, not context. */
static void drop_blank_end(Hunk *hunk)
{
    while (hunk->lines.len && hunk->lines.ptr[hunk->lines.len - 1].sign == ' ' &&
           !hunk->lines.ptr[hunk->lines.len - 1].text.len)
        hunk->lines.len--;
}

static void take_hunk(Envelope *envelope, PatchPart *part)
{
    Hunk *hunk = VEC_PUSH(envelope->arena, &part->hunks);
    size_t bare = 0; /* empty lines without a sign at the end so far */
    take_anchors(envelope, hunk);
    hunk->patch_line = envelope->at + 1;
    for (; has_line(envelope); envelope->at++) {
        Str line = line_at(envelope);
        if (str_equal(str_trim_end(line), STR(END_OF_FILE))) {
            hunk->is_at_end = true;
            envelope->at++;
            break;
        }
        if (ends_part(line) || str_starts(line, STR("@@")))
            break;
        char sign = line.len ? line.ptr[0] : ' ';
        if (!byte_in(sign, " +-")) {
            fail(envelope, part, "A line of the hunk begins with none of ` `, `-` and `+`.");
            envelope->at++;
            continue;
        }
        bare = line.len ? 0 : bare + 1;
        *VEC_PUSH(envelope->arena, &hunk->lines) = (HunkLine){
            str_from_offset(line, 1), sign, envelope->text.lines[envelope->at].has_return};
    }
    if (bare)
        drop_blank_end(hunk);
    if (!hunk->lines.len)
        fail(envelope, part, "A hunk of the patch is empty.");
}

static void take_update(Envelope *envelope, PatchPart *part)
{
    Str path;
    part->kind = PART_CHANGE;
    part->may_replace = true;
    if (has_line(envelope) && takes(line_at(envelope), STR(MOVE), &path)) {
        part->new_path = path;
        envelope->at++;
    }
    while (has_line(envelope) && !ends_part(line_at(envelope))) {
        size_t before = envelope->at;
        if (!line_at(envelope).len && !part->hunks.len) {
            envelope->at++;
            continue;
        }
        take_hunk(envelope, part);
        while (has_line(envelope) && !str_trim(line_at(envelope)).len)
            envelope->at++;
        envelope->at += envelope->at == before;
    }
    if (!part->hunks.len && !part->new_path.len)
        fail(envelope, part, "The update of the file has no hunk.");
}

/* ---- files ---- */

static void take_added(Envelope *envelope, PatchPart *part)
{
    Buf text = buf_open(envelope->arena, 0);
    part->kind = PART_CREATE;
    part->may_replace = true;
    bool blank = false;
    for (; has_line(envelope) && !ends_part(line_at(envelope)); envelope->at++) {
        Str line = line_at(envelope);
        blank = !str_trim(line).len;
        if (blank)
            continue;
        if (line.ptr[0] != '+') {
            fail(envelope, part, "A line of the new file does not begin with `+`.");
            continue;
        }
        buf_put(&text, str_from_offset(line, 1));
        buf_put_byte(&text, '\n');
    }
    part->text = buf_str(&text);
}

static void take_part(Envelope *envelope)
{
    Str path, line = line_at(envelope);
    PatchPart *part = VEC_PUSH(envelope->arena, envelope->parts);
    part->patch_line = ++envelope->at;
    if (takes(line, STR(ADD), &path)) {
        take_added(envelope, part);
    } else if (takes(line, STR(UPDATE), &path)) {
        take_update(envelope, part);
    } else if (takes(line, STR(DELETE), &path)) {
        part->kind = PART_DELETE;
    } else {
        fail(envelope, part,
             "The line is not one of `*** Add File:`, `*** Delete File:` and "
             "`*** Update File:`.");
        path = (Str){0};
        while (has_line(envelope) && !ends_part(line_at(envelope)))
            envelope->at++;
    }
    part->path = path;
}

/* The line that ends the patch. A padded mark may be context, so it counts only without a plain
   one. */
static bool find_end(const Envelope *envelope, size_t *end)
{
    bool padded = false;
    for (size_t i = envelope->at; i < envelope->text.count; i++) {
        Str line = envelope->text.lines[i].text;
        if (patch_is_envelope_begin(line) && line.ptr[0] == '*')
            break;
        if (!str_equal(str_trim(line), STR(END)))
            continue;
        *end = i;
        padded = true;
        if (line.ptr[0] == '*')
            return true;
    }
    return padded;
}

/* Parses one envelope after its first line; false: it has no end. */
static bool take_envelope(Envelope *envelope)
{
    size_t begin = envelope->at, count = envelope->parts->len;
    if (!find_end(envelope, &envelope->end)) {
        patch_add_problem(envelope->arena, envelope->parts, (Str){0}, begin,
                          "The patch has no `*** End Patch`, so a part of it may be missing.");
        return false;
    }
    while (has_line(envelope)) {
        if (!str_trim(line_at(envelope)).len)
            envelope->at++;
        else
            take_part(envelope);
    }
    envelope->at = envelope->end + 1;
    if (envelope->parts->len > count)
        envelope->parts->ptr[count].patch_end = envelope->at; /* stands for all */
    if (envelope->parts->len == count)
        patch_add_problem(envelope->arena, envelope->parts, (Str){0}, begin,
                          "The patch changes no file.");
    return true;
}

void patch_parse_envelope(Arena *arena, PatchText text, PatchPartVec *parts)
{
    Envelope envelope = {.arena = arena, .text = text, .parts = parts};
    while (envelope.at < text.count) {
        bool begins = patch_is_envelope_begin(text.lines[envelope.at].text);
        envelope.at++;
        if (begins && !take_envelope(&envelope))
            return;
    }
}
