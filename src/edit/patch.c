/* The most certain mark decides the format. Blocks, envelopes and diffs have unique marks; whole
   files and symbols have only a line before a fence, so they count only without another mark. A
   text with parts of two formats is refused: one of them would be lost. */
#include "edit/patch.h"

#include "base/buf.h"
#include "base/hash.h"
#include "edit/patch_apply.h"
#include "edit/patch_parts.h"
#include "edit/refuse.h"

/* Larger patches are refused: models write less than 1 MB. */
#define PATCH_BYTES_MAX (8 * MB)

static EditFormat strong_mark(PatchText text, size_t at)
{
    Str line = text.lines[at].text;
    if (patch_is_block_head(line))
        return EDIT_FORMAT_BLOCKS;
    if (patch_is_envelope_begin(line))
        return EDIT_FORMAT_ENVELOPE;
    return patch_is_diff_head(text, at) ? EDIT_FORMAT_DIFF : EDIT_FORMAT_NONE;
}

/* How certain a mark is. Each line of a diff or an envelope has a sign, so it cannot be the mark of
   a block; but a block may contain lines that look like their marks. */
static int rank(EditFormat format, Str line)
{
    switch (format) {
    case EDIT_FORMAT_BLOCKS: return line.ptr[0] == '<' ? 5 : 2;
    case EDIT_FORMAT_ENVELOPE: return line.ptr[0] == '*' ? 4 : 2;
    case EDIT_FORMAT_DIFF: return 3;
    default: return format == EDIT_FORMAT_NONE ? 0 : 1;
    }
}

static EditFormat mark_at(PatchText text, size_t at)
{
    Str path, symbol;
    EditFormat format = strong_mark(text, at);
    if (format == EDIT_FORMAT_NONE && patch_is_fenced_head(text, at, &path, &symbol))
        format = symbol.len ? EDIT_FORMAT_SYMBOL : EDIT_FORMAT_WHOLE;
    return format;
}

static EditFormat detect(PatchText text)
{
    EditFormat best = EDIT_FORMAT_NONE;
    int best_rank = 0;
    for (size_t i = 0; i < text.count; i++) {
        EditFormat format = mark_at(text, i);
        int found = rank(format, text.lines[i].text);
        if (found > best_rank) {
            best = format;
            best_rank = found;
        }
    }
    return best;
}

/* The lines of a text that belong to parts. */
static bool *mark_parts(Arena *arena, PatchText text, const PatchPartVec *parts)
{
    bool *is_in_part = NEW(arena, bool, text.count + 1);
    for (size_t i = 0; i < parts->len; i++)
        for (size_t line = parts->ptr[i].patch_line; line <= parts->ptr[i].patch_end; line++)
            is_in_part[line - 1] = true;
    return is_in_part;
}

/* Refuses a text that has parts of a second format outside the parts that were parsed. */
static void refuse_mixture(Arena *arena, PatchText text, EditFormat format, const bool *is_in_part,
                           EditSet *set)
{
    for (size_t i = 0; i < text.count; i++) {
        EditFormat other = is_in_part[i] ? EDIT_FORMAT_NONE : mark_at(text, i);
        if (other == EDIT_FORMAT_NONE || other == format || other == EDIT_FORMAT_WHOLE)
            continue;
        refuse(arena, set, (Str){0}, EDIT_SYNTAX,
               str_format(arena,
                          "The text mixes two formats: %s, and %s at line %zu; write all parts in "
                          "one.",
                          str_terminate(arena, edit_format_name(format)),
                          str_terminate(arena, edit_format_name(other)), i + 1));
        return;
    }
}

static bool has_part(const bool *is_in_part, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is_in_part[i])
            return true;
    return false;
}

/* The whole files next to parts of another format. `bare`: the text without fences that only quote
   edits. */
static PatchPartVec parse_beside(Arena *arena, PatchText text, PatchText bare,
                                 const bool *is_in_part)
{
    PatchPartVec beside = {0};
    for (size_t at = 0; at < text.count;) {
        Str path, symbol;
        bool nested;
        if (is_in_part[at] || mark_at(bare, at) != EDIT_FORMAT_WHOLE ||
            !patch_is_fenced_head(bare, at, &path, &symbol)) {
            at++;
            continue;
        }
        size_t close = patch_fence_close(text, at + 1, &nested);
        if (has_part(is_in_part, at, close))
            at += 2; /* the fence of an edit */
        else
            at = patch_parse_fence(arena, text, at, &beside);
    }
    return beside;
}

EditFormat edit_format_detect(Str text)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    PatchPartVec ignored = {0};
    return detect(patch_without_texts(&arena, patch_text_split(&arena, text), &ignored));
}

/* The part that is open at the end of a line. */
typedef struct OpenPart {
    bool block, envelope, diff;
    char fence; /* its mark; 0: none */
    size_t marks;
} OpenPart;

static void pass_fence(OpenPart *in, Str line)
{
    Str text = str_trim(line);
    char mark = text.len && byte_in(text.ptr[0], "`~") ? text.ptr[0] : 0;
    size_t marks = mark ? patch_count_marks(text, mark) : 0;
    if (marks < 3)
        return;
    if (!in->fence) {
        in->fence = mark;
        in->marks = marks;
    } else if (mark == in->fence && marks >= in->marks && marks == text.len) {
        in->fence = 0;
    }
}

static void pass_line(OpenPart *in, PatchText text, size_t at)
{
    Str line = text.lines[at].text;
    if (in->block) {
        in->block = !patch_is_block_end(line);
    } else if (in->envelope) {
        in->envelope = !patch_is_envelope_end(line);
    } else {
        in->block = patch_is_block_head(line);
        in->envelope = patch_is_envelope_begin(line);
        in->diff = patch_is_diff_head(text, at) ||
                   (in->diff && (!line.len || byte_in(line.ptr[0], " +-@\\")));
        if (!in->block)
            pass_fence(in, line);
    }
}

bool edit_patch_is_open(Str text)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    PatchText lines = patch_text_split(&arena, str_trim_end(text));
    OpenPart in = {0};
    for (size_t i = 0; i < lines.count; i++)
        pass_line(&in, lines, i);
    Str last = lines.count ? str_trim(lines.lines[lines.count - 1].text) : (Str){0};
    bool begins = str_starts(last, STR("<<<")) || str_starts(last, STR("***")) ||
                  edit_mark_of(last) == EDIT_MARK_NAME;
    return in.block || in.envelope || in.diff || in.fence || begins;
}

Str edit_format_name(EditFormat format)
{
    static const char *const names[EDIT_FORMAT_COUNT] = {
        [EDIT_FORMAT_NONE] = "none",         [EDIT_FORMAT_BLOCKS] = "blocks",
        [EDIT_FORMAT_ENVELOPE] = "envelope", [EDIT_FORMAT_DIFF] = "diff",
        [EDIT_FORMAT_WHOLE] = "whole",       [EDIT_FORMAT_SYMBOL] = "symbol",
    };
    return str_from(names[format]);
}

Str edit_hash(Arena *arena, Str content)
{
    char hash[HASH_CONTENT_BYTES];
    Buf hex = buf_open(arena, 0);
    hash_content((Str){0}, content, hash);
    buf_put_hex(&hex, (Str){hash, sizeof hash});
    return buf_str(&hex);
}

static EditFormat parse(Arena *arena, PatchText lines, PatchText bare, PatchPartVec *parts)
{
    EditFormat format = detect(bare);
    switch (format) {
    case EDIT_FORMAT_BLOCKS: patch_parse_blocks(arena, bare, parts); break;
    case EDIT_FORMAT_ENVELOPE: patch_parse_envelope(arena, bare, parts); break;
    case EDIT_FORMAT_DIFF: patch_parse_diff(arena, bare, parts); break;
    case EDIT_FORMAT_WHOLE:
    case EDIT_FORMAT_SYMBOL: patch_parse_fenced(arena, lines, parts); break;
    default: break;
    }
    return format;
}

EditFormat patch_parse(Arena *arena, Str text, PatchPartVec *parts)
{
    PatchText lines = patch_text_split(arena, text);
    return parse(arena, lines, patch_without_texts(arena, lines, parts), parts);
}

/* Whether the text ends within a line of its last part. */
static bool ends_within_line(Str text, PatchText lines, const PatchPartVec *parts)
{
    bool has_end = str_ends(text, STR("\n"));
    return !has_end && parts->len && parts->ptr[parts->len - 1].patch_end >= lines.count;
}

/* Whether the last line is the begin of a mark. */
static bool ends_within_mark(PatchText text, const bool *is_in_part)
{
    size_t last = text.count;
    while (last && !str_trim(text.lines[last - 1].text).len)
        last--;
    if (!last || is_in_part[last - 1])
        return false;
    Str line = text.lines[last - 1].text;
    return (patch_count_marks(line, '<') > 2 || str_starts(line, STR("*** "))) &&
           edit_mark_of(line) == EDIT_MARK_NONE;
}

bool edit_read_patch(Arena *arena, Str text, const EditTree *tree, EditSet *set, Err *err)
{
    PatchPartVec parts = {0}, beside = {0};
    *set = (EditSet){0};
    if (text.len > PATCH_BYTES_MAX) {
        refuse(arena, set, (Str){0}, EDIT_SYNTAX, STR("The patch is too large."));
        return true;
    }
    PatchText lines = patch_text_split(arena, text);
    PatchText bare = patch_without_texts(arena, lines, &parts);
    EditFormat format = parse(arena, lines, bare, &parts);
    bool fenced = format == EDIT_FORMAT_WHOLE || format == EDIT_FORMAT_SYMBOL;
    if (tree->quotes_only && fenced)
        return true;
    if (tree->is_stream && format == EDIT_FORMAT_DIFF && ends_within_line(text, lines, &parts))
        refuse(arena, set, (Str){0}, EDIT_SYNTAX,
               STR("The last line of the diff has no end, so a part of it may be missing."));
    if (!parts.len) {
        refuse(arena, set, (Str){0}, EDIT_SYNTAX, STR("The text has no patch in it."));
        return true;
    }
    const bool *is_in_part = mark_parts(arena, lines, &parts);
    if (ends_within_mark(bare, is_in_part))
        refuse(arena, set, (Str){0}, EDIT_SYNTAX,
               STR("The text ends within the mark of an edit, which may be missing."));
    if (!fenced)
        refuse_mixture(arena, bare, format, is_in_part, set);
    if (!fenced && !tree->quotes_only)
        beside = parse_beside(arena, lines, bare, is_in_part);
    return patch_apply(arena, &parts, &beside, tree, set, err);
}
